// Arithmetic on bytes in 16 bits. In C, `in[i - 1] + 2 * in[i] + in[i + 1]` on bytes is done with
// ints; a vector of ints takes twice as many registers and instructions as one of 16-bit integers,
// which hold all that such a sum can be. Ranges are followed from loads of neighbouring bytes (and
// constants) through sums, products, shifts, choices; where operands and result fit into 16 bits,
// with or without a sign, the operation is made again in 16 bits. What uses the old value gets the
// new one extended, which must be paid for by the operations saved; a store of a byte and a
// comparison need no extension.
//
// Sums and products modulo 2^16 are right whatever sign their operands are taken with; shifts to
// the right, comparisons, minima and maxima need operands that are all taken alike.
#include "gen/lanes/lanes.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#define MOST_COUNTED 6 // operations in one another that are counted
#define MOST_DEPTH 24  // ... and whose range is looked for
#define ENOUGH 3       // operations that pay for an extension

struct range {
    int64_t low, high;
    bool known, operation; // operation: not only what begins an expression
    LLVMValueRef made;     // in 16 bits
};

struct narrow {
    struct lanes *l;
    LLVMTypeRef i16;
    struct hd_map ranges; // i32 value -> struct range *
    bool changed;
};

static const struct range *range_of(struct narrow *n, LLVMValueRef v, int depth);

static bool fits_signed(const struct range *r) { return r->low >= -32768 && r->high <= 32767; }

static bool fits_unsigned(const struct range *r) { return r->low >= 0 && r->high <= 65535; }

static bool fits(const struct range *r) { return fits_signed(r) || fits_unsigned(r); }

static bool alike(const struct range *a, const struct range *b) {
    return (fits_signed(a) && fits_signed(b)) || (fits_unsigned(a) && fits_unsigned(b));
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

// A byte that is loaded together with its neighbours: nothing has to be put into 16 bits first.
static bool is_neighbour(struct narrow *n, LLVMValueRef load) {
    if (!LLVMIsALoadInst(load)) return false;
    struct ln_shape s = ln_shape_of(n->l, LLVMGetOperand(load, 0));
    int64_t size = (int64_t)LLVMABISizeOfType(n->l->layout, LLVMTypeOf(load));
    return !ln_val(n->l, load)->group &&
           (s.kind == LN_UNIFORM || (s.kind == LN_AFFINE && s.stride == size));
}

static bool intrinsic_is(LLVMValueRef call, const char *name) {
    size_t len;
    const char *callee = ln_callee(call, &len);
    return len > strlen(name) && !strncmp(callee, name, strlen(name));
}

static bool shift_range(LLVMOpcode op, const struct range *a, LLVMValueRef by, struct range *r) {
    if (!LLVMIsAConstantInt(by)) return false;
    int64_t c = LLVMConstIntGetSExtValue(by);
    if (c < 0 || c > 15) return false;
    if (op == LLVMLShr && a->low < 0) return false;
    if (op == LLVMAShr && !fits_signed(a) && !fits_unsigned(a)) return false;
    r->low = op == LLVMShl ? a->low * (1ll << c) : a->low >> c;
    r->high = op == LLVMShl ? a->high * (1ll << c) : a->high >> c;
    return true;
}

static bool bits_range(LLVMOpcode op, const struct range *a, const struct range *b,
                       struct range *r) {
    if (a->low < 0 || b->low < 0) return false;
    int64_t bits = 1, high = op == LLVMAnd ? least(a->high, b->high) : most(a->high, b->high);
    while (bits <= high) bits *= 2;
    r->low = 0;
    r->high = op == LLVMAnd ? high : bits - 1;
    return true;
}

static bool call_range(struct narrow *n, LLVMValueRef v, int depth, struct range *r) {
    if (!intrinsic_is(v, "llvm.")) return false;
    const struct range *a = range_of(n, LLVMGetOperand(v, 0), depth);
    if (!a->known) return false;
    if (intrinsic_is(v, "llvm.abs.")) {
        if (!fits_signed(a) || a->low == -32768) return false;
        *r = (struct range){0, most(-a->low, a->high), false, false, NULL};
        return true;
    }
    bool min = intrinsic_is(v, "llvm.smin.") || intrinsic_is(v, "llvm.umin.");
    if (!min && !intrinsic_is(v, "llvm.smax.") && !intrinsic_is(v, "llvm.umax.")) return false;
    const struct range *b = range_of(n, LLVMGetOperand(v, 1), depth);
    if (!b->known || !alike(a, b)) return false;
    bool of_unsigned = intrinsic_is(v, "llvm.umin.") || intrinsic_is(v, "llvm.umax.");
    if (of_unsigned && (a->low < 0 || b->low < 0)) return false;
    r->low = min ? least(a->low, b->low) : most(a->low, b->low);
    r->high = min ? least(a->high, b->high) : most(a->high, b->high);
    return true;
}

static bool operation_range(struct narrow *n, LLVMValueRef v, int depth, struct range *r) {
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    if (op == LLVMCall) return call_range(n, v, depth, r);
    int first = op == LLVMSelect;
    if (LLVMGetNumOperands(v) != 2 + first) return false;
    const struct range *a = range_of(n, LLVMGetOperand(v, (unsigned)first), depth);
    if (!a->known) return false;
    if (op == LLVMShl || op == LLVMLShr || op == LLVMAShr)
        return shift_range(op, a, LLVMGetOperand(v, 1), r);
    const struct range *b = range_of(n, LLVMGetOperand(v, (unsigned)first + 1), depth);
    if (!b->known) return false;
    switch (op) {
    case LLVMAdd: r->low = a->low + b->low, r->high = a->high + b->high; return true;
    case LLVMSub: r->low = a->low - b->high, r->high = a->high - b->low; return true;
    case LLVMMul: {
        int64_t x = a->low * b->low, y = a->low * b->high, z = a->high * b->low,
                w = a->high * b->high;
        r->low = least(least(x, y), least(z, w));
        r->high = most(most(x, y), most(z, w));
        return true;
    }
    case LLVMSelect: r->low = least(a->low, b->low), r->high = most(a->high, b->high); return true;
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor: return bits_range(op, a, b, r);
    default: return false;
    }
}

static void extension_range(struct narrow *n, LLVMValueRef v, struct range *r) {
    LLVMValueRef from = LLVMGetOperand(v, 0);
    unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(from));
    if (bits > 8 || (bits == 8 && !is_neighbour(n, from))) return;
    r->known = true;
    r->low = LLVMIsAZExtInst(v) ? 0 : -(1ll << (bits - 1));
    r->high = LLVMIsAZExtInst(v) ? (1ll << bits) - 1 : (1ll << (bits - 1)) - 1;
}

