// array_words.h: words for arrays that are made of others, by NumPy's names. Ours alone; included by its names.
#ifndef HEDDLE_ARRAY_WORDS_H
#define HEDDLE_ARRAY_WORDS_H

#include <complex.h>
#include <math.h>
#include <stdexcept>

// What a mean of Ts is: floating where T is not.
template <typename T> struct __heddle_real { using type = double; };
template <> struct __heddle_real<float> { using type = float; };
template <> struct __heddle_real<float _Complex> { using type = float _Complex; };
template <> struct __heddle_real<double _Complex> { using type = double _Complex; };

// What an array of Ts and one U are: a floating T stays what it is.
template <typename T, typename U> struct __heddle_joined { using type = decltype(T() + U()); };
template <typename U> struct __heddle_joined<float, U> { using type = float; };

// ---- of one element: lifted over arrays like any function --------------------------------------------------------------

// x * x
template <typename T> __host__ __device__ T square(T x) { return (T)(x * x); }
// -1, 0 or 1: on which side of 0 the value lies; NaN stays NaN
template <typename T> __host__ __device__ T sign(T x) { return x > T(0) ? T(1) : x < T(0) ? (T)-1 : x == T(0) ? T(0) : x; }
// the larger value of each pair; NaN if one of them is
template <typename T, typename U> __host__ __device__ auto maximum(T a, U b) { return a > b || a != a ? a : b; }
// the smaller value of each pair; NaN if one of them is
template <typename T, typename U> __host__ __device__ auto minimum(T a, U b) { return a < b || a != a ? a : b; }
// 1 / x
template <typename T> __host__ __device__ T reciprocal(T x) { return T(1) / x; }
// whether both are true
template <typename T, typename U> __host__ __device__ bool logical_and(T a, U b) { return a && b; }
// whether one of them is true
template <typename T, typename U> __host__ __device__ bool logical_or(T a, U b) { return a || b; }
// whether exactly one of them is true
template <typename T, typename U> __host__ __device__ bool logical_xor(T a, U b) { return !a != !b; }
// whether it is false
template <typename T> __host__ __device__ bool logical_not(T a) { return !a; }
// 0 for NaN, the largest finite values for infinities
__host__ __device__ inline float nan_to_num(float x) { return x != x ? 0 : fmaxf(-3.40282347e+38f, fminf(x, 3.40282347e+38f)); }
__host__ __device__ inline double nan_to_num(double x)
{
    return x != x ? 0 : fmax(-1.7976931348623157e+308, fmin(x, 1.7976931348623157e+308));
}
// the remainder with the divisor's sign, as Python's %
__host__ __device__ inline float mod(float x, float y)
{
    float r = fmodf(x, y);
    return r != 0 && (r < 0) != (y < 0) ? r + y : r;
}
__host__ __device__ inline double mod(double x, double y)
{
    double r = fmod(x, y);
    return r != 0 && (r < 0) != (y < 0) ? r + y : r;
}
__host__ __device__ inline int mod(int x, int y)
{
    int r = x % y;
    return r != 0 && (r < 0) != (y < 0) ? r + y : r;
}
__host__ __device__ inline long mod(long x, long y)
{
    long r = x % y;
    return r != 0 && (r < 0) != (y < 0) ? r + y : r;
}
// x to the power of y
template <typename T, typename U> __host__ __device__ auto power(T x, U y) { return pow(x, y); }
// the quotient, rounded down, as Python's //
__host__ __device__ inline float floor_divide(float x, float y) { return floorf(x / y); }
__host__ __device__ inline double floor_divide(double x, double y) { return floor(x / y); }
__host__ __device__ inline int floor_divide(int x, int y) { return x / y - (x % y != 0 && (x < 0) != (y < 0)); }
__host__ __device__ inline long floor_divide(long x, long y) { return x / y - (x % y != 0 && (x < 0) != (y < 0)); }
// without its sign
template <typename T> __host__ __device__ auto absolute(T x) { return abs(x); }
// 0 below 0, 1 above it, `at` there
template <typename T> __host__ __device__ T heaviside(T x, T at) { return x < T(0) ? T(0) : x > T(0) ? T(1) : x == T(0) ? at : x; }
// sin(pi x) / (pi x)
__host__ __device__ inline float sinc(float x) { return x == 0 ? 1 : sinf(3.14159265f * x) / (3.14159265f * x); }
__host__ __device__ inline double sinc(double x) { return x == 0 ? 1 : sin(3.141592653589793 * x) / (3.141592653589793 * x); }
// the greatest common divisor, the least common multiple
template <typename T> __host__ __device__ T gcd(T a, T b)
{
    while (b) {
        T r = a % b;
        a = b;
        b = r;
    }
    return a < 0 ? (T)-a : a;
}
template <typename T> __host__ __device__ T lcm(T a, T b)
{
    T g = gcd(a, b), m = g ? (T)(a / g * b) : (T)0;
    return m < 0 ? (T)-m : m;
}
// degrees as radians
__host__ __device__ inline float deg2rad(float x) { return x * 0.017453292519943295f; }
template <typename T> __host__ __device__ double deg2rad(T x) { return x * 0.017453292519943295; }
template <typename T> __host__ __device__ auto radians(T x) { return deg2rad(x); }
// radians as degrees
__host__ __device__ inline float rad2deg(float x) { return x * 57.29577951308232f; }
template <typename T> __host__ __device__ double rad2deg(T x) { return x * 57.29577951308232; }
template <typename T> __host__ __device__ auto degrees(T x) { return rad2deg(x); }
// NumPy's names of C's functions
__host__ __device__ inline float arctan2(float y, float x) { return atan2f(y, x); }
__host__ __device__ inline double arctan2(double y, double x) { return atan2(y, x); }
__host__ __device__ inline float arcsin(float x) { return asinf(x); }
__host__ __device__ inline double arcsin(double x) { return asin(x); }
__host__ __device__ inline float arccos(float x) { return acosf(x); }
__host__ __device__ inline double arccos(double x) { return acos(x); }
__host__ __device__ inline float arctan(float x) { return atanf(x); }
__host__ __device__ inline double arctan(double x) { return atan(x); }
__host__ __device__ inline float arcsinh(float x) { return asinhf(x); }
__host__ __device__ inline double arcsinh(double x) { return asinh(x); }
__host__ __device__ inline float arccosh(float x) { return acoshf(x); }
__host__ __device__ inline double arccosh(double x) { return acosh(x); }
__host__ __device__ inline float arctanh(float x) { return atanhf(x); }
__host__ __device__ inline double arctanh(double x) { return atanh(x); }
// the real part
__host__ __device__ inline float real(float _Complex z) { return crealf(z); }
__host__ __device__ inline double real(double _Complex z) { return creal(z); }
// the imaginary part
__host__ __device__ inline float imag(float _Complex z) { return cimagf(z); }
__host__ __device__ inline double imag(double _Complex z) { return cimag(z); }
// the angle of a complex number, in radians
__host__ __device__ inline float angle(float _Complex z) { return atan2f(cimagf(z), crealf(z)); }
__host__ __device__ inline double angle(double _Complex z) { return atan2(cimag(z), creal(z)); }

