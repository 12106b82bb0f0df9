// gen: typed trees to LLVM IR, through LLVM's C API.
//
// One emitter with a lane count: a value carries its shape (uniform, affine, varying) and, at W =
// 1, one lane. Host functions, the W = 1 CPU path and (later) the GPU path are the same code with
// another target. Memory: everything of a module lives in its LLVMContext; hd_module_destroy frees
// both.
#ifndef HD_GEN_H
#define HD_GEN_H

#include "front/front.h"
#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>

enum hd_flavour {
    HD_HOST_CODE,   // an ordinary C function: symbol link_name
    HD_DEVICE_CODE, // called from kernels on the CPU: symbol link_name + ".dev"; its first
                    // parameter is the lane's struct hd_thread * (cpu/cpu.h), before those of the
                    // source
    HD_KERNEL_CPU,  // a kernel's block runner: symbol link_name + ".block"; see struct
                    // hd_kernel_info
    HD_GPU_CODE,    // called from kernels on the GPU: copied into each kernel's module
    HD_KERNEL_GPU,  // a kernel as the GPU runs it; job->gpu says how
};

struct hd_gen_item {
    struct hd_func *func;
    enum hd_flavour flavour;
    bool inline_only; // the body may be inlined but is compiled elsewhere (available_externally)
    // Host code, instrument/heat.c: the code that begins at a turn of a loop, as symbol link_name +
    // ".turnN".
    int turn;       // N plus 1; 0: none
    bool only_turn; // and nothing else
    uint32_t shape; // result: must be that of the quick code's hd_heat
    bool turn_ok;   // result: there is such code
};

// What the quick code of a function counts in: symbol link_name + ".heat".
struct hd_heat {
    int32_t count; // until hd_rt_hot is called
    uint32_t shape;
    void *owner; // run/'s; NULL at first
};

// A symbol that a module needs from outside.
enum hd_ref_kind {
    HD_REF_CODE,    // a function that Heddle compiles: sym, flavour
    HD_REF_STUB,    // the stable address of such a function (what `&f` gives): link_name + ".stub"
    HD_REF_VAR,     // a variable in the store: sym
    HD_REF_STRING,  // a literal in the pool: string
    HD_REF_EXTERN,  // a C library function or variable: its plain name
    HD_REF_RUNTIME, // cpu/'s or run/'s runtime: "hd_rt_..."
    HD_REF_TYPE,    // the struct hd_type_info (cpu/guard/exception.h) of a type: type
};
struct hd_ref {
    const char *symbol; // as in the object file (arena of the job)
    enum hd_ref_kind kind;
    enum hd_flavour flavour;
    struct hd_sym *sym;
    struct hd_string *string;
    struct hd_type *type;
    hd_loc loc; // a place that uses it, for "not defined" messages
};

// What a launch needs to know about a kernel compiled for the CPU. The block runner is
//     void K.block(struct hd_block *block, void **args)
// args[i] points to the i-th parameter's value. `fibers`: the runner executes *one* thread, given
// by block->thread, and is called on a fiber per thread; else it loops over all threads of the
// block itself.
struct hd_lockstep {    // warp-synchronous code: analysis/lockstep.c
    bool relies;        // on the lanes of a warp running in lockstep
    hd_loc store, load; // a store that a barrier should separate from this load
};
#define HD_SHARED_MARGINS 8 // after so many variables; further ones are side by side
struct hd_kernel_info {
    bool fibers;
    bool indirect; // calls through pointers
    bool launches; // kernels, from its threads
    bool meets;    // barriers or warp operations
    int lanes;     // W of the code that was made; 0: one thread at a time
    uint32_t fold; // blocks that a call of it runs, from its block on; 0: one
    bool yields;   // loops on atomics or volatile: back edges yield
    struct hd_lockstep lockstep;
    uint32_t static_shared; // bytes of __shared__ variables
    uint32_t shared_room;   // the same with the margins between them:
    struct hd_shared_margin {
        uint32_t from, to;
    } margins[HD_SHARED_MARGINS];
    int nmargins;
    uint32_t local_stack; // bytes of stack a thread may need, estimated; 0 unknown (recursion)
};

