// In the manner of NVIDIA's samples of cuBLAS: each level once, host vectors sent with cudaMemcpyAsync on a stream, scalars on the host and on the device,
// and a reference in plain loops.
// CHECK: level 1 ok
// CHECK: level 2 ok
// CHECK: level 3 ok
// CHECK: batched ok
// CHECK: ex ok
#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#define CUDA_CHECK(err)                                                                            \
    do {                                                                                           \
        cudaError_t err_ = (err);                                                                  \
        if (err_ != cudaSuccess) {                                                                 \
            std::printf("CUDA error %s at %s:%d\n", cudaGetErrorString(err_), __FILE__, __LINE__); \
            throw std::runtime_error("CUDA error");                                                \
        }                                                                                          \
    } while (0)
#define CUBLAS_CHECK(err)                                                                             \
    do {                                                                                              \
        cublasStatus_t err_ = (err);                                                                  \
        if (err_ != CUBLAS_STATUS_SUCCESS) {                                                          \
            std::printf("cublas error %s at %s:%d\n", cublasGetStatusString(err_), __FILE__, __LINE__); \
            throw std::runtime_error("cublas error");                                                 \
        }                                                                                             \
    } while (0)


template <typename T> class device_buffer {
    T *data_ = nullptr;
    size_t size_ = 0;

  public:
    explicit device_buffer(size_t n) : size_(n) { CUDA_CHECK(cudaMalloc(reinterpret_cast<void **>(&data_), n * sizeof(T))); }
    device_buffer(const std::vector<T> &v, cudaStream_t s) : device_buffer(v.size()) { CUDA_CHECK(cudaMemcpyAsync(data_, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice, s)); }
    device_buffer(const device_buffer &) = delete;
    device_buffer &operator=(const device_buffer &) = delete;
    ~device_buffer() { cudaFree(data_); }
    T *get() const { return data_; }
    std::vector<T> host(cudaStream_t s) const {
        std::vector<T> v(size_);
        CUDA_CHECK(cudaMemcpyAsync(v.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost, s));
        CUDA_CHECK(cudaStreamSynchronize(s));
        return v;
    }
};

template <typename T> static bool close(const std::vector<T> &a, const std::vector<T> &b, double tol) {
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); i++)
        if (!(std::abs(a[i] - b[i]) <= tol * (1 + std::abs(b[i])))) return false;
    return true;
}
static void report(const char *what, bool ok) { std::printf("%s %s\n", what, ok ? "ok" : "WRONG"); }

