// Signed integers wrap in kernels, in the first launches and in later ones, in one lane and in many; indices stay what
// they are: an `int` sum that finds an element is affine whatever it is kept in.
#include <stdio.h>

__global__ void sums(int *out, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int square = i * 65537 * 3, big = 2147483647 - (i & 31) + in[i];
    long wide = i * 100000; // the sum wraps before it is widened
    int index = (i / 7) * 7 + i % 7;
    out[4 * i] = square < 0 ? -square : square;
    out[4 * i + 1] = big < in[i] ? 1 : big + 1 > big;
    out[4 * i + 2] = (int)(wide >> 8);
    int k = 4 * index + 3;
    out[k] = in[index] * 7919 / 3;
}

#define N 5000
int in[N], first[4 * N], out[4 * N];

int main() {
    for (int i = 0; i < N; i++) in[i] = i * 429496 - (i % 3 ? 0 : 2000000000);
    sums<<<(N + 99) / 100, 100>>>(first, in, N);
    cudaDeviceSynchronize();
    int bad = 0, wrong = 0;
    for (int r = 0; r < 60; r++) {
        for (int i = 0; i < 4 * N; i++) out[i] = -1;
        sums<<<(N + 63) / 64, 64>>>(out, in, N);
        cudaDeviceSynchronize();
        for (int i = 0; i < 4 * N; i++) bad += out[i] != first[i];
    }
    for (int i = 0; i < N; i++) { // what the host says, in unsigned arithmetic
        unsigned s = (unsigned)i * 65537u * 3u, w = (unsigned)i * 100000u, p = (unsigned)in[i] * 7919u;
        int square = (int)s, negated = (int)(0 - s);
        wrong += first[4 * i] != (square < 0 ? negated : square);
        wrong += first[4 * i + 2] != (int)((long)(int)w >> 8);
        wrong += first[4 * i + 3] != (int)p / 3;
        int big = (int)(2147483647u - (unsigned)(i & 31) + (unsigned)in[i]);
        wrong += first[4 * i + 1] != (big < in[i] ? 1 : big != 2147483647);
    }
    printf("%d differences, %d wrong\n", bad, wrong); // CHECK: 0 differences, 0 wrong
}
