// What the files of cpu/ share: stacks and context switches, the state of a thread that runs user
// code, the worker pool, and the scheduler of a block's threads. Nothing outside of cpu/ includes
// this.
#ifndef HD_CPU_INTERNAL_H
#define HD_CPU_INTERNAL_H

#include "cpu/cpu.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/types.h>
#include <ucontext.h>

// ---- jit/memory.c: addresses for code and its data ----------------------------------------------

bool hd_mem_init(void);
uint8_t *hd_mem_code(size_t size);            // writable pages; NULL: full
bool hd_mem_seal(uint8_t *code, size_t size); // executable and read-only from now on
void hd_mem_free_code(uint8_t *code, size_t size);
uint8_t *hd_mem_data(size_t size, size_t align); // readable and writable; not zeroed
void hd_mem_free_data(uint8_t *data, size_t size, size_t align);
bool hd_mem_pages(size_t size, uint8_t **code, uint8_t **data); // takes the lock of the JIT
size_t hd_mem_page(uint64_t pc); // index of a code page, for tables; pc must be code
#define HD_CODE_SPACE (512ul << 20)
#define HD_CODE_PAGES (HD_CODE_SPACE / 4096)

// ---- jit/object.c: what we read of an ELF object ourselves --------------------------------------

struct hd_symbol {
    const char *name; // in the code's `names`
    uint64_t addr;
    uint64_t size;
    int section; // ELF index; 0: undefined
    bool global, function;
};
struct hd_section {   // as loaded
    const char *name; // interned
    uint8_t *addr;
    size_t size, align;
    bool code;
};
struct hd_line_row {
    uint64_t addr;
    uint32_t file; // base of the hd_source
    uint32_t line, column;
    bool end; // one past the last instruction of a sequence
};
struct hd_code {
    struct hd_jit *jit;
    void *dylib; // LLVMOrcJITDylibRef
    HD_VEC(struct hd_section) sections;
    HD_VEC(struct hd_symbol)
    symbols; // functions and variables; undefined ones too (addr: what they resolved to)
    char *names;
    const char **section_names; // by ELF index, interned, while linking
    int nsections;
    uint8_t *lines, *line_strings; // copies of .debug_line and .debug_line_str
    size_t lines_len, line_strings_len;
    HD_VEC(struct line_reloc {
        uint64_t offset;
        const char *section;
        uint64_t addend;
        int width;
    })
    relocs;
    HD_VEC(struct hd_line_row) rows; // decoded when first asked for
    bool decoded;
};
bool hd_object_read(struct hd_code *code, const uint8_t *object, size_t size);
void hd_object_place(struct hd_code *code); // symbols' addresses, once the sections are loaded
bool hd_object_line(struct hd_code *code, uint64_t pc, hd_loc *loc);
hd_loc hd_place_loc(uint32_t base, uint32_t line, uint32_t column);
// The name under which the code around pc calls the function at `target`, or NULL.
const char *hd_jit_extern(uint64_t pc, uint64_t target);

// ---- launch/fiber.c: stacks and switches --------------------------------------------------------

// Calls fn(arg) on the stack that ends at `top` (NULL: this one) and returns 0, or returns what
// hd_unwind_to was given. *saved is where hd_unwind_to has to go.
int hd_call_on_stack(void *volatile *saved, void *top, void (*fn)(void *), void *arg);
_Noreturn void hd_unwind_to(void *saved, int value);
extern const char hd_copy_few_failed[];
void hd_fiber_switch(void **save, void *to);
void *hd_fiber_prepare(void *top, void (*fn)(void *), void *arg); // context for hd_fiber_switch

