// Qualifiers that pointers gain and lose below the first level.
// RUN: heddle-engine --check FILE
// EXIT: 1
__device__ int sum(const int **rows, int n);
int total(const int **rows, int n);

__device__ int on_device(int **rows)
{
    // CHECK: warning: `int **` becomes `const int **` in argument 1 of `sum`: nvcc takes that in device code only
    // CHECK: `const int *const *` is right everywhere
    return sum(rows, 3);
}

__host__ __device__ int on_both(int **rows)
{
    // CHECK: error: cannot convert `int **` to `const int **`
    // CHECK: declare it as `const int *const *`
    const int **same = rows;
    return **same;
}

int on_host(int **rows, const int **fixed, const int *const *all)
{
    // CHECK: error: cannot convert `int **` to `const int **` in argument 1
    int x = total(rows, 3);
    // CHECK: error: cannot convert `const int **` to `int **`
    int **loses = fixed;
    // CHECK: error: reinterpret_cast cannot turn `const int *const *` into `float **`
    float **f = reinterpret_cast<float **>(all);
    // CHECK: error: const_cast cannot turn `int *` into `float *&`
    float *&g = const_cast<float *&>(*rows);
    // CHECK: error: static_cast cannot turn `int **` into `const int **`
    return x + **static_cast<const int **>(rows);
}
