// Device functions of another file than their kernels': warp operations, barriers, shared memory, recursion.
#include "warps.h"
__device__ float warp_total(float v) {
    for (int by = 16; by; by /= 2) v += __shfl_down_sync(~0u, v, by);
    return v;
}
__device__ int block_total(int v) {
    __shared__ int parts[256];
    parts[threadIdx.x] = v;
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half; half /= 2) {
        if (threadIdx.x < half) parts[threadIdx.x] += parts[threadIdx.x + half];
        __syncthreads();
    }
    return parts[0];
}
__device__ int depth(int n) { return n > 1 ? 1 + depth(n / 2) : 0; }
