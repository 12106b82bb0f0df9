// Running user code so that nothing it does ends the engine.
//
// hd_guard_run calls a function on the *user stack* (256 MiB, reserved, with unmapped pages below).
// Whatever goes wrong there (a fault, exit, abort, an interrupt) ends in hd_guard_leave, which
// drops that stack as a whole and makes hd_guard_run return. hd_guard_catch is the same for a piece
// of work inside: a worker's share of a launch, a thread that user code started. The chain of
// `unwind` contexts in struct hd_guard_thread says where to go.
//
// When is it safe to drop a stack? The stack may hold frames of user code, of libraries, of the
// engine.
//   - User code (a program counter in JIT code, or the top of the stack came from there): always.
//     It holds no locks of ours.
//   - A library called by user code: after a fault, for the program is over anyway, except inside
//     the heap, whose lock and lists would stay broken (HD_POISONED). For an interrupt, only if
//     need be, see below.
//   - The engine (a runtime function, a launch, the compiler): never, but for places that say so
//     (`lenient`). A fault there is HD_POISONED.
//
// Interrupts. hd_guard_interrupt wakes the helper thread, which sends a real-time signal to the
// executing thread (and to workers and user threads) every millisecond, at most 700 times, until
// the stack was dropped. The handler, by where it finds the thread:
//   - in JIT code: leaves at once. So a loop in compiled code costs nothing for being
//     interruptible.
//   - in a library: replaces the return address by which that library function will go back to JIT
//     code (arm in signals.c), so that the first thing to happen there is to leave.
//   - in a library and blocked in a system call since 50 ms, or in a function that may be left at
//     any point (memset, strlen, sin ...) since 100 ms: leaves.
//   - in the engine: waits for the next signal. Long operations of the engine call hd_guard_check.
// If all that fails the client replaces the engine.
//
// Stack overflow in a library: leaving its locks held would hurt later. The *yellow* part below the
// stack is made accessible, the return address is replaced as above, and the overflow is reported
// when the library is done.
//
// Threads that user code starts run on after the cell that started them; an interrupt ends them.
#include "cpu/internal.h"

#include <errno.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define STACK_SIZE (256ul << 20)
#define STACK_GUARD (1ul << 20)
#define YELLOW_SIZE (512ul << 10)
#define ALT_SIZE (256ul << 10)

volatile int hd_interrupt_flag;
__thread struct hd_guard_thread *hd_self;
atomic_int hd_guard_request, hd_guard_ticks, hd_guard_stopping, hd_exec_tid;
volatile sig_atomic_t hd_guard_forked;
void (*hd_guard_explain)(struct hd_fault *fault);
void (*hd_guard_dying)(int sig);
void (*hd_guard_on_fork)(void);
bool (*hd_guard_overread)(uint64_t address);
bool (*hd_guard_on_interrupt)(void);
int (*hd_guard_page_fault)(uint64_t address, bool is_write, uint64_t pc, struct hd_fault *fault);
void (*hd_guard_prepare)(const void *address, size_t size, bool writes);
struct hd_user_stack hd_user_stack;

static struct {
    bool ready;
    atomic_int claimed;      // somebody fills in `asked`
    struct hd_fault asked;   // of REQUEST_EXIT, REQUEST_FAULT, REQUEST_POISON
    sem_t wake;              // the helper
    pthread_mutex_t sending; // held to signal the executing thread, and to begin and end being that
    void (*errand)(void *);  // hd_guard_elsewhere
    void *errand_arg;
    sem_t errand_done;
    rlim_t limit, outside; // of data: while user code runs, and else
    rlim_t hard;
    size_t available; // memory at the start
} guard;

// ---- creation -----------------------------------------------------------------------------------

static size_t read_kib(const char *path, const char *key) {
    char *text;
    size_t len, value = 0;
    if (!hd_read_file(path, &text, &len)) return 0;
    char *at = strstr(text, key);
    if (at) value = strtoull(at + strlen(key), NULL, 10) << 10;
    free(text);
    return value;
}

static size_t read_bytes(const char *path) {
    char *text;
    size_t len, value = 0;
    if (!hd_read_file(path, &text, &len)) return 0;
    value = strtoull(text, NULL, 10);
    free(text);
    return value;
}

static void find_memory(void) {
    guard.available = read_kib("/proc/meminfo", "MemAvailable:");
    size_t max = read_bytes("/sys/fs/cgroup/memory.max"),
           used = read_bytes("/sys/fs/cgroup/memory.current");
    if (max && max > used && max - used < guard.available) guard.available = max - used;
}

