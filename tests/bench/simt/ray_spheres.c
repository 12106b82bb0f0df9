#include <math.h>
typedef struct { float x, y, z, radius, r, g, b; } sphere;
typedef struct { unsigned char x, y, z, w; } pixel;
void run(const sphere *s, int n, pixel *image, int w, int h) {
#pragma omp parallel for
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float ox = x - w / 2, oy = y - h / 2, r = 0, g = 0, b = 0, nearest = -INFINITY;
            for (int i = 0; i < n; i++) {
                float dx = ox - s[i].x, dy = oy - s[i].y;
                if (dx * dx + dy * dy < s[i].radius * s[i].radius) {
                    float dz = sqrtf(s[i].radius * s[i].radius - dx * dx - dy * dy), scale = dz / s[i].radius, t = dz + s[i].z;
                    if (t > nearest) {
                        r = s[i].r * scale;
                        g = s[i].g * scale;
                        b = s[i].b * scale;
                        nearest = t;
                    }
                }
            }
            image[y * w + x] = (pixel){r * 255, g * 255, b * 255, 255};
        }
}
