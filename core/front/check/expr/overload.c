// Overload resolution: which function a name means for these arguments.
//
// Candidates are the symbols of the name's chain (functions, and templates whose arguments can be
// deduced) and the rows of the built-ins' table. One is better than another when no argument fits
// worse and one fits better; ties go to functions before templates, to the more specialised
// template, to functions before built-in rows, and to code for this side. In CU a C library
// function that has rows means its rows, so that sqrt(2.0f) is a float.
//
// Example: with `int f(int)` and `float f(float)`, `f(1.5)` is ambiguous: both are listed with what
// they take.
#include "front/check/expr/expr.h"
#include "front/names/library.h"

#include <string.h>

struct candidate {
    struct hd_sym *sym; // function or template; NULL: a row
    const struct hd_builtin *row;
    struct hd_spec_inst *inst; // of a template
    struct hd_type *type;      // NULL: not viable
    const char *why;           // not viable, because ...
    int *ranks;                // by argument
    int skip;                  // 1: the first argument is the object, which is no parameter
};
typedef HD_VEC(struct candidate) candidates;

static bool pick_best(struct check *c, struct hd_sym *sym, candidates *all, struct call_args *args,
                      struct hd_range where, struct callee *out);
static bool rank_candidate(struct check *c, struct candidate *k, const struct call_args *args);

// ---- collecting ---------------------------------------------------------------------------------

static bool is_library(const struct hd_sym *s) { return s->def && s->def->system; }

static bool has_row_for(const struct hd_builtin *row, unsigned where) {
    for (; row; row = hd_builtin_next(row))
        if (!(row->flags & BI_VARIABLE) && (row->flags & where)) return true;
    return false;
}

static unsigned row_side(const struct check *c) {
    if (c->unevaluated && !c->func) return BI_HOST | BI_DEVICE;
    return side_of_code(c) & SIDE_DEVICE ? BI_DEVICE : BI_HOST;
}

// The types that the arguments have as values.
static struct hd_type **arg_types(struct check *c, const struct call_args *args) {
    struct hd_type **types = HD_NEW_ARRAY(c->arena, struct hd_type *, args->n ? args->n : 1);
    for (int i = 0; i < args->n; i++) {
        const struct hd_expr *e = args->v[i];
        if (!e || e->type->kind == HD_TY_AUTO)
            types[i] = hd_ty.error;
        else if (is_null_constant(e) && e->kind == EX_CONST && is_ptr(e->type))
            types[i] = hd_ty.nullptr_;
        else if (e->type->kind == HD_TY_ARRAY)
            types[i] = hd_type_ptr(e->type->base);
        else if (e->type->kind == HD_TY_FUNC)
            types[i] = hd_type_ptr(e->type);
        else
            types[i] = unqual(e->type);
    }
    return types;
}

// Members are not: their class is complete wherever they are looked for.
bool function_is_behind(const struct check *c, const struct hd_sym *s) {
    bool member = !s->def || (s->def->space && s->def->space->kind == SPACE_RECORD);
    return !member && name_is_behind(c, s->declared);
}

// A template's argument that is a function is called by the parameter's name, and was not looked
// up.
static bool is_called_so(const struct hd_sym *s, const struct hd_ast *name) {
    return !name || !name->name || !s->def || !strcmp(name->name, hd_def_plain(s->def));
}

static void add_one(struct check *c, struct hd_sym *s, const struct hd_ast *name,
                    struct call_args *args, struct hd_range where, candidates *out) {
    if (function_is_behind(c, s) && is_called_so(s, name) && !is_associated(c, s, args)) return;
    struct candidate k = {.sym = s};
    bool given = name ? name->targs : args->has_targs;
    int skip = args->object && takes_object(s) ? 1 : 0; // deduction knows no objects
    if (s->kind == SYM_FUNC && !given) {
        k.type = s->type->kind == HD_TY_FUNC ? (struct hd_type *)shown_type(s) : NULL;
    } else if (s->kind == SYM_TEMPLATE) {
        k.inst = template_match(c, s->tmpl,
                                !given ? NULL
                                : name ? name->kids
                                       : args->targs,
                                !given ? 0
                                : name ? name->nkids
                                       : args->ntargs,
                                args->v + skip, args->asts ? args->asts + skip : NULL,
                                args->n - skip, where, &k.why);
        if (k.inst) k.type = (struct hd_type *)shown_type(k.inst->sym);
    } else {
        return;
    }
    HD_PUSH(c->arena, out, k);
}

static void add_chain(struct check *c, struct hd_sym *sym, const struct hd_ast *name,
                      struct call_args *args, struct hd_range where, bool launch, candidates *out) {
    bool any[2] = {false, false}; // functions, kernels
    for (struct hd_sym *s = sym; s; s = s->next) any[(s->spec & SPEC_GLOBAL) != 0] = true;
    for (struct hd_sym *s = sym; s; s = s->next) {
        if (any[launch] && launch != ((s->spec & SPEC_GLOBAL) != 0)) continue;
        add_one(c, s, name, args, where, out);
    }
}

static void add_rows(struct check *c, const struct hd_builtin *first, struct call_args *args,
                     candidates *out) {
    struct candidate k = {.row = first};
    k.type =
        builtin_resolve(c->front, first, arg_types(c, args), args->n, (int)row_side(c), &k.row);
    if (k.type) HD_PUSH(c->arena, out, k);
}

