// Context switches and the stacks of fibers (x86-64, System V).
//
// A suspended context is its stack pointer; on its stack lie, from there upwards,
//
//     mxcsr and x87 control word | r15 r14 r13 r12 rbx rbp | address to go on at
//
// which is all that the ABI lets a callee keep. All three ways to give up a stack use this layout:
// hd_fiber_switch (between fibers), hd_call_on_stack (a call that runs elsewhere) and hd_unwind_to
// (comes back from such a call without its callees' consent; also from signal handlers). Nothing
// here is known to the C library: no system call is made, and the signal mask stays as it is.
//
// A switch ends with an indirect jump, not with `ret`: the return predictor knows nothing of our
// stacks and would be wrong each time. The control words are loaded only if they differ (in mxcsr,
// apart from the flags of past exceptions, which belong to nobody).
//
// Example: void *me, *it = hd_fiber_prepare(top, fn, arg); hd_fiber_switch(&me, it); fn runs, and
// comes back here with hd_fiber_switch(&it, me).
#include "cpu/internal.h"

#include <errno.h>
#include <sys/mman.h>

__asm__(".text\n"
        ".globl hd_fiber_switch\n"
        ".type hd_fiber_switch, @function\n"
        ".p2align 4\n"
        "hd_fiber_switch:\n"
        "    .cfi_startproc\n"
        "    pushq %rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    subq $8, %rsp\n"
        "    stmxcsr (%rsp)\n"
        "    fnstcw 4(%rsp)\n"
        "    movl (%rsp), %eax\n"
        "    movzwl 4(%rsp), %ecx\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    xorl (%rsp), %eax\n"
        "    testl $0xffc0, %eax\n"
        "    jne 2f\n"
        "1:  cmpw 4(%rsp), %cx\n"
        "    jne 3f\n"
        "4:  addq $8, %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    popq %rcx\n"
        "    jmpq *%rcx\n"
        "2:  ldmxcsr (%rsp)\n"
        "    jmp 1b\n"
        "3:  fldcw 4(%rsp)\n"
        "    jmp 4b\n"
        "    .cfi_endproc\n"
        ".size hd_fiber_switch, .-hd_fiber_switch\n"

        ".type fiber_entry, @function\n"
        "fiber_entry:\n"
        "    .cfi_startproc\n"
        "    .cfi_undefined rip\n"
        "    movq %r12, %rdi\n"
        "    xorl %ebp, %ebp\n"
        "    callq *%r13\n"
        "    ud2\n"
        "    .cfi_endproc\n"
        ".size fiber_entry, .-fiber_entry\n"

        ".globl hd_call_on_stack\n"
        ".type hd_call_on_stack, @function\n"
        ".p2align 4\n"
        "hd_call_on_stack:\n"
        "    .cfi_startproc\n"
        "    pushq %rbp\n"
        "    .cfi_def_cfa_offset 16\n"
        "    .cfi_offset rbp, -16\n"
        "    movq %rsp, %rbp\n"
        "    .cfi_def_cfa_register rbp\n"
        "    pushq %rbx\n"
        "    pushq %r12\n"
        "    pushq %r13\n"
        "    pushq %r14\n"
        "    pushq %r15\n"
        "    .cfi_offset rbx, -24\n"
        "    subq $8, %rsp\n"
        "    stmxcsr (%rsp)\n"
        "    fnstcw 4(%rsp)\n"
        "    movq %rsp, %rbx\n"
        "    movq %rsp, (%rdi)\n"
        "    testq %rsi, %rsi\n"
        "    cmovnzq %rsi, %rsp\n"
        "    andq $-16, %rsp\n"
        "    movq %rcx, %rdi\n"
        "    callq *%rdx\n"
        "    movq %rbx, %rdi\n"
        "    xorl %esi, %esi\n"
        "    jmp hd_unwind_to\n"
        "    .cfi_endproc\n"
        ".size hd_call_on_stack, .-hd_call_on_stack\n"

        ".globl hd_unwind_to\n"
        ".type hd_unwind_to, @function\n"
        "hd_unwind_to:\n"
        "    .cfi_startproc\n"
        "    movq %rdi, %rsp\n"
        "    movl %esi, %eax\n"
        "    cld\n"
        "    ldmxcsr (%rsp)\n"
        "    fninit\n"
        "    fldcw 4(%rsp)\n"
        "    addq $8, %rsp\n"
        "    popq %r15\n"
        "    popq %r14\n"
        "    popq %r13\n"
        "    popq %r12\n"
        "    popq %rbx\n"
        "    popq %rbp\n"
        "    retq\n"
        "    .cfi_endproc\n"
        ".size hd_unwind_to, .-hd_unwind_to\n");

