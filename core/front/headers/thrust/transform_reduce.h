// The sum of what a function makes of the elements.
#pragma once
#include <thrust/detail/functions.h>

namespace thrust {

template <int W, typename I, typename F, typename T, typename G> __host__ __device__ inline T transform_reduce(const __policy<W> &p, I first, I last, F f, T init, G op) {
    auto a = __raw(first);
    return __fold(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { return (T)f(a[i]); }, init, op);
}
template <typename I, typename F, typename T, typename G> __host__ __device__ inline T transform_reduce(I first, I last, F f, T init, G op) { return thrust::transform_reduce(__of<I>(), first, last, f, init, op); }

}
