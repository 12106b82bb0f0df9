// Complex numbers for host and kernels.
#pragma once
#include <math.h>
#include <thrust/detail/core.h>

namespace thrust {

template <typename T> struct complex {
    typedef T value_type;
    T __re, __im;
    __host__ __device__ constexpr complex() : __re(0), __im(0) {}
    __host__ __device__ constexpr complex(const T &re) : __re(re), __im(0) {}
    __host__ __device__ constexpr complex(const T &re, const T &im) : __re(re), __im(im) {}
    __host__ __device__ constexpr complex(const complex &other) : __re(other.__re), __im(other.__im) {}
    template <typename U> __host__ __device__ constexpr complex(const complex<U> &other) : __re((T)other.__re), __im((T)other.__im) {}
    __host__ __device__ constexpr T real() const { return __re; }
    __host__ __device__ constexpr T imag() const { return __im; }
    __host__ __device__ void real(T re) { __re = re; }
    __host__ __device__ void imag(T im) { __im = im; }
    __host__ __device__ complex &operator=(const complex &z) { __re = z.__re; __im = z.__im; return *this; }
    __host__ __device__ complex &operator=(const T &x) { __re = x; __im = 0; return *this; }
    template <typename U> __host__ __device__ complex &operator=(const complex<U> &z) { __re = (T)z.__re; __im = (T)z.__im; return *this; }
    __host__ __device__ complex &operator+=(const complex &z) { __re += z.__re; __im += z.__im; return *this; }
    __host__ __device__ complex &operator-=(const complex &z) { __re -= z.__re; __im -= z.__im; return *this; }
    __host__ __device__ complex &operator*=(const complex &z) { return *this = *this * z; }
    __host__ __device__ complex &operator/=(const complex &z) { return *this = *this / z; }
    __host__ __device__ complex &operator+=(const T &x) { __re += x; return *this; }
    __host__ __device__ complex &operator-=(const T &x) { __re -= x; return *this; }
    __host__ __device__ complex &operator*=(const T &x) { __re *= x; __im *= x; return *this; }
    __host__ __device__ complex &operator/=(const T &x) { __re /= x; __im /= x; return *this; }
};

template <typename T> using __number = std::enable_if_t<std::is_arithmetic_v<T>, T>;
template <typename T, typename U> using __mixed = complex<std::common_type_t<T, U>>;
#define __THRUST_COMPLEX(op, both, right, left)                                                                                                           \
    template <typename T, typename U> __host__ __device__ inline __mixed<T, U> operator op(const complex<T> &x, const complex<U> &y) {                    \
        typedef std::common_type_t<T, U> R;                                                                                                               \
        R a = x.__re, b = x.__im, c = y.__re, d = y.__im;                                                                                                 \
        both                                                                                                                                              \
    }                                                                                                                                                     \
    template <typename T, typename U> __host__ __device__ inline __mixed<T, __number<U>> operator op(const complex<T> &x, const U &y) {                     \
        typedef std::common_type_t<T, U> R;                                                                                                               \
        R a = x.__re, b = x.__im, c = y;                                                                                                                  \
        return complex<R> right;                                                                                                                          \
    }                                                                                                                                                     \
    template <typename T, typename U> __host__ __device__ inline __mixed<__number<T>, U> operator op(const T &x, const complex<U> &y) {                     \
        typedef std::common_type_t<T, U> R;                                                                                                               \
        R a = x, c = y.__re, d = y.__im;                                                                                                                  \
        return left;                                                                                                                                      \
    }
__THRUST_COMPLEX(+, return complex<R>(a + c, b + d);, (a + c, b), complex<R>(a + c, d))
__THRUST_COMPLEX(-, return complex<R>(a - c, b - d);, (a - c, b), complex<R>(a - c, -d))
__THRUST_COMPLEX(*, return complex<R>(a * c - b * d, a * d + b * c);, (a * c, b * c), complex<R>(a * c, a * d))
// Scaled, so that neither the squares of large parts nor those of small ones leave the range.
__THRUST_COMPLEX(/, R s = fabs(c) + fabs(d); a /= s; b /= s; c /= s; d /= s; s = c * c + d * d; return complex<R>((a * c + b * d) / s, (b * c - a * d) / s);, (a / c, b / c), complex<R>(a) / complex<R>(c, d))
#undef __THRUST_COMPLEX
template <typename T> __host__ __device__ inline complex<T> operator+(const complex<T> &a) { return a; }
template <typename T> __host__ __device__ inline complex<T> operator-(const complex<T> &a) { return complex<T>(-a.__re, -a.__im); }
template <typename T, typename U> __host__ __device__ inline bool operator==(const complex<T> &a, const complex<U> &b) { return a.__re == b.__re && a.__im == b.__im; }
template <typename T, typename U> __host__ __device__ inline bool operator!=(const complex<T> &a, const complex<U> &b) { return a.__re != b.__re || a.__im != b.__im; }
template <typename T> __host__ __device__ inline bool operator==(const complex<T> &a, const T &b) { return a.__re == b && a.__im == 0; }
template <typename T> __host__ __device__ inline bool operator!=(const complex<T> &a, const T &b) { return a.__re != b || a.__im != 0; }
template <typename T> __host__ __device__ inline bool operator==(const T &a, const complex<T> &b) { return b.__re == a && b.__im == 0; }
template <typename T> __host__ __device__ inline bool operator!=(const T &a, const complex<T> &b) { return b.__re != a || b.__im != 0; }

template <typename T> __host__ __device__ inline T abs(const complex<T> &z) { return ::hypot(z.__re, z.__im); }
template <typename T> __host__ __device__ inline T arg(const complex<T> &z) { return ::atan2(z.__im, z.__re); }
template <typename T> __host__ __device__ inline T norm(const complex<T> &z) { return z.__re * z.__re + z.__im * z.__im; }
template <typename T> __host__ __device__ inline complex<T> conj(const complex<T> &z) { return complex<T>(z.__re, -z.__im); }
template <typename T> __host__ __device__ inline complex<T> polar(const T &r, const T &angle = T()) { return complex<T>(r * ::cos(angle), r * ::sin(angle)); }
template <typename T> __host__ __device__ inline complex<T> proj(const complex<T> &z) { return isinf(z.__re) || isinf(z.__im) ? complex<T>((T)INFINITY, copysign((T)0, z.__im)) : z; }
template <typename T> __host__ __device__ inline complex<T> exp(const complex<T> &z) { return polar(::exp(z.__re), z.__im); }
template <typename T> __host__ __device__ inline complex<T> log(const complex<T> &z) { return complex<T>(::log(abs(z)), arg(z)); }
template <typename T> __host__ __device__ inline complex<T> log10(const complex<T> &z) { return log(z) / (T)2.30258509299404568402; }
template <typename T> __host__ __device__ inline complex<T> sqrt(const complex<T> &z) {
    T r = abs(z);
    if (r == 0) return complex<T>(0, z.__im);
    if (z.__re >= 0) { T s = ::sqrt((r + z.__re) / 2); return complex<T>(s, z.__im / (2 * s)); }
    T s = ::sqrt((r - z.__re) / 2);
    return complex<T>(fabs(z.__im) / (2 * s), copysign(s, z.__im));
}
template <typename T> __host__ __device__ inline complex<T> pow(const complex<T> &z, const complex<T> &w) { return z == complex<T>() ? (w == complex<T>() ? complex<T>(1) : complex<T>()) : exp(w * log(z)); }
template <typename T> __host__ __device__ inline complex<T> pow(const complex<T> &z, const T &w) { return pow(z, complex<T>(w)); }
template <typename T> __host__ __device__ inline complex<T> pow(const T &z, const complex<T> &w) { return pow(complex<T>(z), w); }
template <typename T> __host__ __device__ inline complex<T> cosh(const complex<T> &z) { return complex<T>(::cosh(z.__re) * ::cos(z.__im), ::sinh(z.__re) * ::sin(z.__im)); }
template <typename T> __host__ __device__ inline complex<T> sinh(const complex<T> &z) { return complex<T>(::sinh(z.__re) * ::cos(z.__im), ::cosh(z.__re) * ::sin(z.__im)); }
template <typename T> __host__ __device__ inline complex<T> tanh(const complex<T> &z) { return sinh(z) / cosh(z); }
template <typename T> __host__ __device__ inline complex<T> cos(const complex<T> &z) { return complex<T>(::cos(z.__re) * ::cosh(z.__im), -::sin(z.__re) * ::sinh(z.__im)); }
template <typename T> __host__ __device__ inline complex<T> sin(const complex<T> &z) { return complex<T>(::sin(z.__re) * ::cosh(z.__im), ::cos(z.__re) * ::sinh(z.__im)); }
template <typename T> __host__ __device__ inline complex<T> tan(const complex<T> &z) { return sin(z) / cos(z); }
template <typename S, typename T> inline S &operator<<(S &stream, const complex<T> &z) { stream << '(' << z.__re << ',' << z.__im << ')'; return stream; }

// Inverse functions, by logarithms (Abramowitz and Stegun, 4.4 and 4.6).
template <typename T> __host__ __device__ inline complex<T> asinh(const complex<T> &z) { return log(z + sqrt(z * z + complex<T>(1))); }
template <typename T> __host__ __device__ inline complex<T> acosh(const complex<T> &z) { return log(z + sqrt(z + complex<T>(1)) * sqrt(z - complex<T>(1))); }
template <typename T> __host__ __device__ inline complex<T> atanh(const complex<T> &z) { return (log(complex<T>(1) + z) - log(complex<T>(1) - z)) * complex<T>((T)0.5); }
template <typename T> __host__ __device__ inline complex<T> asin(const complex<T> &z) { complex<T> w = asinh(complex<T>(-z.imag(), z.real())); return complex<T>(w.imag(), -w.real()); }
template <typename T> __host__ __device__ inline complex<T> acos(const complex<T> &z) { complex<T> w = asin(z); return complex<T>((T)1.57079632679489661923 - w.real(), -w.imag()); }
template <typename T> __host__ __device__ inline complex<T> atan(const complex<T> &z) { complex<T> w = atanh(complex<T>(-z.imag(), z.real())); return complex<T>(w.imag(), -w.real()); }
}
