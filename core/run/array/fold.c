// Folds: sums and their kin, in pieces.
//
// Along the folded axis, elements are taken in pieces of PIECE: each thread folds one piece one
// after the other, and the pieces' results are folded again in the same way, until one is left. So
// the order, and with it the rounding, depends on the shape alone; the error of a sum grows with
// the logarithm of its length.
//
// An axis along which elements lie side by side is seen as (pieces, PIECE, LANES): lane l of a
// piece takes every LANES-th element, so that threads next to each other read what is next to each
// other.
#include "run/array/array.h"

#include <stdarg.h>
#include <string.h>

enum { PIECE = 128, LANES = 64 };

static struct hd_array_type acc_of(const struct hd_fused *f) {
    const struct hd_type *t = f->acc_type;
    return (struct hd_array_type){(uint16_t)t->kind,
                                  (uint16_t)(t->kind == HD_TY_COMPLEX ? t->base->kind : 0),
                                  (uint32_t)t->size};
}

// One pass: `from` (loop arrays 1.. with their indices but the folded one) over elements [at, at +
// n) of the folded axis, whose strides are `axis`; results go to `out`, array 0 of the loop.
static void pass(const struct hd_fused *f, const struct hd_loop *shape, const int64_t *axis,
                 int64_t at, int64_t n, bool rows, bool known, struct hd_array *out, int64_t offset,
                 void *const *scalars) {
    struct hd_loop loop = *shape;
    struct hd_fold_axis fold = {.n = n, .rows = rows, .known = known};
    loop.data[0] = out->data + offset * (int64_t)out->size;
    loop.fresh = !offset; // the passes after the first find it on the device
    loop.size[0] = out->size;
    for (int k = 1; k < loop.n; k++) {
        loop.data[k] += at * axis[k] * (int64_t)loop.size[k];
        fold.stride[k] = axis[k];
    }
    hd_fused_run(f, &loop, scalars, &fold);
}

