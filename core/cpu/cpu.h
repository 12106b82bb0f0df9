// cpu: compiled code on this machine. The JIT, guarded execution of user code (faults, interrupts),
// fibers, the worker pool, kernel launches, and the runtime functions that compiled kernels call.
#ifndef HD_CPU_H
#define HD_CPU_H

#include "gen/gen.h"
#include <setjmp.h>
#include <stdatomic.h>
#include <string.h>

// ---- jit/jit.c: modules to code -----------------------------------------------------------------
// Code lives in one reserved range of addresses (so that a program counter can be recognised in a
// signal handler). Objects are made by us with one TargetMachine and added to an LLJIT (through
// LLVM's ORC C API) with a resource tracker each; releasing the code removes the tracker.

struct hd_jit;
struct hd_code; // one linked object

struct hd_jit *hd_jit_create(struct hd_buf *error); // NULL: error says why
LLVMTargetMachineRef hd_jit_machine(struct hd_jit *jit,
                                    int opt); // 0: fast selection, 1: optimising, 2: quick kernels

// Address for a symbol that a module refers to; 0: unknown (then linking fails; run/ checks
// before).
typedef uint64_t hd_resolve_fn(void *user, const char *symbol);
// A module's object, with the machine for `opt`. Takes the module over (destroys it). NULL: error
// says why.
LLVMMemoryBufferRef hd_jit_compile(struct hd_jit *jit, struct hd_module *module, int opt,
                                   struct hd_buf *error);
// The same with the optimiser's work before it, on another thread: for modules that take long. Once
// diags->stop is set it returns NULL with diags->stopped, and the thread ends when it can.
bool hd_jit_is_long(const struct hd_module *module);
LLVMMemoryBufferRef hd_jit_compile_aside(struct hd_module *module, int opt, struct hd_diags *diags,
                                         struct hd_buf *error);
// The same by any thread, with a machine of its own (for modules that the optimiser has seen).
LLVMTargetMachineRef hd_jit_new_machine(int opt, struct hd_buf *error);
LLVMMemoryBufferRef hd_jit_object(LLVMTargetMachineRef machine, struct hd_module *module,
                                  struct hd_buf *error);
// Begins a thread that compiles: with a large stack, as some passes are recursive, and without
// signals. false: there is none to be had.
bool hd_jit_thread(void *(*work)(void *), void *arg);
// Links an object.
struct hd_code *hd_jit_load(struct hd_jit *jit, LLVMMemoryBufferRef object, hd_resolve_fn *resolve,
                            void *user, struct hd_buf *error);  // takes the object over
void *hd_code_symbol(struct hd_code *code, const char *symbol); // NULL: not defined in it
void hd_code_release(struct hd_code *code);                     // must not be running
// Source position of a program counter in JIT code, from the object's line table. false: not ours,
// or no line. Signal-safe: no; call it after the fault was caught.
bool hd_jit_place(uint64_t pc, hd_loc *loc, const char **function);
bool hd_jit_contains(uint64_t pc);  // signal-safe
bool hd_jit_is_data(uint64_t addr); // tables and the like of compiled code
// Assembly text of a module's function as it would be compiled (%asm).
bool hd_jit_assembly(struct hd_jit *jit, struct hd_module *module, int opt, struct hd_buf *out);
const char *hd_cpu_name(void); // LLVM's name of the processor that code is made for
bool hd_cpu_has_fma(void);     // in the code that is made
int hd_cpu_vector_bits(void);  // width of its vector registers: 128, 256 or 512

// ---- jit/thunk.c: addresses of functions whose code may change ----------------------------------

uint64_t hd_thunk_create(const void *target); // 0: no memory
void hd_thunk_set(uint64_t thunk, const void *target);
void hd_thunk_destroy(uint64_t thunk); // nothing calls it any more

// ---- jit/kept.c: objects of earlier sessions ----------------------------------------------------

extern struct hd_cache hd_object_cache;
// Of a module that the optimiser has not seen; options: what else decides its code.
struct hd_cache_key hd_kept_key(const struct hd_module *module, LLVMTargetMachineRef machine,
                                const char *options);
