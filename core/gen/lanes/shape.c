// Shapes: which values are uniform, affine or varying, and what that means for control flow.
//
// One fixpoint over two things that depend on each other. Values start unknown and only ever get
// worse (uniform, affine, varying); branches start as uniform and may become divergent, which makes
// phis where lanes meet again varying, loops that lanes leave at different times divergent, and
// gives nodes masks of their own.
//
// Rules worth knowing:
// - In a loop that lanes leave at different times the loop's own phis stay what they are: the
//   values of lanes that left are dead, and what is used behind the loop is taken at the exit, by
//   the exit's phi. So the `i` of a grid-stride loop stays affine.
// - The extension of an affine value is affine only if no lane's sum wraps, which `nsw` and ranges
//   tell, or if it serves to find an element only (hd_gen_is_index).
// - Nodes that all lanes of their dominator reach share its mask ("leader").
#include "gen/lanes/lanes.h"

#include <string.h>

enum {              // operations that are followed
    MOST_STEPS = 8, // from a local array to the access of an element
    MOST_BOUND = 6, // for the largest value of an index
    MOST_SUM = 12,  // for whether a sum stays in its type
    LOOP_STEP = 5,  // a loop's step counts as so many, so that it is looked at once
};

struct ln_shape ln_shape_of(struct lanes *l, LLVMValueRef v) {
    struct ln_val *val = ln_val(l, v);
    return val ? val->shape : (struct ln_shape){.kind = LN_UNIFORM, .block = true};
}

static struct ln_shape uniform(bool block) {
    return (struct ln_shape){.kind = LN_UNIFORM, .block = block};
}
static struct ln_shape varying(void) { return (struct ln_shape){.kind = LN_VARYING}; }

static struct ln_shape affine(struct lanes *l, int64_t stride, uint32_t align) {
    if (!stride) return uniform(false);
    if (stride > INT32_MAX || stride < INT32_MIN) return varying();
    return (struct ln_shape){.kind = LN_AFFINE, .stride = stride, .align = align ? align : 1};
}

static struct ln_shape meet(struct lanes *l, struct ln_shape a, struct ln_shape b) {
    if (!a.kind) return b;
    if (!b.kind) return a;
    if (a.kind == LN_UNIFORM && b.kind == LN_UNIFORM) return uniform(a.block && b.block);
    if (a.kind == LN_AFFINE && b.kind == LN_AFFINE && a.stride == b.stride)
        return affine(l, a.stride, a.align < b.align ? a.align : b.align);
    return varying();
}

static uint32_t low_bit(uint64_t v) {
    return v ? (uint32_t)(v & -v & 0x40000000 ? 0x40000000 : v & -v) : 0x40000000;
}
static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

static bool constant(LLVMValueRef v, int64_t *out) {
    if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64) return false;
    *out = LLVMConstIntGetSExtValue(v);
    return true;
}

// of a uniform value: a power of two that divides it
static uint32_t align_of(struct lanes *l, LLVMValueRef v) {
    int64_t c;
    if (constant(v, &c)) return low_bit((uint64_t)c);
    if (!LLVMIsAInstruction(v)) return 1;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMShl:
        if (constant(LLVMGetOperand(v, 1), &c) && c >= 0 && c < 20) return 1u << c;
        return 1;
    case LLVMMul: return constant(LLVMGetOperand(v, 1), &c) ? low_bit((uint64_t)c) : 1;
    case LLVMAnd: return constant(LLVMGetOperand(v, 1), &c) ? low_bit((uint64_t)c) : 1;
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc: return align_of(l, LLVMGetOperand(v, 0));
    default: return 1;
    }
}

// ---- the threads' indices -----------------------------------------------------------------------

struct ln_shape ln_index_shape(struct lanes *l, int special) {
    bool one_row = l->bdim[1] * l->bdim[2] == 1;
    uint32_t base = l->nvec == 1 ? 0x40000000 : (uint32_t)l->w;
    switch (special) {
    case LN_TID_X:
        return l->rows || one_row ? affine(l, 1, l->per_row == 1 ? 0x40000000 : base) : varying();
    case LN_TID_Y: return l->rows || one_row ? uniform(l->bdim[1] == 1) : varying();
    case LN_TID_Z:
        if (l->rows || one_row || l->bdim[2] == 1 || l->bdim[0] * l->bdim[1] % (uint32_t)l->w == 0)
            return uniform(l->bdim[2] == 1);
        return varying();
    default: return affine(l, 1, l->rows ? least(base, low_bit(l->bdim[0])) : base);
    }
}

