// Thrust's memory resources, pools and allocators, and vectors that take their memory from them.
/* OUTPUT:
told: 5
2 3
told back: 5
pool: 1, 1 calls for 1000
again: 0
released: 1
all back: 1
device pool: 9990000
stateless: 20
universal: 3
host: 7 1
polymorphic: 4 4
options: 1
end
*/
// EXIT: 0
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/mr/allocator.h>
#include <thrust/mr/new.h>
#include <thrust/mr/pool.h>
#include <thrust/mr/disjoint_pool.h>
#include <thrust/mr/device_memory_resource.h>
#include <thrust/mr/host_memory_resource.h>
#include <thrust/system/cuda/memory_resource.h>
#include <thrust/device_new_allocator.h>
#include <thrust/device_malloc_allocator.h>
#include <vector>
#include <thrust/mr/pool_options.h>
#include <thrust/mr/tls_pool.h>
#include <thrust/mr/sync_pool.h>
#include <thrust/mr/validator.h>
#include <thrust/sequence.h>
#include <thrust/reduce.h>
#include <cstdio>
#include <cstdint>

template <typename Upstream> struct counting : thrust::mr::memory_resource<typename Upstream::pointer> {
    using pointer = typename Upstream::pointer;
    Upstream *up;
    size_t taken = 0, calls = 0, given = 0;
    explicit counting(Upstream *u) : up(u) {}
    pointer do_allocate(size_t bytes, size_t alignment) override { calls++; taken += bytes; return up->do_allocate(bytes, alignment); }
    void do_deallocate(pointer p, size_t bytes, size_t alignment) override { given += bytes; up->do_deallocate(p, bytes, alignment); }
};

template <typename T> struct told : thrust::device_malloc_allocator<T> {
    using super = thrust::device_malloc_allocator<T>;
    using pointer = typename super::pointer;
    using size_type = typename super::size_type;
    template <typename U> struct rebind { using other = told<U>; };
    told() {}
    template <typename U> told(const told<U> &) {}
    pointer allocate(size_type n) { printf("told: %zu\n", (size_t)n); return super::allocate(n); }
    void deallocate(pointer p, size_type n) { printf("told back: %zu\n", (size_t)n); super::deallocate(p, n); }
};

int main() {
    {
        thrust::device_vector<int, told<int>> v(5, 3);
        thrust::device_vector<int, told<int>> w(std::move(v));
        thrust::device_vector<int> plain(w);
        thrust::device_vector<int, thrust::device_new_allocator<int>> made(3, 2);
        plain[0] = (int)made[0];
        printf("%d %d\n", (int)plain[0], (int)w[4]);
    }
    using new_mr = thrust::mr::new_delete_resource;
    new_mr mem;
    counting<new_mr> counter(&mem);
    {
        using pool = thrust::mr::unsynchronized_pool_resource<counting<new_mr>>;
        pool p(&counter);
        std::vector<void *> all;
        for (int i = 0; i < 1000; i++) all.push_back(p.do_allocate(24, 8));
        bool aligned = true;
        for (auto q : all) aligned = aligned && (uintptr_t)q % 8 == 0;
        printf("pool: %d, %d calls for 1000\n", aligned, counter.calls < 100);
        for (auto q : all) p.do_deallocate(q, 24, 8);
        size_t before = counter.calls;
        for (int i = 0; i < 1000; i++) all[i] = p.allocate(24, 8);
        printf("again: %zu\n", counter.calls - before);
        for (auto q : all) p.deallocate(q, 24, 8);
        p.release();
        printf("released: %d\n", counter.taken == counter.given);
        void *big = p.do_allocate(100 << 20, 256);
        p.do_deallocate(big, 100 << 20, 256);
    }
    printf("all back: %d\n", counter.taken == counter.given);
    {
        using device_mr = thrust::device_ptr_memory_resource<thrust::system::cuda::memory_resource>;
        using pool_t = thrust::mr::disjoint_unsynchronized_pool_resource<device_mr, new_mr>;
        device_mr dm;
        pool_t pool(&dm, &mem);
        using alloc = thrust::mr::allocator<int, pool_t>;
        alloc a(&pool);
        long total = 0;
        for (int i = 0; i < 20; i++) {
            thrust::device_vector<int, alloc> v(1000, a);
            thrust::sequence(v.begin(), v.end());
            total += thrust::reduce(v.begin(), v.end());
        }
        printf("device pool: %ld\n", total);
    }
    {
        thrust::mr::stateless_resource_allocator<float, thrust::device_memory_resource> a;
        thrust::device_vector<float, thrust::mr::stateless_resource_allocator<float, thrust::device_memory_resource>> v(10, 2.0f, a);
        printf("stateless: %g\n", thrust::reduce(v.begin(), v.end()));
        using ua = thrust::mr::stateless_resource_allocator<int, thrust::universal_memory_resource>;
        thrust::device_vector<int, ua> w(4, 3);
        printf("universal: %d\n", (int)w[3]);
        auto *g = thrust::mr::get_global_resource<new_mr>();
        thrust::host_vector<int, thrust::mr::allocator<int, new_mr>> hv(5, 7, thrust::mr::allocator<int, new_mr>(g));
        printf("host: %d %d\n", hv[4], *g == *thrust::mr::get_global_resource<new_mr>());
    }
    {
        thrust::mr::polymorphic_adaptor_resource<void *> any(&counter);
        thrust::mr::polymorphic_allocator<int, void *> pa(&any);
        thrust::host_vector<int, thrust::mr::polymorphic_allocator<int, void *>> v(3, pa);
        v.push_back(4);
        printf("polymorphic: %d %zu\n", v[3], v.size());
    }
    auto &t = thrust::mr::tls_pool<new_mr, new_mr>(&mem);
    void *q = t.do_allocate(64, 16);
    t.do_deallocate(q, 64, 16);
    thrust::mr::synchronized_pool_resource<new_mr> sync(&mem);
    q = sync.do_allocate(64, 16);
    sync.do_deallocate(q, 64, 16);
    thrust::mr::pool_options o = thrust::mr::unsynchronized_pool_resource<new_mr>::get_default_options();
    o.largest_block_size = 4096;
    printf("options: %d\n", o.validate());
    thrust::mr::unsynchronized_pool_resource<new_mr> small(&mem, o);
    q = small.do_allocate(10000, 16);
    small.do_deallocate(q, 10000, 16);
    printf("end\n");
}
