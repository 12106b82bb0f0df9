// Building typed nodes: constructors that keep the typed tree's rules (front.h), the
// lvalue-to-rvalue conversion, the record of what a function uses, and the helpers for messages
// that every file of the expression checker needs.
//
// Invariants: an rvalue's type is unqualified and neither array nor function; a node whose check
// failed has the type hd_ty.error; a reference never shows in a node's type (a reference variable
// is *pointer).
//
// Example: `a[i]` with `float *a` is DEREF(PTR_ADD(LOAD(VAR a), CAST_INT(LOAD(VAR i)))), an lvalue
// of type float; used as a value it gets a LOAD around it.
#include "front/check/array/array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- messages -----------------------------------------------------------------------------------

const char *ty(struct check *c, const struct hd_type *type) { return hd_type_str(c->arena, type); }

const char *tok_text(int tok) {
    static const char *const texts[] = {
#define HD_TOKEN(name, text) [TK_##name] = text,
#include "front/lex/tokens.def"
    };
    return tok >= 0 && tok < HD_COUNT(texts) && texts[tok] ? texts[tok] : "?";
}

const char *expr_text(struct check *c, const struct hd_expr *e) {
    struct hd_source *source = hd_source_at(e->range.from);
    const char *fallback = "this expression";
    if (!source || !source->text || e->range.to <= e->range.from) return fallback;
    size_t from = e->range.from - source->base, len = e->range.to - e->range.from;
    if (from > source->len || len > source->len - from || len > 40) return fallback;
    if (memchr(source->text + from, '\n', len) || memchr(source->text + from, '`', len))
        return fallback;
    return hd_printf(c->arena, "`%.*s`", (int)len, source->text + from);
}

struct hd_diag *warn(struct check *c, struct hd_range range, const char *flag, const char *fmt,
                     ...) {
    if (c->system) return NULL;
    va_list args;
    va_start(args, fmt);
    char *text = hd_vprintf(c->arena, fmt, args);
    va_end(args);
    return hd_warning(c->diags, range, flag, "%s", text);
}

void help_on(struct check *c, struct hd_diag *on, const char *fmt, ...) {
    if (!on) return;
    va_list args;
    va_start(args, fmt);
    char *text = hd_vprintf(c->arena, fmt, args);
    va_end(args);
    hd_help(c->diags, on, "%s", text);
}

void note_on(struct check *c, struct hd_diag *on, struct hd_range range, const char *fmt, ...) {
    if (!on || !range.from) return;
    va_list args;
    va_start(args, fmt);
    char *text = hd_vprintf(c->arena, fmt, args);
    va_end(args);
    hd_note(c->diags, on, range, "%s", text);
}

// ---- constructors -------------------------------------------------------------------------------

struct hd_expr *expr_new(struct check *c, enum hd_expr_kind kind, struct hd_type *type,
                         struct hd_range range) {
    struct hd_expr *e = HD_NEW(c->arena, struct hd_expr);
    e->kind = kind;
    e->type = type;
    e->range = range;
    e->loc = range.from;
    return e;
}

struct hd_expr *expr_int(struct check *c, struct hd_type *type, hd_int128 value,
                         struct hd_range range) {
    struct hd_expr *e = expr_new(c, EX_CONST, type, range);
    e->value = HD_NEW(c->arena, struct hd_const);
    e->value->kind = CONST_INT;
    e->value->i = value;
    return e;
}

struct hd_expr *expr_null(struct check *c, struct hd_type *ptr, struct hd_range range) {
    struct hd_expr *e = expr_new(c, EX_CONST, ptr, range);
    e->value = HD_NEW(c->arena, struct hd_const);
    e->value->kind = CONST_ADDR;
    return e;
}

struct hd_expr *expr_error(struct check *c, struct hd_range range) {
    return expr_new(c, EX_ERROR, hd_ty.error, range);
}

