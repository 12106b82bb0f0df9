// imshow and display_png: arrays and pixels to PNG, through libpng.
//
// imshow: values are scaled from their range to the colour map, whose bar stands at the right; NaN
// is left transparent, infinities get the colours of the ends. Elements that are colours already
// (uchar3, [h][w][3]; floats from 0 to 1) are shown as they are. An array that is larger than MOST
// pixels on a side is averaged over square blocks, a small one is scaled up by a whole factor, so
// that its elements are sharp squares. A terminal, which asked for it in its request, gets the
// pixels as well, in a size that fits it.
//
// Example: imshow of a `float a[2][2]` is a PNG of 256x256 with a palette of 256 colours and the
// text
//     a: float, 2 x 2, 0 to 3
#include "run/display/display.h"

#include <errno.h>
#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST = 1600,  // pixels on a side of a picture from imshow
    FEWEST = 256, // smaller ones are scaled up to about so many
    TRANSPARENT = HD_COLORS,
    INK, // of the bar's numbers: grey, for light and dark pages
    MOST_SIDE = 1 << 24,
    MOST_FILE = 256 << 20,
};

// ---- arguments ----------------------------------------------------------------------------------

static bool check_size(struct display *d, const char *name, long n) {
    if (n < 1) return hd_display_fail(d, "the %s is %ld; it must be at least 1", name, n);
    if (n > MOST_SIDE)
        return hd_display_fail(d, "the %s is %ld; at most %d can be shown", name, n, MOST_SIDE);
    return true;
}

static bool fetch_image(struct display *d) {
    size_t size = d->shown->types[0]->size;
    const char *name = d->shown->names[0];
    int channels = d->shown->channels;
    if (d->shown->nargs == 1 && channels) { // bytes of the array, a row and perhaps a pixel
        long pixel = d->n[2] > 0 ? d->n[2] : channels * (long)size;
        if (pixel != 3 * (long)size && pixel != 4 * (long)size)
            return hd_display_fail(
                d, "`%s` has %ld numbers a pixel; a colour has 3 (red, green, blue) or 4", name,
                pixel / (long)size);
        d->n[2] = pixel / (long)size;
        d->n[0] = d->n[1] > 0 ? d->n[0] / d->n[1] : 0;
        d->n[1] /= pixel;
    } else if (d->shown->nargs == 1) { // bytes of the array and of a row
        d->n[0] = d->n[1] > 0 ? d->n[0] / d->n[1] : 0;
        d->n[1] /= (long)size;
    }
    if (!check_size(d, "height", d->n[0]) || !check_size(d, "width", d->n[1])) return false;
    if (d->shown->nargs == 5 && !(isfinite(d->low) && isfinite(d->high) && d->low <= d->high))
        return hd_display_fail(d, "there is no range of colours from %g to %g", d->low, d->high);
    return hd_display_fetch(d, 0, d->first, name, (size_t)d->n[0] * (size_t)d->n[1],
                            size * (channels ? (size_t)d->n[2] : 1), "height * width");
}

static bool fetch_pixels(struct display *d) {
    if (!check_size(d, "width", d->n[0]) || !check_size(d, "height", d->n[1])) return false;
    if (d->n[2] < 1 || d->n[2] > 4)
        return hd_display_fail(
            d, "channels is %ld; it is 1 (grey), 3 (red, green, blue) or 4 (and opacity)", d->n[2]);
    return hd_display_fetch(d, 0, d->first, d->shown->names[0],
                            (size_t)d->n[0] * (size_t)d->n[1] * (size_t)d->n[2], 1,
                            "width * height * channels");
}

static bool fetch_file(struct display *d) {
    if (d->n[0] < 1) return hd_display_fail(d, "the size is %ld bytes", d->n[0]);
    return hd_display_fetch(d, 0, d->first, d->shown->names[0], (size_t)d->n[0], 1, "the size");
}

