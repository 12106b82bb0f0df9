// C++'s allocator: the only one that the library's containers use.
#pragma once
#include <heddle/throw.h>
#include <stddef.h>

namespace std {

template <typename T> struct allocator {
    typedef T value_type;
    typedef T *pointer;
    typedef const T *const_pointer;
    typedef T &reference;
    typedef const T &const_reference;
    typedef size_t size_type;
    typedef ptrdiff_t difference_type;
    template <typename U> struct rebind { typedef allocator<U> other; };
    allocator() noexcept {}
    allocator(const allocator &) noexcept {}
    template <typename U> allocator(const allocator<U> &) noexcept {}
    T *allocate(size_t n) { return (T *)__allocate(n, sizeof(T)); }
    void deallocate(T *p, size_t) { free(p); }
    size_t max_size() const noexcept { return ((size_t)-1 >> 1) / sizeof(T); }
    template <typename U, typename... A> void construct(U *p, A &&...args) { new ((void *)p) U((A &&)args...); }
    template <typename U> void destroy(U *p) { p->~U(); }
};
template <typename T, typename U> inline bool operator==(const allocator<T> &, const allocator<U> &) noexcept { return true; }
template <typename T, typename U> inline bool operator!=(const allocator<T> &, const allocator<U> &) noexcept { return false; }

}
