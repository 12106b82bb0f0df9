// Blocks in which nothing can stop run ordinary code.
//
// A twin is some fifty times slower than the kernel's own code. Where a thread was let go on with
// no breakpoint ahead that lies in what the kernel reaches, blocks that have not begun need none:
//
//     blocks  0      1      2 ... 4095
//     runs    twin   twin   ordinary code on all workers
//
// Such blocks do no statements that are counted. Which they were is kept for each launch of the
// cell, so that it does the same when it is run again: going back finds the counts that it knows.
// The whole of the session's values is kept before, since ordinary code does not tell what it
// stores. So when one of these blocks fails, or does not end and is to stop, the launch runs again
// to where they began, those before it as they ran, and it in the twin.
//
// A launch begins in its twin: only one that lasts is worth the copy (HEDDLE_DEBUG_SKIP=eager: any
// is, for tests).
#include "run/debug/debug.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define WORTH_NS 20000000 // that a launch runs in its twin first
#define LEAVE_MS 300      // for blocks to end by themselves, when they are to stop
enum {
    MOST_TRIES = 3,            // to find in a twin what ordinary code failed in
    RUNS_BEFORE_STOP = 1 << 20 // statements of a block that did not end, before it stops
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
static struct skipped {
    int launch;
    uint64_t from, to;
} *skipped;
static int nskipped;
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

void dbg_skip_end(void) {
    if (dbg.pause_from && !dbg.pause) dbg.pause = "interrupted";
    dbg.pause_from = 0;
    skip.kernel = NULL;
    skip.running = false;
}

void dbg_skips_forget(void) {
    free(skipped);
    skipped = NULL;
    nskipped = 0;
}

void dbg_skip_resumed(void) {
    skip.since = hd_now_ns();
    skip.stays = UINT64_MAX;
}

void dbg_skip_look(void) {
    generation++;
    dbg_skip_halt = true;
}

bool dbg_skip_runs(void) { return skip.running; }

// ---- which ones ---------------------------------------------------------------------------------

static struct skipped *known(uint64_t block) {
    for (int i = 0; i < nskipped; i++)
        if (skipped[i].launch == dbg.nlaunches && skipped[i].from == block) return &skipped[i];
    return NULL;
}

void dbg_skip_from(uint64_t block) {
    int kept = 0;
    for (int i = 0; i < nskipped; i++) {
        struct skipped s = skipped[i];
        if (s.launch == dbg.nlaunches && s.to > block) s.to = block;
        if (s.launch <= dbg.nlaunches && s.from < s.to) skipped[kept++] = s;
    }
    nskipped = kept;
}

static bool can_stop(void) {
    if (dbg.pause || dbg.pause_from || dbg.watches.n || dbg_why_on || dbg_found_looks() ||
        (dbg.mode != DBG_THREAD && !dbg_passes_launch()))
        return true;
    if (skip.looked != generation) {
        skip.looked = generation;
        hd_front_lock();
        skip.concerned = dbg_kernel_concerned(skip.kernel->func);
        hd_front_unlock();
    }
    return skip.concerned;
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
    if (dbg.launch->cooperative) return false;
    if (!skip.made) {
        dbg_skip_plain = *dbg.launch;
        skip.made = hd_kernel_ordinary(skip.kernel, &dbg_skip_plain);
    }
    return skip.made;
}

static uint64_t begin(uint64_t from, uint64_t to) {
    skip.from = from;
    if (dbg_why_on) dbg_why_skips();
    dbg_skip_halt = false;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (dbg.pause) dbg_skip_halt = true; // another thread has just asked for it
    skip.running = true;
    return to;
}

uint64_t dbg_skips(uint64_t block) {
    if (!skip.kernel) return 0;
    if (block == skip.stays) {
        if (skip.waits) dbg.pause_from = dbg.count + RUNS_BEFORE_STOP;
        skip.waits = false;
        dbg_set_limit();
        return 0;
    }
    struct skipped *s = known(block);
    bool again = dbg.replaying || dbg.goal;
    uint64_t to = ahead();
    if (s && (again || (s->to <= to && !can_stop())) && prepare()) return begin(block, s->to);
    if (s) {
        dbg.seen = dbg.count; // from here on it counts otherwise
        dbg_skip_from(block);
    }
    if (again || to <= block || !is_worth_it() || can_stop()) return 0;
    if (!prepare() || (!skip.kept && !dbg_undo_keep_all())) {
        skip.kernel = NULL;
        return 0;
    }
    skip.kept = true;
    if (dbg.quiet && dbg.count >= dbg.seen) dbg_quiet(false);
    skipped = hd_xrealloc(skipped, (size_t)(nskipped + 1) * sizeof *skipped);
    skipped[nskipped++] = (struct skipped){dbg.nlaunches, block, to};
    return begin(block, to);
}

void dbg_skipped(uint64_t to) {
    skip.running = false;
    struct skipped *s = known(skip.from);
    if (s && to < s->to) dbg_skip_from(to); // those behind it are still to run
    if (dbg_why_on) dbg_why_skipped(skip.from, to);
    skip.since = hd_now_ns();
    dbg_set_limit();
}

bool dbg_skip_failed(const struct hd_fault *fault) {
    const uint32_t *b = fault->block, *grid = dbg.launch->grid;
    bool halted = !strcmp(fault->kind, "halt");
    uint64_t at = halted ? fault->address : b[0] + grid[0] * (b[1] + (uint64_t)grid[1] * b[2]);
    skip.running = false;
    if (!dbg.on || dbg.quits || (!halted && !dbg.asked && !dbg.stops && !dbg.faults)) return false;
    if (!halted && (!fault->in_kernel || skip.tries++ == MOST_TRIES)) return false;
    dbg_skip_from(at);
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
