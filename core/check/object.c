// Which object an address is in, and how its parts are called.
#include "check/internal.h"

// cpu/runtime.def
void *hd_rt_device_malloc(struct hd_thread *t, size_t size);
void hd_rt_device_free(struct hd_thread *t, void *p);

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool (*hd_check_find_object)(uint64_t address, struct hd_object *out);
struct hd_check_launch kept_launch;
const void *kept_frame;

#define CACHED 1024
static uint64_t generation; // of what is known of objects
static __thread uint64_t seen_generation;
static __thread struct cached {
    uint64_t addr; // + 1; 0: empty
    bool none;
    struct hd_object object;
} cache[CACHED];

void object_clear(void) { __atomic_fetch_add(&generation, 1, __ATOMIC_RELEASE); }

// ---- what kernels allocate
// --------------------------------------------------------------------------- Blocks are freed for
// good only when the check ends, so that a use after free can be named.

static struct {
    HD_VEC(struct hd_object) all; // sorted by address
    HD_VEC(void *) freed;
} heap;

static int heap_above(uint64_t addr) {
    int low = 0, high = heap.all.n;
    while (low < high) {
        int mid = (low + high) / 2;
        if (heap.all.v[mid].from <= addr)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static struct hd_object *find_heap(uint64_t addr) {
    int i = heap_above(addr) - 1;
    if (i < 0 || addr > heap.all.v[i].from + heap.all.v[i].size) return NULL;
    return &heap.all.v[i];
}

void *hd_ck_malloc(struct hd_thread *t, size_t size) {
    void *p = hd_rt_device_malloc(t, size);
    if (!p || !hd_check_on) return p;
    struct hd_object o = {.from = (uint64_t)(uintptr_t)p, .size = size, .kind = HD_OBJECT_HEAP};
    slow_lock();
    int i = heap_above(o.from);
    HD_XPUSH(&heap.all, o);
    memmove(&heap.all.v[i + 1], &heap.all.v[i], sizeof o * (size_t)(heap.all.n - 1 - i));
    heap.all.v[i] = o;
    object_clear();
    slow_unlock();
    shadow_forget(o.from, size);
    shadow_poison(o.from, size, true);
    return p;
}

void hd_ck_free(struct hd_thread *t, void *p) {
    slow_lock();
    struct hd_object *o = p && hd_check_on ? find_heap((uint64_t)(uintptr_t)p) : NULL;
    if (!o || o->from != (uint64_t)(uintptr_t)p || o->freed) {
        slow_unlock();
        hd_rt_device_free(t, p); // says what is wrong with it, or it is older than the check
        return;
    }
    o->freed = true;
    HD_XPUSH(&heap.freed, p);
    object_clear();
    slow_unlock();
}

void object_finish(void) {
    for (int i = 0; i < heap.freed.n; i++) hd_rt_device_free(NULL, heap.freed.v[i]);
    HD_FREE_VEC(&heap.freed);
    HD_FREE_VEC(&heap.all);
}

// One of the block's __shared__ variables. Dynamic memory is one object.
static bool find_shared(uint64_t addr, struct hd_object *out) {
    const struct block_state *b = now.block;
    if (!b || addr < b->shared_from || addr > b->shared_to) return false;
    *out = (struct hd_object){.kind = HD_OBJECT_SHARED};
    uint64_t dynamic = b->shared_to - kept_launch.dyn_shared, offset = addr - b->shared_from;
    for (int i = 0; i < kept_launch.nshared; i++) {
        const struct hd_check_shared *s = &kept_launch.shared[i];
        if (offset < s->offset || offset >= s->offset + s->type->size) continue;
        out->from = b->shared_from + s->offset;
        out->size = s->type->size;
        out->name = s->name;
        out->type = s->type;
        return true;
    }
    if (addr < dynamic || !kept_launch.dyn_shared) return false;
    out->from = dynamic;
    out->size = kept_launch.dyn_shared;
    return true;
}

static bool is_heap(uint64_t addr, struct hd_object *out) {
    slow_lock();
    const struct hd_object *own = find_heap(addr);
    if (own) *out = *own;
    slow_unlock();
    return own;
}

static bool is_host(uint64_t addr, struct hd_object *out) {
    *out = (struct hd_object){0};
    slow_lock();
    bool is = host_find(addr, out);
    slow_unlock();
    return is;
}

const struct hd_object *object_find(uint64_t addr) {
    if (seen_generation != __atomic_load_n(&generation, __ATOMIC_ACQUIRE)) {
        memset(cache, 0, sizeof cache);
        seen_generation = generation;
    }
    struct cached *c = &cache[(addr >> 2 ^ addr >> 12) & (CACHED - 1)];
    const struct block_state *b = now.block;
    bool shared = b && addr >= b->shared_from && addr <= b->shared_to;
    if (c->addr == addr + 1 && !shared) return c->none ? NULL : &c->object;
    c->addr = shared ? 0 : addr + 1;
    c->object = (struct hd_object){0};
    bool found = shared ? find_shared(addr, &c->object) : is_heap(addr, &c->object);
    // Elements of arrays lie in the host's heap, too.
    if (!found && !shared) found = hd_check_find_object && hd_check_find_object(addr, &c->object);
    if (!found && !shared) found = is_host(addr, &c->object);
    c->none = !found;
    return c->none ? NULL : &c->object;
}

static const char *const kind_names[] = {[HD_OBJECT_VARIABLE] = "variable",
                                         [HD_OBJECT_ARRAY] = "array",
                                         [HD_OBJECT_DEVICE] = "device memory",
                                         [HD_OBJECT_MANAGED] = "managed memory",
                                         [HD_OBJECT_PINNED] = "pinned host memory",
                                         [HD_OBJECT_SHARED] = "dynamic shared memory",
                                         [HD_OBJECT_HEAP] = "heap memory",
                                         [HD_OBJECT_HOST] = "host memory",
                                         [HD_OBJECT_OTHER] = "memory"};

void object_name(const struct hd_object *o, char *out, size_t n) {
    out[0] = 0;
    if (!o) return;
    struct hd_place place;
    char at[80] = "";
    if (o->name) {
        struct hd_arena *arena = hd_arena_create();
        snprintf(out, n, "`%s`%s%s%s%s", o->name,
                 o->kind == HD_OBJECT_SHARED ? " in shared memory" : "", o->type ? " (`" : "",
                 o->type ? hd_type_str(arena, o->type) : "", o->type ? "`)" : "");
        hd_arena_destroy(arena);
        return;
    }
    if (o->at && hd_source_place(o->at, &place))
        snprintf(at, sizeof at, ", allocated at %s:%d", place.source->name, place.line);
    snprintf(out, n, "%llu bytes of %s%s", (unsigned long long)o->size, kind_names[o->kind], at);
}

static void walk(struct hd_buf *out, const struct hd_type *t, uint64_t offset, uint32_t size) {
    while (t) {
        if (t->kind == HD_TY_ARRAY && t->base->size) {
            hd_buf_printf(out, "[%lld]", (long long)(offset / t->base->size));
            offset %= t->base->size;
            t = t->base;
            continue;
        }
        if (t->kind != HD_TY_RECORD || (offset == 0 && size >= t->size)) return;
        const struct hd_field *found = NULL;
        for (int i = 0; i < t->record->nfields; i++) {
            const struct hd_field *field = &t->record->fields[i];
            if (field->name && field->offset <= offset &&
                offset < field->offset + field->type->size)
                found = field;
        }
        if (!found || t->record->is_union) return;
        hd_buf_printf(out, ".%s", found->name);
        offset -= found->offset;
        t = found->type;
    }
}

void object_element(const struct hd_object *o, const struct hd_check_site *site, uint64_t addr,
                    uint32_t size, char *out, size_t n) {
    struct hd_buf text = {0};
    const char *name = o && o->name ? o->name : site->name;
    if (!name) name = "memory";
    hd_buf_puts(&text, name);
    bool below = o && addr < o->from && o->type && o->type->kind == HD_TY_ARRAY;
    if (below && o->type->base->size)
        hd_buf_printf(&text, "[%lld]",
                      ((long long)(addr - o->from) - (long long)o->type->base->size + 1) /
                          (long long)o->type->base->size);
    else if (o && o->type)
        walk(&text, o->type, addr - o->from, size);
    else if (o && !site->plain_name && size)
        hd_buf_printf(&text, "[%lld]", ((long long)addr - (long long)o->from) / (long long)size);
    snprintf(out, n, "%s", hd_buf_str(&text));
    hd_buf_finish(&text);
}
