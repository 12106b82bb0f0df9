// What %shapes tells: facts about a kernel's source lines, read off the analysis that lanes are
// planned with.
//
// Variables are promoted to SSA values before the analysis, so each value that a named local gets
// is marked by a call `hd_shape.TYPE(name, value)` right after code was generated
// (ln_mark_variables); the shape of its operand is that of the variable there. Loads, stores,
// atomics, branches and barriers are found by their debug locations.
//
// How many sectors a warp's access touches, and how many banks collide, is found by computing the
// addresses of the first warp's 32 threads: what is the same for the whole block but not known (n,
// pointers) is taken to be some round number, so that rows of a matrix lie apart. An address that
// depends on loaded data is not known: each thread has its own.
//
// Example: `c[i] = a[i] * k` with 256 threads in a row gives
//     {HD_FACT_LOAD, line, stride 4, bytes 4, sectors 4}, {HD_FACT_STORE, ...}
#include "gen/lanes/lanes.h"

#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DEPTH 60 // of instructions that a value is computed from

#define WARP 32
#define ROUND_NUMBER 3072 // an unknown that all threads share
#define MOST_STEPS 4000

// ---- marks --------------------------------------------------------------------------------------

static LLVMValueRef mark_function(LLVMModuleRef mod, LLVMTypeRef type, LLVMTypeRef *fn_type) {
    LLVMContextRef ctx = LLVMGetModuleContext(mod);
    LLVMTypeRef params[2] = {LLVMPointerTypeInContext(ctx, 0), type};
    *fn_type = LLVMFunctionType(LLVMVoidTypeInContext(ctx), params, 2, false);
    char *text = LLVMPrintTypeToString(type), name[128];
    snprintf(name, sizeof name, LN_MARK "%s", text);
    LLVMDisposeMessage(text);
    LLVMValueRef fn = LLVMGetNamedFunction(mod, name);
    if (fn) return fn;
    fn = LLVMAddFunction(mod, name, *fn_type);
    static const struct {
        const char *name;
        uint64_t value;
    } attrs[] = {{"nounwind", 0}, {"willreturn", 0}, {"memory", 3 << 2}};
    for (int i = 0; i < HD_COUNT(attrs); i++) { // memory: inaccessible memory only
        unsigned kind = LLVMGetEnumAttributeKindForName(attrs[i].name, strlen(attrs[i].name));
        LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex,
                                LLVMCreateEnumAttribute(ctx, kind, attrs[i].value));
    }
    return fn;
}

static void mark_store(LLVMModuleRef mod, LLVMBuilderRef b, LLVMValueRef store) {
    LLVMValueRef value = LLVMGetOperand(store, 0), slot = LLVMGetOperand(store, 1);
    size_t len;
    if (!LLVMIsAAllocaInst(slot) || !LLVMGetValueName2(slot, &len) || !len) return;
    const char *name = LLVMGetValueName2(slot, &len);
    LLVMTypeRef type = LLVMTypeOf(value), fn_type;
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind != LLVMIntegerTypeKind && kind != LLVMFloatTypeKind && kind != LLVMDoubleTypeKind &&
        kind != LLVMPointerTypeKind)
        return;
    const char *end = memchr(name, '@', len);
    char plain[80];
    snprintf(plain, sizeof plain, "%.*s", (int)(end ? end - name : (long)len), name);
    LLVMValueRef next = LLVMGetNextInstruction(store);
    if (!next) return;
    LLVMPositionBuilderBefore(b, next);
    LLVMValueRef fn = mark_function(mod, type, &fn_type);
    LLVMValueRef args[2] = {LLVMBuildGlobalStringPtr(b, plain, "name"), value};
    LLVMValueRef call = LLVMBuildCall2(b, fn_type, fn, args, 2, "");
    LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(store);
    if (loc) LLVMInstructionSetDebugLoc(call, loc);
}

void ln_mark_variables(LLVMModuleRef mod) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(mod));
    for (LLVMValueRef fn = LLVMGetFirstFunction(mod); fn; fn = LLVMGetNextFunction(fn))
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i; i = next) {
                next = LLVMGetNextInstruction(i);
                if (LLVMIsAStoreInst(i)) mark_store(mod, b, i);
            }
    LLVMDisposeBuilder(b);
}

// ---- the addresses of a warp --------------------------------------------------------------------

