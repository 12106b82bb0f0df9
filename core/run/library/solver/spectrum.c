// cuSOLVER (dense): eigenvalues of a range with their vectors, and singular values of many
// matrices.
#include "run/library/solver/solver.h"

#include <math.h>

typedef const struct solver_element *element;
#define H const struct solver *handle

// ---- parts of spectra ---------------------------------------------------------------------------

static int check_range(const char *api, int range, int n, double vl, double vu, int64_t il,
                       int64_t iu) {
    SOLVER_NEED(range >= SOLVER_RANGE_ALL && range <= SOLVER_RANGE_V,
                "range (%d) is no cusolverEigRange_t", range);
    SOLVER_NEED(range != SOLVER_RANGE_V || vl < vu, "vl (%g) is not less than vu (%g)", vl, vu);
    SOLVER_NEED(range != SOLVER_RANGE_I || n == 0 || (il >= 1 && il <= iu && iu <= n),
                "il (%lld) and iu (%lld) are not in order within 1 to %d", (long long)il,
                (long long)iu, n);
    return SOLVER_SUCCESS;
}

// Of all eigenvalues in W, those of the range come first, with their vectors; how many they are.
static int keep_range(element e, int range, int n, double vl, double vu, int64_t il, int64_t iu,
                      void *W, void *A, int lda, bool vectors) {
    int kept = 0;
    for (int i = 0; i < n; i++) {
        double w = solver_real(e, W, (size_t)i);
        bool in = range == SOLVER_RANGE_ALL ||
                  (range == SOLVER_RANGE_I ? i + 1 >= il && i + 1 <= iu : w > vl && w <= vu);
        if (!in) continue;
        memmove((char *)W + (size_t)kept * e->real, (char *)W + (size_t)i * e->real, e->real);
        if (vectors && kept != i)
            solver_copy(e, n, 1, solver_at(e, A, lda, 0, i), lda, solver_at(e, A, lda, 0, kept),
                        lda);
        kept++;
    }
    return kept;
}

int solver_syevdx(element e, const char *api, H, int jobz, int range, int uplo, int n, void *A,
                  int lda, double vl, double vu, int64_t il, int64_t iu, int *meig, void *W,
                  void *work, int lwork, int *info) {
    int none = 0, status = check_range(api, range, n, vl, vu, il, iu);
    if (status != SOLVER_SUCCESS) return status;
    if (!library_result(api, meig, &none, sizeof none)) return SOLVER_INVALID_VALUE;
    status = ((int (*)(H, int, int, int, void *, int, void *, void *, int, int *))solver_narrow(
        e, e->complex ? "heevd" : "syevd"))(handle, jobz, uplo, n, A, lda, W, work, lwork, info);
    if (status == SOLVER_SUCCESS)
        *meig = keep_range(e, range, n, vl, vu, il, iu, W, A, lda, jobz == 1);
    return status;
}

static int sygvdx(element e, const char *api, H, int itype, int jobz, int range, int uplo, int n,
                  void *A, int lda, void *B, int ldb, double vl, double vu, int il, int iu,
                  int *meig, void *W, void *work, int lwork, int *info) {
    int none = 0, status = check_range(api, range, n, vl, vu, il, iu);
    if (status != SOLVER_SUCCESS) return status;
    if (!library_result(api, meig, &none, sizeof none)) return SOLVER_INVALID_VALUE;
    status = ((int (*)(H, int, int, int, int, void *, int, void *, int, void *, void *, int,
                       int *))solver_narrow(e, e->complex ? "hegvd" : "sygvd"))(
        handle, itype, jobz, uplo, n, A, lda, B, ldb, W, work, lwork, info);
    if (status == SOLVER_SUCCESS)
        *meig = keep_range(e, range, n, vl, vu, il, iu, W, A, lda, jobz == 1);
    return status;
}

static int sygvj(element e, const char *api, H, int itype, int jobz, int uplo, int n, void *A,
                 int lda, void *B, int ldb, void *W, void *work, int lwork, int *info,
                 const void *params) {
    if (!solver_setting_known(api, params)) return SOLVER_INVALID_VALUE;
    return ((int (*)(H, int, int, int, int, void *, int, void *, int, void *, void *, int,
                     int *))solver_narrow(e, e->complex ? "hegvd" : "sygvd"))(
        handle, itype, jobz, uplo, n, A, lda, B, ldb, W, work, lwork, info);
}

#define EVDX(R)                                                                             \
    (H, int jobz, int range, int uplo, int n, void *A, int lda, R vl, R vu, int il, int iu, \
     int *meig, void *W, void *work, int lwork, int *info)
