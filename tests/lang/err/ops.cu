// Operators on the wrong types.
// RUN: heddle-engine --check FILE
// EXIT: 1
struct pair { int a, b; };
int main(void)
{
    float f = 1, g = 2;
    int i = 3, a[3];
    struct pair p = {1, 2};
    void *v = a;
    float4 q = make_float4(1, 2, 3, 4);
    // CHECK: error: `%` does not work on `float` and `float`
    // CHECK: fmod
    f = f % g;
    // CHECK: error: `+` does not work on `pair` and `int`
    p + 1;
    // CHECK: error: `+` does not work on `float4` and `float4`
    // CHECK: work on the members
    q = q + q;
    // CHECK: error: `*` needs a pointer, and `i` is `int`
    *i = 3;
    // CHECK: error: an index must be an integer, not `float`
    a[f] = 1;
    // CHECK: error: `i` is `int`, which has no elements to index
    i[i] = 1;
    // CHECK: error: `v` is `void *`: what it points to has no elements
    v[0] = 1;
    // CHECK: error: cannot assign to `a`: it is an array
    a = 0;
    // CHECK: error: `&` does not work on `int`
    int *x = &5;
    // CHECK: error: `-` does not work on `pair`
    -p;
    // CHECK: error: `if` needs a number or a pointer, not `pair`
    if (p) i = 1;
    // CHECK: error: the two values of `?:` have no common type
    i = i ? p : 2;
    // CHECK: error: comparing pointers to different types: `float *` and `int *`
    if (&f == a) i = 2;
    return 0;
}
