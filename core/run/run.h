// run: the session inside the engine. One cell's pipeline, compiled code per definition, variables,
// values, display, magics, the CUDA runtime API, and the engine's main loop.
#ifndef HD_RUN_H
#define HD_RUN_H

#include "check/check.h"
#include "cpu/cpu.h"
#include <jansson.h>

struct hd_engine;

// ---- store.c: the variable store: a memfd mapped at a fixed address, shared with the client -----
// Layout: [HD_STORE_BASE, +64 MiB) stubs and literals, then variables. See store.c for the map.
#define HD_STORE_BASE 0x200000000000ull
bool hd_store_open(int fd, struct hd_buf *error); // fd -1: private memory (no client)
struct hd_store_part {                            // of the file, in bytes
    uint64_t at, size;
};
#define HD_DEVICE_TABLE (64ull << 20)
struct hd_store_part hd_store_device(struct hd_store_part *table, int *fd);
// The parts that hold values, of which hd_store_part[3] has room: variables, blocks of the heap,
// device memory.
void hd_store_values(struct hd_store_part *parts, int *fd);
uint64_t hd_store_address(int part, uint64_t at); // of what lies at `at` in the file, in that part
// Which parts of the file come or go from now on, for variables: at most `most` are noted, and one
// more. 0: none.
void hd_store_touch(int most);
int hd_store_touched(const struct hd_store_part **list);
uint64_t hd_store_alloc(size_t size, size_t align); // zeroed; 0: full
uint64_t hd_store_alloc_own(size_t size,
                            size_t align); // the same, on pages that nothing else is on
bool hd_store_has_own_pages(uint64_t addr, size_t size);
// The margins of a variable (cpu/heap/margin.c): [*before, addr) and [addr + size, *after).
void hd_store_margins(uint64_t addr, size_t size, uint64_t *before, uint64_t *after);
bool hd_store_protect(uint64_t from, uint64_t to, int protection); // pages of variables
void *hd_store_alias(uint64_t addr); // where a variable can be accessed whatever its protection
bool hd_store_is_variable(uint64_t addr); // where variables are
void hd_store_free(uint64_t addr, size_t size);
bool hd_store_claim(uint64_t addr, size_t size); // restore: this range is in use
enum { HD_STREAMS = 3 };                         // stdin, stdout, stderr
uint64_t hd_store_old_stream(int i);             // where the last engine had it; 0: there was none
void hd_store_settle(void);                      // all is claimed: the rest is free, and zero
void hd_store_zero(uint64_t addr, size_t size);  // of a variable
uint64_t hd_store_string(const void *data, size_t bytes, size_t align); // interned for good
uint64_t hd_store_stub(const char *name,
                       const char *type); // stable code address; also finds restored ones
bool hd_store_restore_stub(const char *name, const char *type, uint64_t addr);
int hd_store_stub_count(void);
uint64_t hd_store_stub_address(int i);
void hd_stub_set(uint64_t stub, const void *target); // NULL: calling it reports "not compiled"
bool hd_store_contains(uint64_t addr);
bool hd_store_stubs_again(uint64_t addr); // the same for the stubs
bool hd_store_map_again(uint64_t addr,
                        size_t size);    // a variable that user code has unmapped or protected
bool hd_store_is_literal(uint64_t addr); // in a string literal, which is read-only
void hd_store_forked(void);              // this process is a child from here on

// The stub that an address belongs to: its name, or NULL. *type gets its type text. Before the name
// of a function of another file of a program stands that file's (hd_front_unit) and HD_STUB_UNIT.
#define HD_STUB_UNIT '\x1f'
const char *hd_stub_at(uint64_t addr, const char **type);
const char *hd_stub_name(uint64_t addr); // as people know it: without the file
// Called when a stub without target is called: returns the code to go on with (may raise instead).
extern void *(*hd_stub_resolver)(uint64_t stub);

// ---- engine.h's state: one per process ----------------------------------------------------------

struct hd_options {           // set by %config, shared by all cells
    int threads;              // 0: one per core
    int lanes;                // threads of a kernel that a core runs at once; 0: as fits, 1: one
    int fastmath, fmad;       // how kernels are compiled: 0 or 1, quick functions; a * b + c in one
    int arch;                 // __CUDA_ARCH__ is ten times this; 0: what the device says
    int ftz, maxreg;          // for GPUs: 0 or 1; registers a thread, 0: no limit
    int digits, width, items; // printing: significant digits (0 shortest), columns (0: the
                              // terminal's), array items at each end
    int columns;              // of the running request; 0: not told
    bool can_edit;            // the front-end can open an editor (%edit)
    bool color;               // of the running request
    bool html;                // the same: findings are wanted as HTML, too
    bool values;              // of the running request: results as JSON too
    int picture_width,
        picture_height; // the same: largest `pixels` of a display event, 0: none are wanted
};

struct hd_unit; // code/code.c: one linked module and what it provides

struct hd_library {
    char *name, *path;
    void *handle;
};

struct hd_kernel; // launch.c: what is compiled of a kernel

enum hd_input_end {
    HD_INPUT_FINE,
    HD_INPUT_REFUSED, // with an error, before any of its code ran
    HD_INPUT_STOPPED, // with an error in code that ran
};

