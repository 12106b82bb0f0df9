// cuSPARSE: functions that take a matrix as arrays of 32-bit indices beside a cusparseMatDescr_t:
// sorting, sums, incomplete factors (ILU(0), IC(0): Saad, section 10.3), blocks, counts.
#include <stdio.h>

#include "run/library/sparse/sparse.h"

typedef const struct sparse_handle *handle_t;

// ---- descriptors --------------------------------------------------------------------------------

struct description { // cusparseMatDescr_t
    int type, fill, diagonal, base;
    const struct library_kind *kind;
};
static const struct library_kind description_kind = {"cusparseCreateMatDescr"};
typedef const struct description *descr_t;

bool sparse_description(const char *api, const void *descr, int *base) {
    const struct description *d = descr;
    if (!LIBRARY_KNOWN(api, "descrA", d, &description_kind)) return false;
    *base = d->base;
    return true;
}

static int hd_cusparseCreateMatDescr(struct description **result) {
    struct description *made = hd_xcalloc(1, sizeof *made);
    made->kind = &description_kind;
    if (library_result("cusparseCreateMatDescr", result, &made, sizeof made)) return SPARSE_SUCCESS;
    free(made);
    return SPARSE_INVALID_VALUE;
}

static int hd_cusparseDestroyMatDescr(struct description *d) {
    static const char api[] = "cusparseDestroyMatDescr";
    SPARSE_KNOWN(d, description_kind);
    LIBRARY_GONE(d);
    free(d);
    return SPARSE_SUCCESS;
}

#define SETTING(Name, field, most)                                                 \
    static int hd_cusparseSetMat##Name(struct description *d, int value) {         \
        static const char api[] = "cusparseSetMat" #Name;                          \
        SPARSE_KNOWN(d, description_kind);                                         \
        SPARSE_NEED(value >= 0 && value <= most, "%d is no value of that", value); \
        d->field = value;                                                          \
        return SPARSE_SUCCESS;                                                     \
    }                                                                              \
    static int hd_cusparseGetMat##Name(descr_t d) {                                \
        static const char api[] = "cusparseGetMat" #Name;                          \
        return LIBRARY_KNOWN(api, "descrA", d, &description_kind) ? d->field : 0;  \
    }
SETTING(Type, type, 3)
SETTING(FillMode, fill, 1)
SETTING(DiagType, diagonal, 1)
SETTING(IndexBase, base, 1)

#define NEED_DESCRIPTOR(d) SPARSE_KNOWN(d, description_kind)
#define NEED_SIZES(m, n, nnz) \
    SPARSE_NEED((m) >= 0 && (n) >= 0 && (nnz) >= 0, "a size (%d, %d, %d) is negative", m, n, nnz)
