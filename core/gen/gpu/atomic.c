// Atomics on the GPU.
//
// Those that both back ends know become LLVM's atomicrmw and cmpxchg, so that the optimiser sees
// the address space behind the pointer; a scope other than the device (`atomicAdd_block`), 16-bit
// words and the like are lines of PTX; what the machine does not have (nand) is a loop around
// compare-and-swap. All of them are relaxed; memory order is fences, which gpu/lower.c adds.
// Example: atomicAdd_system(p, 1) is `atom.sys.add.u32`.
#include "gen/emit.h"

static const char *scope_of(const struct hd_expr *e) {
    size_t n = strlen(e->builtin->name);
    if (n > 6 && !strcmp(e->builtin->name + n - 6, "_block")) return "cta";
    if (n > 7 && !strcmp(e->builtin->name + n - 7, "_system")) return "sys";
    return NULL;
}

// The bits of a bfloat16 as a float, and back (rounded).
static LLVMValueRef widened(struct fn *f, LLVMValueRef bits) {
    return LLVMBuildFPExt(f->b, LLVMBuildBitCast(f->b, bits, f->g->bf16, ""), f->g->f32, "");
}

static LLVMValueRef bfloat_sum(struct fn *f, LLVMValueRef old, LLVMValueRef v) {
    LLVMValueRef sum = LLVMBuildFAdd(f->b, widened(f, old), widened(f, v), "");
    return LLVMBuildBitCast(f->b, LLVMBuildFPTrunc(f->b, sum, f->g->bf16, ""), f->g->i16, "");
}

// Words of 1 and 2 bytes, and operations that the machine lacks: try until nobody else has changed
// the word meanwhile.
static LLVMValueRef cas_loop(struct fn *f, LLVMAtomicRMWBinOp op, LLVMValueRef addr,
                             LLVMValueRef v) {
    struct gen *g = f->g;
    LLVMTypeRef type = LLVMTypeOf(v);
    unsigned bits = LLVMGetIntTypeWidth(type);
    LLVMTypeRef word = bits < 32 ? g->i32 : type;
    LLVMValueRef base = addr, shift = NULL;
    if (bits < 32) { // in the aligned word around it
        LLVMValueRef at_byte = LLVMBuildPtrToInt(f->b, addr, g->i64, "");
        LLVMValueRef low = LLVMBuildAnd(f->b, at_byte, const_i64(g, 3), "");
        base = LLVMBuildIntToPtr(f->b, LLVMBuildSub(f->b, at_byte, low, ""), g->ptr, "");
        shift = LLVMBuildTrunc(f->b, LLVMBuildShl(f->b, low, const_i64(g, 3), ""), g->i32, "");
    }
    LLVMValueRef first = raw_load(f, word, base, bits < 32 ? 4 : bits / 8);
    LLVMSetVolatile(first, true);
    LLVMBasicBlockRef before = LLVMGetInsertBlock(f->b), loop = new_block(f, "atomic"),
                      done = new_block(f, "atomic.end");
    LLVMBuildBr(f->b, loop);
    LLVMPositionBuilderAtEnd(f->b, loop);
    LLVMValueRef seen = LLVMBuildPhi(f->b, word, ""), old = seen, next;
    if (shift) old = LLVMBuildTrunc(f->b, LLVMBuildLShr(f->b, seen, shift, ""), type, "");
    bool sum = op == LLVMAtomicRMWBinOpFAdd; // the only one of floating point that comes here
    next = sum ? bfloat_sum(f, old, v) : access_combine(f, op, old, v);
    if (shift) {
        LLVMValueRef ones = const_i32(g, bits == 8 ? 0xff : 0xffff),
                     mask = LLVMBuildShl(f->b, ones, shift, "");
        LLVMValueRef keep = LLVMBuildAnd(f->b, seen, LLVMBuildNot(f->b, mask, ""), "");
        next = LLVMBuildOr(f->b, keep,
                           LLVMBuildShl(f->b, LLVMBuildZExt(f->b, next, word, ""), shift, ""), "");
    }
    LLVMValueRef cas = LLVMBuildAtomicCmpXchg(f->b, base, seen, next, LLVMAtomicOrderingMonotonic,
                                              LLVMAtomicOrderingMonotonic, false);
    LLVMValueRef now = LLVMBuildExtractValue(f->b, cas, 0, "");
    LLVMBuildCondBr(f->b, LLVMBuildICmp(f->b, LLVMIntEQ, now, seen, ""), done, loop);
    LLVMBasicBlockRef ends[2] = {before, loop};
    LLVMAddIncoming(seen, (LLVMValueRef[]){first, now}, ends, 2);
    LLVMPositionBuilderAtEnd(f->b, done);
    return old;
}

