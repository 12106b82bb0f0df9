// What a function makes of the elements of another iterator, as they are read.
#pragma once
#include <thrust/detail/core.h>

namespace thrust {

// What F gives for an element of I; R, where that is given.
template <typename F, typename I, typename R> struct __transformed { typedef R type; };
template <typename F, typename I> struct __transformed<F, I, void> { typedef decltype(std::declval<F &>()(*std::declval<const __raw_t<I> &>())) type; };

template <typename F, typename I, typename R = void, typename V = void> struct transform_iterator {
    typedef typename __transformed<F, I, R>::type reference;
    typedef std::remove_cv_t<std::remove_reference_t<reference>> value_type;
    typedef const value_type *pointer;
    typedef ptrdiff_t difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    typedef transform_iterator<F, __raw_t<I>, R, V> __raw_type;
    enum { __system = __where<I>::value };
    I __base;
    mutable F __f;
    __host__ __device__ transform_iterator() {}
    __host__ __device__ transform_iterator(const I &base, const F &f) : __base(base), __f(f) {}
    __host__ __device__ explicit transform_iterator(const I &base) : __base(base), __f() {}
    __host__ __device__ __raw_type __raw() const { return __raw_type(thrust::__raw(__base), __f); }
    __host__ __device__ const I &base() const { return __base; }
    __host__ __device__ F functor() const { return __f; }
    __host__ __device__ reference operator*() const { return __f(*thrust::__raw(__base)); }
    __host__ __device__ reference operator[](ptrdiff_t i) const { return __f(thrust::__raw(__base)[i]); }
    __THRUST_ARITHMETIC(transform_iterator, __base)
};
template <typename F, typename I> __host__ __device__ inline transform_iterator<F, I> make_transform_iterator(I base, F f) { return transform_iterator<F, I>(base, f); }
// The square, or whatever F makes of its own accord: make_transform_iterator<F>(base).
template <typename F, typename I> __host__ __device__ inline transform_iterator<F, I> make_transform_iterator(I base) { return transform_iterator<F, I>(base, F()); }

}
