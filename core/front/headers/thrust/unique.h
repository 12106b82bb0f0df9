// The first element of each run of equal ones.
#pragma once
#include <thrust/detail/functions.h>
#include <thrust/copy.h>
#include <thrust/pair.h>

namespace thrust {

template <int W, typename I, typename O, typename E> __host__ __device__ inline O unique_copy(const __policy<W> &p, I first, I last, O out, E same) {
    auto a = __raw(first);
    auto b = __raw(out);
    if constexpr (W == __on_host) { // may be in place: equal to the last one that was kept
        size_t n = (size_t)(last - first), at = 0;
        for (size_t i = 0; i < n; i++)
            if (i == 0 || !same(a[i - 1], a[i])) { b[at] = a[i]; at++; }
        return out + (ptrdiff_t)at;
    } else
        return out + (ptrdiff_t)__pick(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { return i == 0 || !same(a[i - 1], a[i]); }, [=] __host__ __device__(size_t i, size_t at) mutable { b[at] = a[i]; });
}
template <typename I, typename O, typename E> __host__ __device__ inline O unique_copy(I first, I last, O out, E same) { return thrust::unique_copy(__of<I, O>(), first, last, out, same); }
template <int W, typename I, typename O> __host__ __device__ inline O unique_copy(const __policy<W> &p, I first, I last, O out) { return thrust::unique_copy(p, first, last, out, equal_to<iterator_value_t<I>>()); }
template <typename I, typename O> __host__ __device__ inline O unique_copy(I first, I last, O out) { return thrust::unique_copy(__of<I, O>(), first, last, out); }
template <int W, typename I, typename E> __host__ __device__ inline I unique(const __policy<W> &p, I first, I last, E same) {
    typedef iterator_value_t<I> T;
    size_t n = (size_t)(last - first);
    if (!n) return first;
    T *kept = (T *)__take<W>(n * sizeof(T));
    size_t left = (size_t)(thrust::unique_copy(p, first, last, kept, same) - kept);
    thrust::__copy(p, kept, left, first);
    __give<W>(kept);
    return first + (ptrdiff_t)left;
}
template <typename I, typename E> __host__ __device__ inline I unique(I first, I last, E same) { return thrust::unique(__of<I>(), first, last, same); }
template <int W, typename I> __host__ __device__ inline I unique(const __policy<W> &p, I first, I last) { return thrust::unique(p, first, last, equal_to<iterator_value_t<I>>()); }
template <typename I> __host__ __device__ inline I unique(I first, I last) { return thrust::unique(__of<I>(), first, last); }
template <int W, typename K, typename V, typename KO, typename VO, typename E> __host__ __device__ inline std::pair<KO, VO> unique_by_key_copy(const __policy<W> &p, K first, K last, V values, KO keys_out, VO values_out, E same) {
    auto k = __raw(first);
    auto v = __raw(values);
    auto ko = __raw(keys_out);
    auto vo = __raw(values_out);
    ptrdiff_t left = (ptrdiff_t)__pick(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { return i == 0 || !same(k[i - 1], k[i]); }, [=] __host__ __device__(size_t i, size_t at) mutable { ko[at] = k[i]; vo[at] = v[i]; });
    return std::pair<KO, VO>(keys_out + left, values_out + left);
}
template <typename K, typename V, typename KO, typename VO, typename E> __host__ __device__ inline std::pair<KO, VO> unique_by_key_copy(K first, K last, V values, KO keys_out, VO values_out, E same) { return thrust::unique_by_key_copy(__of<K, V>(), first, last, values, keys_out, values_out, same); }
template <int W, typename K, typename V, typename KO, typename VO> __host__ __device__ inline std::pair<KO, VO> unique_by_key_copy(const __policy<W> &p, K first, K last, V values, KO keys_out, VO values_out) { return thrust::unique_by_key_copy(p, first, last, values, keys_out, values_out, equal_to<iterator_value_t<K>>()); }
template <typename K, typename V, typename KO, typename VO> __host__ __device__ inline std::pair<KO, VO> unique_by_key_copy(K first, K last, V values, KO keys_out, VO values_out) { return thrust::unique_by_key_copy(__of<K, V>(), first, last, values, keys_out, values_out); }
template <int W, typename K, typename V, typename E> __host__ __device__ inline std::pair<K, V> unique_by_key(const __policy<W> &p, K first, K last, V values, E same) {
    typedef iterator_value_t<K> T;
    typedef iterator_value_t<V> U;
    size_t n = (size_t)(last - first);
    T *k = (T *)__take<W>(n * sizeof(T));
    U *v = (U *)__take<W>(n * sizeof(U));
    size_t left = (size_t)(thrust::unique_by_key_copy(p, first, last, values, k, v, same).first - k);
    thrust::__copy(p, k, left, first);
    thrust::__copy(p, v, left, values);
    __give<W>(k);
    __give<W>(v);
    return std::pair<K, V>(first + (ptrdiff_t)left, values + (ptrdiff_t)left);
}
template <typename K, typename V, typename E> __host__ __device__ inline std::pair<K, V> unique_by_key(K first, K last, V values, E same) { return thrust::unique_by_key(__of<K, V>(), first, last, values, same); }
template <int W, typename K, typename V> __host__ __device__ inline std::pair<K, V> unique_by_key(const __policy<W> &p, K first, K last, V values) { return thrust::unique_by_key(p, first, last, values, equal_to<iterator_value_t<K>>()); }
template <typename K, typename V> __host__ __device__ inline std::pair<K, V> unique_by_key(K first, K last, V values) { return thrust::unique_by_key(__of<K, V>(), first, last, values); }
template <int W, typename I, typename E> __host__ __device__ inline ptrdiff_t unique_count(const __policy<W> &p, I first, I last, E same) {
    auto a = __raw(first);
    return __fold(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { return (ptrdiff_t)(i == 0 || !same(a[i - 1], a[i]) ? 1 : 0); }, (ptrdiff_t)0, plus<ptrdiff_t>());
}
template <typename I, typename E> __host__ __device__ inline ptrdiff_t unique_count(I first, I last, E same) { return thrust::unique_count(__of<I>(), first, last, same); }
template <int W, typename I> __host__ __device__ inline ptrdiff_t unique_count(const __policy<W> &p, I first, I last) { return thrust::unique_count(p, first, last, equal_to<iterator_value_t<I>>()); }
template <typename I> __host__ __device__ inline ptrdiff_t unique_count(I first, I last) { return thrust::unique_count(__of<I>(), first, last); }

}
