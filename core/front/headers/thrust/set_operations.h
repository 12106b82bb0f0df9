// Sets and multisets as sorted ranges. An element that is m times in one and n times in the other is in the results as often as in those of std::.
#pragma once
#include <thrust/merge.h>
#include <thrust/detail/functions.h>

namespace thrust {

template <typename D, typename S> struct __copy_each { D to; S from; __host__ __device__ void operator()(size_t i) { to[i] = from[i]; } };
// Which of an element's copies in its own range it is, and how many the other range has.
template <typename R, typename S, typename C> struct __copies {
    R own;
    S other;
    size_t n, m;
    C before;
    __host__ __device__ size_t number(size_t i) { return i - __lower(own, n, own[i], before); }
    __host__ __device__ size_t others(size_t i) { return __upper(other, m, own[i], before) - __lower(other, m, own[i], before); }
};
// The keys (and values) of those elements of the first range that are beyond, or not beyond, their copies in the other.
template <int W, typename I, typename J, typename O, typename V, typename U, typename C>
__host__ __device__ inline size_t __set_part(const __policy<W> &p, I first, size_t n, J second, size_t m, O out, V values, U values_out, C before, bool beyond) {
    auto a = __raw(first);
    auto b = __raw(second);
    auto c = __raw(out);
    __copies<decltype(a), decltype(b), C> copies{a, b, n, m, before};
    return __pick(p, n, [=] __host__ __device__(size_t i) mutable { return (copies.number(i) >= copies.others(i)) == beyond; }, [=] __host__ __device__(size_t i, size_t at) mutable {
        c[at] = a[i];
        if constexpr (!std::is_same_v<V, int>) values_out[at] = values[i];
    });
}
// All of the first range with what only the second has (or each what the other has not), in order.
template <int W, typename I, typename J, typename O, typename V, typename U, typename Q, typename C>
__host__ __device__ inline size_t __set_both(const __policy<W> &p, I first, size_t n, J second, size_t m, O out, V values, U second_values, Q values_out, C before, bool all) {
    typedef iterator_value_t<I> T;
    T *k = (T *)__take<W>((n + m) * sizeof(T));
    if constexpr (std::is_same_v<V, int>) {
        size_t x = n;
        if (all) __each(p, n, __copy_each<T *, __raw_t<I>>{k, __raw(first)});
        else x = __set_part(p, first, n, second, m, k, 0, 0, before, true);
        size_t y = __set_part(p, second, m, first, n, k + x, 0, 0, before, true);
        thrust::merge(p, k, k + x, k + x, k + x + y, out, before);
        __give<W>(k);
        return x + y;
    } else {
        typedef iterator_value_t<V> E;
        E *v = (E *)__take<W>((n + m) * sizeof(E));
        size_t x = n;
        if (all) {
            __each(p, n, __copy_each<T *, __raw_t<I>>{k, __raw(first)});
            __each(p, n, __copy_each<E *, V>{v, values});
        } else
            x = __set_part(p, first, n, second, m, k, values, v, before, true);
        size_t y = __set_part(p, second, m, first, n, k + x, second_values, v + x, before, true);
        thrust::merge_by_key(p, k, k + x, k + x, k + x + y, v, v + x, out, values_out, before);
        __give<W>(k);
        __give<W>(v);
        return x + y;
    }
}
template <int W, typename I, typename J, typename O, typename C> __host__ __device__ inline O set_intersection(const __policy<W> &p, I first, I last, J second, J second_last, O out, C before) { return out + (ptrdiff_t)__set_part(p, first, (size_t)(last - first), second, (size_t)(second_last - second), out, 0, 0, before, false); }
template <typename I, typename J, typename O, typename C> __host__ __device__ inline O set_intersection(I first, I last, J second, J second_last, O out, C before) { return thrust::set_intersection(__of<I, J, O>(), first, last, second, second_last, out, before); }
template <int W, typename I, typename J, typename O> __host__ __device__ inline O set_intersection(const __policy<W> &p, I first, I last, J second, J second_last, O out) { return thrust::set_intersection(p, first, last, second, second_last, out, less<>()); }
template <typename I, typename J, typename O> __host__ __device__ inline O set_intersection(I first, I last, J second, J second_last, O out) { return thrust::set_intersection(__of<I, J, O>(), first, last, second, second_last, out); }
template <int W, typename I, typename J, typename O, typename C> __host__ __device__ inline O set_difference(const __policy<W> &p, I first, I last, J second, J second_last, O out, C before) { return out + (ptrdiff_t)__set_part(p, first, (size_t)(last - first), second, (size_t)(second_last - second), out, 0, 0, before, true); }
template <typename I, typename J, typename O, typename C> __host__ __device__ inline O set_difference(I first, I last, J second, J second_last, O out, C before) { return thrust::set_difference(__of<I, J, O>(), first, last, second, second_last, out, before); }
template <int W, typename I, typename J, typename O> __host__ __device__ inline O set_difference(const __policy<W> &p, I first, I last, J second, J second_last, O out) { return thrust::set_difference(p, first, last, second, second_last, out, less<>()); }
template <typename I, typename J, typename O> __host__ __device__ inline O set_difference(I first, I last, J second, J second_last, O out) { return thrust::set_difference(__of<I, J, O>(), first, last, second, second_last, out); }
template <int W, typename I, typename J, typename O, typename C> __host__ __device__ inline O set_union(const __policy<W> &p, I first, I last, J second, J second_last, O out, C before) { return out + (ptrdiff_t)__set_both(p, first, (size_t)(last - first), second, (size_t)(second_last - second), out, 0, 0, 0, before, true); }
template <typename I, typename J, typename O, typename C> __host__ __device__ inline O set_union(I first, I last, J second, J second_last, O out, C before) { return thrust::set_union(__of<I, J, O>(), first, last, second, second_last, out, before); }
template <int W, typename I, typename J, typename O> __host__ __device__ inline O set_union(const __policy<W> &p, I first, I last, J second, J second_last, O out) { return thrust::set_union(p, first, last, second, second_last, out, less<>()); }
template <typename I, typename J, typename O> __host__ __device__ inline O set_union(I first, I last, J second, J second_last, O out) { return thrust::set_union(__of<I, J, O>(), first, last, second, second_last, out); }
template <int W, typename I, typename J, typename O, typename C> __host__ __device__ inline O set_symmetric_difference(const __policy<W> &p, I first, I last, J second, J second_last, O out, C before) { return out + (ptrdiff_t)__set_both(p, first, (size_t)(last - first), second, (size_t)(second_last - second), out, 0, 0, 0, before, false); }
template <typename I, typename J, typename O, typename C> __host__ __device__ inline O set_symmetric_difference(I first, I last, J second, J second_last, O out, C before) { return thrust::set_symmetric_difference(__of<I, J, O>(), first, last, second, second_last, out, before); }
template <int W, typename I, typename J, typename O> __host__ __device__ inline O set_symmetric_difference(const __policy<W> &p, I first, I last, J second, J second_last, O out) { return thrust::set_symmetric_difference(p, first, last, second, second_last, out, less<>()); }
template <typename I, typename J, typename O> __host__ __device__ inline O set_symmetric_difference(I first, I last, J second, J second_last, O out) { return thrust::set_symmetric_difference(__of<I, J, O>(), first, last, second, second_last, out); }
template <int W, typename I, typename J, typename V, typename O, typename VO, typename C> __host__ __device__ inline std::pair<O, VO> set_intersection_by_key(const __policy<W> &p, I first, I last, J second, J second_last, V values, O out, VO values_out, C before) {
    ptrdiff_t n = (ptrdiff_t)__set_part(p, first, (size_t)(last - first), second, (size_t)(second_last - second), out, __raw(values), __raw(values_out), before, false);
    return std::pair<O, VO>(out + n, values_out + n);
}
template <typename I, typename J, typename V, typename O, typename VO, typename C> __host__ __device__ inline std::pair<O, VO> set_intersection_by_key(I first, I last, J second, J second_last, V values, O out, VO values_out, C before) { return thrust::set_intersection_by_key(__of<I, J, V>(), first, last, second, second_last, values, out, values_out, before); }
template <int W, typename I, typename J, typename V, typename O, typename VO> __host__ __device__ inline std::pair<O, VO> set_intersection_by_key(const __policy<W> &p, I first, I last, J second, J second_last, V values, O out, VO values_out) { return thrust::set_intersection_by_key(p, first, last, second, second_last, values, out, values_out, less<>()); }
template <typename I, typename J, typename V, typename O, typename VO> __host__ __device__ inline std::pair<O, VO> set_intersection_by_key(I first, I last, J second, J second_last, V values, O out, VO values_out) { return thrust::set_intersection_by_key(__of<I, J, V>(), first, last, second, second_last, values, out, values_out); }
template <int W, typename I, typename J, typename V, typename U, typename O, typename VO, typename C> __host__ __device__ inline std::pair<O, VO> set_difference_by_key(const __policy<W> &p, I first, I last, J second, J second_last, V values, U second_values, O out, VO values_out, C before) {
    ptrdiff_t n = (ptrdiff_t)__set_part(p, first, (size_t)(last - first), second, (size_t)(second_last - second), out, __raw(values), __raw(values_out), before, true);
    return std::pair<O, VO>(out + n, values_out + n);
}
template <typename I, typename J, typename V, typename U, typename O, typename VO, typename C> __host__ __device__ inline std::pair<O, VO> set_difference_by_key(I first, I last, J second, J second_last, V values, U second_values, O out, VO values_out, C before) { return thrust::set_difference_by_key(__of<I, J, V>(), first, last, second, second_last, values, second_values, out, values_out, before); }
template <int W, typename I, typename J, typename V, typename U, typename O, typename VO> __host__ __device__ inline std::pair<O, VO> set_difference_by_key(const __policy<W> &p, I first, I last, J second, J second_last, V values, U second_values, O out, VO values_out) { return thrust::set_difference_by_key(p, first, last, second, second_last, values, second_values, out, values_out, less<>()); }
template <typename I, typename J, typename V, typename U, typename O, typename VO> __host__ __device__ inline std::pair<O, VO> set_difference_by_key(I first, I last, J second, J second_last, V values, U second_values, O out, VO values_out) { return thrust::set_difference_by_key(__of<I, J, V>(), first, last, second, second_last, values, second_values, out, values_out); }
template <int W, typename I, typename J, typename V, typename U, typename O, typename VO, typename C> __host__ __device__ inline std::pair<O, VO> set_union_by_key(const __policy<W> &p, I first, I last, J second, J second_last, V values, U second_values, O out, VO values_out, C before) {
    ptrdiff_t n = (ptrdiff_t)__set_both(p, first, (size_t)(last - first), second, (size_t)(second_last - second), out, __raw(values), __raw(second_values), values_out, before, true);
    return std::pair<O, VO>(out + n, values_out + n);
}
template <typename I, typename J, typename V, typename U, typename O, typename VO, typename C> __host__ __device__ inline std::pair<O, VO> set_union_by_key(I first, I last, J second, J second_last, V values, U second_values, O out, VO values_out, C before) { return thrust::set_union_by_key(__of<I, J, V>(), first, last, second, second_last, values, second_values, out, values_out, before); }
template <int W, typename I, typename J, typename V, typename U, typename O, typename VO> __host__ __device__ inline std::pair<O, VO> set_union_by_key(const __policy<W> &p, I first, I last, J second, J second_last, V values, U second_values, O out, VO values_out) { return thrust::set_union_by_key(p, first, last, second, second_last, values, second_values, out, values_out, less<>()); }
template <typename I, typename J, typename V, typename U, typename O, typename VO> __host__ __device__ inline std::pair<O, VO> set_union_by_key(I first, I last, J second, J second_last, V values, U second_values, O out, VO values_out) { return thrust::set_union_by_key(__of<I, J, V>(), first, last, second, second_last, values, second_values, out, values_out); }
template <int W, typename I, typename J, typename V, typename U, typename O, typename VO, typename C> __host__ __device__ inline std::pair<O, VO> set_symmetric_difference_by_key(const __policy<W> &p, I first, I last, J second, J second_last, V values, U second_values, O out, VO values_out, C before) {
    ptrdiff_t n = (ptrdiff_t)__set_both(p, first, (size_t)(last - first), second, (size_t)(second_last - second), out, __raw(values), __raw(second_values), values_out, before, false);
    return std::pair<O, VO>(out + n, values_out + n);
}
template <typename I, typename J, typename V, typename U, typename O, typename VO, typename C> __host__ __device__ inline std::pair<O, VO> set_symmetric_difference_by_key(I first, I last, J second, J second_last, V values, U second_values, O out, VO values_out, C before) { return thrust::set_symmetric_difference_by_key(__of<I, J, V>(), first, last, second, second_last, values, second_values, out, values_out, before); }
template <int W, typename I, typename J, typename V, typename U, typename O, typename VO> __host__ __device__ inline std::pair<O, VO> set_symmetric_difference_by_key(const __policy<W> &p, I first, I last, J second, J second_last, V values, U second_values, O out, VO values_out) { return thrust::set_symmetric_difference_by_key(p, first, last, second, second_last, values, second_values, out, values_out, less<>()); }
template <typename I, typename J, typename V, typename U, typename O, typename VO> __host__ __device__ inline std::pair<O, VO> set_symmetric_difference_by_key(I first, I last, J second, J second_last, V values, U second_values, O out, VO values_out) { return thrust::set_symmetric_difference_by_key(__of<I, J, V>(), first, last, second, second_last, values, second_values, out, values_out); }

}
