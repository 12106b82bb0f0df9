void run(const unsigned char *data, const unsigned *table, unsigned *out, int n, int length) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        unsigned c = 0xffffffff;
        for (int k = 0; k < length; k++) c = table[(c ^ data[i * length + k]) & 255] ^ c >> 8;
        out[i] = ~c;
    }
}
