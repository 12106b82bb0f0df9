// cuSPARSE: products of two sparse matrices, products sampled where a sparse matrix has elements,
// and conversions between formats.
#include "run/library/blas/blas.h"
#include "run/library/parallel/parallel.h"
#include "run/library/sparse/sparse.h"

typedef const struct sparse_handle *handle_t;

// ---- C = alpha * A * B, both sparse -------------------------------------------------------------

struct sparse_product { // cusparseSpGEMMDescr_t
    int64_t rows, nnz, *offsets, *columns;
    void *values;
    int type;
    const struct library_kind *kind;
};
static const struct library_kind product_kind = {"cusparseSpGEMM_createDescr"};

static int hd_cusparseSpGEMM_createDescr(struct sparse_product **descriptor) {
    struct sparse_product *made = hd_xcalloc(1, sizeof *made);
    made->kind = &product_kind;
    if (library_result("cusparseSpGEMM_createDescr", descriptor, &made, sizeof made))
        return SPARSE_SUCCESS;
    free(made);
    return SPARSE_INVALID_VALUE;
}

static void forget(struct sparse_product *p) {
    free(p->offsets);
    free(p->columns);
    free(p->values);
    *p = (struct sparse_product){.kind = &product_kind};
}

static int hd_cusparseSpGEMM_destroyDescr(struct sparse_product *p) {
    static const char api[] = "cusparseSpGEMM_destroyDescr";
    SPARSE_KNOWN(p, product_kind);
    forget(p);
    LIBRARY_GONE(p);
    free(p);
    return SPARSE_SUCCESS;
}

static int by_column(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

// Row by row (Gustavson): `sum` holds a row of C, `seen` the number of the row it was last set for.
#define GEMM(letter, T, conjugate, data_type)                                                    \
    static bool gemm_##letter(const struct sparse_rows *A, const struct sparse_rows *B, T alpha, \
                              struct sparse_product *C) {                                        \
        size_t cap = (size_t)(A->nnz + B->nnz) + 16;                                             \
        T *sum = malloc(((size_t)B->columns + 1) * sizeof *sum),                                 \
          *values = malloc(cap * sizeof(T));                                                     \
        int64_t *seen = calloc((size_t)B->columns + 1, sizeof *seen);                            \
        C->offsets = calloc((size_t)A->rows + 1, sizeof *C->offsets);                            \
        C->columns = malloc(cap * sizeof *C->columns);                                           \
        C->values = values;                                                                      \
        bool ok = sum && seen && C->offsets && C->columns && values;                             \
        for (int64_t row = 0; row < A->rows && ok; row++) {                                      \
            int64_t first = C->nnz;                                                              \
            for (int64_t i = sparse_row_begin(A, row); i < sparse_row_begin(A, row + 1) && ok;   \
                 i++) {                                                                          \
                int64_t k = sparse_column(A, i), from = sparse_row_begin(B, k),                  \
                        to = sparse_row_begin(B, k + 1);                                         \
                if ((size_t)(C->nnz + to - from) > cap) {                                        \
                    cap = cap * 2 + (size_t)(to - from);                                         \
                    int64_t *columns = realloc(C->columns, cap * sizeof *columns);               \
                    if (columns) C->columns = columns;                                           \
                    T *more = realloc(C->values, cap * sizeof *more);                            \
                    if (more) C->values = values = more;                                         \
                    ok = columns && more;                                                        \
                }                                                                                \
                T a = ((const T *)A->values)[i];                                                 \
                for (int64_t j = from; j < to && ok; j++) {                                      \
                    int64_t column = sparse_column(B, j);                                        \
                    if (seen[column] != row + 1) {                                               \
                        seen[column] = row + 1;                                                  \
                        sum[column] = 0;                                                         \
                        C->columns[C->nnz++] = column;                                           \
                    }                                                                            \
                    sum[column] += a * ((const T *)B->values)[j];                                \
                }                                                                                \
            }                                                                                    \
            if (!ok) break;                                                                      \
            qsort(C->columns + first, (size_t)(C->nnz - first), sizeof *C->columns, by_column);  \
            for (int64_t i = first; i < C->nnz; i++) values[i] = alpha * sum[C->columns[i]];     \
            C->offsets[row + 1] = C->nnz;                                                        \
        }                                                                                        \
        free(sum);                                                                               \
        free(seen);                                                                              \
        return ok;                                                                               \
    }
