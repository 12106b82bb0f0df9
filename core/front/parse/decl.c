// Declarators, declarations, function definitions, `using`, initialisers.
//
// A declarator is kept as a list of steps from the specifiers outwards (struct hd_deriv): for one
// pair of parentheses level that is pointers, then suffixes from right to left, then the steps of
// the inner declarator. `int (*f[3])(char)` is FUNCTION(char), POINTER, ARRAY 3: array of 3
// pointers to function(char) of int.
//
// `T x(...)` in CU declares a function when the parentheses can hold parameters (parse_params_at),
// else it gives x constructor arguments (op TK_LPAREN). A trailing return type is moved to the
// front: `auto f(int) -> float *` is kept as `float *f(int)`; when it mentions decltype (which may
// need the parameters) the function stays `auto`, and the type follows from its return statements.
#include "front/parse/parse.h"

#include <string.h>

// ---- declarators --------------------------------------------------------------------------------

struct chain {
    struct hd_deriv *head, *tail;
};

static void append(struct chain *c, struct chain more) {
    if (!more.head) return;
    if (c->tail)
        c->tail->next = more.head;
    else
        c->head = more.head;
    c->tail = more.tail;
}

static void prepend(struct chain *c, struct hd_deriv *d) {
    d->next = c->head;
    c->head = d;
    if (!c->tail) c->tail = d;
}

static struct hd_deriv *new_deriv(struct parser *p, enum hd_deriv_kind kind, int *count) {
    struct hd_deriv *d = HD_NEW(p->arena, struct hd_deriv);
    d->kind = kind;
    d->range = parse_here(p);
    if (++*count == MAX_DERIVS)
        parse_fail(p, parse_here(p), "this declarator is too long: more than %d parts", MAX_DERIVS);
    return d;
}

static unsigned qualifier(struct parser *p) {
    switch (parse_tok(p)->kind) {
    case TK_CONST: return Q_CONST;
    case TK_VOLATILE: return Q_VOLATILE;
    case TK_RESTRICT: return Q_RESTRICT;
    case TK_ATOMIC: return Q_ATOMIC;
    default: return 0;
    }
}

static unsigned qualifiers(struct parser *p, struct hd_attr **attrs) {
    unsigned quals = 0;
    for (;;) {
        unsigned q = qualifier(p);
        const struct hd_token *t = parse_tok(p);
        if (!q && parse_cu(p) && parse_word(t, "restrict") &&
            (parse_peek(p) == TK_IDENT || parse_peek(p) == TK_RPAREN ||
             parse_peek(p) == TK_COMMA)) {
            parse_warn(p, parse_here(p), "restrict", "in CUDA it is spelled `__restrict__`",
                       "`restrict` is a keyword of C only");
            q = Q_RESTRICT;
        }
        if (q)
            parse_advance(p);
        else if (attrs && t->kind == TK_ATTRIBUTE)
            parse_attributes(p, attrs);
        else
            return quals;
        quals |= q;
    }
}

// The class of `C::*`.
static struct hd_ast *member_class(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_TYPE_NAME, 0);
    n->spec = parse_spec(p, SPEC_TYPE_NAME);
    n->declr = HD_NEW(p->arena, struct hd_declr);
    n->declr->range = parse_after(p);
    if (n->spec->base == BASE_NONE)
        parse_fail(p, parse_here(p), "expected a class, found %s", parse_found(p));
    parse_expect(p, TK_SCOPE, "behind the class");
    return parse_done(p, n);
}

// `*`, `&`, `&&`, `C::*` and their qualifiers.
static struct chain pointers(struct parser *p, int *count) {
    struct chain c = {0};
    for (;;) {
        enum hd_deriv_kind kind;
        if (parse_is(p, TK_STAR))
            kind = DERIV_POINTER;
        else if (parse_cu(p) && parse_is(p, TK_AMP))
            kind = DERIV_REF;
        else if (parse_cu(p) && parse_is(p, TK_AND_AND))
            kind = DERIV_RVALUE_REF;
        else if (parse_member_star_at(p, p->at) >= 0)
            kind = DERIV_MEMBER;
        else
            return c;
        struct hd_deriv *d = new_deriv(p, kind, count);
        if (kind == DERIV_MEMBER) d->of = member_class(p);
        if (p->state->panic) return c;
        parse_advance(p);
        d->quals = qualifiers(p, &d->attrs);
        d->range = parse_from(p, d->range.from);
        append(&c, (struct chain){d, d});
    }
}

static struct hd_deriv *array_suffix(struct parser *p, int *count) {
    const struct hd_token *open = parse_tok(p);
    struct hd_deriv *d = new_deriv(p, DERIV_ARRAY, count);
    bool no_gt = p->state->no_gt;
    p->state->no_gt = false;
    parse_advance(p);
    d->is_static = parse_accept(p, TK_STATIC);
    d->quals = qualifiers(p, NULL);
    d->is_static |= parse_accept(p, TK_STATIC);
    if (parse_is(p, TK_STAR) && parse_peek(p) == TK_RBRACKET) {
        d->star = true;
        parse_advance(p);
    } else if (!parse_is(p, TK_RBRACKET)) {
        d->size = parse_assign(p);
    }
    p->state->no_gt = no_gt;
    parse_close(p, TK_RBRACKET, open);
    d->range = parse_from(p, d->range.from);
    return d;
}

static bool identifier_list_at(struct parser *p) {
    if (p->lang != HD_LANG_C || !parse_is(p, TK_IDENT)) return false;
    int next = parse_peek(p);
    return (next == TK_COMMA || next == TK_RPAREN) &&
           parse_classify(p, parse_tok(p)->text) != NAME_TYPE;
}

typedef HD_VEC(struct hd_param) param_vec;

static void identifier_list(struct parser *p, param_vec *params) {
    do {
        struct hd_param param = {.range = parse_here(p)};
        if (!parse_is(p, TK_IDENT)) {
            parse_fail(p, parse_here(p), "expected the name of a parameter, found %s",
                       parse_found(p));
            return;
        }
        param.declr = HD_NEW(p->arena, struct hd_declr);
        param.declr->name = parse_tok(p)->text;
        param.declr->range = param.declr->name_range = parse_here(p);
        parse_advance(p);
        HD_PUSH(p->arena, params, param);
    } while (parse_accept(p, TK_COMMA));
}

