// cuBLAS: many small problems at once. Small products are done here, since a call of the back end
// costs more than they do; the rest go to it one by one. LU factors as LAPACK's getrf has them.
#include <math.h>

#include "run/library/blas/blas.h"
#include "run/library/parallel/parallel.h"

enum { SMALL_PRODUCT = 16 * 16 * 16 }; // m n k; measured: beyond, OpenBLAS is as fast

#define ABS_REAL(v) fabs((double)(v))
#define ABS_COMPLEX(v) (fabs((double)creal(v)) + fabs((double)cimag(v)))
#define CONJ_REAL(v) (v)
#define CONJ_COMPLEX(v) conj(v)
#define AT(A, ld, i, j) A[(size_t)(j) * (size_t)(ld) + (size_t)(i)]
#define ELEMENT(E, K, A, lda, op, i, j) \
    ((op) == OP_N   ? AT(A, lda, i, j)  \
     : (op) == OP_T ? AT(A, lda, j, i)  \
                    : (E)CONJ_##K(AT(A, lda, j, i)))

static bool is_small(int m, int n, int k) {
    return (long long)m * n * (k > 0 ? k : 1) <= SMALL_PRODUCT && m <= SMALL_PRODUCT;
}

// Many small products are worth more than one thread; large ones have the back end's.
static size_t batch_parts(int m, int n, int k, size_t count) {
    enum { WORTH_IT = 1 << 16, MOST = 64 }; // multiplications of a part: some ten microseconds
    if (!is_small(m, n, k)) return 1;
    size_t parts = count * ((size_t)m * (size_t)n * (size_t)k + 8) / WORTH_IT;
    return parts < 1 ? 1 : parts > MOST ? MOST : parts;
}

// One column of the product of m rows: B's elements are `next_b` apart, columns of A `next_a`.
#define COLUMN(rows, sums)                                                     \
    for (int i = 0; i < (rows); i++) sums[i] = 0;                              \
    for (int l = 0; l < k; l++) {                                              \
        const __typeof__(*A) *a = A + (size_t)l * (size_t)lda;                 \
        __typeof__(*column) v = b[(size_t)l * next_b];                         \
        for (int i = 0; i < (rows); i++) sums[i] += a[i] * v;                  \
    }                                                                          \
    if (none)                                                                  \
        for (int i = 0; i < (rows); i++) c[i] = alpha * sums[i];               \
    else                                                                       \
        for (int i = 0; i < (rows); i++) c[i] = alpha * sums[i] + beta * c[i]; \
    break
#define FEW(rows)                       \
    case rows: {                        \
        __typeof__(*column) sums[rows]; \
        COLUMN(rows, sums);             \
    }

#define PRODUCTS(T, t, E, R, K)                                                                    \
    __attribute__((optimize("O3"))) static void small_##t(                                         \
        int transa, int transb, int m, int n, int k, E alpha, const E *A, int lda, const E *B,     \
        int ldb, E beta, E *C, int ldc) {                                                          \
        bool none = beta == 0; /* then C may be anything */                                        \
        E column[SMALL_PRODUCT];                                                                   \
        for (int j = 0; j < n; j++) {                                                              \
            E *c = &AT(C, ldc, 0, j);                                                              \
            const E *b = transb == OP_N ? &AT(B, ldb, 0, j) : &AT(B, ldb, j, 0);                   \
            size_t next_b = transb == OP_N ? 1 : (size_t)ldb;                                      \
            if (transa == OP_N && transb != OP_C)                                                  \
                switch (m) { /* few rows: known to the compiler */                                 \
                    FEW(2) FEW(3) FEW(4) FEW(8) FEW(16) default : COLUMN(m, column);               \
                }                                                                                  \
            else {                                                                                 \
                for (int i = 0; i < m; i++) column[i] = 0;                                         \
                for (int l = 0; l < k; l++) {                                                      \
                    E v = ELEMENT(E, K, B, ldb, transb, l, j);                                     \
                    for (int i = 0; i < m; i++)                                                    \
                        column[i] += ELEMENT(E, K, A, lda, transa, i, l) * v;                      \
                }                                                                                  \
                for (int i = 0; i < m; i++) c[i] = alpha * column[i] + (none ? 0 : beta * c[i]);   \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    static void product_##t(int transa, int transb, int m, int n, int k, E alpha, const E *A,      \
                            int lda, const E *B, int ldb, E beta, E *C, int ldc) {                 \
        if (is_small(m, n, k) && transa != OP_CONJ && transb != OP_CONJ) {                         \
            small_##t(transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);               \
            return;                                                                                \
        }                                                                                          \
        BLAS_CALL(#t "gemm",                                                                       \
                  (int, int, int, int, int, int, K##_TYPE(E), const E *, int, const E *, int,      \
                   K##_TYPE(E), E *, int),                                                         \
                  (CBLAS_COLUMNS, blas_op(transa), blas_op(transb), m, n, k, K##_PASS(alpha), A,   \
                   lda, B, ldb, K##_PASS(beta), C, ldc));                                          \
    }                                                                                              \
    struct batch_##t {                                                                             \
        int transa, transb, m, n, k, lda, ldb, ldc;                                                \
        E alpha, beta;                                                                             \
        const E *const *As, *const *Bs, *A, *B; /* As: NULL for those that are strides apart */    \
        E *const *Cs, *C;                                                                          \
        size_t next_a, next_b, next_c;                                                             \
    };                                                                                             \
    static void batch_part_##t(void *arg, size_t part, size_t from, size_t to) {                   \
        const struct batch_##t *p = arg;                                                           \
        for (size_t i = from; i < to; i++)                                                         \
            product_##t(p->transa, p->transb, p->m, p->n, p->k, p->alpha,                          \
                        p->As ? p->As[i] : p->A + i * p->next_a, p->lda,                           \
                        p->As ? p->Bs[i] : p->B + i * p->next_b, p->ldb, p->beta,                  \
                        p->As ? p->Cs[i] : p->C + i * p->next_c, p->ldc);                          \
    }                                                                                              \
    static void batch_##t(struct batch_##t *p, size_t count) {                                     \
        parallel_parts(count, batch_parts(p->m, p->n, p->k, count), batch_part_##t, p);            \
    }                                                                                              \
    static int hd_cublas##T##gemmBatched(struct blas *handle, int transa, int transb, int m,       \
                                         int n, int k, const E *alpha, const E *const *As,         \
                                         int lda, const E *const *Bs, int ldb, const E *beta,      \
                                         E *const *Cs, int ldc, int batchCount) {                  \
        BLAS_ENTER("cublas" #T "gemmBatched");                                                     \
        BLAS_OP(transa);                                                                           \
        BLAS_OP(transb);                                                                           \
        BLAS_SIZE(m);                                                                              \
        BLAS_SIZE(n);                                                                              \
        BLAS_SIZE(k);                                                                              \
        BLAS_SIZE(batchCount);                                                                     \
        int rows_a = transa == OP_N ? m : k, rows_b = transb == OP_N ? k : n;                      \
        BLAS_LD(lda, rows_a, "the rows of A");                                                     \
        BLAS_LD(ldb, rows_b, "the rows of B");                                                     \
        BLAS_LD(ldc, m, "m");                                                                      \
        if (m == 0 || n == 0 || batchCount == 0) return BLAS_SUCCESS;                              \
        BLAS_SCALAR(E, alpha);                                                                     \
        BLAS_SCALAR(E, beta);                                                                      \
        BLAS_ARRAY(As, (size_t)batchCount);                                                        \
        BLAS_ARRAY(Bs, (size_t)batchCount);                                                        \
        BLAS_ARRAY(Cs, (size_t)batchCount);                                                        \
        struct library_range in_a = {0}, in_b = {0}, in_c = {0};                                   \
        size_t span_a = blas_matrix_span(rows_a, transa == OP_N ? k : m, lda) * sizeof(E);         \
        size_t span_b = blas_matrix_span(rows_b, transb == OP_N ? n : k, ldb) * sizeof(E);         \
        size_t span_c = blas_matrix_span(m, n, ldc) * sizeof(E);                                   \
        for (int i = 0; i < batchCount; i++) {                                                     \
            const E *A = As[i], *B = Bs[i];                                                        \
            E *C = Cs[i];                                                                          \
            if (!library_check_next(api, "A", A, span_a, &in_a) ||                                 \
                !library_check_next(api, "B", B, span_b, &in_b) ||                                 \
                !library_check_next(api, "C", C, span_c, &in_c))                                   \
                return BLAS_EXECUTION_FAILED;                                                      \
        }                                                                                          \
        batch_##t(&(struct batch_##t){.transa = transa,                                            \
                                      .transb = transb,                                            \
                                      .m = m,                                                      \
                                      .n = n,                                                      \
                                      .k = k,                                                      \
                                      .lda = lda,                                                  \
                                      .ldb = ldb,                                                  \
                                      .ldc = ldc,                                                  \
                                      .alpha = alpha_v,                                            \
                                      .beta = beta_v,                                              \
                                      .As = As,                                                    \
                                      .Bs = Bs,                                                    \
                                      .Cs = Cs},                                                   \
                  (size_t)batchCount);                                                             \
                                                                                                   \
        return BLAS_SUCCESS;                                                                       \
    }                                                                                              \
    static int hd_cublas##T##gemmStridedBatched(                                                   \
        struct blas *handle, int transa, int transb, int m, int n, int k, const E *alpha,          \
        const E *A, int lda, long long strideA, const E *B, int ldb, long long strideB,            \
        const E *beta, E *C, int ldc, long long strideC, int batchCount) {                         \
        BLAS_ENTER("cublas" #T "gemmStridedBatched");                                              \
        BLAS_OP(transa);                                                                           \
        BLAS_OP(transb);                                                                           \
        BLAS_SIZE(m);                                                                              \
        BLAS_SIZE(n);                                                                              \
        BLAS_SIZE(k);                                                                              \
        BLAS_SIZE(batchCount);                                                                     \
        int rows_a = transa == OP_N ? m : k, rows_b = transb == OP_N ? k : n;                      \
        BLAS_LD(lda, rows_a, "the rows of A");                                                     \
        BLAS_LD(ldb, rows_b, "the rows of B");                                                     \
        BLAS_LD(ldc, m, "m");                                                                      \
        if (m == 0 || n == 0 || batchCount == 0) return BLAS_SUCCESS;                              \
        BLAS_NEED(strideA >= 0 && strideB >= 0 && strideC >= 0, "a stride is negative");           \
        BLAS_SCALAR(E, alpha);                                                                     \
        BLAS_SCALAR(E, beta);                                                                      \
        size_t last = (size_t)batchCount - 1;                                                      \
        BLAS_ARRAY(A,                                                                              \
                   last *(size_t)strideA + blas_matrix_span(rows_a, transa == OP_N ? k : m, lda)); \
        BLAS_ARRAY(B,                                                                              \
                   last *(size_t)strideB + blas_matrix_span(rows_b, transb == OP_N ? n : k, ldb)); \
        BLAS_ARRAY(C, last *(size_t)strideC + blas_matrix_span(m, n, ldc));                        \
        batch_##t(&(struct batch_##t){.transa = transa,                                            \
                                      .transb = transb,                                            \
                                      .m = m,                                                      \
                                      .n = n,                                                      \
                                      .k = k,                                                      \
                                      .lda = lda,                                                  \
                                      .ldb = ldb,                                                  \
                                      .ldc = ldc,                                                  \
                                      .alpha = alpha_v,                                            \
                                      .beta = beta_v,                                              \
                                      .A = A,                                                      \
                                      .B = B,                                                      \
                                      .C = C,                                                      \
                                      .next_a = (size_t)strideA,                                   \
                                      .next_b = (size_t)strideB,                                   \
                                      .next_c = (size_t)strideC},                                  \
                  last + 1);                                                                       \
        return BLAS_SUCCESS;                                                                       \
    }

