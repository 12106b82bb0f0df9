// The engine's two threads: `control` reads requests and answers at once what may be answered while
// a cell runs (interrupt, status; completion and inspection when the front end is free); the main
// thread executes.
//
// hd_front_lock guards the front end and the tables of compiled code. The executing thread holds it
// except while user code runs; launches from user code take it again.
#include "run/array/array.h"
#include "run/gpu/gpu.h"
#include "run/magic/magic.h"
#include "run/program/program.h"

#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FLUSH_MS = 40 }; // how long printed text may wait to be shown

static pthread_mutex_t front_lock = PTHREAD_MUTEX_INITIALIZER;

static const void *volatile front_holder; // hd_front_self of who has it

// The front end reads and writes numbers as the C locale does, whatever user code has chosen.
static _Thread_local locale_t users_locale;

void hd_front_lock(void) {
    static locale_t ours;
    pthread_mutex_lock(&front_lock);
    if (!ours) ours = newlocale(LC_ALL_MASK, "C", NULL);
    users_locale = uselocale(ours);
    front_holder = &users_locale;
}

const void *hd_front_self(void) { return &users_locale; }

bool hd_front_is_held_by(const void *thread) { return front_holder == thread; }

void hd_front_unlock(void) {
    front_holder = NULL;
    uselocale(users_locale ? users_locale : LC_GLOBAL_LOCALE);
    pthread_mutex_unlock(&front_lock);
}

// ---- requests waiting for the executing thread --------------------------------------------------

static struct {
    pthread_mutex_t lock;
    pthread_cond_t ready;
    HD_VEC(json_t *) list;
    bool closed;
    int running; // id of the request being executed, 0 none
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER, .ready = PTHREAD_COND_INITIALIZER};

static void queue_push(json_t *request) {
    pthread_mutex_lock(&queue.lock);
    if (request)
        HD_XPUSH(&queue.list, request);
    else
        queue.closed = true;
    pthread_cond_signal(&queue.ready);
    pthread_mutex_unlock(&queue.lock);
}

static json_t *queue_pop(void) {
    pthread_mutex_lock(&queue.lock);
    queue.running = 0;
    while (queue.list.n == 0 && !queue.closed) pthread_cond_wait(&queue.ready, &queue.lock);
    json_t *request = NULL;
    if (queue.list.n > 0) {
        request = queue.list.v[0];
        memmove(queue.list.v, queue.list.v + 1, sizeof *queue.list.v * (size_t)--queue.list.n);
        queue.running = (int)json_integer_value(json_object_get(request, "id"));
        hd_engine.interrupt_asked = false;
    }
    pthread_mutex_unlock(&queue.lock);
    return request;
}

// ---- keeping output and events in order ---------------------------------------------------------

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int sent, acknowledged;
} marks = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

void hd_sync(void) {
    if (hd_engine.socket < 0 || hd_events_beside) return;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1;
    pthread_mutex_lock(&marks.lock);
    int mark = ++marks.sent;
    hd_event("sync", json_pack("{s:i}", "sync", mark));
    while (marks.acknowledged < mark &&
           pthread_cond_timedwait(&marks.changed, &marks.lock, &until) == 0)
        continue;
    pthread_mutex_unlock(&marks.lock);
}

static void acknowledge(int mark) {
    pthread_mutex_lock(&marks.lock);
    if (mark > marks.acknowledged) marks.acknowledged = mark;
    pthread_cond_signal(&marks.changed);
    pthread_mutex_unlock(&marks.lock);
}

static const char *string_of(json_t *request, const char *key) {
    return json_string_value(json_object_get(request, key));
}

static bool bool_of(json_t *request, const char *key, bool otherwise) {
    json_t *value = json_object_get(request, key);
    return value ? json_is_true(value) : otherwise;
}

// ---- execute ------------------------------------------------------------------------------------

static enum hd_lang lang_of(const char *path, const char *lang) {
    if (lang) return strcmp(lang, "c") == 0 ? HD_LANG_C : HD_LANG_CU;
    size_t n = path ? strlen(path) : 0;
    return n > 2 && strcmp(path + n - 2, ".c") == 0 ? HD_LANG_C : HD_LANG_CU;
}

