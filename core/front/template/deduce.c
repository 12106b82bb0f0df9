// Template argument deduction: the pattern of each parameter, as written, is matched against the
// type of its argument.
//
// Patterns are syntax trees: a parameter that names no template parameter takes no part. A by-value
// parameter sees the argument decayed and unqualified, a reference sees it as it is. Explicit
// arguments come first and are never changed.
//
// Example: `template <typename T, int N> T sum(const T (&a)[N])` called with a `float x[4]` gives T
// = float, N = 4.
#include <string.h>

#include "front/template/template.h"

struct deduction {
    struct check *c;
    const struct hd_template *t;
    struct hd_targ *binds;
    const char *why;
    int arg;          // number of the argument, for messages
    bool call;        // of a function call: an argument may be derived from what the pattern names
    bool *in_pattern; // by parameter: the pattern of the expansion at hand names it
};

struct steps { // of a declarator; the last is the outermost
    struct hd_deriv **v;
    int n, cap;
};

static void steps_of(struct check *c, const struct hd_declr *declr, struct steps *out) {
    *out = (struct steps){0};
    for (struct hd_deriv *d = declr ? declr->derivs : NULL; d; d = d->next)
        HD_PUSH(c->arena, out, d);
}

static int tparam_index(const struct hd_template *t, const char *name) {
    for (int i = 0; name && i < t->ast->ntparams; i++)
        if (t->ast->tparams[i].name == name) return i;
    return -1;
}

static int spec_tparam(const struct hd_template *t, const struct hd_spec *spec) {
    return spec && spec->base == BASE_NAME && !spec->qual ? tparam_index(t, spec->name) : -1;
}

// The arguments without packs: their elements stand for themselves.
static int targs_flat(struct check *c, const struct hd_targ *args, int n, struct hd_targ **out) {
    int count = 0, at = 0;
    for (int i = 0; i < n; i++) count += args[i].pack ? args[i].npack : 1;
    *out = HD_NEW_ARRAY(c->arena, struct hd_targ, count + 1);
    for (int i = 0; i < n; i++) {
        if (args[i].pack)
            for (int k = 0; k < args[i].npack; k++) (*out)[at++] = args[i].pack[k];
        else
            (*out)[at++] = args[i];
    }
    return count;
}

// ---- what a pattern depends on ------------------------------------------------------------------

// A parameter whose argument is to be deduced: not one that was given, so that nullptr fits `T *`
// of `f<int>(nullptr)` (C++ [temp.arg.explicit]).
static bool is_open(const struct deduction *d, int i) {
    return i >= 0 && (!d->binds[i].given || d->binds[i].pack);
}

static bool is_dependent(const struct deduction *t, const struct hd_spec *spec,
                         const struct hd_declr *declr);

static bool depends(const struct deduction *t, const struct hd_ast *ast) {
    if (!ast) return false;
    if (ast->kind == AST_NAME && !ast->qual && is_open(t, tparam_index(t->t, ast->name)))
        return true;
    if (ast->kind == AST_TYPE_NAME) return is_dependent(t, ast->spec, ast->declr);
    for (int i = 0; i < ast->nkids; i++)
        if (depends(t, ast->kids[i])) return true;
    return false;
}

static bool is_dependent(const struct deduction *t, const struct hd_spec *spec,
                         const struct hd_declr *declr) {
    if (is_open(t, spec_tparam(t->t, spec))) return true;
    for (int i = 0; spec && spec->base == BASE_NAME && i < spec->ntargs; i++) // Vec<T, N>
        if (depends(t, spec->targs[i])) return true;
    for (const struct hd_deriv *d = declr ? declr->derivs : NULL; d; d = d->next) {
        if (d->kind == DERIV_ARRAY && depends(t, d->size)) return true;
        if (d->kind == DERIV_FUNCTION && depends(t, d->noexcept_if)) return true;
        if (d->of && depends(t, d->of)) return true;
        for (int i = 0; d->kind == DERIV_FUNCTION && i < d->nparams; i++)
            if (is_dependent(t, d->params[i].spec, d->params[i].declr)) return true;
    }
    return false;
}

// ---- binding ------------------------------------------------------------------------------------

static bool both(struct deduction *d, int i, const char *a, const char *b, bool type) {
    const char *name = d->t->ast->tparams[i].name, *of = template_name(d->t);
    d->why =
        type && d->t->ast->declr
            ? hd_printf(d->c->arena,
                        "`%s` would be both `%s` and `%s`: name it, as in `%s<%s>(...)`", name, a,
                        b, of, b)
            : hd_printf(d->c->arena,
                        type ? "`%s` would be both `%s` and `%s`" : "`%s` would be both %s and %s",
                        name, a, b);
    return false;
}

