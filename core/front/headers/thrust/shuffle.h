// Elements in random order.
#pragma once
#include <thrust/sort.h>

namespace thrust {

// By sorting with a number drawn for each.
template <int W, typename I, typename G> __host__ __device__ inline void shuffle(const __policy<W> &p, I first, I last, G &&engine) {
    size_t n = (size_t)(last - first);
    unsigned long long *drawn = (unsigned long long *)__take<W>(n * sizeof(unsigned long long));
    for (size_t i = 0; i < n; i++) {
        unsigned long long high = engine();
        drawn[i] = high << 32 ^ engine();
    }
    thrust::sort_by_key(p, drawn, drawn + n, first);
    __give<W>(drawn);
}
template <typename I, typename G> __host__ __device__ inline void shuffle(I first, I last, G &&engine) { thrust::shuffle(__of<I>(), first, last, engine); }
template <int W, typename I, typename O, typename G> __host__ __device__ inline void shuffle_copy(const __policy<W> &p, I first, I last, O out, G &&engine) {
    auto a = __raw(first);
    auto b = __raw(out);
    __each(p, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable { b[i] = a[i]; });
    thrust::shuffle(p, out, out + (last - first), engine);
}
template <typename I, typename O, typename G> __host__ __device__ inline void shuffle_copy(I first, I last, O out, G &&engine) { thrust::shuffle_copy(__of<I, O>(), first, last, out, engine); }

}
