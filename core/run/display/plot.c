// plot: a curve through points, as a Vega-Lite chart for notebooks that have it, an SVG for those
// that do not, and braille dots for terminals.
//
// All three draw the same points: those given, or when they are very many the lowest and highest of
// each narrow strip (in order of x; else every so manyth), so that a plot of a million points stays
// small and keeps its outline. NaN and infinities are gaps in the line.
//
// Example: `plot(y, 3)` with 1, 2, 4 gives the chart {"mark": {"type": "line", "point": true},
// "data": {"values":
//     [{"x": 0, "y": 1}, {"x": 1, "y": 2}, {"x": 2, "y": 4}]}, ...} and lines of text like
//     4 ┤                                ⢀⠔
#include "run/display/plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_POINTS = 3000, // that are drawn
    FEW_POINTS = 40,    // that are marked with dots
    TEXT_ROWS = 14,
    TEXT_COLUMNS = 72,
};

// ---- arguments ----------------------------------------------------------------------------------

// Elements that an array of `bytes` has; -1 for a pointer.
static long elements(const struct display *d, int slot) {
    long bytes = d->n[1 + slot];
    return d->shown->types[slot] && bytes > 0 ? bytes / (long)d->shown->types[slot]->size : -1;
}

bool hd_plot_fetch(struct display *d) {
    long has[2] = {elements(d, 0), elements(d, 1)};
    const char *const *names = d->shown->names;
    bool with_x = d->shown->types[0] != NULL;
    if (!d->shown->nargs) {
        if (with_x && has[0] != has[1])
            return hd_display_fail(
                d, "`%s` has %ld elements and `%s` has %ld; say how many to plot: plot(x, y, n)",
                names[0], has[0], names[1], has[1]);
        d->n[0] = has[1];
    }
    if (d->n[0] < 1) return hd_display_fail(d, "n is %ld; it must be at least 1", d->n[0]);
    for (int i = 0; i < 2; i++)
        if (d->shown->types[i] && has[i] >= 0 && has[i] < d->n[0])
            return hd_display_fail(d, "`%s` has %ld elements, and n is %ld", names[i], has[i],
                                   d->n[0]);
    size_t n = (size_t)d->n[0];
    if (with_x && !hd_display_fetch(d, 0, d->first, names[0], n, d->shown->types[0]->size, "n"))
        return false;
    return hd_display_fetch(d, 1, d->second, names[1], n, d->shown->types[1]->size, "n");
}

// ---- the points ---------------------------------------------------------------------------------

static double value(const struct display *d, int slot, size_t i) {
    const struct hd_type *type = d->shown->types[slot];
    return type ? hd_display_number((const char *)d->copies[slot] + i * type->size, type)
                : (double)i;
}

static void add_point(struct curve *c, double x, double y) {
    bool drawn = isfinite(x) && isfinite(y);
    if (!drawn && c->n && isnan(c->y[c->n - 1])) return; // one gap is enough
    c->x[c->n] = x;
    c->y[c->n++] = drawn ? y : NAN;
}

static bool is_sorted(const struct display *d, size_t n) {
    for (size_t i = 1; i < n; i++)
        if (!(value(d, 0, i - 1) <= value(d, 0, i))) return false;
    return true;
}

// The lowest and highest of points [from, to), in the order in which they come.
static void add_strip(struct curve *c, const struct display *d, size_t from, size_t to) {
    size_t low = to, high = to;
    for (size_t i = from; i < to; i++) {
        double v = value(d, 1, i);
        if (!isfinite(v)) continue;
        if (low == to || v < value(d, 1, low)) low = i;
        if (high == to || v > value(d, 1, high)) high = i;
    }
    if (low == to) {
        add_point(c, value(d, 0, from), NAN);
        return;
    }
    size_t first = low < high ? low : high, second = low < high ? high : low;
    add_point(c, value(d, 0, first), value(d, 1, first));
    if (second != first) add_point(c, value(d, 0, second), value(d, 1, second));
}

