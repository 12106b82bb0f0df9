// Shapes: broadcasting, with messages that name the operands, and where the elements of two arrays
// lie.
#include "array/internal.h"

#include <stdio.h>
#include <string.h>

const char *hd_array_shape_text(const struct hd_array *a) {
    static _Thread_local char text[4][200];
    static _Thread_local int next;
    char *out = text[next++ & 3];
    int n = snprintf(out, sizeof text[0], "(");
    for (int i = 0; i < a->rank; i++)
        n += snprintf(out + n, sizeof text[0] - (size_t)n, "%s%lld", i ? ", " : "",
                      (long long)a->shape[i]);
    snprintf(out + n, sizeof text[0] - (size_t)n, a->rank == 1 ? ",)" : ")");
    return out;
}

int hd_array_broadcast(struct hd_array *const *arrays, const char *const *names, int n,
                       int64_t *shape, hd_loc loc) {
    int rank = 0, from[HD_ARRAY_RANK] = {0};
    for (int k = 0; k < n; k++)
        if (arrays[k]->rank > rank) rank = arrays[k]->rank;
    for (int i = rank; i-- > 0;) { // the last dimension first, as shapes are compared
        shape[i] = 1;
        for (int k = 0; k < n; k++) {
            int d = i - (rank - arrays[k]->rank);
            int64_t size = d < 0 ? 1 : arrays[k]->shape[d];
            if (size == 1 || size == shape[i]) continue;
            if (shape[i] != 1) {
                const struct hd_array *a = arrays[from[i]], *b = arrays[k];
                hd_array_fail(loc, "shape",
                              "%s has shape %s, %s has shape %s: dimension %d is %lld and %lld",
                              names[from[i]], hd_array_shape_text(a), names[k],
                              hd_array_shape_text(b), i, (long long)shape[i], (long long)size);
            }
            shape[i] = size;
            from[i] = k;
        }
    }
    return rank;
}

bool hd_array_contiguous(const struct hd_array *a) {
    int64_t step = 1;
    for (int i = a->rank; i-- > 0;) {
        if (a->shape[i] != 1 && a->stride[i] != step && a->count > 1) return false;
        step *= a->shape[i];
    }
    return true;
}

static void extent(const struct hd_array *a, const char **low, const char **high) {
    *low = *high = a->data;
    for (int i = 0; i < a->rank; i++) {
        int64_t far = (a->shape[i] - 1) * a->stride[i] * (int64_t)a->size;
        *(far < 0 ? low : high) += far;
    }
    *high += a->size;
}

bool hd_array_overlap(const struct hd_array *a, const struct hd_array *b) {
    const char *la, *ha, *lb, *hb;
    if (!a->count || !b->count) return false;
    extent(a, &la, &ha);
    extent(b, &lb, &hb);
    return la < hb && lb < ha;
}

bool hd_array_same_place(const struct hd_array *a, const struct hd_array *b) {
    if (a->data != b->data || a->rank != b->rank || a->size != b->size) return false;
    for (int i = 0; i < a->rank; i++)
        if (a->shape[i] != b->shape[i] || (a->shape[i] > 1 && a->stride[i] != b->stride[i]))
            return false;
    return true;
}
