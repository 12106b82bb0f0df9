// Loops whose turns are numbered: `for (int i = a; i < b; i += c)`, several as one with collapse.
//
// __omp_a, __omp_b and __omp_s are where a loop starts, its bound and its step, __omp_n how many
// turns there are in all; a thread that gets the turns from __omp_lo to __omp_hi computes the
// variables from their numbers.
#include "front/omp/rewrite.h"

#include <stdlib.h>
#include <string.h>

static bool loop_fail(struct rewriter *w, int i, const char *why) {
    omp_complain(
        w, &w->in[i < w->n ? i : w->n - 1],
        "it is `for (int i = a; i < b; i += c)` with <, <=, >, >= or !=, and ++, --, += or -=",
        "OpenMP cannot number the turns of this loop: %s", why);
    return false;
}

static bool is_var(const struct rewriter *w, int i, const char *name) {
    return w->in[i].kind == TK_IDENT && w->in[i].text == name;
}

static bool read_step(struct rewriter *w, struct loop *l, int i, int end) {
    const struct hd_token *t = w->in;
    bool pre = t[i].kind == TK_INC || t[i].kind == TK_DEC;
    if (pre || (i + 2 == end && (t[i + 1].kind == TK_INC || t[i + 1].kind == TK_DEC))) {
        l->negative = t[pre ? i : i + 1].kind == TK_DEC;
        return i + 2 == end && is_var(w, pre ? i + 1 : i, l->var);
    }
    if (i + 2 >= end || !is_var(w, i, l->var)) return false;
    int op = t[i + 1].kind;
    if (op == TK_PLUS_ASSIGN || op == TK_MINUS_ASSIGN) {
        l->negative = op == TK_MINUS_ASSIGN;
        l->step_from = i + 2;
        l->step_to = end;
        return true;
    }
    if (op != TK_ASSIGN) return false;
    if (is_var(w, i + 2, l->var) && (t[i + 3].kind == TK_PLUS || t[i + 3].kind == TK_MINUS)) {
        l->negative = t[i + 3].kind == TK_MINUS;
        l->step_from = i + 4;
        l->step_to = end;
        return l->step_from < end;
    }
    if (is_var(w, end - 1, l->var) && t[end - 2].kind == TK_PLUS) {
        l->step_from = i + 2;
        l->step_to = end - 2;
        return l->step_from < l->step_to;
    }
    return false;
}

static int at_depth_0(const struct rewriter *w, int i, int end, int kind) {
    for (; i < end; i++) {
        int k = w->in[i].kind;
        if (k == kind) return i;
        if (k == TK_LPAREN || k == TK_LBRACE || k == TK_LBRACKET) i = omp_matching(w, i);
    }
    return -1;
}

static bool is_comparison(int k) {
    return k == TK_LT || k == TK_LE || k == TK_GT || k == TK_GE || k == TK_NE;
}

static bool read_loop(struct rewriter *w, int i, struct loop *l) {
    const struct hd_token *t = w->in;
    *l = (struct loop){.var = NULL};
    while (i < w->n && t[i].kind == TK_PRAGMA && !omp_is_directive(&t[i])) i++;
    if (i + 1 >= w->n || t[i].kind != TK_FOR || t[i + 1].kind != TK_LPAREN)
        return loop_fail(w, i, "a `for` must stand here");
    int open = i + 1, close = omp_matching(w, open);
    int one = at_depth_0(w, open + 1, close, TK_SEMI),
        two = one < 0 ? -1 : at_depth_0(w, one + 1, close, TK_SEMI);
    if (two < 0) return loop_fail(w, i, "it has no start, condition and step");
    int set = at_depth_0(w, open + 1, one, TK_ASSIGN);
    if (set < open + 2 || t[set - 1].kind != TK_IDENT)
        return loop_fail(w, open + 1, "its start sets no variable");
    l->var = t[set - 1].text;
    l->type_from = open + 1;
    l->type_to = set - 1;
    l->low_from = set + 1;
    l->low_to = one;
    int op = -1;
    for (int k = one + 1; k < two && op < 0; k++) {
        if (t[k].kind == TK_LPAREN || t[k].kind == TK_LBRACKET) k = omp_matching(w, k);
        if (is_comparison(t[k].kind)) op = k;
    }
    if (op < 0) return loop_fail(w, one + 1, "its condition compares nothing");
    l->op = t[op].kind;
    if (is_var(w, one + 1, l->var) && op == one + 2) {
        l->bound_from = op + 1;
        l->bound_to = two;
    } else if (is_var(w, op + 1, l->var) && op + 2 == two) {
        l->bound_from = one + 1;
        l->bound_to = op;
        l->op = l->op == TK_LT   ? TK_GT
                : l->op == TK_LE ? TK_GE
                : l->op == TK_GT ? TK_LT
                : l->op == TK_GE ? TK_LE
                                 : TK_NE;
    } else {
        return loop_fail(w, one + 1, "its condition does not compare the variable alone");
    }
    if (!read_step(w, l, two + 1, close))
        return loop_fail(w, two + 1, "its step does not add to the variable");
    l->body = close + 1;
    return true;
}

