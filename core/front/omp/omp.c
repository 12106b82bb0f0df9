// OpenMP: directives become C before anything is parsed.
//
// A parallel region becomes a lambda that captures by reference, handed to the run time, which
// calls it on each thread of the team (cpu/launch/omp.c); private variables are declarations that
// hide the shared ones; a loop's iterations are numbered, and each thread asks for ranges of
// numbers:
//
//     #pragma omp parallel for reduction(+ : s)       {   __heddle_omp_parallel(0, 1, [&] {
//     for (int i = 0; i < n; i++) s += a[i];                  __typeof__(s) *__omp_p_s = &s; {
//                                                             __typeof__(s) s = 0;
//         ... how many there are ...                          __heddle_omp_loop(0, 0, __omp_n);
//                                                             while (__heddle_omp_next(&lo, &hi))
//                                                                 for (...) { int i = ...; s +=
//                                                                 a[i]; }
//         in the order of the threads' numbers:               *__omp_p_s = *__omp_p_s + s; ... });
//         }
//
// The tokens of the program stay what they are, with their places; those in between have the
// directive's place. What is not understood is refused by its name: a directive that were passed
// over would leave wrong results.
//
// directive.c reads what stands behind `#pragma omp`, sharing.c writes what becomes of variables,
// loop.c numbers loops, task.c has sections and tasks, names.c what directives declare for the
// session.
#include "front/omp/rewrite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- writing ------------------------------------------------------------------------------------

void omp_put(struct rewriter *w, const struct hd_token *at, const char *fmt, ...) {
    struct tokbuf *buf = pp_buf(w->pp);
    va_list args;
    va_start(args, fmt);
    const char *text = hd_vprintf(w->pp->arena, fmt, args);
    va_end(args);
    lex_text(text, strlen(text), w->lang, w->pp->arena, at, buf);
    for (int i = 0; i < buf->t.n; i++) {
        buf->t.v[i].flags |= TF_OMP;
        HD_XPUSH(&w->out, buf->t.v[i]);
    }
    pp_buf_free(w->pp, buf);
}

// Token i of the program. A threadprivate variable is the thread's own.
static void omp_emit(struct rewriter *w, int i) {
    if (omp_is_own(w->pp, &w->scope, w->in, i))
        omp_put(w, &w->in[i], "(*(__typeof__(%s) *)__heddle_omp_own((void *)&%s, (long)sizeof %s))",
                w->in[i].text, w->in[i].text, w->in[i].text);
    else
        HD_XPUSH(&w->out, w->in[i]);
}

void omp_copy(struct rewriter *w, int from, int to) {
    for (int i = from; i < to; i++) omp_emit(w, i);
}

void omp_complain(struct rewriter *w, const struct hd_token *at, const char *help, const char *fmt,
                  const char *a) {
    char text[300];
    snprintf(text, sizeof text, fmt, a);
    struct hd_diag *d = hd_error(w->pp->diags, lex_range(at), "%s", text);
    if (help) hd_help(w->pp->diags, d, "%s", help);
}

// What a thread does alone, as it is, with private variables.
static int alone(struct rewriter *w, const struct hd_token *at, int i, struct directive *d) {
    int end = omp_statement_end(w, i);
    omp_put(w, at, "{");
    omp_aliases(w, at, d);
    omp_put(w, at, "{");
    const char *own = NULL;
    if (d->words & W_SIMD)
        own = omp_outer_var(w, i); // stays the outer one, which has the last value
    omp_privates(w, at, d, &own, own != NULL);
    omp_range(w, i, end);
    for (int k = 0; k < d->nvars; k++)
        if ((d->vars[k].kind == LAST || d->vars[k].kind == FIRST_LAST) && d->vars[k].name != own)
            omp_put(w, at, "*__omp_p_%s = %s;", d->vars[k].name, d->vars[k].name);
    omp_reduce(w, at, d, false);
    omp_put(w, at, "} }");
    return end;
}

