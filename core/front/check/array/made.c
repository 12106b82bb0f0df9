// Words that make arrays out of functions and numbers: random::normal and its kin, fromfunction,
// reduce, scan, and a few whose work the run time does as a whole (meshgrid, tile, split).
//
// Random numbers are counted: element i of the k-th call of a session is a function of the seed and
// of how many numbers were drawn before (names/prelude.cu, Philox), so that they are the same on
// every device and for every number of threads.
#include "front/check/array/words.h"

#include <string.h>

// A function that is given by its name, or an object with operator(), is called with `v`.
static struct hd_expr *apply(struct call *k, int i, struct hd_expr *object, struct hd_expr **v,
                             int n) {
    struct check *c = k->c;
    struct hd_ast *f = word_ast(k, i), *ast = HD_NEW(c->arena, struct hd_ast);
    ast->kind = AST_CALL;
    ast->range = k->range;
    ast->loc = f->range.from;
    ast->nkids = n + 1;
    ast->kids = HD_NEW_ARRAY(c->arena, struct hd_ast *, n + 2);
    ast->kids[0] = f;
    struct hd_expr **with = HD_NEW_ARRAY(c->arena, struct hd_expr *, n + 1);
    for (int j = 0; j < n; j++) {
        ast->kids[1 + j] = HD_NEW(c->arena, struct hd_ast);
        ast->kids[1 + j]->range = f->range;
        with[1 + j] = v[j];
    }
    struct call_args args = {.asts = ast->kids + 1, .v = with + 1, .n = n};
    struct hd_found found = {0};
    if (f->kind == AST_NAME) name_look(c, f, &found);
    struct hd_sym *sym = found.sym;
    if (sym && (sym->kind == SYM_FUNC || sym->kind == SYM_TEMPLATE ||
                (sym->kind == SYM_BUILTIN && !(sym->builtin->flags & BI_VARIABLE))))
        return call_with_args(c, sym, ast, &args);
    if (object && is_record(object->type)) {
        with[0] = object;
        args = (struct call_args){.asts = ast->kids, .v = with, .n = n + 1};
        struct hd_expr *e = operator_call(c, "operator()", &args, true, k->range, f->range.from);
        if (e) return e;
    }
    if (is_record(k->args->v[i]->type) && k->args->v[i]->type->record->nfields)
        return word_fail(k, "name a function, or write a lambda that holds numbers",
                         "`%s` does not take a function whose object is more than plain values",
                         k->name);
    return word_fail(k, "name a function: `float add(float a, float b) { ... }`",
                     "argument %d of `%s` is a function of %d value%s", i + 1, k->name, n,
                     n == 1 ? "" : "s");
}

// The i-th argument if it is an object, else NULL. Of one without members (a lambda that captures
// nothing) a call needs the type only, so any address does for it.
static struct hd_expr *object_of(struct call *k, struct lifted *l, int i) {
    struct hd_expr *e = k->args->v[i];
    if (!is_record(e->type) || e->type->record->by_address) return NULL;
    if (e->type->record->nfields) return lift_object(k->c, l, e);
    struct hd_expr *nowhere = expr_cast(k->c, expr_int(k->c, hd_ty.long_, 0, e->range),
                                        hd_type_ptr(e->type), CAST_INT_PTR);
    return expr_deref(k->c, nowhere, e->range);
}

// ---- random numbers -----------------------------------------------------------------------------

static struct hd_expr *number_of(struct call *k, const char *name, struct hd_expr **v, int n) {
    return call_named(k->c, name, v, n, k->ast);
}

static struct hd_expr *state(struct call *k) {
    struct hd_sym *sym = hd_lookup(k->c->front, hd_intern_str("__heddle_random_state"));
    if (!sym || sym->kind != SYM_VAR) return expr_error(k->c, k->range);
    note_use(k->c, sym);
    return rvalue(k->c, expr_var(k->c, sym, k->range));
}

