// From the place of a fault to the innermost frame of compiled code, and from there outwards.
//
// JIT code has frame pointers and no unwind tables; libraries have unwind tables and often no frame
// pointers. So a walk goes through library frames with the unwinder until it meets a program
// counter in JIT code, and then follows the chain of frame pointers:
//
//     strlen <- vsnprintf <- printf <- user's code <- user's code <- our trampoline
//     `------ unwinder ----------'    `--- rbp ------------------'
//
// On its way the walk notes what lies between: a function of the heap (its lock may be held), or
// the engine's own code (which must not be left in the middle). Runs in signal handlers: memory is
// read only inside of known stacks, and what the unwinder itself needs (its lock, and memory for
// frames that were registered since) is not asked for while this thread is inside of it already.
#include "cpu/internal.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <unwind.h>

extern char __executable_start[], etext[];
// buffers.c, which unit tests may lack.
extern char __start_heddle_calls[] __attribute__((weak)),
    __stop_heddle_calls[] __attribute__((weak));

static uint64_t heap_functions[16], pure_functions[48];
static int nheap, npure;
static uint64_t libm_from, libm_to;

static int find_libm(struct dl_phdr_info *info, size_t size, void *arg) {
    if (!strstr(info->dlpi_name, "/libm.so") && !strstr(info->dlpi_name, "/libm-")) return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *ph = &info->dlpi_phdr[i];
        if (ph->p_type != PT_LOAD || !(ph->p_flags & PF_X)) continue;
        libm_from = info->dlpi_addr + ph->p_vaddr;
        libm_to = libm_from + ph->p_memsz;
    }
    return 1;
}

static void look_up(const char *const *names, int n, uint64_t *out, int *count) {
    for (int i = 0; i < n; i++) {
        void *at = dlsym(RTLD_DEFAULT, names[i]);
        if (at) out[(*count)++] = (uint64_t)(uintptr_t)at;
    }
}

static _Unwind_Reason_Code ignore(struct _Unwind_Context *context, void *arg) {
    return _URC_NO_REASON;
}

void hd_walk_init(void) {
    static const char *const heap[] = {
        "malloc",        "free",           "calloc",        "realloc", "memalign",
        "aligned_alloc", "posix_memalign", "valloc",        "pvalloc", "cfree",
        "malloc_trim",   "__libc_free",    "__libc_realloc"};
    static const char *const pure[] = {
        "memset", "memcpy",  "memmove",   "memcmp", "memchr",  "memrchr",  "memmem",
        "strlen", "strnlen", "strcmp",    "strcpy", "strncpy", "strncmp",  "strcat",
        "strchr", "strrchr", "strstr",    "strspn", "strcspn", "strpbrk",  "strcasecmp",
        "wcslen", "wmemset", "wcscpy",    "wcscmp", "qsort",   "bsearch",  "bcmp",
        "bzero",  "stpcpy",  "rawmemchr", "usleep", "sleep",   "nanosleep"};
    if (nheap) return;
    look_up(heap, HD_COUNT(heap), heap_functions, &nheap);
    look_up(pure, HD_COUNT(pure), pure_functions, &npure);
    dl_iterate_phdr(find_libm, NULL);
    _Unwind_Backtrace(ignore, NULL);
}

static bool contains(const uint64_t *list, int n, uint64_t value) {
    for (int i = 0; i < n; i++)
        if (list[i] == value) return true;
    return false;
}

bool hd_in_engine(uint64_t pc) {
    if (pc >= (uint64_t)(uintptr_t)__start_heddle_calls &&
        pc < (uint64_t)(uintptr_t)__stop_heddle_calls)
        return false;
    return pc >= (uint64_t)(uintptr_t)__executable_start && pc < (uint64_t)(uintptr_t)etext;
}

struct visit {
    struct hd_walk *walk;
    uint64_t from; // the program counter to begin at; 0: at once
    int frames;
};

static _Unwind_Reason_Code visit(struct _Unwind_Context *context, void *arg) {
    struct visit *v = arg;
    struct hd_walk *walk = v->walk;
    int before = 0;
    uint64_t ip = _Unwind_GetIPInfo(context, &before);
    if (v->from && ip != v->from) return ++v->frames > 64 ? _URC_END_OF_STACK : _URC_NO_REASON;
    v->from = 0;
    if (ip == (uint64_t)(uintptr_t)hd_return_trap && hd_self) { // armed: the real address is kept
        walk->pc = hd_self->armed_ip - 1;
        walk->fp = _Unwind_GetGR(context, 6);
        return _URC_END_OF_STACK;
    }
    if (hd_jit_contains(ip)) {
        uint64_t *slot = (uint64_t *)(uintptr_t)_Unwind_GetCFA(context) - 1;
        walk->pc = before ? ip : ip - 1;
        walk->fp = _Unwind_GetGR(context, 6);
        if (!before && *slot == ip) walk->return_slot = slot;
        return _URC_END_OF_STACK;
    }
    if (++v->frames > 256) return _URC_END_OF_STACK;
    uint64_t start = _Unwind_GetRegionStart(context);
    bool heap = hd_in_user_heap(ip);
    if (!heap && hd_in_engine(ip)) walk->engine = true;
    if (heap || contains(heap_functions, nheap, start)) walk->heap = true;
    if (!contains(pure_functions, npure, start) && !(ip >= libm_from && ip < libm_to))
        walk->interruptible = false;
    walk->library = start;
    return _URC_NO_REASON;
}

