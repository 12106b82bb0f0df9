// What compiled kernels call besides barriers and warp functions: printf, assert, trap, malloc,
// clocks; and the table of all runtime functions, made from runtime.def.
//
// Device printf goes to a buffer of the worker, written to fd 1 in whole calls when the worker has
// done a chunk of blocks, when much has gathered, or every few milliseconds. Text that the host
// left in stdout's buffer goes first.
#include "cpu/guard/exception.h"
#include "cpu/internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <x86intrin.h>

#define HD_RUNTIME(name, type, parameters) type name parameters;
#include "cpu/runtime.def"
#pragma weak hd_rt_launch // run/ provides them; this folder's tests do without
#pragma weak hd_rt_device_launch

// ---- printf -------------------------------------------------------------------------------------

void hd_printf_flush(struct hd_worker *worker) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    const char *s = worker->out.s;
    size_t left = worker->out.len;
    pthread_mutex_lock(&lock);
    while (left) {
        ssize_t n = write(STDOUT_FILENO, s, left);
        if (n > 0) {
            s += n;
            left -= (size_t)n;
        } else if (errno != EINTR && errno != EAGAIN) {
            break;
        } else if (hd_self && hd_guard_wants_out(hd_self)) {
            break;
        }
    }
    pthread_mutex_unlock(&lock);
    hd_buf_clear(&worker->out);
    worker->flushed = hd_now_ns();
}

// CUDA's printf returns the number of its arguments, not of characters.
static int count_arguments(const char *format) {
    int n = 0;
    while ((format = strchr(format, '%'))) {
        size_t flags = strspn(format + 1, "-+ #0123456789.*hlLqjzt");
        for (size_t i = 1; i <= flags; i++) n += format[i] == '*';
        format += flags + 1;
        if (*format && *format != '%') n++;
        if (*format) format++;
    }
    return n;
}

void hd_launch_flush(void) {
    struct hd_guard_thread *self = hd_self;
    if (self && self->worker && self->worker->out.len) hd_printf_flush(self->worker);
}

int hd_rt_device_printf(struct hd_thread *t, const char *format, ...) {
    struct hd_guard_thread *self = hd_self;
    struct hd_worker *worker = self ? self->worker : NULL;
    va_list args;
    va_start(args, format);
    int n;
    if (!worker) { // a device function called by host code
        n = vprintf(format, args);
        va_end(args);
        return n;
    }
    struct hd_launch_state *state = worker->state;
    const struct hd_cpu_watch *watch = state->launch->watch;
    if (state->quiet || (watch && watch->quiet && *watch->quiet)) {
        va_end(args);
        return count_arguments(format);
    }
    if (!atomic_exchange(&state->printed, 1)) fflush(stdout);
    if (!format) format = "(null)";
    char line[1024];
    va_list again;
    va_copy(again, args);
    self->lenient = true; // %s of a wild pointer is the kernel's fault
    n = vsnprintf(line, sizeof line, format, args);
    if (n >= (int)sizeof line) {
        char *long_line = hd_xmalloc((size_t)n + 1);
        vsnprintf(long_line, (size_t)n + 1, format, again);
        self->lenient = false;
        hd_buf_add(&worker->out, long_line, (size_t)n);
        free(long_line);
    } else {
        self->lenient = false;
        if (n > 0) hd_buf_add(&worker->out, line, (size_t)n);
    }
    va_end(again);
    va_end(args);
    if (worker->out.len > 8192 || hd_now_ns() - worker->flushed > 5000000) hd_printf_flush(worker);
    if (state->stop || hd_interrupt_flag) hd_guard_check();
    return n < 0 ? -2 : count_arguments(format);
}

// ---- assert and trap ----------------------------------------------------------------------------

static _Noreturn void device_fault(struct hd_thread *t, struct hd_fault *fault, const char *what) {
    char where[128] = "";
    bool known = t && t->block && hd_self && hd_self->worker; // then whoever reports it says where
    if (t && t->block && !known)
        snprintf(where, sizeof where, " in block (%u,%u,%u), thread (%u,%u,%u)", t->block->bid[0],
                 t->block->bid[1], t->block->bid[2], t->tid[0], t->tid[1], t->tid[2]);
    snprintf(fault->message, sizeof fault->message, "%s%s", what, where);
    if (known) {
        fault->in_kernel = fault->has_thread = true;
        memcpy(fault->block, t->block->bid, sizeof fault->block);
        memcpy(fault->thread, t->tid, sizeof fault->thread);
    }
    hd_guard_raise(fault);
}

void hd_rt_device_assert(struct hd_thread *t, const char *text, const char *file, unsigned line,
                         const char *function) {
    struct hd_fault fault = {.kind = "assertion failed"};
    char what[384];
    snprintf(what, sizeof what, "assertion `%s` failed", text);
    device_fault(t, &fault, what);
}

void hd_rt_device_trap(struct hd_thread *t) {
    struct hd_fault fault = {.kind = "trap"};
    device_fault(t, &fault, "the kernel called `__trap`");
}

void hd_rt_not_on_host(uint32_t loc) {
    struct hd_fault fault = {.loc = loc};
    hd_fault_say(&fault, 0, "call of device code",
                 "host code calls a `__device__` function here, which is for kernels: make it "
                 "`__host__ __device__`");
    hd_guard_raise(&fault);
}

