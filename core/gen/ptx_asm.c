// Inline PTX in kernels on the CPU: `asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(d) : ...)`.
//
// The text is a list of instructions, so each register is the value that it has now: a name's bits
// (i1 for predicates, else i16, i32, i64), read as the type that the instruction names. A guard
// `@p` makes a select of the old value and the new, before accesses to memory a branch. At labels
// and jumps the registers go to memory, and come back in the block that follows. What comes out is
// plain LLVM code, of which vectors are made as of any other. Each instruction is a row of
// `instructions`; what has no row is an error by name. On GPUs the text goes to the assembler as it
// is.
//
// Example: ".reg .u32 t; add.u32 t, %1, 1; mul.lo.u32 %0, t, t;" is an add and a mul.
#include "gen/emit.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PARTS = 12, MOST_OPERANDS = 12, MOST_REGISTERS = 96, MOST_LABELS = 16, NAME = 48 };

enum operand_kind { OP_REGISTER, OP_VALUE, OP_VECTOR, OP_ADDRESS, OP_SINK };
struct operand {
    enum operand_kind kind;
    int reg;              // OP_REGISTER, OP_ADDRESS: index into registers
    LLVMValueRef value;   // OP_VALUE: bits
    bool negated;         // !p
    int64_t offset;       // OP_ADDRESS
    int parts[8], nparts; // OP_VECTOR: registers, -1: `_`
    int second;           // d|p: the predicate's register, -1: none
};

struct asm_text {
    struct fn *f;
    struct gen *g;
    const struct hd_asm *a;
    struct { // the operands come first
        char name[NAME];
        LLVMValueRef v;
        unsigned width;    // bits; 1: a predicate
        LLVMValueRef slot; // its memory at labels and jumps; NULL: it had no need of one
    } registers[MOST_REGISTERS];
    int nregisters;
    struct { // jumps inside of the text
        char name[NAME];
        LLVMBasicBlockRef block;
        bool placed;
    } labels[MOST_LABELS];
    int nlabels;
    // The instruction at hand.
    char op[NAME * 2];
    char *parts[MOST_PARTS];
    int nparts;
    struct operand operands[MOST_OPERANDS];
    int noperands;
    LLVMValueRef guard; // i1 or NULL
    const char *type;   // the last part that is a type, ""
    bool failed;
};

static bool fail(struct asm_text *t, const char *why, const char *what) {
    if (!t->failed) {
        struct hd_diags *diags = t->g->job->diags;
        struct hd_diag *d = hd_error(diags, (struct hd_range){t->f->loc, t->f->loc},
                                     "inline PTX on the CPU: %s `%s`", why, what);
        hd_help(diags, d, "write it in CUDA C++, or guard it; on a GPU it is passed on as it is");
    }
    t->failed = true;
    return false;
}

// ---- types and values ---------------------------------------------------------------------------

static unsigned width_of(const char *type) {
    if (!strcmp(type, "pred")) return 1;
    if (!strcmp(type, "f16x2") || !strcmp(type, "bf16x2")) return 32;
    const char *digits = type + strcspn(type, "0123456789");
    return (unsigned)atoi(digits);
}
static bool is_type(const char *p) {
    static const char *const names[] = {"pred", "b8",  "b16",   "b32",  "b64",    "u8",  "u16",
                                        "u32",  "u64", "s8",    "s16",  "s32",    "s64", "f16",
                                        "f32",  "f64", "f16x2", "bf16", "bf16x2", "b128"};
    for (int i = 0; i < HD_COUNT(names); i++)
        if (!strcmp(p, names[i])) return true;
    return false;
}
static bool is_float(const char *type) {
    return type[0] == 'f' || (type[0] == 'b' && type[1] == 'f');
}
static bool is_signed(const char *type) { return type[0] == 's'; }
static bool has(const struct asm_text *t, const char *part) {
    for (int i = 1; i < t->nparts; i++)
        if (!strcmp(t->parts[i], part)) return true;
    return false;
}
static LLVMTypeRef int_of(struct asm_text *t, unsigned width) {
    return LLVMIntTypeInContext(t->g->ctx, width);
}
static LLVMTypeRef ir_type(struct asm_text *t, const char *type) {
    if (!strcmp(type, "f32")) return t->g->f32;
    if (!strcmp(type, "f64")) return t->g->f64;
    if (!strcmp(type, "f16")) return t->g->f16;
    return int_of(t, width_of(type));
}
static LLVMValueRef sized(struct asm_text *t, LLVMValueRef v, unsigned width, bool sign) {
    unsigned has_width = LLVMGetIntTypeWidth(LLVMTypeOf(v));
    if (has_width == width) return v;
    if (has_width > width) return LLVMBuildTrunc(t->f->b, v, int_of(t, width), "");
    return sign ? LLVMBuildSExt(t->f->b, v, int_of(t, width), "")
                : LLVMBuildZExt(t->f->b, v, int_of(t, width), "");
}
static LLVMValueRef bits(struct asm_text *t, LLVMValueRef v) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v));
    if (kind == LLVMIntegerTypeKind) return v;
    unsigned width = kind == LLVMDoubleTypeKind ? 64 : kind == LLVMFloatTypeKind ? 32 : 16;
    return LLVMBuildBitCast(t->f->b, v, int_of(t, width), "");
}
static LLVMValueRef raw(struct asm_text *t, int i) {
    const struct operand *o = &t->operands[i];
    if (i >= t->noperands || o->kind == OP_SINK || o->kind == OP_VECTOR) {
        fail(t, "an operand is missing in", t->op);
        return const_i32(t->g, 0);
    }
    LLVMValueRef v = o->kind == OP_VALUE ? o->value : t->registers[o->reg].v;
    if (!v) v = LLVMConstNull(int_of(t, t->registers[o->reg].width));
    return v;
}
// Operand i as a value of the type.
static LLVMValueRef in(struct asm_text *t, int i, const char *type) {
    LLVMValueRef v = raw(t, i);
    if (!strcmp(type, "pred")) {
        v = sized(t, v, 1, false);
        return t->operands[i].negated ? LLVMBuildNot(t->f->b, v, "") : v;
    }
    v = sized(t, v, width_of(type), is_signed(type));
    return is_float(type) ? LLVMBuildBitCast(t->f->b, v, ir_type(t, type), "") : v;
}
static LLVMValueRef use(struct asm_text *t, int i) { return in(t, i, t->type); }

static void set_register(struct asm_text *t, int reg, LLVMValueRef v, bool sign) {
    if (reg < 0) return;
    v = sized(t, bits(t, v), t->registers[reg].width, sign);
    LLVMValueRef old = t->registers[reg].v;
    if (t->guard && old) v = LLVMBuildSelect(t->f->b, t->guard, v, old, "");
    t->registers[reg].v = v;
}
static void out(struct asm_text *t, LLVMValueRef v) {
    const struct operand *o = &t->operands[0];
    if (o->kind == OP_REGISTER)
        set_register(t, o->reg, v, is_signed(t->type));
    else if (o->kind != OP_SINK)
        fail(t, "the result's register is missing in", t->op);
}

static LLVMValueRef call1(struct asm_text *t, const char *name, LLVMValueRef v, bool wide) {
    struct hd_type *type = wide ? hd_ty.double_ : hd_ty.float_;
    struct val a = val_scalar(v, type);
    return extern_call(t->f, name, HD_REF_RUNTIME, type, &a, 1, 1, false, NULL).v;
}

static LLVMValueRef runtime(struct asm_text *t, const char *name, struct hd_type *type,
                            struct val *args, int n) {
    return extern_call(t->f, name, HD_REF_RUNTIME, type, args, n, n, true, NULL).v;
}

// ---- the carry flag -----------------------------------------------------------------------------

static LLVMValueRef carry_slot(struct asm_text *t) {
    if (!t->f->ptx_carry) t->f->ptx_carry = temp(t->f, t->g->i32, 4);
    return t->f->ptx_carry;
}

static LLVMValueRef carry_in(struct asm_text *t, unsigned width) {
    return sized(t, raw_load(t->f, t->g->i32, carry_slot(t), 4), width, false);
}

// a + b + c (or a - b - c), with the carry of all if `.cc` asks for it.
static LLVMValueRef sum(struct asm_text *t, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c,
                        bool minus) {
    LLVMBuilderRef ir = t->f->b;
    unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(a));
    LLVMTypeRef wide = int_of(t, width * 2);
    LLVMValueRef x = LLVMBuildZExt(ir, a, wide, ""), y = LLVMBuildZExt(ir, b, wide, "");
    LLVMValueRef s = minus ? LLVMBuildSub(ir, x, y, "") : LLVMBuildAdd(ir, x, y, "");
    if (c) {
        LLVMValueRef z = LLVMBuildZExt(ir, c, wide, "");
        s = minus ? LLVMBuildSub(ir, s, z, "") : LLVMBuildAdd(ir, s, z, "");
    }
    if (has(t, "cc")) {
        LLVMValueRef flag = LLVMBuildLShr(ir, s, LLVMConstInt(wide, width, false), "");
        flag = LLVMBuildAnd(ir, flag, LLVMConstInt(wide, 1, false), "");
        LLVMValueRef old = t->guard ? raw_load(t->f, t->g->i32, carry_slot(t), 4) : NULL;
        flag = sized(t, flag, 32, false);
        if (old) flag = LLVMBuildSelect(ir, t->guard, flag, old, "");
        raw_store(t->f, flag, carry_slot(t), 4);
    }
    return LLVMBuildTrunc(ir, s, int_of(t, width), "");
}

// ---- arithmetic ---------------------------------------------------------------------------------

