// A chart as an SVG: for viewers without Vega-Lite, code hosts among them. Plain shapes and
// presentation attributes only, as such viewers drop style sheets and scripts; on white, so that it
// can be read in every theme.
//
// Example: <svg ... viewBox="0 0 560 340"><title>Line chart of y ...</title><rect .../> grid lines
// and labels <svg ...><path d="M64 290.0L88.5 12.3" .../></svg></svg>. The inner <svg> cuts off
// what is out of the axes.
#include "run/display/plot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 474, HEIGHT = 280, LEFT = 70, RIGHT = 16, TOP = 14, BOTTOM = 46, TICKS = 6 };
enum { TITLE = 22, LETTER = 7, MOST_NAME = 24 };

struct page {
    struct hd_buf *out;
    const struct chart *c;
    int top, width, height, legend; // of what is inside the axes; how wide the legend is
};

static double place_x(const struct page *p, double x) {
    return LEFT + hd_axis_place(&p->c->x, x) * p->width;
}

static double place_y(const struct page *p, double y) {
    return p->top + (1 - hd_axis_place(&p->c->y, y)) * p->height;
}

static void escaped(struct hd_buf *out, const char *s) {
    for (; *s; s++) {
        if (*s == '<')
            hd_buf_puts(out, "&lt;");
        else if (*s == '&')
            hd_buf_puts(out, "&amp;");
        else
            hd_buf_putc(out, *s);
    }
}

static void grid(const struct page *p) {
    double at[CHART_MOST_TICKS];
    char text[40];
    int n = hd_axis_ticks(&p->c->x, TICKS, at);
    for (int i = 0; i < n; i++) {
        double x = place_x(p, at[i]);
        hd_buf_printf(p->out, "<path d=\"M%.1f %dV%d\" stroke=\"#ddd\"/>", x, p->top,
                      p->top + p->height);
        hd_buf_printf(p->out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>", x,
                      p->top + p->height + 16, hd_axis_number(text, at[i]));
    }
    n = hd_axis_ticks(&p->c->y, TICKS, at);
    for (int i = 0; i < n; i++) {
        double y = place_y(p, at[i]);
        hd_buf_printf(p->out, "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/>", LEFT, y,
                      LEFT + p->width);
        hd_buf_printf(p->out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>", LEFT - 6,
                      y + 4, hd_axis_number(text, at[i]));
    }
}

static void titles(const struct page *p) {
    struct hd_buf *out = p->out;
    int middle = LEFT + p->width / 2;
    if (p->c->title) {
        hd_buf_printf(out, "<text x=\"%d\" y=\"18\" text-anchor=\"middle\" font-size=\"14\" ",
                      middle);
        hd_buf_puts(out, "font-weight=\"bold\">");
        escaped(out, p->c->title);
        hd_buf_puts(out, "</text>");
    }
    hd_buf_printf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" font-weight=\"bold\">",
                  middle, p->top + p->height + BOTTOM - 8);
    escaped(out, p->c->x.name);
    hd_buf_printf(
        out,
        "</text><text transform=\"translate(14 %d) rotate(-90)\" text-anchor=\"middle\" font-weight=\"bold\">",
        p->top + p->height / 2);
    escaped(out, p->c->y.name);
    hd_buf_puts(out, "</text>");
}

static void draw_line(const struct page *p, const struct curve *one, const char *color) {
    bool connected = false;
    hd_buf_puts(p->out, "<path d=\"");
    for (int i = 0; i < one->n; i++) {
        if (isnan(one->y[i])) {
            connected = false;
            continue;
        }
        hd_buf_printf(p->out, "%c%.1f %.1f", connected ? 'L' : 'M', place_x(p, one->x[i]),
                      place_y(p, one->y[i]));
        connected = true;
    }
    hd_buf_printf(p->out,
                  "\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-linejoin=\"round\" "
                  "stroke-linecap=\"round\"/>",
                  color);
}

static void draw_dots(const struct page *p, const struct curve *one, const char *color) {
    for (int i = 0; i < one->n; i++)
        if (!isnan(one->y[i]))
            hd_buf_printf(p->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>",
                          place_x(p, one->x[i]), place_y(p, one->y[i]), color);
}

static void draw_errors(const struct page *p, const struct curve *one, const char *color) {
    for (int i = 0; i < one->n; i++) {
        if (isnan(one->y[i]) || !isfinite(one->e[i])) continue;
        double low = one->y[i] - one->e[i];
        if (p->c->y.log && low <= 0) low = p->c->y.low;
        double x = place_x(p, one->x[i]), y0 = place_y(p, low),
               y1 = place_y(p, one->y[i] + one->e[i]);
        hd_buf_printf(
            p->out,
            "<path d=\"M%.1f %.1fV%.1fM%.1f %.1fh8M%.1f %.1fh8\" stroke=\"%s\" fill=\"none\"/>", x,
            y0, y1, x - 4, y0, x - 4, y1, color);
    }
}

