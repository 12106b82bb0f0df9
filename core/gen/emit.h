// The emitter's own header: what gen/*.c share. Not for other folders.
//
// A `struct gen` is one module being built, a `struct fn` one function in it. Expressions give a
// `struct val` (an rvalue), lvalues a `struct place`. Memory is touched in expr/access.c alone,
// conditions are decided in expr/cond.c's emit_branch alone, and both know fn->lanes and fn->mask:
// they are where a W-lane emitter differs.
#ifndef HD_EMIT_H
#define HD_EMIT_H

#include "gen/gen.h"

#define convert gen_convert // front/ has a function of that name
#include <llvm-c/DebugInfo.h>
#include <string.h>

enum shape { SHAPE_UNIFORM, SHAPE_AFFINE, SHAPE_VARYING };
enum val_kind { VAL_NONE, VAL_SCALAR, VAL_COMPLEX, VAL_MEM };
// CONSTANT: __constant__ variables, which no kernel changes; CONTEXT: hd_thread, hd_block
enum space { SPACE_ANY, SPACE_LOCAL, SPACE_SHARED, SPACE_CONSTANT, SPACE_CONTEXT };

// Checked code: the memory that a pointer may be used for. NULL base: that around the address.
struct object {
    LLVMValueRef base;   // a pointer into the object that the pointer was made from
    LLVMValueRef extent; // i64: bytes from base to its end, 0 or NULL: it is asked at run time
    LLVMValueRef inner;  // the array inside of it that is indexed, with its size in bytes
    uint64_t inner_size;
};

struct val { // an rvalue
    enum val_kind kind;
    enum shape shape;
    enum space space; // pointers: what they point into, when known
    bool any_alias;   // pointers: reached through a union member, so any type may be stored there
    uint32_t
        align; // VAL_MEM: of the memory; pointers: of the pointee when less than its type's, else 0
    LLVMValueRef v;  // scalar or vector; real part; address (VAL_MEM)
    LLVMValueRef im; // VAL_COMPLEX
    struct hd_type *type;
    struct object object; // pointers and VAL_MEM in checked code
    LLVMValueRef unset; // checked code: i32, a bit per byte that nobody has set; NULL: all are set
};

struct place { // an lvalue
    LLVMValueRef addr;
    struct hd_type *type;
    const struct hd_field *bits; // bit-field or NULL; addr is that of its storage unit
    const struct hd_type
        *holder; // type of the object that the bit-field is in (to find its neighbours)
    uint32_t align;
    enum shape shape;
    enum space space;
    bool any_alias;
    bool lockstep; // lanes of a warp may exchange values through it without a barrier: lockstep.c
    struct object object;       // in checked code,
    const struct hd_expr *expr; // where the place stands in the source,
    struct hd_sym *sym;         // and the local that it is as a whole
    struct hd_sym *part_of;     // or the local structure that it is in,
    uint64_t part_at;           // at so many bytes
    bool copying;               // the value goes to memory as it is, or comes from there
    bool guess;                 // read for an atomicCAS that will find out whether it is right
};

enum tbaa_kind {
    TB_CHAR,
    TB_BOOL,
    TB_SHORT,
    TB_INT,
    TB_LONG,
    TB_INT128,
    TB_HALF,
    TB_BF16,
    TB_FLOAT,
    TB_DOUBLE,
    TB_LDOUBLE,
    TB_PTR,
    TB_CONTEXT,
    TB_COUNT
};

enum md_kind { MD_TBAA, MD_PROF, MD_INVARIANT, MD_GROUP, MD_LOOP, MD_RANGE, MD_COUNT };

struct gen { // one module
    struct hd_gen_job *job;
    struct hd_gen_gpu *gpu; // the module is for a GPU, else NULL
    struct hd_arena *arena; // scratch, until the module is built
    LLVMContextRef ctx;
    LLVMModuleRef mod;
    LLVMTypeRef void_, i1, i8, i16, i32, i64, i128, f16, bf16, f32, f64, f80, ptr;
    LLVMMetadataRef tbaa[TB_COUNT];
    unsigned md[MD_COUNT];
    struct hd_map fns[2];    // struct hd_sym * -> function, by flavour (host, device)
    struct hd_map vars;      // struct hd_sym * -> global
    struct hd_map strings;   // struct hd_string * -> global
    struct hd_map throwing;  // struct hd_func * -> whether exceptions leave it (unwind.c)
    struct hd_map refs;      // interned symbol -> non-NULL when in job->refs
    struct hd_map shared;    // struct hd_sym * -> offset + 1 of a __shared__ variable
    struct hd_map externals; // struct hd_func * -> whether it may run library code (poll.c)
    struct hd_func *kernel;  // of the HD_KERNEL_CPU item, or NULL
    struct hd_map
        inside; // functions that must be copied into the kernel's module (they use __shared__)
    HD_VEC(struct hd_func *) todo;   // such copies still to be emitted
    struct hd_map lockstep_pointers; // variables that may point to shared memory (lockstep.c)
    LLVMMetadataRef
        group; // access group of memory that no other thread of the block touches, or NULL
    LLVMValueRef next_self; // for the function emitted next: what a call of itself calls, or NULL
    struct hd_gen_item *next_turn; // the function emitted next begins at its turn; or NULL
    LLVMValueRef zero;             // a zero that the optimiser cannot see
    LLVMDIBuilderRef dib;
    LLVMMetadataRef unit, fntype;
    struct hd_map files; // struct hd_source * -> DIFile
    struct {
        hd_loc from, to;
        unsigned line;
        bool ascii;
    } line;                // the line of the last location
    struct gpu_module *gm; // gpu.c's own
    LLVMAttributeRef attr_nounwind, attr_nullok, attr_frame, attr_probe, attr_tune;
};

