void run(const float *in, float *out, int n) {
#pragma omp parallel for
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) out[x * n + y] = in[y * n + x];
}
