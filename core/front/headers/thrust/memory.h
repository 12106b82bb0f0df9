// Memory of a system: thrust::malloc<T>(policy, n), free, temporary buffers; and of the device by itself: thrust::cuda::malloc<T>(n).
#pragma once
#include <thrust/device_malloc.h>
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>

namespace thrust {

template <typename T, int W> using __pointer_on = std::conditional_t<W == __on_host, T *, device_ptr<T>>;

template <typename T, int W> inline __pointer_on<T, W> malloc(const __policy<W> &, size_t n) {
    if constexpr (W == __on_host) return (T *)::malloc(n * sizeof(T));
    else return device_malloc<T>(n);
}
template <int W> inline __pointer_on<void, W> malloc(const __policy<W> &, size_t n) {
    if constexpr (W == __on_host) return ::malloc(n);
    else return device_malloc(n);
}
template <int W, typename P> inline void free(const __policy<W> &, P p) {
    if constexpr (W == __on_host) ::free((void *)p);
    else cudaFree((void *)thrust::raw_pointer_cast(p));
}
// Room for n elements, and how many there are.
template <typename T, int W> inline pair<__pointer_on<T, W>, ptrdiff_t> get_temporary_buffer(const __policy<W> &p, ptrdiff_t n) {
    return pair<__pointer_on<T, W>, ptrdiff_t>(thrust::malloc<T>(p, (size_t)n), n);
}
template <int W, typename P> inline void return_temporary_buffer(const __policy<W> &policy, P p) { thrust::free(policy, p); }
template <int W, typename P> inline void return_temporary_buffer(const __policy<W> &policy, P p, ptrdiff_t) { thrust::free(policy, p); }

namespace cuda {
template <typename T> using pointer = device_ptr<T>;
template <typename T> inline device_ptr<T> malloc(size_t n) { return device_malloc<T>(n); }
inline device_ptr<void> malloc(size_t n) { return device_malloc(n); }
template <typename T> inline void free(device_ptr<T> p) { cudaFree((void *)p.get()); }
}
namespace system { namespace cuda { using thrust::cuda::pointer; using thrust::cuda::malloc; using thrust::cuda::free; } }

}
