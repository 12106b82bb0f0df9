// Handles: making arrays, counting who refers to them, freeing them.
//
// All live arrays of the engine stand in one list, so that what a fault left behind can be found
// (hd_array_sweep). After a restart the list is made anew from the variables of the session
// (hd_array_adopt).
#include "array/internal.h"
#include "gen/gen.h"

#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What gen/expr/array.c loads.
_Static_assert(offsetof(struct hd_array, data) == HD_ARRAY_DATA_AT &&
                   offsetof(struct hd_array, shape) == HD_ARRAY_SHAPE_AT &&
                   offsetof(struct hd_array, stride) == HD_ARRAY_STRIDE_AT &&
                   offsetof(struct hd_array, count) == HD_ARRAY_COUNT_AT,
               "gen.h says where the fields are");

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // threads of user code make arrays too
static HD_VEC(struct hd_array *) live;
static _Thread_local HD_VEC(struct hd_array *) temporaries;

void (*hd_array_leaves)(const struct hd_array *a);

static void *(*user_malloc)(size_t), *(*user_calloc)(size_t, size_t);
static void (*user_free)(void *);

static void *heap(const char *name) { return hd_cpu_replacement(name); }

static void heap_init(void) {
    if (user_malloc) return;
    user_calloc = (void *(*)(size_t, size_t))(uintptr_t)heap("calloc");
    user_free = (void (*)(void *))(uintptr_t)heap("free");
    user_malloc = (void *(*)(size_t))(uintptr_t)heap("malloc");
}

void hd_array_fail(hd_loc loc, const char *kind, const char *fmt, ...) {
    struct hd_fault fault = {.kind = kind, .loc = loc};
    va_list args;
    va_start(args, fmt);
    vsnprintf(fault.message, sizeof fault.message, fmt, args);
    va_end(args);
    hd_guard_raise(&fault);
}

// ---- memory -------------------------------------------------------------------------------------

static int64_t count_of(int rank, const int64_t *shape, hd_loc loc) {
    int64_t n = 1;
    for (int i = 0; i < rank; i++) {
        if (shape[i] < 0)
            hd_array_fail(loc, "shape", "an array cannot have %lld elements along dimension %d",
                          (long long)shape[i], i);
        if (__builtin_mul_overflow(n, shape[i], &n) || n > INT64_MAX / 64)
            hd_array_fail(loc, "out of memory", "an array of this shape has too many elements");
    }
    return n;
}

void hd_array_count(struct hd_array *a) {
    a->count = 1;
    for (int i = 0; i < a->rank; i++) a->count *= a->shape[i];
}

static struct hd_array *new_handle(hd_loc loc) {
    heap_init();
    struct hd_array *a = user_calloc(1, sizeof *a);
    if (!a) hd_array_fail(loc, "out of memory", "no memory for another array");
    a->held = 1;
    pthread_mutex_lock(&lock);
    a->at = live.n;
    HD_XPUSH(&live, a);
    pthread_mutex_unlock(&lock);
    return a;
}

static void free_array(struct hd_array *a) {
    for (;;) {
        struct hd_array *base = a->base;
        pthread_mutex_lock(&lock);
        if (a->at >= 0 && a->at < live.n && live.v[a->at] == a) {
            live.v[a->at] = live.v[--live.n];
            live.v[a->at]->at = a->at;
        }
        pthread_mutex_unlock(&lock);
        if (hd_array_leaves) hd_array_leaves(a);
        if (a->memory) user_free(a->memory);
        user_free(a);
        if (!base || __atomic_sub_fetch(&base->refs, 1, __ATOMIC_ACQ_REL) > 0 || base->held > 0)
            return;
        a = base;
    }
}

static void drop(struct hd_array *a, int32_t *count) {
    const int32_t *other = count == &a->refs ? &a->held : &a->refs;
    if (__atomic_sub_fetch(count, 1, __ATOMIC_ACQ_REL) <= 0 &&
        __atomic_load_n(other, __ATOMIC_ACQUIRE) <= 0)
        free_array(a);
}

static struct hd_array *own(struct hd_array *a) {
    HD_XPUSH(&temporaries, a);
    return a;
}

struct hd_array *hd_array_new(struct hd_array_type type, int rank, const int64_t *shape,
                              hd_loc loc) {
    int64_t n = count_of(rank, shape, loc);
    size_t bytes = (size_t)n * type.size;
    struct hd_array *a = own(new_handle(loc));
    a->rank = rank;
    a->size = type.size;
    a->kind = type.kind;
    a->part = type.part;
    a->count = n;
    int64_t step = 1;
    for (int i = rank; i-- > 0;) {
        a->shape[i] = shape[i];
        a->stride[i] = step;
        step *= shape[i] ? shape[i] : 1;
    }
    a->memory = user_malloc(bytes + 64); // vectors begin at whole ones
    if (!a->memory) {
        double gib = (double)bytes / (1 << 30);
        hd_array_fail(loc, "out of memory",
                      "an array of shape %s takes %.*f %s: there is no room for it",
                      hd_array_shape_text(a), gib < 1 ? 0 : 1, gib < 1 ? gib * 1024 : gib,
                      gib < 1 ? "MiB" : "GiB");
    }
    a->data = (char *)(((uintptr_t)a->memory + 63) & ~(uintptr_t)63);
    return a;
}

