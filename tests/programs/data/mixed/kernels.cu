#include "kernels.cuh"
namespace app {
__constant__ Params d_params;
int g_verbose = 0;
static __device__ float helper(float x) { return x * d_params.alpha; }
template <typename T> __global__ void scale(T *x, T a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = helper(x[i]) * a; }
template __global__ void scale<float>(float *, float, int);
void launch_scale(float *x, float a, int n, cudaStream_t s) { Params p = {n, 0.5f}; cudaMemcpyToSymbolAsync(d_params, &p, sizeof p, 0, cudaMemcpyHostToDevice, s); scale<float><<<divup(n, 128), 128, 0, s>>>(x, a, n); }
}
