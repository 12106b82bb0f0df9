// Watched memory: where it is stored to, the thread stops.
//
// The user's own code tells of its stores, in kernels and on the host, of locals too while somebody
// wants to know (dbg.locals_told). What else stores, memcpy and its kin, functions of headers,
// copies of the runtime, kernels that run at full speed, is seen by comparing: before each
// statement of host code what is watched is held against what it was.
#include "run/debug/debug.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_COMPARED (1u << 16) // bytes of what is watched; of larger things stores alone are seen

static int last_number;
static HD_VEC(struct dbg_watch) known; // that a front-end has asked about
static uint32_t last_site;             // of the statement before

// ---- the list -----------------------------------------------------------------------------------

static void look(struct dbg_watch *w) {
    if (w->now) hd_guard_read((void *)(uintptr_t)w->addr, w->now, w->size);
}

void dbg_watches_look(void) {
    for (int i = 0; i < dbg.watches.n; i++) look(&dbg.watches.v[i]);
}

static void tell_locals(void) {
    bool any = false;
    for (int i = 0; i < dbg.watches.n; i++) any = any || dbg.watches.v[i].frame;
    dbg.locals_told = any || dbg_why_on;
}

void dbg_watches_tell(void) { tell_locals(); }

static void drop(int i) {
    free(dbg.watches.v[i].now);
    free(dbg.watches.v[i].text);
    memmove(&dbg.watches.v[i], &dbg.watches.v[i + 1],
            sizeof *dbg.watches.v * (size_t)(--dbg.watches.n - i));
}

void dbg_watches_forget(void) {
    while (dbg.watches.n) drop(0);
    tell_locals();
}

// The frame whose variable, not what a reference means, the memory is a part of. NULL: none.
static struct hd_frame *owner(struct hd_frame *frame, uint64_t addr) {
    for (int i = 0; i < frame->func->locals.n; i++) {
        const struct hd_twin_local *l = &frame->func->locals.v[i];
        uint64_t at = (uint64_t)(uintptr_t)frame->locals[i];
        if (!l->by_pointer && addr >= at && addr < at + l->sym->type->size) return frame;
    }
    return NULL;
}

const char *dbg_watch_of(struct hd_frame *frame, const char *text, struct dbg_watch *out) {
    struct hd_diags diags = {.arena = hd_engine.arena};
    char *address = hd_printf(hd_engine.arena, "&(%s)", text);
    struct dbg_code *code = dbg_compile(frame, address, false, &diags);
    if (!code)
        return diags.first ? hd_printf(hd_engine.arena, "%s", diags.first->message)
                           : "it has no place in memory";
    struct hd_fault fault;
    hd_front_unlock();
    bool ok = dbg_code_run(code, frame, &fault);
    hd_front_lock();
    const struct hd_type *type = ok ? dbg_code_type(code) : NULL;
    bool place = type && type->kind == HD_TY_PTR && type->base->size;
    if (place) {
        *out = (struct dbg_watch){.text = (char *)(uintptr_t)text,
                                  .addr = *(uint64_t *)dbg_code_value(code),
                                  .size = type->base->size,
                                  .type = type->base};
        char byte;
        if (!hd_guard_read((void *)(uintptr_t)out->addr, &byte, 1)) place = false;
    }
    dbg_code_free(code);
    if (!place) return "it has no place in memory";
    for (struct hd_frame *f = frame; f && !out->frame; f = dbg_caller(f))
        out->frame = owner(f, out->addr);
    if (out->frame) {
        out->func = out->frame->func;
        out->begun = out->frame->begun;
        out->of_host = !out->frame->thread;
    }
    return NULL;
}

const struct dbg_watch *dbg_watch_add(const struct dbg_watch *watch) {
    struct dbg_watch w = *watch;
    w.number = ++last_number;
    w.text = hd_xstrdup(w.text);
    w.now = w.size <= MOST_COMPARED ? hd_xmalloc(w.size) : NULL;
    look(&w);
    HD_XPUSH(&dbg.watches, w);
    tell_locals();
    return &dbg.watches.v[dbg.watches.n - 1];
}

// A front-end gets a name for what it may watch later: its number in a list of these.
const char *dbg_watch_name(const struct dbg_watch *watch) {
    struct dbg_watch w = *watch;
    w.text = hd_xstrdup(w.text);
    HD_XPUSH(&known, w);
    return hd_printf(hd_engine.arena, "watch %d", known.n);
}

bool dbg_watch_named(const char *name) {
    int i = 0;
    if (sscanf(name, "watch %d", &i) != 1 || i < 1 || i > known.n) return false;
    dbg_watch_add(&known.v[i - 1]);
    return true;
}

void dbg_watches_end(void) {
    dbg_watches_forget();
    for (int i = 0; i < known.n; i++) free(known.v[i].text);
    known.n = 0;
}

// ---- stores that are told -----------------------------------------------------------------------

static int stored = -1; // the watch whose store is being done
static uint64_t stored_size;
static const void *stored_at;

