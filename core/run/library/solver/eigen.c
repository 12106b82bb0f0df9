// cuSOLVER (dense): eigenvalues and singular values. The functions that use Jacobi's rotations on a
// GPU compute the same by LAPACK's divide and conquer.
#include "run/library/solver/solver.h"

typedef const struct solver_element *element;
#define H const struct solver *handle

static void *own_work(element e, const void *query, int *lwork) {
    double size = e->real == 4 ? *(const float *)query : *(const double *)query;
    *lwork = size < 1 ? 1 : (int)size;
    return malloc((size_t)*lwork * e->size);
}

static int real_size(const void *query, element e) {
    double size = e->real == 4 ? *(const float *)query : *(const double *)query;
    return size < 1 ? 1 : (int)size;
}

struct work { // LAPACK's, ours
    void *work, *rwork;
    int *iwork, lwork, lrwork, liwork;
    double ask[2], ask_real[1];
    int ask_int[1];
};

static bool get_work(struct work *w, element e) {
    w->work = own_work(e, w->ask, &w->lwork);
    w->lrwork = real_size(w->ask_real, e);
    w->rwork = malloc((size_t)w->lrwork * e->real);
    w->liwork = w->ask_int[0] < 1 ? 1 : w->ask_int[0];
    w->iwork = malloc((size_t)w->liwork * sizeof(int));
    return w->work && w->rwork && w->iwork;
}

static void free_work(struct work *w) {
    free(w->work);
    free(w->rwork);
    free(w->iwork);
}

// ---- symmetric and Hermitian matrices -----------------------------------------------------------

static int eigen(element e, const char *api, int vectors, int uplo, int n, void *A, int lda,
                 void *W, int *result) {
    char job = vectors ? 'V' : 'N', side = uplo == 0 ? 'L' : 'U';
    struct work w = {.lwork = -1, .lrwork = -1, .liwork = -1};
    for (int round = 0; round < 2; round++) {
        void *work = w.work ? w.work : w.ask, *rwork = w.rwork ? w.rwork : w.ask_real;
        int *iwork = w.iwork ? w.iwork : w.ask_int;
        if (e->complex)
            SOLVER_LAPACK("heevd",
                          (char *, char *, int *, void *, int *, void *, void *, int *, void *,
                           int *, int *, int *, int *, size_t, size_t),
                          (&job, &side, &n, A, &lda, W, work, &w.lwork, rwork, &w.lrwork, iwork,
                           &w.liwork, result, 1, 1));
        else
            SOLVER_LAPACK(
                "syevd",
                (char *, char *, int *, void *, int *, void *, void *, int *, int *, int *, int *,
                 size_t, size_t),
                (&job, &side, &n, A, &lda, W, work, &w.lwork, iwork, &w.liwork, result, 1, 1));
        if (round == 0 && !get_work(&w, e)) {
            free_work(&w);
            return SOLVER_ALLOC_FAILED;
        }
    }
    free_work(&w);
    return SOLVER_SUCCESS;
}

#define NEED_MODE(jobz) \
    SOLVER_NEED((jobz) == 0 || (jobz) == 1, "jobz (%d) is no cusolverEigMode_t", jobz)

static int syevd(element e, const char *api, const struct solver *handle, int jobz, int uplo, int n,
                 void *A, int lda, void *W, void *work, int lwork, int *info) {
    SOLVER_ENTER();
    NEED_MODE(jobz);
    SOLVER_UPLO(uplo);
    SOLVER_SIZE(n);
    SOLVER_LD(lda, n);
    SOLVER_MATRIX(A, n, n, lda);
    SOLVER_ARRAY(W, (size_t)n * e->real);
    SOLVER_WORK(work, lwork, n, n);
    int result = 0;
    status = eigen(e, api, jobz, uplo, n, A, lda, W, &result);
    if (status != SOLVER_SUCCESS) return status;
    SOLVER_INFO(info, result);
}

static int syevjBatched(element e, const char *api, const struct solver *handle, int jobz, int uplo,
                        int n, void *A, int lda, void *W, void *work, int lwork, int *info,
                        int batch) {
    SOLVER_ENTER();
    NEED_MODE(jobz);
    SOLVER_UPLO(uplo);
    SOLVER_SIZE(n);
    SOLVER_SIZE(batch);
    SOLVER_LD(lda, n);
    size_t step = (size_t)lda * (size_t)n;
    SOLVER_ARRAY(A, (size_t)batch * step * e->size);
    SOLVER_ARRAY(W, (size_t)batch * (size_t)n * e->real);
    SOLVER_WORK(work, lwork, n, n);
    SOLVER_ARRAY(info, (size_t)batch * sizeof *info);
    for (int i = 0; i < batch; i++) {
        status = eigen(e, api, jobz, uplo, n, (char *)A + (size_t)i * step * e->size, lda,
                       (char *)W + (size_t)i * (size_t)n * e->real, &info[i]);
        if (status != SOLVER_SUCCESS) return status;
    }
    return SOLVER_SUCCESS;
}

