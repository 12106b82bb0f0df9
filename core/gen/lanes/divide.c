// Integer division and remainder of vectors, which no machine has.
//
// 32 bits: quotients of doubles, cut off, are exact (two different quotients of 32-bit numbers are
// farther apart than a double's precision); 8 and 16 bits: of floats. A divisor that all lanes
// share is turned into a multiplier once (Granlund and Montgomery: with l = ceil(log2 d) and m =
// 2^32 (2^l - d) / d + 1, the quotient is (t + ((n - t) >> 1)) >> (l - 1), where t is the upper
// half of m * n). 64 bits: as 32 where all numbers are below 2^31.
//
// What traps for one lane (a divisor of 0, the least number by -1) must trap here: when a lane that
// is on would, or has a number that is too large, the lanes are served one by one.
#include "gen/lanes/lanes.h"

struct division {
    LLVMValueRef inst, x, y; // vectors
    LLVMValueRef d;          // the divisor, where it is uniform
    LLVMTypeRef type;
    unsigned bits;
    bool is_signed, remainder;
};

static LLVMTypeRef vector_of(struct lanes *l, LLVMTypeRef type) {
    return LLVMVectorType(type, (unsigned)l->w);
}

static LLVMValueRef equals(struct lanes *l, LLVMValueRef v, LLVMValueRef scalar) {
    if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind) scalar = ln_splat(l, scalar);
    return LLVMBuildICmp(l->b, LLVMIntEQ, v, scalar, "");
}

static LLVMValueRef too_large(struct lanes *l, LLVMValueRef v) { // not in 0 .. 2^31 - 1
    LLVMValueRef most = LLVMConstInt(l->i64, INT32_MAX, false);
    if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind) most = ln_splat(l, most);
    return LLVMBuildICmp(l->b, LLVMIntUGT, v, most, "");
}

static LLVMValueRef in_any_lane(struct lanes *l, LLVMValueRef flags) {
    if (l->mask)
        flags = LLVMBuildSelect(l->b, l->mask, flags, LLVMConstNull(LLVMTypeOf(flags)), "");
    LLVMValueRef bits = ln_mask_bits(l, flags);
    return LLVMBuildICmp(l->b, LLVMIntNE, bits, LLVMConstNull(LLVMTypeOf(bits)), "");
}

static LLVMValueRef is_special(struct lanes *l, const struct division *v) {
    LLVMBuilderRef b = l->b;
    LLVMValueRef zero = LLVMConstNull(v->type), minus_one = LLVMConstAllOnes(v->type), found;
    if (v->d) {
        found = equals(l, v->d, zero);
        if (v->is_signed) found = LLVMBuildOr(b, found, equals(l, v->d, minus_one), "");
        if (v->bits < 64) return found;
        found = LLVMBuildOr(b, found, too_large(l, v->d), "");
        return LLVMBuildOr(b, found, in_any_lane(l, too_large(l, v->x)), "");
    }
    found = equals(l, v->y, zero);
    if (v->bits == 64) {
        LLVMValueRef both = LLVMBuildOr(b, v->x, v->y, "");
        found = LLVMBuildOr(b, found, too_large(l, both), "");
    } else if (v->is_signed) {
        LLVMValueRef least = LLVMConstInt(v->type, 1ull << (v->bits - 1), false);
        LLVMValueRef wraps =
            LLVMBuildAnd(b, equals(l, v->x, least), equals(l, v->y, minus_one), "");
        found = LLVMBuildOr(b, found, wraps, "");
    }
    return in_any_lane(l, found);
}

// ---- one divisor for all ------------------------------------------------------------------------

struct multiplier { // vectors of 32 bits
    LLVMValueRef m, shift1, shift2;
};