const char *omp_outer_var(const struct rewriter *w, int i) {
    bool is = i + 3 < w->n && w->in[i].kind == TK_FOR && w->in[i + 2].kind == TK_IDENT &&
              w->in[i + 3].kind == TK_ASSIGN;
    return is ? w->in[i + 2].text : NULL;
}

void omp_add_loop_vars(struct rewriter *w, int i, struct directive *d) {
    bool last = d->words & W_SIMD || d->is_loop;
    if (!last && !(d->words & W_DISTRIBUTE)) return;
    for (int k = 0; k < d->collapse && i < w->n && w->in[i].kind == TK_FOR; k++) {
        const char *name = omp_outer_var(w, i);
        bool known = !name || d->nvars == MOST_VARS;
        for (int j = 0; j < d->nvars; j++) known = known || d->vars[j].name == name;
        if (!known) d->vars[d->nvars++] = (struct var){.kind = last ? LAST : PRIVATE, .name = name};
        i = omp_after_parens(w, i);
        if (i < w->n && w->in[i].kind == TK_LBRACE) i++;
    }
}

// The numbers that a loop's header gives: where it starts (__omp_a), its step (__omp_s), how often.
static void header(struct rewriter *w, const struct hd_token *at, const struct loop *l, int k) {
    bool own = l->type_to > l->type_from;
    if (own) {
        omp_copy(w, l->type_from, l->type_to);
        omp_put(w, at, "__omp_a%d = (", k);
    } else {
        omp_put(w, at, "__typeof__(%s) __omp_a%d = (", l->var, k);
    }
    omp_copy(w, l->low_from, l->low_to);
    omp_put(w, at, "); __typeof__(__omp_a%d) __omp_b%d = (__typeof__(__omp_a%d))(", k, k, k);
    omp_copy(w, l->bound_from, l->bound_to);
    omp_put(w, at, "); long __omp_s%d = %s(long)(", k, l->negative ? "-" : "");
    if (l->step_to > l->step_from)
        omp_copy(w, l->step_from, l->step_to);
    else
        omp_put(w, at, "1");
    omp_put(w, at, ");");
    bool more = l->op == TK_LE || l->op == TK_GE;
    if (l->op == TK_NE) {
        omp_put(
            w, at,
            "long __omp_n%d = __omp_a%d == __omp_b%d ? 0 : __omp_s%d > 0 ? (long)(__omp_b%d - __omp_a%d) / "
            "__omp_s%d : (long)(__omp_a%d - __omp_b%d) / -__omp_s%d;",
            k, k, k, k, k, k, k, k, k, k);
        return;
    }
    bool up = l->op == TK_LT || l->op == TK_LE;
    int a = k, b = k;
    omp_put(
        w, at,
        "long __omp_n%d = __omp_%c%d %s __omp_%c%d ? ((long)(__omp_%c%d - __omp_%c%d) %s) / (%s__omp_s%d) %s : 0;",
        k, up ? 'a' : 'b', a, more ? "<=" : "<", up ? 'b' : 'a', b, up ? 'b' : 'a', k,
        up ? 'a' : 'b', k,
        more ? "" : hd_printf(w->pp->arena, "+ (%s__omp_s%d) - 1", up ? "" : "-", k), up ? "" : "-",
        k, more ? "+ 1" : "");
}

