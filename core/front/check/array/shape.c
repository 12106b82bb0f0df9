// Words that give an array another shape: view, reshape, transpose, concatenate ...
#include "front/check/array/words.h"

#include <string.h>

struct hd_expr *word_view(struct call *k) {
    struct check *c = k->c;
    if (!word_count(k, 1, 1 + HD_FUSED_DIMS)) return expr_error(c, k->range);
    if (word_arg(k, 0)->type->kind == HD_TY_ARRAY && k->args->n == 1)
        return array_of_c(c, word_arg(k, 0), k->range);
    struct hd_expr *p = rvalue(c, word_arg(k, 0));
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

struct hd_expr *word_reshape(struct call *k) {
    struct hd_expr *a = k->args->n ? word_array(k, 0) : NULL;
    if (!a || !word_count(k, 2, 1 + HD_FUSED_DIMS)) return expr_error(k->c, k->range);
    struct hd_expr *first[2] = {word_loc(k), word_value(k, a)};
    return word_list(k, "reshape", first, 2, 1, "a size",
                     array_of(k->c, a->type->base, k->args->n - 1));
}

struct hd_expr *word_ravel(struct call *k) {
    if (!word_count(k, 1, 1)) return expr_error(k->c, k->range);
    struct hd_expr *a = word_array(k, 0);
    if (!a) return expr_error(k->c, k->range);
    struct hd_expr *e = word_rt(k, "reshape", array_of(k->c, a->type->base, 1), 3, word_value(k, a),
                                word_int(k, 1), array_int(k->c, -1, k->range));
    return k->number && !is_error(e) ? word_rt(k, "copy", e->type, 1, e) : e;
}

struct hd_expr *word_transpose(struct call *k) {
    struct hd_expr *a = k->args->n ? word_array(k, 0) : NULL;
    if (!a) return expr_error(k->c, k->range);
    if (k->args->n > 1 && k->args->n != 1 + a->type->len)
        return word_fail(k, NULL, "`transpose` of %lld dimensions needs as many axes, or none",
                         (long long)a->type->len);
    struct hd_expr *first[2] = {word_loc(k), word_value(k, a)};
    return word_list(k, "axes", first, 2, 1, "an axis", unqual(a->type));
}

struct hd_expr *word_axis(struct call *k, int i) {
    return k->args->n > i ? convert(k->c,
                                    word_long(k, i, "an axis") ? word_arg(k, i)
                                                               : word_constant(k, 0, hd_ty.int_),
                                    hd_ty.int_)
                          : word_int(k, ARRAY_ALL_AXES);
}

struct hd_expr *word_flip(struct call *k) {
    if (!word_count(k, 1, 2)) return expr_error(k->c, k->range);
    struct hd_expr *a = word_array(k, 0);
    return a ? word_rt(k, "flip", unqual(a->type), 2, word_value(k, a), word_axis(k, 1))
             : expr_error(k->c, k->range);
}

struct hd_expr *word_roll(struct call *k) {
    if (!word_count(k, 2, 3)) return expr_error(k->c, k->range);
    struct hd_expr *a = word_array(k, 0);
    if (!a) return expr_error(k->c, k->range);
    struct hd_expr *n = word_long(k, 1, k->number ? "the number of times" : "the shift");
    struct hd_type *type =
        k->number && k->args->n < 3 ? array_of(k->c, a->type->base, 1) : unqual(a->type);
    return word_rt(k, k->number ? "repeat" : "roll", type, 3, word_value(k, a), n, word_axis(k, 2));
}

struct hd_expr *word_diagonal(struct call *k) {
    if (!word_count(k, 1, 1)) return expr_error(k->c, k->range);
    struct hd_expr *a = word_array(k, 0);
    if (!a) return expr_error(k->c, k->range);
    if (a->type->len != 2) return word_fail(k, NULL, "`diagonal` takes an array of two dimensions");
    return word_rt(k, "diagonal", array_of(k->c, a->type->base, 1), 1, word_value(k, a));
}

struct hd_expr *word_broadcast(struct call *k) {
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
struct hd_expr *word_join(struct call *k) {
    struct check *c = k->c;
    bool stack = k->number == 1;
    struct hd_expr *values[40] = {word_loc(k)};
    int n = 0;
    struct hd_type *elem = NULL;
    int64_t rank = 0;
    while (n < k->args->n && n < 32 &&
           (is_array(word_arg(k, n)) || word_arg(k, n)->type->kind == HD_TY_ARRAY)) {
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
            ? convert(c,
                      word_long(k, n, "an axis") ? word_arg(k, n) : word_constant(k, 0, hd_ty.int_),
                      hd_ty.int_)
            : word_int(k, k->number == 3 ? (rank > 1 ? 1 : 0) : 0);
    values[2] = word_int(k, stack || (k->number == 2 && rank == 1));
    values[3] = word_int(k, n);
    return array_rt(c, "join", values, 4 + n,
                    array_of(c, elem, (int)rank + (stack || (k->number == 2 && rank == 1))),
                    k->range);
}
