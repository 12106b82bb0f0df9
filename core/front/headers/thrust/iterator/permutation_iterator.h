// The elements of one iterator in the order that another one's numbers give.
#pragma once
#include <thrust/detail/core.h>

namespace thrust {

template <typename E, typename I> struct permutation_iterator {
    typedef typename std::iterator_traits<E>::value_type value_type;
    typedef typename std::iterator_traits<E>::reference reference;
    typedef typename std::iterator_traits<E>::pointer pointer;
    typedef ptrdiff_t difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    typedef permutation_iterator<__raw_t<E>, __raw_t<I>> __raw_type;
    enum { __system = __common_where<E, I>::value };
    E __elements;
    I __at;
    __host__ __device__ permutation_iterator() {}
    __host__ __device__ permutation_iterator(const E &elements, const I &at) : __elements(elements), __at(at) {}
    __host__ __device__ __raw_type __raw() const { return __raw_type(thrust::__raw(__elements), thrust::__raw(__at)); }
    __host__ __device__ const I &base() const { return __at; }
    __host__ __device__ reference operator*() const { return __elements[*thrust::__raw(__at)]; }
    __host__ __device__ reference operator[](ptrdiff_t i) const { return __elements[thrust::__raw(__at)[i]]; }
    __THRUST_ARITHMETIC(permutation_iterator, __at)
};
template <typename E, typename I> __host__ __device__ inline permutation_iterator<E, I> make_permutation_iterator(E elements, I at) { return permutation_iterator<E, I>(elements, at); }

}
