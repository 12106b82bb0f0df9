// Whole inputs, line by line. `next_line` is the one place where a line is read (a line editor
// takes its place at a terminal); `input_read` adds lines until the engine says that the input is
// complete.
//
// Asking the engine after every line would take quadratic time for an input of very many lines, so
// once half a second was spent asking, it is asked only when a count of brackets says that the
// input may be complete, or when the input has grown by a quarter; and after five seconds in the
// latter case alone.
#include "repl.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ASK_MS = 20000, PIECE = 65536 };

// ---- a rough count of what is open --------------------------------------------------------------

struct scan {
    int depth;
    bool comment;
};

// A quoted text from s[i]; returns the index after it. It ends with the line at the latest.
static size_t skip_quoted(const char *s, size_t i, size_t len) {
    char quote = s[i++];
    while (i < len && s[i] != quote) i += s[i] == '\\' ? 2 : 1;
    return i < len ? i + 1 : len;
}

static void scan_line(struct scan *scan, const char *s, size_t len) {
    size_t start = 0;
    while (start < len && (s[start] == ' ' || s[start] == '\t')) start++;
    bool directive = start < len && s[start] == '#' && !scan->comment;
    for (size_t i = start; i < len;) {
        char c = s[i], next = i + 1 < len ? s[i + 1] : 0;
        if (scan->comment) {
            if (c == '*' && next == '/') scan->comment = false, i++;
            i++;
        } else if (c == '/' && next == '*') {
            scan->comment = true;
            i += 2;
        } else if (c == '/' && next == '/') {
            return;
        } else if (c == '"' || c == '\'') {
            i = skip_quoted(s, i, len);
        } else {
            if (!directive && strchr("([{", c) && c) scan->depth++;
            if (!directive && strchr(")]}", c) && c && scan->depth > 0) scan->depth--;
            i++;
        }
    }
}

// ---- lines --------------------------------------------------------------------------------------

static void put_prompt(struct input *input, bool first) {
    struct shell *shell = input->shell;
    struct hd_buf text = {0};
    hd_buf_printf(&text, "In [%d]: ", shell->count + 1);
    const char *tint = shell->color_results ? "\033[32m" : "",
               *reset = shell->color_results ? "\033[0m" : "";
    if (first)
        shell_printf(shell, 1, "%s%s%s", tint, text.s, reset);
    else
        shell_printf(shell, 1, "%s%*s%s", tint, (int)text.len, "...: ", reset);
    shell->mid_line[1] = shell->mid_line[2] = false; // what is typed ends the line
    shell->shown = false;
    hd_buf_finish(&text);
}

// Waits for a person, while the session's own events (late output, an engine's end) are shown as
// they come.
static bool wait_for_typing(struct input *input, bool first) {
    struct shell *shell = input->shell;
    for (;;) {
        struct pollfd fds[] = {{0, POLLIN, 0}, {hd_session_fd(shell->session), POLLIN, 0}};
        if (poll(fds, 2, -1) < 0) {
            if (errno == EINTR) return false;
            return true;
        }
        if (fds[0].revents) return true;
        hd_session_pump(shell->session);
        if (shell->shown) {
            shell_fresh_line(shell, 1);
            put_prompt(input, first);
        }
    }
}

// Appends the next line, its newline included, to code.
static enum input_end next_line(struct input *input, bool first, struct hd_buf *code) {
    if (input->prompt) {
        if (first) hd_session_forget_interrupts(input->shell->session);
        shell_fresh_line(input->shell, 1);
        put_prompt(input, first);
    }
    size_t seen = input->used;
    for (;;) {
        const char *s = hd_buf_str(&input->pending);
        const char *end = memchr(s + seen, '\n', input->pending.len - seen);
        if (end || (input->eof && input->used < input->pending.len)) {
            size_t stop = end ? (size_t)(end - s) + 1 : input->pending.len;
            hd_buf_add(code, s + input->used, stop - input->used);
            input->used = stop;
            return INPUT_LINE;
        }
        if (input->eof) return INPUT_EOF;
        if (input->used == input->pending.len) {
            hd_buf_clear(&input->pending);
            input->used = 0;
        }
        seen = input->pending.len;
        if (input->prompt && !wait_for_typing(input, first)) return INPUT_CLEARED;
        char piece[PIECE];
        ssize_t n = read(0, piece, sizeof piece);
        if (n > 0)
            hd_buf_add(&input->pending, piece, (size_t)n);
        else if (n < 0 && errno == EINTR)
            return INPUT_CLEARED;
        else
            input->eof = true;
    }
}

// ---- whole inputs -------------------------------------------------------------------------------

// Whether the engine wants more lines. When it does not answer, the text is run: that tells what is
// wrong.
static bool wants_more(struct input *input, const struct hd_buf *code) {
    input->lost = false;
    for (int attempt = 0; attempt < 2; attempt++) {
        json_t *request = json_pack("{s:s}", "op", "is_complete");
        hd_session_set_code(request, code->s, code->len);
        json_t *reply = hd_session_ask(input->shell->session, request, ASK_MS);
        if (reply) {
            const char *status = json_string_value(json_object_get(reply, "status"));
            bool more = status && !strcmp(status, "incomplete");
            json_decref(reply);
            return more;
        }
        input->lost =
            !hd_session_pump(input->shell->session); // its engine ended: there is a new one now
        if (input->lost) break;
    }
    return false;
}

static bool is_blank(const struct hd_buf *code) {
    for (size_t i = 0; i < code->len; i++)
        if (!strchr(" \t\r\n\f\v", code->s[i]) || !code->s[i]) return false;
    return true;
}

enum input_end input_read(struct input *input, struct hd_buf *code) {
    struct scan scan = {0};
    int64_t spent = 0;
    size_t asked_at = 0;
    for (bool first = true;; first = false) {
        size_t start = code->len;
        enum input_end end = next_line(input, first, code);
        if (end == INPUT_CLEARED) {
            if (input->prompt) shell_fresh_line(input->shell, 1);
            return INPUT_CLEARED;
        }
        if (end == INPUT_EOF) return code->len ? INPUT_LINE : INPUT_EOF;
        if (is_blank(code)) {
            hd_buf_clear(code);
            first = true;
            if (input->prompt) return INPUT_CLEARED;
            continue;
        }
        scan_line(&scan, code->s + start, code->len - start);
        bool balanced = !scan.comment && scan.depth == 0;
        bool grown = code->len - asked_at > asked_at / 4;
        if (spent > 500000000 && !grown && !(balanced && spent < 5000000000)) continue;
        int64_t before = hd_now_ns();
        asked_at = code->len;
        if (!wants_more(input, code)) return INPUT_LINE;
        spent += hd_now_ns() - before;
    }
}

bool input_command(struct input *input, struct hd_buf *line) {
    for (;;) {
        if (input->prompt) {
            shell_fresh_line(input->shell, 1);
            shell_printf(input->shell, 1, "(debug) ");
            input->shell->mid_line[1] = input->shell->mid_line[2] = false;
        }
        bool person = input->prompt;
        input->prompt = false; // the session is busy: nothing else is waited for
        enum input_end end = next_line(input, true, line);
        input->prompt = person;
        if (end == INPUT_LINE) return true;
        if (end == INPUT_EOF || !person) return false;
        hd_buf_clear(line);
    }
}

void input_finish(struct input *input) { hd_buf_finish(&input->pending); }
