// Values of inline PTX: registers' bits as the types that instructions name, and the carry flag.
#include "gen/ptx/ptx.h"

#include <stdlib.h>
#include <string.h>

unsigned ptx_width_of(const char *type) {
    if (!strcmp(type, "pred")) return 1;
    if (!strcmp(type, "f16x2") || !strcmp(type, "bf16x2")) return 32;
    const char *digits = type + strcspn(type, "0123456789");
    return (unsigned)atoi(digits);
}

bool ptx_is_type(const char *p) {
    static const char *const names[] = {"pred", "b8",  "b16",   "b32",  "b64",    "u8",  "u16",
                                        "u32",  "u64", "s8",    "s16",  "s32",    "s64", "f16",
                                        "f32",  "f64", "f16x2", "bf16", "bf16x2", "b128"};
    for (int i = 0; i < HD_COUNT(names); i++)
        if (!strcmp(p, names[i])) return true;
    return false;
}

bool ptx_is_float(const char *type) { return type[0] == 'f' || (type[0] == 'b' && type[1] == 'f'); }
bool ptx_is_signed(const char *type) { return type[0] == 's'; }
bool ptx_has(const struct asm_text *t, const char *part) {
    for (int i = 1; i < t->nparts; i++)
        if (!strcmp(t->parts[i], part)) return true;
    return false;
}

LLVMTypeRef ptx_int_of(struct asm_text *t, unsigned width) {
    return LLVMIntTypeInContext(t->g->ctx, width);
}

LLVMTypeRef ptx_ir_type(struct asm_text *t, const char *type) {
    if (!strcmp(type, "f32")) return t->g->f32;
    if (!strcmp(type, "f64")) return t->g->f64;
    if (!strcmp(type, "f16")) return t->g->f16;
    if (!strcmp(type, "f16x2")) return LLVMVectorType(t->g->f16, 2);
    return ptx_int_of(t, ptx_width_of(type));
}

LLVMValueRef ptx_sized(struct asm_text *t, LLVMValueRef v, unsigned width, bool sign) {
    unsigned has_width = LLVMGetIntTypeWidth(LLVMTypeOf(v));
    if (has_width == width) return v;
    if (has_width > width) return LLVMBuildTrunc(t->f->b, v, ptx_int_of(t, width), "");
    return sign ? LLVMBuildSExt(t->f->b, v, ptx_int_of(t, width), "")
                : LLVMBuildZExt(t->f->b, v, ptx_int_of(t, width), "");
}

LLVMValueRef ptx_bits(struct asm_text *t, LLVMValueRef v) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v));
    if (kind == LLVMIntegerTypeKind) return v;
    bool word = kind == LLVMFloatTypeKind || kind == LLVMVectorTypeKind; // f16x2
    unsigned width = kind == LLVMDoubleTypeKind ? 64 : word ? 32 : 16;
    return LLVMBuildBitCast(t->f->b, v, ptx_int_of(t, width), "");
}

LLVMValueRef ptx_raw(struct asm_text *t, int i) {
    const struct operand *o = &t->operands[i];
    if (i >= t->noperands || o->kind == OP_SINK || o->kind == OP_VECTOR) {
        ptx_fail(t, "an operand is missing in", t->op);
        return const_i32(t->g, 0);
    }
    LLVMValueRef v = o->kind == OP_VALUE ? o->value : t->registers[o->reg].v;
    if (!v) v = LLVMConstNull(ptx_int_of(t, t->registers[o->reg].width));
    return v;
}
// bf16 and bf16x2 are calculated with as floats: the upper halves of these are their bits.
static LLVMValueRef wide_bfloat(struct asm_text *t, LLVMValueRef v) {
    LLVMBuilderRef b = t->f->b;
    if (LLVMGetIntTypeWidth(LLVMTypeOf(v)) == 16)
        return LLVMBuildBitCast(
            b, LLVMBuildShl(b, ptx_sized(t, v, 32, false), const_i32(t->g, 16), ""), t->g->f32, "");
    LLVMValueRef low = LLVMBuildShl(b, v, const_i32(t->g, 16), ""),
                 high = LLVMBuildAnd(b, v, const_i32(t->g, (int64_t)0xffff0000), "");
    LLVMValueRef both = LLVMGetUndef(LLVMVectorType(t->g->i32, 2));
    both = LLVMBuildInsertElement(b, both, low, const_i32(t->g, 0), "");
    both = LLVMBuildInsertElement(b, both, high, const_i32(t->g, 1), "");
    return LLVMBuildBitCast(b, both, LLVMVectorType(t->g->f32, 2), "");
}

