// Nodes to code: values and masks at hand, what happens on edges, jumps.
//
// A value is made in one node and used in others; between nodes it travels in a slot (an alloca),
// which LLVM promotes afterwards. So do phis (every edge stores what the phi gets from it, under
// the edge's mask where lanes meet) and masks (every edge adds its lanes to the mask of the node
// that it leads to). That keeps this file free of SSA repair.
//
// Masks are built with `select` rather than `and`, so that what a lane that is off computes (it may
// be poison) never reaches the mask.
#include "gen/lanes/lanes.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

LLVMBasicBlockRef ln_block(struct lanes *l, const char *name) {
    return LLVMAppendBasicBlockInContext(l->ctx, l->dst, name);
}

LLVMValueRef ln_call(struct lanes *l, const char *intrinsic, LLVMTypeRef *types, int ntypes,
                     LLVMValueRef *args, int n) {
    unsigned id = LLVMLookupIntrinsicID(intrinsic, strlen(intrinsic));
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(l->mod, id, types, (size_t)ntypes);
    return LLVMBuildCall2(l->b, LLVMGlobalGetValueType(fn), fn, args, (unsigned)n, "");
}

LLVMValueRef ln_alloca(struct lanes *l, LLVMTypeRef type, unsigned align) {
    LLVMValueRef slot = LLVMBuildAlloca(l->ab, type, "");
    if (align) LLVMSetAlignment(slot, align);
    return slot;
}

// ---- values -------------------------------------------------------------------------------------

LLVMTypeRef ln_vec_type(struct lanes *l, LLVMTypeRef type) {
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind) {
        if (LLVMGetTypeKind(type) == LLVMVectorTypeKind ||
            LLVMGetTypeKind(type) == LLVMArrayTypeKind)
            ln_fail(l, "a value of a type that has no vectors");
        return LLVMVectorType(type, (unsigned)l->w);
    }
    unsigned n = LLVMCountStructElementTypes(type);
    LLVMTypeRef *fields = HD_NEW_ARRAY(l->arena, LLVMTypeRef, n + 1);
    for (unsigned i = 0; i < n; i++) fields[i] = ln_vec_type(l, LLVMStructGetTypeAtIndex(type, i));
    return LLVMStructTypeInContext(l->ctx, fields, n, false);
}

LLVMValueRef ln_splat(struct lanes *l, LLVMValueRef scalar) {
    LLVMTypeRef type = LLVMTypeOf(scalar), vec = ln_vec_type(l, type);
    if (LLVMIsPoison(scalar)) return LLVMGetPoison(vec);
    if (LLVMIsUndef(scalar)) return LLVMGetUndef(vec);
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
        LLVMValueRef r = LLVMGetPoison(vec);
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            r = LLVMBuildInsertValue(
                l->b, r, ln_splat(l, LLVMBuildExtractValue(l->b, scalar, i, "")), i, "");
        return r;
    }
    if (LLVMIsConstant(scalar)) {
        LLVMValueRef all[LN_MOST_LANES];
        for (int i = 0; i < l->w; i++) all[i] = scalar;
        return LLVMConstVector(all, (unsigned)l->w);
    }
    LLVMValueRef zero = LLVMConstInt(l->i32, 0, false), poison = LLVMGetPoison(vec);
    LLVMValueRef one = LLVMBuildInsertElement(l->b, poison, scalar, zero, "");
    return LLVMBuildShuffleVector(l->b, one, poison,
                                  LLVMConstNull(LLVMVectorType(l->i32, (unsigned)l->w)), "");
}

LLVMValueRef ln_iota(struct lanes *l, LLVMTypeRef type, int64_t stride) {
    LLVMValueRef all[LN_MOST_LANES];
    for (int i = 0; i < l->w; i++) all[i] = LLVMConstInt(type, (uint64_t)(i * stride), true);
    return LLVMConstVector(all, (unsigned)l->w);
}

