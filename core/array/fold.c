// Folds of elements as they are, by code that is there: sums, and the least and greatest of floats,
// doubles and ints. What a prompt asks of nearly every array so has no code to wait for.
//
// The order is that of the loop that run/array/fold.c would have compiled: each result is one
// accumulator that takes its elements one after the other. So results are the same to the last bit,
// and vectors hold the accumulators of results side by side:
//
//     columns    the elements of neighbouring results lie side by side, too
//     rows       each result's elements lie side by side: tiles of a few rows and columns are
//                turned in registers
//
// An element that is no number wins among the least and greatest, as in front/check/array/reduce.c.
#include "array/internal.h"

#include <immintrin.h>

#define FAST __attribute__((target_clones("avx512f", "avx2", "default"), optimize("O3")))
#define TURNS __attribute__((target("avx2"), optimize("O3"))) // tiles in registers

enum { ACROSS = 16, TOGETHER = 4 }; // lanes of a vector here, and vectors that are folded at once

typedef float floats __attribute__((vector_size(4 * ACROSS), aligned(4)));
typedef double doubles __attribute__((vector_size(8 * ACROSS), aligned(8)));
typedef int32_t ints __attribute__((vector_size(4 * ACROSS), aligned(4)));
typedef uint64_t longs __attribute__((vector_size(8 * ACROSS), aligned(8)));

typedef void fold_fn(char *to, const char *from, int64_t n, int64_t count, int64_t stride);

// ---- columns ------------------------------------------------------------------------------------

#define SUM_OF(acc, x) ((acc) + (x))
#define PICK(less, acc, x, M) ((__typeof__(acc))(((M)(x) & (M)(less)) | ((M)(acc) & ~(M)(less))))
#define LEAST_FLOATS(acc, x) PICK(((x) < (acc)) | ((x) != (x)), acc, x, ints)
#define MOST_FLOATS(acc, x) PICK(((x) > (acc)) | ((x) != (x)), acc, x, ints)
#define LEAST_DOUBLES(acc, x) PICK(((x) < (acc)) | ((x) != (x)), acc, x, longs)
#define MOST_DOUBLES(acc, x) PICK(((x) > (acc)) | ((x) != (x)), acc, x, longs)
#define LEAST_INTS(acc, x) PICK((x) < (acc), acc, x, ints)
#define MOST_INTS(acc, x) PICK((x) > (acc), acc, x, ints)
#define LEAST_ONE(acc, x) ((x) < (acc) || (x) != (x) ? (x) : (acc))
#define MOST_ONE(acc, x) ((x) > (acc) || (x) != (x) ? (x) : (acc))

// n results, of `count` elements that are `stride` apart. T: elements, A: accumulators, and the
// vectors of both.
#define COLUMNS(name, T, A, vector_T, vector_A, OF_VECTORS, OF_ONE)                                \
    FAST static void name(char *to_, const char *from_, int64_t n, int64_t count,                  \
                          int64_t stride) {                                                        \
        A *to = (A *)(void *)to_;                                                                  \
        const T *from = (const T *)(const void *)from_;                                            \
        int64_t i = 0;                                                                             \
        for (; i + TOGETHER * ACROSS <= n; i += TOGETHER * ACROSS) {                               \
            vector_A acc[TOGETHER];                                                                \
            _Pragma("GCC unroll 4") for (int k = 0; k < TOGETHER; k++) acc[k] =                    \
                __builtin_convertvector(*(const vector_T *)(from + i + k * ACROSS), vector_A);     \
            for (int64_t j = 1; j < count; j++) {                                                  \
                const T *p = from + i + j * stride;                                                \
                _Pragma("GCC unroll 4") for (int k = 0; k < TOGETHER; k++) {                       \
                    vector_A x =                                                                   \
                        __builtin_convertvector(*(const vector_T *)(p + k * ACROSS), vector_A);    \
                    acc[k] = OF_VECTORS(acc[k], x);                                                \
                }                                                                                  \
            }                                                                                      \
            _Pragma("GCC unroll 4") for (int k = 0; k < TOGETHER; k++) *                           \
                (vector_A *)(to + i + k * ACROSS) = acc[k];                                        \
        }                                                                                          \
        for (; i + ACROSS <= n; i += ACROSS) {                                                     \
            vector_A acc = __builtin_convertvector(*(const vector_T *)(from + i), vector_A);       \
            for (int64_t j = 1; j < count; j++) {                                                  \
                vector_A x =                                                                       \
                    __builtin_convertvector(*(const vector_T *)(from + i + j * stride), vector_A); \
                acc = OF_VECTORS(acc, x);                                                          \
            }                                                                                      \
            *(vector_A *)(to + i) = acc;                                                           \
        }                                                                                          \
        for (; i < n; i++) {                                                                       \
            A acc = (A)from[i];                                                                    \
            for (int64_t j = 1; j < count; j++) {                                                  \
                const A x = (A)from[i + j * stride];                                               \
                acc = OF_ONE(acc, x);                                                              \
            }                                                                                      \
            to[i] = acc;                                                                           \
        }                                                                                          \
    }
