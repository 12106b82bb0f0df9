// A chart as Vega-Lite, which notebooks draw themselves: with tooltips, and in the colours of their
// theme.
//
// Example: `plot(y, 3)` with 1, 2, 4 gives {"mark": {"type": "line", "point": true}, "data":
// {"values": [{"x": 0, "y": 1}, {"x": 1, "y": 2}, {"x": 2, "y": 4}]}, ...}. Several series are told
// apart by a field "s", bars have sides "x" and "x2", error bars ends "a" and "b".
#include "run/display/plot.h"

#include <math.h>
#include <string.h>

static json_t *text(const char *s) { return hd_json_text(s, strlen(s)); }

static json_t *number(double v) { return isfinite(v) ? json_real(v) : json_null(); }

static json_t *point(const struct chart *c, int k, int i) {
    const struct curve *one = &c->curves[k];
    json_t *out = json_object();
    if (c->mark == CHART_BARS || c->mark == CHART_HISTOGRAM) {
        double left, right;
        hd_chart_bar(c, k, i, &left, &right);
        json_object_set_new(out, "x", number(left));
        json_object_set_new(out, "x2", number(right));
        json_object_set_new(out, "b", json_real(hd_chart_floor(c)));
    } else {
        json_object_set_new(out, "x", json_real(isfinite(one->x[i]) ? one->x[i] : 0.0));
    }
    json_object_set_new(out, "y", number(one->y[i]));
    if (one->e) {
        double low = one->y[i] - one->e[i];
        json_object_set_new(out, "a", number(c->y.log && low <= 0 ? c->y.low : low));
        json_object_set_new(out, "b", number(one->y[i] + one->e[i]));
    }
    if (!one->sorted) json_object_set_new(out, "i", json_integer(i));
    if (c->legend) json_object_set_new(out, "s", text(one->name));
    return out;
}

static json_t *points(const struct chart *c) {
    json_t *values = json_array();
    for (int k = 0; k < c->n; k++)
        for (int i = 0; i < c->curves[k].n; i++) json_array_append_new(values, point(c, k, i));
    return values;
}

static bool is_given(const struct axis *a) {
    return isfinite(a->given[0]) || isfinite(a->given[1]);
}

// What lies outside of ends that were asked for is cut off; else nothing is, or the points at the
// ends would be half circles.
static bool is_cut(const struct chart *c) { return is_given(&c->x) || is_given(&c->y); }

// Single points have a margin around them (as in the picture for terminals), so that the axis does
// not run through the outermost.
static bool is_points(const struct chart *c) {
    return c->mark == CHART_POINTS || c->mark == CHART_ERRORS;
}

static json_t *axis(const struct chart *c, const char *field, const struct axis *a, bool bars) {
    json_t *scale = json_pack("{s:b}", "zero", bars && !a->log);
    if (a->log) json_object_set_new(scale, "type", json_string("log"));
    if (is_given(a) || is_points(c) || (bars && a->log))
        json_object_set_new(scale, "domain", json_pack("[f, f]", a->low, a->high));
    json_t *out = json_pack("{s:s, s:s, s:o, s:o}", "field", field, "type", "quantitative", "title",
                            *a->name ? text(a->name) : json_null(), "scale", scale);
    return out;
}

static json_t *colors(const struct chart *c) {
    json_t *names = json_array(), *range = json_array();
    for (int k = 0; k < c->n; k++) {
        json_array_append_new(names, text(c->curves[k].name));
        json_array_append_new(range, json_string(hd_chart_colors[k % CHART_COLORS]));
    }
    return json_pack("{s:s, s:s, s:n, s:{s:o, s:o}}", "field", "s", "type", "nominal", "title",
                     "scale", "domain", names, "range", range);
}

static json_t *encoding(const struct chart *c) {
    bool bars = c->mark == CHART_BARS || c->mark == CHART_HISTOGRAM;
    json_t *out =
        json_pack("{s:o, s:o}", "x", axis(c, "x", &c->x, false), "y", axis(c, "y", &c->y, bars));
    bool sorted = true;
    for (int k = 0; k < c->n; k++) sorted = sorted && c->curves[k].sorted;
    if (bars) {
        json_object_set_new(out, "x2", json_pack("{s:s}", "field", "x2"));
        json_object_set_new(out, "y2", json_pack("{s:s}", "field", "b"));
    }
    if (c->legend) json_object_set_new(out, "color", colors(c));
    if (!sorted && c->mark == CHART_LINE)
        json_object_set_new(out, "order",
                            json_pack("{s:s, s:s}", "field", "i", "type", "quantitative"));
    return out;
}

static json_t *mark(const struct chart *c) {
    const char *type = c->mark == CHART_LINE     ? "line"
                       : c->mark == CHART_POINTS ? "circle"
                       : c->mark == CHART_ERRORS ? "circle"
                                                 : "rect";
    json_t *out = json_pack("{s:s, s:b, s:b}", "type", type, "tooltip", 1, "clip", is_cut(c));
    if (c->mark == CHART_LINE) json_object_set_new(out, "point", json_boolean(c->dots));
    if (c->mark == CHART_HISTOGRAM)
        json_object_set_new(out, "opacity", json_real(c->n > 1 ? 0.6 : 1.0));
    if (c->mark == CHART_POINTS) json_object_set_new(out, "opacity", json_real(0.8));
    return out;
}

json_t *hd_chart_vega(const struct chart *c) {
    struct hd_buf said = {0};
    hd_chart_describe(&said, c);
    json_t *out = json_pack("{s:s, s:o, s:i, s:i, s:{s:o}, s:o}", "$schema",
                            "https://vega.github.io/schema/vega-lite/v5.json", "description",
                            hd_json_text(said.s, said.len), "width", c->width ? c->width : 480,
                            "height", c->height ? c->height : 280, "data", "values", points(c),
                            "encoding", encoding(c));
    hd_buf_finish(&said);
    if (c->title) json_object_set_new(out, "title", text(c->title));
    if (c->mark != CHART_ERRORS) {
        json_object_set_new(out, "mark", mark(c));
        return out;
    }
    json_t *rule = json_pack("{s:{s:s, s:b}, s:{s:{s:s}, s:{s:s}}}", "mark", "type", "rule", "clip",
                             is_cut(c), "encoding", "y", "field", "a", "y2", "field", "b");
    json_object_set_new(json_object_get(json_object_get(rule, "encoding"), "y"), "type",
                        json_string("quantitative"));
    json_object_set_new(out, "layer", json_pack("[o, {s:o}]", rule, "mark", mark(c)));
    return out;
}
