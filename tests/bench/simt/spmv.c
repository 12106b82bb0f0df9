void run(const int *row, const int *col, const float *val, const float *x, float *y, int n) {
#pragma omp parallel for
    for (int r = 0; r < n; r++) {
        float sum = 0;
        for (int k = row[r]; k < row[r + 1]; k++) sum += val[k] * x[col[k]];
        y[r] = sum;
    }
}
