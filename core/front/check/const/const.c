// Constant expressions over typed trees.
//
// hd_const_eval answers for every expression whether it is a constant and which: integers of any
// width, floating and complex numbers in the precision of their type, addresses of static objects
// plus an offset. Constants of classes and arrays count by their members and elements; calls of
// constexpr functions are run (check/const/interp.c), in objects of their own.
//
// Two sorts of callers ask. Most would like to know a value that may as well be computed when the
// code runs: they get few steps, and outside of calls what gcc folds in static initialisers.
// Where the language wants a constant, all steps are allowed, and what is undefined is refused.
//
// Example: `sizeof(int) * 4 + (1 ? 2 : x)` is the integer 18; `&table[2].name` is an address: table
// + 16 bytes.
#include <math.h>
#include <string.h>

#include "front/check/const/const.h"

__extension__ typedef unsigned __int128 u128;
enum { MAX_DEPTH = 20000 };

static bool assign(struct eval *ev, const struct hd_expr *e, struct const_place *place,
                   struct hd_const *out);
static bool eval_place(struct eval *ev, const struct hd_expr *e, struct const_place *out);
static bool const_offset(struct hd_const *addr, const struct hd_type *element,
                         const struct hd_const *index);

bool is_strict(const struct eval *ev) { return ev->must || ev->frame->func; }

// ---- lvalues ------------------------------------------------------------------------------------

static bool set_bounds(struct hd_const *at, const struct hd_type *type) {
    at->low = at->offset;
    at->high = at->offset + (int64_t)type->size;
    return true;
}

// A value that is no lvalue, in an object of its own until the full expression ends.
static bool temporary(struct eval *ev, const struct hd_expr *value, const struct hd_sym *sym,
                      const void *owner, struct hd_const *at) {
    struct object *o = object_make(ev, value->type, value->type->size, NULL);
    if (!o) return not_const(ev, value, "this takes too much memory");
    *at = object_address(o, 0, value->type->size);
    if (!eval_into(ev, value, at)) return false;
    local_add(ev, sym, owner, o);
    return true;
}

static bool variable_place(struct eval *ev, const struct hd_expr *e, struct hd_const *at) {
    const struct const_local *l = local_find(ev, e->sym, NULL);
    if (l) {
        *at = object_address(l->object, l->offset, e->sym->type->size);
        return true;
    }
    if (!e->sym->name && e->sym->storage == ST_LOCAL && is_strict(ev)) { // nobody declares it
        struct object *o = object_make(ev, e->sym->type, e->sym->type->size, NULL);
        if (!o) return not_const(ev, e, "this takes too much memory");
        local_add(ev, e->sym, NULL, o);
        *at = object_address(o, 0, e->sym->type->size);
        return true;
    }
    at->sym = e->sym;
    return set_bounds(at, e->type);
}

static bool literal_place(struct eval *ev, const struct hd_expr *e, struct hd_const *at) {
    if (e->sym->storage != ST_LOCAL && !ev->frame->func) {
        at->sym = e->sym;
        return set_bounds(at, e->type);
    }
    if (!is_strict(ev)) return false;
    struct object *o = object_make(ev, e->type, e->type->size, NULL);
    if (!o) return not_const(ev, e, "this takes too much memory");
    *at = object_address(o, 0, e->type->size);
    local_add(ev, e->sym, e, o);
    return eval_init(ev, e->init, at);
}

static bool member_place(struct eval *ev, const struct hd_expr *e, struct const_place *out) {
    if (e->a->is_lvalue ? !eval_place(ev, e->a, out) : !temporary(ev, e->a, NULL, e->a, &out->at))
        return false;
    out->at.offset += (int64_t)e->offset;
    out->bits = e->is_bitfield ? e->field : NULL;
    out->is_mutable = out->is_mutable || (e->field && e->field->is_mutable);
    return e->is_bitfield || set_bounds(&out->at, e->type);
}