enum scope_kind {
    SCOPE_CLEANUP,   // something is done when it is left; or, with `saved`, stack freed
    SCOPE_TRY,       // what leaves it by an exception may be caught
    SCOPE_CATCH,     // a handler: the exception is let go when it is left
    SCOPE_THROWING,  // memory for an exception that is being made
    SCOPE_TERMINATE, // no exception leaves it
};

struct vla_scope { // what is done when a block, an expression, a handler is left
    struct vla_scope *outer;
    const struct hd_stmt *block; // STM_BLOCK, STM_VAR, STM_CLEANUP, STM_TRY or STM_CATCH
    LLVMValueRef saved;          // NULL: not a block that frees stack
    const struct hd_expr *cleanup;
    LLVMValueRef flag; // i1 in memory: whether it is to be done; NULL: it is
    enum scope_kind kind;
    bool on_throw;               // it is only done when an exception leaves the scope
    LLVMValueRef memory;         // SCOPE_THROWING
    LLVMBasicBlockRef landing;   // where calls in it unwind to; NULL: not made yet
    LLVMBasicBlockRef unwinding; // where an exception that leaves it goes on
    LLVMBasicBlockRef *handlers; // SCOPE_TRY, once `unwinding` is there
};

struct loop { // or switch
    struct loop *outer;
    LLVMBasicBlockRef brk, cont; // cont NULL: a switch
    struct vla_scope *vla;
    const struct hd_stmt *columns;   // the loop in it that goes down columns, or NULL (jam.c)
    const struct wide_counter *wide; // of the variable that it counts, or NULL (counter.c)
};

// How one value travels in a call: SysV x86-64.
struct abi_arg {
    enum { ABI_NONE, ABI_SCALAR, ABI_PARTS, ABI_MEMORY } kind;
    struct hd_type *type;
    LLVMTypeRef part[2]; // ABI_SCALAR: part[0]
    int nparts;
    int gp, fp; // registers taken
    int first;  // index of its first LLVM parameter
    bool sext, zext;
    bool by_address; // ABI_MEMORY: the memory is the object, not a copy of it
    uint32_t align;  // ABI_MEMORY
};
struct abi_sig {
    LLVMTypeRef type; // function type
    struct abi_arg ret;
    struct abi_arg *args;
    int nargs; // of the source, variable ones included
    int nfixed;
    int nhidden; // leading parameters of ours
    bool sret, variadic;
};

