// An iterator, a number of elements further on; the number may be the device's.
#pragma once
#include <thrust/detail/core.h>

namespace thrust {

template <typename N> __host__ __device__ inline ptrdiff_t __number_of(const N &n) { if constexpr (std::is_integral_v<N>) return (ptrdiff_t)n; else return (ptrdiff_t)*n; }
template <typename I, typename N = ptrdiff_t> struct offset_iterator {
    typedef typename std::iterator_traits<I>::value_type value_type;
    typedef typename std::iterator_traits<I>::reference reference;
    typedef typename std::iterator_traits<I>::pointer pointer;
    typedef ptrdiff_t difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    typedef offset_iterator<__raw_t<I>, __raw_t<N>> __raw_type;
    enum { __system = __where<I>::value };
    I __base;
    N __offset;
    __host__ __device__ offset_iterator(const I &base, const N &offset) : __base(base), __offset(offset) {}
    __host__ __device__ __raw_type __raw() const { return __raw_type(thrust::__raw(__base), thrust::__raw(__offset)); }
    __host__ __device__ const I &base() const { return __base; }
    __host__ __device__ const N &offset() const { return __offset; }
    __host__ __device__ reference operator*() const { return __base[__number_of(__offset)]; }
    __host__ __device__ reference operator[](ptrdiff_t i) const { return __base[__number_of(__offset) + i]; }
    __THRUST_ARITHMETIC(offset_iterator, __base)
};
template <typename I, typename N> __host__ __device__ inline offset_iterator<I, N> make_offset_iterator(I base, N offset) { return offset_iterator<I, N>(base, offset); }

}
