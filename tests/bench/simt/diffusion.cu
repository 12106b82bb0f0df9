__global__ void diffuse(const float *in, float *out, int n, float k) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
    int i = y * n + x;
    out[i] = in[i] + k * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n] - 4 * in[i]);
}
