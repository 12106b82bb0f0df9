// A program's own names win over those of C++'s headers.
#include <algorithm>
#include <array>
#include <chrono>
#include <iostream>
#include <utility>
#include <cstdio>
struct pair { int a, b; };
template <typename T> struct array { T *p; int n; };
struct seconds { int s; };
__global__ void copy(float *a, float *b, int n) { int i = threadIdx.x; if (i < n) b[i] = a[i]; }
template <typename T> __global__ void reverse(T *a, T *b) { b[threadIdx.x] = a[3 - threadIdx.x]; }
void fill(float *p, int n, float v) { for (int i = 0; i < n; i++) p[i] = v; }
int count = 0, left = 1, end = 2;
void transform(float *p) { p[0] = 7; }
__device__ void swap(int &a, int &b) { int c = a; a = b; b = c; }
int sort(int *v) { return v[0]; }
float half_of(float x) { return x / 2; }
int hex(int x) { return x + 1; }
int main() {
    float *a, *b;
    cudaMallocManaged(&a, 16);
    cudaMallocManaged(&b, 16);
    fill(a, sizeof a / 2, 3);
    transform(a);
    copy<<<1, 4>>>(a, b, 4);
    cudaDeviceSynchronize();
    printf("%g %g\n", b[0], b[3]);
    reverse<<<1, 4>>>(a, b);
    cudaDeviceSynchronize();
    printf("%g %g\n", b[0], b[3]);
    pair p = {1, 2};
    array<float> v = {a, 4};
    seconds s = {5};
    for (int i = 0; i < 3; i++) count++;
    std::cout << p.b << v.n << s.s << count << left << end << hex(1) << '\n';
    std::sort(a, a + 4);
    std::reverse(a, a + 4);
    std::swap(a[0], a[3]);
    printf("%g %g\n", a[0], a[3]);
    std::fill(a, a + 4, 0.5f);
    std::copy(a, a + 2, b);
    std::transform(a, a + 4, b, half_of);
    std::cout << std::count(b, b + 4, 0.25f) << std::hex << hex(31) << std::dec << sort(&count) << '\n';
}
/* OUTPUT:
7 3
3 7
2453122
3 7
4203
*/
