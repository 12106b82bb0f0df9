// What is done lane by lane: atomics, calls, and accesses that have no vector form.
//
// Operands are spread first: what is uniform or affine is computed from the lane's number, what
// varies lies on the stack and is read again lane by lane, which costs less than taking lanes out
// of a register. Of an address base[index] with a varying index the index is spread, in the type it
// was loaded in: for `atomicAdd(&bins[data[i]], 1)` the W bytes of data.
//
// Where all lanes are on, a loop counts through them; else it runs over the mask's bits.
//
// Atomics go in lane order, unless all lanes add to one place and nobody wants the old value: then
// the lanes' values are added first. An atomic on shared memory (marked `singlethread`: only this
// core sees it) is a load, an operation and a store.
#include "gen/lanes/lanes.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#define MOST_STEPS 4 // from what is spread to the operand

static unsigned size_of(struct lanes *l, LLVMTypeRef type) {
    return (unsigned)LLVMABISizeOfType(l->layout, type);
}

// ---- operands -----------------------------------------------------------------------------------

struct step {
    LLVMValueRef inst, others[4];
    unsigned n;
    int from;
}; // others: its operands but number `from`

struct per_lane {
    LLVMValueRef scalar, memory; // uniform or affine: of lane 0; varying: W elements
    LLVMTypeRef type, stored;
    int64_t stride;
    struct step steps[MOST_STEPS]; // from the operand to what is spread
    int nsteps;
};

static LLVMTypeRef stored_type(struct lanes *l, LLVMTypeRef type) {
    bool odd = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) % 8;
    return odd ? LLVMIntTypeInContext(l->ctx, size_of(l, type) * 8) : type;
}

static LLVMValueRef slot_at(struct lanes *l, struct per_lane *o, LLVMValueRef lane) {
    return LLVMBuildGEP2(l->b, o->stored, o->memory, &lane, 1, "");
}

// Whether v is better computed lane by lane from its one varying operand, which is smaller.
static bool step_of(struct lanes *l, LLVMValueRef v, struct step *step) {
    struct ln_val *val = ln_val(l, v);
    if (!val || val->node != l->node || val->shape.kind != LN_VARYING || val->local ||
        !LLVMIsAInstruction(v))
        return false;
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    *step = (struct step){.inst = v, .n = (unsigned)LLVMGetNumOperands(v), .from = -1};
    if ((op != LLVMGetElementPtr && op != LLVMZExt && op != LLVMSExt) ||
        step->n > HD_COUNT(step->others))
        return false;
    for (unsigned i = 0; i < step->n; i++) {
        LLVMValueRef operand = LLVMGetOperand(v, i);
        if (ln_shape_of(l, operand).kind == LN_UNIFORM) {
            step->others[i] = ln_scalar(l, operand);
            continue;
        }
        if (step->from >= 0 || ln_shape_of(l, operand).kind != LN_VARYING ||
            (op == LLVMGetElementPtr && i == 0))
            return false;
        step->from = (int)i;
    }
    return step->from >= 0 &&
           LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(v, (unsigned)step->from))) >= 8;
}

static struct per_lane spread(struct lanes *l, LLVMValueRef v) {
    struct per_lane o = {0};
    while (o.nsteps < MOST_STEPS && step_of(l, v, &o.steps[o.nsteps])) {
        v = LLVMGetOperand(v, (unsigned)o.steps[o.nsteps].from);
        o.nsteps++;
    }
    struct ln_shape s = ln_shape_of(l, v);
    o.type = LLVMTypeOf(v);
    if (s.kind != LN_VARYING) {
        o.scalar = ln_scalar(l, v);
        o.stride = s.kind == LN_UNIFORM ? 0 : s.stride;
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

static LLVMValueRef element(struct lanes *l, struct per_lane *o, LLVMValueRef lane) {
    if (o->memory) {
        LLVMValueRef v = LLVMBuildLoad2(l->b, o->stored, slot_at(l, o, lane), "");
        LLVMSetVolatile(
            v, true); // or LLVM would take elements out of the vector when the loop is unrolled
        return o->stored == o->type ? v : LLVMBuildTrunc(l->b, v, o->type, "");
    }
    if (!o->stride) return o->scalar;
    bool pointer = LLVMGetTypeKind(o->type) == LLVMPointerTypeKind;
    LLVMTypeRef type = pointer ? l->i64 : o->type;
    LLVMValueRef offset = LLVMBuildIntCast2(l->b, lane, type, false, "");
    offset = LLVMBuildMul(l->b, offset, LLVMConstInt(type, (uint64_t)o->stride, true), "");
    return pointer ? LLVMBuildGEP2(l->b, l->i8, o->scalar, &offset, 1, "")
                   : LLVMBuildAdd(l->b, o->scalar, offset, "");
}

static LLVMValueRef of_lane(struct lanes *l, struct per_lane *o, LLVMValueRef lane) {
    LLVMValueRef v = element(l, o, lane);
    for (int k = o->nsteps - 1; k >= 0; k--) {
        const struct step *step = &o->steps[k];
        LLVMValueRef copy = LLVMInstructionClone(step->inst);
        for (unsigned i = 0; i < step->n; i++)
            LLVMSetOperand(copy, i, (int)i == step->from ? v : step->others[i]);
        LLVMInsertIntoBuilder(l->b, copy);
        v = copy;
    }
    return v;
}

// ---- one lane's turn ----------------------------------------------------------------------------

static LLVMValueRef combine(struct lanes *l, LLVMAtomicRMWBinOp op, LLVMValueRef old,
                            LLVMValueRef v) {
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
    case LLVMAtomicRMWBinOpFMax:
        return ln_call(l, "llvm.maxnum", &type, 1, (LLVMValueRef[]){old, v}, 2);
    case LLVMAtomicRMWBinOpFMin:
        return ln_call(l, "llvm.minnum", &type, 1, (LLVMValueRef[]){old, v}, 2);
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
        LLVMValueRef wrap = LLVMBuildOr(b, LLVMBuildIsNull(b, old, ""),
                                        LLVMBuildICmp(b, LLVMIntUGT, old, v, ""), "");
        return LLVMBuildSelect(b, wrap, v, next, "");
    }
    default: return v; // exchange
    }
    return LLVMBuildSelect(b, LLVMBuildICmp(b, pick, old, v, ""), old, v, "");
}

