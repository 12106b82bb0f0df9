// Explicit conversions: C casts, static_cast, reinterpret_cast, const_cast, functional casts T(x)
// and T{x}, and record values made from members.
//
// Example: `dim3(4, 4)` is an EX_INIT of dim3 whose third member is the record's fill value 1;
// `(float)i / n` casts an int.
#include "front/check/expr/expr.h"

#include <string.h>

// ---- record values ------------------------------------------------------------------------------

struct hd_expr *expr_record(struct check *c, struct hd_type *type, struct hd_expr **values, int n,
                            struct hd_range range) {
    const struct hd_record *record = type->record;
    struct hd_init *init = HD_NEW(c->arena, struct hd_init);
    init->type = unqual(type);
    init->covers = false;
    init->constant = true;
    init->items =
        HD_NEW_ARRAY(c->arena, struct hd_init_item, record->nfields ? record->nfields : 1);
    for (int i = 0; i < record->nfields && !record->is_union; i++) {
        const struct hd_field *f = &record->fields[i];
        if (f->is_bits && !f->name) continue;
        struct hd_expr *value;
        if (i < n)
            value =
                convert_assign(c, values[i], f->type, hd_printf(c->arena, "member `%s`", f->name));
        else if (record->fill && hd_type_is_integer(f->type))
            value = expr_int(c, unqual(f->type), record->fill, range);
        else
            continue;
        if (is_error(value)) return value;
        struct hd_const known;
        if (!const_eval(value, &known)) init->constant = false;
        init->items[init->nitems++] = (struct hd_init_item){
            .offset = f->offset, .bits = f->is_bits ? f : NULL, .value = value, .repeat = 1};
    }
    struct hd_expr *e = expr_new(c, EX_INIT, init->type, range);
    e->init = init;
    return e;
}

struct hd_expr *expr_init(struct check *c, struct hd_init *init, struct hd_range range) {
    if (!init || !init->type || init->type->kind == HD_TY_ERROR) return expr_error(c, range);
    if (init->nitems == 1 && !is_record(init->type) && init->type->kind != HD_TY_ARRAY &&
        init->type->kind != HD_TY_VECTOR)
        return init->items[0].value;
    struct hd_expr *e = expr_new(c, EX_INIT, unqual(init->type), range);
    e->init = init;
    return e;
}

// The value of `T()`, or `T{}` (listed): zero.
static struct hd_expr *zero_value(struct check *c, struct hd_type *type, bool listed,
                                  struct hd_range range) {
    if (type->kind == HD_TY_VOID)
        return expr_cast(c, expr_int(c, hd_ty.int_, 0, range), type, CAST_VOID);
    if (is_record(type) && type->record->has_ctors) return class_default(c, unqual(type), range);
    bool made = is_record(type) && !(listed && class_is_aggregate(type->record));
    if (made && !class_default_ok(c, type, NULL, range)) return expr_error(c, range);
    struct hd_init *init =
        is_record(type) && !type->record->fill ? init_default(c, unqual(type)) : NULL;
    if (init) return expr_init(c, init, range);
    if (is_record(type)) return expr_record(c, type, NULL, 0, range);
    return convert(c, expr_int(c, hd_ty.int_, 0, range), type);
}

static struct hd_expr *construct_from(struct check *c, struct hd_type *type, struct hd_expr *e,
                                      struct hd_range range) {
    struct hd_ast ast = {.range = e->range}, *asts[1] = {&ast};
    struct hd_expr *v[1] = {e->kind == EX_LOAD && is_record(e->type) ? e->a : e};
    struct call_args args = {.asts = asts, .v = v, .n = 1};
    return class_construct(c, unqual(type), &args, range, false);
}

