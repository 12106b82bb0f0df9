__global__ void box_blur(const unsigned char *in, unsigned char *out, int w, int h, int r) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int sum = 0, count = 0;
    for (int dy = -r; dy <= r; dy++)
        for (int dx = -r; dx <= r; dx++)
            if (x + dx >= 0 && x + dx < w && y + dy >= 0 && y + dy < h) {
                sum += in[(y + dy) * w + x + dx];
                count++;
            }
    out[y * w + x] = sum / count;
}
