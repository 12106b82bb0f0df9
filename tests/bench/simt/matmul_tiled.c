#define TILE 16

void run(const float *a, const float *b, float *c, int n) {
#pragma omp parallel for collapse(2)
    for (int by = 0; by < n; by += TILE)
        for (int bx = 0; bx < n; bx += TILE) {
            float as[TILE][TILE], bs[TILE][TILE], sum[TILE][TILE] = {0};
            for (int t = 0; t < n; t += TILE) {
                for (int ty = 0; ty < TILE; ty++)
                    for (int tx = 0; tx < TILE; tx++) {
                        as[ty][tx] = by + ty < n && t + tx < n ? a[(by + ty) * n + t + tx] : 0;
                        bs[ty][tx] = bx + tx < n && t + ty < n ? b[(t + ty) * n + bx + tx] : 0;
                    }
                for (int ty = 0; ty < TILE; ty++)
                    for (int k = 0; k < TILE; k++)
                        for (int tx = 0; tx < TILE; tx++) sum[ty][tx] += as[ty][k] * bs[k][tx];
            }
            for (int ty = 0; ty < TILE && by + ty < n; ty++)
                for (int tx = 0; tx < TILE && bx + tx < n; tx++) c[(by + ty) * n + bx + tx] = sum[ty][tx];
        }
}
