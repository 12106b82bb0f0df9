// The one place where memory is accessed: scalars, bit-fields, complex numbers, records, volatile,
// atomic.
//
// A place says what is known of an address: type, alignment, the memory it is in. Loads and stores
// carry that as alignment, type-based alias metadata (gcc's rules: `char` may be anything, and so
// may whatever is reached through a union) and, in kernels whose threads share nothing but global
// memory, an access group, which tells the vectoriser that the threads of a block do not depend on
// each other. Hooks of checked execution belong here, and so does what a load or store means for
// several lanes. Example: `s->bits = 3` is load, mask, or, store of the bit-field's unit.
#include "gen/emit.h"

static bool is_volatile(const struct fn *f, const struct place *p) {
    return (p->type->quals & Q_VOLATILE) || p->lockstep ||
           (p->space == SPACE_LOCAL && f->volatile_locals);
}

// Code that relies on its warp running in lockstep (analysis/lockstep.c): code for many lanes does
// so by itself; threads on fibers meet before each access.
static void lockstep_point(struct fn *f) {
    struct gen *g = f->g;
    if (!g->job->kernel.lockstep.relies || g->job->lanes || g->gpu || !f->device || !f->thread)
        return;
    struct val loc = val_scalar(const_i32(g, f->loc), hd_ty.uint_);
    extern_call(f, "hd_rt_lockstep", HD_REF_RUNTIME, hd_ty.void_, &loc, 1, 1, true, NULL);
}

static void before_access(struct fn *f, const struct place *p) {
    if (p->lockstep || ((p->type->quals & Q_VOLATILE) && p->space != SPACE_LOCAL))
        lockstep_point(f);
}

static void describe(struct fn *f, LLVMValueRef inst, const struct place *p) {
    struct gen *g = f->g;
    if (is_volatile(f, p)) {
        LLVMSetVolatile(inst, true);
        return;
    }
    if (!g->tbaa[TB_CHAR]) return;
    set_md(g, inst, MD_TBAA, g->tbaa[p->any_alias ? TB_CHAR : ty_tbaa(p->type)]);
    if (g->group && f->device && p->space != SPACE_LOCAL) set_md(g, inst, MD_GROUP, g->group);
}

struct place place_at(LLVMValueRef addr, struct hd_type *type) {
    return (struct place){.addr = addr, .type = type, .align = ty_align(type)};
}

struct place place_of(struct fn *f, struct val v) {
    if (v.kind == VAL_MEM) {
        struct place p = place_at(v.v, v.type);
        p.align = v.align;
        p.space = v.space;
        p.any_alias = v.any_alias;
        p.object = v.object;
        return p;
    }
    struct place p = place_at(temp_for(f, v.type), hd_type_unqual(v.type));
    p.space = SPACE_LOCAL;
    if (v.kind != VAL_NONE) access_store(f, p, v);
    return p;
}

LLVMValueRef byte_offset(struct fn *f, LLVMValueRef addr, uint64_t offset) {
    if (!offset) return addr;
    LLVMValueRef index = const_i64(f->g, (int64_t)offset);
    if (f->g->job->check) return LLVMBuildGEP2(f->b, f->g->i8, addr, &index, 1, "");
    return LLVMBuildInBoundsGEP2(f->b, f->g->i8, addr, &index, 1, "");
}

LLVMValueRef raw_load(struct fn *f, LLVMTypeRef type, LLVMValueRef addr, uint32_t align) {
    LLVMValueRef v = LLVMBuildLoad2(f->b, type, addr, "");
    LLVMSetAlignment(v, align);
    return v;
}

void raw_store(struct fn *f, LLVMValueRef v, LLVMValueRef addr, uint32_t align) {
    LLVMSetAlignment(LLVMBuildStore(f->b, v, addr), align);
}

LLVMValueRef context_load(struct fn *f, LLVMTypeRef type, LLVMValueRef base, uint64_t offset,
                          bool invariant) {
    struct gen *g = f->g;
    LLVMValueRef v = raw_load(f, type, byte_offset(f, base, offset), type == g->ptr ? 8 : 4);
    if (g->tbaa[TB_CONTEXT]) set_md(g, v, MD_TBAA, g->tbaa[TB_CONTEXT]);
    if (invariant) set_md(g, v, MD_INVARIANT, LLVMMDNodeInContext2(g->ctx, NULL, 0));
    return v;
}

