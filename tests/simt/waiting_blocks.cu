// Blocks that wait for each other make progress, as many as a GPU holds at once: a barrier of the grid made of atomics,
// a chain in which every block waits for one that has not begun, and one where each waits for the block before it.
// CPU-ONLY: only so many blocks fit a GPU.
#include <stdio.h>

__device__ int count, order;

__global__ void barrier(int *out, int rounds) {
    __shared__ int s[2];
    s[threadIdx.x % 2] = blockIdx.x;
    for (int r = 1; r <= rounds; r++) {
        __syncthreads();
        if (threadIdx.x == 0) {
            atomicAdd(&count, 1);
            while (atomicAdd(&count, 0) < (int)gridDim.x * r) {}
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0] * 10 + s[1] - 11 * blockIdx.x;
}

__global__ void backwards(volatile int *out) {
    if (blockIdx.x + 1 < gridDim.x) while (out[blockIdx.x + 1] < 0) {}
    out[blockIdx.x] = atomicAdd(&order, 1);
}

__global__ void forwards(volatile int *sum) { // a running total, handed from block to block
    __shared__ volatile int mine;
    if (threadIdx.x == 0) {
        int before = 0;
        if (blockIdx.x) while ((before = sum[blockIdx.x - 1]) < 0) {}
        mine = before;
    }
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1) sum[blockIdx.x] = mine + blockIdx.x % 5;
}

int main() {
    int *out, zero = 0, bad = 0;
    static const int sizes[] = {1, 2, 3, 7, 300, 4224};
    cudaMallocManaged(&out, 5000 * sizeof(int));
    for (int k = 0; k < 6; k++) {
        int n = sizes[k];
        cudaMemcpyToSymbol(count, &zero, sizeof zero);
        cudaMemcpyToSymbol(order, &zero, sizeof zero);
        for (int i = 0; i < n; i++) out[i] = -1;
        barrier<<<n, k < 5 ? 40 : 4>>>(out, 2);
        cudaDeviceSynchronize();
        for (int i = 0; i < n; i++) bad += out[i] != 0;
        for (int i = 0; i < n; i++) out[i] = -1;
        backwards<<<n, 1>>>(out);
        cudaDeviceSynchronize();
        for (int i = 0; i < n; i++) bad += out[i] != n - 1 - i;
        for (int i = 0; i < n; i++) out[i] = -1;
        forwards<<<n, 33>>>(out);
        cudaDeviceSynchronize();
        for (int i = 0, want = 0; i < n; i++) bad += out[i] != (want += i % 5);
        printf("%d blocks: %d wrong\n", n, bad);
    }
    return 0;
}
/* OUTPUT:
1 blocks: 0 wrong
2 blocks: 0 wrong
3 blocks: 0 wrong
7 blocks: 0 wrong
300 blocks: 0 wrong
4224 blocks: 0 wrong
*/
