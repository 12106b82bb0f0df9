// Calls with arrays: the vocabulary of array.def, functions that take arrays, and functions of
// scalars, lifted.
//
// Which it is is found in this order: a function of the user's with an array (or a pointer) for a
// parameter; a word of the vocabulary; else the call is that of one element, broadcast over the
// arguments.
#include "front/check/array/words.h"

#include <string.h>

typedef struct hd_expr *handler(struct call *k);

// ---- arguments ----------------------------------------------------------------------------------

struct hd_expr *word_fail(struct call *k, const char *help, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    struct hd_diag *d = hd_error(k->c->diags, k->range, "%s", hd_vprintf(k->c->arena, fmt, args));
    va_end(args);
    if (help) hd_help(k->c->diags, d, "%s", help);
    return expr_error(k->c, k->range);
}

bool word_count(struct call *k, int least, int most) {
    if (k->args->n >= least && k->args->n <= most) return true;
    const char *wanted = least == most ? hd_printf(k->c->arena, "%d", least)
                                       : hd_printf(k->c->arena, "%d to %d", least, most);
    word_fail(k, NULL, "`%s` takes %s argument%s, and %d %s given", k->name, wanted,
              most == 1 ? "" : "s", k->args->n, k->args->n == 1 ? "is" : "are");
    return false;
}

static struct hd_expr *arg(struct call *k, int i) { return k->args->v[i]; }

struct hd_ast *word_ast(struct call *k, int i) {
    return k->args->asts && k->args->asts[i] ? k->args->asts[i] : k->ast;
}

// An argument as an array; a C array is one too. NULL: reported.
struct hd_expr *word_array(struct call *k, int i) {
    struct hd_expr *e = arg(k, i);
    if (!e || is_error(e)) return NULL;
    if (e->type->kind == HD_TY_ARRAY) e = array_of_c(k->c, e, k->range);
    if (is_array(e)) return e->kind == EX_ARRAY ? e : rvalue(k->c, e);
    struct hd_diag *d = hd_error(k->c->diags, e->range, "argument %d of `%s` is `%s`, not an array",
                                 i + 1, k->name, ty(k->c, e->type));
    if (is_ptr(e->type)) hd_help(k->c->diags, d, "`view(p, n)` makes an array of a pointer");
    return NULL;
}

struct hd_expr *word_long(struct call *k, int i, const char *what) {
    struct hd_expr *e = arg(k, i);
    return !e || is_error(e) ? NULL : array_long(k->c, e, what);
}

struct hd_expr *word_loc(struct call *k) { return array_loc(k->c, k->range.from); }

struct hd_expr *word_value(struct call *k, struct hd_expr *e) { return array_value(k->c, e); }

struct hd_expr *word_int(struct call *k, int v) { return expr_int(k->c, hd_ty.int_, v, k->range); }

struct hd_expr *word_rt(struct call *k, const char *name, struct hd_type *type, int n, ...) {
    struct hd_expr *values[32] = {word_loc(k)};
    va_list list;
    va_start(list, n);
    for (int i = 0; i < n; i++) {
        values[1 + i] = va_arg(list, struct hd_expr *);
        if (!values[1 + i]) k->failed = true;
    }
    va_end(list);
    if (k->failed) return expr_error(k->c, k->range);
    return array_rt(k->c, name, values, n + 1, type, k->range);
}

void word_type_args(struct check *c, const struct hd_type *elem, struct hd_range range,
                    struct hd_expr **out) {
    out[0] = expr_int(c, hd_ty.int_, elem->kind, range);
    out[1] = expr_int(c, hd_ty.int_, elem->kind == HD_TY_COMPLEX ? elem->base->kind : 0, range);
    out[2] = expr_int(c, hd_ty.int_, (int64_t)elem->size, range);
}

// The call of a function of the run time whose last arguments are the longs from argument `from`
// on.
struct hd_expr *word_list(struct call *k, const char *name, struct hd_expr **first, int n, int from,
                          const char *what, struct hd_type *type) {
    struct check *c = k->c;
    int count = k->args->n - from;
    struct hd_expr **values = HD_NEW_ARRAY(c->arena, struct hd_expr *, n + count + 2);
    memcpy(values, first, sizeof *first * (size_t)n);
    values[n] = word_int(k, count);
    for (int i = 0; i < count; i++) {
        values[n + 1 + i] = word_long(k, from + i, what);
        if (!values[n + 1 + i]) return expr_error(c, k->range);
    }
    return array_rt(c, name, values, n + 1 + count, type, k->range);
}

struct hd_expr *array_of_c(struct check *c, struct hd_expr *e, struct hd_range range) {
    struct hd_type *t = e->type;
    struct hd_expr *values[6 + HD_FUSED_DIMS] = {array_loc(c, range.from)};
    int rank = 0;
    for (; t->kind == HD_TY_ARRAY && rank < HD_FUSED_DIMS; t = t->base) {
        struct hd_expr *bytes = convert(c, expr_size(c, t, range), hd_ty.long_),
                       *each = convert(c, expr_size(c, t->base, range), hd_ty.long_);
        values[6 + rank++] = expr_binary(c, TK_SLASH, bytes, each, range, range.from);
    }
    if (!array_element_ok(c, t, range)) return expr_error(c, range);
    word_type_args(c, t, range, values + 1);
    values[4] = expr_cast(c, rvalue(c, e), hd_type_ptr(hd_ty.void_), CAST_NOOP);
    values[5] = expr_int(c, hd_ty.int_, rank, range);
    struct hd_expr *out = array_rt(c, "wrap", values, 6 + rank, array_of(c, t, rank), range);
    out->range = e->range;
    return out;
}

