// RUN: program
// The racy counter and its atomic version; histograms with global and shared atomics; other atomics.
#include <stdio.h>
#include <stdlib.h>

__global__ void racy(int *c) { c[0] += 1; }
__global__ void atomic(int *c) { atomicAdd(&c[0], 1); }

#define BINS 10
__global__ void histogram_global(const float *x, int n, float lo, float hi, int *bins) {
    int start = blockIdx.x * blockDim.x + threadIdx.x, stride = blockDim.x * gridDim.x;
    float width = (hi - lo) / BINS;
    for (int i = start; i < n; i += stride) {
        int bin = (int)((x[i] - lo) / width);
        if (bin >= 0 && bin < BINS) atomicAdd(bins + bin, 1);
    }
}

__global__ void histogram_shared(const float *x, int n, float lo, float hi, int *bins) {
    __shared__ int local[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) local[b] = 0;
    __syncthreads();
    int start = blockIdx.x * blockDim.x + threadIdx.x, stride = blockDim.x * gridDim.x;
    float width = (hi - lo) / BINS;
    for (int i = start; i < n; i += stride) {
        int bin = (int)((x[i] - lo) / width);
        if (bin >= 0 && bin < BINS) atomicAdd(&local[bin], 1);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x) atomicAdd(&bins[b], local[b]);
}

__global__ void others(int *least, int *most, unsigned *ring, unsigned long long *big, float *sum, double *dsum, int *cas) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicMin(least, 1000 - i);
    atomicMax(most, i);
    atomicInc(ring, 6);
    atomicAdd(big, 1ull << 33);
    atomicAdd(sum, 0.5f);
    atomicAdd(dsum, 0.25);
    int old = *cas, seen;
    do {
        seen = old;
        old = atomicCAS(cas, seen, seen + 2);
    } while (old != seen);
}

int main() {
    int *c;
    cudaMallocManaged(&c, sizeof(int));
    *c = 0;
    racy<<<1000, 256>>>(c);
    cudaDeviceSynchronize();
    printf("racy: %s\n", *c > 0 && *c <= 256000 ? "some number" : "impossible");
    *c = 0;
    atomic<<<1000, 256>>>(c);
    cudaDeviceSynchronize();
    printf("atomic: %d\n", *c);

    const int n = 1 << 20;
    float *x;
    int *g, *s, expected[BINS] = {0}, wrong = 0;
    cudaMallocManaged(&x, n * sizeof(float));
    cudaMallocManaged(&g, BINS * sizeof(int));
    cudaMallocManaged(&s, BINS * sizeof(int));
    cudaMemset(g, 0, BINS * sizeof(int));
    cudaMemset(s, 0, BINS * sizeof(int));
    srand(1);
    for (int i = 0; i < n; i++) {
        x[i] = (float)rand() / RAND_MAX * 8 - 4;
        int bin = (int)((x[i] + 4) / 0.8f);
        if (bin >= 0 && bin < BINS) expected[bin]++;
    }
    histogram_global<<<64, 64>>>(x, n, -4, 4, g);
    histogram_shared<<<64, 64>>>(x, n, -4, 4, s);
    cudaDeviceSynchronize();
    for (int b = 0; b < BINS; b++) wrong += abs(g[b] - expected[b]) > 2 || s[b] != g[b];
    printf("histograms: %d wrong\n", wrong);

    int *least, *most, *cas;
    unsigned *ring;
    unsigned long long *big;
    float *sum;
    double *dsum;
    cudaMallocManaged(&least, 4), cudaMallocManaged(&most, 4), cudaMallocManaged(&cas, 4), cudaMallocManaged(&ring, 4);
    cudaMallocManaged(&big, 8), cudaMallocManaged(&sum, 4), cudaMallocManaged(&dsum, 8);
    *least = 5000, *most = -1, *cas = 0, *ring = 0, *big = 0, *sum = 0, *dsum = 0;
    others<<<4, 250>>>(least, most, ring, big, sum, dsum, cas);
    cudaDeviceSynchronize();
    printf("%d %d %u %llu %g %g %d\n", *least, *most, *ring, *big >> 33, *sum, *dsum, *cas);
}
/* OUTPUT:
racy: some number
atomic: 256000
histograms: 0 wrong
1 999 6 1000 500 250 2000
*/
