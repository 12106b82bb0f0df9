// Struct templates in kernels: functors, matrices, tiles in shared and constant memory, members defined outside.
#include <stdio.h>
template<typename T> struct Matrix { T *data; int rows, cols;
  __host__ __device__ Matrix(T *d, int r, int c);
  __host__ __device__ T &at(int r, int c);
  __host__ __device__ T at(int r) const;
  T trace() const; Matrix<T> sub(int n) const; static int count(int a); T operator()(int r, int c) const; };
float early(Matrix<float> m) { return m.trace(); }
template<typename T> Matrix<T>::Matrix(T *d, int r, int c) : data(d), rows(r), cols(c) {}
template<typename T> __host__ __device__ T &Matrix<T>::at(int r, int c) { return data[r * cols + c]; }
template<typename T> T Matrix<T>::at(int r) const { return data[r]; }
template<typename U> U Matrix<U>::trace() const { U s = 0; for (int i = 0; i < rows; i++) s += data[i * cols + i]; return s; }
template<typename T> Matrix<T> Matrix<T>::sub(int n) const { return Matrix<T>(data, n, cols); }
template<typename T> inline int Matrix<T>::count(int a) { return a + sizeof(T); }
template<typename T> T Matrix<T>::operator()(int r, int c) const { return data[r * cols + c]; }
__global__ void k(Matrix<float> m, float *out) { m.at(threadIdx.x, threadIdx.x) += 1; out[threadIdx.x] = m.at(threadIdx.x); }
template <typename T, int N = 4> struct Grid { T cell[N][N]; static const int side = N; T get(int i, int j) const { return cell[i][j]; } };
template <typename T> void show(const Grid<T> &g) { printf("%g\n", (double)g.get(1, 1)); }
template <typename T, int M> int side(Grid<T, M> *g) { return M * Grid<T, M>::side; }
template <typename T, typename A, typename B> struct Compose { A a; B b; __host__ __device__ T operator()(T x) const { return a(b(x)); } };
template <typename T> struct Twice { __host__ __device__ T operator()(T x) const { return 2 * x; } };
template <typename T> struct Inc { T by = 1; __host__ __device__ T operator()(T x) const { return x + by; } };
template <typename T, typename F> __global__ void map(T *x, int n, F f) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = f(x[i]); }
template <typename T> union Bits { T value; unsigned char bytes[sizeof(T)]; };
template <typename T> class Acc { T sum; public: Acc() : sum(0) {} Acc &operator+=(T x) { sum += x; return *this; } T get() const { return sum; } };
template <int (*F)(int)> struct Call { static int go(int x) { return F(x); } };
int sq(int x) { return x * x; }
template <typename T, int N> struct Tile { T v[N][N]; };
__global__ void tile(float *out) { __shared__ Tile<float, 8> t; t.v[threadIdx.y][threadIdx.x] = threadIdx.x * 8 + threadIdx.y; __syncthreads(); out[threadIdx.y * 8 + threadIdx.x] = t.v[threadIdx.x][threadIdx.y]; }
__constant__ Tile<int, 2> consts = {{{1, 2}, {3, 4}}};
__global__ void useconst(int *out) { *out = consts.v[1][0]; }
int main(void) {
  float d[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  Matrix<float> m(d, 3, 3);
  printf("%g %g %g %d %g\n", early(m), m.trace(), m.sub(2).trace(), Matrix<double>::count(3), m(1, 2));
  float *p; cudaMallocManaged(&p, 64 * 4); Matrix<float> g(p, 3, 3); for (int i = 0; i < 9; i++) p[i] = i;
  float *o; cudaMallocManaged(&o, 64 * 4); k<<<1, 3>>>(g, o); cudaDeviceSynchronize(); printf("%g %g %g\n", p[0], p[4], o[2]);
  Grid<float> gr = {{{0}}}; gr.cell[1][1] = 3; show(gr); printf("%d\n", side(&gr));
  Compose<float, Twice<float>, Inc<float>> f; for (int i = 0; i < 64; i++) p[i] = i;
  map<<<1, 64>>>(p, 64, f); cudaDeviceSynchronize(); printf("%g %g\n", p[0], p[63]);
  map<<<1, 64>>>(p, 64, Compose<float, Inc<float>, Twice<float>>()); cudaDeviceSynchronize(); printf("%g\n", p[63]);
  Bits<float> b; b.value = 1; printf("%d %zu\n", b.bytes[3], sizeof(Bits<double>));
  Acc<double> acc; acc += 2; acc += 3; printf("%g\n", acc.get());
  printf("%d\n", Call<sq>::go(5));
  tile<<<1, dim3(8, 8)>>>(o); cudaDeviceSynchronize(); printf("%g\n", o[1]);
  int *oi; cudaMallocManaged(&oi, 4); useconst<<<1, 1>>>(oi); cudaDeviceSynchronize(); printf("%d\n", *oi);
  struct S { Grid<int, 2> inner; } s = {{{{1, 2}, {3, 4}}}}; printf("%d\n", s.inner.get(1, 0));
  Tile<float, 2> *dyn = (Tile<float, 2> *)malloc(sizeof(Tile<float, 2>)); dyn->v[1][1] = 4; printf("%g\n", dyn->v[1][1]); free(dyn);
  Grid<float> arr[3]; printf("%zu %d\n", sizeof(arr) / sizeof(arr[0]), (int)(Grid<float>::side < 5));
  return (Twice<int>()(2) == 4) - 1;
}
/* OUTPUT:
15 15 6 11 6
1 5 2
3
16
2 128
257
63 8
5
25
1
3
3
4
3 1
*/
