// The bar of colours beside a picture of numbers, with what they stand for, in digits of its own:
// a picture is a PNG, and in a PNG there is no text.
//
// Example, of a picture with values from 0 to 7:   #  7
//                                                  #
//                                                  #  0
#include "run/display/plot.h"

#include <string.h>

enum {
    GAP = 12, // between picture and bar, and bar and numbers
    THICK = 16,
    GLYPH_WIDTH = 5,
    GLYPH_HEIGHT = 7,
    ADVANCE = 7,
    MOST_MARKS = 6,
    MOST_DIGITS = (BAR_WIDTH - 2 * GAP - THICK) / ADVANCE,
};

// Five columns of seven dots, the lowest bit on top.
static const struct {
    char c;
    unsigned char columns[GLYPH_WIDTH];
} glyphs[] = {
    {'0', {0x3E, 0x51, 0x49, 0x45, 0x3E}}, {'1', {0x00, 0x42, 0x7F, 0x40, 0x00}},
    {'2', {0x62, 0x51, 0x49, 0x49, 0x46}}, {'3', {0x22, 0x41, 0x49, 0x49, 0x36}},
    {'4', {0x18, 0x14, 0x12, 0x7F, 0x10}}, {'5', {0x27, 0x45, 0x45, 0x45, 0x39}},
    {'6', {0x3C, 0x4A, 0x49, 0x49, 0x30}}, {'7', {0x01, 0x71, 0x09, 0x05, 0x03}},
    {'8', {0x36, 0x49, 0x49, 0x49, 0x36}}, {'9', {0x06, 0x49, 0x49, 0x29, 0x1E}},
    {'-', {0x08, 0x08, 0x08, 0x08, 0x08}}, {'+', {0x08, 0x08, 0x3E, 0x08, 0x08}},
    {'.', {0x00, 0x60, 0x60, 0x00, 0x00}}, {'e', {0x38, 0x54, 0x54, 0x54, 0x18}},
};

struct sheet {
    unsigned char *pixels;
    int width, height;
    unsigned char ink;
};

static void set(const struct sheet *s, int x, int y, unsigned char color) {
    if (x >= 0 && x < s->width && y >= 0 && y < s->height)
        s->pixels[(size_t)y * (size_t)s->width + (size_t)x] = color;
}

static void write_number(const struct sheet *s, int x, int y, const char *text) {
    for (; *text; text++, x += ADVANCE)
        for (int k = 0; k < HD_COUNT(glyphs); k++)
            for (int dot = 0; dot < GLYPH_WIDTH * GLYPH_HEIGHT && glyphs[k].c == *text; dot++)
                if (glyphs[k].columns[dot / GLYPH_HEIGHT] >> dot % GLYPH_HEIGHT & 1)
                    set(s, x + dot / GLYPH_HEIGHT, y + dot % GLYPH_HEIGHT, s->ink);
}

void hd_bar_draw(unsigned char *pixels, int width, int height, double low, double high,
                 unsigned char ink) {
    struct sheet s = {pixels, width, height, ink};
    struct axis a = {.low = low, .high = high};
    int margin = GLYPH_HEIGHT / 2, left = width - BAR_WIDTH + GAP, tall = height - 2 * margin;
    for (int y = 0; y < tall; y++) {
        int color = low < high ? (HD_COLORS - 1) * (tall - 1 - y) / (tall - 1) : 0;
        for (int x = 0; x < THICK; x++) set(&s, left + x, margin + y, (unsigned char)color);
    }
    double at[CHART_MOST_TICKS];
    int n = low < high ? hd_axis_ticks(&a, MOST_MARKS, at) : 0;
    if (n < 2) at[0] = low, at[1] = high, n = low < high ? 2 : 1;
    for (int i = 0; i < n; i++) {
        char text[40];
        hd_axis_number(text, at[i]);
        if (strlen(text) > MOST_DIGITS) snprintf(text, sizeof text, "%.2g", at[i]);
        double place = low < high ? hd_axis_place(&a, at[i]) : 0;
        int y = margin + (int)((1 - place) * (tall - 1) + 0.5);
        for (int x = 0; x < 4; x++) set(&s, left + THICK + x, y, ink);
        write_number(&s, left + THICK + GAP - 4, y - margin, text);
    }
}
