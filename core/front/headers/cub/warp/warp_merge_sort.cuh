// cub::WarpMergeSort: sorts the items of a warp's threads, or of a part of it with THREADS of them, by any order. Item i of thread t is
// number t * ITEMS + i. Stable.
#pragma once
#include <cub/block/block_load.cuh>

namespace cub {

// Each item goes to the place that is the number of those before it.
template <typename K, int ITEMS, int THREADS = 32, typename V = NullType> struct WarpMergeSort {
    struct TempStorage {
        K keys[ITEMS * THREADS];
        V values[ITEMS * THREADS];
    };
    TempStorage &__s;
    __device__ WarpMergeSort(TempStorage &s) : __s(s) {}
    static __device__ unsigned get_member_mask() {
        return THREADS == 32 ? 0xffffffffu : ((1u << (THREADS & 31)) - 1) << (LaneId() / THREADS * THREADS);
    }
    __device__ unsigned get_linear_tid() const { return LaneId() % THREADS; }
    template <typename C> __device__ void __sort(K (&keys)[ITEMS], V *values, C before, int valid) {
        int first = (int)get_linear_tid() * ITEMS, place[ITEMS];
        for (int i = 0; i < ITEMS; i++) __s.keys[first + i] = keys[i];
        __syncwarp(get_member_mask());
        for (int i = 0; i < ITEMS; i++) {
            int at = first + i;
            place[i] = at;
            if (at >= valid) continue;
            place[i] = 0;
            for (int k = 0; k < valid; k++)
                if (k < at ? !before(keys[i], __s.keys[k]) : before(__s.keys[k], keys[i])) place[i]++;
        }
        __syncwarp(get_member_mask());
        for (int i = 0; i < ITEMS; i++) {
            __s.keys[place[i]] = keys[i];
            if (values) __s.values[place[i]] = values[i];
        }
        __syncwarp(get_member_mask());
        for (int i = 0; i < ITEMS; i++) {
            keys[i] = __s.keys[first + i];
            if (values) values[i] = __s.values[first + i];
        }
        __syncwarp(get_member_mask());
    }
    template <typename C> __device__ void Sort(K (&keys)[ITEMS], C before) { __sort(keys, nullptr, before, ITEMS * THREADS); }
    template <typename C> __device__ void Sort(K (&keys)[ITEMS], V (&values)[ITEMS], C before) { __sort(keys, values, before, ITEMS * THREADS); }
    template <typename C> __device__ void Sort(K (&keys)[ITEMS], C before, int valid_items, K) { __sort(keys, nullptr, before, valid_items); }
    template <typename C> __device__ void Sort(K (&keys)[ITEMS], V (&values)[ITEMS], C before, int valid_items, K) { __sort(keys, values, before, valid_items); }
    template <typename C> __device__ void StableSort(K (&keys)[ITEMS], C before) { __sort(keys, nullptr, before, ITEMS * THREADS); }
    template <typename C> __device__ void StableSort(K (&keys)[ITEMS], V (&values)[ITEMS], C before) { __sort(keys, values, before, ITEMS * THREADS); }
    template <typename C> __device__ void StableSort(K (&keys)[ITEMS], C before, int valid_items, K) { __sort(keys, nullptr, before, valid_items); }
    template <typename C> __device__ void StableSort(K (&keys)[ITEMS], V (&values)[ITEMS], C before, int valid_items, K) { __sort(keys, values, before, valid_items); }
};

}
