// Loads and stores. How memory is touched follows from the address: uniform, one scalar access; one
// element after the other, a vector (masked where lanes are off); backwards, a vector reversed;
// else a gather or scatter. Vector accesses have the alignment of an element.
#include "gen/lanes/group.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

static void keep_known(struct lanes *l, LLVMValueRef to, LLVMValueRef from) {
    LLVMValueRef node = LLVMGetMetadata(from, l->md_tbaa);
    if (node && LLVMIsAInstruction(to)) LLVMSetMetadata(to, l->md_tbaa, node);
    ln_keep_invariant(l, to, from);
}

bool ln_is_invariant(struct lanes *l, LLVMValueRef inst) {
    return LLVMIsALoadInst(inst) && LLVMGetMetadata(inst, l->md_invariant);
}

void ln_keep_invariant(struct lanes *l, LLVMValueRef to, LLVMValueRef from) {
    if (ln_is_invariant(l, from) && LLVMIsALoadInst(to))
        LLVMSetMetadata(to, l->md_invariant, LLVMGetMetadata(from, l->md_invariant));
}

bool ln_reads_context(struct lanes *l, LLVMValueRef inst) {
    if (!ln_is_invariant(l, inst)) return false;
    LLVMValueRef root = LLVMGetOperand(inst, 0);
    while (LLVMIsAGetElementPtrInst(root) ||
           (LLVMIsAConstantExpr(root) && LLVMGetConstOpcode(root) == LLVMGetElementPtr))
        root = LLVMGetOperand(root, 0);
    return !LLVMIsAGlobalVariable(root);
}

static unsigned size_of(struct lanes *l, LLVMTypeRef type) {
    return (unsigned)LLVMABISizeOfType(l->layout, type);
}

bool ln_loads_as_vector(struct lanes *l, LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
        return LLVMGetIntTypeWidth(type) == size_of(l, type) * 8 && size_of(l, type) <= 8;
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMPointerTypeKind: return true;
    default: return false;
    }
}

static LLVMValueRef reversed(struct lanes *l, LLVMValueRef v) {
    LLVMValueRef order[LN_MOST_LANES];
    for (int i = 0; i < l->w; i++) order[i] = LLVMConstInt(l->i32, (uint64_t)(l->w - 1 - i), false);
    return LLVMBuildShuffleVector(l->b, v, LLVMGetPoison(LLVMTypeOf(v)),
                                  LLVMConstVector(order, (unsigned)l->w), "");
}

static LLVMValueRef i32_const(struct lanes *l, unsigned v) {
    return LLVMConstInt(l->i32, v, false);
}

// lowest of a vector of neighbours
static LLVMValueRef first_address(struct lanes *l, LLVMValueRef p, int64_t stride) {
    LLVMValueRef base = ln_scalar(l, p);
    if (stride > 0) return base;
    LLVMValueRef offset = LLVMConstInt(l->i64, (uint64_t)(stride * (l->w - 1)), true);
    return LLVMBuildGEP2(l->b, l->i8, base, &offset, 1, "");
}

// Whether the machine gathers (or scatters) such elements; else LLVM makes a branch per lane of it,
// and a loop is better.
static bool scatters(struct lanes *l, int64_t size, bool store) {
    if (!l->mask) return true; // no branches then
    return size >= 4 && l->register_bits >= (store ? 512 : 256);
}

static LLVMValueRef masked_gather(struct lanes *l, LLVMTypeRef vec, LLVMValueRef ptrs,
                                  unsigned align) {
    LLVMValueRef args[4] = {ptrs, i32_const(l, align), ln_mask(l), LLVMGetPoison(vec)};
    return ln_call(l, "llvm.masked.gather", (LLVMTypeRef[]){vec, LLVMTypeOf(ptrs)}, 2, args, 4);
}

