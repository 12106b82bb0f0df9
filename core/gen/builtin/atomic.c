// Atomic built-ins: CUDA's (relaxed, old value) and GNU's __sync and __atomic families
// (sequentially consistent unless they say less). They work on anything of 1, 2, 4, 8 or 16 bytes:
// integers as they are, the rest as bits.
//
// Example: atomicAdd(&sum, 1.5f) is atomicrmw fadd; __sync_bool_compare_and_swap(&p, a, b) on
// pointers is a cmpxchg of i64.
#include "gen/emit.h"

static unsigned width_of(const struct hd_type *t) { return (unsigned)t->size * 8; }

static bool is_native(const struct hd_type *t) { // atomicrmw takes it as it is
    t = ty_value(t);
    return (hd_type_is_integer(t) && t->kind != HD_TY_BOOL) ||
           (t->kind >= HD_TY_HALF && t->kind <= HD_TY_DOUBLE);
}

// The value to combine with: of the pointee's type, natively or as bits.
static LLVMValueRef operand(struct fn *f, struct val v, struct hd_type *type) {
    if (is_native(type)) return convert(f, v, type).v;
    return bits_of(f, v.kind == VAL_MEM ? v : convert(f, v, type), width_of(type));
}

static struct val result(struct fn *f, LLVMValueRef v, struct hd_type *type) {
    return is_native(type) ? val_scalar(v, type) : val_of_bits(f, v, type);
}

// ---- CUDA ---------------------------------------------------------------------------------------

static struct val cuda_cas(struct fn *f, const struct hd_expr *e, struct val *args,
                           struct hd_type *type) {
    unsigned bits = width_of(type);
    LLVMValueRef expected = bits_of(f, convert(f, args[1], type), bits),
                 desired = bits_of(f, convert(f, args[2], type), bits);
    LLVMValueRef pair =
        access_cas(f, args[0].v, expected, desired, args[0].space, LLVMAtomicOrderingMonotonic);
    return val_of_bits(f, LLVMBuildExtractValue(f->b, pair, 0, ""), e->type);
}

// half2 and __nv_bfloat162: each half by itself, as CUDA promises no more.
struct val atomic_pair(struct fn *f, const struct hd_expr *e, struct val *args,
                       struct hd_type *type) {
    struct place from = place_of(f, args[1]), old = place_at(temp_for(f, type), type);
    struct hd_type *part = type->record->fields[0].type;
    for (uint64_t offset = 0; offset < 4; offset += 2) {
        struct place p = place_at(byte_offset(f, from.addr, offset), part),
                     to = place_at(byte_offset(f, old.addr, offset), part);
        LLVMValueRef v = access_load(f, p).v, addr = byte_offset(f, args[0].v, offset);
        access_store(f, to,
                     val_scalar(access_rmw(f, LLVMAtomicRMWBinOpFAdd, addr, v, args[0].space,
                                           LLVMAtomicOrderingMonotonic),
                                part));
    }
    struct val r = access_load(f, old);
    r.type = e->type;
    return r;
}

static bool ends_with(const char *s, const char *end) {
    size_t n = strlen(s), m = strlen(end);
    return n >= m && !strcmp(s + n - m, end);
}

static enum hd_check_scope scope_of(const struct hd_expr *e) {
    if (ends_with(e->builtin->name, "_block")) return HD_SCOPE_BLOCK;
    return ends_with(e->builtin->name, "_system") ? HD_SCOPE_SYSTEM : HD_SCOPE_DEVICE;
}

