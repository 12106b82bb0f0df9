// lanes: a kernel's scalar code made into code for W threads at once. Shared by core/gen/lanes_*.c,
// and read by %shapes.
//
// The work is done on LLVM's SSA form, after everything was inlined into one function K.lane(block,
// args, thread): there is no C left in it, only scalars, branches and memory, so the whole language
// is covered at once. The steps:
//
//   lanes/cfg.c     the graph: nodes (blocks, cut at barriers), dominators, post-dominators, loops,
//   a compact order lanes/shape.c   the shape of every value, which branches diverge, which nodes
//   share a mask lanes/plan.c    partial linearisation: where each node goes when it is done or
//   skipped lanes/regions.c what runs between two barriers, and what lives across them
//   lanes/leave.c   threads that leave before a barrier
//   lanes/full.c    what is made a second time, for vectors whose lanes are all on
//   lanes/narrow.c  arithmetic on bytes in 16 bits
//   lanes/stream.c  loops that go through memory in long steps
//   lanes/report.c  what %shapes tells of it
//   lanes/emit.c    nodes to vector code; lanes/op.c, lanes/memory.c, lanes/serial.c, lanes/call.c
//   instruction by instruction; lanes/group.c, lanes/packed.c neighbouring accesses at once
//   lanes.c         the passes around all that, and K.block
//
// A value is *uniform* (one scalar for all lanes; `block`: for all lanes of the block), *affine*
// (base + lane * stride; the base is a scalar) or *varying* (a vector). Example: in `c[i] = a[i] *
// k` with `i = blockIdx.x * 256 + threadIdx.x`, k and the pointers are uniform, i is affine with
// stride 1, &a[i] affine with stride 4, the rest varying.
#ifndef HD_LANES_H
#define HD_LANES_H

#include "gen/gen.h"

enum { LN_MOST_LANES = 256, LN_MOST_WARPS = LN_MOST_LANES / 32 };

enum ln_kind { LN_UNKNOWN, LN_UNIFORM, LN_AFFINE, LN_VARYING };

struct ln_shape {
    uint8_t kind;
    bool block;     // uniform over the block, not only over the lanes
    uint32_t align; // affine with stride 1: the base is a multiple of this power of two
    int64_t stride; // affine; of pointers in bytes
};

enum ln_special {
    LN_PLAIN,
    LN_TID_X,
    LN_TID_Y,
    LN_TID_Z,
    LN_LINEAR,
    LN_THREAD,
    LN_BLOCK_PTR,
    LN_ARGUMENT
};

struct ln_val { // an instruction or parameter of K.lane
    LLVMValueRef v;
    struct ln_shape shape;
    int node; // -1: parameter
    uint8_t special;
    bool hoisted;           // computed once per block, before everything
    bool local;             // a pointer into a local array whose elements are interleaved by lanes
    bool unusable;          // an alloca that cannot be interleaved
    bool skip;              // makes no code
    struct ln_group *group; // of neighbouring accesses that are made together
    // while code is made
    LLVMValueRef slot;        // memory that carries it between nodes
    LLVMValueRef scalar, vec; // in the current node
    int stamp;
    LLVMValueRef saved, saved_out; // memory that carries it between regions
    int number;
};

struct ln_node {
    LLVMBasicBlockRef bb;
    LLVMValueRef *insts, *phis;
    int ninsts, nphis;
    LLVMValueRef cond;    // of a branch with two successors
    LLVMValueRef barrier; // the node ends with this barrier
    LLVMValueRef place;   // an instruction that stands for the branch (its debug location)
    bool ends;            // `unreachable`
    int succ[2], nsucc;
    int *pred, npred;
    int rpo, idom, ipdom, loop, pos;
    // analysis
    bool diverges; // its branch depends on the lane
    bool joins;    // lanes arrive from different predecessors at the same time
    bool late;     // from inside a loop that lanes leave at different times
    int leader;    // the node whose mask it shares
    // plan
    bool tested; // skipped when its mask is empty
    int skip_to, to[2];
    int guard;     // the node behind whose mask it is made a second time, for all lanes; or 0
    bool by_index; // lanes/spare.c: lanes come to it by their index only
    // code
    LLVMValueRef mask_slot, answer[3]; // answer: by_index, enum ln_answer
    LLVMBasicBlockRef out[2]; // in the current region; 1: for vectors that pass the guard whole
};

