// Copies, of all elements or of those that a predicate holds for.
#pragma once
#include <thrust/detail/parallel.h>

namespace thrust {

// Between systems too. Iterators that cannot jump (of a std::list) go one by one.
template <int W, typename I, typename O> __host__ __device__ inline O __copy(const __policy<W> &p, I first, size_t n, O out) {
    typedef __raw_t<I> R;
    typedef __raw_t<O> S;
#ifndef __CUDA_ARCH__
    if constexpr (std::is_pointer_v<R> && std::is_pointer_v<S> && std::is_trivially_copyable_v<iterator_value_t<I>>) {
        if constexpr (std::is_same_v<iterator_value_t<I>, iterator_value_t<O>>) {
            if (n) __checked("copy", __heddle_parallel_copy((void *)__raw(out), (const void *)__raw(first), n * sizeof(iterator_value_t<I>), p.__stream));
            return out + n;
        }
    }
#endif
    auto a = __raw(first);
    auto b = __raw(out);
    __each(p, n, [=] __host__ __device__(size_t i) mutable { b[i] = a[i]; });
    return out + n;
}
template <typename I> struct __jumps { enum { value = std::is_convertible_v<typename std::iterator_traits<I>::iterator_category, std::random_access_iterator_tag> }; };
template <int W, typename I, typename O> __host__ __device__ inline O copy(const __policy<W> &p, I first, I last, O out) {
    if constexpr (!__jumps<I>::value || !__jumps<O>::value) {
        for (; first != last; ++first, ++out) *out = *first;
        return out;
    } else
        return thrust::__copy(p, first, (size_t)(last - first), out);
}
template <int W, typename I, typename N, typename O> __host__ __device__ inline O copy_n(const __policy<W> &p, I first, N n, O out) {
    if constexpr (!__jumps<I>::value || !__jumps<O>::value) {
        for (N i = 0; i < n; ++i, ++first, ++out) *out = *first;
        return out;
    } else
        return thrust::__copy(p, first, n > 0 ? (size_t)n : 0, out);
}
// On the host where both are; else by a kernel.
template <typename I, typename O> using __copying = __policy<(__where<I>::value == __on_host && __where<O>::value == __on_host ? __on_host : !__jumps<I>::value || !__jumps<O>::value ? __on_host : __on_device)>;
template <typename I, typename O> __host__ __device__ inline O copy(I first, I last, O out) { return thrust::copy(__copying<I, O>(), first, last, out); }
template <typename I, typename N, typename O> __host__ __device__ inline O copy_n(I first, N n, O out) { return thrust::copy_n(__copying<I, O>(), first, n, out); }
template <int W, typename I, typename O, typename P> __host__ __device__ inline O copy_if(const __policy<W> &p, I first, I last, O out, P keep) {
    auto a = __raw(first);
    auto b = __raw(out);
    return out + (ptrdiff_t)__pick(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { return (bool)keep(a[i]); }, [=] __host__ __device__(size_t i, size_t at) mutable { b[at] = a[i]; });
}
template <typename I, typename O, typename P> __host__ __device__ inline O copy_if(I first, I last, O out, P keep) { return thrust::copy_if(__of<I, O>(), first, last, out, keep); }
// Those whose mark in `stencil` the predicate holds for.
template <int W, typename I, typename S, typename O, typename P> __host__ __device__ inline O copy_if(const __policy<W> &p, I first, I last, S stencil, O out, P keep) {
    auto a = __raw(first);
    auto b = __raw(out);
    auto c = __raw(stencil);
    return out + (ptrdiff_t)__pick(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { return (bool)keep(c[i]); }, [=] __host__ __device__(size_t i, size_t at) mutable { b[at] = a[i]; });
}
template <typename I, typename S, typename O, typename P> __host__ __device__ inline O copy_if(I first, I last, S stencil, O out, P keep) { return thrust::copy_if(__of<I, S, O>(), first, last, stencil, out, keep); }

}
