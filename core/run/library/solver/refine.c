// cuSOLVER (dense): systems and least squares by iterative refinement, with settings and a record
// of their own (cusolverDnIRS...). A GPU factors in a narrow precision and refines the solution in
// the main one; here both are the main one, so the first solution is exact to rounding, and one
// step of refinement follows. What is checked and answered is the library's.
#include "run/library/solver/solver.h"

#include <math.h>

enum { // cusolverStatus_t
    IRS_PARAMS_NOT_INITIALIZED = 12,
    IRS_PARAMS_INVALID_PREC = 14,
    IRS_PARAMS_INVALID_REFINE = 15,
    IRS_PARAMS_INVALID_MAXITER = 16,
    IRS_INFOS_NOT_INITIALIZED = 25
};
enum { REFINE_NOT_SET = 1100, REFINE_NONE, REFINE_LAST = 1106 };
enum { // cusolverPrecType_t; complex: 10 more
    PREC_64F = 1203,
    PREC_32F,
    PREC_16F,
    PREC_16BF,
    PREC_TF32,
    PREC_COMPLEX = 10,
};

struct irs_params {
    int refinement, main_precision, lowest_precision, most, most_inner;
    double tolerance, tolerance_inner;
    bool fallback;
    const struct library_kind *kind;
};

struct irs_infos {
    int iterations, most;
    bool wants_history;
    double *history; // (most + 1) rows of nrhs norms, in the main precision (float or double)
    const struct library_kind *kind;
};

static const struct library_kind params_kind = {"cusolverDnIRSParamsCreate"};
static const struct library_kind infos_kind = {"cusolverDnIRSInfosCreate"};