// A file by its name: its bytes are what is shown.
static bool fetch_named(struct display *d) {
    const char *path = hd_display_fetch_text(d, 1, d->first, d->shown->names[0]);
    if (!path) return false;
    FILE *file = fopen(path, "rb");
    if (!file) return hd_display_fail(d, "\"%s\" cannot be opened: %s", path, strerror(errno));
    struct hd_buf bytes = {0};
    char piece[1 << 14];
    size_t n;
    while ((n = fread(piece, 1, sizeof piece, file)) > 0 && bytes.len < MOST_FILE)
        hd_buf_add(&bytes, piece, n);
    bool failed = ferror(file);
    fclose(file);
    d->copies[0] = bytes.s;
    d->n[0] = (long)bytes.len;
    if (failed) return hd_display_fail(d, "\"%s\" cannot be read", path);
    if (!bytes.len) return hd_display_fail(d, "\"%s\" is empty", path);
    return bytes.len < MOST_FILE || hd_display_fail(d, "\"%s\" is too large to show", path);
}

bool hd_picture_fetch(struct display *d) {
    if (d->shown->kind == SHOW_PNG_FILE) return fetch_named(d);
    if (d->shown->kind == SHOW_IMAGE) return fetch_image(d);
    return d->shown->nargs == 2 ? fetch_file(d) : fetch_pixels(d);
}

// ---- PNG ----------------------------------------------------------------------------------------

static void add_png(struct display *d, const void *bytes, size_t len) {
    struct hd_buf text = {0};
    hd_base64_add(&text, bytes, len);
    hd_display_text(d, "image/png", hd_buf_str(&text), text.len);
    hd_buf_finish(&text);
}

// Writes pixels in `format`, with a palette of 256 RGBA entries or NULL.
static bool write_png(struct display *d, const unsigned char *pixels, int width, int height,
                      png_uint_32 format, const unsigned char *palette) {
    png_image image = {
        .version = PNG_IMAGE_VERSION, .width = (png_uint_32)width, .height = (png_uint_32)height};
    image.format = format;
    image.colormap_entries = palette ? 256 : 0;
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    unsigned char *out = malloc(size);
    bool ok = out && png_image_write_to_memory(&image, out, &size, 0, pixels, 0, palette);
    if (ok)
        add_png(d, out, size);
    else
        hd_display_fail(d, "the picture cannot be made: %s",
                        out ? image.message : "there is not enough memory");
    free(out);
    return ok;
}

// ---- pixels for terminals -----------------------------------------------------------------------

struct pixels { // what a terminal's picture is made of; colour(x, y) of the source
    const unsigned char *source;
    unsigned char (*colors)[3]; // of an indexed picture; NULL: the source has channels
    int width, height, channels;
};

static void add_color(const struct pixels *p, long x, long y, unsigned sum[3]) {
    const unsigned char *at =
        p->source + ((size_t)y * (size_t)p->width + (size_t)x) * (size_t)p->channels;
    static const unsigned char grey[3] = {128, 128, 128};
    for (int k = 0; k < 3; k++) {
        unsigned v;
        if (p->colors)
            v = *at == TRANSPARENT ? grey[k] : p->colors[*at][k];
        else
            v = p->channels >= 3 ? at[k] : at[0];
        int alpha = p->channels == 4 ? at[3] : p->channels == 2 ? at[1] : 255;
        sum[k] += (v * (unsigned)alpha + 255u * (unsigned)(255 - alpha)) / 255;
    }
}

// Averages where it is too large. Enlarging is the client's own affair.
static void add_pixels(struct display *d, const struct pixels *p) {
    int most_w = hd_engine.options.picture_width, most_h = hd_engine.options.picture_height;
    if (most_w < 1 || most_h < 1) return;
    double scale = fmin((double)most_w / p->width, (double)most_h / p->height);
    if (scale > 1) scale = 1;
    int width = (int)fmax(1, p->width * scale), height = (int)fmax(1, p->height * scale);
    struct hd_buf text = {0};
    unsigned char *rgb = hd_xmalloc((size_t)width * (size_t)height * 3);
    for (int y = 0; y < height; y++) {
        long y0 = (long)y * p->height / height, y1 = (long)(y + 1) * p->height / height;
        for (int x = 0; x < width; x++) {
            long x0 = (long)x * p->width / width, x1 = (long)(x + 1) * p->width / width;
            unsigned sum[3] = {0}, n = 0;
            long dy = (y1 - y0) / 8 + 1, dx = (x1 - x0) / 8 + 1; // a few samples are enough
            for (long i = y0; i < y1 || i == y0; i += dy)
                for (long j = x0; j < x1 || j == x0; j += dx, n++) add_color(p, j, i, sum);
            for (int k = 0; k < 3; k++)
                rgb[((size_t)y * (size_t)width + (size_t)x) * 3 + (size_t)k] =
                    (unsigned char)(sum[k] / n);
        }
    }
    hd_base64_add(&text, rgb, (size_t)width * (size_t)height * 3);
    d->pixels =
        json_pack("{s:i, s:i, s:s}", "width", width, "height", height, "rgb", hd_buf_str(&text));
    hd_buf_finish(&text);
    free(rgb);
}

