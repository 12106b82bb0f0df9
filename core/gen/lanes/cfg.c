// The graph that lanes are planned on: LLVM's blocks, cut behind every barrier; dominators,
// post-dominators, loops.
//
// Passes have run before (lanes.c): switches are branches, loops are reducible and have one latch,
// a preheader and exits of their own, and what leaves a loop does so through a phi. What does not
// look like that is refused.
//
// Nodes get a position (`pos`) in an order in which every node comes after its predecessors, a
// loop's nodes stand together, and so do the nodes that one dominates (at the level of its loop).
// lanes/plan.c needs that.
#include "gen/lanes/lanes.h"

#include <stdlib.h>
#include <string.h>

#define MOST_NODES 1500

void ln_fail(struct lanes *l, const char *why) {
    l->why = why;
    longjmp(l->fail, 1);
}

void ln_fail_barrier(struct lanes *l) {
    l->may_leave = true;
    ln_fail(l, "a barrier that only some of the threads may reach");
}

struct ln_val *ln_val(struct lanes *l, LLVMValueRef v) {
    return hd_map_get(&l->vals, (const char *)v);
}

const char *ln_callee(LLVMValueRef call, size_t *len) {
    *len = 0;
    LLVMValueRef fn = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(fn)) return "";
    return LLVMGetValueName2(fn, len);
}

bool ln_is_call_of(LLVMValueRef inst, const char *name) {
    size_t len;
    if (!LLVMIsACallInst(inst)) return false;
    const char *callee = ln_callee(inst, &len);
    return len == strlen(name) && !memcmp(callee, name, len);
}

static struct ln_val *add_val(struct lanes *l, LLVMValueRef v, int node) {
    struct ln_val *val = HD_NEW(l->arena, struct ln_val);
    val->v = v;
    val->node = node;
    hd_map_set(&l->vals, (const char *)v, val);
    HD_PUSH(l->arena, &l->list, val);
    return val;
}

// ---- nodes --------------------------------------------------------------------------------------

static bool is_barrier(LLVMValueRef inst) {
    return ln_is_call_of(inst, "hd_rt_barrier") || ln_is_call_of(inst, "hd_rt_barrier_red");
}

static int count_nodes(struct lanes *l) {
    int n = 0;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(l->src); bb;
         bb = LLVMGetNextBasicBlock(bb)) {
        n++;
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
            n += is_barrier(i);
    }
    return n;
}

static void add_block(struct lanes *l, LLVMBasicBlockRef bb) {
    int count = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) count++;
    LLVMValueRef *all = HD_NEW_ARRAY(l->arena, LLVMValueRef, 2 * count + 2);
    struct ln_node *node = &l->nodes[l->n++];
    *node = (struct ln_node){.bb = bb, .insts = all + count, .phis = all};
    hd_map_set(&l->first, (const char *)bb, (void *)(intptr_t)l->n);
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
        add_val(l, i, l->n - 1);
        if (LLVMIsAPHINode(i)) {
            node->phis[node->nphis++] = i;
            continue;
        }
        if (LLVMIsATerminatorInst(i)) {
            node->place = i;
            break;
        }
        if (!is_barrier(i)) {
            node->insts[node->ninsts++] = i;
            continue;
        }
        node->barrier = node->place = i;
        node->nsucc = 1;
        node->succ[0] = l->n;
        l->has_barrier = true;
        LLVMValueRef *rest = node->insts + node->ninsts;
        node = &l->nodes[l->n++];
        *node = (struct ln_node){.bb = bb, .insts = rest};
    }
    hd_map_set(&l->last, (const char *)bb, (void *)(intptr_t)l->n);
}

static int first_of(struct lanes *l, LLVMBasicBlockRef bb) {
    return (int)(intptr_t)hd_map_get(&l->first, (const char *)bb) - 1;
}

static void add_successors(struct lanes *l, LLVMBasicBlockRef bb) {
    struct ln_node *node = &l->nodes[(intptr_t)hd_map_get(&l->last, (const char *)bb) - 1];
    LLVMValueRef term = LLVMGetBasicBlockTerminator(bb);
    switch (LLVMGetInstructionOpcode(term)) {
    case LLVMRet: return;
    case LLVMUnreachable: node->ends = true; return;
    case LLVMBr: break;
    default: ln_fail(l, "a computed jump");
    }
    node->nsucc = (int)LLVMGetNumSuccessors(term);
    for (int i = 0; i < node->nsucc; i++)
        node->succ[i] = first_of(l, LLVMGetSuccessor(term, (unsigned)i));
    if (node->nsucc == 2 && node->succ[0] == node->succ[1]) node->nsucc = 1;
    if (node->nsucc == 2) node->cond = LLVMGetCondition(term);
}

