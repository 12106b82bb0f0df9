// cub::BlockRunLengthDecode: runs (values and lengths) of a block's threads as the elements that they stand for, a window at a time.
#pragma once
#include <cub/block/block_reduce.cuh>

namespace cub {

template <typename T, int X, int RUNS, int DECODED, typename U = unsigned, int Y = 1, int Z = 1> struct BlockRunLengthDecode {
    enum { __threads = X * Y * Z, __runs = __threads * RUNS };
    struct TempStorage {
        T values[__runs];
        U starts[__runs]; // of each run, in the decoded elements
        typename BlockScan<U, X, BLOCK_SCAN_RAKING, Y, Z>::TempStorage scan;
    };
    TempStorage &__s;
    int __t;
    template <typename L, typename C> __device__ BlockRunLengthDecode(TempStorage &s, T (&values)[RUNS], L (&lengths)[RUNS], C &total) : __s(s), __t(RowMajorTid<X, Y, Z>()) {
        U starts[RUNS], sizes[RUNS], sum;
        for (int i = 0; i < RUNS; i++) sizes[i] = (U)lengths[i];
        BlockScan<U, X, BLOCK_SCAN_RAKING, Y, Z>(s.scan).ExclusiveSum(sizes, starts, sum);
        total = (C)sum;
        __keep(values, starts);
    }
    template <typename S> __device__ BlockRunLengthDecode(TempStorage &s, T (&values)[RUNS], S (&starts)[RUNS]) : __s(s), __t(RowMajorTid<X, Y, Z>()) { __keep(values, starts); }
    template <typename S> __device__ void __keep(T (&values)[RUNS], S (&starts)[RUNS]) {
        for (int i = 0; i < RUNS; i++) {
            __s.values[__t * RUNS + i] = values[i];
            __s.starts[__t * RUNS + i] = (U)starts[i];
        }
        __syncthreads();
    }
    // Elements from number `from` of all on: each thread's DECODED ones, and their places in their runs.
    template <typename R> __device__ void RunLengthDecode(T (&items)[DECODED], R (&offsets)[DECODED], U from = 0) {
        for (int i = 0; i < DECODED; i++) {
            U number = from + (U)(__t * DECODED + i);
            int low = 0, high = __runs; // the last run that starts at `number` or before
            while (high - low > 1) {
                int middle = (low + high) / 2;
                if (__s.starts[middle] <= number) low = middle; else high = middle;
            }
            items[i] = __s.values[low];
            offsets[i] = (R)(number - __s.starts[low]);
        }
    }
    __device__ void RunLengthDecode(T (&items)[DECODED], U from = 0) {
        U offsets[DECODED];
        RunLengthDecode(items, offsets, from);
    }
};

}
