/* cuBLAS: BLAS on device memory, with NVIDIA's names (https://docs.nvidia.com/cuda/cublas). Matrices are stored by
   columns, A[i + j * lda]. Scalars (alpha, beta, results) are on the host or on the device, as cublasSetPointerMode
   says; the CPU takes either. Functions return a cublasStatus_t, and Heddle says on stderr which argument was wrong. */
#ifndef CUBLAS_V2_H_
#define CUBLAS_V2_H_
#define CUBLAS_API_H_
#include <cuda_runtime.h>
#include <cuComplex.h>
#include <library_types.h>
#include <stdint.h>

#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 0
#define CUBLAS_VERSION 130000
#define CUBLASWINAPI
#define CUBLASAPI

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cublasContext *cublasHandle_t;

/* What a call says of itself. 0 is success. */
typedef enum {
    CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_NOT_INITIALIZED = 1, CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7, CUBLAS_STATUS_ARCH_MISMATCH = 8, CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13, CUBLAS_STATUS_INTERNAL_ERROR = 14, CUBLAS_STATUS_NOT_SUPPORTED = 15,
    CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
/* Whether a matrix is taken as it is, transposed, or transposed and conjugated. */
typedef enum {
    CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2, CUBLAS_OP_HERMITAN = 2, CUBLAS_OP_CONJG = 3
} cublasOperation_t;
/* Which triangle of a symmetric or triangular matrix is stored. */
typedef enum { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1, CUBLAS_FILL_MODE_FULL = 2 } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;
typedef enum {
    CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1, CUBLAS_PEDANTIC_MATH = 2, CUBLAS_TF32_TENSOR_OP_MATH = 3,
    CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef enum {
    CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_ALGO0 = 0, CUBLAS_GEMM_ALGO1 = 1,
    CUBLAS_GEMM_ALGO2 = 2, CUBLAS_GEMM_ALGO3 = 3, CUBLAS_GEMM_ALGO4 = 4, CUBLAS_GEMM_ALGO5 = 5,
    CUBLAS_GEMM_ALGO6 = 6, CUBLAS_GEMM_ALGO7 = 7, CUBLAS_GEMM_ALGO8 = 8, CUBLAS_GEMM_ALGO9 = 9,
    CUBLAS_GEMM_ALGO10 = 10, CUBLAS_GEMM_ALGO11 = 11, CUBLAS_GEMM_ALGO12 = 12, CUBLAS_GEMM_ALGO13 = 13,
    CUBLAS_GEMM_ALGO14 = 14, CUBLAS_GEMM_ALGO15 = 15, CUBLAS_GEMM_ALGO16 = 16, CUBLAS_GEMM_ALGO17 = 17,
    CUBLAS_GEMM_ALGO18 = 18, CUBLAS_GEMM_ALGO19 = 19, CUBLAS_GEMM_ALGO20 = 20, CUBLAS_GEMM_ALGO21 = 21,
    CUBLAS_GEMM_ALGO22 = 22, CUBLAS_GEMM_ALGO23 = 23, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
    CUBLAS_GEMM_DFALT_TENSOR_OP = 99, CUBLAS_GEMM_ALGO0_TENSOR_OP = 100, CUBLAS_GEMM_ALGO1_TENSOR_OP = 101,
    CUBLAS_GEMM_ALGO2_TENSOR_OP = 102, CUBLAS_GEMM_ALGO3_TENSOR_OP = 103, CUBLAS_GEMM_ALGO4_TENSOR_OP = 104,
    CUBLAS_GEMM_ALGO5_TENSOR_OP = 105, CUBLAS_GEMM_ALGO6_TENSOR_OP = 106, CUBLAS_GEMM_ALGO7_TENSOR_OP = 107,
    CUBLAS_GEMM_ALGO8_TENSOR_OP = 108, CUBLAS_GEMM_ALGO9_TENSOR_OP = 109, CUBLAS_GEMM_ALGO10_TENSOR_OP = 110,
    CUBLAS_GEMM_ALGO11_TENSOR_OP = 111, CUBLAS_GEMM_ALGO12_TENSOR_OP = 112, CUBLAS_GEMM_ALGO13_TENSOR_OP = 113,
    CUBLAS_GEMM_ALGO14_TENSOR_OP = 114, CUBLAS_GEMM_ALGO15_TENSOR_OP = 115, CUBLAS_GEMM_AUTOTUNE = 999
} cublasGemmAlgo_t;
/* In which type cublasGemmEx and its kin multiply and add. */
typedef enum {
    CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_16F_PEDANTIC = 65, CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69, CUBLAS_COMPUTE_64F = 70, CUBLAS_COMPUTE_64F_PEDANTIC = 71,
    CUBLAS_COMPUTE_32I = 72, CUBLAS_COMPUTE_32I_PEDANTIC = 73, CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75, CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;
typedef cudaDataType cublasDataType_t;

/* ---- Handles, their settings, and moving vectors and matrices between host and device ---- */
cublasStatus_t cublasCreate(cublasHandle_t *handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t streamId);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *streamId);
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *workspace, size_t workspaceSizeInBytes);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode);
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int smCountTarget);
cublasStatus_t cublasGetSmCountTarget(cublasHandle_t handle, int *smCountTarget);
@wide
cublasStatus_t cublasSetVector(int n, int elemSize, const void *x, int incx, void *devicePtr, int incy);
cublasStatus_t cublasGetVector(int n, int elemSize, const void *x, int incx, void *y, int incy);
cublasStatus_t cublasSetMatrix(int rows, int cols, int elemSize, const void *A, int lda, void *B, int ldb);
cublasStatus_t cublasGetMatrix(int rows, int cols, int elemSize, const void *A, int lda, void *B, int ldb);
cublasStatus_t cublasSetVectorAsync(int n, int elemSize, const void *hostPtr, int incx, void *devicePtr, int incy,
    cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int elemSize, const void *devicePtr, int incx, void *hostPtr, int incy,
    cudaStream_t stream);
