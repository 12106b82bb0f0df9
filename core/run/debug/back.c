// Going back: a launch is run again to an earlier statement.
//
// Memory is put back to what it was when the launch, or the block, began, or at a moment in the
// block (undo.c). Running again from there to the N-th statement gives the state that was. Where N
// is not known (`back`: the line before, in this thread), one run notes what the thread does, and a
// second goes there.
//
// Host code is run again from the beginning of the cell (host.c): the same runs, with an outermost
// level. What was printed is not printed again.
#include "run/debug/debug.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- running again ------------------------------------------------------------------------------

static struct record { // what a run that goes back looks for
    enum { FIND_NOTHING, FIND_BACK, FIND_OUT, FIND_POINT, FIND_WHY } what;
    bool in;
    struct hd_thread *thread;
    uint64_t end;  // where it was asked for
    bool mid;      // behind a store of that statement
    bool at_store; // to something watched
    uint32_t site, depth;
    uint64_t hit;          // FIND_POINT
    uint64_t from, window; // what the thread does is noted from there on: most runs need no more
    bool cut;              // that was not enough
    const char *reason;
} find;
static uint64_t faulted_at; // the count of the fault that was stopped at

static _Noreturn void raise_again(void) {
    struct hd_fault again = {.kind = "again"};
    hd_guard_raise(&again);
}

// Goes to the statement that has failed. false: nobody wants to see it, or it was seen.
static bool to_fault(const struct hd_fault *fault) {
    if (!dbg.on || dbg.quits || (!dbg.asked && !dbg.stops && !dbg.faults)) return false;
    if (dbg.replaying || faulted_at == dbg.count) return false;
    dbg.fault = *fault;
    hd_fault_explain(&dbg.fault);
    faulted_at = dbg.count;
    dbg.goal = dbg.count;
    if (!dbg.quiet) dbg.seen = dbg.count;
    return true;
}

bool hd_debug_cell_again(const struct hd_fault *fault) {
    bool asked = dbg.cell && !strcmp(fault->kind, "again");
    if (!asked && (fault->in_kernel || dbg_host_refuses() || !to_fault(fault))) return false;
    uint64_t seen = faulted_at;
    dbg_undo_begin(true);
    if (!asked) faulted_at = seen;
    dbg.cell = true;
    dbg_host_rewind();
    dbg_restart();
    return true;
}

// The launch runs again, to where blocks were skipped: that goes otherwise now.
static void again_to_skipped(uint64_t *first) {
    dbg_undo_launch();
    *first = 0;
    dbg.whole = false;
    faulted_at = 0;
    dbg.goal = dbg.count > dbg.launch_count ? dbg.count : 0;
    dbg.runs_on = dbg.goal > 0;
    dbg.count = dbg.launch_count;
    dbg_quiet(true);
    dbg_set_limit();
}

bool dbg_again(struct hd_fault *fault, uint64_t *first) {
    if (dbg_skip_runs()) {
        bool again = dbg_skip_failed(fault);
        if (again) again_to_skipped(first);
        return again;
    }
    bool asked = !strcmp(fault->kind, "again");
    if (asked ? dbg.cell : !to_fault(fault)) return false;
    if (!asked) dbg.whole = false;
    *first = dbg.whole ? 0 : dbg.block;
    if (dbg.whole) {
        dbg_undo_launch();
        dbg.count = dbg.launch_count;
    } else {
        dbg.count = dbg_undo_block(dbg.replaying ? find.from : dbg.goal);
    }
    dbg_quiet(true);
    dbg_watches_look();
    dbg_set_limit();
    return true;
}

void dbg_launch_left(void) {
    dbg_undo_end();
    faulted_at = 0;
}

void dbg_find_end(void) {
    dbg.events.n = 0;
    find.what = FIND_NOTHING;
}

#define WINDOW 20000 // statements

static void look_from(uint64_t window) {
    find.window = window;
    find.from = find.end > window ? find.end - window : 0;
    find.cut = false;
}

