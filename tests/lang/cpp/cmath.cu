// <cmath>'s functions have C++'s types: isnan and its kin are functions with bool results on both
// sides, whatever header was included; an integer counts as a double.
#include <cmath>
#include <math.h>
#include <cstdio>

__global__ void k(float f, double d, int *out) {
    out[0] = isnan(f) + isinf(f) * 2 + isfinite(f) * 4 + signbit(f) * 8;
    out[1] = isnan(d) + isinf(d) * 2 + isfinite(d) * 4 + signbit(d) * 8;
    out[2] = std::isnan(f) + std::isinf(d) * 2 + std::isfinite(d) * 4 + std::signbit(f) * 8;
    out[3] = isnormal(f) + isgreater(f, 1.0f) + isless(d, 2.0) * 2 + isunordered(f, d) * 4;
    out[4] = isnan(3) + isfinite(3) * 2;
    out[5] = isgreaterequal(d, f) + islessequal(f, f) * 2 + islessgreater(d, d) * 4;
}

__global__ void zeros(const float *a, const float *b, float *low, float *high) {
    int i = threadIdx.x;
    low[i] = fminf(a[i], b[i]);
    high[i] = fmaxf(a[i], b[i]);
    low[i + 8] = fminf(a[i], 0.0f);
    high[i + 8] = fmaxf(a[i], 0.0f);
    low[i + 16] = min(-0.0f, a[i]);
    high[i + 16] = max(a[i], -0.0f);
}

template <class T> void show(T &t) { printf("%d %s\n", (int)sizeof(t), t); }

int main() {
    int *o;
    float *f;
    cudaMallocManaged(&o, 64);
    cudaMallocManaged(&f, 64 * sizeof(float));
    k<<<1, 1>>>(1.0f / 0, -2.0, o);
    cudaDeviceSynchronize();
    for (int i = 0; i < 6; i++) printf("%d ", o[i]);
    puts("");
    const float a[8] = {0.0f, -0.0f, -0.0f, NAN, 1, -1, 0, NAN};
    const float b[8] = {-0.0f, 0.0f, -0.0f, 2, NAN, 3, 0, NAN};
    memcpy(f, a, sizeof a);
    memcpy(f + 8, b, sizeof b);
    zeros<<<1, 8>>>(f, f + 8, f + 16, f + 40);
    cudaDeviceSynchronize();
    for (int i = 0; i < 48; i++) printf("%g%s", f[16 + i], i % 8 == 7 ? "\n" : " ");
    printf("%d %d %d\n", (int)sizeof(isnan(1.0f)), (int)sizeof(signbit(1.0)),
           (int)sizeof(fpclassify(1.0)));
    printf("%.12g %d %d %d\n", pow(1.1f, 2), (int)sizeof(pow(1.1f, 2)), (int)sizeof(pow(2, 3)),
           (int)sizeof(pow(1.0f, 2.0L)));
    printf("%d %d\n", fpclassify(0.0f) == FP_ZERO, fpclassify(INFINITY) == FP_INFINITE);
    // Pointers that differ in qualifiers below meet; nullptr is 0; T & keeps a literal's const.
    unsigned x = 3, *p = &x, **pp = &p;
    const unsigned *r = p, **rr = &r;
    auto z = true ? pp : rr;
    printf("%u %d %d %d\n", **z, pp == rr, nullptr == 0, 0 != nullptr);
    show("hello");
    return 0;
}

/* OUTPUT:
2 12 4 3 2 2 
-0 -0 -0 2 1 -1 0 nan
0 -0 -0 0 0 -1 0 0
-0 -0 -0 -0 -0 -1 -0 -0
0 0 -0 2 1 3 0 nan
0 0 0 0 1 0 0 0
0 -0 -0 -0 1 -0 0 -0
1 1 4
1.21000005245 8 8 16
1 1
3 0 1 0
6 hello
*/
