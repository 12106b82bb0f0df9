// Kernels for W threads at once: the passes around lanes_*.c, the choice of W, and K.block.
//
// emit_kernel (kernel.c) has made K.lane(block, args, thread), the code of one thread. Everything
// it calls is inlined, LLVM's scalar passes run, loops get the form that lanes/cfg.c wants; then
// K.block is built beside it and K.lane goes. What cannot be done makes the whole fail with a
// reason (`why`); the kernel then keeps its W = 1 code.
//
// Functions that involve other threads are `convergent` (analysis/contract.c), so that no pass
// moves them under other conditions.
#include "gen/lanes/lanes.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMBINE "instcombine<no-verify-fixpoint>"

static const char prepare[] =
    "always-inline,function<eager-inv>(sroa<modify-cfg>,early-cse<memssa>,simplifycfg," COMBINE "),"
    "always-inline,function<eager-inv>(sroa<modify-cfg>,early-cse<memssa>," COMBINE ",simplifycfg)";
static const char scalars[] = "function(scalarizer," COMBINE ",sroa<modify-cfg>)";
static const char shape_loops[] =
    "function<eager-inv>(loop-mssa(loop-instsimplify,loop-simplifycfg,licm<allowspeculation>,"
    "loop-rotate<header-duplication>,licm<allowspeculation>),simplifycfg," COMBINE
    ",loop(indvars,loop-deletion,loop-unroll-full),"
    "loop-unroll<O3;no-runtime;no-partial;no-peeling;no-upperbound>,sroa<modify-cfg>,"
    "gvn<no-pre>,adce," COMBINE
    ",simplifycfg,lower-switch,fix-irreducible,loop-simplify,lcssa),globaldce";

static const char after_folding[] = // of checked code
    "function<eager-inv>(sroa<modify-cfg>,early-cse<memssa>,gvn<no-pre>,adce," COMBINE
    ",simplifycfg,lower-switch,fix-irreducible,loop-simplify,lcssa)";

static const char finish[] =
    "function<eager-inv>(sroa<modify-cfg>,early-cse<memssa>,simplifycfg," COMBINE
    ",loop-mssa(loop-instsimplify,loop-simplifycfg,licm<allowspeculation>,loop-rotate<header-duplication>,"
    "licm<allowspeculation>,simple-loop-unswitch),simplifycfg," COMBINE
    ",loop(loop-deletion,loop-unroll-full),"
    "sroa<modify-cfg>,early-cse<memssa>,gvn<>,dse,adce," COMBINE
    ",simplifycfg,loop-unroll<O2>," COMBINE ",loop-mssa(licm<allowspeculation>),simplifycfg)";

static bool run_passes(LLVMModuleRef mod, LLVMTargetMachineRef machine, const char *passes,
                       const char **why) {
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMPassBuilderOptionsSetLoopUnrolling(options, true);
    LLVMErrorRef error = LLVMRunPasses(mod, passes, machine, options);
    LLVMDisposePassBuilderOptions(options);
    if (error) {
        char *message = LLVMGetErrorMessage(error);
        if (getenv("HEDDLE_LANES_DEBUG")) fprintf(stderr, "%s\n", message);
        LLVMDisposeErrorMessage(message);
        *why = "an error in the optimiser";
    }
    return !error;
}

// ---- what the source has of vectors and small copies --------------------------------------------
// Records of two floats travel as <2 x float>, and small records are copied by llvm.memcpy: both
// become scalar loads and stores, which have shapes.

struct split {
    LLVMContextRef ctx;
    LLVMBuilderRef b;
    LLVMTargetDataRef layout;
    bool vectors;
};

static LLVMValueRef at_byte(struct split *s, LLVMValueRef p, uint64_t offset) {
    LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(s->ctx), offset, false);
    return offset ? LLVMBuildGEP2(s->b, LLVMInt8TypeInContext(s->ctx), p, &index, 1, "") : p;
}

static unsigned align_at(unsigned align, uint64_t offset) {
    while (align > 1 && offset % align) align /= 2;
    return align ? align : 1;
}

