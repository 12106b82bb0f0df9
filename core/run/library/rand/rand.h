// rand.h: sources of random bits for cuRAND's host API.
//
// Sources: Marsaglia, "Xorshift RNGs" (2003), for XORWOW; L'Ecuyer, "Good parameters ... for
// combined multiple recursive random number generators" (1999), for MRG32k3a; Salmon et al. (SC
// 2011) for Philox4x32-10; Matsumoto and Nishimura (1998) for MT19937; Joe and Kuo (2008) for the
// direction numbers of Sobol's sequence. How a seed becomes a state is what curand_kernel.h has.
#ifndef HD_RAND_H
#define HD_RAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RAND_SOBOL_DIMENSIONS = 21 };

enum rand_kind { RAND_XORWOW, RAND_MRG32K3A, RAND_PHILOX, RAND_MT19937 };

// What is made of a source's numbers: cuRAND makes an element of consecutive numbers of one stream.
enum rand_form {
    RAND_BITS,       // an integer or a float
    RAND_BITS_PAIR,  // two normal floats
    RAND_DOUBLE,     // a double
    RAND_DOUBLE_PAIR // two normal doubles
};

// How many words an element takes, or a pair of them: 1 to 4.
unsigned rand_words(enum rand_kind kind, enum rand_form form);

// A sequence of 32-bit numbers, of MRG32k3a from 1 to 2^32 - 209. XORWOW's go round 4,096 streams,
// MRG32k3a's round 81,920 (with `legacy`, CURAND_ORDERING_PSEUDO_LEGACY, 4,096). The offset counts
// elements. Each call, of whatever form, goes on with the stream whose turn it is.
struct rand_source;
struct rand_source *rand_source_create(enum rand_kind kind, uint64_t seed, uint64_t offset,
                                       bool legacy);
void rand_source_destroy(struct rand_source *s);
// n elements, rand_words each; of forms of pairs, the pairs in which they are. true: of the first
// pair, the first element was taken before. (Only Philox's n may be odd in forms of pairs.)
bool rand_source_take(struct rand_source *s, enum rand_form form, uint32_t *out, size_t n);
// n elements of pairs, of XORWOW and MRG32k3a: a stream gives the first element of a pair of
// RAND_BITS_PAIR, and the second when it is asked again, whatever was taken of it in between.
void rand_source_take_halves(struct rand_source *s, uint32_t *out, bool *second, size_t n);

// mt19937.c: n numbers of MT19937's streams.
struct rand_mt;
struct rand_mt *rand_mt_create(uint32_t seed);
void rand_mt_destroy(struct rand_mt *s);
void rand_mt_take(struct rand_mt *s, uint32_t *out, size_t n);

// MRG32k3a's number z spread over 32 bits.
uint32_t rand_mrg_bits(uint32_t z);

// Point `index` of dimension `dimension` of Sobol's sequence, in 32 or 64 bits.
uint64_t rand_sobol(unsigned dimension, uint64_t index, int bits);

// poisson.c: counts where lambda (of thousands at most) are expected, from numbers in (0, 1].
struct rand_poisson;
struct rand_poisson *rand_poisson_create(double lambda, bool inverse);
void rand_poisson_destroy(struct rand_poisson *t);
bool rand_poisson_is(const struct rand_poisson *t, double lambda, bool inverse);
unsigned rand_poisson_of(const struct rand_poisson *t, double u);

// The x for which a normal variable is at most x with probability p, 0 < p < 1.
double rand_normal_quantile(double p);

#endif