SPARSE_TYPES(GEMM)

static int check_gemm(const char *api, int opA, int opB, const struct sparse_matrix *A,
                      const struct sparse_matrix *B, const struct sparse_matrix *C, int compute,
                      const struct sparse_product *p) {
    SPARSE_KNOWN(p, product_kind);
    SPARSE_MATRIX(A);
    SPARSE_MATRIX(B);
    SPARSE_KNOWN(C, sparse_matrix_kind);
    SPARSE_NEED(opA == 0 && opB == 0, "only CUSPARSE_OPERATION_NON_TRANSPOSE is there");
    SPARSE_SAME_TYPE(A->type, B->type);
    SPARSE_SAME_TYPE(A->type, C->type);
    SPARSE_SAME_TYPE(A->type, compute);
    SPARSE_NEED(A->format == SPARSE_CSR && B->format == SPARSE_CSR && C->format == SPARSE_CSR,
                "all three matrices must be CSR");
    SPARSE_NEED(A->columns == B->rows && C->rows == A->rows && C->columns == B->columns,
                "A is %lld x %lld, B %lld x %lld, C %lld x %lld", (long long)A->rows,
                (long long)A->columns, (long long)B->rows, (long long)B->columns,
                (long long)C->rows, (long long)C->columns);
    return SPARSE_SUCCESS;
}

#define GEMM_PARAMS                                                                            \
    handle_t handle, int opA, int opB, const void *alpha, const struct sparse_matrix *A,       \
        const struct sparse_matrix *B, const void *beta, struct sparse_matrix *C, int compute, \
        int algorithm, struct sparse_product *p

// A buffer of NULL asks for its size.
static int hd_cusparseSpGEMM_workEstimation(GEMM_PARAMS, size_t *size, void *buffer) {
    SPARSE_ENTER("cusparseSpGEMM_workEstimation");
    status = check_gemm(api, opA, opB, A, B, C, compute, p);
    if (status != SPARSE_SUCCESS || buffer) return status;
    SPARSE_SIZE_ONLY(size);
}

static int hd_cusparseSpGEMM_compute(GEMM_PARAMS, size_t *size, void *buffer) {
    SPARSE_ENTER("cusparseSpGEMM_compute");
    status = check_gemm(api, opA, opB, A, B, C, compute, p);
    if (status != SPARSE_SUCCESS) return status;
    char a[16];
    if (!library_scalar(api, "alpha", alpha, a, sparse_size(A->type))) return SPARSE_INVALID_VALUE;
    if (!buffer) SPARSE_SIZE_ONLY(size);
    struct sparse_rows left, right = {0};
    status = sparse_rows_of(api, A, SPARSE_OP_N, &left);
    if (status == SPARSE_SUCCESS) status = sparse_rows_of(api, B, SPARSE_OP_N, &right);
    if (status == SPARSE_SUCCESS) {
        bool ok = false;
        forget(p);
        p->rows = A->rows;
        p->type = A->type;
#define RUN_GEMM(letter, T, conjugate, data_type)      \
    if (A->type == data_type) {                        \
        T alpha_v;                                     \
        memcpy(&alpha_v, a, sizeof alpha_v);           \
        ok = gemm_##letter(&left, &right, alpha_v, p); \
    }
        SPARSE_TYPES(RUN_GEMM)
        C->nnz = p->nnz;
        if (!ok) status = SPARSE_ALLOC_FAILED;
    }
    sparse_rows_free(&left);
    sparse_rows_free(&right);
    return status;
}