struct hd_engine {
    struct hd_front *front;
    struct hd_jit *jit;
    struct hd_options options;
    const char *above;      // the newest input, when it was a comment and nothing else
    int count;              // n of the newest In[n]
    const char *dump;       // --dump stages or NULL
    struct hd_arena *arena; // of the running request: diagnostics and the like
    struct hd_diags *diags;
    struct hd_cell *cell;           // the cell that runs or was last checked
    HD_VEC(struct hd_unit *) dying; // units to release when nothing runs
    HD_VEC(struct hd_library) libraries;
    HD_VEC(char *) inputs;          // In[1..]: for %history, %save (heap)
    HD_VEC(enum hd_input_end) ends; // by the same index
    struct hd_map nameless_stubs;   // stub address -> struct hd_sym * (specialisations)
    struct hd_map restored;         // interned key -> struct restored_var *
    bool restoring;
    int64_t compile_ns; // of the running request: front end, code generation and linking
    int socket;         // to the client, -1 without
    int request;        // id of the running request
    bool user_code_ran; // for that request
    int program_argc;
    char **program_argv;
    int cells_since_collect;
    bool keeps_objects; // code that took long to make is kept on disk (HEDDLE_CACHE=0: it is not)
    bool keeps_all_objects; // whatever it took, for tests (HEDDLE_CACHE=all)
    bool always_full;       // kernels run fully optimised from the first launch, for tests
    bool check_all;         // %check on, heddle --check
    bool can_debug;         // the client of the running request takes the debugger's questions
    bool measuring;         // %timeit: kernels run fully optimised from the first launch
    bool quit;
    volatile bool interrupt_asked; // since the request came, perhaps before user code ran
    void *magic_state;             // magic.c's own
};
extern struct hd_engine hd_engine;

bool hd_engine_start(int store_fd, struct hd_buf *error);

// ---- cell.c: one cell through all layers --------------------------------------------------------

enum hd_mode { HD_MODE_CELL, HD_MODE_PROGRAM, HD_MODE_RESTORE };
enum hd_status { HD_STATUS_OK, HD_STATUS_ERROR, HD_STATUS_INTERRUPTED, HD_STATUS_EXITED };

struct hd_run { // what to do with one input, and how it went
    const char *code;
    size_t len;
    const char *name;  // "In[3]" or a path
    const char *path;  // real path or NULL
    const char *above; // hd_source.above
    enum hd_lang lang;
    enum hd_mode mode;
    bool silent;      // no result, no count, no history
    bool wants_value; // a result all the same
    bool optimise;    // the entry too (%timeit)
    bool several;     // the file with `main` of several
    enum hd_status status;
    int exit_status;       // HD_STATUS_EXITED
    struct hd_fault fault; // when code ran and failed
    int findings, remarks; // errors that its check found; what else it tells of
    int serial;            // of the cell
    int line_offset; // lines that the user's text has before code's first line (-1: code has one
                     // more)
    // Called on the user stack in place of the entry (which may be NULL), for timing and shell
    // commands.
    void (*driver)(struct hd_run *run, void (*entry)(void));
    void *driver_data;
};
// text -> lex/preprocess -> parse -> check -> generate -> optimise -> object -> link -> run ->
// show. Reports errors and the result as events. Returns run->status.
enum hd_status hd_run_cell(struct hd_run *run);
void hd_run_driver(struct hd_run *run);                     // the driver alone, guarded
void hd_run_entry(struct hd_run *run, void (*entry)(void)); // the same of an entry
// Destroys those of the definitions that are objects of the session, the last one first; they stay
// as definitions, and are not destroyed again. false: a destructor failed, which was reported.
bool hd_objects_end(struct hd_def **defs, int n);
// The cell's variables get their storage. false: there is no room, which is reported.
bool hd_cell_place(struct hd_cell *cell, struct hd_diags *diags);
// Runs a whole input with its magics and shows `Out[n]`; what execute requests call.
enum hd_status hd_run_input(struct hd_run *run);

// ---- code/: compiled code per definition --------------------------------------------------------

// Address of a host function's code, compiled now if need be. NULL: reported to diags. hot:
// optimised; else it is called once.
void *hd_code_for(struct hd_sym *sym, bool hot, struct hd_diags *diags);
void *hd_code_checked_host(struct hd_func *entry, struct hd_sym *main_sym, struct hd_diags *diags);
// Links a cell's entry (and what it needs). NULL: reported.
void *hd_code_entry(struct hd_func *entry, bool optimise, struct hd_diags *diags);
void *hd_code_resolve_stub(uint64_t stub); // hd_stub_resolver
// Whether the kernel relies on warps in lockstep (hd_gen_lockstep), with the bodies of all that it
// calls.
void hd_code_lockstep(struct hd_func *kernel, struct hd_lockstep *out, hd_loc *lost,
                      struct hd_diags *diags);
// lanes NULL: code of one thread at a time. NULL is returned with nothing reported when the kernel
// cannot be made into code for many lanes; *no_lanes says why.
struct hd_unit *hd_code_kernel(struct hd_func *func, int opt, struct hd_lanes *lanes,
                               const char **no_lanes, struct hd_kernel_info *info, void **runner,
                               struct hd_diags *diags);
// Whether the code comes from an earlier session (cpu/jit/kept.c), and a kernel's full code if it
// does; NULL: it is not there, or cannot be linked, with nothing reported.
bool hd_unit_was_kept(const struct hd_unit *unit);
struct hd_unit *hd_code_kept_kernel(struct hd_func *func, const struct hd_lanes *lanes,
                                    struct hd_kernel_info *info, void **runner);
