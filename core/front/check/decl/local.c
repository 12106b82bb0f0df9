// Variables in a block: automatic, static, shared by the threads of a block, and `extern`.
//
// A declarator becomes STM_VAR, preceded by what computes run-time lengths, with what is done when
// the variable's scope is left. A static one is made once, behind a test.
#include "front/check/array/array.h"
#include "front/check/decl/init.h"
#include "front/check/decl/var.h"

#include <string.h>

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
    var_shared_ok(c, v, dynamic);
    struct hd_sym *sym = sym_new(c, SYM_VAR, v->declr->name, v->type, v->declr->name_range);
    sym->spec = v->spec->flags;
    sym->storage = dynamic ? ST_DYN_SHARED : ST_SHARED;
    sym->align = var_alignment(v);
    sym->defined = true;
    space_declare(c, sym);
    if (!device || sym->type->kind == HD_TY_ERROR) return;
    struct hd_func *f = c->func;
    struct hd_sym **grown = HD_NEW_ARRAY(c->arena, struct hd_sym *, f->nshared + 1);
    if (f->nshared) memcpy(grown, f->shared, sizeof *grown * (size_t)f->nshared);
    grown[f->nshared++] = sym;
    f->shared = grown;
}

struct hd_stmt *var_at_end(struct check *c, struct hd_sym *sym, struct hd_range range) {
    if (sym->type->kind == HD_TY_REF || !class_is_nontrivial(sym->type, SPECIAL_DTOR)) return NULL;
    if (object_in_session(c)) return object_made(c, sym, range);
    struct hd_ast at = {.range = range, .loc = range.from};
    struct hd_expr *object = expr_var(c, sym, range);
    struct hd_type *type = hd_type_unqual(sym->type);
    struct hd_expr *v[1] = {convert(c, expr_address(c, object, range), hd_type_ptr(type))};
    const char *name = hd_intern_str(sym->storage == ST_THREAD ? "__at_thread_end" : "__at_end");
    if (!hd_lookup(c->front, name)) front_include_now(c->front, "heddle/new.h");
    struct hd_stmt *s = decl_stmt(c, STM_EXPR, range);
    s->a = call_named(c, name, v, 1, &at);
    return is_error(s->a) ? NULL : s;
}

static struct hd_expr *told(struct check *c, const char *name, struct hd_sym *done,
                            struct hd_expr *more, struct hd_range range) {
    struct hd_ast at = {.range = range, .loc = range.from};
    struct hd_expr *v[2] = {expr_address(c, expr_var(c, done, range), range), more};
    return call_named(c, hd_intern_str(name), v, more ? 2 : 1, &at);
}

static struct hd_stmt *told_end(struct check *c, struct hd_sym *done, bool ok,
                                struct hd_range range) {
    struct hd_stmt *s = decl_stmt(c, ok ? STM_EXPR : STM_CLEANUP, range);
    s->a = told(c, "__heddle_static_end", done, expr_int(c, hd_ty.bool_, ok, range), range);
    s->on_throw = !ok;
    return s;
}

static struct hd_stmt *if_then(struct check *c, struct hd_expr *condition, struct hd_stmt *body) {
    struct hd_stmt *s = decl_stmt(c, STM_IF, body->range);
    s->a = condition;
    s->body = body;
    return s;
}

