#include <stdlib.h>
void run(const unsigned char *in, unsigned char *out, int w, int h) {
#pragma omp parallel for
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            const unsigned char *p = in + y * w + x;
            int gx = p[1 - w] + 2 * p[1] + p[1 + w] - p[-1 - w] - 2 * p[-1] - p[-1 + w];
            int gy = p[w - 1] + 2 * p[w] + p[w + 1] - p[-w - 1] - 2 * p[-w] - p[-w + 1];
            int g = abs(gx) + abs(gy);
            out[y * w + x] = g > 255 ? 255 : g;
        }
}