// A variable by its name, of the threadprivate ones the thread's own.
static const char *own(struct rewriter *w, const char *n) {
    return omp_is_own_name(w->pp, n)
               ? hd_printf(w->pp->arena,
                           "(*(__typeof__(%s) *)__heddle_omp_own((void *)&%s, (long)sizeof %s))", n,
                           n, n)
               : n;
}

// What the thread of a `single` has is handed to the others.
static void copy_private(struct rewriter *w, const struct hd_token *at, const struct directive *d) {
    if (!d->ncopyprivate) return;
    omp_put(w, at, "if (__omp_one) {");
    for (int k = 0; k < d->ncopyprivate; k++)
        omp_put(w, at, "__heddle_omp_offer(%d, (void *)&%s);", k, own(w, d->copyprivate[k]));
    omp_put(w, at, "} __heddle_omp_barrier(); if (!__omp_one) {");
    for (int k = 0; k < d->ncopyprivate; k++) {
        const char *n = own(w, d->copyprivate[k]);
        omp_put(
            w, at,
            "{ __typeof__(%s) *__omp_o = (__typeof__(%s) *)__heddle_omp_offered(%d); for (unsigned "
            "long __omp_k = 0; __omp_k < sizeof %s / sizeof *__heddle_omp_first(%s); __omp_k++) "
            "__heddle_omp_first(%s)[__omp_k] = __heddle_omp_first(*__omp_o)[__omp_k]; }",
            n, n, k, n, n, n);
    }
    omp_put(w, at, "} __heddle_omp_barrier();");
}

static unsigned lock_of(const struct directive *d) { // 1: atomic, 2: critical without a name
    if (d->words & W_ATOMIC) return 1;
    return d->name ? (unsigned)hd_hash(d->name, strlen(d->name)) % 61 + 3 : 2;
}

static int inner(struct rewriter *w, const struct hd_token *at, int i, struct directive *d,
                 bool joined) {
    int end = omp_statement_end(w, i);
    if (d->words & W_TASKLOOP || d->words & W_TASK) {
        if (d->words & W_MASTER) omp_put(w, at, "if (__heddle_omp_is_master())");
        return d->words & W_TASK ? omp_task(w, at, i, d) : omp_taskloop(w, at, i, d);
    }
    if (d->words & W_FOR) return omp_work_loop(w, at, i, d, joined);
    if (d->words & W_SECTIONS) return omp_sections(w, at, i, d, joined);
    if (d->words & W_SINGLE) {
        omp_put(w, at, "{ int __omp_one = __heddle_omp_single(); if (__omp_one) {");
        omp_aliases(w, at, d);
        omp_put(w, at, "{");
        omp_privates(w, at, d, NULL, 0);
        omp_range(w, i, end);
        omp_put(w, at, "} }");
        copy_private(w, at, d);
        omp_put(w, at, "__heddle_omp_end(%d); }", d->nowait || joined);
    } else if (d->words & W_MASTER) {
        omp_put(w, at, "if (__heddle_omp_is_master()) {");
        omp_range(w, i, end);
        omp_put(w, at, "}");
    } else if (d->words & (W_CRITICAL | W_ATOMIC)) {
        unsigned lock = lock_of(d);
        omp_put(w, at, "{ __heddle_omp_lock(%u); {", lock);
        omp_range(w, i, end);
        omp_put(w, at, "} __heddle_omp_unlock(%u); }", lock);
    } else if (d->words & W_ORDERED) {
        omp_put(w, at, "{ __heddle_omp_ordered(__omp_i);");
        omp_range(w, i, end);
        omp_put(w, at, "}");
    } else if (d->words & W_GROUP) {
        omp_put(w, at, "{ __heddle_omp_group(1);");
        omp_range(w, i, end);
        omp_put(w, at, "__heddle_omp_group(0); }");
    } else if (omp_has(d, LINEAR)) {
        return omp_numbered(w, at, i, d);
    } else if (d->words & (W_SIMD | W_DEVICE | W_DISTRIBUTE)) {
        return alone(w, at, i, d);
    } else {
        omp_range(w, i, end);
    }
    return end;
}

