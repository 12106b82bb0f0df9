// The Debug Adapter Protocol: requests of front-ends (JupyterLab, VS Code, editors), one JSON
// object each, answered here whoever carries them.
//
// While a thread is stopped, it answers itself, for what is asked is about its variables; else the
// control thread does, which can set breakpoints and tell of globals. The focus has number 1; of
// the other threads of its block one is shown for each place at which some stand. `evaluate` of a
// command of the terminal ("focus 3,0,0 17,0,0", "why a[3]") runs it.
//
// A cell is a file named prefix + Murmur2 of its text + suffix, as JupyterLab computes it: over the
// low bytes of its UTF-16 units.
#include "run/debug/dap.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SEED 0xc70f6907u
#define MOST_GROUPS 16
static bool one_thread; // the front-end shows one (JupyterLab): the others are below its frames

// ---- cells as files -----------------------------------------------------------------------------

static const char *prefix(void) {
    static char text[64];
    if (!text[0]) snprintf(text, sizeof text, "/tmp/heddle_%d/", (int)getppid()); // stays
    return text;
}

static uint32_t murmur2(const char *text, size_t len, uint32_t seed) {
    const uint32_t m = 0x5bd1e995u;
    struct hd_buf units = {0};
    for (size_t i = 0; i < len;) {
        uint32_t c;
        i += (size_t)hd_utf8_decode(text + i, len - i, &c);
        if (c >= 0x10000) {
            hd_buf_putc(&units, (char)((0xd800 + ((c - 0x10000) >> 10)) & 0xff));
            c = 0xdc00 + ((c - 0x10000) & 0x3ff);
        }
        hd_buf_putc(&units, (char)(c & 0xff));
    }
    const unsigned char *p = (const unsigned char *)hd_buf_str(&units);
    size_t n = units.len;
    uint32_t h = seed ^ (uint32_t)n;
    for (; n >= 4; p += 4, n -= 4) {
        uint32_t k = p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
        k *= m;
        k ^= k >> 24;
        k *= m;
        h = h * m ^ k;
    }
    if (n >= 3) h ^= (uint32_t)p[2] << 16;
    if (n >= 2) h ^= (uint32_t)p[1] << 8;
    if (n >= 1) {
        h ^= p[0];
        h *= m;
    }
    h ^= h >> 13;
    h *= m;
    h ^= h >> 15;
    hd_buf_finish(&units);
    return h;
}

static const char *cell_path(const char *text, size_t len) {
    return hd_printf(hd_engine.arena, "%s%u.cu", prefix(), murmur2(text, len, SEED));
}

bool dbg_is_cell_file(const struct hd_source *source, const char *path) {
    size_t n = strlen(prefix());
    if (strncmp(path, prefix(), n) != 0 || source->path) return false;
    return murmur2(source->text, source->len, SEED) == (uint32_t)strtoul(path + n, NULL, 10);
}

static const char *path_of(const struct hd_source *source) {
    return source->path ? source->path : cell_path(source->text, source->len);
}

// ---- answers ------------------------------------------------------------------------------------

static const char *text_of(const json_t *object, const char *key) { return dap_text(object, key); }

static int number_of(const json_t *object, const char *key, int otherwise) {
    return dap_number(object, key, otherwise);
}

// ---- where --------------------------------------------------------------------------------------

struct hd_thread *dap_shown;
int dap_evaluated;

struct other {
    struct hd_thread *thread;
    const char *name;
};

