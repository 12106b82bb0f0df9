// Lanes in lockstep that take other ways join again before they go on: those behind come first. Also where the lanes are
// fibers, as in this kernel, which calls what cannot be inlined.
// CPU-ONLY: GPUs since Volta promise no lockstep.
#include <stdio.h>

__device__ __noinline__ int deep(int n) { return n <= 0 ? 0 : deep(n - 1) + 1; }

__global__ void branches(const int *in, int *out, int n) {
    __shared__ int d[32];
    int t = threadIdx.x, spare = deep(n + t % 3);
    volatile int *v = d;
    v[t] = in[t];
    if (t & 1) { // one way is longer
        v[t] = v[t] + 100;
        v[t] = v[t] * 2;
        v[t] += spare - n - t % 3;
    }
    out[t] = v[t ^ 1];
    if (t % 4 == 0) {
        v[t + 1] = 7;
    } else if (t % 4 == 1) {
        v[t] += 1; // of what stood there: the other side comes first in the code
    }
    out[32 + t] = v[t];
    for (int k = 0; k < t % 5; k++) v[t] += 1; // some go round more often
    out[64 + t] = v[(t + 1) % 32];
}

int main() {
    int *in, *out, bad = 0;
    cudaMallocManaged(&in, 128);
    cudaMallocManaged(&out, 96 * 4);
    for (int i = 0; i < 32; i++) in[i] = i * 3;
    for (int round = 0; round < 20; round++) {
        int v[32];
        branches<<<1, 32>>>(in, out, 5);
        cudaDeviceSynchronize();
        for (int i = 0; i < 32; i++) v[i] = i & 1 ? (in[i] + 100) * 2 : in[i];
        for (int i = 0; i < 32; i++) bad += out[i] != v[i ^ 1];
        for (int i = 0; i < 32; i += 4) v[i + 1] = 8;
        for (int i = 0; i < 32; i++) bad += out[32 + i] != v[i];
        for (int i = 0; i < 32; i++) v[i] += i % 5;
        for (int i = 0; i < 32; i++) bad += out[64 + i] != v[(i + 1) % 32];
    }
    // CHECK: 0 bad
    printf("%d bad\n", bad);
    return bad > 0;
}