// NULL: not there. extra: what was kept with it, of a size that the options tell.
LLVMMemoryBufferRef hd_kept_object(struct hd_cache_key key, void *extra, size_t extra_size);
void hd_keep_object(struct hd_cache_key key, LLVMMemoryBufferRef object, const void *extra,
                    size_t extra_size);

// ---- guard/guard.c: running user code -----------------------------------------------------------
// User code runs on one thread with a large stack of its own. A fault in it, `exit`, `abort`, or an
// interrupt unwinds to hd_guard_run. Interrupts: a signal is sent to the thread; if it is in JIT
// code the handler leaves at once; in a library it is sent again until the code is back in ours, or
// blocked in a system call; see the essay in guard.c.

enum hd_outcome {
    HD_RAN,
    HD_FAULT,
    HD_INTERRUPTED,
    HD_EXITED,   // exit(n), _exit, quick_exit: fault.status
    HD_POISONED, // a fault after which the process cannot go on (heap corruption): report, then
                 // restart
};

struct hd_fault {
    int signal;        // SIGSEGV ..., 0 for errors raised by the runtime (assert, barrier, limits)
    const char *kind;  // "null pointer", "out-of-bounds access", "stack overflow", "division by
                       // zero", "abort" ...
    char message[512]; // one line, complete sentence part: "null pointer read at address 0x10"
    uint64_t pc;       // in JIT code if at all possible (the innermost JIT frame)
    uint64_t address;  // accessed, when has_address
    bool has_address, is_write;
    int status;          // HD_EXITED
    bool by_thread;      // HD_EXITED: a thread that the program started called exit
    uint64_t frames[64]; // return addresses in JIT code, innermost first; frames[0] == pc
    int nframes;
    bool in_kernel;
    uint32_t block[3], thread[3];
    uint64_t other_pc; // divergent barrier: where the others are; 0 none
    char other_message[256];
    const char *library; // name of the C function called ("strlen"), when the fault is in a
                         // library; or NULL
    hd_loc loc,
        other_loc;   // places given by the runtime (barriers, warp functions, assert); 0: use pc
    char help[200];  // what would mend it, or nothing
    bool has_thread; // `thread` is known (a kernel without fibers runs many threads at once)
};
// frames[i] can be given to hd_jit_place as it is: for callers it lies inside the call instruction.

bool hd_guard_init(struct hd_buf *error); // signal handlers, alternate stack; once per process
// Runs fn(arg) on the user stack of the calling thread (which must be the engine's execution
// thread).
enum hd_outcome hd_guard_run(void (*fn)(void *), void *arg, struct hd_fault *fault);
void hd_guard_interrupt(void); // from another thread: interrupt what hd_guard_run runs
void hd_guard_on_terminal(
    void); // installs a handler of SIGINT: Ctrl-C came from the terminal itself
bool hd_guard_running(void);
_Noreturn void hd_guard_raise(
    struct hd_fault *fault); // from runtime functions: as if a fault happened here
_Noreturn void hd_guard_raise_fatal(
    struct hd_fault *fault);     // the same, and the process cannot go on (HD_POISONED)
bool hd_guard_interrupted(void); // the calling thread is asked to leave; hd_rt_poll does it
// A fault at an address, asked of run/ before anything else (in the signal handler, whatever code
// it happened in). 0: not ours. 1: the memory is there now, go on. 2: the process cannot go on,
// *fault says why.
extern int (*hd_guard_page_fault)(uint64_t address, bool is_write, uint64_t pc,
                                  struct hd_fault *fault);
// A read by code that is not compiled here, asked of run/ before that. true: the memory is readable
// now.
extern bool (*hd_guard_overread)(uint64_t address);
// Called before a system call gets user memory: makes it accessible. NULL: nothing has to be.
extern void (*hd_guard_prepare)(const void *address, size_t size, bool writes);
// Reads memory that may not be there. false: not readable.
bool hd_guard_read(const void *address, void *out, size_t size);
// Copies memory of which one side is the user's and may not be there: false if it is not, with the
// address that failed in *bad (which may be NULL). For cudaMemcpy and the like.
bool hd_guard_copy(void *to, const void *from, size_t size, uint64_t *bad);
bool hd_copy_few(void *to, const void *from, size_t size); // the same for 4, 8 or 16 bytes
// 4, 8 or 16 bytes of the user's, without a call: scalars of functions that take 100 ns. Where the
// read fails, the signal's handler goes on behind it with 0 in rax; it finds the instruction in the
// section hd_reads.
#define HD_READ(mov, value, ok, p)                        \
    __asm__ volatile("1:  " mov " %2, %0\n"               \
                     "2:\n"                               \
                     "    .pushsection hd_reads, \"a\"\n" \
                     "    .long 1b - ., 2b - .\n"         \
                     "    .popsection\n"                  \
                     : "=&r"(value), "+a"(ok)             \
                     : "m"(*(p)))