static const char *status_name(enum hd_status status) {
    switch (status) {
    case HD_STATUS_OK: return "ok";
    case HD_STATUS_ERROR: return "error";
    case HD_STATUS_INTERRUPTED: return "interrupted";
    case HD_STATUS_EXITED: return "ok";
    }
    return "error";
}

static void send_done(enum hd_status status) {
    fflush(stdout);
    fflush(stderr);
    hd_working_reset();
    hd_progress_end(status == HD_STATUS_OK || status == HD_STATUS_EXITED);
    hd_event("done",
             json_pack("{s:s, s:i, s:I}", "status", status_name(status), "count", hd_engine.count,
                       "compile_us", (json_int_t)(hd_engine.compile_ns / 1000)));
}

// A file without main: cells separated by lines that start with `// %%`. Stops at the first that
// fails.
static void run_cells(struct hd_run *run, const char *name) {
    const char *at = run->code, *end = run->code + run->len;
    struct hd_run cell = *run;
    while (at < end) {
        const char *next = at;
        for (;;) {
            const char *newline = memchr(next, '\n', (size_t)(end - next));
            next = newline ? newline + 1 : end;
            if (next == end || strncmp(next, "// %%", 5) == 0) break;
        }
        int line = 1;
        for (const char *p = run->code; p < at; p++) line += *p == '\n';
        struct hd_buf code = {0};
        for (int i = 1; i < line; i++) hd_buf_putc(&code, '\n'); // line numbers are the file's
        hd_buf_add(&code, at, (size_t)(next - at));
        cell.code =
            hd_strndup(hd_engine.arena, hd_buf_str(&code), code.len); // it may hold NUL bytes
        cell.len = code.len;
        cell.name = name;
        cell.mode = HD_MODE_CELL;
        hd_engine.count++;
        hd_buf_finish(&code);
        hd_run_input(&cell);
        at = next;
        if (cell.status != HD_STATUS_OK) break;
    }
    run->status = cell.status;
    run->findings = cell.findings;
    run->remarks = cell.remarks;
    run->exit_status = cell.exit_status;
    run->fault = cell.fault;
}

static bool is_program(const struct hd_run *run, struct hd_range *near) {
    struct hd_source *source =
        hd_source_add(hd_intern_str(run->name), run->path, run->code, run->len);
    source->lang = run->lang;
    return hd_defines_main(hd_engine.front, source, near) || run->lang == HD_LANG_C;
}

// What is probably a program did nothing but define functions.
static void say_no_main(const struct hd_run *run, struct hd_range near) {
    struct hd_diags diags = {.arena = hd_engine.arena};
    struct hd_diag *d =
        hd_warning(&diags, near, "no-main", "`%s` has no `main`: is it this?", run->name);
    hd_help(&diags, d,
            run->lang == HD_LANG_C ? "nothing was run: a program starts with `main`"
                                   : "call it `main`; without one a file runs as cells");
    hd_report_diags(&diags);
}

void hd_execute_text(struct hd_run *run, bool is_file) {
    struct hd_range near = {0, 0};
    if (is_file && is_program(run, &near)) {
        run->mode = HD_MODE_PROGRAM;
        hd_run_cell(run);
    } else if (is_file) {
        run_cells(run, run->name);
    } else {
        hd_run_input(run);
    }
    if (near.from && run->status == HD_STATUS_OK) say_no_main(run, near);
}

// One input from a client at which nobody sits, which was handed a file: a program in it is run.
static void run_script(struct hd_run *run) {
    struct hd_range near = {0, 0};
    if (!is_program(run, &near)) {
        hd_execute_text(run, false);
        return;
    }
    char *argv[] = {"a.out", NULL};
    hd_engine.program_argc = 1;
    hd_engine.program_argv = argv;
    run->mode = HD_MODE_PROGRAM;
    hd_run_cell(run);
    hd_engine.program_argv = NULL;
    if (run->status != HD_STATUS_EXITED) return;
    run->status = HD_STATUS_OK;
    if (run->exit_status == 0) return;
    run->status = HD_STATUS_ERROR;
    if (run->fault.kind && strcmp(run->fault.kind, "exit") != 0) return; // a fault, which was told
    hd_report_fault(&run->fault);
}

