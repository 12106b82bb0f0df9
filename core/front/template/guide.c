// Class template argument deduction: `std::pair p(1, 2.5)`, `Foo{x}`, `new Foo(x)`.
//
// What the arguments are is asked of *guides*: function templates that return the class (C++
// [over.match.class.deduct]). There is one for each constructor, with the class's template
// parameters in front of its own; one that copies; for an aggregate one that takes its members; and
// those that the program wrote (`template <...> Foo(T) -> Foo<T *>;`). Overload resolution picks
// one, and what it returns is the type. The implicit ones are made of the class's tree when it is
// first asked, and kept with the template.
//
// Example: `template <typename T> struct Foo { Foo(T *p, int n); };` has the guides
// `Foo(T *, int) -> Foo<T>` and `Foo(Foo<T>) -> Foo<T>`.
#include <string.h>

#include "front/check/expr/expr.h"

struct maker {
    struct check *c;
    struct hd_template *t;
    struct hd_sym *sym;
    struct hd_spec *result; // `Foo<T, N...>`
    HD_VEC(struct hd_sym *) out;
};

static struct hd_arena *arena_of(const struct maker *m) { return m->t->arena; }

// ---- the class's own names ----------------------------------------------------------------------

// A parameter of the class as an argument: `T`, `N`, `Ts...`.
static struct hd_ast *as_argument(struct maker *m, const struct hd_tparam *p) {
    struct hd_ast *ast = HD_NEW(arena_of(m), struct hd_ast);
    ast->range = p->range;
    ast->loc = p->range.from;
    if (p->is_type || p->is_template) {
        ast->kind = AST_TYPE_NAME;
        ast->spec = HD_NEW(arena_of(m), struct hd_spec);
        ast->spec->base = BASE_NAME;
        ast->spec->name = p->name;
        ast->spec->range = ast->spec->name_range = p->range;
        ast->declr = HD_NEW(arena_of(m), struct hd_declr);
    } else {
        ast->kind = AST_NAME;
        ast->name = p->name;
    }
    if (!p->is_pack) return ast;
    struct hd_ast *expand = HD_NEW(arena_of(m), struct hd_ast);
    *expand = (struct hd_ast){.kind = AST_EXPAND, .range = p->range, .loc = p->range.from};
    expand->kids = HD_NEW(arena_of(m), struct hd_ast *);
    expand->kids[0] = ast;
    expand->nkids = 1;
    return expand;
}

static struct hd_spec *result_of(struct maker *m) {
    const struct hd_ast *ast = m->t->ast;
    struct hd_spec *spec = HD_NEW(arena_of(m), struct hd_spec);
    spec->base = BASE_NAME;
    spec->name = ast->spec->name;
    spec->range = spec->name_range = ast->spec->name_range;
    spec->ntargs = ast->ntparams;
    spec->targs = HD_NEW_ARRAY(arena_of(m), struct hd_ast *, ast->ntparams + 1);
    for (int i = 0; i < ast->ntparams; i++) spec->targs[i] = as_argument(m, &ast->tparams[i]);
    return spec;
}

// `value_type` where the class has `typedef T value_type;`: T. NULL: no such simple one.
static const struct hd_spec *typedef_behind(const struct hd_template *t, const char *name) {
    const struct hd_spec *body = t->ast->spec;
    for (int i = 0; i < body->nmembers; i++) {
        const struct hd_ast *member = body->members[i];
        if (member->kind == AST_USING && member->name == name && !member->is_template &&
            member->nkids == 1 && !member->kids[0]->declr->derivs)
            return member->kids[0]->spec;
        if (member->kind != AST_DECLARATION || !(member->spec->flags & SPEC_TYPEDEF)) continue;
        for (int k = 0; k < member->nkids; k++)
            if (member->kids[k]->declr->name == name)
                return member->kids[k]->declr->derivs ? NULL : member->spec;
    }
    return NULL;
}

enum { MOST_NESTED = 2000 }; // as high as trees are; ends `using T = T`

