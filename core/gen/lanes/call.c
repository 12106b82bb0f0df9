// Calls: arithmetic that LLVM or core/math has for vectors, warp operations, and the rest lane by
// lane.
//
// core/math has its functions for every width of registers, with the same bits as for one value;
// lanes that are off get the argument 1.
//
// Warp operations are on the vector itself, which is one warp or several: a shuffle is a
// permutation (a constant one where the distance is), a vote the bits of the mask. The lanes that
// take part are those that are on: ln_check_warp_ops has refused kernels in which others could
// still come.
#include "gen/lanes/lanes.h"
#include "math/math.h"

#include <stdio.h>
#include <math.h>
#include <string.h>

// ---- mathematics --------------------------------------------------------------------------------

static LLVMValueRef part_of(struct lanes *l, LLVMValueRef v, int from, int n) {
    LLVMValueRef index[LN_MOST_LANES];
    if (n == l->w) return v;
    for (int i = 0; i < n; i++) index[i] = LLVMConstInt(l->i32, (unsigned)(from + i), false);
    return LLVMBuildShuffleVector(l->b, v, LLVMGetPoison(LLVMTypeOf(v)),
                                  LLVMConstVector(index, (unsigned)n), "");
}

// n is a power of two
static LLVMValueRef join(struct lanes *l, LLVMValueRef *parts, int n, int each) {
    if (n == 1) return parts[0];
    LLVMValueRef halves[2] = {join(l, parts, n / 2, each), join(l, parts + n / 2, n / 2, each)},
                 index[LN_MOST_LANES];
    for (int i = 0; i < n * each; i++) index[i] = LLVMConstInt(l->i32, (unsigned)i, false);
    return LLVMBuildShuffleVector(l->b, halves[0], halves[1],
                                  LLVMConstVector(index, (unsigned)(n * each)), "");
}

static bool widen_math(struct lanes *l, LLVMValueRef inst, const char *symbol) {
    const struct hd_math *own = hd_math_with_symbol(symbol);
    int each = own ? hd_math_lanes(own, l->w, l->register_bits) : 0, nargs = own ? own->nargs : 0;
    if (!each) return false;
    LLVMTypeRef type = LLVMTypeOf(inst);
    char name[64];
    snprintf(name, sizeof name, "%s_%d", own->symbol, each);
    LLVMTypeRef vec = LLVMVectorType(type, (unsigned)each), types[2] = {vec, vec};
    LLVMTypeRef fn_type = LLVMFunctionType(vec, types, (unsigned)nargs, false);
    LLVMValueRef fn = LLVMGetNamedFunction(l->mod, name), args[2], parts[LN_MOST_LANES];
    if (!fn) {
        fn = LLVMAddFunction(l->mod, name, fn_type);
        static const char *const attrs[] = {"nounwind", "willreturn", "memory"};
        for (int i = 0; i < 3; i++) {
            unsigned kind = LLVMGetEnumAttributeKindForName(attrs[i], strlen(attrs[i]));
            LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex,
                                    LLVMCreateEnumAttribute(l->ctx, kind, 0));
        }
    }
    for (int i = 0; i < nargs; i++) {
        args[i] = ln_vector(l, LLVMGetOperand(inst, (unsigned)i));
        if (l->mask)
            args[i] =
                LLVMBuildSelect(l->b, l->mask, args[i], ln_splat(l, LLVMConstReal(type, 1)), "");
    }
    for (int p = 0; p < l->w / each; p++) {
        LLVMValueRef some[2];
        for (int i = 0; i < nargs; i++) some[i] = part_of(l, args[i], p * each, each);
        parts[p] = LLVMBuildCall2(l->b, fn_type, fn, some, (unsigned)nargs, "");
    }
    ln_define(l, inst, NULL, join(l, parts, l->w / each, each));
    return true;
}

