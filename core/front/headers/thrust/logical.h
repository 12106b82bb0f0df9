// Whether a predicate holds for all, any or none of the elements.
#pragma once
#include <thrust/find.h>

namespace thrust {

template <int W, typename I, typename P> __host__ __device__ inline bool any_of(const __policy<W> &p, I first, I last, P holds) { return thrust::find_if(p, first, last, holds) != last; }
template <typename I, typename P> __host__ __device__ inline bool any_of(I first, I last, P holds) { return thrust::any_of(__of<I>(), first, last, holds); }
template <int W, typename I, typename P> __host__ __device__ inline bool none_of(const __policy<W> &p, I first, I last, P holds) { return thrust::find_if(p, first, last, holds) == last; }
template <typename I, typename P> __host__ __device__ inline bool none_of(I first, I last, P holds) { return thrust::none_of(__of<I>(), first, last, holds); }
template <int W, typename I, typename P> __host__ __device__ inline bool all_of(const __policy<W> &p, I first, I last, P holds) { return thrust::find_if_not(p, first, last, holds) == last; }
template <typename I, typename P> __host__ __device__ inline bool all_of(I first, I last, P holds) { return thrust::all_of(__of<I>(), first, last, holds); }

}