// The first statement that a run which looks for something must be asked at.
uint64_t dbg_looks_from(void) { return find.from; }

static const char *begin(int what, bool whole) {
    const char *why = dbg.thread ? NULL : dbg_host_refuses();
    if (why) return why;
    dbg.cell = !dbg.thread;
    faulted_at = 0; // it is come to again
    find = (struct record){.what = what,
                           .thread = dbg.thread,
                           .end = dbg.count,
                           .mid = dbg.in_store,
                           .at_store = dbg.in_store && !strcmp(dbg.reason, "watch"),
                           .site = dbg.frame->site,
                           .depth = dbg.selected->depth};
    dbg.events.n = 0;
    dbg.replaying = true;
    find.from = find.end; // marks and stores tell of themselves
    if (what == FIND_BACK || what == FIND_OUT) look_from(WINDOW);
    dbg.goal = 0;
    dbg.whole = whole;
    dbg.rewinds = true;
    return NULL;
}

const char *dbg_back(bool in) {
    const char *why = begin(FIND_BACK, false);
    find.in = in;
    return why;
}

const char *dbg_back_out(void) {
    if (!dbg.thread || dbg.selected->depth) return begin(FIND_OUT, false);
    if (!dbg.launched_by) return "this is the kernel itself: nobody called it in its thread";
    const char *why = dbg_host_refuses(); // to the launch
    if (why) return why;
    begin(FIND_OUT, false);
    find.thread = NULL;
    find.end = dbg.launch_count + 1;
    look_from(WINDOW);
    find.depth = dbg.launched_by->depth + 1;
    find.mid = false;
    dbg.cell = true;
    return NULL;
}

const char *dbg_back_to_point(void) { return begin(FIND_POINT, true); }

const char *dbg_go_to_thread(const struct dbg_thread_id *id) {
    if (!dbg.launch) return "no kernel runs";
    for (int d = 0; d < 3; d++)
        if (id->block[d] >= dbg.launch->grid[d] || id->thread[d] >= dbg.launch->block[d])
            return hd_printf(hd_engine.arena,
                             "there is no such thread: the grid is (%u,%u,%u), its blocks "
                             "(%u,%u,%u)",
                             dbg.launch->grid[0], dbg.launch->grid[1], dbg.launch->grid[2],
                             dbg.launch->block[0], dbg.launch->block[1], dbg.launch->block[2]);
    uint64_t wanted =
        id->block[0] +
        dbg.launch->grid[0] * (id->block[1] + (uint64_t)dbg.launch->grid[1] * id->block[2]);
    dbg.wanted = *id;
    dbg_resume(DBG_THREAD);
    if (wanted <= dbg.block) { // it has done something already
        dbg_skip_from(wanted);
        dbg.goal = 0;
        dbg.whole = wanted < dbg.block;
        dbg.cell = false;
        dbg_switches_from(dbg.whole ? dbg.launch_count : dbg.block_count);
        dbg.rewinds = true;
    }
    return NULL;
}

static int line_of(const struct dbg_event *e) { return dbg_sites[e->site].line; }

static uint64_t line_before(void) {
    struct dbg_event now = {find.end, find.site, find.depth};
    int i = dbg.events.n - 1;
    const struct dbg_event *e = dbg.events.v;
    if (find.mid) { // its own statement begins before
        find.cut = i < 0;
        return i >= 0 ? e[i].count : find.end;
    }
    while (i >= 0 &&
           ((!find.in && e[i].depth > now.depth) ||
            (line_of(&e[i]) == line_of(&now) && e[i].depth == now.depth && e[i].site != now.site)))
        i--;
    find.cut = i < 0;
    if (i < 0) return find.end;
    int chunk = i, first = i; // where `next` stops in it: at its first site, each time
    for (int k = i - 1; k >= 0; k--) {
        if (!find.in && e[k].depth > e[i].depth) continue;
        if (line_of(&e[k]) != line_of(&e[i]) || e[k].depth != e[i].depth) break;
        chunk = k;
    }
    find.cut = chunk == 0;
    for (int k = chunk; k <= i; k++)
        if (e[k].site == e[chunk].site && e[k].depth == e[i].depth) first = k;
    return e[first].count;
}

