// Calls of constexpr functions in constant expressions: a small interpreter over typed trees.
//
// A call gets a frame of objects, one per local variable: its bytes, and beside them the pointers
// stored in it (an address is symbolic, so it has no bytes). An object is named in addresses by a
// symbol of its own, so that the same local of two calls is two objects. Steps and depth are
// bounded; whatever is not understood (a goto, a call of something that is no constexpr function, a
// record returned by value) makes the expression non-constant, nothing worse.
//
// Example: `constexpr int pow2(int n) { int r = 1; while (n-- > 0) r *= 2; return r; }` makes `int
// a[pow2(4)]` 16 long.
#include <string.h>

#include "front/check/const/const.h"

struct pointer_slot {
    uint64_t offset;
    struct hd_const value;
};

struct object {
    struct hd_sym *id;        // what addresses of it name
    const struct hd_sym *sym; // the variable, or NULL
    const void *owner;        // expression whose temporary it is, or NULL
    uint8_t *bytes;
    uint64_t size;
    HD_VEC(struct pointer_slot) pointers;
    struct object *next;
};

struct const_frame {
    struct const_frame *outer;
    struct object *objects;
    const struct hd_stmt *seek; // a switch is looking for this case
    struct hd_const result;
};

enum flow { GO_ON, BROKE, CONTINUED, RETURNED, FAILED };
enum { MAX_CALLS = 200, MAX_OBJECT = 1 << 20 };

static const char object_mark[] = "<object>"; // the name of every object's symbol

bool interp_is_object(const struct hd_sym *sym) { return sym->name == object_mark; }

// ---- objects ------------------------------------------------------------------------------------

static struct object *object_new(struct eval *ev, const struct hd_sym *sym, const void *owner,
                                 uint64_t size) {
    if (size > MAX_OBJECT) return NULL;
    for (struct object *o = ev->frame->objects; o; o = o->next) { // a declaration in a loop
        if (o->sym == sym && o->owner == owner && o->size == size) {
            memset(o->bytes, 0, size);
            o->pointers.n = 0;
            return o;
        }
    }
    if (hd_arena_bytes(ev->arena) > 64u << 20) return NULL;
    struct object *o = HD_NEW(ev->arena, struct object);
    o->id = HD_NEW(ev->arena, struct hd_sym);
    o->id->kind = SYM_VAR;
    o->id->name = object_mark;
    o->id->type = sym ? sym->type : hd_ty.char_;
    o->sym = sym;
    o->owner = owner;
    o->bytes = hd_alloc(ev->arena, size ? size : 1);
    o->size = size;
    o->next = ev->frame->objects;
    ev->frame->objects = o;
    return o;
}

static struct object *object_of_sym(struct eval *ev, const struct hd_sym *sym) {
    for (struct object *o = ev->frame->objects; o; o = o->next) {
        if (o->sym == sym) return o;
    }
    return NULL;
}

static struct object *object_of_id(struct eval *ev, const struct hd_sym *id) {
    for (struct const_frame *f = ev->frame; f; f = f->outer) {
        for (struct object *o = f->objects; o; o = o->next) {
            if (o->id == id) return o;
        }
    }
    return NULL;
}

static bool in_range(const struct object *o, int64_t offset, uint64_t size) {
    return offset >= 0 && (uint64_t)offset <= o->size && size <= o->size - (uint64_t)offset;
}

static bool object_store(struct eval *ev, struct object *o, int64_t offset,
                         const struct hd_type *type, const struct hd_field *bits,
                         const struct hd_const *value) {
    if (!in_range(o, offset, bits ? (bits->bit_offset + bits->bit_width + 7u) / 8 : type->size))
        return false;
    bool pointer = value->kind == CONST_ADDR;
    for (int i = 0; i < o->pointers.n; i++) {
        if (o->pointers.v[i].offset == (uint64_t)offset)
            o->pointers.v[i] = o->pointers.v[--o->pointers.n];
    }
    if (!pointer || (!value->sym && !value->string))
        return const_write(o->bytes + offset, type, bits, value);
    HD_PUSH(ev->arena, &o->pointers, ((struct pointer_slot){(uint64_t)offset, *value}));
    return true;
}

