// Template argument deduction: the pattern of each parameter, as written, is matched against the
// type of its argument.
//
// Patterns are syntax trees: a parameter that names no template parameter takes no part. A by-value
// parameter sees the argument decayed and unqualified, a reference sees it as it is. Explicit
// arguments come first and are never changed.
//
// Example: `template <typename T, int N> T sum(const T (&a)[N])` called with a `float x[4]` gives T
// = float, N = 4.
#include "front/check/expr/expr.h"

#include <string.h>

enum { MAX_STEPS = 32 };

struct deduction {
    struct check *c;
    const struct hd_template *t;
    struct tbind *binds;
    const char *why;
    int arg; // number of the argument, for messages
};

struct steps {
    struct hd_deriv *v[MAX_STEPS];
    int n;
}; // of a declarator; the last is the outermost

static bool steps_of(const struct hd_declr *declr, struct steps *out) {
    out->n = 0;
    for (struct hd_deriv *d = declr ? declr->derivs : NULL; d; d = d->next) {
        if (out->n == MAX_STEPS) return false;
        out->v[out->n++] = d;
    }
    return true;
}

static int tparam_index(const struct hd_template *t, const char *name) {
    for (int i = 0; name && i < t->ast->ntparams; i++)
        if (t->ast->tparams[i].name == name) return i;
    return -1;
}

static bool names_tparam(const struct hd_template *t, const struct hd_spec *spec) {
    return spec && spec->base == BASE_NAME && !spec->qual && tparam_index(t, spec->name) >= 0;
}

// A parameter whose argument is to be deduced: not one that was given, so that nullptr fits `T *`
// of `f<int>(nullptr)` (C++ [temp.arg.explicit]). binds: NULL for any parameter.
static bool is_open(const struct hd_template *t, const struct tbind *binds, const char *name) {
    int i = tparam_index(t, name);
    return i >= 0 && !(binds && binds[i].given);
}

static bool is_dependent(const struct hd_template *t, const struct tbind *binds,
                         const struct hd_spec *spec, const struct hd_declr *declr, int depth) {
    if (names_tparam(t, spec) && is_open(t, binds, spec->name)) return true;
    for (int i = 0; spec && i < spec->ntargs && spec->base == BASE_NAME && depth < 8;
         i++) { // Vec<T, N>
        const struct hd_ast *arg = spec->targs[i];
        if (arg->kind == AST_NAME ? is_open(t, binds, arg->name)
                                  : arg->kind == AST_TYPE_NAME &&
                                        is_dependent(t, binds, arg->spec, arg->declr, depth + 1))
            return true;
    }
    for (const struct hd_deriv *d = declr ? declr->derivs : NULL; d && depth < 8; d = d->next) {
        if (d->kind == DERIV_ARRAY && d->size && d->size->kind == AST_NAME &&
            is_open(t, binds, d->size->name))
            return true;
        for (int i = 0; d->kind == DERIV_FUNCTION && i < d->nparams; i++)
            if (is_dependent(t, binds, d->params[i].spec, d->params[i].declr, depth + 1))
                return true;
    }
    return false;
}

static bool bind_type(struct deduction *d, int i, struct hd_type *type) {
    struct tbind *b = &d->binds[i];
    const struct hd_tparam *p = &d->t->ast->tparams[i];
    if (!p->is_type || type->kind == HD_TY_ERROR) return type->kind == HD_TY_ERROR;
    if (b->given) return true;
    if (!b->set) {
        b->type = type;
        b->set = true;
        return true;
    }
    if (hd_type_same(b->type, type)) return true;
    d->why = hd_printf(d->c->arena,
                       "`%s` would be both `%s` and `%s`: name it, as in `%s<%s>(...)`", p->name,
                       ty(d->c, b->type), ty(d->c, type), d->t->ast->declr->name, ty(d->c, type));
    return false;
}

