// Searches of one thread in sorted ranges, and where a merge of two is when it has taken so many elements.
#pragma once
#include <cub/detail/common.h>

namespace cub {

// The first place at which an element is not less than `value`; UpperBound: greater.
template <typename I, typename N, typename T> __device__ inline N LowerBound(I input, N num_items, T value) {
    N first = 0;
    while (num_items > 0) {
        N half = num_items / 2;
        if (input[first + half] < value) {
            first += half + 1;
            num_items -= half + 1;
        } else num_items = half;
    }
    return first;
}
template <typename I, typename N, typename T> __device__ inline N UpperBound(I input, N num_items, T value) {
    N first = 0;
    while (num_items > 0) {
        N half = num_items / 2;
        if (value < input[first + half]) num_items = half;
        else {
            first += half + 1;
            num_items -= half + 1;
        }
    }
    return first;
}
// Of `diagonal` elements in a stable merge, coordinate.x are of a and coordinate.y of b.
template <typename A, typename B, typename N, typename C> __host__ __device__ inline void MergePathSearch(N diagonal, A a, B b, N a_len, N b_len, C &coordinate) {
    N low = diagonal > b_len ? diagonal - b_len : 0, high = diagonal < a_len ? diagonal : a_len;
    while (low < high) {
        N half = (low + high) / 2;
        if (b[diagonal - 1 - half] < a[half]) high = half;
        else low = half + 1;
    }
    coordinate.x = low;
    coordinate.y = diagonal - low;
}

} // namespace cub
