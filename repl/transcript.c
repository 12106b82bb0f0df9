// Transcripts, for the tests: a file of inputs and what they are expected to print. `heddle
// --transcript FILE` runs the inputs one after another in one session and prints, per input, all
// that it put out (both streams and diagnostics, in order), ended by a line with the single
// character U+001E. Comparing is the work of tests/run.
//
//   # comment
//   >>> int n = 3;
//   >>> n * 2
//   Out[2]: 6
//   @interrupt 200
//   >>> for (;;) {
//   ... }
//   ...
//
// `>>> ` starts an input and `... ` continues it. Directives: `@interrupt MS` interrupts the next
// input when its code has run for that time, however long it took to compile; `@restart` replaces
// the engine. All other lines are expectations.
#include "repl.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LOOK_MS = 10, ANSWER_MS = 1000 };

struct interrupter { // a thread beside an input
    struct hd_session *session;
    int ms;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool started, over;
};

// True: the input has come to its end meanwhile.
static bool pause_for(struct interrupter *in, int ms) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += ms % 1000 * 1000000L;
    until.tv_sec += ms / 1000 + until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&in->lock);
    while (!in->over && pthread_cond_timedwait(&in->changed, &in->lock, &until) != ETIMEDOUT)
        continue;
    bool over = in->over;
    pthread_mutex_unlock(&in->lock);
    return over;
}

static void *interrupt_later(void *arg) {
    struct interrupter *in = arg;
    for (bool running = false; !running;) {
        if (pause_for(in, LOOK_MS)) return NULL;
        json_t *reply = hd_session_ask(in->session, json_pack("{s:s}", "op", "status"), ANSWER_MS);
        running = json_is_true(json_object_get(reply, "running"));
        json_decref(reply);
    }
    if (!pause_for(in, in->ms)) hd_session_interrupt(in->session);
    return NULL;
}

static void interrupter_start(struct interrupter *in, struct hd_session *session, int ms) {
    *in = (struct interrupter){.session = session, .ms = ms};
    pthread_mutex_init(&in->lock, NULL);
    pthread_cond_init(&in->changed, NULL);
    in->started = pthread_create(&in->thread, NULL, interrupt_later, in) == 0;
}

static void interrupter_end(struct interrupter *in) {
    pthread_mutex_lock(&in->lock);
    in->over = true;
    pthread_cond_signal(&in->changed);
    pthread_mutex_unlock(&in->lock);
    if (in->started) pthread_join(in->thread, NULL);
    pthread_cond_destroy(&in->changed);
    pthread_mutex_destroy(&in->lock);
}

static void end_of_output(struct shell *shell) {
    shell_fresh_line(shell, 1);
    shell_write(shell, 1, "\x1e\n", 2);
}

// Runs what was gathered. False: the session is over.
static bool run_input(struct shell *shell, struct hd_buf *code, int interrupt_after) {
    if (!code->len) return true;
    hd_session_forget_interrupts(shell->session);
    struct interrupter in;
    if (interrupt_after > 0) interrupter_start(&in, shell->session, interrupt_after);
    enum hd_session_status status = shell_run(shell, code->s, code->len, NULL);
    if (interrupt_after > 0) interrupter_end(&in);
    end_of_output(shell);
    hd_buf_clear(code);
    return status != HD_SESSION_EXITED && status != HD_SESSION_LOST;
}

struct inputs { // of the file, for the debugger
    const char *at, *end;
    bool any;
};

// The next input is a command: what the stop has shown ends there.
static bool next_command(struct shell *shell, struct hd_buf *line) {
    struct inputs *in = shell->commands;
    while (in->at < in->end) {
        const char *stop = memchr(in->at, '\n', (size_t)(in->end - in->at));
        size_t n = (size_t)((stop ? stop : in->end) - in->at);
        const char *from = in->at;
        in->at += n + 1;
        if (n >= 4 && !memcmp(from, ">>> ", 4)) {
            hd_buf_add(line, from + 4, n - 4);
            end_of_output(shell);
            return true;
        }
    }
    return false;
}

static bool starts(const char *line, size_t len, const char *with) {
    size_t n = strlen(with);
    return len >= n && memcmp(line, with, n) == 0;
}

int transcript_run(struct shell *shell, const char *path) {
    char *text;
    size_t len;
    if (!hd_read_file(path, &text, &len)) {
        shell_printf(shell, 2, "heddle: cannot read `%s`: %s\n", path, strerror(errno));
        return 2;
    }
    struct hd_buf code = {0};
    int interrupt_after = 0;
    bool on = true, in_input = false;
    struct inputs inputs = {.end = text + len};
    shell->read_command = next_command;
    shell->commands = &inputs;
    for (const char *line = text, *end = text + len, *next; line < end && on; line = next) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        size_t n = (size_t)((stop ? stop : end) - line);
        next = line + n + 1;
        bool more = in_input && starts(line, n, "... ");
        if (!more && in_input) {
            inputs.at = line;
            on = run_input(shell, &code, interrupt_after);
            interrupt_after = 0;
            if (inputs.at != line) { // commands for the debugger
                next = inputs.at;
                in_input = false;
                continue;
            }
        }
        in_input = more || starts(line, n, ">>> ");
        if (in_input && on) {
            if (code.len) hd_buf_putc(&code, '\n');
            hd_buf_add(&code, line + 4, n - 4);
        } else if (starts(line, n, "@interrupt ")) {
            interrupt_after = atoi(line + strlen("@interrupt "));
        } else if (starts(line, n, "@restart") && on) {
            on = hd_session_restart(shell->session, true);
        }
    }
    inputs.at = text + len;
    if (on && in_input) run_input(shell, &code, interrupt_after);
    shell->read_command = NULL;
    hd_buf_finish(&code);
    free(text);
    return 0;
}
