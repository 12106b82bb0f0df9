// OpenBLAS reads some bytes past the end of complex matrices, where an allocation's page without access is: the call goes on, and a
// kernel that does the same afterwards is told as ever.
// CPU-ONLY: it is about OpenBLAS.
// EXIT: 1
// CHECK: 14700 products, failed 0
// ERROR: error: read out of bounds: 0x
// ERROR: is 0 bytes past the end of 8192 bytes of device memory (cudaMalloc at
#include <cublas_v2.h>
#include <cstdio>

template <typename T, typename F> int products(cublasHandle_t h, F gemv) {
    T one = {1, 0}, zero = {0, 0};
    int failed = 0;
    for (int op = 0; op < 3; op++)
        for (int m = 1; m <= 70; m++)
            for (int n = 1; n <= 35; n++) {
                T *A, *x, *y;
                void *base;
                cudaMalloc(&base, m * n * sizeof(T) + 255 & ~255ull);
                A = (T *)base;
                cudaMalloc(&x, 4096);
                cudaMalloc(&y, 4096);
                A += (m * n * sizeof(T) + 255 & ~255ull) / sizeof(T) - m * n; // the last element ends the allocation
                failed += gemv(h, (cublasOperation_t)op, m, n, &one, A, m, x, 1, &zero, y, 1) != CUBLAS_STATUS_SUCCESS;
                cudaFree(base);
                cudaFree(x);
                cudaFree(y);
            }
    return failed;
}

__global__ void past(cuComplex *a, int n) { a[0].x = a[n].x; }

int main() {
    cublasHandle_t h;
    cublasCreate(&h);
    int failed = products<cuComplex>(h, cublasCgemv) + products<cuDoubleComplex>(h, cublasZgemv);
    printf("%d products, failed %d\n", 2 * 3 * 70 * 35, failed);
    fflush(stdout);
    cuComplex *a;
    cudaMalloc(&a, 32 * 32 * sizeof *a);
    past<<<1, 1>>>(a, 32 * 32);
    return cudaDeviceSynchronize() == cudaErrorIllegalAddress;
}