struct hd_expr *expr_cast(struct check *c, struct hd_expr *e, struct hd_type *to,
                          enum hd_cast how) {
    struct hd_expr *cast = expr_new(c, EX_CAST, to, e->range);
    cast->a = e;
    cast->cast = how;
    cast->loc = e->loc;
    return cast;
}

struct hd_expr *expr_deref(struct check *c, struct hd_expr *ptr, struct hd_range range) {
    if (is_error(ptr)) return ptr;
    struct hd_expr *e = expr_new(c, EX_DEREF, ptr->type->base, range);
    e->a = ptr;
    e->is_lvalue = e->type->kind != HD_TY_FUNC;
    if (is_record(e->type)) hd_record_is_complete(e->type->record);
    return e;
}

struct hd_expr *expr_var(struct check *c, struct hd_sym *sym, struct hd_range range) {
    if (sym->captured || sym->not_captured || sym->only_value) return captured_expr(c, sym, range);
    bool known = c->unevaluated && hd_type_is_complete(sym->type);
    if (sym->unmade && !known && !(sym = static_member_made(c, sym->unmade)))
        return expr_error(c, range);
    note_use(c, sym);
    if (sym->type->kind == HD_TY_ERROR) return expr_error(c, range);
    if (sym->type->kind == HD_TY_REF) {
        struct hd_expr *ref = expr_new(c, EX_REFVAL, hd_type_ptr(sym->type->base), range);
        ref->sym = sym;
        return expr_deref(c, ref, range);
    }
    struct hd_expr *e = expr_new(c, EX_VAR, sym->type, range);
    e->sym = sym;
    e->is_lvalue = true;
    return e;
}

struct hd_expr *expr_unended(struct check *c, struct hd_expr *value) {
    struct hd_expr *e = expr_new(c, EX_TEMP, value->type, value->range);
    e->a = value;
    e->sym = sym_hidden(c, value->type, value->range);
    e->is_lvalue = e->is_xvalue = true;
    return e;
}

struct hd_expr *expr_temp(struct check *c, struct hd_expr *value) {
    if (!class_ends_ok(c, value->type, false, value->range)) return expr_error(c, value->range);
    struct hd_expr *e = expr_unended(c, value);
    if (!class_is_nontrivial(value->type, SPECIAL_DTOR)) return e;
    e->b = class_destroy(c, expr_var(c, e->sym, value->range));
    if (c->func) c->func->has_cleanups = true;
    return e;
}

// ---- copies -------------------------------------------------------------------------------------

struct copied { // hidden locals of an expression that is evaluated in two places
    struct hd_sym *old, *now;
    struct copied *next;
};

static struct hd_sym *copy_local(struct check *c, struct hd_sym *sym, struct hd_range range,
                                 struct copied **syms) {
    struct copied *s = HD_NEW(c->arena, struct copied);
    *s = (struct copied){sym, sym_hidden(c, sym->type, range), *syms};
    s->now->address_taken = sym->address_taken;
    *syms = s;
    return s->now;
}

static struct hd_expr *copy_tree(struct check *c, struct hd_expr *e, struct copied **syms) {
    if (!e) return NULL;
    struct hd_expr *copy = expr_new(c, e->kind, e->type, e->range);
    *copy = *e;
    for (struct copied *s = *syms; s && e->sym; s = s->next)
        if (s->old == e->sym) copy->sym = s->now;
    if ((e->kind == EX_TEMP || e->kind == EX_EACH) && copy->sym == e->sym)
        copy->sym = copy_local(c, e->sym, e->range, syms);
    if (e->kind == EX_EACH && e->self) copy->self = copy_local(c, e->self, e->range, syms);
    if (e->kind == EX_STMT_EXPR) return e;
    copy->a = copy_tree(c, e->a, syms);
    copy->b = copy_tree(c, e->b, syms);
    copy->c = copy_tree(c, e->c, syms);
    if (e->nargs) copy->args = HD_NEW_ARRAY(c->arena, struct hd_expr *, e->nargs);
    for (int i = 0; i < e->nargs; i++) copy->args[i] = copy_tree(c, e->args[i], syms);
    if (e->kind == EX_INIT && e->init) {
        copy->init = HD_NEW(c->arena, struct hd_init);
        *copy->init = *e->init;
        copy->init->items = HD_NEW_ARRAY(c->arena, struct hd_init_item, e->init->nitems + 1);
        for (int i = 0; i < e->init->nitems; i++) {
            copy->init->items[i] = e->init->items[i];
            copy->init->items[i].value = copy_tree(c, e->init->items[i].value, syms);
        }
        init_guard(c, copy->init);
    }
    return copy;
}

