// Calls of functions that have been chosen, members or not: what may be called, how the object gets
// to be `this`, which function its table leads to, and what the call gives.
//
// Example: `v.twice()` is a call of "V::twice() const" with &v; of a virtual function it goes
// through the table unless v's class is certain (expr_is_whole).
#include <string.h>

#include "front/check/array/array.h"
#include "front/check/decl/decl.h"

struct hd_expr *call_result(struct check *c, struct hd_expr *e, struct hd_type *ret,
                            struct hd_range range) {
    if (ret->kind == HD_TY_ERROR) return expr_error(c, range);
    if (ret->kind == HD_TY_AUTO ||
        (ret->kind != HD_TY_REF && ret->kind != HD_TY_VOID && !hd_type_is_complete(ret))) {
        struct hd_diag *d =
            hd_error(c->diags, range, "what this call returns is not known yet: `%s`", ty(c, ret));
        hd_help(c->diags, d,
                ret->kind == HD_TY_AUTO ? "write the type that the function returns"
                                        : "define the struct before it is used");
        return expr_error(c, range);
    }
    if (ret->kind != HD_TY_REF) {
        e->type = hd_type_unqual(ret);
        return e;
    }
    e->type = hd_type_ptr(ret->base);
    struct hd_expr *object = expr_deref(c, e, range);
    object->is_xvalue = ret->rvalue_ref;
    return object;
}

static bool is_deleted(const struct hd_sym *func) {
    const struct hd_func *f = func->kind == SYM_FUNC ? func->func : NULL;
    return func->method ? func->method->is_deleted && !func->method->is_implicit
                        : f && f->ast && (f->ast->member & MEMBER_DELETED);
}

bool deleted_function(struct check *c, const struct hd_sym *func, struct hd_range range) {
    if (!is_deleted(func)) return false;
    const struct hd_method *m = func->method;
    const char *shown = func_text(c, func, m ? method_shown(c, m) : func->name);
    struct hd_diag *d = hd_error(c->diags, range, "use of the deleted function `%s`", shown);
    note_on(c, d, func->range, "it is `= delete` here, so that nobody uses it");
    unsigned copies = 1u << SPECIAL_COPY | 1u << SPECIAL_COPY_ASSIGN;
    if (m && (copies >> m->special & 1) && m->special &&
        (m->record->declared & ~m->record->deleted) >> (m->special + 1) & 1)
        hd_help(c->diags, d, "it can be moved: `std::move(...)`");
    return true;
}

static struct hd_expr *must_not_be_used(struct check *c, const struct hd_method *m,
                                        struct hd_range range) {
    const char *t = ty(c, m->record->type);
    struct hd_diag *d;
    bool assigns = m->special == SPECIAL_COPY_ASSIGN || m->special == SPECIAL_MOVE_ASSIGN;
    d = hd_error(c->diags, range, "`%s` cannot be %s", t,
                 assigns                      ? "assigned"
                 : m->special == SPECIAL_DTOR ? "destroyed"
                                              : "copied");
    const struct hd_record *r = m->record;
    for (int i = 0; i < r->nfields; i++) {
        const struct hd_field *f = &r->fields[i];
        const struct hd_type *ft = f->type;
        while (ft->kind == HD_TY_ARRAY) ft = ft->base;
        const struct hd_method *used =
            ft->kind == HD_TY_RECORD ? class_special_of(ft->record, m->special) : NULL;
        bool refused = used && !access_implicit(c, r, used, f->is_base);
        bool culprit = (ft->kind == HD_TY_RECORD && (ft->record->deleted >> m->special & 1)) ||
                       (assigns && (ft->kind == HD_TY_REF || (ft->quals & Q_CONST))) || refused;
        if (!culprit) continue;
        if (refused) {
            note_on(c, d, used->sym->range, "it would need this, which is %s in `%s`",
                    used->access == ACCESS_PRIVATE ? "private" : "protected",
                    ty(c, ft->record->type));
            return expr_error(c, range);
        }
        note_on(c, d, f->range,
                f->is_base ? "its base `%s` cannot be" : "its member `%s` cannot be",
                f->is_base ? ty(c, f->type)
                : f->name  ? f->name
                           : "this");
        return expr_error(c, range);
    }
    hd_help(c->diags, d, "it can be moved: `std::move(...)`");
    return expr_error(c, range);
}