// ---- making arrays -----------------------------------------------------------------------------------------------------

// an array of these values: array({1, 2, 3}), array({{1, 2}, {3, 4}}), array(3.5), a copy: array(a)
template <typename T, unsigned long N> ndarray<T, 1> array(const T (&values)[N])
{
    auto out = empty<T>((long)N);
    for (unsigned long i = 0; i < N; i++) out[i] = values[i];
    return out;
}
template <typename T, unsigned long N, unsigned long M> ndarray<T, 2> array(const T (&values)[N][M])
{
    auto out = empty<T>((long)N, (long)M);
    for (unsigned long i = 0; i < N; i++)
        for (unsigned long j = 0; j < M; j++) out[i, j] = values[i][j];
    return out;
}
template <typename T, unsigned long N, unsigned long M, unsigned long K> ndarray<T, 3> array(const T (&values)[N][M][K])
{
    auto out = empty<T>((long)N, (long)M, (long)K);
    for (unsigned long i = 0; i < N; i++)
        for (unsigned long j = 0; j < M; j++)
            for (unsigned long k = 0; k < K; k++) out[i, j, k] = values[i][j][k];
    return out;
}

// an array of one number, without dimensions
template <typename T> ndarray<T, 0> array(T value)
{
    auto out = empty<T>();
    out[...] = value;
    return out;
}
template <typename T, int R> ndarray<T, R> array(ndarray<T, R> a) { return a.copy(); }

