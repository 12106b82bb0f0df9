// Elements with their indices, as cub::KeyValuePair.
#pragma once
#include <cub/detail/common.h>

namespace cub {

template <typename I, typename N = ptrdiff_t, typename V = thrust::iterator_value_t<I>> struct ArgIndexInputIterator {
    typedef KeyValuePair<N, V> value_type, reference;
    typedef value_type *pointer;
    typedef ptrdiff_t difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    typedef ArgIndexInputIterator<thrust::__raw_t<I>, N, V> __raw_type;
    enum { __system = thrust::__where<I>::value };
    I __in;
    ptrdiff_t __at;
    __host__ __device__ ArgIndexInputIterator(I in, ptrdiff_t at = 0) : __in(in), __at(at) {}
    __host__ __device__ __raw_type __raw() const { return __raw_type(thrust::__raw(__in), __at); }
    __host__ __device__ value_type operator*() const { return value_type((N)__at, thrust::__raw(__in)[__at]); }
    __host__ __device__ value_type operator[](ptrdiff_t i) const { return value_type((N)(__at + i), thrust::__raw(__in)[__at + i]); }
    __THRUST_ARITHMETIC(ArgIndexInputIterator, __at)
    void normalize() { __in += __at; __at = 0; }
};

}
