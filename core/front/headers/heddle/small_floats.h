/* Floating-point numbers of 4 and 6 bits: what <cuda_fp4.h> and <cuda_fp6.h> have in common. All their numbers are finite; what is too large
   becomes the largest one, NaN the largest positive one. A format is given by its mantissa's bits m, its least exponent and its largest number. */
#ifndef HEDDLE_SMALL_FLOATS_H_
#define HEDDLE_SMALL_FLOATS_H_
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <device_types.h>
#include <heddle/half_raw.h>

#define SMALL_FN static __host__ __device__ __inline__

/* The nearest number (ties to even), or with cudaRoundZero the one next to it towards zero, as sign << width | bits. */
SMALL_FN unsigned int __small_of_double(double x, int m, int least, unsigned int largest, int width, enum cudaRoundMode rounding)
{
    union { double d; unsigned long long u; } v;
    v.d = x;
    unsigned long long size = v.u & 0x7fffffffffffffffull, digits = (size & 0xfffffffffffffull) | 0x10000000000000ull;
    unsigned int sign = (unsigned int)(v.u >> 63) << width, r = 0;
    int e = (int)(size >> 52) - 1023, shift = 52 - m + (e < least ? least - e : 0);
    if (size > 0x7ff0000000000000ull) return largest;
    if (e > 20) return sign | largest;
    if (shift <= 54) {
        unsigned long long rest = digits & ((1ull << shift) - 1), half = 1ull << (shift - 1);
        r = (unsigned int)(digits >> shift);
        if (rounding == cudaRoundNearest && (rest > half || (rest == half && (r & 1)))) r++;
    }
    if (e > least) r += (unsigned int)(e - least) << m;
    return sign | (r > largest ? largest : r);
}
SMALL_FN float __small_to_float(unsigned int x, int m, int least, int width)
{
    unsigned int size = x & ((1u << width) - 1), e = size >> m, digits = size & ((1u << m) - 1);
    union { unsigned int u; float f; } unit;
    if (e) digits |= 1u << m;
    unit.u = (unsigned int)(127 + least - m + (e ? (int)e - 1 : 0)) << 23;
    float f = (float)digits * unit.f;
    return x >> width & 1 ? -f : f;
}
SMALL_FN float __small_of_bf16raw(__nv_bfloat16_raw x)
{
    union { unsigned int u; float f; } v;
    v.u = (unsigned int)x.x << 16;
    return v.f;
}
SMALL_FN float __small_of_halfraw(__half_raw x) { return __half2float(__ushort_as_half(x.x)); }

#define SMALL_INTEGER(name, type) __host__ __device__ explicit name(const type i) : __x(name::__of((double)i)) {}
#define SMALL_TO_INTEGER(type) __host__ __device__ explicit operator type() const { return (type)__number(); }
#define SMALL_TO_UNSIGNED(type) __host__ __device__ explicit operator type() const { return __number() < 0 ? (type)0 : (type)__number(); }