// The specifiers of a constructor's parameter as they are seen outside of the class.
static struct hd_spec *seen_outside(struct maker *m, struct hd_spec *spec, int depth) {
    if (!spec || spec->base != BASE_NAME || spec->qual || depth > MOST_NESTED) return spec;
    struct hd_spec *copy = HD_NEW(arena_of(m), struct hd_spec);
    *copy = *spec;
    if (!spec->targs && spec->name == m->t->ast->spec->name) {
        copy->targs = m->result->targs;
        copy->ntargs = m->result->ntargs;
        return copy;
    }
    const struct hd_spec *behind = spec->targs ? NULL : typedef_behind(m->t, spec->name);
    if (behind) {
        *copy = *behind;
        copy->flags = spec->flags;
        copy->quals |= spec->quals;
        return seen_outside(m, copy, depth + 1);
    }
    if (!spec->targs) return spec;
    copy->targs = HD_NEW_ARRAY(arena_of(m), struct hd_ast *, spec->ntargs + 1);
    for (int i = 0; i < spec->ntargs; i++) {
        copy->targs[i] = spec->targs[i];
        if (spec->targs[i]->kind != AST_TYPE_NAME) continue;
        copy->targs[i] = HD_NEW(arena_of(m), struct hd_ast);
        *copy->targs[i] = *spec->targs[i];
        copy->targs[i]->spec = seen_outside(m, spec->targs[i]->spec, depth + 1);
    }
    return copy;
}

// ---- guides -------------------------------------------------------------------------------------

static void add_guide(struct maker *m, const struct hd_ast *head, struct hd_param *params, int n,
                      const struct hd_deriv *like, enum hd_guide kind) {
    struct hd_arena *arena = arena_of(m);
    const struct hd_ast *tree = m->t->ast;
    int own = head ? head->ntparams : 0;
    struct hd_ast *ast = HD_NEW(arena, struct hd_ast);
    *ast = (struct hd_ast){.kind = AST_FUNCTION, .range = tree->range, .loc = tree->loc};
    ast->name = tree->spec->name;
    ast->is_template = true;
    ast->ntparams = tree->ntparams + own;
    ast->tparams = HD_NEW_ARRAY(arena, struct hd_tparam, ast->ntparams + 1);
    memcpy(ast->tparams, tree->tparams, sizeof *ast->tparams * (size_t)tree->ntparams);
    if (own)
        memcpy(ast->tparams + tree->ntparams, head->tparams, sizeof *ast->tparams * (size_t)own);
    ast->spec = m->result;
    ast->kids = HD_NEW_ARRAY(arena, struct hd_ast *, 1);
    ast->nkids = 1;
    ast->declr = HD_NEW(arena, struct hd_declr);
    ast->declr->name = ast->name;
    ast->declr->range = ast->declr->name_range = tree->spec->name_range;
    struct hd_deriv *f = ast->declr->derivs = HD_NEW(arena, struct hd_deriv);
    f->kind = DERIV_FUNCTION;
    f->params = params;
    f->nparams = n;
    f->variadic = like && like->variadic;
    f->range = tree->spec->name_range;
    struct hd_sym *sym = sym_new(m->c, SYM_TEMPLATE, m->sym->name, hd_ty.auto_, f->range);
    struct hd_template *t = HD_NEW(arena, struct hd_template);
    *t = *m->t;
    t->ast = ast;
    t->guide = kind;
    t->device_ast = NULL;
    t->number = 0;
    memset(&t->waiting, 0, sizeof t->waiting);
    struct hd_sym *kept = HD_NEW(arena, struct hd_sym);
    *kept = *sym;
    kept->tmpl = t;
    HD_PUSH(arena, &m->out, kept);
}

static void guide_of_constructor(struct maker *m, const struct hd_ast *ctor) {
    const struct hd_deriv *f = function_deriv(ctor->declr);
    if (!f) return;
    struct hd_param *params = HD_NEW_ARRAY(arena_of(m), struct hd_param, f->nparams + 1);
    for (int i = 0; i < f->nparams; i++) {
        params[i] = f->params[i];
        params[i].spec = seen_outside(m, params[i].spec, 0);
    }
    add_guide(m, ctor->is_template ? ctor : NULL, params, f->nparams, f, GUIDE_IMPLICIT);
}

