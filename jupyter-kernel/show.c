// Events of the engine as messages on iopub and parts of the execute_reply. Each is a row of
// `shows`; another event is one more row.
//
// A cell has one error output: the first `error` event. The errors of a failed compilation come
// before it as `diagnostic` events and are its traceback; warnings go to standard error at once.
#include "kernel.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

// Of displays: each second in the long run, at once, and the longest pause in seconds.
static const double MOST_BYTES = 600e3, BURST_BYTES = 1e6, MOST_DISPLAYS = 40, BURST_DISPLAYS = 200,
                    MOST_PAUSE = 0.25;

static const char *string_of(const json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

static json_t *object_of(const json_t *object, const char *key) {
    json_t *value = json_object_get(object, key);
    return json_is_object(value) ? json_incref(value) : json_object();
}

// ---- errors -------------------------------------------------------------------------------------

json_t *error_content(const char *ename, const char *evalue, json_t *traceback) {
    json_t *line = json_stringn(evalue, strcspn(evalue, "\n"));
    return json_pack("{s:s, s:o, s:o}", "ename", ename, "evalue", line ? line : json_string(""),
                     "traceback", traceback ? traceback : json_array());
}

static const struct {
    const char *kind, *name;
} error_names[] = {
    {"compile", "CompileError"},    {"check", "CheckError"},   {"exit", "Exit"},
    {"interrupted", "Interrupted"}, {"kernel", "KernelError"}, {"magic", "MagicError"},
    {"engine", "EngineEnded"},      {"fault", "Fault"},        {"trap", "Trap"},
};

// "use after free" is a UseAfterFree.
static void name_of_kind(struct hd_buf *name, const char *kind) {
    for (int i = 0; i < HD_COUNT(error_names); i++)
        if (!strcmp(error_names[i].kind, kind)) hd_buf_puts(name, error_names[i].name);
    if (name->len) return;
    bool upper = true;
    for (const char *p = kind; *p; p++) {
        bool letter =
            (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9');
        if (letter) hd_buf_putc(name, upper && *p >= 'a' && *p <= 'z' ? (char)(*p - 32) : *p);
        upper = !letter;
    }
    if (!name->len) hd_buf_puts(name, "Error");
}

// JupyterLab takes a bold colour for a dark one, which cannot be read on the dark theme's red.
// These have a contrast of more than 3 to 1 with the backgrounds of errors of both themes.
static const struct {
    const char *terminal, *notebook;
} colours[] = {
    {"\033[1;31m", "\033[1;38;2;232;60;66m"},  // red
    {"\033[1;32m", "\033[1;38;2;20;140;55m"},  // green
    {"\033[1;35m", "\033[1;38;2;196;70;200m"}, // magenta
    {"\033[1;36m", "\033[1;38;2;10;135;145m"}, // cyan
};

static void add_coloured(struct hd_buf *out, const char *text, size_t len) {
    for (const char *end = text + len; text < end;) {
        const char *escape = memchr(text, '\033', (size_t)(end - text));
        hd_buf_add(out, text, (size_t)((escape ? escape : end) - text));
        if (!escape) return;
        text = escape;
        int i = 0;
        while (i < HD_COUNT(colours) && strncmp(text, colours[i].terminal, 7) != 0) i++;
        if (i < HD_COUNT(colours))
            hd_buf_puts(out, colours[i].notebook);
        else
            hd_buf_putc(out, *text);
        text += i < HD_COUNT(colours) ? strlen(colours[i].terminal) : 1;
    }
}

static void add_lines(json_t *lines, const char *text) {
    while (*text) {
        size_t len = strcspn(text, "\n");
        struct hd_buf line = {0};
        add_coloured(&line, text, len);
        json_array_append_new(lines, json_stringn(hd_buf_str(&line), line.len));
        hd_buf_finish(&line);
        text += len + (text[len] == '\n');
    }
}

static void write_text(struct execution *x, int stream, const char *text) {
    if (!text || x->evaluating || (x->beside && x->silent)) return;
    if (x->beside)
        publish(x->kernel, x->request, "stream",
                json_pack("{s:s, s:s}", "name", stream == 1 ? "stdout" : "stderr", "text", text));
    else
        output_write(x->kernel, stream, text, strlen(text));
}

static void write_coloured(struct execution *x, int stream, const char *text) {
    struct hd_buf out = {0};
    if (text) add_coloured(&out, text, strlen(text));
    if (text) write_text(x, stream, hd_buf_str(&out));
    hd_buf_finish(&out);
}

static void write_all(struct execution *x, const json_t *texts) {
    size_t i;
    json_t *text;
    json_array_foreach(texts, i, text) write_coloured(x, 2, json_string_value(text));
}

static void show_error(struct execution *x, json_t *event) {
    const char *kind = string_of(event, "kind"), *message = string_of(event, "message");
    json_t *trace = json_object_get(event, "traceback"), *lines = json_array(), *text;
    size_t i;
    if (x->error) { // one is enough; this one is told as text
        write_all(x, trace);
        json_decref(lines);
        return;
    }
    json_array_extend(lines, x->diagnostics);
    json_array_clear(x->diagnostics);
    json_array_foreach(trace, i, text) {
        if (json_is_string(text)) add_lines(lines, json_string_value(text));
    }
    if (!message) message = "";
    if (!json_array_size(lines)) add_lines(lines, message);
    struct hd_buf name = {0};
    name_of_kind(&name, kind ? kind : "");
    x->error = error_content(name.s, message, lines);
    hd_buf_finish(&name);
    if (x->silent || x->evaluating) return;
    if (!x->beside)
        output_end(x->kernel); // the end of what was left out comes before the error, too
    show_announce(x);
    publish(x->kernel, x->request, "error", json_incref(x->error));
}

// What a check has found, as something that folds; of an error its message goes to the traceback.
static void show_finding(struct execution *x, const json_t *event, const char *text) {
    const char *html = string_of(event, "html"), *plain = string_of(event, "plain");
    output_flush(x->kernel);
    publish(x->kernel, x->request, "display_data",
            json_pack("{s:{s:s, s:s}, s:{}, s:{}}", "data", "text/html", html, "text/plain",
                      plain ? plain : "", "metadata", "transient"));
    if (strcmp(string_of(event, "severity"), "error") != 0) return;
    struct hd_buf line = {0};
    hd_buf_add(&line, text, strcspn(text, "\n"));
    add_lines(x->diagnostics, hd_buf_str(&line));
    hd_buf_finish(&line);
}

static void show_diagnostic(struct execution *x, json_t *event) {
    const char *severity = string_of(event, "severity"), *text = string_of(event, "text");
    if (!text) return;
    if (severity && string_of(event, "html"))
        show_finding(x, event, text);
    else if (severity && !strcmp(severity, "error"))
        add_lines(x->diagnostics, text);
    else
        write_coloured(x, 2, text);
}

// ---- what cells show ----------------------------------------------------------------------------

void show_announce(struct execution *x) {
    if (x->announced || x->silent) return;
    x->announced = true;
    json_t *code = json_object_get(x->request->content, "code");
    publish(x->kernel, x->request, "execute_input",
            json_pack("{s:O, s:i}", "code", code, "execution_count", x->count));
}

static void show_started(struct execution *x, json_t *event) {
    if (x->evaluating) return;
    x->count = (int)json_integer_value(json_object_get(event, "count"));
    show_announce(x);
    if (execute_is_interrupted(x->kernel)) hd_session_interrupt(x->kernel->session);
}

// Of a cell that publishes: what was printed before comes first.
static bool may_show(struct execution *x) {
    if (x->silent || x->evaluating) return false;
    if (!x->beside) output_flush(x->kernel);
    return true;
}

static void show_result(struct execution *x, json_t *event) {
    json_t *data = json_object_get(event, "data");
    const char *plain = string_of(data, "text/plain");
    if (x->evaluating) {
        json_decref(x->value);
        x->value = json_incref(data);
        return;
    }
    json_decref(x->result);
    x->result = plain ? json_string(plain) : NULL;
    if (!may_show(x)) return;
    publish(x->kernel, x->request, "execute_result",
            json_pack("{s:o, s:o, s:i}", "data", object_of(event, "data"), "metadata",
                      object_of(event, "metadata"), "execution_count", x->count));
}

// The engine's ids are unique in the session; a notebook keeps outputs of others.
static json_t *own_transient(struct execution *x, const json_t *event) {
    json_t *transient = json_object_get(event, "transient"),
           *own = transient ? json_copy(transient) : json_object();
    const char *id = string_of(own, "display_id");
    if (id)
        json_object_set_new(own, "display_id",
                            json_sprintf("%s-%s", wire_session(x->kernel->wire), id));
    return own;
}

// Pictures in a tight loop would flood the browser, and Jupyter's server drops what exceeds a
// megabyte a second. The engine waits for its displays to be handed on, so a pause here slows the
// loop down, and every picture is seen.
static void pace(struct kernel *kernel, const json_t *data) {
    struct pace *p = &kernel->pace;
    int64_t now = hd_now_ns();
    double seconds = (double)(now - p->at) / 1e9, bytes = 200;
    const char *type;
    json_t *content;
    json_object_foreach((json_t *)data, type, content) bytes += (double)json_string_length(content);
    p->at = now;
    p->bytes += seconds * MOST_BYTES;
    p->messages += seconds * MOST_DISPLAYS;
    if (p->bytes > BURST_BYTES) p->bytes = BURST_BYTES;
    if (p->messages > BURST_DISPLAYS) p->messages = BURST_DISPLAYS;
    p->bytes -= bytes;
    p->messages -= 1;
    double wait = -p->bytes / MOST_BYTES;
    if (-p->messages / MOST_DISPLAYS > wait) wait = -p->messages / MOST_DISPLAYS;
    if (wait > MOST_PAUSE) wait = MOST_PAUSE;
    if (wait > 0) nanosleep(&(struct timespec){0, (long)(wait * 1e9)}, NULL);
    if (p->bytes < -MOST_BYTES)
        p->bytes = -MOST_BYTES; // one large picture does not stop the next ones for long
}

static void show_data(struct execution *x, json_t *event, const char *type) {
    if (!may_show(x)) return;
    if (!x->beside) pace(x->kernel, json_object_get(event, "data"));
    publish(x->kernel, x->request, type,
            json_pack("{s:o, s:o, s:o}", "data", object_of(event, "data"), "metadata",
                      object_of(event, "metadata"), "transient", own_transient(x, event)));
}

static void show_display(struct execution *x, json_t *event) {
    show_data(x, event, "display_data");
}

static void show_update(struct execution *x, json_t *event) {
    show_data(x, event, "update_display_data");
}

static void show_clear(struct execution *x, json_t *event) {
    if (!may_show(x)) return;
    bool wait = json_is_true(json_object_get(event, "wait"));
    json_object_clear(x->bars); // they are gone as well
    publish(x->kernel, x->request, "clear_output", json_pack("{s:b}", "wait", wait));
}

// Of a request beside a cell; a cell's own output comes through pipes.
static void show_output(struct execution *x, json_t *event) {
    write_text(x, (int)json_integer_value(json_object_get(event, "stream")),
               string_of(event, "text"));
}

static void show_notice(struct execution *x, json_t *event) {
    write_coloured(x, 2, string_of(event, "text"));
}

static void show_page(struct execution *x, json_t *event) {
    if (x->evaluating) return;
    json_array_append_new(x->payload, json_pack("{s:s, s:o, s:i}", "source", "page", "data",
                                                object_of(event, "data"), "start", 0));
}

static void show_next_input(struct execution *x, json_t *event) {
    const char *text = string_of(event, "text");
    if (x->evaluating || !text) return;
    json_array_append_new(x->payload, json_pack("{s:s, s:s, s:b}", "source", "set_next_input",
                                                "text", text, "replace", 0));
}

// `%quit`. Only the front-end can end a kernel properly; one that does not know this payload goes
// on.
static void show_exit(struct execution *x, json_t *event) {
    if (x->evaluating) return;
    json_array_append_new(x->payload,
                          json_pack("{s:s, s:b}", "source", "ask_exit", "keepkernel", 0));
}

static void show_input_request(struct execution *x, json_t *event) {
    input_ask(x->kernel, x, event);
}

static void show_progress(struct execution *x, json_t *event) {
    if (!may_show(x)) return;
    bool again;
    json_t *content = progress_content(x, event, &again);
    publish(x->kernel, x->request, again ? "update_display_data" : "display_data", content);
}

static void show_debug(struct execution *x, json_t *event) {
    debug_show(x->kernel, x->request, event);
}

static void show_interact(struct execution *x, json_t *event) {
    if (!x->silent && !x->evaluating) widgets_event(x->kernel, x->request, event);
}

static const struct {
    const char *name;
    void (*show)(struct execution *x, json_t *event);
} shows[] = {
    {"started", show_started},
    {"output", show_output},
    {"result", show_result},
    {"diagnostic", show_diagnostic},
    {"error", show_error},
    {"display", show_display},
    {"update_display", show_update},
    {"clear_output", show_clear},
    {"notice", show_notice},
    {"page", show_page},
    {"exit", show_exit},
    {"set_next_input", show_next_input},
    {"input_request", show_input_request},
    {"progress", show_progress},
    {"debug", show_debug},
    {"interact", show_interact},
};

void show_to(struct execution *x, const char *name, json_t *event) {
    for (int i = 0; i < HD_COUNT(shows); i++)
        if (!strcmp(shows[i].name, name)) shows[i].show(x, event);
}

void show_event(void *user, const char *name, json_t *event) {
    struct kernel *kernel = user;
    struct execution *x = kernel->executor.running;
    if (!x) { // the engine ended between cells
        size_t i;
        json_t *text;
        if (!strcmp(name, "error"))
            json_array_foreach(json_object_get(event, "traceback"), i, text) {
                const char *line = json_string_value(text);
                if (line) output_write(kernel, 2, line, strlen(line));
            }
        return;
    }
    show_to(x, name, event);
}