int main(int argc, char *argv[]) {
    cublasHandle_t cublasH = NULL;
    cudaStream_t stream = NULL;
    CUBLAS_CHECK(cublasCreate(&cublasH));
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CUBLAS_CHECK(cublasSetStream(cublasH, stream));
    unsigned seed = 12345;
    auto next = [&seed]() { seed = seed * 1103515245u + 12345u; return (double)((seed >> 16) & 0x7fff) / 32768.0 - 0.5; };

    { // level 1
        const int n = 37;
        std::vector<double> x(n), y(n);
        for (int i = 0; i < n; i++) x[i] = next(), y[i] = next();
        device_buffer<double> dx(x, stream), dy(y, stream), dresult(1);
        double dot = 0, nrm = 0, asum = 0, c = 0, s = 0, want_dot = 0, want_asum = 0;
        int imax = 0, imin = 0, want_max = 0, want_min = 0;
        CUBLAS_CHECK(cublasDdot(cublasH, n, dx.get(), 1, dy.get(), 1, &dot));
        CUBLAS_CHECK(cublasDasum(cublasH, n, dx.get(), 1, &asum));
        CUBLAS_CHECK(cublasIdamax(cublasH, n, dx.get(), 1, &imax));
        CUBLAS_CHECK(cublasIdamin(cublasH, n, dx.get(), 1, &imin));
        CUBLAS_CHECK(cublasSetPointerMode(cublasH, CUBLAS_POINTER_MODE_DEVICE));
        CUBLAS_CHECK(cublasDnrm2(cublasH, n, dx.get(), 1, dresult.get()));
        CUBLAS_CHECK(cublasSetPointerMode(cublasH, CUBLAS_POINTER_MODE_HOST));
        nrm = dresult.host(stream)[0];
        double norm2 = 0;
        for (int i = 0; i < n; i++) {
            want_dot += x[i] * y[i], want_asum += std::fabs(x[i]), norm2 += x[i] * x[i];
            if (std::fabs(x[i]) > std::fabs(x[want_max])) want_max = i;
            if (std::fabs(x[i]) < std::fabs(x[want_min])) want_min = i;
        }
        double a = 3.0, b = 4.0;
        CUBLAS_CHECK(cublasDrotg(cublasH, &a, &b, &c, &s));
        CUBLAS_CHECK(cublasDrot(cublasH, n, dx.get(), 1, dy.get(), 1, &c, &s));
        std::vector<double> rx(n), ry(n);
        for (int i = 0; i < n; i++) rx[i] = c * x[i] + s * y[i], ry[i] = c * y[i] - s * x[i];
        bool ok = std::fabs(dot - want_dot) < 1e-12 && std::fabs(asum - want_asum) < 1e-12 && std::fabs(nrm - std::sqrt(norm2)) < 1e-12 && imax == want_max + 1 && imin == want_min + 1 &&
                  std::fabs(a - 5) < 1e-12 && close(dx.host(stream), rx, 1e-12) && close(dy.host(stream), ry, 1e-12);
        report("level 1", ok);
    }
    { // level 2: a band, a packed and a triangular matrix
        const int n = 6, kl = 1, ku = 2, lda = kl + ku + 1;
        std::vector<double> dense(n * n, 0.0), band(lda * n, 0.0), x(n), y(n), want(n);
        for (int j = 0; j < n; j++)
            for (int i = std::max(0, j - ku); i <= std::min(n - 1, j + kl); i++) dense[j * n + i] = band[j * lda + ku + i - j] = next();
        for (int i = 0; i < n; i++) x[i] = next(), y[i] = next();
        const double alpha = 1.5, beta = -0.5;
        for (int i = 0; i < n; i++) {
            want[i] = beta * y[i];
            for (int j = 0; j < n; j++) want[i] += alpha * dense[j * n + i] * x[j];
        }
        device_buffer<double> dband(band, stream), dx(x, stream), dy(y, stream);
        CUBLAS_CHECK(cublasDgbmv(cublasH, CUBLAS_OP_N, n, n, kl, ku, &alpha, dband.get(), lda, dx.get(), 1, &beta, dy.get(), 1));
        bool ok = close(dy.host(stream), want, 1e-12);
        // L of a packed lower triangle, solved and multiplied back.
        std::vector<std::complex<double>> packed, rhs(n);
        for (int j = 0; j < n; j++)
            for (int i = j; i < n; i++) packed.push_back({i == j ? 2.0 + next() : next(), next()});
        for (auto &v : rhs) v = {next(), next()};
        device_buffer<std::complex<double>> dp(packed, stream), dr(rhs, stream);
        cuDoubleComplex *p = reinterpret_cast<cuDoubleComplex *>(dp.get()), *r = reinterpret_cast<cuDoubleComplex *>(dr.get());
        CUBLAS_CHECK(cublasZtpsv(cublasH, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_C, CUBLAS_DIAG_NON_UNIT, n, p, r, 1));
        CUBLAS_CHECK(cublasZtpmv(cublasH, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_C, CUBLAS_DIAG_NON_UNIT, n, p, r, 1));
        ok = ok && close(dr.host(stream), rhs, 1e-12);
        report("level 2", ok);
    }
    { // level 3: C = A^T B + C, then a triangular solve that undoes a triangular product
        const int m = 7, n = 5, k = 9;
        std::vector<float> A(k * m), B(k * n), C(m * n), want(m * n), T(m * m);
        for (auto *v : {&A, &B, &C, &T})
            for (float &e : *v) e = (float)next();
        for (int i = 0; i < m; i++) T[i * m + i] += 3;
        for (int j = 0; j < n; j++)
            for (int i = 0; i < m; i++) {
                want[j * m + i] = C[j * m + i];
                for (int l = 0; l < k; l++) want[j * m + i] += A[i * k + l] * B[j * k + l];
            }
        const float one = 1.0f;
        device_buffer<float> dA(A, stream), dB(B, stream), dC(C, stream), dT(T, stream);
        CUBLAS_CHECK(cublasSgemm(cublasH, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &one, dA.get(), k, dB.get(), k, &one, dC.get(), m));
        bool ok = close(dC.host(stream), want, 1e-5);
        device_buffer<float> dD(m * n);
        CUBLAS_CHECK(cublasStrmm(cublasH, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, m, n, &one, dT.get(), m, dC.get(), m, dD.get(), m));
        CUBLAS_CHECK(cublasStrsm(cublasH, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, m, n, &one, dT.get(), m, dD.get(), m));
        report("level 3", ok && close(dD.host(stream), want, 1e-4));
    }
    { // many small systems: getrfBatched, getrsBatched, and gemmStridedBatched to look at the result
        const int n = 4, batch = 3;
        std::vector<double> A(n * n * batch), B(n * batch);
        for (auto &e : A) e = next();
        for (auto &e : B) e = next();
        device_buffer<double> dA(A, stream), dLU(A, stream), dX(B, stream), dR(n * batch);
        std::vector<double *> as, xs;
        for (int i = 0; i < batch; i++) as.push_back(dLU.get() + i * n * n), xs.push_back(dX.get() + i * n);
        device_buffer<double *> das(as, stream), dxs(xs, stream);
        device_buffer<int> pivots(n * batch), infos(batch);
        int info = -1;
        CUBLAS_CHECK(cublasDgetrfBatched(cublasH, n, das.get(), n, pivots.get(), infos.get(), batch));
        CUBLAS_CHECK(cublasDgetrsBatched(cublasH, CUBLAS_OP_N, n, 1, das.get(), n, pivots.get(), dxs.get(), n, &info, batch));
        const double one = 1, zero = 0;
        CUBLAS_CHECK(cublasDgemmStridedBatched(cublasH, CUBLAS_OP_N, CUBLAS_OP_N, n, 1, n, &one, dA.get(), n, (long long)n * n, dX.get(), n, n, &zero, dR.get(), n, n, batch));
        bool ok = info == 0 && close(dR.host(stream), B, 1e-10);
        for (int i : infos.host(stream)) ok = ok && i == 0;
        report("batched", ok);
    }
    { // halves in, floats out
        const int n = 16;
        std::vector<__half> A(n * n), B(n * n);
        std::vector<float> want(n * n, 0.0f);
        for (auto &e : A) e = __float2half((float)next());
        for (auto &e : B) e = __float2half((float)next());
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++)
                for (int l = 0; l < n; l++) want[j * n + i] += __half2float(A[l * n + i]) * __half2float(B[j * n + l]);
        device_buffer<__half> dA(A, stream), dB(B, stream);
        device_buffer<float> dC(n * n);
        const float one = 1, zero = 0;
        CUBLAS_CHECK(cublasGemmEx(cublasH, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, dA.get(), CUDA_R_16F, n, dB.get(), CUDA_R_16F, n, &zero, dC.get(), CUDA_R_32F, n, CUBLAS_COMPUTE_32F,
                                  CUBLAS_GEMM_DEFAULT_TENSOR_OP));
        bool ok = close(dC.host(stream), want, 1e-4);
        float result = 0;
        CUBLAS_CHECK(cublasNrm2Ex(cublasH, n * n, dC.get(), CUDA_R_32F, 1, &result, CUDA_R_32F, CUDA_R_32F));
        double norm = 0;
        for (float v : want) norm += (double)v * v;
        report("ex", ok && std::fabs(result - std::sqrt(norm)) < 1e-3);
    }
    CUBLAS_CHECK(cublasDestroy(cublasH));
    CUDA_CHECK(cudaStreamDestroy(stream));
    CUDA_CHECK(cudaDeviceReset());
    return EXIT_SUCCESS;
}