bool parse_param(struct parser *p, struct hd_param *param) {
    *param = (struct hd_param){.range = parse_here(p)};
    hd_loc from = param->range.from;
    param->spec = parse_spec(p, SPEC_PARAM);
    if (param->spec->base == BASE_NONE &&
        !(p->lang == HD_LANG_C && (param->spec->flags || param->spec->quals))) {
        bool star = parse_is(p, TK_STAR) && parse_cu(p);
        struct hd_diag *diag = parse_fail(
            p, parse_here(p), "expected the type of a parameter, found %s", parse_found(p));
        if (star) parse_help(p, diag, "the `*` stands behind the type: `float *a`");
        return false;
    }
    param->declr = parse_declarator(p, DECLR_PARAM, param->spec);
    parse_attributes(p, &param->declr->attrs);
    if (parse_cu(p) && parse_accept(p, TK_ASSIGN)) param->init = parse_initializer(p);
    param->range = parse_from(p, from);
    parse_declare(p, param->declr->name, NAME_OTHER);
    return true;
}

static void parameter(struct parser *p, param_vec *params) {
    struct hd_param param;
    if (parse_param(p, &param)) HD_PUSH(p->arena, params, param);
}

static bool only_void(const param_vec *params) {
    const struct hd_param *a = params->v;
    return params->n == 1 && a->spec && a->spec->base == BASE_WORDS && a->spec->words.void_ &&
           !a->declr->name && !a->declr->derivs && !a->spec->quals;
}

// `noexcept`, `const` of a member function, and the trailing return type.
static void after_params(struct parser *p, struct hd_deriv *d, bool method) {
    if (!parse_cu(p)) return;
    while (p->state->lambda) {
        if (parse_word(parse_tok(p), "mutable"))
            p->state->is_mutable = true;
        else if (!parse_is(p, TK_CONSTEXPR))
            break;
        parse_advance(p);
    }
    while (method && (parse_is(p, TK_CONST) || parse_is(p, TK_VOLATILE))) {
        d->quals |= parse_is(p, TK_CONST) ? Q_CONST : Q_VOLATILE;
        parse_advance(p);
    }
    if (!method && parse_is(p, TK_CONST) && p->state->last >= 0 &&
        !parse_type_at(p, parse_next(p, p->at))) {
        struct hd_diag *diag =
            parse_report(p, parse_here(p), "only member functions can be `const`");
        parse_help(
            p, diag,
            "it says that the object is not changed; a plain function takes a `const` parameter instead");
        parse_advance(p);
    }
    if (method && (parse_is(p, TK_AMP) || parse_is(p, TK_AND_AND))) {
        d->ref_qual = parse_is(p, TK_AMP) ? 1 : 2;
        parse_advance(p);
    }
    if (parse_is(p, TK_NOEXCEPT)) d->is_noexcept = true;
    if (parse_accept(p, TK_NOEXCEPT) && parse_is(p, TK_LPAREN)) {
        const struct hd_token *open = parse_tok(p);
        parse_advance(p);
        d->throws = parse_is(p, TK_FALSE) && parse_peek(p) == TK_RPAREN;
        bool known = d->throws || (parse_is(p, TK_TRUE) && parse_peek(p) == TK_RPAREN);
        struct hd_ast *condition = parse_expr(p);
        if (!known) d->noexcept_if = condition;
        if (d->throws) d->is_noexcept = false;
        parse_close(p, TK_RPAREN, open);
    } else if (parse_is(p, TK_THROW) && parse_peek(p) == TK_LPAREN) { // `throw()`, before C++17
        const struct hd_token *open;
        parse_advance(p);
        open = parse_tok(p);
        parse_advance(p);
        d->is_noexcept = true;
        parse_close(p, TK_RPAREN, open);
    }
    if (parse_accept(p, TK_ARROW)) {
        p->state->types_before = p->state->types_of;
        p->state->trailing = parse_type_name(p);
    }
    d->requires_ = parse_requires_clause(p);
}

void parse_after_params(struct parser *p, struct hd_deriv *d) { after_params(p, d, false); }

struct hd_deriv *parse_function_suffix(struct parser *p, int *count) {
    const struct hd_token *open = parse_tok(p);
    struct hd_deriv *d = new_deriv(p, DERIV_FUNCTION, count);
    struct parse_scope scope;
    param_vec params = {0};
    bool no_gt = p->state->no_gt, method = p->state->method, lambda = p->state->lambda;
    p->state->no_gt = p->state->method = p->state->lambda = false;
    parse_advance(p);
    parse_push(p, &scope);
    if (parse_is(p, TK_RPAREN)) {
        d->oldstyle = p->lang == HD_LANG_C;
    } else if (identifier_list_at(p)) {
        d->oldstyle = true;
        identifier_list(p, &params);
    } else {
        do {
            if (parse_accept(p, TK_ELLIPSIS)) {
                d->variadic = true;
                break;
            }
            parameter(p, &params);
            if (parse_cu(p) && parse_is(p, TK_ELLIPSIS) && parse_peek(p) == TK_RPAREN) {
                d->variadic = true; // `int printf(const char * ...)`
                parse_advance(p);
            }
        } while (!p->state->panic && parse_accept(p, TK_COMMA));
        if (only_void(&params)) params.n = 0;
    }
    p->state->no_gt = no_gt;
    parse_close(p, TK_RPAREN, open);
    d->params = params.v;
    d->nparams = params.n;
    d->range = parse_from(p, d->range.from);
    p->state->lambda = lambda;
    after_params(p, d, method);
    p->state->lambda = false;
    p->state->method = method;
    parse_pop(p);
    return d;
}

// At `(` where a name may come: an inner declarator, or the parameters of an unnamed function?
static bool inner_declarator(struct parser *p, enum declr_mode mode) {
    if (!parse_is(p, TK_LPAREN)) return false;
    if (mode != DECLR_PARAM && mode != DECLR_ABSTRACT) return true;
    int next = parse_next(p, p->at), kind = parse_kind_at(p, next);
    if (parse_member_star_at(p, next) >= 0) return true;
    if (kind == TK_IDENT) {
        bool ends = parse_kind_at(p, parse_next(p, next)) ==
                    TK_RPAREN; // `int (x)`: only a name can be meant
        return mode == DECLR_PARAM && parse_classify(p, p->toks[next].text) != NAME_TYPE &&
               (ends || !parse_unknown_type_at(p, next, SPEC_PARAM));
    }
    return kind == TK_STAR || kind == TK_LPAREN || kind == TK_LBRACKET ||
           (parse_cu(p) && (kind == TK_AMP || kind == TK_AND_AND)) ||
           (kind == TK_ATTRIBUTE && !parse_type_at(p, next));
}

