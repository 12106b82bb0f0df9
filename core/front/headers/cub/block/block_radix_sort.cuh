// cub::BlockRadixSort and BlockMergeSort: the items of a block's threads in order, stable. Runs are merged in shared memory, each item by
// finding its place in the run beside its own.
#pragma once
#include <cub/block/block_load.cuh>

namespace cub {

template <typename K, typename V, int THREADS, int ITEMS> struct __block_sorter {
    enum { __n = THREADS * ITEMS, __has_values = !std::is_same_v<V, NullType> };
    struct TempStorage { K keys[2][__n]; V values[2][__has_values ? __n : 1]; };
    // The first `valid` items are sorted.
    template <typename C> static __device__ void __sort(TempStorage &s, int t, K (&keys)[ITEMS], V *values, C before, bool striped, int valid) {
        int k = 0;
        for (int i = 0; i < ITEMS; i++) {
            s.keys[0][t * ITEMS + i] = keys[i];
            if (__has_values) s.values[0][t * ITEMS + i] = values[i];
        }
        __syncthreads();
        for (int width = 1; width < __n; width *= 2) {
            for (int i = 0; i < ITEMS; i++) {
                int at = t * ITEMS + i, run = at / width, start = (run ^ 1) * width, to = at;
                if (at < valid) {
                    K mine = s.keys[k][at];
                    int low = start < valid ? start : valid, high = start + width < valid ? start + width : valid, from = low;
                    while (low < high) { // how many of the other run come before
                        int half = (low + high) / 2;
                        bool first = run & 1 ? !before(mine, s.keys[k][half]) : before(s.keys[k][half], mine);
                        if (first) low = half + 1;
                        else high = half;
                    }
                    to = (run & ~1) * width + (at - run * width) + (low - from);
                }
                s.keys[k ^ 1][to] = s.keys[k][at];
                if (__has_values) s.values[k ^ 1][to] = s.values[k][at];
            }
            k ^= 1;
            __syncthreads();
        }
        for (int i = 0; i < ITEMS; i++) {
            int at = striped ? i * THREADS + t : t * ITEMS + i;
            keys[i] = s.keys[k][at];
            if (__has_values) values[i] = s.values[k][at];
        }
    }
};

// Numbers by some of their bits: floats by their order, -0 and 0 as equal.
template <typename K> struct __by_bits {
    unsigned long long mask;
    bool descending;
    __device__ unsigned long long of(K key) const {
        unsigned long long x;
        if constexpr (std::is_floating_point_v<K>) {
            if constexpr (sizeof(K) == 4) { unsigned b = __float_as_uint((float)key == 0 ? 0.0f : (float)key); x = b >> 31 ? (unsigned)~b : b | 0x80000000u; }
            else { unsigned long long b = (unsigned long long)__double_as_longlong(key == 0 ? 0.0 : (double)key); x = b >> 63 ? ~b : b | 1ull << 63; }
        } else {
            x = (unsigned long long)key;
            if (std::is_signed_v<K>) x ^= 1ull << (sizeof(K) * 8 - 1);
        }
        return x & mask;
    }
    __device__ bool operator()(K a, K b) const { return descending ? of(b) < of(a) : of(a) < of(b); }
};

template <typename K, int X, int ITEMS, typename V = NullType, int RADIX_BITS = 4, bool MEMOIZE = true, int SCAN = 0, int CONFIG = 0, int Y = 1, int Z = 1> struct BlockRadixSort {
    typedef __block_sorter<K, V, X * Y * Z, ITEMS> __sorter;
    typedef typename __sorter::TempStorage TempStorage;
    TempStorage &__s;
    int __t;
    static __device__ TempStorage &__private() { __shared__ TempStorage storage; return storage; }
    __device__ BlockRadixSort() : __s(__private()), __t(RowMajorTid<X, Y, Z>()) {}
    __device__ BlockRadixSort(TempStorage &s) : __s(s), __t(RowMajorTid<X, Y, Z>()) {}
    __device__ void __bits(K (&keys)[ITEMS], V *values, int begin_bit, int end_bit, bool descending, bool striped) {
        unsigned long long mask = end_bit - begin_bit >= 64 ? ~0ull : end_bit <= begin_bit ? 0 : ((1ull << (end_bit - begin_bit)) - 1) << begin_bit;
        if (sizeof(K) < 8) mask &= (1ull << (sizeof(K) % 8 * 8)) - 1;
        __sorter::__sort(__s, __t, keys, values, __by_bits<K>{mask, descending}, striped, (int)__sorter::__n);
    }
    __device__ void Sort(K (&keys)[ITEMS], int begin_bit = 0, int end_bit = sizeof(K) * 8) { __bits(keys, nullptr, begin_bit, end_bit, false, false); }
    __device__ void SortDescending(K (&keys)[ITEMS], int begin_bit = 0, int end_bit = sizeof(K) * 8) { __bits(keys, nullptr, begin_bit, end_bit, true, false); }
    __device__ void SortBlockedToStriped(K (&keys)[ITEMS], int begin_bit = 0, int end_bit = sizeof(K) * 8) { __bits(keys, nullptr, begin_bit, end_bit, false, true); }
    __device__ void SortDescendingBlockedToStriped(K (&keys)[ITEMS], int begin_bit = 0, int end_bit = sizeof(K) * 8) { __bits(keys, nullptr, begin_bit, end_bit, true, true); }
    __device__ void Sort(K (&keys)[ITEMS], V (&values)[ITEMS], int begin_bit = 0, int end_bit = sizeof(K) * 8) { __bits(keys, values, begin_bit, end_bit, false, false); }
    __device__ void SortDescending(K (&keys)[ITEMS], V (&values)[ITEMS], int begin_bit = 0, int end_bit = sizeof(K) * 8) { __bits(keys, values, begin_bit, end_bit, true, false); }
    __device__ void SortBlockedToStriped(K (&keys)[ITEMS], V (&values)[ITEMS], int begin_bit = 0, int end_bit = sizeof(K) * 8) { __bits(keys, values, begin_bit, end_bit, false, true); }
    __device__ void SortDescendingBlockedToStriped(K (&keys)[ITEMS], V (&values)[ITEMS], int begin_bit = 0, int end_bit = sizeof(K) * 8) { __bits(keys, values, begin_bit, end_bit, true, true); }
};

template <typename K, int X, int ITEMS, typename V = NullType, int Y = 1, int Z = 1> struct BlockMergeSort {
    static_assert((X * Y * Z & (X * Y * Z - 1)) == 0, "cub::BlockMergeSort takes a number of threads that is a power of two");
    typedef __block_sorter<K, V, X * Y * Z, ITEMS> __sorter;
    typedef typename __sorter::TempStorage TempStorage;
    TempStorage &__s;
    int __t;
    static __device__ TempStorage &__private() { __shared__ TempStorage storage; return storage; }
    __device__ BlockMergeSort() : __s(__private()), __t(RowMajorTid<X, Y, Z>()) {}
    __device__ BlockMergeSort(TempStorage &s) : __s(s), __t(RowMajorTid<X, Y, Z>()) {}
    template <typename C> __device__ void Sort(K (&keys)[ITEMS], C before) { __sorter::__sort(__s, __t, keys, nullptr, before, false, (int)__sorter::__n); }
    template <typename C> __device__ void StableSort(K (&keys)[ITEMS], C before) { Sort(keys, before); }
    template <typename C> __device__ void Sort(K (&keys)[ITEMS], V (&values)[ITEMS], C before) { __sorter::__sort(__s, __t, keys, values, before, false, (int)__sorter::__n); }
    template <typename C> __device__ void StableSort(K (&keys)[ITEMS], V (&values)[ITEMS], C before) { Sort(keys, values, before); }
    // Items from `valid_items` on count as the last ones.
    template <typename C> __device__ void Sort(K (&keys)[ITEMS], C before, int valid_items, K oob_default) {
        for (int i = 0; i < ITEMS; i++) if (__t * ITEMS + i >= valid_items) keys[i] = oob_default;
        __sorter::__sort(__s, __t, keys, nullptr, before, false, (int)__sorter::__n);
    }
};

}
