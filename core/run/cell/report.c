// What the user is told: diagnostics, faults with their source lines, results. Everything leaves as
// an event; without a client (heddle-engine --exec) it is printed.
#include "run/array/array.h"
#include "run/gpu/gpu.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t sending = PTHREAD_MUTEX_INITIALIZER;

static void print_event(const char *name, json_t *e) {
    const char *text = json_string_value(json_object_get(e, "text"));
    if (strcmp(name, "error") == 0) {
        json_t *trace = json_object_get(e, "traceback");
        for (size_t i = 0; i < json_array_size(trace); i++)
            fputs(json_string_value(json_array_get(trace, i)), stderr);
    } else if (strcmp(name, "result") == 0) {
        printf("Out[%d]: %s\n", (int)json_integer_value(json_object_get(e, "count")),
               text ? text : "");
        fflush(stdout);
    } else if (strstr(name, "display")) {
        printf("%s\n",
               json_string_value(json_object_get(json_object_get(e, "data"), "text/plain")));
        fflush(stdout);
    } else if (text && strcmp(name, "reply") != 0 && strcmp(name, "working") != 0) {
        fputs(text, stderr);
    }
}

// An event that no frame can hold: something that ends the wait for it takes its place.
static bool tell_too_large(const char *name, const json_t *members) {
    static const char text[] =
        "[more than 1 GB of data is not shown: show a part of it, or save it "
        "in a file]\n";
    if (errno != EMSGSIZE) return false;
    json_t *data = json_object_get(members, "data"), *instead = json_object();
    if (data) json_object_set_new(instead, "data", json_pack("{s:s}", "text/plain", text));
    json_object_set_new(instead, "text", json_string(text));
    json_object_set_new(instead, "status", json_string("error"));
    json_object_set_new(instead, "event", json_string(name));
    static const char *const keep[] = {"id", "count", "metadata", "transient", "kind", "op"};
    for (int i = 0; i < HD_COUNT(keep); i++) {
        json_t *value = json_object_get(members, keep[i]);
        if (value) json_object_set(instead, keep[i], value);
    }
    bool told = hd_frame_write(hd_engine.socket, instead);
    json_decref(instead);
    return told;
}

_Thread_local json_t *hd_events_beside;

// What the session's keeping needs goes out at once, whoever does it.
static bool is_kept_back(const char *name) {
    return hd_events_beside && strcmp(name, "journal") != 0 && strcmp(name, "dying") != 0;
}

void hd_event(const char *name, json_t *members) {
    json_object_set_new(members, "event", json_string(name));
    if (is_kept_back(name)) {
        hd_beside_flush();
        json_array_append_new(hd_events_beside, members);
        return;
    }
    if (hd_capture_takes(name, members)) return;
    if (!json_object_get(members, "id"))
        json_object_set_new(members, "id", json_integer(hd_engine.request));
    static pid_t engine;
    if (!engine) engine = getpid();
    if (getpid() != engine) _exit(1); // a child that user code forked never answers
    pthread_mutex_lock(&sending);
    if (hd_engine.socket < 0)
        print_event(name, members);
    else if (!hd_frame_write(hd_engine.socket, members) && !tell_too_large(name, members))
        _exit(0); // the client is gone
    pthread_mutex_unlock(&sending);
    json_decref(members);
}

// A string of text that may not be valid UTF-8 (sources are any bytes).
json_t *hd_json_text(const char *s, size_t len) {
    json_t *string = json_stringn(s, len);
    if (string) return string;
    struct hd_buf clean = {0};
    for (size_t i = 0; i < len;) {
        uint32_t c;
        i += (size_t)hd_utf8_decode(s + i, len - i, &c);
        hd_buf_utf8(&clean, c);
    }
    string = json_stringn(hd_buf_str(&clean), clean.len);
    hd_buf_finish(&clean);
    return string ? string : json_string("");
}

void hd_notice(const char *fmt, ...) {
    struct hd_buf text = {0};
    va_list args;
    va_start(args, fmt);
    hd_buf_vprintf(&text, fmt, args);
    va_end(args);
    hd_buf_putc(&text, '\n');
    hd_event("notice", json_pack("{s:o, s:o}", "text", hd_json_text(text.s, text.len), "plain",
                                 hd_json_text(text.s, text.len)));
    hd_buf_finish(&text);
}