// A load from the thread's or the block's context. false: some other load.
static bool context_load(struct lanes *l, struct ln_val *val) {
    LLVMValueRef p = LLVMGetOperand(val->v, 0);
    uint64_t offset = 0;
    if (LLVMIsAGetElementPtrInst(p) && LLVMGetNumOperands(p) == 2) {
        int64_t c;
        if (!constant(LLVMGetOperand(p, 1), &c)) return false;
        offset = (uint64_t)c * LLVMABISizeOfType(l->layout, LLVMGetGEPSourceElementType(p));
        p = LLVMGetOperand(p, 0);
    }
    if (p != LLVMGetParam(l->src, 2)) return false;
    switch (offset) {
    case HD_THREAD_TID: val->special = LN_TID_X; break;
    case HD_THREAD_TID + 4: val->special = LN_TID_Y; break;
    case HD_THREAD_TID + 8: val->special = LN_TID_Z; break;
    case HD_THREAD_LINEAR: val->special = LN_LINEAR; break;
    case HD_THREAD_BLOCK: val->special = LN_BLOCK_PTR; break;
    default: return false;
    }
    val->shape = val->special == LN_BLOCK_PTR ? uniform(true) : ln_index_shape(l, val->special);
    return true;
}

// ---- local arrays -------------------------------------------------------------------------------
// An array whose address goes nowhere but to loads and stores of one size has its elements
// interleaved: element e of lane k at (e * W + k) * size, so that a uniform index is one vector
// access.

static bool interleaves(struct lanes *l, LLVMValueRef p, uint64_t *size, int depth) {
    if (depth > MOST_STEPS) return false;
    for (LLVMUseRef use = LLVMGetFirstUse(p); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        LLVMTypeRef type = NULL;
        switch (LLVMGetInstructionOpcode(user)) {
        case LLVMLoad: type = LLVMTypeOf(user); break;
        case LLVMStore:
            if (LLVMGetOperand(user, 0) == p) return false;
            type = LLVMTypeOf(LLVMGetOperand(user, 0));
            break;
        case LLVMGetElementPtr: {
            if (LLVMGetNumOperands(user) != 2 && LLVMGetNumOperands(user) != 3) return false;
            if (!interleaves(l, user, size, depth + 1)) return false;
            continue;
        }
        case LLVMCall: {
            size_t len;
            if (!strncmp(ln_callee(user, &len), "llvm.lifetime", 13)) continue;
            if (!ln_is_call_of(user, "hd_ck_inside")) return false;
            if (LLVMGetOperand(user, 1) == p && !interleaves(l, user, size, depth + 1))
                return false;
            continue;
        }
        default: return false;
        }
        LLVMTypeKind kind = LLVMGetTypeKind(type);
        if (kind != LLVMIntegerTypeKind && kind != LLVMFloatTypeKind &&
            kind != LLVMDoubleTypeKind && kind != LLVMPointerTypeKind)
            return false;
        if (LLVMGetVolatile(user) || (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) % 8))
            return false;
        uint64_t bytes = LLVMABISizeOfType(l->layout, type);
        if (*size && *size != bytes) return false;
        *size = bytes;
    }
    return true;
}

static bool offsets_fit(struct lanes *l, LLVMValueRef p, uint64_t size) {
    for (LLVMUseRef use = LLVMGetFirstUse(p); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef gep = LLVMGetUser(use);
        int64_t c;
        if (LLVMGetInstructionOpcode(gep) != LLVMGetElementPtr) continue;
        LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
        for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
            if (i > 1) {
                if (LLVMGetTypeKind(type) != LLVMArrayTypeKind) return false;
                type = LLVMGetElementType(type);
            }
            uint64_t unit = LLVMABISizeOfType(l->layout, type);
            bool fixed = constant(LLVMGetOperand(gep, i), &c);
            if (fixed ? ((uint64_t)c * unit) % size : unit % size) return false;
        }
        if (!offsets_fit(l, gep, size)) return false;
    }
    return true;
}

static void alloca_shape(struct lanes *l, struct ln_val *val) {
    if (val->shape.kind) return;
    int64_t count;
    if (!constant(LLVMGetOperand(val->v, 0), &count) || count != 1)
        ln_fail(l, "a local array of variable length");
    uint64_t size = 0;
    if (interleaves(l, val->v, &size, 0) && size && offsets_fit(l, val->v, size)) {
        val->local = true;
        val->shape = affine(l, (int64_t)size, 0);
        return;
    }
    uint64_t bytes = LLVMABISizeOfType(l->layout, LLVMGetAllocatedType(val->v));
    uint64_t align = LLVMGetAlignment(val->v) < 8 ? 8 : LLVMGetAlignment(val->v);
    val->shape = affine(l, (int64_t)HD_ROUND_UP(bytes ? bytes : 1, align), 0);
}

