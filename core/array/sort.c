// Sorting and what rests on it. Numbers are sorted by their bits: a key of the same width whose
// order as an unsigned number is theirs (floating numbers: negative ones inverted; what is no
// number comes last), by radix, least digit first, which keeps equal elements in order; short rows
// by insertion.
#include "array/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct item {
    uint64_t key;
    int64_t at;
};

static uint64_t key_of(int kind, const char *p) {
    uint64_t bits = 0;
    switch (kind) {
    case HD_TY_BOOL:
    case HD_TY_UCHAR: return *(const uint8_t *)p;
    case HD_TY_CHAR:
    case HD_TY_SCHAR: return (uint64_t)(*(const int8_t *)p + 128);
    case HD_TY_SHORT: return (uint64_t)(*(const int16_t *)p + 32768);
    case HD_TY_USHORT: return *(const uint16_t *)p;
    case HD_TY_INT: return (uint64_t)((int64_t)*(const int32_t *)p + INT64_C(0x80000000));
    case HD_TY_UINT: return *(const uint32_t *)p;
    case HD_TY_ULONG:
    case HD_TY_ULLONG: return *(const uint64_t *)p;
    case HD_TY_FLOAT: {
        uint32_t b;
        memcpy(&b, p, 4);
        if ((b & 0x7fffffff) > 0x7f800000) return 0xffffffff;
        if (b == 0x80000000) b = 0; // both zeros are one
        return b >> 31 ? (uint32_t)~b : b | 0x80000000;
    }
    case HD_TY_DOUBLE:
        memcpy(&bits, p, 8);
        if ((bits & INT64_MAX) > UINT64_C(0x7ff0000000000000)) return UINT64_MAX;
        if (bits == UINT64_C(1) << 63) bits = 0;
        return bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
    default: memcpy(&bits, p, 8); return bits ^ UINT64_C(1) << 63;
    }
}

static int key_bytes(const struct hd_array *a) { return a->size < 8 ? (int)a->size : 8; }

static void insertion(struct item *v, int64_t n) {
    for (int64_t i = 1; i < n; i++) {
        struct item x = v[i];
        int64_t j = i;
        for (; j > 0 && v[j - 1].key > x.key; j--) v[j] = v[j - 1];
        v[j] = x;
    }
}

// Sorted items are in *v afterwards; *spare is as long.
static void radix(struct item **v, struct item **spare, int64_t n, int bytes) {
    static _Thread_local int64_t counts[4][65536];
    int digits = (bytes + 1) / 2;
    memset(counts, 0, sizeof counts[0] * (size_t)digits);
    for (int64_t i = 0; i < n; i++)
        for (int d = 0; d < digits; d++) counts[d][(*v)[i].key >> 16 * d & 65535]++;
    for (int d = 0; d < digits; d++) {
        int64_t sum = 0, *c = counts[d];
        if (c[(*v)[0].key >> 16 * d & 65535] == n) continue; // all alike
        for (int k = 0; k < 65536; k++) {
            int64_t here = c[k];
            c[k] = sum;
            sum += here;
        }
        for (int64_t i = 0; i < n; i++) (*spare)[c[(*v)[i].key >> 16 * d & 65535]++] = (*v)[i];
        struct item *swap = *v;
        *v = *spare;
        *spare = swap;
    }
}

static int by_key(const void *a, const void *b) {
    const struct item *x = a, *y = b;
    return x->key != y->key ? (x->key < y->key ? -1 : 1) : x->at < y->at ? -1 : x->at > y->at;
}

static void sort_items(struct item **v, struct item **spare, int64_t n, int bytes) {
    if (n < 32)
        insertion(*v, n);
    else if (n < 20000)
        qsort(*v, (size_t)n, sizeof **v, by_key);
    else
        radix(v, spare, n, bytes);
}

// Keys alone, for rows whose elements the keys can give back: 32 bits in passes of 11.
static void radix_keys(uint32_t *v, uint32_t *spare, int64_t n) {
    static _Thread_local int64_t counts[3][2048];
    memset(counts, 0, sizeof counts);
    for (int64_t i = 0; i < n; i++) {
        counts[0][v[i] & 2047]++;
        counts[1][v[i] >> 11 & 2047]++;
        counts[2][v[i] >> 22]++;
    }
    for (int d = 0; d < 3; d++) {
        int64_t sum = 0, *c = counts[d];
        for (int k = 0; k < 2048; k++) {
            int64_t here = c[k];
            c[k] = sum;
            sum += here;
        }
        for (int64_t i = 0; i < n; i++) spare[c[v[i] >> 11 * d & 2047]++] = v[i];
        uint32_t *swap = v;
        v = spare;
        spare = swap;
    }
    memcpy(spare, v, (size_t)n * 4); // three passes: it ended in the spare
}

