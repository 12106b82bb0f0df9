// `for (float &x : values)`: a loop over an array, a braced list, or a struct with begin() and
// end(), its own or functions of its namespace.
//
// The loop is put together as syntax and then checked like one that was written so:
//
//     for (T x : array) body      { auto &__range = array;
//                                   for (unsigned long __i = 0; __i < sizeof(__range) /
//                                   sizeof(*__range); __i++)
//                                       { T x = __range[__i]; body } }
//     for (T x : {a, b}) body     the same with `const __typeof__(a) __range[] = {a, b};`
//     for (T x : values) body     { auto &__range = values;
//                                   for (auto __at = __range.begin(), __end = __range.end(); __at
//                                   != __end; ++__at)
//                                       { T x = *__at; body } }
//                                 or with begin(__range), end(__range)
#include "front/check/expr/expr.h"

#include <stdarg.h>
#include <string.h>

struct maker {
    struct check *c;
    const struct hd_ast *at; // the loop, whose place everything gets
};

static struct hd_ast *make(struct maker *m, enum hd_ast_kind kind, int op, int n, ...) {
    struct hd_ast *ast = HD_NEW(m->c->arena, struct hd_ast);
    va_list args;
    ast->kind = (uint16_t)kind;
    ast->op = (uint16_t)op;
    ast->range = m->at->kids[1]->range;
    ast->loc = ast->range.from;
    ast->tok = m->at->tok;
    ast->nkids = n;
    ast->kids = HD_NEW_ARRAY(m->c->arena, struct hd_ast *, n ? n : 1);
    va_start(args, n);
    for (int i = 0; i < n; i++) ast->kids[i] = va_arg(args, struct hd_ast *);
    va_end(args);
    return ast;
}

static struct hd_ast *name(struct maker *m, const char *text) {
    struct hd_ast *ast = make(m, AST_NAME, 0, 0);
    ast->name = hd_intern_str(text);
    return ast;
}

static struct hd_spec *spec(struct maker *m, enum hd_spec_base base) {
    struct hd_spec *s = HD_NEW(m->c->arena, struct hd_spec);
    s->base = base;
    s->range = m->at->kids[1]->range;
    return s;
}

static struct hd_ast *declarator(struct maker *m, const char *text, struct hd_deriv *deriv,
                                 struct hd_ast *init) {
    struct hd_ast *ast = make(m, AST_DECLARATOR_INIT, TK_ASSIGN, 1, init);
    ast->declr = HD_NEW(m->c->arena, struct hd_declr);
    ast->declr->name = hd_intern_str(text);
    ast->declr->range = ast->declr->name_range = ast->range;
    ast->declr->derivs = deriv;
    return ast;
}

static struct hd_deriv *deriv(struct maker *m, enum hd_deriv_kind kind) {
    struct hd_deriv *d = HD_NEW(m->c->arena, struct hd_deriv);
    d->kind = kind;
    d->range = m->at->kids[1]->range;
    return d;
}

static struct hd_ast *declaration(struct maker *m, struct hd_spec *s, struct hd_ast *first) {
    struct hd_ast *ast = make(m, AST_DECLARATION, 0, 1, first);
    ast->spec = s;
    return ast;
}

static struct hd_ast *method_call(struct maker *m, const char *method) {
    struct hd_ast *member = make(m, AST_MEMBER, TK_DOT, 1, name(m, "__range"));
    member->name = hd_intern_str(method);
    return make(m, AST_CALL, 0, 1, member);
}

// A copy of the variable's declaration, since a template's body is checked once for each instance.
static struct hd_ast *variable_with(struct maker *m, struct hd_ast *value) {
    struct hd_ast *variable = HD_NEW(m->c->arena, struct hd_ast),
                  *d = HD_NEW(m->c->arena, struct hd_ast);
    *variable = *m->at->kids[0];
    *d = *variable->kids[0];
    d->op = TK_ASSIGN;
    d->kids = HD_NEW_ARRAY(m->c->arena, struct hd_ast *, 1);
    d->kids[0] = value;
    d->nkids = 1;
    variable->kids = HD_NEW_ARRAY(m->c->arena, struct hd_ast *, 1);
    variable->kids[0] = d;
    return variable;
}