// A x = w B x and its kin.
static int sygvd(element e, const char *api, const struct solver *handle, int itype, int jobz,
                 int uplo, int n, void *A, int lda, void *B, int ldb, void *W, void *work,
                 int lwork, int *info) {
    SOLVER_ENTER();
    SOLVER_NEED(itype >= 1 && itype <= 3, "itype (%d) is no cusolverEigType_t", itype);
    NEED_MODE(jobz);
    SOLVER_UPLO(uplo);
    SOLVER_SIZE(n);
    SOLVER_LD(lda, n);
    SOLVER_LD(ldb, n);
    SOLVER_MATRIX(A, n, n, lda);
    SOLVER_MATRIX(B, n, n, ldb);
    SOLVER_ARRAY(W, (size_t)n * e->real);
    SOLVER_WORK(work, lwork, n, n);
    char job = jobz ? 'V' : 'N', side = uplo == 0 ? 'L' : 'U';
    struct work w = {.lwork = -1, .lrwork = -1, .liwork = -1};
    int result = 0;
    for (int round = 0; round < 2; round++) {
        void *area = w.work ? w.work : w.ask, *rwork = w.rwork ? w.rwork : w.ask_real;
        int *iwork = w.iwork ? w.iwork : w.ask_int;
        if (e->complex)
            SOLVER_LAPACK("hegvd",
                          (int *, char *, char *, int *, void *, int *, void *, int *, void *,
                           void *, int *, void *, int *, int *, int *, int *, size_t, size_t),
                          (&itype, &job, &side, &n, A, &lda, B, &ldb, W, area, &w.lwork, rwork,
                           &w.lrwork, iwork, &w.liwork, &result, 1, 1));
        else
            SOLVER_LAPACK("sygvd",
                          (int *, char *, char *, int *, void *, int *, void *, int *, void *,
                           void *, int *, int *, int *, int *, size_t, size_t),
                          (&itype, &job, &side, &n, A, &lda, B, &ldb, W, area, &w.lwork, iwork,
                           &w.liwork, &result, 1, 1));
        if (round == 0 && !get_work(&w, e)) {
            free_work(&w);
            return SOLVER_ALLOC_FAILED;
        }
    }
    free_work(&w);
    SOLVER_INFO(info, result);
}

#define EIGEN_PARAMS \
    (H, int jobz, int uplo, int n, void *A, int lda, void *W, void *work, int lwork, int *info)
#define EIGEN_SIZE (H, int jobz, int uplo, int n, const void *A, int lda, const void *W, int *lwork)
#define JACOBI_PARAMS                                                                           \
    (H, int jobz, int uplo, int n, void *A, int lda, void *W, void *work, int lwork, int *info, \
     void *params)
#define JACOBI_SIZE \
    (H, int jobz, int uplo, int n, const void *A, int lda, const void *W, int *lwork, void *params)
#define BATCH_PARAMS                                                                            \
    (H, int jobz, int uplo, int n, void *A, int lda, void *W, void *work, int lwork, int *info, \
     void *params, int batch)
#define BATCH_SIZE                                                                    \
    (H, int jobz, int uplo, int n, const void *A, int lda, const void *W, int *lwork, \
     void *params, int batch)
#define GENERAL_PARAMS                                                                     \
    (H, int itype, int jobz, int uplo, int n, void *A, int lda, void *B, int ldb, void *W, \
     void *work, int lwork, int *info)
#define GENERAL_SIZE                                                                          \
    (H, int itype, int jobz, int uplo, int n, const void *A, int lda, const void *B, int ldb, \
     const void *W, int *lwork)
// For real elements by one name, for complex ones by another.
#define BOTH(call, RealName, ComplexName, params, ...) \
    SOLVER_REAL(call, RealName, params, __VA_ARGS__)   \
    SOLVER_COMPLEX(call, ComplexName, params, __VA_ARGS__)