// Intrinsics that take vectors in place of scalars; the bits of `scalar` tell which arguments stay
// scalars.
static const struct {
    const char *name;
    unsigned scalar;
} vector_intrinsics[] = {
    {"sqrt", 0},
    {"fabs", 0},
    {"floor", 0},
    {"ceil", 0},
    {"trunc", 0},
    {"rint", 0},
    {"nearbyint", 0},
    {"round", 0},
    {"roundeven", 0},
    {"copysign", 0},
    {"minnum", 0},
    {"maxnum", 0},
    {"minimum", 0},
    {"maximum", 0},
    {"fma", 0},
    {"fmuladd", 0},
    {"canonicalize", 0},
    {"abs", 2},
    {"smax", 0},
    {"smin", 0},
    {"umax", 0},
    {"umin", 0},
    {"ctpop", 0},
    {"ctlz", 2},
    {"cttz", 2},
    {"bswap", 0},
    {"bitreverse", 0},
    {"fshl", 0},
    {"fshr", 0},
    {"uadd.sat", 0},
    {"sadd.sat", 0},
    {"usub.sat", 0},
    {"ssub.sat", 0},
    {"uadd.with.overflow", 0},
    {"sadd.with.overflow", 0},
    {"usub.with.overflow", 0},
    {"ssub.with.overflow", 0},
    {"umul.with.overflow", 0},
    {"smul.with.overflow", 0},
};

static int find_intrinsic(const char *base, size_t len) { // -1: none
    for (int k = 0; k < HD_COUNT(vector_intrinsics); k++)
        if (strlen(vector_intrinsics[k].name) == len &&
            !memcmp(vector_intrinsics[k].name, base, len))
            return k;
    return -1;
}

static bool widen_intrinsic(struct lanes *l, LLVMValueRef inst, const char *base, size_t len) {
    int k = find_intrinsic(base, len);
    if (k < 0) return false;
    unsigned n = LLVMGetNumArgOperands(inst);
    LLVMValueRef args[4];
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef a = LLVMGetOperand(inst, i);
        args[i] = vector_intrinsics[k].scalar >> i & 1 ? ln_scalar(l, a) : ln_vector(l, a);
    }
    LLVMTypeRef type = LLVMTypeOf(args[0]);
    char name[64];
    snprintf(name, sizeof name, "llvm.%s", vector_intrinsics[k].name);
    LLVMValueRef r = ln_call(l, name, &type, 1, args, (int)n);
    if (LLVMCanValueUseFastMathFlags(r) && LLVMCanValueUseFastMathFlags(inst))
        LLVMSetFastMathFlags(r, LLVMGetFastMathFlags(inst));
    ln_define(l, inst, NULL, r);
    return true;
}

// An intrinsic's name without what stands around it: "llvm.fma.f32" gives "fma".
static const char *plain_name(const char *name, size_t *length) {
    size_t len = *length - 5;
    name += 5;
    for (size_t i = 0; i < len; i++) { // up to the type: ".f32", ".i64" ...
        if (name[i] != '.' || i + 2 >= len || !strchr("fipbv", name[i + 1]) || name[i + 2] < '0' ||
            name[i + 2] > '9')
            continue;
        len = i;
        break;
    }
    *length = len;
    return name;
}

static bool is_intrinsic(const char *name, size_t len) {
    return len > 5 && !memcmp(name, "llvm.", 5);
}

// ---- numbers to integers ------------------------------------------------------------------------
// llvm.fptosi.sat and its like, which every conversion in a kernel is: LLVM takes vectors of them
// apart. Here x is first brought between the least and the largest number of type x that the
// integer holds, so that the plain conversion is defined; what was larger becomes the largest
// integer, and NaN 0. Orders of comparisons matter: each is false for NaN.

static bool saturates(const char *base, size_t len, bool *is_signed) {
    *is_signed = len == 10 && !memcmp(base, "fptosi.sat", len);
    return *is_signed || (len == 10 && !memcmp(base, "fptoui.sat", len));
}

