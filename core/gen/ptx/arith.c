// Instructions of inline PTX: arithmetic and bits.
#include "gen/ptx/ptx.h"

#include <string.h>

bool ptx_rounds_otherwise(struct asm_text *t) {
    static const char *const modes[] = {"rz", "rm", "rp"};
    for (int i = 0; i < HD_COUNT(modes); i++)
        if (ptx_has(t, modes[i])) return !ptx_fail(t, "this rounding is not there yet:", t->op);
    return false;
}

// x, in each element of a vector.
static LLVMValueRef real(LLVMTypeRef type, double x) {
    if (LLVMGetTypeKind(type) != LLVMVectorTypeKind) return LLVMConstReal(type, x);
    LLVMValueRef one = LLVMConstReal(LLVMGetElementType(type), x);
    return LLVMConstVector((LLVMValueRef[]){one, one}, 2);
}

// The result of floating arithmetic; `.sat`: from 0 to 1, and NaN is 0; `.relu`: not below 0.
static void out_float(struct asm_text *t, LLVMValueRef v) {
    LLVMTypeRef type = LLVMTypeOf(v);
    if (ptx_has(t, "sat")) {
        v = intrinsic2(t->f, "llvm.maxnum", v, real(type, 0));
        v = intrinsic2(t->f, "llvm.minnum", v, real(type, 1));
    } else if (ptx_has(t, "relu")) {
        LLVMValueRef minus = LLVMBuildFCmp(t->f->b, LLVMRealOLT, v, real(type, 0), "");
        v = LLVMBuildSelect(t->f->b, minus, real(type, 0), v, "");
    }
    ptx_out(t, v);
}

// x * y + z of bfloats, as floats whose rounding is that of the exact sum: the product is exact,
// and a sum that is not gets an odd last bit.
static LLVMValueRef fma_bfloat(struct asm_text *t, LLVMValueRef x, LLVMValueRef y, LLVMValueRef z) {
    LLVMBuilderRef b = t->f->b;
    LLVMTypeRef type = LLVMTypeOf(x);
    bool two = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
    LLVMTypeRef bits = two ? LLVMVectorType(t->g->i32, 2) : t->g->i32;
    LLVMValueRef p = LLVMBuildFMul(b, x, y, ""), s = LLVMBuildFAdd(b, p, z, "");
    LLVMValueRef of_z = LLVMBuildFSub(b, s, p, "");
    LLVMValueRef rest = LLVMBuildFSub(b, p, LLVMBuildFSub(b, s, of_z, ""), "");
    rest = LLVMBuildFAdd(b, rest, LLVMBuildFSub(b, z, of_z, ""), "");
    LLVMValueRef one = const_i32(t->g, 1), zero = real(type, 0);
    if (two) one = LLVMConstVector((LLVMValueRef[]){one, one}, 2);
    LLVMValueRef word = LLVMBuildBitCast(b, s, bits, "");
    LLVMValueRef even =
        LLVMBuildICmp(b, LLVMIntEQ, LLVMBuildAnd(b, word, one, ""), LLVMConstNull(bits), "");
    LLVMValueRef away = LLVMBuildICmp(b, LLVMIntEQ, LLVMBuildFCmp(b, LLVMRealOGT, rest, zero, ""),
                                      LLVMBuildFCmp(b, LLVMRealOGT, s, zero, ""), "");
    LLVMValueRef nudged = LLVMBuildSelect(b, away, LLVMBuildAdd(b, word, one, ""),
                                          LLVMBuildSub(b, word, one, ""), "");
    LLVMValueRef nudge = LLVMBuildAnd(b, even, LLVMBuildFCmp(b, LLVMRealONE, rest, zero, ""), "");
    return LLVMBuildBitCast(b, LLVMBuildSelect(b, nudge, nudged, word, ""), type, "");
}

void ptx_add(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    bool minus = t->parts[0][0] == 's', with_carry = t->parts[0][3] == 'c';
    LLVMValueRef x = ptx_use(t, 1), y = ptx_use(t, 2);
    if (ptx_is_float(t->type)) {
        if (ptx_rounds_otherwise(t)) return;
        out_float(t, minus ? LLVMBuildFSub(b, x, y, "") : LLVMBuildFAdd(b, x, y, ""));
        return;
    }
    if (ptx_has(t, "sat")) {
        ptx_out(t, intrinsic2(t->f, minus ? "llvm.ssub.sat" : "llvm.sadd.sat", x, y));
        return;
    }
    ptx_out(t, ptx_sum(t, x, y, with_carry ? ptx_carry_in(t, ptx_width_of(t->type)) : NULL, minus));
}