static bool eval_place(struct eval *ev, const struct hd_expr *e, struct const_place *out) {
    memset(out, 0, sizeof *out);
    out->at.kind = CONST_ADDR;
    struct hd_const value;
    bool truth;
    switch (e->kind) {
    case EX_VAR: return variable_place(ev, e, &out->at);
    case EX_COMPOUND_LITERAL: return literal_place(ev, e, &out->at);
    case EX_TEMP:
        if (!temporary(ev, e->a, e->sym, NULL, &out->at)) return false;
        if (e->b) HD_PUSH(ev->arena, &ev->cleanups, e->b);
        return true;
    case EX_FUNC: out->at.sym = e->sym; return true;
    case EX_TYPE_INFO: out->at.info = e->compute_type; return true;
    case EX_STRING: out->at.string = e->string; return set_bounds(&out->at, e->string->type);
    case EX_DEREF:
        if (!eval_value(ev, e->a, &out->at)) return false;
        return const_convert(&out->at, e->a->type, e->a->type);
    case EX_MEMBER: return member_place(ev, e, out);
    case EX_COND:
        return e->b && eval_truth(ev, e->a, &truth) && eval_place(ev, truth ? e->b : e->c, out);
    case EX_COMMA: return eval_drop(ev, e->a) && eval_place(ev, e->b, out);
    case EX_ASSIGN:
    case EX_COMPOUND: return assign(ev, e, out, &value);
    case EX_INCDEC: return !e->is_post && assign(ev, e, out, &value);
    case EX_CAST:
        return e->is_lvalue && e->a->is_lvalue && e->cast == CAST_NOOP && eval_place(ev, e->a, out);
    default: return false;
    }
}

// ---- what is defined ----------------------------------------------------------------------------

static const char *op_name(const struct hd_expr *e, int op) {
    if (e->kind == EX_UNARY) return "result";
    switch (op) {
    case TK_PLUS: return "sum";
    case TK_MINUS: return "difference";
    case TK_STAR: return "product";
    default: return "result";
    }
}

// The operation has a value in C++: [expr.pre]p4 of what is computed.
static bool defined(struct eval *ev, const struct hd_expr *e, int op, const struct hd_type *t,
                    const struct hd_const *a, const struct hd_const *b) {
    bool divides = op == TK_SLASH || op == TK_PERCENT;
    if (a->kind == CONST_FLOAT && b->kind == CONST_FLOAT)
        return !divides || b->f != 0 || !is_strict(ev) || not_const(ev, e, "division by zero");
    if (a->kind != CONST_INT || b->kind != CONST_INT) return true;
    if (divides && b->i == 0) return not_const(ev, e, "division by zero");
    if (op == TK_SHL || op == TK_SHR) {
        if (b->i >= 0 && b->i < (hd_int128)t->size * 8) return true;
        return not_const(ev, e, "a shift by %lld bits of an integer of %d", (long long)b->i,
                         (int)t->size * 8);
    }
    if (!is_strict(ev) || !hd_type_is_signed(t)) return true;
    hd_int128 r;
    bool over = op == TK_PLUS    ? __builtin_add_overflow(a->i, b->i, &r)
                : op == TK_MINUS ? __builtin_sub_overflow(a->i, b->i, &r)
                : op == TK_STAR  ? __builtin_mul_overflow(a->i, b->i, &r)
                                 : (r = 0, false);
    if (divides && b->i == -1) over = __builtin_sub_overflow((hd_int128)0, a->i, &r);
    if (!over && const_wrap(t, r) == r) return true;
    return not_const(ev, e, "the %s does not fit in an integer of %d bits", op_name(e, op),
                     (int)t->size * 8);
}

static bool is_finite(struct eval *ev, const struct hd_expr *e, const struct hd_const *a,
                      const struct hd_const *b, const struct hd_const *out) {
    if (out->kind != CONST_FLOAT || a->kind != CONST_FLOAT || !is_strict(ev) || isfinite(out->f))
        return true;
    return !isfinite(a->f) || !isfinite(b->f) || not_const(ev, e, "the result is too large");
}

static bool binary(struct eval *ev, const struct hd_expr *e, int op, const struct hd_type *t,
                   const struct hd_const *a, const struct hd_const *b, struct hd_const *out) {
    return defined(ev, e, op, t, a, b) &&
           (eval_binary(op, t, a, b, out) ||
            not_const(ev, e, "these cannot be compared while compiling")) &&
           is_finite(ev, e, a, b, out);
}

