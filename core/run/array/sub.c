// Functions of sub-arrays (check/array/sub.c): sizes from shapes, then one loop over what is left
// of the shapes in front. Also scan(f, a), which is the same loop over parts of one axis.
#include "run/array/array.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct sizes {
    int64_t value[HD_FUSED_DIMS];
    int by[HD_FUSED_DIMS]; // the array that has said so; -1: none
    const struct hd_array *arrays[HD_FUSED_OPERANDS];
    const char *names[HD_FUSED_OPERANDS];
};

static int64_t extent_of(const struct sizes *s, const struct hd_sub_array *p, int d) {
    return p->size[d] < 0 ? p->extent[d] : s->value[p->size[d]];
}

// What the last dimensions of an array say.
static void bind(const struct hd_fused *f, struct sizes *s, int k, const struct hd_array *a,
                 const char *name) {
    const struct hd_sub_array *p = &f->sub->arrays[k];
    s->arrays[k] = a;
    s->names[k] = name;
    for (int d = 0; d < p->dims; d++) {
        int64_t is = a->shape[a->rank - p->dims + d];
        int size = p->size[d];
        if (size >= 0 && s->by[size] < 0) {
            s->value[size] = is;
            s->by[size] = k;
        }
        int64_t wanted = extent_of(s, p, d);
        if (is == wanted) continue;
        if (size < 0)
            hd_array_fail(f->loc, "shape", "%s has shape %s: as `%s` its dimension %d must be %lld",
                          name, hd_array_shape_text(a), p->text, a->rank - p->dims + d,
                          (long long)wanted);
        int by = s->by[size];
        hd_array_fail(f->loc, "shape",
                      "%s has shape %s as `%s`, %s has shape %s as `%s`: %s is %lld and %lld",
                      s->names[by], hd_array_shape_text(s->arrays[by]), f->sub->arrays[by].text,
                      name, hd_array_shape_text(a), p->text, f->sub->sizes[size], (long long)wanted,
                      (long long)is);
    }
}

static bool core_packed(const struct hd_array *a, int dims) {
    int64_t step = 1;
    for (int i = a->rank; i-- > a->rank - dims;) {
        if (a->shape[i] != 1 && a->stride[i] != step) return false;
        step *= a->shape[i];
    }
    return true;
}

// `a` without its last dimensions.
static struct hd_array *outer(struct hd_array *a, int dims, hd_loc loc) {
    struct hd_array *v = hd_array_view(a, loc);
    v->rank -= dims;
    hd_array_count(v);
    return v;
}

static struct hd_array *prepared(const struct hd_fused *f, int k, struct hd_array *a,
                                 const char *name) {
    const struct hd_sub_array *p = &f->sub->arrays[k];
    if (!core_packed(a, p->dims)) {
        if (p->writes)
            hd_array_fail(f->loc, "strided array",
                          "the rows of %s do not lie in one piece, so `%s` cannot write them", name,
                          f->sub->name);
        struct hd_array *copy = hd_array_like(a, a->rank, a->shape, f->loc);
        hd_array_assign(copy, a);
        a = copy;
    }
    return outer(a, p->dims, f->loc);
}

void *hd_rt_sub(const struct hd_fused *f, struct hd_array *to, ...) {
    const struct hd_sub *sub = f->sub;
    struct hd_array *arrays[HD_FUSED_OPERANDS];
    const char *names[HD_FUSED_OPERANDS];
    void *scalars[HD_FUSED_OPERANDS];
    struct sizes s = {.value = {0}};
    int n = 0, ns = 0, at = 0, last = f->n - sub->n;
    memset(s.by, -1, sizeof s.by);
    va_list args;
    va_start(args, to);
    for (int i = 0; i < last; i++) {
        void *v = va_arg(args, void *);
        if (f->ops[i].scalar) {
            scalars[ns++] = v;
            continue;
        }
        if (at == sub->out) at++;
        names[n] = f->ops[i].text;
        arrays[n] = hd_array_must(v, f->loc);
        bind(f, &s, at, arrays[n], names[n]);
        arrays[n] = prepared(f, at, arrays[n], names[n]);
        at++;
        n++;
    }
    va_end(args);
    int64_t shape[HD_ARRAY_RANK];
    int rank = hd_array_broadcast(arrays, names, n, shape, f->loc);
    struct hd_array_type type = {
        (uint16_t)f->elem->kind,
        (uint16_t)(f->elem->kind == HD_TY_COMPLEX ? f->elem->base->kind : 0),
        (uint32_t)f->elem->size};
    const struct hd_sub_array *out = sub->out >= 0 ? &sub->arrays[sub->out] : NULL;
    struct hd_array *result = to, *target;
    if (to) {
        hd_array_must(to, f->loc);
        bind(f, &s, sub->out, to, "the target");
        target = prepared(f, sub->out, to, "the target");
        rank = target->rank;
        for (int k = 0; k < n; k++)
            for (int i = 0; i < arrays[k]->rank; i++) {
                int d = rank - arrays[k]->rank + i;
                if (arrays[k]->shape[i] != 1 && (d < 0 || arrays[k]->shape[i] != to->shape[d]))
                    hd_array_fail(f->loc, "shape", "%s does not fit the target, which has shape %s",
                                  names[k], hd_array_shape_text(to));
            }
        memcpy(shape, target->shape, sizeof shape);
    } else {
        int all = rank;
        for (int d = 0; out && d < out->dims; d++) {
            if (out->size[d] >= 0 && s.by[out->size[d]] < 0)
                hd_array_fail(f->loc, "shape", "no argument says what %s of `%s` is",
                              sub->sizes[out->size[d]], out->text);
            shape[all++] = extent_of(&s, out, d);
        }
        result = hd_array_new(type, all, shape, f->loc);
        target = outer(result, all - rank, f->loc);
    }
    for (int i = 0; i < sub->n; i++) scalars[ns++] = &s.value[i];
    if (!result->count) return result;
    struct hd_loop loop;
    hd_loop_begin(&loop, rank, shape);
    hd_loop_add(&loop, target);
    for (int k = 0; k < n; k++) hd_loop_add(&loop, arrays[k]);
    hd_fused_run(f, &loop, scalars, NULL);
    return result;
}

