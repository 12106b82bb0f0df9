// Assignment, compound assignment, ++ and --, also on bit-fields and _Atomic objects.
//
// Order: in C the place on the left comes first, then the value (as gcc does it); in cells and .cu
// files the value comes first, as C++17 has it. A compound assignment finds the place, then the
// operand, and reads the old value last.
#include "gen/emit.h"

static bool place_first(const struct fn *f) {
    return f->func && f->func->source && f->func->source->lang == HD_LANG_C;
}

struct val emit_assign(struct fn *f, const struct hd_expr *e, struct place *where) {
    struct place p;
    struct val v;
    if (place_first(f)) {
        p = emit_place(f, e->a);
        v = emit_copied(f, e->b);
    } else {
        v = emit_copied(f, e->b);
        p = emit_place(f, e->a);
    }
    at(f, e->loc);
    v = access_store(f, p, v);
    if (where) *where = p;
    if (v.kind == VAL_MEM) { // the value is what the left side now holds
        v.v = p.addr;
        v.align = p.align;
    }
    v.type = hd_type_unqual(e->type);
    return v;
}

static bool counts(struct fn *f, const struct hd_expr *e) {
    return f->counter && e->a->kind == EX_VAR && e->a->sym == f->counter;
}

// The result of one step: old op operand, in the type of the place.
static struct val step(struct fn *f, const struct hd_expr *e, struct val old, struct val operand,
                       struct hd_type *type) {
    if (type->kind == HD_TY_PTR) {
        struct val v = pointer_add(f, old, operand.v, type->base,
                                   e->op == TK_MINUS || e->op == TK_MINUS_ASSIGN);
        v.type = type;
        return v;
    }
    int op = e->op;
    switch (op) { // either spelling of the operator
    case TK_PLUS_ASSIGN: op = TK_PLUS; break;
    case TK_MINUS_ASSIGN: op = TK_MINUS; break;
    case TK_STAR_ASSIGN: op = TK_STAR; break;
    case TK_SLASH_ASSIGN: op = TK_SLASH; break;
    case TK_PERCENT_ASSIGN: op = TK_PERCENT; break;
    case TK_SHL_ASSIGN: op = TK_SHL; break;
    case TK_SHR_ASSIGN: op = TK_SHR; break;
    case TK_AMP_ASSIGN: op = TK_AMP; break;
    case TK_CARET_ASSIGN: op = TK_CARET; break;
    case TK_PIPE_ASSIGN: op = TK_PIPE; break;
    default: break;
    }
    struct hd_type *in = e->compute_type ? e->compute_type : type;
    f->stays_in_range = counts(f, e);
    struct val r = emit_arith(f, op, convert(f, old, in), operand, in);
    f->stays_in_range = false;
    return convert(f, r, type);
}

// Applies fn to an atomic place until nobody came between. The old value goes to *old.
typedef struct val update_fn(struct fn *f, const struct hd_expr *e, struct val old,
                             struct val operand, struct hd_type *type);

static struct val atomic_update(struct fn *f, const struct hd_expr *e, struct place p,
                                struct val operand, update_fn *update, struct val *old_out) {
    struct gen *g = f->g;
    struct hd_type *type = hd_type_unqual(p.type);
    unsigned bits = type->kind == HD_TY_LDOUBLE ? 128 : (unsigned)type->size * 8;
    if (g->job->check) p.addr = check_place(f, &p, type->size, HD_CHECK_RMW);
    LLVMBasicBlockRef before = LLVMGetInsertBlock(f->b), loop = new_block(f, "atomic"),
                      done = new_block(f, "atomic.end");
    LLVMTypeRef word = ty_int(g, bits);
    LLVMValueRef first = raw_load(f, word, p.addr, (uint32_t)type->size);
    LLVMSetOrdering(first, LLVMAtomicOrderingSequentiallyConsistent);
    LLVMBuildBr(f->b, loop);
    LLVMPositionBuilderAtEnd(f->b, loop);
    LLVMValueRef seen = LLVMBuildPhi(f->b, word, "");
    struct val old = val_of_bits(f, seen, type), next = update(f, e, old, operand, type);
    LLVMValueRef desired = bits_of(f, next, bits);
    LLVMValueRef pair =
        access_cas(f, p.addr, seen, desired, SPACE_ANY, LLVMAtomicOrderingSequentiallyConsistent);
    LLVMValueRef now = LLVMBuildExtractValue(f->b, pair, 0, ""),
                 ok = LLVMBuildExtractValue(f->b, pair, 1, "");
    LLVMBasicBlockRef ends[2] = {before, LLVMGetInsertBlock(f->b)};
    LLVMAddIncoming(seen, (LLVMValueRef[]){first, now}, ends, 2);
    LLVMBuildCondBr(f->b, ok, done, loop);
    LLVMPositionBuilderAtEnd(f->b, done);
    if (old_out) *old_out = old;
    return next;
}

