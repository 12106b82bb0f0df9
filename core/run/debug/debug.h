// The debugger: what its files share. terminal.c (and whatever else talks to people) asks for
// things here; stop.c decides where threads stop, and runs commands while one is stopped.
#ifndef HD_DEBUG_H
#define HD_DEBUG_H

#include "run/run.h"

#define DBG_SITES (1u << 20)

// ---- twins --------------------------------------------------------------------------------------

struct dbg_site { // a place to stop at, by number; func NULL: its code is gone
    const struct hd_twin_func *func;
    const struct hd_source *source;
    hd_loc loc;
    int line;
};
extern struct dbg_site *dbg_sites;
extern uint32_t dbg_nsites;

struct hd_kernel_twin {
    struct hd_kernel_twin *next; // of all
    struct hd_unit *unit;
    hd_block_fn *runner;
    struct hd_kernel_info info;
    struct hd_twin_func *funcs;
    int math; // the settings it was made under
    HD_VEC(struct hd_gen_shared) shared;
    HD_VEC(struct hd_twin_pointee) pointees;
    int input; // with function pointers: good for this input, and while there are that many stubs
    int nstubs;
};

// ---- breakpoints: points.c ----------------------------------------------------------------------

struct dbg_code;
struct dbg_point {
    int number;
    char *where;     // as it was written; heap
    char *name;      // a function, or a source ("In[3]", a path)
    int line;        // 0: where the function begins
    char *condition; // heap, or NULL
    int hits;
    char *hit_condition; // "3", ">= 3", "% 10": at which hits it stops; heap, or NULL: at each
    char *message;       // is printed instead of a stop, with values for {EXPRESSION}; heap or NULL
    bool is_source, once, placed;
    bool looked_at; // the condition, and it is right
    char *wrong;    // why its condition means nothing there, so that it does not stop; heap or NULL
    bool client;    // set by a front-end: not listed as ours
    bool unverified; // and that was told that it stops nowhere yet
    HD_VEC(uint32_t) sites;
    HD_VEC(struct dbg_condition { // compiled
        uint32_t site;
        struct dbg_code *code;
    })
    codes;
};
typedef HD_VEC(struct dbg_point *) dbg_point_vec;
extern dbg_point_vec dbg_points;
// Whether a name as it was typed is one of the function's: named.c.
bool dbg_is_named(const struct hd_sym *sym, const char *text);
// How much of a breakpoint's text is the place.
size_t dbg_name_length(const char *text);
// `where [if condition]`. NULL: *why says what is wrong with it. check: whether the condition means
// something there, as far as that is known.
struct dbg_point *dbg_point_add(const char *text, bool check, const char **why);
bool dbg_point_remove(int number); // 0: all
void dbg_points_apply(void);       // marks the sites of all twins
// condition.c: looks at its condition, where the function is known. false: p->wrong says why not.
bool dbg_condition_check(struct dbg_point *p);
void dbg_conditions_check(void); // those that were wrong or not known, when a cell begins
struct dbg_point *dbg_point_add_client(const char *path, int line, const char *condition,
                                       bool check);
// NULL: those at functions; "": all of a front-end's.
void dbg_points_drop_client(const char *path);
bool dbg_point_is_known(const struct dbg_point *p); // there is a function that it names
void dbg_dap_verified(const struct dbg_point *p);   // dap.c: it is, or is not, now
bool dbg_point_concerns(const struct dbg_point *p, const struct hd_func *func);
bool dbg_points_concern(const struct hd_func *func);
// The breakpoint that a thread stops at here, or NULL.
struct dbg_point *dbg_point_hit(struct hd_frame *frame);
bool dbg_points_count(void); // some have something to do besides stopping

// ---- copies of the session's values: values.c ---------------------------------------------------

struct dbg_extent { // a part of the store
    uint64_t at, size;
    char *bytes; // heap
};
struct dbg_values {
    HD_VEC(struct dbg_extent) extents;
};
bool dbg_values_keep(struct dbg_values *v, uint64_t most); // false: they are more bytes than that
void dbg_values_restore(const struct dbg_values *v);
void dbg_values_drop(struct dbg_values *v);
// Calls f with each part of them that was ever written. false: they are more bytes than `most`.
bool dbg_values_each(uint64_t most, void (*f)(char *at, uint64_t size));
// For `%debug` after a fault: what an input began with, as long as that is little.
void dbg_values_input_begins(void);
// What In[n] changed is as before, but for what was changed since.
enum dbg_undone {
    DBG_AS_NOW,        // its values are not known: nothing is
    DBG_BLOCKS_AS_NOW, // all but blocks that it gave back, or device memory
    DBG_AS_BEFORE,
} dbg_values_undo(int input);

// ---- what runs under the debugger: stop.c -------------------------------------------------------