struct fn { // one function
    struct gen *g;
    struct hd_func *func;
    enum hd_flavour flavour;
    LLVMValueRef fn;
    LLVMBuilderRef b, ab; // ab stays in the entry block, before its terminator: allocas
    LLVMBasicBlockRef entry, body,
        dead; // dead: block opened after a jump, unreachable unless something joins
    struct abi_sig *sig;
    LLVMValueRef sret, next_self;
    int lanes;         // W
    LLVMValueRef mask; // lanes that are on, NULL: all
    LLVMValueRef thread,
        block; // device code: struct hd_thread *, struct hd_block * (NULL: load it from the thread)
    LLVMValueRef tid[3]; // kernel bodies: threadIdx as values
    bool device, fibers, volatile_locals, contract;
    bool stays_in_range;           // signed sums and products being made: see expr/arith.c
    const struct hd_sym *counter;  // the step being made is that of a loop that counts this one
    const struct hd_expr *dropped; // the statement that is being emitted
    // Checked code: the condition of a loop that waits is being emitted; one with nothing in it.
    bool spins, idles;
    bool copying;                 // what is loaded next goes to memory as it is
    struct hd_map tracked;        // struct hd_sym * -> struct tracked * (instrument/check.c)
    LLVMValueRef ptx_carry;       // the flag of add.cc and its kin: alloca, NULL until it is used
    struct hd_map unset;          // struct hd_sym * -> alloca, i32: as in struct val
    struct hd_map arrays;         // local arrays, and
    struct hd_map marks;          // their memory -> struct array of instrument/check_array.c
    struct hd_map passed;         // struct hd_sym * -> itself: arrays that the runtime API gets
    HD_VEC(LLVMValueRef) lent;    // allocas that it has got, in checked host code
    struct hd_map guesses;        // EX_LOAD that only guesses what atomicCAS will find -> itself
    struct hd_map locals;         // struct hd_sym * -> alloca
    struct hd_map labels;         // struct hd_label * -> block
    LLVMBasicBlockRef goto_block; // where computed gotos jump, to the address in goto_slot
    LLVMValueRef goto_slot;
    struct hd_map cases;        // STM_CASE, STM_DEFAULT -> block
    struct hd_map label_scope;  // label, or such a statement -> innermost STM_BLOCK with VLAs or
                                // STM_VAR with a cleanup
    HD_VEC(struct launch_slot { // memory for a launch's grid, block and arguments
        LLVMValueRef slot;
        uint32_t size;
        bool used;
    })
    launch_slots;
    struct loop *loops;
    struct vla_scope *vla;
    bool unwinds;     // exceptions matter here: host code with something to destroy or to catch
    bool call_throws; // the call that is being made may
    LLVMValueRef exception, selector; // allocas, once there is a landing pad
    LLVMBasicBlockRef resume;         // where exceptions leave the function
    int conditional; // > 0: what is emitted now may be skipped when the program runs
    LLVMMetadataRef subprogram;
    hd_loc loc;                // of the instructions being made
    struct hd_twin_func *twin; // instrument/twin.c: what the debugger knows of it; NULL: nothing
    LLVMValueRef caller_frame; // slot: the innermost frame when it began, where it has none
    LLVMValueRef frame;
    int addressing;   // > 0: what is emitted now says where something lies
    hd_loc scope_end; // of the innermost scope
    bool counts;      // quick code of a host function: instrument/heat.c
    LLVMValueRef heat;
    int nturns; // jumps back so far
    HD_VEC(struct turn {
        LLVMBasicBlockRef hot; // where it is told that there were many
        LLVMBasicBlockRef to;
    })
    turns;
    struct hd_gen_item *item;     // of the code that begins at a turn:
    int from_turn;                // which, plus 1; else 0
    LLVMBasicBlockRef turn_block; // where that leads
};

// ---- types_ir.c ---------------------------------------------------------------------------------
void types_init(struct gen *g);
LLVMTypeRef ty_mem(struct gen *g, const struct hd_type *t); // as stored
LLVMTypeRef ty_reg(struct gen *g, const struct hd_type *t); // as computed with; scalars and vectors
LLVMTypeRef ty_int(struct gen *g, unsigned bits);
LLVMTypeRef ty_bytes(struct gen *g, uint64_t n);
bool ty_is_agg(const struct hd_type *t); // lives in memory: records, arrays
bool ty_is_fp(const struct hd_type *t);
const struct hd_type *ty_value(
    const struct hd_type *t); // enums to their underlying type, references to pointers
uint32_t ty_align(const struct hd_type *t);
enum tbaa_kind ty_tbaa(const struct hd_type *t);
LLVMValueRef const_int(struct gen *g, const struct hd_type *t, hd_int128 value);
LLVMValueRef const_float(struct gen *g, const struct hd_type *t, long double value);
LLVMValueRef const_i32(struct gen *g, int64_t v);
LLVMValueRef const_i64(struct gen *g, int64_t v);
struct val val_scalar(LLVMValueRef v, struct hd_type *type);
struct val val_none(void);
void set_md(struct gen *g, LLVMValueRef inst, enum md_kind kind, LLVMMetadataRef node);

// ---- module.c -----------------------------------------------------------------------------------
void add_ref(struct gen *g, const char *symbol, enum hd_ref_kind kind, enum hd_flavour flavour,
             struct hd_sym *sym, struct hd_string *string, hd_loc loc);
LLVMValueRef fn_symbol(struct gen *g, struct hd_sym *sym, bool device,
                       hd_loc loc); // the code itself
LLVMValueRef fn_address(struct gen *g, struct hd_sym *sym, bool device,
                        hd_loc loc); // what &f gives
LLVMValueRef var_symbol(struct gen *g, struct hd_sym *sym, hd_loc loc);
LLVMValueRef thread_local_address(struct fn *f, struct hd_sym *sym);
LLVMValueRef string_symbol(struct gen *g, struct hd_string *s, hd_loc loc);
bool is_const_object(const struct hd_type *t);
LLVMValueRef extern_function(struct gen *g, const char *name, LLVMTypeRef type,
                             enum hd_ref_kind kind, hd_loc loc);
