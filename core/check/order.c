// What comes before what.
//
// *Phases* are stretches of work in a stream: a launch (the part between two grid barriers of it),
// a copy, or what the host does between two calls that order something. A phase knows of each
// stream up to where that is finished for it: a vector clock over streams, the host being stream 0.
//
// *Ticks*, inside of a phase, count what a thread has synchronised with. A thread knows what
// another one of its block did before tick k when k <= base (set at block barriers: everybody then
// goes on with the highest tick + 1), within a warp when k <= warp_base or known[me][other] (warp
// operations, by mask), and of other blocks, or of threads beside these, by sparse clocks. Those
// exist only once a fence was seen: a fence makes what the thread knows visible (`fenced`), an
// atomic or volatile write after it leaves that at the address, an atomic or volatile read takes
// it.
//
// Example, "the last block is done": each block writes, fences, adds to a counter; the adds collect
// what all blocks had fenced, so the block that is last knows all their writes.
//
// Ticks have 16 bits. A block whose ticks run high goes on, at a barrier, as another actor (an
// alias of it), which comes after the first one as a whole. A clock that gets very large becomes
// "all".
#include "check/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_CLOCK 1024 // entries; then it stands for everything of the launch

__thread struct running now;
uint32_t order_host_sites;

// ---- streams and phases -------------------------------------------------------------------------

struct stream {
    void *handle;
    bool non_blocking;
    uint32_t seq;
    HD_VEC(uint32_t) known;
};
struct event {
    void *handle;
    HD_VEC(uint32_t) known;
};
enum { HOST, LEGACY };

static struct {
    HD_VEC(struct stream) streams;
    HD_VEC(struct event) events;
    HD_VEC(struct phase *) phases; // [number - 1]
    bool host_changed;
    uint32_t host_phase, launch_phase;
    HD_VEC(struct block_state *) blocks; // that run, and free ones
    struct hd_map marks;                 // address -> struct clock *
} order;

static uint32_t *known_slot(struct stream *s, uint32_t i) {
    while (s->known.n <= (int)i) HD_XPUSH(&s->known, 0);
    return &s->known.v[i];
}

static void learn(struct stream *s, const uint32_t *known, int n) {
    for (int i = 0; i < n; i++) {
        uint32_t *k = known_slot(s, (uint32_t)i);
        if (known[i] > *k) *k = known[i];
    }
}

static struct stream *stream_at(int i) { return &order.streams.v[i]; }

static void learn_stream(int who, int of) { // all that `of` has done so far
    struct stream *s = stream_at(who), *o = stream_at(of);
    learn(s, o->known.v, o->known.n);
    uint32_t *k = known_slot(s, (uint32_t)of);
    if (o->seq > *k) *k = o->seq;
}

static int stream_index(void *handle) {
    if ((uintptr_t)handle <= 1) handle = NULL; // 1: cudaStreamLegacy
    for (int i = LEGACY; i < order.streams.n; i++)
        if (order.streams.v[i].handle == handle) return i;
    HD_XPUSH(&order.streams, ((struct stream){.handle = handle}));
    return order.streams.n - 1;
}

struct phase *phase_at(uint32_t number) { return order.phases.v[number - 1]; }

bool phase_before(uint32_t earlier, uint32_t later) {
    const struct phase *a = phase_at(earlier), *b = phase_at(later);
    if (earlier == later) return false;
    return a->stream < b->nknown && b->known[a->stream] >= a->seq;
}

// The stream's next stretch of work becomes the running phase.
static struct phase *new_phase(int stream) {
    struct stream *s = stream_at(stream);
    struct phase *p = hd_xcalloc(1, sizeof *p);
    p->stream = (uint32_t)stream;
    p->seq = ++s->seq;
    *known_slot(s, (uint32_t)stream) = s->seq - 1;
    p->nknown = (uint32_t)s->known.n;
    p->known = hd_xcalloc(p->nknown + 1, sizeof *p->known);
    memcpy(p->known, s->known.v, p->nknown * sizeof *p->known);
    HD_XPUSH(&order.phases, p);
    now.phase = (uint32_t)order.phases.n;
    now.info = p;
    now.block = NULL;
    now.thread = now.tick = 0;
    return p;
}

