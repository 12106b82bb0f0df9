// Checking stale definitions again, and taking a cell's changes back.
#include <stdlib.h>

#include "front/names/global.h"
#include "front/omp/omp.h"

enum { MOST_NESTED = 200 }; // definitions that are checked again for one another

// ---- refreshing ---------------------------------------------------------------------------------

// Whether an item's code does nothing but initialise variables that keep their values.
static bool only_kept(const struct hd_stmt *stmt) {
    if (stmt->kind == STM_GLOBAL_INIT) return stmt->sym->keeps_value || stmt->sym->before;
    if (stmt->kind != STM_BLOCK) return false;
    for (int i = 0; i < stmt->nlist; i++)
        if (!only_kept(stmt->list[i])) return false;
    return true;
}

// Checks a text again, which is that of `item` or its device version.
static void check_items(struct check *c, struct hd_def *item, struct hd_range range, bool device,
                        struct hd_tokens *toks) {
    struct hd_front *front = c->front;
    const struct hd_source *source = item->source;
    size_t from = range.from - source->base, to = range.to - source->base;
    struct hd_arena *arena = (device ? pp_run_device : pp_run)(front, source, from, to, item, toks);
    omp_rewrite(front, source->lang, arena, toks);
    struct parser p;
    parse_init(&p, front, toks, source->lang);
    p.arena = c->arena;
    p.diags = c->diags;
    p.pack = item->pack;
    p.no_contract = item->no_contract;
    p.extern_c = item->extern_c;
    p.replay = true;
    p.space = c->scope = item->text_space;
    c->ends = source->system ? 0 : range.to;
    struct hd_ast *ast;
    while (c->diags->errors == 0 && (ast = parse_item(&p))) {
        struct hd_stmt *stmt = NULL;
        check_item(c, ast, &stmt);
        if (stmt && front->txn && !only_kept(stmt))
            HD_PUSH(front->txn->cell->arena, &front->txn->pending, stmt);
    }
}

static void check_versions(struct check *c, struct hd_def *item, struct hd_tokens *toks,
                           struct hd_tokens *device) {
    c->host_version = item->device_range.from != 0;
    check_items(c, item, item->range, item->device_only, toks);
    c->host_version = false;
    if (!item->device_range.from || c->diags->errors > 0) return;
    c->device_version = true;
    check_items(c, item, item->device_range, true, device);
    c->device_version = false;
}

// Checks the text of `item` again, which is `def` itself or one of its overloads, and renews what
// it needs.
static void check_text(struct check *c, struct hd_def *def, struct hd_def *item) {
    struct hd_tokens *toks = HD_NEW(c->arena, struct hd_tokens),
                     *device = HD_NEW(c->arena, struct hd_tokens);
    struct hd_range range = item->range, device_range = item->device_range;
    c->needs.n = 0;
    if (item->instance_of)
        instance_again(c, item, &range);
    else
        check_versions(c, item, toks, device);
    if (c->diags->errors > 0) return;
    c->made.n = 0;
    if (item != def) {
        item->arena = c->arena;
        HD_PUSH(c->arena, &c->made, item);
    }
    for (struct hd_def *d = def; item == def; d = d->sibling) {
        if (!d->dead) HD_PUSH(c->arena, &c->made, d);
        if (d->sibling == def) break;
    }
    for (int i = 0; item->instance_of && i < c->made.n; i++) c->made.v[i]->source = c->source;
    global_finish_item(c, range, toks, 0, toks->n);
    for (int i = 0; device_range.from && i < c->made.n; i++)
        global_add_device_text(c, c->made.v[i], device_range, device, 0, device->n);
}

struct again {
    struct check *c;
    struct hd_def *def;
    bool ok;
};

static void check_item_again(void *user) {
    struct again *a = user;
    struct hd_diags *diags = a->c->diags;
    check_text(a->c, a->def, a->def);
    struct hd_def *d = a->def;
    do {
        for (struct hd_def *o = d->dead ? NULL : d->next_overload; o && diags->errors == 0;
             o = o->next_overload) {
            a->c->overload = o;
            check_text(a->c, a->def, o);
        }
        d = d->sibling;
    } while (d != a->def);
    a->ok = diags->errors == 0;
}

// Checks the item of `def` again in a new arena. Siblings share the outcome. Errors go to `diags`.
static bool check_again(struct hd_front *front, struct hd_def *def, struct hd_diags *diags) {
    struct check c;
    check_begin(&c, front, global_arena(front, NULL, def->cell), (struct hd_source *)def->source);
    c.diags = diags;
    c.recording = true;
    c.refreshing = def;
    struct again again = {&c, def, false};
    front_protect(front, diags, check_item_again, &again);
    c.labels = NULL; // with the other scopes
    check_end(&c);
    return again.ok;
}

// What a refresh may change: the definitions of the item and their overloads, as they are before.
struct before {
    struct hd_def *def, saved;
};
typedef HD_VEC(struct before) before_list;

static void ring_begin(struct hd_def *def, before_list *list) {
    struct hd_def *d = def;
    do {
        for (struct hd_def *o = d; o && !d->dead; o = o->next_overload)
            HD_XPUSH(list, ((struct before){o, *o}));
        d->refreshing = true;
        d = d->sibling;
    } while (d != def);
}