struct ln_loop { // loops[0]: the function
    int header, parent;
    bool diverges;      // lanes leave it at different times
    int *exits, nexits; // targets
    // plan
    int out, back;          // where the synthetic end of a divergent loop goes
    LLVMValueRef next_slot; // lanes that go round again
    LLVMBasicBlockRef end[2];
};

enum {
    LN_RETURN = -1,
    LN_NONE = -2,
    LN_LOOP_END = 1 << 20,
    LN_FULL = 1 << 24
}; // targets besides nodes; LN_LOOP_END + loop; LN_FULL + target: its copy for all lanes

struct lanes {
    struct hd_arena *arena;
    jmp_buf fail;
    const char *why;
    LLVMContextRef ctx;
    LLVMModuleRef mod;
    LLVMTargetDataRef layout;
    LLVMTypeRef void_, i1, i8, i32, i64, ptr;
    LLVMValueRef src, dst; // K.lane, K.block
    // the variant
    int w;                   // lanes
    uint32_t bdim[3], total; // of a call: of `fold` blocks
    uint32_t fold;
    bool rows;         // vectors lie along x; else along the linear index
    int per_row, nvec; // vectors a row, a block
    bool small_grid;   // of the variant, see gen.h
    bool partial;      // some vectors are not full
    int register_bits; // of the vector registers
    int registers;     // that a vector of 32-bit elements takes, when W is ours to choose
    // the graph
    struct ln_node *nodes;
    int n, *order; // order: nodes by rpo
    struct ln_loop *loops;
    int nloops;
    int *by_pos;
    bool **later; // per node: positions put off until later (see lanes/plan.c)
    bool **loop_later;
    struct hd_map vals; // LLVMValueRef -> struct ln_val *
    HD_VEC(struct ln_val *) list;
    struct hd_map first, last; // LLVMBasicBlockRef -> node + 1
    bool has_barrier, has_warp_op, uses_thread;
    bool has_exit;  // lanes leave before barriers (lanes/leave.c)
    bool masked;    // has_exit: of the region being made, for blocks that some lanes have left
    bool may_leave; // it failed because some threads leave before a barrier
    bool has_spare; // nodes are by_index
    bool checked;   // of checked execution (lanes/checked.c)
    LLVMValueRef counted; // checked: accesses that code has passed itself; NULL: none
    struct hd_map good;   // checked: hd_ck_access -> memory with the lanes that may go on
    struct hd_map loaded; // ... with those that may be loaded: all, where that is known
    // code
    LLVMBuilderRef b, ab; // ab: allocas, in the entry
    LLVMBuilderRef hb;    // hoisted code, in the entry
    LLVMValueRef threads; // [W x struct hd_thread]
    LLVMValueRef block, args;
    LLVMValueRef iv, tid[3], linear, lane_mask; // of the region being made
    LLVMValueRef alive; // has_exit: memory with the lanes of this vector that have not left
    LLVMValueRef mask;  // of the node being made; NULL: all lanes
    int guard;          // all lanes are on behind this node, or 0
    int stamp, node, number;
    struct ln_region *region;
    struct regions *regions;
    uint64_t stack;
    HD_VEC(int) work; // targets that have a block and no code yet
    struct moves *moves;
    unsigned md_tbaa, md_invariant, md_alias, md_noalias;
};

static inline bool ln_is_plain(const struct ln_shape *s) { return s->kind == LN_UNIFORM; }

_Noreturn void ln_fail(struct lanes *l, const char *why);
struct ln_val *ln_val(struct lanes *l, LLVMValueRef v); // NULL: a constant
struct ln_shape ln_shape_of(struct lanes *l, LLVMValueRef v);
const char *ln_callee(LLVMValueRef call, size_t *len); // "" for pointers
bool ln_is_call_of(LLVMValueRef inst, const char *name);

// lanes/cfg.c
void ln_build(struct lanes *l);
bool ln_in_loop(const struct lanes *l, int node, int loop);
int ln_item_at(const struct lanes *l, int node,
               int loop); // node, or the header of its loop right below; -1
int ln_loop_of_item(const struct lanes *l, int item,
                    int level); // loop whose header stands for it at that level, or 0
bool ln_postdominates(const struct lanes *l, int a, int b); // a of b