static int begin_work(void *handle) {
    int i = stream_index(handle);
    learn_stream(i, HOST);
    for (int k = LEGACY; k < order.streams.n; k++) { // the default stream waits, and is waited for
        if (k == i || stream_at(k)->non_blocking || stream_at(i)->non_blocking) continue;
        if (i == LEGACY || k == LEGACY) learn_stream(i, k);
    }
    order.host_changed = true;
    return i;
}

void order_host(void) {
    if (order.host_changed || !order.host_phase) {
        struct phase *p = new_phase(HOST);
        p->host = true;
        p->first_site = order_host_sites;
        order.host_phase = now.phase;
        order.host_changed = false;
        return;
    }
    now.phase = order.host_phase;
    now.info = phase_at(now.phase);
    now.block = NULL;
    now.thread = now.tick = 0;
}

static void set_launch(struct phase *p, const struct hd_check_launch *launch) {
    p->kernel = launch->name;
    memcpy(p->grid, launch->grid, sizeof p->grid);
    memcpy(p->block, launch->block, sizeof p->block);
    p->first_site = launch->first_site;
    p->nblocks = (uint32_t)((uint64_t)p->grid[0] * p->grid[1] * p->grid[2]);
}

void order_launch(const struct hd_check_launch *launch) {
    struct phase *p = new_phase(begin_work(launch->stream));
    set_launch(p, launch);
    order.launch_phase = now.phase;
    now.syncs = false;
}

bool order_streams(void) { return order.streams.n > LEGACY + 1; }

void order_copy(const struct hd_check_copy *copy) {
    struct phase *p = new_phase(begin_work(copy->stream));
    p->copy = copy->api;
    p->loc = copy->loc;
    now.plain = true;
    now.warps = now.syncs = false;
}

static void drop_marks(void);

void order_launch_end(void) {
    settle_same();
    drop_marks();
    now.syncs = false;
    order_host();
}

void hd_check_stream_made(void *stream, bool non_blocking) {
    if (hd_check_on) stream_at(stream_index(stream))->non_blocking = non_blocking;
}

static struct event *event_of(void *handle) {
    for (int i = 0; i < order.events.n; i++)
        if (order.events.v[i].handle == handle) return &order.events.v[i];
    HD_XPUSH(&order.events, ((struct event){.handle = handle}));
    return &order.events.v[order.events.n - 1];
}

void hd_check_sync(enum hd_check_sync what, void *stream, void *event) {
    if (!hd_check_on) return;
    order.host_changed = true;
    switch (what) {
    case HD_SYNC_DEVICE:
        for (int i = LEGACY; i < order.streams.n; i++) learn_stream(HOST, i);
        break;
    case HD_SYNC_STREAM: learn_stream(HOST, begin_work(stream)); break;
    case HD_SYNC_EVENT: {
        const struct event *e = event_of(event);
        learn(stream_at(HOST), e->known.v, e->known.n);
        break;
    }
    case HD_SYNC_RECORD: {
        int i = begin_work(stream);
        struct event *e = event_of(event);
        struct stream *s = stream_at(i);
        *known_slot(s, (uint32_t)i) = s->seq;
        e->known.n = 0;
        for (int k = 0; k < s->known.n; k++) HD_XPUSH(&e->known, s->known.v[k]);
        break;
    }
    case HD_SYNC_STREAM_EVENT: {
        int i = begin_work(stream);
        const struct event *e = event_of(event);
        learn(stream_at(i), e->known.v, e->known.n);
        break;
    }
    }
}

void order_begin(void) {
    now = (struct running){.check = check_serial};
    HD_XPUSH(&order.streams, ((struct stream){0}));
    HD_XPUSH(&order.streams, ((struct stream){0}));
    order.host_changed = true;
    order_host();
}

