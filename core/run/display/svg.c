// A plot as an SVG: for viewers without Vega-Lite, code hosts among them. Plain shapes and
// presentation attributes only, as such viewers drop style sheets and scripts.
//
// Example: <svg ... viewBox="0 0 560 340"><rect .../> grid lines and labels <path d="M64 290.0L88.5
// 12.3" .../></svg>
#include "run/display/plot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 560, HEIGHT = 340, LEFT = 70, RIGHT = 16, TOP = 14, BOTTOM = 46, TICKS = 6 };
#define INNER_WIDTH (WIDTH - LEFT - RIGHT)
#define INNER_HEIGHT (HEIGHT - TOP - BOTTOM)

static double place_x(const struct curve *c, double x) {
    return LEFT +
           (x / 2 - c->x0 / 2) / (c->x1 / 2 - c->x0 / 2) * INNER_WIDTH; // halves cannot overflow
}

static double place_y(const struct curve *c, double y) {
    return TOP + (c->y1 / 2 - y / 2) / (c->y1 / 2 - c->y0 / 2) * INNER_HEIGHT;
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

static const char *number(char text[40], double v, double step) {
    if (fabs(v) < step / 1e6) v = 0; // a sum of steps that should be 0
    snprintf(text, 40, "%.6g", v);
    return text;
}

static void grid(struct hd_buf *out, const struct curve *c) {
    double first, step;
    int count;
    char text[40];
    hd_plot_ticks(c->x0, c->x1, TICKS, &first, &step, &count);
    for (int i = 0; i < count; i++) {
        double at = place_x(c, first + i * step);
        hd_buf_printf(out, "<path d=\"M%.1f %dV%d\" stroke=\"#ddd\"/>", at, TOP,
                      TOP + INNER_HEIGHT);
        hd_buf_printf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>", at,
                      TOP + INNER_HEIGHT + 16, number(text, first + i * step, step));
    }
    hd_plot_ticks(c->y0, c->y1, TICKS, &first, &step, &count);
    for (int i = 0; i < count; i++) {
        double at = place_y(c, first + i * step);
        hd_buf_printf(out, "<path d=\"M%d %.1fH%d\" stroke=\"#ddd\"/>", LEFT, at,
                      LEFT + INNER_WIDTH);
        hd_buf_printf(out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>", LEFT - 6,
                      at + 4, number(text, first + i * step, step));
    }
}

static void titles(struct hd_buf *out, const struct curve *c) {
    hd_buf_printf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" font-weight=\"bold\">",
                  LEFT + INNER_WIDTH / 2, HEIGHT - 8);
    escaped(out, c->xname);
    hd_buf_printf(
        out,
        "</text><text transform=\"translate(14 %d) rotate(-90)\" text-anchor=\"middle\" font-weight=\"bold\">",
        TOP + INNER_HEIGHT / 2);
    escaped(out, c->yname);
    hd_buf_puts(out, "</text>");
}

static void draw(struct hd_buf *out, const struct curve *c) {
    bool connected = false;
    hd_buf_puts(out, "<path d=\"");
    for (int i = 0; i < c->n; i++) {
        if (isnan(c->y[i])) {
            connected = false;
            continue;
        }
        hd_buf_printf(out, "%c%.1f %.1f", connected ? 'L' : 'M', place_x(c, c->x[i]),
                      place_y(c, c->y[i]));
        connected = true;
    }
    hd_buf_puts(
        out,
        "\" fill=\"none\" stroke=\"#4c78a8\" stroke-width=\"2\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>");
    for (int i = 0; i < c->n && c->dots; i++)
        if (!isnan(c->y[i]))
            hd_buf_printf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"#4c78a8\"/>",
                          place_x(c, c->x[i]), place_y(c, c->y[i]));
}

void hd_plot_svg(struct hd_buf *out, const struct curve *c) {
    hd_buf_printf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
        "font-family=\"sans-serif\" font-size=\"11\" fill=\"#333\">",
        WIDTH, HEIGHT, WIDTH, HEIGHT);
    hd_buf_printf(out, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>", WIDTH, HEIGHT);
    grid(out, c);
    hd_buf_printf(
        out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#888\"/>",
        LEFT, TOP, INNER_WIDTH, INNER_HEIGHT);
    draw(out, c);
    titles(out, c);
    hd_buf_puts(out, "</svg>");
}
