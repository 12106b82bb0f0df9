// RUN: program
// Prefix sums of any length: scans of blocks, a scan of their sums, and the sums added; used to compact an array.
#include <stdio.h>
#include <stdlib.h>

#define BLOCK 256

__global__ void scan_blocks(const int *in, int *out, int *sums, int n) { // exclusive, two elements per thread
    __shared__ int s[2 * BLOCK];
    int t = threadIdx.x, base = blockIdx.x * 2 * BLOCK, offset = 1;
    s[2 * t] = base + 2 * t < n ? in[base + 2 * t] : 0;
    s[2 * t + 1] = base + 2 * t + 1 < n ? in[base + 2 * t + 1] : 0;
    for (int d = BLOCK; d > 0; d >>= 1, offset *= 2) {
        __syncthreads();
        if (t < d) s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
    }
    __syncthreads();
    if (t == 0) {
        if (sums) sums[blockIdx.x] = s[2 * BLOCK - 1];
        s[2 * BLOCK - 1] = 0;
    }
    for (int d = 1; d <= BLOCK; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int i = offset * (2 * t + 1) - 1, j = offset * (2 * t + 2) - 1, v = s[i];
            s[i] = s[j];
            s[j] += v;
        }
    }
    __syncthreads();
    if (base + 2 * t < n) out[base + 2 * t] = s[2 * t];
    if (base + 2 * t + 1 < n) out[base + 2 * t + 1] = s[2 * t + 1];
}

__global__ void add_sums(int *out, const int *sums, int n) {
    int i = blockIdx.x * 2 * BLOCK + threadIdx.x;
    if (i < n) out[i] += sums[blockIdx.x];
    if (i + BLOCK < n) out[i + BLOCK] += sums[blockIdx.x];
}

static void scan(const int *in, int *out, int n) {
    int blocks = (n + 2 * BLOCK - 1) / (2 * BLOCK), *sums;
    if (blocks == 1) {
        scan_blocks<<<1, BLOCK>>>(in, out, NULL, n);
        return;
    }
    cudaMalloc(&sums, blocks * sizeof(int));
    scan_blocks<<<blocks, BLOCK>>>(in, out, sums, n);
    scan(sums, sums, blocks);
    add_sums<<<blocks, BLOCK>>>(out, sums, n);
    cudaFree(sums);
}

__global__ void flag(const int *in, int *flags, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) flags[i] = in[i] % 3 == 0;
}
__global__ void gather(const int *in, const int *flags, const int *at, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && flags[i]) out[at[i]] = in[i];
}

int main(void) {
    static const int sizes[] = {1, 511, 513, 5000, 300001};
    for (int k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int n = sizes[k], bad = 0, kept = 0, sum = 0, *in, *out, *flags, *packed;
        cudaMallocManaged(&in, n * sizeof(int));
        cudaMallocManaged(&out, n * sizeof(int));
        cudaMallocManaged(&flags, n * sizeof(int));
        cudaMallocManaged(&packed, n * sizeof(int));
        for (int i = 0; i < n; i++) in[i] = (int)((i * 2654435761u) >> 24);
        scan(in, out, n);
        cudaDeviceSynchronize();
        for (int i = 0; i < n; sum += in[i++]) bad += out[i] != sum;
        flag<<<(n + 255) / 256, 256>>>(in, flags, n);
        scan(flags, out, n);
        gather<<<(n + 255) / 256, 256>>>(in, flags, out, packed, n);
        cudaDeviceSynchronize();
        for (int i = 0; i < n; i++)
            if (in[i] % 3 == 0) bad += packed[kept++] != in[i];
        printf("%d: sum %d, kept %d, wrong %d\n", n, sum, kept, bad);
        cudaFree(in), cudaFree(out), cudaFree(flags), cudaFree(packed);
    }
    return 0;
}
/* OUTPUT:
1: sum 0, kept 1, wrong 0
511: sum 65005, kept 178, wrong 0
513: sum 65323, kept 178, wrong 0
5000: sum 637438, kept 1679, wrong 0
300001: sum 38249957, kept 100774, wrong 0
*/
