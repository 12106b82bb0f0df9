// The transient line: something on the screen that is not output. A bar while `progress(i, n)` is
// called, or what the engine is at ("compiling In[3] ... 2 s"). It is erased before anything else
// is written and drawn again after it.
//
// The cursor always stays where output left it, so that output which ended in the middle of a line
// goes on there: at the start of a line the text is drawn in that line, else in the line below.
// Erasing is clearing from the cursor to the end of the screen, as nothing else stands there. The
// text is always shorter than the terminal is wide.
//
// Only terminals get it. One that cannot move its cursor (TERM=dumb) gets full bars, as lines.
#include "repl.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { WIDEST_BAR = 40, LEAST_BAR = 8 };
#define AGAIN_NS \
    100000000ll // after output the line comes back once this has passed since it was drawn

static bool is_dumb(void) {
    const char *term = getenv("TERM");
    return !term || !*term || !strcmp(term, "dumb");
}

static bool takes_utf8(void) {
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (int i = 0; i < HD_COUNT(names); i++) {
        const char *value = getenv(names[i]);
        if (value && *value) return strcasestr(value, "utf-8") || strcasestr(value, "utf8");
    }
    return false;
}

// Standard error if that is a terminal, else standard output; -1: there is none.
static int terminal(void) {
    static int fd;
    if (!fd) fd = isatty(2) ? 2 : isatty(1) ? 1 : -1;
    return fd;
}

