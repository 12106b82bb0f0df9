// Progress bars: one output per bar and cell, brought up to date in its place. text/html for
// notebooks, and a line of text for everything else:
//
//   steps  62% ███████████████▌          310/500, 3.2 s, 1.9 s left
#include "kernel.h"

#include <stdio.h>
#include <string.h>

enum { CELLS = 25 };

static void add_time(struct hd_buf *out, double ms) {
    double s = ms / 1000;
    if (s < 10)
        hd_buf_printf(out, "%.1f s", s);
    else if (s < 60)
        hd_buf_printf(out, "%.0f s", s);
    else if (s < 3600)
        hd_buf_printf(out, "%d:%02d min", (int)s / 60, (int)s % 60);
    else
        hd_buf_printf(out, "%d:%02d h", (int)(s / 3600), (int)(s / 60) % 60);
}

static void add_number(struct hd_buf *out, const json_t *value) {
    if (json_is_integer(value))
        hd_buf_printf(out, "%lld", (long long)json_integer_value(value));
    else
        hd_buf_printf(out, "%g", json_number_value(value));
}

// "310/500, 3.2 s, 1.9 s left" and, at the end, "500/500, 5.1 s, 98.0/s".
static void add_numbers(struct hd_buf *out, const json_t *event) {
    const json_t *left = json_object_get(event, "left_ms"), *rate = json_object_get(event, "rate");
    bool end = json_is_true(json_object_get(event, "end"));
    add_number(out, json_object_get(event, "done"));
    hd_buf_putc(out, '/');
    add_number(out, json_object_get(event, "total"));
    hd_buf_puts(out, ", ");
    add_time(out, json_number_value(json_object_get(event, "elapsed_ms")));
    if (!end && left) {
        hd_buf_puts(out, ", ");
        add_time(out, json_number_value(left));
        hd_buf_puts(out, " left");
    } else if (rate && json_number_value(rate) > 0) {
        hd_buf_printf(out, ", %.3g/s", json_number_value(rate));
    }
}

static void add_escaped(struct hd_buf *out, const char *text) {
    for (; *text; text++) {
        if (*text == '<')
            hd_buf_puts(out, "&lt;");
        else if (*text == '>')
            hd_buf_puts(out, "&gt;");
        else if (*text == '&')
            hd_buf_puts(out, "&amp;");
        else if (*text == '"')
            hd_buf_puts(out, "&quot;");
        else
            hd_buf_putc(out, *text);
    }
}

static void add_bar(struct hd_buf *out, double part) {
    static const char *const eighths[] = {" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    int filled = (int)(part * CELLS * 8);
    for (int i = 0; i < CELLS; i++) {
        int here = filled - 8 * i;
        hd_buf_puts(out, here >= 8 ? "█" : here > 0 ? eighths[here] : " ");
    }
}

// No <progress> and no style sheet: some viewers of stored notebooks drop both, but keep tables of
// plain styles.
static void add_html(struct hd_buf *out, const json_t *event, const char *label, double part,
                     const char *numbers) {
    bool full = part >= 1, end = json_is_true(json_object_get(event, "end"));
    const char *color = full ? "#3a9d6e" : end ? "#b9770e" : "#3b7dbd";
    hd_buf_puts(
        out,
        "<div style=\"display:flex;align-items:center;gap:0.8em;font-family:var(--jp-code-font-family,"
        "monospace);font-size:var(--jp-code-font-size,13px)\">");
    if (*label) {
        hd_buf_puts(out, "<span>");
        add_escaped(out, label);
        hd_buf_puts(out, "</span>");
    }
    hd_buf_printf(out, "<span style=\"min-width:3em;text-align:right\">%d%%</span>",
                  (int)(part * 100));
    hd_buf_printf(
        out,
        "<div role=\"progressbar\" aria-valuenow=\"%d\" style=\"flex:0 0 18em;height:0.8em;"
        "border-radius:0.4em;overflow:hidden;background:rgba(128,128,128,0.25)\"><div style=\"height:100%%;"
        "width:%.2f%%;background:%s\"></div></div>",
        (int)(part * 100), part * 100, color);
    hd_buf_printf(out, "<span>%s</span></div>", numbers);
}

json_t *progress_content(struct execution *x, const json_t *event, bool *again) {
    double done = json_number_value(json_object_get(event, "done"));
    double total = json_number_value(json_object_get(event, "total"));
    double part = total > 0 ? done / total : 1;
    if (!(part >= 0)) part = 0;
    if (part > 1) part = 1;
    const char *label = json_string_value(json_object_get(event, "label"));
    if (!label) label = "";
    char bar[32];
    snprintf(bar, sizeof bar, "%lld", (long long)json_integer_value(json_object_get(event, "bar")));
    *again = json_object_get(x->bars, bar) != NULL;
    json_object_set_new(x->bars, bar, json_true());

    struct hd_buf numbers = {0}, text = {0}, html = {0};
    add_numbers(&numbers, event);
    hd_buf_printf(&text, "%s%s%3d%% ", label, *label ? " " : "", (int)(part * 100));
    add_bar(&text, part);
    hd_buf_printf(&text, " %s", numbers.s);
    add_html(&html, event, label, part, numbers.s);
    json_t *content = json_pack(
        "{s:{s:s, s:s}, s:{}, s:{s:o}}", "data", "text/plain", text.s, "text/html", html.s,
        "metadata", "transient", "display_id",
        json_sprintf("%s-progress-%s-%s", wire_session(x->kernel->wire), x->request->id, bar));
    hd_buf_finish(&numbers);
    hd_buf_finish(&text);
    hd_buf_finish(&html);
    return content ? content : json_pack("{s:{}, s:{}, s:{}}", "data", "metadata", "transient");
}
