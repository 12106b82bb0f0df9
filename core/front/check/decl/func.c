// Functions: their symbols, their bodies, K&R definitions, CUDA's rules for kernels.
//
// A function's symbol is declared before its body is checked, so that it may call itself.
// Parameters of the type are unqualified; the locals have the types as written (hd_param.type), and
// a parameter type with a run-time length is checked again inside, where it refers to the real
// parameters. Bodies in system headers that the parser skipped are checked when first used
// (hd_func_body).
//
// Example: K&R `f(c) char c; {...}` takes an int (as callers pass it) in a hidden parameter and
// starts by declaring `char c` with its value.
#include <string.h>

#include "front/check/array/array.h"
#include "front/check/decl/decl.h"

struct hd_deriv *function_deriv(const struct hd_declr *declr) {
    struct hd_deriv *d = declr ? declr->derivs : NULL;
    while (d && d->next) d = d->next;
    return d && d->kind == DERIV_FUNCTION ? d : NULL;
}

// ---- K&R ----------------------------------------------------------------------------------------

static struct hd_type *promoted(struct hd_type *t) {
    t = hd_type_unqual(t);
    if (t->kind == HD_TY_FLOAT) return hd_ty.double_;
    return hd_type_is_integer(t) && t->kind != HD_TY_ENUM && t->size < 4 ? hd_ty.int_ : t;
}

static struct hd_param *oldstyle_param(struct hd_deriv *d, const char *name) {
    for (int i = 0; i < d->nparams; i++) {
        if (d->params[i].declr && d->params[i].declr->name == name) return &d->params[i];
    }
    return NULL;
}

static void oldstyle_types(struct check *c, struct hd_ast *ast, struct hd_deriv *d) {
    for (int i = 0; i < d->nparams; i++) d->params[i].type = hd_ty.int_;
    for (int k = 1; k < ast->nkids; k++) {
        struct hd_ast *decl = ast->kids[k];
        struct hd_type *base = check_spec(c, decl->spec);
        for (int i = 0; i < decl->nkids; i++) {
            struct hd_declr *declr = decl->kids[i]->declr;
            struct hd_param *p = declr->name ? oldstyle_param(d, declr->name) : NULL;
            if (!p) {
                hd_error(c->diags, declr->range, "`%s` is not a parameter of this function",
                         declr->name ? declr->name : "this");
                continue;
            }
            struct hd_type *t = check_declarator(c, base, declr, decl->spec);
            p->type = t->kind == HD_TY_ARRAY  ? hd_type_ptr(t->base)
                      : t->kind == HD_TY_FUNC ? hd_type_ptr(t)
                                              : t;
        }
    }
}

// The type of a K&R definition: what callers pass, after the default promotions.
static struct hd_type *oldstyle_function(struct check *c, struct hd_ast *ast, struct hd_type *type,
                                         struct hd_deriv *d) {
    oldstyle_types(c, ast, d);
    struct hd_type **params = HD_NEW_ARRAY(c->arena, struct hd_type *, d->nparams ? d->nparams : 1);
    for (int i = 0; i < d->nparams; i++) params[i] = promoted(d->params[i].type);
    return hd_type_func(c->arena, type->base, params, d->nparams, false, true);
}

// ---- symbols ------------------------------------------------------------------------------------

// nvcc knows the library's functions in every program, and takes no kernel with a name and
// parameters of theirs. With other parameters it is one more overload.
static void warn_library_name(struct check *c, const struct hd_type *type,
                              const struct hd_declr *declr) {
    const struct hd_builtin *first = hd_builtin_find(declr->name), *row;
    if (!first || first->flags & BI_VARIABLE || c->scope != hd_space_global(c->front)) return;
    const struct hd_type *library =
        builtin_resolve(c->front, first, type->params, type->nparams, 0, &row);
    if (!library || library->variadic || library->nparams != type->nparams) return;
    for (int i = 0; i < type->nparams; i++)
        if (!hd_type_same_unqual(library->params[i], type->params[i])) return;
    struct hd_diag *d = hd_warning(
        c->diags, declr->name_range, "library-name",
        "the library has a function `%s` with these parameters: nvcc would mix the two up",
        declr->name);
    hd_help(c->diags, d, "give the kernel another name: `%s_kernel`", declr->name);
}

