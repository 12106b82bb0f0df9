// Bytes and halves with gaps between them: what is stored as rows under a mask (core/gen/lanes/memory.c) leaves the bytes between as
// they were, in full vectors and in part of one, and whatever lies between two stores.
#include <stdio.h>
#include <string.h>

#define N 5000
typedef struct { unsigned char r, g, b; } Pixel;
typedef struct { short a; char pad[4]; short b; } Mixed; // a multiple of 2 bytes apart

template <int STRIDE> __global__ void bytes(unsigned char *o, int at, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) o[STRIDE * i + at] = i * 7 + at;
}
template <int STRIDE> __global__ void halves(short *o, int at, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && (n == N || i % 5)) o[STRIDE * i + at] = i * 7 - at;
}
__global__ void member(Pixel *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i].g = i; }
__global__ void members(Mixed *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i].b = -i; }
__global__ void between(unsigned char *o, const unsigned char *in, int n) { // each load may be of what was stored before
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    o[3 * i] = 255 - in[3 * i];
    o[3 * i + 1] = 255 - in[3 * i + 1];
    o[3 * i + 2] = 255 - in[3 * i + 2];
}
__global__ void backwards(unsigned char *o, int n) { int i = n - 1 - (int)(blockIdx.x * blockDim.x + threadIdx.x); if (i >= 0) o[3 * i + 1] = i; }
__global__ void in_loop(unsigned char *o, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        for (int k = 0; k < 5; k += 2) o[5 * i + k] = i + k;
}

unsigned char *o, *in, want[16 * N];
int wrong = 0;
static void fresh(void) { for (int i = 0; i < 16 * N; i++) o[i] = want[i] = i * 13 + 5; }
static void same(const char *what, int n) {
    cudaDeviceSynchronize();
    if (memcmp(o, want, 16 * N)) { printf("%s of %d differs\n", what, n); wrong++; }
}
template <int STRIDE> static void try_strides(int n, int block) {
    for (int at = 0; at < STRIDE; at++) {
        fresh();
        bytes<STRIDE><<<(N + block - 1) / block, block>>>(o, at, n);
        for (int i = 0; i < n; i++) want[STRIDE * i + at] = i * 7 + at;
        same("bytes", STRIDE);
        fresh();
        halves<STRIDE><<<(N + block - 1) / block, block>>>((short *)o, at, n);
        for (int i = 0; i < n; i++) if (n == N || i % 5) ((short *)want)[STRIDE * i + at] = i * 7 - at;
        same("halves", STRIDE);
    }
}

int main() {
    cudaMallocManaged(&o, 16 * N);
    cudaMallocManaged(&in, 16 * N);
    for (int i = 0; i < 16 * N; i++) in[i] = i * 31 + 7;
    for (int turn = 0; turn < 3; turn++) { // quick code, then full code
        int sizes[] = {N, N - 1, N - 40, 33}, blocks[] = {256, 100, 32};
        for (int n : sizes)
            for (int block : blocks) {
                try_strides<2>(n, block);
                try_strides<3>(n, block);
                try_strides<5>(n, block);
                try_strides<8>(n, block);
                int grid = (N + block - 1) / block;
                fresh(); member<<<grid, block>>>((Pixel *)o, n);
                for (int i = 0; i < n; i++) ((Pixel *)want)[i].g = i;
                same("member", n);
                fresh(); members<<<grid, block>>>((Mixed *)o, n);
                for (int i = 0; i < n; i++) ((Mixed *)want)[i].b = -i;
                same("members", n);
                fresh(); between<<<grid, block>>>(o, in, n);
                for (int i = 0; i < 3 * n; i++) want[i] = 255 - in[i];
                same("between", n);
                fresh(); between<<<grid, block>>>(o, o, n); // of itself
                for (int i = 0; i < 3 * n; i++) want[i] = 255 - want[i];
                same("inverted", n);
                fresh(); backwards<<<grid, block>>>(o, n);
                for (int i = 0; i < n; i++) want[3 * i + 1] = i;
                same("backwards", n);
                fresh(); in_loop<<<3, block>>>(o, n);
                for (int i = 0; i < n; i++) for (int k = 0; k < 5; k += 2) want[5 * i + k] = i + k;
                same("in_loop", n);
            }
    }
    printf("%d wrong\n", wrong); // expect: 0 wrong
    return wrong != 0;
}
