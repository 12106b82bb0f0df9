// Elements from the places that a map says.
#pragma once
#include <thrust/detail/parallel.h>

namespace thrust {

template <int W, typename M, typename I, typename O> __host__ __device__ inline O gather(const __policy<W> &p, M first, M last, I from, O out) {
    auto m = __raw(first);
    auto a = __raw(from);
    auto b = __raw(out);
    __each(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { b[i] = a[m[i]]; });
    return out + (last - first);
}
template <typename M, typename I, typename O> __host__ __device__ inline O gather(M first, M last, I from, O out) { return thrust::gather(__of<M, I, O>(), first, last, from, out); }
template <int W, typename M, typename S, typename I, typename O, typename P> __host__ __device__ inline O gather_if(const __policy<W> &p, M first, M last, S stencil, I from, O out, P when) {
    auto m = __raw(first);
    auto s = __raw(stencil);
    auto a = __raw(from);
    auto b = __raw(out);
    __each(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { if (when(s[i])) b[i] = a[m[i]]; });
    return out + (last - first);
}
template <typename M, typename S, typename I, typename O, typename P> __host__ __device__ inline O gather_if(M first, M last, S stencil, I from, O out, P when) { return thrust::gather_if(__of<M, S, I, O>(), first, last, stencil, from, out, when); }
template <int W, typename M, typename S, typename I, typename O> __host__ __device__ inline O gather_if(const __policy<W> &p, M first, M last, S stencil, I from, O out) { return thrust::gather_if(p, first, last, stencil, from, out, [] __host__ __device__(const iterator_value_t<S> &s) { return (bool)s; }); }
template <typename M, typename S, typename I, typename O> __host__ __device__ inline O gather_if(M first, M last, S stencil, I from, O out) { return thrust::gather_if(__of<M, S, I, O>(), first, last, stencil, from, out); }

}
