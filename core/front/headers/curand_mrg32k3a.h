/* Random numbers in kernels from MRG32k3a (L'Ecuyer, Operations Research 47(1), 1999), a part of curand_kernel.h: two recurrences of
   order 3, modulo 2^32 - 209 and 2^32 - 22853. Subsequences are 2^76 numbers apart, sequences 2^127; a jump is the recurrence's
   matrix to that power. */
#include <curand_kernel.h> /* its macros, when this comes first; it includes this at its end */
#ifndef CURAND_MRG32K3A_H_
#define CURAND_MRG32K3A_H_

#define MRG32K3A_MOD1 4294967087ull
#define MRG32K3A_MOD2 4294944443ull
#define MRG32K3A_NORM 2.3283065498378288e-10
#define MRG32K3A_BITS_NORM 1.000000048662

struct curandStateMRG32k3a {
    unsigned int s1[3], s2[3];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

/* The matrices of a step, of 2^76 and of 2^127 steps. */
static __device__ const unsigned int curand_mrg_steps[3][2][3][3] = {
    {{{0u, 1u, 0u}, {0u, 0u, 1u}, {4294156359u, 1403580u, 0u}},
     {{0u, 1u, 0u}, {0u, 0u, 1u}, {4293573854u, 0u, 527612u}}},
    {{{82758667u, 1871391091u, 4127413238u}, {3672831523u, 69195019u, 1871391091u}, {3672091415u, 3528743235u, 69195019u}},
     {{1511326704u, 3759209742u, 1610795712u}, {4292754251u, 1511326704u, 3889917532u}, {3859662829u, 4292754251u, 3708466080u}}},
    {{{2427906178u, 3580155704u, 949770784u}, {226153695u, 1230515664u, 3580155704u}, {1988835001u, 986791581u, 1230515664u}},
     {{1464411153u, 277697599u, 1610723613u}, {32183930u, 1464411153u, 1022607788u}, {2824425944u, 32183930u, 2093834863u}}},
};

CURAND_FN void curand_mrg_apply(const unsigned int (*a)[3], unsigned int *s, unsigned long long m)
{
    unsigned long long z[3];
    for (int i = 0; i < 3; i++) {
        z[i] = 0;
        for (int k = 0; k < 3; k++) z[i] = (z[i] + (unsigned long long)a[i][k] * s[k] % m) % m;
    }
    for (int i = 0; i < 3; i++) s[i] = (unsigned int)z[i];
}

/* n times what the matrix does once. */
CURAND_FN void curand_mrg_jump(const unsigned int (*step)[3], unsigned int *s, unsigned long long n, unsigned long long m)
{
    unsigned int a[3][3], b[3][3];
    for (int i = 0; i < 9; i++) a[i / 3][i % 3] = step[i / 3][i % 3];
    for (; n; n >>= 1) {
        if (n & 1) curand_mrg_apply(a, s, m);
        if (n == 1) break;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                unsigned long long z = 0;
                for (int k = 0; k < 3; k++) z = (z + (unsigned long long)a[i][k] * a[k][j] % m) % m;
                b[i][j] = (unsigned int)z;
            }
        for (int i = 0; i < 9; i++) a[i / 3][i % 3] = b[i / 3][i % 3];
    }
}

CURAND_FN void curand_mrg_skip(int which, unsigned long long n, curandStateMRG32k3a_t *state)
{
    curand_mrg_jump(curand_mrg_steps[which][0], state->s1, n, MRG32K3A_MOD1);
    curand_mrg_jump(curand_mrg_steps[which][1], state->s2, n, MRG32K3A_MOD2);
}

/* As if n numbers had been drawn. */
CURAND_FN void skipahead(unsigned long long n, curandStateMRG32k3a_t *state) { curand_mrg_skip(0, n, state); }
/* As if n subsequences had been drawn. */
CURAND_FN void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t *state) { curand_mrg_skip(1, n, state); }
/* As if n whole sequences had been drawn. */
CURAND_FN void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t *state) { curand_mrg_skip(2, n, state); }

/* Sets a generator up: threads with one seed and sequences of their own get independent numbers; `offset` skips so many. */
CURAND_FN void curand_init(unsigned long long seed, unsigned long long subsequence, unsigned long long offset,
                           curandStateMRG32k3a_t *state)
{
    for (int i = 0; i < 3; i++) state->s1[i] = state->s2[i] = 12345u;
    if (seed) {
        unsigned long long x = (unsigned int)seed ^ 0x55555555u, y = (unsigned int)(seed >> 32) ^ 0xaaaaaaaau;
        for (int i = 0; i < 3; i++) {
            state->s1[i] = (unsigned int)((i == 1 ? y : x) * 12345u % MRG32K3A_MOD1);
            state->s2[i] = (unsigned int)((i == 1 ? x : y) * 12345u % MRG32K3A_MOD2);
        }
    }
    skipahead_subsequence(subsequence, state);
    skipahead(offset, state);
    state->boxmuller_flag = 0;
    state->boxmuller_flag_double = 0;
    state->boxmuller_extra = 0.0f;
    state->boxmuller_extra_double = 0.0;
}

