// Pointers to data members in kernels: arguments, device variables, structs that hold them.
#include <cstdio>
struct S { int a; float f; int b; };
struct G { int S::*m[2]; };
__device__ int S::*dev = &S::b;
__device__ int S::*devnull;
__constant__ G cg = {{&S::a, &S::b}};
template <class C, class T> __host__ __device__ T get(C &c, T C::*m) { return c.*m; }
__global__ void sum(const S *s, int n, int S::*m, int *out) { atomicAdd(out, s[threadIdx.x].*m); }
__global__ void more(S *s, int *out, G g) {
  int S::*p = threadIdx.x % 2 ? &S::a : g.m[1];
  s[threadIdx.x].*p = 10 + threadIdx.x;
  S *q = &s[threadIdx.x];
  out[threadIdx.x] = q->*dev * 1000 + get(*q, cg.m[0]) + (devnull == nullptr ? 100000 : 0) + (p ? 0 : 7);
}
int main() {
  S *s; int *out; G g = {{&S::a, &S::b}};
  cudaMallocManaged(&s, 8 * sizeof(S)); cudaMallocManaged(&out, 8 * sizeof(int));
  for (int i = 0; i < 8; i++) s[i] = {i, i * .5f, i * i};
  out[0] = 0; sum<<<1, 8>>>(s, 8, &S::a, out); cudaDeviceSynchronize(); printf("%d\n", out[0]);
  out[0] = 0; sum<<<1, 8>>>(s, 8, &S::b, out); cudaDeviceSynchronize(); printf("%d\n", out[0]);
  more<<<1, 8>>>(s, out, g); cudaDeviceSynchronize();
  for (int i = 0; i < 8; i++) printf("%d %d %d\n", out[i], s[i].a, s[i].b);
}
/* OUTPUT:
28
140
110000 0 10
101011 11 1
112002 2 12
109013 13 9
114004 4 14
125015 15 25
116006 6 16
149017 17 49
*/
