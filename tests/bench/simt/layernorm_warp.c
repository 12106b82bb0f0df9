#include <math.h>
void run(const float *in, float *out, const float *gamma, const float *beta, int rows, int cols) {
#pragma omp parallel for
    for (int r = 0; r < rows; r++) {
        const float *x = in + r * cols;
        float sum = 0, squares = 0;
#pragma omp simd reduction(+ : sum)
        for (int i = 0; i < cols; i++) sum += x[i];
        float mean = sum / cols;
#pragma omp simd reduction(+ : squares)
        for (int i = 0; i < cols; i++) squares += (x[i] - mean) * (x[i] - mean);
        float scale = 1 / sqrtf(squares / cols + 1e-5f);
        for (int i = 0; i < cols; i++) out[r * cols + i] = (x[i] - mean) * scale * gamma[i] + beta[i];
    }
}
