// In the manner of NVIDIA's samples of cuSOLVER: getrf, potrf, gesvd, syevd, geqrf with ormqr, and the 64-bit interface (Xgetrf, Xgetrs, Xsyevd, Xgesvd).
// CHECK: getrf with pivots 1, without 1
// CHECK: potrf 1 batched 1
// CHECK: gesvd 1
// CHECK: syevd 1 sygvd 1
// CHECK: qr 1
// CHECK: Xgetrf 1 Xsyevd 1 Xgesvd 1
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cusolverDn.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <vector>

#define CUDA_CHECK(err) if (cudaError_t e_ = (err); e_ != cudaSuccess) { printf("CUDA error %d at %d\n", e_, __LINE__); throw std::runtime_error("CUDA error"); }
#define CUSOLVER_CHECK(err) if (cusolverStatus_t e_ = (err); e_ != CUSOLVER_STATUS_SUCCESS) { printf("cusolver error %d at %d\n", e_, __LINE__); throw std::runtime_error("cusolver error"); }
#define CUBLAS_CHECK(err) if (cublasStatus_t e_ = (err); e_ != CUBLAS_STATUS_SUCCESS) { printf("cublas error %d at %d\n", e_, __LINE__); throw std::runtime_error("cublas error"); }

struct device_free { void operator()(void *p) const { cudaFree(p); } };
template <class T> using device_ptr = std::unique_ptr<T, device_free>;
template <class T> device_ptr<T> make(size_t n) {
    T *p = nullptr;
    CUDA_CHECK(cudaMalloc(reinterpret_cast<void **>(&p), std::max<size_t>(n, 1) * sizeof(T)));
    return device_ptr<T>(p);
}
template <class T> device_ptr<T> make(const std::vector<T> &v) {
    auto p = make<T>(v.size());
    CUDA_CHECK(cudaMemcpy(p.get(), v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
    return p;
}
template <class T> std::vector<T> fetch(const device_ptr<T> &p, size_t n) {
    std::vector<T> v(n);
    CUDA_CHECK(cudaMemcpy(v.data(), p.get(), n * sizeof(T), cudaMemcpyDeviceToHost));
    return v;
}
using matrix = std::vector<double>; // by columns
static matrix times(const matrix &a, const matrix &b, int m, int k, int n, bool ta = false, bool tb = false) {
    matrix c(m * n, 0.0);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            for (int l = 0; l < k; l++) c[j * m + i] += (ta ? a[i * k + l] : a[l * m + i]) * (tb ? b[l * n + j] : b[j * k + l]);
    return c;
}
static bool close(const matrix &a, const matrix &b, double tol = 1e-10) {
    for (size_t i = 0; i < a.size(); i++)
        if (!(std::fabs(a[i] - b[i]) <= tol)) return false;
    return a.size() == b.size();
}

int main() {
    cusolverDnHandle_t cusolverH = NULL;
    cudaStream_t stream = NULL;
    CUSOLVER_CHECK(cusolverDnCreate(&cusolverH));
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CUSOLVER_CHECK(cusolverDnSetStream(cusolverH, stream));
    const int m = 3;
    const matrix A = {1.0, 4.0, 7.0, 2.0, 5.0, 8.0, 3.0, 6.0, 10.0}, B = {1.0, 2.0, 3.0}, S = {3.5, 0.5, 0.0, 0.5, 3.5, 0.0, 0.0, 0.0, 2.0};
    auto info = make<int>(4);
    for (int pivot_on = 1; pivot_on >= 0; pivot_on--) {
        auto d_A = make(A), d_B = make(B);
        auto ipiv = make<int>(m);
        int lwork = 0;
        CUSOLVER_CHECK(cusolverDnDgetrf_bufferSize(cusolverH, m, m, d_A.get(), m, &lwork));
        auto work = make<double>(lwork);
        CUSOLVER_CHECK(cusolverDnDgetrf(cusolverH, m, m, d_A.get(), m, work.get(), pivot_on ? ipiv.get() : NULL, info.get()));
        CUSOLVER_CHECK(cusolverDnDgetrs(cusolverH, CUBLAS_OP_N, m, 1, d_A.get(), m, pivot_on ? ipiv.get() : NULL, d_B.get(), m, info.get()));
        CUDA_CHECK(cudaStreamSynchronize(stream));
        printf(pivot_on ? "getrf with pivots %d" : ", without %d\n", fetch(info, 1)[0] == 0 && close(times(A, fetch(d_B, m), m, m, 1), B));
    }
    {
        auto d_A = make(S), d_B = make(B);
        int lwork = 0;
        CUSOLVER_CHECK(cusolverDnDpotrf_bufferSize(cusolverH, CUBLAS_FILL_MODE_LOWER, m, d_A.get(), m, &lwork));
        auto work = make<double>(lwork);
        CUSOLVER_CHECK(cusolverDnDpotrf(cusolverH, CUBLAS_FILL_MODE_LOWER, m, d_A.get(), m, work.get(), lwork, info.get()));
        CUSOLVER_CHECK(cusolverDnDpotrs(cusolverH, CUBLAS_FILL_MODE_LOWER, m, 1, d_A.get(), m, d_B.get(), m, info.get()));
        printf("potrf %d", close(times(S, fetch(d_B, m), m, m, 1), B));
        matrix two(S);
        two.insert(two.end(), S.begin(), S.end());
        for (int i = 9; i < 18; i++) two[i] *= 2;
        auto d_two = make(two);
        std::vector<double *> ps = {d_two.get(), d_two.get() + 9};
        auto d_ps = make(ps);
        CUSOLVER_CHECK(cusolverDnDpotrfBatched(cusolverH, CUBLAS_FILL_MODE_LOWER, m, d_ps.get(), m, info.get(), 2));
        matrix L = fetch(d_two, 18);
        bool ok = true;
        for (int b = 0; b < 2; b++) {
            matrix l(L.begin() + 9 * b, L.begin() + 9 * (b + 1));
            for (int j = 0; j < m; j++)
                for (int i = 0; i < j; i++) l[j * m + i] = 0;
            ok = ok && close(times(l, l, m, m, m, false, true), matrix(two.begin() + 9 * b, two.begin() + 9 * (b + 1)));
        }
        printf(" batched %d\n", ok);
    }
    {
        const int rows = 3, columns = 2;
        const matrix C = {1.0, 4.0, 2.0, 2.0, 5.0, 1.0};
        auto d_A = make(C);
        auto d_S = make<double>(columns), d_U = make<double>(rows * rows), d_VT = make<double>(columns * columns);
        int lwork = 0;
        CUSOLVER_CHECK(cusolverDnDgesvd_bufferSize(cusolverH, rows, columns, &lwork));
        auto work = make<double>(lwork);
        signed char jobu = 'A', jobvt = 'A';
        CUSOLVER_CHECK(cusolverDnDgesvd(cusolverH, jobu, jobvt, rows, columns, d_A.get(), rows, d_S.get(), d_U.get(), rows, d_VT.get(), columns, work.get(), lwork, NULL, info.get()));
        matrix s = fetch(d_S, columns), U = fetch(d_U, rows * rows), VT = fetch(d_VT, columns * columns), US(rows * columns);
        for (int j = 0; j < columns; j++)
            for (int i = 0; i < rows; i++) US[j * rows + i] = U[j * rows + i] * s[j];
        printf("gesvd %d\n", close(times(US, VT, rows, columns, columns), C) && std::fabs(s[0] - 7.065283497082729) < 1e-10 && std::fabs(s[1] - 1.040081297712078) < 1e-10);
    }
    {
        auto d_A = make(S);
        auto d_W = make<double>(m);
        int lwork = 0;
        CUSOLVER_CHECK(cusolverDnDsyevd_bufferSize(cusolverH, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, m, d_A.get(), m, d_W.get(), &lwork));
        auto work = make<double>(lwork);
        CUSOLVER_CHECK(cusolverDnDsyevd(cusolverH, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, m, d_A.get(), m, d_W.get(), work.get(), lwork, info.get()));
        printf("syevd %d", close(fetch(d_W, m), {2.0, 3.0, 4.0}));
        matrix I2 = {2, 0, 0, 0, 2, 0, 0, 0, 2};
        auto d_C = make(S), d_D = make(I2);
        CUSOLVER_CHECK(cusolverDnDsygvd_bufferSize(cusolverH, CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, m, d_C.get(), m, d_D.get(), m, d_W.get(), &lwork));
        auto work2 = make<double>(lwork);
        CUSOLVER_CHECK(cusolverDnDsygvd(cusolverH, CUSOLVER_EIG_TYPE_1, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, m, d_C.get(), m, d_D.get(), m, d_W.get(), work2.get(), lwork, info.get()));
        printf(" sygvd %d\n", close(fetch(d_W, m), {1.0, 1.5, 2.0}));
    }
    {
        cublasHandle_t cublasH;
        CUBLAS_CHECK(cublasCreate(&cublasH));
        auto d_A = make(A), d_B = make(B), d_tau = make<double>(m);
        int lwork_geqrf = 0, lwork_ormqr = 0;
        CUSOLVER_CHECK(cusolverDnDgeqrf_bufferSize(cusolverH, m, m, d_A.get(), m, &lwork_geqrf));
        CUSOLVER_CHECK(cusolverDnDormqr_bufferSize(cusolverH, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, m, 1, m, d_A.get(), m, d_tau.get(), d_B.get(), m, &lwork_ormqr));
        int lwork = std::max(lwork_geqrf, lwork_ormqr);
        auto work = make<double>(lwork);
        CUSOLVER_CHECK(cusolverDnDgeqrf(cusolverH, m, m, d_A.get(), m, d_tau.get(), work.get(), lwork, info.get()));
        CUSOLVER_CHECK(cusolverDnDormqr(cusolverH, CUBLAS_SIDE_LEFT, CUBLAS_OP_T, m, 1, m, d_A.get(), m, d_tau.get(), d_B.get(), m, work.get(), lwork, info.get()));
        const double one = 1.0;
        CUDA_CHECK(cudaStreamSynchronize(stream));
        CUBLAS_CHECK(cublasDtrsm(cublasH, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, m, 1, &one, d_A.get(), m, d_B.get(), m));
        printf("qr %d\n", close(times(A, fetch(d_B, m), m, m, 1), B));
    }
    {
        cusolverDnParams_t params;
        CUSOLVER_CHECK(cusolverDnCreateParams(&params));
        CUSOLVER_CHECK(cusolverDnSetAdvOptions(params, CUSOLVERDN_GETRF, CUSOLVER_ALG_0));
        auto d_A = make(A), d_B = make(B);
        auto ipiv = make<int64_t>(m);
        size_t on_device = 0, on_host = 0;
        CUSOLVER_CHECK(cusolverDnXgetrf_bufferSize(cusolverH, params, m, m, CUDA_R_64F, d_A.get(), m, CUDA_R_64F, &on_device, &on_host));
        auto work = make<char>(on_device);
        std::vector<char> h_work(on_host);
        CUSOLVER_CHECK(cusolverDnXgetrf(cusolverH, params, m, m, CUDA_R_64F, d_A.get(), m, ipiv.get(), CUDA_R_64F, work.get(), on_device, on_host ? h_work.data() : nullptr, on_host, info.get()));
        CUSOLVER_CHECK(cusolverDnXgetrs(cusolverH, params, CUBLAS_OP_N, m, 1, CUDA_R_64F, d_A.get(), m, ipiv.get(), CUDA_R_64F, d_B.get(), m, info.get()));
        printf("Xgetrf %d", close(times(A, fetch(d_B, m), m, m, 1), B));
        auto d_S = make(S), d_W = make<double>(m);
        CUSOLVER_CHECK(cusolverDnXsyevd_bufferSize(cusolverH, params, CUSOLVER_EIG_MODE_NOVECTOR, CUBLAS_FILL_MODE_UPPER, m, CUDA_R_64F, d_S.get(), m, CUDA_R_64F, d_W.get(), CUDA_R_64F, &on_device, &on_host));
        work = make<char>(on_device);
        h_work.resize(on_host);
        CUSOLVER_CHECK(cusolverDnXsyevd(cusolverH, params, CUSOLVER_EIG_MODE_NOVECTOR, CUBLAS_FILL_MODE_UPPER, m, CUDA_R_64F, d_S.get(), m, CUDA_R_64F, d_W.get(), CUDA_R_64F, work.get(), on_device,
                                        on_host ? h_work.data() : nullptr, on_host, info.get()));
        printf(" Xsyevd %d", close(fetch(d_W, m), {2.0, 3.0, 4.0}));
        auto d_C = make(A), d_U = make<double>(m * m), d_VT = make<double>(m * m);
        CUSOLVER_CHECK(cusolverDnXgesvd_bufferSize(cusolverH, params, 'A', 'A', m, m, CUDA_R_64F, d_C.get(), m, CUDA_R_64F, d_W.get(), CUDA_R_64F, d_U.get(), m, CUDA_R_64F, d_VT.get(), m, CUDA_R_64F,
                                                   &on_device, &on_host));
        work = make<char>(on_device);
        h_work.resize(on_host);
        CUSOLVER_CHECK(cusolverDnXgesvd(cusolverH, params, 'A', 'A', m, m, CUDA_R_64F, d_C.get(), m, CUDA_R_64F, d_W.get(), CUDA_R_64F, d_U.get(), m, CUDA_R_64F, d_VT.get(), m, CUDA_R_64F, work.get(),
                                        on_device, on_host ? h_work.data() : nullptr, on_host, info.get()));
        matrix s = fetch(d_W, m), US = fetch(d_U, m * m);
        for (int i = 0; i < m * m; i++) US[i] *= s[i / m];
        printf(" Xgesvd %d\n", close(times(US, fetch(d_VT, m * m), m, m, m), A));
        CUSOLVER_CHECK(cusolverDnDestroyParams(params));
    }
    CUSOLVER_CHECK(cusolverDnDestroy(cusolverH));
    CUDA_CHECK(cudaStreamDestroy(stream));
    return EXIT_SUCCESS;
}