static void clock_finish(struct clock *c) {
    free(c->e);
    *c = (struct clock){0};
}

static void drop_sparse(struct block_state *b) {
    if (!b->sparse) return;
    clock_finish(&b->clock);
    for (int s = 0; s < 2; s++) clock_finish(&b->block_fenced[s]);
    for (int i = 0; b->named && i < HD_NAMED_BARRIERS; i++) clock_finish(&b->named[i]);
    for (int i = 0; i < 1024; i++) {
        clock_finish(&b->own[i]);
        for (int s = 0; s < 2; s++) clock_finish(&b->fenced[s][i]);
    }
    b->sparse = false;
}

static void block_free(struct block_state *b) {
    drop_sparse(b);
    free(b->own);
    free(b->fenced[0]);
    free(b->fenced[1]);
    free(b->named);
    free(b->known);
    free(b->log);
    free(b->past);
    free(b);
}

void order_finish(void) {
    for (int i = 0; i < order.streams.n; i++) HD_FREE_VEC(&order.streams.v[i].known);
    for (int i = 0; i < order.events.n; i++) HD_FREE_VEC(&order.events.v[i].known);
    for (int i = 0; i < order.phases.n; i++) {
        free(order.phases.v[i]->known);
        free(order.phases.v[i]->aliases.real);
        free(order.phases.v[i]);
    }
    for (int i = 0; i < order.blocks.n; i++) block_free(order.blocks.v[i]);
    HD_FREE_VEC(&order.streams);
    HD_FREE_VEC(&order.events);
    HD_FREE_VEC(&order.phases);
    HD_FREE_VEC(&order.blocks);
    drop_marks();
    memset(&order, 0, sizeof order);
    memset(&now, 0, sizeof now);
}

// ---- blocks -------------------------------------------------------------------------------------

static uint32_t real_block(const struct phase *p, uint32_t actor) {
    uint32_t i = actor - p->nblocks;
    return actor >= p->nblocks && i < p->aliases.n ? p->aliases.real[i] : actor;
}

void phase_block(const struct phase *p, uint32_t actor, uint32_t out[3]) {
    uint32_t linear = real_block(p, actor);
    memset(out, 0, 3 * sizeof *out);
    if (!p->grid[0] || !p->grid[1]) return;
    out[0] = linear % p->grid[0];
    out[1] = linear / p->grid[0] % p->grid[1];
    out[2] = linear / p->grid[0] / p->grid[1];
}

static struct block_state *state_of(const struct hd_block *block) {
    return now.block = block->check;
}

static uint32_t thread_tick(const struct block_state *b, uint32_t thread) {
    return b->tick[thread] > b->base ? b->tick[thread] : b->base;
}

void enter_thread(const struct hd_thread *t) {
    struct block_state *b = state_of(t->block);
    now.thread = t->linear;
    now.lane = 0;
    now.tick = thread_tick(b, t->linear);
}

static void order_forget(uint64_t from, uint64_t to);

static struct block_state *free_block(void) {
    if (now.check != check_serial) now = (struct running){.check = check_serial};
    struct block_state *b = now.spare;
    if (b) {
        now.spare = b->next;
        return b;
    }
    slow_lock();
    b = hd_xcalloc(1, sizeof *b);
    HD_XPUSH(&order.blocks, b);
    slow_unlock();
    return b;
}