static json_t *rendered(const struct hd_diag *d, bool color) {
    struct hd_buf text = {0};
    hd_diag_render(&text, d, color, hd_engine.options.columns);
    while (text.len > 0 && text.s[text.len - 1] == '\n') text.s[--text.len] = 0;
    json_t *string = hd_json_text(hd_buf_str(&text), text.len);
    hd_buf_finish(&text);
    return string;
}

static void add_place(json_t *object, const struct hd_diag *d) {
    struct hd_place from;
    hd_loc at = d->caret ? d->caret : d->range.from;
    if (!hd_source_place(at, &from)) return;
    json_object_set_new(object, "source",
                        hd_json_text(from.source->name, strlen(from.source->name)));
    json_object_set_new(object, "line", json_integer(from.line));
    json_object_set_new(object, "column", json_integer(from.column));
    hd_loc start = from.source->base;
    json_object_set_new(object, "from", json_integer(d->range.from - start));
    json_object_set_new(
        object, "to",
        json_integer((d->range.to > d->range.from ? d->range.to : d->range.from + 1) - start));
}

static json_t *with_newline(json_t *text) {
    json_t *line = json_sprintf("%s\n", json_string_value(text));
    json_decref(text);
    return line;
}

json_t *hd_diag_json(const struct hd_diag *d) {
    static const char *const names[] = {
        [HD_ERROR] = "error", [HD_WARNING] = "warning", [HD_NOTE] = "note"};
    json_t *e = json_pack("{s:s, s:o}", "severity", names[d->severity], "message",
                          hd_json_text(d->message, strlen(d->message)));
    if (d->flag) json_object_set_new(e, "flag", json_string(d->flag));
    if (d->help) json_object_set_new(e, "help", hd_json_text(d->help, strlen(d->help)));
    add_place(e, d);
    if (!d->notes) return e;
    json_t *notes = json_array();
    for (const struct hd_diag *note = d->notes; note; note = note->next)
        json_array_append_new(notes, hd_diag_json(note));
    json_object_set_new(e, "notes", notes);
    return e;
}

static json_t *as_html(const struct hd_diag *d, bool open) {
    struct hd_buf html = {0};
    hd_finding_html(&html, d, open);
    json_t *text = hd_json_text(html.s, html.len);
    hd_buf_finish(&html);
    return text;
}

// Each as a `diagnostic` event; errors are followed by the cell's one `error` event.
static void report(const struct hd_diags *diags, const char *kind, bool html) {
    const struct hd_diag *first_error = NULL;
    for (const struct hd_diag *d = diags->first; d; d = d->next) {
        json_t *e = hd_diag_json(d);
        json_object_set_new(e, "text", with_newline(rendered(d, hd_engine.options.color)));
        json_object_set_new(e, "plain", with_newline(rendered(d, false)));
        if (html) json_object_set_new(e, "html", as_html(d, d == diags->first));
        hd_event("diagnostic", e);
        if (!first_error && d->severity == HD_ERROR) first_error = d;
    }
    if (first_error)
        hd_event("error",
                 json_pack("{s:s, s:o, s:[]}", "kind", kind, "message",
                           hd_json_text(first_error->message, strlen(first_error->message)),
                           "traceback"));
}

void hd_report_diags(const struct hd_diags *diags) { report(diags, "compile", false); }

void hd_report_verdict(const struct hd_diags *diags) { report(diags, "check", false); }

void hd_report_findings(const struct hd_diags *diags) {
    report(diags, "check", hd_engine.options.html);
}

enum { ERROR_INDENT = 4 };