// ---- argument-dependent lookup ------------------------------------------------------------------

struct associated {
    struct check *c;
    space_vec *spaces;
    HD_VEC(const struct hd_record *) seen; // `pair<T, T>` has T twice, and so on in T
};

static void add_spaces_of_args(struct associated *a, const struct hd_targ *args, int n);

// The names of an inline namespace are those of the one around it.
static void add_namespace(struct check *c, space_vec *out, struct hd_space *space) {
    while (space->is_inline && space->outer) space = space_namespace(space->outer);
    space_add_set(c, out, space);
}

// The namespaces of the classes and enumerations in a type (C++ [basic.lookup.argdep]p3).
static void add_spaces_of(struct associated *a, const struct hd_type *t) {
    while (t->base && t->kind != HD_TY_FUNC && t->kind != HD_TY_MEMBER) t = t->base;
    if (t->kind == HD_TY_ENUM && t->enumeration->home)
        add_namespace(a->c, a->spaces, space_namespace(t->enumeration->home));
    if (t->kind == HD_TY_MEMBER) add_spaces_of(a, t->of);
    if (t->kind == HD_TY_MEMBER || t->kind == HD_TY_FUNC) add_spaces_of(a, t->base);
    for (int i = 0; t->kind == HD_TY_FUNC && i < t->nparams; i++) add_spaces_of(a, t->params[i]);
    const struct hd_record *r = t->kind == HD_TY_RECORD ? t->record : NULL;
    if (!r || !r->space) return;
    for (int i = 0; i < a->seen.n; i++)
        if (a->seen.v[i] == r) return;
    HD_PUSH(a->c->arena, &a->seen, r);
    if (r->space->session) add_namespace(a->c, a->spaces, space_namespace(r->space));
    for (int i = 0; i < r->nfields; i++)
        if (r->fields[i].is_base) add_spaces_of(a, r->fields[i].type);
    if (r->instance) add_spaces_of_args(a, r->instance->args, r->instance->n);
}

static void add_spaces_of_args(struct associated *a, const struct hd_targ *args, int n) {
    for (int i = 0; i < n; i++) {
        if (args[i].type) add_spaces_of(a, args[i].type);
        add_spaces_of_args(a, args[i].pack, args[i].npack);
    }
}

// What gave an iterator of std that is a pointer here and a class elsewhere, whose namespace it
// has: `sort(v.begin(), v.end())`. NULL: it is a pointer that C++ has too, or none.
static struct hd_space *space_of_iterator(const struct hd_expr *e) {
    if (!e || !is_ptr(e->type)) return NULL;
    while (e->kind == EX_CAST || e->kind == EX_PTR_ADD || e->kind == EX_COMMA)
        e = e->kind == EX_COMMA ? e->b : e->a;
    if (e->kind != EX_CALL || e->a->kind != EX_FUNC) return NULL;
    const struct hd_sym *f = e->a->sym;
    const struct hd_record *r = f->method ? f->method->record : NULL;
    struct hd_space *s = r ? r->space : f->def ? f->def->space : NULL;
    if (!s || !s->session) return NULL;
    s = space_namespace(s);
    return s->is_std ? s : NULL;
}

bool takes_iterators(const struct call_args *args) {
    for (int i = 0; i < args->n; i++)
        if (space_of_iterator(args->v[i])) return true;
    return false;
}

void spaces_associated(struct check *c, const struct call_args *args, space_vec *out) {
    struct associated a = {c, out, {0}};
    for (int i = 0; i < args->n; i++) {
        struct hd_space *s = space_of_iterator(args->v[i]);
        if (args->v[i]) add_spaces_of(&a, args->v[i]->type);
        if (s) space_add(c, out, s);
    }
}

// A namespace of the arguments has it: that is looked through where a template is used, so that
// what is declared behind the template counts as well ([temp.dep.candidate]). Friends are found in
// no other way.
bool is_associated(struct check *c, const struct hd_sym *s, const struct call_args *args) {
    space_vec spaces = {0};
    spaces_associated(c, args, &spaces);
    for (int i = 0; i < spaces.n; i++)
        if (s->def->space == spaces.v[i]) return true;
    return false;
}

static bool is_function(const struct hd_sym *sym) {
    return sym && (sym->kind == SYM_FUNC || sym->kind == SYM_TEMPLATE) &&
           !(sym->type && sym->type->kind == HD_TY_ERROR);
}

static void add_set(struct check *c, struct hd_sym *set, const struct hd_sym *found,
                    const struct hd_ast *name, struct call_args *args, struct hd_range where,
                    bool library, bool launch, candidates *out) {
    if (!is_function(set) || set == found || is_library(set) != library) return;
    for (struct hd_sym *s = set; s; s = s->next)
        if (launch == ((s->spec & SPEC_GLOBAL) != 0)) add_one(c, s, name, args, where, out);
}

