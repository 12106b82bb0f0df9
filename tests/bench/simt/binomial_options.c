#include <math.h>
#define STEPS 255
void run(const float *price, const float *strike, float *value, float up, float pu, float pd, int n) {
#pragma omp parallel for
    for (int o = 0; o < n; o++) {
        float v[STEPS + 1], s = price[o], k = strike[o];
        for (int t = 0; t <= STEPS; t++) v[t] = fmaxf(s * expf(up * (2.0f * t - STEPS)) - k, 0.0f);
        for (int i = STEPS; i > 0; i--)
            for (int t = 0; t < i; t++) v[t] = pu * v[t + 1] + pd * v[t];
        value[o] = v[0];
    }
}
