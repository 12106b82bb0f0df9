// The optimiser: which passes run.
//
// The fast path (opt 0) runs none: a cell's own statements run once. Optimised code gets a pipeline
// cut down from LLVM's default<O2> to what the measurements of tests/bench paid for: the same
// passes in the same order, less the ones that never changed anything there (about two thirds of
// the time, the same speed of the code). Modules without a loop get a shorter one. Bodies that were
// only there to be inlined are dropped before the passes that vectorise, which are the costly ones.
#include "gen/gen.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdlib.h>
#include <string.h>

#define EARLY \
    "inferattrs,always-inline,function<eager-inv>(lower-expect,simplifycfg,sroa<modify-cfg>,early-cse<>)"
#define COMBINE "instcombine<no-verify-fixpoint>"
#define TIDY_CFG "simplifycfg<hoist-common-insts;sink-common-insts>"
#define LATE_CFG                                                                                    \
    "simplifycfg<bonus-inst-threshold=1;forward-switch-cond;switch-range-to-icmp;switch-to-lookup;" \
    "no-keep-loops;hoist-common-insts;sink-common-insts>"

// Straight code: scalars, redundancy, dead stores.
#define SCALAR                                                \
    "sroa<modify-cfg>,early-cse<memssa>,simplifycfg," COMBINE \
    ",tailcallelim,simplifycfg,reassociate"
#define MEMORY            \
    "gvn<>,bdce," COMBINE \
    ",jump-threading,correlated-propagation,early-cse<memssa>,adce,memcpyopt,dse"
#define LOOPS                                                                                              \
    "loop-mssa(loop-instsimplify,loop-simplifycfg,licm<allowspeculation>,loop-rotate<header-duplication>," \
    "licm<allowspeculation>,simple-loop-unswitch),simplifycfg," COMBINE                                    \
    ",loop(loop-idiom,indvars,loop-deletion,loop-unroll-full),sroa<modify-cfg>"
#define VECTORS                                                                                                  \
    "loop(loop-rotate<header-duplication>,loop-deletion),"                                                       \
    "loop-vectorize<no-interleave-forced-only;no-vectorize-forced-only>,infer-alignment,loop-load-elim," COMBINE \
    "," LATE_CFG ",slp-vectorizer,vector-combine," COMBINE                                                       \
    ",loop-unroll<O2>,sroa<preserve-cfg>," COMBINE                                                               \
    ",loop-mssa(licm<allowspeculation>),div-rem-pairs,tailcallelim,simplifycfg"
#define DROP "elim-avail-extern,globaldce"

static const char with_loops[] =
    EARLY ",cgscc(devirt<2>(inline,function-attrs,function<eager-inv;no-rerun>(" SCALAR "," LOOPS
          "," MEMORY ",loop-mssa(licm<allowspeculation>)," TIDY_CFG "," COMBINE ")))," DROP
          ",function<eager-inv>(" VECTORS ")";
// The same, for a module in which stmt.c marked loops whose iterations are to run side by side.
static const char with_jam[] = EARLY
    ",cgscc(devirt<2>(inline,function-attrs,function<eager-inv;no-rerun>(" SCALAR "," LOOPS
    "," MEMORY ",loop-mssa(licm<allowspeculation>)," TIDY_CFG "," COMBINE ")))," DROP
    ",function<eager-inv>(loop(loop-rotate<header-duplication>,loop-deletion,loop-unroll-and-jam),simplifycfg," COMBINE
    ",loop(indvars),early-cse<>," COMBINE "," VECTORS ")";
static const char without_loops[] =
    EARLY ",cgscc(devirt<2>(inline,function-attrs,function<eager-inv;no-rerun>(" SCALAR "," MEMORY
          "," TIDY_CFG ")))," DROP ",function<eager-inv>(slp-vectorizer,vector-combine," COMBINE
          ",div-rem-pairs," LATE_CFG ")";

// Kernels on their first small launches (opt 2): what is cheap and matters most. A tenth of the
// time of the others.
static const char quick[] =
    "always-inline,cgscc(inline),function<eager-inv>(sroa<modify-cfg>,early-cse<memssa>,simplifycfg," COMBINE
    ",loop-mssa(licm<allowspeculation>),simplifycfg)," DROP;

