// RUN: program
// 2-D diffusion with 8x8 tiles and a halo in shared memory, two buffers; the total heat must stay.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define TILE 8

__global__ void step(const float *in, float *out, int nx, int ny, float k) {
    __shared__ float tile[TILE + 2][TILE + 2];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    int cx = min(x, nx - 1), cy = min(y, ny - 1);
    tile[ty][tx] = in[cy * nx + cx];
    if (threadIdx.x == 0) tile[ty][0] = in[cy * nx + max(cx - 1, 0)];
    if (threadIdx.x == TILE - 1) tile[ty][TILE + 1] = in[cy * nx + min(cx + 1, nx - 1)];
    if (threadIdx.y == 0) tile[0][tx] = in[max(cy - 1, 0) * nx + cx];
    if (threadIdx.y == TILE - 1) tile[TILE + 1][tx] = in[min(cy + 1, ny - 1) * nx + cx];
    __syncthreads();
    if (x < nx && y < ny) {
        float c = tile[ty][tx];
        out[y * nx + x] = c + k * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx] - 4 * c);
    }
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 96, steps = argc > 2 ? atoi(argv[2]) : 100;
    float *a, *b;
    cudaMallocManaged(&a, n * n * sizeof(float));
    cudaMallocManaged(&b, n * n * sizeof(float));
    for (int i = 0; i < n * n; i++) a[i] = 0;
    a[n / 2 * n + n / 2] = 1000;
    dim3 block(TILE, TILE), grid((n + TILE - 1) / TILE, (n + TILE - 1) / TILE);
    for (int s = 0; s < steps; s++) {
        step<<<grid, block>>>(a, b, n, n, 0.2f);
        float *t = a;
        a = b;
        b = t;
    }
    cudaDeviceSynchronize();
    double total = 0;
    for (int i = 0; i < n * n; i++) total += a[i];
    printf("total %s, centre %s, symmetric %s\n", fabs(total - 1000) < 0.1 ? "kept" : "lost",
           a[n / 2 * n + n / 2] < 100 && a[n / 2 * n + n / 2] > 1 ? "spread" : "wrong",
           fabsf(a[(n / 2 + 3) * n + n / 2] - a[n / 2 * n + n / 2 - 3]) < 1e-3f ? "yes" : "no");
}
/* OUTPUT:
total kept, centre spread, symmetric yes
*/
