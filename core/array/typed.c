// What is done to numbers of any type by one pass in C: running sums, places of extremes, counts,
// differences.
//
// A row is one run of elements along an axis: `each_row` calls a function of the element's type for
// every one of them, with strides. The functions are written once and made for each type
// (FOR_TYPES).
#include "array/internal.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct rows { // an array as rows along one axis
    struct hd_array *a;
    int axis;
    int64_t n, stride, count; // of a row; rows
};

static struct hd_array *one_row(unsigned loc, struct hd_array *a) {
    return ha_reshape(loc, a, 1, -1L);
}

static struct rows rows_of(unsigned loc, struct hd_array *a, int axis) {
    struct rows r = {.a = hd_array_must(a, loc)};
    if (axis == INT32_MAX) {
        r.a = one_row(loc, a);
        axis = 0;
    }
    if (axis < -r.a->rank || axis >= r.a->rank)
        hd_array_fail(loc, "axis", "there is no axis %d in an array of shape %s", axis,
                      hd_array_shape_text(a));
    r.axis = axis < 0 ? axis + r.a->rank : axis;
    r.n = r.a->shape[r.axis];
    r.stride = r.a->stride[r.axis];
    r.count = r.n ? r.a->count / r.n : 0;
    return r;
}

// The first element of row k.
static char *row_at(const struct rows *r, int64_t k) {
    char *p = r->a->data;
    for (int d = r->a->rank; d-- > 0;) {
        if (d == r->axis) continue;
        p += k % r->a->shape[d] * r->a->stride[d] * (int64_t)r->a->size;
        k /= r->a->shape[d];
    }
    return p;
}

#define FOR_TYPES(X)                    \
    X(HD_TY_BOOL, uint8_t)              \
    X(HD_TY_CHAR, int8_t)               \
    X(HD_TY_SCHAR, int8_t)              \
    X(HD_TY_UCHAR, uint8_t)             \
    X(HD_TY_SHORT, int16_t)             \
    X(HD_TY_USHORT, uint16_t)           \
    X(HD_TY_INT, int32_t)               \
    X(HD_TY_UINT, uint32_t)             \
    X(HD_TY_LONG, int64_t)              \
    X(HD_TY_ULONG, uint64_t)            \
    X(HD_TY_LLONG, long long)           \
    X(HD_TY_ULLONG, unsigned long long) \
    X(HD_TY_FLOAT, float)               \
    X(HD_TY_DOUBLE, double)

// ---- sums up to each element --------------------------------------------------------------------

// A row is done in stretches of SCAN_STRETCH, whatever the number of workers, so that rounding
// depends on the row's length alone: each stretch is folded first, by lanes, then scanned from what
// those before it come to.
enum { SCAN_STRETCH = 1 << 15 };

struct scan {
    struct rows to, from;
    int64_t stretches; // of a row
    bool product;
    char *begins; // what a stretch begins with: `size` bytes for each
    int64_t size;
};

static int64_t scan_from(const struct scan *s, int64_t stretch) {
    return s->from.n / s->stretches * stretch;
}
static int64_t scan_to(const struct scan *s, int64_t stretch) {
    return stretch + 1 < s->stretches ? scan_from(s, stretch + 1) : s->from.n;
}

#define SCAN(KIND, T)                                                                           \
    static void scan_##KIND(const struct scan *s, int64_t row, int64_t stretch) {               \
        const T *from = (const T *)(const void *)row_at(&s->from, row);                         \
        T *to = (T *)(void *)row_at(&s->to, row), acc = s->product ? 1 : 0;                     \
        int64_t in = s->from.stride, out = s->to.stride, end = scan_to(s, stretch);             \
        if (stretch) memcpy(&acc, s->begins + stretch * s->size, sizeof acc);                   \
        for (int64_t i = scan_from(s, stretch); i < end; i++) {                                 \
            acc = s->product ? (T)(acc * from[i * in]) : (T)(acc + from[i * in]);               \
            to[i * out] = acc;                                                                  \
        }                                                                                       \
    }                                                                                           \
    static void fold_##KIND(const struct scan *s, int64_t row, int64_t stretch) {               \
        enum { LANES = 64 / sizeof(T) };                                                        \
        const T *from = (const T *)(const void *)row_at(&s->from, row);                         \
        T lane[LANES];                                                                          \
        int64_t i = scan_from(s, stretch), end = scan_to(s, stretch), in = s->from.stride;      \
        for (int l = 0; l < LANES; l++) lane[l] = s->product ? 1 : 0;                           \
        for (; i + LANES <= end; i += LANES)                                                    \
            for (int l = 0; l < LANES; l++)                                                     \
                lane[l] = s->product ? (T)(lane[l] * from[(i + l) * in])                        \
                                     : (T)(lane[l] + from[(i + l) * in]);                       \
        for (int l = 0; i < end; i++, l++)                                                      \
            lane[l % LANES] = s->product ? (T)(lane[l % LANES] * from[i * in])                  \
                                         : (T)(lane[l % LANES] + from[i * in]);                 \
        for (int half = LANES / 2; half; half /= 2)                                             \
            for (int l = 0; l < half; l++)                                                      \
                lane[l] =                                                                       \
                    s->product ? (T)(lane[l] * lane[l + half]) : (T)(lane[l] + lane[l + half]); \
        memcpy(s->begins + stretch * s->size, &lane[0], sizeof lane[0]);                        \
    }                                                                                           \
    static void chain_##KIND(const struct scan *s) {                                            \
        T acc = s->product ? 1 : 0, one;                                                        \
        for (int64_t k = 0; k < s->stretches; k++) {                                            \
            memcpy(&one, s->begins + k * s->size, sizeof one);                                  \
            memcpy(s->begins + k * s->size, &acc, sizeof acc);                                  \
            acc = s->product ? (T)(acc * one) : (T)(acc + one);                                 \
        }                                                                                       \
    }
