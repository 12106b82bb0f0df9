// A stand-in for libcuda.so.1, for tests on machines without a GPU: devices, memory, streams,
// events and modules are pretended in host memory, and kernels are run by a small interpreter of
// PTX (ptx.c), one operation after the other on a thread of its own, so that launches are
// asynchronous and an endless kernel can be interrupted.
//
// It is stricter than a GPU: device memory cannot be touched by the host at its address, kernels
// may touch only what is allocated, an error in a kernel is sticky.
//
// STANDIN names a control file, read at every call; its lines:
//     fail NAME N CODE    the N-th call of cuNAME in this process fails with CODE (N 0: every call)
//     fault CODE          the next kernel ends with CODE
//     devices N           how many there are; capability 7 5; memory BYTES; version 12040; name
//     TEXT; mode N log PATH            every call is appended there
// Example: `fail cuMemAlloc_v2 1 2` makes the first allocation fail with CUDA_ERROR_OUT_OF_MEMORY.
#include "ptx.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define API __attribute__((visibility("default"))) int
#define SPACE (64ull << 30)

enum {
    OK,
    INVALID_VALUE,
    OUT_OF_MEMORY,
    NOT_INITIALIZED,
    NOT_FOUND = 500,
    NOT_READY = 600,
    INVALID_HANDLE = 400,
    INVALID_CONTEXT = 201
};

// ---- the control file ---------------------------------------------------------------------------

static struct {
    int devices, major, minor, version, mode;
    size_t memory;
    char name[100];
    int fault;
    char log[300];
} settings;

static struct {
    char name[64];
    int calls;
} counts[200];
static int ncounts, faults_done;

static int count_call(const char *name) {
    for (int i = 0; i < ncounts; i++)
        if (strcmp(counts[i].name, name) == 0) return ++counts[i].calls;
    snprintf(counts[ncounts].name, sizeof counts[0].name, "%s", name);
    return counts[ncounts++].calls = 1;
}

static pthread_mutex_t call_lock = PTHREAD_MUTEX_INITIALIZER;

static int read_control(const char *name) { // the error that the call is to fail with
    settings.devices = 1;
    settings.major = 9;
    settings.minor = 0;
    settings.version = 13000;
    settings.mode = settings.fault = 0;
    settings.memory = 8ull << 30;
    settings.log[0] = 0;
    strcpy(settings.name, "Stand-in GPU");
    int nth = count_call(name), error = 0, faults = 0;
    const char *path = getenv("STANDIN");
    FILE *file = path ? fopen(path, "re") : NULL;
    char line[400], word[64];
    while (file && fgets(line, sizeof line, file)) {
        int n, code;
        if (sscanf(line, "fail %63s %d %d", word, &n, &code) == 3) {
            if (strcmp(word, name) == 0 && (n == 0 || n == nth)) error = code;
        } else if (sscanf(line, "fault %d", &code) == 1) {
            if (++faults > faults_done) settings.fault = settings.fault ? settings.fault : code;
        } else if (sscanf(line, "capability %d %d", &settings.major, &settings.minor) == 2) {
        } else if (sscanf(line, "devices %d", &settings.devices) == 1) {
        } else if (sscanf(line, "version %d", &settings.version) == 1) {
        } else if (sscanf(line, "memory %zu", &settings.memory) == 1) {
        } else if (sscanf(line, "mode %d", &settings.mode) == 1) {
        } else if (sscanf(line, "log %299s", settings.log) == 1) {
        } else {
            sscanf(line, "name %99[^\n]", settings.name);
        }
    }
    if (file) fclose(file);
    FILE *log = settings.log[0] ? fopen(settings.log, "ae") : NULL;
    if (log) {
        fprintf(log, "%s\n", name);
        fclose(log);
    }
    return error;
}

static int sticky; // of the context
static int called(const char *name) {
    pthread_mutex_lock(&call_lock);
    int error = read_control(name);
    pthread_mutex_unlock(&call_lock);
    return error;
}
#define CALLED(name)               \
    do {                           \
        int error_ = called(name); \
        if (error_) return error_; \
    } while (0)
