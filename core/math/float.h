// Functions of floats. Those that kernels call most are done in float arithmetic, which takes half
// the vectors; the others through the cores for doubles, which makes them right but for one
// argument in some thousands.
//
// The quick ones (__expf and its kin, -use_fast_math) leave out what they may: see the table of
// intrinsic functions in NVIDIA's CUDA C++ Programming Guide ("Mathematical Functions").
#include "math/double.h"

#define HUGE_F __builtin_inff()
#define NAN_F __builtin_nanf("")

INLINE F f_clamp(F x, float low, float high) { // NaN stays
    return f_most(f_all(high), f_least(f_all(low), x));
}

#define THROUGH_D1(name, core) \
    INLINE F name(F x) { return join_halves(core(low_half(x)), core(high_half(x))); }
#define THROUGH_D2(name, core)                                                                \
    INLINE F name(F x, F y) {                                                                 \
        return join_halves(core(low_half(x), low_half(y)), core(high_half(x), high_half(y))); \
    }

// ---- exponentials -------------------------------------------------------------------------------

INLINE F f_exp_part(F r, I n) { return f_scale(f_fma(r * r, F_POLY(r, expf_poly), r) + 1.0f, n); }

INLINE F exp_f(F x) {
    I n;
    x = f_clamp(x, -110, 95);
    F k = f_nearest(x * 0x1.715476p+0f, &n);
    F r = f_fma(k, f_all(-0x1.62e430p-1f), x);
    return f_exp_part(f_fma(k, f_all(0x1.05c610p-29f), r), n);
}
INLINE F exp2_f(F x) {
    I n;
    x = f_clamp(x, -160, 135);
    F k = f_nearest(x, &n);
    return f_exp_part((x - k) * 0x1.62e430p-1f, n);
}
INLINE F exp10_f(F x) {
    I n;
    x = f_clamp(x, -50, 41);
    F k = f_nearest(x * 0x1.a934f0p+1f, &n);
    F r = f_fma(k, f_all(-0x1.344136p-2f), x);
    r = f_fma(k, f_all(0x1.ec10c0p-27f), r);
    return f_exp_part(f_fma(r, f_all(0x1.26bb1cp+1f), r * -0x1.12aabap-25f), n);
}
INLINE F tanh_f(F x) {
    F a = f_abs(x), z = a * a;
    F small = f_fma(a * z, F_POLY(z, tanhf_poly), a);
    F large = 1.0f - 2.0f / (exp_f(f_clamp(a + a, 0, 40)) + 1.0f);
    F t = f_sel(f_lt(a, f_all(0.55f)), small, large);
    return f_sel(f_is_nan(x), x, f_with_sign(t, x));
}

INLINE D expm1_short(D x) {
    L n;
    struct pair r = exp_reduce(clamp(x, -30, 100), d_all(0), &n, true);
    D e = r.h + exp_rest(r.h, r.l, true), one = scale(d_all(1), n);
    return tiny_is_itself(x, sel(lt(d_abs(x), d_all(0.34)), e, d_fma(e, one, one - 1.0)));
}
INLINE D sinh_short(D x) {
    D e = expm1_short(clamp(d_abs(x), 0, 95));
    return flip_by(0.5 * (e + e / (e + 1.0)), x);
}
INLINE D cosh_short(D x) {
    D e = exp_core(clamp(d_abs(x), 0, 95), d_all(0), true);
    return 0.5 * (e + 1.0 / e);
}
THROUGH_D1(expm1_f, expm1_short)
THROUGH_D1(sinh_f, sinh_short)
THROUGH_D1(cosh_f, cosh_short)

// ---- logarithms ---------------------------------------------------------------------------------

