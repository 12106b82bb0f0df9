// Calls of plot and its kin: series of numbers, a label behind each, the number of points, and
// options in braces.
//
//     plot(x, sin(x), "sine", cos(x), "cosine", {.title = "Waves", .logy = true})
//
// The first of several series is x, which the others share; where it is named again before another
// one, as in plot(x, y, x, z), that is no series but x of the next. Each is passed to the run time
// as an address and a number of bytes, behind the fixed arguments of __heddle_show.
#include "front/check/cuda/show.h"

#include <string.h>

enum { MOST_SERIES = 20 };

static const struct {
    const char *name;
    enum hd_chart_mark mark;
    int least, most; // series
    const char *forms;
} kinds[] = {
    {"plot", CHART_LINE, 1, MOST_SERIES,
     "it is plot(y), plot(x, y), plot(x, y, \"label\", z, \"label\"...), and plot(x, y, n) for "
     "pointers"},
    {"scatter", CHART_POINTS, 1, MOST_SERIES,
     "it is scatter(x, y), scatter(x, y, \"label\", z, \"label\"...), and scatter(x, y, n) for "
     "pointers"},
    {"bar", CHART_BARS, 1, MOST_SERIES,
     "it is bar(y), bar(x, y), bar(x, y, \"label\", z, \"label\"...), and bar(x, y, n) for "
     "pointers"},
    {"hist", CHART_HISTOGRAM, 1, MOST_SERIES,
     "it is hist(a), hist(a, bins), and hist(p, n) or hist(p, n, bins) for pointers"},
    {"errorbar", CHART_ERRORS, 3, 3,
     "it is errorbar(x, y, e), and errorbar(x, y, e, n) for pointers"},
};

static const char *const options[] = {
    [CHART_TITLE] = "title",   [CHART_XLABEL] = "xlabel", [CHART_YLABEL] = "ylabel",
    [CHART_FILE] = "file",     [CHART_LOGX] = "logx",     [CHART_LOGY] = "logy",
    [CHART_LEGEND] = "legend", [CHART_WIDTH] = "width",   [CHART_HEIGHT] = "height",
    [CHART_XMIN] = "xmin",     [CHART_XMAX] = "xmax",     [CHART_YMIN] = "ymin",
    [CHART_YMAX] = "ymax",
};

static bool is_text(const struct hd_type *t) {
    return (t->kind == HD_TY_ARRAY || t->kind == HD_TY_PTR) && t->base->kind == HD_TY_CHAR;
}

// An array of char that can be written to is numbers.
static bool is_label(const struct hd_expr *e) {
    const struct hd_type *t = e->type;
    bool numbers = t->kind == HD_TY_ARRAY && e->kind != EX_STRING && !(t->base->quals & Q_CONST);
    return is_text(t) && !numbers;
}

static bool is_series(const struct hd_type *t) {
    return t->kind == HD_TY_ARRAY || t->kind == HD_TY_PTR || t->kind == HD_TY_NDARRAY;
}

static void pass(struct show *s, struct hd_expr *e) { HD_PUSH(s->c->arena, &s->more, e); }

static struct hd_expr *no_bytes(struct show *s, struct hd_range range) {
    return convert(s->c, expr_int(s->c, hd_ty.int_, 0, range), hd_ty.long_);
}