struct thread {
    struct lanes *l;
    uint32_t id[3], linear;
    int steps;
};

static bool value_of(struct thread *t, LLVMValueRef v, int depth, int64_t *out);

static int64_t as_type(LLVMTypeRef type, int64_t v) {
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind) return v;
    unsigned bits = LLVMGetIntTypeWidth(type);
    if (bits >= 64) return v;
    return (int64_t)((uint64_t)v << (64 - bits)) >> (64 - bits);
}

static uint64_t as_unsigned(LLVMTypeRef type, int64_t v) {
    unsigned bits = LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 64;
    return bits >= 64 ? (uint64_t)v : (uint64_t)v & ((1ull << bits) - 1);
}

static bool operation(struct thread *t, LLVMValueRef v, int depth, int64_t *out) {
    int64_t a, b;
    LLVMTypeRef type = LLVMTypeOf(v);
    if (!value_of(t, LLVMGetOperand(v, 0), depth, &a) ||
        !value_of(t, LLVMGetOperand(v, 1), depth, &b))
        return false;
    uint64_t ua = as_unsigned(type, a), ub = as_unsigned(type, b);
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMAdd: *out = (int64_t)(ua + ub); break;
    case LLVMSub: *out = (int64_t)(ua - ub); break;
    case LLVMMul: *out = (int64_t)(ua * ub); break;
    case LLVMAnd: *out = (int64_t)(ua & ub); break;
    case LLVMOr: *out = (int64_t)(ua | ub); break;
    case LLVMXor: *out = (int64_t)(ua ^ ub); break;
    case LLVMShl: *out = ub < 64 ? (int64_t)(ua << ub) : 0; break;
    case LLVMLShr: *out = ub < 64 ? (int64_t)(ua >> ub) : 0; break;
    case LLVMAShr: *out = ub < 64 ? a >> ub : 0; break;
    case LLVMUDiv:
        if (!ub) return false;
        *out = (int64_t)(ua / ub);
        break;
    case LLVMURem:
        if (!ub) return false;
        *out = (int64_t)(ua % ub);
        break;
    case LLVMSDiv:
        if (!b || b == -1) return false;
        *out = a / b;
        break;
    case LLVMSRem:
        if (!b || b == -1) return false;
        *out = a % b;
        break;
    default: return false;
    }
    *out = as_type(type, *out);
    return true;
}

static bool compared(struct thread *t, LLVMValueRef v, int depth, int64_t *out) {
    int64_t a, b;
    LLVMValueRef x = LLVMGetOperand(v, 0);
    if (!value_of(t, x, depth, &a) || !value_of(t, LLVMGetOperand(v, 1), depth, &b)) return false;
    uint64_t ua = as_unsigned(LLVMTypeOf(x), a), ub = as_unsigned(LLVMTypeOf(x), b);
    switch (LLVMGetICmpPredicate(v)) {
    case LLVMIntEQ: *out = a == b; break;
    case LLVMIntNE: *out = a != b; break;
    case LLVMIntUGT: *out = ua > ub; break;
    case LLVMIntUGE: *out = ua >= ub; break;
    case LLVMIntULT: *out = ua < ub; break;
    case LLVMIntULE: *out = ua <= ub; break;
    case LLVMIntSGT: *out = a > b; break;
    case LLVMIntSGE: *out = a >= b; break;
    case LLVMIntSLT: *out = a < b; break;
    case LLVMIntSLE: *out = a <= b; break;
    default: return false;
    }
    return true;
}

static bool address(struct thread *t, LLVMValueRef v, int depth, int64_t *out) {
    if (!value_of(t, LLVMGetOperand(v, 0), depth, out)) return false;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(v);
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(v); i++) {
        int64_t index;
        if (!value_of(t, LLVMGetOperand(v, i), depth, &index)) return false;
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            *out += (int64_t)LLVMOffsetOfElement(t->l->layout, type, (unsigned)index);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)index);
            continue;
        }
        if (i > 1) type = LLVMGetElementType(type);
        *out += index * (int64_t)LLVMABISizeOfType(t->l->layout, type);
    }
    return true;
}

