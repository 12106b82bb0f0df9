// cuSOLVER (dense): reductions to tridiagonal and bidiagonal form with their orthogonal matrices,
// row exchanges, and triangles: products with themselves and inverses.
#include "run/library/solver/solver.h"

typedef const struct solver_element *element;
#define H const struct solver *handle

// Checks the matrix A (n x n) of which a triangle counts, and the work area.
#define TRIANGLE_ENTER()                    \
    SOLVER_ENTER();                         \
    SOLVER_UPLO(uplo);                      \
    SOLVER_SIZE(n);                         \
    SOLVER_LD(lda, n);                      \
    SOLVER_WORK(work, lwork, n, n);         \
    SOLVER_MATRIX(A, n, n, lda);            \
    char side_of_a = uplo == 0 ? 'L' : 'U'; \
    int result = 0

static int sytrd(element e, const char *api, H, int uplo, int n, void *A, int lda, void *d,
                 void *off, void *tau, void *work, int lwork, int *info) {
    TRIANGLE_ENTER();
    SOLVER_ARRAY(d, (size_t)n * e->real);
    SOLVER_ARRAY(off, (size_t)(n > 1 ? n - 1 : 0) * e->real);
    SOLVER_ARRAY(tau, (size_t)(n > 1 ? n - 1 : 0) * e->size);
    SOLVER_OWN own = solver_own(e, n, n);
    SOLVER_LAPACK(
        e->complex ? "hetrd" : "sytrd",
        (char *, int *, void *, int *, void *, void *, void *, void *, int *, int *, size_t),
        (&side_of_a, &n, A, &lda, d, off, tau, own.p, &own.size, &result, 1));
    SOLVER_INFO(info, result);
}

static int orgtr(element e, const char *api, H, int uplo, int n, void *A, int lda, const void *tau,
                 void *work, int lwork, int *info) {
    TRIANGLE_ENTER();
    SOLVER_ARRAY(tau, (size_t)(n > 1 ? n - 1 : 0) * e->size);
    SOLVER_OWN own = solver_own(e, n, n);
    SOLVER_LAPACK(e->complex ? "ungtr" : "orgtr",
                  (char *, int *, void *, int *, const void *, void *, int *, int *, size_t),
                  (&side_of_a, &n, A, &lda, tau, own.p, &own.size, &result, 1));
    SOLVER_INFO(info, result);
}

static int ormtr(element e, const char *api, H, int side, int uplo, int trans, int m, int n,
                 void *A, int lda, void *tau, void *C, int ldc, void *work, int lwork, int *info) {
    SOLVER_NEED(side == 0 || side == 1, "side (%d) is no cublasSideMode_t", side);
    SOLVER_NEED(trans >= 0 && trans <= 2, "trans (%d) is no cublasOperation_t", trans);
    SOLVER_SIZE(m);
    SOLVER_SIZE(n);
    SOLVER_UPLO(uplo);
    int order = side == 0 ? m : n, result = 0;
    SOLVER_LD(lda, order);
    SOLVER_LD(ldc, m);
    SOLVER_ENTER();
    SOLVER_WORK(work, lwork, m, n);
    SOLVER_MATRIX(A, order, order, lda);
    SOLVER_ARRAY(tau, (size_t)(order > 1 ? order - 1 : 0) * e->size);
    SOLVER_MATRIX(C, m, n, ldc);
    char s = side == 0 ? 'L' : 'R', u = uplo == 0 ? 'L' : 'U',
         t = trans == 0   ? 'N'
             : e->complex ? 'C'
                          : 'T';
    SOLVER_OWN own = solver_own(e, m, n);
    SOLVER_LAPACK(e->complex ? "unmtr" : "ormtr",
                  (char *, char *, char *, int *, int *, void *, int *, void *, void *, int *,
                   void *, int *, int *, size_t, size_t, size_t),
                  (&s, &u, &t, &m, &n, A, &lda, tau, C, &ldc, own.p, &own.size, &result, 1, 1, 1));
    SOLVER_INFO(info, result);
}

