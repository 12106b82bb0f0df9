// NEEDS: libopenblas.so.0
// cuSOLVER's iterative refinement with settings (cusolverDnIRSXgesv, IRSXgels), in the manner of NVIDIA's sample of the expert interface.
/* OUTPUT:
double gesv: status 0, info 0, 1 iterations of 10, right, residual small
float gesv: status 0, info 0, 1 iterations of 10, right, residual small
double gels: status 0, info 0, 1 iterations of 10, right, residual small
float gels: status 0, info 0, 1 iterations of 10, right, residual small
nothing set 14
precision 14
wider 14
refinement 15
negative 16
destroyed 12
*/
// ERROR: no refinement is set: cusolverDnIRSParamsSetRefinementSolver
// EXIT: 0
#include <cusolverDn.h>
#include <cstdio>
#include <cmath>
#include <vector>

template <typename T> void solve(cusolverDnHandle_t handle, const char *name, cusolverPrecType_t main_one, cusolverPrecType_t lowest, bool least) {
    const int m = least ? 9 : 6, n = least ? 4 : 6, nrhs = 2;
    T *A, *B, *X;
    int *info, niters = -7, most = 0;
    cudaMallocManaged(&A, m * n * sizeof(T)); cudaMallocManaged(&B, m * nrhs * sizeof(T)); cudaMallocManaged(&X, n * nrhs * sizeof(T)); cudaMallocManaged(&info, 4);
    for (int j = 0; j < n; j++) for (int i = 0; i < m; i++) A[j * m + i] = (i * 7 + j * 3) % 5 + (i == j ? 8 : 0);
    for (int j = 0; j < nrhs; j++) for (int i = 0; i < m; i++) { B[j * m + i] = 0; for (int k = 0; k < n; k++) B[j * m + i] += A[k * m + i] * T(k + 1 + j); }
    cusolverDnIRSParams_t params;
    cusolverDnIRSInfos_t infos;
    cusolverDnIRSParamsCreate(&params);
    cusolverDnIRSInfosCreate(&infos);
    int s = cusolverDnIRSParamsSetRefinementSolver(params, CUSOLVER_IRS_REFINE_GMRES) | cusolverDnIRSParamsSetSolverPrecisions(params, main_one, lowest)
          | cusolverDnIRSParamsSetMaxIters(params, 10) | cusolverDnIRSParamsSetTol(params, 1e-10) | cusolverDnIRSParamsDisableFallback(params) | cusolverDnIRSInfosRequestResidual(infos);
    size_t bytes = 0;
    s |= least ? cusolverDnIRSXgels_bufferSize(handle, params, m, n, nrhs, &bytes) : cusolverDnIRSXgesv_bufferSize(handle, params, n, nrhs, &bytes);
    void *work;
    cudaMalloc(&work, bytes);
    s |= least ? cusolverDnIRSXgels(handle, params, infos, m, n, nrhs, A, m, B, m, X, n, work, bytes, &niters, info)
               : cusolverDnIRSXgesv(handle, params, infos, n, nrhs, A, m, B, m, X, n, work, bytes, &niters, info);
    double off = 0;
    for (int j = 0; j < nrhs; j++) for (int k = 0; k < n; k++) off = fmax(off, fabs((double)X[j * n + k] - (k + 1 + j)));
    void *history;
    s |= cusolverDnIRSInfosGetMaxIters(infos, &most) | cusolverDnIRSInfosGetResidualHistory(infos, &history);
    T last = ((T *)history)[nrhs];
    printf("%s %s: status %d, info %d, %d iterations of %d, %s, residual %s\n", name, least ? "gels" : "gesv", s, *info, niters, most, off < (sizeof(T) == 4 ? 1e-4 : 1e-12) ? "right" : "WRONG",
           last < (sizeof(T) == 4 ? 1e-3 : 1e-11) ? "small" : "LARGE");
    cusolverDnIRSInfosDestroy(infos);
    cusolverDnIRSParamsDestroy(params);
}

int main() {
    cusolverDnHandle_t handle;
    cusolverDnCreate(&handle);
    for (bool least : {false, true}) {
        solve<double>(handle, "double", CUSOLVER_R_64F, CUSOLVER_R_16F, least);
        solve<float>(handle, "float", CUSOLVER_R_32F, CUSOLVER_R_TF32, least);
    }
    cusolverDnIRSParams_t params;
    cusolverDnIRSParamsCreate(&params);
    size_t bytes;
    printf("nothing set %d\n", cusolverDnIRSXgesv_bufferSize(handle, params, 3, 1, &bytes));
    printf("precision %d\n", cusolverDnIRSParamsSetSolverMainPrecision(params, CUSOLVER_R_16F));
    cusolverDnIRSParamsSetSolverPrecisions(params, CUSOLVER_R_32F, CUSOLVER_R_64F);
    printf("wider %d\n", cusolverDnIRSXgesv_bufferSize(handle, params, 3, 1, &bytes));
    cusolverDnIRSParamsSetSolverPrecisions(params, CUSOLVER_R_64F, CUSOLVER_R_32F);
    printf("refinement %d\n", cusolverDnIRSXgesv_bufferSize(handle, params, 3, 1, &bytes));
    printf("negative %d\n", cusolverDnIRSParamsSetMaxIters(params, -1));
    cusolverDnIRSParamsDestroy(params);
    printf("destroyed %d\n", cusolverDnIRSParamsEnableFallback(params));
}
