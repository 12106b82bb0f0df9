#define BLOCK 256

void run(const float *x, float *sums, int n) {
#pragma omp parallel for
    for (int block = 0; block < (n + BLOCK - 1) / BLOCK; block++) {
        float s[BLOCK];
        for (int t = 0; t < BLOCK; t++) s[t] = block * BLOCK + t < n ? x[block * BLOCK + t] : 0;
        for (int half = BLOCK / 2; half > 0; half /= 2)
            for (int t = 0; t < half; t++) s[t] += s[t + half];
        sums[block] = s[0];
    }
}