struct hd_stacks { // fiber stacks of one worker, equally large, with a guard below each
    char *base;
    size_t slot; // bytes from one stack to the next, guard included
    int n, cap;  // stacks made ready; stacks that the reservation has room for
};
#define HD_STACK_GUARD (16u << 10)
// n stacks of that size at least, with addresses for `room`; keeps what is there if it fits.
bool hd_stacks_reserve(struct hd_stacks *stacks, int n, int room, size_t size);
void hd_stacks_finish(struct hd_stacks *stacks);
static inline char *hd_stack_low(const struct hd_stacks *stacks, int i) {
    return stacks->base + (size_t)i * stacks->slot + HD_STACK_GUARD;
}
// Tops are staggered, for else the hot ends of all stacks would compete for the same cache sets.
static inline char *hd_stack_top(const struct hd_stacks *stacks, int i) {
    return stacks->base + (size_t)(i + 1) * stacks->slot - (size_t)(i * 5 % 16) * 256;
}

#if defined(__SANITIZE_ADDRESS__)
#define HD_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HD_ASAN 1
#endif
#endif
#ifdef HD_ASAN
void __sanitizer_start_switch_fiber(void **fake_stack_save, const void *bottom, size_t size);
void __sanitizer_finish_switch_fiber(void *fake_stack_save, const void **bottom_old,
                                     size_t *size_old);
void __asan_unpoison_memory_region(const volatile void *addr, size_t size);
#else
#define __sanitizer_start_switch_fiber(save, bottom, size) ((void)0)
#define __sanitizer_finish_switch_fiber(save, bottom, size) ((void)0)
#define __asan_unpoison_memory_region(addr, size) ((void)0)
#endif

// ---- guard/guard.c: a thread that may run user code ---------------------------------------------

// Where JIT code was left, see trace.c.
struct hd_walk {
    uint64_t pc;     // innermost program counter in JIT code, inside its instruction; 0: none found
    uint64_t fp;     // its frame
    uint64_t caller; // return address, when pc is before the frame was set up; else 0
    uint64_t *return_slot; // where the library code's return address to JIT code lies; NULL: pc
                           // itself is JIT code
    uint64_t library;      // start of the library function that JIT code called
    bool engine;           // the engine's own code lies in between
    bool heap;             // malloc, free or a relative is in between
    bool interruptible;    // only library functions in between that may be left at any point
};

enum guard_role { ROLE_EXEC, ROLE_WORKER, ROLE_USER };

struct hd_worker;
struct hd_guard_thread {
    enum guard_role role;
    pid_t tid;
    void *volatile unwind;          // where a fault goes; NULL: no user code runs
    struct hd_fault *fault;         // what to fill in
    char *stack_low, *stack_high;   // the stack that user code runs on, outside of fibers
    char *unwind_low, *unwind_high; // the stack that `unwind` lies on
    size_t guard_size;              // unmapped below stack_low
    struct hd_worker *worker;       // set while it takes part in a launch
    const volatile int *stop;       // the launch's
    char *alt;                      // alternate signal stack
    sigset_t mask;                  // to be restored after unwinding
    bool lenient; // runtime code that reads user memory: a fault in it is the user's
    bool in_handler;
    bool yellow;         // the reserve below the user stack is in use, see guard.c
    bool switched;       // for the sanitizers: hd_guard_leave changed stacks
    struct hd_walk walk; // of the last fault
    uint64_t armed_ip;   // the return address that was replaced, see guard.c
    bool apart; // a thread of the engine that runs user code beside a cell: its faults are its own
    int age;    // of a user's thread: interrupts that happened before it was started
    struct hd_guard_thread *next;
};
extern __thread struct hd_guard_thread *hd_self;

struct hd_guard_thread *hd_guard_register(enum guard_role role);
void hd_guard_release_streams(void); // that the calling thread's dropped frames had locked
void hd_guard_unregister(void);      // the calling thread ends
// Runs fn(arg) so that a fault in it comes back here. top NULL: on this stack.
enum hd_outcome hd_guard_catch(void (*fn)(void *), void *arg, struct hd_fault *fault, void *top);
_Noreturn void hd_guard_leave(struct hd_guard_thread *self, enum hd_outcome outcome);
_Noreturn void hd_guard_raise_as(struct hd_fault *fault, enum hd_outcome outcome);
void hd_guard_check(void); // leaves if an interrupt is pending or the launch stops
bool hd_guard_wants_out(const struct hd_guard_thread *self);
void hd_guard_kick(void);            // wakes the helper that sends the signals
extern atomic_int hd_guard_stopping; // launches that want their workers to leave
_Noreturn void hd_guard_obey(struct hd_guard_thread *self, const struct hd_walk *walk);
void hd_return_trap(void); // where an armed return address leads
struct hd_user_stack {
    char *base, *yellow, *low, *high; // guard | yellow | the stack
};
extern struct hd_user_stack hd_user_stack;
void hd_signals_init(void);

