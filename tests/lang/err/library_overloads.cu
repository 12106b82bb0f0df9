// Kernels that share a library function's name and not its parameters are overloads, which nvcc takes.
// RUN: heddle-engine --check FILE
// CHECK-NOT: warning
__global__ void exp(float *x) { x[0] = exp(x[0]); }
__global__ void max(int *a, int b) {}
__global__ void abs(float *x, int n) {}
namespace mine
{
__global__ void sqrt(float x) {}
}
template <class T> __global__ void fmin(T *a, T b) {}
int main()
{
    return 0;
}
