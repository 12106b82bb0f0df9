// The parser's errors: where they are placed, how they are worded, and how parsing goes on after
// one.
//
// A reported error starts the panic (parse.h): the input looks ended, so whoever is parsing
// returns. parse_resync then moves to where the broken statement ends: its brackets are followed
// from its first token, parentheses that were left open are closed by `;` (unless they are those of
// a `for`), and a line that starts with a keyword begins something new.
//
// Example: in `f(1, 2; g();` the error is at the first `;`, which ends the statement, and `g();` is
// parsed as usual.
#include "front/parse/parse.h"

#include <ctype.h>
#include <string.h>

// ---- places -------------------------------------------------------------------------------------

struct hd_range parse_tok_range(const struct hd_token *tok) {
    return (struct hd_range){tok->loc, tok->loc + tok->len};
}

struct hd_range parse_here(const struct parser *p) {
    return parse_is(p, TK_EOF) ? parse_after(p) : parse_tok_range(parse_tok(p));
}

struct hd_range parse_after(const struct parser *p) {
    const struct parse_state *st = p->state;
    if (st->last < 0) return parse_tok_range(st->tok);
    return (struct hd_range){st->last_end, st->last_end};
}

struct hd_range parse_from(const struct parser *p, hd_loc from) {
    hd_loc to = p->state->last_end;
    return (struct hd_range){from, to > from ? to : from};
}

const char *parse_found(const struct parser *p) {
    const struct hd_token *t = parse_tok(p);
    switch (t->kind) {
    case TK_EOF: return "the end of the input";
    case TK_STRING: return "a string";
    case TK_CHARACTER: return "a character";
    case TK_OTHER: {
        unsigned char c = t->text && t->text_len > 0 ? (unsigned char)t->text[0] : 0;
        return c < 0x20 || c >= 0x7f ? hd_printf(p->scratch, "a stray byte 0x%02x", c)
                                     : hd_printf(p->scratch, "a stray `%c`", c);
    }
    default: return t->text ? hd_printf(p->scratch, "`%.40s`", t->text) : "something else";
    }
}

// ---- reports ------------------------------------------------------------------------------------

// A macro that stands where the error is: its name is what people see.
static void note_macro(struct parser *p, struct hd_diag *diag) {
    const struct parse_state *st = p->state;
    const struct hd_token *near[] = {st->tok, st->last >= 0 ? &p->toks[st->last] : NULL};
    const struct hd_macro *m = NULL;
    for (int i = 0; i < HD_COUNT(near) && !m; i++)
        if (near[i] && near[i]->kind != TK_SEMI) m = near[i]->macro;
    if (!m || m->builtin || !m->loc) return;
    struct hd_buf body = {0};
    for (int i = 0; i < m->nbody && body.len < 40; i++)
        hd_buf_printf(&body, "%s%.*s", i && m->body[i].flags & TF_SPACE ? " " : "",
                      (int)m->body[i].text_len, m->body[i].text);
    parse_note(p, diag, (struct hd_range){m->loc, m->loc + (hd_loc)strlen(m->name)},
               m->nbody ? "`%s` is a macro: `%s` stands in its place"
                        : "`%s` is a macro, and nothing stands in its place",
               m->name, hd_buf_str(&body));
    hd_buf_finish(&body);
}

static struct hd_diag *say(struct parser *p, struct hd_range range, const char *fmt, va_list args) {
    if (p->state->panic) return NULL;
    p->errors++;
    if (p->trial) {
        parse_stop(p); // the first error decides
        return NULL;
    }
    struct hd_diag *diag = hd_error(p->diags, range, "%s", hd_vprintf(p->scratch, fmt, args));
    note_macro(p, diag);
    return diag;
}

struct hd_diag *parse_report(struct parser *p, struct hd_range range, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    struct hd_diag *diag = say(p, range, fmt, args);
    va_end(args);
    return diag;
}

void parse_stop(struct parser *p) {
    p->state->panic = true;
    p->state->tok = &p->state->eof;
}

struct hd_diag *parse_fail(struct parser *p, struct hd_range range, const char *fmt, ...) {
    if (p->state->panic) return NULL;
    if (p->errors == 0 && p->at >= p->n) p->hit_end = true;
    va_list args;
    va_start(args, fmt);
    struct hd_diag *diag = say(p, range, fmt, args);
    va_end(args);
    parse_stop(p);
    return diag;
}

void parse_note(struct parser *p, struct hd_diag *diag, struct hd_range range, const char *fmt,
                ...) {
    if (!diag) return;
    va_list args;
    va_start(args, fmt);
    hd_note(p->diags, diag, range, "%s", hd_vprintf(p->scratch, fmt, args));
    va_end(args);
}

