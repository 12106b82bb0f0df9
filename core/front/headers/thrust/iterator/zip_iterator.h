// Several iterators that go together; an element is a tuple of theirs.
#pragma once
#include <thrust/tuple.h>

namespace thrust {

template <typename T> struct zip_iterator;
template <typename... I> struct zip_iterator<tuple<I...>> {
    typedef tuple<I...> iterator_tuple;
    typedef tuple<typename std::iterator_traits<I>::value_type...> value_type;
    typedef tuple<typename std::iterator_traits<I>::reference...> reference;
    typedef void pointer;
    typedef ptrdiff_t difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    typedef zip_iterator<tuple<__raw_t<I>...>> __raw_type;
    enum { __system = __common_where<I...>::value };
    tuple<I...> __all;
    __host__ __device__ zip_iterator() {}
    __host__ __device__ zip_iterator(const tuple<I...> &all) : __all(all) {}
    template <typename... J> __host__ __device__ zip_iterator(const zip_iterator<tuple<J...>> &other) : __all(other.__all) {}
    __host__ __device__ const tuple<I...> &get_iterator_tuple() const { return __all; }
    __host__ __device__ __raw_type __raw() const { return __raw_type(__raw_part(__all)); }
    __host__ __device__ reference operator*() const { return __at(__all, (ptrdiff_t)0); }
    __host__ __device__ reference operator[](ptrdiff_t n) const { return __at(__all, n); }
    __host__ __device__ zip_iterator &operator+=(ptrdiff_t n) { __move(__all, n); return *this; }
    __host__ __device__ zip_iterator &operator-=(ptrdiff_t n) { __move(__all, -n); return *this; }
    __host__ __device__ zip_iterator &operator++() { __move(__all, 1); return *this; }
    __host__ __device__ zip_iterator &operator--() { __move(__all, -1); return *this; }
    __host__ __device__ zip_iterator operator++(int) { zip_iterator old = *this; __move(__all, 1); return old; }
    __host__ __device__ zip_iterator operator--(int) { zip_iterator old = *this; __move(__all, -1); return old; }
    __host__ __device__ zip_iterator operator+(ptrdiff_t n) const { zip_iterator moved = *this; __move(moved.__all, n); return moved; }
    __host__ __device__ zip_iterator operator-(ptrdiff_t n) const { zip_iterator moved = *this; __move(moved.__all, -n); return moved; }
    __host__ __device__ ptrdiff_t operator-(const zip_iterator &other) const { return __all.__head - other.__all.__head; }
    __host__ __device__ bool operator==(const zip_iterator &other) const { return __all.__head == other.__all.__head; }
    __host__ __device__ bool operator!=(const zip_iterator &other) const { return !(__all.__head == other.__all.__head); }
    __host__ __device__ bool operator<(const zip_iterator &other) const { return __all.__head < other.__all.__head; }

    template <typename H, typename... T> static __host__ __device__ void __move(tuple<H, T...> &t, ptrdiff_t n) {
        t.__head += n;
        if constexpr (sizeof...(T) > 0) __move(t.__tail, n);
    }
    template <typename H, typename... T> static __host__ __device__ tuple<__raw_t<H>, __raw_t<T>...> __raw_part(const tuple<H, T...> &t) {
        if constexpr (sizeof...(T) > 0) return tuple<__raw_t<H>, __raw_t<T>...>(__parts_too(), thrust::__raw(t.__head), __raw_part(t.__tail));
        else return tuple<__raw_t<H>>(thrust::__raw(t.__head));
    }
    template <typename H, typename... T>
    static __host__ __device__ tuple<typename std::iterator_traits<H>::reference, typename std::iterator_traits<T>::reference...> __at(const tuple<H, T...> &t, ptrdiff_t n) {
        typedef tuple<typename std::iterator_traits<H>::reference, typename std::iterator_traits<T>::reference...> R;
        if constexpr (sizeof...(T) > 0) return R(__parts_too(), t.__head[n], __at(t.__tail, n));
        else return R(t.__head[n]);
    }
};
template <typename... I> __host__ __device__ inline zip_iterator<tuple<I...>> make_zip_iterator(const tuple<I...> &all) { return zip_iterator<tuple<I...>>(all); }
template <typename... I> __host__ __device__ inline zip_iterator<tuple<I...>> make_zip_iterator(I... all) { return zip_iterator<tuple<I...>>(tuple<I...>(all...)); }

}
