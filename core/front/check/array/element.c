// Words that work on all elements: copy, astype, where, clip, isclose, and folds.
#include "front/check/array/words.h"

#include <string.h>

struct hd_expr *word_copy(struct call *k) {
    if (!word_count(k, 1, 1)) return expr_error(k->c, k->range);
    struct hd_expr *a = word_array(k, 0);
    if (!a) return expr_error(k->c, k->range);
    if (a->kind == EX_ARRAY) return word_value(k, a);
    return word_rt(k, "copy", unqual(a->type), 1, a);
}

struct hd_expr *word_astype(struct call *k) {
    if (!word_count(k, 1, 1)) return expr_error(k->c, k->range);
    struct hd_expr *a = word_array(k, 0);
    if (!a) return expr_error(k->c, k->range);
    if (!k->given)
        return word_fail(k, "write it as `astype<double>(a)` or `a.astype<double>()`",
                         "`astype` needs the type of the new elements");
    return array_element_ok(k->c, k->given, k->range)
               ? array_cast(k->c, a, unqual(k->given), k->range)
               : expr_error(k->c, k->range);
}

struct hd_expr *word_fill(struct call *k) {
    if (!word_count(k, 2, 2)) return expr_error(k->c, k->range);
    struct hd_expr *a = word_array(k, 0);
    if (!a) return expr_error(k->c, k->range);
    return word_filled(k, word_value(k, a),
                       lift_literal(k->c, word_ast(k, 1), word_arg(k, 1), element_type(a)));
}

struct hd_expr *word_where(struct call *k) {
    struct check *c = k->c;
    if (k->args->n == 1) {
        struct hd_expr *a = word_array(k, 0);
        if (!a) return expr_error(c, k->range);
        if (a->type->len != 1)
            return word_fail(k, "`nonzero(a, axis)` gives the indices along one axis",
                             "`where` with one argument takes an array of one dimension");
        return word_rt(k, "nonzero", array_of(c, hd_ty.long_, 1), 2,
                       word_value(k, array_cast(c, a, hd_ty.bool_, k->range)), word_int(k, 0));
    }
    if (!word_count(k, 3, 3)) return expr_error(c, k->range);
    struct hd_expr *x = word_arg(k, 1), *y = word_arg(k, 2);
    x = lift_literal(c, word_ast(k, 1), x, element_type(y));
    y = lift_literal(c, word_ast(k, 2), y, element_type(x));
    if (is_plain_literal(word_ast(k, 1)) && is_plain_literal(word_ast(k, 2)) &&
        hd_type_is_float(x->type)) { // nothing says a type
        x = convert(c, rvalue(c, x), hd_ty.float_);
        y = convert(c, rvalue(c, y), hd_ty.float_);
    }
    struct hd_expr *e = array_cond(c, word_arg(k, 0), x, y, k->range);
    return e ? e : word_fail(k, "write `condition ? x : y`", "`where` needs an array");
}

struct hd_expr *word_nonzero(struct call *k) {
    if (!word_count(k, 1, 2)) return expr_error(k->c, k->range);
    struct hd_expr *a = word_array(k, 0);
    if (!a) return expr_error(k->c, k->range);
    if (a->type->len != 1 && k->args->n < 2)
        return word_fail(
            k, NULL,
            "`nonzero` of an array with %lld dimensions needs the axis whose indices are meant",
            (long long)a->type->len);
    return word_rt(k, "nonzero", array_of(k->c, hd_ty.long_, 1), 2,
                   word_value(k, array_cast(k->c, a, hd_ty.bool_, k->range)),
                   k->args->n > 1 ? word_axis(k, 1) : word_int(k, 0));
}

static struct hd_expr *compare(struct call *k, int op, struct hd_expr *a, struct hd_expr *b,
                               struct hd_expr *yes, struct hd_expr *no, struct hd_type *t) {
    struct hd_expr *e = expr_new(k->c, EX_COND, t, k->range);
    e->a = expr_binary(k->c, op, a, b, k->range, 0);
    e->b = yes;
    e->c = no;
    return e;
}

struct hd_expr *word_clip(struct call *k) {
    struct check *c = k->c;
    if (!word_count(k, 3, 3)) return expr_error(c, k->range);
    struct hd_expr *a = word_array(k, 0), *v[3];
    if (!a) return expr_error(c, k->range);
    struct hd_type *t = element_type(a);
    struct lifted l;
    lift_begin(c, &l, k->range, 0);
    v[0] = lift_operand(c, &l, a);
    for (int i = 1; i < 3; i++) {
        v[i] = lift_operand(c, &l, lift_literal(c, word_ast(k, i), word_arg(k, i), t));
        if (!is_error(v[i])) v[i] = convert_assign(c, v[i], t, "`clip`");
        if (is_error(v[i])) return array_wrap(c, &l, v[i]);
    }
    struct hd_expr *low = compare(k, TK_LT, v[0], v[1], v[1], v[0], t);
    return array_wrap(c, &l, compare(k, TK_GT, low, v[2], v[2], low, t));
}

