// Constants that are `__constant__` or `__device__` for device code alone: one variable with one value.
#include <cstdio>
#ifdef __CUDA_ARCH__
#define TABLE __constant__
#define FN __device__
#else
#define TABLE static
#define FN
#endif
#ifdef __CUDA_ARCH__
__constant__
#endif
const int primes[4] = {2, 3, 5, 7};
TABLE const float weights[3] = {0.25f, 0.5f, 0.25f};
#undef TABLE
#ifdef __CUDA_ARCH__
#define TABLE __device__ static
#else
#define TABLE static
#endif
TABLE constexpr int more[2] = {10, 20};
__host__ __device__ float blur(const float *x, int i) { return x[i - 1] * weights[0] + x[i] * weights[1] + x[i + 1] * weights[2] + primes[i % 4] + more[i % 2]; }
__global__ void k(const float *x, float *y, int n) { int i = threadIdx.x + 1; if (i < n - 1) y[i] = blur(x, i); }
int main() {
    float *x, *y; cudaMallocManaged(&x, 64); cudaMallocManaged(&y, 64);
    for (int i = 0; i < 16; i++) x[i] = i * i;
    k<<<1, 14>>>(x, y, 16); cudaDeviceSynchronize();
    int bad = 0; for (int i = 1; i < 15; i++) bad += y[i] != blur(x, i);
    printf("%d %g\n", bad, y[3]);
}
/* OUTPUT:
0 36.5
*/