static void no_name(struct parser *p, const struct hd_spec *spec) {
    const struct hd_token *t = parse_tok(p);
    struct hd_diag *diag;
    if (t->kind == TK_NUMBER) {
        diag = parse_fail(p, parse_here(p), "a name cannot begin with a digit: %s", parse_found(p));
        bool comma = p->state->last >= 0 && p->toks[p->state->last].kind == TK_COMMA;
        if (comma && parse_cu(p))
            parse_help(p, diag,
                       spec && spec->base != BASE_NAME
                           ? "in a number it is a point: `3.5`"
                           : "a struct's values stand in parentheses: `dim3 grid(2, 2)`");
    } else if (t->kind != TK_EOF && t->text && t->kind >= TK_AUTO) {
        if (parse_type_at(p, p->at) && parse_peek(p) != TK_IDENT && t->kind != TK_IDENT)
            diag = parse_fail(p, parse_here(p), "%s is a word of the language: choose another name",
                              parse_found(p));
        else if (parse_type_at(p, p->at))
            diag =
                parse_fail(p, parse_here(p), "expected a name, found the type %s", parse_found(p));
        else
            diag = parse_fail(p, parse_here(p), "expected a name, but %s is a keyword",
                              parse_found(p));
        if (p->state->last >= 0 && p->toks[p->state->last].kind == TK_COMMA)
            parse_help(p, diag, "declare it on its own, after a `;`, or leave out the second type");
    } else if (spec && spec->base == BASE_NONE) {
        parse_fail(p, parse_here(p), "expected a declaration, found %s", parse_found(p));
    } else {
        bool bracket = parse_cu(p) && parse_is(p, TK_LBRACKET) && parse_peek(p) == TK_IDENT,
             length = parse_cu(p) && parse_is(p, TK_LBRACKET) && !bracket;
        diag = parse_fail(p, parse_after(p), "expected a name, found %s", parse_found(p));
        if (length) parse_help(p, diag, "an array's length stands behind its name: `int a[3]`");
        if (bracket) parse_help(p, diag, "names in brackets come with `auto`: `auto [a, b] = ...`");
    }
}

static void operator_declarator(struct parser *p, struct hd_declr *d) {
    hd_loc from = parse_tok(p)->loc;
    bool literal = parse_peek(p) == TK_STRING; // an ordinary function but for its name
    d->name = parse_operator_name(p, &d->conversion);
    d->is_operator = !d->conversion && !literal;
    d->name_range = parse_from(p, from);
}

// `Vec::f`, `N::x`: defined outside of its struct or namespace, and seen from inside.
static void qualified_name(struct parser *p, struct hd_declr *d, const struct parse_path *path) {
    d->qual = parse_qual(p, path);
    p->state->method = true;
    p->state->declared_in = path->in;
    parse_enter_inner(p, path);
    d->name_range = parse_here(p);
    if (parse_is(p, TK_OPERATOR)) {
        operator_declarator(p, d);
    } else if (parse_is(p, TK_IDENT)) {
        d->name = parse_tok(p)->text;
        parse_advance(p);
    } else if (parse_is(p, TK_TILDE)) {
        hd_loc from = parse_tok(p)->loc;
        d->name = parse_dtor_name(p);
        d->name_range = parse_from(p, from);
    } else {
        parse_fail(p, parse_after(p), "expected the name of a member after `::`, found %s",
                   parse_found(p));
    }
}

static void plain_or_qualified(struct parser *p, struct hd_declr *d) {
    struct parse_path path;
    bool qualified =
        parse_may_be_qualified(p) && parse_path_at(p, p->at, &path) && (path.parts || path.rooted);
    if (qualified) {
        qualified_name(p, d, &path);
    } else {
        d->name = parse_tok(p)->text;
        d->name_range = parse_here(p);
        parse_advance(p);
    }
}

static void declarator_name(struct parser *p, struct hd_declr *d, const struct hd_spec *spec) {
    bool friend = spec && (spec->flags & SPEC_FRIEND); // `friend T det<>(const Mat<T> &);`
    if (parse_is(p, TK_TILDE)) {
        hd_loc from = parse_tok(p)->loc;
        d->name = parse_dtor_name(p);
        d->name_range = parse_from(p, from);
        return;
    }
    if (parse_is(p, TK_OPERATOR))
        operator_declarator(p, d);
    else
        plain_or_qualified(p, d);
    if (((p->state->template_name && !d->is_operator) || friend) && parse_is(p, TK_LT)) {
        ast_vec args = {0};
        p->state->template_name = false;
        parse_template_args(p, &args);
        d->targs = args.n ? args.v : HD_NEW_ARRAY(p->arena, struct hd_ast *, 1);
        d->ntargs = args.n;
    }
}

static bool suffix_at(struct parser *p, enum declr_mode mode, const struct hd_declr *d,
                      const struct hd_spec *spec) {
    if (d->nbindings) return false;
    if (parse_is(p, TK_LBRACKET)) return !(parse_attribute_at(p, p->at));
    if (!parse_is(p, TK_LPAREN)) return false;
    if (mode != DECLR_INIT || !parse_cu(p) || !d->name || d->is_operator || d->conversion ||
        d->name[0] == '~')
        return true;
    bool is_void = spec && spec->base == BASE_WORDS && spec->words.void_;
    return parse_params_at(p, p->at, is_void || (spec && spec->base == BASE_NONE));
}

// `[a, b]` of `auto [a, b] = ...`.
static void bindings(struct parser *p, struct hd_declr *d) {
    HD_VEC(struct hd_binding) names = {0};
    struct hd_buf all = {0};
    const struct hd_token *open = parse_tok(p);
    hd_loc from = open->loc;
    parse_advance(p);
    do {
        if (!parse_is(p, TK_IDENT)) {
            parse_fail(p, parse_after(p), "expected a name between the brackets, found %s",
                       parse_found(p));
            break;
        }
        struct hd_binding name = {parse_tok(p)->text, parse_here(p)};
        HD_PUSH(p->arena, &names, name);
        hd_buf_printf(&all, "%s%s", names.n > 1 ? ", " : "[", name.name);
        parse_advance(p);
    } while (parse_accept(p, TK_COMMA));
    parse_close(p, TK_RBRACKET, open);
    hd_buf_puts(&all, "]");
    d->name = hd_intern(all.s, all.len);
    d->name_range = parse_from(p, from);
    d->bindings = names.v;
    d->nbindings = names.n;
    hd_buf_finish(&all);
}

