// Expressions of arrays, element by element.
//
// `x * 2.0 + f(y)`: the operands x and y get a hidden variable each, which stands for their
// element; the language's own rules make the tree of `x_ * 2.0f + f(y_)`, with all their
// conversions, overloads and messages. The result is an EX_ARRAY, which is merged into whatever is
// made of it. What is no array is computed once, before the loop.
//
// Types are C's, but a literal without a suffix takes the type of the elements that it meets: x
// * 2.0 of floats is float.
#include "front/check/array/array.h"

#include <string.h>

struct hd_type *element_type(const struct hd_expr *e) {
    return is_array(e) ? unqual(e->type->base) : unqual(e->type);
}

// ---- operands -----------------------------------------------------------------------------------

static struct hd_fused *fused_new(struct check *c, struct hd_range range, hd_loc loc) {
    static uint64_t serials;
    struct hd_fused *f = HD_NEW(c->arena, struct hd_fused);
    f->range = range;
    f->loc = loc ? loc : range.from;
    f->serial = __atomic_add_fetch(&serials, 1, __ATOMIC_RELAXED);
    return f;
}

void lift_begin(struct check *c, struct lifted *l, struct hd_range range, hd_loc loc) {
    l->fused = fused_new(c, range, loc);
    l->outer = c->func;
    l->inside = HD_NEW(c->arena, struct hd_func); // elements are computed on both sides
    l->inside->arena = c->arena;
    l->inside->is_device = l->inside->is_host = true;
    l->inside->sym = l->outer ? l->outer->sym : NULL;
    c->func = l->inside;
}

static void add_calls(struct check *c, struct hd_fused *f, struct hd_sym **calls, int n) {
    for (int i = 0; i < n; i++) {
        bool known = false;
        for (int k = 0; k < f->ncalls; k++) known = known || f->calls[k] == calls[i];
        if (known) continue;
        struct hd_sym **grown = HD_NEW_ARRAY(c->arena, struct hd_sym *, f->ncalls + 1);
        if (f->ncalls) memcpy(grown, f->calls, sizeof *grown * (size_t)f->ncalls);
        grown[f->ncalls++] = calls[i];
        f->calls = grown;
    }
}

void lift_end(struct check *c, struct lifted *l) {
    c->func = l->outer;
    add_calls(c, l->fused, l->inside->calls, l->inside->ncalls);
}

static const char *operand_text(struct check *c, const struct hd_expr *e) {
    const char *text = expr_text(c, e);
    return text[0] == '`' ? text : "an operand";
}

static struct hd_expr *element_of(struct check *c, const struct hd_fused_operand *op,
                                  struct hd_range range) {
    struct hd_expr *var = expr_new(c, EX_VAR, op->sym->type, range);
    var->sym = op->sym;
    var->is_lvalue = true;
    struct hd_expr *load = expr_new(c, EX_LOAD, unqual(var->type), range);
    load->a = var;
    return load;
}

// The operand that this variable is already, so that x in `x * x` is read once.
static const struct hd_fused_operand *known_operand(const struct hd_fused *f,
                                                    const struct hd_expr *e) {
    if (e->kind != EX_LOAD || e->a->kind != EX_VAR) return NULL;
    for (int i = 0; i < f->n; i++) {
        const struct hd_expr *from = f->ops[i].from;
        if (from->kind == EX_LOAD && from->a->kind == EX_VAR && from->a->sym == e->a->sym)
            return &f->ops[i];
    }
    return NULL;
}

static const struct hd_fused_operand *add_operand(struct check *c, struct hd_fused *f,
                                                  struct hd_expr *e) {
    const struct hd_fused_operand *known = known_operand(f, e);
    if (known) return known;
    if (f->n == HD_FUSED_OPERANDS) {
        struct hd_diag *d = hd_error(c->diags, e->range,
                                     "this expression has more than %d different operands", f->n);
        hd_help(c->diags, d, "give a part of it a name of its own");
        return NULL;
    }
    struct hd_fused_operand *op = &f->ops[f->n++];
    op->scalar = !is_array(e);
    op->rank = is_array(e) ? (int)e->type->len : 0;
    op->from = e;
    op->text = operand_text(c, e);
    op->sym = sym_hidden(c, element_type(e), e->range);
    op->sym->has_initializer = true;
    if (op->rank > f->rank) f->rank = op->rank;
    return op;
}

