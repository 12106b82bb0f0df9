// display: what display*.c share. A call of display, plot and their kin
// (front/check/cuda/display.c) arrives in display.c with what was known when it was compiled
// (struct hd_shown) and the values of now. Memory of the program is copied first, without any lock;
// then the front end's lock is held while text and pictures are made; then the event is sent.
#ifndef HD_DISPLAY_H
#define HD_DISPLAY_H

#include "run/run.h"
#include "front/check/cuda/shown.h"

struct display { // one call
    const struct hd_shown *shown;
    const void *first, *second;
    long n[3];
    double low, high;        // imshow with a range
    json_t *data, *metadata; // of the event: MIME type to content
    json_t *pixels;          // for terminals, or NULL
    void *copies[2];         // of the program's memory; freed when the call ends
    char error[400];         // why it failed
};

// Says what is wrong with the arguments; always false.
bool hd_display_fail(struct display *d, const char *fmt, ...) HD_PRINTF(2, 3);
// A copy of `count` items of `size` bytes at the program's `address`, in d->copies[slot]. `name`
// and `what` ("height * width") are for the message. false: failed.
bool hd_display_fetch(struct display *d, int slot, const void *address, const char *name,
                      size_t count, size_t size, const char *what);
void hd_display_text(struct display *d, const char *mime, const char *text,
                     size_t len); // adds to data
// A number of the arithmetic type `kind` (bool to long double) at p.
double hd_display_number(const void *p, const struct hd_type *type);

// ---- display/picture.c: imshow, display_png. fetch runs without locks, make under the front
// end's. ---
bool hd_picture_fetch(struct display *d);
bool hd_picture_make(struct display *d);

// ---- display/plot.c -----------------------------------------------------------------------------
bool hd_plot_fetch(struct display *d);
bool hd_plot_make(struct display *d);

// ---- display/color.c: the colour map ------------------------------------------------------------
// 255 sRGB colours from dark violet over blue and green to yellow; neighbours differ equally to the
// eye.
enum { HD_COLORS = 255 };
unsigned char (*hd_color_map(void))[3];

#endif
