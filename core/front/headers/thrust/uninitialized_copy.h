// Copies into memory whose elements do not live yet.
#pragma once
#include <new>
#include <thrust/copy.h>

namespace thrust {

template <int W, typename I, typename O> __host__ __device__ inline O uninitialized_copy(const __policy<W> &p, I first, I last, O out) {
    auto a = __raw(first);
    auto b = __raw(out);
    __each(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { new ((void *)&b[i]) iterator_value_t<O>(a[i]); });
    return out + (ptrdiff_t)(size_t)(last - first);
}
template <typename I, typename O> __host__ __device__ inline O uninitialized_copy(I first, I last, O out) { return thrust::uninitialized_copy(__of<I, O>(), first, last, out); }
template <int W, typename I, typename N, typename O> __host__ __device__ inline O uninitialized_copy_n(const __policy<W> &p, I first, N n, O out) {
    auto a = __raw(first);
    auto b = __raw(out);
    __each(p, (size_t)n, [=] __host__ __device__(size_t i) mutable { new ((void *)&b[i]) iterator_value_t<O>(a[i]); });
    return out + (ptrdiff_t)(size_t)n;
}
template <typename I, typename N, typename O> __host__ __device__ inline O uninitialized_copy_n(I first, N n, O out) { return thrust::uninitialized_copy_n(__of<I, O>(), first, n, out); }

}
