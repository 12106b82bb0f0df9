// Iterators of a program's own: from a few functions (iterator_facade), or from another iterator that behaves a little differently
// (iterator_adaptor: `dereference`, `advance`, `distance_to`, `equal` may be given anew). The program's class names iterator_core_access
// its friend.
#pragma once
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/iterator_categories.h>

namespace thrust {

struct iterator_core_access {
    template <typename I> static __host__ __device__ decltype(auto) dereference(const I &i) { return i.dereference(); }
    template <typename I> static __host__ __device__ void advance(I &i, ptrdiff_t n) { i.advance(n); }
    template <typename I, typename J> static __host__ __device__ auto distance(const I &from, const J &to) { return from.distance_to(to); }
    template <typename I, typename J> static __host__ __device__ bool equal(const I &i, const J &j) { return i.equal(j); }
    template <typename I> static __host__ __device__ void increment(I &i) { i.increment(); }
    template <typename I> static __host__ __device__ void decrement(I &i) { i.decrement(); }
};

template <typename Self, typename V, typename S, typename C, typename R, typename D = ptrdiff_t> struct iterator_facade {
    typedef std::remove_cv_t<V> value_type;
    typedef R reference;
    typedef void pointer;
    typedef D difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    __host__ __device__ Self &__self() { return *(Self *)this; }
    __host__ __device__ const Self &__self() const { return *(const Self *)this; }
    __host__ __device__ R operator*() const { return iterator_core_access::dereference(__self()); }
    __host__ __device__ R operator[](D n) const { return iterator_core_access::dereference(__self() + n); }
    __host__ __device__ Self &operator+=(D n) { iterator_core_access::advance(__self(), n); return __self(); }
    __host__ __device__ Self &operator-=(D n) { iterator_core_access::advance(__self(), -n); return __self(); }
    __host__ __device__ Self &operator++() { iterator_core_access::increment(__self()); return __self(); }
    __host__ __device__ Self &operator--() { iterator_core_access::decrement(__self()); return __self(); }
    __host__ __device__ Self operator++(int) { Self old = __self(); iterator_core_access::increment(__self()); return old; }
    __host__ __device__ Self operator--(int) { Self old = __self(); iterator_core_access::decrement(__self()); return old; }
    __host__ __device__ Self operator+(D n) const { Self moved = __self(); iterator_core_access::advance(moved, n); return moved; }
    __host__ __device__ Self operator-(D n) const { Self moved = __self(); iterator_core_access::advance(moved, -n); return moved; }
    __host__ __device__ D operator-(const Self &other) const { return iterator_core_access::distance(other, __self()); }
    __host__ __device__ bool operator==(const Self &other) const { return iterator_core_access::equal(__self(), other); }
    __host__ __device__ bool operator!=(const Self &other) const { return !iterator_core_access::equal(__self(), other); }
    __host__ __device__ bool operator<(const Self &other) const { return iterator_core_access::distance(__self(), other) > 0; }
    __host__ __device__ bool operator>(const Self &other) const { return iterator_core_access::distance(other, __self()) > 0; }
    __host__ __device__ bool operator<=(const Self &other) const { return !(*this > other); }
    __host__ __device__ bool operator>=(const Self &other) const { return !(*this < other); }
};

template <typename T, typename Otherwise> struct __used { typedef T type; };
template <typename Otherwise> struct __used<use_default, Otherwise> { typedef Otherwise type; };
template <typename Self, typename B, typename V = use_default, typename S = use_default, typename C = use_default, typename R = use_default, typename D = use_default>
struct iterator_adaptor : iterator_facade<Self, typename __used<V, typename std::iterator_traits<B>::value_type>::type, S, C,
                                          typename __used<R, typename std::iterator_traits<B>::reference>::type, typename __used<D, ptrdiff_t>::type> {
    typedef iterator_adaptor super_t;
    typedef B base_type;
    typedef Self __raw_type; // on its way to kernels it stays what it is: the base's elements are reached through its address
    enum { __system = __where<B>::value };
    B m_iterator;
    __host__ __device__ iterator_adaptor() : m_iterator() {}
    __host__ __device__ explicit iterator_adaptor(const B &base) : m_iterator(base) {}
    __host__ __device__ const B &base() const { return m_iterator; }
    __host__ __device__ const B &base_reference() const { return m_iterator; }
    __host__ __device__ B &base_reference() { return m_iterator; }
    __host__ __device__ Self __raw() const { return *(const Self *)this; }
    __host__ __device__ typename __used<R, typename std::iterator_traits<B>::reference>::type dereference() const { return *m_iterator; }
    __host__ __device__ void advance(ptrdiff_t n) { m_iterator += n; }
    __host__ __device__ void increment() { ++m_iterator; }
    __host__ __device__ void decrement() { --m_iterator; }
    template <typename J> __host__ __device__ ptrdiff_t distance_to(const J &other) const { return other.base() - m_iterator; }
    template <typename J> __host__ __device__ bool equal(const J &other) const { return m_iterator == other.base(); }
};

}
