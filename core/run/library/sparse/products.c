// cuSPARSE: products of sparse matrices and vectors with dense ones, and triangular systems.
#include "run/library/blas/blas.h"
#include "run/library/parallel/parallel.h"
#include "run/library/sparse/sparse.h"

typedef const struct sparse_handle *handle_t;

// ---- y = alpha * op(A) * x + beta * y -----------------------------------------------------------

struct product {
    const struct sparse_rows *A;
    const void *alpha, *beta, *B;
    void *C;
    int64_t columns, b_row, b_column, c_row, c_column;
    bool conjugate;
};

// Columns of a row of C at a time; one for a vector.
#define PRODUCT(letter, T, conjugate_of, type)                                            \
    static void product_##letter(void *arg, size_t part, size_t from, size_t to) {        \
        const struct product *p = arg;                                                    \
        const struct sparse_rows *A = p->A;                                               \
        const T *values = A->values, *B = p->B;                                           \
        T alpha = *(const T *)p->alpha, beta = *(const T *)p->beta, *C = p->C;            \
        for (int64_t row = (int64_t)from; row < (int64_t)to; row++) {                     \
            int64_t begin = sparse_row_begin(A, row), end = sparse_row_begin(A, row + 1); \
            for (int64_t j = 0; j < p->columns; j++) {                                    \
                const T *b = B + j * p->b_column;                                         \
                T sum = 0;                                                                \
                if (A->index_type == SPARSE_INDEX_32 && !p->conjugate) {                  \
                    const int32_t *columns = A->indices;                                  \
                    for (int64_t i = begin; i < end; i++)                                 \
                        sum += values[i] * b[(columns[i] - A->base) * p->b_row];          \
                } else {                                                                  \
                    for (int64_t i = begin; i < end; i++) {                               \
                        T x = b[sparse_column(A, i) * p->b_row];                          \
                        sum += values[i] * (p->conjugate ? (conjugate_of) : x);           \
                    }                                                                     \
                }                                                                         \
                T *c = C + row * p->c_row + j * p->c_column;                              \
                *c = beta == 0 ? alpha * sum : alpha * sum + beta * *c;                   \
            }                                                                             \
        }                                                                                 \
    }
SPARSE_TYPES(PRODUCT)

