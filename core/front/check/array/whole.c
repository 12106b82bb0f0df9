// Words that the run time does as a whole, on elements of any type of numbers: sort, cumsum,
// matmul, percentile ... Rank 0 is a scalar's address.
#include "front/check/array/words.h"

#include <string.h>

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
    struct hd_expr *e = rvalue(k->c, word_arg(k, i));
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

struct hd_expr *word_typed(struct call *k) {
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
        struct hd_expr *b = word_arg(k, 1);
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