// half from sm_70 on, bfloat16 from sm_90 on (before, a loop, as in CUDA's header); 16 bits to both
// back ends.
static LLVMValueRef add_small(struct fn *f, LLVMValueRef addr, LLVMValueRef v, const char *scope) {
    struct gen *g = f->g;
    bool bfloat = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMBFloatTypeKind;
    LLVMValueRef bits = LLVMBuildBitCast(f->b, v, g->i16, "");
    if (bfloat && g->gpu->arch < 90)
        return LLVMBuildBitCast(f->b, cas_loop(f, LLVMAtomicRMWBinOpFAdd, addr, bits), g->bf16, "");
    const char *text = hd_printf(g->arena, "atom.%s.add.noftz.%s $0, [$1], $2;",
                                 scope ? scope : "gpu", bfloat ? "bf16" : "f16");
    LLVMValueRef a[2] = {addr, bits};
    return LLVMBuildBitCast(f->b, gpu_asm(f, text, "=h,l,h,~{memory}", g->i16, a, 2, true),
                            LLVMTypeOf(v), "");
}

LLVMValueRef gpu_rmw(struct fn *f, LLVMAtomicRMWBinOp op, LLVMValueRef addr, LLVMValueRef v,
                     LLVMAtomicOrdering order) {
    struct gen *g = f->g;
    bool ordered = order != LLVMAtomicOrderingMonotonic;
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v));
    if (op == LLVMAtomicRMWBinOpFAdd && (kind == LLVMHalfTypeKind || kind == LLVMBFloatTypeKind))
        return add_small(f, addr, v, NULL);
    LLVMTypeRef type = LLVMTypeOf(v);
    bool small = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) < 32;
    if (ordered) gpu_fence(f, "gl");
    LLVMValueRef old;
    if (op == LLVMAtomicRMWBinOpFSub) {
        op = LLVMAtomicRMWBinOpFAdd;
        v = LLVMBuildFNeg(f->b, v, "");
    }
    if (op == LLVMAtomicRMWBinOpUIncWrap || op == LLVMAtomicRMWBinOpUDecWrap) {
        bool inc = op == LLVMAtomicRMWBinOpUIncWrap;
        const char *name = inc ? "llvm.nvvm.atomic.load.inc.32" : "llvm.nvvm.atomic.load.dec.32";
        old = intrinsic(f, name, &g->ptr, 1, (LLVMValueRef[]){addr, v}, 2);
    } else if (op == LLVMAtomicRMWBinOpNand || small) {
        old = cas_loop(f, op, addr, v);
    } else {
        bool bits = op == LLVMAtomicRMWBinOpXchg && LLVMGetTypeKind(type) != LLVMIntegerTypeKind;
        LLVMTypeRef word =
            bits ? ty_int(g, LLVMGetTypeKind(type) == LLVMDoubleTypeKind ? 64 : 32) : type;
        if (bits) v = LLVMBuildBitCast(f->b, v, word, "");
        old = LLVMBuildAtomicRMW(f->b, op, addr, v, LLVMAtomicOrderingMonotonic, false);
        if (bits) old = LLVMBuildBitCast(f->b, old, type, "");
    }
    if (ordered) gpu_fence(f, "gl");
    return old;
}