struct hd_expr *check_construct(struct check *c, struct hd_type *type, struct hd_ast **args, int n,
                                struct hd_range range) {
    if (type->kind == HD_TY_ERROR) {
        for (int i = 0; i < n; i++)
            if (args[i] && args[i]->kind != AST_INIT_LIST) check_expr(c, args[i]);
        return expr_error(c, range);
    }
    if (is_record(type) && !hd_type_is_complete(type)) {
        hd_error(c->diags, range, "`%s` is declared but not defined: its members are not known",
                 ty(c, type));
        return expr_error(c, range);
    }
    asts_expand(c, &args, &n);
    struct hd_ast *list = n == 1 ? list_expand(c, args[0]) : NULL;
    if (list && list != args[0]) args = &list;
    if (n == 1 && args[0]->kind == AST_INIT_LIST) {
        if (args[0]->nkids == 0 && type->kind != HD_TY_ARRAY)
            return zero_value(c, type, true, range);
        return expr_init(c, check_init_direct(c, type, args[0], range), range);
    }
    if (n == 0) return zero_value(c, type, false, range);
    if (n == 1) {
        struct hd_expr *e = check_expr(c, args[0]);
        if (is_error(e)) return e;
        if (is_record(type) && class_derives(e->type, type, NULL) && !type->record->has_ctors)
            return convert_assign(c, e, unqual(type), "a conversion");
        if (!is_record(type) || same_but_quals(e->type, type))
            return check_cast(c, e, type, TK_IDENT, range);
        if (type->record->has_ctors) return construct_from(c, type, e, range);
        bool listed = type->record->from_scalar || c->system ||
                      (class_is_aggregate(type->record) && !type->record->ctor_declared);
        struct hd_expr *by = is_record(e->type) && !type->record->from_scalar
                                 ? class_convert_by(c, e, unqual(type), true)
                                 : NULL;
        if (by) return by;
        if (listed && (type->record->from_scalar || type->record->nfields >= 1)) {
            e = rvalue(c, e);
            if (type->record->from_scalar && is_record(e->type))
                return convert_assign(c, e, type, "a conversion");
            return expr_record(c, type, &e, 1, range);
        }
    }
    if (is_record(type) && type->record->has_ctors)
        return class_from_asts(c, unqual(type), args, n, range);
    if (is_record(type)) return expr_init(c, check_init_args(c, type, args, n, range), range);
    hd_error(c->diags, range, "`%s` takes one value, not %d", ty(c, type), n);
    return expr_error(c, range);
}

// ---- casts --------------------------------------------------------------------------------------

static struct hd_expr *bad_cast(struct check *c, const struct hd_expr *e, struct hd_type *to,
                                int op, struct hd_range range, const char *help) {
    const char *name = op == TK_STATIC_CAST        ? "static_cast"
                       : op == TK_REINTERPRET_CAST ? "reinterpret_cast"
                       : op == TK_CONST_CAST       ? "const_cast"
                                                   : "a cast";
    struct hd_diag *d =
        hd_error(c->diags, range, "%s cannot turn `%s` into `%s`", name, ty(c, e->type), ty(c, to));
    if (help) hd_help(c->diags, d, "%s", help);
    return expr_error(c, range);
}

// Up or down, static_cast asks whether the base can be reached; a C cast does not.
static bool static_cast_ok(struct check *c, const struct hd_type *from, const struct hd_type *to,
                           int op, struct hd_range range) {
    if (op != TK_STATIC_CAST || !is_record(from) || !is_record(to)) return true;
    if (class_derives(from, to, NULL)) return access_base(c, from->record, to->record, range);
    return !class_derives(to, from, NULL) || access_base(c, to->record, from->record, range);
}

// Casts to a reference type give the object under another type.
static struct hd_expr *cast_to_ref(struct check *c, struct hd_expr *e, struct hd_type *ref, int op,
                                   struct hd_range range) {
    if (e->kind == EX_LOAD && is_record(e->type)) e = e->a;
    bool up = is_record(e->type) && class_derives(e->type, ref->base, NULL);
    if (up && !static_cast_ok(c, e->type, ref->base, op, range)) return expr_error(c, range);
    if (up && base_is_ambiguous(c, e->type->record, ref->base->record, range))
        return expr_error(c, range);
    if (up) e = class_base(c, e, ref->base->record);
    if (op != TK_REINTERPRET_CAST && e->is_lvalue && class_derives(ref->base, e->type, NULL)) {
        if (!static_cast_ok(c, e->type, ref->base, op, range)) return expr_error(c, range);
        struct hd_expr *at = class_pointer(c, expr_address(c, e, range), hd_type_ptr(ref->base));
        struct hd_expr *whole = expr_deref(c, at, range);
        whole->is_xvalue = ref->rvalue_ref;
        return whole;
    }
    if (!e->is_lvalue && e->type->kind != HD_TY_FUNC) {
        if (ref->rvalue_ref || (quals_of(ref->base) & Q_CONST))
            return expr_deref(c, bind_ref(c, ref, e, "a cast"), range);
        return bad_cast(c, e, ref, op, range, "a reference needs a variable to refer to");
    }
    if (e->is_bitfield)
        return bad_cast(c, e, ref, op, range, "a bit-field has no address of its own");
    if (op == TK_STATIC_CAST && !same_but_quals(e->type, ref->base)) {
        if (quals_of(ref->base) & Q_CONST)
            return expr_deref(c, bind_ref(c, ref, e, "a cast"), range);
        return bad_cast(c, e, ref, op, range,
                        "use reinterpret_cast to look at the bytes of one type as another");
    }
    if (op == TK_CONST_CAST && similar_fit(e->type, ref->base) == SIMILAR_NOT)
        return bad_cast(c, e, ref, op, range, "it changes nothing but `const` and `volatile`");
    struct hd_expr *at = convert(c, expr_address(c, e, range), hd_type_ptr(ref->base));
    struct hd_expr *out = expr_deref(c, at, range);
    out->is_xvalue = ref->rvalue_ref;
    return out;
}

