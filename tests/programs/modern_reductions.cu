// A modern program (C++20): concepts, RAII, spans, cooperative groups, pipelines of libcu++, atomics; errors with their place.
// RUN: file -std=c++20
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/scan.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/std/array>
#include <cuda/std/span>
#include <cuda/std/optional>
#include <cuda/std/tuple>
#include <cuda/std/utility>
#include <cuda/atomic>
#include <cuda_runtime.h>
#include <algorithm>
#include <chrono>
#include <concepts>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <source_location>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>
namespace cg = cooperative_groups;

namespace gpu {
class error : public std::runtime_error {
public:
    error(cudaError_t e, std::string_view what, const std::source_location &loc = std::source_location::current())
        : std::runtime_error(std::string(loc.file_name()) + ":" + std::to_string(loc.line()) + ": " + std::string(what) + ": " + cudaGetErrorString(e)), code_(e) {}
    [[nodiscard]] cudaError_t code() const noexcept { return code_; }
private:
    cudaError_t code_;
};
inline void check(cudaError_t e, std::string_view what = "cuda", std::source_location loc = std::source_location::current()) {
    if (e != cudaSuccess) [[unlikely]] throw error(e, what, loc);
}
struct device_deleter { template <class T> void operator()(T *p) const noexcept { cudaFree(p); } };
template <class T> using unique_device = std::unique_ptr<T[], device_deleter>;
template <class T> requires std::is_trivially_copyable_v<T>
unique_device<T> make_device(std::size_t n) {
    T *p = nullptr;
    check(cudaMalloc(reinterpret_cast<void **>(&p), n * sizeof(T)), "cudaMalloc");
    return unique_device<T>{p};
}
template <std::ranges::contiguous_range R> auto to_device(const R &r) {
    using T = std::ranges::range_value_t<R>;
    auto d = make_device<T>(std::ranges::size(r));
    check(cudaMemcpy(d.get(), std::ranges::data(r), std::ranges::size(r) * sizeof(T), cudaMemcpyHostToDevice));
    return d;
}
class stream {
public:
    stream() { check(cudaStreamCreateWithFlags(&s_, cudaStreamNonBlocking)); }
    ~stream() { if (s_) cudaStreamDestroy(s_); }
    stream(const stream &) = delete;
    stream &operator=(const stream &) = delete;
    stream(stream &&o) noexcept : s_(std::exchange(o.s_, nullptr)) {}
    stream &operator=(stream &&o) noexcept { std::swap(s_, o.s_); return *this; }
    operator cudaStream_t() const noexcept { return s_; }
    void sync() const { check(cudaStreamSynchronize(s_)); }
private:
    cudaStream_t s_{};
};
class event {
    cudaEvent_t e_{};
public:
    event() { check(cudaEventCreate(&e_)); }
    ~event() { cudaEventDestroy(e_); }
    event(const event &) = delete;
    void record(cudaStream_t s = nullptr) { check(cudaEventRecord(e_, s)); }
    friend float operator-(const event &b, const event &a) { float ms = 0; check(cudaEventElapsedTime(&ms, a.e_, b.e_)); return ms; }
    void wait() { check(cudaEventSynchronize(e_)); }
};
} // namespace gpu

template <class T> concept Arithmetic = std::is_arithmetic_v<T>;
template <class Op, class T> concept BinaryOp = requires(Op op, T a, T b) { { op(a, b) } -> std::convertible_to<T>; };

template <int BlockSize, Arithmetic T, BinaryOp<T> Op>
__global__ void reduce_kernel(cuda::std::span<const T> in, T *out, T init, Op op) {
    namespace cgx = cooperative_groups;
    auto block = cgx::this_thread_block();
    auto warp = cgx::tiled_partition<32>(block);
    __shared__ cuda::std::array<T, BlockSize / 32> partial;
    T acc = init;
    for (std::size_t i = cgx::this_grid().thread_rank(); i < in.size(); i += cgx::this_grid().size()) acc = op(acc, in[i]);
    acc = cgx::reduce(warp, acc, op);
    if (warp.thread_rank() == 0) partial[warp.meta_group_rank()] = acc;
    block.sync();
    if (warp.meta_group_rank() == 0) {
        T v = warp.thread_rank() < partial.size() ? partial[warp.thread_rank()] : init;
        v = cgx::reduce(warp, v, op);
        if (warp.thread_rank() == 0) out[block.group_index().x] = v;
    }
}
struct plus { template <class T> __host__ __device__ constexpr T operator()(T a, T b) const noexcept { return a + b; } };
struct maximum { template <class T> __host__ __device__ constexpr T operator()(const T &a, const T &b) const noexcept { return a < b ? b : a; } };

