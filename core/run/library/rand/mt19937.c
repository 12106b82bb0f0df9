// MT19937 as cuRAND has it: 8,192 streams, each 2^2048 numbers of the sequence behind the one
// before it, of which eight numbers each are taken in turn.
//
// Sources: Matsumoto and Nishimura (1998), for the recurrence and its characteristic polynomial
// (appendix); Haramoto et al., "Efficient jump ahead for F2-linear random number generators"
// (2008): the state n steps on is the sum of those that x^n modulo that polynomial names. The order
// in which numbers are taken is what the library itself gives on the host.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "run/library/rand/rand.h"

enum {
    N = 624,
    M = 397,
    DEGREE = 19937,
    STREAMS = 8192,
    LANES = 8,   // numbers that a stream gives at a time
    ROUND = 78,  // times, in which it gives N numbers
    SPREAD = 7,  // numbers one after the other that are a lane's
    WORDS = 312, // of a polynomial, 64 bits each
};
#define MATRIX 0x9908b0dfu

struct rand_mt {
    unsigned streams;     // that were begun: others wait until a number of theirs is wanted
    uint32_t (*state)[N]; // of each, before its first step; then the round that it gives
    unsigned char *round; // which, of those that `done` counts, modulo 256
    uint64_t done;        // numbers that were given
    uint32_t first[N];    // the last stream's state before it began
    unsigned short at[ROUND][LANES]; // which number of its round a lane gives
};

// ---- polynomials over the field of two elements -------------------------------------------------

static struct {
    unsigned terms[DEGREE]; // of the characteristic polynomial, but the highest, from high to low
    unsigned n;
    struct summand {
        unsigned short bits, at; // x^at times 1, 1 + x, 1 + x^2 or 1 + x + x^2
    } jump[DEGREE];              // x^(2^2048) modulo it
    unsigned jumps;
} field;

static bool bit_of(const uint64_t *p, unsigned i) { return p[i / 64] >> i % 64 & 1; }

// a ^= b * x^shift, of `words` words. b[-1] is 0 and so is b[words].
__attribute__((always_inline)) static inline void add_shifted(uint64_t *a, const uint64_t *b,
                                                              int words, unsigned shift) {
    unsigned bits = shift % 64;
    a += shift / 64;
#pragma GCC unroll 9
    for (int i = 0; i <= words; i++) a[i] ^= b[i] << bits | b[i - 1] >> 1 >> (63 - bits);
}

// p *= x^high + x^low, of `words` words, in place from above.
static void times_two_terms(uint64_t *p, unsigned words, unsigned high, unsigned low) {
    uint64_t old[WORDS + 3] = {0};
    memcpy(old + 1, p, words * sizeof *p);
    int used = (int)words;
    while (used && !old[used]) used--;
    memset(p, 0, words * sizeof *p);
    add_shifted(p, old + 1, used, high);
    add_shifted(p, old + 1, used, low);
}

// phi(x) = (x^n + x^m) (x^(n-1) + x^(m-1))^31 + sum of a_i (x^n + x^m) (x^(n-1) + x^(m-1))^(30-i)
// for i < 31, + a_31, where a_i is bit i of the matrix.
static void characteristic(void) {
    uint64_t sum[WORDS + 2] = {0}, power[WORDS + 2] = {1};
    for (int i = 31; i >= 0; i--) {
        // power = (x^(n-1) + x^(m-1))^(31 - i); its summand is that of a_(i-1), or the first
        if (i == 31 && MATRIX >> 31 & 1) sum[0] ^= 1;
        if (i == 0 || MATRIX >> (i - 1) & 1) {
            uint64_t product[WORDS + 2];
            memcpy(product, power, sizeof product);
            times_two_terms(product, WORDS + 1, N, M);
            for (int w = 0; w <= WORDS; w++) sum[w] ^= product[w];
        }
        if (i) times_two_terms(power, WORDS + 1, N - 1, M - 1);
    }
    for (unsigned i = DEGREE; i-- > 0;)
        if (bit_of(sum, i)) field.terms[field.n++] = i;
}

static uint64_t spread(uint32_t x) { // a zero between one bit and the next
    uint64_t y = x;
    y = (y | y << 16) & 0x0000ffff0000ffff;
    y = (y | y << 8) & 0x00ff00ff00ff00ff;
    y = (y | y << 4) & 0x0f0f0f0f0f0f0f0f;
    y = (y | y << 2) & 0x3333333333333333;
    return (y | y << 1) & 0x5555555555555555;
}

__attribute__((target_clones("avx2", "default"), optimize("O3"))) static void square(uint64_t *p) {
    enum { STEP = 8, BITS = 64 * STEP }; // no term is so near to the highest that it comes back
    uint64_t wide[2 * WORDS + STEP + 2] = {0};
    for (int i = 0; i < WORDS; i++) {
        wide[2 * i] = spread((uint32_t)p[i]);
        wide[2 * i + 1] = spread((uint32_t)(p[i] >> 32));
    }
    for (unsigned low = 2 * DEGREE; low != DEGREE;) {
        low = low > DEGREE + BITS ? low - BITS : DEGREE;
        uint64_t high[STEP + 2] = {0}, *from = wide + low / 64;
        for (int i = 0; i < STEP; i++)
            high[i + 1] = from[i] >> low % 64 | from[i + 1] << 1 << (63 - low % 64);
        add_shifted(wide, high + 1, STEP, low);
        // Every fourth: the others meet words that were just written, which is slow.
        for (unsigned first = 0; first < 4; first++)
            for (unsigned t = first; t < field.n; t += 4)
                add_shifted(wide, high + 1, STEP, low - DEGREE + field.terms[t]);
    }
    memcpy(p, wide, WORDS * sizeof *p);
}

