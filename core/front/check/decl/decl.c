// Declarations, at top level and in blocks: each declarator is a typedef, a prototype or a
// variable.
//
// Example: `static int n = 1, *p, f(int);` declares two variables and a function. What becomes of a
// variable says global.c at top level, local.c in a block.
#include "front/check/decl/var.h"

#include <string.h>

// ---- typedefs -----------------------------------------------------------------------------------

static void declare_typedef(struct check *c, struct var *v) {
    struct hd_type *t = v->type;
    const char *name = declared_name(c, v->declr->name);
    if (v->has_init) hd_error(c->diags, v->declr->range, "a typedef has no value");
    if (t->kind == HD_TY_RECORD && !t->record->tag && !t->record->typedef_name)
        t->record->typedef_name = name;
    if (t->kind == HD_TY_RECORD && t->record->is_union && v->attrs.transparent)
        t->record->transparent = true;
    if (t->kind == HD_TY_ENUM && !t->enumeration->tag && !t->enumeration->typedef_name)
        t->enumeration->typedef_name = name;
    if (v->attrs.aligned && !v->spec->has_body) t = type_aligned(c->arena, t, v->attrs.aligned);
    struct hd_sym *sym =
        sym_new(c, SYM_TYPEDEF, name, type_named(c->arena, t, name), v->declr->name_range);
    if (at_top(c))
        global_declare(c, sym, DEF_TYPEDEF);
    else
        space_declare(c, sym);
}

// ---- declarations -------------------------------------------------------------------------------

// `char *__attribute__((cleanup(f))) p`: after a `*`, and meant for the variable.
static void read_pointer_attrs(const struct hd_declr *declr, struct attr_set *out) {
    for (const struct hd_deriv *d = declr->derivs; d; d = d->next)
        for (const struct hd_attr *a = d->attrs; a; a = a->next)
            if (a->name == hd_intern_str("cleanup") && a->nargs) out->cleanup = a->args[0];
}

// The names of `auto [a, b] = ...`: references to what they stand for.
static void declare_bindings(struct check *c, const struct var *whole, stmt_vec *out) {
    int n = whole->declr->nbindings;
    struct bound_part *parts = HD_NEW_ARRAY(c->arena, struct bound_part, n);
    bool ok = whole->type->kind != HD_TY_ERROR && binding_parts(c, whole->declr, parts);
    for (int i = 0; i < n; i++) {
        struct hd_declr *declr = HD_NEW(c->arena, struct hd_declr);
        struct hd_ast *di = HD_NEW(c->arena, struct hd_ast);
        declr->name = whole->declr->bindings[i].name;
        declr->range = declr->name_range = whole->declr->bindings[i].range;
        *di = (struct hd_ast){.kind = AST_DECLARATOR_INIT, .range = declr->range, .declr = declr};
        struct var v = {.spec = whole->spec, .declr = declr, .ast = di, .has_init = ok};
        v.type = hd_ty.error;
        if (ok) {
            struct hd_expr *e = parts[i].e;
            v.type = parts[i].by_value ? hd_type_unqual(e->type)
                                       : hd_type_ref(c->arena, e->type, is_rvalue(e));
            e = parts[i].by_value ? convert_assign(c, rvalue(c, e), v.type, "a binding")
                                  : bind_ref(c, v.type, e, "a binding");
            v.init = init_of_expr(c, v.type, e);
            v.bound = parts[i].type;
        }
        if (at_top(c))
            global_var(c, &v, out);
        else
            local_var(c, &v, out);
    }
}

// `Foo x(1);` where Foo is a class template: its arguments are told from the initialiser.
static struct hd_type *deduced_class(struct check *c, struct hd_sym *sym, struct var *v) {
    struct hd_ast *ast = HD_NEW(c->arena, struct hd_ast), *list = NULL;
    *ast = *v->ast;
    struct hd_ast **args = ast->kids;
    int n = ast->op ? ast->nkids : 0;
    if (n == 1 && args[0]->kind == AST_INIT_LIST && ast->op != TK_LPAREN) {
        list = HD_NEW(c->arena, struct hd_ast);
        *list = *args[0];
        n = list->nkids;
        args = list->kids;
    }
    struct hd_type *type = class_template_deduce(c, sym, &args, &n, list != NULL, v->declr->range);
    if (list) {
        list->kids = args;
        list->nkids = n;
        ast->kids = HD_NEW(c->arena, struct hd_ast *);
        ast->kids[0] = list;
    } else if (ast->op) {
        ast->kids = args;
        ast->nkids = n;
    }
    v->ast = ast;
    return type;
}

