void run(const unsigned *codes, const unsigned *queries, int *best, int n, int count) {
#pragma omp parallel for
    for (int q = 0; q < count; q++) {
        unsigned a = queries[2 * q], b = queries[2 * q + 1];
        int least = 65, where = -1;
        for (int k = 0; k < n; k++) {
            int d = __builtin_popcount(a ^ codes[2 * k]) + __builtin_popcount(b ^ codes[2 * k + 1]);
            if (d < least) {
                least = d;
                where = k;
            }
        }
        best[q] = where;
    }
}
