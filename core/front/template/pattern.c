// Patterns against patterns: which of two templates is more specialised, and whether two
// declarations are the same.
//
// Both are trees, and no type is made of them. A pattern `covers` another when its parameters can
// stand for what the other has at those places, each for the same everywhere: `T *` covers `int *`
// and `U **`, `pair<T, T>` does not cover `pair<int, U>`. One that covers another and is not
// covered by it is the more general one (C++ [temp.deduct.partial], [temp.class.order]). Two
// declarations are the same when their trees are but for the names of the parameters.
//
// Example: of `f(T)`, `f(T *)` and `f(const T *)` each covers those after it.
#include "front/check/expr/expr.h"

#include <string.h>

struct part { // of a pattern: a type, or another argument
    const struct hd_spec *spec;
    const struct hd_deriv *derivs;
    int n, all;       // of them those that are meant, and all
    unsigned without; // qualifiers that are not meant
    bool is_template; // the template that spec names, without its arguments
    const struct hd_ast *ast;
};

struct order {
    const struct hd_ast *general, *special; // that have the parameters; NULL: none count
    bool rename;         // the same tree is asked for, but for the names of the parameters
    struct part **bound; // by general's parameter
    struct hd_arena *arena;
};

static int index_in(const struct hd_ast *ast, const char *name) {
    for (int i = 0; ast && name && i < ast->ntparams; i++)
        if (ast->tparams[i].name == name) return i;
    return -1;
}

static bool part_of(const struct hd_spec *spec, const struct hd_declr *declr, struct part *out) {
    *out = (struct part){.spec = spec, .derivs = declr ? declr->derivs : NULL};
    for (const struct hd_deriv *d = out->derivs; d; d = d->next) out->n++;
    out->all = out->n;
    return spec != NULL;
}

static const struct hd_deriv *step_of(const struct part *p, int i) {
    const struct hd_deriv *d = p->derivs;
    while (i-- > 0) d = d->next;
    return d;
}

static bool covers_ast(struct order *o, const struct hd_ast *g, const struct hd_ast *s);
static bool covers(struct order *o, const struct part *g, const struct part *s);

// Parameters for which nothing is said stand for the default: `vector<T, A>` covers `vector<T>`.
static bool all_parameters(const struct order *o, struct hd_ast *const *list, int n) {
    for (int i = 0; i < n; i++) {
        const struct hd_ast *a = list[i]->kind == AST_EXPAND ? list[i]->kids[0] : list[i];
        const char *name = a->kind == AST_NAME && !a->qual && !a->targs ? a->name
                           : a->kind == AST_TYPE_NAME && a->spec->base == BASE_NAME &&
                                   !a->spec->qual && !a->spec->targs
                               ? a->spec->name
                               : NULL;
        int k = index_in(o->general, name);
        if (k < 0 || o->bound[k]) return false;
    }
    return true;
}

static bool covers_list(struct order *o, struct hd_ast *const *gs, int ng, struct hd_ast *const *ss,
                        int ns) {
    int i = 0;
    for (; i < ng && gs[i]->kind != AST_EXPAND; i++) {
        if (i == ns && !o->rename && all_parameters(o, gs + i, ng - i)) return true;
        if (i >= ns || ss[i]->kind == AST_EXPAND || !covers_ast(o, gs[i], ss[i])) return false;
    }
    if (i == ng) return ng == ns;
    if (o->rename)
        return ng == ns && ss[i]->kind == AST_EXPAND &&
               covers_ast(o, gs[i]->kids[0], ss[i]->kids[0]);
    size_t bytes = sizeof(struct part *) * (size_t)(o->general ? o->general->ntparams : 0);
    struct part **before = hd_alloc(o->arena, bytes + 1);
    if (bytes) memcpy(before, o->bound, bytes);
    for (int k = i; k < ns; k++) { // each element may be another
        bool rest = ss[k]->kind == AST_EXPAND;
        if ((rest && k < ns - 1) || !covers_ast(o, gs[i]->kids[0], rest ? ss[k]->kids[0] : ss[k]))
            return false;
        if (bytes) memcpy(o->bound, before, bytes);
    }
    return true;
}