struct val emit_atomic(struct fn *f, const struct hd_expr *e, struct val *args) {
    const char *op = e->builtin->arg;
    struct hd_type *type = hd_type_unqual(args[0].type->base);
    const struct hd_type *t = ty_value(type);
    bool stores = f->dropped == e && !strcmp(op, "exch"); // what was there is of no use
    if (f->g->job->check)
        args[0].v = check_pointer(f, e, &args[0], type->size,
                                  stores ? HD_CHECK_ATOMIC_STORE : HD_CHECK_RMW, scope_of(e));
    if (t->kind == HD_TY_RECORD) return atomic_pair(f, e, args, type);
    bool is_float = ty_is_fp(t), is_signed = hd_type_is_signed(t);
    if (!strcmp(op, "cas")) return cuda_cas(f, e, args, type);
    LLVMAtomicRMWBinOp rmw = LLVMAtomicRMWBinOpAdd;
    if (!strcmp(op, "add"))
        rmw = is_float ? LLVMAtomicRMWBinOpFAdd : LLVMAtomicRMWBinOpAdd;
    else if (!strcmp(op, "sub"))
        rmw = is_float ? LLVMAtomicRMWBinOpFSub : LLVMAtomicRMWBinOpSub;
    else if (!strcmp(op, "exch"))
        rmw = LLVMAtomicRMWBinOpXchg;
    else if (!strcmp(op, "min"))
        rmw = is_float    ? LLVMAtomicRMWBinOpFMin
              : is_signed ? LLVMAtomicRMWBinOpMin
                          : LLVMAtomicRMWBinOpUMin;
    else if (!strcmp(op, "max"))
        rmw = is_float    ? LLVMAtomicRMWBinOpFMax
              : is_signed ? LLVMAtomicRMWBinOpMax
                          : LLVMAtomicRMWBinOpUMax;
    else if (!strcmp(op, "inc"))
        rmw = LLVMAtomicRMWBinOpUIncWrap;
    else if (!strcmp(op, "dec"))
        rmw = LLVMAtomicRMWBinOpUDecWrap;
    else if (!strcmp(op, "and"))
        rmw = LLVMAtomicRMWBinOpAnd;
    else if (!strcmp(op, "or"))
        rmw = LLVMAtomicRMWBinOpOr;
    else if (!strcmp(op, "xor"))
        rmw = LLVMAtomicRMWBinOpXor;
    LLVMValueRef v = operand(f, args[1], type);
    LLVMValueRef old = access_rmw(f, rmw, args[0].v, v, args[0].space, LLVMAtomicOrderingMonotonic);
    struct val r = result(f, old, type);
    r.type = e->type;
    return r;
}

// ---- GNU ----------------------------------------------------------------------------------------

static const LLVMAtomicOrdering strongest = LLVMAtomicOrderingSequentiallyConsistent;

// A __ATOMIC_* argument. What is not constant is taken as the strongest.
static LLVMAtomicOrdering order_of(const struct val *args, int nargs, int i, bool load,
                                   bool store) {
    if (i >= nargs || !args[i].v || !LLVMIsAConstantInt(args[i].v)) return strongest;
    switch (LLVMConstIntGetZExtValue(args[i].v)) {
    case 0: return LLVMAtomicOrderingMonotonic;
    case 1:
    case 2: return store ? LLVMAtomicOrderingMonotonic : LLVMAtomicOrderingAcquire;
    case 3: return load ? LLVMAtomicOrderingMonotonic : LLVMAtomicOrderingRelease;
    case 4:
        return load    ? LLVMAtomicOrderingAcquire
               : store ? LLVMAtomicOrderingRelease
                       : LLVMAtomicOrderingAcquireRelease;
    default: return strongest;
    }
}

