void run(const float *a, const float *b, float *c, int n) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) c[i] = a[i] + b[i];
}
