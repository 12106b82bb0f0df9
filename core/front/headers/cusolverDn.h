/* cuSOLVER (dense): factorisations, systems, eigenvalues and singular values of device memory, with NVIDIA's names
   (https://docs.nvidia.com/cuda/cusolver). Matrices are stored by columns. `info` is written to device memory: 0, -i for
   a wrong argument i, or what the method found (a minor that is not positive, a zero pivot). Work areas have as many
   elements as the ..._bufferSize functions say. Functions return a cusolverStatus_t, and Heddle says on stderr which
   argument was wrong. */
#ifndef CUSOLVERDN_H_
#define CUSOLVERDN_H_
#include <cublas_v2.h>
#include <cusolver_common.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef struct syevjInfo *syevjInfo_t;
typedef struct gesvdjInfo *gesvdjInfo_t;
typedef struct cusolverDnParams *cusolverDnParams_t;
typedef struct cusolverDnIRSParams *cusolverDnIRSParams_t;
typedef struct cusolverDnIRSInfos *cusolverDnIRSInfos_t;
typedef enum { CUSOLVERDN_GETRF = 0, CUSOLVERDN_POTRF = 1, CUSOLVERDN_SYEVBATCHED = 2 } cusolverDnFunction_t;

/* Handles and settings */
cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle);
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle);
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream);
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t *stream);
cusolverStatus_t cusolverDnSetDeterministicMode(cusolverDnHandle_t handle, cusolverDeterministicMode_t mode);
cusolverStatus_t cusolverDnGetDeterministicMode(cusolverDnHandle_t handle, cusolverDeterministicMode_t *mode);
cusolverStatus_t cusolverDnCreateSyevjInfo(syevjInfo_t *info);
cusolverStatus_t cusolverDnDestroySyevjInfo(syevjInfo_t info);
cusolverStatus_t cusolverDnXsyevjSetTolerance(syevjInfo_t info, double tolerance);
cusolverStatus_t cusolverDnXsyevjSetMaxSweeps(syevjInfo_t info, int max_sweeps);
cusolverStatus_t cusolverDnXsyevjSetSortEig(syevjInfo_t info, int sort_eig);
cusolverStatus_t cusolverDnXsyevjGetResidual(cusolverDnHandle_t handle, syevjInfo_t info, double *residual);
cusolverStatus_t cusolverDnXsyevjGetSweeps(cusolverDnHandle_t handle, syevjInfo_t info, int *executed_sweeps);
cusolverStatus_t cusolverDnCreateGesvdjInfo(gesvdjInfo_t *info);
cusolverStatus_t cusolverDnDestroyGesvdjInfo(gesvdjInfo_t info);
cusolverStatus_t cusolverDnXgesvdjSetTolerance(gesvdjInfo_t info, double tolerance);
cusolverStatus_t cusolverDnXgesvdjSetMaxSweeps(gesvdjInfo_t info, int max_sweeps);
cusolverStatus_t cusolverDnXgesvdjSetSortEig(gesvdjInfo_t info, int sort_eig);
cusolverStatus_t cusolverDnXgesvdjGetResidual(cusolverDnHandle_t handle, gesvdjInfo_t info, double *residual);
cusolverStatus_t cusolverDnXgesvdjGetSweeps(cusolverDnHandle_t handle, gesvdjInfo_t info, int *executed_sweeps);
cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *params);
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params);
cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t params, cusolverDnFunction_t function,
                                         cusolverAlgMode_t algo);

/* Cholesky: A = L * L^H or U^H * U, systems, inverse */
@each S D C Z
cusolverStatus_t cusolverDn$Lpotrf_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, $T *A, int lda,
    int *lwork);
cusolverStatus_t cusolverDn$Lpotrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, $T *A, int lda, $T *work,
    int lwork, int *info);
cusolverStatus_t cusolverDn$Lpotrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs, const $T *A, int
    lda, $T *B, int ldb, int *info);
cusolverStatus_t cusolverDn$Lpotri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, $T *A, int lda,
    int *lwork);
cusolverStatus_t cusolverDn$Lpotri(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, $T *A, int lda, $T *work,
    int lwork, int *info);
cusolverStatus_t cusolverDn$LpotrfBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, $T *A[], int lda, int
    *info, int batch);
cusolverStatus_t cusolverDn$LpotrsBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs, $T *A[],
    int lda, $T *B[], int ldb, int *info, int batch);
