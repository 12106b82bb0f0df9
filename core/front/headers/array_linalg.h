// array_linalg.h: systems of equations and Fourier transforms of arrays, by NumPy's names. Ours alone; included by its names.
#ifndef HEDDLE_ARRAY_LINALG_H
#define HEDDLE_ARRAY_LINALG_H

#include <complex.h>
#include <math.h>
#include <stdexcept>

// What is computed in double is given back as float where the elements were floats.
template <typename T> struct __heddle_solved { using type = double; using spectrum = double _Complex; };
template <> struct __heddle_solved<float> { using type = float; using spectrum = float _Complex; };
template <> struct __heddle_solved<float _Complex> { using spectrum = float _Complex; };

// ---- equations ---------------------------------------------------------------------------------------------------------

inline void __heddle_square(long rows, long columns, const char *what)
{
    if (rows != columns) throw std::invalid_argument(what);
}

// Gauss's elimination with the largest element of each column as its pivot: `b` becomes the solution, `a` is used up. The
// determinant of a; 0: there is no solution.
inline double __heddle_eliminate(ndarray<double, 2> a, ndarray<double, 2> b)
{
    long n = a.shape[0], m = b.shape[1];
    double det = 1, *pa = a.data, *pb = b.data;
    for (long k = 0; k < n; k++) {
        long best = k;
        for (long i = k + 1; i < n; i++)
            if (fabs(pa[i * n + k]) > fabs(pa[best * n + k])) best = i;
        double pivot = pa[best * n + k];
        if (pivot == 0) return 0;
        if (best != k) {
            for (long j = 0; j < n; j++) {
                double t = pa[k * n + j];
                pa[k * n + j] = pa[best * n + j];
                pa[best * n + j] = t;
            }
            for (long j = 0; j < m; j++) {
                double t = pb[k * m + j];
                pb[k * m + j] = pb[best * m + j];
                pb[best * m + j] = t;
            }
            det = -det;
        }
        det *= pivot;
        for (long i = k + 1; i < n; i++) {
            double f = pa[i * n + k] / pivot;
            if (f == 0) continue;
            for (long j = k + 1; j < n; j++) pa[i * n + j] -= f * pa[k * n + j];
            for (long j = 0; j < m; j++) pb[i * m + j] -= f * pb[k * m + j];
        }
    }
    for (long k = n; k-- > 0;) {
        for (long j = 0; j < m; j++) pb[k * m + j] /= pa[k * n + k];
        for (long i = 0; i < k; i++) {
            double f = pa[i * n + k];
            for (long j = 0; j < m; j++) pb[i * m + j] -= f * pb[k * m + j];
        }
    }
    return det;
}

// x with a x = b: b is a vector, or a matrix whose columns are solved for
template <typename T, typename U> auto solve(ndarray<T, 2> a, ndarray<U, 2> b)
{
    __heddle_square(a.shape[0], a.shape[1], "solve: the matrix is not square");
    if (a.shape[0] != b.shape[0]) throw std::invalid_argument("solve: the matrix and the right side have other numbers of rows");
    auto x = b.astype<double>().copy();
    if (__heddle_eliminate(a.astype<double>().copy(), x) == 0 && a.shape[0]) throw std::domain_error("solve: the matrix is singular");
    return x.astype<typename __heddle_solved<decltype(T() * U())>::type>();
}
template <typename T, typename U> auto solve(ndarray<T, 2> a, ndarray<U, 1> b) { return solve(a, b[:, newaxis])[:, 0].copy(); }
// the inverse matrix
template <typename T> auto inv(ndarray<T, 2> a)
{
    __heddle_square(a.shape[0], a.shape[1], "inv: the matrix is not square");
    auto x = eye<double>(a.shape[0]);
    if (__heddle_eliminate(a.astype<double>().copy(), x) == 0 && a.shape[0]) throw std::domain_error("inv: the matrix is singular");
    return x.astype<typename __heddle_solved<T>::type>();
}
// the determinant
template <typename T> auto det(ndarray<T, 2> a)
{
    __heddle_square(a.shape[0], a.shape[1], "det: the matrix is not square");
    return (typename __heddle_solved<T>::type)__heddle_eliminate(a.astype<double>().copy(), zeros<double>(a.shape[0], 0));
}

// ---- Fourier transforms ------------------------------------------------------------------------------------------------

// In place; sign: -1, or 1 for the inverse without its factor. n: a power of two.
inline void __heddle_fft_power(double *re, double *im, long n, double sign)
{
    for (long i = 1, j = 0; i < n; i++) {
        long bit = n >> 1;
        for (; j & bit; bit >>= 1) j ^= bit;
        j ^= bit;
        if (i >= j) continue;
        double r = re[i], m = im[i];
        re[i] = re[j];
        im[i] = im[j];
        re[j] = r;
        im[j] = m;
    }
    auto table = empty<double>(2, n / 2 + 1);
    double *c = table.data, *s = c + n / 2 + 1;
    for (long k = 0; k < n / 2; k++) {
        c[k] = cos(2 * M_PI * k / n);
        s[k] = sign * sin(2 * M_PI * k / n);
    }
    for (long half = 1; half < n; half *= 2)
        for (long from = 0; from < n; from += 2 * half)
            for (long k = 0; k < half; k++) {
                long i = from + k, j = i + half, at = k * (n / 2 / half);
                double r = re[j] * c[at] - im[j] * s[at], m = re[j] * s[at] + im[j] * c[at];
                re[j] = re[i] - r;
                im[j] = im[i] - m;
                re[i] += r;
                im[i] += m;
            }
}

