// A function of no arguments for all elements.
#pragma once
#include <thrust/detail/parallel.h>

namespace thrust {

template <int W, typename I, typename N, typename F> __host__ __device__ inline I generate_n(const __policy<W> &p, I first, N n, F f) {
    auto a = __raw(first);
    __each(p, (size_t)n, [=] __host__ __device__(size_t i) mutable { a[i] = f(); });
    return first + n;
}
template <typename I, typename N, typename F> __host__ __device__ inline I generate_n(I first, N n, F f) { return thrust::generate_n(__of<I>(), first, n, f); }
template <int W, typename I, typename F> __host__ __device__ inline void generate(const __policy<W> &p, I first, I last, F f) { thrust::generate_n(p, first, last - first, f); }
template <typename I, typename F> __host__ __device__ inline void generate(I first, I last, F f) { thrust::generate(__of<I>(), first, last, f); }

}
