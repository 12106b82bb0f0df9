// What host_vector, device_vector and universal_vector share: elements in one block, as in std::vector. The memory of device vectors is
// managed, so that the host's part of the work (growing, single elements, printing) needs no copies.
#pragma once
#include <heddle/throw.h>
#include <initializer_list>
#include <new>
#include <string.h>
#include <thrust/detail/core.h>
#include <thrust/detail/parallel.h>
#include <vector>

namespace thrust {

enum { __host_memory, __device_memory, __universal_memory };

template <typename T, int M> struct __memory {
    typedef T *pointer;
    typedef const T *const_pointer;
    typedef T &reference;
    typedef const T &const_reference;
};
template <typename T> struct __memory<T, __device_memory> {
    typedef device_ptr<T> pointer;
    typedef device_ptr<const T> const_pointer;
    typedef device_reference<T> reference;
    typedef device_reference<const T> const_reference;
};
template <typename T> struct __memory<T, __universal_memory> {
    typedef universal_ptr<T> pointer;
    typedef universal_ptr<const T> const_pointer;
    typedef T &reference;
    typedef const T &const_reference;
};

template <typename T, typename P> struct __managed_allocator {
    typedef T value_type;
    typedef P pointer;
    typedef typename P::reference reference;
    typedef size_t size_type;
    typedef ptrdiff_t difference_type;
    size_t max_size() const { return ((size_t)-1 >> 1) / sizeof(T); }
    pointer allocate(size_t n) {
        void *p = nullptr;
        if (cudaMallocManaged(&p, n * sizeof(T))) {
            cudaGetLastError();
            std::__fail("bad_alloc", "std::bad_alloc: cudaErrorMemoryAllocation: out of memory");
        }
        return pointer((T *)p);
    }
    void deallocate(pointer p, size_t) { cudaFree((void *)p.get()); }
    bool operator==(const __managed_allocator &) const { return true; }
    bool operator!=(const __managed_allocator &) const { return false; }
};
#define __THRUST_ALLOCATOR(Self, P)                                         \
    template <typename T> struct Self : __managed_allocator<T, P<T>> {      \
        typedef P<const T> const_pointer;                                   \
        template <typename U> struct rebind { typedef Self<U> other; };     \
        Self() {}                                                           \
        template <typename U> Self(const Self<U> &) {}                      \
    };
__THRUST_ALLOCATOR(device_allocator, device_ptr)
__THRUST_ALLOCATOR(device_malloc_allocator, device_ptr)
__THRUST_ALLOCATOR(device_new_allocator, device_ptr)
__THRUST_ALLOCATOR(universal_allocator, universal_ptr)

// Memory of an allocator that a program brings; vectors without one have none of these.
struct __source {
    void *(*__get)(__source *, size_t);
    void (*__free)(__source *, void *, size_t);
    __source *(*__copy)(const __source *);
    void (*__drop)(__source *);
};
template <typename A> struct __source_of : __source {
    typedef __source_of<A> __self;
    A __allocator;
    explicit __source_of(const A &a) : __allocator(a) {
        __get = __give;
        __free = __take_back;
        __copy = __another;
        __drop = __delete;
    }
    static void *__give(__source *s, size_t n) { return (void *)thrust::raw_pointer_cast(((__self *)s)->__allocator.allocate(n)); }
    static void __take_back(__source *s, void *p, size_t n) {
        typedef decltype(((__self *)s)->__allocator.allocate(n)) P;
        ((__self *)s)->__allocator.deallocate(P((typename A::value_type *)p), n);
    }
    static __source *__another(const __source *s) { return new __self(((const __self *)s)->__allocator); }
    static void __delete(__source *s) { delete (__self *)s; }
};
template <typename A, typename G = void> struct __allocates { enum { value = 0 }; };
template <typename A> struct __allocates<A, std::void_t<decltype(std::declval<A &>().allocate((size_t)1))>> { enum { value = 1 }; };

template <typename T, int M> struct __vector {
    typedef T value_type;
    typedef size_t size_type;
    typedef ptrdiff_t difference_type;
    typedef __memory<T, M> __types;
    typedef typename __types::pointer pointer, iterator;
    typedef typename __types::const_pointer const_pointer, const_iterator;
    typedef typename __types::reference reference;
    typedef typename __types::const_reference const_reference;
    typedef std::reverse_iterator<iterator> reverse_iterator;
    typedef std::reverse_iterator<const_iterator> const_reverse_iterator;

    __vector() : __first(nullptr), __last(nullptr), __limit(nullptr), __from(nullptr) {}
    __vector(const __vector &other) : __first(nullptr), __last(nullptr), __limit(nullptr), __from(other.__from ? other.__from->__copy(other.__from) : nullptr) {
        __set(other.__first, other.size());
    }
    __vector(__vector &&other) noexcept : __first(other.__first), __last(other.__last), __limit(other.__limit), __from(other.__from) {
        other.__first = other.__last = other.__limit = nullptr;
        other.__from = nullptr;
    }
    ~__vector() {
        __drop();
        if (__from) __from->__drop(__from);
    }

    iterator begin() { return iterator(__first); }
    iterator end() { return iterator(__last); }
    const_iterator begin() const { return const_iterator(__first); }
    const_iterator end() const { return const_iterator(__last); }
    const_iterator cbegin() const { return const_iterator(__first); }
    const_iterator cend() const { return const_iterator(__last); }
    reverse_iterator rbegin() { return reverse_iterator(end()); }
    reverse_iterator rend() { return reverse_iterator(begin()); }
    const_reverse_iterator rbegin() const { return const_reverse_iterator(end()); }
    const_reverse_iterator rend() const { return const_reverse_iterator(begin()); }
    const_reverse_iterator crbegin() const { return const_reverse_iterator(end()); }
    const_reverse_iterator crend() const { return const_reverse_iterator(begin()); }
    pointer data() { return pointer(__first); }
    const_pointer data() const { return const_pointer(__first); }
    reference operator[](size_t i) { return *iterator(__first + i); }
    const_reference operator[](size_t i) const { return *const_iterator(__first + i); }
    reference front() { return *iterator(__first); }
    const_reference front() const { return *const_iterator(__first); }
    reference back() { return *iterator(__last - 1); }
    const_reference back() const { return *const_iterator(__last - 1); }

    size_t size() const { return (size_t)(__last - __first); }
    size_t capacity() const { return (size_t)(__limit - __first); }
    size_t max_size() const { return ((size_t)-1 >> 1) / sizeof(T); }
    bool empty() const { return __first == __last; }
    void reserve(size_t n) { if (n > capacity()) __move_to(n); }
    void shrink_to_fit() { if (__last != __limit) __move_to(size()); }
    void resize(size_t n, no_init_t) { __grow(n); }
    void resize(size_t n, default_init_t) { __grow(n); }
    void resize(size_t n) { __grow(n); }
    void resize(size_t n, const T &value) {
        size_t old = size();
        if (n > old) { T kept(value); __room(n - old); __fill(n, kept); }
        else __cut(n);
    }
    void clear() { __cut(0); }
    void push_back(const T &value) {
        T kept(value);
        __room(1);
        new ((void *)__last++) T(kept);
    }
    template <typename... P> void emplace_back(P &&...parts) { push_back(T((P &&)parts...)); }
    void pop_back() { (--__last)->~T(); }
    void assign(size_t n, const T &value) { T kept(value); __cut(0); __room(n); __fill(n, kept); }
    template <typename I, typename G = std::__category<I>> void assign(I first, I last) { __cut(0); __append(first, last); }
    void assign(std::initializer_list<T> list) { __cut(0); __append(list.begin(), list.end()); }
    iterator insert(const_iterator at, const T &value) { return insert(at, (size_t)1, value); }
    iterator insert(const_iterator at, size_t n, const T &value) {
        T kept(value);
        T *place = __gap(at - cbegin(), n);
        for (size_t i = 0; i < n; i++) new ((void *)(place + i)) T(kept);
        return iterator(place);
    }
    template <typename I, typename G = std::__category<I>> iterator insert(const_iterator at, I first, I last) {
        __vector added;
        added.__append(first, last);
        T *place = __gap(at - cbegin(), added.size());
        for (size_t i = 0; i < added.size(); i++) new ((void *)(place + i)) T(added.__first[i]);
        return iterator(place);
    }
    iterator erase(const_iterator at) { return erase(at, at + 1); }
    iterator erase(const_iterator first, const_iterator last) {
        size_t at = first - cbegin(), n = last - first;
        if (n) {
            for (T *p = __first + at; p + n < __last; ++p) *p = p[n];
            __cut(size() - n);
        }
        return iterator(__first + at);
    }
    void swap(__vector &other) {
        T *first = __first, *last = __last, *limit = __limit;
        __first = other.__first; __last = other.__last; __limit = other.__limit;
        other.__first = first; other.__last = last; other.__limit = limit;
        __source *from = __from;
        __from = other.__from;
        other.__from = from;
    }

    T *__first, *__last, *__limit;
    __source *__from;
    T *__get(size_t n) {
        if (__from) return (T *)__from->__get(__from, n);
        if (n > ((size_t)-1 >> 1) / sizeof(T)) std::__fail("length_error", "vector: more elements than memory can have");
        void *p = nullptr;
        if constexpr (M == __host_memory) {
            p = malloc(n * sizeof(T));
            if (!p) std::__fail("bad_alloc", "std::bad_alloc");
        } else if (cudaMallocManaged(&p, n * sizeof(T))) {
            cudaGetLastError();
            std::__fail("bad_alloc", "std::bad_alloc: cudaErrorMemoryAllocation: out of memory");
        }
        return (T *)p;
    }
    void __free(T *p, size_t n) {
        if (__from) __from->__free(__from, p, n);
        else if constexpr (M == __host_memory) free(p);
        else cudaFree(p);
    }
    void __cut(size_t n) {
        if constexpr (std::is_trivially_destructible_v<T>) { if (__last > __first + n) __last = __first + n; }
        else while (__last > __first + n) (--__last)->~T();
    }
    void __drop() {
        if (!__first) return;
        __cut(0);
        __free(__first, capacity());
        __first = __last = __limit = nullptr;
    }
    void __move_to(size_t n) {
        T *to = n ? __get(n) : nullptr;
        size_t count = size();
        if constexpr (std::is_trivially_copyable_v<T>) { if (count) memcpy((void *)to, (const void *)__first, count * sizeof(T)); }
        else for (size_t i = 0; i < count; i++) { new ((void *)(to + i)) T(__first[i]); __first[i].~T(); }
        if (__first) __free(__first, capacity());
        __first = to;
        __last = to + count;
        __limit = to + n;
    }
    // Room for n more, so that adding them one by one takes linear time.
    void __room(size_t n) {
        size_t count = size(), old = capacity();
        if (count + n <= old) return;
        __move_to(count + n < 2 * old ? 2 * old : count + n);
    }
    // The elements from the last one to the n-th are of that value, or T(). There is room for them.
    void __fill(size_t n, const T &value) {
        if constexpr (std::is_trivially_copyable_v<T>) {
            __heddle_parallel_fill(__last, __first + n - __last, sizeof(T), &value, 0);
            __last = __first + n;
        } else
            while (__last < __first + n) new ((void *)__last++) T(value);
    }
    void __grow(size_t n) {
        size_t old = size();
        if (n <= old) { __cut(n); return; }
        __room(n - old);
        if constexpr (std::is_trivially_copyable_v<T>) { T value = T(); __fill(n, value); }
        else while (__last < __first + n) new ((void *)__last++) T();
    }
    void __set(const T *from, size_t n) {
        __cut(0);
        __room(n);
        if constexpr (std::is_trivially_copyable_v<T>) {
            if (n) __heddle_parallel_copy(__first, from, n * sizeof(T), 0);
            __last = __first + n;
        } else
            for (size_t i = 0; i < n; i++) new ((void *)__last++) T(from[i]);
    }
    template <typename I> void __append(I first, I last) {
        typedef __raw_t<I> R;
        if constexpr (std::is_pointer_v<R>) {
            R from = __raw(first);
            size_t n = (size_t)(__raw(last) - from);
            __room(n);
            if constexpr (std::is_same_v<std::remove_const_t<std::remove_pointer_t<R>>, T> && std::is_trivially_copyable_v<T>) {
                if (n) __heddle_parallel_copy(__last, from, n * sizeof(T), 0);
                __last += n;
            } else
                for (size_t i = 0; i < n; i++) new ((void *)__last++) T(from[i]);
        } else
            for (; first != last; ++first) { __room(1); new ((void *)__last++) T(*first); }
    }
    // Raw places for n elements before the one of number `at`.
    T *__gap(size_t at, size_t n) {
        __room(n);
        T *place = __first + at;
        for (T *from = __last; from > place;) { --from; new ((void *)(from + n)) T(*from); from->~T(); }
        __last += n;
        return place;
    }
};

template <typename T, int M, typename U, int N> inline bool operator==(const __vector<T, M> &a, const __vector<U, N> &b) {
    if (a.size() != b.size()) return false;
    for (size_t i = 0; i < a.size(); i++) if (!(a.__first[i] == b.__first[i])) return false;
    return true;
}
template <typename T, int M, typename U, int N> inline bool operator!=(const __vector<T, M> &a, const __vector<U, N> &b) { return !(a == b); }
template <typename T, int M> inline void swap(__vector<T, M> &a, __vector<T, M> &b) { a.swap(b); }

// The constructors and assignments of the three.
#define __THRUST_VECTOR(Self, memory, Default)                                                                                  \
    template <typename T, typename A = Default> struct Self : __vector<T, memory> {                                             \
        typedef __vector<T, memory> __base;                                                                                     \
        typedef A allocator_type;                                                                                               \
        template <typename B> void __take(const B &a) {                                                                         \
            if constexpr (!std::is_same_v<B, Default> && __allocates<B>::value) this->__from = new __source_of<B>(a);           \
        }                                                                                                                       \
        void __take() { if constexpr (!std::is_same_v<A, Default> && __allocates<A>::value) this->__from = new __source_of<A>(A()); } \
        Self() { __take(); }                                                                                                    \
        explicit Self(const A &a) { __take(a); }                                                                                \
        explicit Self(size_t n) { __take(); this->__grow(n); }                                                                  \
        Self(size_t n, const A &a) { __take(a); this->__grow(n); }                                                              \
        Self(size_t n, no_init_t) { __take(); this->__grow(n); }                                                                \
        Self(size_t n, default_init_t) { __take(); this->__grow(n); }                                                           \
        Self(size_t n, const T &value) { __take(); this->__room(n); this->__fill(n, value); }                                   \
        Self(size_t n, const T &value, const A &a) { __take(a); this->__room(n); this->__fill(n, value); }                      \
        template <typename I, typename G = std::__category<I>> Self(I first, I last) { __take(); this->__append(first, last); } \
        template <typename I, typename G = std::__category<I>> Self(I first, I last, const A &a) { __take(a); this->__append(first, last); } \
        Self(std::initializer_list<T> list) { __take(); this->__append(list.begin(), list.end()); }                             \
        Self(std::initializer_list<T> list, const A &a) { __take(a); this->__append(list.begin(), list.end()); }                \
        A get_allocator() const {                                                                                               \
            if constexpr (!std::is_same_v<A, Default> && __allocates<A>::value) return ((__source_of<A> *)this->__from)->__allocator; \
            else return A();                                                                                                    \
        }                                                                                                                       \
        Self(const Self &other, const A &a) { __take(a); this->__set(other.__first, other.size()); }                            \
        Self(const Self &other) : __base(other) {}                                                                              \
        Self(Self &&other) noexcept : __base((__base &&)other) {}                                                                        \
        template <typename U, int N> Self(const __vector<U, N> &other) { __take(); this->__append(other.begin(), other.end()); }          \
        template <typename U, typename B> Self(const std::vector<U, B> &other) { __take(); this->__append(other.begin(), other.end()); }  \
        Self &operator=(const Self &other) { if (this != &other) this->__set(other.__first, other.size()); return *this; }      \
        Self &operator=(Self &&other) noexcept {                                                                                         \
            if (this == &other) return *this;                                                                                   \
            this->__drop();                                                                                                     \
            this->swap(other);                                                                                                  \
            return *this;                                                                                                       \
        }                                                                                                                       \
        template <typename U, int N> Self &operator=(const __vector<U, N> &other) { this->assign(other.begin(), other.end()); return *this; }         \
        template <typename U, typename B> Self &operator=(const std::vector<U, B> &other) { this->assign(other.begin(), other.end()); return *this; } \
        Self &operator=(std::initializer_list<T> list) { this->assign(list); return *this; }                                    \
    };

}
