// Threads that return before a barrier: the rest goes on, and a warning tells both lines, once per barrier.
// Warp functions count only the lanes that are left. CPU-ONLY-MESSAGES: a GPU does not notice.
#include <stdio.h>

__global__ void guard(int *out, int n) {
    __shared__ int s[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    s[threadIdx.x] = i;
    __syncthreads();
    out[i] = s[threadIdx.x ^ 1];
}

__global__ void lanes(unsigned *out) {
    if (threadIdx.x % 4 == 3) return;
    unsigned m = __ballot_sync(0xffffffff, threadIdx.x & 1);
    out[blockIdx.x * blockDim.x + threadIdx.x] = m;
}

__global__ void whole_warp(int *out) {
    if (threadIdx.x >= 32) return;
    int v = threadIdx.x;
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x == 0) out[blockIdx.x] = v;
}

int main() {
    int *out, wrong = 0;
    cudaMallocManaged(&out, 200000 * sizeof(int));
    // CHECK: early_return.cu:10: warning: 4 of 64 threads had already returned (line 8) when the others reached `__syncthreads` (line 10): CUDA leaves this undefined
    // CHECK-NOT: warning: 44 of 64
    guard<<<2, 64>>>(out, 124);
    cudaDeviceSynchronize();
    for (int i = 0; i < 124; i++) wrong += out[i] != (i ^ 1);
    guard<<<2000, 64>>>(out, 127956);
    cudaDeviceSynchronize();
    for (int i = 0; i < 127956; i++) wrong += out[i] != (i ^ 1);
    // CHECK: guard 0
    printf("guard %d\n", wrong);
    for (int blocks = 2; blocks < 2001; blocks += 1998) {
        lanes<<<blocks, 64>>>((unsigned *)out);
        cudaDeviceSynchronize();
        for (int i = 0; i < blocks * 64; i++) wrong += i % 4 != 3 && out[i] != 0x22222222;
        whole_warp<<<blocks, 64>>>(out);
        cudaDeviceSynchronize();
        for (int i = 0; i < blocks; i++) wrong += out[i] != 496;
    }
    // CHECK: lanes 0
    printf("lanes %d\n", wrong);
    return 0;
}
