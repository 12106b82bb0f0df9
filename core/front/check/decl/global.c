// Variables at top level: of a session, of a namespace, static members of classes.
//
// Each makes one symbol of the session (global_declare). A constant initialiser stays with the
// symbol and is written when the cell commits; any other becomes a statement of the cell's entry,
// in order.
//
// Example: `int n = f(), a[4] = {1};` in a cell gives a STM_GLOBAL_INIT for n, and a constant for
// a.
#include "front/check/decl/var.h"

#include <string.h>

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

static void add_end(struct check *c, struct hd_sym *sym, struct hd_stmt *end, stmt_vec *out) {
    if (!end) return;
    if (end->kind == STM_EXPR) end->sym = sym;
    decl_add(c, out, end);
}

// Where the value goes: into the image that is written at commit, or into code.
static void place_global_init(struct check *c, const struct var *v, struct hd_sym *sym,
                              struct hd_init *init, stmt_vec *out) {
    if (sym->type->kind == HD_TY_ERROR) return;
    if (init && init->constant) {
        sym->init = init;
        var_take_value(c, sym, init);
        bool follows = sym->is_const_value || var_type_is_const(sym->type);
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
        var_at_end(c, sym, range); // what it declares is part of the item
        return;
    }
    if (!init || init->constant) {
        if (sym->after_end) { // the value is there before any code runs
            sym->addr = 0;
            sym->reinitialise = sym->after_end = false;
        }
        bool ends = c->func && (sym->storage == ST_GLOBAL || sym->storage == ST_STATIC);
        add_end(c, sym, ends ? var_at_end(c, sym, range) : NULL, out);
        return;
    }
    struct hd_diag *d;
    bool device = sym->storage == ST_DEVICE || sym->storage == ST_CONSTANT;
    if ((device && !by_constexpr(init)) || sym->storage == ST_THREAD) {
        d = hd_error(c->diags, range, "the initial value of %s variable `%s` must be a constant",
                     sym->storage == ST_THREAD ? "thread-local" : "device", sym->name);
        if (sym->storage == ST_THREAD)
            hd_help(c->diags, d,
                    "make it a function's: `auto &%s() { thread_local %s value = ...; return "
                    "value; }` is made in each thread that calls it",
                    sym->name, ty(c, sym->type));
        else
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
    if (c->func) decl_add(c, out, global_init_stmt(c, sym, init, range));
    add_end(c, sym, c->func ? var_at_end(c, sym, range) : NULL, out);
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

void var_shared_ok(struct check *c, struct var *v, bool dynamic) {
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

void global_var(struct check *c, struct var *v, stmt_vec *out) {
    if (var_has_auto(v->type)) var_deduce(c, v);
    var_make_const(v);
    if (type_has_vla(v->type)) run_time_length(c, v);
    enum hd_storage storage = global_storage(c, v);
    bool is_extern = storage == ST_EXTERN || storage == ST_DYN_SHARED;
    bool tentative = c->lang == HD_LANG_C && !is_extern && !v->has_init &&
                     v->type->kind == HD_TY_ARRAY && v->type->len < 0 && !v->type->vla_len;
    if (tentative) v->type = hd_type_array(c->arena, v->type->base, 1); // C11 6.9.2p2
    if (storage == ST_SHARED)
        var_shared_ok(c, v, false);
    else if (!var_type_ok(c, v, is_extern))
        v->type = hd_ty.error;
    bool no_value = is_extern || storage == ST_SHARED;
    if (!no_value) var_needs_value(c, v);
    const char *key = v->key    ? v->key
                      : v->home ? hd_space_key(c->front, v->home, v->declr->name)
                                : declared_name(c, v->declr->name);
    struct hd_sym *sym = sym_new(c, SYM_VAR, key, v->type, v->declr->name_range);
    old_reference(c, v);
    sym->storage = storage;
    sym->spec = v->spec->flags;
    sym->internal_linkage = (v->spec->flags & SPEC_STATIC) != 0;
    sym->has_initializer = v->has_init;
    sym->tentative_array = tentative;
    sym->bound = v->bound;
    sym->has_parts = v->declr->nbindings > 0;
    sym->align = var_alignment(v);
    sym->defined = !is_extern;
    if (storage == ST_EXTERN)
        sym->link_name = v->declr->asm_label ? v->declr->asm_label : v->declr->name;
    c->home = v->home;
    sym = global_declare(c, sym, DEF_VAR);
    c->home = NULL;
    if (v->has_init) sym->has_initializer = true;
    if (storage == ST_DYN_SHARED && v->has_init)
        hd_error(c->diags, v->declr->range, "shared memory cannot be initialised");
    int errors = c->diags->errors;
    bool outer = c->symbol_arg; // a device variable may hold the address of another
    c->symbol_arg = outer || storage == ST_DEVICE || storage == ST_CONSTANT;
    struct hd_init *init = no_value ? NULL : var_initialise(c, v, sym);
    c->symbol_arg = outer;
    var_complete_array(sym, init);
    var_make_constant(c, v, sym, init);
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
    global_var(c, v, &out);
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
    const char *key = hd_space_key(c->front, r->space, v->declr->name);
    struct hd_sym *sym = sym_new(c, SYM_VAR, key, v->type, v->declr->name_range);
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
    v.home = r->space;
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
        v.home = record->space;
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
        if (spec->flags & SPEC_EXTERN) continue;
        struct hd_sym *sym = // each file that includes the class has one
            global_find(c->front, hd_space_key(c->front, record->space, di->declr->name), false);
        if (sym && sym->kind == SYM_VAR) sym->spec |= SPEC_INLINE;
    }
}

bool global_outside(struct check *c, struct var *v) {
    struct inner in;
    const char *name = v->declr->name;
    if (!check_qual_of(c, v->declr->qual, name, &in)) return false;
    if (at_top(c) && in.space && !in.record) {
        v->home = in.space;
        const struct hd_def *def =
            hd_map_get(&c->front->names, hd_space_key(c->front, in.space, name));
        if (def && !def->dead) return true;
    }
    struct hd_record *r = in.record;
    for (int i = 0; at_top(c) && r && i < r->nstatics; i++) {
        if (r->statics[i].name != name) continue;
        v->home = r->space;
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
