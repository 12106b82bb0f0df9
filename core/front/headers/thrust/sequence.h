// 0, 1, 2 ...; from `start` on by steps.
#pragma once
#include <thrust/detail/parallel.h>

namespace thrust {

template <int W, typename I, typename T> __host__ __device__ inline void sequence(const __policy<W> &p, I first, I last, T start, T step) {
    auto a = __raw(first);
    __each(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { a[i] = (iterator_value_t<I>)(start + step * (T)i); });
}
template <typename I, typename T> __host__ __device__ inline void sequence(I first, I last, T start, T step) { thrust::sequence(__of<I>(), first, last, start, step); }
template <int W, typename I, typename T> __host__ __device__ inline void sequence(const __policy<W> &p, I first, I last, T start) { thrust::sequence(p, first, last, start, (T)1); }
template <typename I, typename T> __host__ __device__ inline void sequence(I first, I last, T start) { thrust::sequence(__of<I>(), first, last, start); }
template <int W, typename I> __host__ __device__ inline void sequence(const __policy<W> &p, I first, I last) { thrust::sequence(p, first, last, (iterator_value_t<I>)0, (iterator_value_t<I>)1); }
template <typename I> __host__ __device__ inline void sequence(I first, I last) { thrust::sequence(__of<I>(), first, last); }

}
