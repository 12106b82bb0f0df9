// Launches as old code writes them, with blanks in <<< and >>>.
// CHECK: 31
// CHECK: 2
#include <cstdio>
__global__ void k(int *p) { p[threadIdx.x] = threadIdx.x; }
int main() { int *d; cudaMallocManaged(&d, 128); k << <1, 32>> >(d); cudaDeviceSynchronize(); printf("%d\n", d[31]); k <<< 1, 32 >>> (d); k<< <1, 32>>>(d); k<<<1, 32 >> >(d); cudaDeviceSynchronize(); int a = 1 << 2 >> 1; printf("%d\n", a); }