// Whether the value is used outside of the node that makes it.
bool ln_needs_slot(struct lanes *l, struct ln_val *val) {
    if (val->number) return val->number > 1;
    bool outside = LLVMIsAPHINode(val->v) || l->nodes[val->node].barrier == val->v;
    for (LLVMUseRef use = LLVMGetFirstUse(val->v); use && !outside; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        struct ln_val *by = ln_val(l, user);
        if (!by) continue;
        if (!LLVMIsAPHINode(user)) {
            int at = by->node;
            if (LLVMIsATerminatorInst(user))
                at = (int)(intptr_t)hd_map_get(&l->last,
                                               (const char *)LLVMGetInstructionParent(user)) -
                     1;
            outside = at != val->node;
            continue;
        }
        for (unsigned i = 0; i < LLVMCountIncoming(user); i++) {
            int from =
                (int)(intptr_t)hd_map_get(&l->last, (const char *)LLVMGetIncomingBlock(user, i)) -
                1;
            outside = outside || (LLVMGetIncomingValue(user, i) == val->v && from != val->node);
        }
    }
    val->number = outside ? 2 : 1;
    return outside;
}

LLVMValueRef ln_slot(struct lanes *l, struct ln_val *val) {
    if (val->slot) return val->slot;
    LLVMTypeRef type = LLVMTypeOf(val->v);
    if (val->shape.kind == LN_VARYING) type = ln_vec_type(l, type);
    return val->slot = ln_alloca(l, type, 0);
}

static LLVMValueRef from_slot(struct lanes *l, struct ln_val *val) {
    LLVMTypeRef type = LLVMTypeOf(val->v);
    if (val->shape.kind == LN_VARYING) type = ln_vec_type(l, type);
    return LLVMBuildLoad2(l->b, type, ln_slot(l, val), "");
}

static void freshen(struct lanes *l, struct ln_val *val) {
    if (val->stamp == l->stamp) return;
    val->stamp = l->stamp;
    val->vec = NULL;
    if (!val->hoisted && !LLVMIsAAllocaInst(val->v)) val->scalar = NULL;
}

LLVMValueRef ln_scalar(struct lanes *l, LLVMValueRef v) {
    struct ln_val *val = ln_val(l, v);
    if (!val) return v;
    switch (val->special) {
    case LN_TID_X:
    case LN_TID_Y:
    case LN_TID_Z: return l->tid[val->special - LN_TID_X];
    case LN_LINEAR: return l->linear;
    case LN_THREAD: return l->threads ? l->threads : LLVMConstPointerNull(l->ptr);
    case LN_BLOCK_PTR: return l->block;
    case LN_ARGUMENT: return l->args;
    default: break;
    }
    freshen(l, val);
    if (!val->scalar) val->scalar = from_slot(l, val);
    return val->scalar;
}

LLVMValueRef ln_vector(struct lanes *l, LLVMValueRef v) {
    struct ln_val *val = ln_val(l, v);
    if (!val) return ln_splat(l, v);
    freshen(l, val);
    if (val->vec) return val->vec;
    if (val->shape.kind == LN_VARYING) {
        if (val->special) return ln_scalar(l, v); // a vector in this case
        return val->vec = from_slot(l, val);
    }
    LLVMValueRef s = ln_scalar(l, v);
    LLVMTypeRef type = LLVMTypeOf(s);
    if (val->shape.kind == LN_UNIFORM) {
        val->vec = ln_splat(l, s);
    } else if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) {
        LLVMValueRef offsets = ln_iota(l, l->i64, val->shape.stride);
        val->vec = LLVMBuildGEP2(l->b, l->i8, s, &offsets, 1, "");
    } else {
        val->vec = LLVMBuildAdd(l->b, ln_splat(l, s), ln_iota(l, type, val->shape.stride), "");
    }
    return val->vec;
}

void ln_define(struct lanes *l, LLVMValueRef inst, LLVMValueRef scalar, LLVMValueRef vec) {
    struct ln_val *val = ln_val(l, inst);
    freshen(l, val);
    val->scalar = scalar;
    val->vec = vec;
    if (ln_needs_slot(l, val))
        LLVMBuildStore(l->b, val->shape.kind == LN_VARYING ? vec : scalar, ln_slot(l, val));
}