// Why the code that hd_guard_run runs has to stop; the first reason wins.
enum guard_request { REQUEST_NONE, REQUEST_INTERRUPT, REQUEST_EXIT, REQUEST_FAULT, REQUEST_POISON };
extern atomic_int hd_guard_request;
extern atomic_int hd_guard_ticks; // milliseconds since the helper began to send
void hd_guard_ask(enum guard_request request, const struct hd_fault *fault);
extern volatile sig_atomic_t hd_guard_forked; // this process is a child that user code forked
extern atomic_int hd_exec_tid;                // the thread in hd_guard_run; 0: none
int hd_interrupt_signal(void);

// ---- guard/trace.c, fault.c: where it happened and what it was ----------------------------------

void hd_walk_init(void);
bool hd_in_engine(uint64_t pc); // in the executable itself
// How deep this thread is in the unwinder or in what registers frames with it. Their lock is not
// recursive: a signal's walk does not enter them again, and says that the engine is at work.
extern __thread volatile int hd_unwinding;
bool hd_guard_try(void (*fn)(void *), void *arg); // false: a memory fault happened in fn
void hd_walk_signal(struct hd_walk *walk, const ucontext_t *uc);
void hd_walk_here(struct hd_walk *walk);
void hd_walk_frames(const struct hd_guard_thread *self, const struct hd_walk *walk,
                    struct hd_fault *fault);
void hd_fault_describe(struct hd_guard_thread *self, int sig, const siginfo_t *info,
                       const ucontext_t *uc, struct hd_fault *fault);
bool hd_fault_is_overflow(const struct hd_guard_thread *self, const siginfo_t *info,
                          const ucontext_t *uc);
void hd_fault_finish(struct hd_fault *fault,
                     const struct hd_walk *walk); // names of library functions
void hd_fault_say(struct hd_fault *fault, int sig, const char *kind, const char *fmt, ...)
    HD_PRINTF(4, 5);

// ---- guard/libc.c: what user code calls instead of the C library --------------------------------

// Calls the user's handler for a fault. false: he has none.
bool hd_user_handler(int sig, siginfo_t *info, void *uc, bool nested);
void hd_user_handlers_drop(void);   // the cell has ended
void hd_timers_drop(bool silently); // timers.c: the cell has ended
void *hd_timers_replacement(const char *name);
void hd_libc_init(void);
_Noreturn void hd_user_end(enum guard_request request,
                           struct hd_fault *fault); // of the run, from any user thread
// thread.c, process.c
extern atomic_int hd_threads_age; // interrupts so far: threads that are younger are not meant
int hd_threads_apart(void);       // that hd_thread_apart started and that still run
bool hd_threads_signal(int sig);  // to every thread that was interrupted; false: there is none
int hd_user_pthread_create(pthread_t *id, const pthread_attr_t *attr, void *(*fn)(void *),
                           void *arg);
_Noreturn void hd_user_pthread_exit(void *value);
int hd_user_thrd_create(unsigned long *id, int (*fn)(void *), void *arg);
_Noreturn void hd_user_thrd_exit(int value);
void hd_process_init(void);
pid_t hd_user_fork(void);
int hd_user_execv(const char *path, char *const argv[]);
int hd_user_execve(const char *path, char *const argv[], char *const env[]);
int hd_user_execvp(const char *file, char *const argv[]);
int hd_user_execvpe(const char *file, char *const argv[], char *const env[]);
int hd_user_execl(const char *path, const char *arg, ...);
int hd_user_execlp(const char *file, const char *arg, ...);
int hd_user_execle(const char *path, const char *arg, ...);
_Noreturn void hd_user_exit(int status);
// repair.c
void hd_repair_init(void);
void hd_repair(void); // the cell has ended: descriptors, stdio, limits
void *hd_repair_replacement(const char *name);

