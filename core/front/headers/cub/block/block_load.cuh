// cub::BlockLoad, BlockStore, BlockExchange, BlockShuffle, BlockDiscontinuity, BlockAdjacentDifference and BlockHistogram: the items of a
// block's threads. Item i of thread t is number t * ITEMS + i (blocked) or i * THREADS + t (striped).
#pragma once
#include <cub/thread/thread_load.cuh>

namespace cub {

enum BlockLoadAlgorithm { BLOCK_LOAD_DIRECT, BLOCK_LOAD_STRIPED, BLOCK_LOAD_VECTORIZE, BLOCK_LOAD_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE, BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED };
enum BlockStoreAlgorithm { BLOCK_STORE_DIRECT, BLOCK_STORE_STRIPED, BLOCK_STORE_VECTORIZE, BLOCK_STORE_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED };
enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };
struct __no_storage { char none; };
template <int X, int Y, int Z> __device__ inline int RowMajorTid() { return (int)threadIdx.x + (Y == 1 && Z == 1 ? 0 : (int)threadIdx.y * X) + (Z == 1 ? 0 : (int)threadIdx.z * X * Y); }
__device__ inline int RowMajorTid(int x, int y, int z) { return (int)threadIdx.x + (int)threadIdx.y * x + (int)threadIdx.z * x * y; }
__device__ inline unsigned LaneId() { return RowMajorTid(blockDim.x, blockDim.y, blockDim.z) & 31; }
__device__ inline unsigned LaneMaskLt() { return (1u << LaneId()) - 1; }
__device__ inline unsigned LaneMaskLe() { return LaneMaskLt() | 1u << LaneId(); }
__device__ inline unsigned LaneMaskGe() { return ~LaneMaskLt(); }
__device__ inline unsigned LaneMaskGt() { return ~LaneMaskLe(); }
// Of another lane of a group of N; `first` and `last` are lanes of the group.
template <int N, typename T> __device__ inline T ShuffleUp(T value, int distance, int first, unsigned members) { T other = __shfl_up_sync(members, value, distance, N); return (int)(LaneId() % N) - distance < first ? value : other; }
template <int N, typename T> __device__ inline T ShuffleDown(T value, int distance, int last, unsigned members) { T other = __shfl_down_sync(members, value, distance, N); return (int)(LaneId() % N) + distance > last ? value : other; }
template <int N, typename T> __device__ inline T ShuffleIndex(T value, int source, unsigned members) { return __shfl_sync(members, value, source, N); }
__device__ inline unsigned WarpId() { return RowMajorTid(blockDim.x, blockDim.y, blockDim.z) >> 5; }

