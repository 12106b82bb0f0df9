// cuSOLVER (dense): handles and their settings.
#include "run/library/solver.h"

#include <pthread.h>

enum { CUSOLVER_VERSION = 12000 };

const struct solver_element solver_elements[4] = {{'s', 'S', false, 4, 4},
                                                  {'d', 'D', false, 8, 8},
                                                  {'c', 'C', true, 8, 4},
                                                  {'z', 'Z', true, 16, 8}};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct solver *handles; // live ones

const struct solver_element *solver_element_of(int data_type) {
    static const int types[] = {0, 1, 4, 5}; // CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F
    for (int i = 0; i < HD_COUNT(types); i++)
        if (types[i] == data_type) return &solver_elements[i];
    return NULL;
}

int solver_invalid(const char *api, const char *fmt, ...) {
    char text[256];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    hd_cudart_notice("%s: %s", api, text);
    return SOLVER_INVALID_VALUE;
}

uintptr_t solver_lapack(const struct solver_element *e, const char *name) {
    char symbol[32];
    snprintf(symbol, sizeof symbol, "%c%s_", e->letter, name);
    return (uintptr_t)library_function(&library_openblas, symbol);
}

static int known(const struct solver *handle, const char *api) {
    pthread_mutex_lock(&lock);
    const struct solver *h = handles;
    while (h && h != handle) h = h->next;
    pthread_mutex_unlock(&lock);
    if (h) return SOLVER_SUCCESS;
    hd_cudart_notice(handle ? "%s: the handle %p is none of cusolverDnCreate, or was destroyed"
                            : "%s: the handle is NULL: cusolverDnCreate makes one",
                     api, (const void *)handle);
    return SOLVER_NOT_INITIALIZED;
}

int solver_enter(const struct solver *handle, const char *api) {
    int status = known(handle, api);
    if (status != SOLVER_SUCCESS) return status;
    if (!library_load(&library_openblas, api)) return SOLVER_NOT_INITIALIZED;
    if (library_wait(handle->stream)) return SOLVER_SUCCESS;
    hd_cudart_notice("%s: the handle's stream was destroyed", api);
    return SOLVER_EXECUTION_FAILED;
}

static int hd_cusolverDnCreate(struct solver **handle) {
    if (!library_load(&library_openblas, "cusolverDnCreate")) return SOLVER_NOT_INITIALIZED;
    struct solver *made = hd_xcalloc(1, sizeof *made);
    if (!library_result("cusolverDnCreate", handle, &made, sizeof made)) {
        free(made);
        return SOLVER_INVALID_VALUE;
    }
    pthread_mutex_lock(&lock);
    made->next = handles;
    handles = made;
    pthread_mutex_unlock(&lock);
    return SOLVER_SUCCESS;
}

static int hd_cusolverDnDestroy(struct solver *handle) {
    int status = known(handle, "cusolverDnDestroy");
    if (status != SOLVER_SUCCESS) return status;
    pthread_mutex_lock(&lock);
    struct solver **link = &handles;
    while (*link != handle) link = &(*link)->next;
    *link = handle->next;
    pthread_mutex_unlock(&lock);
    library_wait(handle->stream);
    free(handle);
    return SOLVER_SUCCESS;
}

static int hd_cusolverDnSetStream(struct solver *handle, void *stream) {
    int status = known(handle, "cusolverDnSetStream");
    if (status != SOLVER_SUCCESS) return status;
    if (!hd_cudart_stream_valid(stream))
        return solver_invalid("cusolverDnSetStream", "%p is no stream", stream);
    handle->stream = stream;
    return SOLVER_SUCCESS;
}

static int hd_cusolverDnGetStream(const struct solver *handle, void **stream) {
    int status = known(handle, "cusolverDnGetStream");
    if (status != SOLVER_SUCCESS) return status;
    return library_result("cusolverDnGetStream", stream, &handle->stream, sizeof handle->stream)
               ? SOLVER_SUCCESS
               : SOLVER_INVALID_VALUE;
}

static int hd_cusolverDnSetDeterministicMode(struct solver *handle, int mode) {
    int status = known(handle, "cusolverDnSetDeterministicMode");
    if (status != SOLVER_SUCCESS) return status;
    if (mode != 1 && mode != 2)
        return solver_invalid("cusolverDnSetDeterministicMode", "%d is no mode", mode);
    handle->deterministic = mode;
    return SOLVER_SUCCESS;
}

static int hd_cusolverGetVersion(int *version) {
    return library_result("cusolverGetVersion", version, &(int){CUSOLVER_VERSION}, sizeof(int))
               ? SOLVER_SUCCESS
               : SOLVER_INVALID_VALUE;
}

// ---- settings of the methods by Jacobi's rotations, and of the 64-bit interface
// ------------------

struct setting { // syevjInfo_t, gesvdjInfo_t, cusolverDnParams_t
    double tolerance;
    int sweeps, sort;
};

static int create_setting(const char *api, struct setting **info) {
    struct setting *made = hd_xcalloc(1, sizeof *made);
    *made = (struct setting){.sweeps = 100, .sort = 1};
    if (library_result(api, info, &made, sizeof made)) return SOLVER_SUCCESS;
    free(made);
    return SOLVER_INVALID_VALUE;
}

