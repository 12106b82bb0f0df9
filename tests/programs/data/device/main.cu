#include <cstdio>
#include "warps.h"
int kinds();
__global__ void folded(const float *in, float *out) {
    float v = warp_total(in[blockIdx.x * blockDim.x + threadIdx.x]);
    if (threadIdx.x % 32 == 0) atomicAdd(out, v);
}
__global__ void counted(int *out) {
    int sum = block_total(threadIdx.x + blockIdx.x);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
__global__ void deep(int *out) { out[threadIdx.x] = depth(1 << threadIdx.x); }
int main() {
    float *in, *out;
    int *n;
    cudaMallocManaged(&in, 256 * sizeof(float));
    cudaMallocManaged(&out, sizeof(float));
    cudaMallocManaged(&n, 32 * sizeof(int));
    for (int i = 0; i < 256; i++) in[i] = i;
    *out = 0;
    folded<<<2, 128>>>(in, out);
    printf("%d ", cudaDeviceSynchronize());
    printf("%g\n", *out);
    counted<<<4, 128>>>(n);
    printf("%d ", cudaDeviceSynchronize());
    printf("%d %d\n", n[0], n[3]);
    deep<<<1, 20>>>(n);
    printf("%d ", cudaDeviceSynchronize());
    printf("%d %d\n", n[1], n[19]);
    printf("%d\n", kinds());
}
