// Sources of random bits.
#include "run/library/rand/rand.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"

enum {
    XORWOW_STREAMS = 4096,
    PHILOX_STREAMS = 65536 // each makes one block of four numbers at a time
};

struct rand_source {
    enum rand_kind kind;
    unsigned streams; // of XORWOW and MRG32k3a
    unsigned turn;    // the stream that makes the next element
    uint32_t *row;    // a number of each stream
    uint32_t *kept;   // of each stream a pair whose second element was not taken; NULL: of none
    bool *keeps;
    union {
        struct { // one state for each stream, by words
            uint32_t v[5][XORWOW_STREAMS], d[XORWOW_STREAMS];
        } xorwow;
        struct {
            uint32_t *s1[3], *s2[3]; // `streams` each
        } mrg;
        struct {
            uint64_t *counter, key; // the block that each stream makes next
            unsigned stream, at;    // whose turn it is, and for which of the four
        } philox;
        struct rand_mt *mt;
    } u;
};

// ---- XORWOW -------------------------------------------------------------------------------------
// The shift register is linear over the field of two elements: a power of its matrix jumps ahead.

struct xor_matrix {
    uint32_t column[160][5]; // where each bit of the state goes
};

static void xor_step(uint32_t *v) {
    uint32_t t = v[0] ^ (v[0] >> 2);
    memmove(v, v + 1, 4 * sizeof *v);
    v[4] = v[3] ^ (v[3] << 4) ^ t ^ (t << 1);
}

static void xor_apply(const struct xor_matrix *m, uint32_t *v) {
    uint32_t sum[5] = {0};
    for (int bit = 0; bit < 160; bit++)
        if (v[bit / 32] >> bit % 32 & 1)
            for (int w = 0; w < 5; w++) sum[w] ^= m->column[bit][w];
    memcpy(v, sum, sizeof sum);
}

static void xor_square(struct xor_matrix *m) {
    struct xor_matrix old = *m;
    for (int bit = 0; bit < 160; bit++) xor_apply(&old, m->column[bit]);
}

static void xor_one_step(struct xor_matrix *m) {
    memset(m, 0, sizeof *m);
    for (int bit = 0; bit < 160; bit++) {
        m->column[bit][bit / 32] = 1u << bit % 32;
        xor_step(m->column[bit]);
    }
}

static void xorwow_seed(struct rand_source *s, uint64_t seed, uint64_t steps) {
    uint32_t t0 = 1099087573u * ((uint32_t)seed ^ 0xaad26b49u),
             t1 = 2591861531u * ((uint32_t)(seed >> 32) ^ 0xf7dcefddu);
    uint32_t v[5] = {123456789u + t0, 362436069u ^ t0, 521288629u + t1, 88675123u ^ t1,
                     5783321u + t0};
    struct xor_matrix jump;
    xor_one_step(&jump);
    for (uint64_t left = steps; left; left >>= 1) {
        if (left & 1) xor_apply(&jump, v);
        xor_square(&jump);
    }
    xor_one_step(&jump);
    for (int i = 0; i < 67; i++) xor_square(&jump); // from a stream to the next
    for (int k = 0; k < XORWOW_STREAMS; k++) {
        for (int w = 0; w < 5; w++) s->u.xorwow.v[w][k] = v[w];
        xor_apply(&jump, v);
    }
    for (int k = 0; k < XORWOW_STREAMS; k++) // which 2^67 steps leave as it is
        s->u.xorwow.d[k] = 6615241u + t1 + t0 + (uint32_t)steps * 362437u;
}

// The next number of n streams.
static void xorwow_row(struct rand_source *s, unsigned first, unsigned n) {
    uint32_t(*v)[XORWOW_STREAMS] = s->u.xorwow.v;
    for (unsigned k = first; k < first + n; k++) {
        uint32_t t = v[0][k] ^ (v[0][k] >> 2), last = v[4][k];
        v[0][k] = v[1][k];
        v[1][k] = v[2][k];
        v[2][k] = v[3][k];
        v[3][k] = last;
        v[4][k] = last ^ (last << 4) ^ t ^ (t << 1);
        s->row[k] = v[4][k] + (s->u.xorwow.d[k] += 362437u);
    }
}

// ---- MRG32k3a -----------------------------------------------------------------------------------

#define M1 4294967087ull
#define M2 4294944443ull

struct mrg_matrix {
    uint64_t a[3][3];
};