// One that takes the members (C++20's aggregates).
static bool guide_of_members(struct maker *m) {
    const struct hd_spec *body = m->t->ast->spec;
    HD_VEC(struct hd_param) params = {0};
    for (int i = 0; i < body->nbases; i++) {
        struct hd_param p = {.spec = seen_outside(m, body->bases[i].type->spec, 0),
                             .declr = HD_NEW(arena_of(m), struct hd_declr),
                             .range = body->bases[i].range};
        p.declr->parameter_pack = body->bases[i].is_pack;
        HD_PUSH(arena_of(m), &params, p);
    }
    for (int i = 0; i < body->nmembers; i++) {
        const struct hd_ast *member = body->members[i];
        if (member->kind != AST_DECLARATION || member->is_template ||
            (member->spec->flags & (SPEC_TYPEDEF | SPEC_STATIC | SPEC_FRIEND)))
            continue;
        for (int k = 0; k < member->nkids; k++) {
            const struct hd_ast *di = member->kids[k];
            if (function_deriv(di->declr) || !di->declr->name) continue;
            struct hd_param p = {
                .spec = seen_outside(m, member->spec, 0), .declr = di->declr, .range = di->range};
            if (di->op && di->nkids) p.init = di->kids[0];
            HD_PUSH(arena_of(m), &params, p);
        }
    }
    for (int i = params.n; i-- > 0 && !params.v[i].init;) // only the last may be left out
        for (int k = 0; k < i; k++) params.v[k].init = NULL;
    if (params.n) add_guide(m, NULL, params.v, params.n, NULL, GUIDE_IMPLICIT);
    return params.n && params.v[0].init; // nothing need be given
}

// What the class's tree says.
static void make_guides(struct check *c, struct hd_sym *sym) {
    struct hd_template *t = sym->tmpl;
    struct maker m = {.c = c, .t = t, .sym = sym};
    const struct hd_spec *body = t->ast->spec;
    m.result = result_of(&m);
    bool ctors = false;
    for (int i = 0; i < body->nmembers; i++) {
        const struct hd_ast *member = body->members[i];
        if (member->kind != AST_FUNCTION || !(member->member & MEMBER_CTOR)) continue;
        ctors = true;
        guide_of_constructor(&m, member);
    }
    bool by_default = !ctors && body->has_body && guide_of_members(&m);
    if (!ctors && !by_default) add_guide(&m, NULL, NULL, 0, NULL, GUIDE_IMPLICIT);
    struct hd_param *same = HD_NEW(arena_of(&m), struct hd_param);
    same->spec = m.result;
    same->declr = HD_NEW(arena_of(&m), struct hd_declr);
    same->range = m.result->range;
    add_guide(&m, NULL, same, 1, NULL, GUIDE_COPY);
    t->guides = m.out.v;
    t->nguides = m.out.n;
}

// Where those that were written are listed.
static const char *guide_base(struct check *c, const char *name) {
    return hd_intern_str(hd_printf(c->arena, "%s ->", name));
}

void guide_declare(struct check *c, struct hd_ast *ast) {
    struct hd_found found;
    struct hd_range range = ast->declr->name_range;
    int errors = c->diags->errors;
    name_find(c, NULL, ast->name, range, LOOK_NAMES, &found);
    struct hd_sym *of = found.sym ? template_behind(c, found.sym) : NULL;
    if (!of || of->kind != SYM_STRUCT_TEMPLATE || !of->tmpl->ast->spec) {
        if (c->diags->errors == errors)
            hd_error(c->diags, range, "`%s` is no class template that a guide could be for",
                     ast->name);
        return;
    }
    const char *base = guide_base(c, of->name);
    const struct hd_source *source = hd_source_at(ast->range.from);
    struct hd_buf key = {0};
    hd_buf_puts(&key, base);
    for (hd_loc at = ast->range.from; source && source->text && at < ast->range.to; at++)
        if (source->text[at - source->base] > ' ')
            hd_buf_putc(&key, source->text[at - source->base]);
    hd_buf_puts(&key, "()"); // an overload, for whoever lists names
    struct hd_sym *sym = sym_new(c, SYM_TEMPLATE, hd_intern(key.s, key.len), hd_ty.auto_, range);
    hd_buf_finish(&key);
    struct hd_template *t = HD_NEW(c->arena, struct hd_template);
    *t = (struct hd_template){.ast = ast, .name = sym->name, .lang = c->lang, .arena = c->arena};
    t->space = space_enclosing(c->scope);
    t->guide = GUIDE_WRITTEN;
    sym->tmpl = t;
    t->def = global_declare_member(c, sym, base)->def;
}

