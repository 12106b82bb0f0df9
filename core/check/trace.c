// What launches have touched: counts for each launch, and for small ones each access of each thread
// (pictures, exercises).
#include "check/internal.h"

#include <string.h>

#define MOST_LAUNCHES 4096
#define MOST_TOUCHES 20000
#define MOST_THREADS 1024 // of a launch that is traced

bool hd_check_tracing;

static struct {
    HD_VEC(struct hd_check_counted) launches;
    HD_VEC(struct hd_check_touch) touches;
    bool on;   // the launch that runs is traced
    bool full; // and has touched more than is kept
} trace;

void trace_reset(void) {
    trace.launches.n = trace.touches.n = 0;
    trace.on = trace.full = false;
}

bool hd_check_traces(uint64_t threads) { return hd_check_tracing && threads <= MOST_THREADS; }

void trace_launch(const struct hd_check_launch *launch) {
    trace.on = false;
    if (trace.launches.n == MOST_LAUNCHES) return;
    struct hd_check_counted c = {.kernel = launch->name, .first_touch = trace.touches.n};
    memcpy(c.grid, launch->grid, sizeof c.grid);
    memcpy(c.block, launch->block, sizeof c.block);
    c.threads = 1;
    for (int i = 0; i < 3; i++) c.threads *= (uint64_t)c.grid[i] * c.block[i];
    c.traced = trace.on = hd_check_traces(c.threads) && !trace.full;
    HD_XPUSH(&trace.launches, c);
}

static void add(uint64_t *to, uint64_t n) {
    if (n) __atomic_fetch_add(to, n, __ATOMIC_RELAXED);
}

void trace_block(const struct block_state *b) {
    if (!trace.launches.n) return;
    struct hd_check_counted *c = &trace.launches.v[trace.launches.n - 1];
    for (int i = 0; i < 6; i++) add(i < 3 ? &c->global[i] : &c->shared[i - 3], b->touched[i]);
    add(&c->sectors, b->sectors);
    add(&c->needed, b->needed);
    add(&c->requests, b->requests);
    add(&c->lanes, b->lanes);
}

void trace_launch_end(void) {
    if (!trace.launches.n) return;
    struct hd_check_counted *c = &trace.launches.v[trace.launches.n - 1];
    c->touches = trace.touches.n - c->first_touch;
    c->traced = c->traced && !trace.full;
    trace.on = false;
}

void trace_touch(uint64_t addr, uint64_t size, uint64_t what) {
    const struct block_state *b = now.block;
    if (!trace.on || trace.full) return;
    if (trace.touches.n == MOST_TOUCHES) {
        trace.full = true;
        return;
    }
    const struct hd_object *o = object_find(addr);
    bool shared = addr >= b->shared_from && addr < b->shared_to;
    struct hd_check_touch t = {.block = b->linear,
                               .thread = now.thread,
                               .op = HD_WHAT_OP(what),
                               .name = hd_check_site(HD_WHAT_SITE(what))->name,
                               .shared = shared,
                               .size = (uint32_t)size,
                               .element = size && o ? (addr - o->from) / size : 0,
                               .elements = size && o ? o->size / size : 0,
                               .array = !o       ? 0
                                        : shared ? o->from - b->shared_from + 1
                                                 : o->from};
    if (!o || o->kind == HD_OBJECT_OTHER) return;
    if (o->name) t.name = o->name;
    HD_XPUSH(&trace.touches, t);
}

int hd_check_launches(const struct hd_check_counted **out, const struct hd_check_touch **touches) {
    *out = trace.launches.v;
    *touches = trace.touches.v;
    return trace.launches.n;
}
