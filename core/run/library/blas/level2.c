// cuBLAS, level 2: a matrix and vectors.
#include "run/library/blas/blas.h"

// Bytes of a packed triangle.
#define PACKED(n) ((size_t)(n) * ((size_t)(n) + 1) / 2)

#define GENERAL(T, t, E, R, K)                                                                    \
    static int hd_cublas##T##gemv(struct blas *handle, int trans, int m, int n, const E *alpha,   \
                                  const E *A, int lda, const E *x, int incx, const E *beta, E *y, \
                                  int incy) {                                                     \
        BLAS_ENTER_AGAIN("cublas" #T "gemv", (long)handle, trans, m, n, (long)A, lda, (long)x,    \
                         incx, (long)y, incy);                                                    \
        BLAS_OP(trans);                                                                           \
        BLAS_SIZE(m);                                                                             \
        BLAS_SIZE(n);                                                                             \
        BLAS_LD(lda, m, "m");                                                                     \
        BLAS_INC(incx);                                                                           \
        BLAS_INC(incy);                                                                           \
        if (m == 0 || n == 0) return BLAS_SUCCESS;                                                \
        BLAS_SCALAR(E, alpha);                                                                    \
        BLAS_SCALAR(E, beta);                                                                     \
        BLAS_MATRIX(A, m, n, lda);                                                                \
        BLAS_VECTOR(x, trans == OP_N ? n : m, incx);                                              \
        BLAS_VECTOR(y, trans == OP_N ? m : n, incy);                                              \
        BLAS_REMEMBER;                                                                            \
        BLAS_CALL(#t "gemv",                                                                      \
                  (int, int, int, int, K##_TYPE(E), const E *, int, const E *, int, K##_TYPE(E),  \
                   E *, int),                                                                     \
                  (CBLAS_COLUMNS, blas_op(trans), m, n, K##_PASS(alpha_v), A, lda, x, incx,       \
                   K##_PASS(beta_v), y, incy));                                                   \
        return BLAS_SUCCESS;                                                                      \
    }                                                                                             \
    static int hd_cublas##T##gbmv(struct blas *handle, int trans, int m, int n, int kl, int ku,   \
                                  const E *alpha, const E *A, int lda, const E *x, int incx,      \
                                  const E *beta, E *y, int incy) {                                \
        BLAS_ENTER_AGAIN("cublas" #T "gbmv", (long)handle, trans, m, n, kl, ku, (long)A, lda,     \
                         (long)x, incx, (long)y, incy);                                           \
        BLAS_OP(trans);                                                                           \
        BLAS_SIZE(m);                                                                             \
        BLAS_SIZE(n);                                                                             \
        BLAS_SIZE(kl);                                                                            \
        BLAS_SIZE(ku);                                                                            \
        BLAS_LD(lda, kl + ku + 1, "kl + ku + 1");                                                 \
        BLAS_INC(incx);                                                                           \
        BLAS_INC(incy);                                                                           \
        if (m == 0 || n == 0) return BLAS_SUCCESS;                                                \
        BLAS_SCALAR(E, alpha);                                                                    \
        BLAS_SCALAR(E, beta);                                                                     \
        BLAS_MATRIX(A, kl + ku + 1, n, lda);                                                      \
        BLAS_VECTOR(x, trans == OP_N ? n : m, incx);                                              \
        BLAS_VECTOR(y, trans == OP_N ? m : n, incy);                                              \
        BLAS_REMEMBER;                                                                            \
        BLAS_CALL(#t "gbmv",                                                                      \
                  (int, int, int, int, int, int, K##_TYPE(E), const E *, int, const E *, int,     \
                   K##_TYPE(E), E *, int),                                                        \
                  (CBLAS_COLUMNS, blas_op(trans), m, n, kl, ku, K##_PASS(alpha_v), A, lda, x,     \
                   incx, K##_PASS(beta_v), y, incy));                                             \
        return BLAS_SUCCESS;                                                                      \
    }

#define OUTER(Name, cblas, E, K)                                                                 \
    static int hd_cublas##Name(struct blas *handle, int m, int n, const E *alpha, const E *x,    \
                               int incx, const E *y, int incy, E *A, int lda) {                  \
        BLAS_ENTER_AGAIN("cublas" #Name, (long)handle, m, n, (long)x, incx, (long)y, incy,       \
                         (long)A, lda);                                                          \
        BLAS_SIZE(m);                                                                            \
        BLAS_SIZE(n);                                                                            \
        BLAS_INC(incx);                                                                          \
        BLAS_INC(incy);                                                                          \
        BLAS_LD(lda, m, "m");                                                                    \
        if (m == 0 || n == 0) return BLAS_SUCCESS;                                               \
        BLAS_SCALAR(E, alpha);                                                                   \
        BLAS_VECTOR(x, m, incx);                                                                 \
        BLAS_VECTOR(y, n, incy);                                                                 \
        BLAS_MATRIX(A, m, n, lda);                                                               \
        BLAS_REMEMBER;                                                                           \
        BLAS_CALL(cblas, (int, int, int, K##_TYPE(E), const E *, int, const E *, int, E *, int), \
                  (CBLAS_COLUMNS, m, n, K##_PASS(alpha_v), x, incx, y, incy, A, lda));           \
        return BLAS_SUCCESS;                                                                     \
    }

// Triangular: a product or a solution in place. The matrix is full, a band, or packed.
#define TRIANGLE_HEAD(name, ...)                                                            \
    BLAS_ENTER_AGAIN(name, (long)handle, uplo, trans, diag, n, (long)x, incx, __VA_ARGS__); \
    BLAS_UPLO(uplo);                                                                        \
    BLAS_OP(trans);                                                                         \
    BLAS_DIAG(diag);                                                                        \
    BLAS_SIZE(n);                                                                           \
    BLAS_INC(incx);                                                                         \
    if (n == 0) return BLAS_SUCCESS
#define TRIANGLE(T, t, E, name)                                                                   \
    static int hd_cublas##T##tr##name(struct blas *handle, int uplo, int trans, int diag, int n,  \
                                      const E *A, int lda, E *x, int incx) {                      \
        TRIANGLE_HEAD("cublas" #T "tr" #name, (long)A, lda);                                      \
        BLAS_LD(lda, n, "n");                                                                     \
        BLAS_MATRIX(A, n, n, lda);                                                                \
        BLAS_VECTOR(x, n, incx);                                                                  \
        BLAS_REMEMBER;                                                                            \
        BLAS_CALL(#t "tr" #name, (int, int, int, int, int, const E *, int, E *, int),             \
                  (CBLAS_COLUMNS, blas_uplo(uplo), blas_op(trans), blas_diag(diag), n, A, lda, x, \
                   incx));                                                                        \
        return BLAS_SUCCESS;                                                                      \
    }                                                                                             \
    static int hd_cublas##T##tb##name(struct blas *handle, int uplo, int trans, int diag, int n,  \
                                      int k, const E *A, int lda, E *x, int incx) {               \
        TRIANGLE_HEAD("cublas" #T "tb" #name, k, (long)A, lda);                                   \
        BLAS_SIZE(k);                                                                             \
        BLAS_LD(lda, k + 1, "k + 1");                                                             \
        BLAS_MATRIX(A, k + 1, n, lda);                                                            \
        BLAS_VECTOR(x, n, incx);                                                                  \
        BLAS_REMEMBER;                                                                            \
        BLAS_CALL(#t "tb" #name, (int, int, int, int, int, int, const E *, int, E *, int),        \
                  (CBLAS_COLUMNS, blas_uplo(uplo), blas_op(trans), blas_diag(diag), n, k, A, lda, \
                   x, incx));                                                                     \
        return BLAS_SUCCESS;                                                                      \
    }                                                                                             \
    static int hd_cublas##T##tp##name(struct blas *handle, int uplo, int trans, int diag, int n,  \
                                      const E *AP, E *x, int incx) {                              \
        TRIANGLE_HEAD("cublas" #T "tp" #name, (long)AP);                                          \
        BLAS_ARRAY(AP, PACKED(n));                                                                \
        BLAS_VECTOR(x, n, incx);                                                                  \
        BLAS_REMEMBER;                                                                            \
        BLAS_CALL(                                                                                \
            #t "tp" #name, (int, int, int, int, int, const E *, E *, int),                        \
            (CBLAS_COLUMNS, blas_uplo(uplo), blas_op(trans), blas_diag(diag), n, AP, x, incx));   \
        return BLAS_SUCCESS;                                                                      \
    }
#define TRIANGLES(T, t, E, R, K) TRIANGLE(T, t, E, mv) TRIANGLE(T, t, E, sv)

// What symmetric matrices' functions ask of their arguments before they compute.
#define MV_ARGUMENTS(name, E, a)                                                               \
    BLAS_ENTER_AGAIN(name, (long)handle, uplo, n, (long)a, lda, (long)x, incx, (long)y, incy); \
    BLAS_UPLO(uplo);                                                                           \
    BLAS_SIZE(n);                                                                              \
    BLAS_LD(lda, n, "n");                                                                      \
    BLAS_INC(incx);                                                                            \
    BLAS_INC(incy);                                                                            \
    if (n == 0) return BLAS_SUCCESS;                                                           \
    BLAS_SCALAR(E, alpha);                                                                     \
    BLAS_SCALAR(E, beta);                                                                      \
    BLAS_MATRIX(a, n, n, lda);                                                                 \
    BLAS_VECTOR(x, n, incx);                                                                   \
    BLAS_VECTOR(y, n, incy);                                                                   \
    BLAS_REMEMBER
#define R_ARGUMENTS(name, A, a)                                                 \
    BLAS_ENTER_AGAIN(name, (long)handle, uplo, n, (long)x, incx, (long)a, lda); \
    BLAS_UPLO(uplo);                                                            \
    BLAS_SIZE(n);                                                               \
    BLAS_INC(incx);                                                             \
    BLAS_LD(lda, n, "n");                                                       \
    if (n == 0) return BLAS_SUCCESS;                                            \
    BLAS_SCALAR(A, alpha);                                                      \
    BLAS_VECTOR(x, n, incx);                                                    \
    BLAS_MATRIX(a, n, n, lda);                                                  \
    BLAS_REMEMBER
#define R2_ARGUMENTS(name, E, a)                                                               \
    BLAS_ENTER_AGAIN(name, (long)handle, uplo, n, (long)x, incx, (long)y, incy, (long)a, lda); \
    BLAS_UPLO(uplo);                                                                           \
    BLAS_SIZE(n);                                                                              \
    BLAS_INC(incx);                                                                            \
    BLAS_INC(incy);                                                                            \
    BLAS_LD(lda, n, "n");                                                                      \
    if (n == 0) return BLAS_SUCCESS;                                                           \
    BLAS_SCALAR(E, alpha);                                                                     \
    BLAS_VECTOR(x, n, incx);                                                                   \
    BLAS_VECTOR(y, n, incy);                                                                   \
    BLAS_MATRIX(a, n, n, lda);                                                                 \
    BLAS_REMEMBER

// Symmetric matrices (sy, s) of real types, Hermitian ones (he, h) of complex types; A: the type of
// a rank-1 update's alpha, which is real.
#define SYMMETRIC(T, t, E, K, sy, s, A, AK)                                                       \
    static int hd_cublas##T##sy##mv(struct blas *handle, int uplo, int n, const E *alpha,         \
                                    const E *a, int lda, const E *x, int incx, const E *beta,     \
                                    E *y, int incy) {                                             \
        MV_ARGUMENTS("cublas" #T #sy "mv", E, a);                                                 \
        BLAS_CALL(                                                                                \
            #t #sy "mv",                                                                          \
            (int, int, int, K##_TYPE(E), const E *, int, const E *, int, K##_TYPE(E), E *, int),  \
            (CBLAS_COLUMNS, blas_uplo(uplo), n, K##_PASS(alpha_v), a, lda, x, incx,               \
             K##_PASS(beta_v), y, incy));                                                         \
        return BLAS_SUCCESS;                                                                      \
    }                                                                                             \
    static int hd_cublas##T##s##bmv(struct blas *handle, int uplo, int n, int k, const E *alpha,  \
                                    const E *a, int lda, const E *x, int incx, const E *beta,     \
                                    E *y, int incy) {                                             \
        BLAS_ENTER_AGAIN("cublas" #T #s "bmv", (long)handle, uplo, n, k, (long)a, lda, (long)x,   \
                         incx, (long)y, incy);                                                    \
        BLAS_UPLO(uplo);                                                                          \
        BLAS_SIZE(n);                                                                             \
        BLAS_SIZE(k);                                                                             \
        BLAS_LD(lda, k + 1, "k + 1");                                                             \
        BLAS_INC(incx);                                                                           \
        BLAS_INC(incy);                                                                           \
        if (n == 0) return BLAS_SUCCESS;                                                          \
        BLAS_SCALAR(E, alpha);                                                                    \
        BLAS_SCALAR(E, beta);                                                                     \
        BLAS_MATRIX(a, k + 1, n, lda);                                                            \
        BLAS_VECTOR(x, n, incx);                                                                  \
        BLAS_VECTOR(y, n, incy);                                                                  \
        BLAS_REMEMBER;                                                                            \
        BLAS_CALL(#t #s "bmv",                                                                    \
                  (int, int, int, int, K##_TYPE(E), const E *, int, const E *, int, K##_TYPE(E),  \
                   E *, int),                                                                     \
                  (CBLAS_COLUMNS, blas_uplo(uplo), n, k, K##_PASS(alpha_v), a, lda, x, incx,      \
                   K##_PASS(beta_v), y, incy));                                                   \
        return BLAS_SUCCESS;                                                                      \
    }                                                                                             \
    static int hd_cublas##T##s##pmv(struct blas *handle, int uplo, int n, const E *alpha,         \
                                    const E *AP, const E *x, int incx, const E *beta, E *y,       \
                                    int incy) {                                                   \
        BLAS_ENTER_AGAIN("cublas" #T #s "pmv", (long)handle, uplo, n, (long)AP, (long)x, incx,    \
                         (long)y, incy);                                                          \
        BLAS_UPLO(uplo);                                                                          \
        BLAS_SIZE(n);                                                                             \
        BLAS_INC(incx);                                                                           \
        BLAS_INC(incy);                                                                           \
        if (n == 0) return BLAS_SUCCESS;                                                          \
        BLAS_SCALAR(E, alpha);                                                                    \
        BLAS_SCALAR(E, beta);                                                                     \
        BLAS_ARRAY(AP, PACKED(n));                                                                \
        BLAS_VECTOR(x, n, incx);                                                                  \
        BLAS_VECTOR(y, n, incy);                                                                  \
        BLAS_REMEMBER;                                                                            \
        BLAS_CALL(#t #s "pmv",                                                                    \
                  (int, int, int, K##_TYPE(E), const E *, const E *, int, K##_TYPE(E), E *, int), \
                  (CBLAS_COLUMNS, blas_uplo(uplo), n, K##_PASS(alpha_v), AP, x, incx,             \
                   K##_PASS(beta_v), y, incy));                                                   \
        return BLAS_SUCCESS;                                                                      \
    }                                                                                             \
    static int hd_cublas##T##sy##r(struct blas *handle, int uplo, int n, const A *alpha,          \
                                   const E *x, int incx, E *a, int lda) {                         \
        R_ARGUMENTS("cublas" #T #sy "r", A, a);                                                   \
        BLAS_CALL(#t #sy "r", (int, int, int, AK##_TYPE(A), const E *, int, E *, int),            \
                  (CBLAS_COLUMNS, blas_uplo(uplo), n, AK##_PASS(alpha_v), x, incx, a, lda));      \
        return BLAS_SUCCESS;                                                                      \
    }                                                                                             \
    static int hd_cublas##T##sy##r2(struct blas *handle, int uplo, int n, const E *alpha,         \
                                    const E *x, int incx, const E *y, int incy, E *a, int lda) {  \
        R2_ARGUMENTS("cublas" #T #sy "r2", E, a);                                                 \
        BLAS_CALL(                                                                                \
            #t #sy "r2", (int, int, int, K##_TYPE(E), const E *, int, const E *, int, E *, int),  \
            (CBLAS_COLUMNS, blas_uplo(uplo), n, K##_PASS(alpha_v), x, incx, y, incy, a, lda));    \
        return BLAS_SUCCESS;                                                                      \
    }                                                                                             \
    static int hd_cublas##T##s##pr(struct blas *handle, int uplo, int n, const A *alpha,          \
                                   const E *x, int incx, E *AP) {                                 \
        BLAS_ENTER_AGAIN("cublas" #T #s "pr", (long)handle, uplo, n, (long)x, incx, (long)AP);    \
        BLAS_UPLO(uplo);                                                                          \
        BLAS_SIZE(n);                                                                             \
        BLAS_INC(incx);                                                                           \
        if (n == 0) return BLAS_SUCCESS;                                                          \
        BLAS_SCALAR(A, alpha);                                                                    \
        BLAS_VECTOR(x, n, incx);                                                                  \
        BLAS_ARRAY(AP, PACKED(n));                                                                \
        BLAS_REMEMBER;                                                                            \
        BLAS_CALL(#t #s "pr", (int, int, int, AK##_TYPE(A), const E *, int, E *),                 \
                  (CBLAS_COLUMNS, blas_uplo(uplo), n, AK##_PASS(alpha_v), x, incx, AP));          \
        return BLAS_SUCCESS;                                                                      \
    }                                                                                             \
    static int hd_cublas##T##s##pr2(struct blas *handle, int uplo, int n, const E *alpha,         \
                                    const E *x, int incx, const E *y, int incy, E *AP) {          \
        BLAS_ENTER_AGAIN("cublas" #T #s "pr2", (long)handle, uplo, n, (long)x, incx, (long)y,     \
                         incy, (long)AP);                                                         \
        BLAS_UPLO(uplo);                                                                          \
        BLAS_SIZE(n);                                                                             \
        BLAS_INC(incx);                                                                           \
        BLAS_INC(incy);                                                                           \
        if (n == 0) return BLAS_SUCCESS;                                                          \
        BLAS_SCALAR(E, alpha);                                                                    \
        BLAS_VECTOR(x, n, incx);                                                                  \
        BLAS_VECTOR(y, n, incy);                                                                  \
        BLAS_ARRAY(AP, PACKED(n));                                                                \
        BLAS_REMEMBER;                                                                            \
        BLAS_CALL(#t #s "pr2", (int, int, int, K##_TYPE(E), const E *, int, const E *, int, E *), \
                  (CBLAS_COLUMNS, blas_uplo(uplo), n, K##_PASS(alpha_v), x, incx, y, incy, AP));  \
        return BLAS_SUCCESS;                                                                      \
    }

// Symmetric matrices of complex numbers, which CBLAS does not have.
#define STARTS(inc, n) ((inc) < 0 ? (ptrdiff_t)(1 - (n)) * (inc) : 0)
#define EACH_OF_TRIANGLE        \
    for (int j = 0; j < n; j++) \
        for (int i = uplo == UPLO_LOWER ? j : 0, end = uplo == UPLO_LOWER ? n : j + 1; i < end; i++)
#define SYMMETRIC_COMPLEX(T, t, E, R, K)                                                           \
    static int hd_cublas##T##symv(struct blas *handle, int uplo, int n, const E *alpha,            \
                                  const E *A, int lda, const E *x, int incx, const E *beta, E *y,  \
                                  int incy) {                                                      \
        MV_ARGUMENTS("cublas" #T "symv", E, A);                                                    \
        x += STARTS(incx, n);                                                                      \
        y += STARTS(incy, n);                                                                      \
        for (ptrdiff_t i = 0; i < n; i++) y[i * incy] = beta_v == 0 ? 0 : beta_v * y[i * incy];    \
        EACH_OF_TRIANGLE {                                                                         \
            E a = alpha_v * A[i + (ptrdiff_t)j * lda];                                             \
            y[(ptrdiff_t)i * incy] += a * x[(ptrdiff_t)j * incx];                                  \
            if (i != j) y[(ptrdiff_t)j * incy] += a * x[(ptrdiff_t)i * incx];                      \
        }                                                                                          \
        return BLAS_SUCCESS;                                                                       \
    }                                                                                              \
    static int hd_cublas##T##syr(struct blas *handle, int uplo, int n, const E *alpha, const E *x, \
                                 int incx, E *A, int lda) {                                        \
        R_ARGUMENTS("cublas" #T "syr", E, A);                                                      \
        x += STARTS(incx, n);                                                                      \
        EACH_OF_TRIANGLE                                                                           \
        A[i + (ptrdiff_t)j * lda] += alpha_v * x[(ptrdiff_t)i * incx] * x[(ptrdiff_t)j * incx];    \
        return BLAS_SUCCESS;                                                                       \
    }                                                                                              \
    static int hd_cublas##T##syr2(struct blas *handle, int uplo, int n, const E *alpha,            \
                                  const E *x, int incx, const E *y, int incy, E *A, int lda) {     \
        R2_ARGUMENTS("cublas" #T "syr2", E, A);                                                    \
        x += STARTS(incx, n);                                                                      \
        y += STARTS(incy, n);                                                                      \
        EACH_OF_TRIANGLE {                                                                         \
            ptrdiff_t xi = (ptrdiff_t)i * incx, yi = (ptrdiff_t)i * incy;                          \
            ptrdiff_t xj = (ptrdiff_t)j * incx, yj = (ptrdiff_t)j * incy;                          \
            A[i + (ptrdiff_t)j * lda] += alpha_v * (x[xi] * y[yj] + y[yi] * x[xj]);                \
        }                                                                                          \
        return BLAS_SUCCESS;                                                                       \
    }

// clang-format off
BLAS_COMPLEX_TYPES(SYMMETRIC_COMPLEX)
BLAS_TYPES(GENERAL)
OUTER(Sger, "sger", float, REAL) OUTER(Dger, "dger", double, REAL)
OUTER(Cgeru, "cgeru", blas_cfloat, COMPLEX) OUTER(Cgerc, "cgerc", blas_cfloat, COMPLEX)
OUTER(Zgeru, "zgeru", blas_cdouble, COMPLEX) OUTER(Zgerc, "zgerc", blas_cdouble, COMPLEX)
BLAS_TYPES(TRIANGLES)
SYMMETRIC(S, s, float, REAL, sy, s, float, REAL)
SYMMETRIC(D, d, double, REAL, sy, s, double, REAL)
SYMMETRIC(C, c, blas_cfloat, COMPLEX, he, h, float, REAL)
SYMMETRIC(Z, z, blas_cdouble, COMPLEX, he, h, double, REAL)

#define ROWS(T, t, E, R, K) \
    LIBRARY_ENTRY(cublas##T##gemv), LIBRARY_ENTRY(cublas##T##gbmv), LIBRARY_ENTRY(cublas##T##trmv), \
    LIBRARY_ENTRY(cublas##T##trsv), LIBRARY_ENTRY(cublas##T##tbmv), LIBRARY_ENTRY(cublas##T##tbsv), \
    LIBRARY_ENTRY(cublas##T##tpmv), LIBRARY_ENTRY(cublas##T##tpsv),
#define COMPLEX_ROWS(T, t, E, R, K) \
    LIBRARY_ENTRY(cublas##T##symv), LIBRARY_ENTRY(cublas##T##syr), LIBRARY_ENTRY(cublas##T##syr2),
#define SYMMETRIC_ROWS(T, sy, s) \
    LIBRARY_ENTRY(cublas##T##sy##mv), LIBRARY_ENTRY(cublas##T##s##bmv), LIBRARY_ENTRY(cublas##T##s##pmv), \
    LIBRARY_ENTRY(cublas##T##sy##r), LIBRARY_ENTRY(cublas##T##sy##r2), LIBRARY_ENTRY(cublas##T##s##pr), \
    LIBRARY_ENTRY(cublas##T##s##pr2),

const struct library_entry hd_cublas_level2[] = {
    BLAS_TYPES(ROWS)
    BLAS_COMPLEX_TYPES(COMPLEX_ROWS)
    SYMMETRIC_ROWS(S, sy, s) SYMMETRIC_ROWS(D, sy, s) SYMMETRIC_ROWS(C, he, h) SYMMETRIC_ROWS(Z, he, h)
    LIBRARY_ENTRY(cublasSger), LIBRARY_ENTRY(cublasDger), LIBRARY_ENTRY(cublasCgeru), LIBRARY_ENTRY(cublasCgerc),
    LIBRARY_ENTRY(cublasZgeru), LIBRARY_ENTRY(cublasZgerc), {NULL, NULL},
};
// clang-format on
