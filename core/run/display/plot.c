// plot, scatter, bar, hist and errorbar: series of points, as a Vega-Lite chart for notebooks that
// have it (vega.c), an SVG for those that do not and for files (svg.c; raster.c draws that as a
// PNG), and braille dots for terminals (chart_text.c).
//
// All three draw the same points: those given, or when they are very many the lowest and highest of
// each narrow strip (in order of x; else every so manyth), so that a plot of a million points stays
// small and keeps its outline. NaN, infinities and what has no logarithm are gaps in the line.
//
// The program's memory is copied by hd_chart_fetch, in the order in which check/cuda/chart.c passes
// it; hd_chart_make reads the copies.
#include "run/display/plot.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_POINTS = 3000, // that are drawn, of all series
    FEW_POINTS = 40,    // that are marked with dots
    MOST_BINS = 2000,
    USUAL_BINS = 10, // at least; numpy's number
    MOST_SIZE = 4000,
};

const char *const hd_chart_colors[CHART_COLORS] = {"#4c78a8", "#f58518", "#e45756", "#72b7b2",
                                                   "#54a24b", "#eeca3b", "#b279a2", "#ff9da6",
                                                   "#9d755d", "#bab0ac"};

// ---- arguments ----------------------------------------------------------------------------------

struct passed { // one series
    const void *at;
    long n; // -1: not known
    const char *label;
    int slot; // of its copy
};

static bool same_lengths(struct display *d, const struct passed *all) {
    const struct hd_shown_series *s = d->shown->series;
    for (int i = 1; i < d->shown->nseries; i++)
        if (d->shown->mark != CHART_HISTOGRAM && all[i].n != all[0].n)
            return hd_display_fail(
                d, "`%s` has %ld elements and `%s` has %ld; say how many to plot: plot(x, y, n)",
                s[0].name, all[0].n, s[i].name, all[i].n);
    return true;
}

static bool fetch_series(struct display *d, struct passed *all) {
    const struct hd_shown *shown = d->shown;
    if (!shown->nargs && !same_lengths(d, all)) return false;
    for (int i = 0; i < shown->nseries; i++) {
        const struct hd_shown_series *s = &shown->series[i];
        long n = shown->nargs ? d->n[0] : all[i].n;
        if (n < 1 && !shown->nargs) return hd_display_fail(d, "`%s` has no elements", s->name);
        if (n < 1) return hd_display_fail(d, "n is %ld; it must be at least 1", n);
        if (all[i].n >= 0 && all[i].n < n)
            return hd_display_fail(d, "`%s` has %ld elements, and n is %ld", s->name, all[i].n, n);
        if (!hd_display_fetch(d, all[i].slot, all[i].at, s->name, (size_t)n, s->type->size, "n"))
            return false;
        all[i].n = n;
    }
    return true;
}

static bool set_option(struct display *d, enum hd_chart_option option, double v) {
    struct chart *c = d->chart;
    double size = option == CHART_WIDTH || option == CHART_HEIGHT ? v : 100;
    if (!(size >= 50 && size <= MOST_SIZE))
        return hd_display_fail(d, "a chart is 50 to %d wide and high, not %g", MOST_SIZE, v);
    switch (option) {
    case CHART_LOGX: c->x.log = v != 0; break;
    case CHART_LOGY: c->y.log = v != 0; break;
    case CHART_LEGEND: c->legend = v != 0; break;
    case CHART_WIDTH: c->width = (int)v; break;
    case CHART_HEIGHT: c->height = (int)v; break;
    case CHART_XMIN: c->x.given[0] = v; break;
    case CHART_XMAX: c->x.given[1] = v; break;
    case CHART_YMIN: c->y.given[0] = v; break;
    case CHART_YMAX: c->y.given[1] = v; break;
    default: break;
    }
    return true;
}

static bool fetch_options(struct display *d, int slot) {
    struct chart *c = d->chart;
    const char **const texts[CHART_NTEXTS] = {[CHART_TITLE] = &c->title,
                                              [CHART_XLABEL] = &c->x.name,
                                              [CHART_YLABEL] = &c->y.name,
                                              [CHART_FILE] = &c->file};
    for (int i = 0; i < d->shown->noptions; i++) {
        enum hd_chart_option option = d->shown->options[i];
        if (option >= CHART_NTEXTS) {
            if (!set_option(d, option, va_arg(d->more, double))) return false;
            continue;
        }
        const char *text =
            hd_display_fetch_text(d, slot++, va_arg(d->more, const void *), "the option");
        if (!text) return false;
        *texts[option] = text;
    }
    return true;
}

