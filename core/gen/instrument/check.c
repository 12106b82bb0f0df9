// Checked code: what the emitter adds when job->check is set.
//
// An access to memory that others can reach (anything but the function's own allocas) becomes
//
//     p = hd_ck_access(thread, address, base, extent, what); load or store at p
//
// `what` holds the site's number, the size and the operation (gen.h); the result is the address, or
// that of a dummy when the access must not happen. `base` is the pointer that the address was made
// from (`a` of `a[i]`), so that an index which leaves the array is noticed even where it lands in
// another variable. To that end pointers carry a struct object through expressions, and local
// pointer variables have two companions, for base and extent (struct tracked): `p = a; p += n; *p`
// is still within `a`, or not. Where the extent is known here (variables, members that are arrays)
// it is passed or compared in place; else it is asked at run time which object base lies in.
//
// Addresses are computed without `inbounds` in checked code: the optimiser would take for granted
// what is to be found out.
#include "gen/emit.h"

struct tracked {
    LLVMValueRef base, extent; // allocas
};

// ---- what an address is -------------------------------------------------------------------------

static LLVMValueRef root_of(LLVMValueRef addr) {
    for (;;) {
        if (LLVMIsAGetElementPtrInst(addr))
            addr = LLVMGetOperand(addr, 0);
        else if (LLVMIsAConstantExpr(addr) && LLVMGetConstOpcode(addr) == LLVMGetElementPtr)
            addr = LLVMGetOperand(addr, 0);
        else
            return addr;
    }
}

// Pointer arguments of ours (byval, sret) lead to somebody's allocas; those of the source were
// stored in one.
bool is_private(LLVMValueRef addr) {
    LLVMValueRef root = root_of(addr);
    return LLVMIsAAllocaInst(root) || LLVMIsAArgument(root);
}

// A variable of host code, or a part of one, that others may get a pointer to.
static bool is_host_local(const struct fn *f, LLVMValueRef addr) {
    return !f->device && LLVMIsAAllocaInst(root_of(addr));
}

static bool is_constant(LLVMValueRef addr) {
    LLVMValueRef root = root_of(addr);
    return LLVMIsAGlobalVariable(root) && LLVMIsGlobalConstant(root);
}

struct object object_of(const struct fn *f, const struct place *p) {
    struct object o = p->object;
    if (!f->g->job->check || o.base) return o;
    o.base = p->addr;
    bool known = p->type->kind != HD_TY_REF && p->type->size && !hd_type_is_vla(p->type);
    o.extent = known ? const_i64(f->g, (int64_t)p->type->size) : NULL;
    return o;
}

// ---- pointers in local variables ----------------------------------------------------------------

bool check_tracks(const struct fn *f, const struct hd_sym *sym) {
    return f->g->job->check && sym->kind == SYM_VAR && sym->storage == ST_LOCAL &&
           sym->type->kind == HD_TY_PTR && !sym->address_taken &&
           !(sym->type->quals & (Q_ATOMIC | Q_VOLATILE));
}

static struct tracked *tracked_of(struct fn *f, struct hd_sym *sym) {
    struct tracked *t = hd_map_get(&f->tracked, (const char *)sym);
    if (t) return t;
    struct gen *g = f->g;
    t = HD_NEW(g->arena, struct tracked);
    t->base = temp(f, g->ptr, 8);
    t->extent = temp(f, g->i64, 8);
    LLVMBuildStore(f->ab, LLVMConstPointerNull(g->ptr), t->base);
    LLVMBuildStore(f->ab, const_i64(g, 0), t->extent);
    hd_map_set(&f->tracked, (const char *)sym, t);
    return t;
}

void check_track_store(struct fn *f, struct hd_sym *sym, const struct val *v) {
    if (v->kind != VAL_SCALAR || LLVMTypeOf(v->v) != f->g->ptr) return;
    struct tracked *t = tracked_of(f, sym);
    bool known = v->object.base && v->object.extent;
    raw_store(f, v->object.base ? v->object.base : v->v, t->base, 8);
    raw_store(f, known ? v->object.extent : const_i64(f->g, 0), t->extent, 8);
}

void check_track_load(struct fn *f, struct hd_sym *sym, struct val *v) {
    struct tracked *t = tracked_of(f, sym);
    v->object = (struct object){.base = raw_load(f, f->g->ptr, t->base, 8),
                                .extent = raw_load(f, f->g->i64, t->extent, 8)};
}

// The last member, of no or one element, stands for as many as there is room for.
static bool is_flexible(const struct hd_expr *array) {
    if (array->kind != EX_MEMBER || array->type->len > 1) return false;
    const struct hd_type *holder = hd_type_unqual(array->a->type);
    if (holder->kind != HD_TY_RECORD) return false;
    const struct hd_record *rec = holder->record;
    return !rec->nfields || array->field == &rec->fields[rec->nfields - 1];
}