// Behind the directive `at`; returns where the statement that it covers ends.
int omp_construct(struct rewriter *w, const struct hd_token *at, int i, struct directive *d) {
    bool needs = !(d->words & (W_NOTHING | W_BARRIER | W_TASKWAIT));
    if (needs && (i >= w->n || w->in[i].kind == TK_RBRACE)) {
        omp_complain(w, at, NULL, "a statement must follow `#pragma %s`", at->text);
        return i;
    }
    if (d->words == W_NOTHING) return i;
    if (d->words == W_BARRIER || d->words == W_TASKWAIT) {
        omp_put(w, at, "__heddle_omp_%s();", d->words == W_BARRIER ? "barrier" : "taskwait");
        return i;
    }
    omp_add_loop_vars(w, i, d);
    if (d->words & W_TARGET) return omp_target(w, at, i, d);
    if (!(d->words & W_PARALLEL)) return inner(w, at, i, d, false);
    bool loops = d->words & (W_FOR | W_SECTIONS | W_TASKLOOP);
    int end;
    omp_put(w, at, "{");
    if (!loops) omp_aliases(w, at, d);
    omp_put(w, at, "__heddle_omp_parallel((int)(%s), (int)((%s) != 0), [&] {",
            d->threads ? d->threads : "0", d->condition ? d->condition : "1");
    for (int k = 0; k < d->ncopyin; k++)
        omp_put(w, at, "__heddle_omp_copyin((void *)&%s, (long)sizeof %s);", d->copyin[k],
                d->copyin[k]);
    if (d->ncopyin) omp_put(w, at, "__heddle_omp_barrier();");
    if (!loops) omp_privates(w, at, d, NULL, 0);
    struct directive rest = *d;
    rest.words &= ~(unsigned)W_PARALLEL;
    if (!loops) rest.nvars = 0;
    end = inner(w, at, i, &rest, true);
    if (!loops) omp_reduce(w, at, d, true);
    omp_put(w, at, "}); }");
    return end;
}

void omp_range(struct rewriter *w, int from, int to) {
    if (++w->depth > MOST_NESTED) return;
    for (int i = from; i < to;) {
        struct directive d;
        if (!omp_is_directive(&w->in[i])) {
            omp_emit(w, i++);
            continue;
        }
        const struct hd_token *at = &w->in[i];
        i = omp_read(w, at, false, &d) ? omp_construct(w, at, i + 1, &d) : i + 1;
    }
    w->depth--;
}

void omp_rewrite(struct hd_front *front, enum hd_lang lang, struct hd_arena *arena,
                 struct hd_tokens *toks) {
    struct pp *pp = pp_of(front);
    bool any = false;
    for (int i = 0; i < toks->n && !any; i++)
        any = omp_is_directive(&toks->v[i]) || omp_is_own_name(pp, toks->v[i].text);
    if (!any) return;
    struct rewriter w = {.pp = pp, .in = toks->v, .n = toks->n, .lang = lang};
    struct hd_token end = toks->v[toks->n];
    pp->arena = arena;
    omp_declare_targets(pp, lang, toks->v, toks->n);
    omp_range(&w, 0, toks->n);
    HD_XPUSH(&w.out, end);
    toks->v = HD_NEW_ARRAY(pp->arena, struct hd_token, w.out.n);
    memcpy(toks->v, w.out.v, sizeof *toks->v * (size_t)w.out.n);
    toks->n = w.out.n - 1;
    HD_FREE_VEC(&w.out);
    pp->arena = NULL;
}

bool omp_is_open(const struct hd_tokens *toks) {
    static const char *const complete[] = {
        "omp barrier",       "omp taskwait",    "omp taskyield",     "omp flush",
        "omp threadprivate", "omp declare",     "omp cancel",        "omp requires",
        "omp target enter",  "omp target exit", "omp target update", "omp end",
        "omp begin",         "omp nothing"};
    if (!toks->n || !omp_is_directive(&toks->v[toks->n - 1])) return false;
    const char *text = toks->v[toks->n - 1].text;
    for (int i = 0; i < HD_COUNT(complete); i++)
        if (!strncmp(text, complete[i], strlen(complete[i]))) return false;
    return true;
}
