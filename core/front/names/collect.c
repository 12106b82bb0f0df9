// Freeing what no definition needs any more.
//
// Every arena of trees knows which other arenas its types point into (cell_mem.holds). What the
// live definitions, the macros and the running code are in is marked, with all that it holds; the
// rest is freed. Instances of templates are no roots: one of a struct template stays while
// something else holds it, and with it the member functions made of it, one of a function template
// as long as that.
//
// Example: `Vec<float, 4> a;` holds the arena of "Vec<float, 4>". Once `a` is defined anew as an
// int, the instance is marked by nobody: its definition is removed and its arena freed.
#include "front/check/check.h"

#include <stdlib.h>

static struct cell_mem *mem_of(struct hd_front *front, const struct hd_arena *arena) {
    return hd_map_get(&front->mem_of, (const char *)arena);
}

// With a list of what is still to be looked at: in a long session, definitions that each need the
// one before form a chain that no stack is deep enough for.
static void mark(struct cell_mem *mem) {
    HD_VEC(struct cell_mem *) open = {0};
    if (mem && !mem->marked) HD_XPUSH(&open, mem);
    while (open.n > 0) {
        mem = open.v[--open.n];
        if (mem->marked) continue;
        mem->marked = true;
        for (int i = 0; i < mem->holds.n; i++)
            if (mem->holds.v[i] && !mem->holds.v[i]->marked) HD_XPUSH(&open, mem->holds.v[i]);
    }
    HD_FREE_VEC(&open);
}

void mem_destroy(struct cell_mem *mem) {
    hd_arena_destroy(mem->arena);
    hd_source_release(mem->source);
    for (int i = 0; i < mem->texts.n; i++) hd_source_release(mem->texts.v[i]);
    HD_FREE_VEC(&mem->texts);
    HD_FREE_VEC(&mem->holds);
    free(mem);
}

static void mem_free(struct hd_front *front, struct cell_mem *mem) {
    hd_map_remove(&front->mem_of, (const char *)mem->arena);
    mem_destroy(mem);
}

size_t hd_front_bytes(struct hd_front *front) {
    size_t bytes = hd_arena_bytes(front->arena);
    for (int i = 0; i < front->mems.n; i++) bytes += hd_arena_bytes(front->mems.v[i]->arena);
    return bytes;
}

static void mark_def(struct hd_front *front, const struct hd_def *def) {
    mark(mem_of(front, def->arena));
    mark(mem_of(front, def->home)); // and its text, when it was refreshed since
}

static bool is_marked(struct hd_front *front, const struct hd_def *def) {
    const struct cell_mem *mem = mem_of(front, def->arena);
    return !mem || mem->marked;
}

// A function template keeps what was made of it and is still right: who calls it at the prompt
// does so again.
static bool of_live_template(struct hd_front *front, const struct hd_def *def) {
    const struct hd_template *t = def->inst && !def->stale ? def->inst->tmpl : NULL;
    const struct cell_mem *mem = t ? mem_of(front, t->arena) : NULL;
    return t && (!mem || mem->marked);
}

// Instances that something holds are kept whole, which may hold others; the rest goes.
static void keep_instances(struct hd_front *front, struct hd_def **defs, int n) {
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < n; i++) {
            const char *record = defs[i]->space->kind == SPACE_RECORD ? defs[i]->space->key : NULL;
            struct hd_def *def = defs[i], *owner = record ? hd_map_get(&front->tags, record) : NULL;
            const struct cell_mem *home = mem_of(front, def->home);
            if (!def->instance_of || (is_marked(front, def) && (!home || home->marked))) continue;
            if (!is_marked(front, def) && (!home || !home->marked) &&
                !(owner && !owner->dead && is_marked(front, owner)) &&
                !of_live_template(front, def))
                continue;
            mark_def(front, def);
            more = true;
        }
    }
    for (int i = 0; i < n; i++)
        if (defs[i]->instance_of && !is_marked(front, defs[i])) hd_def_remove(front, defs[i]);
    hd_defs(front, &n); // forgets them
}

static void mark_macro(struct hd_front *front, const struct hd_macro *m) {
    mark(mem_of(front, m->arena));
    if (m->device) mark(mem_of(front, m->device->arena));
}

void hd_front_collect(struct hd_front *front, struct hd_arena **in_use, int n) {
    int ndefs;
    hd_front_results(front, &ndefs); // forgets dead ones, which may go
    struct hd_def **defs = hd_defs(front, &ndefs);
    for (int i = 0; i < front->mems.n; i++) front->mems.v[i]->marked = false;
    for (int i = 0; i < ndefs; i++)
        if (!defs[i]->instance_of) mark_def(front, defs[i]);
    for (int i = 0; i < n; i++) mark(mem_of(front, in_use[i]));
    const char *name;
    void *value;
    for (int i = 0; (i = hd_map_next(&front->macros, i, &name, &value)) > 0;)
        mark_macro(front, value);
    keep_instances(front, defs, ndefs);
    int live = 0;
    for (int i = 0; i < front->mems.n; i++) { // holds of live ones point to live ones only
        struct cell_mem *mem = front->mems.v[i];
        if (mem->marked) continue;
        if (mem->in_journal && front->on_cell_dead)
            front->on_cell_dead(front->on_cell_dead_user, mem->cell);
    }
    for (int i = 0; i < front->mems.n; i++) {
        struct cell_mem *mem = front->mems.v[i];
        if (mem->marked)
            front->mems.v[live++] = mem;
        else
            mem_free(front, mem);
    }
    front->mems.n = live;
    front->collected_bytes = hd_front_bytes(front);
}

void global_mark_journaled(struct hd_front *front, const struct hd_arena *arena) {
    struct cell_mem *mem = mem_of(front, arena);
    if (mem) mem->in_journal = true;
}
