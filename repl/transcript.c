// Transcripts, for the tests: a file of inputs and what they are expected to print. `heddle --transcript FILE` runs the
// inputs one after another in one session and prints, per input, all that it put out (both streams and diagnostics,
// in order), ended by a line with the single character U+001E. Comparing is the work of tests/run.
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
// `>>> ` starts an input and `... ` continues it. Directives: `@interrupt MS` interrupts the next input after that
// time, `@restart` replaces the engine. All other lines are expectations.
#include "repl.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

static struct hd_session *to_interrupt;

static void on_alarm(int sig) {
    hd_session_interrupt(to_interrupt);
}

static void alarm_after(int ms) {
    struct itimerval timer = {.it_value = {ms / 1000, ms % 1000 * 1000}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

static void end_of_output(struct shell *shell) {
    shell_fresh_line(shell, 1);
    shell_write(shell, 1, "\x1e\n", 2);
}

// Runs what was gathered. False: the session is over.
static bool run_input(struct shell *shell, struct hd_buf *code, int interrupt_after) {
    if (!code->len) return true;
    if (interrupt_after > 0) alarm_after(interrupt_after);
    enum hd_session_status status = shell_run(shell, code->s, code->len, NULL);
    if (interrupt_after > 0) alarm_after(0);
    end_of_output(shell);
    hd_buf_clear(code);
    return status != HD_SESSION_EXITED && status != HD_SESSION_LOST;
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
    to_interrupt = shell->session;
    struct sigaction action = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};
    sigaction(SIGALRM, &action, NULL);
    struct hd_buf code = {0};
    int interrupt_after = 0;
    bool on = true, in_input = false;
    for (const char *line = text, *end = text + len, *next; line < end && on; line = next) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        size_t n = (size_t)((stop ? stop : end) - line);
        next = line + n + 1;
        bool more = in_input && starts(line, n, "... ");
        if (!more && in_input) {
            on = run_input(shell, &code, interrupt_after);
            interrupt_after = 0;
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
    if (on && in_input) run_input(shell, &code, interrupt_after);
    hd_buf_finish(&code);
    free(text);
    return 0;
}