// Of any length: as a convolution, whose length is a power of two (Bluestein).
inline void __heddle_fft(double *re, double *im, long n, double sign)
{
    if (!(n & (n - 1))) return __heddle_fft_power(re, im, n, sign);
    long m = 1;
    while (m < 2 * n - 1) m *= 2;
    auto parts = zeros<double>(4, m), turn = empty<double>(2, n);
    double *ar = parts.data, *ai = ar + m, *br = ai + m, *bi = br + m, *c = turn.data, *s = c + n;
    for (long k = 0; k < n; k++) {
        double at = (double)((unsigned long)k * (unsigned long)k % (unsigned long)(2 * n)) / n;
        c[k] = cos(M_PI * at);
        s[k] = sign * sin(M_PI * at);
        ar[k] = re[k] * c[k] - im[k] * s[k];
        ai[k] = re[k] * s[k] + im[k] * c[k];
        br[k] = c[k];
        bi[k] = -s[k];
        if (k) br[m - k] = br[k], bi[m - k] = bi[k];
    }
    __heddle_fft_power(ar, ai, m, -1);
    __heddle_fft_power(br, bi, m, -1);
    for (long k = 0; k < m; k++) {
        double r = ar[k] * br[k] - ai[k] * bi[k];
        ai[k] = ar[k] * bi[k] + ai[k] * br[k];
        ar[k] = r;
    }
    __heddle_fft_power(ar, ai, m, 1);
    for (long k = 0; k < n; k++) {
        re[k] = (ar[k] * c[k] - ai[k] * s[k]) / m;
        im[k] = (ar[k] * s[k] + ai[k] * c[k]) / m;
    }
}

template <typename T> ndarray<double _Complex, 1> __heddle_transformed(ndarray<T, 1> a, double sign)
{
    long n = a.shape[0];
    if (!n) throw std::invalid_argument("fft: of no elements");
    auto z = a.astype<double _Complex>();
    auto parts = empty<double>(2, n);
    double *re = parts.data, *im = re + n, *p = (double *)z.data;
    for (long k = 0; k < n; k++) re[k] = p[2 * k], im[k] = p[2 * k + 1];
    __heddle_fft(re, im, n, sign);
    double by = sign > 0 ? 1.0 / n : 1;
    for (long k = 0; k < n; k++) p[2 * k] = by * re[k], p[2 * k + 1] = by * im[k];
    return z;
}
// Fourier's transform; of a matrix, of each row
template <typename T> auto fft(ndarray<T, 1> a) { return __heddle_transformed(a, -1).astype<typename __heddle_solved<T>::spectrum>(); }
template <typename T> auto fft(ndarray<T, 2> a)
{
    auto out = empty<typename __heddle_solved<T>::spectrum>(a.shape[0], a.shape[1]);
    for (long i = 0; i < a.shape[0]; i++) out[i] = fft(a[i]);
    return out;
}
// its inverse
template <typename T> auto ifft(ndarray<T, 1> a) { return __heddle_transformed(a, 1).astype<typename __heddle_solved<T>::spectrum>(); }
template <typename T> auto ifft(ndarray<T, 2> a)
{
    auto out = empty<typename __heddle_solved<T>::spectrum>(a.shape[0], a.shape[1]);
    for (long i = 0; i < a.shape[0]; i++) out[i] = ifft(a[i]);
    return out;
}
// of real numbers: the first half, as the other half is its mirror image
template <typename T> auto rfft(ndarray<T, 1> a) { return fft(a)[:a.shape[0] / 2 + 1].copy(); }
// of a matrix, in both directions
template <typename T> auto fft2(ndarray<T, 2> a) { return fft(fft(a).T).T.copy(); }
template <typename T> auto ifft2(ndarray<T, 2> a) { return ifft(ifft(a).T).T.copy(); }
// the frequencies of fft(a), of n samples d apart
inline ndarray<double, 1> fftfreq(long n, double d = 1)
{
    auto out = empty<double>(n);
    for (long k = 0; k < n; k++) out[k] = (k < (n + 1) / 2 ? k : k - n) / (n * d);
    return out;
}
inline ndarray<double, 1> rfftfreq(long n, double d = 1) { return arange<double>(n / 2 + 1) / (n * d); }
// frequency 0 in the middle
template <typename T> ndarray<T, 1> fftshift(ndarray<T, 1> a) { return roll(a, a.shape[0] / 2); }
template <typename T> ndarray<T, 1> ifftshift(ndarray<T, 1> a) { return roll(a, -(a.shape[0] / 2)); }

#endif