static int copy_product(const char *api, struct sparse_matrix *C, const struct sparse_product *p,
                        bool values) {
    SPARSE_MATRIX(C);
    for (int64_t i = 0; i <= C->rows; i++)
        sparse_put(C->offsets, C->offset_type, i, p->offsets[i] + C->base);
    for (int64_t i = 0; i < p->nnz; i++)
        sparse_put(C->indices, C->index_type, i, p->columns[i] + C->base);
    if (values) memcpy(C->values, p->values, (size_t)p->nnz * sparse_size(C->type));
    return SPARSE_SUCCESS;
}

static int hd_cusparseSpGEMM_copy(GEMM_PARAMS) {
    SPARSE_ENTER("cusparseSpGEMM_copy");
    status = check_gemm(api, opA, opB, A, B, C, compute, p);
    if (status != SPARSE_SUCCESS) return status;
    SPARSE_NEED(p->offsets && p->rows == C->rows && p->type == C->type,
                "cusparseSpGEMM_compute comes first");
    SPARSE_NEED(C->nnz == p->nnz, "C has %lld elements, the product %lld", (long long)C->nnz,
                (long long)p->nnz);
    return copy_product(api, C, p, true);
}

// The same in parts that may be called again with other values: sizes, C's offsets and columns, and
// its values.
#define REUSE_PARAMS                                                           \
    handle_t handle, int opA, int opB, const struct sparse_matrix *A,          \
        const struct sparse_matrix *B, struct sparse_matrix *C, int algorithm, \
        struct sparse_product *p

static int hd_cusparseSpGEMMreuse_workEstimation(REUSE_PARAMS, size_t *size, void *buffer) {
    SPARSE_ENTER("cusparseSpGEMMreuse_workEstimation");
    SPARSE_KNOWN(A, sparse_matrix_kind);
    status = check_gemm(api, opA, opB, A, B, C, A->type, p);
    if (status != SPARSE_SUCCESS || buffer) return status;
    SPARSE_SIZE_ONLY(size);
}

static int hd_cusparseSpGEMMreuse_nnz(REUSE_PARAMS, size_t *size2, void *buffer2, size_t *size3,
                                      void *buffer3, size_t *size4, void *buffer4) {
    SPARSE_ENTER("cusparseSpGEMMreuse_nnz");
    if (!buffer2 || !buffer3 || !buffer4) {
        size_t size = 8;
        return library_result(api, size2, &size, sizeof size) &&
                       library_result(api, size3, &size, sizeof size) &&
                       library_result(api, size4, &size, sizeof size)
                   ? SPARSE_SUCCESS
                   : SPARSE_INVALID_VALUE;
    }
    char one[16] = {0};
    SPARSE_KNOWN(A, sparse_matrix_kind);
    int type = A->type;
    if (sparse_size(type)) blas_store(type, one, 0, 1);
    return hd_cusparseSpGEMM_compute(handle, opA, opB, one, A, B, one, C, type, 0, p, size2,
                                     buffer2);
}

static int hd_cusparseSpGEMMreuse_copy(REUSE_PARAMS, size_t *size, void *buffer) {
    SPARSE_ENTER("cusparseSpGEMMreuse_copy");
    SPARSE_KNOWN(A, sparse_matrix_kind);
    status = check_gemm(api, opA, opB, A, B, C, A->type, p);
    if (status != SPARSE_SUCCESS) return status;
    if (!buffer) SPARSE_SIZE_ONLY(size);
    SPARSE_NEED(p->offsets && p->rows == C->rows && C->nnz == p->nnz,
                "cusparseSpGEMMreuse_nnz comes first");
    return copy_product(api, C, p, false);
}

static int hd_cusparseSpGEMMreuse_compute(handle_t handle, int opA, int opB, const void *alpha,
                                          const struct sparse_matrix *A,
                                          const struct sparse_matrix *B, const void *beta,
                                          struct sparse_matrix *C, int compute, int algorithm,
                                          struct sparse_product *p) {
    static char area[8];
    int status = hd_cusparseSpGEMM_compute(handle, opA, opB, alpha, A, B, beta, C, compute,
                                           algorithm, p, NULL, area);
    return status == SPARSE_SUCCESS ? copy_product("cusparseSpGEMMreuse_compute", C, p, true)
                                    : status;
}

