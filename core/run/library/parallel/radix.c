// Sorting numbers by radix, stable, with values that travel along.
//
// Keys become unsigned numbers of the same order (sign bit turned; negative floats inverted), in
// the memory that they are in, and are turned back at the end: both cost nothing beside the passes.
// A pass distributes by 8 bits: each part counts its digits, the counts of all parts give each
// part's place for each digit, and each part moves its elements there. Digits that are alike in all
// keys take no pass. Short arrays are sorted by merging; long ones by their highest digit first.
// Keys alone go to arrays' quicksort where that has vectors.
//
// -0.0 and 0.0 are equal for `<`, and their bits are not. Keys with a -0.0 among them are sorted by
// numbers in which both zeros are one, with the places of the elements as values, and then fetched.
#include <stdlib.h>
#include <string.h>

#include "run/library/parallel/parallel.h"

#include "array/array.h"
#include "run/cudart/cudart.h"

#define DIGIT 8
#define BUCKETS (1u << DIGIT)
#define WIDE 10      // bits of a digit in a large bucket: its 1,024 streams are in the cache
#define FINE 0xffffu // of the digit that buckets are made of
#define SHORT 256    // elements that insertion and merging are faster for

struct sort {
    size_t size, value_size, n, parts;
    char *keys, *spare;
    char *values, *value_spare;
    int kind;
    bool descending;
    int shift;
    size_t digits;             // how many values the digit has
    const uint8_t *bucket_of;  // of a digit of 16 bits; NULL: the digit is its bucket
    uint64_t mask;             // of the bits that count
    size_t (*counts)[BUCKETS]; // per part
    bool *negative_zero;       // per part
    uint64_t *all, *any;       // per part: bits that are set in all keys, in any
};

// ---- keys as unsigned numbers -------------------------------------------------------------------

#define CODE(name, type, bits, is_float)                                                           \
    static void encode_##name(const struct sort *s, size_t part, size_t from, size_t to) {         \
        type *k = (type *)(void *)s->keys, all = (type) - 1, any = 0,                              \
             flip = s->descending ? (type) - 1 : 0;                                                \
        const type top = (type)((type)1 << (bits - 1));                                            \
        const bool is_signed = s->kind == KIND_I8 || s->kind == KIND_I16 || s->kind == KIND_I32 || \
                               s->kind == KIND_I64;                                                \
        bool zero = false;                                                                         \
        for (size_t i = from; i < to; i++) {                                                       \
            type x = k[i];                                                                         \
            if (is_float) {                                                                        \
                zero |= x == top;                                                                  \
                x ^= (type)(x & top ? (type) - 1 : top);                                           \
            } else if (is_signed) {                                                                \
                x ^= top;                                                                          \
            }                                                                                      \
            x ^= flip;                                                                             \
            all &= x;                                                                              \
            any |= x;                                                                              \
            k[i] = x;                                                                              \
        }                                                                                          \
        s->all[part] = all;                                                                        \
        s->any[part] = any;                                                                        \
        s->negative_zero[part] = zero;                                                             \
    }                                                                                              \
    static void decode_##name(const struct sort *s, size_t from, size_t to) {                      \
        type *k = (type *)(void *)s->keys, flip = s->descending ? (type) - 1 : 0;                  \
        const type top = (type)((type)1 << (bits - 1));                                            \
        const bool is_signed = s->kind == KIND_I8 || s->kind == KIND_I16 || s->kind == KIND_I32 || \
                               s->kind == KIND_I64;                                                \
        for (size_t i = from; i < to; i++) {                                                       \
            type x = k[i] ^ flip;                                                                  \
            if (is_float)                                                                          \
                x ^= (type)(x & top ? top : (type) - 1);                                           \
            else if (is_signed)                                                                    \
                x ^= top;                                                                          \
            k[i] = x;                                                                              \
        }                                                                                          \
    }
CODE(1, uint8_t, 8, false)
CODE(2, uint16_t, 16, false)
CODE(4, uint32_t, 32, s->kind == KIND_F32)
CODE(8, uint64_t, 64, s->kind == KIND_F64)