SCAN(long, int64_t)
SCAN(ulong, uint64_t)
SCAN(float, float)
SCAN(double, double)
SCAN(cfloat, float complex)
SCAN(cdouble, double complex)
#undef SCAN

typedef void scan_fn(const struct scan *s, int64_t row, int64_t stretch);
struct scan_type {
    scan_fn *scan, *fold;
    void (*chain)(const struct scan *s);
};

static const struct scan_type *scan_type(const struct hd_array *a) {
#define SCAN_TYPE(KIND) {scan_##KIND, fold_##KIND, chain_##KIND}
    static const struct scan_type types[] = {SCAN_TYPE(long),   SCAN_TYPE(ulong),
                                             SCAN_TYPE(float),  SCAN_TYPE(double),
                                             SCAN_TYPE(cfloat), SCAN_TYPE(cdouble)};
#undef SCAN_TYPE
    switch (a->kind) {
    case HD_TY_FLOAT: return &types[2];
    case HD_TY_DOUBLE: return &types[3];
    case HD_TY_COMPLEX: return a->part == HD_TY_FLOAT ? &types[4] : &types[5];
    case HD_TY_ULONG:
    case HD_TY_ULLONG: return &types[1];
    default: return &types[0];
    }
}

// A block is a row, or a stretch of the only one that is done now.
static void scan_block(struct hd_block *block, void **args) {
    const struct scan *s = args[0];
    scan_fn *fn = *(scan_fn **)args[1];
    int64_t row = *(int64_t *)args[2], at = (int64_t)block->bid[0] + *(int64_t *)args[3];
    if (row < 0)
        fn(s, at, 0);
    else
        fn(s, row, at);
}

// fn of n rows (row < 0), or of n stretches of a row.
static void scan_all(const struct scan *s, scan_fn *fn, int64_t row, int64_t n) {
    bool alone = hd_current_thread() || n * (row < 0 ? s->from.n : SCAN_STRETCH) < SCAN_STRETCH;
    for (int64_t at = 0; alone && at < n; at++) fn(s, row < 0 ? at : row, row < 0 ? 0 : at);
    for (int64_t at = 0; !alone && at < n; at += INT32_MAX) {
        void *args[] = {(void *)(uintptr_t)s, &fn, &row, &at};
        int64_t many = n - at < INT32_MAX ? n - at : INT32_MAX;
        struct hd_cpu_launch launch = {.name = "scan",
                                       .fn = scan_block,
                                       .grid = {(uint32_t)many, 1, 1},
                                       .block = {1, 1, 1},
                                       .work = many * (row < 0 ? s->from.n : SCAN_STRETCH),
                                       .args = args};
        hd_cpu_launch(&launch);
    }
}

void *ha_scan(unsigned loc, struct hd_array *a, int product, int axis) {
    struct scan s = {.from = rows_of(loc, a, axis), .product = product, .size = 16};
    struct hd_array *to = hd_array_like(s.from.a, s.from.a->rank, s.from.a->shape, loc);
    s.to = rows_of(loc, to, s.from.axis);
    const struct scan_type *type = scan_type(a);
    s.stretches = s.from.n > SCAN_STRETCH ? (s.from.n + SCAN_STRETCH - 1) / SCAN_STRETCH : 1;
    if (s.stretches == 1) {
        scan_all(&s, type->scan, -1, s.from.count);
        return to;
    }
    int64_t bytes = s.stretches * s.size;
    struct hd_array *begins =
        hd_array_new((struct hd_array_type){HD_TY_CHAR, 0, 1}, 1, &bytes, loc);
    s.begins = begins->data;
    for (int64_t row = 0; row < s.from.count; row++) {
        scan_all(&s, type->fold, row, s.stretches);
        type->chain(&s);
        scan_all(&s, type->scan, row, s.stretches);
    }
    return to;
}

