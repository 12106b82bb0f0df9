/* cuSPARSE's generic interface: sparse matrices and vectors of device memory, with NVIDIA's names
   (https://docs.nvidia.com/cuda/cusparse). Matrices are in CSR, CSC or COO format (indices sorted by rows, or by columns),
   or in blocks, with 32- or 64-bit indices and elements of CUDA_R_32F, CUDA_R_64F, CUDA_C_32F or CUDA_C_64F, all of one
   call of one type; products take narrower ones, too (half, bfloat16, 8-bit integers). alpha and beta may be on either side. Functions return a cusparseStatus_t, and Heddle says on stderr which
   argument was wrong, and an index that is outside. */
#ifndef CUSPARSE_H_
#define CUSPARSE_H_
#include <cuda_runtime.h>
#include <cuComplex.h>
#include <library_types.h>
#include <stdint.h>
#include <stdio.h>

#define CUSPARSE_VER_MAJOR 12
#define CUSPARSE_VER_MINOR 6
#define CUSPARSE_VER_PATCH 0
#define CUSPARSE_VERSION 12600
#define CUSPARSEAPI

#ifdef __cplusplus
extern "C" {
#endif

/* What a call says of itself. 0 is success. */
typedef enum {
    CUSPARSE_STATUS_SUCCESS = 0, CUSPARSE_STATUS_NOT_INITIALIZED = 1, CUSPARSE_STATUS_ALLOC_FAILED = 2,
    CUSPARSE_STATUS_INVALID_VALUE = 3, CUSPARSE_STATUS_ARCH_MISMATCH = 4, CUSPARSE_STATUS_MAPPING_ERROR = 5,
    CUSPARSE_STATUS_EXECUTION_FAILED = 6, CUSPARSE_STATUS_INTERNAL_ERROR = 7,
    CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8, CUSPARSE_STATUS_ZERO_PIVOT = 9, CUSPARSE_STATUS_NOT_SUPPORTED = 10,
    CUSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11
} cusparseStatus_t;
typedef enum { CUSPARSE_POINTER_MODE_HOST = 0, CUSPARSE_POINTER_MODE_DEVICE = 1 } cusparsePointerMode_t;
typedef enum { CUSPARSE_ACTION_SYMBOLIC = 0, CUSPARSE_ACTION_NUMERIC = 1 } cusparseAction_t;
typedef enum {
    CUSPARSE_MATRIX_TYPE_GENERAL = 0, CUSPARSE_MATRIX_TYPE_SYMMETRIC = 1, CUSPARSE_MATRIX_TYPE_HERMITIAN = 2,
    CUSPARSE_MATRIX_TYPE_TRIANGULAR = 3
} cusparseMatrixType_t;
typedef enum { CUSPARSE_FILL_MODE_LOWER = 0, CUSPARSE_FILL_MODE_UPPER = 1 } cusparseFillMode_t;
typedef enum { CUSPARSE_DIAG_TYPE_NON_UNIT = 0, CUSPARSE_DIAG_TYPE_UNIT = 1 } cusparseDiagType_t;
typedef enum { CUSPARSE_INDEX_BASE_ZERO = 0, CUSPARSE_INDEX_BASE_ONE = 1 } cusparseIndexBase_t;
typedef enum {
    CUSPARSE_OPERATION_NON_TRANSPOSE = 0, CUSPARSE_OPERATION_TRANSPOSE = 1, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE = 2
} cusparseOperation_t;
typedef enum {
    CUSPARSE_FORMAT_CSR = 1, CUSPARSE_FORMAT_CSC = 2, CUSPARSE_FORMAT_COO = 3, CUSPARSE_FORMAT_BLOCKED_ELL = 5,
    CUSPARSE_FORMAT_BSR = 6, CUSPARSE_FORMAT_SLICED_ELLPACK = 7
} cusparseFormat_t;
typedef enum { CUSPARSE_DIRECTION_ROW = 0, CUSPARSE_DIRECTION_COLUMN = 1 } cusparseDirection_t;
typedef enum { CUSPARSE_SOLVE_POLICY_NO_LEVEL = 0, CUSPARSE_SOLVE_POLICY_USE_LEVEL = 1 } cusparseSolvePolicy_t;
typedef enum { CUSPARSE_SPSV_UPDATE_GENERAL = 0, CUSPARSE_SPSV_UPDATE_DIAGONAL = 1 } cusparseSpSVUpdate_t;
typedef enum { CUSPARSE_SPSM_UPDATE_GENERAL = 0, CUSPARSE_SPSM_UPDATE_DIAGONAL = 1 } cusparseSpSMUpdate_t;
/* Of the functions that take a matrix as arrays: its type and where its indices begin. */
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct csrilu02Info *csrilu02Info_t;
typedef struct csric02Info *csric02Info_t;
typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 } cusparseOrder_t;
typedef enum { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I = 2, CUSPARSE_INDEX_64I = 3 } cusparseIndexType_t;
typedef enum { CUSPARSE_SPMAT_FILL_MODE = 0, CUSPARSE_SPMAT_DIAG_TYPE = 1 } cusparseSpMatAttribute_t;
typedef enum { CUSPARSE_SPARSETODENSE_ALG_DEFAULT = 0 } cusparseSparseToDenseAlg_t;
typedef enum { CUSPARSE_DENSETOSPARSE_ALG_DEFAULT = 0 } cusparseDenseToSparseAlg_t;
typedef enum {
    CUSPARSE_SPMV_ALG_DEFAULT = 0, CUSPARSE_SPMV_COO_ALG1 = 1, CUSPARSE_SPMV_CSR_ALG1 = 2, CUSPARSE_SPMV_CSR_ALG2 = 3,
    CUSPARSE_SPMV_COO_ALG2 = 4
} cusparseSpMVAlg_t;
typedef enum {
    CUSPARSE_SPMM_ALG_DEFAULT = 0, CUSPARSE_SPMM_COO_ALG1 = 1, CUSPARSE_SPMM_COO_ALG2 = 2, CUSPARSE_SPMM_COO_ALG3 = 3,
    CUSPARSE_SPMM_CSR_ALG1 = 4, CUSPARSE_SPMM_COO_ALG4 = 5, CUSPARSE_SPMM_CSR_ALG2 = 6, CUSPARSE_SPMM_CSR_ALG3 = 12
} cusparseSpMMAlg_t;
typedef enum { CUSPARSE_SPSV_ALG_DEFAULT = 0 } cusparseSpSVAlg_t;
typedef enum { CUSPARSE_SPSM_ALG_DEFAULT = 0 } cusparseSpSMAlg_t;
typedef enum {
    CUSPARSE_SPGEMM_DEFAULT = 0, CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC = 1, CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC = 2,
    CUSPARSE_SPGEMM_ALG1 = 3, CUSPARSE_SPGEMM_ALG2 = 4, CUSPARSE_SPGEMM_ALG3 = 5
} cusparseSpGEMMAlg_t;
typedef enum { CUSPARSE_SDDMM_ALG_DEFAULT = 0 } cusparseSDDMMAlg_t;
typedef enum { CUSPARSE_CSR2CSC_ALG_DEFAULT = 1, CUSPARSE_CSR2CSC_ALG1 = 1 } cusparseCsr2CscAlg_t;

typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseSpMatDescr const *cusparseConstSpMatDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef struct cusparseDnMatDescr const *cusparseConstDnMatDescr_t;
typedef struct cusparseSpVecDescr *cusparseSpVecDescr_t;
typedef struct cusparseSpVecDescr const *cusparseConstSpVecDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseDnVecDescr const *cusparseConstDnVecDescr_t;
typedef struct cusparseSpSVDescr *cusparseSpSVDescr_t;
typedef struct cusparseSpSMDescr *cusparseSpSMDescr_t;
typedef struct cusparseSpGEMMDescr *cusparseSpGEMMDescr_t;

/* Handles */
cusparseStatus_t cusparseCreate(cusparseHandle_t *handle);
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle);
cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream);
cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t *stream);
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode);
cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t *mode);
cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int *version);
cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int *value);
const char *cusparseGetErrorName(cusparseStatus_t status);
const char *cusparseGetErrorString(cusparseStatus_t status);