// The product of x and y: low half, high half, or all of it.
static LLVMValueRef product(struct asm_text *t, LLVMValueRef x, LLVMValueRef y) {
    LLVMBuilderRef b = t->f->b;
    unsigned width = ptx_width_of(t->type);
    bool short_ = strstr(t->parts[0], "24") != NULL; // the upper half of 48 bits
    if (!ptx_has(t, "wide") && !ptx_has(t, "hi")) return LLVMBuildMul(b, x, y, "");
    bool sign = ptx_is_signed(t->type);
    LLVMValueRef p =
        LLVMBuildMul(b, ptx_sized(t, x, width * 2, sign), ptx_sized(t, y, width * 2, sign), "");
    if (ptx_has(t, "wide")) return p;
    p = LLVMBuildLShr(b, p, LLVMConstInt(LLVMTypeOf(p), short_ ? 16 : width, false), "");
    return LLVMBuildTrunc(b, p, ptx_int_of(t, width), "");
}

void ptx_mul(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    LLVMValueRef x = ptx_use(t, 1), y = ptx_use(t, 2);
    bool add = t->parts[0][1] == 'a' || t->parts[0][0] == 'f'; // mad, fma
    if (ptx_is_float(t->type)) {
        if (ptx_rounds_otherwise(t)) return;
        if (!add) {
            out_float(t, LLVMBuildFMul(b, x, y, ""));
            return;
        }
        LLVMTypeRef type = LLVMTypeOf(x);
        LLVMValueRef args[] = {x, y, ptx_use(t, 3)};
        if (t->type[0] == 'b') {
            out_float(t, fma_bfloat(t, args[0], args[1], args[2]));
            return;
        }
        out_float(t, intrinsic(t->f, "llvm.fma", &type, 1, args, 3));
        return;
    }
    if (t->parts[0][0] == 'm' && strstr(t->parts[0], "24")) {
        bool sign = ptx_is_signed(t->type);
        LLVMValueRef eight = const_i32(t->g, 8);
        x = LLVMBuildShl(b, x, eight, "");
        y = LLVMBuildShl(b, y, eight, "");
        x = sign ? LLVMBuildAShr(b, x, eight, "") : LLVMBuildLShr(b, x, eight, "");
        y = sign ? LLVMBuildAShr(b, y, eight, "") : LLVMBuildLShr(b, y, eight, "");
    }
    LLVMValueRef p = product(t, x, y);
    if (add) {
        unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(p));
        LLVMValueRef z = ptx_sized(t, ptx_raw(t, 3), width, ptx_is_signed(t->type));
        bool with_carry = !strcmp(t->parts[0], "madc");
        p = ptx_sum(t, p, z, with_carry ? ptx_carry_in(t, width) : NULL, false);
    }
    ptx_out(t, p);
}

void ptx_div(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    LLVMValueRef x = ptx_use(t, 1), y = ptx_use(t, 2);
    bool rest = t->parts[0][0] == 'r';
    if (ptx_is_float(t->type))
        ptx_out(t, LLVMBuildFDiv(b, x, y, ""));
    else if (ptx_is_signed(t->type))
        ptx_out(t, rest ? LLVMBuildSRem(b, x, y, "") : LLVMBuildSDiv(b, x, y, ""));
    else
        ptx_out(t, rest ? LLVMBuildURem(b, x, y, "") : LLVMBuildUDiv(b, x, y, ""));
}

void ptx_minmax(struct asm_text *t) {
    bool least = t->parts[0][1] == 'i';
    LLVMValueRef x = ptx_use(t, 1), y = ptx_use(t, 2);
    if (ptx_has(t, "xorsign")) {
        ptx_fail(t, "this form is not there yet:", t->op);
        return;
    }
    if (ptx_has(t, "NaN")) { // NaN wins
        out_float(t, intrinsic2(t->f, least ? "llvm.minimum" : "llvm.maximum", x, y));
        return;
    }
    const char *name = ptx_is_float(t->type)    ? (least ? "llvm.minnum" : "llvm.maxnum")
                       : ptx_is_signed(t->type) ? (least ? "llvm.smin" : "llvm.smax")
                                                : (least ? "llvm.umin" : "llvm.umax");
    x = intrinsic2(t->f, name, x, y);
    if (t->noperands > 3) x = intrinsic2(t->f, name, x, ptx_use(t, 3)); // the least of three
    if (ptx_has(t, "relu") && !ptx_is_float(t->type))
        x = intrinsic2(t->f, "llvm.smax", x, LLVMConstNull(LLVMTypeOf(x)));
    if (ptx_is_float(t->type))
        out_float(t, x);
    else
        ptx_out(t, x);
}

