// What CUB's parts share: operations, pairs, buffers, and the protocol of temporary storage.
#pragma once
#include <stdio.h>
#include <stdlib.h>
#include <thrust/detail/functions.h>
#include <thrust/iterator/discard_iterator.h>

#define CUB_VERSION 300000
#define CUB_MAJOR_VERSION 3
#define CUB_MINOR_VERSION 0
#define CUB_SUBMINOR_VERSION 0
#define CubDebug(e) cub::Debug((cudaError_t)(e), __FILE__, __LINE__)
#define CubDebugExit(e) do { if (cub::Debug((cudaError_t)(e), __FILE__, __LINE__)) exit(1); } while (0)
#define CUB_NS_QUALIFIER ::cub
#define CUB_NS_PREFIX
#define CUB_NS_POSTFIX
#define CUB_NAMESPACE_BEGIN namespace cub {
#define CUB_NAMESPACE_END }
#define CUB_MIN(a, b) (((b) < (a)) ? (b) : (a))
#define CUB_MAX(a, b) (((a) < (b)) ? (b) : (a))
#define CUB_ROUND_UP_NEAREST(x, y) ((((x) + (y) - 1) / (y)) * (y))
#define CUB_PTX_WARP_THREADS 32
#define CUB_LOG_WARP_THREADS(v) 5
#define CUB_WARP_THREADS(v) 32