static bool same_part(struct order *o, const struct part *a, const struct part *b) {
    struct order same = {.arena = o->arena, .rename = true};
    if (a->is_template || b->is_template)
        return a->is_template && b->is_template && a->spec->name == b->spec->name;
    if (a->ast || b->ast) return a->ast && b->ast && covers_ast(&same, a->ast, b->ast);
    return covers(&same, a, b);
}

static bool bind(struct order *o, int i, const struct part *s) {
    if (o->bound[i]) return same_part(o, o->bound[i], s);
    o->bound[i] = HD_NEW(o->arena, struct part);
    *o->bound[i] = *s;
    return true;
}

// An array's are its elements'.
static unsigned quals_at(const struct part *p) {
    int n = p->n;
    while (n && step_of(p, n - 1)->kind == DERIV_ARRAY) n--;
    if (!n) return (p->spec ? p->spec->quals : 0) & ~p->without;
    const struct hd_deriv *outer = step_of(p, n - 1);
    bool pointer = outer->kind == DERIV_POINTER || outer->kind == DERIV_MEMBER;
    return pointer ? outer->quals & ~p->without : 0;
}

static bool covers_qual(struct order *o, const struct hd_qual *g, const struct hd_qual *s) {
    if (!g || !s) return g == s;
    if (g->nparts != s->nparts) return false;
    for (int i = 0; i < g->nparts; i++) {
        const struct hd_name_part *a = &g->parts[i], *b = &s->parts[i];
        int ga = i ? -1 : index_in(o->general, a->name),
            sb = i ? -1 : index_in(o->special, b->name);
        if (ga != sb || (ga < 0 && a->name != b->name) ||
            !covers_list(o, a->targs, a->ntargs, b->targs, b->ntargs))
            return false;
    }
    return true;
}

// Inside of its class `V` is `V<T>`, which a member that is defined outside may write; U of the
// member's own would be another.
static bool is_own_class(const struct order *o, const struct hd_spec *own,
                         const struct hd_spec *whole) {
    if (own->ntargs || own->targs || own->qual || !whole->ntargs || own->name != whole->name)
        return false;
    for (int i = 0; i < whole->ntargs; i++) {
        const struct hd_ast *a = whole->targs[i];
        if (a->kind == AST_EXPAND) a = a->kids[0];
        const char *name = a->kind == AST_NAME && !a->qual && !a->targs ? a->name
                           : a->kind == AST_TYPE_NAME && a->spec->base == BASE_NAME &&
                                   !a->spec->qual && !a->spec->targs
                               ? a->spec->name
                               : NULL;
        if (!name || index_in(o->general, name) >= 0 || index_in(o->special, name) >= 0)
            return false;
    }
    return true;
}

static bool covers_base(struct order *o, const struct hd_spec *g, const struct hd_spec *s) {
    if (g->base != s->base) return false;
    switch (g->base) {
    case BASE_WORDS: return !memcmp(&g->words, &s->words, sizeof g->words);
    case BASE_TAG:
    case BASE_NAME: {
        int gi = g->qual ? -1 : index_in(o->general, g->name),
            si = s->qual ? -1 : index_in(o->special, s->name);
        if (gi >= 0 && g->targs && !o->rename) { // a template's name, for another's
            struct part p = {.spec = s, .is_template = true};
            return s->targs && bind(o, gi, &p) &&
                   covers_list(o, g->targs, g->ntargs, s->targs, s->ntargs);
        }
        if (o->rename ? gi != si || (gi < 0 && g->name != s->name)
                      : gi < 0 && (si >= 0 || g->name != s->name))
            return false;
        if (o->rename && gi < 0 && (is_own_class(o, g, s) || is_own_class(o, s, g))) return true;
        if (o->rename && !covers_qual(o, g->qual, s->qual)) return false;
        return covers_list(o, g->targs, g->ntargs, s->targs, s->ntargs);
    }
    case BASE_TYPEOF:
    case BASE_ATOMIC: return covers_ast(o, g->type_expr, s->type_expr);
    default: return true;
    }
}

