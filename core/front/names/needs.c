// What definitions need: the names that they looked up, found or not, and the memory that their
// trees point into.
#include <stdlib.h>
#include <string.h>

#include "front/names/global.h"

// ---- memory: which arena's types point into which other -----------------------------------------

static struct cell_mem *global_mem_of(struct hd_front *front, const struct hd_arena *arena) {
    return hd_map_get(&front->mem_of, (const char *)arena);
}

struct hd_arena *global_arena(struct hd_front *front, struct hd_source *source, int cell) {
    struct cell_mem *mem = hd_xcalloc(1, sizeof *mem);
    mem->arena = hd_arena_create();
    mem->source = source;
    mem->cell = cell;
    HD_XPUSH(&front->mems, mem);
    hd_map_set(&front->mem_of, (const char *)mem->arena, mem);
    return mem->arena;
}

// What is being checked in `c` now refers to something in `arena`.
static void hold(struct check *c, const struct hd_arena *arena) {
    if (!arena || arena == c->arena || arena == c->front->arena) return;
    struct cell_mem *by = global_mem_of(c->front, c->arena), *held = global_mem_of(c->front, arena);
    if (!by || !held) return;
    for (int i = by->holds.n - 1; i >= 0 && i >= by->holds.n - 16; i--)
        if (by->holds.v[i] == held) return;
    HD_XPUSH(&by->holds, held);
}

void global_hold_cell(struct hd_front *front, const struct hd_def *def) {
    struct cell_mem *by = global_mem_of(front, def->arena);
    struct cell_mem *held = front->txn ? global_mem_of(front, front->txn->cell->arena) : NULL;
    if (by && held && by != held) HD_XPUSH(&by->holds, held);
}

void global_let_go_of_cell(struct hd_front *front, const struct hd_def *def) {
    struct cell_mem *by = global_mem_of(front, def->arena);
    struct cell_mem *held = global_mem_of(front, front->txn->cell->arena);
    for (int i = by ? by->holds.n - 1 : -1; i >= 0; i--) {
        if (by->holds.v[i] != held) continue;
        by->holds.v[i] = by->holds.v[--by->holds.n];
        break;
    }
}

void global_record(struct hd_front *front, const char *name, const struct hd_def *def) {
    for (struct check *c = front->check; c; c = c->outer) {
        if (def && def->arena) hold(c, def->arena);
        if (def && def->home) hold(c, def->home); // its text: a new engine needs it first
        if (c->recording) {
            if (c->needs.n == 0 || c->needs.v[c->needs.n - 1] != name)
                HD_PUSH(c->arena, &c->needs, name);
        }
        if (!c->shares_needs) break;
    }
}

// ---- who uses a name ----------------------------------------------------------------------------

static void add_user(struct hd_front *front, const char *name, struct hd_def *def) {
    struct name_users *users = hd_map_get(&front->users, name);
    if (!users) {
        users = hd_xcalloc(1, sizeof *users);
        hd_map_set(&front->users, name, users);
    }
    HD_XPUSH(&users->defs, def);
}

static void remove_user(struct hd_front *front, const char *name, const struct hd_def *def) {
    struct name_users *users = hd_map_get(&front->users, name);
    if (!users) return;
    for (int i = users->defs.n - 1; i >= 0; i--) {
        if (users->defs.v[i] == def) {
            users->defs.v[i] = users->defs.v[--users->defs.n];
            return;
        }
    }
}

static int by_pointer(const void *a, const void *b) {
    uintptr_t x = (uintptr_t)*(const char *const *)a, y = (uintptr_t)*(const char *const *)b;
    return (x > y) - (x < y);
}

// Sorts names and drops repeated ones; returns how many are left.
static int sort_unique(const char **names, int n) {
    if (n == 0) return 0;
    qsort(names, (size_t)n, sizeof *names, by_pointer);
    int unique = 1;
    for (int i = 1; i < n; i++)
        if (names[i] != names[unique - 1]) names[unique++] = names[i];
    return unique;
}

// Gives a definition its (sorted, unique) needs, which the definitions of one item share; the old
// ones are forgotten.
static void set_needs(struct hd_front *front, struct hd_def *def, const char **names, int n) {
    for (int i = 0; i < def->nneeds; i++) remove_user(front, def->needs[i], def);
    def->needs = n ? names : NULL;
    def->nneeds = n;
    for (int i = 0; i < n; i++) add_user(front, def->needs[i], def);
}

// A definition that goes takes its overloads with it.
void global_forget_needs(struct hd_front *front, struct hd_def *def) {
    for (struct hd_def *d = def; d; d = d->next_overload) set_needs(front, d, NULL, 0);
}

