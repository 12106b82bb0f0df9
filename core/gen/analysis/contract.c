// What is decided once for all ways of making a kernel's code: contraction, and which sums are
// indices.
//
// Contraction: a * b + c rounded once, as nvcc does by default (-fmad=true), decided once for all.
//
// A kernel's code is made several ways: quickly for its first launches, fully, for many lanes, with
// fibers, again to place a fault. All must give the same bits, so no later pass may choose. Device
// code comes with LLVM's `contract` flag on its operations; here, before anything else, they become
// llvm.fma or stay two operations for good, and the flags go.
//
// What is contracted depends on the function's own text and on that of the small functions that it
// calls (operators of a vector type ...), which are inlined first, here too: the same in every way
// of making it. The body of a kernel is not yet part of the loop over threads that differs. The
// rule is NVVM's: after common subexpressions are merged, a product with a single use that is a sum
// in the same block; of two products the left one. Example: in `float p = a * b; s = p + c * d;` s
// is fma(a, b, c * d).
#include "gen/gen.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

#define MOST_DEPTH 8 // of operations between a sum and the address that it finds

#define SMALL "heddle-small" // by emit_function: short enough to be part of what calls it
#define BODY "heddle-body"   // by emit_body: the code of one thread

static bool reaches(LLVMValueRef from, LLVMValueRef to, struct hd_map *seen) {
    if (hd_map_get(seen, (const char *)from)) return false;
    hd_map_set(seen, (const char *)from, from);
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(from); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
            if (!LLVMIsACallInst(i)) continue;
            LLVMValueRef callee = LLVMGetCalledValue(i);
            if (!LLVMIsAFunction(callee) || !LLVMCountBasicBlocks(callee)) continue;
            if (callee == to || reaches(callee, to, seen)) return true;
        }
    return false;
}

bool hd_gen_recursive(LLVMValueRef fn) {
    struct hd_map seen = {0};
    bool found = reaches(fn, fn, &seen);
    hd_map_finish(&seen);
    return found;
}

static unsigned attr_kind(const char *name) {
    return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static void inline_small(LLVMModuleRef mod) {
    LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
    LLVMAttributeRef always =
        LLVMCreateEnumAttribute(LLVMGetModuleContext(mod), attr_kind("alwaysinline"), 0);
    for (LLVMValueRef fn = LLVMGetFirstFunction(mod); fn; fn = LLVMGetNextFunction(fn)) {
        if (!LLVMGetStringAttributeAtIndex(fn, at, SMALL, sizeof SMALL - 1)) continue;
        if (LLVMGetEnumAttributeAtIndex(fn, at, attr_kind("noinline")) || hd_gen_recursive(fn))
            continue;
        LLVMAddAttributeAtIndex(fn, at, always);
    }
}

// The bodies of kernels, which are inlined whatever comes: not now, or now.
static void keep_bodies(LLVMModuleRef mod, bool keep) {
    LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
    LLVMContextRef ctx = LLVMGetModuleContext(mod);
    const char *no = keep ? "alwaysinline" : "noinline", *yes = keep ? "noinline" : "alwaysinline";
    for (LLVMValueRef fn = LLVMGetFirstFunction(mod); fn; fn = LLVMGetNextFunction(fn)) {
        if (!LLVMGetStringAttributeAtIndex(fn, at, BODY, sizeof BODY - 1)) continue;
        LLVMRemoveEnumAttributeAtIndex(fn, at, attr_kind(no));
        LLVMAddAttributeAtIndex(fn, at, LLVMCreateEnumAttribute(ctx, attr_kind(yes), 0));
    }
}

// ---- indices ------------------------------------------------------------------------------------
// Signed integers wrap (expr/arith.c). `i + 1` that only finds an element may be taken not to: near
// the end of the range, where it would, the elements of i and of the sum are 2^32 apart. So
// neighbours are found from one address, and an index is affine for many lanes: the lanes of a
// vector do not straddle the end of the range, for the same reason. (Not so `i * i`, whose wrapped
// value may well be meant: measured, other marks bring nothing either.)

static bool is_check(LLVMValueRef call) {
    const char *name = LLVMGetValueName(LLVMGetCalledValue(call));
    return !strcmp(name, "hd_ck_access") || !strcmp(name, "hd_ck_inside");
}

static bool is_index(LLVMValueRef v, int depth) {
    if (depth > MOST_DEPTH) return false;
    for (LLVMUseRef use = LLVMGetFirstUse(v); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        switch (LLVMGetInstructionOpcode(user)) {
        case LLVMLoad: break;
        case LLVMAtomicRMW:
        case LLVMAtomicCmpXchg:
            if (LLVMGetOperand(user, 0) != v) return false;
            break;
        case LLVMStore:
            if (LLVMGetOperand(user, 0) == v) return false;
            break;
        case LLVMCall: // of checked code: it gives the address that it is given
            if (!is_check(user) || LLVMGetOperand(user, 1) != v) return false;
            if (!is_index(user, depth + 1)) return false;
            break;
        case LLVMOr: // a sum whose operands have no bit in common
            if (!LLVMGetIsDisjoint(user) || !is_index(user, depth + 1)) return false;
            break;
        case LLVMGetElementPtr:
        case LLVMSExt:
        case LLVMAdd:
        case LLVMSub:
        case LLVMMul:
        case LLVMShl:
            if (!is_index(user, depth + 1)) return false;
            break;
        default: return false;
        }
    }
    return true;
}

bool hd_gen_is_index(LLVMValueRef v) { return is_index(v, 0); }

static void mark_index(LLVMValueRef i) {
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    if (op != LLVMAdd && op != LLVMSub) return;
    if (!LLVMIsAConstantInt(LLVMGetOperand(i, 0)) && !LLVMIsAConstantInt(LLVMGetOperand(i, 1)))
        return;
    LLVMTypeRef type = LLVMTypeOf(i);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) < 32) return;
    if (LLVMGetFirstUse(i) && hd_gen_is_index(i)) LLVMSetNSW(i, true);
}

