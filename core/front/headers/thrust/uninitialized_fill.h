// One value for elements that do not live yet.
#pragma once
#include <new>
#include <thrust/detail/parallel.h>

namespace thrust {

template <int W, typename I, typename T> __host__ __device__ inline void uninitialized_fill(const __policy<W> &p, I first, I last, const T &value) {
    auto a = __raw(first);
    T kept(value);
    __each(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { new ((void *)&a[i]) iterator_value_t<I>(kept); });
}
template <typename I, typename T> __host__ __device__ inline void uninitialized_fill(I first, I last, const T &value) { thrust::uninitialized_fill(__of<I>(), first, last, value); }
template <int W, typename I, typename N, typename T> __host__ __device__ inline I uninitialized_fill_n(const __policy<W> &p, I first, N n, const T &value) { thrust::uninitialized_fill(p, first, first + n, value); return first + n; }
template <typename I, typename N, typename T> __host__ __device__ inline I uninitialized_fill_n(I first, N n, const T &value) { return thrust::uninitialized_fill_n(__of<I>(), first, n, value); }

}