static void check_kernel(struct check *c, const struct hd_type *type, const struct hd_declr *declr,
                         const struct hd_spec *spec) {
    if (!(spec->flags & SPEC_GLOBAL)) return;
    if (type->base->kind != HD_TY_VOID && type->base->kind != HD_TY_ERROR &&
        type->base->kind != HD_TY_AUTO) {
        struct hd_diag *d =
            hd_error(c->diags, spec->range, "kernel `%s` must return void, not `%s`", declr->name,
                     ty(c, type->base));
        hd_help(c->diags, d,
                "thousands of threads have no one result: write it through a pointer parameter");
    }
    if (spec->flags & (SPEC_DEVICE | SPEC_HOST))
        hd_help(c->diags,
                hd_error(c->diags, spec->range,
                         "`__global__` cannot be combined with `__device__` or `__host__`"),
                "a kernel, which the host launches, is `__global__` alone; what it calls is "
                "`__device__`");
    if (type->variadic)
        hd_error(c->diags, declr->range, "a kernel cannot have `...` parameters");
    else
        warn_library_name(c, type, declr);
}

struct hd_expr **function_defaults(struct check *c, const struct hd_type *type,
                                   const struct hd_declr *declr) {
    struct hd_deriv *d = function_deriv(declr);
    struct hd_expr **defaults = NULL;
    struct hd_func *func = c->func;
    bool outer = c->default_argument;
    c->func = NULL; // the caller evaluates them
    c->default_argument = true;
    for (int i = 0; d && i < type->nparams && i < d->nparams; i++) {
        struct hd_param *p = &d->params[i];
        if (!p->init) {
            if (defaults && defaults[i - 1] && !d->variadic) {
                struct hd_diag *diag =
                    hd_error(c->diags, p->range, "this parameter needs a default value too");
                hd_help(c->diags, diag, "parameters with defaults come last");
            }
            continue;
        }
        if (c->lang == HD_LANG_C) {
            hd_error(c->diags, p->range, "C has no default arguments");
            continue;
        }
        if (!defaults) defaults = HD_NEW_ARRAY(c->arena, struct hd_expr *, type->nparams);
        struct hd_type *t = type->params[i];
        if (t->kind == HD_TY_REF) {
            bool list = p->init->kind == AST_INIT_LIST;
            struct hd_expr *e =
                list && (t->rvalue_ref || (quals_of(t->base) & Q_CONST))
                    ? check_construct(c, unqual(t->base), &p->init, 1, p->init->range)
                    : check_expr(c, p->init);
            defaults[i] = is_error(e) ? e : bind_ref(c, t, e, "a default argument");
        } else if (p->init->kind == AST_INIT_LIST) {
            defaults[i] = check_construct(c, t, &p->init, 1, p->init->range);
        } else {
            defaults[i] = convert_assign(c, check_rvalue(c, p->init), t, "a default argument");
        }
        if (t->kind != HD_TY_REF && !is_error(defaults[i]))
            class_ends_ok(c, t, false, p->init->range);
    }
    c->func = func;
    c->default_argument = outer;
    return defaults;
}

static struct hd_func *func_new(struct check *c, struct hd_ast *ast, struct hd_sym *sym,
                                const struct hd_spec *spec, const struct attr_set *set) {
    struct hd_func *f = HD_NEW(c->arena, struct hd_func);
    f->sym = sym;
    f->type = sym->type;
    f->ast = ast;
    f->is_kernel = (spec->flags & SPEC_GLOBAL) != 0;
    f->is_device = (spec->flags & SPEC_DEVICE) != 0;
    f->is_host = (spec->flags & SPEC_HOST) || !(spec->flags & (SPEC_GLOBAL | SPEC_DEVICE));
    f->max_threads = set->max_threads;
    f->min_blocks = set->min_blocks;
    memcpy(f->cluster, set->cluster, sizeof f->cluster);
    f->source = c->source;
    f->arena = c->arena;
    f->space = space_of_text(c->scope);
    f->front = c->front;
    return f;
}

