// Which code is known to be done soon: loops that count between constants, few turns in all. A cell
// or a main with such loops runs once, so optimising it (and vectorising its loops, which is the
// longest part) would take far longer than it saves.
#include <math.h>

#include "gen/emit.h"

#define MOST_TURNS 5000 // of all loops; a tenth of a millisecond in code that is not optimised

static bool constant(const struct hd_expr *e, double *v) {
    while (e && e->kind == EX_CAST && e->cast == CAST_INT) e = e->a;
    if (!e || e->kind != EX_CONST || e->value->kind != CONST_INT) return false;
    *v = (double)e->value->i;
    return true;
}

static bool changes(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    const struct hd_sym *sym = user;
    if (!e || (e->kind != EX_ASSIGN && e->kind != EX_COMPOUND && e->kind != EX_INCDEC &&
               e->kind != EX_BUILD))
        return false;
    return e->a->kind == EX_VAR && e->a->sym == sym;
}

// for (int i = A; i < B; i += C)
double loop_turns(const struct hd_stmt *s) {
    const struct hd_stmt *init = s->init;
    const struct hd_expr *test = s->a, *step = s->step;
    while (init && init->kind == STM_BLOCK && init->nlist == 1) init = init->list[0];
    if (!init || init->kind != STM_VAR || !init->var_init || init->var_init->nitems != 1 || !test ||
        test->kind != EX_BINARY || !step)
        return -1;
    struct hd_sym *sym = init->sym;
    double from, to, by = 1;
    if (sym->address_taken || sym->storage != ST_LOCAL || !hd_type_is_integer(sym->type) ||
        !constant(init->var_init->items[0].value, &from) || !constant(test->b, &to))
        return -1;
    const struct hd_expr *i = test->a;
    while (i->kind == EX_CAST && i->cast == CAST_INT) i = i->a;
    if (i->kind != EX_LOAD || i->a->kind != EX_VAR || i->a->sym != sym) return -1;
    if ((step->kind != EX_INCDEC && step->kind != EX_COMPOUND) || step->a->kind != EX_VAR ||
        step->a->sym != sym || (step->kind == EX_COMPOUND && !constant(step->b, &by)))
        return -1;
    bool up = step->op == TK_INC || step->op == TK_PLUS_ASSIGN || step->op == TK_PLUS,
         down = step->op == TK_DEC || step->op == TK_MINUS_ASSIGN || step->op == TK_MINUS;
    bool below = test->op == TK_LT || test->op == TK_LE,
         above = test->op == TK_GT || test->op == TK_GE;
    if (by <= 0 || !((up && below) || (down && above)) || tree_find(s->body, changes, sym))
        return -1;
    double way = up ? to - from : from - to;
    if (test->op == TK_LE || test->op == TK_GE) way++;
    return way > 0 ? ceil(way / by) : 0;
}

static bool jumps(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    (void)user;
    if (e) return e->kind == EX_STMT_EXPR || e->kind == EX_EACH;
    return s->kind == STM_WHILE || s->kind == STM_DO || s->kind == STM_GOTO ||
           s->kind == STM_GOTO_PTR;
}

static double turns_in(const struct hd_stmt *s) {
    double sum = 0, turns = 1;
    if (!s) return 0;
    if (s->kind == STM_FOR) {
        turns = loop_turns(s) + 2; // the test at the end, and what stands before
        if (turns < 2 || turns >= MOST_TURNS) return MOST_TURNS;
    }
    for (int i = 0; i < s->nlist; i++) sum += turns_in(s->list[i]);
    sum += turns_in(s->body) + turns_in(s->otherwise);
    return s->kind == STM_FOR ? turns * (sum + 1) : sum;
}

bool hd_gen_is_short(const struct hd_func *func) {
    return func->body && !tree_find(func->body, jumps, NULL) && turns_in(func->body) < MOST_TURNS;
}