LLVMValueRef hidden_constant(struct gen *g, LLVMValueRef image, uint32_t align);
LLVMValueRef image_constant(struct gen *g, const struct hd_init *init, uint64_t size, bool device,
                            hd_loc loc);
struct abi_sig *func_sig(struct gen *g, struct hd_type *type, struct hd_type **arg_types, int nargs,
                         int nhidden, LLVMTypeRef *hidden);
LLVMAttributeRef enum_attr(struct gen *g, const char *name, uint64_t value);
void internal_error(struct gen *g, hd_loc loc, const char *what);

// ---- debug.c ------------------------------------------------------------------------------------
void debug_init(struct gen *g);
void debug_function(struct fn *f, hd_loc loc, const char *name);
void at(struct fn *f, hd_loc loc); // following instructions come from loc

// ---- instrument/heat.c: quick code of host functions --------------------------------------------
void heat_call(struct fn *f); // where the function begins
// A jump back to that block, unless it returns false: then the caller makes one.
bool heat_turn(struct fn *f, LLVMBasicBlockRef to);
void heat_end(struct fn *f);
void heat_drop(LLVMValueRef fn);

// ---- func.c -------------------------------------------------------------------------------------
void emit_function(struct gen *g, struct hd_func *func, enum hd_flavour flavour, LLVMValueRef fn);
void fn_begin(struct fn *f, struct gen *g, LLVMValueRef fn, hd_loc loc, const char *name);
void fn_end(struct fn *f);
void fn_attributes(struct gen *g, LLVMValueRef fn, const struct hd_sym *sym);
LLVMValueRef local_slot(struct fn *f,
                        struct hd_sym *sym); // its alloca; VLAs and references: of the pointer
LLVMValueRef temp(struct fn *f, LLVMTypeRef type, uint32_t align);
LLVMValueRef temp_for(struct fn *f, const struct hd_type *type);
LLVMBasicBlockRef new_block(struct fn *f, const char *name);
void start_block(struct fn *f, LLVMBasicBlockRef bb); // jumps there from an open block
void jump(struct fn *f, LLVMBasicBlockRef bb);        // and opens a dead block
void after_terminator(struct fn *f);
bool is_dead(struct fn *f);
uint64_t estimate_stack(struct gen *g, struct hd_func *kernel);

// ---- abi.c --------------------------------------------------------------------------------------
struct abi_sig *abi_signature(struct gen *g, struct hd_type *ret, struct hd_type **types, int nargs,
                              int nfixed, bool variadic, int nhidden, LLVMTypeRef *hidden);
void abi_attributes(struct gen *g, const struct abi_sig *sig, LLVMValueRef fn, bool call);
// Passes already evaluated arguments. into: address for a record result, or NULL.
struct val abi_call(struct fn *f, LLVMValueRef callee, const struct abi_sig *sig,
                    LLVMValueRef *hidden, struct val *args, LLVMValueRef into, LLVMValueRef *call);
struct val abi_receive(struct fn *f,
                       const struct abi_arg *arg); // records: VAL_MEM of memory of its own
void abi_return(struct fn *f, struct val v);
struct val emit_va_arg(struct fn *f, LLVMValueRef list, struct hd_type *type);

// ---- instrument/check.c: checked code -----------------------------------------------------------
// Announces an access to `size` bytes at p; the address to use instead of p's.
LLVMValueRef check_place(struct fn *f, const struct place *p, uint64_t size, enum hd_check_op op);
// The same for what a pointer points to: atomics and the like.
LLVMValueRef check_pointer(struct fn *f, const struct hd_expr *e, const struct val *p,
                           uint64_t size, enum hd_check_op op, enum hd_check_scope scope);
bool is_private(LLVMValueRef addr); // memory of the running function
struct object object_of(const struct fn *f, const struct place *p);
void check_decayed(struct fn *f, const struct hd_expr *e, const struct place *p, struct val *v);
void check_track_store(struct fn *f, struct hd_sym *sym, const struct val *v);
void check_track_load(struct fn *f, struct hd_sym *sym, struct val *v);
bool check_tracks(const struct fn *f, const struct hd_sym *sym);
void check_library_call(struct fn *f, const struct hd_expr *e, const char *name, struct val *args,
                        int nargs);
