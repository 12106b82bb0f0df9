#define BLOCK 256
#define STEPS 8
__global__ void pathfinder(const int *wall, const int *src, int *out, int cols) { // STEPS rows of wall; a halo each side
    __shared__ int prev[BLOCK], result[BLOCK];
    int t = threadIdx.x, x = (int)blockIdx.x * (BLOCK - 2 * STEPS) - STEPS + t;
    bool valid = x >= 0 && x < cols;
    prev[t] = valid ? src[x] : 1 << 30;
    __syncthreads();
    for (int i = 0; i < STEPS; i++) {
        if (t >= i + 1 && t < BLOCK - i - 1 && valid) {
            int shortest = min(prev[t], min(prev[t - 1], prev[t + 1]));
            result[t] = shortest + wall[i * cols + x];
        } else
            result[t] = 1 << 30;
        __syncthreads();
        prev[t] = result[t];
        __syncthreads();
    }
    if (t >= STEPS && t < BLOCK - STEPS && valid) out[x] = prev[t];
}
