// Instructions of inline PTX: loads, stores, atomics, fences and copies to shared memory, which are
// made at once.
#include "gen/ptx/ptx.h"

#include <string.h>

// How far a block's shared memory reaches (227 KB), and a thread's stack (cpu/launch).
enum { SHARED_REACH = 227 << 10, STACK_REACH = 160 << 10 };

// An address of 32 bits in shared memory is the lower half of one of 64 (cvta changes nothing
// here), and that is within 2 GiB of where the block's shared memory begins.
static LLVMValueRef wide_address(struct asm_text *t, LLVMValueRef v) {
    struct gen *g = t->g;
    LLVMBuilderRef b = t->f->b;
    LLVMValueRef start =
        LLVMBuildPtrToInt(b, context_load(t->f, g->ptr, thread_block(t->f), HD_BLOCK_SHARED, true),
                          ptx_int_of(t, 64), "");
    LLVMValueRef by = LLVMBuildSub(b, v, LLVMBuildTrunc(b, start, g->i32, ""), "");
    return LLVMBuildAdd(b, start, LLVMBuildSExt(b, by, ptx_int_of(t, 64), ""), "");
}

LLVMValueRef ptx_address(struct asm_text *t, int i) {
    const struct operand *o = &t->operands[i];
    if (o->kind != OP_ADDRESS) {
        ptx_fail(t, "an address in [ ] is missing in", t->op);
        return LLVMConstPointerNull(t->g->ptr);
    }
    LLVMValueRef v = t->registers[o->reg].v;
    unsigned width = v ? LLVMGetIntTypeWidth(LLVMTypeOf(v)) : 0;
    bool copies = ptx_has(t, "global"); // cp.async.SPACE.shared.global
    bool shared = (ptx_has(t, "shared") && !(copies && i > 0)) ||
                  (width == 32 && !strncmp(t->parts[0], "ldmatrix", 8));
    if (width != 64 && !(width == 32 && shared)) {
        ptx_fail(t, "an address here has 64 bits (but for shared memory):", t->op);
        return LLVMConstPointerNull(t->g->ptr);
    }
    // A register of 64 bits may hold 32 that were widened.
    if (shared) v = wide_address(t, ptx_sized(t, v, 32, false));
    if (o->offset) v = LLVMBuildAdd(t->f->b, v, const_i64(t->g, o->offset), "");
    return LLVMBuildIntToPtr(t->f->b, v, t->g->ptr, "");
}

// ---- accesses, told to checked execution and to the debugger -----------------------------------

static bool is_ordered(const struct asm_text *t) { // no plain access
    return ptx_has(t, "relaxed") || ptx_has(t, "acquire") || ptx_has(t, "release");
}

static struct place bytes_at(struct asm_text *t, LLVMValueRef at, unsigned bytes) {
    struct hd_type *type = bytes == 1   ? hd_ty.uchar
                           : bytes == 2 ? hd_ty.ushort_
                           : bytes == 4 ? hd_ty.uint_
                                        : hd_ty.ulong_;
    if (ptx_has(t, "volatile")) type = hd_type_qual(type, Q_VOLATILE);
    return place_at(at, type);
}

LLVMValueRef ptx_load_bytes(struct asm_text *t, LLVMValueRef at, unsigned bytes,
                            LLVMValueRef *unset) {
    struct fn *f = t->f;
    struct place p = bytes_at(t, at, bytes);
    enum hd_check_op op = is_ordered(t) ? HD_CHECK_ATOMIC_LOAD : HD_CHECK_READ;
    if (t->g->job->check) p.addr = check_read(f, &p, bytes, op, unset != NULL, unset);
    twin_load(f, p.addr, bytes);
    return raw_load(f, ptx_int_of(t, bytes * 8), p.addr, bytes);
}

static void store_bytes(struct asm_text *t, LLVMValueRef v, LLVMValueRef at, unsigned bytes,
                        LLVMValueRef unset) {
    struct fn *f = t->f;
    struct place p = bytes_at(t, at, bytes);
    enum hd_check_op op = is_ordered(t) ? HD_CHECK_ATOMIC_STORE : HD_CHECK_WRITE;
    if (t->g->job->check) p.addr = check_write(f, &p, bytes, op, unset);
    twin_store(f, p.addr, bytes);
    raw_store(f, v, p.addr, bytes);
    twin_stored(f, p.addr);
}

