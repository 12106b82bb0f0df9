// Conditions of breakpoints are checked when they are set, in every function that they are for.
//
//     %break k:4 if t > 3       `t` is looked up as line 4 of `k` sees it
//
// No thread is there, and there may be no twin. So what one would tell of a function, its sites and
// which locals each of them sees, is gathered from its tree. A function that is not known yet is
// looked at when a cell begins that may come to it.
#include "front/front.h"
#include "run/debug/debug.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct walk {
    struct hd_twin_func *twin;
    hd_loc scope_end;
};

static void site(struct walk *w, hd_loc loc) {
    if (loc) HD_XPUSH(&w->twin->sites, ((struct hd_twin_site){.loc = loc}));
}

static void local(struct walk *w, struct hd_sym *sym, hd_loc from) {
    const struct hd_type *t = sym->type;
    struct hd_twin_local l = {.sym = sym, .from = from, .to = w->scope_end};
    l.by_pointer = t->kind == HD_TY_REF || (t->kind == HD_TY_ARRAY && hd_type_is_vla(t));
    if (sym->name) HD_XPUSH(&w->twin->locals, l);
}

// As twin_statement has it.
static void visit(struct walk *w, const struct hd_stmt *s) {
    if (!s) return;
    hd_loc outer = w->scope_end;
    switch (s->kind) {
    case STM_BLOCK:
    case STM_FOR:
    case STM_IF:
    case STM_WHILE:
    case STM_SWITCH:
        if (s->range.from) w->scope_end = s->range.to;
        break;
    default: break;
    }
    bool loops = s->kind == STM_FOR || s->kind == STM_WHILE || s->kind == STM_DO;
    bool quiet = s->kind == STM_BLOCK || s->kind == STM_EMPTY || s->kind == STM_CLEANUP ||
                 s->kind == STM_LABEL || s->kind == STM_CASE || s->kind == STM_DEFAULT ||
                 s->kind == STM_TRY || s->kind == STM_CATCH || s->kind == STM_VAR;
    if (s->kind == STM_VAR ? s->var_init && s->sym->storage == ST_LOCAL : !loops && !quiet)
        site(w, s->loc);
    if (s->kind == STM_VAR && s->sym->storage == ST_LOCAL)
        local(w, s->sym, s->range.to > s->loc ? s->range.to : s->loc + 1);
    visit(w, s->init);
    if (loops && s->a) site(w, s->a->loc);
    if (loops && !s->a) site(w, s->loc);
    visit(w, s->body);
    visit(w, s->otherwise);
    for (int i = 0; i < s->nlist; i++) visit(w, s->list[i]);
    if (loops && s->step) site(w, s->step->loc);
    w->scope_end = outer;
}

static void gather(struct hd_twin_func *twin) {
    const struct hd_func *func = twin->func;
    struct walk w = {twin, func->body->range.to};
    for (int i = 0; i < func->nparams; i++) local(&w, func->params[i], func->body->range.from);
    visit(&w, func->body);
    site(&w, func->body->range.to - 1);
}

// The place where a breakpoint stops; 0: at none that is known to be it.
static hd_loc place_of(const struct dbg_point *p, const struct hd_twin_func *twin) {
    struct hd_place place;
    hd_loc best = 0;
    int best_line = 0;
    if (!p->line) return twin->sites.v[0].loc;
    for (int i = 0; i < twin->sites.n; i++) {
        hd_loc loc = twin->sites.v[i].loc;
        if (!hd_source_place(loc, &place) || place.line < p->line) continue;
        if (best && place.line >= best_line) continue;
        best = loc;
        best_line = place.line;
    }
    // Between the lines of a function may be a lambda's that is not known.
    return p->is_source && best_line != p->line ? 0 : best;
}

struct verdict {
    bool right;
    const struct hd_func *func; // in which it is wrong; NULL: in none
    int line;
    char text[200];
};

static void judge_as(struct verdict *v, const struct dbg_point *p, struct hd_func *func,
                     bool device) {
    if (v->right) return;
    struct hd_twin_func twin = {.func = func, .device = device};
    struct hd_diags diags = {.arena = hd_engine.arena};
    struct hd_place place;
    gather(&twin);
    hd_loc at = place_of(p, &twin);
    if (at && dbg_condition_is_right(&twin, at, p->condition, &diags)) {
        v->right = true;
    } else if (at && hd_source_place(at, &place)) {
        v->func = func;
        v->line = place.line;
        const struct hd_diag *d = diags.first;
        while (d && d->severity != HD_ERROR) d = d->next;
        const char *help = d && d->help ? d->help : "";
        snprintf(v->text, sizeof v->text, "%s%s%.100s", d ? d->message : "it does not compile",
                 *help ? ": " : "", help);
    }
    HD_FREE_VEC(&twin.sites);
    HD_FREE_VEC(&twin.locals);
}

static void judge(struct verdict *v, const struct dbg_point *p, struct hd_func *func) {
    if (!func->body || !func->source || func->source->system) return;
    if (func->is_kernel || func->is_device) judge_as(v, p, hd_device_func(func), true);
    if (!func->is_kernel && (func->is_host || !func->is_device)) judge_as(v, p, func, false);
    for (int i = 0; p->is_source && i < func->ncalls; i++) { // its lambdas
        struct hd_func *inner = func->calls[i]->kind == SYM_FUNC ? func->calls[i]->func : NULL;
        if (inner && inner != func && inner->body && inner->source == func->source &&
            inner->body->range.from > func->body->range.from &&
            inner->body->range.to < func->body->range.to)
            judge(v, p, inner);
    }
}

bool dbg_condition_check(struct dbg_point *p) {
    free(p->wrong);
    p->wrong = NULL;
    if (!p->condition) return true;
    struct verdict v = {0};
    HD_VEC(struct hd_func *) funcs = {0}; // checking may add definitions
    int n;
    struct hd_def **defs = hd_all_defs(&n);
    for (int i = 0; i < n; i++) {
        const struct hd_sym *sym = defs[i]->dead || defs[i]->system ? NULL : defs[i]->sym;
        for (; sym; sym = sym->next)
            if (sym->kind == SYM_FUNC && sym->func && dbg_point_concerns(p, sym->func))
                HD_PUSH(hd_engine.arena, &funcs, sym->func);
    }
    for (int i = 0; i < funcs.n && !v.right; i++) judge(&v, p, funcs.v[i]);
    p->looked_at = v.right;
    if (v.right || !v.func) return true;
    p->wrong =
        hd_xstrdup(hd_printf(hd_engine.arena, "the condition means nothing at line %d of `%s`: %s",
                             v.line, v.func->sym->name, v.text));
    return false;
}

void dbg_conditions_check(void) {
    for (int i = 0; i < dbg_points.n; i++) {
        struct dbg_point *p = dbg_points.v[i];
        if (!p->condition || p->looked_at) continue;
        bool was = !p->wrong, is = dbg_condition_check(p);
        if (p->client && was != is) dbg_dap_verified(p);
    }
}