// Of user code's malloc; 0: 90 % of what was free at the start
static void set_memory_limit(size_t bytes) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_DATA, &limit)) return;
    if (!bytes) bytes = guard.available / 10 * 9;
    rlim_t now = read_kib("/proc/self/status", "VmData:");
    if (!guard.limit) guard.outside = limit.rlim_cur;
    guard.hard = limit.rlim_max;
    guard.limit = bytes ? now + bytes : limit.rlim_cur;
    hd_heap_limit(bytes ? hd_heap_used() + bytes : 0); // which RLIMIT_DATA does not count
    if (limit.rlim_max != RLIM_INFINITY && guard.limit > limit.rlim_max)
        guard.limit = limit.rlim_max;
}

static void limit_memory(bool on) {
    if (guard.limit == guard.outside) return;
    struct rlimit limit = {on ? guard.limit : guard.outside, guard.hard};
    setrlimit(RLIMIT_DATA, &limit);
}

static bool make_user_stack(void) {
    size_t size = STACK_GUARD + YELLOW_SIZE + STACK_SIZE;
    char *base =
        mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (base == MAP_FAILED) return false;
    hd_user_stack.base = base;
    hd_user_stack.yellow = base + STACK_GUARD;
    hd_user_stack.low = hd_user_stack.yellow + YELLOW_SIZE;
    hd_user_stack.high = base + size;
    // Most cells use a few pages; endless recursion uses them all, and is quicker told with large
    // ones.
    madvise(base, size, MADV_NOHUGEPAGE);
    madvise(hd_user_stack.low, STACK_SIZE - (4ul << 20), MADV_HUGEPAGE);
    return mprotect(hd_user_stack.low, STACK_SIZE, PROT_READ | PROT_WRITE) == 0;
}