void hd_fiber_entry(void) __asm__("fiber_entry");

void *hd_fiber_prepare(void *top, void (*fn)(void *), void *arg) {
    uint64_t *sp = (uint64_t *)((uintptr_t)top & ~(uintptr_t)15);
    *--sp = (uint64_t)(uintptr_t)hd_fiber_entry;
    *--sp = 0;                        // rbp: frames end here
    *--sp = 0;                        // rbx
    *--sp = (uint64_t)(uintptr_t)arg; // r12
    *--sp = (uint64_t)(uintptr_t)fn;  // r13
    *--sp = 0;
    *--sp = 0;
    *--sp = 0x0000037f00001f80; // the default control words
    return sp;
}

// ---- stacks -------------------------------------------------------------------------------------

#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102
#endif

#define MOST_SPLITS 16000      // mappings split by guards
#define KEEPS_SLOT (4ul << 30) // bytes of addresses up to which stacks stay as large as they were

// A guard below a stack. Newer kernels can do it without splitting the mapping (of which a process
// may have 65,530 only); when neither works the stack goes without one.
static void make_guard(char *low) {
    static atomic_bool no_madvise;
    static atomic_int splits;
    if (!no_madvise) {
        if (madvise(low, HD_STACK_GUARD, MADV_GUARD_INSTALL) == 0) return;
        no_madvise = true;
    }
    if (atomic_fetch_add(&splits, 1) < MOST_SPLITS) mprotect(low, HD_STACK_GUARD, PROT_NONE);
}

void hd_stacks_finish(struct hd_stacks *stacks) {
    // The frames of fibers never return, and what is mapped here next is not to inherit their
    // shadow.
    if (stacks->base) __asan_unpoison_memory_region(stacks->base, stacks->slot * (size_t)stacks->n);
    if (stacks->base) munmap(stacks->base, stacks->slot * (size_t)stacks->cap);
    *stacks = (struct hd_stacks){0};
}

bool hd_stacks_reserve(struct hd_stacks *stacks, int n, int room, size_t size) {
    size_t slot = HD_ROUND_UP(size + HD_STACK_GUARD + 4096, 4096);
    if (stacks->cap < room || stacks->slot < slot) {
        int cap = room < 64 ? 64 : room;
        if (slot < stacks->slot && stacks->slot * (size_t)cap <= KEEPS_SLOT) slot = stacks->slot;
        hd_stacks_finish(stacks);
        // Reserved without access, so that only what is used counts against the limit of memory.
        char *base = mmap(NULL, slot * (size_t)cap, PROT_NONE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (base == MAP_FAILED) return false;
        *stacks = (struct hd_stacks){.base = base, .slot = slot, .cap = cap};
    }
    if (stacks->n >= n) return true;
    char *from = stacks->base + (size_t)stacks->n * stacks->slot;
    size_t len = (size_t)(n - stacks->n) * stacks->slot;
    if (mprotect(from, len, PROT_READ | PROT_WRITE)) return false;
    madvise(from, len, MADV_NOHUGEPAGE);
    for (int i = stacks->n; i < n; i++) make_guard(stacks->base + (size_t)i * stacks->slot);
    stacks->n = n;
    return true;
}