// What LAPACK computes is exact to rounding: the tolerance, the number of sweeps and the order are
// taken and answered, and the order is always the ascending (eigenvalues) or descending one.
#define SETTINGS(Type, Prefix)                                                                    \
    static int hd_cusolverDnCreate##Type##Info(struct setting **info) {                           \
        return create_setting("cusolverDnCreate" #Type "Info", info);                             \
    }                                                                                             \
    static int hd_cusolverDnDestroy##Type##Info(struct setting *info) {                           \
        if (!info) return solver_invalid("cusolverDnDestroy" #Type "Info", "the info is NULL");   \
        free(info);                                                                               \
        return SOLVER_SUCCESS;                                                                    \
    }                                                                                             \
    static int hd_cusolverDnX##Prefix##SetTolerance(struct setting *info, double tolerance) {     \
        if (!info)                                                                                \
            return solver_invalid("cusolverDnX" #Prefix "SetTolerance", "the info is NULL");      \
        info->tolerance = tolerance;                                                              \
        return SOLVER_SUCCESS;                                                                    \
    }                                                                                             \
    static int hd_cusolverDnX##Prefix##SetMaxSweeps(struct setting *info, int sweeps) {           \
        if (!info || sweeps <= 0)                                                                 \
            return solver_invalid("cusolverDnX" #Prefix "SetMaxSweeps",                           \
                                  "the info is NULL, or max_sweeps not positive");                \
        info->sweeps = sweeps;                                                                    \
        return SOLVER_SUCCESS;                                                                    \
    }                                                                                             \
    static int hd_cusolverDnX##Prefix##SetSortEig(struct setting *info, int sort) {               \
        if (!info) return solver_invalid("cusolverDnX" #Prefix "SetSortEig", "the info is NULL"); \
        info->sort = sort;                                                                        \
        return SOLVER_SUCCESS;                                                                    \
    }                                                                                             \
    static int hd_cusolverDnX##Prefix##GetResidual(struct solver *handle, struct setting *info,   \
                                                   double *residual) {                            \
        return library_result("cusolverDnX" #Prefix "GetResidual", residual, &(double){0},        \
                              sizeof(double))                                                     \
                   ? SOLVER_SUCCESS                                                               \
                   : SOLVER_INVALID_VALUE;                                                        \
    }                                                                                             \
    static int hd_cusolverDnX##Prefix##GetSweeps(struct solver *handle, struct setting *info,     \
                                                 int *sweeps) {                                   \
        return library_result("cusolverDnX" #Prefix "GetSweeps", sweeps, &(int){1}, sizeof(int))  \
                   ? SOLVER_SUCCESS                                                               \
                   : SOLVER_INVALID_VALUE;                                                        \
    }
SETTINGS(Syevj, syevj)
SETTINGS(Gesvdj, gesvdj)

static int hd_cusolverDnCreateParams(struct setting **params) {
    return create_setting("cusolverDnCreateParams", params);
}
static int hd_cusolverDnDestroyParams(struct setting *params) {
    if (!params) return solver_invalid("cusolverDnDestroyParams", "the parameters are NULL");
    free(params);
    return SOLVER_SUCCESS;
}
static int hd_cusolverDnSetAdvOptions(struct setting *params, int function, int algorithm) {
    if (!params) return solver_invalid("cusolverDnSetAdvOptions", "the parameters are NULL");
    return SOLVER_SUCCESS;
}

#define SETTINGS_ENTRIES(Type, Prefix)                                                         \
    LIBRARY_ENTRY(cusolverDnCreate##Type##Info), LIBRARY_ENTRY(cusolverDnDestroy##Type##Info), \
        LIBRARY_ENTRY(cusolverDnX##Prefix##SetTolerance),                                      \
        LIBRARY_ENTRY(cusolverDnX##Prefix##SetMaxSweeps),                                      \
        LIBRARY_ENTRY(cusolverDnX##Prefix##SetSortEig),                                        \
        LIBRARY_ENTRY(cusolverDnX##Prefix##GetResidual),                                       \
        LIBRARY_ENTRY(cusolverDnX##Prefix##GetSweeps)
const struct library_entry hd_cusolver_handles[] = {
    LIBRARY_ENTRY(cusolverDnCreate),
    LIBRARY_ENTRY(cusolverDnDestroy),
    LIBRARY_ENTRY(cusolverDnSetStream),
    LIBRARY_ENTRY(cusolverDnGetStream),
    LIBRARY_ENTRY(cusolverDnSetDeterministicMode),
    LIBRARY_ENTRY(cusolverGetVersion),
    SETTINGS_ENTRIES(Syevj, syevj),
    SETTINGS_ENTRIES(Gesvdj, gesvdj),
    LIBRARY_ENTRY(cusolverDnCreateParams),
    LIBRARY_ENTRY(cusolverDnDestroyParams),
    LIBRARY_ENTRY(cusolverDnSetAdvOptions),
    {NULL, NULL},
};