cublasStatus_t cublasSetMatrixAsync(int rows, int cols, int elemSize, const void *A, int lda, void *B, int ldb,
    cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int cols, int elemSize, const void *A, int lda, void *B, int ldb,
    cudaStream_t stream);
@end
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);
size_t cublasGetCudartVersion(void);
void cublasXerbla(const char *srName, int info);

/* ---- Level 1: vectors. n elements of x, incx apart. ---- */
@each wide v2 S D C Z
cublasStatus_t cublasI$lamax(cublasHandle_t handle, int n, const $T *x, int incx, int *result);
cublasStatus_t cublasI$lamin(cublasHandle_t handle, int n, const $T *x, int incx, int *result);
@end
@each wide v2 S D
cublasStatus_t cublas$Lasum(cublasHandle_t handle, int n, const $T *x, int incx, $T *result);
cublasStatus_t cublas$Lnrm2(cublasHandle_t handle, int n, const $T *x, int incx, $T *result);
@end
@wide v2
cublasStatus_t cublasScasum(cublasHandle_t handle, int n, const cuComplex *x, int incx, float *result);
cublasStatus_t cublasScnrm2(cublasHandle_t handle, int n, const cuComplex *x, int incx, float *result);
cublasStatus_t cublasDzasum(cublasHandle_t handle, int n, const cuDoubleComplex *x, int incx, double *result);
cublasStatus_t cublasDznrm2(cublasHandle_t handle, int n, const cuDoubleComplex *x, int incx, double *result);
@end
@each wide v2 S D C Z
cublasStatus_t cublas$Laxpy(cublasHandle_t handle, int n, const $T *alpha, const $T *x, int incx, $T *y, int incy);
cublasStatus_t cublas$Lcopy(cublasHandle_t handle, int n, const $T *x, int incx, $T *y, int incy);
cublasStatus_t cublas$Lswap(cublasHandle_t handle, int n, $T *x, int incx, $T *y, int incy);
cublasStatus_t cublas$Lscal(cublasHandle_t handle, int n, const $T *alpha, $T *x, int incx);
@end
@each wide v2 Cs Zd
cublasStatus_t cublas$Lscal(cublasHandle_t handle, int n, const $R *alpha, $T *x, int incx);
@end
@each wide v2 S D
cublasStatus_t cublas$Ldot(cublasHandle_t handle, int n, const $T *x, int incx, const $T *y, int incy, $T *result);
@end
@each wide v2 C Z
cublasStatus_t cublas$Ldotu(cublasHandle_t handle, int n, const $T *x, int incx, const $T *y, int incy, $T *result);
cublasStatus_t cublas$Ldotc(cublasHandle_t handle, int n, const $T *x, int incx, const $T *y, int incy, $T *result);
@end
@each wide v2 S D C Z
cublasStatus_t cublas$Lrot(cublasHandle_t handle, int n, $T *x, int incx, $T *y, int incy, const $R *c, const $T *s);
cublasStatus_t cublas$Lrotg(cublasHandle_t handle, $T *a, $T *b, $R *c, $T *s);
@end
@each wide v2 Cs Zd
cublasStatus_t cublas$Lrot(cublasHandle_t handle, int n, $T *x, int incx, $T *y, int incy, const $R *c, const $R *s);
@end
@each wide v2 S D
cublasStatus_t cublas$Lrotm(cublasHandle_t handle, int n, $T *x, int incx, $T *y, int incy, const $T *param);
cublasStatus_t cublas$Lrotmg(cublasHandle_t handle, $T *d1, $T *d2, $T *x1, const $T *y1, $T *param);
@end

