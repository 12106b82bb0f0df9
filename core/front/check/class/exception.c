// `throw`, `try` and `catch`, and the guards of what lives while something else is made.
//
// What is thrown is copied into memory of the run time's own, together with a function for such
// objects (headers/heddle/exception.h); a handler gets the address of what it catches in a hidden
// local and makes its variable from that. Which handler it is, the tables of cpu/guard/exception.c
// decide.
//
// A *guard* says what must be destroyed should an exception come in between: the members of an
// object whose constructor has not ended, the elements of an array made so far, memory from `new`.
// There are none in device code, which has no exceptions.
//
// Example: `try { f(); } catch (const E &e) { g(e); }` is STM_TRY of the block and a STM_CATCH with
// the hidden local `p` of type `const E *`, whose body begins with the STM_VAR of e, bound to *p.
#include "front/check/decl/decl.h"
#include "front/check/decl/init.h"

static bool in_device_code(const struct check *c) {
    return c->func && (c->func->is_device || c->func->is_kernel);
}

static bool allowed(struct check *c, struct hd_range range) {
    if (!in_device_code(c)) return true;
    struct hd_diag *d = hd_error(c->diags, range, "device code does not support exceptions");
    hd_help(c->diags, d, "write an error code to memory, or use `assert` or `__trap`");
    return false;
}

// ---- throw --------------------------------------------------------------------------------------

// The function for objects of a class, as a pointer; NULL: there is nothing to be done for them.
static struct hd_expr *function_for(struct check *c, struct hd_type *type, struct hd_ast *ast) {
    const char *name = hd_intern_str("__thrown_object");
    if (!is_record(type)) return NULL;
    if (!hd_lookup(c->front, name)) front_include_now(c->front, "heddle/exception.h");
    struct hd_expr *v[2] = {expr_null(c, hd_type_ptr(hd_type_unqual(type)), ast->range),
                            expr_int(c, hd_ty.int_, 0, ast->range)};
    struct hd_expr *call = call_named(c, name, v, 2, ast);
    if (is_error(call) || call->kind != EX_CALL) return call;
    struct hd_expr *at = expr_new(c, EX_ADDR, hd_type_ptr(call->a->type), ast->range);
    at->a = call->a;
    return expr_cast(c, at, hd_type_ptr(hd_ty.void_), CAST_NOOP);
}

// [class.copy.elision]: a local of the innermost `try` is moved from.
static bool moves(const struct check *c, const struct hd_expr *e) {
    return e->kind == EX_VAR && e->sym->storage == ST_LOCAL && !e->sym->is_param &&
           !(e->type->quals & (Q_CONST | Q_VOLATILE)) && e->sym->serial > c->try_serial &&
           is_record(e->type);
}

struct hd_expr *check_throw(struct check *c, struct hd_ast *ast) {
    struct hd_expr *e = expr_new(c, EX_THROW, hd_ty.void_, ast->range);
    if (!allowed(c, ast->range)) return expr_error(c, ast->range);
    if (c->func && !c->unevaluated) c->func->has_throw = c->func->has_cleanups = true;
    if (!ast->nkids) return e;
    struct hd_expr *value = check_expr(c, ast->kids[0]);
    if (is_error(value)) return value;
    if (moves(c, value)) {
        struct hd_expr *taken = expr_new(c, EX_VAR, value->type, value->range);
        *taken = *value;
        taken->is_xvalue = true;
        value = taken;
    }
    bool ends = value->is_lvalue || class_ends_ok(c, value->type, false, value->range);
    value = class_value(c, rvalue(c, value));
    if (is_error(value) || !ends) return expr_error(c, ast->range);
    if (value->type->kind == HD_TY_VOID || !hd_type_is_complete(value->type)) {
        hd_error(c->diags, ast->kids[0]->range, "a `%s` cannot be thrown", ty(c, value->type));
        return expr_error(c, ast->range);
    }
    if ((int)value->type->align > 16) {
        hd_error(c->diags, ast->kids[0]->range,
                 "`%s` cannot be thrown: its objects need an alignment of more than 16 bytes",
                 ty(c, value->type));
        return expr_error(c, ast->range);
    }
    e->a = value;
    e->b = function_for(c, unqual(value->type), ast);
    return e->b && is_error(e->b) ? e->b : e;
}

