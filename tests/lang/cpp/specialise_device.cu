// Specialisations of function templates without <...>, declared first, in device code.
#include <cstdio>
template <class T> __device__ T init(T x) { return x; }
template <> __device__ int init(int x) { return x+100; }
template <> __device__ float init(float);
template <> __device__ float init(float x) { return x*2; }
__global__ void k(){ printf("%d %g %g\n", init(1), init(2.f), init(2.)); }
int main(){ k<<<1,1>>>(); cudaDeviceSynchronize(); }
/* OUTPUT:
101 4 2
*/