static bool rounds_otherwise(struct asm_text *t) {
    static const char *const modes[] = {"rz", "rm", "rp", "sat"};
    for (int i = 0; i < HD_COUNT(modes); i++)
        if (has(t, modes[i])) return !fail(t, "this rounding is not there yet:", t->op);
    return false;
}

static void do_add(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    bool minus = t->parts[0][0] == 's', with_carry = t->parts[0][3] == 'c';
    LLVMValueRef x = use(t, 1), y = use(t, 2);
    if (is_float(t->type)) {
        if (rounds_otherwise(t)) return;
        out(t, minus ? LLVMBuildFSub(b, x, y, "") : LLVMBuildFAdd(b, x, y, ""));
        return;
    }
    if (has(t, "sat")) {
        out(t, intrinsic2(t->f, minus ? "llvm.ssub.sat" : "llvm.sadd.sat", x, y));
        return;
    }
    out(t, sum(t, x, y, with_carry ? carry_in(t, width_of(t->type)) : NULL, minus));
}

// The product of x and y: low half, high half, or all of it.
static LLVMValueRef product(struct asm_text *t, LLVMValueRef x, LLVMValueRef y) {
    LLVMBuilderRef b = t->f->b;
    unsigned width = width_of(t->type);
    if (!has(t, "wide") && !has(t, "hi")) return LLVMBuildMul(b, x, y, "");
    bool sign = is_signed(t->type);
    LLVMValueRef p =
        LLVMBuildMul(b, sized(t, x, width * 2, sign), sized(t, y, width * 2, sign), "");
    if (has(t, "wide")) return p;
    p = LLVMBuildLShr(b, p, LLVMConstInt(LLVMTypeOf(p), width, false), "");
    return LLVMBuildTrunc(b, p, int_of(t, width), "");
}

static void do_mul(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    LLVMValueRef x = use(t, 1), y = use(t, 2);
    bool add = t->parts[0][1] == 'a' || t->parts[0][0] == 'f'; // mad, fma
    if (is_float(t->type)) {
        if (rounds_otherwise(t)) return;
        if (!add) {
            out(t, LLVMBuildFMul(b, x, y, ""));
            return;
        }
        LLVMTypeRef type = ir_type(t, t->type);
        LLVMValueRef args[] = {x, y, use(t, 3)};
        out(t, intrinsic(t->f, "llvm.fma", &type, 1, args, 3));
        return;
    }
    if (t->parts[0][0] == 'm' && strstr(t->parts[0], "24")) {
        bool sign = is_signed(t->type);
        LLVMValueRef eight = const_i32(t->g, 8);
        x = LLVMBuildShl(b, x, eight, "");
        y = LLVMBuildShl(b, y, eight, "");
        x = sign ? LLVMBuildAShr(b, x, eight, "") : LLVMBuildLShr(b, x, eight, "");
        y = sign ? LLVMBuildAShr(b, y, eight, "") : LLVMBuildLShr(b, y, eight, "");
    }
    LLVMValueRef p = product(t, x, y);
    if (add) {
        unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(p));
        LLVMValueRef z = sized(t, raw(t, 3), width, is_signed(t->type));
        bool with_carry = !strcmp(t->parts[0], "madc");
        p = sum(t, p, z, with_carry ? carry_in(t, width) : NULL, false);
    }
    out(t, p);
}

static void do_div(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    LLVMValueRef x = use(t, 1), y = use(t, 2);
    bool rest = t->parts[0][0] == 'r';
    if (is_float(t->type))
        out(t, LLVMBuildFDiv(b, x, y, ""));
    else if (is_signed(t->type))
        out(t, rest ? LLVMBuildSRem(b, x, y, "") : LLVMBuildSDiv(b, x, y, ""));
    else
        out(t, rest ? LLVMBuildURem(b, x, y, "") : LLVMBuildUDiv(b, x, y, ""));
}

static void do_minmax(struct asm_text *t) {
    bool least = t->parts[0][1] == 'i';
    LLVMValueRef x = use(t, 1), y = use(t, 2);
    const char *name = is_float(t->type)    ? (least ? "llvm.minnum" : "llvm.maxnum")
                       : is_signed(t->type) ? (least ? "llvm.smin" : "llvm.smax")
                                            : (least ? "llvm.umin" : "llvm.umax");
    out(t, intrinsic2(t->f, name, x, y));
}

static void do_unary(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    const char *op = t->parts[0];
    LLVMValueRef x = use(t, 1), r;
    if (!strcmp(op, "neg"))
        r = is_float(t->type) ? LLVMBuildFNeg(b, x, "") : LLVMBuildNeg(b, x, "");
    else if (!strcmp(op, "not"))
        r = LLVMBuildNot(b, x, "");
    else if (!strcmp(op, "cnot"))
        r = sized(t, LLVMBuildICmp(b, LLVMIntEQ, x, LLVMConstNull(LLVMTypeOf(x)), ""),
                  width_of(t->type), false);
    else if (is_float(t->type))
        r = intrinsic1(t->f, "llvm.fabs", x);
    else
        r = intrinsic2(t->f, "llvm.smax", x, LLVMBuildNeg(b, x, ""));
    out(t, r);
}

static void do_logic(struct asm_text *t) {
    LLVMValueRef x = use(t, 1), y = use(t, 2);
    out(t, t->parts[0][0] == 'a'   ? LLVMBuildAnd(t->f->b, x, y, "")
           : t->parts[0][0] == 'o' ? LLVMBuildOr(t->f->b, x, y, "")
                                   : LLVMBuildXor(t->f->b, x, y, ""));
}

// Amounts at or past the width give zeros, or signs.
static void do_shift(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    unsigned width = width_of(t->type);
    LLVMValueRef x = use(t, 1), n = sized(t, in(t, 2, "u32"), 32, false);
    bool left = t->parts[0][2] == 'l', sign = !left && is_signed(t->type);
    LLVMValueRef over = LLVMBuildICmp(b, LLVMIntUGE, n, const_i32(t->g, width), "");
    LLVMValueRef most = const_i32(t->g, width - 1);
    LLVMValueRef amount = sized(t, LLVMBuildSelect(b, over, most, n, ""), width, false);
    LLVMValueRef r = left   ? LLVMBuildShl(b, x, amount, "")
                     : sign ? LLVMBuildAShr(b, x, amount, "")
                            : LLVMBuildLShr(b, x, amount, "");
    out(t, sign ? r : LLVMBuildSelect(b, over, LLVMConstNull(LLVMTypeOf(x)), r, ""));
}

// ---- bits ---------------------------------------------------------------------------------------

static bool constant_of(struct asm_text *t, int i, uint64_t *value) {
    LLVMValueRef v = raw(t, i);
    if (!LLVMIsAConstantInt(v)) return fail(t, "this operand must be a constant:", t->op);
    *value = LLVMConstIntGetZExtValue(v);
    return true;
}

// d = the table's bit of the three operands' bits, as sums of products.
static void do_lop3(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    uint64_t table = 0;
    LLVMValueRef v[] = {use(t, 1), use(t, 2), use(t, 3)};
    LLVMValueRef r = LLVMConstNull(LLVMTypeOf(v[0]));
    if (!constant_of(t, 4, &table)) return;
    for (int row = 0; row < 8; row++) {
        if (!(table >> row & 1)) continue;
        LLVMValueRef term = NULL;
        for (int k = 0; k < 3; k++) {
            LLVMValueRef x = row >> (2 - k) & 1 ? v[k] : LLVMBuildNot(b, v[k], "");
            term = term ? LLVMBuildAnd(b, term, x, "") : x;
        }
        r = LLVMBuildOr(b, r, term, "");
    }
    out(t, r);
}

static LLVMValueRef clamped(struct asm_text *t, LLVMValueRef v, unsigned most) {
    LLVMValueRef byte = LLVMBuildAnd(t->f->b, v, const_i32(t->g, 255), "");
    return intrinsic2(t->f, "llvm.umin", byte, const_i32(t->g, most));
}

// Ones below bit n (which may be the width).
static LLVMValueRef ones(struct asm_text *t, LLVMValueRef n, unsigned width) {
    LLVMBuilderRef b = t->f->b;
    LLVMTypeRef wide = int_of(t, width * 2);
    LLVMValueRef one = LLVMConstInt(wide, 1, false);
    LLVMValueRef m =
        LLVMBuildSub(b, LLVMBuildShl(b, one, sized(t, n, width * 2, false), ""), one, "");
    return LLVMBuildTrunc(b, m, int_of(t, width), "");
}

static void do_bfe(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    unsigned width = width_of(t->type);
    bool sign = is_signed(t->type);
    LLVMValueRef pos = LLVMBuildAnd(b, in(t, 2, "u32"), const_i32(t->g, 255), "");
    LLVMValueRef len = clamped(t, in(t, 3, "u32"), width);
    LLVMValueRef x = use(t, 1);
    LLVMValueRef from = intrinsic2(t->f, "llvm.umin", pos, const_i32(t->g, width * 2 - 1));
    LLVMValueRef v =
        LLVMBuildAShr(b, sized(t, x, width * 4, sign), sized(t, from, width * 4, false), "");
    v = LLVMBuildTrunc(b, v, int_of(t, width), "");
    LLVMValueRef field = LLVMBuildAnd(b, v, ones(t, len, width), "");
    if (sign) { // the field's top bit, or the word's where the field ends past it
        LLVMValueRef last = LLVMBuildSub(b, LLVMBuildAdd(b, pos, len, ""), const_i32(t->g, 1), "");
        last = intrinsic2(t->f, "llvm.umin", last, const_i32(t->g, width - 1));
        LLVMValueRef top = LLVMBuildLShr(b, x, sized(t, last, width, false), "");
        top = LLVMBuildTrunc(b, top, t->g->i1, "");
        LLVMValueRef empty = LLVMBuildICmp(b, LLVMIntEQ, len, const_i32(t->g, 0), "");
        top = LLVMBuildAnd(b, top, LLVMBuildNot(b, empty, ""), "");
        LLVMValueRef fill = LLVMBuildNot(b, ones(t, len, width), "");
        field = LLVMBuildSelect(b, top, LLVMBuildOr(b, field, fill, ""), field, "");
    }
    out(t, field);
}