static const struct mrg_matrix mrg_one = {{{0, 1, 0}, {0, 0, 1}, {M1 - 810728, 1403580, 0}}},
                               mrg_two = {{{0, 1, 0}, {0, 0, 1}, {M2 - 1370589, 0, 527612}}};

static struct mrg_matrix mrg_times(const struct mrg_matrix *x, const struct mrg_matrix *y,
                                   uint64_t m) {
    struct mrg_matrix z = {0};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++) z.a[i][j] = (z.a[i][j] + x->a[i][k] * y->a[k][j] % m) % m;
    return z;
}

static void mrg_apply(const struct mrg_matrix *x, uint32_t *s, uint64_t m) {
    uint64_t z[3] = {0};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) z[i] = (z[i] + x->a[i][j] * s[j] % m) % m;
    for (int i = 0; i < 3; i++) s[i] = (uint32_t)z[i];
}

static void mrg_jump(struct mrg_matrix step, uint32_t *s, uint64_t steps, uint64_t m) {
    for (; steps; steps >>= 1) {
        if (steps & 1) mrg_apply(&step, s, m);
        step = mrg_times(&step, &step, m);
    }
}

static void mrg_seed(struct rand_source *s, uint64_t seed, uint64_t steps) {
    uint32_t s1[3] = {12345, 12345, 12345}, s2[3] = {12345, 12345, 12345};
    if (seed) {
        uint64_t x = (uint32_t)seed ^ 0x55555555u, y = (uint32_t)(seed >> 32) ^ 0xaaaaaaaau;
        for (int i = 0; i < 3; i++) {
            s1[i] = (uint32_t)((i == 1 ? y : x) * 12345 % M1);
            s2[i] = (uint32_t)((i == 1 ? x : y) * 12345 % M2);
        }
    }
    mrg_jump(mrg_one, s1, steps, M1);
    mrg_jump(mrg_two, s2, steps, M2);
    struct mrg_matrix one = mrg_one, two = mrg_two;
    for (int i = 0; i < 76; i++) {
        one = mrg_times(&one, &one, M1);
        two = mrg_times(&two, &two, M2);
    }
    for (int i = 0; i < 3; i++) {
        s->u.mrg.s1[i] = hd_xmalloc(s->streams * sizeof(uint32_t));
        s->u.mrg.s2[i] = hd_xmalloc(s->streams * sizeof(uint32_t));
    }
    for (unsigned k = 0; k < s->streams; k++) {
        for (int i = 0; i < 3; i++) {
            s->u.mrg.s1[i][k] = s1[i];
            s->u.mrg.s2[i][k] = s2[i];
        }
        mrg_apply(&one, s1, M1);
        mrg_apply(&two, s2, M2);
    }
}

// The next number of n streams, from 1 to M1.
static void mrg_row(struct rand_source *s, unsigned first, unsigned n) {
    uint32_t *const *a = s->u.mrg.s1, *const *b = s->u.mrg.s2;
    for (unsigned k = first; k < first + n; k++) {
        uint64_t p = (1403580ull * a[1][k] + 810728 * (M1 - a[0][k])) % M1, // below 2^64
            q = (527612ull * b[2][k] + 1370589 * (M2 - b[0][k])) % M2;
        a[0][k] = a[1][k];
        a[1][k] = a[2][k];
        a[2][k] = (uint32_t)p;
        b[0][k] = b[1][k];
        b[1][k] = b[2][k];
        b[2][k] = (uint32_t)q;
        s->row[k] = (uint32_t)(p > q ? p - q : p + M1 - q);
    }
}

uint32_t rand_mrg_bits(uint32_t z) {
    uint64_t bits = (uint64_t)((double)z * 1.000000048662); // cuRAND's, 2^32 / M1 to 13 digits
    return bits > UINT32_MAX ? UINT32_MAX : (uint32_t)bits;
}

// ---- Philox4x32-10 ------------------------------------------------------------------------------

