#define TILE 8
__global__ void diffuse(const float *in, float *out, int n, float k) {
    __shared__ float tile[TILE + 2][TILE + 2];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1, cx = min(x, n - 1), cy = min(y, n - 1);
    tile[ty][tx] = in[cy * n + cx];
    if (threadIdx.x == 0) tile[ty][0] = in[cy * n + max(cx - 1, 0)];
    if (threadIdx.x == TILE - 1) tile[ty][TILE + 1] = in[cy * n + min(cx + 1, n - 1)];
    if (threadIdx.y == 0) tile[0][tx] = in[max(cy - 1, 0) * n + cx];
    if (threadIdx.y == TILE - 1) tile[TILE + 1][tx] = in[min(cy + 1, n - 1) * n + cx];
    __syncthreads();
    if (x < n && y < n) {
        float c = tile[ty][tx];
        out[y * n + x] = c + k * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx] - 4 * c);
    }
}