void ptx_unary(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    const char *op = t->parts[0];
    LLVMValueRef x = ptx_use(t, 1), r;
    if (!strcmp(op, "neg"))
        r = ptx_is_float(t->type) ? LLVMBuildFNeg(b, x, "") : LLVMBuildNeg(b, x, "");
    else if (!strcmp(op, "not"))
        r = LLVMBuildNot(b, x, "");
    else if (!strcmp(op, "cnot"))
        r = ptx_sized(t, LLVMBuildICmp(b, LLVMIntEQ, x, LLVMConstNull(LLVMTypeOf(x)), ""),
                      ptx_width_of(t->type), false);
    else if (ptx_is_float(t->type))
        r = intrinsic1(t->f, "llvm.fabs", x);
    else
        r = intrinsic2(t->f, "llvm.smax", x, LLVMBuildNeg(b, x, ""));
    ptx_out(t, r);
}

void ptx_logic(struct asm_text *t) {
    LLVMValueRef x = ptx_use(t, 1), y = ptx_use(t, 2);
    ptx_out(t, t->parts[0][0] == 'a'   ? LLVMBuildAnd(t->f->b, x, y, "")
               : t->parts[0][0] == 'o' ? LLVMBuildOr(t->f->b, x, y, "")
                                       : LLVMBuildXor(t->f->b, x, y, ""));
}

// Amounts at or past the width give zeros, or signs.
void ptx_shift(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    unsigned width = ptx_width_of(t->type);
    LLVMValueRef x = ptx_use(t, 1), n = ptx_sized(t, ptx_in(t, 2, "u32"), 32, false);
    bool left = t->parts[0][2] == 'l', sign = !left && ptx_is_signed(t->type);
    LLVMValueRef over = LLVMBuildICmp(b, LLVMIntUGE, n, const_i32(t->g, width), "");
    LLVMValueRef most = const_i32(t->g, width - 1);
    LLVMValueRef amount = ptx_sized(t, LLVMBuildSelect(b, over, most, n, ""), width, false);
    LLVMValueRef r = left   ? LLVMBuildShl(b, x, amount, "")
                     : sign ? LLVMBuildAShr(b, x, amount, "")
                            : LLVMBuildLShr(b, x, amount, "");
    ptx_out(t, sign ? r : LLVMBuildSelect(b, over, LLVMConstNull(LLVMTypeOf(x)), r, ""));
}

// ---- bits ---------------------------------------------------------------------------------------

bool ptx_constant_of(struct asm_text *t, int i, uint64_t *value) {
    LLVMValueRef v = ptx_raw(t, i);
    if (!LLVMIsAConstantInt(v)) return ptx_fail(t, "this operand must be a constant:", t->op);
    *value = LLVMConstIntGetZExtValue(v);
    return true;
}

// d = the table's bit of the three operands' bits, as sums of products.
void ptx_lop3(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    uint64_t table = 0;
    LLVMValueRef v[] = {ptx_use(t, 1), ptx_use(t, 2), ptx_use(t, 3)};
    LLVMValueRef r = LLVMConstNull(LLVMTypeOf(v[0]));
    if (!ptx_constant_of(t, 4, &table)) return;
    for (int row = 0; row < 8; row++) {
        if (!(table >> row & 1)) continue;
        LLVMValueRef term = NULL;
        for (int k = 0; k < 3; k++) {
            LLVMValueRef x = row >> (2 - k) & 1 ? v[k] : LLVMBuildNot(b, v[k], "");
            term = term ? LLVMBuildAnd(b, term, x, "") : x;
        }
        r = LLVMBuildOr(b, r, term, "");
    }
    ptx_out(t, r);
}

static LLVMValueRef clamped(struct asm_text *t, LLVMValueRef v, unsigned most) {
    LLVMValueRef byte = LLVMBuildAnd(t->f->b, v, const_i32(t->g, 255), "");
    return intrinsic2(t->f, "llvm.umin", byte, const_i32(t->g, most));
}

