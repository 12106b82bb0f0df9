static unsigned mix(unsigned h) {
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    h *= 0xc2b2ae35u;
    return h ^ h >> 16;
}
void run(const unsigned *key, unsigned *slot, int n, int slots) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) slot[i] = mix(key[i]) % slots;
}
