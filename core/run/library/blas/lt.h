// lt.h: cublasLt's descriptors, which programs may keep in variables of their own (64 bytes,
// 256 for a product's), and what a product of them is known to be once all were looked at.
#ifndef HD_BLAS_LT_H
#define HD_BLAS_LT_H

#include "run/library/blas/blas.h"

enum { LT_ORDER_COL, LT_ORDER_ROW };
enum { LT_BATCH_STRIDED, LT_BATCH_POINTERS };
enum { // cublasLtPointerMode_t
    LT_POINTERS_VECTOR = 2,
    LT_POINTERS_ALPHA_BETA_ZERO,
    LT_POINTERS_ALPHA_BETA_HOST
};
enum { // bits of cublasLtEpilogue_t; 1: nothing is done
    LT_RELU = 2,
    LT_BIAS = 4,
    LT_DRELU = 8,
    LT_BIAS_GRADIENT = 16,
    LT_GELU = 32,
    LT_DGELU = 64,
    LT_AUX = 128,
    LT_GRADIENT_A = 256,
    LT_GRADIENT_B = 512
};

enum lt_kind { LT_LAYOUT = 0x4c617931, LT_PRODUCT, LT_TRANSFORM, LT_PREFERENCE, LT_ALGORITHM };

struct lt_layout { // cublasLtMatrixLayout_t
    enum lt_kind kind;
    int type, order, batch;
    uint64_t rows, columns;
    int64_t ld, stride, plane;
    int batch_mode;
};
struct lt_product { // cublasLtMatmulDesc_t
    enum lt_kind kind;
    int compute, scale, pointer_mode, transa, transb, transc, fill, epilogue, aux_type, bias_type,
        sm_count, scale_modes[5], out_scale_mode;
    signed char fast;
    void *bias, *aux, *a_scale, *b_scale, *c_scale, *d_scale, *d_amax, *aux_scale, *aux_amax,
        *d_out_scale;
    int64_t bias_stride, aux_ld, aux_stride, alpha_stride;
};
struct lt_transform { // cublasLtMatrixTransformDesc_t
    enum lt_kind kind;
    int scale, pointer_mode, transa, transb;
};
struct lt_preference { // cublasLtMatmulPreference_t
    enum lt_kind kind;
    unsigned search, reduction, alignment[4];
    float waves;
    uint64_t workspace, implementation;
};
struct lt_algorithm { // cublasLtMatmulAlgo_t
    enum lt_kind kind;
    unsigned config[9];
};

// Elements that a product is computed in.
enum lt_element { LT_NONE, LT_FLOAT, LT_DOUBLE, LT_CFLOAT, LT_CDOUBLE, LT_INTEGER };

// A product whose descriptors fit together.
struct lt_plan {
    const char *api;
    struct lt_product op;
    struct lt_layout a, b, c, d;
    int m, n, k;
    enum lt_element element;
};

// BLAS_SUCCESS, or why the descriptors do not fit, which was said.
int lt_plan(const char *api, const void *op, const void *a, const void *b, const void *c,
            const void *d, struct lt_plan *plan);
// A descriptor's contents; false: it is none of that kind, which was said.
bool lt_read(const char *api, const char *what, const void *from, enum lt_kind kind, void *to,
             size_t size);
// Whether an algorithm of a program is ours.
bool lt_is_algorithm(const char *api, const void *algo);

#endif