static bool points(struct eval *ev, const struct hd_expr *e, const struct hd_type *element,
                   const struct hd_const *p) {
    if (!is_strict(ev) || p->high <= p->low || (p->offset >= p->low && p->offset <= p->high))
        return true;
    int64_t size = element->size ? (int64_t)element->size : 1;
    return not_const(ev, e, "element %lld lies outside of an array of %lld",
                     (long long)((p->offset - p->low) / size),
                     (long long)((p->high - p->low) / size));
}

// ---- effects ------------------------------------------------------------------------------------

static bool compound_value(struct eval *ev, const struct hd_expr *e, const struct hd_const *old,
                           const struct hd_const *by, struct hd_const *out) {
    struct hd_const a = *old, b = *by;
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
    if (e->a->type->kind == HD_TY_PTR) {
        if (op == TK_MINUS) b.i = -b.i;
        *out = a;
        return const_offset(out, e->a->type->base, &b) && points(ev, e, e->a->type->base, out);
    }
    bool shift = op == TK_SHL || op == TK_SHR;
    if (!const_convert(&a, e->a->type, e->compute_type) ||
        (!shift && !const_convert(&b, e->b->type, e->compute_type)))
        return false;
    return binary(ev, e, op, e->compute_type, &a, &b, out) &&
           const_convert(out, e->compute_type, e->a->type);
}

static bool step_value(struct eval *ev, const struct hd_expr *e, const struct hd_const *old,
                       struct hd_const *out) {
    struct hd_const one = {.kind = CONST_INT, .i = e->op == TK_DEC ? -1 : 1};
    const struct hd_type *t = e->a->type;
    *out = *old;
    if (t->kind == HD_TY_PTR)
        return const_offset(out, t->base, &one) && points(ev, e, t->base, out);
    const struct hd_type *in = hd_type_is_integer(t) && t->size < 4 ? hd_ty.int_ : t;
    const_convert(&one, hd_ty.int_, in);
    return binary(ev, e, TK_PLUS, in, old, &one, out) && const_convert(out, in, t);
}

static bool stored(struct eval *ev, const struct hd_expr *e, const struct const_place *place,
                   const struct hd_const *value, struct hd_const *out) {
    const struct hd_type *type = e->a->type;
    if (out != value) *out = *value;
    return place_store(ev, e->a, place, type, value) &&
           (!place->bits || place_load(ev, e->a, place, type, out));
}

// `place` gets what was assigned, `out` the value of the expression, where it has a scalar one.
static bool assign(struct eval *ev, const struct hd_expr *e, struct const_place *place,
                   struct hd_const *out) {
    struct hd_const old, value, by;
    const struct hd_type *type = e->a->type;
    if (!is_strict(ev)) return false;
    if (type->quals & Q_VOLATILE) return not_const(ev, e, "this is volatile");
    if (e->kind == EX_ASSIGN && !hd_type_is_scalar(type)) {
        struct hd_const made; // the right side may look at the left one
        return temporary(ev, e->b, NULL, e, &made) && eval_place(ev, e->a, place) &&
               place_copy(ev, e, &place->at, &made, type);
    }
    if (e->kind == EX_ASSIGN)
        return eval_value(ev, e->b, out) && eval_place(ev, e->a, place) &&
               stored(ev, e, place, out, out);
    if (e->kind == EX_COMPOUND && !eval_value(ev, e->b, &by)) return false;
    if (!eval_place(ev, e->a, place) || !place_load(ev, e->a, place, type, &old)) return false;
    if (!(e->kind == EX_COMPOUND ? compound_value(ev, e, &old, &by, &value)
                                 : step_value(ev, e, &old, &value)))
        return false;
    if (!stored(ev, e, place, &value, out)) return false;
    if (e->kind == EX_INCDEC && e->is_post) *out = old;
    return true;
}

// ---- values -------------------------------------------------------------------------------------

