// Loads, stores, atomics; and whatever must be done lane by lane.
//
// How memory is touched follows from the address: uniform, one scalar access; one element after the other, a vector
// (masked where lanes are off); backwards, a vector reversed; else a gather or scatter. Vector accesses have the
// alignment of an element. Atomics go lane by lane, in lane order, unless all lanes add to one place and nobody wants
// the old value: then the lanes' values are added first. An atomic on shared memory (marked `singlethread`: only this
// core sees it) is a load, an operation and a store.
#include "gen/lanes.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

static void keep_tbaa(struct lanes *l, LLVMValueRef to, LLVMValueRef from) {
    LLVMValueRef node = LLVMGetMetadata(from, l->md_tbaa);
    if (node && LLVMIsAInstruction(to)) LLVMSetMetadata(to, l->md_tbaa, node);
}

static unsigned size_of(struct lanes *l, LLVMTypeRef type) { return (unsigned)LLVMABISizeOfType(l->layout, type); }

static bool loads_as_vector(struct lanes *l, LLVMTypeRef type) { // elements lie in memory as in a vector
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(type) == size_of(l, type) * 8 && size_of(l, type) <= 8;
    case LLVMHalfTypeKind: case LLVMBFloatTypeKind: case LLVMFloatTypeKind: case LLVMDoubleTypeKind: case LLVMPointerTypeKind:
        return true;
    default: return false;
    }
}

static LLVMValueRef reversed(struct lanes *l, LLVMValueRef v) {
    LLVMValueRef order[64];
    for (int i = 0; i < l->w; i++) order[i] = LLVMConstInt(l->i32, (uint64_t)(l->w - 1 - i), false);
    return LLVMBuildShuffleVector(l->b, v, LLVMGetPoison(LLVMTypeOf(v)), LLVMConstVector(order, (unsigned)l->w), "");
}

static LLVMValueRef i32_const(struct lanes *l, unsigned v) { return LLVMConstInt(l->i32, v, false); }

static LLVMValueRef first_address(struct lanes *l, LLVMValueRef p, int64_t stride) { // lowest of a vector of neighbours
    LLVMValueRef base = ln_scalar(l, p);
    if (stride > 0) return base;
    LLVMValueRef offset = LLVMConstInt(l->i64, (uint64_t)(stride * (l->w - 1)), true);
    return LLVMBuildGEP2(l->b, l->i8, base, &offset, 1, "");
}

// Whether the machine gathers (or scatters) such elements; else LLVM makes a branch per lane of it, and a loop is better.
static bool scatters(struct lanes *l, int64_t size, bool store) {
    if (!l->mask) return true; // no branches then
    return size >= 4 && l->register_bits >= (store ? 512 : 256);
}

void ln_load(struct lanes *l, LLVMValueRef inst) {
    LLVMValueRef p = LLVMGetOperand(inst, 0), v;
    struct ln_shape s = ln_shape_of(l, p);
    LLVMTypeRef type = LLVMTypeOf(inst);
    if (s.kind == LN_UNIFORM) {
        ln_define(l, inst, ln_clone(l, l->b, inst), NULL);
        return;
    }
    if (!loads_as_vector(l, type) || LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic) {
        ln_serialise(l, inst);
        return;
    }
    LLVMTypeRef vec = ln_vec_type(l, type);
    unsigned align = LLVMGetAlignment(inst);
    int64_t size = size_of(l, type);
    if (s.kind == LN_AFFINE && (s.stride == size || s.stride == -size)) {
        bool back = s.stride < 0;
        LLVMValueRef at = first_address(l, p, s.stride), mask = l->mask && back ? reversed(l, l->mask) : l->mask;
        if (!mask) {
            v = LLVMBuildLoad2(l->b, vec, at, "");
            LLVMSetAlignment(v, align);
            LLVMSetVolatile(v, LLVMGetVolatile(inst));
        } else {
            LLVMValueRef args[4] = {at, i32_const(l, align), mask, LLVMGetPoison(vec)};
            v = ln_call(l, "llvm.masked.load", (LLVMTypeRef[]){vec, l->ptr}, 2, args, 4);
        }
        keep_tbaa(l, v, inst);
        if (back) v = reversed(l, v);
    } else if (!scatters(l, size, false)) {
        ln_serialise(l, inst);
        return;
    } else {
        LLVMValueRef ptrs = ln_vector(l, p);
        LLVMValueRef args[4] = {ptrs, i32_const(l, align), ln_mask(l), LLVMGetPoison(vec)};
        v = ln_call(l, "llvm.masked.gather", (LLVMTypeRef[]){vec, LLVMTypeOf(ptrs)}, 2, args, 4);
        keep_tbaa(l, v, inst);
    }
    ln_define(l, inst, NULL, v);
}