// table[index] with an index of 8 or 16 bits: then offsets need 32 bits only, and so many more go
// into a register.
static bool short_index(struct lanes *l, LLVMValueRef p, int64_t size, LLVMValueRef *base,
                        LLVMValueRef *offsets) {
    if (!LLVMIsAGetElementPtrInst(p) || LLVMGetNumOperands(p) != 2) return false;
    LLVMValueRef index = LLVMGetOperand(p, 1), root = LLVMGetOperand(p, 0);
    if ((int64_t)LLVMABISizeOfType(l->layout, LLVMGetGEPSourceElementType(p)) != size ||
        !LLVMIsAZExtInst(index) || ln_shape_of(l, root).kind != LN_UNIFORM ||
        LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(index, 0))) > 16)
        return false;
    LLVMTypeRef words = ln_vec_type(l, l->i32);
    *base = ln_scalar(l, root);
    *offsets = LLVMBuildZExt(l->b, ln_vector(l, LLVMGetOperand(index, 0)), words, "");
    if (size == 2) *offsets = LLVMBuildShl(l->b, *offsets, ln_splat(l, i32_const(l, 1)), "");
    return true;
}

// Elements of 8 or 16 bits: the machine gathers words. The aligned word that has the element, and a
// shift; it lies in the same page.
static bool gather_small(struct lanes *l, LLVMValueRef inst, int64_t size) {
    LLVMBuilderRef b = l->b;
    LLVMValueRef p = LLVMGetOperand(inst, 0), base, offsets, words, low;
    LLVMTypeRef type = LLVMTypeOf(inst), vec32 = ln_vec_type(l, l->i32);
    if (size > 2 || (int64_t)LLVMGetAlignment(inst) < size || l->register_bits < 256 ||
        LLVMGetVolatile(inst))
        return false;
    if (short_index(l, p, size, &base, &offsets)) {
        LLVMValueRef at = LLVMBuildPtrToInt(b, base, l->i64, ""),
                     three = LLVMConstInt(l->i64, 3, false);
        LLVMValueRef start = LLVMBuildTrunc(b, LLVMBuildAnd(b, at, three, ""), l->i32, "");
        at = LLVMBuildAnd(b, at, LLVMBuildNot(b, three, ""), "");
        low = LLVMBuildAdd(b, offsets, ln_splat(l, start), "");
        LLVMValueRef word = LLVMBuildLShr(b, low, ln_splat(l, i32_const(l, 2)), "");
        words = LLVMBuildGEP2(b, l->i32, LLVMBuildIntToPtr(b, at, l->ptr, ""), &word, 1, "");
    } else {
        LLVMValueRef at = LLVMBuildPtrToInt(b, ln_vector(l, p), ln_vec_type(l, l->i64), "");
        LLVMValueRef three = ln_splat(l, LLVMConstInt(l->i64, 3, false));
        low = LLVMBuildTrunc(b, at, vec32, "");
        words = LLVMBuildIntToPtr(b, LLVMBuildAnd(b, at, LLVMBuildNot(b, three, ""), ""),
                                  ln_vec_type(l, l->ptr), "");
    }
    LLVMValueRef v = masked_gather(l, vec32, words, 4);
    low = LLVMBuildAnd(b, low, ln_splat(l, i32_const(l, 3)), "");
    v = LLVMBuildLShr(b, v, LLVMBuildShl(b, low, ln_splat(l, i32_const(l, 3)), ""), "");
    v = LLVMBuildTrunc(b, v, ln_vec_type(l, LLVMIntTypeInContext(l->ctx, (unsigned)size * 8)), "");
    ln_define(l, inst, NULL, LLVMBuildBitCast(b, v, ln_vec_type(l, type), ""));
    return true;
}

// ---- neighbours but for a wrap ------------------------------------------------------------------
// In `out[blockIdx.x * cols + i]` the sum is unsigned: it may wrap at 2^32 between two lanes, as
// cols is known only when the kernel runs. It hardly ever does, so the scalar at lane 0 is looked
// at: if the lanes behind it do not wrap they are neighbours; else they go one by one.

struct unwrapped {
    LLVMValueRef root, first, gep; // first: the index at lane 0
};