static void do_bfi(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    unsigned width = width_of(t->type);
    LLVMValueRef x = use(t, 1), into = use(t, 2);
    LLVMValueRef pos = clamped(t, in(t, 3, "u32"), width), len = clamped(t, in(t, 4, "u32"), width);
    LLVMTypeRef wide = int_of(t, width * 2);
    LLVMValueRef by = sized(t, pos, width * 2, false);
    LLVMValueRef mask = LLVMBuildShl(b, LLVMBuildZExt(b, ones(t, len, width), wide, ""), by, "");
    LLVMValueRef value = LLVMBuildShl(b, LLVMBuildZExt(b, x, wide, ""), by, "");
    mask = LLVMBuildTrunc(b, mask, int_of(t, width), "");
    value = LLVMBuildTrunc(b, value, int_of(t, width), "");
    out(t, LLVMBuildOr(b, LLVMBuildAnd(b, value, mask, ""),
                       LLVMBuildAnd(b, into, LLVMBuildNot(b, mask, ""), ""), ""));
}

static void do_count(struct asm_text *t) {
    const char *op = t->parts[0];
    LLVMValueRef x = use(t, 1), r;
    if (!strcmp(op, "brev")) {
        out(t, intrinsic1(t->f, "llvm.bitreverse", x));
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
    out(t, sized(t, r, 32, false));
}

static void do_prmt(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    if (t->nparts > 2) { // modes f4e, b4e, rc8 ...
        fail(t, "this mode is not there yet:", t->op);
        return;
    }
    LLVMValueRef low = sized(t, use(t, 1), 64, false), high = sized(t, use(t, 2), 64, false);
    LLVMValueRef both = LLVMBuildOr(b, low, LLVMBuildShl(b, high, const_i64(t->g, 32), ""), "");
    LLVMValueRef select = sized(t, use(t, 3), 64, false), r = const_i32(t->g, 0);
    for (int i = 0; i < 4; i++) {
        LLVMValueRef code = LLVMBuildLShr(b, select, const_i64(t->g, i * 4), "");
        LLVMValueRef at = LLVMBuildAnd(b, code, const_i64(t->g, 7), "");
        at = LLVMBuildShl(b, at, const_i64(t->g, 3), "");
        LLVMValueRef byte = LLVMBuildTrunc(b, LLVMBuildLShr(b, both, at, ""), t->g->i8, "");
        LLVMValueRef sign = LLVMBuildAShr(b, byte, LLVMConstInt(t->g->i8, 7, false), "");
        LLVMValueRef wants = LLVMBuildAnd(b, code, const_i64(t->g, 8), "");
        wants = LLVMBuildICmp(b, LLVMIntNE, wants, const_i64(t->g, 0), "");
        byte = sized(t, LLVMBuildSelect(b, wants, sign, byte, ""), 32, false);
        r = LLVMBuildOr(b, r, LLVMBuildShl(b, byte, const_i32(t->g, i * 8), ""), "");
    }
    out(t, r);
}

// shf: a funnel of two words; `clamp` goes up to 32, `wrap` takes the amount modulo 32.
static void do_shf(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    LLVMValueRef low = sized(t, use(t, 1), 64, false), high = sized(t, use(t, 2), 64, false);
    LLVMValueRef n = in(t, 3, "u32");
    n = has(t, "wrap") ? LLVMBuildAnd(b, n, const_i32(t->g, 31), "")
                       : intrinsic2(t->f, "llvm.umin", n, const_i32(t->g, 32));
    LLVMValueRef both = LLVMBuildOr(b, low, LLVMBuildShl(b, high, const_i64(t->g, 32), ""), "");
    LLVMValueRef by = sized(t, n, 64, false);
    LLVMValueRef r = has(t, "l")
                         ? LLVMBuildLShr(b, LLVMBuildShl(b, both, by, ""), const_i64(t->g, 32), "")
                         : LLVMBuildLShr(b, both, by, "");
    out(t, LLVMBuildTrunc(b, r, t->g->i32, ""));
}

static void do_dp4a(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    bool sa = has(t, "s32") && is_signed(t->parts[1]), sb = is_signed(t->parts[2]);
    LLVMValueRef x = in(t, 1, "b32"), y = in(t, 2, "b32"), r = in(t, 3, "b32");
    for (int i = 0; i < 4; i++) {
        LLVMValueRef by = const_i32(t->g, i * 8);
        LLVMValueRef p = LLVMBuildTrunc(b, LLVMBuildLShr(b, x, by, ""), t->g->i8, "");
        LLVMValueRef q = LLVMBuildTrunc(b, LLVMBuildLShr(b, y, by, ""), t->g->i8, "");
        r = LLVMBuildAdd(b, r, LLVMBuildMul(b, sized(t, p, 32, sa), sized(t, q, 32, sb), ""), "");
    }
    out(t, r);
}

static void do_sad(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    LLVMValueRef x = use(t, 1), y = use(t, 2);
    bool sign = is_signed(t->type);
    LLVMValueRef most = intrinsic2(t->f, sign ? "llvm.smax" : "llvm.umax", x, y);
    LLVMValueRef least = intrinsic2(t->f, sign ? "llvm.smin" : "llvm.umin", x, y);
    out(t, LLVMBuildAdd(b, LLVMBuildSub(b, most, least, ""), use(t, 3), ""));
}

// ---- moves, conversions, choices ----------------------------------------------------------------

static void do_mov(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    struct operand *d = &t->operands[0], *s = &t->operands[1];
    unsigned width = width_of(t->type);
    if (d->kind == OP_VECTOR) { // mov.b64 {lo, hi}, x
        LLVMValueRef v = sized(t, raw(t, 1), width, false);
        unsigned part = width / (unsigned)d->nparts;
        for (int i = 0; i < d->nparts; i++) {
            LLVMValueRef by = LLVMConstInt(LLVMTypeOf(v), part * (unsigned)i, false);
            LLVMValueRef piece = LLVMBuildLShr(b, v, by, "");
            set_register(t, d->parts[i], sized(t, piece, part, false), false);
        }
        return;
    }
    if (s->kind != OP_VECTOR) {
        out(t, in(t, 1, t->type));
        return;
    }
    unsigned part = width / (unsigned)s->nparts; // mov.b64 x, {lo, hi}
    LLVMValueRef v = LLVMConstNull(int_of(t, width));
    for (int i = 0; i < s->nparts; i++) {
        LLVMValueRef piece = s->parts[i] >= 0 ? t->registers[s->parts[i]].v : NULL;
        if (!piece) continue;
        piece = sized(t, sized(t, piece, part, false), width, false);
        v = LLVMBuildOr(
            b, v,
            LLVMBuildShl(b, piece, LLVMConstInt(int_of(t, width), part * (unsigned)i, false), ""),
            "");
    }
    out(t, v);
}

static void do_cvt(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    const char *to = t->nparts > 2 ? t->parts[t->nparts - 2] : "", *from = t->type;
    if (!is_type(to) || !strcmp(to, "bf16") || strstr(to, "x2") || !strcmp(from, "bf16") ||
        (has(t, "sat") && is_float(to))) {
        fail(t, "this conversion is not there yet:", t->op);
        return;
    }
    LLVMValueRef v = use(t, 1);
    bool rounded = has(t, "rni") || has(t, "rzi") || has(t, "rmi") || has(t, "rpi");
    if (is_float(from) && rounded)
        v = intrinsic1(t->f,
                       has(t, "rni")   ? "llvm.roundeven"
                       : has(t, "rmi") ? "llvm.floor"
                       : has(t, "rpi") ? "llvm.ceil"
                                       : "llvm.trunc",
                       v);
    if (is_float(to) && is_float(from)) {
        if (!rounded && width_of(to) < width_of(from) && rounds_otherwise(t)) return;
        v = width_of(to) == width_of(from)  ? v
            : width_of(to) < width_of(from) ? LLVMBuildFPTrunc(b, v, ir_type(t, to), "")
                                            : LLVMBuildFPExt(b, v, ir_type(t, to), "");
    } else if (is_float(to)) {
        if (rounds_otherwise(t)) return;
        v = is_signed(from) ? LLVMBuildSIToFP(b, v, ir_type(t, to), "")
                            : LLVMBuildUIToFP(b, v, ir_type(t, to), "");
    } else if (is_float(from)) { // out of range: the nearest; NaN: 0
        LLVMTypeRef types[] = {int_of(t, width_of(to)), ir_type(t, from)};
        v = intrinsic(t->f, is_signed(to) ? "llvm.fptosi.sat" : "llvm.fptoui.sat", types, 2, &v, 1);
    } else {
        if (has(t, "sat")) {
            fail(t, "this conversion is not there yet:", t->op);
            return;
        }
        v = sized(t, v, width_of(to), is_signed(from));
        if (is_signed(to) || is_signed(from)) {
            t->type = to;
            out(t, v);
            return;
        }
    }
    t->type = to;
    out(t, v);
}

// cvta: addresses of all spaces are generic ones here.
static void do_cvta(struct asm_text *t) { out(t, use(t, 1)); }

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
        if (is_float(t->type) && rows[i].f)
            return LLVMBuildFCmp(t->f->b, (LLVMRealPredicate)rows[i].f, x, y, "");
        int p = is_signed(t->type) ? rows[i].s : rows[i].u;
        if (!is_float(t->type) && p) return LLVMBuildICmp(t->f->b, (LLVMIntPredicate)p, x, y, "");
    }
    fail(t, "there is no such comparison:", t->op);
    return LLVMConstNull(t->g->i1);
}