// lanes/shape.c
void ln_shapes(struct lanes *l);
bool ln_is_pure(struct lanes *l, LLVMValueRef inst); // may be run when no lane is on
bool ln_warp_op(const char *name);
struct ln_shape ln_index_shape(struct lanes *l, int special); // of threadIdx and the linear index

// lanes/report.c
#define LN_MARK "hd_shape."                // calls that say where a variable gets a value
void ln_mark_variables(LLVMModuleRef mod); // before anything is optimised
void ln_report(struct lanes *l, struct hd_shapes *out);

// lanes/leave.c: changes K.lane so that threads that leave early go the others' way. false: nothing
// to change. The analysis is of no use any more.
bool ln_leave(struct lanes *l);
_Noreturn void ln_fail_barrier(struct lanes *l); // only some of the threads may reach one

// lanes/prefix.c: accesses whose mask has become a constant, once the code is optimised
void ln_shorten_masked(LLVMModuleRef module);

// lanes/plan.c
void ln_plan(struct lanes *l);

// lanes/fold.c
bool ln_folds(struct lanes *l, const struct hd_lanes *wanted); // wanted->fold blocks can be one

// lanes/full.c
void ln_guards(struct lanes *l);
bool ln_stays_full(const struct lanes *l, int guard, int to);

// lanes/spare.c
enum ln_answer { LN_SOME, LN_ALL, LN_OVER }; // lanes go in; all do; of later vectors none will
void ln_find_spare(struct lanes *l);
void ln_spare_begin(struct lanes *l);                                       // of a vector's turn
void ln_spare_branch(struct lanes *l, int from);                            // at the branch
LLVMValueRef ln_spare_answer(struct lanes *l, int i, enum ln_answer which); // at the node
bool ln_spare_rest(struct lanes *l, const struct ln_region *region, int i);

// lanes/emit.c
LLVMValueRef ln_scalar(struct lanes *l,
                       LLVMValueRef v); // a uniform value; the base of an affine one
LLVMValueRef ln_vector(struct lanes *l, LLVMValueRef v);
void ln_define(struct lanes *l, LLVMValueRef inst, LLVMValueRef scalar, LLVMValueRef vec);
LLVMValueRef ln_mask(struct lanes *l); // of the current node, as a vector; never NULL
LLVMValueRef ln_mask_bits(struct lanes *l, LLVMValueRef mask); // as an integer of W bits
LLVMTypeRef ln_vec_type(struct lanes *l, LLVMTypeRef type);
LLVMValueRef ln_splat(struct lanes *l, LLVMValueRef scalar);
LLVMValueRef ln_iota(struct lanes *l, LLVMTypeRef type, int64_t stride);
LLVMValueRef ln_alloca(struct lanes *l, LLVMTypeRef type, unsigned align);
LLVMValueRef ln_slot(struct lanes *l, struct ln_val *val);
void ln_emit_function(struct lanes *l);
LLVMValueRef ln_call(struct lanes *l, const char *intrinsic, LLVMTypeRef *types, int ntypes,
                     LLVMValueRef *args, int n);
LLVMBasicBlockRef ln_block(struct lanes *l, const char *name);
bool ln_needs_slot(struct lanes *l, struct ln_val *val);

// lanes/op.c, lanes/memory.c, lanes/serial.c, lanes/call.c
void ln_widen(struct lanes *l, LLVMValueRef inst);
void ln_widen_call(struct lanes *l, LLVMValueRef inst);
void ln_load(struct lanes *l, LLVMValueRef inst);
void ln_store(struct lanes *l, LLVMValueRef inst);
void ln_atomic(struct lanes *l, LLVMValueRef inst);
void ln_serialise(struct lanes *l, LLVMValueRef inst); // lane by lane, those that are on
struct ln_turns { // while (bits) { lane = lowest bit; turn; clear it }
    LLVMBasicBlockRef loop, done;
    LLVMValueRef rest, lane; // lane: i64
};
void ln_turns_begin(struct lanes *l, LLVMValueRef bits, struct ln_turns *turns);
void ln_turns_end(struct lanes *l, struct ln_turns *turns);
LLVMValueRef ln_clone(struct lanes *l, LLVMBuilderRef b, LLVMValueRef inst); // with scalar operands