template <typename T, int X, int ITEMS, BlockLoadAlgorithm A = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1> struct BlockLoad {
    typedef __no_storage TempStorage;
    __device__ BlockLoad() {}
    __device__ BlockLoad(TempStorage &) {}
    static __device__ int __number(int t, int i) { return A == BLOCK_LOAD_STRIPED ? i * (X * Y * Z) + t : t * ITEMS + i; }
    template <typename I> __device__ void Load(I from, T (&items)[ITEMS]) {
        int t = RowMajorTid<X, Y, Z>();
        for (int i = 0; i < ITEMS; i++) items[i] = from[__number(t, i)];
    }
    template <typename I> __device__ void Load(I from, T (&items)[ITEMS], int valid_items) {
        int t = RowMajorTid<X, Y, Z>();
        for (int i = 0; i < ITEMS; i++) if (__number(t, i) < valid_items) items[i] = from[__number(t, i)];
    }
    template <typename I, typename D> __device__ void Load(I from, T (&items)[ITEMS], int valid_items, D otherwise) {
        int t = RowMajorTid<X, Y, Z>();
        for (int i = 0; i < ITEMS; i++) if (__number(t, i) < valid_items) items[i] = from[__number(t, i)]; else items[i] = otherwise;
    }
};
template <typename T, int X, int ITEMS, BlockStoreAlgorithm A = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1> struct BlockStore {
    typedef __no_storage TempStorage;
    __device__ BlockStore() {}
    __device__ BlockStore(TempStorage &) {}
    static __device__ int __number(int t, int i) { return A == BLOCK_STORE_STRIPED ? i * (X * Y * Z) + t : t * ITEMS + i; }
    template <typename O> __device__ void Store(O to, T (&items)[ITEMS]) {
        int t = RowMajorTid<X, Y, Z>();
        for (int i = 0; i < ITEMS; i++) to[__number(t, i)] = items[i];
    }
    template <typename O> __device__ void Store(O to, T (&items)[ITEMS], int valid_items) {
        int t = RowMajorTid<X, Y, Z>();
        for (int i = 0; i < ITEMS; i++) if (__number(t, i) < valid_items) to[__number(t, i)] = items[i];
    }
};
template <typename T, int N, typename I> __device__ inline void LoadDirectBlocked(int t, I from, T (&items)[N]) { for (int i = 0; i < N; i++) items[i] = from[t * N + i]; }
template <typename T, int N, typename I> __device__ inline void LoadDirectBlocked(int t, I from, T (&items)[N], int valid) { for (int i = 0; i < N; i++) if (t * N + i < valid) items[i] = from[t * N + i]; }
template <typename T, int N, typename I, typename D> __device__ inline void LoadDirectBlocked(int t, I from, T (&items)[N], int valid, D otherwise) { for (int i = 0; i < N; i++) if (t * N + i < valid) items[i] = from[t * N + i]; else items[i] = otherwise; }
template <int THREADS, typename T, int N, typename I> __device__ inline void LoadDirectStriped(int t, I from, T (&items)[N]) { for (int i = 0; i < N; i++) items[i] = from[i * THREADS + t]; }
template <int THREADS, typename T, int N, typename I> __device__ inline void LoadDirectStriped(int t, I from, T (&items)[N], int valid) { for (int i = 0; i < N; i++) if (i * THREADS + t < valid) items[i] = from[i * THREADS + t]; }
template <typename T, int N, typename O> __device__ inline void StoreDirectBlocked(int t, O to, T (&items)[N]) { for (int i = 0; i < N; i++) to[t * N + i] = items[i]; }
template <typename T, int N, typename O> __device__ inline void StoreDirectBlocked(int t, O to, T (&items)[N], int valid) { for (int i = 0; i < N; i++) if (t * N + i < valid) to[t * N + i] = items[i]; }
template <int THREADS, typename T, int N, typename O> __device__ inline void StoreDirectStriped(int t, O to, T (&items)[N]) { for (int i = 0; i < N; i++) to[i * THREADS + t] = items[i]; }
template <int THREADS, typename T, int N, typename O> __device__ inline void StoreDirectStriped(int t, O to, T (&items)[N], int valid) { for (int i = 0; i < N; i++) if (i * THREADS + t < valid) to[i * THREADS + t] = items[i]; }
// By warps: item i of lane l of warp w is number w * 32 * N + i * 32 + l.
template <int N> __device__ inline int __warp_striped_number(int t, int i) { return t / 32 * (32 * N) + i * 32 + t % 32; }
template <typename T, int N, typename I> __device__ inline void LoadDirectWarpStriped(int t, I from, T (&items)[N]) { for (int i = 0; i < N; i++) items[i] = from[__warp_striped_number<N>(t, i)]; }
template <typename T, int N, typename I> __device__ inline void LoadDirectWarpStriped(int t, I from, T (&items)[N], int valid) { for (int i = 0; i < N; i++) if (__warp_striped_number<N>(t, i) < valid) items[i] = from[__warp_striped_number<N>(t, i)]; }
template <typename T, int N, typename O> __device__ inline void StoreDirectWarpStriped(int t, O to, T (&items)[N]) { for (int i = 0; i < N; i++) to[__warp_striped_number<N>(t, i)] = items[i]; }
template <typename T, int N, typename O> __device__ inline void StoreDirectWarpStriped(int t, O to, T (&items)[N], int valid) { for (int i = 0; i < N; i++) if (__warp_striped_number<N>(t, i) < valid) to[__warp_striped_number<N>(t, i)] = items[i]; }
template <typename T, int N> __device__ inline void LoadDirectBlockedVectorized(int t, const T *from, T (&items)[N]) { LoadDirectBlocked(t, from, items); }
template <typename T, int N> __device__ inline void StoreDirectBlockedVectorized(int t, T *to, T (&items)[N]) { StoreDirectBlocked(t, to, items); }

