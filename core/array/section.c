// Sections: views of an array by indices, ranges, new axes; other orders of its axes; other shapes.
//
// What a section is comes as a list of numbers: an item is SECTION_INDEX i; SECTION_RANGE given
// start stop step, where bit 0, 1 and 2 of `given` say which were written; SECTION_NEW;
// SECTION_REST (`...`). Python's rules: negative numbers count from the end, a range is cut to what
// is there, an index is not.
#include "array/internal.h"

#include <stdarg.h>
#include <string.h>

enum { SECTION_INDEX, SECTION_RANGE, SECTION_NEW, SECTION_REST };

static _Noreturn void bad_index(hd_loc loc, const struct hd_array *a, int dim, int64_t i) {
    hd_array_fail(
        loc, "index", "index %lld is out of bounds for dimension %d of an array of shape %s%s",
        (long long)i, dim, hd_array_shape_text(a), a->shape[dim] ? "" : ", which has no elements");
}

static int64_t checked(hd_loc loc, const struct hd_array *a, int dim, int64_t i) {
    int64_t n = a->shape[dim], at = i < 0 ? i + n : i;
    if (at < 0 || at >= n) bad_index(loc, a, dim, i);
    return at;
}

void *ha_at(unsigned loc, struct hd_array *a, int n, ...) {
    hd_array_must(a, loc);
    va_list args;
    va_start(args, n);
    int64_t offset = 0;
    for (int d = 0; d < n; d++) offset += checked(loc, a, d, va_arg(args, long)) * a->stride[d];
    va_end(args);
    return a->data + offset * (int64_t)a->size;
}

static int64_t cut(int64_t i, int64_t n, int64_t low, int64_t high) {
    if (i < 0) i += n;
    return i < low ? low : i > high ? high : i;
}

static void add_range(hd_loc loc, struct hd_array *v, const struct hd_array *a, int dim,
                      const int64_t *item) {
    int64_t n = a->shape[dim], given = item[0], step = given & 4 ? item[3] : 1;
    if (step == 0) hd_array_fail(loc, "section", "a section cannot have a step of 0");
    if (step == INT64_MIN) step++;
    int64_t low = step > 0 ? 0 : -1, high = step > 0 ? n : n - 1;
    int64_t start = given & 1 ? cut(item[1], n, low, high) : step > 0 ? 0 : n - 1;
    int64_t stop = given & 2 ? cut(item[2], n, low, high) : step > 0 ? n : -1;
    int64_t count = step > 0 ? (stop - start + step - 1) / step : (start - stop - step - 1) / -step;
    if (step > 0 ? stop <= start : stop >= start) count = 0;
    if (count > 0) v->data += start * a->stride[dim] * (int64_t)a->size;
    v->shape[v->rank] = count;
    v->stride[v->rank++] = count > 1 ? step * a->stride[dim] : a->stride[dim];
}

void *ha_section(unsigned loc, struct hd_array *a, int n, ...) {
    int64_t items[2 * HD_ARRAY_RANK + 1][5];
    int used = 0, dim = 0;
    hd_array_must(a, loc);
    va_list args;
    va_start(args, n);
    for (int k = 0; k < n; k++) {
        int64_t code = items[k][0] = va_arg(args, long);
        int more = code == SECTION_INDEX ? 1 : code == SECTION_RANGE ? 4 : 0;
        for (int i = 0; i < more; i++) items[k][1 + i] = va_arg(args, long);
        used += more > 0;
    }
    va_end(args);
    struct hd_array *v = hd_array_view(a, loc);
    static const int64_t all[5] = {SECTION_RANGE};
    v->rank = 0;
    for (int k = 0; k < n; k++) {
        switch (items[k][0]) {
        case SECTION_INDEX:
            v->data += checked(loc, a, dim, items[k][1]) * a->stride[dim] * (int64_t)a->size;
            dim++;
            break;
        case SECTION_RANGE: add_range(loc, v, a, dim++, items[k] + 1); break;
        case SECTION_NEW:
            v->shape[v->rank] = 1;
            v->stride[v->rank++] = 0;
            break;
        default:
            for (int rest = a->rank - used; rest > 0; rest--) add_range(loc, v, a, dim++, all + 1);
            break;
        }
    }
    while (dim < a->rank) add_range(loc, v, a, dim++, all + 1);
    hd_array_count(v);
    return v;
}

