// cuBLAS, level 1: vectors. n below 1 does nothing and is no error; sums of nothing are 0. An
// increment that is negative counts from the vector's end, as in BLAS.
#include <math.h>

#include "run/library/blas/blas.h"

#define ABS_REAL(v) fabs((double)(v))
#define ABS_COMPLEX(v) (fabs((double)creal(v)) + fabs((double)cimag(v)))

// The first element of the largest (smallest) |re| + |im|, counted from 1; 0: there is none.
#define EXTREME(T, t, E, R, K, name, better)                                         \
    static int hd_cublasI##t##name(struct blas *handle, int n, const E *x, int incx, \
                                   int *result) {                                    \
        BLAS_ENTER("cublasI" #t #name);                                              \
        int best = 0;                                                                \
        if (n > 0 && incx > 0) {                                                     \
            BLAS_VECTOR(x, n, incx);                                                 \
            double at_best = 0;                                                      \
            for (int i = 0; i < n; i++) {                                            \
                double a = ABS_##K(x[(size_t)i * (size_t)incx]);                     \
                if (best && !(a better at_best)) continue;                           \
                best = i + 1;                                                        \
                at_best = a;                                                         \
            }                                                                        \
        }                                                                            \
        BLAS_GIVE(int, result, best);                                                \
        return BLAS_SUCCESS;                                                         \
    }

// A real number of one vector: asum, nrm2.
#define REDUCTION(Name, cblas, E, R)                                                          \
    static int hd_cublas##Name(struct blas *handle, int n, const E *x, int incx, R *result) { \
        BLAS_ENTER_AGAIN("cublas" #Name, (long)handle, n, (long)x, incx);                     \
        R value = 0;                                                                          \
        static void *function;                                                                \
        if (!function) function = blas_function("cblas_" cblas);                              \
        if (n > 0 && incx > 0) {                                                              \
            BLAS_VECTOR(x, n, incx);                                                          \
            BLAS_REMEMBER;                                                                    \
            value = ((R(*)(int, const E *, int))(uintptr_t)function)(n, x, incx);             \
        }                                                                                     \
        BLAS_GIVE(R, result, value);                                                          \
        return BLAS_SUCCESS;                                                                  \
    }

// The sum of |re| + |im| is one of reals. OpenBLAS's own scasum is wrong for most lengths on
// processors with AVX-512: 0.3.21 where that is no multiple of 8.
#define COMPLEX_SUM(Name, cblas, E, R)                                                        \
    static int hd_cublas##Name(struct blas *handle, int n, const E *x, int incx, R *result) { \
        BLAS_ENTER("cublas" #Name);                                                           \
        R value = 0;                                                                          \
        static R (*sum)(int, const R *, int);                                                 \
        if (!sum) sum = (R(*)(int, const R *, int))(uintptr_t)blas_function("cblas_" cblas);  \
        if (n > 0 && incx > 0) {                                                              \
            BLAS_VECTOR(x, n, incx);                                                          \
            const R *parts = (const R *)x;                                                    \
            int step = incx > INT32_MAX / 2 ? 1 : 2 * incx; /* n is 1 then */                 \
            value = incx == 1 && n <= INT32_MAX / 2                                           \
                        ? sum(2 * n, parts, 1)                                                \
                        : sum(n, parts, step) + sum(n, parts + 1, step);                      \
        }                                                                                     \
        BLAS_GIVE(R, result, value);                                                          \
        return BLAS_SUCCESS;                                                                  \
    }

#define TWO_VECTORS(T, t, E, R, K)                                                              \
    static int hd_cublas##T##axpy(struct blas *handle, int n, const E *alpha, const E *x,       \
                                  int incx, E *y, int incy) {                                   \
        BLAS_ENTER_AGAIN("cublas" #T "axpy", (long)handle, n, (long)x, incx, (long)y, incy);    \
        if (n <= 0) return BLAS_SUCCESS;                                                        \
        BLAS_SCALAR(E, alpha);                                                                  \
        BLAS_VECTOR(x, n, incx);                                                                \
        BLAS_VECTOR(y, n, incy);                                                                \
        BLAS_REMEMBER;                                                                          \
        BLAS_CALL(#t "axpy", (int, K##_TYPE(E), const E *, int, E *, int),                      \
                  (n, K##_PASS(alpha_v), x, incx, y, incy));                                    \
        return BLAS_SUCCESS;                                                                    \
    }                                                                                           \
    static int hd_cublas##T##copy(struct blas *handle, int n, const E *x, int incx, E *y,       \
                                  int incy) {                                                   \
        BLAS_ENTER_AGAIN("cublas" #T "copy", (long)handle, n, (long)x, incx, (long)y, incy);    \
        if (n <= 0) return BLAS_SUCCESS;                                                        \
        BLAS_VECTOR(x, n, incx);                                                                \
        BLAS_VECTOR(y, n, incy);                                                                \
        BLAS_REMEMBER;                                                                          \
        BLAS_CALL(#t "copy", (int, const E *, int, E *, int), (n, x, incx, y, incy));           \
        return BLAS_SUCCESS;                                                                    \
    }                                                                                           \
    static int hd_cublas##T##swap(struct blas *handle, int n, E *x, int incx, E *y, int incy) { \
        BLAS_ENTER_AGAIN("cublas" #T "swap", (long)handle, n, (long)x, incx, (long)y, incy);    \
        if (n <= 0) return BLAS_SUCCESS;                                                        \
        BLAS_VECTOR(x, n, incx);                                                                \
        BLAS_VECTOR(y, n, incy);                                                                \
        BLAS_REMEMBER;                                                                          \
        BLAS_CALL(#t "swap", (int, E *, int, E *, int), (n, x, incx, y, incy));                 \
        return BLAS_SUCCESS;                                                                    \
    }

#define SCALE(Name, cblas, E, A, K)                                                          \
    static int hd_cublas##Name(struct blas *handle, int n, const A *alpha, E *x, int incx) { \
        BLAS_ENTER_AGAIN("cublas" #Name, (long)handle, n, (long)x, incx);                    \
        if (n <= 0 || incx <= 0) return BLAS_SUCCESS;                                        \
        BLAS_SCALAR(A, alpha);                                                               \
        BLAS_VECTOR(x, n, incx);                                                             \
        BLAS_REMEMBER;                                                                       \
        BLAS_CALL(cblas, (int, K##_TYPE(A), E *, int), (n, K##_PASS(alpha_v), x, incx));     \
        return BLAS_SUCCESS;                                                                 \
    }

#define DOT_REAL(Name, cblas, E)                                                                 \
    static int hd_cublas##Name(struct blas *handle, int n, const E *x, int incx, const E *y,     \
                               int incy, E *result) {                                            \
        BLAS_ENTER_AGAIN("cublas" #Name, (long)handle, n, (long)x, incx, (long)y, incy);         \
        E value = 0;                                                                             \
        static void *function;                                                                   \
        if (!function) function = blas_function("cblas_" cblas);                                 \
        if (n > 0) {                                                                             \
            BLAS_VECTOR(x, n, incx);                                                             \
            BLAS_VECTOR(y, n, incy);                                                             \
            BLAS_REMEMBER;                                                                       \
            value = ((E(*)(int, const E *, int, const E *, int))(uintptr_t)function)(n, x, incx, \
                                                                                     y, incy);   \
        }                                                                                        \
        BLAS_GIVE(E, result, value);                                                             \
        return BLAS_SUCCESS;                                                                     \
    }

// OpenBLAS reads beyond the end of complex vectors whose increment is not 1 (0.3.21), which faults
// where an allocation ends with its page.
#define DOT_COMPLEX(Name, cblas, E, first)                                                   \
    static int hd_cublas##Name(struct blas *handle, int n, const E *x, int incx, const E *y, \
                               int incy, E *result) {                                        \
        BLAS_ENTER_AGAIN("cublas" #Name, (long)handle, n, (long)x, incx, (long)y, incy);     \
        E value = 0;                                                                         \
        if (n > 0) {                                                                         \
            BLAS_VECTOR(x, n, incx);                                                         \
            BLAS_VECTOR(y, n, incy);                                                         \
            BLAS_REMEMBER;                                                                   \
            if (incx == 1 && incy == 1)                                                      \
                BLAS_CALL(cblas "_sub", (int, const E *, int, const E *, int, void *),       \
                          (n, x, incx, y, incy, &value));                                    \
            const E *p = incx < 0 ? x - (long)(n - 1) * incx : x;                            \
            const E *q = incy < 0 ? y - (long)(n - 1) * incy : y;                            \
            for (int i = 0; (incx != 1 || incy != 1) && i < n; i++, p += incx, q += incy)    \
                value += first(*p) * *q;                                                     \
        }                                                                                    \
        BLAS_GIVE(E, result, value);                                                         \
        return BLAS_SUCCESS;                                                                 \
    }

// ---- rotations ----------------------------------------------------------------------------------

#define CONJ_REAL(v) (v)
#define CONJ_COMPLEX(v) conj(v)

// x := c x + s y, y := c y - conj(s) x
#define ROTATE(Name, E, R, S, K)                                                           \
    static int hd_cublas##Name(struct blas *handle, int n, E *x, int incx, E *y, int incy, \
                               const R *c, const S *s) {                                   \
        BLAS_ENTER("cublas" #Name);                                                        \
        if (n <= 0) return BLAS_SUCCESS;                                                   \
        BLAS_SCALAR(R, c);                                                                 \
        BLAS_SCALAR(S, s);                                                                 \
        BLAS_VECTOR(x, n, incx);                                                           \
        BLAS_VECTOR(y, n, incy);                                                           \
        E *p = incx < 0 ? x - (long)(n - 1) * incx : x,                                    \
          *q = incy < 0 ? y - (long)(n - 1) * incy : y;                                    \
        for (int i = 0; i < n; i++, p += incx, q += incy) {                                \
            E a = *p, b = *q;                                                              \
            *p = c_v * a + s_v * b;                                                        \
            *q = c_v * b - (S)CONJ_##K(s_v) * a;                                           \
        }                                                                                  \
        return BLAS_SUCCESS;                                                               \
    }

#define MAKE_ROTATION(T, t, E, R, K)                                             \
    static int hd_cublas##T##rotg(struct blas *handle, E *a, E *b, R *c, E *s) { \
        BLAS_ENTER("cublas" #T "rotg");                                          \
        BLAS_SCALAR(E, a);                                                       \
        BLAS_SCALAR(E, b);                                                       \
        R c_v = 0;                                                               \
        E s_v = 0;                                                               \
        BLAS_CALL(#t "rotg", (E *, E *, R *, E *), (&a_v, &b_v, &c_v, &s_v));    \
        BLAS_GIVE(E, a, a_v);                                                    \
        BLAS_GIVE(E, b, b_v);                                                    \
        BLAS_GIVE(R, c, c_v);                                                    \
        BLAS_GIVE(E, s, s_v);                                                    \
        return BLAS_SUCCESS;                                                     \
    }

#define MODIFIED(T, t, E, R, K)                                                               \
    static int hd_cublas##T##rotm(struct blas *handle, int n, E *x, int incx, E *y, int incy, \
                                  const E *param) {                                           \
        BLAS_ENTER("cublas" #T "rotm");                                                       \
        E v[5];                                                                               \
        if (n <= 0) return BLAS_SUCCESS;                                                      \
        if (!library_scalar(api, "param", param, v, sizeof v)) return BLAS_INVALID_VALUE;     \
        BLAS_VECTOR(x, n, incx);                                                              \
        BLAS_VECTOR(y, n, incy);                                                              \
        BLAS_CALL(#t "rotm", (int, E *, int, E *, int, const E *), (n, x, incx, y, incy, v)); \
        return BLAS_SUCCESS;                                                                  \
    }                                                                                         \
    static int hd_cublas##T##rotmg(struct blas *handle, E *d1, E *d2, E *x1, const E *y1,     \
                                   E *param) {                                                \
        BLAS_ENTER("cublas" #T "rotmg");                                                      \
        BLAS_SCALAR(E, d1);                                                                   \
        BLAS_SCALAR(E, d2);                                                                   \
        BLAS_SCALAR(E, x1);                                                                   \
        BLAS_SCALAR(E, y1);                                                                   \
        E v[5] = {0};                                                                         \
        BLAS_CALL(#t "rotmg", (E *, E *, E *, E, E *), (&d1_v, &d2_v, &x1_v, y1_v, v));       \
        BLAS_GIVE(E, d1, d1_v);                                                               \
        BLAS_GIVE(E, d2, d2_v);                                                               \
        BLAS_GIVE(E, x1, x1_v);                                                               \
        if (!library_result(api, param, v, sizeof v)) return BLAS_INVALID_VALUE;              \
        return BLAS_SUCCESS;                                                                  \
    }

// clang-format off
EXTREME(S, s, float, float, REAL, amax, >) EXTREME(S, s, float, float, REAL, amin, <)
EXTREME(D, d, double, double, REAL, amax, >) EXTREME(D, d, double, double, REAL, amin, <)
EXTREME(C, c, blas_cfloat, float, COMPLEX, amax, >) EXTREME(C, c, blas_cfloat, float, COMPLEX, amin, <)
EXTREME(Z, z, blas_cdouble, double, COMPLEX, amax, >) EXTREME(Z, z, blas_cdouble, double, COMPLEX, amin, <)
REDUCTION(Sasum, "sasum", float, float) REDUCTION(Snrm2, "snrm2", float, float)
REDUCTION(Dasum, "dasum", double, double) REDUCTION(Dnrm2, "dnrm2", double, double)
COMPLEX_SUM(Scasum, "sasum", blas_cfloat, float) REDUCTION(Scnrm2, "scnrm2", blas_cfloat, float)
COMPLEX_SUM(Dzasum, "dasum", blas_cdouble, double) REDUCTION(Dznrm2, "dznrm2", blas_cdouble, double)
BLAS_TYPES(TWO_VECTORS)
SCALE(Sscal, "sscal", float, float, REAL) SCALE(Dscal, "dscal", double, double, REAL)
SCALE(Cscal, "cscal", blas_cfloat, blas_cfloat, COMPLEX) SCALE(Zscal, "zscal", blas_cdouble, blas_cdouble, COMPLEX)
SCALE(Csscal, "csscal", blas_cfloat, float, REAL) SCALE(Zdscal, "zdscal", blas_cdouble, double, REAL)
DOT_REAL(Sdot, "sdot", float) DOT_REAL(Ddot, "ddot", double)
DOT_COMPLEX(Cdotu, "cdotu", blas_cfloat, +) DOT_COMPLEX(Cdotc, "cdotc", blas_cfloat, conjf)
DOT_COMPLEX(Zdotu, "zdotu", blas_cdouble, +) DOT_COMPLEX(Zdotc, "zdotc", blas_cdouble, conj)
ROTATE(Srot, float, float, float, REAL) ROTATE(Drot, double, double, double, REAL)
ROTATE(Crot, blas_cfloat, float, blas_cfloat, COMPLEX) ROTATE(Zrot, blas_cdouble, double, blas_cdouble, COMPLEX)
ROTATE(Csrot, blas_cfloat, float, float, REAL) ROTATE(Zdrot, blas_cdouble, double, double, REAL)
BLAS_TYPES(MAKE_ROTATION)
BLAS_REAL_TYPES(MODIFIED)

#define ROWS(T, t, E, R, K) \
    LIBRARY_ENTRY(cublasI##t##amax), LIBRARY_ENTRY(cublasI##t##amin), LIBRARY_ENTRY(cublas##T##axpy), \
    LIBRARY_ENTRY(cublas##T##copy), LIBRARY_ENTRY(cublas##T##swap), LIBRARY_ENTRY(cublas##T##scal), \
    LIBRARY_ENTRY(cublas##T##rot), LIBRARY_ENTRY(cublas##T##rotg),

const struct library_entry hd_cublas_level1[] = {
    BLAS_TYPES(ROWS)
    LIBRARY_ENTRY(cublasSasum), LIBRARY_ENTRY(cublasDasum), LIBRARY_ENTRY(cublasScasum), LIBRARY_ENTRY(cublasDzasum),
    LIBRARY_ENTRY(cublasSnrm2), LIBRARY_ENTRY(cublasDnrm2), LIBRARY_ENTRY(cublasScnrm2), LIBRARY_ENTRY(cublasDznrm2),
    LIBRARY_ENTRY(cublasSdot), LIBRARY_ENTRY(cublasDdot), LIBRARY_ENTRY(cublasCdotu), LIBRARY_ENTRY(cublasCdotc),
    LIBRARY_ENTRY(cublasZdotu), LIBRARY_ENTRY(cublasZdotc), LIBRARY_ENTRY(cublasCsscal), LIBRARY_ENTRY(cublasZdscal),
    LIBRARY_ENTRY(cublasCsrot), LIBRARY_ENTRY(cublasZdrot), LIBRARY_ENTRY(cublasSrotm), LIBRARY_ENTRY(cublasDrotm),
    LIBRARY_ENTRY(cublasSrotmg), LIBRARY_ENTRY(cublasDrotmg), {NULL, NULL},
};
// clang-format on