static int hd_cusparseSpGEMM_getNumProducts(const struct sparse_product *p, int64_t *products) {
    static const char api[] = "cusparseSpGEMM_getNumProducts";
    SPARSE_KNOWN(p, product_kind);
    return library_result(api, products, &p->nnz, sizeof p->nnz) ? SPARSE_SUCCESS
                                                                 : SPARSE_INVALID_VALUE;
}

static int hd_cusparseSpGEMM_estimateMemory(GEMM_PARAMS, float fraction, size_t *size3,
                                            void *buffer3, size_t *size2) {
    SPARSE_ENTER("cusparseSpGEMM_estimateMemory");
    status = check_gemm(api, opA, opB, A, B, C, compute, p);
    if (status != SPARSE_SUCCESS) return status;
    SPARSE_NEED(fraction > 0 && fraction <= 1, "chunk_fraction (%g) is not in (0, 1]",
                (double)fraction);
    size_t size = 8;
    return library_result(api, buffer3 ? size2 : size3, &size, sizeof size) ? SPARSE_SUCCESS
                                                                            : SPARSE_INVALID_VALUE;
}

// ---- every element of a sparse matrix -----------------------------------------------------------

// Row and column of the elements of a matrix, in the order of its arrays.
struct walk {
    const struct sparse_matrix *m;
    int64_t i, line, row, column, e; // e: the next element of a row in blocks
};

static bool next_in_blocks(struct walk *w) {
    for (; w->row < w->m->rows; w->row++, w->e = 0)
        while (sparse_block_element(w->m, w->row, w->e, &w->column, &w->i)) {
            w->e++;
            if (w->column >= 0) return true;
        }
    return false;
}

static bool next_element(struct walk *w) {
    const struct sparse_matrix *m = w->m;
    if (sparse_in_blocks(m)) return next_in_blocks(w);
    if (++w->i >= m->nnz) return false;
    int64_t index = sparse_index(m->indices, m->index_type, w->i) - m->base;
    if (m->format == SPARSE_COO) {
        w->line = sparse_index(m->offsets, m->offset_type, w->i) - m->base;
    } else {
        int64_t lines = m->format == SPARSE_CSR ? m->rows : m->columns;
        while (w->line + 1 < lines &&
               sparse_index(m->offsets, m->offset_type, w->line + 1) - m->base <= w->i)
            w->line++;
    }
    w->row = m->format == SPARSE_CSC ? index : w->line;
    w->column = m->format == SPARSE_CSC ? w->line : index;
    return true;
}

static bool is_inside(const struct walk *w) {
    return w->row >= 0 && w->row < w->m->rows && w->column >= 0 && w->column < w->m->columns;
}

#define NEED_INSIDE(w)                                                                       \
    SPARSE_NEED(is_inside(&w), "element %lld is at (%lld, %lld) of a %lld x %lld matrix",    \
                (long long)w.i, (long long)w.row, (long long)w.column, (long long)w.m->rows, \
                (long long)w.m->columns)

#define SAMPLE(letter, T, conjugate_of, data_type)                                 \
    if (C->type == data_type) {                                                    \
        const T *a = (const T *)A->values + w.row * a_row,                         \
                *b = (const T *)B->values + w.column * b_column;                   \
        T sum = 0, alpha_v, beta_v, *c = (T *)C->values + w.i;                     \
        memcpy(&alpha_v, al, sizeof(T));                                           \
        memcpy(&beta_v, be, sizeof(T));                                            \
        for (int64_t k = 0; k < depth; k++) {                                      \
            T x = a[k * a_column], left = opA == SPARSE_OP_C ? (conjugate_of) : x; \
            x = b[k * b_row];                                                      \
            sum += left * (opB == SPARSE_OP_C ? (conjugate_of) : x);               \
        }                                                                          \
        *c = beta_v == 0 ? alpha_v * sum : alpha_v * sum + beta_v * *c;            \
    }
