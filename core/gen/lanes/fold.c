// Blocks side by side: of a kernel that uses threadIdx.x and blockIdx.x for their sum alone,
//
//     blockIdx.x * blockDim.x + threadIdx.x
//
// blocks that follow each other in x are one with longer rows: thread 8 of block 0 is thread 0 of
// block 1, where blocks are 8 wide. So rows that are shorter than a vector fill one, and neighbours
// in memory are read together.
//
// gen/ has made K.lane with threadIdx.x as it is in such a long row (lanes->fold blocks), so that
// no pass takes it for less. What is left is to see that every use of the two is a part of the sum.
// If one is not, or if the threads of a block have anything else in common (shared memory,
// barriers, the library, their number), the code is made for one block: it is right for that too.
#include "gen/lanes/lanes.h"
#include "math/math.h"

#include <string.h>

enum part {          // what a value is of the sum
    PART_NONE = 1,   // it depends on the sum alone, or on nothing of it
    PART_BLOCK,      // blockIdx.x
    PART_FIRST,      // ... times blockDim.x
    PART_THREAD,     // threadIdx.x
    PART_FIRST_MORE, // and something that is PART_NONE: their sum may have wrapped
    PART_THREAD_MORE,
    PART_OTHER, // it depends on one of the two
};
#define MOST_DEEP 2000 // operands of operands

struct fold {
    struct lanes *l;
    uint64_t width;      // blockDim.x
    struct hd_map parts; // LLVMValueRef -> enum part
    bool ok;
};

static void note(struct fold *f, LLVMValueRef v, enum part part) {
    hd_map_set(&f->parts, (const char *)v, (void *)(uintptr_t)part);
}

static bool times_width(const struct fold *f, LLVMValueRef v, LLVMOpcode op) {
    LLVMValueRef by = LLVMGetOperand(v, 1);
    if (!LLVMIsAConstantInt(by)) return false;
    uint64_t n = LLVMConstIntGetZExtValue(by);
    return (op == LLVMMul && n == f->width) || (op == LLVMShl && n < 32 && 1ull << n == f->width);
}

static enum part part_of(struct fold *f, LLVMValueRef v, int depth);

static bool is_first(enum part part) { return part == PART_FIRST || part == PART_FIRST_MORE; }
static bool is_thread(enum part part) { return part == PART_THREAD || part == PART_THREAD_MORE; }

static enum part part_of_sum(enum part a, enum part b) {
    if ((is_first(a) && is_thread(b)) || (is_thread(a) && is_first(b))) return PART_NONE;
    enum part one = a == PART_NONE ? b : b == PART_NONE ? a : PART_OTHER;
    return is_first(one) ? PART_FIRST_MORE : is_thread(one) ? PART_THREAD_MORE : PART_OTHER;
}

static enum part part_of_instruction(struct fold *f, LLVMValueRef v, int depth) {
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    if (op == LLVMPHI) return PART_NONE; // what goes in is looked at where that is
    enum part first = PART_NONE;
    bool any = false;
    for (int i = 0; i < LLVMGetNumOperands(v); i++) {
        LLVMValueRef operand = LLVMGetOperand(v, (unsigned)i);
        enum part part = LLVMIsAInstruction(operand) ? part_of(f, operand, depth) : PART_NONE;
        any = any || part != PART_NONE;
        if (!i) first = part;
    }
    if (!any) return PART_NONE;
    if (op == LLVMZExt || op == LLVMSExt)
        return first == PART_FIRST_MORE || first == PART_THREAD_MORE ? PART_OTHER : first;
    if (op == LLVMAdd) {
        LLVMValueRef b = LLVMGetOperand(v, 1);
        return part_of_sum(first, LLVMIsAInstruction(b) ? part_of(f, b, depth) : PART_NONE);
    }
    return first == PART_BLOCK && times_width(f, v, op) ? PART_FIRST : PART_OTHER;
}

static enum part part_of(struct fold *f, LLVMValueRef v, int depth) {
    enum part part = (enum part)(uintptr_t)hd_map_get(&f->parts, (const char *)v);
    if (part) return part;
    part = depth > MOST_DEEP ? PART_OTHER : part_of_instruction(f, v, depth + 1);
    note(f, v, part);
    return part;
}

// Whether what v is a part of is whole wherever it is used for something else.
static bool meets(struct fold *f, LLVMValueRef v) {
    enum part part = part_of(f, v, 0);
    if (part == PART_OTHER) return false;
    for (LLVMUseRef use = LLVMGetFirstUse(v); use && part != PART_NONE; use = LLVMGetNextUse(use))
        if (LLVMIsAPHINode(LLVMGetUser(use))) return false;
    return true;
}

static bool all_meet(struct fold *f) {
    LLVMValueRef fn = f->l->src;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
            if (!meets(f, i)) return false;
    return true;
}

static void look_at_context(struct fold *f, LLVMValueRef p, bool of_thread);

// What the kernel asks of its block or its thread, at these bytes.
static bool may_ask(struct fold *f, LLVMValueRef load, bool of_thread, uint64_t offset) {
    if (!LLVMIsALoadInst(load)) return false;
    if (of_thread) {
        if (offset == HD_THREAD_TID) note(f, load, PART_THREAD);
        if (offset == HD_THREAD_BLOCK) look_at_context(f, load, false);
        return f->ok && (offset <= HD_THREAD_TID + 8 || offset == HD_THREAD_BLOCK);
    }
    if (offset == HD_BLOCK_BID) note(f, load, PART_BLOCK);
    return offset < HD_BLOCK_NTHREADS;
}

static void look_at_context(struct fold *f, LLVMValueRef p, bool of_thread) {
    for (LLVMUseRef use = LLVMGetFirstUse(p); use && f->ok; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAGetElementPtrInst(user)) {
            f->ok = LLVMIsALoadInst(user) && may_ask(f, user, of_thread, 0);
            continue;
        }
        LLVMValueRef index = LLVMGetOperand(user, 1);
        f->ok = LLVMGetNumOperands(user) == 2 && LLVMIsAConstantInt(index);
        if (!f->ok) return;
        uint64_t offset = LLVMConstIntGetZExtValue(index) *
                          LLVMABISizeOfType(f->l->layout, LLVMGetGEPSourceElementType(user));
        for (LLVMUseRef u = LLVMGetFirstUse(user); u && f->ok; u = LLVMGetNextUse(u))
            f->ok = may_ask(f, LLVMGetUser(u), of_thread, offset);
    }
}

// Calls of what is not arithmetic may print, stop the kernel or ask who calls.
static bool has_other_calls(struct lanes *l) {
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(l->src); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i)) {
            if (LLVMIsAFenceInst(i) || LLVMGetInstructionOpcode(i) == LLVMUnreachable) return true;
            if (!LLVMIsACallInst(i)) continue;
            size_t len;
            const char *name = ln_callee(i, &len);
            bool arithmetic = !strncmp(name, "llvm.", 5) && strcmp(name, "llvm.trap") != 0;
            if (!arithmetic && !ln_makes_no_code(i) && !hd_math_with_symbol(name)) return true;
        }
    return false;
}

bool ln_folds(struct lanes *l, const struct hd_lanes *wanted) {
    struct fold f = {.l = l, .width = wanted->block[0], .ok = wanted->small_grid};
    f.ok = f.ok && !has_other_calls(l);
    if (f.ok) look_at_context(&f, LLVMGetParam(l->src, 0), false);
    if (f.ok) look_at_context(&f, LLVMGetParam(l->src, 2), true);
    f.ok = f.ok && all_meet(&f);
    hd_map_finish(&f.parts);
    return f.ok;
}
