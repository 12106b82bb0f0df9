// cuBLAS: handles, their settings, and moving vectors and matrices.
#include "run/library/blas/blas.h"

#include <pthread.h>
#include <stdio.h>

#include "run/cudart/cudart.h"

enum { CUBLAS_VERSION = 130000 }; // of the interface that the header describes

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct blas *handles; // live ones

static bool is_live(const struct blas *handle) {
    static __thread struct library_seen seen;
    if (library_saw(&seen, handle)) return true;
    pthread_mutex_lock(&lock);
    const struct blas *h = handles;
    while (h && h != handle) h = h->next;
    if (h) seen = (struct library_seen){h, library_destroyed};
    pthread_mutex_unlock(&lock);
    return h != NULL;
}

int blas_invalid(const char *api, const char *fmt, ...) {
    char text[256];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    hd_cudart_notice("%s: %s", api, text);
    return BLAS_INVALID_VALUE;
}

void *blas_function(const char *name) { return library_function(&library_openblas, name); }

// The handle, without its stream and the back end.
static int known(const struct blas *handle, const char *api) {
    if (is_live(handle)) return BLAS_SUCCESS;
    hd_cudart_notice(handle ? "%s: the handle %p is none of cublasCreate, or was destroyed"
                            : "%s: the handle is NULL: cublasCreate makes one",
                     api, (const void *)handle);
    return BLAS_NOT_INITIALIZED;
}

int blas_enter(const struct blas *handle, const char *api) {
    int status = known(handle, api);
    if (status != BLAS_SUCCESS) return status;
    if (!library_load(&library_openblas, api)) return BLAS_NOT_INITIALIZED;
    if (library_wait(handle->stream)) return BLAS_SUCCESS;
    hd_cudart_notice("%s: the handle's stream was destroyed", api);
    return BLAS_EXECUTION_FAILED;
}

// ---- handles ------------------------------------------------------------------------------------

static int hd_cublasCreate(struct blas **handle) {
    if (!handle) return blas_invalid("cublasCreate", "the handle's pointer is NULL");
    if (!library_load(&library_openblas, "cublasCreate")) return BLAS_NOT_INITIALIZED;
    struct blas *made = hd_xcalloc(1, sizeof *made);
    if (!library_result("cublasCreate", handle, &made, sizeof made)) {
        free(made);
        return BLAS_INVALID_VALUE;
    }
    pthread_mutex_lock(&lock);
    made->next = handles;
    handles = made;
    pthread_mutex_unlock(&lock);
    return BLAS_SUCCESS;
}

static int hd_cublasDestroy(struct blas *handle) {
    int status = known(handle, "cublasDestroy");
    if (status != BLAS_SUCCESS) return status;
    pthread_mutex_lock(&lock);
    struct blas **link = &handles;
    while (*link != handle) link = &(*link)->next;
    *link = handle->next;
    library_destroys();
    pthread_mutex_unlock(&lock);
    library_wait(handle->stream);
    free(handle);
    return BLAS_SUCCESS;
}

static int hd_cublasSetStream(struct blas *handle, void *stream) {
    int status = known(handle, "cublasSetStream");
    if (status != BLAS_SUCCESS) return status;
    if (!hd_cudart_stream_valid(stream))
        return blas_invalid("cublasSetStream", "%p is no stream", stream);
    handle->stream = stream;
    library_destroys();       // what was seen of it may not be so
    handle->workspace = NULL; // as documented
    handle->workspace_size = 0;
    return BLAS_SUCCESS;
}

static int hd_cublasSetWorkspace(struct blas *handle, void *workspace, size_t size) {
    int status = known(handle, "cublasSetWorkspace");
    if (status != BLAS_SUCCESS) return status;
    if ((uintptr_t)workspace % 256)
        return blas_invalid("cublasSetWorkspace", "%p is not aligned to 256 bytes", workspace);
    handle->workspace = workspace;
    handle->workspace_size = size;
    return BLAS_SUCCESS;
}

