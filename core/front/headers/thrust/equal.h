// Whether two ranges are the same.
#pragma once
#include <thrust/mismatch.h>

namespace thrust {

template <int W, typename I, typename J, typename E> __host__ __device__ inline bool equal(const __policy<W> &p, I first, I last, J second, E same) { return thrust::mismatch(p, first, last, second, same).first == last; }
template <typename I, typename J, typename E> __host__ __device__ inline bool equal(I first, I last, J second, E same) { return thrust::equal(__of<I, J>(), first, last, second, same); }
template <int W, typename I, typename J> __host__ __device__ inline bool equal(const __policy<W> &p, I first, I last, J second) { return thrust::mismatch(p, first, last, second).first == last; }
template <typename I, typename J> __host__ __device__ inline bool equal(I first, I last, J second) { return thrust::equal(__of<I, J>(), first, last, second); }

}
