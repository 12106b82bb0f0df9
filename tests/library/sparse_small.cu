// cuSPARSE's products with a sparse vector (gemvi) and matrices without their small elements (prune, compress), against loops.
/* OUTPUT:
gemvi: 0 of 240 wrong
prune: 0 of 120 wrong
compress: 0 of 120 wrong
sizes of csrilu02 and csric02: 0 0 1
misuse: 3 3 3 3 3 3
*/
// EXIT: 0
#include <cusparse.h>
#include <cuComplex.h>
#include <cstdio>
#include <cstdlib>
#include <cmath>
#include <vector>

static cusparseHandle_t h;
static cusparseMatDescr_t zero, one;

template <typename T> struct Managed {
    T *p;
    explicit Managed(size_t n) { cudaMallocManaged(&p, (n + 1) * sizeof(T)); }
    ~Managed() { cudaFree(p); }
    T &operator[](size_t i) { return p[i]; }
};
static double number() { return rand() % 2001 / 1000.0 - 1; }

static int gemvi(int m, int n, int nnz, cusparseOperation_t op, int base) {
    int rows = op ? n : m, size = op ? m : n, lda = m + 3, wrong = 0, need = 0;
    if (nnz > size) nnz = size;
    Managed<double> A(lda * n), x(nnz), y(rows);
    Managed<cuDoubleComplex> B(lda * n), u(nnz), v(rows);
    Managed<int> at(nnz);
    Managed<char> area(64);
    std::vector<double> want(rows), real(rows), imaginary(rows);
    for (int i = 0; i < lda * n; i++) A[i] = number(), B[i] = make_cuDoubleComplex(number(), number());
    for (int k = 0; k < nnz; k++) x[k] = number(), u[k] = make_cuDoubleComplex(number(), number()), at[k] = (k * 7 + 2) % size + base;
    for (int i = 0; i < rows; i++) y[i] = number(), v[i] = make_cuDoubleComplex(number(), number());
    double alpha = 1.5, beta = -0.25;
    cuDoubleComplex a = make_cuDoubleComplex(0.5, 2), b = make_cuDoubleComplex(0, 1);
    for (int i = 0; i < rows; i++) {
        double sum = 0, re = 0, im = 0;
        for (int k = 0; k < nnz; k++) {
            int j = at[k] - base, place = op ? i * lda + j : j * lda + i;
            sum += A[place] * x[k];
            double p = B[place].x, q = op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? -B[place].y : B[place].y;
            re += p * u[k].x - q * u[k].y;
            im += p * u[k].y + q * u[k].x;
        }
        want[i] = alpha * sum + beta * y[i];
        real[i] = 0.5 * re - 2 * im - v[i].y;
        imaginary[i] = 0.5 * im + 2 * re + v[i].x;
    }
    wrong += cusparseDgemvi_bufferSize(h, op, m, n, nnz, &need) != CUSPARSE_STATUS_SUCCESS || need < 0;
    wrong += cusparseDgemvi(h, op, m, n, &alpha, A.p, lda, nnz, x.p, at.p, &beta, y.p, (cusparseIndexBase_t)base, area.p) != CUSPARSE_STATUS_SUCCESS;
    wrong += cusparseZgemvi(h, op, m, n, &a, B.p, lda, nnz, u.p, at.p, &b, v.p, (cusparseIndexBase_t)base, area.p) != CUSPARSE_STATUS_SUCCESS;
    cudaDeviceSynchronize();
    for (int i = 0; i < rows; i++) wrong += fabs(y[i] - want[i]) > 1e-12 || fabs(v[i].x - real[i]) > 1e-12 || fabs(v[i].y - imaginary[i]) > 1e-12;
    return wrong != 0;
}

static bool same(std::vector<float> &dense, int m, int n, float least, const float *values, const int *offsets, const int *columns, int base) {
    int k = 0;
    for (int i = 0; i < m; i++) {
        if (offsets[i] != k + base) return false;
        for (int j = 0; j < n; j++) {
            if (!(fabsf(dense[i * n + j]) > least)) continue;
            if (values[k] != dense[i * n + j] || columns[k] != j + base) return false;
            k++;
        }
    }
    return offsets[m] == k + base;
}