static void do_setp(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    const char *join = NULL;
    LLVMValueRef r = compare(t, t->parts[1], use(t, 1), use(t, 2)), other = LLVMBuildNot(b, r, "");
    for (int i = 2; i < t->nparts; i++)
        if (!strcmp(t->parts[i], "and") || !strcmp(t->parts[i], "or") ||
            !strcmp(t->parts[i], "xor"))
            join = t->parts[i];
    if (join) {
        LLVMValueRef c = in(t, 3, "pred");
        r = *join == 'a'   ? LLVMBuildAnd(b, r, c, "")
            : *join == 'o' ? LLVMBuildOr(b, r, c, "")
                           : LLVMBuildXor(b, r, c, "");
        other = *join == 'a'   ? LLVMBuildAnd(b, other, c, "")
                : *join == 'o' ? LLVMBuildOr(b, other, c, "")
                               : LLVMBuildXor(b, other, c, "");
    }
    t->type = "pred";
    out(t, r);
    if (t->operands[0].second >= 0) set_register(t, t->operands[0].second, other, false);
}

// set.gt.u32.f32 d, a, b: all ones or 1.0 where it holds.
static void do_set(struct asm_text *t) {
    const char *to = t->nparts > 3 ? t->parts[t->nparts - 2] : "u32";
    LLVMValueRef r = compare(t, t->parts[1], use(t, 1), use(t, 2));
    if (is_float(to))
        r = LLVMBuildUIToFP(t->f->b, r, ir_type(t, to), "");
    else
        r = sized(t, r, width_of(to), true);
    t->type = to;
    out(t, r);
}

static void do_selp(struct asm_text *t) {
    LLVMValueRef p = in(t, 3, "pred");
    out(t, LLVMBuildSelect(t->f->b, p, use(t, 1), use(t, 2), ""));
}

static void do_slct(struct asm_text *t) { // a where c >= 0
    const char *to = t->parts[t->nparts - 2], *of = t->type;
    LLVMValueRef c = in(t, 3, of), p;
    p = is_float(of) ? LLVMBuildFCmp(t->f->b, LLVMRealOGE, c, LLVMConstNull(LLVMTypeOf(c)), "")
                     : LLVMBuildICmp(t->f->b, LLVMIntSGE, c, LLVMConstNull(LLVMTypeOf(c)), "");
    t->type = to;
    out(t, LLVMBuildSelect(t->f->b, p, use(t, 1), use(t, 2), ""));
}

// ---- functions ----------------------------------------------------------------------------------

static void do_function(struct asm_text *t) {
    static const struct {
        const char *op, *single, *wide;
    } rows[] = {{"ex2", "exp2f", NULL},
                {"lg2", "log2f", NULL},
                {"sin", "sinf", NULL},
                {"cos", "cosf", NULL},
                {"tanh", "tanhf", NULL}};
    bool wide = !strcmp(t->type, "f64");
    LLVMValueRef x = use(t, 1), one = LLVMConstReal(LLVMTypeOf(x), 1);
    const char *op = t->parts[0];
    if (!is_float(t->type) || width_of(t->type) < 32 || rounds_otherwise(t)) {
        fail(t, "this function is not there yet:", t->op);
        return;
    }
    if (!strcmp(op, "sqrt") || !strcmp(op, "rsqrt")) {
        LLVMValueRef r = intrinsic1(t->f, "llvm.sqrt", x);
        out(t, *op == 'r' ? LLVMBuildFDiv(t->f->b, one, r, "") : r);
        return;
    }
    if (!strcmp(op, "rcp")) {
        out(t, LLVMBuildFDiv(t->f->b, one, x, ""));
        return;
    }
    for (int i = 0; i < HD_COUNT(rows) && !wide; i++)
        if (!strcmp(op, rows[i].op)) {
            out(t, call1(t, rows[i].single, x, false));
            return;
        }
    fail(t, "this function is not there yet:", t->op);
}

// ---- memory -------------------------------------------------------------------------------------

// An address of 32 bits in shared memory is the lower half of one of 64 (cvta changes nothing
// here), and that is within 2 GiB of where the block's shared memory begins.
static LLVMValueRef wide_address(struct asm_text *t, LLVMValueRef v) {
    struct gen *g = t->g;
    LLVMBuilderRef b = t->f->b;
    LLVMValueRef start =
        LLVMBuildPtrToInt(b, context_load(t->f, g->ptr, thread_block(t->f), HD_BLOCK_SHARED, true),
                          int_of(t, 64), "");
    LLVMValueRef by = LLVMBuildSub(b, v, LLVMBuildTrunc(b, start, g->i32, ""), "");
    return LLVMBuildAdd(b, start, LLVMBuildSExt(b, by, int_of(t, 64), ""), "");
}

static LLVMValueRef address(struct asm_text *t, int i) {
    const struct operand *o = &t->operands[i];
    if (o->kind != OP_ADDRESS) {
        fail(t, "an address in [ ] is missing in", t->op);
        return LLVMConstPointerNull(t->g->ptr);
    }
    LLVMValueRef v = t->registers[o->reg].v;
    unsigned width = v ? LLVMGetIntTypeWidth(LLVMTypeOf(v)) : 0;
    bool shared = width == 32 && (has(t, "shared") || !strncmp(t->parts[0], "ldmatrix", 8));
    if (width != 64 && !shared) {
        fail(t, "an address here has 64 bits (but for shared memory):", t->op);
        return LLVMConstPointerNull(t->g->ptr);
    }
    if (shared) v = wide_address(t, v);
    if (o->offset) v = LLVMBuildAdd(t->f->b, v, const_i64(t->g, o->offset), "");
    return LLVMBuildIntToPtr(t->f->b, v, t->g->ptr, "");
}

static void do_ld(struct asm_text *t) {
    struct operand *d = &t->operands[0];
    unsigned bytes = (width_of(t->type) + 7) / 8;
    LLVMValueRef at = address(t, 1);
    int n = d->kind == OP_VECTOR ? d->nparts : 1;
    for (int i = 0; i < n && !t->failed; i++) {
        LLVMValueRef p = i ? byte_offset(t->f, at, bytes * (unsigned)i) : at;
        LLVMValueRef v = raw_load(t->f, int_of(t, bytes * 8), p, bytes);
        if (has(t, "volatile") || has(t, "relaxed") || has(t, "acquire")) LLVMSetVolatile(v, true);
        if (d->kind == OP_VECTOR)
            set_register(t, d->parts[i], v, is_signed(t->type));
        else
            out(t, v);
    }
    if (has(t, "acquire"))
        LLVMBuildFence(t->f->b, LLVMAtomicOrderingSequentiallyConsistent, false, "");
}

static void do_st(struct asm_text *t) {
    struct operand *s = &t->operands[1];
    unsigned bytes = (width_of(t->type) + 7) / 8;
    LLVMValueRef at = address(t, 0);
    if (has(t, "release"))
        LLVMBuildFence(t->f->b, LLVMAtomicOrderingSequentiallyConsistent, false, "");
    if (s->kind != OP_VECTOR) {
        raw_store(t->f, sized(t, raw(t, 1), bytes * 8, false), at, bytes);
        return;
    }
    for (int i = 0; i < s->nparts && !t->failed; i++) {
        LLVMValueRef v = s->parts[i] >= 0 ? t->registers[s->parts[i]].v : NULL;
        if (v)
            raw_store(t->f, sized(t, v, bytes * 8, false),
                      i ? byte_offset(t->f, at, bytes * (unsigned)i) : at, bytes);
    }
}

static void do_atom(struct asm_text *t) {
    static const struct {
        const char *name;
        int of_int, of_signed, of_float; // -1: none
    } rows[] = {
        {"add", LLVMAtomicRMWBinOpAdd, LLVMAtomicRMWBinOpAdd, LLVMAtomicRMWBinOpFAdd},
        {"min", LLVMAtomicRMWBinOpUMin, LLVMAtomicRMWBinOpMin, -1},
        {"max", LLVMAtomicRMWBinOpUMax, LLVMAtomicRMWBinOpMax, -1},
        {"and", LLVMAtomicRMWBinOpAnd, LLVMAtomicRMWBinOpAnd, -1},
        {"or", LLVMAtomicRMWBinOpOr, LLVMAtomicRMWBinOpOr, -1},
        {"xor", LLVMAtomicRMWBinOpXor, LLVMAtomicRMWBinOpXor, -1},
        {"exch", LLVMAtomicRMWBinOpXchg, LLVMAtomicRMWBinOpXchg, -1},
    };
    LLVMBuilderRef b = t->f->b;
    bool red = !strcmp(t->parts[0], "red");
    int first = red ? 0 : 1;
    LLVMValueRef at = address(t, first), r = NULL;
    const LLVMAtomicOrdering order = LLVMAtomicOrderingMonotonic;
    if (t->failed) return;
    if (has(t, "cas")) {
        LLVMValueRef pair = LLVMBuildAtomicCmpXchg(b, at, in(t, first + 1, t->type),
                                                   in(t, first + 2, t->type), order, order, false);
        r = LLVMBuildExtractValue(b, pair, 0, "");
    }
    for (int i = 0; !r && i < HD_COUNT(rows); i++) {
        if (!has(t, rows[i].name)) continue;
        int op = is_float(t->type)    ? rows[i].of_float
                 : is_signed(t->type) ? rows[i].of_signed
                                      : rows[i].of_int;
        if (op >= 0)
            r = LLVMBuildAtomicRMW(b, (LLVMAtomicRMWBinOp)op, at, use(t, first + 1), order, false);
    }
    if (!r)
        fail(t, "this atomic operation is not there yet:", t->op);
    else if (!red)
        out(t, r);
}