struct hd_func *function_new(struct check *c, struct hd_ast *ast, struct hd_sym *sym) {
    struct attr_set set = {0};
    attrs_read(c, ast->spec->attrs, &set);
    attrs_read(c, ast->declr->attrs, &set);
    return func_new(c, ast, sym, ast->spec, &set);
}

static struct hd_sym *declare(struct check *c, struct hd_sym *sym, const struct hd_declr *declr) {
    return declr->is_operator ? global_declare_member(c, sym, declared_name(c, declr->name))
                              : global_declare(c, sym, DEF_FUNC);
}

static const char *function_key(struct check *c, const struct hd_declr *declr,
                                struct hd_type *type) {
    const char *name = declared_name(c, declr->name);
    return declr->is_operator ? operator_key(c, name, type) : name;
}

// Builds and declares the symbol of a function definition or prototype.
static struct hd_sym *check_function_sym(struct check *c, struct hd_ast *ast, struct hd_type *type,
                                         struct hd_declr *declr, const struct hd_spec *spec,
                                         bool definition) {
    struct attr_set set = {0};
    attrs_read(c, spec->attrs, &set);
    attrs_read(c, declr->attrs, &set);
    bool promised = type->is_noexcept; // by a typedef
    type = hd_type_noexcept(type, false);
    const char *name = function_key(c, declr, type);
    struct hd_sym *sym = sym_new(c, SYM_FUNC, name, type, declr->name_range);
    sym->spec = (spec->flags & ~(unsigned)SPEC_FRIEND) |
                (set.noreturn || type->noreturn ? SPEC_NORETURN : 0);
    sym->internal_linkage = (spec->flags & SPEC_STATIC) != 0;
    bool of_library = set.nothrow && c->system; // C's, whose headers say `noexcept` in C++
    sym->is_noexcept =
        promised || of_library || (!definition && is_noexcept(c, sym, function_deriv(declr)));
    sym->defined = definition;
    if (!definition && !declr->is_operator)
        sym->link_name = declr->asm_label ? declr->asm_label : declr->name;
    check_kernel(c, type, declr, spec);
    sym->defaults = function_defaults(c, type, declr);
    if (!definition) return declare(c, sym, declr);
    struct hd_func *func = func_new(c, ast, sym, spec, &set);
    sym->func = func;
    struct hd_sym *kept = declare(c, sym, declr);
    if (kept != sym) { // an earlier prototype's symbol lives on
        kept->func = func;
        func->sym = kept;
        func->is_device = func->is_device || (kept->spec & SPEC_DEVICE);
        func->is_kernel = func->is_kernel || (kept->spec & SPEC_GLOBAL);
        if (func->is_kernel || (func->is_device && !(kept->spec & SPEC_HOST)))
            func->is_host = false;
        if (!kept->defaults) kept->defaults = sym->defaults;
    }
    return kept;
}

void prototype(struct check *c, struct hd_ast *ast, struct hd_type *type, struct hd_declr *declr,
               const struct hd_spec *spec) {
    if (declr->qual) {
        struct hd_diag *d =
            hd_error(c->diags, declr->range, "`%s` is declared inside of its struct or namespace",
                     declr->name);
        hd_help(c->diags, d, "outside it comes with its body: `%s%s(...) { ... }`",
                qual_text(c, declr->qual), declr->name);
        return;
    }
    if (declr->is_operator && !operator_head_ok(c, declr, type, 0)) return;
    struct hd_sym *sym = check_function_sym(c, ast, type, declr, spec, false);
    if (!at_top(c) && !declr->is_operator) hd_map_set(&c->scope->names, declr->name, sym);
}

// ---- bodies -------------------------------------------------------------------------------------

struct hd_stmt *decl_stmt(struct check *c, enum hd_stmt_kind kind, struct hd_range range) {
    struct hd_stmt *s = HD_NEW(c->arena, struct hd_stmt);
    s->kind = kind;
    s->range = range;
    s->loc = range.from;
    return s;
}

