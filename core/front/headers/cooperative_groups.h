/* Cooperative groups, with the names of CUDA's: blocks, grids, tiles, the threads that run together, and parts of these.
   (CUDA C++ Programming Guide, "Cooperative Groups".)

   A tile of up to 32 threads lies in a warp: its votes and shuffles are the warp's, with the tile's lanes as mask. A larger one
   is several warps of a block: it meets at one of the block's 16 named barriers and hands values over in shared memory.
   A group of any kind is a thread_group, which remembers how to meet. */
#define _COOPERATIVE_GROUPS_H_
#ifndef COOPERATIVE_GROUPS_H_
#define COOPERATIVE_GROUPS_H_

#define CG_FN __device__ __inline__

namespace cooperative_groups {

CG_FN unsigned int __cg_rank_in_block(void) { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
CG_FN unsigned int __cg_block_size(void) { return blockDim.x * blockDim.y * blockDim.z; }
CG_FN unsigned int __cg_lane(void) { return __cg_rank_in_block() & 31u; }

/* ---- shuffles of any type: of those that a shuffle takes at once, and of others by words ---------------------------- */

template <class T> struct __cg_by_words {
    enum { words = (sizeof(T) + 3) / 4 };
    static_assert(sizeof(T) <= 32, "a shuffled value has at most 32 bytes");
    template <class F> static CG_FN T exchange(const T &value, F how)
    {
        unsigned int word[words];
        word[words - 1] = 0;
        memcpy(word, &value, sizeof(T));
        for (int i = 0; i < words; i++) word[i] = how(word[i]);
        T result = value;
        memcpy(&result, word, sizeof(T));
        return result;
    }
    static CG_FN T idx(unsigned int mask, T v, int lane, int width)
    {
        return exchange(v, [=](unsigned int w) { return __shfl_sync(mask, w, lane, width); });
    }
    static CG_FN T up(unsigned int mask, T v, unsigned int delta, int width)
    {
        return exchange(v, [=](unsigned int w) { return __shfl_up_sync(mask, w, delta, width); });
    }
    static CG_FN T down(unsigned int mask, T v, unsigned int delta, int width)
    {
        return exchange(v, [=](unsigned int w) { return __shfl_down_sync(mask, w, delta, width); });
    }
    static CG_FN T bfly(unsigned int mask, T v, unsigned int bits, int width)
    {
        return exchange(v, [=](unsigned int w) { return __shfl_xor_sync(mask, w, (int)bits, width); });
    }
};
/* W is what a T is shuffled as. */
template <class T, class W> struct __cg_at_once {
    static CG_FN T idx(unsigned int mask, T v, int lane, int width) { return (T)__shfl_sync(mask, (W)v, lane, width); }
    static CG_FN T up(unsigned int mask, T v, unsigned int delta, int width) { return (T)__shfl_up_sync(mask, (W)v, delta, width); }
    static CG_FN T down(unsigned int mask, T v, unsigned int delta, int width) { return (T)__shfl_down_sync(mask, (W)v, delta, width); }
    static CG_FN T bfly(unsigned int mask, T v, unsigned int bits, int width) { return (T)__shfl_xor_sync(mask, (W)v, (int)bits, width); }
};
template <class T> struct __cg_shuffle : __cg_by_words<T> {};
#define CG_AT_ONCE(T, W) \
    template <> struct __cg_shuffle<T> : __cg_at_once<T, W> {};
CG_AT_ONCE(bool, int)
CG_AT_ONCE(char, int)
CG_AT_ONCE(signed char, int)
CG_AT_ONCE(unsigned char, unsigned int)
CG_AT_ONCE(short, int)
CG_AT_ONCE(unsigned short, unsigned int)
CG_AT_ONCE(int, int)
CG_AT_ONCE(unsigned int, unsigned int)
CG_AT_ONCE(long, long)
CG_AT_ONCE(unsigned long, unsigned long)
CG_AT_ONCE(long long, long long)
CG_AT_ONCE(unsigned long long, unsigned long long)
CG_AT_ONCE(float, float)
CG_AT_ONCE(double, double)
#undef CG_AT_ONCE

/* ---- a block --------------------------------------------------------------------------------------------------------- */

/* What programs hand over for tiles of several warps. Tiles have their own shared memory here, so that it is not used. */
template <unsigned int MaxBlockSize = 1024> struct block_tile_memory {
    unsigned int __unused;
};

class thread_block {
public:
    struct arrival_token {};
    static CG_FN void sync(void) { __syncthreads(); }
    CG_FN arrival_token barrier_arrive(void) const { return arrival_token(); }
    CG_FN void barrier_wait(arrival_token &&) const { __syncthreads(); }
    static CG_FN unsigned int thread_rank(void) { return __cg_rank_in_block(); }
    static CG_FN unsigned int size(void) { return __cg_block_size(); }
    static CG_FN unsigned int num_threads(void) { return __cg_block_size(); }
    static CG_FN dim3 group_index(void) { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    static CG_FN dim3 thread_index(void) { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    static CG_FN dim3 group_dim(void) { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    static CG_FN dim3 dim_threads(void) { return dim3(blockDim.x, blockDim.y, blockDim.z); }
};
CG_FN thread_block this_thread_block(void) { return thread_block(); }
template <unsigned int MaxBlockSize> CG_FN thread_block this_thread_block(block_tile_memory<MaxBlockSize> &) { return thread_block(); }

/* ---- the grid: its barrier needs cudaLaunchCooperativeKernel ----------------------------------------------------------- */

class grid_group {
public:
    struct arrival_token {};
    CG_FN void sync(void) const { __heddle_grid_sync(); }
    CG_FN arrival_token barrier_arrive(void) const { return arrival_token(); }
    CG_FN void barrier_wait(arrival_token &&) const { __heddle_grid_sync(); }
    CG_FN bool is_valid(void) const { return true; }
    static CG_FN unsigned long long num_blocks(void) { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
    static CG_FN unsigned long long block_rank(void)
    {
        return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    static CG_FN unsigned long long size(void) { return num_blocks() * __cg_block_size(); }
    static CG_FN unsigned long long num_threads(void) { return size(); }
    static CG_FN unsigned long long thread_rank(void) { return block_rank() * __cg_block_size() + __cg_rank_in_block(); }
    static CG_FN dim3 block_index(void) { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    static CG_FN dim3 thread_index(void) { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    static CG_FN dim3 dim_blocks(void) { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    static CG_FN dim3 dim_threads(void) { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    static CG_FN dim3 group_dim(void) { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    static CG_FN dim3 dim_clusters(void)
    {
        return dim3(gridDim.x / __heddle_cluster_dim(0), gridDim.y / __heddle_cluster_dim(1), gridDim.z / __heddle_cluster_dim(2));
    }
    static CG_FN unsigned long long num_clusters(void)
    {
        dim3 n = dim_clusters();
        return (unsigned long long)n.x * n.y * n.z;
    }
    static CG_FN dim3 cluster_index(void)
    {
        return dim3(blockIdx.x / __heddle_cluster_dim(0), blockIdx.y / __heddle_cluster_dim(1), blockIdx.z / __heddle_cluster_dim(2));
    }
    static CG_FN unsigned long long cluster_rank(void)
    {
        dim3 at = cluster_index(), n = dim_clusters();
        return ((unsigned long long)at.z * n.y + at.y) * n.x + at.x;
    }
};
CG_FN grid_group this_grid(void) { return grid_group(); }

/* ---- a cluster: blocks that reach each other's shared memory ------------------------------------------------------------- */

class cluster_group {
public:
    struct arrival_token {};
    static CG_FN void sync(void) { __heddle_cluster_sync(); }
    static CG_FN arrival_token barrier_arrive(void) { return arrival_token(); }
    static CG_FN void barrier_wait(void) { __heddle_cluster_sync(); }
    static CG_FN void barrier_wait(arrival_token &&) { __heddle_cluster_sync(); }
    static CG_FN dim3 dim_blocks(void) { return dim3(__heddle_cluster_dim(0), __heddle_cluster_dim(1), __heddle_cluster_dim(2)); }
    static CG_FN dim3 dim_threads(void)
    {
        dim3 n = dim_blocks();
        return dim3(n.x * blockDim.x, n.y * blockDim.y, n.z * blockDim.z);
    }
    static CG_FN dim3 block_index(void)
    {
        dim3 n = dim_blocks();
        return dim3(blockIdx.x % n.x, blockIdx.y % n.y, blockIdx.z % n.z);
    }
    static CG_FN dim3 thread_index(void)
    {
        dim3 at = block_index();
        return dim3(at.x * blockDim.x + threadIdx.x, at.y * blockDim.y + threadIdx.y, at.z * blockDim.z + threadIdx.z);
    }
    static CG_FN unsigned int num_blocks(void)
    {
        dim3 n = dim_blocks();
        return n.x * n.y * n.z;
    }
    static CG_FN unsigned int block_rank(void)
    {
        dim3 n = dim_blocks(), at = block_index();
        return (at.z * n.y + at.y) * n.x + at.x;
    }
    static CG_FN unsigned int thread_rank(void) { return block_rank() * __cg_block_size() + __cg_rank_in_block(); }
    static CG_FN unsigned int num_threads(void) { return num_blocks() * __cg_block_size(); }
    static CG_FN unsigned int size(void) { return num_threads(); }
    template <class T> static CG_FN T *map_shared_rank(T *p, int rank) { return (T *)__heddle_cluster_map((const void *)p, (unsigned)rank); }
    static CG_FN unsigned int query_shared_rank(const void *p) { return __heddle_cluster_owner(p); }
};
CG_FN cluster_group this_cluster(void) { return cluster_group(); }

/* ---- tiles of a warp ----------------------------------------------------------------------------------------------------- */

/* Size threads that lie beside each other in a warp. */
template <unsigned int Size> class __cg_tile_of_warp {
    static_assert(Size == 1 || Size == 2 || Size == 4 || Size == 8 || Size == 16 || Size == 32, "a tile has a power of two of threads");
    static CG_FN unsigned int first_lane(void) { return __cg_lane() & ~(Size - 1); }
    static constexpr unsigned int all_bits = Size == 32 ? 0xffffffffu : (1u << (Size & 31)) - 1;

public:
    static CG_FN unsigned int __lanes(void) { return all_bits << first_lane(); }
    static CG_FN constexpr unsigned int size(void) { return Size; }
    static CG_FN constexpr unsigned int num_threads(void) { return Size; }
    static CG_FN unsigned int thread_rank(void) { return __cg_lane() & (Size - 1); }
    static CG_FN void sync(void) { __syncwarp(__lanes()); }
    CG_FN int any(int predicate) const { return __any_sync(__lanes(), predicate); }
    CG_FN int all(int predicate) const { return __all_sync(__lanes(), predicate); }
    CG_FN unsigned int ballot(int predicate) const { return (__ballot_sync(__lanes(), predicate) >> first_lane()) & all_bits; }
    template <class T> CG_FN T shfl(T value, int rank) const { return __cg_shuffle<T>::idx(__lanes(), value, rank, (int)Size); }
    template <class T> CG_FN T shfl_up(T value, unsigned int delta) const { return __cg_shuffle<T>::up(__lanes(), value, delta, (int)Size); }
    template <class T> CG_FN T shfl_down(T value, unsigned int delta) const { return __cg_shuffle<T>::down(__lanes(), value, delta, (int)Size); }
    template <class T> CG_FN T shfl_xor(T value, unsigned int mask) const { return __cg_shuffle<T>::bfly(__lanes(), value, mask, (int)Size); }
    template <class T> CG_FN unsigned int match_any(T value) const { return (__match_any_sync(__lanes(), value) >> first_lane()) & all_bits; }
    template <class T> CG_FN unsigned int match_all(T value, int &same) const
    {
        return (__match_all_sync(__lanes(), value, &same) >> first_lane()) & all_bits;
    }
};

/* ---- tiles of several warps ------------------------------------------------------------------------------------------------ */

/* Size threads of a block: 2, 4, ... 32 of its warps. Its calls must be made by all of its threads. */
template <unsigned int Size> class __cg_tile_of_warps {
    static_assert(Size <= 1024 && (Size & (Size - 1)) == 0, "a tile has a power of two of threads, at most 1,024");

public:
    static CG_FN constexpr unsigned int size(void) { return Size; }
    static CG_FN constexpr unsigned int num_threads(void) { return Size; }
    static CG_FN unsigned int thread_rank(void) { return __cg_rank_in_block() & (Size - 1); }
    static CG_FN unsigned int __warp(void) { return thread_rank() / 32; }
    static CG_FN void sync(void) { asm volatile("barrier.sync %0, %1;" : : "r"(__cg_rank_in_block() / Size), "r"(Size) : "memory"); }
    /* A place for each warp of the block. */
    template <class T> static CG_FN T *__places(void)
    {
        static_assert(sizeof(T) <= 8, "threads of a tile of several warps exchange values of at most 8 bytes");
        __shared__ unsigned long long __cg_places[32];
        return (T *)(__cg_places + __cg_rank_in_block() / Size * (Size / 32));
    }
    /* All threads get the value of one. */
    template <class T> CG_FN T shfl(T value, unsigned int rank) const
    {
        T *place = __places<T>();
        if (thread_rank() == rank) *place = value;
        sync();
        T result = *place;
        sync();
        return result;
    }
    /* What each warp has from its threads, joined in their order: all threads get it. */
    template <class T, class F> static CG_FN T __join(T of_warp, F how)
    {
        T *place = __places<T>();
        if (__cg_lane() == 0) place[__warp()] = of_warp;
        sync();
        T result = place[0];
        for (unsigned int i = 1; i < Size / 32; i++) result = how(result, place[i]);
        sync();
        return result;
    }
    CG_FN int any(int predicate) const
    {
        return __join(__any_sync(0xffffffffu, predicate), [](int a, int b) { return a | b; });
    }
    CG_FN int all(int predicate) const
    {
        return __join(__all_sync(0xffffffffu, predicate), [](int a, int b) { return a & b; });
    }
};

/* ---- tiles --------------------------------------------------------------------------------------------------------------- */

template <unsigned int Size, class Parent = void> class thread_block_tile;

template <unsigned int Size, bool WithinWarp> struct __cg_tile_kind { typedef __cg_tile_of_warp<Size> type; };
template <unsigned int Size> struct __cg_tile_kind<Size, false> { typedef __cg_tile_of_warps<Size> type; };

/* A tile of which the parent is known knows its place in it. */
template <unsigned int Size, class Parent> class thread_block_tile : public __cg_tile_kind<Size, (Size <= 32)>::type {
public:
    static CG_FN unsigned int meta_group_rank(void) { return Parent::thread_rank() / Size; }
    static CG_FN unsigned int meta_group_size(void) { return (Parent::size() + Size - 1) / Size; }
};
/* A tile of which only the size is known carries it along. */
template <unsigned int Size> class thread_block_tile<Size, void> : public __cg_tile_kind<Size, (Size <= 32)>::type {
    unsigned int __rank, __tiles;

public:
    CG_FN thread_block_tile(unsigned int rank, unsigned int tiles) : __rank(rank), __tiles(tiles) {}
    template <class Parent> CG_FN thread_block_tile(const thread_block_tile<Size, Parent> &t) : __rank(t.meta_group_rank()), __tiles(t.meta_group_size()) {}
    CG_FN unsigned int meta_group_rank(void) const { return __rank; }
    CG_FN unsigned int meta_group_size(void) const { return __tiles; }
};
CG_FN thread_block_tile<1> this_thread(void) { return thread_block_tile<1>(0, 1); }

template <unsigned int Size> CG_FN thread_block_tile<Size, thread_block> tiled_partition(const thread_block &)
{
    return thread_block_tile<Size, thread_block>();
}
template <unsigned int Size, unsigned int Parts, class Parent>
CG_FN thread_block_tile<Size, thread_block_tile<Parts, Parent>> tiled_partition(const thread_block_tile<Parts, Parent> &)
{
    static_assert(Size <= Parts, "a tile is at most as large as the tile that it is a part of");
    return thread_block_tile<Size, thread_block_tile<Parts, Parent>>();
}

/* ---- the threads of a warp that run together --------------------------------------------------------------------------------- */

class coalesced_group {
    unsigned int __mask, __rank, __parts;

public:
    CG_FN coalesced_group(unsigned int mask, unsigned int rank = 0, unsigned int parts = 1) : __mask(mask), __rank(rank), __parts(parts) {}
    CG_FN unsigned int __lanes(void) const { return __mask; }
    CG_FN unsigned int size(void) const { return (unsigned int)__popc(__mask); }
    CG_FN unsigned int num_threads(void) const { return size(); }
    CG_FN unsigned int thread_rank(void) const { return (unsigned int)__popc(__mask & ((1u << __cg_lane()) - 1)); }
    CG_FN unsigned int meta_group_rank(void) const { return __rank; }
    CG_FN unsigned int meta_group_size(void) const { return __parts; }
    CG_FN void sync(void) const { __syncwarp(__mask); }
    CG_FN int any(int predicate) const { return __any_sync(__mask, predicate); }
    CG_FN int all(int predicate) const { return __all_sync(__mask, predicate); }
    /* The lane of a rank; the caller's own where no thread has that rank. */
    CG_FN int __lane_of(unsigned int rank) const
    {
        unsigned int rest = __mask;
        for (unsigned int i = 0; i < rank && rest; i++) rest &= rest - 1;
        return rest ? __ffs((int)rest) - 1 : (int)__cg_lane();
    }
    /* Bits by lanes as bits by ranks. */
    CG_FN unsigned int __by_rank(unsigned int lanes) const
    {
        unsigned int packed = 0, bit = 1;
        for (unsigned int rest = __mask; rest; rest &= rest - 1, bit <<= 1)
            if (lanes & rest & -rest) packed |= bit;
        return packed;
    }
    CG_FN unsigned int ballot(int predicate) const { return __by_rank(__ballot_sync(__mask, predicate)); }
    template <class T> CG_FN unsigned int match_any(T value) const { return __by_rank(__match_any_sync(__mask, value)); }
    template <class T> CG_FN unsigned int match_all(T value, int &same) const { return __by_rank(__match_all_sync(__mask, value, &same)); }
    template <class T> CG_FN T shfl(T value, unsigned int rank) const { return __cg_shuffle<T>::idx(__mask, value, __lane_of(rank), 32); }
    template <class T> CG_FN T shfl_up(T value, unsigned int delta) const
    {
        unsigned int r = thread_rank();
        return __cg_shuffle<T>::idx(__mask, value, r < delta ? (int)__cg_lane() : __lane_of(r - delta), 32);
    }
    template <class T> CG_FN T shfl_down(T value, unsigned int delta) const
    {
        unsigned int r = thread_rank();
        return __cg_shuffle<T>::idx(__mask, value, r + delta >= size() ? (int)__cg_lane() : __lane_of(r + delta), 32);
    }
};
/* Calls at two places are two groups, though both end up here. */
CG_FN coalesced_group coalesced_threads(int __line = __builtin_LINE(), int __column = __builtin_COLUMN())
{
    return coalesced_group(__heddle_activemask(__line * 4096 + __column));
}

/* Parts of `size` threads by their ranks; the last may have fewer. */
CG_FN coalesced_group tiled_partition(const coalesced_group &g, unsigned int size)
{
    unsigned int part = g.thread_rank() / size, mask = 0, rank = 0;
    for (unsigned int rest = g.__lanes(); rest; rest &= rest - 1, rank++)
        if (rank / size == part) mask |= rest & -rest;
    return coalesced_group(mask, part, (g.size() + size - 1) / size);
}

/* ---- any of these -------------------------------------------------------------------------------------------------------------- */

class thread_group {
    enum kind { is_block, is_grid, is_lanes };
    kind __kind;
    unsigned int __mask;
    unsigned long long __size, __rank;
    CG_FN thread_group(kind k, unsigned int mask, unsigned long long size, unsigned long long rank)
        : __kind(k), __mask(mask), __size(size), __rank(rank) {}

public:
    CG_FN thread_group(const thread_block &b) : thread_group(is_block, 0, b.size(), b.thread_rank()) {}
    CG_FN thread_group(const cluster_group &c) : thread_group(is_block, 0, c.size(), c.thread_rank()) {}
    CG_FN thread_group(const grid_group &g) : thread_group(is_grid, 0, g.size(), g.thread_rank()) {}
    CG_FN thread_group(const coalesced_group &g) : thread_group(is_lanes, g.__lanes(), g.size(), g.thread_rank()) {}
    template <unsigned int Size, class Parent>
    CG_FN thread_group(const thread_block_tile<Size, Parent> &t) : thread_group(is_lanes, t.__lanes(), Size, t.thread_rank()) {}
    CG_FN unsigned long long size(void) const { return __size; }
    CG_FN unsigned long long num_threads(void) const { return __size; }
    CG_FN unsigned long long thread_rank(void) const { return __rank; }
    CG_FN bool __within_warp(void) const { return __kind == is_lanes; }
    CG_FN unsigned int __lanes(void) const { return __mask; }
    CG_FN void sync(void) const
    {
        if (__kind == is_lanes) __syncwarp(__mask);
        else if (__kind == is_block) __syncthreads();
        else __heddle_grid_sync();
    }
};
/* Parts of `size` threads, which is a power of two up to 32. */
CG_FN thread_group tiled_partition(const thread_group &g, unsigned int size)
{
    unsigned int lanes = g.__within_warp() ? g.__lanes() : __activemask() | 1u << __cg_lane();
    if (!g.__within_warp()) { /* what lies beside each other in the block */
        unsigned int first = __cg_rank_in_block() & ~(size - 1), threads = __cg_block_size();
        unsigned int n = threads - first < size ? threads - first : size;
        lanes = (n == 32 ? 0xffffffffu : (1u << n) - 1) << (first & 31);
        return coalesced_group(lanes);
    }
    return tiled_partition(coalesced_group(lanes), size);
}
CG_FN thread_group tiled_partition(const thread_block &b, unsigned int size) { return tiled_partition(thread_group(b), size); }

/* ---- parts of a group by a value ------------------------------------------------------------------------------------------------ */

/* The threads of the group that give the same label: the parts are numbered by their first threads. */
template <class G, class T> CG_FN coalesced_group labeled_partition(const G &g, T label)
{
    unsigned int mask = __match_any_sync(g.__lanes(), label) & g.__lanes();
    unsigned int first = (unsigned int)__ffs((int)mask) - 1, leaders = __ballot_sync(g.__lanes(), first == __cg_lane());
    return coalesced_group(mask, (unsigned int)__popc(leaders & ((1u << first) - 1)), (unsigned int)__popc(leaders));
}
/* The threads of the group for which the predicate is the same. */
template <class G> CG_FN coalesced_group binary_partition(const G &g, bool predicate)
{
    unsigned int voted = __ballot_sync(g.__lanes(), predicate);
    if (voted == 0 || voted == g.__lanes()) return coalesced_group(g.__lanes());
    return coalesced_group((predicate ? voted : ~voted) & g.__lanes(), predicate, 2);
}
template <class G> CG_FN coalesced_group labeled_partition(const G &g, bool label) { return binary_partition(g, label); }
template <class G, class T> CG_FN coalesced_group labeled_partition(const G &g, T *label)
{
    return labeled_partition(g, (unsigned long long)label);
}

/* ---- of every group ---------------------------------------------------------------------------------------------------------------- */

template <class G> CG_FN void sync(const G &g) { g.sync(); }
template <class G> CG_FN auto thread_rank(const G &g) -> decltype(g.thread_rank()) { return g.thread_rank(); }
template <class G> CG_FN auto group_size(const G &g) -> decltype(g.num_threads()) { return g.num_threads(); }

/* One thread of the group does it. */
template <class G, class F, class... Args> CG_FN void invoke_one(const G &g, F &&f, Args &&...args)
{
    if (g.thread_rank() == 0) f(args...);
}
/* One thread of the group does it, and all get the result. */
template <class G, class F, class... Args> CG_FN auto invoke_one_broadcast(const G &g, F &&f, Args &&...args) -> decltype(f(args...))
{
    decltype(f(args...)) result = decltype(f(args...))();
    if (g.thread_rank() == 0) result = f(args...);
    return g.shfl(result, 0);
}

}

#endif