static void read_chart(struct display *d, const struct passed *all);

bool hd_chart_fetch(struct display *d) {
    const struct hd_shown *shown = d->shown;
    struct passed all[DISPLAY_COPIES / 2] = {{0}};
    int slot = 0;
    d->chart = hd_xcalloc(1, sizeof *d->chart);
    struct chart *c = d->chart;
    c->mark = shown->mark;
    c->x.given[0] = c->x.given[1] = c->y.given[0] = c->y.given[1] = NAN;
    for (int i = 0; i < shown->nseries; i++) {
        const struct hd_shown_series *s = &shown->series[i];
        all[i].at = va_arg(d->more, const void *);
        long bytes = va_arg(d->more, long);
        bool pointer = shown->nargs && !bytes;
        all[i].n = pointer ? -1 : bytes / (long)s->type->size;
        all[i].slot = slot++;
        all[i].label = s->name;
        if (!s->labelled) continue;
        all[i].label = hd_display_fetch_text(d, slot++, va_arg(d->more, const void *), "the label");
        if (!all[i].label) return false;
        c->legend = true;
    }
    int drawn = 0;
    for (int i = 0; i < shown->nseries; i++) drawn += shown->series[i].role == SERIES_Y;
    c->legend = c->legend || drawn > 1;
    if (!fetch_series(d, all) || !fetch_options(d, slot)) return false;
    if (c->mark == CHART_BARS && all[0].n > MOST_BINS)
        return hd_display_fail(d, "%ld are too many bars; hist(a, bins) counts values", all[0].n);
    if (c->mark == CHART_HISTOGRAM && (d->n[1] < 0 || d->n[1] > MOST_BINS))
        return hd_display_fail(d, "a histogram has 1 to %d bins, not %ld", MOST_BINS, d->n[1]);
    read_chart(d, all);
    return true;
}

void hd_chart_free(struct chart *chart) {
    for (int i = 0; chart && i < chart->n; i++) {
        free(chart->curves[i].x);
        free(chart->curves[i].y);
        free(chart->curves[i].e);
    }
    if (chart) free(chart->curves);
    free(chart);
}

// ---- the points ---------------------------------------------------------------------------------

struct source { // where a curve's values come from; at NULL: their numbers
    const char *at;
    const struct hd_type *type;
};
struct sources {
    struct source x, y, e;
    size_t n;
    bool logx, logy;
};

static double value(const struct source *s, size_t i) {
    return s->at ? hd_display_number(s->at + i * s->type->size, s->type) : (double)i;
}

static bool is_drawn(const struct sources *s, double x, double y) {
    return isfinite(x) && isfinite(y) && (!s->logx || x > 0) && (!s->logy || y > 0);
}

static void add_point(struct curve *c, const struct sources *s, size_t i) {
    double x = value(&s->x, i), y = value(&s->y, i);
    bool drawn = is_drawn(s, x, y);
    if (!drawn && c->n && isnan(c->y[c->n - 1])) return; // one gap is enough
    c->x[c->n] = x;
    if (c->e) c->e[c->n] = fabs(value(&s->e, i));
    c->y[c->n++] = drawn ? y : NAN;
}

static bool is_sorted(const struct sources *s) {
    for (size_t i = 1; i < s->n; i++)
        if (!(value(&s->x, i - 1) <= value(&s->x, i))) return false;
    return true;
}

// The lowest and highest of points [from, to), in the order in which they come.
static void add_strip(struct curve *c, const struct sources *s, size_t from, size_t to) {
    size_t low = to, high = to;
    for (size_t i = from; i < to; i++) {
        double v = value(&s->y, i);
        if (!is_drawn(s, value(&s->x, i), v)) continue;
        if (low == to || v < value(&s->y, low)) low = i;
        if (high == to || v > value(&s->y, high)) high = i;
    }
    if (low == to) {
        add_point(c, s, from);
        return;
    }
    size_t first = low < high ? low : high, second = low < high ? high : low;
    add_point(c, s, first);
    if (second != first) add_point(c, s, second);
}

