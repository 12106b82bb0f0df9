// Jumps past the initialisation of a variable (C++ [stmt.dcl]): a `case` or a label in whose scope
// a variable lives that was not yet there where the jump begins. What the variable holds would be
// anything, and its destructor would end what was never made.
//
// Example: `switch (k) { case 0: int x = 4; break; case 1: x++; }`. Braces around the statements of
// the case end the life of `x` before the next one.
#include "front/check/expr/expr.h"

struct live { // the initialised variables at a point, inner ones first; outer ones are shared
    const struct hd_sym *sym;
    const struct live *outer;
    int depth; // how many there are, with this one
};

struct point {
    const struct hd_stmt *stmt; // STM_GOTO or STM_LABEL
    const struct live *live;
};

struct walk {
    struct check *c;
    bool device; // no code of the host's
    HD_VEC(struct point) jumps;
    struct hd_map labels; // struct hd_label * -> what lives there, or &nothing
};

static const struct live nothing;

// The outermost variable that lives at `to` and not at `from`.
static const struct hd_sym *passed(const struct live *to, const struct live *from) {
    const struct hd_sym *sym = NULL;
    for (; to != from && to; to = to->outer) {
        while (from && from->depth > to->depth) from = from->outer;
        if (to == from) break;
        sym = to->sym;
    }
    return sym;
}

static void report(struct walk *w, struct hd_range range, const struct hd_sym *sym, bool is_case) {
    struct hd_diags *diags = w->c->diags;
    const char *name = sym->name ? sym->name : "?";
    struct hd_diag *d =
        is_case && w->device
            ? hd_warning(diags, range, "jump-past",
                         "this `case` jumps past the initialisation of `%s`", name)
            : hd_error(diags, range, "this `%s` jumps past the initialisation of `%s`",
                       is_case ? "case" : "goto", name);
    hd_note(diags, d, sym->range, "`%s` lives from here to the end of its block", name);
    hd_help(diags, d,
            is_case ? "put braces around the statements of the case that declares it"
                    : "declare it before the jump, or put braces around what needs it");
}

static const struct live *walk(struct walk *w, const struct hd_stmt *s, const struct live *live,
                               const struct live *at_switch);

static void walk_cases(struct walk *w, const struct hd_stmt *s, const struct live *live,
                       const struct live *at_switch) {
    const struct hd_sym *sym = passed(live, at_switch);
    if (sym)
        report(w, (struct hd_range){s->loc, s->loc + (s->kind == STM_CASE ? 4 : 7)}, sym, true);
}

// Returns what lives behind it, in the block that it stands in.
static const struct live *walk(struct walk *w, const struct hd_stmt *s, const struct live *live,
                               const struct live *at_switch) {
    if (!s) return live;
    const struct live *inner = live;
    switch (s->kind) {
    case STM_VAR:
        if (!s->var_init || !s->sym || s->sym->storage != ST_LOCAL || !s->sym->name) return live;
        struct live *mine = HD_NEW(w->c->arena, struct live);
        *mine = (struct live){s->sym, live, live ? live->depth + 1 : 1};
        return mine;
    case STM_GOTO:
        if (s->label) HD_PUSH(w->c->arena, &w->jumps, ((struct point){s, live}));
        return live;
    case STM_LABEL:
        hd_map_set(&w->labels, (const char *)s->label, (void *)(live ? live : &nothing));
        return walk(w, s->body, live, at_switch);
    case STM_CASE:
    case STM_DEFAULT: walk_cases(w, s, live, at_switch); return walk(w, s->body, live, at_switch);
    case STM_SWITCH: walk(w, s->body, live, live); return live;
    case STM_FOR:
        if (s->init && s->init->kind == STM_BLOCK)
            for (int i = 0; i < s->init->nlist; i++)
                inner = walk(w, s->init->list[i], inner, at_switch);
        else
            inner = walk(w, s->init, inner, at_switch);
        break;
    default: break;
    }
    for (int i = 0; i < s->nlist; i++)
        if (s->kind == STM_BLOCK)
            inner = walk(w, s->list[i], inner, at_switch);
        else
            walk(w, s->list[i], live, at_switch);
    walk(w, s->body, inner, at_switch);
    walk(w, s->otherwise, inner, at_switch);
    bool has_scope = s->kind != STM_BLOCK || s->range.from; // else a declaration of several
    return has_scope ? live : inner;
}

void check_jumps(struct check *c, const struct hd_stmt *body, bool device) {
    if (c->lang == HD_LANG_C || c->system || !body) return;
    struct walk w = {.c = c, .device = device};
    walk(&w, body, NULL, NULL);
    for (int i = 0; i < w.jumps.n; i++) {
        const struct live *at = hd_map_get(&w.labels, (const char *)w.jumps.v[i].stmt->label);
        const struct hd_sym *sym =
            at ? passed(at == &nothing ? NULL : at, w.jumps.v[i].live) : NULL;
        if (sym) report(&w, w.jumps.v[i].stmt->range, sym, false);
    }
    hd_map_finish(&w.labels);
}