enum dbg_mode {
    DBG_GO,      // until a breakpoint
    DBG_START,   // until the first statement of a function
    DBG_STEP,    // the focus' next line, in calls too
    DBG_NEXT,    // not in calls
    DBG_OUT,     // until its caller goes on
    DBG_UNTIL,   // to a line of this function
    DBG_THREAD,  // until a given thread begins
    DBG_BARRIER, // until the block's threads have met
    DBG_ANY,     // until somebody's next statement
    DBG_HOST,    // the same of host code
};
struct dbg_thread_id {
    uint32_t block[3], thread[3];
};
struct dbg_event { // a statement that a thread has done
    uint64_t count;
    uint32_t site, depth;
};
struct dbg_watch {
    int number;
    char *text; // heap
    uint64_t addr, size;
    const struct hd_type *type;
    char *now;                       // heap: what was there; NULL: too large
    const struct hd_frame *frame;    // whose variable it is; NULL: nobody's
    const struct hd_twin_func *func; // of that frame
    uint64_t begun;                  // when it was called
    bool asleep;                     // it was not, so far back
    bool of_host;
};

struct dbg {
    bool on;          // this request may be stopped
    bool asked;       // %debug
    bool post_mortem; // what failed is run again: the fault is the first stop
    bool inside;      // a command runs: code that it calls does not stop
    bool stopped;
    enum dbg_mode mode;
    struct hd_thread *thread; // the focus: NULL is the host
    struct hd_frame *frame;   // that it is at; its innermost one
    struct hd_frame *selected;
    uint32_t start_site, start_depth;
    int line; // DBG_UNTIL
    struct dbg_thread_id wanted;
    bool met; // DBG_BARRIER: they have
    uint64_t count, limit;
    const char *reason;        // of the stop (arena or constant)
    char note[256];            // to be said at the next stop
    const char *pause;         // why to stop at the next statement: breakpoint(), an interrupt
    uint64_t pause_from;       // 0, or: an interrupt stops at this statement
    volatile bool locals_told; // stores to locals and loads of them are told of
    volatile bool pauses;      // an interrupt is why: in the middle of a call into a header, too
    bool quits, rewinds;       // what the command that let go on wants
    bool begins_in_cell;       // %%debug stops in the cell itself
    bool in_store;             // the stop is behind a store: its statement is not over
    pthread_t owner;           // the thread that runs the request
    struct hd_fault fault;     // that the stop is at; kind NULL: none
    int stops;
    bool attached;      // a front-end speaks the Debug Adapter Protocol
    bool faults;        // it wants to see them, in whatever code
    bool findings;      // and what checks find
    bool stop_on_entry; // of the program
    bool goes_back;     // its values are kept for that
    const char *script; // commands for the stops of this request, a line each; NULL: they are asked
                        // for
    // the launch that runs
    const struct hd_cpu_launch *launch;
    struct hd_kernel_twin *twin;
    hd_loc launch_loc;
    uint64_t launch_count; // statements before it
    struct hd_frame *launched_by;
    uint64_t block_count; // statements before the block that runs
    uint64_t block;       // its number
    int nlaunches;        // in this cell, so far
    // going back: back.c
    bool replaying, quiet; // quiet: what is printed was printed before
    bool whole;            // the next replay begins with the launch, not the block
    bool cell;             // with the cell (host.c)
    uint64_t seen;         // statements that have been done, ever
    uint64_t cell_seen;    // when the cell began again
    uint64_t goal;         // 0: none
    enum {
        NOT_ON,
        TO_STORE,
        TO_RETURN
    } runs_on;                          // from the goal, to what is behind it:
                                        // a watched store, a return
    uint32_t returns_to;                // that depth
    bool stays;                         // what is looked at then is what was: this
    uint32_t shown_thread, shown_depth; // thread's frame
    bool recording;
    HD_VEC(struct dbg_event) events; // of the focus, when it is recorded
    HD_VEC(struct dbg_switch {
        uint64_t count;
        uint32_t to; // the thread that is run from there, of the same block
    })
    switches; // of focus, in the cell
    HD_VEC(struct dbg_watch) watches;
};
extern struct dbg dbg;

bool dbg_can_ask(void); // whether somebody can say what a stopped thread is to do
void dbg_resume(enum dbg_mode mode);
void dbg_set_limit(void);
void dbg_switches_from(uint64_t count);
bool dbg_passes_launch(void);    // what is asked for cannot come about in the launch that runs
void dbg_pause(const char *why); // what runs stops at its next statement
const char *dbg_thread_name(struct hd_thread *t); // "block (0,0,0), thread (1,0,0)"; arena
void dbg_kernel_begins(struct hd_kernel_twin *twin, struct hd_cpu_launch *launch, hd_loc loc);

// ---- skip.c: blocks in which nothing can stop ---------------------------------------------------

