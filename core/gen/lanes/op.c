// Instructions that compute: scalar for what is uniform, on the base for what is affine, else on
// vectors.
//
// Dead lanes must not trap: divisors are 1 there. Sums on the base of an affine value carry no
// `nsw`, `nuw` or `inbounds`: the base is lane 0's value, and lane 0 may be off. Example: with i
// affine, `i < n` is icmp slt (splat(i0) + <0, 1, 2, ...>), splat(n).
#include "gen/lanes/lanes.h"

#include <string.h>

static void keep_flags(LLVMValueRef to, LLVMValueRef from) {
    if (LLVMIsAInstruction(to) && LLVMCanValueUseFastMathFlags(to) &&
        LLVMCanValueUseFastMathFlags(from))
        LLVMSetFastMathFlags(to, LLVMGetFastMathFlags(from));
}

static bool has_affine_operand(struct lanes *l, LLVMValueRef inst) {
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(inst); i++)
        if (ln_shape_of(l, LLVMGetOperand(inst, i)).kind == LN_AFFINE) return true;
    return false;
}

// The base of an affine value, or a uniform value made of affine ones.
static LLVMValueRef base_of(struct lanes *l, LLVMValueRef inst) {
    LLVMBuilderRef b = l->b;
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    LLVMValueRef x = ln_scalar(l, LLVMGetOperand(inst, 0));
    LLVMValueRef y = LLVMGetNumOperands(inst) > 1 ? ln_scalar(l, LLVMGetOperand(inst, 1)) : NULL;
    switch (op) {
    case LLVMAdd:
    case LLVMOr: return LLVMBuildAdd(b, x, y, "");
    case LLVMSub: return LLVMBuildSub(b, x, y, "");
    case LLVMMul: return LLVMBuildMul(b, x, y, "");
    case LLVMShl: return LLVMBuildShl(b, x, y, "");
    case LLVMAnd: return LLVMBuildAnd(b, x, y, "");
    case LLVMLShr: return LLVMBuildLShr(b, x, y, "");
    case LLVMZExt:
    case LLVMSExt: return LLVMBuildSExt(b, x, LLVMTypeOf(inst), ""); // zext nneg
    case LLVMTrunc: return LLVMBuildTrunc(b, x, LLVMTypeOf(inst), "");
    case LLVMPtrToInt: return LLVMBuildPtrToInt(b, x, LLVMTypeOf(inst), "");
    case LLVMIntToPtr: return LLVMBuildIntToPtr(b, x, LLVMTypeOf(inst), "");
    case LLVMFreeze: return LLVMBuildFreeze(b, x, "");
    case LLVMICmp: return LLVMBuildICmp(b, LLVMGetICmpPredicate(inst), x, y, "");
    case LLVMSelect: return LLVMBuildSelect(b, x, y, ln_scalar(l, LLVMGetOperand(inst, 2)), "");
    default: ln_fail(l, "an affine value of an unexpected kind");
    }
}

// ---- addresses ----------------------------------------------------------------------------------

// Bytes that a gep adds, times `factor`; as a vector if `vector`, else of the bases.
LLVMValueRef ln_gep_bytes(struct lanes *l, LLVMValueRef inst, int factor, bool vector) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(inst);
    LLVMTypeRef wide = vector ? LLVMVectorType(l->i64, (unsigned)l->w) : l->i64;
    LLVMValueRef sum = LLVMConstNull(wide);
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(inst); i++) {
        LLVMValueRef index = LLVMGetOperand(inst, i);
        uint64_t unit;
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
            unit = LLVMOffsetOfElement(l->layout, type, field);
            type = LLVMStructGetTypeAtIndex(type, field);
            index = LLVMConstInt(l->i64, 1, false);
        } else {
            if (i > 1) type = LLVMGetElementType(type);
            unit = LLVMABISizeOfType(l->layout, type);
        }
        LLVMValueRef v = vector ? ln_vector(l, index) : ln_scalar(l, index);
        v = LLVMBuildIntCast2(l->b, v, wide, true, "");
        LLVMValueRef scale = LLVMConstInt(l->i64, unit * (uint64_t)factor, false);
        if (vector) scale = ln_splat(l, scale);
        sum = LLVMBuildAdd(l->b, sum, LLVMBuildMul(l->b, v, scale, ""), "");
    }
    return sum;
}

static void widen_gep(struct lanes *l, struct ln_val *val) {
    LLVMValueRef inst = val->v, base = LLVMGetOperand(inst, 0);
    bool varies = val->shape.kind == LN_VARYING;
    if (val->local) {
        LLVMValueRef bytes = ln_gep_bytes(l, inst, l->w, varies);
        LLVMValueRef p = varies ? ln_vector(l, base) : ln_scalar(l, base);
        p = LLVMBuildGEP2(l->b, l->i8, p, &bytes, 1, "");
        ln_define(l, inst, varies ? NULL : p, varies ? p : NULL);
        return;
    }
    if (!varies) {
        LLVMValueRef copy = ln_clone(l, l->b, inst);
        if (val->shape.kind == LN_AFFINE) LLVMGEPSetNoWrapFlags(copy, 0);
        ln_define(l, inst, copy, NULL);
        return;
    }
    LLVMValueRef indices[32];
    unsigned n = (unsigned)LLVMGetNumOperands(inst);
    if (n > 32) ln_fail(l, "a very deep address");
    for (unsigned i = 1; i < n; i++) {
        LLVMValueRef index = LLVMGetOperand(inst, i);
        indices[i - 1] =
            ln_shape_of(l, index).kind == LN_UNIFORM ? ln_scalar(l, index) : ln_vector(l, index);
    }
    LLVMValueRef p =
        ln_shape_of(l, base).kind == LN_UNIFORM ? ln_scalar(l, base) : ln_vector(l, base);
    ln_define(l, inst, NULL,
              LLVMBuildGEP2(l->b, LLVMGetGEPSourceElementType(inst), p, indices, n - 1, ""));
}

