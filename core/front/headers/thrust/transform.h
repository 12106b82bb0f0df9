// What a function makes of one or two ranges.
#pragma once
#include <thrust/detail/parallel.h>

namespace thrust {

template <int W, typename I, typename O, typename F> __host__ __device__ inline O transform(const __policy<W> &p, I first, I last, O out, F f) {
    auto a = __raw(first);
    auto b = __raw(out);
    __each(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { b[i] = f(a[i]); });
    return out + (last - first);
}
template <typename I, typename O, typename F> __host__ __device__ inline O transform(I first, I last, O out, F f) { return thrust::transform(__of<I, O>(), first, last, out, f); }
template <int W, typename I, typename J, typename O, typename F> __host__ __device__ inline O transform(const __policy<W> &p, I first, I last, J second, O out, F f) {
    auto a = __raw(first);
    auto c = __raw(second);
    auto b = __raw(out);
    __each(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { b[i] = f(a[i], c[i]); });
    return out + (last - first);
}
template <typename I, typename J, typename O, typename F> __host__ __device__ inline O transform(I first, I last, J second, O out, F f) { return thrust::transform(__of<I, J, O>(), first, last, second, out, f); }
// Where the predicate does not hold, the output keeps what it has.
template <int W, typename I, typename O, typename F, typename P> __host__ __device__ inline O transform_if(const __policy<W> &p, I first, I last, O out, F f, P when) {
    auto a = __raw(first);
    auto b = __raw(out);
    __each(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { if (when(a[i])) b[i] = f(a[i]); });
    return out + (last - first);
}
template <typename I, typename O, typename F, typename P> __host__ __device__ inline O transform_if(I first, I last, O out, F f, P when) { return thrust::transform_if(__of<I, O>(), first, last, out, f, when); }
template <int W, typename I, typename S, typename O, typename F, typename P> __host__ __device__ inline O transform_if(const __policy<W> &p, I first, I last, S stencil, O out, F f, P when) {
    auto a = __raw(first);
    auto c = __raw(stencil);
    auto b = __raw(out);
    __each(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { if (when(c[i])) b[i] = f(a[i]); });
    return out + (last - first);
}
template <typename I, typename S, typename O, typename F, typename P> __host__ __device__ inline O transform_if(I first, I last, S stencil, O out, F f, P when) { return thrust::transform_if(__of<I, S, O>(), first, last, stencil, out, f, when); }
template <int W, typename I, typename J, typename S, typename O, typename F, typename P> __host__ __device__ inline O transform_if(const __policy<W> &p, I first, I last, J second, S stencil, O out, F f, P when) {
    auto a = __raw(first);
    auto d = __raw(second);
    auto c = __raw(stencil);
    auto b = __raw(out);
    __each(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { if (when(c[i])) b[i] = f(a[i], d[i]); });
    return out + (last - first);
}
template <typename I, typename J, typename S, typename O, typename F, typename P> __host__ __device__ inline O transform_if(I first, I last, J second, S stencil, O out, F f, P when) { return thrust::transform_if(__of<I, J, S, O>(), first, last, second, stencil, out, f, when); }
template <int W, typename I, typename N, typename O, typename F> __host__ __device__ inline O transform_n(const __policy<W> &p, I first, N n, O out, F f) { return thrust::transform(p, first, first + n, out, f); }
template <typename I, typename N, typename O, typename F> __host__ __device__ inline O transform_n(I first, N n, O out, F f) { return thrust::transform_n(__of<I, O>(), first, n, out, f); }

}
