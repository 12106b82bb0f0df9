// cuSOLVER (dense): factorisations and linear systems: Cholesky, LU, QR, and of symmetric matrices.
#include "run/library/solver/solver.h"

typedef const struct solver_element *element;

static char uplo_of(int uplo) { return uplo == 0 ? 'L' : 'U'; }

// LAPACK's work area, of the size that it asks for when lwork is -1. NULL: no memory.
static void *own_work(element e, const void *query, int *lwork) {
    double size = e->real == 4 ? *(const float *)query : *(const double *)query;
    *lwork = size < 1 ? 1 : (int)size;
    return malloc((size_t)*lwork * e->size);
}

static int size_only(element e, const char *api, const struct solver *handle, int m, int n,
                     int *lwork) {
    SOLVER_ENTER();
    SOLVER_NEED(m >= 0 && n >= 0, "a size (%d, %d) is negative", m, n);
    SOLVER_INFO(lwork, solver_work(m, n));
}

// ---- Cholesky -----------------------------------------------------------------------------------

static int factor_cholesky(element e, const char *api, int uplo, int n, void *A, int lda,
                           int *result) {
    char side = uplo_of(uplo);
    SOLVER_LAPACK("potrf", (char *, int *, void *, int *, int *, size_t),
                  (&side, &n, A, &lda, result, 1));
    return SOLVER_SUCCESS;
}

static int potrf(element e, const char *api, const struct solver *handle, int uplo, int n, void *A,
                 int lda, void *work, int lwork, int *info) {
    SOLVER_ENTER();
    SOLVER_UPLO(uplo);
    SOLVER_SIZE(n);
    SOLVER_LD(lda, n);
    SOLVER_MATRIX(A, n, n, lda);
    SOLVER_WORK(work, lwork, n, n);
    int result = 0;
    status = factor_cholesky(e, api, uplo, n, A, lda, &result);
    if (status != SOLVER_SUCCESS) return status;
    SOLVER_INFO(info, result);
}

static int potrs(element e, const char *api, const struct solver *handle, int uplo, int n, int nrhs,
                 void *A, int lda, void *B, int ldb, int *info) {
    SOLVER_ENTER();
    SOLVER_UPLO(uplo);
    SOLVER_SIZE(n);
    SOLVER_SIZE(nrhs);
    SOLVER_LD(lda, n);
    SOLVER_LD(ldb, n);
    SOLVER_MATRIX(A, n, n, lda);
    SOLVER_MATRIX(B, n, nrhs, ldb);
    int result = 0;
    char side = uplo_of(uplo);
    SOLVER_LAPACK("potrs", (char *, int *, int *, void *, int *, void *, int *, int *, size_t),
                  (&side, &n, &nrhs, A, &lda, B, &ldb, &result, 1));
    SOLVER_INFO(info, result);
}

static int potri(element e, const char *api, const struct solver *handle, int uplo, int n, void *A,
                 int lda, void *work, int lwork, int *info) {
    SOLVER_ENTER();
    SOLVER_UPLO(uplo);
    SOLVER_SIZE(n);
    SOLVER_LD(lda, n);
    SOLVER_MATRIX(A, n, n, lda);
    SOLVER_WORK(work, lwork, n, n);
    int result = 0;
    char side = uplo_of(uplo);
    SOLVER_LAPACK("potri", (char *, int *, void *, int *, int *, size_t),
                  (&side, &n, A, &lda, &result, 1));
    SOLVER_INFO(info, result);
}

static int potrfBatched(element e, const char *api, const struct solver *handle, int uplo, int n,
                        void **A, int lda, int *info, int batch) {
    SOLVER_ENTER();
    SOLVER_UPLO(uplo);
    SOLVER_SIZE(n);
    SOLVER_SIZE(batch);
    SOLVER_LD(lda, n);
    SOLVER_ARRAY(A, (size_t)batch * sizeof *A);
    SOLVER_ARRAY(info, (size_t)batch * sizeof *info);
    for (int i = 0; i < batch; i++) {
        void *one = A[i];
        SOLVER_MATRIX(one, n, n, lda);
        status = factor_cholesky(e, api, uplo, n, one, lda, &info[i]);
        if (status != SOLVER_SUCCESS) return status;
    }
    return SOLVER_SUCCESS;
}

