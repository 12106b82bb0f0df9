// Top-level items and declarations of variables and types.
//
// Top level: each declarator makes one symbol in the session (global_declare). A variable's
// constant initialiser stays with the symbol and is written when the cell commits; any other
// becomes a statement of the cell's entry, in order. In a block the same declarators become
// STM_VAR, preceded by what computes run-time lengths.
//
// Example: `int n = f(), a[4] = {1};` in a cell gives a STM_GLOBAL_INIT for n, and a constant for
// a.
#include <string.h>

#include "front/check/array/array.h"
#include "front/check/decl/decl.h"
#include "front/names/library.h"

// One declarator of a variable while it is being declared.
struct var {
    struct hd_spec *spec;
    struct hd_declr *declr;
    struct hd_ast *ast; // AST_DECLARATOR_INIT
    struct hd_type *type;
    struct attr_set attrs;
    struct hd_init *init; // made already where the type was deduced from it
    bool has_init;
    int arrays;            // c->arrays before `init` was checked, plus 1
    const char *key;       // defined outside of its struct or namespace: its key; or NULL
    struct hd_type *bound; // hd_sym.bound
};

// ---- auto ---------------------------------------------------------------------------------------

static bool has_auto(const struct hd_type *t) {
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

static void deduce_var(struct check *c, struct var *v) {
    struct hd_ast *value = only_value(v);
    if (deduce_list(c, v)) return;
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
    struct hd_type *written = v->type;
    v->type = hd_ty.error;
    if (is_error(e)) return;
    if (e->type->kind == HD_TY_VOID || e->type->kind == HD_TY_AUTO) {
        hd_error(c->diags, value->range, "`%s` cannot be deduced from an expression of type `%s`",
                 v->declr->name, e->type->kind == HD_TY_AUTO ? "a template" : "void");
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

static struct hd_init *initialise(struct check *c, struct var *v, struct hd_sym *sym) {
    int before = v->arrays ? v->arrays - 1 : c->arrays;
    struct hd_init *init = initialise_value(c, v);
    bool local = c->func && !c->func->is_entry && sym->storage != ST_STATIC;
    if (!local) class_ends_ok(c, v->type, false, v->declr->range); // a local's end is written out
    if (c->lang == HD_LANG_CU) array_init(c, sym, init, before);
    return init;
}

static bool var_type_ok(struct check *c, const struct var *v, bool is_extern) {
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

static bool is_const_type(const struct hd_type *t) {
    while (t->kind == HD_TY_ARRAY) t = t->base;
    return (t->quals & Q_CONST) && !(t->quals & Q_VOLATILE);
}

static void needs_value(struct check *c, const struct var *v) {
    if (v->has_init || v->init || c->lang == HD_LANG_C) return;
    struct hd_diag *d = NULL;
    if (v->type->kind == HD_TY_REF)
        d = hd_error(c->diags, v->declr->range, "reference `%s` must be bound to something",
                     v->declr->name);
    else if ((is_const_type(v->type) || (v->spec->flags & SPEC_CONSTEXPR)) &&
             hd_type_is_scalar(v->type))
        d = hd_error(c->diags, v->declr->range, "constant `%s` needs a value", v->declr->name);
    if (d) hd_help(c->diags, d, "`%s = ...`: it cannot be given one later", v->declr->name);
}

// A constant whose value the checker may use.
static void take_const_value(struct check *c, struct hd_sym *sym, const struct hd_init *init) {
    struct hd_type *t = sym->type;
    bool is_const = is_const_type(t) && hd_type_is_scalar(t);
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
static void make_constant(struct check *c, const struct var *v, const struct hd_sym *sym,
                          struct hd_init *init) {
    bool is_constexpr = v->spec->flags & SPEC_CONSTEXPR,
         is_constinit = v->spec->flags & SPEC_CONSTINIT;
    bool must = is_constexpr || is_constinit;
    if (!init || v->type->kind == HD_TY_ERROR || c->lang == HD_LANG_C) return;
    if (init->constant && (!is_constexpr || is_literal(c, v))) return;
    struct hd_range range =
        v->ast->nkids && v->ast->kids[0] ? v->ast->kids[0]->range : v->declr->range;
    bool counts = is_const_type(sym->type) && hd_type_is_integer(sym->type);
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

static uint32_t alignment_of(const struct var *v) {
    uint32_t align = v->attrs.aligned;
    if (v->type->unqual->align && v->type->align > v->type->unqual->align && v->type->align > align)
        align = v->type->align;
    return align;
}

static void make_const(struct var *v) {
    if ((v->spec->flags & SPEC_CONSTEXPR) && v->type->kind != HD_TY_ERROR)
        v->type = hd_type_qual(v->type, Q_CONST);
}

static void complete_array(struct hd_sym *sym, const struct hd_init *init) {
    bool unsized = sym->type->kind == HD_TY_ARRAY && sym->type->len < 0 && !sym->type->vla_len;
    if (init && (unsized || init->type->size > sym->type->size)) sym->type = init->type;
}

static void add_stmt(struct check *c, stmt_vec *out, struct hd_stmt *s) {
    HD_PUSH(c->arena, out, s);
}

static struct hd_stmt *global_init(struct check *c, struct hd_sym *sym, struct hd_init *init,
                                   struct hd_range range) {
    struct hd_stmt *s = decl_stmt(c, STM_GLOBAL_INIT, range);
    s->sym = sym;
    s->var_init = init;
    note_use(c, sym);
    return s;
}

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

// ---- top level ----------------------------------------------------------------------------------

static enum hd_storage global_storage(struct check *c, const struct var *v) {
    unsigned f = v->spec->flags;
    bool is_extern = (f & SPEC_EXTERN) && !v->has_init;
    if (f & SPEC_SHARED) {
        // Every kernel that reaches it has its own.
        return f & SPEC_EXTERN ? ST_DYN_SHARED : ST_SHARED;
    }
    if (is_extern) return ST_EXTERN;
    if (f & SPEC_MANAGED || type_is_managed(v->type)) return ST_MANAGED;
    if (f & SPEC_CONSTANT) return ST_CONSTANT;
    if (f & SPEC_DEVICE) return ST_DEVICE;
    return f & SPEC_THREAD ? ST_THREAD : ST_GLOBAL;
}

static void run_time_length(struct check *c, struct var *v) {
    struct hd_diag *d =
        hd_error(c->diags, v->declr->range, "the length of top-level array `%s` must be a constant",
                 v->declr->name);
    hd_help(c->diags, d,
            "use a number, `const int n = ...`, or memory from malloc or cudaMallocManaged");
    if (v->type->vla_len) const_explain(c, d, v->type->vla_len);
    v->type = hd_ty.error;
}

static struct hd_stmt *at_end(struct check *c, struct hd_sym *sym, struct hd_range range);

// Whether a constexpr constructor makes the value: a constant in C++, and code of the host here.
static bool by_constexpr(const struct hd_init *init) {
    for (int i = 0; i < init->nitems; i++) {
        const struct hd_expr *e = init->items[i].value;
        if (e->kind == EX_CALL && e->constructs && e->a->kind == EX_FUNC &&
            (e->a->sym->spec & SPEC_CONSTEXPR))
            continue;
        return false;
    }
    return init->nitems > 0;
}

// Where the value goes: into the image that is written at commit, or into code.
static void place_global_init(struct check *c, const struct var *v, struct hd_sym *sym,
                              struct hd_init *init, stmt_vec *out) {
    if (sym->type->kind == HD_TY_ERROR) return;
    if (init && init->constant) {
        sym->init = init;
        take_const_value(c, sym, init);
        bool follows = sym->is_const_value || is_const_type(sym->type);
        if (follows && sym->keeps_value) { // a constant follows its initialiser
            sym->keeps_value = false;
            sym->addr = 0;
            sym->code = NULL;
        }
    }
    struct hd_range range =
        v->ast->nkids && v->ast->kids[0] ? v->ast->kids[0]->range : v->declr->range;
    if (c->refreshing && !sym->def) return; // something else has this name of the item now
    if (sym->keeps_value || sym->before) {
        at_end(c, sym, range); // what it declares is part of the item
        return;
    }
    if (!init || init->constant) {
        if (sym->after_end) { // the value is there before any code runs
            sym->addr = 0;
            sym->reinitialise = sym->after_end = false;
        }
        bool ends = c->func && (sym->storage == ST_GLOBAL || sym->storage == ST_STATIC);
        struct hd_stmt *end = ends ? at_end(c, sym, range) : NULL;
        if (end) add_stmt(c, out, end);
        return;
    }
    struct hd_diag *d;
    bool device = sym->storage == ST_DEVICE || sym->storage == ST_CONSTANT;
    if ((device && !by_constexpr(init)) || sym->storage == ST_THREAD) {
        d = hd_error(c->diags, range, "the initial value of %s variable `%s` must be a constant",
                     sym->storage == ST_THREAD ? "thread-local" : "device", sym->name);
        if (sym->storage != ST_THREAD)
            hd_help(c->diags, d, "set it with cudaMemcpyToSymbol(%s, &value, sizeof value)",
                    sym->name);
        return;
    }
    if (c->lang == HD_LANG_C) {
        d = hd_error(c->diags, range, "in C the initial value of `%s` must be a constant",
                     sym->name);
        hd_help(c->diags, d, "assign it in a function");
        return;
    }
    if (c->func) add_stmt(c, out, global_init(c, sym, init, range));
    struct hd_stmt *end = c->func ? at_end(c, sym, range) : NULL;
    if (end) add_stmt(c, out, end);
}

static void old_reference(struct check *c, const struct var *v) {
    bool defines =
        !(v->spec->flags & SPEC_EXTERN) || v->has_init; // or its type need not be complete
    if (!defines || !type_is_managed(v->type) || c->system) return;
    struct hd_diag *d =
        hd_warning(c->diags, v->declr->name_range, "texture-reference",
                   "texture and surface references were removed in CUDA 12: nvcc refuses `%s`",
                   v->declr->name);
    hd_help(c->diags, d,
            "it works here; newer programs make an object with "
            "`cudaCreateTextureObject` and pass it to the kernel");
}

// What nobody would run cannot be asked of shared memory.
static void shared_ok(struct check *c, struct var *v, bool dynamic) {
    struct hd_diag *d;
    if (v->has_init) {
        d = hd_error(c->diags, v->declr->range,
                     "`__shared__` variable `%s` cannot have an initialiser", v->declr->name);
        hd_help(c->diags, d,
                "let one thread assign it: if (threadIdx.x == 0) %s = ...; __syncthreads();",
                v->declr->name);
    }
    if (hd_type_is_vla(v->type)) {
        d = hd_error(c->diags, v->declr->range,
                     "the length of `__shared__` array `%s` must be a constant", v->declr->name);
        hd_help(c->diags, d,
                "or declare `extern __shared__ ... %s[];` and give its size at the launch",
                v->declr->name);
        v->type = hd_ty.error;
    }
    if (!var_type_ok(c, v, dynamic)) v->type = hd_ty.error;
    if (v->type->kind != HD_TY_ERROR && !v->has_init && class_runs_code(v->type, 0)) {
        d = hd_error(c->diags, v->declr->range,
                     "`__shared__` variable `%s` cannot have a constructor that does something:"
                     " no thread would run it",
                     v->declr->name);
        hd_help(c->diags, d,
                "give the struct an empty one, `%s() {}`, and assign the values in the kernel",
                ty(c, hd_type_unqual(v->type->kind == HD_TY_ARRAY ? v->type->base : v->type)));
    }
}

static void declare_global(struct check *c, struct var *v, stmt_vec *out) {
    if (has_auto(v->type)) deduce_var(c, v);
    make_const(v);
    if (type_has_vla(v->type)) run_time_length(c, v);
    enum hd_storage storage = global_storage(c, v);
    bool is_extern = storage == ST_EXTERN || storage == ST_DYN_SHARED;
    bool tentative = c->lang == HD_LANG_C && !is_extern && !v->has_init &&
                     v->type->kind == HD_TY_ARRAY && v->type->len < 0 && !v->type->vla_len;
    if (tentative) v->type = hd_type_array(c->arena, v->type->base, 1); // C11 6.9.2p2
    if (storage == ST_SHARED)
        shared_ok(c, v, false);
    else if (!var_type_ok(c, v, is_extern))
        v->type = hd_ty.error;
    bool no_value = is_extern || storage == ST_SHARED;
    if (!no_value) needs_value(c, v);
    struct hd_sym *sym = sym_new(c, SYM_VAR, v->key ? v->key : declared_name(c, v->declr->name),
                                 v->type, v->declr->name_range);
    old_reference(c, v);
    sym->storage = storage;
    sym->spec = v->spec->flags;
    sym->internal_linkage = (v->spec->flags & SPEC_STATIC) != 0;
    sym->has_initializer = v->has_init;
    sym->tentative_array = tentative;
    sym->bound = v->bound;
    sym->align = alignment_of(v);
    sym->defined = !is_extern;
    if (storage == ST_EXTERN)
        sym->link_name = v->declr->asm_label ? v->declr->asm_label : v->declr->name;
    sym = global_declare(c, sym, DEF_VAR);
    if (v->has_init) sym->has_initializer = true;
    if (storage == ST_DYN_SHARED && v->has_init)
        hd_error(c->diags, v->declr->range, "shared memory cannot be initialised");
    int errors = c->diags->errors;
    bool outer = c->symbol_arg; // a device variable may hold the address of another
    c->symbol_arg = outer || storage == ST_DEVICE || storage == ST_CONSTANT;
    struct hd_init *init = no_value ? NULL : initialise(c, v, sym);
    c->symbol_arg = outer;
    complete_array(sym, init);
    make_constant(c, v, sym, init);
    struct hd_init *value;
    struct hd_sym *held;
    for (int i = 0; c->diags->errors == errors; i++) {
        if (!(held = lifetime_static(c, sym, init, i, &value))) break;
        place_global_init(c, v, held, value, out);
    }
    if ((init && init->constant) || c->diags->errors == errors)
        place_global_init(c, v, sym, init, out);
    if (init && init->nitems == 1 && !init->constant) note_value(c, sym, init->items[0].value);
}

// The code of its value runs before the item's that is being checked.
static void declare_before(struct check *c, struct var *v) {
    struct txn *txn = c->front->txn;
    struct hd_func *func = c->func;
    struct hd_type *ret = c->ret;
    stmt_vec out = {0};
    if (!c->func && txn) {
        c->func = txn->entry;
        c->ret = hd_ty.void_;
    }
    declare_global(c, v, &out);
    c->func = func;
    c->ret = ret;
    for (int i = 0; i < out.n && txn; i++) HD_PUSH(txn->cell->arena, &txn->pending, out.v[i]);
}

struct hd_sym *variable_instance(struct check *c, struct hd_ast *ast, const char *name) {
    struct hd_ast *di = ast->kids[0];
    struct hd_spec *spec = HD_NEW(c->arena, struct hd_spec);
    *spec = *ast->spec;
    spec->flags &= ~(unsigned)(SPEC_STATIC | SPEC_INLINE | SPEC_EXTERN);
    struct var v = {.spec = spec, .declr = di->declr, .ast = di, .key = name};
    v.has_init = di->op != 0;
    v.type = check_declarator(c, check_spec(c, spec), di->declr, spec);
    int errors = c->diags->errors;
    if (v.type->kind == HD_TY_ERROR) return NULL;
    declare_before(c, &v);
    if (c->diags->errors > errors) return NULL;
    return global_find(c->front, name, false);
}

static struct hd_static *static_member_new(struct check *c, struct hd_record *r, const char *name) {
    struct hd_static *grown = HD_NEW_ARRAY(c->arena, struct hd_static, r->nstatics + 1);
    if (r->nstatics) memcpy(grown, r->statics, sizeof *grown * (size_t)r->nstatics);
    r->statics = grown;
    grown += r->nstatics++;
    *grown = (struct hd_static){.name = name, .record = r};
    return grown;
}

// A constant's value is known where the class is; all else is computed by code of the cell.
static bool constant_in_class(const struct var *v) {
    bool integral = hd_type_is_integer(v->type) && (quals_of(v->type) & Q_CONST);
    return v->has_init && ((v->spec->flags & SPEC_CONSTEXPR) || integral);
}

static void declare_unmade(struct check *c, struct hd_record *r, const struct var *v,
                           const struct hd_ast *declaration) {
    struct hd_static *member = HD_NEW(c->arena, struct hd_static);
    struct hd_ast *alone = HD_NEW(c->arena, struct hd_ast);
    *alone = *declaration;
    alone->kids = HD_NEW_ARRAY(c->arena, struct hd_ast *, 1);
    alone->kids[0] = (struct hd_ast *)v->ast;
    alone->nkids = 1;
    struct hd_sym *sym = sym_new(c, SYM_VAR, v->key, v->type, v->declr->name_range);
    sym->storage = ST_EXTERN;
    sym->spec = v->spec->flags;
    *member = (struct hd_static){v->declr->name, r, sym, alone};
    sym->unmade = member; // the record's list may move
    *static_member_new(c, r, v->declr->name) = *member;
}

void static_member_given(struct check *c, struct hd_record *r, struct hd_template *outside) {
    struct hd_ast *ast = outside->ast;
    struct hd_space *scope = c->scope, *bound = c->bound;
    struct hd_record *record = c->record;
    struct hd_spec *spec = HD_NEW(c->arena, struct hd_spec);
    *spec = *ast->spec;
    spec->flags &= ~(unsigned)(SPEC_STATIC | SPEC_INLINE);
    struct var v = {.spec = spec, .declr = ast->kids[0]->declr, .ast = ast->kids[0]};
    v.has_init = v.ast->op != 0;
    v.key = hd_space_key(c->front, r->space, v.declr->name);
    owner_enter(c, r, ast);
    v.type = check_declarator(c, check_spec(c, spec), v.declr, spec);
    declare_before(c, &v);
    template_leave(c);
    c->scope = scope;
    c->bound = bound;
    c->record = record;
}

void check_static_member(struct check *c, struct hd_record *record, struct hd_ast *declaration,
                         struct hd_type *base) {
    for (int i = 0; i < declaration->nkids; i++) {
        struct hd_ast *di = declaration->kids[i];
        if (!di->declr->name || di->declr->bits) continue;
        struct hd_spec *spec = HD_NEW(c->arena, struct hd_spec);
        *spec = *declaration->spec;
        spec->flags &= ~(unsigned)(SPEC_STATIC | SPEC_INLINE);
        struct var v = {.spec = spec, .declr = di->declr, .ast = di};
        v.key = hd_space_key(c->front, record->space, di->declr->name);
        v.has_init = di->op != 0;
        v.type = check_declarator(c, base, di->declr, spec);
        if (instance_around(record) && !constant_in_class(&v)) {
            declare_unmade(c, record, &v, declaration);
            continue;
        }
        if (!v.has_init && !(declaration->spec->flags & SPEC_INLINE) &&
            !(spec->flags & (SPEC_DEVICE | SPEC_CONSTANT | SPEC_MANAGED)))
            spec->flags |= SPEC_EXTERN; // it is defined outside
        static_member_new(c, record, di->declr->name);
        declare_before(c, &v);
    }
}

// The definition of a static data member outside of its struct, or of a namespace's variable
// outside of that. false: reported.
static bool defined_outside(struct check *c, struct var *v) {
    struct inner in;
    const char *name = v->declr->name;
    if (!check_qual(c, v->declr->qual, &in)) return false;
    if (at_top(c) && in.space && !in.record) {
        v->key = hd_space_key(c->front, in.space, name);
        const struct hd_def *def = hd_map_get(&c->front->names, v->key);
        if (def && !def->dead) return true;
    }
    struct hd_record *r = in.record;
    for (int i = 0; at_top(c) && r && i < r->nstatics; i++) {
        if (r->statics[i].name != name) continue;
        v->key = hd_space_key(c->front, r->space, name);
        return true;
    }
    if (v->type->kind == HD_TY_ERROR) return false;
    const char *scope = qual_text(c, v->declr->qual);
    struct hd_diag *d = hd_error(c->diags, v->declr->name_range, "`%s` has no %s `%s`", scope,
                                 r ? "static member" : "variable", name);
    hd_help(c->diags, d,
            r ? "declare it in the struct: `static ... %s;`"
              : "declare it inside of the namespace first: `extern ... %s;`",
            name);
    return false;
}

void check_tentative(struct hd_cell *cell) {
    for (int i = 0; i < cell->defs.n; i++) {
        struct hd_sym *sym = cell->defs.v[i]->sym;
        bool open = sym && sym->kind == SYM_VAR && sym->storage == ST_GLOBAL &&
                    sym->type->kind == HD_TY_ARRAY && sym->type->len < 0 && !sym->type->vla_len;
        if (open) sym->type = hd_type_array(cell->arena, sym->type->base, 1); // C11 6.9.2p2
    }
}

// ---- in a block ---------------------------------------------------------------------------------

static void declare_extern_local(struct check *c, struct var *v) {
    struct hd_sym *sym = sym_new(c, SYM_VAR, v->declr->name, v->type, v->declr->name_range);
    sym->spec = v->spec->flags;
    sym->storage = ST_EXTERN;
    sym->link_name = v->declr->asm_label ? v->declr->asm_label : v->declr->name;
    sym = global_declare(c, sym, DEF_VAR);
    hd_map_set(&c->scope->names, v->declr->name, sym);
}

static void declare_shared(struct check *c, struct var *v) {
    bool dynamic = (v->spec->flags & SPEC_EXTERN) != 0;
    bool device = c->func && (c->func->is_kernel || c->func->is_device);
    struct hd_diag *d;
    if (!device) {
        d = hd_error(c->diags, v->declr->range,
                     "`__shared__` variable `%s` is outside of device code", v->declr->name);
        hd_help(
            c->diags, d,
            "shared memory belongs to a block of threads: declare it in a `__global__` function");
    }
    shared_ok(c, v, dynamic);
    struct hd_sym *sym = sym_new(c, SYM_VAR, v->declr->name, v->type, v->declr->name_range);
    sym->spec = v->spec->flags;
    sym->storage = dynamic ? ST_DYN_SHARED : ST_SHARED;
    sym->align = alignment_of(v);
    sym->defined = true;
    space_declare(c, sym);
    if (!device || sym->type->kind == HD_TY_ERROR) return;
    struct hd_func *f = c->func;
    struct hd_sym **grown = HD_NEW_ARRAY(c->arena, struct hd_sym *, f->nshared + 1);
    if (f->nshared) memcpy(grown, f->shared, sizeof *grown * (size_t)f->nshared);
    grown[f->nshared++] = sym;
    f->shared = grown;
}

// What is done once the object is there, so that its destructor runs when the program, or its life
// in the session, ends. NULL: nothing.
static struct hd_stmt *at_end(struct check *c, struct hd_sym *sym, struct hd_range range) {
    if (sym->type->kind == HD_TY_REF || !class_is_nontrivial(sym->type, SPECIAL_DTOR)) return NULL;
    if (object_in_session(c)) return object_made(c, sym, range);
    struct hd_ast at = {.range = range, .loc = range.from};
    struct hd_expr *object = expr_var(c, sym, range);
    struct hd_type *type = hd_type_unqual(sym->type);
    struct hd_expr *v[1] = {convert(c, expr_address(c, object, range), hd_type_ptr(type))};
    const char *name = hd_intern_str("__at_end");
    if (!hd_lookup(c->front, name)) front_include_now(c->front, "heddle/new.h");
    struct hd_stmt *s = decl_stmt(c, STM_EXPR, range);
    s->a = call_named(c, name, v, 1, &at);
    return is_error(s->a) ? NULL : s;
}

// static T x = f(); : if (!done) { done = true; x = f(); }
// init NULL: it has its value, and is to be destroyed when the program ends. NULL: it is not.
static struct hd_stmt *guarded(struct check *c, struct hd_sym *sym, struct hd_init *init,
                               struct hd_range range) {
    struct hd_sym *done = sym_new(c, SYM_VAR, NULL, hd_ty.bool_, range);
    done->storage = ST_STATIC;
    done->defined = true;
    struct hd_stmt *mark = decl_stmt(c, STM_EXPR, range);
    mark->a = expr_assign(c, expr_var(c, done, range), expr_int(c, hd_ty.bool_, 1, range));
    struct hd_stmt *block = decl_stmt(c, STM_BLOCK, range);
    struct hd_stmt *end = at_end(c, sym, range);
    if (!init && !end) return NULL;
    block->list = HD_NEW_ARRAY(c->arena, struct hd_stmt *, 3);
    block->list[block->nlist++] = mark;
    if (init) block->list[block->nlist++] = global_init(c, sym, init, range);
    if (end) block->list[block->nlist++] = end;
    struct hd_stmt *s = decl_stmt(c, STM_IF, range);
    s->a = expr_new(c, EX_UNARY, bool_type(c), range);
    s->a->op = TK_NOT;
    s->a->a = rvalue(c, expr_var(c, done, range));
    s->body = block;
    return s;
}

static bool init_has_label(const struct hd_init *init) {
    for (int i = 0; i < init->nitems; i++) {
        const struct hd_expr *value = init->items[i].value;
        while (value->kind == EX_CAST) value = value->a;
        if (value->kind == EX_PTR_DIFF) {
            value = value->a;
            while (value->kind == EX_CAST) value = value->a;
        }
        if (value->kind == EX_LABEL_ADDR) return true;
    }
    return false;
}

static void declare_static(struct check *c, struct var *v, stmt_vec *out) {
    if (type_has_vla(v->type)) {
        hd_error(c->diags, v->declr->range, "the length of static array `%s` must be a constant",
                 v->declr->name);
        v->type = hd_ty.error;
    }
    if (!var_type_ok(c, v, false)) v->type = hd_ty.error;
    struct hd_sym *sym = sym_new(c, SYM_VAR, v->declr->name, v->type, v->declr->name_range);
    sym->storage = v->spec->flags & SPEC_THREAD                                ? ST_THREAD
                   : v->spec->flags & SPEC_CONSTANT                            ? ST_CONSTANT
                   : v->spec->flags & SPEC_MANAGED || type_is_managed(v->type) ? ST_MANAGED
                                                                               : ST_STATIC;
    sym->spec = v->spec->flags;
    sym->internal_linkage = true;
    sym->bound = v->bound;
    sym->align = alignment_of(v);
    sym->defined = true;
    space_declare(c, sym);
    struct hd_init *init = initialise(c, v, sym);
    complete_array(sym, init);
    make_constant(c, v, sym, init);
    if (sym->type->kind == HD_TY_ERROR) return;
    struct hd_range range =
        v->ast->nkids && v->ast->kids[0] ? v->ast->kids[0]->range : v->declr->range;
    if (!init || init->constant) {
        sym->init = init;
        if (init) take_const_value(c, sym, init);
        bool ends = sym->storage == ST_STATIC && c->func && !c->func->is_kernel &&
                    !c->func->is_device && class_is_nontrivial(sym->type, SPECIAL_DTOR);
        struct hd_stmt *s = ends ? guarded(c, sym, NULL, range) : NULL;
        if (s) add_stmt(c, out, s);
        return;
    }
    if (init_has_label(init)) { // addresses of this function's code: gen/ makes the table
        struct hd_stmt *table = decl_stmt(c, STM_VAR, range);
        table->sym = sym;
        table->var_init = init;
        add_stmt(c, out, table);
        return;
    }
    bool device = c->func && (c->func->is_kernel || c->func->is_device);
    if (c->lang == HD_LANG_C || device || sym->storage == ST_THREAD) {
        struct hd_diag *d = hd_error(
            c->diags, range, "the initial value of static `%s` must be a constant", v->declr->name);
        hd_help(c->diags, d, "it is set once, before the function first runs");
        return;
    }
    struct hd_init *value;
    struct hd_sym *held;
    for (int i = 0; (held = lifetime_static(c, sym, init, i, &value)); i++)
        add_stmt(c, out, guarded(c, held, value, range));
    add_stmt(c, out, guarded(c, sym, init, range));
}

static void emit_sizes(struct check *c, struct hd_type *type, stmt_vec *out) {
    struct hd_expr *sizes = type_has_vla(type) ? check_vla_sizes(c, type) : NULL;
    if (!sizes) return;
    struct hd_stmt *s = decl_stmt(c, STM_EXPR, sizes->range);
    s->a = sizes;
    add_stmt(c, out, s);
}

// __attribute__((cleanup(f))): `f(&variable)`, done whenever the variable's scope is left.
static struct hd_expr *cleanup_call(struct check *c, const struct var *v) {
    struct hd_ast *kids = HD_NEW_ARRAY(c->arena, struct hd_ast, 3);
    for (int i = 0; i < 3; i++) kids[i].range = v->attrs.cleanup->range;
    struct hd_ast *name = &kids[0], *address = &kids[1], *call = &kids[2];
    name->kind = AST_NAME;
    name->name = v->declr->name;
    address->kind = AST_UNARY;
    address->op = TK_AMP;
    address->nkids = 1;
    address->kids = HD_NEW(c->arena, struct hd_ast *);
    address->kids[0] = name;
    call->kind = AST_CALL;
    call->nkids = 2;
    call->kids = HD_NEW_ARRAY(c->arena, struct hd_ast *, 2);
    call->kids[0] = v->attrs.cleanup;
    call->kids[1] = address;
    if (c->func) c->func->has_cleanups = true;
    struct hd_expr *e = check_expr(c, call);
    return e->type->kind == HD_TY_ERROR ? NULL : e;
}

// What an array whose length is not a constant is initialised by. NULL: it has no initialiser.
static struct hd_ast *vla_list(const struct var *v) {
    if (!hd_type_is_vla(v->type) || !v->has_init) return NULL;
    struct hd_ast *di = v->ast;
    return di->op == TK_LPAREN ? NULL : di->kids[0];
}

static void declare_local(struct check *c, struct var *v, stmt_vec *out) {
    unsigned f = v->spec->flags;
    if (f & (SPEC_CONSTANT | SPEC_MANAGED | SPEC_DEVICE) && !(f & (SPEC_STATIC | SPEC_EXTERN))) {
        const char *word = f & SPEC_CONSTANT  ? "__constant__"
                           : f & SPEC_MANAGED ? "__managed__"
                                              : "__device__";
        struct hd_diag *d =
            hd_error(c->diags, v->declr->range, "`%s` variable `%s` cannot be inside a function",
                     word, v->declr->name);
        hd_help(c->diags, d, "declare it at top level");
        v->spec->flags &= ~(unsigned)(SPEC_CONSTANT | SPEC_MANAGED | SPEC_DEVICE);
    }
    if (has_auto(v->type)) deduce_var(c, v);
    make_const(v);
    if (f & SPEC_SHARED) {
        declare_shared(c, v);
        return;
    }
    if ((f & SPEC_EXTERN) && !v->has_init) {
        declare_extern_local(c, v);
        return;
    }
    if (f & (SPEC_STATIC | SPEC_THREAD)) {
        declare_static(c, v, out);
        return;
    }
    if (!var_type_ok(c, v, false)) v->type = hd_ty.error;
    needs_value(c, v);
    if (type_has_vla(v->type) && c->func && (c->func->is_kernel || c->func->is_device)) {
        struct hd_diag *d =
            hd_error(c->diags, v->declr->range,
                     "the length of array `%s` must be a constant in device code", v->declr->name);
        hd_help(
            c->diags, d,
            "declare it as long as it may ever be, or pass a pointer to memory from cudaMalloc");
        v->type = hd_ty.error;
    }
    emit_sizes(c, v->type, out);
    if (hd_type_is_vla(v->type) && c->func) c->func->uses_vla = true;
    struct hd_sym *sym = sym_new(c, SYM_VAR, v->declr->name, v->type, v->declr->name_range);
    sym->spec = f;
    sym->has_initializer = v->has_init;
    sym->bound = v->bound;
    sym->align = alignment_of(v);
    sym->defined = true;
    space_declare(c, sym);
    struct hd_ast *listed = c->lang == HD_LANG_CU ? vla_list(v) : NULL;
    struct hd_init *init = listed ? NULL : initialise(c, v, sym);
    complete_array(sym, init);
    make_constant(c, v, sym, init);
    if (sym->type->kind == HD_TY_ERROR) return;
    if (init && init->constant) {
        take_const_value(c, sym, init);
        if (f & SPEC_CONSTEXPR) sym->init = init; // elements of constexpr arrays are constants
    }
    if (init && init->nitems == 1) note_value(c, sym, init->items[0].value);
    struct hd_stmt *s = decl_stmt(c, STM_VAR, v->declr->range);
    s->loc = v->declr->name_range.from;
    s->sym = sym;
    s->var_init = init;
    s->a = v->attrs.cleanup ? cleanup_call(c, v) : array_leave(c, sym);
    struct hd_expr *end = sym->type->kind != HD_TY_REF
                              ? class_destroy(c, expr_var(c, sym, v->declr->name_range))
                              : NULL;
    struct hd_expr *ends = lifetime_end(c, init);
    if (ends) end = expr_comma(c, end, ends);
    if (end && !is_error(end)) {
        s->a = s->a ? expr_comma(c, s->a, end) : end;
        if (c->func) c->func->has_cleanups = true;
    }
    add_stmt(c, out, s);
    struct hd_expr *filled = listed ? vla_fill(c, sym, listed) : NULL;
    if (!filled) return;
    s = decl_stmt(c, STM_EXPR, listed->range);
    s->a = filled;
    add_stmt(c, out, s);
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
            declare_global(c, &v, out);
        else
            declare_local(c, &v, out);
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
    for (int i = 0; i < ast->nkids; i++) {
        struct hd_ast *di = ast->kids[i];
        struct hd_declr *declr = di->declr;
        if (!declr->name) continue;
        c->at = declr->range;
        struct var v = {.spec = spec, .declr = declr, .ast = di};
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
            if (!at_top(c)) emit_sizes(c, v.type, out);
            declare_typedef(c, &v);
        } else if (v.type->kind == HD_TY_FUNC) {
            if (v.has_init)
                hd_error(c->diags, declr->range, "function `%s` is initialised like a variable",
                         declr->name);
            prototype(c, di, v.type, declr, spec);
        } else if (declr->qual && !defined_outside(c, &v)) {
            continue;
        } else if (!at_top(c)) {
            declare_local(c, &v, out);
            if (declr->nbindings) declare_bindings(c, &v, out);
        } else {
            if (spec->flags & (SPEC_GLOBAL | SPEC_NORETURN) && v.type->kind != HD_TY_ERROR)
                hd_error(c->diags, spec->range, "`%s` is for functions",
                         spec->flags & SPEC_GLOBAL ? "__global__" : "noreturn");
            declare_global(c, &v, out);
            if (declr->nbindings) declare_bindings(c, &v, out);
        }
    }
    c->wants_constant = wanted;
    c->access_as = NULL;
}

void check_local_decl(struct check *c, struct hd_ast *declaration, stmt_vec *out) {
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

// ---- items --------------------------------------------------------------------------------------

// A prototype of a template, as a function without a body.
static struct hd_ast *as_function(struct check *c, struct hd_ast *item) {
    struct hd_ast *fn = HD_NEW(c->arena, struct hd_ast);
    *fn = *item;
    fn->kind = AST_FUNCTION;
    fn->declr = item->kids[0]->declr;
    fn->name = fn->declr->name;
    fn->loc = fn->declr->name_range.from;
    fn->kids = HD_NEW_ARRAY(c->arena, struct hd_ast *, 1);
    fn->nkids = 1;
    return fn;
}

static void entry_stmts(struct check *c, const struct hd_ast *item, const stmt_vec *out,
                        struct hd_stmt **entry_stmt) {
    if (out->n == 0 || !entry_stmt) return;
    struct hd_stmt *s = out->v[0];
    if (out->n > 1) {
        s = decl_stmt(c, STM_BLOCK, item->range);
        s->list = out->v;
        s->nlist = out->n;
    }
    *entry_stmt = s;
}

// `template <> int R<double>::count = 9;`: what the template's text gave that instance is taken
// back.
static void drop_instance_static(struct check *c, const struct hd_declr *declr) {
    struct inner in;
    if (!check_qual(c, declr->qual, &in) || !in.record || !in.space->session) return;
    struct hd_def *def =
        hd_map_get(&c->front->names, hd_space_key(c->front, in.space, declr->name));
    if (def && !def->dead && def->instance_of && global_in_this_cell(c->front, def))
        global_withdraw(c->front, def);
}

static void declaration_item(struct check *c, struct hd_ast *item, struct hd_stmt **entry_stmt) {
    stmt_vec out = {0};
    if ((item->is_template || item->is_specialisation) && item->nkids == 0 &&
        item->spec->base == BASE_TAG) {
        struct_template_declare(c, item);
        return;
    }
    if ((item->is_template || item->is_specialisation) && item->nkids == 1 &&
        !function_deriv(item->kids[0]->declr)) {
        if (item->is_specialisation && item->kids[0]->declr->qual) {
            drop_instance_static(c, item->kids[0]->declr);
            check_declarators(c, item, &out);
            entry_stmts(c, item, &out, entry_stmt);
        } else if (item->kids[0]->declr->qual && !item->kids[0]->declr->targs) {
            struct_template_member(c, item);
        } else {
            variable_template_declare(c, item);
        }
        return;
    }
    if ((item->is_template || item->is_specialisation) && item->nkids == 1) {
        struct hd_ast *fn = as_function(c, item);
        function_item(c, fn, entry_stmt);
        return;
    }
    check_declarators(c, item, &out);
    entry_stmts(c, item, &out, entry_stmt);
}

// A constant of an enumeration, by its own name from here on.
static void using_constant(struct check *c, const struct hd_sym *constant, const char *name,
                           struct hd_range range) {
    struct hd_sym *sym = sym_new(c, SYM_ENUM_CONST, declared_name(c, name), constant->type, range);
    sym->enum_value = constant->enum_value;
    if (at_top(c))
        global_declare(c, sym, DEF_VAR);
    else
        space_declare(c, sym);
}

// `using enum A;` ([enum.udecl])
static void using_enum(struct check *c, struct hd_ast *ast) {
    struct inner in;
    if (!ast->qual || !check_qual(c, ast->qual, &in)) return;
    if (!in.enumeration) {
        hd_error(c->diags, ast->qual->range, "`%s` is no enumeration",
                 ast->qual->parts[ast->qual->nparts - 1].name);
        return;
    }
    const struct hd_enum *e = in.enumeration->enumeration;
    for (int i = 0; i < e->nconstants; i++) {
        struct hd_sym *constant = e->constants[i];
        const char *name = constant->def ? hd_def_plain(constant->def) : constant->name;
        using_constant(c, constant, hd_intern_str(name), ast->range);
    }
}

// `using A::name;`: the name means A's from here on.
static void using_declaration(struct check *c, struct hd_ast *ast) {
    struct hd_found found;
    int errors = c->diags->errors;
    struct hd_range range = {ast->loc, ast->loc + (hd_loc)strlen(ast->name)};
    if (!name_find(c, ast->qual, ast->name, range, LOOK_NAMES | LOOK_TAGS, &found) ||
        !found.space) {
        if (c->diags->errors > errors) return;
        if (found.sym && found.sym->kind == SYM_ENUM_CONST) {
            using_constant(c, found.sym, ast->name, range);
            return;
        }
        struct hd_diag *d =
            hd_error(c->diags, range, "`%s%s` is not declared", qual_text(c, ast->qual), ast->name);
        const char *header = std_header(ast->qual, ast->name);
        if (header) hd_help(c->diags, d, "add `#include <%s>`", header);
        return;
    }
    const char *key = found.space->key ? hd_space_key(c->front, found.space, ast->name) : ast->name;
    if (found.sym && found.sym->kind != SYM_BUILTIN && found.sym->def) key = found.sym->name;
    if (!found.sym && found.tag && found.tag->kind == HD_TY_RECORD) key = found.tag->record->tag;
    const char *name = declared_name(c, ast->name);
    if (name == key) return; // it has that name already: `using std::sqrt;`
    struct hd_sym *sym = sym_new(c, SYM_ALIAS, name, hd_ty.void_, range);
    sym->target = key;
    if (at_top(c))
        global_declare(c, sym, DEF_SPACE);
    else
        space_declare(c, sym);
}

void check_using(struct check *c, struct hd_ast *item) {
    if (item->is_template) {
        alias_template_declare(c, item);
        return;
    }
    if (item->op == TK_ENUM) {
        using_enum(c, item);
        return;
    }
    if (item->qual) {
        using_declaration(c, item);
        for (int i = 0; i < item->nkids; i++) using_declaration(c, item->kids[i]);
        return;
    }
    const char *name = declared_name(c, item->name);
    struct hd_type *type = check_type_name(c, item->kids[0]);
    if (type->kind == HD_TY_RECORD && !type->record->tag && !type->record->typedef_name)
        type->record->typedef_name = name;
    struct hd_range range =
        item->loc ? (struct hd_range){item->loc, item->loc + (hd_loc)strlen(item->name)}
                  : item->range;
    struct hd_sym *sym = sym_new(c, SYM_TYPEDEF, name, type_named(c->arena, type, name), range);
    if (at_top(c))
        global_declare(c, sym, DEF_TYPEDEF);
    else
        space_declare(c, sym);
}

static void declare_namespace(struct check *c, struct hd_space *outer, const char *name,
                              struct hd_space *space, bool is_inline, struct hd_range range) {
    const char *key = hd_space_key(c->front, outer, name);
    const struct hd_def *old = hd_map_get(&c->front->names, key);
    if (old && !old->dead && old->sym && old->sym->kind == SYM_NAMESPACE &&
        old->sym->space == space && !c->refreshing)
        return; // it is opened again
    struct hd_sym *sym = sym_new(c, SYM_NAMESPACE, key, hd_ty.void_, range);
    sym->space = space;
    global_declare(c, sym, DEF_SPACE);
    if (!is_inline) return;
    space->is_inline = outer->has_inline = true; // its names are the outer one's too
    struct hd_space *scope = c->scope;
    c->scope = outer;
    space_use(c, space, range);
    c->scope = scope;
}

void check_namespace(struct check *c, struct hd_ast *ast) {
    struct hd_range range =
        ast->name ? (struct hd_range){ast->loc, ast->loc + (hd_loc)strlen(ast->name)} : ast->range;
    struct inner in;
    if (ast->op == TK_USING || ast->op == TK_ASSIGN) {
        if (!ast->qual || !check_qual(c, ast->qual, &in)) return;
        if (!in.space || in.record) {
            hd_error(c->diags, ast->qual->range, "`%s` is no namespace",
                     ast->qual->parts[ast->qual->nparts - 1].name);
            return;
        }
    }
    if (ast->op == TK_USING) {
        if (in.space != space_enclosing(c->scope)) space_use(c, in.space, range);
        return;
    }
    if (ast->op == TK_ASSIGN) {
        if (at_top(c)) {
            declare_namespace(c, space_enclosing(c->scope), ast->name, in.space, false, range);
            return;
        }
        struct hd_sym *sym = sym_new(c, SYM_NAMESPACE, ast->name, hd_ty.void_, range);
        sym->space = in.space;
        space_declare(c, sym);
        return;
    }
    struct hd_space *outer = ast->space ? ast->space : hd_space_global(c->front);
    struct hd_space *space = hd_space_in(c->front, outer, ast->name, SPACE_NAMESPACE);
    declare_namespace(c, outer, ast->name, space, ast->op == TK_INLINE, range);
    for (int i = 0; ast->qual && i < ast->qual->nparts; i++) {
        outer = space;
        space = hd_space_in(c->front, outer, ast->qual->parts[i].name, SPACE_NAMESPACE);
        declare_namespace(c, outer, ast->qual->parts[i].name, space, false, range);
    }
}

// The cell's last expression without `;`: STM_RESULT, or STM_EXPR for void.
static struct hd_stmt *check_result(struct check *c, struct hd_expr *e, int before) {
    struct hd_stmt *s = decl_stmt(c, STM_EXPR, e->range);
    e = expr_settled(c, e);
    if (is_error(e)) {
        s->kind = STM_EMPTY;
        return s;
    }
    bool array = e->type->kind == HD_TY_ARRAY && e->is_lvalue && !hd_type_is_vla(e->type) &&
                 hd_type_is_complete(e->type);
    if (!array) e = rvalue(c, e);
    if (!is_stream(e->type)) e = class_value(c, e);
    bool display = is_display(e);
    if (!array && c->lang == HD_LANG_CU) e = is_array(e) ? e : array_scope(c, e, before);
    s->a = e;
    if (e->type->kind == HD_TY_VOID || is_error(e) || display || is_stream(e->type)) return s;
    struct hd_sym *sym = sym_new(c, SYM_VAR, hd_intern_str("_"), hd_type_unqual(e->type), e->range);
    sym->storage = ST_GLOBAL;
    sym->defined = true;
    sym->is_result = true;
    note_use(c, sym);
    s->kind = STM_RESULT;
    s->sym = sym;
    if (is_array(e)) s->a = array_result(c, sym, e, before);
    return s;
}

static struct hd_stmt *check_shown(struct check *c, struct hd_ast *item) {
    int before = c->arrays;
    struct hd_expr *e = check_expr(c, item->kids[0]);
    slip_in_result(c, e);
    return check_result(c, e, before);
}

static void statement_item(struct check *c, struct hd_ast *item, struct hd_stmt **entry_stmt) {
    struct hd_stmt *s;
    bool shown = item->kind == AST_EXPR_STMT && !item->op && item->nkids && item->kids[0];
    if (shown)
        s = check_shown(c, item);
    else
        s = check_stmt(c, item);
    labels_finish(c);
    if (s->kind != STM_EMPTY && entry_stmt) *entry_stmt = s;
}

void check_item(struct check *c, struct hd_ast *item, struct hd_stmt **entry_stmt) {
    enum hd_lang outer_lang = type_str_lang;
    type_str_lang = c->lang;
    c->at = item->range;
    if (!c->func &&
        c->front->txn) { // a definition checked again: its code runs in the current cell
        c->func = c->front->txn->entry;
        c->ret = hd_ty.void_;
    }
    switch (item->kind) {
    case AST_DECLARATION: declaration_item(c, item, entry_stmt); break;
    case AST_FUNCTION: function_item(c, item, entry_stmt); break;
    case AST_STATIC_ASSERT: check_static_assert(c, item); break;
    case AST_USING: check_using(c, item); break;
    case AST_NAMESPACE: check_namespace(c, item); break;
    case AST_EMPTY: break;
    case AST_INSTANTIATION: struct_template_instantiate(c, item->spec); break;
    case AST_ASM:
        hd_error(c->diags, item->range, "`asm` outside of a function is not supported");
        break;
    default: statement_item(c, item, entry_stmt); break;
    }
    type_str_lang = outer_lang;
}
