// K.block: loops over the block's vectors, one for each stretch of code between barriers.
//
//     region 0:  for (w = 0; w < nvec; w++) { from the start to a barrier, or to the end }
//     which barrier?  -> region k:  for (w ...) { from barrier k to the next }   ...
//
// Control flow around barriers is the same for all threads of the block (lanes/shape.c saw to
// that), so every vector's turn ends at the same barrier. What a region needs of an earlier one
// lies in memory with an element per vector; what is uniform over the block in one scalar, read
// before the loop and written back behind it, because every vector's turn computes it anew from the
// old value. Indices, addresses and conditions that follow from what is there anyway are computed
// again. Allocas keep the current vector's values within a region, and LLVM promotes them.
#include "gen/lanes/lanes.h"

#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

#define MOST_TWICE 8          // regions of which there are two: code for both takes time to compile
#define MOST_STACK (1u << 20) // bytes of a block's local arrays

struct regions {
    struct ln_region *v;
    int n;
    LLVMBasicBlockRef *pre;
    LLVMBasicBlockRef latch, after, done;
    LLVMValueRef over;           // has_spare: no vector is left that has something to do
    LLVMValueRef next, votes;    // which region follows; counted by reducing barriers
    LLVMValueRef alive;          // has_exit: per vector, the lanes that have not left, as bits
    LLVMValueRef left, left_loc; // has_exit: how many threads have left, and where one did
};
static LLVMValueRef k32(struct lanes *l, uint32_t v) { return LLVMConstInt(l->i32, v, false); }

// ---- what lives across barriers -----------------------------------------------------------------

static bool travels(struct lanes *l, struct ln_val *val) {
    return val && val->node >= 0 && !val->hoisted && !val->special && !LLVMIsAAllocaInst(val->v) &&
           LLVMGetTypeKind(LLVMTypeOf(val->v)) != LLVMVoidTypeKind && ln_needs_slot(l, val);
}

struct liveness {
    bool **in, *out;
    struct hd_map index;
    struct ln_val **vals;
    int n;
};

static void use(struct lanes *l, struct liveness *live, bool *set, LLVMValueRef v) {
    struct ln_val *val = ln_val(l, v);
    if (travels(l, val)) set[(intptr_t)hd_map_get(&live->index, (const char *)val) - 1] = true;
}

static void live_out(struct lanes *l, struct liveness *live, int i) {
    const struct ln_node *node = &l->nodes[i];
    memset(live->out, 0, sizeof *live->out * (size_t)live->n);
    for (int s = 0; s < node->nsucc; s++) {
        const struct ln_node *to = &l->nodes[node->succ[s]];
        for (int k = 0; k < live->n; k++) live->out[k] = live->out[k] || live->in[node->succ[s]][k];
        for (int p = 0; p < to->nphis; p++)
            for (unsigned k = 0; k < LLVMCountIncoming(to->phis[p]); k++)
                if (LLVMGetIncomingBlock(to->phis[p], k) == node->bb)
                    use(l, live, live->out, LLVMGetIncomingValue(to->phis[p], k));
    }
    if (node->cond) use(l, live, live->out, node->cond);
}

static void transfer(struct lanes *l, struct liveness *live, int i) {
    const struct ln_node *node = &l->nodes[i];
    live_out(l, live, i);
    int n = node->ninsts + (node->barrier != NULL);
    for (int k = n - 1; k >= -node->nphis; k--) {
        LLVMValueRef v = k < 0              ? node->phis[-k - 1]
                         : k < node->ninsts ? node->insts[k]
                                            : node->barrier;
        struct ln_val *val = ln_val(l, v);
        if (travels(l, val))
            live->out[(intptr_t)hd_map_get(&live->index, (const char *)val) - 1] = false;
        if (k < 0 || val->hoisted || val->special) continue;
        for (unsigned o = 0; o < (unsigned)LLVMGetNumOperands(v); o++)
            use(l, live, live->out, LLVMGetOperand(v, o));
    }
}