LLVMValueRef ln_clone(struct lanes *l, LLVMBuilderRef b, LLVMValueRef inst) {
    unsigned n = (unsigned)LLVMGetNumOperands(inst);
    LLVMValueRef operands[64];
    if (n > 64) ln_fail(l, "a call with very many arguments");
    for (unsigned i = 0; i < n; i++) operands[i] = ln_scalar(l, LLVMGetOperand(inst, i));
    LLVMValueRef copy = LLVMInstructionClone(inst);
    for (unsigned i = 0; i < n; i++) LLVMSetOperand(copy, i, operands[i]);
    LLVMInsertIntoBuilder(b, copy);
    return copy;
}

// ---- masks --------------------------------------------------------------------------------------

static LLVMTypeRef mask_type(struct lanes *l) { return LLVMVectorType(l->i1, (unsigned)l->w); }

LLVMValueRef ln_mask(struct lanes *l) { return l->mask ? l->mask : LLVMConstAllOnes(mask_type(l)); }

LLVMValueRef ln_mask_bits(struct lanes *l, LLVMValueRef mask) {
    return LLVMBuildBitCast(l->b, mask, LLVMIntTypeInContext(l->ctx, (unsigned)l->w), "");
}

static LLVMValueRef mask_slot(struct lanes *l, int node) {
    struct ln_node *n = &l->nodes[node];
    if (!n->mask_slot) n->mask_slot = ln_alloca(l, mask_type(l), 0);
    return n->mask_slot;
}

static LLVMValueRef next_slot(struct lanes *l, int loop) {
    struct ln_loop *lp = &l->loops[loop];
    if (!lp->next_slot) lp->next_slot = ln_alloca(l, mask_type(l), 0);
    return lp->next_slot;
}

static bool is_header(struct lanes *l, int node) {
    return l->nodes[node].loop && l->loops[l->nodes[node].loop].header == node;
}

static void reset_masks(struct lanes *l, int level) { // level < 0: all
    LLVMValueRef none = LLVMConstNull(mask_type(l));
    for (int i = 1; i < l->n; i++) {
        const struct ln_node *node = &l->nodes[i];
        if (node->leader == i && (level < 0 || node->loop == level) && !is_header(l, i))
            LLVMBuildStore(l->b, none, mask_slot(l, i));
    }
    for (int k = 1; k < l->nloops; k++)
        if (l->loops[k].diverges && (level < 0 || level == k))
            LLVMBuildStore(l->b, none, next_slot(l, k));
}

static LLVMValueRef any(struct lanes *l, LLVMValueRef mask) {
    LLVMValueRef bits = ln_mask_bits(l, mask);
    return LLVMBuildICmp(l->b, LLVMIntNE, bits, LLVMConstNull(LLVMTypeOf(bits)), "");
}

// The lanes that take edge i of the current node. NULL: all of the vector.
static LLVMValueRef edge_mask(struct lanes *l, const struct ln_node *node, int i) {
    if (!node->diverges || node->nsucc < 2) return l->mask;
    LLVMValueRef c = ln_vector(l, node->cond);
    if (i) c = LLVMBuildNot(l->b, c, "");
    return l->mask ? LLVMBuildSelect(l->b, l->mask, c, LLVMConstNull(mask_type(l)), "") : c;
}

// ---- edges --------------------------------------------------------------------------------------

struct move {
    LLVMValueRef value, slot, mask;
    LLVMTypeRef type;
};
struct moves {
    struct move v[512];
    int n;
};

static void add_move(struct lanes *l, struct moves *m, LLVMValueRef value, LLVMValueRef slot,
                     LLVMValueRef mask) {
    if (m->n == HD_COUNT(m->v)) ln_fail(l, "too many values at a join");
    m->v[m->n++] = (struct move){value, slot, mask, LLVMTypeOf(value)};
}

static bool leaves_divergent(struct lanes *l, int from, int to) {
    for (int at = l->nodes[from].loop; at && !ln_in_loop(l, to, at); at = l->loops[at].parent)
        if (l->loops[at].diverges) return true;
    return false;
}

