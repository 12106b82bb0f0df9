// Folds: sum and its kin, over all elements or along one axis.
//
// A fold is an array expression with an accumulator: acc = combine(acc, item), where `combine` is
// an ordinary tree. The run time cuts the elements into pieces of a fixed size, so that the order
// of a sum depends on the shape alone, and folds the pieces' results with `again`, the same fold of
// an array of accumulators (run/array/fold.c).
#include "front/check/array/array.h"

#include <string.h>

enum fold { FOLD_SUM, FOLD_PROD, FOLD_MIN, FOLD_MAX, FOLD_ANY, FOLD_ALL };

static struct hd_expr *load_of(struct check *c, struct hd_sym *sym, struct hd_range range) {
    struct hd_expr *var = expr_new(c, EX_VAR, sym->type, range);
    var->sym = sym;
    var->is_lvalue = true;
    struct hd_expr *e = expr_new(c, EX_LOAD, unqual(sym->type), range);
    e->a = var;
    return e;
}

static struct hd_expr *choose(struct check *c, struct hd_expr *a, struct hd_expr *b,
                              struct hd_expr *d) {
    struct hd_expr *e = expr_new(c, EX_COND, b->type, b->range);
    e->a = a;
    e->b = b;
    e->c = d;
    return e;
}

static struct hd_expr *combine(struct check *c, enum fold how, struct hd_expr *acc,
                               struct hd_expr *item, struct hd_range range) {
    switch (how) {
    case FOLD_SUM: return expr_binary(c, TK_PLUS, acc, item, range, range.from);
    case FOLD_PROD: return expr_binary(c, TK_STAR, acc, item, range, range.from);
    case FOLD_ANY: return expr_binary(c, TK_PIPE, acc, item, range, range.from);
    case FOLD_ALL: return expr_binary(c, TK_AMP, acc, item, range, range.from);
    default: break;
    }
    struct hd_expr *wins =
        expr_binary(c, how == FOLD_MIN ? TK_LT : TK_GT, item, acc, range, range.from);
    if (hd_type_is_float(item->type)) { // what is no number wins
        struct hd_expr *odd = expr_binary(c, TK_NE, item, item, range, range.from);
        wins = expr_binary(c, TK_PIPE, convert(c, wins, hd_ty.int_), convert(c, odd, hd_ty.int_),
                           range, range.from);
        wins = convert(c, wins, hd_ty.bool_);
    }
    return choose(c, wins, item, acc);
}

// The type that is added up: of integers a long one.
static struct hd_type *acc_type(enum fold how, struct hd_type *t) {
    if (how == FOLD_ANY || how == FOLD_ALL) return hd_ty.uchar;
    if (how == FOLD_MIN || how == FOLD_MAX) return unqual(t);
    if (t->kind == HD_TY_HALF || t->kind == HD_TY_BF16) return hd_ty.float_;
    if (!hd_type_is_integer(t)) return unqual(t);
    return hd_type_is_signed(t) || t->size < 8 ? hd_ty.long_ : hd_ty.ulong_;
}

// Whether what is folded is the operand's elements, converted to what is added up at most.
static bool is_plain(enum fold how, const struct hd_fused *f) {
    const struct hd_fused_operand *op = &f->ops[0];
    const struct hd_expr *e = f->value;
    for (; e->kind == EX_CAST; e = e->a)
        if (e->type != f->acc_type) return false;
    return f->n == 1 && !op->scalar && !op->counts && !op->core && e->kind == EX_LOAD &&
           e->a->kind == EX_VAR && e->a->sym == op->sym &&
           acc_type(how, unqual(op->sym->type)) == f->acc_type;
}

