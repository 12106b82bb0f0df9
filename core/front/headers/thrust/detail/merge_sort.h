// Sorting of anything by any order: parts by insertion and merging, then merges of parts, each by many threads. Stable.
#pragma once
#include <thrust/detail/parallel.h>

namespace thrust {

struct __no_values {};

template <typename T, typename U, typename C> __host__ __device__ inline void __insertion(T *k, U *v, size_t n, C &before) {
    for (size_t i = 1; i < n; i++) {
        if (!before(k[i], k[i - 1])) continue;
        T x = k[i];
        size_t j = i;
        if constexpr (std::is_same_v<U, __no_values>) {
            for (; j > 0 && before(x, k[j - 1]); j--) k[j] = k[j - 1];
        } else {
            U y = v[i];
            for (; j > 0 && before(x, k[j - 1]); j--) { k[j] = k[j - 1]; v[j] = v[j - 1]; }
            v[j] = y;
        }
        k[j] = x;
    }
}
// The ranges [a, a_end) and [b, b_end) of k become one at `to`.
template <typename T, typename U, typename C>
__host__ __device__ inline void __merge_runs(const T *k, const U *v, size_t a, size_t a_end, size_t b, size_t b_end, T *k_to, U *v_to, size_t to, C &before) {
    while (a < a_end || b < b_end) {
        size_t from = a == a_end || (b < b_end && before(k[b], k[a])) ? b++ : a++;
        k_to[to] = k[from];
        if constexpr (!std::is_same_v<U, __no_values>) v_to[to] = v[from];
        to++;
    }
}
// One part's own elements, sorted within it.
template <typename T, typename U, typename C> struct __sort_part {
    T *k, *k_spare;
    U *v, *v_spare;
    C before;
    size_t n, width;
    __host__ __device__ void operator()(size_t k_th, size_t, size_t) {
        const size_t run = 16, from = k_th * width, to = n - from < width ? n : from + width;
        for (size_t i = from; i < to; i += run) __insertion(k + i, v + (std::is_same_v<U, __no_values> ? 0 : i), to - i < run ? to - i : run, before);
        T *k_at = k, *k_to = k_spare;
        U *v_at = v, *v_to = v_spare;
        for (size_t width = run; width < to - from; width *= 2) {
            for (size_t i = from; i < to; i += 2 * width) {
                size_t middle = to - i < width ? to : i + width, end = to - i < 2 * width ? to : i + 2 * width;
                __merge_runs(k_at, v_at, i, middle, middle, end, k_to, v_to, i, before);
            }
            T *k_was = k_at; k_at = k_to; k_to = k_was;
            U *v_was = v_at; v_at = v_to; v_to = v_was;
        }
        if (k_at == k) return;
        for (size_t i = from; i < to; i++) {
            k[i] = k_at[i];
            if constexpr (!std::is_same_v<U, __no_values>) v[i] = v_at[i];
        }
    }
};
// A pass of merging runs of `width` parts: each thread makes its own stretch of the output, found by bisection.
template <typename T, typename U, typename C> struct __merge_part {
    const T *k;
    const U *v;
    T *k_to;
    U *v_to;
    C before;
    size_t n, width;
    // How many of the first `d` elements of the merged pair come from its first run.
    __host__ __device__ size_t split(size_t start, size_t middle, size_t end, size_t d) {
        size_t low = d > end - middle ? d - (end - middle) : 0, high = d < middle - start ? d : middle - start;
        while (low < high) {
            size_t half = (low + high) / 2;
            if (before(k[middle + d - 1 - half], k[start + half])) high = half;
            else low = half + 1;
        }
        return low;
    }
    __host__ __device__ void operator()(size_t, size_t from, size_t to) {
        while (from < to) {
            size_t start = from / (2 * width) * (2 * width);
            size_t middle = n - start < width ? n : start + width, end = n - start < 2 * width ? n : start + 2 * width;
            size_t stop = to < end ? to : end;
            size_t a = split(start, middle, end, from - start), a_end = split(start, middle, end, stop - start);
            __merge_runs(k, v, start + a, start + a_end, middle + (from - start - a), middle + (stop - start - a_end), k_to, v_to, from, before);
            from = stop;
        }
    }
};
template <typename T> __host__ __device__ inline T *__spare(char *memory, size_t &at, size_t n) {
    at = (at + alignof(T) - 1) / alignof(T) * alignof(T);
    T *p = (T *)(memory + at);
    at += n * sizeof(T);
    return p;
}
// Sorts plain memory.
template <int W, typename T, typename U, typename C> __host__ __device__ inline void __sort(__policy<W> p, T *k, U *v, size_t n, C before) {
    if (n < 2) return;
    const bool alone = std::is_same_v<U, __no_values>;
    if constexpr (W == __on_host) if (n <= 16) { __insertion(k, v, n, before); return; }
    char *memory = (char *)__take<W>(n * sizeof(T) + (alone ? 0 : n * sizeof(U)) + alignof(T) + alignof(U));
    size_t used = 0;
    T *k_spare = __spare<T>(memory, used, n), *k_at = k;
    U *v_spare = v, *v_at = v;
    if constexpr (!std::is_same_v<U, __no_values>) v_spare = __spare<U>(memory, used, n);
    if constexpr (W == __on_host) {
        __sort_part<T, U, C>{k, k_spare, v, v_spare, before, n, n}((size_t)0, (size_t)0, n);
    } else if (__heddle_in_kernel()) {
        __sort_part<T, U, C>{k, k_spare, v, v_spare, before, n, n}((size_t)0, (size_t)0, n);
    } else {
        size_t parts = 1;
        while (parts < 64 && n / (2 * parts) >= 2048) parts *= 2;
        size_t width = (n + parts - 1) / parts; // runs start at its multiples
        parts = (n + width - 1) / width;
        __by_parts(p, parts, parts, __sort_part<T, U, C>{k, k_spare, v, v_spare, before, n, width});
        for (; width < n; width *= 2) {
            __by_parts(p, n, parts, __merge_part<T, U, C>{k_at, v_at, k_spare, v_spare, before, n, width});
            T *k_was = k_at; k_at = k_spare; k_spare = k_was;
            U *v_was = v_at; v_at = v_spare; v_spare = v_was;
        }
        if (k_at != k) {
            cudaMemcpyAsync((void *)k, (void *)k_at, n * sizeof(T), cudaMemcpyDefault, p.__stream);
            if (!alone) cudaMemcpyAsync((void *)v, (void *)v_at, n * sizeof(U), cudaMemcpyDefault, p.__stream);
            __launched(p.__stream, "sort");
        }
    }
    __give<W>(memory);
}

}