/* Vectors */
cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *vec, int64_t size, void *values, cudaDataType valueType);
cusparseStatus_t cusparseCreateConstDnVec(cusparseConstDnVecDescr_t *vec, int64_t size, const void *values,
                                          cudaDataType valueType);
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t vec);
cusparseStatus_t cusparseDnVecGetValues(cusparseDnVecDescr_t vec, void **values);
cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t vec, void *values);
cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t *vec, int64_t size, int64_t nnz, void *indices, void *values,
                                     cusparseIndexType_t idxType, cusparseIndexBase_t idxBase, cudaDataType valueType);
cusparseStatus_t cusparseDestroySpVec(cusparseConstSpVecDescr_t vec);

/* Matrices */
cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t *mat, int64_t rows, int64_t cols, int64_t nnz,
                                   void *csrRowOffsets, void *csrColInd, void *csrValues,
                                   cusparseIndexType_t csrRowOffsetsType, cusparseIndexType_t csrColIndType,
                                   cusparseIndexBase_t idxBase, cudaDataType valueType);
cusparseStatus_t cusparseCreateConstCsr(cusparseConstSpMatDescr_t *mat, int64_t rows, int64_t cols, int64_t nnz,
                                        const void *csrRowOffsets, const void *csrColInd, const void *csrValues,
                                        cusparseIndexType_t csrRowOffsetsType, cusparseIndexType_t csrColIndType,
                                        cusparseIndexBase_t idxBase, cudaDataType valueType);
cusparseStatus_t cusparseCreateCsc(cusparseSpMatDescr_t *mat, int64_t rows, int64_t cols, int64_t nnz,
                                   void *cscColOffsets, void *cscRowInd, void *cscValues,
                                   cusparseIndexType_t cscColOffsetsType, cusparseIndexType_t cscRowIndType,
                                   cusparseIndexBase_t idxBase, cudaDataType valueType);
cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t *mat, int64_t rows, int64_t cols, int64_t nnz, void *cooRowInd,
                                   void *cooColInd, void *cooValues, cusparseIndexType_t cooIdxType,
                                   cusparseIndexBase_t idxBase, cudaDataType valueType);
cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t mat);
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t mat, int64_t *rows, int64_t *cols, int64_t *nnz);
cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t mat, void *csrRowOffsets, void *csrColInd, void *csrValues);
cusparseStatus_t cusparseCscSetPointers(cusparseSpMatDescr_t mat, void *cscColOffsets, void *cscRowInd, void *cscValues);
cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t mat, void *cooRows, void *cooColumns, void *cooValues);
cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t mat, void *values);
cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t mat, cusparseSpMatAttribute_t attribute, void *data,
                                           size_t dataSize);
cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *mat, int64_t rows, int64_t cols, int64_t ld, void *values,
                                     cudaDataType valueType, cusparseOrder_t order);
cusparseStatus_t cusparseCreateConstDnMat(cusparseConstDnMatDescr_t *mat, int64_t rows, int64_t cols, int64_t ld,
                                          const void *values, cudaDataType valueType, cusparseOrder_t order);
cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t mat);

/* y = alpha * x + beta * y; elements taken out, put in; a scalar product */
cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void *alpha, cusparseConstSpVecDescr_t x, const void *beta,
                               cusparseDnVecDescr_t y);
cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t y, cusparseSpVecDescr_t x);
cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t x, cusparseDnVecDescr_t y);
cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t opX, cusparseConstSpVecDescr_t x,
                                         cusparseConstDnVecDescr_t y, const void *result, cudaDataType computeType,
                                         size_t *bufferSize);
cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t opX, cusparseConstSpVecDescr_t x,
                              cusparseConstDnVecDescr_t y, void *result, cudaDataType computeType, void *buffer);

/* y = alpha * op(A) * x + beta * y; C = alpha * op(A) * op(B) + beta * C */
cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha,
                                         cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t x, const void *beta,
                                         cusparseDnVecDescr_t y, cudaDataType computeType, cusparseSpMVAlg_t alg,
                                         size_t *bufferSize);
cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha,
                                         cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t x, const void *beta,
                                         cusparseDnVecDescr_t y, cudaDataType computeType, cusparseSpMVAlg_t alg,
                                         void *buffer);
cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha,
                              cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t x, const void *beta,
                              cusparseDnVecDescr_t y, cudaDataType computeType, cusparseSpMVAlg_t alg, void *buffer);
cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
                                         const void *alpha, cusparseConstSpMatDescr_t A, cusparseConstDnMatDescr_t B,
                                         const void *beta, cusparseDnMatDescr_t C, cudaDataType computeType,
                                         cusparseSpMMAlg_t alg, size_t *bufferSize);
cusparseStatus_t cusparseSpMM_preprocess(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
                                         const void *alpha, cusparseConstSpMatDescr_t A, cusparseConstDnMatDescr_t B,
                                         const void *beta, cusparseDnMatDescr_t C, cudaDataType computeType,
                                         cusparseSpMMAlg_t alg, void *buffer);
cusparseStatus_t cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
                              const void *alpha, cusparseConstSpMatDescr_t A, cusparseConstDnMatDescr_t B,
                              const void *beta, cusparseDnMatDescr_t C, cudaDataType computeType, cusparseSpMMAlg_t alg,
                              void *buffer);

/* op(A) * y = alpha * x with a triangular A (attributes: which triangle, unit diagonal); the same with matrices */
cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t *descr);
cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t descr);
cusparseStatus_t cusparseSpSV_bufferSize(cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha,
                                         cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t x,
                                         cusparseDnVecDescr_t y, cudaDataType computeType, cusparseSpSVAlg_t alg,
                                         cusparseSpSVDescr_t descr, size_t *bufferSize);
cusparseStatus_t cusparseSpSV_analysis(cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha,
                                       cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,
                                       cudaDataType computeType, cusparseSpSVAlg_t alg, cusparseSpSVDescr_t descr,
                                       void *buffer);
cusparseStatus_t cusparseSpSV_solve(cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha,
                                    cusparseConstSpMatDescr_t A, cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,
                                    cudaDataType computeType, cusparseSpSVAlg_t alg, cusparseSpSVDescr_t descr);
cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t *descr);
cusparseStatus_t cusparseSpSM_destroyDescr(cusparseSpSMDescr_t descr);
cusparseStatus_t cusparseSpSM_bufferSize(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
                                         const void *alpha, cusparseConstSpMatDescr_t A, cusparseConstDnMatDescr_t B,
                                         cusparseDnMatDescr_t C, cudaDataType computeType, cusparseSpSMAlg_t alg,
                                         cusparseSpSMDescr_t descr, size_t *bufferSize);
cusparseStatus_t cusparseSpSM_analysis(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
                                       const void *alpha, cusparseConstSpMatDescr_t A, cusparseConstDnMatDescr_t B,
                                       cusparseDnMatDescr_t C, cudaDataType computeType, cusparseSpSMAlg_t alg,
                                       cusparseSpSMDescr_t descr, void *buffer);
cusparseStatus_t cusparseSpSM_solve(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
                                    const void *alpha, cusparseConstSpMatDescr_t A, cusparseConstDnMatDescr_t B,
                                    cusparseDnMatDescr_t C, cudaDataType computeType, cusparseSpSMAlg_t alg,
                                    cusparseSpSMDescr_t descr);

/* C = alpha * A * B of CSR matrices: sizes, the product, and its copy into C once C has arrays */
cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *descr);
cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descr);
cusparseStatus_t cusparseSpGEMM_workEstimation(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
                                               const void *alpha, cusparseConstSpMatDescr_t A,
                                               cusparseConstSpMatDescr_t B, const void *beta, cusparseSpMatDescr_t C,
                                               cudaDataType computeType, cusparseSpGEMMAlg_t alg,
                                               cusparseSpGEMMDescr_t descr, size_t *bufferSize1, void *buffer1);
cusparseStatus_t cusparseSpGEMM_compute(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
                                        const void *alpha, cusparseConstSpMatDescr_t A, cusparseConstSpMatDescr_t B,
                                        const void *beta, cusparseSpMatDescr_t C, cudaDataType computeType,
                                        cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t descr, size_t *bufferSize2,
                                        void *buffer2);
cusparseStatus_t cusparseSpGEMM_copy(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
                                     const void *alpha, cusparseConstSpMatDescr_t A, cusparseConstSpMatDescr_t B,
                                     const void *beta, cusparseSpMatDescr_t C, cudaDataType computeType,
                                     cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t descr);