#define INTS(p, elements)                                                   \
    if (!library_check_array(api, #p, p, (size_t)(elements) * sizeof *(p))) \
    return SPARSE_INVALID_VALUE
#define AREA(buffer) \
    if (!library_check_array(api, "pBuffer", buffer, 8)) return SPARSE_INVALID_VALUE

int sparse_check_csr(const char *api, int m, int n, int nnz, int base, const int *offsets,
                     const int *columns) {
    NEED_SIZES(m, n, nnz);
    if (!library_check_array(api, "the row offsets", offsets, ((size_t)m + 1) * sizeof(int)) ||
        !library_check_array(api, "the column indices", columns, (size_t)nnz * sizeof(int)))
        return SPARSE_INVALID_VALUE;
    for (int i = 0; i < m; i++) {
        int from = offsets[i] - base, to = offsets[i + 1] - base;
        SPARSE_NEED(from >= 0 && from <= to && to <= nnz,
                    "offsets %d to %d of row %d are not within the %d elements", from, to, i, nnz);
        for (int k = from; k < to; k++)
            SPARSE_NEED(columns[k] >= base && columns[k] - base < n,
                        "column %d in row %d is not below %d", columns[k] - base, i, n);
    }
    return SPARSE_SUCCESS;
}
#define CSR(m, n, nnz, base, offsets, columns)                         \
    status = sparse_check_csr(api, m, n, nnz, base, offsets, columns); \
    if (status != SPARSE_SUCCESS) return status

// ---- sorting ------------------------------------------------------------------------------------

static int hd_cusparseCreateIdentityPermutation(handle_t handle, int n, int *p) {
    SPARSE_ENTER("cusparseCreateIdentityPermutation");
    SPARSE_NEED(n >= 0, "n (%d) is negative", n);
    INTS(p, n);
    for (int i = 0; i < n; i++) p[i] = i;
    return SPARSE_SUCCESS;
}

struct entry {
    int first, second, permutation, place;
};

static int in_order(const void *a, const void *b) {
    const struct entry *x = a, *y = b;
    int by = x->first != y->first     ? (x->first > y->first) - (x->first < y->first)
             : x->second != y->second ? (x->second > y->second) - (x->second < y->second)
                                      : (x->place > y->place) - (x->place < y->place);
    return by;
}

// By `first`, then by `second`; P, where there is one, moves along.
static void sort_entries(int n, int *first, int *second, int *P) {
    struct entry *all = hd_xmalloc(((size_t)n + 1) * sizeof *all);
    for (int i = 0; i < n; i++)
        all[i] = (struct entry){first ? first[i] : 0, second[i], P ? P[i] : 0, i};
    qsort(all, (size_t)n, sizeof *all, in_order);
    for (int i = 0; i < n; i++) {
        if (first) first[i] = all[i].first;
        second[i] = all[i].second;
        if (P) P[i] = all[i].permutation;
    }
    free(all);
}

static int sort_coo(const char *api, handle_t handle, int m, int n, int nnz, int *first,
                    int *second, int *P, void *buffer) {
    int status = sparse_enter(handle, api);
    if (status != SPARSE_SUCCESS) return status;
    NEED_SIZES(m, n, nnz);
    INTS(first, nnz);
    INTS(second, nnz);
    if (P) INTS(P, nnz);
    AREA(buffer);
    sort_entries(nnz, first, second, P);
    return SPARSE_SUCCESS;
}

static int hd_cusparseXcoosortByRow(handle_t handle, int m, int n, int nnz, int *rows, int *columns,
                                    int *P, void *buffer) {
    LIBRARY_CALL;
    return sort_coo("cusparseXcoosortByRow", handle, m, n, nnz, rows, columns, P, buffer);
}

static int hd_cusparseXcoosortByColumn(handle_t handle, int m, int n, int nnz, int *rows,
                                       int *columns, int *P, void *buffer) {
    LIBRARY_CALL;
    return sort_coo("cusparseXcoosortByColumn", handle, m, n, nnz, columns, rows, P, buffer);
}

static int sort_lines(const char *api, handle_t handle, int lines, int other, int nnz,
                      descr_t descr, const int *offsets, int *indices, int *P, void *buffer) {
    int status = sparse_enter(handle, api);
    if (status != SPARSE_SUCCESS) return status;
    NEED_DESCRIPTOR(descr);
    CSR(lines, other, nnz, descr->base, offsets, indices);
    if (P) INTS(P, nnz);
    AREA(buffer);
    for (int i = 0; i < lines; i++) {
        int from = offsets[i] - descr->base;
        sort_entries(offsets[i + 1] - offsets[i], NULL, indices + from, P ? P + from : NULL);
    }
    return SPARSE_SUCCESS;
}

static int hd_cusparseXcsrsort(handle_t handle, int m, int n, int nnz, descr_t descr,
                               const int *offsets, int *columns, int *P, void *buffer) {
    LIBRARY_CALL;
    return sort_lines("cusparseXcsrsort", handle, m, n, nnz, descr, offsets, columns, P, buffer);
}

static int hd_cusparseXcscsort(handle_t handle, int m, int n, int nnz, descr_t descr,
                               const int *offsets, int *rows, int *P, void *buffer) {
    LIBRARY_CALL;
    return sort_lines("cusparseXcscsort", handle, n, m, nnz, descr, offsets, rows, P, buffer);
}

#define SORT_SIZE(Name)                                                                \
    static int hd_cusparse##Name(handle_t handle, int m, int n, int nnz, const int *a, \
                                 const int *b, size_t *size) {                         \
        SPARSE_ENTER("cusparse" #Name);                                                \
        NEED_SIZES(m, n, nnz);                                                         \
        SPARSE_SIZE_ONLY(size);                                                        \
    }
SORT_SIZE(Xcoosort_bufferSizeExt)
SORT_SIZE(Xcsrsort_bufferSizeExt)
SORT_SIZE(Xcscsort_bufferSizeExt)

// ---- C = alpha A + beta B -----------------------------------------------------------------------

struct csr {
    int nnz, base;
    const int *offsets, *columns;
};

// The next column of either row, from places *i and *j on; false: none. Rows are sorted.
static bool next_column(const struct csr *A, const struct csr *B, int row, int *i, int *j,
                        int *column, bool *in_a, bool *in_b) {
    int end_a = A->offsets[row + 1] - A->base, end_b = B->offsets[row + 1] - B->base;
    if (*i >= end_a && *j >= end_b) return false;
    int a = *i < end_a ? A->columns[*i] - A->base : INT32_MAX,
        b = *j < end_b ? B->columns[*j] - B->base : INT32_MAX;
    *column = a < b ? a : b;
    *in_a = a == *column;
    *in_b = b == *column;
    return true;
}

static int hd_cusparseXcsrgeam2Nnz(handle_t handle, int m, int n, descr_t descrA, int nnzA,
                                   const int *offsetsA, const int *columnsA, descr_t descrB,
                                   int nnzB, const int *offsetsB, const int *columnsB,
                                   descr_t descrC, int *offsetsC, int *total, void *workspace) {
    SPARSE_ENTER("cusparseXcsrgeam2Nnz");
    NEED_DESCRIPTOR(descrA);
    NEED_DESCRIPTOR(descrB);
    NEED_DESCRIPTOR(descrC);
    CSR(m, n, nnzA, descrA->base, offsetsA, columnsA);
    CSR(m, n, nnzB, descrB->base, offsetsB, columnsB);
    INTS(offsetsC, m + 1);
    struct csr A = {nnzA, descrA->base, offsetsA, columnsA},
               B = {nnzB, descrB->base, offsetsB, columnsB};
    int count = 0, column;
    bool a, b;
    for (int row = 0; row < m; row++) {
        offsetsC[row] = count + descrC->base;
        for (int i = offsetsA[row] - A.base, j = offsetsB[row] - B.base;
             next_column(&A, &B, row, &i, &j, &column, &a, &b); i += a, j += b)
            count++;
    }
    offsetsC[m] = count + descrC->base;
    return library_result(api, total, &count, sizeof count) ? SPARSE_SUCCESS : SPARSE_INVALID_VALUE;
}

#define SUM(L, T)                                                                                  \
    static int hd_cusparse##L##csrgeam2_bufferSizeExt(                                             \
        handle_t handle, int m, int n, const T *alpha, descr_t descrA, int nnzA, const T *valuesA, \
        const int *offsetsA, const int *columnsA, const T *beta, descr_t descrB, int nnzB,         \
        const T *valuesB, const int *offsetsB, const int *columnsB, descr_t descrC,                \
        const T *valuesC, const int *offsetsC, const int *columnsC, size_t *size) {                \
        SPARSE_ENTER("cusparse" #L "csrgeam2_bufferSizeExt");                                      \
        SPARSE_SIZE_ONLY(size);                                                                    \
    }                                                                                              \
    static int hd_cusparse##L##csrgeam2(                                                           \
        handle_t handle, int m, int n, const T *alpha, descr_t descrA, int nnzA, const T *valuesA, \
        const int *offsetsA, const int *columnsA, const T *beta, descr_t descrB, int nnzB,         \
        const T *valuesB, const int *offsetsB, const int *columnsB, descr_t descrC, T *valuesC,    \
        int *offsetsC, int *columnsC, void *buffer) {                                              \
        SPARSE_ENTER("cusparse" #L "csrgeam2");                                                    \
        NEED_DESCRIPTOR(descrA);                                                                   \
        NEED_DESCRIPTOR(descrB);                                                                   \
        NEED_DESCRIPTOR(descrC);                                                                   \
        T x, y;                                                                                    \
        if (!library_scalar(api, "alpha", alpha, &x, sizeof x) ||                                  \
            !library_scalar(api, "beta", beta, &y, sizeof y))                                      \
            return SPARSE_INVALID_VALUE;                                                           \
        CSR(m, n, nnzA, descrA->base, offsetsA, columnsA);                                         \
        CSR(m, n, nnzB, descrB->base, offsetsB, columnsB);                                         \
        INTS(valuesA, nnzA);                                                                       \
        INTS(valuesB, nnzB);                                                                       \
        INTS(offsetsC, m + 1);                                                                     \
        int total = offsetsC[m] - descrC->base, count = 0, column;                                 \
        SPARSE_NEED(total >= 0, "C's offsets are not those of cusparseXcsrgeam2Nnz");              \
        INTS(columnsC, total);                                                                     \
        INTS(valuesC, total);                                                                      \
        struct csr A = {nnzA, descrA->base, offsetsA, columnsA},                                   \
                   B = {nnzB, descrB->base, offsetsB, columnsB};                                   \
        bool a, b;                                                                                 \
        for (int row = 0; row < m; row++)                                                          \
            for (int i = offsetsA[row] - A.base, j = offsetsB[row] - B.base;                       \
                 next_column(&A, &B, row, &i, &j, &column, &a, &b); i += a, j += b) {              \
                SPARSE_NEED(count < total, "C's offsets are not those of cusparseXcsrgeam2Nnz");   \
                columnsC[count] = column + descrC->base;                                           \
                valuesC[count++] = (a ? x * valuesA[i] : 0) + (b ? y * valuesB[j] : 0);            \
            }                                                                                      \
        return SPARSE_SUCCESS;                                                                     \
    }

// ---- incomplete factors -------------------------------------------------------------------------

struct factors { // csrilu02Info_t, csric02Info_t
    int pivot;   // of a row that had none; -1
    bool analysed, boosted;
    double least, boost[2];
    const struct library_kind *kind;
};
static const struct library_kind factors_kind = {"cusparseCreateCsrilu02Info or Csric02Info"};

static int create_info(const char *api, struct factors **result) {
    struct factors *made = hd_xcalloc(1, sizeof *made);
    made->pivot = -1;
    made->kind = &factors_kind;
    if (library_result(api, result, &made, sizeof made)) return SPARSE_SUCCESS;
    free(made);
    return SPARSE_INVALID_VALUE;
}

static int destroy_info(const char *api, struct factors *info) {
    SPARSE_KNOWN(info, factors_kind);
    LIBRARY_GONE(info);
    free(info);
    return SPARSE_SUCCESS;
}

static int zero_pivot(const char *api, const struct factors *info, int *position) {
    SPARSE_KNOWN(info, factors_kind);
    if (!library_result(api, position, &info->pivot, sizeof info->pivot))
        return SPARSE_INVALID_VALUE;
    return info->pivot < 0 ? SPARSE_SUCCESS : SPARSE_ZERO_PIVOT;
}

#define INFO(Create, Destroy, pivot, short_name)                                                \
    static int hd_cusparse##Create(struct factors **info) {                                     \
        return create_info("cusparse" #Create, info);                                           \
    }                                                                                           \
    static int hd_cusparse##Destroy(struct factors *info) {                                     \
        return destroy_info("cusparse" #Destroy, info);                                         \
    }                                                                                           \
    static int hd_cusparse##pivot(handle_t handle, const struct factors *info, int *position) { \
        SPARSE_ENTER("cusparse" #pivot);                                                        \
        return zero_pivot(api, info, position);                                                 \
    }
INFO(CreateCsrilu02Info, DestroyCsrilu02Info, Xcsrilu02_zeroPivot, csrilu02)
INFO(CreateCsric02Info, DestroyCsric02Info, Xcsric02_zeroPivot, csric02)

// The place of a row's diagonal element; -1: none. Columns are sorted.
static int diagonal_of(const int *offsets, const int *columns, int base, int row) {
    for (int k = offsets[row] - base; k < offsets[row + 1] - base; k++)
        if (columns[k] - base == row) return k;
    return -1;
}

#define FACTOR_COMMON(L, T, Name)                                                                 \
    static int hd_cusparse##L##Name##_bufferSize(                                                 \
        handle_t handle, int m, int nnz, descr_t descr, T *values, const int *offsets,            \
        const int *columns, struct factors *info, int *size) {                                    \
        SPARSE_ENTER("cusparse" #L#Name "_bufferSize");                                           \
        NEED_DESCRIPTOR(descr);                                                                   \
        SPARSE_KNOWN(info, factors_kind);                                                         \
        return library_result(api, size, &(int){8}, sizeof(int)) ? SPARSE_SUCCESS                 \
                                                                 : SPARSE_INVALID_VALUE;          \
    }                                                                                             \
    static int hd_cusparse##L##Name##_bufferSizeExt(                                              \
        handle_t handle, int m, int nnz, descr_t descr, T *values, const int *offsets,            \
        const int *columns, struct factors *info, size_t *size) {                                 \
        SPARSE_ENTER("cusparse" #L#Name "_bufferSizeExt");                                        \
        NEED_DESCRIPTOR(descr);                                                                   \
        SPARSE_KNOWN(info, factors_kind);                                                         \
        SPARSE_SIZE_ONLY(size);                                                                   \
    }                                                                                             \
    static int hd_cusparse##L##Name##_analysis(                                                   \
        handle_t handle, int m, int nnz, descr_t descr, const T *values, const int *offsets,      \
        const int *columns, struct factors *info, int policy, void *buffer) {                     \
        SPARSE_ENTER("cusparse" #L#Name "_analysis");                                             \
        NEED_DESCRIPTOR(descr);                                                                   \
        SPARSE_KNOWN(info, factors_kind);                                                         \
        SPARSE_NEED(policy == 0 || policy == 1, "policy (%d) is no cusparseSolvePolicy_t",        \
                    policy);                                                                      \
        CSR(m, m, nnz, descr->base, offsets, columns);                                            \
        AREA(buffer);                                                                             \
        info->pivot = -1;                                                                         \
        for (int i = 0; i < m && info->pivot < 0; i++)                                            \
            if (diagonal_of(offsets, columns, descr->base, i) < 0) info->pivot = i + descr->base; \
        info->analysed = true;                                                                    \
        return SPARSE_SUCCESS;                                                                    \
    }
#define FACTOR_HEAD(L, Name)                                                                    \
    SPARSE_ENTER("cusparse" #L#Name);                                                           \
    NEED_DESCRIPTOR(descr);                                                                     \
    SPARSE_KNOWN(info, factors_kind);                                                           \
    SPARSE_NEED(info->analysed, "cusparse" #L#Name "_analysis comes first");                    \
    SPARSE_NEED(policy == 0 || policy == 1, "policy (%d) is no cusparseSolvePolicy_t", policy); \
    int base = descr->base;                                                                     \
    CSR(m, m, nnz, base, offsets, columns);                                                     \
    INTS(values, nnz);                                                                          \
    AREA(buffer);                                                                               \
    int *diagonal = hd_xmalloc(((size_t)m + 1) * sizeof *diagonal),                             \
        *place = hd_xmalloc(((size_t)m + 1) * sizeof *place);                                   \
    for (int i = 0; i < m; i++) {                                                               \
        diagonal[i] = diagonal_of(offsets, columns, base, i);                                   \
        place[i] = -1;                                                                          \
    }                                                                                           \
    info->pivot = -1

#define FACTORS(L, T, conjugate_of)                                                                \
    FACTOR_COMMON(L, T, csrilu02)                                                                  \
    FACTOR_COMMON(L, T, csric02)                                                                   \
    static int hd_cusparse##L##csrilu02_numericBoost(                                              \
        handle_t handle, struct factors *info, int enable, const double *tol, const T *boost) {    \
        SPARSE_ENTER("cusparse" #L "csrilu02_numericBoost");                                       \
        T value = 0;                                                                               \
        SPARSE_KNOWN(info, factors_kind);                                                          \
        if (enable && (!library_scalar(api, "tol", tol, &info->least, sizeof info->least) ||       \
                       !library_scalar(api, "boost_val", boost, &value, sizeof value)))            \
            return SPARSE_INVALID_VALUE;                                                           \
        info->boosted = enable != 0;                                                               \
        info->boost[0] = creal((sparse_cdouble)value);                                             \
        info->boost[1] = cimag((sparse_cdouble)value);                                             \
        return SPARSE_SUCCESS;                                                                     \
    }                                                                                              \
    static int hd_cusparse##L##csrilu02(handle_t handle, int m, int nnz, descr_t descr, T *values, \
                                        const int *offsets, const int *columns,                    \
                                        struct factors *info, int policy, void *buffer) {          \
        FACTOR_HEAD(L, csrilu02);                                                                  \
        for (int i = 0; i < m; i++) {                                                              \
            int from = offsets[i] - base, to = offsets[i + 1] - base;                              \
            for (int k = from; k < to; k++) place[columns[k] - base] = k;                          \
            for (int k = from; k < to && columns[k] - base < i; k++) {                             \
                int row = columns[k] - base;                                                       \
                if (diagonal[row] < 0) continue;                                                   \
                values[k] /= values[diagonal[row]];                                                \
                for (int j = diagonal[row] + 1; j < offsets[row + 1] - base; j++)                  \
                    if (place[columns[j] - base] >= 0)                                             \
                        values[place[columns[j] - base]] -= values[k] * values[j];                 \
            }                                                                                      \
            for (int k = from; k < to; k++) place[columns[k] - base] = -1;                         \
            T *pivot = diagonal[i] >= 0 ? &values[diagonal[i]] : NULL;                             \
            if (pivot && info->boosted && cabs((sparse_cdouble) * pivot) <= info->least)           \
                *pivot = (T)(info->boost[0] + info->boost[1] * (sparse_cdouble)_Complex_I);        \
            if (info->pivot < 0 && (!pivot || *pivot == 0)) info->pivot = i + base;                \
        }                                                                                          \
        free(diagonal);                                                                            \
        free(place);                                                                               \
        return SPARSE_SUCCESS;                                                                     \
    }                                                                                              \
    static int hd_cusparse##L##csric02(handle_t handle, int m, int nnz, descr_t descr, T *values,  \
                                       const int *offsets, const int *columns,                     \
                                       struct factors *info, int policy, void *buffer) {           \
        FACTOR_HEAD(L, csric02);                                                                   \
        for (int i = 0; i < m; i++) { /* the lower triangle; what is above stays */                \
            int from = offsets[i] - base, to = offsets[i + 1] - base;                              \
            for (int k = from; k < to && columns[k] - base <= i; k++) {                            \
                int row = columns[k] - base;                                                       \
                T sum = values[k];                                                                 \
                for (int j = from, l = offsets[row] - base;                                        \
                     j < k && l < offsets[row + 1] - base;) {                                      \
                    int a = columns[j] - base, b = columns[l] - base;                              \
                    if (b >= row) break;                                                           \
                    if (a == b) {                                                                  \
                        T x = values[l];                                                           \
                        sum -= values[j] * (conjugate_of);                                         \
                    }                                                                              \
                    j += a <= b;                                                                   \
                    l += b <= a;                                                                   \
                }                                                                                  \
                if (row < i) {                                                                     \
                    values[k] = diagonal[row] >= 0 ? sum / values[diagonal[row]] : sum;            \
                } else {                                                                           \
                    if (info->pivot < 0 && !(creal((sparse_cdouble)sum) > 0))                      \
                        info->pivot = i + base;                                                    \
                    values[k] = (T)csqrt((sparse_cdouble)sum);                                     \
                }                                                                                  \
            }                                                                                      \
            if (diagonal[i] < 0 && info->pivot < 0) info->pivot = i + base;                        \
        }                                                                                          \
        free(diagonal);                                                                            \
        free(place);                                                                               \
        return SPARSE_SUCCESS;                                                                     \
    }

// ---- blocks and counts --------------------------------------------------------------------------

// Row and column within a block whose elements follow each other by rows (direction 0) or columns.
#define IN_BLOCK(direction, i, j, size) ((direction) == 0 ? (i) * (size) + (j) : (j) * (size) + (i))
#define NEED_DIRECTION(direction)                     \
    SPARSE_NEED((direction) == 0 || (direction) == 1, \
                #direction " (%d) is no cusparseDirection_t", direction)

// For each block row: the columns of blocks, in order, written where `columns` is not NULL.
static int count_blocks(int m, int n, int base, const int *offsets, const int *indices, int block,
                        int *row_offsets, int base_c, int *columns) {
    int count = 0, wide = (n + block - 1) / block;
    char *there = hd_xcalloc((size_t)wide + 1, 1);
    for (int row = 0; row < m; row += block) {
        memset(there, 0, (size_t)wide);
        int end = row + block < m ? row + block : m;
        for (int k = offsets[row] - base; k < offsets[end] - base; k++)
            there[(indices[k] - base) / block] = 1;
        if (row_offsets) row_offsets[row / block] = count + base_c;
        for (int c = 0; c < wide; c++) {
            if (!there[c]) continue;
            if (columns) columns[count] = c + base_c;
            count++;
        }
    }
    if (row_offsets) row_offsets[(m + block - 1) / block] = count + base_c;
    free(there);
    return count;
}

static int hd_cusparseXcsr2bsrNnz(handle_t handle, int direction, int m, int n, descr_t descrA,
                                  const int *offsets, const int *columns, int block, descr_t descrC,
                                  int *offsetsC, int *total) {
    SPARSE_ENTER("cusparseXcsr2bsrNnz");
    NEED_DIRECTION(direction);
    NEED_DESCRIPTOR(descrA);
    NEED_DESCRIPTOR(descrC);
    SPARSE_NEED(block > 0, "blockDim (%d) is not positive", block);
    INTS(offsets, m + 1);
    CSR(m, n, offsets[m] - descrA->base, descrA->base, offsets, columns);
    INTS(offsetsC, (m + block - 1) / block + 1);
    int count =
        count_blocks(m, n, descrA->base, offsets, columns, block, offsetsC, descrC->base, NULL);
    return library_result(api, total, &count, sizeof count) ? SPARSE_SUCCESS : SPARSE_INVALID_VALUE;
}

#define BLOCKS(L, T)                                                                               \
    static int hd_cusparse##L##csr2bsr(handle_t handle, int direction, int m, int n,               \
                                       descr_t descrA, const T *values, const int *offsets,        \
                                       const int *columns, int block, descr_t descrC, T *valuesC,  \
                                       int *offsetsC, int *columnsC) {                             \
        SPARSE_ENTER("cusparse" #L "csr2bsr");                                                     \
        NEED_DIRECTION(direction);                                                                 \
        NEED_DESCRIPTOR(descrA);                                                                   \
        NEED_DESCRIPTOR(descrC);                                                                   \
        SPARSE_NEED(block > 0, "blockDim (%d) is not positive", block);                            \
        INTS(offsets, m + 1);                                                                      \
        int base = descrA->base, nnz = offsets[m] - base;                                          \
        CSR(m, n, nnz, base, offsets, columns);                                                    \
        INTS(values, nnz);                                                                         \
        int lines = (m + block - 1) / block;                                                       \
        INTS(offsetsC, lines + 1);                                                                 \
        int count = count_blocks(m, n, base, offsets, columns, block, NULL, 0, NULL);              \
        INTS(columnsC, count);                                                                     \
        INTS(valuesC, (size_t)count *(size_t)block *(size_t)block);                                \
        count_blocks(m, n, base, offsets, columns, block, offsetsC, descrC->base, columnsC);       \
        memset(valuesC, 0, (size_t)count *(size_t)block *(size_t)block * sizeof(T));               \
        for (int row = 0; row < m; row++)                                                          \
            for (int k = offsets[row] - base; k < offsets[row + 1] - base; k++) {                  \
                int column = columns[k] - base, at = offsetsC[row / block] - descrC->base;         \
                while (columnsC[at] - descrC->base != column / block) at++;                        \
                valuesC[(size_t)at * (size_t)block * (size_t)block +                               \
                        (size_t)IN_BLOCK(direction, row % block, column % block, block)] =         \
                    values[k];                                                                     \
            }                                                                                      \
        return SPARSE_SUCCESS;                                                                     \
    }                                                                                              \
    static int hd_cusparse##L##bsr2csr(handle_t handle, int direction, int mb, int nb,             \
                                       descr_t descrA, const T *values, const int *offsets,        \
                                       const int *columns, int block, descr_t descrC, T *valuesC,  \
                                       int *offsetsC, int *columnsC) {                             \
        SPARSE_ENTER("cusparse" #L "bsr2csr");                                                     \
        NEED_DIRECTION(direction);                                                                 \
        NEED_DESCRIPTOR(descrA);                                                                   \
        NEED_DESCRIPTOR(descrC);                                                                   \
        SPARSE_NEED(block > 0 && mb >= 0 && nb >= 0, "a size (%d, %d, %d) is wrong", mb, nb,       \
                    block);                                                                        \
        INTS(offsets, mb + 1);                                                                     \
        int base = descrA->base, blocks = offsets[mb] - base, count = 0;                           \
        CSR(mb, nb, blocks, base, offsets, columns);                                               \
        size_t elements = (size_t)blocks * (size_t)block * (size_t)block;                          \
        INTS(values, elements);                                                                    \
        INTS(offsetsC, mb *block + 1);                                                             \
        INTS(columnsC, elements);                                                                  \
        INTS(valuesC, elements);                                                                   \
        for (int row = 0; row < mb * block; row++) {                                               \
            offsetsC[row] = count + descrC->base;                                                  \
            for (int k = offsets[row / block] - base; k < offsets[row / block + 1] - base; k++)    \
                for (int j = 0; j < block; j++) {                                                  \
                    columnsC[count] = (columns[k] - base) * block + j + descrC->base;              \
                    valuesC[count++] = values[(size_t)k * (size_t)block * (size_t)block +          \
                                              (size_t)IN_BLOCK(direction, row % block, j, block)]; \
                }                                                                                  \
        }                                                                                          \
        offsetsC[mb * block] = count + descrC->base;                                               \
        return SPARSE_SUCCESS;                                                                     \
    }                                                                                              \
    static int hd_cusparse##L##bsrmv(handle_t handle, int direction, int op, int mb, int nb,       \
                                     int blocks, const T *alpha, descr_t descr, const T *values,   \
                                     const int *offsets, const int *columns, int block,            \
                                     const T *x, const T *beta, T *y) {                            \
        SPARSE_ENTER("cusparse" #L "bsrmv");                                                       \
        NEED_DIRECTION(direction);                                                                 \
        NEED_DESCRIPTOR(descr);                                                                    \
        SPARSE_NEED(op == SPARSE_OP_N, "trans (%d) is not CUSPARSE_OPERATION_NON_TRANSPOSE", op);  \
        SPARSE_NEED(block > 0, "blockDim (%d) is not positive", block);                            \
        T a, b;                                                                                    \
        if (!library_scalar(api, "alpha", alpha, &a, sizeof a) ||                                  \
            !library_scalar(api, "beta", beta, &b, sizeof b))                                      \
            return SPARSE_INVALID_VALUE;                                                           \
        int base = descr->base;                                                                    \
        CSR(mb, nb, blocks, base, offsets, columns);                                               \
        INTS(values, (size_t)blocks *(size_t)block *(size_t)block);                                \
        INTS(x, (size_t)nb *(size_t)block);                                                        \
        INTS(y, (size_t)mb *(size_t)block);                                                        \
        for (int row = 0; row < mb * block; row++) {                                               \
            T sum = 0;                                                                             \
            for (int k = offsets[row / block] - base; k < offsets[row / block + 1] - base; k++)    \
                for (int j = 0; j < block; j++)                                                    \
                    sum += values[(size_t)k * (size_t)block * (size_t)block +                      \
                                  (size_t)IN_BLOCK(direction, row % block, j, block)] *            \
                           x[(columns[k] - base) * block + j];                                     \
            y[row] = b == 0 ? a * sum : a * sum + b * y[row];                                      \
        }                                                                                          \
        return SPARSE_SUCCESS;                                                                     \
    }                                                                                              \
    static int hd_cusparse##L##nnz(handle_t handle, int direction, int m, int n, descr_t descr,    \
                                   const T *A, int lda, int *counts, int *total) {                 \
        SPARSE_ENTER("cusparse" #L "nnz");                                                         \
        NEED_DIRECTION(direction);                                                                 \
        NEED_DESCRIPTOR(descr);                                                                    \
        NEED_SIZES(m, n, 0);                                                                       \
        SPARSE_NEED(lda >= (m > 1 ? m : 1), "lda (%d) is less than m (%d)", lda, m);               \
        INTS(A, m &&n ? (size_t)(n - 1) * (size_t)lda + (size_t)m : 0);                            \
        INTS(counts, direction == 0 ? m : n);                                                      \
        int all = 0;                                                                               \
        memset(counts, 0, (size_t)(direction == 0 ? m : n) * sizeof *counts);                      \
        for (int j = 0; j < n; j++)                                                                \
            for (int i = 0; i < m; i++)                                                            \
                if (A[(size_t)j * (size_t)lda + (size_t)i] != 0) {                                 \
                    counts[direction == 0 ? i : j]++;                                              \
                    all++;                                                                         \
                }                                                                                  \
        return library_result(api, total, &all, sizeof all) ? SPARSE_SUCCESS                       \
                                                            : SPARSE_INVALID_VALUE;                \
    }

#define EVERY(L, T, conjugate_of) SUM(L, T) FACTORS(L, T, conjugate_of) BLOCKS(L, T)
EVERY(S, float, (x))
EVERY(D, double, (x))
EVERY(C, sparse_cfloat, conjf(x))
EVERY(Z, sparse_cdouble, conj(x))

#define ROWS_OF(L)                                                                              \
    LIBRARY_ENTRY(cusparse##L##csrgeam2), LIBRARY_ENTRY(cusparse##L##csrgeam2_bufferSizeExt),   \
        LIBRARY_ENTRY(cusparse##L##csrilu02), LIBRARY_ENTRY(cusparse##L##csrilu02_bufferSize),  \
        LIBRARY_ENTRY(cusparse##L##csrilu02_analysis),                                          \
        LIBRARY_ENTRY(cusparse##L##csrilu02_bufferSizeExt),                                     \
        LIBRARY_ENTRY(cusparse##L##csric02_bufferSizeExt),                                      \
        LIBRARY_ENTRY(cusparse##L##csrilu02_numericBoost), LIBRARY_ENTRY(cusparse##L##csric02), \
        LIBRARY_ENTRY(cusparse##L##csric02_bufferSize),                                         \
        LIBRARY_ENTRY(cusparse##L##csric02_analysis), LIBRARY_ENTRY(cusparse##L##csr2bsr),      \
        LIBRARY_ENTRY(cusparse##L##bsr2csr), LIBRARY_ENTRY(cusparse##L##bsrmv),                 \
        LIBRARY_ENTRY(cusparse##L##nnz)

const struct library_entry hd_cusparse_csr[] = {
    LIBRARY_ENTRY(cusparseCreateMatDescr),
    LIBRARY_ENTRY(cusparseDestroyMatDescr),
    LIBRARY_ENTRY(cusparseSetMatType),
    LIBRARY_ENTRY(cusparseGetMatType),
    LIBRARY_ENTRY(cusparseSetMatFillMode),
    LIBRARY_ENTRY(cusparseGetMatFillMode),
    LIBRARY_ENTRY(cusparseSetMatDiagType),
    LIBRARY_ENTRY(cusparseGetMatDiagType),
    LIBRARY_ENTRY(cusparseSetMatIndexBase),
    LIBRARY_ENTRY(cusparseGetMatIndexBase),
    LIBRARY_ENTRY(cusparseCreateIdentityPermutation),
    LIBRARY_ENTRY(cusparseXcoosortByRow),
    LIBRARY_ENTRY(cusparseXcoosortByColumn),
    LIBRARY_ENTRY(cusparseXcoosort_bufferSizeExt),
    LIBRARY_ENTRY(cusparseXcsrsort),
    LIBRARY_ENTRY(cusparseXcsrsort_bufferSizeExt),
    LIBRARY_ENTRY(cusparseXcscsort),
    LIBRARY_ENTRY(cusparseXcscsort_bufferSizeExt),
    LIBRARY_ENTRY(cusparseXcsrgeam2Nnz),
    LIBRARY_ENTRY(cusparseXcsr2bsrNnz),
    LIBRARY_ENTRY(cusparseCreateCsrilu02Info),
    LIBRARY_ENTRY(cusparseDestroyCsrilu02Info),
    LIBRARY_ENTRY(cusparseXcsrilu02_zeroPivot),
    LIBRARY_ENTRY(cusparseCreateCsric02Info),
    LIBRARY_ENTRY(cusparseDestroyCsric02Info),
    LIBRARY_ENTRY(cusparseXcsric02_zeroPivot),
    ROWS_OF(S),
    ROWS_OF(D),
    ROWS_OF(C),
    ROWS_OF(Z),
    {NULL, NULL},
};