static void split_vector(struct split *s, LLVMValueRef inst, bool load) {
    LLVMTypeRef vec = LLVMTypeOf(load ? inst : LLVMGetOperand(inst, 0)),
                type = LLVMGetElementType(vec);
    uint64_t size = LLVMABISizeOfType(s->layout, type);
    if (LLVMSizeOfTypeInBits(s->layout, type) != size * 8 ||
        LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic)
        return;
    LLVMValueRef whole = load ? LLVMGetPoison(vec) : LLVMGetOperand(inst, 0),
                 p = LLVMGetOperand(inst, !load);
    unsigned align = LLVMGetAlignment(inst);
    for (unsigned i = 0; i < LLVMGetVectorSize(vec); i++) {
        LLVMValueRef at = at_byte(s, p, i * size), part,
                     index = LLVMConstInt(LLVMInt32TypeInContext(s->ctx), i, false);
        if (load)
            part = LLVMBuildLoad2(s->b, type, at, "");
        else
            part = LLVMBuildStore(s->b, LLVMBuildExtractElement(s->b, whole, index, ""), at);
        LLVMSetAlignment(part, align_at(align, i * size));
        LLVMSetVolatile(part, LLVMGetVolatile(inst));
        if (load) whole = LLVMBuildInsertElement(s->b, whole, part, index, "");
    }
    if (load) LLVMReplaceAllUsesWith(inst, whole);
    LLVMInstructionEraseFromParent(inst);
    s->vectors = true;
}

static bool fixed_size(LLVMValueRef call, unsigned most, uint64_t *size) {
    LLVMValueRef n = LLVMGetOperand(call, 2);
    if (!LLVMIsAConstantInt(n) || !LLVMIsNull(LLVMGetOperand(call, 3))) return false;
    *size = LLVMConstIntGetZExtValue(n);
    return *size <= most;
}

static unsigned param_align(LLVMValueRef call, unsigned index) {
    unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
    LLVMAttributeRef attr = LLVMGetCallSiteEnumAttribute(call, index, kind);
    return attr ? (unsigned)LLVMGetEnumAttributeValue(attr) : 1;
}

static void split_copy(struct split *s, LLVMValueRef call) {
    uint64_t size;
    unsigned to = param_align(call, 1), from = param_align(call, 2), align = to < from ? to : from;
    if (!fixed_size(call, 64, &size)) return;
    LLVMValueRef parts[64];
    uint64_t unit = align >= 8 && size % 8 == 0 ? 8 : align >= 4 && size % 4 == 0 ? 4 : 1;
    if (size / unit > 16) return;
    LLVMTypeRef type = LLVMIntTypeInContext(s->ctx, (unsigned)unit * 8);
    for (uint64_t i = 0; i < size / unit; i++) {
        parts[i] = LLVMBuildLoad2(s->b, type, at_byte(s, LLVMGetOperand(call, 1), i * unit), "");
        LLVMSetAlignment(parts[i], align_at(from, i * unit));
    }
    for (uint64_t i = 0; i < size / unit; i++)
        LLVMSetAlignment(
            LLVMBuildStore(s->b, parts[i], at_byte(s, LLVMGetOperand(call, 0), i * unit)),
            align_at(to, i * unit));
    LLVMInstructionEraseFromParent(call);
}

static bool is_array_of_bytes(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMArrayTypeKind &&
           LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMIntegerTypeKind &&
           LLVMGetIntTypeWidth(LLVMGetElementType(type)) == 8;
}

static void split_fill(struct split *s, LLVMValueRef call) {
    uint64_t size;
    unsigned align = param_align(call, 1);
    if (!fixed_size(call, 128, &size) || !LLVMIsAConstantInt(LLVMGetOperand(call, 1))) return;
    LLVMValueRef to = LLVMGetOperand(call, 0);
    bool bytes = LLVMIsAAllocaInst(to) && is_array_of_bytes(LLVMGetAllocatedType(to));
    uint64_t unit = bytes                         ? 1
                    : align >= 8 && size % 8 == 0 ? 8
                    : align >= 4 && size % 4 == 0 ? 4
                                                  : 1;
    if (size / unit > (bytes ? 64 : 16)) return;
    uint64_t byte = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)) & 255;
    LLVMTypeRef type = LLVMIntTypeInContext(s->ctx, (unsigned)unit * 8);
    for (uint64_t i = 0; i < size / unit; i++) {
        LLVMValueRef v = LLVMConstInt(type, byte * 0x0101010101010101ull, false);
        LLVMSetAlignment(LLVMBuildStore(s->b, v, at_byte(s, LLVMGetOperand(call, 0), i * unit)),
                         align_at(align, i * unit));
    }
    LLVMInstructionEraseFromParent(call);
}

static bool is_vector(LLVMValueRef v) {
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind;
}

