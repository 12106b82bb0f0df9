// A function for each element.
#pragma once
#include <thrust/detail/parallel.h>

namespace thrust {

template <int W, typename I, typename N, typename F> __host__ __device__ inline I for_each_n(const __policy<W> &p, I first, N n, F f) {
    auto a = __raw(first);
    __each(p, (size_t)n, [=] __host__ __device__(size_t i) mutable { f(a[i]); });
    return first + n;
}
template <typename I, typename N, typename F> __host__ __device__ inline I for_each_n(I first, N n, F f) { return thrust::for_each_n(__of<I>(), first, n, f); }
template <int W, typename I, typename F> __host__ __device__ inline I for_each(const __policy<W> &p, I first, I last, F f) { return thrust::for_each_n(p, first, last - first, f); }
template <typename I, typename F> __host__ __device__ inline I for_each(I first, I last, F f) { return thrust::for_each(__of<I>(), first, last, f); }

}
