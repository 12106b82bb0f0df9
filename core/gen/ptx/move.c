// Instructions of inline PTX: moves, conversions, choices, and functions of one value.
#include "gen/ptx/ptx.h"

#include <string.h>

void ptx_mov(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    struct operand *d = &t->operands[0], *s = &t->operands[1];
    unsigned width = ptx_width_of(t->type);
    if (d->kind == OP_VECTOR) { // mov.b64 {lo, hi}, x
        LLVMValueRef v = ptx_sized(t, ptx_raw(t, 1), width, false);
        unsigned part = width / (unsigned)d->nparts;
        for (int i = 0; i < d->nparts; i++) {
            LLVMValueRef by = LLVMConstInt(LLVMTypeOf(v), part * (unsigned)i, false);
            LLVMValueRef piece = LLVMBuildLShr(b, v, by, "");
            ptx_set_register(t, d->parts[i], ptx_sized(t, piece, part, false), false);
        }
        return;
    }
    if (s->kind != OP_VECTOR) {
        ptx_out(t, ptx_in(t, 1, t->type));
        return;
    }
    unsigned part = width / (unsigned)s->nparts; // mov.b64 x, {lo, hi}
    LLVMValueRef v = LLVMConstNull(ptx_int_of(t, width));
    for (int i = 0; i < s->nparts; i++) {
        LLVMValueRef piece = s->parts[i] >= 0 ? t->registers[s->parts[i]].v : NULL;
        if (!piece) continue;
        piece = ptx_sized(t, ptx_sized(t, piece, part, false), width, false);
        v = LLVMBuildOr(b, v,
                        LLVMBuildShl(b, piece,
                                     LLVMConstInt(ptx_int_of(t, width), part * (unsigned)i, false),
                                     ""),
                        "");
    }
    ptx_out(t, v);
}

// A float to the nearest bfloat16, ties to even; its bits.
static LLVMValueRef to_bfloat(struct asm_text *t, LLVMValueRef v) {
    LLVMBuilderRef b = t->f->b;
    LLVMValueRef nan = LLVMBuildFCmp(b, LLVMRealUNO, v, v, ""), bits = ptx_bits(t, v);
    LLVMValueRef odd = LLVMBuildLShr(b, bits, const_i32(t->g, 16), "");
    odd = LLVMBuildAnd(b, odd, const_i32(t->g, 1), "");
    bits = LLVMBuildAdd(b, bits, LLVMBuildAdd(b, odd, const_i32(t->g, 0x7fff), ""), "");
    bits = LLVMBuildLShr(b, bits, const_i32(t->g, 16), "");
    return LLVMBuildTrunc(b, LLVMBuildSelect(b, nan, const_i32(t->g, 0x7fff), bits, ""),
                          ptx_int_of(t, 16), "");
}

static LLVMValueRef to_half_bits(struct asm_text *t, LLVMValueRef v, bool bfloat) {
    if (ptx_has(t, "relu")) { // below 0: 0; NaN stays
        LLVMValueRef zero = LLVMConstNull(t->g->f32);
        LLVMValueRef low = LLVMBuildFCmp(t->f->b, LLVMRealOLT, v, zero, "");
        v = LLVMBuildSelect(t->f->b, low, zero, v, "");
    }
    return bfloat ? to_bfloat(t, v) : ptx_bits(t, LLVMBuildFPTrunc(t->f->b, v, t->g->f16, ""));
}

