// Pictures on the terminal: what `display` and `update_display` events show, in the best way that
// the terminal has.
//
// The ways, best first: the kitty graphics protocol (the PNG itself), sixel, half blocks in 24-bit
// or 256 colours (a character is two pixels), ASCII shades. The environment tells some terminals;
// others are asked, once and when the first picture is to be shown, so that no prompt waits for it:
// "are you able to show this?", then "who are you?" (DA1), which every terminal answers. Nothing is
// asked while typed input waits, as its bytes would be taken for the answer. HEDDLE_PICTURES=kitty,
// sixel, blocks, shades or none chooses the way.
//
// What is shown again under the same number replaces the earlier picture if nothing was written
// after it, so a loop with update_display is an animation. clear_output erases the lines that the
// cell has written, as far as they are on the screen.
//
// Example: imshow of a 2 x 2 array in a terminal with 24-bit colours: rows of
// "\033[38;2;46;8;67m\033[48;2;170;226;114m▀", and the line "a: float, 2 x 2, 0 to 3".
#include "repl.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

enum { MOST_WIDTH = 800, MOST_HEIGHT = 480, WIDEST = 120, ANSWER_MS = 300 };

enum way { WAY_UNKNOWN, WAY_NONE, WAY_SHADES, WAY_BLOCKS_256, WAY_BLOCKS, WAY_SIXEL, WAY_KITTY };

static struct {
    enum way way;
    char id[64];    // display_id of what was shown last
    size_t written; // shell->written after it
    int lines;      // that it takes
} last;

struct image {
    int width, height;
    struct hd_buf rgb;
};

// ---- which way ----------------------------------------------------------------------------------

static bool env_is(const char *name, const char *const *values) {
    const char *value = getenv(name);
    for (; value && *values; values++)
        if (!strncasecmp(value, *values, strlen(*values))) return true;
    return false;
}

static bool takes_utf8(void) {
    const char *value = getenv("LC_ALL");
    if (!value || !*value) value = getenv("LC_CTYPE");
    if (!value || !*value) value = getenv("LANG");
    return value && (strcasestr(value, "utf-8") || strcasestr(value, "utf8"));
}

static enum way blocks(const struct shell *shell) {
    static const char *const deep[] = {"truecolor", "24bit", NULL};
    if (!shell->color_results || !takes_utf8()) return WAY_SHADES;
    return env_is("COLORTERM", deep) ? WAY_BLOCKS : WAY_BLOCKS_256;
}

static enum way chosen(void) {
    static const struct {
        const char *name;
        enum way way;
    } ways[] = {
        {"kitty", WAY_KITTY}, {"sixel", WAY_SIXEL}, {"shades", WAY_SHADES}, {"none", WAY_NONE}};
    static const char *const deep[] = {"truecolor", "24bit", NULL};
    const char *value = getenv("HEDDLE_PICTURES");
    if (!value) return WAY_UNKNOWN;
    if (!strcasecmp(value, "blocks"))
        return env_is("COLORTERM", deep) ? WAY_BLOCKS : WAY_BLOCKS_256;
    for (int i = 0; i < HD_COUNT(ways); i++)
        if (!strcasecmp(value, ways[i].name)) return ways[i].way;
    return WAY_UNKNOWN;
}

// What the terminal answers to both questions: up to the `c` that ends DA1's answer.
static void ask_terminal(char *answer, size_t size) {
    static const char questions[] = "\033_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\033\\\033[c";
    size_t used = 0;
    struct termios before, raw;
    int waiting = 0;
    answer[0] = 0;
    if (ioctl(0, FIONREAD, &waiting) != 0 || waiting || tcgetattr(0, &before) != 0) return;
    raw = before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    if (tcsetattr(0, TCSANOW, &raw) != 0) return;
    if (write(1, questions, sizeof questions - 1) == (ssize_t)sizeof questions - 1) {
        while (used + 1 < size &&
               poll(&(struct pollfd){.fd = 0, .events = POLLIN}, 1, ANSWER_MS) > 0) {
            ssize_t n = read(0, answer + used, 1);
            if (n <= 0) break;
            answer[++used] = 0;
            const char *start = strstr(answer, "\033[?");
            if (start && answer[used - 1] == 'c') break;
        }
    }
    tcsetattr(0, TCSANOW, &before);
}

