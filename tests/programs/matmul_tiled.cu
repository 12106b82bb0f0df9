// RUN: program
// Tiled matrix multiply with two shared tiles, sizes that are and are not multiples of the tile, 16 and 32.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

template <int TILE> __global__ void matmul(const float *A, const float *B, float *C, int n) {
    __shared__ float As[TILE][TILE], Bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
    float sum = 0.0f;
    for (int t = 0; t < (n + TILE - 1) / TILE; t++) {
        As[ty][tx] = row < n && t * TILE + tx < n ? A[row * n + t * TILE + tx] : 0.0f;
        Bs[ty][tx] = col < n && t * TILE + ty < n ? B[(t * TILE + ty) * n + col] : 0.0f;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < TILE; k++) sum += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    if (row < n && col < n) C[row * n + col] = sum;
}

static int check(int n, int tile) {
    size_t bytes = (size_t)n * n * sizeof(float);
    float *A, *B, *C;
    cudaMallocManaged(&A, bytes);
    cudaMallocManaged(&B, bytes);
    cudaMallocManaged(&C, bytes);
    for (int i = 0; i < n * n; i++) A[i] = (float)(i % 13) - 6, B[i] = (float)(i % 7) - 3;
    dim3 block(tile, tile), grid((n + tile - 1) / tile, (n + tile - 1) / tile);
    if (tile == 16) matmul<16><<<grid, block>>>(A, B, C, n);
    else matmul<32><<<grid, block>>>(A, B, C, n);
    cudaError_t err = cudaDeviceSynchronize();
    if (err != cudaSuccess) printf("%s\n", cudaGetErrorString(err));
    int wrong = 0;
    for (int i = 0; i < n; i += 7)
        for (int j = 0; j < n; j += 5) {
            float sum = 0;
            for (int k = 0; k < n; k++) sum += A[i * n + k] * B[k * n + j];
            wrong += fabsf(sum - C[i * n + j]) > 1e-3f * n;
        }
    cudaFree(A), cudaFree(B), cudaFree(C);
    return wrong;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 128;
    printf("%d %d %d %d\n", check(n, 16), check(n, 32), check(100, 16), check(61, 32));
}
/* OUTPUT:
0 0 0 0
*/
