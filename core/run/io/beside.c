// Requests that run beside a cell (`beside`, session/protocol.md): the second shell of a notebook
// calls a function or looks at a variable while a cell is busy.
//
// The text is checked as one that stands in a function (hd_front_set_frame with no names), so what
// it declares is its own and nothing of the session changes: no definition, no Out[n], no count.
// That happens under hd_front_lock, which the cell's thread has not taken while its user code runs;
// before and after it the request waits a moment. Then the code runs on a thread like those that
// programs start, but what goes wrong in it ends it alone (hd_thread_apart). Variables are the
// session's own: both may change them, as two threads of a program may.
//
//   In[7] is running:  for (step = 0; step < 1000000; step++) update(a);
//   beside it:         step              -> 4711
//                      sum(a, 100)       -> 3.5
//
// What it prints and shows is kept (hd_events_beside) and goes into the reply, because both share
// the streams. printf's text comes to us when its line ends, on the thread that wrote it.
#include "array/array.h"
#include "run/debug/debug.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MOST_AT_ONCE = 16,
    MOST_OUTPUT = 1 << 20, // bytes; the rest is left out
};

struct beside {
    json_t *request, *events;
    struct hd_arena *arena, *outer;
    struct hd_cell *cell;
    void (*entry)(void);
    void *value; // of the result
    bool ok;
};

static HD_VEC(struct hd_arena *) arenas; // of those that have ended: their code may be needed yet
static atomic_int running;
static _Thread_local struct { // of the calling thread's request
    struct hd_buf text;       // not yet in the events
    int stream;               // that it was printed on
    size_t printed;
} out;

static void add_output(int stream, const char *text, size_t len) {
    json_array_append_new(hd_events_beside,
                          json_pack("{s:s, s:i, s:o}", "event", "output", "stream", stream, "text",
                                    hd_json_text(text, len)));
}

void hd_beside_flush(void) {
    if (out.text.len) add_output(out.stream, out.text.s, out.text.len);
    hd_buf_clear(&out.text);
}

void hd_beside_output(int stream, const char *data, size_t len) {
    static const char notice[] = "\n[more than 1 MB of output is left out]\n";
    size_t left = out.printed < MOST_OUTPUT ? MOST_OUTPUT - out.printed : 0;
    bool first_beyond = len > left && out.printed <= MOST_OUTPUT;
    out.printed += len;
    if (stream != out.stream) hd_beside_flush();
    out.stream = stream;
    hd_buf_add(&out.text, data, len < left ? len : left);
    if (!first_beyond) return;
    hd_beside_flush();
    add_output(2, notice, sizeof notice - 1);
}

void hd_beside_sweep(void) {
    for (int i = 0; i < arenas.n; i++) hd_arena_destroy(arenas.v[i]);
    arenas.n = 0;
}

// ---- what cannot run beside a cell --------------------------------------------------------------

static void fail(const char *kind, const char *message) {
    json_t *trace = json_pack("[o]", json_sprintf("error: %s\n", message));
    hd_event("error",
             json_pack("{s:s, s:s, s:o}", "kind", kind, "message", message, "traceback", trace));
}

static const char *refusal(const char *text) {
    text += strspn(text, " \t\r\n");
    size_t end = strlen(text);
    while (end && strchr(" \t\r\n", text[end - 1])) end--;
    if (end && (strchr("%!?", *text) || text[end - 1] == '?'))
        return "magics, commands and help wait for the cell that runs; beside it, functions can "
               "be called and variables looked at";
    if (dbg.on && (dbg.asked || dbg.attached || dbg.launch || dbg_twin_runs()))
        return "nothing can run beside a cell that is being debugged";
    if (hd_check_wanted())
        return "nothing can run beside a cell that is checked; `%check off` allows it for later "
               "cells";
    return NULL;
}

// Not a statement: a type, say.
static bool declares(const struct hd_cell *cell) {
    const struct hd_stmt *body = cell->entry ? cell->entry->body : NULL;
    return (!body || !body->nlist) && cell->tokens.n > 0 && !strchr(";{", *cell->tokens.v[0].text);
}

// Definitions would change what the running cell uses; other declarations would be gone at once.
static bool defines(const struct hd_cell *cell, struct hd_diags *diags) {
    for (int i = 0; i < cell->defs.n; i++) {
        const struct hd_def *d = cell->defs.v[i];
        if (d->system || d->instance_of || d->kind == DEF_SPACE || d->kind == DEF_VAR || !d->name)
            continue;
        struct hd_range none = {cell->source->base, cell->source->base};
        struct hd_diag *e = hd_error(diags, d->sym ? d->sym->range : none,
                                     "`%s` cannot be defined while a cell runs", d->name);
        hd_help(diags, e,
                "run this again when the cell has ended; beside it, functions can be called and "
                "variables looked at and changed");
        return true;
    }
    const struct hd_stmt *body = cell->entry ? cell->entry->body : NULL;
    const struct hd_sym *sym = NULL;
    for (int i = 0; body && i < body->nlist; i++) {
        if (body->list[i]->kind != STM_VAR) return false;
        sym = body->list[i]->sym;
    }
    if (cell->result || (!sym && !declares(cell))) return false;
    struct hd_range all = {cell->source->base,
                           cell->source->base + (hd_loc)strcspn(cell->source->text, "\n")};
    const char *name = sym && sym->name ? hd_printf(diags->arena, "`%s`", sym->name) : "this";
    struct hd_diag *e =
        hd_error(diags, sym ? sym->range : all, "%s would be gone at once: a cell runs", name);
    hd_help(diags, e,
            "what is to stay is defined when the cell has ended; here, use it in the same "
            "text: `int t = f(3); t + 1`");
    return true;
}

