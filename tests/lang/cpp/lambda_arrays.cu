// Arrays captured by value, on the host and in kernels; `[p = a]` decays.
#include <cstdio>
#include <functional>
#include <string>
struct P { int x, y; };
template <class F> __global__ void run(F f, int *out) { out[threadIdx.x] = f(threadIdx.x); }
int main() {
    int a[4] = {1, 2, 3, 4}; const char s[] = "hey"; P ps[2] = {{1, 2}, {3, 4}}; int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    auto f = [=](int i) { return a[i] + s[0] + ps[1].y + m[1][i] + (int)sizeof a; };
    auto g = [a](int i) mutable { a[i] += 10; return a[i]; };
    auto h = [p = a] { return p[2] + (int)sizeof p; };
    a[0] = 100; a[2] = 7; m[1][0] = 50;
    printf("%d %d %d %d %d\n", f(0), g(0), g(0), h(), a[0]);
    std::function<int(int)> sf = f; auto f2 = f; printf("%d %d\n", sf(1), f2(2));
    int *out; cudaMallocManaged(&out, 16);
    run<<<1, 3>>>([=] __device__ (int i) { return a[i] * m[0][i]; }, out); cudaDeviceSynchronize();
    printf("%d %d %d\n", out[0], out[1], out[2]);
    auto gen = [=](auto i) { int t = 0; for (auto v : a) t += v * i; return t; };
    printf("%d %g\n", gen(2), (double)gen(0.5));
    auto nest = [=] { return [=] { return a[3] + m[1][2]; }(); }; printf("%d\n", nest());
}
/* OUTPUT:
129 21 11 15 100
131 133
100 4 21
226 56
10
*/
