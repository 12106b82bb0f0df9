// Sorting each segment of an array, stable, with values that travel along
// (cub::DeviceSegmentedSort).
//
// Many short segments are what this is for: workers take stretches of them. A segment becomes one
// number for each element, the key's bits in the order of the keys above the element's place; these
// numbers are all different, so that any way of sorting them is stable, and blocks of them are
// sorted by insertion and merged. Long segments are sorted one after the other, each by radix.
#include <stdlib.h>
#include <string.h>

#include "run/library/parallel/parallel.h"

#include "run/cudart/cudart.h"

enum {
    BLOCK = 16,  // numbers that are sorted by insertion
    MERGED = 512 // elements of the longest segment that merging is faster for
};

struct segments {
    int kind, begin;
    bool descending;
    uint64_t mask;
    size_t size, value_size;
    const char *keys_in, *values_in;
    char *keys_out, *values_out;
    const long long *bounds; // two for each
    bool failed;
};

// ---- numbers of elements ------------------------------------------------------------------------

// A key's bits so that they are ordered as unsigned numbers; both zeros of floats are one.
static uint64_t ordered(int kind, const char *p) {
#define INTEGER(U, top) return (U)(*(const U *)(const void *)p ^ (U)(top))
    uint32_t narrow;
    uint64_t wide;
    switch (kind) {
    case KIND_I8: INTEGER(uint8_t, 0x80);
    case KIND_U8: INTEGER(uint8_t, 0);
    case KIND_I16: INTEGER(uint16_t, 0x8000);
    case KIND_U16: INTEGER(uint16_t, 0);
    case KIND_I32: INTEGER(uint32_t, UINT32_C(1) << 31);
    case KIND_U32: INTEGER(uint32_t, 0);
    case KIND_I64: INTEGER(uint64_t, UINT64_C(1) << 63);
    case KIND_U64: INTEGER(uint64_t, 0);
    case KIND_F32:
        memcpy(&narrow, p, sizeof narrow);
        if (narrow == UINT32_C(1) << 31) narrow = 0;
        return narrow ^ (narrow >> 31 ? UINT32_MAX : UINT32_C(1) << 31);
    default:
        memcpy(&wide, p, sizeof wide);
        if (wide == UINT64_C(1) << 63) wide = 0;
        return wide ^ (wide >> 63 ? UINT64_MAX : UINT64_C(1) << 63);
    }
}

__extension__ typedef unsigned __int128 huge;

// a[0 .. n) sorted; b is as large. The result may be in either, and is told.
#define SORT(name, T)                                                                        \
    static T *sort_##name(T *a, T *b, size_t n) {                                            \
        for (size_t from = 0; from < n; from += BLOCK) {                                     \
            size_t to = from + BLOCK < n ? from + BLOCK : n;                                 \
            for (size_t i = from + 1; i < to; i++) {                                         \
                T x = a[i];                                                                  \
                size_t k = i;                                                                \
                for (; k > from && x < a[k - 1]; k--) a[k] = a[k - 1];                       \
                a[k] = x;                                                                    \
            }                                                                                \
        }                                                                                    \
        for (size_t width = BLOCK; width < n; width *= 2) {                                  \
            for (size_t from = 0; from < n; from += 2 * width) {                             \
                size_t middle = from + width < n ? from + width : n,                         \
                       end = from + 2 * width < n ? from + 2 * width : n;                    \
                size_t i = from, j = middle, to = from;                                      \
                while (i < middle && j < end) { /* without a branch: they are not ordered */ \
                    bool second = a[j] < a[i];                                               \
                    b[to++] = second ? a[j] : a[i];                                          \
                    j += second;                                                             \
                    i += !second;                                                            \
                }                                                                            \
                memcpy(b + to, a + i, (middle - i) * sizeof(T));                             \
                memcpy(b + to + (middle - i), a + j, (end - j) * sizeof(T));                 \
            }                                                                                \
            T *kept = a;                                                                     \
            a = b;                                                                           \
            b = kept;                                                                        \
        }                                                                                    \
        return a;                                                                            \
    }
SORT(narrow, uint64_t)
SORT(wide, huge)

// ---- segments -----------------------------------------------------------------------------------

static void fetch(char *to, const char *from, size_t size, size_t i) {
    switch (size) { // of a size that the compiler knows
    case 4: memcpy(to, from + i * 4, 4); break;
    case 8: memcpy(to, from + i * 8, 8); break;
    default: memcpy(to, from + i * size, size);
    }
}