#define IN_CONTEXT(name)                                        \
    do {                                                        \
        CALLED(name);                                           \
        if (!context) return INVALID_CONTEXT;                   \
        int lost_ = __atomic_load_n(&sticky, __ATOMIC_ACQUIRE); \
        if (lost_) return lost_;                                \
    } while (0)
static _Thread_local void *context;

// ---- memory -------------------------------------------------------------------------------------

// Device memory is a file mapped twice: at `device`, where the addresses are given out and nothing
// can be touched, and at `host`, where we do.
static struct {
    char *device, *host;
    uint64_t next;
    size_t used;
} space;
static struct ptx_range ranges[20000];
static int nranges;
unsigned ptx_ranges_version = 1; // changes with the ranges
static pthread_mutex_t range_lock = PTHREAD_MUTEX_INITIALIZER;

static void make_space(void) {
    if (space.device) return;
    int fd = memfd_create("standin", MFD_CLOEXEC);
    if (fd < 0 || ftruncate(fd, SPACE)) abort();
    space.device = mmap(NULL, SPACE, PROT_NONE, MAP_SHARED | MAP_NORESERVE, fd, 0);
    space.host = mmap(NULL, SPACE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
    if (space.device == MAP_FAILED || space.host == MAP_FAILED) abort();
    space.next = 4096;
    close(fd);
}

static void add_range(uint64_t base, size_t size, char *host, int kind) {
    pthread_mutex_lock(&range_lock);
    if (nranges < (int)(sizeof ranges / sizeof *ranges))
        ranges[nranges++] = (struct ptx_range){base, size, host, kind};
    __atomic_fetch_add(&ptx_ranges_version, 1, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&range_lock);
}

static bool drop_range(uint64_t base, int kind) {
    bool found = false;
    pthread_mutex_lock(&range_lock);
    for (int i = nranges - 1; i >= 0 && !found; i--) {
        if (ranges[i].base != base || ranges[i].kind != kind) continue;
        if (kind == PTX_DEVICE) {
            madvise(ranges[i].host, ranges[i].size, MADV_REMOVE);
            space.used -= ranges[i].size;
        }
        ranges[i] = ranges[--nranges];
        __atomic_fetch_add(&ptx_ranges_version, 1, __ATOMIC_RELEASE);
        found = true;
    }
    pthread_mutex_unlock(&range_lock);
    return found;
}

bool ptx_range(uint64_t at, size_t size, struct ptx_range *out) {
    bool found = false;
    pthread_mutex_lock(&range_lock);
    for (int i = nranges - 1; i >= 0 && !found; i--) {
        found =
            at >= ranges[i].base && at + size <= ranges[i].base + ranges[i].size && at + size >= at;
        if (found) *out = ranges[i];
    }
    pthread_mutex_unlock(&range_lock);
    return found;
}

void *ptx_host(uint64_t at, size_t size) {
    void *p = NULL;
    pthread_mutex_lock(&range_lock);
    for (int i = nranges - 1; i >= 0 && !p; i--)
        if (at >= ranges[i].base && at + size <= ranges[i].base + ranges[i].size && at + size >= at)
            p = ranges[i].host + (at - ranges[i].base);
    pthread_mutex_unlock(&range_lock);
    return p;
}

static uint64_t allocate(size_t size) {
    make_space();
    uint64_t at =
        __atomic_fetch_add(&space.next, (size + 511 + 4096) / 512 * 512, __ATOMIC_RELAXED);
    add_range((uint64_t)space.device + at, size, space.host + at, PTX_DEVICE);
    space.used += size;
    return (uint64_t)space.device + at;
}
uint64_t ptx_allocate(size_t size) { return allocate(size); }
void ptx_free(uint64_t at) {
    if (at) drop_range(at, PTX_DEVICE);
}

API cuMemAlloc_v2(uint64_t *p, size_t size) {
    IN_CONTEXT("cuMemAlloc_v2");
    if (!size) return INVALID_VALUE;
    if (space.used + size > settings.memory) return OUT_OF_MEMORY;
    *p = allocate(size);
    return OK;
}

API cuMemFree_v2(uint64_t p) {
    IN_CONTEXT("cuMemFree_v2");
    if (!p || drop_range(p, PTX_DEVICE)) return OK;
    if (!drop_range(p, PTX_MANAGED)) return INVALID_VALUE;
    return OK;
}

static int host_memory(void **p, size_t size, int kind) {
    void *m = mmap(NULL, (size + 4095) / 4096 * 4096, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (m == MAP_FAILED) return OUT_OF_MEMORY;
    add_range((uint64_t)m, size, m, kind);
    *p = m;
    return OK;
}

API cuMemAllocManaged(uint64_t *p, size_t size, unsigned flags) {
    IN_CONTEXT("cuMemAllocManaged");
    return host_memory((void **)p, size, PTX_MANAGED);
}

API cuMemHostAlloc(void **p, size_t size, unsigned flags) {
    IN_CONTEXT("cuMemHostAlloc");
    return host_memory(p, size, PTX_HOST);
}

API cuMemFreeHost(void *p) {
    IN_CONTEXT("cuMemFreeHost");
    return drop_range((uint64_t)p, PTX_HOST) ? OK : INVALID_VALUE;
}

API cuMemHostRegister_v2(void *p, size_t size, unsigned flags) {
    IN_CONTEXT("cuMemHostRegister_v2");
    add_range((uint64_t)p, size, p, PTX_REGISTERED);
    return OK;
}

API cuMemHostUnregister(void *p) {
    IN_CONTEXT("cuMemHostUnregister");
    return drop_range((uint64_t)p, PTX_REGISTERED) ? OK : INVALID_VALUE;
}

API cuMemHostGetDevicePointer_v2(uint64_t *out, void *p, unsigned flags) {
    IN_CONTEXT("cuMemHostGetDevicePointer_v2");
    *out = (uint64_t)p;
    return ptx_host(*out, 1) ? OK : INVALID_VALUE;
}

API cuMemGetInfo_v2(size_t *free_bytes, size_t *total) {
    IN_CONTEXT("cuMemGetInfo_v2");
    *total = settings.memory;
    *free_bytes = settings.memory - space.used;
    return OK;
}

API cuMemPrefetchAsync(uint64_t p, size_t size, int device, void *stream) {
    IN_CONTEXT("cuMemPrefetchAsync");
    return OK;
}
API cuMemAdvise(uint64_t p, size_t size, int advice, int device) {
    IN_CONTEXT("cuMemAdvise");
    return OK;
}

// ---- the queue: everything that is asynchronous, in order ---------------------------------------

struct op {
    enum { OP_COPY, OP_SET, OP_SET_2D, OP_COPY_2D, OP_LAUNCH, OP_EVENT, OP_WRITE, OP_HOST } kind;
    uint64_t dst, src;
    size_t size, dst_pitch, src_pitch, width, height;
    int value;
    struct ptx_launch launch;
    struct event *event;
    struct op *next;
};
struct event {
    double at;
    bool recorded, done;
};

static struct {
    pthread_mutex_t lock;
    pthread_cond_t more, idle;
    struct op *first, *last;
    int pending;
    bool started;
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER,
           .more = PTHREAD_COND_INITIALIZER,
           .idle = PTHREAD_COND_INITIALIZER};

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

// Host memory is whatever is in no range.
static char *place(uint64_t at, size_t size) {
    char *p = ptx_host(at, size ? size : 1);
    if (p) return p;
    bool ours = space.device && at >= (uint64_t)space.device && at < (uint64_t)space.device + SPACE;
    return ours ? NULL : (char *)at;
}

static void copy_rows(const struct op *op) {
    for (size_t y = 0; y < op->height; y++) {
        char *d = place(op->dst + y * op->dst_pitch, op->width),
             *s = place(op->src + y * op->src_pitch, op->width);
        if (d && s)
            memmove(d, s, op->width);
        else
            __atomic_store_n(&sticky, INVALID_VALUE, __ATOMIC_RELEASE);
    }
}

static void perform(struct op *op) {
    char *d, *s;
    switch (op->kind) {
    case OP_COPY:
        d = place(op->dst, op->size), s = place(op->src, op->size);
        if (d && s) memmove(d, s, op->size);
        break;
    case OP_SET:
        if ((d = place(op->dst, op->size))) memset(d, op->value, op->size);
        break;
    case OP_SET_2D:
        for (size_t y = 0; y < op->height; y++)
            if ((d = place(op->dst + y * op->dst_pitch, op->width)))
                memset(d, op->value, op->width);
        break;
    case OP_COPY_2D: copy_rows(op); break;
    case OP_LAUNCH: {
        int error = op->value ? op->value : ptx_run(&op->launch);
        if (error) __atomic_store_n(&sticky, error, __ATOMIC_RELEASE);
        ptx_launch_finish(&op->launch);
        break;
    }
    case OP_EVENT:
        op->event->at = now_ms();
        op->event->done = true;
        break;
    case OP_WRITE:
        if ((d = place(op->dst, 4))) memcpy(d, &op->value, 4);
        break;
    case OP_HOST: break;
    }
}

static void *work(void *arg) {
    pthread_mutex_lock(&queue.lock);
    for (;;) {
        while (!queue.first) pthread_cond_wait(&queue.more, &queue.lock);
        struct op *op = queue.first;
        queue.first = op->next;
        if (!queue.first) queue.last = NULL;
        pthread_mutex_unlock(&queue.lock);
        if (!__atomic_load_n(&sticky, __ATOMIC_ACQUIRE)) perform(op);
        free(op);
        pthread_mutex_lock(&queue.lock);
        if (--queue.pending == 0) pthread_cond_broadcast(&queue.idle);
    }
    return arg;
}

static void push(struct op op) {
    struct op *copy = malloc(sizeof *copy);
    *copy = op;
    copy->next = NULL;
    pthread_mutex_lock(&queue.lock);
    if (!queue.started) {
        pthread_t thread;
        queue.started = pthread_create(&thread, NULL, work, NULL) == 0;
    }
    if (queue.last)
        queue.last->next = copy;
    else
        queue.first = copy;
    queue.last = copy;
    queue.pending++;
    pthread_cond_signal(&queue.more);
    pthread_mutex_unlock(&queue.lock);
}

static int drain(void) {
    pthread_mutex_lock(&queue.lock);
    while (queue.pending) pthread_cond_wait(&queue.idle, &queue.lock);
    pthread_mutex_unlock(&queue.lock);
    ptx_flush();
    return __atomic_load_n(&sticky, __ATOMIC_ACQUIRE);
}

static int query(void) {
    pthread_mutex_lock(&queue.lock);
    bool busy = queue.pending > 0;
    pthread_mutex_unlock(&queue.lock);
    int error = __atomic_load_n(&sticky, __ATOMIC_ACQUIRE);
    return error ? error : busy ? NOT_READY : OK;
}

static int copy(uint64_t dst, uint64_t src, size_t size) {
    int error = drain();
    if (error) return error;
    char *d = place(dst, size), *s = place(src, size);
    if (!d || !s) return INVALID_VALUE;
    memmove(d, s, size);
    return OK;
}

API cuMemcpy(uint64_t dst, uint64_t src, size_t size) {
    IN_CONTEXT("cuMemcpy");
    return copy(dst, src, size);
}
API cuMemcpyHtoD_v2(uint64_t dst, const void *src, size_t size) {
    IN_CONTEXT("cuMemcpyHtoD_v2");
    return ptx_host(dst, size) ? copy(dst, (uint64_t)src, size) : INVALID_VALUE;
}
API cuMemcpyDtoH_v2(void *dst, uint64_t src, size_t size) {
    IN_CONTEXT("cuMemcpyDtoH_v2");
    return ptx_host(src, size) ? copy((uint64_t)dst, src, size) : INVALID_VALUE;
}
API cuMemcpyDtoD_v2(uint64_t dst, uint64_t src, size_t size) {
    IN_CONTEXT("cuMemcpyDtoD_v2");
    return copy(dst, src, size);
}

static int copy_later(uint64_t dst, uint64_t src, size_t size) {
    push((struct op){.kind = OP_COPY, .dst = dst, .src = src, .size = size});
    return OK;
}
API cuMemcpyAsync(uint64_t dst, uint64_t src, size_t size, void *stream) {
    IN_CONTEXT("cuMemcpyAsync");
    return copy_later(dst, src, size);
}
API cuMemcpyHtoDAsync_v2(uint64_t dst, const void *src, size_t size, void *stream) {
    IN_CONTEXT("cuMemcpyHtoDAsync_v2");
    return copy_later(dst, (uint64_t)src, size);
}
API cuMemcpyDtoHAsync_v2(void *dst, uint64_t src, size_t size, void *stream) {
    IN_CONTEXT("cuMemcpyDtoHAsync_v2");
    return copy_later((uint64_t)dst, src, size);
}

struct copy_2d {
    size_t src_x, src_y;
    unsigned src_type;
    const void *src_host;
    uint64_t src;
    void *src_array;
    size_t src_pitch;
    size_t dst_x, dst_y;
    unsigned dst_type;
    void *dst_host;
    uint64_t dst;
    void *dst_array;
    size_t dst_pitch;
    size_t width, height;
};
static struct op op_2d(const struct copy_2d *c) {
    uint64_t src = c->src_type == 1 ? (uint64_t)c->src_host : c->src,
             dst = c->dst_type == 1 ? (uint64_t)c->dst_host : c->dst;
    return (struct op){.kind = OP_COPY_2D,
                       .dst = dst + c->dst_y * c->dst_pitch + c->dst_x,
                       .src = src + c->src_y * c->src_pitch + c->src_x,
                       .dst_pitch = c->dst_pitch,
                       .src_pitch = c->src_pitch,
                       .width = c->width,
                       .height = c->height};
}
API cuMemcpy2DAsync_v2(const struct copy_2d *c, void *stream) {
    IN_CONTEXT("cuMemcpy2DAsync_v2");
    push(op_2d(c));
    return OK;
}
API cuMemcpy2DUnaligned_v2(const struct copy_2d *c) {
    IN_CONTEXT("cuMemcpy2DUnaligned_v2");
    push(op_2d(c));
    return drain();
}
API cuMemsetD8Async(uint64_t p, unsigned char value, size_t n, void *stream) {
    IN_CONTEXT("cuMemsetD8Async");
    if (!ptx_host(p, n)) return INVALID_VALUE;
    push((struct op){.kind = OP_SET, .dst = p, .size = n, .value = value});
    return OK;
}
API cuMemsetD8_v2(uint64_t p, unsigned char value, size_t n) {
    return cuMemsetD8Async(p, value, n, NULL);
}
API cuMemsetD2D8Async(uint64_t p, size_t pitch, unsigned char value, size_t width, size_t height,
                      void *stream) {
    IN_CONTEXT("cuMemsetD2D8Async");
    push((struct op){.kind = OP_SET_2D,
                     .dst = p,
                     .dst_pitch = pitch,
                     .width = width,
                     .height = height,
                     .value = value});
    return OK;
}
API cuMemsetD2D8_v2(uint64_t p, size_t pitch, unsigned char value, size_t width, size_t height) {
    return cuMemsetD2D8Async(p, pitch, value, width, height, NULL);
}

// ---- start, devices, contexts -------------------------------------------------------------------

static bool initialised;
API cuInit(unsigned flags) {
    CALLED("cuInit");
    initialised = true;
    return OK;
}
API cuDriverGetVersion(int *version) {
    CALLED("cuDriverGetVersion");
    *version = settings.version;
    return OK;
}

static const struct {
    int code;
    const char *name, *text;
} errors[] = {
    {0, "CUDA_SUCCESS", "no error"},
    {1, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {2, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {3, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {34, "CUDA_ERROR_STUB_LIBRARY", "CUDA driver is a stub library"},
    {46, "CUDA_ERROR_DEVICE_UNAVAILABLE", "CUDA-capable device(s) is/are busy or unavailable"},
    {100, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {201, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {209, "CUDA_ERROR_NO_BINARY_FOR_GPU",
     "no kernel image is available for execution on the device"},
    {218, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
    {222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
     "the provided PTX was compiled with an unsupported toolchain."},
    {400, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
    {500, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {600, "CUDA_ERROR_NOT_READY", "device not ready"},
    {700, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {701, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "too many resources requested for launch"},
    {702, "CUDA_ERROR_LAUNCH_TIMEOUT", "the launch timed out and was terminated"},
    {710, "CUDA_ERROR_ASSERT", "device-side assert triggered"},
    {715, "CUDA_ERROR_ILLEGAL_INSTRUCTION", "an illegal instruction was encountered"},
    {716, "CUDA_ERROR_MISALIGNED_ADDRESS", "misaligned address"},
    {719, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
    {720, "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE", "too many blocks in cooperative launch"},
    {802, "CUDA_ERROR_SYSTEM_NOT_READY", "system not yet initialized"},
    {803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH",
     "system has unsupported display driver / cuda driver combination"},
    {999, "CUDA_ERROR_UNKNOWN", "unknown error"},
};
static int describe(int error, const char **out, bool text) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].code == error) return *out = text ? errors[i].text : errors[i].name, OK;
    *out = NULL;
    return INVALID_VALUE;
}
API cuGetErrorName(int error, const char **name) { return describe(error, name, false); }
API cuGetErrorString(int error, const char **text) { return describe(error, text, true); }

API cuDeviceGetCount(int *count) {
    CALLED("cuDeviceGetCount");
    if (!initialised) return NOT_INITIALIZED;
    *count = settings.devices;
    return OK;
}
API cuDeviceGet(int *device, int ordinal) {
    CALLED("cuDeviceGet");
    *device = ordinal;
    return ordinal < settings.devices ? OK : 101;
}
API cuDeviceGetName(char *name, int len, int device) {
    CALLED("cuDeviceGetName");
    snprintf(name, (size_t)len, "%s", settings.name);
    return OK;
}
API cuDeviceTotalMem_v2(size_t *bytes, int device) {
    CALLED("cuDeviceTotalMem_v2");
    *bytes = settings.memory;
    return OK;
}
API cuDeviceGetUuid_v2(void *uuid, int device) {
    CALLED("cuDeviceGetUuid_v2");
    memcpy(uuid, "stand-in-gpu-no0", 16);
    return OK;
}
API cuDeviceGetPCIBusId(char *id, int len, int device) {
    CALLED("cuDeviceGetPCIBusId");
    snprintf(id, (size_t)len, "0000:%02d:00.0", device + 1);
    return OK;
}
API cuDeviceCanAccessPeer(int *can, int device, int peer) {
    CALLED("cuDeviceCanAccessPeer");
    *can = device != peer;
    return OK;
}
API cuDeviceGetAttribute(int *value, int attribute, int device) {
    CALLED("cuDeviceGetAttribute");
    static const struct {
        int which, value;
    } table[] = {
        {1, 1024},  {2, 1024},    {3, 1024},   {4, 64},    {5, 0x7fffffff}, {6, 65535},
        {7, 65535}, {8, 49152},   {9, 65536},  {10, 32},   {12, 65536},     {13, 1000000},
        {16, 4},    {19, 1},      {31, 1},     {39, 2048}, {40, 2},         {41, 1},
        {78, 1},    {81, 233472}, {82, 65536}, {83, 1},    {89, 1},         {91, 1},
        {95, 1},    {97, 232448}, {99, 1},     {106, 32},  {111, 1024},     {115, 1},
    };
    *value = attribute == 75   ? settings.major
             : attribute == 76 ? settings.minor
             : attribute == 20 ? settings.mode
                               : 0;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].which == attribute) *value = table[i].value;
    return OK;
}

static char contexts[16];
API cuDevicePrimaryCtxRetain(void **out, int device) {
    CALLED("cuDevicePrimaryCtxRetain");
    *out = &contexts[device];
    return OK;
}
API cuCtxSetCurrent(void *c) {
    CALLED("cuCtxSetCurrent");
    context = c;
    return OK;
}
API cuCtxSynchronize(void) {
    CALLED("cuCtxSynchronize");
    return context ? drain() : INVALID_CONTEXT; // prints also when an error has ended the context
}
static size_t limits[16] = {[0] = 1024, [1] = 1 << 20, [2] = 8 << 20};
static bool has_printed; // a kernel that prints was launched: its buffer keeps its size
API cuCtxSetLimit(int limit, size_t value) {
    IN_CONTEXT("cuCtxSetLimit");
    if (limit < 0 || limit > 15 || (limit == 1 && has_printed)) return INVALID_VALUE;
    limits[limit] = value;
    if (limit == 1) ptx_set_fifo(value);
    return OK;
}
API cuCtxGetLimit(size_t *value, int limit) {
    IN_CONTEXT("cuCtxGetLimit");
    *value = limits[limit & 15];
    return OK;
}
API cuCtxGetStreamPriorityRange(int *least, int *greatest) {
    IN_CONTEXT("cuCtxGetStreamPriorityRange");
    *least = 0, *greatest = -5;
    return OK;
}
API cuCtxEnablePeerAccess(void *peer, unsigned flags) {
    IN_CONTEXT("cuCtxEnablePeerAccess");
    return OK;
}
API cuCtxDisablePeerAccess(void *peer) {
    IN_CONTEXT("cuCtxDisablePeerAccess");
    return OK;
}

// ---- modules and launches -----------------------------------------------------------------------

API cuModuleLoadDataEx(void **module, const void *image, unsigned n, int *options, void **values) {
    IN_CONTEXT("cuModuleLoadDataEx");
    char why[300] = "";
    *module = ptx_load(image, why, sizeof why);
    for (unsigned i = 0; i < n; i++)
        if (options[i] == 5 && values[i] && why[0])
            snprintf(values[i], 300, "%s", why); // CU_JIT_ERROR_LOG_BUFFER
    return *module ? OK : 218;
}
API cuModuleUnload(void *module) {
    IN_CONTEXT("cuModuleUnload");
    drain();
    ptx_unload(module);
    return OK;
}
API cuModuleGetFunction(void **function, void *module, const char *name) {
    IN_CONTEXT("cuModuleGetFunction");
    *function = ptx_function(module, name);
    return *function ? OK : NOT_FOUND;
}
API cuModuleGetGlobal_v2(uint64_t *at, size_t *size, void *module, const char *name) {
    IN_CONTEXT("cuModuleGetGlobal_v2");
    return ptx_global(module, name, at, size) ? OK : NOT_FOUND;
}
API cuFuncGetAttribute(int *value, int attribute, void *function) {
    IN_CONTEXT("cuFuncGetAttribute");
    *value = attribute == 0   ? 1024
             : attribute == 1 ? ptx_static_shared(function)
             : attribute == 4 ? 32
                              : 0;
    return OK;
}
static struct {
    void *function;
    int bytes;
} raised[100];
API cuFuncSetAttribute(void *function, int attribute, int value) {
    IN_CONTEXT("cuFuncSetAttribute");
    for (int i = 0; i < 100 && attribute == 8; i++) {
        if (raised[i].function && raised[i].function != function) continue;
        raised[i].function = function;
        raised[i].bytes = value;
        break;
    }
    return OK;
}
API cuFuncSetCacheConfig(void *function, int config) {
    IN_CONTEXT("cuFuncSetCacheConfig");
    return OK;
}
static int blocks_of(int size) { return 2048 / (size < 64 ? 64 : (size + 31) / 32 * 32); }
API cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void *function, int size,
                                                size_t shared) {
    IN_CONTEXT("cuOccupancyMaxActiveBlocksPerMultiprocessor");
    *blocks = blocks_of(size);
    return OK;
}

static int launch(void *f, const unsigned dims[6], unsigned shared, void **params,
                  bool cooperative) {
    size_t allowed = 49152;
    for (int i = 0; i < 100; i++)
        if (raised[i].function == f)
            allowed = (size_t)raised[i].bytes + (size_t)ptx_static_shared(f);
    for (int i = 0; i < 6; i++)
        if (!dims[i]) return INVALID_VALUE;
    if ((uint64_t)dims[3] * dims[4] * dims[5] > 1024 ||
        shared + (size_t)ptx_static_shared(f) > allowed)
        return INVALID_VALUE;
    has_printed = has_printed || ptx_prints(f);
    struct op op = {.kind = OP_LAUNCH, .value = settings.fault};
    if (settings.fault) faults_done++;
    ptx_prepare(&op.launch, f, dims, dims + 3, shared, params, cooperative);
    push(op);
    return OK;
}
API cuLaunchKernel(void *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                   unsigned bz, unsigned shared, void *stream, void **params, void **extra) {
    IN_CONTEXT("cuLaunchKernel");
    return launch(f, (unsigned[]){gx, gy, gz, bx, by, bz}, shared, params, false);
}
API cuLaunchCooperativeKernel(void *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                              unsigned by, unsigned bz, unsigned shared, void *stream,
                              void **params) {
    IN_CONTEXT("cuLaunchCooperativeKernel");
    if ((uint64_t)gx * gy * gz > 4ull * (uint64_t)blocks_of((int)(bx * by * bz))) return 720;
    return launch(f, (unsigned[]){gx, gy, gz, bx, by, bz}, shared, params, true);
}

// ---- streams and events -------------------------------------------------------------------------

API cuStreamCreateWithPriority(void **stream, unsigned flags, int priority) {
    IN_CONTEXT("cuStreamCreateWithPriority");
    *stream = malloc(16);
    return OK;
}
API cuStreamDestroy_v2(void *stream) {
    IN_CONTEXT("cuStreamDestroy_v2");
    free(stream);
    return OK;
}
API cuStreamSynchronize(void *stream) {
    IN_CONTEXT("cuStreamSynchronize");
    return drain();
}
API cuStreamQuery(void *stream) {
    IN_CONTEXT("cuStreamQuery");
    return query();
}
API cuStreamWaitEvent(void *stream, void *event, unsigned flags) {
    IN_CONTEXT("cuStreamWaitEvent");
    return OK;
}
API cuStreamWriteValue32_v2(void *stream, uint64_t at, uint32_t value, unsigned flags) {
    IN_CONTEXT("cuStreamWriteValue32_v2");
    if (!ptx_host(at, 4)) return INVALID_VALUE;
    push((struct op){.kind = OP_WRITE, .dst = at, .value = (int)value});
    return OK;
}
API cuEventCreate(void **event, unsigned flags) {
    IN_CONTEXT("cuEventCreate");
    *event = calloc(1, sizeof(struct event));
    return OK;
}
API cuEventDestroy_v2(void *event) {
    IN_CONTEXT("cuEventDestroy_v2");
    drain();
    free(event);
    return OK;
}
API cuEventRecord(void *event, void *stream) {
    IN_CONTEXT("cuEventRecord");
    struct event *e = event;
    e->recorded = true;
    e->done = false;
    push((struct op){.kind = OP_EVENT, .event = e});
    return OK;
}
API cuEventQuery(void *event) {
    IN_CONTEXT("cuEventQuery");
    struct event *e = event;
    return e->recorded && !e->done ? NOT_READY : OK;
}
API cuEventSynchronize(void *event) {
    IN_CONTEXT("cuEventSynchronize");
    return drain();
}
API cuEventElapsedTime(float *ms, void *start, void *end) {
    IN_CONTEXT("cuEventElapsedTime");
    struct event *a = start, *b = end;
    if (!a->recorded || !b->recorded) return INVALID_HANDLE;
    if (!a->done || !b->done) return NOT_READY;
    *ms = (float)(b->at - a->at);
    return OK;
}