void check_dropped(struct fn *f, const struct hd_expr *e, const char *name, const struct val *r);
void check_escapes(struct fn *f, const struct hd_expr *e, const struct val *args, int nargs);
const char *check_host_name(struct fn *f, const struct hd_expr *e, const char *name);
void check_function(struct fn *f);                // before its body
const char *check_runtime_name(const char *name); // what checked code calls in its place
// Checked code: the value of e where it is only copied, so that memory which nobody has set may
// pass.
struct val emit_copied(struct fn *f, const struct hd_expr *e);
void check_overwritten(struct fn *f, const struct place *p); // by something that has been set
void check_begins(struct fn *f, const struct hd_sym *sym, LLVMValueRef addr, LLVMValueRef size,
                  bool unset);
void check_leaves(struct fn *f);
void check_find_arrays(struct fn *f); // before the function's body
void check_array_declared(struct fn *f, const struct hd_sym *sym, LLVMValueRef memory);
// What is not set, as in struct val; NULL: no element of such an array.
LLVMValueRef check_array_read(struct fn *f, const struct place *p, uint64_t size);
void check_array_write(struct fn *f, const struct place *p, LLVMValueRef unset);
void check_declared(struct fn *f, struct hd_sym *sym); // a variable without initialiser
bool check_unset_load(struct fn *f, const struct place *p, bool copying, struct val *v);
void check_unset_store(struct fn *f, const struct place *p, const struct val *v);
LLVMValueRef check_read(struct fn *f, const struct place *p, uint64_t size, enum hd_check_op op,
                        bool copying, LLVMValueRef *unset);
LLVMValueRef check_write(struct fn *f, const struct place *p, uint64_t size, enum hd_check_op op,
                         LLVMValueRef unset);
void check_fence(struct fn *f, enum hd_check_scope scope);

// ---- instrument/twin.c: code for the debugger; all do nothing in other code
// ----------------------------------
void twin_begin(struct fn *f); // before the parameters are bound
void twin_end(struct fn *f);
void twin_leave(struct fn *f);          // before each return
void twin_landed(struct fn *f);         // an exception or longjmp has come here
void twin_turn(struct fn *f);           // a loop's next turn, in a function that has no sites
void twin_at(struct fn *f, hd_loc loc); // a place to stop at
void twin_statement(struct fn *f, const struct hd_stmt *s);
void twin_local(struct fn *f, struct hd_sym *sym, LLVMValueRef slot, hd_loc from);
void twin_store(struct fn *f, LLVMValueRef addr, uint64_t size); // before a store
void twin_stored(struct fn *f, LLVMValueRef addr);               // and after it
void twin_load(struct fn *f, LLVMValueRef addr, uint64_t size);
bool twin_library_call(struct fn *f, const char *name, struct val *args, int nargs);
LLVMValueRef twin_callee(struct fn *f, LLVMValueRef pointer);
void twin_breakpoint(struct fn *f);

// ---- expr/access.c: every access to memory ------------------------------------------------------
struct place place_at(LLVMValueRef addr, struct hd_type *type);
struct place place_of(struct fn *f, struct val v); // memory of a VAL_MEM, or spilled
struct val access_load(struct fn *f, struct place p);
struct val access_store(struct fn *f, struct place p, struct val v); // the value that it then has
void access_zero(struct fn *f, struct place p, uint64_t size);
void access_copy(struct fn *f, LLVMValueRef dst, uint32_t dst_align, LLVMValueRef src,
                 uint32_t src_align, uint64_t size, bool is_volatile);
LLVMValueRef raw_load(struct fn *f, LLVMTypeRef type, LLVMValueRef addr,
                      uint32_t align); // ABI pieces, slots
void raw_store(struct fn *f, LLVMValueRef v, LLVMValueRef addr, uint32_t align);
LLVMValueRef context_load(struct fn *f, LLVMTypeRef type, LLVMValueRef base, uint64_t offset,
                          bool invariant);
LLVMValueRef block_dim(struct fn *f, LLVMValueRef block,
                       int dim); // blockDim, known to be 1 to 1024
LLVMValueRef bounded(struct fn *f, LLVMValueRef v, uint64_t limit);
void context_store(struct fn *f, LLVMValueRef v, LLVMValueRef base, uint64_t offset);
LLVMValueRef byte_offset(struct fn *f, LLVMValueRef addr, uint64_t offset);
// What `op` makes of the two.
LLVMValueRef access_combine(struct fn *f, LLVMAtomicRMWBinOp op, LLVMValueRef old, LLVMValueRef v);
LLVMValueRef access_rmw(struct fn *f, LLVMAtomicRMWBinOp op, LLVMValueRef addr, LLVMValueRef v,
                        enum space space, LLVMAtomicOrdering order);
// {old value, i1 success}
LLVMValueRef access_cas(struct fn *f, LLVMValueRef addr, LLVMValueRef expected,
                        LLVMValueRef desired, enum space space, LLVMAtomicOrdering order);
LLVMValueRef bits_of(struct fn *f, struct val v,
                     unsigned bits); // any value of that size as an integer