bool dbg_kernel_concerned(struct hd_func *kernel); // twin.c: a breakpoint lies in what it reaches
bool dbg_twin_runs(void);
void dbg_skip_begin(struct hd_sym *kernel); // its launch begins
void dbg_skip_end(void);
void dbg_skip_resumed(void); // a thread has been let go on
uint64_t dbg_skips(uint64_t block);
void dbg_skipped(uint64_t to);
extern struct hd_cpu_launch dbg_skip_plain; // what they run
extern volatile bool dbg_skip_halt;
void dbg_skip_look(void); // breakpoints are others now, or it is to stop
// On the control thread: those that run are left in the middle. false: none do.
bool dbg_skip_leave(void);
void dbg_skip_leave_soon(void);
// They have ended in this. true: the launch is to run again.
bool dbg_skip_failed(const struct hd_fault *fault);
bool dbg_skip_runs(void);         // also when they have just ended in a fault
void dbg_skip_launch(int launch); // one in which no twin ran is to run one
// Which of these blocks of a launch store something is to be found when it is run again.
bool dbg_skip_narrow(int launch, uint64_t from, uint64_t to);
void dbg_skip_move(uint64_t after, int64_t by); // dbg_moments_move, of what it knows itself
void dbg_skips_forget(void);

// ---- undo.c -------------------------------------------------------------------------------------

void dbg_undo_begin(bool of_launch); // the block begins; of_launch: and the launch
void dbg_undo_note(char *addr, uint64_t size);
void dbg_undo_keep(const char *addr, uint64_t size); // what is there now stays, also further back
bool dbg_undo_keep_all(void); // the session's values, of the launch; false: they are too many
void dbg_undo_launch(void);   // memory is as it was when the launch began
// Memory is as it was at a statement of the block that is not behind `before`, which is returned:
// where it began, or where dbg_resumes has it go on.
uint64_t dbg_undo_block(uint64_t before);
struct hd_snapshot *dbg_resumes(void);  // hd_cpu_watch.resumes
uint64_t dbg_snapshot_due(void);        // the statement at which the next one is to be taken
bool dbg_snapshot(struct hd_thread *t); // true: it has come back to this one
void dbg_undo_end(void);

// ---- back.c -------------------------------------------------------------------------------------

void dbg_find_end(void);
void dbg_launch_left(void);                              // its fault is a matter of the past
bool dbg_again(struct hd_fault *fault, uint64_t *first); // hd_cpu_watch.again
void dbg_record(struct hd_frame *frame);
void dbg_record_store(void);
uint64_t dbg_looks_from(void);
bool dbg_looks_for_points(void); // breakpoints and watched stores, in a run that goes back
void dbg_moments_move(uint64_t after, int64_t by);
// Commands; NULL: the thread goes there, else why not.
const char *dbg_back(bool in);
const char *dbg_back_out(void);
const char *dbg_back_to_point(void);
const char *dbg_go_to_thread(const struct dbg_thread_id *id);
const char *dbg_look_for_stores(void);

// ---- why.c --------------------------------------------------------------------------------------

const char *dbg_why(struct hd_buf *out, const char *text);
bool dbg_why_done(void);                       // the end of a run; false: another is needed
void dbg_why_move(uint64_t after, int64_t by); // dbg_moments_move
void dbg_why_launches(bool ordinary);          // a launch begins
void dbg_why_store(char *addr, uint64_t size, struct hd_frame *frame);
void dbg_why_look(uint32_t site_before);
void dbg_why_skips(void); // blocks are about to run at full speed
void dbg_why_skipped(uint64_t block, uint64_t end);
void dbg_why_load(char *addr, uint64_t size, struct hd_frame *frame);
extern bool dbg_why_on;

// ---- host.c: a cell is run again
// ------------------------------------------------------------------

void dbg_host_reaches(struct hd_func *const *funcs, int n);
void dbg_host_begin(void);
void dbg_host_end(void);
const char *dbg_host_refuses(void); // NULL: it can be run again
void dbg_host_rewind(void);
// Whether the launch that begins runs a twin; looks: a run that goes back has to look into it.
bool dbg_host_twin(bool wants, bool looks);
bool dbg_host_show(int launch); // it does, from the next run on. false: there is none
void dbg_silence(bool on);      // what is printed now was printed before
void dbg_quiet(bool quiet);     // stop.c
void dbg_restart(void);

// ---- watch.c ------------------------------------------------------------------------------------

