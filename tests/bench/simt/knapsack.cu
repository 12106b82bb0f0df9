__global__ void knapsack(const int *weight, const int *value, int *best, int items, int capacity) { // a block: rows kept in shared memory
    __shared__ int row[2][1024];
    int c = threadIdx.x, now = 0;
    const int *w = weight + blockIdx.x * items, *v = value + blockIdx.x * items;
    row[0][c] = 0;
    __syncthreads();
    for (int i = 0; i < items; i++) {
        int without = row[now][c];
        if (c >= w[i]) without = max(without, row[now][c - w[i]] + v[i]);
        row[1 - now][c] = without;
        now = 1 - now;
        __syncthreads();
    }
    if (c == capacity) best[blockIdx.x] = row[now][c];
}
