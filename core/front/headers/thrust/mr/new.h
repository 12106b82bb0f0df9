#pragma once
#include <thrust/mr/memory_resource.h>

namespace thrust {
namespace mr {

// Host memory of operator new.
struct new_delete_resource : memory_resource<void *> {
    void *do_allocate(size_t bytes, size_t alignment = __default_alignment) override {
        void *p = nullptr;
        if (posix_memalign(&p, alignment < sizeof p ? sizeof p : alignment, bytes ? bytes : 1)) std::__fail("bad_alloc", "std::bad_alloc");
        return p;
    }
    void do_deallocate(void *p, size_t bytes, size_t alignment = __default_alignment) override { free(p); }
    bool do_is_equal(const memory_resource<void *> &other) const noexcept override { return true; }
};

}
}
