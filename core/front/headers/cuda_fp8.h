/* Floating-point numbers of 8 bits, as CUDA's <cuda_fp8.h> has them: e4m3 (4 bits of exponent, at most 448, no infinity) and e5m2
   (5 bits, at most 57344). Conversions round to the nearest, ties to even; the classes' saturate. */
#ifndef __CUDA_FP8_H__
#define __CUDA_FP8_H__
#include <heddle/half_raw.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
/* What becomes of numbers that are too large: infinity or NaN, or the largest number. */
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
/* Which of the two formats. */
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

#define FP8_FN static __host__ __device__ __inline__

FP8_FN unsigned long long __fp8_bits(double x)
{
    union { double d; unsigned long long u; } v;
    v.d = x;
    return v.u;
}
FP8_FN float __fp8_float(unsigned int bits)
{
    union { unsigned int u; float f; } v;
    v.u = bits;
    return v.f;
}

/* The nearest number of 8 bits. */
FP8_FN __nv_fp8_storage_t __nv_cvt_double_to_fp8(const double x, const __nv_saturation_t saturate, const __nv_fp8_interpretation_t kind)
{
    const int m = kind == __NV_E4M3 ? 3 : 2, least = kind == __NV_E4M3 ? -6 : -14;
    unsigned long long bits = __fp8_bits(x), size = bits & 0x7fffffffffffffffull;
    unsigned int sign = (unsigned int)(bits >> 63) << 7, largest = kind == __NV_E4M3 ? 0x7eu : 0x7bu, beyond = kind == __NV_E4M3 ? 0x7fu : 0x7cu;
    if (size > 0x7ff0000000000000ull) return 0x7f;
    int e = (int)(size >> 52) - 1023;
    unsigned long long digits = (size & 0xfffffffffffffull) | 0x10000000000000ull;
    int shift = 52 - m + (e < least ? least - e : 0);
    unsigned int r = 0;
    if (e > 20) return (__nv_fp8_storage_t)(sign | (saturate == __NV_SATFINITE ? largest : beyond));
    if (shift <= 54) {
        unsigned long long rest = digits & ((1ull << shift) - 1), half = 1ull << (shift - 1);
        r = (unsigned int)(digits >> shift);
        if (rest > half || (rest == half && (r & 1))) r++;
    }
    if (e > least) r += (unsigned int)(e - least) << m;
    if (r > largest) r = saturate == __NV_SATFINITE ? largest : beyond;
    return (__nv_fp8_storage_t)(sign | r);
}
FP8_FN __nv_fp8_storage_t __nv_cvt_float_to_fp8(const float x, const __nv_saturation_t saturate, const __nv_fp8_interpretation_t kind)
{
    return __nv_cvt_double_to_fp8((double)x, saturate, kind);
}
FP8_FN __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(const float2 x, const __nv_saturation_t saturate, const __nv_fp8_interpretation_t kind)
{
    return (__nv_fp8x2_storage_t)(__nv_cvt_float_to_fp8(x.x, saturate, kind) | __nv_cvt_float_to_fp8(x.y, saturate, kind) << 8);
}
FP8_FN __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(const double2 x, const __nv_saturation_t saturate, const __nv_fp8_interpretation_t kind)
{
    return (__nv_fp8x2_storage_t)(__nv_cvt_double_to_fp8(x.x, saturate, kind) | __nv_cvt_double_to_fp8(x.y, saturate, kind) << 8);
}

/* The number itself. */
FP8_FN float __fp8_to_float(const __nv_fp8_storage_t x, const __nv_fp8_interpretation_t kind)
{
    const int m = kind == __NV_E4M3 ? 3 : 2, bias = kind == __NV_E4M3 ? 7 : 15, top = kind == __NV_E4M3 ? 15 : 31;
    unsigned int sign = (unsigned int)(x & 0x80) << 24, size = x & 0x7f;
    int e = (int)(size >> m);
    unsigned int digits = size & ((1u << m) - 1);
    if (kind == __NV_E4M3 ? size == 0x7f : e == top && digits) return __fp8_float(0x7fffffffu);
    if (kind == __NV_E5M2 && e == top) return __fp8_float(sign | 0x7f800000u);
    if (e == 0) {
        float f = (float)digits * __fp8_float((unsigned int)(127 + 1 - bias - m) << 23);
        return sign ? -f : f;
    }
    return __fp8_float(sign | (unsigned int)(e - bias + 127) << 23 | digits << (23 - m));
}

FP8_FN __half_raw __nv_cvt_fp8_to_halfraw(const __nv_fp8_storage_t x, const __nv_fp8_interpretation_t kind)
{
    __half_raw r = {__half_as_ushort(__float2half(__fp8_to_float(x, kind)))};
    return r;
}
FP8_FN __half2_raw __nv_cvt_fp8x2_to_halfraw2(const __nv_fp8x2_storage_t x, const __nv_fp8_interpretation_t kind)
{
    __half2_raw r = {__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)x, kind).x, __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(x >> 8), kind).x};
    return r;
}
FP8_FN __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(const __half_raw x, const __nv_saturation_t saturate, const __nv_fp8_interpretation_t kind)
{
    return __nv_cvt_float_to_fp8(__half2float(__ushort_as_half(x.x)), saturate, kind);
}

