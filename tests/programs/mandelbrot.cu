// RUN: program
// Escape time, checked against the same loop on the host.
#include <stdio.h>
#include <stdlib.h>

#define W 256
#define H 256
#define ITERS 255

__host__ __device__ int mandel(float x, float y, int max_iters) {
    float c_re = x, c_im = y, z_re = 0, z_im = 0;
    int i;
    for (i = 0; i < max_iters; i++) {
        float re = z_re * z_re - z_im * z_im + c_re;
        z_im = 2 * z_re * z_im + c_im;
        z_re = re;
        if (z_re * z_re + z_im * z_im >= 4) return i;
    }
    return max_iters;
}

__global__ void mandel_kernel(float min_x, float max_x, float min_y, float max_y, unsigned char *image, int iters) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int gx = gridDim.x * blockDim.x, gy = gridDim.y * blockDim.y;
    float dx = (max_x - min_x) / W, dy = (max_y - min_y) / H;
    for (int i = x; i < W; i += gx)
        for (int j = y; j < H; j += gy) image[j * W + i] = mandel(min_x + i * dx, min_y + j * dy, iters);
}

int main(void) {
    unsigned char *image;
    cudaMallocManaged(&image, W * H);
    dim3 block(32, 8), grid(8, 8);
    mandel_kernel<<<grid, block>>>(-2.0f, 1.0f, -1.0f, 1.0f, image, ITERS);
    cudaDeviceSynchronize();
    int inside = 0, far = 0;
    for (int j = 0; j < H; j++)
        for (int i = 0; i < W; i++) {
            int host = mandel(-2.0f + i * (3.0f / W), -1.0f + j * (2.0f / H), ITERS);
            inside += image[j * W + i] == ITERS;
            far += abs(host - image[j * W + i]) > 8;
        }
    printf("inside: %s, far off: %s\n", inside > 14000 && inside < 18500 ? "plausible" : "wrong", far < 650 ? "few" : "many");
    cudaFree(image);
}
/* OUTPUT:
inside: plausible, far off: few
*/