// What is cheaper to compute again than to keep for each vector: indices, addresses and conditions
// made of the thread's index and of what crosses the barrier anyway. LLVM then knows the addresses
// on both sides of a barrier, and forwards what was stored there.
#define MOST_AGAIN_SCALAR 12 // operations
#define MOST_AGAIN_VECTOR 3
#define MOST_AGAIN_DEPTH 8

static bool computes(const struct ln_val *val) {
    if (!LLVMIsAInstruction(val->v) || val->local) return false;
    switch (LLVMGetInstructionOpcode(val->v)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMTrunc:
    case LLVMSExt:
    case LLVMZExt:
    case LLVMICmp:
    case LLVMSelect:
    case LLVMGetElementPtr: return true;
    default: return false;
    }
}

// Adds up what val takes; false: too much, or it needs what does not cross. An operand that
// dominates a value still has the value's own turn of every loop where that value lives.
static bool costs(struct lanes *l, struct liveness *live, const bool *in, struct ln_val *val,
                  int *cost, int depth) {
    if (depth > MOST_AGAIN_DEPTH || l->checked) return false;
    *cost += val->shape.kind == LN_VARYING ? MOST_AGAIN_SCALAR / MOST_AGAIN_VECTOR : 1;
    if (*cost > MOST_AGAIN_SCALAR) return false;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(val->v); i++) {
        struct ln_val *of = ln_val(l, LLVMGetOperand(val->v, i));
        if (!of || of->node < 0 || of->hoisted || of->special || LLVMIsAAllocaInst(of->v)) continue;
        if (computes(of)) {
            if (!costs(l, live, in, of, cost, depth + 1)) return false;
            continue;
        }
        intptr_t at = (intptr_t)hd_map_get(&live->index, (const char *)of);
        if (!at || !in[at - 1]) return false;
    }
    return true;
}

static void find_live(struct lanes *l, struct regions *r) {
    struct liveness live = {0};
    live.vals = HD_NEW_ARRAY(l->arena, struct ln_val *, l->list.n + 1);
    for (int i = 0; i < l->list.n; i++) {
        if (!travels(l, l->list.v[i])) continue;
        live.vals[live.n++] = l->list.v[i];
        hd_map_set(&live.index, (const char *)l->list.v[i], (void *)(intptr_t)live.n);
    }
    live.in = HD_NEW_ARRAY(l->arena, bool *, l->n);
    for (int i = 0; i < l->n; i++) live.in[i] = HD_NEW_ARRAY(l->arena, bool, live.n + 1);
    live.out = HD_NEW_ARRAY(l->arena, bool, live.n + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (int k = l->n - 1; k >= 0; k--) {
            int i = l->order[k];
            transfer(l, &live, i);
            for (int v = 0; v < live.n; v++)
                if (live.out[v] && !live.in[i][v]) live.in[i][v] = changed = true;
        }
    }
    for (int i = 1; i < r->n; i++) {
        struct ln_region *region = &r->v[i];
        region->live = HD_NEW_ARRAY(l->arena, struct ln_val *, live.n + 1);
        region->again = HD_NEW_ARRAY(l->arena, struct ln_val *, live.n + 1);
        for (int v = 0; v < live.n; v++) {
            struct ln_val *val = live.vals[v];
            int cost = 0;
            if (!live.in[region->start][v] || val->v == region->barrier) continue;
            if (computes(val) && costs(l, &live, live.in[region->start], val, &cost, 0))
                region->again[region->nagain++] = val;
            else
                region->live[region->nlive++] = val;
        }
    }
    hd_map_finish(&live.index);
}

// ---- saving -------------------------------------------------------------------------------------

static bool block_wide(const struct ln_val *val) {
    return val->shape.kind == LN_UNIFORM && val->shape.block;
}

static LLVMTypeRef type_of(struct lanes *l, struct ln_val *val) {
    LLVMTypeRef type = LLVMTypeOf(val->v);
    return val->shape.kind == LN_VARYING ? ln_vec_type(l, type) : type;
}