// GNU C: a value cast to a union that has a member of its type.
static struct hd_expr *cast_to_union(struct check *c, struct hd_expr *e, struct hd_type *to,
                                     struct hd_range range) {
    const struct hd_record *u = to->record;
    for (int i = 0; i < u->nfields; i++) {
        if (!hd_type_compatible(unqual(u->fields[i].type), e->type)) continue;
        struct hd_init *init = init_of_expr(c, to, e);
        init->items[0].offset = u->fields[i].offset;
        return expr_init(c, init, range);
    }
    return NULL;
}

static bool object_pointers(const struct hd_type *from, const struct hd_type *to) {
    return is_ptr(from) && is_ptr(to);
}

static bool drops_const(const struct hd_type *from, const struct hd_type *to) {
    return object_pointers(from, to) && lost_quals(from->base, to->base);
}

// A pointer to what is the same but for qualifiers or a promise converts, as without a cast.
static bool gains_quals(const struct check *c, const struct hd_type *from,
                        const struct hd_type *to) {
    enum similar fit = similar_fit(from->base, to->base);
    if (gives_up_promise(from->base, to->base)) return true;
    return fit == SIMILAR_SAME || fit == SIMILAR_ADDS ||
           (fit == SIMILAR_LOOSE && side_of_code(c) == SIDE_DEVICE);
}

// What each of C++'s casts may do, beyond what a C cast may. NULL: allowed; else why not.
static const char *cast_objection(const struct check *c, const struct hd_expr *e,
                                  const struct hd_type *to, int op) {
    const struct hd_type *from = e->type;
    bool ptrs = object_pointers(from, to);
    switch (op) {
    case TK_STATIC_CAST:
        if (drops_const(from, to)) return "it must not drop `const`: that takes a const_cast";
        if (ptrs && (class_derives(from->base, to->base, NULL) ||
                     class_derives(to->base, from->base, NULL)))
            return NULL;
        if (ptrs && !gains_quals(c, from, to) && !is_void_ptr(from) && !is_void_ptr(to) &&
            !is_null_constant(e))
            return "the pointers' types are not related: that takes a reinterpret_cast";
        if (is_ptr(from) != is_ptr(to) && to->kind != HD_TY_BOOL && to->kind != HD_TY_VOID &&
            !is_null_constant(e))
            return "between pointers and numbers it takes a reinterpret_cast";
        return NULL;
    case TK_REINTERPRET_CAST:
        if (ptrs && casts_away(from, to))
            return "it must not drop `const`: that takes a const_cast";
        if (!is_ptr(from) && !is_ptr(to) && from != to &&
            !(from->kind == HD_TY_NULLPTR && hd_type_is_integer(to)))
            return "it converts between pointers, and pointers and integers: use static_cast for "
                   "values, and "
                   "__float_as_int and its kin for the bits of a number";
        return NULL;
    case TK_CONST_CAST:
        if (!ptrs || similar_fit(from->base, to->base) == SIMILAR_NOT)
            return "it changes nothing but `const` and `volatile`";
        return NULL;
    default: return NULL;
    }
}

static struct hd_expr *cast_pointers_and_integers(struct check *c, struct hd_expr *e,
                                                  struct hd_type *to, struct hd_range range) {
    struct hd_type *from = e->type;
    if (is_ptr(from) && hd_type_is_integer(to) && to->size < 8 && to->kind != HD_TY_BOOL) {
        struct hd_diag *d =
            warn(c, range, "pointer-to-int-cast", "`%s` is too small for a pointer", ty(c, to));
        help_on(c, d, "use `uintptr_t`");
    }
    if (is_ptr(to) && hd_type_is_integer(from) && from->size < 8 && e->kind != EX_CONST)
        warn(c, range, "int-to-pointer-cast", "a pointer is made from `%s`, which is smaller",
             ty(c, from));
    return convert(c, e, to);
}

// A new node even where nothing is converted, so that `(float)x` is no lvalue and ranges are the
// cast's.
static struct hd_expr *as_cast(struct check *c, struct hd_expr *e, struct hd_range range) {
    if (e->kind == EX_CONST || e->kind == EX_CAST) {
        struct hd_expr *copy = expr_new(c, e->kind, e->type, range);
        *copy = *e;
        copy->range = range;
        copy->parenthesized = false;
        return copy;
    }
    return e;
}

