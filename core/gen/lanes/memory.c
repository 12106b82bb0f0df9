// Loads and stores. How memory is touched follows from the address: uniform, one scalar access; one
// element after the other, a vector (masked where lanes are off); backwards, a vector reversed;
// else a gather or scatter. Vector accesses have the alignment of an element.
#include "gen/lanes/lanes.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

static void keep_tbaa(struct lanes *l, LLVMValueRef to, LLVMValueRef from) {
    LLVMValueRef node = LLVMGetMetadata(from, l->md_tbaa);
    if (node && LLVMIsAInstruction(to)) LLVMSetMetadata(to, l->md_tbaa, node);
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
    LLVMValueRef order[64];
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

void ln_load(struct lanes *l, LLVMValueRef inst) {
    if (ln_group_access(l, inst)) return;
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
    if (s.kind == LN_AFFINE && (s.stride == size || s.stride == -size)) {
        bool back = s.stride < 0;
        LLVMValueRef at = first_address(l, p, s.stride),
                     mask = l->mask && back ? reversed(l, l->mask) : l->mask;
        ln_prefetch(l, inst);
        if (!mask) {
            v = LLVMBuildLoad2(l->b, vec, at, "");
            LLVMSetAlignment(v, align);
            LLVMSetVolatile(v, LLVMGetVolatile(inst));
        } else {
            LLVMValueRef args[4] = {at, i32_const(l, align), mask, LLVMGetPoison(vec)};
            v = ln_call(l, "llvm.masked.load", (LLVMTypeRef[]){vec, l->ptr}, 2, args, 4);
        }
        keep_tbaa(l, v, inst);
        if (back) v = reversed(l, v);
    } else if (!scatters(l, size, false)) {
        ln_serialise(l, inst);
        return;
    } else {
        LLVMValueRef ptrs = ln_vector(l, p);
        LLVMValueRef args[4] = {ptrs, i32_const(l, align), ln_mask(l), LLVMGetPoison(vec)};
        v = ln_call(l, "llvm.masked.gather", (LLVMTypeRef[]){vec, LLVMTypeOf(ptrs)}, 2, args, 4);
        keep_tbaa(l, v, inst);
    }
    ln_define(l, inst, NULL, v);
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
    keep_tbaa(l, r, inst);
}
