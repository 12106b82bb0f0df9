// The signal handlers: faults, and the interrupt signal. What they mean together is told in
// guard.c.
//
// Handlers run on the thread's alternate stack, with the interrupt signal blocked. They never
// return to a frame that hd_guard_leave drops; hd_guard_leave restores the signal mask.
#include "cpu/internal.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const int fault_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
static struct sigaction before[_NSIG]; // what was installed when we came

extern __thread void *volatile hd_copying;
extern __thread uint64_t hd_copy_bad;

int hd_interrupt_signal(void) { return SIGRTMAX - 3; }

// Where a library function goes back to after arm.
__asm__(".text\n"
        ".globl hd_return_trap\n"
        ".type hd_return_trap, @function\n"
        "hd_return_trap:\n"
        "    .cfi_startproc\n"
        "    .cfi_undefined rip\n"
        "    movq %rbp, %rdi\n"
        "    andq $-16, %rsp\n"
        "    callq hd_returned\n"
        "    ud2\n"
        "    .cfi_endproc\n"
        ".size hd_return_trap, .-hd_return_trap\n");
_Noreturn void hd_returned(uint64_t fp);

__attribute__((used)) _Noreturn void hd_returned(uint64_t fp) {
    struct hd_guard_thread *self = hd_self;
    struct hd_walk walk = {.pc = self->armed_ip - 1, .fp = fp};
    if (self->yellow) { // the fault was described when it happened
        hd_walk_frames(self, &walk, self->fault);
        self->walk = (struct hd_walk){0};
        hd_guard_leave(self, HD_FAULT);
    }
    hd_guard_obey(self, &walk);
}

__attribute__((no_sanitize_address)) static bool arm(struct hd_guard_thread *self,
                                                     const struct hd_walk *walk) {
    if (!walk->return_slot) return false;
    self->armed_ip = *walk->return_slot;
    *walk->return_slot = (uint64_t)(uintptr_t)hd_return_trap;
    return true;
}

// Not ours: the way things were before hd_guard_init, which mostly means the end.
static void give_up(int sig, const siginfo_t *info) {
    sigaction(sig, &before[sig], NULL);
    if (info->si_code <= 0) raise(sig);
}

// Lets a library that ran out of stack finish. false: it must be left as it is.
static bool use_yellow(struct hd_guard_thread *self, const struct hd_walk *walk, uint64_t address) {
    if (self->role != ROLE_EXEC || self->worker || self->yellow || !walk->return_slot) return false;
    if (address < (uint64_t)(uintptr_t)hd_user_stack.yellow ||
        address >= (uint64_t)(uintptr_t)hd_user_stack.low)
        return false;
    size_t size = (size_t)(hd_user_stack.low - hd_user_stack.yellow);
    if (mprotect(hd_user_stack.yellow, size, PROT_READ | PROT_WRITE)) return false;
    self->yellow = arm(self, walk);
    return self->yellow;
}

static _Noreturn void leave_fault(struct hd_guard_thread *self, const struct hd_walk *walk,
                                  enum hd_outcome outcome) {
    struct hd_fault *fault = self->fault;
    self->walk = *walk;
    hd_walk_frames(self, walk, fault);
    if (self->worker) hd_launch_describe(self, fault);
    if (self->role == ROLE_USER && !self->worker && !self->apart) {
        hd_fault_finish(fault, walk);
        hd_guard_ask(outcome == HD_POISONED ? REQUEST_POISON : REQUEST_FAULT, fault);
        hd_guard_kick();
    }
    hd_guard_leave(self, outcome);
}