// ---- heap/heap.c: blocks; calls.c: malloc and its kin of user code ------------------------------

extern uint64_t hd_heap_size; // bytes of addresses from there; 0: there is no heap (unit tests)
static inline bool hd_heap_contains(const void *p) {
    return (uint64_t)(uintptr_t)p - HD_HEAP_LOW < hd_heap_size;
}
// NULL: no memory. Zero, as hd_user_malloc's is where nothing of this cell was.
void *hd_heap_get_zero(size_t size);
void *hd_heap_get_aligned(size_t size, size_t align); // a power of two
// Of a pointer that hd_heap_contains; what begins no live block is an error that unwinds.
void hd_heap_put(void *block);
void *hd_heap_resize(void *block, size_t size); // NULL: no memory, the block is as it was
size_t hd_heap_block_size(void *block);         // what was asked for
void hd_heap_trim(void); // the cell has ended: what it freed is cleared before the next one has it
bool hd_in_user_heap(uint64_t pc);
void *hd_user_malloc(size_t size);
void hd_user_free(void *block);
void hd_free_foreign(void *block);           // one that the heap does not contain
void *hd_heap_replacement(const char *name); // for hd_cpu_replacement

// heap/again.c: what heap.c asks of it, and the reverse.
enum { HD_HEAP_NOTES = 1, HD_HEAP_PAUSED };
extern __thread int hd_heap_told; // this thread's blocks are noted
void *hd_again_get(size_t size, size_t align);
void hd_again_put(void *block);
void *hd_again_resize(void *block, size_t size);
void *hd_again_replacement(const char *name); // for hd_cpu_replacement
void hd_heap_tell(bool told);                 // of the executing thread
void hd_heap_mark(void *block);               // behind its end
bool hd_heap_is_whole(void *block);
void hd_heap_put_quietly(void *block); // an overrun is not looked for

// ---- launch/pool.c: workers ---------------------------------------------------------------------

struct hd_crew;
struct hd_worker {
    int index;
    pthread_t thread;
    pid_t tid;
    struct hd_fault fault;
    struct hd_block block;  // without fibers
    struct hd_crew **crews; // with fibers: blocks whose threads are alive together
    int ncrews, cap_crews;
    int room;                 // crews that it may have: more begin while all that are there wait
    uint64_t rounds, ended;   // in all: such turns, threads that have ended (later.c looks on)
    uint32_t turns;           // how often all threads gave way since one began or ended
    struct hd_fiber *current; // the fiber that runs, or NULL
    void *scheduler;          // context of the worker's own stack while fibers run
    struct hd_stacks stacks;
    char *shared_map;   // shared memory ends where a guard page begins
    size_t shared_size; // mapped, guard page apart
    char *shared_end;
    struct hd_kernel_info filled;   // the first block's shared memory was filled for such a kernel,
    uint64_t filled_dyn, filled_in; // in this cell (hd_shared_generation)
    struct hd_launch_state *state;
    hd_block_fn *fn;   // the launch's code, or better code that came meanwhile
    struct hd_buf out; // device printf
    int64_t flushed;   // when `out` was last written
    uint32_t yields;
    _Atomic uint64_t at; // the block that it runs, plus 1; 0: none, and none is being taken
    uint64_t progress;   // see hd_cpu_watch; since when it is the same
    int64_t stuck_since;
    uint32_t stuck_looks;
};
typedef void hd_pool_fn(struct hd_worker *worker, void *arg);
// A short job is there: whether so many helpers are watching for work, or there were such jobs just
// before, so that waking them is worth it for those that follow.
bool hd_pool_expects(int helpers);
int hd_pool_ready(
    int helpers); // starts workers that do not exist yet; returns how many helpers there are
