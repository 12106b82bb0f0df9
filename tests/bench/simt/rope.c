#define _GNU_SOURCE
#include <math.h>
typedef struct { float x, y; } f2;
void run(f2 *q, const float *inv, int tokens, int heads, int half, f2 *out) {
#pragma omp parallel for
    for (int token = 0; token < tokens; token++)
        for (int head = 0; head < heads; head++)
            for (int k = 0; k < half; k++) {
                int i = (token * heads + head) * half + k;
                float s = sinf(token * inv[k]), c = cosf(token * inv[k]);
                f2 v = q[i];
                out[i] = (f2){v.x * c - v.y * s, v.x * s + v.y * c};
            }
}