// the n x n matrix with ones on its diagonal
inline ndarray<float, 2> identity(long n) { return eye<float>(n); }
// n numbers from 10^from to 10^to, at equal ratios
inline ndarray<float, 1> logspace(double from, double to, long n = 50)
{
    auto e = linspace<double>(from, to, n);
    return pow(10.0, e).astype<float>();
}
// n numbers from `from` to `to`, at equal ratios
inline ndarray<float, 1> geomspace(double from, double to, long n = 50)
{
    auto e = linspace<double>(0, 1, n);
    return (from * pow(to / from, e)).astype<float>();
}
// the diagonal of a matrix, or the matrix with this diagonal
template <typename T> ndarray<T, 1> diag(ndarray<T, 2> a)
{
    long n = a.shape[0] < a.shape[1] ? a.shape[0] : a.shape[1];
    auto out = zeros<T>(n);
    for (long i = 0; i < n; i++) out[i] = a[i, i];
    return out;
}
template <typename T> ndarray<T, 2> diag(ndarray<T, 1> v)
{
    long n = v.shape[0];
    auto out = zeros<T>(n, n);
    for (long i = 0; i < n; i++) out[i, i] = v[i];
    return out;
}
// the diagonal of a matrix
template <typename T> ndarray<T, 1> diagonal(ndarray<T, 2> a) { return diag(a); }
// sets the diagonal of a matrix
template <typename T, typename U> void fill_diagonal(ndarray<T, 2> a, U value)
{
    for (long i = 0; i < a.shape[0] && i < a.shape[1]; i++) a[i, i] = (T)value;
}
// the sum of the diagonal
template <typename T> auto trace(ndarray<T, 2> a) { return sum(diag(a)); }
// what lies on the diagonal and below it (k: so many diagonals further up)
template <typename T> ndarray<T, 2> tril(ndarray<T, 2> a, long k = 0)
{
    auto below = arange<long>(a.shape[1])[newaxis, :] <= arange<long>(a.shape[0])[:, newaxis] + k;
    return where(below, a, T(0));
}
// what lies on the diagonal and above it (k: so many diagonals further up)
template <typename T> ndarray<T, 2> triu(ndarray<T, 2> a, long k = 0)
{
    auto above = arange<long>(a.shape[1])[newaxis, :] >= arange<long>(a.shape[0])[:, newaxis] + k;
    return where(above, a, T(0));
}

// ones on the diagonal and below it
inline ndarray<float, 2> tri(long n) { return tril(ones(n, n)); }
// the matrix with all elements of the array on its diagonal
template <typename T, int R> ndarray<T, 2> diagflat(ndarray<T, R> a) { return diag(a.ravel()); }
// the powers of the elements as columns, the highest first
template <typename T> ndarray<T, 2> vander(ndarray<T, 1> x)
{
    long n = x.shape[0];
    auto out = ones<T>(n, n);
    for (long j = n - 1; j-- > 0;) out[:, j] = out[:, j + 1] * x;
    return out;
}

// ---- products ----------------------------------------------------------------------------------------------------------

// the sum of the products of elements
template <typename T, typename U> auto inner(ndarray<T, 1> a, ndarray<U, 1> b) { return dot(a, b); }
// all products of an element of `a` and one of `b`
template <typename T, typename U> auto outer(ndarray<T, 1> a, ndarray<U, 1> b) { return a[:, newaxis] * b[newaxis, :]; }
// the cross product of two vectors of three
template <typename T, typename U> auto cross(ndarray<T, 1> a, ndarray<U, 1> b)
{
    auto out = zeros<decltype(T() * U())>(3);
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
    return out;
}
// Kronecker's product
template <typename T, typename U> auto kron(ndarray<T, 1> a, ndarray<U, 1> b)
{
    return (a[:, newaxis] * b[newaxis, :]).ravel().copy();
}
template <typename T, typename U> auto kron(ndarray<T, 2> a, ndarray<U, 2> b)
{
    auto all = a[:, newaxis, :, newaxis] * b[newaxis, :, newaxis, :];
    return all.reshape(a.shape[0] * b.shape[0], a.shape[1] * b.shape[1]);
}

// ---- statistics --------------------------------------------------------------------------------------------------------