static LLVMValueRef last_lane(struct lanes *l, LLVMValueRef v) { // the value of the last lane that is on
    LLVMValueRef index = i32_const(l, (unsigned)l->w - 1);
    if (l->mask) {
        LLVMValueRef bits = ln_mask_bits(l, l->mask);
        LLVMTypeRef type = LLVMTypeOf(bits);
        LLVMValueRef args[2] = {bits, LLVMConstInt(l->i1, 0, false)};
        LLVMValueRef zeros = ln_call(l, "llvm.ctlz", &type, 1, args, 2);
        index = LLVMBuildSub(l->b, LLVMConstInt(type, (unsigned)l->w - 1, false), zeros, "");
        index = LLVMBuildIntCast2(l->b, index, l->i32, false, "");
    }
    return LLVMBuildExtractElement(l->b, v, index, "");
}

void ln_store(struct lanes *l, LLVMValueRef inst) {
    LLVMValueRef value = LLVMGetOperand(inst, 0), p = LLVMGetOperand(inst, 1), r;
    struct ln_shape s = ln_shape_of(l, p), vs = ln_shape_of(l, value);
    LLVMTypeRef type = LLVMTypeOf(value);
    if (s.kind == LN_UNIFORM && vs.kind == LN_UNIFORM) {
        ln_clone(l, l->b, inst);
        return;
    }
    if (!loads_as_vector(l, type) || LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic) {
        ln_serialise(l, inst);
        return;
    }
    unsigned align = LLVMGetAlignment(inst);
    int64_t size = size_of(l, type);
    bool neighbours = s.kind == LN_AFFINE && (s.stride == size || s.stride == -size);
    if (s.kind != LN_UNIFORM && !neighbours && !scatters(l, size, true)) {
        ln_serialise(l, inst);
        return;
    }
    LLVMValueRef v = ln_vector(l, value);
    if (s.kind == LN_UNIFORM) {
        r = LLVMBuildStore(l->b, last_lane(l, v), ln_scalar(l, p));
        LLVMSetAlignment(r, align);
        LLVMSetVolatile(r, LLVMGetVolatile(inst));
    } else if (neighbours) {
        bool back = s.stride < 0;
        LLVMValueRef at = first_address(l, p, s.stride), mask = l->mask && back ? reversed(l, l->mask) : l->mask;
        if (back) v = reversed(l, v);
        if (!mask) {
            r = LLVMBuildStore(l->b, v, at);
            LLVMSetAlignment(r, align);
            LLVMSetVolatile(r, LLVMGetVolatile(inst));
        } else {
            LLVMValueRef args[4] = {v, at, i32_const(l, align), mask};
            r = ln_call(l, "llvm.masked.store", (LLVMTypeRef[]){LLVMTypeOf(v), l->ptr}, 2, args, 4);
        }
    } else {
        LLVMValueRef ptrs = ln_vector(l, p);
        LLVMValueRef args[4] = {v, ptrs, i32_const(l, align), ln_mask(l)};
        r = ln_call(l, "llvm.masked.scatter", (LLVMTypeRef[]){LLVMTypeOf(v), LLVMTypeOf(ptrs)}, 2, args, 4);
    }
    keep_tbaa(l, r, inst);
}

// ---- lane by lane --------------------------------------------------------------------------------------------------------------

struct per_lane { LLVMValueRef scalar, memory; LLVMTypeRef type, stored; int64_t stride; };

