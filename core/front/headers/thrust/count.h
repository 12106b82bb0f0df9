// How many elements there are of a value, or that a predicate holds for.
#pragma once
#include <thrust/detail/functions.h>

namespace thrust {

template <int W, typename I, typename P> __host__ __device__ inline ptrdiff_t count_if(const __policy<W> &p, I first, I last, P holds) {
    auto a = __raw(first);
    return __fold(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { return (ptrdiff_t)(holds(a[i]) ? 1 : 0); }, (ptrdiff_t)0, plus<ptrdiff_t>());
}
template <typename I, typename P> __host__ __device__ inline ptrdiff_t count_if(I first, I last, P holds) { return thrust::count_if(__of<I>(), first, last, holds); }
template <int W, typename I, typename T> __host__ __device__ inline ptrdiff_t count(const __policy<W> &p, I first, I last, const T &value) {
    typedef __raw_t<I> R;
#ifndef __CUDA_ARCH__
    if constexpr (__kind_at<R>::value && std::is_same_v<iterator_value_t<I>, T>) {
        size_t found = 0;
        __checked("count", __heddle_parallel_count(__kind_at<R>::value, (const void *)__raw(first), (size_t)(last - first), &value, &found, p.__stream));
        return (ptrdiff_t)found;
    } else
#endif
    {
        T kept(value);
        auto a = __raw(first);
        return __fold(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { return (ptrdiff_t)(a[i] == kept ? 1 : 0); }, (ptrdiff_t)0, plus<ptrdiff_t>());
    }
}
template <typename I, typename T> __host__ __device__ inline ptrdiff_t count(I first, I last, const T &value) { return thrust::count(__of<I>(), first, last, value); }

}
