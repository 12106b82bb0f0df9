// for over arrays, braced lists and structs with begin() and end(), on the host and in kernels.
#include <array>
#include <cstdio>
struct Span { int *p; int n; int *begin() const { return p; } int *end() const { return p + n; } };
__global__ void k(float *out) { float t[4] = {1, 2, 3, 4}; float s = 0; for (float x : t) s += x; for (auto &x : t) x *= 2; for (int i : {1, 2, 3}) s += i * threadIdx.x; for (float x : t) { if (x > 5) break; s += x; } out[threadIdx.x] = s; }
int sum(const int (&a)[3]) { int s = 0; for (const int &x : a) s += x; return s; }
template <typename T, int N> T total(T (&a)[N]) { T s = 0; for (T x : a) s += x; return s; }
std::array<int, 3> make() { return {4, 5, 6}; }
int main() {
  int a[3] = {1, 2, 3};
  for (int x : a) printf("%d ", x); puts("");
  for (int &x : a) x *= 10;
  for (auto x : a) { if (x == 20) continue; printf("%d ", x); } puts("");
  for (int n : {256, 512, 1024}) printf("%d ", n); puts("");
  for (float f : {1.5f, 2.5f}) printf("%g ", f); puts("");
  for (const char *s : {"one", "two"}) printf("%s ", s); puts("");
  int m[2][3] = {{1, 2, 3}, {4, 5, 6}}; for (auto &row : m) for (int x : row) printf("%d ", x); puts("");
  std::array<float, 3> arr = {1, 2, 3}; for (float &x : arr) x += 1; for (auto x : arr) printf("%g ", x); puts("");
  Span sp = {a, 3}; for (int x : sp) printf("%d ", x); puts("");
  for (int x : make()) printf("%d ", x); puts("");
  printf("%d %d\n", sum(a), total(a));
  for (char c : "hi") printf("%d ", c); puts("");
  float *o; cudaMallocManaged(&o, 128); k<<<1, 32>>>(o); cudaDeviceSynchronize(); printf("%g %g\n", o[0], o[3]);
  struct P { int x, y; } ps[2] = {{1, 2}, {3, 4}}; for (const auto &p : ps) printf("%d,%d ", p.x, p.y); puts("");
  for (int x : a) for (int y : a) if (x < y) printf("%d<%d ", x, y); puts("");
}
/* OUTPUT:
1 2 3 
10 30 
256 512 1024 
1.5 2.5 
one two 
1 2 3 4 5 6 
2 3 4 
10 20 30 
4 5 6 
60 60
104 105 0 
16 34
1,2 3,4 
10<20 10<30 20<30 
*/