// One for each place at which other threads of the block stand: the first of them.
static int other_threads(struct other *out) {
    int n = 0;
    if (!dbg.stopped || !dbg.thread) return 0;
    dbg_groups groups = dbg_thread_groups();
    for (int i = 0; i < groups.n && n < MOST_GROUPS; i++) {
        const struct dbg_group *g = &groups.v[i];
        uint32_t first = g->first;
        if (first == dbg.thread->linear && g->n > 1) first++;
        struct hd_thread *t = hd_thread_beside(dbg.thread, first);
        if (first == dbg.thread->linear || !*hd_thread_frame(t)) continue;
        char others[64] = "";
        if (g->n > 1) snprintf(others, sizeof others, " (of %u)", g->n);
        out[n++] = (struct other){t, hd_printf(hd_engine.arena, "%s, %s%s", dbg_thread_name(t),
                                               dbg_group_does(g), others)};
    }
    return n;
}

static int frame_number(const struct hd_thread *t, int i) {
    // JupyterLab empties its panel when something was evaluated, and fills it when the frame that
    // it shows has become another.
    if (!t) return i + 1 + (one_thread && !i ? dap_evaluated % 1024 * DAP_AGAIN : 0);
    return DAP_OTHER_THREADS + (int)t->linear * DAP_THREAD_FRAMES + i;
}

static json_t *frame_json(int number, const struct hd_frame *frame, const char *name) {
    struct hd_place place;
    if (!hd_source_place(dbg_loc(frame), &place)) return NULL;
    return json_pack("{s:i, s:s, s:{s:s, s:s}, s:i, s:i}", "id", number, "name", name, "source",
                     "name", place.source->name, "path", path_of(place.source), "line", place.line,
                     "column", place.column);
}

// A frame for each of them, whose variables it shows.
static void add_other_threads(json_t *list) {
    struct other others[MOST_GROUPS];
    int n = other_threads(others);
    for (int i = 0; i < n; i++) {
        struct hd_frame *frame = *hd_thread_frame(others[i].thread);
        const char *name =
            hd_printf(hd_engine.arena, "%s  %s", dbg_func_name(frame), others[i].name);
        json_t *f = frame_json(frame_number(others[i].thread, 0), frame, name);
        if (f) json_object_set_new(f, "presentationHint", json_string("subtle"));
        if (f) json_array_append_new(list, f);
    }
}

// Numbers of threads: 1 is the focus, from 2 on others of its block.
static struct hd_thread *thread_of(const json_t *args) {
    int number = number_of(args, "threadId", 1);
    return number > 1 && dbg.stopped && dbg.thread
               ? hd_thread_beside(dbg.thread, (uint32_t)number - 2)
               : NULL;
}

static void stack_trace(struct dap_answer *a, const json_t *args) {
    struct hd_frame *frames[DAP_FRAMES];
    struct hd_thread *t = thread_of(args);
    struct hd_frame *top = t ? *hd_thread_frame(t) : dbg.frame;
    int n = dbg.stopped ? dbg_frames(top, frames, t ? DAP_THREAD_FRAMES : DAP_FRAMES) : 0;
    int start = number_of(args, "startFrame", 0), levels = number_of(args, "levels", 0);
    json_t *list = json_array();
    for (int i = start; i < n && (levels <= 0 || i < start + levels); i++) {
        struct hd_place place;
        if (!hd_source_place(dbg_loc(frames[i]), &place)) continue;
        const char *name =
            frames[i]->func->func->is_entry ? place.source->name : dbg_func_name(frames[i]);
        if (i == 0 && frames[i]->thread)
            name = hd_printf(hd_engine.arena, "%s  %s", name, dbg_thread_name(frames[i]->thread));
        json_array_append_new(list, frame_json(frame_number(t, i), frames[i], name));
    }
    if (one_thread && dbg.stopped && dbg.thread && levels <= 0) add_other_threads(list);
    a->body = json_pack("{s:o, s:i}", "stackFrames", list, "totalFrames",
                        n > (int)json_array_size(list) ? n : (int)json_array_size(list));
}