struct f_logarithm { // of 2^e m with 2/3 <= m < 4/3: log(m) = f + rest
    F e, f, rest;
};
INLINE struct f_logarithm f_log_core(F x, bool precise) {
    MF small = f_lt(x, f_all(0x1p-126f));
    F bias = f_all(0x1p23f + 127);
    if (__builtin_expect(f_any(small), 0)) {
        x = f_sel(small, x * 0x1p23f, x);
        bias = f_sel(small, bias + 23.0f, bias);
    }
    I b = f_bits(x), u = (b - 0x3f2aaaabu + 0x3f800000u) >> 23;
    F f = f_from_bits(b - (u << 23) + 0x3f800000u) - 1.0f;
    F e = f_from_bits(u | 0x4b000000u) - bias;
    F square = f * f, q = F_POLY(f, logf_poly);
    if (!precise) return (struct f_logarithm){e, f, square * f_fma(f, q, f_all(-0.5f))};
    F low = f_fma(f, f, -square), sum = f_fma(square, f_all(-0.5f), f);
    low = f_fma(low, f_all(-0.5f), f_fma(square, f_all(-0.5f), f - sum));
    return (struct f_logarithm){e, sum, f_fma(square * f, q, low)};
}
INLINE F f_log_ends(F x, F r) {
    MF usual = f_both(f_lt(f_all(0), x), f_lt(x, f_all(HUGE_F)));
    if (__builtin_expect(f_any(f_not(usual)), 0)) {
        r = f_sel(f_lt(x, f_all(HUGE_F)), r, x);
        r = f_sel(f_lt(x, f_all(0)), f_all(NAN_F), r);
        r = f_sel(f_eq(x, f_all(0)), f_all(-HUGE_F), r);
    }
    return r;
}
INLINE F log_f(F x) {
    struct f_logarithm r = f_log_core(x, false);
    F h = r.e * 0x1.62e400p-1f; // 15 bits: exact
    F sum = h + r.f, low = (h - sum) + r.f;
    return f_log_ends(x, sum + (f_fma(r.e, f_all(0x1.7f7d1cp-20f), r.rest) + low));
}
// (e + log(m) log_b(e)) unit, the products carried in two floats
INLINE F f_log_base(F x, float unit_1, float unit_2, float factor_1, float factor_2, bool precise) {
    struct f_logarithm r = f_log_core(x, precise);
    F h = r.f * factor_1, l = f_fma(r.f, f_all(factor_1), -h);
    l = f_fma(r.f, f_all(factor_2), f_fma(r.rest, f_all(factor_1), l));
    F big = r.e * unit_1, sum = big + h, low = (big - sum) + h;
    return f_log_ends(x, sum + (f_fma(r.e, f_all(unit_2), l) + low));
}
INLINE F log2_f(F x) { return f_log_base(x, 1, 0, 0x1.715476p+0f, 0x1.4ae0c0p-26f, true); }
INLINE F log10_f(F x) {
    return f_log_base(x, 0x1.344000p-2f, 0x1.3509f8p-18f, 0x1.bcb7b2p-2f, -0x1.5b235ep-27f, false);
}

INLINE D log_of_short(D x) {
    struct logarithm r = log_core(x, x, false, false, true);
    return d_fma(r.e, d_all(ln2_full_1), r.h);
}
INLINE D log1p_short(D x) { // exactly 1 + x but for x below 2^-29, where x - x^2 / 2 serves
    D r = log_ends(1.0 + x, log_of_short(1.0 + x));
    return sel(lt(d_abs(x), d_all(0x1p-20)), d_fma(x * x, d_fma(x, d_all(1.0 / 3), d_all(-0.5)), x),
               r);
}
INLINE D asinh_short(D x) {
    D a = d_abs(x), square = a * a;
    D r = log1p_short(a + square / (1.0 + d_sqrt(square + 1.0)));
    return with_sign(sel(lt(a, d_all(HUGE_D)), r, a), x);
}
INLINE D acosh_short(D x) {
    D t = x - 1.0, r = log1p_short(t + d_sqrt(t * (x + 1.0)));
    return sel(lt(x, d_all(1)), d_all(NAN_D), r);
}
INLINE D atanh_short(D x) {
    D a = d_abs(x);
    return with_sign(0.5 * log1p_short((a + a) / (1.0 - a)), x);
}
INLINE D pow_short(D x, D y) { return pow_core(x, y, true); }
THROUGH_D1(log1p_f, log1p_short)
THROUGH_D1(asinh_f, asinh_short)
THROUGH_D1(acosh_f, acosh_short)
THROUGH_D1(atanh_f, atanh_short)
THROUGH_D2(pow_f, pow_short)

// ---- roots --------------------------------------------------------------------------------------

INLINE D hypot_short(D x, D y) {
    D inf = d_all(HUGE_D), r = d_sqrt(d_fma(x, x, y * y));
    return sel(either(eq(d_abs(x), inf), eq(d_abs(y), inf)), inf, r);
}
THROUGH_D1(cbrt_f, cbrt_d)
THROUGH_D2(hypot_f, hypot_short)

// ---- circular functions -------------------------------------------------------------------------

#define F_MOST_TURNS \
    65536.0f // what three floats of pi / 2 are good for; beyond that the double's reduction serves

INLINE D f_circle(D x, L *n) { return circle(x, n).h; }
INLINE F sine_f(F r, F z) { return f_fma(r * z, F_POLY(z, sinf_poly), r); }
INLINE F cosine_f(F z) {
    return f_fma(z * z, F_POLY(z, cosf_poly), f_fma(z, f_all(-0.5f), f_all(1)));
}
INLINE F f_reduced(F x, I *n) {
    F k = f_nearest(x * 0x1.45f306p-1f, n);
    F r = f_fma(k, f_all(-0x1.921fb6p+0f), x);
    r = f_fma(k, f_all(0x1.777a5cp-25f), r);
    return f_fma(k, f_all(0x1.ee59dap-50f), r);
}
INLINE F f_quadrant(F r, I n) {
    F z = r * r, v = f_sel(f_odd(n), cosine_f(z), sine_f(r, z));
    return f_from_bits(f_bits(v) ^ (n << 30 & 0x80000000u));
}
INLINE F f_far(F v, F x, MF far, D (*fn)(D)) {
    F y = f_sel(far, x, f_all(0));
    return f_sel(far, join_halves(fn(low_half(y)), fn(high_half(y))), v);
}
static __attribute__((noinline)) D sin_far(D x) { return sin_d(x); }
static __attribute__((noinline)) D cos_far(D x) { return cos_d(x); }
static __attribute__((noinline)) D tan_far(D x) { return tan_d(x); }

