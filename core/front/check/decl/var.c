// Variables: what a session's and a function's have in common. Their types, where the initialiser
// tells them (`auto`), their initialisers, and which of them are constants.
//
// Example: `auto [a, n] = f();` and `const auto *p = &x;` take the type from the value, `const int
// n = 4;` is a constant whose value the checker may use.
#include "front/check/array/array.h"
#include "front/check/decl/var.h"

#include <string.h>

// ---- auto ---------------------------------------------------------------------------------------

bool var_has_auto(const struct hd_type *t) {
    while (t->kind == HD_TY_PTR || t->kind == HD_TY_REF || t->kind == HD_TY_ARRAY) t = t->base;
    return t->kind == HD_TY_AUTO;
}

// What the pattern becomes for a value of type `from`; NULL: it does not fit.
static struct hd_type *deduce(struct check *c, struct hd_type *pattern, struct hd_type *from) {
    if (pattern->kind == HD_TY_AUTO) return hd_type_qual(from, pattern->quals);
    if (pattern->kind == HD_TY_PTR && from->kind == HD_TY_PTR) {
        struct hd_type *base = deduce(c, pattern->base, from->base);
        return base ? hd_type_qual(hd_type_ptr(base), pattern->quals) : NULL;
    }
    return hd_type_same_unqual(pattern, from) ? pattern : NULL;
}

// The type that `auto` itself stands for where the pattern has become `type`.
static struct hd_type *placeholder(const struct hd_type *pattern, struct hd_type *type) {
    while (pattern->kind == HD_TY_PTR || pattern->kind == HD_TY_REF) {
        pattern = pattern->base;
        type = type->base;
    }
    return hd_type_qual(hd_type_unqual(type), type->quals & ~pattern->quals);
}

// `auto a = 1, b = 2.0;`: it is one type in a declaration (C++17 [dcl.spec.auto]p8). Of arrays it
// is the kind, whatever their elements and ranks: `auto x = arange(5), m = zeros(3, 4);`.
static void deduce_alike(struct check *c, const struct var *v, const struct hd_type *written) {
    if (!v->deduced || v->type->kind == HD_TY_ERROR) return;
    struct hd_type *type = placeholder(written, v->type), *before = *v->deduced;
    bool arrays = before && before->kind == HD_TY_NDARRAY && type->kind == HD_TY_NDARRAY;
    if (before && !arrays && !hd_type_same(before, type)) {
        struct hd_diag *d =
            hd_error(c->diags, v->declr->range,
                     "`auto` would be `%s` for `%s`, and is `%s` for what is declared with it",
                     ty(c, type), v->declr->name, ty(c, before));
        hd_help(c->diags, d, "declare `%s` by itself", v->declr->name);
    }
    *v->deduced = type;
}

static struct hd_ast *only_value(const struct var *v) {
    struct hd_ast *value = v->ast->nkids == 1 ? v->ast->kids[0] : NULL;
    if (value && value->kind == AST_INIT_LIST && v->ast->op == TK_LBRACE && value->nkids == 1)
        value = value->kids[0];
    return value;
}

// `auto [a, b] = array;` copies its elements. false: it is no array.
static bool deduce_array(struct check *c, struct var *v, struct hd_ast *value) {
    c->unevaluated++;
    struct hd_expr *e = check_expr(c, value);
    c->unevaluated--;
    if (e->type->kind != HD_TY_ARRAY) return false;
    v->type = hd_type_qual(hd_type_unqual(e->type), v->type->quals);
    struct hd_ast *list = binding_copy_array(c, e->type, value);
    if (list)
        v->init = check_init(c, v->type, list, value->range);
    else
        v->type = hd_ty.error;
    return true;
}

