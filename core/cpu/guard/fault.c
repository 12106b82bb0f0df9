// What a fault was, in words a student understands: a signal, its registers and its instruction
// become a kind and one line.
//
//   SIGSEGV at 0x10, writing       null pointer         "null pointer write at address 0x10"
//   SIGSEGV below the stack        stack overflow       "the stack of 256 MiB is used up: endless
//   recursion?" SIGFPE, idiv with 0            division by zero     "integer division by zero"
//   SIGILL at ud2                  trap                 "the program hit a trap ..."
//
// hd_fault_describe runs in the signal handler; hd_fault_finish afterwards, where it may look up
// names.
#include "cpu/internal.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

void hd_fault_say(struct hd_fault *fault, int sig, const char *kind, const char *fmt, ...) {
    fault->signal = sig;
    fault->kind = kind;
    va_list args;
    va_start(args, fmt);
    vsnprintf(fault->message, sizeof fault->message, fmt, args);
    va_end(args);
}

// ---- stacks -------------------------------------------------------------------------------------

static bool near_below(uint64_t address, uint64_t low, uint64_t size) {
    return address < low && address + size >= low;
}

bool hd_fault_is_overflow(const struct hd_guard_thread *self, const siginfo_t *info,
                          const ucontext_t *uc) {
    if (info->si_signo != SIGSEGV || info->si_code <= 0 || info->si_code == SI_KERNEL) return false;
    uint64_t address = (uint64_t)(uintptr_t)info->si_addr,
             sp = (uint64_t)uc->uc_mcontext.gregs[REG_RSP];
    const struct hd_worker *worker = self->worker;
    if (worker && worker->current) {
        uint64_t low = (uint64_t)(uintptr_t)hd_stack_low(&worker->stacks, worker->current->index);
        return near_below(address, low, HD_STACK_GUARD) || near_below(sp, low, 64ull << 20);
    }
    uint64_t low = (uint64_t)(uintptr_t)self->stack_low;
    // A frame larger than the guard jumps over it: then the stack pointer tells.
    return near_below(address, low, self->guard_size) || near_below(sp, low, 16ull << 30);
}

static void say_overflow(const struct hd_guard_thread *self, struct hd_fault *fault) {
    const struct hd_worker *worker = self->worker;
    if (worker && worker->current) {
        size_t size = worker->stacks.slot - HD_STACK_GUARD;
        hd_fault_say(fault, SIGSEGV, "stack overflow",
                     "a thread's stack of %zu KiB is used up: endless recursion, or "
                     "large local arrays",
                     size >> 10);
        return;
    }
    size_t size = (size_t)(self->stack_high - self->stack_low);
    hd_fault_say(fault, SIGSEGV, "stack overflow",
                 "the stack of %zu MiB is used up: endless recursion, or large local "
                 "arrays",
                 size >> 20);
}

// ---- memory -------------------------------------------------------------------------------------

// The hardware does not tell an address that is no address at all; a register most likely holds it.
static uint64_t impossible_address(const ucontext_t *uc) {
    static const int order[] = {REG_RDI, REG_RSI, REG_RAX, REG_RDX, REG_RCX, REG_RBX,
                                REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13,
                                REG_R14, REG_R15, REG_RBP, REG_RIP};
    for (int i = 0; i < HD_COUNT(order); i++) {
        int64_t value = uc->uc_mcontext.gregs[order[i]];
        if (value >> 47 != 0 && value >> 47 != -1) return (uint64_t)value;
    }
    return 0;
}

