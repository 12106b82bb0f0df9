// Lambdas: `[captures] attributes (parameters) mutable noexcept -> type { body }`.
//
// The function is an AST_FUNCTION called operator(), the captures a list beside it.
//
// Example: `[=, &sum] __device__ (int i) { sum += a[i]; }`.
#include "front/parse/parse.h"

// Python's and JavaScript's way of writing a list looks like a lambda's captures.
static const char list_help[] = "a list of values stands in braces: `{1, 2, 3}`";

// Whether the `[` here opens a list of values, as Python writes one among arguments and indices of
// arrays: `a[[0, 2]]`, `array([1, 2])`. A lambda goes on behind its `]`.
bool parse_bracket_list(struct parser *p) {
    if (!parse_cu(p) || !parse_is(p, TK_LBRACKET) || parse_peek(p) == TK_RBRACKET) return false;
    int after = parse_kind_at(p, parse_match(p, p->at) + 1);
    return after == TK_COMMA || after == TK_RPAREN || after == TK_RBRACKET;
}

// An AST_INIT_LIST whose op is TK_LBRACKET: only words of arrays and indices take it.
struct hd_ast *parse_bracketed(struct parser *p) {
    const struct hd_token *open = parse_tok(p);
    struct hd_ast *n = parse_node(p, AST_INIT_LIST, TK_LBRACKET);
    ast_vec kids = {0};
    if (!parse_enter(p)) return parse_nothing(p);
    parse_advance(p);
    do HD_PUSH(p->arena, &kids, parse_bracket_list(p) ? parse_bracketed(p) : parse_assign(p));
    while (parse_accept(p, TK_COMMA) && !p->state->panic);
    parse_close(p, TK_RBRACKET, open);
    parse_leave(p);
    return parse_kids(p, n, &kids);
}

static bool ends_capture(int kind) { return kind == TK_COMMA || kind == TK_RBRACKET; }

static struct hd_ast *capture_value(struct parser *p) {
    const struct hd_token *open = parse_tok(p);
    if (parse_accept(p, TK_ASSIGN)) return parse_initializer(p);
    if (!parse_accept(p, TK_LPAREN) && !parse_accept(p, TK_LBRACE)) return NULL;
    struct hd_ast *value = parse_assign(p);
    parse_close(p, open->kind == TK_LPAREN ? TK_RPAREN : TK_RBRACE, open);
    return value;
}

static struct hd_capture capture(struct parser *p, struct hd_lambda *l) {
    struct hd_capture k = {.range = parse_here(p)};
    hd_loc from = k.range.from;
    if ((parse_is(p, TK_ASSIGN) || parse_is(p, TK_AMP)) && ends_capture(parse_peek(p))) {
        l->all = parse_tok(p)->kind;
        parse_advance(p);
        return k;
    }
    if (parse_accept(p, TK_STAR)) k.star_this = true;
    if (parse_accept(p, TK_THIS)) {
        k.is_this = true;
        k.range = parse_from(p, from);
        return k;
    }
    k.by_ref = parse_accept(p, TK_AMP);
    k.is_pack = parse_accept(p, TK_ELLIPSIS);
    if (!parse_is(p, TK_IDENT)) {
        bool value = parse_is(p, TK_NUMBER) || parse_is(p, TK_STRING) ||
                     parse_is(p, TK_CHARACTER) || parse_is(p, TK_MINUS);
        struct hd_diag *diag =
            parse_fail(p, parse_here(p), "expected the name of a variable to capture, found %s",
                       parse_found(p));
        if (value) parse_help(p, diag, "%s", list_help);
        return k;
    }
    k.name = parse_tok(p)->text;
    parse_advance(p);
    k.init = capture_value(p);
    k.is_pack |= parse_accept(p, TK_ELLIPSIS);
    if (k.init) parse_declare(p, k.name, NAME_OTHER);
    k.range = parse_from(p, from);
    return k;
}

static void captures(struct parser *p, struct hd_lambda *l) {
    const struct hd_token *open = parse_tok(p);
    HD_VEC(struct hd_capture) list = {0};
    parse_advance(p);
    while (!parse_is(p, TK_RBRACKET) && !parse_is(p, TK_EOF)) {
        struct hd_capture k = capture(p, l);
        if (k.name || k.is_this) HD_PUSH(p->arena, &list, k);
        if (!parse_accept(p, TK_COMMA)) break;
    }
    parse_close(p, TK_RBRACKET, open);
    l->captures = list.v;
    l->n = list.n;
}

