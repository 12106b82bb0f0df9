// Elements to the places that a map says.
#pragma once
#include <thrust/detail/parallel.h>

namespace thrust {

template <int W, typename I, typename M, typename O> __host__ __device__ inline void scatter(const __policy<W> &p, I first, I last, M map, O out) {
    auto a = __raw(first);
    auto m = __raw(map);
    auto b = __raw(out);
    __each(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { b[m[i]] = a[i]; });
}
template <typename I, typename M, typename O> __host__ __device__ inline void scatter(I first, I last, M map, O out) { thrust::scatter(__of<I, M, O>(), first, last, map, out); }
template <int W, typename I, typename M, typename S, typename O, typename P> __host__ __device__ inline void scatter_if(const __policy<W> &p, I first, I last, M map, S stencil, O out, P when) {
    auto a = __raw(first);
    auto m = __raw(map);
    auto s = __raw(stencil);
    auto b = __raw(out);
    __each(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { if (when(s[i])) b[m[i]] = a[i]; });
}
template <typename I, typename M, typename S, typename O, typename P> __host__ __device__ inline void scatter_if(I first, I last, M map, S stencil, O out, P when) { thrust::scatter_if(__of<I, M, S, O>(), first, last, map, stencil, out, when); }
template <int W, typename I, typename M, typename S, typename O> __host__ __device__ inline void scatter_if(const __policy<W> &p, I first, I last, M map, S stencil, O out) { thrust::scatter_if(p, first, last, map, stencil, out, [] __host__ __device__(const iterator_value_t<S> &s) { return (bool)s; }); }
template <typename I, typename M, typename S, typename O> __host__ __device__ inline void scatter_if(I first, I last, M map, S stencil, O out) { thrust::scatter_if(__of<I, M, S, O>(), first, last, map, stencil, out); }

}