// true: there are vectors, which LLVM's scalarizer takes apart.
static bool split_accesses(struct hd_module *module, LLVMValueRef fn) {
    struct split s = {module->context, LLVMCreateBuilderInContext(module->context),
                      LLVMGetModuleDataLayout(module->module), false};
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            size_t len;
            s.vectors = s.vectors || is_vector(i);
            LLVMPositionBuilderBefore(s.b, i);
            LLVMSetCurrentDebugLocation2(s.b, LLVMInstructionGetDebugLoc(i));
            if (LLVMIsALoadInst(i) && is_vector(i))
                split_vector(&s, i, true);
            else if (LLVMIsAStoreInst(i) && is_vector(LLVMGetOperand(i, 0)))
                split_vector(&s, i, false);
            else if (LLVMIsACallInst(i) && !strncmp(ln_callee(i, &len), "llvm.memcpy.p0.p0", 17))
                split_copy(&s, i);
            else if (LLVMIsACallInst(i) && !strncmp(ln_callee(i, &len), "llvm.memset.p0", 14))
                split_fill(&s, i);
        }
    LLVMDisposeBuilder(s.b);
    return s.vectors;
}

// ---- inlining -----------------------------------------------------------------------------------

static unsigned attr_kind(const char *name) {
    return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static void add_attr(LLVMModuleRef mod, LLVMValueRef fn, const char *name) {
    LLVMContextRef ctx = LLVMGetModuleContext(mod);
    LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(ctx, attr_kind(name), 0));
}

static void mark_functions(LLVMModuleRef mod, LLVMValueRef kernel) {
    for (LLVMValueRef fn = LLVMGetFirstFunction(mod); fn; fn = LLVMGetNextFunction(fn)) {
        if (!LLVMCountBasicBlocks(fn) || fn == kernel) continue;
        if (hd_gen_recursive(fn)) continue;
        LLVMRemoveEnumAttributeAtIndex(fn, LLVMAttributeFunctionIndex, attr_kind("noinline"));
        add_attr(mod, fn, "alwaysinline");
    }
}

// ---- what is there ------------------------------------------------------------------------------

static void look_at_calls(struct lanes *l, const struct hd_gen_job *job) {
    for (int i = 0; i < l->list.n; i++) {
        LLVMValueRef v = l->list.v[i]->v;
        if (!LLVMIsACallInst(v)) continue;
        size_t len;
        const char *name = ln_callee(v, &len);
        bool ours =
            LLVMIsAFunction(LLVMGetCalledValue(v)) && LLVMCountBasicBlocks(LLVMGetCalledValue(v));
        if (ln_warp_op(name)) l->has_warp_op = true;
        if ((!len || ours) && job->kernel.meets && !LLVMIsAInlineAsm(LLVMGetCalledValue(v)))
            ln_fail(l, "a call that cannot be inlined in a kernel whose threads meet");
    }
    LLVMValueRef thread = LLVMGetParam(l->src, 2);
    for (LLVMUseRef use = LLVMGetFirstUse(thread); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsALoadInst(user)) continue;
        if (LLVMIsACallInst(user)) {
            size_t len;
            const char *name = ln_callee(user, &len);
            if (ln_warp_op(name) || !strncmp(name, "hd_rt_barrier", 13) ||
                !strcmp(name, "hd_rt_return") || (l->checked && ln_is_marker(name)))
                continue;
        }
        if (LLVMIsAGetElementPtrInst(user)) {
            bool loads = true;
            for (LLVMUseRef u = LLVMGetFirstUse(user); u; u = LLVMGetNextUse(u))
                loads = loads && LLVMIsALoadInst(LLVMGetUser(u));
            if (loads) continue;
        }
        l->uses_thread = true;
    }
}

