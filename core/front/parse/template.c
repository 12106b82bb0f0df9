// Templates: `template <...>` before functions, structs, type names and variables, at top level and
// among the members of a struct.
//
// The parameters are declared in a scope around the item, so that the rest is parsed as any
// declaration is. A struct template keeps its member functions among its members, with their bodies
// (state->generic): they are no items of their own, for only its instances have functions; so does
// a struct its member templates. `template <> ...` has no parameters; its arguments follow the
// name. A second `template <...>` belongs to a member template that is defined outside of its
// struct template; its node points to the first one's (`head`).
//
// Example: `template <typename T, int N = 4> struct Vec { T v[N]; };` gives an AST_DECLARATION with
// two tparams, whose spec has the body.
#include "front/parse/parse.h"

typedef HD_VEC(struct hd_tparam) tparam_vec;

static void template_params(struct parser *p, tparam_vec *params);

// `class`, `typename` or `template <...> class`, an ellipsis and a name.
static void type_param(struct parser *p, struct hd_tparam *t) {
    if (parse_is(p, TK_TEMPLATE)) {
        struct parse_scope scope;
        tparam_vec inner = {0};
        t->is_template = true;
        parse_advance(p);
        parse_push(p, &scope);
        if (!parse_is(p, TK_LT))
            parse_expect(p, TK_LT, "after `template`");
        else
            parse_advance(p);
        if (!parse_is(p, TK_GT)) template_params(p, &inner);
        parse_close_angle(p);
        parse_pop(p);
        t->tparams = inner.v;
        t->ntparams = inner.n;
        if (!parse_is(p, TK_CLASS) && !parse_is(p, TK_TYPENAME)) {
            parse_expect(p, TK_CLASS, "before the name of a template that is a parameter");
            return;
        }
    } else {
        t->is_type = true;
    }
    parse_advance(p);
    t->is_pack = parse_accept(p, TK_ELLIPSIS);
    if (parse_is(p, TK_IDENT)) {
        t->name = parse_tok(p)->text;
        parse_advance(p);
    }
    if (parse_accept(p, TK_ASSIGN)) t->dflt = parse_type_name(p);
}

// `Concept T`, `Concept<int>... T`: a type.
static void concept_param(struct parser *p, struct hd_tparam *t) {
    struct hd_ast *concept = parse_concept_name(p);
    t->is_type = true;
    t->is_pack = parse_accept(p, TK_ELLIPSIS);
    if (parse_is(p, TK_IDENT)) {
        t->name = parse_tok(p)->text;
        parse_advance(p);
    } else {
        t->name = hd_intern_str(hd_printf(p->arena, "#concept%u", (unsigned)concept->range.from));
    }
    if (parse_accept(p, TK_ASSIGN)) t->dflt = parse_type_name(p);
    t->constraint = hd_constraint_on_name(p->arena, concept, t->name, t->is_pack);
}

static void value_param(struct parser *p, struct hd_tparam *t) {
    t->spec = parse_spec(p, SPEC_PARAM);
    if (t->spec->base == BASE_NONE) {
        struct hd_diag *diag =
            parse_fail(p, parse_here(p), "expected a template parameter, found %s", parse_found(p));
        parse_help(p, diag, "write `typename T` for a type, or `int N` for a number");
        return;
    }
    t->declr = parse_declarator(p, DECLR_PARAM, t->spec);
    t->is_pack = t->declr->parameter_pack;
    t->name = t->declr->name;
    if (t->spec->constraint && t->name) { // `Concept auto N`
        struct hd_ast *value = parse_node(p, AST_NAME, 0);
        value->name = t->name;
        value->range = t->declr->name_range;
        t->constraint = hd_constraint_on(p->arena, t->spec->constraint,
                                         hd_type_of_expr(p->arena, value, true), t->is_pack);
    }
    if (parse_accept(p, TK_ASSIGN)) t->dflt = parse_conditional(p);
}

void parse_declare_tparam(struct parser *p, const struct hd_tparam *t) {
    parse_declare(p, t->name, t->is_type || t->is_template ? NAME_TYPE : NAME_OTHER);
    if (!t->name || !p->scope) return;
    p->scope->newest->is_pack = t->is_pack;
    p->scope->newest->is_tparam = true;
}

void parse_not_tparam(struct parser *p, const char *name, struct hd_range range) {
    const struct parse_name *e = parse_cu(p) && name && !p->trial ? parse_find_name(p, name) : NULL;
    const struct hd_source *source = e && e->is_tparam ? hd_source_at(range.from) : NULL;
    if (!source || source->system) return;
    struct hd_diag *d = parse_report(
        p, range, "`%s` is a parameter of the template here: it cannot be declared anew", name);
    parse_help(p, d, "give one of them another name");
}