static void threads(struct dap_answer *a, const json_t *args) {
    struct other others[MOST_GROUPS];
    const char *name = dbg.stopped ? dbg_thread_name(dbg.thread) : "heddle";
    json_t *list = json_pack("[{s:i, s:s}]", "id", 1, "name", name);
    int n = one_thread ? 0 : other_threads(others);
    for (int i = 0; i < n; i++)
        json_array_append_new(list, json_pack("{s:i, s:s}", "id", (int)others[i].thread->linear + 2,
                                              "name", others[i].name));
    a->body = json_pack("{s:o}", "threads", list);
}

static json_t *cells_text; // path -> text

static void dump_cell(struct dap_answer *a, const json_t *args) {
    const char *code = text_of(args, "code");
    if (!code) {
        a->wrong = "dumpCell needs `code`";
        return;
    }
    const char *path = cell_path(code, strlen(code));
    if (!cells_text) cells_text = json_object();
    json_object_set_new(cells_text, path, json_string(code));
    a->body = json_pack("{s:s}", "sourcePath", path);
}

static void source(struct dap_answer *a, const json_t *args) {
    const char *path = text_of(json_object_get(args, "source"), "path");
    const char *text = path && cells_text ? text_of(cells_text, path) : NULL;
    for (uint32_t i = 0; !text && path && i < dbg_nsites; i++) {
        const struct hd_source *s = dbg_sites[i].func ? dbg_sites[i].source : NULL;
        if (s && (dbg_is_cell_file(s, path) || (s->path && !strcmp(s->path, path)))) text = s->text;
    }
    char *file = NULL;
    size_t len;
    if (!text && path && hd_read_file(path, &file, &len)) text = file;
    if (text)
        a->body = json_pack("{s:o, s:s}", "content", hd_json_text(text, strlen(text)), "mimeType",
                            "text/x-c++src");
    else
        a->wrong = "the source is not known here";
    free(file);
}

// ---- breakpoints --------------------------------------------------------------------------------

static void add_details(struct dbg_point *p, const json_t *item) {
    const char *hits = text_of(item, "hitCondition"), *message = text_of(item, "logMessage");
    if (hits && *hits) p->hit_condition = hd_xstrdup(hits);
    if (message && *message) p->message = hd_xstrdup(message);
}

// Lines of a file; INT_MAX: it cannot be read, or is a cell.
static int lines_of(const char *path) {
    char *text = NULL;
    size_t len;
    int n = 1;
    if (!hd_read_file(path, &text, &len)) return INT_MAX;
    for (size_t i = 0; i < len; i++) n += text[i] == '\n';
    free(text);
    return n;
}

static void set_breakpoints(struct dap_answer *a, const json_t *args) {
    const char *path = text_of(json_object_get(args, "source"), "path");
    if (!path) {
        a->wrong = "setBreakpoints needs `source.path`";
        return;
    }
    dbg_points_drop_client(path);
    json_t *list = json_array(), *item;
    size_t i;
    int lines = lines_of(path);
    json_array_foreach(json_object_get(args, "breakpoints"), i, item) {
        int line = number_of(item, "line", 0);
        struct dbg_point *p = dbg_point_add_client(path, line, text_of(item, "condition"), true);
        add_details(p, item);
        json_t *set = json_pack("{s:i, s:b, s:i, s:{s:s}}", "id", p->number, "verified",
                                line <= lines && !p->wrong, "line", line, "source", "path", path);
        const char *wrong = line > lines ? "the file has no such line" : p->wrong;
        if (wrong) json_object_set_new(set, "message", hd_json_text(wrong, strlen(wrong)));
        json_array_append_new(list, set);
    }
    a->body = json_pack("{s:o}", "breakpoints", list);
}

// A new engine is told again.
static void journal(void) {
    json_t *list = json_array();
    for (int i = 0; i < dbg_points.n; i++) {
        const struct dbg_point *p = dbg_points.v[i];
        if (p->client)
            json_array_append_new(list,
                                  json_pack("{s:s, s:i, s:s*, s:s*, s:s*}", "path", p->name, "line",
                                            p->line, "condition", p->condition, "hitCondition",
                                            p->hit_condition, "logMessage", p->message));
    }
    hd_journal_option("debugger",
                      json_pack("{s:b, s:b, s:b, s:o}", "attached", dbg.attached, "faults",
                                dbg.faults, "findings", dbg.findings, "breakpoints", list));
}

