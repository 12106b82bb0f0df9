// cub::DeviceFor, DeviceTransform, DeviceAdjacentDifference and DeviceMerge.
#pragma once
#include <cub/detail/common.h>
#include <thrust/adjacent_difference.h>
#include <thrust/merge.h>
#include <tuple>

namespace cub {

struct DeviceFor {
    template <typename N, typename F> static cudaError_t Bulk(N n, F op, cudaStream_t stream = 0) {
        thrust::__each(__stream_policy{stream}, (size_t)n, [=] __host__ __device__(size_t i) mutable { op((N)i); });
        return cudaSuccess;
    }
    template <typename I, typename N, typename F> static cudaError_t ForEachN(I first, N n, F op, cudaStream_t stream = 0) {
        auto a = thrust::__raw(first);
        thrust::__each(__stream_policy{stream}, (size_t)n, [=] __host__ __device__(size_t i) mutable { op(a[i]); });
        return cudaSuccess;
    }
    template <typename I, typename F> static cudaError_t ForEach(I first, I last, F op, cudaStream_t stream = 0) { return ForEachN(first, last - first, op, stream); }
    template <typename I, typename N, typename F> static cudaError_t ForEachCopyN(I first, N n, F op, cudaStream_t stream = 0) { return ForEachN(first, n, op, stream); }
    template <typename I, typename F> static cudaError_t ForEachCopy(I first, I last, F op, cudaStream_t stream = 0) { return ForEachN(first, last - first, op, stream); }
    // With temporary storage, of which none is needed.
    template <typename N, typename F> static cudaError_t Bulk(void *d_temp_storage, size_t &temp_storage_bytes, N n, F op, cudaStream_t stream = 0) {
        if (!d_temp_storage) { temp_storage_bytes = 1; return cudaSuccess; }
        return Bulk(n, op, stream);
    }
};

struct DeviceTransform {
    // Of several inputs, a tuple of iterators: op gets an element of each.
    template <typename... I, typename O, typename N, typename F> static cudaError_t Transform(std::tuple<I...> in, O out, N n, F op, cudaStream_t stream = 0) {
        std::tuple<thrust::__raw_t<I>...> a = std::apply([](auto &...each) { return std::make_tuple(thrust::__raw(each)...); }, in);
        auto b = thrust::__raw(out);
        thrust::__each(__stream_policy{stream}, (size_t)n, [=] __host__ __device__(size_t i) mutable {
            b[i] = std::apply([&](auto &...each) { return op(each[i]...); }, a);
        });
        return cudaSuccess;
    }
    template <typename I, typename O, typename N, typename F> static cudaError_t Transform(I in, O out, N n, F op, cudaStream_t stream = 0) {
        auto a = thrust::__raw(in);
        auto b = thrust::__raw(out);
        thrust::__each(__stream_policy{stream}, (size_t)n, [=] __host__ __device__(size_t i) mutable { b[i] = op(a[i]); });
        return cudaSuccess;
    }
};

struct DeviceAdjacentDifference {
    template <typename I, typename O, typename F = thrust::minus<>> static cudaError_t SubtractLeftCopy(void *d_temp_storage, size_t &temp_storage_bytes, I d_input, O d_output, long long num_items, F op = F(), cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceAdjacentDifference", num_items)
        thrust::adjacent_difference(p, d_input, d_input + num_items, d_output, op);
        return cudaSuccess;
    }
    template <typename I, typename F = thrust::minus<>> static cudaError_t SubtractLeft(void *d_temp_storage, size_t &temp_storage_bytes, I d_input, long long num_items, F op = F(), cudaStream_t stream = 0) {
        return SubtractLeftCopy(d_temp_storage, temp_storage_bytes, d_input, d_input, num_items, op, stream);
    }
    template <typename I, typename O, typename F = thrust::minus<>> static cudaError_t SubtractRightCopy(void *d_temp_storage, size_t &temp_storage_bytes, I d_input, O d_output, long long num_items, F op = F(), cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceAdjacentDifference", num_items)
        typedef __value<I> T;
        size_t n = (size_t)(num_items < 0 ? 0 : num_items);
        auto a = thrust::__raw(d_input);
        auto b = thrust::__raw(d_output);
        T *kept = (T *)thrust::__take<thrust::__on_device>(n * sizeof(T));
        thrust::__each(p, n, [=] __host__ __device__(size_t i) mutable { kept[i] = a[i]; });
        thrust::__each(p, n, [=] __host__ __device__(size_t i) mutable { if (i + 1 < n) b[i] = op(kept[i], kept[i + 1]); else b[i] = kept[i]; });
        thrust::__give<thrust::__on_device>(kept);
        return cudaSuccess;
    }
    template <typename I, typename F = thrust::minus<>> static cudaError_t SubtractRight(void *d_temp_storage, size_t &temp_storage_bytes, I d_input, long long num_items, F op = F(), cudaStream_t stream = 0) {
        return SubtractRightCopy(d_temp_storage, temp_storage_bytes, d_input, d_input, num_items, op, stream);
    }
};

struct DeviceMerge {
    template <typename I, typename J, typename O, typename C = thrust::less<>> static cudaError_t MergeKeys(void *d_temp_storage, size_t &temp_storage_bytes, I keys1, long long num1, J keys2, long long num2, O out, C before = C(), cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceMerge", num1 + num2)
        thrust::merge(p, keys1, keys1 + num1, keys2, keys2 + num2, out, before);
        return cudaSuccess;
    }
};

}