/* C = alpha * (A * B) where C has elements, + beta * C */
cusparseStatus_t cusparseSDDMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
                                          const void *alpha, cusparseConstDnMatDescr_t A, cusparseConstDnMatDescr_t B,
                                          const void *beta, cusparseSpMatDescr_t C, cudaDataType computeType,
                                          cusparseSDDMMAlg_t alg, size_t *bufferSize);
cusparseStatus_t cusparseSDDMM(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
                               const void *alpha, cusparseConstDnMatDescr_t A, cusparseConstDnMatDescr_t B,
                               const void *beta, cusparseSpMatDescr_t C, cudaDataType computeType,
                               cusparseSDDMMAlg_t alg, void *buffer);

/* Conversions */
cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t handle, cusparseConstSpMatDescr_t A,
                                                  cusparseDnMatDescr_t B, cusparseSparseToDenseAlg_t alg,
                                                  size_t *bufferSize);
cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t A, cusparseDnMatDescr_t B,
                                       cusparseSparseToDenseAlg_t alg, void *buffer);
cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t handle, cusparseConstDnMatDescr_t A,
                                                  cusparseSpMatDescr_t B, cusparseDenseToSparseAlg_t alg,
                                                  size_t *bufferSize);
cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle, cusparseConstDnMatDescr_t A,
                                                cusparseSpMatDescr_t B, cusparseDenseToSparseAlg_t alg, void *buffer);
cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle, cusparseConstDnMatDescr_t A,
                                               cusparseSpMatDescr_t B, cusparseDenseToSparseAlg_t alg, void *buffer);
cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int *cooRowInd, int nnz, int m, int *csrRowPtr,
                                  cusparseIndexBase_t idxBase);
cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int *csrRowPtr, int nnz, int m, int *cooRowInd,
                                  cusparseIndexBase_t idxBase);
cusparseStatus_t cusparseCsr2cscEx2_bufferSize(cusparseHandle_t handle, int m, int n, int nnz, const void *csrVal,
                                               const int *csrRowPtr, const int *csrColInd, void *cscVal,
                                               int *cscColPtr, int *cscRowInd, cudaDataType valType,
                                               cusparseAction_t copyValues, cusparseIndexBase_t idxBase,
                                               cusparseCsr2CscAlg_t alg, size_t *bufferSize);
cusparseStatus_t cusparseCsr2cscEx2(cusparseHandle_t handle, int m, int n, int nnz, const void *csrVal,
                                    const int *csrRowPtr, const int *csrColInd, void *cscVal, int *cscColPtr,
                                    int *cscRowInd, cudaDataType valType, cusparseAction_t copyValues,
                                    cusparseIndexBase_t idxBase, cusparseCsr2CscAlg_t alg, void *buffer);

/* What descriptors say of themselves */
cusparseStatus_t cusparseSpMatGetValues(cusparseSpMatDescr_t mat, void **values);
cusparseStatus_t cusparseCsrGet(cusparseSpMatDescr_t mat, int64_t *rows, int64_t *cols, int64_t *nnz, void **csrRowOffsets,
    void **csrColInd, void **csrValues, cusparseIndexType_t *csrRowOffsetsType, cusparseIndexType_t *csrColIndType,
    cusparseIndexBase_t *idxBase, cudaDataType *valueType);
cusparseStatus_t cusparseCscGet(cusparseSpMatDescr_t mat, int64_t *rows, int64_t *cols, int64_t *nnz, void **cscColOffsets,
    void **cscRowInd, void **cscValues, cusparseIndexType_t *cscColOffsetsType, cusparseIndexType_t *cscRowIndType,
    cusparseIndexBase_t *idxBase, cudaDataType *valueType);
cusparseStatus_t cusparseCooGet(cusparseSpMatDescr_t mat, int64_t *rows, int64_t *cols, int64_t *nnz, void **cooRowInd, void
    **cooColInd, void **cooValues, cusparseIndexType_t *idxType, cusparseIndexBase_t *idxBase, cudaDataType *valueType);
cusparseStatus_t cusparseBlockedEllGet(cusparseSpMatDescr_t mat, int64_t *rows, int64_t *cols, int64_t *ellBlockSize,
    int64_t *ellCols, void **ellColInd, void **ellValue, cusparseIndexType_t *ellIdxType, cusparseIndexBase_t *idxBase,
    cudaDataType *valueType);
cusparseStatus_t cusparseDnVecGet(cusparseDnVecDescr_t vec, int64_t *size, void **values, cudaDataType *valueType);
cusparseStatus_t cusparseDnMatGet(cusparseDnMatDescr_t mat, int64_t *rows, int64_t *cols, int64_t *ld, void **values,
    cudaDataType *type, cusparseOrder_t *order);
cusparseStatus_t cusparseDnMatGetValues(cusparseDnMatDescr_t mat, void **values);
cusparseStatus_t cusparseSpVecGet(cusparseSpVecDescr_t vec, int64_t *size, int64_t *nnz, void **indices, void **values,
    cusparseIndexType_t *idxType, cusparseIndexBase_t *idxBase, cudaDataType *valueType);
cusparseStatus_t cusparseSpVecGetValues(cusparseSpVecDescr_t vec, void **values);
cusparseStatus_t cusparseConstSpMatGetValues(cusparseConstSpMatDescr_t mat, const void **values);
cusparseStatus_t cusparseConstCsrGet(cusparseConstSpMatDescr_t mat, int64_t *rows, int64_t *cols, int64_t *nnz, const void
    **csrRowOffsets, const void **csrColInd, const void **csrValues, cusparseIndexType_t *csrRowOffsetsType,
    cusparseIndexType_t *csrColIndType, cusparseIndexBase_t *idxBase, cudaDataType *valueType);
cusparseStatus_t cusparseConstCscGet(cusparseConstSpMatDescr_t mat, int64_t *rows, int64_t *cols, int64_t *nnz, const void
    **cscColOffsets, const void **cscRowInd, const void **cscValues, cusparseIndexType_t *cscColOffsetsType,
    cusparseIndexType_t *cscRowIndType, cusparseIndexBase_t *idxBase, cudaDataType *valueType);
cusparseStatus_t cusparseConstCooGet(cusparseConstSpMatDescr_t mat, int64_t *rows, int64_t *cols, int64_t *nnz, const void
    **cooRowInd, const void **cooColInd, const void **cooValues, cusparseIndexType_t *idxType, cusparseIndexBase_t *idxBase,
    cudaDataType *valueType);
cusparseStatus_t cusparseConstBlockedEllGet(cusparseConstSpMatDescr_t mat, int64_t *rows, int64_t *cols, int64_t
    *ellBlockSize, int64_t *ellCols, const void **ellColInd, const void **ellValue, cusparseIndexType_t *ellIdxType,
    cusparseIndexBase_t *idxBase, cudaDataType *valueType);
cusparseStatus_t cusparseConstDnVecGet(cusparseConstDnVecDescr_t vec, int64_t *size, const void **values, cudaDataType
    *valueType);
cusparseStatus_t cusparseConstDnVecGetValues(cusparseConstDnVecDescr_t vec, const void **values);
cusparseStatus_t cusparseConstDnMatGet(cusparseConstDnMatDescr_t mat, int64_t *rows, int64_t *cols, int64_t *ld, const void
    **values, cudaDataType *type, cusparseOrder_t *order);
cusparseStatus_t cusparseConstDnMatGetValues(cusparseConstDnMatDescr_t mat, const void **values);
cusparseStatus_t cusparseConstSpVecGet(cusparseConstSpVecDescr_t vec, int64_t *size, int64_t *nnz, const void **indices,
    const void **values, cusparseIndexType_t *idxType, cusparseIndexBase_t *idxBase, cudaDataType *valueType);
cusparseStatus_t cusparseConstSpVecGetValues(cusparseConstSpVecDescr_t vec, const void **values);
cusparseStatus_t cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t vec, cusparseIndexBase_t *idxBase);
cusparseStatus_t cusparseSpVecSetValues(cusparseSpVecDescr_t vec, void *values);
cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t mat, void *values);
cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t mat, cusparseFormat_t *format);
cusparseStatus_t cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t mat, cusparseIndexBase_t *idxBase);
cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t mat, cusparseSpMatAttribute_t attribute, void *data,
    size_t dataSize);

