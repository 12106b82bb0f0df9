// As slips_student.cu, in host code.
__global__ void k(float *p, int n) {}
__global__ void one(int n) {}

int host(int *where)
{
    double d[10];
    float f[10];
    int a[3];
    // ERROR: cannot convert `double *` to `float *`
    // ERROR: declare both with the same type, `double` or `float`
    // ERROR: is declared here
    k<<<1, 32>>>(d, 10);
    // ERROR: cannot convert `float (*)[10]` to `float *`
    // ERROR: an array's name is its address already: leave out the `&`
    // ERROR: is declared here
    k<<<1, 32>>>(&f, 10);
    // ERROR: gives no value
    // ERROR: a kernel gives its results through pointers
    int r = one<<<2, 2>>>(3);
    // ERROR: `ONE` is not declared
    // ERROR: did you mean `one`?
    ONE<<<2, 2>>>(3);
    // ERROR: `i` is not declared
    // ERROR: declare it with its type: `int i = ...`
    for (i = 0; i < 10; i++) a[0] = 1;
    // ERROR: `scale` is not declared
    // ERROR: declare it with its type: `float scale = ...`
    scale = 3.5f;
    // ERROR: cannot convert `int` to `int *` in the assignment to `where`
    // ERROR: `*` before the name, or an index after it, means what it points to
    where = 1;
    // ERROR: cannot convert `const char *` to `char`
    // ERROR: one character goes between single quotes, as in 'a'
    char c = "a";
    // ERROR: cannot convert `const char *` to `int`
    // ERROR: `atoi("5")` and `atof("0.5")` make numbers of one
    int twelve = "12";
    // ERROR: which cannot be called
    // ERROR: an element is taken with brackets
    a(1) = 3;
    // ERROR: an array cannot be initialised with one value
    // ERROR: memory is held by a pointer: `int *name = ...`
    int grown[] = new int[3];
    // ERROR: `None` is not declared
    // ERROR: a pointer that points nowhere is `nullptr`
    where = None;
    cudaError_t e = cudaGetLastError();
    // ERROR: `%s` takes a `const char *`
    // ERROR: `cudaGetErrorString(...)` of it is a text
    // ERROR: the format asks for it here
    printf("%s\n", e);
    return 0;
}
