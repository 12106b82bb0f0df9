void run(const unsigned char *in, unsigned char *out, int n) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        out[3 * i] = 255 - in[3 * i];
        out[3 * i + 1] = 255 - in[3 * i + 1];
        out[3 * i + 2] = 255 - in[3 * i + 2];
    }
}
