// Sums, extremes, scans, counts and histograms of numbers.
#include "run/library/parallel/parallel.h"

#include <stdlib.h>
#include <string.h>

#include "run/cudart/cudart.h"

#define LANES 32 // sums side by side: what the vectors of any machine hold, and their latency

struct fold {
    int op;
    const char *in;
    char *out;     // scans
    char *results; // of each part
    char *before;  // scans: the sum before each part; the first one's is there if `has_init`
    bool has_init, exclusive;
    int kind;
};

// Unsigned arithmetic, so that sums wrap as the programs' own do.
#define WRAPS_i8 uint8_t
#define WRAPS_u8 uint8_t
#define WRAPS_i16 uint16_t
#define WRAPS_u16 uint16_t
#define WRAPS_i32 uint32_t
#define WRAPS_u32 uint32_t
#define WRAPS_i64 uint64_t
#define WRAPS_u64 uint64_t
#define WRAPS_f32 float
#define WRAPS_f64 double

#define PLUS(name, type, a, b) ((type)((WRAPS_##name)(a) + (WRAPS_##name)(b)))
#define MULTIPLIES(name, type, a, b) ((type)((WRAPS_##name)(a) * (WRAPS_##name)(b)))
#define MINIMUM(name, type, a, b) ((b) < (a) ? (b) : (a))
#define MAXIMUM(name, type, a, b) ((a) < (b) ? (b) : (a))

#define SUM(name, type, OP)                                                                 \
    {                                                                                       \
        type sums[LANES], sum;                                                              \
        size_t i = from;                                                                    \
        if (to - from >= 2 * LANES) {                                                       \
            for (int j = 0; j < LANES; j++) sums[j] = in[i + (size_t)j];                    \
            for (i += LANES; i + LANES <= to; i += LANES)                                   \
                for (int j = 0; j < LANES; j++)                                             \
                    sums[j] = OP(name, type, sums[j], in[i + (size_t)j]);                   \
            for (int w = LANES / 2; w; w /= 2)                                              \
                for (int j = 0; j < w; j++) sums[j] = OP(name, type, sums[j], sums[j + w]); \
            sum = sums[0];                                                                  \
        } else {                                                                            \
            sum = in[i++];                                                                  \
        }                                                                                   \
        for (; i < to; i++) sum = OP(name, type, sum, in[i]);                               \
        ((type *)(void *)f->results)[part] = sum;                                           \
    }                                                                                       \
    break;
#define FOLD(kind, name, type)                                                                 \
    __attribute__((target_clones("avx2", "default"), optimize("O3"))) static void fold_##name( \
        void *arg, size_t part, size_t from, size_t to) {                                      \
        const struct fold *f = arg;                                                            \
        const type *in = (const type *)(const void *)f->in;                                    \
        switch (f->op) {                                                                       \
        case OP_PLUS: SUM(name, type, PLUS)                                                    \
        case OP_MIN: SUM(name, type, MINIMUM)                                                  \
        case OP_MAX: SUM(name, type, MAXIMUM)                                                  \
        case OP_MULTIPLIES: SUM(name, type, MULTIPLIES)                                        \
        }                                                                                      \
    }                                                                                          \
    static type apply_##name(int op, type a, type b) {                                         \
        switch (op) {                                                                          \
        case OP_PLUS: return PLUS(name, type, a, b);                                           \
        case OP_MIN: return MINIMUM(name, type, a, b);                                         \
        case OP_MAX: return MAXIMUM(name, type, a, b);                                         \
        default: return MULTIPLIES(name, type, a, b);                                          \
        }                                                                                      \
    }                                                                                          \
    static void combine_##name(int op, void *to, const void *with) {                           \
        type a, b;                                                                             \
        memcpy(&a, to, sizeof a);                                                              \
        memcpy(&b, with, sizeof b);                                                            \
        a = apply_##name(op, a, b);                                                            \
        memcpy(to, &a, sizeof a);                                                              \
    }
PARALLEL_KINDS(FOLD)