// v is the address of p: &p or, for an array, that of its first element.
void check_decayed(struct fn *f, const struct hd_expr *e, const struct place *p, struct val *v) {
    v->object = object_of(f, p);
    v->object.inner = NULL;
    if (p->part_of) check_overwritten(f, p);
    const struct hd_type *t = e->a->type;
    if (e->kind != EX_DECAY || t->kind != HD_TY_ARRAY || hd_type_is_vla(t) || !t->size) return;
    if (is_flexible(e->a) || (v->object.base == p->addr && e->a->kind != EX_MEMBER)) return;
    v->object.inner = p->addr;
    v->object.inner_size = t->size;
}

// ---- sites --------------------------------------------------------------------------------------

static const char *name_of(const struct hd_expr *e, bool *plain) {
    *plain = true;
    for (int first; e;) {
        switch (e->kind) {
        case EX_VAR:
        case EX_REFVAL: return e->sym->name;
        case EX_DEREF:
            *plain = *plain && e->a->kind == EX_REFVAL;
            e = e->a;
            break;
        case EX_MEMBER:
            *plain = false;
            e = e->a;
            break;
        case EX_PTR_ADD:
        case EX_LOAD:
        case EX_DECAY:
        case EX_ADDR:
        case EX_CAST: e = e->a; break;
        case EX_BUILTIN:
        case EX_CALL:
            *plain = false;
            for (first = 0; first < e->nargs && e->args[first]->kind == EX_CONST;) first++;
            e = first < e->nargs ? e->args[first] : NULL; // `x[i]` of an ndarray: (line, x, i)
            break;
        case EX_ASSIGN:
        case EX_COMPOUND:
        case EX_INCDEC: e = e->a; break;
        default: return NULL;
        }
    }
    return NULL;
}

static LLVMValueRef what_of(struct fn *f, const struct hd_expr *e, uint64_t size,
                            enum hd_check_op op, enum hd_check_scope scope, bool is_volatile,
                            uint32_t align) {
    struct hd_gen_check *check = f->g->job->check;
    struct hd_gen_site site = {.loc = f->loc, .range = {f->loc, f->loc}};
    site.bytes = (uint32_t)size;
    if (e) {
        site.range = e->range;
        site.name = name_of(e, &site.plain_name);
    }
    int i = check->sites.n - 1, near = i > 8 ? i - 8 : 0; // the two halves of `x += 1` share one
    for (; i >= near; i--) {
        const struct hd_gen_site *s = &check->sites.v[i];
        if (s->loc == site.loc && s->range.from == site.range.from && s->range.to == site.range.to)
            break;
    }
    if (i < near) {
        HD_PUSH(f->g->job->arena, &check->sites, site);
        i = check->sites.n - 1;
    }
    bool reads = op == HD_CHECK_READ || op == HD_CHECK_ATOMIC_LOAD;
    bool looks = f->idles && op == HD_CHECK_READ && !is_volatile;
    check->sites.v[i].writes |= !reads;
    check->sites.v[i].looks |= looks;
    uint64_t number = check->first + (uint64_t)i, log = 0;
    if (number > HD_MOST_SITES) number = 0;
    if (size > 0xffffff) size = 0xffffff;
    while (log < 7 && 2u << log <= align) log++;
    uint64_t what = number | size << 24 | (uint64_t)op << 48 | (uint64_t)scope << 51 |
                    (is_volatile ? HD_WHAT_VOLATILE : 0) |
                    (is_volatile && f->spins ? HD_WHAT_SPIN : 0) | log << 56 |
                    (looks ? HD_WHAT_LOOKS : 0) |
                    (f->spins && op == HD_CHECK_RMW && tries_lock(e) ? HD_WHAT_TRIES : 0) |
                    (f->idles ? HD_WHAT_IDLES : 0);
    return const_i64(f->g, (int64_t)what);
}

static LLVMValueRef with_flag(struct fn *f, LLVMValueRef what, uint64_t flag) {
    return const_i64(f->g, (int64_t)(LLVMConstIntGetZExtValue(what) | flag));
}

// ---- accesses -----------------------------------------------------------------------------------