COLUMNS(sum_floats, float, float, floats, floats, SUM_OF, SUM_OF)
COLUMNS(sum_doubles, double, double, doubles, doubles, SUM_OF, SUM_OF)
COLUMNS(sum_ints, int32_t, uint64_t, ints, longs, SUM_OF, SUM_OF)
COLUMNS(sum_longs, uint64_t, uint64_t, longs, longs, SUM_OF, SUM_OF)
COLUMNS(least_floats, float, float, floats, floats, LEAST_FLOATS, LEAST_ONE)
COLUMNS(least_doubles, double, double, doubles, doubles, LEAST_DOUBLES, LEAST_ONE)
COLUMNS(least_ints, int32_t, int32_t, ints, ints, LEAST_INTS, LEAST_ONE)
COLUMNS(most_floats, float, float, floats, floats, MOST_FLOATS, MOST_ONE)
COLUMNS(most_doubles, double, double, doubles, doubles, MOST_DOUBLES, MOST_ONE)
COLUMNS(most_ints, int32_t, int32_t, ints, ints, MOST_INTS, MOST_ONE)

// ---- rows ---------------------------------------------------------------------------------------
// n sums of `count` elements side by side, `stride` from one sum's to the next one's.

TURNS static void sum_rows_float(char *to_, const char *from_, int64_t n, int64_t count,
                                 int64_t stride) {
    enum { ROWS = 8, COLUMNS = 4 };
    float *to = (float *)(void *)to_;
    const float *from = (const float *)(const void *)from_;
    int64_t i = 0;
    for (; count >= COLUMNS && i + ROWS <= n; i += ROWS) {
        const float *p = from + i * stride;
        __m256 acc = _mm256_setzero_ps();
        for (int64_t j = 0; j < count; j += COLUMNS) {
            int64_t at = j + COLUMNS <= count ? j : count - COLUMNS; // some twice at the end
            __m256 r[4], low[2], high[2], column[COLUMNS];
#pragma GCC unroll 4
            for (int k = 0; k < 4; k++) // rows k and k + 4
                r[k] = _mm256_loadu2_m128(p + (k + 4) * stride + at, p + k * stride + at);
            low[0] = _mm256_unpacklo_ps(r[0], r[1]), high[0] = _mm256_unpackhi_ps(r[0], r[1]);
            low[1] = _mm256_unpacklo_ps(r[2], r[3]), high[1] = _mm256_unpackhi_ps(r[2], r[3]);
            column[0] = _mm256_shuffle_ps(low[0], low[1], 0x44);
            column[1] = _mm256_shuffle_ps(low[0], low[1], 0xee);
            column[2] = _mm256_shuffle_ps(high[0], high[1], 0x44);
            column[3] = _mm256_shuffle_ps(high[0], high[1], 0xee);
            if (j == 0) {
                acc = column[0];
            } else if (at == j) {
                acc = _mm256_add_ps(acc, column[0]);
            }
            if (at + 1 >= j) acc = _mm256_add_ps(acc, column[1]);
            if (at + 2 >= j) acc = _mm256_add_ps(acc, column[2]);
            acc = _mm256_add_ps(acc, column[3]);
        }
        _mm256_storeu_ps(to + i, acc);
    }
    for (; i < n; i++) {
        float acc = from[i * stride];
        for (int64_t j = 1; j < count; j++) acc += from[i * stride + j];
        to[i] = acc;
    }
}

TURNS static void sum_rows_double(char *to_, const char *from_, int64_t n, int64_t count,
                                  int64_t stride) {
    enum { ROWS = 4, COLUMNS = 2 };
    double *to = (double *)(void *)to_;
    const double *from = (const double *)(const void *)from_;
    int64_t i = 0;
    for (; count >= COLUMNS && i + ROWS <= n; i += ROWS) {
        const double *p = from + i * stride;
        __m256d acc = _mm256_setzero_pd();
        for (int64_t j = 0; j < count; j += COLUMNS) {
            int64_t at = j + COLUMNS <= count ? j : count - COLUMNS;
            __m256d even = _mm256_loadu2_m128d(p + 2 * stride + at, p + at);
            __m256d odd = _mm256_loadu2_m128d(p + 3 * stride + at, p + stride + at);
            __m256d first = _mm256_unpacklo_pd(even, odd), second = _mm256_unpackhi_pd(even, odd);
            if (j == 0)
                acc = first;
            else if (at == j)
                acc = _mm256_add_pd(acc, first);
            acc = _mm256_add_pd(acc, second);
        }
        _mm256_storeu_pd(to + i, acc);
    }
    for (; i < n; i++) {
        double acc = from[i * stride];
        for (int64_t j = 1; j < count; j++) acc += from[i * stride + j];
        to[i] = acc;
    }
}

