// In the manner of NVIDIA's samples of cuSPARSE: SpMV, SpMM, SpSV, SpGEMM, conversions and SDDMM by the generic interface, each with its buffers.
// CHECK: spmv csr 1 coo 1 csc 1
// CHECK: spmm 1 1
// CHECK: spsv 1 spsm 1
// CHECK: spgemm 1
// CHECK: dense to sparse 1 and back 1
// CHECK: sddmm 1
// CHECK: gather 1 scatter 1 axpby 1
#include <cuda_runtime_api.h>
#include <cusparse.h>
#include <stdio.h>
#include <stdlib.h>
#include <vector>

#define CHECK_CUDA(func)                                                                                             \
    {                                                                                                                \
        cudaError_t status = (func);                                                                                 \
        if (status != cudaSuccess) {                                                                                 \
            printf("CUDA API failed at line %d with error: %s (%d)\n", __LINE__, cudaGetErrorString(status), status); \
            return EXIT_FAILURE;                                                                                     \
        }                                                                                                            \
    }
#define CHECK_CUSPARSE(func)                                                                                                 \
    {                                                                                                                        \
        cusparseStatus_t status = (func);                                                                                    \
        if (status != CUSPARSE_STATUS_SUCCESS) {                                                                             \
            printf("CUSPARSE API failed at line %d with error: %s (%d)\n", __LINE__, cusparseGetErrorString(status), status); \
            return EXIT_FAILURE;                                                                                             \
        }                                                                                                                    \
    }

