// What stands behind a condition that no lane of a vector fulfils has no effect: short stores to one address, atomics,
// divisions, loads through pointers that would fault, in vectors that are wholly off beside others that are not.
// RUN: file
// (Launches of 100,000 threads run vectors from the first on.)
#include <stdio.h>

__global__ void empty(const int *in, int *one, int *two, int *hist, int *out, int n) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    int x = in[t];
    if (x > 100) *one = x;
    if (x > 200) two[1] = 5;
    if (x > 300) hist[0]++;
    if (x == 99) atomicAdd(hist + 1, x);
    const int *p = x > 400 ? in + x : NULL;
    if (p) out[t] = *p;
    if (x < 0) *two = t / (x + 1);
}

int main() {
    const int n = 4096;
    int *in, *one, *two, *hist, *out, bad = 0;
    cudaMallocManaged(&in, n * 4);
    cudaMallocManaged(&one, 4);
    cudaMallocManaged(&two, 8);
    cudaMallocManaged(&hist, 8);
    cudaMallocManaged(&out, n * 4);
    for (int round = 0; round < 40; round++) {
        *one = two[0] = two[1] = hist[0] = -1;
        hist[1] = 0;
        for (int i = 0; i < n; i++) in[i] = i % 97, out[i] = -2;
        if (round % 2) in[n / 2 + round] = 99; // one lane of one vector
        if (round % 4 == 3) in[round * 64 + 5] = 150;
        empty<<<1000, 128>>>(in, one, two, hist, out, n - 1);
        cudaDeviceSynchronize();
        bad += *one != (round % 4 == 3 ? 150 : -1) || two[0] != -1 || two[1] != -1 || hist[0] != -1;
        bad += hist[1] != (round % 2 ? 99 : 0);
        for (int i = 0; i < n; i++) bad += out[i] != -2;
    }
    // CHECK: 0 bad
    printf("%d bad\n", bad);
    return bad > 0;
}