// `shape`: the indices that stay, arrays 1..n-1 without the folded axis; array 0 is set here.
// Result: contiguous.
static struct hd_array *fold_axis(const struct hd_fused *f, struct hd_loop *shape,
                                  const int64_t *axis, int64_t length, bool known,
                                  void *const *scalars) {
    int64_t outputs = 1, stay[HD_ARRAY_RANK + 1];
    int rank = shape->rank;
    for (int i = 0; i < rank; i++) outputs *= stay[i] = shape->shape[i];
    bool along = outputs < LANES && length >= 4 * LANES; // threads side by side on the axis itself
    int64_t lanes = along ? LANES : 1;
    int64_t pieces = length / (PIECE * lanes), rest = length - pieces * PIECE * lanes;
    if (!along && length <= 2 * PIECE) pieces = 0, rest = length;
    int64_t rest_lanes = along && rest >= LANES ? LANES : 1;
    int64_t rest_each = rest / rest_lanes, rest_last = rest - rest_each * rest_lanes;
    int64_t partial = pieces * lanes + (rest_each > 0 ? rest_lanes : 0) + (rest_last > 0);
    // partial results: (partial, outputs...)
    int64_t sizes[HD_ARRAY_RANK + 1] = {partial};
    memcpy(sizes + 1, stay, sizeof *stay * (size_t)rank);
    int out_rank = rank + 1;
    if (out_rank > HD_ARRAY_RANK) { // as one row: the order of indices is what counts
        sizes[1] = outputs;
        out_rank = 2;
    }
    struct hd_array *out = hd_array_new(acc_of(f), out_rank, sizes, f->loc);
    int64_t step = 1;
    for (int i = rank; i-- > 0;) {
        shape->stride[0][i] = step;
        step *= stay[i];
    }
    int64_t done = 0;
    for (int part = 0; part < 3; part++) {
        int64_t groups = part == 0 ? pieces : 1;
        int64_t wide = part == 0 ? lanes : part == 1 ? rest_lanes : 1;
        int64_t each = part == 0 ? PIECE : part == 1 ? rest_each : rest_last;
        int64_t at = part == 0   ? 0
                     : part == 1 ? pieces * PIECE * lanes
                                 : pieces * PIECE * lanes + rest_each * rest_lanes;
        if (!groups || !each) continue;
        // indices: (group, stay..., lane), the lane innermost where it is there
        struct hd_loop loop = *shape;
        int64_t strides[HD_LOOP_ARRAYS];
        for (int k = 1; k < loop.n; k++) strides[k] = axis[k] * wide;
        // the same ones for all parts, so that these have their code in common
        bool group_index = pieces > 0, lane_index = along;
        if (loop.rank + group_index + lane_index > HD_ARRAY_RANK)
            hd_array_fail(f->loc, "shape",
                          "`%s` of so many dimensions along one axis is not supported", f->what);
        if (group_index) {
            memmove(&loop.shape[1], &loop.shape[0], sizeof loop.shape[0] * (size_t)loop.rank);
            loop.shape[0] = groups;
            for (int k = 0; k < loop.n; k++) {
                memmove(&loop.stride[k][1], &loop.stride[k][0],
                        sizeof loop.stride[0][0] * (size_t)loop.rank);
                loop.stride[k][0] = k ? axis[k] * wide * each : wide * outputs;
            }
            loop.rank++;
        }
        if (lane_index) {
            loop.shape[loop.rank] = wide;
            for (int k = 0; k < loop.n; k++) loop.stride[k][loop.rank] = k ? axis[k] : outputs;
            loop.rank++;
        }
        if (!loop.rank) {
            loop.rank = 1;
            loop.shape[0] = 1;
            for (int k = 0; k < loop.n; k++) loop.stride[k][0] = 0;
        }
        // at * axis is where the part begins; its elements are `strides` apart
        for (int k = 1; k < loop.n; k++) loop.data[k] += at * axis[k] * (int64_t)loop.size[k];
        pass(f, &loop, strides, 0, each, along, known, out, done * outputs, scalars);
        done += groups * wide;
    }
    return out;
}

static struct hd_array *empty_fold(const struct hd_fused *f, int rank, const int64_t *shape) {
    struct hd_array *out = hd_array_new(acc_of(f), rank, shape, f->loc);
    if (!out->count) return out;
    if (!f->has_empty)
        hd_array_fail(f->loc, "empty array", "`%s` of no elements has no value", f->what);
    memset(out->data, 0, (size_t)out->count * out->size);
    if (f->empty == 0) return out;
    for (int64_t i = 0; i < out->count; i++) {
        char *p = out->data + i * (int64_t)out->size;
        switch (f->acc_type->kind == HD_TY_COMPLEX ? f->acc_type->base->kind : f->acc_type->kind) {
        case HD_TY_FLOAT: memcpy(p, &(float){1}, 4); break;
        case HD_TY_DOUBLE: memcpy(p, &(double){1}, 8); break;
        default: p[0] = 1; break; // the lowest byte
        }
    }
    return out;
}

// What holds the values of the fold's function, among its scalars.
static void *object_of(const struct hd_fused *f, void *const *scalars) {
    int at = 0;
    for (int i = 0; i + 1 < f->object; i++) at += f->ops[i].scalar;
    return f->object ? scalars[at] : NULL;
}

// Folds the partial results (axis 0 of `a`) until there is one for each output.
static struct hd_array *fold_again(const struct hd_fused *f, struct hd_array *a, void *object) {
    while (a->shape[0] > 1) {
        struct hd_loop loop;
        int64_t axis[HD_LOOP_ARRAYS] = {0, a->stride[0]};
        struct hd_array one = *a;
        one.rank--;
        memmove(one.shape, a->shape + 1, sizeof one.shape[0] * (size_t)one.rank);
        memmove(one.stride, a->stride + 1, sizeof one.stride[0] * (size_t)one.rank);
        hd_loop_begin(&loop, one.rank, one.shape);
        loop.n = 1;
        hd_loop_add(&loop, &one);
        a = fold_axis(f->again, &loop, axis, a->shape[0], true, &object);
    }
    return a;
}

