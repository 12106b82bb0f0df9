// Arrays whose length is not a constant, of objects that constructors make, or initialised by a
// list: what g++ takes, and so nvcc's host code.
//
// The initialiser's items lie at offsets that are known when the program runs, so there is no
// hd_init for them: behind the declaration stand expressions that clear the array and then make its
// rows one by one, each as an array of as many elements as are listed. Lists that have more items
// than there are elements end the program.
//
// Example: `int a[n] = {1, 2};` is `int a[n]; clear(a), room(a, 2), *(int(*)[2])a = {1, 2};`.
#include "front/check/decl/decl.h"

#include "front/check/decl/init.h"

struct filled { // an array that is being filled
    struct check *c;
    struct hd_expr *code;
    bool failed;
};

static void then_do(struct filled *f, struct hd_expr *e) {
    if (is_error(e))
        f->failed = true;
    else
        f->code = expr_comma(f->c, f->code, e);
}

static void refuse(struct filled *f, struct hd_range range, const char *help) {
    struct hd_diag *d = hd_error(f->c->diags, range,
                                 "this part of an array whose length is not a constant cannot "
                                 "be initialised so");
    hd_help(f->c->diags, d, "%s", help);
    f->failed = true;
}

static struct hd_expr *nth(struct filled *f, struct hd_expr *array, struct hd_expr *index,
                           struct hd_range range) {
    struct hd_expr *first = rvalue(f->c, array);
    return expr_deref(f->c, expr_ptr_add(f->c, first, index, range), range);
}

static struct hd_expr *number(struct filled *f, int64_t n, struct hd_range range) {
    return expr_int(f->c, hd_ty.ulong_, n, range);
}

static struct hd_expr *bytes_of(struct filled *f, struct hd_expr *array, struct hd_range range) {
    return vla_size_expr(f->c, array->type, range);
}

// That `given` elements have room in the array.
static void room(struct filled *f, struct hd_expr *array, int64_t given, struct hd_ast *at) {
    struct hd_expr *size = vla_size_expr(f->c, array->type->base, at->range), *v[3];
    v[0] = bytes_of(f, array, at->range);
    v[1] = size;
    v[2] = number(f, given, at->range);
    then_do(f, call_new_helper(f->c, "__array_room", v, 3, at));
}

static void text(struct filled *f, struct hd_expr *array, struct hd_ast *ast) {
    struct hd_expr *string = check_expr(f->c, ast), *v[4];
    if (is_error(string)) {
        f->failed = true;
        return;
    }
    v[0] = convert(f->c, rvalue(f->c, array), hd_type_ptr(hd_ty.void_));
    v[1] = bytes_of(f, array, ast->range);
    v[2] = convert(f->c, rvalue(f->c, string), hd_type_ptr(hd_ty.void_));
    v[3] = expr_size(f->c, string->type, ast->range);
    then_do(f, call_new_helper(f->c, "__array_text", v, 4, ast));
}

// A row whose elements have a constant size: the first `given` of them are an array as any other,
// made where the row begins. What is given is put into *given.
static void fill_row(struct filled *f, struct hd_expr *at, struct hd_ast *list, int64_t *given) {
    struct check *c = f->c;
    struct hd_type *any = hd_type_array(c->arena, unqual(at->type->base), -1);
    struct hd_init *init = check_init(c, any, list, list->range);
    struct hd_expr *value = expr_init(c, init, list->range);
    if (is_error(value)) {
        f->failed = true;
        return;
    }
    *given = value->type->len;
    room(f, at, *given, list);
    struct hd_expr *first = convert(c, rvalue(c, at), hd_type_ptr(value->type));
    then_do(f, class_build(c, expr_deref(c, first, list->range), value));
}

