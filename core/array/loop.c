// One loop over several arrays of one shape, which are broadcast to it: in which order its indices
// run, and how few of them there need to be.
//
// The indices are sorted so that array 0, the target, is gone through as it lies in memory, and its
// rows forwards; neighbours that are one row in all arrays become one. `a.T + b.T` of contiguous
// arrays is one index.
#include "array/internal.h"

#include <string.h>

void hd_loop_begin(struct hd_loop *loop, int rank, const int64_t *shape) {
    memset(loop, 0, offsetof(struct hd_loop, stride));
    loop->rank = rank;
    memcpy(loop->shape, shape, sizeof *shape * (size_t)rank);
}

void hd_loop_add(struct hd_loop *loop, const struct hd_array *a) {
    int k = loop->n++, missing = loop->rank - a->rank;
    loop->data[k] = a->data;
    loop->size[k] = a->size;
    for (int i = 0; i < loop->rank; i++) {
        int d = i - missing;
        loop->stride[k][i] = d < 0 || a->shape[d] == 1 ? 0 : a->stride[d];
    }
}

static void swap_indices(struct hd_loop *loop, int i, int j) {
    int64_t size = loop->shape[i];
    loop->shape[i] = loop->shape[j];
    loop->shape[j] = size;
    for (int k = 0; k < loop->n; k++) {
        int64_t stride = loop->stride[k][i];
        loop->stride[k][i] = loop->stride[k][j];
        loop->stride[k][j] = stride;
    }
}

static void remove_index(struct hd_loop *loop, int i) {
    loop->rank--;
    memmove(&loop->shape[i], &loop->shape[i + 1], sizeof loop->shape[0] * (size_t)(loop->rank - i));
    for (int k = 0; k < loop->n; k++)
        memmove(&loop->stride[k][i], &loop->stride[k][i + 1],
                sizeof loop->stride[0][0] * (size_t)(loop->rank - i));
}

static int64_t magnitude(int64_t x) { return x < 0 ? -x : x; }

// Whether index i should run outside of index j.
static bool outside(const struct hd_loop *loop, int i, int j) {
    for (int k = 0; k < loop->n; k++) {
        int64_t a = magnitude(loop->stride[k][i]), b = magnitude(loop->stride[k][j]);
        if (a && b && a != b) return a > b;
    }
    return i < j;
}

static void forwards(struct hd_loop *loop, int i) {
    if (loop->stride[0][i] >= 0) return;
    for (int k = 0; k < loop->n; k++) {
        loop->data[k] += (loop->shape[i] - 1) * loop->stride[k][i] * (int64_t)loop->size[k];
        loop->stride[k][i] = -loop->stride[k][i];
    }
}

static bool is_one_row(const struct hd_loop *loop, int i) {
    for (int k = 0; k < loop->n; k++)
        if (loop->stride[k][i] != loop->stride[k][i + 1] * loop->shape[i + 1]) return false;
    return true;
}

void hd_loop_simplify(struct hd_loop *loop) {
    for (int i = loop->rank; i-- > 0;)
        if (loop->shape[i] == 1) remove_index(loop, i);
    for (int i = 0; i < loop->rank; i++) forwards(loop, i);
    for (int i = 1; i < loop->rank; i++)
        for (int j = i; j > 0 && outside(loop, j, j - 1); j--) swap_indices(loop, j, j - 1);
    for (int i = loop->rank - 1; i-- > 0;) {
        if (!is_one_row(loop, i)) continue;
        loop->shape[i + 1] *= loop->shape[i];
        remove_index(loop, i);
    }
    if (loop->rank) return;
    loop->rank = 1; // one element
    loop->shape[0] = 1;
    for (int k = 0; k < loop->n; k++) loop->stride[k][0] = 0;
}