void parse_help(struct parser *p, struct hd_diag *diag, const char *fmt, ...) {
    if (!diag) return;
    va_list args;
    va_start(args, fmt);
    hd_help(p->diags, diag, "%s", hd_vprintf(p->scratch, fmt, args));
    va_end(args);
}

void parse_warn(struct parser *p, struct hd_range range, const char *flag, const char *help,
                const char *fmt, ...) {
    if (p->state->panic || p->trial || (parse_tok(p)->flags & TF_SYSTEM)) return;
    va_list args;
    va_start(args, fmt);
    struct hd_diag *diag =
        hd_warning(p->diags, range, flag, "%s", hd_vprintf(p->scratch, fmt, args));
    va_end(args);
    if (help) hd_help(p->diags, diag, "%s", help);
}

static const char *const spellings[TK_COUNT] = {
#define HD_TOKEN(name, text) [TK_##name] = text,
#include "front/lex/tokens.def"
};

const char *parse_spelling(int kind) { return spellings[kind]; }

// What the token at hand tells of the slip: another language's word, a macro with a `;` of its own.
static void help_found(struct parser *p, struct hd_diag *diag, const struct hd_token *t) {
    static const char *const words[][2] = {{"and", "&&"}, {"or", "||"}, {"then", "{"},
                                           {"mod", "%"},  {"is", "=="}, {"xor", "^"}};
    for (int i = 0; i < HD_COUNT(words) && t->kind == TK_IDENT && parse_cu(p); i++)
        if (parse_word(t, words[i][0]))
            parse_help(p, diag, "write `%s` for `%s`", words[i][1], words[i][0]);
    if (t->kind == TK_SEMI && t->macro && !t->macro->builtin) {
        parse_help(p, diag, "the macro `%s` has a `;` in it: take it out of the #define",
                   t->macro->name);
        if (t->macro->loc)
            parse_note(
                p, diag,
                (struct hd_range){t->macro->loc, t->macro->loc + (hd_loc)strlen(t->macro->name)},
                "the macro is defined here");
    }
}

bool parse_expect(struct parser *p, int kind, const char *where) {
    if (parse_accept(p, kind)) return true;
    const struct hd_token *t = parse_tok(p);
    help_found(p,
               parse_fail(p, parse_after(p), "expected `%s` %s, found %s", spellings[kind], where,
                          parse_found(p)),
               t);
    return false;
}

bool parse_close(struct parser *p, int kind, const struct hd_token *open) {
    if (parse_accept(p, kind)) return true;
    struct parse_state *st = p->state;
    if (kind == TK_RBRACE && st->told_nested && !st->panic) {
        p->errors++;
        st->panic = true;
        st->tok = &st->eof;
    }
    const struct hd_token *t = parse_tok(p);
    struct hd_diag *diag =
        parse_fail(p, parse_after(p), "expected `%s`, found %s", spellings[kind], parse_found(p));
    help_found(p, diag, t);
    if (kind == TK_RPAREN && parse_cu(p) && parse_type_at(p, p->at))
        parse_help(p, diag, "a comma separates parameters");
    else if (kind == TK_RBRACKET && t->kind == TK_COMMA)
        parse_help(p, diag,
                   "each index has brackets of its own: `a[1][2]`; a struct's values stand "
                   "in parentheses: `dim3 grid(2, 2)`");
    parse_note(p, diag, parse_tok_range(open), "to close this `%s`", open->text);
    return false;
}

// `_global__`, `__Shared__`, `device`, `__gloabl__`: the word of CUDA that is meant, or NULL.
const char *parse_specifier_meant(const char *word) {
    static const struct {
        const char *bare, *full;
    } words[] = {
        {"global", "__global__"}, {"device", "__device__"},     {"host", "__host__"},
        {"shared", "__shared__"}, {"constant", "__constant__"}, {"managed", "__managed__"},
    };
    char bare[16];
    size_t n = 0, len = strlen(word);
    size_t from = strspn(word, "_");
    while (len > from && word[len - 1] == '_') len--;
    if (len - from >= sizeof bare) return NULL;
    for (size_t i = from; i < len; i++) bare[n++] = (char)tolower((unsigned char)word[i]);
    bare[n] = '\0';
    bool marked = from || word[len]; // with underscores at one end at least
    for (int i = 0; i < HD_COUNT(words); i++)
        if (!strcmp(bare, words[i].bare) ||
            (marked && hd_edit_distance(bare, words[i].bare, 2) <= 2))
            return words[i].full;
    return NULL;
}

