// libNVVM: NVIDIA's compiler from LLVM IR to PTX, opened when first needed.
//
// Example: a module whose text calls __nv_expf is compiled with libdevice added lazily, so that
// only the functions that are called are read from its bitcode.
#include "gpu/compile.h"
#include "gpu/nvvm.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct program *program; // nvvmProgram
#define FUNCTIONS(F)                                                             \
    F(nvvmVersion, (int *, int *))                                               \
    F(nvvmIRVersion, (int *, int *, int *, int *))                               \
    F(nvvmCreateProgram, (program *))                                            \
    F(nvvmDestroyProgram, (program *))                                           \
    F(nvvmAddModuleToProgram, (program, const char *, size_t, const char *))     \
    F(nvvmLazyAddModuleToProgram, (program, const char *, size_t, const char *)) \
    F(nvvmCompileProgram, (program, int, const char **))                         \
    F(nvvmVerifyProgram, (program, int, const char **))                          \
    F(nvvmGetCompiledResultSize, (program, size_t *))                            \
    F(nvvmGetCompiledResult, (program, char *))                                  \
    F(nvvmGetProgramLogSize, (program, size_t *))                                \
    F(nvvmGetProgramLog, (program, char *))

static struct {
    void *handle;
    bool tried, long_pointers;
    char problem[256], version[64];
    int ptx; // version of the PTX it makes, times ten; 0: not known yet
    pthread_mutex_t lock;
#define F(name, params) int(*name) params;
    FUNCTIONS(F)
#undef F
} lib = {.lock = PTHREAD_MUTEX_INITIALIZER};

// Older ones refuse the layout; an empty module tells.
static bool takes_short_pointers(void) {
    program p = NULL;
    char text[600];
    int n = snprintf(text, sizeof text, "%s!nvvmir.version = !{!0}\n!0 = !{i32 2, i32 0}\n",
                     nvvm_header(true));
    const char *options[] = {"-arch=compute_75"};
    if (lib.nvvmCreateProgram(&p) != 0) return false;
    bool ok = lib.nvvmAddModuleToProgram(p, text, (size_t)n, "layout") == 0 &&
              lib.nvvmVerifyProgram(p, 1, options) == 0;
    lib.nvvmDestroyProgram(&p);
    return ok;
}

static bool open_library(void) {
    if (lib.tried) return lib.handle != NULL;
    lib.tried = true;
    const char *path = hd_gpu_toolkit()->libnvvm;
    if (!path) {
        snprintf(
            lib.problem, sizeof lib.problem,
            "libNVVM was not found: install the CUDA toolkit, or `pip install nvidia-cuda-nvcc`");
        return false;
    }
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        bool searched = strchr(path, '/') != NULL;
        if (searched)
            snprintf(lib.problem, sizeof lib.problem, "libNVVM cannot be loaded: %s", dlerror());
        else
            snprintf(
                lib.problem, sizeof lib.problem,
                "libNVVM was not found: install the CUDA toolkit, or `pip install nvidia-cuda-nvcc`");
        return false;
    }
    const char *missing = NULL;
#define F(name, params)                         \
    *(void **)&lib.name = dlsym(handle, #name); \
    if (!lib.name) missing = #name;
    FUNCTIONS(F)
#undef F
    if (missing) {
        snprintf(lib.problem, sizeof lib.problem, "libNVVM at %s is too old: it has no %s", path,
                 missing);
        dlclose(handle);
        return false;
    }
    int major = 0, minor = 0, ir[4] = {0};
    lib.nvvmVersion(&major, &minor);
    lib.nvvmIRVersion(&ir[0], &ir[1], &ir[2], &ir[3]);
    snprintf(lib.version, sizeof lib.version, "nvvm %d.%d ir %d.%d", major, minor, ir[0], ir[1]);
    hd_gpu_toolkit_nvvm(ir[0], ir[1]);
    lib.handle = handle;
    lib.long_pointers = !takes_short_pointers();
    return true;
}

bool hd_libnvvm_short_pointers(void) { return !lib.long_pointers; }

