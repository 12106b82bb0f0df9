// The runtime API's entry table and its errors.
//
// Every failing call leaves its code as the calling thread's last error, which cudaGetLastError
// gives and resets.
//
// A kernel that failed an assertion, trapped or used a bad address has *lost* the device, as on a
// GPU: the first call after the launch that uses the device says so (launches do not wait, and so
// do not), and from then on all of them do, cudaGetLastError too, which does not reset it ("sticky"
// errors), until the program ends or calls cudaDeviceReset. That is for programs, which check their
// calls; in a cell the fault is the cell's error, and the session goes on with the device.
#include "run/cudart/cudart.h"
#include "run/gpu/gpu.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static _Thread_local int last_error;
static _Thread_local const void *caller; // the return address of the running call
static struct {
    int code;     // 0: the device is there
    bool noticed; // a call has told the program
} lost;

// ---- names --------------------------------------------------------------------------------------

#define HD_CUDART(name, params, args)          \
    static int enter_##name params {           \
        caller = __builtin_return_address(0);  \
        int error = hd_cudart_lost(true);      \
        return error ? error : hd_##name args; \
    }
#define HD_CUDART_ANSWER(name, result, params)
#include "run/cudart/cudart.def"

hd_loc hd_cudart_caller(void) {
    hd_loc loc = 0;
    const char *function;
    uint64_t pc = (uint64_t)caller;
    return pc && hd_jit_contains(pc) && hd_jit_place(pc - 1, &loc, &function) ? loc : 0;
}

static const struct {
    const char *name;
    void *address;
} entries[] = {
#define HD_CUDART(name, params, args) {#name, (void *)(uintptr_t)enter_##name},
#define HD_CUDART_ANSWER(name, result, params) {#name, (void *)(uintptr_t)hd_##name},
#include "run/cudart/cudart.def"
};
static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct hd_map by_name;

static void index_entries(void) {
    for (int i = 0; i < HD_COUNT(entries); i++)
        hd_map_set(&by_name, hd_intern_str(entries[i].name), entries[i].address);
}

void *hd_cudart_symbol(const char *name) {
    if (strncmp(name, "cuda", 4) != 0) return NULL;
    pthread_once(&once, index_entries);
    return hd_map_get(&by_name, hd_intern_str(name));
}

// ---- errors -------------------------------------------------------------------------------------

static const struct {
    int code;
    const char *name, *text;
} errors[] = {
#define HD_CUDA_ERROR(name, code, text) {code, #name, text},
#include "front/names/cuda_errors.def"
};

int hd_cudart_fail(int code) {
    if (code) last_error = code;
    return code;
}

int hd_cudart_give(void *to, const void *value, size_t size) {
    if (hd_guard_copy(to, value, size, NULL)) return 0;
    hd_cudart_notice("the pointer %p, which the result is to go to, cannot be written to", to);
    return hd_cudart_fail(cudaErrorInvalidValue);
}

void hd_cudart_set_error(int code) {
    if (!hd_gpu_error_is_sticky(code))
        hd_cudart_fail(code);
    else if (!__atomic_load_n(&lost.code, __ATOMIC_RELAXED))
        __atomic_store_n(&lost.code, code, __ATOMIC_RELAXED);
}

int hd_cudart_lost(bool notice) {
    int code = __atomic_load_n(&lost.code, __ATOMIC_RELAXED);
    if (!code) return 0;
    if (notice) lost.noticed = true;
    return lost.noticed ? hd_cudart_fail(code) : code;
}

void hd_cudart_found(void) {
    if (lost.code) last_error = 0;
    __atomic_store_n(&lost.code, 0, __ATOMIC_RELAXED);
    lost.noticed = false;
}

void hd_cudart_notice(const char *fmt, ...) {
    char text[1024];
    va_list args;
    va_start(args, fmt);
    int n = vsnprintf(text, sizeof text - 1, fmt, args);
    va_end(args);
    if (n < 0) return;
    if (n > (int)sizeof text - 2) n = (int)sizeof text - 2;
    text[n] = '\n';
    fflush(stdout);
    ssize_t done = write(2, text, (size_t)n + 1);
    (void)done;
}

int hd_cudaGetLastError(void) {
    hd_check_errors_seen();
    return hd_cudart_take_error();
}

int hd_cudart_take_error(void) {
    int code = last_error;
    last_error = 0; // also what every later call that uses the device returns again
    return code;
}

int hd_cudart_last_error(void) { return last_error; }

int hd_cudaPeekAtLastError(void) {
    hd_check_errors_seen();
    return hd_cudart_last_error();
}

const char *hd_cudaGetErrorName(int error) {
    for (int i = 0; i < HD_COUNT(errors); i++)
        if (errors[i].code == error) return errors[i].name;
    return "unrecognized error code";
}

const char *hd_cudaGetErrorString(int error) {
    for (int i = 0; i < HD_COUNT(errors); i++)
        if (errors[i].code == error) return errors[i].text;
    return "unrecognized error code";
}

int hd_cudaDeviceSynchronize(void) {
    hd_cpu_finish(NULL, false, true);
    struct hd_gpu_device *device = hd_device_current();
    hd_check_sync(HD_SYNC_DEVICE, NULL, NULL);
    if (device && device->context) {
        int error = hd_gpu_finish(NULL, device, true);
        if (error) return hd_gpu_failed(error, device, "cudaDeviceSynchronize", 0);
    }
    return hd_cudart_lost(true);
}

int hd_cudaThreadSynchronize(void) { return hd_cudaDeviceSynchronize(); }

void hd_cudart_reset(void) {
    hd_cudart_streams_reset();
    hd_cudart_memory_reset();
    hd_cudart_found();
    last_error = 0;
}

int hd_cudaDeviceReset(void) {
    hd_cpu_finish(NULL, false, true);
    hd_cudart_reset();
    return 0;
}

int hd_cudaThreadExit(void) { return hd_cudaDeviceReset(); }