// `{ T x = element; body }`
static struct hd_ast *body_with(struct maker *m, struct hd_ast *element) {
    return make(m, AST_BLOCK, 0, 2, variable_with(m, element), m->at->kids[2]);
}

static struct hd_ast *loop(struct maker *m, struct hd_ast *init, struct hd_ast *condition,
                           struct hd_ast *step, struct hd_ast *body) {
    struct hd_ast *ast = make(m, AST_FOR, 0, 4, init, condition, step, body);
    ast->range = m->at->range;
    ast->unroll = m->at->unroll;
    ast->unroll_expr = m->at->unroll_expr;
    return ast;
}

static struct hd_ast *over_array(struct maker *m) {
    struct hd_spec *index = spec(m, BASE_WORDS);
    index->words.unsigned_ = index->words.long_ = 1;
    struct hd_ast *first = make(m, AST_UNARY, TK_STAR, 1, name(m, "__range"));
    struct hd_ast *length =
        make(m, AST_BINARY, TK_SLASH, 2, make(m, AST_SIZEOF, TK_SIZEOF, 1, name(m, "__range")),
             make(m, AST_SIZEOF, TK_SIZEOF, 1, first));
    return loop(m, declaration(m, index, declarator(m, "__i", NULL, make(m, AST_BOOL, 0, 0))),
                make(m, AST_BINARY, TK_LT, 2, name(m, "__i"), length),
                make(m, AST_PRE, TK_INC, 1, name(m, "__i")),
                body_with(m, make(m, AST_INDEX, 0, 2, name(m, "__range"), name(m, "__i"))));
}

static struct hd_ast *over_ndarray(struct maker *m) {
    struct hd_spec *index = spec(m, BASE_WORDS);
    index->words.long_ = 1;
    struct hd_ast *shape = make(m, AST_MEMBER, TK_DOT, 1, name(m, "__range")),
                  *zero = make(m, AST_BOOL, 0, 0);
    shape->name = hd_intern_str("shape");
    struct hd_ast *length = make(m, AST_INDEX, 0, 2, shape, zero);
    return loop(m, declaration(m, index, declarator(m, "__i", NULL, zero)),
                make(m, AST_BINARY, TK_LT, 2, name(m, "__i"), length),
                make(m, AST_PRE, TK_INC, 1, name(m, "__i")),
                body_with(m, make(m, AST_INDEX, 0, 2, name(m, "__range"), name(m, "__i"))));
}

static struct hd_ast *free_call(struct maker *m, const char *function) {
    return make(m, AST_CALL, 0, 2, name(m, function), name(m, "__range"));
}

static struct hd_ast *over_iterators(struct maker *m, bool own) {
    struct hd_ast *first = own ? method_call(m, "begin") : free_call(m, "begin");
    struct hd_ast *last = own ? method_call(m, "end") : free_call(m, "end");
    struct hd_ast *both = declaration(m, spec(m, BASE_AUTO), declarator(m, "__at", NULL, first));
    struct hd_ast *end = declaration(m, spec(m, BASE_AUTO), declarator(m, "__end", NULL, last));
    struct hd_ast *for_ =
        loop(m, both, make(m, AST_BINARY, TK_NE, 2, name(m, "__at"), name(m, "__end")),
             make(m, AST_PRE, TK_INC, 1, name(m, "__at")),
             body_with(m, make(m, AST_UNARY, TK_STAR, 1, name(m, "__at"))));
    return make(m, AST_BLOCK, 0, 2, end, for_);
}

static bool has_method(struct check *c, const struct hd_type *type, const char *text) {
    struct hd_sym **list;
    return is_record(type) && methods_named(c, type->record, hd_intern_str(text), &list) > 0;
}

// Whether argument-dependent lookup finds such functions (C++ [stmt.ranged]).
static bool has_free(struct check *c, struct hd_expr *e, const char *text) {
    struct hd_sym **friends;
    struct call_args args = {.v = &e, .n = 1};
    space_vec spaces = {0};
    const char *name = hd_intern_str(text);
    spaces_associated(c, &args, &spaces);
    for (int i = 0; i < spaces.n; i++) {
        if (spaces.v[i]->is_std) waiting_find(c->front, name);
        const struct hd_sym *sym =
            global_find(c->front, hd_space_key(c->front, spaces.v[i], name), true);
        if (sym && (sym->kind == SYM_FUNC || sym->kind == SYM_TEMPLATE)) return true;
    }
    return friends_associated(c, &args, name, &friends) > 0;
}