// Blocks are laid out in the order of the source, so a jump back is a loop (or a goto that may make
// one).
static bool has_loop(LLVMValueRef fn) {
    unsigned n = 0, count = LLVMCountBasicBlocks(fn);
    if (count < 2) return false;
    if (LLVMHasPersonalityFn(fn)) return true; // landing pads stand behind what they lead back to
    LLVMBasicBlockRef *order = hd_xmalloc(sizeof *order * count);
    LLVMGetBasicBlocks(fn, order);
    struct hd_map index = {0};
    bool found = false;
    for (; n < count && !found; n++) {
        hd_map_set(&index, (const char *)order[n], order);
        LLVMValueRef last = LLVMGetBasicBlockTerminator(order[n]);
        unsigned targets = last ? LLVMGetNumSuccessors(last) : 0;
        for (unsigned i = 0; i < targets && !found; i++)
            found = hd_map_get(&index, (const char *)LLVMGetSuccessor(last, i)) != NULL;
    }
    hd_map_finish(&index);
    free(order);
    return found;
}

static bool module_has_loop(LLVMModuleRef module) {
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        if (has_loop(fn)) return true;
    return false;
}

// ---- places -------------------------------------------------------------------------------------
// Code motion drops the place of what it moves. A load, store or division that faults must have
// one: that of what uses it, or of what it stores.

static LLVMMetadataRef place_of(LLVMValueRef inst) {
    if (!LLVMIsAInstruction(inst)) return NULL;
    LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(inst);
    return loc && LLVMDILocationGetLine(loc) ? loc : NULL;
}

static LLVMMetadataRef nearby_place(LLVMValueRef inst) {
    LLVMMetadataRef loc = NULL;
    int tries = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(inst); use && !loc && tries < 8;
         use = LLVMGetNextUse(use), tries++)
        loc = place_of(LLVMGetUser(use));
    if (LLVMIsAStoreInst(inst) && !loc) loc = place_of(LLVMGetOperand(inst, 0));
    for (LLVMValueRef next = LLVMGetNextInstruction(inst); next && !loc && tries < 16; tries++) {
        loc = place_of(next);
        next = LLVMGetNextInstruction(next);
    }
    return loc;
}

static bool may_fault(LLVMValueRef inst) {
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad:
    case LLVMStore:
    case LLVMSDiv:
    case LLVMUDiv:
    case LLVMSRem:
    case LLVMURem: return true;
    default: return false;
    }
}

// Quick code is what names the place of a fault: a load that is folded into the instruction that
// uses its value would be found at that one's place, perhaps in another function. Volatile loads
// stand alone; no pass comes after this.
static void keep_loads_apart(LLVMModuleRef module) {
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef inst = LLVMGetFirstInstruction(bb); inst;
                 inst = LLVMGetNextInstruction(inst))
                if (LLVMIsALoadInst(inst) && !LLVMIsAAllocaInst(LLVMGetOperand(inst, 0)))
                    LLVMSetVolatile(inst, true);
}

void hd_gen_restore_places(LLVMModuleRef module) {
    for (LLVMValueRef fn = LLVMGetFirstFunction(module); fn; fn = LLVMGetNextFunction(fn)) {
        if (!LLVMGetSubprogram(fn)) continue;
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef inst = LLVMGetFirstInstruction(bb); inst;
                 inst = LLVMGetNextInstruction(inst)) {
                if (!may_fault(inst) || place_of(inst)) continue;
                LLVMMetadataRef loc = nearby_place(inst);
                if (loc) LLVMInstructionSetDebugLoc(inst, loc);
            }
    }
}

bool hd_gen_optimise(struct hd_module *module, LLVMTargetMachineRef machine, int opt,
                     struct hd_diags *diags) {
    if (!opt && !module->contracts) return true; // a twin's arithmetic is that of other code
    if (!hd_gen_contract(module, machine)) {
        hd_error(diags, (struct hd_range){0, 0}, "internal error in the optimiser");
        return false;
    }
    if (!opt) return true;
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMPassBuilderOptionsSetLoopInterleaving(options, true);
    LLVMPassBuilderOptionsSetLoopVectorization(options, true);
    LLVMPassBuilderOptionsSetSLPVectorization(options, true);
    LLVMPassBuilderOptionsSetLoopUnrolling(options, true);
    const char *passes = opt == 2                          ? quick
                         : module_has_loop(module->module) ? with_loops
                                                           : without_loops;
    if (opt == 1 && LLVMGetNamedMetadata(module->module, "heddle.jam", 10)) passes = with_jam;
    LLVMErrorRef error = LLVMRunPasses(module->module, passes, machine, options);
    LLVMDisposePassBuilderOptions(options);
    if (!error) {
        hd_gen_restore_places(module->module);
        if (opt == 2) keep_loads_apart(module->module);
        return true;
    }
    char *message = LLVMGetErrorMessage(error);
    hd_error(diags, (struct hd_range){0, 0}, "internal error in the optimiser: %s", message);
    LLVMDisposeErrorMessage(message);
    return false;
}