static bool bind_type(struct deduction *d, int i, struct hd_type *type) {
    struct hd_targ *b = &d->binds[i];
    if (!d->t->ast->tparams[i].is_type || type->kind == HD_TY_ERROR)
        return type->kind == HD_TY_ERROR;
    if (b->given) return true;
    if (!b->set) {
        b->type = type;
        b->set = true;
        return true;
    }
    return hd_type_same(b->type, type) || both(d, i, ty(d->c, b->type), ty(d->c, type), true);
}

// Another argument that is no type.
static bool bind_arg(struct deduction *d, int i, const struct hd_targ *arg) {
    struct hd_targ *b = &d->binds[i];
    if (d->t->ast->tparams[i].is_type) return false;
    if (b->given) return !d->call || (b->sym == arg->sym && b->value == arg->value);
    if (!b->set) {
        *b = *arg;
        b->set = true;
        b->given = false;
        return true;
    }
    return (b->sym == arg->sym && b->value == arg->value) ||
           both(d, i, hd_printf(d->c->arena, "%lld", (long long)b->value),
                hd_printf(d->c->arena, "%lld", (long long)arg->value), false);
}

static bool bind_length(struct deduction *d, int i, int64_t len) {
    return bind_arg(d, i, &(struct hd_targ){.value = len, .type = hd_ty.ulong_});
}

static struct hd_type *without(struct hd_type *type, unsigned quals) {
    return hd_type_qual(unqual(type), quals_of(type) & ~quals); // an array's are its elements'
}

static bool match(struct deduction *d, const struct hd_spec *spec, const struct steps *s, int n,
                  struct hd_type *type, int depth);

static bool no_match(struct deduction *d, const struct hd_type *type) {
    if (!d->why)
        d->why =
            hd_printf(d->c->arena, "argument %d is `%s`, which does not have the parameter's form",
                      d->arg + 1, ty(d->c, type));
    return false;
}

// ---- packs --------------------------------------------------------------------------------------

// The packs among the template's parameters while one element of a pattern is matched.
struct elements {
    struct hd_targ *whole; // as given before, by parameter
    struct hd_targ **made; // the elements so far
    int n;
};

static void elements_begin(struct deduction *d, struct elements *e, int most) {
    int n = d->t->ast->ntparams;
    *e = (struct elements){.n = 0};
    e->whole = HD_NEW_ARRAY(d->c->arena, struct hd_targ, n + 1);
    e->made = HD_NEW_ARRAY(d->c->arena, struct hd_targ *, n + 1);
    memcpy(e->whole, d->binds, sizeof *e->whole * (size_t)n);
    for (int i = 0; i < n; i++)
        if (d->t->ast->tparams[i].is_pack)
            e->made[i] = HD_NEW_ARRAY(d->c->arena, struct hd_targ, most + 1);
}

static void element_begin(struct deduction *d, const struct elements *e) {
    for (int i = 0; i < d->t->ast->ntparams; i++) {
        if (!e->made[i]) continue;
        const struct hd_targ *whole = &e->whole[i];
        d->binds[i] = (struct hd_targ){0};
        if (e->n < whole->npack) d->binds[i] = whole->pack[e->n];
        if (e->n < whole->npack && !whole->given) d->binds[i].given = false;
    }
}

static void element_end(struct deduction *d, struct elements *e) {
    for (int i = 0; i < d->t->ast->ntparams; i++)
        if (e->made[i]) e->made[i][e->n] = d->binds[i];
    e->n++;
}

// The packs that the pattern determined have as many elements as were matched.
static bool elements_finish(struct deduction *d, const struct elements *e) {
    for (int i = 0; i < d->t->ast->ntparams; i++) {
        if (!e->made[i]) continue;
        bool all = true;
        for (int k = 0; k < e->n; k++) all = all && e->made[i][k].set;
        d->binds[i] = e->whole[i];
        if (!all || !d->in_pattern[i]) continue;
        if (e->whole[i].set && e->whole[i].npack != e->n &&
            !(e->whole[i].given && e->whole[i].npack < e->n)) {
            d->why = hd_printf(d->c->arena, "`%s` would have both %d and %d elements",
                               d->t->ast->tparams[i].name, e->whole[i].npack, e->n);
            return false;
        }
        d->binds[i] = (struct hd_targ){.pack = e->made[i], .npack = e->n, .set = true};
    }
    return true;
}

static void note_spec(struct deduction *d, const struct hd_spec *spec,
                      const struct hd_declr *declr);

static void note_ast(struct deduction *d, const struct hd_ast *ast) {
    if (!ast) return;
    int i = ast->kind == AST_NAME && !ast->qual ? tparam_index(d->t, ast->name) : -1;
    if (i >= 0) d->in_pattern[i] = true;
    if (ast->kind == AST_TYPE_NAME) note_spec(d, ast->spec, ast->declr);
    for (int k = 0; k < ast->nkids; k++) note_ast(d, ast->kids[k]);
}