static LLVMValueRef saved_at(struct lanes *l, struct ln_val *val) {
    LLVMTypeRef type = type_of(l, val);
    if (block_wide(val)) {
        if (!val->saved) {
            val->saved = ln_alloca(l, type, 0);
            val->saved_out = ln_alloca(l, type, 0);
        }
        return val->saved;
    }
    if (!val->saved) val->saved = ln_alloca(l, LLVMArrayType2(type, (uint64_t)l->nvec), 64);
    return LLVMBuildGEP2(l->b, type, val->saved, &l->iv, 1, "");
}

static int region_after(struct regions *r, LLVMValueRef barrier) {
    int i = 1;
    while (r->v[i].barrier != barrier) i++;
    return i;
}

static LLVMTypeRef mask_type(struct lanes *l) { return LLVMVectorType(l->i1, (unsigned)l->w); }

static LLVMValueRef count_bits(struct lanes *l, LLVMValueRef mask) {
    LLVMValueRef bits = ln_mask_bits(l, mask);
    LLVMTypeRef type = LLVMTypeOf(bits);
    return LLVMBuildIntCast2(l->b, ln_call(l, "llvm.ctpop", &type, 1, &bits, 1), l->i32, false, "");
}

static void save_alive(struct lanes *l, LLVMValueRef mask) {
    LLVMValueRef bits = LLVMBuildIntCast2(l->b, ln_mask_bits(l, mask), l->i64, false, "");
    LLVMBuildStore(l->b, bits, LLVMBuildGEP2(l->b, l->i64, l->regions->alive, &l->iv, 1, ""));
}

static void next_turn(struct lanes *l) {
    struct regions *r = l->regions;
    if (l->has_spare)
        LLVMBuildCondBr(l->b, LLVMBuildLoad2(l->b, l->i1, r->over, ""), r->after, r->latch);
    else
        LLVMBuildBr(l->b, r->latch);
}

void ln_region_end(struct lanes *l, int node) {
    struct regions *r = l->regions;
    LLVMValueRef barrier = l->nodes[node].barrier;
    int to = region_after(r, barrier);
    if (ln_is_call_of(barrier, "hd_rt_barrier_red")) {
        LLVMValueRef v = ln_vector(l, LLVMGetOperand(barrier, 2));
        LLVMValueRef set = LLVMBuildICmp(l->b, LLVMIntNE, v, LLVMConstNull(LLVMTypeOf(v)), "");
        if (l->mask) set = LLVMBuildSelect(l->b, l->mask, set, LLVMConstNull(LLVMTypeOf(set)), "");
        LLVMValueRef sum =
            LLVMBuildAdd(l->b, LLVMBuildLoad2(l->b, l->i32, r->votes, ""), count_bits(l, set), "");
        LLVMBuildStore(l->b, sum, r->votes);
    }
    for (int i = 0; i < r->v[to].nlive; i++) {
        struct ln_val *val = r->v[to].live[i];
        LLVMValueRef v =
            val->shape.kind == LN_VARYING ? ln_vector(l, val->v) : ln_scalar(l, val->v);
        LLVMValueRef at = saved_at(l, val);
        LLVMBuildStore(l->b, v, block_wide(val) ? val->saved_out : at);
    }
    if (l->masked)
        save_alive(l, LLVMBuildLoad2(l->b, mask_type(l), l->alive, ""));
    else if (l->has_exit && !l->region->barrier) // the first
        save_alive(l, l->lane_mask ? l->lane_mask : LLVMConstAllOnes(mask_type(l)));
    LLVMBuildStore(l->b, k32(l, (uint32_t)to), r->next);
    next_turn(l);
}

void ln_region_return(struct lanes *l) {
    // Where lanes leave early, other vectors may still reach a barrier: that is what `next` says.
    if (l->masked)
        save_alive(l, LLVMConstNull(mask_type(l)));
    else
        LLVMBuildStore(l->b, k32(l, 0), l->regions->next);
    next_turn(l);
}

void ln_region_over(struct lanes *l, LLVMValueRef over) {
    LLVMBuildStore(l->b, over, l->regions->over);
}

bool ln_region_keeps(struct lanes *l, LLVMValueRef barrier, const bool *nodes) {
    if (ln_is_call_of(barrier, "hd_rt_barrier_red")) return false;
    const struct ln_region *next = &l->regions->v[region_after(l->regions, barrier)];
    for (int i = 0; i < next->nlive; i++)
        if (!block_wide(next->live[i]) && nodes[next->live[i]->node]) return false;
    return true;
}

