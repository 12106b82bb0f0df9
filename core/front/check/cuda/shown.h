// A call of display, plot or their kin, as far as it is known when it is compiled:
// check/cuda/display.c and chart.c fill it in, run/display reads it.
#ifndef HD_FRONT_SHOWN_H
#define HD_FRONT_SHOWN_H

#include "front/front.h"

enum hd_show_kind {
    SHOW_VALUE,
    SHOW_TEXT,
    SHOW_PNG,
    SHOW_PNG_FILE,
    SHOW_IMAGE,
    SHOW_CHART,
    SHOW_CLEAR,
};
enum hd_chart_mark { CHART_LINE, CHART_POINTS, CHART_BARS, CHART_HISTOGRAM, CHART_ERRORS };

// {.title = "..."}: rows of the table in chart.c. The texts come first.
enum hd_chart_option {
    CHART_TITLE,
    CHART_XLABEL,
    CHART_YLABEL,
    CHART_FILE,
    CHART_NTEXTS,
    CHART_LOGX = CHART_NTEXTS,
    CHART_LOGY,
    CHART_LEGEND,
    CHART_WIDTH,
    CHART_HEIGHT,
    CHART_XMIN,
    CHART_XMAX,
    CHART_YMIN,
    CHART_YMAX,
    CHART_NOPTIONS,
};
struct hd_shown_series {
    enum { SERIES_X, SERIES_Y, SERIES_ERROR } role;
    struct hd_type *type; // of its elements
    const char *name;     // as it was written
    bool labelled;        // a text after it says what it is
};
struct hd_shown {
    enum hd_show_kind kind;
    hd_loc loc;               // of the call
    const char *call;         // the function's name
    const char *names[2];     // the arguments as they were written; NULL: there is none
    struct hd_type *types[2]; // VALUE: of the object; IMAGE: of the elements
    int ndims;                // VALUE: dimensions of run-time length, whose bytes are passed
    int nargs;                // PNG, IMAGE: number of arguments; CHART: 1 when n was given
    int channels; // IMAGE: 0 numbers for the colour map, 3 or 4: the elements are colours

    // CHART: what is passed for each behind the others: of a series its address, its bytes (0: not
    // known) and, if it is labelled, its label; of an option a text or a double.
    enum hd_chart_mark mark;
    struct hd_shown_series *series;
    int nseries;
    enum hd_chart_option options[CHART_NOPTIONS];
    int noptions;
};

#endif