/* ---- Level 2: a matrix, stored by columns lda apart, and vectors ---- */
@each wide v2 S D C Z
cublasStatus_t cublas$Lgemv(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const $T *alpha, const $T *A,
    int lda, const $T *x, int incx, const $T *beta, $T *y, int incy);
cublasStatus_t cublas$Lgbmv(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int kl, int ku, const $T
    *alpha, const $T *A, int lda, const $T *x, int incx, const $T *beta, $T *y, int incy);
@end
@each wide v2 S D
cublasStatus_t cublas$Lger(cublasHandle_t handle, int m, int n, const $T *alpha, const $T *x, int incx, const $T *y, int
    incy, $T *A, int lda);
@end
@each wide v2 S D C Z
cublasStatus_t cublas$Ltrmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t
    diag, int n, const $T *A, int lda, $T *x, int incx);
cublasStatus_t cublas$Ltrsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t
    diag, int n, const $T *A, int lda, $T *x, int incx);
cublasStatus_t cublas$Ltbmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t
    diag, int n, int k, const $T *A, int lda, $T *x, int incx);
cublasStatus_t cublas$Ltbsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t
    diag, int n, int k, const $T *A, int lda, $T *x, int incx);
cublasStatus_t cublas$Ltpmv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t
    diag, int n, const $T *AP, $T *x, int incx);
cublasStatus_t cublas$Ltpsv(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t
    diag, int n, const $T *AP, $T *x, int incx);
@end
@each wide v2 C Z
cublasStatus_t cublas$Lsymv(cublasHandle_t handle, cublasFillMode_t uplo, int n, const $T *alpha, const $T *A, int lda,
    const $T *x, int incx, const $T *beta, $T *y, int incy);
cublasStatus_t cublas$Lsyr(cublasHandle_t handle, cublasFillMode_t uplo, int n, const $T *alpha, const $T *x, int incx,
    $T *A, int lda);
cublasStatus_t cublas$Lsyr2(cublasHandle_t handle, cublasFillMode_t uplo, int n, const $T *alpha, const $T *x, int incx,
    const $T *y, int incy, $T *A, int lda);
@end
@each wide v2 S D
cublasStatus_t cublas$Lsymv(cublasHandle_t handle, cublasFillMode_t uplo, int n, const $T *alpha, const $T *A, int lda,
    const $T *x, int incx, const $T *beta, $T *y, int incy);
cublasStatus_t cublas$Lsbmv(cublasHandle_t handle, cublasFillMode_t uplo, int n, int k, const $T *alpha, const $T *A,
    int lda, const $T *x, int incx, const $T *beta, $T *y, int incy);
cublasStatus_t cublas$Lspmv(cublasHandle_t handle, cublasFillMode_t uplo, int n, const $T *alpha, const $T *AP, const $T
    *x, int incx, const $T *beta, $T *y, int incy);
cublasStatus_t cublas$Lsyr(cublasHandle_t handle, cublasFillMode_t uplo, int n, const $T *alpha, const $T *x, int incx,
    $T *A, int lda);
cublasStatus_t cublas$Lsyr2(cublasHandle_t handle, cublasFillMode_t uplo, int n, const $T *alpha, const $T *x, int incx,
    const $T *y, int incy, $T *A, int lda);
cublasStatus_t cublas$Lspr(cublasHandle_t handle, cublasFillMode_t uplo, int n, const $T *alpha, const $T *x, int incx,
    $T *AP);
cublasStatus_t cublas$Lspr2(cublasHandle_t handle, cublasFillMode_t uplo, int n, const $T *alpha, const $T *x, int incx,
    const $T *y, int incy, $T *AP);
@end
@each wide v2 C Z
cublasStatus_t cublas$Lgeru(cublasHandle_t handle, int m, int n, const $T *alpha, const $T *x, int incx, const $T *y,
    int incy, $T *A, int lda);
cublasStatus_t cublas$Lgerc(cublasHandle_t handle, int m, int n, const $T *alpha, const $T *x, int incx, const $T *y,
    int incy, $T *A, int lda);