void dbg_dap_restore(const json_t *options) {
    json_t *debugger = json_object_get(options, "debugger"), *item;
    size_t i;
    dbg.attached = json_is_true(json_object_get(debugger, "attached"));
    dbg.faults = json_is_true(json_object_get(debugger, "faults"));
    dbg.findings = json_is_true(json_object_get(debugger, "findings"));
    json_array_foreach(json_object_get(debugger, "breakpoints"), i, item)
        add_details(dbg_point_add_client(text_of(item, "path"), number_of(item, "line", 0),
                                         text_of(item, "condition"), false),
                    item);
}

static void set_function_breakpoints(struct dap_answer *a, const json_t *args) {
    dbg_points_drop_client(NULL);
    json_t *list = json_array(), *item;
    size_t i;
    json_array_foreach(json_object_get(args, "breakpoints"), i, item) {
        const char *name = text_of(item, "name");
        struct dbg_point *p =
            dbg_point_add_client(name ? name : "?", 0, text_of(item, "condition"), true);
        add_details(p, item);
        p->unverified = !dbg_point_is_known(p);
        json_t *set =
            json_pack("{s:i, s:b}", "id", p->number, "verified", !p->unverified && !p->wrong);
        if (p->wrong)
            json_object_set_new(set, "message", hd_json_text(p->wrong, strlen(p->wrong)));
        else if (p->unverified)
            json_object_set_new(set, "message",
                                json_string("no function has this name so far: it stops when one "
                                            "that has it is called"));
        json_array_append_new(list, set);
    }
    a->body = json_pack("{s:o}", "breakpoints", list);
}

// A program that was read since has the function, or its condition means something else there.
void dbg_dap_verified(const struct dbg_point *p) {
    json_t *point = json_pack("{s:i, s:b}", "id", p->number, "verified", !p->wrong);
    if (p->wrong) json_object_set_new(point, "message", hd_json_text(p->wrong, strlen(p->wrong)));
    json_t *body = json_pack("{s:s, s:o}", "reason", "changed", "breakpoint", point);
    hd_event("debug", json_pack("{s:{s:s, s:o}}", "dap", "event", "breakpoint", "body", body));
}

static void set_exception_breakpoints(struct dap_answer *a, const json_t *args) {
    json_t *item;
    size_t i;
    dbg.faults = dbg.findings = false;
    json_array_foreach(json_object_get(args, "filters"), i, item) {
        const char *name = json_string_value(item);
        if (name && !strcmp(name, "faults")) dbg.faults = true;
        if (name && !strcmp(name, "findings")) dbg.findings = true;
    }
    a->body = json_pack("{s:[]}", "breakpoints");
}

static json_t *client_points(void) {
    json_t *list = json_array();
    for (int i = 0; i < dbg_points.n; i++) {
        const struct dbg_point *p = dbg_points.v[i];
        if (!p->client || !p->is_source) continue;
        json_t *entry = NULL, *known;
        size_t k;
        json_array_foreach(list, k, known) if (!strcmp(text_of(known, "source"), p->name)) entry =
            known;
        if (!entry) {
            entry = json_pack("{s:s, s:[]}", "source", p->name, "breakpoints");
            json_array_append_new(list, entry);
        }
        json_array_append_new(json_object_get(entry, "breakpoints"),
                              json_pack("{s:i}", "line", p->line));
    }
    return list;
}

// ---- sessions -----------------------------------------------------------------------------------

