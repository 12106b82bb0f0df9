__global__ void rounds(const uint4 *in, uint4 *out, const unsigned *t, const uint4 *keys, int n) { // four tables of 256 words
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    uint4 s = in[i];
    for (int k = 0; k < 10; k++) {
        uint4 key = keys[k];
        uint4 r;
        r.x = t[s.x & 255] ^ t[256 + (s.y >> 8 & 255)] ^ t[512 + (s.z >> 16 & 255)] ^ t[768 + (s.w >> 24)] ^ key.x;
        r.y = t[s.y & 255] ^ t[256 + (s.z >> 8 & 255)] ^ t[512 + (s.w >> 16 & 255)] ^ t[768 + (s.x >> 24)] ^ key.y;
        r.z = t[s.z & 255] ^ t[256 + (s.w >> 8 & 255)] ^ t[512 + (s.x >> 16 & 255)] ^ t[768 + (s.y >> 24)] ^ key.z;
        r.w = t[s.w & 255] ^ t[256 + (s.x >> 8 & 255)] ^ t[512 + (s.y >> 16 & 255)] ^ t[768 + (s.z >> 24)] ^ key.w;
        s = r;
    }
    out[i] = s;
}
