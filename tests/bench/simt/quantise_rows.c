#include <math.h>
void run(const float *in, unsigned char *out, float *scales, int cols, int rows) {
#pragma omp parallel for
    for (int r = 0; r < rows; r++) {
        const float *x = in + r * cols;
        float most = 0;
#pragma omp simd reduction(max : most)
        for (int i = 0; i < cols; i++) most = fabsf(x[i]) > most ? fabsf(x[i]) : most;
        float scale = most / 127;
        scales[r] = scale;
        for (int i = 0; i < cols; i++) out[r * cols + i] = (signed char)(int)rintf(x[i] / scale);
    }
}
