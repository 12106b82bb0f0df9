// One way of writing for every width: values of HD_ISA bits and what is done with them.
//
// HD_ISA is 64 (one value at a time), 128, 256 or 512. A file that includes this is compiled once
// for each; D is a vector of doubles, L of 64-bit integers with as many bits, M what a comparison
// gives; F, I and MF are the same for floats. Every operation here rounds once and is defined by
// IEEE 754, so that a function made of them has the same bits at every width: no `a * b + c` may
// become one operation or two as the compiler likes (-ffp-contract=off), a fused one is written
// d_fma. 64 is compiled twice: with FMA instructions, and for processors without (HD_NO_FMA), where
// the C library's fma() gives the same bits, slowly.
#ifndef HD_MATH_ISA_H
#define HD_MATH_ISA_H

#include <immintrin.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))

#if HD_ISA == 64
typedef double D;
typedef uint64_t L;
typedef bool M;
typedef float F;
typedef uint32_t I;
typedef bool MF;
#define LANES_D 1
#define LANES_F 1
INLINE L bits(D x) {
    L r;
    memcpy(&r, &x, 8);
    return r;
}
INLINE D from_bits(L x) {
    D r;
    memcpy(&r, &x, 8);
    return r;
}
INLINE I f_bits(F x) {
    I r;
    memcpy(&r, &x, 4);
    return r;
}
INLINE F f_from_bits(I x) {
    F r;
    memcpy(&r, &x, 4);
    return r;
}
INLINE D d_fma(D a, D b, D c) { return __builtin_fma(a, b, c); }
INLINE F f_fma(F a, F b, F c) { return __builtin_fmaf(a, b, c); }
INLINE D d_sqrt(D x) { return __builtin_sqrt(x); }
INLINE F f_sqrt(F x) { return __builtin_sqrtf(x); }
INLINE D d_all(double x) { return x; }
INLINE F f_all(float x) { return x; }
INLINE D sel(M m, D a, D b) { return m ? a : b; }
INLINE F f_sel(MF m, F a, F b) { return m ? a : b; }
INLINE bool any(M m) { return m; }
INLINE bool f_any(MF m) { return m; }
#define COMPARES(T, R, p)                       \
    INLINE R p##lt(T a, T b) { return a < b; }  \
    INLINE R p##le(T a, T b) { return a <= b; } \
    INLINE R p##eq(T a, T b) { return a == b; } \
    INLINE R p##is_nan(T a) { return a != a; }
COMPARES(D, M, )
COMPARES(F, MF, f_)
INLINE M both(M a, M b) { return a && b; }
INLINE M either(M a, M b) { return a || b; }
INLINE M not(M a) { return !a; }
INLINE MF f_not(MF a) { return !a; }
INLINE MF f_both(MF a, MF b) { return a && b; }
INLINE M odd(L x) { return x & 1; }
INLINE MF f_odd(I x) { return x & 1; }
INLINE D d_most(D high, D x) { return high < x ? high : x; }
INLINE D d_least(D low, D x) { return low > x ? low : x; }
INLINE F f_most(F high, F x) { return high < x ? high : x; }
INLINE F f_least(F low, F x) { return low > x ? low : x; }
INLINE D low_half(F x) { return (D)x; }
INLINE D high_half(F x) { return 0; }
INLINE F join_halves(D a, D b) { return (F)a; }

#else
#define BYTES (HD_ISA / 8)
typedef double D __attribute__((vector_size(BYTES)));
typedef uint64_t L __attribute__((vector_size(BYTES)));
typedef float F __attribute__((vector_size(BYTES)));
typedef uint32_t I __attribute__((vector_size(BYTES)));
#define LANES_D (BYTES / 8)
#define LANES_F (BYTES / 4)
INLINE L bits(D x) { return (L)x; }
INLINE D from_bits(L x) { return (D)x; }
INLINE I f_bits(F x) { return (I)x; }
INLINE F f_from_bits(I x) { return (F)x; }
INLINE D d_all(double x) { return x - (D){0}; } // -0 stays -0
INLINE F f_all(float x) { return x - (F){0}; }