void hd_report_error(const char *kind, const char *fmt, ...) {
    struct hd_buf raw = {0}, text = {0};
    va_list args;
    va_start(args, fmt);
    hd_buf_vprintf(&raw, fmt, args);
    va_end(args);
    hd_buf_visible(&text, hd_buf_str(&raw), raw.len);
    hd_buf_finish(&raw);
    bool color = hd_engine.options.color;
    struct hd_buf line = {0};
    hd_buf_printf(&line, "%serror:%s ", color ? "\033[1;31m" : "", color ? "\033[0m" : "");
    hd_buf_wrapped(&line, hd_buf_str(&text), (int)strlen("error: "), ERROR_INDENT,
                   hd_engine.options.columns);
    hd_buf_putc(&line, '\n');
    hd_event("error", json_pack("{s:s, s:s, s:[o]}", "kind", kind, "message", hd_buf_str(&text),
                                "traceback", hd_json_text(line.s, line.len)));
    hd_buf_finish(&line);
    hd_buf_finish(&text);
}

// ---- faults -------------------------------------------------------------------------------------

static const char *function_at(uint64_t pc, hd_loc *loc) {
    const char *name = NULL;
    *loc = 0;
    if (!hd_jit_place(pc, loc, &name) || !name) return NULL;
    // "scale.17.dev" is `scale`; "cell.3" is the cell itself
    const char *result = hd_printf(hd_engine.arena, "%.*s", (int)strcspn(name, "."), name);
    return strcmp(result, "cell") == 0 ? NULL : result;
}

// Whether the frame below is no caller: the quick code of the same call, which went on in full code
// (hot.c), or the loop over a block's threads.
static bool is_same_call(uint64_t pc) {
    hd_loc loc;
    const char *name = NULL;
    return hd_jit_place(pc, &loc, &name) && name &&
           (strstr(name, ".turn") || strstr(name, ".thread"));
}

static struct hd_range line_range(hd_loc loc) { return (struct hd_range){loc, loc}; }

// Who called whom, outermost last; the frames of a recursion are counted instead of shown.
static void add_callers(struct hd_diags *diags, struct hd_diag *d, const struct hd_fault *fault,
                        hd_loc first) {
    hd_loc last = first;
    int repeats = 0, shown = 0;
    for (int i = 1; i < fault->nframes; i++) {
        hd_loc loc;
        if (is_same_call(fault->frames[i - 1])) continue;
        const char *name = function_at(fault->frames[i], &loc);
        if (!loc) continue;
        if (loc == last) {
            repeats++;
            continue;
        }
        if (shown++ == 8) {
            hd_note(diags, d, (struct hd_range){0, 0}, "and so on: %d more calls",
                    fault->nframes - i);
            break;
        }
        last = loc;
        if (name)
            hd_note(diags, d, line_range(loc), "called from `%s`", name);
        else
            hd_note(diags, d, line_range(loc), "called from here");
    }
    if (repeats > 3)
        hd_note(diags, d, (struct hd_range){0, 0}, "the call at the first place repeats itself");
}

void hd_fault_explain(struct hd_fault *fault) {
    const char *near = fault->has_address && hd_store_contains(fault->address)
                           ? hd_var_near(fault->address)
                           : NULL;
    if (near && !strstr(fault->message, "literal")) // the gap behind a variable
        snprintf(fault->message, sizeof fault->message, "%s out of bounds: 0x%llx is %s",
                 fault->is_write ? "write" : "read", (unsigned long long)fault->address, near);
}

