// Arithmetic on values of one type: integers, floats, complex numbers, GNU vectors; comparisons;
// pointer arithmetic.
//
// Signed integers wrap, as programs assume, in every tier and at every number of lanes: to the
// optimiser an overflow is no promise (nsw) but where f->stays_in_range says so. That is, for host
// code and kernels: a number added in a subscript, `a[i - 1]` (emit_index), since a[i] and what it
// would wrap to are 2^32 elements apart, and the step of a `for` that cannot leave the range
// (emit_loop). On GPUs nvcc's rules hold. Shift counts are masked, as the processor does.
// An integer division by zero must reach the division instruction and trap: the optimiser may not
// see that a divisor is zero, so a divisor that may be zero is replaced, when it is, by a zero that
// it cannot look into. Device code may contract a * b + c into one rounding, as CUDA does by
// default; host code does not.
#include "gen/emit.h"

#include "front/front.h"

LLVMValueRef fp_flags(struct fn *f, LLVMValueRef v) {
    if (f->contract && LLVMIsAInstruction(v) && LLVMCanValueUseFastMathFlags(v))
        LLVMSetFastMathFlags(v, LLVMFastMathAllowContract);
    return v;
}

static const struct hd_type *element(const struct hd_type *t) {
    t = ty_value(t);
    return t->kind == HD_TY_VECTOR ? ty_value(t->base) : t;
}

// ---- division -----------------------------------------------------------------------------------

static LLVMValueRef hidden_zero(struct fn *f, LLVMTypeRef type) {
    struct gen *g = f->g;
    if (!g->zero) {
        g->zero = LLVMAddGlobal(g->mod, g->i128, "");
        LLVMSetInitializer(g->zero, LLVMConstNull(g->i128));
        LLVMSetLinkage(g->zero, LLVMInternalLinkage);
        LLVMSetExternallyInitialized(g->zero, true);
        LLVMSetAlignment(g->zero, 16);
    }
    LLVMValueRef v = raw_load(f, type, g->zero, 16);
    set_md(g, v, MD_INVARIANT, LLVMMDNodeInContext2(g->ctx, NULL, 0));
    return v;
}

static LLVMValueRef safe_divisor(struct fn *f, LLVMValueRef d) {
    if (f->g->gpu) return d; // a GPU's division by zero gives a number
    LLVMTypeRef type = LLVMTypeOf(d);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind) return d; // vectors: as they come
    if (LLVMIsAConstantInt(d) && !LLVMIsNull(d)) return d;
    LLVMValueRef zero;
    if (LLVMIsConstant(d) && LLVMIsNull(d)) {
        zero = hidden_zero(f, type);
        LLVMSetVolatile(zero, true);
        return zero;
    }
    if (!f->g->job->opt) return d;
    zero = hidden_zero(f, type);
    return LLVMBuildSelect(f->b, LLVMBuildIsNull(f->b, d, ""), zero, d, "");
}

// 0 / x, 1 / x and -1 / x are comparisons to the optimiser, which then divides no more.
static LLVMValueRef safe_dividend(struct fn *f, LLVMValueRef a, LLVMValueRef divisor) {
    if (f->g->gpu || !f->g->job->opt || !LLVMIsAConstantInt(a) || LLVMIsAConstantInt(divisor))
        return a;
    if (LLVMGetIntTypeWidth(LLVMTypeOf(a)) > 64) return a;
    long long value = LLVMConstIntGetSExtValue(a);
    return value < -1 || value > 1 ? a : LLVMBuildOr(f->b, a, hidden_zero(f, LLVMTypeOf(a)), "");
}

// To the optimiser the smallest number divided by -1 is none; it wraps like other results.
static bool divides_by_minus_one(int op, LLVMValueRef b, bool is_signed) {
    return (op == TK_SLASH || op == TK_PERCENT) && is_signed &&
           b == LLVMConstAllOnes(LLVMTypeOf(b));
}