struct hd_expr *lift_operand(struct check *c, struct lifted *l, struct hd_expr *e) {
    struct hd_fused *f = l->fused;
    if (is_error(e) || e->kind == EX_CONST) return e;
    if (e->kind != EX_ARRAY) {
        e = rvalue(c, e);
        if (is_error(e) || e->kind == EX_CONST || e->type->kind == HD_TY_VOID) return e;
        if (!is_array(e) && (is_ptr(e->type) || e->type->kind == HD_TY_AUTO)) return e;
        const struct hd_fused_operand *op = add_operand(c, f, e);
        return op ? element_of(c, op, e->range) : expr_error(c, e->range);
    }
    const struct hd_fused *inner = e->fused;
    for (int i = 0; i < inner->n; i++) {
        if (f->n == HD_FUSED_OPERANDS) return expr_error(c, e->range);
        bool there = false;
        for (int k = 0; k < f->n; k++) there = there || f->ops[k].sym == inner->ops[i].sym;
        if (!there) f->ops[f->n++] = inner->ops[i];
    }
    if (inner->rank > f->rank) f->rank = inner->rank;
    add_calls(c, f, inner->calls, inner->ncalls);
    return inner->value;
}

struct hd_expr *lift_object(struct check *c, struct lifted *l, struct hd_expr *e) {
    struct hd_expr *object = lift_operand(c, l, e);
    for (int i = 0; i < l->fused->n && object->kind == EX_LOAD; i++)
        if (l->fused->ops[i].sym == object->a->sym) l->fused->object = i + 1;
    return object;
}

struct hd_expr *lift_index(struct check *c, struct lifted *l, struct hd_expr *e) {
    int before = l->fused->n;
    struct hd_expr *place = lift_operand(c, l, e);
    if (l->fused->n > before) l->fused->ops[before].counts = true;
    return place;
}

// ---- literals -----------------------------------------------------------------------------------

bool is_plain_literal(const struct hd_ast *ast) {
    switch (ast->kind) {
    case AST_NUMBER: {
        const char *text = ast->tok->text;
        if (!text) return false;
        char last = text[strlen(text) - 1];
        bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
        return (last >= '0' && last <= '9') || last == '.' || hex;
    }
    case AST_UNARY:
        return (ast->op == TK_MINUS || ast->op == TK_PLUS) && is_plain_literal(ast->kids[0]);
    case AST_BINARY:
        return (ast->op == TK_STAR || ast->op == TK_SLASH || ast->op == TK_PLUS ||
                ast->op == TK_MINUS) &&
               is_plain_literal(ast->kids[0]) && is_plain_literal(ast->kids[1]);
    default: return false;
    }
}

struct hd_expr *lift_literal(struct check *c, struct hd_ast *ast, struct hd_expr *e,
                             struct hd_type *as) {
    if (!ast || e->kind == EX_ARRAY || is_array(e) || !is_plain_literal(ast)) return e;
    bool real = hd_type_is_float(e->type), whole = hd_type_is_integer(e->type);
    if (hd_type_is_float(as) && (real || whole)) return convert(c, rvalue(c, e), as);
    if (as->kind == HD_TY_COMPLEX && (real || whole)) return convert(c, rvalue(c, e), as->base);
    if (!hd_type_is_integer(as) || as->kind == HD_TY_BOOL || as->kind == HD_TY_ENUM || !whole)
        return e;
    struct hd_expr *v = rvalue(c, e);
    if (v->kind != EX_CONST || v->value->kind != CONST_INT) return e;
    hd_int128 value = v->value->i, limit = (hd_int128)1 << (as->size * 8 - hd_type_is_signed(as));
    bool fits = value < limit && value >= (hd_type_is_signed(as) ? -limit : 0);
    return fits ? convert(c, v, as) : e;
}

// ---- results ------------------------------------------------------------------------------------

struct hd_expr *array_wrap(struct check *c, struct lifted *l, struct hd_expr *element) {
    struct hd_fused *f = l->fused;
    lift_end(c, l);
    if (is_error(element)) return element;
    element = rvalue(c, element);
    if (is_error(element)) return element;
    if (!array_element_ok(c, element->type, f->range)) return expr_error(c, f->range);
    f->elem = unqual(element->type);
    f->value = element;
    struct hd_expr *e = expr_new(c, EX_ARRAY, array_of(c, f->elem, f->rank), f->range);
    e->fused = f;
    e->loc = f->loc;
    return e;
}

static bool takes_literal(int op) { return op != TK_SHL && op != TK_SHR; }

