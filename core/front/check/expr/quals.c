// Types that are the same but for qualifiers, at the first level or at every level of pointers and
// arrays ("similar" in C++), and which of them converts to which ([conv.qual]).
//
// Where a level further in gains a qualifier, all levels between that and the first must be const:
// else a `const T *` could be stored in a `T *`. nvcc's device code does not ask for that, with a
// warning, which is SIMILAR_LOOSE here.
//
// Example: what `int **` points to becomes what `const int *const *` points to by SIMILAR_ADDS, and
// what `const int **` points to by SIMILAR_LOOSE; the other way round is SIMILAR_APART.
#include "front/check/expr/expr.h"

unsigned quals_of(const struct hd_type *t) {
    while (t->kind == HD_TY_ARRAY) t = t->base;
    return t->quals;
}

bool same_but_quals(const struct hd_type *a, const struct hd_type *b) {
    while (a->kind == HD_TY_ARRAY && b->kind == HD_TY_ARRAY) {
        if (a->len != b->len && a->len >= 0 && b->len >= 0 && !a->vla_len && !b->vla_len)
            return false;
        a = a->base;
        b = b->base;
    }
    a = unqual((struct hd_type *)a);
    b = unqual((struct hd_type *)b);
    return a == b || hd_type_compatible(a, b);
}

bool gives_up_promise(struct hd_type *from, const struct hd_type *to) {
    return from->is_noexcept && to->kind == HD_TY_FUNC && !to->is_noexcept &&
           same_but_quals(hd_type_noexcept(from, false), to);
}

unsigned lost_quals(const struct hd_type *from, const struct hd_type *to) {
    return quals_of(from) & ~quals_of(to) & (Q_CONST | Q_VOLATILE);
}

// `by_shape`: what the innermost levels are does not matter.
static enum similar fit(const struct hd_type *from, const struct hd_type *to, bool by_shape) {
    unsigned lost = lost_quals(from, to);
    enum similar here = lost ? SIMILAR_APART : lost_quals(to, from) ? SIMILAR_ADDS : SIMILAR_SAME;
    if (same_but_quals(from, to)) return here;
    while (from->kind == HD_TY_ARRAY && to->kind == HD_TY_ARRAY && from->len == to->len) {
        from = from->base;
        to = to->base;
    }
    if (from->kind != HD_TY_PTR || to->kind != HD_TY_PTR) return by_shape ? here : SIMILAR_NOT;
    enum similar below = fit(from->base, to->base, by_shape);
    if (below == SIMILAR_NOT || below == SIMILAR_SAME) return below == SIMILAR_NOT ? below : here;
    if (lost || below == SIMILAR_APART) return SIMILAR_APART;
    return quals_of(to) & Q_CONST ? below : SIMILAR_LOOSE;
}

enum similar similar_fit(const struct hd_type *from, const struct hd_type *to) {
    return fit(from, to, false);
}

bool casts_away(const struct hd_type *from, const struct hd_type *to) {
    if (to->base->kind == HD_TY_FUNC) return false; // functions have no qualifiers
    enum similar by_shape = fit(from->base, to->base, true);
    return by_shape == SIMILAR_APART || by_shape == SIMILAR_LOOSE;
}

// C++17 [conv.qual]: the type that `P *` and `Q *` both convert to, where they differ in qualifiers
// at any level. What a level below makes differ is const here: `T **` and `const T **` meet in
// `const T *const *`. NULL: they differ in more.
struct hd_type *similar_common(struct hd_type *p, struct hd_type *q) {
    struct hd_type *base = unqual(p);
    unsigned quals = (quals_of(p) | quals_of(q)) & (Q_CONST | Q_VOLATILE);
    if (p->kind != HD_TY_PTR || q->kind != HD_TY_PTR)
        return same_but_quals(p, q) ? hd_type_qual(base, quals) : NULL;
    struct hd_type *below = similar_common(p->base, q->base);
    if (!below) return NULL;
    bool changed = !hd_type_same(below, p->base) || !hd_type_same(below, q->base);
    return hd_type_qual(hd_type_ptr(below), changed ? quals | Q_CONST : quals);
}