static bool eval_unary(struct eval *ev, const struct hd_expr *e, struct hd_const *out) {
    if (!eval_value(ev, e->a, out)) return false;
    if (e->op == TK_NOT) {
        *out = (struct hd_const){.kind = CONST_INT, .i = !const_truth(out)};
        return true;
    }
    if (out->kind == CONST_INT) {
        struct hd_const zero = {.kind = CONST_INT};
        if (e->op == TK_MINUS && !defined(ev, e, TK_MINUS, e->type, &zero, out)) return false;
        hd_int128 v = e->op == TK_MINUS   ? (hd_int128)(-(u128)out->i)
                      : e->op == TK_TILDE ? ~out->i
                                          : out->i;
        out->i = const_wrap(e->type, v);
        return true;
    }
    if (e->op == TK_TILDE && out->kind == CONST_COMPLEX) { // the conjugate, as in gcc
        out->im = -out->im;
        return true;
    }
    if (e->op != TK_MINUS || (out->kind != CONST_FLOAT && out->kind != CONST_COMPLEX)) return false;
    out->f = -out->f;
    out->im = -out->im;
    return true;
}

static bool eval_cast(struct eval *ev, const struct hd_expr *e, struct hd_const *out) {
    const struct hd_type *from = e->a->type, *to = e->type;
    if (e->cast == CAST_VOID) return eval_drop(ev, e->a);
    if (e->cast == CAST_BITS || e->cast == CAST_SPLAT || !hd_type_is_scalar(to)) return false;
    bool named = to->kind == HD_TY_MEMBER && e->a->kind == EX_CAST && e->a->cast == CAST_PTR_INT;
    if (!eval_value(ev, named ? e->a->a : e->a, out)) return false; // `&C::f` is no number
    if (from->kind == HD_TY_PTR && to->kind == HD_TY_PTR && out->high > out->low &&
        !hd_type_same_unqual(from->base, to->base) && out->sym && memory_is_object(out->sym)) {
        out->low = out->high = 0; // of a base or a derived class: all of the object
    }
    if (ev->must && out->kind == CONST_ADDR && (out->sym || out->string) &&
        hd_type_is_integer(to) && to->kind != HD_TY_BOOL)
        return not_const(ev, e, "the number of an address is not known while compiling");
    return const_convert(out, from, to) || not_const(ev, e, "the value does not fit the type");
}

static int64_t step_size(const struct hd_type *element) {
    if (element->kind == HD_TY_VOID || element->kind == HD_TY_FUNC) return 1;
    return hd_type_is_vla(element) ? 0 : (int64_t)element->size;
}

static bool const_offset(struct hd_const *addr, const struct hd_type *element,
                         const struct hd_const *index) {
    int64_t size = step_size(element), bytes;
    if (index->kind != CONST_INT || addr->kind != CONST_ADDR ||
        (size == 0 && hd_type_is_vla(element)))
        return false;
    return !__builtin_mul_overflow((int64_t)index->i, size, &bytes) &&
           !__builtin_add_overflow(addr->offset, bytes, &addr->offset);
}

static bool eval_pointer_op(struct eval *ev, const struct hd_expr *e, struct hd_const *out) {
    struct hd_const a, b;
    if (!eval_value(ev, e->a, &a) || !eval_value(ev, e->b, &b)) return false;
    const_convert(&a, e->a->type, e->a->type);
    if (e->kind == EX_PTR_ADD) {
        *out = a;
        return const_offset(out, e->type->base, &b) && points(ev, e, e->type->base, out);
    }
    int64_t size = step_size(e->a->type->base);
    if (a.kind != CONST_ADDR || b.kind != CONST_ADDR || a.sym != b.sym || a.string != b.string ||
        a.info != b.info || a.life != b.life || size <= 0)
        return not_const(ev, e, "these pointers are not into one array");
    *out = (struct hd_const){.kind = CONST_INT, .i = (a.offset - b.offset) / size};
    return true;
}

bool eval_truth(struct eval *ev, const struct hd_expr *e, bool *out) {
    struct hd_const v;
    if (!eval_value(ev, e, &v) || v.kind == CONST_NONE) return false;
    *out = const_truth(&v);
    return true;
}