void *hd_rt_fold(const struct hd_fused *f, int axis, ...) {
    struct hd_fused_values v;
    int64_t shape[HD_ARRAY_RANK];
    va_list args;
    va_start(args, axis);
    hd_fused_read(f, args, &v);
    va_end(args);
    int rank = hd_array_broadcast(v.arrays, v.names, v.narrays, shape, f->loc);
    bool all = axis == INT32_MAX;
    if (!all && (axis < -rank || axis >= rank))
        hd_array_fail(f->loc, "axis", "there is no axis %d: %s has %d dimension%s", axis,
                      v.narrays ? v.names[0] : "it", rank, rank == 1 ? "" : "s");
    if (axis < 0) axis += rank;
    struct hd_loop loop;
    int64_t steps[HD_LOOP_ARRAYS] = {0}, stay[HD_ARRAY_RANK], count = 1;
    hd_loop_begin(&loop, rank, shape);
    loop.n = 1;
    for (int i = 0; i < v.narrays; i++) hd_loop_add(&loop, v.arrays[i]);
    for (int i = 0; i < rank; i++) count *= shape[i];
    int kept = 0;
    for (int i = 0; i < rank && !all; i++)
        if (i != axis) stay[kept++] = shape[i];
    int64_t length = all ? count : shape[axis];
    if (!count || !length) {
        struct hd_array *out = empty_fold(f, kept, stay);
        out->folded = length;
        return out;
    }
    if (all) { // the first index of the simplified loop that is longest is folded first, then the
               // others
        for (int i = 0; i < rank; i++)
            loop.stride[0][i] = loop.stride[1][i]; // the order of the first operand
        loop.size[0] = loop.n > 1 ? loop.size[1] : 1;
        loop.data[0] = loop.n > 1 ? loop.data[1] : NULL;
        hd_loop_simplify(&loop);
        axis = loop.rank - 1;
    }
    int64_t n = loop.shape[axis];
    for (int k = 1; k < loop.n; k++) {
        steps[k] = loop.stride[k][axis];
        memmove(&loop.stride[k][axis], &loop.stride[k][axis + 1],
                sizeof steps[0] * (size_t)(loop.rank - axis - 1));
    }
    memmove(&loop.shape[axis], &loop.shape[axis + 1],
            sizeof loop.shape[0] * (size_t)(loop.rank - axis - 1));
    loop.rank--;
    hd_told_fold(f, &loop, steps, n);
    // What a program's pointer leads to may not be there: code of the program tells where.
    const struct hd_array *a = v.narrays ? v.arrays[0] : NULL;
    bool known = a && (a->memory || (a->base && a->base->memory));
    void *object = object_of(f, v.scalars);
    struct hd_array *out = fold_again(f, fold_axis(f, &loop, steps, n, known, v.scalars), object);
    // (1, stay...): without the first index, and of a fold of everything as one row that is folded
    // on
    struct hd_array *result = hd_array_view(out, f->loc);
    result->rank = kept;
    int64_t step = 1;
    if (all && out->count > 1) {
        result->rank = 2;
        result->shape[0] = out->count;
        result->stride[0] = result->shape[1] = result->stride[1] = 1;
        result->rank = 1;
        hd_array_count(result);
        struct hd_array *last = fold_again(f, result, object);
        result = hd_array_view(last, f->loc);
        result->rank = 0;
        result->count = 1;
    } else {
        for (int i = kept; i-- > 0;) {
            result->shape[i] = stay[i];
            result->stride[i] = step;
            step *= stay[i];
        }
        hd_array_count(result);
    }
    result->folded = length;
    return result;
}