// ---- imshow -------------------------------------------------------------------------------------

struct values { // of a picture, averaged to the size at which it is shown
    double *v;
    long step; // how many elements become one, in each direction
    int width, height;
    double low, high; // of the finite ones
    size_t undefined;
};

static void note_value(struct values *out, double v) {
    if (isnan(v)) out->undefined++;
    if (!isfinite(v)) return;
    if (v < out->low) out->low = v;
    if (v > out->high) out->high = v;
}

// The average over a block of `step` rows and columns, NaN left out.
static double block_value(struct display *d, struct values *out, long x0, long y0, long step) {
    const struct hd_type *type = d->shown->types[0];
    const char *data = d->copies[0];
    double sum = 0;
    long n = 0;
    for (long y = y0; y < y0 + step && y < d->n[0]; y++) {
        for (long x = x0; x < x0 + step && x < d->n[1]; x++) {
            double v = hd_display_number(
                data + ((size_t)y * (size_t)d->n[1] + (size_t)x) * type->size, type);
            note_value(out, v);
            if (isnan(v)) continue;
            sum += v;
            n++;
        }
    }
    return n ? sum / (double)n : NAN;
}

static long shrinking(const struct display *d) {
    long larger = d->n[0] > d->n[1] ? d->n[0] : d->n[1];
    return (larger + MOST - 1) / MOST;
}

static void read_values(struct display *d, struct values *out) {
    long step = out->step = shrinking(d);
    out->width = (int)((d->n[1] + step - 1) / step);
    out->height = (int)((d->n[0] + step - 1) / step);
    out->low = INFINITY;
    out->high = -INFINITY;
    out->v = hd_xcalloc((size_t)out->width * (size_t)out->height, sizeof *out->v);
    for (int y = 0; y < out->height; y++)
        for (int x = 0; x < out->width; x++)
            out->v[(size_t)y * (size_t)out->width + (size_t)x] =
                block_value(d, out, x * step, y * step, step);
}

static unsigned char color_index(double v, double low, double high) {
    if (isnan(v)) return TRANSPARENT;
    if (v <= low || !(high > low)) return v > high ? HD_COLORS - 1 : 0;
    if (v >= high) return HD_COLORS - 1;
    return (unsigned char)(int)((v / 2 - low / 2) / (high / 2 - low / 2) * (HD_COLORS - 1) +
                                0.5); // halves cannot overflow
}

static void say_shrunk(struct hd_buf *text, long step) {
    if (step > 1) hd_buf_printf(text, ", shown smaller: averages of %ld x %ld", step, step);
}

static void describe_image(struct display *d, const struct values *values, double low,
                           double high) {
    struct hd_buf text = {0};
    hd_buf_printf(&text, "%s: %s, %ld x %ld", d->shown->names[0],
                  hd_type_str(hd_engine.arena, d->shown->types[0]), d->n[0], d->n[1]);
    if (values->low <= values->high)
        hd_buf_printf(&text, ", %.6g to %.6g", values->low, values->high);
    if (d->shown->nargs == 5) hd_buf_printf(&text, ", colours from %.6g to %.6g", low, high);
    if (values->undefined) hd_buf_printf(&text, ", %zu NaN", values->undefined);
    say_shrunk(&text, values->step);
    hd_display_alternative(d, "image/png", text.s, text.len);
    hd_buf_finish(&text);
}

static void make_palette(unsigned char palette[256][4]) {
    unsigned char(*colors)[3] = hd_color_map();
    for (int i = 0; i < HD_COLORS; i++) {
        memcpy(palette[i], colors[i], 3);
        palette[i][3] = 255;
    }
    memcpy(palette[INK], (const unsigned char[]){128, 128, 128, 255}, 4);
}