@end

/* LU: P * A = L * U (ipiv NULL: without exchanging rows), systems */
@each S D C Z
cusolverStatus_t cusolverDn$Lgetrf_bufferSize(cusolverDnHandle_t handle, int m, int n, $T *A, int lda, int *lwork);
cusolverStatus_t cusolverDn$Lgetrf(cusolverDnHandle_t handle, int m, int n, $T *A, int lda, $T *work, int *ipiv, int
    *info);
cusolverStatus_t cusolverDn$Lgetrs(cusolverDnHandle_t handle, cublasOperation_t trans, int n, int nrhs, const $T *A, int
    lda, const int *ipiv, $T *B, int ldb, int *info);
@end

/* QR: A = Q * R; Q as a matrix; products with Q */
@each S D C Z
cusolverStatus_t cusolverDn$Lgeqrf_bufferSize(cusolverDnHandle_t handle, int m, int n, $T *A, int lda, int *lwork);
cusolverStatus_t cusolverDn$Lgeqrf(cusolverDnHandle_t handle, int m, int n, $T *A, int lda, $T *tau, $T *work, int
    lwork, int *info);
cusolverStatus_t cusolverDn$L$orgqr_bufferSize(cusolverDnHandle_t handle, int m, int n, int k, const $T *A, int lda,
    const $T *tau, int *lwork);
cusolverStatus_t cusolverDn$L$orgqr(cusolverDnHandle_t handle, int m, int n, int k, $T *A, int lda, const $T *tau, $T
    *work, int lwork, int *info);
cusolverStatus_t cusolverDn$L$ormqr_bufferSize(cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t
    trans, int m, int n, int k, const $T *A, int lda, const $T *tau, const $T *C, int ldc, int *lwork);
cusolverStatus_t cusolverDn$L$ormqr(cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans, int m,
    int n, int k, const $T *A, int lda, const $T *tau, $T *C, int ldc, $T *work, int lwork, int *info);
@end

/* Symmetric indefinite matrices: A = L * D * L^T */
@each S D C Z
cusolverStatus_t cusolverDn$Lsytrf_bufferSize(cusolverDnHandle_t handle, int n, $T *A, int lda, int *lwork);
cusolverStatus_t cusolverDn$Lsytrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, $T *A, int lda, int *ipiv,
    $T *work, int lwork, int *info);
@end

/* Eigenvalues of symmetric and Hermitian matrices, ascending; vectors take A's place */
@each S D C Z
cusolverStatus_t cusolverDn$L$syevd_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo,
    int n, const $T *A, int lda, const $R *W, int *lwork);
cusolverStatus_t cusolverDn$L$syevd(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, $T
    *A, int lda, $R *W, $T *work, int lwork, int *info);
cusolverStatus_t cusolverDn$L$syevj_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo,
    int n, const $T *A, int lda, const $R *W, int *lwork, syevjInfo_t params);
cusolverStatus_t cusolverDn$L$syevj(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, $T
    *A, int lda, $R *W, $T *work, int lwork, int *info, syevjInfo_t params);
cusolverStatus_t cusolverDn$L$syevjBatched_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t jobz,
    cublasFillMode_t uplo, int n, const $T *A, int lda, const $R *W, int *lwork, syevjInfo_t params, int batch);
cusolverStatus_t cusolverDn$L$syevjBatched(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo, int
    n, $T *A, int lda, $R *W, $T *work, int lwork, int *info, syevjInfo_t params, int batch);
cusolverStatus_t cusolverDn$L$sygvd_bufferSize(cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t
    jobz, cublasFillMode_t uplo, int n, const $T *A, int lda, const $T *B, int ldb, const $R *W, int *lwork);
cusolverStatus_t cusolverDn$L$sygvd(cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz,
    cublasFillMode_t uplo, int n, $T *A, int lda, $T *B, int ldb, $R *W, $T *work, int lwork, int *info);
@end

/* Singular values, descending: A = U * S * V^H. gesvd gives V^H and wants m >= n; gesvdj gives V */
@each S D C Z
cusolverStatus_t cusolverDn$Lgesvd_bufferSize(cusolverDnHandle_t handle, int m, int n, int *lwork);
cusolverStatus_t cusolverDn$Lgesvd(cusolverDnHandle_t handle, signed char jobu, signed char jobvt, int m, int n, $T *A,
    int lda, $R *S, $T *U, int ldu, $T *VT, int ldvt, $T *work, int lwork, $R *rwork, int *info);
