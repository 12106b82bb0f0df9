// __CUDA_ARCH__ is not defined where nvcc reads a kernel for the host.
// RUN: heddle-engine --check FILE
// EXIT: 1
__global__ void k(int *p) { *p = __CUDA_ARCH__; }
// CHECK: `__CUDA_ARCH__` is not declared
// CHECK: put what uses it between `#ifdef __CUDA_ARCH__` and `#endif`