static bool sort_floats(const struct hd_array *a, int64_t stride, const char *from, char *to,
                        int64_t out, int64_t n, uint32_t *keys) {
    if (a->kind != HD_TY_FLOAT || n < 256) return false;
    uint32_t *spare = keys + n;
    int64_t odd = 0;
    for (int64_t i = 0; i < n; i++) {
        uint32_t b;
        memcpy(&b, from + i * stride * 4, 4);
        odd += (b & 0x7fffffff) > 0x7f800000;
        keys[i] = (b & 0x7fffffff) > 0x7f800000 ? 0xffffffff : b >> 31 ? ~b : b | 0x80000000;
    }
    radix_keys(keys, spare, n);
    for (int64_t i = 0; i < n; i++) {
        uint32_t b = keys[i] >> 31 ? keys[i] & 0x7fffffff : ~keys[i];
        if (i >= n - odd) b = 0x7fc00000;
        memcpy(to + i * out * 4, &b, 4);
    }
    return true;
}

// ---- long rows, by all cores --------------------------------------------------------------------

bool (*hd_array_sort)(int kind, void *keys, int64_t n, int64_t *places);

enum { LONG_ROW = 50000 };

// What is no number to the end of a row of floats, in order; how many numbers there are.
#define NUMBERS_FIRST(T)                                \
    static int64_t numbers_first_##T(T *v, int64_t n) { \
        int64_t m = 0;                                  \
        for (int64_t i = 0; i < n; i++)                 \
            if (v[i] == v[i]) v[m++] = v[i];            \
        for (int64_t i = m; i < n; i++) v[i] = (T)NAN;  \
        return m;                                       \
    }
NUMBERS_FIRST(float)
NUMBERS_FIRST(double)
#undef NUMBERS_FIRST

static bool has_odd(const struct hd_array *a) {
    const float *f = (const float *)(void *)a->data;
    const double *d = (const double *)(void *)a->data;
    bool odd = false;
    for (int64_t i = 0; i < a->count && !odd; i++)
        odd = a->kind == HD_TY_FLOAT ? f[i] != f[i] : a->kind == HD_TY_DOUBLE && d[i] != d[i];
    return odd;
}

// Rows along the last axis of `out`, which has a's elements (places: their numbers). false: not
// done.
static bool sort_long(struct hd_array *a, struct hd_array *out, bool places, hd_loc loc) {
    int64_t n = a->rank ? a->shape[a->rank - 1] : 0;
    if (!hd_array_sort || n < LONG_ROW || a->kind == HD_TY_HALF || a->kind == HD_TY_BF16 ||
        hd_current_thread())
        return false;
    struct hd_array *keys = places ? hd_array_like(a, a->rank, a->shape, loc) : out;
    hd_array_assign(keys, a);
    if (places && has_odd(keys)) return false;
    for (int64_t i = 0; i < a->count; i += n) {
        char *row = keys->data + i * (int64_t)keys->size;
        int64_t *at = places ? (int64_t *)(void *)out->data + i : NULL, m = n;
        for (int64_t k = 0; at && k < n; k++) at[k] = k;
        if (!places && a->kind == HD_TY_FLOAT) m = numbers_first_float((float *)(void *)row, n);
        if (!places && a->kind == HD_TY_DOUBLE) m = numbers_first_double((double *)(void *)row, n);
        if (!hd_array_sort(a->kind, row, m, at)) return false;
    }
    return true;
}

static void *sorted(unsigned loc, struct hd_array *a, int axis, bool places) {
    hd_array_must(a, loc);
    if (axis < -a->rank || axis >= a->rank)
        hd_array_fail(loc, "axis", "there is no axis %d in an array of shape %s", axis,
                      hd_array_shape_text(a));
    if (axis < 0) axis += a->rank;
    struct hd_array *out =
        places ? hd_array_new((struct hd_array_type){HD_TY_LONG, 0, 8}, a->rank, a->shape, loc)
               : hd_array_like(a, a->rank, a->shape, loc);
    int64_t n = a->shape[axis], size = 4 * n;
    if (!a->count) return out;
    if (axis == a->rank - 1 && sort_long(a, out, places, loc)) return out;
    struct hd_array *memory = hd_array_new((struct hd_array_type){HD_TY_LONG, 0, 8}, 1, &size, loc);
    struct item *v = (struct item *)(void *)memory->data, *spare = v + n;
    int64_t rows = a->count / n, in = a->stride[axis], step = out->stride[axis];
    for (int64_t k = 0; k < rows; k++) {
        const char *from = a->data;
        char *to = out->data;
        int64_t rest = k;
        for (int d = a->rank; d-- > 0;) {
            if (d == axis) continue;
            from += rest % a->shape[d] * a->stride[d] * (int64_t)a->size;
            to += rest % a->shape[d] * out->stride[d] * (int64_t)out->size;
            rest /= a->shape[d];
        }
        if (!places && sort_floats(a, in, from, to, step, n, (uint32_t *)(void *)memory->data))
            continue;
        for (int64_t i = 0; i < n; i++)
            v[i] = (struct item){key_of(a->kind, from + i * in * (int64_t)a->size), i};
        sort_items(&v, &spare, n, key_bytes(a));
        for (int64_t i = 0; i < n; i++) {
            if (places)
                memcpy(to + i * step * 8, &v[i].at, 8);
            else
                memcpy(to + i * step * (int64_t)a->size, from + v[i].at * in * (int64_t)a->size,
                       a->size);
        }
    }
    return out;
}

