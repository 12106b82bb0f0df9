// Sums: of all elements, or of each run of equal keys.
#pragma once
#include <thrust/detail/functions.h>
#include <thrust/pair.h>

namespace thrust {

template <int W, typename I, typename T, typename F> __host__ __device__ inline T reduce(const __policy<W> &p, I first, I last, T init, F op) {
    typedef __raw_t<I> R;
#ifndef __CUDA_ARCH__
    if constexpr (__kind_at<R>::value && std::is_same_v<iterator_value_t<I>, T> && __op<F, T>::value >= __op_plus && __op<F, T>::value <= __op_multiplies) {
        __checked("reduce", __heddle_parallel_reduce(__kind_at<R>::value, __op<F, T>::value, (const void *)__raw(first), (size_t)(last - first), &init, p.__stream));
        return init;
    } else
#endif
    {
        auto a = __raw(first);
        return __fold(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { return (T)a[i]; }, init, op);
    }
}
template <int W, typename I, typename T> __host__ __device__ inline T reduce(const __policy<W> &p, I first, I last, T init) { return thrust::reduce(p, first, last, init, plus<T>()); }
template <int W, typename I> __host__ __device__ inline iterator_value_t<I> reduce(const __policy<W> &p, I first, I last) { return thrust::reduce(p, first, last, iterator_value_t<I>()); }
template <typename I, typename T, typename F> __host__ __device__ inline T reduce(I first, I last, T init, F op) { return thrust::reduce(__of<I>(), first, last, init, op); }
template <typename I, typename T> __host__ __device__ inline T reduce(I first, I last, T init) { return thrust::reduce(__of<I>(), first, last, init); }
template <typename I> __host__ __device__ inline iterator_value_t<I> reduce(I first, I last) { return thrust::reduce(__of<I>(), first, last); }
template <int W, typename K, typename V, typename KO, typename VO, typename E, typename F> __host__ __device__ inline std::pair<KO, VO> reduce_by_key(const __policy<W> &p, K first, K last, V values, KO keys_out, VO values_out, E same, F op) {
    typedef iterator_value_t<V> T;
    size_t n = (size_t)(last - first);
    if (!n) return std::pair<KO, VO>(keys_out, values_out);
    auto k = __raw(first);
    auto v = __raw(values);
    auto ko = __raw(keys_out);
    auto vo = __raw(values_out);
    T *sums = (T *)__take<W>(n * sizeof(T));
    __scan(p, n, [=] __host__ __device__(size_t i) mutable { return (T)v[i]; }, [=] __host__ __device__(size_t i) mutable { return !same(k[i - 1], k[i]); }, [=] __host__ __device__(size_t i, const T &sum) mutable { sums[i] = sum; }, T(), op, false);
    ptrdiff_t runs = (ptrdiff_t)__select(p, n, [=] __host__ __device__(size_t i) mutable { return i + 1 == n || !same(k[i], k[i + 1]); }, [=] __host__ __device__(size_t i, bool ends, size_t at) mutable {
        if (i == 0 || !same(k[i - 1], k[i])) ko[at] = k[i];
        if (ends) vo[at] = sums[i];
    });
    __give<W>(sums);
    return std::pair<KO, VO>(keys_out + runs, values_out + runs);
}
template <typename K, typename V, typename KO, typename VO, typename E, typename F> __host__ __device__ inline std::pair<KO, VO> reduce_by_key(K first, K last, V values, KO keys_out, VO values_out, E same, F op) { return thrust::reduce_by_key(__of<K, V>(), first, last, values, keys_out, values_out, same, op); }
template <int W, typename K, typename V, typename KO, typename VO, typename E> __host__ __device__ inline std::pair<KO, VO> reduce_by_key(const __policy<W> &p, K first, K last, V values, KO keys_out, VO values_out, E same) { return thrust::reduce_by_key(p, first, last, values, keys_out, values_out, same, plus<iterator_value_t<V>>()); }
template <typename K, typename V, typename KO, typename VO, typename E> __host__ __device__ inline std::pair<KO, VO> reduce_by_key(K first, K last, V values, KO keys_out, VO values_out, E same) { return thrust::reduce_by_key(__of<K, V>(), first, last, values, keys_out, values_out, same); }
template <int W, typename K, typename V, typename KO, typename VO> __host__ __device__ inline std::pair<KO, VO> reduce_by_key(const __policy<W> &p, K first, K last, V values, KO keys_out, VO values_out) { return thrust::reduce_by_key(p, first, last, values, keys_out, values_out, equal_to<iterator_value_t<K>>()); }
template <typename K, typename V, typename KO, typename VO> __host__ __device__ inline std::pair<KO, VO> reduce_by_key(K first, K last, V values, KO keys_out, VO values_out) { return thrust::reduce_by_key(__of<K, V>(), first, last, values, keys_out, values_out); }

}