// Further sets of functions of an unqualified name: of namespaces that the lookup finds together
// with the one at hand, and of those of the arguments. library: those of headers, which count where
// the program's own do not fit.
static void add_beside(struct check *c, const struct hd_sym *found, const struct hd_ast *name,
                       struct call_args *args, struct hd_range where, bool library, bool launch,
                       candidates *out) {
    space_vec spaces = {0};
    struct hd_found all = {0};
    if (!name || !name->name) return;
    if (name->qual) { // of several namespaces that directives in that one name
        if (!found || found->method) return;
        name_find(c, name->qual, name->name, name->range, LOOK_NAMES, &all);
        for (int i = 0; i < all.nbeside; i++)
            add_set(c, all.beside[i], found, name, args, where, library, launch, out);
        return;
    }
    if (found) space_find(c->front, c->scope, name->name, LOOK_NAMES, &all);
    for (int i = -1; i < all.nbeside; i++) {
        struct hd_sym *set = i < 0 ? all.sym : all.beside[i];
        if (set && set->def && !set->method) space_add(c, &spaces, set->def->space);
    }
    spaces_associated(c, args, &spaces);
    for (int i = 0; i < spaces.n; i++) {
        const char *key = hd_space_key(c->front, spaces.v[i], name->name);
        if (spaces.v[i]->is_std) waiting_find(c->front, name->name);
        add_set(c, global_find(c->front, key, true), found, name, args, where, library, launch,
                out);
    }
    struct hd_sym **friends;
    int n = library || launch ? 0 : friends_associated(c, args, name->name, &friends);
    for (int i = 0; i < n; i++) add_one(c, friends[i], name, args, where, out);
}

bool overload_pick_associated(struct check *c, const struct hd_ast *name, struct call_args *args,
                              struct hd_range where, struct callee *out) {
    candidates all = {0};
    *out = (struct callee){0};
    add_beside(c, NULL, name, args, where, false, false, &all);
    add_beside(c, NULL, name, args, where, true, false, &all);
    if (!all.n) return false;
    struct hd_sym named = {.kind = SYM_VAR, .name = name->name};
    pick_best(c, &named, &all, args, where, out);
    return true;
}

// ---- ranking ------------------------------------------------------------------------------------

static int fewest_args(const struct candidate *k) {
    const struct hd_sym *s = k->inst ? k->inst->sym : k->sym;
    int n = k->type->nparams;
    while (s && s->defaults && n > 0 && s->defaults[n - 1]) n--;
    return n;
}

// The object of a call is no argument of a member function; it must not be const if that may change
// it.
static int rank_object(struct check *c, struct candidate *k, const struct hd_expr *object) {
    const struct hd_method *m = k->sym->method;
    unsigned quals = quals_of(object->type) & (Q_CONST | Q_VOLATILE);
    bool rvalue = is_rvalue(object);
    if ((m->ref_qual == 2 && !rvalue) || (m->ref_qual == 1 && rvalue && !(m->quals & Q_CONST))) {
        k->why = m->ref_qual == 2 ? "it is for temporaries and moved objects"
                                  : "it is for variables, not for temporaries";
        return RANK_NONE;
    }
    if (rvalue && m->ref_qual == 1) return RANK_QUAL;
    if (m->is_static || m->quals == quals) return RANK_EXACT;
    if (!(quals & ~m->quals)) // fewer that are added are better
        return m->quals == (quals | Q_CONST) || m->quals == (quals | Q_VOLATILE) ? RANK_QUAL
                                                                                 : RANK_UNDERLYING;
    k->why =
        quals & ~m->quals & Q_CONST
            ? "it may change its object, and this one is `const`: write `const` after its "
              "parameters"
            : "this object is `volatile`, and it is not: write `volatile` after its parameters";
    return RANK_NONE;
}

// `f({1, 2})` for `T &`: what the list makes is no variable.
static bool needs_variable(const struct hd_type *param, const struct hd_ast *list) {
    return param->kind == HD_TY_REF && !param->rvalue_ref && !(quals_of(param->base) & Q_CONST) &&
           list && list->nkids != 1;
}

static bool rank_candidate(struct check *c, struct candidate *k, const struct call_args *args) {
    if (!k->type) return false;
    int least = fewest_args(k), most = k->type->nparams, n = args->n;
    int skip = k->skip = args->object && k->sym && takes_object(k->sym) ? 1 : 0;
    n -= skip;
    if (k->type->oldstyle && most == 0) least = 0;
    if (n < least || (n > most && !k->type->variadic && !k->type->oldstyle)) {
        k->why = least == most
                     ? hd_printf(c->arena, "it takes %d argument%s", most, most == 1 ? "" : "s")
                     : hd_printf(c->arena, "it takes %d to %d arguments", least, most);
        k->type = NULL;
        return false;
    }
    k->ranks = HD_NEW_ARRAY(c->arena, int, args->n ? args->n : 1);
    if (skip && (k->ranks[0] = rank_object(c, k, args->v[0])) == RANK_NONE) {
        k->type = NULL;
        return false;
    }
    for (int i = 0; i < n; i++) {
        const int at = i + skip;
        if (i >= most) {
            k->ranks[at] = RANK_ELLIPSIS;
        } else if (!args->v[at]) { // a braced list fits what can be initialised with one
            k->ranks[at] = needs_variable(k->type->params[i], args->asts[at])
                               ? RANK_NONE
                               : list_rank(c, args->asts[at], k->type->params[i]);
        } else {
            k->ranks[at] = takes_any_pointer(k->sym, k->type->params[i], args->v[at]->type)
                               ? RANK_EXACT
                               : conversion_rank(c, args->v[at], k->type->params[i]);
        }
        if (k->ranks[at] != RANK_NONE) continue;
        k->why = args->v[at] ? hd_printf(c->arena, "argument %d is `%s`, which is no `%s`", i + 1,
                                         ty(c, args->v[at]->type), ty(c, k->type->params[i]))
                             : hd_printf(c->arena, "the list of argument %d is no `%s`", i + 1,
                                         ty(c, k->type->params[i]));
        k->type = NULL;
        return false;
    }
    return true;
}

