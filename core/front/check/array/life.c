// Types of arrays, and how long arrays live.
//
// A handle is counted (core/array/array.h). Temporaries are put on a list as they are made; a full
// expression takes off at its end what came onto the list since its begin:
//
//     auto c = a + b;      m = mark(); c = take(m, fused(a, b));     ... leave(&c) where c's scope
//     ends f(a + b);            m = mark(); f(fused(a, b)); drain(m); return a + b;        m =
//     mark(); r = give(m, fused(a, b)); leave(locals); return r: the caller's list has it x = a;
//     set(&x, a)
#include "front/check/array/array.h"

#include <string.h>

struct hd_type *array_of(struct check *c, struct hd_type *elem, int rank) {
    return hd_type_ndarray(c->arena, unqual(elem), rank);
}

bool array_element_ok(struct check *c, const struct hd_type *elem, struct hd_range range) {
    bool fine =
        (hd_type_is_arith(elem) && elem->kind != HD_TY_LDOUBLE && elem->kind != HD_TY_INT128 &&
         elem->kind != HD_TY_UINT128 && hd_type_of_units(elem) == elem) ||
        (is_record(elem) && hd_type_is_complete(elem));
    if (elem->kind == HD_TY_COMPLEX && elem->base->kind == HD_TY_LDOUBLE) fine = false;
    if (fine || elem->kind == HD_TY_ERROR) return fine;
    struct hd_diag *d =
        hd_error(c->diags, range, "an array cannot have elements of type `%s`", ty(c, elem));
    hd_help(c->diags, d, "numbers, `bool`, complex numbers and structs can be elements");
    return false;
}

struct hd_type *array_type_of(struct check *c, struct hd_ast **targs, int n,
                              struct hd_range range) {
    struct hd_ast *first = n > 0 ? targs[0] : NULL;
    struct hd_diag *d;
    struct hd_type *elem = NULL;
    int64_t rank = 1;
    if (first && first->kind == AST_TYPE_NAME) elem = check_type_name(c, first);
    if (first && first->kind == AST_NAME) {
        struct hd_found found;
        name_find(c, first->qual, first->name, first->range, LOOK_NAMES | LOOK_TAGS, &found);
        elem = found.sym && found.sym->kind == SYM_TYPEDEF ? found.sym->type : found.tag;
    }
    if (!elem || n > 2) {
        d = hd_error(c->diags, range, "`ndarray` needs the type of its elements and its rank");
        hd_help(c->diags, d, "write it as `ndarray<float, 2>`");
        return hd_ty.error;
    }
    if (elem->kind == HD_TY_ERROR || !array_element_ok(c, elem, first->range)) return hd_ty.error;
    if (n == 2 && !check_const_int(c, targs[1], "the rank of an array", &rank)) return hd_ty.error;
    if (rank < 0 || rank > HD_FUSED_DIMS) {
        hd_error(c->diags, targs[1]->range, "an array has 0 to %d dimensions, not %lld",
                 HD_FUSED_DIMS, (long long)rank);
        return hd_ty.error;
    }
    return array_of(c, elem, (int)rank);
}

// ---- calls of the run time ----------------------------------------------------------------------

struct hd_expr *array_loc(struct check *c, hd_loc loc) {
    return expr_int(c, hd_ty.uint_, loc, (struct hd_range){loc, loc});
}

struct hd_expr *array_int(struct check *c, int64_t value, struct hd_range range) {
    return expr_int(c, hd_ty.long_, value, range);
}

