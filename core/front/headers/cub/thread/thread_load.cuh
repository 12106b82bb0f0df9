// What one thread does with its own items: loads, stores, folds and scans.
#pragma once
#include <cub/detail/common.h>

namespace cub {

enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };
template <CacheLoadModifier M, typename I> __device__ inline auto ThreadLoad(I at) { return *at; }
template <CacheStoreModifier M, typename O, typename T> __device__ inline void ThreadStore(O at, T value) { *at = value; }
template <typename T, int N, typename F> __device__ inline T ThreadReduce(T (&items)[N], F op) {
    T sum = items[0];
    for (int i = 1; i < N; i++) sum = op(sum, items[i]);
    return sum;
}
template <typename T, int N, typename F> __device__ inline T ThreadReduce(T (&items)[N], F op, T prefix) {
    for (int i = 0; i < N; i++) prefix = op(prefix, items[i]);
    return prefix;
}

}