// ---- memory -------------------------------------------------------------------------------------

#define DEVICE_MAGIC 0x64766d656d6f7279ull // in front of each block from device malloc
#define FREED_MAGIC 0x64766672656564ull

static __thread uint64_t heap_calls;

uint64_t hd_device_heap_calls(void) { return heap_calls; }

void *hd_rt_device_malloc(struct hd_thread *t, size_t size) {
    heap_calls++;
    if (size > SIZE_MAX - 64) return NULL;
    uint64_t *block = hd_user_malloc(size + 16);
    if (!block) return NULL;
    block[0] = DEVICE_MAGIC;
    block[1] = size;
    return block + 2;
}

void hd_rt_device_free(struct hd_thread *t, void *p) {
    if (!p) return;
    heap_calls++;
    uint64_t header[2];
    uint64_t *block = (uint64_t *)p - 2;
    struct hd_fault fault = {.kind = "invalid free"};
    if ((uintptr_t)p % 16 || !hd_guard_read(block, header, sizeof header) ||
        header[0] != DEVICE_MAGIC) {
        bool twice = (uintptr_t)p % 16 == 0 && hd_guard_read(block, header, sizeof header) &&
                     header[0] == FREED_MAGIC;
        device_fault(t, &fault,
                     twice ? "`free` of memory that was freed before"
                           : "`free` of a pointer that device `malloc` did not return");
    }
    block[0] = FREED_MAGIC;
    hd_user_free(block);
}

// ---- clocks -------------------------------------------------------------------------------------

int64_t hd_rt_clock(void) { return (int64_t)__rdtsc(); }

int64_t hd_rt_globaltimer(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

// ---- _Thread_local variables --------------------------------------------------------------------

struct tls_slot {
    uint64_t key;
    void *data; // NULL: empty
};
struct tls_end {
    void (*end)(void *);
    void *object;
    struct tls_end *before;
};
static __thread struct {
    struct tls_slot *slots;
    uint32_t n, cap;      // cap: a power of two, or 0
    struct tls_end *ends; // the last one first
    bool known;           // somebody has the thread end
} tls;
static pthread_key_t tls_key;
static pthread_once_t tls_once = PTHREAD_ONCE_INIT;

void *hd_rt_thread_end(void *end, void *object) {
    struct tls_end *one = hd_xmalloc(sizeof *one);
    *one = (struct tls_end){(void (*)(void *))(uintptr_t)end, object, tls.ends};
    tls.ends = one;
    if (tls.known) return NULL;
    tls.known = true;
    return &tls;
}

void hd_rt_thread_ends(void *thread) {
    if (thread != &tls) return;
    for (struct tls_end *one; (one = tls.ends); free(one)) {
        tls.ends = one->before;
        one->end(one->object);
    }
    tls.known = false;
}

void hd_thread_locals_end(void) { hd_rt_thread_ends(&tls); }

static void free_tls(void *arg) {
    hd_thread_locals_end();
    for (uint32_t i = 0; i < tls.cap; i++) free(tls.slots[i].data);
    free(tls.slots);
    tls.slots = NULL;
    tls.n = tls.cap = 0;
}

static void make_tls_key(void) { pthread_key_create(&tls_key, free_tls); }

static struct tls_slot *tls_slot(uint64_t key) {
    uint32_t at = (uint32_t)(key * 0x9e3779b97f4a7c15ull >> 32) & (tls.cap - 1);
    while (tls.slots[at].data && tls.slots[at].key != key) at = (at + 1) & (tls.cap - 1);
    return &tls.slots[at];
}

static void tls_grow(void) {
    struct tls_slot *old = tls.slots;
    uint32_t cap = tls.cap;
    tls.cap = cap ? cap * 2 : 16;
    tls.slots = hd_xcalloc(tls.cap, sizeof *tls.slots);
    for (uint32_t i = 0; i < cap; i++)
        if (old[i].data) *tls_slot(old[i].key) = old[i];
    free(old);
}

void *hd_rt_tls(uint64_t key, size_t size, const void *image) {
    struct tls_slot *slot = tls.cap ? tls_slot(key) : NULL;
    if (slot && slot->data) return slot->data;
    if (tls.n * 2 >= tls.cap) {
        tls_grow();
        slot = tls_slot(key);
        pthread_once(&tls_once, make_tls_key);
        pthread_setspecific(tls_key, &tls);
    }
    void *data = NULL;
    if (posix_memalign(&data, 64, size ? size : 1)) data = hd_xmalloc(size);
    if (image)
        memcpy(data, image, size);
    else
        memset(data, 0, size);
    *slot = (struct tls_slot){key, data};
    tls.n++;
    return data;
}

// ---- the table ----------------------------------------------------------------------------------

void *hd_cpu_runtime(const char *name) {
    static const struct {
        const char *name;
        void (*fn)(void);
    } table[] = {
#define HD_RUNTIME(name, type, parameters) {#name, (void (*)(void))name},
#include "cpu/runtime.def"
    };
    for (int i = 0; i < HD_COUNT(table); i++)
        if (strcmp(table[i].name, name) == 0) return (void *)(uintptr_t)table[i].fn;
    void *symbol = hd_exception_symbol(name);
    if (symbol) return symbol;
    if (strcmp(name, "hd_interrupt_flag") == 0) return (void *)(uintptr_t)&hd_interrupt_flag;
    return NULL;
}
