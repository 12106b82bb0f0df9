// Variables of a construct: private ones hide the shared ones behind pointers of other names
// (`__omp_p_x`), and what is left of them at its end goes there.
#include "front/omp/rewrite.h"

#include <stdlib.h>
#include <string.h>

static const char *identity(const char *op) {
    if (!strcmp(op, "*") || !strcmp(op, "&&")) return "1";
    if (!strcmp(op, "&")) return "~0";
    return strcmp(op, "min") && strcmp(op, "max") ? "0" : NULL; // of these: the value that is there
}

void omp_aliases(struct rewriter *w, const struct hd_token *at, const struct directive *d) {
    for (int i = 0; i < d->nvars; i++) {
        const struct var *v = &d->vars[i];
        if (v->kind == PRIVATE || v->kind == SHARED) continue;
        if (v->count)
            omp_put(w, at, "__typeof__(&%s[0]) __omp_p_%s = &%s[0];", v->name, v->name, v->name);
        else
            omp_put(w, at, "__typeof__(%s) *__omp_p_%s = &%s;", v->name, v->name, v->name);
    }
}

static void private_array(struct rewriter *w, const struct hd_token *at, const struct var *v) {
    const char *n = v->name;
    omp_put(w, at, "long __omp_l_%s = (long)(%s), __omp_c_%s = (long)(%s);", n, v->low, n,
            v->count);
    omp_put(
        w, at,
        "__typeof__(&__omp_p_%s[0]) __omp_b_%s = (__typeof__(&__omp_p_%s[0]))__builtin_malloc("
        "sizeof __omp_p_%s[0] * (unsigned long)(__omp_c_%s + !__omp_c_%s)), %s = __omp_b_%s - __omp_l_%s;",
        n, n, n, n, n, n, n, n, n);
    omp_put(w, at, "for (long __omp_k = 0; __omp_k < __omp_c_%s; __omp_k++) ", n);
    if (v->declared) {
        const char *item = hd_printf(w->pp->arena, "__omp_b_%s[__omp_k]", n),
                   *orig = hd_printf(w->pp->arena, "__omp_p_%s[__omp_l_%s + __omp_k]", n, n);
        omp_put(w, at, "{ %s }", omp_reduction_begin(w->pp, v->declared, NULL, item, orig));
        return;
    }
    omp_put(w, at, "__omp_b_%s[__omp_k] = ", n);
    if (identity(v->op))
        omp_put(w, at, "%s;", identity(v->op));
    else
        omp_put(w, at, "__omp_p_%s[__omp_l_%s + __omp_k];", n, n);
}

static bool is_loop_var(const char *const *names, int n, const char *name) {
    for (int i = 0; i < n; i++)
        if (names[i] == name) return true;
    return false;
}

void omp_privates(struct rewriter *w, const struct hd_token *at, const struct directive *d,
                  const char *const *loops, int nloops) {
    bool both = false;
    for (int i = 0; i < d->nvars; i++) {
        const struct var *v = &d->vars[i];
        const char *n = v->name;
        if (v->kind == SHARED || is_loop_var(loops, nloops, n)) continue;
        if (v->count) {
            private_array(w, at, v);
            continue;
        }
        if (v->declared && v->kind == REDUCE) {
            const char *type = hd_printf(w->pp->arena, "__typeof__(*__omp_p_%s)", n);
            omp_put(w, at, "%s",
                    omp_reduction_begin(w->pp, v->declared, type, n,
                                        hd_printf(w->pp->arena, "(*__omp_p_%s)", n)));
            continue;
        }
        both = both || v->kind == FIRST_LAST;
        if (v->kind == LINEAR)
            omp_put(w, at, "__typeof__(%s) __omp_v_%s = *__omp_p_%s;", n, n, n);
        else if (v->kind == PRIVATE || v->kind == LAST)
            omp_put(w, at, "__typeof__(%s) %s;", n, n);
        else if (v->kind == REDUCE && identity(v->op)) // of an array: all of its numbers
            omp_put(
                w, at,
                "__typeof__(*__omp_p_%s) %s; for (unsigned long __omp_k = 0; __omp_k < sizeof %s / "
                "sizeof *__heddle_omp_first(%s); __omp_k++) __heddle_omp_first(%s)[__omp_k] = %s;",
                n, n, n, n, n, identity(v->op));
        else
            omp_put(w, at, "__typeof__(*__omp_p_%s) %s = __heddle_omp_copy(*__omp_p_%s);", n, n, n);
    }
    if (both)
        omp_put(w, at, "__heddle_omp_barrier();"); // nobody writes what others have yet to copy
}

static void combine_one(struct rewriter *w, const struct hd_token *at, const char *op,
                        const char *to, const char *from) {
    bool least = !strcmp(op, "min");
    if (least || !strcmp(op, "max"))
        omp_put(w, at, "if (%s %s %s) %s = %s;", from, least ? "<" : ">", to, to, from);
    else
        omp_put(w, at, "%s = %s %s %s;", to, to, !strcmp(op, "-") ? "+" : op, from);
}

void omp_reduce(struct rewriter *w, const struct hd_token *at, const struct directive *d,
                bool team) {
    bool any = false;
    for (int i = 0; i < d->nvars; i++) {
        const struct var *v = &d->vars[i];
        const char *n = v->name;
        if (v->kind != REDUCE) continue;
        if (!any && team) omp_put(w, at, "__heddle_omp_turn();");
        any = true;
        if (v->declared && !v->count) {
            omp_put(w, at, "%s;",
                    omp_reduction_combine(w->pp, v->declared,
                                          hd_printf(w->pp->arena, "(*__omp_p_%s)", n), n));
            continue;
        }
        if (!v->count) {
            omp_put(
                w, at,
                "for (unsigned long __omp_k = 0; __omp_k < sizeof %s / sizeof *__heddle_omp_first("
                "%s); __omp_k++) {",
                n, n);
            combine_one(w, at, v->op,
                        hd_printf(w->pp->arena, "__heddle_omp_first(*__omp_p_%s)[__omp_k]", n),
                        hd_printf(w->pp->arena, "__heddle_omp_first(%s)[__omp_k]", n));
            omp_put(w, at, "}");
            continue;
        }
        omp_put(w, at, "for (long __omp_k = 0; __omp_k < __omp_c_%s; __omp_k++) {", n);
        const char *to = hd_printf(w->pp->arena, "__omp_p_%s[__omp_l_%s + __omp_k]", n, n),
                   *from = hd_printf(w->pp->arena, "__omp_b_%s[__omp_k]", n);
        if (v->declared)
            omp_put(w, at, "%s;", omp_reduction_combine(w->pp, v->declared, to, from));
        else
            combine_one(w, at, v->op, to, from);
        omp_put(w, at, "} __builtin_free((void *)__omp_b_%s);", n);
    }
    if (any && team) omp_put(w, at, "__heddle_omp_turn_end();");
}

bool omp_has(const struct directive *d, enum clause_kind kind) {
    for (int k = 0; k < d->nvars; k++)
        if (d->vars[k].kind == kind) return true;
    return false;
}