static bool eval_logic(struct eval *ev, const struct hd_expr *e, struct hd_const *out) {
    bool a, b;
    if (!eval_truth(ev, e->a, &a)) return false;
    if (a == (e->kind == EX_AND) && !eval_truth(ev, e->b, &b)) return false;
    *out = (struct hd_const){.kind = CONST_INT, .i = a == (e->kind == EX_AND) ? b : a};
    return true;
}

static bool eval_cond(struct eval *ev, const struct hd_expr *e, struct hd_const *out) {
    struct hd_const cond;
    if (!eval_value(ev, e->a, &cond)) return false;
    if (!e->b && const_truth(&cond)) {
        *out = cond;
        return const_convert(out, e->a->type, e->type);
    }
    return eval_value(ev, const_truth(&cond) ? e->b : e->c, out);
}

static bool eval_ref(struct eval *ev, const struct hd_expr *e, struct hd_const *out) {
    const struct hd_sym *sym = e->sym;
    const struct const_local *l = local_find(ev, sym, NULL);
    if (l) {
        struct const_place place = {.at = object_address(l->object, l->offset, 8)};
        return place_load(ev, e, &place, sym->type, out);
    }
    if (sym->init && sym->init->constant && sym->init->nitems == 1)
        return eval_value(ev, sym->init->items[0].value, out);
    return not_const(ev, e, "what the reference `%s` stands for is not known while compiling",
                     sym->name ? sym->name : "here");
}

static bool eval_load(struct eval *ev, const struct hd_expr *e, struct hd_const *out) {
    struct const_place place;
    if (!eval_place(ev, e->a, &place)) return false;
    if (e->a->type->quals & Q_VOLATILE) return not_const(ev, e, "this is volatile");
    return place_load(ev, e->a, &place, e->a->type, out);
}

static bool eval_address(struct eval *ev, const struct hd_expr *e, struct hd_const *out) {
    struct const_place place;
    const struct hd_expr *of = e->kind == EX_FUNC ? e : e->a;
    if (!eval_place(ev, of, &place) || place.bits) return false;
    *out = place.at;
    return e->kind != EX_DECAY || set_bounds(out, of->type);
}

// A member of a value that is no lvalue.
static bool eval_member(struct eval *ev, const struct hd_expr *e, struct hd_const *out) {
    struct const_place place;
    return eval_place(ev, e, &place) && place_load(ev, e, &place, e->type, out);
}

static bool eval_binary_expr(struct eval *ev, const struct hd_expr *e, struct hd_const *out) {
    struct hd_const a, b;
    return eval_value(ev, e->a, &a) && eval_value(ev, e->b, &b) &&
           binary(ev, e, e->op, e->a->type, &a, &b, out);
}

static bool eval_effect(struct eval *ev, const struct hd_expr *e, struct hd_const *out) {
    struct const_place place;
    return assign(ev, e, &place, out);
}

static bool eval_each(struct eval *ev, const struct hd_expr *e, const struct hd_const *at) {
    struct hd_const n, i = {.kind = CONST_INT};
    if (!eval_value(ev, e->b, &n) || n.kind != CONST_INT) return false;
    struct object *counter = object_make(ev, hd_ty.ulong_, 8, NULL);
    if (!counter) return false;
    local_add(ev, e->sym, NULL, counter);
    struct const_place place = {.at = object_address(counter, 0, 8)};
    for (hd_int128 k = 0; k < n.i; k++) {
        i.i = e->is_post ? n.i - 1 - k : k;
        if (!place_store(ev, e, &place, hd_ty.ulong_, &i)) return false;
        int locals = ev->locals.n, cleanups = ev->cleanups.n;
        bool ok;
        if (at) {
            struct hd_const element = *at;
            element.offset += (int64_t)(i.i * (hd_int128)e->a->type->size);
            set_bounds(&element, e->a->type);
            ok = eval_into(ev, e->a, &element);
        } else {
            ok = eval_drop(ev, e->a);
        }
        if (!ok || !cleanups_run(ev, cleanups)) return false;
        locals_end(ev, locals);
    }
    return true;
}

