// The same value as often as one likes.
#pragma once
#include <thrust/detail/core.h>

namespace thrust {

template <typename T, typename N = ptrdiff_t, typename S = void> struct constant_iterator {
    typedef T value_type, reference;
    typedef const T *pointer;
    typedef ptrdiff_t difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    typedef constant_iterator __raw_type;
    enum { __system = __on_any };
    T __value;
    ptrdiff_t __at;
    __host__ __device__ constant_iterator() : __value(), __at(0) {}
    __host__ __device__ constant_iterator(const T &value, ptrdiff_t at = 0) : __value(value), __at(at) {}
    __host__ __device__ constant_iterator __raw() const { return *this; }
    __host__ __device__ const T &value() const { return __value; }
    __host__ __device__ T operator*() const { return __value; }
    __host__ __device__ T operator[](ptrdiff_t) const { return __value; }
    __THRUST_ARITHMETIC(constant_iterator, __at)
};
template <typename T, typename N = ptrdiff_t> __host__ __device__ inline constant_iterator<T> make_constant_iterator(T value, N at = 0) { return constant_iterator<T>(value, at); }

}
