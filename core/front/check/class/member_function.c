// Pointers to member functions: `R (C::*)(A) const`, `&C::f`, `(object.*p)(a)`, `(p->*q)(a)`.
//
// Such a pointer is one number of 64 bits, which is 0 when it is null. The low 48 bits are the
// function's address or, of a virtual function, one more than the place of its word in the table
// (functions lie at even addresses). The high 16 bits are what is added to the object's address
// before the call: the offset of a base, once a pointer to a member of the base has become one of a
// derived class. So it is a constant where the function's address is one, and a call of a constant
// is a call of that function.
//
// Example: `int (S::*p)(int) const = &S::f; (s.*p)(3);` is `(*(int (*)(const S *, int))p)(&s, 3)`.
#include <string.h>

#include "front/check/const/const.h"
#include "front/check/expr/expr.h"

enum { OFFSET_BITS = 48 }; // user space ends below

bool is_member_function(const struct hd_type *t) {
    return t->kind == HD_TY_MEMBER && t->base->kind == HD_TY_FUNC;
}

// ---- &C::f --------------------------------------------------------------------------------------

// The type of the function as the pointer's type says it: without `this`, with what it asks of it.
static struct hd_type *pointed_type(struct check *c, const struct hd_sym *func) {
    const struct hd_method *m = func->method;
    const struct hd_type *t = func->type;
    struct hd_type *type =
        hd_type_func(c->arena, t->base, t->params + 1, t->nparams - 1, t->variadic, false);
    type->of_object = hd_of_object(m->quals, m->ref_qual);
    type->is_noexcept = declared_noexcept(c, func);
    return type;
}

struct hd_type *member_function_type(struct check *c, const struct hd_sym *func) {
    return hd_type_member(c->arena, func->method->record->type, pointed_type(c, func));
}

struct hd_expr *member_function_pointer(struct check *c, struct hd_sym *func,
                                        struct hd_range range) {
    struct hd_expr *f = expr_new(c, EX_FUNC, func->type, range),
                   *at = expr_new(c, EX_ADDR, hd_type_ptr(func->type), range);
    f->sym = func;
    at->a = f;
    note_use(c, func);
    struct hd_type *type = member_function_type(c, func);
    return expr_cast(c, convert(c, at, hd_ty.ulong_), type, CAST_NOOP);
}

// The pointer to m, as a constant.
static struct hd_expr *pointer_to(struct check *c, struct hd_method *m, struct hd_range range) {
    struct hd_sym *now = m->is_pure ? m->sym : method_current(c, m);
    if (!now || deleted_function(c, now, range)) return expr_error(c, range);
    struct hd_type *type = member_function_type(c, now);
    if (type->kind == HD_TY_ERROR) return expr_error(c, range);
    if (m->is_virtual) return expr_int(c, type, class_slot_word(m) * 8 + 1, range);
    return member_function_pointer(c, now, range);
}

// Which of several functions, or instances of a template, is meant, the target's type says.
static bool is_unsettled(const struct hd_expr *e) {
    return e->kind == EX_ADDR && e->type->kind == HD_TY_AUTO && e->a->kind == EX_FUNC &&
           e->a->sym && e->a->sym->method;
}

// The class whose functions of that name are meant: of `&D::f` it is D, also where the function is
// a base's that `using` brings.
static const struct hd_record *named_class(const struct hd_expr *e) {
    return e->compute_type->record;
}

// The instance of a member template that has this type, or NULL.
static struct hd_method *instance_of(struct check *c, struct hd_sym *tmpl,
                                     const struct hd_type *func, struct hd_range where) {
    struct hd_expr **args = HD_NEW_ARRAY(c->arena, struct hd_expr *, func->nparams + 1);
    for (int i = 0; i < func->nparams; i++) { // a value of each parameter's type
        bool ref = func->params[i]->kind == HD_TY_REF;
        args[i] = expr_new(c, EX_ERROR, ref ? func->params[i]->base : func->params[i], where);
        args[i]->is_lvalue = ref;
    }
    const char *why = NULL;
    struct hd_spec_inst *inst =
        template_match(c, tmpl->tmpl, NULL, 0, args, NULL, func->nparams, where, &why);
    struct hd_sym *made = inst ? template_use(c, inst, where) : NULL;
    bool fits = made && has_this(made) && hd_type_serves_as(pointed_type(c, made), func);
    return fits ? made->method : NULL;
}

