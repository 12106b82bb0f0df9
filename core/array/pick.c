// Elements by masks and by arrays of indices, and arrays put together of others: copies, not views.
//
// An array of indices takes the place of one axis: of `a` with shape (4, 5) and indices of shape
// (2, 3), a[:, i] has the shape (4, 2, 3). A mask has the array's own shape (or that of its first
// axes) and gives the elements where it is true.
#include "array/internal.h"

#include <stdarg.h>
#include <string.h>

// An integer element as a number.
static int64_t integer_at(const struct hd_array *a, const char *p) {
    switch (a->kind) {
    case HD_TY_BOOL:
    case HD_TY_UCHAR: return *(const uint8_t *)p;
    case HD_TY_CHAR:
    case HD_TY_SCHAR: return *(const int8_t *)p;
    case HD_TY_SHORT: return *(const int16_t *)p;
    case HD_TY_USHORT: return *(const uint16_t *)p;
    case HD_TY_INT: return *(const int32_t *)p;
    case HD_TY_UINT: return *(const uint32_t *)p;
    default: return *(const int64_t *)p;
    }
}

// Every index array is read in order, as a contiguous array.
static int64_t *read_indices(struct hd_array *index, const struct hd_array *a, int axis,
                             hd_loc loc) {
    struct hd_array *packed = hd_array_packed(index, loc);
    int64_t n = packed->count, size = a->shape[axis];
    struct hd_array_type type = {HD_TY_LONG, 0, 8};
    int64_t *out = (int64_t *)(void *)hd_array_new(type, 1, &n, loc)->data;
    for (int64_t i = 0; i < n; i++) {
        int64_t at = integer_at(packed, packed->data + i * (int64_t)packed->size);
        out[i] = at < 0 ? at + size : at;
        if (out[i] < 0 || out[i] >= size)
            hd_array_fail(loc, "index",
                          "index %lld is out of bounds for dimension %d of an array of shape %s",
                          (long long)at, axis, hd_array_shape_text(a));
    }
    return out;
}

// The array that has an element of `index` in the place of an axis, and what one index stands for.
static void pick_shape(const struct hd_array *a, int axis, const struct hd_array *index,
                       struct hd_array *out) {
    *out = (struct hd_array){.rank = a->rank - 1 + index->rank};
    if (out->rank > HD_ARRAY_RANK) out->rank = HD_ARRAY_RANK;
    int d = 0;
    for (int i = 0; i < axis; i++) out->shape[d++] = a->shape[i];
    for (int i = 0; i < index->rank && d < HD_ARRAY_RANK; i++) out->shape[d++] = index->shape[i];
    for (int i = axis + 1; i < a->rank && d < HD_ARRAY_RANK; i++) out->shape[d++] = a->shape[i];
    hd_array_count(out);
}

// The k-th slice along an axis, which goes away.
static struct hd_array slice(const struct hd_array *a, int axis, int64_t k) {
    struct hd_array s = *a;
    s.data += k * a->stride[axis] * (int64_t)a->size;
    s.rank--;
    memmove(&s.shape[axis], &s.shape[axis + 1], sizeof s.shape[0] * (size_t)(s.rank - axis));
    memmove(&s.stride[axis], &s.stride[axis + 1], sizeof s.stride[0] * (size_t)(s.rank - axis));
    hd_array_count(&s);
    return s;
}

// `result` seen as having one axis of index->count where the indices are.
static struct hd_array one_axis(const struct hd_array *result, int axis,
                                const struct hd_array *index) {
    struct hd_array v = *result;
    v.rank = result->rank - index->rank + 1;
    v.shape[axis] = index->count;
    v.stride[axis] = index->rank ? result->stride[axis + index->rank - 1] : 1;
    for (int i = axis + 1; i < v.rank; i++) {
        v.shape[i] = result->shape[i + index->rank - 1];
        v.stride[i] = result->stride[i + index->rank - 1];
    }
    return v;
}

