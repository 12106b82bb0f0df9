// A kernel's lambda captures a const float, which is no constant expression.
// CHECK: 2 1.75 7
#include <cstdio>

template <typename F> __global__ void k(float *out, F f) { out[threadIdx.x] = f(threadIdx.x); }

int main() {
    float *o;
    cudaMallocManaged(&o, 128);
    const float scale = 0.5f, third = scale / 4;
    const int n = 3;
    k<<<1, 32>>>(o, [=] __device__(float x) { return x * scale + 1; });
    cudaDeviceSynchronize();
    printf("%g", o[2]);
    k<<<1, 32>>>(o, [=] __device__(float x) { return x * third + 1.5f; });
    cudaDeviceSynchronize();
    printf(" %g", o[2]);
    k<<<1, 32>>>(o, [=] __device__(float x) { return x * n + 1; });
    cudaDeviceSynchronize();
    printf(" %g\n", o[2]);
}
