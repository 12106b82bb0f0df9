#define BLOCK 256

static void scan(const int *in, int *out, int *sums, int n) {
#pragma omp parallel for
    for (int block = 0; block < (n + BLOCK - 1) / BLOCK; block++) {
        int sum = 0;
        for (int i = block * BLOCK; i < n && i < (block + 1) * BLOCK; i++) out[i] = sum += in[i];
        sums[block] = sum;
    }
}

static void add(int *out, const int *sums, int n) {
#pragma omp parallel for
    for (int block = 1; block < (n + BLOCK - 1) / BLOCK; block++)
        for (int i = block * BLOCK; i < n && i < (block + 1) * BLOCK; i++) out[i] += sums[block - 1];
}

void run(const int *in, int *out, int *sums, int *scanned, int *sums2, int *scanned2, int *total, int n, int n1, int n2) {
    scan(in, out, sums, n);
    scan(sums, scanned, sums2, n1);
    scan(sums2, scanned2, total, n2);
    add(scanned, scanned2, n1);
    add(out, scanned, n);
}