/* Batches: matrices of one shape, at a distance in memory; and matrices in blocks */
cusparseStatus_t cusparseSpMatGetStridedBatch(cusparseConstSpMatDescr_t mat, int *batchCount);
cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t mat, int batchCount, int64_t offsetsBatchStride, int64_t
    columnsValuesBatchStride);
cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t mat, int batchCount, int64_t batchStride);
cusparseStatus_t cusparseBsrSetStridedBatch(cusparseSpMatDescr_t mat, int batchCount, int64_t offsetsBatchStride, int64_t
    columnsBatchStride, int64_t ValuesBatchStride);
cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t mat, int batchCount, int64_t batchStride);
cusparseStatus_t cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t mat, int *batchCount, int64_t *batchStride);
cusparseStatus_t cusparseCreateBsr(cusparseSpMatDescr_t *mat, int64_t brows, int64_t bcols, int64_t bnnz, int64_t
    rowBlockSize, int64_t colBlockSize, void *bsrRowOffsets, void *bsrColInd, void *bsrValues, cusparseIndexType_t
    bsrRowOffsetsType, cusparseIndexType_t bsrColIndType, cusparseIndexBase_t idxBase, cudaDataType valueType,
    cusparseOrder_t order);
cusparseStatus_t cusparseCreateBlockedEll(cusparseSpMatDescr_t *mat, int64_t rows, int64_t cols, int64_t ellBlockSize,
    int64_t ellCols, void *ellColInd, void *ellValue, cusparseIndexType_t ellIdxType, cusparseIndexBase_t idxBase,
    cudaDataType valueType);
cusparseStatus_t cusparseCreateSlicedEll(cusparseSpMatDescr_t *mat, int64_t rows, int64_t cols, int64_t nnz, int64_t
    sellValuesSize, int64_t sliceSize, void *sellSliceOffsets, void *sellColInd, void *sellValues, cusparseIndexType_t
    sellSliceOffsetsType, cusparseIndexType_t sellColIndType, cusparseIndexBase_t idxBase, cudaDataType valueType);
cusparseStatus_t cusparseCreateConstBsr(cusparseConstSpMatDescr_t *mat, int64_t brows, int64_t bcols, int64_t bnnz, int64_t
    rowBlockSize, int64_t colBlockSize, const void *bsrRowOffsets, const void *bsrColInd, const void *bsrValues,
    cusparseIndexType_t bsrRowOffsetsType, cusparseIndexType_t bsrColIndType, cusparseIndexBase_t idxBase, cudaDataType
    valueType, cusparseOrder_t order);
cusparseStatus_t cusparseCreateConstBlockedEll(cusparseConstSpMatDescr_t *mat, int64_t rows, int64_t cols, int64_t
    ellBlockSize, int64_t ellCols, const void *ellColInd, const void *ellValue, cusparseIndexType_t ellIdxType,
    cusparseIndexBase_t idxBase, cudaDataType valueType);
cusparseStatus_t cusparseCreateConstSlicedEll(cusparseConstSpMatDescr_t *mat, int64_t rows, int64_t cols, int64_t nnz,
    int64_t sellValuesSize, int64_t sliceSize, const void *sellSliceOffsets, const void *sellColInd, const void *sellValues,
    cusparseIndexType_t sellSliceOffsetsType, cusparseIndexType_t sellColIndType, cusparseIndexBase_t idxBase, cudaDataType
    valueType);

/* A rotation; other values for a system that was analysed; products in parts that are used again */
cusparseStatus_t cusparseRot(cusparseHandle_t handle, const void *c_coeff, const void *s_coeff, cusparseSpVecDescr_t x,
    cusparseDnVecDescr_t y);
cusparseStatus_t cusparseSpSV_updateMatrix(cusparseHandle_t handle, cusparseSpSVDescr_t descr, void *newValues,
    cusparseSpSVUpdate_t updatePart);
cusparseStatus_t cusparseSpSM_updateMatrix(cusparseHandle_t handle, cusparseSpSMDescr_t descr, void *newValues,
    cusparseSpSMUpdate_t updatePart);
cusparseStatus_t cusparseSDDMM_preprocess(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const
    void *alpha, cusparseConstDnMatDescr_t A, cusparseConstDnMatDescr_t B, const void *beta, cusparseSpMatDescr_t C,
    cudaDataType computeType, cusparseSDDMMAlg_t alg, void *buffer);
cusparseStatus_t cusparseSpGEMMreuse_workEstimation(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t
    opB, cusparseConstSpMatDescr_t A, cusparseConstSpMatDescr_t B, cusparseSpMatDescr_t C, cusparseSpGEMMAlg_t alg,
    cusparseSpGEMMDescr_t descr, size_t *bufferSize1, void *buffer1);
cusparseStatus_t cusparseSpGEMMreuse_nnz(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
    cusparseConstSpMatDescr_t A, cusparseConstSpMatDescr_t B, cusparseSpMatDescr_t C, cusparseSpGEMMAlg_t alg,
    cusparseSpGEMMDescr_t descr, size_t *bufferSize2, void *buffer2, size_t *bufferSize3, void *buffer3, size_t
    *bufferSize4, void *buffer4);
cusparseStatus_t cusparseSpGEMMreuse_copy(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
    cusparseConstSpMatDescr_t A, cusparseConstSpMatDescr_t B, cusparseSpMatDescr_t C, cusparseSpGEMMAlg_t alg,
    cusparseSpGEMMDescr_t descr, size_t *bufferSize5, void *buffer5);
cusparseStatus_t cusparseSpGEMMreuse_compute(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
    const void *alpha, cusparseConstSpMatDescr_t A, cusparseConstSpMatDescr_t B, const void *beta, cusparseSpMatDescr_t C,
    cudaDataType computeType, cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t descr);
cusparseStatus_t cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t descr, int64_t *num_prods);
cusparseStatus_t cusparseSpGEMM_estimateMemory(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
    const void *alpha, cusparseConstSpMatDescr_t A, cusparseConstSpMatDescr_t B, const void *beta, cusparseSpMatDescr_t C,
    cudaDataType computeType, cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t descr, float chunk_fraction, size_t
    *bufferSize3, void *buffer3, size_t *bufferSize2);

/* Matrices as arrays of 32-bit indices: sorting, sums, incomplete factors, blocks, counts */
cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *descrA);
cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t descrA);
cusparseStatus_t cusparseSetMatType(cusparseMatDescr_t descrA, cusparseMatrixType_t type);
cusparseMatrixType_t cusparseGetMatType(const cusparseMatDescr_t descrA);
cusparseStatus_t cusparseSetMatFillMode(cusparseMatDescr_t descrA, cusparseFillMode_t fillMode);
cusparseFillMode_t cusparseGetMatFillMode(const cusparseMatDescr_t descrA);
cusparseStatus_t cusparseSetMatDiagType(cusparseMatDescr_t descrA, cusparseDiagType_t diagType);
cusparseDiagType_t cusparseGetMatDiagType(const cusparseMatDescr_t descrA);
cusparseStatus_t cusparseSetMatIndexBase(cusparseMatDescr_t descrA, cusparseIndexBase_t base);
cusparseIndexBase_t cusparseGetMatIndexBase(const cusparseMatDescr_t descrA);
cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n, int *p);
cusparseStatus_t cusparseXcoosort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz, const int *cooRowsA, const
    int *cooColsA, size_t *pBufferSizeInBytes);
cusparseStatus_t cusparseXcsrsort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz, const int *csrRowPtrA, const
    int *csrColIndA, size_t *pBufferSizeInBytes);
cusparseStatus_t cusparseXcscsort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz, const int *cscColPtrA, const
    int *cscRowIndA, size_t *pBufferSizeInBytes);
cusparseStatus_t cusparseXcoosortByRow(cusparseHandle_t handle, int m, int n, int nnz, int *cooRowsA, int *cooColsA, int *P,
    void *pBuffer);
cusparseStatus_t cusparseXcoosortByColumn(cusparseHandle_t handle, int m, int n, int nnz, int *cooRowsA, int *cooColsA, int
    *P, void *pBuffer);
cusparseStatus_t cusparseXcsrsort(cusparseHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t descrA, const int
    *csrRowPtrA, int *csrColIndA, int *P, void *pBuffer);
cusparseStatus_t cusparseXcscsort(cusparseHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t descrA, const int
    *cscColPtrA, int *cscRowIndA, int *P, void *pBuffer);
