// cuSPARSE: systems with three or five diagonals (gtsv2, gpsv), one or many, solved by elimination
// with exchanges of neighbouring rows (Golub and Van Loan, section 4.3), or without.
#include <stdio.h>

#include "run/library/sparse/sparse.h"

typedef const struct sparse_handle *handle_t;

// A system: element i of a diagonal is d[k][i * step]; k: from two below to two above the main one.
// Row i has elements d[0..4][i] in columns i - 2 .. i + 2. Exchanges fill two diagonals more.
#define BAND(letter, T, conjugate, type)                                                           \
    static bool band_##letter(int n, T *const d[5], int64_t step, T *const *x, int64_t x_step,     \
                              int count, int width, bool exchanges) {                              \
        int row_size = 2 * width + 1 + (exchanges ? width : 0);                                    \
        T *rows = hd_xcalloc((size_t)n * (size_t)row_size, sizeof *rows);                          \
        bool right = true;                                                                         \
        for (int i = 0; i < n; i++)                                                                \
            for (int k = -width; k <= width; k++)                                                  \
                if (i + k >= 0 && i + k < n)                                                       \
                    rows[(size_t)i * (size_t)row_size + (size_t)(k + width)] = d[k + 2][i * step]; \
        for (int i = 0; i < n; i++) { /* row i begins with column i - width */                     \
            int best = i;                                                                          \
            T *pivot_row = rows + (size_t)i * (size_t)row_size;                                    \
            for (int r = i + 1; exchanges && r <= i + width && r < n; r++)                         \
                if (cabs((sparse_cdouble)                                                          \
                             rows[(size_t)r * (size_t)row_size + (size_t)(i - r + width)]) >       \
                    cabs((sparse_cdouble)                                                          \
                             rows[(size_t)best * (size_t)row_size + (size_t)(i - best + width)]))  \
                    best = r;                                                                      \
            if (best != i) {                                                                       \
                T *other = rows + (size_t)best * (size_t)row_size;                                 \
                for (int c = i; c <= i + 2 * width && c < n; c++) {                                \
                    T *a = pivot_row + (c - i + width), kept = *a;                                 \
                    T *b = other + (c - best + width);                                             \
                    *a = *b;                                                                       \
                    *b = kept;                                                                     \
                }                                                                                  \
                for (int j = 0; j < count; j++) {                                                  \
                    T kept = x[j][i * x_step];                                                     \
                    x[j][i * x_step] = x[j][best * x_step];                                        \
                    x[j][best * x_step] = kept;                                                    \
                }                                                                                  \
            }                                                                                      \
            T pivot = pivot_row[width];                                                            \
            right = right && pivot != 0;                                                           \
            for (int r = i + 1; r <= i + width && r < n; r++) {                                    \
                T *row = rows + (size_t)r * (size_t)row_size;                                      \
                T factor = row[i - r + width] / pivot;                                             \
                if (factor == 0) continue;                                                         \
                for (int c = i + 1; c <= i + (exchanges ? 2 : 1) * width && c < n; c++)            \
                    row[c - r + width] -= factor * pivot_row[c - i + width];                       \
                for (int j = 0; j < count; j++) x[j][r * x_step] -= factor * x[j][i * x_step];     \
            }                                                                                      \
        }                                                                                          \
        for (int i = n - 1; i >= 0; i--) {                                                         \
            const T *row = rows + (size_t)i * (size_t)row_size;                                    \
            for (int j = 0; j < count; j++) {                                                      \
                T sum = x[j][i * x_step];                                                          \
                for (int c = i + 1; c <= i + (exchanges ? 2 : 1) * width && c < n; c++)            \
                    sum -= row[c - i + width] * x[j][c * x_step];                                  \
                x[j][i * x_step] = sum / row[width];                                               \
            }                                                                                      \
        }                                                                                          \
        free(rows);                                                                                \
        return right;                                                                              \
    }
SPARSE_TYPES(BAND)