// The diagnostic that tells of a fault.
static struct hd_diag *fault_diag(struct hd_diags *diags, const struct hd_fault *fault) {
    hd_loc loc = fault->loc;
    if (fault->kind && !strcmp(fault->kind, "not yet")) // of an exercise: no place in the program
        return hd_error(diags, (struct hd_range){0}, "%s", fault->message);
    const char *function = NULL;
    if (!loc && fault->pc) function = function_at(fault->pc, &loc);
    bool overflow = fault->kind && !strcmp(fault->kind, "stack overflow") && !fault->in_kernel;
    if (loc && overflow && fault->nframes > 1) {
        hd_loc call; // the same place whether it was the call or what the called one began with
        const char *caller = function_at(fault->frames[1], &call);
        if (call && function && caller && !strcmp(function, caller)) loc = call;
    }
    for (int i = 1; !loc && i < fault->nframes; i++) function = function_at(fault->frames[i], &loc);
    struct hd_buf message = {0};
    struct hd_fault explained = *fault;
    hd_fault_explain(&explained);
    hd_buf_puts(&message, explained.message);
    if (fault->library && !strstr(fault->message, fault->library))
        hd_buf_printf(&message, " in `%s` of the C library", fault->library);
    bool half_done;
    const char *array = hd_array_left(&half_done);
    if (fault->in_kernel && array)
        hd_buf_printf(&message, ", at an element of `%s`", array);
    else if (fault->in_kernel && !fault->has_thread)
        hd_buf_printf(&message, ", in block (%u,%u,%u)", fault->block[0], fault->block[1],
                      fault->block[2]);
    else if (fault->in_kernel)
        hd_buf_printf(&message, ", in block (%u,%u,%u), thread (%u,%u,%u)", fault->block[0],
                      fault->block[1], fault->block[2], fault->thread[0], fault->thread[1],
                      fault->thread[2]);
    else if (function)
        hd_buf_printf(&message, ", in `%s`", function);
    struct hd_diag *d = hd_error(diags, line_range(loc), "%s", hd_buf_str(&message));
    hd_buf_finish(&message);
    if (fault->other_message[0]) {
        hd_loc other = fault->other_loc;
        if (!other && fault->other_pc) hd_jit_place(fault->other_pc, &other, NULL);
        hd_note(diags, d, line_range(other), "%s", fault->other_message);
    }
    add_callers(diags, d, fault, loc);
    if (fault->help[0]) hd_help(diags, d, "%s", fault->help);
    if (half_done)
        hd_note(diags, d, (struct hd_range){0, 0},
                "`%s` was half done: some elements have their new values, others the old ones",
                array);
    return d;
}

void hd_report_fault(const struct hd_fault *fault) {
    struct hd_diags diags = {.arena = hd_engine.arena};
    struct hd_diag *d = fault_diag(&diags, fault);
    json_t *e = json_pack("{s:s, s:o, s:[o], s:[o]}", "kind", fault->kind ? fault->kind : "fault",
                          "message", hd_json_text(d->message, strlen(d->message)), "traceback",
                          with_newline(rendered(d, hd_engine.options.color)), "plain",
                          with_newline(rendered(d, false)));
    add_place(e, d);
    if (fault->in_kernel)
        json_object_set_new(
            e, "block", json_pack("[i,i,i]", fault->block[0], fault->block[1], fault->block[2]));
    if (fault->in_kernel && fault->has_thread)
        json_object_set_new(
            e, "thread",
            json_pack("[i,i,i]", fault->thread[0], fault->thread[1], fault->thread[2]));
    hd_event("error", e);
}

// Not as an event: it is a part of what the program prints, and the program goes on.
void hd_report_loss(const struct hd_fault *fault, const char *error) {
    struct hd_diags diags = {.arena = hd_engine.arena};
    struct hd_diag *d = fault_diag(&diags, fault);
    hd_note(&diags, d, (struct hd_range){0, 0},
            "the program goes on as on a GPU: calls that use the device return %s, until "
            "cudaDeviceReset()",
            error);
    struct hd_buf text = {0};
    hd_diag_render(&text, d, hd_engine.options.color, hd_engine.options.columns);
    fflush(stdout);
    hd_write_all(2, hd_buf_str(&text), text.len);
    hd_buf_finish(&text);
}

void hd_report_over(const struct hd_fault *fault) {
    struct hd_diags diags = {.arena = hd_engine.arena};
    hd_warning(&diags, line_range(fault->loc), "out-of-bounds", "%s", fault->message);
    hd_report_diags(&diags);
}

// The `dying` event without the heap, which may be locked or broken.
static void send_dying(const char *message, bool retry) {
    static char frame[1200];
    char text[1000];
    size_t n = 0;
    for (const char *p = message; *p && n + 2 < sizeof text; p++) {
        if (*p == '"' || *p == '\\') text[n++] = '\\';
        text[n++] = (unsigned char)*p < 32 || (unsigned char)*p > 126 ? ' ' : *p;
    }
    text[n] = 0;
    int len = snprintf(frame + 4, sizeof frame - 4,
                       "{\"event\":\"dying\",\"message\":\"%s\",\"retry\":%s}", text,
                       retry ? "true" : "false");
    for (int i = 0; i < 4; i++) frame[i] = (char)(len >> (8 * i));
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    if (hd_engine.socket < 0 || pthread_mutex_timedlock(&sending, &until)) return;
    if (write(hd_engine.socket, frame, (size_t)len + 4) < 0) _exit(70);
    pthread_mutex_unlock(&sending);
}

