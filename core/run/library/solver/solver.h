// solver.h: what the files of cuSOLVER (dense) share. Functions are written once for the four
// element types, and exported under four names; LAPACK, which OpenBLAS brings, does the work.
//
// Sources: NVIDIA's cuSOLVER documentation, chapter "cuSolverDN" (arguments, status codes, what
// `info` says); LAPACK's for what is computed.
#ifndef HD_SOLVER_H
#define HD_SOLVER_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/cudart/cudart.h"
#include "run/library/library.h"

enum { // cusolverStatus_t
    SOLVER_SUCCESS = 0,
    SOLVER_NOT_INITIALIZED = 1,
    SOLVER_ALLOC_FAILED = 2,
    SOLVER_INVALID_VALUE = 3,
    SOLVER_EXECUTION_FAILED = 6,
    SOLVER_INTERNAL_ERROR = 7,
    SOLVER_NOT_SUPPORTED = 9
};

struct solver_element {
    char letter, capital; // of LAPACK's names, of cuSOLVER's
    bool complex;
    size_t size, real; // bytes of an element, of a real number of its precision
};
extern const struct solver_element solver_elements[4]; // S D C Z

struct solver {
    void *stream;
    int deterministic;
    struct solver *next;
};

// The handle of a call that begins: SOLVER_SUCCESS, or why there is none. Waits for its stream.
int solver_enter(const struct solver *handle, const char *api);
int solver_invalid(const char *api, const char *fmt, ...) HD_PRINTF(2, 3);
// A function of LAPACK ("getrf") for that element type; 0: the back end has none.
uintptr_t solver_lapack(const struct solver_element *e, const char *name);

// Elements of the work areas that the ..._bufferSize functions ask for. LAPACK's own are ours.
static inline int solver_work(int m, int n) { return 64 * (m > n ? m : n) + 64; }

#define SOLVER_ENTER()                      \
    LIBRARY_CALL;                           \
    int status = solver_enter(handle, api); \
    if (status != SOLVER_SUCCESS) return status
#define SOLVER_NEED(condition, ...) \
    if (!(condition)) return solver_invalid(api, __VA_ARGS__)
#define SOLVER_SIZE(n) SOLVER_NEED((n) >= 0, #n " (%lld) is negative", (long long)(n))
#define SOLVER_LD(ld, rows)                                                                     \
    SOLVER_NEED((ld) >= ((rows) > 1 ? (rows) : 1), #ld " (%lld) is less than " #rows " (%lld)", \
                (long long)(ld), (long long)((rows) > 1 ? (rows) : 1))
#define SOLVER_UPLO(uplo)                   \
    SOLVER_NEED((uplo) == 0 || (uplo) == 1, \
                "uplo (%d) is neither CUBLAS_FILL_MODE_LOWER nor CUBLAS_FILL_MODE_UPPER", uplo)