static bool unwraps(struct lanes *l, LLVMValueRef inst, LLVMValueRef p, int64_t size) {
    struct ln_val *val = ln_val(l, p), *widened;
    if (l->checked || LLVMGetVolatile(inst) || !val || val->local ||
        val->shape.kind != LN_VARYING || !LLVMIsAGetElementPtrInst(p) ||
        LLVMGetNumOperands(p) != 2 || (int64_t)size_of(l, LLVMGetGEPSourceElementType(p)) != size ||
        ln_shape_of(l, LLVMGetOperand(p, 0)).kind != LN_UNIFORM)
        return false;
    LLVMValueRef index = LLVMGetOperand(p, 1);
    if (!LLVMIsAZExtInst(index)) return false;
    // The address's parts are at hand where it is made.
    int node = ln_val(l, inst)->node;
    widened = ln_val(l, index);
    if (val->node != node || !widened || widened->node != node) return false;
    LLVMValueRef x = LLVMGetOperand(index, 0);
    struct ln_shape s = ln_shape_of(l, x);
    return LLVMTypeOf(x) == l->i32 && s.kind == LN_AFFINE && s.stride == 1;
}

static LLVMValueRef unwrapped_at(struct lanes *l, const struct unwrapped *u, LLVMValueRef index) {
    LLVMValueRef offset = LLVMBuildZExt(l->b, index, l->i64, "");
    return LLVMBuildGEP2(l->b, LLVMGetGEPSourceElementType(u->gep), u->root, &offset, 1, "");
}

// A load (value: NULL) or a store of a vector.
static LLVMValueRef access_unwrapped(struct lanes *l, LLVMValueRef inst, LLVMValueRef p,
                                     LLVMTypeRef type, LLVMValueRef value) {
    LLVMBuilderRef b = l->b;
    LLVMTypeRef vec = ln_vec_type(l, type);
    struct unwrapped u = {ln_scalar(l, LLVMGetOperand(p, 0)),
                          ln_scalar(l, LLVMGetOperand(LLVMGetOperand(p, 1), 0)), p};
    unsigned align = LLVMGetAlignment(inst);
    LLVMValueRef last = LLVMConstInt(l->i32, UINT32_MAX - (uint32_t)(l->w - 1), false);
    LLVMValueRef together = LLVMBuildICmp(b, LLVMIntULE, u.first, last, ""), near, far;
    LLVMValueRef memory = ln_alloca(l, vec, 64), mask = ln_mask(l);
    LLVMBasicBlockRef near_block = ln_block(l, "near"), far_block = ln_block(l, "far"),
                      join = ln_block(l, "");
    LLVMBuildCondBr(b, together, near_block, far_block);
    LLVMPositionBuilderAtEnd(b, near_block);
    LLVMValueRef at = unwrapped_at(l, &u, u.first);
    if (value) {
        LLVMValueRef args[4] = {value, at, i32_const(l, align), mask};
        near = l->mask ? ln_call(l, "llvm.masked.store", (LLVMTypeRef[]){vec, l->ptr}, 2, args, 4)
                       : LLVMBuildStore(b, value, at);
    } else {
        LLVMValueRef args[4] = {at, i32_const(l, align), mask, LLVMGetPoison(vec)};
        near = l->mask ? ln_call(l, "llvm.masked.load", (LLVMTypeRef[]){vec, l->ptr}, 2, args, 4)
                       : LLVMBuildLoad2(b, vec, at, "");
    }
    if (!l->mask) LLVMSetAlignment(near, align);
    keep_known(l, near, inst);
    LLVMBuildBr(b, join);

    LLVMPositionBuilderAtEnd(b, far_block);
    if (value) LLVMBuildStore(b, value, memory);
    struct ln_turns turns;
    ln_turns_begin(l, ln_mask_bits(l, mask), &turns);
    LLVMValueRef lane = LLVMBuildTrunc(b, turns.lane, l->i32, "");
    at = unwrapped_at(l, &u, LLVMBuildAdd(b, u.first, lane, ""));
    LLVMValueRef slot = LLVMBuildGEP2(b, type, memory, &turns.lane, 1, "");
    LLVMValueRef one = LLVMBuildLoad2(b, type, value ? slot : at, "");
    LLVMSetAlignment(one, value ? size_of(l, type) : align);
    one = LLVMBuildStore(b, one, value ? at : slot);
    LLVMSetAlignment(one, value ? align : size_of(l, type));
    ln_turns_end(l, &turns);
    far = value ? NULL : LLVMBuildLoad2(b, vec, memory, "");
    far_block = LLVMGetInsertBlock(b);
    LLVMBuildBr(b, join);

    LLVMPositionBuilderAtEnd(b, join);
    if (value) return NULL;
    LLVMValueRef phi = LLVMBuildPhi(b, vec, "");
    LLVMAddIncoming(phi, &near, &near_block, 1);
    LLVMAddIncoming(phi, &far, &far_block, 1);
    return phi;
}

