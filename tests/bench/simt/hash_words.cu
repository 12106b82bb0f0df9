__device__ unsigned mix(unsigned h) {
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    h *= 0xc2b2ae35u;
    return h ^ h >> 16;
}
__global__ void hash(const unsigned *key, unsigned *slot, int n, int slots) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) slot[i] = mix(key[i]) % slots;
}