// ---- lanes that leave before a barrier ----------------------------------------------------------

void ln_region_left(struct lanes *l, LLVMValueRef loc) {
    LLVMValueRef old = LLVMBuildLoad2(l->b, l->i32, l->regions->left_loc, "");
    LLVMValueRef first =
        LLVMBuildSelect(l->b, LLVMBuildIsNull(l->b, old, ""), ln_scalar(l, loc), old, "");
    LLVMBuildStore(l->b, first, l->regions->left_loc);
}

void ln_region_exit(struct lanes *l) {
    struct regions *r = l->regions;
    LLVMValueRef old = LLVMBuildLoad2(l->b, mask_type(l), l->alive, ""), mask = ln_mask(l),
                 none = LLVMConstNull(mask_type(l));
    LLVMValueRef alive = LLVMBuildSelect(l->b, mask, none, old, "");
    LLVMValueRef count = count_bits(l, LLVMBuildSelect(l->b, mask, old, none, ""));
    count = LLVMBuildAdd(l->b, LLVMBuildLoad2(l->b, l->i32, r->left, ""), count, "");
    LLVMBuildStore(l->b, count, r->left);
    LLVMBuildStore(l->b, alive, l->alive);
    LLVMBasicBlockRef gone = ln_block(l, "gone"), go_on = ln_block(l, "");
    LLVMValueRef bits = ln_mask_bits(l, alive);
    LLVMBuildCondBr(l->b, LLVMBuildIsNull(l->b, bits, ""), gone, go_on);
    LLVMPositionBuilderAtEnd(l->b, gone);
    ln_region_return(l);
    LLVMPositionBuilderAtEnd(l->b, go_on);
}

// A vector's turn begins: its lanes, none of which may be left.
static void load_alive(struct lanes *l, struct regions *r, const struct ln_region *region) {
    if (!l->masked) return;
    LLVMValueRef all = l->lane_mask ? l->lane_mask : LLVMConstAllOnes(mask_type(l));
    if (!region->barrier) {
        LLVMBuildStore(l->b, all, l->alive);
        return;
    }
    LLVMTypeRef bits_type = LLVMIntTypeInContext(l->ctx, (unsigned)l->w);
    LLVMValueRef at = LLVMBuildGEP2(l->b, l->i64, r->alive, &l->iv, 1, "");
    LLVMValueRef bits = LLVMBuildLoad2(l->b, l->i64, at, "");
    LLVMBasicBlockRef some = ln_block(l, "some");
    LLVMBuildCondBr(l->b, LLVMBuildIsNull(l->b, bits, ""), r->latch, some);
    LLVMPositionBuilderAtEnd(l->b, some);
    bits = LLVMBuildIntCast2(l->b, bits, bits_type, false, "");
    LLVMBuildStore(l->b, LLVMBuildBitCast(l->b, bits, mask_type(l), ""), l->alive);
}

// Behind a barrier that not all have reached: said once for each place.
static void warn_left(struct lanes *l, struct regions *r, const struct ln_region *region) {
    LLVMValueRef left = LLVMBuildLoad2(l->b, l->i32, r->left, "");
    LLVMBasicBlockRef some = ln_block(l, "left"), go_on = ln_block(l, "");
    LLVMBuildCondBr(l->b, LLVMBuildIsNull(l->b, left, ""), go_on, some);
    LLVMPositionBuilderAtEnd(l->b, some);
    LLVMTypeRef types[4] = {l->i32, l->i32, l->i32, l->i32},
                type = LLVMFunctionType(l->void_, types, 4, false);
    LLVMValueRef fn = LLVMGetNamedFunction(l->mod, "hd_rt_lanes_left");
    if (!fn) fn = LLVMAddFunction(l->mod, "hd_rt_lanes_left", type);
    LLVMValueRef loc = LLVMGetOperand(region->barrier, 1);
    if (!LLVMIsAConstantInt(loc)) loc = k32(l, 0);
    LLVMValueRef args[4] = {loc, left, k32(l, l->total),
                            LLVMBuildLoad2(l->b, l->i32, r->left_loc, "")};
    LLVMBuildCall2(l->b, type, fn, args, 4, "");
    LLVMBuildBr(l->b, go_on);
    LLVMPositionBuilderAtEnd(l->b, go_on);
}