static const struct range *range_of(struct narrow *n, LLVMValueRef v, int depth) {
    struct range *r = hd_map_get(&n->ranges, (const char *)v);
    if (r) return r;
    r = HD_NEW(n->l->arena, struct range);
    hd_map_set(&n->ranges, (const char *)v, r); // a phi's cycle does not get here: it has no range
    if (LLVMTypeOf(v) != n->l->i32 || depth > MOST_DEPTH) return r;
    if (LLVMIsAConstantInt(v)) {
        r->low = r->high = LLVMConstIntGetSExtValue(v);
        r->known = fits(r);
    } else if (LLVMIsAZExtInst(v) || LLVMIsASExtInst(v)) {
        extension_range(n, v, r);
    } else if (LLVMIsAInstruction(v) && !LLVMIsAPHINode(v)) {
        struct range made = {0};
        r->operation = r->known = operation_range(n, v, depth + 1, &made) && fits(&made);
        r->low = made.low;
        r->high = made.high;
    }
    return r;
}

// ---- in 16 bits ---------------------------------------------------------------------------------

static LLVMValueRef made(struct narrow *n, LLVMValueRef v);

static void put_before(struct narrow *n, LLVMValueRef v) {
    LLVMPositionBuilderBefore(n->l->b, v);
    LLVMSetCurrentDebugLocation2(n->l->b, LLVMInstructionGetDebugLoc(v));
}

static LLVMValueRef make_call(struct narrow *n, LLVMValueRef v) {
    LLVMValueRef args[2] = {made(n, LLVMGetOperand(v, 0)), LLVMConstInt(n->l->i1, 0, false)};
    bool absolute = intrinsic_is(v, "llvm.abs."),
         min = intrinsic_is(v, "llvm.smin.") || intrinsic_is(v, "llvm.umin.");
    bool with_sign = absolute;
    if (!absolute) {
        args[1] = made(n, LLVMGetOperand(v, 1));
        with_sign = fits_signed(range_of(n, LLVMGetOperand(v, 0), 0)) &&
                    fits_signed(range_of(n, LLVMGetOperand(v, 1), 0));
    }
    const char *name = absolute    ? "llvm.abs"
                       : with_sign ? (min ? "llvm.smin" : "llvm.smax")
                                   : (min ? "llvm.umin" : "llvm.umax");
    put_before(n, v);
    return ln_call(n->l, name, &n->i16, 1, args, 2);
}

static LLVMValueRef make_operation(struct narrow *n, LLVMValueRef v) {
    LLVMBuilderRef b = n->l->b;
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    int first = op == LLVMSelect;
    LLVMValueRef x = made(n, LLVMGetOperand(v, (unsigned)first)), y;
    bool shift = op == LLVMShl || op == LLVMLShr || op == LLVMAShr;
    if (shift)
        y = LLVMConstInt(n->i16, LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1)), false);
    else
        y = made(n, LLVMGetOperand(v, (unsigned)first + 1));
    if (op == LLVMAShr && !fits_signed(range_of(n, LLVMGetOperand(v, 0), 0))) op = LLVMLShr;
    put_before(n, v);
    return first ? LLVMBuildSelect(b, LLVMGetOperand(v, 0), x, y, "")
                 : LLVMBuildBinOp(b, op, x, y, "");
}