static void set_fold(struct check *c, struct hd_fused *f, enum fold how, struct hd_type *t,
                     const char *name) {
    f->fold = HD_FOLD_VALUE;
    f->acc_type = t;
    f->what = name;
    f->has_empty = how != FOLD_MIN && how != FOLD_MAX;
    f->empty = how == FOLD_PROD || how == FOLD_ALL;
    f->acc = sym_hidden(c, t, f->range);
    f->item = sym_hidden(c, t, f->range);
    f->combine = convert(
        c, combine(c, how, load_of(c, f->acc, f->range), load_of(c, f->item, f->range), f->range),
        t);
    static const enum hd_plain_fold plain[] = {
        [FOLD_SUM] = HD_PLAIN_SUM, [FOLD_MIN] = HD_PLAIN_MIN, [FOLD_MAX] = HD_PLAIN_MAX};
    if (how < HD_COUNT(plain) && is_plain(how, f)) f->plain = plain[how];
    lift_finish(c, f);
}

// The same fold of an array of accumulators.
static struct hd_fused *partial(struct check *c, struct hd_type *t, struct hd_range range) {
    struct lifted l;
    struct hd_expr *from = expr_new(c, EX_ERROR, array_of(c, t, 1), range);
    lift_begin(c, &l, range, 0);
    struct hd_fused *f = l.fused;
    f->ops[0] = (struct hd_fused_operand){
        .sym = sym_hidden(c, t, range), .from = from, .rank = 1, .text = "partial results"};
    f->n = 1;
    f->rank = 1;
    f->value = load_of(c, f->ops[0].sym, range);
    f->elem = t;
    lift_end(c, &l);
    return f;
}

static struct hd_fused *again(struct check *c, enum fold how, struct hd_type *t, const char *name,
                              struct hd_range range) {
    struct hd_fused *f = partial(c, t, range);
    set_fold(c, f, how, t, name);
    f->again = f;
    return f;
}

static struct hd_expr *plain_fold(struct check *c, enum fold how, const char *name,
                                  struct hd_expr *a, struct hd_expr *axis, struct hd_range range) {
    struct lifted l;
    struct hd_type *t = element_type(a);
    bool truth = how == FOLD_ANY || how == FOLD_ALL;
    if (!hd_type_is_arith(t) ||
        (t->kind == HD_TY_COMPLEX && (how == FOLD_MIN || how == FOLD_MAX))) {
        hd_error(c->diags, range, "`%s` does not take elements of type `%s`", name, ty(c, t));
        return expr_error(c, range);
    }
    struct hd_type *acc = acc_type(how, t);
    lift_begin(c, &l, range, 0);
    struct hd_expr *value = lift_operand(c, &l, a);
    if (truth && !is_error(value)) value = convert(c, value, hd_ty.bool_);
    struct hd_expr *all = array_wrap(c, &l, is_error(value) ? value : convert(c, value, acc));
    if (is_error(all)) return all;
    struct hd_fused *f = all->fused;
    set_fold(c, f, how, acc, name);
    f->again = again(c, how, acc, name, range);
    bool flat = !axis || f->rank == 1;
    struct hd_expr *where =
        axis ? convert(c, axis, hd_ty.int_) : expr_int(c, hd_ty.int_, ARRAY_ALL_AXES, range);
    struct hd_type *result = array_of(c, acc, flat ? 0 : f->rank - 1);
    struct hd_expr *e = fused_call(c, "fold", f, &where, 1, result);
    if (!flat && truth) return array_cast(c, e, hd_ty.bool_, range);
    return e;
}

static struct hd_expr *one_value(struct check *c, struct hd_expr *e, bool truth) {
    if (is_error(e) || !is_array(e) || e->type->len) return e;
    struct hd_expr *values[] = {array_loc(c, e->range.from), e};
    struct hd_range range = e->range;
    struct hd_expr *p = array_rt(c, "scalar", values, 2, hd_type_ptr(e->type->base), range);
    if (is_error(p)) return p;
    e = rvalue(c, expr_deref(c, p, range));
    return truth ? convert(c, e, hd_ty.bool_) : e;
}

struct hd_expr *array_one_value(struct check *c, struct hd_expr *e) {
    return one_value(c, e, false);
}

// ---- reduce(f, a) -------------------------------------------------------------------------------

typedef struct hd_expr *applier(void *user, struct lifted *l, struct hd_expr **v);