struct hd_expr *array_rt(struct check *c, const char *name, struct hd_expr **values, int n,
                         struct hd_type *type, struct hd_range range) {
    struct hd_sym *sym =
        builtin_lookup(c->front, hd_intern_str(hd_printf(c->arena, "__heddle_array_%s", name)));
    if (!sym || sym->kind != SYM_FUNC) return expr_error(c, range);
    note_use(c, sym);
    struct hd_expr *f = expr_new(c, EX_FUNC, sym->type, range);
    f->sym = sym;
    struct hd_expr *e = expr_new(c, EX_CALL, unqual(sym->type->base), range);
    e->a = f;
    e->nargs = n;
    e->in_order = true; // an argument may use what an earlier one has computed
    e->args = HD_NEW_ARRAY(c->arena, struct hd_expr *, n + 1);
    e->loc = range.from;
    for (int i = 0; i < n; i++) {
        struct hd_expr *v = values[i];
        if (is_error(v)) return v;
        v = array_value(c, rvalue(c, v));
        struct hd_type *to = i < sym->type->nparams ? sym->type->params[i] : NULL;
        if (is_array(v)) v = expr_cast(c, v, hd_type_ptr(hd_ty.void_), CAST_NOOP);
        e->args[i] =
            to ? is_ptr(to) && is_ptr(v->type) ? expr_cast(c, v, to, CAST_NOOP) : convert(c, v, to)
               : v;
    }
    if (!type || type->kind == HD_TY_VOID || !is_ptr(e->type)) return e;
    if (type->kind == HD_TY_NDARRAY) c->arrays++;
    return expr_cast(c, e, type, CAST_NOOP);
}

static struct hd_expr *handle_call(struct check *c, const char *name, struct hd_expr *mark,
                                   struct hd_expr *value) {
    struct hd_expr *values[] = {mark, value};
    return array_rt(c, name, values, 2, value->type, value->range);
}

struct hd_expr *expr_pin(struct check *c, struct hd_expr *e) {
    if (is_error(e) || e->kind == EX_CONST) return e;
    e = array_value(c, rvalue(c, e));
    struct hd_expr *load = expr_new(c, EX_LOAD, unqual(e->type), e->range);
    load->a = expr_temp(c, e);
    load->a->sym->has_initializer = true;
    return load;
}

struct hd_expr *pinned(struct check *c, const struct hd_expr *pin) {
    if (is_error(pin) || pin->kind == EX_CONST) return (struct hd_expr *)(uintptr_t)pin;
    struct hd_expr *var = expr_new(c, EX_VAR, pin->a->type, pin->range);
    var->sym = pin->a->sym;
    var->is_lvalue = true;
    struct hd_expr *load = expr_new(c, EX_LOAD, pin->type, pin->range);
    load->a = var;
    return load;
}

// ---- full expressions ---------------------------------------------------------------------------

static struct hd_expr *then(struct check *c, struct hd_expr *first, struct hd_expr *second) {
    struct hd_expr *e = expr_new(c, EX_COMMA, second->type, second->range);
    e->a = first;
    e->b = second;
    return e;
}

struct hd_expr *then_value(struct check *c, struct hd_expr *first, struct hd_expr *second,
                           struct hd_expr *value) {
    if (is_error(first) || is_error(second)) return is_error(first) ? first : second;
    return then(c, expr_cast(c, first, hd_ty.void_, CAST_VOID),
                then(c, expr_cast(c, second, hd_ty.void_, CAST_VOID), value));
}

// `mark` of the list in a variable of its own; *var: that variable.
static struct hd_expr *set_mark(struct check *c, struct hd_range range, struct hd_expr **var) {
    struct hd_sym *sym = sym_hidden(c, hd_ty.long_, range);
    sym->has_initializer = true;
    *var = rvalue(c, expr_var(c, sym, range));
    return expr_assign(c, expr_var(c, sym, range), array_rt(c, "mark", NULL, 0, NULL, range));
}

static struct hd_expr *drain(struct check *c, struct hd_expr *mark, struct hd_range range) {
    return array_rt(c, "drain", &mark, 1, NULL, range);
}