static LLVMTypeRef stored_type(struct lanes *l, LLVMTypeRef type) {
    bool odd = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) % 8;
    return odd ? LLVMIntTypeInContext(l->ctx, size_of(l, type) * 8) : type;
}

static LLVMValueRef slot_at(struct lanes *l, struct per_lane *o, LLVMValueRef lane) {
    return LLVMBuildGEP2(l->b, o->stored, o->memory, &lane, 1, "");
}

static struct per_lane spread(struct lanes *l, LLVMValueRef v) { // an operand
    struct ln_shape s = ln_shape_of(l, v);
    struct per_lane o = {.type = LLVMTypeOf(v), .stride = s.stride};
    if (s.kind != LN_VARYING) {
        o.scalar = ln_scalar(l, v);
        if (s.kind == LN_UNIFORM) o.stride = 0;
        return o;
    }
    o.stored = stored_type(l, o.type);
    LLVMValueRef vec = ln_vector(l, v);
    if (LLVMGetTypeKind(o.type) == LLVMStructTypeKind) ln_fail(l, "a record passed lane by lane");
    if (o.stored != o.type) vec = LLVMBuildZExt(l->b, vec, ln_vec_type(l, o.stored), "");
    o.memory = ln_alloca(l, LLVMArrayType2(o.stored, (uint64_t)l->w), 64);
    LLVMSetAlignment(LLVMBuildStore(l->b, vec, o.memory), 64);
    return o;
}

static LLVMValueRef of_lane(struct lanes *l, struct per_lane *o, LLVMValueRef lane) {
    if (o->memory) {
        LLVMValueRef v = LLVMBuildLoad2(l->b, o->stored, slot_at(l, o, lane), "");
        return o->stored == o->type ? v : LLVMBuildTrunc(l->b, v, o->type, "");
    }
    if (!o->stride) return o->scalar;
    bool pointer = LLVMGetTypeKind(o->type) == LLVMPointerTypeKind;
    LLVMTypeRef type = pointer ? l->i64 : o->type;
    LLVMValueRef offset = LLVMBuildIntCast2(l->b, lane, type, false, "");
    offset = LLVMBuildMul(l->b, offset, LLVMConstInt(type, (uint64_t)o->stride, true), "");
    return pointer ? LLVMBuildGEP2(l->b, l->i8, o->scalar, &offset, 1, "") : LLVMBuildAdd(l->b, o->scalar, offset, "");
}

static LLVMValueRef combine(struct lanes *l, LLVMAtomicRMWBinOp op, LLVMValueRef old, LLVMValueRef v) {
    LLVMBuilderRef b = l->b;
    LLVMIntPredicate pick = LLVMIntEQ;
    LLVMTypeRef type = LLVMTypeOf(v);
    switch (op) {
    case LLVMAtomicRMWBinOpAdd: return LLVMBuildAdd(b, old, v, "");
    case LLVMAtomicRMWBinOpSub: return LLVMBuildSub(b, old, v, "");
    case LLVMAtomicRMWBinOpAnd: return LLVMBuildAnd(b, old, v, "");
    case LLVMAtomicRMWBinOpOr: return LLVMBuildOr(b, old, v, "");
    case LLVMAtomicRMWBinOpXor: return LLVMBuildXor(b, old, v, "");
    case LLVMAtomicRMWBinOpFAdd: return LLVMBuildFAdd(b, old, v, "");
    case LLVMAtomicRMWBinOpFSub: return LLVMBuildFSub(b, old, v, "");
    case LLVMAtomicRMWBinOpFMax: return ln_call(l, "llvm.maxnum", &type, 1, (LLVMValueRef[]){old, v}, 2);
    case LLVMAtomicRMWBinOpFMin: return ln_call(l, "llvm.minnum", &type, 1, (LLVMValueRef[]){old, v}, 2);
    case LLVMAtomicRMWBinOpMax: pick = LLVMIntSGT; break;
    case LLVMAtomicRMWBinOpMin: pick = LLVMIntSLT; break;
    case LLVMAtomicRMWBinOpUMax: pick = LLVMIntUGT; break;
    case LLVMAtomicRMWBinOpUMin: pick = LLVMIntULT; break;
    case LLVMAtomicRMWBinOpUIncWrap: {
        LLVMValueRef next = LLVMBuildAdd(b, old, LLVMConstInt(type, 1, false), "");
        LLVMValueRef wrap = LLVMBuildICmp(b, LLVMIntUGE, old, v, "");
        return LLVMBuildSelect(b, wrap, LLVMConstNull(type), next, "");
    }
    case LLVMAtomicRMWBinOpUDecWrap: {
        LLVMValueRef next = LLVMBuildSub(b, old, LLVMConstInt(type, 1, false), "");
        LLVMValueRef wrap = LLVMBuildOr(b, LLVMBuildIsNull(b, old, ""), LLVMBuildICmp(b, LLVMIntUGT, old, v, ""), "");
        return LLVMBuildSelect(b, wrap, v, next, "");
    }
    default: return v; // exchange
    }
    return LLVMBuildSelect(b, LLVMBuildICmp(b, pick, old, v, ""), old, v, "");
}

