// cuBLAS, level 3: matrices; and what BLAS has not: geam (sums) and dgmm (products with a
// diagonal). trmm differs from BLAS's: the result goes to a matrix of its own.
#include "run/library/blas/blas.h"

#define PRODUCT(T, t, E, R, K)                                                                     \
    static int hd_cublas##T##gemm(struct blas *handle, int transa, int transb, int m, int n,       \
                                  int k, const E *alpha, const E *A, int lda, const E *B, int ldb, \
                                  const E *beta, E *C, int ldc) {                                  \
        BLAS_ENTER_AGAIN("cublas" #T "gemm", (long)handle, transa, transb, m, n, k, (long)A, lda,  \
                         (long)B, ldb, (long)C, ldc);                                              \
        BLAS_OP(transa);                                                                           \
        BLAS_OP(transb);                                                                           \
        BLAS_SIZE(m);                                                                              \
        BLAS_SIZE(n);                                                                              \
        BLAS_SIZE(k);                                                                              \
        int rows_a = transa == OP_N ? m : k, rows_b = transb == OP_N ? k : n;                      \
        BLAS_LD(lda, rows_a, "the rows of A");                                                     \
        BLAS_LD(ldb, rows_b, "the rows of B");                                                     \
        BLAS_LD(ldc, m, "m");                                                                      \
        if (m == 0 || n == 0) return BLAS_SUCCESS;                                                 \
        BLAS_SCALAR(E, alpha);                                                                     \
        BLAS_SCALAR(E, beta);                                                                      \
        BLAS_MATRIX(A, rows_a, transa == OP_N ? k : m, lda);                                       \
        BLAS_MATRIX(B, rows_b, transb == OP_N ? n : k, ldb);                                       \
        BLAS_MATRIX(C, m, n, ldc);                                                                 \
        BLAS_REMEMBER;                                                                             \
        BLAS_CALL(#t "gemm",                                                                       \
                  (int, int, int, int, int, int, K##_TYPE(E), const E *, int, const E *, int,      \
                   K##_TYPE(E), E *, int),                                                         \
                  (CBLAS_COLUMNS, blas_op(transa), blas_op(transb), m, n, k, K##_PASS(alpha_v), A, \
                   lda, B, ldb, K##_PASS(beta_v), C, ldc));                                        \
        return BLAS_SUCCESS;                                                                       \
    }

// A is symmetric (symm) or Hermitian (hemm).
#define SIDED(T, t, E, K, name)                                                                 \
    static int hd_cublas##T##name(struct blas *handle, int side, int uplo, int m, int n,        \
                                  const E *alpha, const E *A, int lda, const E *B, int ldb,     \
                                  const E *beta, E *C, int ldc) {                               \
        BLAS_ENTER("cublas" #T #name);                                                          \
        BLAS_SIDE(side);                                                                        \
        BLAS_UPLO(uplo);                                                                        \
        BLAS_SIZE(m);                                                                           \
        BLAS_SIZE(n);                                                                           \
        int order = side == SIDE_LEFT ? m : n;                                                  \
        BLAS_LD(lda, order, "the rows of A");                                                   \
        BLAS_LD(ldb, m, "m");                                                                   \
        BLAS_LD(ldc, m, "m");                                                                   \
        if (m == 0 || n == 0) return BLAS_SUCCESS;                                              \
        BLAS_SCALAR(E, alpha);                                                                  \
        BLAS_SCALAR(E, beta);                                                                   \
        BLAS_MATRIX(A, order, order, lda);                                                      \
        BLAS_MATRIX(B, m, n, ldb);                                                              \
        BLAS_MATRIX(C, m, n, ldc);                                                              \
        BLAS_CALL(#t #name,                                                                     \
                  (int, int, int, int, int, K##_TYPE(E), const E *, int, const E *, int,        \
                   K##_TYPE(E), E *, int),                                                      \
                  (CBLAS_COLUMNS, blas_side(side), blas_uplo(uplo), m, n, K##_PASS(alpha_v), A, \
                   lda, B, ldb, K##_PASS(beta_v), C, ldc));                                     \
        return BLAS_SUCCESS;                                                                    \
    }

// C := alpha A A' + beta C: syrk, herk. AE, BE: types of alpha and beta.
#define RANK_K(T, t, E, name, AE, AK)                                                          \
    static int hd_cublas##T##name(struct blas *handle, int uplo, int trans, int n, int k,      \
                                  const AE *alpha, const E *A, int lda, const AE *beta, E *C,  \
                                  int ldc) {                                                   \
        BLAS_ENTER("cublas" #T #name);                                                         \
        BLAS_UPLO(uplo);                                                                       \
        BLAS_OP(trans);                                                                        \
        BLAS_SIZE(n);                                                                          \
        BLAS_SIZE(k);                                                                          \
        int rows = trans == OP_N ? n : k, columns = trans == OP_N ? k : n;                     \
        BLAS_LD(lda, rows, "the rows of A");                                                   \
        BLAS_LD(ldc, n, "n");                                                                  \
        if (n == 0) return BLAS_SUCCESS;                                                       \
        BLAS_SCALAR(AE, alpha);                                                                \
        BLAS_SCALAR(AE, beta);                                                                 \
        BLAS_MATRIX(A, rows, columns, lda);                                                    \
        BLAS_MATRIX(C, n, n, ldc);                                                             \
        BLAS_CALL(                                                                             \
            #t #name,                                                                          \
            (int, int, int, int, int, AK##_TYPE(AE), const E *, int, AK##_TYPE(AE), E *, int), \
            (CBLAS_COLUMNS, blas_uplo(uplo), blas_op(trans), n, k, AK##_PASS(alpha_v), A, lda, \
             AK##_PASS(beta_v), C, ldc));                                                      \
        return BLAS_SUCCESS;                                                                   \
    }
#define RANK_2K(T, t, E, K, name, BE, BK)                                                      \
    static int hd_cublas##T##name(struct blas *handle, int uplo, int trans, int n, int k,      \
                                  const E *alpha, const E *A, int lda, const E *B, int ldb,    \
                                  const BE *beta, E *C, int ldc) {                             \
        BLAS_ENTER("cublas" #T #name);                                                         \
        BLAS_UPLO(uplo);                                                                       \
        BLAS_OP(trans);                                                                        \
        BLAS_SIZE(n);                                                                          \
        BLAS_SIZE(k);                                                                          \
        int rows = trans == OP_N ? n : k, columns = trans == OP_N ? k : n;                     \
        BLAS_LD(lda, rows, "the rows of A");                                                   \
        BLAS_LD(ldb, rows, "the rows of B");                                                   \
        BLAS_LD(ldc, n, "n");                                                                  \
        if (n == 0) return BLAS_SUCCESS;                                                       \
        BLAS_SCALAR(E, alpha);                                                                 \
        BLAS_SCALAR(BE, beta);                                                                 \
        BLAS_MATRIX(A, rows, columns, lda);                                                    \
        BLAS_MATRIX(B, rows, columns, ldb);                                                    \
        BLAS_MATRIX(C, n, n, ldc);                                                             \
        BLAS_CALL(#t #name,                                                                    \
                  (int, int, int, int, int, K##_TYPE(E), const E *, int, const E *, int,       \
                   BK##_TYPE(BE), E *, int),                                                   \
                  (CBLAS_COLUMNS, blas_uplo(uplo), blas_op(trans), n, k, K##_PASS(alpha_v), A, \
                   lda, B, ldb, BK##_PASS(beta_v), C, ldc));                                   \
        return BLAS_SUCCESS;                                                                   \
    }

#define TRIANGULAR_HEAD(T, name)           \
    BLAS_ENTER("cublas" #T #name);         \
    BLAS_SIDE(side);                       \
    BLAS_UPLO(uplo);                       \
    BLAS_OP(trans);                        \
    BLAS_DIAG(diag);                       \
    BLAS_SIZE(m);                          \
    BLAS_SIZE(n);                          \
    int order = side == SIDE_LEFT ? m : n; \
    BLAS_LD(lda, order, "the rows of A");  \
    BLAS_LD(ldb, m, "m")
#define TRIANGULAR_CALL(t, E, K, name, X, ldx)                                                   \
    BLAS_CALL(#t #name,                                                                          \
              (int, int, int, int, int, int, int, K##_TYPE(E), const E *, int, E *, int),        \
              (CBLAS_COLUMNS, blas_side(side), blas_uplo(uplo), blas_op(trans), blas_diag(diag), \
               m, n, K##_PASS(alpha_v), A, lda, X, ldx))
#define TRIANGULAR(T, t, E, R, K)                                                                \
    static int hd_cublas##T##trmm(struct blas *handle, int side, int uplo, int trans, int diag,  \
                                  int m, int n, const E *alpha, const E *A, int lda, const E *B, \
                                  int ldb, E *C, int ldc) {                                      \
        TRIANGULAR_HEAD(T, trmm);                                                                \
        BLAS_LD(ldc, m, "m");                                                                    \
        if (m == 0 || n == 0) return BLAS_SUCCESS;                                               \
        BLAS_SCALAR(E, alpha);                                                                   \
        BLAS_MATRIX(A, order, order, lda);                                                       \
        BLAS_MATRIX(B, m, n, ldb);                                                               \
        BLAS_MATRIX(C, m, n, ldc);                                                               \
        for (int j = 0; B != C && j < n; j++)                                                    \
            memcpy(C + (size_t)j * (size_t)ldc, B + (size_t)j * (size_t)ldb,                     \
                   (size_t)m * sizeof(E));                                                       \
        TRIANGULAR_CALL(t, E, K, trmm, C, ldc);                                                  \
        return BLAS_SUCCESS;                                                                     \
    }                                                                                            \
    static int hd_cublas##T##trsm(struct blas *handle, int side, int uplo, int trans, int diag,  \
                                  int m, int n, const E *alpha, const E *A, int lda, E *B,       \
                                  int ldb) {                                                     \
        TRIANGULAR_HEAD(T, trsm);                                                                \
        if (m == 0 || n == 0) return BLAS_SUCCESS;                                               \
        BLAS_SCALAR(E, alpha);                                                                   \
        BLAS_MATRIX(A, order, order, lda);                                                       \
        BLAS_MATRIX(B, m, n, ldb);                                                               \
        TRIANGULAR_CALL(t, E, K, trsm, B, ldb);                                                  \
        return BLAS_SUCCESS;                                                                     \
    }                                                                                            \
    static int hd_cublas##T##trsmBatched(                                                        \
        struct blas *handle, int side, int uplo, int trans, int diag, int m, int n,              \
        const E *alpha, const E *const *As, int lda, E *const *Bs, int ldb, int batchCount) {    \
        TRIANGULAR_HEAD(T, trsmBatched);                                                         \
        BLAS_SIZE(batchCount);                                                                   \
        if (m == 0 || n == 0 || batchCount == 0) return BLAS_SUCCESS;                            \
        BLAS_SCALAR(E, alpha);                                                                   \
        BLAS_ARRAY(As, (size_t)batchCount);                                                      \
        BLAS_ARRAY(Bs, (size_t)batchCount);                                                      \
        for (int i = 0; i < batchCount; i++) {                                                   \
            const E *A = As[i];                                                                  \
            E *B = Bs[i];                                                                        \
            BLAS_MATRIX(A, order, order, lda);                                                   \
            BLAS_MATRIX(B, m, n, ldb);                                                           \
            TRIANGULAR_CALL(t, E, K, trsm, B, ldb);                                              \
        }                                                                                        \
        return BLAS_SUCCESS;                                                                     \
    }

// ---- what BLAS has not --------------------------------------------------------------------------

#define CONJ_REAL(v) (v)
#define CONJ_COMPLEX(v) conj(v)

// Element (i, j) of op(A).
#define ELEMENT(E, K, A, lda, op, i, j)                            \
    ((op) == OP_N   ? A[(size_t)(j) * (size_t)(lda) + (size_t)(i)] \
     : (op) == OP_T ? A[(size_t)(i) * (size_t)(lda) + (size_t)(j)] \
                    : (E)CONJ_##K(A[(size_t)(i) * (size_t)(lda) + (size_t)(j)]))

// A scalar of 0 means that its matrix is not looked at. In place, an operand must not be turned.
#define BEYOND(T, t, E, R, K)                                                                     \
    static int hd_cublas##T##geam(struct blas *handle, int transa, int transb, int m, int n,      \
                                  const E *alpha, const E *A, int lda, const E *beta, const E *B, \
                                  int ldb, E *C, int ldc) {                                       \
        BLAS_ENTER("cublas" #T "geam");                                                           \
        BLAS_OP(transa);                                                                          \
        BLAS_OP(transb);                                                                          \
        BLAS_SIZE(m);                                                                             \
        BLAS_SIZE(n);                                                                             \
        BLAS_SCALAR(E, alpha);                                                                    \
        BLAS_SCALAR(E, beta);                                                                     \
        bool a = alpha_v != 0, b = beta_v != 0;                                                   \
        int rows_a = transa == OP_N ? m : n, rows_b = transb == OP_N ? m : n;                     \
        BLAS_LD(lda, rows_a, "the rows of A");                                                    \
        BLAS_LD(ldb, rows_b, "the rows of B");                                                    \
        BLAS_LD(ldc, m, "m");                                                                     \
        BLAS_NEED(A != C || (transa == OP_N && lda == ldc),                                       \
                  "C is A, which must neither be transposed nor have another lda then");          \
        BLAS_NEED(B != C || (transb == OP_N && ldb == ldc),                                       \
                  "C is B, which must neither be transposed nor have another ldb then");          \
        if (m == 0 || n == 0) return BLAS_SUCCESS;                                                \
        if (a) BLAS_MATRIX(A, rows_a, transa == OP_N ? n : m, lda);                               \
        if (b) BLAS_MATRIX(B, rows_b, transb == OP_N ? n : m, ldb);                               \
        BLAS_MATRIX(C, m, n, ldc);                                                                \
        for (int j = 0; j < n; j++)                                                               \
            for (int i = 0; i < m; i++) {                                                         \
                E sum = a ? alpha_v * ELEMENT(E, K, A, lda, transa, i, j) : 0;                    \
                if (b) sum += beta_v * ELEMENT(E, K, B, ldb, transb, i, j);                       \
                C[(size_t)j * (size_t)ldc + (size_t)i] = sum;                                     \
            }                                                                                     \
        return BLAS_SUCCESS;                                                                      \
    }                                                                                             \
    static int hd_cublas##T##dgmm(struct blas *handle, int mode, int m, int n, const E *A,        \
                                  int lda, const E *x, int incx, E *C, int ldc) {                 \
        BLAS_ENTER("cublas" #T "dgmm");                                                           \
        BLAS_SIDE(mode);                                                                          \
        BLAS_SIZE(m);                                                                             \
        BLAS_SIZE(n);                                                                             \
        BLAS_LD(lda, m, "m");                                                                     \
        BLAS_LD(ldc, m, "m");                                                                     \
        if (m == 0 || n == 0) return BLAS_SUCCESS;                                                \
        int count = mode == SIDE_LEFT ? m : n;                                                    \
        BLAS_MATRIX(A, m, n, lda);                                                                \
        BLAS_VECTOR(x, count, incx);                                                              \
        BLAS_MATRIX(C, m, n, ldc);                                                                \
        const E *from = incx < 0 ? x - (long)(count - 1) * incx : x;                              \
        for (int j = 0; j < n; j++)                                                               \
            for (int i = 0; i < m; i++)                                                           \
                C[(size_t)j * (size_t)ldc + (size_t)i] =                                          \
                    A[(size_t)j * (size_t)lda + (size_t)i] *                                      \
                    from[(long)(mode == SIDE_LEFT ? i : j) * incx];                               \
        return BLAS_SUCCESS;                                                                      \
    }

// clang-format off
BLAS_TYPES(PRODUCT)
SIDED(S, s, float, REAL, symm) SIDED(D, d, double, REAL, symm)
SIDED(C, c, blas_cfloat, COMPLEX, symm) SIDED(Z, z, blas_cdouble, COMPLEX, symm)
SIDED(C, c, blas_cfloat, COMPLEX, hemm) SIDED(Z, z, blas_cdouble, COMPLEX, hemm)
RANK_K(S, s, float, syrk, float, REAL) RANK_K(D, d, double, syrk, double, REAL)
RANK_K(C, c, blas_cfloat, syrk, blas_cfloat, COMPLEX) RANK_K(Z, z, blas_cdouble, syrk, blas_cdouble, COMPLEX)
RANK_K(C, c, blas_cfloat, herk, float, REAL) RANK_K(Z, z, blas_cdouble, herk, double, REAL)
RANK_2K(S, s, float, REAL, syr2k, float, REAL) RANK_2K(D, d, double, REAL, syr2k, double, REAL)
RANK_2K(C, c, blas_cfloat, COMPLEX, syr2k, blas_cfloat, COMPLEX) RANK_2K(Z, z, blas_cdouble, COMPLEX, syr2k, blas_cdouble, COMPLEX)
RANK_2K(C, c, blas_cfloat, COMPLEX, her2k, float, REAL) RANK_2K(Z, z, blas_cdouble, COMPLEX, her2k, double, REAL)
BLAS_TYPES(TRIANGULAR)
BLAS_TYPES(BEYOND)

#define ROWS(T, t, E, R, K) \
    LIBRARY_ENTRY(cublas##T##gemm), LIBRARY_ENTRY(cublas##T##symm), LIBRARY_ENTRY(cublas##T##syrk), \
    LIBRARY_ENTRY(cublas##T##syr2k), LIBRARY_ENTRY(cublas##T##trmm), LIBRARY_ENTRY(cublas##T##trsm), \
    LIBRARY_ENTRY(cublas##T##trsmBatched), LIBRARY_ENTRY(cublas##T##geam), LIBRARY_ENTRY(cublas##T##dgmm),

const struct library_entry hd_cublas_level3[] = {
    BLAS_TYPES(ROWS)
    LIBRARY_ENTRY(cublasChemm), LIBRARY_ENTRY(cublasZhemm), LIBRARY_ENTRY(cublasCherk), LIBRARY_ENTRY(cublasZherk),
    LIBRARY_ENTRY(cublasCher2k), LIBRARY_ENTRY(cublasZher2k), {NULL, NULL},
};
// clang-format on