static void encode(void *arg, size_t part, size_t from, size_t to) {
    const struct sort *s = arg;
    if (s->size == 1) encode_1(s, part, from, to);
    if (s->size == 2) encode_2(s, part, from, to);
    if (s->size == 4) encode_4(s, part, from, to);
    if (s->size == 8) encode_8(s, part, from, to);
}

static void decode(void *arg, size_t part, size_t from, size_t to) {
    const struct sort *s = arg;
    (void)part;
    if (s->size == 1) decode_1(s, from, to);
    if (s->size == 2) decode_2(s, from, to);
    if (s->size == 4) decode_4(s, from, to);
    if (s->size == 8) decode_8(s, from, to);
}

// ---- passes -------------------------------------------------------------------------------------

#define COUNT(type)                                                          \
    if (s->bucket_of) {                                                      \
        for (size_t i = from; i < to; i++) {                                 \
            type x = ((const type *)(const void *)s->keys)[i];               \
            c[s->bucket_of[(type)(x & (type)s->mask) >> s->shift & FINE]]++; \
        }                                                                    \
    } else {                                                                 \
        for (size_t i = from; i < to; i++) {                                 \
            type x = ((const type *)(const void *)s->keys)[i];               \
            c[(type)(x & (type)s->mask) >> s->shift & (s->digits - 1)]++;    \
        }                                                                    \
    }
static void count(void *arg, size_t part, size_t from, size_t to) {
    const struct sort *s = arg;
    size_t *c = s->counts[part];
    memset(c, 0, s->digits * sizeof *c);
    switch (s->size) {
    case 1: COUNT(uint8_t) break;
    case 2: COUNT(uint16_t) break;
    case 4: COUNT(uint32_t) break;
    default: COUNT(uint64_t)
    }
}

#define MOVE(type, what)                                             \
    for (size_t i = from; i < to; i++) {                             \
        type x = ((const type *)(const void *)s->keys)[i];           \
        size_t digit = (type)(x & (type)s->mask) >> s->shift & FINE; \
        size_t at = c[map ? map[digit] : digit & last]++;            \
        ((type *)(void *)s->spare)[at] = x;                          \
        what                                                         \
    }
#define MOVE_KEYS(type)                                                                       \
    switch (s->value_size) {                                                                  \
    case 0: MOVE(type, ) break;                                                               \
    case 4: MOVE(type, memcpy(s->value_spare + at * 4, s->values + i * 4, 4);) break;         \
    case 8: MOVE(type, memcpy(s->value_spare + at * 8, s->values + i * 8, 8);) break;         \
    default:                                                                                  \
        MOVE(type, memcpy(s->value_spare + at * s->value_size, s->values + i * s->value_size, \
                          s->value_size);)                                                    \
    }
static void distribute(void *arg, size_t part, size_t from, size_t to) {
    const struct sort *s = arg;
    size_t *c = s->counts[part];
    const uint8_t *map = s->bucket_of;
    const size_t last = s->digits - 1;
    if (s->size == 1) MOVE_KEYS(uint8_t)
    if (s->size == 2) MOVE_KEYS(uint16_t)
    if (s->size == 4) MOVE_KEYS(uint32_t)
    if (s->size == 8) MOVE_KEYS(uint64_t)
}

static void swap(char **a, char **b) {
    char *kept = *a;
    *a = *b;
    *b = kept;
}

static void radix(struct sort *s, uint64_t differs) {
    for (s->shift = 0; s->shift < (int)s->size * 8; s->shift += DIGIT) {
        if (!(differs >> s->shift & (BUCKETS - 1))) continue;
        parallel_parts(s->n, s->parts, count, s);
        size_t at = 0;
        for (size_t d = 0; d < BUCKETS; d++)
            for (size_t k = 0; k < s->parts; k++) {
                size_t here = s->counts[k][d];
                s->counts[k][d] = at;
                at += here;
            }
        parallel_parts(s->n, s->parts, distribute, s);
        swap(&s->keys, &s->spare);
        swap(&s->values, &s->value_spare);
    }
}

// ---- long arrays: a pass over all of it, then each bucket in the cache --------------------------

// The highest 16 bits that differ are mapped to buckets of about as many keys each, as a sample
// says (floats have most of their keys in few exponents), if the highest 8 do not do. A pass leaves
// buckets that fit a core's cache; the rest is done there, and the keys are turned back on the way.
// Of a bucket's bits as many are sorted by as tell its keys apart if they are random; what is left
// then is for insertion.
#define LONG 65536

