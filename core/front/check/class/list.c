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

// Whether each of a list's elements converts to the type.
static bool list_fits(struct check *c, const struct hd_ast *list, struct hd_type *element) {
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

// ---- lists as arguments (C++ [over.ics.list]) ---------------------------------------------------

static int item_rank(struct check *c, struct hd_ast *item, struct hd_type *type) {
    if (item->kind == AST_DESIGNATED) return RANK_CONVERT; // its name is looked up when it is made
    if (item->kind == AST_INIT_LIST) return list_rank(c, item, type);
    struct hd_expr *e = check_expr(c, item);
    return is_error(e) ? RANK_CONVERT : conversion_rank(c, e, hd_type_unqual(type));
}

// Whether a constructor with these parameters takes the list's items.
static bool constructor_takes(struct check *c, const struct hd_method *m, struct hd_ast *list) {
    const struct hd_type *t = m->type;
    if (!m->sym || !t || m->is_deleted || m->sym->kind == SYM_TEMPLATE) return false;
    int least = t->nparams;
    while (m->sym->defaults && least > 0 && m->sym->defaults[least - 1]) least--;
    if (list->nkids < least || (list->nkids > t->nparams && !t->variadic)) return false;
    for (int i = 0; i < list->nkids && i < t->nparams; i++)
        if (item_rank(c, list->kids[i], t->params[i]) == RANK_NONE) return false;
    return true;
}

static int class_rank(struct check *c, struct hd_ast *list, struct hd_type *type) {
    const struct hd_record *r = type->record;
    if (list->nkids == 1 && list->kids[0]->kind != AST_INIT_LIST &&
        list->kids[0]->kind != AST_DESIGNATED) {
        struct hd_expr *e = check_expr(c, list->kids[0]);
        if (!is_error(e) && conversion_rank(c, e, hd_type_unqual(type)) < RANK_RECORD)
            return RANK_EXACT; // its own type
    }
    // Members of an aggregate may be filled by items of theirs without braces, bases by theirs, and
    // a template's parameters are not known before: what is wrong there is said when it is made.
    if (!hd_record_is_complete(r) || !r->has_ctors || !list->nkids || r->ngeneric || r->nusings)
        return RANK_RECORD;
    for (int i = 0; i < r->nmethods; i++) {
        const struct hd_method *m = &r->methods[i];
        if (!m->is_ctor || !m->type) continue;
        struct hd_type *element = m->type->nparams ? list_element(m->type->params[0]) : NULL;
        if (element ? list_fits(c, list, element) : constructor_takes(c, m, list))
            return RANK_RECORD;
    }
    return RANK_NONE;
}

int list_rank(struct check *c, struct hd_ast *list, struct hd_type *type) {
    struct hd_diags *diags = c->diags;
    struct hd_type *element = list_element(type);
    bool muted = diags->muted;
    int errors = diags->errors, rank = RANK_CONVERT;
    if (element) return list_fits(c, list, element) ? RANK_EXACT : RANK_NONE;
    if (type->kind == HD_TY_REF) type = type->base;
    diags->muted = true; // what is wrong with an item is said when the parameter is made
    if (type->kind == HD_TY_RECORD)
        rank = class_rank(c, list, type);
    else if (hd_type_is_arith(type) || is_ptr(type) || type->kind == HD_TY_ENUM)
        rank = list->nkids == 0  ? RANK_EXACT
               : list->nkids > 1 ? RANK_NONE
               : list->kids[0]->kind == AST_INIT_LIST
                   ? RANK_CONVERT // `{{}}` and `{{1}}`, which compilers take with a warning
                   : item_rank(c, list->kids[0], type);
    diags->muted = muted;
    diags->errors = errors;
    return rank;
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

typedef HD_VEC(struct hd_sym *) sym_vec;

// The constructors of r that take the list as one, its own and those that it inherits.
static void fitting_ctors(struct check *c, const struct hd_record *r, struct hd_ast *list,
                          sym_vec *out) {
    for (int i = 0; i < r->nmethods; i++) {
        struct hd_method *m = &r->methods[i];
        const struct hd_type *t = m->type;
        if (!m->is_ctor || !m->sym || !t || t->nparams == 0) continue;
        struct hd_type *element = list_element(t->params[0]);
        if (element && list_fits(c, list, element)) HD_PUSH(c->arena, out, m->sym);
    }
    for (int i = 0; i < r->nusings; i++)
        if (!r->usings[i].name) fitting_ctors(c, r->usings[i].base, list, out);
}

struct hd_expr *class_from_list(struct check *c, struct hd_type *type, struct hd_ast *list) {
    struct hd_type *element = list_element(type);
    if (c->lang != HD_LANG_CU) return NULL;
    if (element) {
        bool copy = list->nkids == 1 && !list_fits(c, list, element);
        return copy ? NULL : make_list(c, type, element, list);
    }
    const struct hd_record *r = type->record;
    sym_vec fitting = {0};
    fitting_ctors(c, r, list, &fitting);
    if (fitting.n == 0) return NULL;
    struct hd_expr *none[1] = {NULL};
    struct call_args args = {.asts = &list, .v = none, .n = 1};
    struct callee callee;
    if (overload_pick_from(c, r->tag ? r->tag : "the constructor", fitting.v, fitting.n, &args,
                           list->range, false, &callee) != 1)
        return expr_error(c, list->range);
    return class_made_by(c, type, callee.sym, &args, list->range);
}