#if HD_ISA == 512
typedef __mmask8 M;
typedef __mmask16 MF;
INLINE D d_fma(D a, D b, D c) { return (D)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c); }
INLINE F f_fma(F a, F b, F c) { return (F)_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c); }
INLINE D d_most(D high, D x) { return (D)_mm512_min_pd((__m512d)high, (__m512d)x); }
INLINE D d_least(D low, D x) { return (D)_mm512_max_pd((__m512d)low, (__m512d)x); }
INLINE F f_most(F high, F x) { return (F)_mm512_min_ps((__m512)high, (__m512)x); }
INLINE F f_least(F low, F x) { return (F)_mm512_max_ps((__m512)low, (__m512)x); }
INLINE D d_sqrt(D x) { return (D)_mm512_sqrt_pd((__m512d)x); }
INLINE F f_sqrt(F x) { return (F)_mm512_sqrt_ps((__m512)x); }
INLINE D sel(M m, D a, D b) { return (D)_mm512_mask_blend_pd(m, (__m512d)b, (__m512d)a); }
INLINE F f_sel(MF m, F a, F b) { return (F)_mm512_mask_blend_ps(m, (__m512)b, (__m512)a); }
INLINE bool any(M m) { return m; }
INLINE bool f_any(MF m) { return m; }
#define COMPARES(T, R, p, V, suffix)                                                        \
    INLINE R p##lt(T a, T b) { return _mm512_cmp_##suffix##_mask((V)a, (V)b, _CMP_LT_OQ); } \
    INLINE R p##le(T a, T b) { return _mm512_cmp_##suffix##_mask((V)a, (V)b, _CMP_LE_OQ); } \
    INLINE R p##eq(T a, T b) { return _mm512_cmp_##suffix##_mask((V)a, (V)b, _CMP_EQ_OQ); } \
    INLINE R p##is_nan(T a) { return _mm512_cmp_##suffix##_mask((V)a, (V)a, _CMP_UNORD_Q); }
COMPARES(D, M, , __m512d, pd)
COMPARES(F, MF, f_, __m512, ps)
INLINE M not(M a) { return (M)~a; }
INLINE MF f_not(MF a) { return (MF)~a; }
INLINE MF f_both(MF a, MF b) { return a & b; }
INLINE M odd(L x) { return _mm512_test_epi64_mask((__m512i)x, _mm512_set1_epi64(1)); }
INLINE MF f_odd(I x) { return _mm512_test_epi32_mask((__m512i)x, _mm512_set1_epi32(1)); }
INLINE D low_half(F x) { return (D)_mm512_cvtps_pd(_mm512_castps512_ps256((__m512)x)); }
INLINE D high_half(F x) { return (D)_mm512_cvtps_pd(_mm512_extractf32x8_ps((__m512)x, 1)); }
INLINE F join_halves(D a, D b) {
    __m256 low = _mm512_cvtpd_ps((__m512d)a), high = _mm512_cvtpd_ps((__m512d)b);
    return (F)_mm512_insertf32x8(_mm512_castps256_ps512(low), high, 1);
}
#else
typedef int64_t M __attribute__((vector_size(BYTES)));
typedef int32_t MF __attribute__((vector_size(BYTES)));
#define COMPARES(T, R, p)                            \
    INLINE R p##lt(T a, T b) { return (R)(a < b); }  \
    INLINE R p##le(T a, T b) { return (R)(a <= b); } \
    INLINE R p##eq(T a, T b) { return (R)(a == b); } \
    INLINE R p##is_nan(T a) { return (R)(a != a); }
