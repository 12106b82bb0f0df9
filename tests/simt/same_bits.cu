// One meaning in every tier: a kernel's first, quick launches and its later ones, one lane and many, give the same bits.
// Products and sums contract as nvcc's default has it; mathematical functions have one code. Every launch of `all`
// is compared with the first; lanes.py runs this file at other widths too.
#include <stdio.h>
#include <math.h>

struct V { float x, y, z; };
__device__ V operator*(V a, float s) { return V{a.x * s, a.y * s, a.z * s}; }
__device__ V operator+(V a, V b) { return V{a.x + b.x, a.y + b.y, a.z + b.z}; }
__device__ float dot(V a, V b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
__device__ __noinline__ float apart(float a, float b, float c) {
    float p = a * b;
    return p - c;
}
__device__ float horner(float x) {
    float r = 0;
    for (int i = 0; i < 8; i++) r = r * x + 0.1f * i;
    return r;
}

#define RESULTS 44
__global__ void all(const float *in, float *f, double *d, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = in[i], y = in[(i * 7 + 3) % n], z = in[(i * 5 + 1) % n];
    float *o = f + i;
    int k = 0;
#define F(v) o[k++ * n] = v
    F(x * y + z);
    F(x * y - z);
    F(z - x * y);
    F(-(x * y) + z);
    F(x * y + y * z);
    F(x * y - y * z);
    float p = x * y;
    if (x > y) p = p + z;
    F(p);
    float q = x * z;
    F(q + y);
    F(q);
    V a{x, y, z}, b{z, x, y};
    V s = a * x + b;
    F(s.x + s.y * s.z);
    F(dot(a, b));
    F(apart(x, y, z) * z + x);
    F(horner(x));
    float sum = 0;
    for (int j = 0; j < 10; j++) sum += in[(i + j) % n] * in[(i + 2 * j) % n];
    F(sum);
    float u = 0, v = 0;
    int steps = 0;
    while (u * u + v * v < 4 && steps < 30) {
        float t = u * u - v * v + x;
        v = 2 * u * v + y;
        u = t;
        steps++;
    }
    F(u + v + steps);
    float ax = fabsf(x) + 1e-3f;
    F(expf(x)); F(exp2f(x)); F(exp10f(x)); F(expm1f(x)); F(logf(ax)); F(log2f(ax)); F(log10f(ax)); F(log1pf(ax));
    F(sinf(x * 100)); F(cosf(x * 1e6f)); F(tanf(x)); F(asinf(x * 0.1f)); F(acosf(x * 0.1f)); F(atanf(x)); F(sinhf(x));
    F(coshf(x)); F(tanhf(x)); F(asinhf(x)); F(acoshf(1 + ax)); F(atanhf(x * 0.1f)); F(cbrtf(x)); F(erff(x)); F(erfcf(x));
    F(powf(ax, y)); F(atan2f(x, y)); F(hypotf(x, y));
    F(__expf(x)); F(__sinf(x)); F(fminf(x, y) + fmaxf(y, z));
    double *e = d + i;
    double w = x, m = y;
    k = 0;
#define D(v) e[k++ * n] = v
    D(w * m + z);
    D(exp(w)); D(exp2(w)); D(exp10(w)); D(expm1(w)); D(log(w * w)); D(log2(w * w)); D(log10(w * w)); D(log1p(w * w));
    D(sin(w * 1e3)); D(cos(w * 1e12)); D(tan(w)); D(asin(w * 0.1)); D(acos(w * 0.1)); D(atan(w)); D(sinh(w)); D(cosh(w));
    D(tanh(w)); D(asinh(w)); D(acosh(1 + w * w)); D(atanh(w * 0.1)); D(cbrt(w)); D(erf(w)); D(erfc(w)); D(pow(w * w, m));
    D(atan2(w, m)); D(hypot(w, m)); D(pow(w, 2)); D(pow(w, 3.0));
}

// What nvcc fuses, and what not: a product that is used twice, and what says how it rounds.
__global__ void rule(float *o, float x, float y, float z, float w, int k) {
    float p = x * y;
    o[0] = p + z;
    o[1] = x * z + y * w;
    o[2] = w - y * z;
    o[3] = z * w - x;
    float twice = x * w;
    o[4] = twice + y;
    o[7] = twice;
    o[5] = (x + 1) * (y + 1) + 2;
    o[6] = __fadd_rn(__fmul_rn(x, x), y);
}

__global__ void apart_here(float *o, float x, float y) {
#pragma STDC FP_CONTRACT OFF
    o[0] = x * y - x * x;
}

#define N 300
float in[N], f1[RESULTS * N], f2[RESULTS * N];
double d1[29 * N], d2[29 * N];

int differences(int threads) {
    for (int i = 0; i < RESULTS * N; i++) f2[i] = 0;
    for (int i = 0; i < 29 * N; i++) d2[i] = 0;
    all<<<(N + threads - 1) / threads, threads>>>(in, f2, d2, N);
    cudaDeviceSynchronize();
    int bad = 0;
    for (int i = 0; i < RESULTS * N; i++)
        if (__builtin_memcmp(&f1[i], &f2[i], 4)) {
            if (!bad++) printf("float %d: %a instead of %a\n", i / N, f2[i], f1[i]);
        }
    for (int i = 0; i < 29 * N; i++)
        if (__builtin_memcmp(&d1[i], &d2[i], 8)) {
            if (!bad++) printf("double %d: %a instead of %a\n", i / N, d2[i], d1[i]);
        }
    return bad;
}

int main() {
    for (int i = 0; i < N; i++) in[i] = sinf(i * 0.7f + 0.1f) * (1 + i % 9);
    all<<<3, 100>>>(in, f1, d1, N);
    cudaDeviceSynchronize();
    int bad = 0;
    for (int i = 0; i < 40; i++) bad += differences(i % 3 == 0 ? 100 : i % 3 == 1 ? 64 : 300);
    printf("%d differences\n", bad); // CHECK: 0 differences
    float *r = f2;
    rule<<<1, 1>>>(r, in[1], in[10], in[6], in[40], 1);
    cudaDeviceSynchronize();
    float x = in[1], y = in[10], z = in[6], w = in[40];
    printf("%d%d%d%d%d%d%d\n", r[0] == fmaf(x, y, z), r[1] == fmaf(x, z, y * w), r[2] == fmaf(-y, z, w),
           r[3] == fmaf(z, w, -x), r[4] == x * w + y, r[5] == fmaf(x + 1, y + 1, 2), r[6] == x * x + y); // CHECK: 1111111
    float same = 9.7f;
    apart_here<<<1, 1>>>(r + 8, same, same + in[0] * 0);
    cudaDeviceSynchronize();
    printf("%d\n", r[8] == 0); // CHECK: 1
}
