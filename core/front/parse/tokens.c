// The parser's view of the tokens: the one at hand, those ahead, brackets and their partners, and
// the
// `<` and `>` of template arguments.
//
// Looking ahead changes nothing. Partners of brackets are found once for all tokens, so that asking
// for one takes no time; whether a `<` opens arguments is guessed from what stands in it
// (parse_angle): `a < b && c > d` compares, `f<a, b>(c)` does not.
#include "front/parse/parse.h"

#include <stdlib.h>
#include <string.h>

// ---- tokens -------------------------------------------------------------------------------------

// Pragmas are no tokens for the grammar.
int parse_skip(const struct parser *p, int i) {
    while (i < p->n && p->toks[i].kind == TK_PRAGMA) i++;
    return i < p->n ? i : p->n;
}

int parse_kind_at(const struct parser *p, int i) { return i < p->n ? p->toks[i].kind : TK_EOF; }

// A header in C may use words as names that are keywords of C++ only: `int rename(const char *old,
// char *new)`.
static bool keyword_as_name(const struct parser *p, const struct hd_token *t) {
    switch (t->kind) {
    case TK_NEW:
    case TK_DELETE:
    case TK_THIS:
    case TK_CLASS:
    case TK_PUBLIC:
    case TK_PRIVATE:
    case TK_OPERATOR:
    case TK_NAMESPACE:
    case TK_TEMPLATE:
    case TK_USING:
    case TK_TYPENAME: break;
    default: return false;
    }
    if ((t->kind == TK_CLASS || t->kind == TK_TYPENAME) && p->at > 0 &&
        (parse_kind_at(p, p->at - 1) == TK_LT || parse_kind_at(p, p->at - 1) == TK_COMMA))
        return false; // `template <class T, class = void>`
    if (t->kind == TK_DELETE && p->at > 0 && parse_kind_at(p, p->at - 1) == TK_ASSIGN) return false;
    switch (parse_kind_at(p, p->at + 1)) {
    case TK_COMMA:
    case TK_RPAREN:
    case TK_SEMI:
    case TK_DOT: return true;
    case TK_LBRACKET:
    case TK_ASSIGN:
    case TK_ARROW: // `delete[] p`, `operator[](int i)`
        return t->kind != TK_DELETE && t->kind != TK_OPERATOR;
    default: return false;
    }
}

// Makes the token at p->at (or the next one that counts) the current one.
void parse_settle(struct parser *p) {
    struct parse_state *st = p->state;
    int at = parse_skip(p, p->at);
    for (int i = p->at > st->pragmas_done ? p->at : st->pragmas_done; i < at; i++)
        if (p->toks[i].kind == TK_PRAGMA) parse_pragma_effect(p, i);
    if (at > st->pragmas_done) st->pragmas_done = at;
    p->at = at;
    st->tok = at < p->n ? &p->toks[at] : &st->eof;
    if (parse_cu(p) && (st->tok->flags & TF_SYSTEM) && keyword_as_name(p, st->tok)) {
        st->edited = *st->tok;
        st->edited.kind = TK_IDENT;
        st->tok = &st->edited;
    }
}

void parse_advance(struct parser *p) {
    struct parse_state *st = p->state;
    if (st->tok == &st->eof) return;
    st->last = p->at;
    st->last_end = st->tok->loc + st->tok->len;
    p->at++;
    parse_settle(p);
}

bool parse_accept(struct parser *p, int kind) {
    if (!parse_is(p, kind)) return false;
    parse_advance(p);
    return true;
}

static int bracket_step(int kind) {
    switch (kind) {
    case TK_LPAREN:
    case TK_LBRACKET:
    case TK_LBRACE: return 1;
    case TK_RPAREN:
    case TK_RBRACKET:
    case TK_RBRACE: return -1;
    default: return 0;
    }
}

// The partner of every opening bracket, found in one pass; while a bracket is open its entry links
// to the one around it.
static int *match_table(const struct parser *p) {
    int *match = HD_NEW_ARRAY(p->scratch, int, p->n), innermost = -1;
    for (int i = 0; i < p->n; i++) {
        int step = bracket_step(p->toks[i].kind);
        if (step > 0) {
            match[i] = innermost;
            innermost = i;
        } else if (step < 0 && innermost >= 0) {
            int outer = match[innermost];
            match[innermost] = i;
            innermost = outer;
        }
    }
    while (innermost >= 0) {
        int outer = match[innermost];
        match[innermost] = p->n;
        innermost = outer;
    }
    return match;
}

