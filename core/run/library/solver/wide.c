// cuSOLVER (dense), the 64-bit interface: element types are arguments, and the work is done by the
// functions that have them in their names. Sizes beyond 2^31 - 1 are refused: LAPACK's are 32-bit.
#include "run/library/solver/solver.h"

#include <limits.h>

typedef const struct solver_element *element;
#define H const struct solver *handle

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
#define REAL_TYPE_OF(other, name) \
    SOLVER_NEED((other) == (e->real == 4 ? 0 : 1), name " (%d) is not the real type of A's", other)
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
    return ((int (*)(H, int, int, void *, int, void *, int, int *))solver_narrow(e, "potrf"))(
        handle, uplo, (int)n, A, (int)lda, work, elements(bytes, e), info);
}

static int hd_cusolverDnXpotrs(H, void *params, int uplo, int64_t n, int64_t nrhs, int type,
                               const void *A, int64_t lda, int type_b, void *B, int64_t ldb,
                               int *info) {
    WIDE_ENTER(Xpotrs, n, nrhs, lda, ldb);
    SAME_TYPE(type_b);
    return ((int (*)(H, int, int, int, const void *, int, void *, int, int *))solver_narrow(
        e, "potrs"))(handle, uplo, (int)n, (int)nrhs, A, (int)lda, B, (int)ldb, info);
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
    status = ((int (*)(H, int, int, void *, int, void *, int *, int *))solver_narrow(e, "getrf"))(
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
    status = ((int (*)(H, int, int, int, const void *, int, const int *, void *, int,
                       int *))solver_narrow(e, "getrs"))(handle, op, (int)n, (int)nrhs, A, (int)lda,
                                                         pivots, B, (int)ldb, info);
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
    return ((int (*)(H, int, int, void *, int, void *, void *, int, int *))solver_narrow(
        e, "geqrf"))(handle, (int)m, (int)n, A, (int)lda, tau, work, elements(bytes, e), info);
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
    REAL_TYPE_OF(type_w, "typeW");
    return ((int (*)(H, int, int, int, void *, int, void *, void *, int, int *))solver_narrow(
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
    REAL_TYPE_OF(type_s, "typeS");
    return ((int (*)(H, signed char, signed char, int, int, void *, int, void *, void *, int,
                     void *, int, void *, int, void *, int *))solver_narrow(e, "gesvd"))(
        handle, jobu, jobvt, (int)m, (int)n, A, (int)lda, S, U, (int)ldu, VT, (int)ldvt, work,
        elements(bytes, e), NULL, info);
}

// ---- parts of spectra, many matrices, other methods ---------------------------------------------

#define NEED_BYTES(m, n)                                                                         \
    SOLVER_NEED(bytes / e->size >= (size_t)solver_work((int)(m), (int)(n)),                      \
                "the work area has %zu bytes, and the function's _bufferSize says more", bytes); \
    SOLVER_ARRAY(work, bytes)

static int hd_cusolverDnXsyevdx_bufferSize(H, void *params, int jobz, int range, int uplo,
                                           int64_t n, int type, const void *A, int64_t lda,
                                           void *vl, void *vu, int64_t il, int64_t iu,
                                           int64_t *meig, int type_w, const void *W, int compute,
                                           size_t *device, size_t *host) {
    WIDE_ENTER(Xsyevdx_bufferSize, n, lda);
    return give_sizes(api, e, n, n, device, host);
}

static int hd_cusolverDnXsyevdx(H, void *params, int jobz, int range, int uplo, int64_t n, int type,
                                void *A, int64_t lda, void *vl, void *vu, int64_t il, int64_t iu,
                                int64_t *meig, int type_w, void *W, int compute, void *work,
                                size_t bytes, void *host_work, size_t host_bytes, int *info) {
    WIDE_ENTER(Xsyevdx, n, lda);
    REAL_TYPE_OF(type_w, "typeW");
    NEED_BYTES(n, n);
    char low[8] = {0}, high[8] = {0};
    if (range == SOLVER_RANGE_V && (!library_scalar(api, "vl", vl, low, e->real) ||
                                    !library_scalar(api, "vu", vu, high, e->real)))
        return SOLVER_INVALID_VALUE;
    int found = 0;
    status = solver_syevdx(e, api, handle, jobz, range, uplo, (int)n, A, (int)lda,
                           solver_real(e, low, 0), solver_real(e, high, 0), il, iu, &found, W, work,
                           solver_work((int)n, (int)n), info);
    int64_t wide = found;
    if (status == SOLVER_SUCCESS && !library_result(api, meig, &wide, sizeof wide))
        return SOLVER_INVALID_VALUE;
    return status;
}

static int hd_cusolverDnXsyevBatched_bufferSize(H, void *params, int jobz, int uplo, int64_t n,
                                                int type, const void *A, int64_t lda, int type_w,
                                                const void *W, int compute, size_t *device,
                                                size_t *host, int64_t batch) {
    WIDE_ENTER(XsyevBatched_bufferSize, n, lda, batch);
    return give_sizes(api, e, n, n, device, host);
}

static int hd_cusolverDnXsyevBatched(H, void *params, int jobz, int uplo, int64_t n, int type,
                                     void *A, int64_t lda, int type_w, void *W, int compute,
                                     void *work, size_t bytes, void *host_work, size_t host_bytes,
                                     int *info, int64_t batch) {
    WIDE_ENTER(XsyevBatched, n, lda, batch);
    REAL_TYPE_OF(type_w, "typeW");
    NEED_BYTES(n, n);
    for (int64_t i = 0; i < batch && status == SOLVER_SUCCESS; i++)
        status = ((int (*)(H, int, int, int, void *, int, void *, void *, int, int *))solver_narrow(
            e, e->complex ? "heevd" : "syevd"))(
            handle, jobz, uplo, (int)n, solver_at(e, A, (int)lda, 0, (int)(i * n)), (int)lda,
            (char *)W + (size_t)(i * n) * e->real, work, solver_work((int)n, (int)n), info + i);
    return status;
}

static int hd_cusolverDnXgesvdp_bufferSize(H, void *params, int jobz, int econ, int64_t m,
                                           int64_t n, int type, const void *A, int64_t lda,
                                           int type_s, const void *S, int type_u, const void *U,
                                           int64_t ldu, int type_v, const void *V, int64_t ldv,
                                           int compute, size_t *device, size_t *host) {
    WIDE_ENTER(Xgesvdp_bufferSize, m, n, lda);
    return give_sizes(api, e, m, n, device, host);
}

static int hd_cusolverDnXgesvdp(H, void *params, int jobz, int econ, int64_t m, int64_t n, int type,
                                void *A, int64_t lda, int type_s, void *S, int type_u, void *U,
                                int64_t ldu, int type_v, void *V, int64_t ldv, int compute,
                                void *work, size_t bytes, void *host_work, size_t host_bytes,
                                int *info, double *error) {
    WIDE_ENTER(Xgesvdp, m, n, lda, ldu, ldv);
    REAL_TYPE_OF(type_s, "typeS");
    SOLVER_NEED(type_u == type && type_v == type, "typeU (%d) or typeV (%d) is not that of A (%d)",
                type_u, type_v, type);
    NEED_BYTES(m, n);
    void *settings = NULL;
    ((int (*)(void **))(uintptr_t)library_entry_of("cusolverDnCreateGesvdjInfo"))(&settings);
    status = ((int (*)(H, int, int, int, int, void *, int, void *, void *, int, void *, int, void *,
                       int, int *, void *))solver_narrow(e, "gesvdj"))(
        handle, jobz, econ, (int)m, (int)n, A, (int)lda, S, U, (int)ldu, V, (int)ldv, work,
        solver_work((int)m, (int)n), info, settings);
    ((int (*)(void *))(uintptr_t)library_entry_of("cusolverDnDestroyGesvdjInfo"))(settings);
    double none = 0; // the perturbation that the method added
    if (status == SOLVER_SUCCESS && !library_result(api, error, &none, sizeof none))
        return SOLVER_INVALID_VALUE;
    return status;
}

static int hd_cusolverDnXgesvdr_bufferSize(H, void *params, signed char jobu, signed char jobv,
                                           int64_t m, int64_t n, int64_t k, int64_t p,
                                           int64_t iterations, int type, const void *A, int64_t lda,
                                           int type_s, const void *S, int type_u, const void *U,
                                           int64_t ldu, int type_v, const void *V, int64_t ldv,
                                           int compute, size_t *device, size_t *host) {
    WIDE_ENTER(Xgesvdr_bufferSize, m, n, lda);
    return give_sizes(api, e, m, n, device, host);
}

// The largest k: those of all, instead of a random projection's.
static int hd_cusolverDnXgesvdr(H, void *params, signed char jobu, signed char jobv, int64_t m,
                                int64_t n, int64_t k, int64_t p, int64_t iterations, int type,
                                void *A, int64_t lda, int type_s, void *S, int type_u, void *U,
                                int64_t ldu, int type_v, void *V, int64_t ldv, int compute,
                                void *work, size_t bytes, void *host_work, size_t host_bytes,
                                int *info) {
    WIDE_ENTER(Xgesvdr, m, n, lda, ldu, ldv, k, p, iterations);
    REAL_TYPE_OF(type_s, "typeS");
    int64_t least = m < n ? m : n;
    SOLVER_NEED(k >= 1 && k + p <= least, "k (%lld) and p (%lld) are more than %lld", (long long)k,
                (long long)p, (long long)least);
    SOLVER_NEED((jobu == 'S' || jobu == 'N') && (jobv == 'S' || jobv == 'N'),
                "jobu (%c) or jobv (%c) is not S or N", jobu, jobv);
    NEED_BYTES(m, n);
    SOLVER_LD(lda, m);
    SOLVER_MATRIX(A, (int)m, (int)n, (int)lda);
    SOLVER_ARRAY(S, (size_t)k * e->real);
    int found = 0;
    char *u = solver_area((size_t)(m * k) * e->size), *v = solver_area((size_t)(n * k) * e->size);
    status = u && v ? solver_values(e, handle, 1, (int)k, (int)m, (int)n, A, (int)lda, S, u, (int)m,
                                    v, (int)n, &found)
                    : SOLVER_ALLOC_FAILED;
    if (status == SOLVER_SUCCESS && jobu == 'S') {
        if (ldu < m || !library_check_array(api, "U", U, (size_t)((k - 1) * ldu + m) * e->size))
            status = solver_invalid(api, "U is too small");
        else
            solver_copy(e, (int)m, (int)k, u, (int)m, U, (int)ldu);
    }
    if (status == SOLVER_SUCCESS && jobv == 'S') {
        if (ldv < n || !library_check_array(api, "V", V, (size_t)((k - 1) * ldv + n) * e->size))
            status = solver_invalid(api, "V is too small");
        else
            solver_copy(e, (int)n, (int)k, v, (int)n, V, (int)ldv);
    }
    hd_cudaFree(u);
    hd_cudaFree(v);
    if (status != SOLVER_SUCCESS) return status;
    SOLVER_INFO(info, found);
}

static int hd_cusolverDnXtrtri_bufferSize(H, int uplo, int diag, int64_t n, int type, void *A,
                                          int64_t lda, size_t *device, size_t *host) {
    WIDE_ENTER(Xtrtri_bufferSize, n, lda);
    return give_sizes(api, e, n, n, device, host);
}

static int hd_cusolverDnXtrtri(H, int uplo, int diag, int64_t n, int type, void *A, int64_t lda,
                               void *work, size_t bytes, void *host_work, size_t host_bytes,
                               int *info) {
    WIDE_ENTER(Xtrtri, n, lda);
    SOLVER_UPLO(uplo);
    SOLVER_NEED(diag == 0 || diag == 1, "diag (%d) is no cublasDiagType_t", diag);
    SOLVER_LD(lda, n);
    NEED_BYTES(n, n);
    SOLVER_MATRIX(A, (int)n, (int)n, (int)lda);
    char u = uplo == 0 ? 'L' : 'U', d = diag == 0 ? 'N' : 'U';
    int order = (int)n, ld = (int)lda, result = 0;
    SOLVER_LAPACK("trtri", (char *, char *, int *, void *, int *, int *, size_t, size_t),
                  (&u, &d, &order, A, &ld, &result, 1, 1));
    SOLVER_INFO(info, result);
}

static int hd_cusolverDnXsytrs_bufferSize(H, int uplo, int64_t n, int64_t nrhs, int type,
                                          const void *A, int64_t lda, const int64_t *ipiv,
                                          int type_b, void *B, int64_t ldb, size_t *device,
                                          size_t *host) {
    WIDE_ENTER(Xsytrs_bufferSize, n, lda);
    return give_sizes(api, e, n, nrhs, device, host);
}

static int hd_cusolverDnXsytrs(H, int uplo, int64_t n, int64_t nrhs, int type, const void *A,
                               int64_t lda, const int64_t *ipiv, int type_b, void *B, int64_t ldb,
                               void *work, size_t bytes, void *host_work, size_t host_bytes,
                               int *info) {
    WIDE_ENTER(Xsytrs, n, nrhs, lda, ldb);
    SOLVER_UPLO(uplo);
    SOLVER_NEED(type_b == type, "typeB (%d) is not that of A (%d)", type_b, type);
    SOLVER_LD(lda, n);
    SOLVER_LD(ldb, n);
    NEED_BYTES(n, nrhs);
    SOLVER_MATRIX(A, (int)n, (int)n, (int)lda);
    SOLVER_MATRIX(B, (int)n, (int)nrhs, (int)ldb);
    SOLVER_ARRAY(ipiv, (size_t)n * sizeof *ipiv);
    char u = uplo == 0 ? 'L' : 'U';
    int order = (int)n, count = (int)nrhs, ld = (int)lda, ld_b = (int)ldb, result = 0;
    int *pivots = hd_xmalloc(((size_t)n + 1) * sizeof *pivots);
    for (int64_t i = 0; i < n; i++) pivots[i] = (int)ipiv[i];
    uintptr_t solve = solver_lapack(e, "sytrs");
    if (solve)
        ((void (*)(char *, int *, int *, const void *, int *, int *, void *, int *, int *,
                   size_t))solve)(&u, &order, &count, A, &ld, pivots, B, &ld_b, &result, 1);
    free(pivots);
    SOLVER_INFO(info, result);
}

// ---- eigenvalues of any matrix ------------------------------------------------------------------

static int hd_cusolverDnXgeev_bufferSize(H, void *params, int jobvl, int jobvr, int64_t n, int type,
                                         const void *A, int64_t lda, int type_w, const void *W,
                                         int type_vl, const void *VL, int64_t ldvl, int type_vr,
                                         const void *VR, int64_t ldvr, int compute, size_t *device,
                                         size_t *host) {
    WIDE_ENTER(Xgeev_bufferSize, n, lda);
    return give_sizes(api, e, n, n, device, host);
}

static void put_real(element e, void *p, size_t i, double v) {
    if (e->real == 4)
        ((float *)p)[i] = (float)v;
    else
        ((double *)p)[i] = v;
}

// Vectors of a real matrix as LAPACK gives them (a pair of columns is the real and the imaginary
// part of two) into columns of complex numbers.
static void give_vectors(element e, int n, const double *imaginary, void *from, bool complex,
                         void *to, int ld) {
    for (int j = 0; j < n; j++) {
        bool first = imaginary[j] > 0, second = imaginary[j] < 0;
        for (int i = 0; i < n; i++) {
            if (!complex) {
                memcpy((char *)to + ((size_t)j * (size_t)ld + (size_t)i) * e->size,
                       solver_at(e, from, n, i, j), e->size);
                continue;
            }
            double re = solver_real(e, solver_at(e, from, n, i, second ? j - 1 : j), 0),
                   im = first    ? solver_real(e, solver_at(e, from, n, i, j + 1), 0)
                        : second ? -solver_real(e, solver_at(e, from, n, i, j), 0)
                                 : 0;
            put_real(e, to, 2 * ((size_t)j * (size_t)ld + (size_t)i), re);
            put_real(e, to, 2 * ((size_t)j * (size_t)ld + (size_t)i) + 1, im);
        }
    }
}

static int hd_cusolverDnXgeev(H, void *params, int jobvl, int jobvr, int64_t n, int type, void *A,
                              int64_t lda, int type_w, void *W, int type_vl, void *VL, int64_t ldvl,
                              int type_vr, void *VR, int64_t ldvr, int compute, void *work,
                              size_t bytes, void *host_work, size_t host_bytes, int *info) {
    WIDE_ENTER(Xgeev, n, lda, ldvl, ldvr);
    SOLVER_NEED((jobvl == 0 || jobvl == 1) && (jobvr == 0 || jobvr == 1),
                "jobvl (%d) or jobvr (%d) is no cusolverEigMode_t", jobvl, jobvr);
    int complex_type = e->real == 4 ? 4 : 5;
    SOLVER_NEED(type_w == type || type_w == complex_type, "typeW (%d) does not go with A's (%d)",
                type_w, type);
    SOLVER_NEED(!jobvl || type_vl == type || type_vl == complex_type,
                "typeVL (%d) does not go with A's (%d)", type_vl, type);
    SOLVER_NEED(!jobvr || type_vr == type || type_vr == complex_type,
                "typeVR (%d) does not go with A's (%d)", type_vr, type);
    SOLVER_LD(lda, n);
    SOLVER_NEED(!jobvl || ldvl >= n, "ldvl (%lld) is less than n (%lld)", (long long)ldvl,
                (long long)n);
    SOLVER_NEED(!jobvr || ldvr >= n, "ldvr (%lld) is less than n (%lld)", (long long)ldvr,
                (long long)n);
    NEED_BYTES(n, n);
    SOLVER_MATRIX(A, (int)n, (int)n, (int)lda);
    SOLVER_ARRAY(W, 2 * (size_t)n * e->real);
    size_t wide = e->complex ? 1 : 2; // a vector's element in the complex type
    if (jobvl)
        SOLVER_ARRAY(VL,
                     (size_t)(n ? (n - 1) * ldvl + n : 0) * e->size * (type_vl == type ? 1 : wide));
    if (jobvr)
        SOLVER_ARRAY(VR,
                     (size_t)(n ? (n - 1) * ldvr + n : 0) * e->size * (type_vr == type ? 1 : wide));
    char left = jobvl ? 'V' : 'N', right = jobvr ? 'V' : 'N';
    int order = (int)n, ld = (int)lda, ldv = order > 1 ? order : 1, result = 0;
    SOLVER_OWN own = solver_own(e, order, order);
    size_t square = (size_t)n * (size_t)n + 1;
    char *l = hd_xcalloc(square, e->size), *r = hd_xcalloc(square, e->size),
         *w = hd_xcalloc(2 * (size_t)n + 1, e->size),
         *rwork = hd_xcalloc(2 * (size_t)n + 1, e->real);
    double *imaginary = hd_xcalloc((size_t)n + 1, sizeof *imaginary);
    uintptr_t geev = solver_lapack(e, "geev");
    if (geev && n > 0 && e->complex)
        ((void (*)(char *, char *, int *, void *, int *, void *, void *, int *, void *, int *,
                   void *, int *, void *, int *, size_t, size_t))geev)(
            &left, &right, &order, A, &ld, w, l, &ldv, r, &ldv, own.p, &own.size, rwork, &result, 1,
            1);
    else if (geev && n > 0)
        ((void (*)(char *, char *, int *, void *, int *, void *, void *, void *, int *, void *,
                   int *, void *, int *, int *, size_t, size_t))geev)(
            &left, &right, &order, A, &ld, w, w + (size_t)n * e->real, l, &ldv, r, &ldv, own.p,
            &own.size, &result, 1, 1);
    for (size_t i = 0; i < (size_t)n; i++) {
        double re = solver_real(e, w, e->complex ? 2 * i : i),
               im = solver_real(e, w, e->complex ? 2 * i + 1 : (size_t)n + i);
        imaginary[i] = e->complex ? 0 : im;
        bool pairs = type_w == complex_type;
        put_real(e, W, pairs ? 2 * i : i, re);
        put_real(e, W, pairs ? 2 * i + 1 : (size_t)n + i, im);
    }
    if (jobvl) give_vectors(e, order, imaginary, l, !e->complex && type_vl != type, VL, (int)ldvl);
    if (jobvr) give_vectors(e, order, imaginary, r, !e->complex && type_vr != type, VR, (int)ldvr);
    free(l);
    free(r);
    free(w);
    free(rwork);
    free(imaginary);
    SOLVER_INFO(info, result);
}

const struct library_entry hd_cusolver_wide[] = {
    SOLVER_WITH_SIZE(Xpotrf),
    LIBRARY_ENTRY(cusolverDnXpotrs),
    SOLVER_WITH_SIZE(Xgetrf),
    LIBRARY_ENTRY(cusolverDnXgetrs),
    SOLVER_WITH_SIZE(Xgeqrf),
    SOLVER_WITH_SIZE(Xsyevd),
    SOLVER_WITH_SIZE(Xgesvd),
    SOLVER_WITH_SIZE(Xsyevdx),
    SOLVER_WITH_SIZE(XsyevBatched),
    SOLVER_WITH_SIZE(Xgesvdp),
    SOLVER_WITH_SIZE(Xgesvdr),
    SOLVER_WITH_SIZE(Xtrtri),
    SOLVER_WITH_SIZE(Xsytrs),
    SOLVER_WITH_SIZE(Xgeev),
    {NULL, NULL},
};
