__global__ void spmv(const int *row, const int *col, const float *val, const float *x, float *y, int n) {
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= n) return;
    float sum = 0;
    for (int k = row[r]; k < row[r + 1]; k++) sum += val[k] * x[col[k]];
    y[r] = sum;
}
