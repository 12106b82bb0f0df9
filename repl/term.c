// The terminal: raw mode while a cell is typed, the user's own mode while it runs; size, colours
// and background; signals.
//
// What it is asked at the start (its background colour, its name) is answered in its own time,
// among the keys; nothing waits for it. A terminal that never answers is taken to be dark, or as
// COLORFGBG says.
//
// Signals only write a byte to a pipe that the loop waits on. Handlers for stopping and ending are
// installed while a cell is typed; while one runs the terminal is in its own mode and the usual
// actions are right.
#include "repl.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

// ---- what it can do -----------------------------------------------------------------------------

static bool has(const char *name, const char *part) {
    const char *value = getenv(name);
    return value && strstr(value, part);
}

static bool is_set(const char *name) {
    const char *value = getenv(name);
    return value && *value;
}

static enum depth color_depth(void) {
    if (has("COLORTERM", "truecolor") || has("COLORTERM", "24bit")) return DEPTH_TRUE;
    if (has("TERM", "direct")) return DEPTH_TRUE;
    if (has("TERM", "256color") || has("TERM", "kitty") || has("TERM", "alacritty") ||
        has("TERM", "foot"))
        return DEPTH_256;
    return DEPTH_16;
}

// "15;0": the second is the background, one of the 16 colours.
static bool light_by_environment(void) {
    const char *value = getenv("COLORFGBG"), *last = value ? strrchr(value, ';') : NULL;
    if (!last || !last[1]) return false;
    int background = atoi(last + 1);
    return background == 7 || (background >= 9 && background <= 15);
}

// Whether lines that are too long are wrapped anew when the window gets narrower. Real terminals
// do, with few exceptions.
static bool reflows_by_environment(void) {
    static const char *const names[] = {"TMUX",         "VTE_VERSION",     "KITTY_WINDOW_ID",
                                        "WEZTERM_PANE", "KONSOLE_VERSION", "ALACRITTY_WINDOW_ID",
                                        "WT_SESSION",   "TERM_PROGRAM",    "GHOSTTY_RESOURCES_DIR"};
    for (int i = 0; i < HD_COUNT(names); i++)
        if (is_set(names[i])) return true;
    return has("TERM", "tmux") || has("TERM", "kitty") || has("TERM", "foot") ||
           has("TERM", "alacritty");
}

bool term_measure(struct term *t) {
    struct winsize size;
    int columns = 80, rows = 24;
    if (ioctl(t->out, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
        columns = size.ws_col;
        rows = size.ws_row;
    }
    bool changed = columns != t->columns || rows != t->rows;
    t->columns = columns;
    t->rows = rows;
    return changed;
}

bool term_open(struct term *t, bool colors) {
    const char *name = getenv("TERM");
    *t = (struct term){.in = 0, .out = 1};
    if (!name || !*name || !strcmp(name, "dumb") || !isatty(0) || !isatty(1)) return false;
    if (tcgetattr(0, &t->cooked) != 0) return false;
    t->theme.depth = colors ? color_depth() : DEPTH_NONE;
    t->theme.light = light_by_environment();
    t->reflows = reflows_by_environment();
    term_measure(t);
    return true;
}

// ---- modes --------------------------------------------------------------------------------------

void term_raw(struct term *t) {
    struct termios raw = t->cooked;
    raw.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IGNCR | ISTRIP | INPCK | BRKINT | IXON);
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN | ISIG);
    raw.c_cflag |= CS8;
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    while (tcsetattr(t->in, TCSANOW, &raw) != 0 && errno == EINTR) continue;
    t->raw = true;
}

void term_cooked(struct term *t) {
    while (tcsetattr(t->in, TCSANOW, &t->cooked) != 0 && errno == EINTR) continue;
    t->raw = false;
}

// Other keys that make signals do not; what was typed ahead stays.
void term_break(struct term *t, bool on) {
    struct termios mode;
    if (tcgetattr(t->in, &mode) != 0) return;
    mode.c_lflag &= ~(tcflag_t)(ISIG | NOFLSH);
    if (on) mode.c_lflag |= ISIG | NOFLSH;
    mode.c_cc[VQUIT] = mode.c_cc[VSUSP] = on ? _POSIX_VDISABLE : t->cooked.c_cc[VQUIT];
    if (!on) mode.c_cc[VSUSP] = t->cooked.c_cc[VSUSP];
    while (tcsetattr(t->in, TCSANOW, &mode) != 0 && errno == EINTR) continue;
}

