// Conversions between values of scalar types: EX_CAST and what builtins need.
//
// Where C leaves a result undefined, host code gives what gcc's instructions give (float to a small
// or unsigned integer goes through the next larger signed one) and device code what CUDA gives (it
// saturates to 32 or 64 bits). Example: `(int)1e20f` is INT_MIN on the host and INT_MAX in a
// kernel.
#include "gen/emit.h"

static unsigned int_bits(const struct hd_type *t) {
    t = ty_value(t);
    return t->kind == HD_TY_BOOL ? 1 : (unsigned)t->size * 8;
}

LLVMValueRef to_bool(struct fn *f, struct val v) {
    struct gen *g = f->g;
    if (v.kind == VAL_COMPLEX) {
        LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(v.v));
        LLVMValueRef re = LLVMBuildFCmp(f->b, LLVMRealUNE, v.v, zero, "");
        return LLVMBuildOr(f->b, re, LLVMBuildFCmp(f->b, LLVMRealUNE, v.im, zero, ""), "");
    }
    if (v.kind != VAL_SCALAR) return LLVMConstInt(g->i1, 0, false);
    LLVMTypeRef type = LLVMTypeOf(v.v);
    if (type == g->i1) return v.v;
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind: {
        // `!= 0` of a comparison's 0 or 1 is the comparison.
        LLVMValueRef from = LLVMIsAZExtInst(v.v) ? LLVMGetOperand(v.v, 0) : NULL;
        if (from && LLVMTypeOf(from) == g->i1) return from;
        return LLVMBuildIsNotNull(f->b, v.v, "");
    }
    case LLVMPointerTypeKind: return LLVMBuildIsNotNull(f->b, v.v, "");
    case LLVMBFloatTypeKind:
        if (!g->gpu) return LLVMBuildFCmp(f->b, LLVMRealUNE, v.v, LLVMConstNull(type), "");
        return to_bool(f, convert(f, v, hd_ty.float_));
    default: return LLVMBuildFCmp(f->b, LLVMRealUNE, v.v, LLVMConstNull(type), "");
    }
}

struct val bool_val(struct fn *f, LLVMValueRef i1, struct hd_type *type) {
    LLVMTypeRef to = ty_reg(f->g, type);
    if (to == f->g->i1 || LLVMGetTypeKind(to) != LLVMIntegerTypeKind) return val_scalar(i1, type);
    return val_scalar(LLVMBuildZExt(f->b, i1, to, ""), type);
}

static LLVMValueRef int_to_int(struct fn *f, LLVMValueRef v, bool is_signed, LLVMTypeRef to) {
    unsigned from_bits = LLVMGetIntTypeWidth(LLVMTypeOf(v)), bits = LLVMGetIntTypeWidth(to);
    if (bits == from_bits) return v;
    if (bits < from_bits) return LLVMBuildTrunc(f->b, v, to, "");
    return is_signed ? LLVMBuildSExt(f->b, v, to, "") : LLVMBuildZExt(f->b, v, to, "");
}

LLVMValueRef float_to_int_sat(struct fn *f, LLVMValueRef x, LLVMTypeRef to, bool is_signed) {
    LLVMTypeRef types[2] = {to, LLVMTypeOf(x)};
    unsigned bits = LLVMGetIntTypeWidth(to);
    LLVMValueRef v =
        intrinsic(f, is_signed ? "llvm.fptosi.sat" : "llvm.fptoui.sat", types, 2, &x, 1);
    if (bits != 64 && LLVMGetTypeKind(types[1]) != LLVMDoubleTypeKind) return v;
    LLVMValueRef high = LLVMConstInt(to, 1ull << (bits - 1), false);
    return LLVMBuildSelect(f->b, LLVMBuildFCmp(f->b, LLVMRealUNO, x, x, ""), high, v, "");
}

struct val float_to_int(struct fn *f, struct val v, struct hd_type *to) {
    struct gen *g = f->g;
    const struct hd_type *t = ty_value(to);
    unsigned bits = int_bits(t);
    bool is_signed = hd_type_is_signed(t);
    if (f->device && v.type->kind != HD_TY_LDOUBLE) {
        // nvcc's instructions make 32 bits or 64; what is narrower is the low part of 32
        LLVMTypeRef wide = bits < 32 ? g->i32 : ty_int(g, bits);
        LLVMValueRef r = !g->gpu     ? float_to_int_sat(f, v.v, wide, is_signed)
                         : is_signed ? LLVMBuildFPToSI(f->b, v.v, wide, "")
                                     : LLVMBuildFPToUI(f->b, v.v, wide, "");
        if (bits < 32) r = LLVMBuildTrunc(f->b, r, ty_int(g, bits), "");
        return val_scalar(r, to);
    }
    LLVMValueRef r;
    if (bits < 32 || (bits == 32 && !is_signed)) {
        r = LLVMBuildFPToSI(f->b, v.v, bits == 32 ? g->i64 : g->i32, "");
        r = LLVMBuildTrunc(f->b, r, ty_int(g, bits), "");
    } else {
        r = is_signed ? LLVMBuildFPToSI(f->b, v.v, ty_int(g, bits), "")
                      : LLVMBuildFPToUI(f->b, v.v, ty_int(g, bits), "");
    }
    return val_scalar(r, to);
}