static bool object_load(const struct object *o, int64_t offset, const struct hd_type *type,
                        const struct hd_field *bits, struct hd_const *out) {
    if (!in_range(o, offset, bits ? (bits->bit_offset + bits->bit_width + 7u) / 8 : type->size))
        return false;
    if (bits || (type->kind != HD_TY_PTR && type->kind != HD_TY_NULLPTR && type->kind != HD_TY_REF))
        return const_read(o->bytes + offset, type, bits, out);
    for (int i = 0; i < o->pointers.n; i++) {
        if (o->pointers.v[i].offset == (uint64_t)offset) {
            *out = o->pointers.v[i].value;
            return true;
        }
    }
    *out = (struct hd_const){.kind = CONST_ADDR};
    memcpy(&out->offset, o->bytes + offset, 8);
    return true;
}

static bool object_init(struct eval *ev, struct object *o, const struct hd_init *init) {
    for (int i = 0; i < init->nitems; i++) {
        const struct hd_init_item *item = &init->items[i];
        const struct hd_type *type = item->value->type;
        for (int64_t k = 0; k < (item->repeat > 1 ? item->repeat : 1); k++) {
            int64_t at = (int64_t)(item->offset + (uint64_t)k * item->stride);
            struct hd_const v;
            if (--ev->steps < 0) return false;
            if (item->value->kind == EX_STRING) {
                const struct hd_string *s = item->value->string;
                uint64_t have = (s->len + 1) * s->type->base->size,
                         n = type->size < have ? type->size : have;
                if (!in_range(o, at, n)) return false;
                memcpy(o->bytes + at, s->data, n);
            } else if (!eval_value(ev, item->value, &v) ||
                       !object_store(ev, o, at, type, item->bits, &v)) {
                return false;
            }
        }
    }
    return true;
}

bool interp_local(struct eval *ev, const struct hd_expr *e, struct const_place *out) {
    struct object *o = NULL;
    if (e->kind == EX_VAR) {
        o = object_of_sym(ev, e->sym);
    } else if (e->kind == EX_COMPOUND_LITERAL) {
        o = object_new(ev, e->sym, e, e->type->size);
        if (o && !object_init(ev, o, e->init)) return false;
    } else {
        struct hd_const v;
        if (!eval_value(ev, e->a, &v)) return false;
        o = object_new(ev, e->sym, e, e->type->size);
        if (o && !object_store(ev, o, 0, e->type, NULL, &v)) return false;
    }
    if (!o) return false;
    out->at.sym = o->id;
    return true;
}

bool interp_ref(struct eval *ev, const struct hd_sym *sym, struct hd_const *out) {
    struct object *o = object_of_sym(ev, sym);
    return o && object_load(o, 0, sym->type, NULL, out);
}

bool interp_load(struct eval *ev, const struct const_place *place, const struct hd_type *type,
                 struct hd_const *out, bool *is_object) {
    struct object *o = place->at.sym ? object_of_id(ev, place->at.sym) : NULL;
    *is_object = o != NULL;
    return o && object_load(o, place->at.offset, type, place->bits, out);
}

// ---- effects ------------------------------------------------------------------------------------

static bool place_store(struct eval *ev, const struct const_place *place,
                        const struct hd_type *type, const struct hd_const *value) {
    struct object *o = place->at.sym ? object_of_id(ev, place->at.sym) : NULL;
    return o && object_store(ev, o, place->at.offset, type, place->bits, value);
}

static bool compound(struct eval *ev, const struct hd_expr *e, const struct hd_const *old,
                     struct hd_const *out) {
    struct hd_const b, a = *old;
    if (!eval_value(ev, e->b, &b)) return false;
    if (e->type->kind == HD_TY_PTR) {
        if (e->op == TK_MINUS_ASSIGN || e->op == TK_MINUS) b.i = -b.i;
        *out = a;
        return const_offset(out, e->a->type->base, &b);
    }
    static const struct {
        int assign, op;
    } ops[] = {
        {TK_PLUS_ASSIGN, TK_PLUS},   {TK_MINUS_ASSIGN, TK_MINUS},     {TK_STAR_ASSIGN, TK_STAR},
        {TK_SLASH_ASSIGN, TK_SLASH}, {TK_PERCENT_ASSIGN, TK_PERCENT}, {TK_SHL_ASSIGN, TK_SHL},
        {TK_SHR_ASSIGN, TK_SHR},     {TK_AMP_ASSIGN, TK_AMP},         {TK_PIPE_ASSIGN, TK_PIPE},
        {TK_CARET_ASSIGN, TK_CARET},
    };
    int op = e->op;
    for (int i = 0; i < HD_COUNT(ops); i++) {
        if (ops[i].assign == op) op = ops[i].op;
    }
    bool shift = op == TK_SHL || op == TK_SHR;
    if (!const_convert(&a, e->a->type, e->compute_type) ||
        (!shift && !const_convert(&b, e->b->type, e->compute_type)))
        return false;
    return eval_binary(op, e->compute_type, &a, &b, out) &&
           const_convert(out, e->compute_type, e->a->type);
}