static int side_fit(struct check *c, const struct candidate *k) {
    if (k->row) return 1;
    const struct hd_sym *s = k->sym;
    return (s->spec & SPEC_GLOBAL) || (side_of_func(s) & side_of_code(c)) ? 1 : 0;
}

static const struct hd_type *param_of(const struct candidate *k, int at) {
    int i = at - k->skip;
    return i >= 0 && i < k->type->nparams ? k->type->params[i] : NULL;
}

static const struct hd_type *ref_param(const struct candidate *k, int at) {
    const struct hd_type *t = param_of(k, at);
    return t && t->kind == HD_TY_REF ? t : NULL;
}

// Two references that bind one argument (NULL: a braced list) equally well: `T &&` for what is no
// variable, else the one that adds less (C++ [over.ics.rank] 3.2.3, 3.2.6). > 0: a.
static int compare_refs(const struct hd_expr *e, const struct hd_type *a, const struct hd_type *b) {
    if (!a || !b) return 0;
    bool value = !e || is_rvalue(e) || !same_but_quals(e->type, a->base);
    if (a->rvalue_ref != b->rvalue_ref && value) return a->rvalue_ref ? 1 : -1;
    if (!same_but_quals(a->base, b->base)) return 0;
    unsigned p = quals_of(a->base), q = quals_of(b->base);
    return p == q ? 0 : (p & q) == p ? 1 : (p & q) == q ? -1 : 0;
}

// The class that a conversion of `t` to a base starts from or leads to: of an object, a pointer to
// one, a pointer to a member; NULL: of none.
static const struct hd_type *class_of(const struct hd_type *t) {
    if (t->kind == HD_TY_REF) t = t->base;
    if (t->kind == HD_TY_MEMBER) return t->of;
    if (t->kind == HD_TY_PTR) t = t->base;
    return t->kind == HD_TY_RECORD ? t : NULL;
}

// The class that an argument is taken as; of a member function's object the function's.
static const struct hd_type *class_taken(const struct candidate *k, int at) {
    int i = at - k->skip;
    if (i < 0) return k->sym->method ? k->sym->method->record->type : NULL;
    return i < k->type->nparams ? class_of(k->type->params[i]) : NULL;
}

// Of two bases the one that is nearer to the class, of two classes that a pointer to a base's
// member is converted to, the one that is nearer to the base (C++ [over.ics.rank] 4.4). Members are
// all as if of the object's class ([over.match.funcs]p4). > 0: a.
static int compare_bases(const struct hd_expr *e, const struct candidate *x,
                         const struct candidate *y, int at) {
    if (!e || (at < x->skip && at < y->skip)) return 0;
    const struct hd_type *from = class_of(e->type), *a = class_taken(x, at),
                         *b = class_taken(y, at);
    if (!from || !a || !b || hd_type_same_unqual(a, b)) return 0;
    bool is_a = hd_type_same_unqual(from, a), is_b = hd_type_same_unqual(from, b);
    bool member = e->type->kind == HD_TY_MEMBER;
    bool fits = (is_a || (member ? class_derives(a, from, NULL) : class_derives(from, a, NULL))) &&
                (is_b || (member ? class_derives(b, from, NULL) : class_derives(from, b, NULL)));
    if (!fits) return 0;
    int nearer = (int)class_derives(a, b, NULL) - (int)class_derives(b, a, NULL);
    return member ? -nearer : nearer;
}

// A braced list fits std::initializer_list best (C++ [over.ics.rank] 3.1).
static bool takes_list(const struct candidate *k, int at) {
    int i = at - k->skip;
    return i >= 0 && i < k->type->nparams && list_element(k->type->params[i]);
}

// The object decides nothing about a function that has none ([over.match.best]).
static bool is_static(const struct candidate *k) {
    return k->sym && k->sym->method && k->sym->method->is_static;
}

// A class's own member rather than one that `using` brings from a base (g++'s and nvcc's rule,
// which C++ has for constructors alone, CWG 2273), where both take the arguments as the same types.
static int compare_owners(const struct candidate *a, const struct candidate *b,
                          const struct call_args *args) {
    const struct hd_method *x = a->sym ? a->sym->method : NULL, *y = b->sym ? b->sym->method : NULL;
    if (!x || !y || !x->record || !y->record) return 0;
    for (int i = args->object ? 1 : 0; i < args->n; i++) {
        const struct hd_type *t = param_of(a, i), *u = param_of(b, i);
        if (!t != !u || (t && !hd_type_same(t, u))) return 0;
    }
    return (int)class_derives(x->record->type, y->record->type, NULL) -
           (int)class_derives(y->record->type, x->record->type, NULL);
}