// Ones below bit n (which may be the width).
static LLVMValueRef ones(struct asm_text *t, LLVMValueRef n, unsigned width) {
    LLVMBuilderRef b = t->f->b;
    LLVMTypeRef wide = ptx_int_of(t, width * 2);
    LLVMValueRef one = LLVMConstInt(wide, 1, false);
    LLVMValueRef m =
        LLVMBuildSub(b, LLVMBuildShl(b, one, ptx_sized(t, n, width * 2, false), ""), one, "");
    return LLVMBuildTrunc(b, m, ptx_int_of(t, width), "");
}

void ptx_bfe(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    unsigned width = ptx_width_of(t->type);
    bool sign = ptx_is_signed(t->type);
    LLVMValueRef pos = LLVMBuildAnd(b, ptx_in(t, 2, "u32"), const_i32(t->g, 255), "");
    LLVMValueRef len = clamped(t, ptx_in(t, 3, "u32"), width);
    LLVMValueRef x = ptx_use(t, 1);
    LLVMValueRef from = intrinsic2(t->f, "llvm.umin", pos, const_i32(t->g, width * 2 - 1));
    LLVMValueRef v = LLVMBuildAShr(b, ptx_sized(t, x, width * 4, sign),
                                   ptx_sized(t, from, width * 4, false), "");
    v = LLVMBuildTrunc(b, v, ptx_int_of(t, width), "");
    LLVMValueRef field = LLVMBuildAnd(b, v, ones(t, len, width), "");
    if (sign) { // the field's top bit, or the word's where the field ends past it
        LLVMValueRef last = LLVMBuildSub(b, LLVMBuildAdd(b, pos, len, ""), const_i32(t->g, 1), "");
        last = intrinsic2(t->f, "llvm.umin", last, const_i32(t->g, width - 1));
        LLVMValueRef top = LLVMBuildLShr(b, x, ptx_sized(t, last, width, false), "");
        top = LLVMBuildTrunc(b, top, t->g->i1, "");
        LLVMValueRef empty = LLVMBuildICmp(b, LLVMIntEQ, len, const_i32(t->g, 0), "");
        top = LLVMBuildAnd(b, top, LLVMBuildNot(b, empty, ""), "");
        LLVMValueRef fill = LLVMBuildNot(b, ones(t, len, width), "");
        field = LLVMBuildSelect(b, top, LLVMBuildOr(b, field, fill, ""), field, "");
    }
    ptx_out(t, field);
}

void ptx_bfi(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    unsigned width = ptx_width_of(t->type);
    LLVMValueRef x = ptx_use(t, 1), into = ptx_use(t, 2);
    LLVMValueRef pos = clamped(t, ptx_in(t, 3, "u32"), width),
                 len = clamped(t, ptx_in(t, 4, "u32"), width);
    LLVMTypeRef wide = ptx_int_of(t, width * 2);
    LLVMValueRef by = ptx_sized(t, pos, width * 2, false);
    LLVMValueRef mask = LLVMBuildShl(b, LLVMBuildZExt(b, ones(t, len, width), wide, ""), by, "");
    LLVMValueRef value = LLVMBuildShl(b, LLVMBuildZExt(b, x, wide, ""), by, "");
    mask = LLVMBuildTrunc(b, mask, ptx_int_of(t, width), "");
    value = LLVMBuildTrunc(b, value, ptx_int_of(t, width), "");
    ptx_out(t, LLVMBuildOr(b, LLVMBuildAnd(b, value, mask, ""),
                           LLVMBuildAnd(b, into, LLVMBuildNot(b, mask, ""), ""), ""));
}

// bmsk: ones from bit a on, b of them; clamp: up to 32; wrap: both modulo 32
void ptx_bmsk(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    LLVMValueRef pos = ptx_in(t, 1, "u32"), len = ptx_in(t, 2, "u32");
    LLVMValueRef most = const_i32(t->g, ptx_has(t, "wrap") ? 31 : 32);
    pos = ptx_has(t, "wrap") ? LLVMBuildAnd(b, pos, most, "")
                             : intrinsic2(t->f, "llvm.umin", pos, most);
    len = ptx_has(t, "wrap") ? LLVMBuildAnd(b, len, most, "")
                             : intrinsic2(t->f, "llvm.umin", len, most);
    LLVMValueRef m = ptx_sized(t, ones(t, len, 32), 64, false);
    ptx_out(t, ptx_sized(t, LLVMBuildShl(b, m, ptx_sized(t, pos, 64, false), ""), 32, false));
}

