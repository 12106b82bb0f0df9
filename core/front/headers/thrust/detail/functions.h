// Function objects.
#pragma once
#include <functional>
#include <thrust/detail/parallel.h>

namespace thrust {

template <typename A, typename R> struct unary_function { typedef A argument_type; typedef R result_type; };
template <typename A, typename B, typename R> struct binary_function { typedef A first_argument_type; typedef B second_argument_type; typedef R result_type; };

// plus<T>, and plus<> for operands of any types.
#define __THRUST_BINARY(name, result, plain_result, expression)                                                                   \
    template <typename T = void> struct name {                                                                                    \
        typedef T first_argument_type, second_argument_type;                                                                      \
        typedef plain_result result_type;                                                                                         \
        __host__ __device__ constexpr plain_result operator()(const T &a, const T &b) const { return expression; }                \
    };                                                                                                                            \
    template <> struct name<void> {                                                                                               \
        typedef int is_transparent;                                                                                               \
        template <typename A, typename B> __host__ __device__ constexpr auto operator()(const A &a, const B &b) const { return expression; } \
    };
#define __THRUST_UNARY(name, plain_result, expression)                                                                            \
    template <typename T = void> struct name {                                                                                    \
        typedef T argument_type;                                                                                                  \
        typedef plain_result result_type;                                                                                         \
        __host__ __device__ constexpr plain_result operator()(const T &a) const { return expression; }                            \
    };                                                                                                                            \
    template <> struct name<void> {                                                                                               \
        typedef int is_transparent;                                                                                               \
        template <typename A> __host__ __device__ constexpr auto operator()(const A &a) const { return expression; }              \
    };
__THRUST_BINARY(plus, T, T, a + b)
__THRUST_BINARY(minus, T, T, a - b)
__THRUST_BINARY(multiplies, T, T, a *b)
__THRUST_BINARY(divides, T, T, a / b)
__THRUST_BINARY(modulus, T, T, a % b)
__THRUST_BINARY(bit_and, T, T, a &b)
__THRUST_BINARY(bit_or, T, T, a | b)
__THRUST_BINARY(bit_xor, T, T, a ^ b)
__THRUST_BINARY(equal_to, bool, bool, a == b)
__THRUST_BINARY(not_equal_to, bool, bool, a != b)
__THRUST_BINARY(less, bool, bool, a < b)
__THRUST_BINARY(greater, bool, bool, a > b)
__THRUST_BINARY(less_equal, bool, bool, a <= b)
__THRUST_BINARY(greater_equal, bool, bool, a >= b)
__THRUST_BINARY(logical_and, bool, bool, a &&b)
__THRUST_BINARY(logical_or, bool, bool, a || b)
__THRUST_BINARY(maximum, T, T, a < b ? b : a)
__THRUST_BINARY(minimum, T, T, b < a ? b : a)
__THRUST_UNARY(negate, T, -a)
__THRUST_UNARY(square, T, a *a)
__THRUST_UNARY(logical_not, bool, !a)
__THRUST_UNARY(bit_not, T, ~a)
__THRUST_UNARY(identity, T, a)
#undef __THRUST_BINARY
#undef __THRUST_UNARY
template <typename A = void, typename B = void> struct project1st {
    typedef A result_type;
    template <typename X, typename Y> __host__ __device__ X operator()(const X &a, const Y &) const { return a; }
};
template <typename A = void, typename B = void> struct project2nd {
    typedef B result_type;
    template <typename X, typename Y> __host__ __device__ Y operator()(const X &, const Y &b) const { return b; }
};

// What the back ends know.
__THRUST_OP(plus, __op_plus)
__THRUST_OP(multiplies, __op_multiplies)
__THRUST_OP(maximum, __op_max)
__THRUST_OP(minimum, __op_min)
__THRUST_OP(less, __order_less)
__THRUST_OP(greater, __order_greater)
__THRUST_STD_OP(plus, __op_plus)
__THRUST_STD_OP(multiplies, __op_multiplies)
__THRUST_STD_OP(less, __order_less)
__THRUST_STD_OP(greater, __order_greater)

template <typename P> struct unary_negate {
    P p;
    template <typename A> __host__ __device__ bool operator()(const A &a) const { return !p(a); }
};
template <typename P> struct binary_negate {
    P p;
    template <typename A, typename B> __host__ __device__ bool operator()(const A &a, const B &b) const { return !p(a, b); }
};
template <typename P> __host__ __device__ inline unary_negate<P> not1(const P &p) { return unary_negate<P>{p}; }
template <typename P> __host__ __device__ inline binary_negate<P> not2(const P &p) { return binary_negate<P>{p}; }
template <typename P> __host__ __device__ inline unary_negate<P> not_fn(const P &p) { return unary_negate<P>{p}; }

}