// Byte offsets in struct hd_thread and struct hd_block (cpu/cpu.h), which gen/ cannot include: cpu/
// asserts them.
enum {
    HD_THREAD_TID = 0,
    HD_THREAD_LINEAR = 12,
    HD_THREAD_BLOCK = 16,
    HD_THREAD_FIBER = 24,
    HD_THREAD_SIZE = 32,
    HD_BLOCK_BID = 0,
    HD_BLOCK_BDIM = 12,
    HD_BLOCK_GDIM = 24,
    HD_BLOCK_NTHREADS = 36,
    HD_BLOCK_SHARED = 40,
    HD_BLOCK_DYN_SHARED = 48,
    HD_BLOCK_THREAD = 56,
    HD_BLOCK_CHECK = 72, // its first word: see check.h
    HD_BLOCK_SHARED_END = 80,
    HD_BLOCK_SIZE = 88,
};

// Likewise in struct hd_array (array/array.h), which array/ asserts.
enum {
    HD_ARRAY_DATA_AT = 0,
    HD_ARRAY_SHAPE_AT = 16,
    HD_ARRAY_STRIDE_AT = 80,
    HD_ARRAY_COUNT_AT = 176,
};

struct hd_gen_gpu_var {
    struct hd_sym *sym;
    const char *symbol;
    bool slot;
}; // see hd_gpu_var
struct hd_gen_gpu_param {
    uint32_t offset, size, align;
    bool pointer, const_pointee;
};

// Code for GPUs (job->gpu): what the emitter is told, and what it tells of the module.
struct hd_gen_gpu {
    int arch; // 75, 80, 90 ...
    bool fast_math;
    struct hd_sym *(*current)(struct hd_sym *sym); // what a function's symbol means now
    uint64_t (*stub)(struct hd_sym *sym); // the address that `&f` gives, for a device function
    struct hd_sym **pointees; // device functions that pointers from elsewhere may lead to
    int npointees;
    // results (arena of the job)
    const char *entry; // the kernel's name in the module
    HD_VEC(struct hd_gen_gpu_var) vars;
    HD_VEC(struct hd_gen_gpu_param) params;
    uint32_t param_bytes, static_shared;
    bool dynamic_shared, cooperative, prints, asserts, heap, indirect, recursive;
};

// What %shapes tells of a kernel, by source line (lanes/report.c).
enum hd_fact_kind {
    HD_FACT_VALUE,
    HD_FACT_LOAD,
    HD_FACT_STORE,
    HD_FACT_ATOMIC,
    HD_FACT_BRANCH,
    HD_FACT_LOOP,
    HD_FACT_BARRIER,
    HD_FACT_WARP_OP,
    HD_FACT_BY_LANE // a call (name: of what) that has no form for vectors
};
enum hd_fact_shape {
    HD_SHAPE_BLOCK,
    HD_SHAPE_UNIFORM,
    HD_SHAPE_AFFINE,
    HD_SHAPE_VARYING
}; // uniform: over the lanes
enum hd_fact_cpu { // how vector code makes an access, where it is not one of the plain ways
    HD_CPU_PLAIN,
    HD_CPU_TOGETHER, // with its neighbours: wide accesses and shuffles
    HD_CPU_GATHER,
    HD_CPU_BY_LANE
};
enum hd_fact_space { HD_FACT_GLOBAL, HD_FACT_SHARED, HD_FACT_LOCAL };
struct hd_fact {
    enum hd_fact_kind kind;
    uint32_t source; // base of the hd_source
    int line, column;
    const char *name;         // VALUE: the variable; BY_LANE: what is called
    enum hd_fact_cpu cpu;     // of an access
    enum hd_fact_shape shape; // of the value, the address, the condition
    int64_t stride;           // affine
    enum hd_fact_space space;
    bool constant; // VALUE
    int bytes;     // of an access; VALUE: 8 for pointers
    int sectors,
        ways; // of the first warp: sectors of 32 bytes, words that one bank gives; 0: not known
};
struct hd_shapes {
    struct hd_arena *arena;
    HD_VEC(struct hd_fact) facts;
    int lanes, regions;
    uint32_t folded; // blocks that are done together; the facts are of one
    const char *why; // why there is no code for many lanes; NULL: there is
};

// Code for W threads at once (lanes.h), for one shape of blocks.
#define HD_FOLD_THREADS (1u << 30)
struct hd_lanes {
    int width; // W; 0: as fits the kernel and the machine
    uint32_t block[3];
    bool small_grid; // gridDim * blockDim < 2^31 in every dimension
    bool two_warps;  // checked: 64 lanes, whatever `width` says, where all accesses are of bytes
    uint32_t fold; // not 0: so many blocks that follow each other in x may be done together, where
                   // gridDim.x is a multiple and gridDim.x * blockDim.x <= HD_FOLD_THREADS
    int vector_bits;          // width of the machine's vector registers
    struct hd_shapes *shapes; // what %shapes wants to know; no code is made then
    const char *source,
        *target; // set by hd_gen_module: names of the code of one thread and of the block runner
};