#define SOLVER_ARRAY(p, bytes) \
    if (!library_check_array(api, #p, p, bytes)) return SOLVER_INVALID_VALUE
#define SOLVER_MATRIX(p, rows, columns, ld)                                                   \
    SOLVER_ARRAY(p, (rows) > 0 && (columns) > 0                                               \
                        ? ((size_t)((columns) - 1) * (size_t)(ld) + (size_t)(rows)) * e->size \
                        : 0)
// The work area is not used, and its size is checked all the same: a GPU would write to it.
#define SOLVER_WORK(work, lwork, m, n)                                                           \
    SOLVER_NEED((lwork) >= solver_work(m, n),                                                    \
                "lwork (%d) is less than what the function's _bufferSize says (%d)", (int)lwork, \
                solver_work(m, n));                                                              \
    SOLVER_ARRAY(work, (size_t)solver_work(m, n) * e->size)
#define SOLVER_INFO(info, value)                                                  \
    return library_result(api, info, &(int){value}, sizeof(int)) ? SOLVER_SUCCESS \
                                                                 : SOLVER_INVALID_VALUE

// A call of LAPACK; the function that calls gives up where it is missing.
#define SOLVER_LAPACK(name, params, args)                                        \
    do {                                                                         \
        uintptr_t function = solver_lapack(e, name);                             \
        if (!function) {                                                         \
            hd_cudart_notice("%s: this OpenBLAS has no LAPACK (%s)", api, name); \
            return SOLVER_INTERNAL_ERROR;                                        \
        }                                                                        \
        ((void(*) params)function) args;                                         \
    } while (0)

// ---- matrices -----------------------------------------------------------------------------------

// The function of an element type that does NAME ("getrf"), by the name that programs use.
uintptr_t solver_narrow(const struct solver_element *e, const char *name);
// The i-th real number at p, which has numbers of e's precision.
double solver_real(const struct solver_element *e, const void *p, size_t i);
static inline char *solver_at(const struct solver_element *e, void *A, int lda, int row,
                              int column) {
    return (char *)A + ((size_t)column * (size_t)lda + (size_t)row) * e->size;
}
void solver_copy(const struct solver_element *e, int rows, int columns, const void *from,
                 int ld_from, void *to, int ld_to);
// Memory of the device, for functions that check what they are given; NULL: there is no more.
// hd_cudaFree ends it.
void *solver_area(size_t bytes);

// LAPACK's work area for an m x n matrix; SOLVER_OWN declares one that ends with its block.
struct solver_own {
    void *p;
    int size; // elements
};
struct solver_own solver_own(const struct solver_element *e, int m, int n);
void solver_free_own(const struct solver_own *own);
#define SOLVER_OWN __attribute__((cleanup(solver_free_own))) struct solver_own

enum { SOLVER_RANGE_ALL = 1001, SOLVER_RANGE_I, SOLVER_RANGE_V }; // cusolverEigRange_t
// spectrum.c: eigenvalues of a range with their vectors, in A; `meig`: how many.
int solver_syevdx(const struct solver_element *e, const char *api, const struct solver *handle,
                  int jobz, int range, int uplo, int n, void *A, int lda, double vl, double vu,
                  int64_t il, int64_t iu, int *meig, void *W, void *work, int lwork, int *info);
// The first `rank` of A = U S V', without changing A, into memory of the device.
int solver_values(const struct solver_element *e, const struct solver *handle, int jobz, int rank,
                  int m, int n, const void *A, int lda, void *S, void *U, int ldu, void *V, int ldv,
                  int *found);

// ---- names --------------------------------------------------------------------------------------

// A ..._bufferSize that asks for work areas of m x n matrices.
int solver_size_only(const struct solver_element *e, const char *api, const struct solver *handle,
                     int m, int n, int *lwork);

// Exports NAME for element types: SOLVER_FOUR(getrf, (params), args...) makes
// hd_cusolverDnSgetrf(params) and its kin, which call getrf(element, its name, args...).
#define SOLVER_ONE(i, L, call, Name, params, ...)                            \
    static int hd_cusolverDn##L##Name params {                               \
        return call(&solver_elements[i], "cusolverDn" #L#Name, __VA_ARGS__); \
    }
#define SOLVER_REAL(call, Name, params, ...)          \
    SOLVER_ONE(0, S, call, Name, params, __VA_ARGS__) \
    SOLVER_ONE(1, D, call, Name, params, __VA_ARGS__)
#define SOLVER_COMPLEX(call, Name, params, ...)       \
    SOLVER_ONE(2, C, call, Name, params, __VA_ARGS__) \
    SOLVER_ONE(3, Z, call, Name, params, __VA_ARGS__)
#define SOLVER_FOUR(Name, params, ...)           \
    SOLVER_REAL(Name, Name, params, __VA_ARGS__) \
    SOLVER_COMPLEX(Name, Name, params, __VA_ARGS__)
// Functions whose names differ for real and complex numbers (sytrd, hetrd), with parameters that
// depend on the real type; and their rows.
#define SOLVER_PAIR(real_name, complex_name, call, R_PARAMS, ...)      \
    SOLVER_ONE(0, S, call, real_name, R_PARAMS(float), __VA_ARGS__)    \
    SOLVER_ONE(1, D, call, real_name, R_PARAMS(double), __VA_ARGS__)   \
    SOLVER_ONE(2, C, call, complex_name, R_PARAMS(float), __VA_ARGS__) \
    SOLVER_ONE(3, Z, call, complex_name, R_PARAMS(double), __VA_ARGS__)
#define SOLVER_WITH_SIZE(Name) \
    LIBRARY_ENTRY(cusolverDn##Name), LIBRARY_ENTRY(cusolverDn##Name##_bufferSize)
#define SOLVER_PAIR_ENTRIES(real_name, complex_name)                \
    SOLVER_WITH_SIZE(S##real_name), SOLVER_WITH_SIZE(D##real_name), \
        SOLVER_WITH_SIZE(C##complex_name), SOLVER_WITH_SIZE(Z##complex_name)
#define SOLVER_FOUR_ENTRIES(Name)                                       \
    LIBRARY_ENTRY(cusolverDnS##Name), LIBRARY_ENTRY(cusolverDnD##Name), \
        LIBRARY_ENTRY(cusolverDnC##Name), LIBRARY_ENTRY(cusolverDnZ##Name)
#define SOLVER_REAL_ENTRIES(Name) LIBRARY_ENTRY(cusolverDnS##Name), LIBRARY_ENTRY(cusolverDnD##Name)
#define SOLVER_COMPLEX_ENTRIES(Name) \
    LIBRARY_ENTRY(cusolverDnC##Name), LIBRARY_ENTRY(cusolverDnZ##Name)

// Whether `info` is a syevjInfo_t. false: it is not, which was said.
bool solver_setting_known(const char *api, const void *info);

// The element type of a cudaDataType; NULL: none of ours.
const struct solver_element *solver_element_of(int data_type);

extern const struct library_entry hd_cusolver_handles[], hd_cusolver_linear[], hd_cusolver_eigen[],
    hd_cusolver_wide[], hd_cusolver_spectrum[], hd_cusolver_reductions[], hd_cusolver_mixed[],
    hd_cusolver_refined[], hd_cusolver_sparse[];

#endif
