// Shapes that repeat or cut what is there (meshgrid, tile, split), the indices of places, and the
// state behind random numbers.
#include "array/internal.h"

#include <stdarg.h>
#include <string.h>

// ---- indices ------------------------------------------------------------------------------------

// No memory: `data` is a number, strides say how it grows (struct hd_fused_operand.counts).
static struct hd_array *indices(int rank, const int64_t *shape, int axis, hd_loc loc) {
    struct hd_array a = {.kind = HD_TY_LONG, .size = 1, .rank = rank};
    int64_t step = 1;
    for (int i = rank; i-- > 0;) {
        a.shape[i] = shape[i];
        a.stride[i] = axis < 0 ? step : axis == i;
        step *= shape[i] ? shape[i] : 1;
    }
    hd_array_count(&a);
    return hd_array_view(&a, loc);
}

void *ha_count(unsigned loc, long n) { return indices(1, &(int64_t){n}, -1, loc); }

// The places of a's elements: numbered through, or along one axis.
void *ha_index_of(unsigned loc, struct hd_array *a, int axis) {
    hd_array_must(a, loc);
    return indices(a->rank, a->shape, axis, loc);
}

// ---- random numbers -----------------------------------------------------------------------------

// state[0]: the seed; state[1]: how many numbers were drawn.
long ha_drawn(unsigned loc, unsigned long *state, struct hd_array *a) {
    return (long)__atomic_fetch_add(&state[1], (unsigned long)hd_array_must(a, loc)->count,
                                    __ATOMIC_RELAXED);
}

unsigned long ha_seed_of(unsigned loc, const unsigned long *state) {
    (void)loc;
    return state[0];
}

void ha_seed(unsigned loc, unsigned long *state, long seed) {
    (void)loc;
    state[0] = (unsigned long)seed;
    state[1] = 0;
}

long ha_random_range(unsigned loc, long low, long high) {
    if (high <= low)
        hd_array_fail(loc, "range", "there is no integer from %ld up to and without %ld", low,
                      high);
    return high - low;
}

