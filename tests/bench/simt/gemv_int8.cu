__global__ void gemv(const char4 *m, const float *scales, const float4 *x, float *y, int rows, int quads) { // a warp for each row
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float sum = 0;
    for (int i = lane; i < quads; i += 32) {
        char4 a = m[row * quads + i];
        float4 b = x[i];
        sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0) y[row] = sum * scales[row];
}
