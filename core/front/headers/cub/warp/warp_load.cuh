// cub::WarpLoad and WarpStore: the items of a warp's threads, or of a part of it with THREADS (a power of two) of them.
#pragma once
#include <cub/block/block_load.cuh>

namespace cub {

enum WarpLoadAlgorithm { WARP_LOAD_DIRECT, WARP_LOAD_STRIPED, WARP_LOAD_VECTORIZE, WARP_LOAD_TRANSPOSE };
enum WarpStoreAlgorithm { WARP_STORE_DIRECT, WARP_STORE_STRIPED, WARP_STORE_VECTORIZE, WARP_STORE_TRANSPOSE };

template <typename T, int ITEMS, WarpLoadAlgorithm A = WARP_LOAD_DIRECT, int THREADS = 32> struct WarpLoad {
    typedef __no_storage TempStorage;
    __device__ WarpLoad() {}
    __device__ WarpLoad(TempStorage &) {}
    static __device__ int __number(int i) {
        int t = (int)LaneId() % THREADS;
        return A == WARP_LOAD_STRIPED ? i * THREADS + t : t * ITEMS + i;
    }
    template <typename I> __device__ void Load(I from, T (&items)[ITEMS]) {
        for (int i = 0; i < ITEMS; i++) items[i] = from[__number(i)];
    }
    template <typename I> __device__ void Load(I from, T (&items)[ITEMS], int valid_items) {
        for (int i = 0; i < ITEMS; i++) if (__number(i) < valid_items) items[i] = from[__number(i)];
    }
    template <typename I, typename D> __device__ void Load(I from, T (&items)[ITEMS], int valid_items, D otherwise) {
        for (int i = 0; i < ITEMS; i++) if (__number(i) < valid_items) items[i] = from[__number(i)]; else items[i] = otherwise;
    }
};
template <typename T, int ITEMS, WarpStoreAlgorithm A = WARP_STORE_DIRECT, int THREADS = 32> struct WarpStore {
    typedef __no_storage TempStorage;
    __device__ WarpStore() {}
    __device__ WarpStore(TempStorage &) {}
    static __device__ int __number(int i) {
        int t = (int)LaneId() % THREADS;
        return A == WARP_STORE_STRIPED ? i * THREADS + t : t * ITEMS + i;
    }
    template <typename O> __device__ void Store(O to, T (&items)[ITEMS]) {
        for (int i = 0; i < ITEMS; i++) to[__number(i)] = items[i];
    }
    template <typename O> __device__ void Store(O to, T (&items)[ITEMS], int valid_items) {
        for (int i = 0; i < ITEMS; i++) if (__number(i) < valid_items) to[__number(i)] = items[i];
    }
};

}
