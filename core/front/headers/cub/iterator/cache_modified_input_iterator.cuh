// Memory that is read and written with a hint for caches: here, plain pointers.
#pragma once
#include <cub/thread/thread_load.cuh>

namespace cub {

template <CacheLoadModifier M, typename T, typename N = ptrdiff_t> struct CacheModifiedInputIterator {
    typedef T value_type, reference;
    typedef T *pointer;
    typedef ptrdiff_t difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    typedef const T *__raw_type;
    enum { __system = thrust::__on_device };
    const T *__at;
    template <typename U> __host__ __device__ CacheModifiedInputIterator(U *p) : __at((const T *)p) {}
    __host__ __device__ const T *__raw() const { return __at; }
    __host__ __device__ T operator*() const { return *__at; }
    __host__ __device__ T operator[](ptrdiff_t i) const { return __at[i]; }
    __THRUST_ARITHMETIC(CacheModifiedInputIterator, __at)
};
template <CacheStoreModifier M, typename T, typename N = ptrdiff_t> struct CacheModifiedOutputIterator {
    typedef T value_type;
    typedef T &reference;
    typedef T *pointer;
    typedef ptrdiff_t difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    typedef T *__raw_type;
    enum { __system = thrust::__on_device };
    T *__at;
    template <typename U> __host__ __device__ CacheModifiedOutputIterator(U *p) : __at((T *)p) {}
    __host__ __device__ T *__raw() const { return __at; }
    __host__ __device__ T &operator*() const { return *__at; }
    __host__ __device__ T &operator[](ptrdiff_t i) const { return __at[i]; }
    __THRUST_ARITHMETIC(CacheModifiedOutputIterator, __at)
};

}