static void widen(double *low, double *high) {
    if (!(*low <= *high)) *low = 0, *high = 1; // no point at all
    if (*low < *high) return;
    double by = *low ? fabs(*low) / 10 : 1;
    *low -= by;
    *high += by;
}

static void find_range(struct curve *c) {
    c->x0 = c->y0 = INFINITY;
    c->x1 = c->y1 = -INFINITY;
    for (int i = 0; i < c->n; i++) {
        if (isnan(c->y[i])) continue;
        c->x0 = fmin(c->x0, c->x[i]), c->x1 = fmax(c->x1, c->x[i]);
        c->y0 = fmin(c->y0, c->y[i]), c->y1 = fmax(c->y1, c->y[i]);
    }
    widen(&c->x0, &c->x1);
    widen(&c->y0, &c->y1);
}

static void read_curve(const struct display *d, struct curve *c) {
    size_t n = (size_t)d->n[0];
    c->sorted = is_sorted(d, n);
    c->x = hd_xcalloc(MOST_POINTS + 2, sizeof *c->x);
    c->y = hd_xcalloc(MOST_POINTS + 2, sizeof *c->y);
    if (n <= MOST_POINTS) {
        for (size_t i = 0; i < n; i++) add_point(c, value(d, 0, i), value(d, 1, i));
    } else if (c->sorted) {
        size_t strips = MOST_POINTS / 2;
        for (size_t i = 0; i < strips; i++) add_strip(c, d, n * i / strips, n * (i + 1) / strips);
    } else {
        for (size_t i = 0; i < MOST_POINTS; i++) {
            size_t at = n * i / MOST_POINTS;
            add_point(c, value(d, 0, at), value(d, 1, at));
        }
    }
    c->dots = n <= FEW_POINTS;
    c->xname = d->shown->types[0] ? d->shown->names[0] : "index";
    c->yname = d->shown->names[1];
    find_range(c);
}

void hd_plot_ticks(double low, double high, int most, double *first, double *step, int *count) {
    double rough = high / most - low / most, power = pow(10, floor(log10(rough)));
    static const double nice[] = {1, 2, 2.5, 5, 10};
    *step = 10 * power;
    for (int i = HD_COUNT(nice) - 1; i >= 0; i--)
        if (nice[i] * power >= rough * 0.999) *step = nice[i] * power;
    *first = ceil(low / *step - 1e-9) * *step;
    double last = floor((high - *first) / *step + 1e-9);
    *count = last >= 0 && last <= most ? (int)last + 1
                                       : 0; // none: the range is too small or too large for doubles
}

// ---- Vega-Lite ----------------------------------------------------------------------------------

static json_t *axis(const char *field, const char *title) {
    return json_pack("{s:s, s:s, s:o, s:{s:b}}", "field", field, "type", "quantitative", "title",
                     hd_json_text(title, strlen(title)), "scale", "zero", 0);
}

static json_t *chart(const struct curve *c) {
    json_t *values = json_array();
    for (int i = 0; i < c->n; i++) {
        json_t *point = json_pack("{s:f, s:o}", "x", isfinite(c->x[i]) ? c->x[i] : 0.0, "y",
                                  isnan(c->y[i]) ? json_null() : json_real(c->y[i]));
        if (!c->sorted) json_object_set_new(point, "i", json_integer(i));
        json_array_append_new(values, point);
    }
    json_t *encoding = json_pack("{s:o, s:o}", "x", axis("x", c->xname), "y", axis("y", c->yname));
    if (!c->sorted)
        json_object_set_new(encoding, "order",
                            json_pack("{s:s, s:s}", "field", "i", "type", "quantitative"));
    return json_pack("{s:s, s:i, s:i, s:{s:o}, s:{s:s, s:b, s:b, s:b}, s:o}", "$schema",
                     "https://vega.github.io/schema/vega-lite/v5.json", "width", 480, "height", 280,
                     "data", "values", values, "mark", "type", "line", "point", c->dots, "tooltip",
                     1, "clip", 1, "encoding", encoding);
}

// ---- text ---------------------------------------------------------------------------------------