// ---- a vector's turn ----------------------------------------------------------------------------

static LLVMValueRef times(struct lanes *l, LLVMValueRef v, uint32_t factor) {
    return factor == 1 ? v : LLVMBuildNSWMul(l->b, v, k32(l, factor), "");
}

static LLVMValueRef below(struct lanes *l, LLVMValueRef base, uint32_t limit) {
    LLVMValueRef v = LLVMBuildNSWAdd(l->b, ln_splat(l, base), ln_iota(l, l->i32, 1), "");
    return LLVMBuildICmp(l->b, LLVMIntULT, v, ln_splat(l, k32(l, limit)), "");
}

static void set_indices(struct lanes *l) {
    LLVMBuilderRef b = l->b;
    uint32_t bx = l->bdim[0], by = l->bdim[1], w = (uint32_t)l->w;
    LLVMValueRef zero = k32(l, 0), at = l->iv;
    l->lane_mask = NULL;
    if (l->rows) {
        LLVMValueRef row =
            l->per_row == 1 ? at : LLVMBuildUDiv(b, at, k32(l, (uint32_t)l->per_row), "");
        LLVMValueRef part =
            l->per_row == 1 ? zero : LLVMBuildURem(b, at, k32(l, (uint32_t)l->per_row), "");
        l->tid[0] = times(l, part, w);
        l->tid[1] = by == 1 ? zero : LLVMBuildURem(b, row, k32(l, by), "");
        l->tid[2] = l->bdim[2] == 1 ? zero : LLVMBuildUDiv(b, row, k32(l, by), "");
        l->linear = LLVMBuildNSWAdd(b, times(l, row, bx), l->tid[0], "");
        if (l->partial) l->lane_mask = below(l, l->tid[0], bx);
        return;
    }
    l->linear = times(l, at, w);
    if (l->partial) l->lane_mask = below(l, l->linear, l->total);
    if (by * l->bdim[2] == 1) {
        l->tid[0] = l->linear;
        l->tid[1] = l->tid[2] = zero;
        return;
    }
    LLVMValueRef lanes = LLVMBuildNSWAdd(b, ln_splat(l, l->linear), ln_iota(l, l->i32, 1), "");
    l->tid[0] = LLVMBuildURem(b, lanes, ln_splat(l, k32(l, bx)), "");
    l->tid[1] = LLVMBuildURem(b, LLVMBuildUDiv(b, lanes, ln_splat(l, k32(l, bx)), ""),
                              ln_splat(l, k32(l, by)), "");
    if (ln_index_shape(l, LN_TID_Z).kind == LN_UNIFORM)
        l->tid[2] = l->bdim[2] == 1 ? zero : LLVMBuildUDiv(b, l->linear, k32(l, bx * by), "");
    else
        l->tid[2] = LLVMBuildUDiv(b, lanes, ln_splat(l, k32(l, bx * by)), "");
}

static void fill_threads(struct lanes *l) {
    if (!l->uses_thread) return;
    LLVMValueRef vecs[4];
    for (int d = 0; d < 3; d++) {
        struct ln_shape s = ln_index_shape(l, LN_TID_X + d);
        vecs[d] = s.kind == LN_VARYING ? l->tid[d]
                  : s.kind == LN_UNIFORM
                      ? ln_splat(l, l->tid[d])
                      : LLVMBuildAdd(l->b, ln_splat(l, l->tid[d]), ln_iota(l, l->i32, 1), "");
    }
    vecs[3] = LLVMBuildAdd(l->b, ln_splat(l, l->linear), ln_iota(l, l->i32, 1), "");
    for (int i = 0; i < l->w; i++) {
        for (int k = 0; k < 6; k++) {
            static const uint64_t offsets[] = {HD_THREAD_TID,     HD_THREAD_TID + 4,
                                               HD_THREAD_TID + 8, HD_THREAD_LINEAR,
                                               HD_THREAD_BLOCK,   HD_THREAD_FIBER};
            LLVMValueRef at =
                LLVMConstInt(l->i64, (uint64_t)i * HD_THREAD_SIZE + offsets[k], false);
            LLVMValueRef v = k < 4 ? LLVMBuildExtractElement(l->b, vecs[k], k32(l, (uint32_t)i), "")
                             : k == 4 ? l->block
                                      : LLVMConstPointerNull(l->ptr);
            LLVMBuildStore(l->b, v, LLVMBuildGEP2(l->b, l->i8, l->threads, &at, 1, ""));
        }
    }
}