void ptx_ld(struct asm_text *t) {
    struct operand *d = &t->operands[0];
    unsigned bytes = (ptx_width_of(t->type) + 7) / 8;
    LLVMValueRef at = ptx_address(t, 1);
    int n = d->kind == OP_VECTOR ? d->nparts : 1;
    for (int i = 0; i < n && !t->failed; i++) {
        LLVMValueRef p = i ? byte_offset(t->f, at, bytes * (unsigned)i) : at;
        LLVMValueRef unset = NULL, v = ptx_load_bytes(t, p, bytes, &unset);
        if (ptx_has(t, "volatile") || ptx_has(t, "relaxed") || ptx_has(t, "acquire"))
            LLVMSetVolatile(v, true);
        if (d->kind == OP_VECTOR)
            ptx_set_register(t, d->parts[i], v, ptx_is_signed(t->type));
        else
            ptx_out(t, v);
    }
    if (ptx_has(t, "acquire"))
        LLVMBuildFence(t->f->b, LLVMAtomicOrderingSequentiallyConsistent, false, "");
}

void ptx_st(struct asm_text *t) {
    struct operand *s = &t->operands[1];
    unsigned bytes = (ptx_width_of(t->type) + 7) / 8;
    LLVMValueRef at = ptx_address(t, 0);
    if (ptx_has(t, "release"))
        LLVMBuildFence(t->f->b, LLVMAtomicOrderingSequentiallyConsistent, false, "");
    if (s->kind != OP_VECTOR) {
        store_bytes(t, ptx_sized(t, ptx_raw(t, 1), bytes * 8, false), at, bytes, NULL);
        return;
    }
    for (int i = 0; i < s->nparts && !t->failed; i++) {
        LLVMValueRef v = s->parts[i] >= 0 ? t->registers[s->parts[i]].v : NULL;
        if (v)
            store_bytes(t, ptx_sized(t, v, bytes * 8, false),
                        i ? byte_offset(t->f, at, bytes * (unsigned)i) : at, bytes, NULL);
    }
}

void ptx_atom(struct asm_text *t) {
    static const struct {
        const char *name;
        int of_int, of_signed, of_float; // -1: none
    } rows[] = {
        {"add", LLVMAtomicRMWBinOpAdd, LLVMAtomicRMWBinOpAdd, LLVMAtomicRMWBinOpFAdd},
        {"min", LLVMAtomicRMWBinOpUMin, LLVMAtomicRMWBinOpMin, -1},
        {"max", LLVMAtomicRMWBinOpUMax, LLVMAtomicRMWBinOpMax, -1},
        {"and", LLVMAtomicRMWBinOpAnd, LLVMAtomicRMWBinOpAnd, -1},
        {"or", LLVMAtomicRMWBinOpOr, LLVMAtomicRMWBinOpOr, -1},
        {"xor", LLVMAtomicRMWBinOpXor, LLVMAtomicRMWBinOpXor, -1},
        {"exch", LLVMAtomicRMWBinOpXchg, LLVMAtomicRMWBinOpXchg, -1},
        {"inc", LLVMAtomicRMWBinOpUIncWrap, -1, -1},
        {"dec", LLVMAtomicRMWBinOpUDecWrap, -1, -1},
    };
    LLVMBuilderRef b = t->f->b;
    bool red = !strcmp(t->parts[0], "red");
    int first = red ? 0 : 1;
    LLVMValueRef at = ptx_address(t, first), r = NULL;
    const LLVMAtomicOrdering order = LLVMAtomicOrderingMonotonic;
    if (t->failed) return;
    unsigned bytes = (ptx_width_of(t->type) + 7) / 8;
    enum hd_check_scope scope = ptx_has(t, "cta")   ? HD_SCOPE_BLOCK
                                : ptx_has(t, "sys") ? HD_SCOPE_SYSTEM
                                                    : HD_SCOPE_DEVICE;
    struct val p = val_scalar(at, hd_type_ptr(hd_ty.void_));
    if (t->g->job->check) at = check_pointer(t->f, NULL, &p, bytes, HD_CHECK_RMW, scope);
    twin_load(t->f, at, bytes);
    twin_store(t->f, at, bytes);
    if (ptx_has(t, "cas")) {
        LLVMValueRef pair =
            LLVMBuildAtomicCmpXchg(b, at, ptx_in(t, first + 1, t->type),
                                   ptx_in(t, first + 2, t->type), order, order, false);
        r = LLVMBuildExtractValue(b, pair, 0, "");
    }
    for (int i = 0; !r && i < HD_COUNT(rows); i++) {
        if (!ptx_has(t, rows[i].name)) continue;
        int op = t->type[0] == 'b' && t->type[1] == 'f' ? -1
                 : ptx_is_float(t->type)                ? rows[i].of_float
                 : ptx_is_signed(t->type)               ? rows[i].of_signed
                                                        : rows[i].of_int;
        if (op >= 0)
            r = LLVMBuildAtomicRMW(b, (LLVMAtomicRMWBinOp)op, at, ptx_use(t, first + 1), order,
                                   false);
    }
    twin_stored(t->f, at);
    if (!r)
        ptx_fail(t, "this atomic operation is not there yet:", t->op);
    else if (!red)
        ptx_out(t, r);
}