BOTH(syevd, syevd, heevd, EIGEN_PARAMS, handle, jobz, uplo, n, A, lda, W, work, lwork, info)
BOTH(solver_size_only, syevd_bufferSize, heevd_bufferSize, EIGEN_SIZE, handle, n, n, lwork)
BOTH(syevd, syevj, heevj, JACOBI_PARAMS, handle, jobz, uplo, n, A, lda, W, work, lwork, info)
BOTH(solver_size_only, syevj_bufferSize, heevj_bufferSize, JACOBI_SIZE, handle, n, n, lwork)
BOTH(syevjBatched, syevjBatched, heevjBatched, BATCH_PARAMS, handle, jobz, uplo, n, A, lda, W, work,
     lwork, info, batch)
BOTH(solver_size_only, syevjBatched_bufferSize, heevjBatched_bufferSize, BATCH_SIZE, handle, n, n,
     lwork)
BOTH(sygvd, sygvd, hegvd, GENERAL_PARAMS, handle, itype, jobz, uplo, n, A, lda, B, ldb, W, work,
     lwork, info)
BOTH(solver_size_only, sygvd_bufferSize, hegvd_bufferSize, GENERAL_SIZE, handle, n, n, lwork)

// ---- singular values ----------------------------------------------------------------------------

static int gesvd(element e, const char *api, const struct solver *handle, signed char jobu,
                 signed char jobvt, int m, int n, void *A, int lda, void *S, void *U, int ldu,
                 void *VT, int ldvt, void *work, int lwork, int *info) {
    SOLVER_ENTER();
    SOLVER_NEED(strchr("ASON", jobu) && jobu, "jobu (`%c`) is none of A, S, O, N", jobu);
    SOLVER_NEED(strchr("ASON", jobvt) && jobvt, "jobvt (`%c`) is none of A, S, O, N", jobvt);
    SOLVER_NEED(jobu != 'O' || jobvt != 'O', "jobu and jobvt cannot both be `O`");
    SOLVER_SIZE(m);
    SOLVER_SIZE(n);
    SOLVER_NEED(m >= n, "m (%d) is less than n (%d): give it the transposed matrix", m, n);
    SOLVER_LD(lda, m);
    SOLVER_MATRIX(A, m, n, lda);
    SOLVER_ARRAY(S, (size_t)n * e->real);
    bool wants_u = jobu == 'A' || jobu == 'S', wants_vt = jobvt == 'A' || jobvt == 'S';
    if (wants_u) {
        SOLVER_LD(ldu, m);
        SOLVER_MATRIX(U, m, jobu == 'A' ? m : n, ldu);
    }
    if (wants_vt) {
        SOLVER_LD(ldvt, n);
        SOLVER_MATRIX(VT, n, n, ldvt);
    }
    SOLVER_WORK(work, lwork, m, n);
    char u = (char)jobu, vt = (char)jobvt;
    int result = 0;
    ldu = wants_u ? ldu : 1;
    ldvt = wants_vt ? ldvt : 1;
    struct work w = {.lwork = -1, .ask_real = {0}};
    void *real = malloc((size_t)(5 * n + 1) * e->real);
    if (!real) return SOLVER_ALLOC_FAILED;
    for (int round = 0; round < 2; round++) {
        void *area = w.work ? w.work : w.ask;
        if (e->complex)
            SOLVER_LAPACK("gesvd",
                          (char *, char *, int *, int *, void *, int *, void *, void *, int *,
                           void *, int *, void *, int *, void *, int *, size_t, size_t),
                          (&u, &vt, &m, &n, A, &lda, S, U, &ldu, VT, &ldvt, area, &w.lwork, real,
                           &result, 1, 1));
        else
            SOLVER_LAPACK(
                "gesvd",
                (char *, char *, int *, int *, void *, int *, void *, void *, int *, void *, int *,
                 void *, int *, int *, size_t, size_t),
                (&u, &vt, &m, &n, A, &lda, S, U, &ldu, VT, &ldvt, area, &w.lwork, &result, 1, 1));
        if (round == 0 && !get_work(&w, e)) {
            free_work(&w);
            free(real);
            return SOLVER_ALLOC_FAILED;
        }
    }
    free_work(&w);
    free(real);
    SOLVER_INFO(info, result);
}