static LLVMValueRef call_check(struct fn *f, const char *name, LLVMValueRef *args, int n) {
    struct gen *g = f->g;
    LLVMTypeRef types[6];
    for (int i = 0; i < n; i++) types[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef type = LLVMFunctionType(g->ptr, types, (unsigned)n, false);
    LLVMValueRef fn = extern_function(g, name, type, HD_REF_RUNTIME, f->loc);
    return LLVMBuildCall2(f->b, type, fn, args, (unsigned)n, "");
}

static LLVMValueRef thread_of(struct fn *f) {
    return f->thread ? f->thread : LLVMConstPointerNull(f->g->ptr);
}

// What lanes/checked.c makes code of; it is in no library.
static LLVMValueRef call_marker(struct fn *f, const char *name, LLVMTypeRef result,
                                LLVMValueRef *args, int n) {
    LLVMTypeRef types[6];
    for (int i = 0; i < n; i++) types[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef type = LLVMFunctionType(result, types, (unsigned)n, false);
    LLVMValueRef fn = LLVMGetNamedFunction(f->g->mod, name);
    if (!fn) fn = LLVMAddFunction(f->g->mod, name, type);
    return LLVMBuildCall2(f->b, type, fn, args, (unsigned)n, "");
}

// Members and elements with a constant index: how far addr is behind low. false: not known here.
static bool constant_offset(struct fn *f, LLVMValueRef addr, LLVMValueRef low, int64_t *offset) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(f->g->mod);
    for (*offset = 0; addr != low; addr = LLVMGetOperand(addr, 0)) {
        if (!LLVMIsAGetElementPtrInst(addr)) return false;
        LLVMTypeRef type = LLVMGetGEPSourceElementType(addr);
        for (int i = 1; i < LLVMGetNumOperands(addr); i++) {
            LLVMValueRef index = LLVMGetOperand(addr, (unsigned)i);
            if (!LLVMIsAConstantInt(index)) return false;
            int64_t k = LLVMConstIntGetSExtValue(index);
            if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
                *offset += (int64_t)LLVMOffsetOfElement(layout, type, (unsigned)k);
                type = LLVMStructGetTypeAtIndex(type, (unsigned)k);
                continue;
            }
            if (i > 1 && LLVMGetTypeKind(type) != LLVMArrayTypeKind) return false;
            if (i > 1) type = LLVMGetElementType(type);
            *offset += k * (int64_t)LLVMABISizeOfType(layout, type);
        }
    }
    return true;
}

// Compares in place: the address, or that of the dummy.
static LLVMValueRef keep_inside(struct fn *f, LLVMValueRef addr, LLVMValueRef low, uint64_t total,
                                uint64_t size, LLVMValueRef what) {
    struct gen *g = f->g;
    int64_t known;
    if (constant_offset(f, addr, low, &known) && known >= 0 && size <= total &&
        (uint64_t)known <= total - size)
        return addr;
    LLVMValueRef offset = LLVMBuildSub(f->b, LLVMBuildPtrToInt(f->b, addr, g->i64, ""),
                                       LLVMBuildPtrToInt(f->b, low, g->i64, ""), "");
    LLVMValueRef ok = total < size ? LLVMConstInt(g->i1, 0, false)
                                   : LLVMBuildICmp(f->b, LLVMIntULE, offset,
                                                   const_i64(g, (int64_t)(total - size)), "");
    if (LLVMIsAConstantInt(ok) && LLVMConstIntGetZExtValue(ok)) return addr;
    if (g->job->lanes && f->thread) {
        LLVMValueRef args[5] = {thread_of(f), addr, low, const_i64(g, (int64_t)total), what};
        return call_marker(f, "hd_ck_inside", g->ptr, args, 5);
    }
    LLVMBasicBlockRef bad = new_block(f, "outside"), good = new_block(f, "inside"), ends[2];
    ends[0] = LLVMGetInsertBlock(f->b);
    LLVMBuildCondBr(f->b, ok, good, bad);
    LLVMPositionBuilderAtEnd(f->b, bad);
    LLVMValueRef args[5] = {thread_of(f), addr, low, const_i64(g, (int64_t)total), what};
    LLVMValueRef dummy = call_check(f, "hd_ck_outside", args, 5);
    ends[1] = LLVMGetInsertBlock(f->b);
    LLVMBuildBr(f->b, good);
    LLVMPositionBuilderAtEnd(f->b, good);
    LLVMValueRef phi = LLVMBuildPhi(f->b, g->ptr, "");
    LLVMAddIncoming(phi, (LLVMValueRef[]){addr, dummy}, ends, 2);
    return phi;
}

// Host code that may write what a kernel reads meanwhile.
static void note_host_write(struct fn *f, LLVMValueRef what) {
    enum hd_check_op op = HD_WHAT_OP(LLVMConstIntGetZExtValue(what));
    if (!f->device && op != HD_CHECK_READ && op != HD_CHECK_ATOMIC_LOAD)
        f->g->job->check->host_writes = true;
}

static LLVMValueRef announce(struct fn *f, LLVMValueRef addr, struct object o, uint64_t size,
                             LLVMValueRef what) {
    struct gen *g = f->g;
    LLVMValueRef from = addr;
    bool quiet = is_private(addr) || is_constant(addr);
    bool known = o.extent && LLVMIsAConstantInt(o.extent) && LLVMConstIntGetZExtValue(o.extent);
    if (o.inner) addr = keep_inside(f, addr, o.inner, o.inner_size, size, what);
    if (quiet) {
        if (known && from != o.base)
            addr = keep_inside(f, addr, o.base, LLVMConstIntGetZExtValue(o.extent), size, what);
        if (is_host_local(f, from)) {
            LLVMValueRef args[2] = {addr, what};
            call_check(f, "hd_ck_local", args, 2);
        }
        return addr;
    }
    note_host_write(f, what);
    LLVMValueRef args[5] = {thread_of(f), addr, o.base ? o.base : from,
                            o.extent ? o.extent : const_i64(g, 0), what};
    return call_check(f, "hd_ck_access", args, 5);
}