cublasStatus_t cublas$Lhemv(cublasHandle_t handle, cublasFillMode_t uplo, int n, const $T *alpha, const $T *A, int lda,
    const $T *x, int incx, const $T *beta, $T *y, int incy);
cublasStatus_t cublas$Lhbmv(cublasHandle_t handle, cublasFillMode_t uplo, int n, int k, const $T *alpha, const $T *A,
    int lda, const $T *x, int incx, const $T *beta, $T *y, int incy);
cublasStatus_t cublas$Lhpmv(cublasHandle_t handle, cublasFillMode_t uplo, int n, const $T *alpha, const $T *AP, const $T
    *x, int incx, const $T *beta, $T *y, int incy);
cublasStatus_t cublas$Lher(cublasHandle_t handle, cublasFillMode_t uplo, int n, const $R *alpha, const $T *x, int incx,
    $T *A, int lda);
cublasStatus_t cublas$Lher2(cublasHandle_t handle, cublasFillMode_t uplo, int n, const $T *alpha, const $T *x, int incx,
    const $T *y, int incy, $T *A, int lda);
cublasStatus_t cublas$Lhpr(cublasHandle_t handle, cublasFillMode_t uplo, int n, const $R *alpha, const $T *x, int incx,
    $T *AP);
cublasStatus_t cublas$Lhpr2(cublasHandle_t handle, cublasFillMode_t uplo, int n, const $T *alpha, const $T *x, int incx,
    const $T *y, int incy, $T *AP);
@end

/* ---- Level 3: matrices ---- */
@each wide v2 S D C Z
cublasStatus_t cublas$Lgemm(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int
    k, const $T *alpha, const $T *A, int lda, const $T *B, int ldb, const $T *beta, $T *C, int ldc);
@end
@each wide S D C Z
cublasStatus_t cublas$LgemmBatched(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int
    n, int k, const $T *alpha, const $T *const A[], int lda, const $T *const B[], int ldb, const $T *beta, $T *const
    C[], int ldc, int batchCount);
cublasStatus_t cublas$LgemmStridedBatched(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int
    m, int n, int k, const $T *alpha, const $T *A, int lda, long long strideA, const $T *B, int ldb, long long strideB,
    const $T *beta, $T *C, int ldc, long long strideC, int batchCount);
@end
@each wide v2 S D C Z
cublasStatus_t cublas$Lsymm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n, const $T
    *alpha, const $T *A, int lda, const $T *B, int ldb, const $T *beta, $T *C, int ldc);
cublasStatus_t cublas$Lsyrk(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, const
    $T *alpha, const $T *A, int lda, const $T *beta, $T *C, int ldc);
cublasStatus_t cublas$Lsyr2k(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, const
    $T *alpha, const $T *A, int lda, const $T *B, int ldb, const $T *beta, $T *C, int ldc);
cublasStatus_t cublas$Ltrmm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t
    trans, cublasDiagType_t diag, int m, int n, const $T *alpha, const $T *A, int lda, const $T *B, int ldb, $T *C, int
    ldc);
cublasStatus_t cublas$Ltrsm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t
    trans, cublasDiagType_t diag, int m, int n, const $T *alpha, const $T *A, int lda, $T *B, int ldb);
@end
@each wide S D C Z
cublasStatus_t cublas$LtrsmBatched(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
    cublasOperation_t trans, cublasDiagType_t diag, int m, int n, const $T *alpha, const $T *const A[], int lda, $T
    *const B[], int ldb, int batchCount);
@end
@each wide v2 C Z
cublasStatus_t cublas$Lhemm(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n, const $T
    *alpha, const $T *A, int lda, const $T *B, int ldb, const $T *beta, $T *C, int ldc);
cublasStatus_t cublas$Lherk(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, const
    $R *alpha, const $T *A, int lda, const $R *beta, $T *C, int ldc);
cublasStatus_t cublas$Lher2k(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, const
    $T *alpha, const $T *A, int lda, const $T *B, int ldb, const $R *beta, $T *C, int ldc);
@end

/* ---- What BLAS has not: sums of matrices, products with a diagonal, batches of small systems ---- */
@each wide S D C Z
cublasStatus_t cublas$Lgeam(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
    const $T *alpha, const $T *A, int lda, const $T *beta, const $T *B, int ldb, $T *C, int ldc);
cublasStatus_t cublas$Ldgmm(cublasHandle_t handle, cublasSideMode_t mode, int m, int n, const $T *A, int lda, const $T
    *x, int incx, $T *C, int ldc);