static bool says_sixel(const char *answer) {
    const char *start = strstr(answer, "\033[?");
    for (const char *p = start ? start + 3 : ""; *p && *p != 'c'; p++)
        if (*p == '4' && (p[-1] == ';') && (p[1] == ';' || p[1] == 'c')) return true;
    return false;
}

// The way that is known without asking the terminal.
static enum way known_way(const struct shell *shell) {
    static const char *const kitty_terms[] = {"xterm-kitty", "xterm-ghostty", NULL};
    static const char *const kitty_programs[] = {"ghostty", "WezTerm", NULL};
    static const char *const sixel_terms[] = {"foot", "mlterm", "contour", NULL};
    enum way way = chosen();
    if (way) return way;
    if (!isatty(1) || !shell->color_results) return WAY_SHADES;
    if (env_is("TERM", kitty_terms) || env_is("TERM_PROGRAM", kitty_programs)) return WAY_KITTY;
    if (env_is("TERM", sixel_terms)) return WAY_SIXEL;
    if (!isatty(0) || !shell->interactive || env_is("TERM", (const char *const[]){"linux", NULL}))
        return blocks(shell);
    return WAY_UNKNOWN;
}

static enum way find_way(const struct shell *shell) {
    if (last.way) return last.way;
    last.way = known_way(shell);
    if (last.way) return last.way;
    char answer[256];
    ask_terminal(answer, sizeof answer);
    if (strstr(answer, "_Gi=31;OK"))
        last.way = WAY_KITTY;
    else if (says_sixel(answer))
        last.way = WAY_SIXEL;
    else if (*answer)
        last.way = blocks(shell);
    return last.way ? last.way : blocks(shell); // asked again when nothing waits
}

static struct winsize window(void) {
    struct winsize size = {0};
    if (ioctl(1, TIOCGWINSZ, &size) != 0 || size.ws_col < 2 || size.ws_row < 2)
        size.ws_col = 80, size.ws_row = 40;
    return size;
}

void picture_ask(struct shell *shell, json_t *request) {
    enum way way = last.way ? last.way : known_way(shell);
    struct winsize size = window();
    bool characters = way && way != WAY_SIXEL && way != WAY_KITTY;
    if (way == WAY_NONE) return;
    int width = characters ? size.ws_col : MOST_WIDTH,
        height = characters ? 2 * size.ws_row : MOST_HEIGHT;
    json_object_set_new(request, "pictures",
                        json_pack("{s:i, s:i}", "width", width, "height", height));
}

// ---- scaling ------------------------------------------------------------------------------------

// Makes the image fit: smaller by averaging, larger by a whole factor as long as it stays below
// `enough` pixels a side.
static void fit(struct image *image, int width, int height, int enough) {
    double scale = (double)width / image->width;
    if ((double)height / image->height < scale) scale = (double)height / image->height;
    int larger = image->width > image->height ? image->width : image->height;
    if (scale > (double)enough / larger) scale = (double)enough / larger;
    if (scale >= 1) scale = (int)scale;
    if (scale < 1 && larger <= enough && image->width <= width && image->height <= height)
        scale = 1;
    int w = (int)(image->width * scale), h = (int)(image->height * scale);
    if (w < 1) w = 1;
    if (h < 1) h = 1;
    if (w == image->width && h == image->height) return;
    struct hd_buf out = {0};
    const unsigned char *from = (const unsigned char *)image->rgb.s;
    for (int y = 0; y < h; y++) {
        int y0 = (int)((long)y * image->height / h), y1 = (int)((long)(y + 1) * image->height / h);
        for (int x = 0; x < w; x++) {
            int x0 = (int)((long)x * image->width / w),
                x1 = (int)((long)(x + 1) * image->width / w);
            unsigned sum[3] = {0}, n = 0;
            for (int i = y0; i < y1 || i == y0; i++)
                for (int j = x0; j < x1 || j == x0; j++, n++)
                    for (int k = 0; k < 3; k++)
                        sum[k] +=
                            from[((size_t)i * (size_t)image->width + (size_t)j) * 3 + (size_t)k];
            for (int k = 0; k < 3; k++) hd_buf_putc(&out, (char)(sum[k] / n));
        }
    }
    hd_buf_finish(&image->rgb);
    image->rgb = out;
    image->width = w;
    image->height = h;
}