// ---- scan(f, a) ---------------------------------------------------------------------------------

static struct hd_array part(const struct hd_array *a, int axis, int64_t from, int64_t n) {
    struct hd_array v = *a;
    v.data += from * a->stride[axis] * (int64_t)a->size;
    v.shape[axis] = n;
    hd_array_count(&v);
    return v;
}

enum { SCAN_PART = 1 << 17 }; // elements that are scanned together, so that caches hold them

struct scan {
    const struct hd_fused *f;
    int axis;
    void *object;                // of f, where it holds values
    struct hd_array *buffers[2]; // of SCAN_PART elements
};

// to = f(x, y)
static void combine(const struct scan *s, const struct hd_array *to, const struct hd_array *x,
                    const struct hd_array *y) {
    struct hd_loop loop;
    void *object = s->object;
    hd_loop_begin(&loop, to->rank, to->shape);
    hd_loop_add(&loop, to);
    hd_loop_add(&loop, x);
    hd_loop_add(&loop, y);
    hd_fused_run(s->f, &loop, &object, NULL);
}

// A buffer in the shape of a part.
static struct hd_array shaped(const struct hd_array *buffer, const struct hd_array *like) {
    struct hd_array v = *buffer;
    int64_t step = 1;
    v.rank = like->rank;
    for (int d = v.rank; d-- > 0; step *= v.shape[d]) {
        v.shape[d] = like->shape[d];
        v.stride[d] = step;
    }
    hd_array_count(&v);
    return v;
}

// In each pass every element takes in what lies `step` before it, which is done with twice as many
// each time. before: what the first elements take in; NULL: nothing.
static void scan_together(const struct scan *s, struct hd_array *to, const struct hd_array *a,
                          const struct hd_array *before) {
    int64_t n = a->shape[s->axis];
    struct hd_array now = *a;
    int at = 0;
    if (before) {
        now = shaped(s->buffers[at++], a);
        hd_array_assign(&now, a);
        struct hd_array first = part(&now, s->axis, 0, 1);
        combine(s, &first, before, &first);
    }
    for (int64_t step = 1; step < n; step *= 2) {
        struct hd_array next = 2 * step < n ? shaped(s->buffers[at++ & 1], a) : *to;
        struct hd_array head = part(&next, s->axis, 0, step), old = part(&now, s->axis, 0, step);
        struct hd_array rest = part(&next, s->axis, step, n - step),
                        x = part(&now, s->axis, 0, n - step),
                        y = part(&now, s->axis, step, n - step);
        hd_array_assign(&head, &old);
        combine(s, &rest, &x, &y);
        now = next;
    }
    if (n == 1) hd_array_assign(to, &now);
}

// Parts that are small enough, one after the other: of the other axes while there are any.
static void scan_parts(const struct scan *s, struct hd_array *to, const struct hd_array *a) {
    int split = s->axis;
    if (a->count <= SCAN_PART) {
        scan_together(s, to, a, NULL);
        return;
    }
    for (int d = a->rank; d-- > 0;)
        if (d != s->axis && a->shape[d] > 1) split = d;
    int64_t n = a->shape[split], most = SCAN_PART / (a->count / n);
    if (most < 1) most = 1;
    for (int64_t from = 0; from < n; from += most) {
        int64_t len = from + most < n ? most : n - from;
        struct hd_array x = part(a, split, from, len), y = part(to, split, from, len);
        struct hd_array before = part(to, split, from ? from - 1 : 0, 1);
        if (split == s->axis)
            scan_together(s, &y, &x, from ? &before : NULL);
        else
            scan_parts(s, &y, &x);
    }
}

// out[i] = f(a[0], ..., a[i]). The shape alone decides the order.
void *hd_rt_scan_by(const struct hd_fused *f, int axis, struct hd_array *a, void *object) {
    hd_array_must(a, f->loc);
    if (axis < -a->rank || axis >= a->rank)
        hd_array_fail(f->loc, "axis", "there is no axis %d in an array of shape %s", axis,
                      hd_array_shape_text(a));
    if (axis < 0) axis += a->rank;
    struct scan s = {.f = f, .axis = axis, .object = object};
    struct hd_array *to = hd_array_like(a, a->rank, a->shape, f->loc);
    if (!a->count) return to;
    int64_t size = a->count < SCAN_PART ? a->count : SCAN_PART;
    for (int i = 0; i < 2; i++) s.buffers[i] = hd_array_like(a, 1, &size, f->loc);
    hd_told_scan(f, a, axis);
    scan_parts(&s, to, a);
    hd_told_scan(NULL, NULL, 0);
    return to;
}
