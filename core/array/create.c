// Making arrays, and what is asked of one.
#include "array/internal.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

static int read_shape(va_list args, int rank, int64_t *shape) {
    for (int i = 0; i < rank; i++) shape[i] = va_arg(args, long);
    return rank;
}

static struct hd_array_type type_of(int kind, int part, int size) {
    return (struct hd_array_type){(uint16_t)kind, (uint16_t)part, (uint32_t)size};
}

void *ha_make(unsigned loc, int kind, int part, int size, int zero, int rank, ...) {
    int64_t shape[HD_ARRAY_RANK];
    va_list args;
    va_start(args, rank);
    read_shape(args, rank, shape);
    va_end(args);
    struct hd_array *a = hd_array_new(type_of(kind, part, size), rank, shape, loc);
    if (zero) memset(a->data, 0, (size_t)a->count * a->size);
    return a;
}

void *ha_like(unsigned loc, int kind, int part, int size, int zero, struct hd_array *a) {
    hd_array_must(a, loc);
    struct hd_array *b = hd_array_new(type_of(kind, part, size), a->rank, a->shape, loc);
    if (zero) memset(b->data, 0, (size_t)b->count * b->size);
    return b;
}

// A view of a C array or of what a pointer points to.
void *ha_wrap(unsigned loc, int kind, int part, int size, const void *data, int rank, ...) {
    struct hd_array a = {.data = (char *)(uintptr_t)data,
                         .kind = (uint16_t)kind,
                         .part = (uint16_t)part,
                         .size = (uint32_t)size,
                         .rank = rank};
    va_list args;
    va_start(args, rank);
    read_shape(args, rank, a.shape);
    va_end(args);
    int64_t step = 1;
    for (int i = rank; i-- > 0;) {
        if (a.shape[i] < 0)
            hd_array_fail(loc, "shape", "a view cannot have %lld elements along dimension %d",
                          (long long)a.shape[i], i);
        a.stride[i] = step;
        step *= a.shape[i];
    }
    hd_array_count(&a);
    return hd_array_view(&a, loc);
}

void *ha_copy(unsigned loc, struct hd_array *a) {
    hd_array_must(a, loc);
    struct hd_array *b = hd_array_like(a, a->rank, a->shape, loc);
    hd_array_assign(b, a);
    return b;
}

struct hd_array *hd_array_packed(struct hd_array *a, hd_loc loc) {
    return hd_array_contiguous(a) ? a : ha_copy(loc, a);
}

// For a parameter that is a pointer.
void *ha_pointer(unsigned loc, struct hd_array *a) {
    hd_array_must(a, loc);
    if (!hd_array_contiguous(a))
        hd_array_fail(
            loc, "strided array",
            "this view of shape %s does not lie in one piece, so it is no pointer: pass a "
            "`.copy()` of it",
            hd_array_shape_text(a));
    return a->data;
}

void *ha_data(unsigned loc, struct hd_array *a) { return hd_array_must(a, loc)->data; }

void *ha_shape_of(unsigned loc, struct hd_array *a) { return hd_array_must(a, loc)->shape; }

void *ha_strides_of(unsigned loc, struct hd_array *a) { return hd_array_must(a, loc)->stride; }

// How many elements became one in the fold that gave `a`.
// The array, which must have n rows.
void *ha_rows(unsigned loc, struct hd_array *a, long n) {
    if (hd_array_must(a, loc)->shape[0] == n) return hd_array_view(a, loc);
    hd_array_fail(loc, "shape", "an array of shape %s has %lld row%s, and there are %ld names",
                  hd_array_shape_text(a), (long long)a->shape[0], a->shape[0] == 1 ? "" : "s", n);
}

long ha_folded(unsigned loc, struct hd_array *a) { return hd_array_must(a, loc)->folded; }

// The element of an array that has one.
void *ha_scalar(unsigned loc, struct hd_array *a) {
    if (hd_array_must(a, loc)->count != 1)
        hd_array_fail(loc, "shape", "an array of shape %s is not one value",
                      hd_array_shape_text(a));
    return a->data;
}

static int dimension(struct hd_array *a, long dim, hd_loc loc) {
    hd_array_must(a, loc);
    if (dim < -a->rank || dim >= a->rank)
        hd_array_fail(loc, "index", "there is no dimension %ld in an array of shape %s", dim,
                      hd_array_shape_text(a));
    return (int)(dim < 0 ? dim + a->rank : dim);
}

long ha_extent(unsigned loc, struct hd_array *a, long dim) {
    return a->shape[dimension(a, dim, loc)];
}

long ha_stride(unsigned loc, struct hd_array *a, long dim) {
    return a->stride[dimension(a, dim, loc)];
}

long ha_size(unsigned loc, struct hd_array *a) { return hd_array_must(a, loc)->count; }

long ha_range_count(unsigned loc, double start, double stop, double step) {
    if (step == 0 || isnan(step))
        hd_array_fail(loc, "shape", "arange cannot go on in steps of %g", step);
    double n = ceil((stop - start) / step);
    if (!(n > 0)) return 0;
    if (n > 1e15) hd_array_fail(loc, "shape", "arange would have %g elements", n);
    return (long)n;
}
