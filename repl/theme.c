// From styles to escape sequences: true colours, 256, 16, or none, on a dark or a light background.
// The table is theme.def.
//
// A style is a class and flags. Flags show without colours too: what is selected is reversed,
// errors are underlined.
#include "repl.h"

#include <string.h>

static const struct look {
    const char *dark16;
    int dark256, dark_rgb;
    const char *light16;
    int light256, light_rgb;
    const char *attributes; // with 256 and true colours
} looks[] = {
#define HD_CLASS(name, text, ...) {__VA_ARGS__},
#include "theme.def"
};

static void add(struct hd_buf *out, const char *params) {
    if (*params) hd_buf_printf(out, ";%s", params);
}

static void add_class(const struct theme *theme, const struct look *look, struct hd_buf *out) {
    if (theme->depth == DEPTH_16) {
        add(out, theme->light ? look->light16 : look->dark16);
        return;
    }
    add(out, look->attributes);
    int palette = theme->light ? look->light256 : look->dark256,
        rgb = theme->light ? look->light_rgb : look->dark_rgb;
    if (theme->depth == DEPTH_256 && palette >= 0) hd_buf_printf(out, ";38;5;%d", palette);
    if (theme->depth == DEPTH_TRUE && rgb >= 0)
        hd_buf_printf(out, ";38;2;%d;%d;%d", rgb >> 16, rgb >> 8 & 255, rgb & 255);
}

static void add_match(const struct theme *theme, bool clash, struct hd_buf *out) {
    if (theme->depth == DEPTH_NONE)
        add(out, clash ? "" : "1");
    else if (theme->depth == DEPTH_16)
        add(out, clash ? "1;31" : "1;4");
    else if (clash)
        add(out, theme->light ? "1;38;5;160" : "1;38;5;203");
    else
        add(out, theme->light ? "1;48;5;252" : "1;48;5;240");
}

void theme_escape(const struct theme *theme, unsigned style, struct hd_buf *out) {
    hd_buf_puts(out, "\033[0");
    if (theme->depth != DEPTH_NONE) add_class(theme, &looks[style & 255], out);
    if (style & STYLE_STRONG) add(out, "1");
    if (style & STYLE_ERROR) add(out, theme->depth == DEPTH_NONE ? "4" : "4;31");
    if (style & STYLE_MATCH) add_match(theme, false, out);
    if (style & STYLE_CLASH) add_match(theme, true, out);
    if (style & STYLE_SELECTED) add(out, "7");
    hd_buf_putc(out, 'm');
}