static LLVMValueRef float_to_float(struct fn *f, LLVMValueRef v, const struct hd_type *from,
                                   const struct hd_type *to) {
    LLVMTypeRef type = ty_reg(f->g, to);
    if (from->kind == to->kind) return v;
    if (from->size == to->size) // half and bfloat16
        return LLVMBuildFPTrunc(f->b, LLVMBuildFPExt(f->b, v, f->g->f32, ""), type, "");
    return from->size < to->size ? LLVMBuildFPExt(f->b, v, type, "")
                                 : LLVMBuildFPTrunc(f->b, v, type, "");
}

static struct val scalar_convert(struct fn *f, struct val v, const struct hd_type *from,
                                 struct hd_type *to) {
    struct gen *g = f->g;
    const struct hd_type *t = ty_value(to);
    LLVMTypeRef type = ty_reg(g, t);
    bool from_ptr = LLVMGetTypeKind(LLVMTypeOf(v.v)) == LLVMPointerTypeKind;
    bool to_ptr = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
    if (from_ptr && to_ptr) {
        v.type = to;
        return v;
    }
    if (from_ptr) {
        LLVMValueRef bits = LLVMBuildPtrToInt(f->b, v.v, g->i64, "");
        return val_scalar(int_to_int(f, bits, false, type), to);
    }
    if (to_ptr) {
        LLVMValueRef bits = int_to_int(f, v.v, hd_type_is_signed(from), g->i64);
        return val_scalar(LLVMBuildIntToPtr(f->b, bits, g->ptr, ""), to);
    }
    bool small = from->kind == HD_TY_BF16 || t->kind == HD_TY_BF16;
    if (g->gpu && small &&
        !(ty_is_fp(from) && ty_is_fp(t))) // bfloat16 converts to and from float alone
        return scalar_convert(f, scalar_convert(f, v, from, hd_ty.float_), hd_ty.float_, to);
    if (ty_is_fp(from)) {
        if (ty_is_fp(t)) return val_scalar(float_to_float(f, v.v, from, t), to);
        return float_to_int(f, v, to);
    }
    if (ty_is_fp(t)) {
        bool is_signed = hd_type_is_signed(from) && LLVMTypeOf(v.v) != g->i1;
        LLVMValueRef r =
            is_signed ? LLVMBuildSIToFP(f->b, v.v, type, "") : LLVMBuildUIToFP(f->b, v.v, type, "");
        return val_scalar(r, to);
    }
    bool is_signed = hd_type_is_signed(from) && LLVMTypeOf(v.v) != g->i1;
    return val_scalar(int_to_int(f, v.v, is_signed, type), to);
}

// __builtin_convertvector and bits
static struct val vector_convert(struct fn *f, struct val v, struct hd_type *to) {
    return val_scalar(LLVMBuildBitCast(f->b, v.v, ty_reg(f->g, to), ""), to);
}