static uint64_t call_before(void) {
    for (int i = dbg.events.n - 1; i >= 0; i--)
        if (dbg.events.v[i].depth < find.depth) return dbg.events.v[i].count;
    find.cut = true;
    return find.end;
}

static bool why_done(void);

#define MOST_EVENTS (1 << 20)

static void note_event(const struct hd_frame *frame) {
    if (find.what == FIND_BACK && !find.in && frame->depth > find.depth) return;
    if (find.what == FIND_OUT && frame->depth >= find.depth) return;
    if (dbg.events.n == MOST_EVENTS) {
        dbg.events.n /= 2;
        memmove(dbg.events.v, dbg.events.v + dbg.events.n,
                sizeof *dbg.events.v * (size_t)dbg.events.n);
    }
    HD_XPUSH(&dbg.events, ((struct dbg_event){dbg.count, frame->site, frame->depth}));
}

void dbg_record(struct hd_frame *frame) {
    bool over = dbg.count >= find.end + (find.mid ? 1 : 0);
    if (!over && dbg.count < find.from && find.what != FIND_POINT) return;
    if (!over) {
        if (find.what == FIND_POINT) {
            struct dbg_point *p = dbg_point_hit(frame);
            if (p) find.hit = dbg.count;
        } else if (find.what != FIND_WHY && frame->thread == find.thread &&
                   (!dbg.events.n || dbg.events.v[dbg.events.n - 1].count != dbg.count)) {
            note_event(frame);
        }
        if (find.what == FIND_WHY || !(find.mid && dbg.count == find.end)) return;
    }
    uint64_t goal = find.end;
    if (find.what == FIND_POINT && !find.hit && !dbg.cell && dbg.launched_by &&
        !dbg_host_refuses()) { // before the launch?
        dbg.cell = true;
        raise_again();
    }
    dbg.replaying = false;
    if (find.what == FIND_BACK) goal = line_before();
    if (find.what == FIND_OUT) goal = call_before();
    uint64_t start = dbg.cell ? 0 : dbg.whole ? dbg.launch_count : dbg.block_count;
    if (find.cut && find.from > start) {
        look_from(find.window * 32);
        dbg.events.n = 0;
        dbg.replaying = true;
        raise_again();
    }
    if (find.what == FIND_POINT && find.hit) goal = find.hit;
    if (goal == find.end && !(find.mid && find.what == FIND_BACK))
        snprintf(dbg.note, sizeof dbg.note, "%s",
                 find.what == FIND_POINT ? "no breakpoint or watched store lies before this"
                 : find.what == FIND_WHY ? ""
                 : find.thread           ? "this is where the thread began"
                                         : "this is where it began");
    if (find.what == FIND_WHY && !why_done()) {
        dbg.replaying = true;
        dbg.whole = true;
        raise_again();
    }
    dbg.goal = goal;
    dbg.runs_on = find.what == FIND_WHY && find.at_store;
    if (dbg.count == goal) return; // it stops here
    dbg.whole = goal <= dbg.block_count;
    if (!dbg.launch || goal <= dbg.launch_count) dbg.cell = true;
    raise_again();
}

void dbg_record_store(void) {
    if (find.what == FIND_POINT && dbg.count < find.end) find.hit = dbg.count;
}

// ---- why a value is what it is ------------------------------------------------------------------

bool dbg_why_on;

#define MOST_TARGETS 24
#define MOST_STORES 64 // of one target that are listed
#define MOST_LOADS 8

