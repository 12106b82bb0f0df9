#ifndef KERNELS_CUH
#define KERNELS_CUH
#include <cstddef>
#include "timer.h"
namespace app {
struct Params { int n; float alpha; };
extern __constant__ Params d_params;
template <typename T> __global__ void scale(T *x, T a, int n);
void launch_scale(float *x, float a, int n, cudaStream_t s = 0);
inline int divup(int a, int b) { return (a + b - 1) / b; }
}
#endif