static void read_curve(struct curve *c, const struct sources *s, size_t most, bool line) {
    size_t n = s->n;
    c->of = n;
    c->sorted = is_sorted(s);
    c->x = hd_xcalloc(most + 2, sizeof *c->x);
    c->y = hd_xcalloc(most + 2, sizeof *c->y);
    if (s->e.at) c->e = hd_xcalloc(most + 2, sizeof *c->e);
    if (n <= most) {
        for (size_t i = 0; i < n; i++) add_point(c, s, i);
    } else if (c->sorted && line) {
        size_t strips = most / 2;
        for (size_t i = 0; i < strips; i++) add_strip(c, s, n * i / strips, n * (i + 1) / strips);
    } else {
        for (size_t i = 0; i < most; i++) add_point(c, s, n * i / most);
    }
}

// ---- histograms ---------------------------------------------------------------------------------

static void bin_range(const struct sources *s, double *low, double *high) {
    for (size_t i = 0; i < s->n; i++) {
        double v = value(&s->y, i);
        if (!isfinite(v)) continue;
        *low = fmin(*low, v);
        *high = fmax(*high, v);
    }
}

static void count_bins(struct curve *c, const struct sources *s, double low, double high,
                       int bins) {
    c->of = s->n;
    c->n = bins;
    c->sorted = true;
    c->x = hd_xcalloc((size_t)bins, sizeof *c->x);
    c->y = hd_xcalloc((size_t)bins, sizeof *c->y);
    double width = (high - low) / bins;
    for (int i = 0; i < bins; i++) c->x[i] = low + (i + 0.5) * width;
    for (size_t i = 0; i < s->n; i++) {
        double v = value(&s->y, i);
        if (!(v >= low && v <= high)) continue;
        int bin = (int)((v - low) / width);
        c->y[bin < bins ? bin : bins - 1]++; // the last one has its upper end
    }
}

static void read_histogram(struct chart *chart, const struct sources *all, long bins) {
    double low = INFINITY, high = -INFINITY;
    size_t most = 0;
    for (int k = 0; k < chart->n; k++) {
        bin_range(&all[k], &low, &high);
        if (all[k].n > most) most = all[k].n;
    }
    if (!(low <= high)) low = 0, high = 1;
    if (!(low < high)) low -= 0.5, high += 0.5; // as numpy has it
    if (!bins) bins = (long)fmin(100, fmax(USUAL_BINS, ceil(sqrt((double)most))));
    chart->bar = (high - low) / (double)bins;
    for (int k = 0; k < chart->n; k++) count_bins(&chart->curves[k], &all[k], low, high, (int)bins);
}

// ---- axes ---------------------------------------------------------------------------------------

static void widen(struct axis *a) {
    if (!(a->low <= a->high)) a->low = a->log ? 1 : 0, a->high = a->log ? 10 : 1; // no point at all
    if (a->low < a->high) return;
    double by = a->low ? fabs(a->low) / 10 : 1;
    a->low -= by;
    a->high += by;
}

// Room for what is drawn around a point.
static void add_margin(struct axis *a) {
    double by = (a->high / 2 - a->low / 2) / 15;
    if (a->log) {
        by = pow(a->high / a->low, 1.0 / 30);
        a->low /= by;
        a->high *= by;
    } else if (isfinite(a->low - by) && isfinite(a->high + by)) {
        a->low -= by;
        a->high += by;
    }
}

static void take_given(struct axis *a) {
    double low = isfinite(a->given[0]) ? a->given[0] : a->low;
    double high = isfinite(a->given[1]) ? a->given[1] : a->high;
    if (low < high && (!a->log || low > 0)) a->low = low, a->high = high;
}

static void include(struct axis *a, double v) {
    if (!isfinite(v) || (a->log && v <= 0)) return;
    a->low = fmin(a->low, v);
    a->high = fmax(a->high, v);
}