@end
@each S D C Z
cublasStatus_t cublas$LgetrfBatched(cublasHandle_t handle, int n, $T *const A[], int lda, int *P, int *info, int
    batchSize);
cublasStatus_t cublas$LgetrsBatched(cublasHandle_t handle, cublasOperation_t trans, int n, int nrhs, const $T *const
    A[], int lda, const int *P, $T *const B[], int ldb, int *info, int batchSize);
cublasStatus_t cublas$LgetriBatched(cublasHandle_t handle, int n, const $T *const A[], int lda, const int *P, $T *const
    C[], int ldc, int *info, int batchSize);
cublasStatus_t cublas$LmatinvBatched(cublasHandle_t handle, int n, const $T *const A[], int lda, $T *const Ainv[], int
    lda_inv, int *info, int batchSize);
@end

/* ---- Matrices of other types than their sums ---- */
@wide
cublasStatus_t cublasSgemmEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
    int k, const float *alpha, const void *A, cudaDataType Atype, int lda, const void *B, cudaDataType Btype, int ldb,
    const float *beta, void *C, cudaDataType Ctype, int ldc);
cublasStatus_t cublasCgemmEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
    int k, const cuComplex *alpha, const void *A, cudaDataType Atype, int lda, const void *B, cudaDataType Btype, int ldb,
    const cuComplex *beta, void *C, cudaDataType Ctype, int ldc);
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
    int k, const void *alpha, const void *A, cudaDataType Atype, int lda, const void *B, cudaDataType Btype, int ldb,
    const void *beta, void *C, cudaDataType Ctype, int ldc, cublasComputeType_t computeType, cublasGemmAlgo_t algo);
cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,
    int n, int k, const void *alpha, const void *const A[], cudaDataType Atype, int lda, const void *const B[],
    cudaDataType Btype, int ldb, const void *beta, void *const C[], cudaDataType Ctype, int ldc, int batchCount,
    cublasComputeType_t computeType, cublasGemmAlgo_t algo);
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
    int m, int n, int k, const void *alpha, const void *A, cudaDataType Atype, int lda, long long strideA, const void
    *B, cudaDataType Btype, int ldb, long long strideB, const void *beta, void *C, cudaDataType Ctype, int ldc, long
    long strideC, int batchCount, cublasComputeType_t computeType, cublasGemmAlgo_t algo);
@end
#ifdef __CUDACC__
/* Before CUDA 11 the type of the sums was a cudaDataType; in C++ it may be one still. */
static inline cublasComputeType_t heddle_compute_type(cudaDataType type) {
    return type == CUDA_R_64F || type == CUDA_C_64F   ? CUBLAS_COMPUTE_64F
           : type == CUDA_R_16F                       ? CUBLAS_COMPUTE_16F
           : type == CUDA_R_32I                       ? CUBLAS_COMPUTE_32I
           : type == CUDA_R_32F || type == CUDA_C_32F ? CUBLAS_COMPUTE_32F
                                                      : (cublasComputeType_t)type;
}
static inline cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
    int m, int n, int k, const void *alpha, const void *A, cudaDataType Atype, int lda, const void *B, cudaDataType Btype, int ldb, const void *beta, void *C, cudaDataType Ctype, int ldc, cudaDataType computeType, cublasGemmAlgo_t algo) {
    return cublasGemmEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb, beta, C, Ctype, ldc, heddle_compute_type(computeType), algo);
}
static inline cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
    int m, int n, int k, const void *alpha, const void *const A[], cudaDataType Atype, int lda, const void *const B[], cudaDataType Btype, int ldb, const void *beta, void *const C[], cudaDataType Ctype, int ldc, int batchCount, cudaDataType computeType, cublasGemmAlgo_t algo) {
    return cublasGemmBatchedEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb, beta, C, Ctype, ldc, batchCount, heddle_compute_type(computeType), algo);
}
static inline cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
    int m, int n, int k, const void *alpha, const void *A, cudaDataType Atype, int lda, long long strideA, const void *B, cudaDataType Btype, int ldb, long long strideB, const void *beta, void *C, cudaDataType Ctype, int ldc, long long strideC, int batchCount, cudaDataType computeType, cublasGemmAlgo_t algo) {
    return cublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, A, Atype, lda, strideA, B, Btype, ldb, strideB, beta, C, Ctype, ldc, strideC, batchCount, heddle_compute_type(computeType), algo);
}
#endif
/* ---- Groups of products, each with its own sizes, factors and number of matrices; the matrices of all groups one after another ---- */
@each wide S D
cublasStatus_t cublas$LgemmGroupedBatched(cublasHandle_t handle, const cublasOperation_t transa_array[], const
    cublasOperation_t transb_array[], const int m_array[], const int n_array[], const int k_array[], const $T
    alpha_array[], const $T *const Aarray[], const int lda_array[], const $T *const Barray[], const int ldb_array[],
    const $T beta_array[], $T *const Carray[], const int ldc_array[], int group_count, const int group_size[]);