static void block_begin(struct hd_block *block) {
    struct block_state *b = free_block();
    b->linear = block->bid[0] + block->gdim[0] * (block->bid[1] + block->gdim[1] * block->bid[2]);
    b->actor = b->linear & (MAX_ACTORS - 1);
    b->nthreads = block->nthreads;
    b->base = b->most = b->asks = 0;
    b->uneven = false;
    memset(b->touched, 0, sizeof b->touched);
    b->sectors = b->needed = b->requests = b->lanes = 0;
    memset(b->tick, 0, sizeof b->tick);
    memset(b->warp_base, 0, sizeof b->warp_base);
    memset(b->partial, 0, sizeof b->partial);
    block->check = now.block = b;
    turn_block_begins();
    now.phase = order.launch_phase;
    now.info = phase_at(now.phase);
    now.plain = kept_launch.plain;
    now.warps = kept_launch.warps;
    b->shared_from = (uint64_t)(uintptr_t)block->shared;
    const struct hd_check_launch *l = &kept_launch;
    b->shared_to = (uint64_t)(uintptr_t)block->dyn_shared + l->dyn_shared;
    if (!log_begin(b) && b->shared_to > b->shared_from) {
        shadow_forget(b->shared_from, b->shared_to - b->shared_from);
        shadow_poison(b->shared_from, b->shared_to - b->shared_from, true);
        order_forget(b->shared_from, b->shared_to);
    }
}

static void block_end(struct hd_block *block) {
    struct block_state *b = state_of(block);
    if (!b) return;
    settle_same();
    repeat_end(b);
    count_accesses(b->accesses);
    b->accesses = 0;
    trace_block(b);
    cover_block(b->linear, access_settle());
    drop_sparse(b);
    turn_block_ends();
    b->next = now.spare;
    now.spare = b;
    block->check = now.block = NULL;
}

// Ticks start again: what the block did so far is another actor's.
static void rotate(struct block_state *b) {
    struct phase *p = now.info;
    if (p->nblocks + p->aliases.n >= MAX_ACTORS) return;
    if (p->aliases.n == p->aliases.cap) {
        p->aliases.cap = p->aliases.cap ? 2 * p->aliases.cap : 16;
        p->aliases.real = hd_xrealloc(p->aliases.real, p->aliases.cap * sizeof *p->aliases.real);
    }
    p->aliases.real[p->aliases.n] = b->linear;
    b->actor = p->nblocks + p->aliases.n++;
    b->base = b->most = 0;
    memset(b->tick, 0, sizeof b->tick);
    memset(b->warp_base, 0, sizeof b->warp_base);
    memset(b->partial, 0, sizeof b->partial);
    if (b->known) memset(b->known, 0, 32 * sizeof *b->known);
}

// ---- sparse clocks ------------------------------------------------------------------------------

static uint32_t clock_key(uint32_t actor, uint32_t thread_plus_1) {
    return (actor << 11 | thread_plus_1) + 1;
}

static struct clock_entry *clock_slot(const struct clock *c, uint32_t key) {
    uint32_t i = key * 2654435761u & (c->cap - 1);
    while (c->e[i].key && c->e[i].key != key) i = (i + 1) & (c->cap - 1);
    return &c->e[i];
}

static void clock_set(struct clock *c, uint32_t key, uint32_t tick) {
    if (c->all) return;
    if (2 * (c->n + 1) > c->cap) {
        struct clock bigger = {.cap = c->cap ? 2 * c->cap : 8, .n = c->n, .actors = c->actors};
        if (c->n > MOST_CLOCK) {
            free(c->e);
            *c = (struct clock){.all = true};
            return;
        }
        bigger.e = hd_xcalloc(bigger.cap, sizeof *bigger.e);
        for (uint32_t i = 0; i < c->cap; i++)
            if (c->e[i].key) *clock_slot(&bigger, c->e[i].key) = c->e[i];
        free(c->e);
        *c = bigger;
    }
    struct clock_entry *e = clock_slot(c, key);
    if (!e->key) {
        e->key = key;
        e->tick = 0;
        c->n++;
        c->actors++;
    }
    if (tick > e->tick) e->tick = tick;
}

static void clock_join(struct clock *to, const struct clock *from) {
    if (to == from) return;
    if (from->all && !to->all) {
        free(to->e);
        *to = (struct clock){.all = true};
    }
    for (uint32_t i = 0; i < from->cap; i++)
        if (from->e[i].key) clock_set(to, from->e[i].key, from->e[i].tick);
}