/* From 1 to the first modulus. */
CURAND_FN double curand_MRG32k3a(curandStateMRG32k3a_t *state)
{
    unsigned long long p =
        (1403580ull * state->s1[1] + 810728ull * (MRG32K3A_MOD1 - state->s1[0])) % MRG32K3A_MOD1;
    unsigned long long q =
        (527612ull * state->s2[2] + 1370589ull * (MRG32K3A_MOD2 - state->s2[0])) % MRG32K3A_MOD2;
    state->s1[0] = state->s1[1];
    state->s1[1] = state->s1[2];
    state->s1[2] = (unsigned int)p;
    state->s2[0] = state->s2[1];
    state->s2[1] = state->s2[2];
    state->s2[2] = (unsigned int)q;
    return (double)(p > q ? p - q : p + MRG32K3A_MOD1 - q);
}

/* The next number of 32 random bits. */
CURAND_FN unsigned int curand(curandStateMRG32k3a_t *state)
{
    /* As the host API spreads the numbers over 32 bits. */
    return (unsigned int)((curand_MRG32k3a(state) - 1.0) * (4294967296.0 / (double)MRG32K3A_MOD1));
}

/* A number above 0 and up to 1, all equally likely. */
CURAND_FN float curand_uniform(curandStateMRG32k3a_t *state) { return (float)(curand_MRG32k3a(state) * MRG32K3A_NORM); }
/* A number above 0 and up to 1, all equally likely, as a double. */
CURAND_FN double curand_uniform_double(curandStateMRG32k3a_t *state) { return curand_MRG32k3a(state) * MRG32K3A_NORM; }

/* Two numbers of the normal distribution, for the price of one. */
CURAND_FN float2 curand_normal2(curandStateMRG32k3a_t *state)
{
    float u = curand_uniform(state), v = curand_uniform(state) * CURAND_2PI, s = sqrtf(-2.0f * logf(u));
    return make_float2(s * sinf(v), s * cosf(v));
}

/* Two doubles of the normal distribution. */
CURAND_FN double2 curand_normal2_double(curandStateMRG32k3a_t *state)
{
    double u = curand_uniform_double(state), v = curand_uniform_double(state) * 2.0, s = sqrt(-2.0 * log(u)), sine, cosine;
    sincospi(v, &sine, &cosine);
    return make_double2(s * sine, s * cosine);
}

/* A number of the normal distribution: mean 0, standard deviation 1. */
CURAND_FN float curand_normal(curandStateMRG32k3a_t *state)
{
    if (state->boxmuller_flag == 1) {
        state->boxmuller_flag = 0;
        return state->boxmuller_extra;
    }
    float2 v = curand_normal2(state);
    state->boxmuller_extra = v.y;
    state->boxmuller_flag = 1;
    return v.x;
}

/* A double of the normal distribution: mean 0, standard deviation 1. */
CURAND_FN double curand_normal_double(curandStateMRG32k3a_t *state)
{
    if (state->boxmuller_flag_double == 1) {
        state->boxmuller_flag_double = 0;
        return state->boxmuller_extra_double;
    }
    double2 v = curand_normal2_double(state);
    state->boxmuller_extra_double = v.y;
    state->boxmuller_flag_double = 1;
    return v.x;
}

/* A number whose logarithm is normally distributed with this mean and standard deviation. */
CURAND_FN float curand_log_normal(curandStateMRG32k3a_t *state, float mean, float stddev)
{
    return expf(mean + stddev * curand_normal(state));
}

/* Two numbers whose logarithms are normally distributed. */
CURAND_FN float2 curand_log_normal2(curandStateMRG32k3a_t *state, float mean, float stddev)
{
    float2 n = curand_normal2(state);
    return make_float2(expf(mean + stddev * n.x), expf(mean + stddev * n.y));
}

/* A double whose logarithm is normally distributed with this mean and standard deviation. */
CURAND_FN double curand_log_normal_double(curandStateMRG32k3a_t *state, double mean, double stddev)
{
    return exp(mean + stddev * curand_normal_double(state));
}

/* Two doubles whose logarithms are normally distributed. */
CURAND_FN double2 curand_log_normal2_double(curandStateMRG32k3a_t *state, double mean, double stddev)
{
    double2 n = curand_normal2_double(state);
    return make_double2(exp(mean + stddev * n.x), exp(mean + stddev * n.y));
}

#endif