LLVMValueRef block_dim(struct fn *f, LLVMValueRef block, int dim) {
    struct gen *g = f->g;
    if (g->job->lanes) return const_i32(g, g->job->lanes->block[dim]);
    LLVMValueRef v = context_load(f, g->i32, block, HD_BLOCK_BDIM + 4 * (uint64_t)dim, true);
    LLVMMetadataRef bounds[2] = {LLVMValueAsMetadata(const_i32(g, 1)),
                                 LLVMValueAsMetadata(const_i32(g, 1025))};
    set_md(g, v, MD_RANGE, LLVMMDNodeInContext2(g->ctx, bounds, 2));
    return v;
}

// What is known of an index of a thread or block, for code made for one shape of blocks: 0 <= v <
// limit.
LLVMValueRef bounded(struct fn *f, LLVMValueRef v, uint64_t limit) {
    struct gen *g = f->g;
    if (limit > INT32_MAX) return v;
    LLVMMetadataRef bounds[2] = {LLVMValueAsMetadata(const_i32(g, 0)),
                                 LLVMValueAsMetadata(const_i32(g, (int64_t)limit))};
    set_md(g, v, MD_RANGE, LLVMMDNodeInContext2(g->ctx, bounds, 2));
    return v;
}

void context_store(struct fn *f, LLVMValueRef v, LLVMValueRef base, uint64_t offset) {
    struct gen *g = f->g;
    LLVMValueRef store = LLVMBuildStore(f->b, v, byte_offset(f, base, offset));
    LLVMSetAlignment(store, LLVMTypeOf(v) == g->ptr ? 8 : 4);
    if (g->tbaa[TB_CONTEXT]) set_md(g, store, MD_TBAA, g->tbaa[TB_CONTEXT]);
}

// ---- bit-fields ---------------------------------------------------------------------------------

static const struct hd_record *record_with(const struct hd_type *t, const struct hd_field *field,
                                           int depth) {
    while (t && t->kind == HD_TY_ARRAY) t = t->base;
    if (!t || t->kind != HD_TY_RECORD || depth > HD_MOST_LEVELS) return NULL;
    const struct hd_record *rec = t->record;
    if (field >= rec->fields && field < rec->fields + rec->nfields) return rec;
    for (int i = 0; i < rec->nfields; i++) {
        const struct hd_record *found = record_with(rec->fields[i].type, field, depth + 1);
        if (found) return found;
    }
    return NULL;
}

// The bytes to access for a bit-field: its whole storage unit where that touches no ordinary member
// (neighbouring bit-fields then merge into one access), else no byte more than it occupies.
struct window {
    uint64_t byte;
    unsigned bits, shift;
    uint32_t align;
};

static struct window find_window(const struct place *p) {
    const struct hd_field *bf = p->bits;
    const struct hd_record *rec = record_with(p->holder, bf, 0);
    uint64_t from = bf->offset, to = from + bf->type->size;
    bool whole =
        rec && to <= rec->type->size && bf->bit_offset + bf->bit_width <= bf->type->size * 8;
    for (int i = 0; whole && i < rec->nfields && !rec->is_union; i++) {
        const struct hd_field *other = &rec->fields[i];
        if (!other->is_bits && other->offset < to && other->offset + other->type->size > from)
            whole = false;
    }
    if (whole)
        return (struct window){
            .bits = (unsigned)bf->type->size * 8, .shift = bf->bit_offset, .align = p->align};
    struct window w = {.byte = bf->bit_offset / 8u, .shift = bf->bit_offset % 8u, .align = 1};
    w.bits = (w.shift + bf->bit_width + 7) / 8 * 8;
    return w;
}

// The bytes of a bit-field's window, announced: the address of its first.
static LLVMValueRef window_address(struct fn *f, const struct place *p, const struct window *w,
                                   enum hd_check_op op) {
    struct place q = *p;
    q.addr = byte_offset(f, p->addr, w->byte);
    q.align = w->align;
    if (f->g->job->check && op == HD_CHECK_WRITE && w->bits > p->bits->bit_width) {
        struct place old = q; // the other bits of the unit are written back as they were read
        old.copying = true;
        check_place(f, &old, w->bits / 8, HD_CHECK_READ);
    }
    return f->g->job->check ? check_place(f, &q, w->bits / 8, op) : q.addr;
}