// `auto list = {1, 2};` is a std::initializer_list (C++17 [dcl.type.auto.deduct]p4).
static bool deduce_list(struct check *c, struct var *v) {
    struct hd_ast *list = v->ast->nkids == 1 ? v->ast->kids[0] : NULL;
    bool copies = list && list->kind == AST_INIT_LIST && v->ast->op != TK_LBRACE && list->nkids;
    if (!copies || v->type->kind != HD_TY_AUTO || v->type == type_decltype_auto()) return false;
    struct hd_expr **e = HD_NEW_ARRAY(c->arena, struct hd_expr *, list->nkids);
    bool plain = true;
    for (int i = 0; i < list->nkids; i++) {
        plain =
            plain && list->kids[i]->kind != AST_INIT_LIST && list->kids[i]->kind != AST_DESIGNATED;
        if (!plain) return false;
        c->unevaluated++;
        e[i] = check_rvalue(c, list->kids[i]);
        c->unevaluated--;
    }
    struct hd_type *type = list_type(c, e, list->nkids, list->range);
    bool failed = false;
    for (int i = 0; i < list->nkids; i++) failed = failed || is_error(e[i]);
    if (!type && !failed) {
        struct hd_diag *d = hd_error(c->diags, list->range, "`%s` cannot be deduced from this list",
                                     v->declr->name);
        hd_help(c->diags, d,
                "elements of one type are a std::initializer_list, with its header: `#include "
                "<initializer_list>`");
    }
    v->type = type ? hd_type_qual(type, v->type->quals) : hd_ty.error;
    return true;
}

void var_deduce(struct check *c, struct var *v) {
    struct hd_ast *value = only_value(v);
    struct hd_type *written = v->type;
    if (deduce_list(c, v)) {
        deduce_alike(c, v, written);
        return;
    }
    if (!value || value->kind == AST_INIT_LIST || value->kind == AST_DESIGNATED) {
        struct hd_diag *d = hd_error(c->diags, v->declr->range,
                                     "`%s` needs a value to deduce `auto` from", v->declr->name);
        hd_help(c->diags, d, "write its type, or `auto %s = ...`", v->declr->name);
        v->type = hd_ty.error;
        return;
    }
    if (v->type == type_decltype_auto()) {
        struct hd_expr *e = check_expr(c, value);
        v->type = decltype_of(c, value, e);
        return; // initialised as any variable of that type
    }
    bool ref = v->type->kind == HD_TY_REF;
    v->arrays = c->arrays + 1;
    if (v->declr->nbindings && !ref && deduce_array(c, v, value)) return;
    struct hd_expr *e = ref ? check_expr(c, value) : check_rvalue(c, value);
    v->type = hd_ty.error;
    if (is_error(e)) return;
    if (e->type->kind == HD_TY_VOID || e->type->kind == HD_TY_AUTO) {
        hd_error(c->diags, value->range, "`%s` cannot be deduced from an expression of type `%s`",
                 v->declr->name, e->type->kind == HD_TY_AUTO ? "a template" : "void");
        return;
    }
    const struct hd_expr *name = overloaded_name(e);
    if (name && name->sym->def && !name->sym->def->system) {
        overload_unsettled(c, name, NULL, value->range);
        return;
    }
    if (ref) {
        bool keeps = e->is_lvalue || e->type->kind == HD_TY_FUNC;
        struct hd_type *base = deduce(c, written->base, keeps ? e->type : hd_type_unqual(e->type));
        bool moves = written->rvalue_ref && is_rvalue(e) && e->type->kind != HD_TY_FUNC;
        if (base) v->type = hd_type_ref(c->arena, base, moves);
    } else {
        struct hd_type *t = deduce(c, written, e->type);
        v->type = t ? t : hd_ty.error;
    }
    if (v->type->kind == HD_TY_ERROR) {
        hd_error(c->diags, value->range, "`%s` does not fit `%s`", ty(c, e->type), ty(c, written));
        return;
    }
    deduce_alike(c, v, written);
    constraint_check_type(c, v->spec->constraint, e->type, value->range);
    struct hd_expr *init = ref ? bind_ref(c, v->type, e, "an initialiser")
                               : convert_assign(c, e, hd_type_unqual(v->type), "an initialiser");
    v->init = init_of_expr(c, v->type, init);
}

// ---- shared by globals and locals ---------------------------------------------------------------