void *ha_pick(unsigned loc, struct hd_array *a, int axis, struct hd_array *index) {
    struct hd_array shape;
    hd_array_must(a, loc);
    hd_array_must(index, loc);
    const int64_t *at = read_indices(index, a, axis, loc);
    pick_shape(a, axis, index, &shape);
    struct hd_array *out = hd_array_like(a, shape.rank, shape.shape, loc);
    struct hd_array flat = one_axis(out, axis, index);
    if (a->rank == 1) {
        for (int64_t i = 0; i < index->count; i++)
            memcpy(out->data + i * (int64_t)a->size,
                   a->data + at[i] * a->stride[0] * (int64_t)a->size, a->size);
        return out;
    }
    for (int64_t i = 0; i < index->count; i++) {
        struct hd_array to = slice(&flat, axis, i), from = slice(a, axis, at[i]);
        hd_array_assign(&to, &from);
    }
    return out;
}

void *ha_pick_into(unsigned loc, struct hd_array *a, int axis, struct hd_array *index,
                   struct hd_array *value) {
    struct hd_array shape;
    hd_array_must(a, loc);
    hd_array_must(index, loc);
    const int64_t *at = read_indices(index, a, axis, loc);
    pick_shape(a, axis, index, &shape);
    struct hd_array *full = hd_array_view(value, loc);
    full->rank = shape.rank;
    for (int i = 0; i < shape.rank; i++) {
        int d = i - (shape.rank - value->rank);
        int64_t size = d < 0 ? 1 : value->shape[d];
        if (size != 1 && size != shape.shape[i])
            hd_array_fail(loc, "shape",
                          "values of shape %s cannot be assigned to a selection of shape %s",
                          hd_array_shape_text(value), hd_array_shape_text(&shape));
        full->shape[i] = shape.shape[i];
        full->stride[i] = size == 1 ? 0 : value->stride[d];
    }
    hd_array_count(full);
    struct hd_array *packed = ha_copy(loc, full); // the values may lie in `a`
    struct hd_array flat = one_axis(packed, axis, index);
    for (int64_t i = 0; i < index->count; i++) {
        struct hd_array from = slice(&flat, axis, i), to = slice(a, axis, at[i]);
        hd_array_assign(&to, &from);
    }
    return a;
}

// ---- several arrays of indices ------------------------------------------------------------------

// a[i, j] with arrays i and j: their axes become one, whose places are the elements of memory
// between the lowest and the highest address; merge_indices says at which of them a pair is.

static int64_t lowest_place(const struct hd_array *a, int axis, int n, int64_t *highest) {
    int64_t low = 0, high = 0;
    for (int i = axis; i < axis + n; i++) {
        int64_t far = (a->shape[i] - 1) * a->stride[i];
        if (a->shape[i] < 1) continue;
        if (far < 0)
            low += far;
        else
            high += far;
    }
    *highest = high;
    return low;
}

void *ha_merge_axes(unsigned loc, struct hd_array *a, int axis, int n) {
    struct hd_array *v = hd_array_view(hd_array_must(a, loc), loc);
    int64_t high, low = lowest_place(a, axis, n, &high);
    bool empty = false;
    for (int i = axis; i < axis + n; i++) empty = empty || !a->shape[i];
    v->data += low * (int64_t)a->size;
    v->shape[axis] = empty ? 0 : high - low + 1;
    v->stride[axis] = 1;
    for (int i = axis + n; i < a->rank; i++) {
        v->shape[i - n + 1] = a->shape[i];
        v->stride[i - n + 1] = a->stride[i];
    }
    v->rank = a->rank - n + 1;
    hd_array_count(v);
    return v;
}