cusolverStatus_t cusolverDn$Lgesvdj_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m, int
    n, const $T *A, int lda, const $R *S, const $T *U, int ldu, const $T *V, int ldv, int *lwork, gesvdjInfo_t params);
cusolverStatus_t cusolverDn$Lgesvdj(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m, int n, $T *A,
    int lda, $R *S, $T *U, int ldu, $T *V, int ldv, $T *work, int lwork, int *info, gesvdjInfo_t params);
cusolverStatus_t cusolverDn$LgesvdjBatched_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n,
    const $T *A, int lda, const $R *S, const $T *U, int ldu, const $T *V, int ldv, int *lwork, gesvdjInfo_t params, int
    batch);
cusolverStatus_t cusolverDn$LgesvdjBatched(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n, $T *A, int
    lda, $R *S, $T *U, int ldu, $T *V, int ldv, $T *work, int lwork, int *info, gesvdjInfo_t params, int batch);
@end

/* The 64-bit interface: element types as arguments, work areas on device and host in bytes */
cusolverStatus_t cusolverDnXpotrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasFillMode_t
                                             uplo, int64_t n, cudaDataType typeA, const void *A, int64_t lda,
                                             cudaDataType computeType, size_t *bytesOnDevice, size_t *bytesOnHost);
cusolverStatus_t cusolverDnXpotrf(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasFillMode_t uplo,
                                  int64_t n, cudaDataType typeA, void *A, int64_t lda, cudaDataType computeType, void
                                  *bufferOnDevice, size_t bytesOnDevice, void *bufferOnHost, size_t bytesOnHost, int
                                  *info);
cusolverStatus_t cusolverDnXpotrs(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasFillMode_t uplo,
                                  int64_t n, int64_t nrhs, cudaDataType typeA, const void *A, int64_t lda,
                                  cudaDataType typeB, void *B, int64_t ldb, int *info);
cusolverStatus_t cusolverDnXgetrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t
                                             n, cudaDataType typeA, const void *A, int64_t lda, cudaDataType
                                             computeType, size_t *bytesOnDevice, size_t *bytesOnHost);
cusolverStatus_t cusolverDnXgetrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n,
                                  cudaDataType typeA, void *A, int64_t lda, int64_t *ipiv, cudaDataType computeType,
                                  void *bufferOnDevice, size_t bytesOnDevice, void *bufferOnHost, size_t bytesOnHost,
                                  int *info);
cusolverStatus_t cusolverDnXgetrs(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasOperation_t trans,
                                  int64_t n, int64_t nrhs, cudaDataType typeA, const void *A, int64_t lda, const
                                  int64_t *ipiv, cudaDataType typeB, void *B, int64_t ldb, int *info);
cusolverStatus_t cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t
                                             n, cudaDataType typeA, const void *A, int64_t lda, cudaDataType typeTau,
                                             const void *tau, cudaDataType computeType, size_t *bytesOnDevice, size_t
                                             *bytesOnHost);
cusolverStatus_t cusolverDnXgeqrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n,
                                  cudaDataType typeA, void *A, int64_t lda, cudaDataType typeTau, void *tau,
                                  cudaDataType computeType, void *bufferOnDevice, size_t bytesOnDevice, void
                                  *bufferOnHost, size_t bytesOnHost, int *info);
cusolverStatus_t cusolverDnXsyevd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t
                                             jobz, cublasFillMode_t uplo, int64_t n, cudaDataType typeA, const void
                                             *A, int64_t lda, cudaDataType typeW, const void *W, cudaDataType
                                             computeType, size_t *bytesOnDevice, size_t *bytesOnHost);
cusolverStatus_t cusolverDnXsyevd(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobz,
                                  cublasFillMode_t uplo, int64_t n, cudaDataType typeA, void *A, int64_t lda,
                                  cudaDataType typeW, void *W, cudaDataType computeType, void *bufferOnDevice, size_t
                                  bytesOnDevice, void *bufferOnHost, size_t bytesOnHost, int *info);
