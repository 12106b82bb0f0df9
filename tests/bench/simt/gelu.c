#include <math.h>
void run(const float *x, float *out, int n) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        float v = x[i];
        out[i] = 0.5f * v * (1.0f + tanhf(0.79788456f * (v + 0.044715f * v * v * v)));
    }
}