static LLVMValueRef saturate(struct lanes *l, LLVMValueRef x, LLVMTypeRef number, LLVMTypeRef to,
                             bool is_signed) {
    LLVMBuilderRef b = l->b;
    unsigned bits = LLVMGetIntTypeWidth(to), exact = bits - is_signed,
             digits = LLVMGetTypeKind(number) == LLVMDoubleTypeKind ? 53 : 24;
    double above = ldexp(1, (int)exact), below = is_signed ? -above : 0,
           most = exact <= digits ? above - 1 : above - ldexp(1, (int)(exact - digits));
    LLVMTypeRef wide = bits < 32 ? l->i32 : to, vec = ln_vec_type(l, wide);
    LLVMValueRef least = ln_splat(l, LLVMConstReal(number, below)),
                 largest = ln_splat(l, LLVMConstReal(number, most));
    LLVMValueRef v = LLVMBuildSelect(b, LLVMBuildFCmp(b, LLVMRealOGT, x, least, ""), x, least, "");
    v = LLVMBuildSelect(b, LLVMBuildFCmp(b, LLVMRealOLT, v, largest, ""), v, largest, "");
    v = is_signed || bits < 32 ? LLVMBuildFPToSI(b, v, vec, "") : LLVMBuildFPToUI(b, v, vec, "");
    if (exact > digits) {
        LLVMValueRef over =
            LLVMBuildFCmp(b, LLVMRealOGE, x, ln_splat(l, LLVMConstReal(number, above)), "");
        uint64_t ones = ~0ull >> (64 - exact);
        v = LLVMBuildSelect(b, over, ln_splat(l, LLVMConstInt(wide, ones, false)), v, "");
    }
    if (is_signed)
        v = LLVMBuildSelect(b, LLVMBuildFCmp(b, LLVMRealORD, x, x, ""), v, LLVMConstNull(vec), "");
    return bits < 32 ? LLVMBuildTrunc(b, v, ln_vec_type(l, to), "") : v;
}

static bool widen_conversion(struct lanes *l, LLVMValueRef inst, bool is_signed) {
    LLVMValueRef x = LLVMGetOperand(inst, 0);
    LLVMTypeRef number = LLVMTypeOf(x), to = LLVMTypeOf(inst);
    LLVMTypeKind kind = LLVMGetTypeKind(number);
    bool half = kind == LLVMHalfTypeKind || kind == LLVMBFloatTypeKind;
    unsigned bits = LLVMGetIntTypeWidth(to);
    if ((kind != LLVMFloatTypeKind && kind != LLVMDoubleTypeKind && !half) ||
        (bits != 8 && bits != 16 && bits != 32 && bits != 64))
        return false;
    LLVMValueRef v = ln_vector(l, x);
    if (half) {
        number = LLVMFloatTypeInContext(l->ctx);
        v = LLVMBuildFPExt(l->b, v, ln_vec_type(l, number), "");
    }
    ln_define(l, inst, NULL, saturate(l, v, number, to, is_signed));
    return true;
}

static bool widen_named(struct lanes *l, LLVMValueRef inst, const char *name, size_t len) {
    if (!is_intrinsic(name, len)) return widen_math(l, inst, name);
    name = plain_name(name, &len);
    bool is_signed;
    if (saturates(name, len, &is_signed)) return widen_conversion(l, inst, is_signed);
    return widen_intrinsic(l, inst, name, len);
}

bool ln_has_vector_form(struct lanes *l, LLVMValueRef call) {
    size_t len;
    const char *name = ln_callee(call, &len);
    if (is_intrinsic(name, len)) {
        bool is_signed;
        name = plain_name(name, &len);
        return find_intrinsic(name, len) >= 0 || saturates(name, len, &is_signed);
    }
    const struct hd_math *own = hd_math_with_symbol(name);
    return own && hd_math_lanes(own, l->w, l->register_bits);
}

// ---- warp operations ----------------------------------------------------------------------------

static LLVMValueRef i32(struct lanes *l, uint32_t v) { return LLVMConstInt(l->i32, v, false); }

static LLVMValueRef active_bits(struct lanes *l) { return ln_mask_bits(l, ln_mask(l)); }

// of W bits those of one warp
static LLVMValueRef bits_of_warp(struct lanes *l, LLVMValueRef bits, int warp) {
    if (warp)
        bits = LLVMBuildLShr(l->b, bits, LLVMConstInt(LLVMTypeOf(bits), (unsigned)warp * 32, false),
                             "");
    return LLVMBuildIntCast2(l->b, bits, l->i32, false, "");
}

