// `why a[3]`: the stores that made a value, and what each of them had read, back to the input.
//
// The launch, or the cell, runs again and tells of every store to the value's place. The newest
// one is followed: what its statement loaded is looked for in the next run, and so on.
//
//     a[1]: 0.0 -> 5.0 at In[5]:4        run 1 looks for a[1]
//       r: 0.0 -> 4.0 at In[4]:2         run 2 for r and whatever else that line read
//
// What does not tell of its stores is seen by comparing: functions of headers and libraries from
// one host statement to the next, blocks at full speed before and after they run. When the newest
// change of a value is such blocks' doing, the next runs cut them into fewer and fewer, until the
// one that did it can run in its twin (skip.c).
#include "run/debug/debug.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- why a value is what it is ------------------------------------------------------------------

bool dbg_why_on;

#define MOST_TARGETS 24
#define MOST_STORES 64 // of one target that are listed
#define MOST_LOADS 8
#define MOST_NARROWED 8 // of its stores, by blocks at full speed, that are looked for

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
    bool by_skipped;       // by blocks that ran at full speed:
    int launch;            // of this one
    uint64_t from, to;     // UINT64_MAX: all of it
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
    int launch; // that ran ordinary code since the last look; 0: none
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

// Each block has it anew, at the same place.
static bool is_shared(const struct hd_block *block, const char *addr) {
    return addr >= block->shared && addr < block->dyn_shared + dbg.launch->dyn_shared;
}

void dbg_why_load(char *addr, uint64_t size, struct hd_frame *frame) {
    if (why.nring && why.ring[0].count != dbg.count) why.nring = 0;
    if (why.nring == MOST_LOADS || size > 16) return;
    struct load l = {.addr = (uint64_t)(uintptr_t)addr, .size = size, .count = dbg.count};
    bool local = is_local(frame, addr, size, &l);
    if (!local && hd_cpu_on_stack(addr)) return;
    const struct hd_thread *t = frame->thread;
    if (t && is_shared(t->block, addr)) l.begun = dbg.block_count;
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
        if (w->done || dbg.count > w->before || dbg.count < w->from ||
            hd_cpu_on_stack((void *)(uintptr_t)w->addr) ||
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

static void look_behind(uint64_t count, uint32_t site) {
    struct store by = {.count = count, .site = site, .by_host = true, .by_call = true};
    if (why.launch)
        by = (struct store){
            .count = count, .by_skipped = true, .launch = why.launch, .to = UINT64_MAX};
    look_for_stores(&by);
    why.launch = 0;
}

// Before a statement of host code.
void dbg_why_look(uint32_t site_before) { look_behind(dbg.count - 1, site_before); }

void dbg_why_launches(bool ordinary) {
    const struct hd_frame *frame = hd_twin_top();
    if (frame) look_behind(dbg.count, frame->site);
    why.launch = ordinary ? dbg.nlaunches : 0;
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
    struct store by = {
        .count = dbg.count, .by_skipped = true, .launch = dbg.nlaunches, .from = block, .to = end};
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

// What blocks have stored that ran at full speed is looked for in fewer of them: the newest stores
// are what is told, the newest alone where it is followed from another value. true: in the next
// run.
static bool narrow(struct target *w) {
    bool more = false;
    int most = w->depth ? 1 : MOST_NARROWED;
    for (int i = w->stores.n - 1; i >= 0 && i >= w->stores.n - most; i--) {
        const struct store *s = &w->stores.v[i];
        if (s->by_skipped && dbg_skip_narrow(s->launch, s->from, s->to)) more = true;
    }
    if (more) w->n = w->stores.n = 0;
    return more;
}

// Nothing in the launch has stored it: before it, host code and other launches have.
static bool is_from_before(const struct target *w) {
    return !w->stores.n && !dbg.cell && w->from < dbg.launch_count && dbg.launched_by &&
           !dbg_host_refuses();
}

// The end of a run: what the stores that were found have read is looked for in the next one. true:
// nothing is left to look for.
bool dbg_why_done(void) {
    bool more = false, before = false;
    int n = why.n;
    for (int i = 0; i < n; i++) {
        struct target *w = &why.targets[i];
        if (w->done) continue;
        if (narrow(w)) {
            more = true;
            continue;
        }
        if (is_from_before(w)) {
            more = before = true;
            continue;
        }
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
    if (before) dbg.cell = true;
    why.nring = why.launch = 0;
    for (int i = 0; i < why.n; i++) {
        why.targets[i].seen = false;
        if (!why.targets[i].done) why.targets[i].n = why.targets[i].stores.n = 0;
    }
    if (!more) dbg_why_on = false;
    dbg_watches_tell();
    return !more;
}

void dbg_why_move(uint64_t after, int64_t by) {
    for (int i = 0; i < why.n; i++) {
        struct target *w = &why.targets[i];
        if (w->before > after && w->before != UINT64_MAX) w->before += (uint64_t)by;
        if (w->from > after) w->from += (uint64_t)by;
        for (int k = 0; k < w->stores.n; k++)
            if (w->stores.v[k].count > after) w->stores.v[k].count += (uint64_t)by;
    }
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
    why.targets[0].is_param = local.is_param;
    dbg_code_free(code);
    const char *wrong = dbg_look_for_stores();
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
    if (s->by_skipped && s->to == UINT64_MAX) {
        hd_buf_puts(out, " by a launch that ran at full speed\n");
        return;
    }
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
    if (!why.n || dbg_why_on) return false;
    show_target(out, 0);
    if (why.n == MOST_TARGETS) hd_buf_puts(out, "and so on: `why` of one of these goes further\n");
    why.n = 0;
    return true;
}