// ---- elements with gaps between them, checked ---------------------------------------------------
// Neighbouring accesses are done together (group.c), but not where each is checked by itself. Where
// all lanes are on, one of `x = in[3 * i];` is what lies from the first to the last element, loaded
// in pieces of a vector (the last overlaps the one before, so that nothing else is read).

enum { MOST_STEPS = 4 };

static bool loads_with_gaps(struct lanes *l, LLVMValueRef inst, struct ln_shape s, int64_t size) {
    return l->checked && s.kind == LN_AFFINE && s.stride > size && s.stride % size == 0 &&
           s.stride <= size * MOST_STEPS && !LLVMGetVolatile(inst);
}

static LLVMValueRef load_pieces(struct lanes *l, LLVMValueRef inst, LLVMValueRef at, int step,
                                int64_t size) {
    LLVMTypeRef vec = ln_vec_type(l, LLVMTypeOf(inst));
    LLVMValueRef found = NULL;
    for (int piece = 0; piece < step; piece++) {
        int first = piece * l->w, all = (l->w - 1) * step + 1, index[LN_MOST_LANES];
        if (first > all - l->w) first = all - l->w;
        LLVMValueRef v =
            ln_plain_load(l, vec, ln_at_offset(l, at, first * size), LLVMGetAlignment(inst));
        keep_known(l, v, inst);
        for (int i = 0; i < l->w; i++) {
            int place = i * step - first;
            bool here = place >= 0 && place < l->w;
            index[i] = here ? (found ? l->w : 0) + place : found ? i : -1;
        }
        found = ln_shuffled(l, found ? found : v, found ? v : NULL, index, l->w);
    }
    return found;
}

static void load(struct lanes *l, LLVMValueRef inst, bool together);

static void load_with_gaps(struct lanes *l, LLVMValueRef inst, int64_t stride, int64_t size) {
    LLVMValueRef at = ln_scalar(l, LLVMGetOperand(inst, 0)), v[2];
    if (!l->mask) {
        ln_define(l, inst, NULL, load_pieces(l, inst, at, (int)(stride / size), size));
        return;
    }
    LLVMValueRef bits = ln_mask_bits(l, l->mask);
    LLVMBasicBlockRef from[2] = {ln_block(l, "all"), ln_block(l, "some")}, done = ln_block(l, "");
    LLVMValueRef every =
        LLVMBuildICmp(l->b, LLVMIntEQ, bits, LLVMConstAllOnes(LLVMTypeOf(bits)), "");
    LLVMBuildCondBr(l->b, every, from[0], from[1]);
    LLVMPositionBuilderAtEnd(l->b, from[0]);
    v[0] = load_pieces(l, inst, at, (int)(stride / size), size);
    LLVMBuildBr(l->b, done);
    LLVMPositionBuilderAtEnd(l->b, from[1]);
    load(l, inst, false);
    v[1] = ln_vector(l, inst);
    from[1] = LLVMGetInsertBlock(l->b);
    LLVMBuildBr(l->b, done);
    LLVMPositionBuilderAtEnd(l->b, done);
    LLVMValueRef phi = LLVMBuildPhi(l->b, LLVMTypeOf(v[0]), "");
    LLVMAddIncoming(phi, v, from, 2);
    ln_define(l, inst, NULL, phi);
}

// ---- shared memory under a mask -----------------------------------------------------------------
// Processors do not pass what was stored under a mask on to a load that follows soon (AMD's Zen,
// and Intel's Optimization Reference Manual, "Masked stores": unless the mask is all ones), and a
// masked load that reaches into a page that is not there takes a microcode assist, though the lanes
// there are off. One block at a time uses its shared memory, so where a whole vector lies in it,
// all of it is loaded, and what lanes that are off have there is stored again. Where it reaches
// over the end with lanes that are off, the last vector of that memory is loaded and moved. What is
// left has a mask: a lane that is on and outside faults, as it must.

