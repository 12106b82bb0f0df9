void run(const signed char *m, const float *scales, const float *x, float *y, int rows, int quads) {
#pragma omp parallel for
    for (int r = 0; r < rows; r++) {
        float sum = 0;
#pragma omp simd reduction(+ : sum)
        for (int i = 0; i < 4 * quads; i++) sum += m[r * 4 * quads + i] * x[i];
        y[r] = sum * scales[r];
    }
}
