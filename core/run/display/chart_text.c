// A chart for terminals: braille dots, with the numbers of the axes. Several series are numbered
// where they end, and named above.
//
// Example:     4 ┤                                ⢀⠔
#include "run/display/plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_ROWS = 14, TEXT_COLUMNS = 72 };

struct canvas { // 2 x 4 dots a character
    int columns;
    unsigned char cells[TEXT_ROWS][TEXT_COLUMNS];
    char ends[TEXT_ROWS][32]; // the numbers of the series that end in a row
};

static void dot(struct canvas *t, int x, int y) {
    static const unsigned char bits[4][2] = {
        {0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    if (x >= 0 && y >= 0 && x < t->columns * 2 && y < TEXT_ROWS * 4)
        t->cells[y / 4][x / 2] |= bits[y % 4][x % 2];
}

static void line(struct canvas *t, int x0, int y0, int x1, int y1) {
    int steps = abs(x1 - x0) > abs(y1 - y0) ? abs(x1 - x0) : abs(y1 - y0);
    for (int i = 0; i <= steps; i++)
        dot(t, steps ? x0 + (x1 - x0) * i / steps : x0, steps ? y0 + (y1 - y0) * i / steps : y0);
}

// In dots; a little outside at most, so that lines to what is out of sight keep their slope.
static int place(const struct axis *a, double v, int dots) {
    return (int)lround(fmax(-2, fmin(3, hd_axis_place(a, v))) * (dots - 1));
}

static int row_of(const struct chart *c, double y) {
    return TEXT_ROWS * 4 - 1 - place(&c->y, y, TEXT_ROWS * 4);
}

static void draw_bar(struct canvas *t, const struct chart *c, int k, int i) {
    double left, right;
    hd_chart_bar(c, k, i, &left, &right);
    int x0 = place(&c->x, left, t->columns * 2), x1 = place(&c->x, right, t->columns * 2);
    int y0 = row_of(c, c->curves[k].y[i]), y1 = row_of(c, hd_chart_floor(c));
    if (c->curves[k].y[i] == hd_chart_floor(c)) return;
    for (int x = x0; x <= x1 && (x < x1 || x == x0); x++) line(t, x, y0, x, y1);
}

static void draw(struct canvas *t, const struct chart *c, int k) {
    const struct curve *one = &c->curves[k];
    int px = 0, py = 0;
    bool connected = false, bars = c->mark == CHART_BARS || c->mark == CHART_HISTOGRAM;
    for (int i = 0; i < one->n; i++) {
        if (isnan(one->y[i])) {
            connected = false;
            continue;
        }
        int x = place(&c->x, one->x[i], t->columns * 2), y = row_of(c, one->y[i]);
        if (bars)
            draw_bar(t, c, k, i);
        else if (connected && c->mark == CHART_LINE)
            line(t, px, py, x, y);
        else
            dot(t, x, y);
        if (one->e)
            line(t, x, row_of(c, one->y[i] - one->e[i]), x, row_of(c, one->y[i] + one->e[i]));
        connected = true;
        px = x, py = y;
    }
    if (c->mark != CHART_LINE || !connected || c->n == 1 || py < 0 || py >= TEXT_ROWS * 4) return;
    char *end = t->ends[py / 4];
    size_t len = strlen(end);
    snprintf(end + len, sizeof t->ends[0] - len, "%s%d", len ? "," : "", k + 1);
}

static void repeat(struct hd_buf *out, const char *s, int n) {
    for (int i = 0; i < n; i++) hd_buf_puts(out, s);
}

static void add_rows(struct hd_buf *out, const struct canvas *t,
                     const char *const labels[TEXT_ROWS], int wide) {
    for (int row = 0; row < TEXT_ROWS; row++) {
        hd_buf_printf(out, "%*s %s", wide, labels[row] ? labels[row] : "", labels[row] ? "┤" : "│");
        int last = t->columns;
        while (last > 0 && !t->cells[row][last - 1] && !*t->ends[row]) last--;
        for (int x = 0; x < last; x++)
            hd_buf_utf8(out, t->cells[row][x] ? 0x2800u + t->cells[row][x] : ' ');
        if (*t->ends[row]) hd_buf_printf(out, " %s", t->ends[row]);
        hd_buf_putc(out, '\n');
    }
}

// The middle of an axis, and nearly 0 as 0.
static double middle(const struct axis *a) {
    double v = a->log ? sqrt(a->low) * sqrt(a->high) : a->low / 2 + a->high / 2;
    return !a->log && fabs(v) < (a->high / 2 - a->low / 2) / 500 ? 0 : v;
}

static void heading(struct hd_buf *out, const struct chart *c) {
    if (c->title) hd_buf_printf(out, "%s\n", c->title);
    if (*c->y.name && (c->n > 1 || !c->legend || strcmp(c->y.name, c->curves[0].name)))
        hd_buf_printf(out, "%s\n", c->y.name);
    if (!c->legend) return;
    for (int k = 0; k < c->n; k++)
        if (c->n > 1)
            hd_buf_printf(out, "%s%d %s", k ? ", " : "", k + 1, c->curves[k].name);
        else
            hd_buf_puts(out, c->curves[k].name);
    hd_buf_putc(out, '\n');
}

static void bottom(struct hd_buf *out, const struct chart *c, int columns, int wide) {
    hd_buf_printf(out, "%*s └", wide, "");
    repeat(out, "─", columns);
    char left[32], right[32];
    snprintf(left, sizeof left, "%.4g", c->x.low);
    int room = columns - (int)strlen(left) - snprintf(right, sizeof right, "%.4g", c->x.high);
    int name = (int)hd_utf8_count(c->x.name, strlen(c->x.name));
    bool fits = name + 2 <= room;
    int before = fits ? (room - name) / 2 : room;
    hd_buf_printf(out, "\n%*s  %s", wide, "", left);
    repeat(out, " ", before);
    if (fits) {
        hd_buf_puts(out, c->x.name);
        repeat(out, " ", room - name - before);
    }
    hd_buf_puts(out, right);
}

void hd_chart_text(struct hd_buf *out, const struct chart *c) {
    int width = hd_engine.options.width ? hd_engine.options.width : hd_engine.options.columns;
    struct canvas t = {.columns = width ? width - 14 : TEXT_COLUMNS};
    if (t.columns > TEXT_COLUMNS) t.columns = TEXT_COLUMNS;
    if (t.columns < 10) t.columns = 10;
    for (int k = 0; k < c->n; k++) draw(&t, c, k);
    const char *labels[TEXT_ROWS] = {NULL};
    const double shown[3] = {c->y.high, middle(&c->y), c->y.low};
    const int rows[3] = {0, TEXT_ROWS / 2, TEXT_ROWS - 1};
    char texts[3][32];
    int wide = 0;
    for (int i = 0; i < 3; i++) {
        int n = snprintf(texts[i], sizeof texts[i], "%.4g", shown[i]);
        if (n > wide) wide = n;
        labels[rows[i]] = texts[i];
    }
    heading(out, c);
    add_rows(out, &t, labels, wide);
    bottom(out, c, t.columns, wide);
}