// A phi: what comes into a loop from outside, or the first value that is known.
static bool chosen(struct thread *t, LLVMValueRef v, int depth, int64_t *out) {
    struct lanes *l = t->l;
    int node = ln_val(l, v)->node, loop = l->nodes[node].loop;
    bool header = loop && l->loops[loop].header == node;
    for (unsigned i = 0; i < LLVMCountIncoming(v); i++) {
        int from =
            (int)(intptr_t)hd_map_get(&l->last, (const char *)LLVMGetIncomingBlock(v, i)) - 1;
        if (header && from >= 0 && ln_in_loop(l, from, loop)) continue;
        if (value_of(t, LLVMGetIncomingValue(v, i), depth, out)) return true;
    }
    return false;
}

static bool value_of(struct thread *t, LLVMValueRef v, int depth, int64_t *out) {
    struct lanes *l = t->l;
    if (LLVMIsAConstantInt(v)) {
        *out = LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 64 ? LLVMConstIntGetSExtValue(v) : 0;
        return true;
    }
    *out = 0;
    struct ln_val *val = ln_val(l, v);
    if (!val) return true; // another constant: a global's address
    if (depth > MOST_DEPTH || ++t->steps > MOST_STEPS) return false;
    switch (val->special) {
    case LN_TID_X:
    case LN_TID_Y:
    case LN_TID_Z: *out = t->id[val->special - LN_TID_X]; return true;
    case LN_LINEAR: *out = t->linear; return true;
    case LN_THREAD:
    case LN_BLOCK_PTR:
    case LN_ARGUMENT: return true;
    default: break;
    }
    depth++;
    if (!LLVMIsAInstruction(v)) return false;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMGetElementPtr: return address(t, v, depth, out);
    case LLVMAlloca: return true;
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMFreeze: {
        LLVMValueRef x = LLVMGetOperand(v, 0);
        if (!value_of(t, x, depth, out)) return false;
        if (LLVMGetInstructionOpcode(v) == LLVMZExt)
            *out = (int64_t)as_unsigned(LLVMTypeOf(x), *out);
        *out = as_type(LLVMTypeOf(v), *out);
        return true;
    }
    case LLVMICmp:
        if (compared(t, v, depth, out)) return true;
        break;
    case LLVMSelect: {
        int64_t c;
        if (value_of(t, LLVMGetOperand(v, 0), depth, &c))
            return value_of(t, LLVMGetOperand(v, c ? 1 : 2), depth, out);
        return value_of(t, LLVMGetOperand(v, 1), depth, out);
    }
    case LLVMPHI:
        if (chosen(t, v, depth, out)) return true;
        break;
    case LLVMLoad: break;
    default:
        if (LLVMGetNumOperands(v) == 2 && !LLVMIsACallInst(v) && operation(t, v, depth, out))
            return true;
    }
    if (val->shape.kind != LN_UNIFORM || !val->shape.block) return false;
    *out = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind ? 0 : ROUND_NUMBER;
    return true;
}

static int distinct(int64_t *v, int n) { // sorts them too
    int count = 0;
    for (int i = 0; i < n; i++) {
        int k = 0;
        while (k < count && v[k] != v[i]) k++;
        if (k == count) v[count++] = v[i];
    }
    return count;
}

// Sectors of 32 bytes that the first warp touches; for shared memory the most words that one bank
// has to give.
static void look_at_warp(struct lanes *l, LLVMValueRef p, struct hd_fact *fact) {
    int64_t sectors[WARP * 4], words[WARP];
    int n = 0, threads = l->total < WARP ? (int)l->total : WARP;
    for (int lane = 0; lane < threads; lane++) {
        struct thread t = {.l = l, .linear = (uint32_t)lane};
        t.id[0] = t.linear % l->bdim[0];
        t.id[1] = t.linear / l->bdim[0] % l->bdim[1];
        t.id[2] = t.linear / l->bdim[0] / l->bdim[1];
        int64_t at;
        if (!value_of(&t, p, 0, &at)) return;
        words[lane] = at >> 2;
        for (int64_t k = at >> 5; k <= (at + fact->bytes - 1) >> 5 && n < HD_COUNT(sectors); k++)
            sectors[n++] = k;
    }
    fact->sectors = distinct(sectors, n);
    int count = distinct(words, threads), most = 0;
    for (int bank = 0; bank < WARP; bank++) {
        int here = 0;
        for (int i = 0; i < count; i++) here += (words[i] & (WARP - 1)) == bank;
        most = here > most ? here : most;
    }
    fact->ways = most;
}