static void attributes(struct parser *p, struct hd_spec *spec) {
    for (;;) {
        if (parse_accept(p, TK_DEVICE))
            spec->flags |= SPEC_DEVICE;
        else if (parse_accept(p, TK_HOST))
            spec->flags |= SPEC_HOST;
        else if (parse_accept(p, TK_FORCEINLINE))
            spec->flags |= SPEC_FORCEINLINE;
        else if (parse_attribute_at(p, p->at) && !p->state->panic)
            parse_attributes(p, &spec->attrs);
        else
            return;
    }
}

static void body(struct parser *p, struct hd_ast *fn) {
    struct parse_state *st = p->state;
    struct parse_scope scope;
    const char *outer = st->function;
    const struct hd_token *outer_open = st->function_open;
    parse_push(p, p->trial ? HD_NEW(p->arena, struct parse_scope) : &scope);
    parse_params_into_scope(p, fn);
    st->function = fn->name;
    st->function_open = parse_tok(p);
    fn->kids = HD_NEW_ARRAY(p->arena, struct hd_ast *, 1);
    fn->nkids = 1;
    if (parse_is(p, TK_LBRACE))
        fn->kids[0] = parse_enter(p) ? parse_function_block(p, fn) : parse_nothing(p);
    else if (parse_is(p, TK_SEMI) || parse_is(p, TK_RPAREN) || parse_is(p, TK_COMMA))
        parse_help(p,
                   parse_fail(p, parse_here(p),
                              "expected `{` at the start of the lambda's body, found %s",
                              parse_found(p)),
                   "%s", list_help);
    else
        parse_expect(p, TK_LBRACE, "at the start of the lambda's body");
    if (fn->kids[0]) parse_leave(p);
    st->function = outer;
    st->function_open = outer_open;
    parse_pop(p);
}

struct hd_ast *parse_lambda(struct parser *p) {
    struct parse_state *st = p->state;
    struct parse_scope scope;
    struct hd_ast *n = parse_node(p, AST_LAMBDA, 0), *fn = parse_node(p, AST_FUNCTION, 0);
    struct hd_lambda *l = n->lambda = HD_NEW(p->arena, struct hd_lambda);
    bool no_gt = st->no_gt, lambda = st->lambda, method = st->method;
    int mark = parse_tall_begin(p), count = 0;
    st->no_gt = st->method = false;
    parse_push(p, p->trial ? HD_NEW(p->arena, struct parse_scope) : &scope);
    captures(p, l);
    l->fn = fn;
    fn->spec = HD_NEW(p->arena, struct hd_spec);
    fn->spec->base = BASE_AUTO;
    fn->spec->range = fn->range;
    fn->declr = HD_NEW(p->arena, struct hd_declr);
    fn->name = fn->declr->name = hd_intern_str("operator()");
    fn->declr->range = fn->declr->name_range = fn->range;
    if (parse_is(p, TK_LT)) parse_lambda_params(p, fn);
    attributes(p, fn->spec);
    st->lambda = true;
    st->trailing = NULL;
    st->is_mutable = false;
    struct hd_deriv *d;
    if (parse_is(p, TK_LPAREN)) {
        d = parse_function_suffix(p, &count);
    } else {
        d = HD_NEW(p->arena, struct hd_deriv);
        d->kind = DERIV_FUNCTION;
        d->range = parse_here(p);
        parse_after_params(p, d);
    }
    st->lambda = lambda;
    l->is_mutable = st->is_mutable;
    d->trailing = st->trailing;
    st->trailing = NULL;
    fn->declr->derivs = d;
    for (int i = 0; i < d->nparams; i++)
        if (d->params[i].spec && d->params[i].spec->base == BASE_AUTO) fn->is_template = true;
    body(p, fn);
    parse_pop(p);
    st->no_gt = no_gt;
    st->method = method;
    fn->range = parse_from(p, n->range.from);
    return parse_tall_done(p, n, mark);
}