static struct hd_tparam template_param(struct parser *p) {
    struct hd_tparam t = {.range = parse_here(p)};
    bool type = parse_is(p, TK_CLASS) || parse_is(p, TK_TEMPLATE);
    if (parse_is(p, TK_TYPENAME)) { // `typename T::type n` is a value
        int next = parse_next(p, p->at), after = parse_kind_at(p, parse_next(p, next));
        type = parse_kind_at(p, next) != TK_IDENT || (after != TK_SCOPE && after != TK_LT);
    }
    int after = 0;
    if (type)
        type_param(p, &t);
    else if (parse_concept_at(p, p->at, &after) && parse_kind_at(p, after) != TK_AUTO)
        concept_param(p, &t);
    else
        value_param(p, &t);
    t.range = parse_from(p, t.range.from);
    parse_not_tparam(p, t.name, t.name ? t.range : (struct hd_range){0, 0});
    parse_declare_tparam(p, &t);
    return t;
}

static void template_params(struct parser *p, tparam_vec *params) {
    bool no_gt = p->state->no_gt;
    p->state->no_gt = true;
    do {
        struct hd_tparam t = template_param(p);
        HD_PUSH(p->arena, params, t);
    } while (!p->state->panic && parse_accept(p, TK_COMMA));
    p->state->no_gt = no_gt;
}

// What the parameters' concepts and a clause behind them say.
static void constrain(struct parser *p, struct hd_ast *n) {
    for (int i = 0; i < n->ntparams; i++)
        n->constraint = hd_constraint_and(p->arena, n->constraint, n->tparams[i].constraint);
    n->constraint = hd_constraint_and(p->arena, n->constraint, parse_requires_clause(p));
}

void parse_lambda_params(struct parser *p, struct hd_ast *fn) {
    tparam_vec params = {0};
    parse_advance(p);
    template_params(p, &params);
    parse_close_angle(p);
    fn->tparams = params.v;
    fn->ntparams = params.n;
    fn->is_template = true;
    constrain(p, fn);
}

// `template <...>`, with the `template <...>` before it. NULL: reported.
static struct hd_ast *template_head(struct parser *p) {
    struct hd_ast *n = NULL;
    while (parse_is(p, TK_TEMPLATE) && parse_peek(p) == TK_LT) {
        struct hd_ast *outer = n;
        n = parse_node(p, AST_DECLARATION, 0);
        if (outer) n->range.from = outer->range.from;
        n->head = outer;
        parse_advance(p);
        parse_advance(p);
        tparam_vec params = {0};
        if (parse_is(p, TK_GT))
            n->is_specialisation = true;
        else
            template_params(p, &params);
        n->tparams = params.v;
        n->ntparams = params.n;
        n->is_template = !n->is_specialisation;
        if (!parse_close_angle(p)) return NULL;
        constrain(p, n);
    }
    return n;
}

// `struct name {`, `struct name;`, `struct name<...> {`; not a function that returns a struct.
static bool struct_follows(struct parser *p) {
    if (!parse_is(p, TK_STRUCT) && !parse_is(p, TK_CLASS) && !parse_is(p, TK_UNION)) return false;
    int i = parse_next(p, p->at);
    while (parse_attribute_at(p, i))
        i = parse_next(p,
                       parse_match(p, parse_kind_at(p, i) == TK_LBRACKET ? i : parse_next(p, i)));
    if (parse_kind_at(p, i) != TK_IDENT && parse_kind_at(p, i) != TK_SCOPE)
        return parse_kind_at(p, i) == TK_LBRACE;
    for (;;) { // `A::B<int>`
        if (parse_kind_at(p, i) == TK_SCOPE) i = parse_next(p, i);
        i = parse_next(p, i);
        if (parse_kind_at(p, i) == TK_LT) {
            int close = parse_angle(p, i);
            if (close < 0) return true;
            i = parse_next(p, close);
        }
        if (parse_kind_at(p, i) != TK_SCOPE) break;
    }
    int kind = parse_kind_at(p, i);
    return kind == TK_LBRACE || kind == TK_SEMI || kind == TK_COLON || kind == TK_EOF ||
           parse_word(&p->toks[i], "final");
}

static struct hd_ast *struct_template(struct parser *p, struct hd_ast *n) {
    struct parse_state *st = p->state;
    int mark = parse_tall_begin(p);
    bool generic = st->generic;
    st->template_name = st->generic = true;
    n->spec = parse_spec(p, SPEC_DECL);
    st->template_name = false;
    st->generic = generic;
    if (!st->panic && !n->spec->name) {
        struct hd_diag *diag = parse_report(p, n->spec->range, "a struct template needs a name");
        parse_help(p, diag, "write `template <...> struct name { ... };`");
    }
    parse_semi(p, "the struct template", n->spec->name);
    return parse_tall_done(p, n, mark);
}

// What `head` carries becomes n's.
void parse_take_head(struct hd_ast *n, const struct hd_ast *head) {
    n->range.from = head->range.from;
    n->head = head->head;
    n->tparams = head->tparams;
    n->ntparams = head->ntparams;
    n->is_template = head->is_template;
    n->constraint = head->constraint;
    n->is_specialisation = head->is_specialisation;
}