struct buckets {
    const struct sort *s;
    size_t starts[BUCKETS + 1];
    int bits[BUCKETS]; // the lowest ones, in which keys of a bucket may differ
    uint8_t bucket_of[FINE + 1];
    bool mapped; // else the highest 8 of the 16 bits are the bucket
};

static uint64_t key_at(const struct sort *s, const char *p) {
    uint64_t x = 0;
    memcpy(&x, p, s->size); // little-endian
    return x & s->mask;
}

static void make_buckets(struct buckets *b, int bits) {
    const struct sort *s = b->s;
    uint32_t *sample = calloc(FINE + 1, sizeof *sample);
    size_t step = s->n / (FINE + 1) + 1, taken = 0, seen = 0, bucket = 0;
    for (size_t i = step / 2; sample && i < s->n; i += step, taken++)
        sample[key_at(s, s->keys + i * s->size) >> s->shift & FINE]++;
    size_t even = taken / BUCKETS * 4, coarse = sample ? 0 : even + 1;
    for (size_t v = 0, here = 0; v <= FINE && sample && coarse <= even; v++) {
        here = v % BUCKETS ? here + sample[v] : sample[v];
        coarse = here > coarse ? here : coarse;
    }
    b->mapped = coarse > even || bits < 16;
    for (size_t v = 0, first = 0; v <= FINE; v++) {
        b->bucket_of[v] = (uint8_t)bucket;
        seen += sample ? sample[v] : 0;
        b->bits[bucket] = s->shift + (first == v ? 0 : 32 - __builtin_clz((unsigned)(first ^ v)));
        bool full =
            sample && b->mapped ? seen > taken * (bucket + 1) / BUCKETS : (v + 1) % BUCKETS == 0;
        if (b->bits[bucket] > bits) b->bits[bucket] = bits;
        if (full && bucket < BUCKETS - 1) {
            bucket++;
            first = v + 1;
        }
    }
    free(sample);
}

// What passes left is nearly in order. false: it takes too long, and part of it was done.
#define INSERT(type)                                                                          \
    static bool insert_##type(const struct sort *s, char *value) {                            \
        type *k = (type *)(void *)s->keys;                                                    \
        const type mask = (type)s->mask;                                                      \
        size_t budget = 16 * s->n + 512;                                                      \
        for (size_t i = 1; i < s->n; i++) {                                                   \
            type x = k[i];                                                                    \
            size_t at = i, size = s->value_size;                                              \
            if ((k[i - 1] & mask) <= (x & mask)) continue;                                    \
            while (at > 0 && (k[at - 1] & mask) > (x & mask)) {                               \
                k[at] = k[at - 1];                                                            \
                at--;                                                                         \
            }                                                                                 \
            k[at] = x;                                                                        \
            if (size) {                                                                       \
                memcpy(value, s->values + i * size, size);                                    \
                memmove(s->values + (at + 1) * size, s->values + at * size, (i - at) * size); \
                memcpy(s->values + at * size, value, size);                                   \
            }                                                                                 \
            if (i - at > budget) return false;                                                \
            budget -= i - at;                                                                 \
        }                                                                                     \
        return true;                                                                          \
    }
INSERT(uint32_t)
INSERT(uint64_t)

// By the bits from `low` on and before `high`, `width` at a time; s->counts has room for them.
static void sort_by_bits(struct sort *s, int low, int high, int width) {
    s->digits = (size_t)1 << width;
    for (s->shift = low; s->shift < high; s->shift += width) {
        count(s, 0, 0, s->n);
        size_t at = 0, most = 0, *counts = s->counts[0];
        for (size_t d = 0; d < s->digits; d++) {
            size_t here = counts[d];
            most = here > most ? here : most;
            counts[d] = at;
            at += here;
        }
        if (most == s->n) continue; // alike
        distribute(s, 0, 0, s->n);
        swap(&s->keys, &s->spare);
        swap(&s->values, &s->value_spare);
    }
}

