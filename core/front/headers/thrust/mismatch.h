// The first place where two ranges differ.
#pragma once
#include <thrust/detail/functions.h>
#include <thrust/pair.h>

namespace thrust {

template <int W, typename I, typename J, typename E> __host__ __device__ inline std::pair<I, J> mismatch(const __policy<W> &p, I first, I last, J second, E same) {
    size_t n = (size_t)(last - first);
    auto a = __raw(first);
    auto b = __raw(second);
    ptrdiff_t at = (ptrdiff_t)__fold(p, n, [=] __host__ __device__(size_t i) mutable { return same(a[i], b[i]) ? n : i; }, n, minimum<size_t>());
    return std::pair<I, J>(first + at, second + at);
}
template <typename I, typename J, typename E> __host__ __device__ inline std::pair<I, J> mismatch(I first, I last, J second, E same) { return thrust::mismatch(__of<I, J>(), first, last, second, same); }
template <int W, typename I, typename J> __host__ __device__ inline std::pair<I, J> mismatch(const __policy<W> &p, I first, I last, J second) { return thrust::mismatch(p, first, last, second, equal_to<>()); }
template <typename I, typename J> __host__ __device__ inline std::pair<I, J> mismatch(I first, I last, J second) { return thrust::mismatch(__of<I, J>(), first, last, second); }

}
