// Local classes in kernels: functions for the device, virtual ones too, and as a kernel's template argument.
#include <cstdio>
struct Op { __device__ virtual float apply(float) const = 0; };
__global__ void k(float *out) {
    struct Sum { float s = 0; __device__ void add(float x) { s += x; } __device__ float get() const { return s; } };
    Sum a;
    for (int i = 0; i < 4; i++) a.add(i + threadIdx.x);
    struct Twice : Op { __device__ float apply(float x) const override { return 2 * x; } };
    struct Minus : Op { __device__ float apply(float x) const override { return -x; } };
    Twice d;
    Minus n;
    const Op *p = threadIdx.x & 1 ? (const Op *)&d : &n;
    out[threadIdx.x] = p->apply(a.get());
}
template <class T> __device__ T clamp(T x) {
    struct Range { T low, high; __device__ T of(T x) const { return x < low ? low : x > high ? high : x; } };
    return Range{T(0), T(2.5)}.of(x);
}
__global__ void g(float *out) { out[threadIdx.x] = clamp(float(threadIdx.x)) + clamp(int(threadIdx.x)) * 10; }
int main() {
    float *out;
    cudaMallocManaged(&out, 32 * sizeof(float));
    k<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    printf("%g %g %g\n", out[0], out[1], out[2]);
    g<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    printf("%g %g %g %g\n", out[0], out[1], out[2], out[3]);
    cudaFree(out);
    return 0;
}
/* OUTPUT:
-6 20 -14
0 11 22 22.5
*/
