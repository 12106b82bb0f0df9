// Range for with begin and end that are functions of the class's namespace, templates, or friends.
#include <cstdio>

namespace lib {
struct span { int *p; int n; };
__host__ __device__ int *begin(span &s) { return s.p; }
__host__ __device__ int *end(span &s) { return s.p + s.n; }
__host__ __device__ const int *begin(const span &s) { return s.p; }
__host__ __device__ const int *end(const span &s) { return s.p + s.n; }
struct range { int from, to; };
struct at {
    int v;
    __host__ __device__ int operator*() const { return v; }
    __host__ __device__ at &operator++() { v++; return *this; }
    __host__ __device__ bool operator!=(at o) const { return v != o.v; }
};
__host__ __device__ at begin(range r) { return {r.from}; }
__host__ __device__ at end(range r) { return {r.to}; }
enum class color { red, green, blue };
struct colors {
    int n;
    friend at begin(const colors &c) { return {0}; }
    friend at end(const colors &c) { return {c.n}; }
};
}
template <class T> struct box { T v[3]; };
template <class T> T *begin(box<T> &b) { return b.v; }
template <class T> T *end(box<T> &b) { return b.v + 3; }

struct own { // its own come first
    int v[2];
    int *begin() { return v; }
    int *end() { return v + 2; }
};
int *begin(own &) { return nullptr; }
int *end(own &) { return nullptr; }

__global__ void kernel(lib::range r) {
    int sum = 0;
    for (auto x : r) sum += x;
    printf("kernel %d\n", sum);
}
int main() {
    int a[3] = {1, 2, 3}, total = 0;
    lib::span s{a, 3};
    for (int &x : s) x *= 2;
    const lib::span &c = s;
    for (int x : c) total += x;
    printf("%d\n", total);
    box<double> b{{1.5, 2.5, 3}};
    double sum = 0;
    for (auto &x : b) sum += x;
    printf("%g\n", sum);
    for (auto i : lib::range{3, 6}) printf("%d ", i);
    for (auto i : lib::colors{2}) printf("c%d ", i);
    for (int x : own{{7, 8}}) printf("o%d", x);
    printf("\n");
    kernel<<<1, 1>>>({1, 5});
    cudaDeviceSynchronize();
}
/* OUTPUT:
12
7
3 4 5 c0 c1 o7o8
kernel 10
*/
