// NEEDS: libopenblas.so.0
// Vectors of any type, copied, swapped and searched; products of half matrices in a batch.
/* OUTPUT:
copy 0: 3 1
swap 0: 1 2 | 3 4
backwards 0: 4 3 | 2 1
types 15
iamax 0 2 iamin 0 3 none 0 0
asum 0 13.5
complex 0 2
hgemm 0: 7 14
sums: 0 wrong
*/
// ERROR: cublasSwapEx: x has the cudaDataType 0 and y has 1: they must be the same
// EXIT: 0
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cstdio>
int main() {
    cublasHandle_t h;
    cublasCreate(&h);
    float *v;
    cudaMallocManaged(&v, 64);
    float *x = v, *y = v + 8;
    x[0] = 1, x[1] = 2, x[2] = 3, y[0] = 3, y[1] = 4;
    int s = cublasCopyEx(h, 2, x, CUDA_R_32F, 2, y + 2, CUDA_R_32F, -1);
    cudaDeviceSynchronize();
    printf("copy %d: %g %g\n", s, y[2], y[3]);
    s = cublasSwapEx(h, 2, x, CUDA_R_32F, 1, y, CUDA_R_32F, 1);
    s |= cublasSwapEx(h, 2, x, CUDA_R_32F, 1, y, CUDA_R_32F, 1);
    cudaDeviceSynchronize();
    printf("swap %d: %g %g | %g %g\n", s, x[0], x[1], y[0], y[1]);
    s = cublasSwapEx(h, 2, x, CUDA_R_32F, 1, y, CUDA_R_32F, -1);
    cudaDeviceSynchronize();
    printf("backwards %d: %g %g | %g %g\n", s, x[0], x[1], y[0], y[1]);
    printf("types %d\n", cublasSwapEx(h, 2, x, CUDA_R_32F, 1, y, CUDA_R_64F, 1));
    x[0] = 4, x[1] = -9, x[2] = 0.5f;
    int most = -1, least = -1, none = -1;
    s = cublasIamaxEx(h, 3, x, CUDA_R_32F, 1, &most);
    int t = cublasIaminEx(h, 3, x, CUDA_R_32F, 1, &least), u = cublasIamaxEx(h, 0, x, CUDA_R_32F, 1, &none);
    printf("iamax %d %d iamin %d %d none %d %d\n", s, most, t, least, u, none);
    float sum;
    s = cublasAsumEx(h, 3, x, CUDA_R_32F, 1, &sum, CUDA_R_32F, CUDA_R_32F);
    printf("asum %d %g\n", s, sum);
    x[0] = 3, x[1] = 3, x[2] = 0, x[3] = 7;
    s = cublasIamaxEx(h, 2, x, CUDA_C_32F, 1, &most);
    printf("complex %d %d\n", s, most);
    __half *a, **of;
    cudaMallocManaged(&a, 64);
    cudaMallocManaged(&of, 64);
    a[0] = 7, a[1] = 2, a[2] = 1, a[3] = 0, a[4] = 0;
    of[0] = a, of[1] = a, of[2] = a + 2, of[3] = a + 1, of[4] = a + 3, of[5] = a + 4;
    __half one = 1, zero = 0;
    s = cublasHgemmBatched(h, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, of, 1, of + 2, 1, &zero, of + 4, 1, 2);
    cudaDeviceSynchronize();
    printf("hgemm %d: %g %g\n", s, (float)a[3], (float)a[4]);
    int wrong = 0; // of every length: tails are where back ends go wrong
    cuComplex *z;
    cudaMallocManaged(&z, 8 * 700);
    for (int i = 0; i < 700; i++) z[i] = {(i * 37 % 11) - 5.0f, 5.0f - i * 29 % 13};
    for (int step = 1; step < 4; step++)
        for (int n = 0; n < 200; n++) {
            float wanted = 0, got = -1;
            for (int i = 0; i < n; i++) wanted += fabsf(z[i * step].x) + fabsf(z[i * step].y);
            wrong += cublasScasum(h, n, z, step, &got) != 0 || got != wanted;
        }
    printf("sums: %d wrong\n", wrong);
    cublasDestroy(h);
}