static void do_fence(struct asm_text *t) {
    LLVMBuildFence(t->f->b, LLVMAtomicOrderingSequentiallyConsistent, false, "");
}

static void do_nothing(struct asm_text *t) { (void)t; }

// ---- other threads ------------------------------------------------------------------------------

static struct val place_of_asm(struct asm_text *t) {
    return val_scalar(const_i32(t->g, t->f->loc), hd_ty.uint_);
}
static struct val word(LLVMValueRef v) { return val_scalar(v, hd_ty.uint_); }

static void do_bar(struct asm_text *t) {
    struct val a[2] = {place_of_asm(t), word(const_i32(t->g, -1))};
    uint64_t number = 0;
    if (t->guard) {
        fail(t, "a guard before a barrier is not there yet:", t->op);
    } else if (has(t, "warp")) {
        a[1] = word(in(t, 0, "b32"));
        runtime(t, "hd_rt_syncwarp", hd_ty.void_, a, 2);
    } else if (!has(t, "sync") || (t->noperands && !constant_of(t, 0, &number)) || number ||
               t->noperands > 1) {
        fail(t, "of barriers only number 0 for all threads is there:", t->op);
    } else {
        runtime(t, "hd_rt_barrier", hd_ty.void_, a, 1);
    }
}

// shfl.sync.MODE.b32 d|p, a, b, c, mask: c holds the last lane and the segments' mask.
static void do_shfl(struct asm_text *t) {
    static const char *const modes[] = {"idx", "up", "down", "bfly"};
    bool sync = has(t, "sync");
    uint64_t c = 0;
    int mode = 0;
    while (mode < 4 && !has(t, modes[mode])) mode++;
    if (mode == 4 || !constant_of(t, 3, &c)) {
        if (mode == 4) fail(t, "there is no such mode:", t->op);
        return;
    }
    if (t->operands[0].second >= 0 || t->guard) {
        fail(t, "the predicate of a shuffle is not there yet:", t->op);
        return;
    }
    int width = 32 - (int)(c >> 8 & 31);
    struct val a[6] = {place_of_asm(t),
                       word(sync ? in(t, 4, "b32") : const_i32(t->g, -1)),
                       val_scalar(sized(t, in(t, 1, "b32"), 64, false), hd_ty.ulong_),
                       val_scalar(in(t, 2, "b32"), hd_ty.int_),
                       val_scalar(const_i32(t->g, width), hd_ty.int_),
                       val_scalar(const_i32(t->g, mode), hd_ty.int_)};
    out(t, sized(t, runtime(t, "hd_rt_shfl", hd_ty.ulong_, a, 6), 32, false));
}

static void do_vote(struct asm_text *t) {
    static const char *const modes[] = {"all", "any", "ballot", "uni"};
    int mode = 0;
    while (mode < 4 && !has(t, modes[mode])) mode++;
    if (mode == 4 || t->guard) {
        fail(t, "this vote is not there yet:", t->op);
        return;
    }
    LLVMValueRef p = sized(t, in(t, 1, "pred"), 32, false);
    struct val a[4] = {place_of_asm(t),
                       word(has(t, "sync") ? in(t, 2, "b32") : const_i32(t->g, -1)),
                       val_scalar(p, hd_ty.int_), val_scalar(const_i32(t->g, mode), hd_ty.int_)};
    LLVMValueRef r = runtime(t, "hd_rt_vote", hd_ty.uint_, a, 4);
    if (mode != 2) r = LLVMBuildICmp(t->f->b, LLVMIntNE, r, const_i32(t->g, 0), "");
    out(t, r);
}

static void do_activemask(struct asm_text *t) {
    struct val a = place_of_asm(t);
    out(t, runtime(t, "hd_rt_activemask", hd_ty.uint_, &a, 1));
}

// ---- copies to shared memory, which are made at once
// ----------------------------------------------

// cp.async.SPACE.shared.global [to], [from], bytes{, how many of them are there; the others are 0}
static void do_cp(struct asm_text *t) {
    uint64_t bytes = 0;
    if (t->nparts < 2 || strcmp(t->parts[1], "async") || has(t, "bulk") || has(t, "mbarrier")) {
        fail(t, "there is no instruction yet of the name", t->op);
        return;
    }
    if (has(t, "commit_group") || has(t, "wait_group") || has(t, "wait_all")) return;
    if (!constant_of(t, 2, &bytes) || (bytes != 4 && bytes != 8 && bytes != 16)) {
        fail(t, "a copy is of 4, 8 or 16 bytes:", t->op);
        return;
    }
    LLVMBuilderRef b = t->f->b;
    LLVMValueRef to = address(t, 0), from = address(t, 1), values[4];
    LLVMValueRef count = t->noperands > 3 && !t->failed ? in(t, 3, "b32") : NULL;
    if (count && LLVMIsAConstantInt(count) && LLVMConstIntGetZExtValue(count) == bytes)
        count = NULL;
    for (unsigned i = 0; i < bytes / 4 && !t->failed; i++) {
        LLVMValueRef p = i ? byte_offset(t->f, from, 4 * i) : from;
        if (!count) {
            values[i] = raw_load(t->f, t->g->i32, p, 4);
            continue;
        }
        LLVMValueRef any = LLVMBuildICmp(b, LLVMIntUGT, count, const_i32(t->g, 4 * i), "");
        p = LLVMBuildSelect(b, any, p, to, ""); // what is not there is not read
        LLVMValueRef v = raw_load(t->f, t->g->i32, p, 4);
        LLVMValueRef rest = LLVMBuildSub(b, count, const_i32(t->g, 4 * i), "");
        LLVMValueRef cut = LLVMBuildICmp(b, LLVMIntULT, rest, const_i32(t->g, 4), "");
        LLVMValueRef shift = LLVMBuildSelect(b, cut, LLVMBuildShl(b, rest, const_i32(t->g, 3), ""),
                                             const_i32(t->g, 0), "");
        LLVMValueRef mask = LLVMBuildNot(b, LLVMBuildShl(b, const_i32(t->g, -1), shift, ""), "");
        v = LLVMBuildSelect(b, cut, LLVMBuildAnd(b, v, mask, ""), v, "");
        values[i] = LLVMBuildSelect(b, any, v, const_i32(t->g, 0), "");
    }
    for (unsigned i = 0; i < bytes / 4 && !t->failed; i++)
        raw_store(t->f, values[i], i ? byte_offset(t->f, to, 4 * i) : to, 4);
}

// ---- matrices in the registers of a warp
// ----------------------------------------------------------

static LLVMValueRef lane_of(struct asm_text *t) {
    LLVMValueRef linear = context_load(t->f, t->g->i32, t->f->thread, HD_THREAD_LINEAR, false);
    return LLVMBuildAnd(t->f->b, linear, const_i32(t->g, 31), "");
}

// The value that another lane has; v: i32 or i64
static LLVMValueRef from_lane(struct asm_text *t, LLVMValueRef v, LLVMValueRef lane) {
    unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(v));
    struct val a[6] = {place_of_asm(t),
                       word(const_i32(t->g, -1)),
                       val_scalar(sized(t, v, 64, false), hd_ty.ulong_),
                       val_scalar(lane, hd_ty.int_),
                       val_scalar(const_i32(t->g, 32), hd_ty.int_),
                       val_scalar(const_i32(t->g, 0), hd_ty.int_)};
    return sized(t, runtime(t, "hd_rt_shfl", hd_ty.ulong_, a, 6), width, false);
}

// ldmatrix.sync.aligned.m8n8.xN{.trans}.shared.b16 {d...}, [row]: lane 8 m + r says where row r of
// matrix m is. Of a matrix of 8 x 8 halves lane l gets (l / 4, 2 (l % 4)) and the one right of it;
// transposed (2 (l % 4), l / 4) and the one below.
static void do_ldmatrix(struct asm_text *t) {
    struct operand *d = &t->operands[0];
    LLVMBuilderRef b = t->f->b;
    struct gen *g = t->g;
    int n = d->kind == OP_VECTOR ? d->nparts : 1;
    if (!has(t, "m8n8") || strcmp(t->type, "b16")) {
        fail(t, "of the matrices only m8n8 of b16 are there:", t->op);
        return;
    }
    LLVMValueRef at = address(t, 1), lane = lane_of(t), loaded[8];
    if (t->failed) return;
    at = LLVMBuildPtrToInt(b, at, int_of(t, 64), "");
    LLVMValueRef slow = LLVMBuildLShr(b, lane, const_i32(g, 2), ""),
                 quick = LLVMBuildAnd(b, lane, const_i32(g, 3), "");
    for (int m = 0; m < n; m++) {
        LLVMValueRef first = const_i32(g, 8 * m), parts[2];
        if (!has(t, "trans")) {
            LLVMValueRef row = from_lane(t, at, LLVMBuildAdd(b, first, slow, ""));
            LLVMValueRef by =
                LLVMBuildShl(b, LLVMBuildZExt(b, quick, int_of(t, 64), ""), const_i64(g, 2), "");
            LLVMValueRef p = LLVMBuildIntToPtr(b, LLVMBuildAdd(b, row, by, ""), g->ptr, "");
            loaded[m] = raw_load(t->f, g->i32, p, 4);
            continue;
        }
        for (int k = 0; k < 2; k++) {
            LLVMValueRef r = LLVMBuildAdd(b, LLVMBuildShl(b, quick, const_i32(g, 1), ""),
                                          const_i32(g, 8 * m + k), "");
            LLVMValueRef by =
                LLVMBuildShl(b, LLVMBuildZExt(b, slow, int_of(t, 64), ""), const_i64(g, 1), "");
            LLVMValueRef p =
                LLVMBuildIntToPtr(b, LLVMBuildAdd(b, from_lane(t, at, r), by, ""), g->ptr, "");
            parts[k] = sized(t, raw_load(t->f, int_of(t, 16), p, 2), 32, false);
        }
        loaded[m] = LLVMBuildOr(b, parts[0], LLVMBuildShl(b, parts[1], const_i32(g, 16), ""), "");
    }
    for (int m = 0; m < n; m++) {
        if (d->kind == OP_VECTOR)
            set_register(t, d->parts[m], loaded[m], false);
        else
            out(t, loaded[m]);
    }
}