struct load {
    uint64_t addr, size, count;
    uint64_t begun; // of a local: when its function was called
    char value[16];
    char name[48];              // of a local; empty: it is none
    const struct hd_type *type; // of that
    bool is_param;
};
struct store {
    uint64_t count;
    uint32_t site;
    struct dbg_thread_id id;
    bool by_host, by_call; // by_call: by code that does not tell of its stores
    bool by_skipped;       // in blocks that ran at full speed:
    uint32_t blocks[2][3]; // the first and the last
    char old[16], now[16];
    struct load loads[MOST_LOADS];
    int nloads;
};
struct target {
    uint64_t addr, size, before; // stores with a smaller count
    uint64_t from;               // and not a smaller one than this: it is a local of a call
    int depth, parent;           // parent: whose store has read it
    const struct hd_type *type;
    char name[80], value[16]; // value: that was read
    bool done, seen, is_param;
    char last[16];               // what was there, when `seen`
    int n;                       // stores in all
    HD_VEC(struct store) stores; // the newest
};
static struct {
    struct target targets[MOST_TARGETS];
    int n;
    struct load ring[MOST_LOADS];
    int nring;
} why;

// The local of a frame, or of one of its callers, that an address is a part of. false: of none.
static bool is_local(const struct hd_frame *frame, const char *addr, uint64_t size,
                     struct load *out) {
    for (; frame; frame = frame->parent)
        for (int i = 0; i < frame->func->locals.n; i++) {
            const struct hd_sym *sym = frame->func->locals.v[i].sym;
            const char *at = frame->locals[i];
            if (frame->func->locals.v[i].by_pointer || addr < at || addr >= at + sym->type->size)
                continue;
            const struct hd_type *type = sym->type;
            snprintf(out->name, sizeof out->name, "%s", sym->name);
            out->is_param = sym->is_param;
            out->begun = frame->begun;
            while (type->kind == HD_TY_ARRAY && type->base->size >= size) {
                uint64_t k = (uint64_t)(addr - at) / type->base->size;
                size_t n = strlen(out->name);
                snprintf(out->name + n, sizeof out->name - n, "[%llu]", (unsigned long long)k);
                at += k * type->base->size;
                type = type->base;
            }
            out->type = type->size == size ? type : NULL;
            return true;
        }
    return false;
}

void dbg_why_load(char *addr, uint64_t size, struct hd_frame *frame) {
    if (why.nring && why.ring[0].count != dbg.count) why.nring = 0;
    if (why.nring == MOST_LOADS || size > 16) return;
    struct load l = {.addr = (uint64_t)(uintptr_t)addr, .size = size, .count = dbg.count};
    bool local = is_local(frame, addr, size, &l);
    if (!local && hd_cpu_on_stack(addr)) return;
    if (l.type && (l.type->kind == HD_TY_PTR || l.type->kind == HD_TY_REF)) return;
    for (int i = 0; i < why.nring; i++)
        if (why.ring[i].addr == l.addr && why.ring[i].size == size) return;
    hd_guard_read(addr, l.value, size);
    why.ring[why.nring++] = l;
}

static uint64_t compared(const struct target *w) {
    return w->size < sizeof w->last ? w->size : sizeof w->last;
}

static void add_store(struct target *w, struct store s) {
    uint64_t bytes = compared(w);
    if (w->stores.n) memcpy(w->stores.v[w->stores.n - 1].now, s.old, bytes);
    w->n++;
    if (w->stores.n == MOST_STORES) {
        memmove(w->stores.v, w->stores.v + 1, sizeof s * (MOST_STORES - 1));
        w->stores.n--;
    }
    HD_XPUSH(&w->stores, s);
}

void dbg_why_store(char *addr, uint64_t size, struct hd_frame *frame) {
    uint64_t at = (uint64_t)(uintptr_t)addr;
    struct hd_thread *t = frame->thread;
    if (why.nring && why.ring[0].count != dbg.count) why.nring = 0;
    for (int i = 0; i < why.n; i++) {
        struct target *w = &why.targets[i];
        if (w->done || at >= w->addr + w->size || at + size <= w->addr || dbg.count >= w->before ||
            dbg.count < w->from)
            continue;
        struct store s = {
            .count = dbg.count, .site = frame->site, .by_host = !t, .nloads = why.nring};
        if (t) {
            memcpy(s.id.block, t->block->bid, sizeof s.id.block);
            memcpy(s.id.thread, t->tid, sizeof s.id.thread);
        }
        memcpy(s.loads, why.ring, sizeof s.loads);
        hd_guard_read((void *)(uintptr_t)w->addr, s.old, compared(w));
        w->seen = false; // until it is done
        add_store(w, s);
    }
}

