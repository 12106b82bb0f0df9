// Vectors for which a region has nothing to do.
//
//     if (t < half) s[t] += s[t + half];
//     __syncthreads();
//
// Where a branch compares the thread's linear index with what is the same for the whole block, one
// scalar comparison tells whether any lane goes in, and whether all do; and once no lane does, none
// of the vectors that follow has one. If nothing else happens on the way through the region, its
// loop over vectors ends there: half a tree's steps are one vector's work, and where `half` is a
// constant LLVM knows which.
//
// A node is of this kind (`by_index`) when only such a branch, whole vectors arriving, leads to it.
// The three answers are kept in memory (`some`, `all`, `over`) from the branch to the node; they
// are "no" when a turn begins, for the line that the plan made of the graph (lanes/plan.c) may come
// to the node past the branch.
#include "gen/lanes/lanes.h"

#include <string.h>

struct index_test {
    LLVMValueRef index, limit;
    LLVMIntPredicate holds; // index ? limit, for the lanes that go in
};

static bool is_linear_index(struct lanes *l, LLVMValueRef v) {
    while (LLVMIsAZExtInst(v) || LLVMIsASExtInst(v)) v = LLVMGetOperand(v, 0);
    const struct ln_val *val = ln_val(l, v);
    if (!val) return false;
    return val->special == LN_LINEAR || (val->special == LN_TID_X && l->bdim[0] == l->total);
}

// What lets lanes take side `side` of the node's branch. false: not an index below a limit, or not
// only that.
static bool test_of(struct lanes *l, int from, int side, struct index_test *t) {
    const struct ln_node *node = &l->nodes[from];
    LLVMValueRef cond = node->cond;
    if (!LLVMIsAICmpInst(cond) || ln_val(l, cond)->node != from) return false;
    t->holds = LLVMGetICmpPredicate(cond);
    t->index = LLVMGetOperand(cond, 0);
    t->limit = LLVMGetOperand(cond, 1);
    if (side) { // the opposite
        static const struct {
            LLVMIntPredicate is, opposite;
        } pairs[] = {{LLVMIntUGE, LLVMIntULT},
                     {LLVMIntUGT, LLVMIntULE},
                     {LLVMIntSGE, LLVMIntSLT},
                     {LLVMIntSGT, LLVMIntSLE},
                     {LLVMIntNE, LLVMIntEQ}};
        size_t i = 0, n = sizeof pairs / sizeof *pairs;
        while (i < n && pairs[i].is != t->holds) i++;
        if (i == n) return false;
        t->holds = pairs[i].opposite;
    }
    switch (t->holds) {
    case LLVMIntULT:
    case LLVMIntULE:
    case LLVMIntSLT:
    case LLVMIntSLE:
    case LLVMIntEQ: break;
    default: return false;
    }
    struct ln_shape s = ln_shape_of(l, t->limit);
    return is_linear_index(l, t->index) && s.kind == LN_UNIFORM && s.block;
}

static bool touches_memory(const struct ln_node *node) {
    for (int k = 0; k < node->ninsts; k++)
        if (LLVMIsALoadInst(node->insts[k]) || LLVMIsAStoreInst(node->insts[k])) return true;
    return false;
}

void ln_find_spare(struct lanes *l) {
    if (l->checked || l->has_exit || l->partial) return;
    for (int i = 0; i < l->n; i++) {
        struct ln_node *node = &l->nodes[i];
        struct index_test t;
        if (node->leader != i || node->npred != 1 || !touches_memory(node)) continue;
        const struct ln_node *from = &l->nodes[node->pred[0]];
        if (!from->diverges || from->leader || from->succ[0] == from->succ[1]) continue;
        node->by_index = test_of(l, node->pred[0], from->succ[1] == i, &t);
        l->has_spare = l->has_spare || node->by_index;
    }
}

void ln_spare_begin(struct lanes *l) {
    for (int i = 0; i < l->n && l->has_spare; i++) {
        struct ln_node *node = &l->nodes[i];
        LLVMValueRef no = LLVMConstInt(l->i1, 0, false);
        for (int k = 0; node->by_index && k < 3; k++) {
            if (!node->answer[k]) node->answer[k] = ln_alloca(l, l->i1, 0);
            LLVMBuildStore(l->b, no, node->answer[k]);
        }
    }
}