static int potrsBatched(element e, const char *api, const struct solver *handle, int uplo, int n,
                        int nrhs, void **A, int lda, void **B, int ldb, int *info, int batch) {
    SOLVER_ENTER();
    SOLVER_NEED(nrhs == 1, "nrhs (%d) must be 1 here", nrhs);
    SOLVER_SIZE(batch);
    SOLVER_ARRAY(A, (size_t)batch * sizeof *A);
    SOLVER_ARRAY(B, (size_t)batch * sizeof *B);
    for (int i = 0; i < batch; i++) {
        status = potrs(e, api, handle, uplo, n, nrhs, A[i], lda, B[i], ldb, info);
        if (status != SOLVER_SUCCESS) return status;
    }
    return SOLVER_SUCCESS;
}

#define H const struct solver *handle
SOLVER_FOUR(potrf, (H, int uplo, int n, void *A, int lda, void *work, int lwork, int *info), handle,
            uplo, n, A, lda, work, lwork, info)
SOLVER_FOUR(potrs, (H, int uplo, int n, int nrhs, void *A, int lda, void *B, int ldb, int *info),
            handle, uplo, n, nrhs, A, lda, B, ldb, info)
SOLVER_FOUR(potri, (H, int uplo, int n, void *A, int lda, void *work, int lwork, int *info), handle,
            uplo, n, A, lda, work, lwork, info)
SOLVER_FOUR(potrfBatched, (H, int uplo, int n, void **A, int lda, int *info, int batch), handle,
            uplo, n, A, lda, info, batch)
SOLVER_FOUR(potrsBatched,
            (H, int uplo, int n, int nrhs, void **A, int lda, void **B, int ldb, int *info,
             int batch),
            handle, uplo, n, nrhs, A, lda, B, ldb, info, batch)
#define TRIANGLE_SIZE (H, int uplo, int n, void *A, int lda, int *lwork)
SOLVER_REAL(size_only, potrf_bufferSize, TRIANGLE_SIZE, handle, n, n, lwork)
SOLVER_COMPLEX(size_only, potrf_bufferSize, TRIANGLE_SIZE, handle, n, n, lwork)
SOLVER_REAL(size_only, potri_bufferSize, TRIANGLE_SIZE, handle, n, n, lwork)
SOLVER_COMPLEX(size_only, potri_bufferSize, TRIANGLE_SIZE, handle, n, n, lwork)

// ---- LU -----------------------------------------------------------------------------------------

// Without exchanging rows, which LAPACK has not: what a NULL pivot array asks for. 0, or the number
// of the first pivot that is zero.
#define PLAIN_LU(Name, T)                                                         \
    static int Name(int m, int n, T *A, int lda) {                                \
        int zero = 0;                                                             \
        for (int k = 0; k < m && k < n; k++) {                                    \
            T *column = A + (size_t)k * (size_t)lda;                              \
            if (column[k] == 0) {                                                 \
                zero = zero ? zero : k + 1;                                       \
                continue;                                                         \
            }                                                                     \
            for (int i = k + 1; i < m; i++) column[i] /= column[k];               \
            for (int j = k + 1; j < n; j++) {                                     \
                T *other = A + (size_t)j * (size_t)lda;                           \
                for (int i = k + 1; i < m; i++) other[i] -= column[i] * other[k]; \
            }                                                                     \
        }                                                                         \
        return zero;                                                              \
    }
PLAIN_LU(plain_lu_s, float)
PLAIN_LU(plain_lu_d, double)
PLAIN_LU(plain_lu_c, float _Complex)
PLAIN_LU(plain_lu_z, double _Complex)

static int plain_lu(element e, int m, int n, void *A, int lda) {
    switch (e->letter) {
    case 's': return plain_lu_s(m, n, A, lda);
    case 'd': return plain_lu_d(m, n, A, lda);
    case 'c': return plain_lu_c(m, n, A, lda);
    default: return plain_lu_z(m, n, A, lda);
    }
}

