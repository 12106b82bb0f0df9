// `template int f<int>(int);` asks for the instance's body: what is wrong in it is said, as nvcc does.
// RUN: heddle-engine --check FILE
// EXIT: 1
template <typename T> void f(T x) { x.nothing(); }
template void f<int>(int);
namespace A { template <typename T> T h(T a) { return a->x; } }
template int A::h(int);
template <typename T> struct S { void m() { T::none(); } };
template void S<int>::m();
template double f<double>(double);
template void g(int);
template <class T> __global__ void kernel(T *p) { *p = 1; }
template void kernel<int>(int *);
template <class T> void plain(T) {}
template __global__ void plain<int>(int);
int main() { return 0; }
// CHECK: :4:39: error: `x` is `int`, which has no members
// CHECK: :6:58: error: `a` is `int`, which has no members
// CHECK: :8:45: error: `T` is `int`, which has no members
// CHECK: :10:17: error: this instance does not fit the template `f`
// CHECK: :11:15: error: there is no template `g` to instantiate
// CHECK: :13:15: error: `kernel` is a template of kernels: `__global__` is missing
// CHECK: :15:26: error: `plain` is a template of functions, not of kernels