static void note_spec(struct deduction *d, const struct hd_spec *spec,
                      const struct hd_declr *declr) {
    int i = spec_tparam(d->t, spec);
    if (i >= 0) d->in_pattern[i] = true;
    for (int k = 0; spec && spec->base == BASE_NAME && !spec->qual && k < spec->ntargs; k++)
        note_ast(d, spec->targs[k]);
    for (const struct hd_deriv *s = declr ? declr->derivs : NULL; s; s = s->next) {
        note_ast(d, s->size);
        note_ast(d, s->noexcept_if);
        note_ast(d, s->of);
        for (int k = 0; k < s->nparams; k++) note_spec(d, s->params[k].spec, s->params[k].declr);
    }
}

// Which packs the pattern names.
static void note_pattern(struct deduction *d, const struct hd_spec *spec,
                         const struct hd_declr *declr, const struct hd_ast *ast) {
    d->in_pattern = HD_NEW_ARRAY(d->c->arena, bool, d->t->ast->ntparams + 1);
    if (ast)
        note_ast(d, ast);
    else
        note_spec(d, spec, declr);
}

// ---- matching types -----------------------------------------------------------------------------

static bool match_declr(struct deduction *d, const struct hd_spec *spec,
                        const struct hd_declr *declr, struct hd_type *type, int depth) {
    struct steps s;
    if (!is_dependent(d, spec, declr)) return true;
    steps_of(d->c, declr, &s);
    return match(d, spec, &s, s.n, type, depth);
}

// `noexcept` and `noexcept(B)`; a function that a call gives may promise more than the parameter
// ([temp.deduct.call]p4).
static bool match_promise(struct deduction *d, const struct hd_deriv *f, const struct hd_type *type,
                          int depth) {
    const struct hd_ast *condition = f->noexcept_if;
    int i = condition && condition->kind == AST_NAME && !condition->qual
                ? tparam_index(d->t, condition->name)
                : -1;
    if (i >= 0)
        return bind_arg(d, i, &(struct hd_targ){.value = type->is_noexcept, .type = hd_ty.bool_});
    if (condition) return true; // compared later
    return f->is_noexcept ? type->is_noexcept : !type->is_noexcept || (d->call && depth == 0);
}

static bool match_function(struct deduction *d, const struct hd_spec *spec, const struct steps *s,
                           int n, struct hd_type *type, int depth) {
    const struct hd_deriv *f = s->v[n - 1];
    int nparams = f->nparams;
    bool pack =
        nparams && f->params[nparams - 1].declr && f->params[nparams - 1].declr->parameter_pack;
    int plain = pack ? nparams - 1 : nparams;
    if (type->kind != HD_TY_FUNC || type->of_object != hd_of_object(f->quals, f->ref_qual) ||
        !match_promise(d, f, type, depth) ||
        (pack ? type->nparams < plain : type->nparams != nparams))
        return no_match(d, type);
    if (!match(d, spec, s, n - 1, type->base, depth + 1)) return false;
    for (int i = 0; i < plain; i++)
        if (!match_declr(d, f->params[i].spec, f->params[i].declr, type->params[i], depth + 1))
            return false;
    if (!pack) return true;
    const struct hd_param *p = &f->params[plain];
    struct elements e;
    note_pattern(d, p->spec, p->declr, NULL);
    elements_begin(d, &e, type->nparams);
    for (int i = plain; i < type->nparams; i++) {
        element_begin(d, &e);
        if (!match_declr(d, p->spec, p->declr, type->params[i], depth + 1)) return false;
        element_end(d, &e);
    }
    return elements_finish(d, &e);
}

static struct hd_sym *template_of_instance(struct deduction *d, const struct hd_instance *inst) {
    struct hd_sym *sym = global_find(d->c->front, inst->name, true);
    return sym && sym->kind == SYM_STRUCT_TEMPLATE ? sym : NULL;
}

static bool match_arg(struct deduction *d, const struct hd_ast *pattern, const struct hd_targ *arg,
                      int depth) {
    if (pattern->kind == AST_TYPE_NAME && arg->type && !arg->sym) {
        if (pattern->spec->base == BASE_WORDS && !pattern->declr->derivs) // `pair<T, int>`
            return hd_type_same(check_type_name(d->c, (struct hd_ast *)pattern), arg->type);
        return match_declr(d, pattern->spec, pattern->declr, arg->type, depth + 1);
    }
    int i = pattern->kind == AST_NAME && !pattern->qual ? tparam_index(d->t, pattern->name)
            : pattern->kind == AST_TYPE_NAME            ? spec_tparam(d->t, pattern->spec)
                                                        : -1;
    if (i >= 0) return bind_arg(d, i, arg);
    return pattern->kind != AST_TYPE_NAME || arg->sym != NULL; // compared later
}

