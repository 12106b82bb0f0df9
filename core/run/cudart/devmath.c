// Functions that built-ins call and the C library lacks: mathematical functions of device code,
// arithmetic with a stated rounding direction, and a few bit operations. Compiled code calls them
// by name ("hd_dm_sinpi").
//
// Float versions are computed in double and rounded once. Directed rounding sets the processor's
// rounding mode for the one operation; operands and result are volatile so that the compiler keeps
// the operation between the switches.
//
// Example: `__fadd_ru(1.0f, 1e-10f)` -> hd_dm_fadd_ru -> 1.00000012.
#include "run/run.h"

#include <fenv.h>
#include <math.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

static const double root_pi = 1.7724538509055160273, root_2 = 1.4142135623730950488,
                    pi = 3.14159265358979323846;

// ---- trigonometry in units of pi ----------------------------------------------------------------

// x = quarter / 2 + *rest with |*rest| <= 1/4, exactly; the quarter modulo 4.
static int split_quarters(double x, double *rest) {
    double n = nearbyint(2 * x);
    *rest = x - n / 2;
    return (int)fmod(n, 4) & 3;
}

static double sine_of(int quarter, double rest) {
    switch (quarter) {
    case 0: return sin(pi * rest);
    case 1: return cos(pi * rest);
    case 2: return -sin(pi * rest);
    default: return -cos(pi * rest);
    }
}

static double dm_sinpi(double x) {
    if (!isfinite(x)) return x - x;
    double rest;
    int quarter = split_quarters(x, &rest);
    double s = sine_of(quarter, rest);
    return s == 0 ? copysign(0.0, x) : s;
}

static double dm_cospi(double x) {
    if (!isfinite(x)) return x - x;
    double rest;
    int quarter = split_quarters(x, &rest);
    double c = sine_of((quarter + 1) & 3, rest);
    return c == 0 ? 0.0 : c;
}

static double dm_tanpi(double x) { return dm_sinpi(x) / dm_cospi(x); }

static void dm_sincospi(double x, double *s, double *c) {
    double sine = dm_sinpi(x), cosine = dm_cospi(x);
    *s = sine;
    *c = cosine;
}

static void dm_sincospif(float x, float *s, float *c) {
    float sine = (float)dm_sinpi(x), cosine = (float)dm_cospi(x);
    *s = sine;
    *c = cosine;
}

// ---- error functions and the normal distribution ------------------------------------------------

// First guess (2e-3) for the inverse error function of a value whose ln(1 - x * x) is given
// (Winitzki's formula).
static double erfinv_guess(double log_term) {
    const double a = 0.147, t = 2 / (pi * a) + log_term / 2;
    return sqrt(sqrt(t * t - log_term / a) - t);
}

static double dm_erfcinv(double x) {
    if (!(x >= 0 && x <= 2)) return NAN;
    if (x == 0) return INFINITY;
    if (x == 2) return -INFINITY;
    if (x > 1) return -dm_erfcinv(2 - x);
    double y = erfinv_guess(log(x) + log(2 - x));
    for (int i = 0; i < 4; i++) { // Halley's method
        double u = (erfc(y) - x) / (-2 / root_pi * exp(-y * y));
        if (!isfinite(u)) break;
        y -= u / (1 + u * y);
    }
    return y;
}

static double dm_erfinv(double x) {
    if (!(fabs(x) <= 1)) return NAN;
    if (fabs(x) > 0.5) return copysign(dm_erfcinv(1 - fabs(x)), x);
    if (fabs(x) < 1e-8) return x * root_pi / 2;
    double y = erfinv_guess(log1p(-x * x)), target = fabs(x);
    for (int i = 0; i < 3; i++) {
        double u = (erf(y) - target) / (2 / root_pi * exp(-y * y));
        y -= u / (1 + u * y);
    }
    return copysign(y, x);
}

static double dm_erfcx(double x) {
    if (x < 25) {
        double square = x * x, rest = fma(x, x, -square); // x * x = square + rest exactly
        return exp(square) * (1 + rest) * erfc(x);
    }
    double t = 1 / (2 * x * x), sum = 1, term = 1;
    for (int k = 1; k < 12; k++) {
        term *= -(2 * k - 1) * t;
        sum += term;
    }
    return sum / (x * root_pi);
}

static double dm_normcdf(double x) { return 0.5 * erfc(-x / root_2); }

static double dm_normcdfinv(double p) { return -root_2 * dm_erfcinv(2 * p); }

// ---- modified Bessel functions ------------------------------------------------------------------

