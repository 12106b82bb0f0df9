void run(const float *value, const int *column, const float *x, float *y, int rows, int width) {
#pragma omp parallel for
    for (int r = 0; r < rows; r++) {
        float sum = 0;
        for (int k = 0; k < width; k++) {
            int c = column[k * rows + r];
            if (c >= 0) sum += value[k * rows + r] * x[c];
        }
        y[r] = sum;
    }
}
