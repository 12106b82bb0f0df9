// A new value for elements of an old one, or that a predicate holds for.
#pragma once
#include <thrust/find.h>

namespace thrust {

template <int W, typename I, typename P, typename T> __host__ __device__ inline void replace_if(const __policy<W> &p, I first, I last, P holds, const T &value) {
    auto a = __raw(first);
    T kept(value);
    __each(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { if (holds(a[i])) a[i] = kept; });
}
template <typename I, typename P, typename T> __host__ __device__ inline void replace_if(I first, I last, P holds, const T &value) { thrust::replace_if(__of<I>(), first, last, holds, value); }
template <int W, typename I, typename S, typename P, typename T> __host__ __device__ inline void replace_if(const __policy<W> &p, I first, I last, S stencil, P holds, const T &value) {
    auto a = __raw(first);
    auto s = __raw(stencil);
    T kept(value);
    __each(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { if (holds(s[i])) a[i] = kept; });
}
template <typename I, typename S, typename P, typename T> __host__ __device__ inline void replace_if(I first, I last, S stencil, P holds, const T &value) { thrust::replace_if(__of<I, S>(), first, last, stencil, holds, value); }
template <int W, typename I, typename T> __host__ __device__ inline void replace(const __policy<W> &p, I first, I last, const T &old, const T &value) { thrust::replace_if(p, first, last, __equals<T>{old}, value); }
template <typename I, typename T> __host__ __device__ inline void replace(I first, I last, const T &old, const T &value) { thrust::replace(__of<I>(), first, last, old, value); }
template <int W, typename I, typename O, typename P, typename T> __host__ __device__ inline O replace_copy_if(const __policy<W> &p, I first, I last, O out, P holds, const T &value) {
    auto a = __raw(first);
    auto b = __raw(out);
    T kept(value);
    __each(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { if (holds(a[i])) b[i] = kept; else b[i] = a[i]; });
    return out + (last - first);
}
template <typename I, typename O, typename P, typename T> __host__ __device__ inline O replace_copy_if(I first, I last, O out, P holds, const T &value) { return thrust::replace_copy_if(__of<I, O>(), first, last, out, holds, value); }
template <int W, typename I, typename S, typename O, typename P, typename T> __host__ __device__ inline O replace_copy_if(const __policy<W> &p, I first, I last, S stencil, O out, P holds, const T &value) {
    auto a = __raw(first);
    auto s = __raw(stencil);
    auto b = __raw(out);
    T kept(value);
    __each(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { if (holds(s[i])) b[i] = kept; else b[i] = a[i]; });
    return out + (last - first);
}
template <typename I, typename S, typename O, typename P, typename T> __host__ __device__ inline O replace_copy_if(I first, I last, S stencil, O out, P holds, const T &value) { return thrust::replace_copy_if(__of<I, S, O>(), first, last, stencil, out, holds, value); }
template <int W, typename I, typename O, typename T> __host__ __device__ inline O replace_copy(const __policy<W> &p, I first, I last, O out, const T &old, const T &value) { return thrust::replace_copy_if(p, first, last, out, __equals<T>{old}, value); }
template <typename I, typename O, typename T> __host__ __device__ inline O replace_copy(I first, I last, O out, const T &old, const T &value) { return thrust::replace_copy(__of<I, O>(), first, last, out, old, value); }

}