static bool starts_statement(int kind) {
    switch (kind) {
    case TK_IF:
    case TK_FOR:
    case TK_WHILE:
    case TK_DO:
    case TK_SWITCH:
    case TK_RETURN:
    case TK_BREAK:
    case TK_CONTINUE:
    case TK_GOTO:
    case TK_CASE:
    case TK_DEFAULT:
    case TK_TYPEDEF:
    case TK_STATIC:
    case TK_EXTERN:
    case TK_INT:
    case TK_FLOAT:
    case TK_DOUBLE:
    case TK_CHAR:
    case TK_VOID:
    case TK_CONST:
    case TK_UNSIGNED:
    case TK_LONG:
    case TK_STRUCT:
    case TK_UNION:
    case TK_ENUM:
    case TK_AUTO:
    case TK_GLOBAL:
    case TK_DEVICE:
    case TK_SHARED:
    case TK_HOST:
    case TK_TEMPLATE:
    case TK_USING:
    case TK_BOOL:
    case TK_CONSTANT: return true;
    default: return false;
    }
}

// What was meant where a statement should end and goes on; NULL: nothing known.
static const char *instead_of_end(struct parser *p, const char *what, const struct hd_token *t) {
    bool declares = !strcmp(what, "the declaration of");
    const struct hd_token *last = p->state->last >= 0 ? &p->toks[p->state->last] : NULL;
    if (declares && t->kind == TK_EQ) return "write `=` to give it a value: `==` compares";
    if (declares && t->kind == TK_COLON && parse_peek(p) == TK_ASSIGN)
        return "write `=` to give it a value";
    if (!last || last->kind != TK_IDENT) return NULL;
    bool value = t->kind == TK_STRING || t->kind == TK_NUMBER;
    if (value && parse_classify(p, last->text) != NAME_TYPE &&
        parse_classify(p, last->text) != NAME_UNKNOWN)
        return hd_printf(p->scratch, "the arguments of a call stand in parentheses: `%s(...)`",
                         last->text);
    return NULL;
}

// A forgotten `;` is the commonest slip of all: when what follows clearly begins something new, go
// on there.
bool parse_semi(struct parser *p, const char *what, const char *name) {
    if (parse_accept(p, TK_SEMI)) return true;
    const struct hd_token *t = parse_tok(p);
    bool fresh = t->kind == TK_RBRACE || ((t->flags & TF_BOL) && t->kind != TK_RPAREN) ||
                 starts_statement(t->kind);
    bool end = p->at >= p->n;
    const char *of = name ? hd_printf(p->scratch, "%s `%s`", what, name) : what;
    if (p->unknown_type && !p->trial && !p->state->panic) { // `import torch`: it was no type
        p->errors++;
        p->state->panic = true;
        p->state->tok = &p->state->eof;
        return false;
    }
    if (fresh && !end && !p->state->panic) {
        struct hd_diag *diag = parse_report(p, parse_after(p), "expected `;` after %s", of);
        bool function = p->state->last >= 0 && p->toks[p->state->last].kind == TK_RPAREN &&
                        !strcmp(what, "the declaration of") && !(t->flags & TF_BOL);
        if (function && parse_cu(p) && t->kind != TK_RBRACE)
            parse_help(p, diag,
                       "or `{` before what it does, and `}` behind it, if it is a function");
        return !p->state->panic;
    }
    if (end)
        parse_fail(p, parse_after(p), "expected `;` after %s", of);
    else if (t->kind == TK_RPAREN || t->kind == TK_RBRACKET)
        parse_fail(p, parse_here(p), "this `%s` closes nothing", t->text);
    else {
        const char *instead = parse_cu(p) ? instead_of_end(p, what, t) : NULL;
        struct hd_diag *diag =
            parse_fail(p, parse_after(p), "expected `;` after %s, found %s", of, parse_found(p));
        help_found(p, diag, t);
        if (instead)
            parse_help(p, diag, "%s", instead);
        else if (t->kind == TK_LAUNCH_CLOSE) // k<<1, 32>>>(x)
            parse_help(p, diag,
                       "a launch reads `kernel<<<blocks, threads per block>>>(arguments)`");
    }
    return false;
}

// What is open between the start of a broken statement and the place that parse_resync has come to.
struct brackets {
    char kind[MAX_DEPTH]; // '(' '[' '{', 'f' for the parenthesis of a for
    int n;
    bool too_deep;
};

static void open_bracket(struct brackets *b, char kind) {
    if (b->n < MAX_DEPTH)
        b->kind[b->n++] = kind;
    else
        b->too_deep = true;
}

static bool inside_brace(const struct brackets *b) {
    for (int i = b->n; i-- > 0;)
        if (b->kind[i] == '{') return true;
    return false;
}

