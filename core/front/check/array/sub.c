// Calls of functions of sub-arrays: the layout is what C's parameter types say.
//
// `float l2_norm(int n, const float v[n])` takes rows: n is an extent, so it is left out in a
// lifted call, and `l2_norm(a)` of an array of shape (1000, 4) gives 1000 norms. In `void
// matmul(int m, int n, int p, const float A[m][n], const float B[n][p], float C[m][p])` the last
// array, which is not const, may be left out too: it is made and returned. Dimensions in front of
// those that are declared are broadcast. run/array/sub.c finds the sizes, run/array/fused.c runs
// the loop: one thread for each sub-array.
#include "front/check/array/array.h"

#include <string.h>

struct param {
    int dims;               // 0: no array
    struct hd_ast *size[8]; // of each
    bool writes, is_size;
};

struct sub {
    struct check *c;
    struct hd_sym *sym;
    struct hd_func *func;
    struct param params[HD_FUSED_OPERANDS];
    int n, narrays, nsizes, nwrites;
    struct hd_sub *plan;
};

// ---- what the function takes --------------------------------------------------------------------

static int param_named(const struct sub *s, const char *name) {
    for (int i = 0; i < s->n; i++)
        if (s->func->params[i]->name == name) return i;
    return -1;
}

static bool read_param(struct sub *s, const struct hd_param *p, int i) {
    struct param *out = &s->params[i];
    struct hd_type *t = s->sym->type->params[i];
    if (!p->declr || t->kind != HD_TY_PTR) return true;
    const struct hd_deriv *derivs[8];
    int n = 0;
    for (const struct hd_deriv *d = p->declr->derivs; d; d = d->next) {
        if (d->kind != DERIV_ARRAY || n == 8) return true; // a pointer
        derivs[n++] = d;
    }
    if (!n) return true;
    for (int k = 0; k < n; k++) out->size[k] = derivs[n - 1 - k]->size;
    for (int k = 0; k < n; k++)
        if (!out->size[k]) return true; // float v[]: of any length
    out->dims = n;
    for (; t->kind == HD_TY_PTR || t->kind == HD_TY_ARRAY; t = t->base) out->writes = true;
    out->writes = !(t->quals & Q_CONST);
    s->narrays++;
    s->nwrites += out->writes;
    return true;
}

static bool read_params(struct sub *s) {
    const struct hd_ast *ast = s->func->ast;
    const struct hd_deriv *d = ast && ast->declr ? ast->declr->derivs : NULL;
    while (d && d->kind != DERIV_FUNCTION) d = d->next;
    s->n = s->func->nparams;
    if (!d || d->nparams != s->n || s->n > HD_FUSED_OPERANDS || s->func->is_kernel) return false;
    for (int i = 0; i < s->n; i++)
        if (!s->func->params[i] || !read_param(s, &d->params[i], i)) return false;
    for (int i = 0; i < s->n; i++)
        for (int k = 0; k < s->params[i].dims; k++) {
            const struct hd_ast *size = s->params[i].size[k];
            int at = size->kind == AST_NAME && !size->qual ? param_named(s, size->name) : -1;
            if (at < 0 || s->params[at].is_size) continue;
            if (!hd_type_is_integer(s->sym->type->params[at])) return false;
            s->params[at].is_size = true;
            s->nsizes++;
        }
    return s->narrays > 0 && s->nsizes <= HD_FUSED_DIMS;
}

// Whether `args` leave out the sizes, and perhaps the last arrays. *left: how many of these.
static bool lifts(const struct sub *s, const struct call_args *args, int *left) {
    int all = s->n - s->nsizes;
    *left = all - args->n;
    if (*left < 0 || *left > s->nwrites) return false;
    for (int i = s->n, k = *left; k > 0; k--) { // they come last
        i--;
        if (!s->params[i].dims || !s->params[i].writes) return false;
    }
    bool deeper = false;
    for (int i = 0, k = 0; i < s->n && k < args->n; i++) {
        if (s->params[i].is_size) continue;
        const struct hd_expr *e = args->v[k++];
        if (!e || is_error(e)) return false;
        bool array = is_array(e) || e->type->kind == HD_TY_ARRAY;
        if (s->params[i].dims && !array) return false;
        deeper = deeper || (is_array(e) && e->type->len > s->params[i].dims);
    }
    return s->nsizes || *left || deeper;
}

// ---- the plan -----------------------------------------------------------------------------------

static const char *declared(struct sub *s, int i) { // "A[m][n]"
    struct hd_buf buf = {0};
    const char *name = s->func->params[i]->name;
    hd_buf_puts(&buf, name ? name : "a parameter");
    for (int k = 0; k < s->params[i].dims; k++) {
        struct hd_range r = s->params[i].size[k]->range;
        const struct hd_source *source = hd_source_at(r.from);
        if (source && source->text)
            hd_buf_printf(&buf, "[%.*s]", (int)(r.to - r.from),
                          source->text + (r.from - source->base));
    }
    const char *text = hd_strdup(s->c->arena, hd_buf_str(&buf));
    hd_buf_finish(&buf);
    return text;
}

