// cuSPARSE: what descriptors say of themselves, matrices in blocks (BSR, Blocked-ELL, Sliced-ELL),
// and batches of matrices. Blocks are brought to rows when a call needs them.
#include <stdio.h>

#include "run/library/sparse/sparse.h"

// Results of a getter, in the order of its parameters.
struct given {
    void *to;
    const void *from;
    size_t size;
};

static int give_all(const char *api, const struct given *all, int n) {
    for (int i = 0; i < n; i++)
        if (!library_result(api, all[i].to, all[i].from, all[i].size)) return SPARSE_INVALID_VALUE;
    return SPARSE_SUCCESS;
}
#define GIVE(to, field) {to, &d->field, sizeof d->field}
#define GETTER(Name, type, params, ...)             \
    static int hd_cusparse##Name params {           \
        static const char api[] = "cusparse" #Name; \
        SPARSE_KNOWN(descriptor, type##_kind);      \
        const struct type *d = descriptor;          \
        const struct given all[] = {__VA_ARGS__};   \
        return give_all(api, all, HD_COUNT(all));   \
    }
typedef const struct sparse_matrix matrix_t;
typedef const struct sparse_dense dense_t;
typedef const struct sparse_vector vector_t;

// clang-format off
GETTER(SpMatGetFormat, sparse_matrix, (matrix_t *descriptor, int *format), GIVE(format, format))
GETTER(SpMatGetIndexBase, sparse_matrix, (matrix_t *descriptor, int *base), GIVE(base, base))
GETTER(SpMatGetValues, sparse_matrix, (matrix_t *descriptor, void **values), GIVE(values, values))
GETTER(SpMatGetStridedBatch, sparse_matrix, (matrix_t *descriptor, int *count), GIVE(count, batch))
GETTER(CsrGet, sparse_matrix,
       (matrix_t *descriptor, int64_t *rows, int64_t *columns, int64_t *nnz, void **offsets, void **indices,
        void **values, int *offset_type, int *index_type, int *base, int *type),
       GIVE(rows, rows), GIVE(columns, columns), GIVE(nnz, nnz), GIVE(offsets, offsets), GIVE(indices, indices),
       GIVE(values, values), GIVE(offset_type, offset_type), GIVE(index_type, index_type), GIVE(base, base), GIVE(type, type))
GETTER(CooGet, sparse_matrix,
       (matrix_t *descriptor, int64_t *rows, int64_t *columns, int64_t *nnz, void **lines, void **indices,
        void **values, int *index_type, int *base, int *type),
       GIVE(rows, rows), GIVE(columns, columns), GIVE(nnz, nnz), GIVE(lines, offsets), GIVE(indices, indices),
       GIVE(values, values), GIVE(index_type, index_type), GIVE(base, base), GIVE(type, type))
GETTER(BlockedEllGet, sparse_matrix,
       (matrix_t *descriptor, int64_t *rows, int64_t *columns, int64_t *block, int64_t *ell_columns, void **indices,
        void **values, int *index_type, int *base, int *type),
       GIVE(rows, rows), GIVE(columns, columns), GIVE(block, block_rows), GIVE(ell_columns, ell_columns),
       GIVE(indices, indices), GIVE(values, values), GIVE(index_type, index_type), GIVE(base, base), GIVE(type, type))
GETTER(DnVecGet, sparse_dense, (dense_t *descriptor, int64_t *size, void **values, int *type),
       GIVE(size, rows), GIVE(values, values), GIVE(type, type))
GETTER(DnMatGet, sparse_dense,
       (dense_t *descriptor, int64_t *rows, int64_t *columns, int64_t *ld, void **values, int *type, int *order),
       GIVE(rows, rows), GIVE(columns, columns), GIVE(ld, ld), GIVE(values, values), GIVE(type, type), GIVE(order, order))
GETTER(DnMatGetValues, sparse_dense, (dense_t *descriptor, void **values), GIVE(values, values))
GETTER(DnMatGetStridedBatch, sparse_dense, (dense_t *descriptor, int *count, int64_t *stride),
       GIVE(count, batch), GIVE(stride, stride))
GETTER(SpVecGet, sparse_vector,
       (vector_t *descriptor, int64_t *size, int64_t *nnz, void **indices, void **values, int *index_type, int *base, int *type),
       GIVE(size, size), GIVE(nnz, nnz), GIVE(indices, indices), GIVE(values, values), GIVE(index_type, index_type),
       GIVE(base, base), GIVE(type, type))
GETTER(SpVecGetIndexBase, sparse_vector, (vector_t *descriptor, int *base), GIVE(base, base))
GETTER(SpVecGetValues, sparse_vector, (vector_t *descriptor, void **values), GIVE(values, values))
// clang-format on

