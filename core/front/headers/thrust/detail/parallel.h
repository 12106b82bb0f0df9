// What Thrust's algorithms are made of: something for each index, a fold, a scan with heads, a selection.
//
// On the device these are kernels; what a kernel calls, its thread does by itself (`thrust::device` there is thrust::seq). Work that is in order within itself is done by *parts*: stretches of the elements, a thread each, whose
// number depends on the number of elements alone, so that results (sums of floats) are the same each time and on every machine.
#pragma once
#include <stdio.h>
#include <stdlib.h>
#include <thrust/detail/core.h>

extern "C" {
// Back ends for plain memory (core/run/library): see parallel.h there.
int __heddle_parallel_sort(int kind, void *keys, size_t n, int descending, int stable, void *values, size_t value_size, cudaStream_t stream);
int __heddle_parallel_reduce(int kind, int op, const void *in, size_t n, void *result, cudaStream_t stream);
int __heddle_parallel_scan(int kind, int op, const void *in, void *out, size_t n, const void *init, int exclusive, cudaStream_t stream);
int __heddle_parallel_fill(void *out, size_t n, size_t size, const void *value, cudaStream_t stream);
int __heddle_parallel_copy(void *to, const void *from, size_t bytes, cudaStream_t stream);
int __heddle_parallel_extreme(int kind, int greatest, const void *in, size_t n, size_t *at, cudaStream_t stream);
int __heddle_parallel_count(int kind, const void *in, size_t n, const void *value, size_t *count, cudaStream_t stream);
int __heddle_parallel_histogram(int kind, const void *in, size_t n, const void *low, const void *high, int bins, unsigned *counts, cudaStream_t stream);
int __heddle_parallel_sort_bits(int kind, void *keys, size_t n, int descending, void *values, size_t value_size, int begin, int end, cudaStream_t stream);
int __heddle_parallel_sort_segments(int kind, const void *keys_in, void *keys_out, const void *values_in, void *values_out, size_t value_size, size_t n, const long long *bounds, size_t count, int descending, int begin, int end, cudaStream_t stream);
}

