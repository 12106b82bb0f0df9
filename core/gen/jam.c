// Loops around one loop, of which several iterations are to run side by side.
//
//   for (j ...) { s = 0; for (k ...) s += a[k] * b[k][j]; c[j] = s; }
//
// JAM_SUMS: a floating-point sum is added in order, so the inner loop cannot be vectorised; several
// iterations of the outer one can, each with a sum of its own. JAM_COLUMNS: where the inner loop
// goes down columns its own vectors would be gathers, a cache line for each element, and the outer
// loop's are plain ones. What is found here is a hint: that it may be done is LLVM's dependence
// analysis to say (unroll-and-jam), and the SLP vectoriser makes the vectors.
#include <math.h>

#include "gen/emit.h"

// ---- sums in order ------------------------------------------------------------------------------

static bool sums_floats(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    bool *found = user;
    if (!e)
        return s->kind != STM_FOR && s->kind != STM_BLOCK && s->kind != STM_EXPR &&
               s->kind != STM_VAR;
    bool sum = e->kind == EX_COMPOUND && ty_is_fp(e->type) && e->a->kind == EX_VAR &&
               e->a->sym->storage == ST_LOCAL;
    *found = *found || sum;
    return e->kind == EX_CALL || e->kind == EX_BUILTIN || e->kind == EX_STMT_EXPR ||
           e->kind == EX_COND || e->kind == EX_AND || e->kind == EX_OR ||
           (e->kind == EX_COMPOUND && !sum);
}

static bool jams_sums(const struct hd_stmt *outer, const struct hd_stmt *inner) {
    bool found = false, nested = false;
    if (tree_find(inner, sums_floats, &found) || !found) return false;
    const struct hd_stmt *body = inner->body;
    if (body && body->kind == STM_BLOCK && body->nlist == 1) body = body->list[0];
    return body && body->kind == STM_EXPR && !tree_find(outer->init, sums_floats, &nested);
}

// ---- columns ------------------------------------------------------------------------------------

struct columns {
    const struct hd_sym *outer, *inner; // what the loops count
    bool column, other;                 // seen: an element of a column; what speaks against it
    uint64_t size;                      // bytes of the largest such element
};

// `j++` and kin: what a loop counts by one.
static const struct hd_sym *counts(const struct hd_stmt *loop) {
    const struct hd_expr *step = loop->step;
    if (!step || step->kind != EX_INCDEC || step->op != TK_INC || step->a->kind != EX_VAR)
        return NULL;
    return step->a->sym->storage == ST_LOCAL ? step->a->sym : NULL;
}

static bool is_var(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    (void)s;
    return e && e->kind == EX_VAR && e->sym == user;
}

static bool depends(const struct hd_expr *e, const struct hd_sym *sym) {
    return tree_find_expr(e, is_var, (void *)sym);
}

// Whether sym is a term of e as it is: e grows by one with it.
static bool has_term(const struct hd_expr *e, const struct hd_sym *sym) {
    while (e->kind == EX_CAST || e->kind == EX_LOAD) e = e->a;
    if (e->kind == EX_VAR) return e->sym == sym;
    if (e->kind == EX_BINARY && e->op == TK_PLUS) return has_term(e->a, sym) != has_term(e->b, sym);
    return e->kind == EX_BINARY && e->op == TK_MINUS && has_term(e->a, sym) && !depends(e->b, sym);
}

// An element at `base[index]` or `*(p + i + j)`.
static void see_element(struct columns *c, const struct hd_expr *e) {
    const struct hd_expr *at = e->a;
    bool across = false, down = false;
    for (; at->kind == EX_PTR_ADD; at = at->a) {
        across |= has_term(at->b, c->outer);
        down |= has_term(at->b, c->inner);
    }
    if (!depends(e, c->inner) || !depends(e, c->outer)) return;
    if (!hd_type_is_arith(e->type) || e->type->size > 8 || !across || down) {
        c->other = true;
        return;
    }
    c->column = true;
    if (e->type->size > c->size) c->size = e->type->size;
}

static bool see_columns(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    struct columns *c = user;
    if (!e) return s->kind != STM_BLOCK && s->kind != STM_EXPR && s->kind != STM_VAR;
    switch (e->kind) {
    case EX_CALL:
    case EX_BUILTIN:
    case EX_STMT_EXPR:
    case EX_COND:
    case EX_AND:
    case EX_OR: c->other = true; break;
    case EX_ASSIGN:
    case EX_COMPOUND: // of a row, or of a local
        if (e->a->kind != EX_VAR && !depends(e->a, c->outer)) c->other = true;
        break;
    case EX_DEREF:
        if (e->type->kind != HD_TY_ARRAY) see_element(c, e);
        break;
    default: break;
    }
    return c->other;
}

// ---- how many -----------------------------------------------------------------------------------

// More side by side keep more sums in registers, but what is left over goes one by one. `costs` is
// the time of a turn in tenths, measured on matrices of 512 rows and of odd sizes; one alone: 65.
static int turns_for(const struct hd_stmt *outer, uint64_t size) {
    static const struct {
        int turns, costs[2]; // of elements of 8 bytes, of less
    } row[] = {{64, {99, 10}}, {32, {13, 14}}, {16, {19, 21}}, {8, {21, 35}}};
    double turns = loop_turns(outer), best = INFINITY;
    bool less = size < 8;
    if (turns < 0) return less ? 32 : 16;
    if (turns > 1 && turns <= 32) return (int)turns;
    int most = 16;
    for (int i = 0; i < HD_COUNT(row); i++) {
        double left = fmod(turns, row[i].turns);
        double cost = (turns - left) * row[i].costs[less] + left * 65;
        if (cost >= best) continue;
        best = cost;
        most = row[i].turns;
    }
    return most;
}

// The size of the elements; 0: it does not go down columns.
static uint64_t jams_columns(const struct hd_stmt *outer, const struct hd_stmt *inner) {
    struct columns c = {.outer = counts(outer), .inner = counts(inner)};
    if (!c.outer || !c.inner || !inner->body) return 0;
    return !tree_find(inner->body, see_columns, &c) && c.column ? c.size : 0;
}

struct jam loop_jam(const struct hd_stmt *outer) {
    struct jam none = {.kind = JAM_NONE};
    if (outer->kind != STM_FOR || !outer->body || outer->unroll) return none;
    const struct hd_stmt *inner = outer->body->kind == STM_FOR ? outer->body : NULL;
    if (!inner && outer->body->kind != STM_BLOCK) return none;
    for (int i = 0; !inner || i < outer->body->nlist; i++) {
        if (i >= outer->body->nlist) return none;
        const struct hd_stmt *s = outer->body->list[i];
        if (s->kind == STM_FOR && inner) return none;
        if (s->kind == STM_FOR)
            inner = s;
        else if (s->kind != STM_EXPR && s->kind != STM_VAR)
            return none;
    }
    if (inner->unroll) return none;
    uint64_t size = jams_columns(outer, inner);
    if (size) return (struct jam){JAM_COLUMNS, inner, turns_for(outer, size)};
    if (outer->body != inner && jams_sums(outer, inner))
        return (struct jam){JAM_SUMS, inner, turns_for(outer, 8)};
    return none;
}