// ---- facts --------------------------------------------------------------------------------------

// Where it stands in what the user wrote: what the functions of our own headers do
// (cooperative_groups.h) is said at their calls, and *ours is set.
static bool place(LLVMValueRef inst, struct hd_fact *fact, bool *ours) {
    *ours = false;
    for (LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(inst); loc;
         loc = LLVMDILocationGetInlinedAt(loc)) {
        LLVMMetadataRef file = LLVMDIScopeGetFile(LLVMDILocationGetScope(loc));
        unsigned len;
        const char *name = file ? LLVMDIFileGetFilename(file, &len) : NULL;
        if (!name || !LLVMDILocationGetLine(loc)) return false;
        fact->source = (uint32_t)strtoul(name, NULL, 10);
        fact->line = (int)LLVMDILocationGetLine(loc);
        fact->column = (int)LLVMDILocationGetColumn(loc);
        const struct hd_source *source = fact->source ? hd_source_at(fact->source) : NULL;
        if (!source || source->path || source->cell || !source->system) return fact->source != 0;
        *ours = true;
    }
    return false;
}

static void set_shape(struct hd_fact *fact, struct ln_shape s) {
    fact->shape = s.kind == LN_UNIFORM  ? s.block ? HD_SHAPE_BLOCK : HD_SHAPE_UNIFORM
                  : s.kind == LN_AFFINE ? HD_SHAPE_AFFINE
                                        : HD_SHAPE_VARYING;
    fact->stride = s.kind == LN_AFFINE ? s.stride : 0;
}

enum hd_fact_space ln_space_of(struct lanes *l, LLVMValueRef p) {
    for (int i = 0; i < 30; i++) {
        if (LLVMIsAAllocaInst(p)) return HD_FACT_LOCAL;
        if (LLVMIsAGetElementPtrInst(p)) {
            p = LLVMGetOperand(p, 0);
        } else if (LLVMIsAPHINode(p) || LLVMIsASelectInst(p)) {
            p = LLVMGetOperand(p, LLVMIsASelectInst(p) ? 1 : 0);
        } else if (LLVMIsALoadInst(p)) { // of block->shared or block->dyn_shared?
            LLVMValueRef from = LLVMGetOperand(p, 0);
            if (!LLVMIsAGetElementPtrInst(from)) return HD_FACT_GLOBAL;
            struct ln_val *base = ln_val(l, LLVMGetOperand(from, 0));
            LLVMValueRef offset = LLVMGetOperand(from, 1);
            if (!base || base->special != LN_BLOCK_PTR || !LLVMIsAConstantInt(offset))
                return HD_FACT_GLOBAL;
            uint64_t at = LLVMConstIntGetZExtValue(offset) *
                          LLVMABISizeOfType(l->layout, LLVMGetGEPSourceElementType(from));
            return at == HD_BLOCK_SHARED || at == HD_BLOCK_DYN_SHARED ? HD_FACT_SHARED
                                                                      : HD_FACT_GLOBAL;
        } else {
            break;
        }
    }
    return HD_FACT_GLOBAL;
}

static void add(struct lanes *l, struct hd_shapes *out, struct hd_fact fact) {
    HD_PUSH(out->arena, &out->facts, fact);
}

static void access_fact(struct lanes *l, struct hd_shapes *out, LLVMValueRef inst,
                        enum hd_fact_kind kind, LLVMValueRef p, LLVMTypeRef type) {
    struct hd_fact fact = {.kind = kind, .bytes = (int)LLVMABISizeOfType(l->layout, type)};
    struct ln_val *at = ln_val(l, p);
    if (LLVMIsALoadInst(inst) && (ln_val(l, inst)->special || (at && at->special))) return;
    bool ours;
    if (!place(inst, &fact, &ours)) return;
    fact.space = ln_space_of(l, p);
    if (ours && fact.space == HD_FACT_LOCAL) return;
    if (ln_reads_context(l, inst)) return; // blockDim ...
    set_shape(&fact, ln_shape_of(l, p));
    look_at_warp(l, p, &fact);
    if (kind != HD_FACT_ATOMIC) fact.cpu = ln_access_way(l, inst);
    add(l, out, fact);
}

