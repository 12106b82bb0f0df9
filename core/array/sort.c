// Sorting and what rests on it. Numbers are sorted by their bits: a key of 32 or 64 bits whose
// order as an unsigned number is theirs (floating numbers: negative ones inverted; what is no
// number comes last). Keys alone are sorted by quick.c; where places are asked for, they are the
// lower half of a key, or travel along.
#include "array/internal.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

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

// ---- keys ---------------------------------------------------------------------------------------

// How an element and its key become each other. Both zeros keep their keys; what is no number comes
// back as one that is quiet.
static inline uint32_t key_of_float(uint32_t b) {
    if ((b & 0x7fffffff) > 0x7f800000) return 0xffffffff;
    return b >> 31 ? ~b : b | 0x80000000;
}
static inline uint32_t float_of_key(uint32_t k) {
    if (k > 0xff800000) return 0x7fc00000;
    return k >> 31 ? k & 0x7fffffff : ~k;
}
#define TOP (UINT64_C(1) << 63)
static inline uint64_t key_of_double(uint64_t b) {
    if ((b & INT64_MAX) > UINT64_C(0x7ff0000000000000)) return UINT64_MAX;
    return b & TOP ? ~b : b | TOP;
}
static inline uint64_t double_of_key(uint64_t k) {
    if (k > UINT64_C(0xfff0000000000000)) return UINT64_C(0x7ff8000000000000);
    return k & TOP ? k ^ TOP : ~k;
}
#define PLAIN(x) (x)
#define TURN(x) ((x) ^ TOP)
#define TURN_32(x) ((x) ^ 0x80000000)
#define TURN_16(x) ((uint16_t)(x) ^ 0x8000)
#define TURN_8(x) ((uint8_t)(x) ^ 0x80)

// X(the kind of an element, its bits as a number, the bits of its key, key, element)
#define KINDS(X)                                                \
    X(HD_TY_FLOAT, uint32_t, 32, key_of_float, float_of_key)    \
    X(HD_TY_INT, uint32_t, 32, TURN_32, TURN_32)                \
    X(HD_TY_UINT, uint32_t, 32, PLAIN, PLAIN)                   \
    X(HD_TY_SHORT, uint16_t, 32, TURN_16, TURN_16)              \
    X(HD_TY_USHORT, uint16_t, 32, PLAIN, PLAIN)                 \
    X(HD_TY_CHAR, uint8_t, 32, TURN_8, TURN_8)                  \
    X(HD_TY_SCHAR, uint8_t, 32, TURN_8, TURN_8)                 \
    X(HD_TY_UCHAR, uint8_t, 32, PLAIN, PLAIN)                   \
    X(HD_TY_BOOL, uint8_t, 32, PLAIN, PLAIN)                    \
    X(HD_TY_DOUBLE, uint64_t, 64, key_of_double, double_of_key) \
    X(HD_TY_LONG, uint64_t, 64, TURN, TURN)                     \
    X(HD_TY_LLONG, uint64_t, 64, TURN, TURN)                    \
    X(HD_TY_ULONG, uint64_t, 64, PLAIN, PLAIN)                  \
    X(HD_TY_ULLONG, uint64_t, 64, PLAIN, PLAIN)

#define EACH(to, from, step_to, step_from, T_to, T_from, f) \
    for (int64_t i = 0; i < n; i++) {                       \
        T_from x;                                           \
        memcpy(&x, (from) + i * (step_from), sizeof x);     \
        T_to y = (T_to)f(x);                                \
        memcpy((to) + i * (step_to), &y, sizeof y);         \
    }