// What has changed since the last look, and was not told of.
static void look_for_stores(const struct store *by) {
    for (int i = 0; i < why.n; i++) {
        struct target *w = &why.targets[i];
        char now[16];
        if (w->done || dbg.count > w->before || hd_cpu_on_stack((void *)(uintptr_t)w->addr) ||
            !hd_guard_read((void *)(uintptr_t)w->addr, now, compared(w)))
            continue;
        if (w->seen && memcmp(now, w->last, compared(w)) != 0) {
            struct store s = *by;
            memcpy(s.old, w->last, sizeof s.old);
            add_store(w, s);
        }
        memcpy(w->last, now, sizeof w->last);
        w->seen = true;
    }
}

// Before a statement of host code.
void dbg_why_look(uint32_t site_before) {
    look_for_stores(&(struct store){
        .count = dbg.count - 1, .site = site_before, .by_host = true, .by_call = true});
}

void dbg_why_skips(void) {
    for (int i = 0; i < why.n; i++) why.targets[i].seen = false;
    look_for_stores(&(struct store){.by_skipped = true});
}

static void block_id(uint64_t linear, uint32_t *id) {
    const uint32_t *grid = dbg.launch->grid;
    id[0] = (uint32_t)(linear % grid[0]);
    id[1] = (uint32_t)(linear / grid[0] % grid[1]);
    id[2] = (uint32_t)(linear / grid[0] / grid[1]);
}

void dbg_why_skipped(uint64_t block, uint64_t end) {
    struct store by = {.count = dbg.count, .by_skipped = true};
    block_id(block, by.blocks[0]);
    block_id(end - 1, by.blocks[1]);
    look_for_stores(&by);
    for (int i = 0; i < why.n; i++) why.targets[i].seen = false;
}

// The type of what lies at an address, and its name: `a[3]`, when a variable, shared memory or a
// pointer that the kernel got leads there.
static bool is_element(uint64_t addr, uint64_t size, uint64_t base, uint64_t room,
                       const struct hd_type *type, const char *name, struct target *out) {
    if (addr < base || addr >= base + room || !name) return false;
    while (type && type->kind == HD_TY_ARRAY && type->base->size > size) type = type->base;
    const struct hd_type *elem = type && type->kind == HD_TY_ARRAY ? type->base : type;
    if (elem && elem->size == size) out->type = elem;
    if (elem && elem->size && elem->size < room)
        snprintf(out->name, sizeof out->name, "%s[%llu]", name,
                 (unsigned long long)((addr - base) / elem->size));
    else
        snprintf(out->name, sizeof out->name, "%s%s", name, room > size ? " (a part of it)" : "");
    return true;
}

static void describe(struct target *w) {
    struct hd_placed placed;
    struct hd_frame *f = dbg.frame;
    while (f && f->parent) f = f->parent;
    const char *shared = f && f->thread ? ((struct hd_thread *)f->thread)->block->shared : NULL;
    for (int i = 0; shared && i < dbg.twin->shared.n; i++) {
        const struct hd_gen_shared *s = &dbg.twin->shared.v[i];
        if (is_element(w->addr, w->size, (uint64_t)(uintptr_t)(shared + s->offset),
                       s->sym->type->size, s->sym->type, s->sym->name, w))
            return;
    }
    for (int i = 0; f && f->thread && i < f->func->locals.n; i++) {
        const struct hd_sym *sym = f->func->locals.v[i].sym;
        if (!sym->is_param || sym->type->kind != HD_TY_PTR || !sym->type->base->size) continue;
        uint64_t p = *(uint64_t *)f->locals[i], end = 0, base;
        size_t bytes;
        const char *kind;
        if (hd_cudart_allocation(p, &base, &bytes, &kind))
            end = base + bytes;
        else if (hd_var_at(p, &placed))
            end = placed.addr + placed.size;
        if (end && is_element(w->addr, w->size, p, end - p, sym->type->base, sym->name, w)) return;
    }
    if (hd_var_at(w->addr, &placed) &&
        is_element(w->addr, w->size, placed.addr, placed.size, placed.type, placed.name, w))
        return;
    snprintf(w->name, sizeof w->name, "%llu bytes at 0x%llx", (unsigned long long)w->size,
             (unsigned long long)w->addr);
}

