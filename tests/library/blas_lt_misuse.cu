// Each argument of cublasLt's calls wrong once: the status of the real library, and a line that says which.
// CPU-ONLY: the real libraries follow what leads nowhere, and their words are their own.
// EXIT: 0
// CHECK: create 7
// CHECK: right 0
// CHECK: handle 1, descriptor 7, layout 7
// CHECK: alpha 7, beta 7, A 7, D 7
// CHECK: host memory 13, algorithm 7, workspace 13
// CHECK: ld 7, sizes 7, order 15, batch 7, type 15, too large 13
// CHECK: transa 7, epilogue 7, bias 7, pointer mode 7, fill 15, scale mode 15
// CHECK: attribute 7, its size 7, NULL 7, none asked 7
// CHECK: a pointer has 8 bytes
// CHECK: heuristic 0, 1 found; none asked 7
// CHECK: compute type 7
// CHECK: destroy 0, again 7
// ERROR: cublasCreate: the handle's pointer is NULL
// ERROR: cublasLtMatmul: Adesc (0x
// ERROR: cublasLtMatmul: computeDesc is NULL
// ERROR: cublasLtMatmul: the handle is NULL: cublasCreate makes one
// ERROR: cublasLtMatmul: D is NULL
// ERROR: cublasLtMatmul: A is NULL
// ERROR: cublasLtMatmul: `beta` is NULL
// ERROR: cublasLtMatmul: `alpha` is NULL
// ERROR: cublasLtMatmul: `workspace` needs 4096 bytes from there on, and its allocation has 32
// ERROR: cublasLtMatmul: algo (0x
// ERROR: cublasLtMatmul: `A` is host memory: copy it to memory of cudaMalloc
// ERROR: cublasLtMatmul: `D` needs 44 bytes from there on, and its allocation has 32
// ERROR: cublasLtMatmul: no product of cudaDataTypes 2 and 0, with C of 0 and D of 0, is computed in type 68 with scalars of 0
// ERROR: cublasLtMatmul: A's batch count (2) is not D's (1)
// ERROR: cublasLtMatmul: A's order (2) is one of a GPU's tiles: on the CPU matrices are stored by columns (CUBLASLT_ORDER_COL) or rows (CUBLASLT_ORDER_ROW)
// ERROR: cublasLtMatmul: op(A) is 2 x 4, op(B) 3 x 4, C 2 x 4, D 2 x 4
// ERROR: cublasLtMatmul: A's ld (1) is less than its rows (2)
// ERROR: cublasLtMatmul: scale mode 3: on the CPU a scale is one number for a matrix (CUBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F)
// ERROR: cublasLtMatmul: FILL_MODE (0): only whole matrices are computed
// ERROR: cublasLtMatmul: POINTER_MODE (9) is no cublasLtPointerMode_t
// ERROR: cublasLtMatmul: the epilogue needs BIAS_POINTER
// ERROR: cublasLtMatmul: EPILOGUE (3) is no cublasLtEpilogue_t
// ERROR: cublasLtMatmul: transa (7) is no cublasOperation_t
// ERROR: cublasLtMatmulDescGetAttribute: sizeInBytes is 0, and sizeWritten is NULL
// ERROR: cublasLtMatmulDescSetAttribute: `buf` is NULL
// ERROR: cublasLtMatmulDescSetAttribute: attribute TRANSA has 4 bytes, and sizeInBytes is 8
// ERROR: cublasLtMatmulDescSetAttribute: 99 is no attribute of that descriptor
// ERROR: cublasLtMatmulAlgoGetHeuristic: requestedAlgoCount (0) is not positive
// ERROR: cublasLtMatmulDescCreate: computeType (3) is no cublasComputeType_t
// ERROR: cublasLtMatmulPreferenceDestroy: the descriptor is NULL
#include <cublasLt.h>
#include <cstdio>
float *A, *B, *C; cublasLtHandle_t h; cublasLtMatmulDesc_t op; cublasLtMatrixLayout_t a, b, c; cublasLtMatmulPreference_t pref;
float one = 1, zero = 0;
int product() { return cublasLtMatmul(h, op, &one, A, a, B, b, &zero, C, c, C, c, NULL, NULL, 0, 0); }
template <typename T> int with(cublasLtMatrixLayout_t l, cublasLtMatrixLayoutAttribute_t attr, T v, T back) {
    cublasLtMatrixLayoutSetAttribute(l, attr, &v, sizeof v);
    int status = product();
    cublasLtMatrixLayoutSetAttribute(l, attr, &back, sizeof back);
    return status;
}
template <typename T> int with(cublasLtMatmulDescAttributes_t attr, T v, T back) {
    cublasLtMatmulDescSetAttribute(op, attr, &v, sizeof v);
    int status = product();
    cublasLtMatmulDescSetAttribute(op, attr, &back, sizeof back);
    return status;
}
int main() {
    int x = 0; size_t written = 0; void *none = nullptr;
    cublasLtMatmulHeuristicResult_t r; int found = 7;
    printf("create %d\n", cublasLtCreate(nullptr));
    cublasLtCreate(&h);
    cudaMalloc(&A, 6 * 4); cudaMalloc(&B, 12 * 4); cudaMalloc(&C, 8 * 4);
    cublasLtMatmulDescCreate(&op, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    cublasLtMatrixLayoutCreate(&a, CUDA_R_32F, 2, 3, 2); cublasLtMatrixLayoutCreate(&b, CUDA_R_32F, 3, 4, 3); cublasLtMatrixLayoutCreate(&c, CUDA_R_32F, 2, 4, 2);
    cublasLtMatmulPreferenceCreate(&pref);
    printf("right %d\n", product());
    printf("handle %d, descriptor %d, layout %d\n", cublasLtMatmul(nullptr, op, &one, A, a, B, b, &zero, C, c, C, c, 0, 0, 0, 0),
           cublasLtMatmul(h, nullptr, &one, A, a, B, b, &zero, C, c, C, c, 0, 0, 0, 0), cublasLtMatmul(h, op, &one, A, (cublasLtMatrixLayout_t)op, B, b, &zero, C, c, C, c, 0, 0, 0, 0));
    printf("alpha %d, beta %d, A %d, D %d\n", cublasLtMatmul(h, op, nullptr, A, a, B, b, &zero, C, c, C, c, 0, 0, 0, 0), cublasLtMatmul(h, op, &one, A, a, B, b, nullptr, C, c, C, c, 0, 0, 0, 0),
           cublasLtMatmul(h, op, &one, nullptr, a, B, b, &zero, C, c, C, c, 0, 0, 0, 0), cublasLtMatmul(h, op, &one, A, a, B, b, &zero, C, c, nullptr, c, 0, 0, 0, 0));
    printf("host memory %d, algorithm %d, workspace %d\n", cublasLtMatmul(h, op, &one, new float[6], a, B, b, &zero, C, c, C, c, 0, 0, 0, 0),
           cublasLtMatmul(h, op, &one, A, a, B, b, &zero, C, c, C, c, (cublasLtMatmulAlgo_t *)a, 0, 0, 0), cublasLtMatmul(h, op, &one, A, a, B, b, &zero, C, c, C, c, 0, C, 4096, 0));
    printf("ld %d, sizes %d, order %d, batch %d, type %d, too large %d\n", with(a, CUBLASLT_MATRIX_LAYOUT_LD, 1ll, 2ll), with(a, CUBLASLT_MATRIX_LAYOUT_COLS, 4ll, 3ll),
           with(a, CUBLASLT_MATRIX_LAYOUT_ORDER, 2, 0), with(a, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, 2, 1), with(a, CUBLASLT_MATRIX_LAYOUT_TYPE, 2, 0), with(c, CUBLASLT_MATRIX_LAYOUT_LD, 3ll, 2ll));
    printf("transa %d, epilogue %d, bias %d, pointer mode %d, fill %d, scale mode %d\n", with(CUBLASLT_MATMUL_DESC_TRANSA, 7, 0), with(CUBLASLT_MATMUL_DESC_EPILOGUE, 3, 1),
           with(CUBLASLT_MATMUL_DESC_EPILOGUE, 4, 1), with(CUBLASLT_MATMUL_DESC_POINTER_MODE, 9, 0), with(CUBLASLT_MATMUL_DESC_FILL_MODE, 0, 2), with(CUBLASLT_MATMUL_DESC_A_SCALE_MODE, 3, 0));
    printf("attribute %d, its size %d, NULL %d, none asked %d\n", cublasLtMatmulDescSetAttribute(op, (cublasLtMatmulDescAttributes_t)99, &x, 4), cublasLtMatmulDescSetAttribute(op, CUBLASLT_MATMUL_DESC_TRANSA, &x, 8),
           cublasLtMatmulDescSetAttribute(op, CUBLASLT_MATMUL_DESC_TRANSA, none, 4), cublasLtMatmulDescGetAttribute(op, CUBLASLT_MATMUL_DESC_TRANSA, &x, 0, nullptr));
    cublasLtMatmulDescGetAttribute(op, CUBLASLT_MATMUL_DESC_BIAS_POINTER, nullptr, 0, &written);
    printf("a pointer has %zu bytes\n", written);
    int status = cublasLtMatmulAlgoGetHeuristic(h, op, a, b, c, c, pref, 3, &r, &found);
    printf("heuristic %d, %d found; none asked %d\n", status, found, cublasLtMatmulAlgoGetHeuristic(h, op, a, b, c, c, pref, 0, &r, &found));
    printf("compute type %d\n", cublasLtMatmulDescCreate(&op, (cublasComputeType_t)3, CUDA_R_32F));
    printf("destroy %d, again %d\n", cublasLtMatrixLayoutDestroy(a), cublasLtMatmulPreferenceDestroy(nullptr));
}