static bool clock_knows(const struct clock *c, uint32_t actor, uint32_t thread, uint32_t tick) {
    if (c->all) return true;
    if (!c->n) return false;
    return clock_slot(c, clock_key(actor, 0))->tick > tick ||
           clock_slot(c, clock_key(actor, thread + 1))->tick > tick;
}

static void make_sparse(struct block_state *b) {
    if (b->sparse) return;
    b->sparse = true;
    b->log_room = 0;
    if (b->own) return;
    b->own = hd_xcalloc(1024, sizeof *b->own);
    for (int s = 0; s < 2; s++) b->fenced[s] = hd_xcalloc(1024, sizeof *b->fenced[s]);
}

// What the running thread knows, its own past included.
static void add_knowledge(struct clock *to) {
    const struct block_state *b = now.block;
    clock_set(to, clock_key(b->actor, now.thread + 1), now.tick + 1);
    clock_set(to, clock_key(b->actor, 0), b->base);
    for (uint32_t i = 0; b->actor >= now.info->nblocks && i < now.info->aliases.n; i++)
        if (now.info->aliases.real[i] == b->linear && now.info->nblocks + i != b->actor)
            clock_set(to, clock_key(now.info->nblocks + i, 0), MAX_TICK + 1);
    if (b->actor != (b->linear & (MAX_ACTORS - 1)))
        clock_set(to, clock_key(b->linear, 0), MAX_TICK + 1);
    uint32_t w = now.thread / 32, lane = now.thread % 32;
    for (uint32_t l = 0; l < 32; l++) {
        uint32_t k = b->warp_base[w];
        if (b->partial[w] && b->known[w][lane][l] > k) k = b->known[w][lane][l];
        if (k > b->base) clock_set(to, clock_key(b->actor, w * 32 + l + 1), k);
    }
    clock_join(to, &b->clock);
    clock_join(to, &b->own[now.thread]);
}

static void next_tick(struct block_state *b) { // what follows is not visible yet
    uint32_t tick = now.tick < MAX_TICK ? now.tick + 1 : MAX_TICK;
    b->tick[now.thread] = (uint16_t)tick;
    if (tick > b->most) b->most = tick;
    b->uneven = true;
    b->log_room = 0;
}

void *hd_ck_fence(struct hd_thread *t, uint32_t scope) {
    if (!t || !hd_check_on) return NULL;
    enter_thread(t);
    struct block_state *b = now.block;
    make_sparse(b);
    now.syncs = true;
    int s = scope == HD_SCOPE_BLOCK;
    add_knowledge(&b->fenced[1][now.thread]);
    if (!s) add_knowledge(&b->fenced[0][now.thread]);
    next_tick(b);
    return NULL;
}

bool order_has_fenced(void) {
    const struct block_state *b = now.block;
    if (!b || !b->sparse) return false;
    const struct clock *all[4] = {&b->fenced[0][now.thread], &b->block_fenced[0],
                                  &b->fenced[1][now.thread], &b->block_fenced[1]};
    for (int i = 0; i < 4; i++)
        if (all[i]->n || all[i]->all) return true;
    return false;
}

// What was left at an address: [0] for all blocks, [1] for those of one block.
struct mark {
    struct clock clock[2];
    uint32_t actor; // of [1]
};

static void drop_marks(void) {
    const char *key;
    void *value;
    for (int i = 0; (i = hd_map_next(&order.marks, i, &key, &value)) > 0;) {
        struct mark *m = value;
        for (int k = 0; k < 2; k++) clock_finish(&m->clock[k]);
        free(m);
    }
    hd_map_finish(&order.marks);
    memset(&order.marks, 0, sizeof order.marks);
}

static struct mark *mark_at(uint64_t addr) {
    return hd_map_get(&order.marks, (const char *)(uintptr_t)addr);
}

