// __shared__ variables of file scope: each block has its own, for all functions that name it.
#include <cstdio>
__shared__ float tile[32];
__shared__ int n;
__device__ float get(int i) { return tile[31-i]; }
__global__ void k(float*o){ tile[threadIdx.x]=threadIdx.x; if(threadIdx.x==0) n=blockIdx.x; __syncthreads(); o[blockIdx.x*32+threadIdx.x]=get(threadIdx.x)+n*100; }
int main(){ float*o; cudaMallocManaged(&o,64*4); k<<<2,32>>>(o); cudaDeviceSynchronize(); printf("%g %g %g\n",o[0],o[31],o[32]); }

/* OUTPUT:
31 0 131
*/