static bool comes_first(struct lanes *l, int from, int to) { // of the predecessors
    const struct ln_node *node = &l->nodes[to];
    for (int p = 0; p < node->npred; p++)
        if (l->nodes[node->pred[p]].pos < l->nodes[from].pos) return false;
    return !leaves_divergent(l, from, to);
}

// What edge i of the node stores; values are read before anything is stored.
static void gather_edge(struct lanes *l, int from, int i, struct moves *m) {
    const struct ln_node *node = &l->nodes[from];
    int to = node->succ[i];
    const struct ln_node *target = &l->nodes[to];
    LLVMValueRef mask = edge_mask(l, node, i);
    bool first = comes_first(l, from, to), header = is_header(l, to);
    for (int p = 0; p < target->nphis; p++) {
        struct ln_val *phi = ln_val(l, target->phis[p]);
        LLVMValueRef in = NULL;
        for (unsigned k = 0; k < LLVMCountIncoming(phi->v); k++)
            if (LLVMGetIncomingBlock(phi->v, k) == node->bb) in = LLVMGetIncomingValue(phi->v, k);
        if (!in || LLVMIsUndef(in)) continue;
        bool varies = phi->shape.kind == LN_VARYING;
        bool blend = varies && !header && !first && (target->joins || target->late);
        add_move(l, m, varies ? ln_vector(l, in) : ln_scalar(l, in), ln_slot(l, phi),
                 blend ? (mask ? mask : NULL) : NULL);
    }
    if (target->leader != to || !to) return;
    if (!mask) mask = LLVMConstAllOnes(mask_type(l));
    if (header) {
        bool back = ln_in_loop(l, from, target->loop);
        add_move(l, m, mask, back ? next_slot(l, target->loop) : mask_slot(l, to), NULL);
        return;
    }
    if (!first) {
        LLVMValueRef old = LLVMBuildLoad2(l->b, mask_type(l), mask_slot(l, to), "");
        mask = LLVMBuildOr(l->b, old, mask, "");
    }
    add_move(l, m, mask, mask_slot(l, to), NULL);
}

static LLVMValueRef blend(struct lanes *l, LLVMValueRef mask, LLVMValueRef yes, LLVMValueRef no) {
    LLVMTypeRef type = LLVMTypeOf(yes);
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind)
        return LLVMBuildSelect(l->b, mask, yes, no, "");
    LLVMValueRef r = LLVMGetPoison(type);
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++) {
        LLVMValueRef part = blend(l, mask, LLVMBuildExtractValue(l->b, yes, i, ""),
                                  LLVMBuildExtractValue(l->b, no, i, ""));
        r = LLVMBuildInsertValue(l->b, r, part, i, "");
    }
    return r;
}

static void make_moves(struct lanes *l, const struct moves *m) {
    for (int i = 0; i < m->n; i++) {
        LLVMValueRef value = m->v[i].value;
        if (m->v[i].mask)
            value =
                blend(l, m->v[i].mask, value, LLVMBuildLoad2(l->b, m->v[i].type, m->v[i].slot, ""));
        LLVMBuildStore(l->b, value, m->v[i].slot);
    }
}

// ---- jumps --------------------------------------------------------------------------------------

static LLVMBasicBlockRef target(struct lanes *l, int to) {
    if (to == LN_RETURN) {
        LLVMBasicBlockRef bb = ln_block(l, "return"), here = LLVMGetInsertBlock(l->b);
        LLVMPositionBuilderAtEnd(l->b, bb);
        ln_region_return(l);
        LLVMPositionBuilderAtEnd(l->b, here);
        return bb;
    }
    bool end = to >= LN_LOOP_END, full = ln_stays_full(l, l->guard, to);
    LLVMBasicBlockRef *bb = end ? &l->loops[to - LN_LOOP_END].end[full] : &l->nodes[to].out[full];
    if (*bb) return *bb;
    *bb = ln_block(l, end ? "turn" : "node");
    HD_PUSH(l->arena, &l->work, full ? LN_FULL + to : to);
    return *bb;
}