static void small(int m, int n, float least, int &prune, int &compress) {
    int lda = m + 2, total = 0, all = 0;
    size_t need = 0;
    std::vector<float> dense(m * n);
    Managed<float> A(lda * n), values(m * n), C(m * n);
    Managed<int> offsets(m), columns(m * n), offsetsC(m), columnsC(m * n), counts(m);
    Managed<char> area(64);
    for (int i = 0; i < m; i++) {
        offsets[i] = all;
        for (int j = 0; j < n; j++) {
            float x = rand() % 3 ? rand() % 9 / 8.0f - 0.5f : 0;
            A[j * lda + i] = dense[i * n + j] = x;
            if (x != 0) values[all] = x, columns[all++] = j;
        }
    }
    offsets[m] = all;
    bool right = cusparseSpruneDense2csr_bufferSizeExt(h, m, n, A.p, lda, &least, one, C.p, offsetsC.p, columnsC.p, &need) == 0 && need > 0;
    right = right && cusparseSpruneDense2csrNnz(h, m, n, A.p, lda, &least, one, offsetsC.p, &total, area.p) == 0;
    right = right && cusparseSpruneDense2csr(h, m, n, A.p, lda, &least, one, C.p, offsetsC.p, columnsC.p, area.p) == 0;
    right = right && offsetsC[m] == total + 1 && same(dense, m, n, least, C.p, offsetsC.p, columnsC.p, 1);
    prune += !right;
    right = cusparseSpruneCsr2csr_bufferSizeExt(h, m, n, all, zero, values.p, offsets.p, columns.p, &least, one, C.p, offsetsC.p, columnsC.p, &need) == 0;
    right = right && cusparseSpruneCsr2csrNnz(h, m, n, all, zero, values.p, offsets.p, columns.p, &least, one, offsetsC.p, &total, area.p) == 0;
    right = right && cusparseSpruneCsr2csr(h, m, n, all, zero, values.p, offsets.p, columns.p, &least, one, C.p, offsetsC.p, columnsC.p, area.p) == 0;
    right = right && offsetsC[m] == total + 1 && same(dense, m, n, least, C.p, offsetsC.p, columnsC.p, 1);
    prune += !right;
    right = cusparseSnnz_compress(h, m, zero, values.p, offsets.p, counts.p, &total, least) == 0;
    right = right && cusparseScsr2csr_compress(h, m, n, zero, values.p, columns.p, offsets.p, all, counts.p, C.p, columnsC.p, offsetsC.p, least) == 0;
    right = right && offsetsC[m] == total && same(dense, m, n, least, C.p, offsetsC.p, columnsC.p, 0);
    for (int i = 0; i < m; i++) right = right && counts[i] == offsetsC[i + 1] - offsetsC[i];
    compress += !right;
}

int main() {
    cusparseCreate(&h);
    cusparseCreateMatDescr(&zero);
    cusparseCreateMatDescr(&one);
    cusparseSetMatIndexBase(one, CUSPARSE_INDEX_BASE_ONE);
    int wrong = 0, prune = 0, compress = 0;
    for (int i = 0; i < 240; i++) wrong += gemvi(rand() % 20 + 1, rand() % 20 + 1, rand() % 9, (cusparseOperation_t)(i % 3), i / 3 % 2);
    for (int i = 0; i < 120; i++) small(rand() % 12 + 1, rand() % 12 + 1, rand() % 5 / 8.0f, prune, compress);
    printf("gemvi: %d of 240 wrong\nprune: %d of 120 wrong\ncompress: %d of 120 wrong\n", wrong, prune, compress);
    csrilu02Info_t ilu;
    csric02Info_t ic;
    cusparseCreateCsrilu02Info(&ilu), cusparseCreateCsric02Info(&ic);
    Managed<float> v(8);
    Managed<int> o(8), c(8);
    size_t a = 0, b = 0;
    printf("sizes of csrilu02 and csric02: %d", cusparseScsrilu02_bufferSizeExt(h, 2, 3, zero, v.p, o.p, c.p, ilu, &a));
    printf(" %d", cusparseScsric02_bufferSizeExt(h, 2, 3, zero, v.p, o.p, c.p, ic, &b));
    printf(" %d\n", a > 0 && b > 0);
    float x = 1, less = -1;
    for (int i = 0; i < 8; i++) o[i] = 0, c[i] = 9, v[i] = 1;
    printf("misuse: %d", cusparseSgemvi(h, (cusparseOperation_t)7, 2, 2, &x, v.p, 2, 1, v.p, c.p, &x, v.p, CUSPARSE_INDEX_BASE_ZERO, v.p));
    printf(" %d", cusparseSgemvi(h, CUSPARSE_OPERATION_NON_TRANSPOSE, 2, 2, &x, v.p, 1, 1, v.p, c.p, &x, v.p, CUSPARSE_INDEX_BASE_ZERO, v.p));
    printf(" %d", cusparseSgemvi(h, CUSPARSE_OPERATION_NON_TRANSPOSE, 2, 2, &x, v.p, 2, 1, v.p, c.p, &x, v.p, CUSPARSE_INDEX_BASE_ZERO, v.p));
    printf(" %d", cusparseSnnz_compress(h, 1, zero, v.p, o.p, c.p, o.p, less));
    printf(" %d", cusparseSpruneDense2csrNnz(h, 2, 2, v.p, 1, &x, zero, o.p, c.p, v.p));
    printf(" %d\n", cusparseSpruneDense2csr(h, 2, 2, v.p, 2, &less, zero, v.p, o.p, c.p, v.p));
}