static void mark_fact(struct lanes *l, struct hd_shapes *out, LLVMValueRef call) {
    struct hd_fact fact = {.kind = HD_FACT_VALUE};
    LLVMValueRef global = LLVMGetOperand(call, 0);
    size_t len = 0;
    LLVMValueRef text = LLVMIsAGlobalVariable(global) ? LLVMGetInitializer(global) : NULL;
    const char *name = text ? LLVMGetAsString(text, &len) : NULL;
    bool ours;
    if (!name || !place(call, &fact, &ours) || ours) return;
    fact.name = hd_strndup(out->arena, name, strnlen(name, len));
    LLVMValueRef value = LLVMGetOperand(call, 1);
    set_shape(&fact, ln_shape_of(l, value));
    fact.constant = ln_val(l, value) == NULL;
    fact.bytes = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind ? 8 : 0;
    add(l, out, fact);
}

// A function that is called once for each lane.
static void call_fact(struct lanes *l, struct hd_shapes *out, LLVMValueRef i, const char *name) {
    struct hd_fact fact = {.kind = HD_FACT_BY_LANE};
    bool ours, remainder = !LLVMIsACallInst(i);
    if (!remainder &&
        (!*name || !strncmp(name, "hd_rt_", 6) || !strncmp(name, "hd_lane_", 8) ||
         ln_makes_no_code(i) || ln_shape_of(l, i).kind != LN_VARYING || ln_has_vector_form(l, i)))
        return;
    if (!place(i, &fact, &ours) || ours) return;
    if (!strncmp(name, "llvm.", 5)) name += 5;
    fact.name = hd_strndup(out->arena, name, strcspn(name, "."));
    add(l, out, fact);
}

static void instruction_fact(struct lanes *l, struct hd_shapes *out, LLVMValueRef i) {
    size_t len;
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad: access_fact(l, out, i, HD_FACT_LOAD, LLVMGetOperand(i, 0), LLVMTypeOf(i)); break;
    case LLVMStore:
        access_fact(l, out, i, HD_FACT_STORE, LLVMGetOperand(i, 1),
                    LLVMTypeOf(LLVMGetOperand(i, 0)));
        break;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        access_fact(l, out, i, HD_FACT_ATOMIC, LLVMGetOperand(i, 0),
                    LLVMTypeOf(LLVMGetOperand(i, 1)));
        break;
    case LLVMCall: {
        const char *name = ln_callee(i, &len);
        struct hd_fact fact = {.kind = HD_FACT_WARP_OP};
        bool ours;
        if (!strncmp(name, LN_MARK, strlen(LN_MARK)))
            mark_fact(l, out, i);
        else if (ln_warp_op(name) && place(i, &fact, &ours))
            add(l, out, fact);
        else
            call_fact(l, out, i, name);
        break;
    }
    case LLVMFRem:
        if (ln_shape_of(l, i).kind == LN_VARYING) call_fact(l, out, i, "fmod");
        break;
    default: break;
    }
}

static void branch_fact(struct lanes *l, struct hd_shapes *out, const struct ln_node *node) {
    struct hd_fact fact = {.kind = HD_FACT_BRANCH};
    bool ours;
    if (!node->cond || !node->place || !place(node->place, &fact, &ours) || ours) return;
    set_shape(&fact, ln_shape_of(l, node->cond));
    if (node->diverges) fact.shape = HD_SHAPE_VARYING;
    for (int s = 0; s < node->nsucc && node->loop; s++)
        if (!ln_in_loop(l, node->succ[s], node->loop)) fact.kind = HD_FACT_LOOP;
    add(l, out, fact);
}

void ln_report(struct lanes *l, struct hd_shapes *out) {
    out->lanes = l->w;
    out->why = l->why;
    out->regions = 1;
    for (int k = 0; k < l->n; k++) {
        const struct ln_node *node = &l->nodes[k];
        for (int i = 0; i < node->ninsts; i++) instruction_fact(l, out, node->insts[i]);
        if (node->barrier) {
            struct hd_fact fact = {.kind = HD_FACT_BARRIER};
            bool ours;
            out->regions++;
            if (place(node->barrier, &fact, &ours)) add(l, out, fact);
        }
        branch_fact(l, out, node);
    }
    for (int i = 0; l->why && i < out->facts.n; i++) out->facts.v[i].cpu = HD_CPU_PLAIN;
}
