// A template with an error in it is called with its arguments: no further errors. So is one that does not exist.
template <class T> bool run(const char *name, int n)
{
    // ERROR: expected `;`
    int twice = 2 * n
    return twice > 0;
}

// ERROR: expected an expression, found `;`
template <typename T, int N> T sum(T x) { return x +; }

template <typename T> __global__ void fill(T *p, T v)
{
    // ERROR: `nothing` is not declared
    p[threadIdx.x] = nothing;
}

int main()
{
    float *p = nullptr;
    sum<float, 3>(1);
    fill<float><<<1, 32>>>(p, 1);
    // ERROR: `absent` is not declared
    absent<int>(3);
    // CHECK-NOT: is no template
    // CHECK-NOT: the type `
    return run<int>("int", 100000) & run<double>("double", 77777);
}