void ptx_fence(struct asm_text *t) {
    LLVMBuildFence(t->f->b, LLVMAtomicOrderingSequentiallyConsistent, false, "");
}

// isspacep.SPACE p, address: what is neither shared nor on a thread's stack is global.
void ptx_isspacep(struct asm_text *t) {
    LLVMBuilderRef b = t->f->b;
    struct gen *g = t->g;
    bool shared = ptx_has(t, "shared"), local = ptx_has(t, "local");
    if (!shared && !local && !ptx_has(t, "global")) {
        ptx_fail(t, "this space cannot be told from others:", t->op);
        return;
    }
    LLVMValueRef p = ptx_sized(t, ptx_raw(t, 1), 64, false);
    LLVMValueRef own = context_load(t->f, g->ptr, thread_block(t->f), HD_BLOCK_SHARED, true);
    own = LLVMBuildPtrToInt(b, own, ptx_int_of(t, 64), "");
    LLVMValueRef in_shared =
        LLVMBuildICmp(b, LLVMIntULT, LLVMBuildSub(b, p, own, ""), const_i64(g, SHARED_REACH), "");
    LLVMValueRef here = LLVMBuildPtrToInt(b, temp(t->f, g->i32, 4), ptx_int_of(t, 64), "");
    LLVMValueRef from = LLVMBuildSub(b, here, const_i64(g, STACK_REACH), "");
    LLVMValueRef in_local = LLVMBuildICmp(b, LLVMIntULT, LLVMBuildSub(b, p, from, ""),
                                          const_i64(g, 2 * STACK_REACH), "");
    in_local = LLVMBuildAnd(b, in_local, LLVMBuildNot(b, in_shared, ""), "");
    t->type = "pred";
    ptx_out(t, shared  ? in_shared
               : local ? in_local
                       : LLVMBuildNot(b, LLVMBuildOr(b, in_shared, in_local, ""), ""));
}

// createpolicy: what caches are told, which is nothing here
void ptx_createpolicy(struct asm_text *t) { ptx_out(t, const_i64(t->g, 0)); }

void ptx_nothing(struct asm_text *t) { (void)t; }

// ---- copies to shared memory --------------------------------------------------------------------

