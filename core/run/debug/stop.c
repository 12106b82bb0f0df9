// Where threads stop, and the loop in which a stopped one runs commands.
//
// Twins call hd_twin_at when they have done `limit` statements, at marked ones, and (limit 0) at
// each. A stop is a call that does not return until a command lets the thread go on: the fiber's
// stack is as it was, the other threads of its block stand where they stand.
//
// Threads run one at a time in an order that depends on nothing but the program and the commands,
// so a count of statements names a moment of a launch, to which it can be run again (back.c).
#include "run/debug/debug.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct dbg dbg = {.limit = UINT64_MAX};
static _Thread_local struct hd_frame *host_frame;

void dbg_entries_end(void);         // twin.c
void dbg_points_forget_codes(void); // points.c

// ---- who says what to do ------------------------------------------------------------------------
// A client that takes the debugger's questions; else the script of `%%debug STATEMENT`; else, in a
// front-end that can be asked for input, a line of that.

bool dbg_can_ask(void) { return hd_engine.can_debug || dbg.script || hd_input_allowed(); }

static bool in_output(void) { return dbg.script || !hd_engine.can_debug; }

// The script's next line; NULL: it is at its end.
static const char *script_line(void) {
    for (;;) {
        const char *from = dbg.script + strspn(dbg.script, " \t\r\n");
        size_t n = strcspn(from, "\r\n");
        dbg.script = from + n;
        if (!n) return NULL;
        if (strncmp(from, "//", 2) != 0) return hd_strndup(hd_engine.arena, from, n);
    }
}

// ---- the client ---------------------------------------------------------------------------------

static struct {
    pthread_mutex_t lock;
    pthread_cond_t came;
    bool stopped; // requests are for the stopped thread
    HD_VEC(json_t *) requests;
} client = {.lock = PTHREAD_MUTEX_INITIALIZER, .came = PTHREAD_COND_INITIALIZER};

enum { LOOK_MS = 20 };

static json_t *next_request(bool wait) {
    for (;;) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += LOOK_MS * 1000000L;
        if (until.tv_nsec >= 1000000000L) until.tv_sec++, until.tv_nsec -= 1000000000L;
        json_t *request = NULL;
        pthread_mutex_lock(&client.lock);
        if (!client.requests.n && wait) pthread_cond_timedwait(&client.came, &client.lock, &until);
        if (client.requests.n) {
            request = client.requests.v[0];
            memmove(client.requests.v, client.requests.v + 1,
                    sizeof request * (size_t)--client.requests.n);
        } else if (!wait) {
            client.stopped = false;
        }
        pthread_mutex_unlock(&client.lock);
        if (request || !wait) return request;
        hd_rt_poll();
    }
}

static void tell(const char *event, json_t *body) {
    hd_event("debug", json_pack("{s:{s:s, s:o}}", "dap", "event", event, "body", body));
}

// `why` of a front-end is answered when the thread has come back to where it was asked: to the
// front-end it has not moved.
#define PATIENCE_NS 15000000000 // of who has asked
static struct {
    json_t *reply; // or NULL
    int64_t since;
} held;

static void answer_held(struct hd_buf *text) {
    json_t *said = hd_json_text(hd_buf_str(text), text->len);
    if (hd_now_ns() - held.since > PATIENCE_NS)
        tell("output", json_pack("{s:s, s:O}", "category", "console", "output", said));
    json_object_set_new(json_object_get(held.reply, "body"), "result", said);
    hd_event("reply", held.reply);
    held.reply = NULL;
}

// Answers a request of a front-end. With the front end locked.
static bool answer(json_t *request) {
    bool on = false;
    json_t *reply = dbg_dap(json_object_get(request, "request"), &on);
    json_object_set(reply, "id", json_object_get(request, "id"));
    if (on && dbg.rewinds && dbg_why_on && dbg.attached) {
        held.reply = reply;
        held.since = hd_now_ns();
    } else {
        hd_event("reply", reply);
    }
    return on;
}

void hd_debug_answer(json_t *request) {
    pthread_mutex_lock(&client.lock);
    bool stopped = client.stopped;
    if (stopped) {
        HD_XPUSH(&client.requests, json_incref(request));
        pthread_cond_signal(&client.came);
    }
    pthread_mutex_unlock(&client.lock);
    if (stopped || !json_object_get(request, "request")) return;
    hd_front_lock();
    struct hd_arena *outer = hd_engine.arena;
    hd_engine.arena = hd_arena_create();
    answer(request);
    hd_arena_destroy(hd_engine.arena);
    hd_engine.arena = outer;
    hd_front_unlock();
}

