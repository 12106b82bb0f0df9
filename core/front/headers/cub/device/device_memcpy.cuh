// cub::DeviceMemcpy and DeviceCopy: many copies by one call. Buffers must not overlap.
#pragma once
#include <cub/device/device_for.cuh>

namespace cub {

struct DeviceMemcpy {
    // sizes[i] bytes from from[i] to to[i].
    template <typename I, typename O, typename S> static cudaError_t Batched(void *d_temp_storage, size_t &temp_storage_bytes, I from, O to, S sizes, long long num_buffers, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceMemcpy::Batched", num_buffers)
        auto a = thrust::__raw(from);
        auto b = thrust::__raw(to);
        auto n = thrust::__raw(sizes);
        thrust::__each(p, (size_t)num_buffers, [=] __host__ __device__(size_t i) mutable {
            const char *source = (const char *)a[i];
            char *target = (char *)b[i];
            size_t size = n[i];
            for (size_t k = 0; k < size; k++) target[k] = source[k];
        });
        return cudaSuccess;
    }
};
struct DeviceCopy {
    // sizes[i] elements from the iterator from[i] to the iterator to[i].
    template <typename I, typename O, typename S> static cudaError_t Batched(void *d_temp_storage, size_t &temp_storage_bytes, I from, O to, S sizes, long long num_ranges, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceCopy::Batched", num_ranges)
        auto a = thrust::__raw(from);
        auto b = thrust::__raw(to);
        auto n = thrust::__raw(sizes);
        thrust::__each(p, (size_t)num_ranges, [=] __host__ __device__(size_t i) mutable {
            auto source = a[i];
            auto target = b[i];
            size_t size = n[i];
            for (size_t k = 0; k < size; k++) target[k] = source[k];
        });
        return cudaSuccess;
    }
};

}