static void sort_bucket(void *arg, size_t part, size_t from, size_t to) {
    const struct buckets *b = arg;
    (void)part;
    for (size_t k = from; k < to; k++) {
        size_t start = b->starts[k], n = b->starts[k + 1] - start, counts[1 << WIDE];
        struct sort s = *b->s;
        char *keys = s.spare + start * s.size, *values = s.value_spare + start * s.value_size;
        char value[64];
        s.counts = (void *)counts;
        s.bucket_of = NULL;
        s.n = n;
        s.keys += start * s.size;
        s.values += start * s.value_size;
        s.spare = keys;
        s.value_spare = values;
        int bits = n < 2 ? 0 : b->bits[k], low = 0, width = n < 4096 ? DIGIT : WIDE;
        if (s.size >= 4 && n >= 2 && s.value_size <= sizeof value) {
            int enough = 64 - __builtin_clzll(n) + 4; // bits that tell n random keys apart
            int passes = n <= 24 ? 0 : (enough + width - 1) / width;
            if (bits > passes * width) low = bits - passes * width;
        }
        sort_by_bits(&s, low, bits, width);
        if (low > 0 && !(s.size == 4 ? insert_uint32_t(&s, value) : insert_uint64_t(&s, value)))
            sort_by_bits(&s, 0, bits, width);
        if (s.keys != keys) {
            memcpy(keys, s.keys, n * s.size);
            if (s.value_size) memcpy(values, s.values, n * s.value_size);
            s.keys = keys;
        }
        decode(&s, 0, 0, n);
    }
}

// false: nothing was done, for most keys are in one bucket. Turns keys back.
static bool radix_by_buckets(struct sort *s, uint64_t differs) {
    int bits = differs ? 64 - __builtin_clzll(differs) : 0;
    if (bits < DIGIT) return false;
    struct buckets *b = malloc(sizeof *b);
    if (!b) return false;
    b->s = s;
    s->shift = bits > 16 ? bits - 16 : 0;
    make_buckets(b, bits);
    if (b->mapped)
        s->bucket_of = b->bucket_of;
    else
        s->shift += DIGIT;
    parallel_parts(s->n, s->parts, count, s);
    size_t at = 0, most = 0;
    for (size_t d = 0; d < BUCKETS; d++) {
        b->starts[d] = at;
        for (size_t k = 0; k < s->parts; k++) {
            size_t here = s->counts[k][d];
            s->counts[k][d] = at;
            at += here;
        }
        if (at - b->starts[d] > most) most = at - b->starts[d];
    }
    b->starts[BUCKETS] = at;
    bool even = most <= s->n / 8;
    if (even) {
        parallel_parts(s->n, s->parts, distribute, s);
        swap(&s->keys, &s->spare);
        swap(&s->values, &s->value_spare);
        s->bucket_of = NULL;
        parallel_parts(BUCKETS, BUCKETS, sort_bucket, b);
        swap(&s->keys, &s->spare);
        swap(&s->values, &s->value_spare);
    }
    s->bucket_of = NULL;
    free(b);
    return even;
}

// ---- short arrays -------------------------------------------------------------------------------

static void merge_short(struct sort *s) {
    for (size_t width = 1; width < s->n; width *= 2) {
        for (size_t start = 0; start < s->n; start += 2 * width) {
            size_t a = start, a_end = start + width < s->n ? start + width : s->n;
            size_t b = a_end, b_end = start + 2 * width < s->n ? start + 2 * width : s->n;
            for (size_t to = start; to < b_end; to++) {
                bool second = a == a_end || (b < b_end && key_at(s, s->keys + b * s->size) <
                                                              key_at(s, s->keys + a * s->size));
                size_t from = second ? b++ : a++;
                memcpy(s->spare + to * s->size, s->keys + from * s->size, s->size);
                if (s->value_size)
                    memcpy(s->value_spare + to * s->value_size, s->values + from * s->value_size,
                           s->value_size);
            }
        }
        swap(&s->keys, &s->spare);
        swap(&s->values, &s->value_spare);
    }
}

// ---- all of it ----------------------------------------------------------------------------------

static int sort_floats_with_zeros(struct sort *s, void *stream);

// Keys alone, of which all bits count, are sorted by arrays' quicksort where it has vectors.
static bool by_vectors(const struct sort *s) {
    uint64_t all = s->size == 4 ? UINT32_MAX : UINT64_MAX;
    return s->n > SHORT && s->size >= 4 && !s->value_size && (s->mask & all) == all &&
           hd_quick_is_wide();
}

