// Threads that leave before a barrier that others still reach: `if (i >= n) return;`, or a loop
// with a barrier that threads leave at different times. A thread that has ended no longer counts.
//
// Barriers need control flow that is the same for the whole block, and a way out for some threads
// only is none. So each such way out is taken from the graph: its threads run what is left for them
// (the code up to their end, copied), are marked as gone (`hd_lane_exit`), and then seem to go the
// others' way with nothing done for them:
//
//     X: br c, TAIL, GO_ON                 X: br c, D, J
//     TAIL: ...; ret               =>      D: copy of TAIL; call hd_lane_exit; br J
//                                          J: br GO_ON
//
// A loop that could only be left that way gets another end, which is never taken, for a block whose
// threads have all gone is done (regions.c). Lanes that are gone are off in all masks (emit.c).
#include "gen/lanes/lanes.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#define MOST_COPIED 4000 // instructions

struct leave {
    struct lanes *l; // the analysis that failed
    LLVMBuilderRef b;
    LLVMBasicBlockRef *blocks;
    int n, copied;
    struct hd_map index; // block -> its number + 1
    bool *meets;         // per block: a barrier is in it or can be reached from it
};

static int index_of(struct leave *v, LLVMBasicBlockRef bb) {
    return (int)(intptr_t)hd_map_get(&v->index, (const char *)bb) - 1;
}

static bool has_barrier(LLVMBasicBlockRef bb) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
        if (ln_is_call_of(i, "hd_rt_barrier") || ln_is_call_of(i, "hd_rt_barrier_red")) return true;
    return false;
}

static void find_blocks(struct leave *v) {
    int count = (int)LLVMCountBasicBlocks(v->l->src);
    v->blocks = HD_NEW_ARRAY(v->l->arena, LLVMBasicBlockRef, count + 1);
    v->meets = HD_NEW_ARRAY(v->l->arena, bool, count + 1);
    LLVMGetBasicBlocks(v->l->src, v->blocks);
    v->n = count;
    for (int i = 0; i < count; i++) {
        hd_map_set(&v->index, (const char *)v->blocks[i], (void *)(intptr_t)(i + 1));
        v->meets[i] = has_barrier(v->blocks[i]);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = count - 1; i >= 0; i--) {
            LLVMValueRef term = LLVMGetBasicBlockTerminator(v->blocks[i]);
            for (unsigned s = 0; s < LLVMGetNumSuccessors(term) && !v->meets[i]; s++)
                if (v->meets[index_of(v, LLVMGetSuccessor(term, s))]) v->meets[i] = changed = true;
        }
    }
}

// Everything that can be reached from a block, itself included.
static bool *reach(struct leave *v, LLVMBasicBlockRef from) {
    bool *seen = HD_NEW_ARRAY(v->l->arena, bool, v->n);
    int *stack = HD_NEW_ARRAY(v->l->arena, int, v->n + 1), top = 0;
    stack[top++] = index_of(v, from);
    seen[stack[0]] = true;
    while (top) {
        LLVMValueRef term = LLVMGetBasicBlockTerminator(v->blocks[stack[--top]]);
        for (unsigned s = 0; s < LLVMGetNumSuccessors(term); s++) {
            int to = index_of(v, LLVMGetSuccessor(term, s));
            if (seen[to]) continue;
            seen[to] = true;
            stack[top++] = to;
        }
    }
    return seen;
}

// ---- changing the graph -------------------------------------------------------------------------

// What comes from block `from` comes from `to` instead; NULL: no longer.
static void change_phis(struct leave *v, LLVMBasicBlockRef bb, LLVMBasicBlockRef from,
                        LLVMBasicBlockRef to) {
    for (LLVMValueRef phi = LLVMGetFirstInstruction(bb), next; phi && LLVMIsAPHINode(phi);
         phi = next) {
        next = LLVMGetNextInstruction(phi);
        LLVMPositionBuilderBefore(v->b, phi);
        LLVMValueRef fresh = LLVMBuildPhi(v->b, LLVMTypeOf(phi), "");
        for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
            LLVMValueRef value = LLVMGetIncomingValue(phi, i);
            LLVMBasicBlockRef source = LLVMGetIncomingBlock(phi, i);
            if (source == from) source = to;
            if (source) LLVMAddIncoming(fresh, &value, &source, 1);
        }
        bool empty = !LLVMCountIncoming(fresh);
        LLVMReplaceAllUsesWith(phi, empty ? LLVMGetPoison(LLVMTypeOf(phi)) : fresh);
        if (empty) LLVMInstructionEraseFromParent(fresh);
        LLVMInstructionEraseFromParent(phi);
    }
}