static bool sizes_ok(struct call *k, int from) {
    for (int i = from; i < k->args->n; i++) {
        struct hd_expr *e = k->args->v[i];
        if (is_error(e)) return false;
        if (!hd_type_is_float(e->type)) continue;
        word_fail(
            k, "`random::normal(mean, deviation, n)`, or written out: `5 + 2 * random::normal(n)`",
            "`%s` takes the sizes of the array, which are integers", k->name);
        return false;
    }
    return true;
}

// Fills a new array with `name`(seed, place[, x, y]).
static struct hd_expr *drawn(struct call *k, struct hd_type *elem, const char *name, int from,
                             struct hd_expr *x, struct hd_expr *y) {
    struct check *c = k->c;
    if (!sizes_ok(k, from)) return expr_error(c, k->range);
    struct hd_expr *a = word_make(k, elem, 0, from);
    if (is_error(a)) return a;
    int rank = (int)a->type->len;
    a = expr_pin(c, a);
    struct hd_expr *first = word_rt(k, "drawn", NULL, 2, state(k), pinned(c, a));
    struct hd_expr *seed = word_rt(k, "seed_of", NULL, 1, state(k));
    struct hd_expr *places =
        word_rt(k, "index_of", array_of(c, hd_ty.long_, rank), 2, pinned(c, a), word_int(k, -1));
    if (is_error(first) || is_error(seed) || is_error(places)) return expr_error(c, k->range);
    struct lifted l;
    lift_begin(c, &l, k->range, 0);
    struct hd_expr *place = lift_index(c, &l, places), *start = lift_operand(c, &l, first);
    struct hd_expr *v[4] = {lift_operand(c, &l, seed),
                            expr_binary(c, TK_PLUS, start, place, k->range, 0)};
    int n = 2;
    if (x) v[n++] = lift_operand(c, &l, x);
    if (y) v[n++] = lift_operand(c, &l, y);
    struct hd_expr *item = number_of(k, name, v, n);
    struct hd_expr *all = array_wrap(c, &l, is_error(item) ? item : convert(c, item, elem));
    if (is_error(all)) return all;
    struct hd_expr *e = fused_call(c, "fused_into", all->fused, &a, 1, array_of(c, elem, rank));
    return word_scalar(k, e);
}

// uniform(low, high, size...) and normal(mean, deviation, size...), as NumPy has them: told from
// sizes by what can be none.
static bool has_bounds(struct call *k) {
    for (int i = 0; i < 2 && k->number < 2 && k->args->n > 2; i++) {
        struct hd_const value;
        struct hd_expr *e = rvalue(k->c, k->args->v[i]);
        if (hd_type_is_float(e->type)) return true;
        if (hd_type_is_integer(e->type) && const_eval(e, &value) && value.kind == CONST_INT &&
            value.i <= 0)
            return true;
    }
    return false;
}

static struct hd_expr *bounded(struct call *k, struct hd_expr *drawn, struct hd_expr *a,
                               struct hd_expr *b) {
    struct check *c = k->c;
    struct hd_type *t = element_type(drawn);
    struct lifted l;
    if (is_error(drawn)) return drawn;
    lift_begin(c, &l, k->range, 0);
    a = lift_operand(c, &l, convert(c, rvalue(c, a), t));
    b = lift_operand(c, &l, convert(c, rvalue(c, b), t));
    struct hd_expr *x = lift_operand(c, &l, drawn);
    if (is_error(a) || is_error(b) || is_error(x))
        return array_wrap(c, &l, expr_error(c, k->range));
    struct hd_expr *range = k->number ? b : expr_binary(c, TK_MINUS, b, a, k->range, 0);
    struct hd_expr *e = expr_binary(c, TK_STAR, x, range, k->range, 0);
    e = expr_binary(c, TK_PLUS, a, e, k->range, 0);
    return word_value(k, array_wrap(c, &l, convert(c, e, t)));
}