static int getrf(element e, const char *api, const struct solver *handle, int m, int n, void *A,
                 int lda, void *work, int *ipiv, int *info) {
    SOLVER_ENTER();
    SOLVER_SIZE(m);
    SOLVER_SIZE(n);
    SOLVER_LD(lda, m);
    SOLVER_MATRIX(A, m, n, lda);
    SOLVER_ARRAY(work, (size_t)solver_work(m, n) * e->size);
    int result = 0, least = m < n ? m : n;
    if (ipiv) {
        SOLVER_ARRAY(ipiv, (size_t)least * sizeof *ipiv);
        SOLVER_LAPACK("getrf", (int *, int *, void *, int *, int *, int *),
                      (&m, &n, A, &lda, ipiv, &result));
    } else {
        result = plain_lu(e, m, n, A, lda);
    }
    SOLVER_INFO(info, result);
}

static int solve_lu(element e, const char *api, int op, int n, int nrhs, const void *A, int lda,
                    const int *ipiv, void *B, int ldb, int *result) {
    char trans = "NTC"[op];
    if (ipiv) {
        SOLVER_LAPACK(
            "getrs",
            (char *, int *, int *, const void *, int *, const int *, void *, int *, int *, size_t),
            (&trans, &n, &nrhs, A, &lda, ipiv, B, &ldb, result, 1));
        return SOLVER_SUCCESS;
    }
    int *straight = malloc((size_t)(n ? n : 1) * sizeof *straight);
    if (!straight) return SOLVER_ALLOC_FAILED;
    for (int i = 0; i < n; i++) straight[i] = i + 1;
    int status = solve_lu(e, api, op, n, nrhs, A, lda, straight, B, ldb, result);
    free(straight);
    return status;
}

static int getrs(element e, const char *api, const struct solver *handle, int op, int n, int nrhs,
                 const void *A, int lda, const int *ipiv, void *B, int ldb, int *info) {
    SOLVER_ENTER();
    SOLVER_NEED(op >= 0 && op <= 2, "trans (%d) is no cublasOperation_t", op);
    SOLVER_SIZE(n);
    SOLVER_SIZE(nrhs);
    SOLVER_LD(lda, n);
    SOLVER_LD(ldb, n);
    SOLVER_MATRIX(A, n, n, lda);
    SOLVER_MATRIX(B, n, nrhs, ldb);
    if (ipiv) SOLVER_ARRAY(ipiv, (size_t)n * sizeof *ipiv);
    int result = 0;
    status = solve_lu(e, api, op, n, nrhs, A, lda, ipiv, B, ldb, &result);
    if (status != SOLVER_SUCCESS) return status;
    SOLVER_INFO(info, result);
}

SOLVER_FOUR(getrf, (H, int m, int n, void *A, int lda, void *work, int *ipiv, int *info), handle, m,
            n, A, lda, work, ipiv, info)
SOLVER_FOUR(getrs,
            (H, int op, int n, int nrhs, const void *A, int lda, const int *ipiv, void *B, int ldb,
             int *info),
            handle, op, n, nrhs, A, lda, ipiv, B, ldb, info)
#define MATRIX_SIZE (H, int m, int n, void *A, int lda, int *lwork)
SOLVER_REAL(size_only, getrf_bufferSize, MATRIX_SIZE, handle, m, n, lwork)
SOLVER_COMPLEX(size_only, getrf_bufferSize, MATRIX_SIZE, handle, m, n, lwork)

// ---- QR -----------------------------------------------------------------------------------------

static int geqrf(element e, const char *api, const struct solver *handle, int m, int n, void *A,
                 int lda, void *tau, void *work, int lwork, int *info) {
    SOLVER_ENTER();
    SOLVER_SIZE(m);
    SOLVER_SIZE(n);
    SOLVER_LD(lda, m);
    SOLVER_MATRIX(A, m, n, lda);
    SOLVER_ARRAY(tau, (size_t)(m < n ? m : n) * e->size);
    SOLVER_WORK(work, lwork, m, n);
    int result = 0, size = -1;
    double ask[2] = {0};
    void *own = NULL;
    for (int round = 0; round < 2; round++) {
        SOLVER_LAPACK("geqrf", (int *, int *, void *, int *, void *, void *, int *, int *),
                      (&m, &n, A, &lda, tau, own ? own : ask, &size, &result));
        if (!own && !(own = own_work(e, ask, &size))) return SOLVER_ALLOC_FAILED;
    }
    free(own);
    SOLVER_INFO(info, result);
}

