// RUN: program
// The first kernel: one block of N threads, then a grid-stride loop over a grid of 30 blocks of 128.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t err = (call);                                                                  \
        if (err != cudaSuccess) {                                                                  \
            fprintf(stderr, "CUDA error at %s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err)); \
            exit(EXIT_FAILURE);                                                                    \
        }                                                                                          \
    } while (0)

__global__ void VecAdd(const float *A, const float *B, float *C) {
    int i = threadIdx.x;
    C[i] = A[i] + B[i];
}

__global__ void add(int n, const float *x, const float *y, float *out) {
    int start = blockIdx.x * blockDim.x + threadIdx.x;
    int stride = gridDim.x * blockDim.x;
    for (int i = start; i < n; i += stride) out[i] = x[i] + y[i];
}

int main(void) {
    const int small = 256, n = 100000;
    size_t bytes = n * sizeof(float);
    float *h_a = (float *)malloc(bytes), *h_b = (float *)malloc(bytes), *h_c = (float *)malloc(bytes);
    for (int i = 0; i < n; i++) {
        h_a[i] = (float)i;
        h_b[i] = 2.0f * i;
    }
    float *d_a, *d_b, *d_c;
    CHECK(cudaMalloc(&d_a, bytes));
    CHECK(cudaMalloc(&d_b, bytes));
    CHECK(cudaMalloc((void **)&d_c, bytes));
    CHECK(cudaMemcpy(d_a, h_a, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_b, h_b, bytes, cudaMemcpyHostToDevice));

    VecAdd<<<1, small>>>(d_a, d_b, d_c);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(h_c, d_c, small * sizeof(float), cudaMemcpyDeviceToHost));
    int wrong = 0;
    for (int i = 0; i < small; i++) wrong += h_c[i] != 3.0f * i;
    printf("VecAdd: %d wrong\n", wrong);

    cudaEvent_t begin, end;
    CHECK(cudaEventCreate(&begin));
    CHECK(cudaEventCreate(&end));
    CHECK(cudaEventRecord(begin));
    add<<<30, 128>>>(n, d_a, d_b, d_c);
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    float ms = -1;
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(h_c, d_c, bytes, cudaMemcpyDeviceToHost));
    wrong = 0;
    for (int i = 0; i < n; i++) wrong += h_c[i] != h_a[i] + h_b[i];
    printf("add: %d wrong, timed: %s\n", wrong, ms >= 0 ? "yes" : "no");

    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_c));
    free(h_a);
    free(h_b);
    free(h_c);
    return 0;
}
/* OUTPUT:
VecAdd: 0 wrong
add: 0 wrong, timed: yes
*/
