// RUN: program
// Prices of European options with a grid-stride loop, in float, against the closed form in double and put-call parity.
#include <stdio.h>
#include <stdlib.h>
#include <math.h>

#define CHECK(call)                                                                                    \
    do {                                                                                               \
        cudaError_t e = (call);                                                                        \
        if (e != cudaSuccess) {                                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e));                 \
            exit(1);                                                                                   \
        }                                                                                              \
    } while (0)

__constant__ float rate, volatility;

__device__ float cnd(float d) { // Abramowitz and Stegun 26.2.17
    const float a1 = 0.31938153f, a2 = -0.356563782f, a3 = 1.781477937f, a4 = -1.821255978f, a5 = 1.330274429f;
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float tail = 0.39894228040143f * expf(-0.5f * d * d) * (k * (a1 + k * (a2 + k * (a3 + k * (a4 + k * a5)))));
    return d > 0 ? 1.0f - tail : tail;
}

__global__ void prices(float *__restrict__ call, float *__restrict__ put, const float *__restrict__ spot,
                       const float *__restrict__ strike, const float *__restrict__ years, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float root = sqrtf(years[i]), d1 = (__logf(spot[i] / strike[i]) + (rate + 0.5f * volatility * volatility) * years[i]) / (volatility * root);
        float d2 = d1 - volatility * root, discount = strike[i] * __expf(-rate * years[i]), n1 = cnd(d1), n2 = cnd(d2);
        call[i] = spot[i] * n1 - discount * n2;
        put[i] = discount * (1.0f - n2) - spot[i] * (1.0f - n1);
    }
}

static double phi(double x) { return 0.5 * erfc(-x / sqrt(2.0)); }

int main(void) {
    const int n = 200000;
    const float r = 0.02f, v = 0.30f;
    size_t bytes = n * sizeof(float);
    float *h[5], *d[5];
    for (int k = 0; k < 5; k++) {
        h[k] = (float *)malloc(bytes);
        CHECK(cudaMalloc((void **)&d[k], bytes));
    }
    srand(5347);
    for (int i = 0; i < n; i++) {
        h[0][i] = 5 + 25.0f * rand() / RAND_MAX;
        h[1][i] = 1 + 99.0f * rand() / RAND_MAX;
        h[2][i] = 0.25f + 9.75f * rand() / RAND_MAX;
    }
    for (int k = 0; k < 3; k++) CHECK(cudaMemcpy(d[k], h[k], bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpyToSymbol(rate, &r, sizeof r));
    CHECK(cudaMemcpyToSymbol(volatility, &v, sizeof v));
    for (int round = 0; round < 2; round++) {
        int count = round ? n : 1000;
        prices<<<round ? 480 : 8, 128>>>(d[3], d[4], d[0], d[1], d[2], count);
        CHECK(cudaGetLastError());
        for (int k = 3; k < 5; k++) CHECK(cudaMemcpy(h[k], d[k], bytes, cudaMemcpyDeviceToHost));
        double worst = 0, parity = 0;
        for (int i = 0; i < count; i++) {
            double s = h[0][i], x = h[1][i], t = h[2][i], d1 = (log(s / x) + (r + 0.5 * v * v) * t) / (v * sqrt(t));
            double want = s * phi(d1) - x * exp(-r * t) * phi(d1 - v * sqrt(t));
            worst = fmax(worst, fabs(h[3][i] - want));
            parity = fmax(parity, fabs(h[3][i] - h[4][i] - (s - x * exp(-r * t))));
        }
        printf("%d options: error %s, parity %s\n", count, worst < 1e-4 ? "small" : "large", parity < 1e-4 ? "holds" : "broken");
    }
    return 0;
}
/* OUTPUT:
1000 options: error small, parity holds
200000 options: error small, parity holds
*/