// ---- arithmetic ---------------------------------------------------------------------------------

// The largest value of an i32 that is known not to be negative, from the sizes of block and grid;
// -1: not known.
static int64_t upper(struct lanes *l, LLVMValueRef v, int depth) {
    int64_t c, a, b;
    struct ln_val *val = ln_val(l, v);
    if (constant(v, &c)) return c >= 0 ? c : -1;
    if (!val || depth > MOST_BOUND || !LLVMIsAInstruction(v)) return -1;
    if (val->special >= LN_TID_X && val->special <= LN_TID_Z)
        return (int64_t)l->bdim[val->special - LN_TID_X] - 1;
    if (val->special == LN_LINEAR) return (int64_t)l->total - 1;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMLoad: {
        LLVMValueRef p = LLVMGetOperand(v, 0);
        int64_t offset = 0;
        if (!l->small_grid || !LLVMGetMetadata(v, LLVMGetMDKindIDInContext(l->ctx, "range", 5)))
            return -1;
        if (LLVMIsAGetElementPtrInst(p)) {
            if (LLVMGetNumOperands(p) != 2 || !constant(LLVMGetOperand(p, 1), &offset)) return -1;
            offset *= (int64_t)LLVMABISizeOfType(l->layout, LLVMGetGEPSourceElementType(p));
            p = LLVMGetOperand(p, 0);
        }
        if (p != LLVMGetParam(l->src, 0) || offset < HD_BLOCK_BID || offset > HD_BLOCK_BID + 8)
            return -1;
        if (offset == HD_BLOCK_BID && l->fold > 1)
            return (int64_t)(HD_FOLD_THREADS / (l->bdim[0] / l->fold)) - l->fold;
        return INT32_MAX / (int64_t)l->bdim[(offset - HD_BLOCK_BID) / 4] - 1;
    }
    case LLVMAdd:
    case LLVMMul:
    case LLVMShl:
        a = upper(l, LLVMGetOperand(v, 0), depth + 1);
        b = upper(l, LLVMGetOperand(v, 1), depth + 1);
        if (a < 0 || b < 0 || (LLVMGetInstructionOpcode(v) == LLVMShl && b > 30)) return -1;
        c = LLVMGetInstructionOpcode(v) == LLVMAdd   ? a + b
            : LLVMGetInstructionOpcode(v) == LLVMMul ? a * b
                                                     : a << b;
        return c <= INT32_MAX ? c : -1;
    case LLVMOr:
        if (!LLVMGetIsDisjoint(v)) return -1;
        a = upper(l, LLVMGetOperand(v, 0), depth + 1);
        b = upper(l, LLVMGetOperand(v, 1), depth + 1);
        return a < 0 || b < 0 || a + b > INT32_MAX ? -1 : a + b;
    default: return -1;
    }
}

// No lane's value differs from what the same sum would give with more bits. positive: it is known
// not to be negative.
static bool does_not_wrap(struct lanes *l, LLVMValueRef v, bool positive, int depth) {
    struct ln_shape s = ln_shape_of(l, v);
    struct ln_val *val = ln_val(l, v);
    if (!val || s.kind == LN_UNIFORM || !s.kind || val->special) return true;
    // Neighbours that begin at a multiple of W do not pass a power of two on the way.
    if (s.kind == LN_AFFINE && s.stride == 1 && s.align >= (uint32_t)l->w) return true;
    if (s.kind != LN_AFFINE || depth > MOST_SUM || !LLVMIsAInstruction(v)) return false;
    if (upper(l, v, 0) >= 0) return true;
    LLVMValueRef a = LLVMGetNumOperands(v) > 0 ? LLVMGetOperand(v, 0) : NULL;
    LLVMValueRef b = LLVMGetNumOperands(v) > 1 ? LLVMGetOperand(v, 1) : NULL;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMAdd:
    case LLVMMul:
    case LLVMShl:
        if (!LLVMGetNSW(v) && !(positive && LLVMGetNUW(v))) return false;
        positive = positive && LLVMGetNUW(v);
        return does_not_wrap(l, a, positive, depth + 1) &&
               (LLVMGetInstructionOpcode(v) == LLVMShl || does_not_wrap(l, b, positive, depth + 1));
    case LLVMSub:
        return LLVMGetNSW(v) && does_not_wrap(l, a, false, depth + 1) &&
               does_not_wrap(l, b, false, depth + 1);
    case LLVMOr:
        return LLVMGetIsDisjoint(v) && does_not_wrap(l, a, false, depth + 1) &&
               does_not_wrap(l, b, false, depth + 1);
    case LLVMSExt: return true;
    case LLVMZExt: return true;
    case LLVMAnd:
    case LLVMLShr: return true; // affine only where they do not
    case LLVMFreeze: return does_not_wrap(l, a, positive, depth + 1);
    case LLVMSelect:
        return does_not_wrap(l, b, positive, depth + 1) &&
               does_not_wrap(l, LLVMGetOperand(v, 2), positive, depth + 1);
    case LLVMPHI:
        for (unsigned i = 0; i < LLVMCountIncoming(v); i++) {
            LLVMValueRef in = LLVMGetIncomingValue(v, i);
            // A phi of a loop: its step is looked at once.
            if (depth > MOST_SUM - LOOP_STEP - 1) return true;
            if (in != v && !does_not_wrap(l, in, positive, depth + LOOP_STEP)) return false;
        }
        return true;
    default: return false;
    }
}

