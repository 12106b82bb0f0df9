// Tables that are computed while compiling reach kernels as constants; so do constexpr objects' members.
// C++20
// GXX: -include data/emulated.h
#include <cstdio>
#include <array>
#include <algorithm>
#include <numeric>
struct Lut { unsigned char v[256]; };
constexpr Lut make_lut() { Lut t{}; for (int i = 0; i < 256; i++) { int c = 0; for (int k = 0; k < 8; k++) c += i >> k & 1; t.v[i] = c; } return t; }
constexpr Lut lut = make_lut();
__constant__ Lut clut = make_lut();
__device__ const Lut dlut = make_lut();
struct Vec { float x, y; constexpr Vec(float a, float b) : x(a), y(b) {} constexpr Vec operator+(Vec o) const { return {x + o.x, y + o.y}; } };
constexpr Vec va{1, 2}, vb = va + Vec{3, 4};
__device__ Vec start(3, 5);
template <int N> constexpr auto squares = [] { std::array<int, N> a{}; for (int i = 0; i < N; i++) a[i] = i * i; return a; }();
struct Shape { int rows, cols; constexpr int size() const { return rows * cols; } };
constexpr Shape tile{4, 8};
template <int N> __global__ void fill(int *out) { __shared__ int buffer[tile.size()]; int i = threadIdx.x; buffer[i] = squares<tile.size()>[i]; __syncthreads(); out[i] = buffer[N - 1 - i]; }
__global__ void k(int *out) { int i = threadIdx.x; constexpr auto local = make_lut(); out[i] = lut.v[i] + clut.v[i] * 10 + dlut.v[i] * 100 + (int)vb.x + (int)start.y + local.v[i] * 1000; }
constexpr int total() { std::array<int, 4> a{4, 2, 3, 1}; std::sort(a.begin(), a.end()); return std::accumulate(a.begin(), a.end(), 0) * 10 + a[3]; }
static_assert(total() == 104, "the library's functions too");
int main() {
    int *p;
    cudaMallocManaged(&p, 1024);
    k<<<1, 256>>>(p);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", p[0], p[255], p[7]);
    fill<tile.size()><<<1, tile.size()>>>(p);
    cudaDeviceSynchronize();
    printf("%d %d\n", p[0], p[31]);
}
/* OUTPUT:
9 8897 3342
961 0
*/
