// cuSOLVER (dense), the 64-bit interface: element types are arguments, and the work is done by the
// functions that have them in their names. Sizes beyond 2^31 - 1 are refused: LAPACK's are 32-bit.
#include "run/library/solver.h"

#include <limits.h>

typedef const struct solver_element *element;
#define H const struct solver *handle

// The function of an element type that does NAME ("getrf"), by the name that programs use.
static uintptr_t narrow(element e, const char *name) {
    char symbol[64];
    snprintf(symbol, sizeof symbol, "cusolverDn%c%s", e->capital, name);
    return (uintptr_t)library_entry_of(symbol);
}

#define WIDE_ENTER(Name, ...)                                                                      \
    static const char api[] = "cusolverDn" #Name;                                                  \
    SOLVER_ENTER();                                                                                \
    const int64_t sizes[] = {__VA_ARGS__};                                                         \
    for (int i = 0; i < HD_COUNT(sizes); i++)                                                      \
        SOLVER_NEED(sizes[i] >= 0 && sizes[i] <= INT_MAX, "a size (%lld) is not in 0 to 2^31 - 1", \
                    (long long)sizes[i]);                                                          \
    element e = solver_element_of(type);                                                           \
    if (!e) {                                                                                      \
        solver_invalid(api, "no matrix of cudaDataType %d is factored on the CPU", type);          \
        return SOLVER_NOT_SUPPORTED;                                                               \
    }
