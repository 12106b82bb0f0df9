// matmul of arrays by the back end of cuBLAS, where there is one.
#include "run/library/blas/blas.h"

#include "array/array.h"

enum { ROWS = 101 }; // CBLAS's: a row's elements lie side by side

#define PRODUCT(call, E, K)                                                                   \
    do {                                                                                      \
        const E one = 1, zero = 0;                                                            \
        BLAS_CALL(call,                                                                       \
                  (int, int, int, int, int, int, K##_TYPE(E), const E *, int, const E *, int, \
                   K##_TYPE(E), E *, int),                                                    \
                  (ROWS, CBLAS_NO_TRANS, CBLAS_NO_TRANS, m, n, k, K##_PASS(one), a, k, b, n,  \
                   K##_PASS(zero), c, n));                                                    \
        return true;                                                                          \
    } while (0)

// c (m x n) = a (m x k) b (k x n), each in one piece. false: not done.
bool hd_library_product(int kind, int part, int m, int n, int k, const void *a, const void *b,
                        void *c) {
    if (!library_openblas.handle && !library_open(&library_openblas)) return false;
    LIBRARY_CALL;
    if (kind == HD_TY_FLOAT) PRODUCT("sgemm", float, REAL);
    if (kind == HD_TY_DOUBLE) PRODUCT("dgemm", double, REAL);
    if (kind == HD_TY_COMPLEX && part == HD_TY_FLOAT) PRODUCT("cgemm", blas_cfloat, COMPLEX);
    if (kind == HD_TY_COMPLEX && part == HD_TY_DOUBLE) PRODUCT("zgemm", blas_cdouble, COMPLEX);
    return false;
}
