// Going back: a launch is run again to an earlier statement.
//
// Memory is put back to what it was when the launch, or the block, began, or at a moment in the
// block (undo.c). Running again from there to the N-th statement gives the state that was. Where N
// is not known (`back`: the line before, in this thread), one run notes what the thread does, and a
// second goes there.
//
// Host code is run again from the beginning of the cell (host.c): the same runs, with an outermost
// level. What was printed is not printed again.
#include "run/debug/debug.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- running again ------------------------------------------------------------------------------

static struct record { // what a run that goes back looks for
    enum { FIND_NOTHING, FIND_BACK, FIND_OUT, FIND_POINT, FIND_WHY } what;
    bool in;
    struct hd_thread *thread;
    uint64_t end;  // where it was asked for
    bool mid;      // behind a store of that statement
    bool at_store; // to something watched
    bool returned; // behind a call
    uint32_t site, depth;
    uint64_t hit;          // FIND_POINT
    uint64_t from, window; // what the thread does is noted from there on: most runs need no more
    bool cut;              // that was not enough
    const char *reason;
} find;
static uint64_t faulted_at; // the count of the fault that was stopped at

static _Noreturn void raise_again(void) {
    struct hd_fault again = {.kind = "again"};
    hd_guard_raise(&again);
}

// Goes to the statement that has failed. false: nobody wants to see it, or it was seen.
static bool to_fault(const struct hd_fault *fault) {
    if (!dbg.on || dbg.quits || (!dbg.asked && !dbg.stops && !dbg.faults)) return false;
    if (dbg.replaying || faulted_at == dbg.count) return false;
    dbg.fault = *fault;
    hd_fault_explain(&dbg.fault);
    faulted_at = dbg.count;
    dbg.goal = dbg.count;
    if (!dbg.quiet) dbg.seen = dbg.count;
    return true;
}

bool hd_debug_cell_again(const struct hd_fault *fault) {
    bool asked = dbg.cell && !strcmp(fault->kind, "again");
    if (!asked && (fault->in_kernel || dbg_host_refuses() || !to_fault(fault))) return false;
    uint64_t seen = faulted_at;
    dbg_undo_begin(true);
    if (!asked) faulted_at = seen;
    dbg.cell = true;
    dbg_host_rewind();
    dbg_restart();
    return true;
}

static void move(uint64_t *count, uint64_t after, int64_t by) {
    if (*count > after && *count != UINT64_MAX) *count += (uint64_t)by;
}

// What was kept of moments behind that statement: they come so many statements later, or earlier.
void dbg_moments_move(uint64_t after, int64_t by) {
    if (dbg.seen >= after) dbg.seen += (uint64_t)by;
    if (dbg.cell_seen && dbg.cell_seen >= after) dbg.cell_seen += (uint64_t)by;
    for (int i = 0; i < dbg.switches.n; i++) move(&dbg.switches.v[i].count, after, by);
    move(&dbg.goal, after, by);
    move(&find.end, after, by);
    move(&find.from, after, by);
    move(&faulted_at, after, by);
    dbg_why_move(after, by);
    dbg_watches_move(after, by);
}

// The launch runs again, to where blocks were skipped: that goes otherwise now.
static void again_to_skipped(uint64_t *first) {
    dbg_undo_launch();
    *first = 0;
    dbg.whole = false;
    faulted_at = 0;
    dbg.goal = dbg.count > dbg.launch_count ? dbg.count : 0;
    dbg.runs_on = dbg.goal ? TO_STORE : NOT_ON;
    dbg.count = dbg.launch_count;
    dbg_quiet(true);
    dbg_set_limit();
}

bool dbg_again(struct hd_fault *fault, uint64_t *first) {
    if (dbg_skip_runs()) {
        bool again = dbg_skip_failed(fault);
        if (again) again_to_skipped(first);
        return again;
    }
    bool asked = !strcmp(fault->kind, "again");
    if (asked ? dbg.cell : !to_fault(fault)) return false;
    if (!asked) dbg.whole = false;
    *first = dbg.whole ? 0 : dbg.block;
    if (dbg.whole) {
        dbg_undo_launch();
        dbg.count = dbg.launch_count;
    } else {
        dbg.count = dbg_undo_block(dbg.replaying ? find.from : dbg.goal);
    }
    dbg_quiet(true);
    dbg_watches_look();
    dbg_set_limit();
    return true;
}

