// Products of matrices: large ones by the library that run/ knows, others in tiles that stay in the
// caches.
#include "array/internal.h"

#include <complex.h>
#include <string.h>

enum { TILE = 64, LARGE = 32 * 32 * 32 };

bool (*hd_array_product)(int kind, int part, int m, int n, int k, const void *a, const void *b,
                         void *c);

// c (m x n) = a (m x k) b (k x n), all contiguous; c is zero before.
#define PRODUCT(NAME, T)                                                                           \
    static void product_##NAME(T *restrict c, const T *restrict a, const T *restrict b, int64_t m, \
                               int64_t k, int64_t n) {                                             \
        for (int64_t k0 = 0; k0 < k; k0 += TILE)                                                   \
            for (int64_t i = 0; i < m; i++)                                                        \
                for (int64_t l = k0; l < k && l < k0 + TILE; l++) {                                \
                    T x = a[i * k + l];                                                            \
                    for (int64_t j = 0; j < n; j++) c[i * n + j] += x * b[l * n + j];              \
                }                                                                                  \
    }
PRODUCT(float, float)
PRODUCT(double, double)
PRODUCT(int, uint32_t)
PRODUCT(long, uint64_t)
PRODUCT(cfloat, float complex)
PRODUCT(cdouble, double complex)
#undef PRODUCT

static void multiply(const struct hd_array *type, void *c, const void *a, const void *b, int64_t m,
                     int64_t k, int64_t n) {
    bool fits = m < INT32_MAX && k < INT32_MAX && n < INT32_MAX;
    if (hd_array_product && fits && (double)m * (double)k * (double)n > LARGE &&
        hd_array_product(type->kind, type->part, (int)m, (int)n, (int)k, a, b, c))
        return;
    switch (type->kind) {
    case HD_TY_FLOAT: product_float(c, a, b, m, k, n); break;
    case HD_TY_DOUBLE: product_double(c, a, b, m, k, n); break;
    case HD_TY_COMPLEX:
        if (type->part == HD_TY_FLOAT)
            product_cfloat(c, a, b, m, k, n);
        else
            product_cdouble(c, a, b, m, k, n);
        break;
    case HD_TY_INT:
    case HD_TY_UINT: product_int(c, a, b, m, k, n); break;
    default: product_long(c, a, b, m, k, n); break;
    }
}

// Vectors are a row on the left and a column on the right; a third, first dimension counts
// matrices.
void *ha_matmul(unsigned loc, struct hd_array *a, struct hd_array *b) {
    struct hd_array *x = hd_array_packed(hd_array_must(a, loc), loc),
                    *y = hd_array_packed(hd_array_must(b, loc), loc);
    int64_t m = x->rank > 1 ? x->shape[x->rank - 2] : 1, k = x->shape[x->rank - 1];
    int64_t n = y->rank > 1 ? y->shape[y->rank - 1] : 1,
            k2 = y->shape[y->rank > 1 ? y->rank - 2 : 0];
    int64_t bx = x->rank > 2 ? x->shape[0] : 1, by = y->rank > 2 ? y->shape[0] : 1;
    if (k != k2)
        hd_array_fail(
            loc, "shape",
            "the matrices have shapes %s and %s: the rows of the first have %lld elements, the columns of the second %lld",
            hd_array_shape_text(a), hd_array_shape_text(b), (long long)k, (long long)k2);
    if (bx != by && bx != 1 && by != 1)
        hd_array_fail(loc, "shape", "there are %lld matrices on the left and %lld on the right",
                      (long long)bx, (long long)by);
    int64_t shape[3], batch = bx > by ? bx : by;
    if (!bx || !by) batch = 0;
    int rank = 0;
    if (x->rank > 2 || y->rank > 2) shape[rank++] = batch;
    if (x->rank > 1) shape[rank++] = m;
    if (y->rank > 1) shape[rank++] = n;
    struct hd_array *c = hd_array_like(x, rank, shape, loc);
    memset(c->data, 0, (size_t)c->count * c->size);
    for (int64_t i = 0; i < batch; i++)
        multiply(c, c->data + i * m * n * (int64_t)c->size,
                 x->data + (bx > 1 ? i : 0) * m * k * (int64_t)x->size,
                 y->data + (by > 1 ? i : 0) * k * n * (int64_t)y->size, m, k, n);
    return c;
}
