// Headers that are a part of another may be included as well, before and behind it; text in NV_IF_TARGET may stand without parentheses.
#include <curand_mrg32k3a.h>
#include <curand_kernel.h>
#include <curand_uniform.h>
#include <curand_discrete2.h>
#include <curand_normal.h>
#include <nv/target>
#include <cuda.h>
#include <cstdio>
template <bool More> __device__ int text(int x) {
    NV_IF_TARGET(NV_PROVIDES_SM_80,
        int sum = x;
        if (More) { sum += 1; }
        return sum;
    )
    return -1;
}
__device__ int either() { NV_IF_ELSE_TARGET(NV_IS_DEVICE, return 1;, (return 2;)) }
__host__ __device__ int side() { NV_DISPATCH_TARGET(NV_IS_HOST, return 3;, NV_ANY_TARGET, (int r = 4; return r;)) }
__global__ void k() {
    curandStateMRG32k3a a;
    curandStatePhilox4_32_10_t b;
    curand_init(1, 0, 0, &a);
    curand_init(1, 0, 0, &b);
    printf("%d %d\n", curand_uniform(&a) > 0, curand_poisson(&b, 1000.0) > 500);
    printf("%d %d %d %d\n", text<true>(5), text<false>(5), either(), side());
}
int main() {
    CUarray none = NULL;
    k<<<1, 1>>>();
    cudaDeviceSynchronize();
    printf("%d %d\n", side(), none == NULL);
}
/* OUTPUT:
1 1
6 5 1 4
3 1
*/
