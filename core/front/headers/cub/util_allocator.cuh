// cub::CachingDeviceAllocator: blocks of device memory that are kept for the next request of their size.
#pragma once
#include <cub/detail/common.h>

namespace cub {

struct CachingDeviceAllocator {
    struct __block { void *p; size_t bytes; bool live; cudaStream_t stream; __block *next; };
    unsigned bin_growth, min_bin, max_bin;
    size_t max_cached_bytes, __cached;
    bool skip_cleanup, debug;
    __block *__blocks;
    CachingDeviceAllocator(unsigned bin_growth, unsigned min_bin = 1, unsigned max_bin = (unsigned)-1, size_t max_cached_bytes = (size_t)-1, bool skip_cleanup = false, bool debug = false)
        : bin_growth(bin_growth), min_bin(min_bin), max_bin(max_bin), max_cached_bytes(max_cached_bytes), __cached(0), skip_cleanup(skip_cleanup), debug(debug), __blocks(nullptr) {}
    CachingDeviceAllocator(bool skip_cleanup = false, bool debug = false) : bin_growth(8), min_bin(3), max_bin(7), max_cached_bytes(8 * 8 * 8 * 8 * 8 * 8 * 8 * 3 - 1), __cached(0), skip_cleanup(skip_cleanup), debug(debug), __blocks(nullptr) {}
    ~CachingDeviceAllocator() { if (!skip_cleanup) FreeAllCached(); }
    // Powers of bin_growth; what is more than the largest is not kept.
    size_t __bin(size_t bytes) const {
        size_t bin = 1;
        for (unsigned k = 0; k < max_bin && (k < min_bin || bin < bytes); k++) {
            if (bin > ((size_t)-1 >> 1) / bin_growth) return bytes;
            bin *= bin_growth;
        }
        return bin < bytes ? bytes : bin;
    }
    cudaError_t DeviceAllocate(void **d_ptr, size_t bytes, cudaStream_t stream = 0) {
        size_t bin = __bin(bytes);
        *d_ptr = nullptr;
        for (__block *b = __blocks; b; b = b->next)
            if (!b->live && b->bytes == bin && b->stream == stream) { b->live = true; __cached -= bin; *d_ptr = b->p; return cudaSuccess; }
        cudaError_t code = cudaMalloc(d_ptr, bin);
        if (code) return code;
        __blocks = new __block{*d_ptr, bin, true, stream, __blocks};
        return cudaSuccess;
    }
    cudaError_t DeviceFree(void *d_ptr) {
        for (__block **b = &__blocks; *b; b = &(*b)->next) {
            if ((*b)->p != d_ptr || !(*b)->live) continue;
            if (__cached + (*b)->bytes <= max_cached_bytes) { (*b)->live = false; __cached += (*b)->bytes; return cudaSuccess; }
            __block *gone = *b;
            *b = gone->next;
            delete gone;
            return cudaFree(d_ptr);
        }
        return cudaFree(d_ptr);
    }
    cudaError_t DeviceAllocate(int device, void **d_ptr, size_t bytes, cudaStream_t stream = 0) { return DeviceAllocate(d_ptr, bytes, stream); }
    cudaError_t DeviceFree(int device, void *d_ptr) { return DeviceFree(d_ptr); }
    cudaError_t FreeAllCached() {
        cudaError_t code = cudaSuccess;
        for (__block **b = &__blocks; *b;) {
            if ((*b)->live) { b = &(*b)->next; continue; }
            __block *gone = *b;
            *b = gone->next;
            __cached -= gone->bytes;
            cudaError_t failed = cudaFree(gone->p);
            if (failed) code = failed;
            delete gone;
        }
        return code;
    }
    cudaError_t SetMaxCachedBytes(size_t bytes) { max_cached_bytes = bytes; return cudaSuccess; }
};

}