static void say_segv(struct hd_guard_thread *self, const siginfo_t *info, const ucontext_t *uc,
                     struct hd_fault *fault) {
    uint64_t pc = (uint64_t)uc->uc_mcontext.gregs[REG_RIP];
    if (info->si_code == SI_KERNEL) {
        uint64_t address = impossible_address(uc);
        if (address)
            hd_fault_say(fault, SIGSEGV, "wild pointer",
                         "access through an invalid pointer (0x%llx is no address)",
                         (unsigned long long)address);
        else
            hd_fault_say(fault, SIGSEGV, "wild pointer",
                         "access through an invalid or misaligned pointer");
        return;
    }
    uint64_t address = (uint64_t)(uintptr_t)info->si_addr;
    uint64_t bits = (uint64_t)uc->uc_mcontext.gregs[REG_ERR];
    fault->address = address;
    fault->has_address = true;
    fault->is_write = bits & 2;
    unsigned long long shown = address;
    const char *how = fault->is_write ? "write" : "read";
    if (address == pc || (bits & 16)) {
        if (address < 65536)
            hd_fault_say(fault, SIGSEGV, "null pointer", "call of a null function pointer");
        else
            hd_fault_say(fault, SIGSEGV, "wild pointer", "call of address 0x%llx, which is no code",
                         shown);
    } else if (address < 65536 || address > UINT64_MAX - 65536) {
        hd_fault_say(fault, SIGSEGV, "null pointer", "null pointer %s at address 0x%llx", how,
                     shown);
    } else if (hd_jit_contains(address)) {
        hd_fault_say(fault, SIGSEGV, "wild pointer", "%s at 0x%llx, where compiled code is", how,
                     shown);
    } else if (info->si_code == SEGV_ACCERR && fault->is_write) {
        hd_fault_say(fault, SIGSEGV, "write to read-only memory",
                     "write to read-only or protected memory at 0x%llx", shown);
    } else {
        hd_fault_say(fault, SIGSEGV, "wild pointer", "%s at address 0x%llx, where nothing is", how,
                     shown);
    }
    if (self->worker) hd_launch_describe_address(self, fault);
}

static void say_bus(const siginfo_t *info, struct hd_fault *fault) {
    fault->address = (uint64_t)(uintptr_t)info->si_addr;
    fault->has_address = true;
    unsigned long long shown = fault->address;
    if (info->si_code == BUS_ADRALN)
        hd_fault_say(fault, SIGBUS, "bus error", "misaligned access at 0x%llx", shown);
    else
        hd_fault_say(fault, SIGBUS, "bus error",
                     "access at 0x%llx, beyond the end of a mapped file or out of memory", shown);
}

// ---- arithmetic and instructions ----------------------------------------------------------------

static const int reg_numbers[16] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                                    REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                    REG_R12, REG_R13, REG_R14, REG_R15};

// Address of a ModRM memory operand; p points behind the ModRM byte.
static uint64_t operand_address(const greg_t *regs, const uint8_t *p, int mod, int rm, int rex) {
    uint64_t address = 0;
    int32_t displacement = 0;
    if (rm == 4) {
        int sib = *p++, base = sib & 7, index = (sib >> 3 & 7) | (rex & 2) << 2;
        if (index != 4) address += (uint64_t)regs[reg_numbers[index]] << (sib >> 6);
        if (base == 5 && mod == 0)
            memcpy(&displacement, p, 4);
        else
            address += (uint64_t)regs[reg_numbers[base | (rex & 1) << 3]];
    } else if (rm == 5 && mod == 0) {
        memcpy(&displacement, p, 4);
        address = (uint64_t)(uintptr_t)(p + 4);
    } else {
        address = (uint64_t)regs[reg_numbers[rm | (rex & 1) << 3]];
    }
    if (mod == 1) displacement = (int8_t)*p;
    if (mod == 2) memcpy(&displacement, p, 4);
    return address + (uint64_t)(int64_t)displacement;
}

// Whether the division at pc has a divisor of zero; else its quotient does not fit. Only called for
// JIT code and libraries that just executed it, so its bytes and its operand are readable.
__attribute__((no_sanitize_address)) static bool divisor_is_zero(const ucontext_t *uc) {
    const greg_t *regs = uc->uc_mcontext.gregs;
    const uint8_t *p = (const uint8_t *)(uintptr_t)regs[REG_RIP];
    int rex = 0, width = 4;
    for (; *p == 0x66 || (*p & 0xf0) == 0x40; p++) {
        if (*p == 0x66)
            width = 2;
        else
            rex = *p;
    }
    if (*p != 0xf6 && *p != 0xf7) return true;
    if (*p == 0xf6)
        width = 1;
    else if (rex & 8)
        width = 8;
    int modrm = p[1], mod = modrm >> 6, rm = modrm & 7;
    uint64_t value = 0;
    if (mod == 3) {
        int number = rm | (rex & 1) << 3;
        value = (uint64_t)regs[reg_numbers[width == 1 && !rex ? number & 3 : number]];
        if (width == 1 && !rex && number >= 4) value >>= 8; // ah, ch, dh, bh
    } else {
        const uint8_t *at = (const uint8_t *)(uintptr_t)operand_address(regs, p + 2, mod, rm, rex);
        for (int i = 0; i < width; i++) value |= (uint64_t)at[i] << (8 * i);
    }
    return width == 8 ? value == 0 : (value & ((1ull << (8 * width)) - 1)) == 0;
}

