// C++'s allocator, what allocators are asked ([allocator.traits]), and what a container keeps of
// its own.
#pragma once
#include <heddle/throw.h>
#include <new>
#include <stddef.h>
#include <type_traits>

namespace std {

template <typename T> struct allocator {
    typedef T value_type;
    typedef T *pointer;
    typedef const T *const_pointer;
    typedef T &reference;
    typedef const T &const_reference;
    typedef size_t size_type;
    typedef ptrdiff_t difference_type;
    template <typename U> struct rebind {
        typedef allocator<U> other;
    };
    allocator() noexcept {}
    allocator(const allocator &) noexcept {}
    template <typename U> allocator(const allocator<U> &) noexcept {}
    T *allocate(size_t n) {
        if constexpr (alignof(T) > 16) {
            size_t bytes = (n * sizeof(T) + alignof(T) - 1) / alignof(T) * alignof(T);
            void *p =
                n > ((size_t)-1 >> 1) / sizeof(T) ? nullptr : aligned_alloc(alignof(T), bytes);
            if (!p) throw bad_alloc();
            return (T *)p;
        }
        return (T *)__allocate(n, sizeof(T));
    }
    void deallocate(T *p, size_t) { free(p); }
    size_t max_size() const noexcept { return ((size_t)-1 >> 1) / sizeof(T); }
    template <typename U, typename... A> void construct(U *p, A &&...args) {
        new ((void *)p) U((A &&)args...);
    }
    template <typename U> void destroy(U *p) { p->~U(); }
};
template <typename T, typename U>
inline bool operator==(const allocator<T> &, const allocator<U> &) noexcept {
    return true;
}
template <typename T, typename U>
inline bool operator!=(const allocator<T> &, const allocator<U> &) noexcept {
    return false;
}

template <typename A, typename U, typename = void> struct __rebound;
template <typename A, typename U>
struct __rebound<A, U, void_t<typename A::template rebind<U>::other>> {
    typedef typename A::template rebind<U>::other type;
};
template <template <typename, typename...> class A, typename T, typename... R, typename U>
struct __rebound<A<T, R...>, U, void> {
    typedef A<U, R...> type;
};
template <typename A, typename = void> struct __goes_copying {
    static constexpr bool value = false;
};
template <typename A>
struct __goes_copying<A, void_t<typename A::propagate_on_container_copy_assignment>> {
    static constexpr bool value = A::propagate_on_container_copy_assignment::value;
};
template <typename A, typename = void> struct __goes_moving {
    static constexpr bool value = false;
};
template <typename A>
struct __goes_moving<A, void_t<typename A::propagate_on_container_move_assignment>> {
    static constexpr bool value = A::propagate_on_container_move_assignment::value;
};
template <typename A, typename = void> struct __goes_swapping {
    static constexpr bool value = false;
};
template <typename A> struct __goes_swapping<A, void_t<typename A::propagate_on_container_swap>> {
    static constexpr bool value = A::propagate_on_container_swap::value;
};
template <typename A>
inline auto __for_copy(const A &a, int) -> decltype(a.select_on_container_copy_construction()) {
    return a.select_on_container_copy_construction();
}
template <typename A> inline A __for_copy(const A &a, long) { return a; }

// The nodes of containers.
template <typename A>
inline constexpr bool __is_plain_alloc = __is_same(A, allocator<typename A::value_type>);
template <typename N, typename A, typename... P>
inline N *__node_new(const A &alloc, P &&...parts) {
    if constexpr (__is_plain_alloc<A>) {
        return new N((P &&)parts...);
    } else {
        typename __rebound<A, N>::type a(alloc);
        N *n = a.allocate(1);
        try {
            new ((void *)n) N((P &&)parts...);
        } catch (...) {
            a.deallocate(n, 1);
            throw;
        }
        return n;
    }
}
template <typename N, typename A> inline void __node_delete(const A &alloc, N *n) {
    if constexpr (__is_plain_alloc<A>) {
        delete n;
    } else {
        typename __rebound<A, N>::type a(alloc);
        n->~N();
        a.deallocate(n, 1);
    }
}
template <typename T, typename A> inline T *__array_new(const A &alloc, size_t n) {
    if constexpr (__is_plain_alloc<A>) {
        return (T *)__allocate(n, sizeof(T));
    } else {
        typename __rebound<A, T>::type a(alloc);
        return a.allocate(n);
    }
}
template <typename T, typename A> inline void __array_delete(const A &alloc, T *p, size_t n) {
    if constexpr (__is_plain_alloc<A>) {
        free(p);
    } else if (p) {
        typename __rebound<A, T>::type a(alloc);
        a.deallocate(p, n);
    }
}

// An empty allocator takes no room, and one is like the other.
template <typename A, bool = __is_empty(A)> struct __keeps {
    __keeps() = default;
    explicit __keeps(const A &) noexcept {}
    A __alloc() const noexcept { return A(); }
    bool __same_alloc(const __keeps &) const noexcept { return true; }
    void __take_copied(const __keeps &) noexcept {}
    void __take_moved(__keeps &) noexcept {}
    void __take_swapped(__keeps &) noexcept {}
    static A __copy_of(const __keeps &) noexcept { return A(); }
};
template <typename A> struct __keeps<A, false> {
    A __kept;
    __keeps() : __kept() {}
    explicit __keeps(const A &a) noexcept : __kept(a) {}
    A &__alloc() noexcept { return __kept; }
    const A &__alloc() const noexcept { return __kept; }
    bool __same_alloc(const __keeps &other) const noexcept { return __kept == other.__kept; }
    void __take_copied(const __keeps &other) {
        if constexpr (__goes_copying<A>::value) __kept = other.__kept;
    }
    void __take_moved(__keeps &other) noexcept {
        if constexpr (__goes_moving<A>::value) __kept = (A &&)other.__kept;
    }
    void __take_swapped(__keeps &other) noexcept {
        if constexpr (__goes_swapping<A>::value) {
            A a = other.__kept;
            other.__kept = __kept;
            __kept = a;
        }
    }
    static A __copy_of(const __keeps &other) { return __for_copy(other.__kept, 0); }
};

} // namespace std