void term_write(struct term *t, struct hd_buf *out) {
    const char *s = hd_buf_str(out);
    size_t len = out->len;
    while (len && !t->gone) {
        ssize_t n = write(t->out, s, len);
        if (n >= 0) {
            s += n;
            len -= (size_t)n;
        } else if (errno == EAGAIN) {
            poll(&(struct pollfd){.fd = t->out, .events = POLLOUT}, 1, -1);
        } else if (errno != EINTR) {
            t->gone = true;
        }
    }
    hd_buf_clear(out);
}

// ---- questions ----------------------------------------------------------------------------------

// The background, the terminal's name, and last what every terminal answers: once that has come,
// nothing else will.
void term_ask(struct term *t) {
    struct hd_buf out = {0};
    if (t->asked) return;
    t->asked = true;
    t->asked_at = hd_now_ns();
    if (t->theme.depth != DEPTH_NONE && !is_set("COLORFGBG")) hd_buf_puts(&out, "\033]11;?\033\\");
    if (!t->reflows) hd_buf_puts(&out, "\033[>0q");
    if (out.len)
        hd_buf_puts(&out, "\033[c");
    else
        t->answered = true;
    term_write(t, &out);
    hd_buf_finish(&out);
}

// "rgb:RRRR/GGGG/BBBB" with one to four digits each.
static bool is_light(const char *color) {
    unsigned part[3];
    int used[6];
    if (sscanf(color, "rgb:%n%4x%n/%n%4x%n/%n%4x%n", &used[0], &part[0], &used[1], &used[2],
               &part[1], &used[3], &used[4], &part[2], &used[5]) != 3)
        return false;
    double value[3];
    for (int i = 0; i < 3; i++)
        value[i] = part[i] / (double)((1 << 4 * (used[2 * i + 1] - used[2 * i])) - 1);
    return 0.299 * value[0] + 0.587 * value[1] + 0.114 * value[2] > 0.5;
}

bool term_take_reply(struct term *t, const char *reply) {
    if (!strncmp(reply, "\033]11;", 5)) {
        bool light = is_light(reply + 5);
        bool changed = light != t->theme.light;
        t->theme.light = light;
        return changed;
    }
    if (!strncmp(reply, "\033P>|", 4))
        t->reflows = strncmp(reply + 4, "XTerm", 5) != 0;
    else if (reply[1] == '[')
        t->answered = true;
    return false;
}

// A running cell must not read what is meant for us: waits for the answers that are still due,
// until a second after the question, for the terminal may be far away or busy; and a tenth of a
// second in any case.
void term_settle(struct term *t, struct keys *keys) {
    int64_t until = hd_now_ns() + 100000000;
    if (until < t->asked_at + 1000000000) until = t->asked_at + 1000000000;
    while (t->asked && !t->answered && !t->gone) {
        int64_t left = (until - hd_now_ns()) / 1000000;
        struct pollfd fd = {t->in, POLLIN, 0};
        char byte;
        if (left <= 0 || poll(&fd, 1, (int)left) <= 0 || read(t->in, &byte, 1) != 1) break;
        keys_feed(keys, &byte, 1);
        size_t n = keys->in.len - keys->used;
        const char *s = keys->in.s + keys->used, *end = n ? memmem(s, n, "\033[?", 3) : NULL;
        if (end && memchr(end, 'c', n - (size_t)(end - s))) t->answered = true;
    }
    t->answered = true; // whatever comes later comes too late
}

// ---- signals ------------------------------------------------------------------------------------

static int signal_pipe[2] = {-1, -1};
static volatile sig_atomic_t end_signal;

static void on_signal(int sig) {
    int kept = errno;
    char byte = sig == SIGWINCH  ? SIGNAL_RESIZE
                : sig == SIGCONT ? SIGNAL_CONTINUED
                : sig == SIGTSTP ? SIGNAL_STOP
                                 : SIGNAL_END;
    if (byte == SIGNAL_END) end_signal = sig;
    if (write(signal_pipe[1], &byte, 1) < 0) errno = kept; // full: there is enough to read
    errno = kept;
}