static void call(struct leave *v, const char *name, LLVMTypeRef ret, LLVMValueRef *result) {
    LLVMTypeRef type = LLVMFunctionType(ret, NULL, 0, false);
    LLVMValueRef fn = LLVMGetNamedFunction(v->l->mod, name);
    if (!fn) {
        fn = LLVMAddFunction(v->l->mod, name, type);
        static const char *const attrs[] = {"convergent", "nounwind"};
        for (int i = 0; i < 2; i++) {
            unsigned kind = LLVMGetEnumAttributeKindForName(attrs[i], strlen(attrs[i]));
            LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex,
                                    LLVMCreateEnumAttribute(v->l->ctx, kind, 0));
        }
    }
    LLVMValueRef r = LLVMBuildCall2(v->b, type, fn, NULL, 0, "");
    if (result) *result = r;
}

static LLVMValueRef mapped(const struct hd_map *map, LLVMValueRef v) {
    LLVMValueRef to = hd_map_get(map, (const char *)v);
    return to ? to : v;
}

static LLVMBasicBlockRef mapped_block(const struct hd_map *map, LLVMBasicBlockRef bb) {
    LLVMBasicBlockRef to = hd_map_get(map, (const char *)bb);
    return to ? to : bb;
}

static void copy_block(struct leave *v, LLVMBasicBlockRef bb, LLVMBasicBlockRef join,
                       struct hd_map *values, const struct hd_map *blocks) {
    LLVMPositionBuilderAtEnd(v->b, mapped_block(blocks, bb));
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
        v->copied++;
        LLVMSetCurrentDebugLocation2(v->b, LLVMInstructionGetDebugLoc(i));
        if (LLVMGetInstructionOpcode(i) == LLVMRet) {
            call(v, "hd_lane_exit", v->l->void_, NULL);
            LLVMBuildBr(v->b, join);
            continue;
        }
        LLVMValueRef copy;
        if (LLVMIsAPHINode(i)) {
            copy = LLVMBuildPhi(v->b, LLVMTypeOf(i), "");
        } else {
            copy = LLVMInstructionClone(i);
            LLVMInsertIntoBuilder(v->b, copy);
        }
        hd_map_set(values, (const char *)i, copy);
    }
}

static void connect(LLVMBasicBlockRef bb, LLVMBasicBlockRef from, bool first,
                    const struct hd_map *values, const struct hd_map *blocks) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
        LLVMValueRef copy = hd_map_get(values, (const char *)i);
        if (!copy) continue;
        if (LLVMIsAPHINode(i)) {
            for (unsigned k = 0; k < LLVMCountIncoming(i); k++) {
                LLVMBasicBlockRef source = LLVMGetIncomingBlock(i, k),
                                  to = hd_map_get(blocks, (const char *)source);
                LLVMValueRef value = mapped(values, LLVMGetIncomingValue(i, k));
                if (!to && first && source == from) to = from;
                if (to) LLVMAddIncoming(copy, &value, &to, 1);
            }
            continue;
        }
        if (LLVMIsATerminatorInst(i))
            for (unsigned s = 0; s < LLVMGetNumSuccessors(i); s++)
                LLVMSetSuccessor(copy, s, mapped_block(blocks, LLVMGetSuccessor(i, s)));
        for (unsigned o = 0; o < (unsigned)LLVMGetNumOperands(i); o++) {
            LLVMValueRef operand = LLVMGetOperand(i, o);
            if (!LLVMValueIsBasicBlock(operand) && mapped(values, operand) != operand)
                LLVMSetOperand(copy, o, mapped(values, operand));
        }
    }
}

// A copy of all that follows `tail`, for threads that come from `from` and then go to `join`.
static LLVMBasicBlockRef copy_tail(struct leave *v, LLVMBasicBlockRef tail, LLVMBasicBlockRef from,
                                   LLVMBasicBlockRef join) {
    bool *part = reach(v, tail);
    struct hd_map values = {0}, blocks = {0};
    for (int i = 0; i < v->n; i++)
        if (part[i])
            hd_map_set(&blocks, (const char *)v->blocks[i],
                       LLVMAppendBasicBlockInContext(v->l->ctx, v->l->src, "leave"));
    for (int i = 0; i < v->n; i++)
        if (part[i]) copy_block(v, v->blocks[i], join, &values, &blocks);
    for (int i = 0; i < v->n; i++)
        if (part[i]) connect(v->blocks[i], from, v->blocks[i] == tail, &values, &blocks);
    LLVMBasicBlockRef first = hd_map_get(&blocks, (const char *)tail);
    hd_map_finish(&values);
    hd_map_finish(&blocks);
    return first;
}