// A series: its address and how many bytes there are. *counted: a pointer does not tell.
static bool add_series(struct show *s, struct hd_expr *e, bool *counted) {
    struct check *c = s->c;
    struct hd_type *t = e->type;
    int depth = s->shown->mark == CHART_HISTOGRAM ? 3 : 1; // a histogram has no order
    bool array = is_array(e);
    struct hd_type *element = array ? show_number_below(t->base, 0) : show_number_below(t, depth);
    if (array && element && t->len != 1 && depth == 1)
        return show_refuse(s, e->range, "a row of it is `a[i]`, a column `a[:, j]`",
                           "`%s` takes series of one dimension, and %s has %d", s->shown->call,
                           expr_text(c, e), (int)t->len);
    if (!element)
        return show_refuse(s, e->range,
                           is_void_ptr(t) ? "convert it to a pointer to what is there: (float *)"
                                          : NULL,
                           "`%s` takes arrays of real numbers, and %s is `%s`", s->shown->call,
                           expr_text(c, e), ty(c, t));
    struct hd_shown_series *one = &s->shown->series[s->shown->nseries++];
    one->type = element;
    one->name = show_plain_text(c, e);
    bool sized = t->kind == HD_TY_ARRAY && (hd_type_is_vla(t) || hd_type_is_complete(t));
    *counted = *counted || !(array || sized);
    struct hd_expr *bytes = array   ? show_array_bytes(c, e, 0)
                            : sized ? expr_size(c, t, e->range)
                                    : no_bytes(s, e->range);
    struct hd_expr *at = array ? show_array_data(c, e) : show_void_pointer(c, rvalue(c, e));
    pass(s, at);
    pass(s, convert(c, bytes, hd_ty.long_));
    return !is_error(at);
}

static bool add_label(struct show *s, struct hd_expr *e) {
    struct hd_shown_series *one =
        s->shown->nseries ? &s->shown->series[s->shown->nseries - 1] : NULL;
    if (!one || one->labelled)
        return show_refuse(s, e->range, "the title is an option: {.title = \"...\"}",
                           "a text says what the series before it is, and there is no%s series",
                           one ? " other" : "");
    one->labelled = true;
    pass(s, show_void_pointer(s->c, rvalue(s->c, e)));
    return true;
}

// ---- options ------------------------------------------------------------------------------------

static bool no_option(struct show *s, struct hd_range at, const char *what) {
    struct hd_buf all = {0};
    for (int i = 0; i < CHART_NOPTIONS; i++)
        hd_buf_printf(&all, "%s.%s", i ? ", " : "", options[i]);
    const char *text = hd_printf(s->c->arena, "there are %s", hd_buf_str(&all));
    hd_buf_finish(&all);
    return show_refuse(s, at, text, "%s", what);
}

static bool add_option(struct show *s, struct hd_ast *item) {
    struct check *c = s->c;
    if (item->kind != AST_DESIGNATED || item->nkids != 2 || item->kids[0]->kind != AST_NAME)
        return no_option(s, item->range, "an option of a chart has a name: {.title = \"...\"}");
    const char *name = item->kids[0]->name;
    int at = 0;
    while (at < CHART_NOPTIONS && strcmp(options[at], name)) at++;
    if (at == CHART_NOPTIONS)
        return no_option(s, item->kids[0]->range,
                         hd_printf(c->arena, "a chart has no option `%s`", name));
    for (int i = 0; i < s->shown->noptions; i++)
        if ((int)s->shown->options[i] == at)
            return show_refuse(s, item->range, NULL, "`.%s` is given twice", name);
    struct hd_expr *e = rvalue(c, check_expr(c, item->kids[1]));
    if (is_error(e)) return false;
    if (at < CHART_NTEXTS) {
        if (!is_text(e->type))
            return show_refuse(s, e->range, NULL, "`.%s` is a text (`const char *`), not `%s`",
                               name, ty(c, e->type));
        e = show_void_pointer(c, e);
    } else {
        if (!hd_type_is_arith(e->type) || e->type->kind == HD_TY_COMPLEX)
            return show_refuse(s, e->range, NULL, "`.%s` is a number, not `%s`", name,
                               ty(c, e->type));
        e = convert(c, e, hd_ty.double_);
    }
    s->shown->options[s->shown->noptions++] = (enum hd_chart_option)at;
    pass(s, e);
    return true;
}

static bool add_options(struct show *s, struct hd_ast *list) {
    for (int i = 0; i < list->nkids; i++)
        if (!add_option(s, list->kids[i])) return false;
    return true;
}

