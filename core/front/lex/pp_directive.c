// Directives. Each one works on the raw tokens of its own line, f->v[f->at ..) up to the next token
// that starts a line; groups that a condition skips are passed over without looking at anything but
// directives.
//
// #pragma: `once`, `push_macro` and `pop_macro` are obeyed here, `unroll` and `pack` become
// TK_PRAGMA tokens whose text is the rest of the line with macros expanded ("unroll 4"), all others
// are ignored, as gcc does without warnings.
//
// Example: in `#if 0 ... #elif X ... #else ... #endif` the condition's entry on pp->conds starts
// with taken == false; skip_group stops after the first #elif that holds or the #else, or pops the
// entry at the #endif.
#include "front/lex/pp.h"

#include <stdlib.h>
#include <string.h>

enum directive {
    D_NONE,
    D_DEFINE,
    D_UNDEF,
    D_INCLUDE,
    D_INCLUDE_NEXT,
    D_IMPORT,
    D_IF,
    D_IFDEF,
    D_IFNDEF,
    D_ELIF,
    D_ELIFDEF,
    D_ELIFNDEF,
    D_ELSE,
    D_ENDIF,
    D_ERROR,
    D_WARNING,
    D_PRAGMA,
    D_LINE,
    D_IGNORED
};

static const struct {
    const char *name;
    enum directive kind;
} directives[] = {
    {"define", D_DEFINE},     {"endif", D_ENDIF},    {"if", D_IF},
    {"ifdef", D_IFDEF},       {"ifndef", D_IFNDEF},  {"else", D_ELSE},
    {"include", D_INCLUDE},   {"undef", D_UNDEF},    {"elif", D_ELIF},
    {"error", D_ERROR},       {"pragma", D_PRAGMA},  {"include_next", D_INCLUDE_NEXT},
    {"warning", D_WARNING},   {"line", D_LINE},      {"elifdef", D_ELIFDEF},
    {"elifndef", D_ELIFNDEF}, {"import", D_IMPORT},  {"ident", D_IGNORED},
    {"sccs", D_IGNORED},      {"assert", D_IGNORED}, {"unassert", D_IGNORED},
};

static enum directive directive_kind(const struct hd_token *t) {
    if (!lex_is_name(t)) return D_NONE;
    for (int i = 0; i < HD_COUNT(directives); i++)
        if (strcmp(directives[i].name, t->text) == 0) return directives[i].kind;
    return D_NONE;
}

int pp_line_end(const struct pp_file *f, int at) {
    while (f->v[at].kind != TK_EOF && !(f->v[at].flags & TF_BOL)) at++;
    return at;
}

static struct pp_file *top(struct pp *pp) { return &pp->files.v[pp->files.n - 1]; }

static bool starts_line(const struct hd_token *t) { return t->flags & TF_BOL || t->kind == TK_EOF; }

static void extra_tokens(struct pp *pp, const struct hd_token *t,
                         const struct hd_token *directive) {
    if (starts_line(t) || t->flags & TF_SYSTEM) return;
    hd_warning(pp->diags, lex_range(t), "extra-tokens",
               "what follows `#%s` on this line is ignored", directive->text);
}

// The rest of the line, macros expanded. f->at is moved to the next line.
static void read_line(struct pp *pp, struct tokbuf *out) {
    bool in_directive = pp->in_directive;
    pp->in_directive = true;
    for (;;) {
        struct hd_token t;
        pp_next(pp, &t);
        if (t.kind == TK_EOD || t.kind == TK_EOF) break;
        pp_put(pp, out, t);
    }
    pp->pending = 0;
    pp->in_directive = in_directive;
}

// ---- conditions ---------------------------------------------------------------------------------

void pp_unterminated_ifs(struct pp *pp, int down_to) {
    while (pp->conds.n > down_to) {
        struct pp_cond *cond = &pp->conds.v[--pp->conds.n];
        struct hd_diag *d = hd_error(pp->diags, cond->range, "this condition has no `#endif`");
        hd_help(pp->diags, d, "end it with a line `#endif`");
    }
}