static bool has_own_locals(const struct hd_expr *e) {
    if (!e) return false;
    if (e->kind == EX_TEMP || e->kind == EX_EACH) return true;
    if (has_own_locals(e->a) || has_own_locals(e->b) || has_own_locals(e->c)) return true;
    for (int i = 0; i < e->nargs; i++)
        if (has_own_locals(e->args[i])) return true;
    for (int i = 0; e->kind == EX_INIT && e->init && i < e->init->nitems; i++)
        if (has_own_locals(e->init->items[i].value)) return true;
    return false;
}

static bool asks_caller(const struct hd_expr *e) {
    if (!e) return false;
    if (e->caller || asks_caller(e->a) || asks_caller(e->b) || asks_caller(e->c)) return true;
    for (int i = 0; i < e->nargs; i++)
        if (asks_caller(e->args[i])) return true;
    for (int i = 0; e->kind == EX_INIT && e->init && i < e->init->nitems; i++)
        if (asks_caller(e->init->items[i].value)) return true;
    return false;
}

bool expr_names(const struct hd_expr *e, const struct hd_sym *sym) {
    if (!e) return false;
    if (e->sym == sym || expr_names(e->a, sym) || expr_names(e->b, sym) || expr_names(e->c, sym))
        return true;
    for (int i = 0; i < e->nargs; i++)
        if (expr_names(e->args[i], sym)) return true;
    for (int i = 0; e->kind == EX_INIT && e->init && i < e->init->nitems; i++)
        if (expr_names(e->init->items[i].value, sym)) return true;
    return false;
}

struct hd_expr *expr_default(struct check *c, const struct hd_field *f, struct hd_sym *this) {
    if (!f->init_this) return expr_copy(c, f->init, f->init->range);
    struct copied *syms = HD_NEW(c->arena, struct copied);
    *syms = (struct copied){f->init_this, this, NULL};
    if (has_own_locals(f->init) && c->func) c->func->has_cleanups = true;
    return copy_tree(c, f->init, &syms);
}

// Writes into a copy what it asks of the call, unless that is in a default argument itself.
static void tell_caller(struct check *c, struct hd_expr *e, struct hd_range at) {
    if (!e) return;
    if (e->caller) {
        struct hd_expr *told = expr_caller(c, e->caller, at);
        if (e->kind == EX_STRING) {
            e->string = told->a->string;
            e->type = told->a->type;
        } else {
            e->value = told->value;
        }
        e->caller = CALLER_NOTHING;
    }
    tell_caller(c, e->a, at);
    tell_caller(c, e->b, at);
    tell_caller(c, e->c, at);
    for (int i = 0; i < e->nargs; i++) tell_caller(c, e->args[i], at);
    for (int i = 0; e->kind == EX_INIT && e->init && i < e->init->nitems; i++)
        tell_caller(c, e->init->items[i].value, at);
}

struct hd_expr *expr_copy(struct check *c, struct hd_expr *e, struct hd_range at) {
    struct copied *syms = NULL;
    bool locals = has_own_locals(e), asks = !is_default_argument(c) && asks_caller(e);
    if (!locals && !asks) return e;
    if (locals && c->func) c->func->has_cleanups = true;
    struct hd_expr *copy = copy_tree(c, e, &syms);
    if (asks) tell_caller(c, copy, at);
    return copy;
}

