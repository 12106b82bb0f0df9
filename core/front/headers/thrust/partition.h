// Those that a predicate holds for before the others; stable always.
#pragma once
#include <thrust/find.h>
#include <thrust/copy.h>
#include <thrust/pair.h>

namespace thrust {

template <int W, typename I, typename O, typename Q, typename P> __host__ __device__ inline std::pair<O, Q> stable_partition_copy(const __policy<W> &p, I first, I last, O yes, Q no, P holds) {
    auto a = __raw(first);
    auto b = __raw(yes);
    auto c = __raw(no);
    size_t n = (size_t)(last - first), left = __select(p, n, [=] __host__ __device__(size_t i) mutable { return (bool)holds(a[i]); }, [=] __host__ __device__(size_t i, bool kept, size_t at) mutable { if (kept) b[at] = a[i]; else c[i - at] = a[i]; });
    return std::pair<O, Q>(yes + (ptrdiff_t)left, no + (ptrdiff_t)(n - left));
}
template <typename I, typename O, typename Q, typename P> __host__ __device__ inline std::pair<O, Q> stable_partition_copy(I first, I last, O yes, Q no, P holds) { return thrust::stable_partition_copy(__of<I, O, Q>(), first, last, yes, no, holds); }
template <int W, typename I, typename S, typename O, typename Q, typename P> __host__ __device__ inline std::pair<O, Q> stable_partition_copy(const __policy<W> &p, I first, I last, S stencil, O yes, Q no, P holds) {
    auto a = __raw(first);
    auto b = __raw(yes);
    auto c = __raw(no);
    auto s = __raw(stencil);
    size_t n = (size_t)(last - first), left = __select(p, n, [=] __host__ __device__(size_t i) mutable { return (bool)holds(s[i]); }, [=] __host__ __device__(size_t i, bool kept, size_t at) mutable { if (kept) b[at] = a[i]; else c[i - at] = a[i]; });
    return std::pair<O, Q>(yes + (ptrdiff_t)left, no + (ptrdiff_t)(n - left));
}
template <typename I, typename S, typename O, typename Q, typename P> __host__ __device__ inline std::pair<O, Q> stable_partition_copy(I first, I last, S stencil, O yes, Q no, P holds) { return thrust::stable_partition_copy(__of<I, S, O, Q>(), first, last, stencil, yes, no, holds); }
template <int W, typename I, typename P> __host__ __device__ inline I stable_partition(const __policy<W> &p, I first, I last, P holds) {
    typedef iterator_value_t<I> T;
    size_t n = (size_t)(last - first);
    if (!n) return first;
    T *kept = (T *)__take<W>(2 * n * sizeof(T));
    size_t left = (size_t)(thrust::stable_partition_copy(p, first, last, kept, kept + n, holds).first - kept);
    thrust::__copy(p, kept, left, first);
    thrust::__copy(p, kept + n, n - left, first + (ptrdiff_t)left);
    __give<W>(kept);
    return first + (ptrdiff_t)left;
}
template <typename I, typename P> __host__ __device__ inline I stable_partition(I first, I last, P holds) { return thrust::stable_partition(__of<I>(), first, last, holds); }
template <int W, typename I, typename P> __host__ __device__ inline I partition(const __policy<W> &p, I first, I last, P holds) { return thrust::stable_partition(p, first, last, holds); }
template <typename I, typename P> __host__ __device__ inline I partition(I first, I last, P holds) { return thrust::partition(__of<I>(), first, last, holds); }
template <int W, typename I, typename O, typename Q, typename P> __host__ __device__ inline std::pair<O, Q> partition_copy(const __policy<W> &p, I first, I last, O yes, Q no, P holds) { return thrust::stable_partition_copy(p, first, last, yes, no, holds); }
template <typename I, typename O, typename Q, typename P> __host__ __device__ inline std::pair<O, Q> partition_copy(I first, I last, O yes, Q no, P holds) { return thrust::partition_copy(__of<I, O, Q>(), first, last, yes, no, holds); }
template <int W, typename I, typename S, typename P> __host__ __device__ inline I stable_partition(const __policy<W> &p, I first, I last, S stencil, P holds) {
    typedef iterator_value_t<I> T;
    size_t n = (size_t)(last - first);
    if (!n) return first;
    T *kept = (T *)__take<W>(2 * n * sizeof(T));
    size_t left = (size_t)(thrust::stable_partition_copy(p, first, last, stencil, kept, kept + n, holds).first - kept);
    thrust::__copy(p, kept, left, first);
    thrust::__copy(p, kept + n, n - left, first + (ptrdiff_t)left);
    __give<W>(kept);
    return first + (ptrdiff_t)left;
}
template <typename I, typename S, typename P> __host__ __device__ inline I stable_partition(I first, I last, S stencil, P holds) { return thrust::stable_partition(__of<I, S>(), first, last, stencil, holds); }
template <int W, typename I, typename S, typename P> __host__ __device__ inline I partition(const __policy<W> &p, I first, I last, S stencil, P holds) { return thrust::stable_partition(p, first, last, stencil, holds); }
template <typename I, typename S, typename P> __host__ __device__ inline I partition(I first, I last, S stencil, P holds) { return thrust::partition(__of<I, S>(), first, last, stencil, holds); }
template <int W, typename I, typename S, typename O, typename Q, typename P> __host__ __device__ inline std::pair<O, Q> partition_copy(const __policy<W> &p, I first, I last, S stencil, O yes, Q no, P holds) { return thrust::stable_partition_copy(p, first, last, stencil, yes, no, holds); }
template <typename I, typename S, typename O, typename Q, typename P> __host__ __device__ inline std::pair<O, Q> partition_copy(I first, I last, S stencil, O yes, Q no, P holds) { return thrust::partition_copy(__of<I, S, O, Q>(), first, last, stencil, yes, no, holds); }
template <int W, typename I, typename P> __host__ __device__ inline I partition_point(const __policy<W> &p, I first, I last, P holds) { return thrust::find_if_not(p, first, last, holds); }
template <typename I, typename P> __host__ __device__ inline I partition_point(I first, I last, P holds) { return thrust::partition_point(__of<I>(), first, last, holds); }
template <int W, typename I, typename P> __host__ __device__ inline bool is_partitioned(const __policy<W> &p, I first, I last, P holds) { return thrust::find_if(p, thrust::find_if_not(p, first, last, holds), last, holds) == last; }
template <typename I, typename P> __host__ __device__ inline bool is_partitioned(I first, I last, P holds) { return thrust::is_partitioned(__of<I>(), first, last, holds); }

}
