// Statements and calls in constant expressions.
//
// A call gets its parameters as objects; what is declared while it runs lives until its block ends,
// what a full expression makes for itself until that ends, destructors included. A class that is
// returned is made where the caller wants it.
//
// A function is run if it is constexpr, or one of a system header's: those of ours are written so
// that whatever may be asked of a compiler gives what g++'s would. A body that was not checked yet
// is checked now.
//
// Example: `constexpr int pow2(int n) { int r = 1; while (n-- > 0) r *= 2; return r; }` makes `int
// a[pow2(4)]` 16 long.
#include <string.h>

#include "front/check/const/const.h"

enum flow { GO_ON, BROKE, CONTINUED, RETURNED, FAILED };

// ---- scopes -------------------------------------------------------------------------------------

struct scope {
    int locals, cleanups;
};

static struct scope scope_begin(const struct eval *ev) {
    return (struct scope){ev->locals.n, ev->cleanups.n};
}

bool cleanups_run(struct eval *ev, int mark) {
    while (ev->cleanups.n > mark) {
        const struct hd_expr *e = ev->cleanups.v[--ev->cleanups.n];
        if (!eval_drop(ev, e)) return false;
    }
    return true;
}

static enum flow scope_end(struct eval *ev, struct scope scope, enum flow flow) {
    if (flow == FAILED || !cleanups_run(ev, scope.cleanups)) return FAILED;
    locals_end(ev, scope.locals);
    return flow;
}

// A full expression: what it made for itself goes.
static bool full_truth(struct eval *ev, const struct hd_expr *e, bool *out) {
    struct scope scope = scope_begin(ev);
    return eval_truth(ev, e, out) && scope_end(ev, scope, GO_ON) == GO_ON;
}

static bool full_drop(struct eval *ev, const struct hd_expr *e) {
    struct scope scope = scope_begin(ev);
    return eval_drop(ev, e) && scope_end(ev, scope, GO_ON) == GO_ON;
}

// ---- statements ---------------------------------------------------------------------------------

static enum flow exec(struct eval *ev, const struct hd_stmt *s);

static enum flow exec_block(struct eval *ev, const struct hd_stmt *s) {
    bool scopeless = s->range.from == 0; // the variables of one declaration
    struct scope scope = scope_begin(ev);
    enum flow flow = GO_ON;
    for (int i = 0; i < s->nlist && flow == GO_ON; i++) flow = exec(ev, s->list[i]);
    return scopeless ? flow : scope_end(ev, scope, flow);
}

static struct hd_expr at_stmt(const struct hd_stmt *s) {
    return (struct hd_expr){.range = s->range, .loc = s->loc};
}

static enum flow endless(struct eval *ev, const struct hd_stmt *s) {
    struct hd_expr here = at_stmt(s);
    not_const(ev, &here, "this takes more than %d steps", CONST_STEPS);
    return FAILED;
}

static enum flow exec_rounds(struct eval *ev, const struct hd_stmt *s) {
    bool truth = true;
    struct const_frame *f = ev->frame;
    bool entered = f->seek != NULL; // a case label inside: the condition is not asked first
    if (!entered && s->init) {
        enum flow flow = exec(ev, s->init);
        if (flow != GO_ON) return flow;
    }
    if (s->kind == STM_DO) entered = true;
    for (;;) {
        if (!entered && s->a && !full_truth(ev, s->a, &truth)) return FAILED;
        if (!truth) return GO_ON;
        entered = false;
        enum flow flow = exec(ev, s->body);
        if (f->seek) return flow == FAILED ? FAILED : GO_ON;
        if (flow == BROKE) return GO_ON;
        if (flow == RETURNED || flow == FAILED) return flow;
        if (s->step && !full_drop(ev, s->step)) return FAILED;
        if (--ev->steps < 0) return endless(ev, s);
    }
}

static enum flow exec_loop(struct eval *ev, const struct hd_stmt *s) {
    struct scope scope = scope_begin(ev);
    return scope_end(ev, scope, exec_rounds(ev, s));
}

static enum flow exec_switch(struct eval *ev, const struct hd_stmt *s) {
    struct hd_const v;
    if (!eval_value(ev, s->a, &v) || v.kind != CONST_INT) return FAILED;
    const struct hd_stmt *target = s->dflt;
    for (const struct hd_case *k = s->cases; k; k = k->next) {
        if (v.i >= k->from && v.i <= k->to) target = k->stmt;
    }
    if (!target) return GO_ON;
    ev->frame->seek = target;
    enum flow flow = exec(ev, s->body);
    return flow == BROKE ? GO_ON : flow;
}