void ptx_count(struct asm_text *t) {
    const char *op = t->parts[0];
    LLVMValueRef x = ptx_use(t, 1), r;
    if (!strcmp(op, "brev")) {
        ptx_out(t, intrinsic1(t->f, "llvm.bitreverse", x));
        return;
    }
    if (!strcmp(op, "popc")) {
        r = intrinsic1(t->f, "llvm.ctpop", x);
    } else {
        LLVMTypeRef type = LLVMTypeOf(x);
        LLVMValueRef args[] = {x, LLVMConstNull(t->g->i1)};
        r = intrinsic(t->f, "llvm.ctlz", &type, 1, args, 2);
    }
    t->type = "u32";
    ptx_out(t, ptx_sized(t, r, 32, false));
}

void ptx_prmt(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    if (t->nparts > 2) { // modes f4e, b4e, rc8 ...
        ptx_fail(t, "this mode is not there yet:", t->op);
        return;
    }
    LLVMValueRef low = ptx_sized(t, ptx_use(t, 1), 64, false),
                 high = ptx_sized(t, ptx_use(t, 2), 64, false);
    LLVMValueRef both = LLVMBuildOr(b, low, LLVMBuildShl(b, high, const_i64(t->g, 32), ""), "");
    LLVMValueRef select = ptx_sized(t, ptx_use(t, 3), 64, false), r = const_i32(t->g, 0);
    for (int i = 0; i < 4; i++) {
        LLVMValueRef code = LLVMBuildLShr(b, select, const_i64(t->g, i * 4), "");
        LLVMValueRef at = LLVMBuildAnd(b, code, const_i64(t->g, 7), "");
        at = LLVMBuildShl(b, at, const_i64(t->g, 3), "");
        LLVMValueRef byte = LLVMBuildTrunc(b, LLVMBuildLShr(b, both, at, ""), t->g->i8, "");
        LLVMValueRef sign = LLVMBuildAShr(b, byte, LLVMConstInt(t->g->i8, 7, false), "");
        LLVMValueRef wants = LLVMBuildAnd(b, code, const_i64(t->g, 8), "");
        wants = LLVMBuildICmp(b, LLVMIntNE, wants, const_i64(t->g, 0), "");
        byte = ptx_sized(t, LLVMBuildSelect(b, wants, sign, byte, ""), 32, false);
        r = LLVMBuildOr(b, r, LLVMBuildShl(b, byte, const_i32(t->g, i * 8), ""), "");
    }
    ptx_out(t, r);
}

// shf: a funnel of two words; `clamp` goes up to 32, `wrap` takes the amount modulo 32.
void ptx_shf(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    LLVMValueRef low = ptx_sized(t, ptx_use(t, 1), 64, false),
                 high = ptx_sized(t, ptx_use(t, 2), 64, false);
    LLVMValueRef n = ptx_in(t, 3, "u32");
    n = ptx_has(t, "wrap") ? LLVMBuildAnd(b, n, const_i32(t->g, 31), "")
                           : intrinsic2(t->f, "llvm.umin", n, const_i32(t->g, 32));
    LLVMValueRef both = LLVMBuildOr(b, low, LLVMBuildShl(b, high, const_i64(t->g, 32), ""), "");
    LLVMValueRef by = ptx_sized(t, n, 64, false);
    LLVMValueRef r = ptx_has(t, "l")
                         ? LLVMBuildLShr(b, LLVMBuildShl(b, both, by, ""), const_i64(t->g, 32), "")
                         : LLVMBuildLShr(b, both, by, "");
    ptx_out(t, LLVMBuildTrunc(b, r, t->g->i32, ""));
}

void ptx_dp4a(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    bool sa = ptx_has(t, "s32") && ptx_is_signed(t->parts[1]), sb = ptx_is_signed(t->parts[2]);
    LLVMValueRef x = ptx_in(t, 1, "b32"), y = ptx_in(t, 2, "b32"), r = ptx_in(t, 3, "b32");
    for (int i = 0; i < 4; i++) {
        LLVMValueRef by = const_i32(t->g, i * 8);
        LLVMValueRef p = LLVMBuildTrunc(b, LLVMBuildLShr(b, x, by, ""), t->g->i8, "");
        LLVMValueRef q = LLVMBuildTrunc(b, LLVMBuildLShr(b, y, by, ""), t->g->i8, "");
        r = LLVMBuildAdd(b, r,
                         LLVMBuildMul(b, ptx_sized(t, p, 32, sa), ptx_sized(t, q, 32, sb), ""), "");
    }
    ptx_out(t, r);
}