// the q-th quantile, q from 0 to 1
template <typename T, int R> auto quantile(ndarray<T, R> a, double q) { return percentile(a, q * 100); }
// the largest value less the smallest
template <typename T, int R> auto ptp(ndarray<T, R> a) { return max(a) - min(a); }
// the mean, weighted where there are weights
template <typename T, int R> auto average(ndarray<T, R> a) { return mean(a); }
template <typename T, typename U, int R> auto average(ndarray<T, R> a, ndarray<U, R> weights)
{
    using real = typename __heddle_real<decltype(T() * U())>::type;
    return (real)sum(a * weights) / (real)sum(weights);
}
// sum, mean, smallest and largest value of what is no NaN
template <typename T, int R> auto nansum(ndarray<T, R> a) { return sum(where(isnan(a), T(0), a)); }
template <typename T, int R> auto nanmean(ndarray<T, R> a) { return sum(where(isnan(a), T(0), a)) / count_nonzero(!isnan(a)); }
template <typename T, int R> auto nanmin(ndarray<T, R> a) { return min(where(isnan(a), (T)INFINITY, a)); }
template <typename T, int R> auto nanmax(ndarray<T, R> a) { return max(where(isnan(a), (T)-INFINITY, a)); }
template <typename T, int R> auto nanvar(ndarray<T, R> a)
{
    auto d = where(isnan(a), T(0), a - nanmean(a));
    return sum(d * d) / count_nonzero(!isnan(a));
}
template <typename T, int R> auto nanstd(ndarray<T, R> a) { return sqrt(nanvar(a)); }
template <typename T, int R> auto nanmedian(ndarray<T, R> a) { return median(a[!isnan(a)]); }
// the smallest and the largest value
template <typename T, int R> auto amin(ndarray<T, R> a) { return min(a); }
template <typename T, int R> auto amin(ndarray<T, R> a, int axis) { return min(a, axis); }
template <typename T, int R> auto amax(ndarray<T, R> a) { return max(a); }
template <typename T, int R> auto amax(ndarray<T, R> a, int axis) { return max(a, axis); }
// the covariance of the rows of a matrix, or of two vectors
template <typename T> auto cov(ndarray<T, 2> a)
{
    auto d = a - a.mean(1)[:, newaxis];
    return (matmul(d, d.T) / (a.shape[1] - 1)).copy();
}
template <typename T> auto cov(ndarray<T, 1> x, ndarray<T, 1> y) { return cov(stack(x, y)); }
// how rows of a matrix, or two vectors, are correlated
template <typename T> auto corrcoef(ndarray<T, 2> a)
{
    auto c = cov(a);
    auto s = sqrt(diag(c));
    return (c / (s[:, newaxis] * s[newaxis, :])).copy();
}
template <typename T> auto corrcoef(ndarray<T, 1> x, ndarray<T, 1> y) { return corrcoef(stack(x, y)); }

// ---- putting together, turning, picking --------------------------------------------------------------------------------