#define FP8_CLASS(name, kind)                                                                                        \
    struct name {                                                                                                    \
        __nv_fp8_storage_t __x;                                                                                      \
        __host__ __device__ name() {}                                                                                \
        __host__ __device__ explicit name(float f) : __x(__nv_cvt_float_to_fp8(f, __NV_SATFINITE, kind)) {}          \
        __host__ __device__ explicit name(double f) : __x(__nv_cvt_double_to_fp8(f, __NV_SATFINITE, kind)) {}        \
        __host__ __device__ explicit name(__half f) : __x(__nv_cvt_float_to_fp8(__half2float(f), __NV_SATFINITE, kind)) {} \
        __host__ __device__ explicit name(__nv_bfloat16 f) : __x(__nv_cvt_float_to_fp8(__bfloat162float(f), __NV_SATFINITE, kind)) {} \
        __host__ __device__ explicit name(int i) : __x(__nv_cvt_double_to_fp8((double)i, __NV_SATFINITE, kind)) {}   \
        __host__ __device__ explicit name(unsigned int i) : __x(__nv_cvt_double_to_fp8((double)i, __NV_SATFINITE, kind)) {} \
        __host__ __device__ explicit name(short i) : __x(__nv_cvt_double_to_fp8((double)i, __NV_SATFINITE, kind)) {} \
        __host__ __device__ explicit name(unsigned short i) : __x(__nv_cvt_double_to_fp8((double)i, __NV_SATFINITE, kind)) {} \
        __host__ __device__ explicit name(long i) : __x(__nv_cvt_double_to_fp8((double)i, __NV_SATFINITE, kind)) {}  \
        __host__ __device__ explicit name(unsigned long i) : __x(__nv_cvt_double_to_fp8((double)i, __NV_SATFINITE, kind)) {} \
        __host__ __device__ explicit name(long long i) : __x(__nv_cvt_double_to_fp8((double)i, __NV_SATFINITE, kind)) {} \
        __host__ __device__ explicit name(unsigned long long i) : __x(__nv_cvt_double_to_fp8((double)i, __NV_SATFINITE, kind)) {} \
        __host__ __device__ explicit operator float() const { return __fp8_to_float(__x, kind); }                    \
        __host__ __device__ explicit operator double() const { return (double)__fp8_to_float(__x, kind); }           \
        __host__ __device__ explicit operator __half() const { return __float2half(__fp8_to_float(__x, kind)); }     \
        __host__ __device__ explicit operator __nv_bfloat16() const { return __float2bfloat16(__fp8_to_float(__x, kind)); } \
        __host__ __device__ explicit operator bool() const { return (__x & 0x7f) != 0; }                             \
        __host__ __device__ explicit operator int() const { return (int)__fp8_to_float(__x, kind); }                 \
        __host__ __device__ explicit operator unsigned int() const { return (unsigned int)__fp8_to_float(__x, kind); } \
        __host__ __device__ explicit operator long() const { return (long)__fp8_to_float(__x, kind); }               \
    };                                                                                                               \
    struct FP8_TWO(name) {                                                                                           \
        __nv_fp8x2_storage_t __x;                                                                                    \
        __host__ __device__ FP8_TWO(name)() {}                                                                       \
        __host__ __device__ explicit FP8_TWO(name)(float2 f) : __x(__nv_cvt_float2_to_fp8x2(f, __NV_SATFINITE, kind)) {} \
        __host__ __device__ explicit FP8_TWO(name)(double2 f) : __x(__nv_cvt_double2_to_fp8x2(f, __NV_SATFINITE, kind)) {} \
        __host__ __device__ explicit FP8_TWO(name)(__half2 f) : __x(__nv_cvt_float2_to_fp8x2(__half22float2(f), __NV_SATFINITE, kind)) {} \
        __host__ __device__ explicit operator float2() const                                                         \
        {                                                                                                            \
            return make_float2(__fp8_to_float((__nv_fp8_storage_t)__x, kind), __fp8_to_float((__nv_fp8_storage_t)(__x >> 8), kind)); \
        }                                                                                                            \
        __host__ __device__ explicit operator __half2() const { return __float22half2_rn((float2)*this); }           \
    };                                                                                                               \
    struct FP8_FOUR(name) {                                                                                          \
        __nv_fp8x4_storage_t __x;                                                                                    \
        __host__ __device__ FP8_FOUR(name)() {}                                                                      \
        __host__ __device__ explicit FP8_FOUR(name)(float4 f)                                                        \
            : __x(__nv_cvt_float2_to_fp8x2(make_float2(f.x, f.y), __NV_SATFINITE, kind) |                            \
                  (unsigned int)__nv_cvt_float2_to_fp8x2(make_float2(f.z, f.w), __NV_SATFINITE, kind) << 16) {}      \
        __host__ __device__ explicit operator float4() const                                                         \
        {                                                                                                            \
            return make_float4(__fp8_to_float((__nv_fp8_storage_t)__x, kind), __fp8_to_float((__nv_fp8_storage_t)(__x >> 8), kind), \
                               __fp8_to_float((__nv_fp8_storage_t)(__x >> 16), kind), __fp8_to_float((__nv_fp8_storage_t)(__x >> 24), kind)); \
        }                                                                                                            \
    };
#define FP8_TWO(name) FP8_TWO_##name
#define FP8_TWO___nv_fp8_e4m3 __nv_fp8x2_e4m3
#define FP8_TWO___nv_fp8_e5m2 __nv_fp8x2_e5m2
#define FP8_FOUR(name) FP8_FOUR_##name
#define FP8_FOUR___nv_fp8_e4m3 __nv_fp8x4_e4m3
#define FP8_FOUR___nv_fp8_e5m2 __nv_fp8x4_e5m2
FP8_CLASS(__nv_fp8_e4m3, __NV_E4M3)
FP8_CLASS(__nv_fp8_e5m2, __NV_E5M2)
#undef FP8_CLASS
#undef FP8_TWO
#undef FP8_FOUR
#undef FP8_FN
#endif