static struct hd_method *chosen(struct check *c, const struct hd_expr *e,
                                const struct hd_type *to) {
    struct hd_sym **list;
    int n = methods_named(c, named_class(e), e->a->sym->method->name, &list);
    for (int i = 0; i < n; i++) {
        if (list[i]->kind == SYM_TEMPLATE) {
            struct hd_method *made = instance_of(c, list[i], to->base, e->range);
            if (made) return made;
        } else if (!list[i]->method->is_static &&
                   hd_type_serves_as(pointed_type(c, list[i]), to->base)) {
            return list[i]->method;
        }
    }
    return NULL;
}

bool member_function_fits(struct check *c, const struct hd_expr *e, const struct hd_type *to) {
    return is_unsettled(e) && is_member_function(to) && chosen(c, e, to);
}

struct hd_expr *member_function_settle(struct check *c, struct hd_expr *e,
                                       const struct hd_type *to) {
    struct hd_method *m = is_unsettled(e) && is_member_function(to) ? chosen(c, e, to) : NULL;
    if (!m) return e;
    if (!access_function(c, named_class(e), m, false, e->range)) return expr_error(c, e->range);
    return pointer_to(c, m, e->range);
}

// The static one that a pointer to a function leads to.
struct hd_expr *member_function_static(struct check *c, struct hd_expr *e,
                                       const struct hd_type *to) {
    struct hd_sym **list;
    if (!is_unsettled(e) || !is_ptr(to) || to->base->kind != HD_TY_FUNC) return e;
    int n = methods_named(c, named_class(e), e->a->sym->method->name, &list);
    for (int i = 0; i < n; i++) {
        const struct hd_method *m = list[i]->method;
        struct hd_sym *found =
            m->is_static ? overload_for_type(c, list[i], NULL, to->base, e->range) : NULL;
        if (found && found->kind == SYM_FUNC && !m->is_made) found = method_current(c, m);
        if (!found) continue;
        if (!access_function(c, named_class(e), m, false, e->range) ||
            deleted_function(c, found, e->range))
            return expr_error(c, e->range);
        struct hd_expr *f = expr_new(c, EX_FUNC, found->type, e->range);
        f->sym = found;
        f->is_settled = true;
        note_use(c, found);
        return rvalue(c, f);
    }
    return e;
}

struct hd_expr *member_function_unsettled(struct check *c, const struct hd_record *named,
                                          struct hd_sym *one, const struct hd_ast *ast) {
    struct hd_expr *f = expr_new(c, EX_FUNC, hd_ty.auto_, ast->range),
                   *e = expr_new(c, EX_ADDR, hd_ty.auto_, ast->range);
    f->sym = one;
    e->a = f;
    e->compute_type = named->type;
    e->loc = ast->loc;
    return e;
}

struct hd_expr *member_function_address(struct check *c, struct hd_ast *ast, const char *name,
                                        struct hd_record *named) {
    struct hd_sym **list;
    int n = methods_named(c, named, name, &list), own = 0;
    struct hd_sym *only = NULL;
    for (int i = 0; i < n; i++) {
        if (list[i]->method->is_static) continue;
        only = list[i];
        own++;
    }
    if (!own && n < 2) return NULL;
    if (!own) return member_function_unsettled(c, named, list[0], ast);
    if (n > 1 || only->kind != SYM_FUNC) return member_function_unsettled(c, named, only, ast);
    if (!access_function(c, named, only->method, false, ast->range))
        return expr_error(c, ast->range);
    return pointer_to(c, only->method, ast->range);
}

// ---- calls --------------------------------------------------------------------------------------

static bool object_fits(struct check *c, const struct hd_expr *object, const struct hd_type *func,
                        bool rvalue, struct hd_range range) {
    struct hd_diag *d;
    if ((quals_of(object->type) & Q_CONST) && !(func->of_object & OF_CONST)) {
        d = hd_error(c->diags, range,
                     "the object is `%s`, and the pointer is to a function that may change it",
                     ty(c, object->type));
        hd_help(c->diags, d, "a pointer to a `const` member function: `R (C::*)(...) const`");
        return false;
    }
    if ((quals_of(object->type) & Q_VOLATILE) && !(func->of_object & OF_VOLATILE)) {
        hd_error(c->diags, range,
                 "the object is `%s`, and the pointer is not to a `volatile` member function",
                 ty(c, object->type));
        return false;
    }
    bool wrong = func->of_object & OF_RVALUE
                     ? !rvalue
                     : (func->of_object & OF_LVALUE) && rvalue && !(func->of_object & OF_CONST);
    if (!wrong) return true;
    hd_error(c->diags, range, "the pointer is to a function for %s objects only",
             rvalue ? "named" : "temporary");
    return false;
}