static int sample(const char *api, int opA, int opB, const char *al, const char *be,
                  const struct sparse_dense *A, const struct sparse_dense *B,
                  struct sparse_matrix *C) {
    int64_t a_row, a_column, b_row, b_column, depth = opA ? A->rows : A->columns;
    sparse_steps(A, opA, &a_row, &a_column);
    sparse_steps(B, opB, &b_row, &b_column);
    for (struct walk w = {.m = C, .i = -1}; next_element(&w);) {
        NEED_INSIDE(w);
        SPARSE_TYPES(SAMPLE)
    }
    return SPARSE_SUCCESS;
}

static int hd_cusparseSDDMM(handle_t handle, int opA, int opB, const void *alpha,
                            const struct sparse_dense *A, const struct sparse_dense *B,
                            const void *beta, struct sparse_matrix *C, int compute, int algorithm,
                            void *buffer) {
    SPARSE_ENTER("cusparseSDDMM");
    SPARSE_DENSE(A);
    SPARSE_DENSE(B);
    SPARSE_MATRIX(C);
    SPARSE_OPERATION(opA);
    SPARSE_OPERATION(opB);
    SPARSE_SAME_TYPE(A->type, B->type);
    SPARSE_SAME_TYPE(A->type, C->type);
    SPARSE_SAME_TYPE(A->type, compute);
    char al[16], be[16];
    if (!library_scalar(api, "alpha", alpha, al, sparse_size(A->type)) ||
        !library_scalar(api, "beta", beta, be, sparse_size(A->type)))
        return SPARSE_INVALID_VALUE;
    SPARSE_NEED((opA ? A->rows : A->columns) == (opB ? B->columns : B->rows) &&
                    C->rows == (opA ? A->columns : A->rows) &&
                    C->columns == (opB ? B->rows : B->columns),
                "the sizes of op(A), op(B) and C do not fit");
    SPARSE_NEED((A->batch == 1 || A->batch == C->batch) && (B->batch == 1 || B->batch == C->batch),
                "batches of %d, %d and %d matrices", A->batch, B->batch, C->batch);
    status = SPARSE_SUCCESS;
    for (int i = 0; i < C->batch && status == SPARSE_SUCCESS; i++) {
        struct sparse_dense a = sparse_dense_of_batch(A, A->batch > 1 ? i : 0),
                            b = sparse_dense_of_batch(B, B->batch > 1 ? i : 0);
        struct sparse_matrix c = sparse_of_batch(C, i);
        status = sample(api, opA, opB, al, be, &a, &b, &c);
    }
    return status;
}

static int hd_cusparseSDDMM_bufferSize(handle_t handle, int opA, int opB, const void *alpha,
                                       const struct sparse_dense *A, const struct sparse_dense *B,
                                       const void *beta, struct sparse_matrix *C, int compute,
                                       int algorithm, size_t *size) {
    SPARSE_ENTER("cusparseSDDMM_bufferSize");
    SPARSE_SIZE_ONLY(size);
}

static int hd_cusparseSDDMM_preprocess(handle_t handle, int opA, int opB, const void *alpha,
                                       const struct sparse_dense *A, const struct sparse_dense *B,
                                       const void *beta, struct sparse_matrix *C, int compute,
                                       int algorithm, void *buffer) {
    SPARSE_ENTER("cusparseSDDMM_preprocess");
    return SPARSE_SUCCESS;
}

// ---- sparse and dense ---------------------------------------------------------------------------