cusolverStatus_t cusolverDnXgesvd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu,
                                             signed char jobvt, int64_t m, int64_t n, cudaDataType typeA, const void
                                             *A, int64_t lda, cudaDataType typeS, const void *S, cudaDataType typeU,
                                             const void *U, int64_t ldu, cudaDataType typeVT, const void *VT, int64_t
                                             ldvt, cudaDataType computeType, size_t *bytesOnDevice, size_t
                                             *bytesOnHost);
cusolverStatus_t cusolverDnXgesvd(cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu, signed char
                                  jobvt, int64_t m, int64_t n, cudaDataType typeA, void *A, int64_t lda, cudaDataType
                                  typeS, void *S, cudaDataType typeU, void *U, int64_t ldu, cudaDataType typeVT, void
                                  *VT, int64_t ldvt, cudaDataType computeType, void *bufferOnDevice, size_t
                                  bytesOnDevice, void *bufferOnHost, size_t bytesOnHost, int *info);

/* Eigenvalues of a range, with their vectors */
@each S D C Z
cusolverStatus_t cusolverDn$L$syevdx_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cusolverEigRange_t
    range, cublasFillMode_t uplo, int n, const $T *A, int lda, $R vl, $R vu, int il, int iu, int *meig, const $R *W, int
    *lwork);
cusolverStatus_t cusolverDn$L$syevdx(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cusolverEigRange_t range,
    cublasFillMode_t uplo, int n, $T *A, int lda, $R vl, $R vu, int il, int iu, int *meig, $R *W, $T *work, int lwork,
    int *info);
cusolverStatus_t cusolverDn$L$sygvdx_bufferSize(cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t
    jobz, cusolverEigRange_t range, cublasFillMode_t uplo, int n, const $T *A, int lda, const $T *B, int ldb, $R vl, $R
    vu, int il, int iu, int *meig, const $R *W, int *lwork);
cusolverStatus_t cusolverDn$L$sygvdx(cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz,
    cusolverEigRange_t range, cublasFillMode_t uplo, int n, $T *A, int lda, $T *B, int ldb, $R vl, $R vu, int il, int
    iu, int *meig, $R *W, $T *work, int lwork, int *info);
cusolverStatus_t cusolverDn$L$sygvj_bufferSize(cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t
    jobz, cublasFillMode_t uplo, int n, const $T *A, int lda, const $T *B, int ldb, const $R *W, int *lwork, syevjInfo_t
    params);
cusolverStatus_t cusolverDn$L$sygvj(cusolverDnHandle_t handle, cusolverEigType_t itype, cusolverEigMode_t jobz,
    cublasFillMode_t uplo, int n, $T *A, int lda, $T *B, int ldb, $R *W, $T *work, int lwork, int *info, syevjInfo_t
    params);
@end

/* Reductions to tridiagonal and bidiagonal form, and their orthogonal matrices */
@each S D C Z
cusolverStatus_t cusolverDn$L$sytrd_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, const $T *A, int
    lda, const $R *d, const $R *e, const $T *tau, int *lwork);
cusolverStatus_t cusolverDn$L$sytrd(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, $T *A, int lda, $R *d, $R
    *e, $T *tau, $T *work, int lwork, int *info);
cusolverStatus_t cusolverDn$L$orgtr_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, const $T *A, int
    lda, const $T *tau, int *lwork);
cusolverStatus_t cusolverDn$L$orgtr(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, $T *A, int lda, const $T
    *tau, $T *work, int lwork, int *info);
cusolverStatus_t cusolverDn$L$ormtr_bufferSize(cusolverDnHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
    cublasOperation_t trans, int m, int n, const $T *A, int lda, const $T *tau, const $T *C, int ldc, int *lwork);
cusolverStatus_t cusolverDn$L$ormtr(cusolverDnHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
    cublasOperation_t trans, int m, int n, $T *A, int lda, $T *tau, $T *C, int ldc, $T *work, int lwork, int *info);
cusolverStatus_t cusolverDn$Lgebrd_bufferSize(cusolverDnHandle_t handle, int m, int n, int *Lwork);
cusolverStatus_t cusolverDn$Lgebrd(cusolverDnHandle_t handle, int m, int n, $T *A, int lda, $R *D, $R *E, $T *TAUQ, $T
    *TAUP, $T *Work, int Lwork, int *devInfo);
cusolverStatus_t cusolverDn$L$orgbr_bufferSize(cusolverDnHandle_t handle, cublasSideMode_t side, int m, int n, int k,
    const $T *A, int lda, const $T *tau, int *lwork);