static void run_product(struct product *p, int type) {
    size_t work = (size_t)(p->A->nnz + p->A->rows) * (size_t)p->columns,
           parts = parallel_count(work, sparse_size(type) + 4);
    if (parts > (size_t)p->A->rows) parts = p->A->rows ? (size_t)p->A->rows : 1;
#define RUN(letter, T, conjugate, data_type) \
    if (type == data_type) parallel_parts((size_t)p->A->rows, parts, product_##letter, p);
    SPARSE_TYPES(RUN)
}

static int multiply_one(const char *api, int opA, int opB, const void *alpha,
                        const struct sparse_matrix *A, const struct sparse_dense *B,
                        const void *beta, struct sparse_dense *C, int compute) {
    SPARSE_MATRIX(A);
    SPARSE_DENSE(B);
    SPARSE_DENSE(C);
    SPARSE_OPERATION(opA);
    SPARSE_OPERATION(opB);
    SPARSE_SAME_TYPE(A->type, B->type);
    SPARSE_SAME_TYPE(A->type, C->type);
    SPARSE_SAME_TYPE(A->type, compute);
    char a[16], b[16];
    if (!library_scalar(api, "alpha", alpha, a, sparse_size(A->type)) ||
        !library_scalar(api, "beta", beta, b, sparse_size(A->type)))
        return SPARSE_INVALID_VALUE;
    int64_t m = opA ? A->columns : A->rows, k = opA ? A->rows : A->columns,
            kb = opB ? B->columns : B->rows, n = opB ? B->rows : B->columns;
    SPARSE_NEED(k == kb && C->rows == m && C->columns == n,
                "op(A) is %lld x %lld, op(B) %lld x %lld, C %lld x %lld", (long long)m,
                (long long)k, (long long)kb, (long long)n, (long long)C->rows,
                (long long)C->columns);
    struct sparse_rows rows;
    int status = sparse_rows_of(api, A, opA, &rows);
    if (status == SPARSE_SUCCESS) {
        struct product p = {.A = &rows,
                            .alpha = a,
                            .beta = b,
                            .B = B->values,
                            .C = C->values,
                            .columns = n,
                            .conjugate = opB == SPARSE_OP_C && A->type >= 4};
        sparse_steps(B, opB, &p.b_row, &p.b_column);
        sparse_steps(C, SPARSE_OP_N, &p.c_row, &p.c_column);
        run_product(&p, A->type);
    }
    sparse_rows_free(&rows);
    return status;
}

// Matrices of half, bfloat16 or 8-bit integers: widened copies, in memory that checks accept.
struct widened {
    void *values;
    size_t count;
};

static double load(int type, const void *p, size_t i) {
    blas_cdouble v = 0;
    if (type == 3) return ((const int8_t *)p)[i];
    if (type == 10) return ((const int32_t *)p)[i];
    blas_load(type, p, i, &v);
    return creal(v);
}

static bool widen(struct widened *w, int from, const void *values, size_t count, int to) {
    w->count = count;
    if (hd_cudaMalloc(&w->values, (count + 1) * sparse_size(to)) != 0) return false;
    for (size_t i = 0; i < count; i++) blas_store(to, w->values, i, load(from, values, i));
    return true;
}

static size_t dense_count(const struct sparse_dense *d) {
    int64_t lines = d->order == SPARSE_ORDER_COL ? d->columns : d->rows,
            line = d->order == SPARSE_ORDER_COL ? d->rows : d->columns;
    return lines && line ? (size_t)((lines - 1) * d->ld + line) : 0;
}

static int multiply_narrow(const char *api, int opA, int opB, const void *alpha,
                           const struct sparse_matrix *A, const struct sparse_dense *B,
                           const void *beta, struct sparse_dense *C, int compute) {
    bool integers = A->type == 3 && compute == 10;
    if (!sparse_check_matrix(api, "A", A) || !sparse_check_dense(api, "B", B) ||
        !sparse_check_dense(api, "C", C))
        return SPARSE_INVALID_VALUE;
    if (A->type != B->type || (compute != 0 && !integers) ||
        (C->type != A->type && C->type != (integers ? 10 : 0)) || A->type == 10 ||
        (A->type == 3 && C->type == 3)) {
        hd_cudart_notice("%s: no product of cudaDataTypes %d and %d to %d is computed in type %d",
                         api, A->type, B->type, C->type, compute);
        return SPARSE_NOT_SUPPORTED;
    }
    int type = integers ? 1 : 0;
    char a[8], b[8];
    if (!library_scalar(api, "alpha", alpha, a, 4) || !library_scalar(api, "beta", beta, b, 4))
        return SPARSE_INVALID_VALUE;
    if (integers) {
        int numbers[2];
        memcpy(&numbers[0], a, 4);
        memcpy(&numbers[1], b, 4);
        memcpy(a, &(double){numbers[0]}, 8);
        memcpy(b, &(double){numbers[1]}, 8);
    }
    int64_t counts[3] = {0, 0, A->nnz};
    if (sparse_in_blocks(A)) sparse_block_counts(A, counts);
    struct widened wa = {0}, wb = {0}, wc = {0};
    int status = SPARSE_ALLOC_FAILED;
    if (widen(&wa, A->type, A->values, (size_t)counts[2], type) &&
        widen(&wb, B->type, B->values, dense_count(B), type) &&
        widen(&wc, C->type, C->values, dense_count(C), type)) {
        struct sparse_matrix wide_a = *A;
        struct sparse_dense wide_b = *B, wide_c = *C;
        wide_a.type = wide_b.type = wide_c.type = type;
        wide_a.values = wa.values;
        wide_b.values = wb.values;
        wide_c.values = wc.values;
        status = multiply_one(api, opA, opB, a, &wide_a, &wide_b, b, &wide_c, type);
        for (size_t i = 0; i < wc.count && status == SPARSE_SUCCESS; i++) {
            double v = load(type, wc.values, i);
            if (C->type == 10)
                ((int32_t *)C->values)[i] = (int32_t)(uint32_t)(int64_t)v; // wraps
            else
                blas_store(C->type, C->values, i, v);
        }
    }
    hd_cudaFree(wa.values);
    hd_cudaFree(wb.values);
    hd_cudaFree(wc.values);
    return status;
}

static int multiply(const char *api, int opA, int opB, const void *alpha,
                    const struct sparse_matrix *A, const struct sparse_dense *B, const void *beta,
                    struct sparse_dense *C, int compute) {
    SPARSE_KNOWN(A, sparse_matrix_kind);
    SPARSE_KNOWN(B, sparse_dense_kind);
    SPARSE_KNOWN(C, sparse_dense_kind);
    int status = SPARSE_SUCCESS;
    for (int i = 0; i < C->batch && status == SPARSE_SUCCESS; i++) {
        SPARSE_NEED((A->batch == 1 || A->batch == C->batch) &&
                        (B->batch == 1 || B->batch == C->batch),
                    "batches of %d, %d and %d matrices", A->batch, B->batch, C->batch);
        if (sparse_size(A->type)) {
            SPARSE_SAME_TYPE(A->type, B->type);
            SPARSE_SAME_TYPE(A->type, C->type);
        }
        struct sparse_matrix a = sparse_of_batch(A, A->batch > 1 ? i : 0);
        struct sparse_dense b = sparse_dense_of_batch(B, B->batch > 1 ? i : 0),
                            c = sparse_dense_of_batch(C, i);
        status = (sparse_size(a.type) ? multiply_one : multiply_narrow)(api, opA, opB, alpha, &a,
                                                                        &b, beta, &c, compute);
    }
    return status;
}

static int hd_cusparseSpMV(handle_t handle, int opA, const void *alpha,
                           const struct sparse_matrix *A, const struct sparse_dense *x,
                           const void *beta, struct sparse_dense *y, int compute, int algorithm,
                           void *buffer) {
    SPARSE_ENTER("cusparseSpMV");
    return multiply(api, opA, SPARSE_OP_N, alpha, A, x, beta, y, compute);
}

static int hd_cusparseSpMV_preprocess(handle_t handle, int opA, const void *alpha,
                                      const struct sparse_matrix *A, const struct sparse_dense *x,
                                      const void *beta, struct sparse_dense *y, int compute,
                                      int algorithm, void *buffer) {
    SPARSE_ENTER("cusparseSpMV_preprocess");
    return SPARSE_SUCCESS;
}

static int hd_cusparseSpMV_bufferSize(handle_t handle, int opA, const void *alpha,
                                      const struct sparse_matrix *A, const struct sparse_dense *x,
                                      const void *beta, struct sparse_dense *y, int compute,
                                      int algorithm, size_t *size) {
    SPARSE_ENTER("cusparseSpMV_bufferSize");
    SPARSE_SIZE_ONLY(size);
}

static int hd_cusparseSpMM(handle_t handle, int opA, int opB, const void *alpha,
                           const struct sparse_matrix *A, const struct sparse_dense *B,
                           const void *beta, struct sparse_dense *C, int compute, int algorithm,
                           void *buffer) {
    SPARSE_ENTER("cusparseSpMM");
    return multiply(api, opA, opB, alpha, A, B, beta, C, compute);
}

static int hd_cusparseSpMM_preprocess(handle_t handle, int opA, int opB, const void *alpha,
                                      const struct sparse_matrix *A, const struct sparse_dense *B,
                                      const void *beta, struct sparse_dense *C, int compute,
                                      int algorithm, void *buffer) {
    SPARSE_ENTER("cusparseSpMM_preprocess");
    return SPARSE_SUCCESS;
}

static int hd_cusparseSpMM_bufferSize(handle_t handle, int opA, int opB, const void *alpha,
                                      const struct sparse_matrix *A, const struct sparse_dense *B,
                                      const void *beta, struct sparse_dense *C, int compute,
                                      int algorithm, size_t *size) {
    SPARSE_ENTER("cusparseSpMM_bufferSize");
    SPARSE_SIZE_ONLY(size);
}

// ---- op(A) * Y = alpha * op(B) ------------------------------------------------------------------

struct system {
    const struct sparse_rows *A;
    bool lower, unit, conjugate;
    const void *alpha, *B;
    void *Y;
    int64_t columns, b_row, b_column, y_row, y_column;
};

// The number of a row whose pivot is missing or 0, plus 1; 0: solved. Y may be B.
#define SOLVE(letter, T, conjugate_of, type)                                              \
    static int64_t solve_##letter(const struct system *s) {                               \
        const struct sparse_rows *A = s->A;                                               \
        const T *values = A->values;                                                      \
        T alpha = *(const T *)s->alpha;                                                   \
        for (int64_t step = 0; step < A->rows; step++) {                                  \
            int64_t row = s->lower ? step : A->rows - 1 - step;                           \
            int64_t begin = sparse_row_begin(A, row), end = sparse_row_begin(A, row + 1); \
            for (int64_t j = 0; j < s->columns; j++) {                                    \
                T *y = (T *)s->Y + j * s->y_column, pivot = s->unit ? 1 : 0;              \
                T x = ((const T *)s->B)[row * s->b_row + j * s->b_column];                \
                T sum = alpha * (s->conjugate ? (conjugate_of) : x);                      \
                for (int64_t i = begin; i < end; i++) {                                   \
                    int64_t column = sparse_column(A, i);                                 \
                    if (column == row) {                                                  \
                        if (!s->unit) pivot = values[i];                                  \
                    } else if ((column < row) == s->lower) {                              \
                        sum -= values[i] * y[column * s->y_row];                          \
                    }                                                                     \
                }                                                                         \
                if (pivot == 0) return row + 1;                                           \
                y[row * s->y_row] = sum / pivot;                                          \
            }                                                                             \
        }                                                                                 \
        return 0;                                                                         \
    }