static const unsigned char *pixel(const struct image *image, int x, int y) {
    return (const unsigned char *)image->rgb.s + ((size_t)y * (size_t)image->width + (size_t)x) * 3;
}

// ---- characters ---------------------------------------------------------------------------------

static int index_256(const unsigned char *c) {
    static const int levels[] = {0, 95, 135, 175, 215, 255};
    int at[3];
    for (int k = 0; k < 3; k++) {
        at[k] = 0;
        for (int i = 1; i < 6; i++)
            if (abs(c[k] - levels[i]) < abs(c[k] - levels[at[k]])) at[k] = i;
    }
    int most = c[0] > c[1] ? c[0] : c[1], least = c[0] < c[1] ? c[0] : c[1];
    if (c[2] > most) most = c[2];
    if (c[2] < least) least = c[2];
    if (most - least < 12 && most > 8 && most < 238) return 232 + (most - 8) / 10;
    return 16 + 36 * at[0] + 6 * at[1] + at[2];
}

static void add_color(struct hd_buf *out, int what, const unsigned char *c, bool deep) {
    if (deep)
        hd_buf_printf(out, "\033[%d;2;%d;%d;%dm", what, c[0], c[1], c[2]);
    else
        hd_buf_printf(out, "\033[%d;5;%dm", what, index_256(c));
}

static bool same(const unsigned char *a, const unsigned char *b) {
    return a && b && !memcmp(a, b, 3);
}

static int draw_blocks(struct hd_buf *out, struct image *image, bool deep) {
    struct winsize size = window();
    fit(image, size.ws_col - 1 < WIDEST ? size.ws_col - 1 : WIDEST, 2 * (size.ws_row - 3), 64);
    for (int y = 0; y < image->height; y += 2) {
        const unsigned char *fore = NULL, *back = NULL;
        for (int x = 0; x < image->width; x++) {
            const unsigned char *top = pixel(image, x, y),
                                *below = y + 1 < image->height ? pixel(image, x, y + 1) : NULL;
            if (!same(fore, top)) add_color(out, 38, fore = top, deep);
            if (below && !same(back, below)) add_color(out, 48, back = below, deep);
            hd_buf_puts(out, "▀");
        }
        hd_buf_puts(out, "\033[0m\n");
    }
    return (image->height + 1) / 2;
}

static int draw_shades(struct hd_buf *out, struct image *image) {
    static const char shades[] = " .:-=+*#%@";
    struct winsize size = window();
    fit(image, size.ws_col - 1 < WIDEST ? size.ws_col - 1 : WIDEST, 2 * (size.ws_row - 3), 64);
    for (int y = 0; y < image->height; y += 2) {
        size_t start = out->len;
        for (int x = 0; x < image->width; x++) {
            const unsigned char *top = pixel(image, x, y),
                                *below = y + 1 < image->height ? pixel(image, x, y + 1) : top;
            int light = 0;
            for (int k = 0; k < 3; k++) light += (top[k] + below[k]) * (k == 1 ? 6 : k ? 1 : 3);
            hd_buf_putc(out, shades[light * 9 / 5100]);
        }
        while (out->len > start && out->s[out->len - 1] == ' ') out->s[--out->len] = 0;
        hd_buf_putc(out, '\n');
    }
    return (image->height + 1) / 2;
}

// ---- sixel --------------------------------------------------------------------------------------

struct palette {
    uint32_t colors[256];
    int n, bits;
};