static void ring_end(struct hd_def *def, bool ok) {
    struct hd_def *d = def;
    do {
        d->refreshing = false;
        if (!d->dead) {
            d->broken = !ok;
            if (ok) {
                d->stale = false;
                d->changed = NULL;
                d->version++;
            }
        }
        d = d->sibling;
    } while (d != def);
}

// A refresh that failed leaves nothing behind: trees and needs would be in different arenas. One
// that succeeded can be undone.
static void keep_or_restore(struct hd_front *front, const before_list *list, bool ok) {
    for (int i = 0; i < list->n; i++) {
        struct before *b = &list->v[i];
        if (!ok) global_restore(front, b->def, &b->saved);
        if (!front->txn) continue;
        struct hd_def *saved = HD_NEW(front->txn->cell->arena, struct hd_def);
        *saved = b->saved;
        global_undo_push(
            front, (struct txn_undo){
                       .kind = UNDO_REFRESH, .name = b->def->name, .def = b->def, .saved = saved});
    }
}

// A pointer of a type whose struct is another now must not lead to a variable that is still laid
// out as before: once one such pointer is in use, all variables that are stale are checked again.
static void refresh_variables(struct hd_front *front) {
    while (front->leads_to_renewed) {
        front->leads_to_renewed = false;
        for (int i = 0; i < front->defs.n; i++) {
            struct hd_def *def = front->defs.v[i];
            if (def->kind != DEF_VAR || !def->stale || def->dead || def->broken || !def->sym ||
                !def->sym->addr)
                continue;
            struct hd_diags quiet = {.arena = front->txn->cell->arena, .max_errors = 1};
            hd_def_refresh(front, def, &quiet); // who uses it is told why it does not compile
        }
    }
}

bool hd_def_refresh(struct hd_front *front, struct hd_def *def, struct hd_diags *diags) {
    if (!def->stale || def->refreshing) return true;
    if (def->inst) return template_instance_again(front, def, diags);
    if (front->depth > MOST_NESTED) return false;
    front->depth++;
    struct check top = {.front = front,
                        .arena = front->txn ? front->txn->cell->arena : front->arena};
    struct check *outer = front->check;
    if (!outer) front->check = &top;
    before_list before = {0};
    ring_begin(def, &before);
    bool ok = check_again(front, def, diags);
    keep_or_restore(front, &before, ok);
    ring_end(def, ok);
    HD_FREE_VEC(&before);
    front->check = outer;
    front->depth--;
    if (front->txn && front->leads_to_renewed) refresh_variables(front);
    return ok;
}

// ---- transactions -------------------------------------------------------------------------------

void global_commit(struct hd_front *front, struct txn *txn) {
    for (int i = 0; i < txn->undo.n; i++) {
        struct txn_undo *u = &txn->undo.v[i];
        if (u->kind == UNDO_MACRO && u->old && front->hooks.on_macro_gone)
            front->hooks.on_macro_gone(front->hooks.user, u->old);
        struct hd_def *gone = u->kind == UNDO_NAME || u->kind == UNDO_TAG ? u->old : NULL;
        if (gone && gone->dead) {
            if (front->on_stale) front->on_stale(front->on_stale_user, gone);
            global_forget_needs(front, gone);
        }
        if (u->kind == UNDO_STALE && front->on_stale) front->on_stale(front->on_stale_user, u->def);
        if (u->kind == UNDO_REFRESH && front->on_stale && u->saved->sym != u->def->sym)
            front->on_stale(front->on_stale_user, u->saved);
    }
}

static void undo_name(struct hd_front *front, struct hd_map *map, struct txn_undo *u) {
    struct hd_def *made = u->def, *old = u->old;
    if (made) {
        made->dead = true;
        global_forget_needs(front, made);
    }
    if (old) {
        old->dead = false;
        hd_map_set(map, u->name, old);
    } else {
        hd_map_remove(map, u->name);
    }
}

void global_rollback(struct hd_front *front, struct txn *txn) {
    for (int i = txn->undo.n - 1; i >= 0; i--) {
        struct txn_undo *u = &txn->undo.v[i];
        switch (u->kind) {
        case UNDO_NAME: undo_name(front, &front->names, u); break;
        case UNDO_TAG: undo_name(front, &front->tags, u); break;
        case UNDO_MACRO:
            if (u->old)
                hd_map_set(&front->macros, u->name, u->old);
            else
                hd_map_remove(&front->macros, u->name);
            break;
        case UNDO_CHANGED: u->def->changed_at = u->at; break;
        case UNDO_STALE:
            u->def->stale = false;
            u->def->changed = NULL;
            break;
        case UNDO_REFRESH: global_restore(front, u->def, u->saved); break;
        case UNDO_JOINED: global_undo_join(front, u); break;
        case UNDO_COMPLETED: // what goes with this cell stays as it is for who still looks at it
            if (global_in_this_cell(front, u->def)) break;
            global_declared_only(front, u->def, u->saved, u->old);
            global_let_go_of_cell(front, u->def);
            break;
        }
    }
    hd_defs(front, &(int){0});
}