// `Args...` without a name is a pack, `int ...` is `int, ...`.
static bool names_packs(struct parser *p, const struct hd_spec *spec) {
    if (!spec || spec->base != BASE_NAME) return false;
    for (const struct parse_name *e = spec->qual ? NULL : parse_find_name(p, spec->name); e;)
        return e->is_pack;
    for (int i = 0; i < spec->ntargs; i++) {
        const struct hd_ast *arg = spec->targs[i];
        if (arg->kind == AST_TYPE_NAME && names_packs(p, arg->spec)) return true;
    }
    return false;
}

static struct chain declarator_part(struct parser *p, enum declr_mode mode, struct hd_declr *d,
                                    const struct hd_spec *spec, int *count) {
    struct chain all = {0}, inner = {0}, suffixes = {0};
    if (!parse_enter(p)) {
        parse_leave(p);
        return all;
    }
    parse_attributes(p, &d->attrs);
    all = pointers(p, count);
    parse_attributes(p, &d->attrs);
    if (parse_cu(p) && mode == DECLR_PARAM && parse_is(p, TK_ELLIPSIS) &&
        (parse_peek(p) == TK_IDENT || p->state->no_gt || names_packs(p, spec))) {
        d->parameter_pack = true;
        parse_advance(p);
    }
    bool operator_name =
        parse_cu(p) && parse_is(p, TK_OPERATOR) && (mode == DECLR_INIT || mode == DECLR_MEMBER);
    bool rooted = parse_cu(p) && parse_is(p, TK_SCOPE) && parse_peek(p) == TK_IDENT;
    bool dtor = parse_cu(p) && parse_is(p, TK_TILDE) && mode == DECLR_MEMBER;
    if (((parse_is(p, TK_IDENT) || rooted) && mode != DECLR_ABSTRACT) || operator_name || dtor) {
        declarator_name(p, d, spec);
    } else if (mode == DECLR_INIT && parse_cu(p) && spec && spec->base == BASE_AUTO &&
               parse_is(p, TK_LBRACKET)) {
        bindings(p, d);
    } else if (inner_declarator(p, mode)) {
        const struct hd_token *open = parse_tok(p);
        parse_advance(p);
        inner = declarator_part(p, mode, d, spec, count);
        parse_close(p, TK_RPAREN, open);
    } else if (mode == DECLR_NAMED || mode == DECLR_INIT ||
               (mode == DECLR_MEMBER && !parse_is(p, TK_COLON))) {
        no_name(p, spec);
    }
    bool method = p->state->method;
    if (inner.head && inner.head->kind == DERIV_MEMBER) // `R (C::*p)() const`
        p->state->method = true;
    while (!p->state->panic && suffix_at(p, mode, d, spec))
        prepend(&suffixes,
                parse_is(p, TK_LPAREN) ? parse_function_suffix(p, count) : array_suffix(p, count));
    p->state->method = method;
    append(&all, suffixes);
    append(&all, inner);
    parse_leave(p);
    return all;
}

struct hd_declr *parse_declarator(struct parser *p, enum declr_mode mode,
                                  const struct hd_spec *spec) {
    struct hd_declr *d = HD_NEW(p->arena, struct hd_declr);
    hd_loc from = parse_tok(p)->loc;
    int count = 0, last = p->state->last;
    p->state->trailing = NULL;
    bool method = p->state->method;
    p->state->method = mode == DECLR_MEMBER;
    d->derivs = declarator_part(p, mode, d, spec, &count).head;
    p->state->method = method;
    d->range = p->state->last > last ? parse_from(p, from) : parse_after(p);
    return d;
}

struct hd_deriv *parse_function_deriv(const struct hd_declr *declr) {
    struct hd_deriv *d = declr->derivs;
    while (d && d->next) d = d->next;
    return d && d->kind == DERIV_FUNCTION ? d : NULL;
}

struct hd_ast *parse_type_name(struct parser *p) {
    int mark = parse_tall_begin(p);
    struct hd_ast *n = parse_node(p, AST_TYPE_NAME, 0);
    n->spec = parse_spec(p, SPEC_TYPE_NAME);
    if (n->spec->base == BASE_NONE && !(p->lang == HD_LANG_C && n->spec->quals))
        parse_fail(p, parse_here(p), "expected a type, found %s", parse_found(p));
    n->declr = parse_declarator(p, DECLR_ABSTRACT, n->spec);
    return parse_tall_done(p, n, mark);
}

struct hd_ast *parse_new_type(struct parser *p, struct hd_ast **count, bool *counts_list) {
    int mark = parse_tall_begin(p), derivs = 0;
    struct hd_ast *n = parse_node(p, AST_TYPE_NAME, 0);
    *count = NULL;
    n->spec = parse_spec(p, SPEC_TYPE_NAME);
    if (n->spec->base == BASE_NONE)
        parse_fail(p, parse_here(p), "expected a type after `new`, found %s", parse_found(p));
    n->declr = HD_NEW(p->arena, struct hd_declr);
    hd_loc from = parse_tok(p)->loc;
    int last = p->state->last;
    struct chain all = pointers(p, &derivs), inner = {0};
    if (parse_is(p, TK_LBRACKET)) {
        struct hd_deriv *first = array_suffix(p, &derivs);
        *count = first->size;
        *counts_list = !first->size && parse_cu(p) && parse_is(p, TK_LBRACE);
        if (!first->size && !*counts_list && !p->state->panic)
            parse_fail(p, first->range, "`new` needs the number of elements between the brackets");
    }
    while (!p->state->panic && parse_is(p, TK_LBRACKET)) prepend(&inner, array_suffix(p, &derivs));
    append(&all, inner);
    n->declr->derivs = all.head;
    n->declr->range = p->state->last > last ? parse_from(p, from) : parse_after(p);
    return parse_tall_done(p, n, mark);
}

// ---- initialisers -------------------------------------------------------------------------------

struct hd_ast *parse_initializer(struct parser *p) {
    return parse_is(p, TK_LBRACE) ? parse_init_list(p) : parse_assign(p);
}