static bool names_in(const struct rewriter *w, int from, int to, const char *name) {
    for (int i = from; i < to; i++)
        if (is_var(w, i, name)) return true;
    return false;
}

static bool nest_read(struct rewriter *w, int i, struct directive *d, struct nest *nest) {
    struct loop *loops = nest->loops;
    const char **vars = nest->vars;
    int n = nest->n = d->collapse, from = i;
    for (int k = 0; k < n; k++) {
        if (!read_loop(w, from, &loops[k])) return false;
        vars[k] = loops[k].var;
        from = loops[k].body;
        bool depends = false;
        for (int j = 0; j < k; j++)
            depends = depends || names_in(w, loops[k].low_from, loops[k].low_to, vars[j]) ||
                      names_in(w, loops[k].bound_from, loops[k].bound_to, vars[j]);
        if (depends) {
            bool known = loops[k].type_to > loops[k].type_from; // declared there
            for (int j = 0; j < d->nvars; j++) known = known || d->vars[j].name == vars[k];
            if (!known && d->nvars < MOST_VARS)
                d->vars[d->nvars++] = (struct var){.kind = PRIVATE, .name = vars[k]};
            nest->n = k;
            from = loops[k - 1].body;
            break;
        }
        if (k + 1 < n && w->in[from].kind == TK_LBRACE) { // { for (...) ... }: nothing else in it
            int inside = from + 1;
            if (omp_statement_end(w, inside) != omp_matching(w, from)) {
                return loop_fail(w, from, "there is more than the inner loop in the outer one");
            }
            from = inside;
        }
    }
    nest->from = from;
    nest->to = omp_statement_end(w, from);
    return true;
}

static void put_headers(struct rewriter *w, const struct hd_token *at, const struct nest *nest) {
    for (int k = 0; k < nest->n; k++) header(w, at, &nest->loops[k], k);
    omp_put(w, at, "long __omp_n = 1");
    for (int k = 0; k < nest->n; k++) omp_put(w, at, "* __omp_n%d", k);
    omp_put(w, at, ";");
}

bool omp_nest_begin(struct rewriter *w, const struct hd_token *at, int i, struct directive *d,
                    struct nest *nest) {
    if (!nest_read(w, i, d, nest)) return false;
    omp_put(w, at, "{");
    omp_aliases(w, at, d);
    put_headers(w, at, nest);
    return true;
}

// What a linear variable is before turn `turn`.
static const char *linear_value(struct rewriter *w, const struct var *v, const char *turn) {
    return hd_printf(w->pp->arena, "(__typeof__(*__omp_p_%s))(__omp_v_%s + %s * (%s))", v->name,
                     v->name, turn, v->op);
}

void omp_iteration(struct rewriter *w, const struct hd_token *at, const struct directive *d,
                   const struct nest *nest) {
    int n = nest->n;
    if (n > 1) omp_put(w, at, "long __omp_q = __omp_i;");
    for (int k = n; k-- > 0;) {
        const char *number = n == 1 ? "__omp_i" : hd_printf(w->pp->arena, "__omp_r%d", k);
        if (n > 1 && k)
            omp_put(w, at, "long __omp_r%d = __omp_q %% __omp_n%d; __omp_q /= __omp_n%d;", k, k, k);
        else if (n > 1)
            omp_put(w, at, "long __omp_r0 = __omp_q;");
        omp_put(w, at,
                "__typeof__(__omp_a%d) %s = (__typeof__(__omp_a%d))(__omp_a%d + %s * __omp_s%d);",
                k, nest->vars[k], k, k, number, k);
    }
    for (int k = 0; k < d->nvars; k++)
        if (d->vars[k].kind == LINEAR)
            omp_put(w, at, "__typeof__(*__omp_p_%s) %s = %s;", d->vars[k].name, d->vars[k].name,
                    linear_value(w, &d->vars[k], "__omp_i"));
    omp_range(w, nest->from, nest->to);
}