static const char *dap_reason(void) {
    static const struct {
        const char *ours, *theirs;
    } names[] = {{"breakpoint", "breakpoint"}, {"watch", "data breakpoint"},
                 {"entry", "entry"},           {"exception", "exception"},
                 {"pause", "pause"},           {"interrupted", "pause"},
                 {"finding", "exception"}};
    for (int i = 0; i < HD_COUNT(names); i++)
        if (!strncmp(dbg.reason, names[i].ours, strlen(names[i].ours))) return names[i].theirs;
    return "step";
}

// What a stop looks like to a person, or to a front-end.
static void announce(struct hd_buf *out, bool first) {
    const char *text = out->s ? out->s : "";
    if (in_output()) {
        if (out->len) hd_print("%s", text);
        return;
    }
    if (!dbg.attached) {
        hd_event("debug", json_pack("{s:o, s:s?, s:i, s:i}", "text", hd_json_text(text, out->len),
                                    "reason", dbg.reason, "stop", dbg.stops, "prompt", 1));
        return;
    }
    if (held.reply) {
        answer_held(out);
        return;
    }
    if (!first) return;
    if (out->len)
        tell("output", json_pack("{s:s, s:o}", "category", "console", "output",
                                 hd_json_text(text, out->len)));
    const char *said = dbg.fault.kind ? dbg.fault.message : dbg.note;
    json_t *body = json_pack("{s:s, s:i, s:b, s:o}", "reason", dap_reason(), "threadId", 1,
                             "allThreadsStopped", 1, "text", hd_json_text(said, strlen(said)));
    int point;
    if (body && sscanf(dbg.reason, "breakpoint %d", &point) == 1)
        json_object_set_new(body, "hitBreakpointIds", json_pack("[i]", point));
    tell("stopped", body);
}

// ---- interrupts ---------------------------------------------------------------------------------
// An interrupt stops what runs under the debugger at its next statement. Where that takes a while
// (a function of a library runs), the client is told so: it would take the engine for stuck. One
// that comes after that is meant for code that does not stop, and ends the statement.

enum { SOON_MS = 300, STRAY_MS = 200 }; // STRAY_MS: repetitions that were on their way
static struct {
    bool pending;
    int64_t since, told; // ns; told 0: not yet
} asked_to_stop;
static volatile int64_t stopped_at; // 0: something has been commanded since
static volatile bool leaves;        // a command has just ended the stop

// What comes right behind a stop was meant for what ran before.
static bool has_just_stopped(int64_t now) {
    return dbg.on && dbg.stopped && now - stopped_at < STRAY_MS * 1000000ll;
}

static bool may_pause(void) {
    if (!dbg.on || (dbg.stopped && !leaves)) return false;
    if (dbg.attached) return false; // a front-end that debugs asks for a pause when it means one
    return dbg.asked || dbg.stops || dbg_twin_runs();
}

static void ask_to_stop(const char *why, int64_t now) {
    asked_to_stop.pending = true;
    asked_to_stop.since = now;
    asked_to_stop.told = 0;
    dbg.pause = why;
    dbg.pauses = true;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    dbg.limit = 0;
    dbg_skip_look();
}

void dbg_pause(const char *why) {
    if (!dbg.on || (dbg.stopped && !leaves)) return;
    ask_to_stop(why, hd_now_ns());
    dbg_skip_leave_soon();
}

// In the signal handler of the terminal's own interrupt, ahead of the client's request.
bool hd_debug_terminal_interrupt(void) {
    int64_t now = hd_now_ns();
    if (has_just_stopped(now)) return true;
    if (!may_pause()) return false;
    if (asked_to_stop.pending && dbg.pause)
        return !asked_to_stop.told || now - asked_to_stop.told < STRAY_MS * 1000000ll;
    ask_to_stop("interrupted", now);
    return true;
}

bool hd_debug_interrupt(void) {
    int64_t now = hd_now_ns();
    if (has_just_stopped(now)) return true;
    if (!may_pause()) return false;
    if (!asked_to_stop.pending || !dbg.pause) {
        ask_to_stop("interrupted", now);
    } else if (asked_to_stop.told) {
        return now - asked_to_stop.told < STRAY_MS * 1000000ll;
    } else if (now - asked_to_stop.since > SOON_MS * 1000000ll) {
        asked_to_stop.told = now;
        hd_notice(
            dbg_skip_leave()
                ? "blocks run at full speed here: the first that has not ended runs again to where "
                  "it can stop"
            : dbg.replaying || dbg.goal
                ? "it is going back; another interrupt ends the statement"
                : "it stops as soon as it comes to a line of yours; another interrupt ends the "
                  "statement");
        hd_event("debug", json_pack("{s:s, s:i}", "text", "", "prompt", 0));
    }
    return true;
}

// ---- going on -----------------------------------------------------------------------------------