static bool known(uint64_t addr, uint64_t before) {
    for (int i = 0; i < why.n; i++)
        if (why.targets[i].addr == addr && why.targets[i].before == before) return true;
    return false;
}

#define DEEPEST 8
#define MOST_TIMES 3 // that one place is followed: a loop's variable is made of itself

static bool often(uint64_t addr) {
    int n = 0;
    for (int i = 0; i < why.n; i++) n += why.targets[i].addr == addr;
    return n >= MOST_TIMES;
}

// The end of a run: what the stores that were found have read is looked for in the next one. true:
// nothing is left to look for.
static bool why_done(void) {
    bool more = false;
    int n = why.n;
    for (int i = 0; i < n; i++) {
        struct target *w = &why.targets[i];
        if (w->done) continue;
        w->done = true;
        if (!w->stores.n) continue;
        struct store *last = &w->stores.v[w->stores.n - 1];
        uint64_t bytes = w->size < sizeof last->now ? w->size : sizeof last->now;
        if (w->depth == 0) hd_guard_read((void *)(uintptr_t)w->addr, last->now, bytes);
        for (int k = 0; k < last->nloads && w->depth < DEEPEST && why.n < MOST_TARGETS; k++) {
            const struct load *l = &last->loads[k];
            bool itself = l->addr == w->addr && l->size == w->size;
            if (known(l->addr, last->count) || (itself && !w->depth) || often(l->addr)) continue;
            struct target *t = &why.targets[why.n++];
            *t = (struct target){.addr = l->addr,
                                 .size = l->size,
                                 .before = last->count,
                                 .from = l->begun,
                                 .depth = w->depth + 1,
                                 .parent = i,
                                 .is_param = l->is_param};
            memcpy(t->value, l->value, sizeof t->value);
            if (l->name[0]) {
                snprintf(t->name, sizeof t->name, "%s", l->name);
                t->type = l->type;
            } else {
                describe(t);
            }
            more = true;
        }
    }
    why.nring = 0;
    for (int i = 0; i < why.n; i++) why.targets[i].seen = false;
    if (!more) dbg_why_on = false;
    dbg_watches_tell();
    return !more;
}

const char *dbg_why(struct hd_buf *out, const char *text) {
    struct hd_diags diags = {.arena = hd_engine.arena};
    const char *refused = dbg.thread ? NULL : dbg_host_refuses();
    if (refused) return refused;
    char *address = hd_printf(hd_engine.arena, "&(%s)", text);
    struct dbg_code *code = dbg_compile(dbg.selected, address, false, &diags);
    if (!code)
        return diags.first ? hd_printf(hd_engine.arena, "%s", diags.first->message)
                           : "that has no place in memory";
    struct hd_fault fault;
    hd_front_unlock();
    bool ok = dbg_code_run(code, dbg.selected, &fault);
    hd_front_lock();
    const struct hd_type *type = dbg_code_type(code);
    if (!ok || !type || type->kind != HD_TY_PTR) {
        dbg_code_free(code);
        return "that has no place in memory";
    }
    uint64_t addr = *(uint64_t *)dbg_code_value(code);
    for (int i = 0; i < MOST_TARGETS; i++) HD_FREE_VEC(&why.targets[i].stores);
    memset(&why, 0, sizeof why);
    why.n = 1;
    why.targets[0] = (struct target){
        .addr = addr, .size = type->base->size, .before = UINT64_MAX, .type = type->base};
    snprintf(why.targets[0].name, sizeof why.targets[0].name, "%s", text);
    struct load local = {0};
    for (struct hd_frame *f = dbg.selected; f && !local.name[0]; f = dbg_caller(f))
        is_local(f, (char *)(uintptr_t)addr, 1, &local);
    why.targets[0].from = local.begun;
    dbg_code_free(code);
    const char *wrong = begin(FIND_WHY, true);
    dbg_why_on = !wrong;
    dbg_watches_tell();
    return wrong;
}

