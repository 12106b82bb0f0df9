// Takes what is written and forgets it.
#pragma once
#include <thrust/detail/core.h>

namespace thrust {

struct __anything { template <typename T> __host__ __device__ const __anything &operator=(const T &) const { return *this; } };

template <typename S = void> struct discard_iterator {
    typedef __anything value_type, reference;
    typedef void pointer;
    typedef ptrdiff_t difference_type;
    typedef std::random_access_iterator_tag iterator_category;
    typedef discard_iterator __raw_type;
    enum { __system = __on_any };
    ptrdiff_t __at;
    __host__ __device__ discard_iterator(ptrdiff_t at = 0) : __at(at) {}
    __host__ __device__ discard_iterator __raw() const { return *this; }
    __host__ __device__ __anything operator*() const { return __anything(); }
    __host__ __device__ __anything operator[](ptrdiff_t) const { return __anything(); }
    __THRUST_ARITHMETIC(discard_iterator, __at)
};
__host__ __device__ inline discard_iterator<> make_discard_iterator(ptrdiff_t at = 0) { return discard_iterator<>(at); }

}