// A list of template arguments as written against arguments; an expansion takes what is left.
static bool match_args(struct deduction *d, struct hd_ast **patterns, int n,
                       const struct hd_targ *args, int nargs, int depth) {
    int i = 0;
    for (; i < n && patterns[i]->kind != AST_EXPAND; i++)
        if (i < nargs && !match_arg(d, patterns[i], &args[i], depth + 1)) return false;
    if (i == n) return nargs == n;
    if (i > nargs) return false;
    const struct hd_ast *pattern = patterns[i]->kids[0];
    struct elements e;
    note_pattern(d, NULL, NULL, pattern);
    elements_begin(d, &e, nargs);
    for (; i < nargs; i++) {
        element_begin(d, &e);
        if (!match_arg(d, pattern, &args[i], depth + 1)) return false;
        element_end(d, &e);
    }
    return elements_finish(d, &e);
}

// `Seq<I...>`, where `Seq` is another name of `integer_sequence<size_t, I...>`: the alias's own
// parameters are deduced first, and what they became is matched with the arguments written.
static bool match_alias(struct deduction *d, const struct hd_spec *spec,
                        const struct hd_template *alias, struct hd_type *type, int depth) {
    const struct hd_ast *target = alias->ast->kids[0];
    if (!target || target->kind != AST_TYPE_NAME) return true;
    int n = alias->ast->ntparams;
    struct deduction inner = {.c = d->c, .t = alias, .call = d->call};
    inner.binds = HD_NEW_ARRAY(d->c->arena, struct hd_targ, n + 1);
    if (!match_declr(&inner, target->spec, target->declr, type, depth + 1))
        return no_match(d, type);
    for (int i = 0; i < n; i++)
        if (!inner.binds[i].set) return true; // not deduced: what the alias is, is compared later
    struct hd_targ *flat;
    int given = targs_flat(d->c, inner.binds, n, &flat);
    if (spec->ntargs < given &&
        !(spec->ntargs && spec->targs[spec->ntargs - 1]->kind == AST_EXPAND))
        given = spec->ntargs;
    return match_args(d, spec->targs, spec->ntargs, flat, given, depth + 1) || no_match(d, type);
}

static bool match_instance(struct deduction *d, const struct hd_spec *spec, struct hd_type *type,
                           int depth);

// A class derived from what the pattern names ([temp.deduct.call]p4).
static bool match_bases(struct deduction *d, const struct hd_spec *spec, struct hd_type *type,
                        int depth) {
    if (!d->call || depth > 0 || !is_record(type)) return false;
    hd_record_is_complete(type->record);
    int n = d->t->ast->ntparams;
    struct hd_targ *before = HD_NEW_ARRAY(d->c->arena, struct hd_targ, n + 1);
    memcpy(before, d->binds, sizeof *before * (size_t)n);
    const char *why = d->why;
    for (int i = 0; i < type->record->nfields; i++) {
        if (!type->record->fields[i].is_base) continue;
        if (match_instance(d, spec, type->record->fields[i].type, depth)) {
            d->why = why;
            return true;
        }
        memcpy(d->binds, before, sizeof *before * (size_t)n);
    }
    return false;
}

// `Vec<T, N>`, or `TT<T, N>` with a template as parameter, against an instance.
static bool match_instance(struct deduction *d, const struct hd_spec *spec, struct hd_type *type,
                           int depth) {
    const struct hd_instance *inst = is_record(type) ? type->record->instance : NULL;
    int parameter = spec_tparam(d->t, spec);
    struct hd_sym *named = NULL;
    if (parameter < 0) {
        struct hd_found found;
        struct hd_space *around = d->c->scope;
        d->c->scope = d->t->space; // the name is the template's, not that of who calls it
        name_find(d->c, spec->qual, spec->name, spec->name_range, LOOK_NAMES, &found);
        d->c->scope = around;
        named = found.sym;
        if (named && named->kind == SYM_STRUCT_TEMPLATE && named->tmpl->ast->kind == AST_USING)
            return match_alias(d, spec, named->tmpl, type, depth);
    }
    if (!inst) return match_bases(d, spec, type, depth) || no_match(d, type);
    if (parameter >= 0) {
        struct hd_targ arg = {.sym = template_of_instance(d, inst)};
        if (!arg.sym || !bind_arg(d, parameter, &arg)) return no_match(d, type);
    } else if (!named || inst->name != named->name) {
        return match_bases(d, spec, type, depth) || no_match(d, type);
    }
    struct hd_targ *flat;
    int n = targs_flat(d->c, inst->args, inst->n, &flat);
    int written = spec->ntargs;
    if (written < n && !(written && spec->targs[written - 1]->kind == AST_EXPAND))
        n = written; // its defaults are compared later
    int parameters = d->t->ast->ntparams;
    struct hd_targ *before = HD_NEW_ARRAY(d->c->arena, struct hd_targ, parameters + 1);
    memcpy(before, d->binds, sizeof *before * (size_t)parameters);
    if (match_args(d, spec->targs, written, flat, n, depth + 1)) return true;
    memcpy(d->binds, before, sizeof *before * (size_t)parameters);
    return match_bases(d, spec, type, depth) || no_match(d, type);
}