static struct val load_bits(struct fn *f, const struct place *p) {
    struct gen *g = f->g;
    struct window w = find_window(p);
    LLVMTypeRef unit = ty_int(g, w.bits), type = ty_reg(g, p->type);
    LLVMValueRef v = raw_load(f, unit, window_address(f, p, &w, HD_CHECK_READ), w.align);
    if (is_volatile(f, p)) LLVMSetVolatile(v, true);
    unsigned width = p->bits->bit_width, size = LLVMGetIntTypeWidth(type);
    if (hd_type_is_signed(ty_value(p->type))) {
        v = LLVMBuildShl(f->b, v, LLVMConstInt(unit, w.bits - w.shift - width, false), "");
        v = LLVMBuildAShr(f->b, v, LLVMConstInt(unit, w.bits - width, false), "");
        v = size > w.bits ? LLVMBuildSExt(f->b, v, type, "") : LLVMBuildTrunc(f->b, v, type, "");
    } else {
        v = LLVMBuildLShr(f->b, v, LLVMConstInt(unit, w.shift, false), "");
        if (w.shift + width < w.bits) {
            LLVMValueRef ones = LLVMConstAllOnes(unit);
            LLVMValueRef mask =
                LLVMBuildLShr(f->b, ones, LLVMConstInt(unit, w.bits - width, false), "");
            v = LLVMBuildAnd(f->b, v, mask, "");
        }
        v = size > w.bits ? LLVMBuildZExt(f->b, v, type, "") : LLVMBuildTrunc(f->b, v, type, "");
    }
    return val_scalar(v, hd_type_unqual(p->type));
}

static struct val store_bits(struct fn *f, const struct place *p, struct val v) {
    struct gen *g = f->g;
    struct window w = find_window(p);
    LLVMTypeRef unit = ty_int(g, w.bits);
    unsigned width = p->bits->bit_width, size = LLVMGetIntTypeWidth(LLVMTypeOf(v.v));
    LLVMValueRef addr = window_address(f, p, &w, HD_CHECK_WRITE), bits = v.v;
    if (size < w.bits)
        bits = LLVMBuildZExt(f->b, bits, unit, "");
    else if (size > w.bits)
        bits = LLVMBuildTrunc(f->b, bits, unit, "");
    LLVMValueRef low =
        LLVMBuildLShr(f->b, LLVMConstAllOnes(unit), LLVMConstInt(unit, w.bits - width, false), "");
    LLVMValueRef mask = LLVMBuildShl(f->b, low, LLVMConstInt(unit, w.shift, false), "");
    bits = LLVMBuildShl(f->b, LLVMBuildAnd(f->b, bits, low, ""), LLVMConstInt(unit, w.shift, false),
                        "");
    if (width < w.bits) {
        LLVMValueRef old = raw_load(f, unit, addr, w.align);
        if (is_volatile(f, p)) LLVMSetVolatile(old, true);
        bits =
            LLVMBuildOr(f->b, LLVMBuildAnd(f->b, old, LLVMBuildNot(f->b, mask, ""), ""), bits, "");
    }
    twin_store(f, addr, w.bits / 8);
    LLVMValueRef store = LLVMBuildStore(f->b, bits, addr);
    LLVMSetAlignment(store, w.align);
    if (is_volatile(f, p)) LLVMSetVolatile(store, true);
    twin_stored(f, addr);
    // The expression's value is what the bit-field now holds.
    if (width >= size) return v;
    LLVMTypeRef type = LLVMTypeOf(v.v);
    LLVMValueRef up = LLVMConstInt(type, size - width, false), r = LLVMBuildShl(f->b, v.v, up, "");
    bool is_signed = hd_type_is_signed(ty_value(p->type));
    r = is_signed ? LLVMBuildAShr(f->b, r, up, "") : LLVMBuildLShr(f->b, r, up, "");
    return val_scalar(r, v.type);
}

// ---- loads and stores ---------------------------------------------------------------------------

static bool lock_free(const struct hd_type *t) {
    return t->size == 1 || t->size == 2 || t->size == 4 || t->size == 8 || t->size == 16;
}