// ---- places of extremes -------------------------------------------------------------------------

// Of a contiguous row each block's extreme is found first, by lanes; the block that has the row's
// is looked through afterwards.
#define EXTREME(KIND, T)                                                                 \
    static int64_t extreme_##KIND(const T *p, int64_t stride, int64_t n, bool largest) { \
        enum { LANES = 64 / sizeof(T), BLOCK = 64 * LANES };                             \
        int64_t best = 0, in = 0; /* the block that has it */                            \
        T most = p[0];                                                                   \
        int64_t whole = stride == 1 ? n - n % BLOCK : 0;                                 \
        for (int64_t i = 0; i < whole; i += BLOCK) {                                     \
            T lane[LANES];                                                               \
            unsigned char odd[LANES] = {0}, any = 0;                                     \
            memcpy(lane, &p[i], sizeof lane);                                            \
            if (largest)                                                                 \
                for (int64_t j = i; j < i + BLOCK; j += LANES)                           \
                    for (int l = 0; l < LANES; l++) {                                    \
                        lane[l] = p[j + l] > lane[l] ? p[j + l] : lane[l];               \
                    }                                                                    \
            else                                                                         \
                for (int64_t j = i; j < i + BLOCK; j += LANES)                           \
                    for (int l = 0; l < LANES; l++) {                                    \
                        lane[l] = p[j + l] < lane[l] ? p[j + l] : lane[l];               \
                    }                                                                    \
            if ((T)0.5 != 0) /* of floating numbers: is one no number? */                \
                for (int64_t j = i; j < i + BLOCK; j += LANES)                           \
                    for (int l = 0; l < LANES; l++) odd[l] |= p[j + l] != p[j + l];      \
            for (int l = 0; l < LANES; l++) any |= odd[l];                               \
            if (any)                                                                     \
                for (;; i++)                                                             \
                    if (p[i] != p[i]) return i; /* comes first, as in NumPy */           \
            for (int l = 0; l < LANES; l++)                                              \
                if (largest ? lane[l] > most : lane[l] < most) most = lane[l], in = i;   \
        }                                                                                \
        if (whole)                                                                       \
            for (best = in; p[best] != most;) best++;                                    \
        for (int64_t i = whole; i < n; i++) {                                            \
            T x = p[i * stride];                                                         \
            if (x != x) return i;                                                        \
            if (largest ? x > most : x < most) most = x, best = i;                       \
        }                                                                                \
        return best;                                                                     \
    }
FOR_TYPES(EXTREME)
#undef EXTREME

void *ha_arg_extreme(unsigned loc, struct hd_array *a, int largest, int axis) {
    struct rows r = rows_of(loc, a, axis);
    int64_t shape[HD_ARRAY_RANK];
    int rank = 0;
    for (int d = 0; d < r.a->rank; d++)
        if (d != r.axis) shape[rank++] = r.a->shape[d];
    if (!r.n)
        hd_array_fail(loc, "empty array", "%s of an array of shape %s: it has no elements",
                      largest ? "argmax" : "argmin", hd_array_shape_text(a));
    struct hd_array *out = hd_array_new((struct hd_array_type){HD_TY_LONG, 0, 8}, rank, shape, loc);
    for (int64_t k = 0; k < r.count; k++) {
        const void *p = row_at(&r, k);
        int64_t best = 0;
        switch (a->kind) {
#define CASE(KIND, T) \
    case KIND: best = extreme_##KIND(p, r.stride, r.n, largest); break;
            FOR_TYPES(CASE)
#undef CASE
        default: break;
        }
        memcpy(out->data + 8 * k, &best, 8);
    }
    return out;
}

// ---- numbers as doubles, integers ---------------------------------------------------------------

#define READ(KIND, T)            \
    case KIND: {                 \
        T v;                     \
        memcpy(&v, p, sizeof v); \
        return (double)v;        \
    }
static double double_at(int kind, const char *p) {
    switch (kind) {
        FOR_TYPES(READ)
    default: return 0;
    }
}
#undef READ

#define READ(KIND, T)            \
    case KIND: {                 \
        T v;                     \
        memcpy(&v, p, sizeof v); \
        return (int64_t)v;       \
    }
static int64_t integer_at(int kind, const char *p) {
    switch (kind) {
        FOR_TYPES(READ)
    default: return 0;
    }
}
#undef READ