static int enlargement(int width, int height) {
    int larger = width > height ? width : height;
    return larger < FEWEST ? FEWEST / larger : 1;
}

static bool make_image(struct display *d) {
    struct values values = {0};
    read_values(d, &values);
    bool given = d->shown->nargs == 5;
    double low = given ? d->low : values.low, high = given ? d->high : values.high;
    int factor = enlargement(values.width, values.height);
    int width = values.width * factor, height = values.height * factor;
    int all = width + BAR_WIDTH, tall = height < BAR_LEAST_HEIGHT ? BAR_LEAST_HEIGHT : height;
    unsigned char palette[256][4] = {0};
    make_palette(palette);
    unsigned char *small = hd_xmalloc((size_t)values.width * (size_t)values.height);
    unsigned char *pixels = hd_xmalloc((size_t)all * (size_t)tall);
    memset(pixels, TRANSPARENT, (size_t)all * (size_t)tall);
    for (size_t i = 0; i < (size_t)values.width * (size_t)values.height; i++)
        small[i] = color_index(values.v[i], low, high);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            pixels[(size_t)y * (size_t)all + (size_t)x] =
                small[(size_t)(y / factor) * (size_t)values.width + (size_t)(x / factor)];
    if (low <= high) hd_bar_draw(pixels, all, tall, low, high, INK);
    bool ok = write_png(d, pixels, all, tall, PNG_FORMAT_RGBA_COLORMAP, palette[0]);
    if (ok) {
        describe_image(d, &values, low, high);
        add_pixels(d, &(struct pixels){small, hd_color_map(), values.width, values.height, 1});
    }
    free(values.v);
    free(small);
    free(pixels);
    return ok;
}

// ---- imshow of colours --------------------------------------------------------------------------

// Channel k of a pixel, 0 to 255, averaged over a block.
static unsigned char block_channel(const struct display *d, long x0, long y0, long step, int k) {
    const struct hd_type *type = d->shown->types[0];
    double sum = 0;
    long n = 0;
    for (long y = y0; y < y0 + step && y < d->n[0]; y++) {
        for (long x = x0; x < x0 + step && x < d->n[1]; x++, n++) {
            size_t at = ((size_t)y * (size_t)d->n[1] + (size_t)x) * (size_t)d->n[2] + (size_t)k;
            double v = hd_display_number((const char *)d->copies[0] + at * type->size, type);
            if (type->kind == HD_TY_FLOAT) v *= 255;
            sum += v > 0 ? fmin(v, 255) : 0; // NaN is black
        }
    }
    return (unsigned char)(sum / (double)n + 0.5);
}

static bool make_colors(struct display *d) {
    long step = shrinking(d), channels = d->n[2];
    int w = (int)((d->n[1] + step - 1) / step), h = (int)((d->n[0] + step - 1) / step);
    int factor = enlargement(w, h), width = w * factor, height = h * factor;
    unsigned char *small = hd_xmalloc((size_t)w * (size_t)h * (size_t)channels);
    unsigned char *pixels = hd_xmalloc((size_t)width * (size_t)height * (size_t)channels);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            for (int k = 0; k < channels; k++)
                small[((size_t)y * (size_t)w + (size_t)x) * (size_t)channels + (size_t)k] =
                    block_channel(d, x * step, y * step, step, k);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            memcpy(pixels + ((size_t)y * (size_t)width + (size_t)x) * (size_t)channels,
                   small +
                       ((size_t)(y / factor) * (size_t)w + (size_t)(x / factor)) * (size_t)channels,
                   (size_t)channels);
    bool ok =
        write_png(d, pixels, width, height, channels == 3 ? PNG_FORMAT_RGB : PNG_FORMAT_RGBA, NULL);
    if (ok) {
        struct hd_buf text = {0};
        hd_buf_printf(&text, "%s: picture, %ld x %ld, %s", d->shown->names[0], d->n[0], d->n[1],
                      channels == 3 ? "red, green, blue" : "red, green, blue, opacity");
        say_shrunk(&text, step);
        hd_display_alternative(d, "image/png", text.s, text.len);
        hd_buf_finish(&text);
        add_pixels(d, &(struct pixels){small, NULL, w, h, (int)channels});
    }
    free(small);
    free(pixels);
    return ok;
}

