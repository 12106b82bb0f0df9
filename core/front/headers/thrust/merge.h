// Two sorted ranges as one; of equal elements those of the first range come first.
#pragma once
#include <thrust/binary_search.h>

namespace thrust {

template <int W, typename I, typename J, typename O, typename C> __host__ __device__ inline O merge(const __policy<W> &p, I first, I last, J second, J second_last, O out, C before) {
    auto a = __raw(first);
    auto b = __raw(second);
    auto c = __raw(out);
    size_t n = (size_t)(last - first), m = (size_t)(second_last - second);
    __each(p, n + m, [=] __host__ __device__(size_t i) mutable {
        if (i < n) c[i + __lower(b, m, a[i], before)] = a[i];
        else c[i - n + __upper(a, n, b[i - n], before)] = b[i - n];
    });
    return out + (ptrdiff_t)(n + m);
}
template <typename I, typename J, typename O, typename C> __host__ __device__ inline O merge(I first, I last, J second, J second_last, O out, C before) { return thrust::merge(__of<I, J, O>(), first, last, second, second_last, out, before); }
template <int W, typename I, typename J, typename O> __host__ __device__ inline O merge(const __policy<W> &p, I first, I last, J second, J second_last, O out) { return thrust::merge(p, first, last, second, second_last, out, less<>()); }
template <typename I, typename J, typename O> __host__ __device__ inline O merge(I first, I last, J second, J second_last, O out) { return thrust::merge(__of<I, J, O>(), first, last, second, second_last, out); }
template <int W, typename K, typename Q, typename V, typename U, typename KO, typename VO, typename C> __host__ __device__ inline std::pair<KO, VO> merge_by_key(const __policy<W> &p, K first, K last, Q second, Q second_last, V values, U second_values, KO keys_out, VO values_out, C before) {
    auto a = __raw(first);
    auto b = __raw(second);
    auto v = __raw(values);
    auto u = __raw(second_values);
    auto ko = __raw(keys_out);
    auto vo = __raw(values_out);
    size_t n = (size_t)(last - first), m = (size_t)(second_last - second);
    __each(p, n + m, [=] __host__ __device__(size_t i) mutable {
        if (i < n) {
            size_t at = i + __lower(b, m, a[i], before);
            ko[at] = a[i];
            vo[at] = v[i];
        } else {
            size_t at = i - n + __upper(a, n, b[i - n], before);
            ko[at] = b[i - n];
            vo[at] = u[i - n];
        }
    });
    return std::pair<KO, VO>(keys_out + (ptrdiff_t)(n + m), values_out + (ptrdiff_t)(n + m));
}
template <typename K, typename Q, typename V, typename U, typename KO, typename VO, typename C> __host__ __device__ inline std::pair<KO, VO> merge_by_key(K first, K last, Q second, Q second_last, V values, U second_values, KO keys_out, VO values_out, C before) { return thrust::merge_by_key(__of<K, Q, V>(), first, last, second, second_last, values, second_values, keys_out, values_out, before); }
template <int W, typename K, typename Q, typename V, typename U, typename KO, typename VO> __host__ __device__ inline std::pair<KO, VO> merge_by_key(const __policy<W> &p, K first, K last, Q second, Q second_last, V values, U second_values, KO keys_out, VO values_out) { return thrust::merge_by_key(p, first, last, second, second_last, values, second_values, keys_out, values_out, less<>()); }
template <typename K, typename Q, typename V, typename U, typename KO, typename VO> __host__ __device__ inline std::pair<KO, VO> merge_by_key(K first, K last, Q second, Q second_last, V values, U second_values, KO keys_out, VO values_out) { return thrust::merge_by_key(__of<K, Q, V>(), first, last, second, second_last, values, second_values, keys_out, values_out); }

}
