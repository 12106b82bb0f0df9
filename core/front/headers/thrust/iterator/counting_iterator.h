// Numbers one after the other, which are nowhere in memory.
#pragma once
#include <thrust/detail/core.h>

namespace thrust {

struct use_default {};

template <typename T, typename S = use_default, typename C = use_default, typename D = use_default> struct counting_iterator {
    typedef T value_type, reference;
    typedef const T *pointer;
    typedef ptrdiff_t difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    typedef counting_iterator __raw_type;
    enum { __system = __on_any };
    T __n;
    __host__ __device__ constexpr counting_iterator() : __n() {}
    __host__ __device__ constexpr explicit counting_iterator(T n) : __n(n) {}
    __host__ __device__ counting_iterator __raw() const { return *this; }
    __host__ __device__ const T &base() const { return __n; }
    __host__ __device__ T operator*() const { return __n; }
    __host__ __device__ T operator[](ptrdiff_t i) const { return (T)(__n + i); }
    __THRUST_ARITHMETIC(counting_iterator, __n)
};
template <typename T> __host__ __device__ inline counting_iterator<T> make_counting_iterator(T n) { return counting_iterator<T>(n); }

}