static void make_field(void) {
    characteristic();
    uint64_t p[WORDS + 1] = {2}; // x
    for (int i = 0; i < 2048; i++) square(p);
    for (unsigned at = 0; at < DEGREE; at++) {
        if (!bit_of(p, at)) continue;
        unsigned bits = bit_of(p, at + 1) + 2u * bit_of(p, at + 2);
        field.jump[field.jumps++] = (struct summand){(unsigned short)bits, (unsigned short)at};
        at += 2;
    }
}

// ---- the recurrence -----------------------------------------------------------------------------

static uint32_t next_word(uint32_t upper, uint32_t lower, uint32_t far) {
    uint32_t y = (upper & 0x80000000u) | (lower & 0x7fffffffu);
    return far ^ (y >> 1) ^ (y & 1 ? MATRIX : 0);
}

static void refill(uint32_t *state) {
    for (int i = 0; i < N - M; i++) state[i] = next_word(state[i], state[i + 1], state[i + M]);
    for (int i = N - M; i < N - 1; i++)
        state[i] = next_word(state[i], state[i + 1], state[i + M - N]);
    state[N - 1] = next_word(state[N - 1], state[0], state[M - 1]);
}

static uint32_t temper(uint32_t y) {
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680u;
    y ^= y << 15 & 0xefc60000u;
    return y ^ (y >> 18);
}

typedef uint32_t words8 __attribute__((vector_size(32), aligned(4)));

// The state 2^2048 steps on: a sum of states of the sequence, of those that are next to each other
// up to three at once.
__attribute__((target_clones("avx2", "default"), optimize("O3"))) static void jump(
    uint32_t *state) {
    enum { LENGTH = DEGREE + N, PART = 13 }; // vectors at a time: what registers hold
    uint32_t *sums[4], *x = hd_xmalloc(4 * LENGTH * sizeof *x);
    memcpy(x, state, N * sizeof *x);
    for (int i = 0; i < DEGREE; i++) x[i + N] = next_word(x[i], x[i + 1], x[i + M]);
    for (int k = 0; k < 4; k++) {
        sums[k] = x + (size_t)k * LENGTH;
        for (int i = 0; i < LENGTH - 2 && k; i++)
            sums[k][i] = x[i] ^ (k & 1 ? x[i + 1] : 0) ^ (k & 2 ? x[i + 2] : 0);
    }
    for (int from = 0; from < N; from += PART * 8) {
        words8 sum[PART] = {0};
        for (const struct summand *s = field.jump; s < field.jump + field.jumps; s++) {
            const words8 *add = (const words8 *)(sums[s->bits] + s->at + from);
#pragma GCC unroll 13
            for (int i = 0; i < PART; i++) sum[i] ^= add[i];
        }
        memcpy(state + from, sum, sizeof sum);
    }
    free(x);
}

// ---- streams ------------------------------------------------------------------------------------

struct rand_mt *rand_mt_create(uint32_t seed) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_field);
    struct rand_mt *s = hd_xcalloc(1, sizeof *s);
    s->state = hd_xmalloc(STREAMS * sizeof *s->state);
    s->round = hd_xcalloc(STREAMS, 1);
    s->first[0] = seed;
    for (uint32_t i = 1; i < N; i++)
        s->first[i] = 1812433253u * (s->first[i - 1] ^ (s->first[i - 1] >> 30)) + i;
    // A round's numbers are 11 parts of 56, of which each lane gives 7 in turn, and one before each
    // part that the lanes give at first; before three parts is none.
    static const unsigned short single[LANES] = {0, 113, 170, 283, 340, 397, 510, 567};
    unsigned next = 0, lane = 0, others[N];
    for (unsigned short i = 0; i < N; i++)
        if (lane < LANES && i == single[lane])
            s->at[0][lane++] = i;
        else
            others[next++] = i;
    for (unsigned i = 0; i < next; i++) {
        unsigned part = i / (LANES * SPREAD), within = i % (LANES * SPREAD);
        s->at[1 + part * SPREAD + within % SPREAD][within / SPREAD] = (unsigned short)others[i];
    }
    return s;
}

void rand_mt_destroy(struct rand_mt *s) {
    if (!s) return;
    free(s->state);
    free(s->round);
    free(s);
}

void rand_mt_take(struct rand_mt *s, uint32_t *out, size_t n) {
    for (size_t i = 0; i < n; i++, s->done++) {
        unsigned stream = (unsigned)(s->done / LANES % STREAMS), lane = s->done % LANES;
        uint64_t time = s->done / (LANES * STREAMS);
        unsigned char round = (unsigned char)(time / ROUND + 1);
        uint32_t *state = s->state[stream];
        if (stream == s->streams) {
            if (stream) jump(s->first);
            memcpy(state, s->first, sizeof *s->state);
            s->streams++;
        }
        if (s->round[stream] != round) {
            refill(state);
            s->round[stream] = round;
        }
        out[i] = temper(state[s->at[time % ROUND][lane]]);
    }
}