static bool eval_build(struct eval *ev, const struct hd_expr *e) {
    struct const_place place;
    struct hd_const v;
    if (!is_strict(ev) || !eval_place(ev, e->a, &place)) return false;
    if (!hd_type_is_scalar(e->b->type)) return eval_into(ev, e->b, &place.at);
    return eval_value(ev, e->b, &v) && place_store(ev, e->a, &place, e->a->type, &v);
}

static bool eval_braced(struct eval *ev, const struct hd_expr *e, struct hd_const *out) {
    if (!hd_type_is_scalar(e->type)) return false;
    const_zero(e->type, out);
    return e->init->nitems == 0 || eval_value(ev, e->init->items[0].value, out);
}

static bool eval_kind(struct eval *ev, const struct hd_expr *e, struct hd_const *out) {
    switch (e->kind) {
    case EX_CONST: *out = *e->value; return true;
    case EX_REFVAL: return eval_ref(ev, e, out);
    case EX_FUNC:
    case EX_ADDR:
    case EX_DECAY: return eval_address(ev, e, out);
    case EX_LOAD: return eval_load(ev, e, out);
    case EX_UNARY: return eval_unary(ev, e, out);
    case EX_BINARY: return eval_binary_expr(ev, e, out);
    case EX_PTR_ADD:
    case EX_PTR_DIFF: return eval_pointer_op(ev, e, out);
    case EX_AND:
    case EX_OR: return eval_logic(ev, e, out);
    case EX_COND: return eval_cond(ev, e, out);
    case EX_COMMA: return eval_drop(ev, e->a) && eval_value(ev, e->b, out);
    case EX_CAST: return eval_cast(ev, e, out);
    case EX_BUILTIN: return const_builtin(ev, e, out);
    case EX_CALL: return interp_call(ev, e, NULL, out);
    case EX_STMT_EXPR: return is_strict(ev) && interp_stmt_expr(ev, e, NULL, out);
    case EX_ASSIGN:
    case EX_COMPOUND:
    case EX_INCDEC: return eval_effect(ev, e, out);
    case EX_MEMBER: return !e->is_lvalue && eval_member(ev, e, out);
    case EX_INIT: return eval_braced(ev, e, out); // a scalar in braces: int{3}
    case EX_EACH: return e->type->kind == HD_TY_VOID && eval_each(ev, e, NULL);
    case EX_BUILD: return eval_build(ev, e);
    case EX_GUARDED: return eval_value(ev, e->a, out);
    case EX_THROW: return not_const(ev, e, "this throws an exception");
    default: return false;
    }
}

// Whether there is room for one more expression in another.
static bool go_deeper(struct eval *ev, const struct hd_expr *e) {
    char here;
    long used = (long)(ev->stack - &here);
    if (--ev->steps < 0) return not_const(ev, e, "this takes more than %d steps", CONST_STEPS);
    if (ev->depth < MAX_DEPTH && (used < 0 ? -used : used) < CONST_STACK) return true;
    return not_const(ev, e, "calls and expressions are nested too deeply");
}

bool eval_value(struct eval *ev, const struct hd_expr *e, struct hd_const *out) {
    if (e->kind == EX_CONST) {
        *out = *e->value;
        return true;
    }
    if (!go_deeper(ev, e)) return false;
    ev->depth++;
    bool ok = eval_kind(ev, e, out);
    ev->depth--;
    return ok || not_const(ev, e, "this is no constant");
}

bool eval_drop(struct eval *ev, const struct hd_expr *e) {
    struct hd_const v;
    struct const_place place;
    if (e->kind == EX_ASSIGN || e->kind == EX_COMPOUND || e->kind == EX_INCDEC)
        return eval_effect(ev, e, &v);
    if (e->is_lvalue) return eval_place(ev, e, &place);
    if (e->kind == EX_CAST && e->cast == CAST_VOID) return eval_drop(ev, e->a);
    if (e->type->kind == HD_TY_VOID || hd_type_is_scalar(e->type)) return eval_value(ev, e, &v);
    return temporary(ev, e, NULL, e, &v);
}

// ---- objects made in place ----------------------------------------------------------------------

