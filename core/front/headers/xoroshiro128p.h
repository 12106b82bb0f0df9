/* The xoroshiro128+ generator (Blackman and Vigna, 2016) with the names, the seeding and the distributions that
   Numba's CUDA target gives it: a state per thread, states 2^64 steps apart. */
#ifndef XOROSHIRO128P_H_
#define XOROSHIRO128P_H_

struct xoroshiro128p_state {
    unsigned long long s0, s1;
};
typedef struct xoroshiro128p_state xoroshiro128p_state;

static __inline__ __host__ __device__ unsigned long long xoroshiro128p_rotl(unsigned long long x, int k)
{
    return x << k | x >> (64 - k);
}

/* Fills the state from a seed through SplitMix64. */
static __inline__ __host__ __device__ void init_xoroshiro128p_state(xoroshiro128p_state *states, long index,
                                                                    unsigned long long seed)
{
    unsigned long long z = seed + 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    z = z ^ (z >> 31);
    states[index].s0 = z;
    states[index].s1 = z;
}

static __inline__ __host__ __device__ unsigned long long xoroshiro128p_next(xoroshiro128p_state *states, long index)
{
    unsigned long long s0 = states[index].s0, s1 = states[index].s1, result = s0 + s1;
    s1 ^= s0;
    states[index].s0 = xoroshiro128p_rotl(s0, 55) ^ s1 ^ (s1 << 14);
    states[index].s1 = xoroshiro128p_rotl(s1, 36);
    return result;
}

/* Advances the state by 2^64 steps. */
static __inline__ __host__ __device__ void xoroshiro128p_jump(xoroshiro128p_state *states, long index)
{
    unsigned long long s0 = 0, s1 = 0;
    for (int i = 0; i < 2; i++) {
        unsigned long long word = i == 0 ? 0xbeac0467eba5facbull : 0xd86b048b86aa9922ull;
        for (int b = 0; b < 64; b++) {
            if (word >> b & 1) {
                s0 ^= states[index].s0;
                s1 ^= states[index].s1;
            }
            xoroshiro128p_next(states, index);
        }
    }
    states[index].s0 = s0;
    states[index].s1 = s1;
}

/* States for n threads; the first `subsequence_start` subsequences are left out. */
static __inline__ __host__ __device__ void init_xoroshiro128p_states(xoroshiro128p_state *states, long n,
                                                                     unsigned long long seed,
                                                                     unsigned long long subsequence_start = 0)
{
    if (n < 1) return;
    init_xoroshiro128p_state(states, 0, seed);
    for (unsigned long long i = 0; i < subsequence_start; i++) xoroshiro128p_jump(states, 0);
    for (long i = 1; i < n; i++) {
        states[i] = states[i - 1];
        xoroshiro128p_jump(states, i);
    }
}

static __inline__ __host__ __device__ double xoroshiro128p_uniform_float64(xoroshiro128p_state *states, long index)
{
    return (double)(xoroshiro128p_next(states, index) >> 11) * (1.0 / 9007199254740992.0);
}

static __inline__ __host__ __device__ float xoroshiro128p_uniform_float32(xoroshiro128p_state *states, long index)
{
    return (float)xoroshiro128p_uniform_float64(states, index);
}

static __inline__ __host__ __device__ float xoroshiro128p_normal_float32(xoroshiro128p_state *states, long index)
{
    float u1 = xoroshiro128p_uniform_float32(states, index), u2 = xoroshiro128p_uniform_float32(states, index);
    return sqrtf(-2.0f * logf(u1)) * cosf(6.2831853f * u2);
}

static __inline__ __host__ __device__ double xoroshiro128p_normal_float64(xoroshiro128p_state *states, long index)
{
    double u1 = xoroshiro128p_uniform_float32(states, index), u2 = xoroshiro128p_uniform_float32(states, index);
    return sqrt(-2.0 * log(u1)) * cos(6.283185307179586 * u2);
}

#endif