static void keep_input(int count, const char *code, size_t len) {
    while (hd_engine.inputs.n < count) {
        HD_XPUSH(&hd_engine.inputs, NULL);
        HD_XPUSH(&hd_engine.ends, HD_INPUT_FINE);
    }
    if (count < 1) return;
    hd_engine.ends.v[count - 1] = HD_INPUT_FINE;
    free(hd_engine.inputs.v[count - 1]);
    hd_engine.inputs.v[count - 1] = hd_xstrdup(code);
    (void)len;
}

bool hd_input_failed(int n) {
    return n > 0 && n <= hd_engine.ends.n && hd_engine.ends.v[n - 1] != HD_INPUT_FINE;
}

// A command line as for a compiler.
static void run_words(struct hd_run *run, json_t *words, json_t *request) {
    static const struct {
        const char *name;
        enum hd_program_task task;
    } tasks[] = {{"syntax", HD_PROGRAM_SYNTAX},
                 {"files", HD_PROGRAM_FILES},
                 {"own-files", HD_PROGRAM_OWN_FILES}};
    int n = (int)json_array_size(words);
    const char **list = HD_NEW_ARRAY(hd_engine.arena, const char *, n + 1);
    for (int i = 0; i < n; i++) {
        const char *word = json_string_value(json_array_get(words, (size_t)i));
        list[i] = word ? word : "";
    }
    const char *what = string_of(request, "task"), *from = string_of(request, "from");
    enum hd_program_task task = HD_PROGRAM_RUN;
    for (int i = 0; what && i < HD_COUNT(tasks); i++)
        if (strcmp(what, tasks[i].name) == 0) task = tasks[i].task;
    if (from)
        hd_program_from(run, from, list, n, task);
    else
        hd_program_run(run, list, n, task);
}

// The session ends: so do its objects, whose destructors may flush files and print.
static void end_objects(void) {
    int n;
    struct hd_def **defs = hd_defs(hd_engine.front, &n);
    hd_engine.options.color = false;
    hd_input_begin(false);
    send_done(hd_objects_end(defs, n) ? HD_STATUS_OK : HD_STATUS_ERROR);
}