bool hd_libnvvm_ready(const struct hd_gpu_options *options, const char **why) {
    hd_gpu_toolkit(); // asks this function in its turn, so before the lock
    pthread_mutex_lock(&lib.lock);
    bool ok = open_library();
    pthread_mutex_unlock(&lib.lock);
    *why = lib.problem;
    if (ok && options->max_ptx && lib.ptx > options->max_ptx) {
        snprintf(lib.problem, sizeof lib.problem,
                 "libNVVM makes PTX %d.%d, and the driver takes %d.%d at most", lib.ptx / 10,
                 lib.ptx % 10, options->max_ptx / 10, options->max_ptx % 10);
        return false;
    }
    return ok;
}

const char *hd_libnvvm_version(void) { return lib.version; }

static char *log_of(program p) {
    size_t size = 0;
    lib.nvvmGetProgramLogSize(p, &size);
    char *log = hd_xcalloc(1, size + 1);
    if (size) lib.nvvmGetProgramLog(p, log);
    return log;
}

static int make_options(const struct hd_gpu_options *options, char (*text)[32], const char **list) {
    int n = 0;
    bool ftz = options->ftz || options->fast_math;
    snprintf(text[n++], 32, "-arch=compute_%d", options->arch);
    snprintf(text[n++], 32, "-ftz=%d", ftz);
    snprintf(text[n++], 32, "-prec-div=%d", !options->fast_math);
    snprintf(text[n++], 32, "-prec-sqrt=%d", !options->fast_math);
    snprintf(text[n++], 32, "-fma=%d", !options->no_fma);
    if (options->lineinfo) snprintf(text[n++], 32, "-generate-line-info");
    for (int i = 0; i < n; i++) list[i] = text[i];
    return n;
}

static void note_version(const char *ptx) {
    const char *at = strstr(ptx, "\n.version ");
    int major, minor;
    if (at && sscanf(at, " .version %d.%d", &major, &minor) == 2) lib.ptx = major * 10 + minor;
}

static char *compile(program p, const char *text, size_t len, const struct hd_gpu_options *options,
                     bool libdevice, char **log) {
    char option_text[8][32];
    const char *list[8];
    int n = make_options(options, option_text, list),
        rc = lib.nvvmAddModuleToProgram(p, text, len, "kernel");
    size_t size = 0;
    const char *bitcode = libdevice ? hd_gpu_libdevice(&size) : NULL;
    if (rc == 0 && bitcode) rc = lib.nvvmLazyAddModuleToProgram(p, bitcode, size, "libdevice");
    if (rc == 0) rc = lib.nvvmCompileProgram(p, n, list);
    if (rc == 0) rc = lib.nvvmGetCompiledResultSize(p, &size);
    if (rc != 0) {
        *log = log_of(p);
        return NULL;
    }
    char *ptx = hd_xcalloc(1, size + 1);
    lib.nvvmGetCompiledResult(p, ptx);
    note_version(ptx);
    return ptx;
}

char *hd_libnvvm_compile(const char *text, size_t len, const struct hd_gpu_options *options,
                         bool libdevice, char **log) {
    program p = NULL;
    *log = NULL;
    hd_gpu_toolkit();
    pthread_mutex_lock(&lib.lock);
    char *ptx = NULL;
    if (open_library() && lib.nvvmCreateProgram(&p) == 0) {
        ptx = compile(p, text, len, options, libdevice, log);
        lib.nvvmDestroyProgram(&p);
    }
    pthread_mutex_unlock(&lib.lock);
    if (!ptx && !*log) *log = hd_xstrdup(lib.problem[0] ? lib.problem : "libNVVM does not start");
    return ptx;
}

char *hd_gpu_verify(const char *text, int arch) {
    program p = NULL;
    char *log = NULL, option[32];
    snprintf(option, sizeof option, "-arch=compute_%d", arch);
    const char *list[1] = {option};
    hd_gpu_toolkit();
    pthread_mutex_lock(&lib.lock);
    if (open_library() && lib.nvvmCreateProgram(&p) == 0) {
        bool ok = lib.nvvmAddModuleToProgram(p, text, strlen(text), "kernel") == 0 &&
                  lib.nvvmVerifyProgram(p, 1, list) == 0;
        if (!ok) log = log_of(p);
        lib.nvvmDestroyProgram(&p);
    } else {
        log = hd_xstrdup(lib.problem);
    }
    pthread_mutex_unlock(&lib.lock);
    return log;
}