// Of order 0 or 1: the power series, whose terms are all positive, or the expansion for large x.
static double bessel_i(int order, double x) {
    double a = fabs(x);
    if (isnan(x)) return x;
    if (a <= 30) {
        double q = a * a / 4, term = order ? a / 2 : 1, sum = term;
        for (int k = 1; k < 500 && term > sum * 1e-18; k++) {
            term *= q / ((double)k * (k + order));
            sum += term;
        }
        return order && x < 0 ? -sum : sum;
    }
    double mu = 4.0 * order, term = 1, sum = 1;
    for (int k = 1; k < 40; k++) {
        double next = term * -(mu - (2.0 * k - 1) * (2.0 * k - 1)) / (k * 8 * a);
        if (fabs(next) >= fabs(term) || fabs(next) < 1e-18) break;
        term = next;
        sum += term;
    }
    double half = exp(a / 2); // exp(a) alone overflows too early
    double value = half / sqrt(2 * pi * a) * sum * half;
    return order && x < 0 ? -value : value;
}

static double dm_cyl_bessel_i0(double x) { return bessel_i(0, x); }

static double dm_cyl_bessel_i1(double x) { return bessel_i(1, x); }

static double dm_rcbrt(double x) { return 1 / cbrt(x); }

// ---- lengths ------------------------------------------------------------------------------------

static double dm_norm(int n, const double *p) {
    double largest = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        if (isinf(p[i])) return INFINITY;
        if (fabs(p[i]) > largest) largest = fabs(p[i]);
    }
    if (largest == 0) return 0;
    for (int i = 0; i < n; i++) sum += p[i] / largest * (p[i] / largest);
    return largest * sqrt(sum);
}

static float dm_normf(int n, const float *p) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += (double)p[i] * p[i];
    return (float)sqrt(sum);
}

static double dm_rnorm(int n, const double *p) { return 1 / dm_norm(n, p); }

static float dm_rnormf(int n, const float *p) { return 1 / dm_normf(n, p); }

#define FLOAT_OF(name) \
    static float dm_##name##f(float x) { return (float)dm_##name(x); }
FLOAT_OF(sinpi)
FLOAT_OF(cospi)
FLOAT_OF(tanpi)
FLOAT_OF(erfinv)
FLOAT_OF(erfcinv)
FLOAT_OF(erfcx)
FLOAT_OF(normcdf)
FLOAT_OF(normcdfinv)
FLOAT_OF(cyl_bessel_i0)
FLOAT_OF(cyl_bessel_i1)
FLOAT_OF(rcbrt)

// ---- directed rounding --------------------------------------------------------------------------

#define ROUNDED(name, mode, type, params, copies, expression) \
    static type dm_##name params {                            \
        int before = fegetround();                            \
        copies;                                               \
        fesetround(mode);                                     \
        volatile type result = (type)(expression);            \
        fesetround(before);                                   \
        return result;                                        \
    }
