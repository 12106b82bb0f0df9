// display: what display*.c share. A call of display, plot and their kin
// (front/check/cuda/display.c) arrives in display.c with what was known when it was compiled
// (struct hd_shown) and the values of now. Memory of the program is copied first, without any lock;
// then the front end's lock is held while text and pictures are made; then the event is sent.
#ifndef HD_DISPLAY_H
#define HD_DISPLAY_H

#include "run/run.h"
#include "front/front.h"

#include <stdarg.h>

enum { DISPLAY_COPIES = 64 };

struct display { // one call
    const struct hd_shown *shown;
    const void *first, *second;
    long n[3];
    double low, high;             // imshow with a range
    json_t *data, *metadata;      // of the event: MIME type to content
    json_t *pixels;               // for terminals, or NULL
    void *copies[DISPLAY_COPIES]; // of the program's memory; freed when the call ends
    va_list more;                 // a chart's series and options
    struct chart *chart;          // what its fetch made; freed when the call ends
    char error[400];              // why it failed
};

// Says what is wrong with the arguments; always false.
bool hd_display_fail(struct display *d, const char *fmt, ...) HD_PRINTF(2, 3);
// A copy of `count` items of `size` bytes at the program's `address`, in d->copies[slot]. `name`
// and `what` ("height * width") are for the message. false: failed.
bool hd_display_fetch(struct display *d, int slot, const void *address, const char *name,
                      size_t count, size_t size, const char *what);
// The same of a text, which ends in 0. NULL: failed.
char *hd_display_fetch_text(struct display *d, int slot, const void *address, const char *name);
void hd_html_escape(struct hd_buf *out, const char *s, size_t len);
void hd_display_text(struct display *d, const char *mime, const char *text,
                     size_t len); // adds to data
// What is said of the picture `mime` to those who do not see it; it is the text/plain, too.
void hd_display_alternative(struct display *d, const char *mime, const char *text, size_t len);
// A number of the arithmetic type `kind` (bool to long double) at p.
double hd_display_number(const void *p, const struct hd_type *type);

// ---- display/picture.c: imshow, display_png. fetch runs without locks, make under the front
// end's. ---
bool hd_picture_fetch(struct display *d);
bool hd_picture_make(struct display *d);

// ---- display/plot.c -----------------------------------------------------------------------------
bool hd_chart_fetch(struct display *d);
bool hd_chart_make(struct display *d);
void hd_chart_free(struct chart *chart);

// ---- display/bar.c: the bar of colours beside a picture
// ------------------------------------------------- How much it adds to a picture of this height,
// and the height of both; it is drawn at the right of `pixels`, which have the new size.
enum { BAR_WIDTH = 100, BAR_LEAST_HEIGHT = 120 };
void hd_bar_draw(unsigned char *pixels, int width, int height, double low, double high,
                 unsigned char ink);

// ---- display/color.c: the colour map ------------------------------------------------------------
// 254 sRGB colours from dark violet over blue and green to yellow; neighbours differ equally to the
// eye.
enum { HD_COLORS = 254 };
unsigned char (*hd_color_map(void))[3];

#endif
