// CUDA's C++ library in kernels: atomics of all scopes, barriers, pipelines and asynchronous copies, cuda::std's names; what
// cooperative groups have besides tiles (partitions, scans, reductions with any operation, a cluster of one block).
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/std/array>
#include <cuda/std/cstdint>
#include <cuda/std/limits>
#include <cuda/std/type_traits>
#include <cuda_pipeline.h>
#include <utility>
namespace cg = cooperative_groups;

__device__ cuda::atomic<int, cuda::thread_scope_device> total(0);
__device__ cuda::atomic<double> fraction{0.0};
__global__ void count(int *out, float *sum, cuda::std::uint32_t n)
{
    total.fetch_add(1, cuda::memory_order_relaxed);
    total++;
    fraction.fetch_add(0.25, cuda::std::memory_order_relaxed);
    cuda::atomic_ref<int, cuda::thread_scope_device> largest(out[0]), smallest(out[1]), bits(out[2]);
    largest.fetch_max((int)(threadIdx.x * n));
    smallest.fetch_min(-(int)threadIdx.x);
    bits.fetch_or(1 << threadIdx.x % 8, cuda::memory_order_acq_rel);
    cuda::atomic_ref<float> s(*sum);
    s += 0.5f;
    int old = largest.load();
    while (!largest.compare_exchange_weak(old, old + 1000, cuda::memory_order_acquire, cuda::memory_order_relaxed)) {}
    static_assert(cuda::std::is_same<cuda::std::remove_const_t<const int>, int>::value, "the same");
    cuda::std::array<int, 3> a = {1, 2, 3};
    if (threadIdx.x + blockIdx.x == 0) out[3] = a[1] + cuda::std::numeric_limits<int>::max() / 2;
}
__global__ void give(int *out) { out[0] = total.load(); out[1] = (int)(fraction.load() * 100); }

__global__ void with_barrier(int *out, const int *in)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int s[64];
    auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) init(&bar, block.size());
    block.sync();
    for (int i = 0; i < 3; i++) {
        cuda::memcpy_async(block, s, in + 64 * i, sizeof(int) * 64, bar);
        bar.arrive_and_wait();
        out[threadIdx.x] += s[63 - threadIdx.x];
        cuda::barrier<cuda::thread_scope_block>::arrival_token token = bar.arrive();
        bar.wait(std::move(token));
    }
}
__global__ void with_pipeline(int *out, const int *in)
{
    constexpr int stages = 2;
    __shared__ int s[stages][64];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    for (int computed = 0, fetched = 0; computed < 3; computed++) {
        for (; fetched < 3 && fetched < computed + stages; fetched++) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, s[fetched % stages], in + 64 * fetched, cuda::aligned_size_t<4>(sizeof(int) * 64), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        out[threadIdx.x] += s[computed % stages][63 - threadIdx.x];
        pipe.consumer_release();
    }
}
__global__ void with_group(int *out, const int *in)
{
    __shared__ int s[64], t[64];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, s, in, sizeof s);
    cg::wait(block);
    __pipeline_memcpy_async(&t[threadIdx.x], &in[64 + threadIdx.x], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    block.sync();
    out[threadIdx.x] = s[63 - threadIdx.x] + t[63 - threadIdx.x];
}

__global__ void groups(int *out)
{
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    auto warp = cg::tiled_partition<32>(block);
    int i = threadIdx.x;
    out[i] = cg::reduce(tile, i, cg::plus<int>());
    out[32 + i] = cg::inclusive_scan(tile, i, cg::plus<int>());
    out[64 + i] = cg::exclusive_scan(warp, 1);
    out[96 + i] = cg::reduce(warp, i, [](int a, int b) { return a > b ? a : b; });
    auto third = cg::labeled_partition(warp, i % 3);
    out[128 + i] = cg::reduce(third, i, cg::less<int>()) * 100 + third.thread_rank();
    auto half = cg::binary_partition(warp, i < 10);
    out[160 + i] = half.size() * 100 + cg::inclusive_scan(half, 1, cg::plus<int>());
    if (i % 4 == 1) {
        auto active = cg::coalesced_threads();
        out[192 + i] = cg::reduce(active, i, cg::plus<int>());
    }
    auto cluster = cg::this_cluster();
    cluster.sync();
    out[224 + i] = cluster.num_blocks() * 10 + cluster.block_rank();
}

int main()
{
    int *out, *in;
    float *sum;
    cudaMallocManaged(&out, 256 * sizeof *out);
    cudaMallocManaged(&in, 192 * sizeof *in);
    cudaMallocManaged(&sum, sizeof *sum);
    for (int i = 0; i < 192; i++) in[i] = i;
    count<<<4, 64>>>(out, sum, 3);
    cudaDeviceSynchronize();
    printf("%d %d %d %d %g\n", out[0] >= 256000, out[1], out[2], out[3], *sum);
    give<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("%d %d\n", out[0], out[1]);
    for (int i = 0; i < 64; i++) out[i] = 0;
    with_barrier<<<1, 64>>>(out, in);
    cudaDeviceSynchronize();
    printf("%d %d\n", out[0], out[63]);
    for (int i = 0; i < 64; i++) out[i] = 0;
    with_pipeline<<<1, 64>>>(out, in);
    cudaDeviceSynchronize();
    printf("%d %d\n", out[0], out[63]);
    with_group<<<1, 64>>>(out, in);
    cudaDeviceSynchronize();
    printf("%d %d\n", out[0], out[63]);
    for (int i = 0; i < 256; i++) out[i] = -1;
    groups<<<1, 32>>>(out);
    cudaDeviceSynchronize();
    printf("%d %d %d %d\n", out[9], out[32 + 11], out[64 + 31], out[96 + 5]);
    printf("%d %d %d %d\n", out[128 + 31], out[128 + 5], out[160 + 9], out[160 + 31]);
    printf("%d %d %d\n", out[192 + 5], out[192 + 4], out[224]);
    cuda::std::atomic<int> h(5);
    h.store(7);
    int before = h.fetch_sub(2);
    printf("%d %d\n", before, h.load());
}
/* OUTPUT:
1 -63 255 1073741825 128
512 6400
381 192
381 192
190 64
92 38 31 31
110 201 1010 2222
120 -1 10
7 5
*/