// cvt.rn.f16x2.f32 d, a, b: b is the low half. cvt.rn.bf16.f32; cvt.rna.tf32.f32. false: another.
static bool cvt_halves(struct asm_text *t, const char *to) {
    LLVMBuilderRef b = t->f->b;
    bool pair = !strcmp(to, "f16x2") || !strcmp(to, "bf16x2"), bfloat = to[0] == 'b';
    if (!strcmp(t->type, "f32") && !strcmp(to, "tf32") && ptx_has(t, "rna")) {
        LLVMValueRef v = ptx_sized(t, ptx_raw(t, 1), 32, false); // ties away from 0
        LLVMValueRef sum = LLVMBuildAdd(b, v, const_i32(t->g, 0x1000), "");
        LLVMValueRef infinite = LLVMBuildAnd(b, v, const_i32(t->g, 0x7f800000), "");
        infinite = LLVMBuildICmp(b, LLVMIntEQ, infinite, const_i32(t->g, 0x7f800000), "");
        v = LLVMBuildSelect(b, infinite, v, sum, "");
        t->type = "b32";
        ptx_out(t, LLVMBuildAnd(b, v, const_i32(t->g, (int64_t)0xffffe000), ""));
        return true;
    }
    if (strcmp(t->type, "f32") != 0 || !ptx_has(t, "rn") || ptx_has(t, "satfinite") ||
        (!pair && strcmp(to, "bf16") != 0))
        return false;
    LLVMValueRef v = to_half_bits(t, ptx_in(t, 1, "f32"), bfloat);
    t->type = pair ? "b32" : "b16";
    if (pair) {
        LLVMValueRef low = to_half_bits(t, ptx_in(t, 2, "f32"), bfloat);
        v = LLVMBuildShl(b, ptx_sized(t, v, 32, false), const_i32(t->g, 16), "");
        v = LLVMBuildOr(b, v, ptx_sized(t, low, 32, false), "");
    }
    ptx_out(t, v);
    return true;
}

// Of an integer: what the type holds, or the nearest that it does.
static LLVMValueRef saturated(struct asm_text *t, LLVMValueRef v, const char *from,
                              const char *to) {
    LLVMBuilderRef b = t->f->b;
    unsigned width = ptx_width_of(to);
    bool sign = ptx_is_signed(to);
    v = ptx_sized(t, v, 128, ptx_is_signed(from));
    LLVMTypeRef wide = LLVMTypeOf(v);
    LLVMValueRef one = LLVMConstInt(wide, 1, false),
                 top = LLVMBuildShl(b, one, LLVMConstInt(wide, width - sign, false), "");
    LLVMValueRef least = sign ? LLVMBuildNeg(b, top, "") : LLVMConstNull(wide);
    v = intrinsic2(t->f, "llvm.smin", v, LLVMBuildSub(b, top, one, ""));
    return ptx_sized(t, intrinsic2(t->f, "llvm.smax", v, least), width, sign);
}

void ptx_cvt(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    const char *to = t->nparts > 2 ? t->parts[t->nparts - 2] : "", *from = t->type;
    if (cvt_halves(t, to)) return;
    if (!strcmp(from, "bf16") && !strcmp(to, "f32")) {
        LLVMValueRef half = ptx_sized(t, ptx_raw(t, 1), 16, false);
        t->type = "b32";
        ptx_out(t, LLVMBuildShl(b, ptx_sized(t, half, 32, false), const_i32(t->g, 16), ""));
        return;
    }
    if (!ptx_is_type(to) || !strcmp(to, "bf16") || strstr(to, "x2") || !strcmp(from, "bf16") ||
        (ptx_has(t, "sat") && ptx_is_float(to))) {
        ptx_fail(t, "this conversion is not there yet:", t->op);
        return;
    }
    LLVMValueRef v = ptx_use(t, 1);
    bool rounded = ptx_has(t, "rni") || ptx_has(t, "rzi") || ptx_has(t, "rmi") || ptx_has(t, "rpi");
    if (ptx_is_float(from) && rounded)
        v = intrinsic1(t->f,
                       ptx_has(t, "rni")   ? "llvm.roundeven"
                       : ptx_has(t, "rmi") ? "llvm.floor"
                       : ptx_has(t, "rpi") ? "llvm.ceil"
                                           : "llvm.trunc",
                       v);
    if (ptx_is_float(to) && ptx_is_float(from)) {
        if (!rounded && ptx_width_of(to) < ptx_width_of(from) && ptx_rounds_otherwise(t)) return;
        v = ptx_width_of(to) == ptx_width_of(from)  ? v
            : ptx_width_of(to) < ptx_width_of(from) ? LLVMBuildFPTrunc(b, v, ptx_ir_type(t, to), "")
                                                    : LLVMBuildFPExt(b, v, ptx_ir_type(t, to), "");
    } else if (ptx_is_float(to)) {
        if (ptx_rounds_otherwise(t)) return;
        v = ptx_is_signed(from) ? LLVMBuildSIToFP(b, v, ptx_ir_type(t, to), "")
                                : LLVMBuildUIToFP(b, v, ptx_ir_type(t, to), "");
    } else if (ptx_is_float(from)) {
        v = float_to_int_sat(t->f, v, ptx_int_of(t, ptx_width_of(to)), ptx_is_signed(to));
    } else {
        bool sat = ptx_has(t, "sat");
        v = sat ? saturated(t, v, from, to)
                : ptx_sized(t, v, ptx_width_of(to), ptx_is_signed(from));
        if (!sat && (ptx_is_signed(to) || ptx_is_signed(from))) {
            t->type = to;
            ptx_out(t, v);
            return;
        }
    }
    t->type = to;
    ptx_out(t, v);
}

