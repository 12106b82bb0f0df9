// dynamic_cast and typeid (C++17 [expr.dynamic.cast], [expr.typeid]).
//
// The first word of a class's table of virtual functions (hierarchy.c) is the address of its
// std::type_info, whose bases cpu/guard/exception.c follows. What an object is takes its table; all
// else is known while checking: a base of a class is a static cast, `typeid(int)` a constant.
#include "front/check/decl/decl.h"
#include "front/check/expr/expr.h"

static struct hd_expr *refused(struct check *c, struct hd_range range, const char *what,
                               const char *help) {
    struct hd_diag *d = hd_error(c->diags, range, "%s", what);
    if (help) hd_help(c->diags, d, "%s", help);
    return expr_error(c, range);
}

static bool is_for_device_only(const struct check *c) {
    return c->func && (side_of_code(c) & SIDE_DEVICE) && !(side_of_code(c) & SIDE_HOST);
}

static struct hd_expr *type_info_of(struct check *c, struct hd_type *type, struct hd_type *info,
                                    struct hd_range range) {
    struct hd_expr *e = expr_new(c, EX_TYPE_INFO, info, range);
    e->compute_type = hd_type_unqual(type);
    e->is_lvalue = true;
    return e;
}

struct hd_expr *type_info_address(struct check *c, struct hd_type *type, struct hd_range range) {
    struct hd_expr *e = expr_new(c, EX_ADDR, hd_type_ptr(hd_ty.char_), range);
    e->a = type_info_of(c, type, hd_ty.char_, range);
    return expr_cast(c, e, hd_type_ptr(hd_ty.void_), CAST_NOOP);
}

// A call of one of heddle/rtti.h's functions.
static struct hd_expr *call_rtti(struct check *c, const char *name, struct hd_expr **v, int n,
                                 struct hd_range range) {
    struct hd_ast at = {.range = range, .loc = range.from};
    if (!hd_lookup(c->front, hd_intern_str(name))) front_include_now(c->front, "heddle/rtti.h");
    return call_named(c, name, v, n, &at);
}

// ---- dynamic_cast -------------------------------------------------------------------------------

static struct hd_expr *no_cast(struct check *c, const struct hd_type *from,
                               const struct hd_type *to, struct hd_range range, const char *help) {
    return refused(
        c, range,
        hd_printf(c->arena, "dynamic_cast cannot turn `%s` into `%s`", ty(c, from), ty(c, to)),
        help);
}

// What the target and the object's class have to be. NULL: they are.
static const char *unfit(const struct hd_type *object, const struct hd_type *to, bool pointer) {
    if (!is_record(object))
        return pointer ? "it turns pointers to objects of classes into others"
                       : "it turns a reference to an object of a class into another";
    if (to->kind != HD_TY_RECORD && !(pointer && to->kind == HD_TY_VOID))
        return pointer ? "the target is a pointer to a class, or `void *`"
                       : "the target is a reference to a class";
    if (to->kind == HD_TY_RECORD && !hd_record_is_complete(to->record))
        return "the target's class has been declared only";
    if (!hd_record_is_complete(object->record)) return "the object's class has been declared only";
    if (quals_of(object) & ~quals_of(to) & (Q_CONST | Q_VOLATILE))
        return "it must not drop `const`: that takes a const_cast";
    bool up = hd_type_same_unqual(object, to) || class_derives(object, to, NULL);
    if (!up && !class_has_virtual(object->record))
        return "only an object of a class with a virtual function knows what it is: make its "
               "destructor virtual, or use static_cast";
    return NULL;
}