// #ifdef and its kin: whether the name at v[0] is defined.
static bool name_defined(struct pp *pp, const struct hd_token *v,
                         const struct hd_token *directive) {
    if (starts_line(v) || !lex_is_name(v)) {
        hd_error(pp->diags, lex_range(starts_line(v) ? directive : v), "`#%s` needs a macro's name",
                 directive->text);
        return false;
    }
    struct hd_macro *m = pp_find(pp, v->text, v->spelled);
    pp_use(pp, v->text, m, true);
    extra_tokens(pp, v + 1, directive);
    return m != NULL;
}

// Evaluates the directive at f->v[f->at + 1] and moves f->at to the next line.
static bool holds(struct pp *pp, enum directive kind) {
    struct pp_file *f = top(pp);
    const struct hd_token *directive = &f->v[f->at + 1];
    if (kind == D_IF || kind == D_ELIF) {
        f->at += 2;
        bool result = pp_condition(pp, directive);
        f = top(pp);
        f->at = pp_line_end(f, f->at);
        return result;
    }
    bool defined = name_defined(pp, directive + 1, directive);
    f->at = pp_line_end(f, f->at + 1);
    return defined == (kind == D_IFDEF || kind == D_ELIFDEF);
}

// #elif or #else while its condition's groups are skipped. true: the group that follows is
// processed.
static bool next_group(struct pp *pp, struct pp_cond *cond, enum directive kind) {
    struct pp_file *f = top(pp);
    const struct hd_token *directive = &f->v[f->at + 1];
    if (cond->seen_else) {
        struct hd_diag *d =
            hd_error(pp->diags, lex_range(directive), "`#%s` after `#else`", directive->text);
        hd_note(pp->diags, d, cond->range, "the condition starts here");
    }
    if (kind == D_ELSE) {
        cond->seen_else = true;
        extra_tokens(pp, directive + 1, directive);
        f->at = pp_line_end(f, f->at + 1);
        if (cond->taken) return false;
        return cond->taken = true;
    }
    if (cond->taken || cond->seen_else) {
        f->at = pp_line_end(f, f->at + 1);
        return false;
    }
    int index = (int)(cond - pp->conds.v);
    bool result = holds(pp, kind);
    pp->conds.v[index].taken = result;
    return result;
}

// Skips to the group of the innermost condition that is to be processed, or past its #endif.
static void skip_group(struct pp *pp) {
    int depth = 0;
    for (;;) {
        struct pp_file *f = top(pp);
        const struct hd_token *t = &f->v[f->at];
        if (t->kind == TK_EOF) return;
        if (!(t->flags & TF_BOL) || t->kind != TK_HASH || starts_line(t + 1)) {
            if (t->kind == TK_OTHER && t->text[0] == '/') {
                if (pp->files.n == 1) pp->out->incomplete = true;
                lex_report(pp->diags, t);
            }
            f->at++;
            continue;
        }
        enum directive kind = directive_kind(t + 1);
        struct pp_cond *cond = &pp->conds.v[pp->conds.n - 1];
        if (kind == D_ENDIF && depth == 0) {
            extra_tokens(pp, t + 2, t + 1);
            f->at = pp_line_end(f, f->at + 1);
            pp->conds.n--;
            return;
        }
        if (depth == 0 &&
            (kind == D_ELSE || kind == D_ELIF || kind == D_ELIFDEF || kind == D_ELIFNDEF)) {
            if (next_group(pp, cond, kind)) return;
            continue;
        }
        if (kind == D_IF || kind == D_IFDEF || kind == D_IFNDEF) depth++;
        if (kind == D_ENDIF) depth--;
        f->at = pp_line_end(f, f->at + 1);
    }
}

static void start_condition(struct pp *pp, enum directive kind) {
    struct pp_file *f = top(pp);
    struct pp_cond cond = {.range = {f->v[f->at].loc, f->v[f->at + 1].loc + f->v[f->at + 1].len}};
    HD_XPUSH(&pp->conds, cond);
    bool result = holds(pp, kind);
    pp->conds.v[pp->conds.n - 1].taken = result;
    if (!result) skip_group(pp);
}

