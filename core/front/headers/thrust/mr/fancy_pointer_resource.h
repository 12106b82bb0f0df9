#pragma once
#include <thrust/mr/memory_resource.h>

namespace thrust {
namespace mr {

// A resource whose pointers are of another type.
template <typename Upstream, typename P> struct fancy_pointer_resource : memory_resource<P> {
    fancy_pointer_resource() : __up(get_global_resource<Upstream>()) {}
    fancy_pointer_resource(Upstream *upstream) : __up(upstream) {}
    P do_allocate(size_t bytes, size_t alignment = __default_alignment) override { return P(__up->do_allocate(bytes, alignment)); }
    void do_deallocate(P p, size_t bytes, size_t alignment) override { __up->do_deallocate(typename Upstream::pointer(thrust::raw_pointer_cast(p)), bytes, alignment); }
    Upstream *__up;
};

}
}
