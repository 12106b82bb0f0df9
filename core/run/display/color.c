// The colour map of imshow: from dark violet over blue and green to light yellow, lightness growing
// all the way, so that it reads the same in grey and for people who see red and green alike.
//
// It is a path through Oklab, a space in which equal distances look equally different: lightness
// grows evenly while the hue turns, with as much chroma as sRGB has room for but not more than a
// curve that rises in the middle. The path is then divided into steps of equal length, which is
// what makes it perceptually uniform.
//
//     hd_color_map()[0] is about #2a0d45, hd_color_map()[127] a blue green, hd_color_map()[254] a
//     light yellow
#include "run/display/display.h"

#include <math.h>
#include <pthread.h>

enum { FINE = 8192 };
static unsigned char map[HD_COLORS][3];
static pthread_once_t once = PTHREAD_ONCE_INIT;

// Linear sRGB of an Oklab colour.
static void linear_of(const double lab[3], double rgb[3]) {
    double l = lab[0] + 0.3963377774 * lab[1] + 0.2158037573 * lab[2];
    double m = lab[0] - 0.1055613458 * lab[1] - 0.0638541728 * lab[2];
    double s = lab[0] - 0.0894841775 * lab[1] - 1.2914855480 * lab[2];
    l = l * l * l, m = m * m * m, s = s * s * s;
    rgb[0] = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
    rgb[1] = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
    rgb[2] = -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s;
}

static bool in_gamut(const double lab[3]) {
    double rgb[3];
    linear_of(lab, rgb);
    for (int i = 0; i < 3; i++)
        if (rgb[i] < 0 || rgb[i] > 1) return false;
    return true;
}

static unsigned char encode(double linear) {
    double v = linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055;
    return (unsigned char)lround(255 * (v < 0 ? 0 : v > 1 ? 1 : v));
}

static void path(double t, double lab[3]) {
    double hue = (310 - 203 * t) * (M_PI / 180), chroma = 0.105 + 0.06 * sin(M_PI * t) + 0.03 * t;
    lab[0] = 0.24 + 0.69 * t;
    double grey = 0, vivid = chroma; // grey is inside
    for (int i = 0; i < 40; i++) {
        lab[1] = chroma * cos(hue);
        lab[2] = chroma * sin(hue);
        if (in_gamut(lab))
            grey = chroma;
        else
            vivid = chroma;
        if (grey == vivid) return;
        chroma = (grey + vivid) / 2;
    }
}

static double apart(const double a[3], const double b[3]) {
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                (a[2] - b[2]) * (a[2] - b[2]));
}

static void compute(void) {
    double length[FINE] = {0}, before[3], lab[3], rgb[3];
    path(0, before);
    for (int i = 1; i < FINE; i++) {
        path((double)i / (FINE - 1), lab);
        length[i] = length[i - 1] + apart(before, lab);
        for (int k = 0; k < 3; k++) before[k] = lab[k];
    }
    for (int i = 0, at = 0; i < HD_COLORS; i++) {
        double want = length[FINE - 1] * i / (HD_COLORS - 1);
        while (at < FINE - 1 && length[at] < want) at++;
        path((double)at / (FINE - 1), lab);
        linear_of(lab, rgb);
        for (int k = 0; k < 3; k++) map[i][k] = encode(rgb[k]);
    }
}

unsigned char (*hd_color_map(void))[3] {
    pthread_once(&once, compute);
    return map;
}