// ---- creation -----------------------------------------------------------------------------------

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

static struct hd_expr *word_constant(struct call *k, int v, struct hd_type *as) {
    return convert(k->c, expr_int(k->c, hd_ty.int_, v, k->range), as);
}

// `to`, every element of which becomes `v`.
static struct hd_expr *word_filled(struct call *k, struct hd_expr *to, struct hd_expr *v) {
    struct check *c = k->c;
    struct lifted l;
    if (is_error(to)) return to;
    lift_begin(c, &l, k->range, 0);
    struct hd_expr *item = lift_operand(c, &l, v);
    item = is_error(item) ? item : convert_assign(c, item, unqual(to->type->base), "an element");
    struct hd_expr *all = array_wrap(c, &l, item);
    return is_error(all) ? all : fused_call(c, "fused_into", all->fused, &to, 1, unqual(to->type));
}

static struct hd_expr *call_zeros(struct call *k) {
    struct hd_type *elem = word_type(k, hd_ty.float_);
    return elem ? word_make(k, elem, 1, 0) : expr_error(k->c, k->range);
}

static struct hd_expr *call_empty(struct call *k) {
    struct hd_type *elem = word_type(k, hd_ty.float_);
    return elem ? word_make(k, elem, 0, 0) : expr_error(k->c, k->range);
}

static struct hd_expr *call_ones(struct call *k) {
    struct hd_type *elem = word_type(k, hd_ty.float_);
    if (!elem) return expr_error(k->c, k->range);
    return word_filled(k, word_make(k, elem, 0, 0), word_constant(k, 1, elem));
}

