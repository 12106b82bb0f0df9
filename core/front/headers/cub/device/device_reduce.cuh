// cub::DeviceReduce: the sum, or another fold, of all elements or of each run of equal keys.
#pragma once
#include <cub/detail/common.h>
#include <cub/iterator/arg_index_input_iterator.cuh>
#include <limits>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/reduce.h>

namespace cub {

struct DeviceReduce {
    template <typename I, typename O, typename F, typename T> static cudaError_t Reduce(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_out, long long num_items, F op, T init, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceReduce", num_items)
        return __put(p, d_out, thrust::reduce(p, d_in, d_in + (num_items > 0 ? num_items : 0), init, __known_op(op)));
    }
    template <typename I, typename O> static cudaError_t Sum(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_out, long long num_items, cudaStream_t stream = 0) {
        typedef typename __output<O, __value<I>>::type T;
        return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_items, cub::Sum(), T(), stream);
    }
    template <typename I, typename O> static cudaError_t Min(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_out, long long num_items, cudaStream_t stream = 0) {
        return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_items, cub::Min(), std::numeric_limits<__value<I>>::max(), stream);
    }
    template <typename I, typename O> static cudaError_t Max(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_out, long long num_items, cudaStream_t stream = 0) {
        return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_items, cub::Max(), std::numeric_limits<__value<I>>::lowest(), stream);
    }
    template <typename I, typename O> static cudaError_t ArgMin(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_out, long long num_items, cudaStream_t stream = 0) {
        typedef __value<I> T;
        ArgIndexInputIterator<I> pairs(d_in);
        return Reduce(d_temp_storage, temp_storage_bytes, pairs, d_out, num_items, cub::ArgMin(), KeyValuePair<ptrdiff_t, T>(1, std::numeric_limits<T>::max()), stream);
    }
    template <typename I, typename O> static cudaError_t ArgMax(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_out, long long num_items, cudaStream_t stream = 0) {
        typedef __value<I> T;
        ArgIndexInputIterator<I> pairs(d_in);
        return Reduce(d_temp_storage, temp_storage_bytes, pairs, d_out, num_items, cub::ArgMax(), KeyValuePair<ptrdiff_t, T>(1, std::numeric_limits<T>::lowest()), stream);
    }
    template <typename I, typename O, typename X, typename N, typename = std::enable_if_t<std::is_integral_v<N>>>
    static cudaError_t ArgMin(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_min_out, X d_index_out, N num_items, cudaStream_t stream = 0) {
        return __arg(d_temp_storage, temp_storage_bytes, d_in, d_min_out, d_index_out, num_items, cub::ArgMin(), stream);
    }
    template <typename I, typename O, typename X, typename N, typename = std::enable_if_t<std::is_integral_v<N>>>
    static cudaError_t ArgMax(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_max_out, X d_index_out, N num_items, cudaStream_t stream = 0) {
        return __arg(d_temp_storage, temp_storage_bytes, d_in, d_max_out, d_index_out, num_items, cub::ArgMax(), stream);
    }
    template <typename I, typename O, typename F, typename G, typename T>
    static cudaError_t TransformReduce(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_out, long long num_items, F op, G transform, T init, cudaStream_t stream = 0) {
        return Reduce(d_temp_storage, temp_storage_bytes, thrust::make_transform_iterator(d_in, transform), d_out, num_items, op, init, stream);
    }
    template <typename K, typename KO, typename V, typename VO, typename R, typename F>
    static cudaError_t ReduceByKey(void *d_temp_storage, size_t &temp_storage_bytes, K d_keys_in, KO d_unique_out, V d_values_in, VO d_aggregates_out, R d_num_runs_out, F op, long long num_items, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceReduce::ReduceByKey", num_items)
        auto end = thrust::reduce_by_key(p, d_keys_in, d_keys_in + num_items, d_values_in, d_unique_out, d_aggregates_out, thrust::equal_to<>(), op);
        return __put(p, d_num_runs_out, (long long)(end.first - d_unique_out));
    }
    template <typename I, typename O, typename X, typename N, typename F> static cudaError_t __arg(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_out, X d_index_out, N num_items, F op, cudaStream_t stream) {
        __CUB_BEGIN("cub::DeviceReduce", num_items)
        if (num_items <= 0) return cudaSuccess;
        typedef KeyValuePair<ptrdiff_t, __value<I>> T;
        auto a = thrust::__raw(d_in);
        auto value_out = thrust::__raw(d_out);
        auto index_out = thrust::__raw(d_index_out);
        T best = thrust::__fold(p, (size_t)(num_items), [=] __host__ __device__(size_t i) mutable { return T((ptrdiff_t)i, a[i]); }, T(0, __value<I>(__first(p, a))), op);
        thrust::__each(p, 1, [=] __host__ __device__(size_t) mutable { *value_out = best.value; *index_out = best.key; });
        return cudaSuccess;
    }
    template <typename A> static auto __first(const __stream_policy &p, A a) {
        typedef __value<A> T;
        T *kept = (T *)thrust::__take<thrust::__on_device>(sizeof(T));
        thrust::__each(p, 1, [=] __host__ __device__(size_t) mutable { *kept = a[0]; });
        T value = *kept;
        thrust::__give<thrust::__on_device>(kept);
        return value;
    }
};

