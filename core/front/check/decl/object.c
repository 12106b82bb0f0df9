// When the lives of a session's objects end: the variables at the prompt whose destructors run
// code.
//
// Such an object outlives its cell. It is destroyed when its name is defined anew, before what the
// new definition does (as Python lets go of the old value), by %reset, and when the session ends.
// Whether it has been made at all (its cell may have faulted in the constructor) says a variable
// beside it, `name::__made`, which the same code sets as makes the object; so a new engine knows as
// well.
//
//     Buf b(100);     `b` <- Buf(100); b::__made = true;
//     Buf b(200);     if (b::__made) { b::__made = false; b.~Buf(); }  `b` <- Buf(200); ...
//
// The earlier object's storage stays until the cell has run (hd_sym.ends_late); the new one may
// have its address (`after_end`), so that pointers to it stay right.
#include "front/check/decl/decl.h"
#include "front/check/expr/expr.h"

bool object_in_session(const struct check *c) {
    return c->front->cell_parser && c->front->cell_parser->cell;
}

struct hd_stmt *object_made(struct check *c, struct hd_sym *sym, struct hd_range range) {
    if (!sym->name || !sym->def || sym->storage != ST_GLOBAL) return NULL;
    const char *name = hd_intern_str(hd_printf(c->arena, "%s::__made", sym->def->name));
    struct hd_sym *made = sym_new(c, SYM_VAR, name, hd_ty.bool_, range);
    made->storage = ST_GLOBAL;
    made->defined = made->is_hidden = true;
    made = global_declare(c, made, DEF_VAR);
    sym->made = made->def;
    note_use(c, made);
    struct hd_stmt *s = decl_stmt(c, STM_EXPR, range);
    s->a = expr_assign(c, expr_var(c, made, range), expr_int(c, hd_ty.bool_, 1, range));
    return s;
}

// if (made) { made = false; object.~T(); clear it }
static struct hd_stmt *end_stmt(struct check *c, struct hd_sym *sym, struct hd_sym *made) {
    struct hd_range range = sym->range;
    struct hd_ast at = {.range = range, .loc = range.from};
    struct hd_expr *object = expr_var(c, sym, range);
    struct hd_expr *end = class_destroy(c, object);
    if (!end || is_error(end)) return NULL;
    struct hd_expr *cleared[] = {expr_cast(c, expr_address(c, expr_var(c, sym, range), range),
                                           hd_type_ptr(hd_ty.void_), CAST_NOOP),
                                 expr_int(c, hd_ty.ulong_, sym->type->size, range)};
    struct hd_expr *all[] = {
        expr_assign(c, expr_var(c, made, range), expr_int(c, hd_ty.bool_, 0, range)), end,
        call_new_helper(c, "__cleared", cleared, 2, &at)};
    struct hd_stmt *block = decl_stmt(c, STM_BLOCK, range), *s = decl_stmt(c, STM_IF, range);
    block->list = HD_NEW_ARRAY(c->arena, struct hd_stmt *, 3);
    for (int i = 0; i < 3; i++) {
        block->list[block->nlist] = decl_stmt(c, STM_EXPR, range);
        block->list[block->nlist++]->a = all[i];
    }
    s->a = rvalue(c, expr_var(c, made, range));
    s->body = block;
    note_use(c, sym);
    note_use(c, made);
    return s;
}

struct hd_sym *hd_object_made(const struct hd_def *def) {
    const struct hd_def *made = def->kind == DEF_VAR && def->sym ? def->sym->made : NULL;
    return made && !made->dead ? made->sym : NULL;
}

void object_destroy(struct check *c, struct hd_def *def) {
    struct txn *txn = c->front->txn;
    if (def->sym) def->sym->ends_late = false; // a rollback may have left it so
    if (!txn || !txn->entry || !hd_object_made(def)) return;
    struct hd_diags quiet = {.arena = c->arena, .max_errors = 1};
    int pending = txn->pending.n;
    bool was_stale = def->stale;
    if (def->stale && !hd_def_refresh(c->front, def, &quiet)) {
        struct hd_diag *d =
            hd_warning(c->diags, def->sym->range, "not-destroyed",
                       "the earlier `%s` is not destroyed, since its definition no longer compiles",
                       def->name);
        if (quiet.first) hd_note(c->diags, d, quiet.first->range, "%s", quiet.first->message);
        return;
    }
    if (was_stale &&
        def->sym->is_anew) { // what it had cannot be destroyed, and nobody is going to use it
        txn->pending.n = pending;
        return;
    }
    struct hd_sym *made = hd_object_made(def);
    if (!made || !class_is_nontrivial(def->sym->type, SPECIAL_DTOR)) return;
    struct hd_func *func = c->func;
    struct hd_type *ret = c->ret;
    c->func = txn->entry;
    c->ret = hd_ty.void_;
    struct hd_stmt *s = end_stmt(c, def->sym, made);
    c->func = func;
    c->ret = ret;
    if (!s) return;
    HD_PUSH(txn->cell->arena, &txn->pending, s);
    def->sym->ends_late = made->ends_late = true;
}

void object_ends(struct check *c, struct hd_def *def) {
    struct hd_def *held = lifetime_held(c, def, 0);
    for (int i = 0; held; held = lifetime_held(c, def, ++i)) {
        object_ends(c, held);
        global_drop(c->front, held, def->sym->range.from);
    }
    object_destroy(c, def);
    struct hd_sym *made = hd_object_made(def);
    if (made && made->def) global_drop(c->front, made->def, def->sym->range.from);
}
