// One value for all elements.
#pragma once
#include <thrust/detail/parallel.h>

namespace thrust {

template <int W, typename I, typename T> __host__ __device__ inline void __fill(const __policy<W> &p, I first, size_t n, const T &value) {
    typedef __raw_t<I> R;
#ifndef __CUDA_ARCH__
    if constexpr (std::is_pointer_v<R> && std::is_trivially_copyable_v<iterator_value_t<I>>) {
        iterator_value_t<I> element = (iterator_value_t<I>)value;
        if (n) __checked("fill", __heddle_parallel_fill((void *)__raw(first), n, sizeof element, &element, p.__stream));
        return;
    }
#endif
    auto a = __raw(first);
    T kept(value);
    __each(p, n, [=] __host__ __device__(size_t i) mutable { a[i] = kept; });
}
template <int W, typename I, typename T> __host__ __device__ inline void fill(const __policy<W> &p, I first, I last, const T &value) { thrust::__fill(p, first, (size_t)(last - first), value); }
template <typename I, typename T> __host__ __device__ inline void fill(I first, I last, const T &value) { thrust::fill(__of<I>(), first, last, value); }
template <int W, typename I, typename N, typename T> __host__ __device__ inline I fill_n(const __policy<W> &p, I first, N n, const T &value) { thrust::__fill(p, first, (size_t)n, value); return first + n; }
template <typename I, typename N, typename T> __host__ __device__ inline I fill_n(I first, N n, const T &value) { return thrust::fill_n(__of<I>(), first, n, value); }

}