// `typename S<T>::type`, `T::type`; `std::vector<T>` is a class template of a namespace.
static bool in_dependent_class(const struct order *o, const struct hd_spec *spec) {
    if (spec->base != BASE_NAME || !spec->qual) return false;
    for (int i = 0; i < spec->qual->nparts; i++)
        if (spec->qual->parts[i].targs) return true;
    return spec->qual->nparts && !spec->qual->rooted &&
           index_in(o->general, spec->qual->parts[0].name) >= 0;
}

static bool covers_param(struct order *o, const struct hd_param *g, const struct hd_param *s) {
    struct part a, b;
    if (!part_of(g->spec, g->declr, &a) || !part_of(s->spec, s->declr, &b))
        return g->spec == s->spec;
    return covers(o, &a, &b);
}

static bool is_pack_param(const struct hd_param *p) { return p->declr && p->declr->parameter_pack; }

static bool covers_promise(struct order *o, const struct hd_deriv *g, const struct hd_deriv *s) {
    if (g->noexcept_if && s->noexcept_if) return covers_ast(o, g->noexcept_if, s->noexcept_if);
    bool is_parameter = g->noexcept_if && g->noexcept_if->kind == AST_NAME &&
                        !g->noexcept_if->qual && index_in(o->general, g->noexcept_if->name) >= 0;
    return (is_parameter && !o->rename) ||
           (!g->noexcept_if && !s->noexcept_if && g->is_noexcept == s->is_noexcept);
}

static bool covers_step(struct order *o, const struct hd_deriv *g, const struct hd_deriv *s) {
    if (g->kind != s->kind) return false;
    if (g->kind == DERIV_ARRAY && (!g->size != !s->size)) return false;
    if (g->kind == DERIV_ARRAY && g->size && !covers_ast(o, g->size, s->size)) return false;
    if (g->kind == DERIV_MEMBER) return covers_ast(o, g->of, s->of);
    if (g->kind != DERIV_FUNCTION) return true;
    if (g->quals != s->quals || g->ref_qual != s->ref_qual) return false;
    for (int i = 0; i < g->nparams; i++) {
        if (!o->rename && is_pack_param(&g->params[i])) return true;
        if (i >= s->nparams || is_pack_param(&g->params[i]) != is_pack_param(&s->params[i]) ||
            !covers_param(o, &g->params[i], &s->params[i]))
            return false;
    }
    return g->nparams == s->nparams && g->variadic == s->variadic;
}

static bool covers(struct order *o, const struct part *g, const struct part *s) {
    int i = g->n == 0 && !g->spec->qual && g->spec->base == BASE_NAME && !g->spec->targs
                ? index_in(o->general, g->spec->name)
                : -1;
    if (i >= 0 && !o->rename) {
        unsigned quals = g->spec->quals & ~g->without;
        if ((quals_at(s) & quals) != quals) return false;
        struct part rest = *s;
        rest.without |= quals;
        return bind(o, i, &rest);
    }
    if (g->n == 0 && !o->rename && in_dependent_class(o, g->spec))
        return true; // nothing is deduced from it
    if (g->n == 0) {
        if (s->n || (g->spec->quals & ~g->without) != (s->spec->quals & ~s->without)) return false;
        return covers_base(o, g->spec, s->spec);
    }
    if (!s->n || quals_at(g) != quals_at(s) ||
        !covers_step(o, step_of(g, g->n - 1), step_of(s, s->n - 1)) ||
        !covers_promise(o, step_of(g, g->n - 1), step_of(s, s->n - 1)))
        return false;
    struct part a = *g, b = *s;
    a.n--;
    b.n--;
    if (step_of(g, a.n)->kind != DERIV_ARRAY) a.without = b.without = 0;
    return covers(o, &a, &b);
}

