// Arguments of cuSPARSE wrong once each, and matrices whose indices lead outside: told, not followed.
// CPU-ONLY: the real libraries follow what leads nowhere, and their words are their own.
// EXIT: 0
// CHECK: handle 1, type 3, index 3, base 3, sizes 3, operation 3, types 3, host 3
// CHECK: column 3, offsets 3, row of COO 3, vector 3
// CHECK: pivot 9 CUSPARSE_STATUS_ZERO_PIVOT: zero pivot, order 3, destroyed 0
// ERROR: cusparseSpMV: the handle is NULL: cusparseCreate makes one
// ERROR: cusparseCreateDnVec: valueType (99) is no type of elements
// ERROR: cusparseCreateCsr: an index type (1, 2) is not CUSPARSE_INDEX_32I or 64I
// ERROR: cusparseCreateCsr: idxBase (2) is no cusparseIndexBase_t
// ERROR: cusparseSpMV: op(A) is 2 x 2, op(B) 3 x 1, C 2 x 1
// ERROR: cusparseSpMV: opA (5) is no cusparseOperation_t
// ERROR: cusparseSpMV: A->type (0) and B->type (1) differ: all elements of a call have one cudaDataType here
// ERROR: cusparseSpMV: `B` is host memory: copy it to memory of cudaMalloc
// ERROR: cusparseSpMV: index 7 in line 1 is not below 2
// ERROR: cusparseSpMV: offsets 0 to 9 of line 0 are not within the 3 elements
// ERROR: is not below 2
// ERROR: cusparseGather: index 4 is not below 2
// ERROR: cusparseSpSV_solve: row 1 of A has no diagonal element, or 0 there
// ERROR: cusparseSpSV_solve: cusparseSpSV_analysis comes first, with the same matrix
#include <cstdio>
#include <cusparse.h>

template <typename T> T *device(T a, T b, T c = 0) {
    T *p, values[] = {a, b, c};
    cudaMalloc(&p, sizeof values);
    cudaMemcpy(p, values, sizeof values, cudaMemcpyHostToDevice);
    return p;
}

int main() {
    cusparseHandle_t h, none = NULL;
    cusparseCreate(&h);
    int *offsets = device<int>(0, 2, 3), *columns = device<int>(0, 1, 0), *wrong = device<int>(0, 1, 7);
    int *jump = device<int>(0, 9, 3), *rows = device<int>(0, 0, 5), *at = device<int>(1, 4);
    float *values = device<float>(1, 2, 3), *x = device<float>(1, 1, 1), *y = device<float>(0, 0), one = 1, zero = 0, host[2];
    cusparseSpMatDescr_t A, B, C, D;
    cusparseDnVecDescr_t vx, vy, v3, vd, vh;
    cusparseCreateDnVec(&vx, 2, x, CUDA_R_32F);
    cusparseCreateDnVec(&v3, 3, x, CUDA_R_32F);
    cusparseCreateDnVec(&vy, 2, y, CUDA_R_32F);
    cusparseCreateDnVec(&vh, 2, host, CUDA_R_32F);
    cusparseCreateDnVec(&vd, 1, x, CUDA_R_64F);
    auto csr = [&](cusparseSpMatDescr_t *m, int *o, int *c, int type = 2, int base = 0) {
        return cusparseCreateCsr(m, 2, 2, 3, o, c, values, (cusparseIndexType_t)type, CUSPARSE_INDEX_32I, (cusparseIndexBase_t)base, CUDA_R_32F);
    };
    auto spmv = [&](cusparseHandle_t handle, cusparseSpMatDescr_t m, cusparseDnVecDescr_t v, int op = 0) {
        return cusparseSpMV(handle, (cusparseOperation_t)op, &one, m, v, &zero, vy, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, NULL);
    };
    csr(&A, offsets, columns);
    csr(&B, offsets, wrong);
    csr(&C, jump, columns);
    cusparseCreateCoo(&D, 2, 2, 3, rows, columns, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    cusparseSpMatDescr_t E;
    printf("handle %d, ", spmv(none, A, vx));
    printf("type %d, ", cusparseCreateDnVec(&vd, 1, x, (cudaDataType)99));
    printf("index %d, ", csr(&E, offsets, columns, 1));
    printf("base %d, ", csr(&E, offsets, columns, 2, 2));
    printf("sizes %d, ", spmv(h, A, v3));
    printf("operation %d, ", spmv(h, A, vx, 5));
    printf("types %d, ", spmv(h, A, vd));
    printf("host %d\n", spmv(h, A, vh));
    printf("column %d, ", spmv(h, B, vx));
    printf("offsets %d, ", spmv(h, C, vx));
    printf("row of COO %d, ", spmv(h, D, vx));
    cusparseSpVecDescr_t sparse;
    cusparseCreateSpVec(&sparse, 2, 2, at, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
    printf("vector %d\n", cusparseGather(h, vx, sparse));
    cusparseSpSVDescr_t solve;
    cusparseSpSV_createDescr(&solve);
    auto solve_with = [&](cusparseSpMatDescr_t m) {
        return cusparseSpSV_solve(h, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, m, vx, vy, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, solve);
    };
    cusparseSpSV_analysis(h, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, A, vx, vy, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, solve, NULL);
    cusparseStatus_t pivot = solve_with(A);
    printf("pivot %d %s: %s, ", pivot, cusparseGetErrorName(pivot), cusparseGetErrorString(pivot));
    printf("order %d, ", solve_with(B));
    printf("destroyed %d\n", cusparseDestroy(h) + cusparseDestroySpMat(A) + cusparseDestroyDnVec(vx) + cusparseSpSV_destroyDescr(solve));
}