// Lets up to `helpers` workers call fn, each when it gets to it. hd_pool_close: no more may begin;
// waits for those that have. The caller does its share in between, with the worker that
// hd_pool_caller gives.
void hd_pool_open(hd_pool_fn *fn, void *arg, int helpers);
void hd_pool_close(void);
void hd_pool_signal(int sig); // to every worker that takes part
bool hd_pool_thread(pthread_t *thread, void *(*fn)(void *),
                    void *arg); // one that may run user code
void hd_thread_signal(pid_t tid, int sig);
void hd_later_signal(int sig); // later.c: to every thread of a launch in flight
struct hd_worker *hd_pool_caller(void);
// Whether `is` holds for one of the workers, the caller's among them.
bool hd_pool_any(bool (*is)(const struct hd_worker *worker, void *arg), void *arg);

// ---- launch/launch.c, block.c, warp.c -----------------------------------------------------------

enum { HD_MOST_SHARES = 32 };
struct hd_share { // of the grid, in a line of the cache of its own
    _Alignas(64) _Atomic uint64_t next;
    uint64_t end;
};

struct hd_launch_state {
    const struct hd_cpu_launch *launch;
    volatile int stop;
    _Atomic uint64_t next; // next linear block
    uint64_t total, chunk;
    struct hd_share *shares; // that blocks are taken from instead, or NULL
    int nshares;
    uint32_t nthreads;
    size_t stack_size;
    atomic_int faulted; // 1: `fault` and `outcome` are written, under the lock
    pthread_mutex_t fault_lock;
    _Atomic uint64_t left_out; // blocks at the grid's end that a fault makes pointless
    struct hd_fault fault;
    enum hd_outcome outcome;
    atomic_int printed;
    atomic_int warned_return;
    bool quiet;                  // printf prints nothing: a block is run again
    uint64_t skip_from, skip_to; // blocks that are to run other code (hd_cpu_watch.skips)
    const volatile bool *halt;   // or NULL: when set no block begins any more
    int room;                    // blocks that a worker may have begun at once
    int cluster; // blocks of one, which are a worker's crews by rank; 0: no clusters
    // cooperative launches
    int parts;
    atomic_int next_part;
    pthread_mutex_t grid_lock;
    pthread_cond_t grid_cond;
    int grid_waiting, grid_left;
    uint32_t grid_turn;
    uint64_t ended_block; // a block that has ended, plus 1
};

struct hd_fiber { // a thread of a block; what a switch touches fills one cache line
    void *sp;
    struct hd_crew *crew;
    struct hd_thread t;
    struct hd_warp *warp;
    uint32_t loc;      // where it waits
    uint32_t returned; // place of an explicit return, 0: none
    int index;         // of its stack
    uint8_t op;
    bool done;
    int a, b; // of warp functions
    uint64_t value, result;
    struct hd_frame *frame; // of its debug twin
    uint32_t mask;          // of the warp function it waits at, as it was given
} __attribute__((aligned(64)));
struct warp_group { // lanes that wait for each other
    uint32_t loc, mask, arrived;
    uint8_t op;
};
struct hd_warp {
    uint32_t exists, alive, ready, barrier, active, grid;
    uint32_t lockstep, spun; // wait for the warp to be in step; gave way since somebody waits
    struct warp_group groups[32];
    int ngroups;
};
struct hd_named_barrier { // bar.sync NAME, THREADS
    uint32_t wanted, arrived;
    uint32_t lanes[32]; // those that wait, by warps
};
struct hd_crew { // a block whose threads are fibers
    struct hd_block block;
    struct hd_worker *worker;
    struct hd_fiber *fibers;
    int cap, number; // number: in worker->crews
    uint32_t n, live, waiting, at_grid, returned, ended;
    uint32_t ready_warps; // bit per warp that has a ready lane
    int nwarps;
    uint32_t loc;                    // of the barrier that they wait at
    bool mixed;                      // they wait at different ones
    uint32_t votes, result, arrived; // of the reducing barriers
    struct hd_named_barrier *named;  // HD_NAMED_BARRIERS of them, or NULL: not used yet
    struct hd_warp warps[32];
};