// Q of a factorisation, as a matrix.
static int orgqr(element e, const char *api, const struct solver *handle, int m, int n, int k,
                 void *A, int lda, const void *tau, void *work, int lwork, int *info) {
    SOLVER_ENTER();
    SOLVER_SIZE(k);
    SOLVER_NEED(m >= n && n >= k, "m (%d), n (%d), k (%d) must not grow", m, n, k);
    SOLVER_LD(lda, m);
    SOLVER_MATRIX(A, m, n, lda);
    SOLVER_ARRAY(tau, (size_t)k * e->size);
    SOLVER_WORK(work, lwork, m, n);
    int result = 0, size = -1;
    double ask[2] = {0};
    void *own = NULL;
    for (int round = 0; round < 2; round++) {
        SOLVER_LAPACK(e->complex ? "ungqr" : "orgqr",
                      (int *, int *, int *, void *, int *, const void *, void *, int *, int *),
                      (&m, &n, &k, A, &lda, tau, own ? own : ask, &size, &result));
        if (!own && !(own = own_work(e, ask, &size))) return SOLVER_ALLOC_FAILED;
    }
    free(own);
    SOLVER_INFO(info, result);
}

// op(Q) * C or C * op(Q).
static int ormqr(element e, const char *api, const struct solver *handle, int side, int op, int m,
                 int n, int k, const void *A, int lda, const void *tau, void *C, int ldc,
                 void *work, int lwork, int *info) {
    SOLVER_ENTER();
    SOLVER_NEED(side == 0 || side == 1, "side (%d) is no cublasSideMode_t", side);
    SOLVER_NEED(op >= 0 && op <= 2, "trans (%d) is no cublasOperation_t", op);
    SOLVER_NEED(op != 1 || !e->complex, "CUBLAS_OP_T of a complex Q: CUBLAS_OP_C");
    SOLVER_SIZE(m);
    SOLVER_SIZE(n);
    SOLVER_SIZE(k);
    int rows = side == 0 ? m : n;
    SOLVER_NEED(k <= rows, "k (%d) is more than the rows of Q (%d)", k, rows);
    SOLVER_LD(lda, rows);
    SOLVER_LD(ldc, m);
    SOLVER_MATRIX(A, rows, k, lda);
    SOLVER_MATRIX(C, m, n, ldc);
    SOLVER_ARRAY(tau, (size_t)k * e->size);
    SOLVER_WORK(work, lwork, m, n);
    char left = "LR"[side], trans = op == 0 ? 'N' : e->complex ? 'C' : 'T';
    int result = 0, size = -1;
    double ask[2] = {0};
    void *own = NULL;
    for (int round = 0; round < 2; round++) {
        SOLVER_LAPACK(e->complex ? "unmqr" : "ormqr",
                      (char *, char *, int *, int *, int *, const void *, int *, const void *,
                       void *, int *, void *, int *, int *, size_t, size_t),
                      (&left, &trans, &m, &n, &k, A, &lda, tau, C, &ldc, own ? own : ask, &size,
                       &result, 1, 1));
        if (!own && !(own = own_work(e, ask, &size))) return SOLVER_ALLOC_FAILED;
    }
    free(own);
    SOLVER_INFO(info, result);
}

SOLVER_FOUR(geqrf, (H, int m, int n, void *A, int lda, void *tau, void *work, int lwork, int *info),
            handle, m, n, A, lda, tau, work, lwork, info)
SOLVER_REAL(size_only, geqrf_bufferSize, MATRIX_SIZE, handle, m, n, lwork)
SOLVER_COMPLEX(size_only, geqrf_bufferSize, MATRIX_SIZE, handle, m, n, lwork)
#define Q_PARAMS \
    (H, int m, int n, int k, void *A, int lda, const void *tau, void *work, int lwork, int *info)
#define Q_SIZE (H, int m, int n, int k, const void *A, int lda, const void *tau, int *lwork)
SOLVER_REAL(orgqr, orgqr, Q_PARAMS, handle, m, n, k, A, lda, tau, work, lwork, info)
SOLVER_COMPLEX(orgqr, ungqr, Q_PARAMS, handle, m, n, k, A, lda, tau, work, lwork, info)
SOLVER_REAL(size_only, orgqr_bufferSize, Q_SIZE, handle, m, n, lwork)
SOLVER_COMPLEX(size_only, ungqr_bufferSize, Q_SIZE, handle, m, n, lwork)
#define TIMES_PARAMS                                                                             \
    (H, int side, int op, int m, int n, int k, const void *A, int lda, const void *tau, void *C, \
     int ldc, void *work, int lwork, int *info)