static void sort_one(const struct segments *s, size_t from, size_t n, char *scratch) {
    char *keys = scratch, *values = keys + MERGED * s->size;
    memcpy(keys, s->keys_in + from * s->size, n * s->size);
    if (s->value_size) memcpy(values, s->values_in + from * s->value_size, n * s->value_size);
    huge *numbers = (huge *)(void *)(scratch + HD_ROUND_UP(MERGED * (s->size + s->value_size), 16));
    uint64_t *small = (uint64_t *)numbers;
    bool narrow = s->size <= 4;
    for (size_t i = 0; i < n; i++) {
        uint64_t key = ordered(s->kind, keys + i * s->size) >> s->begin;
        key = (s->descending ? ~key : key) & s->mask;
        if (narrow)
            small[i] = key << 32 | i;
        else
            numbers[i] = (huge)key << 64 | i;
    }
    if (narrow)
        small = sort_narrow(small, small + MERGED, n);
    else
        numbers = sort_wide(numbers, numbers + MERGED, n);
    for (size_t i = 0; i < n; i++) {
        size_t place = narrow ? (uint32_t)small[i] : (uint64_t)numbers[i];
        fetch(s->keys_out + (from + i) * s->size, keys, s->size, place);
        if (s->value_size)
            fetch(s->values_out + (from + i) * s->value_size, values, s->value_size, place);
    }
}

static void sort_part(void *arg, size_t part, size_t from, size_t to) {
    struct segments *s = arg;
    (void)part;
    size_t bytes = HD_ROUND_UP(MERGED * (s->size + s->value_size), 16) + 2 * MERGED * sizeof(huge);
    char *scratch = aligned_alloc(16, HD_ROUND_UP(bytes, 16));
    if (!scratch) s->failed = true;
    for (size_t k = from; k < to && scratch; k++) {
        long long first = s->bounds[2 * k], n = s->bounds[2 * k + 1] - first;
        if (n > 0 && n <= MERGED) sort_one(s, (size_t)first, (size_t)n, scratch);
    }
    free(scratch);
}

static int sort_long(const struct segments *s, void *stream) {
    int (*sort)(int, void *, size_t, int, void *, size_t, int, int, void *) =
        (int (*)(int, void *, size_t, int, void *, size_t, int, int, void *))(
            uintptr_t)library_entry_of("__heddle_parallel_sort_bits");
    int end = s->begin;
    for (uint64_t m = s->mask; m; m >>= 1) end++;
    int code = 0;
    for (size_t k = 0; !code && s->bounds[2 * k] >= 0; k++) {
        size_t from = (size_t)s->bounds[2 * k], n = (size_t)s->bounds[2 * k + 1];
        char *keys = s->keys_out + from * s->size,
             *values = s->value_size ? s->values_out + from * s->value_size : NULL;
        memmove(keys, s->keys_in + from * s->size, n * s->size);
        if (values) memmove(values, s->values_in + from * s->value_size, n * s->value_size);
        code = sort(s->kind, keys, n, s->descending, values, s->value_size, s->begin, end, stream);
    }
    return code;
}

// By the bits of the keys from `begin` on and before `end`; bounds: where each segment begins and
// ends. What is in no segment stays as it is.
static int hd_parallel_sort_segments(int kind, const void *keys_in, void *keys_out,
                                     const void *values_in, void *values_out, size_t value_size,
                                     size_t n, const long long *bounds, size_t count,
                                     int descending, int begin, int end, void *stream) {
    int code = parallel_enter("sort", stream, keys_in, keys_out);
    if (!code && value_size) code = parallel_enter("sort", stream, values_in, values_out);
    if (code) return code;
    size_t elements = 0, large = 0;
    for (size_t k = 0; k < count; k++) {
        long long from = bounds[2 * k], to = bounds[2 * k + 1];
        if (to <= from) continue;
        if (from < 0 || (size_t)to > n) {
            hd_cudart_notice("sort: segment %zu is from %lld to %lld, and there are %zu elements",
                             k, from, to, n);
            return hd_cudart_fail(cudaErrorInvalidValue);
        }
        elements += (size_t)(to - from);
        large += to - from > MERGED;
    }
    int width = end - begin;
    struct segments s = {.kind = kind,
                         .begin = begin,
                         .descending = descending,
                         .mask = width >= 64  ? UINT64_MAX
                                 : width <= 0 ? 0
                                              : (UINT64_C(1) << width) - 1,
                         .size = parallel_size(kind),
                         .value_size = value_size,
                         .keys_in = keys_in,
                         .values_in = values_in,
                         .keys_out = keys_out,
                         .values_out = values_out,
                         .bounds = bounds};
    size_t parts = parallel_count(elements, s.size);
    if (count) parallel_parts(count, parts < count ? parts : count, sort_part, &s);
    if (s.failed) return hd_cudart_fail(cudaErrorMemoryAllocation);
    if (!large) return 0;
    long long *longer = malloc((2 * large + 2) * sizeof *longer);
    if (!longer) return hd_cudart_fail(cudaErrorMemoryAllocation);
    size_t found = 0;
    for (size_t k = 0; k < count; k++)
        if (bounds[2 * k + 1] - bounds[2 * k] > MERGED) {
            longer[2 * found] = bounds[2 * k];
            longer[2 * found++ + 1] = bounds[2 * k + 1] - bounds[2 * k];
        }
    longer[2 * found] = -1;
    s.bounds = longer;
    code = sort_long(&s, stream);
    free(longer);
    return code;
}

const struct library_entry hd_parallel_segments[] = {
    {"__heddle_parallel_sort_segments", (void *)(uintptr_t)hd_parallel_sort_segments},
    {NULL, NULL}};