static bool spec_defines_type(const struct hd_param *p) { return p->spec && p->spec->has_body; }

// The parameters as written of a function with a pack among them.
struct written {
    const struct hd_deriv *d;
    struct hd_element *elements; // of the pack, or NULL
    struct hd_sym *pack;
    int at, n; // the pack's index, and how many parameters it stands for
};

static struct written written_params(struct check *c, const struct hd_deriv *d) {
    struct written w = {.d = d, .at = -1};
    for (int i = 0; d && i < d->nparams; i++) {
        const struct hd_param *p = &d->params[i];
        if (!p->declr || !p->declr->parameter_pack) continue;
        w.at = i;
        w.elements = param_elements(c, p, &w.n);
        if (w.n < 0) w.n = 0;
        if (p->declr->name) w.pack = pack_new(c, p->declr->name, w.n, p->declr->name_range);
    }
    return w;
}

// The one that parameter i (without `this`) is written as; *element: its number in the pack, or -1.
static struct hd_param *written_param(const struct written *w, int i, int *element) {
    *element = -1;
    if (w->at >= 0 && i >= w->at && i < w->at + w->n) {
        *element = i - w->at;
        i = w->at;
    } else if (w->at >= 0 && i >= w->at) {
        i -= w->n - 1;
    }
    return w->d && i < w->d->nparams ? &w->d->params[i] : NULL;
}

// The type of parameter i inside the body.
static struct hd_type *inner_type(struct check *c, const struct hd_func *func,
                                  const struct written *w, int i) {
    struct hd_type *type = func->type->params[i];
    const struct hd_deriv *d = w->d;
    int element;
    struct hd_param *p = written_param(w, i - (has_this(func->sym) ? 1 : 0), &element);
    if (!p) return type;
    if (element >= 0) {
        int *saved = HD_NEW_ARRAY(c->arena, int, element_packs(w->elements) + 1);
        element_enter(element_at(w->elements, element), saved);
        type = check_param_type(c, p);
        element_leave(element_at(w->elements, element), saved);
        return type;
    }
    if (type_has_vla(type) && p->spec && !spec_defines_type(p)) return check_param_type(c, p);
    struct hd_type *written = p->type;
    if (written && (d->oldstyle || hd_type_same_unqual(written, type))) return written;
    return type;
}

static bool written_as_array(const struct hd_param *p) {
    const struct hd_deriv *d = p->declr ? p->declr->derivs : NULL;
    while (d && d->next) d = d->next;
    return d && d->kind == DERIV_ARRAY;
}

static struct hd_sym *param_sym(struct check *c, struct hd_type *type, const struct hd_param *p,
                                const char *name) {
    struct hd_range range = p ? (p->declr && p->declr->name ? p->declr->name_range : p->range)
                              : (struct hd_range){0, 0};
    struct hd_sym *sym = sym_new(c, SYM_VAR, name, type, range);
    sym->is_param = true;
    sym->defined = true;
    sym->array_param = p && written_as_array(p);
    return sym;
}

// K&R: the value arrives promoted; the named local has the declared type.
static struct hd_sym *oldstyle_local(struct check *c, struct hd_type *type, struct hd_sym *hidden,
                                     const struct hd_param *p, stmt_vec *start) {
    struct hd_sym *sym = param_sym(c, type, p, p->declr->name);
    struct hd_stmt *s = decl_stmt(c, STM_VAR, sym->range);
    s->sym = sym;
    struct hd_expr *value = rvalue(c, expr_var(c, hidden, sym->range));
    s->var_init = init_of_expr(c, type, convert(c, value, hd_type_unqual(type)));
    HD_PUSH(c->arena, start, s);
    sym->is_param = false;
    sym->assigned = true;
    return sym;
}