// What an operation gives that has one result (i32) for each of the vector's warps.
static void define_by_warp(struct lanes *l, LLVMValueRef inst, LLVMValueRef *results) {
    if (l->w == 32) {
        ln_define(l, inst, results[0], NULL);
        return;
    }
    LLVMValueRef index[LN_MOST_LANES],
        each = LLVMGetPoison(LLVMVectorType(l->i32, (unsigned)l->w / 32));
    for (int k = 0; k < l->w / 32; k++)
        each = LLVMBuildInsertElement(l->b, each, results[k], i32(l, (unsigned)k), "");
    for (int i = 0; i < l->w; i++) index[i] = i32(l, (unsigned)i / 32);
    LLVMValueRef all =
        LLVMBuildShuffleVector(l->b, each, each, LLVMConstVector(index, (unsigned)l->w), "");
    ln_define(l, inst, NULL, all);
}

// A lane that is not in the mask that it names: reported by running the block again lane by lane.
static void check_mask(struct lanes *l, LLVMValueRef inst) {
    LLVMValueRef named = LLVMGetOperand(inst, 2);
    if (LLVMIsAConstantInt(named) && (uint32_t)LLVMConstIntGetZExtValue(named) == UINT32_MAX)
        return;
    if (ln_shape_of(l, named).kind != LN_UNIFORM)
        ln_fail(l, "a warp operation whose mask differs between lanes");
    LLVMTypeRef bits_type = LLVMIntTypeInContext(l->ctx, (unsigned)l->w);
    named = LLVMBuildIntCast2(l->b, ln_scalar(l, named), bits_type, false, "");
    for (unsigned have = 32; (int)have < l->w; have *= 2) // the same for each warp
        named = LLVMBuildOr(
            l->b, named, LLVMBuildShl(l->b, named, LLVMConstInt(bits_type, have, false), ""), "");
    LLVMValueRef missing = LLVMBuildAnd(l->b, active_bits(l), LLVMBuildNot(l->b, named, ""), "");
    LLVMBasicBlockRef bad = ln_block(l, "misses"), go_on = ln_block(l, "");
    LLVMBuildCondBr(l->b, LLVMBuildIsNull(l->b, missing, ""), go_on, bad);
    LLVMPositionBuilderAtEnd(l->b, bad);
    LLVMTypeRef type = LLVMFunctionType(l->void_, &l->i32, 1, false);
    LLVMValueRef fn = LLVMGetNamedFunction(l->mod, "hd_rt_lanes_diverged"),
                 loc = ln_scalar(l, LLVMGetOperand(inst, 1));
    if (!fn) fn = LLVMAddFunction(l->mod, "hd_rt_lanes_diverged", type);
    LLVMBuildCall2(l->b, type, fn, &loc, 1, "");
    LLVMBuildUnreachable(l->b);
    LLVMPositionBuilderAtEnd(l->b, go_on);
}

static LLVMValueRef source_lanes(struct lanes *l, int op, LLVMValueRef arg, LLVMValueRef width) {
    LLVMBuilderRef b = l->b;
    LLVMValueRef linear = ln_iota(l, l->i32, 1), one = ln_splat(l, i32(l, 1)),
                 full = ln_splat(l, i32(l, 32));
    LLVMValueRef lane = LLVMBuildAnd(b, linear, ln_splat(l, i32(l, 31)), ""),
                 warp = LLVMBuildSub(b, linear, lane, "");
    LLVMValueRef less = LLVMBuildSub(b, width, one, "");
    LLVMValueRef odd = LLVMBuildICmp(b, LLVMIntUGT, less, ln_splat(l, i32(l, 31)), "");
    odd = LLVMBuildOr(b, odd,
                      LLVMBuildICmp(b, LLVMIntNE, LLVMBuildAnd(b, width, less, ""),
                                    LLVMConstNull(LLVMTypeOf(one)), ""),
                      "");
    width = LLVMBuildSelect(b, odd, full, width, "");
    less = LLVMBuildSub(b, width, one, "");
    LLVMValueRef base = LLVMBuildAnd(b, lane, LLVMBuildNot(b, less, ""), ""),
                 last = LLVMBuildAdd(b, base, less, "");
    LLVMValueRef source, ok;
    switch (op) {
    case 0:
        return LLVMBuildOr(b, LLVMBuildOr(b, base, LLVMBuildAnd(b, arg, less, ""), ""), warp, "");
    case 1:
        source = LLVMBuildSub(b, lane, arg, "");
        ok = LLVMBuildICmp(b, LLVMIntULE, arg, LLVMBuildSub(b, lane, base, ""), "");
        break;
    case 2:
        source = LLVMBuildAdd(b, lane, arg, "");
        ok = LLVMBuildICmp(b, LLVMIntULE, arg, LLVMBuildSub(b, last, lane, ""), "");
        break;
    default:
        source = LLVMBuildXor(b, lane, arg, "");
        ok = LLVMBuildICmp(b, LLVMIntULE, source, last, "");
        break;
    }
    return LLVMBuildOr(b, LLVMBuildSelect(b, ok, source, lane, ""), warp, "");
}