static inline bool hd_read_few(void *to, const void *from, size_t size) {
    const struct {
        char bytes[8];
    } *p = (const void *)from;
    uint64_t words[2] = {0};
    uint32_t word;
    long ok = 1;
    if (size == 4) {
        HD_READ("movl", word, ok, p);
        if (ok) memcpy(to, &word, 4);
        return ok;
    }
    HD_READ("movq", words[0], ok, p);
    if (size == 16 && ok) HD_READ("movq", words[1], ok, p + 1);
    if (ok) memcpy(to, words, size == 16 ? 16 : 8);
    return ok;
}
// Whether all of it can be read (and written), touching each page. false: *bad is where it cannot.
bool hd_guard_reach(const void *address, size_t size, bool writes, uint64_t *bad);
// Replacements for C library functions that would end or take over the process: exit, abort,
// atexit, raise, signal, pthread_create, __assert_fail ... Whoever resolves a symbol asks here
// first. NULL: take the library's own.
void *hd_cpu_replacement(const char *name);
// What compilers call by themselves, for complex numbers and wide integers: __muldc3, __divti3.
// From libgcc_s, since the executable exports its own copies as little as its other names. NULL:
// there is none of that name.
void *hd_compiler_support(const char *name);
int hd_guard_user_threads(void); // threads made by user code that still run
// Lets run/ say more about a memory fault (which variable or array is near fault->address); called
// outside of signal handlers before hd_guard_run returns. NULL: nothing.
extern void (*hd_guard_explain)(struct hd_fault *fault);
// Runs fn(arg) on the guard's helper thread, whose heap is another one: for last words when the
// calling thread is stuck with a broken heap. false: it did not come back in time.
bool hd_guard_elsewhere(void (*fn)(void *), void *arg, int timeout_ms);
// A fault outside of user code, called in the signal handler before the process ends; may be NULL.
extern void (*hd_guard_dying)(int sig);
// The terminal's interrupt, asked in the signal handler. true: it has been taken, the code runs on.
extern bool (*hd_guard_on_interrupt)(void);
extern void (*hd_guard_on_fork)(void); // in a child that user code forked; may be NULL
void hd_guard_own_fd(
    int fd); // user code must not close this descriptor or put another in its place
extern volatile int hd_interrupt_flag; // polled by compiled loops that call libraries
void hd_rt_poll(void);                 // called by compiled code when the flag is set

// ---- heap/heap.c: the heap of user code, which outlives the engine ------------------------------

#define HD_HEAP_LOW 0x280000000000ull   // its first address
#define HD_DEVICE_LOW 0x300000000000ull // the same of device memory (run/cudart/memory.c)
// Maps the heap: `size` bytes of blocks and what is to be known of them, at offset `at` of the
// store, hd_heap_room(size) in all. Live blocks of an earlier engine stay, whenever it was killed.
// false: errno says why.
bool hd_heap_open(int fd, uint64_t at, uint64_t size);
uint64_t hd_heap_room(uint64_t size);
// The live block that addr is in. false: there is none, or addr is not in the heap.
bool hd_heap_find(uint64_t addr, uint64_t *base, size_t *size);
bool hd_heap_has_own_pages(const void *block); // no other block lies on them
// Where `p` can be read and written whatever protection its pages have; NULL: it is not in the
// heap.
void *hd_heap_alias(const void *p);
uint64_t hd_heap_used(void);            // bytes, free slots between live ones included
void hd_heap_limit(uint64_t bytes);     // most of it and of what hd_heap_elsewhere was told of
void hd_heap_elsewhere(uint64_t bytes); // device memory in use
bool hd_heap_allows(uint64_t bytes);    // so much more stays below the limit
void hd_heap_forked(void);              // this process is a child that must not write to it
// Its live blocks in order, `at` from its beginning.
void hd_heap_each(void (*fn)(void *user, uint64_t at, uint64_t size), void *user);
uint64_t hd_heap_high(void); // bytes from its beginning that were ever used
// In a copy of what lies that far in the heap, zeros instead of what is in no block.
void hd_heap_clear_free(char *copy, uint64_t at, uint64_t size);