void *ha_merge_indices(unsigned loc, struct hd_array *a, int axis, int n, ...) {
    struct hd_array *index[HD_ARRAY_RANK];
    const char *names[HD_ARRAY_RANK];
    int64_t shape[HD_ARRAY_RANK], high;
    va_list args;
    va_start(args, n);
    for (int i = 0; i < n; i++) {
        index[i] = hd_array_must(va_arg(args, struct hd_array *), loc);
        names[i] = "an array of indices";
    }
    va_end(args);
    int rank = hd_array_broadcast(index, names, n, shape, loc);
    struct hd_array_type type = {HD_TY_LONG, 0, 8};
    struct hd_array *out = hd_array_new(type, rank, shape, loc);
    int64_t *to = (int64_t *)(void *)out->data, low = lowest_place(a, axis, n, &high);
    for (int64_t i = 0; i < out->count; i++) to[i] = -low;
    for (int k = 0; k < n; k++) {
        struct hd_array full = *index[k]; // as large as the others
        for (int d = 0; d < rank; d++) {
            int from = d - (rank - index[k]->rank);
            int64_t size = from < 0 ? 1 : index[k]->shape[from];
            full.shape[d] = shape[d];
            full.stride[d] = size == 1 ? 0 : index[k]->stride[from];
        }
        full.rank = rank;
        hd_array_count(&full);
        const int64_t *at = read_indices(ha_copy(loc, &full), a, axis + k, loc);
        for (int64_t i = 0; i < out->count; i++) to[i] += at[i] * a->stride[axis + k];
    }
    return out;
}

static struct hd_array *mask_for(unsigned loc, const struct hd_array *a, struct hd_array *mask) {
    hd_array_must(mask, loc);
    for (int i = 0; i < mask->rank; i++)
        if (i >= a->rank || mask->shape[i] != a->shape[i])
            hd_array_fail(loc, "shape", "a mask of shape %s does not fit an array of shape %s",
                          hd_array_shape_text(mask), hd_array_shape_text(a));
    return hd_array_packed(mask, loc);
}

// `a` with the axes that a mask covers as one; what that cannot be without a copy is copied.
static struct hd_array *masked_rows(unsigned loc, struct hd_array *a, const struct hd_array *mask,
                                    bool *copied) {
    struct hd_array *v = hd_array_packed(a, loc);
    *copied = v != a;
    v = hd_array_view(v, loc);
    int rest = a->rank - mask->rank;
    v->rank = rest + 1;
    v->shape[0] = mask->count;
    v->stride[0] = 1;
    for (int i = 0; i < rest; i++) {
        v->shape[1 + i] = a->shape[mask->rank + i];
        v->stride[0] *= v->shape[1 + i];
    }
    int64_t step = 1;
    for (int i = rest; i > 0; i--) {
        v->stride[i] = step;
        step *= v->shape[i];
    }
    return v;
}

void *ha_select(unsigned loc, struct hd_array *a, struct hd_array *mask) {
    hd_array_must(a, loc);
    mask = mask_for(loc, a, mask);
    bool copied;
    struct hd_array *rows = masked_rows(loc, a, mask, &copied);
    int64_t n = hd_array_count_mask(mask->data, mask->count), shape[HD_ARRAY_RANK];
    memcpy(shape, rows->shape, sizeof shape);
    shape[0] = n;
    struct hd_array *out = hd_array_like(a, rows->rank, shape, loc);
    hd_array_pack(out->data, rows->data, mask->data, n, (size_t)rows->stride[0] * a->size);
    return out;
}

