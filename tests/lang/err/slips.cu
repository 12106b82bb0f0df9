// Slips of the pen and words of other languages: each error says what to write.
#define N 10;
__global__ void k(void) {}

int f(int x)
{
    // ERROR: unknown word `retrun`
    // ERROR: did you mean `return`?
    if (x) retrun 0;
    return 1;
}

int main(void)
{
    int x = 3;
    float *d;
    // ERROR: expected `]`, found `;`
    // ERROR: the macro `N` has a `;` in it
    // ERROR: the macro is defined here
    int a[N];
    // ERROR: expected `)`, found `then`
    // ERROR: write `{` for `then`
    if (x > 3 && x < 5 then) x = 4;
    // ERROR: a kernel is launched with three of each
    k<<1, 2>>();
    // ERROR: `<<<` without a kernel before it
    <<<1, 2>>>k();
    return 0;
}

int g(void)
{
    float *d;
    // ERROR: cannot convert `float *` to `void **`
    // ERROR: write `&` before `d`
    cudaMalloc(d, 16);
    // CHECK-NOT: nothing gives it a value
    return 0;
}

__global__ void parts(float *x, int n)
{
    // ERROR: `*` does not work on
    // ERROR: `blockDim` has three parts: write `blockDim.x`
    int i = blockIdx.x * blockDim + threadIdx.x;
    // ERROR: `threadIdx` has three parts: write `threadIdx.x`
    int j = threadIdx + 1;
    // ERROR: `**` is no operator here; a power is `pow(a, b)` or `powf(a, b)`
    x[j] = n ** 2;
}

int same(int a, int b)
{
    // ERROR: expected an expression, found `=`
    // ERROR: write `==` to compare
    return a === b;
}