// A kernel's full code in three steps: code generation, with the front end locked; the optimiser's
// part, on any thread, with a machine of that thread; linking, with the front end locked. wanted:
// or it is thrown away. NULL, false: it cannot be done.
struct hd_kernel_build;
struct hd_kernel_build *hd_code_kernel_begin(struct hd_func *func, const struct hd_lanes *lanes);
bool hd_code_kernel_make(struct hd_kernel_build *build, LLVMTargetMachineRef machine);
struct hd_unit *hd_code_kernel_end(struct hd_kernel_build *build, bool wanted,
                                   struct hd_kernel_info *info, void **runner, const char **why);
// hot.c: a host function or a cell's statements that run quick code (gen/instrument/heat.c), which
// calls hd_rt_hot; its full code is made on a thread of its own. It belongs to the unit with that
// code.
enum { HOT_TURNS = 8 };
struct hd_hot {
    struct hd_func *func;
    struct hd_unit *unit; // NULL: it has gone, and this goes when its code is made
    void *code;           // code.c: what the function has now; NULL: it has been defined anew
    struct hd_heat *heat; // or NULL: nothing is counted
    uint64_t thunk;       // by which it is called; 0 for a cell
    bool wanted;          // false: it has been defined anew
    bool full;            // its full code is there
    bool failed;          // or cannot be
    enum { HOT_IDLE, HOT_ASKED, HOT_MAKING } state;
    int turn;            // asked for: of a loop, or -1
    int64_t last, spent; // ns: when it was told of last; in quick code
    int chunk, looks;
    unsigned cell; // when that was
    struct hd_turn {
        int turn;
        void *code; // NULL: there is none
    } turns[HOT_TURNS];
    atomic_int nturns;
};
bool hd_hot_allowed(void); // what is compiled now begins with quick code
bool hd_hot_eager(void);
struct hd_hot *hd_hot_create(struct hd_func *func);
void hd_hot_begin(struct hd_hot *hot, struct hd_unit *unit, struct hd_heat *heat);
void hd_hot_forget(struct hd_hot *hot); // with the code that called it
void hd_hot_cell_ends(void);
void hd_hot_forked(void);    // this is a child that user code forked
void hd_hot_collected(void); // trees may be gone
void *hd_rt_hot(struct hd_heat *heat, int32_t turn, void **frame);
void **hd_rt_hot_frame(void);
// The steps of making it, like those of a kernel. NULL: it cannot be made.
struct hd_kernel_build *hd_code_host_begin(struct hd_hot *hot);
void hd_code_host_end(struct hd_kernel_build *build, struct hd_hot *hot); // NULL: not wanted
// The same with checks (gen/instrument/check.c).
struct hd_unit *hd_code_checked_kernel(struct hd_func *func, struct hd_gen_check *check,
                                       struct hd_lanes *lanes, const char **no_lanes,
                                       struct hd_kernel_info *info, void **runner,
                                       struct hd_diags *diags);
void hd_unit_release(struct hd_unit *unit);
// Debug twins (gen/instrument/twin.c): of a kernel and what it calls; of a cell's entry or `main`
// with the user's functions that it can reach. NULL: reported.
struct hd_unit *hd_code_twin_kernel(struct hd_func *func, struct hd_gen_twin *twin,
                                    struct hd_kernel_info *info, void **runner,
                                    struct hd_diags *diags);
struct hd_unit *hd_code_twin_entry(struct hd_func *entry, struct hd_gen_twin *twin, void **address,
                                   struct hd_diags *diags);
// The host functions that an entry can reach (arena of the request): how many.
int hd_code_reached(struct hd_func *entry, struct hd_func ***out, struct hd_diags *diags);
// A cell's entry as device code, void (struct hd_thread *).
struct hd_unit *hd_code_device_entry(struct hd_func *entry, void **address, struct hd_diags *diags);
struct hd_gpu_options;
struct hd_gpu_code;
// A kernel compiled for a GPU (gpu/gpu.h). NULL: reported. Good until the kernel is stale
// (hd_kernel_drop); one with `indirect` set also only while hd_store_stub_count() stays what it
// was.
struct hd_gpu_code *hd_code_gpu(struct hd_func *func, const struct hd_gpu_options *options,
                                struct hd_diags *diags);
void hd_gpu_dump(struct hd_func *kernel); // --dump=nvvm,ptx: what a kernel would be on a GPU
char *hd_code_nvvm(struct hd_func *func, const struct hd_gpu_options *options,
                   struct hd_diags *diags); // heap
int hd_ptx_file(const char *path, const char *arch,
                const char *what); // main.c's --ptx; the exit status
void hd_code_device_stubs(void);   // compiles the device functions that pointers lead to; before a
                                   // launch that may call them
void hd_code_stale(void *user, struct hd_def *def); // hook of hd_front_on_stale
void hd_code_replaced(struct hd_sym *old);
void hd_code_drop_late(void); // the storage of variables that the cell has destroyed
void hd_code_sweep(void);     // releases units that nothing needs; when nothing runs
// The module of one function for %llvm and %asm, optimised as it would run. false: reported. lanes:
// of a kernel's variant, or NULL; then false may also mean that there is none, with nothing
// reported.
bool hd_code_module(struct hd_func *func, enum hd_flavour flavour, int opt, struct hd_lanes *lanes,
                    struct hd_module *out, struct hd_diags *diags);
