// What a directive says: its words, its clauses, and where the statement behind it ends.
#include "front/omp/rewrite.h"

#include <stdlib.h>
#include <string.h>

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
        omp_complain(t->w, t->at, NULL, "too many variables in `#pragma omp %s`", "...");
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
            omp_complain(t->w, t->at,
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

void omp_put_defaults(struct rewriter *w, const struct hd_token *at, const struct directive *d) {
    for (int k = 0; k < HD_COUNT(defaults); k++)
        if (d->defaults & 1u << k) omp_put(w, at, ", %s", defaults[k].word);
}

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
        omp_complain(t->w, t->at, NULL, "too many variables in `%s`", "map");
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
        omp_complain(t->w, t->at, "compute it from the loop's variable",
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

static bool name_list(struct text *t, const char **names, int *n) {
    if (peek(t, 0)->kind != TK_LPAREN) return false;
    do {
        t->i++;
        if (peek(t, 0)->kind != TK_IDENT || *n == MOST_COPIES) return false;
        names[(*n)++] = peek(t, 0)->text;
        t->i++;
    } while (peek(t, 0)->kind == TK_COMMA);
    if (peek(t, 0)->kind != TK_RPAREN) return false;
    t->i++;
    return true;
}

static bool default_clause(struct directive *d, struct text *t) {
    const char *what = argument(t);
    if (!what) return false;
    while (*what == ' ') what++;
    if (!strcmp(what, "none")) return true;
    if (!strcmp(what, "shared")) return d->all_shared = true;
    omp_complain(t->w, t->at, "name the variables: `private(x)` or `firstprivate(x)`",
                 "`default(%s)` is not supported", what);
    d->bad = true;
    return true;
}

static bool copyin_clause(struct directive *d, struct text *t) {
    return name_list(t, d->copyin, &d->ncopyin);
}

static bool copyprivate_clause(struct directive *d, struct text *t) {
    return name_list(t, d->copyprivate, &d->ncopyprivate);
}

static bool depend_clause(struct directive *d, struct text *t) {
    d->depends = true;
    return argument(t) != NULL;
}

static bool some_argument(struct directive *d, struct text *t) {
    (void)d;
    return argument(t) != NULL;
}

static bool if_clause(struct directive *d, struct text *t) {
    const struct hd_token *of = peek(t, 1); // if(parallel : ...)
    bool named = lex_is_name(of) && peek(t, 2)->kind == TK_COLON;
    bool here = !named || is_word(of, "parallel") || is_word(of, "task") || is_word(of, "taskloop");
    const char *condition = argument(t);
    if (condition && named) condition = strchr(condition, ':') + 1;
    if (here) d->condition = condition;
    return condition != NULL;
}

static bool ordered_clause(struct directive *d, struct text *t) {
    d->ordered = true;
    return peek(t, 0)->kind != TK_LPAREN;
}

static bool collapse_clause(struct directive *d, struct text *t) {
    const char *n = argument(t);
    d->collapse = n ? atoi(n) : 0;
    return d->collapse >= 1 && d->collapse <= MOST_LOOPS;
}

static bool nogroup_clause(struct directive *d, struct text *t) {
    (void)t;
    return d->no_group = true;
}

static bool nowait_clause(struct directive *d, struct text *t) {
    (void)t;
    return d->nowait = true;
}

static const struct {
    const char *word;
    int vars; // the variables that it lists are of that kind; else
    bool (*read)(struct directive *d, struct text *t);
    size_t text; // where its argument goes, or 0
} clauses[] = {
    {"private", PRIVATE, NULL, 0},
    {"firstprivate", FIRST, NULL, 0},
    {"lastprivate", LAST, NULL, 0},
    {"reduction", REDUCE, NULL, 0},
    {"shared", SHARED, NULL, 0},
    // each task puts its part to the variable itself, when it ends
    {"in_reduction", REDUCE, NULL, 0},
    {"task_reduction", 0, some_argument, 0},
    {"default", 0, default_clause, 0},
    {"copyin", 0, copyin_clause, 0},
    {"copyprivate", 0, copyprivate_clause, 0},
    {"linear", 0, linear, 0},
    {"map", 0, map_list, 0},
    {"defaultmap", 0, default_map, 0},
    {"depend", 0, depend_clause, 0},
    {"final", 0, NULL, offsetof(struct directive, last_task)},
    {"grainsize", 0, NULL, offsetof(struct directive, grain)},
    {"num_tasks", 0, NULL, offsetof(struct directive, tasks)},
    {"num_threads", 0, NULL, offsetof(struct directive, threads)},
    {"nogroup", 0, nogroup_clause, 0},
    {"nowait", 0, nowait_clause, 0},
    {"schedule", 0, schedule, 0},
    {"if", 0, if_clause, 0},
    {"ordered", 0, ordered_clause, 0},
    {"collapse", 0, collapse_clause, 0},
};

static bool clause(struct directive *d, struct text *t) {
    const struct hd_token *name = peek(t, 0);
    if (!lex_is_name(name)) return false;
    t->i++;
    for (int i = 0; i < HD_COUNT(clauses); i++) {
        if (!is_word(name, clauses[i].word)) continue;
        if (clauses[i].read) return clauses[i].read(d, t);
        if (!clauses[i].text) return var_list(d, t, clauses[i].vars);
        const char *said = argument(t);
        *(const char **)((char *)d + clauses[i].text) = said;
        return said != NULL;
    }
    for (int i = 0; i < HD_COUNT(passed_over); i++) {
        if (!is_word(name, passed_over[i])) continue;
        if (peek(t, 0)->kind == TK_LPAREN) argument(t);
        return true;
    }
    omp_complain(t->w, t->at, "leave it out, or write the loop so that it needs none",
                 "the OpenMP clause `%s` is not supported", name->text ? name->text : "");
    return d->bad = true;
}

bool omp_is_directive(const struct hd_token *t) {
    return t->kind == TK_PRAGMA && t->text && strncmp(t->text, "omp", 3) == 0 &&
           (t->text[3] == ' ' || t->text[3] == 0);
}

bool omp_read(struct rewriter *w, const struct hd_token *at, bool quiet, struct directive *d) {
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
            omp_complain(w, at,
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
            omp_complain(w, at,
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
            omp_complain(w, at, NULL, "`%s` is not understood in this directive", what ? what : "");
        ok = false;
    }
    pp_buf_free(w->pp, t.toks);
    return ok && !d->bad;
}

// ---- statements ---------------------------------------------------------------------------------

int omp_matching(const struct rewriter *w, int i) { // of the bracket at i; w->n: none
    int depth = 0;
    for (; i < w->n; i++) {
        int k = w->in[i].kind;
        if (k == TK_LPAREN || k == TK_LBRACE || k == TK_LBRACKET) depth++;
        if (k == TK_RPAREN || k == TK_RBRACE || k == TK_RBRACKET)
            if (!--depth) return i;
    }
    return w->n;
}

int omp_after_parens(struct rewriter *w, int i) { // if (...), for (...)
    i++;
    if (i < w->n && w->in[i].kind == TK_NOT) i++; // if !consteval
    if (i < w->n && (w->in[i].kind == TK_CONSTEXPR || w->in[i].kind == TK_CONSTEVAL)) i++;
    return i < w->n && w->in[i].kind == TK_LPAREN ? omp_matching(w, i) + 1 : i;
}

int omp_statement_end(struct rewriter *w, int i) {
    if (i >= w->n || ++w->depth > MOST_NESTED) return w->n;
    int end = w->n;
    const struct hd_token *t = &w->in[i];
    switch (t->kind) {
    case TK_PRAGMA: {
        struct directive d;
        bool alone = omp_is_directive(t) && omp_read(w, t, true, &d) &&
                     (d.words & (W_NOTHING | W_BARRIER | W_TASKWAIT));
        end = alone ? i + 1 : omp_statement_end(w, i + 1);
        break;
    }
    case TK_LBRACE: end = omp_matching(w, i) + 1; break;
    case TK_IF:
        end = omp_statement_end(w, omp_after_parens(w, i));
        if (end < w->n && w->in[end].kind == TK_ELSE) end = omp_statement_end(w, end + 1);
        break;
    case TK_FOR:
    case TK_WHILE:
    case TK_SWITCH: end = omp_statement_end(w, omp_after_parens(w, i)); break;
    case TK_DO:
        end = omp_statement_end(w, i + 1);
        end = end < w->n ? omp_after_parens(w, end) + 1 : end;
        break;
    default:
        for (end = i; end < w->n; end++) {
            int k = w->in[end].kind;
            if (k == TK_SEMI) break;
            if (k == TK_LPAREN || k == TK_LBRACE || k == TK_LBRACKET) end = omp_matching(w, end);
            if (end >= w->n || w->in[end].kind == TK_EOF) break;
        }
        end++;
    }
    w->depth--;
    return end > w->n ? w->n : end;
}