cusparseStatus_t cusparseXcsrgeam2Nnz(cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descrA, int nnzA,
    const int *csrRowPtrA, const int *csrColIndA, const cusparseMatDescr_t descrB, int nnzB, const int *csrRowPtrB, const
    int *csrColIndB, const cusparseMatDescr_t descrC, int *csrRowPtrC, int *nnzTotalDevHostPtr, void *workspace);
cusparseStatus_t cusparseXcsr2bsrNnz(cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n, const
    cusparseMatDescr_t descrA, const int *csrRowPtrA, const int *csrColIndA, int blockDim, const cusparseMatDescr_t descrC,
    int *bsrRowPtrC, int *nnzTotalDevHostPtr);
cusparseStatus_t cusparseCreateCsrilu02Info(csrilu02Info_t *info);
cusparseStatus_t cusparseDestroyCsrilu02Info(csrilu02Info_t info);
cusparseStatus_t cusparseXcsrilu02_zeroPivot(cusparseHandle_t handle, csrilu02Info_t info, int *position);
cusparseStatus_t cusparseCreateCsric02Info(csric02Info_t *info);
cusparseStatus_t cusparseDestroyCsric02Info(csric02Info_t info);
cusparseStatus_t cusparseXcsric02_zeroPivot(cusparseHandle_t handle, csric02Info_t info, int *position);
@each S D C Z
cusparseStatus_t cusparse$Lcsrgeam2_bufferSizeExt(cusparseHandle_t handle, int m, int n, const $T *alpha, const
    cusparseMatDescr_t descrA, int nnzA, const $T *csrValA, const int *csrRowPtrA, const int *csrColIndA, const $T
    *beta, const cusparseMatDescr_t descrB, int nnzB, const $T *csrValB, const int *csrRowPtrB, const int *csrColIndB,
    const cusparseMatDescr_t descrC, const $T *csrValC, const int *csrRowPtrC, const int *csrColIndC, size_t
    *pBufferSizeInBytes);
cusparseStatus_t cusparse$Lcsrgeam2(cusparseHandle_t handle, int m, int n, const $T *alpha, const cusparseMatDescr_t
    descrA, int nnzA, const $T *csrValA, const int *csrRowPtrA, const int *csrColIndA, const $T *beta, const
    cusparseMatDescr_t descrB, int nnzB, const $T *csrValB, const int *csrRowPtrB, const int *csrColIndB, const
    cusparseMatDescr_t descrC, $T *csrValC, int *csrRowPtrC, int *csrColIndC, void *pBuffer);
cusparseStatus_t cusparse$Lcsrilu02_bufferSize(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA,
    $T *csrValA, const int *csrRowPtrA, const int *csrColIndA, csrilu02Info_t info, int *lwork);
cusparseStatus_t cusparse$Lcsrilu02_analysis(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA,
    const $T *csrValA, const int *csrRowPtrA, const int *csrColIndA, csrilu02Info_t info, cusparseSolvePolicy_t policy,
    void *pBuffer);
cusparseStatus_t cusparse$Lcsrilu02(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA, $T
    *csrValA_valM, const int *csrRowPtrA, const int *csrColIndA, csrilu02Info_t info, cusparseSolvePolicy_t policy, void
    *pBuffer);
cusparseStatus_t cusparse$Lcsric02_bufferSize(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA,
    $T *csrValA, const int *csrRowPtrA, const int *csrColIndA, csric02Info_t info, int *lwork);
cusparseStatus_t cusparse$Lcsric02_analysis(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA,
    const $T *csrValA, const int *csrRowPtrA, const int *csrColIndA, csric02Info_t info, cusparseSolvePolicy_t policy,
    void *pBuffer);
cusparseStatus_t cusparse$Lcsric02(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA, $T
    *csrValA_valM, const int *csrRowPtrA, const int *csrColIndA, csric02Info_t info, cusparseSolvePolicy_t policy, void
    *pBuffer);
cusparseStatus_t cusparse$Lcsrilu02_numericBoost(cusparseHandle_t handle, csrilu02Info_t info, int enable_boost, double
    *tol, $T *boost_val);
cusparseStatus_t cusparse$Lcsr2bsr(cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n, const
    cusparseMatDescr_t descrA, const $T *csrValA, const int *csrRowPtrA, const int *csrColIndA, int blockDim, const
    cusparseMatDescr_t descrC, $T *bsrValC, int *bsrRowPtrC, int *bsrColIndC);
cusparseStatus_t cusparse$Lbsr2csr(cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nb, const
    cusparseMatDescr_t descrA, const $T *bsrValA, const int *bsrRowPtrA, const int *bsrColIndA, int blockDim, const
    cusparseMatDescr_t descrC, $T *csrValC, int *csrRowPtrC, int *csrColIndC);
cusparseStatus_t cusparse$Lbsrmv(cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA, int mb,
    int nb, int nnzb, const $T *alpha, const cusparseMatDescr_t descrA, const $T *bsrValA, const int *bsrRowPtrA, const
    int *bsrColIndA, int blockDim, const $T *x, const $T *beta, $T *y);
cusparseStatus_t cusparse$Lnnz(cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n, const cusparseMatDescr_t
    descrA, const $T *A, int lda, int *nnzPerRowCol, int *nnzTotalDevHostPtr);
@end

/* Systems with three or five diagonals: several right sides, or many systems, at a distance or beside each other */
@each S D C Z
cusparseStatus_t cusparse$Lgtsv2_bufferSizeExt(cusparseHandle_t handle, int m, int n, const $T *dl, const $T *d, const
    $T *du, const $T *B, int ldb, size_t *bufferSizeInBytes);
cusparseStatus_t cusparse$Lgtsv2(cusparseHandle_t handle, int m, int n, const $T *dl, const $T *d, const $T *du, $T *B,
    int ldb, void *pBuffer);
cusparseStatus_t cusparse$Lgtsv2_nopivot_bufferSizeExt(cusparseHandle_t handle, int m, int n, const $T *dl, const $T *d,
    const $T *du, const $T *B, int ldb, size_t *bufferSizeInBytes);
cusparseStatus_t cusparse$Lgtsv2_nopivot(cusparseHandle_t handle, int m, int n, const $T *dl, const $T *d, const $T *du,
    $T *B, int ldb, void *pBuffer);
cusparseStatus_t cusparse$Lgtsv2StridedBatch_bufferSizeExt(cusparseHandle_t handle, int m, const $T *dl, const $T *d,
    const $T *du, const $T *x, int batchCount, int batchStride, size_t *bufferSizeInBytes);
cusparseStatus_t cusparse$Lgtsv2StridedBatch(cusparseHandle_t handle, int m, const $T *dl, const $T *d, const $T *du, $T
    *x, int batchCount, int batchStride, void *pBuffer);
cusparseStatus_t cusparse$LgtsvInterleavedBatch_bufferSizeExt(cusparseHandle_t handle, int kind, int m, const $T *dl,
    const $T *d, const $T *du, const $T *x, int batchCount, size_t *pBufferSizeInBytes);
cusparseStatus_t cusparse$LgtsvInterleavedBatch(cusparseHandle_t handle, int kind, int m, $T *dl, $T *d, $T *du, $T *x,
    int batchCount, void *pBuffer);
cusparseStatus_t cusparse$LgpsvInterleavedBatch_bufferSizeExt(cusparseHandle_t handle, int kind, int m, const $T *ds,
    const $T *dl, const $T *d, const $T *du, const $T *dw, const $T *x, int batchCount, size_t *pBufferSizeInBytes);
cusparseStatus_t cusparse$LgpsvInterleavedBatch(cusparseHandle_t handle, int kind, int m, $T *ds, $T *dl, $T *d, $T *du,
    $T *dw, $T *x, int batchCount, void *pBuffer);
@end

/* Of arrays that are not to be changed */
cusparseStatus_t cusparseCreateConstCsc(cusparseConstSpMatDescr_t *mat, int64_t rows, int64_t cols, int64_t nnz, const void
    *cscColOffsets, const void *cscRowInd, const void *cscValues, cusparseIndexType_t cscColOffsetsType, cusparseIndexType_t
    cscRowIndType, cusparseIndexBase_t idxBase, cudaDataType valueType);
cusparseStatus_t cusparseCreateConstCoo(cusparseConstSpMatDescr_t *mat, int64_t rows, int64_t cols, int64_t nnz, const void
    *cooRowInd, const void *cooColInd, const void *cooValues, cusparseIndexType_t cooIdxType, cusparseIndexBase_t idxBase,
    cudaDataType valueType);