struct hd_expr *array_binary(struct check *c, struct hd_expr *a, struct hd_expr *b,
                             struct hd_ast *ast) {
    if (!is_array(a) && !is_array(b)) return NULL;
    struct hd_ast *x = ast->kids[0], *y = ast->kids[1];
    struct lifted l;
    lift_begin(c, &l, ast->range, ast->loc);
    if (takes_literal(ast->op)) {
        if (!is_array(a)) a = lift_literal(c, x, a, element_type(b));
        if (!is_array(b)) b = lift_literal(c, y, b, element_type(a));
    }
    a = lift_operand(c, &l, a);
    b = lift_operand(c, &l, b);
    struct hd_expr *e;
    if (is_error(a) || is_error(b)) {
        e = expr_error(c, ast->range);
    } else if (ast->op == TK_AND_AND || ast->op == TK_OR_OR) {
        a = convert(c, a, hd_ty.bool_);
        b = convert(c, b, hd_ty.bool_);
        e = expr_new(c, EX_BINARY, hd_ty.int_, ast->range); // both are there: no jump
        e->op = ast->op == TK_AND_AND ? TK_AMP : TK_PIPE;
        e->a = convert(c, a, hd_ty.int_);
        e->b = convert(c, b, hd_ty.int_);
        e = convert(c, e, hd_ty.bool_);
    } else {
        bool masks = (ast->op == TK_AMP || ast->op == TK_PIPE || ast->op == TK_CARET) &&
                     a->type->kind == HD_TY_BOOL && b->type->kind == HD_TY_BOOL;
        e = binary_operator(c, ast->op, a, b, ast);
        if (!e) e = expr_binary(c, ast->op, a, b, ast->range, ast->loc);
        if (masks && !is_error(e)) e = convert(c, e, hd_ty.bool_); // a mask, not indices
    }
    return array_wrap(c, &l, e);
}

struct hd_expr *array_unary(struct check *c, struct hd_expr *e, struct hd_ast *ast) {
    if (!is_array(e)) return NULL;
    struct lifted l;
    lift_begin(c, &l, ast->range, ast->loc);
    struct hd_expr *a = lift_operand(c, &l, e), *out = NULL;
    if (is_error(a)) return array_wrap(c, &l, a);
    if (ast->op == TK_NOT) {
        out = expr_new(c, EX_UNARY, hd_ty.bool_, ast->range);
        out->op = TK_NOT;
        out->a = convert(c, a, hd_ty.bool_);
        return array_wrap(c, &l, out);
    }
    out = unary_operator(c, ast->op, a, ast);
    bool plain = hd_type_is_arith(a->type) &&
                 (ast->op != TK_TILDE || hd_type_is_integer(a->type)) &&
                 (ast->op == TK_MINUS || ast->op == TK_PLUS || ast->op == TK_TILDE);
    if (!out && !plain) {
        hd_error(c->diags, ast->range, "`%s` does not work on `%s`", tok_text(ast->op),
                 ty(c, e->type));
        return array_wrap(c, &l, expr_error(c, ast->range));
    }
    if (!out && ast->op == TK_TILDE && a->type->kind == HD_TY_BOOL) { // of masks: not
        out = expr_new(c, EX_UNARY, hd_ty.bool_, ast->range);
        out->op = TK_NOT;
        out->a = a;
    } else if (!out) {
        a = promote(c, a);
        out = a;
        if (ast->op != TK_PLUS) {
            out = expr_new(c, EX_UNARY, a->type, ast->range);
            out->op = ast->op;
            out->a = a;
        }
    }
    return array_wrap(c, &l, out);
}

struct hd_expr *array_cond(struct check *c, struct hd_expr *a, struct hd_expr *b, struct hd_expr *d,
                           struct hd_range range) {
    if (!is_array(a) && !is_array(b) && !is_array(d)) return NULL;
    struct lifted l;
    lift_begin(c, &l, range, 0);
    a = lift_operand(c, &l, a);
    b = lift_operand(c, &l, b);
    d = lift_operand(c, &l, d);
    if (is_error(a) || is_error(b) || is_error(d)) return array_wrap(c, &l, expr_error(c, range));
    struct hd_expr *x = b, *y = d;
    struct hd_type *t =
        hd_type_same_unqual(b->type, d->type) ? unqual(b->type) : usual_arith(c, &x, &y);
    if (!t) {
        hd_error(c->diags, range, "the two values have no common type: `%s` and `%s`",
                 ty(c, b->type), ty(c, d->type));
        return array_wrap(c, &l, expr_error(c, range));
    }
    struct hd_expr *e = expr_new(c, EX_COND, t, range);
    e->a = convert(c, a, hd_ty.bool_);
    e->b = x;
    e->c = y;
    return array_wrap(c, &l, e);
}

struct hd_expr *array_cast(struct check *c, struct hd_expr *e, struct hd_type *elem,
                           struct hd_range range) {
    struct lifted l;
    lift_begin(c, &l, range, 0);
    struct hd_expr *a = lift_operand(c, &l, e);
    return array_wrap(c, &l, is_error(a) ? a : convert(c, a, elem));
}

// ---- values -------------------------------------------------------------------------------------