// The axis that a fold took away, back with one element.
void *ha_with_axis(unsigned loc, struct hd_array *a, int axis) {
    struct hd_array *v = hd_array_view(hd_array_must(a, loc), loc);
    if (axis < 0) axis += a->rank + 1;
    memmove(&v->shape[axis + 1], &v->shape[axis], sizeof v->shape[0] * (size_t)(a->rank - axis));
    memmove(&v->stride[axis + 1], &v->stride[axis], sizeof v->stride[0] * (size_t)(a->rank - axis));
    v->shape[axis] = 1;
    v->stride[axis] = 0;
    v->rank++;
    return v;
}

void *ha_bincount(unsigned loc, struct hd_array *a, long least) {
    a = hd_array_packed(hd_array_must(a, loc), loc);
    int64_t n = least;
    for (int64_t i = 0; i < a->count; i++) {
        int64_t v = integer_at(a->kind, a->data + i * (int64_t)a->size);
        if (v < 0)
            hd_array_fail(loc, "value",
                          "bincount counts numbers from 0 on, and element %lld is %lld",
                          (long long)i, (long long)v);
        if (v >= n) n = v + 1;
    }
    struct hd_array *out = hd_array_new((struct hd_array_type){HD_TY_LONG, 0, 8}, 1, &n, loc);
    int64_t *bins = (int64_t *)(void *)out->data;
    memset(bins, 0, (size_t)n * 8);
    for (int64_t i = 0; i < a->count; i++)
        bins[integer_at(a->kind, a->data + i * (int64_t)a->size)]++;
    return out;
}

// Bins of one width; the last one has both its ends.
void *ha_histogram(unsigned loc, struct hd_array *a, long n, double low, double high) {
    a = hd_array_packed(hd_array_must(a, loc), loc);
    if (n < 1) hd_array_fail(loc, "value", "a histogram of %ld bins", n);
    if (low > high) {
        low = INFINITY;
        high = -INFINITY;
        for (int64_t i = 0; i < a->count; i++) {
            double v = double_at(a->kind, a->data + i * (int64_t)a->size);
            if (!isfinite(v))
                hd_array_fail(
                    loc, "value",
                    "element %lld of the histogram is %g: give the range, histogram(a, bins, low, high)",
                    (long long)i, v);
            low = v < low ? v : low;
            high = v > high ? v : high;
        }
        if (!a->count) low = 0, high = 1;
    }
    if (low == high) low -= 0.5, high += 0.5;
    int64_t size = n;
    struct hd_array *out = hd_array_new((struct hd_array_type){HD_TY_LONG, 0, 8}, 1, &size, loc);
    int64_t *bins = (int64_t *)(void *)out->data;
    memset(bins, 0, (size_t)n * 8);
    double step = (high - low) / (double)n;
    for (int64_t i = 0; i < a->count; i++) {
        double v = double_at(a->kind, a->data + i * (int64_t)a->size);
        if (!(v >= low && v <= high)) continue;
        int64_t k = (int64_t)((v - low) / (high - low) * (double)n);
        if (k >= n) k = n - 1;
        if (v < low + (double)k * step)
            k--; // as NumPy: decided by the edges
        else if (k < n - 1 && v >= low + (double)(k + 1) * step)
            k++;
        bins[k < 0 ? 0 : k]++;
    }
    return out;
}

#define DIFF(KIND, T)                                                                              \
    case KIND:                                                                                     \
        for (int64_t i = 0; i < n; i++)                                                            \
            ((T *)to)[i * out] = (T)(((const T *)from)[(i + 1) * in] - ((const T *)from)[i * in]); \
        break;
static struct hd_array *difference(unsigned loc, struct hd_array *a, int axis) {
    struct rows r = rows_of(loc, a, axis), w;
    int64_t shape[HD_ARRAY_RANK];
    memcpy(shape, r.a->shape, sizeof shape);
    if (shape[r.axis]) shape[r.axis]--;
    struct hd_array *result = hd_array_like(r.a, r.a->rank, shape, loc);
    w = rows_of(loc, result, axis);
    for (int64_t k = 0; k < w.count; k++) {
        void *to = row_at(&w, k);
        const void *from = row_at(&r, k);
        int64_t n = w.n, out = w.stride, in = r.stride;
        switch (a->kind) {
            FOR_TYPES(DIFF)
        default: break;
        }
    }
    return result;
}

// The differences, n times.
void *ha_diff(unsigned loc, struct hd_array *a, long n, int axis) {
    if (n < 0) hd_array_fail(loc, "value", "diff cannot be taken %ld times", n);
    a = n ? a : ha_copy(loc, a);
    for (long i = 0; i < n; i++) a = difference(loc, a, axis);
    return a;
}
#undef DIFF