// Checked code (job->check): every access to memory that others can reach is announced to the
// functions of check/check.def with a site number and what it is.
enum hd_check_op {
    HD_CHECK_READ,
    HD_CHECK_WRITE,
    HD_CHECK_RMW, // atomic read-modify-write
    HD_CHECK_ATOMIC_LOAD,
    HD_CHECK_ATOMIC_STORE,
};
enum hd_check_scope { HD_SCOPE_DEVICE, HD_SCOPE_BLOCK, HD_SCOPE_SYSTEM };
// `what` of an access, one word: site, bytes, operation, scope, volatile, log2 of the alignment
// that it needs.
#define HD_WHAT_SITE(what) ((uint32_t)((what) & 0xffffff))
#define HD_WHAT_SIZE(what) ((uint32_t)((what) >> 24 & 0xffffff))
#define HD_WHAT_OP(what) ((enum hd_check_op)((what) >> 48 & 7))
#define HD_WHAT_SCOPE(what) ((enum hd_check_scope)((what) >> 51 & 3))
#define HD_WHAT_VOLATILE (1ull << 53)
#define HD_WHAT_PLAIN_COPY (1ull << 54) // the value goes to memory as it is
// Of how many bytes of such an access a bit tells, of the 32 that say which of them are not set.
static inline uint64_t hd_copied_bytes(uint64_t size) {
    uint64_t bytes = 1;
    while (bytes * 32 < size) bytes *= 2;
    return bytes;
}
// All of the bits that tell of it.
static inline uint32_t hd_copied_mask(uint64_t size) {
    uint64_t bytes = hd_copied_bytes(size);
    return size ? ~0u >> (32 - (size + bytes - 1) / bytes) : 0;
}
#define HD_WHAT_SPIN (1ull << 55)  // volatile, in what a waiting loop waits for
#define HD_WHAT_IDLES (1ull << 59) // in what a loop with nothing in it waits for:
#define HD_WHAT_LOOKS (1ull << 60) // ... a plain read
#define HD_WHAT_TRIES (1ull << 61) // to take a lock, in what any loop waits for
#define HD_WHAT_ALIGN(what) ((uint32_t)1 << ((what) >> 56 & 7))
#define HD_MOST_SITES 0xffffffu

struct hd_gen_site { // a place in the source that accesses memory
    struct hd_range range;
    hd_loc loc;
    const char *name;   // of the variable or pointer that it goes through, interned; or NULL
    bool plain_name;    // the variable itself: no element
    uint32_t bytes;     // of an access
    bool writes, looks; // it writes; a loop waits for what it reads there, which is not volatile
};
struct hd_gen_check {
    uint32_t first;                   // number of the job's first site
    HD_VEC(struct hd_gen_site) sites; // result
    HD_VEC(struct hd_gen_shared {
        struct hd_sym *sym;
        uint32_t offset;
    })
    shared;             // result: the kernel's static __shared__ variables
    bool fences, warps; // result: it has fences; warp operations
    uint8_t dims;       // result: a bit for each dimension of threadIdx and blockIdx that is asked
    bool any_grid;      // result: it asks how large the grid is
    bool streams;       // result: host code that may make streams
    bool host_writes;   // result: host code that writes more than its locals
    bool writes_known; // result, for lanes: what it writes is in shared memory, or where parameters
    uint64_t written;  // lead; a bit for each of these
};
// What checked code reads of *hd_block.check.
enum { HD_CHECK_COPIED = 0, HD_CHECK_ASKS = 256, HD_CHECK_ACCESSES = 264 };
enum { HD_WINDOW_FROM = 0, HD_WINDOW_ROOM = 8, HD_WINDOW_SIZE = 16 }; // of what hd_ck_window gives