// Sums of 32-bit integers, eight at a time; exclusive: without the element itself. Where the rest
// begins; *sum: of what is before that.
typedef uint32_t eight __attribute__((vector_size(32)));
__attribute__((target_clones("avx2", "default"))) static size_t scan_eights(
    const uint32_t *in, uint32_t *out, size_t i, size_t to, uint32_t *sum, bool exclusive) {
    const eight none = {0};
    eight before = none + *sum;
    for (; i + 8 <= to; i += 8) {
        eight x, y;
        memcpy(&x, in + i, sizeof x);
        y = x + __builtin_shuffle(none, x, (eight){0, 8, 9, 10, 11, 12, 13, 14});
        y += __builtin_shuffle(none, y, (eight){0, 0, 8, 9, 10, 11, 12, 13});
        y += __builtin_shuffle(none, y, (eight){0, 0, 0, 0, 8, 9, 10, 11});
        eight z = y + before;
        if (exclusive) z -= x;
        memcpy(out + i, &z, sizeof z);
        before += __builtin_shuffle(y, (eight){7, 7, 7, 7, 7, 7, 7, 7});
    }
    *sum = before[0];
    return i;
}

#define SCAN_LOOP(name, type, OP)                                      \
    if (f->exclusive)                                                  \
        for (; i < to; i++) {                                          \
            type x = in[i];                                            \
            out[i] = sum;                                              \
            sum = OP(name, type, sum, x);                              \
        }                                                              \
    else                                                               \
        for (; i < to; i++) out[i] = sum = OP(name, type, sum, in[i]); \
    break;
#define SCAN(kind, name, type)                                                            \
    static void scan_##name(void *arg, size_t part, size_t from, size_t to) {             \
        const struct fold *f = arg;                                                       \
        const type *in = (const type *)(const void *)f->in;                               \
        type *out = (type *)(void *)f->out, sum;                                          \
        size_t i = from;                                                                  \
        if (part || f->has_init)                                                          \
            sum = ((const type *)(const void *)f->before)[part];                          \
        else                                                                              \
            out[i] = sum = in[i], i++;                                                    \
        if (f->op == OP_PLUS && (kind == KIND_I32 || kind == KIND_U32)) {                 \
            uint32_t so_far = (uint32_t)sum;                                              \
            i = scan_eights((const void *)in, (void *)out, i, to, &so_far, f->exclusive); \
            sum = (type)so_far;                                                           \
        }                                                                                 \
        switch (f->op) {                                                                  \
        case OP_PLUS: SCAN_LOOP(name, type, PLUS)                                         \
        case OP_MIN: SCAN_LOOP(name, type, MINIMUM)                                       \
        case OP_MAX: SCAN_LOOP(name, type, MAXIMUM)                                       \
        case OP_MULTIPLIES: SCAN_LOOP(name, type, MULTIPLIES)                             \
        }                                                                                 \
    }
PARALLEL_KINDS(SCAN)

static const struct {
    parallel_fn *fold, *scan;
    void (*combine)(int op, void *to, const void *with);
} kinds[] = {
#define ROW(kind, name, type) [kind] = {fold_##name, scan_##name, combine_##name},
    PARALLEL_KINDS(ROW)};

// *result, which holds the first operand, becomes the sum of it and all elements.
static int hd_parallel_reduce(int kind, int op, const void *in, size_t n, void *result,
                              void *stream) {
    int code = parallel_enter("reduce", stream, in, NULL);
    if (code || !n) return code;
    size_t size = parallel_size(kind), parts = parallel_count(n, size);
    uint64_t results[64];
    struct fold f = {.op = op, .in = in, .results = (char *)results};
    parallel_parts(n, parts, kinds[kind].fold, &f);
    for (size_t k = 0; k < parts; k++) kinds[kind].combine(op, result, (char *)results + k * size);
    return 0;
}

// The sum before part + 1, from that before part.
static void link_part(void *arg, size_t part) {
    const struct fold *f = arg;
    size_t size = parallel_size(f->kind);
    char *next = f->before + (part + 1) * size;
    if (!part && !f->has_init) {
        memcpy(next, f->results, size);
        return;
    }
    memcpy(next, f->before + part * size, size);
    kinds[f->kind].combine(f->op, next, f->results + part * size);
}

// init: what the first element is combined with; NULL: nothing (then not exclusive).
static int hd_parallel_scan(int kind, int op, const void *in, void *out, size_t n, const void *init,
                            int exclusive, void *stream) {
    enum {
        CACHED = 128 << 10
    }; // bytes of a stretch that stay in the second cache, with the output
    int code = parallel_enter("scan", stream, in, out);
    if (code || !n) return code;
    size_t size = parallel_size(kind), parts = (n * size + CACHED - 1) / CACHED;
    struct fold f = {.op = op,
                     .in = in,
                     .out = out,
                     .has_init = init != NULL,
                     .exclusive = exclusive,
                     .kind = kind};
    size_t bytes = (2 * parts + 1) * size;
    char *sums = parallel_memory("scan", bytes);
    if (!sums) return hd_cudart_fail(cudaErrorMemoryAllocation);
    f.results = sums;
    f.before = sums + parts * size;
    if (init) memcpy(f.before, init, size);
    struct parallel_chain chain = {kinds[kind].fold, kinds[kind].scan, link_part, &f};
    if (parts == 1)
        kinds[kind].scan(&f, 0, 0, n);
    else
        parallel_in_order(n, parts, &chain);
    parallel_free(sums, bytes);
    return 0;
}

