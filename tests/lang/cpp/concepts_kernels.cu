// Kernels and device functions that concepts choose.
#include <cstdio>
#include <concepts>
template <typename T> concept Arith = std::integral<T> || std::floating_point<T>;
struct Sum { template <Arith T> __host__ __device__ T operator()(T a, T b) const { return a + b; } };
template <typename Op, typename T> concept Reducer = requires(Op op, T a, T b) { { op(a, b) } -> std::convertible_to<T>; };
template <Arith T, Reducer<T> Op> __global__ void reduce(const T *in, T *out, int n, Op op) { T s = in[0]; for (int i = 1; i < n; i++) s = op(s, in[i]); *out = s; }
template <class T> requires std::integral<T> __device__ T twice(T x) { return x * 2; }
template <class T> requires std::floating_point<T> __device__ T twice(T x) { return x * 3; }
__global__ void k2(float *f, int *i) { *f = twice(*f); *i = twice(*i); }
int main() { float *a, *o; cudaMallocManaged(&a, 40); cudaMallocManaged(&o, 4); for (int i = 0; i < 10; i++) a[i] = i; reduce<<<1, 1>>>(a, o, 10, Sum{}); cudaDeviceSynchronize(); printf("%g\n", *o); int *q; cudaMallocManaged(&q, 4); *q = 5; k2<<<1, 1>>>(o, q); cudaDeviceSynchronize(); printf("%g %d\n", *o, *q); }
/* OUTPUT:
45
135 10
*/