// A number for choosing, mixed from the state (splitmix64): these words are not fused.
static uint64_t mixed(unsigned long *state) {
    uint64_t x = state[0] * 0xda942042e4dd58b5 +
                 (__atomic_fetch_add(&state[1], 1, __ATOMIC_RELAXED) + 1) * 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

static int64_t below(unsigned long *state, int64_t n) {
    uint64_t x = mixed(state), m = (uint64_t)n; // the upper half of their product
    uint64_t low = (x & UINT32_MAX) * (m & UINT32_MAX);
    uint64_t a = (x >> 32) * (m & UINT32_MAX) + (low >> 32),
             b = (x & UINT32_MAX) * (m >> 32) + (a & UINT32_MAX);
    return (int64_t)((x >> 32) * (m >> 32) + (a >> 32) + (b >> 32));
}

void *ha_permutation(unsigned loc, unsigned long *state, long n) {
    struct hd_array *a =
        hd_array_new((struct hd_array_type){HD_TY_LONG, 0, 8}, 1, &(int64_t){n}, loc);
    int64_t *p = (int64_t *)(void *)a->data;
    for (int64_t i = 0; i < n; i++) {
        int64_t j = below(state, i + 1);
        p[i] = p[j];
        p[j] = i;
    }
    return a;
}

void *ha_permuted(unsigned loc, unsigned long *state, struct hd_array *a) {
    hd_array_must(a, loc);
    return ha_pick(loc, a, 0, ha_permutation(loc, state, a->shape[0]));
}

// In place.
void *ha_shuffle(unsigned loc, unsigned long *state, struct hd_array *a) {
    hd_array_assign(hd_array_must(a, loc), ha_permuted(loc, state, a));
    return a;
}

void *ha_choice(unsigned loc, unsigned long *state, struct hd_array *a, long n) {
    if (!hd_array_must(a, loc)->count && n)
        hd_array_fail(loc, "empty array", "there is nothing to choose from");
    struct hd_array *at =
        hd_array_new((struct hd_array_type){HD_TY_LONG, 0, 8}, 1, &(int64_t){n}, loc);
    int64_t *p = (int64_t *)(void *)at->data;
    for (int64_t i = 0; i < n; i++) p[i] = below(state, a->shape[0]);
    return ha_pick(loc, a, 0, at);
}

// ---- shapes -------------------------------------------------------------------------------------

// meshgrid(x, y)[0][i, j] is x[j] and [1][i, j] is y[i]; further arrays have axes of their own.
void *ha_meshgrid(unsigned loc, int n, ...) {
    struct hd_array *from[HD_ARRAY_RANK] = {NULL};
    int64_t shape[HD_ARRAY_RANK] = {n};
    va_list args;
    va_start(args, n);
    for (int i = 0; i < n; i++) from[i] = hd_array_must(va_arg(args, void *), loc);
    va_end(args);
    for (int i = 0; i < n; i++) shape[1 + (i < 2 ? 1 - i : i)] = from[i]->count;
    struct hd_array *out = hd_array_like(from[0], n + 1, shape, loc);
    for (int i = 0; i < n; i++) {
        struct hd_array to = *out, one = *from[i];
        to.data += i * out->stride[0] * (int64_t)out->size;
        to.rank = one.rank = n;
        memmove(to.shape, out->shape + 1, sizeof to.shape[0] * (size_t)n);
        memmove(to.stride, out->stride + 1, sizeof to.stride[0] * (size_t)n);
        memcpy(one.shape, to.shape, sizeof one.shape);
        memset(one.stride, 0, sizeof one.stride);
        one.stride[i < 2 ? 1 - i : i] = from[i]->stride[0];
        to.count = one.count = out->count / n;
        hd_array_assign(&to, &one);
    }
    return out;
}

// tile(a, 2, 3): a twice below and three times beside itself.
void *ha_tile(unsigned loc, struct hd_array *a, int n, ...) {
    int64_t times[HD_ARRAY_RANK], shape[HD_ARRAY_RANK];
    int rank = hd_array_must(a, loc)->rank > n ? a->rank : n;
    va_list args;
    va_start(args, n);
    for (int i = 0; i < rank; i++) times[i] = i < rank - n ? 1 : va_arg(args, long);
    va_end(args);
    for (int i = 0; i < rank; i++) {
        if (times[i] < 0) times[i] = 0;
        int d = i - (rank - a->rank);
        shape[i] = times[i] * (d < 0 ? 1 : a->shape[d]);
    }
    struct hd_array *out = hd_array_like(a, rank, shape, loc);
    if (!out->count) return out;
    int64_t at[HD_ARRAY_RANK] = {0};
    for (;;) { // one copy of `a` after the other
        struct hd_array to = *out;
        for (int i = 0; i < rank; i++) {
            int d = i - (rank - a->rank);
            to.shape[i] = d < 0 ? 1 : a->shape[d];
            to.data += at[i] * to.shape[i] * to.stride[i] * (int64_t)to.size;
        }
        hd_array_count(&to);
        hd_array_assign(&to, a);
        int i = rank;
        while (i-- > 0 && ++at[i] == times[i]) at[i] = 0;
        if (i < 0) return out;
    }
}

// split(a, n, axis)[k] is the k-th of n equal parts: a view.
void *ha_split(unsigned loc, struct hd_array *a, long n, int axis) {
    hd_array_must(a, loc);
    if (axis < -a->rank || axis >= a->rank)
        hd_array_fail(loc, "axis", "there is no axis %d in an array of shape %s", axis,
                      hd_array_shape_text(a));
    if (axis < 0) axis += a->rank;
    if (n < 1 || a->shape[axis] % n)
        hd_array_fail(loc, "shape", "shape %s cannot be split into %ld equal parts along axis %d",
                      hd_array_shape_text(a), n, axis);
    struct hd_array *v = hd_array_view(a, loc);
    memmove(v->shape + 1, a->shape, sizeof v->shape[0] * (size_t)a->rank);
    memmove(v->stride + 1, a->stride, sizeof v->stride[0] * (size_t)a->rank);
    v->rank++;
    v->shape[1 + axis] /= n;
    v->shape[0] = n;
    v->stride[0] = v->stride[1 + axis] * v->shape[1 + axis];
    return v;
}