static struct hd_expr *long_of(struct check *c, struct hd_sym *sym, struct hd_range range) {
    return rvalue(c, expr_var(c, sym, range));
}

static struct hd_expr *moved(struct check *c, struct hd_expr *at, struct hd_expr *by) {
    return expr_ptr_add(c, at, by, at->range);
}

// What is called through a pointer that is not known: *self gets the object's address, *first what
// is done before the arguments.
static struct hd_expr *unknown_function(struct check *c, struct hd_expr *object, struct hd_expr *p,
                                        struct hd_type *type, struct hd_expr **self,
                                        struct hd_expr **first) {
    struct hd_range range = p->range;
    struct hd_type *bytes = hd_type_ptr(hd_ty.char_), *func = hd_type_ptr(type);
    struct hd_sym *value = sym_hidden(c, hd_ty.long_, range), *at = sym_hidden(c, bytes, range);
    struct hd_expr *from = expr_cast(c, expr_address(c, object, range), bytes, CAST_NOOP);
    *first = expr_comma(
        c, expr_assign(c, expr_var(c, at, range), from),
        expr_assign(c, expr_var(c, value, range), expr_cast(c, p, hd_ty.long_, CAST_NOOP)));
    struct hd_expr *by =
        expr_binary(c, TK_SHR, long_of(c, value, range),
                    expr_int(c, hd_ty.int_, OFFSET_BITS, range), range, range.from);
    *first = expr_comma(
        c, *first, expr_assign(c, expr_var(c, at, range), moved(c, long_of(c, at, range), by)));
    struct hd_expr *mask = expr_int(c, hd_ty.long_, ((hd_int128)1 << OFFSET_BITS) - 1, range);
    struct hd_expr *low = expr_binary(c, TK_AMP, long_of(c, value, range), mask, range, range.from);
    *self = expr_cast(c, long_of(c, at, range), type->params[0], CAST_NOOP);
    if (!type->params[0]->base->record->is_polymorphic) return convert(c, low, func);
    struct hd_sym *word = sym_hidden(c, hd_ty.long_, range), *table = sym_hidden(c, bytes, range);
    *first = expr_comma(c, *first, expr_assign(c, expr_var(c, word, range), low));
    struct hd_expr *is_virtual[2];
    for (int i = 0; i < 2; i++)
        is_virtual[i] = convert(c,
                                expr_binary(c, TK_AMP, long_of(c, word, range),
                                            expr_int(c, hd_ty.long_, 1, range), range, range.from),
                                hd_ty.bool_);
    // The object's table, where the function is in it: else the object may have none.
    struct hd_expr *slot = expr_cast(c, long_of(c, at, range), hd_type_ptr(bytes), CAST_NOOP);
    slot = moved(c, rvalue(c, expr_deref(c, slot, range)), long_of(c, word, range));
    slot = moved(c, slot, expr_int(c, hd_ty.long_, -1, range));
    struct hd_expr *find = expr_new(c, EX_COND, bytes, range);
    find->a = is_virtual[0];
    find->b = slot;
    find->c = expr_null(c, bytes, range);
    *first = expr_comma(c, *first, expr_assign(c, expr_var(c, table, range), find));
    struct hd_expr *found = expr_cast(c, long_of(c, table, range), hd_type_ptr(func), CAST_NOOP);
    struct hd_expr *f = expr_new(c, EX_COND, func, range);
    f->a = is_virtual[1];
    f->b = rvalue(c, expr_deref(c, found, range));
    f->c = convert(c, long_of(c, word, range), func);
    struct hd_expr *delta = moved(c, long_of(c, table, range), expr_int(c, hd_ty.long_, 8, range));
    delta = expr_cast(c, delta, hd_type_ptr(hd_ty.long_), CAST_NOOP);
    struct hd_expr *whole = expr_new(c, EX_COND, bytes, range);
    whole->a = convert(c, long_of(c, table, range), hd_ty.bool_);
    whole->b = moved(c, long_of(c, at, range), rvalue(c, expr_deref(c, delta, range)));
    whole->c = long_of(c, at, range);
    *self = expr_cast(c, whole, type->params[0], CAST_NOOP);
    return f;
}