// `a` with another array, or one value, behind it
template <typename T> ndarray<T, 1> append(ndarray<T, 1> a, ndarray<T, 1> b) { return concatenate(a, b); }
template <typename T, typename U> auto append(ndarray<T, 1> a, ndarray<U, 1> b)
{
    using both = decltype(T() + U());
    return concatenate(a.astype<both>(), b.astype<both>());
}
template <typename T> ndarray<T, 1> append(ndarray<T, 1> a, T value)
{
    auto out = empty<T>(a.shape[0] + 1);
    out[:-1] = a;
    out[-1] = value;
    return out;
}
template <typename T, typename U> auto append(ndarray<T, 1> a, U value)
{
    using both = typename __heddle_joined<T, U>::type;
    return append(a.astype<both>(), (both)value);
}
// vectors as the columns of a matrix
template <typename T> ndarray<T, 2> column_stack(ndarray<T, 1> a, ndarray<T, 1> b) { return stack(a, b).T.copy(); }
template <typename T> ndarray<T, 2> column_stack(ndarray<T, 1> a, ndarray<T, 1> b, ndarray<T, 1> c) { return stack(a, b, c).T.copy(); }
// columns in the other order
template <typename T> ndarray<T, 2> fliplr(ndarray<T, 2> a) { return a[:, ::-1]; }
// rows in the other order
template <typename T, int R> ndarray<T, R> flipud(ndarray<T, R> a) { return flip(a, 0); }
// turned by k quarters, against the clock
template <typename T> ndarray<T, 2> rot90(ndarray<T, 2> a, int k = 1)
{
    k &= 3;
    return k == 0 ? a : k == 1 ? a.T[::-1, :] : k == 2 ? a[::-1, ::-1] : a[::-1, :].T;
}
// two axes exchanged
template <typename T> ndarray<T, 2> swapaxes(ndarray<T, 2> a, int i, int j) { return i == j ? a : a.T; }
template <typename T> ndarray<T, 3> swapaxes(ndarray<T, 3> a, int i, int j)
{
    int at[3] = {0, 1, 2};
    i += i < 0 ? 3 : 0;
    j += j < 0 ? 3 : 0;
    if (i >= 0 && i < 3 && j >= 0 && j < 3) {
        at[i] = j;
        at[j] = i;
    }
    return transpose(a, at[0], at[1], at[2]);
}
// one axis taken to another place
template <typename T> ndarray<T, 2> moveaxis(ndarray<T, 2> a, int from, int to) { return swapaxes(a, from, to); }
template <typename T> ndarray<T, 3> moveaxis(ndarray<T, 3> a, int from, int to)
{
    int at[3], k = 0;
    from += from < 0 ? 3 : 0;
    to += to < 0 ? 3 : 0;
    for (int i = 0; i < 3; i++) {
        if (k == from) k++;
        at[i] = i == to ? from : k++;
    }
    return transpose(a, at[0], at[1], at[2]);
}
// zeros around it
template <typename T> ndarray<T, 1> pad(ndarray<T, 1> a, long n)
{
    auto out = zeros<T>(a.shape[0] + 2 * n);
    out[n:n + a.shape[0]] = a;
    return out;
}
template <typename T> ndarray<T, 2> pad(ndarray<T, 2> a, long n)
{
    auto out = zeros<T>(a.shape[0] + 2 * n, a.shape[1] + 2 * n);
    out[n:n + a.shape[0], n:n + a.shape[1]] = a;
    return out;
}
// one more axis of length 1
template <typename T> ndarray<T, 2> expand_dims(ndarray<T, 1> a, int axis)
{
    return axis == 0 || axis == -2 ? a.reshape(1, -1) : a.reshape(-1, 1);
}
template <typename T> ndarray<T, 3> expand_dims(ndarray<T, 2> a, int axis)
{
    return axis == 0 || axis == -3 ? a[newaxis, :, :].copy() : axis == 1 || axis == -2 ? a[:, newaxis, :].copy() : a[:, :, newaxis].copy();
}
// without an axis whose length is 1
template <typename T> ndarray<T, 1> squeeze(ndarray<T, 2> a, int axis)
{
    if (axis < 0) axis += 2;
    if ((axis != 0 && axis != 1) || a.shape[axis] != 1) throw std::invalid_argument("squeeze: that axis is not of length 1");
    return axis == 0 ? a[0] : a[:, 0];
}
template <typename T> ndarray<T, 1> squeeze(ndarray<T, 2> a)
{
    if (a.shape[0] != 1 && a.shape[1] != 1) throw std::invalid_argument("squeeze: no axis is of length 1");
    return a.shape[0] == 1 ? a[0] : a[:, 0];
}
template <typename T> ndarray<T, 2> squeeze(ndarray<T, 3> a, int axis)
{
    if (axis < 0) axis += 3;
    if (axis < 0 || axis > 2 || a.shape[axis] != 1) throw std::invalid_argument("squeeze: that axis is not of length 1");
    return axis == 0 ? a[0] : axis == 1 ? a[:, 0] : a[:, :, 0];
}
template <typename T> ndarray<T, 2> squeeze(ndarray<T, 3> a)
{
    for (int d = 0; d < 3; d++)
        if (a.shape[d] == 1) return squeeze(a, d);
    throw std::invalid_argument("squeeze: no axis is of length 1");
}
// how many elements its first axis has
template <typename T, int R> long len(ndarray<T, R> a) { return a.shape[0]; }
// a vector as a matrix with one row
template <typename T> ndarray<T, 2> atleast_2d(ndarray<T, 1> a) { return a[newaxis, :]; }
template <typename T> ndarray<T, 2> atleast_2d(ndarray<T, 2> a) { return a; }
// which of the elements are among the values
template <typename T, int R> ndarray<bool, R> isin(ndarray<T, R> a, ndarray<T, 1> values)
{
    auto out = zeros_like<bool>(a);
    if (!values.shape[0]) return out;
    auto sorted = sort(values), all = a.reshape(-1);
    auto at = minimum(searchsorted(sorted, all), values.shape[0] - 1);
    out.reshape(-1)[:] = sorted[at] == all;
    return out;
}
template <typename T, typename U, int R> ndarray<bool, R> isin(ndarray<T, R> a, ndarray<U, 1> values)
{
    using both = decltype(T() + U());
    return isin(a.astype<both>(), values.astype<both>());
}
template <typename T, typename U> bool isin(T value, ndarray<U, 1> values) { return any(values == value); }
// values that are in both, in one or the other, in the first alone; each once, sorted
template <typename T> ndarray<T, 1> intersect1d(ndarray<T, 1> a, ndarray<T, 1> b)
{
    auto u = unique(a);
    return u[isin(u, b)];
}
template <typename T> ndarray<T, 1> union1d(ndarray<T, 1> a, ndarray<T, 1> b) { return unique(concatenate(a, b)); }
template <typename T> ndarray<T, 1> setdiff1d(ndarray<T, 1> a, ndarray<T, 1> b)
{
    auto u = unique(a);
    return u[!isin(u, b)];
}
// `value` before the element at `at`
template <typename T, typename U> ndarray<T, 1> insert(ndarray<T, 1> a, long at, U value)
{
    auto out = empty<T>(a.shape[0] + 1);
    if (at < 0) at += a.shape[0];
    out[:at] = a[:at];
    out[at] = value;
    out[at + 1:] = a[at:];
    return out;
}
// the elements with these numbers
template <typename T, typename I> ndarray<T, 1> take(ndarray<T, 1> a, ndarray<I, 1> at) { return a[at]; }
template <typename T, typename I> ndarray<T, 2> take(ndarray<T, 2> a, ndarray<I, 1> at, int axis)
{
    if (axis < -2 || axis > 1) throw std::invalid_argument("take: a matrix has the axes 0 and 1");
    return axis == 0 || axis == -2 ? a[at] : a[:, at];
}
template <typename T, typename I, int R> ndarray<T, 1> take(ndarray<T, R> a, ndarray<I, 1> at) { return a.reshape(-1)[at]; }
// where it is not 0, counted through all rows
template <typename T, int R> ndarray<long, 1> flatnonzero(ndarray<T, R> a) { return nonzero(a.reshape(-1)).astype<long>(); }
// one row for each element that is not 0: its indices
template <typename T> ndarray<long, 2> argwhere(ndarray<T, 1> a) { return nonzero(a).astype<long>().reshape(-1, 1); }
template <typename T> ndarray<long, 2> argwhere(ndarray<T, 2> a)
{
    return stack(nonzero(a, 0).astype<long>(), nonzero(a, 1).astype<long>()).T.copy();
}