@end
@wide
cublasStatus_t cublasGemmGroupedBatchedEx(cublasHandle_t handle, const cublasOperation_t transa_array[], const
    cublasOperation_t transb_array[], const int m_array[], const int n_array[], const int k_array[], const void
    *alpha_array, const void *const Aarray[], cudaDataType_t Atype, const int lda_array[], const void *const Barray[],
    cudaDataType_t Btype, const int ldb_array[], const void *beta_array, void *const Carray[], cudaDataType_t Ctype,
    const int ldc_array[], int group_count, const int group_size[], cublasComputeType_t computeType);
@end
#if defined __CUDA_FP16_H__ || defined __CUDACC__
@wide
cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
    int k, const __half *alpha, const __half *A, int lda, const __half *B, int ldb, const __half *beta, __half *C, int
    ldc);
cublasStatus_t cublasHgemmBatched(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m,
    int n, int k, const __half *alpha, const __half *const Aarray[], int lda, const __half *const Barray[], int ldb,
    const __half *beta, __half *const Carray[], int ldc, int batchCount);
cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
    int m, int n, int k, const __half *alpha, const __half *A, int lda, long long strideA, const __half *B, int ldb,
    long long strideB, const __half *beta, __half *C, int ldc, long long strideC, int batchCount);
@end
#endif

/* ---- Vectors whose elements, scalars and sums have types of their own ---- */
@wide
cublasStatus_t cublasAxpyEx(cublasHandle_t handle, int n, const void *alpha, cudaDataType alphaType, const void *x, cudaDataType xType,
    int incx, void *y, cudaDataType yType, int incy, cudaDataType executiontype);
cublasStatus_t cublasScalEx(cublasHandle_t handle, int n, const void *alpha, cudaDataType alphaType, void *x, cudaDataType xType, int incx,
    cudaDataType executionType);
cublasStatus_t cublasDotEx(cublasHandle_t handle, int n, const void *x, cudaDataType xType, int incx, const void *y, cudaDataType yType,
    int incy, void *result, cudaDataType resultType, cudaDataType executionType);
cublasStatus_t cublasDotcEx(cublasHandle_t handle, int n, const void *x, cudaDataType xType, int incx, const void *y, cudaDataType yType,
    int incy, void *result, cudaDataType resultType, cudaDataType executionType);
cublasStatus_t cublasNrm2Ex(cublasHandle_t handle, int n, const void *x, cudaDataType xType, int incx, void *result, cudaDataType
    resultType, cudaDataType executionType);
cublasStatus_t cublasCopyEx(cublasHandle_t handle, int n, const void *x, cudaDataType xType, int incx, void *y,
    cudaDataType yType, int incy);
cublasStatus_t cublasSwapEx(cublasHandle_t handle, int n, void *x, cudaDataType xType, int incx, void *y, cudaDataType
    yType, int incy);
cublasStatus_t cublasIamaxEx(cublasHandle_t handle, int n, const void *x, cudaDataType xType, int incx, int *result);
cublasStatus_t cublasIaminEx(cublasHandle_t handle, int n, const void *x, cudaDataType xType, int incx, int *result);
cublasStatus_t cublasAsumEx(cublasHandle_t handle, int n, const void *x, cudaDataType xType, int incx, void *result,
    cudaDataType resultType, cudaDataType executiontype);
cublasStatus_t cublasRotEx(cublasHandle_t handle, int n, void *x, cudaDataType xType, int incx, void *y, cudaDataType yType, int incy,
    const void *c, const void *s, cudaDataType csType, cudaDataType executiontype);
@end

/* ---- Products of which a triangle is wanted; products by three multiplications; many products with vectors; packed triangles ---- */
@each wide S D C Z
cublasStatus_t cublas$Lsyrkx(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, const
    $T *alpha, const $T *A, int lda, const $T *B, int ldb, const $T *beta, $T *C, int ldc);
cublasStatus_t cublas$LgemvBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const $T *alpha, const
    $T *const A[], int lda, const $T *const x[], int incx, const $T *beta, $T *const y[], int incy, int batchCount);
