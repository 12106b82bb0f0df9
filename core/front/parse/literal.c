// Literals with a suffix of the program's own or of C++'s library: `4_km`, `1.5_kg`, `250ms`,
// `"text"s`, `'c'_x`. Whether a number's suffix is one is told by its letters: those of the
// language win, `_` begins the program's, and a table has the library's.
//
// Example: `4_km` is AST_USER_LITERAL with the name `operator""_km`; kids[0] is the number 4.
#include <string.h>

#include "front/parse/parse.h"

static const char *operator_name(struct parser *p, const char *suffix) {
    return hd_intern_str(hd_printf(p->arena, "operator\"\"%s", suffix));
}

static bool is_digit(char ch, bool hex) {
    return (ch >= '0' && ch <= '9') || (hex && ((ch | 32) >= 'a' && (ch | 32) <= 'f')) || ch == '.';
}

// Where the suffix of a pp-number begins.
static const char *number_end(const char *s) {
    bool hex = s[0] == '0' && (s[1] | 32) == 'x';
    bool binary = s[0] == '0' && (s[1] | 32) == 'b' && (s[2] == '0' || s[2] == '1');
    if (hex || binary) s += 2;
    while (is_digit(*s, hex)) s++;
    if ((*s | 32) == (hex ? 'p' : 'e')) {
        const char *e = s + 1;
        if (*e == '+' || *e == '-') e++;
        if (*e >= '0' && *e <= '9') {
            while (*e >= '0' && *e <= '9') e++;
            return e;
        }
    }
    return s;
}

static bool is_user_suffix(const char *s) {
    static const char *const library[] = {"h", "min", "s", "ms", "us", "ns", "i", "if", "il"};
    for (int i = 0; i < HD_COUNT(library); i++)
        if (!strcmp(s, library[i])) return true;
    return *s == '_';
}

static struct hd_ast *user_literal(struct parser *p, struct hd_ast *literal, const char *suffix) {
    struct hd_ast *n = parse_node_at(p, AST_USER_LITERAL, 0, literal->range.from);
    n->name = operator_name(p, suffix);
    n->loc = literal->range.from;
    n->tok = literal->tok;
    return parse_kids_of(p, n, 1, literal);
}

struct hd_ast *parse_number(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_NUMBER, 0);
    parse_advance(p);
    n = parse_done(p, n);
    const char *end = parse_cu(p) && n->tok->text ? number_end(n->tok->text) : "";
    if (!is_user_suffix(end)) return n;
    struct hd_token *plain = HD_NEW(p->arena, struct hd_token);
    *plain = *n->tok;
    plain->text_len = (uint32_t)(end - n->tok->text);
    plain->text = hd_intern(n->tok->text, plain->text_len);
    struct hd_ast *user = user_literal(p, n, end);
    n->tok = plain;
    return user;
}

struct hd_ast *parse_suffixed(struct parser *p, struct hd_ast *literal) {
    const struct hd_token *t = parse_tok(p), *last = t - 1;
    bool suffix = parse_cu(p) && t->kind == TK_IDENT && !(t->flags & (TF_SPACE | TF_BOL)) &&
                  t->macro == last->macro &&
                  (last->kind == TK_STRING || last->kind == TK_CHARACTER);
    if (!suffix || p->at == 0) return literal;
    struct hd_ast *n = user_literal(p, literal, t->text);
    parse_advance(p);
    return parse_done(p, n);
}

const char *parse_literal_operator(struct parser *p) {
    parse_advance(p);
    bool word = parse_is(p, TK_IDENT) || parse_is(p, TK_IF); // `1if`
    const char *name =
        word ? operator_name(p, parse_is(p, TK_IF) ? "if" : parse_tok(p)->text) : NULL;
    if (name)
        parse_advance(p);
    else
        parse_fail(p, parse_after(p), "expected a suffix after `operator\"\"`, found %s",
                   parse_found(p));
    return name;
}
