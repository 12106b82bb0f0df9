__global__ void table_bytes(const unsigned char *in, unsigned char *out, const unsigned char *table, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = table[in[i]];
}