static struct val gnu_rmw(struct fn *f, const struct hd_expr *e, struct val *args) {
    const char *op = e->builtin->arg;
    bool new_value = *op == '+';
    op += new_value;
    struct hd_type *type = hd_type_unqual(args[0].type->base);
    static const struct {
        const char *name;
        LLVMAtomicRMWBinOp rmw;
        int tok;
    } ops[] = {
        {"add", LLVMAtomicRMWBinOpAdd, TK_PLUS},  {"sub", LLVMAtomicRMWBinOpSub, TK_MINUS},
        {"and", LLVMAtomicRMWBinOpAnd, TK_AMP},   {"or", LLVMAtomicRMWBinOpOr, TK_PIPE},
        {"xor", LLVMAtomicRMWBinOpXor, TK_CARET}, {"nand", LLVMAtomicRMWBinOpNand, 0},
    };
    int k = 0;
    while (k < HD_COUNT(ops) - 1 && strcmp(ops[k].name, op)) k++;
    struct val operand_val = args[1];
    if (type->kind == HD_TY_PTR)
        operand_val = convert(f, args[1], hd_ty.long_); // bytes, as gcc has it
    LLVMValueRef v = bits_of(f, type->kind == HD_TY_PTR ? operand_val : convert(f, args[1], type),
                             width_of(type));
    LLVMAtomicOrdering order = order_of(args, e->nargs, 2, false, false);
    LLVMValueRef r = access_rmw(f, ops[k].rmw, args[0].v, v, SPACE_ANY, order);
    if (new_value) {
        switch (ops[k].tok) {
        case TK_PLUS: r = LLVMBuildAdd(f->b, r, v, ""); break;
        case TK_MINUS: r = LLVMBuildSub(f->b, r, v, ""); break;
        case TK_AMP: r = LLVMBuildAnd(f->b, r, v, ""); break;
        case TK_PIPE: r = LLVMBuildOr(f->b, r, v, ""); break;
        case TK_CARET: r = LLVMBuildXor(f->b, r, v, ""); break;
        default: r = LLVMBuildNot(f->b, LLVMBuildAnd(f->b, r, v, ""), ""); break;
        }
    }
    return val_of_bits(f, r, e->type);
}

static LLVMValueRef pointed_bits(struct fn *f, struct val p, struct hd_type *type) {
    return raw_load(f, ty_int(f->g, width_of(type)), p.v, ty_align(type));
}

static struct val gnu_cas(struct fn *f, const struct hd_expr *e, struct val *args) { // __sync
    struct hd_type *type = hd_type_unqual(args[0].type->base);
    unsigned bits = width_of(type);
    LLVMValueRef expected = bits_of(f, convert(f, args[1], type), bits),
                 desired = bits_of(f, convert(f, args[2], type), bits);
    LLVMValueRef pair = access_cas(f, args[0].v, expected, desired, SPACE_ANY, strongest);
    if (!strcmp(e->builtin->arg, "bool"))
        return bool_val(f, LLVMBuildExtractValue(f->b, pair, 1, ""), e->type);
    return val_of_bits(f, LLVMBuildExtractValue(f->b, pair, 0, ""), e->type);
}

static struct val atomic_cas(struct fn *f, const struct hd_expr *e, struct val *args,
                             bool by_pointer) {
    struct hd_type *type = hd_type_unqual(args[0].type->base);
    unsigned bits = width_of(type);
    LLVMValueRef expected = pointed_bits(f, args[1], type);
    LLVMValueRef desired =
        by_pointer ? pointed_bits(f, args[2], type) : bits_of(f, convert(f, args[2], type), bits);
    LLVMAtomicOrdering order = order_of(args, e->nargs, 4, false, false);
    LLVMValueRef pair = access_cas(f, args[0].v, expected, desired, SPACE_ANY, order);
    LLVMValueRef old = LLVMBuildExtractValue(f->b, pair, 0, ""),
                 ok = LLVMBuildExtractValue(f->b, pair, 1, "");
    LLVMBasicBlockRef failed = new_block(f, "cas.failed"), done = new_block(f, "cas.end");
    LLVMBuildCondBr(f->b, ok, done, failed);
    LLVMPositionBuilderAtEnd(f->b, failed);
    raw_store(f, old, args[1].v, ty_align(type));
    LLVMBuildBr(f->b, done);
    LLVMPositionBuilderAtEnd(f->b, done);
    return bool_val(f, ok, e->type);
}

static LLVMValueRef ordered_load(struct fn *f, LLVMValueRef addr, unsigned bits,
                                 LLVMAtomicOrdering order) {
    twin_load(f, addr, bits / 8);
    LLVMValueRef v = raw_load(f, ty_int(f->g, bits), addr, bits / 8);
    LLVMSetOrdering(v, order);
    return v;
}