static void execute(json_t *request) {
    struct hd_run run = {.mode = HD_MODE_CELL};
    int input = 0;           // its number, when it is kept
    hd_gpu_cell_ends(false); // a program before has lost the GPU: this one gets a new engine
    run.code = hd_get_code(request, &run.len);
    run.path = string_of(request, "path");
    run.lang = lang_of(run.path, string_of(request, "lang"));
    run.silent = bool_of(request, "silent", false);
    hd_engine.can_debug = bool_of(request, "debug", false);
    run.wants_value = bool_of(request, "value", false);
    hd_engine.options.color = bool_of(request, "color", false);
    hd_engine.options.html = bool_of(request, "html", false);
    json_int_t columns = json_integer_value(json_object_get(request, "columns"));
    hd_engine.options.columns = columns > 0 && columns < 100000 ? (int)columns : 0;
    hd_engine.options.values = bool_of(request, "values", false);
    hd_engine.options.can_edit = bool_of(request, "edit", false);
    json_t *pictures = json_object_get(request, "pictures");
    hd_engine.options.picture_width = (int)json_integer_value(json_object_get(pictures, "width"));
    hd_engine.options.picture_height = (int)json_integer_value(json_object_get(pictures, "height"));
    const char *mode = string_of(request, "mode");
    bool is_script = mode && strcmp(mode, "script") == 0;
    bool is_file = mode && strcmp(mode, "cell") != 0 && !is_script;
    if (!is_file && !run.silent && bool_of(request, "store_history", true)) {
        input = ++hd_engine.count;
        keep_input(input, run.code, run.len);
    }
    hd_engine.compile_ns = 0;
    hd_event("started", json_pack("{s:i}", "count", hd_engine.count));
    if (!is_file) hd_device_announce();
    hd_input_begin(bool_of(request, "stdin", true));
    const char *name = string_of(request, "name");
    if (!name)
        name =
            is_file && run.path ? run.path : hd_printf(hd_engine.arena, "In[%d]", hd_engine.count);
    run.name = hd_intern_str(name);
    json_t *argv = json_object_get(request, "argv");
    if (is_file) {
        int n = (int)json_array_size(argv);
        hd_engine.program_argc = n;
        hd_engine.program_argv = hd_xcalloc((size_t)n + 1, sizeof(char *));
        for (int i = 0; i < n; i++)
            hd_engine.program_argv[i] =
                hd_xstrdup(json_string_value(json_array_get(argv, (size_t)i)));
    }
    json_t *check = json_object_get(request, "check"); // of a file: `true`, or "json"
    if (is_file && check) hd_check_whole(true, json_is_string(check));
    json_t *words = json_object_get(request, "words");
    if (is_file && words)
        run_words(&run, words, request);
    else if (is_script)
        run_script(&run);
    else
        hd_execute_text(&run, is_file);
    if (is_file && check) {
        hd_check_whole(false, false);
        if (run.findings + run.remarks > 0) { // whatever the program returned
            run.status = HD_STATUS_EXITED;
            run.exit_status = HD_EXIT_FINDINGS;
        }
    }
    if (run.status == HD_STATUS_EXITED)
        hd_event("exit", json_pack("{s:i}", "status", run.exit_status));
    hd_engine.program_argv = NULL;
    hd_cudart_found();
    if (input && run.status != HD_STATUS_OK)
        hd_engine.ends.v[input - 1] = hd_engine.user_code_ran ? HD_INPUT_STOPPED : HD_INPUT_REFUSED;
    send_done(run.status);
}

// ---- restore ------------------------------------------------------------------------------------

static void restore_cell(json_t *cell) {
    if (hd_program_restore(cell) || hd_forget_again(cell)) return;
    struct hd_run run = {.mode = HD_MODE_RESTORE, .silent = true};
    run.code = hd_get_code(cell, &run.len);
    run.name = hd_intern_str(string_of(cell, "name") ? string_of(cell, "name") : "In");
    run.path = string_of(cell, "path");
    if (string_of(cell, "above")) run.above = hd_intern_str(string_of(cell, "above"));
    run.lang = lang_of(NULL, string_of(cell, "lang"));
    hd_front_set_serial(hd_engine.front, (int)json_integer_value(json_object_get(cell, "serial")));
    hd_engine.count = (int)json_integer_value(json_object_get(cell, "count"));
    hd_run_cell(&run);
}

// Pointers into memory that died with the old engine are set to NULL and named.
static void name_lost(json_t *lost) {
    int n;
    struct hd_def **defs = hd_all_defs(&n);
    for (int i = 0; i < n; i++) {
        struct hd_sym *sym = defs[i]->sym;
        if (defs[i]->system || !sym || sym->kind != SYM_VAR || !sym->addr ||
            sym->storage == ST_EXTERN)
            continue;
        const char *what = hd_var_forget_lost(sym);
        if (!what || defs[i]->is_result) continue;
        json_array_append_new(lost, json_sprintf("`%s` (%s)", sym->name, what));
    }
}