// > 0: a is better, < 0: b is, 0: neither.
static int compare_candidates(struct check *c, const struct candidate *a, const struct candidate *b,
                              const struct call_args *args) {
    bool a_better = false, b_better = false;
    const int nargs = args->n;
    for (int i = 0; i < nargs; i++) {
        if (i == 0 && args->object && (is_static(a) || is_static(b))) continue;
        int by = i == 0 && args->object ? compare_bases(args->v[i], a, b, i) : 0;
        if (!by) by = b->ranks[i] - a->ranks[i];
        if (!by && !args->v[i]) by = takes_list(a, i) - takes_list(b, i);
        if (!by) by = compare_bases(args->v[i], a, b, i);
        if (!by) by = compare_refs(args->v[i], ref_param(a, i), ref_param(b, i));
        if (by > 0) a_better = true;
        if (by < 0) b_better = true;
    }
    if (a_better != b_better) return a_better ? 1 : -1;
    if (a_better) return 0;
    if (side_fit(c, a) != side_fit(c, b)) return side_fit(c, a) - side_fit(c, b);
    if (!a->inst != !b->inst) return a->inst ? -1 : 1;
    if (a->inst) {
        int order = template_order(a->sym->tmpl, b->sym->tmpl, nargs);
        if (order) return order;
        if (a->inst->tmpl && b->inst->tmpl)
            order = constraint_order(c, a->inst->tmpl, a->inst->args, b->inst->tmpl, b->inst->args);
        if (order) return order;
        if (a->sym->tmpl->guide != b->sym->tmpl->guide)
            return (int)a->sym->tmpl->guide - (int)b->sym->tmpl->guide;
    }
    if (!a->row != !b->row) return a->row ? -1 : 1;
    return compare_owners(a, b, args);
}

// ---- messages -----------------------------------------------------------------------------------

static const char *arg_list(struct check *c, const struct call_args *args) {
    struct hd_buf buf = {0};
    int from = args->object ? 1 : 0;
    for (int i = from; i < args->n; i++)
        hd_buf_printf(&buf, "%s%s", i > from ? ", " : "",
                      !args->v[i]                            ? "{...}"
                      : args->v[i]->type->kind == HD_TY_AUTO ? "a template"
                                                             : ty(c, args->v[i]->type));
    char *text = hd_strdup(c->arena, hd_buf_str(&buf));
    hd_buf_finish(&buf);
    return text;
}

static void list_candidates(struct check *c, struct hd_diag *d, const candidates *all,
                            struct candidate *only, int n) {
    const struct candidate *v = only ? only : all->v;
    int shown = 0;
    for (int i = 0; i < (only ? n : all->n) && shown < 8; i++, shown++) {
        const struct candidate *k = &v[i];
        if (k->row) continue;
        const struct hd_sym *s = k->inst ? k->inst->sym : k->sym;
        const char *text = s->kind == SYM_TEMPLATE ? hd_printf(c->arena, "template %s", s->name)
                                                   : func_text(c, s, s->name);
        if (k->why)
            note_on(c, d, k->sym->range, "`%s`: %s", text, k->why);
        else
            note_on(c, d, k->sym->range, "`%s`", text);
    }
}

static bool report_none(struct check *c, const struct hd_sym *sym, const candidates *all,
                        const struct call_args *args, struct hd_range where) {
    struct hd_diag *d;
    if (all->n == 0 && check_is_poisoned(c->front, sym->name))
        return false; // a template with an error in it
    bool is_template = all->n == 1 && all->v[0].sym && all->v[0].sym->kind == SYM_TEMPLATE;
    if (is_template) {
        d = hd_error(c->diags, where, "the template `%s` does not fit the arguments (%s)",
                     sym->name, arg_list(c, args));
        const char *tried = is_library(sym) ? name_tried_for(sym->name) : NULL;
        if (tried || all->v[0].why) hd_help(c->diags, d, "%s", tried ? tried : all->v[0].why);
        note_on(c, d, sym->range, "`%s` is declared here", sym->name);
        return false;
    }
    if (all->n == 0 && sym->kind == SYM_FUNC) {
        d = hd_error(c->diags, where, "`%s` is no template: it takes no template arguments",
                     sym->name);
        note_on(c, d, sym->range, "`%s` is declared here", sym->name);
        return false;
    }
    d = hd_error(c->diags, where, "no `%s` takes the arguments (%s)", sym->name, arg_list(c, args));
    list_candidates(c, d, all, NULL, 0);
    return false;
}

static bool take_the_same(const struct candidate *a, const struct candidate *b) {
    if (!a->type || !b->type || a->type->nparams != b->type->nparams) return false;
    for (int i = 0; i < a->type->nparams; i++)
        if (!hd_type_same_unqual(a->type->params[i], b->type->params[i])) return false;
    return true;
}

static bool report_ambiguous(struct check *c, const struct hd_sym *sym, candidates *all,
                             struct candidate *best, const struct call_args *args,
                             struct hd_range where) {
    struct hd_diag *d =
        hd_error(c->diags, where, "it is not clear which `%s` is meant for the arguments (%s)",
                 sym->name, arg_list(c, args));
    bool alike = false; // of two namespaces
    for (int i = 0; i < all->n; i++)
        alike = alike || (&all->v[i] != best && take_the_same(&all->v[i], best));
    hd_help(c->diags, d,
            alike ? "write the namespace of the one that you mean before it"
                  : "convert the arguments to the types of the one that you mean");
    for (int i = 0; i < all->n; i++)
        if (all->v[i].type &&
            (&all->v[i] == best || compare_candidates(c, best, &all->v[i], args) == 0))
            list_candidates(c, d, NULL, &all->v[i], 1);
    return false;
}