static bool is_in_shared(struct lanes *l, LLVMValueRef inst, LLVMValueRef p) {
    return l->mask && !l->checked && l->register_bits >= 512 && !LLVMGetVolatile(inst) &&
           ln_space_of(l, p) == HD_FACT_SHARED;
}

static LLVMValueRef block_word(struct lanes *l, uint64_t offset) {
    LLVMValueRef index = LLVMConstInt(l->i64, offset, false);
    LLVMValueRef v =
        ln_plain_load(l, l->i64, LLVMBuildGEP2(l->b, l->i8, l->block, &index, 1, ""), 8);
    LLVMSetMetadata(v, l->md_invariant,
                    LLVMMetadataAsValue(l->ctx, LLVMMDNodeInContext2(l->ctx, NULL, 0)));
    return v;
}

// Through memory of our own: the vector at `last`, seen from `ahead` bytes further on.
static LLVMValueRef load_moved(struct lanes *l, LLVMValueRef inst, LLVMTypeRef vec,
                               LLVMValueRef last, LLVMValueRef ahead, uint64_t bytes) {
    LLVMValueRef most = LLVMConstInt(l->i64, bytes, false), args[2] = {ahead, most};
    LLVMValueRef memory = ln_alloca(l, LLVMArrayType2(l->i8, 2 * bytes), 64);
    ahead = ln_call(l, "llvm.umin", &l->i64, 1, args, 2);
    last = LLVMBuildIntToPtr(l->b, last, l->ptr, "");
    LLVMValueRef v = ln_plain_load(l, vec, last, LLVMGetAlignment(inst));
    LLVMSetAlignment(LLVMBuildStore(l->b, v, memory), 64);
    return ln_plain_load(l, vec, LLVMBuildGEP2(l->b, l->i8, memory, &ahead, 1, ""), 1);
}

// A load (value: NULL) or a store of neighbours.
static LLVMValueRef access_shared(struct lanes *l, LLVMValueRef inst, LLVMValueRef at,
                                  LLVMTypeRef vec, LLVMValueRef value, LLVMValueRef mask) {
    enum { WHOLE, MOVED, MASKED, WAYS };
    LLVMBuilderRef b = l->b;
    unsigned align = LLVMGetAlignment(inst);
    uint64_t bytes = LLVMABISizeOfType(l->layout, vec);
    LLVMValueRef size = LLVMConstInt(l->i64, bytes, false), address;
    LLVMValueRef begin = block_word(l, HD_BLOCK_SHARED), end = block_word(l, HD_BLOCK_SHARED_END);
    LLVMValueRef last = LLVMBuildSub(b, end, size, ""), room = LLVMBuildSub(b, last, begin, "");
    LLVMValueRef fits = LLVMBuildICmp(b, LLVMIntSGE, room, LLVMConstNull(l->i64), "");
    address = LLVMBuildPtrToInt(b, at, l->i64, "");
    LLVMValueRef in = LLVMBuildICmp(b, LLVMIntULE, LLVMBuildSub(b, address, begin, ""), room, "");
    LLVMBasicBlockRef from[WAYS] = {ln_block(l, "whole"), NULL, NULL}, done = ln_block(l, ""),
                      other = ln_block(l, "not whole");
    LLVMValueRef v[WAYS];
    LLVMBuildCondBr(b, LLVMBuildAnd(b, fits, in, ""), from[WHOLE], other);
    LLVMPositionBuilderAtEnd(b, from[WHOLE]);
    v[WHOLE] = ln_plain_load(l, vec, at, align);
    keep_known(l, v[WHOLE], inst);
    if (value) {
        LLVMValueRef r = LLVMBuildStore(b, LLVMBuildSelect(b, mask, value, v[WHOLE], ""), at);
        LLVMSetAlignment(r, align);
        keep_known(l, r, inst);
    }
    LLVMBuildBr(b, done);

    LLVMPositionBuilderAtEnd(b, other);
    if (!value) { // lanes from (end - address) / size on are behind the end
        from[MOVED] = ln_block(l, "moved");
        from[MASKED] = ln_block(l, "masked");
        LLVMTypeRef bits_type = LLVMIntTypeInContext(l->ctx, (unsigned)l->w);
        LLVMValueRef bits = LLVMBuildZExt(b, LLVMBuildBitCast(b, mask, bits_type, ""), l->i64, "");
        LLVMValueRef left = LLVMBuildSub(b, end, address, "");
        LLVMValueRef each = LLVMConstInt(l->i64, bytes / (uint64_t)l->w, false);
        LLVMValueRef args[2] = {left, LLVMConstNull(l->i64)};
        left = ln_call(l, "llvm.smax", &l->i64, 1, args, 2);
        args[0] = LLVMBuildUDiv(b, left, each, "");
        args[1] = LLVMConstInt(l->i64, 63, false);
        LLVMValueRef behind =
            LLVMBuildLShr(b, bits, ln_call(l, "llvm.umin", &l->i64, 1, args, 2), "");
        LLVMValueRef above = LLVMBuildICmp(b, LLVMIntUGT, address, last, "");
        LLVMValueRef moved =
            LLVMBuildAnd(b, LLVMBuildAnd(b, fits, above, ""), LLVMBuildIsNull(b, behind, ""), "");
        LLVMBuildCondBr(b, moved, from[MOVED], from[MASKED]);
        LLVMPositionBuilderAtEnd(b, from[MOVED]);
        v[MOVED] = load_moved(l, inst, vec, last, LLVMBuildSub(b, address, last, ""), bytes);
        LLVMBuildBr(b, done);
        LLVMPositionBuilderAtEnd(b, from[MASKED]);
        LLVMValueRef load[4] = {at, i32_const(l, align), mask, LLVMGetPoison(vec)};
        v[MASKED] = ln_call(l, "llvm.masked.load", (LLVMTypeRef[]){vec, l->ptr}, 2, load, 4);
        keep_known(l, v[MASKED], inst);
    } else {
        LLVMValueRef store[4] = {value, at, i32_const(l, align), mask};
        keep_known(l, ln_call(l, "llvm.masked.store", (LLVMTypeRef[]){vec, l->ptr}, 2, store, 4),
                   inst);
    }
    LLVMBuildBr(b, done);
    LLVMPositionBuilderAtEnd(b, done);
    if (value) return NULL;
    LLVMValueRef phi = LLVMBuildPhi(b, vec, "");
    LLVMAddIncoming(phi, v, from, WAYS);
    return phi;
}