static void restore(json_t *request) {
    size_t i;
    json_t *item, *lost = json_array();
    hd_engine.restoring = true;
    hd_cudart_adopt();
    json_array_foreach(json_object_get(request, "stubs"), i, item) {
        hd_store_restore_stub(string_of(item, "name"), string_of(item, "type"),
                              (uint64_t)json_integer_value(json_object_get(item, "addr")));
    }
    json_array_foreach(json_object_get(request, "cells"), i, item) hd_vars_restore(
        (int)json_integer_value(json_object_get(item, "serial")), json_object_get(item, "vars"));
    hd_store_settle();
    json_t *paths = json_object_get(json_object_get(request, "options"), "libraries");
    json_array_foreach(paths, i, item) hd_library_load(json_string_value(item), NULL);
    hd_settings_restore(json_object_get(request, "options"));
    const char *key;
    json_object_foreach(json_object_get(request, "inputs"), key, item)
        keep_input(atoi(key), json_string_value(item), json_string_length(item));
    json_object_foreach(json_object_get(request, "failed"), key,
                        item) if (atoi(key) > 0 && atoi(key) <= hd_engine.ends.n)
        hd_engine.ends.v[atoi(key) - 1] = HD_INPUT_STOPPED;
    json_array_foreach(json_object_get(request, "cells"), i, item) restore_cell(item);
    hd_vars_place_restored();
    hd_program_restored();
    hd_undo_restored();
    name_lost(lost);
    hd_engine.restoring = false;
    json_t *count = json_object_get(request, "count");
    if (count) hd_engine.count = (int)json_integer_value(count);
    hd_event("done",
             json_pack("{s:s, s:i, s:o}", "status", "ok", "count", hd_engine.count, "lost", lost));
}

// ---- small requests -----------------------------------------------------------------------------

static json_t *is_complete_reply(json_t *request) {
    int indent = 0;
    size_t len;
    const char *text = hd_get_code(request, &len);
    enum hd_complete c = hd_is_complete(hd_engine.front, text, len, &indent);
    if (indent < 0 || indent > 200) indent = 0;
    const char *status = c == HD_COMPLETE     ? "complete"
                         : c == HD_INCOMPLETE ? "incomplete"
                                              : "invalid";
    return json_pack("{s:s, s:o}", "status", status, "indent", json_sprintf("%*s", indent, ""));
}

// The GPUs found so far.
static json_t *device_names(void) {
    json_t *names = json_array();
    bool known = hd_gpu.expected && hd_gpu_looked();
    for (int i = 0; known && i < hd_gpu.ndevices; i++)
        json_array_append_new(
            names, json_sprintf("gpu:%d %s", hd_gpu.devices[i].number, hd_gpu.devices[i].name));
    return names;
}

// Answers a request that needs no execution; NULL: it is not one.
static json_t *small_reply(json_t *request, const char *op) {
    const char *code = string_of(request, "code");
    size_t cursor = (size_t)json_integer_value(json_object_get(request, "cursor"));
    if (strcmp(op, "is_complete") == 0) return is_complete_reply(request);
    if (strcmp(op, "complete") == 0) return hd_complete_reply(code ? code : "", cursor);
    if (strcmp(op, "inspect") == 0)
        return hd_inspect_reply(code ? code : "", cursor,
                                (int)json_integer_value(json_object_get(request, "detail")));
    if (strcmp(op, "check") == 0) {
        size_t len;
        code = hd_get_code(request, &len);
        return hd_check_reply(code, len);
    }
    if (strcmp(op, "variables") == 0) return hd_variables_reply();
    if (strcmp(op, "array") == 0) return hd_array_reply(string_of(request, "name"));
    if (strcmp(op, "signature") == 0) return hd_signature_reply(code ? code : "", cursor);
    if (strcmp(op, "highlight") == 0) {
        size_t len;
        code = hd_get_code(request, &len);
        return hd_highlight_reply(code, len);
    }
    if (strcmp(op, "status") == 0)
        return json_pack("{s:b, s:b, s:i, s:i, s:b, s:o}", "busy", queue.running != 0, "running",
                         hd_guard_running(), "count", hd_engine.count, "pid", (int)getpid(),
                         "looking", hd_gpu.expected && !hd_gpu_looked(), "devices", device_names());
    return NULL;
}

static bool answer_small(json_t *request, const char *op) {
    bool needs_front = strcmp(op, "status") != 0;
    if (needs_front) hd_front_lock();
    struct hd_arena *outer = hd_engine.arena;
    if (needs_front) hd_engine.arena = hd_arena_create();
    json_t *reply = small_reply(request, op);
    if (needs_front) {
        hd_arena_destroy(hd_engine.arena);
        hd_engine.arena = outer;
        hd_front_unlock();
    }
    if (!reply) return false;
    json_object_set(reply, "id", json_object_get(request, "id"));
    hd_event("reply", reply);
    return true;
}