/* The class of one number; size: bits of a number without its sign. */
#define SMALL_CLASS(name, storage, kind, m, least, largest, width)                                                                            \
    struct name {                                                                                                                             \
        storage __x;                                                                                                                          \
        static __host__ __device__ storage __of(double f) { return (storage)__small_of_double(f, m, least, largest, width, cudaRoundNearest); } \
        __host__ __device__ float __number() const { return __small_to_float(__x, m, least, width); }                                         \
        name() = default;                                                                                                                     \
        __host__ __device__ explicit name(const float f) : __x(__of((double)f)) {}                                                            \
        __host__ __device__ explicit name(const double f) : __x(__of(f)) {}                                                                   \
        __host__ __device__ explicit name(const __half f) : __x(__of((double)__half2float(f))) {}                                             \
        __host__ __device__ explicit name(const __nv_bfloat16 f) : __x(__of((double)__bfloat162float(f))) {}                                  \
        SMALL_INTEGER(name, int) SMALL_INTEGER(name, unsigned int) SMALL_INTEGER(name, short) SMALL_INTEGER(name, unsigned short)             \
        SMALL_INTEGER(name, long) SMALL_INTEGER(name, unsigned long) SMALL_INTEGER(name, long long) SMALL_INTEGER(name, unsigned long long)    \
        __host__ __device__ explicit operator float() const { return __number(); }                                                            \
        __host__ __device__ explicit operator double() const { return (double)__number(); }                                                   \
        __host__ __device__ explicit operator __half() const { return __float2half(__number()); }                                             \
        __host__ __device__ explicit operator __nv_bfloat16() const { return __float2bfloat16(__number()); }                                  \
        __host__ __device__ explicit operator bool() const { return (__x & ((1 << width) - 1)) != 0; }                                        \
        SMALL_TO_INTEGER(signed char) SMALL_TO_INTEGER(char) SMALL_TO_INTEGER(short) SMALL_TO_INTEGER(int) SMALL_TO_INTEGER(long)             \
        SMALL_TO_INTEGER(long long) SMALL_TO_UNSIGNED(unsigned char) SMALL_TO_UNSIGNED(unsigned short) SMALL_TO_UNSIGNED(unsigned int)        \
        SMALL_TO_UNSIGNED(unsigned long) SMALL_TO_UNSIGNED(unsigned long long)                                                                \
    };

/* Of two and of four, each `apart` bits from the next. */
#define SMALL_CLASSES(one, two, four, storage2, storage4, apart)                                                                              \
    struct two {                                                                                                                              \
        storage2 __x;                                                                                                                         \
        two() = default;                                                                                                                      \
        static __host__ __device__ storage2 __of(double x, double y) { return (storage2)(one::__of(x) | one::__of(y) << apart); }             \
        static __host__ __device__ float __at(unsigned int x) { one n; n.__x = (decltype(n.__x))(x & ((1u << apart) - 1)); return n.__number(); } \
        __host__ __device__ explicit two(const float2 f) : __x(__of((double)f.x, (double)f.y)) {}                                             \
        __host__ __device__ explicit two(const double2 f) : __x(__of(f.x, f.y)) {}                                                            \
        __host__ __device__ explicit two(const __half2 f) : two(__half22float2(f)) {}                                                         \
        __host__ __device__ explicit two(const __nv_bfloat162 f) : two(__bfloat1622float2(f)) {}                                              \
        __host__ __device__ explicit operator float2() const { return make_float2(__at(__x), __at((unsigned int)__x >> apart)); }             \
        __host__ __device__ explicit operator __half2() const { return __float22half2_rn((float2)*this); }                                    \
    };                                                                                                                                        \
    struct four {                                                                                                                             \
        storage4 __x;                                                                                                                         \
        four() = default;                                                                                                                     \
        static __host__ __device__ storage4 __of(float2 a, float2 b)                                                                          \
        {                                                                                                                                     \
            return (storage4)(two::__of((double)a.x, (double)a.y) | (unsigned int)two::__of((double)b.x, (double)b.y) << 2 * apart);           \
        }                                                                                                                                     \
        __host__ __device__ explicit four(const float4 f) : __x(__of(make_float2(f.x, f.y), make_float2(f.z, f.w))) {}                        \
        __host__ __device__ explicit four(const double4 f)                                                                                    \
            : __x((storage4)(two::__of(f.x, f.y) | (unsigned int)two::__of(f.z, f.w) << 2 * apart)) {}                                        \
        __host__ __device__ explicit four(const __half2 low, const __half2 high) : __x(__of(__half22float2(low), __half22float2(high))) {}    \
        __host__ __device__ explicit four(const __nv_bfloat162 low, const __nv_bfloat162 high)                                                \
            : __x(__of(__bfloat1622float2(low), __bfloat1622float2(high))) {}                                                                 \
        __host__ __device__ explicit operator float4() const                                                                                  \
        {                                                                                                                                     \
            unsigned int x = __x;                                                                                                             \
            return make_float4(two::__at(x), two::__at(x >> apart), two::__at(x >> 2 * apart), two::__at(x >> 3 * apart));                     \
        }                                                                                                                                     \
    };