// `*__omp_p_x = x`, of an array element by element.
static const char *assigned(struct rewriter *w, const char *n) {
    return hd_printf(
        w->pp->arena,
        "for (unsigned long __omp_k = 0; __omp_k < sizeof %s / sizeof "
        "*__heddle_omp_first(%s); __omp_k++) __heddle_omp_first(*__omp_p_%s)[__omp_k] = "
        "__heddle_omp_first(%s)[__omp_k];",
        n, n, n, n);
}

void omp_lasts(struct rewriter *w, const struct hd_token *at, const struct directive *d,
               const struct nest *nest) {
    for (int k = 0; k < d->nvars; k++) {
        const struct var *v = &d->vars[k];
        if (v->kind == LINEAR)
            omp_put(w, at, "if (__omp_last) *__omp_p_%s = %s;", v->name,
                    linear_value(w, v, "__omp_n"));
        if (v->kind != LAST && v->kind != FIRST_LAST) continue;
        int is = -1;
        for (int j = 0; nest && j < nest->n; j++)
            if (nest->vars[j] == v->name) is = j;
        if (is >= 0)
            omp_put(w, at, "if (__omp_last) *__omp_p_%s = __omp_a%d + __omp_n%d * __omp_s%d;",
                    v->name, is, is, is);
        else
            omp_put(w, at, "if (__omp_last) { %s }", assigned(w, v->name));
    }
}

int omp_work_loop(struct rewriter *w, const struct hd_token *at, int i, struct directive *d,
                  bool joined) {
    struct nest nest;
    int end = omp_statement_end(w, i);
    if (!omp_nest_begin(w, at, i, d, &nest)) return end;
    omp_put(w, at, "{");
    omp_privates(w, at, d, nest.vars, nest.n);
    if (omp_has(d, LINEAR)) omp_put(w, at, "__heddle_omp_barrier();"); // all have the first value
    omp_put(w, at, "long __omp_lo, __omp_hi; int __omp_last = 0; (void)__omp_last;");
    omp_put(w, at, "__heddle_omp_loop(%d, (long)(%s), __omp_n, %d);", d->scans ? 0 : d->schedule,
            d->scans   ? "__omp_n"
            : d->chunk ? d->chunk
                       : "0",
            d->ordered);
    omp_put(w, at, "while (__heddle_omp_next(&__omp_lo, &__omp_hi)) {");
    omp_put(w, at,
            "long __omp_i = __omp_lo, __omp_e = __omp_hi; if (__omp_e == __omp_n) __omp_last = 1;");
    omp_put(w, at, "for (; __omp_i < __omp_e; %s__omp_i++) {",
            d->ordered ? "__heddle_omp_iteration(__omp_i), " : "");
    omp_iteration(w, at, d, &nest);
    omp_put(w, at, "} }");
    omp_lasts(w, at, d, &nest);
    omp_reduce(w, at, d, true);
    omp_put(w, at, "__heddle_omp_end(%d); } }", d->nowait || joined);
    return end;
}

int omp_numbered(struct rewriter *w, const struct hd_token *at, int i, struct directive *d) {
    struct nest nest;
    int end = omp_statement_end(w, i);
    if (!omp_nest_begin(w, at, i, d, &nest)) return end;
    omp_put(w, at, "{");
    omp_privates(w, at, d, nest.vars, nest.n);
    omp_put(w, at, "int __omp_last = __omp_n > 0;");
    omp_put(w, at, "for (long __omp_i = 0; __omp_i < __omp_n; __omp_i++) {");
    omp_iteration(w, at, d, &nest);
    omp_put(w, at, "}");
    omp_lasts(w, at, d, &nest);
    omp_reduce(w, at, d, false);
    omp_put(w, at, "} }");
    return end;
}