// What device code reads of a __constant__ variable is the same throughout a launch, whatever is
// stored meanwhile (CUDA C++ Programming Guide, Device Memory Space Specifiers).
static LLVMValueRef load_as(struct fn *f, const struct place *p, LLVMTypeRef type,
                            LLVMValueRef addr, uint32_t align) {
    struct gen *g = f->g;
    LLVMValueRef v = LLVMBuildLoad2(f->b, type, addr, "");
    LLVMSetAlignment(v, align);
    describe(f, v, p);
    if (p->space == SPACE_CONSTANT && f->device && !g->gpu && !g->job->check && !is_volatile(f, p))
        set_md(g, v, MD_INVARIANT, LLVMMDNodeInContext2(g->ctx, NULL, 0));
    return v;
}

static void store_as(struct fn *f, const struct place *p, LLVMValueRef v, LLVMValueRef addr,
                     uint32_t align) {
    LLVMValueRef store = LLVMBuildStore(f->b, v, addr);
    LLVMSetAlignment(store, align);
    describe(f, store, p);
}

static uint32_t half_align(const struct place *p) {
    uint32_t half = (uint32_t)(p->type->size / 2);
    return p->align < half ? p->align : half;
}

struct val access_load(struct fn *f, struct place p) {
    struct gen *g = f->g;
    struct hd_type *type = hd_type_unqual(p.type);
    before_access(f, &p);
    if (p.bits) return load_bits(f, &p);
    bool atomic = p.type->quals & Q_ATOMIC;
    LLVMValueRef unset = NULL;
    bool copying = f->copying;
    f->copying = false;
    if (g->job->check)
        p.addr =
            check_read(f, &p, type->size, atomic || p.guess ? HD_CHECK_ATOMIC_LOAD : HD_CHECK_READ,
                       copying, &unset);
    if (ty_is_agg(type)) {
        struct val v = {.kind = VAL_MEM,
                        .v = p.addr,
                        .align = p.align,
                        .type = type,
                        .space = p.space,
                        .any_alias = p.any_alias,
                        .unset = unset};
        bool shared = g->job->check && !is_private(p.addr) &&
                      p.space != SPACE_CONTEXT; // announced once, so read once
        if (!atomic && !(p.type->quals & Q_VOLATILE) && !p.lockstep && !shared) return v;
        v.object = (struct object){0};
        v.v = temp_for(f, type); // read now, once
        v.align = ty_align(type);
        if (atomic && lock_free(type)) {
            LLVMValueRef bits =
                raw_load(f, ty_int(g, (unsigned)type->size * 8), p.addr, (uint32_t)type->size);
            LLVMSetOrdering(bits, LLVMAtomicOrderingSequentiallyConsistent);
            raw_store(f, bits, v.v, v.align);
        } else {
            access_copy(f, v.v, v.align, p.addr, p.align, type->size, !atomic);
        }
        return v;
    }
    if (type->kind == HD_TY_VOID) return val_none();
    if (type->kind == HD_TY_COMPLEX) {
        struct val v = {.kind = VAL_COMPLEX, .type = type, .unset = unset};
        LLVMTypeRef part = ty_reg(g, type->base);
        v.v = load_as(f, &p, part, p.addr, p.align);
        v.im = load_as(f, &p, part, byte_offset(f, p.addr, type->base->size), half_align(&p));
        return v;
    }
    twin_load(f, p.addr, type->size);
    LLVMValueRef v = load_as(f, &p, ty_mem(g, type), p.addr, p.align);
    if (atomic && type->kind != HD_TY_LDOUBLE) {
        LLVMSetOrdering(v, LLVMAtomicOrderingSequentiallyConsistent);
        LLVMSetAlignment(v, (uint32_t)type->size);
    }
    if (ty_value(type)->kind == HD_TY_BOOL) v = LLVMBuildTrunc(f->b, v, g->i1, "");
    struct val loaded = val_scalar(v, type);
    loaded.unset = unset;
    if (p.sym && check_tracks(f, p.sym)) check_track_load(f, p.sym, &loaded);
    return loaded;
}

