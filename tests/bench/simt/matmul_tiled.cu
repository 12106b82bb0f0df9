#define TILE 16
__global__ void matmul(const float *a, const float *b, float *c, int n) {
    __shared__ float as[TILE][TILE], bs[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * TILE + tx, y = blockIdx.y * TILE + ty;
    float sum = 0;
    for (int t = 0; t < (n + TILE - 1) / TILE; t++) {
        as[ty][tx] = y < n && t * TILE + tx < n ? a[y * n + t * TILE + tx] : 0;
        bs[ty][tx] = x < n && t * TILE + ty < n ? b[(t * TILE + ty) * n + x] : 0;
        __syncthreads();
        for (int k = 0; k < TILE; k++) sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    if (x < n && y < n) c[y * n + x] = sum;
}