struct hd_expr *check_dynamic_cast(struct check *c, struct hd_expr *e, struct hd_type *to,
                                   struct hd_range range) {
    bool pointer = is_ptr(to);
    if (is_error(e) || to->kind == HD_TY_ERROR) return expr_error(c, range);
    if (!pointer && to->kind != HD_TY_REF)
        return no_cast(c, e->type, to, range, "the target is a pointer or a reference to a class");
    if (e->kind == EX_LOAD && is_record(e->type)) e = e->a;
    if (pointer) {
        e = rvalue(c, class_operand(c, e));
        if (is_error(e)) return e;
        if (!is_ptr(e->type))
            return no_cast(c, e->type, to, range,
                           is_record(e->type) ? "the target is a reference here: `T &`, or give it "
                                                "the object's address"
                                              : "it turns pointers to objects into others");
    }
    const struct hd_type *object = pointer ? e->type->base : e->type;
    const char *objection = unfit(object, to->base, pointer);
    if (!objection && !pointer && !to->rvalue_ref && (!e->is_lvalue || e->is_xvalue))
        objection = "a reference needs a variable to refer to";
    if (objection) return no_cast(c, e->type, to, range, objection);
    if (to->base->kind == HD_TY_RECORD &&
        (hd_type_same_unqual(object, to->base) || class_derives(object, to->base, NULL)))
        return check_cast(c, e, to, TK_STATIC_CAST, range);
    if (is_for_device_only(c))
        return refused(c, range, "`dynamic_cast` is for host code: kernels know no types",
                       "give the class a virtual function that tells its kind");
    if (!pointer && !e->is_lvalue) e = expr_temp(c, e);
    struct hd_expr *at = pointer ? e : expr_address(c, e, range);
    struct hd_type *whole = hd_type_ptr(hd_ty.void_);
    struct hd_expr *v[3] = {expr_cast(c, at, whole, CAST_NOOP)};
    if (to->base->kind == HD_TY_VOID) {
        struct hd_sym *sym = sym_hidden(c, at->type, range); // a null pointer stays one
        struct hd_expr *set = expr_assign(c, expr_var(c, sym, range), at);
        struct hd_expr *cond = expr_new(c, EX_COND, unqual(to), range);
        cond->a = convert(c, rvalue(c, expr_var(c, sym, range)), hd_ty.bool_);
        cond->b =
            expr_cast(c, class_whole(c, expr_deref(c, rvalue(c, expr_var(c, sym, range)), range)),
                      unqual(to), CAST_NOOP);
        cond->c = expr_null(c, unqual(to), range);
        return expr_comma(c, set, cond);
    }
    v[1] = type_info_address(c, (struct hd_type *)object, range);
    v[2] = type_info_address(c, to->base, range);
    struct hd_expr *found =
        call_rtti(c, pointer ? "__dynamic_pointer" : "__dynamic_reference", v, 3, range);
    if (is_error(found)) return found;
    found = expr_cast(c, found, hd_type_ptr(to->base), CAST_NOOP);
    if (pointer) return found;
    struct hd_expr *out = expr_deref(c, found, range);
    out->is_xvalue = to->rvalue_ref;
    return out;
}

// ---- typeid -------------------------------------------------------------------------------------

// What the object behind e is, when the code runs; NULL where its class says so.
static struct hd_expr *type_of_object(struct check *c, struct hd_expr *e, struct hd_type *info,
                                      struct hd_range range) {
    bool known = !e->is_lvalue || !is_record(e->type) || !class_has_virtual(e->type->record) ||
                 e->type->record->is_final || e->kind == EX_VAR;
    if (known) return NULL;
    struct hd_expr *v[1] = {
        expr_cast(c, expr_address(c, e, range), hd_type_ptr(hd_ty.void_), CAST_NOOP)};
    struct hd_expr *found = call_rtti(c, "__dynamic_type", v, 1, range);
    if (is_error(found)) return found;
    return expr_deref(c, expr_cast(c, found, hd_type_ptr(info), CAST_NOOP), range);
}

struct hd_expr *check_typeid(struct check *c, struct hd_ast *ast) {
    if (ast->nkids == 0) return expr_error(c, ast->range);
    struct hd_ast *kid = ast->kids[0];
    struct hd_space *std =
        hd_space_in(c->front, hd_space_global(c->front), hd_intern_str("std"), SPACE_NAMESPACE);
    struct hd_found found;
    space_find(c->front, std, hd_intern_str("type_info"), LOOK_TAGS | LOOK_QUALIFIED, &found);
    struct hd_type *type, *info = found.tag ? hd_type_qual(found.tag, Q_CONST) : NULL;
    struct hd_expr *object = NULL;
    if (kid->kind == AST_TYPE_NAME) {
        type = check_type_name(c, kid);
    } else {
        c->unevaluated++;
        object = check_expr(c, kid);
        c->unevaluated--;
        if (is_error(object)) return object;
        type = object->type;
    }
    if (type->kind == HD_TY_ERROR) return expr_error(c, ast->range);
    if (type->kind == HD_TY_REF) type = type->base;
    if (is_for_device_only(c))
        return refused(c, ast->range, "`typeid` is for host code: kernels know no types", NULL);
    if (!info)
        return refused(c, ast->range, "`typeid` needs its header", "add `#include <typeinfo>`");
    if (object && is_record(type) && class_has_virtual(type->record)) {
        object = check_expr(c, kid); // it is evaluated
        struct hd_expr *dynamic = type_of_object(c, object, info, ast->range);
        if (dynamic) return dynamic;
    }
    return type_info_of(c, type, info, ast->range);
}