static void show_value(struct hd_buf *out, const struct target *w, const char *bytes) {
    if (w->type && w->size <= 16)
        dbg_print_value(out, w->type, bytes);
    else if (w->size <= 8) { // what it means is not known
        uint64_t bits = 0;
        memcpy(&bits, bytes, w->size);
        hd_buf_printf(out, "0x%llx", (unsigned long long)bits);
    } else {
        hd_buf_puts(out, "...");
    }
}

static void show_store(struct hd_buf *out, const struct target *w, const struct store *s) {
    const struct dbg_site *site = &dbg_sites[s->site];
    int indent = 2 * w->depth;
    hd_buf_printf(out, "%*s%s: ", indent, "", w->name);
    bool begins = site->func && site->func->sites.v[0].number == s->site;
    if (!w->is_param || !begins) { // a parameter was nothing before
        show_value(out, w, s->old);
        hd_buf_puts(out, " -> ");
    }
    show_value(out, w, w->depth ? w->value : s->now);
    if (s->by_skipped) {
        const uint32_t *from = s->blocks[0], *to = s->blocks[1];
        hd_buf_printf(
            out,
            " by blocks (%u,%u,%u) to (%u,%u,%u), which ran at full speed: `thread %u,%u,%u "
            "0,0,0` goes into one\n",
            from[0], from[1], from[2], to[0], to[1], to[2], from[0], from[1], from[2]);
        return;
    }
    hd_buf_printf(out, " at %s:%d by ", site->source ? site->source->name : "?", site->line);
    if (s->by_call)
        hd_buf_puts(out, "what the host calls there, whose own steps are not followed\n");
    else if (s->by_host)
        hd_buf_puts(out, "the host\n");
    else
        hd_buf_printf(out, "block (%u,%u,%u), thread (%u,%u,%u)\n", s->id.block[0], s->id.block[1],
                      s->id.block[2], s->id.thread[0], s->id.thread[1], s->id.thread[2]);
    struct hd_place place;
    if (!hd_source_place(site->loc, &place)) return;
    const char *line = place.line_text;
    size_t n = place.line_len;
    while (n && (*line == ' ' || *line == '\t')) line++, n--;
    hd_buf_printf(out, "%*s    %.*s\n", indent, "", (int)n, line);
}

// With what it was made of below it.
static void show_target(struct hd_buf *out, int number) {
    const struct target *w = &why.targets[number];
    if (!w->stores.n) {
        hd_buf_printf(out, "%*s%s: not stored in this %s: it is ", 2 * w->depth, "", w->name,
                      dbg.cell ? "input" : "launch");
        char now[16] = {0};
        hd_guard_read((void *)(uintptr_t)w->addr, now, compared(w));
        show_value(out, w, w->depth ? w->value : now);
        hd_buf_putc(out, '\n');
    }
    if (w->depth == 0 && w->n > w->stores.n)
        hd_buf_printf(out, "%s: %d stores, the last %d of them\n", w->name, w->n, w->stores.n);
    for (int k = w->depth == 0 || !w->stores.n ? 0 : w->stores.n - 1; k < w->stores.n; k++)
        show_store(out, w, &w->stores.v[k]);
    for (int i = number + 1; i < why.n; i++)
        if (why.targets[i].parent == number) show_target(out, i);
}

bool dbg_why_show(struct hd_buf *out) {
    if (find.what != FIND_WHY || !why.n) return false;
    show_target(out, 0);
    if (why.n == MOST_TARGETS) hd_buf_puts(out, "and so on: `why` of one of these goes further\n");
    find.what = FIND_NOTHING;
    why.n = 0;
    return true;
}