// Feeds one token; true when the innermost brace opened since the start was closed by it.
// *unmatched: it closes a brace that was opened before the start.
static bool feed_bracket(const struct parser *p, struct brackets *b, int i, bool *unmatched) {
    *unmatched = false;
    switch (p->toks[i].kind) {
    case TK_LPAREN: open_bracket(b, i > 0 && p->toks[i - 1].kind == TK_FOR ? 'f' : '('); break;
    case TK_LBRACKET: open_bracket(b, '['); break;
    case TK_LBRACE: open_bracket(b, '{'); break;
    case TK_RPAREN:
        if (b->n > 0 && (b->kind[b->n - 1] == '(' || b->kind[b->n - 1] == 'f')) b->n--;
        break;
    case TK_RBRACKET:
        if (b->n > 0 && b->kind[b->n - 1] == '[') b->n--;
        break;
    case TK_RBRACE:
        if (!inside_brace(b)) {
            *unmatched = true;
            return false;
        }
        while (b->kind[b->n - 1] != '{') b->n--;
        b->n--;
        return true;
    case TK_SEMI: // parentheses other than a for's do not hold one: they were left open
        while (b->n > 0 && (b->kind[b->n - 1] == '(' || b->kind[b->n - 1] == '[')) b->n--;
        break;
    default: break;
    }
    return false;
}

// After the `}` at i: does the statement end there?
static bool ends_after_brace(const struct parser *p, const struct brackets *b, int i) {
    int next = parse_next(p, i), kind = parse_kind_at(p, next);
    if (kind == TK_ELSE || kind == TK_SEMI || kind == TK_COMMA) return false;
    if (next >= p->n) return true;
    bool bol = p->toks[next].flags & TF_BOL;
    if (b->n == 0) return bol || kind == TK_RBRACE || starts_statement(kind);
    return bol && (starts_statement(kind) || kind == TK_IDENT || kind == TK_RBRACE);
}

void parse_resync(struct parser *p, int start, bool top) {
    struct parse_state *st = p->state;
    if (p->trial) return;
    struct brackets b = {.n = 0};
    bool unmatched;
    for (int i = start; i < p->at && i < p->n; i++) feed_bracket(p, &b, i, &unmatched);
    int i = p->at;
    for (; i < p->n; i++) {
        const struct hd_token *t = &p->toks[i];
        if (i > start && i > st->last && (t->flags & TF_BOL) && starts_statement(t->kind) &&
            !inside_brace(&b) && !(b.n > 0 && b.kind[0] == 'f') && !b.too_deep)
            break;
        bool closed = feed_bracket(p, &b, i, &unmatched);
        if (unmatched) {
            i += top;
            break;
        }
        if (t->kind == TK_SEMI && b.n == 0 && parse_kind_at(p, parse_next(p, i)) != TK_ELSE) {
            i++;
            break;
        }
        if (closed && !inside_brace(&b) && ends_after_brace(p, &b, i)) {
            i++;
            break;
        }
    }
    if (i > p->at || i == start) {
        st->last = i > start ? i - 1 : start;
        if (i == start && i < p->n && (top || p->toks[i].kind != TK_RBRACE)) i++;
    }
    if (st->last >= 0 && st->last < p->n)
        st->last_end = p->toks[st->last].loc + p->toks[st->last].len;
    st->panic = false;
    st->no_gt = false;
    p->at = i;
    parse_settle(p);
}

// Words of the language near enough to be what was meant.
static const char *near_keyword(const char *name, enum hd_lang lang, bool types_only, int *best) {
    int n;
    const struct hd_keyword *words = hd_keywords(&n);
    static const char types[] =
        " auto char const double enum extern float inline int long short signed static struct"
        " typedef union unsigned void volatile bool template constexpr __global__ __device__"
        " __host__ __shared__ __constant__ __managed__ ";
    const char *found = NULL;
    for (int i = 0; i < n; i++) {
        if (!(words[i].langs & (lang == HD_LANG_C ? 1 : 2))) continue;
        const char *text = words[i].name, *at = strstr(types, text);
        bool is_type = at && at[-1] == ' ' && at[strlen(text)] == ' ';
        if ((text[0] == '_' && !is_type) || (types_only && !is_type)) continue;
        int d = hd_edit_distance(name, text, *best - 1);
        if (d < *best) *best = d, found = text;
    }
    return found;
}

const char *parse_suggest(struct parser *p, const char *name, bool types_only) {
    if (p->trial || p->state->panic) return NULL;
    int len = (int)strlen(name), best = len < 2 ? 1 : len < 5 ? 2 : 3;
    const char *word = near_keyword(name, p->lang, types_only, &best);
    const char *other = hd_suggest(p->front, name);
    if (other && types_only && parse_classify(p, other) != NAME_TYPE) other = NULL;
    if (other && hd_edit_distance(name, other, best) < best) return other;
    return word;
}
