// cuSPARSE: matrices without their small elements (prune, compress), and the product of a dense
// matrix and a sparse vector (gemvi).
#include "run/library/sparse/sparse.h"

typedef const struct sparse_handle *handle_t;
typedef const void *descr_t;

#define BASE(descr, base) \
    int base;             \
    if (!sparse_description(api, descr, &base)) return SPARSE_INVALID_VALUE
#define ARRAY(p, elements)                                                  \
    if (!library_check_array(api, #p, p, (size_t)(elements) * sizeof *(p))) \
    return SPARSE_INVALID_VALUE
#define CSR(m, n, nnz, base, offsets, columns)                         \
    status = sparse_check_csr(api, m, n, nnz, base, offsets, columns); \
    if (status != SPARSE_SUCCESS) return status
#define DENSE(m, n, A, lda)                                                            \
    SPARSE_NEED((m) >= 0 && (n) >= 0, "a size (%d, %d) is negative", m, n);            \
    SPARSE_NEED((lda) >= ((m) > 1 ? (m) : 1), "lda (%d) is less than m (%d)", lda, m); \
    ARRAY(A, (m) && (n) ? ((size_t)(n) - 1) * (size_t)(lda) + (size_t)(m) : 0)
#define SCALAR(p, to) \
    if (!library_scalar(api, #p, p, &(to), sizeof(to))) return SPARSE_INVALID_VALUE
#define AREA(buffer) \
    if (!library_check_array(api, "pBuffer", buffer, 8)) return SPARSE_INVALID_VALUE
#define RESULT(p, value) \
    return library_result(api, p, &(value), sizeof(value)) ? SPARSE_SUCCESS : SPARSE_INVALID_VALUE

// What is kept of an element, and where.
#define LARGE(x, least) (cabs((sparse_cdouble)(x)) > (double)(least))
#define KEEP(room, column_, value_)                                                      \
    do {                                                                                 \
        SPARSE_NEED(count < (room), "C's offsets are not those of the function before"); \
        columnsC[count] = (column_) + baseC;                                             \
        valuesC[count++] = (value_);                                                     \
    } while (0)
// C's arrays, by the offsets that a call before has made.
#define ROOM(m)                                                                 \
    ARRAY(offsetsC, (size_t)(m) + 1);                                           \
    int room = offsetsC[m] - baseC, count = 0;                                  \
    SPARSE_NEED(room >= 0, "C's offsets are not those of the function before"); \
    ARRAY(columnsC, room);                                                      \
    ARRAY(valuesC, room)

#define PRUNE(L, T)                                                                                \
    static int hd_cusparse##L##pruneDense2csr_bufferSizeExt(                                       \
        handle_t handle, int m, int n, const T *A, int lda, const T *threshold, descr_t descrC,    \
        const T *valuesC, const int *offsetsC, const int *columnsC, size_t *size) {                \
        SPARSE_ENTER("cusparse" #L "pruneDense2csr_bufferSizeExt");                                \
        BASE(descrC, baseC);                                                                       \
        SPARSE_SIZE_ONLY(size);                                                                    \
    }                                                                                              \
    static int hd_cusparse##L##pruneDense2csrNnz(handle_t handle, int m, int n, const T *A,        \
                                                 int lda, const T *threshold, descr_t descrC,      \
                                                 int *offsetsC, int *total, void *buffer) {        \
        SPARSE_ENTER("cusparse" #L "pruneDense2csrNnz");                                           \
        BASE(descrC, baseC);                                                                       \
        DENSE(m, n, A, lda);                                                                       \
        T least;                                                                                   \
        SCALAR(threshold, least);                                                                  \
        ARRAY(offsetsC, (size_t)m + 1);                                                            \
        AREA(buffer);                                                                              \
        int count = 0;                                                                             \
        for (int i = 0; i < m; i++) {                                                              \
            offsetsC[i] = count + baseC;                                                           \
            for (int j = 0; j < n; j++)                                                            \
                count += LARGE(A[(size_t)j * (size_t)lda + (size_t)i], least);                     \
        }                                                                                          \
        offsetsC[m] = count + baseC;                                                               \
        RESULT(total, count);                                                                      \
    }                                                                                              \
    static int hd_cusparse##L##pruneDense2csr(handle_t handle, int m, int n, const T *A, int lda,  \
                                              const T *threshold, descr_t descrC, T *valuesC,      \
                                              const int *offsetsC, int *columnsC, void *buffer) {  \
        SPARSE_ENTER("cusparse" #L "pruneDense2csr");                                              \
        BASE(descrC, baseC);                                                                       \
        DENSE(m, n, A, lda);                                                                       \
        T least;                                                                                   \
        SCALAR(threshold, least);                                                                  \
        ROOM(m);                                                                                   \
        AREA(buffer);                                                                              \
        for (int i = 0; i < m; i++)                                                                \
            for (int j = 0; j < n; j++) {                                                          \
                T x = A[(size_t)j * (size_t)lda + (size_t)i];                                      \
                if (LARGE(x, least)) KEEP(room, j, x);                                             \
            }                                                                                      \
        return SPARSE_SUCCESS;                                                                     \
    }                                                                                              \
    static int hd_cusparse##L##pruneCsr2csr_bufferSizeExt(                                         \
        handle_t handle, int m, int n, int nnz, descr_t descrA, const T *values,                   \
        const int *offsets, const int *columns, const T *threshold, descr_t descrC,                \
        const T *valuesC, const int *offsetsC, const int *columnsC, size_t *size) {                \
        SPARSE_ENTER("cusparse" #L "pruneCsr2csr_bufferSizeExt");                                  \
        BASE(descrA, base);                                                                        \
        BASE(descrC, baseC);                                                                       \
        SPARSE_SIZE_ONLY(size);                                                                    \
    }                                                                                              \
    static int hd_cusparse##L##pruneCsr2csrNnz(                                                    \
        handle_t handle, int m, int n, int nnz, descr_t descrA, const T *values,                   \
        const int *offsets, const int *columns, const T *threshold, descr_t descrC, int *offsetsC, \
        int *total, void *buffer) {                                                                \
        SPARSE_ENTER("cusparse" #L "pruneCsr2csrNnz");                                             \
        BASE(descrA, base);                                                                        \
        BASE(descrC, baseC);                                                                       \
        CSR(m, n, nnz, base, offsets, columns);                                                    \
        ARRAY(values, nnz);                                                                        \
        T least;                                                                                   \
        SCALAR(threshold, least);                                                                  \
        ARRAY(offsetsC, (size_t)m + 1);                                                            \
        AREA(buffer);                                                                              \
        int count = 0;                                                                             \
        for (int i = 0; i < m; i++) {                                                              \
            int from = offsets[i] - base, to = offsets[i + 1] - base;                              \
            offsetsC[i] = count + baseC;                                                           \
            for (int k = from; k < to; k++) count += LARGE(values[k], least);                      \
        }                                                                                          \
        offsetsC[m] = count + baseC;                                                               \
        RESULT(total, count);                                                                      \
    }                                                                                              \
    static int hd_cusparse##L##pruneCsr2csr(                                                       \
        handle_t handle, int m, int n, int nnz, descr_t descrA, const T *values,                   \
        const int *offsets, const int *columns, const T *threshold, descr_t descrC, T *valuesC,    \
        const int *offsetsC, int *columnsC, void *buffer) {                                        \
        SPARSE_ENTER("cusparse" #L "pruneCsr2csr");                                                \
        BASE(descrA, base);                                                                        \
        BASE(descrC, baseC);                                                                       \
        CSR(m, n, nnz, base, offsets, columns);                                                    \
        ARRAY(values, nnz);                                                                        \
        T least;                                                                                   \
        SCALAR(threshold, least);                                                                  \
        ROOM(m);                                                                                   \
        AREA(buffer);                                                                              \
        for (int i = 0; i < m; i++)                                                                \
            for (int k = offsets[i] - base; k < offsets[i + 1] - base; k++)                        \
                if (LARGE(values[k], least)) KEEP(room, columns[k] - base, values[k]);             \
        return SPARSE_SUCCESS;                                                                     \
    }

#define TOLERANCE                              \
    double least = creal((sparse_cdouble)tol); \
    SPARSE_NEED(least >= 0, "tol (%g) is negative", least)

#define COMPRESS(L, T, conjugate_of)                                                               \
    static int hd_cusparse##L##nnz_compress(handle_t handle, int m, descr_t descr,                 \
                                            const T *values, const int *offsets, int *counts,      \
                                            int *total, T tol) {                                   \
        SPARSE_ENTER("cusparse" #L "nnz_compress");                                                \
        BASE(descr, base);                                                                         \
        SPARSE_NEED(m >= 0, "m (%d) is negative", m);                                              \
        TOLERANCE;                                                                                 \
        ARRAY(offsets, (size_t)m + 1);                                                             \
        ARRAY(counts, m);                                                                          \
        int nnz = offsets[m] - base, count = 0;                                                    \
        SPARSE_NEED(nnz >= 0, "the row offsets end with %d", offsets[m]);                          \
        ARRAY(values, nnz);                                                                        \
        for (int i = 0; i < m; i++) {                                                              \
            int from = offsets[i] - base, to = offsets[i + 1] - base;                              \
            SPARSE_NEED(from >= 0 && from <= to && to <= nnz,                                      \
                        "offsets %d to %d of row %d are not within the %d elements", from, to, i,  \
                        nnz);                                                                      \
            counts[i] = 0;                                                                         \
            for (int k = from; k < to; k++) counts[i] += LARGE(values[k], least);                  \
            count += counts[i];                                                                    \
        }                                                                                          \
        RESULT(total, count);                                                                      \
    }                                                                                              \
    static int hd_cusparse##L##csr2csr_compress(handle_t handle, int m, int n, descr_t descr,      \
                                                const T *values, const int *columns,               \
                                                const int *offsets, int nnz, const int *counts,    \
                                                T *valuesC, int *columnsC, int *offsetsC, T tol) { \
        SPARSE_ENTER("cusparse" #L "csr2csr_compress");                                            \
        BASE(descr, baseC);                                                                        \
        TOLERANCE;                                                                                 \
        CSR(m, n, nnz, baseC, offsets, columns);                                                   \
        ARRAY(values, nnz);                                                                        \
        ARRAY(counts, m);                                                                          \
        ARRAY(offsetsC, (size_t)m + 1);                                                            \
        int room = 0, count = 0;                                                                   \
        for (int i = 0; i < m; i++)                                                                \
            for (int k = offsets[i] - baseC; k < offsets[i + 1] - baseC; k++)                      \
                room += LARGE(values[k], least);                                                   \
        ARRAY(columnsC, room);                                                                     \
        ARRAY(valuesC, room);                                                                      \
        for (int i = 0; i < m; i++) {                                                              \
            offsetsC[i] = count + baseC;                                                           \
            for (int k = offsets[i] - baseC; k < offsets[i + 1] - baseC; k++)                      \
                if (LARGE(values[k], least)) KEEP(room, columns[k] - baseC, values[k]);            \
        }                                                                                          \
        offsetsC[m] = count + baseC;                                                               \
        return SPARSE_SUCCESS;                                                                     \
    }

#define GEMVI(L, T, conjugate_of)                                                                \
    static int hd_cusparse##L##gemvi_bufferSize(handle_t handle, int op, int m, int n, int nnz,  \
                                                int *size) {                                     \
        SPARSE_ENTER("cusparse" #L "gemvi_bufferSize");                                          \
        SPARSE_OPERATION(op);                                                                    \
        SPARSE_NEED(m >= 0 && n >= 0 && nnz >= 0, "a size (%d, %d, %d) is negative", m, n, nnz); \
        RESULT(size, (int){8});                                                                  \
    }                                                                                            \
    static int hd_cusparse##L##gemvi(                                                            \
        handle_t handle, int op, int m, int n, const T *alpha, const T *A, int lda, int nnz,     \
        const T *values, const int *indices, const T *beta, T *y, int base, void *buffer) {      \
        SPARSE_ENTER("cusparse" #L "gemvi");                                                     \
        SPARSE_OPERATION(op);                                                                    \
        SPARSE_NEED(base == 0 || base == 1, "idxBase (%d) is no cusparseIndexBase_t", base);     \
        SPARSE_NEED(nnz >= 0, "nnz (%d) is negative", nnz);                                      \
        DENSE(m, n, A, lda);                                                                     \
        T a, b;                                                                                  \
        SCALAR(alpha, a);                                                                        \
        SCALAR(beta, b);                                                                         \
        int rows = op == SPARSE_OP_N ? m : n, size = op == SPARSE_OP_N ? n : m;                  \
        ARRAY(values, nnz);                                                                      \
        ARRAY(indices, nnz);                                                                     \
        ARRAY(y, rows);                                                                          \
        AREA(buffer);                                                                            \
        for (int k = 0; k < nnz; k++)                                                            \
            SPARSE_NEED(indices[k] >= base && indices[k] - base < size,                          \
                        "index %d of x is not below %d", indices[k] - base, size);               \
        for (int i = 0; i < rows; i++) {                                                         \
            T sum = 0;                                                                           \
            for (int k = 0; k < nnz; k++) {                                                      \
                size_t at = (size_t)(indices[k] - base);                                         \
                T x = A[op == SPARSE_OP_N ? at * (size_t)lda + (size_t)i                         \
                                          : (size_t)i * (size_t)lda + at];                       \
                sum += (op == SPARSE_OP_C ? conjugate_of : x) * values[k];                       \
            }                                                                                    \
            y[i] = b == 0 ? a * sum : a * sum + b * y[i];                                        \
        }                                                                                        \
        return SPARSE_SUCCESS;                                                                   \
    }

PRUNE(S, float)
PRUNE(D, double)
#define EVERY(L, T, conjugate_of) COMPRESS(L, T, conjugate_of) GEMVI(L, T, conjugate_of)
EVERY(S, float, (x))
EVERY(D, double, (x))
EVERY(C, sparse_cfloat, conjf(x))
EVERY(Z, sparse_cdouble, conj(x))

#define PRUNES_OF(L)                                                                           \
    LIBRARY_ENTRY(cusparse##L##pruneDense2csr), LIBRARY_ENTRY(cusparse##L##pruneDense2csrNnz), \
        LIBRARY_ENTRY(cusparse##L##pruneDense2csr_bufferSizeExt),                              \
        LIBRARY_ENTRY(cusparse##L##pruneCsr2csr), LIBRARY_ENTRY(cusparse##L##pruneCsr2csrNnz), \
        LIBRARY_ENTRY(cusparse##L##pruneCsr2csr_bufferSizeExt)
#define ROWS_OF(L)                                                                          \
    LIBRARY_ENTRY(cusparse##L##nnz_compress), LIBRARY_ENTRY(cusparse##L##csr2csr_compress), \
        LIBRARY_ENTRY(cusparse##L##gemvi_bufferSize), LIBRARY_ENTRY(cusparse##L##gemvi)

const struct library_entry hd_cusparse_small[] = {
    PRUNES_OF(S), PRUNES_OF(D), ROWS_OF(S), ROWS_OF(D), ROWS_OF(C), ROWS_OF(Z), {NULL, NULL},
};