struct hd_sym *hd_sym_current(struct hd_sym *sym); // what a symbol's name means now
// What exceptions know of a type at run time (type_info.c).
const struct hd_type_info *hd_type_info_of(struct hd_type *type);
uint64_t hd_extern_address(const char *name); // C library, CUDA runtime, %lib; 0 unknown

// ---- program/: programs of several files (program/program.h) ------------------------------------

// The files that are there besides the session's own text: every definition of all of them, live
// until the next call.
struct hd_def **hd_all_defs(int *n);
struct hd_front *hd_front_of(const struct hd_def *def); // whose it is
// The front end of a stub's unit (hd_front_unit); NULL: no such file any more.
struct hd_front *hd_front_of_unit(const char *unit);
void hd_names_changed(void);           // after a commit: names that other files use have changed
bool hd_program_restore(json_t *cell); // a journal entry of a file. false: it is none
void hd_program_restored(void);

// ---- vars.c: variables' storage -----------------------------------------------------------------

// Makes sure that a variable with static storage has an address; writes its constant initialiser.
// 0: no room.
// Copies the members that two structs (or arrays of them) share by name from `before`, a variable
// of the earlier layout, to the storage of `sym`; says which values could not be kept.
void hd_var_move(struct hd_sym *sym, const struct hd_sym *before);
// The cell is committed: sets pointers to where such variables are now, and says what else a
// redefinition did to values. Or the cell is taken back.
void hd_vars_moved(const struct hd_cell *cell);
void hd_vars_moved_back(void);
uint64_t hd_var_place(struct hd_sym *sym); // 0: there is no room, of which hd_var_no_room tells
void hd_var_no_room(struct hd_diags *diags, struct hd_range at, const struct hd_sym *sym);
void hd_var_drop(struct hd_sym *sym); // its definition is gone

// ---- cell/result.c ----
void hd_results_trim(void); // after a cell: values that are too old or too many are dropped
// The variable that holds addr: its start, size and name. false: none does. type: NULL for a static
// local.
struct hd_placed {
    uint64_t addr, size;
    const char *name;
    const struct hd_type *type;
    bool changes;
};
bool hd_var_at(uint64_t addr, struct hd_placed *out);
int hd_vars_placed(const struct hd_placed **out); // all of them, by address
// margins.c: what a cell has written where nothing is. A launch of it has ended; the cell has, or
// was cut off (by a fault, perhaps in its first kernel): true: *fault says what it has done.
void hd_margins_begin(void);
void hd_margins_launched(struct hd_func *kernel, void **args, hd_loc loc,
                         const struct hd_shared_hit *shared);
bool hd_margins_end(bool cut_off, struct hd_fault *fault);
bool hd_type_has_pointers(const struct hd_type *type); // outside of unions
struct hd_var_pointer {
    uint64_t offset;
    bool changes;
}; // changes: what it points to is not const
int hd_var_pointers(uint64_t addr,
                    struct hd_var_pointer **out); // inside the variable at addr (heap)
// After a restart: pointers in the variable to memory of the old engine become NULL. Says what was
// lost, or NULL.
const char *hd_var_forget_lost(struct hd_sym *sym);
// "4 bytes past the end of `v` (`float [1000]`)", or NULL when nothing is near. Arena of the
// request.
const char *hd_var_near(uint64_t addr);
json_t *hd_vars_journal(int serial); // the cell's variables so far, for its journal entry
void hd_vars_restore(int serial, json_t *vars); // the journal's list of a cell's variables
void hd_vars_place_restored(void); // once all cells are there: each variable has its bytes again
void hd_settings_restore(json_t *options); // %config and the like; magic.c
// forget.c: removes a definition, in the next engine too; there; and what was of a dead cell.
void hd_forget(struct hd_def *def);
bool hd_forget_again(const json_t *entry); // false: it is another kind of entry
void hd_forget_cell(int cell);
void hd_journal_option(const char *name,
                       json_t *value); // what a new engine is told again. Steals value; magic.c
void hd_vars_forget(int serial);
uint64_t hd_string_place(struct hd_string *string);
// Of a function; device: for a pointer that device code will call.
uint64_t hd_stub_for(struct hd_sym *sym, bool device);
const char *hd_stub_type(const char *type,
                         bool *device);    // of hd_stub_at's type: without the mark of device code
struct hd_sym *hd_stub_sym(uint64_t stub); // the function that a stub stands for now, or NULL
void hd_collect(struct hd_arena *running); // memory of the front end; running: the cell's, or NULL

// ---- report.c: diagnostics, faults, events ------------------------------------------------------

// One diagnostic as data: severity, message, flag, help, place, notes.
json_t *hd_diag_json(const struct hd_diag *diag);
void hd_report_diags(const struct hd_diags *diags);    // as `diagnostic` events
void hd_report_findings(const struct hd_diags *diags); // likewise, of a check: as HTML too
void hd_report_verdict(const struct hd_diags *diags);  // likewise, of %%judge
void hd_finding_html(struct hd_buf *out, const struct hd_diag *d, bool open); // check/html.c
// One `error` event: kind, one-line message, traceback lines.
void hd_fault_explain(struct hd_fault *fault); // its message says which variable is near
void hd_report_fault(const struct hd_fault *fault);
void hd_report_loss(const struct hd_fault *fault,
                    const char *error);             // of the device, by a kernel; error: its name
