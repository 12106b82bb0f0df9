// Reads that need not be remembered one by one: of memory that this launch does not write.
//
// A read can only conflict with a write. The launch's code tells which parameters lead to what it
// writes (gen/lanes/checked.c); where that is all, and nothing else may run beside the launch (no
// other streams, no host code that writes managed memory), reads of other objects are compared with
// the object's bounds and leave no trace. That all of the object has been set is looked at once.
//
// This is for the reads of a vector (lanes.c) whose addresses are in bounds, aligned, and set.
// Whatever else there is goes the long way. Shared memory: log.c.
#include "check/internal.h"

#include <stddef.h>
#include <string.h>

#define WINDOWS 64
#define TRIES 4
#define MOST_WRITTEN 64

static struct {
    uint64_t serial; // of the launch
    bool on;
    int n;
    uint64_t written[MOST_WRITTEN]; // pointers
} launch_reads;

static __thread struct window { // an object that is only read
    uint64_t from, room;        // checked code reads these
    uint64_t base, serial;
    bool is;
} windows[WINDOWS];
_Static_assert(offsetof(struct window, from) == HD_WINDOW_FROM, "code reads it there");
_Static_assert(offsetof(struct window, room) == HD_WINDOW_ROOM, "code reads it there");
_Static_assert(offsetof(struct block_state, accesses) == HD_CHECK_ACCESSES, "code counts there");

// ---- memory that is not written -----------------------------------------------------------------

void skip_launch(const struct hd_check_launch *launch) {
    launch_reads.serial++;
    launch_reads.n = launch->nwritten;
    launch_reads.on = launch->writes_known && !order_streams() && !hd_check_streams &&
                      !hd_check_tracing && !hd_check_counting && launch->nwritten <= MOST_WRITTEN;
    if (launch_reads.on && launch->nwritten)
        memcpy(launch_reads.written, launch->written, (size_t)launch->nwritten * sizeof(uint64_t));
}

// Whether the launch may write to this object. A pointer to no object may lead anywhere.
static bool is_written(const struct hd_object *o) {
    struct hd_object object = *o; // it lies in a cache
    for (int i = 0; i < launch_reads.n; i++) {
        uint64_t p = launch_reads.written[i];
        const struct hd_object *to = p ? object_find(p) : NULL;
        if (!p) continue; // nothing is written through it
        if (!to || p >= to->from + to->size || to->from == object.from) return true;
    }
    return false;
}

static void open_window(struct window *w, uint64_t base) {
    *w = (struct window){.base = base, .serial = launch_reads.serial};
    const struct hd_object *o = object_find(base);
    if (!o || o->freed || base >= o->from + o->size) return;
    bool shared = o->kind == HD_OBJECT_MANAGED || o->kind == HD_OBJECT_PINNED; // with the host
    if (shared ? hd_check_host_writes
               : o->kind != HD_OBJECT_DEVICE && o->kind != HD_OBJECT_VARIABLE &&
                     o->kind != HD_OBJECT_ARRAY)
        return;
    uint64_t from = o->from, size = o->size;
    if (is_written(o) || shadow_any_unset(from, size)) return;
    w->is = true;
    w->from = from;
    w->room = size;
}

static inline const struct window *window_of(uint64_t base) {
    uint64_t at = base * 0x9e3779b97f4a7c15ull >> 32;
    for (int i = 0; i < TRIES; i++) {
        struct window *w = &windows[(at + (uint64_t)i) % WINDOWS];
        if (w->serial != launch_reads.serial) open_window(w, base); // it looks at all of the object
        if (w->base == base) return w->is ? w : NULL;
    }
    return NULL;
}

// Nothing of it changes while a block runs. No room: everything is looked at.
const void *hd_ck_window(struct hd_block *block, char *base) {
    static const struct window none;
    if (!launch_reads.on || !base) return &none;
    now.block = block->check;
    const struct window *w = window_of((uint64_t)(uintptr_t)base);
    return w ? w : &none;
}

// Shared memory that nobody writes up to the next barrier, or that is only updated.
const void *hd_ck_still(struct hd_block *block, char *base, uint64_t extent, uint32_t updates) {
    static __thread struct window still;
    struct block_state *b = block->check;
    uint64_t from = (uint64_t)(uintptr_t)base;
    still.room = 0;
    if (!hd_check_on || hd_check_tracing || hd_check_counting || kept_launch.waits ||
        (updates && !kept_launch.plain) || from < b->shared_from || from >= b->shared_to)
        return &still;
    uint64_t room = extent ? extent : b->shared_to - from;
    if (room > b->shared_to - from) return &still;
    int set = repeat_still(b, from, room);
    if (set < 0) {
        set = !shadow_any_unset(from, room);
        repeat_record_still(b, from, room, set);
    }
    if (!set) return &still;
    still.from = from;
    still.room = room;
    return &still;
}

// ---- reads of vectors ---------------------------------------------------------------------------

bool skip_read(struct hd_block *block, uint64_t mask, uint64_t from, int64_t stride, uint64_t base,
               uint64_t extent, uint64_t what) {
    struct block_state *b = block->check;
    uint64_t size = HD_WHAT_SIZE(what);
    if (!launch_reads.on || HD_WHAT_OP(what) != HD_CHECK_READ || what & HD_WHAT_VOLATILE)
        return false;
    uint64_t begin = from + (uint64_t)stride * (uint64_t)__builtin_ctzll(mask), end = begin;
    if (stride) {
        uint64_t last = from + (uint64_t)stride * (63 - (uint64_t)__builtin_clzll(mask));
        if (last < begin)
            begin = last;
        else
            end = last;
    }
    end += size;
    if (!size || end < begin || (begin | (uint64_t)stride) & (HD_WHAT_ALIGN(what) - 1))
        return false;
    if (!base) base = from;
    now.block = b;
    const struct window *w = window_of(base);
    if (!w || begin < w->from || end - w->from > w->room) return false;
    if (extent && (begin < base || end - base > extent)) return false;
    count_reads(b, mask, begin, what);
    return true;
}

bool skip_reads(struct hd_block *block, uint64_t mask, const uint64_t *addrs, uint64_t base,
                uint64_t extent, uint64_t what) {
    struct block_state *b = block->check;
    uint64_t size = HD_WHAT_SIZE(what), align = HD_WHAT_ALIGN(what) - 1, bad = 0;
    if (!hd_check_on || HD_WHAT_OP(what) != HD_CHECK_READ || what & HD_WHAT_VOLATILE || !mask ||
        !base || extent || !launch_reads.on)
        return false;
    now.block = b;
    const struct window *w = window_of(base);
    if (!w || w->room < size || !size) return false;
    uint64_t start = w->from, room = w->room - size;
    for (int i = 0, n = 64 - __builtin_clzll(mask); i < n; i++)
        bad |= (uint64_t)(addrs[i] - start > room || addrs[i] & align) << i;
    if (bad & mask) return false;
    count_reads(b, mask, addrs[__builtin_ctzll(mask)], what);
    return true;
}