struct hd_expr *throw_as(struct check *c, struct hd_expr *thrown, const struct hd_expr *other) {
    struct hd_expr *null = expr_null(c, hd_type_ptr(other->type), thrown->range);
    struct hd_expr *never = expr_deref(c, null, thrown->range);
    never->is_xvalue = other->is_xvalue;
    return expr_comma(c, thrown, other->is_lvalue ? never : rvalue(c, never));
}

// ---- try ----------------------------------------------------------------------------------------

static struct hd_stmt *caught_var(struct check *c, struct hd_type *type, struct hd_sym *at,
                                  const struct hd_param *p) {
    struct hd_sym *sym = sym_new(c, SYM_VAR, p->declr->name, type, p->declr->name_range);
    sym->defined = sym->has_initializer = true;
    space_declare(c, sym);
    struct hd_expr *pointer = rvalue(c, expr_var(c, at, p->range));
    struct hd_stmt *s = decl_stmt(c, STM_VAR, p->range);
    s->loc = sym->range.from;
    s->sym = sym;
    if (type->kind == HD_TY_REF) {
        s->var_init = init_of_expr(c, type, convert(c, pointer, hd_type_ptr(type->base)));
        return s;
    }
    struct hd_expr *value = class_value(c, rvalue(c, expr_deref(c, pointer, p->range)));
    if (is_error(value)) return s;
    s->var_init = init_of_expr(c, hd_type_unqual(type), value);
    s->a = class_destroy(c, expr_var(c, sym, p->range));
    if (s->a && is_error(s->a)) s->a = NULL;
    return s;
}

static struct hd_type *caught_type(struct check *c, struct hd_param *p) {
    struct hd_type *type = check_spec(c, p->spec);
    if (type->kind != HD_TY_ERROR) type = check_declarator(c, type, p->declr, p->spec);
    if (type->kind == HD_TY_ARRAY) type = hd_type_ptr(type->base);
    if (type->kind == HD_TY_FUNC) type = hd_type_ptr(type);
    struct hd_type *object = type->kind == HD_TY_REF ? type->base : type;
    struct hd_diag *d;
    if (type->kind == HD_TY_REF && type->rvalue_ref) {
        d = hd_error(c->diags, p->range, "a handler cannot catch by `&&`");
        hd_help(c->diags, d, "write `&`: what is caught may be changed and moved from through it");
        return hd_ty.error;
    }
    if (object->kind == HD_TY_VOID || (is_record(object) && !hd_type_is_complete(object)) ||
        object->kind == HD_TY_AUTO) {
        d = hd_error(c->diags, p->range, "a handler cannot catch `%s`",
                     object->kind == HD_TY_AUTO ? "auto" : ty(c, object));
        hd_help(c->diags, d, "`catch (...)` takes everything");
        return hd_ty.error;
    }
    if (is_record(type) && type->record->is_abstract) {
        d = hd_error(c->diags, p->range, "`%s` is abstract: it can only be caught by reference",
                     ty(c, type));
        hd_help(c->diags, d, "write `const %s &`", ty(c, hd_type_unqual(type)));
        return hd_ty.error;
    }
    return type;
}