static struct hd_ast *index_designator(struct parser *p) {
    const struct hd_token *open = parse_tok(p);
    struct hd_ast *n = parse_node(p, AST_INDEX_DESIGNATOR, 0);
    parse_advance(p);
    struct hd_ast *from = parse_conditional(p), *to = NULL;
    bool range = parse_accept(p, TK_ELLIPSIS);
    if (range) to = parse_conditional(p);
    parse_close(p, TK_RBRACKET, open);
    return parse_kids_of(p, n, range ? 2 : 1, from, to);
}

static struct hd_ast *member_designator(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_NAME, 0);
    n->name = parse_tok(p)->text;
    if (!parse_is(p, TK_IDENT))
        parse_fail(p, parse_after(p), "expected the name of a member, found %s", parse_found(p));
    parse_advance(p);
    return parse_done(p, n);
}

// `[` in a list: a lambda, unless what follows the `]` is a designator's.
static bool lambda_item(const struct parser *p) {
    int after = parse_kind_at(p, parse_next(p, parse_match(p, p->at)));
    return parse_cu(p) && parse_is(p, TK_LBRACKET) && after != TK_ASSIGN && after != TK_LBRACKET &&
           after != TK_DOT;
}

static struct hd_ast *init_item(struct parser *p) {
    bool old = parse_is(p, TK_IDENT) && parse_peek(p) == TK_COLON;
    if ((!old && !parse_is(p, TK_DOT) && !parse_is(p, TK_LBRACKET)) || lambda_item(p))
        return parse_initializer(p);
    struct hd_ast *n = parse_node(p, AST_DESIGNATED, 0);
    ast_vec kids = {0};
    bool array = false;
    if (old) {
        HD_PUSH(p->arena, &kids, member_designator(p));
        parse_advance(p);
    } else {
        while (parse_is(p, TK_DOT) || parse_is(p, TK_LBRACKET)) {
            array = parse_is(p, TK_LBRACKET);
            parse_accept(p, TK_DOT);
            struct hd_ast *one = array ? index_designator(p) : member_designator(p);
            HD_PUSH(p->arena, &kids, one);
            if (kids.n > MAX_DERIVS) parse_fail(p, n->range, "this designator is too long");
        }
        if (!parse_accept(p, TK_ASSIGN) && !parse_is(p, TK_LBRACE) &&
            !(array && p->lang == HD_LANG_C))
            parse_expect(p, TK_ASSIGN, "after the designator");
    }
    HD_PUSH(p->arena, &kids, parse_initializer(p));
    return parse_kids(p, n, &kids);
}

struct hd_ast *parse_init_list(struct parser *p) {
    const struct hd_token *open = parse_tok(p);
    struct hd_ast *n = parse_node(p, AST_INIT_LIST, 0);
    ast_vec kids = {0};
    bool no_gt = p->state->no_gt;
    p->state->no_gt = false;
    if (parse_enter(p)) parse_advance(p);
    while (!parse_is(p, TK_RBRACE) && !parse_is(p, TK_EOF)) {
        struct hd_ast *item = init_item(p);
        HD_PUSH(p->arena, &kids, parse_expansion(p, item));
        if (!parse_accept(p, TK_COMMA)) break;
    }
    if (!parse_is(p, TK_RBRACE) && !parse_is(p, TK_EOF) && kids.n) {
        struct hd_diag *diag = parse_fail(
            p, parse_after(p), "expected `,` or `}` in the initialiser, found %s", parse_found(p));
        parse_note(p, diag, parse_tok_range(open), "the list begins here");
    }
    p->state->no_gt = no_gt;
    parse_close(p, TK_RBRACE, open);
    parse_leave(p);
    return parse_kids(p, n, &kids);
}

// ---- declarations -------------------------------------------------------------------------------

static const char *parse_asm_label(struct parser *p) {
    parse_advance(p);
    const struct hd_token *open = parse_tok(p);
    if (!parse_expect(p, TK_LPAREN, "after `asm`")) return NULL;
    const char *label = parse_joined_string(p);
    parse_close(p, TK_RPAREN, open);
    return label;
}

// `auto f(...) -> T`: see the head of the file.
void parse_move_trailing(struct parser *p, struct hd_ast *declaration, struct hd_declr *declr) {
    struct hd_ast *type = p->state->trailing;
    p->state->trailing = NULL;
    if (!type || p->state->panic) return;
    if (declaration->spec->base != BASE_AUTO || !parse_function_deriv(declr)) {
        struct hd_diag *diag =
            parse_report(p, type->range, "a type after `->` needs `auto` in front");
        parse_help(p, diag, "write `auto %s(...) -> ...`, or put the type in front",
                   declr->name ? declr->name : "f");
        return;
    }
    if (p->state->types_of != p->state->types_before || type->spec->base == BASE_AUTO) {
        parse_function_deriv(declr)->trailing = type;
        return;
    }
    struct hd_spec *spec = HD_NEW(p->arena, struct hd_spec);
    *spec = *type->spec;
    spec->flags |= declaration->spec->flags;
    struct hd_attr **tail = &spec->attrs;
    while (*tail) tail = &(*tail)->next;
    *tail = declaration->spec->attrs;
    declaration->spec = spec;
    struct chain all = {0};
    struct hd_deriv *last = type->declr->derivs;
    while (last && last->next) last = last->next;
    append(&all, (struct chain){type->declr->derivs, last});
    append(&all, (struct chain){declr->derivs, parse_function_deriv(declr)});
    declr->derivs = all.head;
}

// `A::A`, `A<T>::A`
static bool parse_is_ctor(const struct hd_declr *declr) {
    const struct hd_qual *q = declr->qual;
    return q && q->nparts && q->parts[q->nparts - 1].name == declr->name;
}

static bool is_special(const struct hd_declr *declr) {
    return parse_is_ctor(declr) || declr->conversion || (declr->name && declr->name[0] == '~');
}

bool parse_has_auto_param(const struct hd_deriv *fn) {
    for (int i = 0; fn && i < fn->nparams; i++)
        if (fn->params[i].spec && fn->params[i].spec->base == BASE_AUTO) return true;
    return false;
}

// C++ has no implicit int; in C the checker warns.
static void missing_type(struct parser *p, struct hd_ast *declaration,
                         const struct hd_declr *declr) {
    struct hd_spec *spec = declaration->spec;
    if (spec->base != BASE_NONE || !parse_cu(p) || p->state->panic || is_special(declr)) return;
    struct hd_diag *diag;
    const char *name = declr->name ? declr->name : "it";
    if (parse_function_deriv(declr)) {
        diag = parse_report(p, declr->name_range, "`%s` has no return type", name);
        if (spec->flags & SPEC_GLOBAL)
            parse_help(p, diag, "a kernel returns nothing: write `__global__ void %s(...)`", name);
        else
            parse_help(p, diag, "write `void %s(...)`, or the type that it returns", name);
    } else {
        diag = parse_report(p, declr->name_range, "the declaration of `%s` has no type", name);
        parse_help(p, diag, "write a type in front of the name, or `auto`");
    }
    spec->base = BASE_ERROR;
}