static int hd_cusparseSparseToDense(handle_t handle, const struct sparse_matrix *A,
                                    struct sparse_dense *B, int algorithm, void *buffer) {
    SPARSE_ENTER("cusparseSparseToDense");
    SPARSE_MATRIX(A);
    SPARSE_DENSE(B);
    SPARSE_SAME_TYPE(A->type, B->type);
    SPARSE_NEED(A->rows == B->rows && A->columns == B->columns, "A and B have different sizes");
    size_t size = sparse_size(A->type);
    int64_t row, column;
    sparse_steps(B, SPARSE_OP_N, &row, &column);
    for (int64_t i = 0; i < B->rows; i++)
        for (int64_t j = 0; j < B->columns; j++)
            memset((char *)B->values + (size_t)(i * row + j * column) * size, 0, size);
    for (struct walk w = {.m = A, .i = -1}; next_element(&w);) {
        NEED_INSIDE(w);
        memcpy((char *)B->values + (size_t)(w.row * row + w.column * column) * size,
               (const char *)A->values + (size_t)w.i * size, size);
    }
    return SPARSE_SUCCESS;
}

static int hd_cusparseSparseToDense_bufferSize(handle_t handle, const struct sparse_matrix *A,
                                               struct sparse_dense *B, int algorithm,
                                               size_t *size) {
    SPARSE_ENTER("cusparseSparseToDense_bufferSize");
    SPARSE_SIZE_ONLY(size);
}

static bool is_zero(const void *p, int type) {
    switch (type) {
    case 0: return *(const float *)p == 0;
    case 1: return *(const double *)p == 0;
    case 4: return *(const sparse_cfloat *)p == 0;
    default: return *(const sparse_cdouble *)p == 0;
    }
}

// Counts the elements of A that are not 0 and, with `write`, puts them into B's arrays.
static int64_t to_sparse(const struct sparse_dense *A, struct sparse_matrix *B, bool write) {
    size_t size = sparse_size(A->type);
    int64_t row, column, n = 0;
    bool by_columns = B->format == SPARSE_CSC;
    sparse_steps(A, SPARSE_OP_N, &row, &column);
    int64_t lines = by_columns ? A->columns : A->rows, length = by_columns ? A->rows : A->columns;
    for (int64_t i = 0; i < lines; i++) {
        if (B->format != SPARSE_COO) sparse_put(B->offsets, B->offset_type, i, n + B->base);
        for (int64_t j = 0; j < length; j++) {
            const char *p =
                (const char *)A->values +
                (size_t)(by_columns ? j * row + i * column : i * row + j * column) * size;
            if (is_zero(p, A->type)) continue;
            if (write) {
                if (B->format == SPARSE_COO) sparse_put(B->offsets, B->offset_type, n, i + B->base);
                sparse_put(B->indices, B->index_type, n, j + B->base);
                memcpy((char *)B->values + (size_t)n * size, p, size);
            }
            n++;
        }
    }
    if (B->format != SPARSE_COO) sparse_put(B->offsets, B->offset_type, lines, n + B->base);
    return n;
}

static int check_to_sparse(const char *api, const struct sparse_dense *A,
                           const struct sparse_matrix *B) {
    SPARSE_DENSE(A);
    SPARSE_KNOWN(B, sparse_matrix_kind);
    SPARSE_SAME_TYPE(A->type, B->type);
    SPARSE_NEED(A->rows == B->rows && A->columns == B->columns, "A and B have different sizes");
    if (B->format == SPARSE_COO || sparse_in_blocks(B)) return SPARSE_SUCCESS;
    int64_t lines = B->format == SPARSE_CSC ? A->columns : A->rows;
    return library_check_array(api, "B's offsets", B->offsets,
                               (size_t)(lines + 1) * (B->offset_type == SPARSE_INDEX_32 ? 4 : 8))
               ? SPARSE_SUCCESS
               : SPARSE_INVALID_VALUE;
}

static int hd_cusparseDenseToSparse_analysis(handle_t handle, const struct sparse_dense *A,
                                             struct sparse_matrix *B, int algorithm, void *buffer) {
    SPARSE_ENTER("cusparseDenseToSparse_analysis");
    status = check_to_sparse(api, A, B);
    // Blocks are there before: which ones, the program says.
    if (status == SPARSE_SUCCESS && !sparse_in_blocks(B)) B->nnz = to_sparse(A, B, false);
    return status;
}

