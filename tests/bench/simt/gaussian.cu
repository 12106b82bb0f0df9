__global__ void gaussian(const float *x, float *out, float mean, float sigma, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float d = (x[i] - mean) / sigma;
    out[i] = expf(-0.5f * d * d) / (sigma * sqrtf(2.0f * 3.14159265f));
}