cusolverStatus_t cusolverDn$L$orgbr(cusolverDnHandle_t handle, cublasSideMode_t side, int m, int n, int k, $T *A, int
    lda, const $T *tau, $T *work, int lwork, int *info);
@end

/* Row exchanges, products of a triangle with itself, inverses of symmetric matrices */
@each S D C Z
cusolverStatus_t cusolverDn$Llaswp(cusolverDnHandle_t handle, int n, $T *A, int lda, int k1, int k2, const int *devIpiv,
    int incx);
cusolverStatus_t cusolverDn$Llauum_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, $T *A, int lda,
    int *lwork);
cusolverStatus_t cusolverDn$Llauum(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, $T *A, int lda, $T *work,
    int lwork, int *devInfo);
cusolverStatus_t cusolverDn$Lsytri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, $T *A, int lda,
    const int *ipiv, int *lwork);
cusolverStatus_t cusolverDn$Lsytri(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, $T *A, int lda, const int
    *ipiv, $T *work, int lwork, int *info);
@end

/* The largest singular values of many matrices: A = U * S * V^H */
@each S D C Z
cusolverStatus_t cusolverDn$LgesvdaStridedBatched_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int
    rank, int m, int n, const $T *d_A, int lda, long long strideA, const $R *d_S, long long strideS, const $T *d_U, int
    ldu, long long strideU, const $T *d_V, int ldv, long long strideV, int *lwork, int batchSize);
@end
cusolverStatus_t cusolverDnSgesvdaStridedBatched(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int rank, int m, int n,
    const float *d_A, int lda, long long strideA, float *d_S, long long strideS, float *d_U, int ldu, long long strideU,
    float *d_V, int ldv, long long strideV, float *d_work, int lwork, int *d_info, double *h_R_nrmF, int batchSize);
cusolverStatus_t cusolverDnDgesvdaStridedBatched(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int rank, int m, int n,
    const double *d_A, int lda, long long strideA, double *d_S, long long strideS, double *d_U, int ldu, long long strideU,
    double *d_V, int ldv, long long strideV, double *d_work, int lwork, int *d_info, double *h_R_nrmF, int batchSize);
cusolverStatus_t cusolverDnCgesvdaStridedBatched(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int rank, int m, int n,
    const cuComplex *d_A, int lda, long long strideA, float *d_S, long long strideS, cuComplex *d_U, int ldu, long long
    strideU, cuComplex *d_V, int ldv, long long strideV, cuComplex *d_work, int lwork, int *d_info, double *h_R_nrmF, int
    batchSize);
cusolverStatus_t cusolverDnZgesvdaStridedBatched(cusolverDnHandle_t handle, cusolverEigMode_t jobz, int rank, int m, int n,
    const cuDoubleComplex *d_A, int lda, long long strideA, double *d_S, long long strideS, cuDoubleComplex *d_U, int ldu,
    long long strideU, cuDoubleComplex *d_V, int ldv, long long strideV, cuDoubleComplex *d_work, int lwork, int *d_info,
    double *h_R_nrmF, int batchSize);

/* Systems and least squares in mixed precision, to the precision of the first letter */
@each SS SH SB SX DD DS DH DB DX CC CK CE CY ZZ ZC ZK ZE ZY
cusolverStatus_t cusolverDn$Lgesv_bufferSize(cusolverDnHandle_t handle, int n, int nrhs, $T *dA, int ldda, int *dipiv,
    $T *dB, int lddb, $T *dX, int lddx, void *dWorkspace, size_t *lwork_bytes);
cusolverStatus_t cusolverDn$Lgesv(cusolverDnHandle_t handle, int n, int nrhs, $T *dA, int ldda, int *dipiv, $T *dB, int
    lddb, $T *dX, int lddx, void *dWorkspace, size_t lwork_bytes, int *iter, int *d_info);
cusolverStatus_t cusolverDn$Lgels_bufferSize(cusolverDnHandle_t handle, int m, int n, int nrhs, $T *dA, int ldda, $T
    *dB, int lddb, $T *dX, int lddx, void *dWorkspace, size_t *lwork_bytes);
