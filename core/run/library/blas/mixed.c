// cuBLAS: products whose matrices have other types than their sums: half, bfloat16, float, double,
// complex, 8-bit integers. They are widened to the type of the computation, multiplied there, and
// rounded once.
#include <math.h>

#include "run/library/blas/blas.h"

// cudaDataType_t and cublasComputeType_t.
enum {
    TYPE_32F = 0,
    TYPE_64F = 1,
    TYPE_16F = 2,
    TYPE_8I = 3,
    TYPE_32C = 4,
    TYPE_64C = 5,
    TYPE_32I = 10,
    TYPE_16BF = 14
};
enum {
    COMPUTE_16F = 64,
    COMPUTE_16F_PEDANTIC,
    COMPUTE_32F = 68,
    COMPUTE_32F_LAST = 78, // 32F_PEDANTIC, 32F_FAST_16F, 32F_FAST_16BF, 32F_FAST_TF32, ...
    COMPUTE_64F = 70,
    COMPUTE_64F_PEDANTIC,
    COMPUTE_32I,
    COMPUTE_32I_PEDANTIC
};

static float from_half(uint16_t h) { return (float)hd_value_half(h, false); }

// To the nearest, ties to even.
static uint16_t to_half(float f) {
    uint16_t sign = signbit(f) ? 0x8000 : 0;
    if (isnan(f)) return 0x7fff;
    f = fabsf(f);
    if (f >= 65520.0f) return sign | 0x7c00;
    int exponent = 0;
    if (f > 0) frexpf(f, &exponent);
    if (exponent < -13) exponent = -13; // below: in steps of 2^-24
    float steps = rintf(ldexpf(f, 11 - exponent));
    if (steps >= 2048) {
        exponent++;
        steps = 1024;
    }
    return steps < 1024 ? sign | (uint16_t)steps
                        : sign | (uint16_t)((exponent + 14) << 10 | ((int)steps - 1024));
}

static float from_bfloat(uint16_t b) { return (float)hd_value_half(b, true); }

static uint16_t to_bfloat(float f) {
    uint32_t bits;
    memcpy(&bits, &f, 4);
    if (f != f) return 0x7fff;
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

static size_t size_of(int type);
size_t blas_size_of(int type) { return size_of(type); }

bool blas_load(int type, const void *from, size_t i, blas_cdouble *v) {
    switch (type) {
    case TYPE_32F: *v = (double)((const float *)from)[i]; return true;
    case TYPE_64F: *v = ((const double *)from)[i]; return true;
    case TYPE_16F: *v = (double)from_half(((const uint16_t *)from)[i]); return true;
    case TYPE_16BF: *v = (double)from_bfloat(((const uint16_t *)from)[i]); return true;
    case TYPE_32C: *v = (blas_cdouble)((const blas_cfloat *)from)[i]; return true;
    case TYPE_64C: *v = ((const blas_cdouble *)from)[i]; return true;
    default: return false;
    }
}

void blas_store(int type, void *to, size_t i, blas_cdouble v) {
    switch (type) {
    case TYPE_32F: ((float *)to)[i] = (float)creal(v); break;
    case TYPE_64F: ((double *)to)[i] = creal(v); break;
    case TYPE_16F: ((uint16_t *)to)[i] = to_half((float)creal(v)); break;
    case TYPE_16BF: ((uint16_t *)to)[i] = to_bfloat((float)creal(v)); break;
    case TYPE_32C: ((blas_cfloat *)to)[i] = (blas_cfloat)v; break;
    default: ((blas_cdouble *)to)[i] = v; break;
    }
}

static size_t size_of(int type) {
    switch (type) {
    case TYPE_8I: return 1;
    case TYPE_16F:
    case TYPE_16BF: return 2;
    case TYPE_32F:
    case TYPE_32I: return 4;
    case TYPE_64F:
    case TYPE_32C: return 8;
    case TYPE_64C: return 16;
    default: return 0;
    }
}

static float load_float(const void *p, int type, size_t i) {
    switch (type) {
    case TYPE_16F: return from_half(((const uint16_t *)p)[i]);
    case TYPE_16BF: return from_bfloat(((const uint16_t *)p)[i]);
    case TYPE_8I: return ((const int8_t *)p)[i];
    default: return ((const float *)p)[i];
    }
}

// rows x columns elements as floats, close together.
static float *widened(const void *p, int type, int rows, int columns, int ld) {
    float *out = hd_xmalloc(((size_t)rows * (size_t)columns + 1) * sizeof *out);
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < rows; i++)
            out[(size_t)j * (size_t)rows + (size_t)i] =
                load_float(p, type, (size_t)j * (size_t)ld + (size_t)i);
    return out;
}

