// What the files of charts share: the points of one, as they are drawn, and its axes.
#ifndef HD_DISPLAY_PLOT_H
#define HD_DISPLAY_PLOT_H

#include "run/display/display.h"

struct curve {         // one series
    double *x, *y, *e; // y is NaN where the line has a gap; e: how far its error reaches, or NULL
    int n;
    bool sorted;      // x never falls
    size_t of;        // how many there were
    const char *name; // as it was written, or its label
};

struct axis {
    double low, high; // never empty
    bool log;
    const char *name; // or ""
    double given[2];  // its ends as options say; NaN: the points do
};

struct chart {
    enum hd_chart_mark mark;
    struct curve *curves;
    int n;
    struct axis x, y;
    bool dots, legend; // few points: each is marked
    double bar;        // how wide a place for bars is
    int width, height; // of what is inside the axes; 0: as usual
    const char *title, *file;
};

enum { CHART_MOST_TICKS = 16, CHART_COLORS = 10 };
extern const char *const hd_chart_colors[CHART_COLORS];

// Where `v` is on the axis, from 0 at its low end to 1; NaN: nowhere.
double hd_axis_place(const struct axis *a, double v);
// The marks of an axis, about `most` of them; how many there are.
int hd_axis_ticks(const struct axis *a, int most, double at[CHART_MOST_TICKS]);
const char *hd_axis_number(char text[40], double v); // as a mark says it
// The two sides of bar i of curve k.
void hd_chart_bar(const struct chart *chart, int k, int i, double *left, double *right);
double hd_chart_floor(const struct chart *chart); // where bars stand

void hd_chart_describe(struct hd_buf *out, const struct chart *chart); // in a sentence
void hd_chart_text(struct hd_buf *out, const struct chart *chart);     // display/chart_text.c
void hd_chart_svg(struct hd_buf *out, const struct chart *chart);      // display/svg.c
// display/raster.c: an SVG as the bytes of a PNG, two pixels for each of its own. MISSING: librsvg,
// which draws it, is not installed.
enum hd_raster { HD_RASTER_MADE, HD_RASTER_MISSING, HD_RASTER_FAILED };
enum hd_raster hd_svg_png(struct hd_buf *out, const char *svg, size_t len);
json_t *hd_chart_vega(const struct chart *chart); // display/vega.c

#endif
