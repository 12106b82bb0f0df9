// Random numbers in kernels and on the host: engines that are values, and distributions. Each thread makes an engine of its own, from a
// seed of its own or by `discard`.
#pragma once
#include <math.h>
#include <stdint.h>
#include <thrust/detail/core.h>

namespace thrust {
namespace random {

// x = a * x + c modulo m.
template <typename U, U a, U c, U m> struct linear_congruential_engine {
    typedef U result_type;
    static const U multiplier = a, increment = c, modulus = m;
    static const U min = c == 0 ? 1 : 0, max = m - 1, default_seed = 1;
    U __x;
    __host__ __device__ explicit linear_congruential_engine(U s = 1) { seed(s); }
    __host__ __device__ void seed(U s = 1) { __x = c % m == 0 && s % m == 0 ? 1 : s % m; }
    __host__ __device__ U operator()() { return __x = (U)(((uint64_t)a * __x + c) % m); }
    // n steps at once, by squaring.
    __host__ __device__ void discard(unsigned long long n) {
        uint64_t by = a, add = c, x = __x;
        for (; n; n >>= 1) {
            if (n & 1) x = (by * x + add) % m;
            add = (by * add + add) % m;
            by = by * by % m;
        }
        __x = (U)x;
    }
};
template <typename U, U a, U c, U m> __host__ __device__ inline bool operator==(const linear_congruential_engine<U, a, c, m> &x, const linear_congruential_engine<U, a, c, m> &y) { return x.__x == y.__x; }
template <typename U, U a, U c, U m> __host__ __device__ inline bool operator!=(const linear_congruential_engine<U, a, c, m> &x, const linear_congruential_engine<U, a, c, m> &y) { return x.__x != y.__x; }
typedef linear_congruential_engine<uint32_t, 16807, 0, 2147483647> minstd_rand0;
typedef linear_congruential_engine<uint32_t, 48271, 0, 2147483647> minstd_rand;
typedef minstd_rand default_random_engine;

// Tausworthe's: w bits, of which k count.
template <typename U, size_t w, size_t k, size_t q, size_t s> struct linear_feedback_shift_engine {
    typedef U result_type;
    static const U min = 0, max = (U)-1, default_seed = 341;
    U __x;
    __host__ __device__ explicit linear_feedback_shift_engine(U seed_ = 341) : __x(seed_) {}
    __host__ __device__ void seed(U seed_ = 341) { __x = seed_; }
    __host__ __device__ U operator()() {
        U b = ((__x << q) ^ __x) >> (k - s);
        return __x = ((__x & ((U)-1 << (w - k))) << s) ^ b;
    }
    __host__ __device__ void discard(unsigned long long n) { for (; n; n--) (*this)(); }
};
template <typename E, size_t s1, typename F, size_t s2 = 0> struct xor_combine_engine {
    typedef typename E::result_type result_type;
    static const result_type min = 0, max = (result_type)-1;
    E __a;
    F __b;
    __host__ __device__ xor_combine_engine() {}
    __host__ __device__ explicit xor_combine_engine(result_type s) : __a(s), __b(s) {}
    __host__ __device__ void seed(result_type s) { __a.seed(s); __b.seed(s); }
    __host__ __device__ result_type operator()() { return (__a() << s1) ^ (__b() << s2); }
    __host__ __device__ void discard(unsigned long long n) { for (; n; n--) (*this)(); }
};
typedef xor_combine_engine<linear_feedback_shift_engine<uint32_t, 32, 31, 13, 12>, 0,
                           xor_combine_engine<linear_feedback_shift_engine<uint32_t, 32, 29, 2, 4>, 0, linear_feedback_shift_engine<uint32_t, 32, 28, 3, 17>>>
    taus88;

template <typename U, size_t w, size_t s, size_t r> struct subtract_with_carry_engine {
    typedef U result_type;
    static const U min = 0, max = ((U)1 << w) - 1;
    static const uint32_t default_seed = 19780503;
    U __x[r];
    size_t __at;
    U __carry;
    __host__ __device__ explicit subtract_with_carry_engine(U value = 19780503) { seed(value); }
    __host__ __device__ void seed(U value = 19780503) {
        uint64_t e = value ? (uint32_t)value : 19780503;
        for (size_t i = 0; i < r; i++) {
            e = e * 40014 % 2147483563; // one number for each word, however wide
            __x[i] = (U)e & max;
        }
        __carry = __x[r - 1] == 0;
        __at = 0;
    }
    __host__ __device__ U operator()() {
        size_t other = __at >= s ? __at - s : __at + r - s;
        U have = __x[other], take = __x[__at] + __carry;
        __carry = have < take;
        U x = __x[__at] = (have - take) & max;
        __at = __at + 1 == r ? 0 : __at + 1;
        return x;
    }
    __host__ __device__ void discard(unsigned long long n) { for (; n; n--) (*this)(); }
};
// Of each block of p numbers, the first u.
template <typename E, size_t p, size_t u> struct discard_block_engine {
    typedef typename E::result_type result_type;
    static const result_type min = E::min, max = E::max;
    E __e;
    size_t __n;
    __host__ __device__ discard_block_engine() : __n(0) {}
    __host__ __device__ explicit discard_block_engine(result_type s) : __e(s), __n(0) {}
    __host__ __device__ void seed(result_type s) { __e.seed(s); __n = 0; }
    __host__ __device__ result_type operator()() {
        if (__n == u) { __e.discard(p - u); __n = 0; }
        __n++;
        return __e();
    }
    __host__ __device__ void discard(unsigned long long n) { for (; n; n--) (*this)(); }
};
typedef subtract_with_carry_engine<uint32_t, 24, 10, 24> ranlux24_base;
typedef subtract_with_carry_engine<uint64_t, 48, 5, 12> ranlux48_base;
typedef discard_block_engine<ranlux24_base, 223, 23> ranlux24;
typedef discard_block_engine<ranlux48_base, 389, 11> ranlux48;

// ---- distributions ------------------------------------------------------------------------------

template <typename T = double> struct uniform_real_distribution {
    typedef T result_type;
    typedef pair<T, T> param_type;
    T __a, __b;
    __host__ __device__ explicit uniform_real_distribution(T a = 0, T b = 1) : __a(a), __b(b) {}
    __host__ __device__ explicit uniform_real_distribution(const param_type &p) : __a(p.first), __b(p.second) {}
    __host__ __device__ void reset() {}
    __host__ __device__ T a() const { return __a; }
    __host__ __device__ T b() const { return __b; }
    __host__ __device__ T min() const { return __a; }
    __host__ __device__ T max() const { return __b; }
    __host__ __device__ param_type param() const { return param_type(__a, __b); }
    __host__ __device__ void param(const param_type &p) { __a = p.first; __b = p.second; }
    template <typename E> __host__ __device__ T operator()(E &engine) {
        T unit = (T)(engine() - E::min) / ((T)1 + (T)(E::max - E::min));
        return unit * (__b - __a) + __a;
    }
    template <typename E> __host__ __device__ T operator()(E &engine, const param_type &p) { return uniform_real_distribution(p)(engine); }
};
template <typename T = int> struct uniform_int_distribution {
    typedef T result_type;
    typedef pair<T, T> param_type;
    T __a, __b;
    __host__ __device__ explicit uniform_int_distribution(T a = 0, T b = (T)(((T)-1 > 0) ? (T)-1 : (T)((((T)1 << (sizeof(T) * 8 - 2)) - 1) * 2 + 1))) : __a(a), __b(b) {}
    __host__ __device__ explicit uniform_int_distribution(const param_type &p) : __a(p.first), __b(p.second) {}
    __host__ __device__ void reset() {}
    __host__ __device__ T a() const { return __a; }
    __host__ __device__ T b() const { return __b; }
    __host__ __device__ T min() const { return __a; }
    __host__ __device__ T max() const { return __b; }
    __host__ __device__ param_type param() const { return param_type(__a, __b); }
    __host__ __device__ void param(const param_type &p) { __a = p.first; __b = p.second; }
    template <typename E> __host__ __device__ T operator()(E &engine) {
        typedef std::conditional_t<(sizeof(T) < 4), float, double> R; // that has room for all of them
        uniform_real_distribution<R> real((R)__a, (R)__b + 1);
        return (T)real(engine);
    }
    template <typename E> __host__ __device__ T operator()(E &engine, const param_type &p) { return uniform_int_distribution(p)(engine); }
};
// By the inverse of the distribution function, from one number of the engine.
template <typename T = double> struct normal_distribution {
    typedef T result_type;
    typedef pair<T, T> param_type;
    T __mean, __stddev;
    __host__ __device__ explicit normal_distribution(T mean = 0, T stddev = 1) : __mean(mean), __stddev(stddev) {}
    __host__ __device__ explicit normal_distribution(const param_type &p) : __mean(p.first), __stddev(p.second) {}
    __host__ __device__ void reset() {}
    __host__ __device__ T mean() const { return __mean; }
    __host__ __device__ T stddev() const { return __stddev; }
    __host__ __device__ T min() const { return -(T)INFINITY; }
    __host__ __device__ T max() const { return (T)INFINITY; }
    __host__ __device__ param_type param() const { return param_type(__mean, __stddev); }
    __host__ __device__ void param(const param_type &p) { __mean = p.first; __stddev = p.second; }
    template <typename E> __host__ __device__ T operator()(E &engine) {
        typename E::result_type range = E::max - E::min, u = engine() - E::min;
        const T step = (T)(1.0 / (double)range);
        T scale = (T)-1.4142135623730950488; // -sqrt(2)
        if (u > range / 2) { // the half whose argument would be near 2
            u = range - u;
            scale = -scale;
        }
        return __mean + __stddev * (scale * erfcinv(2 * ((T)u * step + step / 2)));
    }
    template <typename E> __host__ __device__ T operator()(E &engine, const param_type &p) { return normal_distribution(p)(engine); }
};

}
using random::default_random_engine;
using random::discard_block_engine;
using random::linear_congruential_engine;
using random::linear_feedback_shift_engine;
using random::minstd_rand;
using random::minstd_rand0;
using random::normal_distribution;
using random::ranlux24;
using random::ranlux24_base;
using random::ranlux48;
using random::ranlux48_base;
using random::subtract_with_carry_engine;
using random::taus88;
using random::uniform_int_distribution;
using random::uniform_real_distribution;
using random::xor_combine_engine;

}