SPARSE_TYPES(SOLVE)

static int solve(const char *api, int opA, int opB, const void *alpha,
                 const struct sparse_matrix *A, const struct sparse_dense *B,
                 struct sparse_dense *Y, int compute) {
    SPARSE_MATRIX(A);
    SPARSE_DENSE(B);
    SPARSE_DENSE(Y);
    SPARSE_OPERATION(opA);
    SPARSE_OPERATION(opB);
    SPARSE_SAME_TYPE(A->type, B->type);
    SPARSE_SAME_TYPE(A->type, Y->type);
    SPARSE_SAME_TYPE(A->type, compute);
    SPARSE_NEED(A->rows == A->columns, "A is %lld x %lld", (long long)A->rows,
                (long long)A->columns);
    int64_t n = opB ? B->rows : B->columns;
    SPARSE_NEED((opB ? B->columns : B->rows) == A->rows && Y->rows == A->rows && Y->columns == n,
                "A has %lld rows, op(B) %lld, the result %lld x %lld", (long long)A->rows,
                (long long)(opB ? B->columns : B->rows), (long long)Y->rows, (long long)Y->columns);
    char a[16];
    if (!library_scalar(api, "alpha", alpha, a, sparse_size(A->type))) return SPARSE_INVALID_VALUE;
    struct sparse_rows rows;
    int status = sparse_rows_of(api, A, opA, &rows);
    if (status == SPARSE_SUCCESS) {
        struct system s = {.A = &rows,
                           .lower = (A->fill_mode == 0) == (opA == SPARSE_OP_N),
                           .unit = A->diag_type == 1,
                           .alpha = a,
                           .B = B->values,
                           .Y = Y->values,
                           .columns = n,
                           .conjugate = opB == SPARSE_OP_C && A->type >= 4};
        sparse_steps(B, opB, &s.b_row, &s.b_column);
        sparse_steps(Y, SPARSE_OP_N, &s.y_row, &s.y_column);
        int64_t zero = 0;
#define RUN_SOLVE(letter, T, conjugate, data_type) \
    if (A->type == data_type) zero = solve_##letter(&s);
        SPARSE_TYPES(RUN_SOLVE)
        if (zero) {
            sparse_invalid(api, "row %lld of A has no diagonal element, or 0 there",
                           (long long)zero - 1);
            status = SPARSE_ZERO_PIVOT;
        }
    }
    sparse_rows_free(&rows);
    return status;
}