#define SAME_TYPE(other) \
    SOLVER_NEED((other) == type, #other " (%d) is not that of A (%d)", other, type)

static int give_sizes(const char *api, element e, int64_t m, int64_t n, size_t *device,
                      size_t *host) {
    size_t bytes = (size_t)solver_work((int)m, (int)n) * e->size, none = 0;
    return library_result(api, device, &bytes, sizeof bytes) &&
                   library_result(api, host, &none, sizeof none)
               ? SOLVER_SUCCESS
               : SOLVER_INVALID_VALUE;
}

static int elements(size_t bytes, element e) {
    return bytes / e->size > INT_MAX ? INT_MAX : (int)(bytes / e->size);
}

static int hd_cusolverDnXpotrf_bufferSize(H, void *params, int uplo, int64_t n, int type,
                                          const void *A, int64_t lda, int compute, size_t *device,
                                          size_t *host) {
    WIDE_ENTER(Xpotrf_bufferSize, n, lda);
    return give_sizes(api, e, n, n, device, host);
}

static int hd_cusolverDnXpotrf(H, void *params, int uplo, int64_t n, int type, void *A, int64_t lda,
                               int compute, void *work, size_t bytes, void *host_work,
                               size_t host_bytes, int *info) {
    WIDE_ENTER(Xpotrf, n, lda);
    SAME_TYPE(compute);
    return ((int (*)(H, int, int, void *, int, void *, int, int *))narrow(e, "potrf"))(
        handle, uplo, (int)n, A, (int)lda, work, elements(bytes, e), info);
}

static int hd_cusolverDnXpotrs(H, void *params, int uplo, int64_t n, int64_t nrhs, int type,
                               const void *A, int64_t lda, int type_b, void *B, int64_t ldb,
                               int *info) {
    WIDE_ENTER(Xpotrs, n, nrhs, lda, ldb);
    SAME_TYPE(type_b);
    return ((int (*)(H, int, int, int, const void *, int, void *, int, int *))narrow(e, "potrs"))(
        handle, uplo, (int)n, (int)nrhs, A, (int)lda, B, (int)ldb, info);
}

static int hd_cusolverDnXgetrf_bufferSize(H, void *params, int64_t m, int64_t n, int type,
                                          const void *A, int64_t lda, int compute, size_t *device,
                                          size_t *host) {
    WIDE_ENTER(Xgetrf_bufferSize, m, n, lda);
    return give_sizes(api, e, m, n, device, host);
}

static int hd_cusolverDnXgetrf(H, void *params, int64_t m, int64_t n, int type, void *A,
                               int64_t lda, int64_t *ipiv, int compute, void *work, size_t bytes,
                               void *host_work, size_t host_bytes, int *info) {
    WIDE_ENTER(Xgetrf, m, n, lda);
    SAME_TYPE(compute);
    int64_t least = m < n ? m : n;
    SOLVER_NEED(elements(bytes, e) >= solver_work((int)m, (int)n),
                "the work area has %zu bytes, and cusolverDnXgetrf_bufferSize says more", bytes);
    if (ipiv) SOLVER_ARRAY(ipiv, (size_t)least * sizeof *ipiv);
    int *pivots = NULL; // memory of the device, for the function that checks it
    if (ipiv && hd_cudaMalloc((void **)&pivots, (size_t)(least + 1) * sizeof *pivots) != 0)
        return SOLVER_ALLOC_FAILED;
    status = ((int (*)(H, int, int, void *, int, void *, int *, int *))narrow(e, "getrf"))(
        handle, (int)m, (int)n, A, (int)lda, work, pivots, info);
    for (int64_t i = 0; i < least && pivots && status == SOLVER_SUCCESS; i++) ipiv[i] = pivots[i];
    if (pivots) hd_cudaFree(pivots);
    return status;
}

static int hd_cusolverDnXgetrs(H, void *params, int op, int64_t n, int64_t nrhs, int type,
                               const void *A, int64_t lda, const int64_t *ipiv, int type_b, void *B,
                               int64_t ldb, int *info) {
    WIDE_ENTER(Xgetrs, n, nrhs, lda, ldb);
    SAME_TYPE(type_b);
    if (ipiv) SOLVER_ARRAY(ipiv, (size_t)n * sizeof *ipiv);
    int *pivots = NULL;
    if (ipiv && hd_cudaMalloc((void **)&pivots, (size_t)(n + 1) * sizeof *pivots) != 0)
        return SOLVER_ALLOC_FAILED;
    for (int64_t i = 0; i < n && pivots; i++) pivots[i] = (int)ipiv[i];
    status = ((int (*)(H, int, int, int, const void *, int, const int *, void *, int, int *))narrow(
        e, "getrs"))(handle, op, (int)n, (int)nrhs, A, (int)lda, pivots, B, (int)ldb, info);
    if (pivots) hd_cudaFree(pivots);
    return status;
}

static int hd_cusolverDnXgeqrf_bufferSize(H, void *params, int64_t m, int64_t n, int type,
                                          const void *A, int64_t lda, int type_tau, const void *tau,
                                          int compute, size_t *device, size_t *host) {
    WIDE_ENTER(Xgeqrf_bufferSize, m, n, lda);
    return give_sizes(api, e, m, n, device, host);
}

static int hd_cusolverDnXgeqrf(H, void *params, int64_t m, int64_t n, int type, void *A,
                               int64_t lda, int type_tau, void *tau, int compute, void *work,
                               size_t bytes, void *host_work, size_t host_bytes, int *info) {
    WIDE_ENTER(Xgeqrf, m, n, lda);
    SAME_TYPE(type_tau);
    return ((int (*)(H, int, int, void *, int, void *, void *, int, int *))narrow(e, "geqrf"))(
        handle, (int)m, (int)n, A, (int)lda, tau, work, elements(bytes, e), info);
}

static int hd_cusolverDnXsyevd_bufferSize(H, void *params, int jobz, int uplo, int64_t n, int type,
                                          const void *A, int64_t lda, int type_w, const void *W,
                                          int compute, size_t *device, size_t *host) {
    WIDE_ENTER(Xsyevd_bufferSize, n, lda);
    return give_sizes(api, e, n, n, device, host);
}

static int hd_cusolverDnXsyevd(H, void *params, int jobz, int uplo, int64_t n, int type, void *A,
                               int64_t lda, int type_w, void *W, int compute, void *work,
                               size_t bytes, void *host_work, size_t host_bytes, int *info) {
    WIDE_ENTER(Xsyevd, n, lda);
    SOLVER_NEED(type_w == (e->real == 4 ? 0 : 1), "typeW (%d) is not the real type of A's", type_w);
    return ((int (*)(H, int, int, int, void *, int, void *, void *, int, int *))narrow(
        e, e->complex ? "heevd" : "syevd"))(handle, jobz, uplo, (int)n, A, (int)lda, W, work,
                                            elements(bytes, e), info);
}

static int hd_cusolverDnXgesvd_bufferSize(H, void *params, signed char jobu, signed char jobvt,
                                          int64_t m, int64_t n, int type, const void *A,
                                          int64_t lda, int type_s, const void *S, int type_u,
                                          const void *U, int64_t ldu, int type_vt, const void *VT,
                                          int64_t ldvt, int compute, size_t *device, size_t *host) {
    WIDE_ENTER(Xgesvd_bufferSize, m, n, lda);
    return give_sizes(api, e, m, n, device, host);
}

static int hd_cusolverDnXgesvd(H, void *params, signed char jobu, signed char jobvt, int64_t m,
                               int64_t n, int type, void *A, int64_t lda, int type_s, void *S,
                               int type_u, void *U, int64_t ldu, int type_vt, void *VT,
                               int64_t ldvt, int compute, void *work, size_t bytes, void *host_work,
                               size_t host_bytes, int *info) {
    WIDE_ENTER(Xgesvd, m, n, lda, ldu, ldvt);
    SAME_TYPE(type_u);
    SAME_TYPE(type_vt);
    SOLVER_NEED(type_s == (e->real == 4 ? 0 : 1), "typeS (%d) is not the real type of A's", type_s);
    return ((int (*)(H, signed char, signed char, int, int, void *, int, void *, void *, int,
                     void *, int, void *, int, void *, int *))narrow(e, "gesvd"))(
        handle, jobu, jobvt, (int)m, (int)n, A, (int)lda, S, U, (int)ldu, VT, (int)ldvt, work,
        elements(bytes, e), NULL, info);
}

#define WITH_SIZE(Name) \
    LIBRARY_ENTRY(cusolverDn##Name), LIBRARY_ENTRY(cusolverDn##Name##_bufferSize)
const struct library_entry hd_cusolver_wide[] = {
    WITH_SIZE(Xpotrf), LIBRARY_ENTRY(cusolverDnXpotrs),
    WITH_SIZE(Xgetrf), LIBRARY_ENTRY(cusolverDnXgetrs),
    WITH_SIZE(Xgeqrf), WITH_SIZE(Xsyevd),
    WITH_SIZE(Xgesvd), {NULL, NULL},
};
