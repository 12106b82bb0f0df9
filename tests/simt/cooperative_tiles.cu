// Tiles as types of their own: deduced, overloaded, of warps and of several warps, with values of any type; parts of groups and
// their ranks; scans and sums into atomics. Each result is compared with what the host makes of the same threads.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
#include <stdio.h>
#include <type_traits>
namespace cg = cooperative_groups;

const int threads = 256;

template <unsigned S, class P> __device__ int size_of(const cg::thread_block_tile<S, P> &) { return S; }
__device__ int kind(cg::thread_block_tile<32>) { return 1; }
__device__ int kind(cg::thread_block) { return 2; }
__device__ int kind(cg::coalesced_group) { return 3; }
__device__ int kind_of_any(cg::thread_group g) { return (int)g.size(); }
template <class G> __device__ bool leader(const G &g) { return cg::thread_rank(g) == 0; }

struct particle { float x; double m; short id; };
struct point { float x, y, z; };

__global__ void types(int *o)
{
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    auto four = cg::tiled_partition<4>(warp);
    cg::thread_block_tile<4> forgets = four;
    static_assert(!std::is_same<decltype(warp), decltype(four)>::value, "two types");
    static_assert(std::is_same<decltype(four), cg::thread_block_tile<4, cg::thread_block_tile<32, cg::thread_block>>>::value, "its parents");
    static_assert(decltype(four)::size() == 4 && decltype(warp)::num_threads() == 32, "known when compiled");
    __shared__ float per_tile[decltype(four)::size()];
    if (four.meta_group_rank() == 0) per_tile[four.thread_rank()] = 1;
    (void)per_tile;
    if (!leader(block)) return;
    o[0] = size_of(four), o[1] = size_of(warp), o[2] = kind(warp), o[3] = kind(block), o[4] = kind(cg::coalesced_threads());
    o[5] = kind_of_any(four), o[6] = kind_of_any(block), o[7] = sizeof per_tile, o[8] = (int)forgets.meta_group_size();
    o[9] = (int)cg::group_size(warp), o[10] = (int)cg::this_thread().size(), o[11] = (int)four.meta_group_size();
}

// out: for each thread what its tile of N makes of 1 + rank.
template <int N> __global__ void tile(int *sum, int *prefix, int *before, double *other, int *meta)
{
    __shared__ cg::block_tile_memory<threads> memory;
    auto t = cg::tiled_partition<N>(cg::this_thread_block(memory));
    int i = threadIdx.x;
    sum[i] = cg::reduce(t, i + 1, cg::plus<int>());
    prefix[i] = cg::inclusive_scan(t, i + 1);
    before[i] = cg::exclusive_scan(t, i + 1, cg::greater<int>());
    if constexpr (N <= 32) {
        particle mine = {i * 0.5f, i * 0.25, (short)i}, p = t.shfl(mine, N - 1);
        other[i] = p.x + p.m * 1000 + p.id * 1e6;
    } else { // of at most 8 bytes
        other[i] = t.shfl(i * 0.5f + i * 0.25 * 1000 + i * 1e6, N - 1);
    }
    meta[i] = (int)(t.meta_group_rank() * 100 + t.thread_rank()) * (t.any(i == N) ? -1 : 1) + (t.all(i >= 0) ? 0 : 100000);
}

__device__ void tell(int *bad, bool right) { if (!right) atomicAdd(bad, 1); }

__global__ void parts(int *bad)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int i = threadIdx.x % 32;
    auto third = cg::labeled_partition(warp, i % 3);
    tell(bad, third.size() == (i % 3 < 2 ? 11u : 10u) && third.meta_group_rank() == (unsigned)i % 3 && third.meta_group_size() == 3);
    tell(bad, cg::reduce(third, i, cg::plus<int>()) == (i % 3 == 0 ? 165 : i % 3 == 1 ? 176 : 155));
    tell(bad, cg::inclusive_scan(third, 1) == i / 3 + 1);
    tell(bad, cg::exclusive_scan(third, 1) == i / 3);
    auto low = cg::binary_partition(warp, i < 5);
    tell(bad, low.size() == (i < 5 ? 5u : 27u) && low.meta_group_rank() == (i < 5 ? 1u : 0u) && low.meta_group_size() == 2);
    tell(bad, low.ballot(i % 2) == (i < 5 ? 0xau : 0x5555555u));
    auto all = cg::binary_partition(warp, true);
    tell(bad, all.size() == 32 && all.meta_group_size() == 1);
    auto pairs = cg::tiled_partition(low, 2);
    tell(bad, pairs.size() == ((i < 5 ? i == 4 : i == 31) ? 1u : 2u));
    int same = 7;
    unsigned found = warp.match_all(i < 40, same);
    tell(bad, found == 0xffffffffu && same);
    tell(bad, low.match_any(i / 2 % 2) == (i < 5 ? (i / 2 % 2 ? 0xcu : 0x13u) : low.match_any(i / 2 % 2)));
    point p = {(float)i, 2.0f * i, -1.0f}, q = warp.shfl_xor(p, 5u);
    tell(bad, q.x == (float)(i ^ 5) && q.y == 2.0f * (i ^ 5) && q.z == -1.0f);
    unsigned char c = (unsigned char)(i * 9), d = warp.shfl_down(c, 3);
    tell(bad, d == (unsigned char)((i + 3 < 32 ? i + 3 : i) * 9));
    tell(bad, cg::invoke_one_broadcast(warp, [&](int k) { return i + k; }, 40) == 40);
    auto g = cg::tiled_partition(cg::this_thread_block(), 16);
    tell(bad, g.size() == 16 && g.thread_rank() == threadIdx.x % 16);
}