static struct ln_shape binary(struct lanes *l, LLVMValueRef v) {
    LLVMValueRef x = LLVMGetOperand(v, 0), y = LLVMGetOperand(v, 1);
    struct ln_shape a = ln_shape_of(l, x), b = ln_shape_of(l, y);
    if (!a.kind || !b.kind) return (struct ln_shape){0};
    if (a.kind == LN_UNIFORM && b.kind == LN_UNIFORM) return uniform(a.block && b.block);
    if (a.kind == LN_VARYING || b.kind == LN_VARYING) return varying();
    int64_t c;
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    bool sum = op == LLVMAdd || (op == LLVMOr && LLVMGetIsDisjoint(v));
    uint32_t ax = a.kind == LN_AFFINE ? a.align : align_of(l, x),
             ay = b.kind == LN_AFFINE ? b.align : align_of(l, y);
    if (sum) return affine(l, a.stride + b.stride, least(ax, ay));
    if (op == LLVMSub) return affine(l, a.stride - b.stride, least(ax, ay));
    bool is_const = constant(y, &c);
    uint32_t w = (uint32_t)l->w;
    if (op == LLVMMul && is_const && c > -100000 && c < 100000) return affine(l, a.stride * c, 1);
    if (op == LLVMMul && constant(x, &c) && c > -100000 && c < 100000)
        return affine(l, b.stride * c, 1);
    if (op == LLVMShl && is_const && c >= 0 && c < 20) return affine(l, a.stride * (1 << c), 1);
    bool steps = a.kind == LN_AFFINE && a.stride == 1 && a.align >= w && is_const;
    if (op == LLVMAnd && steps && c >= 0 && ((c + 1) & c) == 0 && (uint64_t)c + 1 >= w)
        return affine(l, 1,
                      least(a.align, (uint32_t)c + 1 > 0x40000000 ? 0x40000000 : (uint32_t)c + 1));
    if (op == LLVMLShr && steps && c < 31 && (1u << c) >= w) return uniform(false);
    return varying();
}

static struct ln_shape cast(struct lanes *l, LLVMValueRef v) {
    LLVMValueRef x = LLVMGetOperand(v, 0);
    struct ln_shape a = ln_shape_of(l, x);
    if (a.kind != LN_AFFINE) return a;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMTrunc: return LLVMGetIntTypeWidth(LLVMTypeOf(v)) >= 8 ? a : varying();
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMFreeze: return a;
    case LLVMSExt: return does_not_wrap(l, x, false, 0) || hd_gen_is_index(v) ? a : varying();
    case LLVMZExt:
        return (LLVMGetNNeg(v) && (does_not_wrap(l, x, true, 0) || hd_gen_is_index(v))) ||
                       upper(l, x, 0) >= 0
                   ? a
                   : varying();
    default: return varying();
    }
}

