void run(const float *a, const float *b, float *c, int n) {
#pragma omp parallel for
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            float sum = 0;
            for (int k = 0; k < n; k++) sum += a[y * n + k] * b[k * n + x];
            c[y * n + x] = sum;
        }
}