// Memory that is elsewhere (on a GPU) and is fetched when it is touched, by whatever code.
static bool on_page_fault(struct hd_guard_thread *self, const siginfo_t *info,
                          const ucontext_t *uc) {
    static __thread struct hd_fault fault;
    bool is_write = uc->uc_mcontext.gregs[REG_ERR] & 2;
    uint64_t pc = (uint64_t)uc->uc_mcontext.gregs[REG_RIP], from = pc;
    if (!hd_jit_contains(pc) && self && self->unwind) {
        struct hd_walk walk;
        hd_walk_signal(&walk, uc);
        from = walk.pc;
    }
    int what = hd_guard_page_fault((uint64_t)(uintptr_t)info->si_addr, is_write, from, &fault);
    if (what == 2 && self && self->unwind && !hd_guard_forked) {
        *self->fault = fault;
        struct hd_walk walk;
        hd_walk_signal(&walk, uc);
        self->walk = walk;
        hd_walk_frames(self, &walk, self->fault);
        hd_guard_leave(self, HD_POISONED);
    }
    return what == 1;
}

static bool is_overread(const siginfo_t *info, const ucontext_t *uc) {
    return hd_guard_overread && !(uc->uc_mcontext.gregs[REG_ERR] & 2) &&
           !hd_jit_contains((uint64_t)uc->uc_mcontext.gregs[REG_RIP]) &&
           hd_guard_overread((uint64_t)(uintptr_t)info->si_addr);
}

static bool in_copy_few(const ucontext_t *uc) {
    uint64_t pc = (uint64_t)uc->uc_mcontext.gregs[REG_RIP];
    return pc >= (uint64_t)(uintptr_t)hd_copy_few && pc < (uint64_t)(uintptr_t)hd_copy_few_failed;
}

// What the linker calls the ends of hd_reads, where there is a hd_read_few at all.
extern const int32_t __start_hd_reads[] __attribute__((weak));
extern const int32_t __stop_hd_reads[] __attribute__((weak));

// Behind the instruction of hd_read_few that failed; 0: it was none of these.
static uint64_t behind_read(const ucontext_t *uc) {
    uint64_t pc = (uint64_t)uc->uc_mcontext.gregs[REG_RIP];
    for (const int32_t *p = __start_hd_reads; p < __stop_hd_reads; p += 2)
        if ((uint64_t)(uintptr_t)p + (uint64_t)(int64_t)p[0] == pc)
            return (uint64_t)(uintptr_t)(p + 1) + (uint64_t)(int64_t)p[1];
    return 0;
}

static void on_fault(int sig, siginfo_t *info, void *context) {
    int saved_errno = errno;
    const ucontext_t *uc = context;
    struct hd_guard_thread *self = hd_self;
    if (sig == SIGSEGV && info->si_code > 0 && is_overread(info, uc)) {
        errno = saved_errno;
        return;
    }
    if (sig == SIGSEGV && info->si_code > 0 && hd_guard_page_fault &&
        on_page_fault(self, info, uc)) {
        errno = saved_errno;
        return;
    }
    uint64_t behind = 0;
    if ((sig == SIGSEGV || sig == SIGBUS) && info->si_code > 0)
        behind = in_copy_few(uc) ? (uint64_t)(uintptr_t)hd_copy_few_failed : behind_read(uc);
    if (behind) {
        hd_copy_bad = (uint64_t)(uintptr_t)info->si_addr;
        greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
        registers[REG_RIP] = (greg_t)behind;
        registers[REG_RAX] = 0;
        errno = saved_errno;
        return;
    }
    if (hd_copying && (sig == SIGSEGV || sig == SIGBUS) && info->si_code > 0) {
        hd_copy_bad = (uint64_t)(uintptr_t)info->si_addr;
        pthread_sigmask(SIG_SETMASK, &uc->uc_sigmask, NULL);
        hd_unwind_to(hd_copying, 1);
    }
    if (!self || !self->unwind || hd_guard_forked) {
        if (!hd_guard_forked && hd_guard_dying) hd_guard_dying(sig);
        give_up(sig, info);
        return;
    }
    if (self->in_handler) { // a fault while a fault was looked at: the stack is beyond description
        self->walk = (struct hd_walk){0};
        hd_guard_leave(self, HD_FAULT);
    }
    self->in_handler = true;
    struct hd_walk walk;
    hd_fault_describe(self, sig, info, uc, self->fault);
    hd_walk_signal(&walk, uc);
    if (self->lenient) walk.engine = false;
    bool overflow = hd_fault_is_overflow(self, info, uc);
    char *sp = (char *)(uintptr_t)uc->uc_mcontext.gregs[REG_RSP];
    bool nested = self->alt && sp >= self->alt && sp < self->alt + (256 << 10);
    if (!walk.engine && !walk.heap && !self->worker) {
        self->in_handler = false;
        if (hd_user_handler(sig, info, context, nested)) {
            errno = saved_errno;
            return;
        }
        self->in_handler = true;
    }
    if (overflow && use_yellow(self, &walk, (uint64_t)(uintptr_t)info->si_addr)) {
        self->in_handler = false;
        return;
    }
    bool broken = walk.engine || walk.heap;
    if (walk.engine && !walk.heap)
        hd_fault_say(self->fault, sig, "internal error", "Heddle itself failed (%s)",
                     sigdescr_np(sig));
    leave_fault(self, &walk, broken ? HD_POISONED : HD_FAULT);
}

