// Shared memory that stands still: between two barriers nobody writes it, or all only update it.
//
// What lies on both sides of a barrier is ordered, so of two accesses to shared memory only those
// of one region (lanes/regions.c) can conflict. Where a region's code reads a `__shared__` variable
// and has no write to it, or has atomic updates of one size and nothing else, no access of it can:
// what is left are its bounds and whether all of it has been set. Both are looked at once, where
// the region begins (hd_ck_still, check/skip.c), and give a window as of memory that a launch only
// reads (lanes/checked.c):
//
//     __syncthreads();
//     for (k = 0; k < 16; k++) sum += a[ty][k] * b[k][tx];       a and b stand still here
//     __syncthreads();
//
// A variable is told by its place in the block's shared memory and its size: accesses beyond it do
// not happen. Pointers of which the place is not known may lead to any of them.
#include "gen/lanes/lanes.h"

#include <string.h>

#define MOST_STILL 16

enum { READS = 1, WRITES = 2, UPDATES = 4, OTHER = 8 };

struct ln_still {
    uint64_t root, from, to, extent; // root: HD_BLOCK_SHARED or HD_BLOCK_DYN_SHARED
    uint64_t size;                   // of the accesses; 0: of several
    unsigned does;
    LLVMValueRef window_from,
        window_room; // where the region is made; NULL: it does not stand still
};

// ---- where a pointer leads ----------------------------------------------------------------------

enum place { NOT_SHARED, SHARED, ANYWHERE };

static bool constant_gep(struct lanes *l, LLVMValueRef p, uint64_t *offset) {
    if (LLVMGetNumIndices(p) != 1) return false;
    LLVMValueRef index = LLVMGetOperand(p, 1);
    if (!LLVMIsAConstantInt(index)) return false;
    *offset += (uint64_t)LLVMConstIntGetSExtValue(index) *
               LLVMABISizeOfType(l->layout, LLVMGetGEPSourceElementType(p));
    return true;
}

#define MOST_STEPS 32

// The same place, whichever way control has come; else ANYWHERE.
static enum place of_all(struct lanes *l, LLVMValueRef v, const LLVMValueRef *in, unsigned n,
                         uint64_t *root, uint64_t *offset, int steps);

static enum place follow(struct lanes *l, LLVMValueRef base, uint64_t *root, uint64_t *offset,
                         int steps) {
    *offset = *root = 0;
    while (LLVMIsAGetElementPtrInst(base) || LLVMIsAFreezeInst(base)) {
        if (LLVMIsAGetElementPtrInst(base) && !constant_gep(l, base, offset)) return ANYWHERE;
        base = LLVMGetOperand(base, 0);
    }
    if (LLVMIsAAllocaInst(base) || LLVMIsAGlobalVariable(base)) return NOT_SHARED;
    if (LLVMIsAPHINode(base) || LLVMIsASelectInst(base)) {
        uint64_t before = *offset;
        LLVMValueRef in[4];
        unsigned n = LLVMIsAPHINode(base) ? LLVMCountIncoming(base) : 2;
        if (n > HD_COUNT(in) || steps <= 0) return ANYWHERE;
        for (unsigned i = 0; i < n; i++)
            in[i] =
                LLVMIsAPHINode(base) ? LLVMGetIncomingValue(base, i) : LLVMGetOperand(base, i + 1);
        enum place place = of_all(l, base, in, n, root, offset, steps - 1);
        *offset += before;
        return place;
    }
    if (!LLVMIsALoadInst(base)) return ANYWHERE;
    LLVMValueRef at = LLVMGetOperand(base, 0);
    if (LLVMIsALoadInst(at)) { // a parameter: args[i] points to it
        LLVMValueRef args = LLVMGetOperand(at, 0);
        if (LLVMIsAGetElementPtrInst(args)) args = LLVMGetOperand(args, 0);
        return args == LLVMGetParam(l->src, 1) ? NOT_SHARED : ANYWHERE;
    }
    if (!LLVMIsAGetElementPtrInst(at) || LLVMGetOperand(at, 0) != LLVMGetParam(l->src, 0) ||
        !constant_gep(l, at, root))
        return ANYWHERE;
    return *root == HD_BLOCK_SHARED || *root == HD_BLOCK_DYN_SHARED ? SHARED : ANYWHERE;
}