struct product {
    const char *api;
    int transa, transb, m, n, k;
    const void *A, *B;
    void *C;
    int type_a, type_b, type_c, lda, ldb, ldc, compute;
};

static void product_float(const struct product *p, float alpha, float beta) {
    int rows_a = p->transa == OP_N ? p->m : p->k, columns_a = p->transa == OP_N ? p->k : p->m;
    int rows_b = p->transb == OP_N ? p->k : p->n, columns_b = p->transb == OP_N ? p->n : p->k;
    float *a = widened(p->A, p->type_a, rows_a, columns_a, p->lda);
    float *b = widened(p->B, p->type_b, rows_b, columns_b, p->ldb);
    float *c = beta != 0 ? widened(p->C, p->type_c, p->m, p->n, p->ldc)
                         : hd_xcalloc((size_t)p->m * (size_t)p->n + 1, sizeof *c);
    BLAS_CALL("sgemm",
              (int, int, int, int, int, int, float, const float *, int, const float *, int, float,
               float *, int),
              (CBLAS_COLUMNS, blas_op(p->transa), blas_op(p->transb), p->m, p->n, p->k, alpha, a,
               rows_a > 0 ? rows_a : 1, b, rows_b > 0 ? rows_b : 1, beta, c, p->m));
    for (int j = 0; j < p->n; j++)
        for (int i = 0; i < p->m; i++) {
            float v = c[(size_t)j * (size_t)p->m + (size_t)i];
            size_t at = (size_t)j * (size_t)p->ldc + (size_t)i;
            if (p->type_c == TYPE_16F)
                ((uint16_t *)p->C)[at] = to_half(v);
            else if (p->type_c == TYPE_16BF)
                ((uint16_t *)p->C)[at] = to_bfloat(v);
            else
                ((float *)p->C)[at] = v;
        }
    free(a);
    free(b);
    free(c);
}

static void product_integer(const struct product *p, int alpha, int beta) {
    const int8_t *A = p->A, *B = p->B;
    int *C = p->C;
    for (int j = 0; j < p->n; j++)
        for (int i = 0; i < p->m; i++) {
            unsigned sum = 0; // wraps
            for (int l = 0; l < p->k; l++) {
                int a = p->transa == OP_N ? A[(size_t)l * (size_t)p->lda + (size_t)i]
                                          : A[(size_t)i * (size_t)p->lda + (size_t)l];
                int b = p->transb == OP_N ? B[(size_t)j * (size_t)p->ldb + (size_t)l]
                                          : B[(size_t)l * (size_t)p->ldb + (size_t)j];
                sum += (unsigned)(a * b);
            }
            int *c = &C[(size_t)j * (size_t)p->ldc + (size_t)i];
            *c = (int)((unsigned)alpha * sum + (beta ? (unsigned)beta * (unsigned)*c : 0));
        }
}

enum kind {
    KIND_NONE,
    KIND_FLOAT,
    KIND_HALF,
    KIND_INTEGER,
    KIND_DOUBLE,
    KIND_COMPLEX,
    KIND_DCOMPLEX
};