// `ndarray<T, R>` against an array.
static bool match_array(struct deduction *d, const struct hd_spec *spec, struct hd_type *type,
                        int depth) {
    if (strcmp(spec->name, "ndarray") != 0 || spec->ntargs < 1) return no_match(d, type);
    const struct hd_ast *elem = spec->targs[0], *rank = spec->ntargs > 1 ? spec->targs[1] : NULL;
    struct steps inner;
    if (elem->kind == AST_TYPE_NAME && is_dependent(d, elem->spec, elem->declr)) {
        steps_of(d->c, elem->declr, &inner);
        if (!match(d, elem->spec, &inner, inner.n, type->base, depth + 1)) return false;
    }
    int i = rank && rank->kind == AST_NAME ? tparam_index(d->t, rank->name) : -1;
    return i < 0 || bind_length(d, i, type->len);
}

static bool match(struct deduction *d, const struct hd_spec *spec, const struct steps *s, int n,
                  struct hd_type *type, int depth) {
    if (type->kind == HD_TY_ERROR) return true;
    if (n == 0 && type->kind == HD_TY_NDARRAY && spec->targs && spec->base == BASE_NAME)
        return !is_dependent(d, spec, NULL) || match_array(d, spec, type, depth);
    if (n == 0 && spec->targs && spec->base == BASE_NAME)
        return !is_dependent(d, spec, NULL) || match_instance(d, spec, type, depth);
    if (n == 0) {
        int i = spec_tparam(d->t, spec);
        if (i < 0) return true;
        if (spec->quals && type->kind == HD_TY_REF)
            return no_match(d, type); // would stay what it is
        return bind_type(d, i, without(type, spec->quals)) || no_match(d, type);
    }
    const struct hd_deriv *step = s->v[n - 1];
    switch (step->kind) {
    case DERIV_POINTER:
        if (n == 1 && is_func_ptr(type) && spec->quals) return no_match(d, type);
        return is_ptr(type) ? match(d, spec, s, n - 1, type->base, depth) : no_match(d, type);
    case DERIV_MEMBER:
        if (type->kind != HD_TY_MEMBER ||
            !match_declr(d, step->of->spec, step->of->declr, type->of, depth + 1))
            return no_match(d, type);
        return match(d, spec, s, n - 1, type->base, depth);
    case DERIV_REF:
    case DERIV_RVALUE_REF:
        if (type->kind != HD_TY_REF || type->rvalue_ref != (step->kind == DERIV_RVALUE_REF))
            return no_match(d, type);
        return match(d, spec, s, n - 1, type->base, depth);
    case DERIV_ARRAY: {
        if (type->kind != HD_TY_ARRAY) return no_match(d, type);
        int i =
            step->size && step->size->kind == AST_NAME ? tparam_index(d->t, step->size->name) : -1;
        if (i >= 0 && (type->len < 0 || !bind_length(d, i, type->len))) return no_match(d, type);
        return match(d, spec, s, n - 1, type->base, depth);
    }
    case DERIV_FUNCTION: return match_function(d, spec, s, n, type, depth);
    }
    return no_match(d, type);
}

// `T &&` of the function's own T takes anything as it is (C++ [temp.deduct.call]p3).
static bool is_forwarding(const struct deduction *d, const struct hd_param *p,
                          const struct steps *s) {
    return s->n == 1 && s->v[0]->kind == DERIV_RVALUE_REF && !p->spec->quals && !p->spec->targs &&
           spec_tparam(d->t, p->spec) >= 0;
}

static bool match_param(struct deduction *d, const struct hd_param *p, struct hd_expr *arg) {
    struct steps s;
    if (!arg || is_error(arg)) return true;
    if (!is_dependent(d, p->spec, p->declr)) return true;
    steps_of(d->c, p->declr, &s);
    int n = s.n;
    enum hd_deriv_kind outer = n ? s.v[n - 1]->kind : DERIV_POINTER;
    struct hd_type *type = function_type(d->c, arg);
    if (type->kind == HD_TY_AUTO) return true;
    if (is_forwarding(d, p, &s)) {
        bool lvalue = (arg->is_lvalue && !expr_is_xvalue(arg)) || type->kind == HD_TY_FUNC;
        if (lvalue) type = hd_type_ref(d->c->arena, type, false);
        return bind_type(d, spec_tparam(d->t, p->spec), type);
    }
    if (n && (outer == DERIV_REF || outer == DERIV_RVALUE_REF))
        return match(d, p->spec, &s, n - 1, type, 0);
    if (type->kind == HD_TY_ARRAY)
        type = hd_type_ptr(type->base);
    else if (type->kind == HD_TY_FUNC)
        type = hd_type_ptr(type);
    else
        type = unqual(type);
    if (n && outer == DERIV_ARRAY) // `T a[]` is `T *a`
        return is_ptr(type) ? match(d, p->spec, &s, n - 1, type->base, 0) : no_match(d, type);
    if (n && outer == DERIV_FUNCTION)
        return is_ptr(type) ? match(d, p->spec, &s, n, type->base, 0) : no_match(d, type);
    return match(d, p->spec, &s, n, type, 0);
}

