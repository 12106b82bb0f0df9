// The bits of halves and bfloat16s by the classes of CUDA for them.
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <cstdio>
__host__ __device__ unsigned short bits(__half h) { __half_raw r = h; return r.x; }
__host__ __device__ __half of(unsigned short b) { __half_raw r; r.x = b; return __half(r); }
__global__ void k(unsigned short *o) { o[0] = bits(__float2half(1.5f)); __half h = of(0x4000); o[1] = bits(h + of(0x3c00)); __nv_bfloat16_raw b; b.x = 0x3fc0; __nv_bfloat16 v = b; o[2] = __nv_bfloat16_raw(v).x; __half_raw c{0x3c00}; o[3] = c.x; const __half_raw neg = {0xbc00}; o[4] = bits(neg); }
int main() { unsigned short *o; cudaMallocManaged(&o, 20); k<<<1, 1>>>(o); cudaDeviceSynchronize(); for (int i = 0; i < 5; i++) printf("%x ", o[i]); printf("%x\n", bits(of(0x1234))); }
/* OUTPUT:
3e00 4200 3fc0 3c00 bc00 1234
*/