static bool is_here(const struct hd_block *block, const uint32_t *bid) {
    return !memcmp(block->bid, bid, sizeof block->bid);
}

bool dbg_passes_launch(void) {
    switch (dbg.mode) {
    case DBG_GO:
    case DBG_HOST: return true;
    case DBG_NEXT:
    case DBG_OUT:
    case DBG_UNTIL: return !dbg.thread;
    default: return false;
    }
}

void dbg_set_limit(void) {
    uint64_t limit = UINT64_MAX;
    bool passes = dbg.launch && dbg_passes_launch();
    bool waits = dbg.mode == DBG_BARRIER && !dbg.met;
    if (dbg.mode != DBG_GO && dbg.mode != DBG_THREAD && !passes && !waits) limit = 0;
    if (dbg.mode == DBG_THREAD && dbg.thread && is_here(dbg.thread->block, dbg.wanted.block))
        limit = 0;
    if (dbg.recording || dbg.pause || dbg.replaying) limit = 0;
    bool before = dbg.replaying && !dbg.pause && dbg_looks_from() > dbg.count;
    if ((dbg.goal && !dbg.recording) || before) {
        limit = before ? dbg_looks_from() : dbg.goal;
        for (int i = 0; i < dbg.switches.n; i++)
            if (dbg.switches.v[i].count > dbg.count && dbg.switches.v[i].count < limit)
                limit = dbg.switches.v[i].count;
    }
    if (dbg.quiet && dbg.seen < limit) limit = dbg.seen;
    if (dbg.pause_from && dbg.pause_from < limit) limit = dbg.pause_from;
    if (dbg_snapshot_due() < limit) limit = dbg_snapshot_due();
    if (dbg_watch_steps()) limit = 0;
    dbg.limit = limit;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (dbg.pause) dbg.limit = 0; // another thread has just asked for it
}

void dbg_resume(enum dbg_mode mode) {
    leaves = true;
    dbg.mode = mode;
    dbg.met = false;
    dbg.start_site = dbg.frame ? dbg.frame->site : 0;
    dbg.start_depth = dbg.selected ? dbg.selected->depth : 0;
    if (mode == DBG_OUT && dbg.thread && !dbg.start_depth) dbg.mode = DBG_HOST;
    if (mode == DBG_NEXT && dbg.selected != dbg.frame) { // as if it had been left
        dbg.start_site = dbg.selected->site;
    }
}

static int line_of(uint32_t site) { return dbg_sites[site].line; }

// Another line, or the same statement once more: a loop's next turn.
static bool new_line(const struct hd_frame *frame) {
    return frame->site == dbg.start_site || line_of(frame->site) != line_of(dbg.start_site) ||
           dbg_sites[frame->site].source != dbg_sites[dbg.start_site].source;
}

// Whether what was asked for has come about.
static bool arrived(const struct hd_frame *frame) {
    bool same = frame->thread == dbg.thread;
    switch (dbg.mode) {
    case DBG_GO: return false;
    case DBG_START: return !frame->func->func->is_entry || dbg.begins_in_cell;
    case DBG_BARRIER: return dbg.met;
    case DBG_ANY: return true;
    case DBG_HOST: return !frame->thread;
    case DBG_STEP:
        if (!frame->thread && dbg.thread) return true; // the launch is over
        if (frame->thread && !dbg.thread) return true; // a launch began
        return same && (frame->depth != dbg.start_depth || new_line(frame));
    case DBG_NEXT:
        if (!frame->thread && dbg.thread) return true;
        return same && (frame->depth < dbg.start_depth ||
                        (frame->depth == dbg.start_depth && new_line(frame)));
    case DBG_OUT: return (!frame->thread && dbg.thread) || (same && frame->depth < dbg.start_depth);
    case DBG_UNTIL:
        if (!same) return !frame->thread && dbg.thread;
        return frame->depth < dbg.start_depth ||
               (frame->depth == dbg.start_depth && line_of(frame->site) == dbg.line);
    case DBG_THREAD: {
        struct hd_thread *t = frame->thread;
        return t && is_here(t->block, dbg.wanted.block) &&
               !memcmp(t->tid, dbg.wanted.thread, sizeof t->tid);
    }
    }
    return false;
}

static const char *mode_name(void) {
    static const char *const names[] = {
        [DBG_GO] = "breakpoint",  [DBG_START] = "entry", [DBG_STEP] = "step",
        [DBG_NEXT] = "step",      [DBG_OUT] = "step",    [DBG_UNTIL] = "step",
        [DBG_THREAD] = "thread",  [DBG_ANY] = "step",    [DBG_HOST] = "step",
        [DBG_BARRIER] = "barrier"};
    return names[dbg.mode];
}