static bool same_token(const struct hd_ast *a, const struct hd_ast *b) {
    if (!a->tok || !b->tok || !a->tok->text || !b->tok->text) return a->tok == b->tok;
    return a->tok->text_len == b->tok->text_len &&
           !memcmp(a->tok->text, b->tok->text, a->tok->text_len);
}

static bool covers_ast(struct order *o, const struct hd_ast *g, const struct hd_ast *s) {
    if (!g || !s) return g == s;
    int i = g->kind == AST_NAME && !g->qual && !g->targs ? index_in(o->general, g->name) : -1;
    if (i >= 0 && !o->rename) {
        struct part p = {.ast = s};
        return bind(o, i, &p);
    }
    if (g->kind != s->kind || g->op != s->op || g->nkids != s->nkids) return false;
    if (g->kind == AST_TYPE_NAME) {
        struct part a, b;
        return part_of(g->spec, g->declr, &a) && part_of(s->spec, s->declr, &b) &&
               covers(o, &a, &b);
    }
    if (g->kind == AST_NUMBER || g->kind == AST_CHARACTER || g->kind == AST_STRING)
        return same_token(g, s);
    int k = index_in(o->special, s->name);
    if (i != k || (i < 0 && g->name != s->name) || !covers_qual(o, g->qual, s->qual)) return false;
    for (int n = 0; n < g->nkids; n++)
        if (!covers_ast(o, g->kids[n], s->kids[n])) return false;
    return true;
}

// ---- ordering -----------------------------------------------------------------------------------

static struct order order_new(const struct hd_template *general,
                              const struct hd_template *special) {
    struct order o = {general->ast, special->ast, false, NULL, general->arena};
    o.bound = HD_NEW_ARRAY(o.arena, struct part *, general->ast->ntparams + 1);
    return o;
}

// For ordering references do not count, nor (covers_call) what qualifies their objects or a value.
static bool stripped(const struct hd_param *p, struct part *out, bool *rvalue) {
    *rvalue = false;
    if (!part_of(p->spec, p->declr, out)) return false;
    if (out->n && (step_of(out, out->n - 1)->kind == DERIV_REF ||
                   step_of(out, out->n - 1)->kind == DERIV_RVALUE_REF)) {
        *rvalue = step_of(out, out->n - 1)->kind == DERIV_RVALUE_REF;
        out->n--;
    }
    return true;
}

static bool covers_call(const struct hd_template *general, const struct hd_template *special,
                        int nargs) {
    const struct hd_deriv *g = function_deriv(general->ast->declr),
                          *s = function_deriv(special->ast->declr);
    struct order o = order_new(general, special);
    if (!g || !s) return false;
    for (int i = 0; i < nargs; i++) {
        const struct hd_param *a = i < g->nparams ? &g->params[i]
                                   : g->nparams && is_pack_param(&g->params[g->nparams - 1])
                                       ? &g->params[g->nparams - 1]
                                       : NULL,
                              *b = i < s->nparams ? &s->params[i]
                                   : s->nparams && is_pack_param(&s->params[s->nparams - 1])
                                       ? &s->params[s->nparams - 1]
                                       : NULL;
        struct part x, y;
        bool ignored;
        if (!a || !b) break; // `...`
        if (is_pack_param(a) && !is_pack_param(b)) continue;
        if (is_pack_param(b) && !is_pack_param(a)) return false;
        if (!stripped(a, &x, &ignored) || !stripped(b, &y, &ignored)) return false;
        x.without = y.without = Q_CONST | Q_VOLATILE;
        if (!covers(&o, &x, &y)) return false;
    }
    return true;
}

