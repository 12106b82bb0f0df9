// Function objects, and expressions of placeholders (`_1 + 2 * _2`) as such.
#pragma once
#include <thrust/detail/functions.h>

namespace thrust {

// ---- placeholders -------------------------------------------------------------------------------

// An expression of placeholders: E says what it is of the arguments.
template <typename E> struct __actor {
    E e;
    template <typename... X> __host__ __device__ decltype(auto) operator()(X &&...x) const { return e.__of(x...); }
    template <typename T> __host__ __device__ auto operator=(const T &value) const;
};
template <int N> struct __argument {
    template <typename A, typename... X> __host__ __device__ decltype(auto) __of(A &a, X &...x) const {
        if constexpr (N == 0) return (a);
        else return __argument<N - 1>().__of(x...);
    }
};
template <typename T> struct __always {
    T value;
    template <typename... X> __host__ __device__ T __of(X &...) const { return value; }
};
template <typename T> struct __as_actor { typedef __always<T> type; static __host__ __device__ type of(const T &value) { return type{value}; } };
template <typename E> struct __as_actor<__actor<E>> { typedef E type; static __host__ __device__ E of(const __actor<E> &a) { return a.e; } };

#define __THRUST_ACTOR_UNARY(name, op)                                                                                                 \
    template <typename A> struct __actor_##name {                                                                                      \
        A a;                                                                                                                           \
        template <typename... X> __host__ __device__ auto __of(X &...x) const { return op a.__of(x...); }                              \
    };                                                                                                                                 \
    template <typename A> __host__ __device__ inline __actor<__actor_##name<A>> operator op(const __actor<A> &a) { return __actor<__actor_##name<A>>{__actor_##name<A>{a.e}}; }
#define __THRUST_ACTOR_TYPE(name, op, result)                                                                                          \
    template <typename A, typename B> struct __actor_##name {                                                                          \
        A a;                                                                                                                           \
        B b;                                                                                                                           \
        template <typename... X> __host__ __device__ result __of(X &...x) const { return a.__of(x...) op b.__of(x...); }               \
    };                                                                                                                                 \
    template <typename A, typename T> __host__ __device__ inline auto operator op(const __actor<A> &a, const T &b) {                   \
        typedef __actor_##name<A, typename __as_actor<T>::type> E;                                                                     \
        return __actor<E>{E{a.e, __as_actor<T>::of(b)}};                                                                               \
    }
#define __THRUST_ACTOR_BINARY(name, op)                                                                                                \
    __THRUST_ACTOR_TYPE(name, op, auto)                                                                                                \
    template <typename A, typename B> __host__ __device__ inline auto operator op(const __actor<A> &a, const __actor<B> &b) {          \
        return __actor<__actor_##name<A, B>>{__actor_##name<A, B>{a.e, b.e}};                                                          \
    }                                                                                                                                  \
    template <typename T, typename B> __host__ __device__ inline auto operator op(const T &a, const __actor<B> &b) {                   \
        return __actor<__actor_##name<__always<T>, B>>{__actor_##name<__always<T>, B>{__always<T>{a}, b.e}};                           \
    }
__THRUST_ACTOR_BINARY(plus, +)
__THRUST_ACTOR_BINARY(minus, -)
__THRUST_ACTOR_BINARY(times, *)
__THRUST_ACTOR_BINARY(over, /)
__THRUST_ACTOR_BINARY(modulo, %)
__THRUST_ACTOR_BINARY(and, &)
__THRUST_ACTOR_BINARY(or, |)
__THRUST_ACTOR_BINARY(xor, ^)
__THRUST_ACTOR_BINARY(left, <<)
__THRUST_ACTOR_BINARY(right, >>)
__THRUST_ACTOR_BINARY(both, &&)
__THRUST_ACTOR_BINARY(either, ||)
__THRUST_ACTOR_BINARY(equal, ==)
__THRUST_ACTOR_BINARY(unequal, !=)
__THRUST_ACTOR_BINARY(less, <)
__THRUST_ACTOR_BINARY(greater, >)
__THRUST_ACTOR_BINARY(at_most, <=)
__THRUST_ACTOR_BINARY(at_least, >=)
__THRUST_ACTOR_TYPE(add, +=, decltype(auto))
__THRUST_ACTOR_TYPE(subtract, -=, decltype(auto))
__THRUST_ACTOR_TYPE(multiply, *=, decltype(auto))
__THRUST_ACTOR_TYPE(divide, /=, decltype(auto))
__THRUST_ACTOR_TYPE(reduce, %=, decltype(auto))
__THRUST_ACTOR_UNARY(minus_of, -)
__THRUST_ACTOR_UNARY(plus_of, +)
__THRUST_ACTOR_UNARY(not_of, !)
__THRUST_ACTOR_UNARY(inverse_of, ~)
template <typename A, typename B> struct __actor_assign {
    A a;
    B b;
    template <typename... X> __host__ __device__ decltype(auto) __of(X &...x) const { return a.__of(x...) = b.__of(x...); }
};
template <typename E> template <typename T> __host__ __device__ inline auto __actor<E>::operator=(const T &value) const {
    typedef __actor_assign<E, typename __as_actor<T>::type> A;
    return __actor<A>{A{e, __as_actor<T>::of(value)}};
}
#undef __THRUST_ACTOR_UNARY
#undef __THRUST_ACTOR_BINARY
#undef __THRUST_ACTOR_TYPE

namespace placeholders {
static const __actor<__argument<0>> _1 = {};
static const __actor<__argument<1>> _2 = {};
static const __actor<__argument<2>> _3 = {};
static const __actor<__argument<3>> _4 = {};
static const __actor<__argument<4>> _5 = {};
static const __actor<__argument<5>> _6 = {};
static const __actor<__argument<6>> _7 = {};
static const __actor<__argument<7>> _8 = {};
static const __actor<__argument<8>> _9 = {};
static const __actor<__argument<9>> _10 = {};
}

}