struct system_plan {               // cusparseSpSVDescr_t, cusparseSpSMDescr_t
    const struct sparse_matrix *A; // that was analysed
    void *values;                  // other ones for it
    const struct library_kind *kind;
};

static int create_descriptor(const char *api, struct system_plan **descriptor,
                             const struct library_kind *kind) {
    struct system_plan *made = hd_xcalloc(1, sizeof *made);
    made->kind = kind;
    if (library_result(api, descriptor, &made, sizeof made)) return SPARSE_SUCCESS;
    free(made);
    return SPARSE_INVALID_VALUE;
}

#define SYSTEM(Name, args, ...)                                                                  \
    static const struct library_kind Name##_kind = {"cusparse" #Name "_createDescr"};            \
    static int hd_cusparse##Name##_createDescr(struct system_plan **descriptor) {                \
        return create_descriptor("cusparse" #Name "_createDescr", descriptor, &Name##_kind);     \
    }                                                                                            \
    static int hd_cusparse##Name##_destroyDescr(struct system_plan *descriptor) {                \
        static const char api[] = "cusparse" #Name "_destroyDescr";                              \
        SPARSE_KNOWN(descriptor, Name##_kind);                                                   \
        LIBRARY_GONE(descriptor);                                                                \
        free(descriptor);                                                                        \
        return SPARSE_SUCCESS;                                                                   \
    }                                                                                            \
    static int hd_cusparse##Name##_bufferSize(__VA_ARGS__, int compute, int algorithm,           \
                                              struct system_plan *descriptor, size_t *size) {    \
        SPARSE_ENTER("cusparse" #Name "_bufferSize");                                            \
        SPARSE_SIZE_ONLY(size);                                                                  \
    }                                                                                            \
    static int hd_cusparse##Name##_analysis(__VA_ARGS__, int compute, int algorithm,             \
                                            struct system_plan *descriptor, void *buffer) {      \
        SPARSE_ENTER("cusparse" #Name "_analysis");                                              \
        SPARSE_KNOWN(descriptor, Name##_kind);                                                   \
        SPARSE_MATRIX(A);                                                                        \
        descriptor->A = A;                                                                       \
        descriptor->values = NULL;                                                               \
        return SPARSE_SUCCESS;                                                                   \
    }                                                                                            \
    static int hd_cusparse##Name##_solve(__VA_ARGS__, int compute, int algorithm,                \
                                         struct system_plan *descriptor) {                       \
        SPARSE_ENTER("cusparse" #Name "_solve");                                                 \
        SPARSE_KNOWN(descriptor, Name##_kind);                                                   \
        SPARSE_KNOWN(A, sparse_matrix_kind);                                                     \
        SPARSE_NEED(descriptor->A == A,                                                          \
                    "cusparse" #Name "_analysis comes first, with the same matrix");             \
        struct sparse_matrix updated = *A;                                                       \
        if (descriptor->values) updated.values = descriptor->values;                             \
        A = &updated;                                                                            \
        return solve args;                                                                       \
    }                                                                                            \
    static int hd_cusparse##Name##_updateMatrix(handle_t handle, struct system_plan *descriptor, \
                                                void *values, int part) {                        \
        SPARSE_ENTER("cusparse" #Name "_updateMatrix");                                          \
        SPARSE_KNOWN(descriptor, Name##_kind);                                                   \
        SPARSE_NEED(descriptor->A, "cusparse" #Name "_analysis comes first");                    \
        SPARSE_NEED(part == 0 || part == 1, "updatePart (%d) is no cusparse" #Name "Update_t",   \
                    part);                                                                       \
        if (part == 1) {                                                                         \
            sparse_invalid(api, "on the CPU all values are given anew (UPDATE_GENERAL)");        \
            return SPARSE_NOT_SUPPORTED;                                                         \
        }                                                                                        \
        descriptor->values = values;                                                             \
        return SPARSE_SUCCESS;                                                                   \
    }
SYSTEM(SpSV, (api, opA, SPARSE_OP_N, alpha, A, x, y, compute), handle_t handle, int opA,
       const void *alpha, const struct sparse_matrix *A, const struct sparse_dense *x,
       struct sparse_dense *y)
SYSTEM(SpSM, (api, opA, opB, alpha, A, B, C, compute), handle_t handle, int opA, int opB,
       const void *alpha, const struct sparse_matrix *A, const struct sparse_dense *B,
       struct sparse_dense *C)

// ---- sparse vectors -----------------------------------------------------------------------------

static bool check_vector(const char *api, const struct sparse_vector *x) {
    if (!LIBRARY_KNOWN(api, "x", x, &sparse_vector_kind)) return false;
    size_t index = x->index_type == SPARSE_INDEX_32 ? 4 : 8;
    if (!library_check_array(api, "x's indices", x->indices, (size_t)x->nnz * index) ||
        !library_check_array(api, "x's values", x->values, (size_t)x->nnz * sparse_size(x->type)))
        return false;
    for (int64_t i = 0; i < x->nnz; i++) {
        int64_t at = sparse_index(x->indices, x->index_type, i) - x->base;
        if (at >= 0 && at < x->size) continue;
        sparse_invalid(api, "index %lld is not below %lld", (long long)at, (long long)x->size);
        return false;
    }
    return true;
}

#define SPARSE_VECTOR(x, y)                                                            \
    if (!check_vector(api, x)) return SPARSE_INVALID_VALUE;                            \
    SPARSE_DENSE(y);                                                                   \
    SPARSE_SAME_TYPE(x->type, y->type);                                                \
    SPARSE_NEED(x->size == y->rows, "x has %lld elements, y %lld", (long long)x->size, \
                (long long)y->rows)
#define AT(x, i) (sparse_index((x)->indices, (x)->index_type, i) - (x)->base)

#define AXPBY(letter, T, conjugate, data_type)                                        \
    if (x->type == data_type) {                                                       \
        T *Y = y->values, *X = x->values, alpha_v, beta_v;                            \
        memcpy(&alpha_v, a, sizeof(T));                                               \
        memcpy(&beta_v, b, sizeof(T));                                                \
        for (int64_t i = 0; i < y->rows; i++) Y[i] = beta_v == 0 ? 0 : beta_v * Y[i]; \
        for (int64_t i = 0; i < x->nnz; i++) Y[AT(x, i)] += alpha_v * X[i];           \
    }
static int hd_cusparseAxpby(handle_t handle, const void *alpha, const struct sparse_vector *x,
                            const void *beta, struct sparse_dense *y) {
    SPARSE_ENTER("cusparseAxpby");
    SPARSE_VECTOR(x, y);
    char a[16], b[16];
    if (!library_scalar(api, "alpha", alpha, a, sparse_size(x->type)) ||
        !library_scalar(api, "beta", beta, b, sparse_size(x->type)))
        return SPARSE_INVALID_VALUE;
    SPARSE_TYPES(AXPBY)
    return SPARSE_SUCCESS;
}

static int hd_cusparseGather(handle_t handle, const struct sparse_dense *y,
                             struct sparse_vector *x) {
    SPARSE_ENTER("cusparseGather");
    SPARSE_VECTOR(x, y);
    size_t size = sparse_size(x->type);
    for (int64_t i = 0; i < x->nnz; i++)
        memcpy((char *)x->values + (size_t)i * size,
               (const char *)y->values + (size_t)AT(x, i) * size, size);
    return SPARSE_SUCCESS;
}

static int hd_cusparseScatter(handle_t handle, const struct sparse_vector *x,
                              struct sparse_dense *y) {
    SPARSE_ENTER("cusparseScatter");
    SPARSE_VECTOR(x, y);
    size_t size = sparse_size(x->type);
    for (int64_t i = 0; i < x->nnz; i++)
        memcpy((char *)y->values + (size_t)AT(x, i) * size,
               (const char *)x->values + (size_t)i * size, size);
    return SPARSE_SUCCESS;
}

#define ROT(letter, T, conjugate, data_type)            \
    if (x->type == data_type) {                         \
        T *Y = y->values, *X = x->values, cosine, sine; \
        memcpy(&cosine, c, sizeof(T));                  \
        memcpy(&sine, s, sizeof(T));                    \
        for (int64_t i = 0; i < x->nnz; i++) {          \
            T a = X[i], b = Y[AT(x, i)];                \
            X[i] = cosine * a + sine * b;               \
            Y[AT(x, i)] = cosine * b - sine * a;        \
        }                                               \
    }
static int hd_cusparseRot(handle_t handle, const void *c_coeff, const void *s_coeff,
                          struct sparse_vector *x, struct sparse_dense *y) {
    SPARSE_ENTER("cusparseRot");
    SPARSE_VECTOR(x, y);
    char c[16], s[16];
    if (!library_scalar(api, "c_coeff", c_coeff, c, sparse_size(x->type)) ||
        !library_scalar(api, "s_coeff", s_coeff, s, sparse_size(x->type)))
        return SPARSE_INVALID_VALUE;
    SPARSE_TYPES(ROT)
    return SPARSE_SUCCESS;
}

#define DOT(letter, T, conjugate_of, data_type)                             \
    if (v->type == data_type) {                                             \
        const T *Y = y->values, *X = v->values;                             \
        T sum = 0;                                                          \
        for (int64_t i = 0; i < v->nnz; i++) {                              \
            T x = X[i];                                                     \
            sum += (opX == SPARSE_OP_C ? (conjugate_of) : x) * Y[AT(v, i)]; \
        }                                                                   \
        memcpy(r, &sum, sizeof sum);                                        \
    }
static int hd_cusparseSpVV(handle_t handle, int opX, const struct sparse_vector *v,
                           const struct sparse_dense *y, void *result, int compute, void *buffer) {
    SPARSE_ENTER("cusparseSpVV");
    SPARSE_OPERATION(opX);
    SPARSE_VECTOR(v, y);
    char r[16];
    SPARSE_TYPES(DOT)
    return library_result(api, result, r, sparse_size(v->type)) ? SPARSE_SUCCESS
                                                                : SPARSE_INVALID_VALUE;
}

static int hd_cusparseSpVV_bufferSize(handle_t handle, int opX, const struct sparse_vector *x,
                                      const struct sparse_dense *y, const void *result, int compute,
                                      size_t *size) {
    SPARSE_ENTER("cusparseSpVV_bufferSize");
    SPARSE_SIZE_ONLY(size);
}

const struct library_entry hd_cusparse_products[] = {
    LIBRARY_ENTRY(cusparseSpMV),
    LIBRARY_ENTRY(cusparseSpMV_preprocess),
    LIBRARY_ENTRY(cusparseSpMV_bufferSize),
    LIBRARY_ENTRY(cusparseSpMM),
    LIBRARY_ENTRY(cusparseSpMM_preprocess),
    LIBRARY_ENTRY(cusparseSpMM_bufferSize),
    LIBRARY_ENTRY(cusparseSpSV_createDescr),
    LIBRARY_ENTRY(cusparseSpSV_destroyDescr),
    LIBRARY_ENTRY(cusparseSpSV_bufferSize),
    LIBRARY_ENTRY(cusparseSpSV_analysis),
    LIBRARY_ENTRY(cusparseSpSV_solve),
    LIBRARY_ENTRY(cusparseSpSM_createDescr),
    LIBRARY_ENTRY(cusparseSpSM_destroyDescr),
    LIBRARY_ENTRY(cusparseSpSM_bufferSize),
    LIBRARY_ENTRY(cusparseSpSM_analysis),
    LIBRARY_ENTRY(cusparseSpSM_solve),
    LIBRARY_ENTRY(cusparseSpSV_updateMatrix),
    LIBRARY_ENTRY(cusparseSpSM_updateMatrix),
    LIBRARY_ENTRY(cusparseRot),
    LIBRARY_ENTRY(cusparseAxpby),
    LIBRARY_ENTRY(cusparseGather),
    LIBRARY_ENTRY(cusparseScatter),
    LIBRARY_ENTRY(cusparseSpVV),
    LIBRARY_ENTRY(cusparseSpVV_bufferSize),
    {NULL, NULL},
};
