// cuSPARSE: handles, descriptors, and sparse matrices by rows.
#include "run/library/blas/blas.h"
#include "run/library/sparse/sparse.h"

#include <pthread.h>
#include <stdio.h>

enum { CUSPARSE_VERSION = 12600 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct sparse_handle *handles;

int sparse_invalid(const char *api, const char *fmt, ...) {
    char text[256];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    hd_cudart_notice("%s: %s", api, text);
    return SPARSE_INVALID_VALUE;
}

size_t sparse_size(int type) {
#define SIZE(letter, T, conjugate, data_type) \
    if (type == data_type) return sizeof(T);
    SPARSE_TYPES(SIZE)
    return 0;
}

size_t sparse_storage(int type) { return blas_size_of(type); }

int sparse_narrow(const char *api, const char *what, int type) {
    hd_cudart_notice(
        "%s: %s has elements of cudaDataType %d, which only products (SpMV, SpMM) take "
        "on the CPU",
        api, what, type);
    return SPARSE_NOT_SUPPORTED;
}

static int known(const struct sparse_handle *handle, const char *api) {
    pthread_mutex_lock(&lock);
    const struct sparse_handle *h = handles;
    while (h && h != handle) h = h->next;
    pthread_mutex_unlock(&lock);
    if (h) return SPARSE_SUCCESS;
    hd_cudart_notice(handle ? "%s: the handle %p is none of cusparseCreate, or was destroyed"
                            : "%s: the handle is NULL: cusparseCreate makes one",
                     api, (const void *)handle);
    return SPARSE_NOT_INITIALIZED;
}

int sparse_enter(const struct sparse_handle *handle, const char *api) {
    int status = known(handle, api);
    if (status != SPARSE_SUCCESS) return status;
    if (library_wait(handle->stream)) return SPARSE_SUCCESS;
    hd_cudart_notice("%s: the handle's stream was destroyed", api);
    return SPARSE_EXECUTION_FAILED;
}

// Writes a new descriptor's address; it goes again where that cannot be done.
static int give(const char *api, void *result, void *made) {
    if (library_result(api, result, &made, sizeof made)) return SPARSE_SUCCESS;
    free(made);
    return SPARSE_INVALID_VALUE;
}

static int give_number(const char *api, void *result, int64_t value) {
    return library_result(api, result, &value, sizeof value) ? SPARSE_SUCCESS
                                                             : SPARSE_INVALID_VALUE;
}

// ---- handles ------------------------------------------------------------------------------------

static int hd_cusparseCreate(struct sparse_handle **handle) {
    struct sparse_handle *made = hd_xcalloc(1, sizeof *made);
    int status = give("cusparseCreate", handle, made);
    if (status != SPARSE_SUCCESS) return status;
    pthread_mutex_lock(&lock);
    made->next = handles;
    handles = made;
    pthread_mutex_unlock(&lock);
    return SPARSE_SUCCESS;
}

static int hd_cusparseDestroy(struct sparse_handle *handle) {
    int status = known(handle, "cusparseDestroy");
    if (status != SPARSE_SUCCESS) return status;
    pthread_mutex_lock(&lock);
    struct sparse_handle **link = &handles;
    while (*link != handle) link = &(*link)->next;
    *link = handle->next;
    pthread_mutex_unlock(&lock);
    free(handle);
    return SPARSE_SUCCESS;
}

static int hd_cusparseSetStream(struct sparse_handle *handle, void *stream) {
    int status = known(handle, "cusparseSetStream");
    if (status != SPARSE_SUCCESS) return status;
    if (!hd_cudart_stream_valid(stream))
        return sparse_invalid("cusparseSetStream", "%p is no stream", stream);
    handle->stream = stream;
    return SPARSE_SUCCESS;
}

static int hd_cusparseGetStream(const struct sparse_handle *handle, void **stream) {
    int status = known(handle, "cusparseGetStream");
    if (status != SPARSE_SUCCESS) return status;
    return library_result("cusparseGetStream", stream, &handle->stream, sizeof handle->stream)
               ? SPARSE_SUCCESS
               : SPARSE_INVALID_VALUE;
}

static int hd_cusparseSetPointerMode(struct sparse_handle *handle, int mode) {
    int status = known(handle, "cusparseSetPointerMode");
    if (status != SPARSE_SUCCESS) return status;
    if (mode != 0 && mode != 1)
        return sparse_invalid("cusparseSetPointerMode", "%d is no cusparsePointerMode_t", mode);
    handle->pointer_mode = mode;
    return SPARSE_SUCCESS;
}

static int hd_cusparseGetPointerMode(const struct sparse_handle *handle, int *mode) {
    int status = known(handle, "cusparseGetPointerMode");
    if (status != SPARSE_SUCCESS) return status;
    return library_result("cusparseGetPointerMode", mode, &handle->pointer_mode, sizeof(int))
               ? SPARSE_SUCCESS
               : SPARSE_INVALID_VALUE;
}

static int hd_cusparseGetVersion(const struct sparse_handle *handle, int *version) {
    int status = known(handle, "cusparseGetVersion");
    if (status != SPARSE_SUCCESS) return status;
    return library_result("cusparseGetVersion", version, &(int){CUSPARSE_VERSION}, sizeof(int))
               ? SPARSE_SUCCESS
               : SPARSE_INVALID_VALUE;
}

static int hd_cusparseGetProperty(int type, int *value) {
    const int parts[] = {CUSPARSE_VERSION / 1000, CUSPARSE_VERSION / 100 % 10,
                         CUSPARSE_VERSION % 100};
    if (type < 0 || type >= HD_COUNT(parts))
        return sparse_invalid("cusparseGetProperty", "%d is no libraryPropertyType", type);
    return library_result("cusparseGetProperty", value, &parts[type], sizeof(int))
               ? SPARSE_SUCCESS
               : SPARSE_INVALID_VALUE;
}

static const struct {
    const char *name, *text;
} statuses[] = {
    {"CUSPARSE_STATUS_SUCCESS", "success"},
    {"CUSPARSE_STATUS_NOT_INITIALIZED", "initialization error"},
    {"CUSPARSE_STATUS_ALLOC_FAILED", "resource allocation failed"},
    {"CUSPARSE_STATUS_INVALID_VALUE", "invalid value"},
    {"CUSPARSE_STATUS_ARCH_MISMATCH", "architecture mismatch"},
    {"CUSPARSE_STATUS_MAPPING_ERROR", "texture mapping error"},
    {"CUSPARSE_STATUS_EXECUTION_FAILED", "kernel launch failure"},
    {"CUSPARSE_STATUS_INTERNAL_ERROR", "internal error"},
    {"CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED", "matrix type not supported"},
    {"CUSPARSE_STATUS_ZERO_PIVOT", "zero pivot"},
    {"CUSPARSE_STATUS_NOT_SUPPORTED", "operation not supported"},
    {"CUSPARSE_STATUS_INSUFFICIENT_RESOURCES", "insufficient resources"},
};

static const char *hd_cusparseGetErrorName(int status) {
    return status >= 0 && status < HD_COUNT(statuses) ? statuses[status].name
                                                      : "unrecognized error";
}

static const char *hd_cusparseGetErrorString(int status) {
    return status >= 0 && status < HD_COUNT(statuses) ? statuses[status].text
                                                      : "unrecognized error code";
}

const struct library_kind sparse_dense_kind = {"cusparseCreateDnVec or cusparseCreateDnMat"},
                          sparse_vector_kind = {"cusparseCreateSpVec"},
                          sparse_matrix_kind = {"cusparseCreateCsr and its kin"};

// ---- dense vectors and matrices -----------------------------------------------------------------

static int create_dense(const char *api, struct sparse_dense **result, struct sparse_dense d) {
    SPARSE_NEED(d.rows >= 0 && d.columns >= 0, "a size is negative");
    SPARSE_NEED(sparse_storage(d.type), "valueType (%d) is no type of elements", d.type);
    SPARSE_NEED(d.order == SPARSE_ORDER_COL || d.order == SPARSE_ORDER_ROW,
                "order (%d) is no cusparseOrder_t", d.order);
    int64_t least = d.order == SPARSE_ORDER_COL ? d.rows : d.columns;
    SPARSE_NEED(d.ld >= least, "ld (%lld) is less than %lld", (long long)d.ld, (long long)least);
    struct sparse_dense *made = hd_xmalloc(sizeof *made);
    *made = d;
    made->batch = 1;
    made->kind = &sparse_dense_kind;
    return give(api, result, made);
}

static int hd_cusparseCreateDnVec(struct sparse_dense **v, int64_t size, void *values, int type) {
    return create_dense(
        "cusparseCreateDnVec", v,
        (struct sparse_dense){size, 1, size, values, type, SPARSE_ORDER_COL, 1, 0, NULL});
}

static int hd_cusparseCreateDnMat(struct sparse_dense **m, int64_t rows, int64_t columns,
                                  int64_t ld, void *values, int type, int order) {
    return create_dense("cusparseCreateDnMat", m,
                        (struct sparse_dense){rows, columns, ld, values, type, order, 1, 0, NULL});
}

#define DESTROY(Name, type)                                          \
    static int hd_cusparse##Name(struct sparse_##type *descriptor) { \
        static const char api[] = "cusparse" #Name;                  \
        SPARSE_KNOWN(descriptor, sparse_##type##_kind);              \
        LIBRARY_GONE(descriptor);                                    \
        free(descriptor);                                            \
        return SPARSE_SUCCESS;                                       \
    }
DESTROY(DestroyDnVec, dense)
DESTROY(DestroyDnMat, dense)
DESTROY(DestroySpVec, vector)
DESTROY(DestroySpMat, matrix)

static int hd_cusparseDnVecGetValues(const struct sparse_dense *v, void **values) {
    static const char api[] = "cusparseDnVecGetValues";
    SPARSE_KNOWN(v, sparse_dense_kind);
    return library_result(api, values, &v->values, sizeof v->values) ? SPARSE_SUCCESS
                                                                     : SPARSE_INVALID_VALUE;
}

static int hd_cusparseDnVecSetValues(struct sparse_dense *v, void *values) {
    static const char api[] = "cusparseDnVecSetValues";
    SPARSE_KNOWN(v, sparse_dense_kind);
    v->values = values;
    return SPARSE_SUCCESS;
}

bool sparse_check_dense(const char *api, const char *what, const struct sparse_dense *d) {
    if (!LIBRARY_KNOWN(api, what, d, &sparse_dense_kind)) return false;
    int64_t lines = d->order == SPARSE_ORDER_COL ? d->columns : d->rows,
            last = d->order == SPARSE_ORDER_COL ? d->rows : d->columns;
    if (lines == 0 || last == 0) return true;
    return library_check_array(api, what, d->values,
                               (size_t)((d->batch - 1) * d->stride + (lines - 1) * d->ld + last) *
                                   sparse_storage(d->type));
}

// ---- sparse vectors and matrices ----------------------------------------------------------------

static bool is_index_type(int type) { return type == SPARSE_INDEX_32 || type == SPARSE_INDEX_64; }

static int hd_cusparseCreateSpVec(struct sparse_vector **v, int64_t size, int64_t nnz,
                                  void *indices, void *values, int index_type, int base, int type) {
    static const char api[] = "cusparseCreateSpVec";
    SPARSE_NEED(size >= 0 && nnz >= 0 && nnz <= size, "size %lld with %lld elements",
                (long long)size, (long long)nnz);
    SPARSE_NEED(is_index_type(index_type), "idxType (%d) is not CUSPARSE_INDEX_32I or 64I",
                index_type);
    SPARSE_NEED(base == 0 || base == 1, "idxBase (%d) is no cusparseIndexBase_t", base);
    SPARSE_NEED(sparse_size(type), "valueType (%d) is not CUDA_R_32F, R_64F, C_32F or C_64F", type);
    struct sparse_vector *made = hd_xmalloc(sizeof *made);
    *made = (struct sparse_vector){size,       nnz,  indices, values,
                                   index_type, base, type,    &sparse_vector_kind};
    return give(api, v, made);
}

int sparse_create_matrix(const char *api, struct sparse_matrix **result, struct sparse_matrix m) {
    SPARSE_NEED(m.rows >= 0 && m.columns >= 0 && m.nnz >= 0, "a size is negative");
    SPARSE_NEED(is_index_type(m.offset_type) && is_index_type(m.index_type),
                "an index type (%d, %d) is not CUSPARSE_INDEX_32I or 64I", m.offset_type,
                m.index_type);
    SPARSE_NEED(m.base == 0 || m.base == 1, "idxBase (%d) is no cusparseIndexBase_t", m.base);
    SPARSE_NEED(sparse_storage(m.type), "valueType (%d) is no type of elements", m.type);
    struct sparse_matrix *made = hd_xmalloc(sizeof *made);
    *made = m;
    made->batch = 1;
    return give(api, result, made);
}

static int hd_cusparseCreateCsr(struct sparse_matrix **m, int64_t rows, int64_t columns,
                                int64_t nnz, void *offsets, void *indices, void *values,
                                int offset_type, int index_type, int base, int type) {
    return sparse_create_matrix("cusparseCreateCsr", m,
                                (struct sparse_matrix){SPARSE_CSR, rows, columns, nnz, offsets,
                                                       indices, values, offset_type, index_type,
                                                       base, type, 0, 0, SPARSE_NO_BLOCKS});
}

static int hd_cusparseCreateCsc(struct sparse_matrix **m, int64_t rows, int64_t columns,
                                int64_t nnz, void *offsets, void *indices, void *values,
                                int offset_type, int index_type, int base, int type) {
    return sparse_create_matrix("cusparseCreateCsc", m,
                                (struct sparse_matrix){SPARSE_CSC, rows, columns, nnz, offsets,
                                                       indices, values, offset_type, index_type,
                                                       base, type, 0, 0, SPARSE_NO_BLOCKS});
}

static int hd_cusparseCreateCoo(struct sparse_matrix **m, int64_t rows, int64_t columns,
                                int64_t nnz, void *row_indices, void *indices, void *values,
                                int index_type, int base, int type) {
    return sparse_create_matrix("cusparseCreateCoo", m,
                                (struct sparse_matrix){SPARSE_COO, rows, columns, nnz, row_indices,
                                                       indices, values, index_type, index_type,
                                                       base, type, 0, 0, SPARSE_NO_BLOCKS});
}

static int hd_cusparseSpMatGetSize(const struct sparse_matrix *m, int64_t *rows, int64_t *columns,
                                   int64_t *nnz) {
    static const char api[] = "cusparseSpMatGetSize";
    SPARSE_KNOWN(m, sparse_matrix_kind);
    int status = give_number(api, rows, m->rows);
    if (status == SPARSE_SUCCESS) status = give_number(api, columns, m->columns);
    return status == SPARSE_SUCCESS ? give_number(api, nnz, m->nnz) : status;
}

static int set_pointers(const char *api, struct sparse_matrix *m, int format, void *offsets,
                        void *indices, void *values) {
    SPARSE_KNOWN(m, sparse_matrix_kind);
    SPARSE_NEED(m->format == format, "the matrix has another format");
    m->offsets = offsets;
    m->indices = indices;
    m->values = values;
    return SPARSE_SUCCESS;
}

static int hd_cusparseCsrSetPointers(struct sparse_matrix *m, void *offsets, void *indices,
                                     void *values) {
    return set_pointers("cusparseCsrSetPointers", m, SPARSE_CSR, offsets, indices, values);
}
static int hd_cusparseCscSetPointers(struct sparse_matrix *m, void *offsets, void *indices,
                                     void *values) {
    return set_pointers("cusparseCscSetPointers", m, SPARSE_CSC, offsets, indices, values);
}
static int hd_cusparseCooSetPointers(struct sparse_matrix *m, void *rows, void *columns,
                                     void *values) {
    return set_pointers("cusparseCooSetPointers", m, SPARSE_COO, rows, columns, values);
}

static int hd_cusparseSpMatSetValues(struct sparse_matrix *m, void *values) {
    static const char api[] = "cusparseSpMatSetValues";
    SPARSE_KNOWN(m, sparse_matrix_kind);
    m->values = values;
    return SPARSE_SUCCESS;
}

static int hd_cusparseSpMatSetAttribute(struct sparse_matrix *m, int attribute, const void *data,
                                        size_t size) {
    static const char api[] = "cusparseSpMatSetAttribute";
    int value;
    SPARSE_KNOWN(m, sparse_matrix_kind);
    SPARSE_NEED(attribute == 0 || attribute == 1, "%d is no cusparseSpMatAttribute_t", attribute);
    SPARSE_NEED(size == sizeof value, "dataSize (%zu) is not %zu", size, sizeof value);
    if (!library_scalar(api, "data", data, &value, sizeof value)) return SPARSE_INVALID_VALUE;
    SPARSE_NEED(value == 0 || value == 1, "%d is no value of that attribute", value);
    *(attribute == 0 ? &m->fill_mode : &m->diag_type) = value;
    return SPARSE_SUCCESS;
}

bool sparse_check_matrix(const char *api, const char *what, const struct sparse_matrix *m) {
    if (!LIBRARY_KNOWN(api, what, m, &sparse_matrix_kind)) return false;
    char name[64];
    size_t offset = m->offset_type == SPARSE_INDEX_32 ? 4 : 8,
           index = m->index_type == SPARSE_INDEX_32 ? 4 : 8;
    int64_t counts[3] = {m->format == SPARSE_COO   ? m->nnz
                         : m->format == SPARSE_CSR ? m->rows + 1
                                                   : m->columns + 1,
                         m->nnz, m->nnz};
    if (sparse_in_blocks(m)) sparse_block_counts(m, counts);
    snprintf(name, sizeof name, "%s's offsets", what);
    if (!library_check_array(api, name, m->offsets, (size_t)counts[0] * offset)) return false;
    snprintf(name, sizeof name, "%s's indices", what);
    if (!library_check_array(api, name, m->indices, (size_t)counts[1] * index)) return false;
    snprintf(name, sizeof name, "%s's values", what);
    return library_check_array(api, name, m->values, (size_t)counts[2] * sparse_storage(m->type));
}

// ---- by rows ------------------------------------------------------------------------------------

void sparse_rows_free(struct sparse_rows *r) {
    for (int i = 0; i < HD_COUNT(r->owned); i++) free(r->owned[i]);
}

// Whether a line's offsets and its elements' indices are inside.
static int check_lines(const char *api, const struct sparse_rows *r) {
    for (int64_t row = 0; row < r->rows; row++) {
        int64_t from = sparse_row_begin(r, row), to = sparse_row_begin(r, row + 1);
        SPARSE_NEED(from >= 0 && from <= to && to <= r->nnz,
                    "offsets %lld to %lld of line %lld are not within the %lld elements",
                    (long long)from, (long long)to, (long long)row, (long long)r->nnz);
        int64_t bad = -1;
        for (int64_t i = from; i < to; i++) {
            int64_t column = sparse_column(r, i);
            bad = column < 0 || column >= r->columns ? i : bad;
        }
        SPARSE_NEED(bad < 0, "index %lld in line %lld is not below %lld",
                    (long long)sparse_column(r, bad < 0 ? 0 : bad), (long long)row,
                    (long long)r->columns);
    }
    return SPARSE_SUCCESS;
}

// Elements (line, index) of `from` sorted by index: the transposed matrix. line NULL: by offsets.
static int transpose(const char *api, const struct sparse_rows *from, const void *line,
                     bool conjugate, int type, struct sparse_rows *out) {
    size_t size = sparse_size(type);
    int64_t *offsets = calloc((size_t)from->columns + 2, sizeof *offsets),
            *indices = malloc(((size_t)from->nnz + 1) * sizeof *indices);
    char *values = malloc(((size_t)from->nnz + 1) * size);
    *out = (struct sparse_rows){
        from->columns, from->rows, from->nnz, SPARSE_INDEX_64,           SPARSE_INDEX_64, 0,
        offsets,       indices,    values,    {offsets, indices, values}};
    if (!offsets || !indices || !values) return SPARSE_ALLOC_FAILED;
    for (int64_t i = 0; i < from->nnz; i++) {
        int64_t column = sparse_column(from, i);
        SPARSE_NEED(column >= 0 && column < from->columns, "index %lld is not below %lld",
                    (long long)column, (long long)from->columns);
        offsets[column + 2]++;
    }
    // offsets[k + 1]: where the next element of column k goes, and in the end where they end.
    for (int64_t k = 2; k <= from->columns + 1; k++) offsets[k] += offsets[k - 1];
    int64_t row = 0;
    for (int64_t i = 0; i < from->nnz; i++) {
        if (line) {
            row = sparse_index(line, from->index_type, i) - from->base;
            SPARSE_NEED(row >= 0 && row < from->rows, "row index %lld is not below %lld",
                        (long long)row, (long long)from->rows);
        } else {
            while (row < from->rows && sparse_row_begin(from, row + 1) <= i) row++;
        }
        int64_t at = offsets[sparse_column(from, i) + 1]++;
        indices[at] = row;
        memcpy(values + (size_t)at * size, (const char *)from->values + (size_t)i * size, size);
        if (conjugate && type == 4) ((float *)(values + (size_t)at * size))[1] *= -1;
        if (conjugate && type == 5) ((double *)(values + (size_t)at * size))[1] *= -1;
    }
    return SPARSE_SUCCESS;
}

int sparse_rows_of(const char *api, const struct sparse_matrix *m, int op,
                   struct sparse_rows *out) {
    struct sparse_rows plain = {m->rows, m->columns, m->nnz,     m->offset_type, m->index_type,
                                m->base, m->offsets, m->indices, m->values,      {0}};
    bool conjugate = op == SPARSE_OP_C && m->type >= 4;
    if (sparse_in_blocks(m)) {
        int made = sparse_rows_of_blocks(api, m, &plain);
        if (made != SPARSE_SUCCESS || op == SPARSE_OP_N) {
            *out = plain;
            return made;
        }
        made = transpose(api, &plain, NULL, conjugate, m->type, out);
        sparse_rows_free(&plain);
        return made;
    }
    if (m->format == SPARSE_CSC) { // the rows of the transposed matrix
        plain.rows = m->columns;
        plain.columns = m->rows;
    }
    if (m->format == SPARSE_COO) { // from the other side: sorted by row in the end
        struct sparse_rows turned;
        if (op == SPARSE_OP_N) {
            plain.rows = m->columns;
            plain.columns = m->rows;
            plain.indices = m->offsets;
            return transpose(api, &plain, m->indices, false, m->type, out);
        }
        int status = transpose(api, &plain, m->offsets, conjugate, m->type, &turned);
        *out = turned;
        return status;
    }
    *out = (struct sparse_rows){0};
    int status = check_lines(api, &plain);
    if (status != SPARSE_SUCCESS) return status;
    bool as_it_is = (m->format == SPARSE_CSR) == (op == SPARSE_OP_N);
    if (as_it_is && !conjugate) {
        *out = plain;
        return SPARSE_SUCCESS;
    }
    if (!as_it_is) return transpose(api, &plain, NULL, conjugate, m->type, out);
    struct sparse_rows once; // the conjugate of a CSC matrix's transpose: turned twice
    status = transpose(api, &plain, NULL, true, m->type, &once);
    if (status == SPARSE_SUCCESS) status = transpose(api, &once, NULL, false, m->type, out);
    sparse_rows_free(&once);
    return status;
}

const struct library_entry hd_cusparse_handles[] = {
    LIBRARY_ENTRY(cusparseCreate),
    LIBRARY_ENTRY(cusparseDestroy),
    LIBRARY_ENTRY(cusparseSetStream),
    LIBRARY_ENTRY(cusparseGetStream),
    LIBRARY_ENTRY(cusparseSetPointerMode),
    LIBRARY_ENTRY(cusparseGetPointerMode),
    LIBRARY_ENTRY(cusparseGetVersion),
    LIBRARY_ENTRY(cusparseGetProperty),
    LIBRARY_ENTRY(cusparseGetErrorName),
    LIBRARY_ENTRY(cusparseGetErrorString),
    LIBRARY_ENTRY(cusparseCreateDnVec),
    {"cusparseCreateConstDnVec", (void *)(uintptr_t)hd_cusparseCreateDnVec},
    LIBRARY_ENTRY(cusparseDestroyDnVec),
    LIBRARY_ENTRY(cusparseDnVecGetValues),
    {"cusparseConstDnVecGetValues", (void *)(uintptr_t)hd_cusparseDnVecGetValues},
    LIBRARY_ENTRY(cusparseDnVecSetValues),
    LIBRARY_ENTRY(cusparseCreateSpVec),
    LIBRARY_ENTRY(cusparseDestroySpVec),
    LIBRARY_ENTRY(cusparseCreateCsr),
    {"cusparseCreateConstCsr", (void *)(uintptr_t)hd_cusparseCreateCsr},
    LIBRARY_ENTRY(cusparseCreateCsc),
    {"cusparseCreateConstCsc", (void *)(uintptr_t)hd_cusparseCreateCsc},
    {"cusparseCreateConstCoo", (void *)(uintptr_t)hd_cusparseCreateCoo},
    {"cusparseCreateConstSpVec", (void *)(uintptr_t)hd_cusparseCreateSpVec},
    LIBRARY_ENTRY(cusparseCreateCoo),
    LIBRARY_ENTRY(cusparseDestroySpMat),
    LIBRARY_ENTRY(cusparseSpMatGetSize),
    LIBRARY_ENTRY(cusparseCsrSetPointers),
    LIBRARY_ENTRY(cusparseCscSetPointers),
    LIBRARY_ENTRY(cusparseCooSetPointers),
    LIBRARY_ENTRY(cusparseSpMatSetValues),
    LIBRARY_ENTRY(cusparseSpMatSetAttribute),
    LIBRARY_ENTRY(cusparseCreateDnMat),
    {"cusparseCreateConstDnMat", (void *)(uintptr_t)hd_cusparseCreateDnMat},
    LIBRARY_ENTRY(cusparseDestroyDnMat),
    {NULL, NULL},
};
