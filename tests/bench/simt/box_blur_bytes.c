void run(const unsigned char *in, unsigned char *out, int w, int h, int r) {
#pragma omp parallel for
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int sum = 0, count = 0;
            for (int dy = -r; dy <= r; dy++)
                for (int dx = -r; dx <= r; dx++)
                    if (x + dx >= 0 && x + dx < w && y + dy >= 0 && y + dy < h) {
                        sum += in[(y + dy) * w + x + dx];
                        count++;
                    }
            out[y * w + x] = sum / count;
        }
}
