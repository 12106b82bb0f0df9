// Declarators, and the types that are written with them alone.
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
    parse_not_tparam(p, param->declr->name, param->declr->name_range);
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