static int gebrd(element e, const char *api, H, int m, int n, void *A, int lda, void *D, void *E,
                 void *tauq, void *taup, void *work, int lwork, int *info) {
    SOLVER_ENTER();
    SOLVER_SIZE(m);
    SOLVER_SIZE(n);
    SOLVER_LD(lda, m);
    SOLVER_NEED(m >= n, "m (%d) is less than n (%d)", m, n);
    SOLVER_WORK(work, lwork, m, n);
    SOLVER_MATRIX(A, m, n, lda);
    SOLVER_ARRAY(D, (size_t)n * e->real);
    SOLVER_ARRAY(E, (size_t)(n > 1 ? n - 1 : 0) * e->real);
    SOLVER_ARRAY(tauq, (size_t)n * e->size);
    SOLVER_ARRAY(taup, (size_t)n * e->size);
    int result = 0;
    SOLVER_OWN own = solver_own(e, m, n);
    SOLVER_LAPACK(
        "gebrd",
        (int *, int *, void *, int *, void *, void *, void *, void *, void *, int *, int *),
        (&m, &n, A, &lda, D, E, tauq, taup, own.p, &own.size, &result));
    SOLVER_INFO(info, result);
}

static int orgbr(element e, const char *api, H, int side, int m, int n, int k, void *A, int lda,
                 const void *tau, void *work, int lwork, int *info) {
    SOLVER_ENTER();
    SOLVER_NEED(side == 0 || side == 1, "side (%d) is no cublasSideMode_t", side);
    SOLVER_SIZE(m);
    SOLVER_SIZE(n);
    SOLVER_SIZE(k);
    SOLVER_LD(lda, m);
    SOLVER_WORK(work, lwork, m, n);
    SOLVER_MATRIX(A, m, n, lda);
    int least = side == 0 ? (m < k ? m : k) : (n < k ? n : k), result = 0;
    SOLVER_ARRAY(tau, (size_t)least * e->size);
    char which = side == 0 ? 'Q' : 'P';
    SOLVER_OWN own = solver_own(e, m, n);
    SOLVER_LAPACK(
        e->complex ? "ungbr" : "orgbr",
        (char *, int *, int *, int *, void *, int *, const void *, void *, int *, int *, size_t),
        (&which, &m, &n, &k, A, &lda, tau, own.p, &own.size, &result, 1));
    SOLVER_INFO(info, result);
}

static int laswp(element e, const char *api, H, int n, void *A, int lda, int k1, int k2,
                 const int *ipiv, int incx) {
    SOLVER_ENTER();
    SOLVER_SIZE(n);
    SOLVER_NEED(k1 >= 1 && k1 <= k2, "k1 (%d) and k2 (%d) are not in order", k1, k2);
    SOLVER_NEED(incx != 0, "incx is 0");
    SOLVER_LD(lda, k2);
    SOLVER_ARRAY(ipiv, (size_t)(k1 + (k2 - k1) * abs(incx)) * sizeof *ipiv);
    int most = k2;
    for (int i = k1 - 1; i < k2; i++) {
        int row = ipiv[k1 - 1 + (i - k1 + 1) * abs(incx)];
        SOLVER_NEED(row >= 1 && row <= lda, "pivot %d is row %d, and A has %d", i + 1, row, lda);
        if (row > most) most = row;
    }
    SOLVER_MATRIX(A, most, n, lda);
    SOLVER_LAPACK("laswp", (int *, void *, int *, int *, int *, const int *, int *),
                  (&n, A, &lda, &k1, &k2, ipiv, &incx));
    return SOLVER_SUCCESS;
}

static int lauum(element e, const char *api, H, int uplo, int n, void *A, int lda, void *work,
                 int lwork, int *info) {
    TRIANGLE_ENTER();
    SOLVER_LAPACK("lauum", (char *, int *, void *, int *, int *, size_t),
                  (&side_of_a, &n, A, &lda, &result, 1));
    SOLVER_INFO(info, result);
}

static int sytri(element e, const char *api, H, int uplo, int n, void *A, int lda, const int *ipiv,
                 void *work, int lwork, int *info) {
    TRIANGLE_ENTER();
    SOLVER_ARRAY(ipiv, (size_t)n * sizeof *ipiv);
    SOLVER_OWN own = solver_own(e, n, n);
    SOLVER_LAPACK("sytri", (char *, int *, void *, int *, const int *, void *, int *, size_t),
                  (&side_of_a, &n, A, &lda, ipiv, own.p, &result, 1));
    SOLVER_INFO(info, result);
}

#define TRD(R)                                                                                   \
    (H, int uplo, int n, void *A, int lda, void *d, void *off, void *tau, void *work, int lwork, \
     int *info)
SOLVER_PAIR(sytrd, hetrd, sytrd, TRD, handle, uplo, n, A, lda, d, off, tau, work, lwork, info)
#define TRD_SIZE(R)                                                                               \
    (H, int uplo, int n, const void *A, int lda, const void *d, const void *off, const void *tau, \
     int *lwork)