// What cuBLAS's table of supported types says, as far as it is done here.
static enum kind kind_of(const struct product *p) {
    int a = p->type_a, c = p->type_c, compute = p->compute;
    bool narrow = a == TYPE_16F || a == TYPE_16BF;
    if (a != p->type_b) return KIND_NONE;
    if (compute == COMPUTE_16F || compute == COMPUTE_16F_PEDANTIC)
        return a == TYPE_16F && c == TYPE_16F ? KIND_HALF : KIND_NONE;
    if (compute == COMPUTE_64F || compute == COMPUTE_64F_PEDANTIC)
        return a == TYPE_64F && c == a   ? KIND_DOUBLE
               : a == TYPE_64C && c == a ? KIND_DCOMPLEX
                                         : KIND_NONE;
    if (compute == COMPUTE_32I || compute == COMPUTE_32I_PEDANTIC)
        return a == TYPE_8I && c == TYPE_32I ? KIND_INTEGER : KIND_NONE;
    if (compute < COMPUTE_32F || compute > COMPUTE_32F_LAST) return KIND_NONE;
    if (a == TYPE_32C && c == a) return KIND_COMPLEX;
    bool fits = (a == TYPE_32F && c == a) || (a == TYPE_8I && c == TYPE_32F) ||
                (narrow && (c == a || c == TYPE_32F));
    return fits ? KIND_FLOAT : KIND_NONE;
}

