// A failed device assert names the block and the thread and ends the program.
// RUN: program
// CPU-ONLY: a GPU tells it when the program synchronises, and the program goes on
// EXIT: 1
#include <stdio.h>
#include <assert.h>
__global__ void check(const int *p, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    // ERROR: error: assertion `p[i] < 70` failed, in block (1,0,0), thread (6,0,0)
    assert(p[i] < 70);
}
int main() {
    int *p;
    cudaMallocManaged(&p, 128 * sizeof(int));
    for (int i = 0; i < 128; i++) p[i] = i == 70 ? 70 : 0;
    // CHECK: before
    printf("before\n");
    fflush(stdout);
    check<<<2, 64>>>(p, 128);
    cudaDeviceSynchronize();
    // CHECK-NOT: after
    printf("after\n");
    return 0;
}
