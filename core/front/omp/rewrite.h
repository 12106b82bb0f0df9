// Directives of OpenMP on their way to C: what the files of this folder share.
#ifndef HD_OMP_REWRITE_H
#define HD_OMP_REWRITE_H

#include "front/lex/pp.h"
#include "front/omp/omp.h"

// ---- names.c: what directives declare, for the rest of the session ------------------------------

// Local variables hide threadprivate ones of their names while their scope lasts.
struct omp_scope {
    int braces, parens;
    struct {
        const char *name;
        int level;
    } hidden[16];
    int nhidden;
};

// `threadprivate(...)` or `declare reduction(...)`. NULL: done; else why not. quiet: nothing is
// kept.
const char *omp_declare(struct pp *pp, const struct hd_token *t, int n, bool quiet);
bool omp_is_own_name(const struct pp *pp, const char *name);
// Whether token i is a use of a threadprivate variable. Asked for every token in order.
bool omp_is_own(const struct pp *pp, struct omp_scope *scope, const struct hd_token *t, int i);

// Notes what `declare target` names or is around.
void omp_declare_targets(struct pp *pp, enum hd_lang lang, const struct hd_token *t, int n);

// The reduction for the variable, whose declaration is looked for in the tokens. With var NULL: any
// of the name.
const struct omp_reduction *omp_reduction_find(const struct pp *pp, const char *name,
                                               const char *var, const struct hd_token *t, int n);
// Statements that declare `var` (type NULL: it is there) with the value that it begins with.
const char *omp_reduction_begin(struct pp *pp, const struct omp_reduction *r, const char *type,
                                const char *var, const char *original);
const char *omp_reduction_combine(struct pp *pp, const struct omp_reduction *r, const char *to,
                                  const char *from);

// ---- a directive --------------------------------------------------------------------------------

enum { MOST_LOOPS = 8, MOST_VARS = 64, MOST_COPIES = 16 };
enum { MOST_NESTED = 500 }; // statements in statements

enum clause_kind { PRIVATE, FIRST, LAST, FIRST_LAST, REDUCE, SHARED, LINEAR };

struct var { // in a data-sharing clause
    enum clause_kind kind;
    const char *name, *op;                // op, where it is LINEAR: what each turn adds
    const char *low, *count;              // of an array section in a reduction
    const struct omp_reduction *declared; // `declare reduction`; NULL: an operator's
};

struct directive {
    unsigned words;                                             // bits of WORD_*
    const char *threads, *condition, *chunk, *name, *last_task; // last_task: final
    const char *grain, *tasks;                                  // of a taskloop
    int schedule, collapse;
    bool nowait, ordered, bad, depends, no_group, all_shared;
    bool scans;   // reduction(inscan, ...): one thread, in order
    bool is_loop; // the construct of that name
    struct var vars[MOST_VARS];
    int nvars;
    const char *copyin[MOST_COPIES], *copyprivate[MOST_COPIES];
    int ncopyin, ncopyprivate;
    const char *mapped[MOST_VARS]; // whole variables that `target` maps: they are the host's own
    int nmapped;
    unsigned defaults; // bits: rows of `defaults` that defaultmap asks for
};

enum {
    W_PARALLEL = 1,
    W_FOR = 2,
    W_SECTIONS = 4,
    W_SECTION = 8,
    W_SINGLE = 16,
    W_MASTER = 32,
    W_CRITICAL = 64,
    W_ATOMIC = 128,
    W_BARRIER = 256,
    W_ORDERED = 512,
    W_SIMD = 1024,
    W_TASK = 2048,
    W_TASKLOOP = 4096,
    W_NOTHING = 8192, // stands alone and does nothing here
    W_GROUP = 16384,
    W_TASKWAIT = 32768,
    W_DEVICE = 65536,      // teams, target data: the host, one team
    W_TARGET = 131072,     // on the host, too, with the variables of a device
    W_DISTRIBUTE = 262144, // over the one team
};

struct rewriter {
    struct pp *pp;
    const struct hd_token *in;
    int n, depth;
    HD_VEC(struct hd_token) out; // on the heap
    enum hd_lang lang;
    struct omp_scope scope; // of names with a value in each thread
};