static void ordered_store(struct fn *f, LLVMValueRef v, LLVMValueRef addr, unsigned bits,
                          LLVMAtomicOrdering order) {
    twin_store(f, addr, bits / 8);
    LLVMValueRef store = LLVMBuildStore(f->b, v, addr);
    LLVMSetAlignment(store, bits / 8);
    LLVMSetOrdering(store, order);
    twin_stored(f, addr);
}

static LLVMValueRef exchange(struct fn *f, struct val p, LLVMValueRef v, LLVMAtomicOrdering order) {
    return access_rmw(f, LLVMAtomicRMWBinOpXchg, p.v, v, SPACE_ANY, order);
}

// They order what is around them: all are taken for as strong as can be.
static void check_sync_atomic(struct fn *f, const struct hd_expr *e, struct val *args,
                              unsigned size) {
    enum hd_builtin_lower lower = e->builtin->lower;
    bool signal = e->builtin->arg && !strcmp(e->builtin->arg, "signal");
    if (f->thread && lower != LOWER_ATOMIC_LOAD && !signal) check_fence(f, HD_SCOPE_SYSTEM);
    if (!e->nargs || args[0].type->kind != HD_TY_PTR) return;
    enum hd_check_op op = lower == LOWER_ATOMIC_LOAD    ? HD_CHECK_ATOMIC_LOAD
                          : lower == LOWER_ATOMIC_STORE ? HD_CHECK_ATOMIC_STORE
                                                        : HD_CHECK_RMW;
    args[0].v = check_pointer(f, e, &args[0], size, op, HD_SCOPE_SYSTEM);
}

struct val emit_sync_atomic(struct fn *f, const struct hd_expr *e, struct val *args) {
    struct gen *g = f->g;
    bool by_pointer = e->builtin->arg && !strcmp(e->builtin->arg, "ptr");
    struct hd_type *type =
        e->nargs && args[0].type->kind == HD_TY_PTR ? hd_type_unqual(args[0].type->base) : NULL;
    if (type && (type->kind == HD_TY_VOID || !type->size)) type = hd_ty.char_;
    unsigned bits = type ? width_of(type) : 8;
    if (f->g->job->check) check_sync_atomic(f, e, args, bits / 8);
    switch (e->builtin->lower) {
    case LOWER_SYNC_RMW: return gnu_rmw(f, e, args);
    case LOWER_SYNC_CAS: return gnu_cas(f, e, args);
    case LOWER_ATOMIC_CAS: return atomic_cas(f, e, args, by_pointer);
    case LOWER_ATOMIC_LOAD: {
        LLVMAtomicOrdering order = order_of(args, e->nargs, by_pointer ? 2 : 1, true, false);
        LLVMValueRef v = ordered_load(f, args[0].v, bits, order);
        if (!by_pointer) return val_of_bits(f, v, e->type);
        raw_store(f, v, args[1].v, ty_align(type));
        return val_none();
    }
    case LOWER_ATOMIC_STORE: {
        LLVMValueRef v = LLVMConstNull(ty_int(g, bits)); // __sync_lock_release
        if (e->nargs > 1 && by_pointer)
            v = pointed_bits(f, args[1], type);
        else if (e->nargs > 1)
            v = bits_of(f, convert(f, args[1], type), bits);
        ordered_store(f, v, args[0].v, bits, order_of(args, e->nargs, 2, false, true));
        return val_none();
    }
    case LOWER_ATOMIC_EXCHANGE: {
        LLVMValueRef v = by_pointer ? pointed_bits(f, args[1], type)
                                    : bits_of(f, convert(f, args[1], type), bits);
        LLVMValueRef old =
            exchange(f, args[0], v, order_of(args, e->nargs, by_pointer ? 3 : 2, false, false));
        if (!by_pointer) return val_of_bits(f, old, e->type);
        raw_store(f, old, args[2].v, ty_align(type));
        return val_none();
    }
    default: {
        bool signal = e->builtin->arg && !strcmp(e->builtin->arg, "signal");
        LLVMAtomicOrdering order = order_of(args, e->nargs, 0, false, false);
        if (order != LLVMAtomicOrderingMonotonic) LLVMBuildFence(f->b, order, signal, "");
        return val_none();
    }
    }
}
