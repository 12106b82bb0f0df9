// Templates: `template <...>` before functions, structs and members that are defined outside of
// their struct.
//
// The parameters are declared in the item's scope, so that the rest is parsed as any declaration
// is. A struct template keeps its member functions among its members, with their bodies
// (state->generic): they are no items of their own, for only its instances have functions.
// `template <> ...` has no parameters; its arguments follow the name.
//
// Example: `template <typename T, int N = 4> struct Vec { T v[N]; };` gives an AST_DECLARATION with
// two tparams, whose spec has the body.
#include "front/parse/parse.h"

static void no_pack(struct parser *p) {
    if (!parse_is(p, TK_ELLIPSIS)) return;
    struct hd_diag *diag = parse_fail(p, parse_here(p), "parameter packs are not supported");
    parse_help(p, diag, "write one function for each number of arguments");
}

static struct hd_tparam template_param(struct parser *p) {
    struct hd_tparam t = {.range = parse_here(p)};
    bool type = parse_is(p, TK_CLASS);
    if (parse_is(p, TK_TYPENAME)) {
        int next = parse_next(p, p->at), after = parse_kind_at(p, parse_next(p, next));
        type = parse_kind_at(p, next) != TK_IDENT || after != TK_SCOPE;
    }
    if (parse_is(p, TK_TEMPLATE)) {
        parse_fail(p, parse_here(p), "a template cannot be the parameter of a template here");
    } else if (type) {
        t.is_type = true;
        parse_advance(p);
        no_pack(p);
        if (parse_is(p, TK_IDENT)) {
            t.name = parse_tok(p)->text;
            parse_advance(p);
        }
        if (parse_accept(p, TK_ASSIGN)) t.dflt = parse_type_name(p);
    } else {
        t.spec = parse_spec(p, SPEC_PARAM);
        if (t.spec->base == BASE_NONE) {
            struct hd_diag *diag = parse_fail(
                p, parse_here(p), "expected a template parameter, found %s", parse_found(p));
            parse_help(p, diag, "write `typename T` for a type, or `int N` for a number");
            return t;
        }
        no_pack(p);
        t.declr = parse_declarator(p, DECLR_PARAM, t.spec);
        t.name = t.declr->name;
        if (parse_accept(p, TK_ASSIGN)) t.dflt = parse_conditional(p);
    }
    t.range = parse_from(p, t.range.from);
    parse_declare(p, t.name, t.is_type ? NAME_TYPE : NAME_OTHER);
    return t;
}

static void template_params(struct parser *p, struct hd_ast *n) {
    HD_VEC(struct hd_tparam) params = {0};
    bool no_gt = p->state->no_gt;
    p->state->no_gt = true;
    do {
        struct hd_tparam t = template_param(p);
        HD_PUSH(p->arena, &params, t);
    } while (!p->state->panic && parse_accept(p, TK_COMMA));
    p->state->no_gt = no_gt;
    n->tparams = params.v;
    n->ntparams = params.n;
}

// What may follow template<...> in C++ but not here.
static bool no_template_of(struct parser *p) {
    const struct hd_token *t = parse_tok(p);
    struct hd_diag *diag;
    if (t->kind == TK_USING) {
        diag = parse_fail(p, parse_here(p),
                          "only functions and structs can be templates, not type names");
        parse_help(p, diag, "name each type that you need with `using`");
    } else if (t->kind == TK_TEMPLATE) {
        parse_fail(p, parse_here(p),
                   "only one `template<...>` can stand before a function or struct");
    } else if (parse_word(t, "requires") || parse_word(t, "concept")) {
        diag = parse_fail(p, parse_here(p), "constraints are not supported");
        parse_help(p, diag, "leave them out, or use `static_assert` in the body");
    } else {
        return false;
    }
    return true;
}

// `struct name {`, `struct name;`, `struct name<...> {`; not a function that returns a struct.
static bool struct_follows(struct parser *p) {
    if (!parse_is(p, TK_STRUCT) && !parse_is(p, TK_CLASS) && !parse_is(p, TK_UNION)) return false;
    int i = parse_next(p, p->at);
    while (parse_attribute_at(p, i))
        i = parse_next(p,
                       parse_match(p, parse_kind_at(p, i) == TK_LBRACKET ? i : parse_next(p, i)));
    int kind = parse_kind_at(p, parse_next(p, i));
    if (parse_kind_at(p, i) != TK_IDENT) return parse_kind_at(p, i) == TK_LBRACE;
    return kind == TK_LBRACE || kind == TK_SEMI || kind == TK_COLON || kind == TK_LT ||
           kind == TK_EOF || parse_word(&p->toks[parse_next(p, i)], "final");
}

static struct hd_ast *struct_template(struct parser *p, struct hd_ast *n) {
    struct parse_state *st = p->state;
    struct hd_diag *diag;
    int mark = parse_tall_begin(p);
    st->template_name = st->generic = true;
    n->spec = parse_spec(p, SPEC_DECL);
    st->template_name = st->generic = false;
    if (!st->panic && !n->spec->name) {
        diag = parse_report(p, n->spec->range, "a struct template needs a name");
        parse_help(p, diag, "write `template <...> struct name { ... };`");
    } else if (!st->panic && n->is_template && n->spec->targs) {
        diag = parse_report(p, n->spec->name_range,
                            "a struct template cannot be specialised in part here");
        parse_help(p, diag,
                   "specialise it for all of its arguments: `template <> struct %s<...> { ... };`",
                   n->spec->name);
    }
    parse_semi(p, "the struct template", n->spec->name);
    return parse_tall_done(p, n, mark);
}

static struct hd_ast *explicit_instantiation(struct parser *p, struct hd_ast *n) {
    p->state->template_name = true; // made when called, so this asks for nothing
    parse_generic_declaration(p, NULL);
    p->state->template_name = false;
    n->kind = AST_EMPTY;
    return parse_done(p, n);
}

struct hd_ast *parse_template(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_DECLARATION, 0);
    parse_advance(p);
    if (!parse_accept(p, TK_LT)) return explicit_instantiation(p, n);
    if (parse_is(p, TK_GT))
        n->is_specialisation = true;
    else
        template_params(p, n);
    if (!parse_close_angle(p) || no_template_of(p)) return NULL;
    n->is_template = !n->is_specialisation;
    if (struct_follows(p)) return struct_template(p, n);
    p->state->template_name = n->is_specialisation;
    struct hd_ast *d = parse_generic_declaration(p, n);
    p->state->template_name = false;
    if (!p->state->panic && d->kind == AST_DECLARATION &&
        (d->nkids != 1 || !parse_function_deriv(d->kids[0]->declr))) {
        const struct hd_qual *scope = d->nkids ? d->kids[0]->declr->qual : NULL;
        struct hd_diag *diag =
            parse_report(p, d->range,
                         scope ? "a static member of a struct template is defined inside of it"
                               : "only functions and structs can be templates");
        parse_help(p, diag,
                   scope ? "write `static inline` and the value in the struct"
                         : "use a `constexpr` function for a value that depends on a type");
        d->spec->base = scope ? BASE_ERROR : d->spec->base;
    }
    return d;
}