static void stack_bounds(const struct hd_guard_thread *self, uint64_t address, uint64_t *low,
                         uint64_t *high) {
    *low = *high = 0;
    const struct hd_worker *worker = self->worker;
    if (worker && worker->stacks.base && address >= (uint64_t)(uintptr_t)worker->stacks.base) {
        uint64_t offset = address - (uint64_t)(uintptr_t)worker->stacks.base;
        if (offset < worker->stacks.slot * (size_t)worker->stacks.n) {
            *low = address - offset % worker->stacks.slot + HD_STACK_GUARD;
            *high = *low + worker->stacks.slot - HD_STACK_GUARD;
            return;
        }
    }
    const char *at = (const char *)(uintptr_t)address;
    if (at >= self->stack_low && at < self->stack_high) {
        *low = (uint64_t)(uintptr_t)self->stack_low;
        *high = (uint64_t)(uintptr_t)self->stack_high;
    } else if (self->alt && at >= self->alt && at < self->alt + (256 << 10)) {
        *low = (uint64_t)(uintptr_t)self->alt;
        *high = *low + (256 << 10);
    }
}

static bool readable(const struct hd_guard_thread *self, uint64_t address, size_t size) {
    uint64_t low, high;
    stack_bounds(self, address, &low, &high);
    return high && address >= low && address + size <= high && address % 8 == 0;
}

__attribute__((no_sanitize_address)) static uint64_t peek(uint64_t address) {
    return *(const volatile uint64_t *)(uintptr_t)address;
}

// The frame of a function that has not set up its own yet is its caller's; so the caller would be
// missed.
static void note_prologue(struct hd_walk *walk, uint64_t pc, uint64_t sp) {
    const uint8_t *code = (const uint8_t *)(uintptr_t)pc;
    uint64_t at = 0;
    if (code[0] == 0x55)
        at = sp; // push rbp
    else if (code[0] == 0x48 && code[1] == 0x89 && code[2] == 0xe5)
        at = sp + 8; // mov rbp, rsp
    if (at && readable(hd_self, at, 8) && hd_jit_contains(peek(at))) walk->caller = peek(at);
}

__thread volatile int hd_unwinding;

static void unwind(void *arg) {
    hd_unwinding++;
    _Unwind_Backtrace(visit, arg);
    hd_unwinding--;
}

void hd_walk_signal(struct hd_walk *walk, const ucontext_t *uc) {
    const greg_t *regs = uc->uc_mcontext.gregs;
    uint64_t pc = (uint64_t)regs[REG_RIP], sp = (uint64_t)regs[REG_RSP];
    *walk = (struct hd_walk){.interruptible = true};
    if (hd_jit_contains(pc)) {
        walk->pc = pc;
        walk->fp = (uint64_t)regs[REG_RBP];
        note_prologue(walk, pc, sp);
        return;
    }
    // A call through a wrong pointer: the unwinder cannot know about pc, but the return address is
    // on top.
    if (readable(hd_self, sp, 8) && hd_jit_contains(peek(sp)) && regs[REG_TRAPNO] == 14 &&
        (uint64_t)regs[REG_CR2] == pc) {
        walk->pc = peek(sp) - 1;
        walk->fp = (uint64_t)regs[REG_RBP];
        return;
    }
    if (hd_unwinding) {
        *walk = (struct hd_walk){.engine = true};
        return;
    }
    struct visit v = {.walk = walk, .from = pc};
    if (!hd_guard_try(unwind, &v))
        *walk = (struct hd_walk){.interruptible = true}; // the stack was overwritten
    hd_unwinding = 0;
}

__attribute__((noinline)) void hd_walk_here(struct hd_walk *walk) {
    *walk = (struct hd_walk){0};
    struct visit v = {.walk = walk};
    unwind(&v);
    walk->library = 0;
}

void hd_walk_frames(const struct hd_guard_thread *self, const struct hd_walk *walk,
                    struct hd_fault *fault) {
    fault->pc = walk->pc;
    fault->nframes = 0;
    if (!walk->pc) return;
    fault->frames[fault->nframes++] = walk->pc;
    if (walk->caller) fault->frames[fault->nframes++] = walk->caller - 1;
    for (uint64_t fp = walk->fp;
         fault->nframes < HD_COUNT(fault->frames) && readable(self, fp, 16);) {
        uint64_t next = peek(fp), ret = peek(fp + 8);
        if (!hd_jit_contains(ret)) break;
        fault->frames[fault->nframes++] = ret - 1;
        if (next <= fp) break;
        fp = next;
    }
}

// The engine is compiled with frame pointers too: they lead from the runtime function that waits to
// JIT code.
void hd_walk_fiber(struct hd_walk *walk, void *sp) {
    *walk = (struct hd_walk){0};
    uint64_t fp = peek((uint64_t)(uintptr_t)sp + 48); // where hd_fiber_switch keeps rbp
    for (int i = 0; i < 32 && readable(hd_self, fp, 16); i++) {
        uint64_t next = peek(fp), ret = peek(fp + 8);
        if (hd_jit_contains(ret)) {
            walk->pc = ret - 1;
            walk->fp = next;
            return;
        }
        if (next <= fp) return;
        fp = next;
    }
}