LLVMValueRef check_place(struct fn *f, const struct place *p, uint64_t size, enum hd_check_op op) {
    if (!size || p->space == SPACE_CONTEXT) return p->addr;
    struct object o = object_of(f, p);
    bool is_volatile = p->type->quals & Q_VOLATILE;
    bool alone = p->sym && !p->sym->address_taken && !ty_is_agg(p->type);
    bool told = !alone && p->expr && is_host_local(f, p->addr);
    if (is_private(p->addr) && !told && !o.inner && (p->addr == o.base || !o.extent))
        return p->addr;
    LLVMValueRef what = what_of(f, p->expr, size, op, HD_SCOPE_DEVICE, is_volatile, p->align);
    if (p->copying) what = with_flag(f, what, HD_WHAT_PLAIN_COPY);
    return announce(f, p->addr, o, size, what);
}

// ---- memory that nobody has set -----------------------------------------------------------------
// Copying it is fine; what else is done with it is not. A read that is not copied at once is
// complained about by the runtime, or here, for locals that are never in memory (`unset`: a word
// beside them, which the optimiser removes where they are always set). The runtime's answer for a
// copied read, and what is to be noted for a write, pass through a word of its own.

static LLVMValueRef copied_word(struct fn *f) {
    if (!f->thread) return call_check(f, "hd_ck_host_copied", NULL, 0);
    LLVMValueRef state = context_load(f, f->g->ptr, thread_block(f), HD_BLOCK_CHECK, false);
    return byte_offset(f, state, HD_CHECK_COPIED);
}

static LLVMValueRef take_copied(struct fn *f) {
    LLVMValueRef thread = thread_of(f);
    if (f->g->job->lanes) return call_marker(f, "hd_ck_taken", f->g->i32, &thread, 1);
    return raw_load(f, f->g->i32, copied_word(f), 4);
}

static void give_copied(struct fn *f, LLVMValueRef unset) {
    LLVMValueRef args[2] = {thread_of(f), unset};
    if (f->g->job->lanes)
        call_marker(f, "hd_ck_give", LLVMVoidTypeInContext(f->g->ctx), args, 2);
    else
        raw_store(f, unset, copied_word(f), 4);
}

#define MOST_PARTS 32 // bytes: of such a structure a bit is of one byte

// Numbers, pointers and structures of them: who changes a part of one says which. Elements of an
// array in one count as set from where its address is taken on.
static bool is_followed(const struct hd_type *t) {
    if (t->kind != HD_TY_RECORD)
        return !ty_is_agg(t) && t->kind != HD_TY_COMPLEX && t->kind != HD_TY_REF &&
               t->kind != HD_TY_VECTOR;
    const struct hd_record *rec = t->record;
    if (rec->is_union || rec->by_address || rec->is_polymorphic) return false;
    for (int i = 0; i < rec->nfields; i++) {
        const struct hd_type *field = rec->fields[i].type;
        while (field->kind == HD_TY_ARRAY) field = field->base;
        if (rec->fields[i].is_bits || !is_followed(field)) return false;
    }
    return true;
}

static LLVMValueRef unset_of(struct fn *f, const struct place *p) {
    struct hd_sym *sym = p->sym ? p->sym : p->part_of;
    return sym ? hd_map_get(&f->unset, (const char *)sym) : NULL;
}

static LLVMValueRef unset_slot(struct fn *f, struct hd_sym *sym) {
    const struct hd_type *t = sym->type;
    if (sym->kind != SYM_VAR || sym->storage != ST_LOCAL || sym->address_taken || !is_followed(t) ||
        t->quals & Q_VOLATILE)
        return NULL;
    LLVMValueRef slot = hd_map_get(&f->unset, (const char *)sym);
    if (slot) return slot;
    slot = temp(f, f->g->i32, 4);
    LLVMBuildStore(f->ab, const_i32(f->g, 0), slot); // jumped over, it counts as set
    hd_map_set(&f->unset, (const char *)sym, slot);
    return slot;
}

static void tell_fresh(struct fn *f, LLVMValueRef addr, LLVMValueRef size, bool unset) {
    LLVMValueRef args[3] = {addr, size, const_i32(f->g, unset)};
    call_check(f, "hd_ck_fresh", args, 3);
}

// Host code: what may be copied to the device and back (check/locals.c).
void check_begins(struct fn *f, const struct hd_sym *sym, LLVMValueRef addr, LLVMValueRef size,
                  bool unset) {
    if (f->device || sym->storage != ST_LOCAL) return;
    if (!ty_is_agg(sym->type) && !sym->address_taken) return;
    tell_fresh(f, addr, size, unset && hd_map_get(&f->passed, (const char *)sym));
}

// The function's end.
void check_leaves(struct fn *f) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(f->g->mod);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->fn); b && f->lent.n;
         b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (!end || !LLVMIsAReturnInst(end)) continue;
        LLVMPositionBuilderBefore(f->b, end);
        for (int i = 0; i < f->lent.n; i++) {
            uint64_t size = LLVMABISizeOfType(layout, LLVMGetAllocatedType(f->lent.v[i]));
            tell_fresh(f, f->lent.v[i], const_i64(f->g, (int64_t)size), false);
        }
    }
}