static void emit_loop_end(struct lanes *l, int loop) {
    struct ln_loop *lp = &l->loops[loop];
    l->stamp++;
    LLVMPositionBuilderAtEnd(l->b, lp->end[l->guard != 0]);
    LLVMValueRef live = LLVMBuildLoad2(l->b, mask_type(l), next_slot(l, loop), "");
    LLVMBuildStore(l->b, live, mask_slot(l, lp->header));
    LLVMValueRef more = any(l, live);
    LLVMBasicBlockRef again = target(l, lp->header), out = target(l, lp->out);
    LLVMBuildCondBr(l->b, more, again, out);
}

// Whether a comparison of neighbours with one value is true for all lanes, or false for all
// (`is`), as a scalar: what the last or the first lane says, where no lane's value wraps. NULL: it
// is none.
static LLVMValueRef for_all(struct lanes *l, LLVMValueRef cond, bool is) {
    if (!LLVMIsAICmpInst(cond)) return NULL;
    LLVMIntPredicate p = LLVMGetICmpPredicate(cond);
    LLVMValueRef x = LLVMGetOperand(cond, 0), y = LLVMGetOperand(cond, 1);
    struct ln_shape s = ln_shape_of(l, x);
    bool less = p == LLVMIntSLT || p == LLVMIntSLE || p == LLVMIntULT || p == LLVMIntULE,
         has_sign = p == LLVMIntSLT || p == LLVMIntSLE || p == LLVMIntSGT || p == LLVMIntSGE;
    if (p == LLVMIntEQ || p == LLVMIntNE) return NULL;
    if (s.kind != LN_AFFINE) {
        LLVMValueRef t = x;
        x = y;
        y = t;
        s = ln_shape_of(l, x);
        less = !less;
    }
    if (s.kind != LN_AFFINE || ln_shape_of(l, y).kind != LN_UNIFORM ||
        LLVMGetTypeKind(LLVMTypeOf(x)) != LLVMIntegerTypeKind ||
        LLVMGetIntTypeWidth(LLVMTypeOf(x)) < 32 || s.stride < 0 || s.stride > 1 << 20)
        return NULL;
    LLVMValueRef first = ln_scalar(l, x), to = ln_scalar(l, y);
    LLVMValueRef by = LLVMConstInt(LLVMTypeOf(first), (uint64_t)(s.stride * (l->w - 1)), false);
    LLVMValueRef last = LLVMBuildAdd(l->b, first, by, ""), far = less == is ? last : first;
    bool swapped = LLVMGetOperand(cond, 0) != x;
    LLVMValueRef all = LLVMBuildICmp(l->b, p, swapped ? to : far, swapped ? far : to, "");
    if (!is) all = LLVMBuildNot(l->b, all, "");
    if (s.stride == 1 && s.align >= (uint32_t)l->w) return all;
    LLVMValueRef grows = LLVMBuildICmp(l->b, has_sign ? LLVMIntSLE : LLVMIntULE, first, last, "");
    return LLVMBuildAnd(l->b, grows, all, "");
}

// The last branch of a loop all of whose lanes are on: where they all go round again, which is a
// matter of one scalar, there are no masks to be made and looked at.
static void go_round(struct lanes *l, int i, struct moves *moves) {
    const struct ln_node *node = &l->nodes[i];
    int header = l->guard;
    if (!header || l->mask || node->nsucc < 2 || !l->nodes[header].out[1]) return;
    int back = node->succ[0] == header ? 0 : node->succ[1] == header ? 1 : -1;
    if (back < 0 || node->succ[!back] == header) return;
    LLVMValueRef all = for_all(l, node->cond, !back);
    if (!all) return;
    for (int p = 0; p < l->nodes[header].nphis; p++) { // read here, where both sides can use it
        struct ln_val *phi = ln_val(l, l->nodes[header].phis[p]);
        LLVMValueRef in = NULL;
        for (unsigned k = 0; k < LLVMCountIncoming(phi->v); k++)
            if (LLVMGetIncomingBlock(phi->v, k) == node->bb) in = LLVMGetIncomingValue(phi->v, k);
        if (!in || LLVMIsUndef(in)) continue;
        bool varies = phi->shape.kind == LN_VARYING;
        add_move(l, moves, varies ? ln_vector(l, in) : ln_scalar(l, in), ln_slot(l, phi), NULL);
    }
    LLVMBasicBlockRef again = ln_block(l, "again"), some = ln_block(l, "some");
    LLVMBuildCondBr(l->b, all, again, some);
    LLVMPositionBuilderAtEnd(l->b, again);
    make_moves(l, moves);
    moves->n = 0;
    reset_masks(l, l->nodes[header].loop);
    LLVMBuildBr(l->b, l->nodes[header].out[1]);
    LLVMPositionBuilderAtEnd(l->b, some);
}