// ---- heap/again.c: the executing thread's blocks and times, noted to come the same again --------

void hd_again_begin(void);
void hd_again_rewind(void);          // it begins again
void hd_again_end(void);             // and what it freed is free
bool hd_again_possible(void);        // false: not begun, or too much was freed
int64_t hd_again_value(int64_t now); // what it was the first time
void hd_again_pause(bool pause);     // code that is not run again

// ---- launch: kernels ----------------------------------------------------------------------------

// What compiled kernel code sees of a block and a thread; gen/ knows these layouts (keep in step
// with gen/kernel.c).
struct hd_thread {
    uint32_t tid[3]; // threadIdx
    uint32_t linear; // x + y*blockDim.x + z*blockDim.x*blockDim.y; lane = linear % 32, warp =
                     // linear / 32
    struct hd_block *block;
    struct hd_fiber *fiber; // NULL without fibers
};
struct hd_block {
    uint32_t bid[3], bdim[3], gdim[3];
    uint32_t nthreads;
    char *shared;             // static __shared__ variables, 128-byte aligned
    char *dyn_shared;         // dynamic ones, behind them
    struct hd_thread *thread; // fibers: the thread to run
    struct hd_launch_state *launch;
    struct block_state *check; // check/: set while a watch is told of the block
    char *shared_end;          // of all of it: nothing can be read from here on
};

typedef void hd_block_fn(struct hd_block *block, void **args);

// Told of what a launch does, by checked execution (check/), on the thread that runs the block.
enum { HD_NAMED_BARRIERS = 16 };
struct hd_cpu_watch {
    void (*block_begin)(struct hd_block *block);
    void (*block_end)(struct hd_block *block);
    void (*barrier)(struct hd_block *block); // all threads of the block have met
    // One has come to barrier `name`; go_on: NULL, or those that go on with that, by warps.
    void (*named)(struct hd_block *block, uint32_t name, uint32_t thread, const uint32_t *go_on);
    // ... at loc, but for some that had ended: `fell` of these without a `return`.
    void (*left)(struct hd_block *block, hd_loc loc, uint32_t fell);
    void (*warp)(struct hd_block *block, int warp, uint32_t lanes, uint32_t exists); // those lanes
    // A thread has shuffled from a lane of its warp that did not take part: the mask names that
    // lane, which has ended or never was, or leaves it out.
    void (*absent)(struct hd_block *block, hd_loc loc, uint32_t thread, uint32_t lane, bool named,
                   const char *function);
    // A warp's function at loc is done by the lanes of its mask that are left: `fell`, a thread
    // that the mask names, has run to the end of the kernel, without a `return`, and not come to
    // it.
    void (*missed)(struct hd_block *block, hd_loc loc, uint32_t thread, uint32_t fell,
                   const char *function);
    void (*grid)(void); // all threads of the grid have met
    bool backwards;     // the last block first
    bool alone;         // all blocks on the caller's thread
    // Of a kernel with loops that wait, or NULL: a number that rises when a thread does something
    // else than to look at memory that is as it was. When it stands still with all threads in such
    // loops or at barriers: says so in *fault, and gives the thread to name.
    uint64_t (*progress)(void);
    struct hd_thread *(*deadlock)(struct hd_thread *t, struct hd_fault *fault);
    // The debugger's; all may be NULL. What the threads print is dropped while *quiet. A launch
    // that ended with this fault is run again, from block *first, when `again` says so.
    const volatile bool *quiet;
    bool (*again)(struct hd_fault *fault, uint64_t *first);
    // Asked before each block. Not NULL: it goes on from there, and does not begin.
    struct hd_snapshot *(*resumes)(void);
    // Asked before each block: where it returns a later one, the blocks up to that one run `plain`,
    // which is other code of the same kernel, on all workers, and are not told of. Then `skipped`
    // says up to which they have run: fewer when *halt was set.
    uint64_t (*skips)(uint64_t block);
    void (*skipped)(uint64_t to);
    const struct hd_cpu_launch *plain;
    const volatile bool *halt;
};
// snapshot.c: the block of a thread as it is now. *resumed: the call comes back once more, since
// the block went on from there. NULL: it cannot be kept.
struct hd_snapshot *hd_snapshot_take(struct hd_thread *t, bool *resumed);
bool hd_snapshot_fits(const struct hd_snapshot *s); // it can go on from there
void hd_snapshot_drop(struct hd_snapshot *s);

