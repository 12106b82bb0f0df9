// `<=>`, comparisons that are `= default`, and operators that C++20 makes of others
// ([class.compare], [over.match.oper]).
//
// A defaulted comparison gets a body as syntax, which is then checked like one that was written so:
//
//     bool operator==(const P &o) const = default;     return this->x == o.x && this->y == o.y;
//     auto operator<=>(const P &o) const = default;    { auto __r = this->x <=> o.x;
//                                                        if (__r != 0) return __r; } ...
//                                                      return std::strong_ordering::equal;
//
// The orderings, and what compares numbers and arrays, are in headers/heddle/compare.h.
//
// Example: `a < b` where only <=> is known is `(a <=> b) < 0`; `1 == x` may be `x == 1`.
#include <string.h>

#include "front/check/expr/expr.h"

// A call of one of heddle/compare.h's functions.
static struct hd_expr *call_helper(struct check *c, const char *name, struct hd_expr **v, int n,
                                   const struct hd_ast *at) {
    if (!hd_lookup(c->front, hd_intern_str("__three_way")))
        front_include_now(c->front, "heddle/compare.h");
    return call_named(c, name, v, n, at);
}

// ---- bodies -------------------------------------------------------------------------------------

struct maker {
    struct check *c;
    const struct hd_ast *at; // the function, whose place everything gets
    struct hd_expr *left, *right;
};

static struct hd_ast *node(struct maker *m, enum hd_ast_kind kind, int op, struct hd_ast *a,
                           struct hd_ast *b) {
    struct hd_ast *ast = HD_NEW(m->c->arena, struct hd_ast);
    ast->kind = (uint16_t)kind;
    ast->op = (uint16_t)op;
    ast->range = m->at->declr->name_range;
    ast->loc = ast->range.from;
    ast->tok = m->at->tok;
    ast->nkids = (a != NULL) + (b != NULL);
    ast->kids = HD_NEW_ARRAY(m->c->arena, struct hd_ast *, 3);
    ast->kids[0] = a;
    ast->kids[1] = b;
    return ast;
}

static struct hd_ast *checked(struct maker *m, struct hd_expr *e) {
    struct hd_ast *ast = node(m, AST_CHECKED, 0, NULL, NULL);
    ast->checked = e;
    return ast;
}

static struct hd_ast *zero(struct maker *m) {
    return checked(m, expr_int(m->c, hd_ty.int_, 0, m->at->declr->name_range));
}

// `left.f == right.f`, `left.f <=> right.f`
static struct hd_ast *of_member(struct maker *m, int op, const struct hd_field *f) {
    struct check *c = m->c;
    struct hd_expr *v[2] = {expr_field(c, m->left, f), expr_field(c, m->right, f)};
    const char *helper = op == TK_EQ ? "__equal_arrays" : "__three_way_arrays";
    if (f->type->kind == HD_TY_ARRAY) return checked(m, call_helper(c, helper, v, 2, m->at));
    return node(m, AST_BINARY, op, checked(m, v[0]), checked(m, v[1]));
}

static bool is_compared(const struct hd_field *f) {
    return !f->is_vptr && (f->name || f->is_base) && !(f->is_bits && !f->name);
}

static struct hd_ast *equality(struct maker *m, const struct hd_record *r) {
    struct hd_ast *all = NULL;
    for (int i = 0; i < r->nfields; i++) {
        if (!is_compared(&r->fields[i])) continue;
        struct hd_ast *one = of_member(m, TK_EQ, &r->fields[i]);
        all = all ? node(m, AST_BINARY, TK_AND_AND, all, one) : one;
    }
    return all ? all : node(m, AST_BOOL, 1, NULL, NULL);
}

static int strength(const struct hd_type *t) {
    const char *tag = is_record(t) && t->record->tag ? t->record->tag : "";
    return !strcmp(tag, "std::strong_ordering")    ? 3
           : !strcmp(tag, "std::weak_ordering")    ? 2
           : !strcmp(tag, "std::partial_ordering") ? 1
                                                   : 0;
}

// `{ auto __r = one; if (__r != 0) return __r; }`
static struct hd_ast *step(struct maker *m, struct hd_ast *one) {
    struct check *c = m->c;
    struct hd_ast *d = node(m, AST_DECLARATOR_INIT, TK_ASSIGN, one, NULL),
                  *declaration = node(m, AST_DECLARATION, 0, d, NULL), *names[2];
    d->declr = HD_NEW(c->arena, struct hd_declr);
    d->name = d->declr->name = hd_intern_str("__r");
    d->declr->range = d->declr->name_range = d->range;
    declaration->spec = HD_NEW(c->arena, struct hd_spec);
    declaration->spec->base = BASE_AUTO;
    declaration->spec->range = d->range;
    for (int i = 0; i < 2; i++) {
        names[i] = node(m, AST_NAME, 0, NULL, NULL);
        names[i]->name = d->name;
    }
    struct hd_ast *test = node(m, AST_IF, 0, node(m, AST_BINARY, TK_NE, names[0], zero(m)),
                               node(m, AST_RETURN, 0, names[1], NULL));
    test->nkids = 3; // no else
    return node(m, AST_BLOCK, 0, declaration, test);
}