static void initialiser(struct parser *p, struct hd_ast *d) {
    d->kids = HD_NEW_ARRAY(p->arena, struct hd_ast *, 1);
    d->nkids = 1;
    if (parse_is(p, TK_ASSIGN)) {
        d->op = TK_ASSIGN;
        parse_advance(p);
        d->kids[0] = parse_initializer(p);
    } else if (parse_cu(p) && parse_is(p, TK_LBRACE) && !parse_function_deriv(d->declr)) {
        d->op = TK_LBRACE;
        d->kids[0] = parse_init_list(p);
    } else if (parse_cu(p) && parse_is(p, TK_LPAREN)) {
        const struct hd_token *open = parse_tok(p);
        ast_vec args = {0};
        d->op = TK_LPAREN;
        parse_advance(p);
        parse_args(p, &args, TK_RPAREN, open);
        d->kids = args.v;
        d->nkids = args.n;
    }
}

void parse_params_into_scope(struct parser *p, const struct hd_ast *function) {
    for (int i = 0; i < function->ntparams; i++) parse_declare_tparam(p, &function->tparams[i]);
    const struct hd_deriv *fn = parse_function_deriv(function->declr);
    for (int i = 0; fn && i < fn->nparams; i++)
        if (fn->params[i].declr) parse_declare(p, fn->params[i].declr->name, NAME_OTHER);
}

// `= delete;`, and of a member outside of its class `= default;`.
static bool no_body_follows(const struct parser *p, const struct hd_declr *declr) {
    if (!parse_cu(p) || !parse_is(p, TK_ASSIGN)) return false;
    enum hd_tok word = parse_kind_at(p, parse_next(p, p->at));
    return word == TK_DELETE ||
           (word == TK_DEFAULT && (declr->qual || parse_is_comparison(declr->name)));
}

// What such a function does runs while compiling, and in kernels, where that of its members does.
void parse_default_comparison(struct parser *p, struct hd_ast *fn) {
    fn->member |= MEMBER_COMPARES;
    fn->spec->flags |= SPEC_CONSTEXPR;
    fn->kids = HD_NEW_ARRAY(p->arena, struct hd_ast *, 1);
    fn->kids[0] = parse_done(p, parse_node(p, AST_BLOCK, 0));
    fn->nkids = 1;
}

// Such a function has an empty body: what `= default` means is written out when that is checked.
static struct hd_ast *no_body(struct parser *p, struct hd_ast *function) {
    struct hd_ast *block = parse_node(p, AST_BLOCK, 0);
    parse_advance(p);
    function->member |= parse_is(p, TK_DELETE) ? MEMBER_DELETED : MEMBER_DEFAULT;
    if ((function->member & MEMBER_DEFAULT) && parse_is_comparison(function->name))
        parse_default_comparison(p, function);
    parse_advance(p);
    parse_semi(p, "the function", function->name);
    return parse_done(p, block);
}

// n: the AST_DECLARATION so far, which becomes the AST_FUNCTION.
struct hd_ast *parse_function_definition(struct parser *p, struct hd_ast *n, struct hd_declr *declr,
                                         int mark) {
    struct parse_state *st = p->state;
    struct parse_scope scope;
    ast_vec kids = {0};
    n->kind = AST_FUNCTION;
    n->declr = declr;
    n->name = declr->name;
    n->loc = declr->name_range.from;
    parse_push(p, &scope);
    if (parse_is_ctor(declr)) n->member |= MEMBER_CTOR;
    parse_special_member(n, declr);
    parse_params_into_scope(p, n);
    HD_PUSH(p->arena, &kids, NULL);
    if (no_body_follows(p, declr)) {
        kids.v[0] = no_body(p, n);
        parse_pop(p);
        n->kids = kids.v;
        n->nkids = kids.n;
        return parse_tall_done(p, n, mark);
    }
    struct hd_ast *attempt = parse_function_try(p);
    if ((n->member & MEMBER_CTOR) && parse_is(p, TK_COLON)) parse_member_inits(p, &kids);
    while (!st->panic && !parse_is(p, TK_LBRACE) && parse_decl_at(p, p->at)) // K&R
        HD_PUSH(p->arena, &kids, parse_declaration(p, DECL_LOCAL));
    const struct hd_token *open = parse_tok(p);
    bool skip = p->skip_bodies && !attempt && (open->flags & TF_SYSTEM) && !n->is_template &&
                !n->is_specialisation && !declr->qual && !(n->member & MEMBER_INSIDE);
    if (skip && parse_is(p, TK_LBRACE)) {
        n->body_toks = p->toks;
        n->body_from = p->at;
        parse_skip_braces(p);
        n->body_to = st->last + 1;
    } else if (parse_is(p, TK_LBRACE)) {
        const char *outer = st->function;
        const struct hd_token *outer_open = st->function_open;
        st->function = declr->name;
        st->function_open = open;
        kids.v[0] = parse_function_tried(p, attempt, parse_function_block(p, n));
        st->function = outer;
        st->function_open = outer_open;
    } else {
        parse_expect(p, TK_LBRACE, "at the start of the function's body");
    }
    parse_pop(p);
    n->kids = kids.v;
    n->nkids = kids.n;
    return parse_tall_done(p, n, mark);
}

static bool body_follows(struct parser *p, const struct hd_declr *declr) {
    const struct hd_deriv *fn = parse_function_deriv(declr);
    if (!fn || p->state->panic) return false;
    if (parse_is(p, TK_LBRACE) || (parse_cu(p) && parse_is(p, TK_TRY)) ||
        no_body_follows(p, declr) || (parse_is(p, TK_COLON) && parse_is_ctor(declr)))
        return true;
    return fn->oldstyle && fn->nparams > 0 && !parse_is(p, TK_SEMI) && parse_decl_at(p, p->at);
}