static struct hd_init *initialise_value(struct check *c, struct var *v) {
    struct hd_ast *di = v->ast;
    struct hd_range where = v->declr->range;
    if (v->init) return v->init;
    if (!v->has_init) {
        class_default_ok(c, v->type, v->declr->name, where);
        return init_default(c, v->type);
    }
    if (di->op == TK_LPAREN) return check_init_args(c, v->type, di->kids, di->nkids, where);
    if (di->op == TK_LBRACE) return check_init_direct(c, v->type, di->kids[0], where);
    return check_init(c, v->type, di->kids[0], where);
}

struct hd_init *var_initialise(struct check *c, struct var *v, struct hd_sym *sym) {
    int before = v->arrays ? v->arrays - 1 : c->arrays;
    struct hd_init *init = initialise_value(c, v);
    bool local = c->func && !c->func->is_entry && sym->storage != ST_STATIC;
    if (!local) class_ends_ok(c, v->type, false, v->declr->range); // a local's end is written out
    if (c->lang == HD_LANG_CU) array_init(c, sym, init, before);
    return init;
}

bool var_type_ok(struct check *c, const struct var *v, bool is_extern) {
    struct hd_type *t = v->type;
    const char *name = v->declr->name;
    struct hd_diag *d;
    if (t->kind == HD_TY_ERROR) return false;
    if (t->kind == HD_TY_VOID) {
        d = hd_error(c->diags, v->declr->range, "variable `%s` cannot have type `void`", name);
        hd_help(c->diags, d, "`void *%s` is a pointer to anything", name);
        return false;
    }
    bool unsized = t->kind == HD_TY_ARRAY && t->len < 0 && !t->vla_len;
    if (is_extern || hd_type_is_complete(t) || (unsized && v->has_init)) return true;
    if (unsized) {
        d = hd_error(c->diags, v->declr->range, "array `%s` has no length", name);
        hd_help(c->diags, d, "write it in the brackets, or give it an initialiser");
        return false;
    }
    d = hd_error(c->diags, v->declr->range, "`%s` has type `%s`, which is declared but not defined",
                 name, ty(c, t));
    if (t->kind == HD_TY_RECORD)
        note_on(c, d, (struct hd_range){t->record->loc, t->record->loc}, "`%s` is declared here",
                ty(c, t));
    return false;
}

bool var_type_is_const(const struct hd_type *t) {
    while (t->kind == HD_TY_ARRAY) t = t->base;
    return (t->quals & Q_CONST) && !(t->quals & Q_VOLATILE);
}

void var_needs_value(struct check *c, const struct var *v) {
    if (v->has_init || v->init || c->lang == HD_LANG_C) return;
    struct hd_diag *d = NULL;
    if (v->type->kind == HD_TY_REF)
        d = hd_error(c->diags, v->declr->range, "reference `%s` must be bound to something",
                     v->declr->name);
    else if ((var_type_is_const(v->type) || (v->spec->flags & SPEC_CONSTEXPR)) &&
             hd_type_is_scalar(v->type))
        d = hd_error(c->diags, v->declr->range, "constant `%s` needs a value", v->declr->name);
    if (d) hd_help(c->diags, d, "`%s = ...`: it cannot be given one later", v->declr->name);
}

// A constant whose value the checker may use.
void var_take_value(struct check *c, struct hd_sym *sym, const struct hd_init *init) {
    struct hd_type *t = sym->type;
    bool is_const = var_type_is_const(t) && hd_type_is_scalar(t);
    if (!is_const || !init || init->nitems != 1 || init->items[0].bits) return;
    struct hd_const v;
    if (!hd_const_eval(init->items[0].value, &v) || (v.kind == CONST_ADDR && c->lang == HD_LANG_C))
        return;
    sym->value = HD_NEW(c->arena, struct hd_const);
    *sym->value = v;
    sym->is_const_value = true;
}