static int axis_of(hd_loc loc, const struct hd_array *a, int64_t axis) {
    if (axis < -a->rank || axis >= a->rank)
        hd_array_fail(loc, "axis", "there is no axis %lld in an array of shape %s", (long long)axis,
                      hd_array_shape_text(a));
    return (int)(axis < 0 ? axis + a->rank : axis);
}

// transpose: n 0: all axes the other way round.
void *ha_axes(unsigned loc, struct hd_array *a, int n, ...) {
    int order[HD_ARRAY_RANK];
    bool seen[HD_ARRAY_RANK] = {0};
    hd_array_must(a, loc);
    va_list args;
    va_start(args, n);
    for (int i = 0; i < a->rank; i++) {
        order[i] = n ? axis_of(loc, a, va_arg(args, long)) : a->rank - 1 - i;
        if (seen[order[i]])
            hd_array_fail(loc, "axis", "axis %d is named twice in this transposition", order[i]);
        seen[order[i]] = true;
    }
    va_end(args);
    struct hd_array *v = hd_array_view(a, loc);
    for (int i = 0; i < a->rank; i++) {
        v->shape[i] = a->shape[order[i]];
        v->stride[i] = a->stride[order[i]];
    }
    return v;
}

void *ha_reshape(unsigned loc, struct hd_array *a, int n, ...) {
    int64_t shape[HD_ARRAY_RANK], known = 1;
    int open = -1;
    hd_array_must(a, loc);
    va_list args;
    va_start(args, n);
    for (int i = 0; i < n; i++) {
        shape[i] = va_arg(args, long);
        if (shape[i] == -1 && open < 0)
            open = i;
        else
            known *= shape[i];
    }
    va_end(args);
    if (open >= 0) shape[open] = known ? a->count / known : 0;
    struct hd_array wanted = {.rank = n};
    memcpy(wanted.shape, shape, sizeof *shape * (size_t)n);
    hd_array_count(&wanted);
    if (wanted.count != a->count)
        hd_array_fail(loc, "shape",
                      "an array of shape %s has %lld elements: it cannot get the shape %s",
                      hd_array_shape_text(a), (long long)a->count, hd_array_shape_text(&wanted));
    struct hd_array *v = hd_array_view(hd_array_packed(a, loc), loc);
    v->rank = n;
    int64_t step = 1;
    for (int i = n; i-- > 0;) {
        v->shape[i] = shape[i];
        v->stride[i] = step;
        step *= shape[i];
    }
    return v;
}

void *ha_flip(unsigned loc, struct hd_array *a, int axis) {
    hd_array_must(a, loc);
    int only = axis == INT32_MAX ? -1 : axis_of(loc, a, axis);
    struct hd_array *v = hd_array_view(a, loc);
    for (int i = 0; i < a->rank; i++) {
        if ((only >= 0 && i != only) || !a->shape[i]) continue;
        v->data += (a->shape[i] - 1) * a->stride[i] * (int64_t)a->size;
        v->stride[i] = -a->stride[i];
    }
    return v;
}

void *ha_diagonal(unsigned loc, struct hd_array *a) {
    hd_array_must(a, loc);
    struct hd_array *v = hd_array_view(a, loc);
    v->rank = 1;
    v->shape[0] = a->shape[0] < a->shape[1] ? a->shape[0] : a->shape[1];
    v->stride[0] = a->stride[0] + a->stride[1];
    v->count = v->shape[0];
    return v;
}

void *ha_broadcast(unsigned loc, struct hd_array *a, int n, ...) {
    struct hd_array wanted = {.rank = n};
    hd_array_must(a, loc);
    va_list args;
    va_start(args, n);
    for (int i = 0; i < n; i++) wanted.shape[i] = va_arg(args, long);
    va_end(args);
    hd_array_count(&wanted);
    struct hd_array *v = hd_array_view(a, loc);
    for (int i = 0; i < n; i++) {
        int d = i - (n - a->rank);
        int64_t size = d < 0 ? 1 : a->shape[d];
        if (size != 1 && size != wanted.shape[i])
            hd_array_fail(loc, "shape", "an array of shape %s cannot be broadcast to %s",
                          hd_array_shape_text(a), hd_array_shape_text(&wanted));
        v->shape[i] = wanted.shape[i];
        v->stride[i] = size == 1 ? 0 : a->stride[d];
    }
    v->rank = n;
    hd_array_count(v);
    return v;
}