struct val val_of_bits(struct fn *f, LLVMValueRef bits, struct hd_type *type);

// ---- expr/convert.c -----------------------------------------------------------------------------
struct val convert(struct fn *f, struct val v,
                   struct hd_type *to); // between arithmetic types, pointers, bool
struct val emit_cast(struct fn *f, const struct hd_expr *e);
LLVMValueRef to_bool(struct fn *f, struct val v); // i1: != 0
struct val bool_val(struct fn *f, LLVMValueRef i1, struct hd_type *type);
struct val float_to_int(struct fn *f, struct val v, struct hd_type *to);
// As PTX's cvt does it (ISA, "cvt"): saturated; NaN becomes 0, or where one of the two has 64 bits
// (x is a double, `to` is long) the integer with the highest bit alone.
LLVMValueRef float_to_int_sat(struct fn *f, LLVMValueRef x, LLVMTypeRef to, bool is_signed);
struct val directed_float(struct fn *f, struct val v, struct hd_type *to, const char *mode);

// ---- expr/arith.c -------------------------------------------------------------------------------
struct val emit_arith(struct fn *f, int op, struct val a, struct val b,
                      struct hd_type *type); // + - * / % & | ^ << >>
struct val emit_compare(struct fn *f, int op, struct val a, struct val b, struct hd_type *type);
struct val emit_negate(struct fn *f, struct val v);
struct val pointer_add(struct fn *f, struct val p, LLVMValueRef index, struct hd_type *elem,
                       bool subtract);
LLVMValueRef fp_flags(struct fn *f, LLVMValueRef v);

// ---- expr/expr.c, expr/assign.c, expr/cond.c ----------------------------------------------------
struct val emit_expr(struct fn *f, const struct hd_expr *e);
struct place emit_place(struct fn *f, const struct hd_expr *e);
void emit_drop(struct fn *f, const struct hd_expr *e);
// Evaluates a record or array rvalue into memory that nothing else refers to yet.
void emit_into(struct fn *f, const struct hd_expr *e, struct place dst);
struct val emit_assign(struct fn *f, const struct hd_expr *e, struct place *where);
struct val emit_compound(struct fn *f, const struct hd_expr *e, struct place *where);
struct val emit_incdec(struct fn *f, const struct hd_expr *e, struct place *where);
LLVMValueRef emit_cond(struct fn *f, const struct hd_expr *e); // i1
void weigh(struct fn *f, LLVMValueRef br, int likely); // 1 its first way, -1 its second, 0 neither
void emit_branch(struct fn *f, const struct hd_expr *e, LLVMBasicBlockRef yes,
                 LLVMBasicBlockRef no);
struct val emit_select(struct fn *f, const struct hd_expr *e);  // EX_COND
struct val emit_logical(struct fn *f, const struct hd_expr *e); // EX_AND, EX_OR
LLVMValueRef type_size(struct fn *f, const struct hd_type *t);  // bytes; VLAs at run time
struct val emit_call(struct fn *f, const struct hd_expr *e, LLVMValueRef into);
struct val emit_launch(struct fn *f, const struct hd_expr *e);
struct val extern_call(struct fn *f, const char *name, enum hd_ref_kind kind, struct hd_type *ret,
                       struct val *args, int nargs, int nfixed, bool with_thread,
                       LLVMValueRef *call);
void pure_call(struct gen *g, LLVMValueRef call); // touches no memory

// ---- expr/array.c -------------------------------------------------------------------------------
// A call of the run time of arrays that compiled code answers itself; false: it is none of these.
bool emit_array_request(struct fn *f, const struct hd_expr *e, const char *name, struct val *args,
                        struct val *out);

// ---- expr/init.c --------------------------------------------------------------------------------
void emit_init(struct fn *f, const struct hd_init *init, struct place p);

// ---- stmt.c, expr/asm.c, analysis/poll.c --------------------------------------------------------
void emit_stmt(struct fn *f, struct hd_stmt *s);
// The temporaries made between the two end their lives at the second.
struct vla_scope *full_begin(struct fn *f);
void full_end(struct fn *f, struct vla_scope *outer);
void add_cleanup(struct fn *f, const struct hd_expr *cleanup); // of a temporary
// The same, inside of `below` and outside of what was added to that since.
struct vla_scope *insert_guard(struct fn *f, struct vla_scope *below,
                               const struct hd_expr *cleanup);
