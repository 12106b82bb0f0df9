// Which launches are known to take long: those whose threads go round loops as often as a parameter
// of the kernel says, which has its value when it is launched. A block that has begun ends in the
// code that it began with, so a launch of few long blocks must not begin in quick code.
//
//     __global__ void walk(float *out, int n) { ... for (int k = 0; k < n; k++) ... }
//     walk<<<4, 256>>>(out, 60000);      // 60,000 turns
//
// The number is an estimate, used for nothing but the choice of code: bounds and steps are computed
// from constants, parameters, blockDim and gridDim, and from variables by what they begin with. A
// loop of which nothing is known goes round once.
#include "gen/emit.h"

#include <math.h>
#include <string.h>

#define MOST_LOCALS 32
#define MOST_DEPTH 16  // of expressions
#define BREAKS_AFTER 4 // a loop that may end early: at this part of its turns

struct turns {
    const struct hd_func *kernel;
    void *const *args;
    const uint32_t *grid, *block;
    const struct hd_sym *local[MOST_LOCALS]; // with what they begin with
    const struct hd_expr *begin[MOST_LOCALS];
    int nlocals;
};

static bool parameter(const struct turns *t, const struct hd_sym *sym, double *v) {
    int i = 0;
    while (i < t->kernel->nparams && t->kernel->params[i] != sym) i++;
    if (i == t->kernel->nparams || !hd_type_is_integer(sym->type)) return false;
    uint64_t bits = 0, size = sym->type->size;
    if (size > 8) return false;
    memcpy(&bits, t->args[i], size);
    if (!hd_type_is_signed(sym->type)) {
        *v = (double)bits;
    } else {
        unsigned rest = 64 - 8 * (unsigned)size;
        *v = (double)((int64_t)(bits << rest) >> rest);
    }
    return true;
}

static bool value(const struct turns *t, const struct hd_expr *e, int depth, double *v);

static bool variable(const struct turns *t, const struct hd_sym *sym, int depth, double *v) {
    if (parameter(t, sym, v)) return true;
    for (int i = 0; i < t->nlocals; i++)
        if (t->local[i] == sym) return value(t, t->begin[i], depth + 1, v);
    return false;
}

static bool extent(const struct turns *t, const struct hd_expr *member, double *v) {
    const char *of = member->a->builtin->name;
    uint64_t d = member->offset / sizeof(uint32_t);
    if (d > 2) return false;
    if (!strcmp(of, "blockDim"))
        *v = t->block[d];
    else if (!strcmp(of, "gridDim"))
        *v = t->grid[d];
    else if (!strcmp(of, "threadIdx") || !strcmp(of, "blockIdx"))
        *v = 0;
    else
        return false;
    return true;
}

static bool value(const struct turns *t, const struct hd_expr *e, int depth, double *v) {
    double a, b;
    if (!e || depth > MOST_DEPTH) return false;
    switch (e->kind) {
    case EX_CAST: return e->cast == CAST_INT && value(t, e->a, depth + 1, v);
    case EX_CONST:
        if (e->value->kind != CONST_INT) return false;
        *v = (double)e->value->i;
        return true;
    case EX_LOAD:
        if (e->a->kind == EX_MEMBER) return value(t, e->a, depth + 1, v);
        return e->a->kind == EX_VAR && variable(t, e->a->sym, depth, v);
    case EX_MEMBER: return e->a->kind == EX_BUILTIN && extent(t, e, v);
    case EX_BINARY: break;
    default: return false;
    }
    if (!value(t, e->a, depth + 1, &a) || !value(t, e->b, depth + 1, &b)) return false;
    switch (e->op) {
    case TK_PLUS: *v = a + b; return true;
    case TK_MINUS: *v = a - b; return true;
    case TK_STAR: *v = a * b; return true;
    case TK_SLASH: *v = b == 0 ? 0 : trunc(a / b); return true;
    case TK_SHL: *v = ldexp(a, (int)b & 63); return true;
    case TK_SHR: *v = floor(ldexp(a, -((int)b & 63))); return true;
    default: return false;
    }
}

// ---- loops --------------------------------------------------------------------------------------

static const struct hd_sym *counted(const struct hd_expr *e) { // the variable that it loads
    while (e && e->kind == EX_CAST && e->cast == CAST_INT) e = e->a;
    return e && e->kind == EX_LOAD && e->a->kind == EX_VAR ? e->a->sym : NULL;
}

struct change {
    const struct hd_sym *sym;
    const struct hd_expr *found;
};

static bool changes(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    struct change *c = user;
    (void)s;
    if (!e || (e->kind != EX_COMPOUND && e->kind != EX_INCDEC)) return false;
    if (e->a->kind != EX_VAR || e->a->sym != c->sym) return false;
    c->found = e;
    return true;
}

static bool breaks(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    (void)user;
    return !e && (s->kind == STM_BREAK || s->kind == STM_RETURN || s->kind == STM_GOTO);
}

static double between(const struct turns *t, const struct hd_expr *step, double from, double to) {
    double by = 1;
    if (step->kind == EX_COMPOUND && !value(t, step->b, 0, &by)) return 1;
    switch (step->op) {
    case TK_INC:
    case TK_PLUS:
    case TK_PLUS_ASSIGN: break;
    case TK_DEC:
    case TK_MINUS:
    case TK_MINUS_ASSIGN: by = -by; break;
    default: return 32; // halves or doubles
    }
    return by == 0 ? 1 : (to - from) / by;
}

static double turns_of(struct turns *t, const struct hd_stmt *s) {
    const struct hd_expr *test = s->a;
    double from = 0, to, turns;
    if (!test || test->kind != EX_BINARY) return 1;
    struct change c = {.sym = counted(test->a)};
    const struct hd_expr *bound = test->b;
    if (!c.sym || (!tree_find_expr(s->step, changes, &c) && !tree_find(s->body, changes, &c))) {
        c.sym = counted(test->b); // 0 < i
        bound = test->a;
        if (!c.sym || (!tree_find_expr(s->step, changes, &c) && !tree_find(s->body, changes, &c)))
            return 1;
    }
    if (!value(t, bound, 0, &to)) return 1;
    if (!variable(t, c.sym, 0, &from)) from = 0;
    turns = between(t, c.found, from, to);
    if (tree_find(s->body, breaks, NULL)) turns /= BREAKS_AFTER;
    return turns > 1 ? turns : 1;
}

static double turns_in(struct turns *t, const struct hd_stmt *s) {
    double sum = 0;
    if (!s) return 0;
    if (s->kind == STM_VAR && s->var_init && s->var_init->nitems == 1 &&
        hd_type_is_integer(s->sym->type) && t->nlocals < MOST_LOCALS) {
        t->local[t->nlocals] = s->sym;
        t->begin[t->nlocals++] = s->var_init->items[0].value;
    }
    sum += turns_in(t, s->init);
    for (int i = 0; i < s->nlist; i++) sum += turns_in(t, s->list[i]);
    bool loops = s->kind == STM_FOR || s->kind == STM_WHILE || s->kind == STM_DO;
    double turns = loops ? turns_of(t, s) : 1, inside = turns_in(t, s->body);
    sum += loops ? turns * (inside + 1) : inside;
    return sum + turns_in(t, s->otherwise);
}

double hd_gen_turns(const struct hd_func *kernel, void *const *args, const uint32_t *grid,
                    const uint32_t *block) {
    struct turns t = {.kernel = kernel, .args = args, .grid = grid, .block = block};
    return kernel->has_loop && args ? turns_in(&t, kernel->body) : 0;
}