// Of d, which is not negative. Made once per block where d is known that early.
static struct multiplier multiplier_of(struct lanes *l, LLVMValueRef d, bool early) {
    LLVMBuilderRef b = early ? l->hb : l->b, here = l->b;
    LLVMValueRef one = LLVMConstInt(l->i32, 1, false), wide_one = LLVMConstInt(l->i64, 1, false);
    l->b = b;
    LLVMValueRef is_zero = LLVMBuildICmp(b, LLVMIntEQ, d, LLVMConstNull(l->i32), "");
    d = LLVMBuildSelect(b, is_zero, one, d, ""); // then nobody wants the result
    LLVMValueRef args[2] = {LLVMBuildSub(b, d, one, ""), LLVMConstInt(l->i1, 0, false)};
    LLVMValueRef zeros = ln_call(l, "llvm.ctlz", &l->i32, 1, args, 2);
    LLVMValueRef log = LLVMBuildSub(b, LLVMConstInt(l->i32, 32, false), zeros, "");
    LLVMValueRef wide = LLVMBuildZExt(b, d, l->i64, "");
    LLVMValueRef power = LLVMBuildShl(b, wide_one, LLVMBuildZExt(b, log, l->i64, ""), "");
    LLVMValueRef rest =
        LLVMBuildShl(b, LLVMBuildSub(b, power, wide, ""), LLVMConstInt(l->i64, 32, false), "");
    LLVMValueRef m = LLVMBuildAdd(b, LLVMBuildUDiv(b, rest, wide, ""), wide_one, "");
    m = LLVMBuildTrunc(b, m, l->i32, "");
    LLVMTypeRef type = l->i32;
    LLVMValueRef least[2] = {log, one}, less[2] = {log, one};
    LLVMValueRef shift1 = ln_call(l, "llvm.umin", &type, 1, least, 2),
                 shift2 = ln_call(l, "llvm.usub.sat", &type, 1, less, 2);
    l->b = here;
    return (struct multiplier){ln_splat(l, m), ln_splat(l, shift1), ln_splat(l, shift2)};
}

static LLVMValueRef multiplied(struct lanes *l, LLVMValueRef n, struct multiplier by) {
    LLVMBuilderRef b = l->b;
    LLVMTypeRef wide = vector_of(l, l->i64), vec = LLVMTypeOf(n);
    LLVMValueRef t =
        LLVMBuildMul(b, LLVMBuildZExt(b, n, wide, ""), LLVMBuildZExt(b, by.m, wide, ""), "");
    t = LLVMBuildLShr(b, t, ln_splat(l, LLVMConstInt(l->i64, 32, false)), "");
    t = LLVMBuildTrunc(b, t, vec, "");
    LLVMValueRef rest = LLVMBuildLShr(b, LLVMBuildSub(b, n, t, ""), by.shift1, "");
    return LLVMBuildLShr(b, LLVMBuildAdd(b, t, rest, ""), by.shift2, "");
}

static LLVMValueRef to_32(struct lanes *l, LLVMValueRef v, const struct division *of) {
    bool vector = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind;
    LLVMTypeRef type = vector ? vector_of(l, l->i32) : l->i32;
    return LLVMBuildIntCast2(l->b, v, type, of->is_signed, "");
}

static LLVMValueRef by_one_divisor(struct lanes *l, const struct division *v) {
    LLVMBuilderRef b = l->b;
    struct ln_val *val = ln_val(l, LLVMGetOperand(v->inst, 1));
    bool early = !val || val->hoisted, negative = v->is_signed && v->bits < 64;
    LLVMBuilderRef here = b;
    if (early) l->b = l->hb;
    LLVMValueRef d = to_32(l, ln_scalar(l, LLVMGetOperand(v->inst, 1)), v);
    LLVMValueRef args[2] = {d, LLVMConstInt(l->i1, 0, false)}, size = d;
    if (negative) size = ln_call(l, "llvm.abs", &l->i32, 1, args, 2);
    l->b = here;
    struct multiplier by = multiplier_of(l, size, early);
    LLVMValueRef x = to_32(l, v->x, v);
    if (!negative) return multiplied(l, x, by);
    LLVMTypeRef vec = LLVMTypeOf(x);
    LLVMValueRef of_x[2] = {x, args[1]};
    LLVMValueRef q = multiplied(l, ln_call(l, "llvm.abs", &vec, 1, of_x, 2), by);
    LLVMValueRef sign = LLVMBuildXor(b, x, ln_splat(l, d), "");
    sign = LLVMBuildAShr(b, sign, ln_splat(l, LLVMConstInt(l->i32, 31, false)), "");
    return LLVMBuildSub(b, LLVMBuildXor(b, q, sign, ""), sign, "");
}

// ---- each lane its own --------------------------------------------------------------------------

static LLVMValueRef as_floats(struct lanes *l, LLVMValueRef v, LLVMTypeRef fp, bool is_signed) {
    return is_signed ? LLVMBuildSIToFP(l->b, v, fp, "") : LLVMBuildUIToFP(l->b, v, fp, "");
}