static void debug_info(struct dap_answer *a, const json_t *args) {
    a->body =
        json_pack("{s:b, s:s, s:I, s:s, s:s, s:o, s:o, s:b, s:[s, s], s:b}", "isStarted",
                  dbg.attached, "hashMethod", "Murmur2", "hashSeed", (json_int_t)SEED,
                  "tmpFilePrefix", prefix(), "tmpFileSuffix", ".cu", "breakpoints", client_points(),
                  "stoppedThreads", dbg.stopped ? json_pack("[i]", 1) : json_array(),
                  "richRendering", 1, "exceptionPaths", "faults", "findings", "copyToGlobals", 1);
}

static void initialize(struct dap_answer *a, const json_t *args) {
    const char *client_id = text_of(args, "clientID");
    one_thread = client_id && !strcmp(client_id, "jupyterlab");
    dap_types_only = one_thread;
    static const char *const can[] = {"supportsConfigurationDoneRequest",
                                      "supportsConditionalBreakpoints",
                                      "supportsHitConditionalBreakpoints",
                                      "supportsLogPoints",
                                      "supportsFunctionBreakpoints",
                                      "supportsDataBreakpoints",
                                      "supportsEvaluateForHovers",
                                      "supportsStepBack",
                                      "supportsTerminateRequest",
                                      "supportTerminateDebuggee",
                                      "supportsRestartRequest",
                                      "supportsSetVariable",
                                      "supportsSetExpression",
                                      "supportsCompletionsRequest",
                                      "supportsExceptionInfoRequest",
                                      "supportsDelayedStackTraceLoading",
                                      "supportsVariablePaging"};
    a->body = json_pack("{s:[{s:s, s:s, s:b}, {s:s, s:s, s:b}]}", "exceptionBreakpointFilters",
                        "filter", "faults", "label", "Faults", "default", 1, "filter", "findings",
                        "label", "Findings of %check", "default", 1);
    for (int i = 0; i < HD_COUNT(can); i++) json_object_set_new(a->body, can[i], json_true());
}

static void exception_info(struct dap_answer *a, const json_t *args) {
    bool finding = dbg.stopped && !strcmp(dbg.reason, "finding");
    if (!dbg.stopped || (!dbg.fault.kind && !finding)) {
        a->wrong = "the thread is not stopped at a fault";
        return;
    }
    const char *kind = finding ? "finding" : dbg.fault.kind;
    const char *said = finding ? dbg.note : dbg.fault.message;
    a->body = json_pack("{s:s, s:o, s:s}", "exceptionId", kind, "description",
                        hd_json_text(said, strlen(said)), "breakMode", "unhandled");
}

static void attach(struct dap_answer *a, const json_t *args) {
    dbg.attached = true;
    if (json_is_true(json_object_get(args, "stopOnEntry"))) dbg.stop_on_entry = true;
}

static void done(struct dap_answer *a, const json_t *args) {}

static void disconnect(struct dap_answer *a, const json_t *args) {
    dbg_points_drop_client(NULL);
    dbg_points_drop_client("");
    dbg.attached = false;
    if (!dbg.stopped) return;
    dbg_resume(DBG_GO);
    if (json_is_true(json_object_get(args, "terminateDebuggee"))) dbg.quits = true;
    a->goes_on = true;
}

// ---- moving -------------------------------------------------------------------------------------

// The thread that the front-end means becomes the focus: by its number, or the one whose frame it
// shows. false: nothing is stopped.
static bool focus(struct dap_answer *a, const json_t *args) {
    if (!dbg.stopped) {
        a->wrong = "nothing is stopped";
        return false;
    }
    dap_focus(one_thread ? dap_shown : thread_of(args));
    return true;
}

static void go(struct dap_answer *a, enum dbg_mode mode) {
    dbg_resume(mode);
    a->goes_on = true;
}

static void go_on(struct dap_answer *a, const json_t *args) {
    if (focus(a, NULL)) go(a, DBG_GO);
    a->body = json_pack("{s:b}", "allThreadsContinued", 1);
}