enum hd_fact_cpu ln_access_way(struct lanes *l, LLVMValueRef inst) {
    bool load = LLVMIsALoadInst(inst) != NULL;
    LLVMValueRef p = LLVMGetOperand(inst, load ? 0 : 1);
    LLVMTypeRef type = load ? LLVMTypeOf(inst) : LLVMTypeOf(LLVMGetOperand(inst, 0));
    struct ln_shape s = ln_shape_of(l, p);
    int64_t size = size_of(l, type);
    if (ln_val(l, inst)->group) return HD_CPU_TOGETHER;
    if (s.kind == LN_UNIFORM || (s.kind == LN_AFFINE && (s.stride == size || s.stride == -size)))
        return HD_CPU_PLAIN;
    if (!ln_loads_as_vector(l, type) || LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic)
        return HD_CPU_BY_LANE;
    if (unwraps(l, inst, p, size)) return HD_CPU_PLAIN;
    bool small = load && size <= 2 && (int64_t)LLVMGetAlignment(inst) >= size;
    bool gathers = (size >= 4 || small) && l->register_bits >= (load ? 256 : 512);
    return gathers ? HD_CPU_GATHER : HD_CPU_BY_LANE;
}

static void load(struct lanes *l, LLVMValueRef inst, bool together) {
    LLVMValueRef p = LLVMGetOperand(inst, 0), v;
    struct ln_shape s = ln_shape_of(l, p);
    LLVMTypeRef type = LLVMTypeOf(inst);
    if (s.kind == LN_UNIFORM) {
        ln_define(l, inst, ln_clone(l, l->b, inst), NULL);
        return;
    }
    if (!ln_loads_as_vector(l, type) || LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic) {
        ln_serialise(l, inst);
        return;
    }
    LLVMTypeRef vec = ln_vec_type(l, type);
    unsigned align = LLVMGetAlignment(inst);
    int64_t size = size_of(l, type);
    if (together && loads_with_gaps(l, inst, s, size)) {
        load_with_gaps(l, inst, s.stride, size);
        return;
    }
    if (s.kind == LN_AFFINE && (s.stride == size || s.stride == -size)) {
        bool back = s.stride < 0;
        LLVMValueRef at = first_address(l, p, s.stride),
                     mask = l->mask && back ? reversed(l, l->mask) : l->mask;
        ln_prefetch(l, inst);
        if (!mask) {
            v = LLVMBuildLoad2(l->b, vec, at, "");
            LLVMSetAlignment(v, align);
            LLVMSetVolatile(v, LLVMGetVolatile(inst));
        } else if (is_in_shared(l, inst, p)) {
            v = access_shared(l, inst, at, vec, NULL, mask);
            ln_define(l, inst, NULL, back ? reversed(l, v) : v);
            return;
        } else {
            LLVMValueRef args[4] = {at, i32_const(l, align), mask, LLVMGetPoison(vec)};
            v = ln_call(l, "llvm.masked.load", (LLVMTypeRef[]){vec, l->ptr}, 2, args, 4);
        }
        keep_known(l, v, inst);
        if (back) v = reversed(l, v);
    } else if (unwraps(l, inst, p, size)) {
        v = access_unwrapped(l, inst, p, type, NULL);
    } else if (gather_small(l, inst, size)) {
        return;
    } else if (!scatters(l, size, false)) {
        ln_serialise(l, inst);
        return;
    } else {
        v = masked_gather(l, vec, ln_vector(l, p), align);
        keep_known(l, v, inst);
    }
    ln_define(l, inst, NULL, v);
}

