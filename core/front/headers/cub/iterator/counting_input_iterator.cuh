// Iterators of CUB's that Thrust has under other names.
#pragma once
#include <cub/detail/common.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

namespace cub {

template <typename T, typename N = ptrdiff_t> using CountingInputIterator = thrust::counting_iterator<T>;
template <typename T, typename N = ptrdiff_t> using ConstantInputIterator = thrust::constant_iterator<T>;
template <typename N = ptrdiff_t> using DiscardOutputIterator = thrust::discard_iterator<>;
template <typename V, typename F, typename I, typename N = ptrdiff_t> using TransformInputIterator = thrust::transform_iterator<F, I, V>;

}