static bool plan_array(struct sub *s, int i, int array, const int *size_of) {
    struct hd_sub_array *out = &s->plan->arrays[array];
    out->text = declared(s, i);
    out->dims = s->params[i].dims;
    out->writes = s->params[i].writes;
    for (int k = 0; k < out->dims; k++) {
        struct hd_ast *size = s->params[i].size[k];
        int at = size->kind == AST_NAME && !size->qual ? param_named(s, size->name) : -1;
        out->size[k] = at >= 0 ? size_of[at] : -1;
        if (at < 0 &&
            !check_const_int(s->c, size, "an extent of a lifted function", &out->extent[k]))
            return false;
    }
    return true;
}

static struct hd_type *element_below(struct hd_type *t) {
    while (t->kind == HD_TY_PTR || t->kind == HD_TY_ARRAY) t = t->base;
    return t;
}

static struct hd_expr *variable_load(struct check *c, struct hd_sym *sym, struct hd_range range) {
    return rvalue(c, expr_var(c, sym, range));
}

// One array: an operand, whose value is a pointer to its sub-array.
static bool add_array(struct sub *s, struct lifted *l, int i, struct hd_expr *e) {
    struct check *c = s->c;
    struct hd_type *elem = element_below(s->sym->type->params[i]);
    const char *name = expr_text(c, e);
    if (e->type->kind == HD_TY_ARRAY) e = array_of_c(c, e, e->range);
    if (is_error(e)) return false;
    if (e->type->len < s->params[i].dims) {
        hd_error(c->diags, e->range, "%s has %lld dimension%s, and `%s` takes `%s`", name,
                 (long long)e->type->len, e->type->len == 1 ? "" : "s", s->sym->name,
                 declared(s, i));
        return false;
    }
    if (!hd_type_same_unqual(e->type->base, elem)) {
        if (s->params[i].writes) {
            struct hd_diag *d = hd_error(c->diags, e->range, "%s is `%s`, and `%s` writes `%s`",
                                         name, ty(c, e->type), s->sym->name, ty(c, elem));
            hd_help(c->diags, d, "`.astype<%s>()` makes such an array", ty(c, elem));
            return false;
        }
        e = array_cast(c, e, unqual(elem), e->range);
    }
    struct hd_fused *f = l->fused;
    struct hd_fused_operand *op = &f->ops[f->n++];
    *op = (struct hd_fused_operand){
        .sym = sym_hidden(c, hd_type_ptr(elem), e->range),
        .core = s->params[i].dims,
        .rank = (int)e->type->len - s->params[i].dims,
        .text = name[0] == '`' ? name : "an operand",
    };
    op->from = array_value(c, rvalue(c, e));
    if (op->rank > f->rank) f->rank = op->rank;
    return !is_error(op->from);
}

static struct hd_expr *called(struct sub *s, struct lifted *l, struct hd_ast *ast,
                              struct hd_expr **v) {
    struct check *c = s->c;
    struct call_args args = {.v = v, .n = s->n};
    args.asts = HD_NEW_ARRAY(c->arena, struct hd_ast *, s->n + 1);
    for (int i = 0; i < s->n; i++) {
        args.asts[i] = ast;
        if (!v[i]) return expr_error(c, ast->range);
        if (s->params[i].dims) v[i] = expr_cast(c, v[i], s->sym->type->params[i], CAST_NOOP);
    }
    (void)l;
    return call_with_args(c, s->sym, ast, &args);
}