// ---- braced lists -------------------------------------------------------------------------------

// The type of an element as a by-value parameter sees it. NULL: it has none, or an error.
static struct hd_type *element_type(struct check *c, struct hd_ast *ast) {
    struct hd_diags *diags = c->diags;
    bool muted = diags->muted;
    int errors = diags->errors;
    diags->muted = true; // what is wrong with it is said when the list is made
    c->unevaluated++;
    struct hd_expr *e = check_expr(c, ast);
    c->unevaluated--;
    diags->muted = muted;
    diags->errors = errors;
    if (is_error(e)) return NULL;
    if (e->type->kind == HD_TY_ARRAY) return hd_type_ptr(e->type->base);
    return e->type->kind == HD_TY_FUNC ? hd_type_ptr(function_type(c, e)) : unqual(e->type);
}

// The elements of a list against the type of each ([temp.deduct.call]p1). s->v[0, n): what is left
// of its declarator.
static bool match_elements(struct deduction *d, const struct hd_spec *spec, const struct steps *s,
                           int n, struct hd_ast *list) {
    list = list_expand(d->c, list);
    for (int i = 0; i < list->nkids; i++) {
        struct hd_ast *kid = list->kids[i];
        bool array = n && s->v[n - 1]->kind == DERIV_ARRAY;
        if (kid->kind == AST_INIT_LIST && array) {
            const struct hd_ast *size = s->v[n - 1]->size;
            int at = size && size->kind == AST_NAME ? tparam_index(d->t, size->name) : -1;
            if (at >= 0 && !bind_length(d, at, list_expand(d->c, kid)->nkids)) return false;
            if (!match_elements(d, spec, s, n - 1, kid)) return false;
        } else if (kid->kind != AST_INIT_LIST && kid->kind != AST_DESIGNATED) {
            struct hd_type *type = element_type(d->c, kid);
            if (type && !match(d, spec, s, n, type, 0)) return false;
        }
    }
    return true;
}

// `T (&a)[N]` and std::initializer_list<T>, from a list. Other parameters are not deduced from it.
static bool match_braces(struct deduction *d, const struct hd_param *p, const struct hd_ast *list) {
    struct steps s;
    if (list->kind != AST_INIT_LIST || !is_dependent(d, p->spec, p->declr)) return true;
    steps_of(d->c, p->declr, &s);
    struct hd_ast *all = list_expand(d->c, (struct hd_ast *)list);
    int n = s.n;
    bool ref = n && (s.v[n - 1]->kind == DERIV_REF || s.v[n - 1]->kind == DERIV_RVALUE_REF);
    if (ref) n--;
    if (n && ref && s.v[n - 1]->kind == DERIV_ARRAY) {
        const struct hd_ast *size = s.v[n - 1]->size;
        int i = size && size->kind == AST_NAME ? tparam_index(d->t, size->name) : -1;
        if (i >= 0 && !bind_length(d, i, all->nkids)) return false;
        return match_elements(d, p->spec, &s, n - 1, all);
    }
    const struct hd_ast *of = !n && p->spec->base == BASE_NAME && p->spec->ntargs == 1 &&
                                      p->spec->name == hd_intern_str("initializer_list")
                                  ? p->spec->targs[0]
                                  : NULL;
    struct steps inner;
    if (!of || of->kind != AST_TYPE_NAME) return true;
    steps_of(d->c, of->declr, &inner);
    return match_elements(d, of->spec, &inner, inner.n, all);
}

// ---- explicit arguments -------------------------------------------------------------------------

static struct hd_targ of_const(struct check *c, struct hd_expr *e) {
    struct hd_const known;
    struct hd_targ out = {0};
    if (e->type->kind == HD_TY_NULLPTR) { // of a pointer parameter
        out.type = e->type;
        out.set = true;
        return out;
    }
    if (e->kind == EX_ADDR && (e->a->kind == EX_FUNC || e->a->kind == EX_VAR) &&
        (e->a->sym->kind == SYM_FUNC || e->a->sym->storage != ST_LOCAL)) {
        out.sym = e->a->sym;
        out.set = true;
    } else if (const_required(c, e, &known)) {
        bool address = known.kind == CONST_ADDR && known.sym && !known.offset;
        bool number = known.kind == CONST_FLOAT && e->type->size <= 8;
        double f = (double)known.f;
        if (known.kind == CONST_INT) out.value = (int64_t)known.i;
        if (number) memcpy(&out.value, &f, sizeof f);
        if (address) out.sym = known.sym;
        out.set = known.kind == CONST_INT || number || address;
    }
    out.type = e->type;
    return out;
}

