// Memory order: ordered loads, stores and atomics become plain (volatile) or relaxed ones between
// fences.
//
// libNVVM takes neither atomic loads nor orders, and on a GPU an order is a fence anyway. Example:
// a sequentially consistent store is `membar.gl`, a volatile store, `membar.gl`; an acquiring load
// is a volatile load, `membar.gl`.
#include "gpu/compile.h"

#include <string.h>

static void fence(LLVMModuleRef mod, LLVMBuilderRef b) {
    static const char name[] = "llvm.nvvm.membar.gl";
    unsigned id = LLVMLookupIntrinsicID(name, sizeof name - 1);
    LLVMTypeRef type = LLVMIntrinsicGetType(LLVMGetModuleContext(mod), id, NULL, 0);
    LLVMBuildCall2(b, type, LLVMGetIntrinsicDeclaration(mod, id, NULL, 0), NULL, 0, "");
}

static bool releases(LLVMAtomicOrdering o) {
    return o == LLVMAtomicOrderingRelease || o == LLVMAtomicOrderingAcquireRelease ||
           o == LLVMAtomicOrderingSequentiallyConsistent;
}
static bool acquires(LLVMAtomicOrdering o) {
    return o == LLVMAtomicOrderingAcquire || o == LLVMAtomicOrderingAcquireRelease ||
           o == LLVMAtomicOrderingSequentiallyConsistent;
}

static void around(LLVMModuleRef mod, LLVMBuilderRef b, LLVMValueRef inst,
                   LLVMAtomicOrdering order) {
    LLVMPositionBuilderBefore(b, inst);
    if (releases(order)) fence(mod, b);
    LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(inst));
    if (acquires(order)) fence(mod, b);
}

static void lower(LLVMModuleRef mod, LLVMBuilderRef b, LLVMValueRef inst) {
    LLVMAtomicOrdering order;
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad:
    case LLVMStore:
        order = LLVMGetOrdering(inst);
        if (order == LLVMAtomicOrderingNotAtomic) return;
        around(mod, b, inst, order);
        LLVMSetOrdering(inst, LLVMAtomicOrderingNotAtomic);
        LLVMSetVolatile(inst, true);
        return;
    case LLVMAtomicRMW:
        order = LLVMGetOrdering(inst);
        around(mod, b, inst, order);
        LLVMSetOrdering(inst, LLVMAtomicOrderingMonotonic);
        return;
    case LLVMAtomicCmpXchg:
        order = LLVMGetCmpXchgSuccessOrdering(inst);
        around(mod, b, inst, order);
        LLVMSetCmpXchgFailureOrdering(inst, LLVMAtomicOrderingMonotonic);
        LLVMSetCmpXchgSuccessOrdering(inst, LLVMAtomicOrderingMonotonic);
        return;
    case LLVMFence:
        LLVMPositionBuilderBefore(b, inst);
        fence(mod, b);
        LLVMInstructionEraseFromParent(inst);
        return;
    default: return;
    }
}

void hd_gpu_lower(struct hd_module *module) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(module->context);
    for (LLVMValueRef fn = LLVMGetFirstFunction(module->module); fn; fn = LLVMGetNextFunction(fn))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef inst = LLVMGetFirstInstruction(bb), next; inst; inst = next) {
                next = LLVMGetNextInstruction(inst);
                lower(module->module, b, inst);
            }
    LLVMDisposeBuilder(b);
}
