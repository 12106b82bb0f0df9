__global__ void rgb_invert(const unsigned char *in, unsigned char *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[3 * i] = 255 - in[3 * i];
    out[3 * i + 1] = 255 - in[3 * i + 1];
    out[3 * i + 2] = 255 - in[3 * i + 2];
}
