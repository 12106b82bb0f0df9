// cub::DeviceScan: sums of all elements up to each one, itself included or not; by keys within each run.
#pragma once
#include <cub/detail/common.h>
#include <thrust/scan.h>

namespace cub {

// An initial value that is in the device's memory when the scan begins.
template <typename T, typename I = T *> struct FutureValue {
    typedef T value_type;
    I __at;
    explicit FutureValue(I at) : __at(at) {}
};
template <typename I> FutureValue(I) -> FutureValue<std::remove_reference_t<decltype(*std::declval<I>())>, I>;

struct DeviceScan {
    template <typename I, typename O, typename F, typename T, typename J> static cudaError_t ExclusiveScan(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_out, F op, FutureValue<T, J> init, long long num_items, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceScan::ExclusiveScan", num_items)
        T value;
        cudaError_t code = cudaMemcpyAsync(&value, thrust::__raw(init.__at), sizeof(T), cudaMemcpyDefault, stream);
        if (!code) code = cudaStreamSynchronize(stream);
        if (code) return code;
        thrust::exclusive_scan(p, d_in, d_in + num_items, d_out, value, __known_op(op));
        return cudaSuccess;
    }
    template <typename I, typename O> static cudaError_t ExclusiveSum(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_out, long long num_items, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceScan::ExclusiveSum", num_items)
        thrust::exclusive_scan(p, d_in, d_in + num_items, d_out, __value<I>(), thrust::plus<>());
        return cudaSuccess;
    }
    template <typename I, typename O> static cudaError_t InclusiveSum(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_out, long long num_items, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceScan::InclusiveSum", num_items)
        thrust::inclusive_scan(p, d_in, d_in + num_items, d_out, thrust::plus<>());
        return cudaSuccess;
    }
    template <typename I, typename O, typename F, typename T> static cudaError_t ExclusiveScan(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_out, F op, T init, long long num_items, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceScan::ExclusiveScan", num_items)
        thrust::exclusive_scan(p, d_in, d_in + num_items, d_out, init, __known_op(op));
        return cudaSuccess;
    }
    template <typename I, typename O, typename F> static cudaError_t InclusiveScan(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_out, F op, long long num_items, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceScan::InclusiveScan", num_items)
        thrust::inclusive_scan(p, d_in, d_in + num_items, d_out, __known_op(op));
        return cudaSuccess;
    }
    template <typename I, typename O, typename F, typename T> static cudaError_t InclusiveScanInit(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_out, F op, T init, long long num_items, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceScan::InclusiveScanInit", num_items)
        thrust::inclusive_scan(p, d_in, d_in + num_items, d_out, init, op);
        return cudaSuccess;
    }
    // In place.
    template <typename I> static cudaError_t ExclusiveSum(void *d_temp_storage, size_t &temp_storage_bytes, I d_data, long long num_items, cudaStream_t stream = 0) { return ExclusiveSum(d_temp_storage, temp_storage_bytes, d_data, d_data, num_items, stream); }
    template <typename I> static cudaError_t InclusiveSum(void *d_temp_storage, size_t &temp_storage_bytes, I d_data, long long num_items, cudaStream_t stream = 0) { return InclusiveSum(d_temp_storage, temp_storage_bytes, d_data, d_data, num_items, stream); }
    template <typename K, typename I, typename O, typename E = thrust::equal_to<>> static cudaError_t ExclusiveSumByKey(void *d_temp_storage, size_t &temp_storage_bytes, K d_keys_in, I d_values_in, O d_values_out, long long num_items, E same = E(), cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceScan::ExclusiveSumByKey", num_items)
        thrust::exclusive_scan_by_key(p, d_keys_in, d_keys_in + num_items, d_values_in, d_values_out, __value<I>(), same);
        return cudaSuccess;
    }
    template <typename K, typename I, typename O, typename E = thrust::equal_to<>> static cudaError_t InclusiveSumByKey(void *d_temp_storage, size_t &temp_storage_bytes, K d_keys_in, I d_values_in, O d_values_out, long long num_items, E same = E(), cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceScan::InclusiveSumByKey", num_items)
        thrust::inclusive_scan_by_key(p, d_keys_in, d_keys_in + num_items, d_values_in, d_values_out, same);
        return cudaSuccess;
    }
    template <typename K, typename I, typename O, typename F, typename T, typename E = thrust::equal_to<>>
    static cudaError_t ExclusiveScanByKey(void *d_temp_storage, size_t &temp_storage_bytes, K d_keys_in, I d_values_in, O d_values_out, F op, T init, long long num_items, E same = E(), cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceScan::ExclusiveScanByKey", num_items)
        thrust::exclusive_scan_by_key(p, d_keys_in, d_keys_in + num_items, d_values_in, d_values_out, init, same, op);
        return cudaSuccess;
    }
    template <typename K, typename I, typename O, typename F, typename E = thrust::equal_to<>>
    static cudaError_t InclusiveScanByKey(void *d_temp_storage, size_t &temp_storage_bytes, K d_keys_in, I d_values_in, O d_values_out, F op, long long num_items, E same = E(), cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceScan::InclusiveScanByKey", num_items)
        thrust::inclusive_scan_by_key(p, d_keys_in, d_keys_in + num_items, d_values_in, d_values_out, same, op);
        return cudaSuccess;
    }
};

}