INLINE F sin_f(F x) {
    I n;
    MF far = f_lt(f_all(F_MOST_TURNS), f_abs(x));
    F v = f_reduced(f_sel(far, f_all(0), x), &n);
    v = f_sel(f_eq(x, f_all(0)), x, f_quadrant(v, n));
    return __builtin_expect(f_any(far), 0) ? f_far(v, x, far, sin_far) : v;
}
INLINE F cos_f(F x) {
    I n;
    MF far = f_lt(f_all(F_MOST_TURNS), f_abs(x));
    F v = f_reduced(f_sel(far, f_all(0), x), &n);
    v = f_quadrant(v, n + 1);
    return __builtin_expect(f_any(far), 0) ? f_far(v, x, far, cos_far) : v;
}
INLINE F tan_f(F x) {
    I n;
    MF far = f_lt(f_all(F_MOST_TURNS), f_abs(x));
    F r = f_reduced(f_sel(far, f_all(0), x), &n), z = r * r, s = sine_f(r, z), c = cosine_f(z);
    MF turned = f_odd(n);
    F v = f_sel(turned, -c, s) / f_sel(turned, s, c);
    v = f_sel(f_eq(x, f_all(0)), x, v);
    return __builtin_expect(f_any(far), 0) ? f_far(v, x, far, tan_far) : v;
}

INLINE D asin_short_d(D x) { return asin_core(x, true); }
INLINE D acos_short_d(D x) { return acos_core(x, true); }
INLINE D atan_short_d(D x) { return atan_core(x, true); }
INLINE D atan2_short_d(D y, D x) { return atan2_core(y, x, true); }
THROUGH_D1(asin_f, asin_short_d)
THROUGH_D1(acos_f, acos_short_d)
THROUGH_D1(atan_f, atan_short_d)
THROUGH_D2(atan2_f, atan2_short_d)

// ---- error functions ----------------------------------------------------------------------------

INLINE D erf_short_d(D x) { return erf_core(x, true); }
INLINE D erfc_short_d(D x) { return erfc_core(x, true); }
THROUGH_D1(erf_f, erf_short_d)
THROUGH_D1(erfc_f, erfc_short_d)

// ---- quick ones ---------------------------------------------------------------------------------

INLINE F quick_scale(F x, I n) { return f_from_bits(f_bits(x) + (n << 23)); }
INLINE F quick_exp2_of(F t) { // 2^t; 0 where it is too small for a normal float
    I n;
    F x = f_clamp(t, -127, 128), k = f_nearest(x, &n), r = (x - k) * 0x1.62e430p-1f;
    F p = quick_scale(f_fma(r * r, F_POLY(r, expf_poly), r) + 1.0f, n);
    p = f_sel(f_lt(t, f_all(-126)), f_all(0), p);
    return f_sel(f_lt(t, f_all(128)), p, f_sel(f_is_nan(t), t, f_all(HUGE_F)));
}
INLINE F quick_exp_f(F x) { return quick_exp2_of(x * 0x1.715476p+0f); }
INLINE F quick_exp10_f(F x) { return quick_exp2_of(x * 0x1.a934f0p+1f); }
INLINE F quick_log2_f(F x) {
    struct f_logarithm r = f_log_core(x, false);
    return f_log_ends(x, f_fma(r.f + r.rest, f_all(0x1.715476p+0f), r.e));
}
INLINE F quick_log_f(F x) {
    struct f_logarithm r = f_log_core(x, false);
    return f_log_ends(x, f_fma(r.e, f_all(0x1.62e430p-1f), r.f + r.rest));
}
INLINE F quick_log10_f(F x) { return quick_log2_f(x) * 0x1.344136p-2f; }
INLINE F quick_pow_f(F x, F y) { return quick_exp2_of(y * quick_log2_f(x)); }
INLINE F quick_sin_f(F x) {
    I n;
    F r = f_reduced(x, &n);
    return f_quadrant(r, n);
}
INLINE F quick_cos_f(F x) {
    I n;
    F r = f_reduced(x, &n);
    return f_quadrant(r, n + 1);
}
INLINE F quick_tan_f(F x) {
    I n;
    F r = f_reduced(x, &n), z = r * r, s = sine_f(r, z), c = cosine_f(z);
    return f_sel(f_odd(n), -c, s) / f_sel(f_odd(n), s, c);
}
INLINE F quick_tanh_f(F x) { return tanh_f(x); }
