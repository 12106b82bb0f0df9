struct sphere {
    float x, y, z, radius, r, g, b;
};
__global__ void rays(const sphere *s, int n, uchar4 *image, int w, int h) { // CUDA by Example
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float ox = x - w / 2, oy = y - h / 2, r = 0, g = 0, b = 0, nearest = -INFINITY;
    for (int i = 0; i < n; i++) {
        float dx = ox - s[i].x, dy = oy - s[i].y;
        if (dx * dx + dy * dy < s[i].radius * s[i].radius) {
            float dz = sqrtf(s[i].radius * s[i].radius - dx * dx - dy * dy), scale = dz / s[i].radius, t = dz + s[i].z;
            if (t > nearest) {
                r = s[i].r * scale;
                g = s[i].g * scale;
                b = s[i].b * scale;
                nearest = t;
            }
        }
    }
    image[y * w + x] = make_uchar4(r * 255, g * 255, b * 255, 255);
}