void dbg_launch_left(void) {
    dbg_undo_end();
    faulted_at = 0;
}

void dbg_find_end(void) {
    dbg.events.n = 0;
    find.what = FIND_NOTHING;
}

#define WINDOW 20000 // statements

static void look_from(uint64_t window) {
    find.window = window;
    find.from = find.end > window ? find.end - window : 0;
    find.cut = false;
}

// The first statement that a run which looks for something must be asked at.
uint64_t dbg_looks_from(void) { return find.from; }

bool dbg_looks_for_points(void) { return dbg.replaying && find.what == FIND_POINT; }

static const char *begin(int what, bool whole) {
    const char *why = dbg.thread ? NULL : dbg_host_refuses();
    if (why) return why;
    dbg.cell = !dbg.thread;
    faulted_at = 0; // it is come to again
    find = (struct record){.what = what,
                           .thread = dbg.thread,
                           .end = dbg.count,
                           .mid = dbg.in_store,
                           .at_store = dbg.in_store && !strcmp(dbg.reason, "watch"),
                           .returned = dbg.in_store && !strcmp(dbg.reason, "step"),
                           .site = dbg.frame->site,
                           .depth = dbg.selected->depth};
    dbg.events.n = 0;
    dbg.replaying = true;
    find.from = find.end; // marks and stores tell of themselves
    if (what == FIND_BACK || what == FIND_OUT) look_from(WINDOW);
    dbg.goal = 0;
    dbg.whole = whole;
    dbg.rewinds = true;
    return NULL;
}

const char *dbg_back(bool in) {
    const char *why = begin(FIND_BACK, false);
    find.in = in;
    return why;
}

const char *dbg_back_out(void) {
    if (!dbg.thread || dbg.selected->depth) return begin(FIND_OUT, false);
    if (!dbg.launched_by) return "this is the kernel itself: nobody called it in its thread";
    const char *why = dbg_host_refuses(); // to the launch
    if (why) return why;
    begin(FIND_OUT, false);
    find.thread = NULL;
    find.end = dbg.launch_count + 1;
    look_from(WINDOW);
    find.depth = dbg.launched_by->depth + 1;
    find.mid = false;
    dbg.cell = true;
    return NULL;
}

const char *dbg_back_to_point(void) { return begin(FIND_POINT, true); }

const char *dbg_look_for_stores(void) { return begin(FIND_WHY, true); }

const char *dbg_go_to_thread(const struct dbg_thread_id *id) {
    if (!dbg.launch) return "no kernel runs";
    for (int d = 0; d < 3; d++)
        if (id->block[d] >= dbg.launch->grid[d] || id->thread[d] >= dbg.launch->block[d])
            return hd_printf(hd_engine.arena,
                             "there is no such thread: the grid is (%u,%u,%u), its blocks "
                             "(%u,%u,%u)",
                             dbg.launch->grid[0], dbg.launch->grid[1], dbg.launch->grid[2],
                             dbg.launch->block[0], dbg.launch->block[1], dbg.launch->block[2]);
    uint64_t wanted =
        id->block[0] +
        dbg.launch->grid[0] * (id->block[1] + (uint64_t)dbg.launch->grid[1] * id->block[2]);
    dbg.wanted = *id;
    dbg_resume(DBG_THREAD);
    if (wanted <= dbg.block) { // it has done something already
        dbg.goal = 0;
        dbg.whole = wanted < dbg.block;
        dbg.cell = false;
        dbg_switches_from(dbg.whole ? dbg.launch_count : dbg.block_count);
        dbg.rewinds = true;
    }
    return NULL;
}

static int line_of(const struct dbg_event *e) { return dbg_sites[e->site].line; }

