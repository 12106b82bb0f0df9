// The parser's base: tokens and pragmas, nodes, scopes of names, and the top level of a cell or
// program.
//
// parse_item gives one top-level item after the other. Where C++ says "declaration if it can be
// one, else expression statement", the decision is made from the first tokens (parse_decl_at)
// before anything is consumed. The names an item declares are kept in the parser's own scopes until
// the item ends; from then on the session knows them, because each item is checked before the next
// one is parsed. hd_is_complete (`trial`) checks nothing, so there the names stay.
//
// Example: in `typedef float T; T f(T x) { return x * T(2); }` the second item finds T through
// check_classify, x through the scope of f, and takes `T(2)` for a functional cast because T is a
// type.
#include "front/check/check.h"
#include "front/parse/parse.h"

#include <assert.h>
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

static const char *pragma_text(const struct hd_token *t, size_t *len) {
    const char *s = t->text ? t->text : "", *end = s + (t->text ? t->text_len : 0);
    while (s < end && (*s == ' ' || *s == '\t')) s++;
    while (end > s && (end[-1] == ' ' || end[-1] == '\t' || end[-1] == '\r' || end[-1] == '\n'))
        end--;
    *len = (size_t)(end - s);
    return s;
}

static bool skip_word(const char **s, size_t *len, const char *word) {
    size_t n = strlen(word);
    if (*len < n || memcmp(*s, word, n) != 0) return false;
    if (*len > n && ((*s)[n] == '_' || ((*s)[n] >= '0' && (*s)[n] <= '9') ||
                     ((*s)[n] >= 'a' && (*s)[n] <= 'z')))
        return false;
    *s += n, *len -= n;
    while (*len > 0 && (**s == ' ' || **s == '\t' || **s == '(' || **s == ',')) ++*s, --*len;
    return true;
}

// #pragma pack(n), pack(push), pack(push, n), pack(pop), pack(); an identifier after push is
// ignored.
static void pragma_pack(struct parser *p, const char *s, size_t len) {
    struct parse_state *st = p->state;
    bool push = skip_word(&s, &len, "push");
    bool pop = !push && skip_word(&s, &len, "pop");
    if (push && st->npack < MAX_PACK) st->pack_stack[st->npack++] = p->pack;
    if (pop && st->npack > 0) p->pack = st->pack_stack[--st->npack];
    int value = 0;
    bool digits = false;
    for (size_t i = 0; i < len && value < 1000; i++)
        if (s[i] >= '0' && s[i] <= '9') value = value * 10 + (s[i] - '0'), digits = true;
    if (digits)
        p->pack =
            value == 1 || value == 2 || value == 4 || value == 8 || value == 16 ? value : p->pack;
    else if (!push && !pop)
        p->pack = 0;
}

// What it says inside of a function holds for the whole of it, and outside for what follows; nvcc
// passes it over.
static void pragma_contract(struct parser *p, bool off) {
    struct parse_state *st = p->state;
    if (st->contract_at != p->at) {
        st->contract_at = p->at;
        st->no_contract_before = p->no_contract;
    }
    p->no_contract = off;
}

static void pragma_effect(struct parser *p, int i) {
    size_t len;
    const char *s = pragma_text(&p->toks[i], &len);
    if (skip_word(&s, &len, "pack"))
        pragma_pack(p, s, len);
    else if (skip_word(&s, &len, "STDC") && skip_word(&s, &len, "FP_CONTRACT"))
        pragma_contract(p, len == 3 && !memcmp(s, "OFF", 3));
    else if (skip_word(&s, &len, "unroll") || skip_word(&s, &len, "nounroll"))
        p->state->unroll_at = i;
    else if (skip_word(&s, &len, "GCC") && skip_word(&s, &len, "unroll"))
        p->state->unroll_at = i;
}