struct canvas { // 2 x 4 dots a character
    int columns;
    unsigned char cells[TEXT_ROWS][TEXT_COLUMNS];
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

static void draw(struct canvas *t, const struct curve *c) {
    int px = 0, py = 0;
    bool connected = false;
    for (int i = 0; i < c->n; i++) {
        if (isnan(c->y[i])) {
            connected = false;
            continue;
        }
        int x =
            (int)lround((c->x[i] / 2 - c->x0 / 2) / (c->x1 / 2 - c->x0 / 2) * (t->columns * 2 - 1));
        int y =
            (int)lround((c->y1 / 2 - c->y[i] / 2) / (c->y1 / 2 - c->y0 / 2) * (TEXT_ROWS * 4 - 1));
        if (connected)
            line(t, px, py, x, y);
        else
            dot(t, x, y);
        connected = true;
        px = x, py = y;
    }
}

static void repeat(struct hd_buf *out, const char *s, int n) {
    for (int i = 0; i < n; i++) hd_buf_puts(out, s);
}

static void add_rows(struct hd_buf *out, const struct canvas *t,
                     const char *const labels[TEXT_ROWS], int wide) {
    for (int row = 0; row < TEXT_ROWS; row++) {
        hd_buf_printf(out, "%*s %s", wide, labels[row] ? labels[row] : "", labels[row] ? "┤" : "│");
        int last = t->columns;
        while (last > 0 && !t->cells[row][last - 1]) last--;
        for (int x = 0; x < last; x++)
            hd_buf_utf8(out, t->cells[row][x] ? 0x2800u + t->cells[row][x] : ' ');
        hd_buf_putc(out, '\n');
    }
}

static void picture(struct hd_buf *out, const struct curve *c) {
    int width = hd_engine.options.width ? hd_engine.options.width : hd_engine.options.columns;
    struct canvas t = {.columns = width ? width - 14 : TEXT_COLUMNS};
    if (t.columns > TEXT_COLUMNS) t.columns = TEXT_COLUMNS;
    if (t.columns < 10) t.columns = 10;
    draw(&t, c);
    const char *labels[TEXT_ROWS] = {NULL};
    char texts[3][32];
    int wide = 0;
    for (int i = 0; i < 3; i++) {
        double v = i == 1 ? c->y0 / 2 + c->y1 / 2 : i ? c->y0 : c->y1;
        if (fabs(v) < (c->y1 / 2 - c->y0 / 2) / 500) v = 0;
        int n = snprintf(texts[i], sizeof texts[i], "%.4g", v);
        if (n > wide) wide = n;
        labels[i == 1 ? TEXT_ROWS / 2 : i ? TEXT_ROWS - 1 : 0] = texts[i];
    }
    hd_buf_printf(out, "%s\n", c->yname);
    add_rows(out, &t, labels, wide);
    hd_buf_printf(out, "%*s └", wide, "");
    repeat(out, "─", t.columns);
    char left[32], right[32];
    snprintf(left, sizeof left, "%.4g", c->x0);
    int room = t.columns - (int)strlen(left) - snprintf(right, sizeof right, "%.4g", c->x1);
    int name = (int)hd_utf8_count(c->xname, strlen(c->xname));
    bool fits = name + 2 <= room;
    int before = fits ? (room - name) / 2 : room;
    hd_buf_printf(out, "\n%*s  %s", wide, "", left);
    repeat(out, " ", before);
    if (fits) {
        hd_buf_puts(out, c->xname);
        repeat(out, " ", room - name - before);
    }
    hd_buf_puts(out, right);
}

// ---- together -----------------------------------------------------------------------------------

bool hd_plot_make(struct display *d) {
    struct curve curve = {0};
    read_curve(d, &curve);
    struct hd_buf text = {0};
    picture(&text, &curve);
    hd_display_text(d, "text/plain", text.s, text.len);
    hd_buf_clear(&text);
    hd_plot_svg(&text, &curve);
    hd_display_text(d, "image/svg+xml", text.s, text.len);
    json_object_set_new(d->data, "application/vnd.vegalite.v5+json", chart(&curve));
    hd_buf_finish(&text);
    free(curve.x);
    free(curve.y);
    return true;
}