static bool copy_into(struct eval *ev, const struct hd_expr *e, const struct hd_expr *lvalue,
                      const struct hd_const *at) {
    struct const_place from;
    return eval_place(ev, lvalue, &from) && place_copy(ev, e, at, &from.at, e->type);
}

static bool into_kind(struct eval *ev, const struct hd_expr *e, const struct hd_const *at) {
    struct hd_const v;
    bool truth;
    switch (e->kind) {
    case EX_INIT: return eval_init(ev, e->init, at);
    case EX_CALL: return interp_call(ev, e, at, &v);
    case EX_LOAD: return copy_into(ev, e, e->a, at);
    case EX_MEMBER: return copy_into(ev, e, e, at);
    case EX_COND:
        return e->b && eval_truth(ev, e->a, &truth) && eval_into(ev, truth ? e->b : e->c, at);
    case EX_COMMA: return eval_drop(ev, e->a) && eval_into(ev, e->b, at);
    case EX_STMT_EXPR: return is_strict(ev) && interp_stmt_expr(ev, e, at, &v);
    case EX_EACH: return eval_each(ev, e, at);
    case EX_GUARDED: return eval_into(ev, e->a, at);
    case EX_CAST:
        return e->cast == CAST_NOOP && !hd_type_is_scalar(e->a->type) && eval_into(ev, e->a, at);
    case EX_STRING: {
        const struct hd_string *s = e->string;
        uint64_t have = (s->len + 1) * s->type->base->size, size = e->type->size;
        return place_zero(ev, e, at, size) &&
               place_bytes(ev, e, at, s->data, have < size ? have : size);
    }
    default: return e->is_lvalue && copy_into(ev, e, e, at);
    }
}

bool eval_into(struct eval *ev, const struct hd_expr *e, const struct hd_const *at) {
    struct const_place place = {.at = *at};
    struct hd_const v;
    if (hd_type_is_scalar(e->type))
        return eval_value(ev, e, &v) && place_store(ev, e, &place, e->type, &v);
    if (!go_deeper(ev, e)) return false;
    ev->depth++;
    bool ok = into_kind(ev, e, at);
    ev->depth--;
    return ok || not_const(ev, e, "this is no constant");
}

static bool item_into(struct eval *ev, const struct hd_init_item *item, const struct hd_const *at) {
    const struct hd_type *type = item->value->type;
    bool scalar = item->value->kind != EX_STRING && hd_type_is_scalar(type);
    struct const_place place = {.at = *at, .bits = item->bits};
    struct hd_const v;
    if (scalar && !eval_value(ev, item->value, &v)) return false;
    for (int64_t k = 0; k < (item->repeat > 1 ? item->repeat : 1); k++) {
        place.at.offset = at->offset + (int64_t)(item->offset + (uint64_t)k * item->stride);
        set_bounds(&place.at, type);
        if (--ev->steps < 0) return go_deeper(ev, item->value);
        if (scalar ? !place_store(ev, item->value, &place, type, &v)
                   : !eval_into(ev, item->value, &place.at))
            return false;
    }
    return true;
}

// A constructor sets what it sets, and leaves the rest.
static bool is_constructed(const struct hd_init *init) {
    const struct hd_expr *value = init->nitems == 1 ? init->items[0].value : NULL;
    return value && value->kind == EX_CALL && value->constructs &&
           value->type->size == init->type->size;
}

bool eval_init(struct eval *ev, const struct hd_init *init, const struct hd_const *at) {
    static const struct hd_expr nothing;
    struct hd_const whole = *at;
    uint64_t size = init->type->size;
    whole.low = whole.high = 0;
    if (init->type->kind == HD_TY_RECORD && init->type->record->is_empty) size = 0;
    if (!init->covers && size && !is_constructed(init) &&
        !place_zero(ev, init->nitems ? init->items[0].value : &nothing, &whole, size))
        return false;
    for (int i = 0; i < init->nitems; i++)
        if (!item_into(ev, &init->items[i], &whole)) return false;
    return true;
}

// ---- asking -------------------------------------------------------------------------------------

