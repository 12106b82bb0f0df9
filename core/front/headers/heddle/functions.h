// Operations as types, for algorithms that have a usual one.
#pragma once

namespace std {

struct __sum_of { template <typename A, typename B> __host__ __device__ auto operator()(const A &a, const B &b) const { return a + b; } };
struct __difference_of { template <typename A, typename B> __host__ __device__ auto operator()(const A &a, const B &b) const { return a - b; } };
struct __product_of { template <typename A, typename B> __host__ __device__ auto operator()(const A &a, const B &b) const { return a * b; } };
struct __itself { template <typename A> __host__ __device__ A &&operator()(A &&a) const { return (A &&)a; } };
struct __copied { template <typename A> __host__ __device__ A operator()(const A &a) const { return a; } };

}
