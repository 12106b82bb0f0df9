__global__ void spmv(const float *value, const int *column, const float *x, float *y, int rows, int width) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    float sum = 0;
    for (int k = 0; k < width; k++) {
        int c = column[k * rows + r];
        if (c >= 0) sum += value[k * rows + r] * x[c];
    }
    y[r] = sum;
}