static void philox_block(uint64_t counter, uint32_t stream, uint64_t key, uint32_t *out) {
    uint32_t c[4] = {(uint32_t)counter, (uint32_t)(counter >> 32), stream, 0};
    uint32_t k0 = (uint32_t)key, k1 = (uint32_t)(key >> 32);
    for (int round = 0; round < 10; round++) {
        uint64_t p = 0xD2511F53ull * c[0], q = 0xCD9E8D57ull * c[2];
        uint32_t next[4] = {(uint32_t)(q >> 32) ^ c[1] ^ k0, (uint32_t)q,
                            (uint32_t)(p >> 32) ^ c[3] ^ k1, (uint32_t)p};
        memcpy(c, next, sizeof c);
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
    memcpy(out, c, sizeof c);
}

// Each stream is a subsequence: it makes four numbers in turn from one of its blocks, four doubles
// from two. Those that a call left over are made by the next, in its own form.
static void philox_take(struct rand_source *s, enum rand_form form, uint32_t *out, size_t n) {
    bool wide = form == RAND_DOUBLE || form == RAND_DOUBLE_PAIR;
    bool pairs = form == RAND_BITS_PAIR || form == RAND_DOUBLE_PAIR;
    unsigned words = wide ? 2 : 1, at = s->u.philox.at, stream = s->u.philox.stream;
    while (n) {
        unsigned here = n < 4 - at ? (unsigned)n : 4 - at, from = at, to = at + here;
        uint32_t block[8];
        for (unsigned i = 0; i < words; i++)
            philox_block(s->u.philox.counter[stream] + i, stream, s->u.philox.key, block + 4 * i);
        if (pairs) {
            from &= ~1u;
            to = (to + 1) & ~1u;
        }
        memcpy(out, block + words * from, (to - from) * words * sizeof *out);
        out += (to - from) * words;
        n -= here;
        at = (at + here) % 4;
        if (at) break;
        s->u.philox.counter[stream] += words;
        stream = (stream + 1) % PHILOX_STREAMS;
    }
    s->u.philox.at = at;
    s->u.philox.stream = stream;
}

static void philox_seed(struct rand_source *s, uint64_t seed, uint64_t offset) {
    s->u.philox.key = seed;
    s->u.philox.at = (unsigned)(offset % 4);
    s->u.philox.stream = (unsigned)(offset / 4 % PHILOX_STREAMS);
    s->u.philox.counter = hd_xmalloc(PHILOX_STREAMS * sizeof(uint64_t));
    for (unsigned k = 0; k < PHILOX_STREAMS; k++)
        s->u.philox.counter[k] = offset / (4 * PHILOX_STREAMS) + (k < s->u.philox.stream);
}

// ---- all of them --------------------------------------------------------------------------------

unsigned rand_words(enum rand_kind kind, enum rand_form form) {
    bool two = kind == RAND_XORWOW || kind == RAND_PHILOX; // numbers for a double
    switch (form) {
    case RAND_BITS: return 1;
    case RAND_BITS_PAIR: return 2;
    case RAND_DOUBLE: return two ? 2 : 1;
    case RAND_DOUBLE_PAIR: return two ? 4 : 2;
    }
    return 1;
}

struct rand_source *rand_source_create(enum rand_kind kind, uint64_t seed, uint64_t offset,
                                       bool legacy) {
    struct rand_source *s = hd_xcalloc(1, sizeof *s);
    s->kind = kind;
    s->streams = kind == RAND_MRG32K3A && !legacy ? 81920 : XORWOW_STREAMS;
    uint64_t rows = offset / s->streams;
    s->turn = (unsigned)(offset % s->streams); // streams that have made one number more
    switch (kind) {
    case RAND_XORWOW:
        s->row = hd_xmalloc(s->streams * sizeof *s->row);
        xorwow_seed(s, seed, rows);
        xorwow_row(s, 0, s->turn);
        break;
    case RAND_MRG32K3A:
        s->row = hd_xmalloc(s->streams * sizeof *s->row);
        mrg_seed(s, seed, rows);
        mrg_row(s, 0, s->turn);
        break;
    case RAND_PHILOX: philox_seed(s, seed, offset); break;
    case RAND_MT19937: s->u.mt = rand_mt_create((uint32_t)seed); break;
    }
    return s;
}

void rand_source_destroy(struct rand_source *s) {
    if (!s) return;
    if (s->kind == RAND_MRG32K3A)
        for (int i = 0; i < 3; i++) {
            free(s->u.mrg.s1[i]);
            free(s->u.mrg.s2[i]);
        }
    if (s->kind == RAND_PHILOX) free(s->u.philox.counter);
    if (s->kind == RAND_MT19937) rand_mt_destroy(s->u.mt);
    free(s->row);
    free(s->kept);
    free(s->keeps);
    free(s);
}

// Streams give one element each in turn, of XORWOW and MRG32k3a, in whatever form.
static void take_in_turn(struct rand_source *s, unsigned words, uint32_t *out, size_t n) {
    while (n) {
        unsigned here = s->streams - s->turn;
        if (here > n) here = (unsigned)n;
        for (unsigned w = 0; w < words; w++) {
            if (s->kind == RAND_XORWOW)
                xorwow_row(s, s->turn, here);
            else
                mrg_row(s, s->turn, here);
            for (unsigned k = 0; k < here; k++) out[(size_t)k * words + w] = s->row[s->turn + k];
        }
        s->turn = (s->turn + here) % s->streams;
        out += (size_t)here * words;
        n -= here;
    }
}

bool rand_source_take(struct rand_source *s, enum rand_form form, uint32_t *out, size_t n) {
    bool pairs = form == RAND_BITS_PAIR || form == RAND_DOUBLE_PAIR, amid = false;
    switch (s->kind) {
    case RAND_XORWOW:
    case RAND_MRG32K3A: take_in_turn(s, rand_words(s->kind, form), out, pairs ? n / 2 : n); break;
    case RAND_PHILOX:
        amid = pairs && s->u.philox.at % 2;
        philox_take(s, form, out, n);
        break;
    case RAND_MT19937: rand_mt_take(s->u.mt, out, n); break;
    }
    return amid;
}

void rand_source_take_halves(struct rand_source *s, uint32_t *out, bool *second, size_t n) {
    if (!s->kept) {
        s->kept = hd_xmalloc(2 * s->streams * sizeof *s->kept);
        s->keeps = hd_xcalloc(s->streams, sizeof *s->keeps);
    }
    for (size_t i = 0, here; i < n; i += here) {
        unsigned turn = s->turn;
        bool kept = s->keeps[turn];
        here = 1;
        while (i + here < n && turn + here < s->streams && s->keeps[turn + here] == kept) here++;
        if (kept)
            s->turn = (turn + (unsigned)here) % s->streams;
        else
            take_in_turn(s, 2, s->kept + 2 * (size_t)turn, here);
        memcpy(out + 2 * i, s->kept + 2 * (size_t)turn, 2 * here * sizeof *out);
        memset(second + i, kept, here);
        memset(s->keeps + turn, !kept, here);
    }
}

// ---- Sobol --------------------------------------------------------------------------------------

// Primitive polynomials (degree, inner coefficients) and initial numbers of dimensions 2 to 21.
static const struct direction {
    uint8_t degree, coefficients;
    uint8_t m[7];
} directions[RAND_SOBOL_DIMENSIONS - 1] = {
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}},
};

