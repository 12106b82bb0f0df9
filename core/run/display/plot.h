// What display/plot.c and display/svg.c share: the points of a plot, as they are drawn.
#ifndef HD_DISPLAY_PLOT_H
#define HD_DISPLAY_PLOT_H

#include "run/display/display.h"

struct curve {
    double *x, *y; // y is NaN where the line has a gap
    int n;
    bool sorted;           // x never falls
    bool dots;             // few points: each is marked
    double x0, x1, y0, y1; // their range, never empty
    const char *xname, *yname;
};

// Tick marks for [low, high]: the first one and their distance; *count at most `most` + 1.
void hd_plot_ticks(double low, double high, int most, double *first, double *step, int *count);
void hd_plot_svg(struct hd_buf *out, const struct curve *curve); // display/svg.c

#endif
