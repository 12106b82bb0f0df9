// cub::DeviceRadixSort and the sorts of segments: numbers by their bits, all of them or those from begin_bit on and before end_bit. Stable.
#pragma once
#include <cub/detail/common.h>
#include <thrust/sort.h>

namespace cub {

// Sorts a copy of the keys, and of the values where there are any.
template <typename K, typename V> inline cudaError_t __radix_sort(const __stream_policy &p, const K *keys_in, K *keys_out, const V *values_in, V *values_out, long long n, int begin_bit, int end_bit, bool descending) {
    static_assert(thrust::__kind<K>::value != 0, "keys of a radix sort are numbers of at most 64 bits: sort structs with cub::DeviceMergeSort");
    if (n <= 0) return cudaSuccess;
    int code = keys_in == keys_out ? 0 : __heddle_parallel_copy(keys_out, keys_in, n * sizeof(K), p.__stream);
    size_t size = 0;
    if constexpr (!std::is_same_v<V, NullType>) {
        size = sizeof(V);
        if (!code && values_in != values_out) code = __heddle_parallel_copy(values_out, values_in, n * sizeof(V), p.__stream);
    }
    if (!code) code = __heddle_parallel_sort_bits(thrust::__kind<K>::value, keys_out, n, descending, size ? (void *)values_out : nullptr, size, begin_bit, end_bit, p.__stream);
    return (cudaError_t)code;
}
template <typename K, typename V, typename B, typename E>
inline cudaError_t __segmented_sort(const __stream_policy &p, const K *keys_in, K *keys_out, const V *values_in, V *values_out, long long n, long long segments, B begins, E ends, int begin_bit, int end_bit, bool descending) {
    static_assert(thrust::__kind<K>::value != 0, "keys of a radix sort are numbers of at most 64 bits: sort structs with cub::DeviceMergeSort");
    cudaError_t code = cudaStreamSynchronize(p.__stream);
    if (code || segments <= 0) return code;
    size_t size = 0;
    if constexpr (!std::is_same_v<V, NullType>) size = sizeof(V);
    long long *bounds = new long long[(size_t)segments * 2];
    for (long long k = 0; k < segments; k++) {
        bounds[2 * k] = (long long)begins[k];
        bounds[2 * k + 1] = (long long)ends[k];
    }
    code = (cudaError_t)__heddle_parallel_sort_segments(thrust::__kind<K>::value, keys_in, keys_out, size ? (const void *)values_in : nullptr, size ? (void *)values_out : nullptr, size, (size_t)(n < 0 ? 0 : n), bounds,
                                                        (size_t)segments, descending, begin_bit, end_bit, p.__stream);
    delete[] bounds;
    return code;
}

// Keys of structs: `parts` gives a tuple of references to the numbers that count, the most significant first.
template <typename K, typename P> struct __before_by_parts {
    P parts;
    bool descending;
    __host__ __device__ bool operator()(const K &a, const K &b) const {
        K x = a, y = b;
        P take = parts;
        return descending ? take(y) < take(x) : take(x) < take(y);
    }
};
template <typename K, typename V, typename P> inline cudaError_t __sort_by_parts(const __stream_policy &p, const K *keys_in, K *keys_out, const V *values_in, V *values_out, long long n, P parts, bool descending) {
    if (n <= 0) return cudaSuccess;
    int code = __heddle_parallel_copy(keys_out, keys_in, n * sizeof(K), p.__stream);
    if constexpr (std::is_same_v<V, NullType>) {
        if (!code) thrust::stable_sort(p, keys_out, keys_out + n, __before_by_parts<K, P>{parts, descending});
    } else {
        if (!code) code = __heddle_parallel_copy(values_out, values_in, n * sizeof(V), p.__stream);
        if (!code) thrust::stable_sort_by_key(p, keys_out, keys_out + n, values_out, __before_by_parts<K, P>{parts, descending});
    }
    return (cudaError_t)code;
}

struct DeviceRadixSort {
    template <typename K, typename N, typename P, typename G = std::enable_if_t<std::is_class_v<P>>> static cudaError_t SortKeys(void *d_temp_storage, size_t &temp_storage_bytes, const K *d_keys_in, K *d_keys_out, N num_items, P decomposer, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceRadixSort::SortKeys", num_items)
        return __sort_by_parts(p, d_keys_in, d_keys_out, (const NullType *)nullptr, (NullType *)nullptr, num_items, decomposer, false);
    }
    template <typename K, typename V, typename N, typename P, typename G = std::enable_if_t<std::is_class_v<P>>> static cudaError_t SortPairs(void *d_temp_storage, size_t &temp_storage_bytes, const K *d_keys_in, K *d_keys_out, const V *d_values_in, V *d_values_out, N num_items, P decomposer, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceRadixSort::SortPairs", num_items)
        return __sort_by_parts(p, d_keys_in, d_keys_out, d_values_in, d_values_out, num_items, decomposer, false);
    }
    template <typename K, typename N, typename P, typename G = std::enable_if_t<std::is_class_v<P>>> static cudaError_t SortKeysDescending(void *d_temp_storage, size_t &temp_storage_bytes, const K *d_keys_in, K *d_keys_out, N num_items, P decomposer, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceRadixSort::SortKeysDescending", num_items)
        return __sort_by_parts(p, d_keys_in, d_keys_out, (const NullType *)nullptr, (NullType *)nullptr, num_items, decomposer, true);
    }
    template <typename K, typename V, typename N, typename P, typename G = std::enable_if_t<std::is_class_v<P>>> static cudaError_t SortPairsDescending(void *d_temp_storage, size_t &temp_storage_bytes, const K *d_keys_in, K *d_keys_out, const V *d_values_in, V *d_values_out, N num_items, P decomposer, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceRadixSort::SortPairsDescending", num_items)
        return __sort_by_parts(p, d_keys_in, d_keys_out, d_values_in, d_values_out, num_items, decomposer, true);
    }
    template <typename K, typename N> static cudaError_t SortKeys(void *d_temp_storage, size_t &temp_storage_bytes, const K *d_keys_in, K *d_keys_out, N num_items, int begin_bit = 0, int end_bit = sizeof(K) * 8, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceRadixSort::SortKeys", num_items)
        return __radix_sort(p, d_keys_in, d_keys_out, (const NullType *)nullptr, (NullType *)nullptr, num_items, begin_bit, end_bit, false);
    }
    template <typename K, typename N> static cudaError_t SortKeys(void *d_temp_storage, size_t &temp_storage_bytes, DoubleBuffer<K> &d_keys, N num_items, int begin_bit = 0, int end_bit = sizeof(K) * 8, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceRadixSort::SortKeys", num_items)
        __code = __radix_sort(p, (const K *)d_keys.Current(), d_keys.Alternate(), (const NullType *)nullptr, (NullType *)nullptr, num_items, begin_bit, end_bit, false);
        if (!__code) d_keys.selector ^= 1;
        return __code;
    }
    template <typename K, typename V, typename N> static cudaError_t SortPairs(void *d_temp_storage, size_t &temp_storage_bytes, const K *d_keys_in, K *d_keys_out, const V *d_values_in, V *d_values_out, N num_items, int begin_bit = 0, int end_bit = sizeof(K) * 8, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceRadixSort::SortPairs", num_items)
        return __radix_sort(p, d_keys_in, d_keys_out, d_values_in, d_values_out, num_items, begin_bit, end_bit, false);
    }
    template <typename K, typename V, typename N> static cudaError_t SortPairs(void *d_temp_storage, size_t &temp_storage_bytes, DoubleBuffer<K> &d_keys, DoubleBuffer<V> &d_values, N num_items, int begin_bit = 0, int end_bit = sizeof(K) * 8, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceRadixSort::SortPairs", num_items)
        __code = __radix_sort(p, (const K *)d_keys.Current(), d_keys.Alternate(), (const V *)d_values.Current(), d_values.Alternate(), num_items, begin_bit, end_bit, false);
        if (!__code) { d_keys.selector ^= 1; d_values.selector ^= 1; }
        return __code;
    }
    template <typename K, typename N> static cudaError_t SortKeysDescending(void *d_temp_storage, size_t &temp_storage_bytes, const K *d_keys_in, K *d_keys_out, N num_items, int begin_bit = 0, int end_bit = sizeof(K) * 8, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceRadixSort::SortKeysDescending", num_items)
        return __radix_sort(p, d_keys_in, d_keys_out, (const NullType *)nullptr, (NullType *)nullptr, num_items, begin_bit, end_bit, true);
    }
    template <typename K, typename N> static cudaError_t SortKeysDescending(void *d_temp_storage, size_t &temp_storage_bytes, DoubleBuffer<K> &d_keys, N num_items, int begin_bit = 0, int end_bit = sizeof(K) * 8, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceRadixSort::SortKeysDescending", num_items)
        __code = __radix_sort(p, (const K *)d_keys.Current(), d_keys.Alternate(), (const NullType *)nullptr, (NullType *)nullptr, num_items, begin_bit, end_bit, true);
        if (!__code) d_keys.selector ^= 1;
        return __code;
    }
    template <typename K, typename V, typename N> static cudaError_t SortPairsDescending(void *d_temp_storage, size_t &temp_storage_bytes, const K *d_keys_in, K *d_keys_out, const V *d_values_in, V *d_values_out, N num_items, int begin_bit = 0, int end_bit = sizeof(K) * 8, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceRadixSort::SortPairsDescending", num_items)
        return __radix_sort(p, d_keys_in, d_keys_out, d_values_in, d_values_out, num_items, begin_bit, end_bit, true);
    }
    template <typename K, typename V, typename N> static cudaError_t SortPairsDescending(void *d_temp_storage, size_t &temp_storage_bytes, DoubleBuffer<K> &d_keys, DoubleBuffer<V> &d_values, N num_items, int begin_bit = 0, int end_bit = sizeof(K) * 8, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceRadixSort::SortPairsDescending", num_items)
        __code = __radix_sort(p, (const K *)d_keys.Current(), d_keys.Alternate(), (const V *)d_values.Current(), d_values.Alternate(), num_items, begin_bit, end_bit, true);
        if (!__code) { d_keys.selector ^= 1; d_values.selector ^= 1; }
        return __code;
    }
};
struct DeviceSegmentedRadixSort {
    template <typename K, typename B, typename E> static cudaError_t SortKeys(void *d_temp_storage, size_t &temp_storage_bytes, const K *d_keys_in, K *d_keys_out, long long num_items, long long num_segments, B d_begin_offsets, E d_end_offsets, int begin_bit = 0, int end_bit = sizeof(K) * 8, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSegmentedRadixSort::SortKeys", num_items)
        return __segmented_sort(p, d_keys_in, d_keys_out, (const NullType *)nullptr, (NullType *)nullptr, num_items, num_segments, d_begin_offsets, d_end_offsets, begin_bit, end_bit, false);
    }
    template <typename K, typename B, typename E> static cudaError_t SortKeys(void *d_temp_storage, size_t &temp_storage_bytes, DoubleBuffer<K> &d_keys, long long num_items, long long num_segments, B d_begin_offsets, E d_end_offsets, int begin_bit = 0, int end_bit = sizeof(K) * 8, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSegmentedRadixSort::SortKeys", num_items)
        return __segmented_sort(p, (const K *)d_keys.Current(), d_keys.Current(), (const NullType *)nullptr, (NullType *)nullptr, num_items, num_segments, d_begin_offsets, d_end_offsets, begin_bit, end_bit, false);
    }
    template <typename K, typename V, typename B, typename E> static cudaError_t SortPairs(void *d_temp_storage, size_t &temp_storage_bytes, const K *d_keys_in, K *d_keys_out, const V *d_values_in, V *d_values_out, long long num_items, long long num_segments, B d_begin_offsets, E d_end_offsets, int begin_bit = 0, int end_bit = sizeof(K) * 8, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSegmentedRadixSort::SortPairs", num_items)
        return __segmented_sort(p, d_keys_in, d_keys_out, d_values_in, d_values_out, num_items, num_segments, d_begin_offsets, d_end_offsets, begin_bit, end_bit, false);
    }
    template <typename K, typename V, typename B, typename E> static cudaError_t SortPairs(void *d_temp_storage, size_t &temp_storage_bytes, DoubleBuffer<K> &d_keys, DoubleBuffer<V> &d_values, long long num_items, long long num_segments, B d_begin_offsets, E d_end_offsets, int begin_bit = 0, int end_bit = sizeof(K) * 8, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSegmentedRadixSort::SortPairs", num_items)
        return __segmented_sort(p, (const K *)d_keys.Current(), d_keys.Current(), (const V *)d_values.Current(), d_values.Current(), num_items, num_segments, d_begin_offsets, d_end_offsets, begin_bit, end_bit, false);
    }
    template <typename K, typename B, typename E> static cudaError_t SortKeysDescending(void *d_temp_storage, size_t &temp_storage_bytes, const K *d_keys_in, K *d_keys_out, long long num_items, long long num_segments, B d_begin_offsets, E d_end_offsets, int begin_bit = 0, int end_bit = sizeof(K) * 8, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSegmentedRadixSort::SortKeysDescending", num_items)
        return __segmented_sort(p, d_keys_in, d_keys_out, (const NullType *)nullptr, (NullType *)nullptr, num_items, num_segments, d_begin_offsets, d_end_offsets, begin_bit, end_bit, true);
    }
    template <typename K, typename B, typename E> static cudaError_t SortKeysDescending(void *d_temp_storage, size_t &temp_storage_bytes, DoubleBuffer<K> &d_keys, long long num_items, long long num_segments, B d_begin_offsets, E d_end_offsets, int begin_bit = 0, int end_bit = sizeof(K) * 8, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSegmentedRadixSort::SortKeysDescending", num_items)
        return __segmented_sort(p, (const K *)d_keys.Current(), d_keys.Current(), (const NullType *)nullptr, (NullType *)nullptr, num_items, num_segments, d_begin_offsets, d_end_offsets, begin_bit, end_bit, true);
    }
    template <typename K, typename V, typename B, typename E> static cudaError_t SortPairsDescending(void *d_temp_storage, size_t &temp_storage_bytes, const K *d_keys_in, K *d_keys_out, const V *d_values_in, V *d_values_out, long long num_items, long long num_segments, B d_begin_offsets, E d_end_offsets, int begin_bit = 0, int end_bit = sizeof(K) * 8, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSegmentedRadixSort::SortPairsDescending", num_items)
        return __segmented_sort(p, d_keys_in, d_keys_out, d_values_in, d_values_out, num_items, num_segments, d_begin_offsets, d_end_offsets, begin_bit, end_bit, true);
    }
    template <typename K, typename V, typename B, typename E> static cudaError_t SortPairsDescending(void *d_temp_storage, size_t &temp_storage_bytes, DoubleBuffer<K> &d_keys, DoubleBuffer<V> &d_values, long long num_items, long long num_segments, B d_begin_offsets, E d_end_offsets, int begin_bit = 0, int end_bit = sizeof(K) * 8, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSegmentedRadixSort::SortPairsDescending", num_items)
        return __segmented_sort(p, (const K *)d_keys.Current(), d_keys.Current(), (const V *)d_values.Current(), d_values.Current(), num_items, num_segments, d_begin_offsets, d_end_offsets, begin_bit, end_bit, true);
    }
};
struct DeviceSegmentedSort {
    template <typename K, typename B, typename E> static cudaError_t SortKeys(void *d_temp_storage, size_t &temp_storage_bytes, const K *d_keys_in, K *d_keys_out, long long num_items, long long num_segments, B d_begin_offsets, E d_end_offsets, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSegmentedSort::SortKeys", num_items)
        return __segmented_sort(p, d_keys_in, d_keys_out, (const NullType *)nullptr, (NullType *)nullptr, num_items, num_segments, d_begin_offsets, d_end_offsets, 0, (int)sizeof(K) * 8, false);
    }
    template <typename K, typename B, typename E> static cudaError_t SortKeys(void *d_temp_storage, size_t &temp_storage_bytes, DoubleBuffer<K> &d_keys, long long num_items, long long num_segments, B d_begin_offsets, E d_end_offsets, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSegmentedSort::SortKeys", num_items)
        return __segmented_sort(p, (const K *)d_keys.Current(), d_keys.Current(), (const NullType *)nullptr, (NullType *)nullptr, num_items, num_segments, d_begin_offsets, d_end_offsets, 0, (int)sizeof(K) * 8, false);
    }
    template <typename K, typename V, typename B, typename E> static cudaError_t SortPairs(void *d_temp_storage, size_t &temp_storage_bytes, const K *d_keys_in, K *d_keys_out, const V *d_values_in, V *d_values_out, long long num_items, long long num_segments, B d_begin_offsets, E d_end_offsets, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSegmentedSort::SortPairs", num_items)
        return __segmented_sort(p, d_keys_in, d_keys_out, d_values_in, d_values_out, num_items, num_segments, d_begin_offsets, d_end_offsets, 0, (int)sizeof(K) * 8, false);
    }
    template <typename K, typename V, typename B, typename E> static cudaError_t SortPairs(void *d_temp_storage, size_t &temp_storage_bytes, DoubleBuffer<K> &d_keys, DoubleBuffer<V> &d_values, long long num_items, long long num_segments, B d_begin_offsets, E d_end_offsets, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSegmentedSort::SortPairs", num_items)
        return __segmented_sort(p, (const K *)d_keys.Current(), d_keys.Current(), (const V *)d_values.Current(), d_values.Current(), num_items, num_segments, d_begin_offsets, d_end_offsets, 0, (int)sizeof(K) * 8, false);
    }
    template <typename K, typename B, typename E> static cudaError_t SortKeysDescending(void *d_temp_storage, size_t &temp_storage_bytes, const K *d_keys_in, K *d_keys_out, long long num_items, long long num_segments, B d_begin_offsets, E d_end_offsets, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSegmentedSort::SortKeysDescending", num_items)
        return __segmented_sort(p, d_keys_in, d_keys_out, (const NullType *)nullptr, (NullType *)nullptr, num_items, num_segments, d_begin_offsets, d_end_offsets, 0, (int)sizeof(K) * 8, true);
    }
    template <typename K, typename B, typename E> static cudaError_t SortKeysDescending(void *d_temp_storage, size_t &temp_storage_bytes, DoubleBuffer<K> &d_keys, long long num_items, long long num_segments, B d_begin_offsets, E d_end_offsets, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSegmentedSort::SortKeysDescending", num_items)
        return __segmented_sort(p, (const K *)d_keys.Current(), d_keys.Current(), (const NullType *)nullptr, (NullType *)nullptr, num_items, num_segments, d_begin_offsets, d_end_offsets, 0, (int)sizeof(K) * 8, true);
    }
    template <typename K, typename V, typename B, typename E> static cudaError_t SortPairsDescending(void *d_temp_storage, size_t &temp_storage_bytes, const K *d_keys_in, K *d_keys_out, const V *d_values_in, V *d_values_out, long long num_items, long long num_segments, B d_begin_offsets, E d_end_offsets, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSegmentedSort::SortPairsDescending", num_items)
        return __segmented_sort(p, d_keys_in, d_keys_out, d_values_in, d_values_out, num_items, num_segments, d_begin_offsets, d_end_offsets, 0, (int)sizeof(K) * 8, true);
    }
    template <typename K, typename V, typename B, typename E> static cudaError_t SortPairsDescending(void *d_temp_storage, size_t &temp_storage_bytes, DoubleBuffer<K> &d_keys, DoubleBuffer<V> &d_values, long long num_items, long long num_segments, B d_begin_offsets, E d_end_offsets, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSegmentedSort::SortPairsDescending", num_items)
        return __segmented_sort(p, (const K *)d_keys.Current(), d_keys.Current(), (const V *)d_values.Current(), d_values.Current(), num_items, num_segments, d_begin_offsets, d_end_offsets, 0, (int)sizeof(K) * 8, true);
    }
    template <typename K, typename B, typename E> static cudaError_t StableSortKeys(void *d_temp_storage, size_t &temp_storage_bytes, const K *d_keys_in, K *d_keys_out, long long num_items, long long num_segments, B d_begin_offsets, E d_end_offsets, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSegmentedSort::StableSortKeys", num_items)
        return __segmented_sort(p, d_keys_in, d_keys_out, (const NullType *)nullptr, (NullType *)nullptr, num_items, num_segments, d_begin_offsets, d_end_offsets, 0, (int)sizeof(K) * 8, false);
    }
    template <typename K, typename B, typename E> static cudaError_t StableSortKeys(void *d_temp_storage, size_t &temp_storage_bytes, DoubleBuffer<K> &d_keys, long long num_items, long long num_segments, B d_begin_offsets, E d_end_offsets, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSegmentedSort::StableSortKeys", num_items)
        return __segmented_sort(p, (const K *)d_keys.Current(), d_keys.Current(), (const NullType *)nullptr, (NullType *)nullptr, num_items, num_segments, d_begin_offsets, d_end_offsets, 0, (int)sizeof(K) * 8, false);
    }
    template <typename K, typename V, typename B, typename E> static cudaError_t StableSortPairs(void *d_temp_storage, size_t &temp_storage_bytes, const K *d_keys_in, K *d_keys_out, const V *d_values_in, V *d_values_out, long long num_items, long long num_segments, B d_begin_offsets, E d_end_offsets, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSegmentedSort::StableSortPairs", num_items)
        return __segmented_sort(p, d_keys_in, d_keys_out, d_values_in, d_values_out, num_items, num_segments, d_begin_offsets, d_end_offsets, 0, (int)sizeof(K) * 8, false);
    }
    template <typename K, typename V, typename B, typename E> static cudaError_t StableSortPairs(void *d_temp_storage, size_t &temp_storage_bytes, DoubleBuffer<K> &d_keys, DoubleBuffer<V> &d_values, long long num_items, long long num_segments, B d_begin_offsets, E d_end_offsets, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSegmentedSort::StableSortPairs", num_items)
        return __segmented_sort(p, (const K *)d_keys.Current(), d_keys.Current(), (const V *)d_values.Current(), d_values.Current(), num_items, num_segments, d_begin_offsets, d_end_offsets, 0, (int)sizeof(K) * 8, false);
    }
    template <typename K, typename B, typename E> static cudaError_t StableSortKeysDescending(void *d_temp_storage, size_t &temp_storage_bytes, const K *d_keys_in, K *d_keys_out, long long num_items, long long num_segments, B d_begin_offsets, E d_end_offsets, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSegmentedSort::StableSortKeysDescending", num_items)
        return __segmented_sort(p, d_keys_in, d_keys_out, (const NullType *)nullptr, (NullType *)nullptr, num_items, num_segments, d_begin_offsets, d_end_offsets, 0, (int)sizeof(K) * 8, true);
    }
    template <typename K, typename B, typename E> static cudaError_t StableSortKeysDescending(void *d_temp_storage, size_t &temp_storage_bytes, DoubleBuffer<K> &d_keys, long long num_items, long long num_segments, B d_begin_offsets, E d_end_offsets, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSegmentedSort::StableSortKeysDescending", num_items)
        return __segmented_sort(p, (const K *)d_keys.Current(), d_keys.Current(), (const NullType *)nullptr, (NullType *)nullptr, num_items, num_segments, d_begin_offsets, d_end_offsets, 0, (int)sizeof(K) * 8, true);
    }
    template <typename K, typename V, typename B, typename E> static cudaError_t StableSortPairsDescending(void *d_temp_storage, size_t &temp_storage_bytes, const K *d_keys_in, K *d_keys_out, const V *d_values_in, V *d_values_out, long long num_items, long long num_segments, B d_begin_offsets, E d_end_offsets, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSegmentedSort::StableSortPairsDescending", num_items)
        return __segmented_sort(p, d_keys_in, d_keys_out, d_values_in, d_values_out, num_items, num_segments, d_begin_offsets, d_end_offsets, 0, (int)sizeof(K) * 8, true);
    }
    template <typename K, typename V, typename B, typename E> static cudaError_t StableSortPairsDescending(void *d_temp_storage, size_t &temp_storage_bytes, DoubleBuffer<K> &d_keys, DoubleBuffer<V> &d_values, long long num_items, long long num_segments, B d_begin_offsets, E d_end_offsets, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSegmentedSort::StableSortPairsDescending", num_items)
        return __segmented_sort(p, (const K *)d_keys.Current(), d_keys.Current(), (const V *)d_values.Current(), d_values.Current(), num_items, num_segments, d_begin_offsets, d_end_offsets, 0, (int)sizeof(K) * 8, true);
    }
};
// By any order.
struct DeviceMergeSort {
    template <typename K, typename C> static cudaError_t SortKeys(void *d_temp_storage, size_t &temp_storage_bytes, K d_keys, long long num_items, C before, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceMergeSort::SortKeys", num_items)
        thrust::stable_sort(p, d_keys, d_keys + num_items, before);
        return cudaSuccess;
    }
    template <typename I, typename K, typename C> static cudaError_t SortKeysCopy(void *d_temp_storage, size_t &temp_storage_bytes, I d_input_keys, K d_output_keys, long long num_items, C before, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceMergeSort::SortKeysCopy", num_items)
        auto a = thrust::__raw(d_input_keys);
        auto b = thrust::__raw(d_output_keys);
        thrust::__each(p, (size_t)(num_items), [=] __host__ __device__(size_t i) mutable { b[i] = a[i]; });
        thrust::stable_sort(p, d_output_keys, d_output_keys + num_items, before);
        return cudaSuccess;
    }
    template <typename K, typename V, typename C> static cudaError_t SortPairs(void *d_temp_storage, size_t &temp_storage_bytes, K d_keys, V d_items, long long num_items, C before, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceMergeSort::SortPairs", num_items)
        thrust::stable_sort_by_key(p, d_keys, d_keys + num_items, d_items, before);
        return cudaSuccess;
    }
    template <typename I, typename J, typename K, typename V, typename C> static cudaError_t SortPairsCopy(void *d_temp_storage, size_t &temp_storage_bytes, I d_input_keys, J d_input_items, K d_output_keys, V d_output_items, long long num_items, C before, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceMergeSort::SortPairsCopy", num_items)
        auto a = thrust::__raw(d_input_keys);
        auto b = thrust::__raw(d_output_keys);
        auto c = thrust::__raw(d_input_items);
        auto d = thrust::__raw(d_output_items);
        thrust::__each(p, (size_t)(num_items), [=] __host__ __device__(size_t i) mutable { b[i] = a[i]; d[i] = c[i]; });
        thrust::stable_sort_by_key(p, d_output_keys, d_output_keys + num_items, d_output_items, before);
        return cudaSuccess;
    }
    template <typename K, typename C> static cudaError_t StableSortKeys(void *d_temp_storage, size_t &temp_storage_bytes, K d_keys, long long num_items, C before, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceMergeSort::StableSortKeys", num_items)
        thrust::stable_sort(p, d_keys, d_keys + num_items, before);
        return cudaSuccess;
    }
    template <typename I, typename K, typename C> static cudaError_t StableSortKeysCopy(void *d_temp_storage, size_t &temp_storage_bytes, I d_input_keys, K d_output_keys, long long num_items, C before, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceMergeSort::StableSortKeysCopy", num_items)
        auto a = thrust::__raw(d_input_keys);
        auto b = thrust::__raw(d_output_keys);
        thrust::__each(p, (size_t)(num_items), [=] __host__ __device__(size_t i) mutable { b[i] = a[i]; });
        thrust::stable_sort(p, d_output_keys, d_output_keys + num_items, before);
        return cudaSuccess;
    }
    template <typename K, typename V, typename C> static cudaError_t StableSortPairs(void *d_temp_storage, size_t &temp_storage_bytes, K d_keys, V d_items, long long num_items, C before, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceMergeSort::StableSortPairs", num_items)
        thrust::stable_sort_by_key(p, d_keys, d_keys + num_items, d_items, before);
        return cudaSuccess;
    }
};

}