// Lanes of a warp operation that only some lanes reach wait, with W = 1, for the others while these
// are alive. That is the same as taking those that are on if the others have no warp operation
// before them any more. Otherwise: refused.
static void check_warp_ops(struct lanes *l) {
    bool *ops = HD_NEW_ARRAY(l->arena, bool, l->n), *seen[2];
    int *stack = HD_NEW_ARRAY(l->arena, int, l->n + 1);
    for (int i = 0; i < l->list.n; i++) {
        size_t len;
        if (!LLVMIsACallInst(l->list.v[i]->v) || !ln_warp_op(ln_callee(l->list.v[i]->v, &len)))
            continue;
        ops[l->list.v[i]->node] = true;
    }
    for (int s = 0; s < 2; s++) seen[s] = HD_NEW_ARRAY(l->arena, bool, l->n);
    for (int b = 0; b < l->n; b++) {
        const struct ln_node *node = &l->nodes[b];
        if (!node->diverges) continue;
        for (int s = 0; s < 2; s++) {
            bool inside = false, elsewhere = false;
            for (int pass = 0; pass < 2; pass++) { // 0: this side, up to where they meet; 1: all
                                                   // that the other side reaches
                int top = 0, from = pass ? node->succ[!s] : node->succ[s];
                memset(seen[pass], 0, sizeof(bool) * (size_t)l->n);
                if (pass || from != node->ipdom) stack[top++] = from, seen[pass][from] = true;
                while (top) {
                    int at = stack[--top];
                    *(pass ? &elsewhere : &inside) |= ops[at] || (pass && l->nodes[at].barrier);
                    for (int k = 0; k < l->nodes[at].nsucc; k++) {
                        int to = l->nodes[at].succ[k];
                        if (seen[pass][to] || (!pass && to == node->ipdom)) continue;
                        seen[pass][to] = true;
                        stack[top++] = to;
                    }
                }
                if (!pass && !inside) break;
            }
            if (inside && elsewhere)
                ln_fail(
                    l,
                    "a warp operation that only some lanes reach, while others may reach one later");
        }
    }
}

// ---- the variant --------------------------------------------------------------------------------

static bool has_warp_calls(LLVMModuleRef mod) {
    static const char *const names[] = {"hd_rt_shfl",       "hd_rt_vote",   "hd_rt_match",
                                        "hd_rt_activemask", "hd_rt_reduce", "hd_rt_syncwarp"};
    for (int i = 0; i < HD_COUNT(names); i++)
        if (LLVMGetNamedFunction(mod, names[i])) return true;
    return false;
}

// W for vectors of so many registers; 0: the block has no room for them.
static int lanes_in(const struct lanes *l, bool warps, int registers) {
    int w = registers * l->register_bits / 32;
    if (warps && w < 32) w = 32;
    if (registers == 1) return w;
    bool one_row = l->bdim[1] * l->bdim[2] == 1;
    return w <= LN_MOST_LANES && (one_row ? l->total : l->bdim[0]) % (uint32_t)w == 0 ? w : 0;
}

// Whether what a checked kernel accesses are bytes, or pairs of them: four vectors of them are as
// much as one of words.
static bool accesses_bytes(const struct lanes *l) {
    LLVMValueRef access = LLVMGetNamedFunction(l->mod, "hd_ck_access");
    for (LLVMUseRef u = access ? LLVMGetFirstUse(access) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef what = LLVMGetOperand(LLVMGetUser(u), 4);
        if (!LLVMIsAConstantInt(what) || HD_WHAT_SIZE(LLVMConstIntGetZExtValue(what)) > 2)
            return false;
    }
    return access != NULL;
}

static void choose(struct lanes *l, const struct hd_gen_job *job) {
    const struct hd_lanes *wanted = job->lanes;
    bool warps = has_warp_calls(l->mod) || job->kernel.lockstep.relies;
    l->register_bits = wanted->vector_bits;
    memcpy(l->bdim, wanted->block, sizeof l->bdim);
    l->fold = wanted->fold > 1 && !l->checked && !warps && ln_folds(l, wanted) ? wanted->fold : 1;
    if (wanted->shapes) {
        wanted->shapes->folded = l->fold;
        l->fold = 1;
    }
    l->bdim[0] *= l->fold;
    l->small_grid = wanted->small_grid;
    l->total = l->bdim[0] * l->bdim[1] * l->bdim[2];
    l->w = wanted->width;
    if (!l->w) {
        // Plain code: the optimiser makes vectors of its loops. One that may meet others would go
        // on a fiber.
        if (l->total == 1 && !job->kernel.fibers && !l->checked && !wanted->shapes)
            ln_fail(l, "a block has one thread");
        l->w = lanes_in(l, warps, l->registers);
        // Rows shorter than a vector but of a handy length: vectors of that length keep neighbours
        // together.
        uint32_t bx = l->bdim[0];
        if (!warps && l->bdim[1] * l->bdim[2] > 1 && bx >= 4 && bx < (uint32_t)l->w &&
            !(bx & (bx - 1)))
            l->w = (int)bx;
    }
    if (wanted->two_warps && !warps && accesses_bytes(l)) l->w = 64;
    if (warps && l->w % 32) ln_fail(l, "warp operations need 32 lanes");
    uint32_t w = (uint32_t)l->w;
    l->rows = warps ? l->bdim[0] % w == 0 : l->bdim[0] >= w;
    if (l->bdim[1] * l->bdim[2] == 1) l->rows = false;
    if (l->rows) {
        l->per_row = (int)((l->bdim[0] + w - 1) / w);
        l->nvec = l->per_row * (int)(l->bdim[1] * l->bdim[2]);
        l->partial = l->bdim[0] % w != 0;
    } else {
        l->nvec = (int)((l->total + w - 1) / w);
        l->per_row = l->nvec;
        l->partial = l->total % w != 0;
    }
}

