// Blocks in which nothing can stop run ordinary code.
//
// A twin is some fifty times slower than the kernel's own code. Where a thread was let go on with
// no breakpoint ahead that lies in what the kernel reaches, blocks that have not begun need none:
//
//     blocks  0      1      2 ... 4095
//     runs    twin   twin   ordinary code on all workers
//
// Such a part of the grid does no statements that are counted. It is kept for each launch of the
// cell, so that this does the same when it is run again: going back finds the counts that it knows.
// The whole of the session's values is kept before, since ordinary code does not tell what it
// stores. So when one of these blocks fails, or does not end and is to stop, the launch runs again
// to where they began, those before it as they ran, and it in the twin.
//
// A part that has run is *shown* when somebody wants to stop in it, or to look into it, later: it
// runs in twins then, and all that is behind it comes that many statements later. How many, is
// known at its end. Until then, what is behind lies FAR away:
//
//     before     1 ... 40 |  the part  | 41 ... 90
//     in it      1 ... 40 | 41 ...     | FAR + 41 ...
//     behind it  1 ... 40 | 41 ... 140 | 141 ... 190
//
// A launch in which no twin ran at all is one such part. A launch begins in its twin: only one that
// lasts is worth the copy (HEDDLE_DEBUG_SKIP=eager: any is, for tests).
#include "run/debug/debug.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define WORTH_NS 20000000 // that a launch runs in its twin first
#define LEAVE_MS 300      // for blocks to end by themselves, when they are to stop
#define FAR (1ll << 56)   // statements
enum {
    MOST_TRIES = 3,             // to find in a twin what ordinary code failed in
    RUNS_BEFORE_STOP = 1 << 20, // statements of a block that did not end, before it stops
    PIECES = 64                 // that a part is cut into, to find who has stored something
};

static struct {
    struct hd_sym *kernel; // NULL: it cannot be done in this launch
    bool made, kept;       // dbg_skip_plain; the values
    volatile bool running;
    uint64_t from;  // of those that run
    uint64_t stays; // a block that is to run in the twin
    bool waits;     // and is to stop there
    int64_t since;  // ns
    int tries;
    int looked; // at the breakpoints of that generation: `concerned`
    bool concerned;
} skip;

struct part { // of a launch's grid
    int launch;
    uint64_t from, to; // blocks
    enum { ORDINARY, SHOWN } runs;
    bool done;           // it has run
    bool wanted;         // is to be shown, whenever it is come to
    bool in_pieces;      // is to be cut, then
    uint64_t begin, end; // SHOWN: counts of statements; end 0: not known yet
};
static HD_VEC(struct part) parts;   // in their order
static volatile int generation = 1; // of the breakpoints
volatile bool dbg_skip_halt;
struct hd_cpu_launch dbg_skip_plain;

void dbg_skip_begin(struct hd_sym *kernel) {
    bool possible = !dbg.launch->info.launches && !dbg.launch->info.yields && !hd_check_on;
    memset(&skip, 0, sizeof skip);
    skip.kernel = possible ? kernel : NULL;
    skip.stays = UINT64_MAX;
    skip.since = hd_now_ns();
}

void dbg_skips_forget(void) { parts.n = 0; }

void dbg_skip_resumed(void) {
    skip.since = hd_now_ns();
    skip.stays = UINT64_MAX;
}

void dbg_skip_look(void) {
    generation++;
    dbg_skip_halt = true;
}

bool dbg_skip_runs(void) { return skip.running; }

// ---- parts --------------------------------------------------------------------------------------

static struct part *part_at(uint64_t block) {
    for (int i = 0; i < parts.n; i++) {
        struct part *p = &parts.v[i];
        if (p->launch == dbg.nlaunches && p->from <= block && block < p->to) return p;
    }
    return NULL;
}

static struct part *insert(int at, struct part p) {
    HD_XPUSH(&parts, p);
    memmove(&parts.v[at + 1], &parts.v[at], sizeof p * (size_t)(parts.n - 1 - at));
    parts.v[at] = p;
    return &parts.v[at];
}

static struct part *add(struct part p) {
    int at = 0;
    while (at < parts.n && (parts.v[at].launch < p.launch ||
                            (parts.v[at].launch == p.launch && parts.v[at].from < p.from)))
        at++;
    return insert(at, p);
}

// In two; returns the first.
static struct part *cut(struct part *p, uint64_t block) {
    struct part rest = *p;
    int at = (int)(p - parts.v);
    p->to = rest.from = block;
    insert(at + 1, rest);
    return &parts.v[at];
}