// From another thread, while blocks run `plain`: they are left in the middle, with a fault of the
// kind "halt" whose address is the first of them, for `again`.
void hd_cpu_halt(void);

// Faster code of the same kernel, made while a launch runs. Blocks that have not begun when it is
// `there` run it. Only the way in which a block's threads run may differ (info.fibers).
struct hd_cpu_better {
    atomic_bool there; // set last
    hd_block_fn *fn;
    struct hd_kernel_info info;
    uint32_t fold; // what info.fold may be then; 0: one block. Known before it is there
};
// margin.c: memory around objects that is nobody's, filled with a pattern.
struct hd_margin_hit { // bytes that something has written
    uint64_t from, to;
};
void hd_margin_fill(uint64_t from, uint64_t to);
bool hd_margin_hit(uint64_t from, uint64_t to, struct hd_margin_hit *hit);
void hd_fill_unset(void *to, size_t size);       // with what memory holds that nobody has set
bool hd_is_unset(const void *from, size_t size); // (whole words of it hold that)
// The first stretch of at least `least` bytes of [from, to), in steps of 4, that holds it; `from`
// is such a multiple behind the start of what was filled.
bool hd_unset_stretch(uint64_t from, uint64_t to, size_t least, struct hd_margin_hit *stretch);
extern uint64_t hd_shared_generation; // raised when shared memory is to be filled again
struct hd_shared_hit {
    bool hit;
    uint32_t end, from, to; // offsets in the block's shared memory: where an array ends, and the
                            // bytes beyond it that were written
};

struct hd_cpu_launch {
    const char *name; // of the kernel, for messages
    hd_block_fn *fn;
    struct hd_kernel_info info;
    uint32_t grid[3], block[3];
    size_t dyn_shared;
    void **args; // copied values; live until the launch returns
    // Code of the same kernel that tells which thread it runs, for looking into a fault of code
    // that does not (a block is run again then). NULL: there is none.
    hd_block_fn *(*exact)(void *user, struct hd_kernel_info *info);
    void *exact_user;
    const struct hd_cpu_watch *watch; // or NULL
    bool team;                        // of OpenMP: host code, no threads of a kernel
    bool shares;  // neighbouring blocks are one worker's, the same one's in each such launch: what
                  // it worked on last time is in its cache
    int64_t work; // units (elements) that it costs time for, where that differs from launch to
                  // launch though the blocks are as many; 0: a block costs what the last one did
    bool cooperative;    // all blocks must be able to wait for each other (grid sync)
    uint32_t cluster[3]; // blocks that reach each other's shared memory; 0: one
    // Not NULL: a failed assertion, a trap and a bad address of the kernel are not raised but kept
    // there, and the launch returns (kind stays NULL when there was none).
    struct hd_fault *survived;
    // The same for a launch in flight (later.c): called by hd_cpu_finish, where it is waited for.
    void (*lost)(const struct hd_fault *fault);
    struct hd_cpu_better *better;     // or NULL: code that may come while the launch runs
    struct hd_shared_hit *shared_hit; // or NULL: told when threads have run over a shared array
    void *children; // run/: where kernels that its threads launch are noted; NULL: they cannot
};
void *hd_cpu_children(const struct hd_thread *t); // of the launch that runs the thread
#define HD_MAX_SHARED (48u << 10)                 // static + dynamic without opt-in
#define HD_MAX_SHARED_OPTIN (227u << 10)
// Runs the whole grid and returns when it is done. Must be called inside hd_guard_run. A fault in a
// kernel stops the launch, unwinds every worker, and is raised in the calling thread with block and
// thread filled in.
void hd_cpu_launch(const struct hd_cpu_launch *launch);
uint64_t hd_cpu_teams(void); // how many parallel regions of OpenMP there have been
// later.c: a launch of a kernel that spins, or behind one. Copies the arguments (sizes in bytes);
// returns when it has ended, or when its threads only wait. Launches of one stream are in order,
// and those of the default stream (NULL) with all streams that are not `alone`.
void hd_cpu_launch_later(const struct hd_cpu_launch *launch, const size_t *sizes, int nargs,
                         void *stream, bool alone);
