// `new` and `delete`: calls of the C library's malloc, calloc and free, which a kernel has too
// (memory from the device's heap).
//
// `new float[n]` is `(float *)malloc(n * sizeof(float))`, and what is initialised goes through the
// functions of headers/heddle/new.h. There are no destructors, so `delete p` is `free(p)`. Memory
// that there is not is a null pointer, since there are no exceptions.
#include "front/check/expr/expr.h"

#include <string.h>

static bool type_ok(struct check *c, struct hd_type *type, const struct hd_ast *ast) {
    struct hd_diag *d;
    struct hd_range range = ast->kids[0]->range;
    if (type->kind == HD_TY_ERROR) return false;
    if (type_has_vla(type)) {
        d = hd_error(c->diags, range,
                     "only the first number of elements may be computed at run time");
        hd_help(
            c->diags, d,
            "make one dimension of it, `new T[rows * columns]`, and count `row * columns + column`");
        return false;
    }
    if (type->kind == HD_TY_ARRAY && !ast->kids[1]) {
        hd_error(c->diags, range, "write the number of elements behind the type: `new %s[%lld]`",
                 ty(c, type->base), (long long)type->len);
        return false;
    }
    if (type->kind == HD_TY_AUTO || type->kind == HD_TY_REF || type->kind == HD_TY_FUNC ||
        type->kind == HD_TY_VOID) {
        hd_error(c->diags, range, "`new` cannot make a `%s`",
                 type->kind == HD_TY_AUTO ? "auto" : ty(c, type));
        return false;
    }
    if (!hd_type_is_complete(type)) {
        hd_error(c->diags, range, "the size of `%s` is not known", ty(c, type));
        return false;
    }
    if ((int)type->align > 16) {
        d = hd_error(c->diags, range, "`new` gives memory aligned to 16 bytes, but `%s` needs %d",
                     ty(c, type), (int)type->align);
        hd_help(c->diags, d, "use aligned_alloc from <stdlib.h>");
        return false;
    }
    return true;
}

// A call of one of heddle/new.h's functions.
static struct hd_expr *call_helper(struct check *c, const char *name, struct hd_expr **v, int n,
                                   const struct hd_ast *at) {
    if (!hd_lookup(c->front, hd_intern_str(name))) front_include_now(c->front, "heddle/new.h");
    return call_named(c, name, v, n, at);
}

// NULL: reported.
static struct hd_expr *number_of_elements(struct check *c, struct hd_ast *ast) {
    struct hd_expr *e = check_rvalue(c, ast);
    struct hd_const known;
    if (is_error(e)) return NULL;
    if (!hd_type_is_integer(e->type)) {
        hd_error(c->diags, ast->range, "a number of elements is an integer, not `%s`",
                 ty(c, e->type));
        return NULL;
    }
    if (const_eval(e, &known) && known.kind == CONST_INT && known.i < 0) {
        hd_error(c->diags, ast->range, "the number of elements cannot be negative");
        return NULL;
    }
    return convert(c, e, hd_ty.ulong_);
}

// `(T[]){...}`
static struct hd_expr *listed_elements(struct check *c, const struct hd_ast *ast) {
    struct hd_ast *literal = HD_NEW(c->arena, struct hd_ast),
                  *type = HD_NEW(c->arena, struct hd_ast);
    struct hd_declr *declr = HD_NEW(c->arena, struct hd_declr);
    struct hd_deriv *array = HD_NEW(c->arena, struct hd_deriv), **last = &declr->derivs;
    *type = *ast->kids[0];
    *declr = *type->declr;
    type->declr = declr;
    for (; *last; last = &(*last)->next) { // copies, since the written type stays as it is
        struct hd_deriv *copy = HD_NEW(c->arena, struct hd_deriv);
        *copy = **last;
        *last = copy;
    }
    array->kind = DERIV_ARRAY;
    array->range = type->range;
    *last = array;
    literal->kind = AST_COMPOUND_LITERAL;
    literal->range = ast->range;
    literal->loc = ast->loc;
    literal->tok = ast->tok;
    literal->nkids = 2;
    literal->kids = HD_NEW_ARRAY(c->arena, struct hd_ast *, 2);
    literal->kids[0] = type;
    literal->kids[1] = ast->kids[2];
    return check_expr(c, literal);
}

