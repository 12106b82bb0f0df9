// What is written goes to a function, with the number of its place.
#pragma once
#include <thrust/detail/core.h>

namespace thrust {

template <typename F, typename N> struct __tabulating {
    F f;
    N at;
    template <typename T> __host__ __device__ const __tabulating &operator=(const T &value) const { F take = f; take(at, value); return *this; }
};
template <typename F, typename S = void, typename N = ptrdiff_t> struct tabulate_output_iterator {
    typedef __tabulating<F, N> reference;
    typedef void value_type, pointer;
    typedef ptrdiff_t difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    typedef tabulate_output_iterator __raw_type;
    enum { __system = __on_any };
    F __f;
    N __at;
    __host__ __device__ tabulate_output_iterator(const F &f, N at = 0) : __f(f), __at(at) {}
    __host__ __device__ tabulate_output_iterator __raw() const { return *this; }
    __host__ __device__ reference operator*() const { return reference{__f, __at}; }
    __host__ __device__ reference operator[](ptrdiff_t i) const { return reference{__f, (N)(__at + i)}; }
    __THRUST_ARITHMETIC(tabulate_output_iterator, __at)
};
template <typename F> __host__ __device__ inline tabulate_output_iterator<F> make_tabulate_output_iterator(F f) { return tabulate_output_iterator<F>(f); }

}
