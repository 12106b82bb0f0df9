#define TILE 32

static int min(int a, int b) { return a < b ? a : b; }

void run(const float *in, float *out, int n) {
#pragma omp parallel for collapse(2)
    for (int by = 0; by < n; by += TILE)
        for (int bx = 0; bx < n; bx += TILE) {
            float tile[TILE][TILE + 1];
            int rows = min(TILE, n - by), columns = min(TILE, n - bx);
            for (int y = 0; y < rows; y++)
                for (int x = 0; x < columns; x++) tile[y][x] = in[(by + y) * n + bx + x];
            for (int y = 0; y < columns; y++)
                for (int x = 0; x < rows; x++) out[(bx + y) * n + by + x] = tile[x][y];
        }
}
