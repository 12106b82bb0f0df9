// RUN: program
// One function on both sides (clamp), the normal density over a million floats, and polar to cartesian distance
// with a device function that returns a struct; hypot through one generic function.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

__host__ __device__ float clamp(float x, float lo, float hi) {
    return x < lo ? lo : x > hi ? hi : x;
}

__global__ void clamp_all(float *x, int n, float lo, float hi) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = clamp(x[i], lo, hi);
}

__global__ void gaussian(const float *x, float *out, float mean, float sigma, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float d = (x[i] - mean) / sigma;
    out[i] = expf(-0.5f * d * d) / (sigma * sqrtf(2.0f * 3.14159265f));
}

struct Point { float x, y; };

__device__ Point to_cartesian(float rho, float theta) {
    Point p;
    p.x = rho * cosf(theta);
    p.y = rho * sinf(theta);
    return p;
}

__global__ void polar_distance(const float *rho1, const float *theta1, const float *rho2, const float *theta2,
                               float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Point a = to_cartesian(rho1[i], theta1[i]), b = to_cartesian(rho2[i], theta2[i]);
    float dx = a.x - b.x, dy = a.y - b.y;
    out[i] = sqrtf(dx * dx + dy * dy);
}

template <typename T> __host__ __device__ T my_hypot(T x, T y) {
    x = x < 0 ? -x : x;
    y = y < 0 ? -y : y;
    T t = x < y ? x : y;
    x = x < y ? y : x;
    if (x == T(0)) return T(0);
    t = t / x;
    return x * sqrt(T(1) + t * t);
}

template <typename T> __global__ void hypot_all(const T *x, const T *y, T *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = my_hypot(x[i], y[i]);
}

template <typename T> static double worst_hypot(int n) {
    T *x, *y, *out;
    cudaMallocManaged(&x, n * sizeof(T));
    cudaMallocManaged(&y, n * sizeof(T));
    cudaMallocManaged(&out, n * sizeof(T));
    for (int i = 0; i < n; i++) x[i] = T(i), y[i] = T(n - i);
    hypot_all<<<(n + 127) / 128, 128>>>(x, y, out, n);
    cudaDeviceSynchronize();
    double worst = 0;
    for (int i = 0; i < n; i++) {
        double exact = hypot((double)x[i], (double)y[i]);
        worst = fmax(worst, fabs(out[i] - exact) / exact);
    }
    cudaFree(x), cudaFree(y), cudaFree(out);
    return worst;
}

int main(void) {
    const int n = 1000000;
    float *x, *out;
    cudaMallocManaged(&x, n * sizeof(float));
    cudaMallocManaged(&out, n * sizeof(float));
    for (int i = 0; i < n; i++) x[i] = (float)i / n * 8 - 4;
    clamp_all<<<(n + 255) / 256, 256>>>(x, n, -3, 3);
    gaussian<<<(n + 255) / 256, 256>>>(x, out, 0.0f, 1.0f, n);
    cudaDeviceSynchronize();
    double worst = 0;
    for (int i = 0; i < n; i++) {
        double exact = exp(-0.5 * x[i] * x[i]) / sqrt(2 * M_PI);
        worst = fmax(worst, fabs(out[i] - exact) / exact);
    }
    printf("clamped to [%g, %g], gaussian %s\n", x[0], x[n - 1], worst < 1e-5 ? "right" : "wrong");
    printf("clamp on the host: %g\n", clamp(7, 0, 5));

    float *p[5];
    for (int k = 0; k < 5; k++) cudaMallocManaged(&p[k], n * sizeof(float));
    for (int i = 0; i < n; i++) p[0][i] = p[2][i] = 1 + i % 7, p[1][i] = i * 1e-5f, p[3][i] = p[1][i] + 3.14159265f;
    polar_distance<<<(n + 255) / 256, 256>>>(p[0], p[1], p[2], p[3], p[4], n);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < n; i++) wrong += fabsf(p[4][i] - 2 * p[0][i]) > 1e-3f;
    printf("polar: %d wrong\n", wrong);
    printf("hypot: float %s, double %s\n", worst_hypot<float>(1000) < 1e-6 ? "right" : "wrong",
           worst_hypot<double>(1000) < 1e-15 ? "right" : "wrong");
    return 0;
}
/* OUTPUT:
clamped to [-3, 3], gaussian right
clamp on the host: 5
polar: 0 wrong
hypot: float right, double right
*/