template <class T, class Op> T reduce(std::span<const T> host, T init, Op op) {
    constexpr int block = 256;
    const int grid = std::clamp<int>((int)((host.size() + block - 1) / block), 1, 64);
    auto d = gpu::to_device(host);
    auto o = gpu::make_device<T>(grid);
    gpu::stream s;
    reduce_kernel<block><<<grid, block, 0, s>>>(cuda::std::span<const T>(d.get(), host.size()), o.get(), init, op);
    gpu::check(cudaGetLastError(), "reduce_kernel");
    std::vector<T> parts(grid);
    gpu::check(cudaMemcpyAsync(parts.data(), o.get(), grid * sizeof(T), cudaMemcpyDeviceToHost, s));
    s.sync();
    return std::reduce(parts.begin(), parts.end(), init, op);
}

template <typename T, int Stages, int Tile> __global__ void staged(const T *in, T *out, size_t n) {
    extern __shared__ __align__(16) unsigned char raw[];
    T *smem = reinterpret_cast<T *>(raw);
    auto block = cg::this_thread_block();
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, Stages> state;
    auto pipe = cuda::make_pipeline(block, &state);
    const size_t tiles = n / Tile;
    size_t fetch = blockIdx.x;
    for (size_t t = blockIdx.x; t < tiles; t += gridDim.x) {
        for (; fetch < tiles && fetch < t + Stages * gridDim.x; fetch += gridDim.x) {
            pipe.producer_acquire();
            int slot = (int)((fetch / gridDim.x) % Stages);
            cuda::memcpy_async(block, smem + slot * Tile, in + fetch * Tile, sizeof(T) * Tile, pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        int slot = (int)((t / gridDim.x) % Stages);
        for (int i = block.thread_rank(); i < Tile; i += block.size()) out[t * Tile + i] = smem[slot * Tile + i] * T(2) + T(1);
        block.sync();
        pipe.consumer_release();
    }
}
__global__ void hist(const int *v, int n, cuda::atomic_ref<int, cuda::thread_scope_device> *, int *bins) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        cuda::atomic_ref<int, cuda::thread_scope_device> r(bins[v[i] & 7]);
        r.fetch_add(1, cuda::memory_order_relaxed);
    }
}
int main() try {
    std::vector<float> v(10000);
    std::iota(v.begin(), v.end(), 0.f);
    for (auto &x : v) x = float(int(x) % 17);
    printf("%g %g\n", reduce<float>(v, 0.f, plus{}), reduce<float>(v, -1.f, maximum{}));
    std::vector<int> iv(5000);
    std::generate(iv.begin(), iv.end(), [i = 0]() mutable { return i++ * 7 % 1001; });
    printf("%d %d\n", reduce<int>(iv, 0, plus{}), reduce<int>(iv, 0, maximum{}));
    constexpr int tile = 128, stages = 3;
    auto in = gpu::to_device(v);
    auto out = gpu::make_device<float>(v.size());
    gpu::event a, b;
    a.record();
    staged<float, stages, tile><<<8, 64, stages * tile * sizeof(float)>>>(in.get(), out.get(), v.size());
    b.record(); b.wait();
    gpu::check(cudaDeviceSynchronize());
    std::vector<float> w(v.size());
    gpu::check(cudaMemcpy(w.data(), out.get(), w.size() * 4, cudaMemcpyDeviceToHost));
    size_t bad = 0;
    for (size_t i = 0; i < v.size() / tile * tile; i++) bad += w[i] != v[i] * 2 + 1;
    printf("bad %zu %d\n", bad, (b - a) >= 0);
    auto di = gpu::to_device(iv);
    auto bins = gpu::make_device<int>(8);
    cudaMemset(bins.get(), 0, 32);
    hist<<<4, 128>>>(di.get(), (int)iv.size(), nullptr, bins.get());
    std::array<int, 8> hb;
    cudaMemcpy(hb.data(), bins.get(), sizeof hb, cudaMemcpyDeviceToHost);
    for (auto [i, x] = std::pair{0, 0}; i < 8; ++i) printf("%d ", hb[i]);
    puts("");
    gpu::check(cudaErrorInvalidValue, "test");
} catch (const gpu::error &e) {
    std::string_view s = e.what();
    printf("%d %s\n", e.code(), std::string(s.substr(s.rfind("test"))).c_str());
}
/* OUTPUT:
79974 16
2482585 994
bad 0 1
630 595 629 629 629 629 629 630 
1 test: invalid argument
*/