// values[source[i]] for every lane i
static LLVMValueRef permute(struct lanes *l, LLVMValueRef values, LLVMValueRef source) {
    LLVMTypeRef vec = LLVMTypeOf(values), type = LLVMGetElementType(vec);
    if (LLVMIsConstant(source))
        return LLVMBuildShuffleVector(l->b, values, LLVMGetPoison(vec), source, "");
    LLVMValueRef memory = ln_alloca(l, vec, 64);
    LLVMSetAlignment(LLVMBuildStore(l->b, values, memory), 64);
    LLVMValueRef wide = LLVMBuildZExt(l->b, source, LLVMVectorType(l->i64, (unsigned)l->w), "");
    LLVMValueRef ptrs = LLVMBuildGEP2(l->b, type, memory, &wide, 1, "");
    unsigned align = (unsigned)LLVMABISizeOfType(l->layout, type);
    LLVMValueRef all = LLVMConstAllOnes(LLVMVectorType(l->i1, (unsigned)l->w));
    LLVMValueRef args[4] = {ptrs, i32(l, align), all, LLVMGetPoison(vec)};
    return ln_call(l, "llvm.masked.gather", (LLVMTypeRef[]){vec, LLVMTypeOf(ptrs)}, 2, args, 4);
}

static void shuffle(struct lanes *l, LLVMValueRef inst) {
    LLVMValueRef value = LLVMGetOperand(inst, 3), op = LLVMGetOperand(inst, 6),
                 named = LLVMGetOperand(inst, 2);
    struct ln_val *def = ln_val(l, value);
    if (!LLVMIsAConstantInt(op)) ln_fail(l, "a shuffle of an unknown kind");
    // The value travels as 64 bits; what it was extended from is shuffled.
    bool narrow =
        def && LLVMIsAZExtInst(value) && def->node == l->node && def->shape.kind == LN_VARYING;
    LLVMValueRef v = ln_vector(l, narrow ? LLVMGetOperand(value, 0) : value);
    if (LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(v))) == 1)
        v = LLVMBuildZExt(l->b, v, ln_vec_type(l, l->i8), "");
    v = LLVMBuildFreeze(l->b, v, "");
    LLVMValueRef source =
        source_lanes(l, (int)LLVMConstIntGetZExtValue(op), ln_vector(l, LLVMGetOperand(inst, 4)),
                     ln_vector(l, LLVMGetOperand(inst, 5)));
    LLVMValueRef r = permute(l, v, source);
    bool everybody = !l->mask && LLVMIsAConstantInt(named) &&
                     (uint32_t)LLVMConstIntGetZExtValue(named) == UINT32_MAX;
    if (!everybody) { // a lane that does not take part gives 0
        LLVMValueRef flags = LLVMBuildZExt(l->b, ln_mask(l), ln_vec_type(l, l->i32), "");
        LLVMValueRef there =
            LLVMBuildTrunc(l->b, permute(l, flags, source), LLVMTypeOf(ln_mask(l)), "");
        r = LLVMBuildSelect(l->b, there, r, LLVMConstNull(LLVMTypeOf(r)), "");
    }
    ln_define(l, inst, NULL, LLVMBuildZExt(l->b, r, ln_vec_type(l, l->i64), ""));
}

