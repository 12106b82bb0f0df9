// In the manner of NVIDIA's samples of cuFFT: one, two and three dimensions, real and complex, rows that lie apart, several at once, half the work by symmetry.
// CHECK: c2c 1d ok
// CHECK: r2c c2r 1d ok
// CHECK: c2c 2d ok
// CHECK: r2c 3d ok
// CHECK: columns ok
// CHECK: convolution ok
#include <cuda_runtime.h>
#include <cufftXt.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <iostream>
#include <numeric>
#include <random>
#include <vector>

#define CUFFT_CALL(call)                                                                                                       \
    {                                                                                                                          \
        auto status = static_cast<cufftResult>(call);                                                                          \
        if (status != CUFFT_SUCCESS) fprintf(stderr, "ERROR: \"%s\" in line %d of file %s failed with code (%d).\n", #call, __LINE__, __FILE__, status); \
    }
#define CUDA_RT_CALL(call)                                                                                                     \
    {                                                                                                                          \
        auto status = static_cast<cudaError_t>(call);                                                                          \
        if (status != cudaSuccess) fprintf(stderr, "ERROR: \"%s\" in line %d failed with %s (%d).\n", #call, __LINE__, cudaGetErrorString(status), status); \
    }

using complex_t = std::complex<double>;
using dims = std::vector<int>;
static const double pi = std::acos(-1.0);

// The sum that defines it, over all dimensions.
static std::vector<complex_t> reference(const std::vector<complex_t> &in, const dims &n, int sign) {
    std::vector<complex_t> out(in.size());
    auto split = [&](size_t flat) {
        dims at(n.size());
        for (int d = (int)n.size() - 1; d >= 0; d--) at[d] = (int)(flat % n[d]), flat /= n[d];
        return at;
    };
    for (size_t k = 0; k < out.size(); k++) {
        dims ks = split(k);
        for (size_t j = 0; j < in.size(); j++) {
            dims js = split(j);
            double phase = 0;
            for (size_t d = 0; d < n.size(); d++) phase += (double)ks[d] * js[d] / n[d];
            out[k] += in[j] * std::polar(1.0, sign * 2 * pi * phase);
        }
    }
    return out;
}
template <class A, class B> static bool same(const A &a, const B &b, size_t n, double tol) {
    for (size_t i = 0; i < n; i++)
        if (!(std::abs(complex_t(a[i]) - complex_t(b[i])) < tol)) return false;
    return true;
}
__global__ void scaling_kernel(cufftComplex *data, int element_count, float scale) {
    const int tid = threadIdx.x + blockIdx.x * blockDim.x, stride = blockDim.x * gridDim.x;
    for (auto i = tid; i < element_count; i += stride) {
        data[tid].x *= scale;
        data[tid].y *= scale;
    }
}
__global__ void multiply(cufftDoubleComplex *a, const cufftDoubleComplex *b, int n, double scale) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        cufftDoubleComplex p = cuCmul(a[i], b[i]);
        a[i] = make_cuDoubleComplex(p.x * scale, p.y * scale);
    }
}