void *ha_select_into(unsigned loc, struct hd_array *a, struct hd_array *mask,
                     struct hd_array *value) {
    hd_array_must(a, loc);
    mask = mask_for(loc, a, mask);
    bool copied;
    struct hd_array *rows = masked_rows(loc, a, mask, &copied);
    int64_t n = hd_array_count_mask(mask->data, mask->count);
    struct hd_array wanted = *rows;
    wanted.shape[0] = n;
    hd_array_count(&wanted);
    for (int i = 0; i < value->rank; i++) {
        int d = rows->rank - value->rank + i;
        if (d < 0 || (value->shape[i] != 1 && value->shape[i] != wanted.shape[d]))
            hd_array_fail(loc, "shape",
                          "values of shape %s cannot be assigned to a selection of shape %s",
                          hd_array_shape_text(value), hd_array_shape_text(&wanted));
    }
    struct hd_array *from = ha_copy(loc, value);
    bool one = from->rank < rows->rank || from->shape[0] == 1; // the same for all
    int64_t k = 0;
    bool plain = rows->rank == 1 && from->rank == 1; // elements, one by one
    for (int64_t i = 0; i < mask->count && plain; i++) {
        if (!mask->data[i]) continue;
        int64_t at = one ? 0 : k * from->stride[0];
        memcpy(rows->data + i * rows->stride[0] * (int64_t)rows->size,
               from->data + at * (int64_t)from->size, rows->size);
        k++;
    }
    for (int64_t i = 0; i < mask->count && !plain; i++) {
        if (!mask->data[i]) continue;
        struct hd_array to = slice(rows, 0, i);
        struct hd_array row = *from;
        if (from->rank == rows->rank) row = slice(from, 0, one ? 0 : k);
        k++;
        hd_array_assign(&to, &row);
    }
    if (copied) { // back to where they were
        struct hd_array back = *rows;
        back.rank = a->rank;
        int64_t step = 1;
        for (int i = a->rank; i-- > 0;) {
            back.shape[i] = a->shape[i];
            back.stride[i] = step;
            step *= a->shape[i];
        }
        hd_array_count(&back);
        hd_array_assign(a, &back);
    }
    return a;
}

// ---- several arrays as one ----------------------------------------------------------------------

// concatenate; fresh: stack, along a new axis.
void *ha_join(unsigned loc, int axis, int fresh, int n, ...) {
    struct hd_array *arrays[64];
    int64_t shape[HD_ARRAY_RANK];
    va_list args;
    va_start(args, n);
    for (int i = 0; i < n; i++) {
        arrays[i] = hd_array_must(va_arg(args, struct hd_array *), loc);
        if (fresh) {
            struct hd_array *v = hd_array_view(arrays[i], loc);
            int at = axis < 0 ? axis + v->rank + 1 : axis;
            if (at < 0 || at > v->rank || v->rank == HD_ARRAY_RANK)
                hd_array_fail(loc, "axis", "arrays of shape %s cannot be stacked along axis %d",
                              hd_array_shape_text(arrays[i]), axis);
            memmove(&v->shape[at + 1], &v->shape[at], sizeof shape[0] * (size_t)(v->rank - at));
            memmove(&v->stride[at + 1], &v->stride[at], sizeof shape[0] * (size_t)(v->rank - at));
            v->shape[at] = 1;
            v->stride[at] = 0;
            v->rank++;
            arrays[i] = v;
        }
    }
    va_end(args);
    const struct hd_array *first = arrays[0];
    int at = axis < 0 ? axis + first->rank : axis;
    if (at < 0 || at >= first->rank)
        hd_array_fail(loc, "axis", "there is no axis %d in an array of shape %s", axis,
                      hd_array_shape_text(first));
    memcpy(shape, first->shape, sizeof shape);
    for (int i = 1; i < n; i++) {
        for (int d = 0; d < first->rank; d++)
            if (d != at && arrays[i]->shape[d] != first->shape[d])
                hd_array_fail(
                    loc, "shape",
                    "argument 1 has shape %s and argument %d has shape %s: they do not fit along axis %d",
                    hd_array_shape_text(first), i + 1, hd_array_shape_text(arrays[i]), at);
        shape[at] += arrays[i]->shape[at];
    }
    struct hd_array *out = hd_array_like(first, first->rank, shape, loc);
    struct hd_array part = *out;
    for (int i = 0; i < n; i++) {
        part.shape[at] = arrays[i]->shape[at];
        hd_array_count(&part);
        hd_array_assign(&part, arrays[i]);
        part.data += part.shape[at] * part.stride[at] * (int64_t)part.size;
    }
    return out;
}