SOLVER_PAIR(sytrd_bufferSize, hetrd_bufferSize, solver_size_only, TRD_SIZE, handle, n, n, lwork)
#define GTR(R) \
    (H, int uplo, int n, void *A, int lda, const void *tau, void *work, int lwork, int *info)
SOLVER_PAIR(orgtr, ungtr, orgtr, GTR, handle, uplo, n, A, lda, tau, work, lwork, info)
#define GTR_SIZE(R) (H, int uplo, int n, const void *A, int lda, const void *tau, int *lwork)
SOLVER_PAIR(orgtr_bufferSize, ungtr_bufferSize, solver_size_only, GTR_SIZE, handle, n, n, lwork)
#define MTR(R)                                                                             \
    (H, int side, int uplo, int trans, int m, int n, void *A, int lda, void *tau, void *C, \
     int ldc, void *work, int lwork, int *info)
SOLVER_PAIR(ormtr, unmtr, ormtr, MTR, handle, side, uplo, trans, m, n, A, lda, tau, C, ldc, work,
            lwork, info)
#define MTR_SIZE(R)                                                                           \
    (H, int side, int uplo, int trans, int m, int n, const void *A, int lda, const void *tau, \
     const void *C, int ldc, int *lwork)
SOLVER_PAIR(ormtr_bufferSize, unmtr_bufferSize, solver_size_only, MTR_SIZE, handle, m, n, lwork)
#define GBR(R)                                                                                   \
    (H, int side, int m, int n, int k, void *A, int lda, const void *tau, void *work, int lwork, \
     int *info)
SOLVER_PAIR(orgbr, ungbr, orgbr, GBR, handle, side, m, n, k, A, lda, tau, work, lwork, info)
#define GBR_SIZE(R) \
    (H, int side, int m, int n, int k, const void *A, int lda, const void *tau, int *lwork)
SOLVER_PAIR(orgbr_bufferSize, ungbr_bufferSize, solver_size_only, GBR_SIZE, handle, m, n, lwork)
#define BRD(R)                                                                                \
    (H, int m, int n, void *A, int lda, void *D, void *E, void *tauq, void *taup, void *work, \
     int lwork, int *info)
SOLVER_PAIR(gebrd, gebrd, gebrd, BRD, handle, m, n, A, lda, D, E, tauq, taup, work, lwork, info)
#define BRD_SIZE(R) (H, int m, int n, int *lwork)
SOLVER_PAIR(gebrd_bufferSize, gebrd_bufferSize, solver_size_only, BRD_SIZE, handle, m, n, lwork)
#define ASWP(R) (H, int n, void *A, int lda, int k1, int k2, const int *ipiv, int incx)
SOLVER_PAIR(laswp, laswp, laswp, ASWP, handle, n, A, lda, k1, k2, ipiv, incx)
#define AUUM(R) (H, int uplo, int n, void *A, int lda, void *work, int lwork, int *info)
SOLVER_PAIR(lauum, lauum, lauum, AUUM, handle, uplo, n, A, lda, work, lwork, info)
#define AUUM_SIZE(R) (H, int uplo, int n, void *A, int lda, int *lwork)
SOLVER_PAIR(lauum_bufferSize, lauum_bufferSize, solver_size_only, AUUM_SIZE, handle, n, n, lwork)
#define YTRI(R) \
    (H, int uplo, int n, void *A, int lda, const int *ipiv, void *work, int lwork, int *info)
SOLVER_PAIR(sytri, sytri, sytri, YTRI, handle, uplo, n, A, lda, ipiv, work, lwork, info)
#define YTRI_SIZE(R) (H, int uplo, int n, void *A, int lda, const int *ipiv, int *lwork)
SOLVER_PAIR(sytri_bufferSize, sytri_bufferSize, solver_size_only, YTRI_SIZE, handle, n, n, lwork)
const struct library_entry hd_cusolver_reductions[] = {
    SOLVER_PAIR_ENTRIES(sytrd, hetrd),
    SOLVER_PAIR_ENTRIES(orgtr, ungtr),
    SOLVER_PAIR_ENTRIES(ormtr, unmtr),
    SOLVER_PAIR_ENTRIES(orgbr, ungbr),
    SOLVER_PAIR_ENTRIES(gebrd, gebrd),
    SOLVER_FOUR_ENTRIES(laswp),
    SOLVER_PAIR_ENTRIES(lauum, lauum),
    SOLVER_PAIR_ENTRIES(sytri, sytri),
    {NULL, NULL},
};