// ---- compiling ----------------------------------------------------------------------------------

static bool compile_checked(struct beside *b, struct hd_diags *diags) {
    struct hd_cell *cell = b->cell;
    if (cell->result && !cell->result->addr) {
        b->value = hd_xcalloc(1, cell->result->type->size + 64);
        cell->result->addr = HD_ROUND_UP((uint64_t)(uintptr_t)b->value, 64);
    }
    if (cell->entry) b->entry = (void (*)(void))(uintptr_t)hd_code_entry(cell->entry, false, diags);
    return !cell->entry || b->entry;
}

static bool compile(struct beside *b) {
    struct hd_diags diags = {.arena = b->arena};
    size_t len;
    const char *text = hd_get_code(b->request, &len);
    struct hd_source *source = hd_source_add(hd_intern_str("<beside>"), NULL, text, len);
    source->lang = HD_LANG_CU;
    struct hd_front_frame frame = {0};
    b->cell = HD_NEW(b->arena, struct hd_cell);
    hd_front_set_frame(hd_engine.front, &frame);
    bool ok = hd_front_cell(hd_engine.front, source, false, b->cell, &diags);
    hd_front_set_frame(hd_engine.front, NULL);
    if (ok) {
        ok = !defines(b->cell, &diags) && compile_checked(b, &diags);
        // What it declares goes now; its code does not need it.
        uint64_t at = b->cell->result ? b->cell->result->addr : 0;
        if (b->value) b->cell->result->addr = 0;
        hd_front_rollback(hd_engine.front, b->cell);
        if (b->value) b->cell->result->addr = at;
    }
    if (diags.first) hd_report_diags(&diags);
    return ok;
}

// ---- running ------------------------------------------------------------------------------------

static void enter(struct beside *b) {
    hd_front_lock();
    b->outer = hd_engine.arena;
    hd_engine.arena = b->arena;
}

static void leave(struct beside *b) {
    hd_engine.arena = b->outer;
    hd_front_unlock();
}

static void call(void *arg) {
    struct beside *b = arg;
    b->entry();
}

static void run(struct beside *b) {
    const char *why = refusal(json_string_value(json_object_get(b->request, "code")));
    enter(b);
    if (why)
        fail("busy", why);
    else
        b->ok = compile(b);
    leave(b);
    if (!b->ok) return;
    struct hd_fault fault = {0};
    enum hd_outcome outcome = b->entry ? hd_guard_inside(call, b, &fault) : HD_RAN;
    if (outcome == HD_POISONED) {
        hd_report_dying(&fault);
        _exit(70); // as a cell that breaks the heap: the client starts a new engine
    }
    fflush(stdout);
    fflush(stderr);
    enter(b);
    if (outcome == HD_EXITED) {
        fault.kind = "exit";
        snprintf(fault.message, sizeof fault.message, "the code called exit(%d)", fault.status);
    }
    if (outcome == HD_INTERRUPTED) {
        fault.kind = "interrupted";
        snprintf(fault.message, sizeof fault.message, "interrupted");
    }
    b->ok = outcome == HD_RAN;
    if (!b->ok)
        hd_report_fault(&fault);
    else if (b->cell->result)
        hd_show_result(b->cell->result, hd_engine.count);
    leave(b);
}

static void answer(json_t *request, const char *status, json_t *events) {
    hd_event("reply", json_pack("{s:O, s:s, s:o}", "id", json_object_get(request, "id"), "status",
                                status, "events", events));
}

static void work(void *arg) {
    struct beside *b = arg;
    b->arena = hd_arena_create();
    hd_events_beside = b->events = json_array();
    run(b);
    hd_beside_flush();
    hd_buf_finish(&out.text);
    hd_events_beside = NULL;
    hd_front_lock();
    HD_XPUSH(&arenas, b->arena);
    hd_front_unlock();
    answer(b->request, b->ok ? "ok" : "error", b->events);
    json_decref(b->request);
    free(b->value);
    free(b);
    atomic_fetch_sub(&running, 1);
}

void hd_beside(json_t *request) {
    struct beside *b = hd_xcalloc(1, sizeof *b);
    b->request = json_incref(request);
    bool room = atomic_fetch_add(&running, 1) < MOST_AT_ONCE;
    if (room && json_is_string(json_object_get(request, "code")) && hd_thread_apart(work, b))
        return;
    atomic_fetch_sub(&running, 1);
    const char *why =
        room ? "the request cannot be started" : "16 requests run beside the cell already";
    answer(request, "error",
           json_pack("[{s:s, s:s, s:s, s:[s]}]", "event", "error", "kind", "busy", "message", why,
                     "traceback", why));
    json_decref(request);
    free(b);
}