static LLVMValueRef int_arith(struct fn *f, int op, LLVMValueRef a, LLVMValueRef b,
                              bool is_signed) {
    LLVMBuilderRef bl = f->b;
    if (divides_by_minus_one(op, b, is_signed))
        return op == TK_SLASH ? LLVMBuildNeg(bl, a, "") : LLVMConstNull(LLVMTypeOf(a));
    bool defined = f->func && f->func->wraps; // on GPUs; on the CPU it always is
    bool stays = is_signed && (f->stays_in_range || (f->g->gpu && !defined));
    switch (op) {
    case TK_PLUS: return stays ? LLVMBuildNSWAdd(bl, a, b, "") : LLVMBuildAdd(bl, a, b, "");
    case TK_MINUS: return stays ? LLVMBuildNSWSub(bl, a, b, "") : LLVMBuildSub(bl, a, b, "");
    case TK_STAR: return stays ? LLVMBuildNSWMul(bl, a, b, "") : LLVMBuildMul(bl, a, b, "");
    case TK_SLASH:
        a = safe_dividend(f, a, b);
        b = safe_divisor(f, b);
        return is_signed ? LLVMBuildSDiv(bl, a, b, "") : LLVMBuildUDiv(bl, a, b, "");
    case TK_PERCENT:
        a = safe_dividend(f, a, b);
        b = safe_divisor(f, b);
        return is_signed ? LLVMBuildSRem(bl, a, b, "") : LLVMBuildURem(bl, a, b, "");
    case TK_AMP: return LLVMBuildAnd(bl, a, b, "");
    case TK_PIPE: return LLVMBuildOr(bl, a, b, "");
    case TK_CARET: return LLVMBuildXor(bl, a, b, "");
    case TK_SHL: return LLVMBuildShl(bl, a, b, "");
    case TK_SHR: return is_signed ? LLVMBuildAShr(bl, a, b, "") : LLVMBuildLShr(bl, a, b, "");
    default: return LLVMGetUndef(LLVMTypeOf(a));
    }
}

// libNVVM contracts what it finds; a product that says how it rounds stays one.
static LLVMValueRef product(struct fn *f, LLVMValueRef a, LLVMValueRef b) {
    struct gen *g = f->g;
    LLVMTypeRef type = LLVMTypeOf(a);
    bool apart = g->gpu && f->device && !f->contract && (type == g->f32 || type == g->f64);
    if (!apart) return fp_flags(f, LLVMBuildFMul(f->b, a, b, ""));
    return intrinsic(f, type == g->f32 ? "llvm.nvvm.mul.rn.f" : "llvm.nvvm.mul.rn.d", NULL, 0,
                     (LLVMValueRef[]){a, b}, 2);
}

static LLVMValueRef float_arith(struct fn *f, int op, LLVMValueRef a, LLVMValueRef b) {
    switch (op) {
    case TK_PLUS: return fp_flags(f, LLVMBuildFAdd(f->b, a, b, ""));
    case TK_MINUS: return fp_flags(f, LLVMBuildFSub(f->b, a, b, ""));
    case TK_STAR: return product(f, a, b);
    case TK_SLASH: return fp_flags(f, LLVMBuildFDiv(f->b, a, b, ""));
    case TK_PERCENT: return LLVMBuildFRem(f->b, a, b, "");
    default: return LLVMGetUndef(LLVMTypeOf(a));
    }
}

// ---- complex ------------------------------------------------------------------------------------

static const char *complex_helper(const struct hd_type *base, bool divide) {
    switch (base->kind) {
    case HD_TY_FLOAT: return divide ? "__divsc3" : "__mulsc3";
    case HD_TY_LDOUBLE: return divide ? "__divxc3" : "__mulxc3";
    default: return divide ? "__divdc3" : "__muldc3";
    }
}

static struct val complex_library(struct fn *f, struct val a, struct val b, bool divide) {
    struct hd_type *base = a.type->base;
    struct val args[4] = {val_scalar(a.v, base), val_scalar(a.im, base), val_scalar(b.v, base),
                          val_scalar(b.im, base)};
    LLVMValueRef call;
    struct val r = extern_call(f, complex_helper(base, divide), HD_REF_EXTERN, a.type, args, 4, 4,
                               false, &call);
    pure_call(f->g, call);
    return r;
}

