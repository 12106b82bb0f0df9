// <cuda/std/expected> in kernels and on the host.
#include <cstdio>
#include <cuda/cmath>
#include <cuda/std/expected>
enum class Why { zero, big };
__host__ __device__ cuda::std::expected<int, Why> halve(int n) {
    if (n == 0) return cuda::std::unexpected(Why::zero);
    if (n > 100) return cuda::std::unexpected<Why>(Why::big);
    return n / 2;
}
__global__ void k(int *out) {
    int i = threadIdx.x;
    auto r = halve(i * 10).transform([](int x) { return x + 1; });
    auto s = halve(i * 10).and_then([](int x) { return halve(x); });
    out[i] = (r ? *r : -(int)r.error() - 1) * 1000 + s.value_or(7);
}
int main() {
    int *out;
    cudaMallocManaged(&out, 12 * sizeof(int));
    k<<<1, 12>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 12; i++) printf("%d ", out[i]);
    printf("\n%d %d %d %u\n", cuda::ceil_div(10, 3), cuda::round_up(10, 4), cuda::round_down(10, 4), cuda::ceil_div(7u, 2));
    cuda::std::expected<void, int> v, w = cuda::std::unexpected(3);
    printf("%d %d\n", v.has_value(), w.error());
    auto e = halve(3);
    e = halve(0);
    printf("%d %d\n", (bool)e, e == cuda::std::unexpected(Why::zero));
    printf("%d %d %d %d\n", cuda::ilog2(1000), cuda::ilog10(1000), cuda::ilog2(64u), cuda::ceil_div(-0, 3));
}
/* OUTPUT:
-993 6002 11005 16007 21010 26012 31015 36017 41020 46022 51025 -1993 
4 12 8 4
1 3
0 1
9 3 6 0
*/