static void send_dying_in_full(void *arg) {
    const struct hd_fault *fault = arg;
    struct hd_arena *arena = hd_arena_create();
    hd_engine.arena = arena;
    struct hd_diags diags = {.arena = arena};
    struct hd_diag *d = fault_diag(&diags, fault);
    json_t *lost = json_array();
    hd_transfer_lost(lost);
    hd_vars_lost_on_gpu(lost);
    hd_event("dying", json_pack("{s:o, s:o, s:[o]}", "lost", lost, "message",
                                hd_json_text(d->message, strlen(d->message)), "traceback",
                                with_newline(rendered(d, hd_engine.options.color))));
}

void hd_report_dying(const struct hd_fault *fault) {
    send_dying(fault->message, false);
    hd_guard_elsewhere(send_dying_in_full, (void *)(uintptr_t)fault, 500);
}

void hd_report_collapse(int sig) {
    char text[300];
    snprintf(text, sizeof text, "Heddle itself failed (SIG%s)%s", sigabbrev_np(sig),
             hd_engine.user_code_ran
                 ? ""
                 : "; perhaps code that ran before has written to memory that is not its own (past "
                   "the end of a block from malloc, say)");
    send_dying(text, !hd_engine.user_code_ran);
}

void hd_set_code(json_t *object, const char *code, size_t len) {
    json_t *text = json_stringn(code, len);
    if (!text) { // any bytes: one code point each
        struct hd_buf wide = {0};
        for (size_t i = 0; i < len; i++) hd_buf_utf8(&wide, (unsigned char)code[i]);
        text = json_stringn(hd_buf_str(&wide), wide.len);
        hd_buf_finish(&wide);
        json_object_set_new(object, "bytes", json_true());
    }
    json_object_set_new(object, "code", text);
}

const char *hd_get_code(json_t *object, size_t *len) {
    json_t *code = json_object_get(object, "code");
    const char *text = json_string_value(code);
    *len = json_string_length(code);
    if (!text || !json_is_true(json_object_get(object, "bytes"))) return text ? text : "";
    char *bytes = hd_alloc(hd_engine.arena, *len + 1);
    size_t n = 0;
    for (size_t i = 0; i < *len;) {
        uint32_t c;
        i += (size_t)hd_utf8_decode(text + i, *len - i, &c);
        bytes[n++] = (char)c;
    }
    *len = n;
    return bytes;
}

// ---- results ------------------------------------------------------------------------------------

json_t *hd_value_data(const struct hd_type *type, const void *value) {
    struct hd_value_options options = {0};
    options.digits = hd_engine.options.digits;
    options.width = hd_engine.options.width ? hd_engine.options.width : hd_engine.options.columns;
    options.items = hd_engine.options.items;
    struct hd_buf text = {0}, html = {0};
    hd_value_print(&text, type, value, &options);
    json_t *data = json_pack("{s:o}", "text/plain", hd_json_text(hd_buf_str(&text), text.len));
    if (hd_value_html(&html, type, value))
        json_object_set_new(data, "text/html", hd_json_text(hd_buf_str(&html), html.len));
    hd_buf_finish(&text);
    hd_buf_finish(&html);
    return data;
}

void hd_show_result(const struct hd_sym *result, int count) {
    json_t *data = hd_value_data(result->type, (const void *)result->addr);
    json_t *event = json_pack("{s:i, s:O, s:s, s:o}", "count", count, "text",
                              json_object_get(data, "text/plain"), "type",
                              hd_type_str(hd_engine.arena, result->type), "data", data);
    json_t *value =
        hd_engine.options.values ? hd_value_json(result->type, (const void *)result->addr) : NULL;
    if (value) json_object_set_new(event, "value", value);
    hd_event("result", event);
}