static int axis_or_flat(unsigned loc, struct hd_array **a, int axis) {
    hd_array_must(*a, loc);
    if (axis == INT32_MAX) {
        *a = ha_reshape(loc, *a, 1, -1L);
        return 0;
    }
    if (axis < -(*a)->rank || axis >= (*a)->rank)
        hd_array_fail(loc, "axis", "there is no axis %d in an array of shape %s", axis,
                      hd_array_shape_text(*a));
    return axis < 0 ? axis + (*a)->rank : axis;
}

// Each element n times.
void *ha_repeat(unsigned loc, struct hd_array *a, long n, int axis) {
    axis = axis_or_flat(loc, &a, axis);
    int64_t shape[HD_ARRAY_RANK];
    if (n < 0) hd_array_fail(loc, "shape", "nothing can be repeated %ld times", n);
    memcpy(shape, a->shape, sizeof shape);
    shape[axis] *= n;
    struct hd_array *out = hd_array_like(a, a->rank, shape, loc);
    if (!out->count) return out;
    for (int64_t first = 0; first < n;) { // the repeats as one more axis, if there may be one
        struct hd_array to = *out, from = *a;
        int64_t here = a->rank < HD_ARRAY_RANK ? n : 1;
        to.data += first * out->stride[axis] * (int64_t)out->size;
        to.shape[axis] = a->shape[axis];
        to.stride[axis] *= n;
        if (here > 1) {
            to.shape[to.rank] = from.shape[to.rank] = here;
            to.stride[to.rank++] = out->stride[axis];
            from.stride[from.rank++] = 0;
        }
        hd_array_count(&to);
        hd_array_count(&from);
        hd_array_assign(&to, &from);
        first += here;
    }
    return out;
}

void *ha_roll(unsigned loc, struct hd_array *a, long shift, int axis) {
    hd_array_must(a, loc);
    struct hd_array whole = *a;
    axis = axis_or_flat(loc, &a, axis);
    struct hd_array *out = hd_array_like(a, a->rank, a->shape, loc);
    int64_t n = a->shape[axis], by = n ? ((shift % n) + n) % n : 0;
    struct hd_array to = *out, from = *a;
    to.shape[axis] = from.shape[axis] = n - by;
    to.data += by * to.stride[axis] * (int64_t)to.size;
    hd_array_count(&to);
    hd_array_assign(&to, &from);
    to = *out;
    to.shape[axis] = from.shape[axis] = by;
    from.data = a->data + (n - by) * a->stride[axis] * (int64_t)a->size;
    hd_array_count(&to);
    hd_array_assign(&to, &from);
    if (whole.rank == out->rank) return out;
    struct hd_array *v = hd_array_view(out, loc);
    int64_t step = 1;
    v->rank = whole.rank;
    for (int i = whole.rank; i-- > 0;) {
        v->shape[i] = whole.shape[i];
        v->stride[i] = step;
        step *= whole.shape[i];
    }
    return v;
}

// The indices along one axis of the elements of a mask that are true; axis -1: of the array as one
// row.
void *ha_nonzero(unsigned loc, struct hd_array *a, int axis) {
    hd_array_must(a, loc);
    a = hd_array_packed(a, loc);
    int64_t n = hd_array_count_mask(a->data, a->count), before = 1;
    struct hd_array *out = hd_array_new((struct hd_array_type){HD_TY_LONG, 0, 8}, 1, &n, loc);
    for (int d = axis + 1; axis >= 0 && d < a->rank; d++) before *= a->shape[d];
    int64_t *at = (int64_t *)(void *)out->data;
    for (int64_t i = 0, k = 0; k < n; i++) { // without a branch: the next one writes over it
        at[k] = i;
        k += a->data[i] != 0;
    }
    if (axis < 0 || a->rank == 1) return out;
    for (int64_t k = 0; k < n; k++) at[k] = at[k] / before % a->shape[axis];
    return out;
}