int main() {
    std::mt19937 gen(3);
    std::uniform_real_distribution<double> dist(-1.0, 1.0);
    cudaStream_t stream = NULL;
    CUDA_RT_CALL(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    {
        using data_type = std::complex<float>;
        const int n = 8, batch = 2;
        cufftHandle plan;
        std::vector<data_type> data(n * batch, 0);
        for (int i = 0; i < n * batch; i++) data[i] = data_type(i, -i);
        CUFFT_CALL(cufftCreate(&plan));
        CUFFT_CALL(cufftPlan1d(&plan, n, CUFFT_C2C, batch));
        CUFFT_CALL(cufftSetStream(plan, stream));
        cufftComplex *d = nullptr;
        CUDA_RT_CALL(cudaMalloc(reinterpret_cast<void **>(&d), sizeof(data_type) * data.size()));
        CUDA_RT_CALL(cudaMemcpyAsync(d, data.data(), sizeof(data_type) * data.size(), cudaMemcpyHostToDevice, stream));
        CUFFT_CALL(cufftExecC2C(plan, d, d, CUFFT_FORWARD));
        scaling_kernel<<<1, 128, 0, stream>>>(d, (int)data.size(), 1.f / n);
        CUFFT_CALL(cufftExecC2C(plan, d, d, CUFFT_INVERSE));
        std::vector<data_type> back(data.size());
        CUDA_RT_CALL(cudaMemcpyAsync(back.data(), d, sizeof(data_type) * data.size(), cudaMemcpyDeviceToHost, stream));
        CUDA_RT_CALL(cudaStreamSynchronize(stream));
        printf("c2c 1d %s\n", same(back, data, data.size(), 1e-5) ? "ok" : "WRONG");
        CUFFT_CALL(cufftDestroy(plan));
        CUDA_RT_CALL(cudaFree(d));
    }
    {
        const int n = 10, batch = 3, half = n / 2 + 1;
        std::vector<double> in(n * batch), back(n * batch);
        for (auto &v : in) v = dist(gen);
        cufftHandle forward, inverse;
        double *d_in;
        cufftDoubleComplex *d_out;
        CUFFT_CALL(cufftPlan1d(&forward, n, CUFFT_D2Z, batch));
        CUFFT_CALL(cufftPlan1d(&inverse, n, CUFFT_Z2D, batch));
        CUDA_RT_CALL(cudaMalloc(&d_in, sizeof(double) * in.size()));
        CUDA_RT_CALL(cudaMalloc(&d_out, sizeof(cufftDoubleComplex) * half * batch));
        CUDA_RT_CALL(cudaMemcpy(d_in, in.data(), sizeof(double) * in.size(), cudaMemcpyHostToDevice));
        CUFFT_CALL(cufftExecD2Z(forward, d_in, d_out));
        std::vector<complex_t> out(half * batch);
        CUDA_RT_CALL(cudaMemcpy(out.data(), d_out, sizeof(complex_t) * out.size(), cudaMemcpyDeviceToHost));
        bool ok = true;
        for (int b = 0; b < batch; b++) {
            auto want = reference(std::vector<complex_t>(in.begin() + b * n, in.begin() + (b + 1) * n), {n}, -1);
            ok = ok && same(&out[b * half], want, half, 1e-12);
        }
        CUFFT_CALL(cufftExecZ2D(inverse, d_out, d_in));
        CUDA_RT_CALL(cudaMemcpy(back.data(), d_in, sizeof(double) * in.size(), cudaMemcpyDeviceToHost));
        for (auto &v : back) v /= n;
        printf("r2c c2r 1d %s\n", ok && same(back, in, in.size(), 1e-12) ? "ok" : "WRONG");
        CUFFT_CALL(cufftDestroy(forward));
        CUFFT_CALL(cufftDestroy(inverse));
        cudaFree(d_in), cudaFree(d_out);
    }
    {
        const dims n{4, 6};
        std::vector<complex_t> in(24), out(24);
        for (auto &v : in) v = {dist(gen), dist(gen)};
        cufftHandle plan;
        size_t work = 0;
        CUFFT_CALL(cufftCreate(&plan));
        CUFFT_CALL(cufftSetAutoAllocation(plan, 0));
        CUFFT_CALL(cufftMakePlan2d(plan, n[0], n[1], CUFFT_Z2Z, &work));
        void *area = nullptr;
        cufftDoubleComplex *d;
        CUDA_RT_CALL(cudaMalloc(&area, work ? work : 1));
        CUFFT_CALL(cufftSetWorkArea(plan, area));
        CUDA_RT_CALL(cudaMalloc(&d, sizeof(complex_t) * in.size()));
        CUDA_RT_CALL(cudaMemcpy(d, in.data(), sizeof(complex_t) * in.size(), cudaMemcpyHostToDevice));
        CUFFT_CALL(cufftExecZ2Z(plan, d, d, CUFFT_FORWARD));
        CUDA_RT_CALL(cudaMemcpy(out.data(), d, sizeof(complex_t) * in.size(), cudaMemcpyDeviceToHost));
        printf("c2c 2d %s\n", same(out, reference(in, n, -1), in.size(), 1e-12) ? "ok" : "WRONG");
        CUFFT_CALL(cufftDestroy(plan));
        cudaFree(d), cudaFree(area);
    }
    { // in place: rows of 5 + 1 real elements
        dims n{2, 3, 4};
        const int half = 4 / 2 + 1, padded = 2 * half, rows = 2 * 3;
        std::vector<double> in(rows * padded, 0.0);
        std::vector<complex_t> dense, out(rows * half);
        for (int r = 0; r < rows; r++)
            for (int c = 0; c < 4; c++) dense.push_back(in[r * padded + c] = dist(gen));
        cufftHandle plan;
        CUFFT_CALL(cufftPlan3d(&plan, n[0], n[1], n[2], CUFFT_D2Z));
        double *d;
        CUDA_RT_CALL(cudaMalloc((void **)&d, in.size() * sizeof *d));
        CUDA_RT_CALL(cudaMemcpy(d, in.data(), in.size() * sizeof *d, cudaMemcpyHostToDevice));
        CUFFT_CALL(cufftExecD2Z(plan, d, reinterpret_cast<cufftDoubleComplex *>(d)));
        CUDA_RT_CALL(cudaMemcpy(out.data(), d, in.size() * sizeof *d, cudaMemcpyDeviceToHost));
        auto want = reference(dense, n, -1);
        bool ok = true;
        for (int r = 0; r < rows; r++) ok = ok && same(&out[r * half], &want[r * 4], half, 1e-12);
        printf("r2c 3d %s\n", ok ? "ok" : "WRONG");
        cufftDestroy(plan), cudaFree(d);
    }
    { // each column of a matrix by rows
        const int rows = 5, columns = 3;
        std::vector<complex_t> in(rows * columns), out(in.size());
        for (auto &v : in) v = {dist(gen), dist(gen)};
        int n[1] = {rows}, embed[1] = {rows};
        cufftHandle plan;
        CUFFT_CALL(cufftPlanMany(&plan, 1, n, embed, columns, 1, embed, columns, 1, CUFFT_Z2Z, columns));
        complex_t *d, *e;
        CUDA_RT_CALL(cudaMallocManaged(&d, sizeof(complex_t) * in.size()));
        CUDA_RT_CALL(cudaMallocManaged(&e, sizeof(complex_t) * in.size()));
        std::copy(in.begin(), in.end(), d);
        CUFFT_CALL(cufftXtExec(plan, d, e, CUFFT_INVERSE));
        CUDA_RT_CALL(cudaDeviceSynchronize());
        bool ok = true;
        for (int c = 0; c < columns; c++) {
            std::vector<complex_t> column(rows), got(rows);
            for (int r = 0; r < rows; r++) column[r] = in[r * columns + c], got[r] = e[r * columns + c];
            ok = ok && same(got, reference(column, {rows}, 1), rows, 1e-12);
        }
        printf("columns %s\n", ok ? "ok" : "WRONG");
        cufftDestroy(plan), cudaFree(d), cudaFree(e);
    }
    { // a mask kernel between two transforms
        const int n = 32;
        std::vector<double> signal(n), filter(n, 0.0);
        std::iota(signal.begin(), signal.end(), 1.0);
        filter[0] = 0.5, filter[1] = 0.25, filter[n - 1] = 0.25;
        cufftHandle to, from;
        CUFFT_CALL(cufftPlan1d(&to, n, CUFFT_D2Z, 1));
        CUFFT_CALL(cufftPlan1d(&from, n, CUFFT_Z2D, 1));
        cufftDoubleReal *s, *f;
        cufftDoubleComplex *S, *F;
        cudaMalloc(&s, n * sizeof *s), cudaMalloc(&f, n * sizeof *f), cudaMalloc(&S, (n / 2 + 1) * sizeof *S), cudaMalloc(&F, (n / 2 + 1) * sizeof *F);
        cudaMemcpy(s, signal.data(), n * sizeof *s, cudaMemcpyHostToDevice);
        cudaMemcpy(f, filter.data(), n * sizeof *f, cudaMemcpyHostToDevice);
        CUFFT_CALL(cufftExecD2Z(to, s, S));
        CUFFT_CALL(cufftExecD2Z(to, f, F));
        multiply<<<1, 32>>>(S, F, n / 2 + 1, 1.0 / n);
        CUFFT_CALL(cufftExecZ2D(from, S, s));
        std::vector<double> out(n), want(n);
        cudaMemcpy(out.data(), s, n * sizeof *s, cudaMemcpyDeviceToHost);
        for (int i = 0; i < n; i++) want[i] = 0.5 * signal[i] + 0.25 * signal[(i + 1) % n] + 0.25 * signal[(i + n - 1) % n];
        printf("convolution %s\n", same(out, want, n, 1e-12) ? "ok" : "WRONG");
    }
    CUDA_RT_CALL(cudaStreamDestroy(stream));
}