// `S(s)` is another object, also where copying one runs no code: a reference to it is none to s.
static struct hd_expr *own_value(struct check *c, struct hd_expr *e) {
    bool named = e->kind == EX_LOAD && e->a->kind != EX_TEMP;
    if (c->lang != HD_LANG_CU || !named) return e;
    if (class_is_nontrivial(e->type, SPECIAL_DTOR)) { // whoever gets it ends it, once
        struct hd_expr *zero = expr_int(c, hd_ty.int_, 0, e->range);
        return expr_comma(c, expr_cast(c, zero, hd_ty.void_, CAST_VOID), e);
    }
    struct hd_expr *load = expr_new(c, EX_LOAD, e->type, e->range);
    load->a = expr_unended(c, e);
    return load;
}

struct hd_expr *check_cast(struct check *c, struct hd_expr *e, struct hd_type *to, int op,
                           struct hd_range range) {
    if (is_error(e) || to->kind == HD_TY_ERROR) return expr_error(c, range);
    if (op == TK_DYNAMIC_CAST) return check_dynamic_cast(c, e, to, range);
    if (to->kind == HD_TY_REF) return cast_to_ref(c, e, to, op, range);
    if (to->kind == HD_TY_BOOL && is_stream(e->type)) {
        struct hd_ast *at = HD_NEW(c->arena, struct hd_ast);
        at->kind = AST_CAST;
        at->range = range;
        at->loc = range.from;
        return stream_ok(c, e, at);
    }
    struct hd_expr *written = e;
    if (is_record(e->type) && to->kind != HD_TY_VOID) {
        struct hd_expr *got = class_convert_by(c, e, unqual(to), true);
        if (got) return as_cast(c, got, range);
    }
    if (op == TK_REINTERPRET_CAST && is_ptr(to) && is_ptr(e->type) && is_record(to->base) &&
        !casts_away(e->type, to))
        return as_cast(c, expr_cast(c, rvalue(c, e), unqual(to), CAST_NOOP), range);
    if (e->type->kind == HD_TY_AUTO && e->kind == EX_FUNC)
        e = convert_assign(c, e, to, "a cast");
    else
        e = member_function_settle(c, overload_settle(c, rvalue(c, e), to), to);
    if (is_error(e)) return e;
    const struct hd_expr *name = overloaded_name(e);
    if (name && name->sym->def && !name->sym->def->system && to->kind != HD_TY_VOID)
        return overload_unsettled(c, name, to, range);
    to = unqual(to);
    struct hd_type *from = e->type;
    if (to->kind == HD_TY_VOID) return expr_cast(c, class_discard(c, e), to, CAST_VOID);
    if (from->kind == HD_TY_VOID)
        return bad_cast(c, e, to, op, range, "a `void` expression has no value");
    const char *objection = c->lang == HD_LANG_CU ? cast_objection(c, e, to, op) : NULL;
    if (objection) return bad_cast(c, e, to, op, range, objection);
    if (is_ptr(from) && is_ptr(to) && !static_cast_ok(c, from->base, to->base, op, range))
        return expr_error(c, range);
    if (is_record(to)) hd_record_is_complete(to->record);
    if (is_record(from) || is_record(to)) {
        if (is_record(from) && is_record(to) && hd_type_compatible(from, to))
            return own_value(c, class_value(c, convert(c, e, to)));
        struct hd_expr *as_union = is_record(to) && to->record->is_union && !is_record(from)
                                       ? cast_to_union(c, e, to, range)
                                       : NULL;
        if (as_union) return as_union;
        if (is_record(to) && to->record->from_scalar) return convert_assign(c, e, to, "a cast");
        if (is_record(to) && to->record->has_ctors) return construct_from(c, to, written, range);
        return bad_cast(c, e, to, op, range, "structs are not converted: take a member");
    }
    if (to->kind == HD_TY_ARRAY)
        return bad_cast(c, e, to, op, range, "arrays cannot be values: cast to a pointer");
    if (to->kind == HD_TY_FUNC)
        return bad_cast(c, e, to, op, range, "cast to a pointer to the function's type");
    bool vector = from->kind == HD_TY_VECTOR || to->kind == HD_TY_VECTOR;
    if (vector && from->size != to->size && !hd_type_is_arith(from))
        return bad_cast(c, e, to, op, range, "the sizes differ");
    if ((is_ptr(from) && (hd_type_is_float(to) || to->kind == HD_TY_COMPLEX)) ||
        (is_ptr(to) && (hd_type_is_float(from) || from->kind == HD_TY_COMPLEX)))
        return bad_cast(c, e, to, op, range,
                        "a pointer is no number: convert through `uintptr_t` if you must");
    if (is_ptr(from) != is_ptr(to) && !vector)
        return as_cast(c, cast_pointers_and_integers(c, e, to, range), range);
    return as_cast(c, convert(c, e, to), range);
}
