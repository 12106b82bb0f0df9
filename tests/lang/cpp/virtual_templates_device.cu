// An object of a class template with virtual functions, made by one kernel and used by another.
#include <stdio.h>
template <class T> class Container { public:
  __device__ virtual void push(T e) = 0; };
template <class T> class Vector : public Container<T> { public:
  T m; __device__ Vector(int max) : m(max) { }
  __device__ virtual void push(T e) { m += e; } };
__global__ void create(Container<int> **c, int max) { *c = new Vector<int>(max); }
__global__ void fill(Container<int> **c) { (*c)->push(blockIdx.x); }
__global__ void get(Container<int> **c, int *out) { *out = ((Vector<int> *)*c)->m; }
int main() { Container<int> **dc; cudaMalloc(&dc, 8);  create<<<1, 1>>>(dc, 128 * 128); fill<<<4, 1>>>(dc); int *out; cudaMallocManaged(&out, 4); get<<<1, 1>>>(dc, out); cudaDeviceSynchronize(); printf("%d ", *out > 16384); printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize())); }
/* OUTPUT:
1 cudaSuccess
*/