static void no_nested_function(struct parser *p, const struct hd_declr *declr) {
    struct parse_state *st = p->state;
    if (st->told_nested) { // they all follow from one missing `}`
        p->errors++;
        parse_skip_braces(p);
        return;
    }
    struct hd_diag *diag =
        parse_report(p, declr->name_range, "`%s` cannot be defined inside another function",
                     declr->name ? declr->name : "a function");
    if (st->function && st->function_open)
        parse_note(p, diag, parse_tok_range(st->function_open),
                   "the body of `%s` begins here; is its `}` missing?", st->function);
    else
        parse_help(p, diag, "move it out, to the top level");
    st->told_nested = true;
    parse_skip_braces(p);
}

// `struct s { ... }` and then something that cannot be a declarator: the `;` was forgotten.
static bool body_without_semicolon(struct parser *p, const struct hd_spec *spec) {
    if (spec->base != BASE_TAG || !spec->has_body) return false;
    const struct hd_token *t = parse_tok(p);
    switch (t->kind) {
    case TK_STAR:
    case TK_LPAREN:
    case TK_SEMI:
    case TK_AMP:
    case TK_AND_AND:
    case TK_LBRACE:
    case TK_ASSIGN: return false;
    case TK_IDENT:
        return (t->flags & TF_BOL) &&
               (parse_classify(p, t->text) == NAME_TYPE || parse_peek(p) == TK_IDENT);
    default: return true;
    }
}

static const char *tag_word(const struct hd_spec *spec) {
    return spec->tag_kind == TK_ENUM    ? "the enum"
           : spec->tag_kind == TK_UNION ? "the union"
                                        : "the struct";
}

static void init_declarator(struct parser *p, struct hd_ast *n, struct hd_ast *d) {
    bool can_init = !(n->spec->flags & SPEC_TYPEDEF);
    d->declr = HD_NEW(p->arena, struct hd_declr); // in case of an error further on
    struct hd_declr *declr = d->declr =
        parse_declarator(p, can_init ? DECLR_INIT : DECLR_NAMED, n->spec);
    parse_move_trailing(p, n, declr);
    if (parse_is(p, TK_ASM)) declr->asm_label = parse_asm_label(p);
    parse_attributes(p, &declr->attrs);
    missing_type(p, n, declr);
    const struct hd_deriv *fn = parse_function_deriv(declr);
    if (fn && parse_has_auto_param(fn)) n->is_template = true;
    d->name = declr->name;
    d->loc = declr->name ? declr->name_range.from : d->range.from;
    bool type = n->spec->flags & SPEC_TYPEDEF, tmpl = n->ntparams || n->is_specialisation;
    if (type && !declr->derivs)
        parse_declare_alias(p, declr->name, n->spec);
    else
        parse_declare(p, declr->name, type ? NAME_TYPE : tmpl ? NAME_TEMPLATE : NAME_OTHER);
    for (int i = 0; i < declr->nbindings; i++)
        parse_declare(p, declr->bindings[i].name, NAME_OTHER);
}

static void declaration_end(struct parser *p, const struct hd_ast *n) {
    const struct hd_ast *d = n->nkids ? n->kids[n->nkids - 1] : NULL;
    const char *name = d ? d->declr->name : NULL;
    bool function =
        parse_is(p, TK_LBRACE) ||
        (!parse_is(p, TK_EOF) && !(parse_tok(p)->flags & TF_BOL) && parse_decl_at(p, p->at));
    if (d && d->op == TK_LPAREN && function) {
        struct hd_diag *diag =
            parse_fail(p, parse_after(p), "expected `;` after the declaration of `%s`, found %s",
                       name, parse_found(p));
        parse_help(p, diag, "for a function, give each parameter a type");
        return;
    }
    parse_semi(p, "the declaration of", name ? name : "this type");
}

// `Foo(T) -> Foo<T *>;`: what class template argument deduction asks.
bool parse_guide_at(const struct parser *p) {
    int i = p->at;
    if (parse_word(parse_tok(p), "explicit")) i = parse_next(p, i);
    int open = parse_next(p, i);
    if (!parse_cu(p) || parse_kind_at(p, i) != TK_IDENT || parse_kind_at(p, open) != TK_LPAREN)
        return false;
    int arrow = parse_next(p, parse_match(p, open)), to = parse_next(p, arrow);
    return parse_kind_at(p, arrow) == TK_ARROW && parse_kind_at(p, to) == TK_IDENT &&
           p->toks[to].text == p->toks[i].text;
}

static struct hd_ast *guide(struct parser *p, struct hd_ast *n, int mark) {
    int count = 0;
    if (parse_word(parse_tok(p), "explicit")) parse_advance(p);
    n->kind = AST_FUNCTION;
    n->member |= MEMBER_GUIDE;
    n->is_template = true;
    n->declr = HD_NEW(p->arena, struct hd_declr);
    n->name = n->declr->name = parse_tok(p)->text;
    n->loc = parse_tok(p)->loc;
    n->declr->name_range = parse_here(p);
    parse_advance(p);
    n->declr->derivs = parse_function_suffix(p, &count);
    n->declr->range = parse_from(p, n->range.from);
    n->kids = HD_NEW_ARRAY(p->arena, struct hd_ast *, 1);
    n->nkids = 1;
    n->spec = HD_NEW(p->arena, struct hd_spec);
    if (p->state->trailing) n->spec = p->state->trailing->spec;
    p->state->trailing = NULL;
    parse_semi(p, "the deduction guide of", n->name);
    return parse_tall_done(p, n, mark);
}

// tmpl: carries the template parameters, or NULL.
static struct hd_ast *declaration(struct parser *p, enum decl_where where,
                                  const struct hd_ast *tmpl) {
    struct parse_state *st = p->state;
    int mark = parse_tall_begin(p);
    struct hd_ast *n = parse_node(p, AST_DECLARATION, 0);
    ast_vec kids = {0};
    if (tmpl) parse_take_head(n, tmpl);
    if (where == DECL_TOP && parse_guide_at(p)) return guide(p, n, mark);
    n->spec = parse_spec(p, SPEC_DECL);
    if (where == DECL_TOP && p->item_extern_c) n->spec->flags |= SPEC_EXTERN_C;
    if (parse_is(p, TK_SEMI) || st->panic || body_without_semicolon(p, n->spec)) {
        if (where == DECL_TOP || where == DECL_LOCAL)
            parse_semi(p, tag_word(n->spec), n->spec->name);
        return parse_tall_done(p, n, mark);
    }
    do {
        struct hd_ast *d = parse_node(p, AST_DECLARATOR_INIT, 0);
        HD_PUSH(p->arena, &kids, d);
        n->kids = kids.v;
        n->nkids = kids.n;
        init_declarator(p, n, d);
        if (kids.n == 1 && body_follows(p, d->declr)) {
            if (where == DECL_TOP) return parse_function_definition(p, n, d->declr, mark);
            no_nested_function(p, d->declr);
            return parse_tall_done(p, n, mark);
        }
        initialiser(p, d);
        parse_done(p, d);
    } while (!st->panic && where != DECL_CONDITION && parse_accept(p, TK_COMMA));
    parse_tall_done(p, n, mark);
    if (where == DECL_TOP || where == DECL_LOCAL) declaration_end(p, n);
    n->range = parse_from(p, n->range.from);
    return n;
}