struct hd_expr *member_function_call(struct check *c, struct hd_expr *object, struct hd_expr *p,
                                     bool rvalue_object, struct hd_ast *ast) {
    struct hd_type *func = p->type->base;
    struct hd_range range = ast->range;
    struct call_args args;
    check_args(c, ast->kids + 1, ast->nkids - 1, &args);
    if (args.failed || !object_fits(c, object, func, rvalue_object, range))
        return expr_error(c, range);
    struct hd_expr **v, *self, *first = NULL, *f;
    const char *text = expr_text(c, p);
    const char *shown = text[0] == '`' ? hd_strndup(c->arena, text + 1, strlen(text) - 2) : "it";
    int n;
    if (!convert_args(c, &args, func, NULL, shown, range, &v, &n)) return expr_error(c, range);
    unsigned quals = (func->of_object & OF_CONST ? Q_CONST : 0) |
                     (func->of_object & OF_VOLATILE ? Q_VOLATILE : 0);
    struct hd_type *type = with_this(c, p->type->of->record, func, quals);
    type->is_noexcept = func->is_noexcept;
    struct hd_const known;
    bool direct = const_eval(p, &known) && known.kind == CONST_ADDR && known.sym &&
                  known.sym->kind == SYM_FUNC;
    if (direct) {
        if (!check_call_side(c, known.sym, range)) return expr_error(c, range);
        note_use(c, known.sym);
        f = expr_new(c, EX_FUNC, known.sym->type, range);
        f->sym = known.sym;
        type = known.sym->type;
        self = expr_cast(c, expr_address(c, object, range), hd_type_ptr(hd_ty.char_), CAST_NOOP);
        int64_t by = known.offset >> OFFSET_BITS;
        if (by) self = moved(c, self, expr_int(c, hd_ty.long_, by, range));
        self = expr_cast(c, self, type->params[0], CAST_NOOP);
    } else {
        f = unknown_function(c, object, p, type, &self, &first);
        if (first) f = expr_comma(c, first, f);
        if (c->func && !c->unevaluated) c->func->has_indirect_call = true;
    }
    struct hd_expr *e = expr_new(c, EX_CALL, hd_ty.void_, range);
    e->a = f;
    e->args = HD_NEW_ARRAY(c->arena, struct hd_expr *, n + 1);
    e->args[0] = self;
    for (int i = 0; i < n; i++) e->args[i + 1] = v[i];
    e->nargs = n + 1;
    e->loc = ast->loc;
    e->left_first = true;
    return call_result(c, e, type->base, range);
}

// ---- conversions --------------------------------------------------------------------------------

// The same function as a member of a class whose base has it at that offset (less than 0: of a
// base).
struct hd_expr *member_function_moved(struct check *c, struct hd_expr *p, struct hd_type *to,
                                      int64_t by) {
    struct hd_range range = p->range;
    if (!by) return expr_cast(c, p, to, CAST_NOOP);
    struct hd_expr *add = expr_int(c, hd_ty.long_, by * ((int64_t)1 << OFFSET_BITS), range);
    struct hd_const known;
    if (const_eval(p, &known)) {
        if (!const_truth(&known)) return member_pointer_null(c, to, range);
        p = expr_cast(c, p, hd_ty.long_, CAST_NOOP);
        return expr_cast(c, expr_binary(c, TK_PLUS, p, add, range, range.from), to, CAST_NOOP);
    }
    struct hd_sym *sym = sym_hidden(c, hd_ty.long_, range); // a null pointer stays one
    struct hd_expr *set =
        expr_assign(c, expr_var(c, sym, range), expr_cast(c, p, hd_ty.long_, CAST_NOOP));
    struct hd_expr *cond = expr_new(c, EX_COND, to, range);
    cond->a = convert(c, long_of(c, sym, range), hd_ty.bool_);
    cond->b = expr_cast(c, expr_binary(c, TK_PLUS, long_of(c, sym, range), add, range, range.from),
                        to, CAST_NOOP);
    cond->c = member_pointer_null(c, to, range);
    return expr_comma(c, set, cond);
}
