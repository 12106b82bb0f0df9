// Words that make arrays: zeros, full, arange, linspace, eye and their kin.
#include "front/check/array/words.h"

#include <string.h>

struct hd_expr *word_make(struct call *k, struct hd_type *elem, int zero, int from) {
    struct hd_expr *first[5] = {word_loc(k)};
    int rank = k->args->n - from;
    if (rank > HD_FUSED_DIMS)
        return word_fail(k, NULL, "an array has at most %d dimensions", HD_FUSED_DIMS);
    word_type_args(k->c, elem, k->range, first + 1);
    first[4] = word_int(k, zero);
    return word_list(k, "make", first, 5, from, "a size", array_of(k->c, elem, rank));
}

struct hd_type *word_type(struct call *k, struct hd_type *otherwise) {
    if (k->given && !array_element_ok(k->c, k->given, k->range)) return NULL;
    return k->given ? unqual(k->given) : otherwise;
}

struct hd_expr *word_constant(struct call *k, int v, struct hd_type *as) {
    return convert(k->c, expr_int(k->c, hd_ty.int_, v, k->range), as);
}

// `to`, every element of which becomes `v`.
struct hd_expr *word_filled(struct call *k, struct hd_expr *to, struct hd_expr *v) {
    struct check *c = k->c;
    struct lifted l;
    if (is_error(to)) return to;
    lift_begin(c, &l, k->range, 0);
    struct hd_expr *item = lift_operand(c, &l, v);
    item = is_error(item) ? item : convert_assign(c, item, unqual(to->type->base), "an element");
    struct hd_expr *all = array_wrap(c, &l, item);
    return is_error(all) ? all : fused_call(c, "fused_into", all->fused, &to, 1, unqual(to->type));
}

struct hd_expr *word_zeros(struct call *k) {
    struct hd_type *elem = word_type(k, hd_ty.float_);
    return elem ? word_make(k, elem, 1, 0) : expr_error(k->c, k->range);
}

struct hd_expr *word_empty(struct call *k) {
    struct hd_type *elem = word_type(k, hd_ty.float_);
    return elem ? word_make(k, elem, 0, 0) : expr_error(k->c, k->range);
}

struct hd_expr *word_ones(struct call *k) {
    struct hd_type *elem = word_type(k, hd_ty.float_);
    if (!elem) return expr_error(k->c, k->range);
    return word_filled(k, word_make(k, elem, 0, 0), word_constant(k, 1, elem));
}

// full(shape, value) as NumPy has it: the value is last. What can be no size is the value, too:
// full(0.5, n).
struct hd_expr *word_full(struct call *k) {
    struct check *c = k->c;
    if (!word_count(k, 1, 1 + HD_FUSED_DIMS)) return expr_error(c, k->range);
    int last = k->args->n - 1;
    bool is_first = !last || (word_arg(k, 0)->type->kind != HD_TY_ERROR &&
                              !hd_type_is_integer(unqual(rvalue(c, word_arg(k, 0))->type)));
    struct call_args sizes = *k->args;
    int at = is_first ? 0 : last;
    struct hd_ast *written = word_ast(k, at);
    struct hd_expr *v = rvalue(c, word_arg(k, at));
    if (is_error(v)) return v;
    sizes.n = last;
    sizes.v += is_first;
    if (sizes.asts) sizes.asts += is_first;
    k->args = &sizes;
    struct hd_type *natural =
        is_plain_literal(written) && hd_type_is_float(v->type) ? hd_ty.float_ : v->type;
    struct hd_type *elem = word_type(k, unqual(natural));
    if (!elem || !array_element_ok(c, elem, k->range)) return expr_error(c, k->range);
    return word_filled(k, word_make(k, elem, 0, 0), convert_assign(c, v, elem, "`full`"));
}