// One lane's turn, with its operands. An atomic that no other core sees is done in plain steps.
static LLVMValueRef one_lane(struct lanes *l, LLVMValueRef inst, LLVMValueRef *operands, unsigned n) {
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    bool atomic = op == LLVMAtomicRMW || op == LLVMAtomicCmpXchg;
    if (atomic && LLVMIsAtomicSingleThread(inst)) {
        LLVMTypeRef type = LLVMTypeOf(operands[1]);
        unsigned align = size_of(l, type);
        LLVMValueRef old = LLVMBuildLoad2(l->b, type, operands[0], "");
        LLVMSetAlignment(old, align);
        if (op == LLVMAtomicRMW) {
            LLVMValueRef now = combine(l, LLVMGetAtomicRMWBinOp(inst), old, operands[1]);
            LLVMSetAlignment(LLVMBuildStore(l->b, now, operands[0]), align);
            return old;
        }
        LLVMValueRef same = LLVMBuildICmp(l->b, LLVMIntEQ, old, operands[1], "");
        LLVMValueRef now = LLVMBuildSelect(l->b, same, operands[2], old, "");
        LLVMSetAlignment(LLVMBuildStore(l->b, now, operands[0]), align);
        LLVMValueRef pair = LLVMBuildInsertValue(l->b, LLVMGetPoison(LLVMTypeOf(inst)), old, 0, "");
        return LLVMBuildInsertValue(l->b, pair, same, 1, "");
    }
    LLVMValueRef copy = LLVMInstructionClone(inst);
    for (unsigned i = 0; i < n; i++) LLVMSetOperand(copy, i, operands[i]);
    LLVMInsertIntoBuilder(l->b, copy);
    return copy;
}

struct results { struct per_lane part[4]; unsigned n; bool record; };

static void prepare_results(struct lanes *l, LLVMTypeRef type, struct results *r) {
    *r = (struct results){.record = LLVMGetTypeKind(type) == LLVMStructTypeKind};
    if (LLVMGetTypeKind(type) == LLVMVoidTypeKind) return;
    r->n = r->record ? LLVMCountStructElementTypes(type) : 1;
    if (r->n > 4) ln_fail(l, "a large record returned lane by lane");
    for (unsigned i = 0; i < r->n; i++) {
        struct per_lane *o = &r->part[i];
        o->type = r->record ? LLVMStructGetTypeAtIndex(type, i) : type;
        ln_vec_type(l, o->type);
        o->stored = stored_type(l, o->type);
        o->memory = ln_alloca(l, LLVMArrayType2(o->stored, (uint64_t)l->w), 64);
    }
}

static void keep_result(struct lanes *l, struct results *r, LLVMValueRef v, LLVMValueRef lane) {
    for (unsigned i = 0; i < r->n; i++) {
        LLVMValueRef part = r->record ? LLVMBuildExtractValue(l->b, v, i, "") : v;
        if (r->part[i].stored != r->part[i].type) part = LLVMBuildZExt(l->b, part, r->part[i].stored, "");
        LLVMBuildStore(l->b, part, slot_at(l, &r->part[i], lane));
    }
}

