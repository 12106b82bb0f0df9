// cuBLAS's extensions of the BLAS: vectors of mixed types, triangles of products, many products of
// a matrix and a vector, packed triangles, and QR and least squares of many matrices. What another
// function of the library does already is done by that.
#include <math.h>
#include <string.h>

#include "run/library/blas/blas.h"

// ---- vectors of mixed types ---------------------------------------------------------------------
// Everything is computed in double and rounded once, to the type of what is stored.

typedef blas_cdouble wide;

static bool check_vector(const char *api, const char *what, const void *p, int type, long n,
                         long inc, int *status) {
    size_t size = blas_size_of(type);
    wide v;
    *status = BLAS_NOT_SUPPORTED;
    if (!size || !blas_load(type, (const char[16]){0}, 0, &v)) {
        blas_invalid(api, "%s has the cudaDataType %d, which it cannot have", what, type);
        return false;
    }
    *status = BLAS_EXECUTION_FAILED;
    return library_check_array(api, what, p, blas_vector_span(n, inc) * size);
}

#define EX_VECTOR(p, type, inc) \
    int p##_status;             \
    BLAS_INC(inc);              \
    if (!check_vector(api, #p, p, type, n, inc, &p##_status)) return p##_status
#define EX_SCALAR(p, type)                                                                   \
    char p##_raw[16];                                                                        \
    wide p##_v;                                                                              \
    if (!library_scalar(api, #p, p, p##_raw, blas_size_of(type))) return BLAS_INVALID_VALUE; \
    if (!blas_load(type, p##_raw, 0, &p##_v)) return BLAS_NOT_SUPPORTED

// The place of element i: with a negative distance the first is the last in memory.
static size_t place(long i, long n, long inc) {
    return (size_t)(inc < 0 ? (i - n + 1) * inc : i * inc);
}

static wide element(int type, const void *x, long i, long n, long inc) {
    wide v = 0;
    blas_load(type, x, place(i, n, inc), &v);
    return v;
}

static int hd_cublasAxpyEx(struct blas *handle, int n, const void *alpha, int alpha_type,
                           const void *x, int x_type, int incx, void *y, int y_type, int incy,
                           int compute) {
    (void)compute;
    BLAS_ENTER("cublasAxpyEx");
    if (n <= 0) return BLAS_SUCCESS;
    EX_SCALAR(alpha, alpha_type);
    if (n > 0 && !x) return blas_invalid(api, "x is NULL");
    int status;
    if (!check_vector(api, "x", x, x_type, n, incx, &status)) return status;
    if (!check_vector(api, "y", y, y_type, n, incy, &status)) return status;
    for (long i = 0; i < n; i++)
        blas_store(y_type, y, place(i, n, incy),
                   element(y_type, y, i, n, incy) + alpha_v * element(x_type, x, i, n, incx));
    return BLAS_SUCCESS;
}

static int hd_cublasScalEx(struct blas *handle, int n, const void *alpha, int alpha_type, void *x,
                           int x_type, int incx, int compute) {
    (void)compute;
    BLAS_ENTER("cublasScalEx");
    if (n <= 0 || incx <= 0) return BLAS_SUCCESS;
    EX_SCALAR(alpha, alpha_type);
    EX_VECTOR(x, x_type, incx);
    for (long i = 0; i < n; i++)
        blas_store(x_type, x, place(i, n, incx), alpha_v * element(x_type, x, i, n, incx));
    return BLAS_SUCCESS;
}

static int give(const char *api, void *result, int type, wide v) {
    char raw[16];
    if (!blas_size_of(type)) return BLAS_NOT_SUPPORTED;
    blas_store(type, raw, 0, v);
    return library_result(api, result, raw, blas_size_of(type)) ? BLAS_SUCCESS : BLAS_INVALID_VALUE;
}

static int dot(const char *api, bool conjugated, int n, const void *x, int x_type, int incx,
               const void *y, int y_type, int incy, void *result, int result_type) {
    wide sum = 0;
    int status;
    if (n > 0 && !check_vector(api, "x", x, x_type, n, incx, &status)) return status;
    if (n > 0 && !check_vector(api, "y", y, y_type, n, incy, &status)) return status;
    for (long i = 0; i < n; i++) {
        wide v = element(x_type, x, i, n, incx);
        sum += (conjugated ? conj(v) : v) * element(y_type, y, i, n, incy);
    }
    return give(api, result, result_type, sum);
}

static int hd_cublasDotEx(struct blas *handle, int n, const void *x, int x_type, int incx,
                          const void *y, int y_type, int incy, void *result, int result_type,
                          int compute) {
    (void)compute;
    BLAS_ENTER("cublasDotEx");
    return dot(api, false, n, x, x_type, incx, y, y_type, incy, result, result_type);
}

static int hd_cublasDotcEx(struct blas *handle, int n, const void *x, int x_type, int incx,
                           const void *y, int y_type, int incy, void *result, int result_type,
                           int compute) {
    (void)compute;
    BLAS_ENTER("cublasDotcEx");
    return dot(api, true, n, x, x_type, incx, y, y_type, incy, result, result_type);
}

static int hd_cublasNrm2Ex(struct blas *handle, int n, const void *x, int x_type, int incx,
                           void *result, int result_type, int compute) {
    (void)compute;
    BLAS_ENTER("cublasNrm2Ex");
    double most = 0, sum = 0;
    int status;
    if (n > 0 && incx > 0 && !check_vector(api, "x", x, x_type, n, incx, &status)) return status;
    for (long i = 0; i < n && incx > 0; i++)
        most = fmax(most, cabs(element(x_type, x, i, n, incx)));
    for (long i = 0; i < n && incx > 0 && most > 0; i++) { // scaled: squares may overflow
        double part = cabs(element(x_type, x, i, n, incx)) / most;
        sum += part * part;
    }
    return give(api, result, result_type, most * sqrt(sum));
}

// Both vectors have one type here: nothing is computed that could be rounded.
static bool one_type(const char *api, int x_type, int y_type) {
    if (x_type == y_type) return true;
    blas_invalid(api, "x has the cudaDataType %d and y has %d: they must be the same", x_type,
                 y_type);
    return false;
}

static int hd_cublasCopyEx(struct blas *handle, int n, const void *x, int x_type, int incx, void *y,
                           int y_type, int incy) {
    BLAS_ENTER("cublasCopyEx");
    if (n <= 0) return BLAS_SUCCESS;
    if (!one_type(api, x_type, y_type)) return BLAS_NOT_SUPPORTED;
    int status;
    if (!check_vector(api, "x", x, x_type, n, incx, &status)) return status;
    if (!check_vector(api, "y", y, y_type, n, incy, &status)) return status;
    size_t size = blas_size_of(x_type);
    for (long i = 0; i < n; i++)
        memcpy((char *)y + place(i, n, incy) * size, (const char *)x + place(i, n, incx) * size,
               size);
    return BLAS_SUCCESS;
}

static int hd_cublasSwapEx(struct blas *handle, int n, void *x, int x_type, int incx, void *y,
                           int y_type, int incy) {
    BLAS_ENTER("cublasSwapEx");
    if (n <= 0) return BLAS_SUCCESS;
    if (!one_type(api, x_type, y_type)) return BLAS_NOT_SUPPORTED;
    int status;
    if (!check_vector(api, "x", x, x_type, n, incx, &status)) return status;
    if (!check_vector(api, "y", y, y_type, n, incy, &status)) return status;
    size_t size = blas_size_of(x_type);
    for (long i = 0; i < n; i++) {
        char *a = (char *)x + place(i, n, incx) * size, *b = (char *)y + place(i, n, incy) * size;
        char kept[16];
        memcpy(kept, a, size);
        memcpy(a, b, size);
        memcpy(b, kept, size);
    }
    return BLAS_SUCCESS;
}

// What the BLAS takes for the size of a complex number here.
static double one_norm(wide v) { return fabs(creal(v)) + fabs(cimag(v)); }

// The place, from 1 on, of the first largest (or smallest) element; 0: there is none.
static int extreme(const char *api, bool largest, int n, const void *x, int type, int incx,
                   int *result) {
    int at = 0, status;
    double found = 0;
    if (n > 0 && incx > 0 && !check_vector(api, "x", x, type, n, incx, &status)) return status;
    for (int i = 0; i < n && incx > 0; i++) {
        double v = one_norm(element(type, x, i, n, incx));
        if (at && !(largest ? v > found : v < found)) continue;
        found = v;
        at = i + 1;
    }
    return library_result(api, result, &at, sizeof at) ? BLAS_SUCCESS : BLAS_INVALID_VALUE;
}

static int hd_cublasIamaxEx(struct blas *handle, int n, const void *x, int x_type, int incx,
                            int *result) {
    BLAS_ENTER("cublasIamaxEx");
    return extreme(api, true, n, x, x_type, incx, result);
}

static int hd_cublasIaminEx(struct blas *handle, int n, const void *x, int x_type, int incx,
                            int *result) {
    BLAS_ENTER("cublasIaminEx");
    return extreme(api, false, n, x, x_type, incx, result);
}

static int hd_cublasAsumEx(struct blas *handle, int n, const void *x, int x_type, int incx,
                           void *result, int result_type, int compute) {
    (void)compute;
    BLAS_ENTER("cublasAsumEx");
    double sum = 0;
    int status;
    if (n > 0 && incx > 0 && !check_vector(api, "x", x, x_type, n, incx, &status)) return status;
    for (long i = 0; i < n && incx > 0; i++) sum += one_norm(element(x_type, x, i, n, incx));
    return give(api, result, result_type, sum);
}

static int hd_cublasRotEx(struct blas *handle, int n, void *x, int x_type, int incx, void *y,
                          int y_type, int incy, const void *c, const void *s, int cs_type,
                          int compute) {
    (void)compute;
    BLAS_ENTER("cublasRotEx");
    if (n <= 0) return BLAS_SUCCESS;
    EX_SCALAR(c, cs_type);
    EX_SCALAR(s, cs_type);
    EX_VECTOR(x, x_type, incx);
    EX_VECTOR(y, y_type, incy);
    for (long i = 0; i < n; i++) {
        wide a = element(x_type, x, i, n, incx), b = element(y_type, y, i, n, incy);
        blas_store(x_type, x, place(i, n, incx), c_v * a + s_v * b);
        blas_store(y_type, y, place(i, n, incy), c_v * b - conj(s_v) * a);
    }
    return BLAS_SUCCESS;
}

// ---- what other functions do --------------------------------------------------------------------

#define OTHER(name, params, args) ((int(*) params)(uintptr_t)library_entry_of(name)) args
#define GEMM_PARAMS(E)                                                                             \
    (struct blas *, int, int, int, int, int, const E *, const E *, int, const E *, int, const E *, \
     E *, int)
#define GEMV_PARAMS(E) \
    (struct blas *, int, int, int, const E *, const E *, int, const E *, int, const E *, E *, int)

// op(A) op(B)' of which a triangle is kept: the whole product, and what lies outside is put back.
#define TRIANGLE(T, t, E, BE, name, other)                                                         \
    static int hd_cublas##T##name(struct blas *handle, int uplo, int trans, int n, int k,          \
                                  const E *alpha, const E *A, int lda, const E *B, int ldb,        \
                                  const BE *beta, E *C, int ldc) {                                 \
        BLAS_ENTER("cublas" #T #name);                                                             \
        BLAS_UPLO(uplo);                                                                           \
        BLAS_OP(trans);                                                                            \
        BLAS_SIZE(n);                                                                              \
        BLAS_SIZE(k);                                                                              \
        BLAS_LD(ldc, n, "n");                                                                      \
        if (n == 0) return BLAS_SUCCESS;                                                           \
        BLAS_SCALAR(BE, beta);                                                                     \
        BLAS_MATRIX(C, n, n, ldc);                                                                 \
        E *kept = hd_xmalloc((size_t)n * (size_t)n * sizeof(E)), factor = beta_v;                  \
        for (int j = 0; j < n; j++)                                                                \
            memcpy(kept + (size_t)j * (size_t)n, C + (size_t)j * (size_t)ldc,                      \
                   (size_t)n * sizeof(E));                                                         \
        int status = OTHER("cublas" #T "gemm", GEMM_PARAMS(E),                                     \
                           (handle, trans == OP_N ? OP_N : other, trans == OP_N ? other : OP_N, n, \
                            n, k, alpha, A, lda, B, ldb, &factor, C, ldc));                        \
        for (int j = 0; j < n && status == BLAS_SUCCESS; j++)                                      \
            for (int i = 0; i < n; i++)                                                            \
                if (uplo == UPLO_UPPER ? i > j : i < j)                                            \
                    C[(size_t)j * (size_t)ldc + (size_t)i] =                                       \
                        kept[(size_t)j * (size_t)n + (size_t)i];                                   \
        free(kept);                                                                                \
        return status;                                                                             \
    }

#define EXTENDED(T, t, E, R, K)                                                                    \
    TRIANGLE(T, t, E, E, syrkx, OP_T)                                                              \
    static int hd_cublas##T##gemvBatched(                                                          \
        struct blas *handle, int trans, int m, int n, const E *alpha, const E *const *A, int lda,  \
        const E *const *x, int incx, const E *beta, E *const *y, int incy, int batchCount) {       \
        BLAS_ENTER("cublas" #T "gemvBatched");                                                     \
        BLAS_SIZE(batchCount);                                                                     \
        if (m == 0 || n == 0) return BLAS_SUCCESS;                                                 \
        BLAS_ARRAY(A, (size_t)batchCount);                                                         \
        BLAS_ARRAY(x, (size_t)batchCount);                                                         \
        BLAS_ARRAY(y, (size_t)batchCount);                                                         \
        int status = BLAS_SUCCESS;                                                                 \
        for (int i = 0; i < batchCount && status == BLAS_SUCCESS; i++)                             \
            status = OTHER("cublas" #T "gemv", GEMV_PARAMS(E),                                     \
                           (handle, trans, m, n, alpha, A[i], lda, x[i], incx, beta, y[i], incy)); \
        return status;                                                                             \
    }                                                                                              \
    static int hd_cublas##T##gemvStridedBatched(                                                   \
        struct blas *handle, int trans, int m, int n, const E *alpha, const E *A, int lda,         \
        long long strideA, const E *x, int incx, long long stridex, const E *beta, E *y, int incy, \
        long long stridey, int batchCount) {                                                       \
        BLAS_ENTER("cublas" #T "gemvStridedBatched");                                              \
        BLAS_SIZE(batchCount);                                                                     \
        int status = BLAS_SUCCESS;                                                                 \
        for (int i = 0; i < batchCount && status == BLAS_SUCCESS; i++)                             \
            status = OTHER("cublas" #T "gemv", GEMV_PARAMS(E),                                     \
                           (handle, trans, m, n, alpha, A + i * strideA, lda, x + i * stridex,     \
                            incx, beta, y + i * stridey, incy));                                   \
        return status;                                                                             \
    }                                                                                              \
    static int hd_cublas##T##tpttr(struct blas *handle, int uplo, int n, const E *AP, E *A,        \
                                   int lda) {                                                      \
        BLAS_ENTER("cublas" #T "tpttr");                                                           \
        BLAS_UPLO(uplo);                                                                           \
        BLAS_SIZE(n);                                                                              \
        BLAS_LD(lda, n, "n");                                                                      \
        BLAS_ARRAY(AP, (size_t)n *((size_t)n + 1) / 2);                                            \
        BLAS_MATRIX(A, n, n, lda);                                                                 \
        for (int j = 0; j < n; j++)                                                                \
            for (int i = uplo == UPLO_UPPER ? 0 : j; i < (uplo == UPLO_UPPER ? j + 1 : n); i++)    \
                A[(size_t)j * (size_t)lda + (size_t)i] = *AP++;                                    \
        return BLAS_SUCCESS;                                                                       \
    }                                                                                              \
    static int hd_cublas##T##trttp(struct blas *handle, int uplo, int n, const E *A, int lda,      \
                                   E *AP) {                                                        \
        BLAS_ENTER("cublas" #T "trttp");                                                           \
        BLAS_UPLO(uplo);                                                                           \
        BLAS_SIZE(n);                                                                              \
        BLAS_LD(lda, n, "n");                                                                      \
        BLAS_MATRIX(A, n, n, lda);                                                                 \
        BLAS_ARRAY(AP, (size_t)n *((size_t)n + 1) / 2);                                            \
        for (int j = 0; j < n; j++)                                                                \
            for (int i = uplo == UPLO_UPPER ? 0 : j; i < (uplo == UPLO_UPPER ? j + 1 : n); i++)    \
                *AP++ = A[(size_t)j * (size_t)lda + (size_t)i];                                    \
        return BLAS_SUCCESS;                                                                       \
    }                                                                                              \
    static int hd_cublas##T##geqrfBatched(struct blas *handle, int m, int n, E *const *Aarray,     \
                                          int lda, E *const *TauArray, int *info, int batchSize) { \
        BLAS_ENTER("cublas" #T "geqrfBatched");                                                    \
        BLAS_SIZE(m);                                                                              \
        BLAS_SIZE(n);                                                                              \
        BLAS_SIZE(batchSize);                                                                      \
        BLAS_LD(lda, m, "m");                                                                      \
        BLAS_GIVE(int, info, 0);                                                                   \
        if (m == 0 || n == 0) return BLAS_SUCCESS;                                                 \
        BLAS_ARRAY(Aarray, (size_t)batchSize);                                                     \
        BLAS_ARRAY(TauArray, (size_t)batchSize);                                                   \
        int size = n * 64, failed = 0;                                                             \
        E *work = hd_xmalloc((size_t)size * sizeof(E));                                            \
        void (*geqrf)(int *, int *, E *, int *, E *, E *, int *, int *) =                          \
            (void (*)(int *, int *, E *, int *, E *, E *, int *, int *))(uintptr_t)blas_function(  \
                #t "geqrf_");                                                                      \
        bool right = geqrf != NULL;                                                                \
        for (int i = 0; i < batchSize && right; i++) {                                             \
            E *A = Aarray[i], *tau = TauArray[i];                                                  \
            right = library_check_array(api, "A", A, blas_matrix_span(m, n, lda) * sizeof(E)) &&   \
                    library_check_array(api, "tau", tau, (size_t)(m < n ? m : n) * sizeof(E));     \
            if (right) geqrf(&m, &n, A, &lda, tau, work, &size, &failed);                          \
        }                                                                                          \
        free(work);                                                                                \
        return right ? BLAS_SUCCESS : BLAS_EXECUTION_FAILED;                                       \
    }                                                                                              \
    static int hd_cublas##T##gelsBatched(struct blas *handle, int trans, int m, int n, int nrhs,   \
                                         E *const *Aarray, int lda, E *const *Carray, int ldc,     \
                                         int *info, int *devInfoArray, int batchSize) {            \
        BLAS_ENTER("cublas" #T "gelsBatched");                                                     \
        if (trans != OP_N || m < n) {                                                              \
            blas_invalid(api, "only CUBLAS_OP_N and m >= n are supported");                        \
            return BLAS_NOT_SUPPORTED;                                                             \
        }                                                                                          \
        BLAS_SIZE(n);                                                                              \
        BLAS_SIZE(nrhs);                                                                           \
        BLAS_SIZE(batchSize);                                                                      \
        BLAS_LD(lda, m, "m");                                                                      \
        BLAS_LD(ldc, m, "m");                                                                      \
        BLAS_GIVE(int, info, 0);                                                                   \
        if (n == 0 || nrhs == 0) return BLAS_SUCCESS;                                              \
        BLAS_ARRAY(Aarray, (size_t)batchSize);                                                     \
        BLAS_ARRAY(Carray, (size_t)batchSize);                                                     \
        if (devInfoArray) BLAS_ARRAY(devInfoArray, (size_t)batchSize);                             \
        int size = (m + n + nrhs) * 64, failed = 0;                                                \
        E *work = hd_xmalloc((size_t)size * sizeof(E));                                            \
        void (*gels)(const char *, int *, int *, int *, E *, int *, E *, int *, E *, int *,        \
                     int *) = (void (*)(const char *, int *, int *, int *, E *, int *, E *, int *, \
                                        E *, int *, int *))(uintptr_t)blas_function(#t "gels_");   \
        bool right = gels != NULL;                                                                 \
        for (int i = 0; i < batchSize && right; i++) {                                             \
            E *A = Aarray[i], *C = Carray[i];                                                      \
            right = library_check_array(api, "A", A, blas_matrix_span(m, n, lda) * sizeof(E)) &&   \
                    library_check_array(api, "C", C, blas_matrix_span(m, nrhs, ldc) * sizeof(E));  \
            if (right) gels("N", &m, &n, &nrhs, A, &lda, C, &ldc, work, &size, &failed);           \
            if (right && devInfoArray) devInfoArray[i] = failed;                                   \
        }                                                                                          \
        free(work);                                                                                \
        return right ? BLAS_SUCCESS : BLAS_EXECUTION_FAILED;                                       \
    }
BLAS_TYPES(EXTENDED)

#define COMPLEX_EXTENDED(T, t, E, R, K)                                                        \
    TRIANGLE(T, t, E, R, herkx, OP_C)                                                          \
    static int hd_cublas##T##gemm3m(struct blas *handle, int transa, int transb, int m, int n, \
                                    int k, const E *alpha, const E *A, int lda, const E *B,    \
                                    int ldb, const E *beta, E *C, int ldc) {                   \
        return OTHER("cublas" #T "gemm", GEMM_PARAMS(E),                                       \
                     (handle, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc));  \
    }
BLAS_COMPLEX_TYPES(COMPLEX_EXTENDED)

#define ENTRIES(T, t, E, R, K)                                                         \
    LIBRARY_ENTRY(cublas##T##syrkx), LIBRARY_ENTRY(cublas##T##gemvBatched),            \
        LIBRARY_ENTRY(cublas##T##gemvStridedBatched), LIBRARY_ENTRY(cublas##T##tpttr), \
        LIBRARY_ENTRY(cublas##T##trttp), LIBRARY_ENTRY(cublas##T##geqrfBatched),       \
        LIBRARY_ENTRY(cublas##T##gelsBatched),

const struct library_entry hd_cublas_extended[] = {
    BLAS_TYPES(ENTRIES) LIBRARY_ENTRY(cublasCherkx),
    LIBRARY_ENTRY(cublasZherkx),
    LIBRARY_ENTRY(cublasCgemm3m),
    LIBRARY_ENTRY(cublasZgemm3m),
    LIBRARY_ENTRY(cublasAxpyEx),
    LIBRARY_ENTRY(cublasScalEx),
    LIBRARY_ENTRY(cublasDotEx),
    LIBRARY_ENTRY(cublasDotcEx),
    LIBRARY_ENTRY(cublasNrm2Ex),
    LIBRARY_ENTRY(cublasRotEx),
    LIBRARY_ENTRY(cublasCopyEx),
    LIBRARY_ENTRY(cublasSwapEx),
    LIBRARY_ENTRY(cublasIamaxEx),
    LIBRARY_ENTRY(cublasIaminEx),
    LIBRARY_ENTRY(cublasAsumEx),
    {NULL, NULL},
};
