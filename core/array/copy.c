// Copying elements from any strides to any others: of elements of the usual sizes without a call
// for each, rows that lie across each other (a transposed array) in tiles, so that each line of
// memory is read once.
#include "array/internal.h"

#include <string.h>

enum { TILE_ROWS = 16, TILE = 64 };

// rows x n elements; strides are in bytes: out_row, in_row from one row to the next, out, in
// within.
typedef void copy_fn(char *restrict to, const char *restrict from, int64_t rows, int64_t out_row,
                     int64_t in_row, int64_t n, int64_t out, int64_t in);

#define ROW(OUT, IN, BYTES) \
    for (int64_t i = 0; i < n; i++) memcpy(to + i * (OUT), from + i * (IN), BYTES)

#define COPY(BYTES)                                                                               \
    static void row_##BYTES(char *restrict to, const char *restrict from, int64_t n, int64_t out, \
                            int64_t in) {                                                         \
        if (out == (BYTES) && in == -(BYTES))                                                     \
            ROW(BYTES, -(BYTES), BYTES);                                                          \
        else if (out == (BYTES) && in == 0)                                                       \
            ROW(BYTES, 0, BYTES);                                                                 \
        else                                                                                      \
            ROW(out, in, BYTES);                                                                  \
    }                                                                                             \
    static void copy_##BYTES(char *restrict to, const char *restrict from, int64_t rows,          \
                             int64_t out_row, int64_t in_row, int64_t n, int64_t out,             \
                             int64_t in) {                                                        \
        for (int64_t k = 0; k < rows; k++)                                                        \
            row_##BYTES(to + k * out_row, from + k * in_row, n, out, in);                         \
    }
COPY(1)
COPY(2)
COPY(4)
COPY(8)
COPY(16)

static copy_fn *copy_of(size_t bytes) {
    switch (bytes) {
    case 1: return copy_1;
    case 2: return copy_2;
    case 4: return copy_4;
    case 8: return copy_8;
    case 16: return copy_16;
    default: return NULL;
    }
}

static void copy_row(const struct hd_loop *loop, char *to, const char *from, int64_t n, int64_t out,
                     int64_t in) {
    int64_t size = (int64_t)loop->size[0];
    copy_fn *copy = copy_of(loop->size[0]);
    if (out == size && in == size)
        memmove(to, from, (size_t)(n * size));
    else if (copy)
        copy(to, from, 1, 0, 0, n, out, in);
    else
        for (int64_t i = 0; i < n; i++) memcpy(to + i * out, from + i * in, (size_t)size);
}

static int64_t magnitude(int64_t x) { return x < 0 ? -x : x; }

static void copy_rows(const struct hd_loop *loop, int dim, char *to, const char *from) {
    int64_t size = (int64_t)loop->size[0], n = loop->shape[dim];
    int64_t out = loop->stride[0][dim] * size, in = loop->stride[1][dim] * size;
    if (dim + 1 == loop->rank) {
        copy_row(loop, to, from, n, out, in);
        return;
    }
    int64_t inner = loop->shape[dim + 1], inner_in = loop->stride[1][dim + 1] * size;
    copy_fn *copy = copy_of(loop->size[0]);
    if (!copy || dim + 2 < loop->rank || magnitude(inner_in) <= magnitude(in)) {
        for (int64_t i = 0; i < n; i++) copy_rows(loop, dim + 1, to + i * out, from + i * in);
        return;
    }
    int64_t inner_out = loop->stride[0][dim + 1] * size;
    for (int64_t j = 0; j < inner; j += TILE)
        for (int64_t i = 0; i < n; i += TILE_ROWS)
            copy(to + i * out + j * inner_out, from + i * in + j * inner_in,
                 n - i < TILE_ROWS ? n - i : TILE_ROWS, out, in,
                 inner - j < TILE ? inner - j : TILE, inner_out, inner_in);
}

// to = from, of one type and shape (from is broadcast); they do not overlap.
void hd_array_assign(struct hd_array *to, const struct hd_array *from) {
    struct hd_loop loop;
    if (!to->count) return;
    hd_loop_begin(&loop, to->rank, to->shape);
    hd_loop_add(&loop, to);
    hd_loop_add(&loop, from);
    hd_loop_simplify(&loop);
    copy_rows(&loop, 0, loop.data[0], loop.data[1]);
}

// ---- elements where a mask is true --------------------------------------------------------------

int64_t hd_array_count_mask(const char *mask, int64_t n) {
    int64_t count = 0;
    for (int64_t i = 0; i < n; i++) count += mask[i] != 0;
    return count;
}

// Without a branch: what is not wanted is written over by the next one.
#define PACK(BYTES)                                              \
    case BYTES:                                                  \
        for (int64_t i = 0, k = 0; k < n; i++) {                 \
            memcpy(to + k * (BYTES), from + i * (BYTES), BYTES); \
            k += mask[i] != 0;                                   \
        }                                                        \
        break;

void hd_array_pack(char *restrict to, const char *restrict from, const char *restrict mask,
                   int64_t n, size_t bytes) {
    switch (bytes) {
        PACK(1)
        PACK(2)
        PACK(4)
        PACK(8)
        PACK(16)
    default:
        for (int64_t i = 0, k = 0; k < n; i++) {
            if (!mask[i]) continue;
            memcpy(to + (size_t)k++ * bytes, from + (size_t)i * bytes, bytes);
        }
    }
}
