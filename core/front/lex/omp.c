// OpenMP: directives become C before anything is parsed.
//
// A parallel region becomes a lambda that captures by reference, handed to the run time, which
// calls it on each thread of the team (cpu/omp.c); private variables are declarations that hide the
// shared ones; a loop's iterations are numbered, and each thread asks for ranges of numbers:
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
#include "front/lex/omp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LOOPS = 8, MOST_VARS = 64, MOST_COPIES = 16 };

enum clause_kind { PRIVATE, FIRST, LAST, FIRST_LAST, REDUCE, SHARED, LINEAR };

struct var { // in a data-sharing clause
    enum clause_kind kind;
    const char *name, *op;                // op, where it is LINEAR: what each turn adds
    const char *low, *count;              // of an array section in a reduction
    const struct omp_reduction *declared; // `declare reduction`; NULL: an operator's
};

struct directive {
    unsigned words;                                             // bits of WORD_*
    const char *threads, *condition, *chunk, *name, *last_task; // last_task: final
    const char *grain, *tasks;                                  // of a taskloop
    int schedule, collapse;
    bool nowait, ordered, bad, depends, no_group, all_shared;
    bool scans;   // reduction(inscan, ...): one thread, in order
    bool is_loop; // the construct of that name
    struct var vars[MOST_VARS];
    int nvars;
    const char *copyin[MOST_COPIES], *copyprivate[MOST_COPIES];
    int ncopyin, ncopyprivate;
    const char *mapped[MOST_VARS]; // whole variables that `target` maps: they are the host's own
    int nmapped;
    unsigned defaults; // bits: rows of `defaults` that defaultmap asks for
};

enum {
    W_PARALLEL = 1,
    W_FOR = 2,
    W_SECTIONS = 4,
    W_SECTION = 8,
    W_SINGLE = 16,
    W_MASTER = 32,
    W_CRITICAL = 64,
    W_ATOMIC = 128,
    W_BARRIER = 256,
    W_ORDERED = 512,
    W_SIMD = 1024,
    W_TASK = 2048,
    W_TASKLOOP = 4096,
    W_NOTHING = 8192, // stands alone and does nothing here
    W_GROUP = 16384,
    W_TASKWAIT = 32768,
    W_DEVICE = 65536,      // teams, target data: the host, one team
    W_TARGET = 131072,     // on the host, too, with the variables of a device
    W_DISTRIBUTE = 262144, // over the one team
};

static const struct {
    const char *name;
    unsigned word;
} words[] = {
    {"parallel", W_PARALLEL}, {"for", W_FOR},           {"sections", W_SECTIONS},
    {"section", W_SECTION},   {"single", W_SINGLE},     {"master", W_MASTER},
    {"masked", W_MASTER},     {"critical", W_CRITICAL}, {"atomic", W_ATOMIC},
    {"barrier", W_BARRIER},   {"ordered", W_ORDERED},   {"simd", W_SIMD},
    {"task", W_TASK},         {"taskloop", W_TASKLOOP}, {"taskwait", W_TASKWAIT},
    {"taskyield", W_NOTHING}, {"flush", W_NOTHING},     {"taskgroup", W_GROUP},
    {"target", W_TARGET},     {"teams", W_DEVICE},      {"distribute", W_DISTRIBUTE},
    {"loop", W_FOR},
};

// Directives that stand alone and are done with here: what they ask for is so anyway, or is a
// matter of devices. `cancel` has no effect, as where OMP_CANCELLATION is not set; where a scan's
// two halves meet, one thread goes on to the second.
static const struct {
    const char *first, *second;
} no_effect[] = {{"cancel", NULL},    {"cancellation", NULL}, {"scan", NULL},
                 {"requires", NULL},  {"end", NULL},          {"begin", NULL},
                 {"nothing", NULL},   {"declare", "simd"},    {"declare", "target"},
                 {"target", "enter"}, {"target", "exit"},     {"target", "update"}};

struct rewriter {
    struct pp *pp;
    const struct hd_token *in;
    int n, depth;
    HD_VEC(struct hd_token) out; // on the heap
    enum hd_lang lang;
    struct omp_scope scope; // of names with a value in each thread
};

static void range(struct rewriter *w, int from, int to);

// ---- writing ------------------------------------------------------------------------------------

static void put(struct rewriter *w, const struct hd_token *at, const char *fmt, ...)
    HD_PRINTF(3, 4);
