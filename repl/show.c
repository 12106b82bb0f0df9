// What a person sees: user code's output as it comes, results as `Out[n]: value` on standard
// output, diagnostics and errors on standard error.
//
// Everything is written with write(2), in the pieces in which the session hands it on (up to 256
// KiB), so nothing is held back and nothing is copied. When the two descriptors are one file, the
// session merges user code's streams, and the order on the screen is exactly that of writing.
#include "repl.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void shell_write(struct shell *shell, int fd, const char *data, size_t len) {
    if (!len) return;
    if (shell->transient.shown) transient_erase(shell);
    if (shell->prompt) prompt_step_aside(shell->prompt);
    if (shell->clear_next) picture_clear(shell, NULL);
    for (const char *p = data; (p = memchr(p, '\n', (size_t)(data + len - p))); p++) shell->lines++;
    shell->written += len;
    shell->mid_line[fd] = data[len - 1] != '\n';
    if (shell->merged) shell->mid_line[1] = shell->mid_line[2] = shell->mid_line[fd];
    shell->shown = true;
    while (len && !(shell->broken && fd == 1)) {
        ssize_t n = write(fd, data, len);
        if (n >= 0) {
            data += n;
            len -= (size_t)n;
        } else if (errno == EAGAIN) {
            poll(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, -1);
        } else if (errno != EINTR) {
            if (fd == 1) { // a full disk, say: going on would run code whose output is lost
                shell->broken = true;
                if (errno != EPIPE)
                    shell_printf(shell, 2, "heddle: cannot write: %s\n", strerror(errno));
                hd_session_interrupt(shell->session);
            }
            return;
        }
    }
}

void shell_printf(struct shell *shell, int fd, const char *fmt, ...) {
    struct hd_buf text = {0};
    va_list args;
    va_start(args, fmt);
    hd_buf_vprintf(&text, fmt, args);
    va_end(args);
    shell_write(shell, fd, hd_buf_str(&text), text.len);
    hd_buf_finish(&text);
}

void shell_fresh_line(struct shell *shell, int fd) {
    if (shell->mid_line[fd]) shell_write(shell, fd, "\n", 1);
}

static void on_output(void *user, int stream, const char *data, size_t len) {
    shell_write(user, stream, data, len);
    transient_again(user);
}

