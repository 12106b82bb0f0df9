// Tensor cores by traits, Thrust with zipped and transformed iterators, CUB in a block and on the device, visitors.
// RUN: file -std=c++17 --extended-lambda
#include <mma.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>
#include <thrust/unique.h>
#include <thrust/scan.h>
#include <thrust/random.h>
#include <thrust/functional.h>
#include <cub/cub.cuh>
#include <cstdio>
#include <cmath>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>
using namespace nvcuda;
template <class T> struct tol;
template <> struct tol<__half> { static constexpr float value = 1e-2f; };
template <> struct tol<__nv_bfloat16> { static constexpr float value = 1e-1f; };
template <int M_, int N_, int K_> struct Shape { static constexpr int M = M_, N = N_, K = K_; };
template <class Shape_, class TA, class TB, class TC, class LA = wmma::row_major, class LB = wmma::col_major> struct GemmTraits {
    using Shape = Shape_;
    using A = wmma::fragment<wmma::matrix_a, Shape::M, Shape::N, Shape::K, TA, LA>;
    using B = wmma::fragment<wmma::matrix_b, Shape::M, Shape::N, Shape::K, TB, LB>;
    using C = wmma::fragment<wmma::accumulator, Shape::M, Shape::N, Shape::K, TC>;
    using ElementA = TA; using ElementB = TB; using ElementC = TC;
};
template <class Traits> __global__ void __launch_bounds__(128) gemm(const typename Traits::ElementA *__restrict__ a, const typename Traits::ElementB *__restrict__ b, typename Traits::ElementC *__restrict__ c, int m, int n, int k) {
    using S = typename Traits::Shape;
    int wm = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize, wn = blockIdx.y;
    if (wm * S::M >= m || wn * S::N >= n) return;
    typename Traits::C acc;
    wmma::fill_fragment(acc, 0.f);
#pragma unroll 4
    for (int i = 0; i < k; i += S::K) {
        typename Traits::A fa; typename Traits::B fb;
        wmma::load_matrix_sync(fa, a + wm * S::M * k + i, k);
        wmma::load_matrix_sync(fb, b + wn * S::N * k + i, k);
        wmma::mma_sync(acc, fa, fb, acc);
    }
    for (auto &x : acc.x) x *= 0.5f;
    wmma::store_matrix_sync(c + wm * S::M * n + wn * S::N, acc, n, wmma::mem_row_major);
}
template <class T> int run(const char *name) {
    constexpr int m = 64, n = 48, k = 80;
    using Tr = GemmTraits<Shape<16, 16, 16>, T, T, float>;
    std::mt19937 gen(42);
    std::uniform_real_distribution<float> u(-1, 1);
    thrust::host_vector<T> a(m * k), b(n * k);
    for (auto &x : a) x = T(u(gen));
    for (auto &x : b) x = T(u(gen));
    thrust::device_vector<T> da = a, db = b;
    thrust::device_vector<float> dc(m * n);
    dim3 grid((m / 16 * 32 + 127) / 128, n / 16);
    gemm<Tr><<<grid, 128>>>(thrust::raw_pointer_cast(da.data()), thrust::raw_pointer_cast(db.data()), thrust::raw_pointer_cast(dc.data()), m, n, k);
    thrust::host_vector<float> c = dc;
    double worst = 0;
    for (int i = 0; i < m; i++) for (int j = 0; j < n; j++) {
        double s = 0;
        for (int l = 0; l < k; l++) s += double(float(a[i * k + l])) * double(float(b[j * k + l]));
        worst = std::max(worst, std::abs(s * 0.5 - c[i * n + j]));
    }
    printf("%s %s\n", name, worst < tol<T>::value ? "ok" : "wrong");
    return worst < tol<T>::value;
}
struct Particle { float x, y, m; int id; };
struct by_mass { __host__ __device__ bool operator()(const Particle &a, const Particle &b) const { return a.m < b.m || (a.m == b.m && a.id < b.id); } };
template <class... Fs> struct overloaded : Fs... { using Fs::operator()...; };
template <class... Fs> overloaded(Fs...) -> overloaded<Fs...>;
template <int BLOCK, int ITEMS> __global__ void block_scan(const int *in, int *out, int n) {
    using Load = cub::BlockLoad<int, BLOCK, ITEMS, cub::BLOCK_LOAD_TRANSPOSE>;
    using Scan = cub::BlockScan<int, BLOCK>;
    using Store = cub::BlockStore<int, BLOCK, ITEMS, cub::BLOCK_STORE_TRANSPOSE>;
    __shared__ union { typename Load::TempStorage load; typename Scan::TempStorage scan; typename Store::TempStorage store; } tmp;
    int items[ITEMS], total;
    Load(tmp.load).Load(in, items, n, 0);
    __syncthreads();
    Scan(tmp.scan).ExclusiveSum(items, items, total);
    __syncthreads();
    Store(tmp.store).Store(out, items, n);
    if (threadIdx.x == 0) out[n] = total;
}
int main() {
    run<__half>("half"); run<__nv_bfloat16>("bf16");
    thrust::device_vector<Particle> p(1000);
    thrust::tabulate(p.begin(), p.end(), [] __device__(int i) { return Particle{i * 0.5f, i * 0.25f, float((i * 37) % 101), i}; });
    thrust::sort(p.begin(), p.end(), by_mass{});
    Particle first = p.front(), last = p.back();
    printf("%g %d %g %d\n", first.m, first.id, last.m, last.id);
    auto mass = thrust::transform_reduce(thrust::device, p.begin(), p.end(), [] __host__ __device__(const Particle &q) { return (double)q.m; }, 0.0, thrust::plus<double>());
    auto zip = thrust::make_zip_iterator(thrust::make_tuple(thrust::counting_iterator<int>(0), thrust::make_transform_iterator(thrust::counting_iterator<int>(0), [] __host__ __device__(int i) { return i * i; })));
    auto sum = thrust::transform_reduce(zip, zip + 10, [] __host__ __device__(const thrust::tuple<int, int> &t) { return thrust::get<0>(t) * thrust::get<1>(t); }, 0, thrust::plus<>{});
    printf("%g %d\n", mass, sum);
    std::vector<std::variant<int, double, std::string>> vs{1, 2.5, std::string("x")};
    for (auto &v : vs) std::visit(overloaded{[](int i) { printf("int %d ", i); }, [](double d) { printf("double %g ", d); }, [](const std::string &s) { printf("string %s\n", s.c_str()); }}, v);
    int *d_in, *d_out; const int n = 500;
    cudaMallocManaged(&d_in, n * 4); cudaMallocManaged(&d_out, (n + 1) * 4);
    for (int i = 0; i < n; i++) d_in[i] = i % 5;
    block_scan<128, 4><<<1, 128>>>(d_in, d_out, n);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", d_out[1], d_out[n - 1], d_out[n]);
    void *tmp = nullptr; size_t bytes = 0;
    cub::DeviceReduce::Sum(tmp, bytes, d_in, d_out, n);
    cudaMalloc(&tmp, bytes);
    cub::DeviceReduce::Sum(tmp, bytes, d_in, d_out, n);
    cudaDeviceSynchronize();
    std::map<std::string, std::function<int(int)>> ops{{"inc", [](int x) { return x + 1; }}, {"neg", std::negate<>{}}, {"twice", [f = std::multiplies<>{}](int x) { return f(x, 2); }}};
    for (auto &[name, f] : ops) printf("%s %d ", name.c_str(), f(d_out[0]));
    puts("");
}
/* OUTPUT:
half ok
bf16 ok
0 0 100 939
50010 2025
int 1 double 2.5 string x
0 996 1000
inc 1001 neg -1000 twice 2000 
*/