static void direction_numbers(unsigned dimension, int bits, uint64_t *v) {
    if (dimension == 0) {
        for (int i = 0; i < bits; i++) v[i] = 1ull << (bits - 1 - i);
        return;
    }
    const struct direction *d = &directions[dimension - 1];
    int s = d->degree;
    for (int i = 0; i < bits; i++) {
        if (i < s) {
            v[i] = (uint64_t)d->m[i] << (bits - 1 - i);
            continue;
        }
        v[i] = v[i - s] ^ (v[i - s] >> s);
        for (int k = 1; k < s; k++)
            if (d->coefficients >> (s - 1 - k) & 1) v[i] ^= v[i - k];
    }
}

uint64_t rand_sobol(unsigned dimension, uint64_t index, int bits) {
    static __thread uint64_t v[64];
    static __thread unsigned known = ~0u;
    if (known != (dimension << 8 | (unsigned)bits)) {
        direction_numbers(dimension, bits, v);
        known = dimension << 8 | (unsigned)bits;
    }
    uint64_t x = 0, gray = index ^ (index >> 1);
    for (int i = 0; i < bits; i++)
        if (gray >> i & 1) x ^= v[i];
    return x;
}

// ---- normal quantiles ---------------------------------------------------------------------------

// From a rough start (Hastings, 26.2.23 of Abramowitz and Stegun) by Halley's method.
double rand_normal_quantile(double p) {
    double q = p < 0.5 ? p : 1 - p, t = sqrt(-2 * log(q));
    double x = t - (2.515517 + t * (0.802853 + t * 0.010328)) /
                       (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
    for (int i = 0; i < 3; i++) {
        double tail = 0.5 * erfc(x * M_SQRT1_2), density = exp(-0.5 * x * x) * 0.3989422804014327;
        double step = (tail - q) / density;
        x += step / (1 - 0.5 * step * x);
    }
    return p < 0.5 ? -x : x;
}