static bool bind_length(struct deduction *d, int i, int64_t len) {
    struct tbind *b = &d->binds[i];
    if (d->t->ast->tparams[i].is_type || b->given || (b->set && b->value == len)) return true;
    if (b->set) {
        d->why = hd_printf(d->c->arena, "`%s` would be both %lld and %lld",
                           d->t->ast->tparams[i].name, (long long)b->value, (long long)len);
        return false;
    }
    b->value = len;
    b->set = true;
    return true;
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

static bool match_function(struct deduction *d, const struct hd_spec *spec, const struct steps *s,
                           int n, struct hd_type *type, int depth) {
    const struct hd_deriv *f = s->v[n - 1];
    int nparams = f->nparams;
    if (type->kind != HD_TY_FUNC || type->nparams != nparams || depth > 8) return no_match(d, type);
    if (!match(d, spec, s, n - 1, type->base, depth + 1)) return false;
    for (int i = 0; i < nparams; i++) {
        struct steps inner;
        if (!is_dependent(d->t, d->binds, f->params[i].spec, f->params[i].declr, 0) ||
            !steps_of(f->params[i].declr, &inner))
            continue;
        struct hd_type *p = type->params[i];
        int k = inner.n;
        if (k && (inner.v[k - 1]->kind == DERIV_REF || inner.v[k - 1]->kind == DERIV_RVALUE_REF)) {
            if (p->kind != HD_TY_REF) return no_match(d, type);
            p = p->base;
            k--;
        }
        if (!match(d, f->params[i].spec, &inner, k, p, depth + 1)) return false;
    }
    return true;
}

// `Vec<T, N>` against an instance of Vec.
static bool match_instance(struct deduction *d, const struct hd_spec *spec, struct hd_type *type,
                           int depth) {
    const struct hd_instance *inst = is_record(type) ? type->record->instance : NULL;
    if (is_record(type) && type->record->any_arguments && type->record->space->name == spec->name)
        return true;
    if (!inst || depth > 8) return no_match(d, type);
    struct hd_found found;
    struct hd_space *around = d->c->scope;
    d->c->scope = d->t->space; // the name is the template's, not that of who calls it
    name_find(d->c, spec->qual, spec->name, spec->name_range, LOOK_NAMES, &found);
    d->c->scope = around;
    if (!found.sym || inst->name != found.sym->name) return no_match(d, type);
    for (int i = 0; i < spec->ntargs && i < inst->n; i++) {
        const struct hd_ast *arg = spec->targs[i];
        struct steps inner;
        if (inst->types[i] && arg->kind == AST_TYPE_NAME) {
            if (!is_dependent(d->t, d->binds, arg->spec, arg->declr, 0) ||
                !steps_of(arg->declr, &inner))
                continue;
            if (!match(d, arg->spec, &inner, inner.n, inst->types[i], depth + 1)) return false;
        } else if (!inst->types[i] && arg->kind == AST_NAME && tparam_index(d->t, arg->name) >= 0) {
            struct tbind *b = &d->binds[tparam_index(d->t, arg->name)];
            if (inst->functions[i] && !b->set) {
                b->function = inst->functions[i];
                b->set = true;
            } else if (!inst->functions[i] &&
                       !bind_length(d, tparam_index(d->t, arg->name), inst->values[i])) {
                return false;
            }
        }
    }
    return true;
}

static bool match(struct deduction *d, const struct hd_spec *spec, const struct steps *s, int n,
                  struct hd_type *type, int depth) {
    if (type->kind == HD_TY_ERROR) return true;
    if (n == 0 && spec->targs && spec->base == BASE_NAME)
        return !is_dependent(d->t, d->binds, spec, NULL, 0) || match_instance(d, spec, type, depth);
    if (n == 0) {
        int i = names_tparam(d->t, spec) ? tparam_index(d->t, spec->name) : -1;
        return i < 0 || bind_type(d, i, without(type, spec->quals));
    }
    const struct hd_deriv *step = s->v[n - 1];
    switch (step->kind) {
    case DERIV_POINTER:
        return is_ptr(type) ? match(d, spec, s, n - 1, type->base, depth) : no_match(d, type);
    case DERIV_ARRAY: {
        if (type->kind != HD_TY_ARRAY) return no_match(d, type);
        int i =
            step->size && step->size->kind == AST_NAME ? tparam_index(d->t, step->size->name) : -1;
        if (i >= 0 && (type->len < 0 || !bind_length(d, i, type->len))) return no_match(d, type);
        return match(d, spec, s, n - 1, type->base, depth);
    }
    case DERIV_FUNCTION: return match_function(d, spec, s, n, type, depth);
    default: return no_match(d, type);
    }
}

static bool match_param(struct deduction *d, const struct hd_param *p, const struct hd_expr *arg) {
    struct steps s;
    if (!arg || is_error(arg) || arg->type->kind == HD_TY_AUTO) return true;
    if (!is_dependent(d->t, d->binds, p->spec, p->declr, 0) || !steps_of(p->declr, &s)) return true;
    int n = s.n;
    enum hd_deriv_kind outer = n ? s.v[n - 1]->kind : DERIV_POINTER;
    struct hd_type *type = arg->type;
    if (n && (outer == DERIV_REF || outer == DERIV_RVALUE_REF))
        return match(d, p->spec, &s, n - 1, type, 0);
    if (type->kind == HD_TY_ARRAY)
        type = hd_type_ptr(type->base);
    else if (type->kind == HD_TY_FUNC)
        type = hd_type_ptr(type);
    else
        type = unqual(type);
    if (n && outer == DERIV_ARRAY)
        return is_ptr(type) ? match(d, p->spec, &s, n - 1, type->base, 0) : no_match(d, type);
    if (n && outer == DERIV_FUNCTION)
        return is_ptr(type) ? match(d, p->spec, &s, n, type->base, 0) : no_match(d, type);
    if (type->kind == HD_TY_VOID) return no_match(d, type);
    return match(d, p->spec, &s, n, type, 0);
}

// ---- explicit arguments -------------------------------------------------------------------------

static bool bind_value(struct check *c, const struct hd_tparam *p, struct hd_ast *arg,
                       struct tbind *out, const char **why) {
    struct hd_expr *e = check_rvalue(c, arg);
    struct hd_const known;
    if (is_error(e)) return false;
    if (e->kind == EX_ADDR && e->a->kind == EX_FUNC && e->a->sym->kind == SYM_FUNC) {
        out->function = e->a->sym;
        return out->set = out->given = true;
    }
    if (!const_eval(e, &known) || known.kind != CONST_INT) {
        *why = hd_printf(c->arena,
                         "%s is not constant, and `%s` must be known when the code is compiled",
                         expr_text(c, e), p->name ? p->name : "a template argument");
        return false;
    }
    out->value = (int64_t)known.i;
    return out->set = out->given = true;
}

bool template_bind_explicit(struct check *c, const struct hd_tparam *p, struct hd_ast *arg,
                            struct tbind *out, const char **why) {
    *out = (struct tbind){0};
    const char *name = p->name ? p->name : "this parameter";
    if (!p->is_type) {
        if (arg->kind != AST_TYPE_NAME) return bind_value(c, p, arg, out, why);
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

bool template_deduce_args(struct check *c, struct hd_template *t, struct hd_ast **targs, int ntargs,
                          struct hd_expr **args, int nargs, struct tbind *binds, const char **why) {
    struct deduction d = {.c = c, .t = t, .binds = binds};
    if (ntargs > t->ast->ntparams) {
        *why = hd_printf(c->arena, "it has %d template parameter%s, and %d are given",
                         t->ast->ntparams, t->ast->ntparams == 1 ? "" : "s", ntargs);
        return false;
    }
    for (int i = 0; i < ntargs; i++)
        if (!template_bind_explicit(c, &t->ast->tparams[i], targs[i], &binds[i], why)) return false;
    const struct hd_deriv *f = function_deriv(t->ast->declr);
    if (nargs < 0 || !f) return f != NULL;
    int least = 0, most = f->nparams;
    while (least < most && !f->params[least].init) least++;
    if (nargs < least || (nargs > most && !f->variadic)) {
        *why = hd_printf(c->arena, "it takes %d argument%s", least, least == 1 ? "" : "s");
        return false;
    }
    for (int i = 0; i < nargs && i < most; i++) {
        d.arg = i;
        if (match_param(&d, &f->params[i], args[i])) continue;
        *why = d.why;
        return false;
    }
    return true;
}

int template_weight(const struct hd_template *t) {
    const struct hd_deriv *f = function_deriv(t->ast->declr);
    int weight = 0;
    for (int i = 0; f && i < f->nparams; i++) {
        const struct hd_param *p = &f->params[i];
        if (!is_dependent(t, NULL, p->spec, p->declr, 0))
            weight += 8;
        else if (p->spec && p->spec->targs)
            weight += 4;
        for (const struct hd_deriv *d = p->declr ? p->declr->derivs : NULL; d; d = d->next)
            if (d->kind != DERIV_REF && d->kind != DERIV_RVALUE_REF) weight += 4;
        if (p->spec && (p->spec->quals & Q_CONST)) weight++;
    }
    return weight;
}