SOLVER_PAIR(syevdx, heevdx, solver_syevdx, EVDX, handle, jobz, range, uplo, n, A, lda, (double)vl,
            (double)vu, il, iu, meig, W, work, lwork, info)
#define EVDX_SIZE(R)                                                                              \
    (H, int jobz, int range, int uplo, int n, const void *A, int lda, R vl, R vu, int il, int iu, \
     int *meig, const void *W, int *lwork)
SOLVER_PAIR(syevdx_bufferSize, heevdx_bufferSize, solver_size_only, EVDX_SIZE, handle, n, n, lwork)
#define GVDX(R)                                                                                    \
    (H, int itype, int jobz, int range, int uplo, int n, void *A, int lda, void *B, int ldb, R vl, \
     R vu, int il, int iu, int *meig, void *W, void *work, int lwork, int *info)
SOLVER_PAIR(sygvdx, hegvdx, sygvdx, GVDX, handle, itype, jobz, range, uplo, n, A, lda, B, ldb,
            (double)vl, (double)vu, il, iu, meig, W, work, lwork, info)
#define GVDX_SIZE(R)                                                                            \
    (H, int itype, int jobz, int range, int uplo, int n, const void *A, int lda, const void *B, \
     int ldb, R vl, R vu, int il, int iu, int *meig, const void *W, int *lwork)
SOLVER_PAIR(sygvdx_bufferSize, hegvdx_bufferSize, solver_size_only, GVDX_SIZE, handle, n, n, lwork)
#define GVJ(R)                                                                             \
    (H, int itype, int jobz, int uplo, int n, void *A, int lda, void *B, int ldb, void *W, \
     void *work, int lwork, int *info, const void *params)
SOLVER_PAIR(sygvj, hegvj, sygvj, GVJ, handle, itype, jobz, uplo, n, A, lda, B, ldb, W, work, lwork,
            info, params)
#define GVJ_SIZE(R)                                                                           \
    (H, int itype, int jobz, int uplo, int n, const void *A, int lda, const void *B, int ldb, \
     const void *W, int *lwork, const void *params)
SOLVER_PAIR(sygvj_bufferSize, hegvj_bufferSize, solver_size_only, GVJ_SIZE, handle, n, n, lwork)

// ---- singular values of many matrices -----------------------------------------------------------

// A = U S V', without changing A: the first `rank` of them.
int solver_values(element e, H, int jobz, int rank, int m, int n, const void *A, int lda, void *S,
                  void *U, int ldu, void *V, int ldv, int *found) {
    int least = m < n ? m : n, status = SOLVER_ALLOC_FAILED, lwork = solver_work(m, n);
    size_t places = (size_t)m * (size_t)(n ? n : 1);
    char *a = solver_area(places * e->size), *s = solver_area((size_t)least * e->real),
         *u = solver_area((size_t)m * (size_t)least * e->size),
         *v = solver_area((size_t)n * (size_t)least * e->size),
         *work = solver_area((size_t)lwork * e->size), params[64] = {0};
    int *info = solver_area(sizeof *info);
    if (a && s && u && v && work && info) {
        void *settings = params;
        ((int (*)(void **))(uintptr_t)library_entry_of("cusolverDnCreateGesvdjInfo"))(&settings);
        solver_copy(e, m, n, A, lda, a, m);
        status = ((int (*)(H, int, int, int, int, void *, int, void *, void *, int, void *, int,
                           void *, int, int *, void *))solver_narrow(e, "gesvdj"))(
            handle, jobz, 1, m, n, a, m ? m : 1, s, u, m ? m : 1, v, n ? n : 1, work, lwork, info,
            settings);
        ((int (*)(void *))(uintptr_t)library_entry_of("cusolverDnDestroyGesvdjInfo"))(settings);
        if (status == SOLVER_SUCCESS) {
            *found = *info;
            memcpy(S, s, (size_t)rank * e->real);
            if (jobz) solver_copy(e, m, rank, u, m, U, ldu);
            if (jobz) solver_copy(e, n, rank, v, n, V, ldv);
        }
    }
    void *const all[] = {a, s, u, v, work, info};
    for (int i = 0; i < HD_COUNT(all); i++) hd_cudaFree(all[i]);
    return status;
}

