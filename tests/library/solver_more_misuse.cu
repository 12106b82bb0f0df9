// The functions of cuSOLVER on parts of spectra, in mixed precision and on any matrix: arguments wrong once each.
// CPU-ONLY: the real libraries follow what leads nowhere, and their words are their own.
// EXIT: 0
// CHECK: range 3, vl 3, il 3, iu 3, count 3, found 7
// CHECK: handle 1, no matrix of integers 9, types 3, lda 3, work area 3, host memory 3
// CHECK: n 3, lda 3, pivots 3, bytes 3, rank 3, order 3, pivot 3
// ERROR: cusolverDnDsyevdx: range (7) is no cusolverEigRange_t
// ERROR: cusolverDnDsyevdx: vl (2) is not less than vu (1)
// ERROR: cusolverDnDsyevdx: il (2) and iu (4) are not in order within 1 to 3
// ERROR: cusolverDnDsyevdx: il (0) and iu (3) are not in order within 1 to 3
// ERROR: cusolverDnDsyevdx: the result's pointer is NULL
// ERROR: cusolverDnDsyevdx_bufferSize: the handle is NULL: cusolverDnCreate makes one
// ERROR: cusolverDnXgeev_bufferSize: no matrix of cudaDataType 10 is factored on the CPU
// ERROR: cusolverDnXgeev: typeW (4) does not go with A's (1)
// ERROR: cusolverDnXgeev: lda (2) is less than n (3)
// ERROR: cusolverDnXgeev: the work area has 8 bytes, and the function's _bufferSize says more
// ERROR: cusolverDnXgeev: `W` is host memory: copy it to memory of cudaMalloc
// ERROR: cusolverDnDSgesv: n (-1) is negative
// ERROR: cusolverDnDSgesv: lda (2) is less than n (3)
// ERROR: cusolverDnDSgesv: `ipiv` is NULL
// ERROR: cusolverDnDSgesv: lwork_bytes (0) is less than what the function's _bufferSize says
// ERROR: cusolverDnDgesvdaStridedBatched: rank (4) is not in 0 to 3
// ERROR: cusolverDnDgebrd: m (2) is less than n (3)
// ERROR: cusolverDnDlaswp: pivot 1 is row 9, and A has 3
#include <cstdio>
#include <cusolverDn.h>

int main() {
    cusolverDnHandle_t h;
    cusolverDnParams_t params;
    cusolverDnCreate(&h);
    cusolverDnCreateParams(&params);
    double *A, *W, *X, *work, host[64], sigma;
    int *info, *pivots, found = 7, rounds, lwork = 0;
    size_t device, onhost;
    cudaMallocManaged(&A, 9 * 8);
    cudaMallocManaged(&W, 6 * 8);
    cudaMallocManaged(&X, 9 * 8);
    cudaMallocManaged(&work, 4096 * 8);
    cudaMallocManaged(&info, 16);
    cudaMallocManaged(&pivots, 16);
    for (int i = 0; i < 9; i++) A[i] = i % 4 == 0;
    cusolverEigMode_t V = CUSOLVER_EIG_MODE_VECTOR;
    cublasFillMode_t U = CUBLAS_FILL_MODE_UPPER;
    auto part = [&](int range, double vl, double vu, int il, int iu, int *count) {
        return cusolverDnDsyevdx(h, V, (cusolverEigRange_t)range, U, 3, A, 3, vl, vu, il, iu, count, W, work, 4096, info);
    };
    printf("range %d, ", part(7, 0, 1, 1, 3, &found));
    printf("vl %d, ", part(CUSOLVER_EIG_RANGE_V, 2, 1, 1, 3, &found));
    printf("il %d, iu %d, ", part(CUSOLVER_EIG_RANGE_I, 0, 1, 0, 3, &found), part(CUSOLVER_EIG_RANGE_I, 0, 1, 2, 4, &found));
    printf("count %d, found %d\n", part(CUSOLVER_EIG_RANGE_ALL, 0, 1, 1, 3, nullptr), found);
    printf("handle %d, ", cusolverDnDsyevdx_bufferSize(nullptr, V, CUSOLVER_EIG_RANGE_ALL, U, 3, A, 3, 0, 0, 0, 0, &found, W, &lwork));
    printf("no matrix of integers %d, ", cusolverDnXgeev_bufferSize(h, params, V, V, 3, CUDA_R_32I, A, 3, CUDA_C_64F, W, CUDA_R_64F, X, 3, CUDA_R_64F, X, 3, CUDA_R_64F, &device, &onhost));
    cusolverDnXgeev_bufferSize(h, params, V, V, 3, CUDA_R_64F, A, 3, CUDA_C_64F, W, CUDA_R_64F, X, 3, CUDA_R_64F, X, 3, CUDA_R_64F, &device, &onhost);
    auto any = [&](cudaDataType w, double *values, int64_t ld, size_t bytes) {
        return cusolverDnXgeev(h, params, CUSOLVER_EIG_MODE_NOVECTOR, V, 3, CUDA_R_64F, A, ld, w, values, CUDA_R_64F, nullptr, 1, CUDA_R_64F, X, 3, CUDA_R_64F, work, bytes, nullptr, 0, info);
    };
    printf("types %d, ", any(CUDA_C_32F, W, 3, device));
    printf("lda %d, ", any(CUDA_C_64F, W, 2, device));
    printf("work area %d, ", any(CUDA_C_64F, W, 3, 8));
    printf("host memory %d\n", any(CUDA_C_64F, host, 3, device));
    auto solve = [&](int n, int lda, int *p, size_t bytes) { return cusolverDnDSgesv(h, n, 1, A, lda, p, X, 3, X + 3, 3, work, bytes, &rounds, info); };
    printf("n %d, ", solve(-1, 3, pivots, 256));
    printf("lda %d, ", solve(3, 2, pivots, 256));
    printf("pivots %d, ", solve(3, 3, nullptr, 256));
    printf("bytes %d, ", solve(3, 3, pivots, 0));
    printf("rank %d, ", cusolverDnDgesvdaStridedBatched(h, V, 4, 3, 3, A, 3, 9, W, 3, X, 3, 9, X, 3, 9, work, 4096, info, &sigma, 1));
    printf("order %d, ", cusolverDnDgebrd(h, 2, 3, A, 3, W, W, W, W, work, 4096, info));
    pivots[0] = 9;
    printf("pivot %d\n", cusolverDnDlaswp(h, 3, A, 3, 1, 1, pivots, 1));
}