// What an expression means in a frame. NULL: it can be watched; text is not copied.
const char *dbg_watch_of(struct hd_frame *frame, const char *text, struct dbg_watch *out);
const struct dbg_watch *dbg_watch_add(const struct dbg_watch *watch);
const char *dbg_watch_name(const struct dbg_watch *watch); // for a front-end; arena
bool dbg_watch_named(const char *name);                    // adds it. false: there is none
void dbg_watches_forget(void);
void dbg_watches_end(void);                            // with the cell
void dbg_watches_look(void);                           // what is there now is what was
void dbg_watches_tell(void);                           // sets dbg.locals_told
void dbg_watches_move(uint64_t after, int64_t by);     // dbg_moments_move
void dbg_watch_store(const void *addr, uint64_t size); // is about to be done
bool dbg_watch_stored(void);                           // true: it was to something watched
bool dbg_watch_steps(void);                            // each statement is to be looked at
bool dbg_watch_changed(const struct hd_frame *frame);  // since the statement before
void dbg_watch_left(const struct hd_frame *frame);     // which returns
void dbg_watches_landed(const struct hd_frame *top);   // host frames above this one are gone

// ---- what a check has found: found.c ------------------------------------------------------------

int dbg_found_input(void); // number of the input that was checked; 0: there was no finding
void dbg_found_forget(void);
void dbg_found_look(bool on);
bool dbg_found_reached(void);
bool dbg_found_looks(void); // it was not come to yet
void dbg_found_mark(void);
// Whether the thread is where the finding is: before the statement, or before an access in it.
bool dbg_found_here(const struct hd_frame *frame);
bool dbg_found_access(const char *addr, uint64_t size, const struct hd_frame *frame);

// ---- frames and variables: frames.c -------------------------------------------------------------

struct dbg_var {
    const char *name;
    struct hd_type *type;
    void *addr;
    enum { DBG_ARG, DBG_LOCAL, DBG_STATIC, DBG_SHARED } kind;
    struct hd_sym *sym;
    hd_loc from;
};
typedef HD_VEC(struct dbg_var) dbg_vars;
hd_loc dbg_loc(const struct hd_frame *frame);
int dbg_line(const struct hd_frame *frame);
// What a frame's code can name where it is, outer ones first; names that are hidden are left out.
void dbg_frame_vars(const struct hd_frame *frame, dbg_vars *out);
const char *dbg_func_name(const struct hd_frame *frame);
struct hd_frame *dbg_caller(const struct hd_frame *frame); // over the launch, to the host
int dbg_frames(struct hd_frame *frame, struct hd_frame **out, int most);

// ---- expressions: eval.c ------------------------------------------------------------------------

// Compiles a text as it would mean something in a frame. NULL: it is wrong, in diags. condition:
// the result is whether it holds.
struct dbg_code *dbg_compile(struct hd_frame *frame, const char *text, bool condition,
                             struct hd_diags *diags);
// Whether a condition means something at a place of a function that nobody is in.
bool dbg_condition_is_right(const struct hd_twin_func *twin, hd_loc at, const char *text,
                            struct hd_diags *diags);
void dbg_code_free(struct dbg_code *code);
// Runs it for a frame of the function that it was compiled for. false: *fault says why not.
bool dbg_code_run(struct dbg_code *code, struct hd_frame *frame, struct hd_fault *fault);
bool dbg_code_holds(const struct dbg_code *code);
const struct hd_type *dbg_code_type(const struct dbg_code *code); // NULL: void
void *dbg_code_value(const struct dbg_code *code);
// Evaluates and adds the value as text, or what is wrong. false: the latter.
bool dbg_print(struct hd_buf *out, struct hd_frame *frame, const char *text);
// The same; the code keeps its value until it is freed. NULL: it is wrong.
struct dbg_code *dbg_evaluate(struct hd_buf *out, struct hd_frame *frame, const char *text);
void dbg_print_value(struct hd_buf *out, const struct hd_type *type, const void *addr);

// ---- show.c -------------------------------------------------------------------------------------

void dbg_show_stop(struct hd_buf *out);
void dbg_show_source(struct hd_buf *out, const struct hd_frame *frame, int line, int around);
void dbg_show_frame(struct hd_buf *out, const struct hd_frame *frame);
void dbg_show_threads(struct hd_buf *out);
struct dbg_group { // threads of the block at one place
    int state;     // enum hd_thread_state
    hd_loc at;
    uint32_t n, first, last;
};
typedef HD_VEC(struct dbg_group) dbg_groups;
dbg_groups dbg_thread_groups(void); // in a kernel; arena
const char *dbg_group_does(const struct dbg_group *g);

// ---- dap.c --------------------------------------------------------------------------------------

// Answers a request; with the front end locked. *goes_on: the stopped thread does then.
json_t *dbg_dap(const json_t *request, bool *goes_on);
void dbg_dap_restore(const json_t *options);
void dbg_dap_forget(void); // the numbers of variables
bool dbg_is_cell_file(const struct hd_source *source, const char *path);

// ---- terminal.c ---------------------------------------------------------------------------------

// Runs one command. true: the thread goes on.
bool dbg_command(struct hd_buf *out, const char *line);
bool dbg_is_command(const char *line); // else it is an expression

#endif