void hd_report_dying(const struct hd_fault *fault); // the engine is about to end
void hd_report_collapse(int sig); // likewise, from a signal handler: our own code failed
void hd_report_over(const struct hd_fault *fault); // of a program that has ended: a warning
void hd_report_error(const char *kind, const char *fmt, ...) HD_PRINTF(2, 3);
void hd_notice(const char *fmt, ...) HD_PRINTF(1, 2); // a line of information
void hd_event(const char *name, json_t *members);     // steals members
json_t *hd_json_text(const char *s, size_t len);      // text that may not be valid UTF-8
void hd_dump_module(const struct hd_module *module, const char *stage); // --dump
void hd_dump_assembly(const struct hd_module *module, int opt);
void hd_sync(void); // events sent so far are shown before anything that is printed from now on
void hd_show_result(const struct hd_sym *result, int count);

// ---- check/: checked execution (check/check.h) -------------------------------------------------

struct hd_run;
bool hd_checked(struct hd_run *run, const char *line, const char *body); // %check, %%check
bool hd_judged(struct hd_run *run, const char *line, const char *body);  // judge.c: %%judge
_Noreturn void hd_rt_not_yet(const char *format, ...);
void hd_check_once(struct hd_run *run, struct hd_run *inner); // runs inner checked, whatever is set
void hd_touched_show(void); // touched.c: a picture of what the first small launch has touched
void hd_check_whole(bool on, bool json); // all that follows is checked: heddle --check
void hd_check_start(void);               // once per engine
bool hd_check_wanted(void);              // what is compiled now will be checked
bool hd_check_cell_begins(void);         // false: what runs now is not checked
// Shows what was found, and counts it.
void hd_check_cell_ends(struct hd_run *run, const struct hd_fault *fault);
struct hd_checked_kernel; // the checked form of a kernel
void hd_checked_kernel_destroy(struct hd_checked_kernel *kernel);
// Runs a launch checked. *twin: the list of the kernel's checked forms, to which one for such
// launches is added if need be; that one is returned. NULL: it does not compile, reported to diags.
struct hd_checked_kernel *hd_checked_prepare(struct hd_checked_kernel **twin, struct hd_func *func,
                                             const uint32_t *grid, const uint32_t *block,
                                             struct hd_diags *diags);
struct hd_cpu_launch;
void hd_checked_uses_device(void); // before a checked cell's launches and copies
void hd_checked_code(const struct hd_checked_kernel *twin, struct hd_cpu_launch *launch);
const struct hd_cpu_watch *hd_checked_begin(const struct hd_checked_kernel *twin,
                                            const struct hd_cpu_launch *launch, void *stream,
                                            hd_loc loc);
void hd_check_show(const struct hd_finding *findings, int n, bool json); // show.c
#define HD_EXIT_FINDINGS 3                                               // of `heddle --check FILE`
const char *hd_check_page(const char *name); // what `?race` and its kin say; NULL: there is none
bool hd_finding_is_remark(const struct hd_finding *f);
void hd_traffic_show(bool json); // check/traffic.c: of the last check
// What the last check has found on a line: that it is coalesced is no praise beside a race.
void hd_print_wrong(const struct hd_source *source, int line);
// Those of n that are told: the others say the same as one of these.
int hd_findings_told(const struct hd_finding *all, int n, struct hd_finding *told);

// ---- debug/: the debugger ----------------------------------------------------------------------

// Called by twins (gen/instrument/twin.c). store, stored: around a store that others can see.
void hd_twin_enter(struct hd_frame *frame, struct hd_thread *t, const struct hd_twin_func *func);
void hd_twin_leave(struct hd_frame *frame);
struct hd_frame *hd_twin_top(void);          // the innermost frame of host code
void hd_twin_landed(struct hd_frame *frame); // it is the innermost again: the others are gone
void hd_twin_at(struct hd_frame *frame);
void hd_twin_turn(struct hd_thread *t); // in a loop of a header's function
void hd_twin_store(void *addr, uint64_t size, struct hd_frame *frame);
void hd_twin_stored(struct hd_frame *frame);
void hd_twin_load(void *addr, uint64_t size, struct hd_frame *frame);
void hd_twin_wrote(void *addr, uint64_t size); // is about to be, by device code
// By a header's function, for the user's statement that has called it.
void hd_twin_store_by(void *addr, uint64_t size, struct hd_thread *t);
void hd_twin_stored_by(struct hd_thread *t);
void hd_twin_load_by(void *addr, uint64_t size, struct hd_thread *t);
void *hd_twin_callee(void *stub); // of a function pointer: the code to call
void hd_rt_breakpoint(void);      // `breakpoint()`
bool hd_debug(struct hd_run *run, const char *line, const char *body);       // %debug
bool hd_debug_break(struct hd_run *run, const char *line, const char *body); // %break
void hd_debug_answer(json_t *request); // a `debug` request, on the control thread
void hd_debug_restore(json_t *options);
bool hd_debug_was_left(void);  // by the user, who ended the request
bool hd_debug_interrupt(void); // on the control thread. true: the running code will stop there
bool hd_debug_terminal_interrupt(void); // the same in the handler of the terminal's signal
// A cell's code: `entry`, or its twin when the debugger may have to stop in what it reaches.
void *hd_debug_entry(struct hd_func *entry, struct hd_diags *diags); // NULL: no need of one
// What a command at a stop may name, for completion: commands (with their help; where `commands`),
// variables (with a type), template parameters.
void hd_debug_names(void (*add)(void *user, const char *name, const struct hd_type *type,
                                const char *help),
                    void *user, bool commands);
