// Masks that LLVM has found to be constant, of the first lanes only.
//
//     for (int half = 8; half > 0; half /= 2)
//         if (t < half) s[t] += s[t + half];
//
// Such an access is one of a shorter vector. It must be made as one: processors do not forward what
// a masked store has written to the loads behind it, which then wait until it has reached the cache
// (on an Intel Xeon with AVX-512, 32 ns for the steps of 8, 4 and 2 lanes; 3.5 ns in short
// vectors).
#include "gen/lanes/lanes.h"

#include <string.h>

#define MOST_ELEMENTS 256

// How many lanes are on, the first ones, a power of two; 0: another mask, or not a constant.
static unsigned first_lanes(LLVMValueRef mask) {
    unsigned n = LLVMGetVectorSize(LLVMTypeOf(mask)), on = 0;
    if (!LLVMIsConstant(mask) || n > MOST_ELEMENTS) return 0;
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef flag = LLVMGetAggregateElement(mask, i);
        if (!flag || !LLVMIsAConstantInt(flag)) return 0;
        if (!LLVMConstIntGetZExtValue(flag)) continue;
        if (on != i) return 0;
        on++;
    }
    return on < n && !(on & (on - 1)) ? on : 0;
}

// Elements 0 to `taken` - 1 of a, then those of b (or none) from there on: n in all.
static LLVMValueRef joined(LLVMBuilderRef b, LLVMValueRef a, LLVMValueRef rest, unsigned taken,
                           unsigned n) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(a)));
    LLVMValueRef index[MOST_ELEMENTS];
    unsigned size = LLVMGetVectorSize(LLVMTypeOf(a));
    for (unsigned i = 0; i < n; i++)
        index[i] = i < taken ? LLVMConstInt(i32, i, false)
                   : rest    ? LLVMConstInt(i32, size + i, false)
                             : LLVMGetPoison(i32);
    return LLVMBuildShuffleVector(b, a, rest ? rest : LLVMGetPoison(LLVMTypeOf(a)),
                                  LLVMConstVector(index, n), "");
}

static void keep_tbaa(LLVMValueRef to, LLVMValueRef from) {
    unsigned kind = LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(from)), "tbaa", 4);
    LLVMValueRef node = LLVMGetMetadata(from, kind);
    if (node) LLVMSetMetadata(to, kind, node);
}

static bool shorten_load(LLVMBuilderRef b, LLVMValueRef call) {
    unsigned lanes = first_lanes(LLVMGetOperand(call, 2));
    if (!lanes) return false;
    LLVMTypeRef type = LLVMTypeOf(call), element = LLVMGetElementType(type);
    LLVMValueRef rest = LLVMGetOperand(call, 3);
    unsigned n = LLVMGetVectorSize(type);
    LLVMPositionBuilderBefore(b, call);
    LLVMValueRef v = LLVMBuildLoad2(b, lanes > 1 ? LLVMVectorType(element, lanes) : element,
                                    LLVMGetOperand(call, 0), "");
    LLVMSetAlignment(v, (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)));
    keep_tbaa(v, call);
    if (lanes > 1)
        v = joined(b, joined(b, v, NULL, lanes, n), rest, lanes, n);
    else
        v = LLVMBuildInsertElement(
            b, rest, v, LLVMConstNull(LLVMInt32TypeInContext(LLVMGetTypeContext(type))), "");
    LLVMReplaceAllUsesWith(call, v);
    return true;
}

static bool shorten_store(LLVMBuilderRef b, LLVMValueRef call) {
    unsigned lanes = first_lanes(LLVMGetOperand(call, 3));
    if (!lanes) return false;
    LLVMValueRef v = LLVMGetOperand(call, 0);
    LLVMPositionBuilderBefore(b, call);
    if (lanes > 1)
        v = joined(b, v, NULL, lanes, lanes);
    else
        v = LLVMBuildExtractElement(
            b, v, LLVMConstNull(LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(v)))), "");
    LLVMValueRef store = LLVMBuildStore(b, v, LLVMGetOperand(call, 1));
    LLVMSetAlignment(store, (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 2)));
    keep_tbaa(store, call);
    return true;
}

static void shorten_all(LLVMBuilderRef b, LLVMValueRef intrinsic, bool load) {
    LLVMUseRef next;
    for (LLVMUseRef use = LLVMGetFirstUse(intrinsic); use; use = next) {
        LLVMValueRef call = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != intrinsic) continue;
        if (load ? shorten_load(b, call) : shorten_store(b, call))
            LLVMInstructionEraseFromParent(call);
    }
}

void ln_shorten_masked(LLVMModuleRef module) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn)) {
        size_t len;
        const char *name = LLVMGetValueName2(fn, &len);
        if (!strncmp(name, "llvm.masked.load.", 17))
            shorten_all(b, fn, true);
        else if (!strncmp(name, "llvm.masked.store.", 18))
            shorten_all(b, fn, false);
    }
    LLVMDisposeBuilder(b);
}