// A request that has not come to its user code yet stops before that: run_guarded looks.
static void interrupt(void) {
    pthread_mutex_lock(&queue.lock);
    bool stops = queue.running && hd_guard_running() && hd_debug_interrupt();
    if (queue.running && !stops) hd_engine.interrupt_asked = true;
    pthread_mutex_unlock(&queue.lock);
    if (stops) return;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    hd_guard_interrupt();
}

static bool is_busy(void) {
    pthread_mutex_lock(&queue.lock);
    bool busy = queue.running || queue.list.n > 0;
    pthread_mutex_unlock(&queue.lock);
    return busy;
}

// What user code has printed and the C library still holds is shown while the cell runs: standard
// output is a pipe, which the library writes to in full buffers only. Never waits: neither for user
// code that is printing, nor for the pipe.
static void flush_output(void) {
    if (ftrylockfile(stdout) != 0) return;
    struct pollfd pipe = {1, POLLOUT, 0};
    if (__fpending(stdout) > 0 && poll(&pipe, 1, 0) == 1 && pipe.revents == POLLOUT)
        fflush_unlocked(stdout);
    funlockfile(stdout);
}

static void *control(void *arg) {
    int timer = (int)(intptr_t)arg;
    for (;;) {
        struct pollfd fds[] = {{hd_engine.socket, POLLIN, 0}, {timer, POLLIN, 0}};
        int ready = poll(fds, 2, is_busy() ? FLUSH_MS : -1);
        if (ready <= 0) {
            if (ready == 0) flush_output();
            if (ready == 0) hd_progress_tick();
            continue;
        }
        if (fds[1].revents) hd_working_tell();
        if (!fds[0].revents) continue;
        json_t *request = hd_frame_read(hd_engine.socket);
        if (!request) break;
        const char *op = string_of(request, "op");
        if (!op) op = "";
        if (strcmp(op, "interrupt") == 0) {
            interrupt();
        } else if (strcmp(op, "ack") == 0) {
            acknowledge((int)json_integer_value(json_object_get(request, "sync")));
        } else if (strcmp(op, "beside") == 0) {
            hd_beside(request);
        } else if (strcmp(op, "debug") == 0) {
            hd_debug_answer(request);
        } else if (strcmp(op, "input") == 0) {
            hd_input_answer(request);
        } else if (strcmp(op, "shutdown") == 0) {
            _exit(0);
        } else if (strcmp(op, "execute") == 0 || strcmp(op, "restore") == 0) {
            queue_push(json_incref(request));
        } else if (!answer_small(request, op)) {
            hd_event("reply", json_pack("{s:O?, s:s+}", "id", json_object_get(request, "id"),
                                        "status", "error: unknown request ", op));
        }
        json_decref(request);
    }
    _exit(0); // the client is gone
}

static void handle(json_t *request) {
    hd_engine.request = (int)json_integer_value(json_object_get(request, "id"));
    hd_engine.user_code_ran = false;
    hd_front_lock();
    struct hd_arena *outer = hd_engine.arena;
    hd_engine.arena = hd_arena_create();
    const char *op = string_of(request, "op"), *mode = string_of(request, "mode");
    if (strcmp(op, "execute") == 0 && mode && strcmp(mode, "end") == 0)
        end_objects();
    else if (strcmp(op, "execute") == 0)
        execute(request);
    else
        restore(request);
    hd_engine.cell = NULL;
    hd_arena_destroy(hd_engine.arena);
    hd_engine.arena = outer;
    hd_front_unlock();
    json_decref(request);
}

void hd_serve(int socket) {
    hd_engine.socket = socket;
    hd_event("ready", json_pack("{s:s}", "version", HD_VERSION));
    pthread_t thread;
    pthread_create(&thread, NULL, control, (void *)(intptr_t)hd_working_start());
    json_t *request;
    while ((request = queue_pop())) handle(request);
}
