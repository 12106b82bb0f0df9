// Lambdas as kernels arguments: what they capture is copied to the launch.
#include <cstdio>
template <class F> __global__ void kern(F f, int *p, int n) { int i = threadIdx.x; if (i < n) p[i] = f(i); }
template <class F> __global__ void each(int n, F f) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) f(i); }
int main() {
  int *d; cudaMallocManaged(&d, 16 * sizeof(int));
  int k = 7;
  kern<<<1, 16>>>([=] __device__ (int i) { return i * k; }, d, 16);
  cudaDeviceSynchronize(); printf("%d %d\n", d[1], d[15]);
  auto f = [=] __host__ __device__ (int i) { d[i] += k; };
  each<<<2, 8>>>(16, f); cudaDeviceSynchronize(); f(0); printf("%d %d\n", d[0], d[15]);
}
/* OUTPUT:
7 105
14 112
*/