// Rings and overloads stay: they may have got members since.
void global_restore(struct hd_front *front, struct hd_def *def, const struct hd_def *saved) {
    struct hd_def *ring = def->sibling, *overload = def->next_overload;
    set_needs(front, def, NULL, 0);
    *def = *saved;
    def->sibling = ring;
    def->next_overload = overload;
    def->refreshing = false;
    for (int k = 0; k < def->nneeds; k++) add_user(front, def->needs[k], def);
}

// ---- an item is done ----------------------------------------------------------------------------

void global_need(struct hd_front *front, const char *name) { global_record(front, name, NULL); }

bool global_needs(const struct hd_def *def, const char *name) {
    for (int low = 0, high = def->nneeds; low < high;) {
        int mid = (low + high) / 2;
        if (def->needs[mid] == name) return true;
        if ((uintptr_t)def->needs[mid] < (uintptr_t)name)
            low = mid + 1;
        else
            high = mid;
    }
    return false;
}

// An instance of a template, or a member function of one: it may be a header's, but its arguments
// are the program's.
static bool of_instance(const struct hd_def *def) {
    if (def->tag_type && def->tag_type->kind == HD_TY_RECORD && def->tag_type->record->instance)
        return true;
    if (def->inst) return true;
    return def->sym && def->sym->method && def->sym->method->record->instance;
}

// The item is done: its definitions get their text range, what they need and which macros they saw.
void global_finish_item(struct check *c, struct hd_range range, const struct hd_tokens *toks,
                        int from, int to) {
    global_drop_left_behind(c);
    int first = 0, after = toks->uses.n;
    while (first < after) { // the first use at or behind `from`
        int mid = (first + after) / 2;
        if (toks->uses.v[mid].token < from)
            first = mid + 1;
        else
            after = mid;
    }
    int nuses = 0;
    // Conditions before the item's first token are not part of its text; one of a header's may be
    // among them.
    while (first < toks->uses.n && toks->uses.v[first].token == from &&
           toks->uses.v[first].directive)
        first++;
    while (first + nuses < toks->uses.n && toks->uses.v[first + nuses].token < to) nuses++;
    const char **needs = NULL;
    int nneeds = 0;
    struct hd_macro_use *uses = NULL;
    for (int i = 0; i < c->made.n; i++) {
        struct hd_def *def = c->made.v[i];
        def->range = range;
        def->text_space = space_of_text(c->scope);
        if ((def->system && !of_instance(def)) || !c->recording) continue;
        if (def->arena !=
            c->arena) { // checked again, but not declared again: `struct s` in `struct s *p;`
            hold(c, def->arena);
            def->arena = c->arena;
        }
        if (!needs) { // once for all of the item's definitions
            uses = nuses ? HD_NEW_ARRAY(c->arena, struct hd_macro_use, nuses) : NULL;
            needs = HD_NEW_ARRAY(c->arena, const char *, c->needs.n + nuses + 1);
            if (c->needs.n) memcpy(needs, c->needs.v, sizeof *needs * (size_t)c->needs.n);
            for (int k = 0; k < nuses; k++) {
                uses[k] = toks->uses.v[first + k];
                needs[c->needs.n + k] = uses[k].name;
                if (uses[k].macro) hold(c, uses[k].macro->arena);
            }
            nneeds = sort_unique(needs, c->needs.n + nuses);
        }
        def->macro_uses = uses;
        def->nmacro_uses = nuses;
        set_needs(c->front, def, needs, nneeds);
    }
}

void global_add_device_text(struct check *c, struct hd_def *def, struct hd_range range,
                            const struct hd_tokens *toks, int from, int to) {
    def->device_range = range;
    if (def->system || !c->recording) return;
    int most = toks->uses.n + 1;
    struct hd_macro_use *uses =
        HD_NEW_ARRAY(c->arena, struct hd_macro_use, def->nmacro_uses + most);
    const char **needs = HD_NEW_ARRAY(c->arena, const char *, def->nneeds + c->needs.n + most);
    int nuses = def->nmacro_uses, nneeds = def->nneeds;
    if (nuses) memcpy(uses, def->macro_uses, sizeof *uses * (size_t)nuses);
    if (nneeds) memcpy(needs, def->needs, sizeof *needs * (size_t)nneeds);
    for (int i = 0; i < c->needs.n; i++) needs[nneeds++] = c->needs.v[i];
    for (int i = 0; i < toks->uses.n; i++) {
        const struct hd_macro_use *use = &toks->uses.v[i];
        if (use->token < from || use->token >= to) continue;
        needs[nneeds++] = use->name;
        bool known = false; // as host code saw it: pp_find knows what it means here
        for (int k = 0; k < nuses && !known; k++) known = uses[k].name == use->name;
        if (known) continue;
        uses[nuses++] = *use;
        if (use->macro) hold(c, use->macro->arena);
    }
    def->macro_uses = uses;
    def->nmacro_uses = nuses;
    nneeds = sort_unique(needs, nneeds);
    set_needs(c->front, def, needs, nneeds);
}