static void next(struct dap_answer *a, const json_t *args) {
    if (focus(a, args)) go(a, DBG_NEXT);
}

static void step_in(struct dap_answer *a, const json_t *args) {
    if (focus(a, args)) go(a, DBG_STEP);
}

static void step_out(struct dap_answer *a, const json_t *args) {
    if (focus(a, args)) go(a, DBG_OUT);
}

static void step_back(struct dap_answer *a, const json_t *args) {
    if (focus(a, args)) a->wrong = dbg_back(false);
    a->goes_on = !a->wrong;
}

static void reverse(struct dap_answer *a, const json_t *args) {
    if (focus(a, NULL)) a->wrong = dbg_back_to_point();
    a->goes_on = !a->wrong;
}

static void pause_it(struct dap_answer *a, const json_t *args) { dbg_pause("pause"); }

// Where nothing is stopped, an interrupt that comes now ends the program.
static void terminate(struct dap_answer *a, const json_t *args) {
    a->body = json_pack("{s:b}", "stopped", dbg.stopped);
    a->goes_on = dbg.stopped;
    if (dbg.stopped)
        dbg.quits = true;
    else
        dbg.on = false;
}

// ---- all of them -------------------------------------------------------------------------------

static void modules(struct dap_answer *a, const json_t *args) {
    a->body = json_pack("{s:[], s:i}", "modules", "totalModules", 0);
}

static const struct {
    const char *command;
    void (*run)(struct dap_answer *a, const json_t *args);
    bool journals;
} requests[] = {
    {"debugInfo", debug_info, false},
    {"initialize", initialize, false},
    {"attach", attach, true},
    {"launch", attach, true},
    {"configurationDone", done, false},
    {"setBreakpoints", set_breakpoints, true},
    {"setFunctionBreakpoints", set_function_breakpoints, true},
    {"setExceptionBreakpoints", set_exception_breakpoints, true},
    {"dumpCell", dump_cell, false},
    {"source", source, false},
    {"threads", threads, false},
    {"stackTrace", stack_trace, false},
    {"scopes", dap_scopes, false},
    {"variables", dap_variables, false},
    {"setVariable", dap_set_variable, false},
    {"completions", dap_completions, false},
    {"evaluate", dap_evaluate, false},
    {"continue", go_on, false},
    {"next", next, false},
    {"stepIn", step_in, false},
    {"stepOut", step_out, false},
    {"stepBack", step_back, false},
    {"reverseContinue", reverse, false},
    {"pause", pause_it, false},
    {"terminate", terminate, false},
    {"disconnect", disconnect, true},
    {"inspectVariables", dap_inspect_variables, false},
    {"richInspectVariables", dap_rich_inspect, false},
    {"copyToGlobals", dap_copy_to_globals, false},
    {"modules", modules, false},
    {"exceptionInfo", exception_info, false},
    {"setExpression", dap_set_expression, false},
    {"dataBreakpointInfo", dap_data_breakpoint_info, false},
    {"setDataBreakpoints", dap_set_data_breakpoints, false},
};

json_t *dbg_dap(const json_t *request, bool *goes_on) {
    const char *command = text_of(request, "command");
    struct dap_answer a = {0};
    size_t i = 0;
    while (i < HD_COUNT(requests) && (!command || strcmp(requests[i].command, command))) i++;
    bool known = i < HD_COUNT(requests);
    if (known)
        requests[i].run(&a, json_object_get(request, "arguments"));
    else
        a.wrong = "this request is not known";
    if (known && requests[i].journals) journal();
    *goes_on = a.goes_on;
    if (!a.body) a.body = json_object();
    json_t *reply = json_pack("{s:b, s:o}", "success", !a.wrong, "body", a.body);
    if (a.wrong) json_object_set_new(reply, "message", hd_json_text(a.wrong, strlen(a.wrong)));
    return reply;
}
