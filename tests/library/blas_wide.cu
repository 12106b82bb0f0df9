// NEEDS: libopenblas.so.0
// cuBLAS with 64-bit sizes beside random calls (blas.py): indices, pointers on the
// device, vectors that move, and sizes that the CPU does not take.
/* OUTPUT:
moved 0
amax 2 amin 4
on the device 2
scaled 0
2 6
too large 7
too far 7
no result 7
no handle 1
*/
// ERROR: cublasSscal_64: n (4294967296) is beyond 2^31 - 1, the most that the CPU takes
// ERROR: cublasSscal_64: incx (-8589934592) is beyond 2^31 - 1
// ERROR: cublasIsamax: the result's pointer is NULL
// EXIT: 0
#include <cublas_v2.h>
#include <cstdio>
int main() {
    cublasHandle_t h;
    cublasCreate(&h);
    float v[] = {1, -7, 3, 0.5f}, back[2] = {};
    float *x;
    cudaMalloc(&x, sizeof v);
    printf("moved %d\n", cublasSetVector_64(4, sizeof(float), v, 1, x, 1));
    int64_t largest = -1, smallest = -1;
    cublasIsamax_64(h, 4, x, 1, &largest);
    cublasIsamin_v2_64(h, 4, x, 1, &smallest);
    printf("amax %lld amin %lld\n", (long long)largest, (long long)smallest);
    int64_t *there;
    cudaMallocManaged(&there, 8);
    *there = -1;
    cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE);
    cublasIsamax_64(h, 4, x, 1, there);
    cudaDeviceSynchronize();
    printf("on the device %lld\n", (long long)*there);
    cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST);
    float two = 2;
    printf("scaled %d\n", cublasSscal_64(h, 2, &two, x, 2));
    cublasGetVector_64(2, sizeof(float), x, 2, back, 1);
    printf("%g %g\n", back[0], back[1]);
    printf("too large %d\n", cublasSscal_64(h, 1ll << 32, &two, x, 1));
    printf("too far %d\n", cublasSscal_64(h, 4, &two, x, -(1ll << 33)));
    printf("no result %d\n", cublasIsamax_64(h, 4, x, 1, nullptr));
    printf("no handle %d\n", cublasIsamax_64(nullptr, 4, x, 1, &largest));
    cublasDestroy(h);
}