static void find_ranges(struct chart *c) {
    bool bars = c->mark == CHART_BARS || c->mark == CHART_HISTOGRAM;
    c->x.low = c->y.low = INFINITY;
    c->x.high = c->y.high = -INFINITY;
    for (int k = 0; k < c->n; k++) {
        const struct curve *one = &c->curves[k];
        for (int i = 0; i < one->n; i++) {
            if (isnan(one->y[i])) continue;
            double half = bars ? c->bar / 2 : 0, e = one->e ? one->e[i] : 0;
            include(&c->x, one->x[i] - half);
            include(&c->x, one->x[i] + half);
            include(&c->y, one->y[i] - e);
            include(&c->y, one->y[i] + e);
        }
    }
    if (bars && !c->y.log) include(&c->y, 0);
    widen(&c->x);
    widen(&c->y);
    if (bars && c->y.log) c->y.low /= 2; // the lowest bar has some height
    if (c->mark == CHART_POINTS || c->mark == CHART_ERRORS) add_margin(&c->x), add_margin(&c->y);
    take_given(&c->x);
    take_given(&c->y);
}

static void find_bars(struct chart *c) {
    const struct curve *one = &c->curves[0];
    double least = INFINITY;
    for (int i = 1; i < one->n && one->sorted; i++) {
        double by = one->x[i] - one->x[i - 1];
        if (by > 0) least = fmin(least, by);
    }
    c->bar = isfinite(least) ? least : 1;
}

double hd_axis_place(const struct axis *a, double v) {
    if (!a->log) return (v / 2 - a->low / 2) / (a->high / 2 - a->low / 2); // no overflow
    return v > 0 ? log(v / a->low) / log(a->high / a->low) : NAN;
}

// Powers of ten, or each of several.
static int log_ticks(const struct axis *a, int most, double at[CHART_MOST_TICKS]) {
    int first = (int)ceil(log10(a->low) - 1e-9), last = (int)floor(log10(a->high) + 1e-9), n = 0;
    int step = (last - first) / most + 1;
    for (int p = first; p <= last && n < CHART_MOST_TICKS; p += step) at[n++] = pow(10, p);
    return n;
}

int hd_axis_ticks(const struct axis *a, int most, double at[CHART_MOST_TICKS]) {
    int n = a->log ? log_ticks(a, most, at) : 0;
    if (n > 1) return n;
    double rough = a->high / most - a->low / most, power = pow(10, floor(log10(rough)));
    static const double nice[] = {1, 2, 2.5, 5, 10};
    double step = 10 * power;
    for (int i = HD_COUNT(nice) - 1; i >= 0; i--)
        if (nice[i] * power >= rough * 0.999) step = nice[i] * power;
    double first = ceil(a->low / step - 1e-9) * step;
    double last = floor((a->high - first) / step + 1e-9);
    if (!(last >= 0 && last <= most)) return 0; // the range is too small or too large for doubles
    for (n = 0; n <= (int)last; n++) {
        at[n] = first + n * step;
        if (fabs(at[n]) < step / 1e6) at[n] = 0; // a sum of steps that should be 0
    }
    return n;
}

const char *hd_axis_number(char text[40], double v) {
    snprintf(text, 40, "%.6g", v);
    return text;
}

void hd_chart_bar(const struct chart *chart, int k, int i, double *left, double *right) {
    bool bins = chart->mark == CHART_HISTOGRAM; // lie upon each other
    double x = chart->curves[k].x[i], wide = bins ? chart->bar : chart->bar * 0.8 / chart->n;
    *left = bins ? x - wide / 2 : x - chart->bar * 0.4 + k * wide;
    *right = *left + wide;
}

double hd_chart_floor(const struct chart *chart) { return chart->y.log ? chart->y.low : 0; }

static void name_axes(struct chart *c, const char *xname) {
    bool histogram = c->mark == CHART_HISTOGRAM;
    if (!c->x.name) c->x.name = histogram && c->n == 1 ? c->curves[0].name : histogram ? "" : xname;
    if (!c->y.name) c->y.name = histogram ? "count" : c->n == 1 ? c->curves[0].name : "";
}