// ---- vectors ------------------------------------------------------------------------------------

static LLVMValueRef divide(struct lanes *l, LLVMOpcode op, LLVMValueRef inst) {
    LLVMValueRef x = ln_vector(l, LLVMGetOperand(inst, 0)),
                 y = ln_vector(l, LLVMGetOperand(inst, 1));
    if (l->mask && !LLVMIsAConstantInt(LLVMGetOperand(inst, 1))) {
        LLVMValueRef one = ln_splat(l, LLVMConstInt(LLVMTypeOf(LLVMGetOperand(inst, 1)), 1, false));
        y = LLVMBuildSelect(l->b, l->mask, y, one, "");
    }
    return LLVMBuildBinOp(l->b, op, x, y, "");
}

static LLVMValueRef vector_op(struct lanes *l, LLVMValueRef inst) {
    LLVMBuilderRef b = l->b;
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    LLVMTypeRef type = ln_vec_type(l, LLVMTypeOf(inst));
    LLVMValueRef x = NULL, y = NULL;
    if (op != LLVMSelect && op != LLVMInsertValue) {
        x = ln_vector(l, LLVMGetOperand(inst, 0));
        if (LLVMGetNumOperands(inst) > 1 && op != LLVMExtractValue)
            y = ln_vector(l, LLVMGetOperand(inst, 1));
    }
    bool divides = op == LLVMUDiv || op == LLVMSDiv || op == LLVMURem || op == LLVMSRem;
    if (LLVMIsABinaryOperator(inst))
        return divides ? divide(l, op, inst) : LLVMBuildBinOp(b, op, x, y, "");
    if (LLVMIsACastInst(inst) && op != LLVMAddrSpaceCast) return LLVMBuildCast(b, op, x, type, "");
    switch (op) {
    case LLVMFNeg: return LLVMBuildFNeg(b, x, "");
    case LLVMICmp: return LLVMBuildICmp(b, LLVMGetICmpPredicate(inst), x, y, "");
    case LLVMFCmp: return LLVMBuildFCmp(b, LLVMGetFCmpPredicate(inst), x, y, "");
    case LLVMFreeze: return LLVMBuildFreeze(b, x, "");
    case LLVMSelect: {
        LLVMValueRef c = LLVMGetOperand(inst, 0);
        if (LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMStructTypeKind)
            ln_fail(l, "a choice between records");
        c = ln_shape_of(l, c).kind == LN_UNIFORM ? ln_scalar(l, c) : ln_vector(l, c);
        return LLVMBuildSelect(b, c, ln_vector(l, LLVMGetOperand(inst, 1)),
                               ln_vector(l, LLVMGetOperand(inst, 2)), "");
    }
    case LLVMExtractValue:
        if (LLVMGetNumIndices(inst) != 1) ln_fail(l, "a nested record");
        return LLVMBuildExtractValue(b, x, LLVMGetIndices(inst)[0], "");
    case LLVMInsertValue:
        if (LLVMGetNumIndices(inst) != 1) ln_fail(l, "a nested record");
        return LLVMBuildInsertValue(b, ln_vector(l, LLVMGetOperand(inst, 0)),
                                    ln_vector(l, LLVMGetOperand(inst, 1)), LLVMGetIndices(inst)[0],
                                    "");
    default: ln_fail(l, "an operation that has no vector form");
    }
}

static void widen(struct lanes *l, LLVMValueRef inst);

void ln_widen(struct lanes *l, LLVMValueRef inst) {
    struct ln_val *val = ln_val(l, inst);
    if (val->hoisted || val->special || val->skip) return;
    LLVMValueRef mask = l->mask, good = l->checked ? ln_good(l, inst) : NULL;
    LLVMValueRef all = good && LLVMIsALoadInst(inst) ? ln_loaded(l, inst) : NULL;
    if (good) l->mask = all ? all : mask ? LLVMBuildAnd(l->b, mask, good, "") : good;
    widen(l, inst);
    l->mask = mask;
    if (l->checked && LLVMIsAStoreInst(inst)) ln_stored(l, inst);
}

static void widen(struct lanes *l, LLVMValueRef inst) {
    struct ln_val *val = ln_val(l, inst);
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMAlloca: return; // lanes/regions.c
    case LLVMLoad: ln_load(l, inst); return;
    case LLVMStore: ln_store(l, inst); return;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: ln_atomic(l, inst); return;
    case LLVMCall: ln_widen_call(l, inst); return;
    case LLVMGetElementPtr: widen_gep(l, val); return;
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        if (val->shape.kind == LN_VARYING && ln_divide(l, inst)) return;
        break;
    case LLVMFence: ln_clone(l, l->b, inst); return;
    case LLVMVAArg: ln_serialise(l, inst); return;
    default: break;
    }
    if (val->shape.kind == LN_VARYING) {
        LLVMValueRef r = vector_op(l, inst);
        keep_flags(r, inst);
        ln_define(l, inst, NULL, r);
    } else if (val->shape.kind == LN_AFFINE || has_affine_operand(l, inst)) {
        ln_define(l, inst, base_of(l, inst), NULL);
    } else {
        ln_define(l, inst, ln_clone(l, l->b, inst), NULL);
    }
}
