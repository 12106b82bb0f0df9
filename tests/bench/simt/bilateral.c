#include <math.h>
static int clamp(int v, int most) { return v < 0 ? 0 : v > most ? most : v; }
void run(const float *in, float *out, int w, int h, float space, float range) {
#pragma omp parallel for
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float centre = in[y * w + x], sum = 0, weights = 0;
            for (int dy = -2; dy <= 2; dy++)
                for (int dx = -2; dx <= 2; dx++) {
                    float value = in[clamp(y + dy, h - 1) * w + clamp(x + dx, w - 1)], d = value - centre;
                    float weight = expf(-(dx * dx + dy * dy) * space - d * d * range);
                    sum += weight * value;
                    weights += weight;
                }
            out[y * w + x] = sum / weights;
        }
}