// The keys of n elements that lie `step` bytes apart.
__attribute__((target_clones("avx2", "default"))) static void read_keys(int kind, const char *from,
                                                                        int64_t step, int64_t n,
                                                                        char *keys) {
    switch (kind) {
#define READ(KIND, T, BITS, KEY, ELEMENT)                                 \
    case KIND:                                                            \
        if (step == (int64_t)sizeof(T))                                   \
            EACH(keys, from, BITS / 8, sizeof(T), uint##BITS##_t, T, KEY) \
        else                                                              \
            EACH(keys, from, BITS / 8, step, uint##BITS##_t, T, KEY)      \
        break;
        KINDS(READ)
#undef READ
    }
}

__attribute__((target_clones("avx2", "default"))) static void write_keys(int kind, char *to,
                                                                         int64_t step, int64_t n,
                                                                         const char *keys) {
    switch (kind) {
#define WRITE(KIND, T, BITS, KEY, ELEMENT)                                  \
    case KIND:                                                              \
        if (step == (int64_t)sizeof(T))                                     \
            EACH(to, keys, sizeof(T), BITS / 8, T, uint##BITS##_t, ELEMENT) \
        else                                                                \
            EACH(to, keys, step, BITS / 8, T, uint##BITS##_t, ELEMENT)      \
        break;
        KINDS(WRITE)
#undef WRITE
    }
}

// Sorts what is in `from` into `to`, which may be the same; spare: as much memory.
static void sort_coded(int bytes, const char *from, char *to, int64_t n, char *spare,
                       const struct hd_quick_code *code) {
    if (bytes == 8)
        hd_quick_sort_64((const uint64_t *)(const void *)from, (uint64_t *)(void *)to, n,
                         (uint64_t *)(void *)spare, code);
    else
        hd_quick_sort_32((const uint32_t *)(const void *)from, (uint32_t *)(void *)to, n,
                         (uint32_t *)(void *)spare, code);
}

// What read_keys and write_keys do to elements that are as long as their keys.
static struct hd_quick_code code_of(int kind) {
    switch (kind) {
    case HD_TY_FLOAT: return (struct hd_quick_code){INT32_MAX, 1u << 31, 0x7f800000, 0x7fc00000};
    case HD_TY_DOUBLE:
        return (struct hd_quick_code){INT64_MAX, TOP, UINT64_C(0x7ff0000000000000),
                                      UINT64_C(0x7ff8000000000000)};
    case HD_TY_INT: return (struct hd_quick_code){.turned = 1u << 31, .infinity = UINT64_MAX};
    case HD_TY_LONG:
    case HD_TY_LLONG: return (struct hd_quick_code){.turned = TOP, .infinity = UINT64_MAX};
    default: return hd_quick_keys;
    }
}

static int key_bytes(const struct hd_array *a) { return a->size < 8 ? 4 : 8; }

// ---- places -------------------------------------------------------------------------------------

static void merge_sort(struct item **v, struct item **spare, int64_t n) {
    for (int64_t wide = 1; wide < n; wide *= 2) {
        const struct item *from = *v;
        struct item *to = *spare;
        for (int64_t at = 0; at < n; at += 2 * wide) {
            int64_t i = at, middle = at + wide < n ? at + wide : n, j = middle;
            int64_t end = at + 2 * wide < n ? at + 2 * wide : n;
            for (int64_t k = at; k < end; k++)
                to[k] =
                    i < middle && (j >= end || from[i].key <= from[j].key) ? from[i++] : from[j++];
        }
        *spare = *v;
        *v = to;
    }
}

// Sorted items are in *v afterwards; *spare is as long.
static void radix(struct item **v, struct item **spare, int64_t n) {
    enum { digits = 4 };
    int64_t(*counts)[65536] = hd_xcalloc(digits, sizeof *counts); // no memory of each thread
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
    free(counts);
}

// The places of n elements in their order, equal ones in that of the places. memory: for 4 n
// numbers of 64 bits.
static void sort_places(const struct hd_array *a, const char *from, int64_t step, int64_t n,
                        char *to, int64_t step_to, char *memory) {
    uint64_t *keys = (uint64_t *)(void *)memory, *spare = keys + n;
    if (key_bytes(a) == 4 && n <= UINT32_MAX) { // the place as the lower half of a key
        for (int64_t i = 0; i < n; i++)
            keys[i] = key_of(a->kind, from + i * step) << 32 | (uint64_t)i;
        hd_quick_sort_64(keys, keys, n, spare, &hd_quick_keys);
        for (int64_t i = 0; i < n; i++) {
            int64_t at = (int64_t)(keys[i] & UINT32_MAX);
            memcpy(to + i * step_to, &at, 8);
        }
        return;
    }
    struct item *v = (struct item *)(void *)memory, *more = v + n;
    for (int64_t i = 0; i < n; i++) v[i] = (struct item){key_of(a->kind, from + i * step), i};
    if (n < 20000)
        merge_sort(&v, &more, n);
    else
        radix(&v, &more, n);
    for (int64_t i = 0; i < n; i++) memcpy(to + i * step_to, &v[i].at, 8);
}

// ---- long rows, by all cores --------------------------------------------------------------------

bool (*hd_array_sort)(int kind, void *keys, int64_t n, int64_t *places);

// Rows that are sorted by radix, by all cores: where there are many of these, or no vectors.
enum { LONG_ROW = 50000, LONG_FOR_VECTORS = 1 << 20, MANY_CORES = 8 };
enum { MUCH = 1 << 21 }; // bytes of memory that a sort needs

static bool is_long(const struct hd_array *a, int64_t n, bool places) {
    if (n < LONG_ROW) return false;
    if (!hd_quick_is_wide() || (places && key_bytes(a) == 8)) return true;
    return n >= LONG_FOR_VECTORS && hd_cpu_threads() > MANY_CORES;
}

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
    if (!hd_array_sort || !is_long(a, n, places) || a->kind == HD_TY_HALF ||
        a->kind == HD_TY_BF16 || hd_current_thread())
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

// The first element of the k-th row along an axis.
static char *row_at(const struct hd_array *a, int axis, int64_t k) {
    char *p = a->data;
    for (int d = a->rank; d-- > 0;) {
        if (d == axis) continue;
        p += k % a->shape[d] * a->stride[d] * (int64_t)a->size;
        k /= a->shape[d];
    }
    return p;
}

// ---- memory -------------------------------------------------------------------------------------
// Much of it lies in large pages of its own: those of the heap cost as much as the sorting. One
// piece is kept for the next sort, which so need not wait until its pages are cleared; the system
// may take them back meanwhile (MADV_FREE).

struct pages {
    size_t size;
    _Alignas(64) char bytes[];
};
static struct pages *_Atomic kept;
enum { MOST_KEPT = 1 << 28 };

// With at least `size` bytes; NULL: there are none.
static struct pages *pages_take(size_t size) {
    struct pages *p = atomic_exchange(&kept, NULL);
    size += sizeof *p;
    if (p && p->size >= size) return p;
    if (p) munmap(p, p->size);
    p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) return NULL;
    madvise(p, size, MADV_HUGEPAGE);
    p->size = size;
    return p;
}

static void pages_give(struct pages *p) {
    if (!p) return;
    if (p->size <= MOST_KEPT) {
        size_t first = 4096; // has its size
        if (p->size > first) madvise((char *)p + first, p->size - first, MADV_FREE);
        p = atomic_exchange(&kept, p);
    }
    if (p) munmap(p, p->size);
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
    int64_t n = a->shape[axis];
    if (!a->count) return out;
    if (axis == a->rank - 1 && sort_long(a, out, places, loc)) return out;
    int64_t in = a->stride[axis] * (int64_t)a->size, step = out->stride[axis] * (int64_t)out->size;
    int bytes = key_bytes(a);
    bool here = !places && step == bytes && (int)out->size == bytes; // keys lie where elements will
    int64_t size = places ? 4 * n : (n * bytes * (2 - here) + 7) / 8;
    struct pages *pages = size * 8 >= MUCH ? pages_take((size_t)size * 8) : NULL;
    char *spare = pages
                      ? pages->bytes
                      : hd_array_new((struct hd_array_type){HD_TY_LONG, 0, 8}, 1, &size, loc)->data;
    for (int64_t k = 0; k < a->count / n; k++) {
        const char *from = row_at(a, axis, k);
        char *to = row_at(out, axis, k);
        if (places) {
            sort_places(a, from, in, n, to, step, spare);
        } else if (here && in == bytes) {
            struct hd_quick_code code = code_of(a->kind);
            sort_coded(bytes, from, to, n, spare, &code);
        } else {
            char *keys = here ? to : spare + n * bytes;
            read_keys(a->kind, from, in, n, keys);
            sort_coded(bytes, keys, keys, n, spare, &hd_quick_keys);
            write_keys(a->kind, to, step, n, keys);
        }
    }
    pages_give(pages);
    return out;
}

void *ha_sort(unsigned loc, struct hd_array *a, int axis) { return sorted(loc, a, axis, false); }

void *ha_argsort(unsigned loc, struct hd_array *a, int axis) { return sorted(loc, a, axis, true); }

// Each element that is not the one before, in place; how many there are.
#define UNIQUE(T, alike)                           \
    static int64_t unique_##T(T *v, int64_t n) {   \
        int64_t m = 0;                             \
        for (int64_t i = 0; i < n; i++) {          \
            T x = v[i], before = v[m ? m - 1 : 0]; \
            v[m] = x;                              \
            m += !(m && (alike));                  \
        }                                          \
        return m;                                  \
    }
UNIQUE(uint8_t, x == before)
UNIQUE(uint16_t, x == before)
UNIQUE(uint32_t, x == before)
UNIQUE(uint64_t, x == before)
UNIQUE(float, x == before || (x != x && before != before))
UNIQUE(double, x == before || (x != x && before != before))
#undef UNIQUE

void *ha_unique(unsigned loc, struct hd_array *a) {
    struct hd_array *row = sorted(loc, ha_reshape(loc, hd_array_must(a, loc), 1, -1L), 0, false);
    int64_t n = row->count;
    void *v = row->data;
    if (a->kind == HD_TY_FLOAT)
        n = unique_float(v, n);
    else if (a->kind == HD_TY_DOUBLE)
        n = unique_double(v, n);
    else if (a->size == 1)
        n = unique_uint8_t(v, n);
    else if (a->size == 2)
        n = unique_uint16_t(v, n);
    else
        n = a->size == 4 ? unique_uint32_t(v, n) : unique_uint64_t(v, n);
    row->shape[0] = row->count = n;
    return row;
}

static bool has_odd_row(const struct hd_array *a, const char *p, int64_t step, int64_t n) {
    bool odd = false;
    for (int64_t i = 0; i < n; i++, p += step) {
        float f;
        double d;
        if (a->kind == HD_TY_FLOAT) {
            memcpy(&f, p, 4);
            odd |= f != f;
        } else {
            memcpy(&d, p, 8);
            odd |= d != d;
        }
    }
    return odd;
}

// Between the two elements around place `at` of n in their order, linearly; one that is no number
// makes it none.
static double between(const struct hd_array *a, const char *p, int64_t step, int64_t n, double at,
                      char *keys) {
    if (has_odd_row(a, p, step, n)) return NAN;
    double v[2];
    char *spare = keys + n * key_bytes(a);
    read_keys(a->kind, p, step, n, keys);
    if (a->kind == HD_TY_FLOAT) {
        uint32_t k[2];
        float f[2];
        hd_quick_select_32((uint32_t *)(void *)keys, n, (int64_t)at, (uint32_t *)(void *)spare, k);
        write_keys(a->kind, (char *)f, sizeof *f, 2, (char *)k);
        v[0] = (double)f[0];
        v[1] = (double)f[1];
    } else {
        uint64_t k[2];
        hd_quick_select_64((uint64_t *)(void *)keys, n, (int64_t)at, (uint64_t *)(void *)spare, k);
        write_keys(a->kind, (char *)v, sizeof *v, 2, (char *)k);
    }
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
    struct hd_array *out = hd_array_like(a, last, from->shape, loc);
    int64_t n = from->shape[last], step = from->stride[last] * (int64_t)from->size, size = 2 * n;
    struct hd_array *memory = hd_array_new((struct hd_array_type){HD_TY_LONG, 0, 8}, 1, &size, loc);
    for (int64_t k = 0; k < out->count; k++) {
        double v =
            between(from, row_at(from, last, k), step, n, q / 100 * (double)(n - 1), memory->data);
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
