// Instructions of inline PTX: loads, stores, atomics, fences and copies to shared memory, which are
// made at once.
#include "gen/ptx/ptx.h"

#include <string.h>

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

void ptx_ld(struct asm_text *t) {
    struct operand *d = &t->operands[0];
    unsigned bytes = (ptx_width_of(t->type) + 7) / 8;
    LLVMValueRef at = ptx_address(t, 1);
    int n = d->kind == OP_VECTOR ? d->nparts : 1;
    for (int i = 0; i < n && !t->failed; i++) {
        LLVMValueRef p = i ? byte_offset(t->f, at, bytes * (unsigned)i) : at;
        LLVMValueRef v = raw_load(t->f, ptx_int_of(t, bytes * 8), p, bytes);
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
        raw_store(t->f, ptx_sized(t, ptx_raw(t, 1), bytes * 8, false), at, bytes);
        return;
    }
    for (int i = 0; i < s->nparts && !t->failed; i++) {
        LLVMValueRef v = s->parts[i] >= 0 ? t->registers[s->parts[i]].v : NULL;
        if (v)
            raw_store(t->f, ptx_sized(t, v, bytes * 8, false),
                      i ? byte_offset(t->f, at, bytes * (unsigned)i) : at, bytes);
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
    };
    LLVMBuilderRef b = t->f->b;
    bool red = !strcmp(t->parts[0], "red");
    int first = red ? 0 : 1;
    LLVMValueRef at = ptx_address(t, first), r = NULL;
    const LLVMAtomicOrdering order = LLVMAtomicOrderingMonotonic;
    if (t->failed) return;
    if (ptx_has(t, "cas")) {
        LLVMValueRef pair =
            LLVMBuildAtomicCmpXchg(b, at, ptx_in(t, first + 1, t->type),
                                   ptx_in(t, first + 2, t->type), order, order, false);
        r = LLVMBuildExtractValue(b, pair, 0, "");
    }
    for (int i = 0; !r && i < HD_COUNT(rows); i++) {
        if (!ptx_has(t, rows[i].name)) continue;
        int op = ptx_is_float(t->type)    ? rows[i].of_float
                 : ptx_is_signed(t->type) ? rows[i].of_signed
                                          : rows[i].of_int;
        if (op >= 0)
            r = LLVMBuildAtomicRMW(b, (LLVMAtomicRMWBinOp)op, at, ptx_use(t, first + 1), order,
                                   false);
    }
    if (!r)
        ptx_fail(t, "this atomic operation is not there yet:", t->op);
    else if (!red)
        ptx_out(t, r);
}

void ptx_fence(struct asm_text *t) {
    LLVMBuildFence(t->f->b, LLVMAtomicOrderingSequentiallyConsistent, false, "");
}

void ptx_nothing(struct asm_text *t) { (void)t; }

// ---- copies to shared memory --------------------------------------------------------------------

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
    LLVMBuilderRef b = t->f->b;
    LLVMValueRef to = ptx_address(t, 0), from = ptx_address(t, 1), values[4];
    LLVMValueRef count = t->noperands > 3 && !t->failed ? ptx_in(t, 3, "b32") : NULL;
    if (count && LLVMIsAConstantInt(count) && LLVMConstIntGetZExtValue(count) == bytes)
        count = NULL;
    for (unsigned i = 0; i < bytes / 4 && !t->failed; i++) {
        LLVMValueRef p = i ? byte_offset(t->f, from, 4 * i) : from;
        if (!count) {
            values[i] = raw_load(t->f, t->g->i32, p, 4);
            continue;
        }
        LLVMValueRef any = LLVMBuildICmp(b, LLVMIntUGT, count, const_i32(t->g, 4 * i), "");
        p = LLVMBuildSelect(b, any, p, to, ""); // what is not there is not read
        LLVMValueRef v = raw_load(t->f, t->g->i32, p, 4);
        LLVMValueRef rest = LLVMBuildSub(b, count, const_i32(t->g, 4 * i), "");
        LLVMValueRef cut = LLVMBuildICmp(b, LLVMIntULT, rest, const_i32(t->g, 4), "");
        LLVMValueRef shift = LLVMBuildSelect(b, cut, LLVMBuildShl(b, rest, const_i32(t->g, 3), ""),
                                             const_i32(t->g, 0), "");
        LLVMValueRef mask = LLVMBuildNot(b, LLVMBuildShl(b, const_i32(t->g, -1), shift, ""), "");
        v = LLVMBuildSelect(b, cut, LLVMBuildAnd(b, v, mask, ""), v, "");
        values[i] = LLVMBuildSelect(b, any, v, const_i32(t->g, 0), "");
    }
    for (unsigned i = 0; i < bytes / 4 && !t->failed; i++)
        raw_store(t->f, values[i], i ? byte_offset(t->f, to, 4 * i) : to, 4);
}