// ---- omp.c --------------------------------------------------------------------------------------

void omp_put(struct rewriter *w, const struct hd_token *at, const char *fmt, ...) HD_PRINTF(3, 4);
void omp_copy(struct rewriter *w, int from, int to);
void omp_complain(struct rewriter *w, const struct hd_token *at, const char *help, const char *fmt,
                  const char *a);
// These tokens, with the directives among them.
void omp_range(struct rewriter *w, int from, int to);
int omp_construct(struct rewriter *w, const struct hd_token *at, int i, struct directive *d);

// ---- directive.c --------------------------------------------------------------------------------

bool omp_is_directive(const struct hd_token *t);
bool omp_read(struct rewriter *w, const struct hd_token *at, bool quiet, struct directive *d);
// Words for a closure's captures: what defaultmap asks for.
void omp_put_defaults(struct rewriter *w, const struct hd_token *at, const struct directive *d);
// The bracket that closes the one at i; w->n: none.
int omp_matching(const struct rewriter *w, int i);
int omp_statement_end(struct rewriter *w, int i);
int omp_after_parens(struct rewriter *w, int i); // of if (...), for (...)

// ---- sharing.c ----------------------------------------------------------------------------------

// Pointers to the variables that hide behind private ones.
void omp_aliases(struct rewriter *w, const struct hd_token *at, const struct directive *d);
void omp_privates(struct rewriter *w, const struct hd_token *at, const struct directive *d,
                  const char *const *loops, int nloops);
void omp_reduce(struct rewriter *w, const struct hd_token *at, const struct directive *d,
                bool team);
bool omp_has(const struct directive *d, enum clause_kind kind);

// ---- loop.c -------------------------------------------------------------------------------------

struct loop {
    int type_from, type_to; // tokens of the variable's type, when it is declared there
    const char *var;
    int low_from, low_to, bound_from, bound_to, step_from, step_to; // step: none: 1
    int op;                                                         // < <= > >= !=
    bool negative;                                                  // the step is taken away
    int body;
};

// The loops that a directive's iterations are those of.
struct nest {
    struct loop loops[MOST_LOOPS];
    const char *vars[MOST_LOOPS];
    int n, from, to; // to: behind the body, which begins at from
};

// An inner loop whose range depends on an outer one stays a loop inside of the iterations, whose
// variable is private.
// With `{`, what the clauses name, and __omp_n: how many iterations there are.
bool omp_nest_begin(struct rewriter *w, const struct hd_token *at, int i, struct directive *d,
                    struct nest *nest);
// Iteration __omp_i: the loops' variables, and the body.
void omp_iteration(struct rewriter *w, const struct hd_token *at, const struct directive *d,
                   const struct nest *nest);
// What the thread with the last iteration (__omp_last) leaves behind.
void omp_lasts(struct rewriter *w, const struct hd_token *at, const struct directive *d,
               const struct nest *nest);
// The variable of the loop at i, where that is declared outside; else NULL.
const char *omp_outer_var(const struct rewriter *w, int i);
// Variables of loops that no clause names are private, as those of worksharing loops are anyway;
// `simd` and `loop` leave their last values.
void omp_add_loop_vars(struct rewriter *w, int i, struct directive *d);
// A worksharing loop: what follows the directive at `at`, from token i on. Returns the end.
int omp_work_loop(struct rewriter *w, const struct hd_token *at, int i, struct directive *d,
                  bool joined);
// `simd` with linear variables: the turns by their numbers.
int omp_numbered(struct rewriter *w, const struct hd_token *at, int i, struct directive *d);

// ---- task.c -------------------------------------------------------------------------------------

int omp_sections(struct rewriter *w, const struct hd_token *at, int i, struct directive *d,
                 bool joined);
int omp_task(struct rewriter *w, const struct hd_token *at, int i, struct directive *d);
// Tasks of __omp_g iterations each.
int omp_taskloop(struct rewriter *w, const struct hd_token *at, int i, struct directive *d);
// A target region is a task that is done at once, whose captures follow the rules of devices. What
// is combined with it stands inside.
int omp_target(struct rewriter *w, const struct hd_token *at, int i, struct directive *d);

#endif