static enum flow exec_var(struct eval *ev, const struct hd_stmt *s) {
    const struct hd_sym *sym = s->sym;
    struct hd_expr here = at_stmt(s);
    if (sym->storage != ST_LOCAL && sym->init) return GO_ON;
    if (sym->storage != ST_LOCAL || hd_type_is_vla(sym->type)) {
        not_const(ev, &here, "`%s` is %s", sym->name ? sym->name : "this",
                  sym->storage == ST_LOCAL ? "an array of run-time length" : "no local variable");
        return FAILED;
    }
    const struct const_frame *f = ev->frame;
    int cleanups = ev->cleanups.n;
    if (f->into && f->func && f->func->returned == sym) { // it lives where the result goes
        struct object *o = place_object(ev, &here, f->into);
        if (!o) return FAILED;
        struct const_local *l = local_add(ev, sym, NULL, o);
        l->offset = f->into->offset;
        l->borrowed = true;
        if (s->var_init && !eval_init(ev, s->var_init, f->into)) return FAILED;
        return cleanups_run(ev, cleanups) ? GO_ON : FAILED;
    }
    struct object *o = object_make(ev, sym->type, sym->type->size, sym);
    if (!o) {
        not_const(ev, &here, "`%s` takes too much memory", sym->name ? sym->name : "this");
        return FAILED;
    }
    local_add(ev, sym, NULL, o); // its initialiser may refer to it
    struct hd_const at = object_address(o, 0, sym->type->size);
    if (s->var_init && !eval_init(ev, s->var_init, &at)) return FAILED;
    if (!cleanups_run(ev, cleanups)) return FAILED;
    if (s->a) HD_PUSH(ev->arena, &ev->cleanups, s->a);
    return GO_ON;
}

static enum flow exec_return(struct eval *ev, const struct hd_stmt *s) {
    struct const_frame *f = ev->frame;
    int cleanups = ev->cleanups.n;
    if (!s->a) return RETURNED;
    if (f->into && s->a->type->kind != HD_TY_VOID) {
        bool there = f->func && s->sym && s->sym == f->func->returned;
        if (!there && !eval_into(ev, s->a, f->into)) return FAILED;
    } else if (s->a->type->kind == HD_TY_VOID ? !eval_drop(ev, s->a)
                                              : !eval_value(ev, s->a, &f->result)) {
        return FAILED;
    }
    return cleanups_run(ev, cleanups) ? RETURNED : FAILED;
}

// While a switch seeks its case, only containers are entered.
static enum flow exec_seeking(struct eval *ev, const struct hd_stmt *s) {
    struct const_frame *f = ev->frame;
    switch (s->kind) {
    case STM_BLOCK: return exec_block(ev, s);
    case STM_CASE:
    case STM_DEFAULT:
        if (f->seek == s) f->seek = NULL;
        return exec(ev, s->body);
    case STM_LABEL: return exec(ev, s->body);
    case STM_WHILE:
    case STM_DO:
    case STM_FOR: return exec_loop(ev, s);
    case STM_IF: {
        enum flow flow = exec(ev, s->body);
        return f->seek && s->otherwise ? exec(ev, s->otherwise) : flow;
    }
    default: return GO_ON;
    }
}

static enum flow exec_other(struct eval *ev, const struct hd_stmt *s) {
    struct hd_expr here = at_stmt(s);
    not_const(ev, &here, "%s is no part of a constant expression",
              s->kind == STM_ASM    ? "assembly"
              : s->kind == STM_GOTO ? "a `goto`"
                                    : "this statement");
    return FAILED;
}

static enum flow exec(struct eval *ev, const struct hd_stmt *s) {
    bool truth;
    if (!s) return GO_ON;
    if (--ev->steps < 0) return endless(ev, s);
    if (ev->frame->seek) return exec_seeking(ev, s);
    switch (s->kind) {
    case STM_EMPTY: return GO_ON;
    case STM_BLOCK: return exec_block(ev, s);
    case STM_EXPR: return full_drop(ev, s->a) ? GO_ON : FAILED;
    case STM_IF:
        if (!full_truth(ev, s->a, &truth)) return FAILED;
        return exec(ev, truth ? s->body : s->otherwise);
    case STM_WHILE:
    case STM_DO:
    case STM_FOR: return exec_loop(ev, s);
    case STM_SWITCH: return exec_switch(ev, s);
    case STM_TRY:
    case STM_CASE:
    case STM_DEFAULT:
    case STM_LABEL: return exec(ev, s->body);
    case STM_BREAK: return BROKE;
    case STM_CONTINUE: return CONTINUED;
    case STM_RETURN: return exec_return(ev, s);
    case STM_VAR: return exec_var(ev, s);
    case STM_CLEANUP:
        if (!s->on_throw) HD_PUSH(ev->arena, &ev->cleanups, s->a);
        return GO_ON;
    default: return exec_other(ev, s);
    }
}

