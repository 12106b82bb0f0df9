// RUN: program
// Histograms of bytes: global atomics, shared memory, and a copy per warp; and the most frequent byte.
#include <stdio.h>
#include <stdlib.h>

#define BINS 256

__global__ void global_bins(const unsigned char *data, int n, unsigned *bins) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[data[i]], 1u);
}
__global__ void shared_bins(const unsigned char *data, int n, unsigned *bins) {
    __shared__ unsigned local[BINS];
    for (int i = threadIdx.x; i < BINS; i += blockDim.x) local[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&local[data[i]], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < BINS; i += blockDim.x) atomicAdd(&bins[i], local[i]);
}
__global__ void warp_bins(const uchar4 *data, int n, unsigned *bins) {
    extern __shared__ unsigned local[];
    int warps = blockDim.x / 32, warp = threadIdx.x / 32;
    for (int i = threadIdx.x; i < BINS * warps; i += blockDim.x) local[i] = 0;
    __syncthreads();
    unsigned *mine = local + warp * BINS;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 4; i += gridDim.x * blockDim.x) {
        uchar4 v = data[i];
        atomicAdd(&mine[v.x], 1u), atomicAdd(&mine[v.y], 1u), atomicAdd(&mine[v.z], 1u), atomicAdd(&mine[v.w], 1u);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) {
        unsigned sum = 0;
        for (int w = 0; w < warps; w++) sum += local[w * BINS + b];
        atomicAdd(&bins[b], sum);
    }
}
__global__ void most(const unsigned *bins, int *result) { // one block of BINS threads
    __shared__ unsigned long long best[BINS / 32];
    unsigned long long v = (unsigned long long)bins[threadIdx.x] << 32 | threadIdx.x;
    for (int d = 16; d; d /= 2) v = max(v, __shfl_xor_sync(0xffffffff, v, d));
    if (threadIdx.x % 32 == 0) best[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < BINS / 32; w++) v = max(v, best[w]);
        *result = (int)(v & 0xffffffff);
    }
}

int main(void) {
    const int n = 1 << 18;
    unsigned char *data;
    unsigned *bins, want[BINS] = {0};
    int *top, expected = 0;
    cudaMallocManaged(&data, n);
    cudaMallocManaged(&bins, BINS * sizeof(unsigned));
    cudaMallocManaged(&top, sizeof(int));
    srand(3);
    for (int i = 0; i < n; i++) want[data[i] = (rand() % 256 + rand() % 256 + rand() % 256) / 3]++;
    for (int b = 0; b < BINS; b++) if (want[b] >= want[expected]) expected = b;
    for (int round = 0; round < 2; round++)
        for (int kind = 0; kind < 3; kind++) {
            int blocks = round ? 800 : 8, bad = 0;
            cudaMemset(bins, 0, BINS * sizeof(unsigned));
            if (kind == 0) global_bins<<<blocks, 128>>>(data, n, bins);
            if (kind == 1) shared_bins<<<blocks, 128>>>(data, n, bins);
            if (kind == 2) warp_bins<<<blocks, 128, BINS * 4 * sizeof(unsigned)>>>((const uchar4 *)data, n, bins);
            most<<<1, BINS>>>(bins, top);
            cudaDeviceSynchronize();
            for (int b = 0; b < BINS; b++) bad += bins[b] != want[b];
            printf("%s: %d bins wrong, the most frequent byte is %s\n", kind == 0 ? "global" : kind == 1 ? "shared" : "per warp", bad,
                   *top == expected ? "right" : "wrong");
        }
    return 0;
}
/* OUTPUT:
global: 0 bins wrong, the most frequent byte is right
shared: 0 bins wrong, the most frequent byte is right
per warp: 0 bins wrong, the most frequent byte is right
global: 0 bins wrong, the most frequent byte is right
shared: 0 bins wrong, the most frequent byte is right
per warp: 0 bins wrong, the most frequent byte is right
*/