struct val emit_compound(struct fn *f, const struct hd_expr *e, struct place *where) {
    struct place p = emit_place(f, e->a);
    struct val operand = emit_expr(f, e->b);
    at(f, e->loc);
    struct hd_type *type = hd_type_unqual(p.type);
    struct val v;
    if ((p.type->quals & Q_ATOMIC) && !p.bits) {
        v = atomic_update(f, e, p, operand, step, NULL);
    } else {
        v = step(f, e, access_load(f, p), operand, type);
        at(f, e->loc);
        v = access_store(f, p, v);
    }
    if (where) *where = p;
    v.type = hd_type_unqual(e->type);
    return v;
}

static struct val by_one(struct fn *f, const struct hd_expr *e, struct val old, struct val operand,
                         struct hd_type *type) {
    struct gen *g = f->g;
    bool down = e->op == TK_DEC;
    const struct hd_type *t = ty_value(type);
    if (t->kind == HD_TY_PTR) {
        struct val v = pointer_add(f, old, const_i64(g, down ? -1 : 1), type->base, false);
        v.type = type;
        return v;
    }
    struct val v = old;
    if (t->kind == HD_TY_BOOL) {
        v.v = down ? LLVMBuildNot(f->b, old.v, "") : LLVMConstInt(g->i1, 1, false);
        return v;
    }
    if (t->kind == HD_TY_COMPLEX || ty_is_fp(t)) {
        LLVMValueRef one =
            const_float(g, t->kind == HD_TY_COMPLEX ? t->base : t, down ? -1.0L : 1.0L);
        v.v = LLVMBuildFAdd(f->b, old.v, one, "");
        return v;
    }
    if (t->kind == HD_TY_VECTOR) {
        const struct hd_type *elem = ty_value(t->base);
        bool fp = ty_is_fp(elem);
        LLVMValueRef x =
            fp ? const_float(g, elem, down ? -1.0L : 1.0L) : const_int(g, elem, down ? -1 : 1);
        LLVMValueRef *lanes = HD_NEW_ARRAY(g->arena, LLVMValueRef, t->len);
        for (int64_t i = 0; i < (int64_t)t->len; i++) lanes[i] = x;
        LLVMValueRef ones = LLVMConstVector(lanes, (unsigned)t->len);
        v.v = fp ? LLVMBuildFAdd(f->b, old.v, ones, "") : LLVMBuildAdd(f->b, old.v, ones, "");
        return v;
    }
    LLVMValueRef one = const_int(g, t, down ? -1 : 1);
    bool wraps = !hd_type_is_signed(t) || t->size < 4 || !(counts(f, e) || f->g->gpu);
    v.v = wraps ? LLVMBuildAdd(f->b, old.v, one, "") : LLVMBuildNSWAdd(f->b, old.v, one, "");
    return v;
}

struct val emit_incdec(struct fn *f, const struct hd_expr *e, struct place *where) {
    struct place p = emit_place(f, e->a);
    at(f, e->loc);
    struct val old, next;
    if ((p.type->quals & Q_ATOMIC) && !p.bits) {
        next = atomic_update(f, e, p, val_none(), by_one, &old);
    } else {
        old = access_load(f, p);
        next = access_store(f, p, by_one(f, e, old, val_none(), hd_type_unqual(p.type)));
    }
    if (where) *where = p;
    struct val v = e->is_post ? old : next;
    v.type = hd_type_unqual(e->type);
    return v;
}
