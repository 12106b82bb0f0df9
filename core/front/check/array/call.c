// Calls with arrays: the table of the vocabulary's words and what these share, functions that take
// arrays, and functions of scalars, lifted.
//
// Which it is is found in this order: a function of the user's with an array (or a pointer) for a
// parameter; a word of the vocabulary; else the call is that of one element, broadcast over the
// arguments.
#include "front/check/array/words.h"

#include <string.h>

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

struct hd_expr *word_arg(struct call *k, int i) { return k->args->v[i]; }

struct hd_ast *word_ast(struct call *k, int i) {
    return k->args->asts && k->args->asts[i] ? k->args->asts[i] : k->ast;
}

// An argument as an array; a C array is one too. NULL: reported.
struct hd_expr *word_array(struct call *k, int i) {
    struct hd_expr *e = word_arg(k, i);
    if (!e || is_error(e)) return NULL;
    if (e->type->kind == HD_TY_ARRAY) e = array_of_c(k->c, e, k->range);
    if (is_array(e)) return e->kind == EX_ARRAY ? e : rvalue(k->c, e);
    struct hd_diag *d = hd_error(k->c->diags, e->range, "argument %d of `%s` is `%s`, not an array",
                                 i + 1, k->name, ty(k->c, e->type));
    if (is_ptr(e->type)) hd_help(k->c->diags, d, "`view(p, n)` makes an array of a pointer");
    return NULL;
}

struct hd_expr *word_long(struct call *k, int i, const char *what) {
    struct hd_expr *e = word_arg(k, i);
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

// ---- the table ----------------------------------------------------------------------------------

static const struct word {
    const char *name;
    struct hd_expr *(*call)(struct call *k);
    int number;
} words[] = {
    {"zeros", word_zeros, 0},
    {"ones", word_ones, 0},
    {"empty", word_empty, 0},
    {"full", word_full, 0},
    {"zeros_like", word_like, 0},
    {"ones_like", word_like, 1},
    {"full_like", word_like, 2},
    {"empty_like", word_like, 3},
    {"arange", word_arange, 0},
    {"linspace", word_linspace, 0},
    {"eye", word_eye, 0},
    {"view", word_view, 0},
    {"reshape", word_reshape, 0},
    {"ravel", word_ravel, 0},
    {"flatten", word_ravel, 1},
    {"transpose", word_transpose, 0},
    {"flip", word_flip, 0},
    {"roll", word_roll, 0},
    {"repeat", word_roll, 1},
    {"diagonal", word_diagonal, 0},
    {"broadcast_to", word_broadcast, 0},
    {"concatenate", word_join, 0},
    {"stack", word_join, 1},
    {"vstack", word_join, 2},
    {"hstack", word_join, 3},
    {"copy", word_copy, 0},
    {"astype", word_astype, 0},
    {"fill", word_fill, 0},
    {"where", word_where, 0},
    {"nonzero", word_nonzero, 0},
    {"clip", word_clip, 0},
    {"isclose", word_isclose, 0},
    {"allclose", word_isclose, 1},
    {"sum", word_fold, 0},
    {"prod", word_fold, 0},
    {"min", word_fold, 0},
    {"max", word_fold, 0},
    {"mean", word_fold, 0},
    {"var", word_fold, 0},
    {"std", word_fold, 0},
    {"any", word_fold, 0},
    {"all", word_fold, 0},
    {"count_nonzero", word_fold, 0},
    {"argmin", word_typed, 0},
    {"argmax", word_typed, 1},
    {"sort", word_typed, 2},
    {"argsort", word_typed, 3},
    {"cumsum", word_typed, 4},
    {"cumprod", word_typed, 5},
    {"unique", word_typed, 6},
    {"median", word_typed, 7},
    {"percentile", word_typed, 8},
    {"searchsorted", word_typed, 9},
    {"bincount", word_typed, 10},
    {"histogram", word_typed, 11},
    {"matmul", word_typed, 12},
    {"dot", word_typed, 13},
    {"diff", word_typed, 16},
};

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