// #elif, #else, #endif met while a group is processed: the group ends.
static void end_group(struct pp *pp, enum directive kind) {
    struct pp_file *f = top(pp);
    const struct hd_token *directive = &f->v[f->at + 1];
    if (pp->conds.n == f->conds) {
        hd_error(pp->diags, lex_range(directive), "`#%s` without `#if`", directive->text);
        f->at = pp_line_end(f, f->at + 1);
        return;
    }
    if (kind == D_ENDIF) extra_tokens(pp, directive + 1, directive);
    skip_group(pp); // from this directive on: it is the first that skip_group sees
}

// ---- #line, #error ------------------------------------------------------------------------------

// `#line 3 "file"` and `# 3 "file"`: changes __LINE__ and __FILE__, not the places in messages.
static void line_directive(struct pp *pp, const struct hd_token *directive) {
    struct hd_place place;
    struct tokbuf *line = pp_buf(pp);
    read_line(pp, line);
    struct pp_file *f = top(pp);
    const struct hd_token *v = line->t.v;
    bool number =
        line->t.n && v[0].kind == TK_NUMBER && strspn(v[0].text, "0123456789") == v[0].text_len;
    long value = number ? strtol(v[0].text, NULL, 10) : 0;
    if (!number || value > 2147483647 || (line->t.n > 1 && v[1].kind != TK_STRING)) {
        hd_error(pp->diags, lex_range(line->t.n ? (number ? &v[line->t.n > 1] : v) : directive),
                 "`#line` needs a line number and perhaps a file name in quotes");
    } else {
        if (hd_source_place(directive->loc, &place))
            f->line_delta = (int)(value - (place.line + 1));
        if (line->t.n > 1) f->name = hd_intern(v[1].text, v[1].text_len);
    }
    pp_buf_free(pp, line);
}

// The text of the line from v[0] on, as in the source, shortened.
static char *line_text(struct pp *pp, const struct hd_token *v) {
    const struct hd_source *source = top(pp)->source;
    struct hd_buf text = {0};
    if (!starts_line(v)) {
        const struct hd_token *last = v;
        while (!starts_line(last + 1)) last++;
        size_t from = v->loc - source->base, to = last->loc + last->len - source->base;
        for (size_t i = from; i < to && text.len < 300; i++) {
            unsigned char c = (unsigned char)source->text[i];
            hd_buf_putc(&text, c < ' ' ? ' ' : (char)c);
        }
        while (text.len && (text.s[text.len - 1] & 0xC0) == 0x80 && text.len >= 297)
            text.s[--text.len] = 0;
    }
    char *result = hd_strdup(pp->diags->arena, hd_buf_str(&text));
    hd_buf_finish(&text);
    return result;
}

static void unknown_directive(struct pp *pp, const struct hd_token *t) {
    struct hd_diag *d = hd_error(pp->diags, lex_range(t), "there is no directive `#%s`", t->text);
    const char *best = NULL;
    int distance = 3;
    for (int i = 0; i < HD_COUNT(directives); i++) {
        int n = hd_edit_distance(t->text, directives[i].name, distance);
        if (n < distance) distance = n, best = directives[i].name;
    }
    if (t->flags & TF_SPACE) // `# a note`, as Python and shells have it
        hd_help(pp->diags, d, "a comment begins with `//`");
    else if (best)
        hd_help(pp->diags, d, "did you mean `#%s`?", best);
}

// ---- pragmas ------------------------------------------------------------------------------------

struct pushed_macro {
    struct hd_macro *macro; // NULL: it was not defined
    struct pushed_macro *next;
};

// A macro that is defined again may outlive the arena of its first definition: copies all of it.
static struct hd_macro *copy_macro(struct pp *pp, const struct hd_macro *m) {
    struct hd_arena *arena = pp_macro_arena(pp);
    struct hd_macro *copy = HD_NEW(arena, struct hd_macro);
    *copy = *m;
    copy->busy = 0;
    copy->body = HD_NEW_ARRAY(arena, struct hd_token, m->nbody ? m->nbody : 1);
    copy->params = HD_NEW_ARRAY(arena, const char *, m->nparams ? m->nparams : 1);
    if (m->nbody) memcpy(copy->body, m->body, sizeof *m->body * (size_t)m->nbody);
    if (m->nparams)
        memcpy((void *)copy->params, (const void *)m->params,
               sizeof *m->params * (size_t)m->nparams);
    return copy;
}