// Half h (0, 1) of a word as a float.
static LLVMValueRef half_of(struct asm_text *t, LLVMValueRef v, int h, bool bfloat) {
    LLVMBuilderRef b = t->f->b;
    if (bfloat) { // the upper half of a float
        v = h ? LLVMBuildAnd(b, v, const_i32(t->g, (int64_t)0xffff0000), "")
              : LLVMBuildShl(b, v, const_i32(t->g, 16), "");
        return LLVMBuildBitCast(b, v, t->g->f32, "");
    }
    if (h) v = LLVMBuildLShr(b, v, const_i32(t->g, 16), "");
    return LLVMBuildFPExt(b, LLVMBuildBitCast(b, sized(t, v, 16, false), t->g->f16, ""), t->g->f32,
                          "");
}

// mma.sync.aligned.m16n8kK.row.col.D.A.B.C {d}, {a}, {b}, {c}: halves or bfloat16, K 8 or 16. With
// g = lane / 4 and q = lane % 4, a register of A has the columns 2 q and 2 q + 1 of row g (or g +
// 8, every other register), one of B these rows of column g, and C and D have the columns 2 q, 2 q
// + 1 of row g, then of g + 8.
static void do_mma(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    struct gen *g = t->g;
    bool bfloat = has(t, "bf16"), k16 = has(t, "m16n8k16"), k8 = has(t, "m16n8k8");
    bool wide = t->nparts > 9 && !strcmp(t->parts[t->nparts - 1], "f32");
    int na = k16 ? 4 : 2, nb = k16 ? 2 : 1, nc = wide ? 4 : 2;
    const struct operand *o = t->operands;
    bool shaped = t->noperands == 4 && o[0].nparts == nc && o[1].nparts == na &&
                  o[3].nparts == nc && (o[2].nparts == nb || (nb == 1 && o[2].kind == OP_REGISTER));
    bool types = (has(t, "f16") || bfloat) && !has(t, "tf32") && !has(t, "s8") && !has(t, "u8");
    if ((!k16 && !k8) || !shaped || !types || (bfloat && !wide) || t->nparts > MOST_PARTS ||
        strcmp(t->parts[t->nparts - 4], t->parts[t->nparts - 1])) {
        fail(t,
             "of the matrix products only m16n8k16 and m16n8k8 of f16 and bf16 are there:", t->op);
        return;
    }
    LLVMValueRef lane = lane_of(t), sum[4], d[4];
    LLVMValueRef quad = LLVMBuildAnd(b, lane, const_i32(g, 28), ""); // 4 g
    LLVMValueRef column =
        LLVMBuildShl(b, LLVMBuildAnd(b, lane, const_i32(g, 3), ""), const_i32(g, 3), "");
    for (int i = 0; i < 4; i++) {
        LLVMValueRef v = t->registers[o[3].parts[wide ? i : i / 2]].v;
        if (!v) v = const_i32(g, 0);
        sum[i] = wide ? LLVMBuildBitCast(b, v, g->f32, "") : half_of(t, v, i & 1, false);
    }
    LLVMTypeRef f32 = g->f32;
    for (int p = 0; p < nb * 4; p++) { // k = 2 p, 2 p + 1
        LLVMValueRef left[2], right[2];
        LLVMValueRef from = LLVMBuildAdd(b, quad, const_i32(g, p % 4), "");
        for (int r = 0; r < 2; r++)
            left[r] = from_lane(t, t->registers[o[1].parts[p / 4 * 2 + r]].v, from);
        int rb = o[2].kind == OP_REGISTER ? o[2].reg : o[2].parts[p / 4];
        for (int c = 0; c < 2; c++)
            right[c] = from_lane(t, t->registers[rb].v,
                                 LLVMBuildAdd(b, column, const_i32(g, 4 * c + p % 4), ""));
        for (int h = 0; h < 2; h++)
            for (int i = 0; i < 4; i++)
                sum[i] = intrinsic(t->f, "llvm.fma", &f32, 1,
                                   (LLVMValueRef[]){half_of(t, left[i / 2], h, bfloat),
                                                    half_of(t, right[i & 1], h, bfloat), sum[i]},
                                   3);
    }
    for (int i = 0; i < 4; i++) d[i] = bits(t, sum[i]);
    for (int i = 0; i < 2 && !wide; i++) {
        LLVMValueRef l = bits(t, LLVMBuildFPTrunc(b, sum[2 * i], g->f16, "")),
                     h = bits(t, LLVMBuildFPTrunc(b, sum[2 * i + 1], g->f16, ""));
        d[i] = LLVMBuildOr(b, sized(t, l, 32, false),
                           LLVMBuildShl(b, sized(t, h, 32, false), const_i32(g, 16), ""), "");
    }
    for (int i = 0; i < nc; i++) set_register(t, o[0].parts[i], d[i], false);
}

// The place of the highest bit that is not the sign; shiftamt: how far it is from the top.
static void do_bfind(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    LLVMValueRef v = use(t, 1);
    unsigned width = width_of(t->type);
    LLVMTypeRef type = int_of(t, width);
    if (is_signed(t->type)) {
        LLVMValueRef minus = LLVMBuildICmp(b, LLVMIntSLT, v, LLVMConstNull(type), "");
        v = LLVMBuildSelect(b, minus, LLVMBuildNot(b, v, ""), v, "");
    }
    LLVMValueRef zeros =
        intrinsic(t->f, "llvm.ctlz", &type, 1,
                  (LLVMValueRef[]){v, LLVMConstInt(LLVMInt1TypeInContext(t->g->ctx), 0, false)}, 2);
    LLVMValueRef none = LLVMBuildICmp(b, LLVMIntEQ, v, LLVMConstNull(type), "");
    zeros = sized(t, zeros, 32, false);
    LLVMValueRef r =
        has(t, "shiftamt") ? zeros : LLVMBuildSub(b, const_i32(t->g, width - 1), zeros, "");
    out(t, LLVMBuildSelect(b, none, const_i32(t->g, -1), r, ""));
}

static void do_redux(struct asm_text *t) {
    static const char *const names[] = {"add", "min", "max", "and", "or", "xor"};
    int op = 0;
    while (op < 6 && !has(t, names[op])) op++;
    if (op == 6 || t->guard) {
        fail(t, "this reduction is not there yet:", t->op);
        return;
    }
    struct val a[5] = {place_of_asm(t), word(in(t, 2, "b32")), word(in(t, 1, "b32")),
                       val_scalar(const_i32(t->g, op), hd_ty.int_),
                       val_scalar(const_i32(t->g, is_signed(t->type)), hd_ty.int_)};
    out(t, runtime(t, "hd_rt_reduce", hd_ty.uint_, a, 5));
}

static void do_trap(struct asm_text *t) {
    extern_call(t->f, "hd_rt_device_trap", HD_REF_RUNTIME, hd_ty.void_, NULL, 0, 0, true, NULL);
}

// ---- the table ----------------------------------------------------------------------------------

static const struct {
    const char *name;
    void (*emit)(struct asm_text *t);
} instructions[] = {
    {"mov", do_mov},
    {"add", do_add},
    {"addc", do_add},
    {"sub", do_add},
    {"subc", do_add},
    {"mul", do_mul},
    {"mul24", do_mul},
    {"mad", do_mul},
    {"madc", do_mul},
    {"fma", do_mul},
    {"div", do_div},
    {"rem", do_div},
    {"min", do_minmax},
    {"max", do_minmax},
    {"neg", do_unary},
    {"not", do_unary},
    {"cnot", do_unary},
    {"abs", do_unary},
    {"and", do_logic},
    {"or", do_logic},
    {"xor", do_logic},
    {"shl", do_shift},
    {"shr", do_shift},
    {"lop3", do_lop3},
    {"bfe", do_bfe},
    {"bfi", do_bfi},
    {"brev", do_count},
    {"popc", do_count},
    {"clz", do_count},
    {"prmt", do_prmt},
    {"shf", do_shf},
    {"dp4a", do_dp4a},
    {"sad", do_sad},
    {"cvt", do_cvt},
    {"cvta", do_cvta},
    {"setp", do_setp},
    {"set", do_set},
    {"selp", do_selp},
    {"slct", do_slct},
    {"ex2", do_function},
    {"lg2", do_function},
    {"sin", do_function},
    {"cos", do_function},
    {"tanh", do_function},
    {"sqrt", do_function},
    {"rsqrt", do_function},
    {"rcp", do_function},
    {"ld", do_ld},
    {"ldu", do_ld},
    {"st", do_st},
    {"atom", do_atom},
    {"red", do_atom},
    {"membar", do_fence},
    {"fence", do_fence},
    {"bar", do_bar},
    {"barrier", do_bar},
    {"shfl", do_shfl},
    {"vote", do_vote},
    {"activemask", do_activemask},
    {"cp", do_cp},
    {"ldmatrix", do_ldmatrix},
    {"mma", do_mma},
    {"bfind", do_bfind},
    {"redux", do_redux},
    {"trap", do_trap},
    {"prefetch", do_nothing},
    {"prefetchu", do_nothing},
    {"nanosleep", do_nothing},
    {"discard", do_nothing},
    {"applypriority", do_nothing},
};