struct hd_guard_thread *hd_guard_register(enum guard_role role) {
    if (hd_self) return hd_self;
    struct hd_guard_thread *self = hd_xcalloc(1, sizeof *self);
    self->role = role;
    self->tid = (pid_t)syscall(SYS_gettid);
    pthread_attr_t attr;
    void *low = NULL;
    size_t size = 0, guard_size = 0;
    if (pthread_getattr_np(pthread_self(), &attr) == 0) {
        pthread_attr_getstack(&attr, &low, &size);
        pthread_attr_getguardsize(&attr, &guard_size);
        pthread_attr_destroy(&attr);
    }
    self->stack_low = self->unwind_low = low;
    self->stack_high = self->unwind_high = (char *)low + size;
    self->guard_size = guard_size < 4096 ? 4096 : guard_size;
    char *alt =
        mmap(NULL, ALT_SIZE + 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (alt != MAP_FAILED && mprotect(alt + 4096, ALT_SIZE, PROT_READ | PROT_WRITE) == 0) {
        self->alt = alt + 4096;
        stack_t stack = {.ss_sp = self->alt, .ss_size = ALT_SIZE};
        sigaltstack(&stack, NULL);
    }
    pthread_sigmask(SIG_SETMASK, NULL, &self->mask);
    hd_self = self;
    return self;
}

void hd_guard_unregister(void) {
    struct hd_guard_thread *self = hd_self;
    if (!self) return;
    hd_self = NULL;
    if (self->alt) {
        stack_t off = {.ss_flags = SS_DISABLE};
        sigaltstack(&off, NULL);
        munmap(self->alt - 4096, ALT_SIZE + 4096);
    }
    free(self);
}

static void *helper(void *arg);

bool hd_guard_init(struct hd_buf *error) {
    if (guard.ready) return true;
    if (!make_user_stack()) {
        hd_buf_printf(error, "no addresses for the stack of user code: %s", strerror(errno));
        return false;
    }
    find_memory();
    set_memory_limit(0);
    FILE *adj = fopen("/proc/self/oom_score_adj", "w");
    if (adj) {
        fputs("1000", adj);
        fclose(adj);
    }
    hd_mem_init();
    hd_walk_init();
    hd_libc_init();
    hd_process_init();
    hd_repair_init();
    pthread_mutex_init(&guard.sending, NULL);
    sem_init(&guard.wake, 0, 0);
    sem_init(&guard.errand_done, 0, 0);
    hd_signals_init();
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    int failed = pthread_create(&thread, NULL, helper, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (failed) {
        hd_buf_printf(error, "cannot start a thread: %s", strerror(failed));
        return false;
    }
    pthread_detach(thread);
    guard.ready = true;
    return true;
}

// ---- running and leaving ------------------------------------------------------------------------

struct call {
    void (*fn)(void *);
    void *arg;
    struct hd_guard_thread *self;
    bool moved; // to another stack
};

static void call_user(void *arg) {
    struct call *call = arg;
    if (call->moved) __sanitizer_finish_switch_fiber(NULL, NULL, NULL);
    call->fn(call->arg);
    if (!call->moved) return;
    size_t size = (size_t)(call->self->unwind_high - call->self->unwind_low);
    (void)size;
    __sanitizer_start_switch_fiber(NULL, call->self->unwind_low, size);
    call->self->switched = true;
}

// The C library keeps lists of what to clean up should a thread end (stdio's locks,
// pthread_cleanup_push), linked through the stack. Entries in a dropped stack must go with it:
// longjmp walks these lists too.
void _pthread_cleanup_push(struct _pthread_cleanup_buffer *buffer, void (*fn)(void *), void *arg);
void _pthread_cleanup_pop(struct _pthread_cleanup_buffer *buffer, int execute);

struct cleanup_mark {
    struct _pthread_cleanup_buffer buffer;
    __pthread_unwind_buf_t cancel;
};

static void no_cleanup(void *arg) {}

static void mark_cleanups(struct cleanup_mark *mark) {
    _pthread_cleanup_push(&mark->buffer, no_cleanup, NULL);
    __pthread_register_cancel(&mark->cancel);
}

static void forget_cleanups(struct cleanup_mark *mark) {
    __pthread_unregister_cancel(&mark->cancel);
    _pthread_cleanup_pop(&mark->buffer, 0);
}

enum hd_outcome hd_guard_catch(void (*fn)(void *), void *arg, struct hd_fault *fault, void *top) {
    struct hd_guard_thread *self = hd_self;
    void *outer = self->unwind, *fake = NULL;
    struct hd_fault *outer_fault = self->fault;
    char *outer_low = self->unwind_low, *outer_high = self->unwind_high;
    struct call call = {fn, arg, self, top != NULL};
    if (outer && !top) { // inside of user code: on its stack
        self->unwind_low = self->stack_low;
        self->unwind_high = self->stack_high;
    }
    struct cleanup_mark mark;
    if (__sigsetjmp_cancel(mark.cancel.__cancel_jmp_buf, 0))
        __pthread_unwind_next(&mark.cancel); // pthread_cancel
    mark_cleanups(&mark);
    self->fault = fault;
    self->switched = false;
    if (top)
        __sanitizer_start_switch_fiber(&fake, self->stack_low,
                                       (size_t)(self->stack_high - self->stack_low));
    enum hd_outcome outcome =
        (enum hd_outcome)hd_call_on_stack(&self->unwind, top, call_user, &call);
    self->unwind = outer;
    forget_cleanups(&mark);
    if (self->switched) __sanitizer_finish_switch_fiber(fake, NULL, NULL);
    (void)fake;
    self->switched = false;
    self->unwind_low = outer_low;
    self->unwind_high = outer_high;
    self->fault = outer_fault;
    if (outcome != HD_RAN) hd_statics_left();
    if (outcome != HD_RAN && outcome != HD_EXITED) hd_fault_finish(fault, &self->walk);
    return outcome;
}

enum hd_outcome hd_guard_inside(void (*fn)(void *), void *arg, struct hd_fault *fault) {
    memset(fault, 0, sizeof *fault);
    return hd_guard_catch(fn, arg, fault, NULL);
}

_Noreturn void hd_guard_leave(struct hd_guard_thread *self, enum hd_outcome outcome) {
#ifdef HD_ASAN
    // Frames that are dropped leave poisoned shadow behind.
    char *here = __builtin_frame_address(0);
    if (self->worker && self->worker->stacks.base)
        __asan_unpoison_memory_region(self->worker->stacks.base,
                                      self->worker->stacks.slot * (size_t)self->worker->stacks.n);
    char *from =
        here >= self->stack_low && here < self->stack_high ? here : self->stack_high - (8 << 20);
    if (from < self->stack_low) from = self->stack_low;
    __asan_unpoison_memory_region(from, (size_t)(self->stack_high - from));
    bool in_fiber = self->worker && self->worker->current;
    if (in_fiber || self->unwind_low != self->stack_low) {
        __sanitizer_start_switch_fiber(NULL, self->unwind_low,
                                       (size_t)(self->unwind_high - self->unwind_low));
        self->switched = true;
    }
#endif
    self->in_handler = false;
    self->lenient = false;
    self->armed_ip = 0;
    hd_unwinding = 0;
    pthread_sigmask(SIG_SETMASK, &self->mask, NULL);
    hd_unwind_to(self->unwind, (int)outcome);
}

// A lock of stdio that the dropped stack had taken would be held for ever.
static void release_stdio(FILE *file) {
    struct { // glibc's _IO_lock_t
        int lock, count;
        void *owner;
    } *held = (void *)file->_lock;
    while (held && held->owner == (void *)pthread_self() && held->count > 0) funlockfile(file);
}

void hd_guard_release_streams(void) {
    release_stdio(stdin);
    release_stdio(stdout);
    release_stdio(stderr);
}

static void clean_up(struct hd_guard_thread *self, const struct hd_fault *fault) {
    hd_guard_release_streams();
    if (self->yellow) mprotect(hd_user_stack.yellow, YELLOW_SIZE, PROT_NONE);
    if (self->yellow || (fault->kind && strcmp(fault->kind, "stack overflow") == 0)) {
        madvise(hd_user_stack.yellow, YELLOW_SIZE, MADV_DONTNEED);
        madvise(hd_user_stack.low, STACK_SIZE - (1 << 20), MADV_DONTNEED);
    }
    self->yellow = false;
}

// Waits for a signal that is just being sent: one that came after the end would cut short a sleep
// or a read of the next cell.
static void executes(pid_t tid) {
    if (!hd_guard_forked)
        pthread_mutex_lock(&guard.sending); // in a child there is no helper, but perhaps its lock
    atomic_store(&hd_exec_tid, tid);
    if (!hd_guard_forked) pthread_mutex_unlock(&guard.sending);
}

static void forget_request(void) {
    atomic_store(&hd_guard_request, REQUEST_NONE);
    atomic_store(&guard.claimed, 0);
    atomic_store(&hd_guard_ticks, 0);
    hd_interrupt_flag = 0;
}

// What a thread asked for (exit, say) when the cell was about to end anyway.
static enum hd_outcome asked_at_the_end(struct hd_fault *fault) {
    int request = atomic_load(&hd_guard_request);
    if (request != REQUEST_EXIT && request != REQUEST_FAULT && request != REQUEST_POISON)
        return HD_RAN;
    *fault = guard.asked;
    return request == REQUEST_EXIT ? HD_EXITED : request == REQUEST_POISON ? HD_POISONED : HD_FAULT;
}

enum hd_outcome hd_guard_run(void (*fn)(void *), void *arg, struct hd_fault *fault) {
    struct hd_guard_thread *self = hd_guard_register(ROLE_EXEC);
    memset(fault, 0, sizeof *fault);
    forget_request();
    pthread_sigmask(SIG_SETMASK, NULL, &self->mask);
    self->walk = (struct hd_walk){0};
    self->armed_ip = 0;
    char *own_low = self->stack_low, *own_high = self->stack_high;
    size_t own_guard = self->guard_size;
    self->stack_low = hd_user_stack.low;
    self->stack_high = hd_user_stack.high;
    self->guard_size = STACK_GUARD + YELLOW_SIZE;
    limit_memory(true);
    executes(self->tid);
    enum hd_outcome outcome = hd_guard_catch(fn, arg, fault, hd_user_stack.high - 64);
    executes(0);
    if (outcome == HD_RAN) outcome = asked_at_the_end(fault);
    if (hd_guard_forked) { // a child of user code has come to the end of the cell
        fflush(NULL);
        _exit(outcome == HD_EXITED ? fault->status : outcome == HD_RAN ? 0 : 1);
    }
    limit_memory(false);
    hd_repair();
    hd_timers_drop(outcome == HD_EXITED);
    hd_heap_trim();
    pthread_sigmask(SIG_SETMASK, &self->mask, NULL);
    if (outcome != HD_RAN) clean_up(self, fault);
    self->stack_low = own_low;
    self->stack_high = own_high;
    self->guard_size = own_guard;
    hd_user_handlers_drop();
    forget_request();
    if (outcome == HD_FAULT && fault->has_address && hd_guard_explain) hd_guard_explain(fault);
    return outcome;
}

bool hd_guard_running(void) { return atomic_load(&hd_exec_tid) != 0; }

_Noreturn void hd_guard_raise_as(struct hd_fault *fault, enum hd_outcome outcome) {
    struct hd_guard_thread *self = hd_self;
    if (!self || !self->unwind) {
        fprintf(stderr, "heddle: %s\n", fault->message);
        abort();
    }
    if (!fault->nframes) {
        struct hd_walk walk;
        uint64_t pc = fault->pc;
        hd_walk_here(&walk);
        self->walk = walk;
        hd_walk_frames(self, &walk, fault);
        if (pc) fault->pc = pc;
    }
    if (self->worker && !fault->in_kernel) hd_launch_describe(self, fault);
    if (self->role == ROLE_USER && !self->worker && !self->apart) {
        hd_guard_ask(outcome == HD_POISONED ? REQUEST_POISON : REQUEST_FAULT, fault);
        hd_guard_kick();
    }
    if (self->fault != fault) *self->fault = *fault;
    hd_guard_leave(self, outcome);
}

_Noreturn void hd_guard_raise(struct hd_fault *fault) { hd_guard_raise_as(fault, HD_FAULT); }

_Noreturn void hd_guard_raise_fatal(struct hd_fault *fault) {
    hd_guard_raise_as(fault, HD_POISONED);
}

bool hd_guard_interrupted(void) {
    struct hd_guard_thread *self = hd_self;
    return self && self->unwind && hd_guard_wants_out(self);
}

// ---- requests to stop ---------------------------------------------------------------------------

void hd_guard_ask(enum guard_request request, const struct hd_fault *fault) {
    int expected = 0;
    if (!atomic_compare_exchange_strong(&guard.claimed, &expected, 1)) return;
    if (fault) guard.asked = *fault;
    hd_interrupt_flag = 1;
    atomic_store(&hd_guard_request, request);
}

void hd_guard_kick(void) { sem_post(&guard.wake); }

void hd_guard_interrupt(void) {
    bool runs = atomic_load(&hd_exec_tid) != 0;
    if (!runs && !hd_threads_apart()) return;
    atomic_fetch_add(&hd_threads_age, 1);
    if (runs) hd_guard_ask(REQUEST_INTERRUPT, NULL);
    hd_guard_kick();
}

bool hd_guard_wants_out(const struct hd_guard_thread *self) {
    if (self->stop && *self->stop) return true;
    int request = atomic_load(&hd_guard_request);
    return self->role == ROLE_USER ? self->age != atomic_load(&hd_threads_age)
                                   : request != REQUEST_NONE;
}

// Leaves as was asked; `walk` says where user code was.
_Noreturn void hd_guard_obey(struct hd_guard_thread *self, const struct hd_walk *walk) {
    struct hd_fault *fault = self->fault;
    int request = atomic_load(&hd_guard_request);
    bool inner =
        self->stop || self->role != ROLE_EXEC; // a launch or a thread: its owner knows more
    if (!inner && request != REQUEST_NONE && request != REQUEST_INTERRUPT) {
        *fault = guard.asked;
        enum hd_outcome outcome = request == REQUEST_EXIT     ? HD_EXITED
                                  : request == REQUEST_POISON ? HD_POISONED
                                                              : HD_FAULT;
        if (outcome == HD_FAULT && !fault->nframes) hd_walk_frames(self, walk, fault);
        self->walk = (struct hd_walk){0};
        hd_guard_leave(self, outcome);
    }
    hd_fault_say(fault, 0, "interrupted", "interrupted");
    self->walk = *walk;
    hd_walk_frames(self, walk, fault);
    if (self->worker) hd_launch_describe(self, fault);
    hd_guard_leave(self, HD_INTERRUPTED);
}

void hd_guard_check(void) {
    struct hd_guard_thread *self = hd_self;
    if (!self || !self->unwind || !hd_guard_wants_out(self)) return;
    struct hd_walk walk;
    hd_walk_here(&walk);
    hd_guard_obey(self, &walk);
}

void hd_rt_poll(void) { hd_guard_check(); }

static bool busy(void) {
    return (atomic_load(&hd_guard_request) && atomic_load(&hd_exec_tid)) ||
           atomic_load(&hd_guard_stopping);
}

static void signal_executing(int sig) {
    pthread_mutex_lock(&guard.sending);
    pid_t exec = atomic_load(&hd_exec_tid);
    if (exec && atomic_load(&hd_guard_request)) syscall(SYS_tgkill, getpid(), exec, sig);
    pthread_mutex_unlock(&guard.sending);
}

static void *helper(void *arg) {
    int sig = hd_interrupt_signal();
    for (;;) {
        while (sem_wait(&guard.wake)) continue;
        if (guard.errand) {
            guard.errand(guard.errand_arg);
            guard.errand = NULL;
            sem_post(&guard.errand_done);
            continue;
        }
        int64_t start = hd_now_ns();
        bool threads = true; // some of the user's are still to be ended
        for (;;) {
            int ticks = (int)((hd_now_ns() - start) / 1000000);
            atomic_store(&hd_guard_ticks, ticks);
            if ((!busy() && !threads) || ticks > 700) break;
            signal_executing(sig);
            hd_pool_signal(sig);
            hd_later_signal(sig);
            threads = hd_threads_signal(sig);
            struct timespec pause = {.tv_nsec = 1000000};
            nanosleep(&pause, NULL);
        }
    }
    return NULL;
}

bool hd_guard_elsewhere(void (*fn)(void *), void *arg, int timeout_ms) {
    guard.errand_arg = arg;
    guard.errand = fn;
    sem_post(&guard.wake);
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += timeout_ms % 1000 * 1000000L;
    until.tv_sec += timeout_ms / 1000 + until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    while (sem_timedwait(&guard.errand_done, &until))
        if (errno != EINTR) return false;
    return true;
}

// ---- reading what may not be there --------------------------------------------------------------

struct copy {
    void *to;
    const void *from;
    size_t size;
};

// Scalars are copied without a place to unwind to: a fault between hd_copy_few and its end goes on
// at hd_copy_few_failed (signals.c).
__asm__(".text\n"
        ".p2align 4\n"
        ".globl hd_copy_few, hd_copy_few_failed\n"
        ".type hd_copy_few, @function\n"
        "hd_copy_few:\n" // (to, from, size): 4, 8 or 16 bytes
        "    .cfi_startproc\n"
        "    cmpq $4, %rdx\n"
        "    je 2f\n"
        "    cmpq $8, %rdx\n"
        "    je 1f\n"
        "    movq 8(%rsi), %rcx\n"
        "    movq %rcx, 8(%rdi)\n"
        "1:  movq (%rsi), %rcx\n"
        "    movq %rcx, (%rdi)\n"
        "    movl $1, %eax\n"
        "    retq\n"
        "2:  movl (%rsi), %ecx\n"
        "    movl %ecx, (%rdi)\n"
        "    movl $1, %eax\n"
        "    retq\n"
        "hd_copy_few_failed:\n"
        "    xorl %eax, %eax\n"
        "    retq\n"
        "    .cfi_endproc\n"
        ".size hd_copy_few, .-hd_copy_few\n");

static void do_copy(void *arg) {
    struct copy *copy = arg;
    void *to = copy->to;
    const void *from = copy->from;
    size_t size = copy->size;
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size) : : "memory");
}