// What an implicit member function does is written out in its place.
static struct hd_expr *call_implicit(struct check *c, struct hd_method *m, struct hd_expr *object,
                                     const struct call_args *args, struct base_tables tables,
                                     struct hd_range range) {
    struct hd_expr *from = NULL;
    if (m->type->nparams) {
        struct hd_type *param = m->type->params[0];
        struct hd_expr *e = args->v[0] ? args->v[0]
                                       : check_construct(c, unqual(param->base),
                                                         (struct hd_ast **)args->asts, 1, range);
        if (is_error(e)) return e;
        struct hd_expr *at = bind_ref(c, param, e, NULL);
        if (is_error(at)) return at;
        from = at->kind == EX_ADDR ? at->a : expr_deref(c, at, range);
        from->is_xvalue = param->rvalue_ref;
    }
    if (object && !object->is_lvalue) object = expr_temp(c, object);
    return class_special(c, m, object, from, tables, range);
}

// Without the conversions to bases, which the language makes by itself. What an implicit function
// does with a base is written out: the base is meant.
static const struct hd_expr *whole_object(const struct check *c, const struct hd_expr *e) {
    if (c->access_in && c->access_in != &access_nobody) return e;
    return expr_whole(e);
}

// Whether evaluating an object does nothing that anybody sees: it needs not be.
static bool is_idle(const struct hd_expr *e) {
    switch (e->kind) {
    case EX_CONST:
    case EX_VAR:
    case EX_REFVAL:
    case EX_FUNC:
    case EX_ERROR: return true;
    case EX_DEREF:
    case EX_ADDR:
    case EX_MEMBER:
    case EX_LOAD:
    case EX_DECAY:
    case EX_CAST: return is_idle(e->a);
    case EX_PTR_ADD: return is_idle(e->a) && is_idle(e->b);
    case EX_TEMP: return is_idle(e->a) && !e->b;
    case EX_INIT: // `std::true_type{}.value`
        return !e->init || e->init->nitems == 0;
    default: return false;
    }
}

struct hd_expr *expr_beside(struct check *c, struct hd_expr *object, struct hd_expr *e) {
    if (is_idle(object)) return e;
    if (!object->is_lvalue && is_record(object->type)) object = expr_temp(c, object);
    return expr_comma(c, expr_cast(c, object, hd_ty.void_, CAST_VOID), e);
}

struct hd_expr *call_sym(struct check *c, struct hd_sym *sym, struct hd_expr *object,
                         struct call_args *args, struct hd_range range, hd_loc loc) {
    struct hd_method *m = sym->method;
    const char *shown = m ? method_shown(c, m) : sym->name;
    if (deleted_function(c, sym, range)) return expr_error(c, range);
    if (m && m->is_deleted) return must_not_be_used(c, m, range);
    bool exact = c->exact_call;
    struct base_tables tables = c->base_tables;
    c->exact_call = false;
    c->base_tables.sym = NULL;
    // Who chose a constructor, or ends an object, has asked for its access.
    bool names = m && !m->is_ctor && !(m->is_dtor && exact);
    const struct hd_record *named = object && names && is_record(object->type)
                                        ? whole_object(c, object)->type->record
                                    : names && !exact ? access_naming(c, m->record)
                                    : m               ? m->record
                                                      : NULL;
    if (names && !access_function(c, named, m, object != NULL, range)) return expr_error(c, range);
    if (m && m->is_implicit) return call_implicit(c, m, object, args, tables, range);
    struct hd_sym *now = m && !m->is_pure ? method_current(c, m) : sym;
    if (!now) return expr_error(c, range);
    if (object && m && !m->is_static && !m->is_ctor && is_record(object->type))
        object = class_base(c, object, m->record);
    bool dispatch = m && m->is_virtual && object && !exact && !expr_is_whole(object);
    struct hd_expr *first = NULL, *callee = NULL;
    if (dispatch && !object->is_lvalue) object = expr_temp(c, object);
    if (dispatch) object = expr_once(c, object, &first);
    if (!check_call_side(c, now, range)) return expr_error(c, range);
    struct hd_expr **v, **all;
    int n, skip = has_this(sym) ? 1 : 0;
    if (!convert_args(c, args, (struct hd_type *)shown_type(sym), sym, shown, range, &v, &n))
        return expr_error(c, range);
    all = HD_NEW_ARRAY(c->arena, struct hd_expr *, n + 2);
    if (n) memcpy(all + skip, v, sizeof *all * (size_t)n);
    if (skip && m->is_ctor) {
        if (m->record->nvirtual)
            all[skip + n++] =
                tables.sym ? class_tables(c, tables, 0) : expr_null(c, class_tables_type(), range);
        all[0] = expr_null(c, now->type->params[0], range);
    } else if (skip) {
        if (!object->is_lvalue) object = expr_temp(c, object);
        if (dispatch)
            callee = class_virtual(c, m, now->type, object, &all[0]);
        else
            all[0] = convert(c, expr_address(c, object, object->range), now->type->params[0]);
    }
    note_use(c, now);
    struct hd_expr *f = callee ? callee : expr_new(c, EX_FUNC, now->type, range),
                   *e = expr_new(c, EX_CALL, hd_ty.void_, range);
    if (!callee)
        f->sym = now;
    else if (c->unevaluated && declared_noexcept(c, now)) // it is asked whether the call throws
        f->type = hd_type_ptr(hd_type_noexcept(now->type, true));
    if (first) e->a = f = expr_comma(c, first, f);
    e->a = f; // evaluated before the arguments
    e->args = all;
    e->nargs = n + skip;
    e->loc = loc;
    e->left_first = skip && !m->is_ctor && strcmp(m->name, "operator=");
    if (m && m->is_dtor && c->func) c->func->has_cleanups = true;
    if (skip && m->is_ctor) {
        e->constructs = true;
        e->type = m->record->type;
        return e;
    }
    struct hd_expr *out = call_result(c, e, now->type->base, range);
    if (now->spec & SPEC_CONSTEVAL) out = const_now(c, now, out);
    return m && m->is_static && object ? expr_beside(c, object, out) : out;
}

