// `if consteval` in kernels: one function for constants and for threads. (nvcc's code generator does not know it in device code.)
#include <stdio.h>
consteval int table(int i) { return i * i; }
__host__ __device__ constexpr int value(int x) { if consteval { return table(x); } else { return -x; } }
__global__ void k(int *p) {
    constexpr int c = value(7);
    if !consteval { p[threadIdx.x] = value(threadIdx.x) + 100 * c; }
}
int main() {
    int *p;
    cudaMallocManaged(&p, 64 * sizeof *p);
    k<<<1, 64>>>(p);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", p[0], p[1], p[63]);
}
/* OUTPUT:
4900 4899 4837
*/