static void emit_terminator(struct lanes *l, int i) {
    const struct ln_node *node = &l->nodes[i];
    if (!l->moves) l->moves = HD_NEW(l->arena, struct moves);
    struct moves *moves = l->moves;
    moves->n = 0;
    if (node->diverges) go_round(l, i, moves);
    if (node->diverges && l->has_spare) ln_spare_branch(l, i);
    if (node->nsucc < 2 || node->diverges) {
        for (int s = 0; s < node->nsucc; s++) gather_edge(l, i, s, moves);
        make_moves(l, moves);
        LLVMBuildBr(l->b, target(l, node->to[0]));
        return;
    }
    LLVMValueRef cond = ln_scalar(l, node->cond);
    LLVMBasicBlockRef here = LLVMGetInsertBlock(l->b),
                      sides[2] = {ln_block(l, "yes"), ln_block(l, "no")};
    for (int s = 0; s < 2; s++) {
        LLVMPositionBuilderAtEnd(l->b, here);
        moves->n = 0;
        gather_edge(l, i, s, moves); // reads here, where both sides can use it
        LLVMPositionBuilderAtEnd(l->b, sides[s]);
        make_moves(l, moves);
        LLVMBuildBr(l->b, target(l, node->to[s]));
    }
    LLVMPositionBuilderAtEnd(l->b, here);
    LLVMBuildCondBr(l->b, cond, sides[0], sides[1]);
}

// At a guard: where all lanes are on, its other copy takes over.
static void leave_if_full(struct lanes *l, struct ln_node *node, int i) {
    LLVMValueRef bits = ln_mask_bits(l, l->mask), all;
    if (node->by_index)
        all = ln_spare_answer(l, i, LN_ALL);
    else
        all = LLVMBuildICmp(l->b, LLVMIntEQ, bits, LLVMConstAllOnes(LLVMTypeOf(bits)), "");
    LLVMBasicBlockRef some = ln_block(l, "part");
    node->out[1] = ln_block(l, "full");
    HD_PUSH(l->arena, &l->work, LN_FULL + i);
    LLVMBuildCondBr(l->b, all, node->out[1], some);
    LLVMPositionBuilderAtEnd(l->b, some);
}

static void emit_rest(struct lanes *l, int i, int from);

// What is known of values in the code being made; branches that do not meet begin with the same.
struct known {
    LLVMValueRef scalar, vec;
    int stamp;
};

// From instruction `from` of the node on twice: stores there are made together, or each for itself.
static void emit_both(struct lanes *l, int i, int from, LLVMValueRef together) {
    LLVMValueRef inst = l->nodes[i].insts[from];
    LLVMBasicBlockRef sides[2] = {ln_block(l, "together"), ln_block(l, "alone")};
    struct known *known = HD_NEW_ARRAY(l->arena, struct known, l->list.n);
    for (int k = 0; k < l->list.n; k++) {
        const struct ln_val *v = l->list.v[k];
        known[k] = (struct known){v->scalar, v->vec, v->stamp};
    }
    LLVMBuildCondBr(l->b, together, sides[0], sides[1]);
    for (int s = 0; s < 2; s++) {
        LLVMPositionBuilderAtEnd(l->b, sides[s]);
        for (int k = 0; k < l->list.n && s; k++) {
            struct ln_val *v = l->list.v[k];
            v->scalar = known[k].scalar;
            v->vec = known[k].vec;
            v->stamp = known[k].stamp;
        }
        ln_group_decide(l, inst, !s);
        emit_rest(l, i, from);
    }
    ln_group_decided(l, inst);
}