// cvta: addresses of all spaces are generic ones here.
void ptx_cvta(struct asm_text *t) { ptx_out(t, ptx_use(t, 1)); }

static LLVMValueRef compare(struct asm_text *t, const char *how, LLVMValueRef x, LLVMValueRef y) {
    static const struct {
        const char *name;
        int s, u, f; // predicates, 0: none
    } rows[] = {{"eq", LLVMIntEQ, LLVMIntEQ, LLVMRealOEQ},
                {"ne", LLVMIntNE, LLVMIntNE, LLVMRealONE},
                {"lt", LLVMIntSLT, LLVMIntULT, LLVMRealOLT},
                {"le", LLVMIntSLE, LLVMIntULE, LLVMRealOLE},
                {"gt", LLVMIntSGT, LLVMIntUGT, LLVMRealOGT},
                {"ge", LLVMIntSGE, LLVMIntUGE, LLVMRealOGE},
                {"lo", LLVMIntULT, LLVMIntULT, 0},
                {"ls", LLVMIntULE, LLVMIntULE, 0},
                {"hi", LLVMIntUGT, LLVMIntUGT, 0},
                {"hs", LLVMIntUGE, LLVMIntUGE, 0},
                {"equ", 0, 0, LLVMRealUEQ},
                {"neu", 0, 0, LLVMRealUNE},
                {"ltu", 0, 0, LLVMRealULT},
                {"leu", 0, 0, LLVMRealULE},
                {"gtu", 0, 0, LLVMRealUGT},
                {"geu", 0, 0, LLVMRealUGE},
                {"num", 0, 0, LLVMRealORD},
                {"nan", 0, 0, LLVMRealUNO}};
    for (int i = 0; i < HD_COUNT(rows); i++) {
        if (strcmp(how, rows[i].name) != 0) continue;
        if (ptx_is_float(t->type) && rows[i].f)
            return LLVMBuildFCmp(t->f->b, (LLVMRealPredicate)rows[i].f, x, y, "");
        int p = ptx_is_signed(t->type) ? rows[i].s : rows[i].u;
        if (!ptx_is_float(t->type) && p)
            return LLVMBuildICmp(t->f->b, (LLVMIntPredicate)p, x, y, "");
    }
    ptx_fail(t, "there is no such comparison:", t->op);
    return LLVMConstNull(t->g->i1);
}