cusparseStatus_t cusparseCreateConstSpVec(cusparseConstSpVecDescr_t *vec, int64_t size, int64_t nnz, const void *indices,
    const void *values, cusparseIndexType_t idxType, cusparseIndexBase_t idxBase, cudaDataType valueType);

typedef void (*cusparseLoggerCallback_t)(int level, const char *functionName, const char *message);
cusparseStatus_t cusparseLoggerSetCallback(cusparseLoggerCallback_t callback);
cusparseStatus_t cusparseLoggerOpenFile(const char *logFile);
cusparseStatus_t cusparseLoggerSetLevel(int level);
cusparseStatus_t cusparseLoggerSetMask(int mask);
cusparseStatus_t cusparseLoggerForceDisable(void);
cusparseStatus_t cusparseLoggerSetFile(FILE *file);

/* A dense matrix times a sparse vector: y = alpha op(A) x + beta y; matrices without elements of at most `tol` or `threshold`. */
@each S D C Z
cusparseStatus_t cusparse$Lcsrilu02_bufferSizeExt(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA, $T
    *csrValA, const int *csrRowPtrA, const int *csrColIndA, csrilu02Info_t info, size_t *pBufferSize);
cusparseStatus_t cusparse$Lcsric02_bufferSizeExt(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA, $T
    *csrValA, const int *csrRowPtrA, const int *csrColIndA, csric02Info_t info, size_t *pBufferSize);
cusparseStatus_t cusparse$Lgemvi_bufferSize(cusparseHandle_t handle, cusparseOperation_t transA, int m, int n, int nnz, int
    *lwork);
cusparseStatus_t cusparse$Lgemvi(cusparseHandle_t handle, cusparseOperation_t transA, int m, int n, const $T *alpha, const $T
    *A, int lda, int nnz, const $T *xVal, const int *xInd, const $T *beta, $T *y, cusparseIndexBase_t idxBase, void *pBuffer);
cusparseStatus_t cusparse$Lnnz_compress(cusparseHandle_t handle, int m, const cusparseMatDescr_t descr, const $T *csrValA,
    const int *csrRowPtrA, int *nnzPerRow, int *nnzC, $T tol);
cusparseStatus_t cusparse$Lcsr2csr_compress(cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descrA, const $T
    *csrValA, const int *csrColIndA, const int *csrRowPtrA, int nnzA, const int *nnzPerRow, $T *csrValC, int *csrColIndC, int
    *csrRowPtrC, $T tol);
@end
@each S D
cusparseStatus_t cusparse$LpruneDense2csr_bufferSizeExt(cusparseHandle_t handle, int m, int n, const $T *A, int lda, const $T
    *threshold, const cusparseMatDescr_t descrC, const $T *csrValC, const int *csrRowPtrC, const int *csrColIndC, size_t
    *pBufferSizeInBytes);
cusparseStatus_t cusparse$LpruneDense2csrNnz(cusparseHandle_t handle, int m, int n, const $T *A, int lda, const $T *threshold,
    const cusparseMatDescr_t descrC, int *csrRowPtrC, int *nnzTotalDevHostPtr, void *pBuffer);
cusparseStatus_t cusparse$LpruneDense2csr(cusparseHandle_t handle, int m, int n, const $T *A, int lda, const $T *threshold,
    const cusparseMatDescr_t descrC, $T *csrValC, const int *csrRowPtrC, int *csrColIndC, void *pBuffer);
cusparseStatus_t cusparse$LpruneCsr2csr_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnzA, const
    cusparseMatDescr_t descrA, const $T *csrValA, const int *csrRowPtrA, const int *csrColIndA, const $T *threshold, const
    cusparseMatDescr_t descrC, const $T *csrValC, const int *csrRowPtrC, const int *csrColIndC, size_t *pBufferSizeInBytes);
cusparseStatus_t cusparse$LpruneCsr2csrNnz(cusparseHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA,
    const $T *csrValA, const int *csrRowPtrA, const int *csrColIndA, const $T *threshold, const cusparseMatDescr_t descrC, int
    *csrRowPtrC, int *nnzTotalDevHostPtr, void *pBuffer);
cusparseStatus_t cusparse$LpruneCsr2csr(cusparseHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA, const
    $T *csrValA, const int *csrRowPtrA, const int *csrColIndA, const $T *threshold, const cusparseMatDescr_t descrC, $T
    *csrValC, const int *csrRowPtrC, int *csrColIndC, void *pBuffer);
@end

/* ---- Declared only: what runs on a GPU alone. On the CPU these return CUSPARSE_STATUS_NOT_SUPPORTED, and stderr says what to call instead ---- */
typedef struct bsrsv2Info *bsrsv2Info_t;
typedef struct bsrsm2Info *bsrsm2Info_t;
typedef struct bsric02Info *bsric02Info_t;
typedef struct bsrilu02Info *bsrilu02Info_t;
typedef struct csru2csrInfo *csru2csrInfo_t;
typedef struct cusparseColorInfo *cusparseColorInfo_t;
typedef struct pruneInfo *pruneInfo_t;
typedef struct cusparseSpMMOpPlan *cusparseSpMMOpPlan_t;
typedef enum { CUSPARSE_SPMM_OP_ALG_DEFAULT = 0 } cusparseSpMMOpAlg_t;

/* Triangular systems in blocks: cusparseSbsr2csr, then cusparseSpSV or cusparseSpSM */
cusparseStatus_t cusparseCreateBsrsv2Info(bsrsv2Info_t *info);
cusparseStatus_t cusparseDestroyBsrsv2Info(bsrsv2Info_t info);
cusparseStatus_t cusparseXbsrsv2_zeroPivot(cusparseHandle_t handle, bsrsv2Info_t info, int *position);
cusparseStatus_t cusparseCreateBsrsm2Info(bsrsm2Info_t *info);
cusparseStatus_t cusparseDestroyBsrsm2Info(bsrsm2Info_t info);
cusparseStatus_t cusparseXbsrsm2_zeroPivot(cusparseHandle_t handle, bsrsm2Info_t info, int *position);
@each S D C Z
cusparseStatus_t cusparse$Lbsrsv2_bufferSize(cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA, int
    mb, int nnzb, const cusparseMatDescr_t descrA, $T *bsrValA, const int *bsrRowPtrA, const int *bsrColIndA, int blockDim,
    bsrsv2Info_t info, int *lwork);
cusparseStatus_t cusparse$Lbsrsv2_bufferSizeExt(cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA,
    int mb, int nnzb, const cusparseMatDescr_t descrA, $T *bsrValA, const int *bsrRowPtrA, const int *bsrColIndA, int blockDim,
    bsrsv2Info_t info, size_t *pBufferSize);
cusparseStatus_t cusparse$Lbsrsv2_analysis(cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA, int
    mb, int nnzb, const cusparseMatDescr_t descrA, const $T *bsrValA, const int *bsrRowPtrA, const int *bsrColIndA, int
    blockDim, bsrsv2Info_t info, cusparseSolvePolicy_t policy, void *pBuffer);
cusparseStatus_t cusparse$Lbsrsv2_solve(cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA, int mb,
    int nnzb, const $T *alpha, const cusparseMatDescr_t descrA, const $T *bsrValA, const int *bsrRowPtrA, const int
    *bsrColIndA, int blockDim, bsrsv2Info_t info, const $T *f, $T *x, cusparseSolvePolicy_t policy, void *pBuffer);
cusparseStatus_t cusparse$Lbsrsm2_bufferSize(cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA,
    cusparseOperation_t transX, int mb, int n, int nnzb, const cusparseMatDescr_t descrA, $T *bsrValA, const int *bsrRowPtrA,
    const int *bsrColIndA, int blockDim, bsrsm2Info_t info, int *lwork);
cusparseStatus_t cusparse$Lbsrsm2_bufferSizeExt(cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA,
    cusparseOperation_t transX, int mb, int n, int nnzb, const cusparseMatDescr_t descrA, $T *bsrValA, const int *bsrRowPtrA,
    const int *bsrColIndA, int blockDim, bsrsm2Info_t info, size_t *pBufferSize);
cusparseStatus_t cusparse$Lbsrsm2_analysis(cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA,
    cusparseOperation_t transX, int mb, int n, int nnzb, const cusparseMatDescr_t descrA, const $T *bsrValA, const int
    *bsrRowPtrA, const int *bsrColIndA, int blockDim, bsrsm2Info_t info, cusparseSolvePolicy_t policy, void *pBuffer);
