// thrust::tuple: values of several types, or references to them.
#pragma once
#include <thrust/detail/core.h>

namespace thrust {

struct __ignored { template <typename T> __host__ __device__ const __ignored &operator=(const T &) const { return *this; } };
static const __ignored ignore = {};

template <typename... T> struct tuple;
template <> struct tuple<> {};
template <size_t N, typename T> struct tuple_element;
template <typename H, typename... T> struct tuple_element<0, tuple<H, T...>> { typedef H type; };
template <size_t N, typename H, typename... T> struct tuple_element<N, tuple<H, T...>> { typedef typename tuple_element<N - 1, tuple<T...>>::type type; };
template <typename A, typename B> struct tuple_element<0, std::pair<A, B>> { typedef A type; };
template <typename A, typename B> struct tuple_element<1, std::pair<A, B>> { typedef B type; };
template <size_t N, typename T> struct tuple_element<N, const T> { typedef typename tuple_element<N, T>::type type; };
template <size_t N, typename T> using tuple_element_t = typename tuple_element<N, T>::type;
template <typename T> struct tuple_size;
template <typename... T> struct tuple_size<tuple<T...>> { enum { value = sizeof...(T) }; };
template <typename A, typename B> struct tuple_size<std::pair<A, B>> { enum { value = 2 }; };
template <typename T> struct tuple_size<const T> { enum { value = tuple_size<T>::value }; };

struct __parts_too {};

template <typename H, typename... T> struct tuple<H, T...> {
    H __head;
    tuple<T...> __tail;
    __host__ __device__ constexpr tuple() : __head(), __tail() {}
    __host__ __device__ constexpr tuple(const H &head, const T &...tail) : __head(head), __tail(tail...) {}
    template <typename G, typename... U> __host__ __device__ constexpr tuple(__parts_too, G &&head, const tuple<U...> &tail) : __head((G &&)head), __tail(tail) {}
    __host__ __device__ constexpr tuple(const tuple &other) : __head(other.__head), __tail(other.__tail) {}
    template <typename G, typename... U> __host__ __device__ constexpr tuple(const tuple<G, U...> &other) : __head(other.__head), __tail(other.__tail) {}
    template <typename A, typename B> __host__ __device__ constexpr tuple(const std::pair<A, B> &other) : __head(other.first), __tail(other.second) {}
    __host__ __device__ tuple &operator=(const tuple &other) { __head = other.__head; __tail = other.__tail; return *this; }
    template <typename G, typename... U> __host__ __device__ tuple &operator=(const tuple<G, U...> &other) { __head = other.__head; __tail = other.__tail; return *this; }
    template <typename A, typename B> __host__ __device__ tuple &operator=(const std::pair<A, B> &other) { __head = other.first; __tail.__head = other.second; return *this; }
    __host__ __device__ void swap(tuple &other) { tuple kept = other; other = *this; *this = kept; }
};

template <size_t N, typename... T> __host__ __device__ inline constexpr typename tuple_element<N, tuple<T...>>::type &get(tuple<T...> &t) {
    if constexpr (N == 0) return t.__head;
    else return thrust::get<N - 1>(t.__tail);
}
// Elements that are references stay so in a tuple that is constant.
template <typename T> struct __constant { typedef const T &type; };
template <typename T> struct __constant<T &> { typedef T &type; };
template <size_t N, typename... T> __host__ __device__ inline constexpr typename __constant<typename tuple_element<N, tuple<T...>>::type>::type get(const tuple<T...> &t) {
    if constexpr (N == 0) return t.__head;
    else return thrust::get<N - 1>(t.__tail);
}
template <size_t N, typename A, typename B> __host__ __device__ inline constexpr auto &get(std::pair<A, B> &p) { if constexpr (N == 0) return p.first; else return p.second; }
template <size_t N, typename A, typename B> __host__ __device__ inline constexpr const auto &get(const std::pair<A, B> &p) { if constexpr (N == 0) return p.first; else return p.second; }

template <typename... T> __host__ __device__ inline constexpr tuple<std::decay_t<T>...> make_tuple(T &&...values) { return tuple<std::decay_t<T>...>(values...); }
template <typename... T> __host__ __device__ inline tuple<T &...> tie(T &...values) { return tuple<T &...>(values...); }
template <typename... T> __host__ __device__ inline void swap(tuple<T...> &a, tuple<T...> &b) { a.swap(b); }

template <typename... T, typename... U> __host__ __device__ inline constexpr bool operator==(const tuple<T...> &a, const tuple<U...> &b) {
    if constexpr (sizeof...(T) == 0) return true;
    else return a.__head == b.__head && a.__tail == b.__tail;
}
template <typename... T, typename... U> __host__ __device__ inline constexpr bool operator<(const tuple<T...> &a, const tuple<U...> &b) {
    if constexpr (sizeof...(T) == 0) return false;
    else return a.__head < b.__head || (!(b.__head < a.__head) && a.__tail < b.__tail);
}
template <typename... T, typename... U> __host__ __device__ inline constexpr bool operator!=(const tuple<T...> &a, const tuple<U...> &b) { return !(a == b); }
template <typename... T, typename... U> __host__ __device__ inline constexpr bool operator>(const tuple<T...> &a, const tuple<U...> &b) { return b < a; }
template <typename... T, typename... U> __host__ __device__ inline constexpr bool operator<=(const tuple<T...> &a, const tuple<U...> &b) { return !(b < a); }
template <typename... T, typename... U> __host__ __device__ inline constexpr bool operator>=(const tuple<T...> &a, const tuple<U...> &b) { return !(a < b); }

}