#define WHOLE(t, E, K)                                                                          \
    BLAS_CALL(t,                                                                                \
              (int, int, int, int, int, int, K##_TYPE(E), const void *, int, const void *, int, \
               K##_TYPE(E), void *, int),                                                       \
              (CBLAS_COLUMNS, blas_op(p->transa), blas_op(p->transb), p->m, p->n, p->k,         \
               K##_PASS(*(const E *)alpha), p->A, p->lda, p->B, p->ldb,                         \
               K##_PASS(*(const E *)beta), p->C, p->ldc))

static void multiply(const struct product *p, enum kind kind, const void *alpha, const void *beta) {
    switch (kind) {
    case KIND_HALF:
        product_float(p, from_half(*(const uint16_t *)alpha), from_half(*(const uint16_t *)beta));
        break;
    case KIND_INTEGER: product_integer(p, *(const int *)alpha, *(const int *)beta); break;
    case KIND_DOUBLE: WHOLE("dgemm", double, REAL); break;
    case KIND_COMPLEX: WHOLE("cgemm", blas_cfloat, COMPLEX); break;
    case KIND_DCOMPLEX: WHOLE("zgemm", blas_cdouble, COMPLEX); break;
    default:
        if (p->type_a == TYPE_32F)
            WHOLE("sgemm", float, REAL);
        else
            product_float(p, *(const float *)alpha, *(const float *)beta);
    }
}

#define MIXED_CHECK()                                                                           \
    BLAS_OP(transa);                                                                            \
    BLAS_OP(transb);                                                                            \
    BLAS_SIZE(m);                                                                               \
    BLAS_SIZE(n);                                                                               \
    BLAS_SIZE(k);                                                                               \
    int rows_a = transa == OP_N ? m : k, rows_b = transb == OP_N ? k : n;                       \
    int columns_a = transa == OP_N ? k : m, columns_b = transb == OP_N ? n : k;                 \
    BLAS_LD(lda, rows_a, "the rows of A");                                                      \
    BLAS_LD(ldb, rows_b, "the rows of B");                                                      \
    BLAS_LD(ldc, m, "m");                                                                       \
    struct product p = {api, transa, transb, m,     n,   k,   A,   B,                           \
                        C,   Atype,  Btype,  Ctype, lda, ldb, ldc, computeType};                \
    enum kind kind = kind_of(&p);                                                               \
    if (kind == KIND_NONE) {                                                                    \
        blas_invalid(api, "no product of cudaDataTypes %d and %d to %d is computed in type %d", \
                     Atype, Btype, Ctype, computeType);                                         \
        return BLAS_NOT_SUPPORTED;                                                              \
    }                                                                                           \
    size_t scalar = kind == KIND_HALF                             ? 2                           \
                    : kind == KIND_DCOMPLEX                       ? 16                          \
                    : kind == KIND_DOUBLE || kind == KIND_COMPLEX ? 8                           \
                                                                  : 4;                          \
    _Alignas(16) char alpha_v[16], beta_v[16];                                                  \
    if (!library_scalar(api, "alpha", alpha, alpha_v, scalar) ||                                \
        !library_scalar(api, "beta", beta, beta_v, scalar))                                     \
        return BLAS_INVALID_VALUE;                                                              \
    if (m == 0 || n == 0) return BLAS_SUCCESS

#define MIXED_ARRAY(p, elements, type) \
    if (!library_check_array(api, #p, p, (elements) * size_of(type))) return BLAS_EXECUTION_FAILED

static int hd_cublasGemmEx(struct blas *handle, int transa, int transb, int m, int n, int k,
                           const void *alpha, const void *A, int Atype, int lda, const void *B,
                           int Btype, int ldb, const void *beta, void *C, int Ctype, int ldc,
                           int computeType, int algo) {
    (void)algo;
    BLAS_ENTER("cublasGemmEx");
    MIXED_CHECK();
    MIXED_ARRAY(A, blas_matrix_span(rows_a, columns_a, lda), Atype);
    MIXED_ARRAY(B, blas_matrix_span(rows_b, columns_b, ldb), Btype);
    MIXED_ARRAY(C, blas_matrix_span(m, n, ldc), Ctype);
    multiply(&p, kind, alpha_v, beta_v);
    return BLAS_SUCCESS;
}

static int hd_cublasGemmStridedBatchedEx(struct blas *handle, int transa, int transb, int m, int n,
                                         int k, const void *alpha, const void *A, int Atype,
                                         int lda, long long strideA, const void *B, int Btype,
                                         int ldb, long long strideB, const void *beta, void *C,
                                         int Ctype, int ldc, long long strideC, int batchCount,
                                         int computeType, int algo) {
    (void)algo;
    BLAS_ENTER("cublasGemmStridedBatchedEx");
    MIXED_CHECK();
    BLAS_SIZE(batchCount);
    BLAS_NEED(strideA >= 0 && strideB >= 0 && strideC >= 0, "a stride is negative");
    if (batchCount == 0) return BLAS_SUCCESS;
    size_t last = (size_t)batchCount - 1;
    MIXED_ARRAY(A, last * (size_t)strideA + blas_matrix_span(rows_a, columns_a, lda), Atype);
    MIXED_ARRAY(B, last * (size_t)strideB + blas_matrix_span(rows_b, columns_b, ldb), Btype);
    MIXED_ARRAY(C, last * (size_t)strideC + blas_matrix_span(m, n, ldc), Ctype);
    for (size_t i = 0; i <= last; i++) {
        p.A = (const char *)A + i * (size_t)strideA * size_of(Atype);
        p.B = (const char *)B + i * (size_t)strideB * size_of(Btype);
        p.C = (char *)C + i * (size_t)strideC * size_of(Ctype);
        multiply(&p, kind, alpha_v, beta_v);
    }
    return BLAS_SUCCESS;
}

static int hd_cublasGemmBatchedEx(struct blas *handle, int transa, int transb, int m, int n, int k,
                                  const void *alpha, const void *const *As, int Atype, int lda,
                                  const void *const *Bs, int Btype, int ldb, const void *beta,
                                  void *const *Cs, int Ctype, int ldc, int batchCount,
                                  int computeType, int algo) {
    (void)algo;
    const void *A = NULL, *B = NULL;
    void *C = NULL;
    BLAS_ENTER("cublasGemmBatchedEx");
    MIXED_CHECK();
    BLAS_SIZE(batchCount);
    if (batchCount == 0) return BLAS_SUCCESS;
    BLAS_ARRAY(As, (size_t)batchCount);
    BLAS_ARRAY(Bs, (size_t)batchCount);
    BLAS_ARRAY(Cs, (size_t)batchCount);
    for (int i = 0; i < batchCount; i++) {
        p.A = A = As[i];
        p.B = B = Bs[i];
        p.C = C = Cs[i];
        MIXED_ARRAY(A, blas_matrix_span(rows_a, columns_a, lda), Atype);
        MIXED_ARRAY(B, blas_matrix_span(rows_b, columns_b, ldb), Btype);
        MIXED_ARRAY(C, blas_matrix_span(m, n, ldc), Ctype);
        multiply(&p, kind, alpha_v, beta_v);
    }
    return BLAS_SUCCESS;
}

// ---- groups: products of one shape each
// ----------------------------------------------------------

// Sizes, factors and the like are arrays of the host, one element for each group; the matrices of
// all groups follow one another in arrays of the device.
struct groups {
    const int *transa, *transb, *m, *n, *k, *lda, *ldb, *ldc, *size;
    const char *alpha, *beta;
    const void *const *A, *const *B;
    void *const *C;
    int count;
};

static int grouped(const char *api, const struct groups *g, int type_a, int type_b, int type_c,
                   int compute) {
    if (g->count < 0) return blas_invalid(api, "group_count (%d) is negative", g->count);
    if (g->count == 0) return BLAS_SUCCESS;
    struct product p = {
        .api = api, .type_a = type_a, .type_b = type_b, .type_c = type_c, .compute = compute};
    enum kind kind = kind_of(&p);
    if ((kind != KIND_FLOAT && kind != KIND_DOUBLE) || type_c != type_a) {
        blas_invalid(api, "no groups of products of cudaDataTypes %d and %d to %d in type %d",
                     type_a, type_b, type_c, compute);
        return BLAS_NOT_SUPPORTED;
    }
    size_t factor = kind == KIND_DOUBLE ? 8 : 4, n = (size_t)g->count, total = 0;
    const int *const each[] = {g->transa, g->transb, g->m,   g->n,   g->k,
                               g->lda,    g->ldb,    g->ldc, g->size};
    static const char *const names[] = {"transa_array", "transb_array", "m_array",
                                        "n_array",      "k_array",      "lda_array",
                                        "ldb_array",    "ldc_array",    "group_size"};
    enum { SIZES = HD_COUNT(each) };
    int *kept = hd_xmalloc(n * SIZES * sizeof *kept);
    char *factors = hd_xmalloc(n * factor * 2);
    int status = BLAS_SUCCESS;
    for (int i = 0; i < SIZES && !status; i++)
        if (!library_scalar(api, names[i], each[i], kept + (size_t)i * n, n * sizeof *kept))
            status = BLAS_INVALID_VALUE;
    if (!status && (!library_scalar(api, "alpha_array", g->alpha, factors, n * factor) ||
                    !library_scalar(api, "beta_array", g->beta, factors + n * factor, n * factor)))
        status = BLAS_INVALID_VALUE;
    for (size_t i = 0; i < n && !status; i++) {
        int transa = kept[i], transb = kept[n + i], m = kept[2 * n + i], columns = kept[3 * n + i];
        int k = kept[4 * n + i], size = kept[8 * n + i];
        int rows_a = transa == OP_N ? m : k, rows_b = transb == OP_N ? k : columns;
        if (transa < OP_N || transa > OP_C || transb < OP_N || transb > OP_C)
            status =
                blas_invalid(api, "group %zu: %d or %d is no cublasOperation_t", i, transa, transb);
        else if (m < 0 || columns < 0 || k < 0 || size < 0)
            status = blas_invalid(api, "group %zu: a size is negative (m %d, n %d, k %d, %d of it)",
                                  i, m, columns, k, size);
        else if (kept[5 * n + i] < (rows_a > 1 ? rows_a : 1))
            status = blas_invalid(api, "group %zu: lda (%d) is less than the rows of A (%d)", i,
                                  kept[5 * n + i], rows_a);
        else if (kept[6 * n + i] < (rows_b > 1 ? rows_b : 1))
            status = blas_invalid(api, "group %zu: ldb (%d) is less than the rows of B (%d)", i,
                                  kept[6 * n + i], rows_b);
        else if (kept[7 * n + i] < (m > 1 ? m : 1))
            status =
                blas_invalid(api, "group %zu: ldc (%d) is less than m (%d)", i, kept[7 * n + i], m);
        total += size > 0 ? (size_t)size : 0;
    }
    if (!status && (!library_check_array(api, "Aarray", g->A, total * sizeof *g->A) ||
                    !library_check_array(api, "Barray", g->B, total * sizeof *g->B) ||
                    !library_check_array(api, "Carray", g->C, total * sizeof *g->C)))
        status = BLAS_EXECUTION_FAILED;
    size_t at = 0;
    for (size_t i = 0; i < n && !status; i++) {
        p.transa = kept[i], p.transb = kept[n + i], p.m = kept[2 * n + i], p.n = kept[3 * n + i];
        p.k = kept[4 * n + i], p.lda = kept[5 * n + i], p.ldb = kept[6 * n + i];
        p.ldc = kept[7 * n + i];
        bool plain_a = p.transa == OP_N, plain_b = p.transb == OP_N;
        for (int j = 0; j < kept[8 * n + i] && !status; j++, at++) {
            p.A = g->A[at], p.B = g->B[at], p.C = g->C[at];
            if (p.m == 0 || p.n == 0) continue;
            size_t a = blas_matrix_span(plain_a ? p.m : p.k, plain_a ? p.k : p.m, p.lda);
            size_t b = blas_matrix_span(plain_b ? p.k : p.n, plain_b ? p.n : p.k, p.ldb);
            if (!library_check_array(api, "A", p.A, a * size_of(type_a)) ||
                !library_check_array(api, "B", p.B, b * size_of(type_b)) ||
                !library_check_array(api, "C", p.C,
                                     blas_matrix_span(p.m, p.n, p.ldc) * size_of(type_c)))
                status = BLAS_EXECUTION_FAILED;
            else
                multiply(&p, kind, factors + i * factor, factors + (n + i) * factor);
        }
    }
    free(kept);
    free(factors);
    return status;
}

#define GROUPS_PARAMS(E)                                                                        \
    const int *transa_array, const int *transb_array, const int *m_array, const int *n_array,   \
        const int *k_array, const E *alpha_array, const E *const *Aarray, const int *lda_array, \
        const E *const *Barray, const int *ldb_array, const E *beta_array, E *const *Carray,    \
        const int *ldc_array, int group_count, const int *group_size
#define GROUPS()                  \
    {transa_array,                \
     transb_array,                \
     m_array,                     \
     (n_array),                   \
     k_array,                     \
     lda_array,                   \
     ldb_array,                   \
     ldc_array,                   \
     group_size,                  \
     (const char *)alpha_array,   \
     (const char *)beta_array,    \
     (const void *const *)Aarray, \
     (const void *const *)Barray, \
     (void *const *)Carray,       \
     group_count}
#define GROUPED(T, t, E, R, K)                                                           \
    static int hd_cublas##T##gemmGroupedBatched(struct blas *handle, GROUPS_PARAMS(E)) { \
        BLAS_ENTER("cublas" #T "gemmGroupedBatched");                                    \
        struct groups g = GROUPS();                                                      \
        int type = sizeof(E) == 4 ? TYPE_32F : TYPE_64F;                                 \
        return grouped(api, &g, type, type, type,                                        \
                       sizeof(E) == 4 ? (int)COMPUTE_32F : (int)COMPUTE_64F);            \
    }
BLAS_REAL_TYPES(GROUPED)

static int hd_cublasGemmGroupedBatchedEx(struct blas *handle, const int *transa_array,
                                         const int *transb_array, const int *m_array,
                                         const int *n_array, const int *k_array,
                                         const void *alpha_array, const void *const *Aarray,
                                         int Atype, const int *lda_array, const void *const *Barray,
                                         int Btype, const int *ldb_array, const void *beta_array,
                                         void *const *Carray, int Ctype, const int *ldc_array,
                                         int group_count, const int *group_size, int computeType) {
    BLAS_ENTER("cublasGemmGroupedBatchedEx");
    struct groups g = GROUPS();
    return grouped(api, &g, Atype, Btype, Ctype, computeType);
}

static int hd_cublasSgemmEx(struct blas *handle, int transa, int transb, int m, int n, int k,
                            const float *alpha, const void *A, int Atype, int lda, const void *B,
                            int Btype, int ldb, const float *beta, void *C, int Ctype, int ldc) {
    return hd_cublasGemmEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb,
                           beta, C, Ctype, ldc, COMPUTE_32F, -1);
}

static int hd_cublasCgemmEx(struct blas *handle, int transa, int transb, int m, int n, int k,
                            const void *alpha, const void *A, int Atype, int lda, const void *B,
                            int Btype, int ldb, const void *beta, void *C, int Ctype, int ldc) {
    return hd_cublasGemmEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb,
                           beta, C, Ctype, ldc, COMPUTE_32F, -1);
}

static int hd_cublasHgemm(struct blas *handle, int transa, int transb, int m, int n, int k,
                          const uint16_t *alpha, const uint16_t *A, int lda, const uint16_t *B,
                          int ldb, const uint16_t *beta, uint16_t *C, int ldc) {
    return hd_cublasGemmEx(handle, transa, transb, m, n, k, alpha, A, TYPE_16F, lda, B, TYPE_16F,
                           ldb, beta, C, TYPE_16F, ldc, COMPUTE_16F, -1);
}

static int hd_cublasHgemmStridedBatched(struct blas *handle, int transa, int transb, int m, int n,
                                        int k, const uint16_t *alpha, const uint16_t *A, int lda,
                                        long long strideA, const uint16_t *B, int ldb,
                                        long long strideB, const uint16_t *beta, uint16_t *C,
                                        int ldc, long long strideC, int batchCount) {
    return hd_cublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, A, TYPE_16F, lda,
                                         strideA, B, TYPE_16F, ldb, strideB, beta, C, TYPE_16F, ldc,
                                         strideC, batchCount, COMPUTE_16F, -1);
}

static int hd_cublasHgemmBatched(struct blas *handle, int transa, int transb, int m, int n, int k,
                                 const uint16_t *alpha, const void *const *As, int lda,
                                 const void *const *Bs, int ldb, const uint16_t *beta,
                                 void *const *Cs, int ldc, int batchCount) {
    return hd_cublasGemmBatchedEx(handle, transa, transb, m, n, k, alpha, As, TYPE_16F, lda, Bs,
                                  TYPE_16F, ldb, beta, Cs, TYPE_16F, ldc, batchCount, COMPUTE_16F,
                                  -1);
}

const struct library_entry hd_cublas_mixed[] = {
    LIBRARY_ENTRY(cublasGemmEx),
    LIBRARY_ENTRY(cublasGemmStridedBatchedEx),
    LIBRARY_ENTRY(cublasGemmBatchedEx),
    LIBRARY_ENTRY(cublasSgemmGroupedBatched),
    LIBRARY_ENTRY(cublasDgemmGroupedBatched),
    LIBRARY_ENTRY(cublasGemmGroupedBatchedEx),
    LIBRARY_ENTRY(cublasSgemmEx),
    LIBRARY_ENTRY(cublasCgemmEx),
    LIBRARY_ENTRY(cublasHgemm),
    LIBRARY_ENTRY(cublasHgemmBatched),
    LIBRARY_ENTRY(cublasHgemmStridedBatched),
    {NULL, NULL},
};
