// Partial linearisation (after Moll and Hack, 2018): where every node goes when it is done.
//
// A branch that does not depend on the lane stays a branch. Of a divergent branch both sides run,
// one after the other: the node goes on to the side that is first in the order, and the other is
// put off: `later` of a node is the set of positions that still have to run after it. Every node
// goes on to the least of what is put off and what it wants.
//
//     A diverges to B and C, both lead to J:   A -> B -> C -> J, with later(B) = {C}, later(C) =
//     {J} from B's edge
//
// A loop that lanes leave at different times keeps none of its exits: lanes that leave drop out of
// the mask, and the loop's synthetic end (LN_LOOP_END + loop) goes back while a lane is on, else on
// to the exits. A node that has a mask of its own and is not cheap and harmless is skipped when the
// mask is empty; then it goes to what is put off.
#include "gen/lanes/lanes.h"

#include <string.h>

static bool *new_set(struct lanes *l) { return HD_NEW_ARRAY(l->arena, bool, l->n); }

static int position(struct lanes *l, int item) { return l->nodes[item].pos; }

// Where control goes at `level` with `set` put off (a set of positions, copied) and these targets
// wanted.
static int route(struct lanes *l, int level, const bool *put_off, const int *targets, int n) {
    bool *set = new_set(l);
    int outside = LN_NONE, header = l->loops[level].header;
    bool diverges = level && l->loops[level].diverges, back = false;
    if (put_off) memcpy(set, put_off, sizeof *set * (size_t)l->n);
    for (int i = 0; i < n; i++) {
        int t = targets[i], item = ln_item_at(l, t, level);
        if (level && t == header)
            back = true;
        else if (item >= 0)
            set[position(l, item)] = true;
        else
            outside = t;
    }
    for (int p = 0; p < l->n; p++) {
        if (!set[p]) continue;
        if ((back || outside >= 0) && !diverges)
            ln_fail(l, "control flow that cannot be put in one line");
        int item = l->by_pos[p], inner = ln_loop_of_item(l, item, level);
        bool *rest = inner ? l->loop_later[inner] : l->later[item];
        for (int q = p + 1; q < l->n; q++) rest[q] = rest[q] || set[q];
        return item;
    }
    if (diverges) return LN_LOOP_END + level;
    if (back) return header;
    if (!level) return LN_RETURN;
    if (outside < 0) return LN_NONE;
    return route(l, l->loops[level].parent, l->loop_later[level], &outside, 1);
}

// Whether a node must not run, or should not, when no lane is on.
static bool deserves_test(struct lanes *l, int root) {
    int cost = 0;
    for (int i = 0; i < l->n; i++) {
        const struct ln_node *node = &l->nodes[i];
        if (node->leader != root) continue;
        if (node->cond && !node->diverges) return true;
        for (int s = 0; s < node->nsucc; s++)
            if (node->succ[s] != i &&
                l->loops[l->nodes[node->succ[s]].loop].header == node->succ[s])
                return true;
        for (int k = 0; k < node->ninsts; k++) {
            LLVMValueRef v = node->insts[k];
            if (ln_val(l, v)->hoisted) continue;
            if (!ln_is_pure(l, v)) return true;
            LLVMOpcode op = LLVMGetInstructionOpcode(v);
            bool costly = op == LLVMLoad || op == LLVMStore || op == LLVMCall || op == LLVMSDiv ||
                          op == LLVMUDiv || op == LLVMSRem || op == LLVMURem || op == LLVMFDiv;
            cost += costly ? 4 : 1;
        }
    }
    return cost > 8;
}

static void plan_node(struct lanes *l, int level, int i) {
    struct ln_node *node = &l->nodes[i];
    bool *later = l->later[i];
    bool header = level && l->loops[level].header == i;
    node->tested = false;
    node->skip_to = LN_NONE;
    if (node->leader == i && i && !header && (node->by_index || deserves_test(l, i))) {
        node->skip_to = route(l, level, later, NULL, 0);
        node->tested = node->skip_to != LN_NONE;
    }
    if (node->nsucc < 2 || node->diverges) {
        node->to[0] = node->to[1] = route(l, level, later, node->succ, node->nsucc);
    } else {
        for (int s = 0; s < 2; s++) node->to[s] = route(l, level, later, &node->succ[s], 1);
    }
    for (int s = 0; s < 2; s++)
        if (node->to[s] == LN_NONE) ln_fail(l, "control flow that leads nowhere");
    if (node->barrier && node->to[0] != node->succ[0]) ln_fail_barrier(l);
}

static void plan_level(struct lanes *l, int level) {
    for (int p = 0; p < l->n; p++) {
        int item = l->by_pos[p];
        if (ln_item_at(l, item, level) != item) continue;
        int inner = ln_loop_of_item(l, item, level);
        if (!inner) {
            plan_node(l, level, item);
            continue;
        }
        plan_level(l, inner);
        if (!l->loops[inner].diverges) continue;
        l->loops[inner].out =
            route(l, level, l->loop_later[inner], l->loops[inner].exits, l->loops[inner].nexits);
    }
}

void ln_plan(struct lanes *l) {
    ln_find_spare(l);
    l->later = HD_NEW_ARRAY(l->arena, bool *, l->n);
    l->loop_later = HD_NEW_ARRAY(l->arena, bool *, l->nloops);
    for (int i = 0; i < l->n; i++) l->later[i] = new_set(l);
    for (int i = 0; i < l->nloops; i++) l->loop_later[i] = new_set(l);
    plan_level(l, 0);
}