static void vote(struct lanes *l, LLVMValueRef inst) {
    LLVMBuilderRef b = l->b;
    LLVMValueRef predicate = ln_vector(l, LLVMGetOperand(inst, 3)), op = LLVMGetOperand(inst, 4), r;
    if (!LLVMIsAConstantInt(op)) ln_fail(l, "a vote of an unknown kind");
    LLVMValueRef set =
        LLVMBuildICmp(b, LLVMIntNE, predicate, LLVMConstNull(LLVMTypeOf(predicate)), "");
    if (l->mask) set = LLVMBuildSelect(b, l->mask, set, LLVMConstNull(LLVMTypeOf(set)), "");
    LLVMValueRef bits = ln_mask_bits(l, set), on = active_bits(l), zero = i32(l, 0),
                 results[LN_MOST_WARPS];
    for (int k = 0; k < l->w / 32; k++) {
        LLVMValueRef yes = bits_of_warp(l, bits, k), all = bits_of_warp(l, on, k);
        switch (LLVMConstIntGetZExtValue(op)) {
        case 0: r = LLVMBuildICmp(b, LLVMIntEQ, yes, all, ""); break;
        case 1: r = LLVMBuildICmp(b, LLVMIntNE, yes, zero, ""); break;
        case 2: r = yes; break;
        default:
            r = LLVMBuildOr(b, LLVMBuildICmp(b, LLVMIntEQ, yes, all, ""),
                            LLVMBuildICmp(b, LLVMIntEQ, yes, zero, ""), "");
            break;
        }
        results[k] = LLVMBuildIntCast2(b, r, l->i32, false, "");
    }
    define_by_warp(l, inst, results);
}

static void reduce(struct lanes *l, LLVMValueRef inst) {
    static const char *const names[] = {"add", "umin", "umax", "and", "or",
                                        "xor", "add",  "smin", "smax"};
    static const uint32_t neutral[] = {0, UINT32_MAX, 0, UINT32_MAX, 0, 0, 0, INT32_MAX, 1u << 31};
    LLVMValueRef op = LLVMGetOperand(inst, 4), is_signed = LLVMGetOperand(inst, 5),
                 v = ln_vector(l, LLVMGetOperand(inst, 3));
    if (!LLVMIsAConstantInt(op) || !LLVMIsAConstantInt(is_signed))
        ln_fail(l, "a reduction of an unknown kind");
    unsigned k = (unsigned)LLVMConstIntGetZExtValue(op);
    if (k <= 2 && LLVMConstIntGetZExtValue(is_signed)) k += 6;
    if (l->mask) v = LLVMBuildSelect(l->b, l->mask, v, ln_splat(l, i32(l, neutral[k])), "");
    char name[64];
    snprintf(name, sizeof name, "llvm.vector.reduce.%s", names[k]);
    LLVMValueRef results[LN_MOST_WARPS];
    for (int warp = 0; warp < l->w / 32; warp++) {
        LLVMValueRef part = l->w == 32 ? v : part_of(l, v, warp * 32, 32);
        LLVMTypeRef vec = LLVMTypeOf(part);
        results[warp] = ln_call(l, name, &vec, 1, &part, 1);
    }
    define_by_warp(l, inst, results);
}

// hd_rt_lanes_match(values, active, all, results)
static void match(struct lanes *l, LLVMValueRef inst) {
    LLVMValueRef all = LLVMGetOperand(inst, 4), v = ln_vector(l, LLVMGetOperand(inst, 3));
    bool any = LLVMIsNull(all);
    LLVMTypeRef words = ln_vec_type(l, l->i32), types[4] = {l->ptr, l->i32, l->i32, l->ptr};
    LLVMValueRef values = ln_alloca(l, LLVMTypeOf(v), 64), results = ln_alloca(l, words, 64);
    LLVMSetAlignment(LLVMBuildStore(l->b, v, values), 64);
    LLVMSetAlignment(LLVMBuildStore(l->b, LLVMConstNull(words), results), 64);
    LLVMTypeRef type = LLVMFunctionType(l->void_, types, 4, false),
                element = LLVMGetElementType(LLVMTypeOf(v));
    LLVMValueRef fn = LLVMGetNamedFunction(l->mod, "hd_rt_lanes_match"), on = active_bits(l);
    if (!fn) fn = LLVMAddFunction(l->mod, "hd_rt_lanes_match", type);
    for (int k = 0; k < l->w / 32; k++) {
        LLVMValueRef first = LLVMConstInt(l->i64, (unsigned)k * 32, false);
        LLVMValueRef args[4] = {LLVMBuildGEP2(l->b, element, values, &first, 1, ""),
                                bits_of_warp(l, on, k), i32(l, !any),
                                LLVMBuildGEP2(l->b, l->i32, results, &first, 1, "")};
        LLVMBuildCall2(l->b, type, fn, args, 4, "");
    }
    LLVMValueRef r = LLVMBuildLoad2(l->b, words, results, "");
    if (!any) {
        LLVMValueRef found = LLVMBuildICmp(l->b, LLVMIntNE, r, LLVMConstNull(words), ""),
                     ptrs = ln_vector(l, all);
        LLVMValueRef store[4] = {LLVMBuildZExt(l->b, found, words, ""), ptrs, i32(l, 4),
                                 ln_mask(l)};
        ln_call(l, "llvm.masked.scatter", (LLVMTypeRef[]){words, LLVMTypeOf(ptrs)}, 2, store, 4);
    }
    ln_define(l, inst, NULL, r);
}