static uint64_t total(void) {
    const uint32_t *grid = dbg.launch->grid;
    return (uint64_t)grid[0] * grid[1] * grid[2];
}

static struct part *cut_in_pieces(struct part *p) {
    uint64_t from = p->from, end = p->to < total() ? p->to : total(), n = end - from;
    uint64_t pieces = n < PIECES ? n : PIECES;
    p->to = end;
    p->in_pieces = false;
    for (uint64_t i = pieces; i-- > 1;) p = cut(p, from + n * i / pieces);
    return p;
}

bool dbg_skip_narrow(int launch, uint64_t from, uint64_t to) {
    struct part *p = NULL;
    for (int i = 0; i < parts.n; i++)
        if (parts.v[i].launch == launch && parts.v[i].from == from) p = &parts.v[i];
    if (!p) {
        if (!dbg_host_show(launch)) return false;
        p = add((struct part){.launch = launch, .from = from, .to = to, .done = true});
    }
    p->wanted = to - from == 1;
    p->in_pieces = !p->wanted;
    return true;
}

void dbg_skip_launch(int launch) {
    add((struct part){.launch = launch, .to = UINT64_MAX, .done = true});
}

// What is behind a part comes later, or earlier.
static void move_behind(const struct part *p, uint64_t after, int64_t by) {
    for (struct part *q = &parts.v[p - parts.v + 1]; q < parts.v + parts.n; q++) {
        if (q->runs != SHOWN) continue;
        q->begin += (uint64_t)by;
        if (q->end) q->end += (uint64_t)by;
    }
    dbg_moments_move(after, by);
    dbg_set_limit();
}

void dbg_skip_move(uint64_t after, int64_t by) {
    for (int i = 0; i < parts.n; i++) {
        if (parts.v[i].begin > after) parts.v[i].begin += (uint64_t)by;
        if (parts.v[i].end > after) parts.v[i].end += (uint64_t)by;
    }
}

static void show(struct part *p) {
    p->runs = SHOWN;
    p->wanted = false;
    p->begin = dbg.count;
    p->end = 0;
    move_behind(p, dbg.count, FAR);
}

// The statement that is done next is behind what of it has run in twins.
static void shown(struct part *p) {
    if (p->end)
        move_behind(p, p->end, (int64_t)(dbg.count - p->end));
    else
        move_behind(p, p->begin + FAR / 2, (int64_t)(dbg.count - p->begin) - FAR);
    p->end = dbg.count;
}

// From a block on it runs ordinary code again.
static struct part *hide(struct part *p, uint64_t block) {
    shown(p);
    if (block > p->from) p = cut(p, block) + 1;
    p->runs = ORDINARY;
    return p;
}

static void shown_before(uint64_t block) {
    for (int i = 0; i < parts.n; i++) {
        struct part *p = &parts.v[i];
        if (p->launch == dbg.nlaunches && p->runs == SHOWN && p->end != dbg.count &&
            (p->to == block || (block == UINT64_MAX && !p->end)))
            shown(p);
    }
}

void dbg_skip_end(void) {
    shown_before(UINT64_MAX);
    if (dbg.pause_from && !dbg.pause) dbg.pause = "interrupted";
    dbg.pause_from = 0;
    skip.kernel = NULL;
    skip.running = false;
}

// ---- which ones ---------------------------------------------------------------------------------

static bool concerned(void) {
    if (skip.looked != generation) {
        skip.looked = generation;
        hd_front_lock();
        skip.concerned = dbg_kernel_concerned(skip.kernel->func);
        hd_front_unlock();
    }
    return skip.concerned;
}

static bool can_stop(void) {
    if (dbg.pause || dbg.pause_from || dbg.watches.n || dbg_why_on || dbg_found_looks())
        return true;
    if (dbg.mode == DBG_THREAD) return dbg_points_count() && concerned();
    return !dbg_passes_launch() || concerned();
}

// The block that is to be come to, as far as it is known.
static uint64_t ahead(void) {
    const uint32_t *b = dbg.wanted.block, *grid = dbg.launch->grid;
    return dbg.mode == DBG_THREAD ? b[0] + grid[0] * (b[1] + (uint64_t)grid[1] * b[2]) : UINT64_MAX;
}

static bool is_worth_it(void) {
    static int eager = -1;
    const char *said = eager < 0 ? getenv("HEDDLE_DEBUG_SKIP") : NULL;
    if (eager < 0) eager = said && !strcmp(said, "eager");
    return eager || hd_now_ns() - skip.since >= WORTH_NS;
}