// Where types do not decide: `const T &` before `T &`, `T &` before `T &&`, no pack before one.
static int tie(const struct hd_template *a, const struct hd_template *b, int nargs) {
    const struct hd_deriv *f = function_deriv(a->ast->declr), *g = function_deriv(b->ast->declr);
    int better = 0;
    for (int i = 0; f && g && i < nargs && i < f->nparams && i < g->nparams; i++) {
        struct part x, y;
        bool rx, ry;
        if (!stripped(&f->params[i], &x, &rx) || !stripped(&g->params[i], &y, &ry)) return 0;
        bool ref_x =
                 f->params[i].declr && function_deriv(f->params[i].declr) == NULL && x.n < x.all,
             ref_y =
                 g->params[i].declr && function_deriv(g->params[i].declr) == NULL && y.n < y.all;
        if (!ref_x || !ref_y) continue;
        if (rx != ry) better += rx ? -1 : 1;
        if ((quals_at(&x) & Q_CONST) != (quals_at(&y) & Q_CONST))
            better += quals_at(&x) & Q_CONST ? 1 : -1;
    }
    if (better) return better;
    bool pa = f && f->nparams && is_pack_param(&f->params[f->nparams - 1]),
         pb = g && g->nparams && is_pack_param(&g->params[g->nparams - 1]);
    if (pa != pb) return pa ? -1 : 1;
    return f && g && f->variadic != g->variadic ? (f->variadic ? -1 : 1) : 0;
}

int template_order(const struct hd_template *a, const struct hd_template *b, int nargs) {
    bool ab = covers_call(a, b, nargs), ba = covers_call(b, a, nargs);
    if (ab != ba) return ab ? -1 : 1;
    return ab ? tie(a, b, nargs) : 0;
}

int template_order_lists(const struct hd_template *a, struct hd_ast **as, int na,
                         const struct hd_template *b, struct hd_ast **bs, int nb) {
    struct order ab = order_new(a, b), ba = order_new(b, a);
    bool a_covers = covers_list(&ab, as, na, bs, nb), b_covers = covers_list(&ba, bs, nb, as, na);
    return a_covers == b_covers ? 0 : a_covers ? -1 : 1;
}

// ---- the same declaration -----------------------------------------------------------------------

static bool same_params(struct order *o, const struct hd_ast *a, const struct hd_ast *b) {
    if (a->ntparams != b->ntparams) return false;
    for (int i = 0; i < a->ntparams; i++) {
        const struct hd_tparam *x = &a->tparams[i], *y = &b->tparams[i];
        struct part p, q;
        if (x->is_type != y->is_type || x->is_pack != y->is_pack ||
            x->is_template != y->is_template)
            return false;
        if (!x->spec || !y->spec) continue;
        if (!part_of(x->spec, x->declr, &p) || !part_of(y->spec, y->declr, &q) ||
            !covers(o, &p, &q))
            return false;
    }
    return true;
}

static bool same_constraint(struct order *o, const struct hd_ast *a, const struct hd_ast *b) {
    return !a || !b ? a == b : covers_ast(o, a, b);
}

bool template_same_head(const struct hd_ast *a, const struct hd_ast *b) {
    struct order o = {.general = a, .special = b, .rename = true};
    const struct hd_deriv *f = function_deriv(a->declr), *g = function_deriv(b->declr);
    struct part x, y;
    if (!f || !g || !same_params(&o, a, b) || !covers_step(&o, f, g)) return false;
    if (a->is_template && (!same_constraint(&o, a->constraint, b->constraint) ||
                           !same_constraint(&o, f->requires_, g->requires_)))
        return false;
    const struct hd_ast *to = a->declr->conversion, *other = b->declr->conversion;
    if (to || other)
        return to && other && part_of(to->spec, to->declr, &x) &&
               part_of(other->spec, other->declr, &y) && covers(&o, &x, &y);
    if (!part_of(a->spec, a->declr, &x) || !part_of(b->spec, b->declr, &y)) return false;
    x.n--; // what it returns
    y.n--;
    return covers(&o, &x, &y);
}

bool template_same_args(const struct hd_ast *a, struct hd_ast **as, int na, const struct hd_ast *b,
                        struct hd_ast **bs, int nb) {
    struct order o = {.general = a, .special = b, .rename = true};
    return same_params(&o, a, b) && same_constraint(&o, a->constraint, b->constraint) &&
           covers_list(&o, as, na, bs, nb);
}
