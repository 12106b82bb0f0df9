// Thrust's memory resources: objects that give bytes, pools of them, allocators over them.
#pragma once
#include <heddle/throw.h>
#include <mutex>
#include <new>
#include <stdlib.h>
#include <thrust/detail/core.h>
#include <thrust/device_malloc.h>
#include <vector>

namespace thrust {
namespace mr {

enum { __default_alignment = 16 };

// What gives memory by the byte: allocate(bytes, alignment), deallocate(p, bytes, alignment).
template <typename Pointer = void *> struct memory_resource {
    typedef Pointer pointer;
    virtual ~memory_resource() {}
    pointer allocate(size_t bytes, size_t alignment = __default_alignment) { return do_allocate(bytes, alignment); }
    void deallocate(pointer p, size_t bytes, size_t alignment = __default_alignment) noexcept { do_deallocate(p, bytes, alignment); }
    bool is_equal(const memory_resource &other) const noexcept { return do_is_equal(other); }
    virtual pointer do_allocate(size_t bytes, size_t alignment) = 0;
    virtual void do_deallocate(pointer p, size_t bytes, size_t alignment) = 0;
    virtual bool do_is_equal(const memory_resource &other) const noexcept { return this == &other; }
};
template <typename P> inline bool operator==(const memory_resource<P> &a, const memory_resource<P> &b) noexcept { return &a == &b || a.is_equal(b); }
template <typename P> inline bool operator!=(const memory_resource<P> &a, const memory_resource<P> &b) noexcept { return !(a == b); }

// The one object of its type that all share.
template <typename R> inline R *get_global_resource() {
    static R resource;
    return &resource;
}
template <typename R> struct validator {};

template <typename P> struct __bytes {
    static void *raw(const P &p) { return (void *)thrust::raw_pointer_cast(p); }
    static P of(void *p) { return P(p); }
};
template <typename P, typename T> struct __rebound;
template <typename T> struct __rebound<void *, T> { typedef T *type; };
template <typename T> struct __rebound<device_ptr<void>, T> { typedef device_ptr<T> type; };
template <typename T> struct __rebound<universal_ptr<void>, T> { typedef universal_ptr<T> type; };

}
}