static int hd_cusparseSpMatGetAttribute(const struct sparse_matrix *m, int attribute, void *data,
                                        size_t size) {
    static const char api[] = "cusparseSpMatGetAttribute";
    SPARSE_KNOWN(m, sparse_matrix_kind);
    SPARSE_NEED(attribute == 0 || attribute == 1, "%d is no cusparseSpMatAttribute_t", attribute);
    SPARSE_NEED(size == sizeof(int), "dataSize (%zu) is not %zu", size, sizeof(int));
    return library_result(api, data, attribute == 0 ? &m->fill_mode : &m->diag_type, size)
               ? SPARSE_SUCCESS
               : SPARSE_INVALID_VALUE;
}

static int hd_cusparseDnMatSetValues(struct sparse_dense *m, void *values) {
    static const char api[] = "cusparseDnMatSetValues";
    SPARSE_KNOWN(m, sparse_dense_kind);
    m->values = values;
    return SPARSE_SUCCESS;
}

static int hd_cusparseSpVecSetValues(struct sparse_vector *v, void *values) {
    static const char api[] = "cusparseSpVecSetValues";
    SPARSE_KNOWN(v, sparse_vector_kind);
    v->values = values;
    return SPARSE_SUCCESS;
}

// ---- batches ------------------------------------------------------------------------------------

static int set_batch(const char *api, struct sparse_matrix *m, int format, int count,
                     int64_t offsets, int64_t indices, int64_t values) {
    SPARSE_KNOWN(m, sparse_matrix_kind);
    SPARSE_NEED(m->format == format, "the matrix has another format");
    SPARSE_NEED(count >= 1, "batchCount (%d) is not positive", count);
    SPARSE_NEED(offsets >= 0 && indices >= 0 && values >= 0, "a batch stride is negative");
    m->batch = count;
    m->offsets_stride = offsets;
    m->indices_stride = indices;
    m->values_stride = values;
    return SPARSE_SUCCESS;
}

static int hd_cusparseCsrSetStridedBatch(struct sparse_matrix *m, int count, int64_t offsets,
                                         int64_t elements) {
    return set_batch("cusparseCsrSetStridedBatch", m, SPARSE_CSR, count, offsets, elements,
                     elements);
}

static int hd_cusparseCooSetStridedBatch(struct sparse_matrix *m, int count, int64_t stride) {
    return set_batch("cusparseCooSetStridedBatch", m, SPARSE_COO, count, stride, stride, stride);
}

static int hd_cusparseBsrSetStridedBatch(struct sparse_matrix *m, int count, int64_t offsets,
                                         int64_t indices, int64_t values) {
    return set_batch("cusparseBsrSetStridedBatch", m, SPARSE_BSR, count, offsets, indices, values);
}

static int hd_cusparseDnMatSetStridedBatch(struct sparse_dense *m, int count, int64_t stride) {
    static const char api[] = "cusparseDnMatSetStridedBatch";
    SPARSE_KNOWN(m, sparse_dense_kind);
    SPARSE_NEED(count >= 1, "batchCount (%d) is not positive", count);
    int64_t lines = m->order == SPARSE_ORDER_COL ? m->columns : m->rows;
    SPARSE_NEED(count == 1 || stride == 0 || stride >= m->ld * lines,
                "batchStride (%lld) is less than a matrix (%lld)", (long long)stride,
                (long long)(m->ld * lines));
    m->batch = count;
    m->stride = stride;
    return SPARSE_SUCCESS;
}

struct sparse_matrix sparse_of_batch(const struct sparse_matrix *m, int i) {
    struct sparse_matrix one = *m;
    size_t offset = m->offset_type == SPARSE_INDEX_32 ? 4 : 8,
           index = m->index_type == SPARSE_INDEX_32 ? 4 : 8;
    one.offsets = (char *)m->offsets + (size_t)(i * m->offsets_stride) * offset;
    one.indices = (char *)m->indices + (size_t)(i * m->indices_stride) * index;
    one.values = (char *)m->values + (size_t)(i * m->values_stride) * sparse_storage(m->type);
    one.batch = 1;
    return one;
}

struct sparse_dense sparse_dense_of_batch(const struct sparse_dense *d, int i) {
    struct sparse_dense one = *d;
    one.values = (char *)d->values + (size_t)(i * d->stride) * sparse_storage(d->type);
    one.batch = 1;
    return one;
}

// ---- blocks -------------------------------------------------------------------------------------