#define NEED_SIZE(condition, what, value) SPARSE_NEED(condition, what " (%d) is too small", value)
#define LINE_ARRAY(p, elements)                                             \
    if (!library_check_array(api, #p, p, (size_t)(elements) * sizeof *(p))) \
    return SPARSE_INVALID_VALUE
#define AREA(buffer) \
    if (!library_check_array(api, "pBuffer", buffer, 8)) return SPARSE_INVALID_VALUE

// One system, with several right sides as the columns of B.
#define SEVERAL(L, letter, T, Name, exchanges)                                                    \
    static int hd_cusparse##L##Name##_bufferSizeExt(handle_t handle, int m, int n, const T *dl,   \
                                                    const T *d, const T *du, const T *B, int ldb, \
                                                    size_t *size) {                               \
        SPARSE_ENTER("cusparse" #L#Name "_bufferSizeExt");                                        \
        NEED_SIZE(m >= 3, "m", m);                                                                \
        NEED_SIZE(n >= 0, "n", n);                                                                \
        NEED_SIZE(ldb >= m, "ldb", ldb);                                                          \
        SPARSE_SIZE_ONLY(size);                                                                   \
    }                                                                                             \
    static int hd_cusparse##L##Name(handle_t handle, int m, int n, const T *dl, const T *d,       \
                                    const T *du, T *B, int ldb, void *buffer) {                   \
        SPARSE_ENTER("cusparse" #L#Name);                                                         \
        NEED_SIZE(m >= 3, "m", m);                                                                \
        NEED_SIZE(n >= 0, "n", n);                                                                \
        NEED_SIZE(ldb >= m, "ldb", ldb);                                                          \
        if (n == 0) return SPARSE_SUCCESS;                                                        \
        LINE_ARRAY(dl, m);                                                                        \
        LINE_ARRAY(d, m);                                                                         \
        LINE_ARRAY(du, m);                                                                        \
        LINE_ARRAY(B, (size_t)(n - 1) * (size_t)ldb + (size_t)m);                                 \
        AREA(buffer);                                                                             \
        T **x = hd_xmalloc((size_t)n * sizeof *x);                                                \
        for (int j = 0; j < n; j++) x[j] = B + (size_t)j * (size_t)ldb;                           \
        T *const diagonals[5] = {NULL, (T *)(uintptr_t)dl, (T *)(uintptr_t)d, (T *)(uintptr_t)du, \
                                 NULL};                                                           \
        band_##letter(m, diagonals, 1, x, 1, n, 1, exchanges);                                    \
        free(x);                                                                                  \
        return SPARSE_SUCCESS;                                                                    \
    }

// Systems at a distance in memory, or element by element beside each other.
#define MANY(L, letter, T)                                                                         \
    SEVERAL(L, letter, T, gtsv2, true)                                                             \
    SEVERAL(L, letter, T, gtsv2_nopivot, false)                                                    \
    static int hd_cusparse##L##gtsv2StridedBatch_bufferSizeExt(                                    \
        handle_t handle, int m, const T *dl, const T *d, const T *du, const T *x, int count,       \
        int stride, size_t *size) {                                                                \
        SPARSE_ENTER("cusparse" #L "gtsv2StridedBatch_bufferSizeExt");                             \
        NEED_SIZE(m >= 3, "m", m);                                                                 \
        NEED_SIZE(count >= 1, "batchCount", count);                                                \
        NEED_SIZE(stride >= m, "batchStride", stride);                                             \
        SPARSE_SIZE_ONLY(size);                                                                    \
    }                                                                                              \
    static int hd_cusparse##L##gtsv2StridedBatch(handle_t handle, int m, const T *dl, const T *d,  \
                                                 const T *du, T *x, int count, int stride,         \
                                                 void *buffer) {                                   \
        SPARSE_ENTER("cusparse" #L "gtsv2StridedBatch");                                           \
        NEED_SIZE(m >= 3, "m", m);                                                                 \
        NEED_SIZE(count >= 1, "batchCount", count);                                                \
        NEED_SIZE(stride >= m, "batchStride", stride);                                             \
        size_t elements = (size_t)(count - 1) * (size_t)stride + (size_t)m;                        \
        LINE_ARRAY(dl, elements);                                                                  \
        LINE_ARRAY(d, elements);                                                                   \
        LINE_ARRAY(du, elements);                                                                  \
        LINE_ARRAY(x, elements);                                                                   \
        AREA(buffer);                                                                              \
        for (size_t i = 0; i < (size_t)count; i++) {                                               \
            size_t at = i * (size_t)stride;                                                        \
            T *const diagonals[5] = {NULL, (T *)(uintptr_t)(dl + at), (T *)(uintptr_t)(d + at),    \
                                     (T *)(uintptr_t)(du + at), NULL};                             \
            band_##letter(m, diagonals, 1, &(T *){x + at}, 1, 1, 1, false);                        \
        }                                                                                          \
        return SPARSE_SUCCESS;                                                                     \
    }                                                                                              \
    static int hd_cusparse##L##gtsvInterleavedBatch_bufferSizeExt(                                 \
        handle_t handle, int algo, int m, const T *dl, const T *d, const T *du, const T *x,        \
        int count, size_t *size) {                                                                 \
        SPARSE_ENTER("cusparse" #L "gtsvInterleavedBatch_bufferSizeExt");                          \
        NEED_SIZE(m >= 3, "m", m);                                                                 \
        NEED_SIZE(count >= 1, "batchCount", count);                                                \
        SPARSE_SIZE_ONLY(size);                                                                    \
    }                                                                                              \
    static int hd_cusparse##L##gtsvInterleavedBatch(handle_t handle, int algo, int m, T *dl, T *d, \
                                                    T *du, T *x, int count, void *buffer) {        \
        SPARSE_ENTER("cusparse" #L "gtsvInterleavedBatch");                                        \
        SPARSE_NEED(algo >= 0 && algo <= 2, "algo (%d) is not 0, 1 or 2", algo);                   \
        NEED_SIZE(m >= 3, "m", m);                                                                 \
        NEED_SIZE(count >= 1, "batchCount", count);                                                \
        size_t elements = (size_t)m * (size_t)count;                                               \
        LINE_ARRAY(dl, elements);                                                                  \
        LINE_ARRAY(d, elements);                                                                   \
        LINE_ARRAY(du, elements);                                                                  \
        LINE_ARRAY(x, elements);                                                                   \
        AREA(buffer);                                                                              \
        for (int i = 0; i < count; i++) {                                                          \
            T *const diagonals[5] = {NULL, dl + i, d + i, du + i, NULL};                           \
            band_##letter(m, diagonals, count, &(T *){x + i}, count, 1, 1, algo != 0);             \
        }                                                                                          \
        return SPARSE_SUCCESS;                                                                     \
    }                                                                                              \
    static int hd_cusparse##L##gpsvInterleavedBatch_bufferSizeExt(                                 \
        handle_t handle, int algo, int m, const T *ds, const T *dl, const T *d, const T *du,       \
        const T *dw, const T *x, int count, size_t *size) {                                        \
        SPARSE_ENTER("cusparse" #L "gpsvInterleavedBatch_bufferSizeExt");                          \
        NEED_SIZE(m >= 5, "m", m);                                                                 \
        NEED_SIZE(count >= 1, "batchCount", count);                                                \
        SPARSE_SIZE_ONLY(size);                                                                    \
    }                                                                                              \
    static int hd_cusparse##L##gpsvInterleavedBatch(handle_t handle, int algo, int m, T *ds,       \
                                                    T *dl, T *d, T *du, T *dw, T *x, int count,    \
                                                    void *buffer) {                                \
        SPARSE_ENTER("cusparse" #L "gpsvInterleavedBatch");                                        \
        SPARSE_NEED(algo == 0, "algo (%d) is not 0", algo);                                        \
        NEED_SIZE(m >= 5, "m", m);                                                                 \
        NEED_SIZE(count >= 1, "batchCount", count);                                                \
        size_t elements = (size_t)m * (size_t)count;                                               \
        LINE_ARRAY(ds, elements);                                                                  \
        LINE_ARRAY(dl, elements);                                                                  \
        LINE_ARRAY(d, elements);                                                                   \
        LINE_ARRAY(du, elements);                                                                  \
        LINE_ARRAY(dw, elements);                                                                  \
        LINE_ARRAY(x, elements);                                                                   \
        AREA(buffer);                                                                              \
        for (int i = 0; i < count; i++) {                                                          \
            T *const diagonals[5] = {ds + i, dl + i, d + i, du + i, dw + i};                       \
            band_##letter(m, diagonals, count, &(T *){x + i}, count, 1, 2, true);                  \
        }                                                                                          \
        return SPARSE_SUCCESS;                                                                     \
    }
MANY(S, s, float)
MANY(D, d, double)
MANY(C, c, sparse_cfloat)
MANY(Z, z, sparse_cdouble)

#define ROWS_OF(L)                                                                      \
    LIBRARY_ENTRY(cusparse##L##gtsv2), LIBRARY_ENTRY(cusparse##L##gtsv2_bufferSizeExt), \
        LIBRARY_ENTRY(cusparse##L##gtsv2_nopivot),                                      \
        LIBRARY_ENTRY(cusparse##L##gtsv2_nopivot_bufferSizeExt),                        \
        LIBRARY_ENTRY(cusparse##L##gtsv2StridedBatch),                                  \
        LIBRARY_ENTRY(cusparse##L##gtsv2StridedBatch_bufferSizeExt),                    \
        LIBRARY_ENTRY(cusparse##L##gtsvInterleavedBatch),                               \
        LIBRARY_ENTRY(cusparse##L##gtsvInterleavedBatch_bufferSizeExt),                 \
        LIBRARY_ENTRY(cusparse##L##gpsvInterleavedBatch),                               \
        LIBRARY_ENTRY(cusparse##L##gpsvInterleavedBatch_bufferSizeExt)

const struct library_entry hd_cusparse_lines[] = {
    ROWS_OF(S), ROWS_OF(D), ROWS_OF(C), ROWS_OF(Z), {NULL, NULL},
};