// A call whose callee was checked to be a bound member function.
struct hd_expr *call_bound(struct check *c, const struct hd_expr *f, struct hd_ast *ast) {
    const struct hd_method *m = f->sym->method;
    if (f->a && is_array(f->a)) return array_member_call(c, f, ast);
    const struct hd_ast *named = ast->kids[0];
    bool exact = (named->kind == AST_MEMBER || named->kind == AST_NAME) && named->qual;
    struct call_args args, plain;
    check_args(c, ast->kids + 1, ast->nkids - 1, &plain);
    if (plain.failed) return expr_error(c, ast->range);
    struct hd_sym **list;
    // By the object's class: `using` may bring in those of several bases.
    const struct hd_record *of =
        f->a && !exact && is_record(f->a->type) ? f->a->type->record : NULL;
    int n = of ? methods_named(c, of, m->name, &list) : 0;
    if (!n) n = methods_named(c, m->record, m->name, &list);
    struct hd_expr *lifted =
        c->lang == HD_LANG_CU ? array_bound_call(c, f, list, n, &plain, ast) : NULL;
    if (lifted) return lifted;
    const struct hd_ast *name = ast->kids[0];
    plain.has_targs = name->targs;
    plain.targs = name->kids + (name->kind == AST_MEMBER ? 1 : 0);
    plain.ntargs = name->nkids - (name->kind == AST_MEMBER ? 1 : 0);
    args = plain;
    if (f->a) {
        args.object = true;
        args.n = plain.n + 1;
        args.v = HD_NEW_ARRAY(c->arena, struct hd_expr *, args.n);
        args.asts = HD_NEW_ARRAY(c->arena, struct hd_ast *, args.n);
        args.v[0] = f->a;
        args.asts[0] = ast->kids[0];
        for (int i = 0; i < plain.n; i++) {
            args.v[i + 1] = plain.v[i];
            args.asts[i + 1] = plain.asts[i];
        }
    }
    struct callee callee;
    if (overload_pick_from(c, method_shown(c, m), list, n, &args, ast->range, false, &callee) != 1)
        return expr_error(c, ast->range);
    if (!f->a && has_this(callee.sym)) {
        struct hd_diag *d =
            hd_error(c->diags, ast->range, "`%s` needs an object: write `object.%s(...)`",
                     method_shown(c, m), m->name);
        note_on(c, d, callee.sym->range, "it is declared here, without `static`");
        return expr_error(c, ast->range);
    }
    bool outer = c->exact_call;
    c->exact_call = exact;
    struct hd_expr *e = call_sym(c, callee.sym, f->a, &plain, ast->range, ast->kids[0]->loc);
    c->exact_call = outer;
    return e;
}