static void put(struct rewriter *w, const struct hd_token *at, const char *fmt, ...) {
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
static void emit(struct rewriter *w, int i) {
    if (omp_is_own(w->pp, &w->scope, w->in, i))
        put(w, &w->in[i], "(*(__typeof__(%s) *)__heddle_omp_own((void *)&%s, (long)sizeof %s))",
            w->in[i].text, w->in[i].text, w->in[i].text);
    else
        HD_XPUSH(&w->out, w->in[i]);
}

static void copy(struct rewriter *w, int from, int to) {
    for (int i = from; i < to; i++) emit(w, i);
}

static void complain(struct rewriter *w, const struct hd_token *at, const char *help,
                     const char *fmt, const char *a) {
    char text[300];
    snprintf(text, sizeof text, fmt, a);
    struct hd_diag *d = hd_error(w->pp->diags, lex_range(at), "%s", text);
    if (help) hd_help(w->pp->diags, d, "%s", help);
}

// ---- the text of a directive --------------------------------------------------------------------

struct text {
    struct rewriter *w;
    const struct hd_token *at; // the pragma
    struct tokbuf *toks;
    int i;
};

static const struct hd_token *peek(const struct text *t, int ahead) {
    static const struct hd_token end = {.kind = TK_EOF, .text = ""};
    return t->i + ahead < t->toks->t.n ? &t->toks->t.v[t->i + ahead] : &end;
}

static bool is_word(const struct hd_token *t, const char *word) {
    return lex_is_name(t) && t->text && strcmp(t->text, word) == 0;
}

// The text of tokens [from, to).
static const char *spelled(struct text *t, int from, int to) {
    struct hd_buf buf = {0};
    for (int i = from; i < to; i++) {
        hd_buf_putc(&buf, ' ');
        lex_spell(&buf, &t->toks->t.v[i]);
    }
    const char *s = hd_strdup(t->w->pp->arena, hd_buf_str(&buf));
    hd_buf_finish(&buf);
    return s;
}

// Behind `(`: up to a token of this kind at depth 0, or the `)` that closes.
static int until(struct text *t, int kind) {
    int depth = 0;
    for (; peek(t, 0)->kind != TK_EOF; t->i++) {
        int k = peek(t, 0)->kind;
        if (!depth && (k == kind || k == TK_RPAREN)) return k;
        if (k == TK_LPAREN || k == TK_LBRACKET || k == TK_LBRACE) depth++;
        if (k == TK_RPAREN || k == TK_RBRACKET || k == TK_RBRACE) depth--;
    }
    return TK_EOF;
}

static const char *argument(struct text *t) { // (expression)
    if (peek(t, 0)->kind != TK_LPAREN) return NULL;
    int from = ++t->i;
    if (until(t, TK_RPAREN) == TK_EOF) return NULL;
    const char *s = spelled(t, from, t->i);
    t->i++;
    return s;
}

static void add_var(struct directive *d, struct text *t, enum clause_kind kind, const char *name,
                    const char *op) {
    for (int i = 0; i < d->nvars; i++) // first- and lastprivate at once
        if (d->vars[i].name == name && ((d->vars[i].kind == FIRST && kind == LAST) ||
                                        (d->vars[i].kind == LAST && kind == FIRST))) {
            d->vars[i].kind = FIRST_LAST;
            return;
        }
    if (d->nvars == MOST_VARS) {
        complain(t->w, t->at, NULL, "too many variables in `#pragma omp %s`", "...");
        d->bad = true;
        return;
    }
    d->vars[d->nvars++] = (struct var){.kind = kind, .name = name, .op = op};
}

// private(a, b), reduction(+ : s, v[:n])
static bool var_list(struct directive *d, struct text *t, enum clause_kind kind) {
    if (peek(t, 0)->kind != TK_LPAREN) return false;
    t->i++;
    const char *op = NULL;
    if (kind == REDUCE) {
        static const char *const modifiers[] = {"inscan", "task", "default"};
        for (int i = 0; i < HD_COUNT(modifiers); i++) {
            if (!is_word(peek(t, 0), modifiers[i]) || peek(t, 1)->kind != TK_COMMA) continue;
            if (!i) d->scans = true;
            t->i += 2;
        }
        op = peek(t, 0)->text;
        static const char *const ops[] = {"+", "-", "*", "&", "|", "^", "&&", "||", "min", "max"};
        bool known = false;
        for (int i = 0; i < HD_COUNT(ops); i++) known = known || (op && !strcmp(op, ops[i]));
        known = known || (op && omp_reduction_find(t->w->pp, op, NULL, NULL, 0));
        if (!known || peek(t, 1)->kind != TK_COLON) {
            complain(t->w, t->at,
                     "known are + - * & | ^ && || min max, and what `#pragma omp declare "
                     "reduction(name : type : omp_out = ...)` makes known",
                     "the reduction `%s` is not known", op ? op : "");
            return false;
        }
        t->i += 2;
    }
    for (;;) {
        const struct hd_token *name = peek(t, 0);
        if (name->kind != TK_IDENT) return false;
        add_var(d, t, kind == REDUCE && d->scans ? SHARED : kind, name->text, op);
        if (op && d->nvars)
            d->vars[d->nvars - 1].declared =
                omp_reduction_find(t->w->pp, op, name->text, t->w->in, t->w->n);
        t->i++;
        if (peek(t, 0)->kind == TK_LBRACKET && kind == REDUCE) {
            struct var *v = &d->vars[d->nvars - 1];
            int from = ++t->i, colon = -1, depth = 0;
            for (; peek(t, 0)->kind != TK_EOF; t->i++) {
                int k = peek(t, 0)->kind;
                if (!depth && k == TK_RBRACKET) break;
                if (!depth && k == TK_COLON && colon < 0) colon = t->i;
                depth +=
                    (k == TK_LPAREN || k == TK_LBRACKET) - (k == TK_RPAREN || k == TK_RBRACKET);
            }
            if (colon < 0 || colon + 1 >= t->i) return false;
            v->low = colon > from ? spelled(t, from, colon) : "0";
            v->count = spelled(t, colon + 1, t->i);
            t->i++;
        }
        if (peek(t, 0)->kind == TK_COMMA) {
            t->i++;
            continue;
        }
        if (peek(t, 0)->kind != TK_RPAREN) return false;
        t->i++;
        return true;
    }
}

static bool schedule(struct directive *d, struct text *t) {
    static const char *const kinds[] = {"static", "dynamic", "guided", "auto", "runtime"};
    if (peek(t, 0)->kind != TK_LPAREN) return false;
    t->i++;
    while (is_word(peek(t, 0), "monotonic") || is_word(peek(t, 0), "nonmonotonic") ||
           is_word(peek(t, 0), "simd") || peek(t, 0)->kind == TK_COLON ||
           (peek(t, 0)->kind == TK_COMMA))
        t->i++;
    int kind = -1;
    for (int i = 0; i < HD_COUNT(kinds); i++)
        if (is_word(peek(t, 0), kinds[i])) kind = i;
    if (kind < 0) return false;
    d->schedule = kind;
    t->i++;
    if (peek(t, 0)->kind == TK_COMMA) {
        int from = ++t->i;
        if (until(t, TK_RPAREN) == TK_EOF) return false;
        d->chunk = spelled(t, from, t->i);
    }
    if (peek(t, 0)->kind != TK_RPAREN) return false;
    t->i++;
    return true;
}

// What `target` does with variables that no clause names, where it is not the rule: numbers and
// pointers are copied, all else is the host's own. The words are for front/check/class/lambda.c.
static const struct {
    const char *category, *word;
    bool copied;
} defaults[] = {{"scalar", "__omp_scalars", false},
                {"pointer", "__omp_pointers", false},
                {"aggregate", "__omp_aggregates", true}};

// defaultmap(tofrom : scalar); without a category it is for all of them.
static bool default_map(struct directive *d, struct text *t) {
    if (peek(t, 0)->kind != TK_LPAREN) return false;
    const struct hd_token *how = peek(t, 1);
    const char *category = peek(t, 2)->kind == TK_COLON ? peek(t, 3)->text : NULL;
    if (!argument(t)) return false;
    if (!lex_is_name(how) || is_word(how, "none") || how->kind == TK_DEFAULT) return true;
    bool copied = is_word(how, "firstprivate");
    for (int i = 0; i < HD_COUNT(defaults); i++)
        if (copied == defaults[i].copied &&
            (!category || !strcmp(category, "all") || !strcmp(category, defaults[i].category)))
            d->defaults |= 1u << i;
    return true;
}

static void add_mapped(struct directive *d, struct text *t, const char *name) {
    if (d->nmapped < MOST_VARS)
        d->mapped[d->nmapped++] = name;
    else
        complain(t->w, t->at, NULL, "too many variables in `%s`", "map");
}

// map(always, tofrom : a, b[0 : n]): a section leaves its pointer to the rule.
static bool map_list(struct directive *d, struct text *t) {
    if (peek(t, 0)->kind != TK_LPAREN) return false;
    int from = ++t->i;
    if (until(t, TK_COLON) == TK_COLON)
        t->i++;
    else
        t->i = from;
    for (;;) {
        int behind = peek(t, 1)->kind;
        if (peek(t, 0)->kind == TK_IDENT && (behind == TK_COMMA || behind == TK_RPAREN))
            add_mapped(d, t, peek(t, 0)->text);
        int end = until(t, TK_COMMA);
        t->i++;
        if (end != TK_COMMA) return end == TK_RPAREN;
    }
}

// linear(k), linear(val(k) : 2): what turn i begins with is known.
static bool linear(struct directive *d, struct text *t) {
    int from = t->i + 1;
    const char *step = argument(t);
    if (!step) return false;
    int end = t->i - 1, colon = from;
    while (colon < end && t->toks->t.v[colon].kind != TK_COLON) colon++;
    step = colon < end ? spelled(t, colon + 1, end) : "1";
    if (d->words & W_TASKLOOP || strstr(step, "step (") || strstr(step, " val")) {
        complain(t->w, t->at, "compute it from the loop's variable",
                 "this form of `%s` is not supported here", "linear");
        return d->bad = true;
    }
    for (int i = from; i < colon; i++)
        if (t->toks->t.v[i].kind == TK_IDENT && t->toks->t.v[i + 1].kind != TK_LPAREN)
            add_var(d, t, LINEAR, t->toks->t.v[i].text, step);
    return true;
}

// Clauses that change nothing here.
static const char *const passed_over[] = {"proc_bind",
                                          "untied",
                                          "mergeable",
                                          "priority",
                                          "safelen",
                                          "simdlen",
                                          "aligned",
                                          "seq_cst",
                                          "acq_rel",
                                          "acquire",
                                          "release",
                                          "relaxed",
                                          "hint",
                                          "read",
                                          "write",
                                          "update",
                                          "capture",
                                          "nontemporal",
                                          "order",
                                          "affinity",
                                          "device",
                                          "num_teams",
                                          "bind",
                                          "thread_limit",
                                          "allocate",
                                          "dist_schedule",
                                          "is_device_ptr",
                                          "use_device_ptr",
                                          "use_device_addr",
                                          "has_device_addr"};

static bool name_list(struct directive *d, struct text *t, const char **names, int *n) {
    if (peek(t, 0)->kind != TK_LPAREN) return false;
    do {
        t->i++;
        if (peek(t, 0)->kind != TK_IDENT || *n == MOST_COPIES) return false;
        names[(*n)++] = peek(t, 0)->text;
        t->i++;
    } while (peek(t, 0)->kind == TK_COMMA);
    if (peek(t, 0)->kind != TK_RPAREN) return false;
    t->i++;
    (void)d;
    return true;
}

static bool default_clause(struct directive *d, struct text *t) {
    const char *what = argument(t);
    if (!what) return false;
    while (*what == ' ') what++;
    if (!strcmp(what, "none")) return true;
    if (!strcmp(what, "shared")) return d->all_shared = true;
    complain(t->w, t->at, "name the variables: `private(x)` or `firstprivate(x)`",
             "`default(%s)` is not supported", what);
    d->bad = true;
    return true;
}

static bool clause(struct directive *d, struct text *t) {
    const struct hd_token *name = peek(t, 0);
    if (!lex_is_name(name)) return false;
    t->i++;
    if (is_word(name, "private")) return var_list(d, t, PRIVATE);
    if (is_word(name, "firstprivate")) return var_list(d, t, FIRST);
    if (is_word(name, "lastprivate")) return var_list(d, t, LAST);
    if (is_word(name, "reduction")) return var_list(d, t, REDUCE);
    if (is_word(name, "shared")) return var_list(d, t, SHARED);
    if (is_word(name, "default")) return default_clause(d, t);
    if (is_word(name, "copyin")) return name_list(d, t, d->copyin, &d->ncopyin);
    if (is_word(name, "copyprivate")) return name_list(d, t, d->copyprivate, &d->ncopyprivate);
    if (is_word(name, "linear")) return linear(d, t);
    if (is_word(name, "map")) return map_list(d, t);
    if (is_word(name, "defaultmap")) return default_map(d, t);
    // each task puts its part to the variable itself, when it ends
    if (is_word(name, "in_reduction")) return var_list(d, t, REDUCE);
    if (is_word(name, "task_reduction")) return argument(t) != NULL;
    if (is_word(name, "depend")) {
        d->depends = true;
        return argument(t) != NULL;
    }
    if (is_word(name, "final")) return (d->last_task = argument(t)) != NULL;
    if (is_word(name, "grainsize")) return (d->grain = argument(t)) != NULL;
    if (is_word(name, "num_tasks")) return (d->tasks = argument(t)) != NULL;
    if (is_word(name, "nogroup")) return d->no_group = true;
    if (is_word(name, "schedule")) return schedule(d, t);
    if (is_word(name, "nowait")) return d->nowait = true;
    if (is_word(name, "num_threads")) return (d->threads = argument(t)) != NULL;
    if (is_word(name, "if")) {
        const struct hd_token *of = peek(t, 1); // if(parallel : ...)
        bool named = lex_is_name(of) && peek(t, 2)->kind == TK_COLON;
        bool here =
            !named || is_word(of, "parallel") || is_word(of, "task") || is_word(of, "taskloop");
        const char *condition = argument(t);
        if (condition && named) condition = strchr(condition, ':') + 1;
        if (here) d->condition = condition;
        return condition != NULL;
    }
    if (is_word(name, "ordered")) {
        d->ordered = true;
        return peek(t, 0)->kind != TK_LPAREN;
    }
    if (is_word(name, "collapse")) {
        const char *n = argument(t);
        d->collapse = n ? atoi(n) : 0;
        return d->collapse >= 1 && d->collapse <= MOST_LOOPS;
    }
    for (int i = 0; i < HD_COUNT(passed_over); i++) {
        if (!is_word(name, passed_over[i])) continue;
        if (peek(t, 0)->kind == TK_LPAREN) argument(t);
        return true;
    }
    complain(t->w, t->at, "leave it out, or write the loop so that it needs none",
             "the OpenMP clause `%s` is not supported", name->text ? name->text : "");
    return d->bad = true;
}

static bool is_omp(const struct hd_token *t) {
    return t->kind == TK_PRAGMA && t->text && strncmp(t->text, "omp", 3) == 0 &&
           (t->text[3] == ' ' || t->text[3] == 0);
}

static bool read(struct rewriter *w, const struct hd_token *at, bool quiet, struct directive *d) {
    struct text t = {.w = w, .at = at, .toks = pp_buf(w->pp)};
    *d = (struct directive){.collapse = 1};
    lex_text(at->text + 3, at->text_len - 3, w->lang, w->pp->arena, at, t.toks);
    const char *first = peek(&t, 0)->text;
    bool ok = true;
    for (int i = 0; i < HD_COUNT(no_effect) && !d->words; i++)
        if (is_word(peek(&t, 0), no_effect[i].first) &&
            (!no_effect[i].second || is_word(peek(&t, 1), no_effect[i].second)))
            d->words = W_NOTHING;
    if (is_word(peek(&t, 0), "threadprivate") || is_word(peek(&t, 0), "declare")) {
        const char *why = NULL;
        if (!d->words) why = omp_declare(w->pp, t.toks->t.v, t.toks->t.n, quiet);
        if (why && !quiet)
            complain(w, at,
                     "it is `threadprivate(x)` behind the variable, or `declare reduction("
                     "name : type : omp_out = ...) initializer(omp_priv = ...)`",
                     "%s", why);
        d->words = W_NOTHING;
        ok = !why;
    }
    for (bool more = !d->words; more;) {
        more = false;
        for (int i = 0; i < HD_COUNT(words); i++) {
            if (!is_word(peek(&t, 0), words[i].name)) continue;
            if (words[i].word == W_ORDERED && (d->words & W_FOR)) break; // a clause
            d->words |= words[i].word;
            d->is_loop = d->is_loop || !strcmp(words[i].name, "loop");
            t.i++;
            if (words[i].word == W_TARGET && is_word(peek(&t, 0), "data")) {
                d->words = W_DEVICE; // a block
                t.i++;
            }
            more = true;
            break;
        }
        if ((d->words & W_ATOMIC) || (d->words & W_CRITICAL)) more = false;
    }
    if (!d->words) {
        if (!quiet)
            complain(w, at,
                     "supported are parallel, for, sections, single, master, critical, "
                     "atomic, barrier, ordered, simd, task, taskwait, taskloop, threadprivate, "
                     "declare reduction, target",
                     "`#pragma omp %s` is not supported", first ? first : "");
        ok = false;
        t.i = t.toks->t.n;
    }
    if (d->words & W_CRITICAL && peek(&t, 0)->kind == TK_LPAREN) d->name = argument(&t);
    if (d->words == W_NOTHING || d->words == W_TASKWAIT)
        t.i = t.toks->t.n; // flush(list), taskwait depend(...)
    while (ok && peek(&t, 0)->kind != TK_EOF && !d->bad) {
        if (peek(&t, 0)->kind == TK_COMMA) {
            t.i++;
            continue;
        }
        const char *what = peek(&t, 0)->text;
        int errors = w->pp->diags ? w->pp->diags->errors : 0;
        if (clause(d, &t)) continue;
        if (!quiet && w->pp->diags && w->pp->diags->errors == errors)
            complain(w, at, NULL, "`%s` is not understood in this directive", what ? what : "");
        ok = false;
    }
    pp_buf_free(w->pp, t.toks);
    return ok && !d->bad;
}

// ---- statements ---------------------------------------------------------------------------------

static int matching(const struct rewriter *w, int i) { // of the bracket at i; w->n: none
    int depth = 0;
    for (; i < w->n; i++) {
        int k = w->in[i].kind;
        if (k == TK_LPAREN || k == TK_LBRACE || k == TK_LBRACKET) depth++;
        if (k == TK_RPAREN || k == TK_RBRACE || k == TK_RBRACKET)
            if (!--depth) return i;
    }
    return w->n;
}

static int statement_end(struct rewriter *w, int i);

static int after_parens(struct rewriter *w, int i) { // if (...), for (...)
    i++;
    if (i < w->n && w->in[i].kind == TK_CONSTEXPR) i++;
    return i < w->n && w->in[i].kind == TK_LPAREN ? matching(w, i) + 1 : i;
}

static int statement_end(struct rewriter *w, int i) {
    if (i >= w->n || ++w->depth > 500) return w->n;
    int end = w->n;
    const struct hd_token *t = &w->in[i];
    switch (t->kind) {
    case TK_PRAGMA: {
        struct directive d;
        bool alone =
            is_omp(t) && read(w, t, true, &d) && (d.words & (W_NOTHING | W_BARRIER | W_TASKWAIT));
        end = alone ? i + 1 : statement_end(w, i + 1);
        break;
    }
    case TK_LBRACE: end = matching(w, i) + 1; break;
    case TK_IF:
        end = statement_end(w, after_parens(w, i));
        if (end < w->n && w->in[end].kind == TK_ELSE) end = statement_end(w, end + 1);
        break;
    case TK_FOR:
    case TK_WHILE:
    case TK_SWITCH: end = statement_end(w, after_parens(w, i)); break;
    case TK_DO:
        end = statement_end(w, i + 1);
        end = end < w->n ? after_parens(w, end) + 1 : end;
        break;
    default:
        for (end = i; end < w->n; end++) {
            int k = w->in[end].kind;
            if (k == TK_SEMI) break;
            if (k == TK_LPAREN || k == TK_LBRACE || k == TK_LBRACKET) end = matching(w, end);
            if (end >= w->n || w->in[end].kind == TK_EOF) break;
        }
        end++;
    }
    w->depth--;
    return end > w->n ? w->n : end;
}

// ---- variables ----------------------------------------------------------------------------------

static const char *identity(const char *op) {
    if (!strcmp(op, "*") || !strcmp(op, "&&")) return "1";
    if (!strcmp(op, "&")) return "~0";
    return strcmp(op, "min") && strcmp(op, "max") ? "0" : NULL; // of these: the value that is there
}

// Pointers to the variables that hide behind private ones.
static void aliases(struct rewriter *w, const struct hd_token *at, const struct directive *d) {
    for (int i = 0; i < d->nvars; i++) {
        const struct var *v = &d->vars[i];
        if (v->kind == PRIVATE || v->kind == SHARED) continue;
        if (v->count)
            put(w, at, "__typeof__(&%s[0]) __omp_p_%s = &%s[0];", v->name, v->name, v->name);
        else
            put(w, at, "__typeof__(%s) *__omp_p_%s = &%s;", v->name, v->name, v->name);
    }
}

static void private_array(struct rewriter *w, const struct hd_token *at, const struct var *v) {
    const char *n = v->name;
    put(w, at, "long __omp_l_%s = (long)(%s), __omp_c_%s = (long)(%s);", n, v->low, n, v->count);
    put(w, at,
        "__typeof__(&__omp_p_%s[0]) __omp_b_%s = (__typeof__(&__omp_p_%s[0]))__builtin_malloc("
        "sizeof __omp_p_%s[0] * (unsigned long)(__omp_c_%s + !__omp_c_%s)), %s = __omp_b_%s - __omp_l_%s;",
        n, n, n, n, n, n, n, n, n);
    put(w, at, "for (long __omp_k = 0; __omp_k < __omp_c_%s; __omp_k++) ", n);
    if (v->declared) {
        const char *item = hd_printf(w->pp->arena, "__omp_b_%s[__omp_k]", n),
                   *orig = hd_printf(w->pp->arena, "__omp_p_%s[__omp_l_%s + __omp_k]", n, n);
        put(w, at, "{ %s }", omp_reduction_begin(w->pp, v->declared, NULL, item, orig));
        return;
    }
    put(w, at, "__omp_b_%s[__omp_k] = ", n);
    if (identity(v->op))
        put(w, at, "%s;", identity(v->op));
    else
        put(w, at, "__omp_p_%s[__omp_l_%s + __omp_k];", n, n);
}

static bool is_loop_var(const char *const *names, int n, const char *name) {
    for (int i = 0; i < n; i++)
        if (names[i] == name) return true;
    return false;
}

static void privates(struct rewriter *w, const struct hd_token *at, const struct directive *d,
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
            put(w, at, "%s",
                omp_reduction_begin(w->pp, v->declared, type, n,
                                    hd_printf(w->pp->arena, "(*__omp_p_%s)", n)));
            continue;
        }
        both = both || v->kind == FIRST_LAST;
        if (v->kind == LINEAR)
            put(w, at, "__typeof__(%s) __omp_v_%s = *__omp_p_%s;", n, n, n);
        else if (v->kind == PRIVATE || v->kind == LAST)
            put(w, at, "__typeof__(%s) %s;", n, n);
        else if (v->kind == REDUCE && identity(v->op)) // of an array: all of its numbers
            put(w, at,
                "__typeof__(*__omp_p_%s) %s; for (unsigned long __omp_k = 0; __omp_k < sizeof %s / "
                "sizeof *__heddle_omp_first(%s); __omp_k++) __heddle_omp_first(%s)[__omp_k] = %s;",
                n, n, n, n, n, identity(v->op));
        else
            put(w, at, "__typeof__(*__omp_p_%s) %s = __heddle_omp_copy(*__omp_p_%s);", n, n, n);
    }
    if (both) put(w, at, "__heddle_omp_barrier();"); // nobody writes what others have yet to copy
}

