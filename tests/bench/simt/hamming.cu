__global__ void nearest(const unsigned *codes, const unsigned *queries, int *best, int n, int count) {
    int q = blockIdx.x * blockDim.x + threadIdx.x;
    if (q >= count) return;
    unsigned a = queries[2 * q], b = queries[2 * q + 1];
    int least = 65, where = -1;
    for (int k = 0; k < n; k++) {
        int d = __popc(a ^ codes[2 * k]) + __popc(b ^ codes[2 * k + 1]);
        if (d < least) {
            least = d;
            where = k;
        }
    }
    best[q] = where;
}
