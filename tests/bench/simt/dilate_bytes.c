static inline int clamp(int v, int most) { return v < 0 ? 0 : v > most ? most : v; }
void run(const unsigned char *in, unsigned char *out, int w, int h) {
#pragma omp parallel for
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int most = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++) {
                    int v = in[clamp(y + dy, h - 1) * w + clamp(x + dx, w - 1)];
                    most = v > most ? v : most;
                }
            out[y * w + x] = most;
        }
}
