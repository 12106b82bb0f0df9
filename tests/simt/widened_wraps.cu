// An int that wraps between two lanes of a vector is widened after it has wrapped, whatever it is used for.
#include <limits.h>
#include <stdio.h>

__global__ void widen(long *out, double *d, int from, int step) {
    int t = threadIdx.x, i = from + t, k = from + t * step, m = t * 100000007;
    out[t] = i;
    out[64 + t] = (long)k * 3;
    out[128 + t] = (long)m >> 3;
    out[192 + t] = (long)(i + 5) - (long)i;
    d[t] = (double)((long)k + 1);
}

int main() {
    long *out;
    double *d;
    int bad = 0;
    cudaMallocManaged(&out, 256 * sizeof(long));
    cudaMallocManaged(&d, 64 * sizeof(double));
    int froms[] = {INT_MAX - 20, INT_MAX - 33, INT_MAX - 1, 0, INT_MIN, -7}, steps[] = {1, 3, 1 << 26, -(1 << 26), 1000000007};
    for (int round = 0; round < 60; round++) {
        int from = froms[round % 6], step = steps[round % 5];
        widen<<<1600, 64>>>(out, d, from, step);
        cudaDeviceSynchronize();
        for (int t = 0; t < 64; t++) {
            int i = (int)((unsigned)from + t), k = (int)((unsigned)from + (unsigned)t * (unsigned)step), m = (int)(t * 100000007u);
            int five = (int)((unsigned)i + 5);
            bad += out[t] != i || out[64 + t] != (long)k * 3 || out[128 + t] != (long)m >> 3;
            bad += out[192 + t] != (long)five - (long)i || d[t] != (double)((long)k + 1);
        }
    }
    // CHECK: 0 bad
    printf("%d bad\n", bad);
    return bad > 0;
}