void order_release(uint64_t addr) {
    struct block_state *b = now.block;
    if (!b || !b->sparse || !order_has_fenced()) return;
    struct mark *m = mark_at(addr);
    if (!m) {
        m = hd_xcalloc(1, sizeof *m);
        hd_map_set(&order.marks, (const char *)(uintptr_t)addr, m);
    }
    clock_join(&m->clock[0], &b->fenced[0][now.thread]);
    clock_join(&m->clock[0], &b->block_fenced[0]);
    if (m->actor != b->actor) {
        clock_finish(&m->clock[1]);
        m->actor = b->actor;
    }
    clock_join(&m->clock[1], &b->fenced[1][now.thread]);
    clock_join(&m->clock[1], &b->block_fenced[1]);
}

void order_acquire(uint64_t addr) {
    if (!now.syncs || !now.block) return;
    struct mark *m = mark_at(addr);
    if (!m) return;
    struct block_state *b = now.block;
    make_sparse(b);
    clock_join(&b->own[now.thread], &m->clock[0]);
    if (m->actor == b->actor) clock_join(&b->own[now.thread], &m->clock[1]);
}

static void order_forget(uint64_t from, uint64_t to) {
    if (!order.marks.n) return;
    const char *key;
    void *value;
    HD_VEC(const char *) gone = {0};
    for (int i = 0; (i = hd_map_next(&order.marks, i, &key, &value)) > 0;)
        if ((uint64_t)(uintptr_t)key >= from && (uint64_t)(uintptr_t)key < to) HD_XPUSH(&gone, key);
    for (int i = 0; i < gone.n; i++) {
        struct mark *m = hd_map_get(&order.marks, gone.v[i]);
        for (int s = 0; s < 2; s++) clock_finish(&m->clock[s]);
        free(m);
        hd_map_remove(&order.marks, gone.v[i]);
    }
    HD_FREE_VEC(&gone);
}

uint32_t order_acquired(void) {
    const struct block_state *b = now.block;
    if (!b || !b->sparse) return 0;
    if (b->clock.all || b->own[now.thread].all) return ~0u;
    return b->clock.actors + b->own[now.thread].actors;
}

// ---- queries ------------------------------------------------------------------------------------

// Whether the running thread knows what `thread` of `actor` did at `tick` of the running phase.
bool lane_ordered(uint32_t actor, uint32_t thread, uint32_t tick) {
    const struct block_state *b = now.block;
    if (!b) return true;               // host code and copies: one thread
    if (tick == MAX_TICK) return true; // not counted any further
    if (actor == b->actor) {
        if (tick < b->base || thread == now.thread) return true;
        if (thread / 32 == now.thread / 32) {
            uint32_t w = thread / 32;
            if (tick < b->warp_base[w]) return true;
            if (b->partial[w] && b->known[w][now.thread % 32][thread % 32] > tick) return true;
        }
    } else if (actor >= now.info->nblocks || b->actor >= now.info->nblocks) {
        if (real_block(now.info, actor) == b->linear) return true; // before its ticks started again
    }
    if (!b->sparse) return false;
    return clock_knows(&b->clock, actor, thread, tick) ||
           clock_knows(&b->own[now.thread], actor, thread, tick);
}

bool is_ordered(const struct page *page, record r) {
    uint32_t slot = record_slot(r);
    if (slot != page->slot) return phase_before(page->phase[slot], now.phase);
    return lane_ordered(record_actor(r), record_thread(r), record_tick(r));
}

// ---- meetings -----------------------------------------------------------------------------------

static void barrier(struct hd_block *block) {
    struct block_state *b = state_of(block);
    if (!b) return;
    b->base = b->most = b->most + 1;
    b->uneven = false;
    log_forget(b);
    if (b->sparse) {
        for (uint32_t i = 0; i < b->nthreads; i++) {
            clock_join(&b->clock, &b->own[i]);
            clock_finish(&b->own[i]);
            for (int s = 0; s < 2; s++) {
                clock_join(&b->block_fenced[s], &b->fenced[s][i]);
                clock_finish(&b->fenced[s][i]);
            }
        }
    }
    if (b->base > TICK_ROTATE) rotate(b);
}