// Every method moves items through shared memory; the storage may be used again after a __syncthreads().
template <typename T, int X, int ITEMS, bool SLICED = false, int Y = 1, int Z = 1> struct BlockExchange {
    enum { __threads = X * Y * Z };
    struct TempStorage { T items[__threads * ITEMS]; };
    TempStorage &__s;
    int __t;
    __device__ BlockExchange(TempStorage &s) : __s(s), __t(RowMajorTid<X, Y, Z>()) {}
    static __device__ int __warp_striped(int t, int i) { return t / 32 * (32 * ITEMS) + i * 32 + t % 32; }
    template <typename O> __device__ void StripedToBlocked(T (&in)[ITEMS], O (&out)[ITEMS]) {
        for (int i = 0; i < ITEMS; i++) __s.items[i * __threads + __t] = in[i];
        __syncthreads();
        for (int i = 0; i < ITEMS; i++) out[i] = __s.items[__t * ITEMS + i];
    }
    template <typename O> __device__ void BlockedToStriped(T (&in)[ITEMS], O (&out)[ITEMS]) {
        for (int i = 0; i < ITEMS; i++) __s.items[__t * ITEMS + i] = in[i];
        __syncthreads();
        for (int i = 0; i < ITEMS; i++) out[i] = __s.items[i * __threads + __t];
    }
    template <typename O> __device__ void WarpStripedToBlocked(T (&in)[ITEMS], O (&out)[ITEMS]) {
        for (int i = 0; i < ITEMS; i++) __s.items[__warp_striped(__t, i)] = in[i];
        __syncthreads();
        for (int i = 0; i < ITEMS; i++) out[i] = __s.items[__t * ITEMS + i];
    }
    template <typename O> __device__ void BlockedToWarpStriped(T (&in)[ITEMS], O (&out)[ITEMS]) {
        for (int i = 0; i < ITEMS; i++) __s.items[__t * ITEMS + i] = in[i];
        __syncthreads();
        for (int i = 0; i < ITEMS; i++) out[i] = __s.items[__warp_striped(__t, i)];
    }
    template <typename O, typename R> __device__ void ScatterToBlocked(T (&in)[ITEMS], O (&out)[ITEMS], R (&ranks)[ITEMS]) {
        for (int i = 0; i < ITEMS; i++) __s.items[ranks[i]] = in[i];
        __syncthreads();
        for (int i = 0; i < ITEMS; i++) out[i] = __s.items[__t * ITEMS + i];
    }
    template <typename O, typename R> __device__ void ScatterToStriped(T (&in)[ITEMS], O (&out)[ITEMS], R (&ranks)[ITEMS]) {
        for (int i = 0; i < ITEMS; i++) __s.items[ranks[i]] = in[i];
        __syncthreads();
        for (int i = 0; i < ITEMS; i++) out[i] = __s.items[i * __threads + __t];
    }
    // Items with a negative rank, or without a flag, stay behind; the places that none came to keep what was there.
    template <typename O, typename R> __device__ void ScatterToStripedGuarded(T (&in)[ITEMS], O (&out)[ITEMS], R (&ranks)[ITEMS]) {
        for (int i = 0; i < ITEMS; i++) if (ranks[i] >= 0) __s.items[ranks[i]] = in[i];
        __syncthreads();
        for (int i = 0; i < ITEMS; i++) out[i] = __s.items[i * __threads + __t];
    }
    template <typename O, typename R, typename G> __device__ void ScatterToStripedFlagged(T (&in)[ITEMS], O (&out)[ITEMS], R (&ranks)[ITEMS], G (&valid)[ITEMS]) {
        for (int i = 0; i < ITEMS; i++) if (valid[i]) __s.items[ranks[i]] = in[i];
        __syncthreads();
        for (int i = 0; i < ITEMS; i++) out[i] = __s.items[i * __threads + __t];
    }
    template <typename R> __device__ void ScatterToStripedGuarded(T (&items)[ITEMS], R (&ranks)[ITEMS]) { ScatterToStripedGuarded(items, items, ranks); }
    template <typename R, typename G> __device__ void ScatterToStripedFlagged(T (&items)[ITEMS], R (&ranks)[ITEMS], G (&valid)[ITEMS]) { ScatterToStripedFlagged(items, items, ranks, valid); }
    __device__ void StripedToBlocked(T (&items)[ITEMS]) { StripedToBlocked(items, items); }
    __device__ void BlockedToStriped(T (&items)[ITEMS]) { BlockedToStriped(items, items); }
    __device__ void WarpStripedToBlocked(T (&items)[ITEMS]) { WarpStripedToBlocked(items, items); }
    __device__ void BlockedToWarpStriped(T (&items)[ITEMS]) { BlockedToWarpStriped(items, items); }
    template <typename R> __device__ void ScatterToBlocked(T (&items)[ITEMS], R (&ranks)[ITEMS]) { ScatterToBlocked(items, items, ranks); }
    template <typename R> __device__ void ScatterToStriped(T (&items)[ITEMS], R (&ranks)[ITEMS]) { ScatterToStriped(items, items, ranks); }
};