static LLVMBasicBlockRef return_block(struct leave *v) {
    for (int i = 0; i < v->n; i++)
        if (LLVMGetInstructionOpcode(LLVMGetBasicBlockTerminator(v->blocks[i])) == LLVMRet &&
            LLVMGetFirstInstruction(v->blocks[i]) == LLVMGetLastInstruction(v->blocks[i]))
            return v->blocks[i];
    LLVMBasicBlockRef bb = LLVMAppendBasicBlockInContext(v->l->ctx, v->l->src, "end");
    LLVMPositionBuilderAtEnd(v->b, bb);
    LLVMBuildRetVoid(v->b);
    return bb;
}

// Whether the loop around x has no end but those that are taken away.
static bool needs_end(struct leave *v, int x, const int *side) {
    bool *after = reach(v, v->blocks[x]), any = false;
    LLVMValueRef term = LLVMGetBasicBlockTerminator(v->blocks[x]);
    for (unsigned s = 0; s < 2; s++) any = any || reach(v, LLVMGetSuccessor(term, s))[x];
    if (!any) return false; // no loop
    for (int i = 0; i < v->n; i++) {
        if (!after[i] || !reach(v, v->blocks[i])[x]) continue;
        term = LLVMGetBasicBlockTerminator(v->blocks[i]);
        for (unsigned s = 0; s < LLVMGetNumSuccessors(term); s++)
            if (side[i] != (int)s && !reach(v, LLVMGetSuccessor(term, s))[x]) return false;
    }
    return true;
}

static void take_away(struct leave *v, int x, int side, bool end) {
    LLVMBasicBlockRef from = v->blocks[x];
    LLVMValueRef term = LLVMGetBasicBlockTerminator(from), go;
    LLVMBasicBlockRef tail = LLVMGetSuccessor(term, (unsigned)side),
                      go_on = LLVMGetSuccessor(term, (unsigned)!side);
    LLVMBasicBlockRef join = LLVMAppendBasicBlockInContext(v->l->ctx, v->l->src, "join");
    LLVMBasicBlockRef first = copy_tail(v, tail, from, join);
    change_phis(v, tail, from, NULL);
    change_phis(v, go_on, from, join);
    LLVMSetSuccessor(term, (unsigned)side, first);
    LLVMSetSuccessor(term, (unsigned)!side, join);
    LLVMBasicBlockRef never = end ? return_block(v) : NULL;
    LLVMPositionBuilderAtEnd(v->b, join);
    LLVMSetCurrentDebugLocation2(v->b, LLVMInstructionGetDebugLoc(term));
    if (!end) {
        LLVMBuildBr(v->b, go_on);
        return;
    }
    call(v, "hd_lane_goes_on", v->l->i1, &go);
    LLVMBuildCondBr(v->b, go, go_on, never);
}

// Which side of a block's branch is a way out for some lanes only (or, by_warp, for some vectors
// only); -1: none.
static int way_out(struct leave *v, int x, bool by_warp) {
    struct lanes *l = v->l;
    LLVMValueRef term = LLVMGetBasicBlockTerminator(v->blocks[x]);
    if (LLVMGetInstructionOpcode(term) != LLVMBr || LLVMGetNumSuccessors(term) != 2) return -1;
    struct ln_shape s = ln_shape_of(l, LLVMGetCondition(term));
    if (by_warp ? s.kind == LN_UNIFORM && s.block : s.kind == LN_UNIFORM) return -1;
    bool meets[2];
    for (unsigned k = 0; k < 2; k++) meets[k] = v->meets[index_of(v, LLVMGetSuccessor(term, k))];
    return meets[0] == meets[1] ? -1 : meets[0];
}

bool ln_leave(struct lanes *l) {
    struct leave v = {.l = l, .b = LLVMCreateBuilderInContext(l->ctx)};
    find_blocks(&v);
    int *side = HD_NEW_ARRAY(l->arena, int, v.n), count = 0;
    bool *end = HD_NEW_ARRAY(l->arena, bool, v.n);
    // Lanes that leave a loop make its other conditions look as if they depended on the warp: those
    // come only when no others are left.
    for (int by_warp = 0; by_warp < 2 && !count; by_warp++)
        for (int i = 0; i < v.n; i++) {
            side[i] = way_out(&v, i, by_warp);
            count += side[i] >= 0;
        }
    for (int i = 0; i < v.n; i++) end[i] = side[i] >= 0 && needs_end(&v, i, side);
    for (int i = 0; i < v.n && v.copied < MOST_COPIED; i++)
        if (side[i] >= 0) take_away(&v, i, side[i], end[i]);
    LLVMDisposeBuilder(v.b);
    hd_map_finish(&v.index);
    return count && v.copied < MOST_COPIED;
}