// bar.sync and bar.arrive with a number: those that go on know what those that came have done.
static void named(struct hd_block *block, uint32_t name, uint32_t thread, const uint32_t *go_on) {
    struct block_state *b = state_of(block);
    struct hd_thread t = {.linear = thread, .block = block};
    if (!b || name >= HD_NAMED_BARRIERS) return;
    uint32_t all = 0;
    for (uint32_t w = 0; go_on && w < 32; w++) all += (uint32_t)__builtin_popcount(go_on[w]);
    if (all == b->nthreads) {
        barrier(block);
        return;
    }
    log_close(block);
    enter_thread(&t);
    make_sparse(b);
    if (!b->named) b->named = hd_xcalloc(HD_NAMED_BARRIERS, sizeof *b->named);
    add_knowledge(&b->named[name]);
    next_tick(b);
    if (!go_on) return;
    for (uint32_t i = 0; i < b->nthreads; i++)
        if (go_on[i / 32] >> i % 32 & 1) clock_join(&b->own[i], &b->named[name]);
    clock_finish(&b->named[name]);
}

// Since Volta a barrier waits for those that are left only; the guide still asks for all.
static void left(struct hd_block *block, hd_loc loc, uint32_t fell) {
    static const uint32_t none[3];
    struct hd_finding *f = hd_check_add(
        HD_FINDING_BARRIER,
        fell
            ? "some threads of the block had run to the end of the kernel without coming to this barrier"
            : "some threads of the block had returned before this barrier",
        loc, block->bid, none, 0);
    f->from_fault = false;
    f->remark = !fell;
}

// "If the target thread is inactive, the retrieved value is undefined", says CUDA's guide. Often
// nobody uses it, so that is a remark where the mask leaves the lane out, and where there is no
// such thread: a mask may name those of a last, smaller warp ("all non-exited threads named in mask
// must execute the same intrinsic"). One that names a lane which has left says that it is needed.
static void absent(struct hd_block *block, hd_loc loc, uint32_t thread, uint32_t lane, bool named,
                   const char *function) {
    const uint32_t *n = block->bdim;
    uint32_t who[3] = {thread % n[0], thread / n[0] % n[1], thread / n[0] / n[1]};
    bool exists = thread / 32 * 32 + lane < n[0] * n[1] * n[2];
    bool wrong = named && exists;
    char message[300], last[80];
    snprintf(last, sizeof last, "does not exist (the block's last warp has %u threads)",
             n[0] * n[1] * n[2] - thread / 32 * 32);
    snprintf(message, sizeof message,
             "`%s` reads lane %u of the warp, which %s: the value that it gives is undefined",
             function, lane,
             !exists  ? last
             : !named ? "its mask leaves out"
                      : "is in the mask and has ended");
    slow_lock();
    struct hd_finding *f = hd_check_add(HD_FINDING_WARP, message, loc, block->bid, who, 0);
    if (f->count == 1) {
        f->from_fault = false;
        f->remark = !wrong;
        f->a.did = "shuffles";
        snprintf(
            f->help, sizeof f->help, "%s",
            !exists ? "launch blocks of a multiple of 32 threads, or use its result only where the "
                      "source is a thread of the block"
            : named
                ? "let all lanes of the mask come to it, those without work with a value that changes "
                  "nothing (0 for a sum), or name the lanes that are there and read no others"
                : "use its result only where the source is in the mask, or give a smaller width");
    } else if (wrong && f->remark) { // the worse of the two
        f->remark = false;
        snprintf(f->message, sizeof f->message, "%s", message);
    }
    slow_unlock();
}

static void missed(struct hd_block *block, hd_loc loc, uint32_t thread, uint32_t fell,
                   const char *function) {
    const uint32_t *n = block->bdim;
    uint32_t who[3] = {thread % n[0], thread / n[0] % n[1], thread / n[0] / n[1]};
    char message[300];
    snprintf(message, sizeof message,
             "the mask of `%s` names lane %u of the warp, which has run to the end of the kernel "
             "without coming to it",
             function, fell % 32);
    slow_lock();
    struct hd_finding *f = hd_check_add(HD_FINDING_WARP, message, loc, block->bid, who, 0);
    if (f->count == 1) {
        f->from_fault = false;
        f->a.did = "calls";
        snprintf(f->help, sizeof f->help,
                 "let all lanes of the mask come to it, or name those that do: "
                 "`__ballot_sync(0xffffffff, condition)` before the branch gives them");
    }
    slow_unlock();
}