void check_declared(struct fn *f, struct hd_sym *sym) {
    LLVMValueRef slot = unset_slot(f, sym);
    // A structure's members may be set where that is not seen, by a constructor.
    if (slot) raw_store(f, const_i32(f->g, ty_is_agg(sym->type) ? 0 : -1), slot, 4);
    if (ty_is_agg(sym->type)) check_array_declared(f, sym, local_slot(f, sym));
}

static uint32_t part_mask(const struct place *p) {
    return hd_copied_mask(p->type->size) << p->part_at;
}

static bool is_part_of_large(const struct place *p) {
    return !p->sym && p->part_of->type->size > MOST_PARTS;
}

static LLVMValueRef load_unset(struct fn *f, const struct place *p, LLVMValueRef slot) {
    LLVMValueRef bits = raw_load(f, f->g->i32, slot, 4);
    if (p->sym) return bits;
    if (is_part_of_large(p)) return const_i32(f->g, 0);
    bits = LLVMBuildAnd(f->b, bits, const_i32(f->g, (int32_t)part_mask(p)), "");
    return LLVMBuildLShr(f->b, bits, const_i32(f->g, (int32_t)p->part_at), "");
}

static void store_unset(struct fn *f, const struct place *p, LLVMValueRef slot,
                        LLVMValueRef unset) {
    if (!unset || is_part_of_large(p)) unset = const_i32(f->g, 0);
    if (!p->sym && !is_part_of_large(p)) {
        LLVMValueRef mask = const_i32(f->g, (int32_t)part_mask(p)),
                     old = raw_load(f, f->g->i32, slot, 4);
        unset = LLVMBuildShl(f->b, unset, const_i32(f->g, (int32_t)p->part_at), "");
        unset = LLVMBuildOr(f->b, LLVMBuildAnd(f->b, unset, mask, ""),
                            LLVMBuildAnd(f->b, old, LLVMBuildNot(f->b, mask, ""), ""), "");
    }
    raw_store(f, unset, slot, 4);
}

void check_overwritten(struct fn *f, const struct place *p) {
    LLVMValueRef slot = f->g->job->check ? unset_of(f, p) : NULL;
    if (slot) store_unset(f, p, slot, NULL);
}

struct val emit_copied(struct fn *f, const struct hd_expr *e) {
    f->copying = f->g->job->check != NULL;
    struct val v = emit_expr(f, e);
    f->copying = false;
    return v;
}

static void complain_unset(struct fn *f, const struct place *p, LLVMValueRef unset) {
    if (f->g->job->lanes) {
        LLVMValueRef args[3] = {
            thread_of(f), unset,
            what_of(f, p->expr, p->type->size, HD_CHECK_READ, HD_SCOPE_DEVICE, false, 1)};
        call_marker(f, "hd_ck_use", LLVMVoidTypeInContext(f->g->ctx), args, 3);
        return;
    }
    LLVMBasicBlockRef bad = new_block(f, "unset"), good = new_block(f, "set");
    LLVMBuildCondBr(f->b, LLVMBuildIsNull(f->b, unset, ""), good, bad);
    LLVMPositionBuilderAtEnd(f->b, bad);
    LLVMValueRef args[2] = {
        thread_of(f), what_of(f, p->expr, p->type->size, HD_CHECK_READ, HD_SCOPE_DEVICE, false, 1)};
    call_check(f, "hd_ck_unset", args, 2);
    LLVMBuildBr(f->b, good);
    LLVMPositionBuilderAtEnd(f->b, good);
}

// A value that is not copied is used. Of a structure padding need not be set, nor members that
// nobody will look at; that nothing of it is set is an error.
static void use_unset(struct fn *f, const struct place *p, LLVMValueRef bits) {
    if (ty_is_agg(p->type)) {
        const struct hd_type *t = hd_type_unqual(p->type);
        if (t->kind != HD_TY_RECORD || t->record->is_empty || !t->size) return;
        LLVMValueRef all = const_i32(f->g, (int32_t)hd_copied_mask(t->size));
        LLVMValueRef some = LLVMBuildAnd(f->b, bits, all, "");
        some = LLVMBuildICmp(f->b, LLVMIntEQ, some, all, "");
        bits = LLVMBuildSelect(f->b, some, all, const_i32(f->g, 0), "");
    }
    complain_unset(f, p, bits);
}

