// Each argument of a product wrong once: the status of the real library, and a line that says which. The session of handles and
// streams, and what of a call happens anyway.
// CPU-ONLY: the real libraries follow what leads nowhere, and their words are their own.
// EXIT: 0
// CHECK: create 0 version 130000
// CHECK: null handle 1, garbage handle 1
// CHECK: op 7, m 7, k 7, lda 7, ldb 7, ldc 7, alpha 7
// CHECK: host memory 13, too short 13, freed 13
// CHECK: n of 0 is 0, and C is still 7
// CHECK: increment 7, triangle 7, diagonal 7, side 7
// CHECK: host pointer mode 0, device pointer mode 0, sums 6 and 6
// CHECK: mode 7 of pointers, stream 7
// CHECK: singular 1, batch of 40 7
// CHECK: types 15
// CHECK: CUBLAS_STATUS_INVALID_VALUE: an unsupported value or parameter was passed to the function
// CHECK: destroy 0, again 1
// ERROR: cublasSgemm: the handle 0x
// ERROR: cublasSgemm: the handle is NULL: cublasCreate makes one
// ERROR: cublasSgemm: k (-2) is negative
// ERROR: cublasSgemm: m (-1) is negative
// ERROR: cublasSgemm: transa (9) is no cublasOperation_t
// ERROR: cublasSgemm: `alpha` is NULL
// ERROR: cublasSgemm: ldc (1) is less than m (2)
// ERROR: cublasSgemm: ldb (0) is less than the rows of B (2)
// ERROR: cublasSgemm: lda (1) is less than the rows of A (2)
// ERROR: cublasSgemm: the memory of `A` was freed before
// ERROR: cublasSgemm: `B` needs 16 bytes from there on, and its allocation has 8
// ERROR: cublasSgemm: `A` is host memory: copy it to memory of cudaMalloc
// ERROR: cublasStrsm: side (3) is no cublasSideMode_t
// ERROR: cublasStrsv: diag (4) is no cublasDiagType_t
// ERROR: cublasStrsv: uplo (5) is neither CUBLAS_FILL_MODE_LOWER nor CUBLAS_FILL_MODE_UPPER
// ERROR: cublasSgemv: incx is 0
// ERROR: cublasSetPointerMode: 7 is no value of that setting
// ERROR: cublasSetStream: 0x
// ERROR: cublasSmatinvBatched: n (40) is more than 32
// ERROR: cublasGemmEx: no product of cudaDataTypes 0 and 2 to 0 is computed in type 68
// ERROR: cublasDestroy: the handle 0x
#include <cublas_v2.h>
#include <cstdio>

float *C, zero = 0;

int gemm(cublasHandle_t handle, int op, int m, int k, const float *alpha, float *a, int lda, float *b, int ldb, int ldc) {
    return cublasSgemm(handle, (cublasOperation_t)op, CUBLAS_OP_N, m, 2, k, alpha, a, lda, b, ldb, &zero, C, ldc);
}

int main() {
    cublasHandle_t h;
    int version, created = cublasCreate(&h);
    cublasGetVersion(h, &version);
    printf("create %d version %d\n", created, version);
    float *A, *B, *small, one = 1, host[16] = {0};
    cudaMallocManaged(&A, 16);
    cudaMallocManaged(&B, 16);
    cudaMallocManaged(&C, 16);
    cudaMallocManaged(&small, 8);
    for (int i = 0; i < 4; i++) A[i] = B[i] = i, C[i] = 7;
    printf("null handle %d, garbage handle %d\n", gemm(NULL, 0, 2, 2, &one, A, 2, B, 2, 2),
           gemm((cublasHandle_t)host, 0, 2, 2, &one, A, 2, B, 2, 2));
    printf("op %d, m %d, k %d, ", gemm(h, 9, 2, 2, &one, A, 2, B, 2, 2), gemm(h, 0, -1, 2, &one, A, 2, B, 2, 2),
           gemm(h, 0, 2, -2, &one, A, 2, B, 2, 2));
    printf("lda %d, ldb %d, ldc %d, alpha %d\n", gemm(h, 0, 2, 2, &one, A, 1, B, 2, 2), gemm(h, 0, 2, 2, &one, A, 2, B, 0, 2),
           gemm(h, 0, 2, 2, &one, A, 2, B, 2, 1), gemm(h, 0, 2, 2, NULL, A, 2, B, 2, 2));
    float *gone;
    cudaMalloc(&gone, 16);
    cudaFree(gone);
    printf("host memory %d, too short %d, freed %d\n", gemm(h, 0, 2, 2, &one, host, 2, B, 2, 2),
           gemm(h, 0, 2, 2, &one, A, 2, small, 2, 2), gemm(h, 0, 2, 2, &one, gone, 2, B, 2, 2));
    printf("n of 0 is %d, and C is still %g\n", (int)cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 0, 2, &one, A, 2, B, 2, &zero, C, 2),
           C[0]);
    printf("increment %d, triangle %d, diagonal %d, side %d\n", (int)cublasSgemv(h, CUBLAS_OP_N, 2, 2, &one, A, 2, B, 0, &zero, C, 1),
           (int)cublasStrsv(h, (cublasFillMode_t)5, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 2, A, 2, B, 1),
           (int)cublasStrsv(h, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, (cublasDiagType_t)4, 2, A, 2, B, 1),
           (int)cublasStrsm(h, (cublasSideMode_t)3, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 2, 2, &one, A, 2, B, 2));
    float sum;
    int by_host = cublasSasum(h, 4, A, 1, &sum);
    cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE);
    int by_device = cublasSasum(h, 4, A, 1, small);
    printf("host pointer mode %d, device pointer mode %d, sums %g and %g\n", by_host, by_device, sum, small[0]);
    int mode = cublasSetPointerMode(h, (cublasPointerMode_t)7), stream = cublasSetStream(h, (cudaStream_t)host);
    printf("mode %d of pointers, stream %d\n", mode, stream);
    cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST);
    float **list;
    int *info;
    cudaMallocManaged(&list, sizeof *list);
    cudaMallocManaged(&info, sizeof *info);
    for (int i = 0; i < 4; i++) A[i] = 0;
    list[0] = A;
    cublasSmatinvBatched(h, 2, list, 2, list, 2, info, 1);
    int large = cublasSmatinvBatched(h, 40, list, 40, list, 40, info, 1);
    printf("singular %d, batch of 40 %d\n", *info, large);
    printf("types %d\n", (int)cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, A, CUDA_R_32F, 2, B, CUDA_R_16F, 2, &zero, C,
                                           CUDA_R_32F, 2, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    printf("%s: %s\n", cublasGetStatusName(CUBLAS_STATUS_INVALID_VALUE), cublasGetStatusString(CUBLAS_STATUS_INVALID_VALUE));
    int destroyed = cublasDestroy(h);
    printf("destroy %d, again %d\n", destroyed, (int)cublasDestroy(h));
}