struct hd_expr *array_sub_call(struct check *c, struct hd_sym *sym, struct hd_ast *ast,
                               struct call_args *args) {
    if (sym->kind != SYM_FUNC || sym->next || !sym->func || sym->type->kind != HD_TY_FUNC ||
        sym->method || !sym->def || sym->def->system)
        return NULL;
    struct sub s = {.c = c, .sym = sym, .func = sym->func};
    int left, size_of[HD_FUSED_OPERANDS], first_size = 0;
    if (!read_params(&s) || !lifts(&s, args, &left)) return NULL;
    struct hd_expr *v[HD_FUSED_OPERANDS] = {NULL}, *values[2 + HD_FUSED_OPERANDS], *to = NULL;
    struct lifted l;
    if (left > 1) {
        hd_error(c->diags, ast->range, "`%s` makes %d arrays here, and a call has one value",
                 sym->name, left);
        return expr_error(c, ast->range);
    }
    s.plan = HD_NEW(c->arena, struct hd_sub);
    s.plan->name = sym->name;
    s.plan->out = -1;
    for (int i = 0; i < s.n; i++)
        if (s.params[i].is_size) {
            size_of[i] = s.plan->n;
            s.plan->sizes[s.plan->n++] = sym->func->params[i]->name;
        }
    lift_begin(c, &l, ast->range, ast->kids[0]->range.from);
    struct hd_fused *f = l.fused;
    f->sub = s.plan;
    // The array that is returned: left out, or of a function without a value the last it writes.
    int out = -1, skipped = args->n;
    for (int i = 0, k = 0; i < s.n; i++) {
        if (s.params[i].is_size) continue;
        if (s.params[i].dims && s.params[i].writes &&
            (k >= skipped || sym->type->base->kind == HD_TY_VOID))
            out = i;
        k++;
    }
    bool ok = true;
    for (int i = 0, k = 0; i < s.n && ok; i++) {
        if (s.params[i].is_size || !s.params[i].dims) {
            k += !s.params[i].is_size;
            continue;
        }
        int array = s.plan->narrays++;
        ok = plan_array(&s, i, array, size_of);
        struct hd_expr *e = k < args->n ? args->v[k] : NULL;
        k++;
        if (i == out) {
            s.plan->out = array;
            s.plan->to =
                sym_hidden(c, hd_type_ptr(unqual(element_below(sym->type->params[i]))), ast->range);
            v[i] = variable_load(c, s.plan->to, ast->range);
            if (e) {
                c->func = l.outer;
                to = array_value(
                    c, rvalue(c, e->type->kind == HD_TY_ARRAY ? array_of_c(c, e, e->range) : e));
                c->func = l.inside;
                ok = ok && !is_error(to) &&
                     hd_type_same_unqual(to->type->base, s.plan->to->type->base) &&
                     to->type->len >= s.params[i].dims;
                if (!ok && !is_error(to))
                    hd_error(c->diags, e->range, "%s is `%s`, and `%s` writes `%s` of `%s`",
                             expr_text(c, e), ty(c, e->type), sym->name, declared(&s, i),
                             ty(c, s.plan->to->type->base));
            }
            continue;
        }
        c->func = l.outer;
        ok = ok && e && add_array(&s, &l, i, e);
        c->func = l.inside;
        if (ok) v[i] = variable_load(c, f->ops[f->n - 1].sym, ast->range);
    }
    for (int i = 0, k = 0; i < s.n && ok; i++) { // plain values: one for all, no arrays
        if (s.params[i].is_size) continue;
        struct hd_expr *e = k < args->n ? args->v[k] : NULL;
        k++;
        if (s.params[i].dims) continue;
        if (is_array(e)) {
            hd_error(c->diags, e->range, "%s is an array: `%s` is not lifted over it",
                     expr_text(c, e), sym->name);
            ok = false;
            break;
        }
        v[i] = lift_operand(c, &l, e);
        ok = !is_error(v[i]);
    }
    first_size = f->n;
    for (int i = 0; i < s.n && ok; i++) {
        if (!s.params[i].is_size) continue;
        struct hd_fused_operand *op = &f->ops[f->n++];
        *op = (struct hd_fused_operand){.sym =
                                            sym_hidden(c, unqual(sym->type->params[i]), ast->range),
                                        .scalar = true,
                                        .text = sym->func->params[i]->name};
        v[i] = variable_load(c, op->sym, ast->range);
    }
    struct hd_expr *e = ok ? called(&s, &l, ast, v) : expr_error(c, ast->range);
    lift_end(c, &l);
    if (is_error(e)) return e;
    struct hd_type *elem = s.plan->out >= 0 ? s.plan->to->type->base : unqual(e->type);
    if (elem->kind == HD_TY_VOID || !array_element_ok(c, elem, ast->range))
        return expr_error(c, ast->range);
    f->value = e;
    f->elem = elem;
    f->loc = ast->kids[0]->range.from;
    int rank = f->rank + (s.plan->out >= 0 ? s.plan->arrays[s.plan->out].dims : 0), n = 0;
    if (to && to->type->len > rank) {
        rank = (int)to->type->len;
    }
    values[n++] = fused_plan(c, f);
    values[n++] = to ? to : expr_null(c, hd_type_ptr(hd_ty.void_), ast->range);
    for (int i = 0; i < first_size; i++) {
        struct hd_expr *from = f->ops[i].from;
        if (f->ops[i].scalar)
            from = expr_cast(c, expr_address(c, expr_temp(c, from), from->range),
                             hd_type_ptr(hd_ty.void_), CAST_NOOP);
        values[n++] = from;
    }
    struct hd_expr *result = array_rt(c, "sub", values, n, array_of(c, elem, rank), ast->range);
    if (to) return expr_cast(c, result, hd_ty.void_, CAST_VOID);
    return array_one_value(c, result);
}