void ln_load(struct lanes *l, LLVMValueRef inst) {
    if (!ln_group_access(l, inst)) load(l, inst, true);
}

// the value of the last lane that is on
static LLVMValueRef last_lane(struct lanes *l, LLVMValueRef v) {
    LLVMValueRef index = i32_const(l, (unsigned)l->w - 1);
    if (l->mask) {
        LLVMValueRef bits = ln_mask_bits(l, l->mask);
        LLVMTypeRef type = LLVMTypeOf(bits);
        LLVMValueRef args[2] = {bits, LLVMConstInt(l->i1, 0, false)};
        LLVMValueRef zeros = ln_call(l, "llvm.ctlz", &type, 1, args, 2);
        index = LLVMBuildSub(l->b, LLVMConstInt(type, (unsigned)l->w - 1, false), zeros, "");
        index = LLVMBuildIntCast2(l->b, index, l->i32, false, "");
    }
    return LLVMBuildExtractElement(l->b, v, index, "");
}

// ---- bytes with gaps ----------------------------------------------------------------------------
// `out[3 * i] = r;` of bytes: machines scatter words only, but store the bytes of a register that a
// mask names. The rows that the elements lie in are such registers, with the elements in place.

enum { ROW = 64, MOST_ROWS = 4 };

static bool has_gaps(struct lanes *l, LLVMValueRef inst, struct ln_shape s, int64_t size) {
    return s.kind == LN_AFFINE && size <= 2 && s.stride > size && s.stride % size == 0 &&
           (l->w - 1) * s.stride + size <= ROW * MOST_ROWS && l->register_bits >= 512 &&
           !LLVMGetVolatile(inst);
}

static void store_in_rows(struct lanes *l, LLVMValueRef inst, LLVMValueRef at, LLVMValueRef v,
                          int64_t stride, int64_t size) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(inst, 0));
    int n = (int)(ROW / size), step = (int)(stride / size), last = (l->w - 1) * step;
    LLVMTypeRef row = LLVMVectorType(type, (unsigned)n);
    for (int first = 0; first <= last; first += n) {
        int index[ROW];
        LLVMValueRef on[ROW];
        for (int i = 0; i < n; i++) {
            int place = first + i;
            index[i] = place % step == 0 && place <= last ? place / step : -1;
            on[i] = LLVMConstInt(l->i1, index[i] >= 0, false);
        }
        LLVMValueRef args[4] = {
            ln_shuffled(l, v, NULL, index, n), ln_at_offset(l, at, first * size),
            i32_const(l, (unsigned)LLVMGetAlignment(inst)), LLVMConstVector(on, (unsigned)n)};
        keep_known(l, ln_call(l, "llvm.masked.store", (LLVMTypeRef[]){row, l->ptr}, 2, args, 4),
                   inst);
    }
}