/* The conversions by name; FORMAT(kind) stands for the format's `m, least, largest, width`. */
#define SMALL_FUNCTIONS(fp, FORMAT, OF, one_t, two_t, kind_t, apart)                                                                          \
    SMALL_FN one_t __nv_cvt_double_to_##fp(const double x, const kind_t kind, const enum cudaRoundMode r) { return (one_t)OF(x, kind, r); }   \
    SMALL_FN one_t __nv_cvt_float_to_##fp(const float x, const kind_t kind, const enum cudaRoundMode r) { return (one_t)OF((double)x, kind, r); } \
    SMALL_FN one_t __nv_cvt_halfraw_to_##fp(const __half_raw x, const kind_t kind, const enum cudaRoundMode r)                                \
    {                                                                                                                                         \
        return (one_t)OF((double)__small_of_halfraw(x), kind, r);                                                                             \
    }                                                                                                                                         \
    SMALL_FN one_t __nv_cvt_bfloat16raw_to_##fp(const __nv_bfloat16_raw x, const kind_t kind, const enum cudaRoundMode r)                     \
    {                                                                                                                                         \
        return (one_t)OF((double)__small_of_bf16raw(x), kind, r);                                                                             \
    }                                                                                                                                         \
    SMALL_FN two_t __nv_cvt_double2_to_##fp##x2(const double2 x, const kind_t kind, const enum cudaRoundMode r)                               \
    {                                                                                                                                         \
        return (two_t)(OF(x.x, kind, r) | OF(x.y, kind, r) << apart);                                                                         \
    }                                                                                                                                         \
    SMALL_FN two_t __nv_cvt_float2_to_##fp##x2(const float2 x, const kind_t kind, const enum cudaRoundMode r)                                 \
    {                                                                                                                                         \
        return (two_t)(OF((double)x.x, kind, r) | OF((double)x.y, kind, r) << apart);                                                         \
    }                                                                                                                                         \
    SMALL_FN two_t __nv_cvt_halfraw2_to_##fp##x2(const __half2_raw x, const kind_t kind, const enum cudaRoundMode r)                          \
    {                                                                                                                                         \
        __half_raw a = {x.x}, b = {x.y};                                                                                                      \
        return (two_t)(OF((double)__small_of_halfraw(a), kind, r) | OF((double)__small_of_halfraw(b), kind, r) << apart);                     \
    }                                                                                                                                         \
    SMALL_FN two_t __nv_cvt_bfloat16raw2_to_##fp##x2(const __nv_bfloat162_raw x, const kind_t kind, const enum cudaRoundMode r)               \
    {                                                                                                                                         \
        __nv_bfloat16_raw a = {x.x}, b = {x.y};                                                                                               \
        return (two_t)(OF((double)__small_of_bf16raw(a), kind, r) | OF((double)__small_of_bf16raw(b), kind, r) << apart);                     \
    }                                                                                                                                         \
    SMALL_FN __half_raw __nv_cvt_##fp##_to_halfraw(const one_t x, const kind_t kind)                                                          \
    {                                                                                                                                         \
        __half_raw h = {__half_as_ushort(__float2half(FORMAT(x, kind)))};                                                                     \
        return h;                                                                                                                             \
    }                                                                                                                                         \
    SMALL_FN __half2_raw __nv_cvt_##fp##x2_to_halfraw2(const two_t x, const kind_t kind)                                                      \
    {                                                                                                                                         \
        const unsigned int low = x & ((1u << apart) - 1), high = (unsigned int)x >> apart;                                                    \
        __half2_raw h = {__half_as_ushort(__float2half(FORMAT(low, kind))), __half_as_ushort(__float2half(FORMAT(high, kind)))};               \
        return h;                                                                                                                             \
    }
#endif
