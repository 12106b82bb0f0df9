__global__ void apply(const unsigned char *in, unsigned char *out, const int *cdf, int n, int least) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int v = (cdf[in[i]] - least) * 255 / (n - least);
    out[i] = min(max(v, 0), 255);
}