static struct hd_expr *special_register(struct check *c, const char *name, struct hd_range range) {
    const struct hd_builtin *row = hd_builtin_find(name);
    struct hd_type *type = builtin_signature(c->front, row, 0);
    struct hd_expr *e = expr_new(c, EX_BUILTIN, unqual(type), range);
    e->builtin = row;
    e->sig_type = type;
    uint64_t offset = 0;
    const struct hd_field *field = hd_record_field(type->record, hd_intern_str("x"), &offset);
    struct hd_expr *x = expr_new(c, EX_MEMBER, unqual(field->type), range);
    x->a = e;
    x->field = field;
    x->offset = offset;
    return convert(c, x, hd_ty.long_);
}

void lift_finish(struct check *c, struct hd_fused *f) {
    if (f->thread) return;
    f->thread = special_register(c, "threadIdx", f->range);
    f->block = special_register(c, "blockIdx", f->range);
    const struct hd_source *source = hd_source_at(f->range.from);
    f->text = "an array expression";
    if (source && f->range.to > f->range.from && f->range.to - source->base <= source->len &&
        f->range.to - f->range.from < 200)
        f->text = hd_strndup(c->arena, source->text + (f->range.from - source->base),
                             f->range.to - f->range.from);
}

struct hd_expr *fused_plan(struct check *c, struct hd_fused *f) {
    lift_finish(c, f);
    struct hd_expr *at = expr_int(c, hd_ty.ulong_, (hd_int128)(uintptr_t)f, f->range);
    return expr_cast(c, at, hd_type_ptr(hd_ty.void_), CAST_INT_PTR);
}

static struct hd_expr *scalar_address(struct check *c, const struct hd_fused_operand *op) {
    struct hd_expr *at = expr_address(c, expr_temp(c, op->from), op->from->range);
    return expr_cast(c, at, hd_type_ptr(hd_ty.void_), CAST_NOOP);
}

struct hd_expr *fused_object(struct check *c, const struct hd_fused *f) {
    if (f->object) return scalar_address(c, &f->ops[f->object - 1]);
    struct hd_expr *none = expr_int(c, hd_ty.long_, 0, f->range);
    return expr_cast(c, none, hd_type_ptr(hd_ty.void_), CAST_INT_PTR);
}

struct hd_expr *fused_call(struct check *c, const char *name, struct hd_fused *f,
                           struct hd_expr **first, int nfirst, struct hd_type *type) {
    struct hd_expr **values = HD_NEW_ARRAY(c->arena, struct hd_expr *, nfirst + f->n + 2);
    int n = 0;
    values[n++] = fused_plan(c, f);
    for (int i = 0; i < nfirst; i++) values[n++] = first[i];
    for (int i = 0; i < f->n; i++) {
        struct hd_expr *from = f->ops[i].from;
        if (f->ops[i].scalar) from = scalar_address(c, &f->ops[i]);
        values[n++] = from;
    }
    return array_rt(c, name, values, n, type, f->range);
}

struct hd_expr *array_value(struct check *c, struct hd_expr *e) {
    if (e->kind != EX_ARRAY) return e;
    if (c->unevaluated) return e;
    struct hd_expr *out = fused_call(c, "fused", e->fused, NULL, 0, e->type);
    out->range = e->range;
    return out;
}

// `to` is an array's type, or `e` is one.
struct hd_expr *array_convert(struct check *c, struct hd_expr *e, struct hd_type *to,
                              const char *what) {
    bool from = is_array(e), into = to->kind == HD_TY_NDARRAY;
    if (!from && !into) return NULL;
    if (from && into && hd_type_same_unqual(e->type, to)) return array_value(c, e);
    if (from && is_ptr(to) &&
        (to->base->kind == HD_TY_VOID || same_but_quals(e->type->base, to->base))) {
        struct hd_expr *values[] = {array_loc(c, e->range.from), e};
        return array_rt(c, "pointer", values, 2, to, e->range);
    }
    struct hd_diag *d = hd_error(c->diags, e->range, "cannot convert `%s` to `%s`%s%s",
                                 ty(c, e->type), ty(c, to), what ? " in " : "", what ? what : "");
    if (from && into && e->type->len == to->len)
        hd_help(c->diags, d, "write `%s.astype<%s>()` for elements of another type",
                e->kind == EX_ARRAY ? "(...)" : "x", ty(c, to->base));
    else if (from && into)
        hd_help(c->diags, d,
                "they differ in rank: `a[:, newaxis]`, `a[0]` and `a.reshape(...)` change it");
    else if (into && hd_type_is_arith(e->type))
        hd_help(c->diags, d,
                "`a[:] = value` sets every element; `full(shape, value)` makes an array of it");
    else if (from && hd_type_is_scalar(to))
        hd_help(
            c->diags, d,
            "an array is no single value: `any(...)`, `all(...)`, `sum(...)` or an index give one");
    return expr_error(c, e->range);
}
