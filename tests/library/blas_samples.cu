// Samples of cuBLAS: batches, mixed types, three multiplications, vectors of any type, factors of many matrices, packed triangles.
/* OUTPUT:
111 151 122 166
19 43 22 50
half 23 46
hgemm 17 39
gsbx 17 53
bf16 4.5
i8 36
sgemmex 23
-0.82+19.32i
0.62+18.00i
4 5.47723
16.4
8.4
rot 1.87
inv -0.5 0.5 1 -0.666667
matinv -0.5
qr 5
ls 1.5
gemv ok
the functionality requested is not supported
*/
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cstdio>
#include <vector>
#include <complex>
#include <cmath>
#define CUBLAS_CHECK(err) do { cublasStatus_t err_ = (err); if (err_ != CUBLAS_STATUS_SUCCESS) { std::printf("cublas error %d at %s:%d\n", err_, __FILE__, __LINE__); throw std::runtime_error("cublas error"); } } while (0)
#include <stdexcept>
using data_type = double;
template <class T> T *up(const std::vector<T> &v) { T *p; cudaMalloc(reinterpret_cast<void **>(&p), sizeof(T) * v.size()); cudaMemcpyAsync(p, v.data(), sizeof(T) * v.size(), cudaMemcpyHostToDevice); return p; }
template <class T> std::vector<T> down(T *p, size_t n) { std::vector<T> v(n); cudaMemcpy(v.data(), p, sizeof(T) * n, cudaMemcpyDeviceToHost); return v; }
int main(int argc, char *argv[]) {
  cublasHandle_t h = NULL; cudaStream_t stream = NULL; CUBLAS_CHECK(cublasCreate(&h)); cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking); CUBLAS_CHECK(cublasSetStream(h, stream));
  const int m = 2, n = 2, k = 2, lda = 2, ldb = 2, ldc = 2, batch_count = 2;
  { std::vector<std::vector<data_type>> A_array = {{1.0, 3.0, 2.0, 4.0}, {5.0, 7.0, 6.0, 8.0}}, B_array = {{5.0, 7.0, 6.0, 8.0}, {9.0, 11.0, 10.0, 12.0}}; std::vector<std::vector<data_type>> C_array(batch_count, std::vector<data_type>(m * n));
    const data_type alpha = 1.0, beta = 0.0; data_type **d_A_array = nullptr, **d_B_array = nullptr, **d_C_array = nullptr; std::vector<data_type *> d_A(batch_count, nullptr), d_B(batch_count, nullptr), d_C(batch_count, nullptr);
    for (int i = 0; i < batch_count; i++) { d_A[i] = up(A_array[i]); d_B[i] = up(B_array[i]); d_C[i] = up(C_array[i]); } d_A_array = up(d_A); d_B_array = up(d_B); d_C_array = up(d_C);
    CUBLAS_CHECK(cublasDgemmBatched(h, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, d_A_array, lda, d_B_array, ldb, &beta, d_C_array, ldc, batch_count)); auto c = down(d_C[1], 4); printf("%g %g %g %g\n", c[0], c[1], c[2], c[3]);
    CUBLAS_CHECK(cublasGemmBatchedEx(h, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, (const void **)d_A_array, CUDA_R_64F, lda, (const void **)d_B_array, CUDA_R_64F, ldb, &beta, (void **)d_C_array, CUDA_R_64F, ldc, batch_count, CUBLAS_COMPUTE_64F, CUBLAS_GEMM_DEFAULT)); c = down(d_C[0], 4); printf("%g %g %g %g\n", c[0], c[1], c[2], c[3]); }
  { std::vector<__half> A = {1.0, 2.0, 3.0, 4.0}, B = {5.0, 6.0, 7.0, 8.0}, C(4); float alpha = 1, beta = 0; auto a = up(A), b = up(B), c = up(C);
    CUBLAS_CHECK(cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, m, n, k, &alpha, a, CUDA_R_16F, lda, b, CUDA_R_16F, ldb, &beta, c, CUDA_R_16F, ldc, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT)); auto r = down(c, 4); printf("half %g %g\n", (double)__half2float(r[0]), (double)(float)r[3]);
    __half ha = 1, hb = 0; CUBLAS_CHECK(cublasHgemm(h, CUBLAS_OP_T, CUBLAS_OP_N, 2, 2, 2, &ha, a, 2, b, 2, &hb, c, 2)); r = down(c, 4); printf("hgemm %g %g\n", (double)(float)r[0], (double)(float)r[1]);
    CUBLAS_CHECK(cublasGemmStridedBatchedEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 2, &alpha, a, CUDA_R_16F, 1, 2, b, CUDA_R_16F, 2, 2, &beta, c, CUDA_R_16F, 1, 1, 2, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT)); r = down(c, 2); printf("gsbx %g %g\n", (double)(float)r[0], (double)(float)r[1]);
    std::vector<__nv_bfloat16> X(4, __float2bfloat16(1.5f)); std::vector<float> Y(4); auto x = up(X); auto y = up(Y); CUBLAS_CHECK(cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &alpha, x, CUDA_R_16BF, 2, x, CUDA_R_16BF, 2, &beta, y, CUDA_R_32F, 2, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT)); printf("bf16 %g\n", down(y, 4)[2]);
    std::vector<int8_t> I(16, 3); std::vector<int> J(16); auto i8 = up(I); auto i32 = up(J); int ia = 1, ib = 0; CUBLAS_CHECK(cublasGemmEx(h, CUBLAS_OP_T, CUBLAS_OP_N, 4, 4, 4, &ia, i8, CUDA_R_8I, 4, i8, CUDA_R_8I, 4, &ib, i32, CUDA_R_32I, 4, CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT)); printf("i8 %d\n", down(i32, 16)[9]);
    CUBLAS_CHECK(cublasSgemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &alpha, a, CUDA_R_16F, 2, b, CUDA_R_16F, 2, &beta, y, CUDA_R_32F, 2)); printf("sgemmex %g\n", down(y, 4)[0]); }
  { std::vector<cuDoubleComplex> A = {{1.1, 1.2}, {2.3, 2.4}, {3.5, 3.6}, {4.7, 4.8}}, B = A, C(4); cuDoubleComplex alpha = {1, 0}, beta = {0, 0}; auto a = up(A), b = up(B), c = up(C);
    CUBLAS_CHECK(cublasZgemm3m(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &alpha, a, 2, b, 2, &beta, c, 2)); auto r = down(c, 4); printf("%.2f+%.2fi\n", r[0].x, r[0].y);
    double ra = 1, rb = 0; CUBLAS_CHECK(cublasZherkx(h, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, 2, 2, &alpha, a, 2, a, 2, &rb, c, 2)); CUBLAS_CHECK(cublasZsyrkx(h, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, 2, 2, &alpha, a, 2, b, 2, &beta, c, 2)); (void)ra;
    CUBLAS_CHECK(cublasZhemm(h, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, 2, 2, &alpha, a, 2, b, 2, &beta, c, 2)); r = down(c, 4); printf("%.2f+%.2fi\n", r[0].x, r[0].y); }
  { std::vector<double> x = {1, 2, 3, 4}, y = {5, 6, 7, 8}; auto a = up(x), b = up(y); double r, al = 2.1; int i;
    CUBLAS_CHECK(cublasIdamax(h, 4, a, 1, &i)); CUBLAS_CHECK(cublasDnrm2(h, 4, a, 1, &r)); printf("%d %g\n", i, r); CUBLAS_CHECK(cublasAxpyEx(h, 4, &al, CUDA_R_64F, a, CUDA_R_64F, 1, b, CUDA_R_64F, 1, CUDA_R_64F)); printf("%g\n", down(b, 4)[3]);
    CUBLAS_CHECK(cublasDotEx(h, 4, a, CUDA_R_64F, 1, b, CUDA_R_64F, 1, &r, CUDA_R_64F, CUDA_R_64F)); CUBLAS_CHECK(cublasNrm2Ex(h, 4, a, CUDA_R_64F, 1, &r, CUDA_R_64F, CUDA_R_64F)); CUBLAS_CHECK(cublasScalEx(h, 4, &al, CUDA_R_64F, a, CUDA_R_64F, 1, CUDA_R_64F)); printf("%g\n", down(a, 4)[3]);
    double c = 0.5, s = 0.8; CUBLAS_CHECK(cublasRotEx(h, 4, a, CUDA_R_64F, 1, b, CUDA_R_64F, 1, &c, &s, CUDA_R_64F, CUDA_R_64F)); printf("rot %g\n", down(b, 4)[0]); }
  { std::vector<double> A = {4, 3, 6, 3}; auto a = up(A); std::vector<double *> P = {a}; auto pa = up(P); int *piv, *info; cudaMalloc(&piv, 8); cudaMalloc(&info, 4); CUBLAS_CHECK(cublasDgetrfBatched(h, 2, pa, 2, piv, info, 1)); auto inv = up(A); std::vector<double *> Q = {inv}; auto pq = up(Q);
    CUBLAS_CHECK(cublasDgetriBatched(h, 2, pa, 2, piv, pq, 2, info, 1)); auto r = down(inv, 4); printf("inv %g %g %g %g\n", r[0], r[1], r[2], r[3]); std::vector<double> B = {4, 3, 6, 3}; cudaMemcpy(a, B.data(), 32, cudaMemcpyHostToDevice); CUBLAS_CHECK(cublasDmatinvBatched(h, 2, pa, 2, pq, 2, info, 1)); r = down(inv, 4); printf("matinv %g\n", r[0]);
    int hinfo; std::vector<double> tau(2); auto t = up(tau); std::vector<double *> T = {t}; auto pt = up(T); CUBLAS_CHECK(cublasDgeqrfBatched(h, 2, 2, pa, 2, pt, &hinfo, 1)); printf("qr %g\n", std::fabs(down(a, 4)[0]));
    auto A2 = up(A); std::vector<double *> PA2 = {A2}; auto pa2 = up(PA2); auto C2 = up(std::vector<double>{1, 2}); std::vector<double *> PC = {C2}; auto pc = up(PC); CUBLAS_CHECK(cublasDgelsBatched(h, CUBLAS_OP_N, 2, 2, 1, pa2, 2, pc, 2, &hinfo, info, 1)); printf("ls %g\n", down(C2, 2)[0]);
    double al = 1, be = 2; CUBLAS_CHECK(cublasDgeam(h, CUBLAS_OP_T, CUBLAS_OP_N, 2, 2, &al, inv, 2, &be, inv, 2, A2, 2)); CUBLAS_CHECK(cublasDdgmm(h, CUBLAS_SIDE_LEFT, 2, 2, inv, 2, C2, 1, A2, 2)); CUBLAS_CHECK(cublasDtpttr(h, CUBLAS_FILL_MODE_UPPER, 2, inv, A2, 2)); CUBLAS_CHECK(cublasDtrttp(h, CUBLAS_FILL_MODE_UPPER, 2, inv, 2, A2));
    auto ap = up(std::vector<double *>{A2}); (void)ap; CUBLAS_CHECK(cublasDgemvStridedBatched(h, CUBLAS_OP_N, 2, 2, &al, inv, 2, 4, C2, 1, 2, &be, A2, 1, 2, 1)); CUBLAS_CHECK(cublasDgemvBatched(h, CUBLAS_OP_N, 2, 2, &al, pq, 2, pc, 1, &be, ap, 1, 1)); printf("gemv ok\n"); }
  size_t ws = 1 << 20; void *w; cudaMalloc(&w, ws); CUBLAS_CHECK(cublasSetWorkspace(h, w, ws)); printf("%s\n", cublasGetStatusString(CUBLAS_STATUS_NOT_SUPPORTED)); CUBLAS_CHECK(cublasDestroy(h)); cudaStreamDestroy(stream); cudaDeviceReset(); return EXIT_SUCCESS;
}