static void declare_params(struct check *c, struct hd_func *func, const struct hd_deriv *d,
                           stmt_vec *start) {
    int n = func->type->nparams, hidden = has_this(func->sym) ? 1 : 0;
    func->params = HD_NEW_ARRAY(c->arena, struct hd_sym *, n ? n : 1);
    func->nparams = n;
    if (hidden) {
        func->params[0] =
            param_sym(c, hd_type_qual(func->type->params[0], Q_CONST), NULL,
                      hd_intern_str(func->sym->method->record->closure ? "#closure" : "this"));
        func->params[0]->range = func->sym->range;
        space_declare(c, func->params[0]);
    }
    struct written w = written_params(c, d);
    if (w.pack) space_declare(c, w.pack);
    for (int i = hidden; i < n; i++) {
        int element;
        const struct hd_param *p = written_param(&w, i - hidden, &element);
        const char *name = p && p->declr ? p->declr->name : NULL;
        struct hd_type *type = inner_type(c, func, &w, i);
        bool is_complete =
            hd_type_is_complete(type) || type->kind == HD_TY_ERROR || type->kind == HD_TY_AUTO;
        if (!is_complete && p) {
            hd_error(c->diags, p->range,
                     "this parameter has type `%s`, which is not defined completely", ty(c, type));
            type = hd_ty.error;
        }
        struct hd_type *passed = func->type->params[i];
        bool converts = d && d->oldstyle && name && !hd_type_same_unqual(type, passed) &&
                        type->kind != HD_TY_ERROR;
        struct hd_sym *sym = param_sym(c, converts ? passed : type, p, converts ? NULL : name);
        func->params[i] = sym;
        if (converts) sym = oldstyle_local(c, type, sym, p, start);
        if (element >= 0 && w.pack)
            w.pack->pack->v[element] = sym;
        else if (name)
            space_declare(c, sym);
        struct hd_expr *sizes = type_has_vla(type) ? check_vla_sizes(c, type) : NULL;
        if (sizes) {
            struct hd_stmt *s = decl_stmt(c, STM_EXPR, sizes->range);
            s->a = sizes;
            HD_PUSH(c->arena, start, s);
        }
    }
}

static void prepend_stmts(struct check *c, struct hd_stmt *body, const stmt_vec *start) {
    if (start->n == 0) return;
    struct hd_stmt **list = HD_NEW_ARRAY(c->arena, struct hd_stmt *, start->n + body->nlist);
    memcpy(list, start->v, sizeof *list * (size_t)start->n);
    if (body->nlist) memcpy(list + start->n, body->list, sizeof *list * (size_t)body->nlist);
    body->list = list;
    body->nlist += start->n;
}

static void append_stmt(struct check *c, struct hd_stmt *body, struct hd_stmt *s) {
    struct hd_stmt **list = HD_NEW_ARRAY(c->arena, struct hd_stmt *, body->nlist + 1);
    if (body->nlist) memcpy(list, body->list, sizeof *list * (size_t)body->nlist);
    list[body->nlist++] = s;
    body->list = list;
}

// What happens when control reaches the closing brace.
static void check_end_of_body(struct check *c, struct hd_func *func) {
    struct hd_type *ret = c->ret;
    if (ret->kind == HD_TY_VOID || ret->kind == HD_TY_ERROR || !stmt_falls_through(func->body))
        return;
    hd_loc end = func->body->range.to;
    struct hd_range brace = {end ? end - 1 : end, end};
    bool is_main = func->sym->name && !strcmp(func->sym->name, "main") && ret->kind == HD_TY_INT;
    if (is_main) { // C11 5.1.2.2.3
        struct hd_stmt *s = decl_stmt(c, STM_RETURN, brace);
        s->a = expr_int(c, hd_ty.int_, 0, brace);
        append_stmt(c, func->body, s);
        return;
    }
    if (c->lang == HD_LANG_C && func->ast && func->ast->spec && func->ast->spec->base == BASE_NONE)
        return; // K&R functions without a type often return nothing
    struct hd_diag *d = warn(c, brace, "missing-return",
                             "`%s` returns `%s`, but its end can be reached without a `return`",
                             func->sym->name, ty(c, ret));
    note_on(c, d, func->sym->range, "`%s` is declared here", func->sym->name);
}