static uint32_t reduced(const unsigned char *c, int bits) {
    uint32_t mask = 0xff & (0xffu << (8 - bits));
    return (c[0] & mask) << 16 | (c[1] & mask) << 8 | (c[2] & mask);
}

static int color_of(struct palette *p, uint32_t color) {
    for (int i = 0; i < p->n; i++)
        if (p->colors[i] == color) return i;
    if (p->n == 256) return -1;
    p->colors[p->n] = color;
    return p->n++;
}

// Colours with as many bits as make at most 256 of them. `indices`: one byte a pixel.
static void quantise(const struct image *image, struct palette *p, unsigned char *indices) {
    for (p->bits = 8; p->bits > 1; p->bits--) {
        p->n = 0;
        int i = 0, pixels = image->width * image->height;
        for (int found; i < pixels; i++) {
            uint32_t color = reduced((const unsigned char *)image->rgb.s + (size_t)i * 3, p->bits);
            if (i && color == p->colors[indices[i - 1]])
                found = indices[i - 1];
            else
                found = color_of(p, color);
            if (found < 0) break;
            indices[i] = (unsigned char)found;
        }
        if (i == pixels) return;
    }
}

static void sixel_run(struct hd_buf *out, int bits, int n) {
    if (n > 3) hd_buf_printf(out, "!%d", n);
    for (int i = 0; i < (n > 3 ? 1 : n); i++) hd_buf_putc(out, (char)(63 + bits));
}

// One colour's dots in a band of six rows. false: the colour does not occur there.
static bool sixel_band(struct hd_buf *out, const struct image *image, const unsigned char *indices,
                       int y, int color) {
    size_t start = out->len;
    int run = 0, before = 0;
    bool any = false;
    hd_buf_printf(out, "#%d", color);
    for (int x = 0; x < image->width; x++) {
        int bits = 0;
        for (int i = 0; i < 6 && y + i < image->height; i++)
            if (indices[(size_t)(y + i) * (size_t)image->width + (size_t)x] == color)
                bits |= 1 << i;
        any = any || bits;
        if (bits != before && run) {
            sixel_run(out, before, run);
            run = 0;
        }
        before = bits;
        run++;
    }
    if (before) sixel_run(out, before, run);
    if (!any) out->s[out->len = start] = 0;
    return any;
}

static int lines_of(int pixels) {
    struct winsize size = window();
    int cell = size.ws_ypixel && size.ws_row ? size.ws_ypixel / size.ws_row : 20;
    return cell ? (pixels + cell - 1) / cell : pixels / 20;
}

static int draw_sixel(struct hd_buf *out, struct image *image) {
    struct winsize size = window();
    fit(image, size.ws_xpixel ? size.ws_xpixel : MOST_WIDTH,
        size.ws_ypixel ? size.ws_ypixel : MOST_HEIGHT, 320);
    struct palette palette = {0};
    unsigned char *indices = hd_xmalloc((size_t)image->width * (size_t)image->height);
    quantise(image, &palette, indices);
    hd_buf_printf(out, "\033P0;1;q\"1;1;%d;%d", image->width, image->height);
    for (int i = 0; i < palette.n; i++) {
        uint32_t c = palette.colors[i];
        hd_buf_printf(out, "#%d;2;%d;%d;%d", i, (int)(c >> 16) * 100 / 255,
                      (int)(c >> 8 & 255) * 100 / 255, (int)(c & 255) * 100 / 255);
    }
    for (int y = 0; y < image->height; y += 6) {
        for (int i = 0; i < palette.n; i++)
            if (sixel_band(out, image, indices, y, i)) hd_buf_putc(out, '$');
        hd_buf_putc(out, '-');
    }
    hd_buf_puts(out, "\033\\\n");
    free(indices);
    return lines_of(image->height) + 1;
}

// ---- kitty --------------------------------------------------------------------------------------