struct hd_type *hd_debug_type(const char *name); // of a variable there; NULL: there is none
struct hd_finding;
void hd_debug_found(const struct hd_finding *f, hd_loc loc, const char *message); // by a check
void hd_debug_finding(struct hd_run *run); // a front-end that wants to see them is stopped at it
void hd_debug_cell_begins(void);
bool hd_debug_cell_again(const struct hd_fault *fault); // true: the cell is to be run again
void hd_debug_input_ended(bool failed);                 // its values are known to %debug
bool hd_debug_is_quiet(void);                           // what is shown now was shown before
void hd_debug_cell_ends(const struct hd_fault *fault);  // NULL: it ran to its end
bool hd_debug_holds_front(void);
struct hd_kernel_twin;
void hd_kernel_twin_destroy(struct hd_kernel_twin *twin);
bool hd_debug_wants(struct hd_func *kernel);
// The kernel's twin, made if need be. NULL: reported.
struct hd_kernel_twin *hd_kernel_twin(struct hd_kernel_twin **slot, struct hd_func *func,
                                      struct hd_diags *diags);
// Readies *launch for it, and tells when it has ended.
void hd_debug_launch(struct hd_kernel_twin *twin, struct hd_sym *kernel,
                     struct hd_cpu_launch *launch, hd_loc loc);
void hd_debug_launched(void);

// ---- launch.c -----------------------------------------------------------------------------------

// Gives a copy of a launch that runs a twin the kernel's ordinary code. false: it has none that
// could run a part of the grid.
bool hd_kernel_ordinary(struct hd_sym *kernel, struct hd_cpu_launch *launch);
void hd_rt_launch(void *kernel, const uint32_t *grid, const uint32_t *block, size_t shared,
                  void *stream, void **args, uint32_t loc);
void hd_rt_device_launch(struct hd_thread *t, void *kernel, const uint32_t *grid,
                         const uint32_t *block, size_t shared, void *stream, const void *arguments,
                         uint32_t size, uint32_t n, uint32_t loc);
// nested.c: kernels that a kernel's threads launch.
struct hd_children *hd_children_begin(void); // the calling thread's; empty
// Runs what was noted, and what that launches, by `run` with the host's stream.
typedef void hd_child_run(void *kernel, const uint32_t *grid, const uint32_t *block, size_t shared,
                          void *stream, void **args, uint32_t loc, struct hd_children *children);
void hd_children_run(struct hd_children *children, hd_child_run *run, void *stream);
void hd_kernel_drop(struct hd_sym *sym); // its code is no longer right
// tier.c: the full code of a kernel, made on a thread of its own while its first launches run.
struct hd_tier {
    struct hd_cpu_better better; // what launches that run look at
    struct hd_func *func;
    struct hd_lanes lanes; // for which blocks
    int math;              // the settings it is made under
    bool lanes_allowed;
    void *owner;      // NULL: nobody wants it any more
    atomic_int users; // launches that look at it
    enum { TIER_IDLE, TIER_ASKED, TIER_MAKING, TIER_ENDED } state;
};
// With the front end locked, like the call of hd_kernel_made. After `delay` it is begun, unless it
// is withdrawn before. false: there is no such thread.
bool hd_tier_ask(struct hd_tier *tier, int64_t delay_ns);
void hd_tier_withdraw(struct hd_tier *tier);
void hd_tier_forget(struct hd_tier *tier); // frees it, now or when it is made
// launch.c: what became of it. unit NULL: there is no such code (why: for many lanes).
void hd_kernel_made(struct hd_tier *tier, struct hd_unit *unit, const struct hd_kernel_info *info,
                    void *runner, bool lanes, const char *why);
// shapes.c: %shapes. block: the text that says its shape, or "". NULL: shown; "": `diags` says what
// is wrong.
// "16x16", "8 8 4", "256": at most 1024 threads in all. false: it is none.
bool hd_parse_block(const char *text, uint32_t *block);
const char *hd_show_shapes(struct hd_func *func, const char *block, struct hd_diags *diags);
bool hd_kernel_variant(const struct hd_sym *sym,
                       struct hd_lanes *lanes); // that ran last; false: none

// ---- cudart*.c: the CUDA runtime API on the CPU device; devmath.c: device functions that the C
// library lacks ---

void *hd_cudart_symbol(const char *name);  // C function behind "cudaMalloc" and its kin, or NULL
void *hd_devmath_symbol(const char *name); // runtime function "hd_dm_...", or NULL
// Checks a configuration against the device's limits; sets the CUDA error and says why in msg when
// it is not valid.
bool hd_launch_check(const uint32_t grid[3], const uint32_t block[3], size_t dyn_shared,
                     size_t static_shared, const char *kernel, char *msg, size_t n);
// The same for its clusters.
bool hd_launch_check_cluster(const uint32_t grid[3], const uint32_t cluster[3], const char *kernel,
                             char *msg, size_t n);
