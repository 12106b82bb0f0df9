#include <math.h>

void run(const float *x, float *out, float mean, float sigma, int n) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        float d = (x[i] - mean) / sigma;
        out[i] = expf(-0.5f * d * d) / (sigma * sqrtf(2.0f * 3.14159265f));
    }
}
