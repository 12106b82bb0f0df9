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
#define SOLVER_FOUR_ENTRIES(Name)                                       \
    LIBRARY_ENTRY(cusolverDnS##Name), LIBRARY_ENTRY(cusolverDnD##Name), \
        LIBRARY_ENTRY(cusolverDnC##Name), LIBRARY_ENTRY(cusolverDnZ##Name)
#define SOLVER_REAL_ENTRIES(Name) LIBRARY_ENTRY(cusolverDnS##Name), LIBRARY_ENTRY(cusolverDnD##Name)
#define SOLVER_COMPLEX_ENTRIES(Name) \
    LIBRARY_ENTRY(cusolverDnC##Name), LIBRARY_ENTRY(cusolverDnZ##Name)

// The element type of a cudaDataType; NULL: none of ours.
const struct solver_element *solver_element_of(int data_type);

extern const struct library_entry hd_cusolver_handles[], hd_cusolver_linear[], hd_cusolver_eigen[],
    hd_cusolver_wide[];

#endif
