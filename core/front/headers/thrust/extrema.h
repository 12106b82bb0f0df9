// The least and the greatest element: the first one, where several are equal (of minmax too).
#pragma once
#include <thrust/detail/functions.h>
#include <thrust/pair.h>

namespace thrust {

template <typename T> __host__ __device__ inline const T &min(const T &a, const T &b) { return b < a ? b : a; }
template <typename T> __host__ __device__ inline const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <typename T, typename C> __host__ __device__ inline const T &min(const T &a, const T &b, C before) { return before(b, a) ? b : a; }
template <typename T, typename C> __host__ __device__ inline const T &max(const T &a, const T &b, C before) { return before(a, b) ? b : a; }

// Of two places, that of the extreme element; the first one, where they are equal.
template <typename R, typename C, bool greatest> struct __better_place {
    R a;
    C before;
    __host__ __device__ size_t operator()(size_t i, size_t j) {
        if (greatest ? before(a[i], a[j]) : before(a[j], a[i])) return j;
        if (greatest ? before(a[j], a[i]) : before(a[i], a[j])) return i;
        return i < j ? i : j;
    }
};
template <bool greatest, int W, typename I, typename C> __host__ __device__ inline I __extreme(const __policy<W> &p, I first, I last, C before) {
    typedef __raw_t<I> R;
    size_t n = (size_t)(last - first);
    if (n < 2) return first;
#ifndef __CUDA_ARCH__
    if constexpr (__kind_at<R>::value && (__op<C, iterator_value_t<I>>::value == __order_less || __op<C, iterator_value_t<I>>::value == __order_greater)) {
        size_t at = 0;
        __checked("extreme", __heddle_parallel_extreme(__kind_at<R>::value, greatest == (__op<C, iterator_value_t<I>>::value == __order_less), (const void *)__raw(first), n, &at, p.__stream));
        return first + (ptrdiff_t)at;
    } else
#endif
        return first + (ptrdiff_t)__fold(p, n, [=] __host__ __device__(size_t i) mutable { return i; }, (size_t)0, __better_place<R, C, greatest>{__raw(first), before});
}
template <int W, typename I, typename C> __host__ __device__ inline I min_element(const __policy<W> &p, I first, I last, C before) { return thrust::__extreme<false>(p, first, last, before); }
template <typename I, typename C> __host__ __device__ inline I min_element(I first, I last, C before) { return thrust::min_element(__of<I>(), first, last, before); }
template <int W, typename I> __host__ __device__ inline I min_element(const __policy<W> &p, I first, I last) { return thrust::__extreme<false>(p, first, last, less<iterator_value_t<I>>()); }
template <typename I> __host__ __device__ inline I min_element(I first, I last) { return thrust::min_element(__of<I>(), first, last); }
template <int W, typename I, typename C> __host__ __device__ inline I max_element(const __policy<W> &p, I first, I last, C before) { return thrust::__extreme<true>(p, first, last, before); }
template <typename I, typename C> __host__ __device__ inline I max_element(I first, I last, C before) { return thrust::max_element(__of<I>(), first, last, before); }
template <int W, typename I> __host__ __device__ inline I max_element(const __policy<W> &p, I first, I last) { return thrust::__extreme<true>(p, first, last, less<iterator_value_t<I>>()); }
template <typename I> __host__ __device__ inline I max_element(I first, I last) { return thrust::max_element(__of<I>(), first, last); }
template <int W, typename I, typename C> __host__ __device__ inline std::pair<I, I> minmax_element(const __policy<W> &p, I first, I last, C before) { return std::pair<I, I>(thrust::__extreme<false>(p, first, last, before), thrust::__extreme<true>(p, first, last, before)); }
template <typename I, typename C> __host__ __device__ inline std::pair<I, I> minmax_element(I first, I last, C before) { return thrust::minmax_element(__of<I>(), first, last, before); }
template <int W, typename I> __host__ __device__ inline std::pair<I, I> minmax_element(const __policy<W> &p, I first, I last) { return thrust::minmax_element(p, first, last, less<iterator_value_t<I>>()); }
template <typename I> __host__ __device__ inline std::pair<I, I> minmax_element(I first, I last) { return thrust::minmax_element(__of<I>(), first, last); }

}