#define TIMES_SIZE                                                                      \
    (H, int side, int op, int m, int n, int k, const void *A, int lda, const void *tau, \
     const void *C, int ldc, int *lwork)
SOLVER_REAL(ormqr, ormqr, TIMES_PARAMS, handle, side, op, m, n, k, A, lda, tau, C, ldc, work, lwork,
            info)
SOLVER_COMPLEX(ormqr, unmqr, TIMES_PARAMS, handle, side, op, m, n, k, A, lda, tau, C, ldc, work,
               lwork, info)
SOLVER_REAL(size_only, ormqr_bufferSize, TIMES_SIZE, handle, m, n, lwork)
SOLVER_COMPLEX(size_only, unmqr_bufferSize, TIMES_SIZE, handle, m, n, lwork)

// ---- symmetric matrices, indefinite -------------------------------------------------------------

static int sytrf(element e, const char *api, const struct solver *handle, int uplo, int n, void *A,
                 int lda, int *ipiv, void *work, int lwork, int *info) {
    SOLVER_ENTER();
    SOLVER_UPLO(uplo);
    SOLVER_SIZE(n);
    SOLVER_LD(lda, n);
    SOLVER_MATRIX(A, n, n, lda);
    SOLVER_ARRAY(ipiv, (size_t)n * sizeof *ipiv);
    SOLVER_WORK(work, lwork, n, n);
    char side = uplo_of(uplo);
    int result = 0, size = -1;
    double ask[2] = {0};
    void *own = NULL;
    for (int round = 0; round < 2; round++) {
        SOLVER_LAPACK("sytrf", (char *, int *, void *, int *, int *, void *, int *, int *, size_t),
                      (&side, &n, A, &lda, ipiv, own ? own : ask, &size, &result, 1));
        if (!own && !(own = own_work(e, ask, &size))) return SOLVER_ALLOC_FAILED;
    }
    free(own);
    SOLVER_INFO(info, result);
}

SOLVER_FOUR(sytrf,
            (H, int uplo, int n, void *A, int lda, int *ipiv, void *work, int lwork, int *info),
            handle, uplo, n, A, lda, ipiv, work, lwork, info)
#define SYMMETRIC_SIZE (H, int n, void *A, int lda, int *lwork)
SOLVER_REAL(size_only, sytrf_bufferSize, SYMMETRIC_SIZE, handle, n, n, lwork)
SOLVER_COMPLEX(size_only, sytrf_bufferSize, SYMMETRIC_SIZE, handle, n, n, lwork)

const struct library_entry hd_cusolver_linear[] = {
    SOLVER_FOUR_ENTRIES(potrf),
    SOLVER_FOUR_ENTRIES(potrf_bufferSize),
    SOLVER_FOUR_ENTRIES(potrs),
    SOLVER_FOUR_ENTRIES(potri),
    SOLVER_FOUR_ENTRIES(potri_bufferSize),
    SOLVER_FOUR_ENTRIES(potrfBatched),
    SOLVER_FOUR_ENTRIES(potrsBatched),
    SOLVER_FOUR_ENTRIES(getrf),
    SOLVER_FOUR_ENTRIES(getrf_bufferSize),
    SOLVER_FOUR_ENTRIES(getrs),
    SOLVER_FOUR_ENTRIES(geqrf),
    SOLVER_FOUR_ENTRIES(geqrf_bufferSize),
    SOLVER_REAL_ENTRIES(orgqr),
    SOLVER_REAL_ENTRIES(orgqr_bufferSize),
    SOLVER_COMPLEX_ENTRIES(ungqr),
    SOLVER_COMPLEX_ENTRIES(ungqr_bufferSize),
    SOLVER_REAL_ENTRIES(ormqr),
    SOLVER_REAL_ENTRIES(ormqr_bufferSize),
    SOLVER_COMPLEX_ENTRIES(unmqr),
    SOLVER_COMPLEX_ENTRIES(unmqr_bufferSize),
    SOLVER_FOUR_ENTRIES(sytrf),
    SOLVER_FOUR_ENTRIES(sytrf_bufferSize),
    {NULL, NULL},
};