static bool set_applied(struct check *c, struct hd_fused *f, struct hd_type *t, applier *apply,
                        void *user) {
    struct lifted l = {.fused = f, .outer = c->func};
    f->fold = HD_FOLD_VALUE;
    f->acc_type = t;
    f->what = "reduce";
    f->acc = sym_hidden(c, t, f->range);
    f->item = sym_hidden(c, t, f->range);
    l.inside = HD_NEW(c->arena, struct hd_func);
    l.inside->arena = c->arena;
    l.inside->is_device = l.inside->is_host = true;
    c->func = l.inside;
    struct hd_expr *v[2] = {load_of(c, f->acc, f->range), load_of(c, f->item, f->range)};
    struct hd_expr *e = apply(user, &l, v);
    if (!is_error(e)) e = convert_assign(c, rvalue(c, e), t, "what is reduced");
    f->combine = e;
    lift_end(c, &l);
    lift_finish(c, f);
    return !is_error(e);
}

struct hd_expr *array_reduce(struct check *c, struct hd_expr *a, struct hd_expr *axis,
                             struct hd_range range, applier *apply, void *user) {
    struct hd_type *t = element_type(a);
    struct hd_expr *all = array_cast(c, a, t, range);
    if (is_error(all)) return all;
    struct hd_fused *f = all->fused, *more = partial(c, t, range);
    if (!set_applied(c, f, t, apply, user) || !set_applied(c, more, t, apply, user))
        return expr_error(c, range);
    f->again = more->again = more;
    bool flat = !axis || f->rank == 1;
    struct hd_expr *where =
        axis ? convert(c, axis, hd_ty.int_) : expr_int(c, hd_ty.int_, ARRAY_ALL_AXES, range);
    struct hd_expr *e = fused_call(c, "fold", f, &where, 1, array_of(c, t, flat ? 0 : f->rank - 1));
    return one_value(c, e, false);
}

// ---- several axes -------------------------------------------------------------------------------

// The axes as numbers from 0 on, the last first, each once. One axis may be known only at run time.
static bool axes_sort(struct check *c, struct folded_axes *axes, int rank, struct hd_range range) {
    int64_t at[HD_FUSED_DIMS];
    if (axes->n < 2) return true;
    for (int i = 0; i < axes->n; i++) {
        struct hd_const value;
        if (!const_eval(axes->v[i], &value) || value.kind != CONST_INT) {
            hd_error(c->diags, axes->v[i]->range, "of several axes each must be a constant");
            return false;
        }
        at[i] = (int64_t)value.i + (value.i < 0 ? rank : 0);
        if (at[i] < 0 || at[i] >= rank) {
            hd_error(c->diags, axes->v[i]->range, "there is no axis %lld in an array of rank %d",
                     (long long)value.i, rank);
            return false;
        }
        for (int k = 0; k < i; k++)
            if (at[k] == at[i]) {
                hd_error(c->diags, axes->v[i]->range, "axis %lld is named twice", (long long)at[i]);
                return false;
            }
    }
    for (int i = 0; i < axes->n; i++)
        for (int k = i + 1; k < axes->n; k++)
            if (at[k] > at[i]) {
                int64_t t = at[i];
                at[i] = at[k];
                at[k] = t;
            }
    for (int i = 0; i < axes->n; i++) axes->v[i] = array_int(c, at[i], range);
    return true;
}

// An array with the folded axes back in, as axes of length 1.
static struct hd_expr *axes_back(struct check *c, struct hd_expr *e, const struct folded_axes *axes,
                                 int rank, struct hd_range range) {
    e = array_value(c, e);
    if (is_error(e)) return e;
    for (int i = 0; i < (axes->n ? axes->n : rank); i++) {
        struct hd_expr *axis = axes->n ? axes->v[axes->n - 1 - i] : array_int(c, 0, range);
        struct hd_expr *values[] = {array_loc(c, range.from), e, convert(c, axis, hd_ty.int_)};
        e = array_rt(c, "with_axis", values, 3, array_of(c, e->type->base, (int)e->type->len + 1),
                     range);
        if (is_error(e)) return e;
    }
    return e;
}