// `new T[n]{a, b}`: what is not listed is zero.
static struct hd_expr *new_listed(struct check *c, struct hd_ast *ast, struct hd_type *type,
                                  struct hd_expr *count, bool by_itself) {
    struct hd_expr *list = listed_elements(c, ast), *v[4];
    struct hd_const known;
    if (is_error(list) || list->type->kind != HD_TY_ARRAY) return expr_error(c, ast->range);
    long long n = const_eval(count, &known) && known.kind == CONST_INT ? (long long)known.i : -1,
              given = (long long)list->type->len;
    if (n >= 0 && given > n) {
        hd_error(c->diags, ast->kids[2]->range, "the array has %lld element%s, and %lld are listed",
                 n, n == 1 ? "" : "s", given);
        return expr_error(c, ast->range);
    }
    if (n < 0 || (n != given && by_itself)) {
        struct hd_diag *d = hd_error(c->diags, ast->kids[2]->range,
                                     "the elements of a new array cannot be listed here");
        hd_help(c->diags, d,
                n < 0 ? "the number of elements must be a constant for that: assign them one by one"
                      : "list all %lld of them, since `%s` has constructors",
                n, ty(c, type));
        return expr_error(c, ast->range);
    }
    v[0] = count;
    v[1] = expr_size(c, type, ast->range);
    v[3] = expr_size(c, list->type, ast->range);
    v[2] = rvalue(c, list);
    return call_helper(c, "__new_listed", v, 4, ast);
}

static bool elements_ok(struct check *c, const struct hd_type *type, const struct hd_ast *ast,
                        bool empty, bool by_itself) {
    struct hd_diag *d;
    if (ast->kids[1] && ast->op == TK_LPAREN && !empty) {
        d = hd_error(c->diags, ast->kids[2]->range,
                     "the elements of a new array cannot be listed here");
        hd_help(c->diags, d, "list them in braces: `new T[3]{a, b, c}`");
        return false;
    }
    if (by_itself && type->kind == HD_TY_ARRAY) {
        d = hd_error(c->diags, ast->kids[0]->range,
                     "`new` makes arrays of one dimension where elements have constructors");
        hd_help(c->diags, d, "write `new T[rows * columns]`, and count `row * columns + column`");
        return false;
    }
    return true;
}

struct hd_expr *check_new(struct check *c, struct hd_ast *ast) {
    struct hd_type *type = check_type_name(c, ast->kids[0]), *element = unqual(type);
    struct hd_range range = ast->range;
    if (!type_ok(c, type, ast)) return expr_error(c, range);
    while (element->kind == HD_TY_ARRAY) element = unqual(element->base);
    bool by_itself = is_record(element) && (element->record->has_ctors || element->record->fill ||
                                            init_default(c, element));
    bool empty = ast->op && (ast->nkids == 2 || (ast->op == TK_LBRACE && !ast->kids[2]->nkids));
    if (!elements_ok(c, type, ast, empty, by_itself)) return expr_error(c, range);
    struct hd_expr *count = ast->kids[1] ? number_of_elements(c, ast->kids[1]) : NULL, *v[2], *e;
    if (ast->kids[1] && !count) return expr_error(c, range);
    if (count && ast->op == TK_LBRACE && !empty) {
        e = new_listed(c, ast, type, count, by_itself);
    } else if (by_itself || (ast->op && !empty)) {
        v[0] = count;
        v[count ? 1 : 0] =
            rvalue(c, check_construct(c, unqual(type), ast->kids + 2, ast->nkids - 2, range));
        if (is_error(v[count ? 1 : 0])) return v[count ? 1 : 0];
        e = call_helper(c, count ? "__new_array" : "__new_object", v, count ? 2 : 1, ast);
    } else if (empty) {
        v[0] = count ? count : expr_int(c, hd_ty.ulong_, 1, range);
        v[1] = expr_size(c, type, range);
        e = call_helper(c, "__new_zeroed", v, 2, ast);
    } else {
        v[0] = expr_size(c, type, range);
        if (count) v[0] = expr_binary(c, TK_STAR, count, v[0], range, range.from);
        e = call_named(c, "malloc", v, 1, ast);
    }
    return is_error(e) ? e : convert(c, e, hd_type_ptr(type));
}

struct hd_expr *check_delete(struct check *c, struct hd_ast *ast) {
    struct hd_expr *e = check_rvalue(c, ast->kids[0]);
    if (is_error(e)) return e;
    if (!is_ptr(e->type)) {
        hd_error(c->diags, ast->kids[0]->range,
                 "`delete` takes a pointer that `new` gave, not `%s`", ty(c, e->type));
        return expr_error(c, ast->range);
    }
    e = convert(c, e, hd_type_ptr(hd_ty.void_));
    return call_named(c, "free", &e, 1, ast);
}
