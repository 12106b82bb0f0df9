// Host code that is checked: its heap, and what leaves it.
//
// The blocks of malloc and new are the store's (cpu/heap/heap.c), which knows their sizes. What is
// freed during a check stays until its end, so that a use after free, and a second free, can be
// told with the place of the first; only so much of it, the oldest goes first. Code that is not
// checked (libraries, functions behind pointers) may set memory that it is given a pointer to: all
// of that object counts as set then.
#include "check/internal.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_KEPT (64u << 20) // bytes of freed blocks

struct kept { // a block that is still there
    uint64_t from, size;
    hd_loc at; // where it was freed
};
static struct {
    HD_VEC(struct kept) freed; // the oldest first
    uint64_t bytes;
    uint64_t site; // `what` of the call that comes next
} host;

static const struct kept *find_freed(uint64_t addr) {
    for (int i = host.freed.n - 1; i >= 0; i--)
        if (addr - host.freed.v[i].from < host.freed.v[i].size) return &host.freed.v[i];
    return NULL;
}

bool host_find(uint64_t addr, struct hd_object *out) {
    uint64_t base;
    size_t size;
    if (!hd_heap_find(addr, &base, &size)) return false;
    *out = (struct hd_object){.from = base, .size = size, .kind = HD_OBJECT_HOST};
    const struct kept *freed = find_freed(base);
    if (freed) out->freed = true, out->freed_at = freed->at, out->size = freed->size;
    return true;
}

bool host_block_before(uint64_t end, struct hd_object *out) { // that ends there
    return host_find(end - 1, out) && out->from + out->size == end && !out->freed;
}

// ---- what the library has under these names -----------------------------------------------------

static void *user(const char *name) { return hd_cpu_replacement(name); }

static void free_one(void *p) {
    void (*release)(void *) = (void (*)(void *))(uintptr_t)user("free");
    if (release) release(p);
}

// Blocks that the code has written past the end of are complained about; not now.
static void free_kept(int n) {
    for (int i = 0; i < n; i++) {
        struct hd_fault fault;
        uint64_t from = host.freed.v[i].from;
        host.bytes -= host.freed.v[i].size;
        hd_guard_run(free_one, (void *)(uintptr_t)from, &fault);
    }
    if (host.freed.n > n) // there may be no array yet
        memmove(host.freed.v, host.freed.v + n, (size_t)(host.freed.n - n) * sizeof *host.freed.v);
    host.freed.n -= n;
}

void host_finish(void) {
    free_kept(host.freed.n);
    HD_FREE_VEC(&host.freed);
}

// The call that follows is at that place.
void *hd_ck_here(uint64_t what) {
    host.site = what;
    return NULL;
}

static void *fresh(void *p, size_t size) {
    if (!p || !hd_check_on) return p;
    object_clear();
    hd_check_allocated((uint64_t)(uintptr_t)p, size);
    return p;
}

void *hd_ck_host_malloc(size_t size) {
    void *(*get)(size_t) = (void *(*)(size_t))(uintptr_t)user("malloc");
    return fresh(get(size), size);
}

void *hd_ck_host_calloc(size_t n, size_t size) {
    void *(*get)(size_t, size_t) = (void *(*)(size_t, size_t))(uintptr_t)user("calloc");
    void *p = get(n, size);
    if (p && hd_check_on) hd_check_freed((uint64_t)(uintptr_t)p, n * size); // forgotten, and set
    return p;
}

static void again(const struct kept *first) {
    char text[200] = "", at[80] = "";
    struct hd_place place;
    if (first->at && hd_source_place(first->at, &place))
        snprintf(at, sizeof at, " (%s:%d)", place.source->name, place.line);
    snprintf(text, sizeof text, "this block of %llu bytes has been freed before%s",
             (unsigned long long)first->size, at);
    report_host(HD_FINDING_FREED, host.site, first->from, text);
}

void hd_ck_host_free(void *p) {
    uint64_t from = (uint64_t)(uintptr_t)p, base;
    size_t size;
    hd_check_settle();
    bool is = p && hd_check_on && hd_heap_find(from, &base, &size) && base == from;
    const struct kept *freed = is ? find_freed(from) : NULL;
    if (freed && freed->from == from) {
        again(freed);
        return;
    }
    if (!is || size > MOST_KEPT / 4) { // says what is wrong with it
        if (is) hd_check_freed(from, size);
        free_one(p);
        return;
    }
    struct kept kept = {from, size, hd_check_site(HD_WHAT_SITE(host.site))->loc};
    HD_XPUSH(&host.freed, kept);
    host.bytes += size;
    object_clear();
    if (host.bytes <= MOST_KEPT) return;
    int n = 0;
    for (uint64_t sum = 0; n < host.freed.n && sum < MOST_KEPT / 2; n++)
        sum += host.freed.v[n].size;
    free_kept(n);
    object_clear();
}

void *hd_ck_host_realloc(void *p, size_t size) {
    uint64_t from = (uint64_t)(uintptr_t)p, base;
    size_t had;
    void *(*change)(void *, size_t) = (void *(*)(void *, size_t))(uintptr_t)user("realloc");
    if (p && !hd_check_on) return change(p, size);
    if (!p) return hd_ck_host_malloc(size);
    const struct kept *freed = find_freed(from);
    if (freed) again(freed);
    if (!hd_heap_find(from, &base, &had) || base != from) return change(p, size);
    void *to = hd_ck_host_malloc(size);
    if (!to) return NULL;
    size_t n = had < size ? had : size;
    memcpy(to, p, n);
    hd_check_copied(to, p, n);
    if (!freed) hd_ck_host_free(p);
    return to;
}

void *hd_ck_copied(char *to, char *from, uint64_t size) {
    hd_check_copied(to, from, size);
    return NULL;
}

// Code that is not checked gets this pointer.
void *hd_ck_escapes(char *p, uint32_t deep) {
    struct hd_object o;
    if (!p || !hd_check_on) return NULL;
    if (host_find((uint64_t)(uintptr_t)p, &o) && !o.freed) shadow_poison(o.from, o.size, false);
    local_set(deep ? 0 : (uint64_t)(uintptr_t)p);
    return NULL;
}
