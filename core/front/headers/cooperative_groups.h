/* Cooperative groups, with the names of CUDA's: a block, a grid, tiles of a warp and the threads that run together.

   A tile knows its size when it runs, so thread_block_tile<32> and thread_block_tile<8> are one type; once inlined the
   size is a constant. Example: t = tiled_partition<8>(block): lanes 0 to 7 are the first tile, 8 to 15 the second. */
#ifndef COOPERATIVE_GROUPS_H_
#define COOPERATIVE_GROUPS_H_

#define CG_FN __device__ __inline__
#define CG_TYPES(F) F(int) F(unsigned int) F(long) F(unsigned long) F(long long) F(unsigned long long) F(float) F(double)

namespace cooperative_groups {

CG_FN unsigned int __cg_rank_in_block(void)
{
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
CG_FN unsigned int __cg_block_size(void) { return blockDim.x * blockDim.y * blockDim.z; }
CG_FN unsigned int __cg_lane(void) { return __cg_rank_in_block() & 31u; }

/* ---- a block ------------------------------------------------------------------------------------------------ */

struct thread_block {
    static CG_FN void sync(void) { __syncthreads(); }
    static CG_FN unsigned int thread_rank(void) { return __cg_rank_in_block(); }
    static CG_FN unsigned int size(void) { return __cg_block_size(); }
    static CG_FN unsigned int num_threads(void) { return __cg_block_size(); }
    static CG_FN dim3 group_index(void) { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    static CG_FN dim3 thread_index(void) { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    static CG_FN dim3 group_dim(void) { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    static CG_FN dim3 dim_threads(void) { return dim3(blockDim.x, blockDim.y, blockDim.z); }
};
CG_FN thread_block this_thread_block(void) { thread_block b; return b; }

/* ---- the grid: its barrier needs cudaLaunchCooperativeKernel --------------------------------------------------- */

struct grid_group {
    CG_FN void sync(void) const { __heddle_grid_sync(); }
    CG_FN bool is_valid(void) const { return true; }
    CG_FN unsigned long long num_blocks(void) const { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
    CG_FN unsigned long long block_rank(void) const
    {
        return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    CG_FN unsigned long long size(void) const { return num_blocks() * __cg_block_size(); }
    CG_FN unsigned long long num_threads(void) const { return size(); }
    CG_FN unsigned long long thread_rank(void) const { return block_rank() * __cg_block_size() + __cg_rank_in_block(); }
    CG_FN dim3 block_index(void) const { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    CG_FN dim3 dim_blocks(void) const { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    CG_FN dim3 group_dim(void) const { return dim3(gridDim.x, gridDim.y, gridDim.z); }
};
CG_FN grid_group this_grid(void) { grid_group g; return g; }

/* ---- tiles of a warp ------------------------------------------------------------------------------------------- */

struct __attribute__((hd_any_arguments)) thread_block_tile {
    unsigned int n, rank_of_tile, tiles; /* threads, and which of how many tiles it is */
    CG_FN unsigned int size(void) const { return n; }
    CG_FN unsigned int num_threads(void) const { return n; }
    CG_FN unsigned int thread_rank(void) const { return __cg_lane() & (n - 1); }
    CG_FN unsigned int meta_group_rank(void) const { return rank_of_tile; }
    CG_FN unsigned int meta_group_size(void) const { return tiles; }
    CG_FN unsigned int first_lane(void) const { return __cg_lane() & ~(n - 1); }
    CG_FN unsigned int all_bits(void) const { return n == 32 ? 0xffffffffu : (1u << n) - 1; }
    CG_FN unsigned int lanes(void) const { return all_bits() << first_lane(); }
    CG_FN void sync(void) const { __syncwarp(lanes()); }
    CG_FN int any(int predicate) const { return __any_sync(lanes(), predicate); }
    CG_FN int all(int predicate) const { return __all_sync(lanes(), predicate); }
    CG_FN unsigned int ballot(int predicate) const { return (__ballot_sync(lanes(), predicate) >> first_lane()) & all_bits(); }
#define CG_SHUFFLES(T)                                                                                              \
    CG_FN T shfl(T value, int rank) const { return __shfl_sync(lanes(), value, rank, (int)n); }                     \
    CG_FN T shfl_up(T value, unsigned int delta) const { return __shfl_up_sync(lanes(), value, delta, (int)n); }    \
    CG_FN T shfl_down(T value, unsigned int delta) const { return __shfl_down_sync(lanes(), value, delta, (int)n); } \
    CG_FN T shfl_xor(T value, unsigned int mask) const { return __shfl_xor_sync(lanes(), value, (int)mask, (int)n); }
    CG_TYPES(CG_SHUFFLES)
#undef CG_SHUFFLES
#define CG_MATCH(T)                                                                                                 \
    CG_FN unsigned int match_any(T value) const { return (__match_any_sync(lanes(), value) >> first_lane()) & all_bits(); }
    CG_TYPES(CG_MATCH)
#undef CG_MATCH
};

CG_FN thread_block_tile __cg_tile(unsigned int n, unsigned int rank, unsigned int threads)
{
    thread_block_tile t = {n, rank / n, (threads + n - 1) / n};
    return t;
}
template <unsigned int N> CG_FN thread_block_tile tiled_partition(const thread_block &block)
{
    static_assert(N == 1 || N == 2 || N == 4 || N == 8 || N == 16 || N == 32, "a tile has 1, 2, 4, 8, 16 or 32 threads");
    return __cg_tile(N, __cg_rank_in_block(), __cg_block_size());
}
template <unsigned int N> CG_FN thread_block_tile tiled_partition(const thread_block_tile &tile)
{
    static_assert(N == 1 || N == 2 || N == 4 || N == 8 || N == 16 || N == 32, "a tile has 1, 2, 4, 8, 16 or 32 threads");
    return __cg_tile(N, tile.thread_rank(), tile.size());
}

/* ---- the threads of a warp that run together ------------------------------------------------------------------- */

struct coalesced_group {
    unsigned int mask;
    CG_FN unsigned int size(void) const { return (unsigned int)__popc(mask); }
    CG_FN unsigned int num_threads(void) const { return size(); }
    CG_FN unsigned int thread_rank(void) const { return (unsigned int)__popc(mask & ((1u << __cg_lane()) - 1)); }
    CG_FN void sync(void) const { __syncwarp(mask); }
    CG_FN int any(int predicate) const { return __any_sync(mask, predicate); }
    CG_FN int all(int predicate) const { return __all_sync(mask, predicate); }
    CG_FN int lane_of(unsigned int rank) const
    {
        unsigned int rest = mask;
        for (unsigned int i = 0; i < rank && rest; i++) rest &= rest - 1;
        return rest ? __ffs((int)rest) - 1 : (int)__cg_lane();
    }
    CG_FN unsigned int ballot(int predicate) const
    {
        unsigned int voted = __ballot_sync(mask, predicate), packed = 0, bit = 1;
        for (unsigned int rest = mask; rest; rest &= rest - 1, bit <<= 1)
            if (voted & rest & -rest) packed |= bit;
        return packed;
    }
#define CG_SHUFFLES(T)                                                                                              \
    CG_FN T shfl(T value, int rank) const { return __shfl_sync(mask, value, lane_of((unsigned int)rank)); }         \
    CG_FN T shfl_up(T value, unsigned int delta) const                                                              \
    {                                                                                                               \
        unsigned int r = thread_rank();                                                                             \
        return __shfl_sync(mask, value, lane_of(r < delta ? r : r - delta));                                        \
    }                                                                                                               \
    CG_FN T shfl_down(T value, unsigned int delta) const                                                            \
    {                                                                                                               \
        unsigned int r = thread_rank();                                                                             \
        return __shfl_sync(mask, value, lane_of(r + delta >= size() ? r : r + delta));                              \
    }
    CG_TYPES(CG_SHUFFLES)
#undef CG_SHUFFLES
};
CG_FN coalesced_group coalesced_threads(void) { coalesced_group g = {__activemask()}; return g; }

/* ---- any of these ---------------------------------------------------------------------------------------------- */

struct thread_group {
    unsigned int mask, n, rank; /* mask 0: a whole block */
    CG_FN thread_group(const thread_block &b) : mask(0), n(b.size()), rank(b.thread_rank()) {}
    CG_FN thread_group(const thread_block_tile &t) : mask(t.lanes()), n(t.size()), rank(t.thread_rank()) {}
    CG_FN thread_group(const coalesced_group &g) : mask(g.mask), n(g.size()), rank(g.thread_rank()) {}
    CG_FN unsigned int size(void) const { return n; }
    CG_FN unsigned int num_threads(void) const { return n; }
    CG_FN unsigned int thread_rank(void) const { return rank; }
    CG_FN void sync(void) const
    {
        if (mask) __syncwarp(mask);
        else __syncthreads();
    }
};
CG_FN thread_group tiled_partition(const thread_group &block, unsigned int n)
{
    return thread_group(__cg_tile(n, block.thread_rank(), block.size()));
}

/* ---- parts of a group by a value -------------------------------------------------------------------------------- */

/* The threads of the group that give the same label. */
template <class T> CG_FN coalesced_group labeled_partition(const coalesced_group &g, T label)
{
    coalesced_group r = {__match_any_sync(g.mask, label) & g.mask};
    return r;
}
template <class T> CG_FN coalesced_group labeled_partition(const thread_block_tile &t, T label)
{
    coalesced_group r = {__match_any_sync(t.lanes(), label) & t.lanes()};
    return r;
}
/* The threads of the group for which the predicate is the same. */
CG_FN coalesced_group binary_partition(const coalesced_group &g, bool predicate)
{
    unsigned int voted = __ballot_sync(g.mask, predicate);
    coalesced_group r = {(predicate ? voted : ~voted) & g.mask};
    return r;
}
CG_FN coalesced_group binary_partition(const thread_block_tile &t, bool predicate)
{
    unsigned int voted = __ballot_sync(t.lanes(), predicate);
    coalesced_group r = {(predicate ? voted : ~voted) & t.lanes()};
    return r;
}

/* ---- a cluster: one block, there are no larger ones here ------------------------------------------------------------ */

struct cluster_group {
    static CG_FN void sync(void) { __syncthreads(); }
    static CG_FN void barrier_arrive(void) {}
    static CG_FN void barrier_wait(void) { __syncthreads(); }
    static CG_FN unsigned int thread_rank(void) { return __cg_rank_in_block(); }
    static CG_FN unsigned int num_threads(void) { return __cg_block_size(); }
    static CG_FN unsigned int size(void) { return __cg_block_size(); }
    static CG_FN unsigned int num_blocks(void) { return 1; }
    static CG_FN unsigned int block_rank(void) { return 0; }
    static CG_FN dim3 dim_blocks(void) { return dim3(1, 1, 1); }
    static CG_FN dim3 block_index(void) { return dim3(0, 0, 0); }
    template <class T> static CG_FN T *map_shared_rank(T *p, unsigned int rank) { return p; }
    template <class T> static CG_FN unsigned int query_shared_rank(const T *p) { return 0; }
};
CG_FN cluster_group this_cluster(void) { cluster_group g; return g; }

/* One thread of the group does it. */
template <class G, class F> CG_FN void invoke_one(const G &g, F f)
{
    if (g.thread_rank() == 0) f();
}

CG_FN void sync(const cluster_group &g) { g.sync(); }
CG_FN void sync(const thread_block &g) { g.sync(); }
CG_FN void sync(const grid_group &g) { g.sync(); }
CG_FN void sync(const thread_block_tile &g) { g.sync(); }
CG_FN void sync(const coalesced_group &g) { g.sync(); }
CG_FN void sync(const thread_group &g) { g.sync(); }

}

#endif