static void warp_op(struct lanes *l, LLVMValueRef inst, const char *name) {
    if (l->w % 32) ln_fail(l, "warp operations with less than 32 lanes");
    if (!strcmp(name, "hd_rt_activemask")) {
        LLVMValueRef on = active_bits(l), results[LN_MOST_WARPS];
        for (int k = 0; k < l->w / 32; k++) results[k] = bits_of_warp(l, on, k);
        define_by_warp(l, inst, results);
        return;
    }
    check_mask(l, inst);
    if (!strcmp(name, "hd_rt_shfl"))
        shuffle(l, inst);
    else if (!strcmp(name, "hd_rt_vote"))
        vote(l, inst);
    else if (!strcmp(name, "hd_rt_reduce"))
        reduce(l, inst);
    else if (!strcmp(name, "hd_rt_match"))
        match(l, inst);
}

// ---- all calls ----------------------------------------------------------------------------------

static bool starts(const char *name, const char *with) {
    return !strncmp(name, with, strlen(with));
}

bool ln_makes_no_code(LLVMValueRef call) {
    size_t len;
    const char *name = ln_callee(call, &len);
    return starts(name, LN_MARK) || starts(name, "llvm.lifetime") || starts(name, "llvm.assume") ||
           starts(name, "llvm.invariant") || starts(name, "llvm.experimental.noalias") ||
           starts(name, "llvm.dbg") || starts(name, "llvm.donothing");
}

void ln_widen_call(struct lanes *l, LLVMValueRef inst) {
    size_t len;
    const char *name = ln_callee(inst, &len);
    struct ln_val *val = ln_val(l, inst);
    if (ln_makes_no_code(inst)) return;
    if (!strcmp(name, "hd_rt_return")) {
        if (l->masked) ln_region_left(l, LLVMGetOperand(inst, 1));
        return;
    }
    if (!strcmp(name, "hd_lane_exit")) {
        ln_region_exit(l);
        return;
    }
    if (!strcmp(name, "hd_lane_goes_on")) { // whoever has left is not asked any more
        ln_define(l, inst, LLVMConstInt(l->i1, 1, false), NULL);
        return;
    }
    if (l->checked && ln_checked_call(l, inst, name)) return;
    if (ln_warp_op(name)) {
        if (l->checked) ln_checked_warp(l);
        warp_op(l, inst, name);
        return;
    }
    if (!strcmp(name, "hd_rt_grid_sync") || !strcmp(name, "hd_rt_yield") ||
        !strcmp(name, "hd_rt_named_barrier") || starts(name, "hd_rt_cluster_"))
        ln_fail(l, "threads that wait for each other");
    if (!strcmp(name, "hd_rt_device_launch")) ln_fail(l, "launches of kernels");
    if (starts(name, "llvm.stack") || starts(name, "llvm.va_"))
        ln_fail(l, "a local array of variable length");
    if (!strcmp(name, "hd_rt_poll")) {
        ln_clone(l, l->b, inst);
        return;
    }
    if (val->shape.kind == LN_UNIFORM && LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVoidTypeKind) {
        ln_define(l, inst, ln_clone(l, l->b, inst), NULL);
        return;
    }
    if (len && val->shape.kind == LN_VARYING &&
        LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVoidTypeKind && widen_named(l, inst, name, len))
        return;
    ln_serialise(l, inst);
}