// P[i]: the row, from 1, that step i exchanged with row i + 1; NULL: without exchanging. Returns
// the step, from 1, whose pivot is 0; 0: there is none.
#define FACTORS(T, t, E, R, K)                                                                     \
    static int factor_##t(int n, E *A, int lda, int *P) {                                          \
        int info = 0;                                                                              \
        for (int step = 0; step < n; step++) {                                                     \
            int pivot = step;                                                                      \
            for (int i = step + 1; P && i < n; i++)                                                \
                if (ABS_##K(AT(A, lda, i, step)) > ABS_##K(AT(A, lda, pivot, step))) pivot = i;    \
            if (P) P[step] = pivot + 1;                                                            \
            if (AT(A, lda, pivot, step) == 0) {                                                    \
                if (!info) info = step + 1;                                                        \
                continue;                                                                          \
            }                                                                                      \
            for (int j = 0; pivot != step && j < n; j++) {                                         \
                E other = AT(A, lda, step, j);                                                     \
                AT(A, lda, step, j) = AT(A, lda, pivot, j);                                        \
                AT(A, lda, pivot, j) = other;                                                      \
            }                                                                                      \
            for (int i = step + 1; i < n; i++) AT(A, lda, i, step) /= AT(A, lda, step, step);      \
            for (int j = step + 1; j < n; j++)                                                     \
                for (int i = step + 1; i < n; i++)                                                 \
                    AT(A, lda, i, j) -= AT(A, lda, i, step) * AT(A, lda, step, j);                 \
        }                                                                                          \
        return info;                                                                               \
    }                                                                                              \
    /* B := inverse of op(L U) times B; the exchanges of P before it, or behind it. */             \
    static void exchange_##t(int n, int nrhs, const int *P, E *B, int ldb, bool back) {            \
        for (int s = 0; P && s < n; s++) {                                                         \
            int i = back ? n - 1 - s : s, other = P[i] - 1;                                        \
            for (int j = 0; other != i && j < nrhs; j++) {                                         \
                E v = AT(B, ldb, i, j);                                                            \
                AT(B, ldb, i, j) = AT(B, ldb, other, j);                                           \
                AT(B, ldb, other, j) = v;                                                          \
            }                                                                                      \
        }                                                                                          \
    }                                                                                              \
    static void solve_##t(int trans, int n, int nrhs, const E *A, int lda, const int *P, E *B,     \
                          int ldb) {                                                               \
        if (trans == OP_N) exchange_##t(n, nrhs, P, B, ldb, false);                                \
        for (int j = 0; j < nrhs; j++) {                                                           \
            if (trans == OP_N) {                                                                   \
                for (int i = 0; i < n; i++)                                                        \
                    for (int l = 0; l < i; l++)                                                    \
                        AT(B, ldb, i, j) -= AT(A, lda, i, l) * AT(B, ldb, l, j);                   \
                for (int i = n - 1; i >= 0; i--) {                                                 \
                    for (int l = i + 1; l < n; l++)                                                \
                        AT(B, ldb, i, j) -= AT(A, lda, i, l) * AT(B, ldb, l, j);                   \
                    AT(B, ldb, i, j) /= AT(A, lda, i, i);                                          \
                }                                                                                  \
            } else {                                                                               \
                for (int i = 0; i < n; i++) {                                                      \
                    for (int l = 0; l < i; l++)                                                    \
                        AT(B, ldb, i, j) -= ELEMENT(E, K, A, lda, trans, i, l) * AT(B, ldb, l, j); \
                    AT(B, ldb, i, j) /= ELEMENT(E, K, A, lda, trans, i, i);                        \
                }                                                                                  \
                for (int i = n - 1; i >= 0; i--)                                                   \
                    for (int l = i + 1; l < n; l++)                                                \
                        AT(B, ldb, i, j) -= ELEMENT(E, K, A, lda, trans, i, l) * AT(B, ldb, l, j); \
            }                                                                                      \
        }                                                                                          \
        if (trans != OP_N) exchange_##t(n, nrhs, P, B, ldb, true);                                 \
    }                                                                                              \
    static void invert_##t(int n, const E *LU, int ld, const int *P, E *C, int ldc) {              \
        for (int j = 0; j < n; j++)                                                                \
            for (int i = 0; i < n; i++) AT(C, ldc, i, j) = i == j;                                 \
        solve_##t(OP_N, n, n, LU, ld, P, C, ldc);                                                  \
    }                                                                                              \
    static int hd_cublas##T##getrfBatched(struct blas *handle, int n, E *const *As, int lda,       \
                                          int *P, int *info, int batchSize) {                      \
        BLAS_ENTER("cublas" #T "getrfBatched");                                                    \
        BLAS_SIZE(n);                                                                              \
        BLAS_SIZE(batchSize);                                                                      \
        BLAS_LD(lda, n, "n");                                                                      \
        if (n == 0 || batchSize == 0) return BLAS_SUCCESS;                                         \
        BLAS_ARRAY(As, (size_t)batchSize);                                                         \
        if (P) BLAS_ARRAY(P, (size_t)n *(size_t)batchSize);                                        \
        BLAS_ARRAY(info, (size_t)batchSize);                                                       \
        for (int i = 0; i < batchSize; i++) {                                                      \
            E *A = As[i];                                                                          \
            BLAS_MATRIX(A, n, n, lda);                                                             \
            info[i] = factor_##t(n, A, lda, P ? P + (size_t)i * (size_t)n : NULL);                 \
        }                                                                                          \
        return BLAS_SUCCESS;                                                                       \
    }                                                                                              \
    static int hd_cublas##T##getrsBatched(struct blas *handle, int trans, int n, int nrhs,         \
                                          const E *const *As, int lda, const int *P, E *const *Bs, \
                                          int ldb, int *info, int batchSize) {                     \
        BLAS_ENTER("cublas" #T "getrsBatched");                                                    \
        int wrong = trans < OP_N || trans > OP_C ? 1                                               \
                    : n < 0                      ? 2                                               \
                    : nrhs < 0                   ? 3                                               \
                    : !As                        ? 4                                               \
                    : lda < (n > 1 ? n : 1)      ? 5                                               \
                    : !Bs                        ? 7                                               \
                    : ldb < (n > 1 ? n : 1)      ? 8                                               \
                    : batchSize < 0              ? 10                                              \
                                                 : 0; /* `info` is on the host: the argument */                 \
        BLAS_GIVE(int, info, -wrong);                                                              \
        BLAS_NEED(!wrong, "argument %d is not valid", wrong + 1);                                  \
        if (n == 0 || nrhs == 0 || batchSize == 0) return BLAS_SUCCESS;                            \
        BLAS_ARRAY(As, (size_t)batchSize);                                                         \
        BLAS_ARRAY(Bs, (size_t)batchSize);                                                         \
        if (P) BLAS_ARRAY(P, (size_t)n *(size_t)batchSize);                                        \
        for (int i = 0; i < batchSize; i++) {                                                      \
            const E *A = As[i];                                                                    \
            E *B = Bs[i];                                                                          \
            BLAS_MATRIX(A, n, n, lda);                                                             \
            BLAS_MATRIX(B, n, nrhs, ldb);                                                          \
            solve_##t(trans, n, nrhs, A, lda, P ? P + (size_t)i *(size_t)n : NULL, B, ldb);        \
        }                                                                                          \
        return BLAS_SUCCESS;                                                                       \
    }                                                                                              \
    static int hd_cublas##T##getriBatched(struct blas *handle, int n, const E *const *As, int lda, \
                                          const int *P, E *const *Cs, int ldc, int *info,          \
                                          int batchSize) {                                         \
        BLAS_ENTER("cublas" #T "getriBatched");                                                    \
        BLAS_SIZE(n);                                                                              \
        BLAS_SIZE(batchSize);                                                                      \
        BLAS_LD(lda, n, "n");                                                                      \
        BLAS_LD(ldc, n, "n");                                                                      \
        if (n == 0 || batchSize == 0) return BLAS_SUCCESS;                                         \
        BLAS_ARRAY(As, (size_t)batchSize);                                                         \
        BLAS_ARRAY(Cs, (size_t)batchSize);                                                         \
        if (P) BLAS_ARRAY(P, (size_t)n *(size_t)batchSize);                                        \
        BLAS_ARRAY(info, (size_t)batchSize);                                                       \
        for (int b = 0; b < batchSize; b++) {                                                      \
            const E *A = As[b];                                                                    \
            E *C = Cs[b];                                                                          \
            BLAS_MATRIX(A, n, n, lda);                                                             \
            BLAS_MATRIX(C, n, n, ldc);                                                             \
            info[b] = 0;                                                                           \
            for (int i = 0; i < n && !info[b]; i++)                                                \
                if (AT(A, lda, i, i) == 0) info[b] = i + 1;                                        \
            if (!info[b]) invert_##t(n, A, lda, P ? P + (size_t)b *(size_t)n : NULL, C, ldc);      \
        }                                                                                          \
        return BLAS_SUCCESS;                                                                       \
    }                                                                                              \
    static int hd_cublas##T##matinvBatched(struct blas *handle, int n, const E *const *As,         \
                                           int lda, E *const *Cs, int lda_inv, int *info,          \
                                           int batchSize) {                                        \
        BLAS_ENTER("cublas" #T "matinvBatched");                                                   \
        BLAS_SIZE(n);                                                                              \
        BLAS_SIZE(batchSize);                                                                      \
        BLAS_NEED(n <= 32, "n (%d) is more than 32: use getrfBatched and getriBatched", n);        \
        BLAS_LD(lda, n, "n");                                                                      \
        BLAS_LD(lda_inv, n, "n");                                                                  \
        if (n == 0 || batchSize == 0) return BLAS_SUCCESS;                                         \
        BLAS_ARRAY(As, (size_t)batchSize);                                                         \
        BLAS_ARRAY(Cs, (size_t)batchSize);                                                         \
        BLAS_ARRAY(info, (size_t)batchSize);                                                       \
        for (int b = 0; b < batchSize; b++) {                                                      \
            const E *A = As[b];                                                                    \
            E *C = Cs[b], LU[32 * 32];                                                             \
            int P[32];                                                                             \
            BLAS_MATRIX(A, n, n, lda);                                                             \
            BLAS_MATRIX(C, n, n, lda_inv);                                                         \
            for (int j = 0; j < n; j++)                                                            \
                for (int i = 0; i < n; i++) AT(LU, n, i, j) = AT(A, lda, i, j);                    \
            info[b] = factor_##t(n, LU, n, P);                                                     \
            if (!info[b]) invert_##t(n, LU, n, P, C, lda_inv);                                     \
        }                                                                                          \
        return BLAS_SUCCESS;                                                                       \
    }

// clang-format off
BLAS_TYPES(PRODUCTS)
BLAS_TYPES(FACTORS)

#define ROWS(T, t, E, R, K) \
    LIBRARY_ENTRY(cublas##T##gemmBatched), LIBRARY_ENTRY(cublas##T##gemmStridedBatched), \
    LIBRARY_ENTRY(cublas##T##getrfBatched), LIBRARY_ENTRY(cublas##T##getrsBatched), \
    LIBRARY_ENTRY(cublas##T##getriBatched), LIBRARY_ENTRY(cublas##T##matinvBatched),

const struct library_entry hd_cublas_batched[] = { BLAS_TYPES(ROWS) {NULL, NULL} };
// clang-format on