// (a + bi)(c + di); when both parts come out as NaN, the library looks for infinities (C11 G.5.1).
static struct val complex_mul(struct fn *f, struct val a, struct val b) {
    LLVMBuilderRef bl = f->b;
    struct val r = {.kind = VAL_COMPLEX, .type = a.type};
    r.v = float_arith(f, TK_MINUS, float_arith(f, TK_STAR, a.v, b.v),
                      float_arith(f, TK_STAR, a.im, b.im));
    r.im = float_arith(f, TK_PLUS, float_arith(f, TK_STAR, a.v, b.im),
                       float_arith(f, TK_STAR, a.im, b.v));
    LLVMValueRef nan_re = LLVMBuildFCmp(bl, LLVMRealUNO, r.v, r.v, "");
    LLVMValueRef nan_im = LLVMBuildFCmp(bl, LLVMRealUNO, r.im, r.im, "");
    LLVMBasicBlockRef from = LLVMGetInsertBlock(bl), slow = new_block(f, "cmul.nan"),
                      done = new_block(f, "cmul.end");
    LLVMBuildCondBr(bl, LLVMBuildAnd(bl, nan_re, nan_im, ""), slow, done);
    LLVMPositionBuilderAtEnd(bl, slow);
    struct val s = complex_library(f, a, b, false);
    LLVMBasicBlockRef blocks[2] = {from, LLVMGetInsertBlock(bl)};
    LLVMBuildBr(bl, done);
    LLVMPositionBuilderAtEnd(bl, done);
    LLVMValueRef re = LLVMBuildPhi(bl, LLVMTypeOf(r.v), ""),
                 im = LLVMBuildPhi(bl, LLVMTypeOf(r.v), "");
    LLVMAddIncoming(re, (LLVMValueRef[]){r.v, s.v}, blocks, 2);
    LLVMAddIncoming(im, (LLVMValueRef[]){r.im, s.im}, blocks, 2);
    r.v = re;
    r.im = im;
    return r;
}

static struct val complex_arith(struct fn *f, int op, struct val a, struct val b,
                                struct hd_type *type) {
    a = convert(f, a, type);
    b = convert(f, b, type);
    if (op == TK_STAR) return complex_mul(f, a, b);
    if (op == TK_SLASH) return complex_library(f, a, b, true);
    struct val r = {.kind = VAL_COMPLEX, .type = type};
    r.v = float_arith(f, op, a.v, b.v);
    r.im = float_arith(f, op, a.im, b.im);
    return r;
}

// ---- entry points -------------------------------------------------------------------------------

static LLVMValueRef shift_count(struct fn *f, LLVMValueRef count, LLVMTypeRef type) {
    LLVMTypeRef have = LLVMTypeOf(count);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind) {
        if (LLVMGetTypeKind(have) == LLVMIntegerTypeKind) { // vector << scalar
            unsigned n = LLVMGetVectorSize(type);
            LLVMTypeRef elem = LLVMGetElementType(type);
            count = shift_count(f, count, elem);
            LLVMValueRef v =
                LLVMBuildInsertElement(f->b, LLVMGetPoison(type), count, const_i32(f->g, 0), "");
            return LLVMBuildShuffleVector(f->b, v, v, LLVMConstNull(LLVMVectorType(f->g->i32, n)),
                                          "");
        }
        return count;
    }
    unsigned bits = LLVMGetIntTypeWidth(type), from = LLVMGetIntTypeWidth(have);
    if (from < bits)
        count = LLVMBuildZExt(f->b, count, type, "");
    else if (from > bits)
        count = LLVMBuildTrunc(f->b, count, type, "");
    return LLVMBuildAnd(f->b, count, LLVMConstInt(type, bits - 1, false), "");
}

struct val emit_arith(struct fn *f, int op, struct val a, struct val b, struct hd_type *type) {
    const struct hd_type *t = ty_value(type);
    if (t->kind == HD_TY_COMPLEX) return complex_arith(f, op, a, b, type);
    if (a.kind != VAL_SCALAR || b.kind != VAL_SCALAR)
        return val_scalar(LLVMGetUndef(ty_reg(f->g, t)), type);
    const struct hd_type *elem = element(t);
    if (f->g->gpu && t->kind == HD_TY_BF16) // no such arithmetic in LLVM 7
        return convert(f,
                       emit_arith(f, op, convert(f, a, hd_ty.float_), convert(f, b, hd_ty.float_),
                                  hd_ty.float_),
                       type);
    if (ty_is_fp(elem)) return val_scalar(float_arith(f, op, a.v, b.v), type);
    bool is_signed = hd_type_is_signed(elem) && elem->kind != HD_TY_BOOL;
    if (op == TK_SHL || op == TK_SHR) b.v = shift_count(f, b.v, LLVMTypeOf(a.v));
    return val_scalar(int_arith(f, op, a.v, b.v, is_signed), type);
}

