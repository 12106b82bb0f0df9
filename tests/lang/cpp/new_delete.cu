// new and delete: memory from malloc, constructed where there are constructors, on the host and in kernels.
#include <stdio.h>
struct Node { int v; Node *next; __host__ __device__ Node(int v, Node *n = nullptr) : v(v), next(n) {} };
struct Acc { int n = 7; float f = 1.5f; };
struct Plain { int a, b; };
template <typename T> struct Buf { T *p; int n; Buf(int n) : p(new T[n]), n(n) {} void release() { delete[] p; p = nullptr; } };
__global__ void scale(float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] *= 2; }
__global__ void heap(int *out) { int *t = new int[4]; for (int i = 0; i < 4; i++) t[i] = i * threadIdx.x; int s = 0; for (int i = 0; i < 4; i++) s += t[i]; out[threadIdx.x] = s; delete[] t; Node *n = new Node(3); out[threadIdx.x] += n->v; delete n; int *z = new int[2](); out[threadIdx.x] += z[1]; delete[] z; }
int main() {
  int n = 10;
  float *h = new float[n];
  for (int i = 0; i < n; i++) h[i] = i;
  float *d; cudaMalloc(&d, n * sizeof(float));
  cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<1, 32>>>(d, n);
  cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g %g\n", h[3], h[9]);
  delete[] h;
  int *one = new int(5), *zero = new int(), *br = new int{6};
  printf("%d %d %d\n", *one, *zero, *br);
  delete one; delete zero; delete br;
  Node *list = nullptr;
  for (int i = 0; i < 3; i++) list = new Node(i, list);
  while (list) { printf("%d ", list->v); Node *next = list->next; delete list; list = next; }
  puts("");
  Acc *a = new Acc, *as = new Acc[3];
  printf("%d %g %d\n", a->n, a->f, as[2].n); delete a; delete[] as;
  Plain *p = new Plain{1, 2}; printf("%d %d\n", p->a, p->b); delete p;
  Buf<double> b(4); b.p[3] = 2.5; printf("%g\n", b.p[3]); b.release();
  int (*grid)[4] = new int[n][4]; grid[9][3] = 12; printf("%d %zu\n", grid[9][3], sizeof *grid); delete[] grid;
  float **rows = new float *[3]; for (int i = 0; i < 3; i++) rows[i] = new float[2](); printf("%g\n", rows[2][1]);
  for (int i = 0; i < 3; i++) delete[] rows[i]; delete[] rows;
  dim3 *g = new dim3(2, 3); printf("%u %u %u\n", g->x, g->y, g->z); delete g;
  const char *s = new char[5]{}; printf("[%s]\n", s); delete[] s;
  unsigned char *u = new unsigned char[n * 2]; delete[] u;
  int *r; cudaMallocManaged(&r, 32 * 4); heap<<<1, 32>>>(r); cudaDeviceSynchronize(); printf("%d %d\n", r[1], r[31]);
  delete (int *)nullptr;
}
/* OUTPUT:
6 18
5 0 6
2 1 0 
7 1.5 7
1 2
2.5
12 16
0
2 3 1
[]
9 189
*/