// ---- reading ------------------------------------------------------------------------------------

static int register_of(struct asm_text *t, const char *name, size_t len) {
    for (int i = 0; i < t->nregisters; i++)
        if (strlen(t->registers[i].name) == len && !memcmp(t->registers[i].name, name, len))
            return i;
    return -1;
}

static int register_new(struct asm_text *t, const char *name, size_t len, unsigned width) {
    if (t->nregisters == MOST_REGISTERS || len >= NAME) {
        fail(t, "too many registers, or too long a name:", name);
        return 0;
    }
    int i = t->nregisters++;
    memcpy(t->registers[i].name, name, len);
    t->registers[i].name[len] = 0;
    t->registers[i].width = width;
    return i;
}

static LLVMValueRef special(struct asm_text *t, const char *name) {
    struct gen *g = t->g;
    struct fn *f = t->f;
    static const char *const vectors[] = {"tid", "ctaid", "ntid", "nctaid"};
    const char *dot = strchr(name, '.');
    for (int i = 0; dot && i < HD_COUNT(vectors); i++) {
        size_t n = strlen(vectors[i]);
        if ((size_t)(dot - name) != n || memcmp(name, vectors[i], n)) continue;
        return ptx_register(f, i, dot[1] - 'x');
    }
    LLVMValueRef linear = context_load(f, g->i32, f->thread, HD_THREAD_LINEAR, false);
    LLVMValueRef lane = LLVMBuildAnd(f->b, linear, const_i32(g, 31), "");
    LLVMValueRef bit = LLVMBuildShl(f->b, const_i32(g, 1), lane, "");
    LLVMValueRef below = LLVMBuildSub(f->b, bit, const_i32(g, 1), "");
    struct val none = {0};
    if (!strcmp(name, "laneid")) return lane;
    if (!strcmp(name, "warpid")) return LLVMBuildLShr(f->b, linear, const_i32(g, 5), "");
    if (!strcmp(name, "lanemask_eq")) return bit;
    if (!strcmp(name, "lanemask_lt")) return below;
    if (!strcmp(name, "lanemask_le")) return LLVMBuildOr(f->b, below, bit, "");
    if (!strcmp(name, "lanemask_ge")) return LLVMBuildNot(f->b, below, "");
    if (!strcmp(name, "lanemask_gt"))
        return LLVMBuildNot(f->b, LLVMBuildOr(f->b, below, bit, ""), "");
    if (!strcmp(name, "nsmid")) return const_i32(g, 1);
    if (!strcmp(name, "smid") || !strcmp(name, "gridid")) return const_i32(g, 0);
    if (!strcmp(name, "clock64") || !strcmp(name, "clock") || !strcmp(name, "clock_hi")) {
        LLVMValueRef v =
            extern_call(f, "hd_rt_clock", HD_REF_RUNTIME, hd_ty.long_, &none, 0, 0, false, NULL).v;
        return strcmp(name, "clock_hi") ? v : LLVMBuildLShr(f->b, v, const_i64(g, 32), "");
    }
    if (!strncmp(name, "globaltimer", 11)) {
        LLVMValueRef v = extern_call(f, "hd_rt_globaltimer", HD_REF_RUNTIME, hd_ty.long_, &none, 0,
                                     0, false, NULL)
                             .v;
        return strcmp(name, "globaltimer_hi") ? v : LLVMBuildLShr(f->b, v, const_i64(g, 32), "");
    }
    fail(t, "there is no special register", name);
    return const_i32(g, 0);
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

// A number. Decimal fractions are doubles; 0f and 0d give a float's bits.
static const char *number(struct asm_text *t, const char *s, struct operand *o) {
    char *end;
    o->kind = OP_VALUE;
    if (s[0] == '0' && (s[1] == 'f' || s[1] == 'F')) {
        o->value = const_i32(t->g, (int64_t)strtoul(s + 2, &end, 16));
    } else if (s[0] == '0' && (s[1] == 'd' || s[1] == 'D')) {
        o->value = const_i64(t->g, (int64_t)strtoull(s + 2, &end, 16));
    } else {
        long long v = strtoll(s, &end, 0);
        if (*end == '.' || *end == 'e') {
            double d = strtod(s, &end);
            float single = (float)d;
            uint32_t word32;
            uint64_t word64;
            memcpy(&word32, &single, 4);
            memcpy(&word64, &d, 8);
            o->value = width_of(t->type) == 64 ? const_i64(t->g, (int64_t)word64)
                                               : const_i32(t->g, (int64_t)word32);
        } else {
            if (v > INT32_MAX && *end == 0) v = (long long)strtoull(s, &end, 0);
            o->value = const_i64(t->g, v);
        }
    }
    while (*end == 'U' || *end == 'u' || *end == 'L') end++;
    return end;
}

// A register, an operand of the statement, or a special register; *reg -1 and *value otherwise.
static const char *name_at(struct asm_text *t, const char *s, int *reg, LLVMValueRef *value) {
    *reg = -1;
    *value = NULL;
    const char *from = s;
    bool percent = *s == '%';
    if (percent && s[1] == '%') from = ++s;
    if (percent && (isdigit((unsigned char)s[1]) || s[1] == '[') && s == from) {
        char *end;
        int index = -1;
        if (s[1] == '[') {
            const char *close = strchr(s, ']');
            size_t len = close ? (size_t)(close - s - 2) : 0;
            for (int i = 0; close && i < t->a->noutputs + t->a->ninputs; i++)
                if (t->a->names[i] && strlen(t->a->names[i]) == len &&
                    !memcmp(t->a->names[i], s + 2, len))
                    index = i;
            end = (char *)(uintptr_t)(close ? close + 1 : s + 1);
        } else {
            index = (int)strtol(s + 1, &end, 10);
        }
        if (index < 0 || index >= t->a->noutputs + t->a->ninputs) {
            fail(t, "there is no operand", s);
            index = 0;
        }
        *reg = index;
        return end;
    }
    if (*s == '%') s++;
    const char *start = s;
    while (is_word(*s)) s++;
    if (percent && *s == '.') { // %tid.x
        s++;
        while (is_word(*s)) s++;
    }
    char text[NAME];
    size_t len = (size_t)(s - start) < NAME - 1 ? (size_t)(s - start) : NAME - 1;
    memcpy(text, start, len);
    text[len] = 0;
    int known = register_of(t, text, len);
    if (known < 0 && percent) { // local registers may be written with a percent sign, too
        *value = special(t, text);
        return s;
    }
    if (known < 0 && !strcmp(text, "WARP_SZ")) {
        *value = const_i32(t->g, 32);
        return s;
    }
    if (known < 0) fail(t, "there is no register", *text ? text : from);
    *reg = known < 0 ? 0 : known;
    return s > start ? s : start + 1;
}

static const char *blanks(const char *s) {
    while (isspace((unsigned char)*s)) s++;
    return s;
}

static const char *operand_at(struct asm_text *t, const char *s, struct operand *o) {
    *o = (struct operand){.second = -1};
    s = blanks(s);
    if (*s == '!') {
        o->negated = true;
        s = blanks(s + 1);
    }
    if (*s == '_' && !is_word(s[1])) {
        o->kind = OP_SINK;
        return s + 1;
    }
    if (*s == '{' || *s == '[') {
        char close = *s == '{' ? '}' : ']';
        o->kind = *s == '{' ? OP_VECTOR : OP_ADDRESS;
        s = blanks(s + 1);
        while (*s && *s != close && !t->failed) {
            int reg;
            LLVMValueRef value;
            if (o->kind == OP_ADDRESS && (*s == '+' || *s == '-' || isdigit((unsigned char)*s))) {
                char *end;
                const char *digits = *s == '+' ? blanks(s + 1) : s;
                o->offset += strtoll(digits, &end, 0);
                s = end > digits ? end : digits + 1;
            } else if (*s == '_' && !is_word(s[1])) {
                o->parts[o->nparts++] = -1;
                s++;
            } else {
                s = name_at(t, s, &reg, &value);
                if (value) {
                    reg = register_new(t, "", 0, LLVMGetIntTypeWidth(LLVMTypeOf(value)));
                    t->registers[reg].v = value;
                }
                if (o->kind == OP_VECTOR && o->nparts < 8) o->parts[o->nparts++] = reg;
                if (o->kind == OP_ADDRESS) o->reg = reg;
            }
            s = blanks(s);
            if (*s == ',') s = blanks(s + 1);
        }
        return *s ? s + 1 : s;
    }
    if (isdigit((unsigned char)*s) || (*s == '-' && isdigit((unsigned char)s[1])))
        return number(t, s, o);
    s = name_at(t, s, &o->reg, &o->value);
    o->kind = o->value ? OP_VALUE : OP_REGISTER;
    s = blanks(s);
    if (*s == '|') {
        LLVMValueRef none;
        s = blanks(s + 1);
        if (*s == '_' && !is_word(s[1]))
            s++;
        else
            s = name_at(t, s, &o->second, &none);
    }
    return s;
}

// .reg .b32 a, b<3>;
static void declare(struct asm_text *t, const char *s) {
    s = blanks(s + 4);
    char type[NAME] = "";
    while (*s == '.') {
        size_t n = 0;
        for (s++; is_word(*s); s++)
            if (n < NAME - 1) type[n++] = *s;
        type[n] = 0;
        s = blanks(s);
    }
    if (!is_type(type)) {
        fail(t, "there is no type", type);
        return;
    }
    while (*s && !t->failed) {
        while (*s == ',' || *s == '%' || isspace((unsigned char)*s)) s++;
        const char *from = s;
        while (is_word(*s)) s++;
        size_t len = (size_t)(s - from);
        if (!len) break;
        if (*s == '<') {
            int count = atoi(s + 1);
            for (int i = 0; i < count && !t->failed; i++) {
                char name[NAME];
                int n = snprintf(name, sizeof name, "%.*s%d", (int)len, from, i);
                register_new(t, name, (size_t)n, width_of(type));
            }
            while (*s && *s != '>') s++;
            if (*s) s++;
        } else {
            register_new(t, from, len, width_of(type));
        }
        s = blanks(s);
    }
}

// What must not happen where the guard is false.
static bool touches_memory(const char *name) {
    static const char *const names[] = {"ld", "ldu", "st", "atom", "red", "cp", "trap"};
    for (int i = 0; i < HD_COUNT(names); i++)
        if (!strcmp(name, names[i])) return true;
    return false;
}

// The instruction behind a branch: registers that it sets have their old values where it was not
// done.
static void guarded(struct asm_text *t, void (*emit)(struct asm_text *t)) {
    LLVMBuilderRef b = t->f->b;
    LLVMValueRef old[MOST_REGISTERS], guard = t->guard;
    for (int i = 0; i < t->nregisters; i++) old[i] = t->registers[i].v;
    LLVMBasicBlockRef before = LLVMGetInsertBlock(b), then = new_block(t->f, "asm.guarded"),
                      after = new_block(t->f, "asm.after");
    LLVMBuildCondBr(b, guard, then, after);
    LLVMPositionBuilderAtEnd(b, then);
    t->guard = NULL;
    emit(t);
    LLVMBasicBlockRef end = LLVMGetInsertBlock(b);
    LLVMBuildBr(b, after);
    LLVMPositionBuilderAtEnd(b, after);
    for (int i = 0; i < t->nregisters; i++) {
        LLVMValueRef v = t->registers[i].v;
        if (v == old[i]) continue;
        LLVMTypeRef type = LLVMTypeOf(v);
        LLVMValueRef from[2] = {v, old[i] ? old[i] : LLVMConstNull(type)};
        LLVMValueRef phi = LLVMBuildPhi(b, type, "");
        LLVMAddIncoming(phi, from, (LLVMBasicBlockRef[]){end, before}, 2);
        t->registers[i].v = phi;
    }
}

// ---- labels and jumps
// -----------------------------------------------------------------------------

static LLVMBasicBlockRef label(struct asm_text *t, const char *name, size_t len, bool place) {
    int i = 0;
    while (i < t->nlabels &&
           (strlen(t->labels[i].name) != len || memcmp(t->labels[i].name, name, len) != 0))
        i++;
    if (i == MOST_LABELS || len >= NAME || len == 0) {
        fail(t, "too many or too long labels:", name);
        return t->labels[0].block;
    }
    if (i == t->nlabels) {
        memcpy(t->labels[i].name, name, len);
        t->labels[i].block = new_block(t->f, "asm.label");
        t->nlabels++;
    }
    if (place && t->labels[i].placed) fail(t, "a label stands twice:", name);
    t->labels[i].placed |= place;
    return t->labels[i].block;
}

static void keep_registers(struct asm_text *t) {
    for (int i = 0; i < t->nregisters; i++) {
        LLVMTypeRef type = int_of(t, t->registers[i].width);
        LLVMValueRef v = t->registers[i].v;
        if (!t->registers[i].slot) t->registers[i].slot = temp(t->f, type, 8);
        if (v)
            LLVMBuildStore(t->f->b, sized(t, v, t->registers[i].width, false),
                           t->registers[i].slot);
    }
}

static void enter(struct asm_text *t, LLVMBasicBlockRef block) {
    LLVMPositionBuilderAtEnd(t->f->b, block);
    for (int i = 0; i < t->nregisters; i++)
        if (t->registers[i].slot)
            t->registers[i].v =
                LLVMBuildLoad2(t->f->b, int_of(t, t->registers[i].width), t->registers[i].slot, "");
}

// bra{.uni} L;
static void branch(struct asm_text *t, const char *s) {
    size_t len = strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$");
    LLVMBasicBlockRef to = label(t, s, len, false), next = new_block(t->f, "asm.next");
    keep_registers(t);
    if (t->guard)
        LLVMBuildCondBr(t->f->b, t->guard, to, next);
    else
        LLVMBuildBr(t->f->b, to);
    enter(t, next);
}

static void instruction(struct asm_text *t, char *s) {
    t->guard = NULL;
    t->nparts = t->noperands = 0;
    t->type = "";
    s = (char *)(uintptr_t)blanks(s);
    if (!strncmp(s, ".reg", 4)) {
        declare(t, s);
        return;
    }
    if (*s == '.') {
        if (strncmp(s, ".pragma", 7) && strncmp(s, ".loc", 4)) fail(t, "not there yet:", s);
        return;
    }
    if (*s == '@') {
        struct operand p;
        s = (char *)(uintptr_t)operand_at(t, s + 1, &p);
        t->operands[0] = p;
        t->noperands = 1;
        if (t->failed) return;
        t->guard = in(t, 0, "pred");
        t->noperands = 0;
        s = (char *)(uintptr_t)blanks(s);
    }
    size_t len = strcspn(s, " \t\r\n");
    if (!len) return;
    size_t name = strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$");
    if (s[name] == ':') {
        LLVMBasicBlockRef block = label(t, s, name, true);
        if (t->failed) return;
        keep_registers(t);
        LLVMBuildBr(t->f->b, block);
        enter(t, block);
        instruction(t, s + name + 1);
        return;
    }
    if (len >= sizeof t->op || s[0] == '{') {
        fail(t, "this is no instruction:", s);
        return;
    }
    if (!strncmp(s, "bra", 3) && (len == 3 || !memcmp(s + 3, ".uni", len - 3))) {
        branch(t, blanks(s + len));
        return;
    }
    char *copy = hd_alloc(t->g->arena, sizeof t->op);
    snprintf(copy, sizeof t->op, "%.*s", (int)len, s);
    memcpy(t->op, copy, len + 1);
    for (char *part = strtok(copy, "."); part && t->nparts < MOST_PARTS; part = strtok(NULL, "."))
        t->parts[t->nparts++] = part;
    for (int i = 1; i < t->nparts; i++) {
        char *colons = strstr(t->parts[i], "::"); // L2::128B, shared::cta
        if (colons) *colons = 0;
        if (is_type(t->parts[i])) t->type = t->parts[i];
    }
    int row = 0;
    while (row < HD_COUNT(instructions) && strcmp(instructions[row].name, t->parts[0])) row++;
    if (row == HD_COUNT(instructions)) {
        fail(t, "there is no instruction yet of the name", t->op);
        return;
    }
    const char *rest = blanks(s + len);
    while (*rest && t->noperands < MOST_OPERANDS && !t->failed) {
        rest = blanks(operand_at(t, rest, &t->operands[t->noperands++]));
        if (*rest == ',') rest++;
    }
    if (t->failed) return;
    if (t->guard && touches_memory(t->parts[0]))
        guarded(t, instructions[row].emit);
    else
        instructions[row].emit(t);
}

// Takes comments out, and the braces that are a scope of registers.
static char *plain_text(struct asm_text *t) {
    const char *s = t->a->text;
    char *out = hd_alloc(t->g->arena, strlen(s) + 1), *d = out;
    bool start = true; // of a statement
    while (*s) {
        if (s[0] == '/' && s[1] == '/') {
            while (*s && *s != '\n') s++;
        } else if (s[0] == '/' && s[1] == '*') {
            const char *end = strstr(s, "*/");
            s = end ? end + 2 : s + strlen(s);
        } else if (s[0] == '%' && s[1] == '=') { // makes labels of several statements differ
            *d++ = '0';
            s += 2;
        } else if ((*s == '{' && start) || (*s == '}' && start)) {
            s++;
        } else {
            start = *s == ';' || *s == ':' || (start && isspace((unsigned char)*s));
            *d++ = *s++;
        }
    }
    *d = 0;
    return out;
}

void emit_ptx(struct fn *f, const struct hd_stmt *s) {
    struct asm_text *t = hd_xcalloc(1, sizeof *t);
    const struct hd_asm *a = s->assembly;
    int n = a->noutputs + a->ninputs;
    struct place *places = HD_NEW_ARRAY(f->g->arena, struct place, n + 1);
    t->f = f;
    t->g = f->g;
    t->a = a;
    for (int i = 0; i < n && i < MOST_REGISTERS / 2; i++) {
        const struct hd_expr *e = a->operands[i];
        struct hd_type *type = hd_type_unqual(e->type);
        t->registers[i].width = type->size <= 1 ? 8 : (unsigned)type->size * 8;
        t->registers[i].name[0] = 0;
        t->nregisters = i + 1;
        struct val v;
        if (i < a->noutputs) {
            places[i] = emit_place(f, e);
            if (!strchr(a->constraints[i], '+')) continue;
            v = access_load(f, places[i]);
        } else {
            v = emit_expr(f, e);
        }
        t->registers[i].v = bits_of(f, v, t->registers[i].width);
    }
    char *text = plain_text(t), *save = NULL;
    for (char *one = strtok_r(text, ";", &save); one && !t->failed;
         one = strtok_r(NULL, ";", &save))
        instruction(t, one);
    for (int i = 0; i < t->nlabels && !t->failed; i++)
        if (!t->labels[i].placed) fail(t, "there is no label", t->labels[i].name);
    for (int i = 0; i < a->noutputs && !t->failed; i++)
        if (t->registers[i].v)
            access_store(f, places[i],
                         val_of_bits(f, t->registers[i].v, hd_type_unqual(a->operands[i]->type)));
    free(t);
}
