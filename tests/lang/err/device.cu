// Host and device: calls and variables on the wrong side.
// RUN: heddle-engine --check FILE
// EXIT: 1
#include <stdio.h>
#include <stdlib.h>
int counter;
__device__ int dcounter;
__constant__ float coef[4];
__managed__ int shared_by_both;
float host_only(float x) { return x; }
__device__ float device_only(float x) { return x; }
__host__ __device__ float both(float x) { return x * 2.0f; }

__global__ void k(float *p)
{
    // CHECK: error: `host_only` is a host function: device code (`k`) cannot call it
    // CHECK: mark `host_only` with `__device__` or `__host__ __device__`
    p[0] = host_only(1.0f);
    // CHECK: error: `fopen` is a host function
    fopen("a", "r");
    // CHECK: error: `counter` is a host variable: device code cannot use it
    // CHECK: pass it as an argument
    p[1] = counter;
    p[2] = both(device_only(p[1])) + sqrtf(p[0]) + coef[0] + shared_by_both;
    printf("%f\n", p[2]);
    dcounter = 1;
}

int main(void)
{
    float *p = NULL;
    // CHECK: error: `device_only` is a device function: host code cannot call it
    device_only(1.0f);
    // CHECK: error: `dcounter` is a `__device__` variable: host code cannot use it directly
    // CHECK: cudaMemcpyToSymbol
    dcounter = 2;
    // CHECK: error: `coef` is a `__constant__` variable
    coef[0] = 1;
    // CHECK: error: `threadIdx` exists only in device code
    int i = threadIdx.x;
    // CHECK: error: `__syncthreads` exists only in device code
    __syncthreads();
    // CHECK: error: `k` is a kernel: launch it with `k<<<grid, block>>>(...)`
    k(p);
    shared_by_both = 1;
    float h[4] = {0};
    cudaMemcpyToSymbol(coef, h, sizeof h);
    cudaMemcpyToSymbol(dcounter, &i, sizeof i);
    void *address;
    cudaGetSymbolAddress(&address, dcounter);
    both(1.0f);
    return 0;
}