static void copy_attributes(struct lanes *l) {
    static const LLVMAttributeIndex at[] = {(LLVMAttributeIndex)LLVMAttributeFunctionIndex, 1, 2};
    LLVMAttributeRef attrs[32];
    for (int i = 0; i < 3; i++) {
        unsigned n = LLVMGetAttributeCountAtIndex(l->src, at[i]);
        if (n > 32) continue;
        LLVMGetAttributesAtIndex(l->src, at[i], attrs);
        for (unsigned k = 0; k < n; k++) LLVMAddAttributeAtIndex(l->dst, at[i], attrs[k]);
    }
    static const char *const drop[] = {"memory",       "alwaysinline", "convergent", "noreturn",
                                       "mustprogress", "willreturn",   "nofree",     "norecurse",
                                       "nosync",       "readnone",     "writeonly",  "readonly",
                                       "nocapture"};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < HD_COUNT(drop); k++)
            LLVMRemoveEnumAttributeAtIndex(l->dst, at[i], attr_kind(drop[k]));
}

static struct lanes *begin(struct hd_module *module, const struct hd_gen_job *job, int registers) {
    struct lanes *l = hd_xcalloc(1, sizeof *l);
    l->arena = hd_arena_create();
    l->ctx = module->context;
    l->mod = module->module;
    l->src = LLVMGetNamedFunction(l->mod, job->lanes->source);
    l->registers = registers;
    l->layout = LLVMGetModuleDataLayout(l->mod);
    l->void_ = LLVMVoidTypeInContext(l->ctx);
    l->checked = job->check != NULL;
    l->i1 = LLVMInt1TypeInContext(l->ctx);
    l->i8 = LLVMInt8TypeInContext(l->ctx);
    l->i32 = LLVMInt32TypeInContext(l->ctx);
    l->i64 = LLVMInt64TypeInContext(l->ctx);
    l->ptr = LLVMPointerTypeInContext(l->ctx, 0);
    l->md_tbaa = LLVMGetMDKindIDInContext(l->ctx, "tbaa", 4);
    l->md_invariant = LLVMGetMDKindIDInContext(l->ctx, "invariant.load", 14);
    l->b = LLVMCreateBuilderInContext(l->ctx);
    l->ab = LLVMCreateBuilderInContext(l->ctx);
    l->hb = LLVMCreateBuilderInContext(l->ctx);
    return l;
}

static void end(struct lanes *l) {
    LLVMDisposeBuilder(l->b);
    LLVMDisposeBuilder(l->ab);
    LLVMDisposeBuilder(l->hb);
    hd_map_finish(&l->vals);
    hd_map_finish(&l->good);
    hd_map_finish(&l->loaded);
    hd_map_finish(&l->first);
    hd_map_finish(&l->last);
    hd_arena_destroy(l->arena);
    free(l);
}

static void replace_kernel(struct lanes *l) {
    LLVMMetadataRef sp = LLVMGetSubprogram(l->src);
    LLVMDeleteFunction(l->src);
    if (sp) LLVMSetSubprogram(l->dst, sp);
}

static bool analyse(struct lanes *l, const struct hd_gen_job *job) {
    if (setjmp(l->fail)) return false;
    choose(l, job);
    ln_build(l);
    l->has_exit = LLVMGetNamedFunction(l->mod, "hd_lane_exit") != NULL;
    look_at_calls(l, job);
    ln_shapes(l);
    if (l->has_warp_op) check_warp_ops(l);
    bool free_choice = !job->lanes->width && !job->kernel.meets && !l->checked;
    if (free_choice && ln_rows_apart(l))
        ln_fail(l,
                "loops in which each thread goes through memory of its own: one thread after the "
                "other is faster");
    ln_plan(l);
    if (!job->kernel.lockstep.relies && !l->checked) {
        ln_groups(l);
        ln_packs(l);
    }
    if (!l->checked) ln_guards(l);
    return true;
}

