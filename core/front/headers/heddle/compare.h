// What <=> needs (check/class/comparison.c): the three orderings, and comparisons of numbers, arrays and containers.
#pragma once
#include <stddef.h>

namespace std {

#define __ORDERING(name) \
    signed char __order; /* -1, 0, 1; 2: neither */ \
    constexpr __host__ __device__ explicit name(int order) noexcept : __order((signed char)order) {} \
    friend constexpr __host__ __device__ bool operator==(name a, int) noexcept { return a.__order == 0; } \
    friend constexpr __host__ __device__ bool operator==(name a, name b) noexcept { return a.__order == b.__order; } \
    friend constexpr __host__ __device__ bool operator!=(name a, int) noexcept { return a.__order != 0; } \
    friend constexpr __host__ __device__ bool operator!=(name a, name b) noexcept { return a.__order != b.__order; } \
    friend constexpr __host__ __device__ bool operator<(name a, int) noexcept { return a.__order == -1; } \
    friend constexpr __host__ __device__ bool operator>(name a, int) noexcept { return a.__order == 1; } \
    friend constexpr __host__ __device__ bool operator<=(name a, int) noexcept { return a.__order <= 0; } \
    friend constexpr __host__ __device__ bool operator>=(name a, int) noexcept { return a.__order == 0 || a.__order == 1; } \
    friend constexpr __host__ __device__ bool operator==(int, name a) noexcept { return a.__order == 0; } \
    friend constexpr __host__ __device__ bool operator!=(int, name a) noexcept { return a.__order != 0; } \
    friend constexpr __host__ __device__ bool operator<(int, name a) noexcept { return a.__order == 1; } \
    friend constexpr __host__ __device__ bool operator>(int, name a) noexcept { return a.__order == -1; } \
    friend constexpr __host__ __device__ bool operator<=(int, name a) noexcept { return a.__order == 0 || a.__order == 1; } \
    friend constexpr __host__ __device__ bool operator>=(int, name a) noexcept { return a.__order <= 0; }

struct partial_ordering {
    __ORDERING(partial_ordering)
    static const partial_ordering less, equivalent, greater, unordered;
};
inline constexpr partial_ordering partial_ordering::less(-1), partial_ordering::equivalent(0), partial_ordering::greater(1), partial_ordering::unordered(2);

struct weak_ordering {
    __ORDERING(weak_ordering)
    static const weak_ordering less, equivalent, greater;
    constexpr __host__ __device__ operator partial_ordering() const noexcept { return partial_ordering(__order); }
};
inline constexpr weak_ordering weak_ordering::less(-1), weak_ordering::equivalent(0), weak_ordering::greater(1);

struct strong_ordering {
    __ORDERING(strong_ordering)
    static const strong_ordering less, equal, equivalent, greater;
    constexpr __host__ __device__ operator partial_ordering() const noexcept { return partial_ordering(__order); }
    constexpr __host__ __device__ operator weak_ordering() const noexcept { return weak_ordering(__order); }
};
inline constexpr strong_ordering strong_ordering::less(-1), strong_ordering::equal(0), strong_ordering::equivalent(0), strong_ordering::greater(1);
#undef __ORDERING

// The weakest of them.
template <typename A, typename B> struct __weaker { typedef partial_ordering type; };
template <> struct __weaker<strong_ordering, strong_ordering> { typedef strong_ordering type; };
template <> struct __weaker<strong_ordering, weak_ordering> { typedef weak_ordering type; };
template <> struct __weaker<weak_ordering, strong_ordering> { typedef weak_ordering type; };
template <> struct __weaker<weak_ordering, weak_ordering> { typedef weak_ordering type; };
constexpr __host__ __device__ strong_ordering __common_ordering() { return strong_ordering::equal; }
template <typename A, typename... B> constexpr __host__ __device__ auto __common_ordering(A *, B *...) -> typename __weaker<A, decltype(__common_ordering((B *)nullptr...))>::type { return typename __weaker<A, decltype(__common_ordering((B *)nullptr...))>::type(0); }

// How the library's own types are ordered: as what they hold.
template <typename T, typename = void> struct __ordering_of { typedef strong_ordering type; };
template <> struct __ordering_of<float> { typedef partial_ordering type; };
template <> struct __ordering_of<double> { typedef partial_ordering type; };
template <> struct __ordering_of<long double> { typedef partial_ordering type; };
template <template <typename...> class C, typename... A> struct __ordering_of<C<A...>, void> { typedef decltype(__common_ordering((typename __ordering_of<A>::type *)nullptr...)) type; };

}

template <typename T> constexpr __host__ __device__ auto __three_way(T a, T b) {
    if constexpr (__is_floating_point(T))
        return std::partial_ordering(a < b ? -1 : a > b ? 1 : a == b ? 0 : 2);
    else
        return std::strong_ordering(a < b ? -1 : b < a ? 1 : 0);
}
template <typename T, typename U> constexpr __host__ __device__ typename std::__ordering_of<T>::type __three_way_of(const T &a, const U &b) {
    typedef typename std::__ordering_of<T>::type order;
    if (a == b) return order(0);
    if (a < b) return order(-1);
    if constexpr (__is_same(order, std::partial_ordering)) return order(b < a ? 1 : 2);
    return order(1);
}
constexpr __host__ __device__ std::strong_ordering __three_way_turned(std::strong_ordering o) { return std::strong_ordering(-o.__order); }
constexpr __host__ __device__ std::weak_ordering __three_way_turned(std::weak_ordering o) { return std::weak_ordering(-o.__order); }
constexpr __host__ __device__ std::partial_ordering __three_way_turned(std::partial_ordering o) { return std::partial_ordering(o.__order == 2 ? 2 : -o.__order); }
constexpr __host__ __device__ std::strong_ordering __three_way_equal() { return std::strong_ordering(0); }
template <typename T, size_t N> constexpr __host__ __device__ bool __equal_arrays(const T (&a)[N], const T (&b)[N]) {
    for (size_t i = 0; i < N; i++)
        if (!(a[i] == b[i])) return false;
    return true;
}
template <typename T, size_t N, size_t M> constexpr __host__ __device__ bool __equal_arrays(const T (&a)[N][M], const T (&b)[N][M]) {
    for (size_t i = 0; i < N; i++)
        if (!__equal_arrays(a[i], b[i])) return false;
    return true;
}
template <typename T, size_t N> constexpr __host__ __device__ auto __three_way_arrays(const T (&a)[N], const T (&b)[N]) {
    for (size_t i = 0; i < N; i++)
        if (auto order = a[i] <=> b[i]; order != 0) return order;
    return a[0] <=> a[0];
}