void ptx_setp(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    const char *join = NULL;
    LLVMValueRef r = compare(t, t->parts[1], ptx_use(t, 1), ptx_use(t, 2)),
                 other = LLVMBuildNot(b, r, "");
    for (int i = 2; i < t->nparts; i++)
        if (!strcmp(t->parts[i], "and") || !strcmp(t->parts[i], "or") ||
            !strcmp(t->parts[i], "xor"))
            join = t->parts[i];
    if (join) {
        LLVMValueRef c = ptx_in(t, 3, "pred");
        r = *join == 'a'   ? LLVMBuildAnd(b, r, c, "")
            : *join == 'o' ? LLVMBuildOr(b, r, c, "")
                           : LLVMBuildXor(b, r, c, "");
        other = *join == 'a'   ? LLVMBuildAnd(b, other, c, "")
                : *join == 'o' ? LLVMBuildOr(b, other, c, "")
                               : LLVMBuildXor(b, other, c, "");
    }
    t->type = "pred";
    ptx_out(t, r);
    if (t->operands[0].second >= 0) ptx_set_register(t, t->operands[0].second, other, false);
}

// set.gt.u32.f32 d, a, b: all ones or 1.0 where it holds.
void ptx_set(struct asm_text *t) {
    const char *to = t->nparts > 3 ? t->parts[t->nparts - 2] : "u32";
    LLVMValueRef r = compare(t, t->parts[1], ptx_use(t, 1), ptx_use(t, 2));
    if (ptx_is_float(to))
        r = LLVMBuildUIToFP(t->f->b, r, ptx_ir_type(t, to), "");
    else
        r = ptx_sized(t, r, ptx_width_of(to), true);
    t->type = to;
    ptx_out(t, r);
}

void ptx_selp(struct asm_text *t) {
    LLVMValueRef p = ptx_in(t, 3, "pred");
    ptx_out(t, LLVMBuildSelect(t->f->b, p, ptx_use(t, 1), ptx_use(t, 2), ""));
}

void ptx_slct(struct asm_text *t) { // a where c >= 0
    const char *to = t->parts[t->nparts - 2], *of = t->type;
    LLVMValueRef c = ptx_in(t, 3, of), p;
    p = ptx_is_float(of) ? LLVMBuildFCmp(t->f->b, LLVMRealOGE, c, LLVMConstNull(LLVMTypeOf(c)), "")
                         : LLVMBuildICmp(t->f->b, LLVMIntSGE, c, LLVMConstNull(LLVMTypeOf(c)), "");
    t->type = to;
    ptx_out(t, LLVMBuildSelect(t->f->b, p, ptx_use(t, 1), ptx_use(t, 2), ""));
}

// ---- functions ----------------------------------------------------------------------------------

void ptx_function(struct asm_text *t) {
    static const struct {
        const char *op, *single, *wide;
    } rows[] = {{"ex2", "exp2f", NULL},
                {"lg2", "log2f", NULL},
                {"sin", "sinf", NULL},
                {"cos", "cosf", NULL},
                {"tanh", "tanhf", NULL}};
    bool wide = !strcmp(t->type, "f64");
    const char *op = t->parts[0];
    if ((!wide && strcmp(t->type, "f32") != 0) || ptx_rounds_otherwise(t)) {
        ptx_fail(t, "this function is not there yet:", t->op);
        return;
    }
    LLVMValueRef x = ptx_use(t, 1), one = LLVMConstReal(LLVMTypeOf(x), 1);
    if (!strcmp(op, "sqrt") || !strcmp(op, "rsqrt")) {
        LLVMValueRef r = intrinsic1(t->f, "llvm.sqrt", x);
        ptx_out(t, *op == 'r' ? LLVMBuildFDiv(t->f->b, one, r, "") : r);
        return;
    }
    if (!strcmp(op, "rcp")) {
        ptx_out(t, LLVMBuildFDiv(t->f->b, one, x, ""));
        return;
    }
    for (int i = 0; i < HD_COUNT(rows) && !wide; i++)
        if (!strcmp(op, rows[i].op)) {
            ptx_out(t, ptx_call1(t, rows[i].single, x, false));
            return;
        }
    ptx_fail(t, "this function is not there yet:", t->op);
}
