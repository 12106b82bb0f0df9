// The generators give cuRAND's bits: expected values were computed with CUDA 13's own header.
/* OUTPUT:
17 of 17 XORWOW
17 of 17 Philox
*/
#include <stdio.h>
#include <curand_kernel.h>

struct sample {
    unsigned long long seed, sequence, offset;
    unsigned int xorwow[3], philox[6];
};

static struct sample samples[] = {
    {0ull, 0ull, 0ull, {0xbd7f03b6, 0x703e556d, 0x845af0c5}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8, 0xf8e4cca4, 0x5cb200db}},
    {0ull, 0ull, 1ull, {0x703e556d, 0x845af0c5, 0x283067fd}, {0xe169c58d, 0xbc57ac4c, 0x9b00dbd8, 0xf8e4cca4, 0x5cb200db, 0xb1a574eb}},
    {0ull, 0ull, 123456789012ull, {0xee3a2a0e, 0x38805658, 0xbdcd56f5}, {0x0c57fd3a, 0xc2ebd5c3, 0xf6f28ce3, 0x33e2b2f7, 0x27ad3534, 0xe2498563}},
    {0ull, 1ull, 1000ull, {0xf3069d93, 0x13235756, 0x81d19130}, {0x70b01172, 0x6b859676, 0x8d54b931, 0x59077288, 0xbf6e063d, 0x3a914e98}},
    {0ull, 5ull, 1000ull, {0x0524f143, 0x8b5d1165, 0xc458a61f}, {0xc1863d32, 0xa8af8c34, 0x4c6895af, 0x932b5adf, 0xf6353f88, 0xb2c3ff3a}},
    {0ull, 4097ull, 3ull, {0xad1430e4, 0x6ff84eca, 0x0ef0aec4}, {0x684674cb, 0xcb8e9809, 0xa783fb42, 0x6794f977, 0x8680f106, 0xd8fead91}},
    {0ull, 1234567ull, 1000ull, {0x559e47d7, 0xfbf63296, 0x6cd04af2}, {0x34f20045, 0x5681e67a, 0xaac05588, 0x67bba0e1, 0xfb6ceba9, 0xb5fc8dfc}},
    {0ull, 1250999896491ull, 1000ull, {0xeb776114, 0xbbddb717, 0xb35dd0ff}, {0x14faae4e, 0x3c8818bb, 0x853a8beb, 0x04957c16, 0xd52f8e68, 0x19dce3bd}},
    {0ull, 1250999896491ull, 123456789012ull, {0x8e327a30, 0x01acf415, 0xee7d566c}, {0x477e09ae, 0x06ad791c, 0x50d4814b, 0x4d4afd83, 0xab00e656, 0x227031e8}},
    {1234ull, 0ull, 1000ull, {0xfab3f6ce, 0x43eb1196, 0x2425fdfd}, {0x1d2f0134, 0xeb202f3a, 0x2e45bb68, 0x07a9d273, 0x5bc29def, 0x2486bedf}},
    {1234ull, 5ull, 123456789012ull, {0x4e9090c2, 0x9ef3f687, 0x9ea8fd37}, {0xa055ba06, 0x9b3116b2, 0xa66b10eb, 0xe544faad, 0x48f12e64, 0x572fb60a}},
    {1234ull, 1234567ull, 3ull, {0x715ccfb8, 0x843c1271, 0x4621c16b}, {0x758ed9ca, 0x83c5a7ed, 0x187589d4, 0x568ffef9, 0xfc2c48a7, 0x9347dd76}},
    {1234ull, 1250999896491ull, 1000ull, {0x22e10e25, 0x71a2e06e, 0x397a09f2}, {0x1a47c08d, 0xc1583697, 0x765fa7c9, 0xc3dcdf41, 0x8e0a07db, 0x4dc0d93e}},
    {244837814094590ull, 1ull, 3ull, {0x76e26ac4, 0x5206b3fd, 0x979fb00d}, {0x48a427ee, 0x8c372b73, 0x4765d72c, 0x238977cd, 0x784cbd9f, 0xa965ac83}},
    {244837814094590ull, 5ull, 123456789012ull, {0x74cc9625, 0x0255c188, 0xad548e41}, {0xa329537e, 0x760a22e4, 0xa4e25ef4, 0xdf22bf46, 0x3c30700c, 0xe8cfc2f6}},
    {244837814094590ull, 1234567ull, 1ull, {0xf1130c85, 0x0a2357b7, 0x9abf4c2e}, {0xaf33b2ce, 0x6a7046ba, 0x7b8cdb59, 0x81f31ecd, 0x12ab892f, 0x3611315e}},
    {244837814094590ull, 1250999896491ull, 123456789012ull, {0x59858538, 0x5a8cb1e9, 0xc6dd78c9}, {0x0902dde0, 0x72e8887e, 0x1bc54653, 0x541802b6, 0x0d34ef81, 0x37e8e4a8}}
};

__global__ void compare(const struct sample *all, int n, int *good_xorwow, int *good_philox)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const struct sample *s = &all[i];
    curandState state;
    curand_init(s->seed, s->sequence, s->offset, &state);
    bool good = true;
    for (int k = 0; k < 3; k++) good = good && curand(&state) == s->xorwow[k];
    atomicAdd(good_xorwow, good);
    curandStatePhilox4_32_10_t philox;
    curand_init(s->seed, s->sequence, s->offset, &philox);
    good = true;
    for (int k = 0; k < 6; k++) good = good && curand(&philox) == s->philox[k];
    atomicAdd(good_philox, good);
}

int main(void)
{
    int n = sizeof(samples) / sizeof(samples[0]), counts[2] = {0, 0}, *d_counts;
    struct sample *d;
    cudaMalloc(&d, sizeof(samples));
    cudaMalloc(&d_counts, sizeof(counts));
    cudaMemcpy(d, samples, sizeof(samples), cudaMemcpyHostToDevice);
    cudaMemcpy(d_counts, counts, sizeof(counts), cudaMemcpyHostToDevice);
    compare<<<(n + 7) / 8, 8>>>(d, n, d_counts, d_counts + 1);
    cudaMemcpy(counts, d_counts, sizeof(counts), cudaMemcpyDeviceToHost);
    printf("%d of %d XORWOW\n%d of %d Philox\n", counts[0], n, counts[1], n);
    cudaFree(d);
    cudaFree(d_counts);
    return 0;
}