__global__ void updates(cuda::atomic<int, cuda::thread_scope_device> *total, int *plain, int *slots, int *stored)
{
    auto block = cg::this_thread_block();
    auto warp = cg::tiled_partition<32>(block);
    cg::reduce_update_async(warp, total[0], 1, cg::plus<int>());
    cuda::atomic_ref<int, cuda::thread_scope_device> most(*plain);
    cg::reduce_update_async(warp, most, (int)threadIdx.x, cg::greater<int>());
    if (warp.meta_group_rank() == 1) cg::reduce_store_async(warp, stored, (int)threadIdx.x, cg::less<int>());
    int wanted = threadIdx.x % 4; // slots of a buffer, taken by warps
    int at = cg::exclusive_scan_update(warp, total[1], wanted, cg::plus<int>());
    for (int k = 0; k < wanted; k++) atomicAdd(&slots[at + k], 1);
    warp.sync();
}

template <int N> int differing(int *sum, int *prefix, int *before, double *other, int *meta)
{
    tile<N><<<1, threads>>>(sum, prefix, before, other, meta);
    if (cudaDeviceSynchronize() != cudaSuccess) return -1;
    int bad = 0;
    for (int i = 0; i < threads; i++) {
        int first = i / N * N, all = 0, up = 0;
        for (int k = first; k < first + N; k++) all += k + 1;
        for (int k = first; k <= i; k++) up += k + 1;
        int from = first + N - 1;
        bad += sum[i] != all || prefix[i] != up || before[i] != (i == first ? 0 : i) ||
               other[i] != from * 0.5f + from * 0.25 * 1000 + from * 1e6 ||
               meta[i] != (i / N * 100 + i % N) * (first <= N && N < first + N ? -1 : 1);
    }
    return bad;
}

int main()
{
    int *m;
    cudaMallocManaged(&m, sizeof *m * 8192);
    double *other;
    cudaMallocManaged(&other, sizeof *other * threads);
    types<<<1, 64>>>(m);
    cudaDeviceSynchronize();
    for (int i = 0; i < 12; i++) printf("%d ", m[i]);
    printf("\n");
    int *a = m, *b = m + threads, *c = m + 2 * threads, *d = m + 3 * threads;
    printf("%d %d %d %d\n", differing<1>(a, b, c, other, d), differing<2>(a, b, c, other, d), differing<8>(a, b, c, other, d), differing<32>(a, b, c, other, d));
    printf("%d %d %d\n", differing<64>(a, b, c, other, d), differing<128>(a, b, c, other, d), differing<256>(a, b, c, other, d));
    m[0] = 0;
    parts<<<3, 96>>>(m);
    cudaDeviceSynchronize();
    printf("%d\n", m[0]);
    cuda::atomic<int, cuda::thread_scope_device> *total;
    cudaMallocManaged(&total, sizeof *total * 2);
    total[0] = 0, total[1] = 0;
    for (int i = 0; i < 8192; i++) m[i] = 0;
    updates<<<4, 128>>>(total, m, m + 2, m + 1);
    cudaDeviceSynchronize();
    int once = 0;
    for (int i = 0; i < 768; i++) once += m[2 + i] == 1;
    printf("%d %d %d %d %d\n", total[0].load(), total[1].load(), m[0], m[1], once);
}
/* OUTPUT:
4 32 1 2 3 4 64 16 8 32 1 8 
0 0 0 0
0 0 0
0
512 768 127 32 768
*/