// V, columns by k, from V^H, k rows by n.
static void conjugate_transpose(element e, int k, int n, const void *VT, void *V, int ldv) {
    for (int i = 0; i < k; i++)
        for (int j = 0; j < n; j++) {
            size_t from = (size_t)j * (size_t)k + (size_t)i,
                   to = (size_t)i * (size_t)ldv + (size_t)j;
            memcpy((char *)V + to * e->size, (const char *)VT + from * e->size, e->size);
            if (e->letter == 'c') ((float *)V)[2 * to + 1] *= -1;
            if (e->letter == 'z') ((double *)V)[2 * to + 1] *= -1;
        }
}

static int singular(element e, const char *api, int jobz, int econ, int m, int n, void *A, int lda,
                    void *S, void *U, int ldu, void *V, int ldv, int *result) {
    int least = m < n ? m : n, most = m < n ? n : m, k = econ ? least : n;
    char job = !jobz ? 'N' : econ ? 'S' : 'A';
    struct work w = {.lwork = -1, .ask_real = {0}, .ask_int = {8 * least}};
    // As LAPACK's zgesdd says of RWORK.
    size_t reals =
        (size_t)least * ((size_t)(5 * least + 7) + (size_t)(2 * most + 2 * least + 1)) + 1;
    void *real = malloc(reals * e->real), *VT = malloc(((size_t)k * (size_t)n + 1) * e->size);
    int *ints = malloc(((size_t)least * 8 + 1) * sizeof *ints), one = 1, ldvt = k ? k : 1;
    int status = real && VT && ints ? SOLVER_SUCCESS : SOLVER_ALLOC_FAILED;
    uintptr_t function = solver_lapack(e, "gesdd");
    if (!function) status = SOLVER_INTERNAL_ERROR;
    for (int round = 0; round < 2 && status == SOLVER_SUCCESS; round++) {
        void *area = w.work ? w.work : w.ask;
        int *pu = jobz ? &ldu : &one;
        if (e->complex)
            ((void (*)(char *, int *, int *, void *, int *, void *, void *, int *, void *, int *,
                       void *, int *, void *, int *, int *, size_t))function)(
                &job, &m, &n, A, &lda, S, U, pu, VT, &ldvt, area, &w.lwork, real, ints, result, 1);
        else
            ((void (*)(char *, int *, int *, void *, int *, void *, void *, int *, void *, int *,
                       void *, int *, int *, int *, size_t))function)(
                &job, &m, &n, A, &lda, S, U, pu, VT, &ldvt, area, &w.lwork, ints, result, 1);
        if (round == 0 && !get_work(&w, e)) status = SOLVER_ALLOC_FAILED;
    }
    if (status == SOLVER_SUCCESS && jobz) conjugate_transpose(e, k, n, VT, V, ldv);
    free_work(&w);
    free(real);
    free(VT);
    free(ints);
    return status;
}

static int gesvdj(element e, const char *api, const struct solver *handle, int jobz, int econ,
                  int m, int n, void *A, int lda, void *S, void *U, int ldu, void *V, int ldv,
                  void *work, int lwork, int *info, int batch) {
    SOLVER_ENTER();
    NEED_MODE(jobz);
    SOLVER_SIZE(m);
    SOLVER_SIZE(n);
    SOLVER_SIZE(batch);
    SOLVER_LD(lda, m);
    int least = m < n ? m : n, columns_u = econ ? least : m, columns_v = econ ? least : n;
    size_t many = (size_t)(batch ? batch : 1), a = (size_t)lda * (size_t)n,
           u = (size_t)ldu * (size_t)columns_u, v = (size_t)ldv * (size_t)columns_v;
    if (batch > 1) {
        SOLVER_ARRAY(A, many * a * e->size);
    } else {
        SOLVER_MATRIX(A, m, n, lda);
    }
    SOLVER_ARRAY(S, many * (size_t)least * e->real);
    if (jobz) {
        SOLVER_LD(ldu, m);
        SOLVER_LD(ldv, n);
        SOLVER_MATRIX(U, m, columns_u, ldu);
        SOLVER_MATRIX(V, n, columns_v, ldv);
        if (batch > 1) {
            SOLVER_ARRAY(U, many * u * e->size);
            SOLVER_ARRAY(V, many * v * e->size);
        }
    }
    SOLVER_WORK(work, lwork, m, n);
    SOLVER_ARRAY(info, (size_t)batch * sizeof *info);
    for (int i = 0; i < batch; i++) {
        size_t at = (size_t)i;
        status = singular(e, api, jobz, econ, m, n, (char *)A + at * a * e->size, lda,
                          (char *)S + at * (size_t)least * e->real, (char *)U + at * u * e->size,
                          ldu, (char *)V + at * v * e->size, ldv, &info[i]);
        if (status != SOLVER_SUCCESS) return status;
    }
    return SOLVER_SUCCESS;
}

