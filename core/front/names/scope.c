// Scopes inside functions, and making symbols.
//
// check->scope is the innermost scope, NULL at top level. Lookups here see locals only; hd_lookup
// goes on to the session. Symbols live in the cell's arena, the tables of names on the heap: they
// are finished when the scope is popped, or, when an error unwound past that, by scopes_release.
//
// Example: `for (int i = 0; ...) { int i; }` is two scopes; the inner `i` shadows the outer one.
#include "front/check/check.h"

struct hd_scope *scope_new(struct check *c) {
    struct hd_front *front = c->front;
    struct hd_scope *s = HD_NEW(c->arena, struct hd_scope);
    s->live_next = front->live_scopes;
    if (s->live_next) s->live_next->live_prev = s;
    front->live_scopes = s;
    return s;
}

static void finish(struct hd_front *front, struct hd_scope *s) {
    if (s->live_prev)
        s->live_prev->live_next = s->live_next;
    else
        front->live_scopes = s->live_next;
    if (s->live_next) s->live_next->live_prev = s->live_prev;
    hd_map_finish(&s->names);
    hd_map_finish(&s->tags);
}

void scope_finish(struct check *c, struct hd_scope *scope) {
    if (scope) finish(c->front, scope);
}

void scopes_release(struct hd_front *front, struct hd_scope *level) {
    while (front->live_scopes && front->live_scopes != level) finish(front, front->live_scopes);
}

void scope_push(struct check *c) {
    struct hd_scope *s = scope_new(c);
    s->outer = c->scope;
    c->scope = s;
}

void scope_pop(struct check *c) {
    struct hd_scope *s = c->scope;
    c->scope = s->outer;
    finish(c->front, s);
}

struct hd_sym *scope_find(struct check *c, const char *name) {
    for (struct hd_scope *s = c->scope; s; s = s->outer) {
        struct hd_sym *sym = hd_map_get(&s->names, name);
        if (sym) return sym;
    }
    return c->bound ? hd_map_get(&c->bound->names, name) : NULL;
}

static bool redeclares(const struct hd_sym *old, const struct hd_sym *sym) {
    if (old->kind != sym->kind) return true;
    if (sym->kind == SYM_FUNC || sym->kind == SYM_TYPEDEF)
        return !hd_type_compatible(old->type, sym->type);
    return sym->kind != SYM_VAR || sym->storage != ST_EXTERN || old->storage == ST_LOCAL;
}

struct hd_sym *scope_declare(struct check *c, struct hd_sym *sym) {
    if (!sym->name) return sym;
    struct hd_sym *old = hd_map_get(&c->scope->names, sym->name);
    if (old && old != sym && redeclares(old, sym)) {
        struct hd_diag *d =
            hd_error(c->diags, sym->range, "`%s` is declared twice in this block", sym->name);
        hd_note(c->diags, d, old->range, "the other declaration is here");
    }
    sym->shadows = old;
    hd_map_set(&c->scope->names, sym->name, sym);
    return sym;
}

struct hd_type *scope_find_tag(struct check *c, const char *name, bool innermost_only) {
    struct hd_scope *s = c->scope;
    if (innermost_only) { // prototypes lend their tags to the scope around them
        while (s && s->is_prototype) s = s->outer;
        return s ? hd_map_get(&s->tags, name) : NULL;
    }
    for (; s; s = s->outer) {
        struct hd_type *type = hd_map_get(&s->tags, name);
        if (type) return type;
    }
    return NULL;
}

void scope_declare_tag(struct check *c, const char *name, struct hd_type *type) {
    struct hd_scope *s = c->scope;
    while (s->is_prototype && s->outer) s = s->outer;
    hd_map_set(&s->tags, name, type);
}

struct hd_sym *sym_new(struct check *c, enum hd_sym_kind kind, const char *name,
                       struct hd_type *type, struct hd_range range) {
    static uint32_t serials;
    struct hd_sym *sym = HD_NEW(c->arena, struct hd_sym);
    sym->kind = kind;
    sym->name = name;
    sym->type = type;
    sym->range = range;
    sym->serial = __atomic_add_fetch(&serials, 1, __ATOMIC_RELAXED);
    if (kind == SYM_VAR || kind == SYM_FUNC)
        sym->link_name = hd_printf(c->arena, "%s.%u", name ? name : "", sym->serial);
    return sym;
}

struct hd_sym *sym_hidden(struct check *c, struct hd_type *type, struct hd_range range) {
    return sym_new(c, SYM_VAR, NULL, type, range);
}
