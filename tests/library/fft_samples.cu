// Samples of cuFFT: 1 to 3 dimensions, there and back, many at once, extensible plans, a work area of one's own, in place.
/* OUTPUT:
1
3d 1 4
dc 1
xt 16
in place 100 100
*/
#include <cufft.h>
#include <cufftXt.h>
#include <complex>
#include <cstdio>
#include <vector>
#include <cmath>
#include <random>
#define CUFFT_CALL(call) { cufftResult status = static_cast<cufftResult>(call); if (status != CUFFT_SUCCESS) fprintf(stderr, "ERROR: CUFFT call \"%s\" in line %d of file %s failed with code (%d).\n", #call, __LINE__, __FILE__, status); }
int main() {
  using cd = std::complex<double>; using cf = std::complex<float>; cufftHandle plan; int n = 8, batch_size = 2, size = batch_size * n; cudaStream_t s; cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  { std::vector<cf> data(size); for (int i = 0; i < size; i++) data[i] = cf(i, -i); cufftComplex *d; CUFFT_CALL(cufftCreate(&plan)); CUFFT_CALL(cufftPlan1d(&plan, data.size() / batch_size, CUFFT_C2C, batch_size)); CUFFT_CALL(cufftSetStream(plan, s)); cudaMalloc(reinterpret_cast<void **>(&d), sizeof(cf) * size); cudaMemcpyAsync(d, data.data(), sizeof(cf) * size, cudaMemcpyHostToDevice, s);
    CUFFT_CALL(cufftExecC2C(plan, d, d, CUFFT_FORWARD)); CUFFT_CALL(cufftExecC2C(plan, d, d, CUFFT_INVERSE)); std::vector<cf> r(size); cudaMemcpyAsync(r.data(), d, sizeof(cf) * size, cudaMemcpyDeviceToHost, s); cudaStreamSynchronize(s); float e = 0; for (int i = 0; i < size; i++) e = std::max(e, std::abs(r[i] / 8.0f - data[i])); printf("%d\n", e < 1e-5); CUFFT_CALL(cufftDestroy(plan)); }
  { const int dims[3] = {4, 6, 10}; int N[3] = {4, 6, 10}; int in_[3] = {4, 6, 10}, out_[3] = {4, 6, 6}; int b = 2; double *r; cufftDoubleComplex *c; cudaMallocManaged(&r, sizeof(double) * 240 * b); cudaMallocManaged(&c, 16 * 144 * b); for (int i = 0; i < 240 * b; i++) r[i] = sin(i * i); std::vector<double> keep(r, r + 240 * b); cufftHandle p2;
    CUFFT_CALL(cufftPlanMany(&plan, 3, N, in_, 1, 240, out_, 1, 144, CUFFT_D2Z, b)); CUFFT_CALL(cufftPlanMany(&p2, 3, N, out_, 1, 144, in_, 1, 240, CUFFT_Z2D, b)); CUFFT_CALL(cufftExecD2Z(plan, r, c)); CUFFT_CALL(cufftExecZ2D(p2, c, r)); cudaDeviceSynchronize(); double e = 0; for (int i = 0; i < 240 * b; i++) e = std::max(e, std::fabs(r[i] / 240 - keep[i])); printf("3d %d %d\n", e < 1e-12, dims[0]);
    CUFFT_CALL(cufftDestroy(plan)); CUFFT_CALL(cufftPlan2d(&plan, 12, 20, CUFFT_D2Z)); CUFFT_CALL(cufftExecD2Z(plan, r, c)); cudaDeviceSynchronize(); double sum = 0; for (int i = 0; i < 240; i++) sum += r[i]; printf("dc %d\n", std::fabs(c[0].x - sum) < 1e-9); }
  { long long nn[1] = {16}; size_t ws; CUFFT_CALL(cufftCreate(&plan)); CUFFT_CALL(cufftXtMakePlanMany(plan, 1, nn, NULL, 1, 1, CUDA_C_32F, NULL, 1, 1, CUDA_C_32F, 1, &ws, CUDA_C_32F)); cufftComplex *d; cudaMallocManaged(&d, 128); for (int i = 0; i < 16; i++) d[i] = {1, 0}; CUFFT_CALL(cufftXtExec(plan, d, d, CUFFT_FORWARD)); cudaDeviceSynchronize(); printf("xt %g\n", d[0].x); }
  { CUFFT_CALL(cufftCreate(&plan)); CUFFT_CALL(cufftSetAutoAllocation(plan, 0)); size_t ws; CUFFT_CALL(cufftMakePlan1d(plan, 100, CUFFT_R2C, 4, &ws)); void *w; cudaMalloc(&w, ws + 1); CUFFT_CALL(cufftSetWorkArea(plan, w)); float *d; cudaMallocManaged(&d, 4 * 102 * 4); for (int i = 0; i < 408; i++) d[i] = 1; CUFFT_CALL(cufftExecR2C(plan, d, (cufftComplex *)d)); cudaDeviceSynchronize(); printf("in place %g %g\n", d[0], d[102]); }
}
