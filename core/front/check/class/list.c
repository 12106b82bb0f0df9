// Braced lists for what takes a std::initializer_list (C++ [over.match.list], [dcl.init.list]).
//
// The list is an array of its own, made where the list is written, and the object {its first
// element, how many}. A class whose constructors take such a list is made by one of them, where the
// elements fit; else the elements are a constructor's arguments.
//
// Example: `std::vector<int> v{1, 2, 3};` is vector(initializer_list<int>{array, 3}), and
// `std::vector<std::string> w{5, "a"}` is vector(5, "a"), since 5 is no string.
#include <string.h>

#include "front/check/decl/init.h"
#include "front/check/expr/expr.h"

struct hd_type *list_element(const struct hd_type *type) {
    if (type->kind == HD_TY_REF) type = type->base;
    if (type->kind != HD_TY_RECORD || !type->record->instance || !type->record->space) return NULL;
    const struct hd_instance *inst = type->record->instance;
    const struct hd_space *around = type->record->space->outer;
    while (around && around->kind != SPACE_NAMESPACE) around = around->outer;
    if (!around || !around->is_std || strcmp(inst->name, "std::initializer_list") != 0) return NULL;
    return inst->n == 1 ? inst->args[0].type : NULL;
}

bool list_fits(struct check *c, const struct hd_ast *list, struct hd_type *element) {
    struct hd_diags *diags = c->diags;
    bool muted = diags->muted, fits = true;
    int errors = diags->errors;
    diags->muted = true; // what is wrong with an element is said when the list is made
    for (int i = 0; i < list->nkids && fits; i++) {
        struct hd_ast *kid = list->kids[i];
        if (kid->kind == AST_DESIGNATED)
            fits = false;
        else if (kid->kind == AST_INIT_LIST)
            fits = element->kind == HD_TY_RECORD || element->kind == HD_TY_ARRAY;
        else {
            struct hd_expr *e = check_expr(c, kid);
            fits = is_error(e) || conversion_rank(c, e, hd_type_unqual(element)) != RANK_NONE;
        }
    }
    diags->muted = muted;
    diags->errors = errors;
    return fits;
}

// The object itself: a hidden array of the elements, and their number.
static struct hd_expr *make_list(struct check *c, struct hd_type *type, struct hd_type *element,
                                 struct hd_ast *list) {
    struct hd_expr *parts[2];
    parts[1] = expr_int(c, hd_ty.ulong_, (uint64_t)list->nkids, list->range);
    if (list->nkids == 0) {
        parts[0] = convert(c, expr_int(c, hd_ty.int_, 0, list->range), hd_type_ptr(element));
        return expr_record(c, type, parts, 2, list->range);
    }
    struct hd_type *array = hd_type_array(c->arena, hd_type_unqual(element), list->nkids);
    struct hd_init *init = check_init(c, array, list, list->range);
    if (!init || !init->type || init->type->kind == HD_TY_ERROR) return expr_error(c, list->range);
    struct hd_expr *value = expr_new(c, EX_INIT, array, list->range);
    value->init = init;
    parts[0] = rvalue(c, expr_temp(c, value));
    return expr_record(c, type, parts, 2, list->range);
}

struct hd_expr *class_from_list(struct check *c, struct hd_type *type, struct hd_ast *list) {
    struct hd_type *element = list_element(type);
    if (c->lang != HD_LANG_CU) return NULL;
    if (element) {
        bool copy = list->nkids == 1 && !list_fits(c, list, element);
        return copy ? NULL : make_list(c, type, element, list);
    }
    const struct hd_record *r = type->record;
    HD_VEC(struct hd_sym *) fitting = {0};
    for (int i = 0; i < r->nmethods; i++) {
        struct hd_method *m = &r->methods[i];
        const struct hd_type *t = m->type;
        if (!m->is_ctor || !m->sym || !t || t->nparams == 0) continue;
        element = list_element(t->params[0]);
        if (element && list_fits(c, list, element)) HD_PUSH(c->arena, &fitting, m->sym);
    }
    if (fitting.n == 0) return NULL;
    struct hd_expr *none[1] = {NULL};
    struct call_args args = {.asts = &list, .v = none, .n = 1};
    struct callee callee;
    if (overload_pick_from(c, r->tag ? r->tag : "the constructor", fitting.v, fitting.n, &args,
                           list->range, false, &callee) != 1)
        return expr_error(c, list->range);
    return call_sym(c, callee.sym, NULL, &args, list->range, list->range.from);
}