static void combine_one(struct rewriter *w, const struct hd_token *at, const char *op,
                        const char *to, const char *from) {
    bool least = !strcmp(op, "min");
    if (least || !strcmp(op, "max"))
        put(w, at, "if (%s %s %s) %s = %s;", from, least ? "<" : ">", to, to, from);
    else
        put(w, at, "%s = %s %s %s;", to, to, !strcmp(op, "-") ? "+" : op, from);
}

static void reductions(struct rewriter *w, const struct hd_token *at, const struct directive *d,
                       bool team) {
    bool any = false;
    for (int i = 0; i < d->nvars; i++) {
        const struct var *v = &d->vars[i];
        const char *n = v->name;
        if (v->kind != REDUCE) continue;
        if (!any && team) put(w, at, "__heddle_omp_turn();");
        any = true;
        if (v->declared && !v->count) {
            put(w, at, "%s;",
                omp_reduction_combine(w->pp, v->declared,
                                      hd_printf(w->pp->arena, "(*__omp_p_%s)", n), n));
            continue;
        }
        if (!v->count) {
            put(w, at,
                "for (unsigned long __omp_k = 0; __omp_k < sizeof %s / sizeof *__heddle_omp_first("
                "%s); __omp_k++) {",
                n, n);
            combine_one(w, at, v->op,
                        hd_printf(w->pp->arena, "__heddle_omp_first(*__omp_p_%s)[__omp_k]", n),
                        hd_printf(w->pp->arena, "__heddle_omp_first(%s)[__omp_k]", n));
            put(w, at, "}");
            continue;
        }
        put(w, at, "for (long __omp_k = 0; __omp_k < __omp_c_%s; __omp_k++) {", n);
        const char *to = hd_printf(w->pp->arena, "__omp_p_%s[__omp_l_%s + __omp_k]", n, n),
                   *from = hd_printf(w->pp->arena, "__omp_b_%s[__omp_k]", n);
        if (v->declared)
            put(w, at, "%s;", omp_reduction_combine(w->pp, v->declared, to, from));
        else
            combine_one(w, at, v->op, to, from);
        put(w, at, "} __builtin_free((void *)__omp_b_%s);", n);
    }
    if (any && team) put(w, at, "__heddle_omp_turn_end();");
}