struct val access_store(struct fn *f, struct place p, struct val v) {
    struct gen *g = f->g;
    const struct hd_type *type = p.type;
    if (v.kind == VAL_NONE) return v;
    // As a base, an empty class shares its byte with what comes after it.
    if (type->kind == HD_TY_RECORD && type->record->is_empty) return v;
    before_access(f, &p);
    if (p.bits) return store_bits(f, &p, v);
    bool atomic = type->quals & Q_ATOMIC;
    if (p.sym && check_tracks(f, p.sym)) check_track_store(f, p.sym, &v);
    if (g->job->check)
        p.addr = check_write(f, &p, type->kind == HD_TY_REF ? 8 : type->size,
                             atomic ? HD_CHECK_ATOMIC_STORE : HD_CHECK_WRITE, v.unset);
    v.unset = NULL;
    bool copies = v.kind == VAL_MEM && !(atomic && lock_free(type)); // access_copy tells
    if (!copies) twin_store(f, p.addr, type->kind == HD_TY_REF ? 8 : type->size);
    if (v.kind == VAL_MEM) {
        if (atomic && lock_free(type)) {
            LLVMValueRef bits = raw_load(f, ty_int(g, (unsigned)type->size * 8), v.v, v.align);
            LLVMValueRef store = LLVMBuildStore(f->b, bits, p.addr);
            LLVMSetAlignment(store, (uint32_t)type->size);
            LLVMSetOrdering(store, LLVMAtomicOrderingSequentiallyConsistent);
        } else {
            access_copy(f, p.addr, p.align, v.v, v.align, type->size, is_volatile(f, &p));
        }
        if (!copies) twin_stored(f, p.addr);
        return v;
    }
    if (v.kind == VAL_COMPLEX) {
        store_as(f, &p, v.v, p.addr, p.align);
        store_as(f, &p, v.im, byte_offset(f, p.addr, type->size / 2), half_align(&p));
        twin_stored(f, p.addr);
        return v;
    }
    LLVMValueRef stored = v.v;
    if (ty_value(type)->kind == HD_TY_BOOL) stored = LLVMBuildZExt(f->b, stored, g->i8, "");
    LLVMValueRef store = LLVMBuildStore(f->b, stored, p.addr);
    LLVMSetAlignment(store, p.align);
    describe(f, store, &p);
    if (atomic && type->kind != HD_TY_LDOUBLE) {
        LLVMSetOrdering(store, LLVMAtomicOrderingSequentiallyConsistent);
        LLVMSetAlignment(store, (uint32_t)type->size);
    }
    twin_stored(f, p.addr);
    return v;
}

void access_zero(struct fn *f, struct place p, uint64_t size) {
    if (!size) return;
    struct gen *g = f->g;
    if (g->job->check) p.addr = check_place(f, &p, size, HD_CHECK_WRITE);
    twin_store(f, p.addr, size);
    LLVMValueRef set = LLVMBuildMemSet(f->b, p.addr, LLVMConstInt(g->i8, 0, false),
                                       const_i64(g, (int64_t)size), p.align);
    if (is_volatile(f, &p)) LLVMSetOperand(set, 3, LLVMConstInt(g->i1, 1, false));
    twin_stored(f, p.addr);
}

void access_copy(struct fn *f, LLVMValueRef dst, uint32_t dst_align, LLVMValueRef src,
                 uint32_t src_align, uint64_t size, bool is_volatile_copy) {
    if (!size || dst == src) return;
    struct gen *g = f->g;
    twin_load(f, src, size);
    twin_store(f, dst, size);
    LLVMValueRef copy = LLVMBuildMemCpy(f->b, dst, dst_align ? dst_align : 1, src,
                                        src_align ? src_align : 1, const_i64(g, (int64_t)size));
    if (is_volatile_copy) LLVMSetOperand(copy, 3, LLVMConstInt(g->i1, 1, false));
    if (g->group && f->device) set_md(g, copy, MD_GROUP, g->group);
    twin_stored(f, dst);
}

// ---- atomic read-modify-write -------------------------------------------------------------------
// The threads of a block take turns on one core, so atomics on shared memory need no locked
// instruction: no other core sees that memory and no thread gives way between the load and the
// store.

static bool unlocked(const struct fn *f, enum space space, LLVMAtomicOrdering order) {
    return space == SPACE_SHARED && f->device && !f->g->gpu && order == LLVMAtomicOrderingMonotonic;
}