// ---- the rule -----------------------------------------------------------------------------------

static bool may_contract(LLVMValueRef v) {
    return LLVMCanValueUseFastMathFlags(v) && LLVMGetFastMathFlags(v) & LLVMFastMathAllowContract;
}

static bool single_use(LLVMValueRef v) {
    LLVMUseRef use = LLVMGetFirstUse(v);
    return use && !LLVMGetNextUse(use);
}

static bool wide_enough(LLVMTypeRef type) { // half and bfloat16 have FMA of their own (__hfma)
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) type = LLVMGetElementType(type);
    return LLVMGetTypeKind(type) == LLVMFloatTypeKind ||
           LLVMGetTypeKind(type) == LLVMDoubleTypeKind;
}

// The product that a sum's operand is, perhaps negated; NULL: it is none, or others use it.
static LLVMValueRef product(LLVMValueRef sum, LLVMValueRef v, bool *negated) {
    *negated = false;
    for (int depth = 0; depth < 2; depth++) {
        if (!LLVMIsAInstruction(v) || !single_use(v) || !may_contract(v) ||
            LLVMGetInstructionParent(v) != LLVMGetInstructionParent(sum))
            return NULL;
        if (LLVMGetInstructionOpcode(v) == LLVMFMul) return v;
        if (LLVMGetInstructionOpcode(v) != LLVMFNeg) return NULL;
        *negated = true;
        v = LLVMGetOperand(v, 0);
    }
    return NULL;
}

static bool contract(LLVMModuleRef mod, LLVMBuilderRef b, LLVMValueRef sum) {
    LLVMOpcode op = LLVMGetInstructionOpcode(sum);
    LLVMTypeRef type = LLVMTypeOf(sum);
    if ((op != LLVMFAdd && op != LLVMFSub) || !may_contract(sum) || !wide_enough(type))
        return false;
    bool negated;
    int side = 0;
    LLVMValueRef p = product(sum, LLVMGetOperand(sum, 0), &negated);
    if (!p) p = product(sum, LLVMGetOperand(sum, (unsigned)(side = 1)), &negated);
    if (!p) return false;
    LLVMValueRef other = LLVMGetOperand(sum, (unsigned)!side), x = LLVMGetOperand(p, 0);
    LLVMPositionBuilderBefore(b, sum);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(sum));
    if (op == LLVMFSub && side) negated = !negated;
    if (op == LLVMFSub && !side) other = LLVMBuildFNeg(b, other, "");
    if (negated) x = LLVMBuildFNeg(b, x, "");
    unsigned id = LLVMLookupIntrinsicID("llvm.fma", 8);
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(mod, id, &type, 1),
                 args[3] = {x, LLVMGetOperand(p, 1), other};
    LLVMTypeRef fn_type = LLVMIntrinsicGetType(LLVMGetModuleContext(mod), id, &type, 1);
    LLVMReplaceAllUsesWith(sum, LLVMBuildCall2(b, fn_type, fn, args, 3, ""));
    LLVMInstructionEraseFromParent(sum);
    return true;
}

static void contract_function(LLVMModuleRef mod, LLVMBuilderRef b, LLVMValueRef fn) {
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (!contract(mod, b, i)) mark_index(i);
        }
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
            if (may_contract(i)) LLVMSetFastMathFlags(i, LLVMFastMathNone);
}

// Threads meet here: no pass may give a call other conditions, or two places. (`if (i < n) ...;
// __syncthreads(); if (i < n) ...` would have a barrier in each branch.)
static void mark_meetings(LLVMModuleRef mod) {
    static const char *const meeting[] = {
        "hd_rt_barrier",   "hd_rt_barrier_red", "hd_rt_syncwarp",      "hd_rt_shfl",
        "hd_rt_vote",      "hd_rt_match",       "hd_rt_activemask",    "hd_rt_reduce",
        "hd_rt_grid_sync", "hd_rt_yield",       "hd_rt_named_barrier", "hd_rt_cluster_sync"};
    unsigned kind = LLVMGetEnumAttributeKindForName("convergent", 10);
    for (int i = 0; i < HD_COUNT(meeting); i++) {
        LLVMValueRef fn = LLVMGetNamedFunction(mod, meeting[i]);
        if (fn)
            LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex,
                                    LLVMCreateEnumAttribute(LLVMGetModuleContext(mod), kind, 0));
    }
}

bool hd_gen_contract(struct hd_module *module, LLVMTargetMachineRef machine) {
    mark_meetings(module->module);
    if (!module->contracts) return true;
    inline_small(module->module);
    keep_bodies(module->module, true);
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(
        module->module,
        "always-inline,function<eager-inv>(sroa<modify-cfg>,early-cse<>,simplifycfg,adce)", machine,
        options);
    LLVMDisposePassBuilderOptions(options);
    if (error) {
        LLVMConsumeError(error);
        return false;
    }
    LLVMBuilderRef b = LLVMCreateBuilderInContext(module->context);
    for (LLVMValueRef fn = LLVMGetFirstFunction(module->module); fn; fn = LLVMGetNextFunction(fn))
        if (LLVMCountBasicBlocks(fn)) contract_function(module->module, b, fn);
    LLVMDisposeBuilder(b);
    keep_bodies(module->module, false);
    module->contracts = false;
    return true;
}