cusolverStatus_t cusolverDn$Lgels(cusolverDnHandle_t handle, int m, int n, int nrhs, $T *dA, int ldda, $T *dB, int lddb,
    $T *dX, int lddx, void *dWorkspace, size_t lwork_bytes, int *iter, int *d_info);
@end

/* By 64-bit sizes: part of a spectrum, many matrices, polar and randomised singular values, triangles, any matrix */
cusolverStatus_t cusolverDnXsyevdx_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobz,
    cusolverEigRange_t range, cublasFillMode_t uplo, int64_t n, cudaDataType typeA, const void *A, int64_t lda, void *vl,
    void *vu, int64_t il, int64_t iu, int64_t *h_meig, cudaDataType typeW, const void *W, cudaDataType computeType, size_t
    *bytesOnDevice, size_t *bytesOnHost);
cusolverStatus_t cusolverDnXsyevdx(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobz,
    cusolverEigRange_t range, cublasFillMode_t uplo, int64_t n, cudaDataType typeA, void *A, int64_t lda, void *vl, void
    *vu, int64_t il, int64_t iu, int64_t *meig64, cudaDataType typeW, void *W, cudaDataType computeType, void
    *bufferOnDevice, size_t bytesOnDevice, void *bufferOnHost, size_t bytesOnHost, int *info);
cusolverStatus_t cusolverDnXsyevBatched_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t
    jobz, cublasFillMode_t uplo, int64_t n, cudaDataType typeA, const void *A, int64_t lda, cudaDataType typeW, const void
    *W, cudaDataType computeType, size_t *bytesOnDevice, size_t *bytesOnHost, int64_t batchSize);
cusolverStatus_t cusolverDnXsyevBatched(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobz,
    cublasFillMode_t uplo, int64_t n, cudaDataType typeA, void *A, int64_t lda, cudaDataType typeW, void *W, cudaDataType
    computeType, void *bufferOnDevice, size_t bytesOnDevice, void *bufferOnHost, size_t bytesOnHost, int *info, int64_t
    batchSize);
cusolverStatus_t cusolverDnXgesvdp_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobz,
    int econ, int64_t m, int64_t n, cudaDataType typeA, const void *A, int64_t lda, cudaDataType typeS, const void *S,
    cudaDataType typeU, const void *U, int64_t ldu, cudaDataType typeV, const void *V, int64_t ldv, cudaDataType
    computeType, size_t *bytesOnDevice, size_t *bytesOnHost);
cusolverStatus_t cusolverDnXgesvdp(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobz, int econ,
    int64_t m, int64_t n, cudaDataType typeA, void *A, int64_t lda, cudaDataType typeS, void *S, cudaDataType typeU, void
    *U, int64_t ldu, cudaDataType typeV, void *V, int64_t ldv, cudaDataType computeType, void *bufferOnDevice, size_t
    bytesOnDevice, void *bufferOnHost, size_t bytesOnHost, int *d_info, double *h_err_sigma);
cusolverStatus_t cusolverDnXgesvdr_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu, signed
    char jobv, int64_t m, int64_t n, int64_t k, int64_t p, int64_t niters, cudaDataType typeA, const void *A, int64_t lda,
    cudaDataType typeSrand, const void *Srand, cudaDataType typeUrand, const void *Urand, int64_t ldUrand, cudaDataType
    typeVrand, const void *Vrand, int64_t ldVrand, cudaDataType computeType, size_t *bytesOnDevice, size_t *bytesOnHost);
cusolverStatus_t cusolverDnXgesvdr(cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu, signed char jobv,
    int64_t m, int64_t n, int64_t k, int64_t p, int64_t niters, cudaDataType typeA, void *A, int64_t lda, cudaDataType
    typeSrand, void *Srand, cudaDataType typeUrand, void *Urand, int64_t ldUrand, cudaDataType typeVrand, void *Vrand,
    int64_t ldVrand, cudaDataType computeType, void *bufferOnDevice, size_t bytesOnDevice, void *bufferOnHost, size_t
    bytesOnHost, int *d_info);
cusolverStatus_t cusolverDnXtrtri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo, cublasDiagType_t diag,
    int64_t n, cudaDataType typeA, void *A, int64_t lda, size_t *bytesOnDevice, size_t *bytesOnHost);
cusolverStatus_t cusolverDnXtrtri(cusolverDnHandle_t handle, cublasFillMode_t uplo, cublasDiagType_t diag, int64_t n,
    cudaDataType typeA, void *A, int64_t lda, void *bufferOnDevice, size_t bytesOnDevice, void *bufferOnHost, size_t
    bytesOnHost, int *devInfo);