bool interp_effect(struct eval *ev, const struct hd_expr *e, struct hd_const *out) {
    struct const_place place;
    struct hd_const old, value;
    if (e->kind == EX_ASSIGN) {
        if (!eval_value(ev, e->b, out) || !eval_place(ev, e->a, &place)) return false;
        return place_store(ev, &place, e->a->type, out);
    }
    bool is_object;
    if (!eval_place(ev, e->a, &place) || !interp_load(ev, &place, e->a->type, &old, &is_object))
        return false;
    if (e->kind == EX_COMPOUND) {
        if (!compound(ev, e, &old, &value)) return false;
        *out = value;
        return place_store(ev, &place, e->a->type, &value);
    }
    struct hd_const one = {.kind = CONST_INT, .i = e->op == TK_DEC ? -1 : 1};
    value = old;
    if (e->a->type->kind == HD_TY_PTR) {
        if (!const_offset(&value, e->a->type->base, &one)) return false;
    } else {
        const_convert(&one, hd_ty.int_, e->a->type);
        if (!eval_binary(TK_PLUS, e->a->type, &old, &one, &value)) return false;
    }
    *out = e->is_post ? old : value;
    return place_store(ev, &place, e->a->type, &value);
}

// ---- statements ---------------------------------------------------------------------------------

static enum flow exec(struct eval *ev, const struct hd_stmt *s);

static enum flow exec_block(struct eval *ev, const struct hd_stmt *s) {
    for (int i = 0; i < s->nlist; i++) {
        enum flow flow = exec(ev, s->list[i]);
        if (flow != GO_ON) return flow;
    }
    return GO_ON;
}

static enum flow exec_loop(struct eval *ev, const struct hd_stmt *s) {
    bool truth = true;
    struct const_frame *f = ev->frame;
    bool entered = f->seek != NULL; // a case label inside: the condition is not asked first
    if (!entered && s->init) {
        enum flow flow = exec(ev, s->init);
        if (flow != GO_ON) return flow;
    }
    if (s->kind == STM_DO) entered = true;
    for (;;) {
        if (!entered && s->a && !eval_truth(ev, s->a, &truth)) return FAILED;
        if (!truth) return GO_ON;
        entered = false;
        enum flow flow = exec(ev, s->body);
        if (f->seek) return flow == FAILED ? FAILED : GO_ON;
        if (flow == BROKE) return GO_ON;
        if (flow == RETURNED || flow == FAILED) return flow;
        struct hd_const ignored;
        if (s->step && !eval_value(ev, s->step, &ignored)) return FAILED;
        if (--ev->steps < 0) return FAILED;
    }
}

static enum flow exec_switch(struct eval *ev, const struct hd_stmt *s) {
    struct hd_const v;
    if (!eval_value(ev, s->a, &v) || v.kind != CONST_INT) return FAILED;
    const struct hd_stmt *target = s->dflt;
    for (const struct hd_case *k = s->cases; k; k = k->next) {
        if (v.i >= k->from && v.i <= k->to) target = k->stmt;
    }
    if (!target) return GO_ON;
    ev->frame->seek = target;
    enum flow flow = exec(ev, s->body);
    return flow == BROKE ? GO_ON : flow;
}

static enum flow exec_var(struct eval *ev, const struct hd_stmt *s) {
    if (s->sym->storage != ST_LOCAL || hd_type_is_vla(s->sym->type))
        return s->sym->init ? GO_ON : FAILED;
    struct object *o = object_new(ev, s->sym, NULL, s->sym->type->size);
    if (!o) return FAILED;
    return !s->var_init || object_init(ev, o, s->var_init) ? GO_ON : FAILED;
}

static enum flow exec_return(struct eval *ev, const struct hd_stmt *s) {
    struct const_frame *f = ev->frame;
    if (s->a && s->a->type->kind != HD_TY_VOID && !eval_value(ev, s->a, &f->result)) return FAILED;
    return RETURNED;
}

