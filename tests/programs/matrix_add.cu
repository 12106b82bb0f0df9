// RUN: program
// MatAdd as in the CUDA guide: one 2-D block, then a grid of 16x16 blocks with a bounds check; and an int matrix
// launched right (2-D) and wrong (1-D, which writes only 5,000 of the elements).
#include <stdio.h>
#include <stdlib.h>

#define N 16

__global__ void MatAdd(float A[N][N], float B[N][N], float C[N][N]) {
    int i = threadIdx.x;
    int j = threadIdx.y;
    C[i][j] = A[i][j] + B[i][j];
}

__global__ void MatAddGrid(const float *A, const float *B, float *C, int rows, int cols) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && col < cols) C[row * cols + col] = A[row * cols + col] + B[row * cols + col];
}

__global__ void add_ints(const int *a, const int *b, int *c, int nx, int ny) {
    int ix = threadIdx.x + blockIdx.x * blockDim.x;
    int iy = threadIdx.y + blockIdx.y * blockDim.y;
    if (ix < nx && iy < ny) c[iy * nx + ix] = a[iy * nx + ix] + b[iy * nx + ix];
}

static int count(const int *c, int n) {
    int done = 0;
    for (int i = 0; i < n; i++) done += c[i] == 3 * i;
    return done;
}

int main() {
    float(*A)[N], (*B)[N], (*C)[N];
    cudaMallocManaged(&A, N * N * sizeof(float));
    cudaMallocManaged(&B, N * N * sizeof(float));
    cudaMallocManaged(&C, N * N * sizeof(float));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) A[i][j] = i, B[i][j] = j;
    dim3 threadsPerBlock(N, N);
    MatAdd<<<1, threadsPerBlock>>>(A, B, C);
    cudaDeviceSynchronize();
    printf("C[3][5] = %g, C[15][15] = %g\n", C[3][5], C[15][15]);

    const int rows = 100, cols = 37;
    float *a, *b, *c;
    cudaMallocManaged(&a, rows * cols * sizeof *a);
    cudaMallocManaged(&b, rows * cols * sizeof *b);
    cudaMallocManaged(&c, rows * cols * sizeof *c);
    for (int i = 0; i < rows * cols; i++) a[i] = i, b[i] = -2 * i;
    dim3 block(16, 16), grid((cols + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
    MatAddGrid<<<grid, block>>>(a, b, c, rows, cols);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < rows * cols; i++) wrong += c[i] != -i;
    printf("grid %u x %u: %d wrong\n", grid.x, grid.y, wrong);

    const int nx = 5000, ny = 400;
    int *x = (int *)malloc(nx * ny * 4), *y = (int *)malloc(nx * ny * 4), *z = (int *)calloc(nx * ny, 4);
    int *dx, *dy, *dz;
    for (int i = 0; i < nx * ny; i++) x[i] = i, y[i] = 2 * i;
    z[0] = -1;
    cudaMalloc(&dx, nx * ny * 4);
    cudaMalloc(&dy, nx * ny * 4);
    cudaMalloc(&dz, nx * ny * 4);
    cudaMemcpy(dx, x, nx * ny * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(dy, y, nx * ny * 4, cudaMemcpyHostToDevice);
    cudaMemset(dz, 0xff, nx * ny * 4);
    add_ints<<<(nx + 255) / 256, 256>>>(dx, dy, dz, nx, ny);
    cudaMemcpy(z, dz, nx * ny * 4, cudaMemcpyDeviceToHost);
    printf("1-D launch: %d of %d\n", count(z, nx * ny), nx * ny);
    dim3 blocks((nx + 31) / 32, (ny + 31) / 32), threads(32, 32);
    add_ints<<<blocks, threads>>>(dx, dy, dz, nx, ny);
    cudaMemcpy(z, dz, nx * ny * 4, cudaMemcpyDeviceToHost);
    printf("2-D launch: %d of %d\n", count(z, nx * ny), nx * ny);
    cudaFree(dx), cudaFree(dy), cudaFree(dz), cudaFree(a), cudaFree(b), cudaFree(c);
    cudaFree(A), cudaFree(B), cudaFree(C);
    free(x), free(y), free(z);
}
/* OUTPUT:
C[3][5] = 8, C[15][15] = 30
grid 3 x 7: 0 wrong
1-D launch: 5000 of 2000000
2-D launch: 2000000 of 2000000
*/
