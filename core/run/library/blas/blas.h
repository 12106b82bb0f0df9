// blas.h: what the files of cuBLAS share: status codes, handles, and the checks of arguments, which
// name the argument that is wrong. A function's body is written once for the four element types.
#ifndef HD_BLAS_H
#define HD_BLAS_H

#include <complex.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/cpu.h"
#include "run/library/away.h"
#include "run/library/library.h"

enum { // cublasStatus_t
    BLAS_SUCCESS = 0,
    BLAS_NOT_INITIALIZED = 1,
    BLAS_ALLOC_FAILED = 3,
    BLAS_INVALID_VALUE = 7,
    BLAS_EXECUTION_FAILED = 13,
    BLAS_NOT_SUPPORTED = 15
};
enum { POINTERS_HOST, POINTERS_DEVICE };
enum { OP_N, OP_T, OP_C, OP_CONJ };
enum { UPLO_LOWER, UPLO_UPPER };
enum { SIDE_LEFT, SIDE_RIGHT };
enum { // CBLAS's
    CBLAS_COLUMNS = 102,
    CBLAS_NO_TRANS = 111,
    CBLAS_UPPER = 121,
    CBLAS_LOWER = 122,
    CBLAS_NON_UNIT = 131,
    CBLAS_LEFT = 141
};

struct blas {
    void *stream;
    int pointer_mode, atomics_mode, math_mode, sm_count;
    void *workspace;
    size_t workspace_size;
    struct blas *next;
};

typedef float _Complex blas_cfloat;
typedef double _Complex blas_cdouble;

// The handle of a call that begins: BLAS_SUCCESS, or why there is none. Waits for its stream.
int blas_enter(const struct blas *handle, const char *api);
// `fmt` after the call's name, as a line on stderr. Returns BLAS_INVALID_VALUE.
int blas_invalid(const char *api, const char *fmt, ...) HD_PRINTF(2, 3);
// A function of the back end; the call must not go on without it.
void *blas_function(const char *name);
// mixed.c: elements of a cudaDataType_t, which are widened to double. false, 0: no such type.
size_t blas_size_of(int type);
bool blas_load(int type, const void *from, size_t i, blas_cdouble *v);
void blas_store(int type, void *to, size_t i, blas_cdouble v);
// Elements from the first to the last of a vector, of a matrix.
static inline size_t blas_vector_span(long n, long inc) {
    return n > 0 ? 1 + (size_t)(n - 1) * (size_t)labs(inc) : 0;
}
static inline size_t blas_matrix_span(long rows, long columns, long ld) {
    return rows > 0 && columns > 0 ? (size_t)(columns - 1) * (size_t)ld + (size_t)rows : 0;
}

#define BLAS_ENTER(api_name)                   \
    static const char api[] = api_name;        \
    LIBRARY_CALL;                              \
    int blas_status = blas_enter(handle, api); \
    if (blas_status != BLAS_SUCCESS) return blas_status
// For functions whose smallest calls take as long as the checks: a call that has the same words as
// the thread's last one, which was found right (BLAS_REMEMBER), is right while hd_cpu_changes
// stays, and what it leads to is not checked again. The words: all arguments except scalars'
// pointers, which are read each time. Remembered are calls on the default stream, on the CPU, of
// arrays that the thread knows.
struct blas_last {
    uint64_t changes;
    long words[15];
};
enum { blas_again = false }; // in all other functions
#define BLAS_ENTER_AGAIN(api_name, ...)                                             \
    static const char api[] = api_name;                                             \
    static __thread struct blas_last last;                                          \
    LIBRARY_CALL;                                                                   \
    const long words[] = {__VA_ARGS__};                                             \
    const uint64_t changes = __atomic_load_n(&hd_cpu_changes, __ATOMIC_RELAXED);    \
    const unsigned passing = library_passing;                                       \
    bool blas_again = last.changes == changes;                                      \
    _Pragma("GCC unroll 15") for (int i = 0; i < HD_COUNT(words); i++) blas_again = \
        blas_again && last.words[i] == words[i];                                    \
    blas_again = __builtin_expect(blas_again, true);                                \
    if (!blas_again) {                                                              \
        int blas_status = blas_enter(handle, api);                                  \
        if (blas_status != BLAS_SUCCESS) return blas_status;                        \
    }
