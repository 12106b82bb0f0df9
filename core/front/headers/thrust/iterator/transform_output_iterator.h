// What is written goes through a function on its way to another iterator; and both ways.
#pragma once
#include <thrust/detail/core.h>

namespace thrust {

template <typename F, typename R> struct __transforming {
    F f;
    R to;
    template <typename T> __host__ __device__ const __transforming &operator=(const T &value) const { to = f(value); return *this; }
};
template <typename F, typename I> struct transform_output_iterator {
    typedef __transforming<F, typename std::iterator_traits<__raw_t<I>>::reference> reference;
    typedef typename std::iterator_traits<I>::value_type value_type;
    typedef void pointer;
    typedef ptrdiff_t difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    typedef transform_output_iterator<F, __raw_t<I>> __raw_type;
    enum { __system = __where<I>::value };
    I __base;
    F __f;
    __host__ __device__ transform_output_iterator(const I &base, const F &f) : __base(base), __f(f) {}
    __host__ __device__ __raw_type __raw() const { return __raw_type(thrust::__raw(__base), __f); }
    __host__ __device__ reference operator*() const { return reference{__f, *thrust::__raw(__base)}; }
    __host__ __device__ reference operator[](ptrdiff_t i) const { return reference{__f, thrust::__raw(__base)[i]}; }
    __THRUST_ARITHMETIC(transform_output_iterator, __base)
};
template <typename F, typename I> __host__ __device__ inline transform_output_iterator<F, I> make_transform_output_iterator(I base, F f) { return transform_output_iterator<F, I>(base, f); }

template <typename F, typename G, typename R> struct __transforming_both {
    F in;
    G out;
    R at;
    template <typename T> __host__ __device__ const __transforming_both &operator=(const T &value) const { at = out(value); return *this; }
    __host__ __device__ operator decltype(std::declval<const F &>()(std::declval<R>()))() const { return in(at); }
};
template <typename F, typename G, typename I> struct transform_input_output_iterator {
    typedef __transforming_both<F, G, typename std::iterator_traits<__raw_t<I>>::reference> reference;
    typedef std::decay_t<decltype(std::declval<const F &>()(*std::declval<const __raw_t<I> &>()))> value_type;
    typedef void pointer;
    typedef ptrdiff_t difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    typedef transform_input_output_iterator<F, G, __raw_t<I>> __raw_type;
    enum { __system = __where<I>::value };
    I __base;
    F __in;
    G __out;
    __host__ __device__ transform_input_output_iterator(const I &base, const F &in, const G &out) : __base(base), __in(in), __out(out) {}
    __host__ __device__ __raw_type __raw() const { return __raw_type(thrust::__raw(__base), __in, __out); }
    __host__ __device__ reference operator*() const { return reference{__in, __out, *thrust::__raw(__base)}; }
    __host__ __device__ reference operator[](ptrdiff_t i) const { return reference{__in, __out, thrust::__raw(__base)[i]}; }
    __THRUST_ARITHMETIC(transform_input_output_iterator, __base)
};
template <typename F, typename G, typename I> __host__ __device__ inline transform_input_output_iterator<F, G, I> make_transform_input_output_iterator(I base, F in, G out) {
    return transform_input_output_iterator<F, G, I>(base, in, out);
}

}