LLVMValueRef check_read(struct fn *f, const struct place *p, uint64_t size, enum hd_check_op op,
                        bool copying, LLVMValueRef *unset) {
    LLVMValueRef slot = unset_of(f, p), element = check_array_read(f, p, size);
    if (slot || element) {
        LLVMValueRef bits = element ? element : load_unset(f, p, slot);
        if (copying)
            *unset = bits;
        else
            use_unset(f, p, bits);
    }
    if (element) return check_place(f, p, size, op);
    bool told = is_host_local(f, p->addr) && !slot;
    if (is_private(p->addr) && !told) return check_place(f, p, size, op);
    if (told && p->sym && (ty_is_agg(p->type) || !p->sym->address_taken)) return p->addr;
    struct place q = *p;
    q.copying = copying || ty_is_agg(p->type);
    LLVMValueRef addr = check_place(f, &q, size, op);
    if (!q.copying) return addr;
    LLVMValueRef bits = take_copied(f);
    if (copying)
        *unset = bits;
    else
        use_unset(f, p, bits);
    return addr;
}

LLVMValueRef check_write(struct fn *f, const struct place *p, uint64_t size, enum hd_check_op op,
                         LLVMValueRef unset) {
    LLVMValueRef slot = unset_of(f, p);
    if (slot) store_unset(f, p, slot, unset);
    check_array_write(f, p, unset);
    struct place q = *p;
    q.copying = unset && (!is_private(p->addr) || (is_host_local(f, p->addr) && !slot));
    if (q.copying) give_copied(f, unset);
    return check_place(f, &q, size, op);
}

LLVMValueRef check_pointer(struct fn *f, const struct hd_expr *e, const struct val *p,
                           uint64_t size, enum hd_check_op op, enum hd_check_scope scope) {
    struct object o = p->object;
    if (!o.base) o.base = p->v;
    uint32_t align = size && !(size & (size - 1)) && size <= 16 ? (uint32_t)size : 1;
    return announce(f, p->v, o, size, what_of(f, e, size, op, scope, false, align));
}

// ---- library functions that touch memory, fences ------------------------------------------------

static const struct memory_function {
    const char *name;
    int8_t written, read, other, size; // indices of arguments, -1: none; other: also read
} memory_functions[] = {
    {"memcpy", 0, 1, -1, 2}, {"memmove", 0, 1, -1, 2},          {"memset", 0, -1, -1, 2},
    {"memcmp", -1, 0, 1, 2}, {"__builtin_memcpy", 0, 1, -1, 2}, {"__builtin_memset", 0, -1, -1, 2},
};

static void check_range(struct fn *f, const struct hd_expr *e, struct val *p, struct val size,
                        enum hd_check_op op, bool copied) {
    if (is_private(p->v) && !is_host_local(f, p->v)) return;
    LLVMValueRef base = p->object.base ? p->object.base : p->v;
    LLVMValueRef what = what_of(f, e, 1, op, HD_SCOPE_DEVICE, false, 1);
    note_host_write(f, what);
    LLVMValueRef args[6] = {thread_of(f),
                            p->v,
                            base,
                            p->object.extent ? p->object.extent : const_i64(f->g, 0),
                            copied ? with_flag(f, what, HD_WHAT_PLAIN_COPY) : what,
                            convert(f, size, hd_ty.ulong_).v};
    p->v = call_check(f, "hd_ck_range", args, 6);
}

static bool is_memory_function(struct fn *f, const struct hd_expr *e, const char *name,
                               struct val *args, int nargs) {
    for (int i = 0; i < HD_COUNT(memory_functions); i++) {
        const struct memory_function *m = &memory_functions[i];
        if (strcmp(m->name, name) || nargs <= m->size) continue;
        int reads[2] = {m->read, m->other};
        bool copies = m->written >= 0 && m->read >= 0 && !is_private(args[m->written].v) &&
                      !is_private(args[m->read].v);
        if (!f->thread) copies = m->written >= 0 && m->read >= 0;
        for (int k = 0; k < 2; k++)
            if (reads[k] >= 0)
                check_range(f, e->args[reads[k]], &args[reads[k]], args[m->size], HD_CHECK_READ,
                            copies);
        if (m->written >= 0)
            check_range(f, e->args[m->written], &args[m->written], args[m->size], HD_CHECK_WRITE,
                        false);
        if (copies) {
            LLVMValueRef of[3] = {args[m->written].v, args[m->read].v,
                                  convert(f, args[m->size], hd_ty.ulong_).v};
            call_check(f, "hd_ck_copied", of, 3);
        }
        return true;
    }
    return false;
}

// Host code: what code that is not checked gets a pointer to may have been set by it.
void check_escapes(struct fn *f, const struct hd_expr *e, const struct val *args, int nargs) {
    for (int i = 0; i < nargs && !f->device; i++) {
        const struct hd_type *t = hd_type_unqual(e->args[i]->type);
        if (t->kind != HD_TY_PTR || t->base->quals & Q_CONST) continue;
        LLVMValueRef p = args[i].v;
        if (is_private(p) && !is_host_local(f, p)) continue;
        f->g->job->check->host_writes |= !is_private(p);
        bool deep = t->base->kind == HD_TY_VOID || ty_is_agg(t->base) ||
                    t->base->kind == HD_TY_PTR || t->base->kind == HD_TY_FUNC;
        LLVMValueRef to[2] = {p, const_i32(f->g, deep)};
        call_check(f, "hd_ck_escapes", to, 2);
    }
}