// Makes the token at p->at (or the next one that counts) the current one.
void parse_settle(struct parser *p) {
    struct parse_state *st = p->state;
    int at = parse_skip(p, p->at);
    for (int i = p->at > st->pragmas_done ? p->at : st->pragmas_done; i < at; i++)
        if (p->toks[i].kind == TK_PRAGMA) pragma_effect(p, i);
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
    int *match = HD_NEW_ARRAY(p->arena, int, p->n), innermost = -1;
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

// The index behind it: of the same token when more `>` are left.
static int after_angle(const struct parser *p, int i, bool sure) {
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

// ---- nodes --------------------------------------------------------------------------------------

bool parse_enter(struct parser *p) {
    if (++p->depth <= MAX_DEPTH) return true;
    struct parse_state *st = p->state;
    if (st->told_deep && !st->panic) {
        p->errors++;
        st->panic = true;
        st->tok = &st->eof;
        p->at = p->n; // no second try
    }
    struct hd_diag *diag =
        parse_fail(p, parse_here(p), "nested too deeply: more than %d levels", MAX_DEPTH);
    parse_help(p, diag, "give an inner part a name of its own: a variable or a function");
    st->told_deep = true;
    return false;
}

struct hd_ast *parse_node_at(struct parser *p, enum hd_ast_kind kind, int op, hd_loc from) {
    struct hd_ast *n = HD_NEW(p->arena, struct hd_ast);
    n->kind = (uint16_t)kind;
    n->op = (uint16_t)op;
    n->tok =
        parse_tok(p) == &p->state->eof || parse_tok(p) == &p->state->edited ? NULL : parse_tok(p);
    n->loc = parse_tok(p)->loc;
    n->range.from = n->range.to = from;
    return n;
}

struct hd_ast *parse_node(struct parser *p, enum hd_ast_kind kind, int op) {
    return parse_node_at(p, kind, op, parse_tok(p)->loc);
}

static void set_height(struct parser *p, struct hd_ast *n, int height) {
    n->height = height;
    if (height > p->state->tallest) p->state->tallest = height;
    if (height <= MAX_HEIGHT) return;
    struct hd_diag *diag =
        parse_fail(p, n->range, "this is too long a chain: more than %d levels", MAX_HEIGHT);
    parse_help(p, diag, "split it into several statements");
}

struct hd_ast *parse_done(struct parser *p, struct hd_ast *n) {
    int height = 0;
    for (int i = 0; i < n->nkids; i++)
        if (n->kids[i] && n->kids[i]->height >= height) height = n->kids[i]->height + 1;
    n->range = parse_from(p, n->range.from);
    set_height(p, n, height);
    return n;
}

struct hd_ast *parse_kids(struct parser *p, struct hd_ast *n, const ast_vec *kids) {
    n->kids = kids->v;
    n->nkids = kids->n;
    return parse_done(p, n);
}

struct hd_ast *parse_kids_of(struct parser *p, struct hd_ast *n, int count, ...) {
    n->kids = HD_NEW_ARRAY(p->arena, struct hd_ast *, count);
    n->nkids = count;
    va_list args;
    va_start(args, count);
    for (int i = 0; i < count; i++) n->kids[i] = va_arg(args, struct hd_ast *);
    va_end(args);
    return parse_done(p, n);
}

struct hd_ast *parse_nothing(struct parser *p) {
    return parse_node_at(p, AST_EMPTY, 0, p->state->last_end);
}

int parse_tall_begin(struct parser *p) {
    int mark = p->state->tallest;
    p->state->tallest = 0;
    return mark;
}

struct hd_ast *parse_tall_done(struct parser *p, struct hd_ast *n, int mark) {
    n->range = parse_from(p, n->range.from);
    int height = p->state->tallest + 1;
    p->state->tallest = mark;
    set_height(p, n, height);
    return n;
}

// ---- names --------------------------------------------------------------------------------------

static struct parse_name **bucket(const struct parse_state *st, const char *name) {
    return &st->buckets[((uintptr_t)name >> 3) * 0x9E3779B1u >> 8 & (unsigned)(st->nbuckets - 1)];
}

// Four times as many buckets; names go back in the order in which they were declared.
static void grow_names(struct parser *p) {
    struct parse_state *st = p->state;
    struct parse_name **all = HD_NEW_ARRAY(p->arena, struct parse_name *, st->nnames + 1);
    int n = 0;
    for (struct parse_scope *s = p->scope; s; s = s->outer)
        for (struct parse_name *e = s->newest; e; e = e->in_scope) all[n++] = e;
    st->nbuckets = st->nbuckets ? st->nbuckets * 4 : 32;
    st->buckets = HD_NEW_ARRAY(p->arena, struct parse_name *, st->nbuckets);
    while (n-- > 0) {
        struct parse_name **b = bucket(st, all[n]->name);
        all[n]->in_bucket = *b;
        *b = all[n];
    }
}

void parse_push(struct parser *p, struct parse_scope *scope) {
    scope->outer = p->scope;
    scope->newest = NULL;
    scope->nused = p->state->used.n;
    p->scope = scope;
}

void parse_pop(struct parser *p) {
    for (struct parse_name *e = p->scope->newest; e; e = e->in_scope) {
        *bucket(p->state, e->name) = e->in_bucket;
        p->state->nnames--;
    }
    p->state->used.n = p->scope->nused;
    p->scope = p->scope->outer;
}

void parse_declare(struct parser *p, const char *name, enum name_class cls) {
    struct parse_state *st = p->state;
    if (!name || !p->scope) return;
    if (st->nnames >= st->nbuckets) grow_names(p);
    struct parse_name *e = HD_NEW(p->arena, struct parse_name);
    struct parse_name **b = bucket(st, name);
    e->name = name;
    e->cls = cls;
    e->is_pack = false;
    e->inner = (struct parse_inner){0};
    e->in_bucket = *b;
    e->in_scope = p->scope->newest;
    *b = p->scope->newest = e;
    st->nnames++;
}

void parse_declare_tag(struct parser *p, const char *name, const struct hd_spec *spec) {
    parse_declare(p, name, NAME_TYPE);
    if (name && p->scope) p->scope->newest->inner.spec = spec;
}

const struct parse_name *parse_find_name(const struct parser *p, const char *name) {
    if (p->state->nbuckets)
        for (const struct parse_name *e = *bucket(p->state, name); e; e = e->in_bucket)
            if (e->name == name) return e;
    return NULL;
}

static enum name_class ask(struct parser *p, struct hd_space *space, const char *name,
                           bool qualified, struct parse_inner *inner) {
    *inner = (struct parse_inner){0};
    return check_classify(p->front, space, name, qualified, p->lang, inner);
}

static enum name_class member_class(struct parser *p, const struct parse_inner *in,
                                    const char *name, struct parse_inner *inner, int depth);

// Types and templates of a base that is a struct template's tree; its other names are found when
// they are checked.
static enum name_class in_used(struct parser *p, const struct parse_inner *used, const char *name,
                               struct parse_inner *inner) {
    if (!used->spec) return ask(p, used->space, name, true, inner);
    bool whole = used->spec->has_body && used->spec->members;
    enum name_class cls = whole ? member_class(p, used, name, inner, 0) : NAME_UNKNOWN;
    return cls == NAME_TYPE || cls == NAME_TEMPLATE ? cls : NAME_UNKNOWN;
}

static enum name_class unqualified(struct parser *p, const char *name, struct parse_inner *inner) {
    const struct parse_name *e = parse_find_name(p, name);
    if (e) {
        *inner = e->inner;
        return e->cls;
    }
    enum name_class cls = ask(p, p->space, name, false, inner);
    for (int i = p->state->used.n - 1; i >= 0 && cls == NAME_UNKNOWN; i--)
        cls = in_used(p, &p->state->used.v[i], name, inner);
    return cls;
}

enum name_class parse_classify(struct parser *p, const char *name) {
    struct parse_inner inner;
    return unqualified(p, name, &inner);
}

// ---- qualified names ----------------------------------------------------------------------------

static void alias_leads(struct parser *p, const struct hd_spec *within, const struct hd_ast *type,
                        struct parse_inner *inner);

// What `name` is in a struct template's bases, whose names are looked up where the template was
// written. NAME_OTHER: nothing, or what it is depends on arguments.
static enum name_class base_class(struct parser *p, const struct parse_inner *in, const char *name,
                                  struct parse_inner *inner, int depth) {
    for (int i = 0; i < in->spec->nbases && in->home && depth < 32; i++) {
        const struct hd_spec *base = in->spec->bases[i].type->spec;
        const struct hd_qual *q = base ? base->qual : NULL;
        struct parse_inner leads = {.space = q && q->rooted ? hd_space_global(p->front) : in->home};
        if (!base || base->base != BASE_NAME || !base->name) continue;
        bool qualified = q && q->rooted;
        for (int k = 0; q && k < q->nparts && leads.space; k++, qualified = true)
            if (q->parts[k].of || !q->parts[k].name ||
                ask(p, leads.space, q->parts[k].name, qualified, &leads) == NAME_UNKNOWN)
                leads = (struct parse_inner){0};
        if (!leads.space) continue;
        ask(p, leads.space, base->name, qualified, &leads);
        enum name_class cls = NAME_OTHER;
        if (leads.spec)
            cls = member_class(p, &leads, name, inner, depth + 1);
        else if (leads.space)
            cls = ask(p, leads.space, name, true, inner);
        if (cls == NAME_TYPE || cls == NAME_TEMPLATE) return cls;
    }
    *inner = (struct parse_inner){0};
    return NAME_OTHER;
}

// What `name` is among the members of a struct whose tree this is.
static enum name_class member_class(struct parser *p, const struct parse_inner *in,
                                    const char *name, struct parse_inner *inner, int depth) {
    const struct hd_spec *spec = in->spec;
    *inner = (struct parse_inner){0};
    if (spec->tag_kind != TK_ENUM && spec->has_body && !spec->members)
        return unqualified(p, name, inner); // its body is being parsed
    for (int i = 0; i < spec->nmembers && spec->tag_kind != TK_ENUM; i++) {
        const struct hd_ast *m = spec->members[i];
        if (m->kind == AST_USING && m->name == name) {
            if (!m->qual && m->nkids) alias_leads(p, spec, m->kids[0], inner);
            return !m->qual || m->is_type ? NAME_TYPE : NAME_OTHER;
        }
        if (m->kind == AST_FUNCTION && m->is_template && m->name == name) return NAME_TEMPLATE;
        if (m->kind != AST_DECLARATION) continue;
        if (m->spec->base == BASE_TAG && m->spec->name == name) {
            inner->spec = m->spec;
            return NAME_TYPE;
        }
        for (int k = 0; k < m->nkids; k++)
            if (m->kids[k]->name == name)
                return m->spec->flags & SPEC_TYPEDEF ? NAME_TYPE
                       : m->is_template              ? NAME_TEMPLATE
                                                     : NAME_OTHER;
    }
    // `struct A : B {}`: what B has is asked when it is checked
    enum name_class cls = base_class(p, in, name, inner, depth);
    return cls == NAME_OTHER && spec->nbases && !spec->nmembers ? NAME_UNKNOWN : cls;
}

// The class of component `name` behind `in`, and what it leads to itself.
static enum name_class component(struct parser *p, const struct parse_inner *in, bool first,
                                 bool known, const char *before, const char *name,
                                 struct parse_inner *leads) {
    if (first) return unqualified(p, name, leads);
    if (in->spec) return member_class(p, in, name, leads, 0);
    if (in->space) return ask(p, in->space, name, true, leads);
    *leads = (struct parse_inner){0};
    if (before && hd_built_in_member(before, name)) return NAME_TEMPLATE; // random::normal<double>
    return known ? NAME_OTHER : NAME_UNKNOWN; // depends on template parameters: no type, says C++
}

// What stands behind the `::` of a type that spec names.
static void spec_leads(struct parser *p, const struct hd_spec *spec, struct parse_inner *inner) {
    struct parse_inner in = {0};
    const struct hd_qual *q = spec->qual;
    bool first = true;
    *inner = in;
    if (spec->base != BASE_NAME || !spec->name) return;
    if (q && q->rooted) {
        in.space = p->front ? hd_space_global(p->front) : NULL;
        first = false;
    }
    for (int i = 0; q && i < q->nparts; i++) {
        if (q->parts[i].of) return; // decltype
        component(p, &in, first, true, NULL, q->parts[i].name, inner);
        in = *inner;
        first = false;
    }
    component(p, &in, first, true, NULL, spec->name, inner);
}

// Inside of the struct with the tree `within` that type may be a name of another member.
static void alias_leads(struct parser *p, const struct hd_spec *within, const struct hd_ast *type,
                        struct parse_inner *inner) {
    const struct hd_spec *spec = type->spec;
    if (!spec || (type->declr && type->declr->derivs)) return;
    for (int i = 0; !spec->qual && i < within->nmembers; i++) {
        const struct hd_ast *m = within->members[i];
        if (m->kind != AST_DECLARATION || m->spec->base != BASE_TAG || m->spec->name != spec->name)
            continue;
        inner->spec = m->spec;
        return;
    }
    spec_leads(p, spec, inner);
}

void parse_declare_alias(struct parser *p, const char *name, const struct hd_spec *spec) {
    struct parse_inner leads;
    spec_leads(p, spec, &leads);
    parse_declare(p, name, NAME_TYPE);
    if (name && p->scope) p->scope->newest->inner = leads;
}

int parse_decltype_scope_at(const struct parser *p, int i) {
    if (parse_kind_at(p, i) != TK_DECLTYPE || p->lang != HD_LANG_CU) return -1;
    int open = parse_next(p, i);
    if (parse_kind_at(p, open) != TK_LPAREN) return -1;
    int scope = parse_next(p, parse_match(p, open));
    return parse_kind_at(p, scope) == TK_SCOPE ? scope : -1;
}

bool parse_path_at(struct parser *p, int i, struct parse_path *path) {
    bool cu = p->lang == HD_LANG_CU, first = true, known = true;
    *path = (struct parse_path){0};
    if (cu && parse_kind_at(p, i) == TK_SCOPE) {
        path->rooted = true;
        path->in.space = p->front ? hd_space_global(p->front) : NULL;
        first = false;
        i = parse_next(p, i);
    }
    int scope = cu && !path->rooted ? parse_decltype_scope_at(p, i) : -1;
    if (scope >= 0) {
        path->parts = 1;
        first = known = false;
        i = parse_next(p, scope);
    }
    for (const char *before = NULL;; path->parts++) {
        path->template_word = path->parts && parse_kind_at(p, i) == TK_TEMPLATE;
        if (path->template_word) i = parse_next(p, i); // A::template f
        path->name = i;
        path->bare = path->after = parse_next(p, i);
        int kind = i == p->at ? parse_tok(p)->kind : parse_kind_at(p, i); // a keyword may be a name
        if (kind != TK_IDENT) {
            path->special = true;
            return !first &&
                   (parse_kind_at(p, i) == TK_OPERATOR || parse_kind_at(p, i) == TK_TILDE);
        }
        struct parse_inner leads;
        const char *name = p->toks[i].text;
        path->cls = component(p, &path->in, first, known, before, name, &leads);
        bool own = path->in.spec && path->in.spec->name != name && path->cls == NAME_TYPE;
        path->ctor = before == name && !own; // `num<0>::next::next` is a member's member
        path->leads = leads;
        if (!cu) return true;
        if (parse_kind_at(p, path->bare) == TK_LT &&
            (path->cls == NAME_TYPE || path->cls == NAME_TEMPLATE || path->cls == NAME_UNKNOWN ||
             path->template_word || !known)) {
            int after = after_angle(p, path->bare,
                                    path->cls == NAME_TYPE || path->cls == NAME_TEMPLATE ||
                                        path->template_word);
            if (after >= 0 && (path->cls == NAME_TYPE || path->cls == NAME_TEMPLATE ||
                               path->template_word || parse_kind_at(p, after) == TK_SCOPE))
                path->after = after;
        }
        int next = parse_next(p, path->after);
        if (parse_kind_at(p, path->after) != TK_SCOPE || parse_kind_at(p, next) == TK_STAR)
            return true;
        if (p->state->in_index && path->cls == NAME_OTHER) return true; // a[i::2]
        known = path->cls != NAME_UNKNOWN;
        if (path->in.spec && path->naround < MOST_AROUND)
            path->around[path->naround++] = path->in.spec;
        path->in = leads;
        before = name;
        first = false;
        i = next;
    }
}

int parse_member_star_at(struct parser *p, int i) {
    struct parse_path path;
    int kind = parse_kind_at(p, i), next = parse_next(p, i), behind = parse_kind_at(p, next);
    if (p->lang != HD_LANG_CU || (kind != TK_IDENT && kind != TK_SCOPE)) return -1;
    if (kind == TK_IDENT && behind != TK_SCOPE && behind != TK_LT) return -1;
    if (!parse_path_at(p, i, &path) || path.special) return -1;
    int star = parse_next(p, path.after);
    return parse_kind_at(p, path.after) == TK_SCOPE && parse_kind_at(p, star) == TK_STAR ? star
                                                                                         : -1;
}

bool parse_may_be_qualified(const struct parser *p) {
    int next = parse_peek(p);
    return parse_cu(p) && (parse_is(p, TK_SCOPE) || next == TK_SCOPE || next == TK_LT ||
                           parse_decltype_scope_at(p, p->at) >= 0);
}

struct hd_qual *parse_qual(struct parser *p, const struct parse_path *path) {
    if (!path->rooted && !path->parts) return NULL;
    struct hd_qual *q = HD_NEW(p->arena, struct hd_qual);
    hd_loc from = parse_tok(p)->loc;
    q->rooted = path->rooted;
    q->parts = HD_NEW_ARRAY(p->arena, struct hd_name_part, path->parts + 1);
    if (q->rooted) parse_advance(p);
    while (q->nparts < path->parts && !p->state->panic) {
        struct hd_name_part *part = &q->parts[q->nparts++];
        if (parse_is(p, TK_TEMPLATE)) parse_advance(p);
        part->name = parse_tok(p)->text;
        part->range = parse_here(p);
        if (parse_is(p, TK_DECLTYPE))
            part->of = parse_decltype(p);
        else
            parse_advance(p);
        if (parse_is(p, TK_LT)) {
            ast_vec args = {0};
            parse_template_args(p, &args);
            part->targs = args.n ? args.v : HD_NEW_ARRAY(p->arena, struct hd_ast *, 1);
            part->ntargs = args.n;
            part->range = parse_from(p, part->range.from);
        }
        if (!parse_is(p, TK_SCOPE))
            parse_expect(p, TK_SCOPE, "in a qualified name");
        else
            parse_advance(p);
    }
    if (parse_is(p, TK_TEMPLATE)) parse_advance(p);
    q->range = parse_from(p, from);
    return q;
}

static void declare_member(struct parser *p, const struct hd_ast *m) {
    if (m->kind == AST_FUNCTION && !(m->member & MEMBER_CTOR))
        parse_declare(p, m->name, m->is_template ? NAME_TEMPLATE : NAME_OTHER);
    if (m->kind == AST_USING && !m->qual && m->nkids && m->kids[0]->spec &&
        !(m->kids[0]->declr && m->kids[0]->declr->derivs))
        parse_declare_alias(p, m->name, m->kids[0]->spec);
    else if (m->kind == AST_USING)
        parse_declare(p, m->name, !m->qual || m->is_type ? NAME_TYPE : NAME_OTHER);
    if (m->kind != AST_DECLARATION) return;
    bool type = m->spec->flags & SPEC_TYPEDEF;
    for (int k = 0; k < m->nkids; k++)
        parse_declare(p, m->kids[k]->name,
                      type             ? NAME_TYPE
                      : m->is_template ? NAME_TEMPLATE
                                       : NAME_OTHER);
    if (m->spec->base == BASE_TAG && m->spec->name && (m->spec->has_body || !m->nkids))
        parse_declare_tag(p, m->spec->name, m->spec);
}

void parse_declare_members(struct parser *p, struct hd_ast *const *members, int n) {
    for (int i = 0; i < n; i++) declare_member(p, members[i]);
}

void parse_enter_inner(struct parser *p, const struct parse_path *path) {
    const struct parse_inner *inner = &path->in;
    for (int i = 0; i < path->naround; i++)
        parse_declare_members(p, path->around[i]->members, path->around[i]->nmembers);
    if (inner->space) p->space = inner->space;
    if (inner->spec && inner->spec->members)
        parse_declare_members(p, inner->spec->members, inner->spec->nmembers);
}

bool parse_declared_here(struct parser *p, const char *name) {
    for (struct parse_name *e = p->scope ? p->scope->newest : NULL; e; e = e->in_scope)
        if (e->name == name) return true;
    return false;
}

// ---- #pragma unroll -----------------------------------------------------------------------------

// The factor is text in one token: a number, or an expression, which is lexed and parsed here and
// now.
static struct hd_ast *pragma_expr(struct parser *p, const struct hd_token *pragma, const char *text,
                                  size_t len) {
    struct hd_source *source = HD_NEW(p->arena, struct hd_source);
    source->name = "#pragma";
    source->text = hd_strndup(p->arena, text, len);
    source->len = len;
    source->base = pragma->loc;
    source->lang = p->lang;
    struct lexer lx;
    lex_init(&lx, source, 0, len, p->arena, NULL);
    HD_VEC(struct hd_token) toks = {0};
    for (struct hd_token t; (t = lex_next(&lx)).kind != TK_EOF && toks.n < 1000;) {
        t.loc = t.spelled = pragma->loc;
        t.len = pragma->len;
        HD_PUSH(p->arena, &toks, t);
    }
    struct hd_token end = {.kind = TK_EOF, .loc = pragma->loc, .spelled = pragma->loc};
    HD_PUSH(p->arena, &toks, end);
    struct parser saved = *p;
    struct parse_state saved_state = *p->state;
    p->toks = toks.v;
    p->n = toks.n - 1;
    p->at = 0;
    p->state->pragmas_done = 0;
    parse_settle(p);
    struct hd_ast *expr = parse_conditional(p);
    if (!parse_is(p, TK_EOF))
        parse_report(p, parse_tok_range(pragma), "`#pragma unroll` takes one constant expression");
    int errors = p->errors;
    bool panic = p->state->panic;
    *p = saved;
    *p->state = saved_state;
    p->errors = errors;
    return panic ? NULL : expr;
}

void parse_take_unroll(struct parser *p, struct hd_ast *loop, int pragma) {
    if (pragma < 0) return;
    size_t len;
    const struct hd_token *t = &p->toks[pragma];
    const char *s = pragma_text(t, &len);
    skip_word(&s, &len, "GCC");
    if (skip_word(&s, &len, "nounroll")) {
        loop->unroll = 1;
        return;
    }
    skip_word(&s, &len, "unroll");
    while (len > 0 && (s[len - 1] == ')' || s[len - 1] == ' ') && !memchr(s, '(', len)) len--;
    int value = 0;
    size_t i = 0;
    while (i < len && s[i] >= '0' && s[i] <= '9' && value < 100000)
        value = value * 10 + (s[i++] - '0');
    if (len == 0)
        loop->unroll = -1;
    else if (i == len)
        loop->unroll = value < 1 ? 1 : value;
    else
        loop->unroll_expr = pragma_expr(p, t, s, len);
}

// ---- top level ----------------------------------------------------------------------------------

void parse_init(struct parser *p, struct hd_front *front, const struct hd_tokens *toks,
                enum hd_lang lang) {
    memset(p, 0, sizeof *p);
    p->front = front;
    p->diags = front ? front->diags : NULL;
    p->toks = toks->v;
    p->n = toks->v ? toks->n : 0;
    p->lang = lang;
    p->space = front ? hd_space_global(front) : NULL;
}

static void begin(struct parser *p) {
    if (p->state) return;
    assert(p->arena && (p->diags || p->trial));
    struct parse_state *st = p->state = HD_NEW(p->arena, struct parse_state);
    st->eof.kind = TK_EOF;
    st->eof.flags = TF_BOL;
    if (p->n > 0) {
        const struct hd_token *end = &p->toks[p->n - 1];
        st->eof.loc = st->eof.spelled = end->loc + end->len;
    }
    st->last = -1;
    st->unroll_at = -1;
    st->tok = &st->eof;
    parse_settle(p);
}

static void open_top(struct parser *p, bool extern_c, struct hd_space *space) {
    struct parse_state *st = p->state;
    if (st->nopen == MAX_OPEN) {
        parse_fail(p, parse_here(p), "too many nested `extern` and `namespace` blocks");
        return;
    }
    st->open[st->nopen].extern_c = extern_c;
    st->open[st->nopen].unnamed = st->nopen > 0 && st->open[st->nopen - 1].unnamed;
    st->open[st->nopen].outer = p->space;
    st->open[st->nopen++].at = p->at;
    if (space) p->space = space;
    parse_advance(p);
}

static bool is_extern_c(const struct parser *p) {
    const struct parse_state *st = p->state;
    return p->extern_c || (st->nopen > 0 && st->open[st->nopen - 1].extern_c);
}

// `extern "C" {`: its items come one by one. false: it is something else.
static bool extern_block(struct parser *p) {
    if (!parse_is(p, TK_EXTERN) || parse_peek(p) != TK_STRING) return false;
    int string = parse_next(p, p->at);
    if (parse_kind_at(p, parse_next(p, string)) != TK_LBRACE)
        return false; // one declaration: a specifier
    bool c = p->toks[string].text_len == 1;
    parse_advance(p);
    parse_advance(p);
    open_top(p, c, NULL);
    return true;
}

static bool namespace_at(const struct parser *p) {
    return parse_is(p, TK_NAMESPACE) || (parse_is(p, TK_INLINE) && parse_peek(p) == TK_NAMESPACE);
}

// The space of a namespace inside of the one at hand.
static struct hd_space *inside(struct parser *p, const char *name) {
    if (!p->front || p->trial) return NULL;
    struct hd_space *outer = p->space ? p->space : hd_space_global(p->front);
    struct hd_space *space = hd_space_in(p->front, outer, name, SPACE_NAMESPACE);
    if (space->is_std && !(parse_tok(p)->flags & TF_SYSTEM)) waiting_all(p->front);
    return space;
}

// `namespace A {`, `namespace A::B {`, `inline namespace`, `namespace {`, `namespace a = A;`. What
// stands inside comes as items that follow. A namespace without a name is as if it were not there,
// but that its names are the file's own.
struct hd_ast *parse_namespace(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_NAMESPACE, 0);
    if (parse_accept(p, TK_INLINE)) n->op = TK_INLINE;
    parse_advance(p);
    parse_attributes(p, &n->attrs);
    if (!parse_is(p, TK_IDENT)) {
        if (!parse_is(p, TK_LBRACE))
            parse_fail(p, parse_after(p), "expected `{` after `namespace`, found %s",
                       parse_found(p));
        else {
            open_top(p, is_extern_c(p), NULL);
            struct parse_state *st = p->state;
            if (st->nopen > 0) st->open[st->nopen - 1].unnamed = true;
        }
        return NULL;
    }
    n->name = parse_tok(p)->text;
    n->loc = parse_tok(p)->loc;
    n->space = p->space;
    parse_advance(p);
    if (parse_accept(p, TK_ASSIGN)) {
        n->op = TK_ASSIGN;
        struct parse_inner inner;
        n->qual = parse_namespace_name(p, &inner);
        parse_semi(p, "the namespace alias", n->name);
        parse_declare(p, n->name, NAME_SPACE);
        if (p->scope) p->scope->newest->inner = inner;
        return parse_done(p, n);
    }
    struct hd_space *space = inside(p, n->name), *outer = p->space;
    HD_VEC(const char *) more = {0};
    while (parse_is(p, TK_SCOPE) && parse_peek(p) == TK_IDENT) { // namespace A::B {
        parse_advance(p);
        HD_PUSH(p->arena, &more, parse_tok(p)->text);
        p->space = space;
        space = inside(p, parse_tok(p)->text);
        p->space = outer;
        parse_advance(p);
    }
    if (more.n) { // each a name inside of the one before it
        n->qual = HD_NEW(p->arena, struct hd_qual);
        n->qual->parts = HD_NEW_ARRAY(p->arena, struct hd_name_part, more.n);
        for (int i = 0; i < more.n; i++) n->qual->parts[n->qual->nparts++].name = more.v[i];
    }
    if (p->trial) parse_declare(p, n->name, NAME_SPACE);
    if (!parse_is(p, TK_LBRACE))
        parse_fail(p, parse_after(p), "expected `{` after `namespace %s`, found %s", n->name,
                   parse_found(p));
    else
        open_top(p, is_extern_c(p), space);
    return parse_done(p, n);
}

// `name(...) {` : a function whose type was left out. C: also `name(a) int a; {`.
static bool untyped_function(struct parser *p) {
    if (!parse_is(p, TK_IDENT) || parse_peek(p) != TK_LPAREN) return false;
    int after = parse_next(p, parse_match(p, parse_next(p, p->at)));
    int kind = parse_kind_at(p, after);
    const char *near;
    if (kind == TK_LBRACE) return !p->cell || !parse_misspelt_at(p, p->at, &near);
    return p->lang == HD_LANG_C && after < p->n && parse_decl_at(p, after) &&
           parse_kind_at(p, parse_next(p, parse_next(p, p->at))) == TK_IDENT;
}

// A declaration of a C program may lack its type altogether: `x = 3;`, `f(a, b) { ... }`, `*p;`.
static bool implicit_int(struct parser *p) {
    if (p->lang != HD_LANG_C || p->cell) return false;
    if (parse_is(p, TK_ATTRIBUTE)) return true;
    if (parse_is(p, TK_STAR)) return parse_peek(p) == TK_IDENT || parse_peek(p) == TK_STAR;
    switch (parse_is(p, TK_IDENT) ? parse_peek(p) : TK_EOF) {
    case TK_LPAREN:
    case TK_SEMI:
    case TK_ASSIGN:
    case TK_LBRACKET:
    case TK_COMMA: return true;
    default: return false;
    }
}

static struct hd_ast *no_statement_here(struct parser *p) {
    struct parse_state *st = p->state;
    struct hd_range range = parse_here(p);
    if (parse_is(p, TK_ELSE) || parse_is(p, TK_RPAREN) || parse_is(p, TK_RBRACKET)) {
        parse_fail(p, range, "expected a declaration, found %s", parse_found(p));
        return NULL;
    }
    const char *word = parse_is(p, TK_IDENT) && parse_cu(p) ? parse_tok(p)->text : NULL;
    const char *meant =
        word && parse_classify(p, word) == NAME_UNKNOWN ? parse_specifier_meant(word) : NULL;
    if (meant) {
        parse_help(p, parse_fail(p, range, "unknown word `%s`", word), "did you mean `%s`?", meant);
        return NULL;
    }
    if (parse_is(p, TK_IDENT) &&
        parse_peek(p) == TK_IDENT) { // `real f(real x)` where `real` is a variable
        parse_fail(p, range, "`%s` is no type, and a declaration begins with one",
                   parse_tok(p)->text);
        return NULL;
    }
    if (!st->told_statement) {
        struct hd_diag *diag =
            parse_fail(p, range, "a program has statements only inside functions");
        parse_help(p, diag,
                   "move it into a function; at the prompt and in cells it could stand here");
        st->told_statement = true;
        return NULL;
    }
    p->errors++;
    st->panic = true;
    st->tok = &st->eof;
    return NULL;
}

static struct hd_ast *top_item(struct parser *p) {
    if (extern_block(p)) return NULL;
    if (namespace_at(p)) return parse_namespace(p);
    switch (parse_tok(p)->kind) {
    case TK_TEMPLATE: return parse_template(p);
    case TK_EXTERN:
        if (parse_cu(p) && parse_peek(p) == TK_TEMPLATE) return parse_template(p);
        break;
    case TK_USING: return parse_using(p);
    case TK_STATIC_ASSERT: return parse_static_assert(p);
    case TK_ASM: return parse_asm(p);
    case TK_EXTENSION:
        if (parse_kind_at(p, parse_next(p, p->at)) == TK_STATIC_ASSERT) {
            parse_advance(p);
            return parse_static_assert(p);
        }
        break;
    default: break;
    }
    bool friend = p->replay && parse_word(parse_tok(p), "friend");
    if (friend || parse_decl_at(p, p->at) || parse_guide_at(p) || untyped_function(p) ||
        implicit_int(p))
        return parse_declaration(p, DECL_TOP);
    if (p->cell) return parse_stmt(p, true);
    return no_statement_here(p);
}

// What an item with errors still declares, so that later uses of its names stay quiet.
static struct hd_ast *salvage(struct parser *p, struct hd_ast *item, bool broken) {
    if (!item) return NULL;
    if (item->kind == AST_FUNCTION) {
        struct hd_ast *d = parse_node_at(p, AST_DECLARATOR_INIT, 0, item->range.from);
        d->declr = item->declr;
        d->kids = HD_NEW_ARRAY(p->arena, struct hd_ast *, 1);
        d->nkids = 1;
        item->kind = AST_DECLARATION;
        item->declr = NULL;
        item->kids = HD_NEW_ARRAY(p->arena, struct hd_ast *, 1);
        item->kids[0] = d;
        item->nkids = 1;
        return item;
    }
    if (item->kind != AST_DECLARATION || item->is_template)
        return item->kind == AST_DECLARATION && !broken ? item : NULL;
    bool keep = (!broken && item->spec->base != BASE_AUTO) ||
                (item->spec->base == BASE_TAG && item->spec->has_body);
    struct hd_spec *spec = HD_NEW(p->arena, struct hd_spec);
    *spec = *item->spec;
    if (!keep) spec->base = BASE_ERROR;
    spec->attrs = NULL;
    item->spec = spec;
    for (int i = 0; i < item->nkids; i++) {
        struct hd_ast *d = item->kids[i];
        d->op = 0;
        d->nkids = 1;
        d->kids = HD_NEW_ARRAY(p->arena, struct hd_ast *, 1);
        if (broken) d->declr->derivs = NULL, d->declr->attrs = NULL, d->declr->bits = NULL;
    }
    return item;
}

static bool at_end_of_items(struct parser *p) {
    struct parse_state *st = p->state;
    while (!st->panic) {
        if (parse_is(p, TK_SEMI)) {
            parse_advance(p);
        } else if (parse_is(p, TK_RBRACE) && st->nopen > 0) {
            p->space = st->open[--st->nopen].outer;
            parse_advance(p);
        } else if (parse_is(p, TK_RBRACE)) {
            struct hd_diag *diag = parse_report(p, parse_here(p), "this `}` closes nothing");
            parse_help(p, diag, "take it out, or look for a missing `{` above");
            parse_advance(p);
        } else {
            break;
        }
    }
    if (!parse_is(p, TK_EOF)) return false;
    if (st->nopen > 0 && !st->panic) {
        const struct hd_token *open = &p->toks[st->open[--st->nopen].at];
        struct hd_diag *diag =
            parse_fail(p, parse_after(p), "expected `}` before the end of the input");
        parse_note(p, diag, parse_tok_range(open), "to close this `{`");
    }
    return true;
}

bool parse_has_hoisted(const struct parser *p) {
    return p->state && p->state->hoisted_taken < p->state->nhoisted;
}

void parse_restart(struct parser *p, int at) {
    begin(p);
    p->at = at;
    p->state->nhoisted = p->state->hoisted_taken = 0;
    p->state->pragmas_done = at;
    parse_settle(p);
}

struct hd_ast *parse_item(struct parser *p) {
    begin(p);
    if (p->state->hoisted_taken < p->state->nhoisted)
        return p->state->hoisted[p->state->hoisted_taken++];
    for (;;) {
        if (at_end_of_items(p)) return NULL;
        struct parse_state *st = p->state;
        struct parse_scope own;
        int from = p->at, errors = p->errors;
        p->unknown_type = false;
        p->depth = 0;
        p->item_pack = p->pack;
        p->item_no_contract = p->no_contract;
        p->item_extern_c = is_extern_c(p);
        p->item_unnamed = st->nopen > 0 && st->open[st->nopen - 1].unnamed;
        struct hd_space *space = p->space;
        st->tallest = 0;
        if (!p->trial || !p->scope)
            parse_push(p, p->trial ? HD_NEW(p->arena, struct parse_scope) : &own);
        st->nhoisted = st->hoisted_taken = 0;
        st->record = NULL;
        bool member = p->replay && space && space->kind == SPACE_RECORD;
        int nopen = st->nopen;
        struct hd_ast *item = member ? parse_member_text(p) : top_item(p);
        if (st->nopen == nopen) p->space = space; // a qualified name may have led elsewhere
        bool broken = st->panic;
        if (broken) parse_resync(p, from, true);
        if (p->errors > errors) {
            item = salvage(p, item, broken);
            st->nhoisted = 0;
        }
        if (!p->trial) parse_pop(p);
        assert(p->at > from || st->panic);
        if (item && !(p->trial && st->panic)) {
            item->tok_from = from;
            item->tok_to = st->last + 1;
            item->space = space;
            return item;
        }
    }
}

struct hd_ast *parse_function_body(struct parser *p, struct hd_ast *function) {
    if (function->kids[0] || !function->body_toks) return function->kids[0];
    p->toks = function->body_toks;
    p->n = function->body_to;
    p->at = function->body_from;
    p->state = NULL;
    p->skip_bodies = false;
    begin(p);
    p->depth = 0;
    int errors = p->errors;
    struct parse_scope scope;
    parse_push(p, &scope);
    parse_params_into_scope(p, function);
    p->state->function = function->declr->name;
    p->state->function_open = parse_tok(p);
    struct hd_ast *body = parse_block(p);
    parse_pop(p);
    if (p->errors > errors) return NULL;
    function->kids[0] = body;
    return body;
}
