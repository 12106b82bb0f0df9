// Sections, tasks and target regions: statements that any thread of the team may do.
//
// A section is a case of a switch, whose numbers are handed out as a loop's are. A task is a
// closure.
#include "front/omp/rewrite.h"

#include <stdlib.h>
#include <string.h>

int omp_sections(struct rewriter *w, const struct hd_token *at, int i, struct directive *d,
                 bool joined) {
    int end = omp_statement_end(w, i), count = 0;
    if (i >= w->n || w->in[i].kind != TK_LBRACE) {
        omp_complain(w, at, NULL, "a block must follow `#pragma omp %s`", "sections");
        return end;
    }
    int close = end - 1, at_i = i + 1;
    omp_put(w, at, "{");
    omp_aliases(w, at, d);
    omp_put(w, at, "{");
    omp_privates(w, at, d, NULL, 0);
    // how many there are is known at the end: count them first
    for (int k = at_i; k < close;) {
        struct directive s;
        bool is =
            omp_is_directive(&w->in[k]) && omp_read(w, &w->in[k], true, &s) && s.words == W_SECTION;
        if (is || k == at_i) count++;
        k = is ? k + 1 : omp_statement_end(w, k);
    }
    omp_put(w, at,
            "long __omp_lo, __omp_hi; int __omp_last = 0; (void)__omp_last; "
            "__heddle_omp_loop(1, 1, %d, 0);",
            count);
    omp_put(w, at,
            "while (__heddle_omp_next(&__omp_lo, &__omp_hi)) { if (__omp_hi == %d) __omp_last = 1; "
            "for (; __omp_lo < __omp_hi; __omp_lo++) switch (__omp_lo) {",
            count);
    int number = 0;
    for (int k = at_i; k < close;) {
        struct directive s;
        bool is =
            omp_is_directive(&w->in[k]) && omp_read(w, &w->in[k], true, &s) && s.words == W_SECTION;
        if (is || k == at_i) omp_put(w, at, "%s case %d: {", number ? "} break;" : "", number);
        if (is || k == at_i) number++;
        if (is) {
            k++;
            continue;
        }
        int next = omp_statement_end(w, k);
        omp_range(w, k, next);
        k = next;
    }
    if (number) omp_put(w, at, "} break;");
    omp_put(w, at, "default: break; } }");
    omp_lasts(w, at, d, NULL);
    omp_reduce(w, at, d, true);
    omp_put(w, at, "__heddle_omp_end(%d); } }", d->nowait || joined);
    return end;
}

// The head of a task's closure. What is private is a copy made now, of which the task may change
// its own (front/check/class/lambda.c has the rules for what no clause names).
static void task_head(struct rewriter *w, const struct hd_token *at, const struct directive *d) {
    const char *when = d->condition ? d->condition : "1";
    omp_put(w, at, "__heddle_omp_task((%s) && !(%s), %d, [%s, __omp_task", when,
            d->last_task ? d->last_task : "0", d->depends, d->all_shared ? "&" : "=");
    for (int k = 0; k < d->nvars; k++) {
        const struct var *v = &d->vars[k];
        if (v->kind == FIRST || v->kind == FIRST_LAST)
            omp_put(w, at, ", %s = %s", v->name, v->name);
        else if (!v->count)
            omp_put(w, at, ", &%s", v->name);
    }
    omp_put(w, at, "] {");
}

static void task_privates(struct rewriter *w, const struct hd_token *at, const struct directive *d,
                          const struct nest *nest) {
    struct directive own = *d;
    own.nvars = 0;
    for (int k = 0; k < d->nvars; k++) // the others are the closure's
        if (d->vars[k].kind == PRIVATE || d->vars[k].kind == LAST || d->vars[k].kind == REDUCE)
            own.vars[own.nvars++] = d->vars[k];
    omp_privates(w, at, &own, nest ? nest->vars : NULL, nest ? nest->n : 0);
}

static void task_results(struct rewriter *w, const struct hd_token *at, const struct directive *d) {
    bool any = omp_has(d, REDUCE);
    if (any) omp_put(w, at, "__heddle_omp_lock(0);");
    omp_reduce(w, at, d, false);
    if (any) omp_put(w, at, "__heddle_omp_unlock(0);");
}

int omp_target(struct rewriter *w, const struct hd_token *at, int i, struct directive *d) {
    omp_put(w, at, "__heddle_omp_task(0, %d, [=, __omp_task, __omp_target", d->depends);
    omp_put_defaults(w, at, d);
    for (int k = 0; k < d->nmapped; k++) omp_put(w, at, ", &%s", d->mapped[k]);
    for (int k = 0; k < d->nvars; k++)
        if (d->vars[k].kind == LAST || d->vars[k].kind == LINEAR ||
            (d->vars[k].kind == REDUCE && !d->vars[k].count))
            omp_put(w, at, ", &%s", d->vars[k].name);
    omp_put(w, at, "] {");
    struct directive rest = *d;
    rest.words &= ~(unsigned)W_TARGET;
    rest.depends = false;
    if (!rest.words) rest.words = W_DEVICE;
    int end = omp_construct(w, at, i, &rest);
    omp_put(w, at, "});");
    return end;
}

int omp_task(struct rewriter *w, const struct hd_token *at, int i, struct directive *d) {
    int end = omp_statement_end(w, i);
    omp_put(w, at, "{");
    omp_aliases(w, at, d);
    task_head(w, at, d);
    task_privates(w, at, d, NULL);
    omp_range(w, i, end);
    task_results(w, at, d);
    omp_put(w, at, "}); }");
    return end;
}

int omp_taskloop(struct rewriter *w, const struct hd_token *at, int i, struct directive *d) {
    struct nest nest;
    int end = omp_statement_end(w, i);
    if (!omp_nest_begin(w, at, i, d, &nest)) return end;
    if (d->grain)
        omp_put(w, at, "long __omp_g = (long)(%s);", d->grain);
    else
        omp_put(w, at, "long __omp_g = (__omp_n - 1) / (long)(%s) + 1;",
                d->tasks ? d->tasks : "4 * __heddle_omp_ask(1)");
    omp_put(w, at, "if (__omp_g < 1) __omp_g = 1;");
    if (!d->no_group) omp_put(w, at, "__heddle_omp_group(1);");
    omp_put(w, at,
            "for (long __omp_lo = 0; __omp_lo < __omp_n; __omp_lo += __omp_g) { long __omp_hi = "
            "__omp_lo + __omp_g < __omp_n ? __omp_lo + __omp_g : __omp_n;");
    task_head(w, at, d);
    task_privates(w, at, d, &nest);
    omp_put(w, at, "int __omp_last = __omp_hi == __omp_n; (void)__omp_last;");
    omp_put(w, at, "for (long __omp_i = __omp_lo; __omp_i < __omp_hi; __omp_i++) {");
    omp_iteration(w, at, d, &nest);
    omp_put(w, at, "}");
    omp_lasts(w, at, d, &nest);
    task_results(w, at, d);
    omp_put(w, at, "}); }");
    if (!d->no_group) omp_put(w, at, "__heddle_omp_group(0);");
    omp_put(w, at, "}");
    return end;
}