// Ends the guards (on_throw) made since `outer`: nothing that is emitted later sets them off.
void end_guards(struct fn *f, struct vla_scope *outer);
void clean_scope(struct fn *f, const struct vla_scope *s, struct vla_scope *around);
void restore_stack(struct fn *f, const struct vla_scope *scope);
struct val emit_block_value(struct fn *f, struct hd_stmt *block); // statement expressions
void emit_goto_block(struct fn *f);                               // at the function's end
LLVMBasicBlockRef label_block(struct fn *f, struct hd_label *label);
bool has_effect(const struct hd_expr *e);
void find_vla_scopes(struct fn *f, struct hd_stmt *s, const struct hd_stmt *scope);
void emit_asm(struct fn *f, const struct hd_stmt *s);
void emit_ptx(struct fn *f, const struct hd_stmt *s); // ptx/text.c
bool needs_poll(struct gen *g, const struct hd_stmt *loop);
bool function_needs_poll(struct gen *g, struct hd_func *func);
void emit_poll(struct fn *f);
bool stmt_is_empty(const struct hd_stmt *s);
bool tries_lock(const struct hd_expr *e); // an exchange or compare-and-swap, as locks are taken by
bool loop_spins(const struct hd_stmt *loop);
bool loop_idles(const struct hd_stmt *loop); // only checked code gives way there
bool any_loop_spins(const struct hd_stmt *body, bool checked);

// How often a `for` turns that counts between constants; -1: it is not known (analysis/short.c).
double loop_turns(const struct hd_stmt *loop);

// ---- counter.c: what a `for` counts -------------------------------------------------------------
// The variable whose step cannot leave the range of its type, or NULL.
struct hd_sym *loop_counter(const struct hd_stmt *loop);

struct wide_counter {        // 64 bits for an int that is counted by steps that are not constant
    struct hd_sym *sym;      // NULL: there is none
    LLVMValueRef slot;       // i64 in memory
    LLVMBasicBlockRef entry; // where it is taken from the variable
};
struct wide_counter wide_begin(struct fn *f, const struct hd_stmt *loop); // before its header
void wide_test(struct fn *f, const struct wide_counter *wide, const struct hd_expr *test,
               LLVMBasicBlockRef yes, LLVMBasicBlockRef no);
void wide_step(struct fn *f, const struct wide_counter *wide, const struct hd_expr *step);
LLVMValueRef wide_index(struct fn *f, const struct hd_expr *e); // of 64 bits; NULL: it has none

// ---- jam.c: loops around one loop, of which several iterations run side by side
// ------------------
enum jam_kind {
    JAM_NONE,
    JAM_SUMS,    // the inner loop adds up floating-point numbers, which keep their order
    JAM_COLUMNS, // the inner loop goes down columns
};
struct jam {
    enum jam_kind kind;
    const struct hd_stmt *inner;
    int turns; // of the outer loop that run side by side
};
struct jam loop_jam(const struct hd_stmt *outer);
typedef bool stmt_visit_fn(void *user, const struct hd_stmt *s,
                           const struct hd_expr *e); // true: found, stop
bool tree_find(const struct hd_stmt *s, stmt_visit_fn *fn, void *user);
bool tree_find_expr(const struct hd_expr *e, stmt_visit_fn *fn, void *user);

// ---- unwind.c: exceptions -----------------------------------------------------------------------
bool may_throw(struct gen *g, struct hd_func *func); // an exception may leave it
bool library_may_throw(const struct hd_sym *sym);
// A call, with a way for exceptions where call_throws says so and the scopes want it.
LLVMValueRef build_call(struct fn *f, LLVMTypeRef type, LLVMValueRef callee, LLVMValueRef *args,
                        unsigned n);
LLVMValueRef type_info(struct gen *g, struct hd_type *type, hd_loc loc); // its address
void unwind_begin(struct fn *f); // before the function's body
struct vla_scope *push_guard(struct fn *f, const struct hd_expr *cleanup); // done on exceptions
void let_caught_go(struct fn *f); // what a handler has caught, when it is left
void emit_throw(struct fn *f, const struct hd_expr *e);
void emit_try(struct fn *f, struct hd_stmt *s);

// ---- builtin/builtin.c, builtin/atomic.c, builtin/simt.c, builtin/math.c ------------------------
struct val emit_builtin(struct fn *f, const struct hd_expr *e);
bool builtin_place(struct fn *f, const struct hd_expr *e,
                   struct place *out); // __real__ x as lvalue
LLVMValueRef intrinsic(struct fn *f, const char *name, LLVMTypeRef *types, int ntypes,
                       LLVMValueRef *args, int nargs);
LLVMValueRef intrinsic1(struct fn *f, const char *name, LLVMValueRef a);
LLVMValueRef intrinsic2(struct fn *f, const char *name, LLVMValueRef a, LLVMValueRef b);
struct val emit_atomic(struct fn *f, const struct hd_expr *e, struct val *args); // CUDA's
struct val atomic_pair(struct fn *f, const struct hd_expr *e, struct val *args,
                       struct hd_type *type);
