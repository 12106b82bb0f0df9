// A function of several arguments for elements of a zip_iterator.
#pragma once
#include <thrust/tuple.h>

namespace thrust {

template <typename F> struct zip_function {
    mutable F __f;
    __host__ __device__ zip_function(const F &f) : __f(f) {}
    template <typename... T, typename... X> __host__ __device__ decltype(auto) __call(const tuple<T...> &t, X &&...x) const {
        if constexpr (sizeof...(X) == sizeof...(T)) return __f((X &&)x...);
        else return __call(t, (X &&)x..., thrust::get<sizeof...(X)>(t));
    }
    template <typename T> __host__ __device__ decltype(auto) operator()(T &&t) const { return __call(t); }
};
template <typename F> __host__ __device__ inline zip_function<F> make_zip_function(F f) { return zip_function<F>(f); }

}