// static T x = f(); : if (!done && begin(&done)) { x = f(); end(&done, true); }, and end(&done,
// false) where that throws (cpu/guard/statics.c).
// init NULL: it has its value, and is to be destroyed when the program ends. NULL: it is not.
static struct hd_stmt *guarded(struct check *c, struct hd_sym *sym, struct hd_init *init,
                               struct hd_range range) {
    struct hd_sym *done = sym_new(c, SYM_VAR, NULL, hd_ty.bool_, range);
    done->storage = sym->storage == ST_THREAD ? ST_THREAD : ST_STATIC;
    done->defined = true;
    struct hd_stmt *block = decl_stmt(c, STM_BLOCK, range);
    struct hd_stmt *end = var_at_end(c, sym, range);
    if (!init && !end) return NULL;
    block->list = HD_NEW_ARRAY(c->arena, struct hd_stmt *, 4);
    block->list[block->nlist++] = told_end(c, done, false, range);
    if (init) block->list[block->nlist++] = global_init_stmt(c, sym, init, range);
    if (end) block->list[block->nlist++] = end;
    block->list[block->nlist++] = told_end(c, done, true, range);
    if (c->func) c->func->has_cleanups = true;
    struct hd_expr *acquire = expr_int(c, hd_ty.int_, __ATOMIC_ACQUIRE, range);
    struct hd_expr *none = expr_new(c, EX_UNARY, bool_type(c), range);
    none->op = TK_NOT;
    none->a = told(c, "__atomic_load_n", done, acquire, range);
    return if_then(c, none, if_then(c, told(c, "__heddle_static_begin", done, NULL, range), block));
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
    sym->align = var_alignment(v);
    sym->defined = true;
    space_declare(c, sym);
    struct hd_init *init = var_initialise(c, v, sym);
    var_complete_array(sym, init);
    var_make_constant(c, v, sym, init);
    if (sym->type->kind == HD_TY_ERROR) return;
    struct hd_range range =
        v->ast->nkids && v->ast->kids[0] ? v->ast->kids[0]->range : v->declr->range;
    if (!init || init->constant) {
        sym->init = init;
        if (init) var_take_value(c, sym, init);
        bool lasts = sym->storage == ST_STATIC || sym->storage == ST_THREAD;
        bool ends = lasts && c->func && !c->func->is_kernel && !c->func->is_device &&
                    class_is_nontrivial(sym->type, SPECIAL_DTOR);
        struct hd_stmt *s = ends ? guarded(c, sym, NULL, range) : NULL;
        if (s) decl_add(c, out, s);
        return;
    }
    if (init_has_label(init)) { // addresses of this function's code: gen/ makes the table
        struct hd_stmt *table = decl_stmt(c, STM_VAR, range);
        table->sym = sym;
        table->var_init = init;
        decl_add(c, out, table);
        return;
    }
    bool device = c->func && (c->func->is_kernel || c->func->is_device);
    if (c->lang == HD_LANG_C || device) {
        struct hd_diag *d = hd_error(
            c->diags, range, "the initial value of static `%s` must be a constant", v->declr->name);
        hd_help(c->diags, d, "it is set once, before the function first runs");
        return;
    }
    struct hd_init *value;
    struct hd_sym *held;
    for (int i = 0; (held = lifetime_static(c, sym, init, i, &value)); i++)
        decl_add(c, out, guarded(c, held, value, range));
    decl_add(c, out, guarded(c, sym, init, range));
}

void local_sizes(struct check *c, struct hd_type *type, stmt_vec *out) {
    struct hd_expr *sizes = type_has_vla(type) ? check_vla_sizes(c, type) : NULL;
    if (!sizes) return;
    struct hd_stmt *s = decl_stmt(c, STM_EXPR, sizes->range);
    s->a = sizes;
    decl_add(c, out, s);
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

void local_var(struct check *c, struct var *v, stmt_vec *out) {
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
    if (var_has_auto(v->type)) var_deduce(c, v);
    var_make_const(v);
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
    var_needs_value(c, v);
    if (type_has_vla(v->type) && c->func && (c->func->is_kernel || c->func->is_device)) {
        struct hd_diag *d =
            hd_error(c->diags, v->declr->range,
                     "the length of array `%s` must be a constant in device code", v->declr->name);
        hd_help(
            c->diags, d,
            "declare it as long as it may ever be, or pass a pointer to memory from cudaMalloc");
        v->type = hd_ty.error;
    }
    local_sizes(c, v->type, out);
    if (hd_type_is_vla(v->type) && c->func) c->func->uses_vla = true;
    struct hd_sym *sym = sym_new(c, SYM_VAR, v->declr->name, v->type, v->declr->name_range);
    sym->spec = f;
    sym->has_initializer = v->has_init;
    sym->bound = v->bound;
    sym->align = var_alignment(v);
    sym->defined = true;
    space_declare(c, sym);
    struct hd_ast *listed = c->lang == HD_LANG_CU ? vla_list(v) : NULL;
    bool made = hd_type_is_vla(v->type) && !v->has_init && init_has_default(v->type, 0);
    struct hd_init *init = listed || made ? NULL : var_initialise(c, v, sym);
    var_complete_array(sym, init);
    var_make_constant(c, v, sym, init);
    if (sym->type->kind == HD_TY_ERROR) return;
    if (init && init->constant) {
        var_take_value(c, sym, init);
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
    decl_add(c, out, s);
    struct hd_expr *filled = listed ? vla_fill(c, sym, listed)
                             : made ? vla_default(c, sym, v->declr->range)
                                    : NULL;
    if (!filled) return;
    struct hd_stmt *fill = decl_stmt(c, STM_EXPR, filled->range);
    fill->a = filled;
    decl_add(c, out, fill);
    if (!s->a) return;
    struct hd_stmt *leave = decl_stmt(c, STM_CLEANUP, v->declr->range); // what has been made ends
    leave->a = s->a;
    s->a = NULL;
    decl_add(c, out, leave);
}
