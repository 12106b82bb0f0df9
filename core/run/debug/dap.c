// The Debug Adapter Protocol: requests of front-ends (JupyterLab, VS Code, editors), one JSON
// object each, answered here whoever carries them.
//
// While a thread is stopped, it answers itself, for what is asked is about its variables; else the
// control thread does, which can set breakpoints and tell of globals. One thread is visible, with
// number 1: the focus. `evaluate` of a command of the terminal ("focus 3,0,0 17,0,0", "why a[3]")
// runs it.
//
// A cell is a file named prefix + Murmur2 of its text + suffix, as JupyterLab computes it: over the
// low bytes of its UTF-16 units.
#include "run/debug/debug.h"
#include "run/display/display.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SEED 0xc70f6907u
#define PAGE 100           // elements of an array that are told at once
#define OTHER_THREADS 1000 // + number in the block: the frame that stands for a thread
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

static const char *text_of(const json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

static int number_of(const json_t *object, const char *key, int otherwise) {
    json_t *value = json_object_get(object, key);
    return json_is_integer(value) ? (int)json_integer_value(value) : otherwise;
}

static json_t *text_json(const struct hd_buf *buf) {
    return hd_json_text(buf->s ? buf->s : "", buf->len);
}

struct answer {
    json_t *body;
    const char *wrong; // NULL: it went well
    bool goes_on;      // the stopped thread does
};

// ---- variables ----------------------------------------------------------------------------------

struct ref { // a value with parts, or a scope; its number is its index + 1
    enum { REF_VALUE, REF_LOCALS, REF_SHARED, REF_GLOBALS } kind;
    int frame;
    const struct hd_type *type;
    char *addr;
    int64_t len; // > 0: so many elements from there
};
static HD_VEC(struct ref) refs;

static int add_ref(struct ref ref) {
    HD_XPUSH(&refs, ref);
    return refs.n;
}

void dbg_dap_forget(void) { refs.n = 0; }

static json_t *variable(const char *name, const struct hd_type *type, char *addr) {
    struct hd_buf value = {0};
    hd_value_summary(&value, type, addr, 200);
    const struct hd_type *t = type;
    int ref = 0;
    int64_t elements = 0;
    if (t->kind == HD_TY_ARRAY && t->len > 0 && t->base->size) {
        elements = t->len;
        ref = add_ref((struct ref){REF_VALUE, 0, t->base, addr, t->len});
    } else if (t->kind == HD_TY_RECORD && t->record->nfields) {
        ref = add_ref((struct ref){REF_VALUE, 0, t, addr, 0});
    } else if (t->kind == HD_TY_PTR && t->base->size && t->base->kind != HD_TY_FUNC) {
        char *to = NULL, byte;
        hd_guard_read(addr, &to, sizeof to);
        uint64_t base;
        size_t bytes;
        const char *kind;
        struct hd_placed placed;
        uint64_t at = (uint64_t)(uintptr_t)to, end = at + t->base->size;
        if (to && hd_cudart_allocation(at, &base, &bytes, &kind))
            end = base + bytes;
        else if (to && hd_heap_find(at, &base, &bytes))
            end = base + bytes;
        else if (to && hd_var_at(at, &placed))
            end = placed.addr + placed.size;
        if (to && hd_guard_read(to, &byte, 1)) {
            elements = (int64_t)((end - at) / t->base->size);
            ref = add_ref((struct ref){REF_VALUE, 0, t->base, to, elements});
        }
    }
    const char *shown = hd_type_str(hd_engine.arena, type);
    json_t *v = json_pack("{s:s, s:o, s:s, s:i, s:s}", "name", name, "value", text_json(&value),
                          "type", shown, "variablesReference", ref, "evaluateName", name);
    if (elements > 0) json_object_set_new(v, "indexedVariables", json_integer(elements));
    hd_buf_finish(&value);
    return v;
}

static void add_vars(json_t *list, const dbg_vars *vars, bool shared) {
    for (int i = vars->n - 1; i >= 0; i--)
        if ((vars->v[i].kind == DBG_SHARED) == shared)
            json_array_insert_new(list, 0,
                                  variable(vars->v[i].name, vars->v[i].type, vars->v[i].addr));
}

static void add_globals(json_t *list) {
    int n;
    struct hd_def **defs = hd_all_defs(&n);
    for (int i = 0; i < n; i++) {
        struct hd_sym *sym = defs[i]->sym;
        if (defs[i]->dead || defs[i]->system || !sym || sym->kind != SYM_VAR || !sym->addr ||
            !sym->name || !strcmp(sym->name, "_") || sym->type->kind == HD_TY_REF ||
            hd_def_find(hd_front_of(defs[i]), sym->name) != defs[i])
            continue;
        json_array_append_new(list, variable(sym->name, sym->type, (char *)sym->addr));
    }
}

static void add_parts(json_t *list, const struct ref *ref, int start, int count) {
    char name[32];
    if (ref->len > 0) {
        if (count <= 0 || count > 10000)
            count = ref->len - start < PAGE ? (int)ref->len - start : PAGE;
        for (int i = start; i < start + count && i < ref->len; i++) {
            snprintf(name, sizeof name, "[%d]", i);
            json_array_append_new(
                list, variable(name, ref->type, ref->addr + (uint64_t)i * ref->type->size));
        }
        return;
    }
    const struct hd_record *r = ref->type->record;
    for (int i = 0; i < r->nfields; i++) {
        const struct hd_field *f = &r->fields[i];
        const char *field = f->name ? f->name : f->is_base ? "base" : "";
        if (!f->bit_width) {
            json_array_append_new(list, variable(field, f->type, ref->addr + f->offset));
            continue;
        }
        struct hd_buf value = {0};
        hd_value_member(&value, f, ref->addr, 200);
        json_array_append_new(list, json_pack("{s:s, s:o, s:s, s:i}", "name", field, "value",
                                              text_json(&value), "type",
                                              hd_type_str(hd_engine.arena, f->type),
                                              "variablesReference", 0));
        hd_buf_finish(&value);
    }
}

static struct hd_frame *frame_of(int id) {
    struct hd_frame *frames[200];
    int n = dbg.stopped ? dbg_frames(dbg.frame, frames, HD_COUNT(frames)) : 0;
    if (id <= 0) return dbg.stopped ? dbg.selected : NULL;
    if (id >= OTHER_THREADS && dbg.thread &&
        (uint32_t)(id - OTHER_THREADS) < dbg.thread->block->nthreads)
        return *hd_thread_frame(hd_thread_beside(dbg.thread, (uint32_t)(id - OTHER_THREADS)));
    return id <= n ? frames[id - 1] : NULL;
}

static void variables(struct answer *a, const json_t *args) {
    int number = number_of(args, "variablesReference", 0), start = number_of(args, "start", 0);
    json_t *list = json_array();
    if (number <= 0 || number > refs.n) { // without a stop: the globals
        if (number) a->wrong = "that variable is gone: the thread has gone on";
        if (!number) add_globals(list);
    } else {
        struct ref ref = refs.v[number - 1];
        struct hd_frame *frame = frame_of(ref.frame);
        dbg_vars vars;
        if (ref.kind == REF_VALUE) {
            add_parts(list, &ref, start, number_of(args, "count", 0));
        } else if (ref.kind == REF_GLOBALS) {
            add_globals(list);
        } else if (frame) {
            dbg_frame_vars(frame, &vars);
            add_vars(list, &vars, ref.kind == REF_SHARED);
        }
    }
    a->body = json_pack("{s:o}", "variables", list);
}

static void scopes(struct answer *a, const json_t *args) {
    int id = number_of(args, "frameId", 0);
    struct hd_frame *frame = frame_of(id);
    if (!frame) {
        a->wrong = "there is no such frame";
        return;
    }
    json_t *list = json_array();
    json_array_append_new(list, json_pack("{s:s, s:s, s:i, s:b}", "name", "Locals",
                                          "presentationHint", "locals", "variablesReference",
                                          add_ref((struct ref){.kind = REF_LOCALS, .frame = id}),
                                          "expensive", 0));
    if (frame->thread && frame->func->func->nshared)
        json_array_append_new(list,
                              json_pack("{s:s, s:i, s:b}", "name", "Shared", "variablesReference",
                                        add_ref((struct ref){.kind = REF_SHARED, .frame = id}),
                                        "expensive", 0));
    json_array_append_new(list,
                          json_pack("{s:s, s:s, s:i, s:b}", "name", "Globals", "presentationHint",
                                    "globals", "variablesReference",
                                    add_ref((struct ref){.kind = REF_GLOBALS}), "expensive", 0));
    a->body = json_pack("{s:o}", "scopes", list);
}

// ---- where --------------------------------------------------------------------------------------

// A frame for each place at which other threads of the block stand: that of the first of them,
// whose variables it shows.
static void add_other_threads(json_t *list) {
    dbg_groups groups = dbg_thread_groups();
    for (int i = 0; i < groups.n && i < MOST_GROUPS; i++) {
        const struct dbg_group *g = &groups.v[i];
        uint32_t first = g->first;
        if (first == dbg.thread->linear && g->n > 1) first++;
        struct hd_thread *t = hd_thread_beside(dbg.thread, first);
        struct hd_frame *frame = *hd_thread_frame(t);
        struct hd_place place;
        if (first == dbg.thread->linear || !frame || !hd_source_place(dbg_loc(frame), &place))
            continue;
        char others[64] = "";
        if (g->n > 1) snprintf(others, sizeof others, " (of %u)", g->n);
        const char *name = hd_printf(hd_engine.arena, "%s  %s, %s%s", dbg_func_name(frame),
                                     dbg_thread_name(t), dbg_group_does(g), others);
        json_array_append_new(list, json_pack("{s:i, s:s, s:{s:s, s:s}, s:i, s:i, s:s}", "id",
                                              OTHER_THREADS + (int)first, "name", name, "source",
                                              "name", place.source->name, "path",
                                              path_of(place.source), "line", place.line, "column",
                                              place.column, "presentationHint", "subtle"));
    }
}

static void stack_trace(struct answer *a, const json_t *args) {
    struct hd_frame *frames[200];
    int n = dbg.stopped ? dbg_frames(dbg.frame, frames, HD_COUNT(frames)) : 0;
    int start = number_of(args, "startFrame", 0), levels = number_of(args, "levels", 0);
    json_t *list = json_array();
    for (int i = start; i < n && (levels <= 0 || i < start + levels); i++) {
        struct hd_place place;
        if (!hd_source_place(dbg_loc(frames[i]), &place)) continue;
        const char *name =
            frames[i]->func->func->is_entry ? place.source->name : dbg_func_name(frames[i]);
        if (i == 0 && frames[i]->thread)
            name = hd_printf(hd_engine.arena, "%s  %s", name, dbg_thread_name(frames[i]->thread));
        json_array_append_new(list, json_pack("{s:i, s:s, s:{s:s, s:s}, s:i, s:i}", "id", i + 1,
                                              "name", name, "source", "name", place.source->name,
                                              "path", path_of(place.source), "line", place.line,
                                              "column", place.column));
    }
    if (one_thread && dbg.stopped && dbg.thread && levels <= 0) add_other_threads(list);
    a->body = json_pack("{s:o, s:i}", "stackFrames", list, "totalFrames",
                        n > (int)json_array_size(list) ? n : (int)json_array_size(list));
}

static void threads(struct answer *a, const json_t *args) {
    const char *name = dbg.stopped ? dbg_thread_name(dbg.thread) : "heddle";
    a->body = json_pack("{s:[{s:i, s:s}]}", "threads", "id", 1, "name", name);
}

static json_t *cells_text; // path -> text

static void dump_cell(struct answer *a, const json_t *args) {
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

static void source(struct answer *a, const json_t *args) {
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

static void set_breakpoints(struct answer *a, const json_t *args) {
    const char *path = text_of(json_object_get(args, "source"), "path");
    if (!path) {
        a->wrong = "setBreakpoints needs `source.path`";
        return;
    }
    dbg_points_drop_client(path);
    json_t *list = json_array(), *item;
    size_t i;
    json_array_foreach(json_object_get(args, "breakpoints"), i, item) {
        int line = number_of(item, "line", 0);
        struct dbg_point *p = dbg_point_add_client(path, line, text_of(item, "condition"));
        const char *hits = text_of(item, "hitCondition");
        if (hits) p->skip = atoi(hits) - 1;
        json_array_append_new(list, json_pack("{s:i, s:b, s:i, s:{s:s}}", "id", p->number,
                                              "verified", 1, "line", line, "source", "path", path));
    }
    a->body = json_pack("{s:o}", "breakpoints", list);
}

// A new engine is told again.
static void journal(void) {
    json_t *list = json_array();
    for (int i = 0; i < dbg_points.n; i++) {
        const struct dbg_point *p = dbg_points.v[i];
        if (p->client)
            json_array_append_new(list, json_pack("{s:s, s:i, s:s?}", "path", p->name, "line",
                                                  p->line, "condition", p->condition));
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
    json_array_foreach(json_object_get(debugger, "breakpoints"), i, item) dbg_point_add_client(
        text_of(item, "path"), number_of(item, "line", 0), text_of(item, "condition"));
}

static void set_function_breakpoints(struct answer *a, const json_t *args) {
    dbg_points_drop_client(NULL);
    json_t *list = json_array(), *item;
    size_t i;
    json_array_foreach(json_object_get(args, "breakpoints"), i, item) {
        const char *name = text_of(item, "name");
        struct dbg_point *p =
            dbg_point_add_client(name ? name : "?", 0, text_of(item, "condition"));
        json_array_append_new(list, json_pack("{s:i, s:b}", "id", p->number, "verified", 1));
    }
    a->body = json_pack("{s:o}", "breakpoints", list);
}

static void set_exception_breakpoints(struct answer *a, const json_t *args) {
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

static void debug_info(struct answer *a, const json_t *args) {
    a->body =
        json_pack("{s:b, s:s, s:I, s:s, s:s, s:o, s:o, s:b, s:[s, s], s:b}", "isStarted",
                  dbg.attached, "hashMethod", "Murmur2", "hashSeed", (json_int_t)SEED,
                  "tmpFilePrefix", prefix(), "tmpFileSuffix", ".cu", "breakpoints", client_points(),
                  "stoppedThreads", dbg.stopped ? json_pack("[i]", 1) : json_array(),
                  "richRendering", 1, "exceptionPaths", "faults", "findings", "copyToGlobals", 1);
}

static void initialize(struct answer *a, const json_t *args) {
    const char *client_id = text_of(args, "clientID");
    one_thread = client_id && !strcmp(client_id, "jupyterlab");
    a->body = json_pack(
        "{s:b, s:b, s:b, s:b, s:b, s:b, s:b, s:b, s:b, s:[{s:s, s:s, s:b}, {s:s, s:s, s:b}]}",
        "supportsConfigurationDoneRequest", 1, "supportsConditionalBreakpoints", 1,
        "supportsHitConditionalBreakpoints", 1, "supportsFunctionBreakpoints", 1,
        "supportsEvaluateForHovers", 1, "supportsStepBack", 1, "supportsTerminateRequest", 1,
        "supportsSetVariable", 1, "supportsCompletionsRequest", 1, "exceptionBreakpointFilters",
        "filter", "faults", "label", "Faults", "default", 1, "filter", "findings", "label",
        "Findings of %check", "default", 1);
}

static void attach(struct answer *a, const json_t *args) {
    dbg.attached = true;
    if (json_is_true(json_object_get(args, "stopOnEntry"))) dbg.stop_on_entry = true;
}

static void done(struct answer *a, const json_t *args) {}

static void disconnect(struct answer *a, const json_t *args) {
    dbg_points_drop_client(NULL);
    dbg_points_drop_client("");
    dbg.attached = false;
    if (!dbg.stopped) return;
    dbg_resume(DBG_GO);
    if (json_is_true(json_object_get(args, "terminateDebuggee"))) dbg.quits = true;
    a->goes_on = true;
}

// ---- moving -------------------------------------------------------------------------------------

static void go(struct answer *a, enum dbg_mode mode) {
    if (!dbg.stopped) {
        a->wrong = "nothing is stopped";
        return;
    }
    dbg_resume(mode);
    a->goes_on = true;
}

static void go_on(struct answer *a, const json_t *args) {
    go(a, DBG_GO);
    a->body = json_pack("{s:b}", "allThreadsContinued", 1);
}

static void next(struct answer *a, const json_t *args) { go(a, DBG_NEXT); }

static void step_in(struct answer *a, const json_t *args) { go(a, DBG_STEP); }

static void step_out(struct answer *a, const json_t *args) { go(a, DBG_OUT); }

static void step_back(struct answer *a, const json_t *args) {
    a->wrong = dbg.stopped ? dbg_back(false) : "nothing is stopped";
    a->goes_on = !a->wrong;
}

static void reverse(struct answer *a, const json_t *args) {
    a->wrong = dbg.stopped ? dbg_back_to_point() : "nothing is stopped";
    a->goes_on = !a->wrong;
}

static void pause_it(struct answer *a, const json_t *args) {
    if (dbg.stopped) return;
    dbg.pause = "pause";
    dbg.limit = 0;
}

static void terminate(struct answer *a, const json_t *args) {
    if (!dbg.stopped) return;
    dbg.quits = true;
    a->goes_on = true;
}

// ---- values -------------------------------------------------------------------------------------

static void evaluate(struct answer *a, const json_t *args) {
    const char *text = text_of(args, "expression"), *context = text_of(args, "context");
    struct hd_frame *frame = frame_of(number_of(args, "frameId", 0));
    if (!text || !frame) {
        a->wrong = text ? "nothing is stopped" : "evaluate needs `expression`";
        return;
    }
    struct hd_buf out = {0};
    bool focus = !strncmp(text, "focus ", 6), repl = context && !strcmp(context, "repl");
    if (focus) text = hd_printf(hd_engine.arena, "thread %s", text + 6);
    struct hd_frame *selected = dbg.selected;
    dbg.selected = frame;
    bool ok = true;
    if (repl || focus)
        a->goes_on = dbg_command(&out, text);
    else
        ok = dbg_print(&out, frame, text);
    if (!a->goes_on && !focus) dbg.selected = selected;
    while (out.len && out.s[out.len - 1] == '\n') out.s[--out.len] = 0;
    if (ok)
        a->body = json_pack("{s:o, s:i}", "result", text_json(&out), "variablesReference", 0);
    else
        a->wrong = hd_printf(hd_engine.arena, "%s", hd_buf_str(&out));
    hd_buf_finish(&out);
}

// What could stand at the end of `text`.
static void completions(struct answer *a, const json_t *args) {
    const char *text = text_of(args, "text");
    int column = number_of(args, "column", 1) - 1;
    size_t len = text ? strlen(text) : 0, cursor = column > 0 ? (size_t)column : 0;
    json_t *found = hd_complete_reply(text ? text : "", cursor < len ? cursor : len), *match;
    json_int_t start = json_integer_value(json_object_get(found, "start")),
               end = json_integer_value(json_object_get(found, "end"));
    json_t *list = json_array();
    size_t i;
    json_array_foreach(json_object_get(found, "matches"), i, match) {
        json_t *target = json_pack("{s:s, s:I, s:I}", "label", text_of(match, "text"), "start",
                                   start, "length", end - start);
        if (target) json_array_append_new(list, target);
    }
    json_decref(found);
    a->body = json_pack("{s:o}", "targets", list);
}

static void set_variable(struct answer *a, const json_t *args) {
    const char *name = text_of(args, "name"), *value = text_of(args, "value");
    if (!dbg.stopped || !name || !value) {
        a->wrong = "nothing is stopped";
        return;
    }
    struct hd_buf out = {0};
    bool ok = dbg_print(&out, dbg.selected, hd_printf(hd_engine.arena, "%s = (%s)", name, value));
    while (out.len && out.s[out.len - 1] == '\n') out.s[--out.len] = 0;
    if (ok)
        a->body = json_pack("{s:o}", "value", text_json(&out));
    else
        a->wrong = hd_printf(hd_engine.arena, "%s", hd_buf_str(&out));
    hd_buf_finish(&out);
}

static void inspect_variables(struct answer *a, const json_t *args) {
    json_t *list = json_array();
    refs.n = dbg.stopped ? refs.n : 0;
    add_globals(list);
    a->body = json_pack("{s:o}", "variables", list);
}

// The variable of that name where the thread is, or of the session.
static bool find_variable(const char *name, int id, struct hd_type **type, char **addr) {
    struct hd_frame *frame = frame_of(id);
    dbg_vars vars = {0};
    if (frame) dbg_frame_vars(frame, &vars);
    for (int i = vars.n - 1; i >= 0; i--)
        if (!strcmp(vars.v[i].name, name)) {
            *type = vars.v[i].type;
            *addr = vars.v[i].addr;
            return true;
        }
    struct hd_def *def = hd_def_find(hd_engine.front, name);
    if (!def || def->dead || !def->sym || def->sym->kind != SYM_VAR || !def->sym->addr)
        return false;
    *type = def->sym->type;
    *addr = (char *)def->sym->addr;
    return true;
}

static void rich_inspect(struct answer *a, const json_t *args) {
    const char *name = text_of(args, "variableName");
    struct hd_type *type;
    char *addr;
    if (!name || !find_variable(name, number_of(args, "frameId", 0), &type, &addr)) {
        a->body = json_pack("{s:{}, s:{}}", "data", "metadata");
        return;
    }
    a->body = json_pack("{s:o, s:{}}", "data", hd_value_data(type, addr), "metadata");
}

// A variable of the session is declared by a cell. NULL: it is there; else why not.
static const char *declare_global(const char *name, struct hd_type *type) {
    struct hd_buf code = {0};
    hd_type_print(&code, hd_type_unqual(type), name, HD_LANG_CU);
    hd_buf_putc(&code, ';');
    struct hd_source *text = hd_source_add(hd_intern_str("<debugger>"), NULL, code.s, code.len);
    struct hd_diags diags = {.arena = hd_engine.arena};
    struct hd_cell *cell = HD_NEW(hd_engine.arena, struct hd_cell);
    hd_buf_finish(&code);
    if (!hd_front_cell(hd_engine.front, text, false, cell, &diags))
        return "its type has no name outside of the function";
    if (!hd_cell_place(cell, &diags)) {
        hd_front_rollback(hd_engine.front, cell);
        return "there is no room for it";
    }
    hd_front_commit(hd_engine.front, cell);
    hd_names_changed();
    return NULL;
}

static void copy_to_globals(struct answer *a, const json_t *args) {
    const char *from = text_of(args, "srcVariableName"), *to = text_of(args, "dstVariableName");
    struct hd_type *type;
    char *addr;
    if (!from || !to || !find_variable(from, number_of(args, "srcFrameId", 0), &type, &addr)) {
        a->wrong = "there is no such variable";
        return;
    }
    struct hd_def *def = hd_def_find(hd_engine.front, to);
    bool there = def && !def->dead && def->sym && def->sym->kind == SYM_VAR && def->sym->addr &&
                 hd_type_same_unqual(def->sym->type, type);
    if (!there && def && !def->dead)
        a->wrong = hd_printf(hd_engine.arena, "`%s` is something else already", to);
    else if (!there)
        a->wrong = declare_global(to, type);
    if (a->wrong) return;
    def = hd_def_find(hd_engine.front, to);
    memcpy((void *)(uintptr_t)def->sym->addr, addr, type->size);
    dbg_undo_keep((const char *)(uintptr_t)def->sym->addr, type->size);
}

static void modules(struct answer *a, const json_t *args) {
    a->body = json_pack("{s:[], s:i}", "modules", "totalModules", 0);
}

static const struct {
    const char *command;
    void (*run)(struct answer *a, const json_t *args);
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
    {"scopes", scopes, false},
    {"variables", variables, false},
    {"setVariable", set_variable, false},
    {"completions", completions, false},
    {"evaluate", evaluate, false},
    {"continue", go_on, false},
    {"next", next, false},
    {"stepIn", step_in, false},
    {"stepOut", step_out, false},
    {"stepBack", step_back, false},
    {"reverseContinue", reverse, false},
    {"pause", pause_it, false},
    {"terminate", terminate, false},
    {"disconnect", disconnect, true},
    {"inspectVariables", inspect_variables, false},
    {"richInspectVariables", rich_inspect, false},
    {"copyToGlobals", copy_to_globals, false},
    {"modules", modules, false},
};

json_t *dbg_dap(const json_t *request, bool *goes_on) {
    const char *command = text_of(request, "command");
    struct answer a = {0};
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
