// What check/cuda/display.c and chart.c share: a call of display, plot or their kin that is being
// checked.
#ifndef HD_CHECK_SHOW_H
#define HD_CHECK_SHOW_H

#include "front/check/array/array.h"
#include "front/check/cuda/shown.h"

struct show {
    struct check *c;
    struct call_args *args;
    struct hd_ast *ast;
    struct hd_shown *shown;
    struct hd_expr *update, *first, *second, *n[3], *low, *high; // NULL: nothing
    HD_VEC(struct hd_expr *) more; // a chart's series and options, as struct hd_shown says
};

// Reports an error; gives NULL.
struct hd_expr *show_refuse(struct show *s, struct hd_range at, const char *help, const char *fmt,
                            ...) HD_PRINTF(4, 5);
struct hd_expr *show_missing(struct show *s, const char *forms); // a wrong number of arguments
const char *show_plain_text(struct check *c, const struct hd_expr *e); // as it was written
struct hd_expr *show_void_pointer(struct check *c, struct hd_expr *pointer);
bool show_whole_number(struct show *s, int i, const char *name, struct hd_expr **out);
// A number's type at the bottom of `t`, which is an array or pointer of `depth` dimensions at most;
// NULL: it is none.
struct hd_type *show_number_below(struct hd_type *t, int depth);
// An ndarray's elements in one piece, and its size in bytes from dimension `from` on.
struct hd_expr *show_array_data(struct check *c, struct hd_expr *e);
struct hd_expr *show_array_bytes(struct check *c, struct hd_expr *e, int from);

bool check_chart(struct show *s); // chart.c: plot, scatter, bar, hist, errorbar

#endif