static LLVMValueRef collect(struct lanes *l, struct results *r, LLVMTypeRef type) {
    LLVMValueRef whole = r->record ? LLVMGetPoison(ln_vec_type(l, type)) : NULL;
    for (unsigned i = 0; i < r->n; i++) {
        LLVMValueRef v = LLVMBuildLoad2(l->b, ln_vec_type(l, r->part[i].stored), r->part[i].memory, "");
        LLVMSetAlignment(v, 64);
        if (r->part[i].stored != r->part[i].type) v = LLVMBuildTrunc(l->b, v, ln_vec_type(l, r->part[i].type), "");
        whole = r->record ? LLVMBuildInsertValue(l->b, whole, v, i, "") : v;
    }
    return whole;
}

// An atomic that only this core sees costs so little that the loop over lanes would cost more: all lanes in a row, where
// all are on. Goes on, in a block of its own, with the case that some are off.
static void all_in_a_row(struct lanes *l, LLVMValueRef inst, struct per_lane *operands, LLVMValueRef bits, LLVMBasicBlockRef done) {
    LLVMBasicBlockRef all = ln_block(l, "all"), some = ln_block(l, "some");
    LLVMValueRef every = LLVMBuildICmp(l->b, LLVMIntEQ, bits, LLVMConstAllOnes(LLVMTypeOf(bits)), "");
    LLVMBuildCondBr(l->b, every, all, some);
    LLVMPositionBuilderAtEnd(l->b, all);
    for (int lane = 0; lane < l->w; lane++) {
        LLVMValueRef scalars[2], at = LLVMConstInt(l->i64, (unsigned)lane, false);
        for (int i = 0; i < 2; i++) scalars[i] = of_lane(l, &operands[i], at);
        one_lane(l, inst, scalars, 2);
    }
    LLVMBuildBr(l->b, done);
    LLVMPositionBuilderAtEnd(l->b, some);
}

// for (lane = 0 .. W-1) or, under a mask, while (bits) { lane = lowest bit; ...; clear it }
void ln_serialise(struct lanes *l, LLVMValueRef inst) {
    unsigned n = (unsigned)LLVMGetNumOperands(inst);
    if (n > 32) ln_fail(l, "a call with very many arguments");
    struct per_lane operands[32];
    struct results results;
    LLVMTypeRef type = LLVMTypeOf(inst), bits_type = LLVMIntTypeInContext(l->ctx, (unsigned)l->w);
    for (unsigned i = 0; i < n; i++) operands[i] = spread(l, LLVMGetOperand(inst, i));
    bool used = LLVMGetFirstUse(inst) != NULL;
    prepare_results(l, used ? type : l->void_, &results);
    LLVMBasicBlockRef before, loop = ln_block(l, "lane"), done = ln_block(l, "lanes");
    LLVMValueRef bits = l->mask ? ln_mask_bits(l, l->mask) : NULL, zero = LLVMConstNull(bits_type);
    bool cheap = LLVMIsAAtomicRMWInst(inst) && LLVMIsAtomicSingleThread(inst) && !used;
    if (cheap && bits) all_in_a_row(l, inst, operands, bits, done);
    before = LLVMGetInsertBlock(l->b);
    if (bits) LLVMBuildCondBr(l->b, LLVMBuildICmp(l->b, LLVMIntNE, bits, zero, ""), loop, done);
    else LLVMBuildBr(l->b, loop);
    LLVMPositionBuilderAtEnd(l->b, loop);
    LLVMValueRef rest = LLVMBuildPhi(l->b, bits ? bits_type : l->i64, ""), lane = rest, next, more, start = bits;
    if (bits) {
        LLVMValueRef args[2] = {rest, LLVMConstInt(l->i1, 1, false)};
        lane = ln_call(l, "llvm.cttz", &bits_type, 1, args, 2);
        lane = LLVMBuildIntCast2(l->b, lane, l->i64, false, "");
    } else {
        start = LLVMConstNull(l->i64);
    }
    LLVMValueRef scalars[32];
    for (unsigned i = 0; i < n; i++) scalars[i] = of_lane(l, &operands[i], lane);
    keep_result(l, &results, one_lane(l, inst, scalars, n), lane);
    if (bits) {
        next = LLVMBuildAnd(l->b, rest, LLVMBuildSub(l->b, rest, LLVMConstInt(bits_type, 1, false), ""), "");
        more = LLVMBuildICmp(l->b, LLVMIntNE, next, zero, "");
    } else {
        next = LLVMBuildAdd(l->b, rest, LLVMConstInt(l->i64, 1, false), "");
        more = LLVMBuildICmp(l->b, LLVMIntULT, next, LLVMConstInt(l->i64, (unsigned)l->w, false), "");
    }
    LLVMBasicBlockRef end = LLVMGetInsertBlock(l->b);
    LLVMAddIncoming(rest, &start, &before, 1);
    LLVMAddIncoming(rest, &next, &end, 1);
    LLVMBuildCondBr(l->b, more, loop, done);
    LLVMPositionBuilderAtEnd(l->b, done);
    if (!used || !results.n) return;
    struct ln_val *val = ln_val(l, inst);
    if (val->shape.kind != LN_VARYING) ln_fail(l, "a call whose result is the same in all lanes");
    ln_define(l, inst, NULL, collect(l, &results, type));
}