// Where some lanes are off they go one by one.
static void store_with_gaps(struct lanes *l, LLVMValueRef inst, int64_t stride, int64_t size) {
    LLVMValueRef v = ln_vector(l, LLVMGetOperand(inst, 0)),
                 at = ln_scalar(l, LLVMGetOperand(inst, 1));
    if (!l->mask) {
        store_in_rows(l, inst, at, v, stride, size);
        return;
    }
    LLVMValueRef bits = ln_mask_bits(l, l->mask);
    LLVMBasicBlockRef all = ln_block(l, "all"), some = ln_block(l, "some"),
                      done = ln_block(l, "stored");
    LLVMValueRef every =
        LLVMBuildICmp(l->b, LLVMIntEQ, bits, LLVMConstAllOnes(LLVMTypeOf(bits)), "");
    LLVMBuildCondBr(l->b, every, all, some);
    LLVMPositionBuilderAtEnd(l->b, all);
    store_in_rows(l, inst, at, v, stride, size);
    LLVMBuildBr(l->b, done);
    LLVMPositionBuilderAtEnd(l->b, some);
    ln_serialise(l, inst);
    LLVMBuildBr(l->b, done);
    LLVMPositionBuilderAtEnd(l->b, done);
}

void ln_store(struct lanes *l, LLVMValueRef inst) {
    if (ln_group_access(l, inst)) return;
    LLVMValueRef value = LLVMGetOperand(inst, 0), p = LLVMGetOperand(inst, 1), r;
    struct ln_shape s = ln_shape_of(l, p), vs = ln_shape_of(l, value);
    LLVMTypeRef type = LLVMTypeOf(value);
    if (s.kind == LN_UNIFORM && vs.kind == LN_UNIFORM) {
        ln_clone(l, l->b, inst);
        return;
    }
    if (!ln_loads_as_vector(l, type) || LLVMGetOrdering(inst) != LLVMAtomicOrderingNotAtomic) {
        ln_serialise(l, inst);
        return;
    }
    unsigned align = LLVMGetAlignment(inst);
    int64_t size = size_of(l, type);
    bool neighbours = s.kind == LN_AFFINE && (s.stride == size || s.stride == -size);
    if (unwraps(l, inst, p, size)) {
        access_unwrapped(l, inst, p, type, ln_vector(l, value));
        return;
    }
    if (has_gaps(l, inst, s, size)) {
        store_with_gaps(l, inst, s.stride, size);
        return;
    }
    if (s.kind != LN_UNIFORM && !neighbours && !scatters(l, size, true)) {
        ln_serialise(l, inst);
        return;
    }
    LLVMValueRef v = ln_vector(l, value);
    if (s.kind == LN_UNIFORM) {
        r = LLVMBuildStore(l->b, last_lane(l, v), ln_scalar(l, p));
        LLVMSetAlignment(r, align);
        LLVMSetVolatile(r, LLVMGetVolatile(inst));
    } else if (neighbours) {
        bool back = s.stride < 0;
        LLVMValueRef at = first_address(l, p, s.stride),
                     mask = l->mask && back ? reversed(l, l->mask) : l->mask;
        if (back) v = reversed(l, v);
        if (!mask) {
            r = LLVMBuildStore(l->b, v, at);
            LLVMSetAlignment(r, align);
            LLVMSetVolatile(r, LLVMGetVolatile(inst));
        } else if (is_in_shared(l, inst, p)) {
            access_shared(l, inst, at, LLVMTypeOf(v), v, mask);
            return;
        } else {
            LLVMValueRef args[4] = {v, at, i32_const(l, align), mask};
            r = ln_call(l, "llvm.masked.store", (LLVMTypeRef[]){LLVMTypeOf(v), l->ptr}, 2, args, 4);
        }
    } else {
        LLVMValueRef ptrs = ln_vector(l, p);
        LLVMValueRef args[4] = {v, ptrs, i32_const(l, align), ln_mask(l)};
        r = ln_call(l, "llvm.masked.scatter", (LLVMTypeRef[]){LLVMTypeOf(v), LLVMTypeOf(ptrs)}, 2,
                    args, 4);
    }
    keep_known(l, r, inst);
}
