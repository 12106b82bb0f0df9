#pragma once
#include <thrust/mr/new.h>

namespace thrust {

// Device memory: managed, as that of device vectors is.
template <typename P> struct __device_resource : mr::memory_resource<P> {
    P do_allocate(size_t bytes, size_t alignment = mr::__default_alignment) override {
        void *p = nullptr;
        if (cudaMallocManaged(&p, bytes ? bytes : 1)) {
            cudaGetLastError();
            std::__fail("bad_alloc", "std::bad_alloc: cudaErrorMemoryAllocation: out of memory");
        }
        return P(p);
    }
    void do_deallocate(P p, size_t bytes, size_t alignment = mr::__default_alignment) override { cudaFree((void *)thrust::raw_pointer_cast(p)); }
    bool do_is_equal(const mr::memory_resource<P> &other) const noexcept override { return true; }
};
typedef __device_resource<device_ptr<void>> device_memory_resource;
typedef __device_resource<universal_ptr<void>> universal_memory_resource, universal_host_pinned_memory_resource;
typedef mr::new_delete_resource host_memory_resource;

namespace cuda {
typedef device_memory_resource memory_resource;
using thrust::universal_host_pinned_memory_resource;
using thrust::universal_memory_resource;
}
namespace system { namespace cuda {
typedef device_memory_resource memory_resource;
using thrust::universal_host_pinned_memory_resource;
using thrust::universal_memory_resource;
} }

// The same with pointers that Thrust knows as the device's.
template <typename Upstream> struct device_ptr_memory_resource : mr::memory_resource<device_ptr<void>> {
    device_ptr_memory_resource() : __up(mr::get_global_resource<Upstream>()) {}
    device_ptr_memory_resource(Upstream *upstream) : __up(upstream) {}
    device_ptr<void> do_allocate(size_t bytes, size_t alignment = mr::__default_alignment) override {
        return device_ptr<void>((void *)thrust::raw_pointer_cast(__up->do_allocate(bytes, alignment)));
    }
    void do_deallocate(device_ptr<void> p, size_t bytes, size_t alignment) override { __up->do_deallocate(typename Upstream::pointer(p.get()), bytes, alignment); }
    Upstream *__up;
};

}