static struct hd_expr *call_draw(struct call *k) {
    static const char *const names[3] = {"uniform", "normal", "exponential"};
    struct hd_type *elem = word_type(k, hd_ty.float_);
    if (!elem) return expr_error(k->c, k->range);
    bool wide = elem->kind == HD_TY_DOUBLE;
    if (!wide && elem->kind != HD_TY_FLOAT)
        return word_fail(k, "`.astype<T>()` makes other types of it",
                         "`%s` gives `float` or `double`", k->name);
    const char *name =
        hd_printf(k->c->arena, "__heddle_random_%s%s", names[k->number], wide ? "" : "f");
    struct hd_ast *low = word_key(k, k->number ? "loc" : "low"),
                  *high = word_key(k, k->number ? "scale" : "high");
    if (low || high) {
        struct hd_expr *from = low ? check_expr(k->c, low) : array_int(k->c, 0, k->range),
                       *to = high ? check_expr(k->c, high) : array_int(k->c, 1, k->range);
        if (is_error(from) || is_error(to)) return expr_error(k->c, k->range);
        return bounded(k, drawn(k, elem, name, 0, NULL, NULL), from, to);
    }
    if (!has_bounds(k)) return drawn(k, elem, name, 0, NULL, NULL);
    struct hd_expr *a = k->args->v[0], *b = k->args->v[1];
    return bounded(k, drawn(k, elem, name, 2, NULL, NULL), a, b);
}

static struct hd_expr *call_integers(struct call *k) {
    struct check *c = k->c;
    if (!word_count(k, 2, 2 + HD_FUSED_DIMS)) return expr_error(c, k->range);
    struct hd_expr *low = word_long(k, 0, "the lowest number"),
                   *high = word_long(k, 1, "the end of the numbers");
    struct hd_type *elem = word_type(k, hd_ty.int_);
    if (!low || !high || !elem) return expr_error(c, k->range);
    if (!hd_type_is_integer(elem))
        return word_fail(k, NULL, "`%s` gives integers, not `%s`", k->name, ty(c, elem));
    struct hd_expr *checked = word_rt(k, "random_range", NULL, 2, low, high);
    return drawn(k, elem, "__heddle_random_integer", 2, low, checked);
}

static struct hd_expr *call_seed(struct call *k) {
    if (!word_count(k, 1, 1)) return expr_error(k->c, k->range);
    struct hd_expr *v = word_long(k, 0, "a seed");
    return v ? word_rt(k, "seed", NULL, 2, state(k), v) : expr_error(k->c, k->range);
}

// permutation(n), permutation(a), shuffle(a), choice(a, n)
static struct hd_expr *call_permutation(struct call *k) {
    struct check *c = k->c;
    if (!word_count(k, 1, 1)) return expr_error(c, k->range);
    struct hd_expr *e = k->args->v[0];
    if (k->number == 0 && !is_array(e) && e->type->kind != HD_TY_ARRAY) {
        struct hd_expr *n = word_long(k, 0, "how many numbers");
        return n ? word_rt(k, "permutation", array_of(c, hd_ty.long_, 1), 2, state(k), n)
                 : expr_error(c, k->range);
    }
    struct hd_expr *a = word_array(k, 0);
    if (!a) return expr_error(c, k->range);
    if (!a->type->len) return word_fail(k, NULL, "`%s` takes an array with a dimension", k->name);
    return word_rt(k, k->number ? "shuffle" : "permuted", unqual(a->type), 2, state(k),
                   word_value(k, a));
}

static struct hd_expr *call_choice(struct call *k) {
    struct check *c = k->c;
    if (!word_count(k, 2, 2)) return expr_error(c, k->range);
    struct hd_expr *a = word_array(k, 0), *n = word_long(k, 1, "how many to choose");
    if (!a || !n) return expr_error(c, k->range);
    if (a->type->len != 1)
        return word_fail(k, "`a[random::integers(0, n, m)]` chooses rows",
                         "`%s` takes an array of one dimension", k->name);
    return word_rt(k, "choice", unqual(a->type), 3, state(k), word_value(k, a), n);
}

