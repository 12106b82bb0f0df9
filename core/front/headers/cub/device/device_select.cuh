// cub::DeviceSelect, DevicePartition and DeviceRunLengthEncode: those elements that a flag, a predicate or a change marks.
#pragma once
#include <cub/detail/common.h>

namespace cub {

struct __flagged { __host__ __device__ __flagged() {} template <typename T> __host__ __device__ bool operator()(const T &flag) const { return (bool)flag; } };

struct DeviceSelect {
    // f(i): whether element i goes out.
    template <typename I, typename O, typename R, typename F> static cudaError_t __selected(const __stream_policy &p, I d_in, O d_out, R d_num_selected_out, long long n, F f) {
        auto a = thrust::__raw(d_in);
        auto o = thrust::__raw(d_out);
        long long left = (long long)thrust::__pick(p, (size_t)(n < 0 ? 0 : n), f, [=] __host__ __device__(size_t i, size_t at) mutable { o[at] = a[i]; });
        return __put(p, d_num_selected_out, left);
    }
    // In place: through a copy.
    template <typename I, typename R, typename F> static cudaError_t __selected_here(const __stream_policy &p, I d_data, R d_num_selected_out, long long n, F f) {
        typedef __value<I> T;
        T *kept = (T *)thrust::__take<thrust::__on_device>((size_t)(n < 0 ? 0 : n) * sizeof(T));
        auto a = thrust::__raw(d_data);
        size_t left = thrust::__pick(p, (size_t)(n < 0 ? 0 : n), f, [=] __host__ __device__(size_t i, size_t at) mutable { kept[at] = a[i]; });
        thrust::__each(p, left, [=] __host__ __device__(size_t i) mutable { a[i] = kept[i]; });
        thrust::__give<thrust::__on_device>(kept);
        return __put(p, d_num_selected_out, (long long)left);
    }
    template <typename I, typename F, typename O, typename R> static cudaError_t Flagged(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, F d_flags, O d_out, R d_num_selected_out, long long num_items, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSelect::Flagged", num_items)
        auto f = thrust::__raw(d_flags);
        return __selected(p, d_in, d_out, d_num_selected_out, num_items, [=] __host__ __device__(size_t i) mutable { return (bool)f[i]; });
    }
    template <typename I, typename F, typename R, typename N, typename = std::enable_if_t<std::is_integral_v<N>>> static cudaError_t Flagged(void *d_temp_storage, size_t &temp_storage_bytes, I d_data, F d_flags, R d_num_selected_out, N num_items, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSelect::Flagged", num_items)
        auto f = thrust::__raw(d_flags);
        return __selected_here(p, d_data, d_num_selected_out, num_items, [=] __host__ __device__(size_t i) mutable { return (bool)f[i]; });
    }
    template <typename I, typename O, typename R, typename P> static cudaError_t If(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_out, R d_num_selected_out, long long num_items, P select_op, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSelect::If", num_items)
        auto a = thrust::__raw(d_in);
        return __selected(p, d_in, d_out, d_num_selected_out, num_items, [=] __host__ __device__(size_t i) mutable { return (bool)select_op(a[i]); });
    }
    template <typename I, typename R, typename P, typename = std::enable_if_t<!std::is_integral_v<P>>> static cudaError_t If(void *d_temp_storage, size_t &temp_storage_bytes, I d_data, R d_num_selected_out, long long num_items, P select_op, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSelect::If", num_items)
        auto a = thrust::__raw(d_data);
        return __selected_here(p, d_data, d_num_selected_out, num_items, [=] __host__ __device__(size_t i) mutable { return (bool)select_op(a[i]); });
    }
    template <typename I, typename F, typename O, typename R, typename P> static cudaError_t FlaggedIf(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, F d_flags, O d_out, R d_num_selected_out, long long num_items, P select_op, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSelect::FlaggedIf", num_items)
        auto f = thrust::__raw(d_flags);
        return __selected(p, d_in, d_out, d_num_selected_out, num_items, [=] __host__ __device__(size_t i) mutable { return (bool)select_op(f[i]); });
    }
    template <typename I, typename O, typename R> static cudaError_t Unique(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_out, R d_num_selected_out, long long num_items, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSelect::Unique", num_items)
        auto a = thrust::__raw(d_in);
        return __selected(p, d_in, d_out, d_num_selected_out, num_items, [=] __host__ __device__(size_t i) mutable { return i == 0 || !(a[i - 1] == a[i]); });
    }
    template <typename K, typename V, typename KO, typename VO, typename R> static cudaError_t UniqueByKey(void *d_temp_storage, size_t &temp_storage_bytes, K d_keys_in, V d_values_in, KO d_keys_out, VO d_values_out, R d_num_selected_out, long long num_items, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceSelect::UniqueByKey", num_items)
        auto k = thrust::__raw(d_keys_in);
        auto v = thrust::__raw(d_values_in);
        auto ko = thrust::__raw(d_keys_out);
        auto vo = thrust::__raw(d_values_out);
        long long left = (long long)thrust::__pick(p, (size_t)(num_items < 0 ? 0 : num_items), [=] __host__ __device__(size_t i) mutable { return i == 0 || !(k[i - 1] == k[i]); },
                                                     [=] __host__ __device__(size_t i, size_t at) mutable { ko[at] = k[i]; vo[at] = v[i]; });
        return __put(p, d_num_selected_out, left);
    }
};

// Those that are selected come first, in order; the others behind them, in reverse order.
struct DevicePartition {
    template <typename I, typename O, typename R, typename F> static cudaError_t __parted(const __stream_policy &p, I d_in, O d_out, R d_num_selected_out, long long n, F f) {
        auto a = thrust::__raw(d_in);
        auto o = thrust::__raw(d_out);
        size_t size = (size_t)(n < 0 ? 0 : n);
        long long left = (long long)thrust::__select(p, size, f, [=] __host__ __device__(size_t i, bool kept, size_t at) mutable { if (kept) o[at] = a[i]; else o[size - 1 - (i - at)] = a[i]; });
        return __put(p, d_num_selected_out, left);
    }
    template <typename I, typename F, typename O, typename R> static cudaError_t Flagged(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, F d_flags, O d_out, R d_num_selected_out, long long num_items, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DevicePartition::Flagged", num_items)
        auto f = thrust::__raw(d_flags);
        return __parted(p, d_in, d_out, d_num_selected_out, num_items, [=] __host__ __device__(size_t i) mutable { return (bool)f[i]; });
    }
    template <typename I, typename O, typename R, typename P> static cudaError_t If(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, O d_out, R d_num_selected_out, long long num_items, P select_op, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DevicePartition::If", num_items)
        auto a = thrust::__raw(d_in);
        return __parted(p, d_in, d_out, d_num_selected_out, num_items, [=] __host__ __device__(size_t i) mutable { return (bool)select_op(a[i]); });
    }
    // Three ways, each in order: d_num_selected_out has the numbers of the first and of the second part.
    template <typename I, typename X, typename Y, typename Z, typename R, typename P, typename Q>
    static cudaError_t If(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, X d_first_part_out, Y d_second_part_out, Z d_unselected_out, R d_num_selected_out, long long num_items, P first_op, Q second_op, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DevicePartition::If", num_items)
        auto a = thrust::__raw(d_in);
        auto x = thrust::__raw(d_first_part_out);
        auto y = thrust::__raw(d_second_part_out);
        auto z = thrust::__raw(d_unselected_out);
        auto r = thrust::__raw(d_num_selected_out);
        size_t n = (size_t)(num_items < 0 ? 0 : num_items);
        size_t first = thrust::__pick(p, n, [=] __host__ __device__(size_t i) mutable { return (bool)first_op(a[i]); }, [=] __host__ __device__(size_t i, size_t at) mutable { x[at] = a[i]; });
        size_t second = thrust::__pick(p, n, [=] __host__ __device__(size_t i) mutable { return !first_op(a[i]) && second_op(a[i]); }, [=] __host__ __device__(size_t i, size_t at) mutable { y[at] = a[i]; });
        thrust::__pick(p, n, [=] __host__ __device__(size_t i) mutable { return !first_op(a[i]) && !second_op(a[i]); }, [=] __host__ __device__(size_t i, size_t at) mutable { z[at] = a[i]; });
        thrust::__each(p, 1, [=] __host__ __device__(size_t) mutable { r[0] = first; r[1] = second; });
        return cudaSuccess;
    }
};

struct DeviceRunLengthEncode {
    template <typename I, typename U, typename L, typename R> static cudaError_t Encode(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, U d_unique_out, L d_counts_out, R d_num_runs_out, long long num_items, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceRunLengthEncode::Encode", num_items)
        auto a = thrust::__raw(d_in);
        auto u = thrust::__raw(d_unique_out);
        auto c = thrust::__raw(d_counts_out);
        size_t n = (size_t)(num_items < 0 ? 0 : num_items);
        size_t *starts = (size_t *)thrust::__take<thrust::__on_device>((n + 1) * sizeof(size_t));
        size_t runs = thrust::__pick(p, n, [=] __host__ __device__(size_t i) mutable { return i == 0 || !(a[i - 1] == a[i]); }, [=] __host__ __device__(size_t i, size_t at) mutable { starts[at] = i; u[at] = a[i]; });
        thrust::__each(p, runs, [=] __host__ __device__(size_t k) mutable { c[k] = (k + 1 < runs ? starts[k + 1] : n) - starts[k]; });
        thrust::__give<thrust::__on_device>(starts);
        return __put(p, d_num_runs_out, (long long)runs);
    }
    // Runs of more than one element: where they begin, and their lengths.
    template <typename I, typename X, typename L, typename R> static cudaError_t NonTrivialRuns(void *d_temp_storage, size_t &temp_storage_bytes, I d_in, X d_offsets_out, L d_lengths_out, R d_num_runs_out, long long num_items, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceRunLengthEncode::NonTrivialRuns", num_items)
        auto a = thrust::__raw(d_in);
        auto x = thrust::__raw(d_offsets_out);
        auto l = thrust::__raw(d_lengths_out);
        size_t n = (size_t)(num_items < 0 ? 0 : num_items);
        size_t *starts = (size_t *)thrust::__take<thrust::__on_device>((n + 1) * sizeof(size_t));
        size_t runs = thrust::__pick(p, n, [=] __host__ __device__(size_t i) mutable { return i == 0 || !(a[i - 1] == a[i]); }, [=] __host__ __device__(size_t i, size_t at) mutable { starts[at] = i; });
        auto length = [=] __host__ __device__(size_t k) { return (k + 1 < runs ? starts[k + 1] : n) - starts[k]; };
        size_t left = thrust::__pick(p, runs, [=] __host__ __device__(size_t k) mutable { return length(k) > 1; }, [=] __host__ __device__(size_t k, size_t at) mutable { x[at] = starts[k]; l[at] = length(k); });
        thrust::__give<thrust::__on_device>(starts);
        return __put(p, d_num_runs_out, (long long)left);
    }
};

}