// In `Foo<...> x;` all is written; so it is where nothing could be told.
static struct hd_sym *open_class(struct check *c, const struct hd_ast *ast) {
    struct hd_sym *sym =
        ast->spec->flags & (SPEC_TYPEDEF | SPEC_EXTERN) ? NULL : class_template_named(c, ast->spec);
    for (int i = 0; sym && i < ast->nkids; i++)
        if (ast->kids[i]->declr->derivs) sym = NULL;
    return ast->nkids ? sym : NULL;
}

static void check_declarators(struct check *c, struct hd_ast *ast, stmt_vec *out) {
    struct hd_spec *spec = ast->spec;
    struct hd_sym *open = open_class(c, ast);
    struct inner in;
    const struct hd_qual *qual = ast->nkids && at_top(c) ? ast->kids[0]->declr->qual : NULL;
    int errors = c->diags->errors;
    bool muted = c->diags->muted, wanted = c->wants_constant;
    c->diags->muted = true; // it is looked at again
    if (qual && check_qual(c, qual, &in)) c->access_as = in.record;
    c->diags->muted = muted;
    c->diags->errors = errors;
    struct hd_type *base = open ? NULL : check_spec(c, spec);
    if (ast->nkids == 0 && !c->system && spec->base != BASE_TAG && spec->base != BASE_ERROR &&
        base->kind != HD_TY_ERROR)
        warn(c, spec->range, "missing-declarations", "this declares nothing");
    struct hd_type *deduced = NULL;
    for (int i = 0; i < ast->nkids; i++) {
        struct hd_ast *di = ast->kids[i];
        struct hd_declr *declr = di->declr;
        if (!declr->name) continue;
        c->at = declr->range;
        struct var v = {.spec = spec, .declr = declr, .ast = di, .deduced = &deduced};
        v.has_init = di->op != 0;
        c->wants_constant = spec->flags & (SPEC_CONSTEXPR | SPEC_CONSTINIT);
        if (open) {
            struct hd_type *type = deduced_class(c, open, &v);
            if (i && type->kind != HD_TY_ERROR && base->kind != HD_TY_ERROR &&
                !hd_type_same(type, base))
                hd_error(c->diags, declr->range,
                         "`%s` would be `%s`, and what is declared with"
                         " it `%s`",
                         declr->name, ty(c, type), ty(c, base));
            base = type;
            v.type = hd_type_qual(type, spec->quals);
        } else
            v.type = check_declarator(c, base, declr, spec);
        if (spec->attrs && !spec->has_body) attrs_read(c, spec->attrs, &v.attrs);
        attrs_read(c, declr->attrs, &v.attrs);
        read_pointer_attrs(declr, &v.attrs);
        if (spec->flags & SPEC_TYPEDEF) {
            if (!at_top(c)) local_sizes(c, v.type, out);
            declare_typedef(c, &v);
        } else if (v.type->kind == HD_TY_FUNC) {
            if (v.has_init)
                hd_error(c->diags, declr->range, "function `%s` is initialised like a variable",
                         declr->name);
            prototype(c, di, v.type, declr, spec);
        } else if (declr->qual && !global_outside(c, &v)) {
            continue;
        } else if (!at_top(c)) {
            local_var(c, &v, out);
            if (declr->nbindings) declare_bindings(c, &v, out);
        } else {
            if (spec->flags & (SPEC_GLOBAL | SPEC_NORETURN) && v.type->kind != HD_TY_ERROR)
                hd_error(c->diags, spec->range, "`%s` is for functions",
                         spec->flags & SPEC_GLOBAL ? "__global__" : "noreturn");
            global_var(c, &v, out);
            if (declr->nbindings) declare_bindings(c, &v, out);
        }
    }
    c->wants_constant = wanted;
    c->access_as = NULL;
}

void check_decl(struct check *c, struct hd_ast *declaration, stmt_vec *out) {
    c->at = declaration->range;
    check_declarators(c, declaration, out);
}

void check_static_assert(struct check *c, struct hd_ast *ast) {
    struct hd_expr *e = check_rvalue(c, ast->kids[0]);
    if (is_error(e)) return;
    struct hd_const v;
    if (!hd_type_is_scalar(e->type) || !const_must(e, &v)) {
        struct hd_diag *d = hd_error(c->diags, ast->kids[0]->range,
                                     "the condition of a static assertion must be a constant");
        const_explain(c, d, e);
        return;
    }
    bool holds = v.kind == CONST_INT    ? v.i != 0
                 : v.kind == CONST_ADDR ? hd_const_is_symbolic(&v) || v.offset
                                        : v.f != 0;
    if (holds) return;
    struct hd_string *text = ast->nkids > 1 && ast->kids[1] ? check_string(c, ast->kids[1]) : NULL;
    if (text && text->len && text->type->base->size == 1)
        hd_error(c->diags, ast->kids[0]->range, "static assertion failed: %s",
                 (const char *)text->data);
    else
        hd_error(c->diags, ast->kids[0]->range, "static assertion failed");
}