struct hd_ast *parse_declaration(struct parser *p, enum decl_where where) {
    return declaration(p, where, NULL);
}

struct hd_ast *parse_generic_declaration(struct parser *p, const struct hd_ast *tmpl) {
    return declaration(p, DECL_TOP, tmpl);
}

struct hd_ast *parse_static_assert(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_STATIC_ASSERT, 0), *text = NULL;
    const char *word = parse_tok(p)->text;
    parse_advance(p);
    const struct hd_token *open = parse_tok(p);
    if (!parse_expect(p, TK_LPAREN, hd_printf(p->arena, "after `%s`", word))) return n;
    struct hd_ast *condition = parse_conditional(p);
    if (parse_accept(p, TK_COMMA)) {
        if (parse_is(p, TK_STRING))
            text = parse_string(p);
        else
            parse_fail(p, parse_after(p), "expected the message as a string, found %s",
                       parse_found(p));
    }
    parse_close(p, TK_RPAREN, open);
    parse_kids_of(p, n, 2, condition, text);
    parse_semi(p, "the static assertion", NULL);
    return n;
}

struct hd_qual *parse_namespace_name(struct parser *p, struct parse_inner *leads) {
    struct parse_path path;
    *leads = (struct parse_inner){0};
    if (!parse_path_at(p, p->at, &path) || path.special) {
        parse_fail(p, parse_after(p), "expected the name of a namespace, found %s", parse_found(p));
        return NULL;
    }
    path.parts++; // the last one too
    *leads = path.leads;
    struct hd_qual *q = HD_NEW(p->arena, struct hd_qual);
    q->rooted = path.rooted;
    q->parts = HD_NEW_ARRAY(p->arena, struct hd_name_part, path.parts);
    q->range = parse_here(p);
    parse_accept(p, TK_SCOPE);
    while (parse_is(p, TK_IDENT)) {
        q->parts[q->nparts].name = parse_tok(p)->text;
        q->parts[q->nparts++].range = parse_here(p);
        parse_advance(p);
        if (q->nparts == path.parts || !parse_accept(p, TK_SCOPE)) break;
    }
    q->range = parse_from(p, q->range.from);
    return q;
}

// using std::min;
static void using_name(struct parser *p, struct hd_ast *n) {
    struct parse_path path;
    bool type = parse_accept(p, TK_TYPENAME);
    if (!parse_path_at(p, p->at, &path) || !(path.parts || path.rooted)) {
        bool directive = parse_is(p, TK_IDENT) && parse_peek(p) == TK_IDENT &&
                         hd_edit_distance(parse_tok(p)->text, "namespace", 3) <= 3;
        struct hd_diag *diag = parse_fail(
            p, parse_after(p), "expected a qualified name after `using`, found %s", parse_found(p));
        if (directive) parse_help(p, diag, "did you mean `namespace`?");
        return;
    }
    n->qual = parse_qual(p, &path);
    n->loc = parse_tok(p)->loc;
    if (parse_is(p, TK_OPERATOR)) {
        n->name = parse_operator_name(p, NULL);
        return;
    }
    if (!parse_is(p, TK_IDENT)) return; // reported
    n->name = parse_tok(p)->text;
    parse_advance(p);
    n->is_type = type || path.ctor || path.cls == NAME_TYPE;
    parse_declare(p, n->name,
                  n->is_type                 ? NAME_TYPE
                  : path.cls == NAME_UNKNOWN ? NAME_OTHER
                                             : path.cls);
    if (p->scope && n->name) p->scope->newest->inner = path.leads;
}

// using A::f, Bs::g...; - those but the first are the first one's kids.
static void using_names(struct parser *p, struct hd_ast *n) {
    ast_vec more = {0};
    using_name(p, n);
    if (parse_accept(p, TK_ELLIPSIS)) n->op = TK_ELLIPSIS;
    while (!p->state->panic && parse_accept(p, TK_COMMA)) {
        struct hd_ast *next = parse_node(p, AST_USING, 0);
        using_name(p, next);
        if (parse_accept(p, TK_ELLIPSIS)) next->op = TK_ELLIPSIS;
        HD_PUSH(p->arena, &more, parse_done(p, next));
    }
    if (more.n) parse_kids(p, n, &more);
}

struct hd_ast *parse_using(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_USING, 0);
    int mark = parse_tall_begin(p);
    parse_advance(p);
    bool named = parse_is(p, TK_IDENT);
    if (named && (parse_peek(p) == TK_ASSIGN || parse_attribute_at(p, parse_next(p, p->at)))) {
        n->name = parse_tok(p)->text;
        n->loc = parse_tok(p)->loc;
        parse_advance(p);
        parse_attributes(p, &n->attrs); // `using X [[deprecated]] = int;`
        parse_expect(p, TK_ASSIGN, "the alias's name");
        struct hd_ast *type = parse_type_name(p);
        parse_semi(p, "the type name", n->name);
        parse_kids_of(p, n, 1, type);
        if (type && type->spec && !(type->declr && type->declr->derivs))
            parse_declare_alias(p, n->name, type->spec);
        else
            parse_declare(p, n->name, NAME_TYPE);
        return parse_tall_done(p, n, mark);
    }
    if (parse_accept(p, TK_NAMESPACE)) {
        n->kind = AST_NAMESPACE;
        n->op = TK_USING;
        struct parse_inner leads;
        n->qual = parse_namespace_name(p, &leads);
        if (leads.space && p->state->function) HD_PUSH(p->arena, &p->state->used, leads);
    } else if (parse_accept(p, TK_ENUM)) {
        struct parse_inner leads;
        n->op = TK_ENUM;
        n->qual = parse_namespace_name(p, &leads);
    } else {
        using_names(p, n);
    }
    parse_semi(p, "`using`", NULL);
    return parse_tall_done(p, n, mark);
}
