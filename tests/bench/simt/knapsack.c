void run(const int *weight, const int *value, int *best, int items, int capacity, int n) {
#pragma omp parallel for
    for (int b = 0; b < n; b++) {
        int row[2][1024] = {0}, now = 0;
        for (int i = 0; i < items; i++) {
            int w = weight[b * items + i], v = value[b * items + i];
            for (int c = 0; c < 1024; c++) {
                int without = row[now][c];
                if (c >= w && row[now][c - w] + v > without) without = row[now][c - w] + v;
                row[1 - now][c] = without;
            }
            now = 1 - now;
        }
        best[b] = row[now][capacity];
    }
}