bool hd_cudart_stream_alone(void *stream); // it is in no order with the default stream
extern _Thread_local bool
    hd_launch_is_cooperative; // set around hd_rt_launch by cudaLaunchCooperativeKernel
extern _Thread_local uint32_t
    hd_launch_cluster[3]; // the same, by cudaLaunchKernelExC; 0: none said
// As if a kernel had ended with this error (700: illegal address). Those that take the device away
// are what every call returns from now on, until hd_cudart_found: the program has ended.
void hd_cudart_set_error(int code);
void hd_cudart_found(void);
// The live allocation that addr is in. *kind: "device", "managed", "pinned host", "registered
// host".
void hd_cudart_note(bool on); // allocations of a cell that may be run again
void hd_cudart_rewind(void);  // it begins again
bool hd_cudart_allocation(uint64_t addr, uint64_t *base, size_t *size, const char **kind);
// "4 bytes past the end of 400 bytes of device memory (cudaMalloc at In[2]:3)"; false: nothing is
// known of it.
bool hd_cudart_describe(uint64_t addr, char *out, size_t n);
bool hd_cudart_is_device(uint64_t addr); // in the range that device memory comes from
void hd_cudart_adopt(void);              // what another engine left; before it is asked for
void hd_cudart_forked(void);             // this process is a child that must not write to it
void hd_cudart_explain(
    struct hd_fault *fault); // hd_guard_explain: says what device memory a bad access was near
void hd_cudart_reset(void);  // frees everything: cudaDeviceReset, %reset

// ---- value.c: showing values --------------------------------------------------------------------

struct hd_value_options {
    int digits; // significant digits of floating numbers; 0: as many as it takes to read the value
                // back
    int width;  // columns; 0: 100
    int items;  // items of an array shown at each end when it is long; 0: as seems good
    // Adds what a pointer points to ("-> d_a + 4"), for pointers that value.c does not know itself;
    // may be NULL.
    void (*describe)(void *user, struct hd_buf *out, const struct hd_type *type, uint64_t address);
    void *user;
};
// The value of an object of `type` at data, as a C programmer would write it. Reads memory safely.
void hd_value_print(struct hd_buf *out, const struct hd_type *type, const void *data,
                    const struct hd_value_options *options);
// One line for %whos: at most `columns` columns, without line breaks.
void hd_value_summary(struct hd_buf *out, const struct hd_type *type, const void *data,
                      int columns);
// The same for a member of the struct at data, bit-fields included.
void hd_value_member(struct hd_buf *out, const struct hd_field *field, const void *data,
                     int columns);
// A half (or bfloat16) from its bits.
double hd_value_half(uint16_t bits, bool bfloat);
// "float [1000], 4000 bytes": the type and its size.

// ---- display*.c: display, imshow, plot and their kin; see display.h -----------------------------

struct hd_shown; // front/shown.h
// What compiled code calls for each of them.
int hd_rt_show(const struct hd_shown *shown, int update, const void *first, const void *second,
               long a, long b, long c, double low, double high, ...);
// A value as an HTML table. false: it is not one that is better shown as a table.
bool hd_value_html(struct hd_buf *out, const struct hd_type *type, const void *data);
// A value as JSON, for programs: numbers, strings, arrays and objects. NULL: it has no such form,
// or is too large. display/json.c
json_t *hd_value_json(const struct hd_type *type, const void *data);
json_t *hd_value_data(const struct hd_type *type,
                      const void *data); // MIME type to content: text/plain and text/html
// The same of a value that is a picture, rows of uchar3, uchar4 or of 3 or 4 bytes: image/png and a
// text; *metadata: what belongs to each. NULL: it is none. display/picture.c
json_t *hd_picture_of(const struct hd_type *type, const void *value, const char *name,
                      json_t **metadata);

json_t *hd_variables_reply(void); // answer/variables.c

// ---- serve.c: requests --------------------------------------------------------------------------

// Code in requests and journal entries: any bytes (see session/protocol.md).
void hd_set_code(json_t *object, const char *code, size_t len);
const char *hd_get_code(json_t *object, size_t *len);
void hd_serve(int socket); // until the client goes
void hd_execute_text(struct hd_run *run, bool is_file);
bool hd_library_load(const char *name, struct hd_buf *error); // %lib; magic.c
void hd_front_lock(
    void); // held while the front end and the code tables are used; not while user code runs
void hd_front_unlock(void);
const void *hd_front_self(void); // names the calling thread
bool hd_front_is_held_by(const void *thread);

// ---- beside.c: requests that run beside a cell
// ---------------------------------------------------

void hd_beside(json_t *request); // starts a thread for it; control thread
// The calling thread runs such a request: its events are kept here for the reply. Else NULL.
extern _Thread_local json_t *hd_events_beside;
void hd_beside_output(int stream, const char *data, size_t len);
void hd_beside_flush(void); // what was printed, into the events
void hd_beside_sweep(void); // when nothing runs: frees what their code may have needed

// ---- magic/capture.c
// -----------------------------------------------------------------------------

bool hd_capture_takes(const char *event, json_t *members); // steals them then

// ---- progress.c: telling of work that takes time ------------------------------------------------