static enum place of_all(struct lanes *l, LLVMValueRef v, const LLVMValueRef *in, unsigned n,
                         uint64_t *root, uint64_t *offset, int steps) {
    enum place all = ANYWHERE;
    bool any = false;
    for (unsigned i = 0; i < n; i++) {
        uint64_t r, o;
        if (in[i] == v) continue;
        enum place place = follow(l, in[i], &r, &o, steps / (int)n);
        if (place == ANYWHERE || (any && place != all)) return ANYWHERE;
        if (place == SHARED && any && (r != *root || o != *offset)) return ANYWHERE;
        all = place;
        *root = r;
        *offset = o;
        any = true;
    }
    return all;
}

static enum place place_of(struct lanes *l, LLVMValueRef base, uint64_t *root, uint64_t *offset) {
    return follow(l, base, root, offset, MOST_STEPS);
}

// ---- what a region does -------------------------------------------------------------------------

struct tally {
    struct ln_still v[MOST_STILL];
    int n;
    unsigned anywhere; // done through pointers that may lead to any variable
};

static void note(struct lanes *l, struct tally *t, LLVMValueRef call) {
    LLVMValueRef base = LLVMGetOperand(call, 2), extent = LLVMGetOperand(call, 3),
                 what = LLVMGetOperand(call, 4);
    struct ln_still s = {0};
    enum place place = place_of(l, base, &s.root, &s.from);
    if (place == NOT_SHARED) return;
    unsigned does = OTHER;
    if (LLVMIsAConstantInt(what)) {
        uint64_t word = LLVMConstIntGetZExtValue(what);
        s.size = HD_WHAT_SIZE(word);
        if (!(word & HD_WHAT_VOLATILE))
            does = HD_WHAT_OP(word) == HD_CHECK_READ    ? READS
                   : HD_WHAT_OP(word) == HD_CHECK_WRITE ? WRITES
                   : HD_WHAT_OP(word) == HD_CHECK_RMW   ? UPDATES
                                                        : OTHER;
    }
    if (place == ANYWHERE || !LLVMIsAConstantInt(extent)) {
        t->anywhere |= does;
        return;
    }
    s.extent = LLVMConstIntGetZExtValue(extent);
    s.to = s.extent ? s.from + s.extent : ~0ull; // 0: up to the end
    s.does = does;
    for (int i = 0; i < t->n; i++) {
        struct ln_still *old = &t->v[i];
        if (old->root != s.root || old->from != s.from || old->extent != s.extent) continue;
        old->does |= does;
        if (old->size != s.size) old->size = 0;
        return;
    }
    if (t->n == MOST_STILL)
        t->anywhere |= does;
    else
        t->v[t->n++] = s;
}

static unsigned done_by(struct lanes *l, LLVMValueRef inst) { // OTHER: it may write anything
    if (!LLVMIsACallInst(inst)) return 0;
    size_t len;
    const char *name = ln_callee(inst, &len);
    if (!len) return OTHER;
    if (!strncmp(name, "hd_ck_", 6) || !strncmp(name, "hd_rt_barrier", 13) || ln_warp_op(name) ||
        !strcmp(name, "hd_lane_exit"))
        return 0;
    if (!strncmp(name, "llvm.mem", 8)) return OTHER;
    return !strncmp(name, "llvm.", 5) || ln_is_pure(l, inst) || ln_makes_no_code(inst) ? 0 : OTHER;
}

static void look_at(struct lanes *l, struct tally *t, const struct ln_node *node) {
    for (int k = 0; k < node->ninsts; k++) {
        LLVMValueRef inst = node->insts[k];
        if (ln_is_call_of(inst, "hd_ck_access"))
            note(l, t, inst);
        else if (ln_is_call_of(inst, "hd_ck_range") || ln_is_call_of(inst, "hd_ck_free"))
            t->anywhere |= OTHER;
        else
            t->anywhere |= done_by(l, inst);
    }
}