// ---- deduction ----------------------------------------------------------------------------------

struct hd_sym *class_template_named(struct check *c, const struct hd_spec *spec) {
    if (c->lang != HD_LANG_CU || !spec || spec->base != BASE_NAME || spec->targs) return NULL;
    struct hd_found found;
    struct hd_diags *diags = c->diags;
    bool muted = diags->muted;
    int errors = diags->errors;
    diags->muted = true;
    bool known =
        name_find(c, spec->qual, spec->name, spec->name_range, LOOK_NAMES | LOOK_TAGS, &found);
    diags->muted = muted;
    diags->errors = errors;
    const struct hd_sym *sym = known && !found.tag ? found.sym : NULL;
    return sym && sym->kind == SYM_STRUCT_TEMPLATE && sym->tmpl->ast->kind == AST_DECLARATION &&
                   !sym->tmpl->ast->nkids
               ? found.sym
               : NULL;
}

static bool takes_list(const struct hd_sym *guide) {
    const struct hd_deriv *f = function_deriv(guide->tmpl->ast->declr);
    const struct hd_spec *spec = f && f->nparams ? f->params[0].spec : NULL;
    return spec && spec->base == BASE_NAME && spec->targs &&
           spec->name == hd_intern_str("initializer_list");
}

struct hd_type *list_type(struct check *c, struct hd_expr *const *v, int n, struct hd_range at) {
    struct hd_space *std =
        hd_space_in(c->front, hd_space_global(c->front), hd_intern_str("std"), SPACE_NAMESPACE);
    struct hd_found found;
    const char *name = hd_intern_str("initializer_list");
    bool session = c->front->cell_parser && c->front->cell_parser->cell;
    space_find(c->front, std, name, LOOK_NAMES | LOOK_QUALIFIED, &found);
    if (!found.sym && session && front_include_now(c->front, "initializer_list"))
        space_find(c->front, std, name, LOOK_NAMES | LOOK_QUALIFIED, &found);
    struct hd_sym *sym = found.sym;
    struct hd_type *element = NULL;
    if (!sym || sym->kind != SYM_STRUCT_TEMPLATE) return NULL;
    for (int i = 0; i < n; i++) {
        if (!v[i] || is_error(v[i])) return NULL;
        struct hd_type *t = unqual(v[i]->type);
        if (t->kind == HD_TY_ARRAY) t = hd_type_ptr(t->base);
        if (t->kind == HD_TY_FUNC) t = hd_type_ptr(function_type(c, v[i]));
        if (element && !hd_type_same(element, t)) return NULL;
        element = t;
    }
    if (!element) return NULL;
    struct hd_sym *alias = sym_new(c, SYM_TYPEDEF, hd_intern_str("[element]"), element, at);
    struct hd_spec spec = {.base = BASE_NAME, .name = alias->name, .range = alias->range};
    struct hd_declr declr = {0};
    struct hd_ast arg = {
        .kind = AST_TYPE_NAME, .spec = &spec, .declr = &declr, .range = alias->range};
    struct hd_ast *targs[1] = {&arg};
    spec.name_range = alias->range;
    space_push(c, SPACE_BLOCK);
    hd_map_set(&c->scope->names, alias->name, alias);
    struct hd_type *type = struct_template_type(c, sym, targs, 1, alias->range);
    space_pop(c);
    return is_record(type) ? type : NULL;
}

