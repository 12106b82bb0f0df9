// Function templates: deduction that fails, errors in a body with the use that led there.
// RUN: heddle-engine --check FILE
// EXIT: 1
struct item { int v; };
template <typename T> __host__ __device__ T add(T a, T b) { return a + b; }
template <typename T, int N> T first(const T (&a)[N]) { return a[N - 1]; }
template <int N> int repeat(int x) { return x * N; }
template <typename T> __global__ void scale(T *data, T by, int n) { if (threadIdx.x < n) data[threadIdx.x] *= by; }
auto twice(auto x) { return x + x; }

int main(void)
{
    struct item i = {1};
    // CHECK: error: the template `add` does not fit the arguments (int, double)
    // CHECK: `T` would be both `int` and `double`
    add(1, 2.0);
    // CHECK: error: `+` does not work on `item` and `item`
    // CHECK: in `add<item>`, used here
    add(i, i);
    // CHECK: error: the template `first` does not fit the arguments (int)
    first(3);
    // CHECK: error: the template `repeat` does not fit the arguments (int)
    // CHECK: what `N` is cannot be told from the arguments
    repeat(2);
    int n = 3;
    // CHECK: error: the template `repeat` does not fit the arguments (int)
    // CHECK: is not constant
    repeat<n>(2);
    // CHECK: error: `scale<float>` is a kernel: launch it with
    float *d = 0;
    scale(d, 1.0f, 3);
    add<double>(1, 2.0);
    float a[3] = {1, 2, 3};
    first(a);
    repeat<4>(2);
    twice(2.5f);
    scale<<<1, 32>>>(d, 2.0f, 3);
    scale<float><<<1, 32>>>(d, 2, 3);
    return 0;
}