// Marks the local that an lvalue is part of as living in memory.
static void mark_address(struct hd_expr *e) {
    for (;;) {
        switch (e->kind) {
        case EX_VAR:
        case EX_COMPOUND_LITERAL:
        case EX_TEMP:
            e->sym->address_taken = true;
            e->sym->host_memory = e->sym->device_memory = false;
            return;
        case EX_MEMBER: e = e->a; break;
        case EX_COND:
            if (e->b) mark_address(e->b);
            e = e->c;
            break;
        case EX_COMMA: e = e->b; break;
        case EX_ASSIGN:
        case EX_COMPOUND:
        case EX_INCDEC: e = e->a; break;
        default: return;
        }
    }
}

struct hd_expr *expr_address(struct check *c, struct hd_expr *lvalue, struct hd_range range) {
    if (is_error(lvalue)) return lvalue;
    if (lvalue->kind == EX_DEREF) return lvalue->a;
    mark_address(lvalue);
    struct hd_expr *e = expr_new(c, EX_ADDR, hd_type_ptr(lvalue->type), range);
    e->a = lvalue;
    return e;
}

struct hd_expr *expr_assign(struct check *c, struct hd_expr *lvalue, struct hd_expr *value) {
    if (is_error(lvalue) || is_error(value)) return expr_error(c, lvalue->range);
    struct hd_expr *e = expr_new(c, EX_ASSIGN, unqual(lvalue->type), lvalue->range);
    e->a = lvalue;
    e->b = convert(c, value, e->type);
    return e;
}

struct hd_expr *expr_size(struct check *c, struct hd_type *type, struct hd_range range) {
    if (hd_type_is_vla(type)) return vla_size_expr(c, type, range);
    bool one = type->kind == HD_TY_VOID || type->kind == HD_TY_FUNC;
    return expr_int(c, hd_ty.ulong_, one ? 1 : (hd_int128)type->unqual->size,
                    range); // without flexible elements
}

// A VLA's size is a hidden variable where the type was declared with one, an expression elsewhere;
// the latter is added up in bytes here.
struct hd_expr *expr_ptr_add(struct check *c, struct hd_expr *ptr, struct hd_expr *index,
                             struct hd_range range) {
    struct hd_type *base = ptr->type->base;
    index = convert(c, index, hd_ty.long_);
    if (hd_type_is_vla(base) && !base->vla_size) {
        struct hd_expr *size = convert(c, vla_size_expr(c, base, range), hd_ty.long_);
        struct hd_expr *bytes = expr_new(c, EX_BINARY, hd_ty.long_, range);
        bytes->op = TK_STAR;
        bytes->a = index;
        bytes->b = size;
        struct hd_expr *at = expr_cast(c, ptr, hd_type_ptr(hd_ty.char_), CAST_NOOP);
        struct hd_expr *sum = expr_new(c, EX_PTR_ADD, at->type, range);
        sum->a = at;
        sum->b = bytes;
        return expr_cast(c, sum, ptr->type, CAST_NOOP);
    }
    struct hd_expr *e = expr_new(c, EX_PTR_ADD, ptr->type, range);
    e->a = ptr;
    e->b = index;
    return e;
}

// ---- values -------------------------------------------------------------------------------------

static struct hd_expr *decay(struct check *c, struct hd_expr *e) {
    if (!e->is_lvalue) e = expr_temp(c, e);
    struct hd_expr *d = expr_new(c, EX_DECAY, hd_type_ptr(e->type->base), e->range);
    d->a = e;
    d->loc = e->loc;
    return d;
}

// `d[i]`, `*d` and `d->x` in host code, where d is from cudaMalloc.
static void warn_device_memory(struct check *c, const struct hd_expr *e) {
    while (e->kind == EX_MEMBER) e = e->a;
    if (e->kind != EX_DEREF || c->unevaluated ||
        (c->func && (c->func->is_kernel || c->func->is_device)))
        return;
    const struct hd_expr *p = drop_casts(e->a);
    if (p->kind == EX_PTR_ADD) p = drop_casts(p->a);
    if (p->kind != EX_LOAD || p->a->kind != EX_VAR || !p->a->sym->device_memory) return;
    struct hd_sym *sym = p->a->sym;
    struct hd_diag *d =
        warn(c, e->range, "device-pointer",
             "`%s` points to device memory: host code cannot use it on a GPU", sym->name);
    help_on(c, d, "copy it with `cudaMemcpy` first, or allocate it with `cudaMallocManaged`");
    sym->device_memory = false; // once is enough
}

