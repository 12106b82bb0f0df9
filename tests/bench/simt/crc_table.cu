__global__ void crc(const unsigned char *data, const unsigned *table, unsigned *out, int n, int length) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned c = 0xffffffff;
    for (int k = 0; k < length; k++) c = table[(c ^ data[i * length + k]) & 255] ^ c >> 8;
    out[i] = ~c;
}
