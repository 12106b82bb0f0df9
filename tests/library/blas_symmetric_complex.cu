// Symmetric matrices of complex numbers: cublas[CZ]symv, syr and syr2 against plain loops, with both triangles, strides of both signs and longer columns;
// the other triangle stays. cublasCgemmEx is cublasCgemm.
// CHECK: C 0 wrong, Z 0 wrong, Ex 0 wrong
#include <cmath>
#include <complex>
#include <cstdio>
#include <cublas_v2.h>

unsigned state = 1;
double next() { return (double)((state = state * 1664525u + 1013904223u) >> 8) / (1 << 24) - 0.5; }
cublasHandle_t h;
cublasStatus_t symv(cublasFillMode_t u, int n, cuComplex *s, cuComplex *A, int lda, cuComplex *x, int ix, cuComplex *t, cuComplex *y, int iy) { return cublasCsymv(h, u, n, s, A, lda, x, ix, t, y, iy); }
cublasStatus_t symv(cublasFillMode_t u, int n, cuDoubleComplex *s, cuDoubleComplex *A, int lda, cuDoubleComplex *x, int ix, cuDoubleComplex *t, cuDoubleComplex *y, int iy) { return cublasZsymv(h, u, n, s, A, lda, x, ix, t, y, iy); }
cublasStatus_t syr(cublasFillMode_t u, int n, cuComplex *s, cuComplex *x, int ix, cuComplex *A, int lda) { return cublasCsyr(h, u, n, s, x, ix, A, lda); }
cublasStatus_t syr(cublasFillMode_t u, int n, cuDoubleComplex *s, cuDoubleComplex *x, int ix, cuDoubleComplex *A, int lda) { return cublasZsyr_64(h, u, n, s, x, ix, A, lda); }
cublasStatus_t syr2(cublasFillMode_t u, int n, cuComplex *s, cuComplex *x, int ix, cuComplex *y, int iy, cuComplex *A, int lda) { return cublasCsyr2(h, u, n, s, x, ix, y, iy, A, lda); }
cublasStatus_t syr2(cublasFillMode_t u, int n, cuDoubleComplex *s, cuDoubleComplex *x, int ix, cuDoubleComplex *y, int iy, cuDoubleComplex *A, int lda) { return cublasZsyr2(h, u, n, s, x, ix, y, iy, A, lda); }

template <typename E, typename R> int wrong() {
    typedef std::complex<double> Z;
    const int most = 12, room = most * 3;
    E *A, *x, *y;
    cudaMallocManaged(&A, room * most * sizeof(E)), cudaMallocManaged(&x, room * sizeof(E)), cudaMallocManaged(&y, room * sizeof(E));
    int bad = 0;
    for (int n = 1; n <= most; n++)
        for (int kind = 0; kind < 3; kind++)
            for (int upper = 0; upper < 2; upper++)
                for (int step = -2; step <= 2; step++) {
                    if (!step) continue;
                    int lda = n + 3, sx = step, sy = step == 1 ? -1 : -step;
                    Z a[room * most], u[most], v[most];
                    for (int i = 0; i < lda * n; i++) A[i] = {(R)next(), (R)next()}, a[i] = Z(A[i].x, A[i].y);
                    for (int i = 0; i < room; i++) x[i] = {(R)next(), (R)next()}, y[i] = {(R)next(), (R)next()};
                    auto at = [&](int i, int s) { return s > 0 ? i * s : (i - n + 1) * s; };
                    for (int i = 0; i < n; i++) u[i] = Z(x[at(i, sx)].x, x[at(i, sx)].y), v[i] = Z(y[at(i, sy)].x, y[at(i, sy)].y);
                    E s = {(R)0.5, (R)-1.25}, t = {(R)(n % 2 ? 0 : 2), (R)(n % 2 ? 0 : 0.5)};
                    Z S(s.x, s.y), T(t.x, t.y);
                    auto fill = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
                    int status = kind == 0 ? symv(fill, n, &s, A, lda, x, sx, &t, y, sy) : kind == 1 ? syr(fill, n, &s, x, sx, A, lda) : syr2(fill, n, &s, x, sx, y, sy, A, lda);
                    double off = status;
                    for (int i = 0; i < n; i++) {
                        Z sum = T * v[i];
                        for (int j = 0; j < n; j++) {
                            bool in = upper ? i <= j : i >= j;
                            sum += S * a[in ? i + j * lda : j + i * lda] * u[j];
                            Z want = a[i + j * lda];
                            if (in && kind == 1) want += S * u[i] * u[j];
                            if (in && kind == 2) want += S * (u[i] * v[j] + v[i] * u[j]);
                            off = fmax(off, std::abs(want - Z(A[i + j * lda].x, A[i + j * lda].y)));
                        }
                        if (kind == 0) off = fmax(off, std::abs(sum - Z(y[at(i, sy)].x, y[at(i, sy)].y)));
                    }
                    bad += off > (sizeof(R) == 4 ? 1e-5 : 1e-13);
                }
    return bad;
}

int main() {
    cublasCreate(&h);
    int c = wrong<cuComplex, float>(), z = wrong<cuDoubleComplex, double>(), ex = 0;
    cuComplex *A, one = {1, 0.5f}, zero = {0, 0};
    cudaMallocManaged(&A, 4 * 64 * sizeof *A);
    for (int i = 0; i < 256; i++) A[i] = {(float)next(), (float)next()};
    cublasCgemm(h, CUBLAS_OP_C, CUBLAS_OP_N, 8, 8, 8, &one, A, 8, A + 64, 8, &zero, A + 128, 8);
    ex += cublasCgemmEx(h, CUBLAS_OP_C, CUBLAS_OP_N, 8, 8, 8, &one, A, CUDA_C_32F, 8, A + 64, CUDA_C_32F, 8, &zero, A + 192, CUDA_C_32F, 8) != 0;
    for (int i = 0; i < 64; i++) ex += fabs(A[128 + i].x - A[192 + i].x) + fabs(A[128 + i].y - A[192 + i].y) > 1e-5;
    printf("C %d wrong, Z %d wrong, Ex %d wrong\n", c, z, ex);
}