static void place_arrays(struct lanes *l) {
    for (int i = 0; i < l->list.n; i++) {
        struct ln_val *val = l->list.v[i];
        if (!LLVMIsAAllocaInst(val->v)) continue;
        uint64_t bytes = LLVMABISizeOfType(l->layout, LLVMGetAllocatedType(val->v));
        uint64_t size = (val->local ? bytes : (uint64_t)val->shape.stride) * (uint64_t)l->w;
        size = HD_ROUND_UP(size ? size : 1, 64);
        uint64_t copies = l->has_barrier ? (uint64_t)l->nvec : 1;
        if (!val->saved) {
            l->stack += size * copies;
            if (l->stack > MOST_STACK) ln_fail(l, "local arrays of more than 1 MiB in a block");
            val->saved = ln_alloca(l, LLVMArrayType2(l->i8, size * copies), 64);
        }
        LLVMValueRef at = LLVMBuildZExt(l->b, l->iv, l->i64, "");
        at = LLVMBuildMul(l->b, at, LLVMConstInt(l->i64, size, false), "");
        val->scalar = copies == 1 ? val->saved : LLVMBuildGEP2(l->b, l->i8, val->saved, &at, 1, "");
    }
}

static void compute_again(struct lanes *l, struct ln_val *val) {
    if (val->stamp == l->stamp) return;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(val->v); i++) {
        struct ln_val *of = ln_val(l, LLVMGetOperand(val->v, i));
        if (of && of->node >= 0 && !of->hoisted && !of->special && computes(of))
            compute_again(l, of);
    }
    ln_widen(l, val->v);
}

static void load_live(struct lanes *l, struct ln_region *region) {
    for (int i = 0; i < region->nlive; i++) {
        struct ln_val *val = region->live[i];
        LLVMValueRef v = LLVMBuildLoad2(l->b, type_of(l, val), saved_at(l, val), "");
        LLVMBuildStore(l->b, v, ln_slot(l, val));
    }
    struct ln_val *red = region->barrier ? ln_val(l, region->barrier) : NULL;
    if (red && LLVMGetTypeKind(LLVMTypeOf(red->v)) != LLVMVoidTypeKind) {
        LLVMValueRef v = LLVMBuildLoad2(l->b, l->i32, saved_at(l, red), "");
        LLVMBuildStore(l->b, v, ln_slot(l, red));
    }
    l->mask = NULL;
    for (int i = 0; i < region->nagain; i++) compute_again(l, region->again[i]);
}

static void before_region(struct lanes *l, struct regions *r, struct ln_region *region) {
    for (int i = 0; i < region->nlive; i++) {
        struct ln_val *val = region->live[i];
        if (!block_wide(val)) continue;
        LLVMValueRef at = saved_at(l, val);
        LLVMBuildStore(l->b, LLVMBuildLoad2(l->b, type_of(l, val), val->saved_out, ""), at);
    }
    if (!region->barrier || !ln_is_call_of(region->barrier, "hd_rt_barrier_red")) return;
    LLVMValueRef op = LLVMGetOperand(region->barrier, 3),
                 count = LLVMBuildLoad2(l->b, l->i32, r->votes, ""), v = count;
    if (!LLVMIsAConstantInt(op)) ln_fail(l, "a barrier of an unknown kind");
    uint64_t kind = LLVMConstIntGetZExtValue(op);
    LLVMValueRef all = k32(l, l->total);
    if (l->has_exit) all = LLVMBuildSub(l->b, all, LLVMBuildLoad2(l->b, l->i32, r->left, ""), "");
    if (kind == 1)
        v = LLVMBuildZExt(l->b, LLVMBuildICmp(l->b, LLVMIntEQ, count, all, ""), l->i32, "");
    if (kind == 2)
        v = LLVMBuildZExt(l->b, LLVMBuildICmp(l->b, LLVMIntNE, count, k32(l, 0), ""), l->i32, "");
    LLVMBuildStore(l->b, v, saved_at(l, ln_val(l, region->barrier)));
    LLVMBuildStore(l->b, k32(l, 0), r->votes);
}