// |a - b| <= atol + rtol * |b|, or the same value (infinities).
struct hd_expr *word_isclose(struct call *k) {
    struct check *c = k->c;
    if (!word_count(k, 2, 4)) return expr_error(c, k->range);
    struct lifted l;
    lift_begin(c, &l, k->range, 0);
    struct hd_expr *a = lift_operand(c, &l, word_arg(k, 0)),
                   *b = lift_operand(c, &l, word_arg(k, 1));
    struct hd_expr *rtol = word_constant(k, 1, hd_ty.double_),
                   *atol = word_constant(k, 1, hd_ty.double_);
    rtol->value->f = 1e-5L;
    atol->value->f = 1e-8L;
    if (k->args->n > 2) rtol = lift_operand(c, &l, word_arg(k, 2));
    if (k->args->n > 3) atol = lift_operand(c, &l, word_arg(k, 3));
    if (is_error(a) || is_error(b) || is_error(rtol) || is_error(atol))
        return array_wrap(c, &l, expr_error(c, k->range));
    if (!hd_type_is_arith(a->type) || !hd_type_is_arith(b->type)) {
        word_fail(k, NULL, "`%s` compares numbers", k->name);
        return array_wrap(c, &l, expr_error(c, k->range));
    }
    a = convert(c, a, hd_ty.double_);
    b = convert(c, b, hd_ty.double_);
    struct hd_expr *zero = word_constant(k, 0, hd_ty.double_);
    struct hd_expr *difference = expr_binary(c, TK_MINUS, a, b, k->range, 0);
    struct hd_expr *other = expr_binary(c, TK_MINUS, b, a, k->range, 0);
    struct hd_expr *minus = expr_binary(c, TK_MINUS, zero, b, k->range, 0);
    struct hd_expr *far = compare(k, TK_LT, difference, zero, other, difference, hd_ty.double_);
    struct hd_expr *size = compare(k, TK_LT, b, zero, minus, b, hd_ty.double_);
    struct hd_expr *bound = expr_binary(
        c, TK_PLUS, convert(c, atol, hd_ty.double_),
        expr_binary(c, TK_STAR, convert(c, rtol, hd_ty.double_), size, k->range, 0), k->range, 0);
    struct hd_expr *near = expr_binary(c, TK_LE, far, bound, k->range, 0);
    struct hd_expr *huge = word_constant(k, 0, hd_ty.double_);
    huge->value->f = (long double)__DBL_MAX__;
    near = expr_binary(c, TK_AMP, convert(c, near, hd_ty.int_),
                       convert(c, expr_binary(c, TK_LE, bound, huge, k->range, 0), hd_ty.int_),
                       k->range, 0);
    struct hd_expr *same = convert(c, expr_binary(c, TK_EQ, a, b, k->range, 0), hd_ty.int_);
    struct hd_expr *e = convert(c, expr_binary(c, TK_PIPE, near, same, k->range, 0), hd_ty.bool_);
    e = array_wrap(c, &l, e);
    if (is_error(e) || k->number == 0) return e;
    return array_fold(c, "all", e, &(struct folded_axes){0}, k->range);
}

// sum(a), sum(a, axis), sum(a, {0, 2}), sum(a, axis, keepdims=true), std(a, ddof=1)
struct hd_expr *word_fold(struct call *k) {
    struct check *c = k->c;
    struct folded_axes axes = {0};
    if (!word_count(k, 1, 1 + HD_FUSED_DIMS)) return expr_error(c, k->range);
    struct hd_expr *a = word_array(k, 0);
    if (!a || !word_flag(k, "keepdims", false, &axes.kept)) return expr_error(c, k->range);
    struct hd_ast *ddof = word_key(k, "ddof");
    axes.ddof = ddof ? array_long(c, check_expr(c, ddof), "`ddof`") : NULL;
    if (ddof && !axes.ddof) return expr_error(c, k->range);
    for (int i = 1; i < k->args->n; i++)
        if (!(axes.v[axes.n++] = word_long(k, i, "an axis"))) return expr_error(c, k->range);
    return array_fold(c, k->name, a, &axes, k->range);
}