static struct ln_shape gep(struct lanes *l, struct ln_val *val) {
    LLVMValueRef v = val->v;
    struct ln_val *base = ln_val(l, LLVMGetOperand(v, 0));
    struct ln_shape s = ln_shape_of(l, LLVMGetOperand(v, 0));
    val->local = base && base->local;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(v);
    int64_t stride = s.stride, factor = val->local ? l->w : 1;
    bool block = s.block, any_affine = s.kind == LN_AFFINE;
    if (!s.kind) return s;
    if (s.kind == LN_VARYING) return s;
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(v); i++) {
        LLVMValueRef index = LLVMGetOperand(v, i);
        struct ln_shape t = ln_shape_of(l, index);
        if (!t.kind) return t;
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            type = LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index));
            continue;
        }
        if (i > 1) type = LLVMGetElementType(type);
        if (t.kind == LN_VARYING) return t;
        block = block && t.block;
        if (t.kind == LN_UNIFORM) continue;
        any_affine = true;
        if (LLVMGetIntTypeWidth(LLVMTypeOf(index)) < 64 && !does_not_wrap(l, index, false, 0))
            return varying();
        stride += t.stride * (int64_t)LLVMABISizeOfType(l->layout, type) * factor;
    }
    return any_affine ? affine(l, stride, 1) : uniform(block);
}

// ---- calls, memory ------------------------------------------------------------------------------

bool ln_warp_op(const char *name) {
    static const char *const names[] = {"hd_rt_shfl",       "hd_rt_vote",   "hd_rt_match",
                                        "hd_rt_activemask", "hd_rt_reduce", "hd_rt_syncwarp"};
    for (int i = 0; i < HD_COUNT(names); i++)
        if (!strcmp(name, names[i])) return true;
    return false;
}

// A call whose result depends on its arguments alone.
static bool is_function_of_arguments(LLVMValueRef call) {
    size_t len;
    const char *name = ln_callee(call, &len);
    if (!len) return false;
    LLVMValueRef fn = LLVMGetCalledValue(call);
    unsigned memory = LLVMGetEnumAttributeKindForName("memory", 6);
    LLVMAttributeRef attr = LLVMGetCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, memory);
    if (!attr) attr = LLVMGetEnumAttributeAtIndex(fn, LLVMAttributeFunctionIndex, memory);
    if (strncmp(name, "llvm.", 5)) return attr && LLVMGetEnumAttributeValue(attr) == 0;
    static const char *const others[] = {
        "llvm.mem",       "llvm.lifetime",  "llvm.stack",       "llvm.va_",
        "llvm.assume",    "llvm.trap",      "llvm.prefetch",    "llvm.readcyclecounter",
        "llvm.masked",    "llvm.invariant", "llvm.x86",         "llvm.experimental",
        "llvm.debugtrap", "llvm.eh",        "llvm.frameaddress"};
    for (int i = 0; i < HD_COUNT(others); i++)
        if (!strncmp(name, others[i], strlen(others[i]))) return false;
    return true;
}

static struct ln_shape call_shape(struct lanes *l, struct ln_val *val) {
    LLVMValueRef v = val->v;
    if (ln_is_call_of(v, "hd_rt_barrier_red") || ln_is_call_of(v, "hd_lane_goes_on"))
        return uniform(true);
    if (ln_is_call_of(v, "hd_rt_activemask") || ln_is_call_of(v, "hd_rt_vote") ||
        ln_is_call_of(v, "hd_rt_reduce"))
        return l->w > 32 ? varying() : uniform(false); // the same in a warp
    if (l->checked && ln_is_address(v)) {
        struct ln_val *addr = ln_val(l, LLVMGetOperand(v, 1));
        struct ln_shape s = ln_shape_of(l, LLVMGetOperand(v, 1));
        val->local = addr && addr->local;
        s.block = false;
        return s;
    }
    if (!is_function_of_arguments(v)) return varying();
    struct ln_shape s = uniform(true);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(v); i++) {
        struct ln_shape t = ln_shape_of(l, LLVMGetOperand(v, i));
        if (!t.kind) return t;
        if (t.kind != LN_UNIFORM) return varying();
        s.block = s.block && t.block;
    }
    return s;
}

static struct ln_shape others(struct lanes *l, LLVMValueRef v) { // uniform if all its operands are
    struct ln_shape s = uniform(true);
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(v); i++) {
        struct ln_shape t = ln_shape_of(l, LLVMGetOperand(v, i));
        if (!t.kind) return t;
        if (t.kind != LN_UNIFORM) return varying();
        s.block = s.block && t.block;
    }
    return s;
}

