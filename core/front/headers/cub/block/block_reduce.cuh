// cub::BlockReduce and BlockScan: folds and scans over the threads of a block, in their order, so that any associative operation will do.
// A fold's result is thread 0's. Every thread of the block calls; the storage may be used again after a __syncthreads().
#pragma once
#include <cub/block/block_load.cuh>

namespace cub {

enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

template <typename T, int X, BlockReduceAlgorithm A = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1> struct BlockReduce {
    enum { __threads = X * Y * Z };
    struct TempStorage { T values[__threads]; };
    TempStorage &__s;
    int __t;
    static __device__ TempStorage &__private() { __shared__ TempStorage storage; return storage; }
    __device__ BlockReduce() : __s(__private()), __t(RowMajorTid<X, Y, Z>()) {}
    __device__ BlockReduce(TempStorage &s) : __s(s), __t(RowMajorTid<X, Y, Z>()) {}
    template <typename F> __device__ T Reduce(T value, F op, int num_valid) {
        __s.values[__t] = value;
        __syncthreads();
        for (int step = 1; step < __threads; step *= 2) { // neighbours first: the order is kept
            if (__t % (2 * step) == 0 && __t + step < num_valid) { value = op(value, __s.values[__t + step]); __s.values[__t] = value; }
            __syncthreads();
        }
        return value;
    }
    template <typename F> __device__ T Reduce(T value, F op) { return Reduce(value, op, (int)__threads); }
    template <int N, typename F> __device__ T Reduce(T (&items)[N], F op) { return Reduce(ThreadReduce(items, op), op, (int)__threads); }
    __device__ T Sum(T value) { return Reduce(value, cub::Sum(), (int)__threads); }
    __device__ T Sum(T value, int num_valid) { return Reduce(value, cub::Sum(), num_valid); }
    template <int N> __device__ T Sum(T (&items)[N]) { return Reduce(items, cub::Sum()); }
};

template <typename T, int X, BlockScanAlgorithm A = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1> struct BlockScan {
    enum { __threads = X * Y * Z };
    struct TempStorage { T values[2][__threads]; T prefix; };
    TempStorage &__s;
    int __t;
    static __device__ TempStorage &__private() { __shared__ TempStorage storage; return storage; }
    __device__ BlockScan() : __s(__private()), __t(RowMajorTid<X, Y, Z>()) {}
    __device__ BlockScan(TempStorage &s) : __s(s), __t(RowMajorTid<X, Y, Z>()) {}
    // The sum up to each thread, itself included, in values[k]; k.
    template <typename F> __device__ int __scan(T value, F op) {
        int k = 0;
        __s.values[0][__t] = value;
        __syncthreads();
        for (int step = 1; step < __threads; step *= 2) {
            T mine = __s.values[k][__t];
            if (__t >= step) mine = op(__s.values[k][__t - step], mine);
            __s.values[k ^ 1][__t] = mine;
            k ^= 1;
            __syncthreads();
        }
        return k;
    }
    template <typename F> __device__ void InclusiveScan(T input, T &output, F op) { output = __s.values[__scan(input, op)][__t]; }
    template <typename F> __device__ void InclusiveScan(T input, T &output, F op, T &aggregate) {
        int k = __scan(input, op);
        output = __s.values[k][__t];
        aggregate = __s.values[k][__threads - 1];
    }
    // What thread 0 gets is not defined: here, its own input.
    template <typename F> __device__ void ExclusiveScan(T input, T &output, F op) {
        int k = __scan(input, op);
        output = __t ? __s.values[k][__t - 1] : input;
    }
    template <typename F> __device__ void ExclusiveScan(T input, T &output, F op, T &aggregate) {
        int k = __scan(input, op);
        output = __t ? __s.values[k][__t - 1] : input;
        aggregate = __s.values[k][__threads - 1];
    }
    template <typename F> __device__ void ExclusiveScan(T input, T &output, T init, F op) {
        int k = __scan(input, op);
        output = __t ? op(init, __s.values[k][__t - 1]) : init;
    }
    template <typename F> __device__ void ExclusiveScan(T input, T &output, T init, F op, T &aggregate) {
        int k = __scan(input, op);
        output = __t ? op(init, __s.values[k][__t - 1]) : init;
        aggregate = __s.values[k][__threads - 1];
    }
    // The first warp calls `prefix` with the block's sum; what it gives thread 0 stands before all.
    template <typename F, typename P> __device__ T __prefix(int k, P &prefix) {
        if (__t < 32) {
            T before = prefix(__s.values[k][__threads - 1]);
            if (__t == 0) __s.prefix = before;
        }
        __syncthreads();
        return __s.prefix;
    }
    template <typename F, typename P, typename = decltype(std::declval<P &>()(std::declval<T>()))> __device__ void ExclusiveScan(T input, T &output, F op, P &prefix) {
        int k = __scan(input, op);
        T before = __prefix<F>(k, prefix);
        output = __t ? op(before, __s.values[k][__t - 1]) : before;
    }
    template <typename F, typename P, typename = decltype(std::declval<P &>()(std::declval<T>()))> __device__ void InclusiveScan(T input, T &output, F op, P &prefix) {
        int k = __scan(input, op);
        output = op(__prefix<F>(k, prefix), __s.values[k][__t]);
    }
    __device__ void InclusiveSum(T input, T &output) { InclusiveScan(input, output, cub::Sum()); }
    __device__ void InclusiveSum(T input, T &output, T &aggregate) { InclusiveScan(input, output, cub::Sum(), aggregate); }
    __device__ void ExclusiveSum(T input, T &output) { ExclusiveScan(input, output, T(), cub::Sum()); }
    __device__ void ExclusiveSum(T input, T &output, T &aggregate) { ExclusiveScan(input, output, T(), cub::Sum(), aggregate); }
    template <typename P, typename = decltype(std::declval<P &>()(std::declval<T>()))> __device__ void ExclusiveSum(T input, T &output, P &prefix) { ExclusiveScan(input, output, cub::Sum(), prefix); }
    template <typename P, typename = decltype(std::declval<P &>()(std::declval<T>()))> __device__ void InclusiveSum(T input, T &output, P &prefix) { InclusiveScan(input, output, cub::Sum(), prefix); }

    // Several items of each thread. `before`: what stands before the thread's own; valid where t > 0 or there is an init.
    template <int N, typename F> __device__ void __spread(T (&in)[N], T (&out)[N], F op, bool has_before, T before, bool exclusive) {
        T sum = before;
        for (int i = 0; i < N; i++) {
            T x = in[i];
            bool any = has_before || i > 0;
            T after = any ? op(sum, x) : x;
            out[i] = exclusive ? (any ? sum : x) : after;
            sum = after;
        }
    }
    template <int N, typename F> __device__ void InclusiveScan(T (&in)[N], T (&out)[N], F op) {
        int k = __scan(ThreadReduce(in, op), op);
        __spread(in, out, op, __t > 0, __s.values[k][__t ? __t - 1 : 0], false);
    }
    template <int N, typename F> __device__ void InclusiveScan(T (&in)[N], T (&out)[N], T init, F op) {
        int k = __scan(ThreadReduce(in, op), op);
        __spread(in, out, op, true, __t ? op(init, __s.values[k][__t - 1]) : init, false);
    }
    template <int N, typename F> __device__ void InclusiveScan(T (&in)[N], T (&out)[N], T init, F op, T &aggregate) {
        int k = __scan(ThreadReduce(in, op), op);
        __spread(in, out, op, true, __t ? op(init, __s.values[k][__t - 1]) : init, false);
        aggregate = op(init, __s.values[k][__threads - 1]);
    }
    template <int N, typename F> __device__ void ExclusiveScan(T (&in)[N], T (&out)[N], F op) {
        int k = __scan(ThreadReduce(in, op), op);
        __spread(in, out, op, __t > 0, __s.values[k][__t ? __t - 1 : 0], true);
    }
    template <int N, typename F, typename P, typename = decltype(std::declval<P &>()(std::declval<T>()))> __device__ void InclusiveScan(T (&in)[N], T (&out)[N], F op, P &prefix) {
        int k = __scan(ThreadReduce(in, op), op);
        T before = __prefix<F>(k, prefix);
        __spread(in, out, op, true, __t ? op(before, __s.values[k][__t - 1]) : before, false);
    }
    template <int N, typename P, typename = decltype(std::declval<P &>()(std::declval<T>()))> __device__ void InclusiveSum(T (&in)[N], T (&out)[N], P &prefix) { InclusiveScan(in, out, cub::Sum(), prefix); }
    template <int N, typename F> __device__ void InclusiveScan(T (&in)[N], T (&out)[N], F op, T &aggregate) {
        int k = __scan(ThreadReduce(in, op), op);
        __spread(in, out, op, __t > 0, __s.values[k][__t ? __t - 1 : 0], false);
        aggregate = __s.values[k][__threads - 1];
    }
    template <int N, typename F> __device__ void ExclusiveScan(T (&in)[N], T (&out)[N], T init, F op) {
        int k = __scan(ThreadReduce(in, op), op);
        __spread(in, out, op, true, __t ? op(init, __s.values[k][__t - 1]) : init, true);
    }
    template <int N, typename F> __device__ void ExclusiveScan(T (&in)[N], T (&out)[N], T init, F op, T &aggregate) {
        int k = __scan(ThreadReduce(in, op), op);
        __spread(in, out, op, true, __t ? op(init, __s.values[k][__t - 1]) : init, true);
        aggregate = __s.values[k][__threads - 1];
    }
    template <int N, typename F, typename P, typename = decltype(std::declval<P &>()(std::declval<T>()))> __device__ void ExclusiveScan(T (&in)[N], T (&out)[N], F op, P &prefix) {
        int k = __scan(ThreadReduce(in, op), op);
        T before = __prefix<F>(k, prefix);
        __spread(in, out, op, true, __t ? op(before, __s.values[k][__t - 1]) : before, true);
    }
    template <int N> __device__ void InclusiveSum(T (&in)[N], T (&out)[N]) { InclusiveScan(in, out, cub::Sum()); }
    template <int N> __device__ void InclusiveSum(T (&in)[N], T (&out)[N], T &aggregate) { InclusiveScan(in, out, cub::Sum(), aggregate); }
    template <int N> __device__ void ExclusiveSum(T (&in)[N], T (&out)[N]) { ExclusiveScan(in, out, T(), cub::Sum()); }
    template <int N> __device__ void ExclusiveSum(T (&in)[N], T (&out)[N], T &aggregate) { ExclusiveScan(in, out, T(), cub::Sum(), aggregate); }
    template <int N, typename P, typename = decltype(std::declval<P &>()(std::declval<T>()))> __device__ void ExclusiveSum(T (&in)[N], T (&out)[N], P &prefix) { ExclusiveScan(in, out, cub::Sum(), prefix); }
};

}