static bool report_rows(struct check *c, const struct hd_builtin *first,
                        const struct call_args *args, struct hd_range where) {
    struct hd_diag *d = hd_error(c->diags, where, "`%s` does not take the arguments (%s)",
                                 first->name, arg_list(c, args));
    const struct hd_builtin *row = first;
    struct hd_buf forms = {0};
    int n = 0;
    for (; row && n < 4; row = hd_builtin_next(row), n++) {
        const char *open = strchr(row->signature, '(');
        if (!open) continue;
        hd_buf_printf(&forms, "%s`%.*s %s%s`", n ? " or " : "", (int)(open - row->signature),
                      row->signature, row->name, open);
        if (row->types && strcmp(row->types, "*")) hd_buf_printf(&forms, " with T: %s", row->types);
    }
    const char *open = strchr(first->signature, '(');
    bool wants_address = args->n && open && !strncmp(open, "(T *", 4);
    struct hd_expr *value = args->n ? args->v[0] : NULL;
    if (wants_address && hd_type_is_arith(value->type) && value->is_lvalue)
        hd_help(c->diags, d, "the address is needed: write `&` before %s", expr_text(c, value));
    else if (forms.len)
        hd_help(c->diags, d, "it is %s", forms.s);
    hd_buf_finish(&forms);
    return false;
}

// ---- the decision -------------------------------------------------------------------------------

static bool take(struct check *c, struct candidate *k, struct hd_range where, struct callee *out) {
    out->type = k->type;
    out->row = k->row;
    out->sym = k->inst ? k->inst->sym : k->sym;
    if (k->inst && !(out->sym = template_called(c, k->inst, where))) return false;
    if (k->inst)
        out->type = (struct hd_type *)shown_type(out->sym); // `auto` was deduced from the body
    if (k->row) out->sym = NULL;
    return true;
}

static bool pick_row(struct check *c, const struct hd_builtin *first, struct call_args *args,
                     struct hd_range where, struct callee *out) {
    unsigned side = row_side(c);
    // What could run on both sides without saying so (a lambda) is the host's when it calls host
    // code.
    bool either = c->func && !c->func->is_device && !c->func->is_kernel;
    if (either && !has_row_for(first, side)) side = BI_HOST;
    if (!has_row_for(first, side)) return check_builtin_side(c, first, where) && false;
    out->sym = NULL;
    if (!hd_builtin_next(first) &&
        !first->types) { // one form: the arguments' messages are better than "does not fit"
        out->row = first;
        out->type = builtin_signature(c->front, first, 0);
        return out->type != NULL;
    }
    out->type = builtin_resolve(c->front, first, arg_types(c, args), args->n, (int)side, &out->row);
    return out->type || report_rows(c, first, args, where);
}

static bool pick_best(struct check *c, struct hd_sym *sym, candidates *all, struct call_args *args,
                      struct hd_range where, struct callee *out) {
    struct candidate *best = NULL;
    for (int i = 0; i < all->n; i++)
        if (rank_candidate(c, &all->v[i], args) &&
            (!best || compare_candidates(c, &all->v[i], best, args) > 0))
            best = &all->v[i];
    if (!best) return report_none(c, sym, all, args, where);
    for (int i = 0; i < all->n; i++) {
        struct candidate *k = &all->v[i];
        if (k == best || !k->type || compare_candidates(c, best, k, args) > 0) continue;
        if (best->sym && k->sym && is_library(best->sym) && is_library(k->sym)) continue;
        if (best->row || k->row) { // a built-in never makes the user's own call ambiguous
            if (best->row && k->sym) best = k;
            continue;
        }
        return report_ambiguous(c, sym, all, best, args, where);
    }
    return take(c, best, where, out);
}

// The only function there is, and it is not for this object.
static void report_object(struct check *c, const struct candidate *k, const struct hd_expr *object,
                          const char *shown, struct hd_range where) {
    unsigned lacks = quals_of(object->type) & (Q_CONST | Q_VOLATILE) & ~k->sym->method->quals;
    struct hd_diag *d;
    if (lacks & Q_CONST) {
        d = hd_error(c->diags, where, "`%s` may change its object, and this one is `const`", shown);
        hd_help(c->diags, d, "write `const` after its parameters if it does not");
    } else if (lacks) {
        d = hd_error(c->diags, where, "this object is `volatile`, and `%s` is not for such", shown);
        hd_help(c->diags, d, "write `volatile` after its parameters");
    } else {
        d = hd_error(c->diags, where, "`%s` is not for this object: %s", shown, k->why);
    }
    note_on(c, d, k->sym->range, "`%s` is declared here", shown);
}

