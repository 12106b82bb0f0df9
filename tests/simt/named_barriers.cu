// Barriers with a number: some of a block's warps meet, others go their ways; a producer arrives and a consumer waits.
#include <stdio.h>

__device__ void meet(unsigned name, unsigned threads) { asm volatile("bar.sync %0, %1;" : : "r"(name), "r"(threads) : "memory"); }
__device__ void arrive(unsigned name, unsigned threads) { asm volatile("barrier.cta.arrive %0, %1;" : : "r"(name), "r"(threads) : "memory"); }

// Each pair of warps turns its 64 values round, for itself and at different speeds.
__global__ void halves(int *out)
{
    __shared__ int s[256];
    unsigned i = threadIdx.x, half = i / 64;
    for (unsigned turn = 0; turn <= half; turn++) {
        s[i] = (int)i;
        meet(1 + half, 64);
        out[i] += s[half * 64 + 63 - i % 64];
        meet(1 + half, 64);
    }
}

// Warp 0 fills two buffers in turn, warps 1 and 2 empty them.
__global__ void stages(int *out, int n)
{
    __shared__ int buffer[2][32];
    const unsigned full = 2, empty = 4; // and one more of each
    unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (warp == 0) {
        for (int k = 0; k < n; k++) {
            if (k >= 2) meet(empty + k % 2, 96);
            buffer[k % 2][lane] = k * 100 + (int)lane;
            arrive(full + k % 2, 96);
        }
    } else {
        int sum = 0;
        for (int k = 0; k < n; k++) {
            meet(full + k % 2, 96);
            sum += buffer[k % 2][31 - lane];
            if (k + 2 < n) arrive(empty + k % 2, 96);
        }
        out[threadIdx.x - 32] = sum;
    }
}

int main()
{
    int *out;
    cudaMallocManaged(&out, 256 * sizeof *out);
    for (int i = 0; i < 256; i++) out[i] = 0;
    halves<<<1, 256>>>(out);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    int bad = 0;
    for (int i = 0; i < 256; i++) bad += out[i] != (i / 64 + 1) * (i / 64 * 64 + 63 - i % 64);
    printf("%d\n", bad);
    stages<<<3, 96>>>(out, 9);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    for (int i = 0; i < 64; i++) bad += out[i] != 3600 + 9 * (31 - i % 32);
    printf("%d\n", bad);
    return 0;
}
/* OUTPUT:
cudaSuccess
0
cudaSuccess
0
*/