// A fold of each segment: from d_begin_offsets[i] on and before d_end_offsets[i]. Empty ones give the initial value.
struct DeviceSegmentedReduce {
    // Of segments that all have segment_size elements, one behind the other.
    template <typename I, typename O, typename F, typename T>
    static cudaError_t Reduce(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_out, long long num_segments, int segment_size, F op, T init, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSegmentedReduce", num_segments)
        auto a = thrust::__raw(d_in);
        auto o = thrust::__raw(d_out);
        thrust::__each(p, (size_t)(num_segments), [=] __host__ __device__(size_t k) mutable {
            T sum = init;
            for (size_t i = k * (size_t)segment_size, end = i + (size_t)segment_size; i < end; i++) sum = op(sum, a[i]);
            o[k] = sum;
        });
        return cudaSuccess;
    }
    template <typename I, typename O> static cudaError_t Sum(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_out, long long num_segments, int segment_size, cudaStream_t stream = 0) {
        return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_segments, segment_size, cub::Sum(), typename __output<O, __value<I>>::type(), stream);
    }
    template <typename I, typename O> static cudaError_t Min(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_out, long long num_segments, int segment_size, cudaStream_t stream = 0) {
        return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_segments, segment_size, cub::Min(), std::numeric_limits<__value<I>>::max(), stream);
    }
    template <typename I, typename O> static cudaError_t Max(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_out, long long num_segments, int segment_size, cudaStream_t stream = 0) {
        return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_segments, segment_size, cub::Max(), std::numeric_limits<__value<I>>::lowest(), stream);
    }
    template <typename I, typename O, typename B, typename E, typename F, typename T>
    static cudaError_t Reduce(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_out, long long num_segments, B d_begin_offsets, E d_end_offsets, F op, T init, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSegmentedReduce", num_segments)
        auto a = thrust::__raw(d_in);
        auto o = thrust::__raw(d_out);
        auto from = thrust::__raw(d_begin_offsets);
        auto to = thrust::__raw(d_end_offsets);
        thrust::__each(p, (size_t)(num_segments), [=] __host__ __device__(size_t k) mutable {
            T sum = init;
            for (long long i = from[k], end = to[k]; i < end; i++) sum = op(sum, a[i]);
            o[k] = sum;
        });
        return cudaSuccess;
    }
    template <typename I, typename O, typename B, typename E> static cudaError_t Sum(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_out, long long num_segments, B d_begin_offsets, E d_end_offsets, cudaStream_t stream = 0) {
        typedef typename __output<O, __value<I>>::type T;
        return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_segments, d_begin_offsets, d_end_offsets, cub::Sum(), T(), stream);
    }
    template <typename I, typename O, typename B, typename E> static cudaError_t Min(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_out, long long num_segments, B d_begin_offsets, E d_end_offsets, cudaStream_t stream = 0) {
        return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_segments, d_begin_offsets, d_end_offsets, cub::Min(), std::numeric_limits<__value<I>>::max(), stream);
    }
    template <typename I, typename O, typename B, typename E> static cudaError_t Max(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_out, long long num_segments, B d_begin_offsets, E d_end_offsets, cudaStream_t stream = 0) {
        return Reduce(d_temp_storage, temp_storage_bytes, d_in, d_out, num_segments, d_begin_offsets, d_end_offsets, cub::Max(), std::numeric_limits<__value<I>>::lowest(), stream);
    }
    // The index is that within the segment.
    template <typename I, typename O, typename B, typename E, typename F> static cudaError_t __arg(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_out, long long num_segments, B d_begin_offsets, E d_end_offsets, F op, __value<I> init, cudaStream_t stream) {
        __CUB_BEGIN("cub::DeviceSegmentedReduce", num_segments)
        typedef KeyValuePair<int, __value<I>> T;
        auto a = thrust::__raw(d_in);
        auto o = thrust::__raw(d_out);
        auto from = thrust::__raw(d_begin_offsets);
        auto to = thrust::__raw(d_end_offsets);
        thrust::__each(p, (size_t)(num_segments), [=] __host__ __device__(size_t k) mutable {
            T best(1, init);
            for (long long start = from[k], i = start, end = to[k]; i < end; i++) best = i == start ? T(0, a[i]) : op(best, T((int)(i - start), a[i]));
            o[k] = best;
        });
        return cudaSuccess;
    }
    template <typename I, typename O, typename B, typename E> static cudaError_t ArgMin(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_out, long long num_segments, B d_begin_offsets, E d_end_offsets, cudaStream_t stream = 0) {
        return __arg(d_temp_storage, temp_storage_bytes, d_in, d_out, num_segments, d_begin_offsets, d_end_offsets, cub::ArgMin(), std::numeric_limits<__value<I>>::max(), stream);
    }
    template <typename I, typename O, typename B, typename E> static cudaError_t ArgMax(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_out, long long num_segments, B d_begin_offsets, E d_end_offsets, cudaStream_t stream = 0) {
        return __arg(d_temp_storage, temp_storage_bytes, d_in, d_out, num_segments, d_begin_offsets, d_end_offsets, cub::ArgMax(), std::numeric_limits<__value<I>>::lowest(), stream);
    }
};

}
