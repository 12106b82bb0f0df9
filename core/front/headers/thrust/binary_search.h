// Where values stand, or would stand, in a sorted range: of one value, or of each of a range.
#pragma once
#include <thrust/detail/functions.h>
#include <thrust/pair.h>

namespace thrust {

template <typename R, typename T, typename C> __host__ __device__ inline size_t __lower(R a, size_t n, const T &value, C &before) {
    size_t low = 0, high = n;
    while (low < high) {
        size_t half = low + (high - low) / 2;
        if (before(a[half], value)) low = half + 1;
        else high = half;
    }
    return low;
}
template <typename R, typename T, typename C> __host__ __device__ inline size_t __upper(R a, size_t n, const T &value, C &before) {
    size_t low = 0, high = n;
    while (low < high) {
        size_t half = low + (high - low) / 2;
        if (before(value, a[half])) high = half;
        else low = half + 1;
    }
    return low;
}
// One search on the device: its functor may be for kernels only.
template <int W, typename F> __host__ __device__ inline size_t __one_place(const __policy<W> &p, F f) {
    if constexpr (W == __on_host) return f((size_t)0);
    else {
        size_t *found = (size_t *)__take<W>(sizeof(size_t));
        __each(p, 1, [=] __host__ __device__(size_t i) mutable { *found = f(i); });
        size_t place = *found;
        __give<W>(found);
        return place;
    }
}
template <int W, typename I, typename T, typename C> __host__ __device__ inline I lower_bound(const __policy<W> &p, I first, I last, const T &value, C before) {
    auto a = __raw(first);
    size_t n = (size_t)(last - first);
    T kept(value);
    return first + (ptrdiff_t)__one_place(p, [=] __host__ __device__(size_t) mutable { return __lower(a, n, kept, before); });
}
template <typename I, typename T, typename C> __host__ __device__ inline I lower_bound(I first, I last, const T &value, C before) { return thrust::lower_bound(__of<I>(), first, last, value, before); }
template <int W, typename I, typename T> __host__ __device__ inline I lower_bound(const __policy<W> &p, I first, I last, const T &value) { return thrust::lower_bound(p, first, last, value, less<>()); }
template <typename I, typename T> __host__ __device__ inline I lower_bound(I first, I last, const T &value) { return thrust::lower_bound(__of<I>(), first, last, value); }
template <int W, typename I, typename J, typename O, typename C> __host__ __device__ inline O lower_bound(const __policy<W> &p, I first, I last, J values, J values_last, O out, C before) {
    auto a = __raw(first);
    auto v = __raw(values);
    auto b = __raw(out);
    size_t n = (size_t)(last - first);
    __each(p, (size_t)(values_last - values), [=] __host__ __device__(size_t i) mutable { b[i] = __lower(a, n, v[i], before); });
    return out + (values_last - values);
}
template <typename I, typename J, typename O, typename C> __host__ __device__ inline O lower_bound(I first, I last, J values, J values_last, O out, C before) { return thrust::lower_bound(__of<I, J, O>(), first, last, values, values_last, out, before); }
template <int W, typename I, typename J, typename O> __host__ __device__ inline O lower_bound(const __policy<W> &p, I first, I last, J values, J values_last, O out) { return thrust::lower_bound(p, first, last, values, values_last, out, less<>()); }
template <typename I, typename J, typename O> __host__ __device__ inline O lower_bound(I first, I last, J values, J values_last, O out) { return thrust::lower_bound(__of<I, J, O>(), first, last, values, values_last, out); }
template <int W, typename I, typename T, typename C> __host__ __device__ inline I upper_bound(const __policy<W> &p, I first, I last, const T &value, C before) {
    auto a = __raw(first);
    size_t n = (size_t)(last - first);
    T kept(value);
    return first + (ptrdiff_t)__one_place(p, [=] __host__ __device__(size_t) mutable { return __upper(a, n, kept, before); });
}
template <typename I, typename T, typename C> __host__ __device__ inline I upper_bound(I first, I last, const T &value, C before) { return thrust::upper_bound(__of<I>(), first, last, value, before); }
template <int W, typename I, typename T> __host__ __device__ inline I upper_bound(const __policy<W> &p, I first, I last, const T &value) { return thrust::upper_bound(p, first, last, value, less<>()); }
template <typename I, typename T> __host__ __device__ inline I upper_bound(I first, I last, const T &value) { return thrust::upper_bound(__of<I>(), first, last, value); }
template <int W, typename I, typename J, typename O, typename C> __host__ __device__ inline O upper_bound(const __policy<W> &p, I first, I last, J values, J values_last, O out, C before) {
    auto a = __raw(first);
    auto v = __raw(values);
    auto b = __raw(out);
    size_t n = (size_t)(last - first);
    __each(p, (size_t)(values_last - values), [=] __host__ __device__(size_t i) mutable { b[i] = __upper(a, n, v[i], before); });
    return out + (values_last - values);
}
template <typename I, typename J, typename O, typename C> __host__ __device__ inline O upper_bound(I first, I last, J values, J values_last, O out, C before) { return thrust::upper_bound(__of<I, J, O>(), first, last, values, values_last, out, before); }
template <int W, typename I, typename J, typename O> __host__ __device__ inline O upper_bound(const __policy<W> &p, I first, I last, J values, J values_last, O out) { return thrust::upper_bound(p, first, last, values, values_last, out, less<>()); }
template <typename I, typename J, typename O> __host__ __device__ inline O upper_bound(I first, I last, J values, J values_last, O out) { return thrust::upper_bound(__of<I, J, O>(), first, last, values, values_last, out); }
template <int W, typename I, typename T, typename C> __host__ __device__ inline bool binary_search(const __policy<W> &p, I first, I last, const T &value, C before) {
    auto a = __raw(first);
    size_t n = (size_t)(last - first);
    T kept(value);
    return __one_place(p, [=] __host__ __device__(size_t) mutable { size_t at = __lower(a, n, kept, before); return (size_t)(at < n && !before(kept, a[at])); }) != 0;
}
template <typename I, typename T, typename C> __host__ __device__ inline bool binary_search(I first, I last, const T &value, C before) { return thrust::binary_search(__of<I>(), first, last, value, before); }
template <int W, typename I, typename T> __host__ __device__ inline bool binary_search(const __policy<W> &p, I first, I last, const T &value) { return thrust::binary_search(p, first, last, value, less<>()); }
template <typename I, typename T> __host__ __device__ inline bool binary_search(I first, I last, const T &value) { return thrust::binary_search(__of<I>(), first, last, value); }
template <int W, typename I, typename J, typename O, typename C> __host__ __device__ inline O binary_search(const __policy<W> &p, I first, I last, J values, J values_last, O out, C before) {
    auto a = __raw(first);
    auto v = __raw(values);
    auto b = __raw(out);
    size_t n = (size_t)(last - first);
    __each(p, (size_t)(values_last - values), [=] __host__ __device__(size_t i) mutable { size_t at = __lower(a, n, v[i], before); b[i] = at < n && !before(v[i], a[at]); });
    return out + (values_last - values);
}
template <typename I, typename J, typename O, typename C> __host__ __device__ inline O binary_search(I first, I last, J values, J values_last, O out, C before) { return thrust::binary_search(__of<I, J, O>(), first, last, values, values_last, out, before); }
template <int W, typename I, typename J, typename O> __host__ __device__ inline O binary_search(const __policy<W> &p, I first, I last, J values, J values_last, O out) { return thrust::binary_search(p, first, last, values, values_last, out, less<>()); }
template <typename I, typename J, typename O> __host__ __device__ inline O binary_search(I first, I last, J values, J values_last, O out) { return thrust::binary_search(__of<I, J, O>(), first, last, values, values_last, out); }
template <int W, typename I, typename T, typename C> __host__ __device__ inline std::pair<I, I> equal_range(const __policy<W> &p, I first, I last, const T &value, C before) { return std::pair<I, I>(thrust::lower_bound(p, first, last, value, before), thrust::upper_bound(p, first, last, value, before)); }
template <typename I, typename T, typename C> __host__ __device__ inline std::pair<I, I> equal_range(I first, I last, const T &value, C before) { return thrust::equal_range(__of<I>(), first, last, value, before); }
template <int W, typename I, typename T> __host__ __device__ inline std::pair<I, I> equal_range(const __policy<W> &p, I first, I last, const T &value) { return thrust::equal_range(p, first, last, value, less<>()); }
template <typename I, typename T> __host__ __device__ inline std::pair<I, I> equal_range(I first, I last, const T &value) { return thrust::equal_range(__of<I>(), first, last, value); }

}
