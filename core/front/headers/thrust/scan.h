// Sums of all elements up to each one, itself included or not; by keys: within each run of equal ones.
#pragma once
#include <thrust/detail/functions.h>

namespace thrust {

template <int W, typename I, typename O, typename T, typename F> __host__ __device__ inline O __scan_range(const __policy<W> &p, I first, I last, O out, const T *init, F op, bool exclusive) {
    typedef __raw_t<I> R;
    typedef __raw_t<O> S;
    size_t n = (size_t)(last - first);
#ifndef __CUDA_ARCH__
    if constexpr (__kind_at<R>::value && std::is_same_v<iterator_value_t<I>, T> && __kind_at<S>::value == __kind<T>::value && __op<F, T>::value >= __op_plus && __op<F, T>::value <= __op_multiplies) {
        __checked("scan", __heddle_parallel_scan(__kind_at<R>::value, __op<F, T>::value, (const void *)__raw(first), (void *)__raw(out), n, init, exclusive, p.__stream));
        return out + (ptrdiff_t)n;
    } else
#endif
    {
        auto a = __raw(first);
        auto b = __raw(out);
        __scan(p, n, [=] __host__ __device__(size_t i) mutable { return (T)a[i]; }, __no_heads(), [=] __host__ __device__(size_t i, const T &sum) mutable { b[i] = sum; }, init ? *init : T(), op, exclusive);
        return out + (ptrdiff_t)n;
    }
}
// An inclusive scan that begins with a value: the first element is combined with it.
template <int W, typename I, typename O, typename T, typename F> __host__ __device__ inline O __scan_from(const __policy<W> &p, I first, I last, O out, T init, F op) {
    auto a = __raw(first);
    auto b = __raw(out);
    __scan(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { return i ? (T)a[i] : (T)op(init, (T)a[i]); }, __no_heads(), [=] __host__ __device__(size_t i, const T &sum) mutable { b[i] = sum; }, init, op, false);
    return out + (last - first);
}
template <int W, typename I, typename O, typename F> __host__ __device__ inline O inclusive_scan(const __policy<W> &p, I first, I last, O out, F op) { return thrust::__scan_range(p, first, last, out, (const iterator_value_t<I> *)nullptr, op, false); }
template <typename I, typename O, typename F> __host__ __device__ inline O inclusive_scan(I first, I last, O out, F op) { return thrust::inclusive_scan(__of<I, O>(), first, last, out, op); }
template <int W, typename I, typename O> __host__ __device__ inline O inclusive_scan(const __policy<W> &p, I first, I last, O out) { return thrust::inclusive_scan(p, first, last, out, plus<iterator_value_t<I>>()); }
template <typename I, typename O> __host__ __device__ inline O inclusive_scan(I first, I last, O out) { return thrust::inclusive_scan(__of<I, O>(), first, last, out); }
template <int W, typename I, typename O, typename T, typename F> __host__ __device__ inline O inclusive_scan(const __policy<W> &p, I first, I last, O out, T init, F op) { return thrust::__scan_from(p, first, last, out, init, op); }
template <typename I, typename O, typename T, typename F> __host__ __device__ inline O inclusive_scan(I first, I last, O out, T init, F op) { return thrust::inclusive_scan(__of<I, O>(), first, last, out, init, op); }
template <int W, typename I, typename O, typename T, typename F> __host__ __device__ inline O exclusive_scan(const __policy<W> &p, I first, I last, O out, T init, F op) { return thrust::__scan_range(p, first, last, out, &init, op, true); }
template <typename I, typename O, typename T, typename F> __host__ __device__ inline O exclusive_scan(I first, I last, O out, T init, F op) { return thrust::exclusive_scan(__of<I, O>(), first, last, out, init, op); }
template <int W, typename I, typename O, typename T> __host__ __device__ inline O exclusive_scan(const __policy<W> &p, I first, I last, O out, T init) { return thrust::exclusive_scan(p, first, last, out, init, plus<T>()); }
template <typename I, typename O, typename T> __host__ __device__ inline O exclusive_scan(I first, I last, O out, T init) { return thrust::exclusive_scan(__of<I, O>(), first, last, out, init); }
template <int W, typename I, typename O> __host__ __device__ inline O exclusive_scan(const __policy<W> &p, I first, I last, O out) { return thrust::exclusive_scan(p, first, last, out, iterator_value_t<I>()); }
template <typename I, typename O> __host__ __device__ inline O exclusive_scan(I first, I last, O out) { return thrust::exclusive_scan(__of<I, O>(), first, last, out); }
template <int W, typename K, typename I, typename O, typename E, typename F> __host__ __device__ inline O inclusive_scan_by_key(const __policy<W> &p, K first, K last, I values, O out, E same, F op) {
    typedef iterator_value_t<I> T;
    auto k = __raw(first);
    auto a = __raw(values);
    auto b = __raw(out);
    __scan(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { return (T)a[i]; }, [=] __host__ __device__(size_t i) mutable { return !same(k[i - 1], k[i]); }, [=] __host__ __device__(size_t i, const T &sum) mutable { b[i] = sum; }, T(), op, false);
    return out + (last - first);
}
template <typename K, typename I, typename O, typename E, typename F> __host__ __device__ inline O inclusive_scan_by_key(K first, K last, I values, O out, E same, F op) { return thrust::inclusive_scan_by_key(__of<K, I>(), first, last, values, out, same, op); }
template <int W, typename K, typename I, typename O, typename E> __host__ __device__ inline O inclusive_scan_by_key(const __policy<W> &p, K first, K last, I values, O out, E same) { return thrust::inclusive_scan_by_key(p, first, last, values, out, same, plus<iterator_value_t<I>>()); }
template <typename K, typename I, typename O, typename E> __host__ __device__ inline O inclusive_scan_by_key(K first, K last, I values, O out, E same) { return thrust::inclusive_scan_by_key(__of<K, I>(), first, last, values, out, same); }
template <int W, typename K, typename I, typename O> __host__ __device__ inline O inclusive_scan_by_key(const __policy<W> &p, K first, K last, I values, O out) { return thrust::inclusive_scan_by_key(p, first, last, values, out, equal_to<iterator_value_t<K>>()); }
template <typename K, typename I, typename O> __host__ __device__ inline O inclusive_scan_by_key(K first, K last, I values, O out) { return thrust::inclusive_scan_by_key(__of<K, I>(), first, last, values, out); }
template <int W, typename K, typename I, typename O, typename Y, typename E, typename F> __host__ __device__ inline O exclusive_scan_by_key(const __policy<W> &p, K first, K last, I values, O out, Y init, E same, F op) {
    typedef Y T;
    auto k = __raw(first);
    auto a = __raw(values);
    auto b = __raw(out);
    __scan(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { return (T)a[i]; }, [=] __host__ __device__(size_t i) mutable { return !same(k[i - 1], k[i]); }, [=] __host__ __device__(size_t i, const T &sum) mutable { b[i] = sum; }, init, op, true);
    return out + (last - first);
}
template <typename K, typename I, typename O, typename Y, typename E, typename F> __host__ __device__ inline O exclusive_scan_by_key(K first, K last, I values, O out, Y init, E same, F op) { return thrust::exclusive_scan_by_key(__of<K, I>(), first, last, values, out, init, same, op); }
template <int W, typename K, typename I, typename O, typename Y, typename E> __host__ __device__ inline O exclusive_scan_by_key(const __policy<W> &p, K first, K last, I values, O out, Y init, E same) { return thrust::exclusive_scan_by_key(p, first, last, values, out, init, same, plus<Y>()); }
template <typename K, typename I, typename O, typename Y, typename E> __host__ __device__ inline O exclusive_scan_by_key(K first, K last, I values, O out, Y init, E same) { return thrust::exclusive_scan_by_key(__of<K, I>(), first, last, values, out, init, same); }
template <int W, typename K, typename I, typename O, typename Y> __host__ __device__ inline O exclusive_scan_by_key(const __policy<W> &p, K first, K last, I values, O out, Y init) { return thrust::exclusive_scan_by_key(p, first, last, values, out, init, equal_to<iterator_value_t<K>>()); }
template <typename K, typename I, typename O, typename Y> __host__ __device__ inline O exclusive_scan_by_key(K first, K last, I values, O out, Y init) { return thrust::exclusive_scan_by_key(__of<K, I>(), first, last, values, out, init); }
template <int W, typename K, typename I, typename O> __host__ __device__ inline O exclusive_scan_by_key(const __policy<W> &p, K first, K last, I values, O out) { return thrust::exclusive_scan_by_key(p, first, last, values, out, iterator_value_t<I>()); }
template <typename K, typename I, typename O> __host__ __device__ inline O exclusive_scan_by_key(K first, K last, I values, O out) { return thrust::exclusive_scan_by_key(__of<K, I>(), first, last, values, out); }

}