cusparseStatus_t cusparse$Lbsrsm2_solve(cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA,
    cusparseOperation_t transX, int mb, int n, int nnzb, const $T *alpha, const cusparseMatDescr_t descrA, const $T *bsrValA,
    const int *bsrRowPtrA, const int *bsrColIndA, int blockDim, bsrsm2Info_t info, const $T *B, int ldb, $T *X, int ldx,
    cusparseSolvePolicy_t policy, void *pBuffer);
@end

/* Incomplete factors of blocks: cusparseSbsr2csr, then cusparseScsrilu02 or cusparseScsric02 */
cusparseStatus_t cusparseCreateBsric02Info(bsric02Info_t *info);
cusparseStatus_t cusparseDestroyBsric02Info(bsric02Info_t info);
cusparseStatus_t cusparseXbsric02_zeroPivot(cusparseHandle_t handle, bsric02Info_t info, int *position);
cusparseStatus_t cusparseCreateBsrilu02Info(bsrilu02Info_t *info);
cusparseStatus_t cusparseDestroyBsrilu02Info(bsrilu02Info_t info);
cusparseStatus_t cusparseXbsrilu02_zeroPivot(cusparseHandle_t handle, bsrilu02Info_t info, int *position);
@each S D C Z
cusparseStatus_t cusparse$Lbsrilu02_numericBoost(cusparseHandle_t handle, bsrilu02Info_t info, int enable_boost, double *tol,
    $T *boost_val);
cusparseStatus_t cusparse$Lbsrilu02_bufferSize(cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nnzb, const
    cusparseMatDescr_t descrA, $T *bsrValA, const int *bsrRowPtrA, const int *bsrColIndA, int blockDim, bsrilu02Info_t info,
    int *lwork);
cusparseStatus_t cusparse$Lbsrilu02_bufferSizeExt(cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nnzb, const
    cusparseMatDescr_t descrA, $T *bsrValA, const int *bsrRowPtrA, const int *bsrColIndA, int blockDim, bsrilu02Info_t info,
    size_t *pBufferSize);
cusparseStatus_t cusparse$Lbsrilu02_analysis(cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nnzb, const
    cusparseMatDescr_t descrA, $T *bsrValA, const int *bsrRowPtrA, const int *bsrColIndA, int blockDim, bsrilu02Info_t info,
    cusparseSolvePolicy_t policy, void *pBuffer);
cusparseStatus_t cusparse$Lbsrilu02(cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nnzb, const
    cusparseMatDescr_t descrA, $T *bsrValA, const int *bsrRowPtrA, const int *bsrColIndA, int blockDim, bsrilu02Info_t info,
    cusparseSolvePolicy_t policy, void *pBuffer);
cusparseStatus_t cusparse$Lbsric02_bufferSize(cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nnzb, const
    cusparseMatDescr_t descrA, $T *bsrValA, const int *bsrRowPtrA, const int *bsrColIndA, int blockDim, bsric02Info_t info,
    int *lwork);
cusparseStatus_t cusparse$Lbsric02_bufferSizeExt(cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nnzb, const
    cusparseMatDescr_t descrA, $T *bsrValA, const int *bsrRowPtrA, const int *bsrColIndA, int blockDim, bsric02Info_t info,
    size_t *pBufferSize);
cusparseStatus_t cusparse$Lbsric02_analysis(cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nnzb, const
    cusparseMatDescr_t descrA, const $T *bsrValA, const int *bsrRowPtrA, const int *bsrColIndA, int blockDim, bsric02Info_t
    info, cusparseSolvePolicy_t policy, void *pBuffer);
cusparseStatus_t cusparse$Lbsric02(cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nnzb, const
    cusparseMatDescr_t descrA, $T *bsrValA, const int *bsrRowPtrA, const int *bsrColIndA, int blockDim, bsric02Info_t info,
    cusparseSolvePolicy_t policy, void *pBuffer);
@end

/* Products: cusparseSpMM or cusparseSpMV with a matrix of cusparseCreateBsr, cusparseSbsrmv */
@each S D C Z
cusparseStatus_t cusparse$Lbsrmm(cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA,
    cusparseOperation_t transB, int mb, int n, int kb, int nnzb, const $T *alpha, const cusparseMatDescr_t descrA, const $T
    *bsrValA, const int *bsrRowPtrA, const int *bsrColIndA, const int blockDim, const $T *B, const int ldb, const $T *beta, $T
    *C, int ldc);
cusparseStatus_t cusparse$Lbsrxmv(cusparseHandle_t handle, cusparseDirection_t dirA, cusparseOperation_t transA, int
    sizeOfMask, int mb, int nb, int nnzb, const $T *alpha, const cusparseMatDescr_t descrA, const $T *bsrValA, const int
    *bsrMaskPtrA, const int *bsrRowPtrA, const int *bsrEndPtrA, const int *bsrColIndA, int blockDim, const $T *x, const $T
    *beta, $T *y);
@end
cusparseStatus_t cusparseSpMMOp_createPlan(cusparseHandle_t handle, cusparseSpMMOpPlan_t *plan, cusparseOperation_t opA,
    cusparseOperation_t opB, cusparseConstSpMatDescr_t matA, cusparseConstDnMatDescr_t matB, cusparseDnMatDescr_t matC,
    cudaDataType computeType, cusparseSpMMOpAlg_t alg, const void *addOperationNvvmBuffer, size_t addOperationBufferSize, const
    void *mulOperationNvvmBuffer, size_t mulOperationBufferSize, const void *epilogueNvvmBuffer, size_t epilogueBufferSize,
    size_t *SpMMWorkspaceSize);
cusparseStatus_t cusparseSpMMOp(cusparseSpMMOpPlan_t plan, void *externalBuffer);
cusparseStatus_t cusparseSpMMOp_destroyPlan(cusparseSpMMOpPlan_t plan);

/* Blocks that are not square: cusparseScsr2bsr and cusparseSbsr2csr have square ones */
cusparseStatus_t cusparseXgebsr2csr(cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nb, const cusparseMatDescr_t
    descrA, const int *bsrRowPtrA, const int *bsrColIndA, int rowBlockDim, int colBlockDim, const cusparseMatDescr_t descrC, int
    *csrRowPtrC, int *csrColIndC);
cusparseStatus_t cusparseXcsr2gebsrNnz(cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n, const
    cusparseMatDescr_t descrA, const int *csrRowPtrA, const int *csrColIndA, const cusparseMatDescr_t descrC, int *bsrRowPtrC,
    int rowBlockDim, int colBlockDim, int *nnzTotalDevHostPtr, void *pBuffer);
cusparseStatus_t cusparseXgebsr2gebsrNnz(cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nb, int nnzb, const
    cusparseMatDescr_t descrA, const int *bsrRowPtrA, const int *bsrColIndA, int rowBlockDimA, int colBlockDimA, const
    cusparseMatDescr_t descrC, int *bsrRowPtrC, int rowBlockDimC, int colBlockDimC, int *nnzTotalDevHostPtr, void *pBuffer);
@each S D C Z
cusparseStatus_t cusparse$Lgebsr2gebsc_bufferSize(cusparseHandle_t handle, int mb, int nb, int nnzb, const $T *bsrVal, const
    int *bsrRowPtr, const int *bsrColInd, int rowBlockDim, int colBlockDim, int *lwork);
cusparseStatus_t cusparse$Lgebsr2gebsc_bufferSizeExt(cusparseHandle_t handle, int mb, int nb, int nnzb, const $T *bsrVal, const
    int *bsrRowPtr, const int *bsrColInd, int rowBlockDim, int colBlockDim, size_t *pBufferSize);
cusparseStatus_t cusparse$Lgebsr2gebsc(cusparseHandle_t handle, int mb, int nb, int nnzb, const $T *bsrVal, const int
    *bsrRowPtr, const int *bsrColInd, int rowBlockDim, int colBlockDim, $T *bscVal, int *bscRowInd, int *bscColPtr,
    cusparseAction_t copyValues, cusparseIndexBase_t idxBase, void *pBuffer);
