#include <math.h>
void run(const float *in, float *out, int cols, int rows) {
#pragma omp parallel for
    for (int r = 0; r < rows; r++) {
        const float *x = in + r * cols;
        float *y = out + r * cols, most = -INFINITY, sum = 0;
#pragma omp simd reduction(max : most)
        for (int i = 0; i < cols; i++) most = x[i] > most ? x[i] : most;
#pragma omp simd reduction(+ : sum)
        for (int i = 0; i < cols; i++) sum += y[i] = expf(x[i] - most);
        for (int i = 0; i < cols; i++) y[i] /= sum;
    }
}