static uint64_t line_before(void) {
    struct dbg_event now = {find.end, find.site, find.depth};
    int i = dbg.events.n - 1;
    const struct dbg_event *e = dbg.events.v;
    if (find.mid) { // its own statement begins before
        find.cut = i < 0;
        return i >= 0 ? e[i].count : find.end;
    }
    while (i >= 0 &&
           ((!find.in && e[i].depth > now.depth) ||
            (line_of(&e[i]) == line_of(&now) && e[i].depth == now.depth && e[i].site != now.site)))
        i--;
    find.cut = i < 0;
    if (i < 0) return find.end;
    int chunk = i, first = i; // where `next` stops in it: at its first site, each time
    for (int k = i - 1; k >= 0; k--) {
        if (!find.in && e[k].depth > e[i].depth) continue;
        if (line_of(&e[k]) != line_of(&e[i]) || e[k].depth != e[i].depth) break;
        chunk = k;
    }
    find.cut = chunk == 0;
    for (int k = chunk; k <= i; k++)
        if (e[k].site == e[chunk].site && e[k].depth == e[i].depth) first = k;
    return e[first].count;
}

static uint64_t call_before(void) {
    for (int i = dbg.events.n - 1; i >= 0; i--)
        if (dbg.events.v[i].depth < find.depth) return dbg.events.v[i].count;
    find.cut = true;
    return find.end;
}

#define MOST_EVENTS (1 << 20)

static void note_event(const struct hd_frame *frame) {
    if (find.what == FIND_BACK && !find.in && frame->depth > find.depth) return;
    if (find.what == FIND_OUT && frame->depth >= find.depth) return;
    if (dbg.events.n == MOST_EVENTS) {
        dbg.events.n /= 2;
        memmove(dbg.events.v, dbg.events.v + dbg.events.n,
                sizeof *dbg.events.v * (size_t)dbg.events.n);
    }
    HD_XPUSH(&dbg.events, ((struct dbg_event){dbg.count, frame->site, frame->depth}));
}

void dbg_record(struct hd_frame *frame) {
    bool over = dbg.count >= find.end + (find.mid ? 1 : 0);
    if (!over && dbg.count < find.from && find.what != FIND_POINT) return;
    if (!over) {
        if (find.what == FIND_POINT) {
            struct dbg_point *p = dbg_point_hit(frame);
            if (p) find.hit = dbg.count;
        } else if (find.what != FIND_WHY && frame->thread == find.thread &&
                   (!dbg.events.n || dbg.events.v[dbg.events.n - 1].count != dbg.count)) {
            note_event(frame);
        }
        if (find.what == FIND_WHY || !(find.mid && dbg.count == find.end)) return;
    }
    uint64_t goal = find.end;
    if (find.what == FIND_POINT && !find.hit && !dbg.cell && dbg.launched_by &&
        !dbg_host_refuses()) { // before the launch?
        dbg.cell = true;
        raise_again();
    }
    dbg.replaying = false;
    if (find.what == FIND_BACK) goal = line_before();
    if (find.what == FIND_OUT) goal = call_before();
    uint64_t start = dbg.cell ? 0 : dbg.whole ? dbg.launch_count : dbg.block_count;
    if (find.cut && find.from > start) {
        look_from(find.window * 32);
        dbg.events.n = 0;
        dbg.replaying = true;
        raise_again();
    }
    if (find.what == FIND_POINT && find.hit) goal = find.hit;
    if (goal == find.end && !(find.mid && find.what == FIND_BACK))
        snprintf(dbg.note, sizeof dbg.note, "%s",
                 find.what == FIND_POINT ? "no breakpoint or watched store lies before this"
                 : find.what == FIND_WHY ? ""
                 : find.thread           ? "this is where the thread began"
                                         : "this is where it began");
    if (find.what == FIND_WHY && !dbg_why_done()) {
        dbg.replaying = true;
        dbg.whole = true;
        raise_again();
    }
    dbg.goal = goal;
    bool stays = find.what == FIND_WHY || (find.what == FIND_POINT && !find.hit);
    dbg.runs_on = stays && find.at_store ? TO_STORE : stays && find.returned ? TO_RETURN : NOT_ON;
    dbg.returns_to = dbg.shown_depth = find.depth;
    dbg.stays = stays;
    dbg.shown_thread = find.thread ? find.thread->linear : 0;
    if (dbg.count == goal) return; // it stops here
    dbg.whole = goal <= dbg.block_count;
    if (!dbg.launch || goal <= dbg.launch_count) dbg.cell = true;
    raise_again();
}

void dbg_record_store(void) {
    if (find.what == FIND_POINT && dbg.count < find.end) find.hit = dbg.count;
}