static struct hd_expr *fold_axes(struct check *c, enum fold how, const char *name,
                                 struct hd_expr *a, const struct folded_axes *axes,
                                 struct hd_range range) {
    struct hd_expr *e = plain_fold(c, how, name, a, axes->n ? axes->v[0] : NULL, range);
    for (int i = 1; i < axes->n && !is_error(e); i++)
        e = plain_fold(c, how, name, array_value(c, e), axes->v[i], range);
    return e;
}

// How many elements each result of a fold is made of, less ddof.
static struct hd_expr *folded_count(struct check *c, struct hd_expr *a, struct hd_expr *sum,
                                    const struct folded_axes *axes, struct hd_range range) {
    struct hd_expr *values[] = {array_loc(c, range.from), sum};
    struct hd_expr *n = axes->n < 2 ? array_rt(c, "folded", values, 2, NULL, range) : NULL;
    for (int i = 0; i < axes->n && !n; i++) {
        for (int k = 0; k < axes->n; k++) {
            struct hd_expr *extent[] = {array_loc(c, range.from), a,
                                        convert(c, axes->v[k], hd_ty.long_)};
            struct hd_expr *size = array_rt(c, "extent", extent, 3, NULL, range);
            n = n ? expr_binary(c, TK_STAR, n, size, range, range.from) : size;
        }
    }
    if (axes->ddof) n = expr_binary(c, TK_MINUS, n, axes->ddof, range, range.from);
    return n;
}

// sum / how many there were
static struct hd_expr *mean(struct check *c, struct hd_expr *a, const struct folded_axes *axes,
                            struct hd_range range) {
    struct hd_type *t = element_type(a);
    if (hd_type_is_integer(t)) a = array_cast(c, a, hd_ty.double_, range);
    struct hd_expr *of = a;
    if (axes->n > 1) { // the shape is asked for, too
        a = expr_pin(c, array_value(c, a));
        of = pinned(c, a);
    }
    struct hd_expr *sum = fold_axes(c, FOLD_SUM, "mean", a, axes, range);
    if (is_error(sum)) return sum;
    sum = expr_pin(c, sum);
    struct lifted l;
    lift_begin(c, &l, range, 0);
    struct hd_expr *s = lift_operand(c, &l, sum);
    c->func = l.outer;
    struct hd_expr *n = folded_count(c, of, pinned(c, sum), axes, range);
    c->func = l.inside;
    n = lift_operand(c, &l, convert(c, n, hd_type_is_float(s->type) ? s->type : hd_ty.double_));
    struct hd_expr *e = expr_binary(c, TK_SLASH, s, n, range, range.from);
    if (!is_error(e)) e = convert(c, e, s->type);
    return array_wrap(c, &l, e);
}

static struct hd_expr *root_of(struct check *c, struct hd_expr *a, struct hd_range range) {
    struct lifted l;
    lift_begin(c, &l, range, 0);
    struct hd_expr *item = lift_operand(c, &l, a);
    bool wide = item->type->kind == HD_TY_DOUBLE;
    struct hd_expr *args[1] = {wide ? item : convert(c, item, hd_ty.float_)};
    struct hd_ast at = {.range = range};
    return array_wrap(c, &l, call_named(c, wide ? "sqrt" : "sqrtf", args, 1, &at));
}

