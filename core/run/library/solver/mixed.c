// cuSOLVER (dense): systems and least squares in mixed precision, all of it in the wider one here.
#include "run/library/solver/solver.h"

typedef const struct solver_element *element;
#define H const struct solver *handle

static int gesv(element e, const char *api, H, int n, int nrhs, void *A, int lda, int *ipiv,
                void *B, int ldb, void *X, int ldx, void *work, size_t bytes, int *iterations,
                int *info) {
    SOLVER_ENTER();
    SOLVER_SIZE(n);
    SOLVER_SIZE(nrhs);
    SOLVER_LD(lda, n);
    SOLVER_LD(ldb, n);
    SOLVER_LD(ldx, n);
    SOLVER_NEED(bytes >= 8, "lwork_bytes (%zu) is less than what the function's _bufferSize says",
                bytes);
    SOLVER_ARRAY(work, bytes);
    SOLVER_MATRIX(A, n, n, lda);
    SOLVER_MATRIX(B, n, nrhs, ldb);
    SOLVER_MATRIX(X, n, nrhs, ldx);
    SOLVER_ARRAY(ipiv, (size_t)n * sizeof *ipiv);
    int result = 0, one = 1, *pivots = hd_xmalloc(((size_t)n + 1) * sizeof *pivots);
    char *lu = hd_xmalloc(((size_t)n * (size_t)n + 1) * e->size);
    int ld = n > 1 ? n : 1;
    solver_copy(e, n, n, A, lda, lu, ld);
    solver_copy(e, n, nrhs, B, ldb, X, ldx);
    uintptr_t solve = solver_lapack(e, "gesv");
    if (solve && n > 0)
        ((void (*)(int *, int *, void *, int *, int *, void *, int *, int *))solve)(
            &n, &nrhs, lu, &ld, pivots, X, &ldx, &result);
    memcpy(ipiv, pivots, (size_t)n * sizeof *pivots);
    free(lu);
    free(pivots);
    if (!library_result(api, iterations, &one, sizeof one)) return SOLVER_INVALID_VALUE;
    SOLVER_INFO(info, result);
}

static int gels(element e, const char *api, H, int m, int n, int nrhs, void *A, int lda, void *B,
                int ldb, void *X, int ldx, void *work, size_t bytes, int *iterations, int *info) {
    SOLVER_ENTER();
    SOLVER_SIZE(m);
    SOLVER_SIZE(n);
    SOLVER_SIZE(nrhs);
    SOLVER_NEED(m >= n, "m (%d) is less than n (%d)", m, n);
    SOLVER_LD(lda, m);
    SOLVER_LD(ldb, m);
    SOLVER_LD(ldx, n);
    SOLVER_NEED(bytes >= 8, "lwork_bytes (%zu) is less than what the function's _bufferSize says",
                bytes);
    SOLVER_ARRAY(work, bytes);
    SOLVER_MATRIX(A, m, n, lda);
    SOLVER_MATRIX(B, m, nrhs, ldb);
    SOLVER_MATRIX(X, n, nrhs, ldx);
    int result = 0, one = 1, ld = m > 1 ? m : 1;
    char *a = hd_xmalloc(((size_t)m * (size_t)n + 1) * e->size),
         *b = hd_xmalloc(((size_t)m * (size_t)nrhs + 1) * e->size), none = 'N';
    solver_copy(e, m, n, A, lda, a, ld);
    solver_copy(e, m, nrhs, B, ldb, b, ld);
    SOLVER_OWN own = solver_own(e, m, n + nrhs);
    uintptr_t solve = solver_lapack(e, "gels");
    if (solve && n > 0)
        ((void (*)(char *, int *, int *, int *, void *, int *, void *, int *, void *, int *, int *,
                   size_t))solve)(&none, &m, &n, &nrhs, a, &ld, b, &ld, own.p, &own.size, &result,
                                  1);
    solver_copy(e, n, nrhs, b, ld, X, ldx);
    free(a);
    free(b);
    if (!library_result(api, iterations, &one, sizeof one)) return SOLVER_INVALID_VALUE;
    SOLVER_INFO(info, result);
}

static int bytes_only(const char *api, H, size_t *bytes) {
    SOLVER_ENTER();
    size_t some = 256;
    return library_result(api, bytes, &some, sizeof some) ? SOLVER_SUCCESS : SOLVER_INVALID_VALUE;
}

// The second letter says which precision a GPU begins with: the result is that of the first.
#define MIXED(i, L, M)                                                                             \
    static int hd_cusolverDn##L##M##gesv(H, int n, int nrhs, void *A, int lda, int *ipiv, void *B, \
                                         int ldb, void *X, int ldx, void *work, size_t bytes,      \
                                         int *iterations, int *info) {                             \
        return gesv(&solver_elements[i], "cusolverDn" #L#M "gesv", handle, n, nrhs, A, lda, ipiv,  \
                    B, ldb, X, ldx, work, bytes, iterations, info);                                \
    }                                                                                              \
    static int hd_cusolverDn##L##M##gesv_bufferSize(H, int n, int nrhs, void *A, int lda,          \
                                                    int *ipiv, void *B, int ldb, void *X, int ldx, \
                                                    void *work, size_t *bytes) {                   \
        return bytes_only("cusolverDn" #L#M "gesv_bufferSize", handle, bytes);                     \
    }                                                                                              \
    static int hd_cusolverDn##L##M##gels(H, int m, int n, int nrhs, void *A, int lda, void *B,     \
                                         int ldb, void *X, int ldx, void *work, size_t bytes,      \
                                         int *iterations, int *info) {                             \
        return gels(&solver_elements[i], "cusolverDn" #L#M "gels", handle, m, n, nrhs, A, lda, B,  \
                    ldb, X, ldx, work, bytes, iterations, info);                                   \
    }                                                                                              \
    static int hd_cusolverDn##L##M##gels_bufferSize(H, int m, int n, int nrhs, void *A, int lda,   \
                                                    void *B, int ldb, void *X, int ldx,            \
                                                    void *work, size_t *bytes) {                   \
        return bytes_only("cusolverDn" #L#M "gels_bufferSize", handle, bytes);                     \
    }
// clang-format off
#define MIXED_ALL(EACH) \
    EACH(0, S, S) EACH(0, S, H) EACH(0, S, B) EACH(0, S, X) \
    EACH(1, D, D) EACH(1, D, S) EACH(1, D, H) EACH(1, D, B) EACH(1, D, X) \
    EACH(2, C, C) EACH(2, C, K) EACH(2, C, E) EACH(2, C, Y) \
    EACH(3, Z, Z) EACH(3, Z, C) EACH(3, Z, K) EACH(3, Z, E) EACH(3, Z, Y)
// clang-format on
MIXED_ALL(MIXED)

#define MIXED_ENTRIES(i, L, M) SOLVER_WITH_SIZE(L##M##gesv), SOLVER_WITH_SIZE(L##M##gels),
const struct library_entry hd_cusolver_mixed[] = {MIXED_ALL(MIXED_ENTRIES){NULL, NULL}};