static uint32_t natural_align(struct fn *f, LLVMValueRef v) {
    return (uint32_t)LLVMABISizeOfType(LLVMGetModuleDataLayout(f->g->mod), LLVMTypeOf(v));
}

LLVMValueRef access_combine(struct fn *f, LLVMAtomicRMWBinOp op, LLVMValueRef old, LLVMValueRef v) {
    LLVMBuilderRef b = f->b;
    LLVMIntPredicate pick = LLVMIntEQ;
    switch (op) {
    case LLVMAtomicRMWBinOpXchg: return v;
    case LLVMAtomicRMWBinOpAdd: return LLVMBuildAdd(b, old, v, "");
    case LLVMAtomicRMWBinOpSub: return LLVMBuildSub(b, old, v, "");
    case LLVMAtomicRMWBinOpAnd: return LLVMBuildAnd(b, old, v, "");
    case LLVMAtomicRMWBinOpNand: return LLVMBuildNot(b, LLVMBuildAnd(b, old, v, ""), "");
    case LLVMAtomicRMWBinOpOr: return LLVMBuildOr(b, old, v, "");
    case LLVMAtomicRMWBinOpXor: return LLVMBuildXor(b, old, v, "");
    case LLVMAtomicRMWBinOpFAdd: return LLVMBuildFAdd(b, old, v, "");
    case LLVMAtomicRMWBinOpFSub: return LLVMBuildFSub(b, old, v, "");
    case LLVMAtomicRMWBinOpFMax: return intrinsic2(f, "llvm.maxnum", old, v);
    case LLVMAtomicRMWBinOpFMin: return intrinsic2(f, "llvm.minnum", old, v);
    case LLVMAtomicRMWBinOpMax: pick = LLVMIntSGT; break;
    case LLVMAtomicRMWBinOpMin: pick = LLVMIntSLT; break;
    case LLVMAtomicRMWBinOpUMax: pick = LLVMIntUGT; break;
    case LLVMAtomicRMWBinOpUMin: pick = LLVMIntULT; break;
    case LLVMAtomicRMWBinOpUIncWrap: {
        LLVMValueRef next = LLVMBuildAdd(b, old, LLVMConstInt(LLVMTypeOf(old), 1, false), "");
        LLVMValueRef wrap = LLVMBuildICmp(b, LLVMIntUGE, old, v, "");
        return LLVMBuildSelect(b, wrap, LLVMConstNull(LLVMTypeOf(old)), next, "");
    }
    case LLVMAtomicRMWBinOpUDecWrap: {
        LLVMValueRef next = LLVMBuildSub(b, old, LLVMConstInt(LLVMTypeOf(old), 1, false), "");
        LLVMValueRef wrap = LLVMBuildOr(b, LLVMBuildIsNull(b, old, ""),
                                        LLVMBuildICmp(b, LLVMIntUGT, old, v, ""), "");
        return LLVMBuildSelect(b, wrap, v, next, "");
    }
    default: return v;
    }
    return LLVMBuildSelect(b, LLVMBuildICmp(b, pick, old, v, ""), old, v, "");
}

LLVMValueRef access_rmw(struct fn *f, LLVMAtomicRMWBinOp op, LLVMValueRef addr, LLVMValueRef v,
                        enum space space, LLVMAtomicOrdering order) {
    uint32_t align = natural_align(f, v);
    if (f->g->gpu) return gpu_rmw(f, op, addr, v, order);
    bool alone = unlocked(f, space, order);
    lockstep_point(f);
    twin_load(f, addr, align);
    twin_store(f, addr, align);
    if (alone && !f->g->job->lanes) {
        LLVMValueRef old = raw_load(f, LLVMTypeOf(v), addr, align);
        raw_store(f, access_combine(f, op, old, v), addr, align);
        twin_stored(f, addr);
        return old;
    }
    LLVMValueRef rmw =
        LLVMBuildAtomicRMW(f->b, op, addr, v, order, alone); // lanes/memory.c knows what that means
    LLVMSetAlignment(rmw, align);
    twin_stored(f, addr);
    return rmw;
}