struct val convert(struct fn *f, struct val v, struct hd_type *to) {
    const struct hd_type *from = ty_value(v.type), *t = ty_value(to);
    if (t->kind == HD_TY_VOID || v.kind == VAL_NONE) return val_none();
    if (v.kind == VAL_MEM) {
        v.type = to;
        return v;
    }
    if (t->kind == HD_TY_BOOL) return val_scalar(to_bool(f, v), to);
    if (t->kind == HD_TY_COMPLEX) {
        struct val r = {.kind = VAL_COMPLEX, .type = to};
        struct val part = val_scalar(v.v, v.kind == VAL_COMPLEX ? from->base : v.type);
        r.v = convert(f, part, t->base).v;
        part.v = v.im;
        r.im = v.kind == VAL_COMPLEX ? convert(f, part, t->base).v : LLVMConstNull(LLVMTypeOf(r.v));
        return r;
    }
    if (v.kind == VAL_COMPLEX) return convert(f, val_scalar(v.v, from->base), to);
    if (from->kind == HD_TY_VECTOR || t->kind == HD_TY_VECTOR) {
        if (from->kind == HD_TY_VECTOR && t->kind == HD_TY_VECTOR) return vector_convert(f, v, to);
        if (t->kind == HD_TY_VECTOR && from->size != t->size) {
            LLVMValueRef one = scalar_convert(f, v, from, t->base).v, zero = const_i32(f->g, 0);
            if (LLVMTypeOf(one) == f->g->i1) one = LLVMBuildZExt(f->b, one, f->g->i8, "");
            LLVMValueRef r =
                LLVMBuildInsertElement(f->b, LLVMGetPoison(ty_reg(f->g, t)), one, zero, "");
            LLVMValueRef mask = LLVMConstNull(LLVMVectorType(f->g->i32, (unsigned)t->len));
            return val_scalar(LLVMBuildShuffleVector(f->b, r, r, mask, ""), to);
        }
        return val_of_bits(f, bits_of(f, v, (unsigned)v.type->size * 8), to);
    }
    return scalar_convert(f, v, from, to);
}

struct val emit_cast(struct fn *f, const struct hd_expr *e) {
    if (e->cast == CAST_VOID || e->type->kind == HD_TY_VOID) {
        emit_drop(f, e->a);
        return val_none();
    }
    if (e->cast == CAST_BOOL) return val_scalar(emit_cond(f, e->a), e->type);
    struct val v = emit_expr(f, e->a);
    at(f, e->loc);
    if (e->cast == CAST_SPLAT && v.kind == VAL_SCALAR) {
        LLVMValueRef zero = const_i32(f->g, 0), x = convert(f, v, e->type->base).v;
        LLVMValueRef r =
            LLVMBuildInsertElement(f->b, LLVMGetPoison(ty_reg(f->g, e->type)), x, zero, "");
        LLVMValueRef mask = LLVMConstNull(LLVMVectorType(f->g->i32, (unsigned)e->type->len));
        return val_scalar(LLVMBuildShuffleVector(f->b, r, r, mask, ""), e->type);
    }
    if (e->cast == CAST_BITS)
        return val_of_bits(f, bits_of(f, v, (unsigned)e->a->type->size * 8), e->type);
    return convert(f, v, e->type);
}

// Conversion to a floating type with a rounding direction (rz, ru, rd): convert to nearest, compare
// with the exact value, and step to the neighbour when it went the wrong way. The exact value is
// held in the widest type.
struct val directed_float(struct fn *f, struct val v, struct hd_type *to, const char *mode) {
    struct gen *g = f->g;
    struct val r = convert(f, v, to);
    if (!strcmp(mode, "rn") || !*mode || !ty_is_fp(to) || to->kind == HD_TY_LDOUBLE) return r;
    struct val exact = convert(f, v, hd_ty.ldouble), back = convert(f, r, hd_ty.ldouble);
    LLVMValueRef zero = LLVMConstNull(g->f80);
    LLVMValueRef above = LLVMBuildFCmp(f->b, LLVMRealOGT, back.v, exact.v, "");
    LLVMValueRef below = LLVMBuildFCmp(f->b, LLVMRealOLT, back.v, exact.v, "");
    LLVMValueRef negative = LLVMBuildFCmp(f->b, LLVMRealOLT, exact.v, zero, "");
    LLVMValueRef down = above, up = below; // step towards -inf, towards +inf
    if (!strcmp(mode, "rd"))
        up = LLVMConstInt(g->i1, 0, false);
    else if (!strcmp(mode, "ru"))
        down = LLVMConstInt(g->i1, 0, false);
    else {
        down = LLVMBuildAnd(f->b, above, LLVMBuildNot(f->b, negative, ""), "");
        up = LLVMBuildAnd(f->b, below, negative, "");
    }
    LLVMTypeRef bits_type = ty_int(g, (unsigned)to->size * 8);
    LLVMValueRef bits = LLVMBuildBitCast(f->b, r.v, bits_type, "");
    // Away from zero is +1 on the bits, towards zero is -1.
    LLVMValueRef minus = LLVMBuildSelect(f->b, negative, up, down, ""),
                 plus = LLVMBuildSelect(f->b, negative, down, up, "");
    bits = LLVMBuildAdd(f->b, bits, LLVMBuildZExt(f->b, plus, bits_type, ""), "");
    bits = LLVMBuildSub(f->b, bits, LLVMBuildZExt(f->b, minus, bits_type, ""), "");
    return val_scalar(LLVMBuildBitCast(f->b, bits, LLVMTypeOf(r.v), ""), to);
}
