// Kernels on a device: PTX becomes a loaded module, a launch goes out.
//
// The driver compiles PTX to machine code when it loads it (cuModuleLoadDataEx; it has a cache of
// its own on disk). Its error log is part of the message when that fails. A launch that asks for
// more dynamic shared memory than 48 KiB needs permission (cuFuncSetAttribute), which is given by
// itself, once per kernel and size. A recursive kernel gets a larger stack than the driver's 1 KiB
// a thread, for nobody knows how much it needs.
#include "gpu/gpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ERROR_LOG = 5, ERROR_LOG_SIZE = 6, LINE_INFO = 13 }; // CUjit_option
#define RECURSIVE_STACK 8192 // bytes a thread; a GPU has some hundred thousand threads at once
#define STACK_LIMIT 0        // CU_LIMIT_STACK_SIZE

enum { MAX_THREADS = 0, SHARED_SIZE = 1, REGISTERS = 4, MAX_DYNAMIC = 8 }; // CUfunction_attribute
enum { NO_TIMING = 2 };                                                    // CUevent_flags

static int attribute(const struct hd_gpu_kernel *k, int which) {
    int value = 0;
    return hd_cu.cuFuncGetAttribute(&value, which, k->function) == 0 ? value : 0;
}

static int find_variables(struct hd_gpu_kernel *k) {
    const struct hd_gpu_code *code = k->code;
    k->vars = hd_xcalloc((size_t)code->nvars + 1, sizeof *k->vars);
    for (int i = 0; i < code->nvars; i++) {
        size_t size = 0;
        int error = hd_cu.cuModuleGetGlobal(&k->vars[i], &size, k->module, code->vars[i].symbol);
        if (error) return error;
    }
    return 0;
}

// More would fail in the driver's assembler, whose message counts in hexadecimal.
static bool shared_fits(const struct hd_gpu_device *device, struct hd_gpu_code *code,
                        struct hd_buf *why) {
    if (code->static_shared <= (uint32_t)device->shared) return true;
    hd_buf_printf(
        why,
        "this kernel has %u bytes of __shared__ variables, and a block can have %d; up to %d are possible with "
        "`extern __shared__` and the third launch argument",
        code->static_shared, device->shared, device->shared_optin);
    hd_gpu_code_destroy(code);
    return false;
}

// LLVM's back end leaves calls of mathematical functions open where there is no libdevice; the
// driver would name them alone.
static bool has_libdevice(struct hd_gpu_code *code, struct hd_buf *why) {
    for (const char *at = code->backend == HD_GPU_LLVM ? code->ptx : "";
         (at = strstr(at, ".extern .func")); at++) {
        const char *name = strstr(at, "__nv_");
        if (!name || (size_t)(name - at) > strcspn(at, "\n;")) continue;
        hd_buf_printf(
            why,
            "this kernel needs `%.*s` of libdevice, which comes with the CUDA toolkit, and no toolkit was found: install it "
            "(%%doctor says where it is looked for), or launch on the CPU (`%%device cpu`)",
            (int)strcspn(name, " (;\n"), name);
        hd_gpu_code_destroy(code);
        return false;
    }
    return true;
}

static void make_stack(void) {
    size_t now = 0;
    if (hd_cu.cuCtxGetLimit(&now, STACK_LIMIT) == 0 && now < RECURSIVE_STACK)
        hd_cu.cuCtxSetLimit(STACK_LIMIT, RECURSIVE_STACK);
}

struct hd_gpu_kernel *hd_gpu_load(struct hd_gpu_device *device, struct hd_gpu_code *code,
                                  int *error, struct hd_buf *why) {
    static _Thread_local char log[2048]; // the driver keeps the pointer when it puts off loading
    *error = 0;
    if (!shared_fits(device, code, why) || !has_libdevice(code, why)) return NULL;
    struct hd_gpu_kernel *k = hd_xcalloc(1, sizeof *k);
    log[0] = 0;
    int options[3] = {ERROR_LOG, ERROR_LOG_SIZE,
                      LINE_INFO}; // the last for compute-sanitizer and ncu
    void *values[3] = {log, (void *)(uintptr_t)(sizeof log - 1), (void *)(uintptr_t)1};
    k->device = device;
    k->code = code;
    k->dynamic_allowed = device->shared;
    *error = hd_cu.cuModuleLoadDataEx(&k->module, code->ptx, 3, options, values);
    if (!*error) *error = hd_cu.cuModuleGetFunction(&k->function, k->module, code->entry);
    if (!*error) *error = find_variables(k);
    if (*error) {
        hd_gpu_explain(why, *error, "loading the kernel on the GPU");
        log[strcspn(log, "\n")] = 0;
        if (log[0]) hd_buf_printf(why, "; the driver says: %s", log);
        hd_gpu_unload(k);
        return NULL;
    }
    if (code->prints &&
        hd_cu.cuModuleGetGlobal(&k->printed, NULL, k->module, "heddle_printed") != 0)
        k->printed = 0;
    k->static_shared = attribute(k, SHARED_SIZE);
    k->max_threads = attribute(k, MAX_THREADS);
    k->registers = attribute(k, REGISTERS);
    if (k->static_shared < k->dynamic_allowed) k->dynamic_allowed -= k->static_shared;
    if (code->recursive) make_stack();
    return k;
}

void hd_gpu_unload(struct hd_gpu_kernel *k) {
    if (!k) return;
    if (k->module && hd_gpu_use(k->device)) {
        if (k->met) hd_cu.cuEventDestroy(k->met);
        hd_cu.cuModuleUnload(k->module);
    }
    hd_gpu_code_destroy(k->code);
    free(k->vars);
    free(k);
}

int hd_gpu_most_blocks(const struct hd_gpu_kernel *k, const uint32_t block[3], size_t shared) {
    int blocks = 0, error;
    error = hd_cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, k->function, (int)(block[0] * block[1] * block[2]), shared);
    return error ? -1 : blocks * k->device->processors;
}

// The blocks of a grid count themselves in a variable of the module, so two grids of one kernel
// must not run at once.
static int launch_cooperative(struct hd_gpu_kernel *k, const uint32_t grid[3],
                              const uint32_t block[3], size_t shared, void *stream,
                              void **parameters) {
    if (!hd_cu.cuLaunchCooperativeKernel) return HD_CU_NOT_SUPPORTED;
    int error = k->met ? hd_cu.cuStreamWaitEvent(stream, k->met, 0) : 0;
    if (!error)
        error = hd_cu.cuLaunchCooperativeKernel(k->function, grid[0], grid[1], grid[2], block[0],
                                                block[1], block[2], (unsigned)shared, stream,
                                                parameters);
    if (error || !k->code->cooperative) return error;
    if (!k->met) error = hd_cu.cuEventCreate(&k->met, NO_TIMING);
    return error ? error : hd_cu.cuEventRecord(k->met, stream);
}

int hd_gpu_launch(struct hd_gpu_kernel *k, const uint32_t grid[3], const uint32_t block[3],
                  size_t shared, void *stream, void **parameters, bool cooperative) {
    if (shared > (size_t)k->dynamic_allowed) {
        int error = hd_cu.cuFuncSetAttribute(k->function, MAX_DYNAMIC, (int)shared);
        if (error) return error;
        k->dynamic_allowed = (int)shared;
    }
    if (cooperative || k->code->cooperative)
        return launch_cooperative(k, grid, block, shared, stream, parameters);
    return hd_cu.cuLaunchKernel(k->function, grid[0], grid[1], grid[2], block[0], block[1],
                                block[2], (unsigned)shared, stream, parameters, NULL);
}