// The type of a value parameter. NULL: the argument, or another parameter, decides it.
static struct hd_type *value_type(struct check *c, const struct hd_template *t,
                                  const struct hd_tparam *p, struct hd_ast *arg) {
    struct deduction d = {.c = c, .t = t};
    d.binds = HD_NEW_ARRAY(c->arena, struct hd_targ, t->ast->ntparams + 1);
    if (!p->spec || p->spec->base == BASE_AUTO || is_dependent(&d, p->spec, p->declr)) return NULL;
    const struct hd_qual *q = p->spec->qual;
    for (int i = 0; q && i < q->nparts; i++)
        if (q->parts[i].targs || tparam_index(t, q->parts[i].name) >= 0) return NULL;
    struct hd_space *scope = c->scope;
    template_enter(c, t);
    struct hd_sym *open = class_template_named(c, p->spec);
    struct hd_type *type = open ? NULL : check_spec(c, p->spec);
    if (type && p->declr) type = check_declarator(c, type, p->declr, p->spec);
    c->scope = scope;
    struct hd_ast **asts = &arg;
    int n = 1;
    return open ? class_template_deduce(c, open, &asts, &n, false, arg->range) : type;
}

static bool bind_value(struct check *c, const struct hd_template *t, const struct hd_tparam *p,
                       struct hd_ast *arg, struct hd_targ *out, const char **why) {
    struct hd_expr *e = check_expr(c, arg);
    if (is_error(e)) return false;
    bool reference = false, class = p->spec && p->spec->base == BASE_NAME;
    for (const struct hd_deriv *d = p->declr ? p->declr->derivs : NULL; d; d = d->next)
        reference = d->kind == DERIV_REF;
    if (reference && e->kind == EX_VAR)
        e = expr_address(c, e, e->range);
    else if (!(class && e->kind == EX_STRING))
        e = rvalue(c, e);
    if (is_error(e)) return false;
    bool converts = is_record(e->type) || e->kind == EX_STRING || e->type->kind == HD_TY_NULLPTR;
    struct hd_type *type = converts ? value_type(c, t, p, arg) : NULL;
    if (type && type->kind != HD_TY_AUTO && type->kind != HD_TY_ERROR)
        e = convert_assign(c, e, unqual(type), "a template argument");
    if (is_error(e)) return false;
    if (is_record(e->type)) {
        out->sym = template_object(c, t, e, why);
        out->type = unqual(e->type);
        return out->set = out->given = out->sym != NULL;
    }
    *out = of_const(c, e);
    if (out->set) return out->given = true;
    *why =
        hd_printf(c->arena, "%s is not constant, and `%s` must be known when the code is compiled",
                  expr_text(c, e), p->name ? p->name : "a template argument");
    return false;
}

// The name of a template as an argument.
static bool bind_template(struct check *c, const struct hd_tparam *p, const struct hd_ast *arg,
                          struct hd_targ *out, const char **why) {
    struct hd_found found = {0};
    const struct hd_spec *spec = arg->kind == AST_TYPE_NAME ? arg->spec : NULL;
    int errors = c->diags->errors;
    if (spec && spec->base == BASE_NAME && !spec->targs)
        name_find(c, spec->qual, spec->name, spec->name_range, LOOK_NAMES, &found);
    else if (arg->kind == AST_NAME)
        name_find(c, arg->qual, arg->name, arg->range, LOOK_NAMES, &found);
    struct hd_sym *sym = template_behind(c, found.sym);
    if (sym && sym->kind == SYM_STRUCT_TEMPLATE) {
        out->sym = sym;
        return out->set = out->given = true;
    }
    if (c->diags->errors == errors)
        *why = hd_printf(c->arena, "`%s` is a template, and something else is given",
                         p->name ? p->name : "this parameter");
    return false;
}

bool template_bind_explicit(struct check *c, const struct hd_template *t, const struct hd_tparam *p,
                            struct hd_ast *arg, struct hd_targ *out, const char **why) {
    *out = (struct hd_targ){0};
    const char *name = p->name ? p->name : "this parameter";
    if (arg->kind == AST_ELEMENT && arg->element) {
        int *saved = HD_NEW_ARRAY(c->arena, int, element_packs(arg->element) + 1);
        element_enter(arg->element, saved);
        bool fits = template_bind_explicit(c, t, p, arg->kids[0], out, why);
        element_leave(arg->element, saved);
        return fits;
    }
    if (p->is_template) return bind_template(c, p, arg, out, why);
    if (!p->is_type) {
        if (arg->kind != AST_TYPE_NAME) return bind_value(c, t, p, arg, out, why);
        *why = hd_printf(c->arena, "`%s` is a value, and a type is given", name);
        return false;
    }
    struct hd_type *type = NULL;
    if (arg->kind == AST_TYPE_NAME) {
        type = check_type_name(c, arg);
    } else if (arg->kind == AST_NAME) {
        struct hd_found found;
        name_find(c, arg->qual, arg->name, arg->range, LOOK_NAMES | LOOK_TAGS, &found);
        type = found.sym && found.sym->kind == SYM_TYPEDEF ? found.sym->type : found.tag;
    }
    if (type && type->kind == HD_TY_ERROR) return false; // reported
    if (!type) {
        *why = hd_printf(c->arena, "`%s` is a type, and a value is given", name);
        return false;
    }
    out->type = type;
    return out->set = out->given = true;
}