// ---- functions ----------------------------------------------------------------------------------

// fromfunction(f, n, m): f(i, j) at every place.
static struct hd_expr *call_fromfunction(struct call *k) {
    struct check *c = k->c;
    if (!word_count(k, 2, 1 + HD_FUSED_DIMS)) return expr_error(c, k->range);
    int rank = k->args->n - 1;
    struct hd_expr *holder = expr_pin(c, word_make(k, hd_ty.uchar, 0, 1)), *v[HD_FUSED_DIMS];
    if (is_error(holder)) return holder;
    struct lifted l;
    lift_begin(c, &l, k->range, 0);
    for (int i = 0; i < rank; i++) {
        c->func = l.outer;
        struct hd_expr *places = word_rt(k, "index_of", array_of(c, hd_ty.long_, rank), 2,
                                         i ? pinned(c, holder) : holder, word_int(k, i));
        c->func = l.inside;
        v[i] = lift_index(c, &l, places);
        if (!is_error(v[i])) v[i] = convert(c, v[i], hd_ty.int_);
    }
    struct hd_expr *object =
        is_record(k->args->v[0]->type) ? lift_operand(c, &l, k->args->v[0]) : NULL;
    return array_wrap(c, &l, apply(k, 0, object, v, rank));
}

struct applied {
    struct call *k;
};

static struct hd_expr *apply_two(void *user, struct lifted *l, struct hd_expr **v) {
    struct applied *a = user;
    return apply(a->k, 0, object_of(a->k, l, 0), v, 2);
}

// reduce(f, a), reduce(f, a, axis)
static struct hd_expr *call_reduce(struct call *k) {
    if (!word_count(k, 2, 3)) return expr_error(k->c, k->range);
    struct hd_expr *a = word_array(k, 1), *axis = NULL;
    if (!a) return expr_error(k->c, k->range);
    if (k->args->n > 2 && !(axis = word_long(k, 2, "an axis"))) return expr_error(k->c, k->range);
    struct applied user = {k};
    return array_reduce(k->c, a, axis, k->range, apply_two, &user);
}

// scan(f, a), scan(f, a, axis): f(f(a0, a1), a2) ... at each place
static struct hd_expr *call_scan(struct call *k) {
    struct check *c = k->c;
    if (!word_count(k, 2, 3)) return expr_error(c, k->range);
    struct hd_expr *a = word_array(k, 1);
    if (!a) return expr_error(c, k->range);
    if (!a->type->len) return word_fail(k, NULL, "`scan` takes an array with a dimension");
    struct hd_type *t = element_type(a);
    struct hd_expr *axis = k->args->n > 2 ? word_axis(k, 2) : word_int(k, -1);
    a = expr_pin(c, word_value(k, a));
    struct lifted l;
    lift_begin(c, &l, k->range, 0);
    struct hd_expr *none = expr_new(c, EX_ERROR, a->type, k->range);
    struct hd_expr *v[2];
    for (int i = 0; i < 2; i++) {
        struct hd_fused_operand *op = &l.fused->ops[l.fused->n++];
        *op = (struct hd_fused_operand){.sym = sym_hidden(c, t, k->range),
                                        .from = none,
                                        .rank = (int)a->type->len,
                                        .text = "an operand"};
        v[i] = rvalue(c, expr_var(c, op->sym, k->range));
    }
    l.fused->rank = (int)a->type->len;
    struct hd_expr *e = apply(k, 0, object_of(k, &l, 0), v, 2);
    if (!is_error(e)) e = convert_assign(c, e, t, "the values of a scan");
    struct hd_expr *all = array_wrap(c, &l, e);
    if (is_error(all)) return all;
    struct hd_expr *values[4] = {fused_plan(c, all->fused), convert(c, axis, hd_ty.int_), a,
                                 fused_object(c, all->fused)};
    return array_rt(c, "scan_by", values, 4, unqual(a->type), k->range);
}