namespace cub {

inline cudaError_t Debug(cudaError_t error, const char *file, int line) {
    if (error) fprintf(stderr, "CUDA error %d [%s, %d]: %s\n", (int)error, file, line, cudaGetErrorString(error));
    return error;
}

struct Sum { template <typename T, typename U> __host__ __device__ auto operator()(const T &a, const U &b) const { return a + b; } };
struct Difference { template <typename T, typename U> __host__ __device__ auto operator()(const T &a, const U &b) const { return a - b; } };
struct Division { template <typename T, typename U> __host__ __device__ auto operator()(const T &a, const U &b) const { return a / b; } };
struct Max { template <typename T> __host__ __device__ T operator()(const T &a, const T &b) const { return a < b ? b : a; } };
struct Min { template <typename T> __host__ __device__ T operator()(const T &a, const T &b) const { return b < a ? b : a; } };
struct Equality { template <typename T, typename U> __host__ __device__ bool operator()(const T &a, const U &b) const { return a == b; } };
struct Inequality { template <typename T, typename U> __host__ __device__ bool operator()(const T &a, const U &b) const { return !(a == b); } };
template <typename E> struct InequalityWrapper {
    E op;
    template <typename T> __host__ __device__ bool operator()(const T &a, const T &b) { return !op(a, b); }
};
struct NullType {};
template <typename T> struct CastOp { template <typename U> __host__ __device__ T operator()(const U &a) const { return (T)a; } };

template <typename K, typename V> struct KeyValuePair {
    typedef K Key;
    typedef V Value;
    K key;
    V value;
    __host__ __device__ KeyValuePair() {}
    __host__ __device__ KeyValuePair(const K &key, const V &value) : key(key), value(value) {}
    template <typename L, typename W> __host__ __device__ KeyValuePair(const KeyValuePair<L, W> &other) : key((K)other.key), value((V)other.value) {}
};
template <typename K, typename V> __host__ __device__ inline bool operator==(const KeyValuePair<K, V> &a, const KeyValuePair<K, V> &b) { return a.key == b.key && a.value == b.value; }
template <typename K, typename V> __host__ __device__ inline bool operator!=(const KeyValuePair<K, V> &a, const KeyValuePair<K, V> &b) { return !(a == b); }
// The greater (the lesser) value with its index; of equal ones, the lower index.
struct ArgMax {
    template <typename K, typename V> __host__ __device__ KeyValuePair<K, V> operator()(const KeyValuePair<K, V> &a, const KeyValuePair<K, V> &b) const {
        return a.value < b.value || (!(b.value < a.value) && b.key < a.key) ? b : a;
    }
};
struct ArgMin {
    template <typename K, typename V> __host__ __device__ KeyValuePair<K, V> operator()(const KeyValuePair<K, V> &a, const KeyValuePair<K, V> &b) const {
        return b.value < a.value || (!(a.value < b.value) && b.key < a.key) ? b : a;
    }
};

// A buffer and its spare; a sort says in `selector` which of them has the result.
template <typename T> struct DoubleBuffer {
    T *d_buffers[2];
    int selector;
    __host__ __device__ DoubleBuffer() : selector(0) { d_buffers[0] = d_buffers[1] = nullptr; }
    __host__ __device__ DoubleBuffer(T *current, T *alternate) : selector(0) { d_buffers[0] = current; d_buffers[1] = alternate; }
    __host__ __device__ T *Current() { return d_buffers[selector]; }
    __host__ __device__ T *Alternate() { return d_buffers[selector ^ 1]; }
};

template <int A, int B> struct Int2Type_ { enum { VALUE = A }; };
template <int A> struct Int2Type { enum { VALUE = A }; };
template <int N, int C = N, int K = 0> struct Log2 { enum { VALUE = Log2<N, (C >> 1), K + 1>::VALUE }; };
template <int N, int K> struct Log2<N, 0, K> { enum { VALUE = (1 << (K - 1)) < N ? K : K - 1 }; };
template <int N> struct PowerOfTwo { enum { VALUE = (N & (N - 1)) == 0 }; };
template <typename N, typename D> __host__ __device__ inline constexpr N DivideAndRoundUp(N n, D d) { return n / d + (n % d != 0); }

typedef thrust::__policy<thrust::__on_device> __stream_policy;
template <typename I> using __value = thrust::iterator_value_t<I>;

// The first call of an algorithm, with no storage, asks how much it needs; the second one must bring as much.
inline size_t __need(unsigned long long n) { return 1024 + (size_t)(n / 32) * 4; }
inline cudaError_t __storage(const char *what, const void *storage, size_t &bytes, unsigned long long n, bool *asked) {
    size_t need = __need(n);
    *asked = storage == nullptr;
    if (!storage) { bytes = need; return cudaSuccess; }
    if (bytes >= need) return cudaSuccess;
    fprintf(stderr, "%s: the temporary storage has %zu bytes, and %zu are needed: call it with a null pointer first, with the same arguments\n", what, bytes, need);
    return cudaErrorInvalidValue;
}
#define __CUB_BEGIN(what, n)                                                                                  \
    bool __asked;                                                                                             \
    cudaError_t __code = cub::__storage(what, d_temp_storage, temp_storage_bytes, (unsigned long long)((n) < 0 ? 0 : (n)), &__asked); \
    if (__code || __asked) return __code;                                                                     \
    cub::__stream_policy p{stream};
#define __CUB_HD __host__ __device__

// One value to where an output iterator leads.
template <typename O, typename T> inline cudaError_t __put(const __stream_policy &p, O out, const T &value) {
    auto o = thrust::__raw(out);
    T kept(value);
    thrust::__each(p, 1, [=] __host__ __device__(size_t) mutable { *o = kept; });
    return cudaSuccess;
}
// The type of an output's elements; of the input's, where the output takes anything.
template <typename O, typename T> struct __output { typedef __value<O> type; };
template <typename S, typename T> struct __output<thrust::discard_iterator<S>, T> { typedef T type; };
// The operations that the back ends know.
template <typename F> struct __known { typedef F type; static __host__ __device__ F of(const F &f) { return f; } };
template <> struct __known<Sum> { typedef thrust::plus<> type; static __host__ __device__ thrust::plus<> of(const Sum &) { return thrust::plus<>(); } };
template <> struct __known<Max> { typedef thrust::maximum<> type; static __host__ __device__ thrust::maximum<> of(const Max &) { return thrust::maximum<>(); } };
template <> struct __known<Min> { typedef thrust::minimum<> type; static __host__ __device__ thrust::minimum<> of(const Min &) { return thrust::minimum<>(); } };
template <typename F> __host__ __device__ inline typename __known<F>::type __known_op(const F &f) { return __known<F>::of(f); }

}