// ---- display_png --------------------------------------------------------------------------------

// A file's name, or how the pixels are called.
static const char *name_of(const struct display *d) {
    return d->shown->kind == SHOW_PNG_FILE ? d->copies[1] : d->shown->names[0];
}

static void describe_picture(struct display *d, int width, int height) {
    struct hd_buf text = {0};
    hd_buf_printf(&text, "%s: picture, %d x %d pixels", name_of(d), width, height);
    hd_display_alternative(d, "image/png", text.s, text.len);
    hd_buf_finish(&text);
}

static bool make_pixels(struct display *d) {
    static const png_uint_32 formats[] = {0, PNG_FORMAT_GRAY, PNG_FORMAT_GA, PNG_FORMAT_RGB,
                                          PNG_FORMAT_RGBA};
    int width = (int)d->n[0], height = (int)d->n[1], channels = (int)d->n[2];
    if (!write_png(d, d->copies[0], width, height, formats[channels], NULL)) return false;
    describe_picture(d, width, height);
    add_pixels(d, &(struct pixels){d->copies[0], NULL, width, height, channels});
    return true;
}

static bool make_file(struct display *d) {
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_memory(&image, d->copies[0], (size_t)d->n[0]))
        return hd_display_fail(d, "`%s` holds no PNG file of %ld bytes: %s", name_of(d), d->n[0],
                               image.message);
    int width = (int)image.width, height = (int)image.height;
    bool small = (int64_t)width * height <= (1 << 24);
    unsigned char *pixels = NULL;
    if (hd_engine.options.picture_width > 0 && small) {
        image.format = PNG_FORMAT_RGBA;
        pixels = hd_xmalloc(PNG_IMAGE_SIZE(image));
        if (png_image_finish_read(&image, NULL, pixels, 0, NULL))
            add_pixels(d, &(struct pixels){pixels, NULL, width, height, 4});
    }
    png_image_free(&image);
    free(pixels);
    add_png(d, d->copies[0], (size_t)d->n[0]);
    describe_picture(d, width, height);
    return true;
}

bool hd_picture_make(struct display *d) {
    if (d->shown->kind == SHOW_IMAGE) return d->shown->channels ? make_colors(d) : make_image(d);
    return d->shown->kind == SHOW_PNG_FILE || d->shown->nargs == 2 ? make_file(d) : make_pixels(d);
}

// ---- a value that is a picture ------------------------------------------------------------------

// Rows of uchar3 or uchar4, or of 3 or 4 bytes each. 0: it is no picture; else the channels.
static long channels_of(const struct hd_type *type) {
    if (type->kind != HD_TY_ARRAY || type->base->kind != HD_TY_ARRAY) return 0;
    const struct hd_type *pixel = type->base->base;
    if (pixel->kind == HD_TY_ARRAY)
        return pixel->base->kind == HD_TY_UCHAR && (pixel->len == 3 || pixel->len == 4)
                   ? (long)pixel->len
                   : 0;
    if (pixel->kind != HD_TY_RECORD || !pixel->record->tag) return 0;
    return !strcmp(pixel->record->tag, "uchar3")   ? 3
           : !strcmp(pixel->record->tag, "uchar4") ? 4
                                                   : 0;
}

json_t *hd_picture_of(const struct hd_type *type, const void *value, const char *name,
                      json_t **metadata) {
    long channels = channels_of(type);
    if (!channels || type->len < 2 || type->base->len < 2 || type->len > MOST_SIDE ||
        type->base->len > MOST_SIDE)
        return NULL;
    struct hd_shown shown = {.kind = SHOW_IMAGE, .nargs = 1, .channels = (int)channels};
    shown.types[0] = hd_ty.uchar;
    shown.names[0] = name;
    struct display d = {.shown = &shown, .data = json_object(), .metadata = json_object()};
    d.n[0] = (long)type->len;
    d.n[1] = (long)type->base->len;
    d.n[2] = channels;
    d.copies[0] = (void *)(uintptr_t)value;
    bool ok = make_colors(&d);
    json_decref(d.pixels);
    if (ok) {
        *metadata = d.metadata;
        return d.data;
    }
    json_decref(d.data);
    json_decref(d.metadata);
    return NULL;
}