// How far U S V' is from A: the root of the squares' sum.
static double distance(element e, int rank, int m, int n, void *A, int lda, void *S, void *U,
                       int ldu, void *V, int ldv) {
    double sum = 0;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            const char *a = solver_at(e, A, lda, i, j);
            double re = solver_real(e, a, 0), im = e->complex ? solver_real(e, a, 1) : 0;
            for (int k = 0; k < rank; k++) {
                const char *u = solver_at(e, U, ldu, i, k), *v = solver_at(e, V, ldv, j, k);
                double s = solver_real(e, S, (size_t)k), ur = solver_real(e, u, 0),
                       vr = solver_real(e, v, 0);
                double ui = e->complex ? solver_real(e, u, 1) : 0,
                       vi = e->complex ? -solver_real(e, v, 1) : 0;
                re -= s * (ur * vr - ui * vi);
                im -= s * (ur * vi + ui * vr);
            }
            sum += re * re + im * im;
        }
    return sqrt(sum);
}

static int gesvda(element e, const char *api, H, int jobz, int rank, int m, int n, const void *A,
                  int lda, long long strideA, void *S, long long strideS, void *U, int ldu,
                  long long strideU, void *V, int ldv, long long strideV, void *work, int lwork,
                  int *info, double *residuals, int batch) {
    SOLVER_ENTER();
    SOLVER_NEED(jobz == 0 || jobz == 1, "jobz (%d) is no cusolverEigMode_t", jobz);
    SOLVER_SIZE(m);
    SOLVER_SIZE(n);
    SOLVER_SIZE(batch);
    int least = m < n ? m : n;
    SOLVER_NEED(rank >= 0 && rank <= least, "rank (%d) is not in 0 to %d", rank, least);
    SOLVER_LD(lda, m);
    SOLVER_NEED(!jobz || ldu >= m, "ldu (%d) is less than m (%d)", ldu, m);
    SOLVER_NEED(!jobz || ldv >= n, "ldv (%d) is less than n (%d)", ldv, n);
    SOLVER_WORK(work, lwork, m, n);
    SOLVER_ARRAY(info, (size_t)batch * sizeof *info);
    for (int i = 0; i < batch; i++) {
        char *a = (char *)(uintptr_t)A + (size_t)(i * strideA) * e->size;
        char *s = (char *)S + (size_t)(i * strideS) * e->real, *u = (char *)U, *v = (char *)V;
        if (jobz) u += (size_t)(i * strideU) * e->size;
        if (jobz) v += (size_t)(i * strideV) * e->size;
        SOLVER_MATRIX(a, m, n, lda);
        SOLVER_ARRAY(s, (size_t)rank * e->real);
        if (jobz) SOLVER_MATRIX(u, m, rank, ldu);
        if (jobz) SOLVER_MATRIX(v, n, rank, ldv);
        status = solver_values(e, handle, jobz, rank, m, n, a, lda, s, u, ldu, v, ldv, &info[i]);
        if (status != SOLVER_SUCCESS) return status;
        double far = jobz && residuals ? distance(e, rank, m, n, a, lda, s, u, ldu, v, ldv) : 0;
        if (jobz && residuals && !library_result(api, &residuals[i], &far, sizeof far))
            return SOLVER_INVALID_VALUE;
    }
    return SOLVER_SUCCESS;
}

#define SVDA(R)                                                                                \
    (H, int jobz, int rank, int m, int n, const void *A, int lda, long long sa, void *S,       \
     long long ss, void *U, int ldu, long long su, void *V, int ldv, long long sv, void *work, \
     int lwork, int *info, double *residuals, int batch)
SOLVER_PAIR(gesvdaStridedBatched, gesvdaStridedBatched, gesvda, SVDA, handle, jobz, rank, m, n, A,
            lda, sa, S, ss, U, ldu, su, V, ldv, sv, work, lwork, info, residuals, batch)
#define SVDA_SIZE(R)                                                                           \
    (H, int jobz, int rank, int m, int n, const void *A, int lda, long long sa, const void *S, \
     long long ss, const void *U, int ldu, long long su, const void *V, int ldv, long long sv, \
     int *lwork, int batch)
SOLVER_PAIR(gesvdaStridedBatched_bufferSize, gesvdaStridedBatched_bufferSize, solver_size_only,
            SVDA_SIZE, handle, m, n, lwork)

const struct library_entry hd_cusolver_spectrum[] = {
    SOLVER_PAIR_ENTRIES(syevdx, heevdx),
    SOLVER_PAIR_ENTRIES(sygvdx, hegvdx),
    SOLVER_PAIR_ENTRIES(sygvj, hegvj),
    SOLVER_PAIR_ENTRIES(gesvdaStridedBatched, gesvdaStridedBatched),
    {NULL, NULL},
};