static bool runs_code_at_end(const struct hd_type *t) {
    while (t->kind == HD_TY_ARRAY) t = t->base;
    return t->kind == HD_TY_RECORD && (t->record->nontrivial & 1 << SPECIAL_DTOR);
}

// A constant needs no end, or one that may run while compiling.
static bool is_literal(struct check *c, const struct var *v) {
    const struct hd_type *t = v->type;
    while (t->kind == HD_TY_ARRAY) t = t->base;
    if (!runs_code_at_end(t) || c->system || (t->record->def && t->record->def->system))
        return true;
    for (int i = 0; i < t->record->nmethods; i++) {
        const struct hd_method *m = &t->record->methods[i];
        if (!m->is_dtor || m->is_implicit || const_may_call(m->sym)) continue;
        struct hd_diag *d = hd_error(c->diags, v->declr->range,
                                     "`%s` cannot be constexpr: `%s` has a destructor of its own",
                                     v->declr->name, ty(c, hd_type_unqual((struct hd_type *)t)));
        hd_help(c->diags, d, "`const` allows it; so does a destructor that is `constexpr` (C++20)");
        return false;
    }
    return true;
}

// Computes what the language, or static storage, wants to be a constant.
void var_make_constant(struct check *c, const struct var *v, const struct hd_sym *sym,
                       struct hd_init *init) {
    bool is_constexpr = v->spec->flags & SPEC_CONSTEXPR,
         is_constinit = v->spec->flags & SPEC_CONSTINIT;
    bool must = is_constexpr || is_constinit;
    if (!init || v->type->kind == HD_TY_ERROR || c->lang == HD_LANG_C) return;
    if (init->constant && (!is_constexpr || is_literal(c, v))) return;
    struct hd_range range =
        v->ast->nkids && v->ast->kids[0] ? v->ast->kids[0]->range : v->declr->range;
    bool counts = var_type_is_const(sym->type) && hd_type_is_integer(sym->type);
    if (!must && !counts) { // others may as well be made when the program runs
        if (sym->storage == ST_LOCAL || sym->storage == ST_THREAD || sym->type->kind == HD_TY_REF ||
            runs_code_at_end(sym->type))
            return;
    }
    if (is_constexpr && !is_literal(c, v)) return;
    struct const_why *why = must ? const_why_new(c) : NULL;
    if (const_init(c, init, must || counts, why, range) || !must) return;
    if (init->nitems == 0 || is_error(init->items[0].value)) return; // reported
    struct hd_diag *d =
        hd_error(c->diags, init->nitems ? init->items[0].value->range : v->declr->range,
                 "the value of %s `%s` must be a constant",
                 is_constexpr ? "constexpr" : "constinit", v->declr->name);
    const_why_tell(c, d, why);
    hd_help(c->diags, d,
            is_constexpr ? "`const` allows values that are computed when the program runs"
                         : "leave `constinit` out if it may be computed when the program runs");
}

uint32_t var_alignment(const struct var *v) {
    uint32_t align = v->attrs.aligned;
    if (v->type->unqual->align && v->type->align > v->type->unqual->align && v->type->align > align)
        align = v->type->align;
    return align;
}

void var_make_const(struct var *v) {
    if ((v->spec->flags & SPEC_CONSTEXPR) && v->type->kind != HD_TY_ERROR)
        v->type = hd_type_qual(v->type, Q_CONST);
}

void var_complete_array(struct hd_sym *sym, const struct hd_init *init) {
    bool unsized = sym->type->kind == HD_TY_ARRAY && sym->type->len < 0 && !sym->type->vla_len;
    if (init && (unsized || init->type->size > sym->type->size)) sym->type = init->type;
}

void decl_add(struct check *c, stmt_vec *out, struct hd_stmt *s) { HD_PUSH(c->arena, out, s); }

struct hd_stmt *global_init_stmt(struct check *c, struct hd_sym *sym, struct hd_init *init,
                                 struct hd_range range) {
    struct hd_stmt *s = decl_stmt(c, STM_GLOBAL_INIT, range);
    s->sym = sym;
    s->var_init = init;
    note_use(c, sym);
    return s;
}