#define BLAS_REMEMBER                                                                      \
    if (!blas_again && !handle->stream && !library_routed && library_passing == passing) { \
                                                                                           \
        last.changes = changes;                                                            \
        _Pragma("GCC unroll 15") for (int i = 0; i < HD_COUNT(words); i++) last.words[i] = \
            words[i];                                                                      \
    }

#define BLAS_NEED(condition, ...) \
    if (!blas_again && !(condition)) return blas_invalid(api, __VA_ARGS__)
// Enumerations as the header has them.
#define BLAS_OP(op) \
    BLAS_NEED((op) >= OP_N && (op) <= OP_CONJ, #op " (%d) is no cublasOperation_t", op)
#define BLAS_UPLO(uplo)                                     \
    BLAS_NEED((uplo) == UPLO_LOWER || (uplo) == UPLO_UPPER, \
              #uplo " (%d) is neither CUBLAS_FILL_MODE_LOWER nor CUBLAS_FILL_MODE_UPPER", uplo)
#define BLAS_DIAG(diag) \
    BLAS_NEED((diag) == 0 || (diag) == 1, #diag " (%d) is no cublasDiagType_t", diag)
#define BLAS_SIDE(side) \
    BLAS_NEED((side) == 0 || (side) == 1, #side " (%d) is no cublasSideMode_t", side)
#define BLAS_SIZE(n) BLAS_NEED((n) >= 0, #n " (%d) is negative", n)
#define BLAS_INC(inc) BLAS_NEED((inc) != 0, #inc " is 0")
#define BLAS_LD(ld, rows, rows_name)                                                              \
    BLAS_NEED((ld) >= ((rows) > 1 ? (rows) : 1), #ld " (%d) is less than " rows_name " (%d)", ld, \
              (rows) > 1 ? (rows) : 1)
#define BLAS_ARRAY(p, elements)                                                    \
    if (!blas_again && !library_check_array(api, #p, p, (elements) * sizeof *(p))) \
    return BLAS_EXECUTION_FAILED
#define BLAS_VECTOR(p, n, inc) BLAS_ARRAY(p, blas_vector_span(n, inc))
#define BLAS_MATRIX(p, rows, columns, ld) BLAS_ARRAY(p, blas_matrix_span(rows, columns, ld))
// Declares p_v, the value that a scalar's pointer leads to.
#define BLAS_SCALAR(E, p)                               \
    E p##_v;                                            \
    if (!(p && hd_read_few(&p##_v, p, sizeof(E))) &&    \
        !library_scalar(api, #p, p, &p##_v, sizeof(E))) \
    return BLAS_INVALID_VALUE
#define BLAS_GIVE(E, p, value) \
    if (!library_result(api, p, &(E){value}, sizeof(E))) return BLAS_INVALID_VALUE

// Calls of the back end: BLAS_CALL("saxpy", (parameter types), (arguments)).
#define BLAS_CALL(name, params, args)                           \
    do {                                                        \
        static void *function;                                  \
        if (!function) function = blas_function("cblas_" name); \
        ((void(*) params)(uintptr_t)function) args;             \
    } while (0)
// Real scalars go by value, complex ones by address.
#define REAL_TYPE(E) E
#define REAL_PASS(v) (v)
#define COMPLEX_TYPE(E) const void *
#define COMPLEX_PASS(v) (&(v))

static inline int blas_uplo(int uplo) { return uplo == UPLO_UPPER ? CBLAS_UPPER : CBLAS_LOWER; }
static inline int blas_diag(int diag) { return CBLAS_NON_UNIT + diag; }
static inline int blas_side(int side) { return CBLAS_LEFT + side; }
static inline int blas_op(int op) { return CBLAS_NO_TRANS + op; }

// Every type: X(letter, its small one, element type, its real type, REAL or COMPLEX)
#define BLAS_REAL_TYPES(X)      \
    X(S, s, float, float, REAL) \
    X(D, d, double, double, REAL)
#define BLAS_COMPLEX_TYPES(X)            \
    X(C, c, blas_cfloat, float, COMPLEX) \
    X(Z, z, blas_cdouble, double, COMPLEX)
#define BLAS_TYPES(X) BLAS_REAL_TYPES(X) BLAS_COMPLEX_TYPES(X)

#endif