// Locals that are read, and that nothing gives a value: `float sum; for (...) sum += a[i];`
static void warn_unset(struct check *c, int from, bool ok) {
    for (int i = from; ok && i < c->unset.n; i++) {
        const struct hd_sym *sym = c->unset.v[i];
        if (sym->assigned || sym->address_taken) continue;
        struct hd_diag *d = warn(c, sym->first_read, "uninitialised",
                                 "`%s` is used here, but nothing gives it a value", sym->name);
        help_on(c, d, "declare it with one: `%s = ...`", sym->name);
        note_on(c, d, sym->range, "`%s` is declared here", sym->name);
    }
    c->unset.n = from;
}

void function_returns(struct check *c, struct hd_func *func, struct hd_type *type) {
    struct hd_type *old = func->type;
    struct hd_method *m = func->sym->method;
    func->type = hd_type_func(c->arena, type, old->params, old->nparams, old->variadic, false);
    func->sym->type = func->type;
    if (m && m->is_made && m->type->kind == HD_TY_FUNC)
        m->type = hd_type_func(c->arena, type, m->type->params, m->type->nparams, m->type->variadic,
                               false);
}

bool check_function_body(struct check *c, struct hd_func *func, struct hd_ast *ast) {
    if (!ast->nkids || !ast->kids[0]) return false; // did not parse
    struct hd_func *outer_func = c->func;
    struct hd_type *outer_ret = c->ret;
    struct hd_space *outer_scope = c->scope;
    struct loop_ctx *outer_loops = c->loops;
    struct hd_space *outer_labels = c->labels;
    struct hd_ast *outer_value = c->value_stmt;
    struct hd_record *outer_record = c->record;
    struct hd_label **label_v = c->label_list.v;
    int label_n = c->label_list.n, label_cap = c->label_list.cap, errors = c->diags->errors;
    int unset = c->unset.n;
    c->func = func;
    c->ret = func->type->base;
    c->loops = NULL;
    c->value_stmt = NULL;
    c->record = func->sym->method ? func->sym->method->record : NULL;
    if (c->record && c->record->closure) c->record = c->record->outer;
    c->labels = NULL;
    uint32_t outer_try = c->try_serial;
    c->try_serial = 0;
    hd_loc outer_ends = c->ends; // a member's body may stand behind its class
    if (c->ends && hd_text_follows(ast->range.to, c->ends)) c->ends = ast->range.to;
    memset(&c->label_list, 0, sizeof c->label_list);
    struct hd_deriv *d = function_deriv(ast->declr);
    stmt_vec start = {0};
    space_push(c, SPACE_BLOCK);
    c->scope->is_function = true;
    if (d && d->oldstyle && d->nparams && !d->params[0].type) oldstyle_types(c, ast, d);
    declare_params(c, func, d, &start);
    if (c->lang == HD_LANG_CU) array_params(c, func, &start);
    bool copies = (ast->member & MEMBER_DEFAULT) && class_default_copies(func->sym->method);
    if (func->sym->method && func->sym->method->is_ctor && !copies)
        class_prologue(c, func, ast, &start);
    if (func->sym->method && func->sym->method->is_dtor) class_epilogue(c, func, &start);
    if (!hd_type_is_complete(c->ret) && c->ret->kind != HD_TY_VOID && c->ret->kind != HD_TY_AUTO)
        hd_error(c->diags, ast->declr->name_range,
                 "`%s` returns `%s`, which is not defined completely", func->sym->name,
                 ty(c, c->ret));
    struct hd_ast *block = ast->kids[0];
    if (ast->member & MEMBER_COMPARES) {
        struct hd_type *returns = c->ret;
        block = comparison_body(c, func, ast, &returns);
        if (c->ret->kind == HD_TY_AUTO) function_returns(c, func, c->ret = returns);
    }
    struct hd_stmt *body = check_block(c, block, false);
    bool special = func->sym->method && (func->sym->method->is_ctor || func->sym->method->is_dtor);
    bool tried = special && ast->kids[0]->nkids == 1 && ast->kids[0]->kids[0]->op == TK_TRY;
    if (copies) class_default_body(c, func, &start);
    prepend_stmts(c, tried ? function_tried(c, func, body) : body, &start);
    func->is_noexcept = is_noexcept(c, func->sym, d);
    if (func->returns_others) func->returned = NULL;
    labels_finish(c);
    func->body = body;
    func->no_contract = ast->no_contract;
    if (c->ret->kind == HD_TY_AUTO) { // no return statement
        c->ret = hd_ty.void_;
        function_returns(c, func, c->ret);
    }
    bool deleted = ast->member & MEMBER_DELETED;
    if (c->diags->errors == errors && !deleted) check_end_of_body(c, func);
    warn_unset(c, unset, c->diags->errors == errors);
    if (c->diags->errors == errors && !deleted)
        check_jumps(c, func->body, func->is_kernel || (func->is_device && !func->is_host));
    slip_at_end(c, func);
    while (c->scope != outer_scope) space_pop(c);
    space_finish(c, c->labels);
    c->labels = outer_labels;
    c->label_list.v = label_v;
    c->label_list.n = label_n;
    c->label_list.cap = label_cap;
    c->loops = outer_loops;
    c->try_serial = outer_try;
    c->ends = outer_ends;
    c->value_stmt = outer_value;
    c->record = outer_record;
    c->ret = outer_ret;
    c->func = outer_func;
    return c->diags->errors == errors;
}