// #pragma push_macro("X"), pop_macro("X")
static void push_or_pop_macro(struct pp *pp, const struct hd_token *v, int n, bool push) {
    if (n < 4 || v[1].kind != TK_LPAREN || v[2].kind != TK_STRING || v[3].kind != TK_RPAREN) {
        hd_error(pp->diags, lex_range(v), "write `#pragma %s(\"NAME\")`", v->text);
        return;
    }
    const char *name = hd_intern(v[2].text, v[2].text_len);
    struct pushed_macro *saved = hd_map_get(&pp->pushed, name);
    struct hd_macro *now = pp_find(pp, name, 0);
    if (push) {
        struct pushed_macro *entry = HD_NEW(pp->arena, struct pushed_macro);
        *entry = (struct pushed_macro){now, saved};
        hd_map_set(&pp->pushed, name, entry);
    } else if (saved) {
        if (saved->next)
            hd_map_set(&pp->pushed, name, saved->next);
        else
            hd_map_remove(&pp->pushed, name);
        if (!saved->macro)
            pp_undef_name(pp, name, v[2].loc);
        else if (saved->macro != now)
            pp_set_macro(pp, copy_macro(pp, saved->macro));
    } else {
        hd_warning(pp->diags, lex_range(&v[2]), "pragma",
                   "`%s` was not saved with `#pragma push_macro`", name);
    }
}

// A pragma for the parser: v[0] is its name (replaced by `name`), macros in the rest are expanded.
static bool parser_pragma(struct pp *pp, const char *name, const struct hd_token *v, int n,
                          struct hd_range range, struct hd_token *t) {
    struct tokbuf *line = pp_buf(pp);
    struct hd_buf text = {0};
    pp_expand_list(pp, v + 1, n - 1, line);
    hd_buf_puts(&text, name);
    for (int i = 0; i < line->t.n; i++) {
        if (i == 0 || line->t.v[i].flags & TF_SPACE) hd_buf_putc(&text, ' ');
        lex_spell(&text, &line->t.v[i]);
    }
    pp_buf_free(pp, line);
    *t = (struct hd_token){.kind = TK_PRAGMA,
                           .flags = TF_BOL | TF_SPACE | (v->flags & TF_SYSTEM),
                           .loc = range.from,
                           .len = range.to - range.from,
                           .spelled = v->spelled,
                           .macro = v->macro};
    t->text = hd_strndup(pp->arena, hd_buf_str(&text), text.len);
    t->text_len = (uint32_t)text.len;
    hd_buf_finish(&text);
    return true;
}

static bool is(const struct hd_token *t, const char *text) {
    return lex_is_name(t) && strcmp(t->text, text) == 0;
}

static bool pp_pragma(struct pp *pp, const struct hd_token *v, int n, struct hd_range range,
                      struct hd_token *t) {
    if (!n) return false;
    if (is(v, "once")) {
        const char *once = top(pp)->once;
        if (!once) return false;
        struct hd_macro *m = HD_NEW(pp_macro_arena(pp), struct hd_macro);
        m->name = once;
        m->loc = v->loc;
        pp_set_macro(pp, m);
    } else if (is(v, "push_macro") || is(v, "pop_macro")) {
        push_or_pop_macro(pp, v, n, v->text[1] == 'u');
    } else if (is(v, "unroll") || is(v, "pack")) {
        return parser_pragma(pp, v->text, v, n, range, t);
    } else if (is(v, "omp")) {
        return parser_pragma(pp, "omp", v, n, range, t);
    } else if (is(v, "nounroll")) {
        return parser_pragma(pp, "unroll 1", v, 1, range, t);
    } else if (is(v, "STDC") && n > 2 && is(v + 1, "FP_CONTRACT")) {
        return parser_pragma(pp, v->text, v, n, range, t);
    } else if (is(v, "GCC") && n > 1 && is(v + 1, "unroll")) {
        return parser_pragma(pp, "unroll", v + 1, n - 1, range, t);
    }
    return false;
}