static void emit_rest(struct lanes *l, int i, int from) {
    const struct ln_node *node = &l->nodes[i];
    for (int k = from; k < node->ninsts; k++) {
        LLVMSetCurrentDebugLocation2(l->b, LLVMInstructionGetDebugLoc(node->insts[k]));
        LLVMValueRef asks = node->barrier ? NULL : ln_group_asks(l, node->insts[k]);
        if (asks) {
            emit_both(l, i, k, asks);
            return;
        }
        ln_widen(l, node->insts[k]);
    }
    LLVMSetCurrentDebugLocation2(l->b,
                                 node->place ? LLVMInstructionGetDebugLoc(node->place) : NULL);
    if (node->barrier)
        ln_region_end(l, i);
    else
        emit_terminator(l, i);
}

static void ln_emit_node(struct lanes *l, int i) {
    struct ln_node *node = &l->nodes[i];
    bool entered = l->guard == i && i; // as a guard that all lanes have passed
    LLVMPositionBuilderAtEnd(l->b, node->out[l->guard != 0]);
    LLVMSetCurrentDebugLocation2(l->b,
                                 node->place ? LLVMInstructionGetDebugLoc(node->place) : NULL);
    l->stamp++;
    l->node = i;
    int root = node->leader;
    l->mask = root ? LLVMBuildLoad2(l->b, mask_type(l), mask_slot(l, root), "") : l->lane_mask;
    if (l->masked) {
        LLVMValueRef alive = LLVMBuildLoad2(l->b, mask_type(l), l->alive, "");
        l->mask =
            root ? LLVMBuildSelect(l->b, l->mask, alive, LLVMConstNull(mask_type(l)), "") : alive;
    }
    if (l->guard && root == l->guard) l->mask = NULL;
    if (is_header(l, i) && !entered) reset_masks(l, node->loop);
    if (node->guard == i && i && !l->guard && !l->masked) leave_if_full(l, node, i);
    if (node->tested && !entered) {
        LLVMBasicBlockRef body = ln_block(l, "some"), skip = target(l, node->skip_to);
        LLVMValueRef some = node->by_index ? ln_spare_answer(l, i, LN_SOME) : any(l, l->mask);
        if (node->by_index && ln_spare_rest(l, l->region, i)) {
            LLVMBasicBlockRef none = ln_block(l, "none");
            LLVMBuildCondBr(l->b, some, body, none);
            LLVMPositionBuilderAtEnd(l->b, none);
            ln_region_over(l, ln_spare_answer(l, i, LN_OVER));
            LLVMBuildBr(l->b, skip);
        } else {
            LLVMBuildCondBr(l->b, some, body, skip);
        }
        LLVMPositionBuilderAtEnd(l->b, body);
    }
    emit_rest(l, i, 0);
}

// The code of the region that begins with node `start`; the builder stands where it begins.
void ln_emit_function(struct lanes *l) {
    int start = l->region->start;
    for (int i = 0; i < l->n; i++) l->nodes[i].out[0] = l->nodes[i].out[1] = NULL;
    for (int i = 0; i < l->nloops; i++) l->loops[i].end[0] = l->loops[i].end[1] = NULL;
    l->work.n = 0;
    l->guard = 0;
    reset_masks(l, -1);
    ln_spare_begin(l);
    LLVMBuildBr(l->b, target(l, start));
    for (int i = 0; i < l->work.n; i++) {
        int item = l->work.v[i] % LN_FULL, full = l->work.v[i] >= LN_FULL;
        bool end = item >= LN_LOOP_END;
        int node = end ? l->loops[item - LN_LOOP_END].header : item;
        l->guard = full ? l->nodes[node].guard : 0;
        if (end)
            emit_loop_end(l, item - LN_LOOP_END);
        else
            ln_emit_node(l, item);
    }
    l->guard = 0;
}
