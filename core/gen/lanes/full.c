// Code for vectors whose lanes are all on.
//
//     if (i < n) c[i] = a[i] + b[i];
//
// has a mask that only the last vectors of the grid need, and everywhere else it costs: a masked
// store is no store of a whole line, and a kernel that goes through memory takes twice as long for
// it. So nodes behind such a *guard* are made twice (lanes/emit.c): where the mask turns out to be
// full, control goes to copies without one, and comes back where lanes may differ again.
//
// In such a copy of a grid-stride loop one scalar tells whether all lanes go round again (go_round
// in lanes/emit.c).
//
// A guard is a condition on the thread's index (`i < n`, `x > 0 && x < w - 1`, the turns of a
// grid-stride loop), for those are true for nearly all vectors as a whole. What depends on data is
// not. Guards do not nest: the outermost that is not too large is taken.
#include "gen/lanes/lanes.h"

#define MOST_INSTRUCTIONS 250 // behind a guard: more would take too long to compile twice
#define MOST_DEPTH 8

// Made of the thread's index and of what is the same for all lanes.
static bool of_index(struct lanes *l, LLVMValueRef v, int depth) {
    struct ln_val *val = ln_val(l, v);
    if (!val || val->node < 0 || val->special || val->shape.kind != LN_VARYING) return true;
    if (depth > MOST_DEPTH || !LLVMIsAInstruction(v)) return false;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMPHI:
    case LLVMLoad:
    case LLVMCall:
    case LLVMAlloca:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: return false;
    default: break;
    }
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(v); i++)
        if (!of_index(l, LLVMGetOperand(v, i), depth + 1)) return false;
    return true;
}

static bool is_turn(const struct lanes *l, int i) { // a loop that lanes leave at different times
    int loop = l->nodes[i].loop;
    return loop && l->loops[loop].header == i && l->loops[loop].diverges;
}

static bool guards(struct lanes *l, int root, int depth) {
    const struct ln_node *node = &l->nodes[root];
    if (depth > MOST_DEPTH) return false;
    int inside = is_turn(l, root) ? node->loop : 0;
    for (int i = 0; inside && i < l->n; i++) { // the ways out of the loop
        const struct ln_node *from = &l->nodes[i];
        if (!from->diverges || !ln_in_loop(l, i, inside)) continue;
        for (int s = 0; s < from->nsucc; s++)
            if (!ln_in_loop(l, from->succ[s], inside) && !of_index(l, from->cond, 0)) return false;
    }
    for (int p = 0; p < node->npred; p++) {
        const struct ln_node *from = &l->nodes[node->pred[p]];
        if (inside && ln_in_loop(l, node->pred[p], inside)) continue;
        if (from->diverges && !of_index(l, from->cond, 0)) return false;
        if (from->leader && from->leader != root && !guards(l, from->leader, depth + 1))
            return false;
    }
    return true;
}

static bool dominates(const struct lanes *l, int a, int b) {
    while (b != a && b) b = l->nodes[b].idom;
    return b == a;
}

// Whether a mask makes something slower that all lanes of the guard do, and the whole is not too
// large.
static bool pays(struct lanes *l, int root) {
    int count = 0;
    bool slower = false;
    for (int i = 0; i < l->n; i++) {
        const struct ln_node *node = &l->nodes[i];
        if (!dominates(l, root, i)) continue;
        count += node->ninsts;
        for (int k = 0; k < node->ninsts && node->leader == root; k++) {
            LLVMValueRef v = node->insts[k];
            bool store =
                LLVMIsAStoreInst(v) && ln_shape_of(l, LLVMGetOperand(v, 1)).kind == LN_AFFINE;
            bool load = is_turn(l, root) && LLVMIsALoadInst(v) &&
                        ln_shape_of(l, LLVMGetOperand(v, 0)).kind == LN_AFFINE;
            slower = slower || store || load || ln_val(l, v)->group;
        }
    }
    return slower && count <= MOST_INSTRUCTIONS;
}

void ln_guards(struct lanes *l) {
    for (int k = 0; k < l->n; k++) {
        int root = l->order[k];
        struct ln_node *node = &l->nodes[root];
        if (!root || node->guard || node->leader != root || !(node->tested || is_turn(l, root)) ||
            !guards(l, root, 0) || !pays(l, root))
            continue;
        for (int i = 0; i < l->n; i++)
            if (dominates(l, root, i)) l->nodes[i].guard = root;
    }
}

// Whether all lanes are still on in what follows: `to` lies behind the guard, and is not the guard
// itself, where they are counted anew.
bool ln_stays_full(const struct lanes *l, int guard, int to) {
    if (to >= LN_LOOP_END) to = l->loops[to - LN_LOOP_END].header;
    return guard && to >= 0 && to != guard && l->nodes[to].guard == guard;
}
