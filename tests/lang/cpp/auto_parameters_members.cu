// C++20: functions with auto parameters as members, of templates, defined outside; in kernels.
#include <cstdio>
template <class T> struct V { T v; V(T x) : v(x) {} template <class U> auto add(U u, auto w) const { return v + u + w; } auto mul(auto y) { return v * y; } V operator+(const auto &o) const { return V(v + o); } void each(auto... a); };
struct F { __host__ __device__ auto operator()(auto a, auto b) const { return a < b ? b : a; } bool operator==(const auto &o) const { return sizeof o == 4; } F() = default; F(auto &&x, int) { printf("ctor %d\n", (int)x); } };
struct Out { int f(auto x); int n = 3; };
int Out::f(auto x) { return n + (int)x; }
__global__ void k(int *p, auto f, auto v) { *p = f(*p, v); }
int main() {
    V<int> v(3); printf("%g %g %d\n", v.add(1, 2.5), v.mul(1.5), (v + 4).v);
    F f; printf("%d %g %d %d\n", f(1, 2), f(1.5, 0.5), f == 3, f == 3.0); F g('a', 1);
    printf("%d\n", Out().f(2.9));
    int *p; cudaMallocManaged(&p, 4); *p = 2; k<<<1, 1>>>(p, F(), 9); cudaDeviceSynchronize(); printf("%d\n", *p);
}
/* OUTPUT:
6.5 4.5 7
2 1.5 1 0
ctor 97
5
9
*/