static bool has_exit(struct lanes *l, const struct ln_region *region) {
    bool *seen = HD_NEW_ARRAY(l->arena, bool, l->n), found = false;
    int *stack = HD_NEW_ARRAY(l->arena, int, l->n + 1), top = 0;
    stack[top++] = region->start;
    seen[region->start] = true;
    while (top && !found) {
        const struct ln_node *node = &l->nodes[stack[--top]];
        for (int k = 0; k < node->ninsts; k++)
            found = found || ln_is_call_of(node->insts[k], "hd_lane_exit");
        for (int s = 0; s < node->nsucc && !node->barrier; s++) {
            if (seen[node->succ[s]]) continue;
            seen[node->succ[s]] = true;
            stack[top++] = node->succ[s];
        }
    }
    return found;
}

// The builder stands where the region begins.
static void emit_turns(struct lanes *l, struct regions *r, int i, bool masked) {
    struct ln_region *region = &r->v[i];
    LLVMBasicBlockRef head = ln_block(l, "turn"), after = ln_block(l, "after");
    r->latch = ln_block(l, "next");
    r->after = after;
    if (l->has_spare) LLVMBuildStore(l->b, LLVMConstInt(l->i1, 0, false), r->over);
    l->masked = masked;
    if (masked && region->barrier) warn_left(l, r, region);
    if (l->checked && region->barrier) ln_checked_barrier(l);
    if (l->checked) ln_still_begin(l, region);
    before_region(l, r, region);
    if (masked) LLVMBuildStore(l->b, k32(l, 0), r->next);
    LLVMBasicBlockRef before = LLVMGetInsertBlock(l->b);
    LLVMBuildBr(l->b, head);
    LLVMPositionBuilderAtEnd(l->b, head);
    LLVMValueRef iv = LLVMBuildPhi(l->b, l->i32, "w"), zero = k32(l, 0);
    l->iv = iv;
    l->region = region;
    l->stamp++;
    set_indices(l);
    load_alive(l, r, region);
    fill_threads(l);
    place_arrays(l);
    load_live(l, region);
    ln_emit_function(l);
    LLVMPositionBuilderAtEnd(l->b, r->latch);
    LLVMSetCurrentDebugLocation2(l->b, NULL);
    LLVMValueRef step = LLVMBuildNSWAdd(l->b, iv, k32(l, 1), "");
    LLVMAddIncoming(iv, &zero, &before, 1);
    LLVMAddIncoming(iv, &step, &r->latch, 1);
    LLVMBuildCondBr(l->b, LLVMBuildICmp(l->b, LLVMIntULT, step, k32(l, (uint32_t)l->nvec), ""),
                    head, after);
    LLVMPositionBuilderAtEnd(l->b, after);
    if (r->n == 1) {
        LLVMBuildBr(l->b, r->done);
        return;
    }
    LLVMValueRef which =
        LLVMBuildSwitch(l->b, LLVMBuildLoad2(l->b, l->i32, r->next, ""), r->done, (unsigned)r->n);
    for (int k = 1; k < r->n; k++) LLVMAddCase(which, k32(l, (uint32_t)k), r->pre[k]);
}

