typedef struct { float x, y, z, w; } f4;

void run(const f4 *in, f4 *out, int w, int h) {
#pragma omp parallel for
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            f4 a = in[y * w + x - 1], b = in[y * w + x + 1], c = in[(y - 1) * w + x], d = in[(y + 1) * w + x];
            out[y * w + x] = (f4){0.25f * (a.x + b.x + c.x + d.x), 0.25f * (a.y + b.y + c.y + d.y),
                                  0.25f * (a.z + b.z + c.z + d.z), 0.25f * (a.w + b.w + c.w + d.w)};
        }
}