SOLVER_FOUR(gesvd,
            (H, signed char jobu, signed char jobvt, int m, int n, void *A, int lda, void *S,
             void *U, int ldu, void *VT, int ldvt, void *work, int lwork, void *rwork, int *info),
            handle, jobu, jobvt, m, n, A, lda, S, U, ldu, VT, ldvt, work, lwork, info)
#define SVD_SIZE (H, int m, int n, int *lwork)
SOLVER_REAL(solver_size_only, gesvd_bufferSize, SVD_SIZE, handle, m, n, lwork)
SOLVER_COMPLEX(solver_size_only, gesvd_bufferSize, SVD_SIZE, handle, m, n, lwork)
SOLVER_FOUR(gesvdj,
            (H, int jobz, int econ, int m, int n, void *A, int lda, void *S, void *U, int ldu,
             void *V, int ldv, void *work, int lwork, int *info, void *params),
            handle, jobz, econ, m, n, A, lda, S, U, ldu, V, ldv, work, lwork, info, 1)
#define SVDJ_SIZE                                                                               \
    (H, int jobz, int econ, int m, int n, const void *A, int lda, const void *S, const void *U, \
     int ldu, const void *V, int ldv, int *lwork, void *params)
SOLVER_REAL(solver_size_only, gesvdj_bufferSize, SVDJ_SIZE, handle, m, n, lwork)
SOLVER_COMPLEX(solver_size_only, gesvdj_bufferSize, SVDJ_SIZE, handle, m, n, lwork)
#define SVDJ_BATCH                                                                             \
    (H, int jobz, int m, int n, void *A, int lda, void *S, void *U, int ldu, void *V, int ldv, \
     void *work, int lwork, int *info, void *params, int batch)
#define SVDJ_BATCH_SIZE                                                                        \
    (H, int jobz, int m, int n, const void *A, int lda, const void *S, const void *U, int ldu, \
     const void *V, int ldv, int *lwork, void *params, int batch)
SOLVER_REAL(gesvdj, gesvdjBatched, SVDJ_BATCH, handle, jobz, 0, m, n, A, lda, S, U, ldu, V, ldv,
            work, lwork, info, batch)
SOLVER_COMPLEX(gesvdj, gesvdjBatched, SVDJ_BATCH, handle, jobz, 0, m, n, A, lda, S, U, ldu, V, ldv,
               work, lwork, info, batch)
SOLVER_REAL(solver_size_only, gesvdjBatched_bufferSize, SVDJ_BATCH_SIZE, handle, m, n, lwork)
SOLVER_COMPLEX(solver_size_only, gesvdjBatched_bufferSize, SVDJ_BATCH_SIZE, handle, m, n, lwork)

const struct library_entry hd_cusolver_eigen[] = {
    SOLVER_REAL_ENTRIES(syevd),
    SOLVER_REAL_ENTRIES(syevd_bufferSize),
    SOLVER_COMPLEX_ENTRIES(heevd),
    SOLVER_COMPLEX_ENTRIES(heevd_bufferSize),
    SOLVER_REAL_ENTRIES(syevj),
    SOLVER_REAL_ENTRIES(syevj_bufferSize),
    SOLVER_COMPLEX_ENTRIES(heevj),
    SOLVER_COMPLEX_ENTRIES(heevj_bufferSize),
    SOLVER_REAL_ENTRIES(syevjBatched),
    SOLVER_REAL_ENTRIES(syevjBatched_bufferSize),
    SOLVER_COMPLEX_ENTRIES(heevjBatched),
    SOLVER_COMPLEX_ENTRIES(heevjBatched_bufferSize),
    SOLVER_REAL_ENTRIES(sygvd),
    SOLVER_REAL_ENTRIES(sygvd_bufferSize),
    SOLVER_COMPLEX_ENTRIES(hegvd),
    SOLVER_COMPLEX_ENTRIES(hegvd_bufferSize),
    SOLVER_FOUR_ENTRIES(gesvd),
    SOLVER_FOUR_ENTRIES(gesvd_bufferSize),
    SOLVER_FOUR_ENTRIES(gesvdj),
    SOLVER_FOUR_ENTRIES(gesvdj_bufferSize),
    SOLVER_FOUR_ENTRIES(gesvdjBatched),
    SOLVER_FOUR_ENTRIES(gesvdjBatched_bufferSize),
    {NULL, NULL},
};