static struct hd_stmt *check_handler(struct check *c, struct hd_ast *ast) {
    struct hd_stmt *s = decl_stmt(c, STM_CATCH, ast->range), *var = NULL;
    space_push(c, SPACE_BLOCK);
    if (ast->param) {
        struct hd_type *type = ast->param->declr ? caught_type(c, ast->param) : hd_ty.error;
        struct hd_type *object = type->kind == HD_TY_REF ? type->base : type;
        s->sym = sym_hidden(c, hd_type_ptr(hd_type_unqual(object)), ast->range);
        if (ast->param->declr && ast->param->declr->name && type->kind != HD_TY_ERROR)
            var = caught_var(c, type, s->sym, ast->param);
        else if (ast->param->declr && ast->param->declr->name)
            space_declare(c, sym_new(c, SYM_VAR, ast->param->declr->name, hd_ty.error,
                                     ast->param->declr->name_range));
    }
    struct hd_stmt *body = check_block(c, ast->kids[0], true);
    s->body = body;
    if (var) {
        s->body = decl_stmt(c, STM_BLOCK, ast->range);
        s->body->list = HD_NEW_ARRAY(c->arena, struct hd_stmt *, 2);
        s->body->nlist = 2;
        s->body->list[0] = var;
        s->body->list[1] = body;
    }
    space_pop(c);
    return s;
}

struct hd_stmt *check_try(struct check *c, struct hd_ast *ast) {
    struct hd_stmt *s = decl_stmt(c, STM_TRY, ast->range);
    if (!allowed(c, (struct hd_range){ast->range.from, ast->range.from + 3})) return s;
    if (c->func) c->func->has_cleanups = true;
    uint32_t outer = c->try_serial;
    c->try_serial = sym_hidden(c, hd_ty.int_, ast->range)->serial;
    s->body = check_block(c, ast->kids[0], true);
    c->try_serial = outer;
    s->list = HD_NEW_ARRAY(c->arena, struct hd_stmt *, ast->nkids);
    for (int i = 1; i < ast->nkids; i++) s->list[s->nlist++] = check_handler(c, ast->kids[i]);
    return s;
}

static void append(struct check *c, struct hd_stmt *block, struct hd_stmt *s) {
    struct hd_stmt **list = HD_NEW_ARRAY(c->arena, struct hd_stmt *, block->nlist + 1);
    for (int i = 0; i < block->nlist; i++) list[i] = block->list[i];
    list[block->nlist++] = s;
    block->list = list;
}

struct hd_stmt *function_tried(struct check *c, const struct hd_func *func, struct hd_stmt *body) {
    const struct hd_method *m = func->sym->method;
    struct hd_stmt *s = body->nlist == 1 ? body->list[0] : NULL;
    if (!s || s->kind != STM_TRY || !s->body) return body;
    for (int i = 0; m && (m->is_ctor || m->is_dtor) && i < s->nlist; i++) {
        struct hd_stmt *again = decl_stmt(c, STM_EXPR, s->list[i]->range);
        again->a = expr_new(c, EX_THROW, hd_ty.void_, s->list[i]->range);
        c->func->has_throw = true;
        append(c, s->list[i]->body, again);
    }
    return s->body;
}

// ---- guards -------------------------------------------------------------------------------------

static bool guarded_here(const struct check *c) {
    return c->lang == HD_LANG_CU && c->func && !c->unevaluated && !in_device_code(c);
}

struct hd_expr *expr_guarded(struct check *c, struct hd_expr *e, struct hd_expr *undo) {
    if (!guarded_here(c) || is_error(e) || !undo || is_error(undo)) return e;
    struct hd_expr *guarded = expr_new(c, EX_GUARDED, e->type, e->range);
    guarded->a = e;
    guarded->b = undo;
    c->func->has_cleanups = true;
    return guarded;
}

struct hd_stmt *guard_stmt(struct check *c, struct hd_expr *object, struct hd_range range) {
    if (!guarded_here(c) || !class_is_nontrivial(object->type, SPECIAL_DTOR)) return NULL;
    struct hd_stmt *s = decl_stmt(c, STM_CLEANUP, range);
    s->a = class_destroy(c, object);
    s->on_throw = true;
    c->func->has_cleanups = true;
    return s->a && !is_error(s->a) ? s : NULL;
}

