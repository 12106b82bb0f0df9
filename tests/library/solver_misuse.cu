// Arguments of cuSOLVER wrong once each, what `info` tells of matrices, and settings.
// CPU-ONLY: the real libraries follow what leads nowhere, and their words are their own.
// EXIT: 0
// CHECK: handle 1 1, uplo 3, n 3, lda 3, work 3, short 3, host 3
// CHECK: not positive 0 info 2, singular 0 info 2, mode 3, wide 3 3, type 9
// CHECK: residual 0, sweeps 1, stream 3, destroyed 0, again 1
// ERROR: cusolverDnDpotrf: the handle is NULL: cusolverDnCreate makes one
// ERROR: cusolverDnDpotrf: the handle 0x
// ERROR: cusolverDnDpotrf: uplo (7) is neither CUBLAS_FILL_MODE_LOWER nor CUBLAS_FILL_MODE_UPPER
// ERROR: cusolverDnDpotrf: n (-1) is negative
// ERROR: cusolverDnDpotrf: lda (1) is less than n (2)
// ERROR: cusolverDnDpotrf: lwork (3) is less than what the function's _bufferSize says (192)
// ERROR: cusolverDnDpotrf: `A` needs 648 bytes from there on, and its allocation has 256
// ERROR: cusolverDnDpotrf: `A` is host memory: copy it to memory of cudaMalloc
// ERROR: cusolverDnDsyevd: jobz (2) is no cusolverEigMode_t
// ERROR: cusolverDnDgesvd: m (1) is less than n (2): give it the transposed matrix
// ERROR: cusolverDnDgesvd: jobu (`B`) is none of A, S, O, N
// ERROR: cusolverDnXgetrf: no matrix of cudaDataType 2 is factored on the CPU
// ERROR: cusolverDnSetStream: 0x
// ERROR: cusolverDnDestroy: the handle 0x
#include <cstdio>
#include <cusolverDn.h>

int main() {
    cusolverDnHandle_t h, none = NULL;
    cusolverDnCreate(&h);
    int lwork, *info, *pivots;
    double *A, *w, host[4] = {1, 2, 2, 1}, *W;
    cudaMalloc(&A, 256);
    cudaMalloc(&W, 256);
    cudaMallocManaged(&info, 4);
    cudaMalloc(&pivots, 256);
    cusolverDnDpotrf_bufferSize(h, CUBLAS_FILL_MODE_LOWER, 9, A, 9, &lwork);
    cudaMalloc(&w, lwork * sizeof(double));
    cublasFillMode_t low = CUBLAS_FILL_MODE_LOWER;
    printf("handle %d ", cusolverDnDpotrf(none, low, 2, A, 2, w, lwork, info));
    printf("%d, ", cusolverDnDpotrf((cusolverDnHandle_t)host, low, 2, A, 2, w, lwork, info));
    printf("uplo %d, ", cusolverDnDpotrf(h, (cublasFillMode_t)7, 2, A, 2, w, lwork, info));
    printf("n %d, ", cusolverDnDpotrf(h, low, -1, A, 2, w, lwork, info));
    printf("lda %d, ", cusolverDnDpotrf(h, low, 2, A, 1, w, lwork, info));
    printf("work %d, ", cusolverDnDpotrf(h, low, 2, A, 2, w, 3, info));
    printf("short %d, ", cusolverDnDpotrf(h, low, 9, A, 9, w, lwork, info));
    printf("host %d\n", cusolverDnDpotrf(h, low, 2, host, 2, w, lwork, info));
    cudaMemcpy(A, host, sizeof host, cudaMemcpyHostToDevice);
    printf("not positive %d ", cusolverDnDpotrf(h, low, 2, A, 2, w, lwork, info));
    printf("info %d, ", *info);
    double same[4] = {1, 1, 1, 1};
    cudaMemcpy(A, same, sizeof same, cudaMemcpyHostToDevice);
    printf("singular %d ", cusolverDnDgetrf(h, 2, 2, A, 2, w, pivots, info));
    printf("info %d, ", *info);
    printf("mode %d, ", cusolverDnDsyevd(h, (cusolverEigMode_t)2, low, 2, A, 2, W, w, lwork, info));
    printf("wide %d ", cusolverDnDgesvd(h, 'A', 'A', 1, 2, A, 2, W, A, 2, A, 2, w, lwork, NULL, info));
    printf("%d, ", cusolverDnDgesvd(h, 'B', 'A', 2, 2, A, 2, W, A, 2, A, 2, w, lwork, NULL, info));
    printf("type %d\n", cusolverDnXgetrf(h, NULL, 2, 2, CUDA_R_16F, A, 2, NULL, CUDA_R_16F, w, 8, NULL, 0, info));
    syevjInfo_t settings;
    double residual = 7;
    int sweeps = 7;
    cusolverDnCreateSyevjInfo(&settings);
    cusolverDnXsyevjSetTolerance(settings, 1e-7);
    cusolverDnXsyevjGetResidual(h, settings, &residual);
    cusolverDnXsyevjGetSweeps(h, settings, &sweeps);
    cusolverDnDestroySyevjInfo(settings);
    printf("residual %g, sweeps %d, ", residual, sweeps);
    printf("stream %d, ", cusolverDnSetStream(h, (cudaStream_t)host));
    printf("destroyed %d, ", cusolverDnDestroy(h));
    printf("again %d\n", cusolverDnDestroy(h));
}