cusparseStatus_t cusparse$Lgebsr2csr(cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nb, const
    cusparseMatDescr_t descrA, const $T *bsrValA, const int *bsrRowPtrA, const int *bsrColIndA, int rowBlockDim, int
    colBlockDim, const cusparseMatDescr_t descrC, $T *csrValC, int *csrRowPtrC, int *csrColIndC);
cusparseStatus_t cusparse$Lcsr2gebsr_bufferSize(cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n, const
    cusparseMatDescr_t descrA, const $T *csrValA, const int *csrRowPtrA, const int *csrColIndA, int rowBlockDim, int
    colBlockDim, int *lwork);
cusparseStatus_t cusparse$Lcsr2gebsr_bufferSizeExt(cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n, const
    cusparseMatDescr_t descrA, const $T *csrValA, const int *csrRowPtrA, const int *csrColIndA, int rowBlockDim, int
    colBlockDim, size_t *pBufferSize);
cusparseStatus_t cusparse$Lcsr2gebsr(cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n, const cusparseMatDescr_t
    descrA, const $T *csrValA, const int *csrRowPtrA, const int *csrColIndA, const cusparseMatDescr_t descrC, $T *bsrValC, int
    *bsrRowPtrC, int *bsrColIndC, int rowBlockDim, int colBlockDim, void *pBuffer);
cusparseStatus_t cusparse$Lgebsr2gebsr_bufferSize(cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nb, int nnzb,
    const cusparseMatDescr_t descrA, const $T *bsrValA, const int *bsrRowPtrA, const int *bsrColIndA, int rowBlockDimA, int
    colBlockDimA, int rowBlockDimC, int colBlockDimC, int *lwork);
cusparseStatus_t cusparse$Lgebsr2gebsr_bufferSizeExt(cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nb, int
    nnzb, const cusparseMatDescr_t descrA, const $T *bsrValA, const int *bsrRowPtrA, const int *bsrColIndA, int rowBlockDimA,
    int colBlockDimA, int rowBlockDimC, int colBlockDimC, size_t *pBufferSize);
cusparseStatus_t cusparse$Lgebsr2gebsr(cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nb, int nnzb, const
    cusparseMatDescr_t descrA, const $T *bsrValA, const int *bsrRowPtrA, const int *bsrColIndA, int rowBlockDimA, int
    colBlockDimA, const cusparseMatDescr_t descrC, $T *bsrValC, int *bsrRowPtrC, int *bsrColIndC, int rowBlockDimC, int
    colBlockDimC, void *pBuffer);
@end

/* Rows whose indices are in no order: cusparseXcsrsort */
cusparseStatus_t cusparseCreateCsru2csrInfo(csru2csrInfo_t *info);
cusparseStatus_t cusparseDestroyCsru2csrInfo(csru2csrInfo_t info);
@each S D C Z
cusparseStatus_t cusparse$Lcsru2csr_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz, $T *csrVal, const int
    *csrRowPtr, int *csrColInd, csru2csrInfo_t info, size_t *pBufferSizeInBytes);
cusparseStatus_t cusparse$Lcsru2csr(cusparseHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t descrA, $T
    *csrVal, const int *csrRowPtr, int *csrColInd, csru2csrInfo_t info, void *pBuffer);
cusparseStatus_t cusparse$Lcsr2csru(cusparseHandle_t handle, int m, int n, int nnz, const cusparseMatDescr_t descrA, $T
    *csrVal, const int *csrRowPtr, int *csrColInd, csru2csrInfo_t info, void *pBuffer);
@end

/* Without small elements, and in colours */
cusparseStatus_t cusparseCreateColorInfo(cusparseColorInfo_t *info);
cusparseStatus_t cusparseDestroyColorInfo(cusparseColorInfo_t info);
cusparseStatus_t cusparseCreatePruneInfo(pruneInfo_t *info);
cusparseStatus_t cusparseDestroyPruneInfo(pruneInfo_t info);
@each S D C Z
cusparseStatus_t cusparse$Lcsrcolor(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descrA, const $T
    *csrValA, const int *csrRowPtrA, const int *csrColIndA, const $R *fractionToColor, int *ncolors, int *coloring, int
    *reordering, const cusparseColorInfo_t info);
@end
@each H
cusparseStatus_t cusparse$LpruneDense2csr_bufferSizeExt(cusparseHandle_t handle, int m, int n, const $T *A, int lda, const $T
    *threshold, const cusparseMatDescr_t descrC, const $T *csrValC, const int *csrRowPtrC, const int *csrColIndC, size_t
    *pBufferSizeInBytes);
cusparseStatus_t cusparse$LpruneDense2csrNnz(cusparseHandle_t handle, int m, int n, const $T *A, int lda, const $T *threshold,
    const cusparseMatDescr_t descrC, int *csrRowPtrC, int *nnzTotalDevHostPtr, void *pBuffer);
cusparseStatus_t cusparse$LpruneDense2csr(cusparseHandle_t handle, int m, int n, const $T *A, int lda, const $T *threshold,
    const cusparseMatDescr_t descrC, $T *csrValC, const int *csrRowPtrC, int *csrColIndC, void *pBuffer);
cusparseStatus_t cusparse$LpruneCsr2csr_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnzA, const
    cusparseMatDescr_t descrA, const $T *csrValA, const int *csrRowPtrA, const int *csrColIndA, const $T *threshold, const
    cusparseMatDescr_t descrC, const $T *csrValC, const int *csrRowPtrC, const int *csrColIndC, size_t *pBufferSizeInBytes);
cusparseStatus_t cusparse$LpruneCsr2csrNnz(cusparseHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA,
    const $T *csrValA, const int *csrRowPtrA, const int *csrColIndA, const $T *threshold, const cusparseMatDescr_t descrC, int
    *csrRowPtrC, int *nnzTotalDevHostPtr, void *pBuffer);
cusparseStatus_t cusparse$LpruneCsr2csr(cusparseHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t descrA, const
    $T *csrValA, const int *csrRowPtrA, const int *csrColIndA, const $T *threshold, const cusparseMatDescr_t descrC, $T
    *csrValC, const int *csrRowPtrC, int *csrColIndC, void *pBuffer);
@end
@each S D H
cusparseStatus_t cusparse$LpruneDense2csrByPercentage_bufferSizeExt(cusparseHandle_t handle, int m, int n, const $T *A, int
    lda, float percentage, const cusparseMatDescr_t descrC, const $T *csrValC, const int *csrRowPtrC, const int *csrColIndC,
    pruneInfo_t info, size_t *pBufferSizeInBytes);
cusparseStatus_t cusparse$LpruneDense2csrNnzByPercentage(cusparseHandle_t handle, int m, int n, const $T *A, int lda, float
    percentage, const cusparseMatDescr_t descrC, int *csrRowPtrC, int *nnzTotalDevHostPtr, pruneInfo_t info, void *pBuffer);
cusparseStatus_t cusparse$LpruneDense2csrByPercentage(cusparseHandle_t handle, int m, int n, const $T *A, int lda, float
    percentage, const cusparseMatDescr_t descrC, $T *csrValC, const int *csrRowPtrC, int *csrColIndC, pruneInfo_t info, void
    *pBuffer);
cusparseStatus_t cusparse$LpruneCsr2csrByPercentage_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnzA, const
    cusparseMatDescr_t descrA, const $T *csrValA, const int *csrRowPtrA, const int *csrColIndA, float percentage, const
    cusparseMatDescr_t descrC, const $T *csrValC, const int *csrRowPtrC, const int *csrColIndC, pruneInfo_t info, size_t
    *pBufferSizeInBytes);
cusparseStatus_t cusparse$LpruneCsr2csrNnzByPercentage(cusparseHandle_t handle, int m, int n, int nnzA, const
    cusparseMatDescr_t descrA, const $T *csrValA, const int *csrRowPtrA, const int *csrColIndA, float percentage, const
    cusparseMatDescr_t descrC, int *csrRowPtrC, int *nnzTotalDevHostPtr, pruneInfo_t info, void *pBuffer);
cusparseStatus_t cusparse$LpruneCsr2csrByPercentage(cusparseHandle_t handle, int m, int n, int nnzA, const cusparseMatDescr_t
    descrA, const $T *csrValA, const int *csrRowPtrA, const int *csrColIndA, float percentage, const cusparseMatDescr_t descrC,
    $T *csrValC, const int *csrRowPtrC, int *csrColIndC, pruneInfo_t info, void *pBuffer);
@end
#ifdef __cplusplus
}
#endif
#endif
