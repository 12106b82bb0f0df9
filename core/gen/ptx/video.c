// Video instructions of inline PTX: words, or two halves or four bytes of words, which are added,
// subtracted, compared or averaged with more bits than they have, cut or saturated to the result's
// type, and then combined with a third operand.
//
// `vabsdiff4.u32.u32.u32.add d, a, b, c;` adds the four differences to c; `vadd2.s32.s32.s32.sat d,
// a, b, c;` is two sums. Selections (`a.b0`, `d.h10`) are not there.
#include "gen/ptx/ptx.h"

#include <string.h>

static bool named(const struct asm_text *t, const char *what) {
    return !strncmp(t->parts[0] + 1, what, strlen(what));
}

// What two elements give, with all its bits.
static LLVMValueRef combined(struct asm_text *t, LLVMValueRef x, LLVMValueRef y, bool is_unsigned) {
    LLVMBuilderRef b = t->f->b;
    LLVMTypeRef type = LLVMTypeOf(x);
    LLVMValueRef one = LLVMConstInt(type, 1, false);
    if (named(t, "add")) return LLVMBuildAdd(b, x, y, "");
    if (named(t, "sub")) return LLVMBuildSub(b, x, y, "");
    if (named(t, "min")) return intrinsic2(t->f, "llvm.smin", x, y);
    if (named(t, "max")) return intrinsic2(t->f, "llvm.smax", x, y);
    if (named(t, "avrg")) { // halves are rounded away from 0
        LLVMValueRef sum = LLVMBuildAdd(b, x, y, "");
        LLVMValueRef minus = LLVMBuildICmp(b, LLVMIntSLT, sum, LLVMConstNull(type), "");
        LLVMValueRef up = LLVMBuildSelect(b, minus, LLVMConstNull(type), one, "");
        return LLVMBuildAShr(b, LLVMBuildAdd(b, sum, up, ""), one, "");
    }
    if (named(t, "absdiff"))
        return LLVMBuildSub(b, intrinsic2(t->f, "llvm.smax", x, y),
                            intrinsic2(t->f, "llvm.smin", x, y), "");
    if (named(t, "sh")) { // vshl, vshr: clamp or wrap
        LLVMValueRef most = LLVMConstInt(type, ptx_has(t, "wrap") ? 31 : 32, false);
        y = ptx_has(t, "wrap") ? LLVMBuildAnd(b, y, most, "")
                               : intrinsic2(t->f, "llvm.umin", y, most);
        return named(t, "shl") ? LLVMBuildShl(b, x, y, "")
               : is_unsigned   ? LLVMBuildLShr(b, x, y, "")
                               : LLVMBuildAShr(b, x, y, "");
    }
    static const struct {
        const char *name;
        LLVMIntPredicate is;
    } rows[] = {{"eq", LLVMIntEQ},  {"ne", LLVMIntNE},  {"lt", LLVMIntSLT},
                {"le", LLVMIntSLE}, {"gt", LLVMIntSGT}, {"ge", LLVMIntSGE}};
    for (int i = 0; i < HD_COUNT(rows); i++)
        if (ptx_has(t, rows[i].name))
            return LLVMBuildZExt(b, LLVMBuildICmp(b, rows[i].is, x, y, ""), type, "");
    ptx_fail(t, "there is no instruction yet of the name", t->op);
    return x;
}

// v, of 64 bits, as the result's type has it: its lower bits, or the nearest number.
static LLVMValueRef fitted(struct asm_text *t, LLVMValueRef v, unsigned width, bool sign) {
    if (!ptx_has(t, "sat")) return v;
    int64_t most = (int64_t)(((uint64_t)1 << (width - sign)) - 1), least = sign ? -most - 1 : 0;
    v = intrinsic2(t->f, "llvm.smin", v, const_i64(t->g, most));
    return intrinsic2(t->f, "llvm.smax", v, const_i64(t->g, least));
}

void ptx_video(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    const char *op = t->parts[0], *types[3] = {0}; // D, A, B; of vset A, B
    int ntypes = 0, elements = op[strlen(op) - 1] - '0';
    for (int i = 1; i < t->nparts && ntypes < 3; i++)
        if (ptx_is_type(t->parts[i])) types[ntypes++] = t->parts[i];
    if (ntypes == 2) { // vset.A.B
        types[2] = types[1];
        types[1] = types[0];
        types[0] = "u32";
    }
    if (elements != 2 && elements != 4) elements = 1;
    if (ntypes < 2) {
        ptx_fail(t, "there is no instruction yet of the name", t->op);
        return;
    }
    unsigned width = 32 / (unsigned)elements;
    bool accumulates =
        ptx_has(t, "add") || (elements == 1 && (ptx_has(t, "min") || ptx_has(t, "max")));
    bool sign = ptx_is_signed(types[0]);
    LLVMValueRef x = ptx_in(t, 1, "b32"), y = ptx_in(t, 2, "b32"), r = const_i32(t->g, 0),
                 sum = accumulates ? ptx_in(t, 3, "b32") : NULL;
    for (int i = 0; i < elements; i++) {
        LLVMValueRef by = const_i32(t->g, (int64_t)width * i), parts[2] = {x, y};
        for (int k = 0; k < 2; k++) {
            LLVMValueRef v = LLVMBuildLShr(b, parts[k], by, "");
            v = ptx_sized(t, v, width, false);
            parts[k] = ptx_sized(t, v, 64, ptx_is_signed(types[1 + k]));
        }
        LLVMValueRef v = combined(t, parts[0], parts[1], !ptx_is_signed(types[1]));
        v = fitted(t, v, width, sign);
        if (sum && elements > 1) {
            sum = LLVMBuildAdd(b, sum, ptx_sized(t, v, 32, false), "");
        } else if (sum) {
            v = ptx_sized(t, v, 32, false);
            const char *name = sign ? (ptx_has(t, "min") ? "llvm.smin" : "llvm.smax")
                                    : (ptx_has(t, "min") ? "llvm.umin" : "llvm.umax");
            sum = ptx_has(t, "add") ? LLVMBuildAdd(b, v, sum, "") : intrinsic2(t->f, name, v, sum);
        } else {
            v = ptx_sized(t, ptx_sized(t, v, width, false), 32, false);
            r = LLVMBuildOr(b, r, LLVMBuildShl(b, v, by, ""), "");
        }
    }
    t->type = types[0];
    ptx_out(t, sum ? sum : r);
}