// Values of other threads of the block.
template <typename T, int X, int Y = 1, int Z = 1> struct BlockShuffle {
    enum { __threads = X * Y * Z };
    struct TempStorage { T items[__threads]; };
    TempStorage &__s;
    int __t;
    __device__ BlockShuffle(TempStorage &s) : __s(s), __t(RowMajorTid<X, Y, Z>()) {}
    __device__ void Offset(T input, T &output, int distance = 1) {
        __s.items[__t] = input;
        __syncthreads();
        int from = __t + distance;
        if (from >= 0 && from < __threads) output = __s.items[from];
    }
    __device__ void Rotate(T input, T &output, unsigned distance = 1) {
        __s.items[__t] = input;
        __syncthreads();
        output = __s.items[(__t + distance) % __threads];
    }
    template <int N> __device__ void Up(T (&input)[N], T (&previous)[N]) {
        __s.items[__t] = input[N - 1];
        __syncthreads();
        for (int i = N - 1; i > 0; i--) previous[i] = input[i - 1];
        if (__t > 0) previous[0] = __s.items[__t - 1];
    }
    // And the block's last item, for each thread; and its first.
    template <int N> __device__ void Up(T (&input)[N], T (&previous)[N], T &last) {
        T mine[N];
        for (int i = 0; i < N; i++) mine[i] = input[i];
        Up(mine, previous);
        last = __s.items[__threads - 1];
    }
    template <int N> __device__ void Down(T (&input)[N], T (&next)[N], T &first) {
        T mine[N];
        for (int i = 0; i < N; i++) mine[i] = input[i];
        Down(mine, next);
        first = __s.items[0];
    }
    template <int N> __device__ void Down(T (&input)[N], T (&next)[N]) {
        __s.items[__t] = input[0];
        __syncthreads();
        for (int i = 0; i < N - 1; i++) next[i] = input[i + 1];
        if (__t < __threads - 1) next[N - 1] = __s.items[__t + 1];
    }
};

// Which items differ, by a predicate of two neighbours, from the one before (heads) or the one behind (tails).
template <typename T, int X, int Y = 1, int Z = 1> struct BlockDiscontinuity {
    enum { __threads = X * Y * Z };
    struct TempStorage { T first[__threads], last[__threads]; };
    TempStorage &__s;
    int __t;
    __device__ BlockDiscontinuity(TempStorage &s) : __s(s), __t(RowMajorTid<X, Y, Z>()) {}
    template <int N> __device__ void __ends(T (&items)[N]) {
        __s.first[__t] = items[0];
        __s.last[__t] = items[N - 1];
        __syncthreads();
    }
    template <int N, typename G, typename F> __device__ void FlagHeads(G (&heads)[N], T (&items)[N], F differ) {
        __ends(items);
        for (int i = 0; i < N; i++) heads[i] = i ? differ(items[i - 1], items[i]) : __t ? differ(__s.last[__t - 1], items[0]) : true;
    }
    template <int N, typename G, typename F> __device__ void FlagHeads(G (&heads)[N], T (&items)[N], F differ, T predecessor) {
        __ends(items);
        for (int i = 0; i < N; i++) heads[i] = i ? differ(items[i - 1], items[i]) : differ(__t ? __s.last[__t - 1] : predecessor, items[0]);
    }
    template <int N, typename G, typename F> __device__ void FlagTails(G (&tails)[N], T (&items)[N], F differ) {
        __ends(items);
        for (int i = 0; i < N; i++) tails[i] = i < N - 1 ? differ(items[i], items[i + 1]) : __t < __threads - 1 ? differ(items[i], __s.first[__t + 1]) : true;
    }
    template <int N, typename G, typename F> __device__ void FlagTails(G (&tails)[N], T (&items)[N], F differ, T successor) {
        __ends(items);
        for (int i = 0; i < N; i++) tails[i] = i < N - 1 ? differ(items[i], items[i + 1]) : differ(items[i], __t < __threads - 1 ? __s.first[__t + 1] : successor);
    }
    template <int N, typename G, typename F> __device__ void FlagHeadsAndTails(G (&heads)[N], G (&tails)[N], T (&items)[N], F differ) {
        FlagHeads(heads, items, differ);
        for (int i = 0; i < N; i++) tails[i] = i < N - 1 ? differ(items[i], items[i + 1]) : __t < __threads - 1 ? differ(items[i], __s.first[__t + 1]) : true;
    }
};

