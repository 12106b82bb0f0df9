/* cuSOLVER's systems with sparse matrices (https://docs.nvidia.com/cuda/cusolver, chapter cuSolverSP): csrlsvlu, csrlsvqr and
   csrlsvchol on the device and on the host. The unknowns are put in an order that makes the matrix a band, which LAPACK solves; *singularity is -1,
   or the row in which a pivot was below tol (then x stays). Matrices whose band would take more than 4 GB are refused. */
#ifndef CUSOLVERSP_H_
#define CUSOLVERSP_H_
#include <cusparse.h>
#include <cusolver_common.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cusolverSpContext *cusolverSpHandle_t;
typedef struct csrqrInfo *csrqrInfo_t;

cusolverStatus_t cusolverSpCreate(cusolverSpHandle_t *handle);
cusolverStatus_t cusolverSpDestroy(cusolverSpHandle_t handle);
cusolverStatus_t cusolverSpSetStream(cusolverSpHandle_t handle, cudaStream_t streamId);
cusolverStatus_t cusolverSpGetStream(cusolverSpHandle_t handle, cudaStream_t *streamId);
@each S D C Z
cusolverStatus_t cusolverSp$LcsrlsvluHost(cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t descrA, const $T
    *csrValA, const int *csrRowPtrA, const int *csrColIndA, const $T *b, $R tol, int reorder, $T *x, int *singularity);
cusolverStatus_t cusolverSp$Lcsrlsvqr(cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t descrA, const $T
    *csrValA, const int *csrRowPtrA, const int *csrColIndA, const $T *b, $R tol, int reorder, $T *x, int *singularity);
cusolverStatus_t cusolverSp$LcsrlsvqrHost(cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t descrA, const $T
    *csrValA, const int *csrRowPtrA, const int *csrColIndA, const $T *b, $R tol, int reorder, $T *x, int *singularity);
cusolverStatus_t cusolverSp$Lcsrlsvchol(cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t descrA, const $T
    *csrValA, const int *csrRowPtrA, const int *csrColIndA, const $T *b, $R tol, int reorder, $T *x, int *singularity);
cusolverStatus_t cusolverSp$LcsrlsvcholHost(cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t descrA, const $T
    *csrValA, const int *csrRowPtrA, const int *csrColIndA, const $T *b, $R tol, int reorder, $T *x, int *singularity);
@end

/* ---- Declared only: what runs on a GPU alone. On the CPU these return CUSOLVER_STATUS_NOT_SUPPORTED, and stderr says what to call instead ---- */
cusolverStatus_t cusolverSpXcsrissymHost(cusolverSpHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA, const int
    *csrRowPtrA, const int *csrEndPtrA, const int *csrColIndA, int *issym);
cusolverStatus_t cusolverSpXcsrsymrcmHost(cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t descrA, const int
    *csrRowPtrA, const int *csrColIndA, int *p);
cusolverStatus_t cusolverSpXcsrsymmdqHost(cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t descrA, const int
    *csrRowPtrA, const int *csrColIndA, int *p);
cusolverStatus_t cusolverSpXcsrsymamdHost(cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t descrA, const int
    *csrRowPtrA, const int *csrColIndA, int *p);
cusolverStatus_t cusolverSpXcsrmetisndHost(cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t descrA, const
    int *csrRowPtrA, const int *csrColIndA, const int64_t *options, int *p);
cusolverStatus_t cusolverSpXcsrperm_bufferSizeHost(cusolverSpHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t
    descrA, const int *csrRowPtrA, const int *csrColIndA, const int *p, const int *q, size_t *bufferSizeInBytes);
cusolverStatus_t cusolverSpXcsrpermHost(cusolverSpHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t descrA, int
    *csrRowPtrA, int *csrColIndA, const int *p, const int *q, int *map, void *pBuffer);
cusolverStatus_t cusolverSpCreateCsrqrInfo(csrqrInfo_t *info);
cusolverStatus_t cusolverSpDestroyCsrqrInfo(csrqrInfo_t info);
cusolverStatus_t cusolverSpXcsrqrAnalysisBatched(cusolverSpHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t
    descrA, const int *csrRowPtrA, const int *csrColIndA, csrqrInfo_t info);
@each S D C Z
cusolverStatus_t cusolverSp$LcsrqrBufferInfoBatched(cusolverSpHandle_t handle, int m, int n, int nnz, const
    cusparseMatDescr_t descrA, const $T *csrValA, const int *csrRowPtrA, const int *csrColIndA, int batchSize, csrqrInfo_t
    info, size_t *internalDataInBytes, size_t *workspaceInBytes);
cusolverStatus_t cusolverSp$LcsrqrsvBatched(cusolverSpHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t descrA,
    const $T *csrValA, const int *csrRowPtrA, const int *csrColIndA, const $T *b, $T *x, int batchSize, csrqrInfo_t info, void
    *pBuffer);
cusolverStatus_t cusolverSp$LcsrlsqvqrHost(cusolverSpHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t descrA,
    const $T *csrValA, const int *csrRowPtrA, const int *csrColIndA, const $T *b, $R tol, int *rankA, $T *x, int *p, $R
    *min_norm);
cusolverStatus_t cusolverSp$LcsreigvsiHost(cusolverSpHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA, const
    $T *csrValA, const int *csrRowPtrA, const int *csrColIndA, $T mu0, const $T *x0, int maxite, $R tol, $T *mu, $T *x);
cusolverStatus_t cusolverSp$Lcsreigvsi(cusolverSpHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA, const $T
    *csrValA, const int *csrRowPtrA, const int *csrColIndA, $T mu0, const $T *x0, int maxite, $R tol, $T *mu, $T *x);
cusolverStatus_t cusolverSp$LcsrzfdHost(cusolverSpHandle_t handle, int n, int nnz, const cusparseMatDescr_t descrA, const $T
    *csrValA, const int *csrRowPtrA, const int *csrColIndA, int *P, int *numnz);
@end
@each C Z
cusolverStatus_t cusolverSp$LcsreigsHost(cusolverSpHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA, const $T
    *csrValA, const int *csrRowPtrA, const int *csrColIndA, $T left_bottom_corner, $T right_upper_corner, int *num_eigs);
@end
cusolverStatus_t cusolverSpScsreigsHost(cusolverSpHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA, const float
    *csrValA, const int *csrRowPtrA, const int *csrColIndA, cuComplex left_bottom_corner, cuComplex right_upper_corner, int
    *num_eigs);
cusolverStatus_t cusolverSpDcsreigsHost(cusolverSpHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA, const double
    *csrValA, const int *csrRowPtrA, const int *csrColIndA, cuDoubleComplex left_bottom_corner, cuDoubleComplex
    right_upper_corner, int *num_eigs);

#ifdef __cplusplus
}
#endif
#endif