enum warp_op {
    OP_SYNC,
    OP_SHFL_IDX,
    OP_SHFL_UP,
    OP_SHFL_DOWN,
    OP_SHFL_XOR,
    OP_ALL,
    OP_ANY,
    OP_BALLOT,
    OP_UNI,
    OP_MATCH_ANY,
    OP_MATCH_ALL,
    OP_ADD,
    OP_MIN,
    OP_MAX,
    OP_AND,
    OP_OR,
    OP_XOR,
    OP_SMIN,
    OP_SMAX,
};
extern const char *const hd_warp_names[];

// Of a launch: how it is dealt out, a worker's share of it, and its end for all.
int hd_launch_plan(struct hd_launch_state *state);
void hd_launch_participate(struct hd_worker *worker, void *state);
void hd_launch_stop(struct hd_launch_state *state);
bool hd_launch_loses_device(const struct hd_fault *fault); // assertion, trap, bad address
bool hd_crew_setup(struct hd_crew *crew, struct hd_worker *worker, int number, char *shared);
void hd_crew_run(struct hd_worker *worker,
                 int ncrews);          // the threads of worker->crews, to their ends
void hd_crew_wait(struct hd_fiber *f); // f is not ready; returns when it is
void hd_crew_ready(struct hd_crew *crew, int warp, uint32_t lanes);
// Lanes whose wait ends though not everybody came: a place for __activemask, equal operations at
// different places. true: some lane is ready now.
bool hd_warp_settle(struct hd_crew *crew, int warp);
bool hd_warp_merge(struct hd_crew *crew, int warp);
void hd_warp_left(struct hd_crew *crew, int warp); // a lane has ended: groups may be complete
void hd_grid_wait(struct hd_worker *worker);
void hd_crew_resume(struct hd_worker *worker, struct hd_snapshot *snapshot);
void hd_crew_begin(struct hd_crew *crew); // its threads are ready; while others of the worker run
bool hd_launch_more(struct hd_worker *worker); // begins the grid's next block; false: none left

// snapshot.c: puts the block back. Returns the thread that is to go on.
struct hd_fiber *hd_snapshot_restore(struct hd_snapshot *s, struct hd_launch_state *state);
uint64_t hd_device_heap_calls(void); // of kernels' threads, on this thread

// divergence.c: explains why threads cannot go on.
void hd_warn_left(hd_loc barrier, uint32_t left, uint32_t threads, hd_loc where); // once a barrier
void hd_warn_ended(struct hd_crew *crew);
_Noreturn void hd_barrier_diverged(struct hd_crew *crew); // they wait at several barriers
_Noreturn void hd_crew_stuck(struct hd_crew *crew);
_Noreturn void hd_deadlock(struct hd_fiber *f); // one of those that wait
_Noreturn void hd_grid_diverged(struct hd_crew *crew, uint64_t ended_block);
_Noreturn void hd_named_barrier_wrong(struct hd_fiber *f, uint32_t name, uint32_t threads);
_Noreturn void hd_named_barrier_differs(struct hd_fiber *f, uint32_t name, uint32_t threads,
                                        uint32_t others);
_Noreturn void hd_mask_misses(struct hd_fiber *f, uint32_t loc, uint32_t mask, int op);
_Noreturn void hd_crew_fault(struct hd_fiber *culprit, struct hd_fault *fault);
void hd_walk_fiber(struct hd_walk *walk, void *sp); // of a suspended fiber
void hd_launch_describe(const struct hd_guard_thread *self,
                        struct hd_fault *fault); // block and thread
void hd_launch_describe_address(const struct hd_guard_thread *self, struct hd_fault *fault);
void hd_shared_finish(struct hd_worker *worker);
void hd_printf_flush(struct hd_worker *worker);

// The objects of the running thread's _Thread_local variables end (launch/device.c).
void hd_thread_locals_end(void);
// The running thread's stack is dropped: what static locals it was making others make anew
// (guard/statics.c).
void hd_statics_left(void);

#endif
