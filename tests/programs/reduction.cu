// RUN: program
// Sum reduction: a tree in shared memory, then warp shuffles, then atomics; and the number of even values by votes.
#include <stdio.h>

#define BLOCK 256

__global__ void tree(const int *in, int *out, int n) {
    __shared__ int partial[BLOCK];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    partial[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s) partial[threadIdx.x] += partial[threadIdx.x + s];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(out, partial[0]);
}

__inline__ __device__ int warp_sum(int v) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2) v += __shfl_down_sync(0xffffffff, v, offset);
    return v;
}

__global__ void shuffle(const int *in, int *out, int n) {
    __shared__ int sums[32];
    int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize, v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) v += in[i];
    v = warp_sum(v);
    if (lane == 0) sums[warp] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / warpSize ? sums[lane] : 0;
    if (warp == 0) v = warp_sum(v);
    if (threadIdx.x == 0) atomicAdd(out, v);
}

__global__ void dynamic(const int *in, int *out, int n) {
    extern __shared__ int buffer[];
    int t = threadIdx.x;
    buffer[t] = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += blockDim.x * gridDim.x) buffer[t] += in[i];
    __syncthreads();
    for (int s = 1; s < blockDim.x; s *= 2) {
        if (t % (2 * s) == 0) buffer[t] += buffer[t + s];
        __syncthreads();
    }
    if (t == 0) atomicAdd(out, buffer[0]);
}

__global__ void evens(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned votes = __ballot_sync(0xffffffff, i < n && in[i] % 2 == 0);
    if (threadIdx.x % 32 == 0) atomicAdd(out, __popc(votes));
}

int main() {
    const int n = 100003;
    int *in, *out;
    cudaMallocManaged(&in, n * sizeof(int));
    cudaMallocManaged(&out, 4 * sizeof(int));
    long expected = 0;
    int even = 0;
    for (int i = 0; i < n; i++) {
        in[i] = i * 7 % 101;
        expected += in[i];
        even += in[i] % 2 == 0;
    }
    for (int k = 0; k < 4; k++) out[k] = 0;
    tree<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, &out[0], n);
    shuffle<<<20, BLOCK>>>(in, &out[1], n);
    dynamic<<<20, BLOCK, BLOCK * sizeof(int)>>>(in, &out[2], n);
    evens<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, &out[3], n);
    cudaDeviceSynchronize();
    printf("%s %s %s %s\n", out[0] == expected ? "ok" : "wrong", out[1] == expected ? "ok" : "wrong",
           out[2] == expected ? "ok" : "wrong", out[3] == even ? "ok" : "wrong");
}
/* OUTPUT:
ok ok ok ok
*/