static void add_predecessors(struct lanes *l) {
    for (int i = 0; i < l->n; i++)
        for (int k = 0; k < l->nodes[i].nsucc; k++) l->nodes[l->nodes[i].succ[k]].npred++;
    for (int i = 0; i < l->n; i++) {
        l->nodes[i].pred = HD_NEW_ARRAY(l->arena, int, l->nodes[i].npred + 1);
        l->nodes[i].npred = 0;
    }
    for (int i = 0; i < l->n; i++)
        for (int k = 0; k < l->nodes[i].nsucc; k++) {
            struct ln_node *s = &l->nodes[l->nodes[i].succ[k]];
            s->pred[s->npred++] = i;
        }
}

static void number(struct lanes *l) { // reverse post-order, without recursion
    int *stack = HD_NEW_ARRAY(l->arena, int, l->n + 1), *at = HD_NEW_ARRAY(l->arena, int, l->n);
    int top = 0, next = l->n;
    l->order = HD_NEW_ARRAY(l->arena, int, l->n);
    for (int i = 0; i < l->n; i++) l->nodes[i].rpo = -1;
    stack[top++] = 0;
    l->nodes[0].rpo = 0;
    while (top) {
        int i = stack[top - 1];
        if (at[i] < l->nodes[i].nsucc) {
            int s = l->nodes[i].succ[at[i]++];
            if (l->nodes[s].rpo >= 0) continue;
            l->nodes[s].rpo = 0;
            stack[top++] = s;
            continue;
        }
        top--;
        l->nodes[i].rpo = --next;
        l->order[next] = i;
    }
    if (next) ln_fail(l, "code that nothing leads to");
}

// ---- dominators (Cooper, Harvey, Kennedy) -------------------------------------------------------

static void dominators(struct lanes *l) {
    struct ln_node *nodes = l->nodes;
    for (int i = 0; i < l->n; i++) nodes[i].idom = -1;
    nodes[0].idom = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int k = 1; k < l->n; k++) {
            struct ln_node *node = &nodes[l->order[k]];
            int dom = -1;
            for (int p = 0; p < node->npred; p++) {
                int a = node->pred[p], b = dom;
                if (nodes[a].idom < 0) continue;
                while (b >= 0 && a != b)
                    if (nodes[a].rpo > nodes[b].rpo)
                        a = nodes[a].idom;
                    else
                        b = nodes[b].idom;
                dom = a;
            }
            changed = changed || dom != node->idom;
            node->idom = dom;
        }
    }
}

// of the reversed graph, from the exits
static void post_order(struct lanes *l, int *order, int *index, int *count) {
    int *stack = HD_NEW_ARRAY(l->arena, int, l->n + 1), *at = HD_NEW_ARRAY(l->arena, int, l->n);
    for (int i = 0; i < l->n; i++) index[i] = -1;
    for (int root = 0; root < l->n; root++) {
        if (l->nodes[root].nsucc || index[root] >= 0) continue;
        int top = 0;
        stack[top++] = root;
        index[root] = 0;
        while (top) {
            int i = stack[top - 1];
            if (at[i] < l->nodes[i].npred) {
                int p = l->nodes[i].pred[at[i]++];
                if (index[p] >= 0) continue;
                index[p] = 0;
                stack[top++] = p;
                continue;
            }
            top--;
            index[i] = *count;
            order[(*count)++] = i;
        }
    }
}

// The virtual exit is node n.
static void post_dominators(struct lanes *l) {
    struct ln_node *nodes = l->nodes;
    int *order = HD_NEW_ARRAY(l->arena, int, l->n), *index = HD_NEW_ARRAY(l->arena, int, l->n + 1),
        count = 0;
    post_order(l, order, index, &count);
    if (count < l->n) ln_fail(l, "a loop without an end");
    index[l->n] = l->n;
    int *dom = HD_NEW_ARRAY(l->arena, int, l->n + 1);
    for (int i = 0; i < l->n; i++) dom[i] = -1;
    dom[l->n] = l->n;
    for (bool changed = true; changed;) {
        changed = false;
        for (int k = count - 1; k >= 0; k--) {
            struct ln_node *node = &nodes[order[k]];
            int d = node->nsucc ? -1 : l->n;
            for (int s = 0; s < node->nsucc; s++) {
                int a = node->succ[s], b = d;
                if (dom[a] < 0) continue;
                while (b >= 0 && a != b)
                    if (index[a] < index[b])
                        a = dom[a];
                    else
                        b = dom[b];
                d = a;
            }
            changed = changed || d != dom[order[k]];
            dom[order[k]] = d;
        }
    }
    for (int i = 0; i < l->n; i++) nodes[i].ipdom = dom[i];
}

static bool ln_dominates(const struct lanes *l, int a, int b) {
    while (b != a && b) b = l->nodes[b].idom;
    return a == b;
}

bool ln_postdominates(const struct lanes *l, int a, int b) {
    while (b != a && b != l->n) b = l->nodes[b].ipdom;
    return a == b;
}

// ---- loops --------------------------------------------------------------------------------------