bool hd_array_memory(uint64_t addr, uint64_t *from, uint64_t *size) {
    bool found = false;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < live.n && !found; i++) {
        const struct hd_array *a = live.v[i];
        uint64_t data = (uint64_t)(uintptr_t)a->data, bytes = (uint64_t)a->count * a->size;
        if (!a->memory || addr < data || addr >= data + bytes) continue;
        *from = data;
        *size = bytes;
        found = true;
    }
    pthread_mutex_unlock(&lock);
    return found;
}

struct hd_array *hd_array_like(const struct hd_array *a, int rank, const int64_t *shape,
                               hd_loc loc) {
    return hd_array_new((struct hd_array_type){a->kind, a->part, a->size}, rank, shape, loc);
}

struct hd_array *hd_array_view(struct hd_array *a, hd_loc loc) {
    struct hd_array *v = own(new_handle(loc));
    int32_t at = v->at;
    *v = *a;
    v->refs = 0;
    v->held = 1;
    v->at = at;
    v->memory = NULL;
    v->base = a->base ? a->base : a->memory ? a : NULL;
    if (v->base) __atomic_add_fetch(&v->base->refs, 1, __ATOMIC_ACQ_REL);
    return v;
}

bool hd_array_owner(uint64_t addr, struct hd_array *out) {
    bool found = false;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < live.n && !found; i++) {
        const struct hd_array *a = live.v[i];
        uint64_t from = (uint64_t)(uintptr_t)a->data;
        found = a->memory && addr >= from && addr <= from + (uint64_t)a->count * a->size;
        if (found) *out = *a;
    }
    pthread_mutex_unlock(&lock);
    return found;
}

struct hd_array *hd_array_must(struct hd_array *a, hd_loc loc) {
    if (!a)
        hd_array_fail(loc, "empty array",
                      "this array variable has no array yet: give it one, as in `a = zeros(10)`");
    return a;
}

// ---- what compiled code calls -------------------------------------------------------------------

void *ha_keep(struct hd_array *a) {
    if (a) __atomic_add_fetch(&a->refs, 1, __ATOMIC_ACQ_REL);
    return a;
}

void *ha_hold(struct hd_array *a) {
    if (a) __atomic_add_fetch(&a->held, 1, __ATOMIC_ACQ_REL);
    return a;
}

long ha_mark(void) { return temporaries.n; }

void ha_drain(long mark) {
    while (temporaries.n > mark) {
        struct hd_array *a = temporaries.v[--temporaries.n];
        drop(a, &a->held);
    }
}

// The end of a full expression whose value is an array: that one goes on to the expression around
// it.
void *ha_give(long mark, struct hd_array *a) {
    ha_hold(a);
    ha_drain(mark);
    return a ? own(a) : NULL;
}

// The same where the value becomes a local variable's.
void *ha_take(long mark, struct hd_array *a) {
    ha_hold(a);
    ha_drain(mark);
    return a;
}

static bool is_local(const void *at) { return hd_cpu_on_stack(at); }

// `*at = a`, for a variable of the session or of a function.
void *ha_set(struct hd_array **at, struct hd_array *a) {
    struct hd_array *old = *at;
    bool local = is_local(at);
    if (local)
        ha_hold(a);
    else
        ha_keep(a);
    *at = a;
    if (old) drop(old, local ? &old->held : &old->refs);
    return a;
}

void *ha_replace(struct hd_array **at, long mark, struct hd_array *a) {
    ha_set(at, a);
    ha_drain(mark);
    return a;
}

void ha_leave(struct hd_array **at) {
    struct hd_array *a = *at;
    *at = NULL;
    if (a) drop(a, &a->held);
}

// ---- the session --------------------------------------------------------------------------------

void hd_array_release(struct hd_array *a) {
    if (a) drop(a, &a->refs);
}

static void adopt(struct hd_array *a) {
    if (a->at >= 0 && a->at < live.n && live.v[a->at] == a) return;
    a->refs = a->held = 0;
    a->at = live.n;
    HD_XPUSH(&live, a);
    if (!a->base) return;
    adopt(a->base);
    a->base->refs++;
}

void hd_array_adopt(struct hd_array *a) {
    heap_init();
    adopt(a);
    a->refs++;
}

void hd_array_sweep(void) {
    temporaries.n = 0;
    for (int i = 0; i < live.n; i++) live.v[i]->held = 0;
    for (int i = live.n - 1; i >= 0; i--) {
        if (i >= live.n || live.v[i]->refs > 0) continue;
        free_array(live.v[i]);
        i = live.n; // it moved others
    }
}
