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
    // Of an array's places: op gets the number of each, and its indices (<cuda/std/mdspan>).
    template <size_t K, typename E, typename F, size_t... R> static __host__ __device__ void __at_place(F &op, size_t i, const E &e, std::index_sequence<R...>) {
        typename E::index_type at[K ? K : 1];
        size_t rest = i;
        for (size_t r = K; r-- > 0;) {
            at[r] = (typename E::index_type)(rest % (size_t)e.extent(r));
            rest /= (size_t)e.extent(r);
        }
        op((typename E::index_type)i, at[R]...);
    }
    template <typename E, typename F> static cudaError_t ForEachInExtents(const E &sizes, F op, cudaStream_t stream = 0) {
        size_t n = 1;
        for (size_t r = 0; r < E::rank(); r++) n *= (size_t)sizes.extent(r);
        E e = sizes;
        thrust::__each(__stream_policy{stream}, n, [=] __host__ __device__(size_t i) mutable { __at_place<E::rank()>(op, i, e, std::make_index_sequence<E::rank()>()); });
        return cudaSuccess;
    }
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
    template <typename O, typename N, typename T> static cudaError_t Fill(O out, N n, T value, cudaStream_t stream = 0) {
        auto b = thrust::__raw(out);
        thrust::__each(__stream_policy{stream}, (size_t)n, [=] __host__ __device__(size_t i) mutable { b[i] = value; });
        return cudaSuccess;
    }
    template <typename O, typename N, typename F> static cudaError_t Generate(O out, N n, F make, cudaStream_t stream = 0) {
        auto b = thrust::__raw(out);
        thrust::__each(__stream_policy{stream}, (size_t)n, [=] __host__ __device__(size_t i) mutable { b[i] = make(); });
        return cudaSuccess;
    }
    // Where `takes` holds for the input; elsewhere the output stays.
    template <typename I, typename O, typename N, typename P, typename F> static cudaError_t TransformIf(I in, O out, N n, P takes, F op, cudaStream_t stream = 0) {
        auto a = thrust::__raw(in);
        auto b = thrust::__raw(out);
        thrust::__each(__stream_policy{stream}, (size_t)n, [=] __host__ __device__(size_t i) mutable { if (takes(a[i])) b[i] = op(a[i]); });
        return cudaSuccess;
    }
    template <typename... I, typename O, typename N, typename F> static cudaError_t TransformStableArgumentAddresses(std::tuple<I...> in, O out, N n, F op, cudaStream_t stream = 0) { return Transform(in, out, n, op, stream); }
    template <typename I, typename O, typename N, typename F> static cudaError_t TransformStableArgumentAddresses(I in, O out, N n, F op, cudaStream_t stream = 0) { return Transform(in, out, n, op, stream); }
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
    template <typename I, typename V, typename J, typename U, typename O, typename W, typename C = thrust::less<>>
    static cudaError_t MergePairs(void *d_temp_storage, size_t &temp_storage_bytes, I keys1, V values1, long long num1, J keys2, U values2, long long num2, O keys_out, W values_out, C before = C(), cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceMerge", num1 + num2)
        thrust::merge_by_key(p, keys1, keys1 + num1, keys2, keys2 + num2, values1, values2, keys_out, values_out, before);
        return cudaSuccess;
    }
};

}