cusolverStatus_t cusolverDnXsytrs_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo, int64_t n, int64_t nrhs,
    cudaDataType typeA, const void *A, int64_t lda, const int64_t *ipiv, cudaDataType typeB, void *B, int64_t ldb, size_t
    *bytesOnDevice, size_t *bytesOnHost);
cusolverStatus_t cusolverDnXsytrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int64_t n, int64_t nrhs, cudaDataType
    typeA, const void *A, int64_t lda, const int64_t *ipiv, cudaDataType typeB, void *B, int64_t ldb, void *bufferOnDevice,
    size_t bytesOnDevice, void *bufferOnHost, size_t bytesOnHost, int *info);
cusolverStatus_t cusolverDnXgeev_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobvl,
    cusolverEigMode_t jobvr, int64_t n, cudaDataType typeA, const void *A, int64_t lda, cudaDataType typeW, const void *W,
    cudaDataType typeVL, const void *VL, int64_t ldvl, cudaDataType typeVR, const void *VR, int64_t ldvr, cudaDataType
    computeType, size_t *bytesOnDevice, size_t *bytesOnHost);
cusolverStatus_t cusolverDnXgeev(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t jobvl,
    cusolverEigMode_t jobvr, int64_t n, cudaDataType typeA, void *A, int64_t lda, cudaDataType typeW, void *W, cudaDataType
    typeVL, void *VL, int64_t ldvl, cudaDataType typeVR, void *VR, int64_t ldvr, cudaDataType computeType, void
    *bufferOnDevice, size_t bytesOnDevice, void *bufferOnHost, size_t bytesOnHost, int *info);

/* Iterative refinement with settings (how, in which precisions, how long) and a record of what it came to. On the CPU
   the narrow precisions are the main one, too: the first solution is exact to rounding, and one step follows. */
cusolverStatus_t cusolverDnIRSParamsCreate(cusolverDnIRSParams_t *params_ptr);
cusolverStatus_t cusolverDnIRSParamsDestroy(cusolverDnIRSParams_t params);
cusolverStatus_t cusolverDnIRSParamsSetRefinementSolver(cusolverDnIRSParams_t params, cusolverIRSRefinement_t
    refinement_solver);
cusolverStatus_t cusolverDnIRSParamsSetSolverMainPrecision(cusolverDnIRSParams_t params, cusolverPrecType_t
    solver_main_precision);
cusolverStatus_t cusolverDnIRSParamsSetSolverLowestPrecision(cusolverDnIRSParams_t params, cusolverPrecType_t
    solver_lowest_precision);
cusolverStatus_t cusolverDnIRSParamsSetSolverPrecisions(cusolverDnIRSParams_t params, cusolverPrecType_t
    solver_main_precision, cusolverPrecType_t solver_lowest_precision);
cusolverStatus_t cusolverDnIRSParamsSetTol(cusolverDnIRSParams_t params, double val);
cusolverStatus_t cusolverDnIRSParamsSetTolInner(cusolverDnIRSParams_t params, double val);
cusolverStatus_t cusolverDnIRSParamsSetMaxIters(cusolverDnIRSParams_t params, cusolver_int_t maxiters);
cusolverStatus_t cusolverDnIRSParamsSetMaxItersInner(cusolverDnIRSParams_t params, cusolver_int_t maxiters_inner);
cusolverStatus_t cusolverDnIRSParamsGetMaxIters(cusolverDnIRSParams_t params, cusolver_int_t *maxiters);
cusolverStatus_t cusolverDnIRSParamsEnableFallback(cusolverDnIRSParams_t params);
cusolverStatus_t cusolverDnIRSParamsDisableFallback(cusolverDnIRSParams_t params);
cusolverStatus_t cusolverDnIRSInfosCreate(cusolverDnIRSInfos_t *infos_ptr);
cusolverStatus_t cusolverDnIRSInfosDestroy(cusolverDnIRSInfos_t infos);
cusolverStatus_t cusolverDnIRSInfosGetNiters(cusolverDnIRSInfos_t infos, cusolver_int_t *niters);
cusolverStatus_t cusolverDnIRSInfosGetOuterNiters(cusolverDnIRSInfos_t infos, cusolver_int_t *outer_niters);
cusolverStatus_t cusolverDnIRSInfosGetMaxIters(cusolverDnIRSInfos_t infos, cusolver_int_t *maxiters);
cusolverStatus_t cusolverDnIRSInfosRequestResidual(cusolverDnIRSInfos_t infos);
cusolverStatus_t cusolverDnIRSInfosGetResidualHistory(cusolverDnIRSInfos_t infos, void **residual_history);
cusolverStatus_t cusolverDnIRSXgesv(cusolverDnHandle_t handle, cusolverDnIRSParams_t gesv_irs_params,
    cusolverDnIRSInfos_t gesv_irs_infos, cusolver_int_t n, cusolver_int_t nrhs, void *dA, cusolver_int_t ldda, void
    *dB, cusolver_int_t lddb, void *dX, cusolver_int_t lddx, void *dWorkspace, size_t lwork_bytes, cusolver_int_t
    *niters, cusolver_int_t *d_info);
