// Shuffles and votes as they were written before CUDA 9: for the threads that run together.
#include <stdio.h>
__global__ void k(int *p, float *f, unsigned *w) {
    int t = threadIdx.x, sum = t;
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down(sum, d);
    sum = __shfl(sum, 0);
    float x = (float)t;
    for (int d = 1; d < 32; d *= 2) x += __shfl_xor(x, d);
    int up = __shfl_up(t, 1, 8);
    p[t] = sum * 100 + up;
    f[t] = x;
    unsigned even = __ballot(t % 2 == 0);
    if (t == 0) { w[0] = even; w[1] = (unsigned)(__any(0) + 2); }
    if (t == 0) w[3] = 5;
    int all = __all(t >= 0);
    if (t == 31) w[2] = (unsigned)all;
}
int main() {
    int *p; float *f; unsigned *w;
    cudaMallocManaged(&p, 128); cudaMallocManaged(&f, 128); cudaMallocManaged(&w, 16);
    k<<<1, 32>>>(p, f, w);
    cudaDeviceSynchronize();
    printf("%d %d %d, %g %g, %x %u %u\n", p[0], p[7], p[31], f[0], f[31], w[0], w[1], w[2]);
}
/* OUTPUT:
49600 49606 49630, 496 496, 55555555 2 1
*/
