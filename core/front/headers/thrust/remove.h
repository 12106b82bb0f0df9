// Elements without those of a value, or that a predicate holds for; the others keep their order.
#pragma once
#include <thrust/find.h>
#include <thrust/copy.h>

namespace thrust {

template <int W, typename I, typename P> __host__ __device__ inline I remove_if(const __policy<W> &p, I first, I last, P drop) {
    typedef iterator_value_t<I> T;
    size_t n = (size_t)(last - first), left;
    auto a = __raw(first);
    if constexpr (W == __on_host) {
        left = __pick(p, n, [=] __host__ __device__(size_t i) mutable { return !(bool)drop(a[i]); }, [=] __host__ __device__(size_t i, size_t at) mutable { a[at] = a[i]; });
    } else {
        T *kept_ones = (T *)__take<W>(n * sizeof(T));
        left = __pick(p, n, [=] __host__ __device__(size_t i) mutable { return !(bool)drop(a[i]); }, [=] __host__ __device__(size_t i, size_t at) mutable { kept_ones[at] = a[i]; });
        thrust::__copy(p, kept_ones, left, first);
        __give<W>(kept_ones);
    }
    return first + (ptrdiff_t)left;
}
template <typename I, typename P> __host__ __device__ inline I remove_if(I first, I last, P drop) { return thrust::remove_if(__of<I>(), first, last, drop); }
template <int W, typename I, typename S, typename P> __host__ __device__ inline I remove_if(const __policy<W> &p, I first, I last, S stencil, P drop) {
    typedef iterator_value_t<I> T;
    size_t n = (size_t)(last - first), left;
    auto a = __raw(first);
    auto s = __raw(stencil);
    if constexpr (W == __on_host) {
        left = __pick(p, n, [=] __host__ __device__(size_t i) mutable { return !(bool)drop(s[i]); }, [=] __host__ __device__(size_t i, size_t at) mutable { a[at] = a[i]; });
    } else {
        T *kept_ones = (T *)__take<W>(n * sizeof(T));
        left = __pick(p, n, [=] __host__ __device__(size_t i) mutable { return !(bool)drop(s[i]); }, [=] __host__ __device__(size_t i, size_t at) mutable { kept_ones[at] = a[i]; });
        thrust::__copy(p, kept_ones, left, first);
        __give<W>(kept_ones);
    }
    return first + (ptrdiff_t)left;
}
template <typename I, typename S, typename P> __host__ __device__ inline I remove_if(I first, I last, S stencil, P drop) { return thrust::remove_if(__of<I, S>(), first, last, stencil, drop); }
template <int W, typename I, typename T> __host__ __device__ inline I remove(const __policy<W> &p, I first, I last, const T &value) { return thrust::remove_if(p, first, last, __equals<T>{value}); }
template <typename I, typename T> __host__ __device__ inline I remove(I first, I last, const T &value) { return thrust::remove(__of<I>(), first, last, value); }
template <int W, typename I, typename O, typename P> __host__ __device__ inline O remove_copy_if(const __policy<W> &p, I first, I last, O out, P drop) { return thrust::copy_if(p, first, last, out, thrust::not_fn(drop)); }
template <typename I, typename O, typename P> __host__ __device__ inline O remove_copy_if(I first, I last, O out, P drop) { return thrust::remove_copy_if(__of<I, O>(), first, last, out, drop); }
template <int W, typename I, typename S, typename O, typename P> __host__ __device__ inline O remove_copy_if(const __policy<W> &p, I first, I last, S stencil, O out, P drop) { return thrust::copy_if(p, first, last, stencil, out, thrust::not_fn(drop)); }
template <typename I, typename S, typename O, typename P> __host__ __device__ inline O remove_copy_if(I first, I last, S stencil, O out, P drop) { return thrust::remove_copy_if(__of<I, S, O>(), first, last, stencil, out, drop); }
template <int W, typename I, typename O, typename T> __host__ __device__ inline O remove_copy(const __policy<W> &p, I first, I last, O out, const T &value) { return thrust::remove_copy_if(p, first, last, out, __equals<T>{value}); }
template <typename I, typename O, typename T> __host__ __device__ inline O remove_copy(I first, I last, O out, const T &value) { return thrust::remove_copy(__of<I, O>(), first, last, out, value); }

}