static void say_fpe(const siginfo_t *info, const ucontext_t *uc, struct hd_fault *fault) {
    if (info->si_code == FPE_INTDIV || info->si_code == FPE_INTOVF) {
        if (divisor_is_zero(uc))
            hd_fault_say(fault, SIGFPE, "division by zero", "integer division by zero");
        else
            hd_fault_say(
                fault, SIGFPE, "integer overflow",
                "integer division overflows: the quotient (as in INT_MIN / -1) does not fit its type");
        return;
    }
    const char *what = info->si_code == FPE_FLTDIV   ? "division by zero"
                       : info->si_code == FPE_FLTOVF ? "overflow"
                       : info->si_code == FPE_FLTUND ? "underflow"
                       : info->si_code == FPE_FLTINV ? "invalid operation"
                                                     : "exception";
    hd_fault_say(fault, SIGFPE, "floating-point exception", "floating-point %s", what);
}

static void say_ill(const ucontext_t *uc, struct hd_fault *fault) {
    const uint8_t *p = (const uint8_t *)(uintptr_t)uc->uc_mcontext.gregs[REG_RIP];
    if (p[0] == 0x0f && p[1] == 0x0b)
        hd_fault_say(fault, SIGILL, "trap",
                     "the program hit a trap: `__builtin_trap`, or a place that cannot be "
                     "reached in a correct program");
    else
        hd_fault_say(fault, SIGILL, "illegal instruction",
                     "illegal instruction (was data executed as code?)");
}

void hd_fault_describe(struct hd_guard_thread *self, int sig, const siginfo_t *info,
                       const ucontext_t *uc, struct hd_fault *fault) {
    bool sent = info->si_code <= 0;
    if (sig == SIGABRT)
        hd_fault_say(fault, sig, "abort", "the program was aborted");
    else if (sent)
        hd_fault_say(fault, sig, "signal", "the program got SIG%s (%s)", sigabbrev_np(sig),
                     sigdescr_np(sig));
    else if (hd_fault_is_overflow(self, info, uc)) {
        fault->address = (uint64_t)(uintptr_t)info->si_addr;
        fault->has_address = true;
        say_overflow(self, fault);
    } else if (sig == SIGSEGV)
        say_segv(self, info, uc, fault);
    else if (sig == SIGBUS)
        say_bus(info, fault);
    else if (sig == SIGFPE)
        say_fpe(info, uc, fault);
    else if (sig == SIGILL)
        say_ill(uc, fault);
    else if (sig == SIGTRAP)
        hd_fault_say(fault, sig, "trap", "the program hit a breakpoint");
    else if (sig == SIGSYS)
        hd_fault_say(fault, sig, "bad system call", "a system call was refused");
    else
        hd_fault_say(fault, sig, "signal", "the program got SIG%s", sigabbrev_np(sig));
}

static const char *library_name(const struct hd_walk *walk) {
    const char *name = hd_jit_extern(walk->pc, walk->library);
    Dl_info info;
    if (!name && dladdr((void *)(uintptr_t)walk->library, &info) && info.dli_sname &&
        (uint64_t)(uintptr_t)info.dli_saddr == walk->library)
        name = info.dli_sname;
    static const char *const inner[] = {"_IO_", "__libc_"}; // what the library calls it itself
    for (int i = 0; name && i < HD_COUNT(inner); i++)
        if (strncmp(name, inner[i], strlen(inner[i])) == 0) name += strlen(inner[i]);
    return name ? hd_intern_str(name) : NULL;
}

void hd_fault_finish(struct hd_fault *fault, const struct hd_walk *walk) {
    if (!walk->library || fault->library || walk->pc != fault->pc || walk->engine) return;
    fault->library = library_name(walk);
    if (!fault->library) return;
    if (walk->heap && fault->signal) {
        hd_fault_say(fault, fault->signal, "heap corruption",
                     "the heap is corrupted, as `%s` noticed: a write past the "
                     "end of a block, a double free, or a pointer that `malloc` did not return",
                     fault->library);
        return;
    }
    size_t len = strlen(fault->message);
    snprintf(fault->message + len, sizeof fault->message - len, " in `%s`", fault->library);
}
