// In the manner of NVIDIA's samples of cuRAND: every generator on host and device, the same numbers from both, and states in kernels that estimate pi.
// CHECK: generators 7 ok
// CHECK: kernels ok
// CHECK: price ok
#include <cuda_runtime.h>
#include <curand.h>
#include <curand_kernel.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <vector>

#define CURAND_CALL(x)                                                 \
    do {                                                               \
        if ((x) != CURAND_STATUS_SUCCESS) {                            \
            printf("Error %d at %s:%d\n", (int)(x), __FILE__, __LINE__); \
            return EXIT_FAILURE;                                       \
        }                                                              \
    } while (0)

template <typename State> __global__ void setup(State *state, unsigned long long seed) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    curand_init(seed, id, 0, &state[id]);
}
template <typename State> __global__ void hits(State *state, int n, unsigned int *result) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    unsigned int count = 0;
    State local = state[id];
    for (int i = 0; i < n; i++) {
        float x = curand_uniform(&local), y = curand_uniform(&local);
        count += x * x + y * y <= 1.0f;
    }
    state[id] = local;
    atomicAdd(result, count);
}
template <typename State> double estimate() {
    const int blocks = 4, threads = 64, each = 2000;
    State *states;
    unsigned int *d, h = 0;
    cudaMalloc((void **)&states, blocks * threads * sizeof(State));
    cudaMalloc((void **)&d, sizeof(unsigned int));
    cudaMemset(d, 0, sizeof(unsigned int));
    setup<<<blocks, threads>>>(states, 1234ULL);
    hits<<<blocks, threads>>>(states, each, d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(states), cudaFree(d);
    return 4.0 * h / ((double)blocks * threads * each);
}
__global__ void payoff(const double *z, double *out, int n, double s, double k, double r, double sigma, double t) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = exp(-r * t) * fmax(s * exp((r - sigma * sigma / 2) * t + sigma * sqrt(t) * z[i]) - k, 0.0);
}

int main() {
    const struct {
        curandRngType_t type;
        bool quasi;
    } kinds[] = {{CURAND_RNG_PSEUDO_XORWOW, false}, {CURAND_RNG_PSEUDO_MRG32K3A, false}, {CURAND_RNG_PSEUDO_MTGP32, false}, {CURAND_RNG_PSEUDO_PHILOX4_32_10, false}, {CURAND_RNG_PSEUDO_MT19937, false},
                 {CURAND_RNG_QUASI_SOBOL32, true}, {CURAND_RNG_PSEUDO_DEFAULT, false}};
    const size_t n = 4096;
    int right = 0;
    for (auto &kind : kinds) {
        curandGenerator_t device_gen, host_gen;
        float *d;
        std::vector<float> from_device(n), from_host(n), poor(n);
        cudaMalloc((void **)&d, n * sizeof(float));
        CURAND_CALL(curandCreateGenerator(&device_gen, kind.type));
        if (curandCreateGeneratorHost(&host_gen, kind.type) != CURAND_STATUS_SUCCESS) {
            printf("no host generator %d\n", kind.type);
            continue;
        }
        for (curandGenerator_t g : {device_gen, host_gen}) {
            if (kind.quasi)
                CURAND_CALL(curandSetQuasiRandomGeneratorDimensions(g, 1));
            else
                CURAND_CALL(curandSetPseudoRandomGeneratorSeed(g, 42ULL));
        }
        CURAND_CALL(curandGenerateUniform(device_gen, d, n));
        CURAND_CALL(curandGenerateUniform(host_gen, from_host.data(), n));
        cudaMemcpy(from_device.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
        bool ok = std::memcmp(from_device.data(), from_host.data(), n * sizeof(float)) == 0;
        double mean = std::accumulate(from_host.begin(), from_host.end(), 0.0) / n;
        ok = ok && std::fabs(mean - 0.5) < 0.02 && *std::min_element(from_host.begin(), from_host.end()) > 0 && *std::max_element(from_host.begin(), from_host.end()) <= 1;
        CURAND_CALL(curandGenerateNormal(host_gen, poor.data(), n, 1.0f, 2.0f));
        mean = std::accumulate(poor.begin(), poor.end(), 0.0) / n;
        double variance = 0;
        for (float v : poor) variance += (v - mean) * (v - mean) / n;
        ok = ok && std::fabs(mean - 1) < 0.15 && std::fabs(variance - 4) < 0.4;
        if (!ok) printf("type %d: WRONG (mean %g, variance %g)\n", kind.type, mean, variance);
        right += ok;
        CURAND_CALL(curandDestroyGenerator(device_gen));
        CURAND_CALL(curandDestroyGenerator(host_gen));
        cudaFree(d);
    }
    printf("generators %d %s\n", right, right == 7 ? "ok" : "WRONG");
    double a = estimate<curandState>(), b = estimate<curandStateMRG32k3a>(), c = estimate<curandStatePhilox4_32_10_t>();
    printf("kernels %s\n", std::fabs(a - M_PI) < 0.01 && std::fabs(b - M_PI) < 0.01 && std::fabs(c - M_PI) < 0.01 ? "ok" : "WRONG");
    // Monte-Carlo pricing with MRG32k3a's normals against Black and Scholes' formula.
    const int paths = 1 << 18;
    const double s = 100, k = 105, r = 0.03, sigma = 0.2, t = 1;
    double *z, *value;
    curandGenerator_t gen;
    cudaMalloc(&z, paths * sizeof(double));
    cudaMallocManaged(&value, paths * sizeof(double));
    CURAND_CALL(curandCreateGenerator(&gen, CURAND_RNG_PSEUDO_MRG32K3A));
    CURAND_CALL(curandSetPseudoRandomGeneratorSeed(gen, 2024));
    CURAND_CALL(curandGenerateNormalDouble(gen, z, paths, 0.0, 1.0));
    payoff<<<32, 256>>>(z, value, paths, s, k, r, sigma, t);
    cudaDeviceSynchronize();
    double price = std::accumulate(value, value + paths, 0.0) / paths;
    auto phi = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
    double d1 = (std::log(s / k) + (r + sigma * sigma / 2) * t) / (sigma * std::sqrt(t)), want = s * phi(d1) - k * std::exp(-r * t) * phi(d1 - sigma * std::sqrt(t));
    printf("price %s\n", std::fabs(price - want) < 0.1 ? "ok" : "WRONG");
    if (std::fabs(price - want) >= 0.1) printf("%g %g\n", price, want);
    CURAND_CALL(curandDestroyGenerator(gen));
}
