typedef struct { unsigned char x, y, z, w; } pixel;

void run(const pixel *a, const pixel *b, pixel *out, int alpha, int n) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        pixel x = a[i], y = b[i], r;
        r.x = (x.x * alpha + y.x * (255 - alpha) + 128) >> 8;
        r.y = (x.y * alpha + y.y * (255 - alpha) + 128) >> 8;
        r.z = (x.z * alpha + y.z * (255 - alpha) + 128) >> 8;
        r.w = x.w > y.w ? x.w : y.w;
        out[i] = r;
    }
}