__thread void *volatile hd_copying;
__thread uint64_t hd_copy_bad;

bool hd_guard_try(void (*fn)(void *), void *arg) {
    void *outer = hd_copying;
    int failed = hd_call_on_stack(&hd_copying, NULL, fn, arg);
    hd_copying = outer;
    return !failed;
}

bool hd_guard_copy(void *to, const void *from, size_t size, uint64_t *bad) {
    struct copy copy = {to, from, size};
    bool few = size == 4 || size == 8 || size == 16;
    bool done = few ? hd_copy_few(to, from, size) : hd_guard_try(do_copy, &copy);
    if (!done && bad) *bad = hd_copy_bad;
    return done;
}

struct reach {
    const volatile char *p;
    size_t size;
    bool writes;
};

static void do_reach(void *arg) {
    const struct reach *r = arg;
    for (size_t i = 0; i < r->size; i += 4096 - ((uintptr_t)(r->p + i) & 4095)) {
        char c = r->p[i];
        if (r->writes) ((volatile char *)(uintptr_t)r->p)[i] = c;
    }
}

bool hd_guard_reach(const void *p, size_t size, bool writes, uint64_t *bad) {
    struct reach reach = {p, size, writes};
    bool done = hd_guard_try(do_reach, &reach);
    if (!done && bad) *bad = hd_copy_bad;
    return done;
}

bool hd_guard_read(const void *address, void *out, size_t size) {
    return hd_guard_copy(out, address, size, NULL);
}