static struct hd_expr *variance(struct check *c, struct hd_expr *a, struct folded_axes *axes,
                                bool root, struct hd_range range) {
    struct hd_type *t = element_type(a);
    if (hd_type_is_integer(t)) a = array_cast(c, a, hd_ty.double_, range);
    if (!hd_type_is_float(element_type(a))) {
        hd_error(c->diags, range, "the variance of `%s` is not supported", ty(c, t));
        return expr_error(c, range);
    }
    struct folded_axes plain = *axes, back = *axes;
    if (axes->n == 1) { // perhaps no constant
        plain.v[0] = expr_pin(c, axes->v[0]);
        back.v[0] = axes->v[0] = pinned(c, plain.v[0]);
    }
    plain.ddof = NULL;
    a = expr_pin(c, array_value(c, a));
    struct hd_expr *m = array_value(c, mean(c, a, &plain, range));
    if (is_error(m)) return m;
    if (axes->n && m->type->len) m = axes_back(c, m, &back, (int)a->type->len, range);
    m = expr_pin(c, m);
    struct lifted l;
    lift_begin(c, &l, range, 0);
    struct hd_expr *mm = lift_operand(c, &l, m), *x = lift_operand(c, &l, pinned(c, a));
    struct hd_expr *d = expr_binary(c, TK_MINUS, x, mm, range, range.from);
    struct hd_expr *square = expr_binary(c, TK_STAR, d, d, range, range.from);
    struct hd_expr *v = mean(c, array_wrap(c, &l, square), axes, range);
    if (is_error(v) || !root) return v;
    return root_of(c, v, range);
}

struct hd_expr *array_norm(struct check *c, struct hd_expr *a, struct hd_expr *axis,
                           struct hd_range range) {
    struct hd_type *t = element_type(a);
    if (hd_type_is_integer(t)) a = array_cast(c, a, hd_ty.double_, range);
    if (!hd_type_is_float(element_type(a))) {
        hd_error(c->diags, range, "the norm of `%s` is not supported", ty(c, t));
        return expr_error(c, range);
    }
    struct lifted l;
    lift_begin(c, &l, range, 0);
    struct hd_expr *x = lift_operand(c, &l, a);
    struct hd_expr *squares =
        array_wrap(c, &l, is_error(x) ? x : expr_binary(c, TK_STAR, x, x, range, range.from));
    if (is_error(squares)) return squares;
    struct hd_expr *sum = plain_fold(c, FOLD_SUM, "norm", squares, axis, range);
    if (is_error(sum)) return sum;
    return one_value(c, array_value(c, root_of(c, sum, range)), false);
}

struct hd_expr *array_fold(struct check *c, const char *name, struct hd_expr *a,
                           struct folded_axes *axes, struct hd_range range) {
    static const struct {
        const char *name;
        enum fold how;
    } folds[] = {{"sum", FOLD_SUM}, {"prod", FOLD_PROD}, {"min", FOLD_MIN},
                 {"max", FOLD_MAX}, {"any", FOLD_ANY},   {"all", FOLD_ALL}};
    int rank = (int)a->type->len;
    bool truth = false;
    struct hd_expr *e = NULL;
    if (!rank) axes->n = 0;
    if (axes->n > rank) {
        hd_error(c->diags, range, "`%s` over %d axes of an array with %d dimension%s", name,
                 axes->n, rank, rank == 1 ? "" : "s");
        return expr_error(c, range);
    }
    if (!axes_sort(c, axes, rank, range)) return expr_error(c, range);
    if (axes->kept && axes->n == 1) axes->v[0] = expr_pin(c, axes->v[0]);
    struct folded_axes back = *axes;
    if (axes->kept && axes->n == 1) back.v[0] = pinned(c, axes->v[0]);
    for (int i = 0; i < HD_COUNT(folds); i++)
        if (!strcmp(folds[i].name, name)) {
            truth = folds[i].how == FOLD_ANY || folds[i].how == FOLD_ALL;
            e = fold_axes(c, folds[i].how, name, a, axes, range);
        }
    if (!strcmp(name, "mean")) e = mean(c, a, axes, range);
    if (!strcmp(name, "var") || !strcmp(name, "std"))
        e = variance(c, a, axes, name[0] == 's', range);
    if (!e) { // count_nonzero
        struct hd_expr *is = array_cast(c, a, hd_ty.bool_, range);
        e = is_error(is) ? is : fold_axes(c, FOLD_SUM, name, is, axes, range);
    }
    if (is_error(e)) return e;
    e = array_value(c, e);
    if (axes->kept) {
        if (truth) e = array_cast(c, e, hd_ty.bool_, range);
        return axes_back(c, e, &back, rank, range);
    }
    return one_value(c, e, truth);
}
