// Elements from the last one to the first one.
#pragma once
#include <thrust/detail/core.h>

namespace thrust {

template <typename I> struct reverse_iterator {
    typedef typename std::iterator_traits<I>::value_type value_type;
    typedef typename std::iterator_traits<I>::reference reference;
    typedef typename std::iterator_traits<I>::pointer pointer;
    typedef ptrdiff_t difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    typedef reverse_iterator<__raw_t<I>> __raw_type;
    enum { __system = __where<I>::value };
    // Positions count up, elements down.
    I __base;
    __host__ __device__ reverse_iterator() {}
    __host__ __device__ explicit reverse_iterator(const I &base) : __base(base) {}
    template <typename J> __host__ __device__ reverse_iterator(const std::reverse_iterator<J> &other) : __base(other.base()) {}
    __host__ __device__ __raw_type __raw() const { return __raw_type(thrust::__raw(__base)); }
    __host__ __device__ I base() const { return __base; }
    __host__ __device__ reference operator*() const { return __base[-1]; }
    __host__ __device__ reference operator[](ptrdiff_t i) const { return __base[-i - 1]; }
    __host__ __device__ reverse_iterator &operator++() { __base -= 1; return *this; }
    __host__ __device__ reverse_iterator &operator--() { __base += 1; return *this; }
    __host__ __device__ reverse_iterator operator++(int) { reverse_iterator old = *this; __base -= 1; return old; }
    __host__ __device__ reverse_iterator operator--(int) { reverse_iterator old = *this; __base += 1; return old; }
    __host__ __device__ reverse_iterator &operator+=(ptrdiff_t n) { __base -= n; return *this; }
    __host__ __device__ reverse_iterator &operator-=(ptrdiff_t n) { __base += n; return *this; }
    __host__ __device__ reverse_iterator operator+(ptrdiff_t n) const { return reverse_iterator(__base - n); }
    __host__ __device__ reverse_iterator operator-(ptrdiff_t n) const { return reverse_iterator(__base + n); }
    __host__ __device__ ptrdiff_t operator-(const reverse_iterator &other) const { return other.__base - __base; }
    __host__ __device__ bool operator==(const reverse_iterator &other) const { return __base == other.__base; }
    __host__ __device__ bool operator!=(const reverse_iterator &other) const { return !(__base == other.__base); }
    __host__ __device__ bool operator<(const reverse_iterator &other) const { return other.__base < __base; }
};
template <typename I> __host__ __device__ inline reverse_iterator<I> make_reverse_iterator(I i) { return reverse_iterator<I>(i); }

}
