// cub::WarpReduce, WarpScan and WarpExchange: the lanes of a warp, or of each group of N in it. A fold's result is lane 0's.
#pragma once
#include <cub/block/block_load.cuh>

namespace cub {

template <typename T, int N = 32> struct WarpReduce {
    struct TempStorage { T values[N]; };
    TempStorage &__s;
    int __lane;
    __device__ WarpReduce(TempStorage &s) : __s(s), __lane((int)LaneId() % N) {}
    template <typename F> __device__ T Reduce(T value, F op, int valid_items) {
        __s.values[__lane] = value;
        __syncwarp();
        for (int step = 1; step < N; step *= 2) {
            bool takes = __lane % (2 * step) == 0 && __lane + step < valid_items;
            if (takes) { value = op(value, __s.values[__lane + step]); __s.values[__lane] = value; }
            __syncwarp();
        }
        return value;
    }
    template <typename F> __device__ T Reduce(T value, F op) { return Reduce(value, op, N); }
    // Of several items of each lane.
    template <int K, typename F> __device__ T Reduce(T (&items)[K], F op) { return Reduce(ThreadReduce(items, op), op, N); }
    template <int K> __device__ T Sum(T (&items)[K]) { return Reduce(items, cub::Sum()); }
    template <int K> __device__ T Max(T (&items)[K]) { return Reduce(items, cub::Max()); }
    template <int K> __device__ T Min(T (&items)[K]) { return Reduce(items, cub::Min()); }
    __device__ T Sum(T value) { return Reduce(value, cub::Sum(), N); }
    __device__ T Sum(T value, int valid_items) { return Reduce(value, cub::Sum(), valid_items); }
    __device__ T Max(T value) { return Reduce(value, cub::Max(), N); }
    __device__ T Min(T value) { return Reduce(value, cub::Min(), N); }
    // The fold of each segment is its first lane's; segments begin at heads, or end at tails.
    template <typename G, typename F> __device__ T __segments(T value, G flag, F op, bool tails) {
        unsigned flags = __ballot_sync(0xffffffff, flag != 0) >> (LaneId() / N * N);
        if (N < 32) flags &= (1u << (N % 32)) - 1;
        unsigned behind = tails ? flags >> __lane : (__lane == 31 ? 0 : flags >> (__lane + 1));
        int last = behind ? __lane + __ffs((int)behind) - 1 : N - 1; // of the segment that this lane is in
        __s.values[__lane] = value;
        __syncwarp();
        for (int step = 1; step < N; step *= 2) { // after each, a lane has the fold of 2 * step from itself on
            T sum = value;
            if (__lane + step <= last) sum = op(value, __s.values[__lane + step]);
            __syncwarp();
            value = sum;
            __s.values[__lane] = value;
            __syncwarp();
        }
        return value;
    }
    template <typename G, typename F> __device__ T HeadSegmentedReduce(T value, G head, F op) { return __segments(value, head, op, false); }
    template <typename G, typename F> __device__ T TailSegmentedReduce(T value, G tail, F op) { return __segments(value, tail, op, true); }
    template <typename G> __device__ T HeadSegmentedSum(T value, G head) { return __segments(value, head, cub::Sum(), false); }
    template <typename G> __device__ T TailSegmentedSum(T value, G tail) { return __segments(value, tail, cub::Sum(), true); }
};

template <typename T, int N = 32> struct WarpScan {
    struct TempStorage { T values[N]; };
    TempStorage &__s;
    int __lane;
    __device__ WarpScan(TempStorage &s) : __s(s), __lane((int)LaneId() % N) {}
    template <typename F> __device__ T __scan(T value, F op) {
        __s.values[__lane] = value;
        __syncwarp();
        for (int step = 1; step < N; step *= 2) {
            T sum = value;
            if (__lane >= step) sum = op(__s.values[__lane - step], value);
            __syncwarp();
            value = sum;
            __s.values[__lane] = value;
            __syncwarp();
        }
        return value;
    }
    template <typename F> __device__ void Scan(T input, T &inclusive, T &exclusive, F op) { inclusive = __scan(input, op); exclusive = __lane ? __s.values[__lane - 1] : input; __syncwarp(); }
    template <typename F> __device__ void InclusiveScan(T input, T &output, F op) { output = __scan(input, op); __syncwarp(); }
    template <typename F> __device__ void InclusiveScan(T input, T &output, F op, T &aggregate) { output = __scan(input, op); aggregate = __s.values[N - 1]; __syncwarp(); }
    template <typename F> __device__ void ExclusiveScan(T input, T &output, F op) { __scan(input, op); output = __lane ? __s.values[__lane - 1] : input; __syncwarp(); }
    template <typename F> __device__ void ExclusiveScan(T input, T &output, T init, F op) { __scan(input, op); output = __lane ? op(init, __s.values[__lane - 1]) : init; __syncwarp(); }
    template <typename F> __device__ void ExclusiveScan(T input, T &output, T init, F op, T &aggregate) { __scan(input, op); output = __lane ? op(init, __s.values[__lane - 1]) : init; aggregate = __s.values[N - 1]; __syncwarp(); }
    __device__ void InclusiveSum(T input, T &output) { InclusiveScan(input, output, cub::Sum()); }
    __device__ void InclusiveSum(T input, T &output, T &aggregate) { InclusiveScan(input, output, cub::Sum(), aggregate); }
    __device__ void ExclusiveSum(T input, T &output) { ExclusiveScan(input, output, T(), cub::Sum()); }
    __device__ void ExclusiveSum(T input, T &output, T &aggregate) { ExclusiveScan(input, output, T(), cub::Sum(), aggregate); }
    template <typename F> __device__ void Scan(T input, T &inclusive, T &exclusive, T init, F op) { inclusive = __scan(input, op); exclusive = __lane ? op(init, __s.values[__lane - 1]) : init; __syncwarp(); }
    __device__ void Sum(T input, T &inclusive, T &exclusive) { Scan(input, inclusive, exclusive, T(), cub::Sum()); }
    __device__ T Broadcast(T input, unsigned source) {
        if ((unsigned)__lane == source) __s.values[0] = input;
        __syncwarp();
        T value = __s.values[0];
        __syncwarp();
        return value;
    }
};

template <typename T, int ITEMS, int N = 32> struct WarpExchange {
    struct TempStorage { T items[N * ITEMS]; };
    TempStorage &__s;
    int __lane;
    __device__ WarpExchange(TempStorage &s) : __s(s), __lane((int)LaneId() % N) {}
    template <typename O> __device__ void BlockedToStriped(const T (&in)[ITEMS], O (&out)[ITEMS]) {
        for (int i = 0; i < ITEMS; i++) __s.items[__lane * ITEMS + i] = in[i];
        __syncwarp();
        for (int i = 0; i < ITEMS; i++) out[i] = __s.items[i * N + __lane];
        __syncwarp();
    }
    template <typename O, typename R> __device__ void ScatterToStriped(const T (&in)[ITEMS], O (&out)[ITEMS], const R (&ranks)[ITEMS]) {
        for (int i = 0; i < ITEMS; i++) __s.items[ranks[i]] = in[i];
        __syncwarp();
        for (int i = 0; i < ITEMS; i++) out[i] = __s.items[i * N + __lane];
        __syncwarp();
    }
    template <typename R> __device__ void ScatterToStriped(T (&items)[ITEMS], const R (&ranks)[ITEMS]) { ScatterToStriped(items, items, ranks); }
    template <typename O> __device__ void StripedToBlocked(const T (&in)[ITEMS], O (&out)[ITEMS]) {
        for (int i = 0; i < ITEMS; i++) __s.items[i * N + __lane] = in[i];
        __syncwarp();
        for (int i = 0; i < ITEMS; i++) out[i] = __s.items[__lane * ITEMS + i];
        __syncwarp();
    }
};

}