// The statements of a defaulted <=>, and the type that it returns where that is not written.
static struct hd_ast *three_way(struct maker *m, const struct hd_record *r, struct hd_type **type) {
    struct check *c = m->c;
    struct hd_ast *block = node(m, AST_BLOCK, 0, NULL, NULL);
    block->kids = HD_NEW_ARRAY(c->arena, struct hd_ast *, r->nfields + 1);
    struct hd_expr *same = call_helper(c, "__three_way_equal", NULL, 0, m->at);
    bool deduced = (*type)->kind == HD_TY_AUTO;
    if (deduced) *type = unqual(same->type);
    for (int i = 0; i < r->nfields; i++) {
        if (!is_compared(&r->fields[i])) continue;
        struct hd_ast *one = of_member(m, TK_SPACESHIP, &r->fields[i]);
        block->kids[block->nkids++] = step(m, one);
        if (!deduced) continue;
        c->unevaluated++;
        struct hd_expr *e = check_expr(c, of_member(m, TK_SPACESHIP, &r->fields[i]));
        c->unevaluated--;
        if (!is_error(e) && strength(unqual(e->type)) < strength(*type)) *type = unqual(e->type);
    }
    block->kids[block->nkids++] = node(m, AST_RETURN, 0, checked(m, same), NULL);
    return block;
}

struct hd_ast *comparison_body(struct check *c, struct hd_func *func, const struct hd_ast *ast,
                               struct hd_type **type) {
    struct maker m = {.c = c, .at = ast};
    struct hd_range range = ast->declr->name_range;
    const char *op = ast->declr->name + strlen("operator");
    struct hd_expr *first = func->nparams == 2 ? expr_var(c, func->params[0], range) : NULL;
    if (first && is_ptr(first->type)) first = expr_deref(c, rvalue(c, first), range); // `this`
    m.left = first;
    m.right = first ? expr_var(c, func->params[1], range) : NULL;
    if (!first || !is_record(unqual(m.left->type)) ||
        !hd_type_same_unqual(m.left->type, m.right->type)) {
        hd_error(c->diags, range,
                 "only a comparison of two objects of its class can be `= default`");
        return node(&m, AST_BLOCK, 0, NULL, NULL);
    }
    const struct hd_record *r = unqual(m.left->type)->record;
    struct hd_ast *value;
    if (!strcmp(op, "<=>")) return three_way(&m, r, type);
    if (!strcmp(op, "==")) {
        value = equality(&m, r);
    } else if (!strcmp(op, "!=")) {
        value = node(&m, AST_UNARY, TK_NOT,
                     node(&m, AST_BINARY, TK_EQ, checked(&m, m.left), checked(&m, m.right)), NULL);
    } else {
        int test = op[0] == '<' ? (op[1] ? TK_LE : TK_LT) : op[1] ? TK_GE : TK_GT;
        value = node(&m, AST_BINARY, test,
                     node(&m, AST_BINARY, TK_SPACESHIP, checked(&m, m.left), checked(&m, m.right)),
                     zero(&m));
    }
    return node(&m, AST_BLOCK, 0, node(&m, AST_RETURN, 0, value, NULL), NULL);
}

// ---- numbers, pointers, what the library has ----------------------------------------------------

struct hd_expr *expr_three_way(struct check *c, struct hd_expr *a, struct hd_expr *b,
                               const struct hd_ast *ast) {
    struct hd_type *t = NULL;
    struct hd_expr *v[2] = {a, b};
    if (a->type->kind == HD_TY_ENUM && hd_type_same_unqual(a->type, b->type)) {
        t = a->type->enumeration->underlying;
    } else if (hd_type_is_arith(a->type) && hd_type_is_arith(b->type)) {
        t = usual_arith(c, &v[0], &v[1]);
        if (t && t->kind == HD_TY_COMPLEX) t = NULL;
    } else if (is_ptr(a->type) && is_ptr(b->type)) {
        t = common_pointer(c, a, b, "comparing", ast->range);
        if (!t) return expr_error(c, ast->range);
    }
    if (!t) return NULL;
    v[0] = convert(c, v[0], t);
    v[1] = convert(c, v[1], t);
    return call_helper(c, "__three_way", v, 2, ast);
}

struct hd_expr *three_way_turned(struct check *c, struct hd_expr *e, const struct hd_ast *ast) {
    return strength(unqual(e->type)) ? call_helper(c, "__three_way_turned", &e, 1, ast)
                                     : expr_error(c, ast->range);
}

static bool is_of_library(const struct hd_type *t) {
    return is_record(t) && t->record->def && hd_space_in_std(t->record->def->space);
}

struct hd_expr *three_way_of_library(struct check *c, struct hd_expr *a, struct hd_expr *b,
                                     const struct hd_ast *ast) {
    struct hd_expr *v[2] = {a, b};
    if (!is_of_library(unqual(a->type)) || strength(unqual(a->type))) return NULL;
    return call_helper(c, "__three_way_of", v, 2, ast);
}