// Of a region that lanes may have left before there are two: most blocks are complete, and need no
// masks. Both find what crosses the barrier in the same memory.
static void emit_region(struct lanes *l, struct regions *r, int i) {
    LLVMPositionBuilderAtEnd(l->b, r->pre[i]);
    LLVMSetCurrentDebugLocation2(l->b, NULL);
    bool exits = l->has_exit && has_exit(l, &r->v[i]);
    if (!l->has_exit || !i || exits || r->n > MOST_TWICE) {
        emit_turns(l, r, i, l->has_exit && (i || exits));
        return;
    }
    LLVMBasicBlockRef some = ln_block(l, "some"), all = ln_block(l, "all");
    LLVMValueRef left = LLVMBuildLoad2(l->b, l->i32, r->left, "");
    LLVMBuildCondBr(l->b, LLVMBuildIsNull(l->b, left, ""), all, some);
    LLVMPositionBuilderAtEnd(l->b, some);
    emit_turns(l, r, i, true);
    LLVMPositionBuilderAtEnd(l->b, all);
    LLVMSetCurrentDebugLocation2(l->b, NULL);
    emit_turns(l, r, i, false);
}

static void hoist(struct lanes *l) {
    for (int k = 0; k < l->n; k++) {
        const struct ln_node *node = &l->nodes[l->order[k]];
        for (int i = 0; i < node->ninsts; i++) {
            struct ln_val *val = ln_val(l, node->insts[i]);
            if (!val->hoisted) continue;
            LLVMSetCurrentDebugLocation2(l->b, LLVMInstructionGetDebugLoc(val->v));
            val->scalar = ln_clone(l, l->b, val->v);
        }
    }
    LLVMSetCurrentDebugLocation2(l->b, NULL);
}

void ln_emit_block(struct lanes *l) {
    struct regions *r = l->regions = HD_NEW(l->arena, struct regions);
    int most = 1;
    for (int i = 0; i < l->n; i++) most += l->nodes[i].barrier != NULL;
    r->v = HD_NEW_ARRAY(l->arena, struct ln_region, most);
    r->pre = HD_NEW_ARRAY(l->arena, LLVMBasicBlockRef, most);
    r->n = 1;
    for (int i = 0; i < l->n; i++)
        if (l->nodes[i].barrier)
            r->v[r->n++] =
                (struct ln_region){.start = l->nodes[i].succ[0], .barrier = l->nodes[i].barrier};
    LLVMBasicBlockRef entry = ln_block(l, "entry"), setup = ln_block(l, "setup");
    LLVMPositionBuilderAtEnd(l->ab, entry);
    LLVMPositionBuilderBefore(l->ab, LLVMBuildBr(l->ab, setup));
    LLVMPositionBuilderAtEnd(l->b, setup);
    l->block = LLVMGetParam(l->dst, 0);
    l->args = LLVMGetParam(l->dst, 1);
    if (l->uses_thread)
        l->threads = ln_alloca(l, LLVMArrayType2(l->i8, (uint64_t)l->w * HD_THREAD_SIZE), 64);
    l->stamp = 1;
    hoist(l);
    r->next = ln_alloca(l, l->i32, 4);
    r->votes = ln_alloca(l, l->i32, 4);
    if (l->has_spare) r->over = ln_alloca(l, l->i1, 0);
    LLVMBuildStore(l->b, k32(l, 0), r->votes);
    if (l->has_exit) {
        if (l->w > 64) ln_fail(l, "threads that leave before a barrier, in vectors of many");
        l->alive = ln_alloca(l, mask_type(l), 0);
        r->alive = ln_alloca(l, LLVMArrayType2(l->i64, (uint64_t)l->nvec), 8);
        r->left = ln_alloca(l, l->i32, 4);
        r->left_loc = ln_alloca(l, l->i32, 4);
        LLVMBuildStore(l->b, k32(l, 0), r->left);
        LLVMBuildStore(l->b, k32(l, 0), r->left_loc);
    }
    if (r->n > 1) find_live(l, r);
    for (int i = 0; i < r->n; i++) r->pre[i] = ln_block(l, "region");
    r->done = ln_block(l, "done");
    LLVMPositionBuilderBefore(l->hb, LLVMBuildBr(l->b, r->pre[0]));
    for (int i = 0; i < r->n; i++) emit_region(l, r, i);
    LLVMPositionBuilderAtEnd(l->b, r->done);
    ln_checked_end(l);
    LLVMBuildRetVoid(l->b);
}