namespace thrust {

// A call failed that Thrust throws a thrust::system_error for.
__noinline__ inline void __failed(const char *what, int code) {
    fflush(stdout);
    fprintf(stderr, "terminate called after throwing an instance of 'thrust::system::system_error'\n  what():  %s: %s: %s\n", what,
            cudaGetErrorName((cudaError_t)code), cudaGetErrorString((cudaError_t)code));
    abort();
}
inline void __checked(const char *what, int code) { if (code) __failed(what, code); }

// ---- kinds of elements and operations that the back ends know -----------------------------------

template <typename T> struct __kind {
    enum { value = std::is_floating_point_v<T> ? (sizeof(T) == 4 ? 9 : sizeof(T) == 8 ? 10 : 0)
                   : !std::is_integral_v<T> || sizeof(T) > 8 ? 0
                   : (sizeof(T) == 1 ? 1 : sizeof(T) == 2 ? 3 : sizeof(T) == 4 ? 5 : 7) + (std::is_unsigned_v<T> ? 1 : 0) };
};
// The kind of what a plain pointer leads to; 0: another iterator, or another type.
template <typename I> struct __kind_at { enum { value = 0 }; };
template <typename T> struct __kind_at<T *> { enum { value = __kind<std::remove_const_t<T>>::value }; };

template <typename F, typename T> struct __op { enum { value = 0, commutes = 0 }; };
enum { __op_plus = 1, __op_min, __op_max, __op_multiplies, __order_less, __order_greater };
#define __THRUST_OP(name, code)                                                                            \
    template <typename T> struct name;                                                                     \
    template <typename T> struct __op<name<T>, T> { enum { value = code, commutes = __kind<T>::value }; }; \
    template <typename T> struct __op<name<void>, T> { enum { value = code, commutes = __kind<T>::value }; };
#define __THRUST_STD_OP(name, code) template <typename T> struct __op<std::name<T>, T> { enum { value = code, commutes = __kind<T>::value }; };

// ---- kernels ------------------------------------------------------------------------------------

template <typename F> __global__ void __each_kernel(F f, size_t n) {
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
    if (i < n) f(i);
}
template <typename F> __global__ void __parts_kernel(F f, size_t n, size_t parts) {
    size_t k = blockIdx.x;
    f(k, n / parts * k + (k < n % parts ? k : n % parts), n / parts * (k + 1) + (k + 1 < n % parts ? k + 1 : n % parts));
}
inline void __launched(cudaStream_t stream, const char *what) {
    int code = cudaStreamSynchronize(stream);
    if (code) __failed(what, code);
}

// f(i) for every i below n.
template <int W, typename F> __host__ __device__ inline void __each(__policy<W> p, size_t n, F f) {
    if constexpr (W == __on_host) {
        for (size_t i = 0; i < n; i++) f(i);
    } else {
        if (__heddle_in_kernel()) {
            for (size_t i = 0; i < n; i++) f(i);
        } else if (n) {
            __each_kernel<<<(n + 255) / 256, 256, 0, p.__stream>>>(f, n);
            __launched(p.__stream, "for_each");
        }
    }
}
template <int W> __host__ __device__ inline size_t __parts_of(size_t n) {
    if constexpr (W == __on_host) return 1;
    else if (__heddle_in_kernel()) return 1;
    else return n <= 4096 ? 1 : n >= 4096 * 256 ? 256 : n / 4096;
}
// f(part, from, to) for the parts of n elements.
template <int W, typename F> __host__ __device__ inline void __by_parts(__policy<W> p, size_t n, size_t parts, F f) {
    if constexpr (W == __on_host) {
        f((size_t)0, (size_t)0, n);
    } else if (__heddle_in_kernel()) {
        f((size_t)0, (size_t)0, n);
    } else {
        __parts_kernel<<<parts, 1, 0, p.__stream>>>(f, n, parts);
        __launched(p.__stream, "parallel_for");
    }
}

// Memory for the time of an algorithm.
template <int W> __host__ __device__ inline void *__take(size_t bytes) {
    void *p = nullptr;
    if constexpr (W == __on_host) {
        p = ::malloc(bytes ? bytes : 1);
    } else if (__heddle_in_kernel()) {
        p = ::malloc(bytes ? bytes : 1);
    } else {
        int code = cudaMallocManaged(&p, bytes ? bytes : 1);
        if (code) __failed("temporary memory", code);
    }
    return p;
}
template <int W> __host__ __device__ inline void __give(void *p) {
    if constexpr (W == __on_host) ::free(p);
    else if (__heddle_in_kernel()) ::free(p);
    else cudaFree(p);
}
// Whether this part is the last one to come here; what the others wrote before is to be seen then.
__host__ __device__ inline bool __is_last(unsigned *arrived, size_t parts) {
    if (parts == 1) return true;
    __threadfence();
    bool last = atomicAdd(arrived, 1u) == parts - 1;
    __threadfence();
    return last;
}

// ---- folds --------------------------------------------------------------------------------------

template <typename T, typename G, typename O> struct __reduce_part {
    G get;
    O op;
    T *found; // one of each part, then the result
    size_t parts;
    unsigned *arrived;
    __host__ __device__ void operator()(size_t k, size_t from, size_t to) {
        if constexpr (__op<O, T>::commutes) {
            if (to - from >= 16) {
                T a[8];
                for (int j = 0; j < 8; j++) a[j] = get(from + j);
                size_t i = from + 8;
                for (; i + 8 <= to; i += 8)
                    for (int j = 0; j < 8; j++) a[j] = op(a[j], get(i + j));
                for (; i < to; i++) a[0] = op(a[0], get(i));
                found[k] = op(op(op(a[0], a[1]), op(a[2], a[3])), op(op(a[4], a[5]), op(a[6], a[7])));
                finish();
                return;
            }
        }
        T sum = get(from);
        for (size_t i = from + 1; i < to; i++) sum = op(sum, get(i));
        found[k] = sum;
        finish();
    }
    __host__ __device__ void finish() {
        if (!__is_last(arrived, parts)) return;
        T sum = found[parts];
        for (size_t k = 0; k < parts; k++) sum = op(sum, found[k]);
        found[parts] = sum;
    }
};
template <int W, typename T, typename G, typename O> __host__ __device__ inline T __fold(__policy<W> p, size_t n, G get, T init, O op) {
    if constexpr (W == __on_host) {
        for (size_t i = 0; i < n; i++) init = op(init, get(i));
        return init;
    } else {
        if (!n) return init;
        size_t parts = __parts_of<W>(n);
        char *memory = (char *)__take<W>((parts + 1) * sizeof(T) + 16);
        *(unsigned *)memory = 0;
        T *found = (T *)(memory + 16);
        found[parts] = init;
        __by_parts(p, n, parts, __reduce_part<T, G, O>{get, op, found, parts, (unsigned *)memory});
        T result = found[parts];
        __give<W>(memory);
        return result;
    }
}

// ---- scans --------------------------------------------------------------------------------------

struct __no_heads { __host__ __device__ bool operator()(size_t) const { return false; } };

// What a part comes to: whether a head is in it, and the sum since the last one.
template <typename T, typename G, typename H, typename O> struct __scan_sums {
    G get;
    H head;
    O op;
    T init, *sums;
    bool *fresh;
    size_t parts;
    unsigned *arrived;
    bool exclusive;
    __host__ __device__ void operator()(size_t k, size_t from, size_t to) {
        T sum = get(from);
        bool any = false;
        if (from == 0 || head(from)) { any = true; if (exclusive) sum = op(init, sum); }
        for (size_t i = from + 1; i < to; i++) {
            if (head(i)) { any = true; sum = exclusive ? op(init, (T)get(i)) : (T)get(i); }
            else sum = op(sum, (T)get(i));
        }
        sums[k] = sum;
        fresh[k] = any;
        if (!__is_last(arrived, parts)) return;
        for (size_t j = 1; j < parts; j++) if (!fresh[j]) sums[j] = op(sums[j - 1], sums[j]);
    }
};
template <typename T, typename G, typename H, typename E, typename O> struct __scan_parts {
    G get;
    H head;
    E emit;
    O op;
    T init;
    const T *sums;
    bool exclusive;
    __host__ __device__ void operator()(size_t k, size_t from, size_t to) {
        bool first = from == 0;
        T sum = k ? sums[k - 1] : init;
        if (exclusive) {
            for (size_t i = from; i < to; i++) {
                T x = get(i);
                T before = first || head(i) ? init : sum;
                first = false;
                sum = op(before, x);
                emit(i, before);
            }
        } else {
            for (size_t i = from; i < to; i++) {
                T x = get(i);
                sum = first || head(i) ? x : op(sum, x);
                first = false;
                emit(i, sum);
            }
        }
    }
};
// emit(i, sum) for every i: of the elements since the last index that is a head.
template <int W, typename T, typename G, typename H, typename E, typename O>
__host__ __device__ inline void __scan(__policy<W> p, size_t n, G get, H head, E emit, T init, O op, bool exclusive) {
    if (!n) return;
    size_t parts = __parts_of<W>(n);
    char *memory = nullptr;
    if (parts > 1) {
        memory = (char *)__take<W>(parts * (sizeof(T) + 1) + 16);
        *(unsigned *)memory = 0;
        T *sums = (T *)(memory + 16);
        __by_parts(p, n, parts, __scan_sums<T, G, H, O>{get, head, op, init, sums, (bool *)(sums + parts), parts, (unsigned *)memory, exclusive});
    }
    __by_parts(p, n, parts, __scan_parts<T, G, H, E, O>{get, head, emit, op, init, (const T *)(memory + 16), exclusive});
    if (memory) __give<W>(memory);
}

// ---- selections ---------------------------------------------------------------------------------

template <typename P> struct __count_part {
    P keep;
    size_t *counts; // of each part; afterwards: before each part, then of all
    size_t parts;
    unsigned *arrived;
    __host__ __device__ void operator()(size_t k, size_t from, size_t to) {
        size_t count = 0;
        for (size_t i = from; i < to; i++) count += keep(i) ? 1 : 0;
        counts[k] = count;
        if (!__is_last(arrived, parts)) return;
        size_t sum = 0;
        for (size_t j = 0; j < parts; j++) { size_t here = counts[j]; counts[j] = sum; sum += here; }
        counts[parts] = sum;
    }
};
template <typename P, typename E> struct __emit_part {
    P keep;
    E emit;
    size_t *counts;
    bool alone;
    __host__ __device__ void operator()(size_t k, size_t from, size_t to) {
        size_t at = alone ? 0 : counts[k];
        for (size_t i = from; i < to; i++) {
            bool kept = keep(i);
            emit(i, kept, at);
            at += kept;
        }
        if (alone) counts[1] = at;
    }
};
// The kept ones of so many elements are found without a branch, which nobody could foresee, before they go out.
template <typename P, typename F> struct __put_part {
    P keep;
    F put;
    size_t *counts;
    bool alone;
    __host__ __device__ void operator()(size_t k, size_t from, size_t to) {
        size_t at = alone ? 0 : counts[k];
        unsigned short kept[128];
        for (size_t i = from; i < to; i += 128) {
            unsigned n = to - i < 128 ? (unsigned)(to - i) : 128u, found = 0;
            for (unsigned j = 0; j < n; j++) {
                kept[found] = (unsigned short)j;
                found += keep(i + j) ? 1 : 0;
            }
            for (unsigned j = 0; j < found; j++) put(i + kept[j], at + j);
            at += found;
        }
        if (alone) counts[1] = at;
    }
};
template <typename Part, int W, typename P, typename E> __host__ __device__ inline size_t __select_by(__policy<W> p, size_t n, P keep, E emit) {
    if (!n) return 0;
    size_t parts = __parts_of<W>(n);
    char *memory = (char *)__take<W>((parts + 1) * sizeof(size_t) + 16);
    *(unsigned *)memory = 0;
    size_t *counts = (size_t *)(memory + 16);
    if (parts > 1) __by_parts(p, n, parts, __count_part<P>{keep, counts, parts, (unsigned *)memory});
    __by_parts(p, n, parts, Part{keep, emit, counts, parts == 1});
    size_t count = counts[parts];
    __give<W>(memory);
    return count;
}
// emit(i, kept, at) for every i in turn: whether keep(i), and how many of those before it are kept. The number of all that are.
template <int W, typename P, typename E> __host__ __device__ inline size_t __select(__policy<W> p, size_t n, P keep, E emit) {
    if constexpr (W == __on_host) {
        size_t at = 0;
        for (size_t i = 0; i < n; i++) {
            bool kept = keep(i);
            emit(i, kept, at);
            at += kept;
        }
        return at;
    } else
        return __select_by<__emit_part<P, E>>(p, n, keep, emit);
}
// put(i, at) for the kept ones alone; elements behind i may have been asked for by then.
template <int W, typename P, typename F> __host__ __device__ inline size_t __pick(__policy<W> p, size_t n, P keep, F put) {
    if constexpr (W == __on_host) {
        size_t at = 0;
        for (size_t i = 0; i < n; i++) if (keep(i)) put(i, at++);
        return at;
    } else
        return __select_by<__put_part<P, F>>(p, n, keep, put);
}

}

// An algorithm without a policy runs where its iterators lead.
#define __THRUST_INLINE __host__ __device__ inline