void ptx_sad(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    LLVMValueRef x = ptx_use(t, 1), y = ptx_use(t, 2);
    bool sign = ptx_is_signed(t->type);
    LLVMValueRef most = intrinsic2(t->f, sign ? "llvm.smax" : "llvm.umax", x, y);
    LLVMValueRef least = intrinsic2(t->f, sign ? "llvm.smin" : "llvm.umin", x, y);
    ptx_out(t, LLVMBuildAdd(b, LLVMBuildSub(b, most, least, ""), ptx_use(t, 3), ""));
}

void ptx_bfind(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    LLVMValueRef v = ptx_use(t, 1);
    unsigned width = ptx_width_of(t->type);
    LLVMTypeRef type = ptx_int_of(t, width);
    if (ptx_is_signed(t->type)) {
        LLVMValueRef minus = LLVMBuildICmp(b, LLVMIntSLT, v, LLVMConstNull(type), "");
        v = LLVMBuildSelect(b, minus, LLVMBuildNot(b, v, ""), v, "");
    }
    LLVMValueRef zeros =
        intrinsic(t->f, "llvm.ctlz", &type, 1,
                  (LLVMValueRef[]){v, LLVMConstInt(LLVMInt1TypeInContext(t->g->ctx), 0, false)}, 2);
    LLVMValueRef none = LLVMBuildICmp(b, LLVMIntEQ, v, LLVMConstNull(type), "");
    zeros = ptx_sized(t, zeros, 32, false);
    LLVMValueRef r =
        ptx_has(t, "shiftamt") ? zeros : LLVMBuildSub(b, const_i32(t->g, width - 1), zeros, "");
    ptx_out(t, LLVMBuildSelect(b, none, const_i32(t->g, -1), r, ""));
}

// dp2a.MODE.A.B: two halves of a, times the lower or the upper two bytes of b
void ptx_dp2a(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    bool sa = ptx_is_signed(t->parts[t->nparts - 2]), sb = ptx_is_signed(t->parts[t->nparts - 1]);
    LLVMValueRef x = ptx_in(t, 1, "b32"), y = ptx_in(t, 2, "b32"), r = ptx_in(t, 3, "b32");
    for (int i = 0; i < 2; i++) {
        LLVMValueRef p = LLVMBuildLShr(b, x, const_i32(t->g, i * 16), "");
        LLVMValueRef q = LLVMBuildLShr(b, y, const_i32(t->g, i * 8 + 16 * ptx_has(t, "hi")), "");
        p = ptx_sized(t, LLVMBuildTrunc(b, p, ptx_int_of(t, 16), ""), 32, sa);
        q = ptx_sized(t, LLVMBuildTrunc(b, q, t->g->i8, ""), 32, sb);
        r = LLVMBuildAdd(b, r, LLVMBuildMul(b, p, q, ""), "");
    }
    ptx_out(t, r);
}

// szext: the lower n bits, extended; clamp: n up to 32, wrap: modulo 32
void ptx_szext(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    LLVMValueRef x = ptx_use(t, 1), n = ptx_in(t, 2, "u32");
    n = ptx_has(t, "wrap") ? LLVMBuildAnd(b, n, const_i32(t->g, 31), "")
                           : intrinsic2(t->f, "llvm.umin", n, const_i32(t->g, 32));
    LLVMValueRef by = ptx_sized(t, LLVMBuildSub(b, const_i32(t->g, 32), n, ""), 64, false);
    LLVMValueRef v = LLVMBuildShl(b, ptx_sized(t, x, 64, false), by, "");
    v = ptx_sized(t, v, 32, false); // n 0: nothing is left
    by = ptx_sized(t, by, 32, false);
    by = intrinsic2(t->f, "llvm.umin", by, const_i32(t->g, 31));
    LLVMValueRef none = LLVMBuildICmp(b, LLVMIntEQ, n, const_i32(t->g, 0), "");
    v = ptx_is_signed(t->type) ? LLVMBuildAShr(b, v, by, "") : LLVMBuildLShr(b, v, by, "");
    ptx_out(t, LLVMBuildSelect(b, none, const_i32(t->g, 0), v, ""));
}
