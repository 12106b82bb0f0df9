// The sum of products.
#pragma once
#include <thrust/detail/functions.h>

namespace thrust {

template <int W, typename I, typename J, typename T, typename F, typename G> __host__ __device__ inline T inner_product(const __policy<W> &p, I first, I last, J second, T init, F sum, G product) {
    auto a = __raw(first);
    auto b = __raw(second);
    return __fold(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { return (T)product(a[i], b[i]); }, init, sum);
}
template <typename I, typename J, typename T, typename F, typename G> __host__ __device__ inline T inner_product(I first, I last, J second, T init, F sum, G product) { return thrust::inner_product(__of<I, J>(), first, last, second, init, sum, product); }
template <int W, typename I, typename J, typename T> __host__ __device__ inline T inner_product(const __policy<W> &p, I first, I last, J second, T init) { return thrust::inner_product(p, first, last, second, init, plus<T>(), multiplies<T>()); }
template <typename I, typename J, typename T> __host__ __device__ inline T inner_product(I first, I last, J second, T init) { return thrust::inner_product(__of<I, J>(), first, last, second, init); }

}