static LLVMValueRef by_floats(struct lanes *l, const struct division *v) {
    LLVMTypeRef fp = vector_of(l, v->bits <= 16 ? LLVMFloatTypeInContext(l->ctx)
                                                : LLVMDoubleTypeInContext(l->ctx)),
                words = vector_of(l, l->i32);
    bool is_signed = v->is_signed || v->bits != 32; // they fit into a signed word
    LLVMValueRef x = as_floats(l, to_32(l, v->x, v), fp, is_signed),
                 y = as_floats(l, to_32(l, v->y, v), fp, is_signed);
    LLVMValueRef q = LLVMBuildFDiv(l->b, x, y, "");
    return is_signed ? LLVMBuildFPToSI(l->b, q, words, "") : LLVMBuildFPToUI(l->b, q, words, "");
}

static LLVMValueRef lane_by_lane(struct lanes *l, const struct division *v) {
    LLVMTypeRef array = LLVMArrayType2(v->type, (uint64_t)l->w);
    LLVMValueRef memory[3], operand[2];
    for (int i = 0; i < 3; i++) memory[i] = ln_alloca(l, array, 64);
    LLVMSetAlignment(LLVMBuildStore(l->b, v->x, memory[0]), 64);
    LLVMSetAlignment(LLVMBuildStore(l->b, v->y, memory[1]), 64);
    struct ln_turns turns;
    ln_turns_begin(l, ln_mask_bits(l, ln_mask(l)), &turns);
    for (int i = 0; i < 2; i++) {
        LLVMValueRef p = LLVMBuildGEP2(l->b, v->type, memory[i], &turns.lane, 1, "");
        operand[i] = LLVMBuildLoad2(l->b, v->type, p, "");
    }
    LLVMValueRef r =
        LLVMBuildBinOp(l->b, LLVMGetInstructionOpcode(v->inst), operand[0], operand[1], "");
    LLVMBuildStore(l->b, r, LLVMBuildGEP2(l->b, v->type, memory[2], &turns.lane, 1, ""));
    ln_turns_end(l, &turns);
    LLVMValueRef all = LLVMBuildLoad2(l->b, vector_of(l, v->type), memory[2], "");
    LLVMSetAlignment(all, 64);
    return all;
}

// ---- both ---------------------------------------------------------------------------------------

static LLVMValueRef quickly(struct lanes *l, const struct division *v) {
    LLVMValueRef q = v->d ? by_one_divisor(l, v) : by_floats(l, v);
    q = LLVMBuildIntCast2(l->b, q, vector_of(l, v->type), v->is_signed && v->bits < 64, "");
    if (!v->remainder) return q;
    return LLVMBuildSub(l->b, v->x, LLVMBuildMul(l->b, q, v->y, ""), "");
}

bool ln_divide(struct lanes *l, LLVMValueRef inst) {
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    struct division v = {.inst = inst, .type = LLVMTypeOf(inst)};
    LLVMValueRef by = LLVMGetOperand(inst, 1);
    v.bits = LLVMGetIntTypeWidth(v.type);
    v.is_signed = op == LLVMSDiv || op == LLVMSRem;
    v.remainder = op == LLVMURem || op == LLVMSRem;
    if (v.bits != 8 && v.bits != 16 && v.bits != 32 && v.bits != 64) return false;
    if (LLVMIsAConstantInt(by)) return false; // LLVM multiplies
    v.x = LLVMBuildFreeze(l->b, ln_vector(l, LLVMGetOperand(inst, 0)), "");
    if (ln_shape_of(l, by).kind == LN_UNIFORM) {
        v.d = LLVMBuildFreeze(l->b, ln_scalar(l, by), "");
        v.y = ln_splat(l, v.d);
    } else {
        v.y = LLVMBuildFreeze(l->b, ln_vector(l, by), "");
        LLVMValueRef one = ln_splat(l, LLVMConstInt(v.type, 1, false));
        if (l->mask) v.y = LLVMBuildSelect(l->b, l->mask, v.y, one, "");
    }
    LLVMBasicBlockRef from[2] = {ln_block(l, "special"), ln_block(l, "divide")},
                      done = ln_block(l, "divided");
    LLVMValueRef values[2];
    LLVMBuildCondBr(l->b, is_special(l, &v), from[0], from[1]);
    for (int i = 0; i < 2; i++) {
        LLVMPositionBuilderAtEnd(l->b, from[i]);
        values[i] = i ? quickly(l, &v) : lane_by_lane(l, &v);
        LLVMBuildBr(l->b, done);
        from[i] = LLVMGetInsertBlock(l->b);
    }
    LLVMPositionBuilderAtEnd(l->b, done);
    LLVMValueRef phi = LLVMBuildPhi(l->b, vector_of(l, v.type), "");
    LLVMAddIncoming(phi, values, from, 2);
    ln_define(l, inst, NULL, phi);
    return true;
}
