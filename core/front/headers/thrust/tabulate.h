// A function of their numbers for all elements.
#pragma once
#include <thrust/detail/parallel.h>

namespace thrust {

template <int W, typename I, typename F> __host__ __device__ inline void tabulate(const __policy<W> &p, I first, I last, F f) {
    auto a = __raw(first);
    __each(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { a[i] = f((ptrdiff_t)i); });
}
template <typename I, typename F> __host__ __device__ inline void tabulate(I first, I last, F f) { thrust::tabulate(__of<I>(), first, last, f); }

}