// `tid < 64`: the same in all lanes when both sides are multiples of W.
static struct ln_shape compare(struct lanes *l, LLVMValueRef v) {
    struct ln_shape a = ln_shape_of(l, LLVMGetOperand(v, 0));
    int64_t c;
    if (a.kind != LN_AFFINE || a.stride != 1 || a.align < (uint32_t)l->w ||
        !constant(LLVMGetOperand(v, 1), &c))
        return others(l, v);
    if (!does_not_wrap(l, LLVMGetOperand(v, 0), false, 0)) return varying();
    LLVMIntPredicate p = LLVMGetICmpPredicate(v);
    if (p == LLVMIntUGT || p == LLVMIntSGT || p == LLVMIntULE || p == LLVMIntSLE)
        c++;
    else if (p != LLVMIntULT && p != LLVMIntSLT && p != LLVMIntUGE && p != LLVMIntSGE)
        return varying();
    return c >= 0 && c % l->w == 0 ? uniform(false) : varying();
}

static struct ln_shape select_shape(struct lanes *l, LLVMValueRef v) {
    struct ln_shape c = ln_shape_of(l, LLVMGetOperand(v, 0));
    struct ln_shape a = ln_shape_of(l, LLVMGetOperand(v, 1)),
                    b = ln_shape_of(l, LLVMGetOperand(v, 2));
    if (!c.kind || !a.kind || !b.kind) return (struct ln_shape){0};
    if (c.kind != LN_UNIFORM) return varying();
    struct ln_shape s = meet(l, a, b);
    s.block = s.block && c.block;
    return s;
}

// node lies in a divergent loop that user does not
static bool left_at_times(struct lanes *l, int node, int user) {
    int at = l->nodes[node].loop;
    for (; at && !ln_in_loop(l, user, at); at = l->loops[at].parent)
        if (l->loops[at].diverges) return true;
    return false;
}

static struct ln_shape phi_shape(struct lanes *l, struct ln_val *val) {
    const struct ln_node *node = &l->nodes[val->node];
    struct ln_shape s = {0};
    bool same = true;
    LLVMValueRef first = LLVMGetIncomingValue(val->v, 0);
    for (unsigned i = 0; i < LLVMCountIncoming(val->v); i++) {
        LLVMValueRef in = LLVMGetIncomingValue(val->v, i);
        struct ln_val *def = ln_val(l, in);
        struct ln_shape t = ln_shape_of(l, in);
        same = same && in == first;
        if (LLVMIsUndef(in)) t.kind = LN_UNKNOWN;
        if (t.kind && node->late && def && def->node >= 0 && left_at_times(l, def->node, val->node))
            t = varying();
        s = meet(l, s, t);
    }
    if (s.kind && node->joins && !same) s = varying();
    if (l->loops[node->loop].header == val->node && node->loop)
        s.block = s.block && !l->loops[node->loop].out;
    else
        s.block = s.block && !node->to[0];
    if (!s.kind && LLVMIsUndef(first)) s = uniform(true);
    return s;
}

static struct ln_shape shape(struct lanes *l, struct ln_val *val) {
    LLVMValueRef v = val->v;
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    switch (op) {
    case LLVMAlloca: alloca_shape(l, val); return val->shape;
    case LLVMLoad: {
        if (context_load(l, val)) return val->shape;
        struct ln_shape a = ln_shape_of(l, LLVMGetOperand(v, 0));
        if (!a.kind || a.kind == LN_UNIFORM) return a;
        return varying();
    }
    case LLVMPHI: return phi_shape(l, val);
    case LLVMSelect: return select_shape(l, v);
    case LLVMICmp: return compare(l, v);
    case LLVMGetElementPtr: return gep(l, val);
    case LLVMCall: return call_shape(l, val);
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMFreeze: return cast(l, v);
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: return varying();
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
    case LLVMOr:
    case LLVMAnd:
    case LLVMLShr: return binary(l, v);
    default: return others(l, v);
    }
}

// ---- control ------------------------------------------------------------------------------------

// Nodes on ways from its dominator (at its own level) to node n, that included: marks them; gives
// the dominator.
static int between(struct lanes *l, int n, bool *mark) {
    const struct ln_node *node = &l->nodes[n];
    int level = node->loop, top = 0;
    bool header = level && l->loops[level].header == n;
    if (header) level = l->loops[level].parent;
    int dom = ln_item_at(l, node->idom, level);
    int *stack = HD_NEW_ARRAY(l->arena, int, l->n + 1);
    memset(mark, 0, sizeof *mark * (size_t)l->n);
    if (dom < 0) dom = l->loops[level].header;
    mark[dom] = true;
    for (int p = -1; p < top; p++) {
        int at = p < 0 ? n : stack[p];
        if (at == dom && p >= 0) continue;
        for (int k = 0; k < l->nodes[at].npred; k++) {
            int pred = l->nodes[at].pred[k];
            if (mark[pred] || (p < 0 && header && ln_in_loop(l, pred, node->loop))) continue;
            mark[pred] = true;
            stack[top++] = pred;
        }
    }
    if (ln_loop_of_item(l, dom, level)) // the whole loop
        for (int i = 0; i < l->n; i++) mark[i] = mark[i] || ln_item_at(l, i, level) == dom;
    return dom;
}