// Debug twins (job->twin): code that tells where it is, and where its variables are.
struct hd_frame { // of a twin, on its stack
    struct hd_frame *parent;
    const struct hd_twin_func *func;
    void *thread;   // struct hd_thread *; NULL: host code
    uint32_t site;  // the statement that it is at
    uint32_t depth; // 0: nobody called it
    uint64_t begun; // the count of statements when it was called
    void *locals[]; // addresses, as in func->locals
};
struct hd_twin_local { // visible at sites in [from, to)
    struct hd_sym *sym;
    hd_loc from, to;
    bool by_pointer; // what is at the address is a pointer to it: references, VLAs
};
struct hd_twin_site {
    hd_loc loc;
    uint32_t number;
};
struct hd_twin_func { // heap
    struct hd_twin_func *next;
    struct hd_func *func;
    bool device;
    HD_VEC(struct hd_twin_local) locals;
    HD_VEC(struct hd_twin_site) sites; // in the order of the text, with rising numbers
};
struct hd_twin_pointee { // a twin that calls through a function pointer reach
    uint64_t stub;
    void *address;
};
struct hd_gen_twin {
    uint8_t *marks;                   // by site: it is called
    volatile uint64_t *count, *limit; // statements so far; from this one on each is called
    volatile bool *pause;             // loops of functions without sites ask it
    volatile bool *locals;            // what is done to locals is told too
    uint32_t first, room;             // number of the job's first site; how many it may have
    uint32_t nsites;                  // results
    struct hd_twin_func *funcs;
    HD_VEC(struct hd_gen_shared) shared;     // of a kernel
    HD_VEC(struct hd_twin_pointee) pointees; // heap
};

struct hd_gen_job {
    struct hd_arena *arena;     // for refs
    struct hd_gen_twin *twin;   // NULL: ordinary code
    struct hd_gen_check *check; // NULL: ordinary code
    struct hd_gen_item *items;
    int nitems;
    int opt; // 0: the fast path, 1: optimised (inlining, vectorising), 2: quickly optimised
    struct hd_lanes *lanes; // NULL: one thread at a time
    bool debug;             // line tables
    bool fast_math;         // device code: __expf for expf ...
    bool no_fma;            // device code: a * b + c is rounded twice (-fmad=false)
    uint32_t serial;        // of a kernel's symbol; 0: no kernel
    bool heat;          // quick code of host functions, which counts (instrument/heat.c); opt is 0
    bool whole_program; // variables that no other module can see may be internal
    struct hd_diags *diags;
    struct hd_gen_gpu *gpu; // the module is for a GPU; NULL: for this machine
    // results
    HD_VEC(struct hd_ref) refs;   // external symbols, unique
    struct hd_kernel_info kernel; // of the HD_KERNEL_CPU item
};

struct hd_module {
    LLVMContextRef context;
    LLVMModuleRef module;
    bool contracts; // there is device code for this machine that hd_gen_contract has not seen
};

// Builds the module (not optimised). false: an error was reported (e.g. something a target cannot
// do).
bool hd_gen_module(struct hd_gen_job *job, struct hd_module *out);
// Quick code of the function would not do what its full code does, or not for long:
// instrument/heat.c.
bool hd_gen_needs_full(const struct hd_func *func);
// Runs the passes for job->opt. machine: the target machine to tune for.
bool hd_gen_optimise(struct hd_module *module, LLVMTargetMachineRef machine, int opt,
                     struct hd_diags *diags);
// Decides which a * b + c of device code are rounded once, for good; the two below begin with it.
bool hd_gen_contract(struct hd_module *module, LLVMTargetMachineRef machine);
bool hd_gen_recursive(LLVMValueRef fn); // may call itself
// v serves to find an element and for nothing else: a sum that wrapped would be 2^31 elements off.
bool hd_gen_is_index(LLVMValueRef v);
// Makes the block runner of a module built with job->lanes, optimised. false: this kernel cannot be
// done, `why` says what is in the way; the module is of no use then.
bool hd_gen_lanes(struct hd_module *module, struct hd_gen_job *job, LLVMTargetMachineRef machine,
                  const char **why);
// Gives loads, stores and divisions that lost their place in the source one that is near.
void hd_gen_restore_places(LLVMModuleRef module);
// Whether a kernel relies on warps in lockstep, and where: known before any code is made.
// Known to be done soon when it runs once: loops between constants, few turns in all
// (analysis/short.c).
bool hd_gen_is_short(const struct hd_func *func);
// How often a thread of this launch goes round loops, as far as its arguments tell
// (analysis/long.c). args: an address for each parameter.
double hd_gen_turns(const struct hd_func *kernel, void *const *args, const uint32_t *grid,
                    const uint32_t *block);
// *lost: where all threads of a block update one element without an atomic; 0: nowhere.
void hd_gen_lockstep(struct hd_func *kernel, struct hd_lockstep *out, hd_loc *lost);
// The __shared__ variable of a kernel that ends at `offset`, or the last one before; NULL: none.
const struct hd_sym *hd_gen_shared_before(struct hd_func *kernel, uint32_t offset);
void hd_module_destroy(struct hd_module *module);
const char *hd_gen_symbol(struct hd_arena *arena, const struct hd_sym *sym,
                          enum hd_flavour flavour);

#endif