static bool prepare(void) {
    if (!skip.kernel || dbg.launch->cooperative) return false;
    if (!skip.made) {
        dbg_skip_plain = *dbg.launch;
        skip.made = hd_kernel_ordinary(skip.kernel, &dbg_skip_plain);
    }
    if (skip.made && !skip.kept) skip.kept = dbg_undo_keep_all();
    if (!skip.made || !skip.kept) skip.kernel = NULL;
    return skip.kernel;
}

static uint64_t begin(struct part *p) {
    skip.from = p->from;
    if (dbg_why_on) dbg_why_skips();
    dbg_skip_halt = false;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (dbg.pause) dbg_skip_halt = true; // another thread has just asked for it
    skip.running = true;
    return p->to;
}

// A part that has run ordinary code does so once more, as far as nothing is to be seen in it.
static uint64_t do_again(struct part *p, uint64_t to) {
    bool again = dbg.replaying || dbg.goal, shows = p->wanted || !skip.kernel;
    if (!shows && again) shows = dbg_looks_for_points() && (dbg.watches.n || concerned());
    if (!shows && !again) shows = p->from == to || p->from == skip.stays || can_stop();
    if (shows || !prepare()) {
        show(p);
        return 0;
    }
    if (p->in_pieces) p = cut_in_pieces(p);
    if (!again && p->from < to && to < p->to) p = cut(p, to);
    return begin(p);
}

uint64_t dbg_skips(uint64_t block) {
    uint64_t to = ahead();
    shown_before(block);
    struct part *p = part_at(block);
    if (p && p->runs == ORDINARY) {
        uint64_t end = do_again(p, to);
        if (end) return end;
    }
    if (block == skip.stays) {
        if (skip.waits) dbg.pause_from = dbg.count + RUNS_BEFORE_STOP;
        skip.waits = false;
        dbg_set_limit();
        return 0;
    }
    bool again = dbg.replaying || dbg.goal || (!p && dbg.count < dbg.seen);
    if (!skip.kernel || again || to <= block || !is_worth_it() || can_stop() || !prepare())
        return 0;
    if (!p)
        p = add((struct part){.launch = dbg.nlaunches, .from = block, .to = to});
    else
        p = hide(p, block);
    if (to < p->to) p = cut(p, to);
    if (dbg.quiet && dbg.count >= dbg.seen) dbg_quiet(false);
    return begin(p);
}

void dbg_skipped(uint64_t to) {
    skip.running = false;
    struct part *p = part_at(skip.from);
    if (p && to < p->to) { // those behind it are still to run
        if (p->done && to < total()) p = cut(p, to);
        p->to = to;
    }
    if (p) p->done = true;
    if (dbg_why_on) dbg_why_skipped(skip.from, to);
    skip.since = hd_now_ns();
    dbg_set_limit();
}

// It has not come to its end: what is behind the block is to run.
static void forget_from(uint64_t block) {
    struct part *p = part_at(skip.from);
    if (p && p->done && block > p->from) cut(p, block);
    if (!p || p->done) return;
    p->to = block;
    if (block > p->from) return;
    memmove(p, p + 1, sizeof *p * (size_t)(parts.v + parts.n - p - 1));
    parts.n--;
}

bool dbg_skip_failed(const struct hd_fault *fault) {
    const uint32_t *b = fault->block, *grid = dbg.launch->grid;
    bool halted = !strcmp(fault->kind, "halt");
    uint64_t at = halted ? fault->address : b[0] + grid[0] * (b[1] + (uint64_t)grid[1] * b[2]);
    skip.running = false;
    if (!dbg.on || dbg.quits || (!halted && !dbg.asked && !dbg.stops && !dbg.faults)) return false;
    if (!halted && (!fault->in_kernel || skip.tries++ == MOST_TRIES)) return false;
    forget_from(at);
    skip.stays = at;
    if (halted) {
        dbg.pause = NULL;
        skip.waits = true;
    }
    return true;
}

// ---- leaving them -------------------------------------------------------------------------------

bool dbg_skip_leave(void) {
    if (!skip.running) return false;
    hd_cpu_halt();
    return true;
}

static void *leave_soon(void *arg) {
    uint64_t from = skip.from;
    nanosleep(&(struct timespec){.tv_nsec = LEAVE_MS * 1000000L}, NULL);
    if (dbg.pause && skip.from == from) dbg_skip_leave();
    return arg;
}

void dbg_skip_leave_soon(void) {
    pthread_t thread;
    if (skip.running && !pthread_create(&thread, NULL, leave_soon, NULL)) pthread_detach(thread);
}