bool ln_loads_as_vector(struct lanes *l,
                        LLVMTypeRef type); // its elements lie in memory as in a vector
bool ln_makes_no_code(LLVMValueRef call);
bool ln_has_vector_form(struct lanes *l, LLVMValueRef call); // of arithmetic and mathematics
bool ln_is_invariant(struct lanes *l, LLVMValueRef inst);    // a load of what no launch changes
void ln_keep_invariant(struct lanes *l, LLVMValueRef to, LLVMValueRef from);
bool ln_reads_context(struct lanes *l, LLVMValueRef inst); // of that, of blockDim, arguments ...
enum hd_fact_cpu ln_access_way(struct lanes *l, LLVMValueRef inst); // of a load or store

// lanes/group.c
void ln_groups(struct lanes *l);
bool ln_group_access(struct lanes *l, LLVMValueRef inst); // false: it is of no group
// At the first of some stores that may have to be made one by one: code that tells, or NULL where
// no code of its own is worth it. Then what follows in the node is made twice, as decided.
LLVMValueRef ln_group_asks(struct lanes *l, LLVMValueRef inst);
void ln_group_decide(struct lanes *l, LLVMValueRef inst, bool together);
void ln_group_decided(struct lanes *l, LLVMValueRef inst);

// lanes/packed.c
void ln_packs(struct lanes *l);

// lanes/narrow.c
bool ln_narrow(struct lanes *l); // true: the code has changed, analyse it again

// lanes/divide.c
bool ln_divide(struct lanes *l, LLVMValueRef inst); // false: by a constant, or of an odd type

// lanes/checked.c
bool ln_checked_call(struct lanes *l, LLVMValueRef inst, const char *name); // false: not its
bool ln_is_address(LLVMValueRef call); // gives the address that it is given
bool ln_is_marker(const char *name);   // needs the thread for its number alone
enum hd_fact_space ln_space_of(struct lanes *l, LLVMValueRef address);
LLVMValueRef ln_gep_bytes(struct lanes *l, LLVMValueRef gep, int factor, bool vector);
bool ln_fold_insides(struct lanes *l);
LLVMValueRef ln_loaded(struct lanes *l, LLVMValueRef load);
LLVMValueRef ln_good(struct lanes *l,
                     LLVMValueRef inst);             // lanes whose addresses are good; NULL: all
void ln_stored(struct lanes *l, LLVMValueRef store); // behind it
// Which parameters lead to what a checked kernel writes: before the lanes' code replaces it.
void ln_written(LLVMModuleRef mod, LLVMValueRef kernel, struct hd_gen_check *check);
void ln_checked_barrier(struct lanes *l);
void ln_checked_end(struct lanes *l); // of the function
void ln_checked_warp(struct lanes *l);

// lanes/still.c
void ln_still_begin(struct lanes *l, struct ln_region *region);
// The window of a checked access to shared memory that stands still in the region being made.
bool ln_still(struct lanes *l, LLVMValueRef call, LLVMValueRef *from, LLVMValueRef *room);

// lanes/stream.c
int ln_registers(struct lanes *l); // that a vector of 32-bit elements should take
void ln_prefetch(struct lanes *l, LLVMValueRef load);
bool ln_rows_apart(struct lanes *l); // one lane is better than many

// lanes/regions.c
struct ln_region {
    int start;            // node that it begins with
    LLVMValueRef barrier; // that it follows, or NULL
    LLVMBasicBlockRef head;
    struct ln_val **live; // what crosses into it
    int nlive;
    struct ln_still *still; // checked: shared variables that nobody writes in it (lanes/still.c)
    int nstill;
    struct ln_val **again; // what is computed anew in it
    int nagain;
};
void ln_region_end(struct lanes *l, int node); // at a barrier: saves, and ends the warp's turn
void ln_region_return(struct lanes *l);
void ln_region_over(struct lanes *l, LLVMValueRef over); // whether this turn is the region's last
// Whether what crosses the barrier is right without the turns that would make it in these nodes.
bool ln_region_keeps(struct lanes *l, LLVMValueRef barrier, const bool *nodes);
void ln_region_exit(struct lanes *l);                   // the lanes that are on have ended
void ln_region_left(struct lanes *l, LLVMValueRef loc); // where: the place of a return
void ln_emit_block(struct lanes *l);

#endif
