#pragma once
#include <thrust/mr/memory_resource.h>

namespace thrust {
namespace mr {

// An allocator over a memory resource.
template <typename T, typename R> struct allocator {
    typedef typename R::pointer void_pointer;
    typedef T value_type;
    typedef typename __rebound<void_pointer, T>::type pointer;
    typedef typename __rebound<void_pointer, const T>::type const_pointer;
    typedef size_t size_type;
    typedef ptrdiff_t difference_type;
    template <typename U> struct rebind { typedef allocator<U, R> other; };
    allocator(R *resource) : __resource(resource) {}
    template <typename U> allocator(const allocator<U, R> &other) : __resource(other.resource()) {}
    R *resource() const { return __resource; }
    size_t max_size() const { return ((size_t)-1 >> 1) / sizeof(T); }
    pointer allocate(size_t n) { return pointer((T *)__bytes<void_pointer>::raw(__resource->do_allocate(n * sizeof(T), alignof(T)))); }
    void deallocate(pointer p, size_t n) { __resource->do_deallocate(__bytes<void_pointer>::of((void *)thrust::raw_pointer_cast(p)), n * sizeof(T), alignof(T)); }
    R *__resource;
};
template <typename T, typename R> inline bool operator==(const allocator<T, R> &a, const allocator<T, R> &b) noexcept { return *a.resource() == *b.resource(); }
template <typename T, typename R> inline bool operator!=(const allocator<T, R> &a, const allocator<T, R> &b) noexcept { return !(a == b); }
template <typename T, typename P> using polymorphic_allocator = allocator<T, memory_resource<P>>;

// The same over the resource that all objects of its type share.
template <typename T, typename R> struct stateless_resource_allocator : allocator<T, R> {
    template <typename U> struct rebind { typedef stateless_resource_allocator<U, R> other; };
    stateless_resource_allocator() : allocator<T, R>(get_global_resource<R>()) {}
    template <typename U> stateless_resource_allocator(const stateless_resource_allocator<U, R> &other) : allocator<T, R>(other) {}
};

}
}