static int hd_cusparseDenseToSparse_convert(handle_t handle, const struct sparse_dense *A,
                                            struct sparse_matrix *B, int algorithm, void *buffer) {
    SPARSE_ENTER("cusparseDenseToSparse_convert");
    status = check_to_sparse(api, A, B);
    if (status != SPARSE_SUCCESS) return status;
    SPARSE_MATRIX(B);
    if (sparse_in_blocks(B)) {
        int64_t row, column;
        size_t size = sparse_size(A->type);
        sparse_steps(A, SPARSE_OP_N, &row, &column);
        for (struct walk w = {.m = B, .i = -1}; next_element(&w);) {
            NEED_INSIDE(w);
            memcpy((char *)B->values + (size_t)w.i * size,
                   (const char *)A->values + (size_t)(w.row * row + w.column * column) * size,
                   size);
        }
        return SPARSE_SUCCESS;
    }
    SPARSE_NEED(to_sparse(A, B, false) == B->nnz,
                "cusparseDenseToSparse_analysis comes first, with the same matrix");
    to_sparse(A, B, true);
    return SPARSE_SUCCESS;
}

static int hd_cusparseDenseToSparse_bufferSize(handle_t handle, const struct sparse_dense *A,
                                               struct sparse_matrix *B, int algorithm,
                                               size_t *size) {
    SPARSE_ENTER("cusparseDenseToSparse_bufferSize");
    SPARSE_SIZE_ONLY(size);
}

// ---- indices ------------------------------------------------------------------------------------

#define NEED_SIZES                                                          \
    SPARSE_NEED(m >= 0 && nnz >= 0, "a size (%d, %d) is negative", m, nnz); \
    SPARSE_NEED(base == 0 || base == 1, "idxBase (%d) is no cusparseIndexBase_t", base)

static int hd_cusparseXcoo2csr(handle_t handle, const int *rows, int nnz, int m, int *offsets,
                               int base) {
    SPARSE_ENTER("cusparseXcoo2csr");
    NEED_SIZES;
    if (!library_check_array(api, "cooRowInd", rows, (size_t)nnz * sizeof *rows) ||
        !library_check_array(api, "csrRowPtr", offsets, ((size_t)m + 1) * sizeof *offsets))
        return SPARSE_INVALID_VALUE;
    int at = 0;
    for (int row = 0; row <= m; row++) {
        while (at < nnz && rows[at] - base < row) at++;
        offsets[row] = at + base;
    }
    return SPARSE_SUCCESS;
}

static int hd_cusparseXcsr2coo(handle_t handle, const int *offsets, int nnz, int m, int *rows,
                               int base) {
    SPARSE_ENTER("cusparseXcsr2coo");
    NEED_SIZES;
    if (!library_check_array(api, "csrRowPtr", offsets, ((size_t)m + 1) * sizeof *offsets) ||
        !library_check_array(api, "cooRowInd", rows, (size_t)nnz * sizeof *rows))
        return SPARSE_INVALID_VALUE;
    for (int row = 0; row < m; row++) {
        int from = offsets[row] - base, to = offsets[row + 1] - base;
        SPARSE_NEED(from >= 0 && from <= to && to <= nnz,
                    "offsets %d to %d of row %d are not within the %d elements", from, to, row,
                    nnz);
        for (int i = from; i < to; i++) rows[i] = row + base;
    }
    return SPARSE_SUCCESS;
}

#define CSC_PARAMS                                                                       \
    handle_t handle, int m, int n, int nnz, const void *values, const int *offsets,      \
        const int *columns, void *csc_values, int *csc_offsets, int *csc_rows, int type, \
        int action, int base, int algorithm

static int hd_cusparseCsr2cscEx2_bufferSize(CSC_PARAMS, size_t *size) {
    SPARSE_ENTER("cusparseCsr2cscEx2_bufferSize");
    SPARSE_SIZE_ONLY(size);
}