// Destroys what is at `first` and `count` - 1 places `stride` bytes further, the last one first.
static struct hd_expr *destroy_at(struct check *c, struct hd_sym *self, uint64_t offset,
                                  struct hd_type *type, struct hd_sym *count, uint64_t stride,
                                  bool of_base, struct hd_range range) {
    struct hd_expr *at = rvalue(c, expr_var(c, self, range)), *each = NULL;
    if (offset) at = expr_ptr_add(c, at, expr_int(c, hd_ty.long_, (int64_t)offset, range), range);
    if (count) {
        struct hd_sym *index;
        each = expr_each(c, hd_ty.void_, rvalue(c, expr_var(c, count, range)), true, &index, range);
        struct hd_expr *by = rvalue(c, expr_var(c, index, range));
        struct hd_expr *wide = expr_int(c, hd_ty.ulong_, (int64_t)stride, range);
        at = expr_ptr_add(c, at, expr_binary(c, TK_STAR, by, wide, range, range.from), range);
    }
    struct hd_expr *object = expr_deref(c, expr_cast(c, at, hd_type_ptr(type), CAST_NOOP), range);
    struct hd_expr *end = class_destroy_as(c, object, of_base);
    if (!each || !end) return end;
    each->a = end;
    return each;
}

void each_guard(struct check *c, struct hd_expr *each, struct hd_expr *first) {
    struct hd_type *type = each->type->kind == HD_TY_VOID ? NULL : unqual(each->a->type);
    if (!guarded_here(c) || is_error(each->a)) return;
    if (!type) type = unqual(first->type->base);
    if (!class_is_nontrivial(type, SPECIAL_DTOR)) return;
    struct hd_sym *self = NULL;
    if (!first) {
        self = sym_hidden(c, hd_type_ptr(type), each->range);
        self->address_taken = true;
        first = rvalue(c, expr_var(c, self, each->range));
    }
    struct hd_sym *index;
    struct hd_expr *undo = expr_each(c, hd_ty.void_, rvalue(c, expr_var(c, each->sym, each->range)),
                                     true, &index, each->range);
    struct hd_expr *at = expr_ptr_add(c, convert(c, first, hd_type_ptr(type)),
                                      rvalue(c, expr_var(c, index, each->range)), each->range);
    undo->a = class_destroy(c, expr_deref(c, at, each->range));
    if (!undo->a || is_error(undo->a)) return;
    each->c = undo;
    each->self = self;
    c->func->has_cleanups = true;
}

static bool is_base_item(const struct hd_init *init, const struct hd_init_item *item) {
    const struct hd_record *r = init->type->kind == HD_TY_RECORD ? init->type->record : NULL;
    for (int i = 0; r && i < r->nfields; i++)
        if (r->fields[i].is_base && r->fields[i].offset == item->offset &&
            hd_type_same_unqual(r->fields[i].type, item->value->type))
            return true;
    return false;
}

void init_guard(struct check *c, struct hd_init *init) {
    for (int i = 0; i < init->nitems; i++) init->items[i].undo = NULL;
    init->self = NULL;
    if (!guarded_here(c) || init->constant || init->type->kind == HD_TY_REF) return;
    for (int i = 0; i < init->nitems; i++) {
        struct hd_init_item *item = &init->items[i];
        bool repeats = item->repeat > 1;
        if (!class_is_nontrivial(item->value->type, SPECIAL_DTOR) || item->value->is_lvalue ||
            (i == init->nitems - 1 && !repeats))
            continue;
        struct hd_range range = item->value->range;
        if (!init->self) init->self = sym_hidden(c, hd_type_ptr(hd_ty.char_), range);
        item->count = repeats ? sym_hidden(c, hd_ty.ulong_, range) : NULL;
        struct hd_expr *undo =
            destroy_at(c, init->self, item->offset, unqual(item->value->type), item->count,
                       item->stride, is_base_item(init, item), range);
        if (undo && !is_error(undo)) item->undo = undo;
        c->func->has_cleanups = true;
    }
}