// `bytes` bytes of memory as a word, or 0 and no access.
static LLVMValueRef load_if(struct asm_text *t, LLVMValueRef cond, LLVMValueRef at, unsigned bytes,
                            LLVMValueRef *unset) {
    struct fn *f = t->f;
    LLVMBuilderRef b = f->b;
    LLVMBasicBlockRef some = new_block(f, "cp.some"), end = new_block(f, "cp.end"),
                      from[2] = {LLVMGetInsertBlock(b), NULL};
    LLVMBuildCondBr(b, cond, some, end);
    LLVMPositionBuilderAtEnd(b, some);
    LLVMValueRef flags = NULL, v = ptx_load_bytes(t, at, bytes, &flags);
    v = ptx_sized(t, v, 32, false);
    from[1] = LLVMGetInsertBlock(b);
    LLVMBuildBr(b, end);
    LLVMPositionBuilderAtEnd(b, end);
    LLVMValueRef phi = LLVMBuildPhi(b, t->g->i32, "");
    LLVMAddIncoming(phi, (LLVMValueRef[]){const_i32(t->g, 0), v}, from, 2);
    if (!flags) return phi;
    LLVMValueRef none = LLVMConstNull(LLVMTypeOf(flags)),
                 bits = LLVMBuildPhi(b, LLVMTypeOf(none), "");
    LLVMAddIncoming(bits, (LLVMValueRef[]){none, flags}, from, 2);
    *unset = *unset ? LLVMBuildOr(b, *unset, bits, "") : bits;
    return phi;
}

// Word i of the `count` bytes that are there; the rest is 0, and is not read.
static LLVMValueRef word_of(struct asm_text *t, LLVMValueRef from, unsigned i, LLVMValueRef count,
                            LLVMValueRef *unset) {
    LLVMBuilderRef b = t->f->b;
    LLVMValueRef begin = const_i32(t->g, 4 * i), at = i ? byte_offset(t->f, from, 4 * i) : from,
                 none = const_i32(t->g, 0);
    LLVMValueRef whole = LLVMBuildICmp(b, LLVMIntUGE, count, const_i32(t->g, 4 * i + 4), "");
    LLVMValueRef word = load_if(t, whole, at, 4, unset);
    LLVMValueRef part = LLVMBuildAnd(b, LLVMBuildICmp(b, LLVMIntUGT, count, begin, ""),
                                     LLVMBuildNot(b, whole, ""), "");
    LLVMValueRef left = LLVMBuildSelect(b, part, LLVMBuildSub(b, count, begin, ""), none, ""),
                 two = LLVMBuildAnd(b, left, const_i32(t->g, 2), ""),
                 one = LLVMBuildAnd(b, left, const_i32(t->g, 1), "");
    LLVMValueRef half = load_if(t, LLVMBuildIsNotNull(b, two, ""), at, 2, unset);
    LLVMValueRef last = LLVMBuildGEP2(b, t->g->i8, at, &two, 1, ""),
                 byte = load_if(t, LLVMBuildIsNotNull(b, one, ""), last, 1, unset);
    byte = LLVMBuildShl(b, byte, LLVMBuildShl(b, two, const_i32(t->g, 3), ""), "");
    return LLVMBuildOr(b, word, LLVMBuildOr(b, half, byte, ""), "");
}

// cp.async.SPACE.shared.global [to], [from], bytes{, how many of them are there; the others are 0}
void ptx_cp(struct asm_text *t) {
    uint64_t bytes = 0;
    if (t->nparts < 2 || strcmp(t->parts[1], "async") || ptx_has(t, "bulk") ||
        ptx_has(t, "mbarrier")) {
        ptx_fail(t, "there is no instruction yet of the name", t->op);
        return;
    }
    if (ptx_has(t, "commit_group") || ptx_has(t, "wait_group") || ptx_has(t, "wait_all")) return;
    if (!ptx_constant_of(t, 2, &bytes) || (bytes != 4 && bytes != 8 && bytes != 16)) {
        ptx_fail(t, "a copy is of 4, 8 or 16 bytes:", t->op);
        return;
    }
    LLVMValueRef to = ptx_address(t, 0), from = ptx_address(t, 1), values[4], unset[4] = {0};
    LLVMValueRef count = t->noperands > 3 && !t->failed ? ptx_in(t, 3, "b32") : NULL;
    if (count && LLVMIsAConstantInt(count) && LLVMConstIntGetZExtValue(count) == bytes)
        count = NULL;
    for (unsigned i = 0; i < bytes / 4 && !t->failed; i++)
        values[i] =
            count ? word_of(t, from, i, count, &unset[i])
                  : ptx_load_bytes(t, i ? byte_offset(t->f, from, 4 * i) : from, 4, &unset[i]);
    for (unsigned i = 0; i < bytes / 4 && !t->failed; i++)
        store_bytes(t, values[i], i ? byte_offset(t->f, to, 4 * i) : to, 4, unset[i]);
}
