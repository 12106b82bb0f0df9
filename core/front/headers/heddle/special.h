// C++17's special functions of mathematics, for host code: polynomials by their recurrences,
// elliptic integrals in Carlson's forms, Bessel functions by series, by their integral
// representations (DLMF 10.9, 10.32) and by Wronskian, zeta by Euler and Maclaurin.
#pragma once
#include <heddle/throw.h>
#include <math.h>
#include <type_traits>

namespace std {

template <typename A, typename B, typename C>
using __real_of = enable_if_t<is_arithmetic_v<A> && is_arithmetic_v<B> && is_arithmetic_v<C>,
                              decltype((conditional_t<is_integral_v<A>, double, A>)0 +
                                       (conditional_t<is_integral_v<B>, double, B>)0 +
                                       (conditional_t<is_integral_v<C>, double, C>)0)>;

constexpr double __special_pi = 3.14159265358979323846, __special_nan = __builtin_nan(""),
                 __special_inf = __builtin_inf(), __special_euler = 0.57721566490153286061;

inline void __special_domain(bool bad, const char *words) {
    if (bad) __fail("domain_error", words);
}

inline double __special_beta(double a, double b) {
    if (a > 0 && b > 0 && a + b < 170) {
        double more = a > b ? a : b, less = a > b ? b : a;
        return ::tgamma(less) * (::tgamma(more) / ::tgamma(a + b));
    }
    return ::exp(::lgamma(a) + ::lgamma(b) - ::lgamma(a + b));
}

inline double __special_assoc_legendre(unsigned l, unsigned m, double x) {
    if (x != x) return x;
    __special_domain(m == 0 && (x < -1 || x > 1), "Argument out of range in __poly_legendre_p.");
    if (m > l) return 0;
    double last = 0, now = 1, root = ::sqrt((1 - x) * (1 + x));
    for (unsigned i = 1; i <= m; i++) now *= (2 * i - 1) * root;
    for (unsigned i = m + 1; i <= l; i++) {
        double next = ((2.0 * i - 1) * x * now - (i + m - 1.0) * last) / (i - m);
        last = now, now = next;
    }
    return now;
}

inline double __special_hermite(unsigned n, double x) {
    double last = 0, now = 1;
    for (unsigned i = 0; i < n; i++) {
        double next = 2 * (x * now - i * last);
        last = now, now = next;
    }
    return now;
}

inline double __special_assoc_laguerre(unsigned n, unsigned m, double x) {
    __special_domain(x < 0, "Negative argument in __poly_laguerre.");
    double last = 0, now = 1;
    for (unsigned i = 0; i < n; i++) {
        double next = ((2.0 * i + 1 + m - x) * now - ((double)i + m) * last) / (i + 1);
        last = now, now = next;
    }
    return now;
}

// Carlson's symmetric integrals, by duplication (DLMF 19.36).
inline double __special_rf(double x, double y, double z) {
    for (int i = 0; i < 60; i++) {
        double mean = (x + y + z) / 3, a = 1 - x / mean, b = 1 - y / mean, c = 1 - z / mean;
        if (::fabs(a) < 2e-3 && ::fabs(b) < 2e-3 && ::fabs(c) < 2e-3) {
            double two = a * b - c * c, three = a * b * c;
            return (1 - two / 10 + three / 14 + two * two / 24 - 3 * two * three / 44) /
                   ::sqrt(mean);
        }
        double more = ::sqrt(x) * ::sqrt(y) + ::sqrt(y) * ::sqrt(z) + ::sqrt(z) * ::sqrt(x);
        x = (x + more) / 4, y = (y + more) / 4, z = (z + more) / 4;
    }
    return __special_inf;
}
inline double __special_rj(double x, double y, double z, double p) {
    double sum = 0, part = 1;
    for (int i = 0; i < 60; i++) {
        double mean = (x + y + z + 2 * p) / 5, a = 1 - x / mean, b = 1 - y / mean, c = 1 - z / mean,
               d = -(a + b + c) / 2;
        if (::fabs(a) < 1e-3 && ::fabs(b) < 1e-3 && ::fabs(c) < 1e-3 && ::fabs(d) < 1e-3) {
            double two = a * b + a * c + b * c - 3 * d * d,
                   three = a * b * c + 2 * two * d + 4 * d * d * d;
            double four = (2 * a * b * c + two * d + 3 * d * d * d) * d, five = a * b * c * d * d;
            return part / (mean * ::sqrt(mean)) *
                       (1 - 3 * two / 14 + three / 6 + 9 * two * two / 88 - 3 * four / 22 -
                        9 * two * three / 52 + 3 * five / 26) +
                   sum;
        }
        double u = ::sqrt(x), v = ::sqrt(y), w = ::sqrt(z), q = ::sqrt(p),
               more = u * v + v * w + w * u;
        double over = (q + u) * (q + v) * (q + w);
        double e =
            (q - u) * (q + u) / (q + u) * ((q - v) / (q + v)) * ((q - w) / (q + w)) / (q + u);
        sum += 6 * part / over * __special_rf(1, 1 + e, 1 + e);
        part /= 4;
        x = (x + more) / 4, y = (y + more) / 4, z = (z + more) / 4, p = (p + more) / 4;
    }
    return __special_inf;
}
// One elliptic integral from 0 to an angle within a quarter turn: which is 1, 2 or 3.
inline double __special_ellint_of(int which, double k, double nu, double s, double c) {
    double q = (1 - k * s) * (1 + k * s), f = s * __special_rf(c * c, q, 1);
    if (which == 1) return f;
    if (which == 2) return k == 0 ? f : f - k * k * s * s * s * __special_rj(c * c, q, 1, 1) / 3;
    return nu == 0 ? f : f + nu * s * s * s * __special_rj(c * c, q, 1, 1 - nu * s * s) / 3;
}
inline double __special_ellint(int which, double k, double nu, double angle, bool complete) {
    static const char *const words[2][3] = {
        {"Bad argument in __ellint_1.", "Bad argument in __ellint_2.",
         "Bad argument in __ellint_3."},
        {"Bad argument in __comp_ellint_1.", "Bad argument in __comp_ellint_2.",
         "Bad argument in __comp_ellint_3."}};
    if (k != k || nu != nu || angle != angle) return __special_nan;
    if (complete && which == 1 && ::fabs(k) >= 1) return __special_nan;
    if (complete && which == 3 && nu == 1) return __special_inf;
    __special_domain(k < -1 || k > 1, words[complete][which - 1]);
    if (which == 2 && complete && ::fabs(k) == 1) return 1;
    double turns = complete ? 0 : ::floor(angle / __special_pi + 0.5),
           rest = angle - turns * __special_pi;
    double whole =
        complete || turns != 0
            ? (which == 2 && ::fabs(k) == 1 ? 1 : __special_ellint_of(which, k, nu, 1, 0))
            : 0;
    return complete ? whole
                    : (turns == 0 ? 0 : 2 * turns * whole) +
                          __special_ellint_of(which, k, nu, ::sin(rest), ::cos(rest));
}

inline double __special_expint(double x) {
    if (x != x) return x;
    if (x == 0) return -__special_inf;
    if (x < -1) {
        double b = 1 - x, c = 1e300, d = 1 / b, h = d;
        for (int i = 1; i < 1000; i++) {
            double a = -(double)i * i;
            b += 2, d = 1 / (a * d + b), c = b + a / c;
            h *= c * d;
            if (::fabs(c * d - 1) < 1e-16) break;
        }
        return -h * ::exp(x);
    }
    double sum = 0, term = 1;
    if (x < 45) {
        for (int i = 1; i < 500; i++) {
            term *= x / i, sum += term / i;
            if (::fabs(term / i) < 1e-18 * ::fabs(sum)) break;
        }
        return __special_euler + ::log(::fabs(x)) + sum;
    }
    for (int i = 1; i < x && term > 1e-18; i++) sum += term, term *= i / x;
    return ::exp(x) / x * sum;
}

inline double __special_zeta(double s) {
    if (s != s) return s;
    if (s == 1) return __special_inf;
    if (s < 0)
        return s / 2 == ::floor(s / 2)
                   ? 0
                   : ::pow(2, s) * ::pow(__special_pi, s - 1) * ::sin(__special_pi * s / 2) *
                         ::tgamma(1 - s) * __special_zeta(1 - s);
    static const double bernoulli[] = {1.0 / 6,  -1.0 / 30,     1.0 / 42, -1.0 / 30,
                                       5.0 / 66, -691.0 / 2730, 7.0 / 6,  -3617.0 / 510};
    double n = 20, sum = 0, power = ::pow(n, -s), term = s * power / n / 2;
    for (int i = 1; i < 20; i++) sum += ::pow(i, -s);
    sum += n * power / (s - 1) + power / 2;
    for (int i = 0; i < 8; i++) {
        sum += bernoulli[i] * term;
        term *= (s + 2 * i + 1) * (s + 2 * i + 2) / (n * n * (2 * i + 3) * (2 * i + 4));
    }
    return sum;
}

// The ascending series of I (sign 1) and J (sign -1), DLMF 10.2.2 and 10.25.2.
inline double __special_series(double nu, double x, int sign) {
    double square = sign * x * x / 4,
           term = nu < 150 ? ::pow(x / 2, nu) / ::tgamma(nu + 1)
                           : ::exp(nu * ::log(x / 2) - ::lgamma(nu + 1)),
           sum = term;
    for (int i = 1; i < 100000 && ::fabs(term) > 1e-18 * ::fabs(sum); i++)
        term *= square / (i * (i + nu)), sum += term;
    return sum;
}
inline double __special_bessel_i(double nu, double x) {
    __special_domain(nu < 0 || x < 0, "Bad argument in __cyl_bessel_i.");
    if (nu != nu || x != x) return __special_nan;
    return x == 0 ? nu == 0 : x > 1500 ? __special_inf : __special_series(nu, x, 1);
}
inline double __special_bessel_k(double nu, double x) {
    __special_domain(nu < 0 || x < 0, "Bad argument in __cyl_bessel_ik.");
    if (nu != nu || x != x) return __special_nan;
    if (x == 0) return __special_inf;
    double step = 0.5 / ::sqrt(nu + x + 16), sum = ::exp(-x) / 2;
    for (int i = 1; i < 1000000; i++) {
        double t = i * step, base = -x * ::cosh(t),
               term = (::exp(base + nu * t) + ::exp(base - nu * t)) / 2;
        sum += term;
        if (x * ::sinh(t) > nu && term <= 1e-19 * sum) break;
    }
    return sum * step;
}
// What is left of Schlaefli's integrals past the half turn: of e^(-x sinh t) (grow e^(nu t) + fall
// e^(-nu t)) from 0 to infinity.
inline double __special_tail(double nu, double x, double grow, double fall) {
    double step = 1 / (128 + nu), sum = 0;
    for (double u = -4; u < 5; u += step) {
        double e = ::exp(-u), t = ::exp(u - e), base = -x * ::sinh(t),
               value = fall * ::exp(base - nu * t);
        if (grow != 0) value += grow * ::exp(base + nu * t);
        sum += value * t * (1 + e);
    }
    return sum * step;
}
// The cosine (or, negated, the sine) of nu t - x sin t over half a turn, by the doubly exponential
// rule.
inline double __special_wave(double nu, double x, bool sine) {
    double step = 1 / (32 + x + nu), sum = 0;
    for (double u = -3.5; u < 3.5; u += step) {
        double g = __special_pi / 2 * ::sinh(u), c = ::cosh(g),
               t = __special_pi / (1 + ::exp(-2 * g)), phase = nu * t - x * ::sin(t);
        sum += (sine ? -::sin(phase) : ::cos(phase)) * __special_pi / 2 * ::cosh(u) / (c * c);
    }
    return sum * step * __special_pi / 2;
}
// Hankel's expansion for an argument far above the order, DLMF 10.17.3.
inline double __special_hankel(double nu, double x, bool second) {
    double term = 1, p = 0, q = 0, phase = x - (nu / 2 + 0.25) * __special_pi;
    for (int i = 0; i < 60 && ::fabs(term) > 1e-18; i++) {
        if (i % 2)
            q += i % 4 == 1 ? term : -term;
        else
            p += i % 4 == 0 ? term : -term;
        term *= (4 * nu * nu - (2.0 * i + 1) * (2 * i + 1)) / ((i + 1) * 8 * x);
    }
    return ::sqrt(2 / (__special_pi * x)) *
           (second ? p * ::sin(phase) + q * ::cos(phase) : p * ::cos(phase) - q * ::sin(phase));
}
inline double __special_neumann(double nu, double x) {
    __special_domain(nu < 0 || x < 0, "Bad argument in __cyl_neumann_n.");
    if (nu != nu || x != x) return __special_nan;
    if (x == 0) return -__special_inf;
    if (x > 200 && x > nu * nu) return __special_hankel(nu, x, true);
    if (nu == ::floor(nu) && nu < 1000) return ::yn((int)nu, x);
    double turn = nu - 2 * ::floor(nu / 2),
           cosine = turn == 0.5 || turn == 1.5 ? 0 : ::cos(__special_pi * turn);
    return (__special_wave(nu, x, true) - __special_tail(nu, x, 1, cosine)) / __special_pi;
}
inline double __special_bessel_j(double nu, double x) {
    __special_domain(nu < 0 || x < 0, "Bad argument in __cyl_bessel_j.");
    if (nu != nu || x != x) return __special_nan;
    if (x == 0) return nu == 0;
    if (x * x < 4 * (nu + 1)) return __special_series(nu, x, -1);
    if (x > 200 && x > nu * nu) return __special_hankel(nu, x, false);
    if (nu == ::floor(nu) && nu < 1000) return ::jn((int)nu, x);
    if (x < nu) {
        double ratio = 0;
        for (double order = nu + 200 + x; order > nu + 0.5; order -= 1)
            ratio = 1 / (2 * (nu + ::round(order - nu)) / x - ratio);
        return 2 / (__special_pi * x) /
               (ratio * __special_neumann(nu, x) - __special_neumann(nu + 1, x));
    }
    double turn = nu - 2 * ::floor(nu / 2);
    return (__special_wave(nu, x, false) -
            ::sin(__special_pi * turn) * __special_tail(nu, x, 0, 1)) /
           __special_pi;
}
inline double __special_sph_bessel(unsigned n, double x) {
    __special_domain(x < 0, "Bad argument in __sph_bessel.");
    return x == 0   ? n == 0
           : n == 0 ? ::sin(x) / x
                    : ::sqrt(__special_pi / (2 * x)) * __special_bessel_j(n + 0.5, x);
}
inline double __special_sph_neumann(unsigned n, double x) {
    __special_domain(x < 0, "Bad argument in __sph_neumann.");
    if (x == 0) return -__special_inf;
    double last = ::sin(x) / x, now = -::cos(x) / x;
    for (unsigned i = 0; i < n; i++) {
        double next = (2.0 * i + 1) / x * now - last;
        last = now, now = next;
    }
    return now;
}
inline double __special_sph_legendre(unsigned l, unsigned m, double angle) {
    if (m > l) return 0;
    double scale = (2 * l + 1) / (4 * __special_pi);
    for (unsigned i = l - m + 1; i <= l + m; i++) scale /= i;
    double s = ::sin(angle), x = ::cos(angle), last = 0,
           now = m % 2 ? -::sqrt(scale) : ::sqrt(scale);
    for (unsigned i = 1; i <= m; i++) now *= (2 * i - 1) * ::fabs(s);
    for (unsigned i = m + 1; i <= l; i++) {
        double next = ((2.0 * i - 1) * x * now - (i + m - 1.0) * last) / (i - m);
        last = now, now = next;
    }
    return now;
}

// Euler's beta function, tgamma(x) tgamma(y) / tgamma(x + y).
template <typename A, typename B, typename R = __real_of<A, B, A>> inline R beta(A x, B y) {
    return (R)__special_beta((double)x, (double)y);
}
inline float betaf(float x, float y) { return (float)__special_beta((double)x, (double)y); }
inline long double betal(long double x, long double y) {
    return (long double)__special_beta((double)x, (double)y);
}
// Legendre's polynomial of degree l.
template <typename A, typename R = __real_of<A, A, A>> inline R legendre(unsigned l, A x) {
    return (R)__special_assoc_legendre(l, 0, (double)x);
}
inline float legendref(unsigned l, float x) {
    return (float)__special_assoc_legendre(l, 0, (double)x);
}
inline long double legendrel(unsigned l, long double x) {
    return (long double)__special_assoc_legendre(l, 0, (double)x);
}
// The associated Legendre function of degree l and order m, without the sign (-1)^m.
template <typename A, typename R = __real_of<A, A, A>>
inline R assoc_legendre(unsigned l, unsigned m, A x) {
    return (R)__special_assoc_legendre(l, m, (double)x);
}
inline float assoc_legendref(unsigned l, unsigned m, float x) {
    return (float)__special_assoc_legendre(l, m, (double)x);
}
inline long double assoc_legendrel(unsigned l, unsigned m, long double x) {
    return (long double)__special_assoc_legendre(l, m, (double)x);
}
// The spherical harmonic of degree l and order m at this angle from the pole, at longitude 0.
template <typename A, typename R = __real_of<A, A, A>>
inline R sph_legendre(unsigned l, unsigned m, A angle) {
    return (R)__special_sph_legendre(l, m, (double)angle);
}
inline float sph_legendref(unsigned l, unsigned m, float angle) {
    return (float)__special_sph_legendre(l, m, (double)angle);
}
inline long double sph_legendrel(unsigned l, unsigned m, long double angle) {
    return (long double)__special_sph_legendre(l, m, (double)angle);
}
// Hermite's polynomial of degree n, the physicists' one.
template <typename A, typename R = __real_of<A, A, A>> inline R hermite(unsigned n, A x) {
    return (R)__special_hermite(n, (double)x);
}
inline float hermitef(unsigned n, float x) { return (float)__special_hermite(n, (double)x); }
inline long double hermitel(unsigned n, long double x) {
    return (long double)__special_hermite(n, (double)x);
}
// Laguerre's polynomial of degree n.
template <typename A, typename R = __real_of<A, A, A>> inline R laguerre(unsigned n, A x) {
    return (R)__special_assoc_laguerre(n, 0, (double)x);
}
inline float laguerref(unsigned n, float x) {
    return (float)__special_assoc_laguerre(n, 0, (double)x);
}
inline long double laguerrel(unsigned n, long double x) {
    return (long double)__special_assoc_laguerre(n, 0, (double)x);
}
// The associated Laguerre polynomial of degree n and order m.
template <typename A, typename R = __real_of<A, A, A>>
inline R assoc_laguerre(unsigned n, unsigned m, A x) {
    return (R)__special_assoc_laguerre(n, m, (double)x);
}
inline float assoc_laguerref(unsigned n, unsigned m, float x) {
    return (float)__special_assoc_laguerre(n, m, (double)x);
}
inline long double assoc_laguerrel(unsigned n, unsigned m, long double x) {
    return (long double)__special_assoc_laguerre(n, m, (double)x);
}
// The modified Bessel function of the first kind.
template <typename A, typename B, typename R = __real_of<A, B, A>>
inline R cyl_bessel_i(A nu, B x) {
    return (R)__special_bessel_i((double)nu, (double)x);
}
inline float cyl_bessel_if(float nu, float x) {
    return (float)__special_bessel_i((double)nu, (double)x);
}
inline long double cyl_bessel_il(long double nu, long double x) {
    return (long double)__special_bessel_i((double)nu, (double)x);
}
// The Bessel function of the first kind.
template <typename A, typename B, typename R = __real_of<A, B, A>>
inline R cyl_bessel_j(A nu, B x) {
    return (R)__special_bessel_j((double)nu, (double)x);
}
inline float cyl_bessel_jf(float nu, float x) {
    return (float)__special_bessel_j((double)nu, (double)x);
}
inline long double cyl_bessel_jl(long double nu, long double x) {
    return (long double)__special_bessel_j((double)nu, (double)x);
}
// The modified Bessel function of the second kind.
template <typename A, typename B, typename R = __real_of<A, B, A>>
inline R cyl_bessel_k(A nu, B x) {
    return (R)__special_bessel_k((double)nu, (double)x);
}
inline float cyl_bessel_kf(float nu, float x) {
    return (float)__special_bessel_k((double)nu, (double)x);
}
inline long double cyl_bessel_kl(long double nu, long double x) {
    return (long double)__special_bessel_k((double)nu, (double)x);
}
// Neumann's function, the Bessel function of the second kind.
template <typename A, typename B, typename R = __real_of<A, B, A>> inline R cyl_neumann(A nu, B x) {
    return (R)__special_neumann((double)nu, (double)x);
}
inline float cyl_neumannf(float nu, float x) {
    return (float)__special_neumann((double)nu, (double)x);
}
inline long double cyl_neumannl(long double nu, long double x) {
    return (long double)__special_neumann((double)nu, (double)x);
}
// The spherical Bessel function of order n.
template <typename A, typename R = __real_of<A, A, A>> inline R sph_bessel(unsigned n, A x) {
    return (R)__special_sph_bessel(n, (double)x);
}
inline float sph_besself(unsigned n, float x) { return (float)__special_sph_bessel(n, (double)x); }
inline long double sph_bessell(unsigned n, long double x) {
    return (long double)__special_sph_bessel(n, (double)x);
}
// The spherical Neumann function of order n.
template <typename A, typename R = __real_of<A, A, A>> inline R sph_neumann(unsigned n, A x) {
    return (R)__special_sph_neumann(n, (double)x);
}
inline float sph_neumannf(unsigned n, float x) {
    return (float)__special_sph_neumann(n, (double)x);
}
inline long double sph_neumannl(unsigned n, long double x) {
    return (long double)__special_sph_neumann(n, (double)x);
}
// Riemann's zeta function.
template <typename A, typename R = __real_of<A, A, A>> inline R riemann_zeta(A s) {
    return (R)__special_zeta((double)s);
}
inline float riemann_zetaf(float s) { return (float)__special_zeta((double)s); }
inline long double riemann_zetal(long double s) { return (long double)__special_zeta((double)s); }
// The exponential integral Ei.
template <typename A, typename R = __real_of<A, A, A>> inline R expint(A x) {
    return (R)__special_expint((double)x);
}
inline float expintf(float x) { return (float)__special_expint((double)x); }
inline long double expintl(long double x) { return (long double)__special_expint((double)x); }
// The incomplete elliptic integral of the first kind, of modulus k.
template <typename A, typename B, typename R = __real_of<A, B, A>> inline R ellint_1(A k, B angle) {
    return (R)__special_ellint(1, (double)k, 0, (double)angle, false);
}
inline float ellint_1f(float k, float angle) {
    return (float)__special_ellint(1, (double)k, 0, (double)angle, false);
}
inline long double ellint_1l(long double k, long double angle) {
    return (long double)__special_ellint(1, (double)k, 0, (double)angle, false);
}
// The complete elliptic integral of the first kind, of modulus k.
template <typename A, typename R = __real_of<A, A, A>> inline R comp_ellint_1(A k) {
    return (R)__special_ellint(1, (double)k, 0, 0, true);
}
inline float comp_ellint_1f(float k) { return (float)__special_ellint(1, (double)k, 0, 0, true); }
inline long double comp_ellint_1l(long double k) {
    return (long double)__special_ellint(1, (double)k, 0, 0, true);
}
// The incomplete elliptic integral of the second kind, of modulus k.
template <typename A, typename B, typename R = __real_of<A, B, A>> inline R ellint_2(A k, B angle) {
    return (R)__special_ellint(2, (double)k, 0, (double)angle, false);
}
inline float ellint_2f(float k, float angle) {
    return (float)__special_ellint(2, (double)k, 0, (double)angle, false);
}
inline long double ellint_2l(long double k, long double angle) {
    return (long double)__special_ellint(2, (double)k, 0, (double)angle, false);
}
// The complete elliptic integral of the second kind, of modulus k.
template <typename A, typename R = __real_of<A, A, A>> inline R comp_ellint_2(A k) {
    return (R)__special_ellint(2, (double)k, 0, 0, true);
}
inline float comp_ellint_2f(float k) { return (float)__special_ellint(2, (double)k, 0, 0, true); }
inline long double comp_ellint_2l(long double k) {
    return (long double)__special_ellint(2, (double)k, 0, 0, true);
}
// The incomplete elliptic integral of the third kind, of modulus k.
template <typename A, typename B, typename C, typename R = __real_of<A, B, C>>
inline R ellint_3(A k, B nu, C angle) {
    return (R)__special_ellint(3, (double)k, (double)nu, (double)angle, false);
}
inline float ellint_3f(float k, float nu, float angle) {
    return (float)__special_ellint(3, (double)k, (double)nu, (double)angle, false);
}
inline long double ellint_3l(long double k, long double nu, long double angle) {
    return (long double)__special_ellint(3, (double)k, (double)nu, (double)angle, false);
}
// The complete elliptic integral of the third kind, of modulus k.
template <typename A, typename B, typename R = __real_of<A, B, A>>
inline R comp_ellint_3(A k, B nu) {
    return (R)__special_ellint(3, (double)k, (double)nu, 0, true);
}
inline float comp_ellint_3f(float k, float nu) {
    return (float)__special_ellint(3, (double)k, (double)nu, 0, true);
}
inline long double comp_ellint_3l(long double k, long double nu) {
    return (long double)__special_ellint(3, (double)k, (double)nu, 0, true);
}

} // namespace std