static int hd_cusparseCreateBsr(struct sparse_matrix **result, int64_t rows, int64_t columns,
                                int64_t blocks, int64_t block_rows, int64_t block_columns,
                                void *offsets, void *indices, void *values, int offset_type,
                                int index_type, int base, int type, int order) {
    static const char api[] = "cusparseCreateBsr";
    SPARSE_NEED(block_rows > 0 && block_columns > 0, "a block is %lld x %lld",
                (long long)block_rows, (long long)block_columns);
    SPARSE_NEED(order == SPARSE_ORDER_COL || order == SPARSE_ORDER_ROW,
                "order (%d) is no cusparseOrder_t", order);
    struct sparse_matrix m = {SPARSE_BSR,
                              rows * block_rows,
                              columns * block_columns,
                              blocks * block_rows * block_columns,
                              offsets,
                              indices,
                              values,
                              offset_type,
                              index_type,
                              base,
                              type,
                              0,
                              0,
                              SPARSE_NO_BLOCKS};
    m.block_rows = block_rows;
    m.block_columns = block_columns;
    m.block_order = order;
    return sparse_create_matrix(api, result, m);
}

static int hd_cusparseCreateBlockedEll(struct sparse_matrix **result, int64_t rows, int64_t columns,
                                       int64_t block, int64_t ell_columns, void *indices,
                                       void *values, int index_type, int base, int type) {
    static const char api[] = "cusparseCreateBlockedEll";
    SPARSE_NEED(block > 0 && ell_columns >= 0 && ell_columns % block == 0,
                "ellCols (%lld) is no multiple of ellBlockSize (%lld)", (long long)ell_columns,
                (long long)block);
    SPARSE_NEED(rows % block == 0 && columns % block == 0,
                "%lld x %lld is no multiple of ellBlockSize (%lld)", (long long)rows,
                (long long)columns, (long long)block);
    struct sparse_matrix m = {SPARSE_BLOCKED_ELL,
                              rows,
                              columns,
                              rows * ell_columns,
                              NULL,
                              indices,
                              values,
                              index_type,
                              index_type,
                              base,
                              type,
                              0,
                              0,
                              SPARSE_NO_BLOCKS};
    m.block_rows = m.block_columns = block;
    m.ell_columns = ell_columns;
    return sparse_create_matrix(api, result, m);
}

static int hd_cusparseCreateSlicedEll(struct sparse_matrix **result, int64_t rows, int64_t columns,
                                      int64_t nnz, int64_t stored, int64_t slice, void *offsets,
                                      void *indices, void *values, int offset_type, int index_type,
                                      int base, int type) {
    static const char api[] = "cusparseCreateSlicedEll";
    SPARSE_NEED(slice > 0 && stored >= nnz, "sliceSize (%lld), sellValuesSize (%lld)",
                (long long)slice, (long long)stored);
    struct sparse_matrix m = {
        SPARSE_SLICED_ELL, rows,       columns, nnz,  offsets, indices, values,
        offset_type,       index_type, base,    type, 0,       0,       SPARSE_NO_BLOCKS};
    m.block_rows = slice;
    m.ell_columns = stored;
    return sparse_create_matrix(api, result, m);
}

// How many offsets, indices and elements such a matrix has.
void sparse_block_counts(const struct sparse_matrix *m, int64_t counts[3]) {
    int64_t area = m->block_rows * m->block_columns;
    if (m->format == SPARSE_BSR) {
        counts[0] = m->rows / m->block_rows + 1;
        counts[1] = m->nnz / area;
        counts[2] = m->nnz;
    } else if (m->format == SPARSE_BLOCKED_ELL) {
        counts[0] = 0;
        counts[1] = m->rows / m->block_rows * (m->ell_columns / m->block_rows);
        counts[2] = m->rows * m->ell_columns;
    } else {
        counts[0] = (m->rows + m->block_rows - 1) / m->block_rows + 1;
        counts[1] = counts[2] = m->ell_columns;
    }
}

// Element `e` of a row: its column (negative: padding) and its place; false: the row has no more.
bool sparse_block_element(const struct sparse_matrix *m, int64_t row, int64_t e, int64_t *column,
                          int64_t *place) {
    int64_t height = m->block_rows, width = m->block_columns, line = row / height,
            inner = row % height, block;
    if (m->format == SPARSE_SLICED_ELL) {
        int64_t from = sparse_index(m->offsets, m->offset_type, line) - m->base,
                to = sparse_index(m->offsets, m->offset_type, line + 1) - m->base;
        *place = from + e * height + inner;
        if (*place >= to || *place >= m->ell_columns || from < 0) return false;
        *column = sparse_index(m->indices, m->index_type, *place) - m->base;
        return true;
    }
    int64_t x = e % width;
    if (m->format == SPARSE_BSR) {
        block = sparse_index(m->offsets, m->offset_type, line) - m->base + e / width;
        int64_t end = sparse_index(m->offsets, m->offset_type, line + 1) - m->base;
        if (block < 0 || block >= end || block >= m->nnz / (height * width)) return false;
        *place = block * height * width +
                 (m->block_order == SPARSE_ORDER_ROW ? inner * width + x : x * height + inner);
    } else {
        if (e >= m->ell_columns) return false;
        block = line * (m->ell_columns / width) + e / width;
        *place = row * m->ell_columns + e;
    }
    int64_t index = sparse_index(m->indices, m->index_type, block) - m->base;
    *column = index < 0 ? -1 : index * width + x;
    return true;
}

