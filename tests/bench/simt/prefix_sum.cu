#define BLOCK 256
__global__ void scan(const int *in, int *out, int *sums, int n) { // inclusive, a block at a time
    __shared__ int s[2][BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t, from = 0;
    s[0][t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < BLOCK; d *= 2) {
        s[1 - from][t] = s[from][t] + (t >= d ? s[from][t - d] : 0);
        from = 1 - from;
        __syncthreads();
    }
    if (i < n) out[i] = s[from][t];
    if (t == BLOCK - 1) sums[blockIdx.x] = s[from][t];
}
__global__ void add(int *out, const int *sums, int n) {
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && blockIdx.x > 0) out[i] += sums[blockIdx.x - 1];
}
