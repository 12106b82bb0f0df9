// The mathematical functions of core/math: bounds, the same bits at every width, the ends of their
// domains.
//
// Functions of one float are compared with the C library's for doubles, those of doubles with its
// long doubles, whose own errors do not show. Each function must stay within the bound of
// functions.def, which must be CUDA's or better. `test_math` looks at a selection (a second);
// `test_math all` at every float; `test_math N` at N arguments each; `test_math ... log10f` at this
// function alone; `test_math -v ...` prints what was found.
#include "check.h"
#include "math/math.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef long double real;

static struct oracle {
    const char *name;
    real (*one)(real);
    real (*two)(real, real);
    double (*one_d)(double);
    double (*two_d)(double, double);
    double low, high; // where most arguments come from
} oracles[] = {
#define ONE(f, low, high) {#f, f##l, NULL, f, NULL, low, high},
#define TWO(f, low, high) {#f, NULL, f##l, NULL, f, low, high},
    ONE(exp, -760, 720) ONE(exp2, -1080, 1030) ONE(exp10, -330, 310) ONE(expm1, -40, 720)
        ONE(log, 0, 4) ONE(log2, 0, 4) ONE(log10, 0, 4) ONE(log1p, -1, 3) ONE(sin, -100, 100)
            ONE(cos, -100, 100) ONE(tan, -100, 100) ONE(asin, -1, 1) ONE(acos, -1, 1)
                ONE(atan, -8, 8) ONE(sinh, -712, 712) ONE(cosh, -712, 712) ONE(tanh, -20, 20)
                    ONE(asinh, -10, 10) ONE(acosh, 1, 10) ONE(atanh, -1, 1) ONE(cbrt, -10, 10)
                        ONE(erf, -6, 6) ONE(erfc, -6, 27.3) TWO(pow, 0, 40) TWO(atan2, -4, 4)
                            TWO(hypot, -4, 4)};

static bool verbose, every_float;
static const char *only; // this function alone
static long wanted = 20000;
static uint64_t seed = 1;

static uint64_t rnd(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed * 0x2545f4914f6cdd1dull;
}

static const struct oracle *oracle_of(const struct hd_math *fn) {
    size_t len = strlen(fn->name) - (fn->bytes == 4);
    for (size_t i = 0; i < sizeof oracles / sizeof *oracles; i++)
        if (strlen(oracles[i].name) == len && !memcmp(oracles[i].name, fn->name, len))
            return &oracles[i];
    return NULL;
}

static const double corners[] = {
    0.0,
    -0.0,
    1,
    -1,
    0.5,
    -0.5,
    2,
    -2,
    3,
    -3,
    0x1p-149,
    -0x1p-149,
    0x1p-126,
    0x1p-1074,
    -0x1p-1074,
    0x1p-1022,
    INFINITY,
    -INFINITY,
    NAN,
    0x1.fffffep127,
    -0x1.fffffep127,
    0x1.fffffffffffffp1023,
    88.72284,
    88.7228391,
    -87.3365,
    -103.97208,
    -103.98,
    709.782712893384,
    709.79,
    -745.13,
    -745.14,
    1e5,
    1e6,
    65536,
    65537,
    1e10,
    1e22,
    1e30,
    1e300,
    3.1415926535897931,
    1.5707963267948966,
    6381956970095103.0 * 0x1p797 /* the double next to a multiple of pi / 2, W. Kahan */,
    0.99999994,
    1.0000001,
    0.55,
    1e-20,
    1e-8,
    127.99999,
    128,
    -126.5,
    38.53184,
    38.6,
    -45.2,
    308.25,
    308.26,
    10.05,
    26.5,
    27.3,
    0x1p52,
    0x1p52 + 1,
    0x1p53 - 1,
    5,
    -7,
    1.0 / 3};
#define NCORNERS ((long)(sizeof corners / sizeof *corners))