int sparse_rows_of_blocks(const char *api, const struct sparse_matrix *m, struct sparse_rows *out) {
    int64_t counts[3];
    sparse_block_counts(m, counts);
    size_t size = sparse_size(m->type);
    int64_t *offsets = malloc((size_t)(m->rows + 1) * sizeof *offsets),
            *indices = malloc((size_t)(counts[2] + 1) * sizeof *indices);
    char *values = malloc((size_t)(counts[2] + 1) * size);
    *out = (struct sparse_rows){
        m->rows, m->columns, 0,       SPARSE_INDEX_64, SPARSE_INDEX_64,
        0,       offsets,    indices, values,          {offsets, indices, values}};
    if (!offsets || !indices || !values) return SPARSE_ALLOC_FAILED;
    int64_t n = 0, column, place;
    for (int64_t row = 0; row < m->rows; row++) {
        offsets[row] = n;
        for (int64_t e = 0; sparse_block_element(m, row, e, &column, &place); e++) {
            if (column < 0) continue;
            SPARSE_NEED(column < m->columns, "column %lld in row %lld is not below %lld",
                        (long long)column, (long long)row, (long long)m->columns);
            SPARSE_NEED(n < counts[2], "row %lld begins before the one above it ends",
                        (long long)row);
            indices[n] = column;
            memcpy(values + (size_t)n++ * size, (const char *)m->values + (size_t)place * size,
                   size);
        }
    }
    offsets[m->rows] = out->nnz = n;
    return SPARSE_SUCCESS;
}

#define SAME(Name, other) {"cusparse" Name, (void *)(uintptr_t)hd_cusparse##other}

const struct library_entry hd_cusparse_formats[] = {
    LIBRARY_ENTRY(cusparseSpMatGetFormat),
    LIBRARY_ENTRY(cusparseSpMatGetIndexBase),
    LIBRARY_ENTRY(cusparseSpMatGetValues),
    SAME("ConstSpMatGetValues", SpMatGetValues),
    LIBRARY_ENTRY(cusparseSpMatGetStridedBatch),
    LIBRARY_ENTRY(cusparseSpMatGetAttribute),
    LIBRARY_ENTRY(cusparseCsrGet),
    SAME("ConstCsrGet", CsrGet),
    SAME("CscGet", CsrGet),
    SAME("ConstCscGet", CsrGet),
    LIBRARY_ENTRY(cusparseCooGet),
    SAME("ConstCooGet", CooGet),
    LIBRARY_ENTRY(cusparseBlockedEllGet),
    SAME("ConstBlockedEllGet", BlockedEllGet),
    LIBRARY_ENTRY(cusparseDnVecGet),
    SAME("ConstDnVecGet", DnVecGet),
    LIBRARY_ENTRY(cusparseDnMatGet),
    SAME("ConstDnMatGet", DnMatGet),
    LIBRARY_ENTRY(cusparseDnMatGetValues),
    SAME("ConstDnMatGetValues", DnMatGetValues),
    LIBRARY_ENTRY(cusparseDnMatSetValues),
    LIBRARY_ENTRY(cusparseDnMatGetStridedBatch),
    LIBRARY_ENTRY(cusparseDnMatSetStridedBatch),
    LIBRARY_ENTRY(cusparseSpVecGet),
    SAME("ConstSpVecGet", SpVecGet),
    LIBRARY_ENTRY(cusparseSpVecGetIndexBase),
    LIBRARY_ENTRY(cusparseSpVecGetValues),
    SAME("ConstSpVecGetValues", SpVecGetValues),
    LIBRARY_ENTRY(cusparseSpVecSetValues),
    LIBRARY_ENTRY(cusparseCsrSetStridedBatch),
    LIBRARY_ENTRY(cusparseCooSetStridedBatch),
    LIBRARY_ENTRY(cusparseBsrSetStridedBatch),
    LIBRARY_ENTRY(cusparseCreateBsr),
    SAME("CreateConstBsr", CreateBsr),
    LIBRARY_ENTRY(cusparseCreateBlockedEll),
    SAME("CreateConstBlockedEll", CreateBlockedEll),
    LIBRARY_ENTRY(cusparseCreateSlicedEll),
    SAME("CreateConstSlicedEll", CreateSlicedEll),
    {NULL, NULL},
};