void *ha_sort(unsigned loc, struct hd_array *a, int axis) { return sorted(loc, a, axis, false); }

void *ha_argsort(unsigned loc, struct hd_array *a, int axis) { return sorted(loc, a, axis, true); }

void *ha_unique(unsigned loc, struct hd_array *a) {
    struct hd_array *row = sorted(loc, ha_reshape(loc, hd_array_must(a, loc), 1, -1L), 0, false);
    int64_t n = 0;
    for (int64_t i = 0; i < row->count; i++) {
        char *p = row->data + i * (int64_t)row->size;
        if (n && key_of(a->kind, p) == key_of(a->kind, row->data + (n - 1) * (int64_t)row->size))
            continue;
        memmove(row->data + n++ * (int64_t)row->size, p, row->size);
    }
    row->shape[0] = row->count = n;
    return row;
}

// Between the two elements around place `at` of a sorted row, linearly; what is no number comes
// last.
static double between(const struct hd_array *row, const char *p, int64_t n, double at) {
    double v[3];
    int64_t i = (int64_t)at, places[3] = {i, i + 1 < n ? i + 1 : i, n - 1};
    for (int k = 0; k < 3; k++) {
        const char *from = p + places[k] * (int64_t)row->size;
        float f;
        if (row->kind == HD_TY_FLOAT) {
            memcpy(&f, from, 4);
            v[k] = (double)f;
        } else {
            memcpy(&v[k], from, 8);
        }
    }
    if (isnan(v[2])) return NAN;
    return v[0] == v[1] ? v[0] : v[0] + (v[1] - v[0]) * (at - floor(at));
}

// The result has the elements' type, float or double. axis INT32_MAX: of all elements.
void *ha_percentile(unsigned loc, struct hd_array *a, double q, int axis) {
    hd_array_must(a, loc);
    bool all = axis == INT32_MAX;
    if (!(q >= 0 && q <= 100)) hd_array_fail(loc, "value", "a percentile from 0 to 100, not %g", q);
    if (!all && (axis < -a->rank || axis >= a->rank))
        hd_array_fail(loc, "axis", "there is no axis %d in an array of shape %s", axis,
                      hd_array_shape_text(a));
    if (!a->count)
        hd_array_fail(loc, "empty array",
                      "the percentile of an array of shape %s: it has no elements",
                      hd_array_shape_text(a));
    struct hd_array *from = all ? ha_reshape(loc, a, 1, -1L) : hd_array_view(a, loc);
    int last = from->rank - 1;
    if (axis < 0) axis += a->rank;
    if (!all) { // the axis last
        int64_t n = a->shape[axis], step = a->stride[axis];
        for (int d = axis; d < last; d++) {
            from->shape[d] = from->shape[d + 1];
            from->stride[d] = from->stride[d + 1];
        }
        from->shape[last] = n;
        from->stride[last] = step;
    }
    struct hd_array *rows = sorted(loc, from, last, false);
    struct hd_array *out = hd_array_like(a, last, from->shape, loc);
    int64_t n = rows->shape[last];
    for (int64_t k = 0; k < out->count; k++) {
        double v =
            between(rows, rows->data + k * n * (int64_t)rows->size, n, q / 100 * (double)(n - 1));
        float f = (float)v;
        memcpy(out->data + k * (int64_t)out->size,
               out->kind == HD_TY_FLOAT ? (void *)&f : (void *)&v, out->size);
    }
    return out;
}

void *ha_searchsorted(unsigned loc, struct hd_array *a, struct hd_array *values) {
    hd_array_must(a, loc);
    if (a->rank != 1)
        hd_array_fail(loc, "shape",
                      "searchsorted looks in an array of one dimension, not of shape %s",
                      hd_array_shape_text(a));
    values = hd_array_packed(hd_array_must(values, loc), loc);
    struct hd_array *out =
        hd_array_new((struct hd_array_type){HD_TY_LONG, 0, 8}, values->rank, values->shape, loc);
    for (int64_t k = 0; k < values->count; k++) {
        uint64_t key = key_of(a->kind, values->data + k * (int64_t)values->size);
        int64_t low = 0, high = a->shape[0];
        while (low < high) {
            int64_t mid = (low + high) / 2;
            if (key_of(a->kind, a->data + mid * a->stride[0] * (int64_t)a->size) < key)
                low = mid + 1;
            else
                high = mid;
        }
        memcpy(out->data + 8 * k, &low, 8);
    }
    return out;
}
