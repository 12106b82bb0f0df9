// Reads that need not be remembered one by one.
//
// A read can only conflict with a write. Two proofs make most reads cheap, and change no verdict:
//
// - Memory that this launch does not write. Its code tells which parameters lead to what it writes
//   (gen/lanes/checked.c); where that is all, and nothing else may run beside the launch (no other
//   streams, no host code that writes managed memory), reads of other objects are compared with the
//   object's bounds and leave no trace. That all of the object has been set is looked at once.
//
// - Shared memory between two barriers in which nobody writes it. Reads are noted in a log; a write
//   has them done as ever first, in their order, and ends that for this stretch; a barrier forgets
//   them, for whatever comes behind it is ordered. So the tiles of a matrix product cost a few
//   stores for each read.
//
// Both are for the reads of a vector (lanes.c) whose addresses are in bounds, aligned, and set.
// Whatever else there is goes the long way.
#include "check/internal.h"

#include <stdlib.h>
#include <string.h>

#define WINDOWS 64
#define TRIES 4
#define MOST_LOGGED 2048
#define MOST_WRITTEN 64

struct logged {
    uint64_t mask, from, base, extent, what;
    int64_t stride;
    uint32_t first;
};

static struct {
    uint64_t serial; // of the launch
    bool on;
    int n;
    uint64_t written[MOST_WRITTEN]; // pointers
} launch_reads;

static __thread struct window { // an object that is only read
    uint64_t base, serial, from, room;
    bool is;
} windows[WINDOWS];

// ---- memory that is not written
// ------------------------------------------------------------------

void skip_launch(const struct hd_check_launch *launch) {
    launch_reads.serial++;
    launch_reads.n = launch->nwritten;
    launch_reads.on = launch->writes_known && !order_streams() && !hd_check_streams &&
                      !hd_check_tracing && launch->nwritten <= MOST_WRITTEN;
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
               : o->kind != HD_OBJECT_DEVICE && o->kind != HD_OBJECT_VARIABLE)
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

static inline void counted(struct block_state *b, uint64_t mask, uint64_t addr, uint64_t what) {
    uint64_t n = mask == 0xffffffffu ? 32 : (uint64_t)__builtin_popcountll(mask);
    b->accesses += n;
    count_touches(b, addr, HD_CHECK_READ, n);
    if (what & HD_WHAT_PLAIN_COPY) clear_copied(b);
}

// ---- shared memory
// -------------------------------------------------------------------------------

struct read_log {
    struct logged v[MOST_LOGGED];
};

static bool note(struct hd_block *block, const struct logged *l, uint64_t begin, uint64_t end) {
    struct block_state *b = block->check;
    if (b->log_closed || b->uneven || b->sparse || !now.plain || now.warps) return false;
    if (l->extent) {
        if (begin < l->base || end - l->base > l->extent) return false;
    } else {
        uint64_t dynamic = b->shared_to - kept_launch.dyn_shared;
        if (l->base < dynamic || begin < dynamic || end > b->shared_to) return false;
    }
    struct page *page = page_find(begin);
    if (!page || begin >> PAGE_BITS != (end - 1) >> PAGE_BITS) return false;
    if (page->unset && page_any_unset(page, begin & (PAGE_SIZE - 1), end - begin)) return false;
    if (!b->log) b->log = malloc(sizeof *b->log);
    if (!b->log) return false;
    if (b->logged == MOST_LOGGED) log_replay(block);
    b->log->v[b->logged++] = *l;
    return true;
}

void log_replay(struct hd_block *block) {
    struct block_state *b = block->check;
    uint32_t n = b->logged;
    b->logged = 0;
    for (uint32_t i = 0; i < n; i++) {
        const struct logged *l = &b->log->v[i];
        lanes_read_again(block, l->first, l->mask, l->from, l->stride, l->base, l->extent, l->what);
    }
}

// ---- reads of vectors
// ----------------------------------------------------------------------------

bool skip_read(struct hd_block *block, uint32_t first, uint64_t mask, uint64_t from, int64_t stride,
               uint64_t base, uint64_t extent, uint64_t what) {
    struct block_state *b = block->check;
    uint64_t size = HD_WHAT_SIZE(what);
    if (!hd_check_on || HD_WHAT_OP(what) != HD_CHECK_READ || what & HD_WHAT_VOLATILE || !mask)
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
    if (begin >= b->shared_from && end <= b->shared_to) {
        struct logged l = {mask, from, base, extent, what, stride, first};
        now.block = b;
        if (!note(block, &l, begin, end)) return false;
        counted(b, mask, begin, what);
        return true;
    }
    if (!launch_reads.on) return false;
    now.block = b;
    const struct window *w = window_of(base);
    if (!w || begin < w->from || end - w->from > w->room) return false;
    if (extent && (begin < base || end - base > extent)) return false;
    counted(b, mask, begin, what);
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
    counted(b, mask, addrs[__builtin_ctzll(mask)], what);
    return true;
}