static void meet_sparse(struct block_state *b, uint32_t first, uint32_t lanes) {
    struct clock all = {0}, fenced[2] = {{0}, {0}};
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        uint32_t i = first + (uint32_t)__builtin_ctz(rest);
        clock_join(&all, &b->own[i]);
        for (int s = 0; s < 2; s++) clock_join(&fenced[s], &b->fenced[s][i]);
    }
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        uint32_t i = first + (uint32_t)__builtin_ctz(rest);
        clock_join(&b->own[i], &all);
        for (int s = 0; s < 2; s++) clock_join(&b->fenced[s][i], &fenced[s]);
    }
    clock_finish(&all);
    for (int s = 0; s < 2; s++) clock_finish(&fenced[s]);
}

static void warp_meets(struct hd_block *block, int w, uint32_t lanes, uint32_t exists) {
    struct block_state *b = state_of(block);
    if (!b) return;
    log_close(block); // ticks will differ
    uint32_t first = (uint32_t)w * 32, tick = 0;
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        uint32_t t = thread_tick(b, first + (uint32_t)__builtin_ctz(rest));
        if (t > tick) tick = t;
    }
    uint16_t next = (uint16_t)(tick < MAX_TICK ? tick + 1 : MAX_TICK);
    if (next > b->most) b->most = next;
    b->uneven = true;
    if (lanes == exists) {
        b->warp_base[w] = next;
        if (!b->partial[w]) {
            for (uint32_t rest = lanes; rest; rest &= rest - 1)
                b->tick[first + (uint32_t)__builtin_ctz(rest)] = next;
            if (b->sparse) meet_sparse(b, first, lanes);
            return;
        }
    }
    if (!b->known) b->known = hd_xcalloc(32, sizeof *b->known);
    if (!b->partial[w]) memset(b->known[w], 0, sizeof b->known[w]);
    b->partial[w] = true;
    uint16_t all[32] = {0};
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        const uint16_t *known = b->known[w][__builtin_ctz(rest)];
        for (int i = 0; i < 32; i++)
            if (known[i] > all[i]) all[i] = known[i];
    }
    for (uint32_t rest = lanes; rest; rest &= rest - 1) all[__builtin_ctz(rest)] = next;
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        int lane = __builtin_ctz(rest);
        memcpy(b->known[w][lane], all, sizeof all);
        b->tick[first + (uint32_t)lane] = next;
    }
    if (b->sparse) meet_sparse(b, first, lanes);
}

// All threads of the grid have met: a new phase of the same launch.
static void grid_meets(void) {
    const struct phase *before = now.info;
    struct phase copy = *before;
    struct block_state *b = now.block;
    struct phase *p = new_phase((int)copy.stream);
    order.launch_phase = now.phase;
    p->kernel = copy.kernel;
    memcpy(p->grid, copy.grid, sizeof p->grid);
    memcpy(p->block, copy.block, sizeof p->block);
    p->first_site = copy.first_site;
    p->nblocks = copy.nblocks;
    if (copy.aliases.n) {
        p->aliases = copy.aliases;
        p->aliases.cap = copy.aliases.n;
        p->aliases.real = hd_xcalloc(copy.aliases.n, sizeof *p->aliases.real);
        memcpy(p->aliases.real, copy.aliases.real, copy.aliases.n * sizeof *p->aliases.real);
    }
    now.block = b;
}

const struct hd_cpu_watch order_watch = {
    .block_begin = block_begin,
    .block_end = block_end,
    .barrier = barrier,
    .named = named,
    .left = left,
    .warp = warp_meets,
    .absent = absent,
    .missed = missed,
    .grid = grid_meets,
};
