#define RADIUS 8
#define TILE 128
__constant__ float taps[2 * RADIUS + 1] = {.01f, .02f, .03f, .05f, .06f, .07f, .08f, .09f, .18f, .09f, .08f, .07f, .06f, .05f, .03f, .02f, .01f};
__global__ void rows(const float *in, float *out, int w, int h) {
    __shared__ float s[4][TILE + 2 * RADIUS];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    const float *line = in + y * w;
    for (int i = threadIdx.x; i < TILE + 2 * RADIUS; i += TILE) {
        int at = (int)blockIdx.x * TILE + i - RADIUS;
        s[threadIdx.y][i] = at >= 0 && at < w ? line[at] : 0;
    }
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int k = -RADIUS; k <= RADIUS; k++) sum += taps[RADIUS - k] * s[threadIdx.y][threadIdx.x + RADIUS + k];
    out[y * w + x] = sum;
}