// ---- a stop -------------------------------------------------------------------------------------

static void leave(void) {
    hd_guard_interrupt();
    for (;;) {
        hd_rt_poll();
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

// One request of the client. true: the thread goes on.
static bool obey(struct hd_buf *out, json_t *request) {
    const char *line = json_string_value(json_object_get(request, "command"));
    bool on = true;
    hd_buf_clear(out);
    if (json_object_get(request, "request"))
        on = answer(request);
    else if (line)
        on = dbg_command(out, line);
    else
        dbg.quits = true;
    if (dbg.attached || json_object_get(request, "request")) return on;
    if (!on)
        announce(out, false);
    else if (out->len)
        hd_event("debug",
                 json_pack("{s:o, s:i}", "text", hd_json_text(out->s, out->len), "prompt", 0));
    return on;
}

static void flush_all(void) {
    hd_launch_flush();
    fflush(stdout);
    fflush(stderr);
}

// A line of the script or of input. true: the thread goes on.
static bool obey_line(struct hd_buf *out, struct hd_arena *outer) {
    bool scripted = dbg.script != NULL;
    const char *line = scripted ? script_line() : NULL;
    if (scripted && !line) { // what is left runs without stops
        dbg.on = false;
        dbg_resume(DBG_GO);
        return true;
    }
    if (scripted) {
        hd_print("(debug) %s\n", line);
    } else {
        struct hd_arena *arena = hd_engine.arena;
        hd_print("(debug) ");
        flush_all();
        hd_engine.arena = outer;
        hd_front_unlock();
        char *typed = hd_input_line();
        stopped_at = 0;
        hd_front_lock();
        hd_engine.arena = arena;
        line = hd_strdup(arena, typed);
        free(typed); // the front-end has shown it behind the prompt
    }
    hd_buf_clear(out);
    bool on = dbg_command(out, line);
    if (out->len) hd_print("%s", hd_buf_str(out));
    return on;
}

static const void *commander; // the thread that runs commands

// What runs them has failed itself, and was unwound with the front end locked.
bool hd_debug_holds_front(void) { return commander && hd_front_is_held_by(commander); }

static void run_commands(void) {
    commander = hd_front_self();
    hd_front_lock();
    struct hd_arena *outer = hd_engine.arena, *arena = hd_engine.arena = hd_arena_create();
    struct hd_buf out = {0};
    flush_all();
    pthread_mutex_lock(&client.lock);
    client.stopped = !in_output();
    pthread_mutex_unlock(&client.lock);
    dbg_show_stop(&out);
    announce(&out, true);
    for (bool on = false; !on;) {
        if (in_output()) {
            flush_all();
            on = obey_line(&out, outer);
            continue;
        }
        flush_all();
        hd_engine.arena = outer;
        hd_front_unlock();
        json_t *request = next_request(true);
        stopped_at = 0;
        hd_front_lock();
        outer = hd_engine.arena;
        hd_engine.arena = arena;
        on = obey(&out, request);
        json_decref(request);
    }
    if (dbg.attached && !in_output() && !held.reply)
        tell("continued", json_pack("{s:i, s:b}", "threadId", 1, "allThreadsContinued", 1));
    if (!held.reply) dbg_dap_forget();
    dbg.stopped = false;
    for (json_t *request; (request = next_request(false)); json_decref(request))
        if (json_object_get(request, "request")) answer(request);
    hd_buf_finish(&out);
    hd_arena_destroy(arena);
    hd_engine.arena = outer;
    hd_front_unlock();
    commander = NULL;
}

// Each block finds in shared memory what the launch's first one found when it ran first, so that it
// does the same when it is run again.
static HD_VEC(struct found_shared {
    int launch;
    size_t size;
    char *bytes;
}) found_shared;

static void fill_shared(struct hd_block *block) {
    size_t size = (size_t)(block->dyn_shared - block->shared) + dbg.launch->dyn_shared;
    for (int i = found_shared.n - 1; i >= 0; i--) {
        const struct found_shared *f = &found_shared.v[i];
        if (f->launch != dbg.nlaunches) continue;
        if (f->size == size) memcpy(block->shared, f->bytes, size);
        return;
    }
    struct found_shared f = {dbg.nlaunches, size, hd_xmalloc(size + 1)};
    memcpy(f.bytes, block->shared, size);
    HD_XPUSH(&found_shared, f);
}

static void forget_shared(void) {
    for (int i = 0; i < found_shared.n; i++) free(found_shared.v[i].bytes);
    found_shared.n = dbg.nlaunches = 0;
}

void dbg_quiet(bool quiet) {
    dbg.quiet = quiet;
    if (!quiet) dbg_silence(false);
}

// The cell begins again.
void dbg_restart(void) {
    dbg.nlaunches = 0;
    host_frame = NULL;
    dbg.launch = NULL;
    dbg.twin = NULL;
    dbg.launched_by = NULL;
    dbg.thread = NULL;
    dbg.frame = NULL;
    dbg.count = 0;
    dbg.cell_seen = dbg.seen;
    dbg_watches_look();
    dbg_quiet(true);
    dbg_set_limit();
}

// At a barrier the focus stays, though another thread is about to go on first.
static struct hd_frame *focus_at_barrier(struct hd_frame *frame) {
    hd_loc at;
    if (dbg.mode != DBG_BARRIER || !dbg.met || !dbg.thread ||
        hd_thread_state(dbg.thread, &at) == HD_THREAD_ENDED || !*hd_thread_frame(dbg.thread))
        return frame;
    return *hd_thread_frame(dbg.thread);
}

// The focus need not be the thread that stops.
static void show_what_was(struct hd_frame **frame) {
    struct hd_thread *t = (*frame)->thread;
    if (dbg.stays && t) t = hd_thread_beside(t, dbg.shown_thread);
    if (dbg.stays && t && *hd_thread_frame(t)) *frame = *hd_thread_frame(t);
}

static void dbg_stop(struct hd_frame *frame, const char *reason) {
    show_what_was(&frame);
    dbg.thread = frame->thread;
    dbg.frame = dbg.selected = frame;
    while (dbg.stays && dbg.selected->depth > dbg.shown_depth && dbg_caller(dbg.selected))
        dbg.selected = dbg_caller(dbg.selected);
    dbg.stays = false;
    dbg.reason = reason;
    dbg.pause = NULL;
    dbg.pause_from = 0;
    stopped_at = hd_now_ns();
    dbg.pauses = asked_to_stop.pending = false;
    dbg.mode = DBG_GO;
    dbg.goal = 0;
    dbg.replaying = dbg.recording = false;
    dbg.stopped = dbg.inside = true;
    leaves = false;
    dbg.stops++;
    dbg.quits = dbg.rewinds = false;
    dbg_silence(false);
    run_commands();
    dbg.stopped = dbg.inside = dbg.in_store = false;
    dbg.fault.kind = NULL;
    dbg.note[0] = 0;
    dbg_watches_look(); // an expression may have changed it
    if (dbg.quits) leave();
    if (dbg.rewinds) {
        struct hd_fault again = {.kind = "again"};
        dbg.rewinds = false;
        hd_guard_raise(&again);
    }
    if (dbg.quiet && dbg.count < dbg.cell_seen) dbg_silence(true);
    dbg_skip_resumed();
    dbg_set_limit();
}

// The thread that was asked for is run first, where it has not begun. The statement at which this
// one waited for that counts once more when its turn comes: it is another moment. true: that is
// now.
static bool turn_to_wanted(struct hd_frame *frame) {
    struct hd_thread *t = frame->thread;
    if (dbg.mode != DBG_THREAD || !t || !is_here(t->block, dbg.wanted.block)) return false;
    const uint32_t *bdim = t->block->bdim, *w = dbg.wanted.thread;
    uint32_t linear = w[0] + bdim[0] * (w[1] + bdim[1] * w[2]);
    struct hd_thread *to = hd_thread_beside(t, linear);
    hd_loc at;
    if (!to || to == t || hd_thread_state(to, &at) != HD_THREAD_READY) return false;
    HD_XPUSH(&dbg.switches, ((struct dbg_switch){dbg.count, linear}));
    hd_thread_switch(t, to);
    dbg_moments_move(dbg.count, 1);
    dbg_skip_move(dbg.count, 1);
    dbg.count++;
    return true;
}

// What was asked for from there on is forgotten.
void dbg_switches_from(uint64_t count) {
    while (dbg.switches.n && dbg.switches.v[dbg.switches.n - 1].count >= count) {
        uint64_t at = dbg.switches.v[--dbg.switches.n].count;
        dbg_moments_move(at, -1);
        dbg_skip_move(at, -1);
    }
}

static bool repeat_switches(struct hd_frame *frame) {
    for (int i = 0; i < dbg.switches.n; i++) {
        if (dbg.switches.v[i].count != dbg.count || !frame->thread) continue;
        struct hd_thread *to = hd_thread_beside(frame->thread, dbg.switches.v[i].to);
        dbg_set_limit();
        if (to) hd_thread_switch(frame->thread, to);
        dbg.count++;
        return true;
    }
    return false;
}

// A frame that something was written over ends the statement: nothing can be shown of it.
static void must_be_intact(const struct hd_frame *frame) {
    const struct hd_twin_func *func = frame->site < dbg_nsites ? dbg_sites[frame->site].func : NULL;
    if (func == frame->func || !frame->site || (!func && frame->site < dbg_nsites)) return;
    const struct dbg_site *site = frame->site < dbg_nsites ? &dbg_sites[frame->site] : NULL;
    struct hd_fault fault = {.kind = "overwritten stack", .loc = site ? site->loc : 0};
    const struct hd_sym *sym = site && site->func ? site->func->func->sym : NULL;
    snprintf(fault.message, sizeof fault.message,
             "the memory of a call of `%.80s` has been written over",
             sym && sym->name ? sym->name : "?");
    snprintf(fault.help, sizeof fault.help,
             "something was stored beyond the end of a local array: %%check says what");
    dbg.on = false;
    hd_guard_raise(&fault);
}

void hd_twin_at(struct hd_frame *frame) {
    if (!dbg.on || dbg.inside || !pthread_equal(dbg.owner, pthread_self())) return;
    must_be_intact(frame);
    if (frame->thread && dbg.count >= dbg_snapshot_due()) dbg_snapshot(frame->thread);
    if (dbg.quiet && dbg.count >= dbg.seen) dbg_quiet(false);
    if (!dbg.quiet) dbg.seen = dbg.count;
    bool changed = (dbg.watches.n || dbg_why_on) && dbg_watch_changed(frame);
    if (dbg.replaying && changed) dbg_record_store();
    if (dbg.replaying) dbg_record(frame);
    if (dbg.replaying || (dbg.goal && dbg.count < dbg.goal)) {
        if (repeat_switches(frame))
            hd_twin_at(frame);
        else
            dbg_set_limit();
        return;
    }
    if (dbg.goal) {
        dbg_switches_from(dbg.count);
        if (dbg.runs_on) {
            if (dbg.runs_on == TO_RETURN) {
                dbg.thread = frame->thread;
                dbg.mode = DBG_OUT;
                dbg.start_depth = dbg.returns_to + 1;
            }
            dbg.runs_on = NOT_ON;
            dbg.goal = 0;
            dbg_set_limit();
            return;
        }
        dbg_stop(frame, dbg.fault.kind ? "exception" : "back");
        return;
    }
    if (turn_to_wanted(frame)) {
        hd_twin_at(frame);
        return;
    }
    if (dbg.pause_from && dbg.count >= dbg.pause_from) dbg.pause = "interrupted";
    if (dbg.pause || changed) {
        dbg_stop(frame, dbg.pause ? dbg.pause : "watch");
        return;
    }
    if (dbg_found_here(frame)) {
        dbg_stop(frame, "finding");
        return;
    }
    struct dbg_point *point = NULL;
    if (dbg_sites[frame->site].func) point = dbg_point_hit(frame);
    if (point && dbg.mode != DBG_THREAD) { // on the way to a thread others do not stop
        static char text[64];
        snprintf(text, sizeof text, "breakpoint %d", point->number);
        if (point->once) dbg_point_remove(point->number);
        dbg_stop(frame, text);
    } else if (arrived(frame)) {
        dbg_stop(focus_at_barrier(frame), mode_name());
    } else {
        dbg_set_limit();
    }
}

// ---- what twins tell ----------------------------------------------------------------------------

void hd_twin_enter(struct hd_frame *frame, struct hd_thread *t, const struct hd_twin_func *func) {
    struct hd_frame **top = t && t->fiber ? hd_thread_frame(t) : &host_frame;
    frame->parent = *top;
    frame->depth = *top ? (*top)->depth + 1 : 0;
    frame->begun = dbg.count;
    frame->func = func;
    frame->thread = t;
    frame->site = func->sites.n ? func->sites.v[0].number : 0;
    *top = frame;
}

void hd_twin_leave(struct hd_frame *frame) {
    if (dbg.on && pthread_equal(dbg.owner, pthread_self())) must_be_intact(frame);
    struct hd_thread *t = frame->thread;
    struct hd_frame **top = t && t->fiber ? hd_thread_frame(t) : &host_frame;
    *top = frame->parent;
    if (dbg.watches.n) dbg_watch_left(frame);
    if (dbg.mode == DBG_GO || dbg.inside || t != dbg.thread ||
        !pthread_equal(dbg.owner, pthread_self()))
        return;
    if (frame->parent && dbg.mode == DBG_OUT && frame->depth == dbg.start_depth && !dbg.goal) {
        dbg.in_store = true; // in the middle of the caller's statement
        if (!dbg.note[0])
            snprintf(dbg.note, sizeof dbg.note, "`%s` has returned", dbg_func_name(frame));
        dbg_stop(frame->parent, "step");
    }
    if (frame->parent) return;
    if (dbg.mode == DBG_STEP || dbg.mode == DBG_NEXT || dbg.mode == DBG_UNTIL) {
        dbg.mode = t ? DBG_ANY : DBG_GO;
        if (t) snprintf(dbg.note, sizeof dbg.note, "%s has ended", dbg_thread_name(t));
    }
}

struct hd_frame *hd_twin_top(void) { return host_frame; }

void hd_twin_landed(struct hd_frame *frame) {
    if (host_frame == frame) return;
    host_frame = frame;
    if (dbg.watches.n && pthread_equal(dbg.owner, pthread_self())) dbg_watches_landed(frame);
}

static void found_access(const char *addr, uint64_t size, struct hd_frame *frame) {
    if (!dbg.on || dbg.inside || dbg.replaying || dbg.goal ||
        !pthread_equal(dbg.owner, pthread_self()) || !dbg_found_access(addr, size, frame))
        return;
    dbg.in_store = true;
    dbg_stop(frame, "finding");
}

void hd_twin_store(void *addr, uint64_t size, struct hd_frame *frame) {
    if (dbg.inside) return;
    if (dbg.launch && frame->thread) dbg_undo_note(addr, size);
    if (dbg_why_on) dbg_why_store(addr, size, frame);
    found_access(addr, size, frame);
    if (dbg.watches.n) dbg_watch_store(addr, size);
}

void hd_twin_stored(struct hd_frame *frame) {
    if (dbg.inside || !dbg.on || !dbg_watch_stored()) return;
    if (dbg.replaying) dbg_record_store();
    if (dbg.replaying || dbg.goal) return;
    dbg.in_store = true;
    dbg_stop(frame, "watch");
}

void hd_twin_load(void *addr, uint64_t size, struct hd_frame *frame) {
    if (dbg_why_on && !dbg.inside) dbg_why_load(addr, size, frame);
    found_access(addr, size, frame);
}

void hd_twin_wrote(void *addr, uint64_t size) {
    if (!dbg.inside && dbg.launch) dbg_undo_note(addr, size);
}

static struct hd_frame *frame_of(struct hd_thread *t) {
    return t && t->fiber ? *hd_thread_frame(t) : NULL;
}

void hd_twin_store_by(void *addr, uint64_t size, struct hd_thread *t) {
    struct hd_frame *frame = frame_of(t);
    if (frame)
        hd_twin_store(addr, size, frame);
    else
        hd_twin_wrote(addr, size);
}

void hd_twin_stored_by(struct hd_thread *t) {
    struct hd_frame *frame = frame_of(t);
    if (frame) hd_twin_stored(frame);
}

void hd_twin_load_by(void *addr, uint64_t size, struct hd_thread *t) {
    struct hd_frame *frame = frame_of(t);
    if (frame) hd_twin_load(addr, size, frame);
}

void hd_twin_turn(struct hd_thread *t) {
    struct hd_frame *frame = t && t->fiber ? *hd_thread_frame(t) : host_frame;
    if (!frame || !dbg.on || dbg.inside || dbg.replaying || dbg.goal || !dbg.pauses ||
        !pthread_equal(dbg.owner, pthread_self()))
        return;
    dbg.in_store = true; // in the middle of the statement
    snprintf(dbg.note, sizeof dbg.note, "in what this line calls");
    dbg_stop(frame, dbg.pause);
}

void hd_rt_breakpoint(void) {
    if (!dbg.on || dbg.inside || dbg.replaying || dbg.goal || dbg.mode == DBG_THREAD ||
        !pthread_equal(dbg.owner, pthread_self()))
        return;
    dbg.pause = "breakpoint()";
    dbg.limit = 0;
}

// ---- launches -----------------------------------------------------------------------------------

static void block_begin(struct hd_block *block) {
    fill_shared(block);
    dbg.block =
        block->bid[0] + block->gdim[0] * (block->bid[1] + (uint64_t)block->gdim[1] * block->bid[2]);
    dbg.block_count = dbg.count;
    dbg_undo_begin(false);
    dbg_set_limit();
    if (dbg.mode == DBG_THREAD && is_here(block, dbg.wanted.block)) dbg.limit = 0;
    if (dbg.mode != DBG_BARRIER || dbg.replaying || dbg.goal) return;
    snprintf(dbg.note, sizeof dbg.note, "the block has ended: its threads did not meet again");
    dbg.mode = DBG_ANY;
    dbg_set_limit();
}

static void block_end(struct hd_block *block) {}

static void barrier(struct hd_block *block) {
    if (dbg.mode != DBG_BARRIER || dbg.replaying || dbg.goal || dbg.inside ||
        dbg.thread->block != block)
        return;
    dbg.met = true;
    dbg_set_limit();
}

static void left(struct hd_block *block, hd_loc loc, uint32_t fell) {}

static void warp(struct hd_block *block, int warp, uint32_t lanes, uint32_t exists) {}

static void grid(void) {}

void dbg_kernel_begins(struct hd_kernel_twin *twin, struct hd_cpu_launch *launch, hd_loc loc) {
    static const struct hd_cpu_watch watch = {.block_begin = block_begin,
                                              .block_end = block_end,
                                              .barrier = barrier,
                                              .left = left,
                                              .warp = warp,
                                              .grid = grid,
                                              .alone = true,
                                              .quiet = &dbg.quiet,
                                              .again = dbg_again,
                                              .resumes = dbg_resumes,
                                              .skips = dbg_skips,
                                              .skipped = dbg_skipped,
                                              .plain = &dbg_skip_plain,
                                              .halt = &dbg_skip_halt};
    launch->watch = &watch;
    dbg.launch = launch;
    dbg.twin = twin;
    dbg.launch_loc = loc;
    dbg.launch_count = dbg.count;
    dbg.launched_by = host_frame;
    dbg_undo_begin(true);
}

void hd_debug_launched(void) {
    dbg_launch_left();
    dbg_skip_end();
    dbg.launch = NULL;
    dbg.twin = NULL;
    if (dbg.count >= dbg.cell_seen) dbg_quiet(false);
    dbg_set_limit(); // what is watched is looked at again
    if (dbg.mode == DBG_THREAD)
        snprintf(dbg.note, sizeof dbg.note, "the launch has ended before that thread did anything");
    if (dbg.mode == DBG_BARRIER)
        snprintf(dbg.note, sizeof dbg.note, "the block has ended: its threads did not meet again");
    if (dbg.mode != DBG_GO && dbg.mode != DBG_START && dbg.thread) {
        dbg.mode = dbg.launched_by ? DBG_HOST : DBG_GO;
        dbg.thread = NULL;
        dbg_set_limit();
    }
}

// ---- requests -----------------------------------------------------------------------------------

void hd_debug_cell_begins(void) {
    dbg.on = dbg_can_ask();
    dbg.owner = pthread_self();
    host_frame = NULL;
    dbg.launch = NULL;
    dbg.twin = NULL;
    dbg.count = dbg.seen = dbg.cell_seen = 0;
    dbg.cell = false;
    dbg.goal = 0;
    dbg.switches.n = 0;
    dbg.replaying = dbg.recording = dbg.quiet = dbg.inside = dbg.stopped = dbg.stays = false;
    dbg.pause = NULL;
    dbg.pauses = asked_to_stop.pending = false;
    dbg.stops = 0;
    dbg.quits = false;
    dbg.note[0] = 0;
    dbg.thread = NULL;
    dbg.frame = NULL;
    dbg.mode = (dbg.asked && !dbg.post_mortem) || dbg.stop_on_entry ? DBG_START : DBG_GO;
    dbg_set_limit();
    if (dbg.on) dbg_conditions_check();
    if (dbg.on && !dbg.asked) dbg_values_input_begins();
    if (dbg.on && dbg_twin_runs() && dbg.goes_back) dbg_host_begin();
}

bool hd_debug_was_left(void) { return dbg.quits; }

// What was to be said at a stop that did not come: the cell's last launch has ended.
static void say_note(void) {
    if (in_output())
        hd_print("%s\n", dbg.note);
    else if (dbg.attached)
        tell("output", json_pack("{s:s, s:s+}", "category", "console", "output", dbg.note, "\n"));
    else
        hd_event("debug", json_pack("{s:s+, s:i}", "text", dbg.note, "\n", "prompt", 0));
}

void hd_debug_cell_ends(const struct hd_fault *fault) {
    if (dbg.on && dbg.mode == DBG_HOST && dbg.note[0] && !fault) say_note();
    dbg_launch_left();
    dbg_skip_end();
    dbg_skips_forget();
    dbg_find_end();
    dbg_host_end();
    forget_shared();
    dbg.stopped = dbg.inside = false;
    commander = NULL;
    dbg.launch = NULL;
    dbg.twin = NULL;
    dbg.launched_by = host_frame = NULL;
    dbg_watches_end();
    dbg.limit = UINT64_MAX;
    dbg.mode = DBG_GO;
    dbg_points_forget_codes();
    dbg_entries_end();
    dbg_why_on = false;
    if (held.reply) answer_held(&(struct hd_buf){0});
    pthread_mutex_lock(&client.lock);
    client.stopped = false;
    for (int i = 0; i < client.requests.n; i++) json_decref(client.requests.v[i]);
    client.requests.n = 0;
    pthread_mutex_unlock(&client.lock);
    dbg_dap_forget();
    dbg.stop_on_entry = false;
}