void note_read(struct check *c, const struct hd_expr *e) {
    warn_device_memory(c, e);
    if (e->kind != EX_VAR || c->unevaluated || e->sym->kind != SYM_VAR ||
        e->sym->storage != ST_LOCAL)
        return;
    struct hd_sym *sym = e->sym;
    if (sym->reads++ || sym->has_initializer || sym->is_param || !sym->name ||
        (sym->type->quals & Q_VOLATILE))
        return;
    if (!hd_type_is_arith(sym->type) && !is_ptr(sym->type)) return;
    sym->first_read = e->range;
    HD_PUSH(c->arena, &c->unset, sym);
}

void note_assigned(struct check *c, const struct hd_expr *e, uint32_t reads) {
    warn_device_memory(c, e);
    if (e->kind == EX_VAR && e->sym->reads == reads) e->sym->assigned = true;
}

static struct hd_expr *rvalue_of_lvalue(struct check *c, struct hd_expr *e) {
    if (e->kind == EX_ASSIGN || e->kind == EX_COMPOUND || e->kind == EX_INCDEC) {
        e->is_lvalue = false; // its value is the one stored: no load is needed
        e->type = unqual(e->type);
        return e;
    }
    if (e->type->kind == HD_TY_VOID) return expr_cast(c, e, hd_ty.void_, CAST_VOID);
    note_read(c, e);
    struct hd_expr *load = expr_new(c, EX_LOAD, unqual(e->type), e->range);
    load->a = e;
    load->loc = e->loc;
    load->parenthesized = e->parenthesized;
    return load;
}

static struct hd_expr *function_address(struct check *c, struct hd_expr *e) {
    struct hd_type *type = function_type(c, e);
    if (type == e->type) return expr_address(c, e, e->range);
    struct hd_expr *f = expr_new(c, e->kind, type, e->range);
    *f = *e;
    f->type = type;
    return expr_address(c, f, e->range);
}

struct hd_expr *rvalue(struct check *c, struct hd_expr *e) {
    switch (e->type->kind) {
    case HD_TY_ERROR: return e;
    case HD_TY_FUNC:
        if (e->kind == EX_DEREF) return e->a;
        return function_address(c, e);
    default: break;
    }
    bool array = e->type->kind == HD_TY_ARRAY;
    if (e->kind == EX_ARRAY) return array_value(c, e);
    if (!e->is_lvalue && !array) return e;
    if (e->kind == EX_COMMA || e->kind == EX_COND) {
        struct hd_expr *copy = expr_new(c, e->kind, e->type, e->range);
        *copy = *e;
        copy->is_lvalue = false;
        if (e->kind == EX_COMMA || e->b) copy->b = rvalue(c, e->b);
        if (e->kind == EX_COND) copy->c = rvalue(c, e->c);
        copy->type = copy->b ? copy->b->type : copy->c->type;
        return copy;
    }
    return array ? decay(c, e) : rvalue_of_lvalue(c, e);
}

bool const_is_zero(const struct hd_expr *e) {
    if (e->kind != EX_CONST) return false;
    const struct hd_const *v = e->value;
    if (v->kind == CONST_INT) return v->i == 0;
    return v->kind == CONST_ADDR && !hd_const_is_symbolic(v) && v->offset == 0;
}

struct hd_expr *drop_casts(const struct hd_expr *e) {
    while (e->kind == EX_CAST && e->cast == CAST_NOOP) e = e->a;
    return (struct hd_expr *)e;
}