void ln_spare_branch(struct lanes *l, int from) {
    for (int s = 0; s < l->nodes[from].nsucc; s++) {
        const struct ln_node *to = &l->nodes[l->nodes[from].succ[s]];
        struct index_test t;
        if (!to->by_index || to->pred[0] != from || !test_of(l, from, s, &t)) continue;
        LLVMBuilderRef b = l->b;
        LLVMValueRef first = ln_scalar(l, t.index), limit = ln_scalar(l, t.limit);
        LLVMTypeRef type = LLVMTypeOf(first);
        LLVMValueRef more = LLVMConstInt(type, (unsigned)l->w - 1, false),
                     answer[3] = {[LN_ALL] = LLVMConstInt(l->i1, 0, false)};
        if (t.holds == LLVMIntEQ) {
            LLVMValueRef lane = LLVMBuildSub(b, limit, first, "");
            answer[LN_SOME] = LLVMBuildICmp(b, LLVMIntULE, lane, more, "");
            answer[LN_OVER] = LLVMBuildICmp(b, LLVMIntUGT, first, limit, "");
        } else {
            LLVMValueRef last = LLVMBuildAdd(b, first, more, "");
            answer[LN_SOME] = LLVMBuildICmp(b, t.holds, first, limit, "");
            answer[LN_ALL] = LLVMBuildICmp(b, t.holds, last, limit, "");
            answer[LN_OVER] = LLVMBuildNot(b, answer[LN_SOME], "");
        }
        for (int k = 0; k < 3; k++) LLVMBuildStore(b, answer[k], to->answer[k]);
    }
}

LLVMValueRef ln_spare_answer(struct lanes *l, int i, enum ln_answer which) {
    return LLVMBuildLoad2(l->b, l->i1, l->nodes[i].answer[which], "");
}

// ---- whether later vectors need no turn ---------------------------------------------------------

// The nodes that control comes to from `start` before a barrier, not through `without`.
static void reach(struct lanes *l, int start, int without, bool *seen) {
    int *stack = HD_NEW_ARRAY(l->arena, int, l->n + 1), top = 0;
    seen[start] = true;
    stack[top++] = start;
    while (top) {
        const struct ln_node *node = &l->nodes[stack[--top]];
        for (int s = 0; s < node->nsucc && !node->barrier; s++) {
            int to = node->succ[s];
            if (to == without || seen[to]) continue;
            seen[to] = true;
            stack[top++] = to;
        }
    }
}

// Nothing that anybody else could see. A load that a vector is spared is none.
static bool does_nothing(struct lanes *l, const struct ln_node *node) {
    for (int k = 0; k < node->ninsts; k++) {
        LLVMValueRef v = node->insts[k];
        bool load = LLVMIsALoadInst(v) && !LLVMGetVolatile(v);
        if (LLVMIsAStoreInst(v) || (!load && !ln_is_pure(l, v))) return false;
    }
    return !node->ends;
}

// Whether no lane of a later vector does anything in the region when those of this one do not go to
// node i: on every way past it nothing happens and all vectors go alike, and what crosses the
// barrier does not come from there.
bool ln_spare_rest(struct lanes *l, const struct ln_region *region, int i) {
    int from = l->nodes[i].pred[0], start = region->start;
    bool *sets = HD_NEW_ARRAY(l->arena, bool, 4 * (size_t)l->n), *way = sets, *seen = way + l->n,
         *inside = seen + l->n, *there = inside + l->n;
    if (start == i) return false;
    reach(l, start, i, seen);
    reach(l, i, l->n, inside);
    for (int s = 0; s < l->nodes[from].nsucc; s++)
        if (l->nodes[from].succ[s] != i) reach(l, l->nodes[from].succ[s], i, way);
    if (!seen[from] || way[from] || inside[from]) return false; // elsewhere, or in a loop
    for (int k = 0; k < l->n; k++) {
        if (!seen[k]) continue;
        memset(there, 0, sizeof *there * (size_t)l->n);
        reach(l, k, i, there);
        way[k] = way[k] || there[from];
    }
    for (int k = 0; k < l->n; k++) {
        const struct ln_node *node = &l->nodes[k];
        if (!way[k]) continue;
        bool alike = k == from || !node->cond || ln_shape_of(l, node->cond).block;
        if (!alike || !does_nothing(l, node)) return false;
        if (node->barrier && !ln_region_keeps(l, node->barrier, way)) return false;
    }
    return true;
}