bool interp_stmt_expr(struct eval *ev, const struct hd_expr *e, const struct hd_const *into,
                      struct hd_const *out) {
    const struct hd_stmt *block = e->body;
    if (!block || block->kind != STM_BLOCK || block->nlist == 0) return false;
    struct scope scope = scope_begin(ev);
    for (int i = 0; i < block->nlist - 1; i++) {
        if (exec(ev, block->list[i]) != GO_ON) return false;
    }
    const struct hd_stmt *last = block->list[block->nlist - 1];
    bool is_value = last->kind == STM_EXPR && e->type->kind != HD_TY_VOID;
    if (!is_value) return exec(ev, last) == GO_ON && scope_end(ev, scope, GO_ON) == GO_ON;
    return (into ? eval_into(ev, last->a, into) : eval_value(ev, last->a, out)) &&
           cleanups_run(ev, scope.cleanups);
}

// ---- calls --------------------------------------------------------------------------------------

bool const_may_call(const struct hd_sym *sym) {
    const struct hd_func *func = sym->func;
    return (sym->spec & SPEC_CONSTEXPR) || (sym->def && sym->def->system) ||
           (func && func->source && func->source->system);
}

static const struct hd_func *callee(struct eval *ev, const struct hd_expr *call,
                                    const struct hd_sym *sym) {
    if (const_may_call(sym)) sym = template_definition(sym);
    struct hd_func *func = sym->func;
    if (!const_may_call(sym)) {
        not_const(ev, call, "`%s` is not constexpr", sym->name ? sym->name : "this function");
        return NULL;
    }
    struct check *checking = func && func->front ? func->front->check : NULL;
    if (func && !func->body && func->ast && func->ast->body_toks && checking)
        hd_func_body(func->front, func, checking->diags);
    if (!func || !func->body) {
        not_const(ev, call, "`%s` has no body here", sym->name ? sym->name : "this function");
        return NULL;
    }
    if (func->nparams == call->nargs && !func->type->variadic) return func;
    not_const(ev, call, "a call with so many arguments is no constant expression");
    return NULL;
}

// The arguments as objects, which no frame has yet.
static bool make_args(struct eval *ev, const struct hd_expr *call, const struct hd_func *func,
                      const struct hd_const *into, struct object ***made) {
    *made = HD_NEW_ARRAY(eval_arena(ev), struct object *, call->nargs + 1);
    for (int i = 0; i < call->nargs; i++) {
        const struct hd_sym *param = func->params[i];
        const struct hd_type *type = param->type;
        bool scalar = hd_type_is_scalar(type) || type->kind == HD_TY_REF;
        struct object *o = object_make(ev, type, type->size, param);
        if (!o) return not_const(ev, call, "this takes too much memory");
        struct const_place place = {.at = object_address(o, 0, type->size)};
        struct hd_const v;
        (*made)[i] = o;
        if (i == 0 && call->constructs && into) {
            if (!place_store(ev, call, &place, type, into)) return false;
        } else if (scalar ? !eval_value(ev, call->args[i], &v) ||
                                !place_store(ev, call->args[i], &place, type, &v)
                          : !eval_into(ev, call->args[i], &place.at)) {
            return false;
        }
    }
    return true;
}

static bool run(struct eval *ev, const struct hd_expr *call, const struct hd_func *func,
                struct object **made, const struct hd_const *into, struct hd_const *out) {
    struct const_frame frame = {.outer = ev->frame,
                                .func = func,
                                .call = call,
                                .into = call->constructs ? NULL : into,
                                .locals = ev->locals.n};
    bool is_void = call->constructs || func->type->base->kind == HD_TY_VOID;
    for (int i = 0; i < func->nparams; i++) local_add(ev, func->params[i], NULL, made[i]);
    ev->frame = &frame;
    ev->calls++;
    enum flow flow = exec(ev, func->body);
    bool ok = flow == RETURNED || (flow == GO_ON && is_void);
    if (flow == GO_ON && !is_void) not_const(ev, call, "the function ends without a value");
    if (ok) locals_end(ev, frame.locals);
    ev->calls--;
    ev->frame = frame.outer;
    *out = frame.result;
    return ok;
}

bool interp_call(struct eval *ev, const struct hd_expr *call, const struct hd_const *into,
                 struct hd_const *out) {
    struct hd_const target = {.sym = call->a->sym};
    struct object **made;
    if (call->a->kind != EX_FUNC && !eval_value(ev, call->a, &target)) return false;
    const struct hd_sym *sym = target.sym;
    if (!sym || sym->kind != SYM_FUNC) return not_const(ev, call, "this calls no function");
    if (!const_may_call(sym) || (!sym->func && !sym->defined)) {
        if (const_libc(ev, call, sym, out)) return true;
    }
    const struct hd_func *func = callee(ev, call, sym);
    if (!func) return false;
    if (ev->calls >= CONST_CALLS)
        return not_const(ev, call, "calls are nested more than %d deep", CONST_CALLS);
    return make_args(ev, call, func, into, &made) && run(ev, call, func, made, into, out);
}