const struct hd_sym *root_var(const struct hd_expr *e) {
    for (;;) {
        switch (e->kind) {
        case EX_VAR:
        case EX_REFVAL: return e->sym;
        case EX_MEMBER:
        case EX_DECAY:
        case EX_LOAD:
        case EX_DEREF:
        case EX_PTR_ADD: e = e->a; break;
        case EX_CAST: e = e->a; break;
        default: return NULL;
        }
    }
}

struct hd_type *named_type(struct check *c, const char *name) {
    name = hd_intern_str(name);
    struct hd_sym *sym = hd_lookup(c->front, name);
    if (sym && sym->kind == SYM_TYPEDEF) return unqual(sym->type);
    struct hd_type *tag = hd_lookup_tag(c->front, name);
    return tag ? unqual(tag) : NULL;
}

// ---- what a function uses -----------------------------------------------------------------------

// Appends to a plain array that is full whenever its length is zero or a power of two.
static void add_unique(struct hd_arena *arena, struct hd_sym ***list, int *n, struct hd_sym *sym) {
    for (int i = *n - 1; i >= 0; i--)
        if ((*list)[i] == sym) return;
    if ((*n & (*n - 1)) == 0) {
        struct hd_sym **grown = HD_NEW_ARRAY(arena, struct hd_sym *, *n ? *n * 2 : 1);
        if (*n) memcpy(grown, *list, sizeof *grown * (size_t)*n);
        *list = grown;
    }
    (*list)[(*n)++] = sym;
}

void note_use(struct check *c, struct hd_sym *sym) {
    sym->used = true;
    struct hd_func *func = c->func;
    if (!func || c->unevaluated) return;
    if (sym->kind == SYM_FUNC) {
        add_unique(func->arena ? func->arena : c->arena, &func->calls, &func->ncalls, sym);
    } else if (sym->kind == SYM_VAR && sym->storage != ST_LOCAL && sym->storage != ST_SHARED &&
               sym->storage != ST_DYN_SHARED) {
        add_unique(func->arena ? func->arena : c->arena, &func->globals, &func->nglobals, sym);
    } else if (sym->kind == SYM_VAR && sym->storage == ST_SHARED && sym->def) { // of file scope
        struct hd_sym **grown = HD_NEW_ARRAY(c->arena, struct hd_sym *, func->nshared + 1);
        for (int i = 0; i < func->nshared; i++) {
            if (func->shared[i] == sym) return;
            grown[i] = func->shared[i];
        }
        grown[func->nshared++] = sym;
        func->shared = grown;
    } else if (sym->kind == SYM_BUILTIN && sym->builtin) {
        if (sym->builtin->flags & BI_BARRIER) func->has_barrier = true;
        if (sym->builtin->flags & BI_WARP) func->has_warp_op = true;
    }
}

void note_uses(struct check *c, const struct hd_expr *e) {
    if (!e) return;
    if (e->sym && (e->kind == EX_FUNC || e->kind == EX_VAR)) note_use(c, e->sym);
    if (e->kind == EX_TEMP && e->b && c->func) c->func->has_cleanups = true;
    note_uses(c, e->a);
    note_uses(c, e->b);
    note_uses(c, e->c);
    for (int i = 0; i < e->nargs; i++) note_uses(c, e->args[i]);
    for (int i = 0; e->kind == EX_INIT && e->init && i < e->init->nitems; i++)
        note_uses(c, e->init->items[i].value);
}

static bool is_allocation(const struct hd_expr *e) {
    e = drop_casts(e);
    if (e->kind != EX_CALL || e->a->kind != EX_FUNC) return false;
    static const char *const names[] = {"malloc", "calloc", "realloc", "aligned_alloc", "strdup"};
    if (!strcmp(e->a->sym->name, "__new_checked")) return true;
    for (int i = 0; i < HD_COUNT(names); i++)
        if (!strcmp(e->a->sym->name, names[i])) return true;
    return false;
}

void note_value(struct check *c, struct hd_sym *sym, const struct hd_expr *value) {
    if (sym->kind != SYM_VAR) return;
    sym->host_memory = value && is_ptr(sym->type) && is_allocation(value);
    sym->device_memory = false;
}