static int columns_of(int fd) {
    struct winsize size;
    return ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

static void put(int fd, const char *s, size_t len) {
    while (len) {
        ssize_t n = write(fd, s, len);
        if (n > 0)
            s += n, len -= (size_t)n;
        else if (n < 0 && errno == EAGAIN)
            poll(&(struct pollfd){.fd = fd, .events = POLLOUT}, 1, -1);
        else if (n < 0 && errno != EINTR)
            return;
    }
}

// ---- drawing ------------------------------------------------------------------------------------

void transient_erase(struct shell *shell) {
    struct transient *t = &shell->transient;
    if (!t->shown) return;
    t->shown = false;
    if (t->below)
        put(terminal(), "\033[J", 3);
    else
        put(terminal(), "\r\033[J", 4);
}

static void draw(struct shell *shell) {
    struct transient *t = &shell->transient;
    int fd = terminal();
    struct hd_buf out = {0};
    if (t->shown)
        hd_buf_puts(&out, t->below ? "\033[J" : "\r\033[J");
    else
        t->below = shell->mid_line[fd];
    t->shown = true;
    t->drawn = hd_now_ns();
    // Index and up makes sure that there is a line below, whose place saving and restoring does not
    // lose.
    if (t->below)
        hd_buf_printf(&out, "\033D\033[A\0337\r\n%s\0338", hd_buf_str(&t->text));
    else
        hd_buf_printf(&out, "%s\r", hd_buf_str(&t->text));
    put(fd, hd_buf_str(&out), out.len);
    hd_buf_finish(&out);
}

void transient_again(struct shell *shell) {
    struct transient *t = &shell->transient;
    if (t->text.len && !t->shown && hd_now_ns() - t->drawn > AGAIN_NS) draw(shell);
}

void transient_end(struct shell *shell) {
    transient_erase(shell);
    hd_buf_clear(&shell->transient.text);
}

// ---- texts --------------------------------------------------------------------------------------

static int width_of(const char *s) {
    int width = 0;
    for (size_t n = strlen(s), i = 0; i < n;) {
        uint32_t c;
        i += (size_t)hd_utf8_decode(s + i, n - i, &c);
        width += hd_utf8_width(c);
    }
    return width;
}

static void add_time(struct hd_buf *out, double seconds) {
    if (seconds >= 360000)
        hd_buf_printf(out, "%.0f days", seconds / 86400);
    else if (seconds >= 3600)
        hd_buf_printf(out, "%d:%02d:%02d", (int)seconds / 3600, (int)seconds / 60 % 60,
                      (int)seconds % 60);
    else
        hd_buf_printf(out, "%d:%02d", (int)seconds / 60, (int)seconds % 60);
}

static void add_rate(struct hd_buf *out, double rate) {
    if (rate < 1)
        hd_buf_printf(out, "%.*f s each", rate > 0.1 ? 1 : 0, 1 / rate);
    else if (rate < 1e4)
        hd_buf_printf(out, "%.*f/s", rate < 100 ? 1 : 0, rate);
    else if (rate < 1e7)
        hd_buf_printf(out, "%.*fk/s", rate < 1e5 ? 1 : 0, rate / 1e3);
    else
        hd_buf_printf(out, "%.*fM/s", rate < 1e8 ? 1 : 0, rate / 1e6);
}

static void add_bar(struct hd_buf *out, const struct shell *shell, double share, int width) {
    static const char *const eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    int full = (int)(share * width * 8), cells = full / 8;
    bool fine = takes_utf8();
    hd_buf_puts(out, fine ? "▕" : "[");
    if (shell->color) hd_buf_puts(out, "\033[32m");
    for (int i = 0; i < cells; i++) hd_buf_puts(out, fine ? "█" : "#");
    if (fine && full % 8) {
        hd_buf_puts(out, eighths[full % 8]);
        cells++;
    }
    if (shell->color) hd_buf_puts(out, "\033[0m");
    for (int i = cells; i < width; i++) hd_buf_putc(out, ' ');
    hd_buf_puts(out, fine ? "▏" : "]");
}

static double number_of(const json_t *event, const char *key) {
    return json_number_value(json_object_get(event, key));
}

// The parts of a bar's line, the least important dropped first until the rest fits.
static void bar_text(const struct shell *shell, struct hd_buf *out, const json_t *event,
                     int columns, bool over) {
    const char *label = json_string_value(json_object_get(event, "label"));
    double total = number_of(event, "total"),
           share = total > 0 ? number_of(event, "done") / total : 1;
    bool has_rate = json_object_get(event, "rate");
    for (int dropped = 0; dropped <= 4; dropped++) {
        struct hd_buf head = {0}, tail = {0};
        if (label && *label && dropped < 3) hd_buf_printf(&head, "%s ", label);
        hd_buf_printf(&head, "%3d%%", (int)(share * 100));
        if (dropped < 2) hd_buf_printf(&tail, " %.0f/%.0f", number_of(event, "done"), total);
        if (dropped < 1 && has_rate) {
            hd_buf_puts(&tail, "  ");
            add_rate(&tail, number_of(event, "rate"));
        }
        if (over || has_rate) {
            hd_buf_puts(&tail, over ? "  in " : "  ");
            add_time(&tail, number_of(event, over ? "elapsed_ms" : "left_ms") / 1e3);
            if (!over) hd_buf_puts(&tail, " left");
        }
        int room = columns - 1 - width_of(hd_buf_str(&head)) - width_of(hd_buf_str(&tail)) - 3;
        bool fits = room >= LEAST_BAR || dropped == 4;
        if (fits) {
            hd_buf_puts(out, hd_buf_str(&head));
            if (room >= LEAST_BAR) {
                hd_buf_putc(out, ' ');
                add_bar(out, shell, share, room < WIDEST_BAR ? room : WIDEST_BAR);
            }
            if (room >= -3) hd_buf_puts(out, hd_buf_str(&tail));
        }
        hd_buf_finish(&head);
        hd_buf_finish(&tail);
        if (fits) return;
    }
}

void transient_progress(struct shell *shell, const json_t *event) {
    struct transient *t = &shell->transient;
    int fd = terminal();
    if (fd < 0) return;
    bool over = json_is_true(json_object_get(event, "end"));
    if (!over && is_dumb()) return;
    hd_buf_clear(&t->text);
    bar_text(shell, &t->text, event, columns_of(fd), over);
    if (!over) {
        draw(shell);
        return;
    }
    struct hd_buf line = t->text;
    t->text = (struct hd_buf){0};
    hd_buf_putc(&line, '\n');
    transient_erase(shell);
    shell_fresh_line(shell, fd);
    shell_write(shell, fd, hd_buf_str(&line), line.len);
    hd_buf_finish(&line);
}

void transient_working(struct shell *shell, const json_t *event) {
    struct transient *t = &shell->transient;
    const char *what = json_string_value(json_object_get(event, "text"));
    int fd = terminal();
    if (fd < 0 || is_dumb()) return;
    if (!what) {
        transient_end(shell);
        return;
    }
    char seconds[32];
    snprintf(seconds, sizeof seconds, " ... %.0f s", number_of(event, "elapsed_ms") / 1e3);
    int room = columns_of(fd) - 1 - (int)strlen(seconds);
    hd_buf_clear(&t->text);
    if (shell->color) hd_buf_puts(&t->text, "\033[2m");
    for (size_t n = strlen(what), i = 0; i < n;) {
        uint32_t c;
        int len = hd_utf8_decode(what + i, n - i, &c);
        if ((room -= hd_utf8_width(c)) < 0) break;
        hd_buf_add(&t->text, what + i, (size_t)len);
        i += (size_t)len;
    }
    hd_buf_puts(&t->text, seconds);
    if (shell->color) hd_buf_puts(&t->text, "\033[0m");
    draw(shell);
}
