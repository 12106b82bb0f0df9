// Kernels that are called like a function of the library: nvcc refuses the kernel, or its launch.
// RUN: heddle-engine --check FILE
// CHECK: the library has a function `min` with these parameters: nvcc would mix the two up
// CHECK: give the kernel another name: `min_kernel`
__global__ void min(int a, int b) {}
// CHECK: the library has a function `sqrtf` with these parameters
__global__ void sqrtf(float x) {}
// CHECK: the library has a function `atomicAdd` with these parameters
__global__ void atomicAdd(int *p, int v) { *p += v; }
// CHECK: the library has a function `memset` with these parameters
__global__ void memset(void *p, int v, size_t n);
int main()
{
    return 0;
}