// The nearest bfloat's bits, ties to even; NaN is 0x7fff.
static LLVMValueRef short_bfloat(struct asm_text *t, LLVMValueRef v) {
    LLVMBuilderRef b = t->f->b;
    LLVMValueRef nan = LLVMBuildFCmp(b, LLVMRealUNO, v, v, "");
    v = LLVMBuildBitCast(b, v, t->g->i32, "");
    LLVMValueRef odd = LLVMBuildLShr(b, v, const_i32(t->g, 16), "");
    odd = LLVMBuildAnd(b, odd, const_i32(t->g, 1), "");
    v = LLVMBuildAdd(b, v, LLVMBuildAdd(b, odd, const_i32(t->g, 0x7fff), ""), "");
    v = LLVMBuildLShr(b, v, const_i32(t->g, 16), "");
    return LLVMBuildSelect(b, nan, const_i32(t->g, 0x7fff), v, "");
}
static LLVMValueRef bits_of_bfloats(struct asm_text *t, LLVMValueRef v) {
    LLVMBuilderRef b = t->f->b;
    if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMVectorTypeKind)
        return ptx_sized(t, short_bfloat(t, v), 16, false);
    LLVMValueRef parts[2];
    for (int i = 0; i < 2; i++)
        parts[i] = short_bfloat(t, LLVMBuildExtractElement(b, v, const_i32(t->g, i), ""));
    return LLVMBuildOr(b, parts[0], LLVMBuildShl(b, parts[1], const_i32(t->g, 16), ""), "");
}

// Operand i as a value of the type.
LLVMValueRef ptx_in(struct asm_text *t, int i, const char *type) {
    LLVMValueRef v = ptx_raw(t, i);
    if (!strcmp(type, "pred")) {
        v = ptx_sized(t, v, 1, false);
        return t->operands[i].negated ? LLVMBuildNot(t->f->b, v, "") : v;
    }
    v = ptx_sized(t, v, ptx_width_of(type), ptx_is_signed(type));
    if (type[0] == 'b' && type[1] == 'f') return wide_bfloat(t, v);
    return ptx_is_float(type) ? LLVMBuildBitCast(t->f->b, v, ptx_ir_type(t, type), "") : v;
}

LLVMValueRef ptx_use(struct asm_text *t, int i) { return ptx_in(t, i, t->type); }

void ptx_set_register(struct asm_text *t, int reg, LLVMValueRef v, bool sign) {
    if (reg < 0) return;
    v = ptx_sized(t, ptx_bits(t, v), t->registers[reg].width, sign);
    LLVMValueRef old = t->registers[reg].v;
    if (t->guard && old) v = LLVMBuildSelect(t->f->b, t->guard, v, old, "");
    t->registers[reg].v = v;
}

void ptx_out(struct asm_text *t, LLVMValueRef v) {
    const struct operand *o = &t->operands[0];
    if (!strncmp(t->type, "bf", 2) && LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMIntegerTypeKind)
        v = bits_of_bfloats(t, v);
    if (o->kind == OP_REGISTER)
        ptx_set_register(t, o->reg, v, ptx_is_signed(t->type));
    else if (o->kind != OP_SINK)
        ptx_fail(t, "the result's register is missing in", t->op);
}

LLVMValueRef ptx_call1(struct asm_text *t, const char *name, LLVMValueRef v, bool wide) {
    struct hd_type *type = wide ? hd_ty.double_ : hd_ty.float_;
    struct val a = val_scalar(v, type);
    return extern_call(t->f, name, HD_REF_RUNTIME, type, &a, 1, 1, false, NULL).v;
}

LLVMValueRef ptx_runtime(struct asm_text *t, const char *name, struct hd_type *type,
                         struct val *args, int n) {
    return extern_call(t->f, name, HD_REF_RUNTIME, type, args, n, n, true, NULL).v;
}

// ---- the carry flag -----------------------------------------------------------------------------

static LLVMValueRef carry_slot(struct asm_text *t) {
    if (!t->f->ptx_carry) t->f->ptx_carry = temp(t->f, t->g->i32, 4);
    return t->f->ptx_carry;
}

LLVMValueRef ptx_carry_in(struct asm_text *t, unsigned width) {
    return ptx_sized(t, raw_load(t->f, t->g->i32, carry_slot(t), 4), width, false);
}

// a + b + c (or a - b - c), with the carry of all if `.cc` asks for it.
LLVMValueRef ptx_sum(struct asm_text *t, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c,
                     bool minus) {
    LLVMBuilderRef ir = t->f->b;
    unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(a));
    LLVMTypeRef wide = ptx_int_of(t, width * 2);
    LLVMValueRef x = LLVMBuildZExt(ir, a, wide, ""), y = LLVMBuildZExt(ir, b, wide, "");
    LLVMValueRef s = minus ? LLVMBuildSub(ir, x, y, "") : LLVMBuildAdd(ir, x, y, "");
    if (c) {
        LLVMValueRef z = LLVMBuildZExt(ir, c, wide, "");
        s = minus ? LLVMBuildSub(ir, s, z, "") : LLVMBuildAdd(ir, s, z, "");
    }
    if (ptx_has(t, "cc")) {
        LLVMValueRef flag = LLVMBuildLShr(ir, s, LLVMConstInt(wide, width, false), "");
        flag = LLVMBuildAnd(ir, flag, LLVMConstInt(wide, 1, false), "");
        LLVMValueRef old = t->guard ? raw_load(t->f, t->g->i32, carry_slot(t), 4) : NULL;
        flag = ptx_sized(t, flag, 32, false);
        if (old) flag = LLVMBuildSelect(ir, t->guard, flag, old, "");
        raw_store(t->f, flag, carry_slot(t), 4);
    }
    return LLVMBuildTrunc(ir, s, ptx_int_of(t, width), "");
}