static struct hd_expr *call_norm(struct call *k) {
    if (!word_count(k, 1, 2)) return expr_error(k->c, k->range);
    struct hd_expr *a = word_array(k, 0), *axis = NULL;
    if (!a) return expr_error(k->c, k->range);
    if (k->args->n > 1 && !(axis = word_long(k, 1, "an axis"))) return expr_error(k->c, k->range);
    return array_norm(k->c, a, axis, k->range);
}

// ---- shapes -------------------------------------------------------------------------------------

static struct hd_expr *call_meshgrid(struct call *k) {
    struct check *c = k->c;
    if (!word_count(k, 2, HD_FUSED_DIMS - 1)) return expr_error(c, k->range);
    struct hd_expr *values[2 + HD_FUSED_DIMS] = {word_loc(k), word_int(k, k->args->n)};
    struct hd_type *elem = NULL;
    for (int i = 0; i < k->args->n; i++) {
        struct hd_expr *a = word_array(k, i);
        if (!a) return expr_error(c, k->range);
        if (a->type->len != 1)
            return word_fail(k, NULL, "`meshgrid` takes arrays of one dimension");
        if (elem && !hd_type_same_unqual(elem, a->type->base))
            return word_fail(k, "`.astype<T>()` changes the type",
                             "`meshgrid` takes arrays of one type: `%s` and `%s`", ty(c, elem),
                             ty(c, a->type->base));
        elem = a->type->base;
        values[2 + i] = word_value(k, a);
    }
    return array_rt(c, "meshgrid", values, 2 + k->args->n, array_of(c, elem, 1 + k->args->n),
                    k->range);
}

static struct hd_expr *call_tile(struct call *k) {
    struct check *c = k->c;
    struct hd_expr *a = k->args->n ? word_array(k, 0) : NULL;
    if (!a || !word_count(k, 2, 1 + HD_FUSED_DIMS)) return expr_error(c, k->range);
    int times = k->args->n - 1, rank = (int)a->type->len;
    struct hd_expr *first[2] = {word_loc(k), word_value(k, a)};
    return word_list(k, "tile", first, 2, 1, "a number of times",
                     array_of(c, a->type->base, times > rank ? times : rank));
}

static struct hd_expr *call_split(struct call *k) {
    struct check *c = k->c;
    if (!word_count(k, 2, 3)) return expr_error(c, k->range);
    struct hd_expr *a = word_array(k, 0), *n = word_long(k, 1, "the number of parts");
    if (!a || !n) return expr_error(c, k->range);
    if (!a->type->len || a->type->len == HD_FUSED_DIMS)
        return word_fail(k, NULL, "`split` takes an array of 1 to %d dimensions",
                         HD_FUSED_DIMS - 1);
    return word_rt(k, "split", array_of(c, a->type->base, (int)a->type->len + 1), 3,
                   word_value(k, a), n, k->args->n > 2 ? word_axis(k, 2) : word_int(k, 0));
}

struct hd_expr *array_made(struct call *k) {
    static const struct {
        const char *name;
        struct hd_expr *(*call)(struct call *k);
        int number;
    } words[] = {
        {"random::uniform", call_draw, 0},
        {"random::normal", call_draw, 1},
        {"random::exponential", call_draw, 2},
        {"random::integers", call_integers, 0},
        {"random::seed", call_seed, 0},
        {"random::permutation", call_permutation, 0},
        {"random::shuffle", call_permutation, 1},
        {"random::choice", call_choice, 0},
        {"fromfunction", call_fromfunction, 0},
        {"reduce", call_reduce, 0},
        {"scan", call_scan, 0},
        {"norm", call_norm, 0},
        {"meshgrid", call_meshgrid, 0},
        {"tile", call_tile, 0},
        {"split", call_split, 0},
    };
    for (int i = 0; i < HD_COUNT(words); i++) {
        if (strcmp(words[i].name, k->name)) continue;
        k->number = words[i].number;
        return words[i].call(k);
    }
    return NULL;
}