// Its branch leaves a loop that is put in one line: what is behind several exits then runs exit by
// exit, whatever the branch depends on.
static bool leaves_line(const struct lanes *l, int x) {
    const struct ln_node *node = &l->nodes[x];
    for (int s = 0; s < node->nsucc; s++)
        for (int at = node->loop; at && !ln_in_loop(l, node->succ[s], at); at = l->loops[at].parent)
            if (l->loops[at].diverges) return true;
    return false;
}

static void control_of(struct lanes *l, int n, bool *mark, bool *changed) {
    struct ln_node *node = &l->nodes[n];
    int loop = node->loop;
    bool header = loop && l->loops[loop].header == n;
    int leader = n;
    if (n) {
        int dom = between(l, n, mark), level = header ? l->loops[loop].parent : loop;
        bool apart = header && l->loops[loop].diverges, joins = false, warps_join = false;
        for (int x = 0; x < l->n; x++) {
            const struct ln_node *other = &l->nodes[x];
            if (!mark[x] || !other->cond) continue;
            bool meets = other->ipdom == n || other->ipdom == l->n || !mark[other->ipdom] ||
                         other->ipdom == dom;
            if (!other->diverges && !leaves_line(l, x)) {
                warps_join = warps_join || (meets && !ln_shape_of(l, other->cond).block);
                continue;
            }
            apart = apart || !ln_postdominates(l, n, x);
            joins = joins || meets;
        }
        int from = ln_loop_of_item(l, dom, level) ? l->nodes[dom].idom : dom;
        if (!apart) leader = l->nodes[from].leader;
        bool late = false;
        for (int p = 0; p < node->npred; p++) late = late || left_at_times(l, node->pred[p], n);
        if (joins && !node->joins && !header && node->npred > 1) node->joins = *changed = true;
        if (late && !node->late) node->late = *changed = true;
        if (warps_join && !node->to[0])
            node->to[0] = *changed = true; // borrowed: warps may arrive differently
    }
    if (leader != node->leader) {
        node->leader = leader;
        *changed = true;
    }
}

static bool control(struct lanes *l, bool *mark) {
    bool changed = false;
    for (int i = 0; i < l->n; i++) {
        struct ln_node *node = &l->nodes[i];
        bool diverges = node->cond && ln_shape_of(l, node->cond).kind >= LN_AFFINE;
        changed = changed || diverges != node->diverges;
        node->diverges = diverges;
    }
    for (int k = 0; k < l->n; k++) control_of(l, l->order[k], mark, &changed);
    for (int loop = 1; loop < l->nloops; loop++) {
        struct ln_loop *lp = &l->loops[loop];
        for (int i = 0; i < l->n; i++) {
            struct ln_node *node = &l->nodes[i];
            for (int s = 0; s < node->nsucc; s++) {
                if (!ln_in_loop(l, i, loop) || ln_in_loop(l, node->succ[s], loop)) continue;
                bool apart = node->diverges || node->leader != l->nodes[lp->header].leader;
                if (apart && !lp->diverges) lp->diverges = changed = true;
                bool by_warp = apart || !node->cond || !ln_shape_of(l, node->cond).block;
                if (by_warp && !lp->out) lp->out = changed = true; // borrowed
            }
        }
    }
    return changed;
}

static bool values(struct lanes *l) {
    bool any = false;
    for (bool changed = true; changed;) {
        changed = false;
        for (int k = 0; k < l->n; k++) {
            const struct ln_node *node = &l->nodes[l->order[k]];
            for (int i = 0; i < node->nphis + node->ninsts + (node->barrier != NULL); i++) {
                LLVMValueRef v = i < node->nphis                  ? node->phis[i]
                                 : i < node->nphis + node->ninsts ? node->insts[i - node->nphis]
                                                                  : node->barrier;
                struct ln_val *val = ln_val(l, v);
                struct ln_shape old = val->shape, now = shape(l, val);
                if (old.kind) { // only ever worse
                    if (now.kind < old.kind) now = old;
                    if (now.kind == LN_AFFINE && old.kind == LN_AFFINE && now.stride != old.stride)
                        now = varying();
                    now.block = now.block && old.block;
                    if (now.kind == old.kind) now.align = least(now.align, old.align);
                }
                val->shape = now;
                if (now.kind != old.kind || now.stride != old.stride || now.block != old.block ||
                    now.align != old.align)
                    changed = any = true;
            }
        }
    }
    return any;
}

