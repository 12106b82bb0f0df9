// Two values, or two ranges, exchanged.
#pragma once
#include <thrust/detail/parallel.h>

namespace thrust {

template <typename T> __host__ __device__ inline void swap(T &a, T &b) { T kept(a); a = b; b = kept; }
template <int W, typename I, typename J> __host__ __device__ inline J swap_ranges(const __policy<W> &p, I first, I last, J second) {
    auto a = __raw(first);
    auto b = __raw(second);
    __each(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable {
        iterator_value_t<I> kept = a[i];
        a[i] = b[i];
        b[i] = kept;
    });
    return second + (last - first);
}
template <typename I, typename J> __host__ __device__ inline J swap_ranges(I first, I last, J second) { return thrust::swap_ranges(__of<I, J>(), first, last, second); }

}