// SIGINT has another handler, which says so here.
void term_note_interrupt(void) {
    char byte = SIGNAL_INTERRUPT;
    if (signal_pipe[1] >= 0 && write(signal_pipe[1], &byte, 1) < 0)
        return; // full: there is enough to read
}

static void handle(int sig, void (*handler)(int)) {
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART}, old;
    if (sigaction(sig, NULL, &old) == 0 && old.sa_handler == SIG_IGN && sig != SIGWINCH)
        return; // nohup
    sigaction(sig, &action, NULL);
}

int term_signal_fd(void) {
    if (signal_pipe[0] < 0 && pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
    return signal_pipe[0];
}

void term_watch_signals(bool editing) {
    handle(SIGWINCH, on_signal);
    handle(SIGCONT, on_signal);
    handle(SIGTSTP, editing ? on_signal : SIG_DFL);
    handle(SIGHUP, editing ? on_signal : SIG_DFL);
    handle(SIGTERM, editing ? on_signal : SIG_DFL);
}

unsigned term_signals(int *signal) {
    unsigned seen = 0;
    char byte;
    while (read(signal_pipe[0], &byte, 1) == 1) seen |= (unsigned char)byte;
    *signal = end_signal;
    return seen;
}

// ---- what is typed while a cell runs ------------------------------------------------------------

// The terminal keeps what is typed until the cell, which may ask for it, or the next prompt reads
// it. Ctrl-Z would throw it away, and without that the shell would read it: it is taken out before
// we stop.
static struct {
    bool running;
    int in;
    tcflag_t flushes; // the user's own NOFLSH
    char text[65536];
    volatile sig_atomic_t len;
} typed_ahead;

// In the signal handler.
static void take_typed_ahead(void) {
    struct termios mode, raw;
    if (tcgetattr(typed_ahead.in, &mode) != 0) return;
    raw = mode;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_cc[VMIN] = raw.c_cc[VTIME] = 0;
    if (tcsetattr(typed_ahead.in, TCSANOW, &raw) != 0) return;
    ssize_t n;
    while (typed_ahead.len < (int)sizeof typed_ahead.text &&
           (n = read(typed_ahead.in, typed_ahead.text + typed_ahead.len,
                     sizeof typed_ahead.text - (size_t)typed_ahead.len)) > 0)
        typed_ahead.len += (int)n;
    tcsetattr(typed_ahead.in, TCSANOW, &mode);
}

// In the background the terminal is not ours to set.
static void keep_typed(bool on) {
    struct termios mode;
    if (tcgetpgrp(typed_ahead.in) != getpgrp() || tcgetattr(typed_ahead.in, &mode) != 0) return;
    mode.c_lflag &= ~(tcflag_t)NOFLSH;
    mode.c_lflag |= on ? NOFLSH : typed_ahead.flushes;
    while (tcsetattr(typed_ahead.in, TCSANOW, &mode) != 0 && errno == EINTR) continue;
}

static void on_stop_while_running(int sig) {
    int kept = errno;
    sigset_t stop;
    take_typed_ahead();
    keep_typed(false);
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    signal(SIGTSTP, SIG_DFL);
    raise(SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &stop, NULL); // here it stops, and goes on
    handle(SIGTSTP, on_stop_while_running);
    keep_typed(true); // the shell has set the terminal anew
    errno = kept;
}

void term_run_begins(struct term *t) {
    typed_ahead.running = true;
    typed_ahead.in = t->in;
    typed_ahead.flushes = t->cooked.c_lflag & NOFLSH;
    handle(SIGTSTP, on_stop_while_running);
    keep_typed(true);
}

void term_run_ended(struct term *t) {
    typed_ahead.running = false;
    handle(SIGTSTP, SIG_DFL);
    keep_typed(false);
}

void term_run_interrupted(void) {
    if (!typed_ahead.running) return;
    typed_ahead.len = 0;
    tcflush(typed_ahead.in, TCIFLUSH);
}

size_t term_typed_ahead(const char **text) {
    size_t len = (size_t)typed_ahead.len;
    *text = typed_ahead.text;
    typed_ahead.len = 0;
    return len;
}

void term_suspend(struct term *t) {
    term_cooked(t);
    handle(SIGTSTP, SIG_DFL);
    kill(0,
         SIGTSTP); // as the terminal does for Ctrl-Z: heddle, its engine and what that has started
    handle(SIGTSTP, on_signal);
}
