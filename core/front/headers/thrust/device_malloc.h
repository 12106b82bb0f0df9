// Device memory by the element: thrust::device_malloc<T>(n), thrust::device_free(p), device_new, device_delete.
#pragma once
#include <heddle/throw.h>
#include <new>
#include <thrust/detail/core.h>

namespace thrust {

template <typename T> inline device_ptr<T> device_malloc(size_t n) {
    void *p = nullptr;
    if (cudaMallocManaged(&p, n * sizeof(T))) std::__fail("bad_alloc", "std::bad_alloc: cudaErrorMemoryAllocation: out of memory");
    return device_ptr<T>((T *)p);
}
inline device_ptr<void> device_malloc(size_t n) { return device_ptr<void>(device_malloc<char>(n).get()); }
template <typename T> inline void device_free(device_ptr<T> p) { cudaFree((void *)p.get()); }
template <typename T> inline device_ptr<T> device_new(size_t n = 1) {
    device_ptr<T> p = device_malloc<T>(n);
    for (size_t i = 0; i < n; i++) new ((void *)(p.get() + i)) T();
    return p;
}
template <typename T> inline void device_delete(device_ptr<T> p, size_t n = 0) {
    for (size_t i = 0; i < n; i++) p.get()[i].~T();
    device_free(p);
}

}
