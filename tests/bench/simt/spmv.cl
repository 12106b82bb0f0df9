__kernel void spmv(__global const int *row, __global const int *col, __global const float *val, __global const float *x,
                   __global float *y, int n) {
    int r = get_global_id(0);
    if (r >= n) return;
    float sum = 0;
    for (int k = row[r]; k < row[r + 1]; k++) sum += val[k] * x[col[k]];
    y[r] = sum;
}