void hd_progress(long long done, long long total, const char *label); // `progress` of user code
struct control;
// `interact` of user code (interact.c); without an object: what it started is over.
void hd_interact(void *object, const struct control *controls, int n, const void *function);
void hd_progress_tick(void);   // from time to time, from another thread
void hd_progress_end(bool ok); // the request has ended
int hd_working_start(
    void); // the timer's descriptor: when it is readable, hd_working_tell has something to say
void hd_working_tell(void);
// What the engine is at, told of when it takes more than a second. May be nested.
void hd_working_begin(const char *fmt, ...) HD_PRINTF(1, 2);
void hd_working_end(void);
void hd_working_reset(void); // nothing is being done, however it ended

// ---- streams.c: output for people who watch -----------------------------------------------------

bool hd_streams_init(void); // before hd_engine_start

// ---- input.c: standard input of sessions that ask their client for it ---------------------------

bool hd_input_init(void);          // before hd_engine_start
void hd_input_begin(bool allowed); // a cell starts
bool hd_input_allowed(void);       // the running request may ask for input
char *hd_input_line(void);         // asks for a line; heap. Raises when it is interrupted
void hd_input_answer(const json_t *request);
void hd_input_note(bool on); // answers are kept: a cell that begins again has them again
void hd_input_rewind(void);
void *hd_input_symbol(const char *name); // read and its kin, or NULL

// ---- magic.c, edit.c, timeit.c, complete.c ------------------------------------------------------

// Runs the input if it has magics (% %% ! ?). false: it is plain code.
bool hd_magic(struct hd_run *run);
// Splits a magic's arguments at blanks, quotes kept together. Arena of the request.
// Whether it is no name (of functions: `k`, `f<float, 4>`, `n::f`), but an expression or statement.
bool hd_magic_is_statement(const char *line);
struct hd_func *hd_magic_function(struct hd_run *run,
                                  const char *name); // up to date, with a body; NULL: reported
// The words of a magic's line; quotes and template arguments (`k<float, 4>`) keep blanks.
int hd_magic_args(const char *text, char ***args);
// named.c. The function that a text names which is more than a plain name; NULL: none, and what the
// language says to it in *why.
struct hd_sym *hd_function_named(const char *name, const char **why);
const char *hd_naming_text(const char *name); // a declaration for a cell of which hd_named_in tells
struct hd_sym *hd_named_in(const struct hd_cell *cell); // what was named; NULL: no function
bool hd_edit(struct hd_run *run, const char *line);     // %edit
bool hd_timeit(struct hd_run *run, const char *line, const char *body); // %timeit, %%timeit
bool hd_time(struct hd_run *run, const char *line, const char *body);   // %time, %%time
void hd_print(const char *fmt, ...) HD_PRINTF(1, 2); // what magics say: user output
// Writes what is known of a name: kind, signature, where it is defined, help. false: nothing.
bool hd_describe(struct hd_buf *out, const char *name, int detail);
// A member of a record: what is known of it.
bool hd_describe_member(struct hd_buf *out, const struct hd_record *record, const char *name);
// The manual (doc/manual; made by tools/embed_manual.py): chapters, the contents first.
extern const struct hd_chapter {
    const char *name, *title, *text; // text: Markdown
} hd_manual[];
extern const int hd_manual_count;
const char *hd_manual_find(const char *name); // a chapter or a part of one; NULL: neither
void hd_manual_text(struct hd_buf *out, const char *markdown, int width); // as people read it
void hd_describe_help(struct hd_buf *out,
                      const char *help); // `Help:`, further lines below the first
// What the comment at a definition says (doc.c), from its first word to its end. false: nothing.
bool hd_doc_of(struct hd_buf *out, const struct hd_source *source, hd_loc from, hd_loc to);
// Of an enumerator or a member, by its name's place; behind: what stands on its line, not above.
bool hd_doc_of_name(struct hd_buf *out, const struct hd_source *source, struct hd_range name,
                    bool behind);
bool hd_doc_of_macro(struct hd_buf *out, const struct hd_macro *macro);
bool hd_magic_fail(struct hd_run *run, const char *fmt, ...) HD_PRINTF(2, 3); // reports; false
const char *hd_magic_name(int i, const char **usage, const char **help);      // NULL after the last
void hd_print_signature(
    struct hd_buf *out,
    const struct hd_sym *sym); // with the parameters' names where they are known
json_t *hd_complete_reply(const char *code, size_t cursor);
// A declaration's text as one line, as people read it: without its body and what only the compiler
// looks at.
void hd_declaration_line(struct hd_buf *out, const char *text, size_t len);
json_t *hd_check_reply(const char *code, size_t len); // check.c
// The call or launch configuration that a text is in the middle of.
struct hd_call_text {
    const char *name;   // of the function or kernel
    struct hd_buf text; // its signature (the caller finishes it)
    size_t from, to;    // of it the parameter that comes next; equal: none
    int index;          // the parameter's, from 0
    bool is_launch;     // `name<<<`
};
bool hd_call_at(struct hd_call_text *out, const char *code, size_t cursor); // signature.c
json_t *hd_signature_reply(const char *code, size_t cursor);
// The class of what stands before `.` or `->` at the place where a member's name begins; NULL:
// there is no such thing (complete.c).
const struct hd_record *hd_record_before(const char *code, size_t name);
json_t *hd_highlight_reply(const char *code, size_t len);
json_t *hd_inspect_reply(const char *code, size_t cursor, int detail);

#endif
