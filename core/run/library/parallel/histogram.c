// Histograms of numbers, of bins that are equally wide. A part has tables of its own, several where
// they are small: samples next to each other are often in one bin, and a counter that was just
// written is slow to read.
#include "run/library/parallel/parallel.h"

#include <string.h>

#include "run/cudart/cudart.h"

enum { STRETCH = 512, SMALL = 2048, TABLES = 4, MOST_PARTS = 16, PARTS = 64 };

__extension__ typedef unsigned __int128 wide;

struct bins {
    const void *in, *low, *high; // low, high: of the samples' type, of integers long long
    uint32_t count;
    uint32_t *tables; // of each part; the last place of each is for samples that are in no bin
    size_t tables_each;
    uint64_t width,
        inverse; // of integers: of a bin, where the bins share the range, and 2^64 by it
};

// Adds up a stretch's bins, of which there are `count` and the one behind them.
static void add_up(const struct bins *b, size_t part, const uint32_t *bin, size_t n) {
    size_t apart = b->count + 1, i = 0;
    uint32_t *table = b->tables + part * b->tables_each * apart;
    if (b->tables_each == TABLES)
        for (; i + TABLES <= n; i += TABLES)
            for (size_t k = 0; k < TABLES; k++) table[k * apart + bin[i + k]]++;
    for (; i < n; i++) table[bin[i]]++;
}

// (Comparisons of NaN set no flags that anybody reads, and keep a loop from being vectors.)
#define VECTORS \
    __attribute__((target_clones("avx2", "default"), optimize("O3", "no-trapping-math")))
#define FLOATS(name, type)                                                                  \
    VECTORS static void histogram_##name(void *arg, size_t part, size_t from, size_t to) {  \
        const struct bins *b = arg;                                                         \
        const type *in = b->in, low = *(const type *)b->low, high = *(const type *)b->high; \
        type scale = (type)b->count / (high - low), last = (type)(b->count - 1);            \
        int none = (int)b->count;                                                           \
        uint32_t bin[STRETCH];                                                              \
        for (size_t n; from < to; from += n) {                                              \
            n = to - from < STRETCH ? to - from : STRETCH;                                  \
            for (size_t i = 0; i < n; i++) {                                                \
                type x = in[from + i], at = (x - low) * scale;                              \
                at = at < last ? at : last; /* as NaN is */                                 \
                at = at > 0 ? at : 0;                                                       \
                int place = (int)at;                                                        \
                place = x >= low ? place : none;                                            \
                bin[i] = (uint32_t)(x < high ? place : none);                               \
            }                                                                               \
            add_up(b, part, bin, n);                                                        \
        }                                                                                   \
    }
FLOATS(f32, float)
FLOATS(f64, double)

#define INTEGERS(name, type)                                                                 \
    static void histogram_##name(void *arg, size_t part, size_t from, size_t to) {           \
        const struct bins *b = arg;                                                          \
        const type *in = b->in;                                                              \
        int64_t low = *(const int64_t *)b->low;                                              \
        uint64_t range = (uint64_t)*(const int64_t *)b->high - (uint64_t)low;                \
        uint32_t bin[STRETCH];                                                               \
        for (size_t n; from < to; from += n) {                                               \
            n = to - from < STRETCH ? to - from : STRETCH;                                   \
            for (size_t i = 0; i < n; i++) {                                                 \
                uint64_t x = (uint64_t)(int64_t)in[from + i] - (uint64_t)low, at = b->count; \
                if (x < range)                                                               \
                    at = b->width == 1 ? x                                                   \
                         : b->width    ? (uint64_t)((wide)x * b->inverse >> 64)              \
                                       : x * b->count / range;                                  \
                bin[i] = (uint32_t)at;                                                       \
            }                                                                                \
            add_up(b, part, bin, n);                                                         \
        }                                                                                    \
    }
INTEGERS(i8, int8_t)
INTEGERS(u8, uint8_t)
INTEGERS(i16, int16_t)
INTEGERS(u16, uint16_t)
INTEGERS(i32, int32_t)
INTEGERS(u32, uint32_t)

static int hd_parallel_histogram(int kind, const void *in, size_t n, const void *low,
                                 const void *high, int count, uint32_t *out, void *stream) {
    static parallel_fn *const rows[] = {
        [KIND_I8] = histogram_i8,   [KIND_U8] = histogram_u8,   [KIND_I16] = histogram_i16,
        [KIND_U16] = histogram_u16, [KIND_I32] = histogram_i32, [KIND_U32] = histogram_u32,
        [KIND_F32] = histogram_f32, [KIND_F64] = histogram_f64};
    int code = parallel_enter("histogram", stream, in, out);
    if (code || count <= 0) return code;
    size_t places = (size_t)count;
    memset(out, 0, places * sizeof *out);
    if (!n) return 0;
    size_t parts = parallel_count(n, parallel_size(kind)), each = count <= SMALL ? TABLES : 1;
    if (count > SMALL && parts > MOST_PARTS) parts = MOST_PARTS;
    size_t size = parts * each * (places + 1) * sizeof(uint32_t);
    struct bins b = {in,   low, high, (uint32_t)count, parallel_memory("histogram", size),
                     each, 0,   0};
    if (!b.tables) return hd_cudart_fail(cudaErrorMemoryAllocation);
    memset(b.tables, 0, size);
    if (kind != KIND_F32 && kind != KIND_F64) {
        uint64_t range = (uint64_t)*(const int64_t *)high - (uint64_t)*(const int64_t *)low;
        // x * (2^64 / width + 1) / 2^64 is x / width for x and width of 32 bits.
        if (range >> 32 == 0 && range % places == 0) b.width = range / places;
        if (b.width > 1) b.inverse = UINT64_MAX / b.width + 1;
    }
    parallel_parts(n, parts, rows[kind], &b);
    for (size_t k = 0; k < parts * each; k++)
        for (size_t i = 0; i < places; i++) out[i] += b.tables[k * (places + 1) + i];
    parallel_free(b.tables, size);
    return 0;
}

const struct library_entry hd_parallel_histograms[] = {
    {"__heddle_parallel_histogram", (void *)(uintptr_t)hd_parallel_histogram}, {NULL, NULL}};