static bool is_float(const struct sort *s) { return s->kind == KIND_F32 || s->kind == KIND_F64; }

static void find_zeros(void *arg, size_t part, size_t from, size_t to) {
    const struct sort *s = arg;
    bool zero = false;
    if (s->size == 4)
        for (size_t i = from; i < to; i++)
            zero |= ((const uint32_t *)(const void *)s->keys)[i] == 1u << 31;
    else
        for (size_t i = from; i < to; i++)
            zero |= ((const uint64_t *)(const void *)s->keys)[i] == UINT64_C(1) << 63;
    s->negative_zero[part] = zero;
}

static bool has_zeros(struct sort *s) {
    bool zeros = false;
    parallel_parts(s->n, s->parts, find_zeros, s);
    for (size_t k = 0; k < s->parts; k++) zeros |= s->negative_zero[k];
    return zeros;
}

static void sort_by_vectors(const struct sort *s, void *spare) {
    const uint64_t top = UINT64_C(1) << (8 * s->size - 1);
    struct hd_quick_code code = {.infinity = UINT64_MAX};
    if (is_float(s)) code.mirrored = top - 1;
    if (s->kind != KIND_U32 && s->kind != KIND_U64) code.turned = top;
    if (s->descending) code.turned ^= UINT64_MAX;
    void *keys = s->keys;
    if (s->size == 4)
        hd_quick_sort_32(keys, keys, (int64_t)s->n, spare, &code);
    else
        hd_quick_sort_64(keys, keys, (int64_t)s->n, spare, &code);
}

static int sort_memory(struct sort *s, bool stable, void *stream) {
    char *keys = s->keys, *values = s->values;
    s->parts = parallel_count(s->n, s->size);
    size_t state = s->parts * (sizeof *s->counts + 2 * sizeof(uint64_t) + 1);
    size_t bytes = s->n * (s->size + s->value_size) + state + 64;
    char *memory = parallel_memory("sort", bytes);
    if (!memory) return hd_cudart_fail(cudaErrorMemoryAllocation);
    s->counts = (void *)memory;
    s->all = (uint64_t *)(void *)(s->counts + s->parts);
    s->any = s->all + s->parts;
    s->negative_zero = (bool *)(s->any + s->parts);
    s->spare = memory + HD_ROUND_UP(state, 64);
    s->value_spare = s->spare + s->n * s->size;
    if (by_vectors(s) && !(stable && is_float(s) && has_zeros(s))) {
        sort_by_vectors(s, s->spare);
        parallel_free(memory, bytes);
        return 0;
    }
    parallel_parts(s->n, s->parts, encode, s);
    uint64_t all = UINT64_MAX, any = 0;
    bool zeros = false;
    for (size_t k = 0; k < s->parts; k++) {
        all &= s->all[k];
        any |= s->any[k];
        zeros |= s->negative_zero[k];
    }
    int code = 0;
    if (zeros && (stable || s->value_size)) {
        parallel_parts(s->n, s->parts, decode, s);
        code = sort_floats_with_zeros(s, stream);
    } else {
        uint64_t differs = (all ^ any) & s->mask;
        if (s->n < LONG || !radix_by_buckets(s, differs)) {
            if (s->n <= SHORT)
                merge_short(s);
            else
                radix(s, differs);
            parallel_parts(s->n, s->parts, decode, s);
        }
        if (s->keys != keys) memcpy(keys, s->keys, s->n * s->size);
        if (s->value_size && s->values != values) memcpy(values, s->values, s->n * s->value_size);
    }
    parallel_free(memory, bytes);
    return code;
}

struct fetch {
    char *to;
    const char *from;
    const uint64_t *places;
    size_t size;
};

static void fetch_part(void *arg, size_t part, size_t from, size_t to) {
    const struct fetch *f = arg;
    (void)part;
    for (size_t i = from; i < to; i++)
        memcpy(f->to + i * f->size, f->from + f->places[i] * f->size, f->size);
}