// The text that a string literal spells, for _Pragma.
static char *destringize(struct pp *pp, const struct hd_token *t, size_t *len) {
    char *out = hd_alloc(pp->arena, t->text_len + 1);
    *len = 0;
    for (uint32_t i = 0; i < t->text_len; i++) {
        if (t->text[i] == '\\' && i + 1 < t->text_len &&
            (t->text[i + 1] == '"' || t->text[i + 1] == '\\'))
            i++;
        out[(*len)++] = t->text[i];
    }
    return out;
}

bool pp_pragma_operator(struct pp *pp, struct hd_token *t) {
    struct hd_token name = *t, string = {0}, close = {0};
    bool ok = pp_next_is_paren(pp);
    if (ok) pp_pull(pp, &string);
    if (ok && string.kind == TK_STRING) pp_pull(pp, &close);
    if (close.kind != TK_RPAREN) {
        hd_error(pp->diags, lex_range(&name), "`_Pragma` needs a string in parentheses");
        return false;
    }
    size_t len;
    char *text = destringize(pp, &string, &len);
    struct tokbuf *tokens = pp_buf(pp);
    lex_text(text, len, pp->lang, pp->arena, &name, tokens);
    bool made = pp_pragma(pp, tokens->t.v, tokens->t.n,
                          (struct hd_range){name.loc, name.loc + name.len}, t);
    pp_buf_free(pp, tokens);
    return made;
}

// ---- all ----------------------------------------------------------------------------------------

static void undef(struct pp *pp, const struct hd_token *directive) {
    const struct hd_token *name = directive + 1;
    if (starts_line(name) || !lex_is_name(name)) {
        hd_error(pp->diags, lex_range(starts_line(name) ? directive : name),
                 "`#undef` needs a macro's name");
        return;
    }
    extra_tokens(pp, name + 1, directive);
    pp_undef_name(pp, name->text, name->loc);
}

static void message(struct pp *pp, const struct hd_token *directive, bool error) {
    const struct hd_token *text = directive + 1, *last = directive;
    while (!starts_line(last + 1)) last++;
    struct hd_range range = {directive->loc, last->loc + last->len};
    if (error)
        hd_error(pp->diags, range, "#error %s", line_text(pp, text));
    else if (!(directive->flags & TF_SYSTEM))
        hd_warning(pp->diags, range, "cpp", "#warning %s", line_text(pp, text));
}

// Directives that are done within their line.
static void simple_directive(struct pp *pp, enum directive kind, const struct hd_token *directive,
                             int n) {
    switch (kind) {
    case D_DEFINE: pp_define(pp, directive, directive + 1, n, top(pp)->cached); break;
    case D_UNDEF: undef(pp, directive); break;
    case D_ERROR: message(pp, directive, true); break;
    case D_WARNING: message(pp, directive, false); break;
    case D_NONE: unknown_directive(pp, directive); break;
    default: break;
    }
}

bool pp_directive(struct pp *pp, struct hd_token *t) {
    struct pp_file *f = top(pp);
    const struct hd_token *directive = &f->v[f->at + 1];
    if (starts_line(directive)) { // a lone #
        f->at++;
        return false;
    }
    enum directive kind = directive_kind(directive);
    if (kind == D_IF || kind == D_IFDEF || kind == D_IFNDEF) {
        start_condition(pp, kind);
    } else if (kind >= D_ELIF && kind <= D_ENDIF) {
        end_group(pp, kind);
    } else if (kind == D_LINE || directive->kind == TK_NUMBER) {
        f->at += kind == D_LINE ? 2 : 1;
        line_directive(pp, directive);
    } else if (kind == D_INCLUDE || kind == D_INCLUDE_NEXT || kind == D_IMPORT) {
        f->at += 2;
        pp_include(pp, directive, kind == D_INCLUDE_NEXT, kind == D_IMPORT);
    } else {
        int n = pp_line_end(f, f->at + 1) - f->at - 2;
        f->at += n + 2;
        if (kind != D_PRAGMA) {
            simple_directive(pp, kind, directive, n);
        } else {
            const struct hd_token *last = directive + n;
            struct hd_range range = {directive->loc, last->loc + last->len};
            return pp_pragma(pp, directive + 1, n, range, t);
        }
    }
    return false;
}
