__global__ void bilateral(const float *in, float *out, int w, int h, float space, float range) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float centre = in[y * w + x], sum = 0, weights = 0;
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++) {
            int cx = min(max(x + dx, 0), w - 1), cy = min(max(y + dy, 0), h - 1);
            float value = in[cy * w + cx], d = value - centre;
            float weight = expf(-(dx * dx + dy * dy) * space - d * d * range);
            sum += weight * value;
            weights += weight;
        }
    out[y * w + x] = sum / weights;
}