static void fetch_all(char *array, char *spare, const uint64_t *places, size_t n, size_t size) {
    struct fetch f = {spare, array, places, size};
    parallel_parts(n, parallel_count(n, size), fetch_part, &f);
    memcpy(array, spare, n * size);
}

static int sort_floats_with_zeros(struct sort *s, void *stream) {
    size_t n = s->n, larger = s->size > s->value_size ? s->size : s->value_size;
    size_t bytes = n * (s->size + sizeof(uint64_t) + larger);
    char *memory = parallel_memory("sort", bytes);
    if (!memory) return hd_cudart_fail(cudaErrorMemoryAllocation);
    uint64_t *places = (uint64_t *)(void *)memory;
    char *keys = (char *)(places + n), *spare = keys + n * s->size;
    for (size_t i = 0; i < n; i++) places[i] = i;
    memcpy(keys, s->keys, n * s->size);
    if (s->kind == KIND_F32) // x + 0 is 0 for both
        for (size_t i = 0; i < n; i++) ((float *)(void *)keys)[i] += 0.0f;
    else
        for (size_t i = 0; i < n; i++) ((double *)(void *)keys)[i] += 0.0;
    struct sort places_too = {.size = s->size,
                              .value_size = sizeof *places,
                              .n = n,
                              .keys = keys,
                              .values = (char *)places,
                              .kind = s->kind,
                              .descending = s->descending,
                              .digits = BUCKETS,
                              .mask = s->mask};
    int code = sort_memory(&places_too, true, stream);
    if (!code) {
        fetch_all(s->keys, spare, places, n, s->size);
        if (s->value_size) fetch_all(s->values, spare, places, n, s->value_size);
    }
    parallel_free(memory, bytes);
    return code;
}

static int sort_any(int kind, void *keys, size_t n, int descending, bool stable, void *values,
                    size_t size, uint64_t mask, void *stream) {
    int code = parallel_enter("sort", stream, keys, values);
    if (code || n < 2) return code;
    struct sort s = {.size = parallel_size(kind),
                     .value_size = values ? size : 0,
                     .n = n,
                     .keys = keys,
                     .values = values,
                     .kind = kind,
                     .descending = descending,
                     .digits = BUCKETS,
                     .mask = mask};
    return sort_memory(&s, stable, stream);
}

static int hd_parallel_sort(int kind, void *keys, size_t n, int descending, int stable,
                            void *values, size_t size, void *stream) {
    return sort_any(kind, keys, n, descending, stable, values, size, UINT64_MAX, stream);
}

// By the bits of the keys from `begin` on and before `end`.
static int hd_parallel_sort_bits(int kind, void *keys, size_t n, int descending, void *values,
                                 size_t size, int begin, int end, void *stream) {
    int width = end - begin;
    if (width <= 0) return 0;
    uint64_t mask = (width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1) << begin;
    return sort_any(kind, keys, n, descending, true, values, size, mask, stream);
}

// sort and argsort of arrays (hd_array_sort).
bool hd_library_sort(int type, void *keys, int64_t n, int64_t *places) {
    static const uint8_t kinds[] = {
        [HD_TY_BOOL] = KIND_U8,   [HD_TY_CHAR] = KIND_I8,   [HD_TY_SCHAR] = KIND_I8,
        [HD_TY_UCHAR] = KIND_U8,  [HD_TY_SHORT] = KIND_I16, [HD_TY_USHORT] = KIND_U16,
        [HD_TY_INT] = KIND_I32,   [HD_TY_UINT] = KIND_U32,  [HD_TY_LONG] = KIND_I64,
        [HD_TY_ULONG] = KIND_U64, [HD_TY_LLONG] = KIND_I64, [HD_TY_ULLONG] = KIND_U64,
        [HD_TY_FLOAT] = KIND_F32, [HD_TY_DOUBLE] = KIND_F64};
    int kind = type >= 0 && type < HD_COUNT(kinds) ? kinds[type] : 0;
    return kind && hd_parallel_sort(kind, keys, (size_t)n, 0, places != NULL, places, 8 * !!places,
                                    NULL) == 0;
}

#define ENTRY(name) {"__heddle_parallel_" #name, (void *)(uintptr_t)hd_parallel_##name}
const struct library_entry hd_parallel_sorting[] = {ENTRY(sort), ENTRY(sort_bits), {NULL, NULL}};
