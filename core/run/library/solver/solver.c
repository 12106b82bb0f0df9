// cuSOLVER (dense): handles and their settings.
#include "run/library/solver/solver.h"

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

uintptr_t solver_narrow(const struct solver_element *e, const char *name) {
    char symbol[64];
    snprintf(symbol, sizeof symbol, "cusolverDn%c%s", e->capital, name);
    return (uintptr_t)library_entry_of(symbol);
}

double solver_real(const struct solver_element *e, const void *p, size_t i) {
    return e->real == 4 ? (double)((const float *)p)[i] : ((const double *)p)[i];
}

void solver_copy(const struct solver_element *e, int rows, int columns, const void *from,
                 int ld_from, void *to, int ld_to) {
    for (int j = 0; j < columns; j++)
        memcpy(solver_at(e, to, ld_to, 0, j), solver_at(e, (void *)(uintptr_t)from, ld_from, 0, j),
               (size_t)rows * e->size);
}

void *solver_area(size_t bytes) {
    void *p = NULL;
    return hd_cudaMalloc(&p, bytes + 16) == 0 ? p : NULL;
}

struct solver_own solver_own(const struct solver_element *e, int m, int n) {
    int size = 64 * (m + n) + 64;
    return (struct solver_own){hd_xmalloc((size_t)size * e->size), size};
}
void solver_free_own(const struct solver_own *own) { free(own->p); }

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

int solver_size_only(const struct solver_element *e, const char *api, const struct solver *handle,
                     int m, int n, int *lwork) {
    SOLVER_ENTER();
    SOLVER_SIZE(m);
    SOLVER_SIZE(n);
    int work = solver_work(m, n);
    return library_result(api, lwork, &work, sizeof work) ? SOLVER_SUCCESS : SOLVER_INVALID_VALUE;
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

static int hd_cusolverDnGetDeterministicMode(struct solver *handle, int *mode) {
    static const char api[] = "cusolverDnGetDeterministicMode";
    int status = known(handle, api);
    if (status != SOLVER_SUCCESS) return status;
    int now = handle->deterministic ? handle->deterministic : 1;
    return library_result(api, mode, &now, sizeof now) ? SOLVER_SUCCESS : SOLVER_INVALID_VALUE;
}

static int hd_cusolverGetVersion(int *version) {
    return library_result("cusolverGetVersion", version, &(int){CUSOLVER_VERSION}, sizeof(int))
               ? SOLVER_SUCCESS
               : SOLVER_INVALID_VALUE;
}

// ---- settings of the methods by Jacobi's rotations, and of the 64-bit interface ----------

struct setting { // syevjInfo_t, gesvdjInfo_t, cusolverDnParams_t
    double tolerance;
    int sweeps, sort;
    const struct library_kind *kind;
};

static int create_setting(const char *api, struct setting **info, const struct library_kind *kind) {
    struct setting *made = hd_xcalloc(1, sizeof *made);
    *made = (struct setting){.sweeps = 100, .sort = 1, .kind = kind};
    if (library_result(api, info, &made, sizeof made)) return SOLVER_SUCCESS;
    free(made);
    return SOLVER_INVALID_VALUE;
}

static int destroy_setting(const char *api, struct setting *info, const struct library_kind *kind) {
    if (!LIBRARY_KNOWN(api, "info", info, kind)) return SOLVER_INVALID_VALUE;
    LIBRARY_GONE(info);
    free(info);
    return SOLVER_SUCCESS;
}

// What LAPACK computes is exact to rounding: the tolerance, the number of sweeps and the order are
// taken and answered, and the order is always the ascending (eigenvalues) or descending one.
#define SETTING(Name, kind, field, type, condition, says)                            \
    static int hd_cusolverDnX##Name(struct setting *info, type value) {              \
        static const char api[] = "cusolverDnX" #Name;                               \
        if (!LIBRARY_KNOWN(api, "info", info, &(kind))) return SOLVER_INVALID_VALUE; \
        SOLVER_NEED(condition, says);                                                \
        info->field = value;                                                         \
        return SOLVER_SUCCESS;                                                       \
    }
#define ANSWER(Name, its_kind, type, value)                                                  \
    static int hd_cusolverDnX##Name(struct solver *handle, struct setting *info, type *to) { \
        static const char api[] = "cusolverDnX" #Name;                                       \
        int status = known(handle, api);                                                     \
        if (status != SOLVER_SUCCESS) return status;                                         \
        if (!LIBRARY_KNOWN(api, "info", info, &(its_kind))) return SOLVER_INVALID_VALUE;     \
        return library_result(api, to, &(type){value}, sizeof(type)) ? SOLVER_SUCCESS        \
                                                                     : SOLVER_INVALID_VALUE; \
    }
#define SETTINGS(Type, Prefix)                                                          \
    static const struct library_kind Prefix##_kind = {"cusolverDnCreate" #Type "Info"}; \
    static int hd_cusolverDnCreate##Type##Info(struct setting **info) {                 \
        return create_setting("cusolverDnCreate" #Type "Info", info, &Prefix##_kind);   \
    }                                                                                   \
    static int hd_cusolverDnDestroy##Type##Info(struct setting *info) {                 \
        return destroy_setting("cusolverDnDestroy" #Type "Info", info, &Prefix##_kind); \
    }                                                                                   \
    SETTING(Prefix##SetTolerance, Prefix##_kind, tolerance, double, true, " ")          \
    SETTING(Prefix##SetMaxSweeps, Prefix##_kind, sweeps, int, value > 0,                \
            "max_sweeps is not positive")                                               \
    SETTING(Prefix##SetSortEig, Prefix##_kind, sort, int, true, " ")                    \
    ANSWER(Prefix##GetResidual, Prefix##_kind, double, 0)                               \
    ANSWER(Prefix##GetSweeps, Prefix##_kind, int, 1)
SETTINGS(Syevj, syevj)
SETTINGS(Gesvdj, gesvdj)

bool solver_setting_known(const char *api, const void *info) {
    return LIBRARY_KNOWN(api, "params", (const struct setting *)info, &syevj_kind);
}

static const struct library_kind params_kind = {"cusolverDnCreateParams"};
static int hd_cusolverDnCreateParams(struct setting **params) {
    return create_setting("cusolverDnCreateParams", params, &params_kind);
}
static int hd_cusolverDnDestroyParams(struct setting *params) {
    return destroy_setting("cusolverDnDestroyParams", params, &params_kind);
}
static int hd_cusolverDnSetAdvOptions(struct setting *params, int function, int algorithm) {
    return LIBRARY_KNOWN("cusolverDnSetAdvOptions", "params", params, &params_kind)
               ? SOLVER_SUCCESS
               : SOLVER_INVALID_VALUE;
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
    LIBRARY_ENTRY(cusolverDnGetDeterministicMode),
    LIBRARY_ENTRY(cusolverGetVersion),
    SETTINGS_ENTRIES(Syevj, syevj),
    SETTINGS_ENTRIES(Gesvdj, gesvdj),
    LIBRARY_ENTRY(cusolverDnCreateParams),
    LIBRARY_ENTRY(cusolverDnDestroyParams),
    LIBRARY_ENTRY(cusolverDnSetAdvOptions),
    {NULL, NULL},
};