bool template_bind_list(struct check *c, const struct hd_template *t, struct hd_ast **targs,
                        int ntargs, struct hd_targ *binds, const char **why) {
    const struct hd_tparam *params = t->ast->tparams;
    int n = t->ast->ntparams, k = 0, errors = c->diags->errors;
    asts_expand(c, &targs, &ntargs);
    if (c->diags->errors > errors) return false;
    for (int i = 0; i < n && k < ntargs; i++) {
        if (!params[i].is_pack) {
            if (!template_bind_explicit(c, t, &params[i], targs[k++], &binds[i], why)) return false;
            continue;
        }
        struct hd_targ *pack = HD_NEW_ARRAY(c->arena, struct hd_targ, ntargs - k + 1);
        binds[i] = (struct hd_targ){.pack = pack, .set = true, .given = true};
        while (k < ntargs)
            if (!template_bind_explicit(c, t, &params[i], targs[k++], &pack[binds[i].npack++], why))
                return false;
    }
    if (k == ntargs) return true;
    *why = hd_printf(c->arena, "it has %d template parameter%s, and %d are given", n,
                     n == 1 ? "" : "s", ntargs);
    return false;
}

// ---- calls --------------------------------------------------------------------------------------

static bool deduce_pack(struct deduction *d, const struct hd_param *p, struct hd_expr **args,
                        int from, int to) {
    struct elements e;
    note_pattern(d, p->spec, p->declr, NULL);
    elements_begin(d, &e, to - from);
    for (int i = from; i < to; i++) {
        d->arg = i;
        element_begin(d, &e);
        if (!match_param(d, p, args[i])) return false;
        element_end(d, &e);
    }
    return elements_finish(d, &e);
}

static bool is_pack_param(const struct hd_param *p) { return p->declr && p->declr->parameter_pack; }

bool template_deduce_args(struct check *c, struct hd_template *t, struct hd_ast **targs, int ntargs,
                          struct hd_expr **args, struct hd_ast **asts, int nargs,
                          struct hd_targ *binds, const char **why) {
    struct deduction d = {.c = c, .t = t, .binds = binds, .call = true};
    if (!template_bind_list(c, t, targs, ntargs, binds, why)) return false;
    const struct hd_deriv *f = function_deriv(t->ast->declr);
    if (nargs < 0 || !f) return f != NULL;
    int least = 0, most = f->nparams;
    bool pack = most && is_pack_param(&f->params[most - 1]);
    while (least < most && !f->params[least].init && !is_pack_param(&f->params[least])) least++;
    if (nargs < least || (nargs > most && !f->variadic && !pack)) {
        *why = hd_printf(c->arena, "it takes %d argument%s", least, least == 1 ? "" : "s");
        return false;
    }
    int plain = pack ? most - 1 : most;
    for (int i = 0; i < nargs && i < plain; i++) {
        d.arg = i;
        const struct hd_ast *list = !args[i] && asts ? asts[i] : NULL;
        if (list ? match_braces(&d, &f->params[i], list) : match_param(&d, &f->params[i], args[i]))
            continue;
        *why = d.why;
        return false;
    }
    if (pack && !deduce_pack(&d, &f->params[plain], args, plain, nargs > plain ? nargs : plain)) {
        *why = d.why;
        return false;
    }
    return true;
}

bool template_deduce_conversion(struct check *c, struct hd_template *t, struct hd_type *to,
                                struct hd_targ *binds) {
    struct deduction d = {.c = c, .t = t, .binds = binds};
    const struct hd_ast *made = t->ast->declr->conversion;
    struct steps s;
    steps_of(c, made->declr, &s);
    if (to->kind == HD_TY_REF) to = to->base;
    bool ref = s.n && (s.v[s.n - 1]->kind == DERIV_REF || s.v[s.n - 1]->kind == DERIV_RVALUE_REF);
    return match(&d, made->spec, &s, ref ? s.n - 1 : s.n, unqual(to), 0);
}

bool template_deduce_pattern(struct check *c, struct hd_template *t, struct hd_ast **pattern,
                             int npattern, const struct hd_targ *args, int nargs,
                             struct hd_targ *binds) {
    struct deduction d = {.c = c, .t = t, .binds = binds};
    struct hd_targ *flat;
    int n = targs_flat(c, args, nargs, &flat);
    if (!match_args(&d, pattern, npattern, flat, n, 0)) return false;
    for (int i = 0; i < t->ast->ntparams; i++)
        if (!binds[i].set && !t->ast->tparams[i].is_pack) return false;
    return true;
}