struct hd_expr *array_scope(struct check *c, struct hd_expr *e, int before) {
    if (e->kind == EX_ARRAY) e = array_value(c, e);
    if (c->arrays == before || is_error(e) || c->unevaluated) return e;
    struct hd_expr *mark, *set = set_mark(c, e->range, &mark);
    c->arrays = before;
    if (e->type->kind == HD_TY_VOID) return then(c, set, then(c, e, drain(c, mark, e->range)));
    if (is_array(e)) return then(c, set, handle_call(c, "give", mark, rvalue(c, e)));
    if (e->is_lvalue) e = rvalue(c, e);
    struct hd_expr *temp = expr_temp(c, e), *again = expr_new(c, EX_VAR, e->type, e->range);
    again->sym = temp->sym;
    again->is_lvalue = true;
    struct hd_expr *value = expr_new(c, EX_LOAD, unqual(e->type), e->range);
    value->a = again;
    struct hd_expr *first = expr_new(c, EX_LOAD, unqual(e->type), e->range);
    first->a = temp;
    return then(c, set,
                then(c, expr_cast(c, first, hd_ty.void_, CAST_VOID),
                     then(c, drain(c, mark, e->range), value)));
}

struct hd_expr *array_returned(struct check *c, struct hd_expr *e, int before) {
    if (is_error(e) || !is_array(e)) return array_scope(c, e, before);
    c->arrays = before + 1; // also what is held by a variable alone must outlive that
    return array_scope(c, e, before);
}

static struct hd_expr *address(struct check *c, struct hd_sym *sym, struct hd_range range) {
    return expr_cast(c, expr_address(c, expr_var(c, sym, range), range),
                     hd_type_ptr(hd_type_ptr(hd_ty.void_)), CAST_NOOP);
}

// The value of a variable that begins.
void array_init(struct check *c, struct hd_sym *sym, struct hd_init *init, int before) {
    if (!init || init->nitems != 1) return;
    struct hd_expr *e = init->items[0].value;
    if (is_error(e) || sym->type->kind == HD_TY_REF) return;
    if (sym->type->kind != HD_TY_NDARRAY) {
        init->items[0].value = array_scope(c, e, before);
        return;
    }
    struct hd_expr *mark, *set = set_mark(c, e->range, &mark);
    e = rvalue(c, e);
    if (sym->storage == ST_LOCAL) {
        e = handle_call(c, "take", mark, e);
    } else {
        struct hd_expr *values[] = {address(c, sym, e->range), mark, e};
        e = array_rt(c, "replace", values, 3, e->type, e->range);
    }
    c->arrays = before;
    init->items[0].value = then(c, set, e);
}

// The value of a cell's last expression, which the session keeps in `sym`.
struct hd_expr *array_result(struct check *c, struct hd_sym *sym, struct hd_expr *e, int before) {
    struct hd_expr *mark, *set = set_mark(c, e->range, &mark);
    struct hd_expr *values[] = {address(c, sym, e->range), mark, e};
    struct hd_expr *value = array_rt(c, "replace", values, 3, e->type, e->range);
    c->arrays = before;
    return then(c, set, value);
}

struct hd_expr *array_leave(struct check *c, struct hd_sym *sym) {
    if (sym->type->kind != HD_TY_NDARRAY) return NULL;
    if (c->func) c->func->uses_vla = true; // its scopes are kept track of
    struct hd_expr *at = address(c, sym, sym->range);
    return array_rt(c, "leave", &at, 1, NULL, sym->range);
}

void array_params(struct check *c, struct hd_func *func, stmt_vec *out) {
    for (int i = 0; i < func->nparams; i++) {
        struct hd_sym *param = func->params[i];
        if (param->type->kind != HD_TY_NDARRAY || func->is_kernel) continue;
        if (func->is_device && !func->is_host) continue;
        struct hd_sym *copy = sym_hidden(c, unqual(param->type), param->range);
        struct hd_expr *e = rvalue(c, expr_var(c, param, param->range));
        struct hd_stmt *s = HD_NEW(c->arena, struct hd_stmt);
        s->kind = STM_VAR;
        s->range = param->range;
        s->loc = param->range.from;
        s->sym = copy;
        s->var_init =
            init_of_expr(c, copy->type, array_rt(c, "hold", &e, 1, copy->type, param->range));
        copy->has_initializer = true;
        s->a = array_leave(c, param); // an assignment to the parameter lets go of what it had
        HD_PUSH(c->arena, out, s);
    }
}