// Whether something is in flight on that stream (all: on any); hd_cpu_finish waits until nothing is
// and raises what it ended with. Both cost nothing when nothing is.
bool hd_cpu_in_flight(const void *stream, bool alone, bool all);
bool hd_cpu_idle(void); // nothing is, and of nothing that was the end is still to be told
// Counts all that could make wrong a call that was found right before: launches that are put in
// flight, memory that is given back, objects of libraries that end.
extern HD_NEAR uint64_t hd_cpu_changes;
static inline void hd_cpu_change(void) { __atomic_fetch_add(&hd_cpu_changes, 1, __ATOMIC_SEQ_CST); }
void hd_cpu_finish(const void *stream, bool alone, bool all);
// What a thread of its own does in order with the launches of a stream that are in flight, and
// after the flight of number `after` (0: none); its own number. Frees data, by free.
uint64_t hd_cpu_do_later(void (*run)(void *), void *data, void *stream, bool alone, uint64_t after);
bool hd_cpu_ended(uint64_t number);
// Calls user code on a thread like those that programs start, and waits for it. false: there is
// none to be had.
bool hd_thread_call(void *(*fn)(void *), void *arg);
// Runs fn(arg) on a thread of its own, where hd_guard_inside runs user code beside that of the
// executing thread: what goes wrong there ends nothing else. false: there is no thread to be had.
bool hd_thread_apart(void (*fn)(void *), void *arg);
void hd_cpu_finish_flight(uint64_t number); // like hd_cpu_finish, for that one
void hd_cpu_drop(void);         // the code that launched it has ended: stops what is in flight
int hd_cpu_threads(void);       // workers, the caller included
void hd_cpu_set_threads(int n); // 0: one per core
bool hd_launch_stops(const struct hd_block *block); // its launch ends early
bool hd_cpu_on_stack(const void *p); // of a fiber of the calling thread, or of user code
// In one of the frames of user code that called the one that has the address `frame`.
bool hd_cpu_in_callers(const void *p, const void *frame);
// The thread that runs on the calling OS thread, or NULL (host code). Signal-safe.
struct hd_thread *hd_current_thread(void);
// For the debugger, of threads on fibers. The innermost frame of its twin (gen.h).
struct hd_frame **hd_thread_frame(struct hd_thread *t);
enum hd_thread_state { HD_THREAD_READY, HD_THREAD_WAITS, HD_THREAD_ENDED };
enum hd_thread_state hd_thread_state(struct hd_thread *t, hd_loc *at);    // at: where it waits
struct hd_thread *hd_thread_beside(struct hd_thread *t, uint32_t linear); // of its block
// The thread of that number in the nth block of those that t's worker has begun; NULL: none. How
// many blocks of the launch have not begun. What a thread that waits does, "waits at ...".
struct hd_thread *hd_launch_thread(struct hd_thread *t, int nth, uint32_t linear);
uint64_t hd_launch_left(const struct hd_thread *t);
const char *hd_thread_waits(const struct hd_thread *t);
void hd_thread_switch(struct hd_thread *from, struct hd_thread *to); // to is ready; from stays so
void hd_launch_flush(void); // shows what the calling worker's threads have printed
// Runs fn(arg) inside of user code: a fault in it comes back here.
enum hd_outcome hd_guard_inside(void (*fn)(void *), void *arg, struct hd_fault *fault);
// Device printf's buffer is flushed to fd 1 in whole lines as written.

// Runtime functions for compiled code: name and address, for resolving HD_REF_RUNTIME. Their C
// prototypes, as gen/ calls them, stand in cpu/runtime.def, one row each.
void *hd_cpu_runtime(const char *name); // NULL: none

#endif
