// RUN: program
// Monte Carlo pi: 24 blocks of 64 threads with a generator each; and option pricing with normal random numbers.
#include <curand_kernel.h>
#include <math.h>
#include <stdio.h>

__global__ void pi_kernel(float *out, int points) {
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    curandState state;
    curand_init(1234, id, 0, &state);
    int inside = 0;
    for (int i = 0; i < points; i++) {
        float x = curand_uniform(&state), y = curand_uniform(&state);
        inside += x * x + y * y <= 1.0f;
    }
    out[id] = 4.0f * inside / points;
}

__global__ void option(double *payoff, int paths, double s0, double k, double r, double sigma, double t, int steps) {
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= paths) return;
    curandStatePhilox4_32_10_t state;
    curand_init(42, id, 0, &state);
    double dt = t / steps, s = s0;
    for (int i = 0; i < steps; i++)
        s *= exp((r - 0.5 * sigma * sigma) * dt + sigma * sqrt(dt) * curand_normal_double(&state));
    payoff[id] = fmax(s - k, 0.0) * exp(-r * t);
}

int main() {
    const int blocks = 24, threads = 64, n = blocks * threads;
    float *out;
    cudaMallocManaged(&out, n * sizeof(float));
    pi_kernel<<<blocks, threads>>>(out, 1000);
    cudaDeviceSynchronize();
    double pi = 0;
    for (int i = 0; i < n; i++) pi += out[i];
    pi /= n;
    printf("pi: %s\n", fabs(pi - M_PI) < 0.005 ? "close" : "far");

    const int paths = 20000;
    double *payoff, mean = 0;
    cudaMallocManaged(&payoff, paths * sizeof(double));
    option<<<(paths + 127) / 128, 128>>>(payoff, paths, 100, 105, 0.05, 0.2, 1.0, 16);
    cudaDeviceSynchronize();
    for (int i = 0; i < paths; i++) mean += payoff[i] / paths;
    printf("option: %s\n", fabs(mean - 8.02) < 0.35 ? "close" : "far"); // Black-Scholes: 8.0214
}
/* OUTPUT:
pi: close
option: close
*/