static void read_chart(struct display *d, const struct passed *all) {
    struct chart *c = d->chart;
    const struct hd_shown *shown = d->shown;
    struct sources from[DISPLAY_COPIES / 2];
    struct source x = {0};
    const char *xname = "index";
    c->curves = hd_xcalloc((size_t)shown->nseries, sizeof *c->curves);
    for (int i = 0; i < shown->nseries; i++) {
        const struct hd_shown_series *s = &shown->series[i];
        struct source source = {d->copies[all[i].slot], s->type};
        if (s->role == SERIES_X) {
            x = source;
            xname = s->name;
        } else if (s->role == SERIES_ERROR) {
            from[c->n - 1].e = source;
        } else {
            c->curves[c->n].name = all[i].label;
            from[c->n++] = (struct sources){x, source, {0}, (size_t)all[i].n, c->x.log, c->y.log};
        }
    }
    if (c->mark == CHART_HISTOGRAM) {
        read_histogram(c, from, d->n[1]);
    } else {
        size_t most = (size_t)(MOST_POINTS / c->n);
        for (int k = 0; k < c->n; k++)
            read_curve(&c->curves[k], &from[k], most, c->mark == CHART_LINE);
        find_bars(c);
    }
    c->dots = c->mark == CHART_LINE && c->curves[0].of <= FEW_POINTS;
    name_axes(c, xname);
    find_ranges(c);
}

// ---- together -----------------------------------------------------------------------------------

void hd_chart_describe(struct hd_buf *out, const struct chart *c) {
    static const char *const kinds[] = {[CHART_LINE] = "Line chart",
                                        [CHART_POINTS] = "Scatter plot",
                                        [CHART_BARS] = "Bar chart",
                                        [CHART_HISTOGRAM] = "Histogram",
                                        [CHART_ERRORS] = "Points with error bars"};
    if (c->title) hd_buf_printf(out, "%s. ", c->title);
    hd_buf_printf(out, "%s of ", kinds[c->mark]);
    for (int k = 0; k < c->n; k++)
        hd_buf_printf(out, "%s%s", !k ? "" : k == c->n - 1 ? " and " : ", ", c->curves[k].name);
    if (c->mark == CHART_HISTOGRAM)
        hd_buf_printf(out, ": %d bins", c->curves[0].n);
    else
        hd_buf_printf(out, " over %s: %zu points%s", c->x.name, c->curves[0].of,
                      c->n > 1 ? " each" : "");
    hd_buf_printf(out, ", x from %.4g to %.4g, y from %.4g to %.4g%s", c->x.low, c->x.high,
                  c->y.low, c->y.high,
                  c->x.log && c->y.log ? ", logarithmic axes"
                  : c->x.log           ? ", logarithmic x"
                  : c->y.log           ? ", logarithmic y"
                                       : "");
}

static bool write_file(struct display *d, const char *svg, size_t len) {
    const char *name = d->chart->file, *end = strrchr(name, '.');
    bool png = end && !strcmp(end, ".png");
    if (!png && (!end || strcmp(end, ".svg")))
        return hd_display_fail(d, "\"%s\": a chart's file ends in .svg or .png", name);
    struct hd_buf picture = {0};
    enum hd_raster made = png ? hd_svg_png(&picture, svg, len) : HD_RASTER_MADE;
    if (made == HD_RASTER_MISSING)
        return hd_display_fail(d,
                               "\"%s\": what draws it is not installed: sudo apt install "
                               "librsvg2-2; a name that ends in .svg needs nothing",
                               name);
    bool ok = made == HD_RASTER_MADE &&
              hd_file_write(name, png ? picture.s : svg, png ? picture.len : len, 0644, 0);
    hd_buf_finish(&picture);
    return ok || hd_display_fail(d, "\"%s\" cannot be written: %s", name,
                                 made == HD_RASTER_FAILED ? "drawing it failed" : strerror(errno));
}

bool hd_chart_make(struct display *d) {
    struct hd_buf text = {0};
    hd_chart_text(&text, d->chart);
    hd_display_text(d, "text/plain", text.s, text.len);
    hd_buf_clear(&text);
    hd_chart_svg(&text, d->chart);
    hd_display_text(d, "image/svg+xml", text.s, text.len);
    bool ok = !d->chart->file || write_file(d, text.s, text.len);
    json_object_set_new(d->data, "application/vnd.vegalite.v5+json", hd_chart_vega(d->chart));
    hd_buf_finish(&text);
    return ok;
}
