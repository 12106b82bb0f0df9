// The first element of a value, or that a predicate holds for.
#pragma once
#include <thrust/detail/functions.h>

namespace thrust {

template <int W, typename I, typename P> __host__ __device__ inline I find_if(const __policy<W> &p, I first, I last, P holds) {
    size_t n = (size_t)(last - first);
    auto a = __raw(first);
    if constexpr (W == __on_host) {
        for (size_t i = 0; i < n; i++) if (holds(a[i])) return first + (ptrdiff_t)i;
        return last;
    } else
        return first + (ptrdiff_t)__fold(p, n, [=] __host__ __device__(size_t i) mutable { return holds(a[i]) ? i : n; }, n, minimum<size_t>());
}
template <typename I, typename P> __host__ __device__ inline I find_if(I first, I last, P holds) { return thrust::find_if(__of<I>(), first, last, holds); }
template <int W, typename I, typename P> __host__ __device__ inline I find_if_not(const __policy<W> &p, I first, I last, P holds) { return thrust::find_if(p, first, last, thrust::not_fn(holds)); }
template <typename I, typename P> __host__ __device__ inline I find_if_not(I first, I last, P holds) { return thrust::find_if_not(__of<I>(), first, last, holds); }
template <typename T> struct __equals { T value; template <typename U> __host__ __device__ bool operator()(const U &other) const { return other == value; } };
template <int W, typename I, typename T> __host__ __device__ inline I find(const __policy<W> &p, I first, I last, const T &value) { return thrust::find_if(p, first, last, __equals<T>{value}); }
template <typename I, typename T> __host__ __device__ inline I find(I first, I last, const T &value) { return thrust::find(__of<I>(), first, last, value); }

}