// A std::initializer_list of the elements' type, for overload resolution alone; elements in braces
// say nothing about it ([temp.deduct.call]p1). NULL: there is none.
static struct hd_expr *list_value(struct check *c, const struct call_args *args) {
    if (!args->n) return NULL;
    struct hd_range at = args->asts[0]->range;
    struct hd_expr **typed = HD_NEW_ARRAY(c->arena, struct hd_expr *, args->n);
    int n = 0;
    for (int i = 0; i < args->n; i++)
        if (args->asts[i]->kind != AST_INIT_LIST) typed[n++] = args->v[i];
    struct hd_type *type = list_type(c, typed, n, at);
    return type ? expr_new(c, EX_INIT, type, at) : NULL;
}

static bool is_instance_of(const struct hd_type *t, const struct hd_sym *sym) {
    return is_record(t) && t->record->instance && t->record->instance->name == sym->name;
}

// A lambda is another type each time it is looked at: it is checked once.
static void keep_lambdas(struct check *c, struct hd_ast **asts, struct hd_expr *const *v, int n) {
    for (int i = 0; i < n; i++) {
        if (!v[i] || asts[i]->kind != AST_LAMBDA) continue;
        struct hd_ast *ast = HD_NEW(c->arena, struct hd_ast);
        *ast = *asts[i];
        ast->kind = AST_CHECKED;
        ast->checked = v[i];
        asts[i] = ast;
    }
}

static struct hd_type *pick(struct check *c, struct hd_sym *sym, struct call_args *args,
                            struct hd_sym **list, int n, struct hd_range where, bool quiet) {
    struct callee callee = {0};
    c->unevaluated++; // no body is asked for
    int found = n ? overload_pick_from(c, sym->name, list, n, args, where, quiet, &callee) : 0;
    c->unevaluated--;
    return found == 1 ? callee.type->base : NULL;
}

struct hd_type *class_template_deduce(struct check *c, struct hd_sym *sym, struct hd_ast ***asts,
                                      int *n, bool braces, struct hd_range where) {
    HD_VEC(struct hd_sym *) all = {0}, lists = {0};
    struct call_args args;
    int nwritten = 0;
    asts_expand(c, asts, n);
    struct hd_ast **copy = HD_NEW_ARRAY(c->arena, struct hd_ast *, *n + 1);
    if (*n) memcpy(copy, *asts, sizeof *copy * (size_t)*n);
    *asts = copy;
    check_args(c, copy, *n, &args);
    if (args.failed) return hd_ty.error;
    keep_lambdas(c, copy, args.v, *n);
    args.asts = copy;
    if (!sym->tmpl->guides) make_guides(c, sym);
    const char *base = guide_base(c, sym->name);
    global_find(c->front, base, false); // those that come later count as well
    const char **written = global_family(c->front, base, &nwritten);
    for (int i = 0; i < nwritten; i++) {
        struct hd_sym *guide = global_find(c->front, written[i], true);
        if (guide && guide->kind == SYM_TEMPLATE) HD_PUSH(c->arena, &all, guide);
    }
    for (int i = 0; i < sym->tmpl->nguides; i++) HD_PUSH(c->arena, &all, sym->tmpl->guides[i]);
    struct hd_type *type = NULL;
    bool copies = *n == 1 && args.v[0] && is_instance_of(args.v[0]->type, sym);
    if (braces && *n > 0 && !copies) {
        for (int i = 0; i < all.n; i++)
            if (takes_list(all.v[i])) HD_PUSH(c->arena, &lists, all.v[i]);
        struct hd_expr *value = lists.n ? list_value(c, &args) : NULL;
        struct call_args one = {.asts = copy, .v = &value, .n = 1};
        if (value) type = pick(c, sym, &one, lists.v, lists.n, where, true);
    }
    int errors = c->diags->errors;
    if (!type) type = pick(c, sym, &args, all.v, all.n, where, true);
    if (!type) {
        if (c->diags->errors > errors) return hd_ty.error;
        struct hd_diag *d =
            hd_error(c->diags, where,
                     *n ? "the template arguments of `%s` cannot be told from these values"
                        : "`%s` is a struct template: it needs its arguments",
                     sym->name);
        hd_help(c->diags, d, "write them out: `%s<...>`", sym->name);
        note_on(c, d, sym->range, "`%s` is declared here", sym->name);
        return hd_ty.error;
    }
    if (is_record(type) && type->record->tag) // now c needs it
        global_find_tag(c->front, type->record->tag, true);
    return type;
}
