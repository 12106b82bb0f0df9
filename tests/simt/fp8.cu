// Numbers of 8 bits (cuda_fp8.h): a sum over every half, over many floats and doubles, both formats, both ways of what is too
// large; and back. The sums are those of nvcc's own header on the host.
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

__host__ __device__ unsigned mix(unsigned h, unsigned v) { return (h ^ v) * 16777619u; }

__host__ __device__ unsigned all_halves(int from, int to, __nv_saturation_t s, __nv_fp8_interpretation_t kind)
{
    unsigned h = 2166136261u;
    for (int i = from; i < to; i++) {
        float x = __half2float(__ushort_as_half((unsigned short)i));
        h = mix(h, __nv_cvt_float_to_fp8(x, s, kind));
    }
    return h;
}
__host__ __device__ unsigned many(unsigned n, __nv_saturation_t s, __nv_fp8_interpretation_t kind)
{
    unsigned h = 2166136261u, state = 1;
    for (unsigned i = 0; i < n; i++) {
        state = state * 1664525u + 1013904223u;
        int e = (int)(state >> 24) % 40 - 20;
        double x = (1.0 + (state & 0xffffff) / 16777216.0) * (e < 0 ? 1.0 / (1 << -e) : (double)(1 << e));
        if (i % 3 == 0) x = (double)(int)(x * 16) / 16;
        if (i & 1) x = -x;
        h = mix(h, __nv_cvt_double_to_fp8(x, s, kind));
        h = mix(h, __nv_cvt_float_to_fp8((float)x, s, kind));
    }
    return h;
}
template <class F> __host__ __device__ unsigned back()
{
    unsigned h = 2166136261u;
    for (int i = 0; i < 256; i++) {
        F x;
        x.__x = (unsigned char)i;
        float f = (float)x;
        if (f != f) { h = mix(h, 99); continue; }
        h = mix(h, (unsigned)__half_as_ushort((__half)x));
        h = mix(h, (unsigned)(int)(fmaxf(-1e6f, fminf(1e6f, f)) * 64));
        h = mix(h, F(f).__x);
        h = mix(h, (unsigned)(bool)x);
    }
    return h;
}
__host__ __device__ unsigned pairs()
{
    __nv_fp8x2_e4m3 a(make_float2(1.1f, -300.0f));
    __nv_fp8x4_e5m2 b(make_float4(1.1f, -300.0f, 1e9f, -0.0001f));
    float2 f = (float2)a;
    float4 g = (float4)b;
    return mix(mix(mix(mix(a.__x, b.__x), (unsigned)(int)(f.x * 1000)), (unsigned)(int)f.y), (unsigned)(int)(g.x * 100 + g.y + g.z));
}

__global__ void on_device(unsigned *out)
{
    int kind = threadIdx.x & 1, s = threadIdx.x >> 1;
    out[threadIdx.x] = all_halves(0, 65536, (__nv_saturation_t)s, (__nv_fp8_interpretation_t)kind);
    out[4 + threadIdx.x] = many(2000, (__nv_saturation_t)s, (__nv_fp8_interpretation_t)kind);
    if (threadIdx.x == 0) {
        out[8] = back<__nv_fp8_e4m3>();
        out[9] = back<__nv_fp8_e5m2>();
        out[10] = pairs();
    }
}

int main()
{
    unsigned *out, h[11];
    for (int i = 0; i < 4; i++) {
        h[i] = all_halves(0, 65536, (__nv_saturation_t)(i >> 1), (__nv_fp8_interpretation_t)(i & 1));
        h[4 + i] = many(2000, (__nv_saturation_t)(i >> 1), (__nv_fp8_interpretation_t)(i & 1));
    }
    h[8] = back<__nv_fp8_e4m3>();
    h[9] = back<__nv_fp8_e5m2>();
    h[10] = pairs();
    printf("%08x %08x %08x %08x\n", h[0], h[1], h[2], h[3]);
    printf("%08x %08x %08x %08x\n", h[4], h[5], h[6], h[7]);
    printf("%08x %08x %08x\n", h[8], h[9], h[10]);
    int alike = 0;
    cudaMallocManaged(&out, sizeof h);
    on_device<<<1, 4>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 11; i++) alike += out[i] == h[i];
    printf("%d alike\n", alike);
}
/* OUTPUT:
158f96c5 cce24945 f5a33845 b2057b45
84df576d 4c30a31d bb9a038d d6b2f475
c3d8dc45 472c92ad bcb790ca
11 alike
*/
