// Numbers of 4 and 6 bits have CUDA's bits: all halves and bfloat16s, many floats and doubles (hashes are g++'s with NVIDIA's headers).
#include <cstdio>
#include <cstring>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
static unsigned long long h = 1469598103934665603ull;
static void mix(unsigned long long v) { for (int i = 0; i < 8; i++) { h ^= v >> 8 * i & 255; h *= 1099511628211ull; } }
template <class T, class R> static void all_of(const char *name, R) {
    h = 1;
    for (unsigned u = 0; u < 65536; u++) {
        __half_raw r; r.x = (unsigned short)u; __half hh(r);
        if ((u & 0x7c00) == 0x7c00 && (u & 0x3ff)) continue;
        T t(hh); mix(t.__x);
        __nv_bfloat16_raw b; b.x = (unsigned short)u; __nv_bfloat16 bb(b);
        T s(bb); mix(s.__x);
        unsigned w = u << 16 | (u * 40503u >> 3 & 0xffff); float f; memcpy(&f, &w, 4);
        T x(f); mix(x.__x);
        T y((double)f * 1.0000001); mix(y.__x);
    }
    for (int i = -70; i < 70; i++) { mix(T(i).__x); mix(T((short)i).__x); mix(T((long long)i).__x); mix(T((unsigned)i).__x); mix(T((unsigned short)i).__x); }
    printf("%s to %llx\n", name, h);
    h = 1;
    for (int i = 0; i < 64; i++) {
        T t; t.__x = (unsigned char)i;
        if (sizeof(R) == 1 && i >= 16) break;
        float f = (float)t; unsigned w; memcpy(&w, &f, 4); mix(w);
        mix((unsigned long long)(long long)(int)t); mix((unsigned char)t); mix((unsigned short)t); mix((unsigned)t); mix((unsigned long long)t); mix((unsigned long long)(long long)(signed char)t); mix((bool)t);
        __half hh = (__half)t; unsigned short q; memcpy(&q, &hh, 2); mix(q);
        __nv_bfloat16 bb = (__nv_bfloat16)t; memcpy(&q, &bb, 2); mix(q);
        double d = (double)t; mix((unsigned long long)(long long)(d * 1024));
    }
    printf("%s from %llx\n", name, h);
}
template <class T2, class T4> static void many(const char *name) {
    h = 1;
    for (int i = 0; i < 1000; i++) {
        float a = (i - 500) * 0.037f, b = (700 - i) * 0.011f;
        float2 f2 = make_float2(a, b); T2 t(f2); mix(t.__x);
        float2 back = (float2)t; mix((unsigned long long)(long long)(back.x * 64)); mix((unsigned long long)(long long)(back.y * 64));
        double2 d2; d2.x = a; d2.y = b; mix(T2(d2).__x);
        float4 f4 = make_float4(a, b, -a, b * 3); T4 q(f4); mix(q.__x);
        float4 k = (float4)q; mix((unsigned long long)(long long)(k.x * 64)); mix((unsigned long long)(long long)(k.w * 64)); mix((unsigned long long)(long long)(k.z * 64));
        __half2 h2 = __floats2half2_rn(a, b); mix(T2(h2).__x); mix(T4(h2, h2).__x);
        __half2 back2 = (__half2)t; unsigned w; memcpy(&w, &back2, 4); mix(w);
    }
    printf("%s many %llx\n", name, h);
}
int main() {
    all_of<__nv_fp4_e2m1>("e2m1", (char)0);
    all_of<__nv_fp6_e2m3>("e2m3", 0);
    all_of<__nv_fp6_e3m2>("e3m2", 0);
    many<__nv_fp4x2_e2m1, __nv_fp4x4_e2m1>("fp4");
    many<__nv_fp6x2_e2m3, __nv_fp6x4_e2m3>("e2m3");
    many<__nv_fp6x2_e3m2, __nv_fp6x4_e3m2>("e3m2");
    h = 1;
    for (int i = -100000; i < 100000; i++) {
        double d = i / 3000.0;
        for (int r = 0; r < 2; r++) {
            mix(__nv_cvt_double_to_fp4(d, __NV_E2M1, (cudaRoundMode)r)); mix(__nv_cvt_float_to_fp4((float)d, __NV_E2M1, (cudaRoundMode)r));
            mix(__nv_cvt_double_to_fp6(d, __NV_E2M3, (cudaRoundMode)r)); mix(__nv_cvt_float_to_fp6((float)d, __NV_E3M2, (cudaRoundMode)r)); mix(__nv_cvt_double_to_fp6(d * 1e-3, __NV_E3M2, (cudaRoundMode)r));
        }
    }
    double inf = 1e308 * 10;
    mix(__nv_cvt_double_to_fp4(inf, __NV_E2M1, cudaRoundZero)); mix(__nv_cvt_double_to_fp4(-inf, __NV_E2M1, cudaRoundZero)); mix(__nv_cvt_double_to_fp6(inf - inf, __NV_E2M3, cudaRoundNearest)); mix(__nv_cvt_double_to_fp6(1e-320, __NV_E2M3, cudaRoundNearest));
    for (int i = 0; i < 16; i++) mix(__nv_cvt_fp4_to_halfraw((unsigned char)i, __NV_E2M1).x);
    for (int i = 0; i < 64; i++) { mix(__nv_cvt_fp6_to_halfraw((unsigned char)i, __NV_E2M3).x); mix(__nv_cvt_fp6_to_halfraw((unsigned char)i, __NV_E3M2).x); }
    for (int i = 0; i < 256; i++) mix(__nv_cvt_fp4x2_to_halfraw2((unsigned char)i, __NV_E2M1).y);
    printf("functions %llx\n", h);
}
/* OUTPUT:
e2m1 to b2f53b235f62af86
e2m1 from 2004cc877e099c4b
e2m3 to 41d8851b8a16e4fe
e2m3 from 25cefeb8b1d271cf
e3m2 to 581c0b45318fcc7e
e3m2 from 5e54f0b47396a863
fp4 many d15c65b0f92d0e12
e2m3 many 6ac589737a6e7a33
e3m2 many bd83b4948b2c7eea
functions a49f41c184d62677
*/
