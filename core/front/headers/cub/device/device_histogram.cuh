// cub::DeviceHistogram: how many samples are in each bin, of one channel or of several that take turns.
#pragma once
#include <cub/detail/common.h>

namespace cub {

struct DeviceHistogram {
    template <typename L> struct __even {
        L low, high;
        int bins;
        L scale = std::is_floating_point_v<L> ? (L)bins / (high - low) : (L)0;
        template <typename S> __host__ __device__ int operator()(S sample) const {
            if constexpr (std::is_floating_point_v<L> || std::is_floating_point_v<S>) {
                if (!(sample >= low && sample < high)) return -1;
                int bin = (int)((sample - low) * (std::is_floating_point_v<L> ? scale : (L)bins / (high - low)));
                return bin < bins ? bin : bins - 1;
            } else {
                if ((long long)sample < (long long)low || (long long)sample >= (long long)high) return -1;
                return (int)((unsigned long long)((long long)sample - (long long)low) * (unsigned long long)bins / (unsigned long long)((long long)high - (long long)low));
            }
        }
    };
    template <typename L> struct __range {
        const L *levels;
        int bins;
        template <typename S> __host__ __device__ int operator()(S sample) const {
            if (!(sample >= levels[0] && sample < levels[bins])) return -1;
            int low = 0, high = bins; // levels[low] <= sample < levels[high]
            while (high - low > 1) {
                int half = (low + high) / 2;
                if (sample >= levels[half]) low = half;
                else high = half;
            }
            return low;
        }
    };
    // What goes to run/library/parallel/histogram.c: plain numbers and their own levels, or integers, into counters of 32 bits.
    template <typename I, typename C, typename B> struct __plain { enum { value = 0 }; typedef int level; };
    template <typename S, typename C, typename L> struct __plain<S *, C, __even<L>> {
        typedef std::remove_const_t<S> sample;
        typedef std::conditional_t<std::is_floating_point_v<L>, L, long long> level;
        enum { value = thrust::__kind_at<S *>::value && std::is_integral_v<C> && sizeof(C) == 4 && (std::is_floating_point_v<L> ? std::is_same_v<sample, L> : std::is_integral_v<L> && std::is_integral_v<sample> && sizeof(sample) <= 4) };
    };
    // Channel `channel` of `channels` interleaved ones, in rows that are `row_bytes` apart.
    template <typename I, typename C, typename B> static void __count(const __stream_policy &p, I samples, C *histogram, long long columns, long long rows, long long row_samples, int channels, int channel, int bins, B bin_of) {
        if (bins <= 0) return;
        auto a = thrust::__raw(samples);
#ifndef __CUDA_ARCH__
        if constexpr (__plain<decltype(a), C, B>::value)
            if (rows == 1 && channels == 1 && bins <= 1 << 16 && bin_of.low < bin_of.high) {
                typename __plain<decltype(a), C, B>::level low = bin_of.low, high = bin_of.high;
                thrust::__checked("histogram", __heddle_parallel_histogram(thrust::__kind_at<decltype(a)>::value, (const void *)a, (size_t)columns, &low, &high, bins, (unsigned *)histogram, p.__stream));
                return;
            }
#endif
        thrust::__each(p, (size_t)bins, [=] __host__ __device__(size_t i) mutable { histogram[i] = 0; });
        size_t n = (size_t)(columns * rows);
        if (!n) return;
        // Each part counts on its own, in lines of the cache that are no other's, and adds what it has found.
        size_t parts = thrust::__parts_of<thrust::__on_device>(n);
        if (parts > 16) parts = 16;
        size_t apart = (size_t)bins + 128 / sizeof(C);
        C *counts = (C *)thrust::__take<thrust::__on_device>(parts * apart * sizeof(C));
        thrust::__by_parts(p, n, parts, [=] __host__ __device__(size_t k, size_t from, size_t to) mutable {
            C *mine = counts + k * apart;
            for (int b = 0; b < bins; b++) mine[b] = 0;
            if (rows == 1 && channels == 1) {
                B where = bin_of;
                for (size_t i = from; i < to; i++) {
                    int bin = where(a[i]);
                    if (bin >= 0) mine[bin]++;
                }
                return;
            }
            for (size_t i = from; i < to; i++) {
                size_t at = rows == 1 ? i : i / (size_t)columns * (size_t)row_samples / (size_t)channels + i % (size_t)columns;
                int bin = bin_of(rows == 1 || row_samples % channels == 0 ? a[at * (size_t)channels + (size_t)channel]
                                                                          : a[i / (size_t)columns * (size_t)row_samples + i % (size_t)columns * (size_t)channels + (size_t)channel]);
                if (bin >= 0) mine[bin]++;
            }
        });
        thrust::__each(p, (size_t)bins, [=] __host__ __device__(size_t b) mutable {
            C sum = 0;
            for (size_t k = 0; k < parts; k++) sum += counts[k * apart + b];
            histogram[b] = sum;
        });
        thrust::__give<thrust::__on_device>(counts);
    }
    template <typename I, typename C, typename L, typename N>
    static cudaError_t HistogramEven(void *d_temp_storage, size_t &temp_storage_bytes, I d_samples, C *d_histogram, int num_levels, L lower_level, L upper_level, N num_samples, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceHistogram::HistogramEven", num_samples)
        __count(p, d_samples, d_histogram, num_samples, 1, num_samples, 1, 0, num_levels - 1, __even<L>{lower_level, upper_level, num_levels - 1});
        return cudaSuccess;
    }
    template <typename I, typename C, typename L, typename N>
    static cudaError_t HistogramEven(void *d_temp_storage, size_t &temp_storage_bytes, I d_samples, C *d_histogram, int num_levels, L lower_level, L upper_level, N num_row_samples, N num_rows, size_t row_stride_bytes, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceHistogram::HistogramEven", num_row_samples)
        __count(p, d_samples, d_histogram, num_row_samples, num_rows, (long long)(row_stride_bytes / sizeof(__value<I>)), 1, 0, num_levels - 1, __even<L>{lower_level, upper_level, num_levels - 1});
        return cudaSuccess;
    }
    template <typename I, typename C, typename L, typename N>
    static cudaError_t HistogramRange(void *d_temp_storage, size_t &temp_storage_bytes, I d_samples, C *d_histogram, int num_levels, const L *d_levels, N num_samples, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceHistogram::HistogramRange", num_samples)
        __count(p, d_samples, d_histogram, num_samples, 1, num_samples, 1, 0, num_levels - 1, __range<L>{d_levels, num_levels - 1});
        return cudaSuccess;
    }
    template <int NUM_CHANNELS, int NUM_ACTIVE_CHANNELS, typename I, typename C, typename L, typename N>
    static cudaError_t MultiHistogramEven(void *d_temp_storage, size_t &temp_storage_bytes, I d_samples, C *d_histogram[NUM_ACTIVE_CHANNELS], int num_levels[NUM_ACTIVE_CHANNELS], L lower_level[NUM_ACTIVE_CHANNELS], L upper_level[NUM_ACTIVE_CHANNELS], N num_pixels, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceHistogram::MultiHistogramEven", num_pixels)
        for (int c = 0; c < NUM_ACTIVE_CHANNELS; c++)
            __count(p, d_samples, d_histogram[c], num_pixels, 1, num_pixels, NUM_CHANNELS, c, num_levels[c] - 1, __even<L>{lower_level[c], upper_level[c], num_levels[c] - 1});
        return cudaSuccess;
    }
    template <int NUM_CHANNELS, int NUM_ACTIVE_CHANNELS, typename I, typename C, typename L, typename N>
    static cudaError_t MultiHistogramRange(void *d_temp_storage, size_t &temp_storage_bytes, I d_samples, C *d_histogram[NUM_ACTIVE_CHANNELS], int num_levels[NUM_ACTIVE_CHANNELS], const L *d_levels[NUM_ACTIVE_CHANNELS], N num_pixels, cudaStream_t stream = 0) {
        __CUB_BEGIN("cub::DeviceHistogram::MultiHistogramRange", num_pixels)
        for (int c = 0; c < NUM_ACTIVE_CHANNELS; c++)
            __count(p, d_samples, d_histogram[c], num_pixels, 1, num_pixels, NUM_CHANNELS, c, num_levels[c] - 1, __range<L>{d_levels[c], num_levels[c] - 1});
        return cudaSuccess;
    }
};

}