static void reach_barrier(struct lanes *l, int from, int until) {
    bool *seen = HD_NEW_ARRAY(l->arena, bool, l->n);
    int *stack = HD_NEW_ARRAY(l->arena, int, l->n + 1), top = 0;
    for (int s = 0; s < l->nodes[from].nsucc; s++) {
        int at = l->nodes[from].succ[s];
        if (at != until && !seen[at]) stack[top++] = at, seen[at] = true;
    }
    while (top) {
        int at = stack[--top];
        if (l->nodes[at].barrier) ln_fail_barrier(l);
        for (int s = 0; s < l->nodes[at].nsucc; s++) {
            int to = l->nodes[at].succ[s];
            if (to != until && !seen[to]) stack[top++] = to, seen[to] = true;
        }
    }
}

bool ln_is_pure(struct lanes *l, LLVMValueRef inst) {
    struct ln_shape s;
    int64_t c;
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad: return ln_shape_of(l, LLVMGetOperand(inst, 0)).kind != LN_UNIFORM;
    case LLVMStore: return ln_shape_of(l, LLVMGetOperand(inst, 1)).kind != LN_UNIFORM;
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        s = ln_shape_of(l, inst);
        return s.kind != LN_UNIFORM || (constant(LLVMGetOperand(inst, 1), &c) && c && c != -1);
    case LLVMCall: return is_function_of_arguments(inst);
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMFence: return false;
    default: return true;
    }
}

// Block-uniform values that can be computed before anything else, once.
static void find_hoisted(struct lanes *l) {
    for (int k = 0; k < l->n; k++) {
        const struct ln_node *node = &l->nodes[l->order[k]];
        for (int i = 0; i < node->ninsts; i++) {
            LLVMValueRef v = node->insts[i];
            struct ln_val *val = ln_val(l, v);
            if (val->shape.kind != LN_UNIFORM || !val->shape.block || val->special) continue;
            LLVMOpcode op = LLVMGetInstructionOpcode(v);
            bool load = ln_reads_context(l, v); // at any place, even where no thread comes
            if (!load &&
                (op == LLVMLoad || op == LLVMStore || op == LLVMFence || !ln_is_pure(l, v)))
                continue;
            if (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVoidTypeKind) continue;
            bool all = true;
            unsigned n =
                op == LLVMCall ? LLVMGetNumArgOperands(v) : (unsigned)LLVMGetNumOperands(v);
            for (unsigned o = 0; o < n; o++) {
                struct ln_val *in = ln_val(l, LLVMGetOperand(v, o));
                all = all && (!in || in->hoisted || in->special == LN_BLOCK_PTR ||
                              in->special == LN_ARGUMENT);
            }
            val->hoisted = all;
        }
    }
}

void ln_shapes(struct lanes *l) {
    bool *mark = HD_NEW_ARRAY(l->arena, bool, l->n);
    struct ln_val *block = ln_val(l, LLVMGetParam(l->src, 0)),
                  *args = ln_val(l, LLVMGetParam(l->src, 1));
    struct ln_val *thread = ln_val(l, LLVMGetParam(l->src, 2));
    block->shape = args->shape = uniform(true);
    block->special = LN_BLOCK_PTR;
    args->special = LN_ARGUMENT;
    thread->shape = affine(l, HD_THREAD_SIZE, 1);
    thread->special = LN_THREAD;
    int rounds = 0;
    do {
        values(l);
        if (++rounds > 200) ln_fail(l, "an analysis that did not end");
    } while (control(l, mark));
    for (int i = 0; i < l->list.n; i++)
        if (!l->list.v[i]->shape.kind) l->list.v[i]->shape = uniform(true); // never computed
    for (int i = 0; i < l->n && l->has_barrier; i++) {
        const struct ln_node *node = &l->nodes[i];
        if (node->barrier && node->leader) ln_fail_barrier(l);
        if (node->cond && (node->diverges || !ln_shape_of(l, node->cond).block))
            reach_barrier(l, i, node->ipdom);
    }
    find_hoisted(l);
}