template <class T> T *to_device(const T *host, size_t n) {
    T *d = nullptr;
    if (cudaMalloc((void **)&d, n * sizeof(T)) != cudaSuccess || cudaMemcpy(d, host, n * sizeof(T), cudaMemcpyHostToDevice) != cudaSuccess) abort();
    return d;
}
template <class T> bool is(const T *device, const T *want, int n) {
    std::vector<T> host(n);
    cudaMemcpy(host.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        if (host[i] != want[i]) return false;
    return true;
}

int main(void) {
    const int A_num_rows = 4, A_num_cols = 4, A_nnz = 9;
    int hA_csrOffsets[] = {0, 3, 4, 7, 9}, hA_columns[] = {0, 2, 3, 1, 0, 2, 3, 1, 3}, hA_rows[] = {0, 0, 0, 1, 2, 2, 2, 3, 3};
    float hA_values[] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, hX[] = {1, 2, 3, 4}, hY_result[] = {19, 8, 51, 52};
    int *dA_csrOffsets = to_device(hA_csrOffsets, 5), *dA_columns = to_device(hA_columns, A_nnz), *dA_rows = to_device(hA_rows, A_nnz);
    float *dA_values = to_device(hA_values, A_nnz), *dX = to_device(hX, 4), *dY = to_device(hX, 4);
    float alpha = 1.0f, beta = 0.0f;
    cusparseHandle_t handle = NULL;
    cusparseSpMatDescr_t csr, coo, csc;
    cusparseDnVecDescr_t vecX, vecY;
    void *dBuffer = NULL;
    size_t bufferSize = 0;
    CHECK_CUSPARSE(cusparseCreate(&handle))
    CHECK_CUSPARSE(cusparseCreateCsr(&csr, A_num_rows, A_num_cols, A_nnz, dA_csrOffsets, dA_columns, dA_values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F))
    CHECK_CUSPARSE(cusparseCreateCoo(&coo, A_num_rows, A_num_cols, A_nnz, dA_rows, dA_columns, dA_values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F))
    CHECK_CUSPARSE(cusparseCreateDnVec(&vecX, A_num_cols, dX, CUDA_R_32F))
    CHECK_CUSPARSE(cusparseCreateDnVec(&vecY, A_num_rows, dY, CUDA_R_32F))
    // The same matrix by columns.
    int *dA_cscOffsets, *dA_cscRows;
    float *dA_cscValues;
    CHECK_CUDA(cudaMalloc((void **)&dA_cscOffsets, 5 * sizeof(int)))
    CHECK_CUDA(cudaMalloc((void **)&dA_cscRows, A_nnz * sizeof(int)))
    CHECK_CUDA(cudaMalloc((void **)&dA_cscValues, A_nnz * sizeof(float)))
    CHECK_CUSPARSE(cusparseCsr2cscEx2_bufferSize(handle, 4, 4, A_nnz, dA_values, dA_csrOffsets, dA_columns, dA_cscValues, dA_cscOffsets, dA_cscRows, CUDA_R_32F, CUSPARSE_ACTION_NUMERIC,
                                                 CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG1, &bufferSize))
    CHECK_CUDA(cudaMalloc(&dBuffer, bufferSize))
    CHECK_CUSPARSE(cusparseCsr2cscEx2(handle, 4, 4, A_nnz, dA_values, dA_csrOffsets, dA_columns, dA_cscValues, dA_cscOffsets, dA_cscRows, CUDA_R_32F, CUSPARSE_ACTION_NUMERIC,
                                      CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG1, dBuffer))
    CHECK_CUDA(cudaFree(dBuffer))
    CHECK_CUSPARSE(cusparseCreateCsc(&csc, 4, 4, A_nnz, dA_cscOffsets, dA_cscRows, dA_cscValues, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F))
    printf("spmv");
    const char *names[] = {"csr", "coo", "csc"};
    cusparseSpMatDescr_t all[] = {csr, coo, csc};
    for (int i = 0; i < 3; i++) {
        CHECK_CUSPARSE(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, all[i], vecX, &beta, vecY, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, &bufferSize))
        CHECK_CUDA(cudaMalloc(&dBuffer, bufferSize))
        CHECK_CUSPARSE(cusparseSpMV_preprocess(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, all[i], vecX, &beta, vecY, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, dBuffer))
        CHECK_CUDA(cudaMemset(dY, 0xff, 16))
        CHECK_CUSPARSE(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, all[i], vecX, &beta, vecY, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, dBuffer))
        printf(" %s %d", names[i], is(dY, hY_result, 4));
        CHECK_CUDA(cudaFree(dBuffer))
    }
    printf("\nspmm");
    float hB[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, hC_result[] = {19, 8, 51, 52, 43, 24, 123, 120, 67, 40, 195, 188}, hC_row[12], hB_row[12];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++) hB_row[i * 3 + j] = hB[j * 4 + i], hC_row[i * 3 + j] = hC_result[j * 4 + i];
    for (int by_row = 0; by_row < 2; by_row++) {
        float *dB = to_device(by_row ? hB_row : hB, 12), *dC = to_device(hB, 12);
        cusparseDnMatDescr_t matB, matC;
        cusparseOrder_t order = by_row ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL;
        CHECK_CUSPARSE(cusparseCreateDnMat(&matB, 4, 3, by_row ? 3 : 4, dB, CUDA_R_32F, order))
        CHECK_CUSPARSE(cusparseCreateDnMat(&matC, 4, 3, by_row ? 3 : 4, dC, CUDA_R_32F, order))
        CHECK_CUSPARSE(cusparseSpMM_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, csr, matB, &beta, matC, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT,
                                               &bufferSize))
        CHECK_CUDA(cudaMalloc(&dBuffer, bufferSize))
        CHECK_CUSPARSE(
            cusparseSpMM(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, csr, matB, &beta, matC, CUDA_R_32F, CUSPARSE_SPMM_ALG_DEFAULT, dBuffer))
        printf(" %d", is(dC, by_row ? hC_row : hC_result, 12));
        CHECK_CUSPARSE(cusparseDestroyDnMat(matB))
        CHECK_CUSPARSE(cusparseDestroyDnMat(matC))
        cudaFree(dBuffer), cudaFree(dB), cudaFree(dC);
    }
    { // a triangle: the matrix's lower part
        int hL_offsets[] = {0, 1, 2, 4, 6}, hL_columns[] = {0, 1, 0, 2, 1, 3};
        float hL_values[] = {1, 4, 5, 6, 8, 9}, hL_y[] = {1, 8, 23, 52}, hL_x[] = {1, 2, 3, 4}, hL_Y[] = {1, 8, 23, 52, 2, 4, 16, 17}, hL_X[] = {1, 2, 3, 4, 2, 1, 1, 1};
        int *o = to_device(hL_offsets, 5), *c = to_device(hL_columns, 6);
        float *v = to_device(hL_values, 6), *x = to_device(hL_y, 4), *y = to_device(hL_y, 4), *Y = to_device(hL_Y, 8), *X = to_device(hL_Y, 8);
        cusparseSpMatDescr_t L;
        cusparseDnVecDescr_t vx, vy;
        cusparseDnMatDescr_t mX, mY;
        cusparseSpSVDescr_t spsv;
        cusparseSpSMDescr_t spsm;
        CHECK_CUSPARSE(cusparseCreateCsr(&L, 4, 4, 6, o, c, v, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F))
        CHECK_CUSPARSE(cusparseCreateDnVec(&vx, 4, x, CUDA_R_32F))
        CHECK_CUSPARSE(cusparseCreateDnVec(&vy, 4, y, CUDA_R_32F))
        CHECK_CUSPARSE(cusparseCreateDnMat(&mX, 4, 2, 4, X, CUDA_R_32F, CUSPARSE_ORDER_COL))
        CHECK_CUSPARSE(cusparseCreateDnMat(&mY, 4, 2, 4, Y, CUDA_R_32F, CUSPARSE_ORDER_COL))
        CHECK_CUSPARSE(cusparseSpSV_createDescr(&spsv))
        CHECK_CUSPARSE(cusparseSpSM_createDescr(&spsm))
        cusparseFillMode_t fillmode = CUSPARSE_FILL_MODE_LOWER;
        cusparseDiagType_t diagtype = CUSPARSE_DIAG_TYPE_NON_UNIT;
        CHECK_CUSPARSE(cusparseSpMatSetAttribute(L, CUSPARSE_SPMAT_FILL_MODE, &fillmode, sizeof(fillmode)))
        CHECK_CUSPARSE(cusparseSpMatSetAttribute(L, CUSPARSE_SPMAT_DIAG_TYPE, &diagtype, sizeof(diagtype)))
        CHECK_CUSPARSE(cusparseSpSV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, L, vy, vx, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, spsv, &bufferSize))
        CHECK_CUDA(cudaMalloc(&dBuffer, bufferSize))
        CHECK_CUSPARSE(cusparseSpSV_analysis(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, L, vy, vx, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, spsv, dBuffer))
        CHECK_CUSPARSE(cusparseSpSV_solve(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, L, vy, vx, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, spsv))
        printf("\nspsv %d", is(x, hL_x, 4));
        CHECK_CUSPARSE(cusparseSpSM_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, L, mY, mX, CUDA_R_32F, CUSPARSE_SPSM_ALG_DEFAULT, spsm, &bufferSize))
        CHECK_CUDA(cudaMalloc(&dBuffer, bufferSize))
        CHECK_CUSPARSE(cusparseSpSM_analysis(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, L, mY, mX, CUDA_R_32F, CUSPARSE_SPSM_ALG_DEFAULT, spsm, dBuffer))
        CHECK_CUSPARSE(cusparseSpSM_solve(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, L, mY, mX, CUDA_R_32F, CUSPARSE_SPSM_ALG_DEFAULT, spsm))
        printf(" spsm %d\n", is(X, hL_X, 8));
    }
    { // C = A A
        cusparseSpMatDescr_t matC;
        cusparseSpGEMMDescr_t spgemmDesc;
        void *dBuffer1 = NULL, *dBuffer2 = NULL;
        size_t bufferSize1 = 0, bufferSize2 = 0;
        int *dC_csrOffsets, *dC_columns;
        float *dC_values, dense[16] = {0}, want[16] = {0}, got[16] = {0};
        CHECK_CUDA(cudaMalloc((void **)&dC_csrOffsets, 5 * sizeof(int)))
        CHECK_CUSPARSE(cusparseCreateCsr(&matC, 4, 4, 0, dC_csrOffsets, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F))
        CHECK_CUSPARSE(cusparseSpGEMM_createDescr(&spgemmDesc))
        const cusparseOperation_t op = CUSPARSE_OPERATION_NON_TRANSPOSE;
        CHECK_CUSPARSE(cusparseSpGEMM_workEstimation(handle, op, op, &alpha, csr, csr, &beta, matC, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, spgemmDesc, &bufferSize1, NULL))
        CHECK_CUDA(cudaMalloc((void **)&dBuffer1, bufferSize1))
        CHECK_CUSPARSE(cusparseSpGEMM_workEstimation(handle, op, op, &alpha, csr, csr, &beta, matC, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, spgemmDesc, &bufferSize1, dBuffer1))
        CHECK_CUSPARSE(cusparseSpGEMM_compute(handle, op, op, &alpha, csr, csr, &beta, matC, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, spgemmDesc, &bufferSize2, NULL))
        CHECK_CUDA(cudaMalloc((void **)&dBuffer2, bufferSize2))
        CHECK_CUSPARSE(cusparseSpGEMM_compute(handle, op, op, &alpha, csr, csr, &beta, matC, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, spgemmDesc, &bufferSize2, dBuffer2))
        int64_t C_num_rows1, C_num_cols1, C_nnz1;
        CHECK_CUSPARSE(cusparseSpMatGetSize(matC, &C_num_rows1, &C_num_cols1, &C_nnz1))
        CHECK_CUDA(cudaMalloc((void **)&dC_columns, C_nnz1 * sizeof(int)))
        CHECK_CUDA(cudaMalloc((void **)&dC_values, C_nnz1 * sizeof(float)))
        CHECK_CUSPARSE(cusparseCsrSetPointers(matC, dC_csrOffsets, dC_columns, dC_values))
        CHECK_CUSPARSE(cusparseSpGEMM_copy(handle, op, op, &alpha, csr, csr, &beta, matC, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT, spgemmDesc))
        std::vector<int> o(5), c(C_nnz1);
        std::vector<float> v(C_nnz1);
        CHECK_CUDA(cudaMemcpy(o.data(), dC_csrOffsets, 20, cudaMemcpyDeviceToHost))
        CHECK_CUDA(cudaMemcpy(c.data(), dC_columns, C_nnz1 * 4, cudaMemcpyDeviceToHost))
        CHECK_CUDA(cudaMemcpy(v.data(), dC_values, C_nnz1 * 4, cudaMemcpyDeviceToHost))
        for (int k = 0; k < A_nnz; k++) dense[hA_rows[k] * 4 + hA_columns[k]] = hA_values[k];
        for (int i = 0; i < 64; i++) want[i / 16 * 4 + i % 4] += dense[i / 16 * 4 + i / 4 % 4] * dense[i / 4 % 4 * 4 + i % 4];
        for (int i = 0; i < 4; i++)
            for (int k = o[i]; k < o[i + 1]; k++) got[i * 4 + c[k]] = v[k];
        bool ok = true;
        for (int i = 0; i < 16; i++) ok = ok && got[i] == want[i];
        printf("spgemm %d\n", ok);
        CHECK_CUSPARSE(cusparseSpGEMM_destroyDescr(spgemmDesc))
    }
    {
        float h_dense[] = {1, 0, 2, 3, 0, 4, 0, 0, 5, 0, 6, 7, 0, 8, 0, 9};
        float *d_dense = to_device(h_dense, 16), *d_values, *d_back = to_device(hB, 12);
        int *d_offsets, *d_columns;
        cusparseSpMatDescr_t matB;
        cusparseDnMatDescr_t matA, back;
        CHECK_CUDA(cudaMalloc((void **)&d_offsets, 5 * sizeof(int)))
        CHECK_CUDA(cudaMalloc((void **)&d_back, 16 * sizeof(float)))
        CHECK_CUSPARSE(cusparseCreateDnMat(&matA, 4, 4, 4, d_dense, CUDA_R_32F, CUSPARSE_ORDER_ROW))
        CHECK_CUSPARSE(cusparseCreateDnMat(&back, 4, 4, 4, d_back, CUDA_R_32F, CUSPARSE_ORDER_ROW))
        CHECK_CUSPARSE(cusparseCreateCsr(&matB, 4, 4, 0, d_offsets, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F))
        CHECK_CUSPARSE(cusparseDenseToSparse_bufferSize(handle, matA, matB, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &bufferSize))
        CHECK_CUDA(cudaMalloc(&dBuffer, bufferSize))
        CHECK_CUSPARSE(cusparseDenseToSparse_analysis(handle, matA, matB, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, dBuffer))
        int64_t r, c, nnz;
        CHECK_CUSPARSE(cusparseSpMatGetSize(matB, &r, &c, &nnz))
        CHECK_CUDA(cudaMalloc((void **)&d_columns, nnz * sizeof(int)))
        CHECK_CUDA(cudaMalloc((void **)&d_values, nnz * sizeof(float)))
        CHECK_CUSPARSE(cusparseCsrSetPointers(matB, d_offsets, d_columns, d_values))
        CHECK_CUSPARSE(cusparseDenseToSparse_convert(handle, matA, matB, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, dBuffer))
        printf("dense to sparse %d", is(d_offsets, hA_csrOffsets, 5) && is(d_columns, hA_columns, 9) && is(d_values, hA_values, 9));
        CHECK_CUSPARSE(cusparseSparseToDense_bufferSize(handle, matB, back, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, &bufferSize))
        CHECK_CUSPARSE(cusparseSparseToDense(handle, matB, back, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, dBuffer))
        printf(" and back %d\n", is(d_back, h_dense, 16));
    }
    {
        float hA[] = {1, 2, 3, 4, 5, 6, 7, 8}, hBt[] = {1, 3, 5, 7, 2, 4, 6, 8}, want[9], *dA = to_device(hA, 8), *dB = to_device(hBt, 8), *dC = to_device(hA_values, 9);
        cusparseSpMatDescr_t matC;
        cusparseDnMatDescr_t matA, matB;
        CHECK_CUSPARSE(cusparseCreateDnMat(&matA, 4, 2, 2, dA, CUDA_R_32F, CUSPARSE_ORDER_ROW))
        CHECK_CUSPARSE(cusparseCreateDnMat(&matB, 2, 4, 4, dB, CUDA_R_32F, CUSPARSE_ORDER_ROW))
        CHECK_CUSPARSE(cusparseCreateCsr(&matC, 4, 4, 9, dA_csrOffsets, dA_columns, dC, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F))
        const cusparseOperation_t op = CUSPARSE_OPERATION_NON_TRANSPOSE;
        CHECK_CUSPARSE(cusparseSDDMM_bufferSize(handle, op, op, &alpha, matA, matB, &beta, matC, CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT, &bufferSize))
        CHECK_CUDA(cudaMalloc(&dBuffer, bufferSize))
        CHECK_CUSPARSE(cusparseSDDMM_preprocess(handle, op, op, &alpha, matA, matB, &beta, matC, CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT, dBuffer))
        CHECK_CUSPARSE(cusparseSDDMM(handle, op, op, &alpha, matA, matB, &beta, matC, CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT, dBuffer))
        for (int k = 0; k < 9; k++) want[k] = hA[hA_rows[k] * 2] * hBt[hA_columns[k]] + hA[hA_rows[k] * 2 + 1] * hBt[4 + hA_columns[k]];
        printf("sddmm %d\n", is(dC, want, 9));
    }
    {
        int hX_indices[] = {0, 3, 4, 7}, *i = to_device(hX_indices, 4);
        float hv[] = {1, 2, 3, 4}, hy[] = {1, 2, 3, 4, 5, 6, 7, 8}, gathered[] = {1, 4, 5, 8}, scattered[] = {1, 2, 3, 2, 3, 6, 7, 4}, sums[] = {3, 4, 6, 12, 16, 12, 14, 24}, two = 2;
        float *v = to_device(hv, 4), *y = to_device(hy, 8);
        cusparseSpVecDescr_t vecS;
        cusparseDnVecDescr_t vecD;
        CHECK_CUSPARSE(cusparseCreateSpVec(&vecS, 8, 4, i, v, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F))
        CHECK_CUSPARSE(cusparseCreateDnVec(&vecD, 8, y, CUDA_R_32F))
        CHECK_CUSPARSE(cusparseGather(handle, vecD, vecS))
        printf("gather %d", is(v, gathered, 4));
        CHECK_CUDA(cudaMemcpy(v, hv, 16, cudaMemcpyHostToDevice))
        CHECK_CUSPARSE(cusparseScatter(handle, vecS, vecD))
        scattered[0] = 1;
        printf(" scatter %d", is(y, scattered, 8));
        CHECK_CUDA(cudaMemcpy(y, hy, 32, cudaMemcpyHostToDevice))
        CHECK_CUSPARSE(cusparseAxpby(handle, &alpha, vecS, &two, vecD))
        sums[3] = 10, sums[4] = 13, sums[7] = 20;
        printf(" axpby %d\n", is(y, sums, 8));
    }
    CHECK_CUSPARSE(cusparseDestroySpMat(csr))
    CHECK_CUSPARSE(cusparseDestroyDnVec(vecX))
    CHECK_CUSPARSE(cusparseDestroy(handle))
    return EXIT_SUCCESS;
}