// ---- items --------------------------------------------------------------------------------------

static struct hd_stmt *call_stmt(struct check *c, struct hd_sym *sym, struct hd_expr *arg,
                                 struct hd_range range) {
    note_use(c, sym);
    struct hd_expr *f = expr_new(c, EX_FUNC, sym->type, range);
    f->sym = sym;
    struct hd_expr *call = expr_new(c, EX_CALL, sym->type->base, range);
    call->a = f;
    if (arg) {
        call->nargs = 1;
        call->args = HD_NEW(c->arena, struct hd_expr *);
        call->args[0] = arg;
    }
    struct hd_stmt *s = decl_stmt(c, STM_EXPR, range);
    s->a = call;
    return s;
}

// A program's constructor function runs with the initialisers of its variables, before main; its
// destructor is handed to atexit there, so that it runs last.
static void call_constructor(struct check *c, struct hd_sym *sym, bool destructor,
                             struct hd_stmt **entry_stmt) {
    if (sym->type->nparams || !c->func) return;
    if (!destructor) {
        *entry_stmt = call_stmt(c, sym, NULL, sym->range);
        return;
    }
    struct hd_type *handler =
        hd_type_ptr(hd_type_func(c->arena, hd_ty.void_, NULL, 0, false, false));
    struct hd_sym *at_exit =
        sym_new(c, SYM_FUNC, hd_intern_str("atexit"),
                hd_type_func(c->arena, hd_ty.int_, &handler, 1, false, false), sym->range);
    at_exit->link_name = at_exit->name;
    at_exit->spec = SPEC_EXTERN;
    struct hd_expr *f = expr_new(c, EX_FUNC, sym->type, sym->range),
                   *address = expr_new(c, EX_ADDR, handler, sym->range);
    f->sym = sym;
    f->is_lvalue = true;
    address->a = f;
    note_use(c, sym);
    *entry_stmt = call_stmt(c, at_exit, address, sym->range);
}

// Whether a namespace has declared the function that is defined outside of it. false: reported.
static bool declared_in(struct check *c, struct hd_space *space, const struct hd_ast *ast) {
    if (space_declaring(c->front, space, ast->declr->name)) return true;
    struct hd_diag *d = hd_error(c->diags, ast->declr->name_range, "`%s` has no function `%s`",
                                 qual_text(c, ast->declr->qual), ast->declr->name);
    hd_help(c->diags, d, "declare it inside of the namespace first, or define it there");
    return false;
}

static void function_in_space(struct check *c, struct hd_ast *ast, bool member,
                              struct hd_stmt **entry_stmt);