// `atom.cta.add.f32` and the like, on the generic address.
static struct val scoped(struct fn *f, const struct hd_expr *e, struct val *args, const char *scope,
                         struct hd_type *type) {
    struct gen *g = f->g;
    const struct hd_type *t = ty_value(type);
    const char *op = e->builtin->arg;
    bool cas = !strcmp(op, "cas"), is_float = ty_is_fp(t), subtract = !strcmp(op, "sub");
    bool bitwise =
        cas || !strcmp(op, "exch") || !strcmp(op, "and") || !strcmp(op, "or") || !strcmp(op, "xor");
    bool minmax = !strcmp(op, "min") || !strcmp(op, "max");
    unsigned bits = (unsigned)t->size * 8;
    char kind = bitwise ? 'b' : is_float ? 'f' : minmax && hd_type_is_signed(t) ? 's' : 'u';
    char reg = bits == 16 ? 'h' : bits == 64 ? 'l' : 'r';
    LLVMValueRef a[3] = {args[0].v};
    for (int i = 1; i < e->nargs; i++) a[i] = bits_of(f, convert(f, args[i], type), bits);
    if (subtract) a[1] = LLVMBuildNeg(f->b, a[1], "");
    if (is_float && !bitwise) {
        a[1] = LLVMBuildBitCast(f->b, a[1], ty_reg(g, t), "");
        reg = bits == 64 ? 'd' : 'f';
    }
    const char *text = hd_printf(g->arena, "atom.%s.%s.%c%u $0, [$1], $2%s;", scope,
                                 subtract ? "add" : op, kind, bits, cas ? ", $3" : "");
    const char *constraints =
        hd_printf(g->arena, cas ? "=%c,l,%c,%c,~{memory}" : "=%c,l,%c,~{memory}", reg, reg, reg);
    LLVMValueRef old = gpu_asm(f, text, constraints, LLVMTypeOf(a[1]), a, e->nargs, true);
    if (is_float && !bitwise) return val_scalar(old, e->type);
    return val_of_bits(f, old, e->type);
}

static LLVMAtomicRMWBinOp which(const char *op, bool is_float, bool is_signed) {
    if (!strcmp(op, "add")) return is_float ? LLVMAtomicRMWBinOpFAdd : LLVMAtomicRMWBinOpAdd;
    if (!strcmp(op, "sub")) return is_float ? LLVMAtomicRMWBinOpFSub : LLVMAtomicRMWBinOpSub;
    if (!strcmp(op, "exch")) return LLVMAtomicRMWBinOpXchg;
    if (!strcmp(op, "min")) return is_signed ? LLVMAtomicRMWBinOpMin : LLVMAtomicRMWBinOpUMin;
    if (!strcmp(op, "max")) return is_signed ? LLVMAtomicRMWBinOpMax : LLVMAtomicRMWBinOpUMax;
    if (!strcmp(op, "inc")) return LLVMAtomicRMWBinOpUIncWrap;
    if (!strcmp(op, "dec")) return LLVMAtomicRMWBinOpUDecWrap;
    if (!strcmp(op, "and")) return LLVMAtomicRMWBinOpAnd;
    if (!strcmp(op, "or")) return LLVMAtomicRMWBinOpOr;
    return LLVMAtomicRMWBinOpXor;
}

struct val gpu_atomic(struct fn *f, const struct hd_expr *e, struct val *args) {
    const char *op = e->builtin->arg, *scope = scope_of(e);
    struct hd_type *type = hd_type_unqual(args[0].type->base);
    const struct hd_type *t = ty_value(type);
    if (t->kind == HD_TY_RECORD) return atomic_pair(f, e, args, type);
    if (ty_is_fp(t) && t->size == 2)
        return val_scalar(add_small(f, args[0].v, convert(f, args[1], type).v, scope), e->type);
    if (scope || t->size == 2) return scoped(f, e, args, scope ? scope : "gpu", type);
    if (!strcmp(op, "cas")) {
        unsigned bits = (unsigned)t->size * 8;
        LLVMValueRef expected = bits_of(f, convert(f, args[1], type), bits),
                     desired = bits_of(f, convert(f, args[2], type), bits);
        LLVMValueRef pair =
            access_cas(f, args[0].v, expected, desired, args[0].space, LLVMAtomicOrderingMonotonic);
        return val_of_bits(f, LLVMBuildExtractValue(f->b, pair, 0, ""), e->type);
    }
    LLVMAtomicRMWBinOp rmw = which(op, ty_is_fp(t), hd_type_is_signed(t));
    struct val r = val_scalar(
        gpu_rmw(f, rmw, args[0].v, convert(f, args[1], type).v, LLVMAtomicOrderingMonotonic),
        e->type);
    return r;
}
