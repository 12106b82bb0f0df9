// What all of Thrust rests on: where algorithms run, iterators as kernels see them, and memory of the device.
//
// An algorithm is written once, over the primitives of detail/parallel.h. Where it runs is a number of its policy's type: on the host
// one element after the other (also in kernels: thrust::seq), or on the device by kernels. Iterators that lead to device memory are
// made `raw` before they get there: device_ptr<T> becomes T *, in fancy iterators too, so that functors see plain references.
#pragma once
#include <heddle/cuda_std.h>
#include <iterator>
#include <stddef.h>
#include <type_traits>
#include <utility>

namespace thrust {

enum { __on_host, __on_device, __on_any };

// thrust::host, thrust::device, thrust::cuda::par.on(stream) ... An allocator for temporary memory (`par(allocator)`) is not needed.
template <int W> struct __policy {
    cudaStream_t __stream;
    __host__ __device__ __policy on(cudaStream_t stream) const { return __policy{stream}; }
    template <typename A> __host__ __device__ __policy operator()(A &&) const { return *this; }
    template <typename... E> __policy after(E &&...events) const { (events.wait(), ...); return *this; }
};
struct host_system_tag : __policy<__on_host> {};
struct device_system_tag : __policy<__on_device> {};
struct any_system_tag {};
typedef device_system_tag random_access_device_tag;

// Elements of a new vector that are not set, or not for types without a constructor of their own.
struct no_init_t {};
struct default_init_t {};
static const no_init_t no_init;
static const default_init_t default_init;

using std::pair;
using std::make_pair;
template <typename T> struct device_ptr;
template <typename T> struct device_reference;

// ---- iterators ----------------------------------------------------------------------------------

template <typename I> using iterator_value_t = typename std::iterator_traits<I>::value_type;
template <typename I> using iterator_reference_t = typename std::iterator_traits<I>::reference;
template <typename I> using iterator_difference_t = typename std::iterator_traits<I>::difference_type;
template <typename I> using iterator_pointer_t = typename std::iterator_traits<I>::pointer;
template <typename I> struct iterator_value { typedef typename std::iterator_traits<I>::value_type type; };
template <typename I> struct iterator_reference { typedef typename std::iterator_traits<I>::reference type; };
template <typename I> struct iterator_difference { typedef typename std::iterator_traits<I>::difference_type type; };
template <typename I> struct iterator_pointer { typedef typename std::iterator_traits<I>::pointer type; };
template <typename I> struct iterator_traits : std::iterator_traits<I> {};

// On which system an iterator's elements are.
template <typename I, typename G = void> struct __where { enum { value = __on_host }; };
template <typename I> struct __where<I, std::void_t<typename I::__raw_type>> { enum { value = I::__system }; };
template <typename... I> struct __common_where { enum { value = __on_any }; };
template <typename I, typename... R> struct __common_where<I, R...> {
    enum { a = __where<I>::value, b = __common_where<R...>::value, value = a == __on_any ? b : a };
};
// The policy of an algorithm that is called without one.
template <typename... I> using __of = __policy<(__common_where<I...>::value == __on_host ? __on_host : __on_device)>;
template <int W> struct __tag_of { typedef any_system_tag type; };
template <> struct __tag_of<__on_host> { typedef host_system_tag type; };
template <> struct __tag_of<__on_device> { typedef device_system_tag type; };
template <typename I> struct iterator_system { typedef typename __tag_of<__where<I>::value>::type type; };

// An iterator as kernels see it.
template <typename I, typename G = void> struct __raw_of {
    typedef I type;
    static __host__ __device__ I of(const I &i) { return i; }
};
template <typename I> struct __raw_of<I, std::void_t<typename I::__raw_type>> {
    typedef typename I::__raw_type type;
    static __host__ __device__ type of(const I &i) { return i.__raw(); }
};
template <typename I> using __raw_t = typename __raw_of<I>::type;
template <typename I> __host__ __device__ inline __raw_t<I> __raw(const I &i) { return __raw_of<I>::of(i); }

// What arithmetic an iterator with the position `at` has beside its `*` and `[]`.
#define __THRUST_ARITHMETIC(Self, at)                                                                                  \
    __host__ __device__ Self &operator++() { ++at; return *this; }                                                     \
    __host__ __device__ Self &operator--() { --at; return *this; }                                                     \
    __host__ __device__ Self operator++(int) { Self old = *this; ++at; return old; }                                   \
    __host__ __device__ Self operator--(int) { Self old = *this; --at; return old; }                                   \
    __host__ __device__ Self &operator+=(ptrdiff_t n) { at += n; return *this; }                                       \
    __host__ __device__ Self &operator-=(ptrdiff_t n) { at -= n; return *this; }                                       \
    __host__ __device__ Self operator+(ptrdiff_t n) const { Self moved = *this; moved.at += n; return moved; }         \
    __host__ __device__ Self operator-(ptrdiff_t n) const { Self moved = *this; moved.at -= n; return moved; }         \
    __host__ __device__ ptrdiff_t operator-(const Self &other) const { return (ptrdiff_t)(at - other.at); }            \
    __host__ __device__ bool operator==(const Self &other) const { return at == other.at; }                            \
    __host__ __device__ bool operator!=(const Self &other) const { return !(at == other.at); }                         \
    __host__ __device__ bool operator<(const Self &other) const { return at < other.at; }                              \
    __host__ __device__ bool operator>(const Self &other) const { return other.at < at; }                              \
    __host__ __device__ bool operator<=(const Self &other) const { return !(other.at < at); }                          \
    __host__ __device__ bool operator>=(const Self &other) const { return !(at < other.at); }

template <typename I> __host__ __device__ inline ptrdiff_t distance(I first, I last) { return std::distance(first, last); }
template <typename I, typename N> __host__ __device__ inline void advance(I &i, N n) { std::advance(i, n); }
template <typename I> __host__ __device__ inline I next(I i, ptrdiff_t n = 1) { return i + n; }
template <typename I> __host__ __device__ inline I prev(I i, ptrdiff_t n = 1) { return i - n; }

// ---- memory -------------------------------------------------------------------------------------

// An element of device memory, read and written by host code.
template <typename T> struct device_reference {
    typedef std::remove_const_t<T> value_type;
    typedef device_ptr<T> pointer;
    T *__at;
    __host__ __device__ explicit device_reference(const device_ptr<T> &p) : __at(p.__at) {}
    template <typename U> __host__ __device__ device_reference(const device_reference<U> &other) : __at(other.__at) {}
    __host__ __device__ operator value_type() const { return *__at; }
    __host__ __device__ const device_reference &operator=(const value_type &value) const { *__at = value; return *this; }
    __host__ __device__ const device_reference &operator=(const device_reference &other) const { *__at = *other.__at; return *this; }
    template <typename U> __host__ __device__ const device_reference &operator=(const device_reference<U> &other) const { *__at = *other.__at; return *this; }
    __host__ __device__ device_ptr<T> operator&() const { return device_ptr<T>(__at); }
    __host__ __device__ const device_reference &operator+=(const value_type &value) const { *__at += value; return *this; }
    __host__ __device__ const device_reference &operator-=(const value_type &value) const { *__at -= value; return *this; }
    __host__ __device__ const device_reference &operator*=(const value_type &value) const { *__at *= value; return *this; }
    __host__ __device__ const device_reference &operator/=(const value_type &value) const { *__at /= value; return *this; }
    __host__ __device__ const device_reference &operator++() const { ++*__at; return *this; }
    __host__ __device__ const device_reference &operator--() const { --*__at; return *this; }
    __host__ __device__ value_type operator++(int) const { return (*__at)++; }
    __host__ __device__ value_type operator--(int) const { return (*__at)--; }
    __host__ __device__ void swap(device_reference &other) const { value_type kept = *__at; *__at = *other.__at; *other.__at = kept; }
};
template <typename T> __host__ __device__ inline void swap(device_reference<T> a, device_reference<T> b) { a.swap(b); }
#define __THRUST_COMPARE(op)                                                                                                            \
    template <typename T, typename U> __host__ __device__ inline bool operator op(const device_reference<T> &a, const device_reference<U> &b) { return *a.__at op *b.__at; } \
    template <typename T> __host__ __device__ inline bool operator op(const device_reference<T> &a, const std::remove_const_t<T> &b) { return *a.__at op b; }               \
    template <typename T> __host__ __device__ inline bool operator op(const std::remove_const_t<T> &a, const device_reference<T> &b) { return a op *b.__at; }
__THRUST_COMPARE(==)
__THRUST_COMPARE(!=)
#undef __THRUST_COMPARE
template <typename S, typename T> inline S &operator<<(S &stream, const device_reference<T> &r) { stream << (std::remove_const_t<T>)*r.__at; return stream; }

// A pointer to device memory that is no mere address: algorithms see where it leads.
template <typename T> struct device_ptr {
    typedef std::remove_const_t<T> value_type, element_type;
    typedef device_reference<T> reference;
    typedef device_ptr pointer;
    typedef ptrdiff_t difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    typedef T *__raw_type;
    enum { __system = __on_device };
    T *__at;
    __host__ __device__ constexpr device_ptr() : __at(nullptr) {}
    __host__ __device__ constexpr device_ptr(decltype(nullptr)) : __at(nullptr) {}
    __host__ __device__ constexpr explicit device_ptr(T *p) : __at(p) {}
    template <typename U, typename G = std::enable_if_t<std::is_convertible_v<U *, T *>>> __host__ __device__ device_ptr(const device_ptr<U> &p) : __at(p.__at) {}
    __host__ __device__ T *__raw() const { return __at; }
    __host__ __device__ T *get() const { return __at; }
    __host__ __device__ explicit operator bool() const { return __at != nullptr; }
    __host__ __device__ reference operator*() const { return reference(*this); }
    __host__ __device__ T *operator->() const { return __at; }
    __host__ __device__ reference operator[](ptrdiff_t i) const { return reference(device_ptr(__at + i)); }
    __THRUST_ARITHMETIC(device_ptr, __at)
};
template <> struct device_ptr<void> {
    void *__at;
    __host__ __device__ explicit device_ptr(void *p = nullptr) : __at(p) {}
    template <typename U> __host__ __device__ device_ptr(const device_ptr<U> &p) : __at((void *)p.__at) {}
    template <typename U> __host__ __device__ explicit operator device_ptr<U>() const { return device_ptr<U>((U *)__at); }
    __host__ __device__ void *get() const { return __at; }
};
template <typename T, typename U> __host__ __device__ inline ptrdiff_t operator-(const device_ptr<T> &a, const device_ptr<U> &b) { return a.__at - b.__at; }
template <typename T, typename U> __host__ __device__ inline bool operator==(const device_ptr<T> &a, const device_ptr<U> &b) { return a.__at == b.__at; }
template <typename T, typename U> __host__ __device__ inline bool operator!=(const device_ptr<T> &a, const device_ptr<U> &b) { return a.__at != b.__at; }
template <typename T> __host__ __device__ inline device_ptr<T> operator+(ptrdiff_t n, const device_ptr<T> &p) { return p + n; }

// The same for memory that both sides reach by themselves.
template <typename T> struct universal_ptr {
    typedef std::remove_const_t<T> value_type, element_type;
    typedef T &reference;
    typedef T *pointer;
    typedef ptrdiff_t difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    typedef T *__raw_type;
    enum { __system = __on_device };
    T *__at;
    __host__ __device__ explicit universal_ptr(T *p = nullptr) : __at(p) {}
    template <typename U, typename G = std::enable_if_t<std::is_convertible_v<U *, T *>>> __host__ __device__ universal_ptr(const universal_ptr<U> &p) : __at(p.__at) {}
    __host__ __device__ T *__raw() const { return __at; }
    __host__ __device__ T *get() const { return __at; }
    __host__ __device__ operator T *() const { return __at; }
    __host__ __device__ T &operator*() const { return *__at; }
    __host__ __device__ T *operator->() const { return __at; }
    __host__ __device__ T &operator[](ptrdiff_t i) const { return __at[i]; }
    __THRUST_ARITHMETIC(universal_ptr, __at)
};

template <> struct universal_ptr<void> {
    typedef void value_type, element_type;
    typedef void *pointer;
    typedef ptrdiff_t difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    typedef void *__raw_type;
    enum { __system = __on_device };
    void *__at;
    __host__ __device__ explicit universal_ptr(void *p = nullptr) : __at(p) {}
    template <typename U> __host__ __device__ universal_ptr(const universal_ptr<U> &p) : __at((void *)p.__at) {}
    __host__ __device__ void *__raw() const { return __at; }
    __host__ __device__ void *get() const { return __at; }
    __host__ __device__ operator void *() const { return __at; }
};

// The address that a pointer stands for.
template <typename T> __host__ __device__ inline T *raw_pointer_cast(T *p) { return p; }
template <typename T> __host__ __device__ inline T *raw_pointer_cast(const device_ptr<T> &p) { return p.__at; }
template <typename T> __host__ __device__ inline T *raw_pointer_cast(const universal_ptr<T> &p) { return p.__at; }
// A pointer to device memory from its address.
template <typename T> __host__ __device__ inline device_ptr<T> device_pointer_cast(T *p) { return device_ptr<T>(p); }
template <typename T> __host__ __device__ inline device_ptr<T> device_pointer_cast(const device_ptr<T> &p) { return p; }
template <typename T> __host__ __device__ inline T &raw_reference_cast(T &value) { return value; }
template <typename T> __host__ __device__ inline T &raw_reference_cast(const device_reference<T> &r) { return *r.__at; }

}
