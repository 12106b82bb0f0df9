// Pointers to device functions: tables in device and constant memory, pointers that one kernel stores and another calls,
// that the host reads from a symbol and passes to a kernel, in structs, and after the function was redefined.
// RUN: cells
#include <stdio.h>
typedef float (*op)(float);
__device__ float twice(float x) { return 2 * x; }
__host__ __device__ float third(float x) { return x / 3; }
__device__ float helper(float x) { return x + 0.5f; }
__device__ float with_helper(float x) { return helper(x) * 10; }
template <typename T> __device__ T cube(T x) { return x * x * x; }
__device__ op table[] = {twice, third, with_helper, cube<float>};
__constant__ op picked = twice;
__device__ op stored;
struct rule { op f; float weight; };
__device__ struct rule rules[2] = {{twice, 1}, {third, 3}};
float *out; cudaMallocManaged(&out, 110000 * sizeof(float));
__global__ void use_table(float *out) { int i = blockIdx.x * blockDim.x + threadIdx.x; out[i] = table[i % 4](6.0f); }
__global__ void use_rules(float *out) { float s = picked(1); for (int k = 0; k < 2; k++) s += rules[k].f(9) * rules[k].weight; out[threadIdx.x] = s; }
__global__ void store(int which) { stored = which ? twice : third; }
__global__ void use_stored(float *out) { out[threadIdx.x] = stored(12.0f); }
__global__ void pass(op f, float *out) { out[threadIdx.x] = f(5.0f); }
__global__ void local(float *out, int n) { op f[3] = {third, cube<float>, twice}; out[threadIdx.x] = f[(threadIdx.x + n) % 3](3.0f); }
use_table<<<1, 8>>>(out); cudaDeviceSynchronize(); printf("table %g %g %g %g\n", out[0], out[1], out[2], out[7]);
use_table<<<1700, 64>>>(out); cudaDeviceSynchronize(); printf("large %g %g %g %g\n", out[0], out[100001], out[102], out[100003]);
use_rules<<<1, 2>>>(out); cudaDeviceSynchronize(); printf("rules %g\n", out[1]);
store<<<1, 1>>>(1); use_stored<<<1, 4>>>(out); cudaDeviceSynchronize(); printf("stored %g\n", out[3]);
store<<<1, 1>>>(0); use_stored<<<1, 4>>>(out); cudaDeviceSynchronize(); printf("stored %g\n", out[3]);
op on_host; cudaMemcpyFromSymbol(&on_host, picked, sizeof on_host); pass<<<1, 2>>>(on_host, out); cudaDeviceSynchronize(); printf("passed %g\n", out[0]);
local<<<1, 6>>>(out, 1); cudaDeviceSynchronize(); printf("local %g %g %g\n", out[0], out[1], out[2]);
__device__ float helper(float x) { return x + 1; }
use_table<<<1, 8>>>(out); cudaDeviceSynchronize(); printf("helper redefined %g\n", out[2]);
__device__ float twice(float x) { return 2.5f * x; }
use_table<<<1, 8>>>(out); pass<<<1, 1>>>(on_host, out + 8); store<<<1, 1>>>(1); use_stored<<<1, 1>>>(out + 9); cudaDeviceSynchronize(); printf("redefined %g %g %g\n", out[0], out[8], out[9]);
__global__ void store(int which) { stored = third; }
use_stored<<<1, 1>>>(out); cudaDeviceSynchronize(); printf("its maker is gone %g\n", out[0]);
/* OUTPUT:
table 12 2 65 216
large 12 2 65 216
rules 29
stored 24
stored 4
passed 10
local 27 6 1
helper redefined 70
redefined 15 12.5 30
its maker is gone 30
*/
