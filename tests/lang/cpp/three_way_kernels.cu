// C++20: comparisons that are made of <=> and ==, in kernels.
#include <compare>
#include <cstdio>
struct P { int x; float y; auto operator<=>(const P &) const = default; };
struct Q { int v; __host__ __device__ std::strong_ordering operator<=>(const Q &o) const { return v <=> o.v; } __host__ __device__ bool operator==(const Q &o) const { return v == o.v; } };
struct G { int x[2]; bool operator==(const G &) const = default; };
template <class T> __global__ void compare(const T *a, int *r) { T x = a[0], y = a[threadIdx.x + 1]; r[threadIdx.x] = (x < y) + 2 * (x == y) + 4 * (x >= y) + 8 * (x != y); }
__global__ void same(int *r) { G a{{1, 2}}, b{{1, 3}}; r[0] = a == b; r[1] = a != b; auto o = 3 <=> (int)threadIdx.x; r[2] = o > 0; r[3] = o == std::strong_ordering::less; }
template <class T> void run(T *h) { T *d; int *r; cudaMallocManaged(&d, 4 * sizeof(T)); cudaMallocManaged(&r, 16); for (int i = 0; i < 4; i++) d[i] = h[i]; compare<<<1, 3>>>(d, r); cudaDeviceSynchronize(); printf("%d %d %d\n", r[0], r[1], r[2]); cudaFree(d); }
int main() {
    P p[4] = {{1, 2}, {1, 3}, {1, 2}, {0, 9}}; run(p);
    Q q[4] = {{5}, {6}, {5}, {4}}; run(q);
    int *r; cudaMallocManaged(&r, 16); same<<<1, 1>>>(r); cudaDeviceSynchronize(); printf("%d%d%d%d\n", r[0], r[1], r[2], r[3]);
}
/* OUTPUT:
9 6 12
9 6 12
0110
*/
