// NEEDS: libopenblas.so.0
// Groups of products of different sizes (cublas?gemmGroupedBatched, GemmGroupedBatchedEx, _64), against one product at a time; batches of small ones with every operation.
/* OUTPUT:
0: status 0, 0 wrong
1: status 0, 0 wrong
2: status 0, 0 wrong
lda: 7
types: 15
small: 0 wrong
*/
// ERROR: group 1: lda (3) is less than the rows of A (4)
// EXIT: 0
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cstdio>
#include <cstdlib>

static float at(const float *A, int ld, cublasOperation_t op, int i, int j) { return op == CUBLAS_OP_N ? A[j * ld + i] : A[i * ld + j]; }

int main() {
    const int groups = 3, total = 6;
    cublasOperation_t ta[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_N}, tb[] = {CUBLAS_OP_N, CUBLAS_OP_N, CUBLAS_OP_T};
    int m[] = {4, 5, 7}, n[] = {3, 2, 6}, k[] = {5, 4, 1}, lda[] = {6, 4, 7}, ldb[] = {5, 4, 9}, ldc[] = {4, 8, 7}, size[] = {2, 3, 1};
    float alpha[] = {1, 2, -1}, beta[] = {0, 0.5f, 1};
    float **A, **B, **C, *want[total];
    cudaMallocManaged(&A, sizeof(float *) * total); cudaMallocManaged(&B, sizeof(float *) * total); cudaMallocManaged(&C, sizeof(float *) * total);
    cublasHandle_t handle;
    cublasCreate(&handle);
    for (int form = 0; form < 3; form++) { // S, Ex, _64
        for (int g = 0, at_ = 0; g < groups; g++)
            for (int s = 0; s < size[g]; s++, at_++) {
                cudaMallocManaged(&A[at_], 400); cudaMallocManaged(&B[at_], 400); cudaMallocManaged(&C[at_], 400);
                want[at_] = (float *)malloc(400);
                for (int i = 0; i < 100; i++) A[at_][i] = i % 7 - 3, B[at_][i] = i % 5 - at_, C[at_][i] = want[at_][i] = i % 3;
                for (int j = 0; j < n[g]; j++)
                    for (int i = 0; i < m[g]; i++) {
                        float sum = 0;
                        for (int l = 0; l < k[g]; l++) sum += at(A[at_], lda[g], ta[g], i, l) * at(B[at_], ldb[g], tb[g], l, j);
                        want[at_][j * ldc[g] + i] = alpha[g] * sum + beta[g] * want[at_][j * ldc[g] + i];
                    }
            }
        int64_t wide[7][3];
        for (int g = 0; g < groups; g++) wide[0][g] = m[g], wide[1][g] = n[g], wide[2][g] = k[g], wide[3][g] = lda[g], wide[4][g] = ldb[g], wide[5][g] = ldc[g], wide[6][g] = size[g];
        int status = form == 0 ? cublasSgemmGroupedBatched(handle, ta, tb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc, groups, size)
                   : form == 1 ? cublasGemmGroupedBatchedEx(handle, ta, tb, m, n, k, alpha, (const void **)A, CUDA_R_32F, lda, (const void **)B, CUDA_R_32F, ldb, beta, (void **)C, CUDA_R_32F, ldc, groups, size, CUBLAS_COMPUTE_32F)
                               : cublasSgemmGroupedBatched_64(handle, ta, tb, wide[0], wide[1], wide[2], alpha, A, wide[3], B, wide[4], beta, C, wide[5], groups, wide[6]);
        cudaDeviceSynchronize();
        int wrong = 0;
        for (int i = 0; i < total; i++) for (int j = 0; j < 100; j++) wrong += C[i][j] != want[i][j];
        printf("%d: status %d, %d wrong\n", form, status, wrong);
    }
    lda[1] = 3;
    printf("lda: %d\n", cublasSgemmGroupedBatched(handle, ta, tb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc, groups, size));
    printf("types: %d\n", cublasGemmGroupedBatchedEx(handle, ta, tb, m, n, k, alpha, (const void **)A, CUDA_R_32F, lda, (const void **)B, CUDA_R_16F, ldb, beta, (void **)C, CUDA_R_32F, ldc, groups, size, CUBLAS_COMPUTE_32F));
    // Small batches: sizes that the compiler knows and others, each operation, beta 0 over NaN.
    int bad = 0;
    for (int M : {1, 2, 3, 4, 5, 8, 16, 17})
        for (int oa = 0; oa < 2; oa++) for (int ob = 0; ob < 2; ob++) for (float b : {0.0f, 2.0f}) {
            const int N = 3, K = 4, count = 900;
            float *a, *bb, *c, one = 1; float **as, **bs, **cs;
            cudaMallocManaged(&a, count * 80 * 4); cudaMallocManaged(&bb, count * 80 * 4); cudaMallocManaged(&c, count * 80 * 4);
            cudaMallocManaged(&as, count * 8); cudaMallocManaged(&bs, count * 8); cudaMallocManaged(&cs, count * 8);
            for (int i = 0; i < count * 80; i++) a[i] = i % 11 - 5, bb[i] = i % 13 - 6, c[i] = b == 0 ? NAN : i % 3;
            for (int i = 0; i < count; i++) as[i] = a + i * 80, bs[i] = bb + i * 80, cs[i] = c + i * 80;
            int la = oa ? K : M, lb = ob ? N : K;
            cublasSgemmBatched(handle, (cublasOperation_t)oa, (cublasOperation_t)ob, M, N, K, &one, as, la, bs, lb, &b, cs, M, count);
            cudaDeviceSynchronize();
            for (int p = 0; p < count; p++) for (int j = 0; j < N; j++) for (int i = 0; i < M; i++) {
                float sum = 0;
                for (int l = 0; l < K; l++) sum += at(as[p], la, (cublasOperation_t)oa, i, l) * at(bs[p], lb, (cublasOperation_t)ob, l, j);
                if (b) sum += b * ((p * 80 + j * M + i) % 3);
                bad += cs[p][j * M + i] != sum;
            }
            cudaFree(a); cudaFree(bb); cudaFree(c); cudaFree(as); cudaFree(bs); cudaFree(cs);
        }
    printf("small: %d wrong\n", bad);
}