LLVMValueRef access_cas(struct fn *f, LLVMValueRef addr, LLVMValueRef expected,
                        LLVMValueRef desired, enum space space, LLVMAtomicOrdering order) {
    uint32_t align = natural_align(f, desired);
    bool alone = unlocked(f, space, order);
    lockstep_point(f);
    twin_load(f, addr, align);
    twin_store(f, addr, align);
    if (alone && !f->g->job->lanes) {
        LLVMTypeRef fields[2] = {LLVMTypeOf(desired), f->g->i1};
        LLVMValueRef old = raw_load(f, fields[0], addr, align);
        LLVMValueRef same = LLVMBuildICmp(f->b, LLVMIntEQ, old, expected, "");
        raw_store(f, LLVMBuildSelect(f->b, same, desired, old, ""), addr, align);
        twin_stored(f, addr);
        LLVMValueRef pair = LLVMGetPoison(LLVMStructTypeInContext(f->g->ctx, fields, 2, false));
        pair = LLVMBuildInsertValue(f->b, pair, old, 0, "");
        return LLVMBuildInsertValue(f->b, pair, same, 1, "");
    }
    LLVMAtomicOrdering fail =
        order == LLVMAtomicOrderingMonotonic ? order : LLVMAtomicOrderingSequentiallyConsistent;
    LLVMValueRef cas = LLVMBuildAtomicCmpXchg(f->b, addr, expected, desired, order, fail, alone);
    LLVMSetAlignment(cas, align);
    twin_stored(f, addr);
    return cas;
}

// ---- values as bits -----------------------------------------------------------------------------

LLVMValueRef bits_of(struct fn *f, struct val v, unsigned bits) {
    struct gen *g = f->g;
    LLVMTypeRef to = ty_int(g, bits);
    LLVMValueRef raw;
    if (v.kind == VAL_MEM || v.kind == VAL_COMPLEX || v.type->kind == HD_TY_LDOUBLE) {
        struct place p = place_of(f, v);
        uint64_t size = p.type->size * 8 < bits ? p.type->size * 8 : bits;
        raw = raw_load(f, ty_int(g, (unsigned)size), p.addr, p.align);
    } else {
        LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v.v));
        if (kind == LLVMPointerTypeKind)
            raw = LLVMBuildPtrToInt(f->b, v.v, g->i64, "");
        else if (kind == LLVMIntegerTypeKind)
            raw = v.v;
        else
            raw = LLVMBuildBitCast(f->b, v.v, ty_int(g, (unsigned)v.type->size * 8), "");
    }
    unsigned have = LLVMGetIntTypeWidth(LLVMTypeOf(raw));
    if (have < bits) return LLVMBuildZExt(f->b, raw, to, "");
    return have > bits ? LLVMBuildTrunc(f->b, raw, to, "") : raw;
}

struct val val_of_bits(struct fn *f, LLVMValueRef bits, struct hd_type *type) {
    struct gen *g = f->g;
    unsigned have = LLVMGetIntTypeWidth(LLVMTypeOf(bits));
    if (ty_is_agg(type) || type->kind == HD_TY_COMPLEX || type->kind == HD_TY_LDOUBLE) {
        struct place p = place_at(temp(f, ty_bytes(g, type->size > 16 ? type->size : 16), 16),
                                  hd_type_unqual(type));
        p.space = SPACE_LOCAL;
        p.any_alias = true;
        unsigned want = (unsigned)type->size * 8;
        if (want < have) bits = LLVMBuildTrunc(f->b, bits, ty_int(g, want), "");
        raw_store(f, bits, p.addr, 16);
        return access_load(f, p);
    }
    LLVMTypeRef to = ty_reg(g, type);
    LLVMTypeKind kind = LLVMGetTypeKind(to);
    unsigned want = kind == LLVMPointerTypeKind   ? 64
                    : kind == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(to)
                                                  : (unsigned)type->size * 8;
    if (want < have)
        bits = LLVMBuildTrunc(f->b, bits, ty_int(g, want), "");
    else if (want > have)
        bits = LLVMBuildZExt(f->b, bits, ty_int(g, want), "");
    if (kind == LLVMPointerTypeKind)
        bits = LLVMBuildIntToPtr(f->b, bits, to, "");
    else if (kind != LLVMIntegerTypeKind)
        bits = LLVMBuildBitCast(f->b, bits, to, "");
    return val_scalar(bits, type);
}
