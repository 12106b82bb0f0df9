// What each element has more than the one before it.
#pragma once
#include <thrust/detail/functions.h>

namespace thrust {

template <int W, typename I, typename O, typename F> __host__ __device__ inline O adjacent_difference(const __policy<W> &p, I first, I last, O out, F op) {
    typedef iterator_value_t<I> T;
    size_t n = (size_t)(last - first);
    auto a = __raw(first);
    auto b = __raw(out);
    if constexpr (W == __on_host) { // may be in place
        T before = n ? (T)a[0] : T();
        if (n) b[0] = before;
        for (size_t i = 1; i < n; i++) { T x = a[i]; b[i] = op(x, before); before = x; }
    } else {
        T *kept = (T *)__take<W>(n * sizeof(T));
        __each(p, n, [=] __host__ __device__(size_t i) mutable { kept[i] = a[i]; });
        __each(p, n, [=] __host__ __device__(size_t i) mutable { if (i) b[i] = op(kept[i], kept[i - 1]); else b[i] = kept[i]; });
        __give<W>(kept);
    }
    return out + (ptrdiff_t)n;
}
template <typename I, typename O, typename F> __host__ __device__ inline O adjacent_difference(I first, I last, O out, F op) { return thrust::adjacent_difference(__of<I, O>(), first, last, out, op); }
template <int W, typename I, typename O> __host__ __device__ inline O adjacent_difference(const __policy<W> &p, I first, I last, O out) { return thrust::adjacent_difference(p, first, last, out, minus<iterator_value_t<I>>()); }
template <typename I, typename O> __host__ __device__ inline O adjacent_difference(I first, I last, O out) { return thrust::adjacent_difference(__of<I, O>(), first, last, out); }

}