// ---- atomics -------------------------------------------------------------------------------------------------------------------

static const char *reduction_of(LLVMAtomicRMWBinOp op) {
    switch (op) {
    case LLVMAtomicRMWBinOpAdd: return "llvm.vector.reduce.add";
    case LLVMAtomicRMWBinOpAnd: return "llvm.vector.reduce.and";
    case LLVMAtomicRMWBinOpOr: return "llvm.vector.reduce.or";
    case LLVMAtomicRMWBinOpXor: return "llvm.vector.reduce.xor";
    case LLVMAtomicRMWBinOpMax: return "llvm.vector.reduce.smax";
    case LLVMAtomicRMWBinOpMin: return "llvm.vector.reduce.smin";
    case LLVMAtomicRMWBinOpUMax: return "llvm.vector.reduce.umax";
    case LLVMAtomicRMWBinOpUMin: return "llvm.vector.reduce.umin";
    default: return NULL;
    }
}

static LLVMValueRef neutral_of(LLVMAtomicRMWBinOp op, LLVMTypeRef type) {
    unsigned bits = LLVMGetIntTypeWidth(type);
    switch (op) {
    case LLVMAtomicRMWBinOpAnd: case LLVMAtomicRMWBinOpUMin: return LLVMConstAllOnes(type);
    case LLVMAtomicRMWBinOpMax: return LLVMConstInt(type, 1ull << (bits - 1), false);
    case LLVMAtomicRMWBinOpMin: return LLVMConstInt(type, (1ull << (bits - 1)) - 1, false);
    default: return LLVMConstNull(type);
    }
}

void ln_atomic(struct lanes *l, LLVMValueRef inst) {
    bool rmw = LLVMGetInstructionOpcode(inst) == LLVMAtomicRMW;
    LLVMValueRef p = LLVMGetOperand(inst, 0);
    LLVMTypeRef type = rmw ? LLVMTypeOf(LLVMGetOperand(inst, 1)) : l->i1;
    const char *reduce = rmw ? reduction_of(LLVMGetAtomicRMWBinOp(inst)) : NULL;
    if (!reduce || LLVMGetFirstUse(inst) || ln_shape_of(l, p).kind != LN_UNIFORM || LLVMGetTypeKind(type) != LLVMIntegerTypeKind) {
        ln_serialise(l, inst);
        return;
    }
    LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(inst);
    LLVMValueRef v = ln_vector(l, LLVMGetOperand(inst, 1));
    if (l->mask) v = LLVMBuildSelect(l->b, l->mask, v, ln_splat(l, neutral_of(op, type)), "");
    LLVMTypeRef vec = LLVMTypeOf(v);
    v = ln_call(l, reduce, &vec, 1, &v, 1);
    LLVMValueRef operands[3] = {ln_scalar(l, p), v, NULL};
    one_lane(l, inst, operands, 2);
}
