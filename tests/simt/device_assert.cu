// A failed device assert names the block and the thread; the program goes on as on CUDA: without its device, whose
// loss every call that uses it returns from the next one on.
// RUN: program
// CPU-ONLY-MESSAGES: the driver of a GPU has words of its own
#include <stdio.h>
#include <assert.h>
__device__ int seen;
__global__ void check(const int *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // CHECK: before
    // CHECK: error: assertion `p[i] < 70` failed, in block (1,0,0), thread (6,0,0)
    // CHECK: note: the program goes on as on a GPU: calls that use the device return cudaErrorAssert
    assert(p[i] < 70);
}
__global__ void next() { seen = 1; }
int main() {
    int *p, *q = NULL, host = 7;
    cudaMallocManaged(&p, 128 * sizeof(int));
    for (int i = 0; i < 128; i++) p[i] = i == 70 ? 70 : 0;
    printf("before\n");
    fflush(stdout);
    check<<<2, 64>>>(p, 128);
    // CHECK: synchronize 710 cudaErrorAssert device-side assert triggered
    cudaError_t error = cudaDeviceSynchronize();
    printf("synchronize %d %s %s\n", error, cudaGetErrorName(error), cudaGetErrorString(error));
    // CHECK: last 0 710, again 0, malloc 710 0, copy 710 7, free 710
    printf("last %d %d", cudaPeekAtLastError(), cudaGetLastError());
    printf(", again %d", cudaGetLastError());
    printf(", malloc %d", cudaMalloc(&q, 4));
    printf(" %d", q != NULL);
    printf(", copy %d", cudaMemcpyFromSymbol(&host, seen, 4));
    printf(" %d", host);
    printf(", free %d\n", cudaFree(p));
    next<<<1, 1>>>();
    // CHECK: launch 710
    printf("launch %d\n", cudaGetLastError());
    // CHECK: after
    printf("after\n");
    return 0;
}