int overload_pick_from(struct check *c, const char *shown, struct hd_sym **list, int n,
                       struct call_args *args, struct hd_range where, bool quiet,
                       struct callee *out) {
    candidates all = {0};
    *out = (struct callee){0};
    for (int i = 0; i < n; i++) add_one(c, list[i], NULL, args, where, &all);
    struct candidate *best = NULL;
    bool rank = quiet || all.n != 1 || !all.v[0].type || args->object || all.v[0].inst;
    if (!rank || args->failed)
        best = all.n ? &all.v[0] : NULL; // its own messages are better than "does not fit"
    if (all.n == 1 && args->object && !quiet && all.v[0].type && takes_object(all.v[0].sym)) {
        if (rank_object(c, &all.v[0], args->v[0]) != RANK_NONE)
            return take(c, &all.v[0], where, out) ? 1 : -1;
        report_object(c, &all.v[0], args->v[0], shown, where);
        return -1;
    }
    for (int i = 0; i < all.n && rank; i++)
        if (rank_candidate(c, &all.v[i], args) &&
            (!best || compare_candidates(c, &all.v[i], best, args) > 0))
            best = &all.v[i];
    struct hd_sym named = {.kind = SYM_VAR, .name = shown};
    if (!best && quiet) return 0;
    if (!best) return report_none(c, &named, &all, args, where) ? 1 : -1;
    for (int i = 0; i < all.n && rank; i++) {
        struct candidate *k = &all.v[i];
        if (k == best || !k->type || compare_candidates(c, best, k, args) > 0) continue;
        return report_ambiguous(c, &named, &all, best, args, where) ? 1 : -1;
    }
    return take(c, best, where, out) ? 1 : -1;
}

// What a function is called among the names at top level, where an unqualified name that is written
// here finds it by a directive there. NULL: it is not among them.
static const char *name_at_top(struct check *c, const struct hd_sym *sym) {
    struct hd_space *space = sym->def ? sym->def->space : NULL;
    if (!space || space == hd_space_global(c->front)) return sym->name;
    for (const struct hd_space *s = c->scope; s; s = s->outer)
        if (s == space) return NULL; // it hides those at top level
    return !space->is_std && hd_space_in_use(c->front, space) ? hd_def_plain(sym->def) : NULL;
}

// The library's function of the name that a set of the user's functions has at top level, when none
// of them takes its place.

static struct hd_sym *library_beside(struct check *c, struct hd_sym *set, const char *name) {
    if (!name || c->lang != HD_LANG_CU || !set->def || (set->def->system && set->def->cell == 0) ||
        set->method || !strncmp(name, "__heddle_", 9)) // what an export brings along is its own
        return NULL;
    struct hd_sym *lib = builtin_overloaded(c->front, name);
    if (!lib || lib->kind != SYM_FUNC || lib->type->kind != HD_TY_FUNC) return NULL;
    for (struct hd_sym *s = set; s; s = s->next) {
        if (s->kind != SYM_FUNC || s->type->kind != HD_TY_FUNC ||
            s->type->nparams != lib->type->nparams)
            continue;
        int same = 0;
        while (same < lib->type->nparams &&
               hd_type_same_unqual(s->type->params[same], lib->type->params[same]))
            same++;
        if (same == lib->type->nparams) return NULL;
    }
    return lib;
}

// The rows of a function's name. What a header of C++'s library overloads in std (`log` of complex
// numbers, of arrays) has C's functions beside it; `min` and `max` that `using namespace std` leads
// to have CUDA's, which take two types.
static const struct hd_builtin *rows_named(const struct hd_sym *sym, const struct hd_ast *name,
                                           const char *at_top) {
    const char *plain = at_top;
    if (sym->def && sym->def->space && sym->def->space->is_std) {
        plain = hd_def_plain(sym->def);
        const struct hd_builtin *row = hd_builtin_find(plain);
        if (row && row->lower == LOWER_MINMAX) return name && !name->qual ? row : NULL;
        const char *header = hd_header_of(plain);
        if (!header || (strcmp(header, "math.h") && strcmp(header, "stdlib.h"))) return NULL;
    }
    return plain ? hd_builtin_find(plain) : NULL;
}

// Headers that nvcc includes by itself: their functions are overloads of the program's own.
static bool is_always_there(const char *header) {
    static const char *const headers[] = {"string.h", "strings.h", "stdlib.h",
                                          "stdio.h",  "time.h",    "math.h"};
    for (int i = 0; i < HD_COUNT(headers); i++)
        if (!strcmp(header, headers[i])) return true;
    return false;
}

// The library's function of a name that the session has for itself (`sym`, in `all`): where none of
// the session's fits, and where it fits better than each of them.
static void add_behind(struct check *c, const char *top, const struct hd_ast *name,
                       struct call_args *args, struct hd_range where, bool fits, candidates *all) {
    bool exact = false;
    for (int i = 0; i < all->n && fits && !exact; i++) {
        struct candidate own = all->v[i];
        exact = rank_candidate(c, &own, args);
        for (int j = 0; j < args->n && exact; j++) exact = own.ranks[j] <= RANK_QUAL;
    }
    if (exact || (fits && !global_library(c->front, top) && !is_always_there(hd_header_of(top))))
        return;
    struct hd_sym *behind = builtin_behind(c->front, top);
    if (!behind || behind->kind != SYM_FUNC) return;
    candidates one = {0};
    add_one(c, behind, name, args, where, &one);
    struct candidate library = one.n ? one.v[0] : (struct candidate){0};
    if (fits && !rank_candidate(c, &library, args)) return;
    for (int i = 0; i < all->n && fits; i++) {
        struct candidate own = all->v[i];
        if (rank_candidate(c, &own, args) && compare_candidates(c, &library, &own, args) <= 0)
            return;
    }
    for (int i = 0; i < one.n; i++) HD_PUSH(c->arena, all, one.v[i]);
}