static bool emit(struct lanes *l, const struct hd_gen_job *job) {
    LLVMTypeRef params[2] = {l->ptr, l->ptr};
    l->dst =
        LLVMAddFunction(l->mod, job->lanes->target, LLVMFunctionType(l->void_, params, 2, false));
    if (setjmp(l->fail)) {
        LLVMDeleteFunction(l->dst);
        return false;
    }
    copy_attributes(l);
    ln_emit_block(l);
    return true;
}

static const char after_leaving[] =
    "function<eager-inv>(simplifycfg,fix-irreducible,loop-simplify,lcssa),globaldce";

// First with vectors of one register; what is learnt from that tells whether wider ones are better.
static struct lanes *build(struct hd_module *module, const struct hd_gen_job *job,
                           LLVMTargetMachineRef machine, bool *ok) {
    struct lanes *l = begin(module, job, 1);
    *ok = analyse(l, job);
    if (*ok && !job->lanes->shapes && !l->checked && ln_narrow(l)) {
        end(l);
        const char *why = NULL;
        run_passes(module->module, machine, "function(adce)", &why);
        l = begin(module, job, 1);
        *ok = analyse(l, job);
    }
    int registers = *ok && !job->lanes->width ? ln_registers(l) : 1;
    for (; registers > 1; registers /= 2) {
        struct lanes *wide = begin(module, job, registers);
        if (lanes_in(l, l->has_warp_op || job->kernel.lockstep.relies, registers) > l->w &&
            analyse(wide, job) && (job->lanes->shapes || emit(wide, job))) {
            end(l);
            return wide;
        }
        end(wide);
    }
    *ok = *ok && (job->lanes->shapes || emit(l, job));
    return l;
}

bool hd_gen_lanes(struct hd_module *module, struct hd_gen_job *job, LLVMTargetMachineRef machine,
                  const char **why) {
    LLVMValueRef kernel = LLVMGetNamedFunction(module->module, job->lanes->source);
    *why = NULL;
    if (!kernel) return false;
    if (job->kernel.yields) *why = "loops in which threads wait for each other";
    if (job->lanes->shapes) job->lanes->shapes->why = *why;
    if (*why) return false;
    if (job->lanes->shapes) ln_mark_variables(module->module);
    if (!hd_gen_contract(module, machine)) {
        *why = "an error in the optimiser";
        return false;
    }
    mark_functions(module->module, kernel);
    if (!run_passes(module->module, machine, prepare, why)) return false;
    if (split_accesses(module, kernel) && !run_passes(module->module, machine, scalars, why))
        return false;
    if (!run_passes(module->module, machine, shape_loops, why)) return false;
    if (job->check) {
        struct lanes *l = begin(module, job, 1);
        bool folded = ln_fold_insides(l);
        end(l);
        if (folded && !run_passes(module->module, machine, after_folding, why)) return false;
    }
    const char *debug = getenv("HEDDLE_LANES_DEBUG");
    if (debug && !strcmp(debug, "ir"))
        LLVMDumpValue(LLVMGetNamedFunction(module->module, job->lanes->source));
    bool ok;
    struct lanes *l = build(module, job, machine, &ok);
    for (int round = 0; round < 4 && !ok && l->may_leave && !job->check && ln_leave(l); round++) {
        end(l);
        if (!run_passes(module->module, machine, after_leaving, why)) return false;
        if (debug && !strcmp(debug, "ir"))
            LLVMDumpValue(LLVMGetNamedFunction(module->module, job->lanes->source));
        l = build(module, job, machine, &ok);
    }
    *why = l->why;
    if (job->lanes->shapes) {
        ln_report(l, job->lanes->shapes);
        ok = false;
    }
    if (ok) {
        if (job->check) ln_written(module->module, l->src, job->check);
        replace_kernel(l);
        job->kernel.fibers = false;
        job->kernel.lanes = l->w;
        job->kernel.fold = l->fold;
    }
    end(l);
#ifndef NDEBUG
    char *message = NULL;
    if (ok && LLVMVerifyModule(module->module, LLVMReturnStatusAction, &message)) {
        static char text[512];
        strncpy(text, message, sizeof text - 1);
        *why = text;
        ok = false;
        if (getenv("HEDDLE_LANES_DEBUG")) LLVMDumpModule(module->module);
    }
    LLVMDisposeMessage(message);
#endif
    ok = ok && run_passes(module->module, machine, finish, why);
    if (ok) ln_shorten_masked(module->module);
    return ok;
}