static int draw_kitty(struct hd_buf *out, const struct image *image, const char *png) {
    struct winsize size = window();
    size_t left = strlen(png);
    hd_buf_puts(out, "\033_Ga=T,f=100,q=2,");
    if (size.ws_xpixel && image->width > size.ws_xpixel)
        hd_buf_printf(out, "c=%d,", size.ws_col - 1);
    for (const char *at = png;;) {
        size_t n = left > 4096 ? 4096 : left;
        left -= n;
        hd_buf_printf(out, "m=%d;", left > 0);
        hd_buf_add(out, at, n);
        hd_buf_puts(out, "\033\\");
        at += n;
        if (!left) break;
        hd_buf_puts(out, "\033_G");
    }
    hd_buf_putc(out, '\n');
    return lines_of(image->height) + 1;
}

// ---- events -------------------------------------------------------------------------------------

static bool read_image(const json_t *event, struct image *image) {
    const json_t *pixels = json_object_get(event, "pixels");
    const json_t *rgb = json_object_get(pixels, "rgb");
    image->width = (int)json_integer_value(json_object_get(pixels, "width"));
    image->height = (int)json_integer_value(json_object_get(pixels, "height"));
    return rgb && hd_base64_decode(&image->rgb, json_string_value(rgb), json_string_length(rgb)) &&
           image->width > 0 && image->height > 0 &&
           image->rgb.len == (size_t)image->width * (size_t)image->height * 3;
}

// Adds the picture to `out`. The number of lines.
static int draw(const struct shell *shell, struct hd_buf *out, const json_t *event) {
    struct image image = {0};
    const char *png =
        json_string_value(json_object_get(json_object_get(event, "data"), "image/png"));
    int lines = 0;
    enum way way = read_image(event, &image) ? find_way(shell) : WAY_NONE;
    if (way == WAY_KITTY && !png) way = blocks(shell);
    switch (way) {
    case WAY_KITTY: lines = draw_kitty(out, &image, png); break;
    case WAY_SIXEL: lines = draw_sixel(out, &image); break;
    case WAY_BLOCKS: lines = draw_blocks(out, &image, true); break;
    case WAY_BLOCKS_256: lines = draw_blocks(out, &image, false); break;
    case WAY_SHADES: lines = draw_shades(out, &image); break;
    default: break;
    }
    hd_buf_finish(&image.rgb);
    return lines;
}

// Lines on the screen that text takes, wrapped ones included.
static int lines_in(const char *text) {
    int columns = window().ws_col, lines = 0;
    for (const char *p = text; *p;) {
        size_t n = strcspn(p, "\n");
        int wide = (int)hd_utf8_count(p, n);
        lines += wide > columns ? (wide + columns - 1) / columns : 1;
        p += n + (p[n] == '\n');
    }
    return lines;
}

static void go_up(struct shell *shell, int lines) {
    int most = window().ws_row - 1;
    if (lines > most) lines = most;
    if (lines > 0) shell_printf(shell, 1, "\r\033[%dA\033[J", lines);
}

void picture_show(struct shell *shell, const json_t *event, bool update) {
    const char *id =
        json_string_value(json_object_get(json_object_get(event, "transient"), "display_id"));
    const char *text =
        json_string_value(json_object_get(json_object_get(event, "data"), "text/plain"));
    struct hd_buf out = {0};
    int lines = draw(shell, &out, event);
    if (text) hd_buf_puts(&out, text);
    if (out.len && out.s[out.len - 1] != '\n') hd_buf_putc(&out, '\n');
    bool again = update && id && shell->color_results && !strcmp(id, last.id) &&
                 shell->written == last.written;
    if (again)
        go_up(shell, last.lines);
    else
        shell_fresh_line(shell, 1);
    shell_write(shell, 1, hd_buf_str(&out), out.len);
    snprintf(last.id, sizeof last.id, "%s", id ? id : "");
    last.lines = lines + (text ? lines_in(text) : 0);
    last.written = shell->written;
    hd_buf_finish(&out);
}

void picture_clear(struct shell *shell, const json_t *event) {
    if (!shell->color_results) return;
    if (json_is_true(json_object_get(event, "wait"))) {
        shell->clear_next = true;
        return;
    }
    shell->clear_next = false;
    go_up(shell, shell->lines);
    shell->lines = 0;
}