cublasStatus_t cublas$LgemvStridedBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const $T *alpha,
    const $T *A, int lda, long long strideA, const $T *x, int incx, long long stridex, const $T *beta, $T *y, int incy,
    long long stridey, int batchCount);
@end
@each S D C Z
cublasStatus_t cublas$Ltpttr(cublasHandle_t handle, cublasFillMode_t uplo, int n, const $T *AP, $T *A, int lda);
cublasStatus_t cublas$Ltrttp(cublasHandle_t handle, cublasFillMode_t uplo, int n, const $T *A, int lda, $T *AP);
cublasStatus_t cublas$LgeqrfBatched(cublasHandle_t handle, int m, int n, $T *const Aarray[], int lda, $T *const
    TauArray[], int *info, int batchSize);
cublasStatus_t cublas$LgelsBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int nrhs, $T *const
    Aarray[], int lda, $T *const Carray[], int ldc, int *info, int *devInfoArray, int batchSize);
@end
@each wide C Z
cublasStatus_t cublas$Lherkx(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, const
    $T *alpha, const $T *A, int lda, const $T *B, int ldb, const $R *beta, $T *C, int ldc);
cublasStatus_t cublas$Lgemm3m(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
    int k, const $T *alpha, const $T *A, int lda, const $T *B, int ldb, const $T *beta, $T *C, int ldc);
@end

typedef void (*cublasLogCallback)(const char *msg);
cublasStatus_t cublasLoggerConfigure(int logIsOn, int logToStdOut, int logToStdErr, const char *logFileName);
cublasStatus_t cublasSetLoggerCallback(cublasLogCallback userCallback);
cublasStatus_t cublasGetLoggerCallback(cublasLogCallback *userCallback);

/* ---- Declared only: what runs on a GPU alone. On the CPU these return CUBLAS_STATUS_NOT_SUPPORTED, and stderr says what to call instead ---- */
typedef enum {
    CUBLAS_EMULATION_STRATEGY_DEFAULT = 0, CUBLAS_EMULATION_STRATEGY_PERFORMANT = 1, CUBLAS_EMULATION_STRATEGY_EAGER = 2
} cublasEmulationStrategy_t;
cublasStatus_t cublasGetEmulationStrategy(cublasHandle_t handle, cublasEmulationStrategy_t *emulationStrategy);
cublasStatus_t cublasSetEmulationStrategy(cublasHandle_t handle, cublasEmulationStrategy_t emulationStrategy);
cublasStatus_t cublasGetEmulationSpecialValuesSupport(cublasHandle_t handle, cudaEmulationSpecialValuesSupport *mask);
cublasStatus_t cublasSetEmulationSpecialValuesSupport(cublasHandle_t handle, cudaEmulationSpecialValuesSupport mask);
cublasStatus_t cublasGetFixedPointEmulationMantissaControl(cublasHandle_t handle, cudaEmulationMantissaControl *mantissaControl);
cublasStatus_t cublasSetFixedPointEmulationMantissaControl(cublasHandle_t handle, cudaEmulationMantissaControl mantissaControl);
cublasStatus_t cublasGetFixedPointEmulationMaxMantissaBitCount(cublasHandle_t handle, int *maxMantissaBitCount);
cublasStatus_t cublasSetFixedPointEmulationMaxMantissaBitCount(cublasHandle_t handle, int maxMantissaBitCount);
cublasStatus_t cublasGetFixedPointEmulationMantissaBitOffset(cublasHandle_t handle, int *mantissaBitOffset);
cublasStatus_t cublasSetFixedPointEmulationMantissaBitOffset(cublasHandle_t handle, int mantissaBitOffset);
cublasStatus_t cublasGetFixedPointEmulationMantissaBitCountPointer(cublasHandle_t handle, int **mantissaBitCount);
cublasStatus_t cublasSetFixedPointEmulationMantissaBitCountPointer(cublasHandle_t handle, int *mantissaBitCount);
@wide
cublasStatus_t cublasCgemm3mEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n,
    int k, const cuComplex *alpha, const void *A, cudaDataType Atype, int lda, const void *B, cudaDataType Btype, int ldb,
    const cuComplex *beta, void *C, cudaDataType Ctype, int ldc);
cublasStatus_t cublasCgemm3mBatched(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int
    n, int k, const cuComplex *alpha, const cuComplex *const Aarray[], int lda, const cuComplex *const Barray[], int ldb,
    const cuComplex *beta, cuComplex *const Carray[], int ldc, int batchCount);