// One lane's turn, with its operands. An atomic that no other core sees is done in plain steps.
static LLVMValueRef one_lane(struct lanes *l, LLVMValueRef inst, LLVMValueRef *operands,
                             unsigned n) {
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

struct results {
    struct per_lane part[4];
    unsigned n;
    bool record;
};

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
        if (r->part[i].stored != r->part[i].type)
            part = LLVMBuildZExt(l->b, part, r->part[i].stored, "");
        LLVMBuildStore(l->b, part, slot_at(l, &r->part[i], lane));
    }
}

static LLVMValueRef collect(struct lanes *l, struct results *r, LLVMTypeRef type) {
    LLVMValueRef whole = r->record ? LLVMGetPoison(ln_vec_type(l, type)) : NULL;
    for (unsigned i = 0; i < r->n; i++) {
        LLVMValueRef v =
            LLVMBuildLoad2(l->b, ln_vec_type(l, r->part[i].stored), r->part[i].memory, "");
        LLVMSetAlignment(v, 64);
        if (r->part[i].stored != r->part[i].type)
            v = LLVMBuildTrunc(l->b, v, ln_vec_type(l, r->part[i].type), "");
        whole = r->record ? LLVMBuildInsertValue(l->b, whole, v, i, "") : v;
    }
    return whole;
}

void ln_turns_begin(struct lanes *l, LLVMValueRef bits, struct ln_turns *turns) {
    LLVMTypeRef type = LLVMTypeOf(bits);
    LLVMBasicBlockRef before = LLVMGetInsertBlock(l->b);
    turns->loop = ln_block(l, "lane");
    turns->done = ln_block(l, "lanes");
    LLVMValueRef some = LLVMBuildICmp(l->b, LLVMIntNE, bits, LLVMConstNull(type), "");
    LLVMBuildCondBr(l->b, some, turns->loop, turns->done);
    LLVMPositionBuilderAtEnd(l->b, turns->loop);
    turns->rest = LLVMBuildPhi(l->b, type, "");
    LLVMAddIncoming(turns->rest, &bits, &before, 1);
    LLVMValueRef args[2] = {turns->rest, LLVMConstInt(l->i1, 1, false)};
    turns->lane =
        LLVMBuildIntCast2(l->b, ln_call(l, "llvm.cttz", &type, 1, args, 2), l->i64, false, "");
}

void ln_turns_end(struct lanes *l, struct ln_turns *turns) {
    LLVMTypeRef type = LLVMTypeOf(turns->rest);
    LLVMBasicBlockRef end = LLVMGetInsertBlock(l->b);
    LLVMValueRef less = LLVMBuildSub(l->b, turns->rest, LLVMConstInt(type, 1, false), "");
    LLVMValueRef next = LLVMBuildAnd(l->b, turns->rest, less, "");
    LLVMAddIncoming(turns->rest, &next, &end, 1);
    LLVMValueRef more = LLVMBuildICmp(l->b, LLVMIntNE, next, LLVMConstNull(type), "");
    LLVMBuildCondBr(l->b, more, turns->loop, turns->done);
    LLVMPositionBuilderAtEnd(l->b, turns->done);
}

// ---- all lanes ----------------------------------------------------------------------------------