static int hd_cusparseCsr2cscEx2(CSC_PARAMS, void *buffer) {
    SPARSE_ENTER("cusparseCsr2cscEx2");
    NEED_SIZES;
    SPARSE_NEED(n >= 0, "n (%d) is negative", n);
    SPARSE_NEED(sparse_size(type), "valType (%d) is not CUDA_R_32F, R_64F, C_32F or C_64F", type);
    size_t bytes = (size_t)nnz * sparse_size(type);
    struct sparse_matrix csr = {.kind = &sparse_matrix_kind,
                                .format = SPARSE_CSR,
                                .rows = m,
                                .columns = n,
                                .nnz = nnz,
                                .offsets = (void *)(uintptr_t)offsets,
                                .indices = (void *)(uintptr_t)columns,
                                .values = (void *)(uintptr_t)values,
                                .offset_type = SPARSE_INDEX_32,
                                .index_type = SPARSE_INDEX_32,
                                .base = base,
                                .type = type};
    SPARSE_MATRIX(&csr);
    if (!library_check_array(api, "cscColPtr", csc_offsets,
                             ((size_t)n + 1) * sizeof *csc_offsets) ||
        !library_check_array(api, "cscRowInd", csc_rows, (size_t)nnz * sizeof *csc_rows) ||
        (action && !library_check_array(api, "cscVal", csc_values, bytes)))
        return SPARSE_INVALID_VALUE;
    struct sparse_rows turned;
    status = sparse_rows_of(api, &csr, SPARSE_OP_T, &turned);
    for (int64_t i = 0; status == SPARSE_SUCCESS && i <= n; i++)
        csc_offsets[i] = (int)sparse_row_begin(&turned, i) + base;
    for (int64_t i = 0; status == SPARSE_SUCCESS && i < nnz; i++)
        csc_rows[i] = (int)sparse_column(&turned, i) + base;
    if (status == SPARSE_SUCCESS && action) memcpy(csc_values, turned.values, bytes);
    sparse_rows_free(&turned);
    return status;
}

const struct library_entry hd_cusparse_conversions[] = {
    LIBRARY_ENTRY(cusparseSpGEMM_createDescr),
    LIBRARY_ENTRY(cusparseSpGEMM_destroyDescr),
    LIBRARY_ENTRY(cusparseSpGEMM_workEstimation),
    LIBRARY_ENTRY(cusparseSpGEMM_compute),
    LIBRARY_ENTRY(cusparseSpGEMM_copy),
    LIBRARY_ENTRY(cusparseSDDMM),
    LIBRARY_ENTRY(cusparseSDDMM_preprocess),
    LIBRARY_ENTRY(cusparseSpGEMMreuse_workEstimation),
    LIBRARY_ENTRY(cusparseSpGEMMreuse_nnz),
    LIBRARY_ENTRY(cusparseSpGEMMreuse_copy),
    LIBRARY_ENTRY(cusparseSpGEMMreuse_compute),
    LIBRARY_ENTRY(cusparseSpGEMM_getNumProducts),
    LIBRARY_ENTRY(cusparseSpGEMM_estimateMemory),
    LIBRARY_ENTRY(cusparseSDDMM_bufferSize),
    LIBRARY_ENTRY(cusparseSparseToDense),
    LIBRARY_ENTRY(cusparseSparseToDense_bufferSize),
    LIBRARY_ENTRY(cusparseDenseToSparse_analysis),
    LIBRARY_ENTRY(cusparseDenseToSparse_convert),
    LIBRARY_ENTRY(cusparseDenseToSparse_bufferSize),
    LIBRARY_ENTRY(cusparseXcoo2csr),
    LIBRARY_ENTRY(cusparseXcsr2coo),
    LIBRARY_ENTRY(cusparseCsr2cscEx2),
    LIBRARY_ENTRY(cusparseCsr2cscEx2_bufferSize),
    {NULL, NULL},
};