// `template <...> using name = type;`
static struct hd_ast *alias_template(struct parser *p, struct hd_ast *head) {
    struct hd_ast *n = parse_using(p);
    if (p->state->panic) return n;
    parse_take_head(n, head);
    if (n->kind == AST_USING && !n->qual && n->is_template) return n;
    parse_report(p, n->range, "only `using name = type` can be a template");
    return parse_nothing(p);
}

static struct hd_ast *explicit_instantiation(struct parser *p) {
    struct hd_ast *n = parse_node(p, AST_DECLARATION, 0);
    bool elsewhere = parse_accept(p, TK_EXTERN); // made in another file: here when it is used
    parse_advance(p);
    p->state->template_name = true;
    const struct hd_ast *d = parse_generic_declaration(p, NULL);
    p->state->template_name = false;
    bool here = d && d->kind == AST_DECLARATION && !(d->spec->flags & SPEC_EXTERN) && !elsewhere;
    bool is_class = here && !d->nkids && d->spec->targs;
    bool is_function = here && d->nkids == 1 && parse_function_deriv(d->kids[0]->declr);
    n->kind = is_class || is_function ? AST_INSTANTIATION : AST_EMPTY;
    if (is_class || is_function) n->spec = d->spec;
    if (is_function) n->declr = d->kids[0]->declr;
    return parse_done(p, n);
}

// What a template sees ends where it does. The last token of a macro's body stands where the macro
// was used: the names that the macro was given come behind that, and still belong to the template.
static struct hd_ast *up_to_arguments(struct parser *p, struct hd_ast *n, int first) {
    if (!n || p->at < 1 || !p->toks[p->at - 1].macro) return n;
    for (int i = first; i < p->at; i++) {
        hd_loc to = p->toks[i].loc + p->toks[i].len;
        if (to > n->range.to && hd_source_at(to) == hd_source_at(n->range.to)) n->range.to = to;
    }
    return n;
}

static struct hd_ast *a_template(struct parser *p) {
    struct hd_ast *n = template_head(p);
    if (!n) return NULL;
    if (parse_is(p, TK_USING)) return alias_template(p, n);
    if (parse_word(parse_tok(p), "concept")) return parse_concept(p, n);
    if (struct_follows(p)) return struct_template(p, n);
    p->state->template_name = true;
    struct hd_ast *d = parse_generic_declaration(p, n);
    p->state->template_name = false;
    return d;
}

struct hd_ast *parse_template(struct parser *p) {
    if (parse_is(p, TK_EXTERN) || parse_peek(p) != TK_LT) return explicit_instantiation(p);
    int first = p->at;
    return up_to_arguments(p, a_template(p), first);
}

// In a struct: the member, which is also a name of the struct's from here on.
void parse_member_template(struct parser *p, struct members *m) {
    struct parse_scope scope;
    parse_push(p, p->trial ? HD_NEW(p->arena, struct parse_scope) : &scope);
    struct hd_ast *head = template_head(p), *n = NULL;
    enum name_class cls = NAME_TYPE;
    if (!head) {
        if (parse_is(p, TK_TEMPLATE)) {
            parse_advance(p);
            parse_fail(p, parse_here(p), "expected `<` after `template`, found %s", parse_found(p));
        }
        parse_pop(p);
        return;
    }
    if (parse_is(p, TK_USING)) {
        n = alias_template(p, head);
    } else if (parse_word(parse_tok(p), "friend") &&
               (parse_peek(p) == TK_CLASS || parse_peek(p) == TK_STRUCT)) {
        struct hd_ast *friend = parse_node(p, AST_DECLARATION, 0);
        friend->spec = HD_NEW(p->arena, struct hd_spec);
        friend->spec->base = BASE_TAG;
        friend->spec->tag_kind = TK_STRUCT;
        friend->spec->flags = SPEC_FRIEND;
        friend->is_template = true;
        for (; !parse_is(p, TK_SEMI) && !parse_is(p, TK_EOF); parse_advance(p))
            if (parse_is(p, TK_IDENT)) friend->spec->name = parse_tok(p)->text;
        parse_accept(p, TK_SEMI);
        HD_PUSH(p->arena, &m->friends, parse_done(p, friend));
    } else if (struct_follows(p)) {
        n = struct_template(p, head);
    } else {
        int before = m->list.n;
        p->state->head = head;
        n = parse_member_declaration(p, m);
        p->state->head = NULL;
        cls = NAME_TEMPLATE;
        if (!n && m->list.n > before) n = m->list.v[--m->list.n];
    }
    parse_pop(p);
    if (!n || p->state->panic || n->kind == AST_EMPTY) return;
    const char *name = n->name;
    if (n->kind == AST_DECLARATION)
        name = n->nkids ? n->kids[0]->name : n->spec ? n->spec->name : NULL;
    // A constructor has the struct's name, which stays the struct's.
    if (name != m->spec->name) parse_declare(p, name, cls);
    if (n->kind == AST_DECLARATION && !n->nkids && p->scope && p->scope->newest && name)
        p->scope->newest->inner.spec = n->spec;
    HD_PUSH(p->arena, &m->list, n);
}