// The value, whose range is known, in 16 bits.
static LLVMValueRef made(struct narrow *n, LLVMValueRef v) {
    struct range *r = hd_map_get(&n->ranges, (const char *)v);
    if (LLVMIsAConstantInt(v)) return LLVMConstInt(n->i16, (uint64_t)r->low, true);
    if (r->made) return r->made;
    if (r->operation) {
        r->made = LLVMIsACallInst(v) ? make_call(n, v) : make_operation(n, v);
    } else {
        put_before(n, v);
        r->made =
            LLVMBuildCast(n->l->b, LLVMGetInstructionOpcode(v), LLVMGetOperand(v, 0), n->i16, "");
    }
    return r->made;
}

// ---- what uses it -------------------------------------------------------------------------------

static bool replace_trunc(struct narrow *n, LLVMValueRef v) {
    LLVMValueRef from = LLVMGetOperand(v, 0);
    if (LLVMTypeOf(from) != n->l->i32 || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 16) return false;
    const struct range *r = range_of(n, from, 0);
    if (!r->known || !r->operation) return false;
    LLVMValueRef in = made(n, from);
    put_before(n, v);
    LLVMReplaceAllUsesWith(v, LLVMBuildTrunc(n->l->b, in, LLVMTypeOf(v), ""));
    return true;
}

static LLVMIntPredicate without_sign(LLVMIntPredicate p) {
    switch (p) {
    case LLVMIntSGT: return LLVMIntUGT;
    case LLVMIntSGE: return LLVMIntUGE;
    case LLVMIntSLT: return LLVMIntULT;
    case LLVMIntSLE: return LLVMIntULE;
    default: return p;
    }
}

static bool replace_compare(struct narrow *n, LLVMValueRef v) {
    LLVMValueRef x = LLVMGetOperand(v, 0), y = LLVMGetOperand(v, 1);
    if (LLVMTypeOf(x) != n->l->i32) return false;
    const struct range *a = range_of(n, x, 0), *b = range_of(n, y, 0);
    if (!a->known || !b->known || !alike(a, b) || !(a->operation || b->operation)) return false;
    LLVMIntPredicate p = LLVMGetICmpPredicate(v);
    if (!fits_signed(a) || !fits_signed(b)) p = without_sign(p);
    LLVMValueRef left = made(n, x), right = made(n, y);
    put_before(n, v);
    LLVMReplaceAllUsesWith(v, LLVMBuildICmp(n->l->b, p, left, right, ""));
    return true;
}

static int operations(struct narrow *n, LLVMValueRef v, int depth) {
    const struct range *r = range_of(n, v, 0);
    int count = r->operation;
    for (int i = 0; i < LLVMGetNumOperands(v) && r->operation && depth < MOST_COUNTED; i++) {
        LLVMValueRef x = LLVMGetOperand(v, (unsigned)i);
        if (LLVMIsAInstruction(x) && LLVMTypeOf(x) == n->l->i32)
            count += operations(n, x, depth + 1);
    }
    return count;
}

// Whether somebody needs the value in 32 bits.
static bool needed_wide(struct narrow *n, LLVMValueRef v) {
    for (LLVMUseRef use = LLVMGetFirstUse(v); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsATruncInst(user) || LLVMIsAICmpInst(user)) continue;
        if (!range_of(n, user, 0)->operation) return true;
    }
    return false;
}

static void replace_wide(struct narrow *n, LLVMValueRef v) {
    const struct range *r = range_of(n, v, 0);
    LLVMValueRef in = made(n, v), next = LLVMGetNextInstruction(v);
    put_before(n, next);
    LLVMValueRef wide = fits_signed(r) ? LLVMBuildSExt(n->l->b, in, n->l->i32, "")
                                       : LLVMBuildZExt(n->l->b, in, n->l->i32, "");
    LLVMReplaceAllUsesWith(v, wide);
}

// After the analysis, which it changes nothing of but the code: true when it did, and all has to be
// analysed again.
bool ln_narrow(struct lanes *l) {
    struct narrow n = {.l = l, .i16 = LLVMIntTypeInContext(l->ctx, 16)};
    HD_VEC(LLVMValueRef) ends = {0}, wide = {0};
    for (int i = 0; i < l->list.n; i++) {
        LLVMValueRef v = l->list.v[i]->v;
        if (!LLVMIsAInstruction(v) || l->list.v[i]->shape.kind != LN_VARYING) continue;
        if (LLVMIsATruncInst(v) || LLVMIsAICmpInst(v))
            HD_PUSH(l->arena, &ends, v);
        else if (LLVMTypeOf(v) == l->i32 && range_of(&n, v, 0)->operation && needed_wide(&n, v) &&
                 operations(&n, v, 0) >= ENOUGH)
            HD_PUSH(l->arena, &wide, v);
    }
    for (int i = 0; i < ends.n; i++) {
        LLVMValueRef v = ends.v[i];
        n.changed |= LLVMIsATruncInst(v) ? replace_trunc(&n, v) : replace_compare(&n, v);
    }
    for (int i = 0; i < wide.n; i++)
        made(&n, wide.v[i]); // before anything that they use is replaced
    for (int i = 0; i < wide.n; i++) replace_wide(&n, wide.v[i]);
    n.changed |= wide.n > 0;
    hd_map_finish(&n.ranges);
    return n.changed;
}
