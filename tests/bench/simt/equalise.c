void run(const unsigned char *in, unsigned char *out, const int *cdf, int n, int least) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        int v = (cdf[in[i]] - least) * 255 / (n - least);
        out[i] = v < 0 ? 0 : v > 255 ? 255 : v;
    }
}