// While a switch seeks its case, only containers are entered.
static enum flow exec_seeking(struct eval *ev, const struct hd_stmt *s) {
    struct const_frame *f = ev->frame;
    switch (s->kind) {
    case STM_BLOCK: return exec_block(ev, s);
    case STM_CASE:
    case STM_DEFAULT:
        if (f->seek == s) f->seek = NULL;
        return exec(ev, s->body);
    case STM_LABEL: return exec(ev, s->body);
    case STM_WHILE:
    case STM_DO:
    case STM_FOR: return exec_loop(ev, s);
    case STM_IF: {
        enum flow flow = exec(ev, s->body);
        return f->seek && s->otherwise ? exec(ev, s->otherwise) : flow;
    }
    default: return GO_ON;
    }
}

static enum flow exec(struct eval *ev, const struct hd_stmt *s) {
    struct hd_const ignored;
    bool truth;
    if (!s) return GO_ON;
    if (--ev->steps < 0 || ev->depth > 3000) return FAILED;
    if (ev->frame->seek) return exec_seeking(ev, s);
    switch (s->kind) {
    case STM_EMPTY: return GO_ON;
    case STM_BLOCK: return exec_block(ev, s);
    case STM_EXPR: return eval_value(ev, s->a, &ignored) ? GO_ON : FAILED;
    case STM_IF:
        if (!eval_truth(ev, s->a, &truth)) return FAILED;
        return exec(ev, truth ? s->body : s->otherwise);
    case STM_WHILE:
    case STM_DO:
    case STM_FOR: return exec_loop(ev, s);
    case STM_SWITCH: return exec_switch(ev, s);
    case STM_CASE:
    case STM_DEFAULT:
    case STM_LABEL: return exec(ev, s->body);
    case STM_BREAK: return BROKE;
    case STM_CONTINUE: return CONTINUED;
    case STM_RETURN: return exec_return(ev, s);
    case STM_VAR: return exec_var(ev, s);
    default: return FAILED;
    }
}

bool interp_stmt_expr(struct eval *ev, const struct hd_expr *e, struct hd_const *out) {
    const struct hd_stmt *block = e->body;
    if (!block || block->kind != STM_BLOCK || block->nlist == 0) return false;
    for (int i = 0; i < block->nlist - 1; i++) {
        if (exec(ev, block->list[i]) != GO_ON) return false;
    }
    const struct hd_stmt *last = block->list[block->nlist - 1];
    return last->kind == STM_EXPR && eval_value(ev, last->a, out);
}

// ---- calls --------------------------------------------------------------------------------------

static const struct hd_func *callee(const struct hd_expr *call) {
    if (call->a->kind != EX_FUNC) return NULL;
    const struct hd_sym *sym = call->a->sym;
    if (sym->kind != SYM_FUNC || !sym->func || !sym->func->body || !(sym->spec & SPEC_CONSTEXPR))
        return NULL;
    return sym->func->nparams == call->nargs && !sym->func->type->variadic ? sym->func : NULL;
}

bool interp_call(struct eval *ev, const struct hd_expr *call, struct hd_const *out) {
    const struct hd_func *func = callee(call);
    if (!func) return call->a->kind == EX_FUNC && const_libc(ev, call, out);
    int calls = 0;
    for (struct const_frame *f = ev->frame; f; f = f->outer) calls++;
    if (calls > MAX_CALLS || call->nargs > 32) return false;
    if (!ev->arena) ev->arena = hd_arena_create();
    struct hd_const args[32];
    for (int i = 0; i < call->nargs; i++) {
        if (!eval_value(ev, call->args[i], &args[i])) return false;
    }
    struct const_frame frame = {.outer = ev->frame};
    ev->frame = &frame;
    bool ok = true;
    for (int i = 0; ok && i < func->nparams; i++) {
        struct object *o = object_new(ev, func->params[i], NULL, func->params[i]->type->size);
        ok = o && object_store(ev, o, 0, func->params[i]->type, NULL, &args[i]);
    }
    ok = ok && exec(ev, func->body) == RETURNED && frame.result.kind != CONST_NONE;
    if (ok && frame.result.kind == CONST_ADDR &&
        frame.result.sym) { // an address of the call's own locals is no value
        for (struct object *o = frame.objects; o; o = o->next) ok = ok && o->id != frame.result.sym;
    }
    ev->frame = frame.outer;
    *out = frame.result;
    return ok;
}