// Arguments number i: corners, then the usual interval, then all exponents.
static double argument(const struct hd_math *fn, const struct oracle *o, long i, int which) {
    if (i < NCORNERS * NCORNERS && fn->nargs == 2)
        return corners[which ? i % NCORNERS : i / NCORNERS];
    if (i < NCORNERS) return corners[i];
    uint64_t r = rnd();
    if (i % 3 == 0) {
        double d;
        float f;
        uint32_t half = (uint32_t)r;
        memcpy(&d, &r, 8);
        memcpy(&f, &half, 4);
        return fn->bytes == 4 ? f : d;
    }
    double unit = (double)(r >> 11) * 0x1p-53;
    if (i % 3 == 1) return o->low + (o->high - o->low) * unit;
    return (i & 1 ? -1 : 1) * exp2(unit * 24 - 20) + (i % 5 ? 0 : 1);
}

static double ulp_of(real v, int bytes) {
    int e = (int)(v == 0 ? -100000 : ilogbl(v)), least = bytes == 4 ? -149 : -1074;
    int last = e - (bytes == 4 ? 23 : 52);
    return ldexp(1, last < least ? least : last);
}

// Error of `got` in ulp; special values must agree.
static double error_of(double got, real want, int bytes) {
    if (isnan(want)) return isnan(got) ? 0 : INFINITY;
    real most = bytes == 4 ? 0x1.ffffffp127L : 0x1.fffffffffffff8p1023L;
    if (fabsl(want) >= most) want = copysignl(INFINITY, want);
    if (isinf(want)) {
        if (isinf(got) && !signbit(got) == !signbit(want)) return 0;
        real largest = bytes == 4 ? 0x1.fffffep127L : 0x1.fffffffffffffp1023L;
        return fabs(got) == (double)largest && !signbit(got) == !signbit(want) ? 0.5 : INFINITY;
    }
    if (isinf(got)) { // the next number after the largest
        real next = bytes == 4 ? 0x1p128L : 0x1p1023L * 2;
        return signbit(got) == !!signbit(want)
                   ? (double)((next - fabsl(want)) / ulp_of(want, bytes))
                   : INFINITY;
    }
    if (isnan(got)) return INFINITY;
    if (want == 0) return got == 0 && !signbit(got) == !signbit(want) ? 0 : INFINITY;
    return (double)(fabsl((real)got - want) / ulp_of(want, bytes));
}

static real exact(const struct hd_math *fn, const struct oracle *o, double x, double y) {
    if (fn->bytes == 4) return fn->nargs == 2 ? (real)o->two_d(x, y) : (real)o->one_d(x);
    return fn->nargs == 2 ? o->two((real)x, (real)y) : o->one((real)x);
}

static double call(const struct hd_math *fn, double x, double y) {
    void *code = hd_math_code(fn, 1);
    if (fn->bytes == 4)
        return fn->nargs == 2 ? ((float (*)(float, float))(uintptr_t)code)((float)x, (float)y)
                              : ((float (*)(float))(uintptr_t)code)((float)x);
    return fn->nargs == 2 ? ((double (*)(double, double))(uintptr_t)code)(x, y)
                          : ((double (*)(double))(uintptr_t)code)(x);
}

struct found {
    double worst, x, y;
};

static void look(const struct hd_math *fn, const struct oracle *o, double x, double y,
                 struct found *f) {
    double e = error_of(call(fn, x, y), exact(fn, o, x, y), fn->bytes);
    if (e > f->worst) *f = (struct found){e, x, y};
}

static void bounds(void) {
    bool all_hold = true; // each that does not is told
    for (int i = 0; hd_math_row(i); i++) {
        const struct hd_math *fn = hd_math_row(i);
        const struct oracle *o = oracle_of(fn);
        if (!o || (only && strcmp(only, fn->name))) continue; // a quick one
        struct found f = {0};
        if (every_float && fn->bytes == 4 && fn->nargs == 1) {
            for (uint64_t b = 0; b < 1ull << 32; b++) {
                uint32_t word = (uint32_t)b;
                float x;
                memcpy(&x, &word, 4);
                look(fn, o, x, 0, &f);
            }
        }
        long n = fn->nargs == 2 ? wanted + NCORNERS * NCORNERS : wanted;
        for (long k = 0; k < n; k++) {
            double x = argument(fn, o, k, 0), y = fn->nargs == 2 ? argument(fn, o, k, 1) : 0;
            if (fn->bytes == 4) x = (float)x, y = (float)y;
            look(fn, o, x, y, &f);
        }
        if (verbose)
            printf("# %-8s %.4f ulp at %a, %a (stated %g, CUDA's %g)\n", fn->name, f.worst, f.x,
                   f.y, fn->ulp, fn->cuda);
        if (f.worst > fn->ulp)
            printf("# %s(%a, %a): %g ulp, where %g are stated: %a\n", fn->name, f.x, f.y, f.worst,
                   fn->ulp, call(fn, f.x, f.y));
        all_hold &= f.worst <= fn->ulp && fn->ulp <= fn->cuda;
        fflush(stdout);
    }
    CHECK(all_hold);
}