// Short distances are walked; the first long one makes the table, so that unclosed brackets cost no
// more than that.
int parse_match(const struct parser *p, int i) {
    int open = 0, end = i + 100 < p->n ? i + 100 : p->n;
    if (i >= p->n || bracket_step(p->toks[i].kind) <= 0) return p->n;
    for (int k = i; k < end; k++) {
        open += bracket_step(p->toks[k].kind);
        if (open == 0) return k;
    }
    if (!p->state->match) p->state->match = match_table(p);
    return p->state->match[i];
}

void parse_match_all(struct parser *p) {
    if (!p->state->match) p->state->match = match_table(p);
}

// Whether the `<` at i compares: what stands before it is no template's name.
static bool compares(struct parser *p, int i) {
    if (i == 0 || p->toks[i - 1].kind != TK_IDENT) {
        int before = i ? p->toks[i - 1].kind : TK_EOF;
        return before == TK_RPAREN || before == TK_NUMBER || before == TK_CHARACTER ||
               before == TK_TRUE || before == TK_FALSE;
    }
    if (i > 1 && (p->toks[i - 2].kind == TK_SCOPE || p->toks[i - 2].kind == TK_DOT ||
                  p->toks[i - 2].kind == TK_ARROW || p->toks[i - 2].kind == TK_TEMPLATE))
        return false;
    return parse_classify(p, p->toks[i - 1].text) == NAME_OTHER;
}

// *rest: how many more `>` the closing token has. Template arguments hold no statement and no
// assignment; anything else between < and > is taken for them. sure: a template's name comes before
// it, so that it can be nothing else.
static int angle(const struct parser *cp, int i, bool sure, int *rest) {
    struct parser *p = (struct parser *)cp; // looking changes nothing
    int open = 0;
    for (; i < p->n; i++) {
        switch (p->toks[i].kind) {
        case TK_LT: open += open && compares(p, i) ? 0 : 1; break;
        case TK_GT: open -= 1; break;
        case TK_SHR: open -= 2; break;
        case TK_LAUNCH_CLOSE: open -= 3; break;
        case TK_LPAREN:
        case TK_LBRACKET: i = parse_match(p, i); break;
        case TK_AND_AND:
        case TK_OR_OR:
            if (!sure) return -1;
            break;
        case TK_LBRACE:
            if (!sure) return -1;
            i = parse_match(p, i);
            break;
        case TK_SEMI:
        case TK_RBRACE:
        case TK_RPAREN:
        case TK_RBRACKET:
        case TK_ASSIGN:
        case TK_LAUNCH_OPEN: return -1;
        default: break;
        }
        if (open <= 0) {
            *rest = -open;
            return i;
        }
    }
    return -1;
}

int parse_angle(const struct parser *p, int i) {
    int rest;
    return angle(p, i, false, &rest);
}

int parse_angle_of(struct parser *p, int i, enum name_class cls) {
    int rest;
    return angle(p, i, cls == NAME_TYPE || cls == NAME_TEMPLATE, &rest);
}

int parse_after_angle(const struct parser *p, int i, bool sure) {
    int rest, close = angle(p, i, sure, &rest);
    return close < 0 || rest > 0 ? close : parse_next(p, close);
}

bool parse_close_angle(struct parser *p) {
    struct parse_state *st = p->state;
    int rest;
    switch (st->tok->kind) {
    case TK_GT: parse_advance(p); return true;
    case TK_SHR: rest = TK_GT; break;
    case TK_LAUNCH_CLOSE: rest = TK_SHR; break;
    default: { // `>=` and `>>=` stay whole ([temp.names]/3)
        bool whole = parse_is(p, TK_GE) || parse_is(p, TK_SHR_ASSIGN);
        struct hd_diag *diag = parse_fail(
            p, parse_after(p), "expected `>` at the end of the template arguments, found %s",
            parse_found(p));
        if (whole)
            parse_help(p, diag, "`>=` is one operator: a blank before the `=` ends the arguments");
        return false;
    }
    }
    struct hd_token t = *st->tok;
    bool spelled = t.loc == t.spelled;
    st->last = p->at;
    st->last_end = t.loc + (spelled ? 1 : t.len);
    t.kind = (uint8_t)rest;
    t.text = t.text + 1;
    t.text_len--;
    if (spelled) t.loc++, t.spelled++, t.len--;
    st->edited = t;
    st->tok = &st->edited;
    return true;
}

bool parse_word(const struct hd_token *tok, const char *text) {
    return tok->kind == TK_IDENT && strcmp(tok->text, text) == 0;
}
