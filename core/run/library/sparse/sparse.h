// sparse.h: what the files of cuSPARSE share: descriptors of vectors and matrices, and rows of
// sparse matrices, to which every format and operation is brought first.
//
// Sources: NVIDIA's cuSPARSE documentation (generic API, status codes); Saad, "Iterative Methods
// for Sparse Linear Systems", chapter 3, for formats; Gustavson (1978) for products.
#ifndef HD_SPARSE_H
#define HD_SPARSE_H

#include <complex.h>
#include <stdlib.h>
#include <string.h>

#include "run/cudart/cudart.h"
#include "run/library/library.h"

enum { // cusparseStatus_t
    SPARSE_SUCCESS = 0,
    SPARSE_NOT_INITIALIZED = 1,
    SPARSE_ALLOC_FAILED = 2,
    SPARSE_INVALID_VALUE = 3,
    SPARSE_EXECUTION_FAILED = 6,
    SPARSE_ZERO_PIVOT = 9,
    SPARSE_NOT_SUPPORTED = 10
};
enum {
    SPARSE_CSR = 1,
    SPARSE_CSC = 2,
    SPARSE_COO = 3,
    SPARSE_BLOCKED_ELL = 5,
    SPARSE_BSR = 6,
    SPARSE_SLICED_ELL = 7
};
enum { SPARSE_ORDER_COL = 1, SPARSE_ORDER_ROW = 2 };
enum { SPARSE_INDEX_32 = 2, SPARSE_INDEX_64 = 3 };
enum { SPARSE_OP_N, SPARSE_OP_T, SPARSE_OP_C };

typedef float _Complex sparse_cfloat;
typedef double _Complex sparse_cdouble;
// X(letter, T, the conjugate of x, cudaDataType)
#define SPARSE_TYPES(X)              \
    X(s, float, (x), 0)              \
    X(d, double, (x), 1)             \
    X(c, sparse_cfloat, conjf(x), 4) \
    X(z, sparse_cdouble, conj(x), 5)

struct sparse_handle {
    void *stream;
    int pointer_mode;
    struct sparse_handle *next;
};
struct sparse_dense { // vectors (columns 1) and matrices
    int64_t rows, columns, ld;
    void *values;
    int type, order;
    int batch;
    int64_t stride; // from matrix to matrix of the batch
    const struct library_kind *kind;
};
struct sparse_vector {
    int64_t size, nnz;
    void *indices, *values;
    int index_type, base, type;
    const struct library_kind *kind;
};
struct sparse_matrix {
    int format;
    int64_t rows, columns, nnz;
    void *offsets, *indices, *values; // COO: offsets are the rows, one for each element
    int offset_type, index_type, base, type;
    int fill_mode, diag_type;
    // Blocks: how large one is (of Sliced-ELL: the rows of a slice), how its elements lie, and the
    // columns of Blocked-ELL's rows (of Sliced-ELL: all stored elements).
    int64_t block_rows, block_columns, ell_columns;
    int block_order;
    int batch;
    int64_t offsets_stride, indices_stride, values_stride;
    const struct library_kind *kind;
};
extern const struct library_kind sparse_dense_kind, sparse_vector_kind, sparse_matrix_kind;

#define SPARSE_NO_BLOCKS \
    0, 0, 0, 0, 1, 0, 0, 0, &sparse_matrix_kind // how a matrix's initializer ends

int sparse_enter(const struct sparse_handle *handle, const char *api);
int sparse_invalid(const char *api, const char *fmt, ...) HD_PRINTF(2, 3);
// csr.c: where the indices of a matrix begin that a cusparseMatDescr_t describes; false: it does
// not.
bool sparse_description(const char *api, const void *descr, int *base);
// csr.c: a matrix's arrays of 32-bit indices: offsets rise, columns are below n.
int sparse_check_csr(const char *api, int m, int n, int nnz, int base, const int *offsets,
                     const int *columns);
size_t sparse_size(int type);    // bytes of an element; 0: none that is computed with
size_t sparse_storage(int type); // the same for narrower types too, which products widen
int sparse_narrow(const char *api, const char *what, int type); // says that it cannot be
bool sparse_check_dense(const char *api, const char *what, const struct sparse_dense *d);
bool sparse_check_matrix(const char *api, const char *what, const struct sparse_matrix *m);