#define NEED_PARAMS(params) \
    if (!LIBRARY_KNOWN(api, #params, params, &params_kind)) return IRS_PARAMS_NOT_INITIALIZED
#define NEED_INFOS(infos) \
    if (!LIBRARY_KNOWN(api, #infos, infos, &infos_kind)) return IRS_INFOS_NOT_INITIALIZED

static int hd_cusolverDnIRSParamsCreate(struct irs_params **params_ptr) {
    struct irs_params *made = hd_xcalloc(1, sizeof *made);
    *made = (struct irs_params){.refinement = REFINE_NOT_SET,
                                .most = 50,
                                .most_inner = 50,
                                .fallback = true,
                                .kind = &params_kind};
    if (library_result("cusolverDnIRSParamsCreate", params_ptr, &made, sizeof made))
        return SOLVER_SUCCESS;
    free(made);
    return SOLVER_INVALID_VALUE;
}

static int hd_cusolverDnIRSParamsDestroy(struct irs_params *params) {
    static const char api[] = "cusolverDnIRSParamsDestroy";
    NEED_PARAMS(params);
    LIBRARY_GONE(params);
    free(params);
    return SOLVER_SUCCESS;
}

// IRS_SET(name, type of the value, what must hold, status otherwise, what is said then, statement)
#define IRS_SET(Name, type, condition, wrong, says, ...)                             \
    static int hd_cusolverDnIRSParams##Name(struct irs_params *params, type value) { \
        static const char api[] = "cusolverDnIRSParams" #Name;                       \
        NEED_PARAMS(params);                                                         \
        if (!(condition)) {                                                          \
            solver_invalid(api, says, value);                                        \
            return wrong;                                                            \
        }                                                                            \
        __VA_ARGS__;                                                                 \
        return SOLVER_SUCCESS;                                                       \
    }

static bool is_precision(int value, bool main_one) {
    int real = value - (value >= PREC_64F + PREC_COMPLEX ? PREC_COMPLEX : 0);
    return real == PREC_64F || real == PREC_32F ||
           (!main_one && real >= PREC_16F && real <= PREC_TF32);
}

IRS_SET(SetRefinementSolver, int, value > REFINE_NOT_SET && value <= REFINE_LAST,
        IRS_PARAMS_INVALID_REFINE, "%d is no CUSOLVER_IRS_REFINE_...", params->refinement = value)
IRS_SET(SetSolverMainPrecision, int, is_precision(value, true), IRS_PARAMS_INVALID_PREC,
        "%d cannot be the main precision: CUSOLVER_R_64F, R_32F, C_64F or C_32F",
        params->main_precision = value)
IRS_SET(SetSolverLowestPrecision, int, is_precision(value, false), IRS_PARAMS_INVALID_PREC,
        "%d is no CUSOLVER_R_... or C_... of floating-point numbers",
        params->lowest_precision = value)
IRS_SET(SetTol, double, true, 0, "%g", params->tolerance = value)
IRS_SET(SetTolInner, double, true, 0, "%g", params->tolerance_inner = value)
IRS_SET(SetMaxIters, int, value >= 0, IRS_PARAMS_INVALID_MAXITER, "maxiters (%d) is negative",
        params->most = value)
IRS_SET(SetMaxItersInner, int, value >= 0, IRS_PARAMS_INVALID_MAXITER,
        "maxiters_inner (%d) is negative", params->most_inner = value)

static int hd_cusolverDnIRSParamsSetSolverPrecisions(struct irs_params *params, int main_precision,
                                                     int lowest_precision) {
    int status = hd_cusolverDnIRSParamsSetSolverMainPrecision(params, main_precision);
    return status ? status
                  : hd_cusolverDnIRSParamsSetSolverLowestPrecision(params, lowest_precision);
}

static int hd_cusolverDnIRSParamsEnableFallback(struct irs_params *params) {
    static const char api[] = "cusolverDnIRSParamsEnableFallback";
    NEED_PARAMS(params);
    params->fallback = true;
    return SOLVER_SUCCESS;
}

static int hd_cusolverDnIRSParamsDisableFallback(struct irs_params *params) {
    static const char api[] = "cusolverDnIRSParamsDisableFallback";
    NEED_PARAMS(params);
    params->fallback = false;
    return SOLVER_SUCCESS;
}

#define GIVE(to, value)                                                        \
    return library_result(api, to, &(__typeof__(value)){value}, sizeof(value)) \
               ? SOLVER_SUCCESS                                                \
               : SOLVER_INVALID_VALUE

static int hd_cusolverDnIRSParamsGetMaxIters(struct irs_params *params, int *maxiters) {
    static const char api[] = "cusolverDnIRSParamsGetMaxIters";
    NEED_PARAMS(params);
    GIVE(maxiters, params->most);
}

// ---- what a solution has come to ----------------------------------------------------------------

static int hd_cusolverDnIRSInfosCreate(struct irs_infos **infos_ptr) {
    struct irs_infos *made = hd_xcalloc(1, sizeof *made);
    made->kind = &infos_kind;
    if (library_result("cusolverDnIRSInfosCreate", infos_ptr, &made, sizeof made))
        return SOLVER_SUCCESS;
    free(made);
    return SOLVER_INVALID_VALUE;
}

static int hd_cusolverDnIRSInfosDestroy(struct irs_infos *infos) {
    static const char api[] = "cusolverDnIRSInfosDestroy";
    NEED_INFOS(infos);
    LIBRARY_GONE(infos);
    free(infos->history);
    free(infos);
    return SOLVER_SUCCESS;
}

static int hd_cusolverDnIRSInfosGetNiters(struct irs_infos *infos, int *niters) {
    static const char api[] = "cusolverDnIRSInfosGetNiters";
    NEED_INFOS(infos);
    GIVE(niters, infos->iterations);
}

static int hd_cusolverDnIRSInfosGetOuterNiters(struct irs_infos *infos, int *outer_niters) {
    static const char api[] = "cusolverDnIRSInfosGetOuterNiters";
    NEED_INFOS(infos);
    GIVE(outer_niters, infos->iterations);
}

static int hd_cusolverDnIRSInfosGetMaxIters(struct irs_infos *infos, int *maxiters) {
    static const char api[] = "cusolverDnIRSInfosGetMaxIters";
    NEED_INFOS(infos);
    GIVE(maxiters, infos->most);
}

static int hd_cusolverDnIRSInfosRequestResidual(struct irs_infos *infos) {
    static const char api[] = "cusolverDnIRSInfosRequestResidual";
    NEED_INFOS(infos);
    infos->wants_history = true;
    return SOLVER_SUCCESS;
}

static int hd_cusolverDnIRSInfosGetResidualHistory(struct irs_infos *infos,
                                                   void **residual_history) {
    static const char api[] = "cusolverDnIRSInfosGetResidualHistory";
    NEED_INFOS(infos);
    SOLVER_NEED(infos->wants_history,
                "no history was asked for: cusolverDnIRSInfosRequestResidual, before the solver");
    SOLVER_NEED(infos->history, "nothing was solved yet");
    GIVE(residual_history, infos->history);
}

// ---- solving ------------------------------------------------------------------------------------

struct system {
    const struct solver_element *e;
    int m, n, nrhs;
    void *A, *B, *X;
    int lda, ldb, ldx;
};

// R = B - A X (m x nrhs, close together), and the largest absolute value of each column.
static void residual(const struct system *s, char *R, double *norms) {
    const struct solver_element *e = s->e;
    int m = s->m, n = s->n, nrhs = s->nrhs, ld = m > 1 ? m : 1;
    _Alignas(16) double wide[2][2] = {{-1, 0}, {1, 0}};
    _Alignas(16) float narrow[2][2] = {{-1, 0}, {1, 0}};
    void *minus = e->real == 8 ? (void *)wide[0] : (void *)narrow[0];
    void *one = e->real == 8 ? (void *)wide[1] : (void *)narrow[1];
    solver_copy(e, m, nrhs, s->B, s->ldb, R, ld);
    uintptr_t gemm = solver_lapack(e, "gemm");
    if (gemm && m > 0 && n > 0)
        ((void (*)(const char *, const char *, const int *, const int *, const int *, void *,
                   void *, const int *, void *, const int *, void *, void *, const int *, size_t,
                   size_t))gemm)("N", "N", &m, &nrhs, &n, minus, s->A, &s->lda, s->X, &s->ldx, one,
                                 R, &ld, 1, 1);
    for (int j = 0; j < nrhs; j++) {
        double most = 0;
        for (int i = 0; i < m; i++) {
            size_t at = (size_t)j * (size_t)ld + (size_t)i;
            double v = e->complex ? hypot(solver_real(e, R, 2 * at), solver_real(e, R, 2 * at + 1))
                                  : fabs(solver_real(e, R, at));
            if (v > most) most = v;
        }
        norms[j] = most;
    }
}

// X = A^-1 B, then X += A^-1 (B - A X). LAPACK's info.
static int solve_square(const struct system *s, bool refines, char *R, double *norms) {
    const struct solver_element *e = s->e;
    int n = s->n, nrhs = s->nrhs, ld = n > 1 ? n : 1, info = 0;
    char *lu = hd_xmalloc(((size_t)n * (size_t)n + 1) * e->size);
    int *pivots = hd_xmalloc(((size_t)n + 1) * sizeof *pivots);
    solver_copy(e, n, n, s->A, s->lda, lu, ld);
    solver_copy(e, n, nrhs, s->B, s->ldb, s->X, s->ldx);
    typedef void factor_fn(int *, int *, void *, int *, int *, int *);
    typedef void solve_fn(const char *, int *, int *, void *, int *, int *, void *, const int *,
                          int *, size_t);
    factor_fn *factor = (factor_fn *)solver_lapack(e, "getrf");
    solve_fn *solve = (solve_fn *)solver_lapack(e, "getrs");
    int none = 0;
    if (n > 0) factor(&n, &n, lu, &ld, pivots, &info);
    if (n > 0 && !info) {
        solve("N", &n, &nrhs, lu, &ld, pivots, s->X, &s->ldx, &none, 1);
        residual(s, R, norms);
        if (refines) {
            solve("N", &n, &nrhs, lu, &ld, pivots, R, &ld, &none, 1);
            for (int j = 0; j < nrhs; j++)
                for (size_t i = 0; i < (size_t)n * (e->size / e->real); i++) {
                    char *x = solver_at(e, s->X, s->ldx, 0, j), *r = solver_at(e, R, ld, 0, j);
                    if (e->real == 8)
                        ((double *)(void *)x)[i] += ((double *)(void *)r)[i];
                    else
                        ((float *)(void *)x)[i] += ((float *)(void *)r)[i];
                }
        }
        residual(s, R, norms + nrhs);
    }
    free(lu);
    free(pivots);
    return info;
}

static int solve_least(const struct system *s, char *R, double *norms) {
    const struct solver_element *e = s->e;
    int m = s->m, n = s->n, nrhs = s->nrhs, ld = m > 1 ? m : 1, info = 0;
    char *a = hd_xmalloc(((size_t)m * (size_t)n + 1) * e->size),
         *b = hd_xmalloc(((size_t)m * (size_t)nrhs + 1) * e->size), none = 'N';
    solver_copy(e, m, n, s->A, s->lda, a, ld);
    solver_copy(e, m, nrhs, s->B, s->ldb, b, ld);
    SOLVER_OWN own = solver_own(e, m, n + nrhs);
    uintptr_t solve = solver_lapack(e, "gels");
    if (solve && n > 0)
        ((void (*)(char *, int *, int *, int *, void *, int *, void *, int *, void *, int *, int *,
                   size_t))solve)(&none, &m, &n, &nrhs, a, &ld, b, &ld, own.p, &own.size, &info, 1);
    solver_copy(e, n, nrhs, b, ld, s->X, s->ldx);
    residual(s, R, norms);
    memcpy(norms + nrhs, norms, (size_t)nrhs * sizeof *norms);
    free(a);
    free(b);
    return info;
}

// (most + 1) rows in the main precision; those after the last iteration stay 0.
static void keep_history(struct irs_infos *infos, const struct solver_element *e, int nrhs,
                         const double *norms, int rows) {
    free(infos->history);
    infos->history = NULL;
    if (!infos->wants_history) return;
    infos->history = hd_xcalloc(((size_t)infos->most + 2) * (size_t)(nrhs > 0 ? nrhs : 1), 8);
    for (size_t i = 0; i < (size_t)rows * (size_t)nrhs; i++)
        if (e->real == 8)
            infos->history[i] = norms[i];
        else
            ((float *)(void *)infos->history)[i] = (float)norms[i];
}

static const struct solver_element *element_of(const struct irs_params *params) {
    static const int main_ones[] = {PREC_32F, PREC_64F, PREC_32F + PREC_COMPLEX,
                                    PREC_64F + PREC_COMPLEX};
    for (int i = 0; i < 4; i++)
        if (main_ones[i] == params->main_precision) return &solver_elements[i];
    return NULL;
}

#define NEED_SETTINGS(params)                                                                      \
    NEED_PARAMS(params);                                                                           \
    const struct solver_element *e = element_of(params);                                           \
    if (!e || !params->lowest_precision) {                                                         \
        solver_invalid(api, "the precisions are not set: cusolverDnIRSParamsSetSolverPrecisions"); \
        return IRS_PARAMS_INVALID_PREC;                                                            \
    }                                                                                              \
    if ((params->lowest_precision >= PREC_64F + PREC_COMPLEX) != e->complex ||                     \
        params->lowest_precision < params->main_precision) {                                       \
        solver_invalid(api, "the lowest precision (%d) does not go with the main one (%d)",        \
                       params->lowest_precision, params->main_precision);                          \
        return IRS_PARAMS_INVALID_PREC;                                                            \
    }                                                                                              \
    if (params->refinement == REFINE_NOT_SET) {                                                    \
        solver_invalid(api, "no refinement is set: cusolverDnIRSParamsSetRefinementSolver");       \
        return IRS_PARAMS_INVALID_REFINE;                                                          \
    }

static int irs(const char *api, bool square, const struct solver *handle, struct irs_params *params,
               struct irs_infos *infos, int m, int n, int nrhs, void *A, int lda, void *B, int ldb,
               void *X, int ldx, void *work, size_t bytes, int *niters, int *info) {
    SOLVER_ENTER();
    NEED_SETTINGS(params);
    NEED_INFOS(infos);
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
    struct system s = {e, m, n, nrhs, A, B, X, lda, ldb, ldx};
    char *R = hd_xmalloc(((size_t)m * (size_t)nrhs + 1) * e->size);
    double *norms = hd_xcalloc(2 * (size_t)nrhs + 1, sizeof *norms);
    bool refines = params->refinement != REFINE_NONE && params->most > 0;
    int result = square ? solve_square(&s, refines, R, norms) : solve_least(&s, R, norms);
    infos->most = params->most;
    infos->iterations = refines;
    keep_history(infos, e, nrhs, norms, params->most > 0 ? 2 : 1);
    free(R);
    free(norms);
    if (!library_result(api, niters, &infos->iterations, sizeof(int))) return SOLVER_INVALID_VALUE;
    SOLVER_INFO(info, result);
}

static int hd_cusolverDnIRSXgesv(const struct solver *handle, struct irs_params *params,
                                 struct irs_infos *infos, int n, int nrhs, void *A, int lda,
                                 void *B, int ldb, void *X, int ldx, void *work, size_t bytes,
                                 int *niters, int *info) {
    return irs("cusolverDnIRSXgesv", true, handle, params, infos, n, n, nrhs, A, lda, B, ldb, X,
               ldx, work, bytes, niters, info);
}

static int hd_cusolverDnIRSXgels(const struct solver *handle, struct irs_params *params,
                                 struct irs_infos *infos, int m, int n, int nrhs, void *A, int lda,
                                 void *B, int ldb, void *X, int ldx, void *work, size_t bytes,
                                 int *niters, int *info) {
    return irs("cusolverDnIRSXgels", false, handle, params, infos, m, n, nrhs, A, lda, B, ldb, X,
               ldx, work, bytes, niters, info);
}

static int size_only(const char *api, const struct solver *handle, struct irs_params *params, int m,
                     int n, int nrhs, size_t *bytes) {
    SOLVER_ENTER();
    NEED_SETTINGS(params);
    SOLVER_SIZE(m);
    SOLVER_SIZE(n);
    SOLVER_SIZE(nrhs);
    size_t some = 256;
    return library_result(api, bytes, &some, sizeof some) ? SOLVER_SUCCESS : SOLVER_INVALID_VALUE;
}

static int hd_cusolverDnIRSXgesv_bufferSize(const struct solver *handle, struct irs_params *params,
                                            int n, int nrhs, size_t *bytes) {
    return size_only("cusolverDnIRSXgesv_bufferSize", handle, params, n, n, nrhs, bytes);
}

static int hd_cusolverDnIRSXgels_bufferSize(const struct solver *handle, struct irs_params *params,
                                            int m, int n, int nrhs, size_t *bytes) {
    return size_only("cusolverDnIRSXgels_bufferSize", handle, params, m, n, nrhs, bytes);
}

const struct library_entry hd_cusolver_refined[] = {
    LIBRARY_ENTRY(cusolverDnIRSParamsCreate),
    LIBRARY_ENTRY(cusolverDnIRSParamsDestroy),
    LIBRARY_ENTRY(cusolverDnIRSParamsSetRefinementSolver),
    LIBRARY_ENTRY(cusolverDnIRSParamsSetSolverMainPrecision),
    LIBRARY_ENTRY(cusolverDnIRSParamsSetSolverLowestPrecision),
    LIBRARY_ENTRY(cusolverDnIRSParamsSetSolverPrecisions),
    LIBRARY_ENTRY(cusolverDnIRSParamsSetTol),
    LIBRARY_ENTRY(cusolverDnIRSParamsSetTolInner),
    LIBRARY_ENTRY(cusolverDnIRSParamsSetMaxIters),
    LIBRARY_ENTRY(cusolverDnIRSParamsSetMaxItersInner),
    LIBRARY_ENTRY(cusolverDnIRSParamsGetMaxIters),
    LIBRARY_ENTRY(cusolverDnIRSParamsEnableFallback),
    LIBRARY_ENTRY(cusolverDnIRSParamsDisableFallback),
    LIBRARY_ENTRY(cusolverDnIRSInfosCreate),
    LIBRARY_ENTRY(cusolverDnIRSInfosDestroy),
    LIBRARY_ENTRY(cusolverDnIRSInfosGetNiters),
    LIBRARY_ENTRY(cusolverDnIRSInfosGetOuterNiters),
    LIBRARY_ENTRY(cusolverDnIRSInfosGetMaxIters),
    LIBRARY_ENTRY(cusolverDnIRSInfosRequestResidual),
    LIBRARY_ENTRY(cusolverDnIRSInfosGetResidualHistory),
    SOLVER_WITH_SIZE(IRSXgesv),
    SOLVER_WITH_SIZE(IRSXgels),
    {NULL, NULL},
};