cusolverStatus_t cusolverDnIRSXgesv_bufferSize(cusolverDnHandle_t handle, cusolverDnIRSParams_t params, cusolver_int_t
    n, cusolver_int_t nrhs, size_t *lwork_bytes);
cusolverStatus_t cusolverDnIRSXgels(cusolverDnHandle_t handle, cusolverDnIRSParams_t gels_irs_params,
    cusolverDnIRSInfos_t gels_irs_infos, cusolver_int_t m, cusolver_int_t n, cusolver_int_t nrhs, void *dA,
    cusolver_int_t ldda, void *dB, cusolver_int_t lddb, void *dX, cusolver_int_t lddx, void *dWorkspace, size_t
    lwork_bytes, cusolver_int_t *niters, cusolver_int_t *d_info);
cusolverStatus_t cusolverDnIRSXgels_bufferSize(cusolverDnHandle_t handle, cusolverDnIRSParams_t params, cusolver_int_t
    m, cusolver_int_t n, cusolver_int_t nrhs, size_t *lwork_bytes);

typedef void (*cusolverDnLoggerCallback_t)(int level, const char *functionName, const char *message);
cusolverStatus_t cusolverDnLoggerSetCallback(cusolverDnLoggerCallback_t callback);
cusolverStatus_t cusolverDnLoggerOpenFile(const char *logFile);
cusolverStatus_t cusolverDnLoggerSetLevel(int level);
cusolverStatus_t cusolverDnLoggerSetMask(int mask);
cusolverStatus_t cusolverDnLoggerForceDisable(void);
cusolverStatus_t cusolverDnLoggerSetFile(FILE *file);

/* ---- Declared only: what runs on a GPU alone. On the CPU these return CUSOLVER_STATUS_NOT_SUPPORTED, and stderr says what to call instead ---- */
cusolverStatus_t cusolverDnSetEmulationStrategy(cusolverDnHandle_t handle, cudaEmulationStrategy strategy);
cusolverStatus_t cusolverDnGetEmulationStrategy(cusolverDnHandle_t handle, cudaEmulationStrategy *strategy);
cusolverStatus_t cusolverDnXlarft_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverDirectMode_t
    direct, cusolverStorevMode_t storev, int64_t n, int64_t k, cudaDataType dataTypeV, const void *V, int64_t ldv,
    cudaDataType dataTypeTau, const void *tau, cudaDataType dataTypeT, void *T, int64_t ldt, cudaDataType computeType,
    size_t *workspaceInBytesOnDevice, size_t *workspaceInBytesOnHost);
cusolverStatus_t cusolverDnXlarft(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverDirectMode_t direct,
    cusolverStorevMode_t storev, int64_t n, int64_t k, cudaDataType dataTypeV, const void *V, int64_t ldv, cudaDataType
    dataTypeTau, const void *tau, cudaDataType dataTypeT, void *T, int64_t ldt, cudaDataType computeType, void
    *bufferOnDevice, size_t workspaceInBytesOnDevice, void *bufferOnHost, size_t workspaceInBytesOnHost);
cusolverStatus_t cusolverDnSetMathMode(cusolverDnHandle_t handle, cusolverMathMode_t mode);
cusolverStatus_t cusolverDnGetMathMode(cusolverDnHandle_t handle, cusolverMathMode_t *mode);

#ifdef __cplusplus
}
#endif
#endif