// ---- widths -------------------------------------------------------------------------------------

typedef float f4 __attribute__((vector_size(16)));
typedef float f8 __attribute__((vector_size(32)));
typedef float f16 __attribute__((vector_size(64)));
typedef double d2 __attribute__((vector_size(16)));
typedef double d4 __attribute__((vector_size(32)));
typedef double d8 __attribute__((vector_size(64)));

#define WIDTH(type, isa)                                                                      \
    __attribute__((target(isa))) static void run_##type(void *code, int nargs, const void *x, \
                                                        const void *y, void *out) {           \
        type a, b, r;                                                                         \
        memcpy(&a, x, sizeof a);                                                              \
        memcpy(&b, y, sizeof b);                                                              \
        r = nargs == 2 ? ((type(*)(type, type))(uintptr_t)code)(a, b)                         \
                       : ((type(*)(type))(uintptr_t)code)(a);                                 \
        memcpy(out, &r, sizeof r);                                                            \
    }
WIDTH(f4, "avx2")
WIDTH(d2, "avx2")
WIDTH(f8, "avx2")
WIDTH(d4, "avx2")
WIDTH(f16, "avx512f")
WIDTH(d8, "avx512f")

static void run(const struct hd_math *fn, int lanes, void *code, const void *x, const void *y,
                void *out) {
    switch (lanes * fn->bytes) {
    case 16: (fn->bytes == 4 ? run_f4 : run_d2)(code, fn->nargs, x, y, out); break;
    case 32: (fn->bytes == 4 ? run_f8 : run_d4)(code, fn->nargs, x, y, out); break;
    default: (fn->bytes == 4 ? run_f16 : run_d8)(code, fn->nargs, x, y, out); break;
    }
}

static bool same(const struct hd_math *fn, double a, double b) {
    return (isnan(a) && isnan(b)) || (a == b && !signbit(a) == !signbit(b));
}

static void widths(void) {
    for (int i = 0; hd_math_row(i); i++) {
        const struct hd_math *fn = hd_math_row(i);
        const struct oracle *o = oracle_of(fn), any = {.low = -10, .high = 10};
        for (int lanes = 2; lanes <= 16; lanes *= 2) {
            void *code = hd_math_code(fn, lanes);
            int wrong = 0;
            for (long k = 0; code && k < 4000; k++) {
                double x[16], y[16], got[16], xx[16], yy[16];
                float fx[16], fy[16], fout[16];
                for (int j = 0; j < lanes; j++) {
                    x[j] = argument(fn, o ? o : &any, k * lanes + j, 0);
                    y[j] = argument(fn, o ? o : &any, k * lanes + j, 1);
                    fx[j] = (float)x[j];
                    fy[j] = (float)y[j];
                    xx[j] = fn->bytes == 4 ? fx[j] : x[j];
                    yy[j] = fn->bytes == 4 ? fy[j] : y[j];
                }
                if (fn->bytes == 4)
                    run(fn, lanes, code, fx, fy, fout);
                else
                    run(fn, lanes, code, x, y, got);
                for (int j = 0; j < lanes; j++) {
                    double v = fn->bytes == 4 ? fout[j] : got[j], one = call(fn, xx[j], yy[j]);
                    if (same(fn, v, one)) continue;
                    if (!wrong++)
                        printf("# %s(%a, %a): %a alone, %a of %d\n", fn->name, xx[j], yy[j], one, v,
                               lanes);
                }
            }
            CHECK(!wrong);
        }
    }
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-v"))
            verbose = true;
        else if (!strcmp(argv[i], "all"))
            every_float = true;
        else if (atol(argv[i]))
            wanted = atol(argv[i]);
        else
            only = argv[i];
    }
    RUN(bounds);
    RUN(widths);
    return check_status();
}