void function_item(struct check *c, struct hd_ast *ast, struct hd_stmt **entry_stmt) {
    if (ast->member & MEMBER_GUIDE) {
        guide_declare(c, ast);
        return;
    }
    struct hd_space *around = c->scope;
    bool member = ast->member & MEMBER_INSIDE;
    if (ast->declr && ast->declr->qual) {
        if (ast->is_template && struct_template_member(c, ast)) return;
        struct inner in;
        if (!check_qual_of(c, ast->declr->qual, ast->declr->name, &in)) return;
        member = in.record != NULL;
        if (!in.space || (!member && !ast->is_specialisation && !declared_in(c, in.space, ast)))
            return;
        if (in.record && ast->is_template) {
            generic_outside(c, in.record, ast);
            return;
        }
        c->scope = in.space; // a function of a namespace, defined outside of it
        c->access_as = in.record;
    }
    function_in_space(c, ast, member, entry_stmt);
    c->access_as = NULL;
    c->scope = around;
}

static void function_in_space(struct check *c, struct hd_ast *ast, bool member,
                              struct hd_stmt **entry_stmt) {
    if (ast->is_template) {
        template_declare(c, ast);
        return;
    }
    if (ast->is_specialisation && !(member && member_is_plain(c, ast))) {
        template_specialise(c, ast);
        return;
    }
    if (member) {
        member_item(c, ast);
        return;
    }
    struct hd_type *base = check_spec(c, ast->spec);
    struct hd_type *type = check_declarator(c, base, ast->declr, ast->spec);
    if (type->kind != HD_TY_FUNC) {
        if (type->kind != HD_TY_ERROR)
            hd_error(c->diags, ast->declr->range, "a body `{` follows, but `%s` is no function",
                     ast->declr->name);
        if (ast->declr->name) { // later uses of the name are no further errors
            struct hd_sym *sym = sym_new(c, SYM_VAR, declared_name(c, ast->declr->name),
                                         hd_ty.error, ast->declr->name_range);
            sym->storage = ST_GLOBAL;
            global_declare(c, sym, DEF_VAR);
        }
        return;
    }
    struct hd_deriv *d = function_deriv(ast->declr);
    if (!d) {
        hd_error(c->diags, ast->declr->range,
                 "a function's definition needs its parameters written out");
        return;
    }
    if (ast->declr->is_operator && !operator_head_ok(c, ast->declr, type, 0)) return;
    bool noreturn = type->noreturn;
    if (d->oldstyle && d->nparams && !d->params[0].spec) type = oldstyle_function(c, ast, type, d);
    type->noreturn = noreturn;
    if (c->device_version &&
        function_device_version(c, ast, function_key(c, ast->declr, type), type))
        return;
    struct hd_sym *sym = check_function_sym(c, ast, type, ast->declr, ast->spec, true);
    if (sym->func && sym->func->ast == ast) check_function_body(c, sym->func, ast);
    struct attr_set set = {0};
    attrs_read(c, ast->spec->attrs, &set);
    if ((set.constructor || (set.destructor && c->lang == HD_LANG_C)) && entry_stmt)
        call_constructor(c, sym, !set.constructor, entry_stmt);
}

bool function_device_version(struct check *c, struct hd_ast *ast, const char *name,
                             struct hd_type *type) {
    struct hd_sym *sym = global_find_own(c, name, type, &c->versioned);
    if (!sym) return false;
    struct hd_func *host = sym->func;
    if (!host->is_kernel && !host->is_device) return true; // nvcc's device pass drops it too
    struct hd_func *func = function_new(c, ast, sym);
    func->is_kernel = host->is_kernel;
    func->is_device = host->is_device;
    func->is_host = false;
    host->device_version = func;
    check_function_body(c, func, ast);
    return true;
}

void check_local_item(struct check *c, struct hd_ast *ast) {
    if (ast->kind == AST_USING) {
        check_using(c, ast);
        return;
    }
    if (ast->kind == AST_NAMESPACE) {
        check_namespace(c, ast);
        return;
    }
    struct hd_diag *d = hd_error(c->diags, ast->declr ? ast->declr->range : ast->range,
                                 "a function cannot be defined inside a function");
    hd_help(c->diags, d, "move `%s` out of this function",
            ast->declr && ast->declr->name ? ast->declr->name : "it");
}