cublasStatus_t cublasCgemm3mStridedBatched(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int
    m, int n, int k, const cuComplex *alpha, const cuComplex *A, int lda, long long strideA, const cuComplex *B, int ldb,
    long long strideB, const cuComplex *beta, cuComplex *C, int ldc, long long strideC, int batchCount);
cublasStatus_t cublasCsyrkEx(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, const
    cuComplex *alpha, const void *A, cudaDataType Atype, int lda, const cuComplex *beta, void *C, cudaDataType Ctype, int
    ldc);
cublasStatus_t cublasCsyrk3mEx(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, const
    cuComplex *alpha, const void *A, cudaDataType Atype, int lda, const cuComplex *beta, void *C, cudaDataType Ctype, int
    ldc);
cublasStatus_t cublasCherkEx(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, const
    float *alpha, const void *A, cudaDataType Atype, int lda, const float *beta, void *C, cudaDataType Ctype, int ldc);
cublasStatus_t cublasCherk3mEx(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, const
    float *alpha, const void *A, cudaDataType Atype, int lda, const float *beta, void *C, cudaDataType Ctype, int ldc);
cublasStatus_t cublasRotmEx(cublasHandle_t handle, int n, void *x, cudaDataType xType, int incx, void *y, cudaDataType
    yType, int incy, const void *param, cudaDataType paramType, cudaDataType executiontype);
cublasStatus_t cublasHSHgemvBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const float *alpha,
    const __half *const Aarray[], int lda, const __half *const xarray[], int incx, const float *beta, __half *const yarray[], int
    incy, int batchCount);
cublasStatus_t cublasHSHgemvStridedBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const float
    *alpha, const __half *A, int lda, long long stridea, const __half *x, int incx, long long stridex, const float *beta, __half
    *y, int incy, long long stridey, int batchCount);
cublasStatus_t cublasHSSgemvBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const float *alpha,
    const __half *const Aarray[], int lda, const __half *const xarray[], int incx, const float *beta, float *const yarray[], int
    incy, int batchCount);
cublasStatus_t cublasHSSgemvStridedBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const float
    *alpha, const __half *A, int lda, long long stridea, const __half *x, int incx, long long stridex, const float *beta, float
    *y, int incy, long long stridey, int batchCount);
cublasStatus_t cublasTSTgemvBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const float *alpha,
    const __nv_bfloat16 *const Aarray[], int lda, const __nv_bfloat16 *const xarray[], int incx, const float *beta, __nv_bfloat16 *const yarray[], int
    incy, int batchCount);
cublasStatus_t cublasTSTgemvStridedBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const float
    *alpha, const __nv_bfloat16 *A, int lda, long long stridea, const __nv_bfloat16 *x, int incx, long long stridex, const float *beta, __nv_bfloat16
    *y, int incy, long long stridey, int batchCount);
cublasStatus_t cublasTSSgemvBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const float *alpha,
    const __nv_bfloat16 *const Aarray[], int lda, const __nv_bfloat16 *const xarray[], int incx, const float *beta, float *const yarray[], int
    incy, int batchCount);
cublasStatus_t cublasTSSgemvStridedBatched(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const float
    *alpha, const __nv_bfloat16 *A, int lda, long long stridea, const __nv_bfloat16 *x, int incx, long long stridex, const float *beta, float
    *y, int incy, long long stridey, int batchCount);
@end
cublasStatus_t cublasRotgEx(cublasHandle_t handle, void *a, void *b, cudaDataType abType, void *c, void *s, cudaDataType
    csType, cudaDataType executiontype);
cublasStatus_t cublasRotmgEx(cublasHandle_t handle, void *d1, cudaDataType d1Type, void *d2, cudaDataType d2Type, void *x1,
    cudaDataType x1Type, const void *y1, cudaDataType y1Type, void *param, cudaDataType paramType, cudaDataType
    executiontype);
cublasStatus_t cublasUint8gemmBias(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, cublasOperation_t
    transc, int m, int n, int k, const unsigned char *A, int A_bias, int lda, const unsigned char *B, int B_bias, int ldb,
    unsigned char *C, int C_bias, int ldc, int C_mult, int C_shift);

#ifdef __cplusplus
}
#endif

#define cublasCreate_v2 cublasCreate
#define cublasDestroy_v2 cublasDestroy
#define cublasSetStream_v2 cublasSetStream
#define cublasGetStream_v2 cublasGetStream
#define cublasSetPointerMode_v2 cublasSetPointerMode
#define cublasGetPointerMode_v2 cublasGetPointerMode
#define cublasGetVersion_v2 cublasGetVersion
#define cublasSetWorkspace_v2 cublasSetWorkspace
#endif
