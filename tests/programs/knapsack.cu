// RUN: program
// Dynamic programming in one block with a barrier per row: the knapsack, the longest common subsequence by
// anti-diagonals, and shortest paths between all pairs.
#include <stdio.h>
#include <string.h>
#include <stdlib.h>

__global__ void knapsack(const int *weight, const int *value, int items, int capacity, int *best) { // a problem per block
    extern __shared__ int rows[];
    int *now = rows, *next = rows + capacity + 1;
    for (int c = threadIdx.x; c <= capacity; c += blockDim.x) now[c] = 0;
    __syncthreads();
    for (int i = 0; i < items; i++) {
        int w = weight[blockIdx.x * items + i], v = value[blockIdx.x * items + i];
        for (int c = threadIdx.x; c <= capacity; c += blockDim.x) next[c] = c >= w ? max(now[c], now[c - w] + v) : now[c];
        __syncthreads();
        int *t = now;
        now = next;
        next = t;
    }
    if (threadIdx.x == 0) best[blockIdx.x] = now[capacity];
}

__global__ void common(const char *a, int n, const char *b, int m, int *table) {
    int width = m + 1;
    for (int i = threadIdx.x; i <= n; i += blockDim.x) table[i * width] = 0;
    for (int j = threadIdx.x; j <= m; j += blockDim.x) table[j] = 0;
    __syncthreads();
    for (int d = 2; d <= n + m; d++) {
        for (int i = max(1, d - m) + threadIdx.x; i <= min(n, d - 1); i += blockDim.x) {
            int j = d - i, *at = &table[i * width + j];
            *at = a[i - 1] == b[j - 1] ? at[-width - 1] + 1 : max(at[-width], at[-1]);
        }
        __syncthreads();
    }
}

__global__ void paths(int *d, int n, int k) { // Floyd and Warshall: a launch per k
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && j < n) d[i * n + j] = min(d[i * n + j], d[i * n + k] + d[k * n + j]);
}

template <typename T> T *managed(int n) {
    T *p;
    cudaMallocManaged(&p, n * sizeof(T));
    return p;
}

int main(void) {
    const int problems = 900, items = 20, capacity = 300;
    int *weight = managed<int>(problems * items), *value = managed<int>(problems * items), *best = managed<int>(problems), bad = 0;
    for (int i = 0; i < problems * items; i++) weight[i] = i * 37 % 61 + 1, value[i] = i * 53 % 97 + 1;
    for (int round = 0; round < 2; round++) {
        int count = round ? problems : 4;
        knapsack<<<count, 128, 2 * (capacity + 1) * sizeof(int)>>>(weight, value, items, capacity, best);
        cudaDeviceSynchronize();
        for (int p = 0; p < count; p++) {
            int row[capacity + 1];
            memset(row, 0, sizeof row);
            for (int i = 0; i < items; i++)
                for (int c = capacity, w = weight[p * items + i]; c >= w; c--) row[c] = max(row[c], row[c - w] + value[p * items + i]);
            bad += best[p] != row[capacity];
        }
    }
    printf("knapsacks: %d wrong, the first is worth %d\n", bad, best[0]);

    const int n = 300, m = 250;
    char *a = managed<char>(n), *b = managed<char>(m);
    int *table = managed<int>((n + 1) * (m + 1)), *want = (int *)calloc((n + 1) * (m + 1), sizeof(int));
    for (int i = 0; i < n; i++) a[i] = 'a' + i * i % 7;
    for (int j = 0; j < m; j++) b[j] = 'a' + j * 3 % 5;
    common<<<1, 64>>>(a, n, b, m, table);
    cudaDeviceSynchronize();
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            int *at = &want[i * (m + 1) + j];
            *at = a[i - 1] == b[j - 1] ? at[-m - 2] + 1 : max(at[-m - 1], at[-1]);
        }
    printf("common: %s\n", memcmp(want, table, (n + 1) * (m + 1) * sizeof(int)) ? "wrong" : "right");

    const int nodes = 50;
    int *d = managed<int>(nodes * nodes), sum = 0;
    for (int i = 0; i < nodes; i++)
        for (int j = 0; j < nodes; j++) d[i * nodes + j] = i == j ? 0 : (i * 7 + j * 13) % 5 == 0 ? (i + j) % 17 + 1 : 1 << 20;
    int *e = (int *)malloc(nodes * nodes * sizeof(int));
    memcpy(e, d, nodes * nodes * sizeof(int));
    for (int k = 0; k < nodes; k++) paths<<<dim3(4, 4), dim3(16, 16)>>>(d, nodes, k);
    cudaDeviceSynchronize();
    for (int k = 0; k < nodes; k++)
        for (int i = 0; i < nodes; i++)
            for (int j = 0; j < nodes; j++) e[i * nodes + j] = min(e[i * nodes + j], e[i * nodes + k] + e[k * nodes + j]);
    printf("paths: %s\n", memcmp(d, e, nodes * nodes * sizeof(int)) ? "wrong" : "right");
    return bad;
}
/* OUTPUT:
knapsacks: 0 wrong, the first is worth 701
common: right
paths: right
*/
