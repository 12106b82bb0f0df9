// visit, apply and invoke with lambdas of a kernel; visit in constants.
#include <cuda/std/variant>
#include <cuda/std/optional>
#include <cuda/std/tuple>
#include <cuda/std/functional>
#include <cstdio>
__global__ void k(double *o) { cuda::std::variant<int, double> v = 2.5; o[0] = cuda::std::visit([](auto x) { return (double)x; }, v); cuda::std::tuple<int, float> t{1, 2.5f}; o[1] = cuda::std::apply([](auto a, auto b) { return a + b; }, t); o[2] = cuda::std::invoke([](int a) { return a + 1; }, 4); }
int main() { double *o; cudaMallocManaged(&o, 80); k<<<1, 1>>>(o); cudaDeviceSynchronize(); printf("%g %g %g\n", o[0], o[1], o[2]); }
/* OUTPUT:
2.5 3.5 5
*/