struct hd_expr *word_like(struct call *k) {
    int extra = k->number == 2;
    if (!word_count(k, 1 + extra, 1 + extra)) return expr_error(k->c, k->range);
    struct hd_expr *a = word_array(k, 0), *first[6] = {word_loc(k)};
    if (!a) return expr_error(k->c, k->range);
    struct hd_type *elem = word_type(k, element_type(a));
    if (!elem) return expr_error(k->c, k->range);
    word_type_args(k->c, elem, k->range, first + 1);
    first[4] = word_int(k, k->number == 0);
    first[5] = word_value(k, a);
    struct hd_expr *e =
        array_rt(k->c, "like", first, 6, array_of(k->c, elem, (int)a->type->len), k->range);
    if (k->number == 1) return word_filled(k, e, word_constant(k, 1, elem));
    if (k->number == 2)
        return word_filled(k, e, lift_literal(k->c, word_ast(k, 1), word_arg(k, 1), elem));
    return e;
}

// The index along the only axis, as an operand whose elements are 0, 1, 2 ...: what arange and
// linspace are made of.
static struct hd_expr *word_counting(struct call *k, struct hd_expr *n) {
    return word_rt(k, "count", array_of(k->c, hd_ty.long_, 1), 1, n);
}

struct hd_expr *word_arange(struct call *k) {
    struct check *c = k->c;
    if (!word_count(k, 1, 3)) return expr_error(c, k->range);
    struct hd_expr *v[3];
    struct hd_type *elem = hd_ty.int_;
    for (int i = 0; i < k->args->n; i++) {
        v[i] = rvalue(c, word_arg(k, i));
        if (is_error(v[i])) return v[i];
        if (!hd_type_is_arith(v[i]->type))
            return word_fail(k, NULL, "`arange` takes numbers, not `%s`", ty(c, v[i]->type));
        struct hd_type *t = unqual(v[i]->type);
        if (hd_type_is_float(t) && is_plain_literal(word_ast(k, i))) t = hd_ty.float_;
        if (hd_type_is_integer(t) && is_plain_literal(word_ast(k, i))) continue;
        if (hd_type_is_float(t) ? !hd_type_is_float(elem) || t->kind > elem->kind
                                : !hd_type_is_float(elem) && t->size > elem->size)
            elem = t;
    }
    elem = word_type(k, elem);
    if (!elem) return expr_error(c, k->range);
    struct hd_expr *start = k->args->n > 1 ? v[0] : word_constant(k, 0, elem),
                   *stop = k->args->n > 1 ? v[1] : v[0],
                   *step = k->args->n > 2 ? v[2] : word_constant(k, 1, elem);
    struct hd_type *at = hd_type_is_integer(elem) ? hd_ty.long_ : hd_ty.double_;
    start = expr_pin(c, convert(c, start, at));
    step = expr_pin(c, convert(c, step, at));
    struct hd_expr *n = word_rt(k, "range_count", NULL, 3, convert(c, start, hd_ty.double_),
                                convert(c, stop, hd_ty.double_), convert(c, step, hd_ty.double_));
    struct hd_expr *i = word_counting(k, n);
    if (is_error(i)) return i;
    struct lifted l;
    lift_begin(c, &l, k->range, 0);
    struct hd_expr *x = lift_index(c, &l, i), *s = lift_operand(c, &l, pinned(c, step)),
                   *from = lift_operand(c, &l, pinned(c, start));
    struct hd_expr *e = expr_binary(c, TK_STAR, x, s, k->range, 0);
    e = expr_binary(c, TK_PLUS, from, e, k->range, 0);
    return array_wrap(c, &l, convert(c, e, elem));
}