// Of what is looped over, which is not evaluated for it. NULL: reported.
static struct hd_expr *look_at(struct check *c, struct hd_ast *ast) {
    c->unevaluated++;
    struct hd_expr *e = check_expr(c, ast);
    c->unevaluated--;
    return is_error(e) ? NULL : e;
}

static void cannot_loop(struct check *c, const struct hd_expr *e) {
    bool pointer = is_ptr(e->type);
    struct hd_diag *d = hd_error(
        c->diags, e->range,
        pointer
            ? "a pointer does not tell how many elements it leads to, so there is no loop over `%s`"
            : "there is no loop over `%s`",
        ty(c, e->type));
    hd_help(c->diags, d,
            is_record(e->type)
                ? "give the struct member functions begin() and end(), or its namespace functions "
                  "begin and end that take it, or count with an index"
                : "count with an index: `for (int i = 0; i < n; i++)`");
}

struct hd_stmt *check_range_for(struct check *c, struct hd_ast *ast) {
    struct maker m = {c, ast};
    struct hd_ast *over = ast->kids[1], *range = NULL, *for_ = NULL;
    if (over->kind == AST_INIT_LIST && over->nkids) {
        struct hd_spec *element = spec(&m, BASE_TYPEOF);
        element->type_expr = over->kids[0];
        const struct hd_expr *first = look_at(c, over->kids[0]);
        if (first && first->type->kind == HD_TY_ARRAY) // a text: the list holds pointers
            element->type_expr =
                make(&m, AST_UNARY, TK_AMP, 1, make(&m, AST_UNARY, TK_STAR, 1, over->kids[0]));
        element->quals = Q_CONST;
        range = declaration(&m, element, declarator(&m, "__range", deriv(&m, DERIV_ARRAY), over));
        for_ = over_array(&m);
    } else if (over->kind == AST_INIT_LIST) {
        hd_error(c->diags, over->range, "there is nothing to loop over");
    } else {
        struct hd_expr *e = look_at(c, over);
        const struct hd_type *type = e ? unqual(e->type) : NULL;
        bool own = e && has_method(c, type, "begin") && has_method(c, type, "end");
        bool iterators = own || (e && (is_record(type) || type->kind == HD_TY_ENUM) &&
                                 has_free(c, e, "begin") && has_free(c, e, "end"));
        bool array =
            e && type->kind == HD_TY_ARRAY && (hd_type_is_complete(type) || hd_type_is_vla(type));
        bool ndarray = e && type->kind == HD_TY_NDARRAY && type->len > 0; // its rows
        if (e && !array && !iterators && !ndarray) cannot_loop(c, e);
        if (array || iterators || ndarray) {
            range = declaration(&m, spec(&m, BASE_AUTO),
                                declarator(&m, "__range",
                                           e->is_xvalue && e->kind != EX_TEMP
                                               ? deriv(&m, DERIV_RVALUE_REF)
                                           : e->is_lvalue ? deriv(&m, DERIV_REF)
                                                          : NULL,
                                           over));
            for_ = array ? over_array(&m) : ndarray ? over_ndarray(&m) : over_iterators(&m, own);
        }
    }
    if (!for_) { // its variable and body are checked all the same, without follow-up errors about
                 // the variable
        struct hd_ast *variable = variable_with(&m, make(&m, AST_BOOL, 0, 0));
        struct hd_declr *declr = HD_NEW(c->arena, struct hd_declr);
        variable->spec = spec(&m, BASE_ERROR);
        *declr = *variable->kids[0]->declr;
        declr->derivs = NULL;
        variable->kids[0]->declr = declr;
        return check_stmt(c, make(&m, AST_BLOCK, 0, 2, variable, ast->kids[2]));
    }
    return check_stmt(c, make(&m, AST_BLOCK, 0, 2, range, for_));
}
