// The parts of a whole, by the session's workers; filling and copying.
#include "run/library/parallel/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <string.h>

#include "run/cudart/cudart.h"

#define PART_BYTES (256u << 10) // below that waking others is not worth it
#define MOST_PARTS 64

size_t parallel_size(int kind) {
    static const uint8_t sizes[] = {0, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
    return sizes[kind];
}

size_t parallel_count(size_t n, size_t size) {
    size_t parts = n * size / PART_BYTES;
    return parts < 1 ? 1 : parts > MOST_PARTS ? MOST_PARTS : parts;
}

struct parts {
    parallel_fn *fn;
    void *arg;
    size_t n, count;
};

static void stretch(size_t n, size_t parts, size_t k, size_t *from, size_t *to) {
    *from = n / parts * k + (k < n % parts ? k : n % parts);
    *to = *from + n / parts + (k < n % parts);
}

static void run_part(struct hd_block *block, void **args) {
    const struct parts *p = args[0];
    size_t k = block->bid[0], from, to;
    stretch(p->n, p->count, k, &from, &to);
    p->fn(p->arg, k, from, to);
}

void parallel_parts(size_t n, size_t parts, parallel_fn *fn, void *arg) {
    if (parts < 2 || hd_current_thread()) { // a kernel's thread has workers beside it
        for (size_t k = 0; k < parts; k++) {
            size_t from, to;
            stretch(n, parts, k, &from, &to);
            fn(arg, k, from, to);
        }
        return;
    }
    struct parts p = {fn, arg, n, parts};
    void *args[] = {&p};
    struct hd_cpu_launch launch = {.name = "a library's loop",
                                   .fn = run_part,
                                   .grid = {(uint32_t)parts, 1, 1},
                                   .block = {1, 1, 1},
                                   .args = args};
    hd_cpu_launch(&launch);
}

struct order {
    const struct parallel_chain *chain;
    size_t n, count;
    atomic_size_t begun, linked;
};

// Whoever comes takes the next stretch, so that those before it are done or in somebody's hands:
// waiting for them ends.
static void run_next(struct hd_block *block, void **args) {
    struct order *o = args[0];
    const struct parallel_chain *c = o->chain;
    size_t k = atomic_fetch_add(&o->begun, 1), from, to;
    stretch(o->n, o->count, k, &from, &to);
    c->sum(c->arg, k, from, to);
    for (int turns = 0; atomic_load_explicit(&o->linked, memory_order_acquire) != k; turns++) {
        if (hd_launch_stops(block)) return;
        if (turns > 1000) sched_yield();
    }
    c->link(c->arg, k);
    atomic_store_explicit(&o->linked, k + 1, memory_order_release);
    c->emit(c->arg, k, from, to);
}

void parallel_in_order(size_t n, size_t parts, const struct parallel_chain *chain) {
    if (hd_current_thread()) {
        for (size_t k = 0; k < parts; k++) {
            size_t from, to;
            stretch(n, parts, k, &from, &to);
            chain->sum(chain->arg, k, from, to);
            chain->link(chain->arg, k);
            chain->emit(chain->arg, k, from, to);
        }
        return;
    }
    struct order o = {.chain = chain, .n = n, .count = parts};
    void *args[] = {&o};
    struct hd_cpu_launch launch = {.name = "a library's loop",
                                   .fn = run_next,
                                   .grid = {(uint32_t)parts, 1, 1},
                                   .block = {1, 1, 1},
                                   .args = args};
    hd_cpu_launch(&launch);
}

static bool reachable(const char *what, const void *p) {
    struct memory m;
    if (!p) return true;
    hd_cudart_find((uint64_t)(uintptr_t)p, &m);
    if (m.freed)
        hd_cudart_notice("%s: its memory (%p) was freed before", what, p);
    else if (m.gpu && m.kind == MEMORY_DEVICE)
        hd_cudart_notice("%s: %p is memory of cudaMalloc on a GPU, and this runs on the CPU: use a "
                         "thrust::device_vector or cudaMallocManaged, or %%device cpu",
                         what, p);
    else
        return true;
    return false;
}

int parallel_enter(const char *what, void *stream, const void *a, const void *b) {
    if (!library_wait(stream)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    if (!reachable(what, a) || !reachable(what, b)) return hd_cudart_fail(cudaErrorInvalidValue);
    return 0;
}

// One large block is kept for the next call: clearing new pages would take a sixth of a sort. The
// kernel takes them when it needs any.
enum { LARGE_PAGE = 2 << 20 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    void *p;
    size_t size;
} kept;

static size_t large_size(size_t bytes) {
    return bytes >= 2 * LARGE_PAGE ? HD_ROUND_UP(bytes, LARGE_PAGE) : 0;
}

static void *swap_kept(void *p, size_t size, size_t *had) {
    pthread_mutex_lock(&lock);
    void *before = kept.p;
    *had = kept.size;
    kept.p = p;
    kept.size = size;
    pthread_mutex_unlock(&lock);
    return before;
}

void *parallel_memory(const char *what, size_t bytes) {
    size_t large = large_size(bytes), had;
    void *p = large ? swap_kept(NULL, 0, &had) : NULL;
    if (p && had == large) return p;
    free(p);
    p = large ? aligned_alloc(LARGE_PAGE, large) // scattered writes miss fewer of its pages
              : malloc(bytes ? bytes : 1);
    if (large && p) madvise(p, large, MADV_HUGEPAGE);
    if (!p) hd_cudart_notice("%s: not enough memory for %zu bytes", what, bytes);
    return p;
}

void parallel_free(void *p, size_t bytes) {
    size_t large = large_size(bytes), had;
    if (large && p) {
        madvise(p, large, MADV_FREE);
        p = swap_kept(p, large, &had);
    }
    free(p);
}

// ---- filling, copying ---------------------------------------------------------------------------

struct fill {
    char *to;
    const char *value;
    size_t size;
};

static void fill_part(void *arg, size_t part, size_t from, size_t to) {
    const struct fill *f = arg;
    (void)part;
    char *p = f->to + from * f->size;
    size_t n = to - from;
    bool alike = true;
    for (size_t i = 1; i < f->size; i++) alike &= f->value[i] == f->value[0];
    if (alike) {
        memset(p, f->value[0], n * f->size);
    } else if (f->size == 4 && (uintptr_t)p % 4 == 0) {
        uint32_t v;
        memcpy(&v, f->value, 4);
        for (size_t i = 0; i < n; i++) ((uint32_t *)(void *)p)[i] = v;
    } else if (f->size == 8 && (uintptr_t)p % 8 == 0) {
        uint64_t v;
        memcpy(&v, f->value, 8);
        for (size_t i = 0; i < n; i++) ((uint64_t *)(void *)p)[i] = v;
    } else {
        for (size_t i = 0; i < n; i++) memcpy(p + i * f->size, f->value, f->size);
    }
}

static int hd_parallel_fill(void *out, size_t n, size_t size, const void *value, void *stream) {
    int code = parallel_enter("fill", stream, out, NULL);
    if (code || !n) return code;
    struct fill f = {out, value, size};
    parallel_parts(n, parallel_count(n, size), fill_part, &f);
    return 0;
}

struct copy {
    char *to;
    const char *from;
};

static void copy_part(void *arg, size_t part, size_t from, size_t to) {
    const struct copy *c = arg;
    (void)part;
    memcpy(c->to + from, c->from + from, to - from);
}

static int hd_parallel_copy(void *to, const void *from, size_t bytes, void *stream) {
    int code = parallel_enter("copy", stream, to, from);
    if (code || !bytes) return code;
    struct copy c = {to, from};
    if ((char *)to < (const char *)from + bytes && (const char *)from < (char *)to + bytes)
        memmove(to, from, bytes);
    else
        parallel_parts(bytes, parallel_count(bytes, 1), copy_part, &c);
    return 0;
}

#define ENTRY(name) {"__heddle_parallel_" #name, (void *)(uintptr_t)hd_parallel_##name}
const struct library_entry hd_parallel_memory[] = {ENTRY(fill), ENTRY(copy), {NULL, NULL}};