#define SPARSE_ENTER(name)                  \
    static const char api[] = name;         \
    LIBRARY_CALL;                           \
    int status = sparse_enter(handle, api); \
    if (status != SPARSE_SUCCESS) return status
#define SPARSE_NEED(condition, ...) \
    if (!(condition)) return sparse_invalid(api, __VA_ARGS__)
// A descriptor, before anything of it is looked at.
#define SPARSE_KNOWN(d, its_kind) \
    if (!LIBRARY_KNOWN(api, #d, d, &(its_kind))) return SPARSE_INVALID_VALUE
#define SPARSE_DENSE(d)                                               \
    if (!sparse_check_dense(api, #d, d)) return SPARSE_INVALID_VALUE; \
    if (!sparse_size((d)->type)) return sparse_narrow(api, #d, (d)->type)
#define SPARSE_MATRIX(m)                                               \
    if (!sparse_check_matrix(api, #m, m)) return SPARSE_INVALID_VALUE; \
    if (!sparse_size((m)->type)) return sparse_narrow(api, #m, (m)->type)
#define SPARSE_OPERATION(op) \
    SPARSE_NEED((op) >= 0 && (op) <= 2, #op " (%d) is no cusparseOperation_t", op)
#define SPARSE_SAME_TYPE(a, b)                                                      \
    SPARSE_NEED((a) == (b),                                                         \
                #a " (%d) and " #b " (%d) differ: all elements of a call have one " \
                   "cudaDataType here",                                             \
                a, b)
#define SPARSE_SIZE_ONLY(size)                                                      \
    return library_result(api, size, &(size_t){8}, sizeof(size_t)) ? SPARSE_SUCCESS \
                                                                   : SPARSE_INVALID_VALUE

static inline int64_t sparse_index(const void *p, int type, int64_t i) {
    return type == SPARSE_INDEX_32 ? ((const int32_t *)p)[i] : ((const int64_t *)p)[i];
}
static inline void sparse_put(void *p, int type, int64_t i, int64_t value) {
    if (type == SPARSE_INDEX_32)
        ((int32_t *)p)[i] = (int32_t)value;
    else
        ((int64_t *)p)[i] = value;
}

// op(matrix) by rows. Indices are known to be inside when it was made with `checked`.
struct sparse_rows {
    int64_t rows, columns, nnz;
    int offset_type, index_type, base;
    const void *offsets, *indices, *values;
    void *owned[3]; // to be freed
};
int sparse_rows_of(const char *api, const struct sparse_matrix *m, int op, struct sparse_rows *out);
void sparse_rows_free(struct sparse_rows *r);
// formats.c: of matrices in blocks; one of a batch.
int sparse_rows_of_blocks(const char *api, const struct sparse_matrix *m, struct sparse_rows *out);
void sparse_block_counts(const struct sparse_matrix *m, int64_t counts[3]);
bool sparse_block_element(const struct sparse_matrix *m, int64_t row, int64_t e, int64_t *column,
                          int64_t *place);
static inline bool sparse_in_blocks(const struct sparse_matrix *m) {
    return m->format >= SPARSE_BLOCKED_ELL;
}
struct sparse_matrix sparse_of_batch(const struct sparse_matrix *m, int i);
struct sparse_dense sparse_dense_of_batch(const struct sparse_dense *d, int i);
int sparse_create_matrix(const char *api, struct sparse_matrix **result, struct sparse_matrix m);
static inline int64_t sparse_row_begin(const struct sparse_rows *r, int64_t row) {
    return sparse_index(r->offsets, r->offset_type, row) - r->base;
}
static inline int64_t sparse_column(const struct sparse_rows *r, int64_t i) {
    return sparse_index(r->indices, r->index_type, i) - r->base;
}

// Steps between the elements of op(d): from row to row, from column to column.
static inline void sparse_steps(const struct sparse_dense *d, int op, int64_t *row,
                                int64_t *column) {
    bool by_columns = (d->order == SPARSE_ORDER_COL) == (op == SPARSE_OP_N);
    *row = by_columns ? 1 : d->ld;
    *column = by_columns ? d->ld : 1;
}

extern const struct library_entry hd_cusparse_handles[], hd_cusparse_products[],
    hd_cusparse_conversions[], hd_cusparse_formats[], hd_cusparse_lines[], hd_cusparse_csr[],
    hd_cusparse_small[];

#endif