#define THREE_WAYS(name, type, params, copies, expression)              \
    ROUNDED(name##_rz, FE_TOWARDZERO, type, params, copies, expression) \
    ROUNDED(name##_ru, FE_UPWARD, type, params, copies, expression)     \
    ROUNDED(name##_rd, FE_DOWNWARD, type, params, copies, expression)
#define ARITHMETIC(prefix, type, square_root)                                 \
    THREE_WAYS(prefix##add, type, (type x, type y), volatile type a = x;      \
               volatile type b = y, a + b)                                    \
    THREE_WAYS(prefix##sub, type, (type x, type y), volatile type a = x;      \
               volatile type b = y, a - b)                                    \
    THREE_WAYS(prefix##mul, type, (type x, type y), volatile type a = x;      \
               volatile type b = y, a * b)                                    \
    THREE_WAYS(prefix##div, type, (type x, type y), volatile type a = x;      \
               volatile type b = y, a / b)                                    \
    THREE_WAYS(prefix##rcp, type, (type x), volatile type a = x, (type)1 / a) \
    THREE_WAYS(prefix##sqrt, type, (type x), volatile type a = x, square_root(a))
ARITHMETIC(f, float, sqrtf)
ARITHMETIC(d, double, sqrt)
THREE_WAYS(fmaf, float, (float x, float y, float z), volatile float a = x; volatile float b = y;
           volatile float c = z, fmaf(a, b, c))
THREE_WAYS(fma, double, (double x, double y, double z), volatile double a = x;
           volatile double b = y; volatile double c = z, fma(a, b, c))
THREE_WAYS(int2float, float, (int x), volatile int a = x, a)
THREE_WAYS(uint2float, float, (unsigned x), volatile unsigned a = x, a)
THREE_WAYS(ll2float, float, (long long x), volatile long long a = x, a)
THREE_WAYS(double2float, float, (double x), volatile double a = x, a)
THREE_WAYS(ll2double, double, (long long x), volatile long long a = x, a)
// Through long double, which holds every 64-bit integer: conversion of unsigned ones takes several
// instructions.
THREE_WAYS(ull2float, float, (unsigned long long x), volatile long double a = (long double)x, a)
THREE_WAYS(ull2double, double, (unsigned long long x), volatile long double a = (long double)x, a)

// ---- bits and kinds -----------------------------------------------------------------------------

static int dm_parity(unsigned x) { return __builtin_parity(x); }

static int dm_parityll(unsigned long long x) { return __builtin_parityll(x); }

static int dm_clrsb(int x) { return __builtin_clrsb(x); }

static int dm_clrsbll(long long x) { return __builtin_clrsbll(x); }

#define ROTATE(bits)                                                          \
    static uint##bits##_t dm_rotl##bits(uint##bits##_t x, uint##bits##_t n) { \
        n &= bits - 1;                                                        \
        return (uint##bits##_t)(n ? x << n | x >> (bits - n) : x);            \
    }                                                                         \
    static uint##bits##_t dm_rotr##bits(uint##bits##_t x, uint##bits##_t n) { \
        return dm_rotl##bits(x, (uint##bits##_t)(bits - (n & (bits - 1))));   \
    }
ROTATE(8)
ROTATE(16)
ROTATE(32)
ROTATE(64)

#define CLASSIFY(suffix, type)                                                                \
    static int dm_fpclassify##suffix(int nan_, int inf_, int normal, int subnormal, int zero, \
                                     type x) {                                                \
        switch (fpclassify(x)) {                                                              \
        case FP_NAN: return nan_;                                                             \
        case FP_INFINITE: return inf_;                                                        \
        case FP_ZERO: return zero;                                                            \
        case FP_SUBNORMAL: return subnormal;                                                  \
        default: return normal;                                                               \
        }                                                                                     \
    }                                                                                         \
    static int dm_isinf_sign##suffix(type x) { return isinf(x) ? (signbit(x) ? -1 : 1) : 0; }
CLASSIFY(, double)
CLASSIFY(f, float)
CLASSIFY(l, long double)

static bool dm_test_and_set(void *p, int order) {
    return __atomic_test_and_set(p, __ATOMIC_SEQ_CST);
}

static void dm_flag_clear(void *p, int order) { __atomic_clear((bool *)p, __ATOMIC_SEQ_CST); }

static bool dm_lock_free(unsigned long size, const void *p) {
    return size == 1 || size == 2 || size == 4 || size == 8;
}

static void dm_nanosleep(unsigned ns) {
    struct timespec t = {ns / 1000000000u, (long)(ns % 1000000000u)};
    nanosleep(&t, NULL);
}

// ---- names --------------------------------------------------------------------------------------

#define ROW(name) {"hd_dm_" #name, (void *)(uintptr_t)dm_##name},
#define ROW_F(name) ROW(name) ROW(name##f)
#define ROW_3(name) ROW(name##_rz) ROW(name##_ru) ROW(name##_rd)
#define ROW_OPS(p) \
    ROW_3(p##add) ROW_3(p##sub) ROW_3(p##mul) ROW_3(p##div) ROW_3(p##rcp) ROW_3(p##sqrt)
static const struct {
    const char *name;
    void *address;
} functions[] = {
    ROW_F(sinpi) ROW_F(cospi) ROW_F(tanpi) ROW_F(sincospi) ROW_F(erfinv) ROW_F(erfcinv) ROW_F(erfcx)
        ROW_F(normcdf) ROW_F(normcdfinv) ROW_F(cyl_bessel_i0) ROW_F(cyl_bessel_i1) ROW_F(rcbrt)
            ROW_F(norm) ROW_F(rnorm) ROW_OPS(f) ROW_OPS(d) ROW_3(fmaf) ROW_3(fma) ROW_3(int2float)
                ROW_3(uint2float) ROW_3(ll2float) ROW_3(ull2float) ROW_3(double2float)
                    ROW_3(ll2double) ROW_3(ull2double) ROW(parity) ROW(parityll) ROW(clrsb)
                        ROW(clrsbll) ROW(rotl8) ROW(rotr8) ROW(rotl16) ROW(rotr16) ROW(rotl32)
                            ROW(rotr32) ROW(rotl64) ROW(rotr64) ROW(fpclassify) ROW(fpclassifyf)
                                ROW(fpclassifyl) ROW(isinf_sign) ROW(isinf_signf) ROW(isinf_signl)
                                    ROW(test_and_set) ROW(flag_clear) ROW(lock_free)
                                        ROW(nanosleep)};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct hd_map by_name;

static void index_functions(void) {
    for (int i = 0; i < HD_COUNT(functions); i++)
        hd_map_set(&by_name, hd_intern_str(functions[i].name), functions[i].address);
}

void *hd_devmath_symbol(const char *name) {
    if (strncmp(name, "hd_dm_", 6) != 0) return NULL;
    pthread_once(&once, index_functions);
    return hd_map_get(&by_name, hd_intern_str(name));
}