void eval_begin(struct eval *ev, struct const_frame *root, bool must) {
    memset(ev, 0, sizeof *ev);
    memset(root, 0, sizeof *root);
    ev->frame = root;
    ev->must = ev->manifest = must;
    ev->steps = must ? CONST_STEPS : CONST_STEPS_ASKED;
    ev->stack = (const char *)__builtin_frame_address(0);
}

void eval_end(struct eval *ev) { hd_arena_destroy(ev->arena); }

static bool ask(const struct hd_expr *expr, bool must, struct hd_const *out) {
    if (!hd_type_is_scalar(expr->type)) return false;
    if (expr->kind == EX_CONST && expr->value->kind != CONST_ADDR) {
        *out = *expr->value;
        return out->kind != CONST_NONE;
    }
    struct eval ev;
    struct const_frame root;
    eval_begin(&ev, &root, must);
    bool ok = eval_value(&ev, expr, out) && out->kind != CONST_NONE && cleanups_run(&ev, 0);
    if (ok && out->kind == CONST_ADDR && out->sym && out->sym->kind == SYM_VAR) {
        enum hd_storage st = out->sym->storage;
        ok = st != ST_LOCAL && st != ST_SHARED && st != ST_DYN_SHARED && st != ST_THREAD &&
             !memory_is_object(out->sym);
    }
    if (ok) out->low = out->high = out->life = 0;
    eval_end(&ev);
    return ok;
}

bool hd_const_eval(const struct hd_expr *expr, struct hd_const *out) {
    return ask(expr, false, out);
}

bool const_eval(const struct hd_expr *e, struct hd_const *out) { return hd_const_eval(e, out); }

bool const_must(const struct hd_expr *e, struct hd_const *out) { return ask(e, true, out); }

bool const_required(struct check *c, const struct hd_expr *e, struct hd_const *out) {
    return ask(e, c->lang == HD_LANG_CU, out);
}

// ---- for the checker ----------------------------------------------------------------------------

struct hd_expr *constant_value(struct check *c, struct hd_expr *e, const struct hd_const *v) {
    bool symbolic = hd_const_is_symbolic(v);
    bool pointer = e->type->kind == HD_TY_PTR || e->type->kind == HD_TY_NULLPTR;
    if (e->kind == EX_CONST || symbolic || (v->kind == CONST_ADDR) != pointer) return e;
    struct hd_expr *k = expr_new(c, EX_CONST, e->type, e->range);
    k->loc = e->loc;
    k->parenthesized = e->parenthesized;
    k->value = HD_NEW(c->arena, struct hd_const);
    *k->value = *v;
    return k;
}

struct hd_expr *fold(struct check *c, struct hd_expr *e) {
    struct hd_const v;
    if (e->kind == EX_CONST || e->is_lvalue || !const_required(c, e, &v)) return e;
    return constant_value(c, e, &v);
}

struct hd_expr *check_number_wanted(struct check *c, struct hd_ast *ast) {
    struct hd_expr *e = check_rvalue(c, ast);
    return e->type->kind == HD_TY_RECORD ? rvalue(c, class_operand(c, e)) : e;
}

bool check_const_int(struct check *c, struct hd_ast *ast, const char *what, int64_t *out) {
    struct hd_expr *e = check_number_wanted(c, ast);
    if (is_error(e)) return false;
    if (!hd_type_is_integer(e->type)) {
        hd_error(c->diags, ast->range, "%s must be an integer, not `%s`", what, ty(c, e->type));
        return false;
    }
    struct hd_const v;
    if (!const_required(c, e, &v) || v.kind != CONST_INT) {
        struct hd_diag *d = hd_error(c->diags, ast->range, "%s must be a constant", what);
        hd_help(c->diags, d,
                "a number, a macro, an enum constant or a `const` variable with a constant value");
        const_explain(c, d, e);
        return false;
    }
    bool fits =
        hd_type_is_signed(e->type) ? v.i >= INT64_MIN && v.i <= INT64_MAX : (u128)v.i <= UINT64_MAX;
    if (!fits) {
        hd_error(c->diags, ast->range, "%s does not fit in 64 bits", what);
        return false;
    }
    *out = (int64_t)v.i;
    return true;
}