static LLVMValueRef compare_bit(struct fn *f, int op, struct val a, struct val b) {
    const struct hd_type *t = element(a.type);
    if (a.kind == VAL_COMPLEX) {
        LLVMRealPredicate p = op == TK_NE ? LLVMRealUNE : LLVMRealOEQ;
        LLVMValueRef re = LLVMBuildFCmp(f->b, p, a.v, b.v, ""),
                     im = LLVMBuildFCmp(f->b, p, a.im, b.im, "");
        return op == TK_NE ? LLVMBuildOr(f->b, re, im, "") : LLVMBuildAnd(f->b, re, im, "");
    }
    if (a.kind != VAL_SCALAR || b.kind != VAL_SCALAR) return LLVMConstInt(f->g->i1, 0, false);
    if (f->g->gpu && t->kind == HD_TY_BF16) {
        a = convert(f, a, hd_ty.float_);
        b = convert(f, b, hd_ty.float_);
    }
    if (ty_is_fp(t)) {
        LLVMRealPredicate p = LLVMRealOEQ;
        switch (op) {
        case TK_NE: p = LLVMRealUNE; break;
        case TK_LT: p = LLVMRealOLT; break;
        case TK_GT: p = LLVMRealOGT; break;
        case TK_LE: p = LLVMRealOLE; break;
        case TK_GE: p = LLVMRealOGE; break;
        default: break;
        }
        return LLVMBuildFCmp(f->b, p, a.v, b.v, "");
    }
    bool is_signed = hd_type_is_signed(t) && LLVMTypeOf(a.v) != f->g->i1;
    LLVMIntPredicate p = LLVMIntEQ;
    switch (op) {
    case TK_NE: p = LLVMIntNE; break;
    case TK_LT: p = is_signed ? LLVMIntSLT : LLVMIntULT; break;
    case TK_GT: p = is_signed ? LLVMIntSGT : LLVMIntUGT; break;
    case TK_LE: p = is_signed ? LLVMIntSLE : LLVMIntULE; break;
    case TK_GE: p = is_signed ? LLVMIntSGE : LLVMIntUGE; break;
    default: break;
    }
    if (LLVMTypeOf(a.v) != LLVMTypeOf(b.v)) { // nullptr and pointers of whatever kind
        if (LLVMGetTypeKind(LLVMTypeOf(a.v)) == LLVMPointerTypeKind)
            b = convert(f, b, a.type);
        else
            a = convert(f, a, b.type);
    }
    return LLVMBuildICmp(f->b, p, a.v, b.v, "");
}

struct val emit_compare(struct fn *f, int op, struct val a, struct val b, struct hd_type *type) {
    LLVMValueRef bit = compare_bit(f, op, a, b);
    if (type->kind == HD_TY_VECTOR)
        return val_scalar(LLVMBuildSExt(f->b, bit, ty_reg(f->g, type), ""), type);
    return bool_val(f, bit, type);
}

struct val emit_negate(struct fn *f, struct val v) {
    struct val r = v;
    if (v.kind == VAL_COMPLEX) {
        r.v = LLVMBuildFNeg(f->b, v.v, "");
        r.im = LLVMBuildFNeg(f->b, v.im, "");
        return r;
    }
    const struct hd_type *t = element(v.type);
    if (f->g->gpu && t->kind == HD_TY_BF16)
        return convert(f, emit_negate(f, convert(f, v, hd_ty.float_)), v.type);
    if (ty_is_fp(t))
        r.v = LLVMBuildFNeg(f->b, v.v, "");
    else
        r.v = LLVMBuildNeg(f->b, v.v, "");
    return r;
}

struct val pointer_add(struct fn *f, struct val p, LLVMValueRef index, struct hd_type *elem,
                       bool subtract) {
    struct gen *g = f->g;
    if (LLVMGetTypeKind(LLVMTypeOf(index)) == LLVMIntegerTypeKind &&
        LLVMGetIntTypeWidth(LLVMTypeOf(index)) < 64)
        index = LLVMBuildSExt(f->b, index, g->i64, "");
    if (subtract) index = LLVMBuildNSWNeg(f->b, index, "");
    LLVMTypeRef step = ty_mem(g, elem);
    if (elem->kind == HD_TY_ARRAY && hd_type_is_vla(elem)) {
        index = LLVMBuildNSWMul(f->b, index, type_size(f, elem), "");
        step = g->i8;
    }
    if (f->g->job->check && !p.object.base) p.object.base = p.v;
    p.v = f->g->job->check ? LLVMBuildGEP2(f->b, step, p.v, &index, 1, "")
                           : LLVMBuildInBoundsGEP2(f->b, step, p.v, &index, 1, "");
    uint64_t low = elem->size & -elem->size;
    if (p.align && low && low < p.align) p.align = (uint32_t)low;
    return p;
}