struct serial {
    LLVMValueRef inst;
    struct per_lane operands[32];
    unsigned n;
    struct results results;
};

// Without bits for (lane = 0 .. W-1) { turn }, else while (bits) { lane = lowest bit; turn; clear
// it }.
static void lane_loop(struct lanes *l, struct serial *s, LLVMValueRef bits,
                      LLVMBasicBlockRef done) {
    LLVMTypeRef bits_type = LLVMIntTypeInContext(l->ctx, (unsigned)l->w);
    LLVMBasicBlockRef before = LLVMGetInsertBlock(l->b), loop = ln_block(l, "lane");
    LLVMValueRef zero = LLVMConstNull(bits_type);
    if (bits)
        LLVMBuildCondBr(l->b, LLVMBuildICmp(l->b, LLVMIntNE, bits, zero, ""), loop, done);
    else
        LLVMBuildBr(l->b, loop);
    LLVMPositionBuilderAtEnd(l->b, loop);
    LLVMValueRef rest = LLVMBuildPhi(l->b, bits ? bits_type : l->i64, ""), lane = rest, next, more,
                 start = bits;
    if (bits) {
        LLVMValueRef args[2] = {rest, LLVMConstInt(l->i1, 1, false)};
        lane = ln_call(l, "llvm.cttz", &bits_type, 1, args, 2);
        lane = LLVMBuildIntCast2(l->b, lane, l->i64, false, "");
    } else {
        start = LLVMConstNull(l->i64);
    }
    LLVMValueRef scalars[32];
    for (unsigned i = 0; i < s->n; i++) scalars[i] = of_lane(l, &s->operands[i], lane);
    keep_result(l, &s->results, one_lane(l, s->inst, scalars, s->n), lane);
    if (bits) {
        next = LLVMBuildAnd(l->b, rest,
                            LLVMBuildSub(l->b, rest, LLVMConstInt(bits_type, 1, false), ""), "");
        more = LLVMBuildICmp(l->b, LLVMIntNE, next, zero, "");
    } else {
        next = LLVMBuildAdd(l->b, rest, LLVMConstInt(l->i64, 1, false), "");
        more =
            LLVMBuildICmp(l->b, LLVMIntULT, next, LLVMConstInt(l->i64, (unsigned)l->w, false), "");
    }
    LLVMBasicBlockRef end = LLVMGetInsertBlock(l->b);
    LLVMAddIncoming(rest, &start, &before, 1);
    LLVMAddIncoming(rest, &next, &end, 1);
    LLVMBuildCondBr(l->b, more, loop, done);
}

void ln_serialise(struct lanes *l, LLVMValueRef inst) {
    struct serial s = {.inst = inst, .n = (unsigned)LLVMGetNumOperands(inst)};
    LLVMTypeRef type = LLVMTypeOf(inst);
    if (s.n > HD_COUNT(s.operands)) ln_fail(l, "a call with very many arguments");
    for (unsigned i = 0; i < s.n; i++) s.operands[i] = spread(l, LLVMGetOperand(inst, i));
    bool used = LLVMGetFirstUse(inst) != NULL;
    prepare_results(l, used ? type : l->void_, &s.results);
    LLVMBasicBlockRef done = ln_block(l, "lanes");
    LLVMValueRef bits = l->mask ? ln_mask_bits(l, l->mask) : NULL;
    if (bits &&
        LLVMIsAAtomicRMWInst(inst)) { // so short a turn that finding the next lane would cost more
        LLVMBasicBlockRef all = ln_block(l, "all"), some = ln_block(l, "some");
        LLVMValueRef every =
            LLVMBuildICmp(l->b, LLVMIntEQ, bits, LLVMConstAllOnes(LLVMTypeOf(bits)), "");
        LLVMBuildCondBr(l->b, every, all, some);
        LLVMPositionBuilderAtEnd(l->b, all);
        lane_loop(l, &s, NULL, done);
        LLVMPositionBuilderAtEnd(l->b, some);
    }
    lane_loop(l, &s, bits, done);
    LLVMPositionBuilderAtEnd(l->b, done);
    if (!used || !s.results.n) return;
    struct ln_val *val = ln_val(l, inst);
    if (val->shape.kind != LN_VARYING) ln_fail(l, "a call whose result is the same in all lanes");
    ln_define(l, inst, NULL, collect(l, &s.results, type));
}

// ---- atomics ------------------------------------------------------------------------------------

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
    case LLVMAtomicRMWBinOpAnd:
    case LLVMAtomicRMWBinOpUMin: return LLVMConstAllOnes(type);
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
    if (!reduce || LLVMGetFirstUse(inst) || ln_shape_of(l, p).kind != LN_UNIFORM ||
        LLVMGetTypeKind(type) != LLVMIntegerTypeKind) {
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
