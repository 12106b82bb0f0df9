void run(const float *a, const float *b, float *c, int n) {
    float sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    c[0] = sum;
}