COMPARES(D, M, )
COMPARES(F, MF, f_)
INLINE M not(M a) { return ~a; }
INLINE MF f_not(MF a) { return ~a; }
INLINE MF f_both(MF a, MF b) { return a & b; }
INLINE M odd(L x) { return (M)((x & 1) == 1); }
INLINE MF f_odd(I x) { return (MF)((x & 1) == 1); }
#if HD_ISA == 256
INLINE D d_fma(D a, D b, D c) { return (D)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c); }
INLINE F f_fma(F a, F b, F c) { return (F)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c); }
INLINE D d_most(D high, D x) { return (D)_mm256_min_pd((__m256d)high, (__m256d)x); }
INLINE D d_least(D low, D x) { return (D)_mm256_max_pd((__m256d)low, (__m256d)x); }
INLINE F f_most(F high, F x) { return (F)_mm256_min_ps((__m256)high, (__m256)x); }
INLINE F f_least(F low, F x) { return (F)_mm256_max_ps((__m256)low, (__m256)x); }
INLINE D d_sqrt(D x) { return (D)_mm256_sqrt_pd((__m256d)x); }
INLINE F f_sqrt(F x) { return (F)_mm256_sqrt_ps((__m256)x); }
INLINE D sel(M m, D a, D b) { return (D)_mm256_blendv_pd((__m256d)b, (__m256d)a, (__m256d)m); }
INLINE F f_sel(MF m, F a, F b) { return (F)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)m); }
INLINE bool any(M m) { return _mm256_movemask_pd((__m256d)m); }
INLINE bool f_any(MF m) { return _mm256_movemask_ps((__m256)m); }
INLINE D low_half(F x) { return (D)_mm256_cvtps_pd(_mm256_castps256_ps128((__m256)x)); }
INLINE D high_half(F x) { return (D)_mm256_cvtps_pd(_mm256_extractf128_ps((__m256)x, 1)); }
INLINE F join_halves(D a, D b) {
    __m128 low = _mm256_cvtpd_ps((__m256d)a), high = _mm256_cvtpd_ps((__m256d)b);
    return (F)_mm256_insertf128_ps(_mm256_castps128_ps256(low), high, 1);
}
#else
INLINE D d_fma(D a, D b, D c) { return (D)_mm_fmadd_pd((__m128d)a, (__m128d)b, (__m128d)c); }
INLINE F f_fma(F a, F b, F c) { return (F)_mm_fmadd_ps((__m128)a, (__m128)b, (__m128)c); }
INLINE D d_most(D high, D x) { return (D)_mm_min_pd((__m128d)high, (__m128d)x); }
INLINE D d_least(D low, D x) { return (D)_mm_max_pd((__m128d)low, (__m128d)x); }
INLINE F f_most(F high, F x) { return (F)_mm_min_ps((__m128)high, (__m128)x); }
INLINE F f_least(F low, F x) { return (F)_mm_max_ps((__m128)low, (__m128)x); }
INLINE D d_sqrt(D x) { return (D)_mm_sqrt_pd((__m128d)x); }
INLINE F f_sqrt(F x) { return (F)_mm_sqrt_ps((__m128)x); }
INLINE D sel(M m, D a, D b) { return (D)_mm_blendv_pd((__m128d)b, (__m128d)a, (__m128d)m); }
INLINE F f_sel(MF m, F a, F b) { return (F)_mm_blendv_ps((__m128)b, (__m128)a, (__m128)m); }
INLINE bool any(M m) { return _mm_movemask_pd((__m128d)m); }
INLINE bool f_any(MF m) { return _mm_movemask_ps((__m128)m); }
INLINE D low_half(F x) { return (D)_mm_cvtps_pd((__m128)x); }
INLINE D high_half(F x) { return (D)_mm_cvtps_pd(_mm_movehl_ps((__m128)x, (__m128)x)); }
INLINE F join_halves(D a, D b) {
    return (F)_mm_movelh_ps(_mm_cvtpd_ps((__m128d)a), _mm_cvtpd_ps((__m128d)b));
}
#endif
#endif
INLINE M both(M a, M b) { return a & b; }
INLINE M either(M a, M b) { return a | b; }
#endif

// ---- the same for all ---------------------------------------------------------------------------

#define ABS_MASK 0x7fffffffffffffffull
#define SIGN_MASK 0x8000000000000000ull

