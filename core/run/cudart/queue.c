// Work of streams on the CPU behind a launch in flight (cpu/launch/later.c): copies, fills,
// callbacks and releases that a program puts there and goes on. Without such a launch all of it is
// done at once and nothing comes here.
//
// What CUDA waits for is waited for here too: a copy to pageable memory returns when it is done,
// one from there has read it when it returns.
//
// Example: `spin<<<1, 1, 0, s>>>(flag); cudaMemcpyAsync(d, pinned, n, cudaMemcpyDefault, s);
// *flag = 1;` copies when the kernel has seen the flag.
#include "run/cudart/cudart.h"

#include <stdlib.h>
#include <string.h>

struct rows_task {
    char *dst;
    const char *src; // NULL: what stands behind this struct, row by row without gaps
    size_t dpitch, spitch, width, rows;
    int value; // of a fill
};

static void copy_rows(void *data) {
    const struct rows_task *t = data;
    const char *src = t->src ? t->src : (const char *)(t + 1);
    size_t spitch = t->src ? t->spitch : t->width;
    for (size_t y = 0; y < t->rows; y++)
        if (!hd_guard_copy(t->dst + y * t->dpitch, src + y * spitch, t->width, NULL)) {
            hd_cudart_notice("a copy between %p and %p found no memory there", (const void *)src,
                             (void *)t->dst);
            return;
        }
}

static void fill_rows(void *data) {
    const struct rows_task *t = data;
    for (size_t y = 0; y < t->rows; y++) memset(t->dst + y * t->dpitch, t->value, t->width);
}

static bool is_pageable(const void *p) {
    struct memory m;
    hd_cudart_find((uint64_t)p, &m);
    return m.kind == MEMORY_HOST || (m.kind == MEMORY_VARIABLE && !m.device_variable);
}

static struct rows_task *new_task(struct rows_task task, size_t more) {
    struct rows_task *t = malloc(sizeof *t + more);
    if (t) *t = task;
    return t;
}

bool hd_cudart_copy_later(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                          size_t rows, void *stream) {
    if (!hd_cudart_behind(stream) || is_pageable(dst)) return false;
    size_t kept = 0;
    bool pageable = is_pageable(src);
    if (pageable && __builtin_mul_overflow(width, rows, &kept)) return false;
    struct rows_task *t = new_task((struct rows_task){.dst = dst,
                                                      .src = pageable ? NULL : src,
                                                      .dpitch = dpitch,
                                                      .spitch = spitch,
                                                      .width = width,
                                                      .rows = rows},
                                   kept);
    if (!t) return false;
    for (size_t y = 0; pageable && y < rows; y++)
        if (!hd_guard_copy((char *)(t + 1) + y * width, (const char *)src + y * spitch, width,
                           NULL)) {
            free(t); // the caller finds out the same, and says it
            return false;
        }
    hd_cudart_later(copy_rows, t, stream, 0);
    return true;
}

bool hd_cudart_fill_later(void *dst, size_t pitch, int value, size_t width, size_t rows,
                          void *stream) {
    if (!hd_cudart_behind(stream) || is_pageable(dst)) return false;
    struct rows_task *t = new_task(
        (struct rows_task){
            .dst = dst, .dpitch = pitch, .width = width, .rows = rows, .value = value},
        0);
    if (t) hd_cudart_later(fill_rows, t, stream, 0);
    return t != NULL;
}

// ---- the host's functions -----------------------------------------------------------------------

struct call_task {
    void (*fn)(void *);
    void (*callback)(void *, int, void *);
    void *stream, *data;
};

static void *call_user(void *arg) {
    const struct call_task *t = arg;
    if (t->callback)
        t->callback(t->stream, 0, t->data);
    else
        t->fn(t->data);
    return NULL;
}

// On a thread like those that programs start: it may fault, exit, be interrupted.
static void call_in_thread(void *arg) { hd_thread_call(call_user, arg); }

bool hd_cudart_call_later(void (*fn)(void *), void (*callback)(void *, int, void *), void *data,
                          void *stream) {
    if (!hd_cudart_behind(stream)) return false;
    struct call_task *t = hd_xmalloc(sizeof *t);
    *t = (struct call_task){fn, callback, stream, data};
    hd_cudart_later(call_in_thread, t, stream, 0);
    return true;
}

// ---- releases -----------------------------------------------------------------------------------

static void release(void *arg) { hd_cudart_release(*(void **)arg); }

bool hd_cudart_free_later(void *p, void *stream) {
    struct memory m;
    hd_cudart_find((uint64_t)p, &m);
    if (!p || m.freed || m.nowhere || m.base != (uint64_t)p || !hd_cudart_behind(stream) ||
        (m.kind != MEMORY_DEVICE && m.kind != MEMORY_MANAGED))
        return false;
    void **task = hd_xmalloc(sizeof *task);
    *task = p;
    hd_cudart_later(release, task, stream, 0);
    return true;
}