// How large a local array is that the runtime API gets a pointer to.
static void tell_size(struct fn *f, const struct hd_expr *e, const struct val *v) {
    if (v->kind != VAL_SCALAR || !v->object.base || !v->object.extent) return;
    const struct hd_expr *inner = e;
    while (inner->kind == EX_CAST) inner = inner->a;
    const struct hd_type *t = hd_type_unqual(inner->type);
    if (t->kind != HD_TY_PTR || !t->base->size) return;
    LLVMValueRef args[3] = {
        v->object.base, v->object.extent,
        what_of(f, inner, t->base->size, HD_CHECK_READ, HD_SCOPE_DEVICE, false, 1)};
    call_check(f, "hd_ck_passes", args, 3);
    LLVMValueRef root = root_of(v->object.base);
    if (!LLVMIsAAllocaInst(root) || !LLVMIsConstant(LLVMGetOperand(root, 0))) return;
    for (int i = 0; i < f->lent.n; i++)
        if (f->lent.v[i] == root) return;
    HD_PUSH(f->g->arena, &f->lent, root);
}

void check_library_call(struct fn *f, const struct hd_expr *e, const char *name, struct val *args,
                        int nargs) {
    if (strstr(name, "StreamCreateWith") || strstr(name, "Graph")) f->g->job->check->streams = true;
    if (is_memory_function(f, e, name, args, nargs) || f->device) return;
    bool calls_back = false;
    for (int i = 0; i < nargs; i++) {
        const struct hd_type *t = hd_type_unqual(e->args[i]->type);
        calls_back |= t->kind == HD_TY_PTR && t->base->kind == HD_TY_FUNC;
    }
    if (strncmp(name, "cuda", 4) || calls_back) { // these tell what they write
        check_escapes(f, e, args, nargs);
        return;
    }
    for (int i = 0; i < nargs; i++) tell_size(f, e->args[i], &args[i]);
}

// `cudaMalloc(&p, n);`: a call of the runtime API as a statement.
void check_dropped(struct fn *f, const struct hd_expr *e, const char *name, const struct val *r) {
    if (!f->g->job->check || f->device || f->dropped != e || strncmp(name, "cuda", 4) ||
        r->kind != VAL_SCALAR || e->type->kind != HD_TY_ENUM)
        return;
    LLVMValueRef args[2] = {LLVMBuildZExt(f->b, r->v, f->g->i64, ""),
                            what_of(f, e, 0, HD_CHECK_READ, HD_SCOPE_DEVICE, false, 1)};
    struct hd_gen_check *check = f->g->job->check;
    check->sites.v[check->sites.n - 1].name = hd_intern_str(name);
    call_check(f, "hd_ck_dropped", args, 2);
}

// The library's heap in checked host code; NULL: another function.
const char *check_host_name(struct fn *f, const struct hd_expr *e, const char *name) {
    static const char *const names[][2] = {{"malloc", "hd_ck_host_malloc"},
                                           {"calloc", "hd_ck_host_calloc"},
                                           {"realloc", "hd_ck_host_realloc"},
                                           {"free", "hd_ck_host_free"}};
    if (!f->g->job->check || f->device) return NULL;
    for (int i = 0; i < HD_COUNT(names); i++) {
        if (strcmp(names[i][0], name)) continue;
        LLVMValueRef what = what_of(f, e, 0, HD_CHECK_WRITE, HD_SCOPE_DEVICE, false, 1);
        call_check(f, "hd_ck_here", &what, 1);
        return names[i][1];
    }
    return NULL;
}

const char *check_runtime_name(const char *name) {
    static const char *const names[][2] = {{"hd_rt_device_malloc", "hd_ck_malloc"},
                                           {"hd_rt_device_free", "hd_ck_free"}};
    for (int i = 0; i < HD_COUNT(names); i++)
        if (!strcmp(names[i][0], name)) return names[i][1];
    return name;
}

void check_fence(struct fn *f, enum hd_check_scope scope) {
    f->g->job->check->fences = true;
    LLVMValueRef args[2] = {thread_of(f), const_i32(f->g, scope)};
    call_check(f, "hd_ck_fence", args, 2);
}

// ---- the first guess of a loop with atomicCAS ---------------------------------------------------
// `old = *p; do { seen = old; old = atomicCAS(p, seen, f(seen)); } while (old != seen);` reads *p
// plainly, as CUDA's own guide has it. A wrong guess costs another turn and no more, so that is no
// race: the read counts as an atomic one, when what it gives goes to a variable that becomes the
// second argument, and comes from where the first argument points.

struct guesses {
    struct fn *f;
    HD_VEC(const struct hd_expr *) targets; // first arguments of atomicCAS
    HD_VEC(struct hd_sym *) expected;       // variables that become second arguments
    bool changed;
};