// What items have more, by a function, than their left or their right neighbour.
template <typename T, int X, int Y = 1, int Z = 1> struct BlockAdjacentDifference {
    enum { __threads = X * Y * Z };
    struct TempStorage { T first[__threads], last[__threads]; };
    TempStorage &__s;
    int __t;
    __device__ BlockAdjacentDifference(TempStorage &s) : __s(s), __t(RowMajorTid<X, Y, Z>()) {}
    template <int N, typename O, typename F> __device__ void SubtractLeft(T (&in)[N], O (&out)[N], F op) {
        __s.last[__t] = in[N - 1];
        __syncthreads();
        for (int i = N - 1; i > 0; i--) out[i] = op(in[i], in[i - 1]);
        out[0] = __t ? (O)op(in[0], __s.last[__t - 1]) : (O)in[0];
    }
    template <int N, typename O, typename F> __device__ void SubtractLeft(T (&in)[N], O (&out)[N], F op, T predecessor) {
        __s.last[__t] = in[N - 1];
        __syncthreads();
        for (int i = N - 1; i > 0; i--) out[i] = op(in[i], in[i - 1]);
        out[0] = op(in[0], __t ? __s.last[__t - 1] : predecessor);
    }
    // Of items before number `valid` of the block; the others stay.
    template <int N, typename O, typename F> __device__ void SubtractLeftPartialTile(T (&in)[N], O (&out)[N], F op, int valid) {
        __s.last[__t] = in[N - 1];
        __syncthreads();
        for (int i = N - 1; i >= 0; i--) {
            int number = __t * N + i;
            if (number == 0 || number >= valid) out[i] = (O)in[i];
            else out[i] = op(in[i], i ? in[i - 1] : __s.last[__t - 1]);
        }
    }
    template <int N, typename O, typename F> __device__ void SubtractLeftPartialTile(T (&in)[N], O (&out)[N], F op, int valid, T predecessor) {
        T first = in[0];
        SubtractLeftPartialTile(in, out, op, valid);
        if (__t == 0 && valid > 0) out[0] = op(first, predecessor);
    }
    template <int N, typename O, typename F> __device__ void SubtractRightPartialTile(T (&in)[N], O (&out)[N], F op, int valid) {
        __s.first[__t] = in[0];
        __syncthreads();
        for (int i = 0; i < N; i++) {
            int number = __t * N + i;
            if (number + 1 >= valid) out[i] = (O)in[i];
            else out[i] = op(in[i], i < N - 1 ? in[i + 1] : __s.first[__t + 1]);
        }
    }
    template <int N, typename O, typename F> __device__ void SubtractRight(T (&in)[N], O (&out)[N], F op, T successor) {
        __s.first[__t] = in[0];
        __syncthreads();
        for (int i = 0; i < N - 1; i++) out[i] = op(in[i], in[i + 1]);
        out[N - 1] = op(in[N - 1], __t < __threads - 1 ? __s.first[__t + 1] : successor);
    }
    template <int N, typename O, typename F> __device__ void SubtractRight(T (&in)[N], O (&out)[N], F op) {
        __s.first[__t] = in[0];
        __syncthreads();
        for (int i = 0; i < N - 1; i++) out[i] = op(in[i], in[i + 1]);
        out[N - 1] = __t < __threads - 1 ? (O)op(in[N - 1], __s.first[__t + 1]) : (O)in[N - 1];
    }
};

template <typename T, int X, int ITEMS, int BINS, BlockHistogramAlgorithm A = BLOCK_HISTO_SORT, int Y = 1, int Z = 1> struct BlockHistogram {
    typedef __no_storage TempStorage;
    int __t;
    __device__ BlockHistogram() : __t(RowMajorTid<X, Y, Z>()) {}
    __device__ BlockHistogram(TempStorage &) : __t(RowMajorTid<X, Y, Z>()) {}
    template <typename C> __device__ void InitHistogram(C histogram[BINS]) { for (int b = __t; b < BINS; b += X * Y * Z) histogram[b] = 0; }
    template <typename C> __device__ void Composite(T (&items)[ITEMS], C histogram[BINS]) { for (int i = 0; i < ITEMS; i++) atomicAdd(&histogram[items[i]], (C)1); }
    template <typename C> __device__ void Histogram(T (&items)[ITEMS], C histogram[BINS]) {
        InitHistogram(histogram);
        __syncthreads();
        Composite(items, histogram);
    }
};

}
