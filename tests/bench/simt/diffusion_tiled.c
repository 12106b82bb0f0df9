#define TILE 8

static int min(int a, int b) { return a < b ? a : b; }
static int max(int a, int b) { return a > b ? a : b; }

static void step(const float *in, float *out, int n, float k) {
#pragma omp parallel for collapse(2)
    for (int by = 0; by < n; by += TILE)
        for (int bx = 0; bx < n; bx += TILE) {
            float tile[TILE + 2][TILE + 2];
            for (int ty = 0; ty < TILE + 2; ty++)
                for (int tx = 0; tx < TILE + 2; tx++)
                    tile[ty][tx] = in[max(min(by + ty - 1, n - 1), 0) * n + max(min(bx + tx - 1, n - 1), 0)];
            for (int ty = 1; ty <= TILE && by + ty <= n; ty++)
                for (int tx = 1; tx <= TILE && bx + tx <= n; tx++) {
                    float c = tile[ty][tx];
                    out[(by + ty - 1) * n + bx + tx - 1] =
                        c + k * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx] - 4 * c);
                }
        }
}

void run(float *a, float *b, const float *start, int n, float k) {
    step(start, a, n, k);
    step(a, b, n, k);
}