// A local that was gone back behind is nobody's until its function has been called again.
static bool is_awake(struct dbg_watch *w) {
    bool was = !w->asleep;
    w->asleep = w->frame && dbg.count <= w->begun;
    if (!was && !w->asleep) look(w);
    return !w->asleep;
}

void dbg_watches_move(uint64_t after, int64_t by) {
    for (int i = 0; i < dbg.watches.n; i++)
        if (dbg.watches.v[i].begun > after) dbg.watches.v[i].begun += (uint64_t)by;
}

static bool overlaps(const struct dbg_watch *w, const void *addr, uint64_t size) {
    uint64_t at = (uint64_t)(uintptr_t)addr;
    return at < w->addr + w->size && at + size > w->addr;
}

void dbg_watch_store(const void *addr, uint64_t size) {
    for (int i = 0; i < dbg.watches.n; i++) {
        struct dbg_watch *w = &dbg.watches.v[i];
        if (!is_awake(w) || !overlaps(w, addr, size)) continue;
        stored = i;
        stored_at = addr;
        stored_size = size;
        look(w);
    }
}

// What is said of a change; what it is now is what it was, from here on.
static void say(struct dbg_watch *w, const char *where) {
    hd_front_lock();
    struct hd_arena *outer = hd_engine.arena;
    hd_engine.arena = hd_arena_create();
    struct hd_buf text = {0};
    hd_buf_printf(&text, "%s: ", w->text);
    if (w->now) dbg_print_value(&text, w->type, w->now);
    hd_buf_puts(&text, " -> ");
    dbg_print_value(&text, w->type, (void *)(uintptr_t)w->addr);
    hd_buf_puts(&text, where);
    size_t said = strlen(dbg.note);
    snprintf(dbg.note + said, sizeof dbg.note - said, "%s%s", said ? "\n" : "", hd_buf_str(&text));
    hd_buf_finish(&text);
    hd_arena_destroy(hd_engine.arena);
    hd_engine.arena = outer;
    hd_front_unlock();
    look(w);
}

bool dbg_watch_stored(void) {
    int i = stored;
    stored = -1;
    if (i < 0 || i >= dbg.watches.n) return false;
    if (dbg.replaying || dbg.goal)
        look(&dbg.watches.v[i]);
    else
        say(&dbg.watches.v[i], "");
    for (int k = 0; k < dbg.watches.n; k++) // it is told once
        if (overlaps(&dbg.watches.v[k], stored_at, stored_size)) look(&dbg.watches.v[k]);
    return true;
}

// ---- stores that are not ------------------------------------------------------------------------

bool dbg_watch_steps(void) { return (dbg.watches.n || dbg_why_on) && !dbg.launch; }

bool dbg_watch_changed(const struct hd_frame *frame) {
    uint32_t before = last_site;
    last_site = frame->site;
    if (frame->thread) return false;
    if (dbg_why_on) dbg_why_look(before);
    bool changed = false;
    for (int i = 0; i < dbg.watches.n && !changed; i++) {
        struct dbg_watch *w = &dbg.watches.v[i];
        char byte[64];
        if (!is_awake(w)) continue;
        for (uint64_t at = 0; w->now && at < w->size && !changed; at += sizeof byte) {
            uint64_t n = w->size - at < sizeof byte ? w->size - at : sizeof byte;
            changed = hd_guard_read((char *)(uintptr_t)w->addr + at, byte, n) &&
                      memcmp(byte, w->now + at, n) != 0;
        }
        if (!changed) continue;
        const struct dbg_site *site = before < dbg_nsites ? &dbg_sites[before] : NULL;
        char where[120] = ", by the statement before";
        if (site && site->func && site->source)
            snprintf(where, sizeof where, ", by what %s:%d calls", site->source->name, site->line);
        if (dbg.replaying || dbg.goal)
            look(w);
        else
            say(w, where);
    }
    return changed;
}

static void forget_local(int i, const struct hd_twin_func *func) {
    const char *name = func->func->sym->name;
    snprintf(dbg.note, sizeof dbg.note, "`%.80s` is not watched any more: `%.80s` has returned",
             dbg.watches.v[i].text, name ? name : "?");
    drop(i);
}

void dbg_watch_left(const struct hd_frame *frame) {
    if (dbg.replaying || dbg.goal) return;
    for (int i = dbg.watches.n - 1; i >= 0; i--)
        if (dbg.watches.v[i].frame == frame) forget_local(i, frame->func);
    tell_locals();
}

void dbg_watches_landed(const struct hd_frame *top) {
    if (dbg.replaying || dbg.goal) return;
    for (int i = dbg.watches.n - 1; i >= 0; i--) {
        const struct dbg_watch *w = &dbg.watches.v[i];
        const struct hd_frame *f = top;
        while (f && f != w->frame) f = f->parent;
        if (w->frame && w->of_host && !f) forget_local(i, w->func);
    }
    tell_locals();
}
