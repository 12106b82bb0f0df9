// `::name` and `std::name` are never a local or a member of that name.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
int x = 3;
int g() { return 5; }
struct T {
    int n;
    int size() const { return n; }
    int f() { int v[4]; return std::size(v) * 10 + size(); }
};
template <typename U> struct V { static int one() { return 1; } };
__device__ float scale(float v) { return 2 * v; }
__global__ void k(float *out) { float scale = ::scale(3); float max = std::max(scale, 1.0f); out[threadIdx.x] = scale + max; }
int main() {
    int x = 4, g = 6;
    int max = std::max(1, 2);
    float min = std::min(1.5f, 2.0f), sqrt = std::sqrt(4.0f);
    int a[3] = {1, 1, 2};
    long count = std::count(a, a + 3, 1);
    printf("%d %d %d %g %g %ld\n", ::x + x, ::g() + g, max, min, sqrt, count);
    ::x++;
    T t = {2};
    int one = V<int>::one();
    printf("%d %d %d\n", ::x, t.f(), one);
    double seconds = 1.5;
    std::chrono::seconds s(3);
    int *p = (int *)::malloc(sizeof(int));
    *p = 8;
    printf("%g %ld %d\n", seconds, s.count(), *p);
    ::free(p);
    float *o;
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    printf("%g\n", *o);
}
/* OUTPUT:
7 11 2 1.5 2 2
4 42 1
1.5 3 8
12
*/