static bool at_system_call(uint64_t pc) {
    const uint8_t *p = (const uint8_t *)(uintptr_t)pc;
    return (p[-2] == 0x0f && p[-1] == 0x05) || (p[0] == 0x0f && p[1] == 0x05);
}

static void on_interrupt(int sig, siginfo_t *info, void *context) {
    int saved_errno = errno;
    const ucontext_t *uc = context;
    struct hd_guard_thread *self = hd_self;
    if (!self || !self->unwind || hd_copying || self->in_handler || hd_guard_forked ||
        !hd_guard_wants_out(self))
        return;
    uint64_t pc = (uint64_t)uc->uc_mcontext.gregs[REG_RIP];
    int ticks = atomic_load(&hd_guard_ticks);
    struct hd_walk walk;
    if (hd_jit_contains(pc)) {
        hd_walk_signal(&walk, uc);
        hd_guard_obey(self, &walk);
    }
    if (hd_in_engine(pc) && !hd_in_user_heap(pc)) return;
    hd_walk_signal(&walk, uc);
    if (walk.pc && !walk.engine) {
        arm(self, &walk); // nothing to do when the last tick did it: then there is no slot
        bool blocked = ticks >= 50 && at_system_call(pc) && !walk.heap;
        if (blocked || (ticks >= 100 && walk.interruptible)) hd_guard_obey(self, &walk);
    }
    errno = saved_errno;
}

// The terminal's SIGINT may end a system call before the client's request comes: it counts as one.
static void on_terminal(int sig, siginfo_t *info, void *context) {
    if (hd_guard_running() && hd_guard_on_interrupt && hd_guard_on_interrupt()) return;
    hd_guard_interrupt();
    on_interrupt(sig, info, context);
}

void hd_guard_on_terminal(void) {
    struct sigaction action = {.sa_sigaction = on_terminal,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
    sigaction(SIGINT, &action, NULL);
}

void hd_signals_init(void) {
    struct sigaction action = {.sa_sigaction = on_fault,
                               .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, hd_interrupt_signal());
    for (int i = 0; i < HD_COUNT(fault_signals); i++) {
        int sig = fault_signals[i];
        sigaction(sig, &action, &before[sig]);
    }
    struct sigaction interrupt = {.sa_sigaction = on_interrupt,
                                  .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&interrupt.sa_mask);
    sigaction(hd_interrupt_signal(), &interrupt, NULL);
    sigset_t ours;
    sigemptyset(&ours);
    for (int i = 0; i < HD_COUNT(fault_signals); i++) sigaddset(&ours, fault_signals[i]);
    sigaddset(&ours, hd_interrupt_signal());
    pthread_sigmask(SIG_UNBLOCK, &ours, NULL);
}
