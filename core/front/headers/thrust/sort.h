// Sorting; always stable. Numbers by `<` or `>` go to a radix sort.
#pragma once
#include <thrust/detail/functions.h>
#include <thrust/detail/merge_sort.h>

namespace thrust {

// Elements that are not in plain memory are sorted in a copy.
template <int W, typename I, typename U, typename J, typename C> __host__ __device__ inline void __sort_copied(const __policy<W> &p, I keys, J values, size_t n, C before) {
    typedef iterator_value_t<I> T;
    const bool alone = std::is_same_v<U, __no_values>;
    T *k = (T *)__take<W>(n * sizeof(T) + (alone ? 0 : n * sizeof(U)) + alignof(U));
    size_t used = n * sizeof(T);
    U *v = alone ? nullptr : __spare<U>((char *)k, used, n);
    __each(p, n, [=] __host__ __device__(size_t i) mutable {
        k[i] = keys[i];
        if constexpr (!std::is_same_v<U, __no_values>) v[i] = values[i];
    });
    __sort(p, k, v, n, before);
    __each(p, n, [=] __host__ __device__(size_t i) mutable {
        keys[i] = k[i];
        if constexpr (!std::is_same_v<U, __no_values>) values[i] = v[i];
    });
    __give<W>(k);
}

template <int W, typename I, typename C> __host__ __device__ inline void stable_sort(const __policy<W> &p, I first, I last, C before) {
    typedef __raw_t<I> R;
    typedef iterator_value_t<I> T;
    if (last - first < 2) return;
#ifndef __CUDA_ARCH__
    if constexpr (__kind_at<R>::value && (__op<C, T>::value == __order_less || __op<C, T>::value == __order_greater)) {
        __checked("sort", __heddle_parallel_sort(__kind_at<R>::value, __raw(first), (size_t)(last - first), __op<C, T>::value == __order_greater, 1, nullptr, 0, p.__stream));
        return;
    } else
#endif
    if constexpr (std::is_pointer_v<R>) __sort(p, __raw(first), (__no_values *)nullptr, (size_t)(last - first), before);
    else __sort_copied<W, R, __no_values>(p, __raw(first), 0, (size_t)(last - first), before);
}
template <int W, typename I, typename J, typename C> __host__ __device__ inline void stable_sort_by_key(const __policy<W> &p, I first, I last, J values, C before) {
    typedef __raw_t<I> R;
    typedef __raw_t<J> S;
    typedef iterator_value_t<I> T;
    typedef iterator_value_t<J> U;
    if (last - first < 2) return;
#ifndef __CUDA_ARCH__
    if constexpr (__kind_at<R>::value && std::is_pointer_v<S> && std::is_trivially_copyable_v<U> && (__op<C, T>::value == __order_less || __op<C, T>::value == __order_greater)) {
        __checked("sort_by_key", __heddle_parallel_sort(__kind_at<R>::value, __raw(first), (size_t)(last - first), __op<C, T>::value == __order_greater, 1, (void *)__raw(values), sizeof(U), p.__stream));
        return;
    } else
#endif
    if constexpr (std::is_pointer_v<R> && std::is_pointer_v<S>) __sort(p, __raw(first), __raw(values), (size_t)(last - first), before);
    else __sort_copied<W, R, U>(p, __raw(first), __raw(values), (size_t)(last - first), before);
}
template <int W, typename I> __host__ __device__ inline void stable_sort(const __policy<W> &p, I first, I last) { thrust::stable_sort(p, first, last, less<iterator_value_t<I>>()); }
template <int W, typename I, typename J> __host__ __device__ inline void stable_sort_by_key(const __policy<W> &p, I first, I last, J values) { thrust::stable_sort_by_key(p, first, last, values, less<iterator_value_t<I>>()); }
template <typename I> __host__ __device__ inline void stable_sort(I first, I last) { thrust::stable_sort(__of<I>(), first, last); }
template <typename I, typename C> __host__ __device__ inline void stable_sort(I first, I last, C before) { thrust::stable_sort(__of<I>(), first, last, before); }
template <typename I, typename J> __host__ __device__ inline void stable_sort_by_key(I first, I last, J values) { thrust::stable_sort_by_key(__of<I, J>(), first, last, values); }
template <typename I, typename J, typename C> __host__ __device__ inline void stable_sort_by_key(I first, I last, J values, C before) { thrust::stable_sort_by_key(__of<I, J>(), first, last, values, before); }

template <int W, typename I> __host__ __device__ inline void sort(const __policy<W> &p, I first, I last) { thrust::stable_sort(p, first, last); }
template <int W, typename I, typename C> __host__ __device__ inline void sort(const __policy<W> &p, I first, I last, C before) { thrust::stable_sort(p, first, last, before); }
template <typename I> __host__ __device__ inline void sort(I first, I last) { thrust::stable_sort(__of<I>(), first, last); }
template <typename I, typename C> __host__ __device__ inline void sort(I first, I last, C before) { thrust::stable_sort(__of<I>(), first, last, before); }
template <int W, typename I, typename J> __host__ __device__ inline void sort_by_key(const __policy<W> &p, I first, I last, J values) { thrust::stable_sort_by_key(p, first, last, values); }
template <int W, typename I, typename J, typename C> __host__ __device__ inline void sort_by_key(const __policy<W> &p, I first, I last, J values, C before) { thrust::stable_sort_by_key(p, first, last, values, before); }
template <typename I, typename J> __host__ __device__ inline void sort_by_key(I first, I last, J values) { thrust::stable_sort_by_key(__of<I, J>(), first, last, values); }
template <typename I, typename J, typename C> __host__ __device__ inline void sort_by_key(I first, I last, J values, C before) { thrust::stable_sort_by_key(__of<I, J>(), first, last, values, before); }

// The first element that is before the one before it.
template <int W, typename I, typename C> __host__ __device__ inline I is_sorted_until(const __policy<W> &p, I first, I last, C before) {
    ptrdiff_t n = last - first;
    if (n < 2) return last;
    auto a = __raw(first);
    return first + (ptrdiff_t)__fold(p, (size_t)(n - 1), [=] __host__ __device__(size_t i) mutable { return before(a[i + 1], a[i]) ? i + 1 : (size_t)n; }, (size_t)n, minimum<size_t>());
}
template <int W, typename I> __host__ __device__ inline I is_sorted_until(const __policy<W> &p, I first, I last) { return thrust::is_sorted_until(p, first, last, less<iterator_value_t<I>>()); }
template <typename I, typename C> __host__ __device__ inline I is_sorted_until(I first, I last, C before) { return thrust::is_sorted_until(__of<I>(), first, last, before); }
template <typename I> __host__ __device__ inline I is_sorted_until(I first, I last) { return thrust::is_sorted_until(__of<I>(), first, last); }
template <int W, typename I, typename C> __host__ __device__ inline bool is_sorted(const __policy<W> &p, I first, I last, C before) { return thrust::is_sorted_until(p, first, last, before) == last; }
template <int W, typename I> __host__ __device__ inline bool is_sorted(const __policy<W> &p, I first, I last) { return thrust::is_sorted_until(p, first, last) == last; }
template <typename I, typename C> __host__ __device__ inline bool is_sorted(I first, I last, C before) { return thrust::is_sorted_until(__of<I>(), first, last, before) == last; }
template <typename I> __host__ __device__ inline bool is_sorted(I first, I last) { return thrust::is_sorted_until(__of<I>(), first, last) == last; }

}