static bool same_expr(const struct hd_expr *a, const struct hd_expr *b) {
    while (a && (a->kind == EX_CAST || a->kind == EX_DECAY)) a = a->a;
    while (b && (b->kind == EX_CAST || b->kind == EX_DECAY)) b = b->a;
    if (!a || !b) return a == b;
    if (a->kind != b->kind) return false;
    switch (a->kind) {
    case EX_VAR:
    case EX_REFVAL: return a->sym == b->sym;
    case EX_CONST:
        return a->value->kind == CONST_INT && b->value->kind == CONST_INT &&
               a->value->i == b->value->i;
    case EX_MEMBER: return a->offset == b->offset && same_expr(a->a, b->a);
    case EX_LOAD:
    case EX_DEREF:
    case EX_ADDR: return same_expr(a->a, b->a);
    case EX_PTR_ADD: return same_expr(a->a, b->a) && same_expr(a->b, b->b);
    case EX_BINARY: return a->op == b->op && same_expr(a->a, b->a) && same_expr(a->b, b->b);
    case EX_BUILTIN: return a->builtin == b->builtin && !a->nargs && !b->nargs;
    default: return false;
    }
}

static bool is_expected(const struct guesses *g, const struct hd_sym *sym) {
    for (int i = 0; i < g->expected.n; i++)
        if (g->expected.v[i] == sym) return true;
    return false;
}

static bool note_variable(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    struct guesses *g = user;
    if (e && e->kind == EX_VAR && e->sym->storage == ST_LOCAL && !is_expected(g, e->sym)) {
        HD_PUSH(g->f->g->arena, &g->expected, e->sym);
        g->changed = true;
    }
    return false;
}

static bool note_cas(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    struct guesses *g = user;
    if (!e || e->kind != EX_BUILTIN || e->builtin->lower != LOWER_ATOMIC || e->nargs < 3 ||
        strcmp(e->builtin->arg, "cas"))
        return false;
    HD_PUSH(g->f->g->arena, &g->targets, e->args[0]);
    tree_find_expr(e->args[1], note_variable, g);
    return false;
}

// The variable that a statement or expression sets, and the value that it gets.
static struct hd_sym *setting(const struct hd_stmt *s, const struct hd_expr *e,
                              const struct hd_expr **value) {
    if (s && s->kind == STM_VAR && s->var_init && s->var_init->nitems == 1) {
        *value = s->var_init->items[0].value;
        return s->sym;
    }
    if (!e || e->kind != EX_ASSIGN || e->a->kind != EX_VAR) return NULL;
    *value = e->b;
    return e->a->sym;
}

static bool spread(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    struct guesses *g = user;
    const struct hd_expr *value = NULL;
    struct hd_sym *sym = setting(s, e, &value);
    if (!sym || !is_expected(g, sym)) return false;
    while (value->kind == EX_CAST) value = value->a;
    if (value->kind == EX_LOAD && value->a->kind == EX_VAR) note_variable(g, NULL, value->a);
    return false;
}

static bool mark_guess(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    struct guesses *g = user;
    const struct hd_expr *value = NULL;
    struct hd_sym *sym = setting(s, e, &value);
    if (!sym || !is_expected(g, sym)) return false;
    while (value->kind == EX_CAST) value = value->a;
    if (value->kind != EX_LOAD) return false;
    for (int i = 0; i < g->targets.n; i++) {
        const struct hd_expr *target = g->targets.v[i], *place = value->a;
        while (target->kind == EX_CAST) target = target->a;
        bool same = target->kind == EX_ADDR
                        ? same_expr(target->a, place)
                        : place->kind == EX_DEREF && same_expr(target, place->a);
        if (same) hd_map_set(&g->f->guesses, (const char *)value, (void *)value);
    }
    return false;
}

// `cudaMemcpy(d, a, ...)`, of arrays.
static bool note_passed(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    struct fn *f = user;
    if (!e || e->kind != EX_CALL || e->a->kind != EX_FUNC || strncmp(e->a->sym->name, "cuda", 4))
        return false;
    for (int i = 0; i < e->nargs; i++) {
        const struct hd_expr *arg = e->args[i];
        while (arg->kind == EX_CAST) arg = arg->a;
        if (arg->kind == EX_DECAY && arg->a->kind == EX_VAR && arg->a->sym->storage == ST_LOCAL)
            hd_map_set(&f->passed, (const char *)arg->a->sym, arg->a->sym);
    }
    return false;
}

// Locals that get what a load gives, unset or not, have a word for it from the start.
static bool note_copy(void *user, const struct hd_stmt *s, const struct hd_expr *e) {
    const struct hd_expr *value = NULL;
    struct hd_sym *sym = setting(s, e, &value);
    if (sym && value->kind == EX_LOAD) unset_slot(user, sym);
    return false;
}

void check_function(struct fn *f) {
    struct guesses g = {.f = f};
    tree_find(f->func->body, note_copy, f);
    check_find_arrays(f);
    if (!f->device) tree_find(f->func->body, note_passed, f);
    tree_find(f->func->body, note_cas, &g);
    if (!g.targets.n) return;
    do {
        g.changed = false;
        tree_find(f->func->body, spread, &g);
    } while (g.changed);
    tree_find(f->func->body, mark_guess, &g);
}
