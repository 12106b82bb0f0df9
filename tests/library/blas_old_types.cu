// NEEDS: libopenblas.so.0
// The type of sums as a cudaDataType, as programs from before CUDA 11 give it to cublasGemmEx and its kin.
/* OUTPUT:
0: 7 10 15 22
0: 7 10 15 22
0: 7 10 15 22 | 7 10 15 22
0: 7 10 15 22 | 7 10 15 22
*/
// EXIT: 0
#include <cublas_v2.h>
#include <cstdio>
int main() {
    cublasHandle_t h;
    cublasCreate(&h);
    double *a, *c, **in, **out, one = 1, zero = 0;
    float *f, fone = 1, fzero = 0;
    cudaMallocManaged(&a, 8 * sizeof *a);
    cudaMallocManaged(&c, 8 * sizeof *c);
    cudaMallocManaged(&f, 8 * sizeof *f);
    cudaMallocManaged(&in, 2 * sizeof *in);
    cudaMallocManaged(&out, 2 * sizeof *out);
    for (int i = 0; i < 8; i++) a[i] = f[i] = i % 4 + 1;
    for (int i = 0; i < 2; i++) in[i] = a + 4 * i, out[i] = c + 4 * i;
    const cublasOperation_t n = CUBLAS_OP_N;
    int code = cublasGemmEx(h, n, n, 2, 2, 2, &one, a, CUDA_R_64F, 2, a, CUDA_R_64F, 2, &zero, c, CUDA_R_64F, 2, CUDA_R_64F, CUBLAS_GEMM_DEFAULT);
    cudaDeviceSynchronize();
    printf("%d: %g %g %g %g\n", code, c[0], c[1], c[2], c[3]);
    code = cublasGemmEx(h, n, n, 2, 2, 2, &fone, f, CUDA_R_32F, 2, f, CUDA_R_32F, 2, &fzero, f + 4, CUDA_R_32F, 2, CUDA_R_32F, CUBLAS_GEMM_DFALT);
    cudaDeviceSynchronize();
    printf("%d: %g %g %g %g\n", code, f[4], f[5], f[6], f[7]);
    for (int i = 0; i < 8; i++) c[i] = 0;
    code = cublasGemmBatchedEx(h, n, n, 2, 2, 2, &one, (const void *const *)in, CUDA_R_64F, 2, (const void *const *)in, CUDA_R_64F, 2, &zero, (void *const *)out, CUDA_R_64F, 2, 2, CUDA_R_64F, CUBLAS_GEMM_DEFAULT);
    cudaDeviceSynchronize();
    printf("%d: %g %g %g %g | %g %g %g %g\n", code, c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7]);
    for (int i = 0; i < 8; i++) c[i] = 0;
    code = cublasGemmStridedBatchedEx(h, n, n, 2, 2, 2, &one, a, CUDA_R_64F, 2, 4, a, CUDA_R_64F, 2, 4, &zero, c, CUDA_R_64F, 2, 4, 2, CUDA_R_64F, CUBLAS_GEMM_DEFAULT);
    cudaDeviceSynchronize();
    printf("%d: %g %g %g %g | %g %g %g %g\n", code, c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7]);
}