// ---- the first of the least or the greatest -----------------------------------------------------

struct extreme {
    const void *in;
    bool greatest;
    size_t *at; // of each part
};

// The extreme's value by a loop without branches, then its first place, in blocks.
#define EXTREME(kind, name, type)                                                 \
    __attribute__((target_clones("avx2", "default"))) static void extreme_##name( \
        void *arg, size_t part, size_t from, size_t to) {                         \
        const struct extreme *e = arg;                                            \
        const type *in = e->in;                                                   \
        size_t best = from;                                                       \
        while (from < to) {                                                       \
            size_t end = to - from < 1024 ? to : from + 1024;                     \
            type found = in[best];                                                \
            bool better = false;                                                  \
            if (e->greatest)                                                      \
                for (size_t i = from; i < end; i++) better |= found < in[i];      \
            else                                                                  \
                for (size_t i = from; i < end; i++) better |= in[i] < found;      \
            for (size_t i = from; better && i < end; i++)                         \
                if (e->greatest ? in[best] < in[i] : in[i] < in[best]) best = i;  \
            from = end;                                                           \
        }                                                                         \
        e->at[part] = best;                                                       \
    }
PARALLEL_KINDS(EXTREME)
#define BETTER(kind, name, type)                                             \
    static bool better_##name(const struct extreme *e, size_t a, size_t b) { \
        const type *in = e->in;                                              \
        return e->greatest ? in[b] < in[a] : in[a] < in[b];                  \
    }
PARALLEL_KINDS(BETTER)

static int hd_parallel_extreme(int kind, int greatest, const void *in, size_t n, size_t *at,
                               void *stream) {
    static const struct {
        parallel_fn *find;
        bool (*better)(const struct extreme *e, size_t a, size_t b);
    } rows[] = {
#define EXTREME_ROW(kind, name, type) [kind] = {extreme_##name, better_##name},
        PARALLEL_KINDS(EXTREME_ROW)};
    int code = parallel_enter("extreme", stream, in, NULL);
    *at = 0;
    if (code || !n) return code;
    size_t parts = parallel_count(n, parallel_size(kind)), found[64];
    struct extreme e = {in, greatest, found};
    parallel_parts(n, parts, rows[kind].find, &e);
    *at = found[0];
    for (size_t k = 1; k < parts; k++)
        if (rows[kind].better(&e, found[k], *at)) *at = found[k];
    return 0;
}

// ---- counting -----------------------------------------------------------------------------------

struct tally {
    const void *in, *value;
    size_t *counts;
};

#define TALLY(kind, name, type)                                                 \
    __attribute__((target_clones("avx2", "default"))) static void count_##name( \
        void *arg, size_t part, size_t from, size_t to) {                       \
        const struct tally *t = arg;                                            \
        const type *in = t->in, value = *(const type *)t->value;                \
        size_t count = 0;                                                       \
        for (size_t i = from; i < to; i++) count += in[i] == value;             \
        t->counts[part] = count;                                                \
    }
PARALLEL_KINDS(TALLY)

static int hd_parallel_count(int kind, const void *in, size_t n, const void *value, size_t *count,
                             void *stream) {
    static parallel_fn *const rows[] = {
#define TALLY_ROW(kind, name, type) [kind] = count_##name,
        PARALLEL_KINDS(TALLY_ROW)};
    int code = parallel_enter("count", stream, in, NULL);
    *count = 0;
    if (code || !n) return code;
    size_t parts = parallel_count(n, parallel_size(kind)), counts[64];
    struct tally t = {in, value, counts};
    parallel_parts(n, parts, rows[kind], &t);
    for (size_t k = 0; k < parts; k++) *count += counts[k];
    return 0;
}

#define ENTRY(name) {"__heddle_parallel_" #name, (void *)(uintptr_t)hd_parallel_##name}
const struct library_entry hd_parallel_folds[] = {
    ENTRY(reduce), ENTRY(scan), ENTRY(extreme), ENTRY(count), {NULL, NULL}};
