// RUN: program
// Conway's game of life on a torus, with and without shared memory; a glider comes back to where it was.
#include <stdio.h>
#include <string.h>

#define W 64
#define H 48
#define TX 16
#define TY 8

__global__ void plain(const unsigned char *a, unsigned char *b, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, n = 0;
    if (x >= w || y >= h) return;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy) n += a[(y + dy + h) % h * w + (x + dx + w) % w];
    b[y * w + x] = n == 3 || (n == 2 && a[y * w + x]);
}

__global__ void tiled(const unsigned char *a, unsigned char *b, int w, int h) { // w and h are multiples of the tile
    __shared__ unsigned char s[TY + 2][TX + 2];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * TX + tx, y = blockIdx.y * TY + ty;
    for (int i = ty * TX + tx; i < (TX + 2) * (TY + 2); i += TX * TY) {
        int u = blockIdx.x * TX + i % (TX + 2) - 1, v = blockIdx.y * TY + i / (TX + 2) - 1;
        s[i / (TX + 2)][i % (TX + 2)] = a[(v + h) % h * w + (u + w) % w];
    }
    __syncthreads();
    int n = s[ty][tx] + s[ty][tx + 1] + s[ty][tx + 2] + s[ty + 1][tx] + s[ty + 1][tx + 2] + s[ty + 2][tx] + s[ty + 2][tx + 1] + s[ty + 2][tx + 2];
    b[y * w + x] = n == 3 || (n == 2 && s[ty + 1][tx + 1]);
}

static void show(const unsigned char *a, int rows, int cols) {
    for (int y = 0; y < rows; y++) {
        for (int x = 0; x < cols; x++) putchar(a[y * W + x] ? '#' : '.');
        putchar('\n');
    }
}

int main(void) {
    unsigned char *grid[4], start[W * H] = {0};
    static const int glider[][2] = {{1, 0}, {2, 1}, {0, 2}, {1, 2}, {2, 2}};
    for (int k = 0; k < 5; k++) start[glider[k][1] * W + glider[k][0]] = 1;
    for (int k = 0; k < 3; k++) start[30 * W + 38 + k] = 1; // a blinker
    for (int k = 0; k < 4; k++) {
        cudaMallocManaged(&grid[k], W * H);
        memcpy(grid[k], start, W * H);
    }
    int differ = 0;
    for (int s = 0; s < 4 * W * 3; s++) {
        plain<<<dim3(W / TX, H / TY), dim3(TX, TY)>>>(grid[s & 1], grid[1 - (s & 1)], W, H);
        tiled<<<dim3(W / TX, H / TY), dim3(TX, TY)>>>(grid[2 + (s & 1)], grid[3 - (s & 1)], W, H);
        cudaDeviceSynchronize();
        if (s == 1) show(grid[0], 5, 5);
        differ += memcmp(grid[1 - (s & 1)], grid[3 - (s & 1)], W * H) != 0;
    }
    printf("the kernels differ %d times; after %d generations the pattern is %s\n", differ, 4 * W * 3,
           memcmp(grid[0], start, W * H) ? "another one" : "back");
    return 0;
}
/* OUTPUT:
.....
..#..
#.#..
.##..
.....
the kernels differ 0 times; after 768 generations the pattern is back
*/