static const char *text_of(const json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

static void put_lines(struct shell *shell, int fd, const char *text) {
    shell_fresh_line(shell, fd);
    shell_write(shell, fd, text, strlen(text));
    shell_fresh_line(shell, fd);
}

static void show_result(struct shell *shell, const json_t *event) {
    const char *plain = text_of(json_object_get(event, "data"), "text/plain"),
               *text = text_of(event, "text");
    if (!text || (plain && !shell->color_results)) text = plain;
    if (!text) return;
    shell_fresh_line(shell, 1);
    const char *tint = shell->color_results ? "\033[31m" : "",
               *reset = shell->color_results ? "\033[0m" : "";
    char name[24];
    int used = snprintf(name, sizeof name,
                        "Out[%d]:", (int)json_integer_value(json_object_get(event, "count")));
    // A value of several lines starts on its own, so that its columns line up, and one that only
    // fits so.
    int columns = (int)hd_utf8_count(text, strlen(text));
    bool alone = strchr(text, '\n') || (shell->columns && columns <= shell->columns &&
                                        used + 1 + columns > shell->columns);
    shell_printf(shell, 1, "%s%s%s%s%s\n", tint, name, reset, alone ? "\n" : " ", text);
}

static void show_page(struct shell *shell, const json_t *event) {
    const char *text = text_of(json_object_get(event, "data"), "text/plain");
    if (text) put_lines(shell, 1, text);
}

static void show_data(struct shell *shell, const json_t *event) {
    picture_show(shell, event, false);
}

static void show_update(struct shell *shell, const json_t *event) {
    picture_show(shell, event, true);
}

static void show_text(struct shell *shell, const json_t *event) {
    const char *text = shell->color ? text_of(event, "text") : text_of(event, "plain");
    if (!text) text = text_of(event, "text");
    if (text) put_lines(shell, 2, text);
}

static void show_diagnostic(struct shell *shell, const json_t *event) {
    if (shell->failures)
        failures_note(shell->failures, text_of(event, "source"), shell->count, event);
    show_text(shell, event);
}

static void show_error(struct shell *shell, const json_t *event) {
    if (shell->failures)
        failures_note(shell->failures, text_of(event, "source"), shell->count, event);
    const json_t *trace = json_object_get(event, "traceback"), *line;
    size_t i;
    json_array_foreach(trace, i, line) {
        const char *text = json_string_value(line);
        if (text) put_lines(shell, 2, text);
    }
    const char *kind = text_of(event, "kind"), *message = text_of(event, "message");
    bool told =
        json_array_size(trace) || (kind && (!strcmp(kind, "compile") || !strcmp(kind, "check")));
    if (!told && message) {
        shell_fresh_line(shell, 2);
        shell_printf(shell, 2, "error: %s\n", message);
    }
}

static void set_count(struct shell *shell, const json_t *event) {
    shell->count = (int)json_integer_value(json_object_get(event, "count"));
}

static void set_next_input(struct shell *shell, const json_t *event) {
    const char *text = text_of(event, "text");
    free(shell->next_input);
    shell->next_input = text ? hd_xstrdup(text) : NULL;
}

static void set_exit(struct shell *shell, const json_t *event) {
    shell->exit_status = (int)json_integer_value(json_object_get(event, "status"));
}

// A stopped thread: its text, and the next command for it.
static void debug_stop(struct shell *shell, const json_t *event) {
    const char *text = text_of(event, "text");
    if (text && *text) put_lines(shell, 1, text);
    if (!json_is_true(json_object_get(event, "prompt")) &&
        !json_integer_value(json_object_get(event, "prompt")))
        return;
    struct hd_buf line = {0};
    bool ok = shell->read_command && shell->read_command(shell, &line);
    json_t *request = json_pack("{s:s}", "op", "debug");
    if (ok) {
        while (line.len && line.s[line.len - 1] == '\n') line.s[--line.len] = 0;
        json_t *command = json_stringn(hd_buf_str(&line), line.len);
        json_object_set_new(request, "command", command ? command : json_string("help"));
    }
    hd_buf_finish(&line);
    hd_session_tell(shell->session, request);
}

static const struct {
    const char *name;
    void (*show)(struct shell *shell, const json_t *event);
} shows[] = {
    {"started", set_count},
    {"result", show_result},
    {"diagnostic", show_diagnostic},
    {"error", show_error},
    {"display", show_data},
    {"update_display", show_update},
    {"clear_output", picture_clear},
    {"page", show_page},
    {"notice", show_text},
    {"exit", set_exit},
    {"set_next_input", set_next_input},
    {"debug", debug_stop},
    {"edit", edit_event},
    {"progress", transient_progress},
    {"working", transient_working},
};

static void on_event(void *user, const char *name, json_t *event) {
    for (int i = 0; i < HD_COUNT(shows); i++)
        if (!strcmp(shows[i].name, name)) shows[i].show(user, event);
}

struct hd_session_hooks shell_hooks(struct shell *shell) {
    return (struct hd_session_hooks){shell, on_output, on_event};
}

enum hd_session_status shell_run(struct shell *shell, const char *code, size_t len,
                                 json_t *members) {
    json_t *request = members ? members : json_object(), *done = NULL;
    json_object_set_new(request, "op", json_string("execute"));
    json_object_set_new(request, "color", json_boolean(shell->color));
    if (shell->columns) json_object_set_new(request, "columns", json_integer(shell->columns));
    shell->lines = 0;
    picture_ask(shell, request);
    hd_session_set_code(request, code, len);
    if (shell->interactive) json_object_set_new(request, "edit", json_true());
    if (shell->read_command) json_object_set_new(request, "debug", json_true());
    if (shell->failures) failures_begin(shell->failures, code, len);
    if (shell->prompt) prompt_run_begins(shell->prompt);
    enum hd_session_status status = hd_session_execute(shell->session, request, &done);
    transient_end(shell);
    if (shell->prompt) prompt_run_ended(shell->prompt, status);
    if (done) set_count(shell, done);
    json_decref(done);
    return status;
}