static void fill(struct filled *f, struct hd_expr *at, struct hd_ast *ast, int64_t *given) {
    if (init_is_string(ast, at->type)) {
        text(f, at, ast);
        return;
    }
    if (ast->kind != AST_INIT_LIST) {
        refuse(f, ast->range, "give each row a list of its own, in braces");
        return;
    }
    ast = list_expand(f->c, ast);
    if (ast->nkids == 1 && init_is_string(ast->kids[0], at->type)) {
        text(f, at, ast->kids[0]);
        return;
    }
    if (!ast->nkids) return;
    if (!hd_type_is_vla(at->type->base)) {
        fill_row(f, at, ast, given);
        return;
    }
    room(f, at, ast->nkids, ast);
    for (int i = 0; i < ast->nkids && !f->failed; i++) {
        struct hd_range range = ast->kids[i]->range;
        if (ast->kids[i]->kind == AST_DESIGNATED)
            refuse(f, range, "list the rows from the first on");
        else
            fill(f, nth(f, at, expr_int(f->c, hd_ty.long_, i, range), range), ast->kids[i], given);
    }
}

// Objects that are not listed, from the `given`-th on, are made by their default constructor.
// type: of those whose size is constant, objects or rows of such.
static void make_rest(struct filled *f, struct hd_expr *array, struct hd_type *type, int64_t given,
                      struct hd_range range) {
    struct check *c = f->c;
    struct hd_sym *index;
    struct hd_expr *n = expr_binary(c, TK_SLASH, bytes_of(f, array, range),
                                    expr_size(c, type, range), range, range.from);
    struct hd_expr *first = expr_cast(c, rvalue(c, array), hd_type_ptr(type), CAST_NOOP);
    if (!class_default_ok(c, type, NULL, range)) {
        f->failed = true;
        return;
    }
    if (given) {
        n = expr_binary(c, TK_MINUS, n, number(f, given, range), range, range.from);
        first = expr_ptr_add(c, first, number(f, given, range), range);
    }
    struct hd_expr *each = expr_each(c, hd_ty.void_, n, false, &index, range), *value;
    if (is_record(type) && class_has_default(type))
        value = class_default(c, type, range);
    else
        value = expr_init(c, init_default(c, type), range);
    struct hd_expr *at = expr_ptr_add(c, first, rvalue(c, expr_var(c, index, range)), range);
    each->a = class_build(c, expr_deref(c, at, range), value);
    each_guard(c, each, first);
    if (given) { // then those end, too
        struct hd_type *listed = hd_type_ptr(hd_type_array(c->arena, type, given));
        struct hd_expr *them =
            expr_deref(c, expr_cast(c, rvalue(c, array), listed, CAST_NOOP), range);
        each = expr_guarded(c, each, class_destroy(c, them));
    }
    then_do(f, each);
}

struct hd_expr *vla_default(struct check *c, struct hd_sym *sym, struct hd_range range) {
    struct filled f = {.c = c};
    struct hd_type *type = sym->type;
    while (hd_type_is_vla(type)) type = unqual(type->base);
    make_rest(&f, expr_var(c, sym, range), type, 0, range);
    return f.failed ? NULL : f.code;
}

struct hd_expr *vla_fill(struct check *c, struct hd_sym *sym, struct hd_ast *ast) {
    struct filled f = {.c = c};
    struct hd_expr *array = expr_var(c, sym, ast->range), *v[2];
    struct hd_type *element = array->type->base;
    int64_t given = 0;
    bool has_list = ast->kind == AST_INIT_LIST;
    if (class_runs_code(sym->type, 0)) {
        if (!has_list || element->kind != HD_TY_RECORD) {
            refuse(&f, ast->range, "assign its elements in a loop, or use a std::vector");
        } else {
            fill(&f, array, ast, &given);
            if (!f.failed) make_rest(&f, array, unqual(element), given, ast->range);
        }
    } else {
        v[0] = convert(c, rvalue(c, array), hd_type_ptr(hd_ty.void_));
        v[1] = bytes_of(&f, array, ast->range);
        then_do(&f, call_new_helper(c, "__cleared", v, 2, ast));
        if (!f.failed) fill(&f, array, ast, &given);
    }
    return f.failed ? NULL : f.code;
}
