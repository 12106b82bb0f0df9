void run(const unsigned char *rgb, unsigned char *gray, int n) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) gray[i] = (unsigned char)((rgb[3 * i] * 77 + rgb[3 * i + 1] * 150 + rgb[3 * i + 2] * 29) >> 8);
}
