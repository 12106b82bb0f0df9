// What the files of run/code share: units of compiled code, and plans of what has to be compiled.
#ifndef HD_RUN_CODE_H
#define HD_RUN_CODE_H

#include "run/run.h"

struct hd_unit {
    struct hd_code *code;
    int symbols;                  // sym_code entries that point here
    int callers;                  // units that link to it
    bool queued;                  // in hd_engine.dying
    bool kept;                    // by an earlier session
    HD_VEC(struct hd_hot *) hots; // of the functions whose quick code it has
    HD_VEC(struct hd_unit *) uses;
};

struct sym_code { // hd_sym.code (heap)
    struct hd_unit *unit;
    void *address;
    bool hot;
    struct hd_hot *quick; // of the quick code that it has or had; or NULL
    uint64_t stub;        // whose slot leads here, or 0
};

struct plan {
    bool quick;                // functions begin with quick code
    const struct hd_sym *once; // a function that runs once only: main
    struct hd_arena *arena;
    struct hd_diags *diags;
    struct hd_map seen; // sym -> struct planned *
    HD_VEC(struct planned *) all;
};
struct planned {
    struct hd_sym *sym;
    struct hd_func *func;
    bool hot, ready, on_path, once; // once: it runs once, and not for long
    struct hd_hot *quick;           // made for this plan, not yet the unit's
    int near; // levels of calls that are still worth following from here, plus 1
};

struct linking { // names that are new in each cell are not interned: that would grow for ever
    struct link_symbol {
        const char *name;
        uint64_t address;
    } *table;   // open addressing
    size_t cap; // a power of two
    HD_VEC(struct hd_unit *) uses;
    struct hd_arena *arena;
    struct plan *plan; // what is being made: its thunks are there; or NULL
};

struct keeping {
    bool wanted, kept; // kept: it was there
    struct hd_cache_key key;
    int64_t start;
    LLVMMemoryBufferRef object;
};

// ---- code.c -------------------------------------------------------------------------------------

// `unit` links to `used`, which stays as long.
void code_unit_use(struct hd_unit *unit, struct hd_unit *used);
void *code_callable(const struct sym_code *code);
// The function's quick code gives way to the full code in `unit`.
void code_upgrade(struct hd_sym *sym, struct hd_unit *unit);
// The function behind a symbol, up to date and with a body (*sym: what it means now); as device
// code has it; with __CUDA_ARCH__ as `arch` says. NULL: an external function, or an error was
// reported.
struct hd_func *code_body_of(struct hd_sym **sym, struct hd_diags *diags);
struct hd_func *code_device_version(struct hd_func *func, struct hd_diags *diags);
struct hd_func *code_for_arch(struct hd_func *func, int arch, struct hd_diags *diags);
struct hd_func *code_device_body_of(struct hd_sym **sym, struct hd_diags *diags);
bool code_too_long_to_inline(const struct hd_func *func);
bool code_is_small(const struct hd_func *func);
// Plans what p calls; below: makes a plan (hot: with the bodies of what is called), gives what
// begins with quick code that, frees it.
void code_plan_calls(struct plan *plan, struct planned *p, int depth);
// Generates, optimises and links a module. NULL: reported, or see code_optimise.
struct hd_unit *code_link_job(struct hd_gen_job *job, const char **no_lanes);
void code_add_item(struct hd_arena *arena, struct hd_gen_job *job, int *cap,
                   struct hd_gen_item item);
struct hd_unit *code_link_plan(struct plan *plan, bool hot, struct hd_func *entry);
void code_plan_quick(struct plan *plan);
void code_plan_finish(struct plan *plan);
bool code_link_reachable(struct plan *plan);

// ---- link.c -------------------------------------------------------------------------------------

// The address of a name in the module (user: struct linking); of all that a job refers to first.
uint64_t code_resolve(void *user, const char *symbol);
bool code_resolve_all(struct linking *l, struct hd_gen_job *job);
// false: reported, or *why the kernel has no lanes.
bool code_optimise(struct hd_gen_job *job, struct hd_module *module, LLVMTargetMachineRef machine,
                   const char **why);

// ---- object.c -----------------------------------------------------------------------------------

// Looks for the object of a module that the optimiser has not seen; keeps one that took long.
void code_look_for_kept(struct keeping *k, struct hd_gen_job *job, const struct hd_module *module,
                        LLVMTargetMachineRef machine);
void code_keep(const struct keeping *k, const struct hd_gen_job *job, LLVMMemoryBufferRef object);
struct hd_unit *code_link_object(struct hd_gen_job *job, struct hd_module *module, bool only_kept,
                                 struct plan *plan, const char **no_lanes);

// ---- kernel.c -----------------------------------------------------------------------------------

// What device code calls, into the job; the kernel with all that it calls.
void code_add_device_items(struct hd_gen_job *job, int *cap, struct hd_map *seen,
                           struct hd_func *func, int depth);
void code_device_options(struct hd_gen_job *job);
int code_gather_kernel(struct hd_gen_job *job, struct hd_func *func, int opt, struct hd_map *seen,
                       struct hd_diags *diags);

// ---- twin.c -------------------------------------------------------------------------------------

bool code_calls_pointers(const struct hd_gen_job *job);

// ---- stub.c -------------------------------------------------------------------------------------

void code_drop_device_stubs(const struct hd_sym *sym); // its code goes

#endif