// ---- the call -----------------------------------------------------------------------------------

// What each series is for: of several the first is x, except in a histogram.
static void give_roles(struct hd_shown *shown) {
    bool with_x = shown->mark != CHART_HISTOGRAM && shown->nseries > 1;
    for (int i = 0; i < shown->nseries; i++)
        shown->series[i].role = i == 0 && with_x                        ? SERIES_X
                                : i == 2 && shown->mark == CHART_ERRORS ? SERIES_ERROR
                                                                        : SERIES_Y;
}

// The numbers behind the series: how many points, and how many bins a histogram has.
static bool numbers(struct show *s, int from, int to, bool counted, const char *forms) {
    bool histogram = s->shown->mark == CHART_HISTOGRAM;
    bool points = histogram ? counted : to > from;
    int most = histogram ? 1 + counted : 1;
    if (to - from > most) return show_missing(s, forms);
    if (counted && to == from)
        return show_refuse(s, s->ast->range, forms, "`%s` of a pointer needs the number of points",
                           s->shown->call);
    s->shown->nargs = points;
    int at = from;
    if (points && !show_whole_number(s, at++, "n", &s->n[0])) return false;
    return at >= to || show_whole_number(s, at, "bins", &s->n[1]);
}

static const struct hd_sym *variable_of(const struct hd_expr *e) {
    if (e->kind == EX_LOAD) e = e->a;
    return e->kind == EX_VAR ? e->sym : NULL;
}

// Whether the i-th argument is x once more, for the series behind it.
static bool is_x_again(const struct show *s, int i, int n) {
    struct hd_expr *const *v = s->args->v;
    int series = s->shown->nseries;
    bool shares = s->shown->mark != CHART_HISTOGRAM && s->shown->mark != CHART_ERRORS;
    return shares && series >= 2 && series % 2 == 0 && variable_of(v[i]) &&
           variable_of(v[i]) == variable_of(v[0]) && i + 1 < n && is_series(v[i + 1]->type) &&
           !is_label(v[i + 1]);
}

bool check_chart(struct show *s) {
    int kind = 0, n = s->args->n;
    while (strcmp(kinds[kind].name, s->shown->call)) kind++;
    s->shown->mark = kinds[kind].mark;
    const char *forms = kinds[kind].forms;
    struct hd_ast *list = n && !s->args->v[n - 1] ? s->args->asts[n - 1] : NULL;
    if (list) n--;
    s->shown->series = HD_NEW_ARRAY(s->c->arena, struct hd_shown_series, n + 1);
    bool counted = false;
    int i = 0;
    for (; i < n && is_series(s->args->v[i]->type); i++) {
        struct hd_expr *e = s->args->v[i];
        if (is_x_again(s, i, n)) continue;
        if (is_label(e) ? !add_label(s, e) : !add_series(s, e, &counted)) return false;
    }
    int series = s->shown->nseries;
    for (int k = i; k < n; k++) {
        struct hd_expr *e = s->args->v[k];
        if (series && hd_type_is_arith(e->type) && e->type->kind != HD_TY_COMPLEX) continue;
        return show_refuse(s, e->range, forms, "`%s` takes arrays of real numbers, and %s is `%s`",
                           s->shown->call, expr_text(s->c, e), ty(s->c, e->type));
    }
    if (series < kinds[kind].least || series > kinds[kind].most) return show_missing(s, forms);
    give_roles(s->shown);
    if (series > 1 && s->shown->series[0].role == SERIES_X && s->shown->series[0].labelled)
        return show_refuse(s, s->args->v[1]->range, "the axis is named by {.xlabel = \"...\"}",
                           "a label stands behind a series, and %s is x",
                           expr_text(s->c, s->args->v[0]));
    return numbers(s, i, n, counted, forms) && (!list || add_options(s, list));
}