// ---- between numbers ---------------------------------------------------------------------------------------------------

// which of the intervals between the growing `bins` each value is in
template <typename T, typename U, int R> ndarray<long, R> digitize(ndarray<T, R> a, ndarray<U, 1> bins)
{
    auto out = zeros_like<long>(a);
    out.reshape(-1)[:] = sum(bins[newaxis, :] <= a.reshape(-1)[:, newaxis], 1);
    return out;
}
// straight lines through (xp, yp), at x; xp grows
template <typename X, typename T, typename U> auto interp(X x, ndarray<T, 1> xp, ndarray<U, 1> yp)
{
    using real = typename __heddle_real<decltype(T() * U())>::type;
    long n = xp.shape[0], k = 0;
    if (x <= xp[0]) return (real)yp[0];
    if (x >= xp[n - 1]) return (real)yp[n - 1];
    for (long high = n - 1; high - k > 1;) {
        long middle = (k + high) / 2;
        if (xp[middle] <= x) k = middle;
        else high = middle;
    }
    real y = yp[k], slope = ((real)yp[k + 1] - y) / ((real)xp[k + 1] - (real)xp[k]);
    return y + slope * ((real)x - (real)xp[k]);
}
template <typename X, typename T, typename U> auto interp(ndarray<X, 1> x, ndarray<T, 1> xp, ndarray<U, 1> yp)
{
    auto out = empty<typename __heddle_real<decltype(X() * T() * U())>::type>(x.shape[0]);
    for (long i = 0; i < x.shape[0]; i++) out[i] = interp((X)x[i], xp, yp);
    return out;
}
// the area below y by trapezoids: at x, or at distances of dx
template <typename T, typename U> auto trapezoid(ndarray<T, 1> y, ndarray<U, 1> x)
{
    return (typename __heddle_real<decltype(T() * U())>::type)sum((x[1:] - x[:-1]) * (y[1:] + y[:-1])) / 2;
}
template <typename T> auto trapezoid(ndarray<T, 1> y, double dx = 1)
{
    using real = typename __heddle_real<T>::type;
    return (real)dx * (real)sum(y[1:] + y[:-1]) / 2;
}
template <typename T, typename U> auto trapz(ndarray<T, 1> y, ndarray<U, 1> x) { return trapezoid(y, x); }
template <typename T> auto trapz(ndarray<T, 1> y, double dx = 1) { return trapezoid(y, dx); }
// half the difference of the neighbours; at the ends the difference
template <typename T> auto gradient(ndarray<T, 1> a, double dx = 1)
{
    using real = typename __heddle_real<T>::type;
    auto out = empty<real>(a.shape[0]);
    out[1:-1] = (a[2:] - a[:-2]) / (real)(2 * dx);
    out[0] = (a[1] - a[0]) / (real)dx;
    out[-1] = (a[-1] - a[-2]) / (real)dx;
    return out;
}
// all overlaps of `a` with `v` backwards
template <typename T> ndarray<T, 1> convolve(ndarray<T, 1> a, ndarray<T, 1> v)
{
    if (v.shape[0] > a.shape[0]) return convolve(v, a);
    long n = a.shape[0], m = v.shape[0];
    auto out = zeros<T>(n + m - 1);
    for (long k = 0; k < m; k++) {
        T by = v[k];
        out[k:k + n] += a * by;
    }
    return out;
}
// sums of products at each place where `v` lies within `a`
template <typename T> ndarray<T, 1> correlate(ndarray<T, 1> a, ndarray<T, 1> v)
{
    long n = a.shape[0] - v.shape[0] + 1;
    auto out = zeros<T>(n < 0 ? 0 : n);
    for (long k = 0; k < v.shape[0]; k++) {
        T by = v[k];
        out[:] = out + a[k:k + n] * by;
    }
    return out;
}
// the polynomial through the points with the least squares, the highest coefficient first
template <typename T> ndarray<double, 1> polyfit(ndarray<T, 1> x, ndarray<T, 1> y, int degree)
{
    int n = degree + 1;
    long rows = x.shape[0];
    auto q = ones<double>(n, rows); // powers of x, made orthogonal one after the other
    auto r = zeros<double>(n, n);
    for (int j = 1; j < n; j++) q[j] = q[j - 1] * x;
    auto c = zeros<double>(n);
    for (int j = 0; j < n; j++) {
        for (int twice = 0; twice < 2; twice++)
            for (int i = 0; i < j; i++) {
                double s = sum(q[i] * q[j]);
                r[i, j] += s;
                q[j] -= s * q[i];
            }
        double s = norm(q[j]);
        r[j, j] = s;
        q[j] /= s;
    }
    for (int j = n; j-- > 0;) {
        double s = sum(q[j] * y);
        for (int k = j + 1; k < n; k++) s -= r[j, k] * c[n - 1 - k];
        c[n - 1 - j] = s / r[j, j];
    }
    return c;
}
// the polynomial with these coefficients, the highest first
template <typename T, typename U> auto polyval(ndarray<T, 1> p, U x)
{
    decltype(T() * U()) y = 0;
    for (long i = 0; i < p.shape[0]; i++) y = y * x + p[i];
    return y;
}
template <typename T, typename U, int R> auto polyval(ndarray<T, 1> p, ndarray<U, R> x)
{
    auto y = zeros_like<decltype(T() * U())>(x);
    for (long i = 0; i < p.shape[0]; i++) {
        T c = p[i];
        y[:] = y * x + c;
    }
    return y;
}
// whether shapes and all elements are the same
template <typename T, typename U, int R> bool array_equal(ndarray<T, R> a, ndarray<U, R> b)
{
    for (int d = 0; d < R; d++)
        if (a.shape[d] != b.shape[d]) return false;
    return all(a == b);
}

#endif
