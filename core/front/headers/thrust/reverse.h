// Elements in the opposite order.
#pragma once
#include <thrust/detail/parallel.h>

namespace thrust {

template <int W, typename I> __host__ __device__ inline void reverse(const __policy<W> &p, I first, I last) {
    auto a = __raw(first);
    size_t n = (size_t)(last - first);
    __each(p, n / 2, [=] __host__ __device__(size_t i) mutable {
        iterator_value_t<I> kept = a[i];
        a[i] = a[n - 1 - i];
        a[n - 1 - i] = kept;
    });
}
template <typename I> __host__ __device__ inline void reverse(I first, I last) { thrust::reverse(__of<I>(), first, last); }
template <int W, typename I, typename O> __host__ __device__ inline O reverse_copy(const __policy<W> &p, I first, I last, O out) {
    auto a = __raw(first);
    auto b = __raw(out);
    size_t n = (size_t)(last - first);
    __each(p, n, [=] __host__ __device__(size_t i) mutable { b[i] = a[n - 1 - i]; });
    return out + (ptrdiff_t)n;
}
template <typename I, typename O> __host__ __device__ inline O reverse_copy(I first, I last, O out) { return thrust::reverse_copy(__of<I, O>(), first, last, out); }

}