bool ln_in_loop(const struct lanes *l, int node, int loop) {
    int at = l->nodes[node].loop;
    while (at != loop && at) at = l->loops[at].parent;
    return at == loop;
}

int ln_item_at(const struct lanes *l, int node, int loop) {
    int at = l->nodes[node].loop;
    if (at == loop) return node;
    while (at && l->loops[at].parent != loop) at = l->loops[at].parent;
    return at ? l->loops[at].header : -1;
}

int ln_loop_of_item(const struct lanes *l, int item, int level) {
    int at = l->nodes[item].loop;
    while (at && at != level && l->loops[at].parent != level) at = l->loops[at].parent;
    return at == level ? 0 : at;
}

static void mark_loop(struct lanes *l, int loop, int latch) {
    int header = l->loops[loop].header, top = 0;
    int *stack = HD_NEW_ARRAY(l->arena, int, l->n * 2 + 2);
    bool *seen = HD_NEW_ARRAY(l->arena, bool, l->n);
    seen[header] = true;
    l->nodes[header].loop = loop;
    stack[top++] = latch;
    while (top) {
        int i = stack[--top];
        if (seen[i]) continue;
        seen[i] = true;
        l->nodes[i].loop = loop;
        for (int p = 0; p < l->nodes[i].npred; p++)
            if (!seen[l->nodes[i].pred[p]] && top < l->n * 2) stack[top++] = l->nodes[i].pred[p];
    }
}

// Outer loops come first in the order of their headers, so inner ones overwrite what they share.
static void find_loops(struct lanes *l) {
    l->loops = HD_NEW_ARRAY(l->arena, struct ln_loop, l->n + 1);
    l->loops[0] = (struct ln_loop){.header = 0, .parent = -1};
    l->nloops = 1;
    for (int k = 0; k < l->n; k++) {
        int header = l->order[k], latch = -1;
        for (int p = 0; p < l->nodes[header].npred; p++) {
            int pred = l->nodes[header].pred[p];
            if (l->nodes[pred].rpo < l->nodes[header].rpo) continue;
            if (latch >= 0 || !ln_dominates(l, header, pred))
                ln_fail(l, "a loop with several entries or ends");
            latch = pred;
        }
        if (latch < 0) continue;
        if (l->nodes[header].npred != 2) ln_fail(l, "a loop with several entries");
        l->loops[l->nloops] = (struct ln_loop){.header = header, .parent = l->nodes[header].loop};
        mark_loop(l, l->nloops++, latch);
    }
    for (int loop = 1; loop < l->nloops; loop++) {
        struct ln_loop *lp = &l->loops[loop];
        lp->exits = HD_NEW_ARRAY(l->arena, int, l->n + 1);
        for (int i = 0; i < l->n; i++)
            for (int s = 0; s < l->nodes[i].nsucc; s++) {
                int to = l->nodes[i].succ[s], k = 0;
                if (!ln_in_loop(l, i, loop) || ln_in_loop(l, to, loop)) continue;
                while (k < lp->nexits && lp->exits[k] != to) k++;
                if (k == lp->nexits) lp->exits[lp->nexits++] = to;
            }
    }
}

// ---- the order ----------------------------------------------------------------------------------

static void place_level(struct lanes *l, int level, int *pos);

static void place_item(struct lanes *l, int item, int level, int *pos) {
    int inner = level >= 0 ? ln_loop_of_item(l, item, level) : 0;
    if (inner) {
        place_level(l, inner, pos);
    } else {
        l->nodes[item].pos = *pos;
        l->by_pos[(*pos)++] = item;
    }
    for (int k = 0; k < l->n; k++) { // children in the dominator tree at this level, in order
        int child = l->order[k];
        if (child == item || child == l->loops[level].header ||
            ln_item_at(l, child, level) != child)
            continue;
        if (ln_item_at(l, l->nodes[child].idom, level) == item) place_item(l, child, level, pos);
    }
}

static void place_level(struct lanes *l, int level, int *pos) {
    place_item(l, l->loops[level].header, level, pos);
}

void ln_build(struct lanes *l) {
    int most = count_nodes(l);
    if (most > MOST_NODES) ln_fail(l, "a very large kernel");
    l->nodes = HD_NEW_ARRAY(l->arena, struct ln_node, most + 1);
    for (unsigned i = 0; i < LLVMCountParams(l->src); i++) add_val(l, LLVMGetParam(l->src, i), -1);
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(l->src); bb; bb = LLVMGetNextBasicBlock(bb))
        add_block(l, bb);
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(l->src); bb; bb = LLVMGetNextBasicBlock(bb))
        add_successors(l, bb);
    add_predecessors(l);
    number(l);
    dominators(l);
    post_dominators(l);
    find_loops(l);
    int pos = 0;
    l->by_pos = HD_NEW_ARRAY(l->arena, int, l->n);
    place_level(l, 0, &pos);
    if (pos != l->n) ln_fail(l, "a loop that cannot be ordered");
}