INLINE D d_abs(D x) { return from_bits(bits(x) & ABS_MASK); }
INLINE D d_neg(D x) { return from_bits(bits(x) ^ SIGN_MASK); }
INLINE D with_sign(D x, D sign) {
    return from_bits((bits(x) & ABS_MASK) | (bits(sign) & SIGN_MASK));
}
INLINE D flip_by(D x, D sign) { return from_bits(bits(x) ^ (bits(sign) & SIGN_MASK)); }
INLINE F f_abs(F x) { return f_from_bits(f_bits(x) & 0x7fffffffu); }
INLINE F f_with_sign(F x, F sign) {
    return f_from_bits((f_bits(x) & 0x7fffffffu) | (f_bits(sign) & 0x80000000u));
}

// The nearest integer of |x| < 2^51, as a double and in the low bits of *n (two's complement).
#define SHIFT 0x1.8p52
INLINE D nearest(D x, L *n) {
    D s = x + SHIFT;
    *n = bits(s);
    return s - SHIFT;
}
#define F_SHIFT 0x1.8p23f
INLINE F f_nearest(F x, I *n) { // |x| < 2^22
    F s = x + F_SHIFT;
    *n = f_bits(s);
    return s - F_SHIFT;
}

// x * 2^n for the n that nearest gave, |n| < 2100; what is too small for a normal number is rounded
// once.
#if HD_ISA == 512
INLINE D scale(D x, L n) {
    return (D)_mm512_scalef_pd((__m512d)x, (__m512d)(from_bits(n) - SHIFT));
}
INLINE F f_scale(F x, I n) {
    return (F)_mm512_scalef_ps((__m512)x, (__m512)(f_from_bits(n) - F_SHIFT));
}
#else
INLINE D scale(D x, L n) {
    L half = ((n + 4096) >> 1 & 0x1fff) - 2048;
    n -= half;
    return x * from_bits((half + 1023) << 52) * from_bits((n + 1023) << 52);
}
INLINE F f_scale(F x, I n) {
    I half = ((n + 1024) >> 1 & 0x7ff) - 512;
    n -= half;
    return x * f_from_bits((half + 127) << 23) * f_from_bits((n + 127) << 23);
}
#endif

// ---- pairs: an unevaluated sum h + l with |l| <= ulp(h) / 2 -------------------------------------
// T. J. Dekker, A Floating-Point Technique for Extending the Available Precision, 1971; D. E.
// Knuth, TAOCP 2, 4.2.2.

struct pair {
    D h, l;
};

INLINE struct pair fast_sum(D a, D b) { // |a| >= |b|, or a = 0
    D h = a + b;
    return (struct pair){h, b - (h - a)};
}
INLINE struct pair two_sum(D a, D b) {
    D h = a + b, t = h - a;
    return (struct pair){h, (a - (h - t)) + (b - t)};
}
INLINE struct pair product(D a, D b) {
    D h = a * b;
    return (struct pair){h, d_fma(a, b, d_neg(h))};
}
INLINE struct pair pair_times(struct pair a, struct pair b) {
    struct pair p = product(a.h, b.h);
    p.l = d_fma(a.h, b.l, d_fma(a.l, b.h, p.l));
    return fast_sum(p.h, p.l);
}
INLINE struct pair pair_by(struct pair a, struct pair b) { // a / b
    D r = 1.0 / b.h, q = a.h * r;
    D rest = d_fma(d_neg(q), b.h, a.h) + (a.l - q * b.l);
    return fast_sum(q, rest * r);
}

// Horner's rule, highest coefficient last. Unrolled: n is a constant.
INLINE D poly(D x, const double *c, int n) {
    D r = d_all(c[n - 1]);
    _Pragma("GCC unroll 32") for (int i = n - 2; i >= 0; i--) r = d_fma(r, x, d_all(c[i]));
    return r;
}
INLINE F f_poly(F x, const float *c, int n) {
    F r = f_all(c[n - 1]);
    _Pragma("GCC unroll 32") for (int i = n - 2; i >= 0; i--) r = f_fma(r, x, f_all(c[i]));
    return r;
}
#define POLY(x, c) poly(x, c, (int)(sizeof(c) / sizeof *(c)))
#define F_POLY(x, c) f_poly(x, c, (int)(sizeof(c) / sizeof *(c)))

#endif