static void draw_bars(const struct page *p, int k, const char *color) {
    const struct curve *one = &p->c->curves[k];
    bool over = p->c->mark == CHART_HISTOGRAM && p->c->n > 1;
    for (int i = 0; i < one->n; i++) {
        if (isnan(one->y[i])) continue;
        if (p->c->y.log && one->y[i] <= 0) continue;
        double left, right, y = place_y(p, one->y[i]), y0 = place_y(p, hd_chart_floor(p->c));
        hd_chart_bar(p->c, k, i, &left, &right);
        double x0 = place_x(p, left), x1 = place_x(p, right);
        if (isnan(x0) || isnan(x1)) continue;
        hd_buf_printf(p->out,
                      "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"%s/>",
                      x0, fmin(y, y0), fmax(x1 - x0, 0.5), fabs(y0 - y), color,
                      over ? " fill-opacity=\"0.6\"" : "");
    }
}

static void draw(const struct page *p) {
    hd_buf_printf(p->out,
                  "<svg x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" viewBox=\"%d %d %d %d\">",
                  LEFT, p->top, p->width, p->height, LEFT, p->top, p->width, p->height);
    for (int k = 0; k < p->c->n; k++) {
        const struct curve *one = &p->c->curves[k];
        const char *color = hd_chart_colors[k % CHART_COLORS];
        switch (p->c->mark) {
        case CHART_LINE:
            draw_line(p, one, color);
            if (p->c->dots) draw_dots(p, one, color);
            break;
        case CHART_POINTS: draw_dots(p, one, color); break;
        case CHART_ERRORS:
            draw_errors(p, one, color);
            draw_dots(p, one, color);
            break;
        default: draw_bars(p, k, color); break;
        }
    }
    hd_buf_puts(p->out, "</svg>");
}

// The first characters of a name that is too long for the legend.
static const char *short_name(char out[MOST_NAME * 4 + 4], const char *name) {
    size_t at = 0;
    int n = 0;
    while (name[at] && n < MOST_NAME) {
        at++;
        while ((name[at] & 0xC0) == 0x80) at++; // UTF-8
        n++;
    }
    snprintf(out, MOST_NAME * 4 + 4, "%.*s%s", (int)at, name, name[at] ? "…" : "");
    return out;
}

static int legend_width(const struct chart *c) {
    size_t most = 0;
    char name[MOST_NAME * 4 + 4];
    for (int k = 0; k < c->n && c->legend; k++) {
        size_t n = hd_utf8_count(short_name(name, c->curves[k].name),
                                 strlen(short_name(name, c->curves[k].name)));
        if (n > most) most = n;
    }
    return c->legend ? (int)most * LETTER + 30 : 0;
}

static void legend(const struct page *p) {
    char name[MOST_NAME * 4 + 4];
    int x = LEFT + p->width + 12;
    for (int k = 0; k < p->c->n && p->legend; k++) {
        int y = p->top + 4 + 18 * k;
        hd_buf_printf(p->out, "<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"12\" fill=\"%s\"/>", x,
                      y, hd_chart_colors[k % CHART_COLORS]);
        hd_buf_printf(p->out, "<text x=\"%d\" y=\"%d\">", x + 18, y + 10);
        escaped(p->out, short_name(name, p->c->curves[k].name));
        hd_buf_puts(p->out, "</text>");
    }
}

void hd_chart_svg(struct hd_buf *out, const struct chart *c) {
    struct page p = {.out = out,
                     .c = c,
                     .top = TOP + (c->title ? TITLE : 0),
                     .width = c->width ? c->width : WIDTH,
                     .height = c->height ? c->height : HEIGHT,
                     .legend = legend_width(c)};
    int width = LEFT + p.width + RIGHT + p.legend, height = p.top + p.height + BOTTOM;
    struct hd_buf said = {0};
    hd_chart_describe(&said, c);
    hd_buf_printf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
        "font-family=\"sans-serif\" font-size=\"11\" fill=\"#333\" role=\"img\"><title>",
        width, height, width, height);
    escaped(out, hd_buf_str(&said));
    hd_buf_finish(&said);
    hd_buf_printf(out, "</title><rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>", width, height);
    grid(&p);
    hd_buf_printf(
        out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#888\"/>",
        LEFT, p.top, p.width, p.height);
    draw(&p);
    titles(&p);
    legend(&p);
    hd_buf_puts(out, "</svg>");
}