struct val emit_sync_atomic(struct fn *f, const struct hd_expr *e, struct val *args); // GNU's
struct val emit_simt(struct fn *f, const struct hd_expr *e, struct val *args);
bool is_simt(enum hd_builtin_lower lower);
bool sreg_member(struct fn *f, const struct hd_expr *e,
                 struct val *out); // threadIdx.x without the rest
// Math functions of the C library that need no call, or that have no side effect.
bool math_call(struct fn *f, const char *name, struct val *args, int nargs, struct hd_type *type,
               bool pure, struct val *out);
// The same for device code on the CPU, with the functions of core/math. false: there is none.
bool device_math(struct fn *f, const char *name, struct val *args, int nargs, struct hd_type *type,
                 struct val *out);
// As PTX's min and max: the other one when one is NaN, and -0 is less than 0.
LLVMValueRef float_min_max(struct fn *f, LLVMValueRef a, LLVMValueRef b, bool max);
bool math_is_pure(const char *name); // sets no errno
bool math_is_known(const char *name);

// ---- kernel.c -----------------------------------------------------------------------------------
void plan_kernel(struct gen *g);
void emit_kernel(struct gen *g, struct hd_func *func, bool inline_only);
LLVMValueRef thread_block(struct fn *f); // struct hd_block *
LLVMValueRef thread_index(struct fn *f, int dim);
LLVMValueRef ptx_register(struct fn *f, int which, int dim); // %tid, %ctaid, %ntid, %nctaid
LLVMValueRef shared_address(struct fn *f, struct hd_sym *sym);

// ---- gpu.c, gpu/simt.c, gpu/atomic.c, gpu/math.c: the same for GPUs -----------------------------
void gpu_begin(struct gen *g);
void gpu_finish(struct gen *g);
const char *gpu_name(struct gen *g,
                     const char *name); // as PTX allows it, not yet used in the module
struct abi_sig *gpu_kernel_sig(struct gen *g, struct hd_func *func);
void gpu_kernel(struct gen *g, struct hd_func *func);
LLVMValueRef gpu_global(struct gen *g, LLVMTypeRef type, LLVMValueRef image, const char *name,
                        unsigned space, uint32_t align);
LLVMValueRef gpu_generic(struct gen *g, LLVMValueRef global); // its address as other pointers are
LLVMValueRef gpu_variable(struct fn *f, struct hd_sym *sym);
LLVMValueRef gpu_shared(struct fn *f, struct hd_sym *sym);
LLVMValueRef gpu_dispatcher(struct fn *f, struct hd_type *type, struct abi_sig *sig);
LLVMValueRef gpu_stub(struct gen *g, struct hd_sym *sym);
bool gpu_needs(struct fn *f, const char *what, int arch); // false: an error was reported
struct val gpu_simt(struct fn *f, const struct hd_expr *e, struct val *args);
LLVMValueRef gpu_register(struct fn *f, const char *name, int dim);
LLVMValueRef gpu_asm(struct fn *f, const char *text, const char *constraints, LLVMTypeRef result,
                     LLVMValueRef *args, int nargs, bool effects);
void gpu_fence(struct fn *f, const char *scope); // "cta", "gl", "sys"
struct val gpu_printf(struct fn *f, struct val *args, int nargs);
LLVMValueRef gpu_rmw(struct fn *f, LLVMAtomicRMWBinOp op, LLVMValueRef addr, LLVMValueRef v,
                     LLVMAtomicOrdering order);
struct val gpu_atomic(struct fn *f, const struct hd_expr *e, struct val *args);
// A function of the C library or of run/devmath.c, by name. false: there is none on the GPU.
bool gpu_library(struct fn *f, const char *name, struct val *args, int nargs, struct hd_type *ret,
                 struct val *out);
void gpu_library_error(struct fn *f, const char *name);
bool gpu_builtin(struct fn *f, const struct hd_expr *e, struct val *args, struct val *out);
bool gpu_prelude(struct fn *f, const struct hd_sym *sym, struct val *args, int nargs,
                 struct hd_type *ret, struct val *out);
void gpu_link_library(struct gen *g); // bodies of the library functions that were called

typedef HD_VEC(struct hd_func *) func_vec;
void reachable(struct gen *g, struct hd_func *func, func_vec *out); // func first

// ---- analysis/lockstep.c: warp-synchronous code -------------------------------------------------
// funcs: what the kernel reaches, with their bodies. lost: as for hd_gen_lockstep, or NULL.
void find_lockstep(struct gen *g, struct hd_func *kernel, const func_vec *funcs,
                   struct hd_lockstep *out, hd_loc *lost);
bool lockstep_pointer(struct gen *g, const struct hd_expr *e); // may lead to what lanes share

#endif
