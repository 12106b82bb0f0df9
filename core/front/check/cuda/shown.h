// A call of display, plot or their kin, as far as it is known when it is compiled:
// check/cuda/display.c fills it in, run/display.c reads it.
#ifndef HD_FRONT_SHOWN_H
#define HD_FRONT_SHOWN_H

#include "front/front.h"

enum hd_show_kind { SHOW_VALUE, SHOW_HTML, SHOW_PNG, SHOW_IMAGE, SHOW_PLOT, SHOW_CLEAR };
struct hd_shown {
    enum hd_show_kind kind;
    hd_loc loc;           // of the call
    const char *call;     // the function's name
    const char *names[2]; // the arguments as they were written; NULL: there is none
    struct hd_type
        *types[2]; // VALUE: of the object; IMAGE: of the elements; PLOT: of x's and y's elements
    int ndims;     // VALUE: dimensions of run-time length, whose bytes are passed
    int nargs;     // PNG, IMAGE: number of arguments; PLOT: 1 when n was given
};

#endif