bool overload_pick(struct check *c, struct hd_sym *sym, const struct hd_ast *name,
                   struct call_args *args, struct hd_range where, bool launch, struct callee *out) {
    *out = (struct callee){0};
    if (sym->kind == SYM_BUILTIN) return pick_row(c, sym->builtin, args, where, out);
    bool plain = sym->kind == SYM_FUNC && !sym->next && !(name && name->targs);
    plain = plain && !(function_is_behind(c, sym) && is_called_so(sym, name));
    if (c->lang == HD_LANG_C || sym->def == NULL) {
        if (plain) return take(c, &(struct candidate){.sym = sym, .type = sym->type}, where, out);
    }
    const char *top = name && name->qual && sym->def && sym->def->space->key
                          ? NULL // behind `A::` it hides them
                          : name_at_top(c, sym);
    const struct hd_builtin *rows =
        c->lang == HD_LANG_CU && !launch ? rows_named(sym, name, top) : NULL;
    if (rows && (!has_row_for(rows, row_side(c)) || rows->lower == LOWER_DISPLAY ||
                 rows->lower == LOWER_ARRAY))
        rows = NULL;
    if (rows && sym->kind == SYM_FUNC && is_library(sym)) {
        struct callee found = {0};
        found.type = builtin_resolve(c->front, rows, arg_types(c, args), args->n, (int)row_side(c),
                                     &found.row);
        if (found.type || (!hd_builtin_next(rows) && !rows->types)) {
            if (!found.type) found.type = builtin_signature(c->front, found.row = rows, 0);
            *out = found;
            return out->type != NULL;
        }
    }
    struct hd_sym *beside = rows || launch ? NULL : library_beside(c, sym, top);
    candidates others = {0}, library = {0};
    if (c->lang == HD_LANG_CU && sym->def && !c->scope->is_prototype) {
        add_beside(c, sym, name, args, where, false, launch, &others);
        if (!launch) add_beside(c, sym, name, args, where, true, false, &library);
    }
    bool own = c->lang == HD_LANG_CU && !launch && sym->def && !sym->def->system && !sym->method &&
               !rows && !beside && top && (hd_header_of(top) || global_library(c->front, top));
    if (plain && !rows && !beside && !others.n && !library.n && !own)
        return take(c, &(struct candidate){.sym = sym, .type = sym->type}, where, out);
    candidates all = {0};
    add_chain(c, sym, name, args, where, launch, &all);
    if (beside) add_one(c, beside, name, args, where, &all);
    if (rows && !(name && name->targs)) add_rows(c, rows, args, &all);
    for (int i = 0; i < others.n; i++) HD_PUSH(c->arena, &all, others.v[i]);
    bool fits = (!library.n && !own) || is_library(sym);
    for (int i = 0; i < all.n && !fits; i++) {
        struct candidate k = all.v[i];
        fits = rank_candidate(c, &k, args);
    }
    if (own) add_behind(c, top, name, args, where, fits, &all);
    for (int i = 0; i < library.n && (!fits || is_library(sym)); i++)
        HD_PUSH(c->arena, &all, library.v[i]);
    if (all.n == 1 && all.v[0].type && !args->failed) return take(c, &all.v[0], where, out);
    return pick_best(c, sym, &all, args, where, out);
}

static bool serves(struct check *c, const struct hd_sym *s, struct hd_type *func) {
    if (!hd_type_compatible(s->type, hd_type_noexcept(func, s->type->is_noexcept))) return false;
    return !func->is_noexcept || declared_noexcept(c, s);
}

struct hd_sym *overload_for_type(struct check *c, struct hd_sym *set, const struct hd_ast *targs,
                                 struct hd_type *func, struct hd_range where) {
    for (struct hd_sym *s = set; s; s = s->next)
        if (s->kind == SYM_FUNC && !targs && serves(c, s, func) && !function_is_behind(c, s))
            return s;
    struct hd_expr **args = HD_NEW_ARRAY(c->arena, struct hd_expr *, func->nparams + 1);
    for (int i = 0; i < func->nparams; i++) { // a value of each parameter's type
        bool ref = func->params[i]->kind == HD_TY_REF;
        args[i] = expr_new(c, EX_ERROR, ref ? func->params[i]->base : func->params[i], where);
        args[i]->is_lvalue = ref;
    }
    for (struct hd_sym *s = set; s; s = s->next) {
        const char *why = NULL;
        if (s->kind != SYM_TEMPLATE || function_is_behind(c, s)) continue;
        struct hd_spec_inst *inst =
            template_match(c, s->tmpl, targs ? targs->kids : NULL, targs ? targs->nkids : 0, args,
                           NULL, func->nparams, where, &why);
        struct hd_sym *made = inst ? template_use(c, inst, where) : NULL;
        if (made && serves(c, made, func)) return made;
    }
    return NULL;
}