static void settle(struct tally *t) {
    unsigned does[MOST_STILL];
    for (int i = 0; i < t->n; i++) {
        const struct ln_still *a = &t->v[i];
        does[i] = a->does | t->anywhere;
        for (int k = 0; k < t->n; k++) { // a member, and all of its structure
            const struct ln_still *b = &t->v[k];
            if (k == i || a->root != b->root || a->from >= b->to || b->from >= a->to) continue;
            does[i] |= b->does | (b->does == UPDATES ? OTHER : 0);
        }
    }
    for (int i = 0; i < t->n; i++) t->v[i].does = does[i];
}

// ---- windows ------------------------------------------------------------------------------------

static LLVMValueRef field(struct lanes *l, LLVMValueRef window, uint64_t offset) {
    LLVMValueRef at = LLVMConstInt(l->i64, offset, false);
    return LLVMBuildLoad2(l->b, l->i64, LLVMBuildGEP2(l->b, l->i8, window, &at, 1, ""), "");
}

static void open_window(struct lanes *l, struct ln_still *s) {
    LLVMValueRef root = LLVMConstInt(l->i64, s->root, false),
                 from = LLVMConstInt(l->i64, s->from, false);
    LLVMValueRef base = LLVMBuildGEP2(l->b, l->i8, l->block, &root, 1, "");
    base = LLVMBuildLoad2(l->b, l->ptr, base, "");
    LLVMValueRef args[4] = {l->block, LLVMBuildGEP2(l->b, l->i8, base, &from, 1, ""),
                            LLVMConstInt(l->i64, s->extent, false),
                            LLVMConstInt(l->i32, s->does == UPDATES, false)};
    LLVMTypeRef types[4] = {l->ptr, l->ptr, l->i64, l->i32},
                type = LLVMFunctionType(l->ptr, types, 4, false);
    LLVMValueRef fn = LLVMGetNamedFunction(l->mod, "hd_ck_still");
    if (!fn) fn = LLVMAddFunction(l->mod, "hd_ck_still", type);
    LLVMValueRef window = LLVMBuildCall2(l->b, type, fn, args, 4, "");
    s->window_from = field(l, window, HD_WINDOW_FROM);
    s->window_room = field(l, window, HD_WINDOW_ROOM);
}

// The builder stands where the region begins, before its turns.
void ln_still_begin(struct lanes *l, struct ln_region *region) {
    struct tally *t = HD_NEW(l->arena, struct tally);
    bool *seen = HD_NEW_ARRAY(l->arena, bool, l->n);
    int *stack = HD_NEW_ARRAY(l->arena, int, l->n + 1), top = 0;
    stack[top++] = region->start;
    seen[region->start] = true;
    while (top) {
        const struct ln_node *node = &l->nodes[stack[--top]];
        look_at(l, t, node);
        for (int s = 0; s < node->nsucc && !node->barrier; s++) {
            if (seen[node->succ[s]]) continue;
            seen[node->succ[s]] = true;
            stack[top++] = node->succ[s];
        }
    }
    settle(t);
    region->still = t->v;
    region->nstill = t->n;
    for (int i = 0; i < t->n; i++)
        if (t->v[i].does == READS || (t->v[i].does == UPDATES && t->v[i].size))
            open_window(l, &t->v[i]);
}

bool ln_still(struct lanes *l, LLVMValueRef call, LLVMValueRef *from, LLVMValueRef *room) {
    uint64_t root = 0, offset, extent;
    if (!l->region || place_of(l, LLVMGetOperand(call, 2), &root, &offset) != SHARED ||
        !LLVMIsAConstantInt(LLVMGetOperand(call, 3)))
        return false;
    extent = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 3));
    for (int i = 0; i < l->region->nstill; i++) {
        const struct ln_still *s = &l->region->still[i];
        if (s->root != root || s->from != offset || s->extent != extent) continue;
        *from = s->window_from;
        *room = s->window_room;
        return s->window_from;
    }
    return false;
}