// ---- all of it ----------------------------------------------------------------------------------

static const struct plain {
    int kind;      // of elements
    uint32_t size; // of accumulators
    fold_fn *columns[HD_PLAIN_FOLDS], *rows[HD_PLAIN_FOLDS];
} plains[] = {
    {HD_TY_FLOAT,
     4,
     {[HD_PLAIN_SUM] = sum_floats, [HD_PLAIN_MIN] = least_floats, [HD_PLAIN_MAX] = most_floats},
     {[HD_PLAIN_SUM] = sum_rows_float}},
    {HD_TY_DOUBLE,
     8,
     {[HD_PLAIN_SUM] = sum_doubles, [HD_PLAIN_MIN] = least_doubles, [HD_PLAIN_MAX] = most_doubles},
     {[HD_PLAIN_SUM] = sum_rows_double}},
    {HD_TY_INT, 8, {[HD_PLAIN_SUM] = sum_ints}, {NULL}},
    {HD_TY_INT, 4, {[HD_PLAIN_MIN] = least_ints, [HD_PLAIN_MAX] = most_ints}, {NULL}},
    {HD_TY_LONG, 8, {[HD_PLAIN_SUM] = sum_longs}, {NULL}},
};

struct folding {
    const struct hd_loop *loop;
    fold_fn *fn;
    int64_t count, stride;        // of one result's elements
    int64_t chunk, chunks, parts; // a part: `chunk` results of a row, of `chunks` in a row
    int64_t each;                 // parts of a block
};

static void fold_parts(const struct folding *f, int64_t from, int64_t to) {
    const struct hd_loop *loop = f->loop;
    int inner = loop->rank - 1;
    for (int64_t part = from; part < to; part++) {
        int64_t row = part / f->chunks, at = part % f->chunks * f->chunk;
        int64_t n = loop->shape[inner] - at < f->chunk ? loop->shape[inner] - at : f->chunk;
        int64_t offset[2];
        for (int k = 0; k < 2; k++) offset[k] = at * loop->stride[k][inner];
        for (int d = inner; d-- > 0; row /= loop->shape[d])
            for (int k = 0; k < 2; k++) offset[k] += row % loop->shape[d] * loop->stride[k][d];
        f->fn(loop->data[0] + offset[0] * (int64_t)loop->size[0],
              loop->data[1] + offset[1] * (int64_t)loop->size[1], n, f->count, f->stride);
    }
}

static void fold_block(struct hd_block *block, void **args) {
    const struct folding *f = args[0];
    int64_t from = (int64_t)block->bid[0] * f->each, to = from + f->each;
    fold_parts(f, from, to < f->parts ? to : f->parts);
}

bool hd_array_fold(enum hd_plain_fold how, int kind, const struct hd_loop *loop, int64_t count,
                   int64_t stride) {
    enum { PART = 1 << 14, FEW = 20000 }; // elements of a block, and what is no launch
    struct folding f = {.loop = loop, .count = count};
    int inner = loop->rank - 1;
    int64_t n = loop->shape[inner], rows = 1;
    for (int i = 0; i < HD_COUNT(plains) && !f.fn; i++) {
        const struct plain *p = &plains[i];
        if (p->kind != kind || p->size != loop->size[0]) continue;
        if (loop->stride[0][inner] != 1 && n > 1) continue;
        if (loop->stride[1][inner] == 1 || n == 1) {
            f.fn = p->columns[how];
            f.stride = stride;
        } else if (stride == 1 && __builtin_cpu_supports("avx2")) {
            f.fn = p->rows[how];
            f.stride = loop->stride[1][inner];
        }
    }
    if (!f.fn) return false;
    for (int d = 0; d < inner; d++) rows *= loop->shape[d];
    f.chunk = PART / count > TOGETHER * ACROSS ? PART / count : TOGETHER * ACROSS;
    f.chunk -= f.chunk % ACROSS;
    if (f.chunk > n) f.chunk = n;
    f.chunks = (n + f.chunk - 1) / f.chunk;
    f.parts = f.chunks * rows;
    int64_t work = n * rows * count;
    if (work < FEW) {
        fold_parts(&f, 0, f.parts);
        return true;
    }
    f.each = PART / (f.chunk * count) + 1;
    void *args[] = {&f};
    for (int64_t blocks = (f.parts + f.each - 1) / f.each; blocks > INT32_MAX; blocks /= 2)
        f.each *= 2;
    struct hd_cpu_launch launch = {.name = "fold",
                                   .fn = fold_block,
                                   .grid = {(uint32_t)((f.parts + f.each - 1) / f.each), 1, 1},
                                   .block = {1, 1, 1},
                                   .args = args,
                                   .shares = true,
                                   .work = work};
    hd_cpu_launch(&launch);
    return true;
}