struct hd_expr *word_linspace(struct call *k) {
    struct check *c = k->c;
    if (!word_count(k, 2, 3)) return expr_error(c, k->range);
    bool ends;
    if (!word_flag(k, "endpoint", true, &ends)) return expr_error(c, k->range);
    struct hd_expr *from = rvalue(c, word_arg(k, 0)), *to = rvalue(c, word_arg(k, 1));
    struct hd_expr *n =
        k->args->n > 2 ? word_long(k, 2, "the number of points") : array_int(c, 50, k->range);
    if (is_error(from) || is_error(to) || !n) return expr_error(c, k->range);
    bool wide = (from->type->kind == HD_TY_DOUBLE && !is_plain_literal(word_ast(k, 0))) ||
                (to->type->kind == HD_TY_DOUBLE && !is_plain_literal(word_ast(k, 1)));
    struct hd_type *elem = word_type(k, wide ? hd_ty.double_ : hd_ty.float_);
    if (!elem) return expr_error(c, k->range);
    from = expr_pin(c, convert(c, from, hd_ty.double_));
    to = expr_pin(c, convert(c, to, hd_ty.double_));
    n = expr_pin(c, n);
    struct hd_expr *i = word_counting(k, n);
    if (is_error(i)) return i;
    // from + i * ((to - from) / (n - 1)), the last one exactly `to`
    struct hd_expr *one = array_int(c, ends, k->range); // without its end: none is the last
    struct hd_expr *last = expr_binary(c, TK_MINUS, pinned(c, n), one, k->range, 0);
    struct lifted l;
    lift_begin(c, &l, k->range, 0);
    struct hd_expr *x = lift_index(c, &l, i);
    // the first argument is evaluated by the first operand that uses it
    struct hd_expr *a = lift_operand(c, &l, from), *b = lift_operand(c, &l, to),
                   *m = lift_operand(c, &l, last);
    struct hd_expr *steps = convert(c, m, hd_ty.double_);
    struct hd_expr *e =
        expr_binary(c, TK_SLASH, expr_binary(c, TK_MINUS, b, a, k->range, 0), steps, k->range, 0);
    e = expr_binary(c, TK_STAR, convert(c, x, hd_ty.double_), e, k->range, 0);
    e = expr_binary(c, TK_PLUS, a, e, k->range, 0);
    struct hd_expr *is_last = expr_binary(c, TK_EQ, x, m, k->range, 0);
    struct hd_expr *pick = expr_new(c, EX_COND, hd_ty.double_, k->range);
    struct hd_expr *first = expr_binary(c, TK_EQ, x, array_int(c, 0, k->range), k->range, 0);
    struct hd_expr *inner = expr_new(c, EX_COND, hd_ty.double_, k->range);
    inner->a = is_last;
    inner->b = b;
    inner->c = e;
    pick->a = first;
    pick->b = a;
    pick->c = inner;
    return array_wrap(c, &l, convert(c, pick, elem));
}

struct hd_expr *word_eye(struct call *k) {
    struct check *c = k->c;
    if (!word_count(k, 1, 2)) return expr_error(c, k->range);
    struct hd_type *elem = word_type(k, hd_ty.float_);
    if (!elem) return expr_error(c, k->range);
    struct call_args two = *k->args;
    struct hd_expr *v[2] = {word_arg(k, 0), k->args->n > 1 ? word_arg(k, 1) : NULL};
    struct hd_sym *hidden = NULL;
    if (!v[1]) {
        v[0] = expr_pin(c, word_long(k, 0, "a size") ? convert(c, word_arg(k, 0), hd_ty.long_)
                                                     : expr_error(c, k->range));
        v[1] = pinned(c, v[0]);
    }
    two.v = v;
    two.n = 2;
    two.asts = NULL;
    struct call inner = *k;
    inner.args = &two;
    struct hd_expr *a = word_make(&inner, elem, 1, 0);
    if (is_error(a)) return a;
    hidden = sym_hidden(c, unqual(a->type), k->range);
    hidden->has_initializer = true;
    struct hd_expr *set = expr_assign(c, expr_var(c, hidden, k->range), a);
    struct hd_expr *m = rvalue(c, expr_var(c, hidden, k->range));
    struct hd_expr *diagonal = word_rt(k, "diagonal", array_of(c, elem, 1), 1, m);
    struct hd_expr *fill = word_filled(k, diagonal, word_constant(k, 1, elem));
    return then_value(c, set, fill, m);
}