// A setting: cublasSetName, cublasGetName.
#define SETTING(Name, field, low, high)                                                       \
    static int hd_cublasSet##Name(struct blas *handle, int value) {                           \
        int status = known(handle, "cublasSet" #Name);                                        \
        if (status != BLAS_SUCCESS) return status;                                            \
        if (value < (low) || value > (high))                                                  \
            return blas_invalid("cublasSet" #Name, "%d is no value of that setting", value);  \
        handle->field = value;                                                                \
        return BLAS_SUCCESS;                                                                  \
    }                                                                                         \
    static int hd_cublasGet##Name(const struct blas *handle, int *value) {                    \
        int status = known(handle, "cublasGet" #Name);                                        \
        if (status != BLAS_SUCCESS) return status;                                            \
        return library_result("cublasGet" #Name, value, &handle->field, sizeof handle->field) \
                   ? BLAS_SUCCESS                                                             \
                   : BLAS_INVALID_VALUE;                                                      \
    }
SETTING(PointerMode, pointer_mode, POINTERS_HOST, POINTERS_DEVICE)
SETTING(AtomicsMode, atomics_mode, 0, 1)
SETTING(MathMode, math_mode, 0, 0x1f)
SETTING(SmCountTarget, sm_count, 0, 1 << 20)

static int hd_cublasGetStream(const struct blas *handle, void **stream) {
    int status = known(handle, "cublasGetStream");
    if (status != BLAS_SUCCESS) return status;
    return library_result("cublasGetStream", stream, &handle->stream, sizeof handle->stream)
               ? BLAS_SUCCESS
               : BLAS_INVALID_VALUE;
}

static int hd_cublasGetVersion(const struct blas *handle, int *version) {
    int status = known(handle, "cublasGetVersion");
    if (status != BLAS_SUCCESS) return status;
    return library_result("cublasGetVersion", version, &(int){CUBLAS_VERSION}, sizeof(int))
               ? BLAS_SUCCESS
               : BLAS_INVALID_VALUE;
}

static int hd_cublasGetProperty(int type, int *value) {
    const int parts[] = {CUBLAS_VERSION / 10000, CUBLAS_VERSION / 100 % 100, CUBLAS_VERSION % 100};
    if (type < 0 || type >= HD_COUNT(parts))
        return blas_invalid("cublasGetProperty", "%d is no libraryPropertyType", type);
    return library_result("cublasGetProperty", value, &parts[type], sizeof(int))
               ? BLAS_SUCCESS
               : BLAS_INVALID_VALUE;
}

// ---- status codes -------------------------------------------------------------------------------

static const struct {
    int code;
    const char *name, *text;
} statuses[] = {
    {0, "CUBLAS_STATUS_SUCCESS", "success"},
    {1, "CUBLAS_STATUS_NOT_INITIALIZED", "the library was not initialized"},
    {3, "CUBLAS_STATUS_ALLOC_FAILED", "the resource allocation failed"},
    {7, "CUBLAS_STATUS_INVALID_VALUE",
     "an unsupported value or parameter was passed to the function"},
    {8, "CUBLAS_STATUS_ARCH_MISMATCH",
     "the function requires an architectural feature absent from the current device"},
    {11, "CUBLAS_STATUS_MAPPING_ERROR", "an access to GPU memory space failed"},
    {13, "CUBLAS_STATUS_EXECUTION_FAILED", "the function failed to launch on the GPU"},
    {14, "CUBLAS_STATUS_INTERNAL_ERROR", "an internal operation failed"},
    {15, "CUBLAS_STATUS_NOT_SUPPORTED", "the functionality requested is not supported"},
    {16, "CUBLAS_STATUS_LICENSE_ERROR", "the functionality requested requires some license"},
};

static const char *hd_cublasGetStatusName(int status) {
    for (int i = 0; i < HD_COUNT(statuses); i++)
        if (statuses[i].code == status) return statuses[i].name;
    return "CUBLAS_STATUS_UNKNOWN";
}

static const char *hd_cublasGetStatusString(int status) {
    for (int i = 0; i < HD_COUNT(statuses); i++)
        if (statuses[i].code == status) return statuses[i].text;
    return "unknown status";
}

static size_t hd_cublasGetCudartVersion(void) { return 13000; }

static void hd_cublasXerbla(const char *name, int info) {
    char copy[64] = "";
    for (int i = 0; i < (int)sizeof copy - 1 && hd_guard_copy(&copy[i], name + i, 1, NULL); i++)
        if (!copy[i]) break;
    copy[sizeof copy - 1] = 0;
    hd_cudart_notice("%s: parameter %d is wrong", copy, info);
}

// ---- moving vectors and matrices ----------------------------------------------------------------

enum { TO_DEVICE = cudaMemcpyHostToDevice, TO_HOST = cudaMemcpyDeviceToHost };

// rows elements of each of `columns` columns; a vector is a matrix of one row.
static int move_matrix(const char *api, int rows, int columns, int size, const void *from,
                       int ld_from, void *to, int ld_to, int kind) {
    if (rows < 0 || columns < 0 || size <= 0 || ld_from <= 0 || ld_to <= 0)
        return blas_invalid(api, "a size or a distance is not positive");
    if (rows > ld_from || rows > ld_to)
        return blas_invalid(api, "a leading dimension (%d, %d) is less than the rows (%d)", ld_from,
                            ld_to, rows);
    if (rows == 0 || columns == 0) return BLAS_SUCCESS;
    size_t width = (size_t)rows * (size_t)size;
    int error = hd_cudaMemcpy2D(to, (size_t)ld_to * (size_t)size, from,
                                (size_t)ld_from * (size_t)size, width, (size_t)columns, kind);
    return error ? 11 : BLAS_SUCCESS; // CUBLAS_STATUS_MAPPING_ERROR
}

static int hd_cublasSetMatrix(int rows, int columns, int size, const void *A, int lda, void *B,
                              int ldb) {
    return move_matrix("cublasSetMatrix", rows, columns, size, A, lda, B, ldb, TO_DEVICE);
}

static int hd_cublasGetMatrix(int rows, int columns, int size, const void *A, int lda, void *B,
                              int ldb) {
    return move_matrix("cublasGetMatrix", rows, columns, size, A, lda, B, ldb, TO_HOST);
}

static int hd_cublasSetVector(int n, int size, const void *x, int incx, void *y, int incy) {
    return move_matrix("cublasSetVector", 1, n, size, x, incx, y, incy, TO_DEVICE);
}

static int hd_cublasGetVector(int n, int size, const void *x, int incx, void *y, int incy) {
    return move_matrix("cublasGetVector", 1, n, size, x, incx, y, incy, TO_HOST);
}

#define ASYNC(Name, params, ...)                                                             \
    static int hd_cublas##Name##Async params {                                               \
        if (!library_wait(stream)) return blas_invalid("cublas" #Name "Async", "no stream"); \
        return hd_cublas##Name(__VA_ARGS__);                                                 \
    }
ASYNC(SetMatrix,
      (int rows, int columns, int size, const void *A, int lda, void *B, int ldb, void *stream),
      rows, columns, size, A, lda, B, ldb)
ASYNC(GetMatrix,
      (int rows, int columns, int size, const void *A, int lda, void *B, int ldb, void *stream),
      rows, columns, size, A, lda, B, ldb)
ASYNC(SetVector, (int n, int size, const void *x, int incx, void *y, int incy, void *stream), n,
      size, x, incx, y, incy)
ASYNC(GetVector, (int n, int size, const void *x, int incx, void *y, int incy, void *stream), n,
      size, x, incx, y, incy)

const struct library_entry hd_cublas_handles[] = {
    LIBRARY_ENTRY(cublasCreate),           LIBRARY_ENTRY(cublasDestroy),
    LIBRARY_ENTRY(cublasSetStream),        LIBRARY_ENTRY(cublasGetStream),
    LIBRARY_ENTRY(cublasSetWorkspace),     LIBRARY_ENTRY(cublasSetPointerMode),
    LIBRARY_ENTRY(cublasGetPointerMode),   LIBRARY_ENTRY(cublasSetAtomicsMode),
    LIBRARY_ENTRY(cublasGetAtomicsMode),   LIBRARY_ENTRY(cublasSetMathMode),
    LIBRARY_ENTRY(cublasGetMathMode),      LIBRARY_ENTRY(cublasSetSmCountTarget),
    LIBRARY_ENTRY(cublasGetSmCountTarget), LIBRARY_ENTRY(cublasGetVersion),
    LIBRARY_ENTRY(cublasGetProperty),      LIBRARY_ENTRY(cublasGetStatusName),
    LIBRARY_ENTRY(cublasGetStatusString),  LIBRARY_ENTRY(cublasGetCudartVersion),
    LIBRARY_ENTRY(cublasXerbla),           LIBRARY_ENTRY(cublasSetMatrix),
    LIBRARY_ENTRY(cublasGetMatrix),        LIBRARY_ENTRY(cublasSetVector),
    LIBRARY_ENTRY(cublasGetVector),        LIBRARY_ENTRY(cublasSetMatrixAsync),
    LIBRARY_ENTRY(cublasGetMatrixAsync),   LIBRARY_ENTRY(cublasSetVectorAsync),
    LIBRARY_ENTRY(cublasGetVectorAsync),   {NULL, NULL},
};
