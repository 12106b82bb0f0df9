// A reduction that takes its operation as a functor, and other structs made of templates.
#include <stdio.h>
template<typename T> struct Sum { __host__ __device__ T operator()(T a, T b) const { return a + b; } };
template<typename T, int N> struct Vec { T v[N]; static constexpr int size = N;
  __host__ __device__ T &operator[](int i) { return v[i]; }
  __host__ __device__ T sum() const { T s = 0; for (int i = 0; i < N; i++) s += v[i]; return s; } };
template<typename T, int N> __host__ __device__ T dot(Vec<T, N> a, Vec<T, N> b) { T s = 0; for (int i = 0; i < N; i++) s += a[i] * b[i]; return s; }
template<typename T, typename Op> __global__ void reduce(const T *in, T *out, int n, Op op) {
  __shared__ T s[64]; int t = threadIdx.x; s[t] = in[t]; __syncthreads();
  for (int k = 32; k; k /= 2) { if (t < k) s[t] = op(s[t], s[t + k]); __syncthreads(); }
  if (t == 0) *out = s[0];
}
template<typename T> struct Matrix { T *data; int rows, cols;
  Matrix(T *d, int r, int c) : data(d), rows(r), cols(c) {}
  __host__ __device__ T &at(int r, int c) { return data[r * cols + c]; }
  Matrix row(int r) { return Matrix(data + r * cols, 1, cols); } 
  __host__ __device__ Matrix<T> self() const { return *this; } };
__global__ void fill(Matrix<float> m) { m.at(threadIdx.y, threadIdx.x) = threadIdx.x + 10 * threadIdx.y; }
template<int N> struct Fact { static constexpr int value = N * Fact<N - 1>::value; };
template<> struct Fact<0> { static constexpr int value = 1; };
template<typename T = float, int N = 2> struct Def { T x[N]; };
using V = Vec<float, 4>;
typedef float real;
template<typename T> struct Node { T v; Node<T> *next; Node *prev; };
int main(void) {
  Vec<float, 4> a = {{1, 2, 3, 4}}; V b = a; Vec<real, 2 + 2> c = b;
  printf("%g %g %g %d %zu\n", dot(a, b), c[2], b.sum(), V::size, sizeof(Vec<double, 3>));
  printf("%d %d\n", Vec<int, 7>::size, Fact<5>::value);
  float *in, *out; cudaMallocManaged(&in, 256); cudaMallocManaged(&out, 4);
  for (int i = 0; i < 64; i++) in[i] = i;
  reduce<<<1, 64>>>(in, out, 64, Sum<float>()); cudaDeviceSynchronize(); printf("%g\n", *out);
  reduce<float, Sum<float>><<<1, 64>>>(in, out, 64, Sum<float>{}); cudaDeviceSynchronize(); printf("%g\n", *out);
  Matrix<float> m(in, 8, 8); fill<<<1, dim3(8, 8)>>>(m); cudaDeviceSynchronize();
  printf("%g %g\n", m.at(3, 4), m.row(2).at(0, 1));
  Def<> d; Def<int> e; Def<int, 5> f; printf("%zu %zu %zu\n", sizeof d, sizeof e, sizeof(f));
  Node<int> n1 = {1}, n2 = {2, &n1}; printf("%d\n", n2.next->v);
  printf("%d %g\n", Sum<int>()(2, 3), (Sum<float>{})(1, 2));
  Vec<Vec<float, 2>, 3> vv; vv[1][1] = 5; printf("%g %zu\n", vv[1][1], sizeof(vv));
  return 0;
}
/* OUTPUT:
30 3 10 4 24
7 120
2016
2016
34 21
8 8 20
1
5 3
5 24
*/