// ---- loops --------------------------------------------------------------------------------------

struct loop {
    int type_from, type_to; // tokens of the variable's type, when it is declared there
    const char *var;
    int low_from, low_to, bound_from, bound_to, step_from, step_to; // step: none: 1
    int op;                                                         // < <= > >= !=
    bool negative;                                                  // the step is taken away
    int body;
};

static bool loop_fail(struct rewriter *w, int i, const char *why) {
    complain(w, &w->in[i < w->n ? i : w->n - 1],
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
        if (k == TK_LPAREN || k == TK_LBRACE || k == TK_LBRACKET) i = matching(w, i);
    }
    return -1;
}

static bool is_comparison(int k) {
    return k == TK_LT || k == TK_LE || k == TK_GT || k == TK_GE || k == TK_NE;
}

static bool read_loop(struct rewriter *w, int i, struct loop *l) {
    const struct hd_token *t = w->in;
    *l = (struct loop){.var = NULL};
    while (i < w->n && t[i].kind == TK_PRAGMA && !is_omp(&t[i])) i++;
    if (i + 1 >= w->n || t[i].kind != TK_FOR || t[i + 1].kind != TK_LPAREN)
        return loop_fail(w, i, "a `for` must stand here");
    int open = i + 1, close = matching(w, open);
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
        if (t[k].kind == TK_LPAREN || t[k].kind == TK_LBRACKET) k = matching(w, k);
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

// The variable of the loop at i, where that is declared outside; else NULL.
static const char *outer_var(const struct rewriter *w, int i) {
    bool is = i + 3 < w->n && w->in[i].kind == TK_FOR && w->in[i + 2].kind == TK_IDENT &&
              w->in[i + 3].kind == TK_ASSIGN;
    return is ? w->in[i + 2].text : NULL;
}

// Variables of loops that no clause names are private, as those of worksharing loops are anyway;
// `simd` and `loop` leave their last values.
static void add_loop_vars(struct rewriter *w, int i, struct directive *d) {
    bool last = d->words & W_SIMD || d->is_loop;
    if (!last && !(d->words & W_DISTRIBUTE)) return;
    for (int k = 0; k < d->collapse && i < w->n && w->in[i].kind == TK_FOR; k++) {
        const char *name = outer_var(w, i);
        bool known = !name || d->nvars == MOST_VARS;
        for (int j = 0; j < d->nvars; j++) known = known || d->vars[j].name == name;
        if (!known) d->vars[d->nvars++] = (struct var){.kind = last ? LAST : PRIVATE, .name = name};
        i = after_parens(w, i);
        if (i < w->n && w->in[i].kind == TK_LBRACE) i++;
    }
}

// The numbers that a loop's header gives: where it starts (__omp_a), its step (__omp_s), how often.
static void header(struct rewriter *w, const struct hd_token *at, const struct loop *l, int k) {
    bool own = l->type_to > l->type_from;
    if (own) {
        copy(w, l->type_from, l->type_to);
        put(w, at, "__omp_a%d = (", k);
    } else {
        put(w, at, "__typeof__(%s) __omp_a%d = (", l->var, k);
    }
    copy(w, l->low_from, l->low_to);
    put(w, at, "); __typeof__(__omp_a%d) __omp_b%d = (__typeof__(__omp_a%d))(", k, k, k);
    copy(w, l->bound_from, l->bound_to);
    put(w, at, "); long __omp_s%d = %s(long)(", k, l->negative ? "-" : "");
    if (l->step_to > l->step_from)
        copy(w, l->step_from, l->step_to);
    else
        put(w, at, "1");
    put(w, at, ");");
    bool more = l->op == TK_LE || l->op == TK_GE;
    if (l->op == TK_NE) {
        put(w, at,
            "long __omp_n%d = __omp_a%d == __omp_b%d ? 0 : __omp_s%d > 0 ? (long)(__omp_b%d - __omp_a%d) / "
            "__omp_s%d : (long)(__omp_a%d - __omp_b%d) / -__omp_s%d;",
            k, k, k, k, k, k, k, k, k, k);
        return;
    }
    bool up = l->op == TK_LT || l->op == TK_LE;
    int a = k, b = k;
    put(w, at,
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

// The loops that a directive's iterations are those of.
struct nest {
    struct loop loops[MOST_LOOPS];
    const char *vars[MOST_LOOPS];
    int n, from, to; // to: behind the body, which begins at from
};

// An inner loop whose range depends on an outer one stays a loop inside of the iterations, whose
// variable is private.
static bool read_nest(struct rewriter *w, int i, struct directive *d, struct nest *nest) {
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
            if (statement_end(w, inside) != matching(w, from)) {
                return loop_fail(w, from, "there is more than the inner loop in the outer one");
            }
            from = inside;
        }
    }
    nest->from = from;
    nest->to = statement_end(w, from);
    return true;
}

// __omp_n: how many iterations there are.
static void headers(struct rewriter *w, const struct hd_token *at, const struct nest *nest) {
    for (int k = 0; k < nest->n; k++) header(w, at, &nest->loops[k], k);
    put(w, at, "long __omp_n = 1");
    for (int k = 0; k < nest->n; k++) put(w, at, "* __omp_n%d", k);
    put(w, at, ";");
}

// What a linear variable is before turn `turn`.
static const char *linear_value(struct rewriter *w, const struct var *v, const char *turn) {
    return hd_printf(w->pp->arena, "(__typeof__(*__omp_p_%s))(__omp_v_%s + %s * (%s))", v->name,
                     v->name, turn, v->op);
}

// Iteration __omp_i: the loops' variables, and the body.
static void iteration(struct rewriter *w, const struct hd_token *at, const struct directive *d,
                      const struct nest *nest) {
    int n = nest->n;
    if (n > 1) put(w, at, "long __omp_q = __omp_i;");
    for (int k = n; k-- > 0;) {
        const char *number = n == 1 ? "__omp_i" : hd_printf(w->pp->arena, "__omp_r%d", k);
        if (n > 1 && k)
            put(w, at, "long __omp_r%d = __omp_q %% __omp_n%d; __omp_q /= __omp_n%d;", k, k, k);
        else if (n > 1)
            put(w, at, "long __omp_r0 = __omp_q;");
        put(w, at,
            "__typeof__(__omp_a%d) %s = (__typeof__(__omp_a%d))(__omp_a%d + %s * __omp_s%d);", k,
            nest->vars[k], k, k, number, k);
    }
    for (int k = 0; k < d->nvars; k++)
        if (d->vars[k].kind == LINEAR)
            put(w, at, "__typeof__(*__omp_p_%s) %s = %s;", d->vars[k].name, d->vars[k].name,
                linear_value(w, &d->vars[k], "__omp_i"));
    range(w, nest->from, nest->to);
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

// What the thread with the last iteration (__omp_last) leaves behind.
static void lasts(struct rewriter *w, const struct hd_token *at, const struct directive *d,
                  const struct nest *nest) {
    for (int k = 0; k < d->nvars; k++) {
        const struct var *v = &d->vars[k];
        if (v->kind == LINEAR)
            put(w, at, "if (__omp_last) *__omp_p_%s = %s;", v->name, linear_value(w, v, "__omp_n"));
        if (v->kind != LAST && v->kind != FIRST_LAST) continue;
        int is = -1;
        for (int j = 0; nest && j < nest->n; j++)
            if (nest->vars[j] == v->name) is = j;
        if (is >= 0)
            put(w, at, "if (__omp_last) *__omp_p_%s = __omp_a%d + __omp_n%d * __omp_s%d;", v->name,
                is, is, is);
        else
            put(w, at, "if (__omp_last) { %s }", assigned(w, v->name));
    }
}

static bool has_kind(const struct directive *d, enum clause_kind kind) {
    for (int k = 0; k < d->nvars; k++)
        if (d->vars[k].kind == kind) return true;
    return false;
}

// A worksharing loop: what follows the directive at `at`, from token i on. Returns the end.
static int work_loop(struct rewriter *w, const struct hd_token *at, int i, struct directive *d,
                     bool joined) {
    struct nest nest;
    int end = statement_end(w, i);
    if (!read_nest(w, i, d, &nest)) return end;
    put(w, at, "{");
    aliases(w, at, d);
    headers(w, at, &nest);
    put(w, at, "{");
    privates(w, at, d, nest.vars, nest.n);
    if (has_kind(d, LINEAR)) put(w, at, "__heddle_omp_barrier();"); // all have the first value
    put(w, at, "long __omp_lo, __omp_hi; int __omp_last = 0; (void)__omp_last;");
    put(w, at, "__heddle_omp_loop(%d, (long)(%s), __omp_n, %d);", d->scans ? 0 : d->schedule,
        d->scans   ? "__omp_n"
        : d->chunk ? d->chunk
                   : "0",
        d->ordered);
    put(w, at, "while (__heddle_omp_next(&__omp_lo, &__omp_hi)) {");
    put(w, at,
        "long __omp_i = __omp_lo, __omp_e = __omp_hi; if (__omp_e == __omp_n) __omp_last = 1;");
    put(w, at, "for (; __omp_i < __omp_e; %s__omp_i++) {",
        d->ordered ? "__heddle_omp_iteration(__omp_i), " : "");
    iteration(w, at, d, &nest);
    put(w, at, "} }");
    lasts(w, at, d, &nest);
    reductions(w, at, d, true);
    put(w, at, "__heddle_omp_end(%d); } }", d->nowait || joined);
    return end;
}

// ---- the other constructs -----------------------------------------------------------------------

static int sections(struct rewriter *w, const struct hd_token *at, int i, struct directive *d,
                    bool joined) {
    int end = statement_end(w, i), count = 0;
    if (i >= w->n || w->in[i].kind != TK_LBRACE) {
        complain(w, at, NULL, "a block must follow `#pragma omp %s`", "sections");
        return end;
    }
    int close = end - 1, at_i = i + 1;
    struct hd_token *none = NULL;
    (void)none;
    put(w, at, "{");
    aliases(w, at, d);
    put(w, at, "{");
    privates(w, at, d, NULL, 0);
    // how many there are is known at the end: count them first
    for (int k = at_i; k < close;) {
        struct directive s;
        bool is = is_omp(&w->in[k]) && read(w, &w->in[k], true, &s) && s.words == W_SECTION;
        if (is || k == at_i) count++;
        k = is ? k + 1 : statement_end(w, k);
    }
    put(w, at,
        "long __omp_lo, __omp_hi; int __omp_last = 0; (void)__omp_last; "
        "__heddle_omp_loop(1, 1, %d, 0);",
        count);
    put(w, at,
        "while (__heddle_omp_next(&__omp_lo, &__omp_hi)) { if (__omp_hi == %d) __omp_last = 1; "
        "for (; __omp_lo < __omp_hi; __omp_lo++) switch (__omp_lo) {",
        count);
    int number = 0;
    for (int k = at_i; k < close;) {
        struct directive s;
        bool is = is_omp(&w->in[k]) && read(w, &w->in[k], true, &s) && s.words == W_SECTION;
        if (is || k == at_i) put(w, at, "%s case %d: {", number ? "} break;" : "", number);
        if (is || k == at_i) number++;
        if (is) {
            k++;
            continue;
        }
        int next = statement_end(w, k);
        range(w, k, next);
        k = next;
    }
    if (number) put(w, at, "} break;");
    put(w, at, "default: break; } }");
    lasts(w, at, d, NULL);
    reductions(w, at, d, true);
    put(w, at, "__heddle_omp_end(%d); } }", d->nowait || joined);
    return end;
}

// The head of a task's closure. What is private is a copy made now, of which the task may change
// its own (front/check/class/lambda.c has the rules for what no clause names).
static void task_head(struct rewriter *w, const struct hd_token *at, const struct directive *d) {
    const char *when = d->condition ? d->condition : "1";
    put(w, at, "__heddle_omp_task((%s) && !(%s), %d, [%s, __omp_task", when,
        d->last_task ? d->last_task : "0", d->depends, d->all_shared ? "&" : "=");
    for (int k = 0; k < d->nvars; k++) {
        const struct var *v = &d->vars[k];
        if (v->kind == FIRST || v->kind == FIRST_LAST)
            put(w, at, ", %s = %s", v->name, v->name);
        else if (!v->count)
            put(w, at, ", &%s", v->name);
    }
    put(w, at, "] {");
}

static void task_privates(struct rewriter *w, const struct hd_token *at, const struct directive *d,
                          const struct nest *nest) {
    struct directive own = *d;
    own.nvars = 0;
    for (int k = 0; k < d->nvars; k++) // the others are the closure's
        if (d->vars[k].kind == PRIVATE || d->vars[k].kind == LAST || d->vars[k].kind == REDUCE)
            own.vars[own.nvars++] = d->vars[k];
    privates(w, at, &own, nest ? nest->vars : NULL, nest ? nest->n : 0);
}

static void task_results(struct rewriter *w, const struct hd_token *at, const struct directive *d) {
    bool any = has_kind(d, REDUCE);
    if (any) put(w, at, "__heddle_omp_lock(0);");
    reductions(w, at, d, false);
    if (any) put(w, at, "__heddle_omp_unlock(0);");
}

static int construct(struct rewriter *w, const struct hd_token *at, int i, struct directive *d);

// A target region is a task that is done at once, whose captures follow the rules of devices. What
// is combined with it stands inside.
static int target(struct rewriter *w, const struct hd_token *at, int i, struct directive *d) {
    put(w, at, "__heddle_omp_task(0, %d, [=, __omp_task, __omp_target", d->depends);
    for (int k = 0; k < HD_COUNT(defaults); k++)
        if (d->defaults & 1u << k) put(w, at, ", %s", defaults[k].word);
    for (int k = 0; k < d->nmapped; k++) put(w, at, ", &%s", d->mapped[k]);
    for (int k = 0; k < d->nvars; k++)
        if (d->vars[k].kind == LAST || d->vars[k].kind == LINEAR ||
            (d->vars[k].kind == REDUCE && !d->vars[k].count))
            put(w, at, ", &%s", d->vars[k].name);
    put(w, at, "] {");
    struct directive rest = *d;
    rest.words &= ~(unsigned)W_TARGET;
    rest.depends = false;
    if (!rest.words) rest.words = W_DEVICE;
    int end = construct(w, at, i, &rest);
    put(w, at, "});");
    return end;
}

static int task(struct rewriter *w, const struct hd_token *at, int i, struct directive *d) {
    int end = statement_end(w, i);
    put(w, at, "{");
    aliases(w, at, d);
    task_head(w, at, d);
    task_privates(w, at, d, NULL);
    range(w, i, end);
    task_results(w, at, d);
    put(w, at, "}); }");
    return end;
}

// Tasks of __omp_g iterations each.
static int taskloop(struct rewriter *w, const struct hd_token *at, int i, struct directive *d) {
    struct nest nest;
    int end = statement_end(w, i);
    if (!read_nest(w, i, d, &nest)) return end;
    put(w, at, "{");
    aliases(w, at, d);
    headers(w, at, &nest);
    if (d->grain)
        put(w, at, "long __omp_g = (long)(%s);", d->grain);
    else
        put(w, at, "long __omp_g = (__omp_n - 1) / (long)(%s) + 1;",
            d->tasks ? d->tasks : "4 * __heddle_omp_ask(1)");
    put(w, at, "if (__omp_g < 1) __omp_g = 1;");
    if (!d->no_group) put(w, at, "__heddle_omp_group(1);");
    put(w, at,
        "for (long __omp_lo = 0; __omp_lo < __omp_n; __omp_lo += __omp_g) { long __omp_hi = "
        "__omp_lo + __omp_g < __omp_n ? __omp_lo + __omp_g : __omp_n;");
    task_head(w, at, d);
    task_privates(w, at, d, &nest);
    put(w, at, "int __omp_last = __omp_hi == __omp_n; (void)__omp_last;");
    put(w, at, "for (long __omp_i = __omp_lo; __omp_i < __omp_hi; __omp_i++) {");
    iteration(w, at, d, &nest);
    put(w, at, "}");
    lasts(w, at, d, &nest);
    task_results(w, at, d);
    put(w, at, "}); }");
    if (!d->no_group) put(w, at, "__heddle_omp_group(0);");
    put(w, at, "}");
    return end;
}

// `simd` with linear variables: the turns by their numbers.
static int numbered(struct rewriter *w, const struct hd_token *at, int i, struct directive *d) {
    struct nest nest;
    int end = statement_end(w, i);
    if (!read_nest(w, i, d, &nest)) return end;
    put(w, at, "{");
    aliases(w, at, d);
    headers(w, at, &nest);
    put(w, at, "{");
    privates(w, at, d, nest.vars, nest.n);
    put(w, at, "int __omp_last = __omp_n > 0;");
    put(w, at, "for (long __omp_i = 0; __omp_i < __omp_n; __omp_i++) {");
    iteration(w, at, d, &nest);
    put(w, at, "}");
    lasts(w, at, d, &nest);
    reductions(w, at, d, false);
    put(w, at, "} }");
    return end;
}

// What a thread does alone, as it is, with private variables.
static int alone(struct rewriter *w, const struct hd_token *at, int i, struct directive *d) {
    int end = statement_end(w, i);
    put(w, at, "{");
    aliases(w, at, d);
    put(w, at, "{");
    const char *own = NULL;
    if (d->words & W_SIMD) own = outer_var(w, i); // stays the outer one, which has the last value
    privates(w, at, d, &own, own != NULL);
    range(w, i, end);
    for (int k = 0; k < d->nvars; k++)
        if ((d->vars[k].kind == LAST || d->vars[k].kind == FIRST_LAST) && d->vars[k].name != own)
            put(w, at, "*__omp_p_%s = %s;", d->vars[k].name, d->vars[k].name);
    reductions(w, at, d, false);
    put(w, at, "} }");
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
    put(w, at, "if (__omp_one) {");
    for (int k = 0; k < d->ncopyprivate; k++)
        put(w, at, "__heddle_omp_offer(%d, (void *)&%s);", k, own(w, d->copyprivate[k]));
    put(w, at, "} __heddle_omp_barrier(); if (!__omp_one) {");
    for (int k = 0; k < d->ncopyprivate; k++) {
        const char *n = own(w, d->copyprivate[k]);
        put(w, at,
            "{ __typeof__(%s) *__omp_o = (__typeof__(%s) *)__heddle_omp_offered(%d); for (unsigned "
            "long __omp_k = 0; __omp_k < sizeof %s / sizeof *__heddle_omp_first(%s); __omp_k++) "
            "__heddle_omp_first(%s)[__omp_k] = __heddle_omp_first(*__omp_o)[__omp_k]; }",
            n, n, k, n, n, n);
    }
    put(w, at, "} __heddle_omp_barrier();");
}

static unsigned lock_of(const struct directive *d) { // 1: atomic, 2: critical without a name
    if (d->words & W_ATOMIC) return 1;
    return d->name ? (unsigned)hd_hash(d->name, strlen(d->name)) % 61 + 3 : 2;
}

static int inner(struct rewriter *w, const struct hd_token *at, int i, struct directive *d,
                 bool joined) {
    int end = statement_end(w, i);
    if (d->words & W_TASKLOOP || d->words & W_TASK) {
        if (d->words & W_MASTER) put(w, at, "if (__heddle_omp_is_master())");
        return d->words & W_TASK ? task(w, at, i, d) : taskloop(w, at, i, d);
    }
    if (d->words & W_FOR) return work_loop(w, at, i, d, joined);
    if (d->words & W_SECTIONS) return sections(w, at, i, d, joined);
    if (d->words & W_SINGLE) {
        put(w, at, "{ int __omp_one = __heddle_omp_single(); if (__omp_one) {");
        aliases(w, at, d);
        put(w, at, "{");
        privates(w, at, d, NULL, 0);
        range(w, i, end);
        put(w, at, "} }");
        copy_private(w, at, d);
        put(w, at, "__heddle_omp_end(%d); }", d->nowait || joined);
    } else if (d->words & W_MASTER) {
        put(w, at, "if (__heddle_omp_is_master()) {");
        range(w, i, end);
        put(w, at, "}");
    } else if (d->words & (W_CRITICAL | W_ATOMIC)) {
        unsigned lock = lock_of(d);
        put(w, at, "{ __heddle_omp_lock(%u); {", lock);
        range(w, i, end);
        put(w, at, "} __heddle_omp_unlock(%u); }", lock);
    } else if (d->words & W_ORDERED) {
        put(w, at, "{ __heddle_omp_ordered(__omp_i);");
        range(w, i, end);
        put(w, at, "}");
    } else if (d->words & W_GROUP) {
        put(w, at, "{ __heddle_omp_group(1);");
        range(w, i, end);
        put(w, at, "__heddle_omp_group(0); }");
    } else if (has_kind(d, LINEAR)) {
        return numbered(w, at, i, d);
    } else if (d->words & (W_SIMD | W_DEVICE | W_DISTRIBUTE)) {
        return alone(w, at, i, d);
    } else {
        range(w, i, end);
    }
    return end;
}

// Behind the directive `at`; returns where the statement that it covers ends.
static int construct(struct rewriter *w, const struct hd_token *at, int i, struct directive *d) {
    bool needs = !(d->words & (W_NOTHING | W_BARRIER | W_TASKWAIT));
    if (needs && (i >= w->n || w->in[i].kind == TK_RBRACE)) {
        complain(w, at, NULL, "a statement must follow `#pragma %s`", at->text);
        return i;
    }
    if (d->words == W_NOTHING) return i;
    if (d->words == W_BARRIER || d->words == W_TASKWAIT) {
        put(w, at, "__heddle_omp_%s();", d->words == W_BARRIER ? "barrier" : "taskwait");
        return i;
    }
    add_loop_vars(w, i, d);
    if (d->words & W_TARGET) return target(w, at, i, d);
    if (!(d->words & W_PARALLEL)) return inner(w, at, i, d, false);
    bool loops = d->words & (W_FOR | W_SECTIONS | W_TASKLOOP);
    int end;
    put(w, at, "{");
    if (!loops) aliases(w, at, d);
    put(w, at, "__heddle_omp_parallel((int)(%s), (int)((%s) != 0), [&] {",
        d->threads ? d->threads : "0", d->condition ? d->condition : "1");
    for (int k = 0; k < d->ncopyin; k++)
        put(w, at, "__heddle_omp_copyin((void *)&%s, (long)sizeof %s);", d->copyin[k],
            d->copyin[k]);
    if (d->ncopyin) put(w, at, "__heddle_omp_barrier();");
    if (!loops) privates(w, at, d, NULL, 0);
    struct directive rest = *d;
    rest.words &= ~(unsigned)W_PARALLEL;
    if (!loops) rest.nvars = 0;
    end = inner(w, at, i, &rest, true);
    if (!loops) reductions(w, at, d, true);
    put(w, at, "}); }");
    return end;
}

static void range(struct rewriter *w, int from, int to) {
    if (++w->depth > 500) return;
    for (int i = from; i < to;) {
        struct directive d;
        if (!is_omp(&w->in[i])) {
            emit(w, i++);
            continue;
        }
        const struct hd_token *at = &w->in[i];
        i = read(w, at, false, &d) ? construct(w, at, i + 1, &d) : i + 1;
    }
    w->depth--;
}

void omp_rewrite(struct pp *pp, enum hd_lang lang, struct hd_tokens *toks) {
    bool any = false;
    for (int i = 0; i < toks->n && !any; i++)
        any = is_omp(&toks->v[i]) || omp_is_own_name(pp, toks->v[i].text);
    if (!any) return;
    struct rewriter w = {.pp = pp, .in = toks->v, .n = toks->n, .lang = lang};
    struct hd_token end = toks->v[toks->n];
    omp_declare_targets(pp, lang, toks->v, toks->n);
    range(&w, 0, toks->n);
    HD_XPUSH(&w.out, end);
    toks->v = HD_NEW_ARRAY(pp->arena, struct hd_token, w.out.n);
    memcpy(toks->v, w.out.v, sizeof *toks->v * (size_t)w.out.n);
    toks->n = w.out.n - 1;
    HD_FREE_VEC(&w.out);
}

bool omp_is_open(const struct hd_tokens *toks) {
    static const char *const complete[] = {
        "omp barrier",       "omp taskwait",    "omp taskyield",     "omp flush",
        "omp threadprivate", "omp declare",     "omp cancel",        "omp requires",
        "omp target enter",  "omp target exit", "omp target update", "omp end",
        "omp begin",         "omp nothing"};
    if (!toks->n || !is_omp(&toks->v[toks->n - 1])) return false;
    const char *text = toks->v[toks->n - 1].text;
    for (int i = 0; i < HD_COUNT(complete); i++)
        if (!strncmp(text, complete[i], strlen(complete[i]))) return false;
    return true;
}