// full(shape, value) as NumPy has it: the value is last. What can be no size is the value, too:
// full(0.5, n).
static struct hd_expr *call_full(struct call *k) {
    struct check *c = k->c;
    if (!word_count(k, 1, 1 + HD_FUSED_DIMS)) return expr_error(c, k->range);
    int last = k->args->n - 1;
    bool is_first = !last || (arg(k, 0)->type->kind != HD_TY_ERROR &&
                              !hd_type_is_integer(unqual(rvalue(c, arg(k, 0))->type)));
    struct call_args sizes = *k->args;
    int at = is_first ? 0 : last;
    struct hd_ast *written = word_ast(k, at);
    struct hd_expr *v = rvalue(c, arg(k, at));
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

static struct hd_expr *call_like(struct call *k) {
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
        return word_filled(k, e, lift_literal(k->c, word_ast(k, 1), arg(k, 1), elem));
    return e;
}

// The index along the only axis, as an operand whose elements are 0, 1, 2 ...: what arange and
// linspace are made of.
static struct hd_expr *word_counting(struct call *k, struct hd_expr *n) {
    return word_rt(k, "count", array_of(k->c, hd_ty.long_, 1), 1, n);
}

static struct hd_expr *call_arange(struct call *k) {
    struct check *c = k->c;
    if (!word_count(k, 1, 3)) return expr_error(c, k->range);
    struct hd_expr *v[3];
    struct hd_type *elem = hd_ty.int_;
    for (int i = 0; i < k->args->n; i++) {
        v[i] = rvalue(c, arg(k, i));
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

static struct hd_expr *call_linspace(struct call *k) {
    struct check *c = k->c;
    if (!word_count(k, 2, 3)) return expr_error(c, k->range);
    bool ends;
    if (!word_flag(k, "endpoint", true, &ends)) return expr_error(c, k->range);
    struct hd_expr *from = rvalue(c, arg(k, 0)), *to = rvalue(c, arg(k, 1));
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

static struct hd_expr *call_eye(struct call *k) {
    struct check *c = k->c;
    if (!word_count(k, 1, 2)) return expr_error(c, k->range);
    struct hd_type *elem = word_type(k, hd_ty.float_);
    if (!elem) return expr_error(c, k->range);
    struct call_args two = *k->args;
    struct hd_expr *v[2] = {arg(k, 0), k->args->n > 1 ? arg(k, 1) : NULL};
    struct hd_sym *hidden = NULL;
    if (!v[1]) {
        v[0] = expr_pin(c, word_long(k, 0, "a size") ? convert(c, arg(k, 0), hd_ty.long_)
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

// ---- shapes -------------------------------------------------------------------------------------

static struct hd_expr *call_view(struct call *k) {
    struct check *c = k->c;
    if (!word_count(k, 1, 1 + HD_FUSED_DIMS)) return expr_error(c, k->range);
    if (arg(k, 0)->type->kind == HD_TY_ARRAY && k->args->n == 1)
        return array_of_c(c, arg(k, 0), k->range);
    struct hd_expr *p = rvalue(c, arg(k, 0));
    if (is_error(p)) return p;
    if (!is_ptr(p->type) || k->args->n < 2)
        return word_fail(k, "it is view(pointer, n) or view(pointer, rows, columns)",
                         "`view` needs a pointer and the sizes of the array that it points to");
    struct hd_type *elem = unqual(p->type->base);
    if (!array_element_ok(c, elem, k->range)) return expr_error(c, k->range);
    struct hd_expr *first[5] = {word_loc(k)};
    word_type_args(c, elem, k->range, first + 1);
    first[4] = expr_cast(c, p, hd_type_ptr(hd_ty.void_), CAST_NOOP);
    return word_list(k, "wrap", first, 5, 1, "a size", array_of(c, elem, k->args->n - 1));
}

static struct hd_expr *call_reshape(struct call *k) {
    struct hd_expr *a = k->args->n ? word_array(k, 0) : NULL;
    if (!a || !word_count(k, 2, 1 + HD_FUSED_DIMS)) return expr_error(k->c, k->range);
    struct hd_expr *first[2] = {word_loc(k), word_value(k, a)};
    return word_list(k, "reshape", first, 2, 1, "a size",
                     array_of(k->c, a->type->base, k->args->n - 1));
}

static struct hd_expr *call_ravel(struct call *k) {
    if (!word_count(k, 1, 1)) return expr_error(k->c, k->range);
    struct hd_expr *a = word_array(k, 0);
    if (!a) return expr_error(k->c, k->range);
    struct hd_expr *e = word_rt(k, "reshape", array_of(k->c, a->type->base, 1), 3, word_value(k, a),
                                word_int(k, 1), array_int(k->c, -1, k->range));
    return k->number && !is_error(e) ? word_rt(k, "copy", e->type, 1, e) : e;
}

static struct hd_expr *call_transpose(struct call *k) {
    struct hd_expr *a = k->args->n ? word_array(k, 0) : NULL;
    if (!a) return expr_error(k->c, k->range);
    if (k->args->n > 1 && k->args->n != 1 + a->type->len)
        return word_fail(k, NULL, "`transpose` of %lld dimensions needs as many axes, or none",
                         (long long)a->type->len);
    struct hd_expr *first[2] = {word_loc(k), word_value(k, a)};
    return word_list(k, "axes", first, 2, 1, "an axis", unqual(a->type));
}

struct hd_expr *word_axis(struct call *k, int i) {
    return k->args->n > i
               ? convert(k->c,
                         word_long(k, i, "an axis") ? arg(k, i) : word_constant(k, 0, hd_ty.int_),
                         hd_ty.int_)
               : word_int(k, ARRAY_ALL_AXES);
}

static struct hd_expr *call_flip(struct call *k) {
    if (!word_count(k, 1, 2)) return expr_error(k->c, k->range);
    struct hd_expr *a = word_array(k, 0);
    return a ? word_rt(k, "flip", unqual(a->type), 2, word_value(k, a), word_axis(k, 1))
             : expr_error(k->c, k->range);
}

static struct hd_expr *call_roll(struct call *k) {
    if (!word_count(k, 2, 3)) return expr_error(k->c, k->range);
    struct hd_expr *a = word_array(k, 0);
    if (!a) return expr_error(k->c, k->range);
    struct hd_expr *n = word_long(k, 1, k->number ? "the number of times" : "the shift");
    struct hd_type *type =
        k->number && k->args->n < 3 ? array_of(k->c, a->type->base, 1) : unqual(a->type);
    return word_rt(k, k->number ? "repeat" : "roll", type, 3, word_value(k, a), n, word_axis(k, 2));
}

static struct hd_expr *call_diagonal(struct call *k) {
    if (!word_count(k, 1, 1)) return expr_error(k->c, k->range);
    struct hd_expr *a = word_array(k, 0);
    if (!a) return expr_error(k->c, k->range);
    if (a->type->len != 2) return word_fail(k, NULL, "`diagonal` takes an array of two dimensions");
    return word_rt(k, "diagonal", array_of(k->c, a->type->base, 1), 1, word_value(k, a));
}

static struct hd_expr *call_broadcast(struct call *k) {
    struct hd_expr *a = k->args->n ? word_array(k, 0) : NULL;
    if (!a || !word_count(k, 2, 1 + HD_FUSED_DIMS)) return expr_error(k->c, k->range);
    if (k->args->n - 1 < a->type->len)
        return word_fail(k, NULL, "an array of %lld dimensions cannot be broadcast to fewer",
                         (long long)a->type->len);
    struct hd_expr *first[2] = {word_loc(k), word_value(k, a)};
    return word_list(k, "broadcast", first, 2, 1, "a size",
                     array_of(k->c, a->type->base, k->args->n - 1));
}

// concatenate(a, b, ..., axis), stack(a, b, ..., axis): the axis may be left out.
static struct hd_expr *call_join(struct call *k) {
    struct check *c = k->c;
    bool stack = k->number == 1;
    struct hd_expr *values[40] = {word_loc(k)};
    int n = 0;
    struct hd_type *elem = NULL;
    int64_t rank = 0;
    while (n < k->args->n && n < 32 &&
           (is_array(arg(k, n)) || arg(k, n)->type->kind == HD_TY_ARRAY)) {
        struct hd_expr *a = word_array(k, n);
        if (!a) return expr_error(c, k->range);
        if (elem && (!hd_type_same_unqual(elem, a->type->base) || rank != a->type->len))
            return word_fail(k, "`.astype<T>()` and `[:, newaxis]` change the one or the other",
                             "`%s` joins arrays of one type and rank: `%s` and `%s`", k->name,
                             ty(c, array_of(c, elem, (int)rank)), ty(c, a->type));
        elem = a->type->base;
        rank = a->type->len;
        values[4 + n++] = word_value(k, a);
    }
    if (!n || n + 1 < k->args->n || (!stack && !rank))
        return word_fail(k, "it is concatenate(a, b) or concatenate(a, b, axis)",
                         "`%s` takes arrays, and then an axis", k->name);
    values[1] =
        n < k->args->n
            ? convert(c, word_long(k, n, "an axis") ? arg(k, n) : word_constant(k, 0, hd_ty.int_),
                      hd_ty.int_)
            : word_int(k, k->number == 3 ? (rank > 1 ? 1 : 0) : 0);
    values[2] = word_int(k, stack || (k->number == 2 && rank == 1));
    values[3] = word_int(k, n);
    return array_rt(c, "join", values, 4 + n,
                    array_of(c, elem, (int)rank + (stack || (k->number == 2 && rank == 1))),
                    k->range);
}

// ---- elements -----------------------------------------------------------------------------------

static struct hd_expr *call_copy(struct call *k) {
    if (!word_count(k, 1, 1)) return expr_error(k->c, k->range);
    struct hd_expr *a = word_array(k, 0);
    if (!a) return expr_error(k->c, k->range);
    if (a->kind == EX_ARRAY) return word_value(k, a);
    return word_rt(k, "copy", unqual(a->type), 1, a);
}

static struct hd_expr *call_astype(struct call *k) {
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

static struct hd_expr *call_fill(struct call *k) {
    if (!word_count(k, 2, 2)) return expr_error(k->c, k->range);
    struct hd_expr *a = word_array(k, 0);
    if (!a) return expr_error(k->c, k->range);
    return word_filled(k, word_value(k, a),
                       lift_literal(k->c, word_ast(k, 1), arg(k, 1), element_type(a)));
}

static struct hd_expr *call_where(struct call *k) {
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
    struct hd_expr *x = arg(k, 1), *y = arg(k, 2);
    x = lift_literal(c, word_ast(k, 1), x, element_type(y));
    y = lift_literal(c, word_ast(k, 2), y, element_type(x));
    if (is_plain_literal(word_ast(k, 1)) && is_plain_literal(word_ast(k, 2)) &&
        hd_type_is_float(x->type)) { // nothing says a type
        x = convert(c, rvalue(c, x), hd_ty.float_);
        y = convert(c, rvalue(c, y), hd_ty.float_);
    }
    struct hd_expr *e = array_cond(c, arg(k, 0), x, y, k->range);
    return e ? e : word_fail(k, "write `condition ? x : y`", "`where` needs an array");
}

static struct hd_expr *call_nonzero(struct call *k) {
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

static struct hd_expr *call_clip(struct call *k) {
    struct check *c = k->c;
    if (!word_count(k, 3, 3)) return expr_error(c, k->range);
    struct hd_expr *a = word_array(k, 0), *v[3];
    if (!a) return expr_error(c, k->range);
    struct hd_type *t = element_type(a);
    struct lifted l;
    lift_begin(c, &l, k->range, 0);
    v[0] = lift_operand(c, &l, a);
    for (int i = 1; i < 3; i++) {
        v[i] = lift_operand(c, &l, lift_literal(c, word_ast(k, i), arg(k, i), t));
        if (!is_error(v[i])) v[i] = convert_assign(c, v[i], t, "`clip`");
        if (is_error(v[i])) return array_wrap(c, &l, v[i]);
    }
    struct hd_expr *low = compare(k, TK_LT, v[0], v[1], v[1], v[0], t);
    return array_wrap(c, &l, compare(k, TK_GT, low, v[2], v[2], low, t));
}

// |a - b| <= atol + rtol * |b|, or the same value (infinities).
static struct hd_expr *call_isclose(struct call *k) {
    struct check *c = k->c;
    if (!word_count(k, 2, 4)) return expr_error(c, k->range);
    struct lifted l;
    lift_begin(c, &l, k->range, 0);
    struct hd_expr *a = lift_operand(c, &l, arg(k, 0)), *b = lift_operand(c, &l, arg(k, 1));
    struct hd_expr *rtol = word_constant(k, 1, hd_ty.double_),
                   *atol = word_constant(k, 1, hd_ty.double_);
    rtol->value->f = 1e-5L;
    atol->value->f = 1e-8L;
    if (k->args->n > 2) rtol = lift_operand(c, &l, arg(k, 2));
    if (k->args->n > 3) atol = lift_operand(c, &l, arg(k, 3));
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
static struct hd_expr *call_fold(struct call *k) {
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

// Functions that the run time does as a whole, on elements of any type of numbers: rank 0: a
// scalar's address.
static struct hd_expr *call_typed(struct call *k);

// ---- the table ----------------------------------------------------------------------------------

static const struct word {
    const char *name;
    handler *call;
    int number;
} words[] = {
    {"zeros", call_zeros, 0},
    {"ones", call_ones, 0},
    {"empty", call_empty, 0},
    {"full", call_full, 0},
    {"zeros_like", call_like, 0},
    {"ones_like", call_like, 1},
    {"full_like", call_like, 2},
    {"empty_like", call_like, 3},
    {"arange", call_arange, 0},
    {"linspace", call_linspace, 0},
    {"eye", call_eye, 0},
    {"view", call_view, 0},
    {"reshape", call_reshape, 0},
    {"ravel", call_ravel, 0},
    {"flatten", call_ravel, 1},
    {"transpose", call_transpose, 0},
    {"flip", call_flip, 0},
    {"roll", call_roll, 0},
    {"repeat", call_roll, 1},
    {"diagonal", call_diagonal, 0},
    {"broadcast_to", call_broadcast, 0},
    {"concatenate", call_join, 0},
    {"stack", call_join, 1},
    {"vstack", call_join, 2},
    {"hstack", call_join, 3},
    {"copy", call_copy, 0},
    {"astype", call_astype, 0},
    {"fill", call_fill, 0},
    {"where", call_where, 0},
    {"nonzero", call_nonzero, 0},
    {"clip", call_clip, 0},
    {"isclose", call_isclose, 0},
    {"allclose", call_isclose, 1},
    {"sum", call_fold, 0},
    {"prod", call_fold, 0},
    {"min", call_fold, 0},
    {"max", call_fold, 0},
    {"mean", call_fold, 0},
    {"var", call_fold, 0},
    {"std", call_fold, 0},
    {"any", call_fold, 0},
    {"all", call_fold, 0},
    {"count_nonzero", call_fold, 0},
    {"argmin", call_typed, 0},
    {"argmax", call_typed, 1},
    {"sort", call_typed, 2},
    {"argsort", call_typed, 3},
    {"cumsum", call_typed, 4},
    {"cumprod", call_typed, 5},
    {"unique", call_typed, 6},
    {"median", call_typed, 7},
    {"percentile", call_typed, 8},
    {"searchsorted", call_typed, 9},
    {"bincount", call_typed, 10},
    {"histogram", call_typed, 11},
    {"matmul", call_typed, 12},
    {"dot", call_typed, 13},
    {"diff", call_typed, 16},
};

static struct hd_expr *typed(struct call *k, const char *name, struct hd_type *elem, int rank,
                             struct hd_expr *a, struct hd_expr *b) {
    struct hd_type *type = array_of(k->c, elem, rank);
    return b ? word_rt(k, name, type, 2, a, b) : word_rt(k, name, type, 1, a);
}

// An array of rank 0 as its value.
struct hd_expr *word_scalar(struct call *k, struct hd_expr *e) {
    if (is_error(e) || e->type->len) return e;
    struct hd_expr *p = word_rt(k, "scalar", hd_type_ptr(e->type->base), 1, e);
    return is_error(p) ? p : rvalue(k->c, expr_deref(k->c, p, k->range));
}

static struct hd_expr *product(struct call *k) {
    struct check *c = k->c;
    if (!word_count(k, 2, 2)) return expr_error(c, k->range);
    struct hd_expr *a = word_array(k, 0), *b = word_array(k, 1);
    if (!a || !b) return expr_error(c, k->range);
    struct hd_expr x = {.type = element_type(a)}, y = {.type = element_type(b)};
    struct hd_type *t = NULL;
    if (hd_type_is_arith(x.type) && hd_type_is_arith(y.type)) {
        struct hd_expr *p = expr_new(c, EX_ERROR, x.type, k->range),
                       *q = expr_new(c, EX_ERROR, y.type, k->range);
        t = usual_arith(c, &p, &q);
    }
    int ra = (int)a->type->len, rb = (int)b->type->len;
    bool fits = t && (t->kind == HD_TY_FLOAT || t->kind == HD_TY_DOUBLE || hd_type_is_integer(t) ||
                      t->kind == HD_TY_COMPLEX);
    if (!fits || !ra || !rb || ra > 3 || rb > 3)
        return word_fail(k, NULL, "`%s` does not take `%s` and `%s`", k->name, ty(c, a->type),
                         ty(c, b->type));
    if (t->kind == HD_TY_INT || t->kind == HD_TY_UINT || hd_type_is_integer(t))
        t = hd_type_is_integer(t) ? t : hd_ty.long_;
    if (!hd_type_same_unqual(a->type->base, t)) a = array_cast(c, a, t, k->range);
    if (!hd_type_same_unqual(b->type->base, t)) b = array_cast(c, b, t, k->range);
    int batch = ra == 3 || rb == 3;
    int rank = (ra > 1) + (rb > 1) + batch;
    struct hd_expr *e = typed(k, "matmul", t, rank, word_value(k, a), word_value(k, b));
    return word_scalar(k, e);
}

// A number that an argument gives.
static struct hd_expr *word_double(struct call *k, int i, const char *what) {
    struct hd_expr *e = rvalue(k->c, arg(k, i));
    if (is_error(e)) return e;
    if (!hd_type_is_arith(e->type) || e->type->kind == HD_TY_COMPLEX)
        return word_fail(k, NULL, "%s must be a number, not `%s`", what, ty(k->c, e->type));
    return convert(k->c, e, hd_ty.double_);
}

// percentile(a, {25, 50, 75}): the values one after the other, along a new first axis.
static struct hd_expr *percentiles(struct call *k, struct hd_expr *a, int n) {
    struct check *c = k->c;
    struct hd_expr *values[40] = {word_loc(k), word_int(k, 0), word_int(k, 1), word_int(k, n)};
    struct hd_expr *axis = k->args->n > 1 + n ? word_axis(k, 1 + n) : word_int(k, ARRAY_ALL_AXES);
    struct hd_type *elem = element_type(a);
    int rank = k->args->n > 1 + n && a->type->len ? (int)a->type->len - 1 : 0;
    if (n > 32 || k->args->n > 2 + n)
        return word_fail(k, NULL, "`percentile` takes up to 32 numbers in braces, and an axis");
    a = expr_pin(c, word_value(k, a));
    for (int i = 0; i < n; i++) {
        struct hd_expr *q = word_double(k, 1 + i, "a percentile");
        if (is_error(q)) return q;
        values[4 + i] =
            word_rt(k, "percentile", array_of(c, elem, rank), 3, i ? pinned(c, a) : a, q, axis);
    }
    return array_rt(c, "join", values, 4 + n, array_of(c, elem, rank + 1), k->range);
}

// median(a), median(a, axis), percentile(a, q), percentile(a, q, axis)
static struct hd_expr *percentile(struct call *k, struct hd_expr *a, struct hd_type *elem) {
    struct check *c = k->c;
    int at = k->number == 8 ? 2 : 1, rank = (int)a->type->len;
    if (k->args->n < at) return word_fail(k, NULL, "`percentile` takes an array and a number");
    struct hd_expr *q = k->number == 8 ? word_double(k, 1, "a percentile")
                                       : convert(c, array_int(c, 50, k->range), hd_ty.double_);
    if (is_error(q)) return q;
    struct hd_type *real = hd_type_is_float(elem) ? elem : hd_ty.double_;
    if (!hd_type_same_unqual(real, elem)) a = array_cast(c, a, real, k->range);
    int listed = 0;
    while (at == 2 && 1 + listed < k->args->n && k->args->groups[1 + listed] == 1) listed++;
    if (listed > 1) return percentiles(k, a, listed);
    bool flat = k->args->n <= at || rank == 0;
    return word_scalar(k, word_rt(k, "percentile", array_of(c, real, flat ? 0 : rank - 1), 3,
                                  word_value(k, a), q, word_axis(k, flat ? k->args->n : at)));
}

// histogram(a), histogram(a, bins), histogram(a, bins, low, high)
static struct hd_expr *histogram(struct call *k, struct hd_expr *a) {
    struct check *c = k->c;
    struct hd_expr *low = array_int(c, 1, k->range), *high = array_int(c, 0, k->range);
    if (k->args->n == 3)
        return word_fail(k, NULL, "`histogram` takes both ends of its range, or none");
    struct hd_expr *bins =
        k->args->n > 1 ? word_long(k, 1, "the number of bins") : array_int(c, 10, k->range);
    if (k->args->n == 4) {
        low = word_double(k, 2, "the lower end of a range");
        high = word_double(k, 3, "the upper end of a range");
    }
    if (is_error(low) || is_error(high)) return expr_error(c, k->range);
    return word_rt(k, "histogram", array_of(c, hd_ty.long_, 1), 4, word_value(k, a), bins,
                   convert(c, low, hd_ty.double_), convert(c, high, hd_ty.double_));
}

static struct hd_expr *call_typed(struct call *k) {
    struct check *c = k->c;
    if (k->number == 12 || k->number == 13) return product(k);
    int most = k->number == 6    ? 1
               : k->number == 8  ? 40
               : k->number == 16 ? 3
               : k->number == 11 ? 4
                                 : 2;
    if (!word_count(k, 1, most)) return expr_error(c, k->range);
    struct hd_expr *a = word_array(k, 0);
    if (!a) return expr_error(c, k->range);
    struct hd_type *elem = element_type(a);
    int rank = (int)a->type->len;
    if (!hd_type_is_arith(elem) || (elem->kind == HD_TY_COMPLEX && k->number != 4))
        return word_fail(k, NULL, "`%s` does not take elements of type `%s`", k->name, ty(c, elem));
    if (elem->kind == HD_TY_HALF || elem->kind == HD_TY_BF16) {
        a = array_cast(c, a, hd_ty.float_, k->range);
        elem = hd_ty.float_;
    }
    if (k->number == 7 || k->number == 8) return percentile(k, a, elem);
    if (k->number == 11) return histogram(k, a);
    bool counts = k->number == 10 || k->number == 16; // their second argument is no axis
    struct hd_expr *axis =
        k->args->n > 1 && k->number != 9 ? word_long(k, 1, counts ? "a number" : "an axis") : NULL;
    if (k->args->n > 1 && k->number != 9 && !axis) return expr_error(c, k->range);
    bool flat = k->args->n < 2 || rank == 1;
    switch (k->number) {
    case 0:
    case 1:
        return word_scalar(
            k, word_rt(k, "arg_extreme", array_of(c, hd_ty.long_, flat ? 0 : rank - 1), 3,
                       word_value(k, a), word_int(k, k->number),
                       axis ? convert(c, axis, hd_ty.int_) : word_int(k, ARRAY_ALL_AXES)));
    case 2:
    case 3:
        return word_rt(k, k->number == 2 ? "sort" : "argsort",
                       array_of(c, k->number == 2 ? elem : hd_ty.long_, rank), 2, word_value(k, a),
                       axis ? convert(c, axis, hd_ty.int_) : word_int(k, -1));
    case 4:
    case 5: {
        struct hd_type *sum =
            hd_type_is_integer(elem)
                ? hd_type_is_signed(elem) || elem->size < 8 ? hd_ty.long_ : hd_ty.ulong_
                : elem;
        if (!hd_type_same_unqual(sum, elem)) a = array_cast(c, a, sum, k->range);
        return word_rt(k, "scan", array_of(c, sum, k->args->n < 2 ? 1 : rank), 3, word_value(k, a),
                       word_int(k, k->number == 5),
                       axis ? convert(c, axis, hd_ty.int_) : word_int(k, ARRAY_ALL_AXES));
    }
    case 6: return typed(k, "unique", elem, 1, word_value(k, a), NULL);
    case 9: {
        if (k->args->n != 2)
            return word_fail(k, NULL, "`searchsorted` takes a sorted array and values");
        struct hd_expr *b = arg(k, 1);
        bool scalar = !is_array(b);
        b = array_cast(c, lift_literal(c, word_ast(k, 1), b, elem), elem, k->range);
        return is_error(b) ? b
                           : word_scalar(k, typed(k, "searchsorted", hd_ty.long_,
                                                  scalar ? 0 : (int)b->type->len, word_value(k, a),
                                                  word_value(k, b)));
    }
    case 10:
        if (!hd_type_is_integer(elem)) return word_fail(k, NULL, "`bincount` counts integers");
        return word_rt(k, "bincount", array_of(c, hd_ty.long_, 1), 2, word_value(k, a),
                       axis ? axis : array_int(c, 0, k->range));
    default:
        if (rank < 1) return word_fail(k, NULL, "`diff` takes an array with a dimension");
        return word_rt(k, "diff", unqual(a->type), 3, word_value(k, a),
                       axis ? axis : array_int(c, 1, k->range),
                       k->args->n > 2 ? word_axis(k, 2) : word_int(k, -1));
    }
}

static const struct word *find_word(const char *name) {
    for (int i = 0; name && i < HD_COUNT(words); i++)
        if (!strcmp(words[i].name, name)) return &words[i];
    return NULL;
}

bool array_is_word(const char *name) {
    const struct hd_builtin *row = name ? hd_builtin_find(name) : NULL;
    return find_word(name) || (row && row->lower == LOWER_ARRAY); // `min` is CUDA's, too
}

static struct hd_type *given_type(struct check *c, const struct hd_ast *name) {
    int at = name->kind == AST_MEMBER; // behind the object
    if (!name->targs || name->nkids != at + 1) return NULL;
    struct hd_ast *t = name->kids[at];
    if (t->kind == AST_TYPE_NAME) return check_type_name(c, t);
    struct hd_found found = {0};
    if (t->kind == AST_NAME)
        name_find(c, t->qual, t->name, t->range, LOOK_NAMES | LOOK_TAGS, &found);
    return found.sym && found.sym->kind == SYM_TYPEDEF ? found.sym->type : found.tag;
}

// Words take sizes, axes and arrays one after the other; in braces, as Python's tuples, they mean
// the same: zeros({2, 3}), concatenate({x, y}).
static struct call_args *without_braces(struct check *c, struct call_args *args) {
    struct call_args *out = HD_NEW(c->arena, struct call_args);
    int n = 0;
    for (int i = 0; i < args->n; i++) {
        const struct hd_ast *list = args->v[i] ? NULL : args->asts[i];
        n += list && list->kind == AST_INIT_LIST ? list->nkids : 1;
    }
    *out = *args;
    out->n = 0;
    out->v = HD_NEW_ARRAY(c->arena, struct hd_expr *, n + 1);
    out->asts = HD_NEW_ARRAY(c->arena, struct hd_ast *, n + 1);
    out->groups = HD_NEW_ARRAY(c->arena, int, n + 1);
    for (int i = 0; i < args->n; i++) {
        struct hd_ast *ast = args->asts ? args->asts[i] : NULL;
        bool list = !args->v[i] && ast && ast->kind == AST_INIT_LIST;
        for (int k = 0; k < (list ? ast->nkids : 1); k++) {
            struct hd_ast *item = list ? ast->kids[k] : ast;
            bool plain = list && item->kind != AST_INIT_LIST && item->kind != AST_DESIGNATED;
            out->v[out->n] = plain ? check_expr(c, item) : args->v[i];
            out->groups[out->n] = i;
            out->asts[out->n++] = item;
        }
    }
    return out;
}

struct hd_expr *array_builtin(struct check *c, const char *name, struct hd_ast *ast,
                              struct call_args *args) {
    args = without_braces(c, args);
    const struct word *w = find_word(name);
    struct call k = {.c = c, .name = name, .ast = ast, .args = args, .number = w ? w->number : 0};
    k.range = ast->range;
    k.given = given_type(c, ast->kids[0]);
    if (word_key(&k, "dtype"))
        return word_fail(&k, hd_printf(c->arena, "write `%s<float>(...)`", name),
                         "the type of the elements stands before the arguments of `%s`", name);
    for (int i = 0; i < args->n; i++) {
        if (args->v[i] && is_error(args->v[i])) return args->v[i];
        if (args->v[i]) continue;
        hd_error(c->diags, ast->range, "a braced list has no type here");
        return expr_error(c, ast->range);
    }
    int side = side_of_code(c);
    if (side == SIDE_DEVICE)
        return word_fail(&k, "host code makes arrays and gives them to kernels",
                         "`%s` of arrays is not there in device code", name);
    struct hd_expr *e = w ? w->call(&k) : array_made(&k);
    if (!w && !e) e = array_file(&k);
    return e ? e : expr_error(c, ast->range);
}

// ---- functions of the program -------------------------------------------------------------------

bool array_is_taken(const struct hd_sym *sym, const struct call_args *args) {
    for (int i = 0; i < args->n; i++) {
        if (!args->v[i] || !is_array(args->v[i])) continue;
        if (sym->kind == SYM_FUNC && sym->type->kind == HD_TY_FUNC) {
            int at = i + (has_this(sym) ? 1 : 0);
            const struct hd_type *p = at < sym->type->nparams ? sym->type->params[at] : NULL;
            if (p && p->kind == HD_TY_REF) p = p->base;
            if (!p || (p->kind != HD_TY_NDARRAY && p->kind != HD_TY_PTR)) return false;
        } else if (sym->kind == SYM_TEMPLATE) {
            const struct hd_deriv *d = function_deriv(sym->tmpl->ast->declr);
            const struct hd_param *p = d && i < d->nparams ? &d->params[i] : NULL;
            bool array =
                p && p->spec && p->spec->base == BASE_NAME && strcmp(p->spec->name, "ndarray") == 0;
            bool any = has_this(sym) && p && p->spec && p->spec->base == BASE_AUTO;
            if (!array && !any) return false;
        } else {
            return false;
        }
    }
    return true;
}

// A function of the user's that takes so many arguments hides a word of the vocabulary.
static bool may_take(const struct hd_sym *sym, int n) {
    for (; sym; sym = sym->next)
        if (sym->kind != SYM_FUNC || sym->type->kind != HD_TY_FUNC || sym->type->variadic ||
            sym->type->nparams == n || (sym->defaults && sym->type->nparams > n))
            return true;
    return false;
}

// A function of device code that has the name of a word: norm(n, p).
static bool is_on_device(const char *name) {
    int n;
    const struct hd_builtin *rows = hd_builtins(&n);
    for (int i = 0; i < n; i++)
        if (rows[i].lower != LOWER_ARRAY && rows[i].flags & BI_DEVICE &&
            strcmp(rows[i].name, name) == 0)
            return true;
    return false;
}

struct hd_expr *array_call(struct check *c, struct hd_sym *sym, struct hd_ast *ast,
                           struct call_args *args) {
    bool any = false;
    for (int i = 0; i < args->n; i++) any = any || (args->v[i] && is_array(args->v[i]));
    if (!any && side_of_code(c) == SIDE_DEVICE && sym->kind == SYM_BUILTIN &&
        is_on_device(sym->builtin->name))
        return NULL;
    if (sym->kind == SYM_BUILTIN && sym->builtin->lower == LOWER_ARRAY)
        return array_builtin(c, sym->builtin->name, ast, args);
    struct hd_expr *sub = any ? array_sub_call(c, sym, ast, args) : NULL;
    if (sub) return sub;
    if (!any || (sym->kind == SYM_BUILTIN && sym->builtin->lower == LOWER_DISPLAY)) return NULL;
    for (const struct hd_sym *s = sym; s; s = s->next)
        if (array_is_taken(s, args)) return NULL;
    bool users = sym->def && !sym->def->system && may_take(sym, args->n);
    bool fold =
        args->n == 1 || (args->n == 2 && is_array(args->v[0]) && !is_array(args->v[1]) &&
                         hd_type_is_integer(args->v[1]->type) && args->v[1]->kind == EX_CONST &&
                         strcmp(sym->name, "min") != 0 && strcmp(sym->name, "max") != 0);
    bool known = array_is_word(sym->name);
    if (!users && known && fold) return array_builtin(c, sym->name, ast, args);
    struct lifted l;
    lift_begin(c, &l, ast->range, ast->kids[0]->range.from);
    struct call_args element = *args;
    element.v = HD_NEW_ARRAY(c->arena, struct hd_expr *, args->n + 1);
    struct hd_type *as = NULL;
    bool one = sym->kind == SYM_FUNC && !sym->next && users;
    for (int i = 0; i < args->n; i++)
        if (args->v[i] && is_array(args->v[i]) && !as) as = element_type(args->v[i]);
    for (int i = 0; i < args->n; i++) {
        struct hd_expr *e = args->v[i];
        if (!e) continue;
        if (!one) e = lift_literal(c, args->asts[i], e, as);
        element.v[i] = lift_operand(c, &l, e);
        if (is_error(element.v[i])) return array_wrap(c, &l, element.v[i]);
    }
    if (as && as->kind == HD_TY_COMPLEX && !users && args->n == 1 &&
        (!strcmp(sym->name, "abs") || !strcmp(sym->name, "fabs"))) {
        const char *name = as->base->kind == HD_TY_FLOAT ? "cabsf" : "cabs";
        struct hd_sym *length = hd_lookup(c->front, hd_intern_str(name));
        if (length) sym = length;
    }
    struct hd_expr *e = call_with_args(c, sym, ast, &element);
    if (!is_error(e) && e->type->kind == HD_TY_VOID) {
        hd_error(c->diags, ast->range, "`%s` returns nothing: there is no array of that",
                 sym->name);
        e = expr_error(c, ast->range);
    }
    return array_wrap(c, &l, e);
}
