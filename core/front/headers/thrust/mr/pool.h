#pragma once
#include <thrust/mr/allocator.h>
#include <thrust/mr/new.h>
#include <thrust/mr/pool_options.h>

namespace thrust {
namespace mr {

// Keeps what is given back for who asks next: blocks of powers of two, cut from chunks of the resource behind.
template <typename Upstream> struct unsynchronized_pool_resource : memory_resource<typename Upstream::pointer> {
    typedef typename Upstream::pointer pointer;
    struct __piece { void *at; size_t bytes, alignment; };
    static pool_options get_default_options() {
        pool_options o;
        o.min_blocks_per_chunk = 16;
        o.min_bytes_per_chunk = 1024;
        o.max_blocks_per_chunk = (size_t)1 << 20;
        o.max_bytes_per_chunk = (size_t)1 << 30;
        o.smallest_block_size = __default_alignment;
        o.largest_block_size = (size_t)1 << 20;
        o.alignment = __default_alignment;
        o.cache_oversized = true;
        o.cached_size_cutoff_factor = 16;
        o.cached_alignment_cutoff_factor = 16;
        return o;
    }
    explicit unsynchronized_pool_resource(Upstream *upstream, pool_options o = get_default_options()) : __up(upstream), __options(o) { __begin(); }
    explicit unsynchronized_pool_resource(pool_options o = get_default_options()) : __up(get_global_resource<Upstream>()), __options(o) { __begin(); }
    unsynchronized_pool_resource(const unsynchronized_pool_resource &) = delete;
    ~unsynchronized_pool_resource() { release(); }
    // Gives everything back, also what is in use.
    void release() {
        for (auto &p : __chunks) __return(p);
        for (auto &p : __kept) __return(p);
        for (auto &p : __lent) __return(p);
        __chunks.clear();
        __kept.clear();
        __lent.clear();
        __begin();
    }
    pointer do_allocate(size_t bytes, size_t alignment = __default_alignment) override {
        if (bytes > __options.largest_block_size || alignment > __options.alignment) return __bytes<pointer>::of(__large(bytes, alignment));
        int k = __bucket(bytes);
        if (__free[k].empty()) __chunk(k);
        void *p = __free[k].back();
        __free[k].pop_back();
        return __bytes<pointer>::of(p);
    }
    void do_deallocate(pointer p, size_t bytes, size_t alignment = __default_alignment) override {
        void *at = __bytes<pointer>::raw(p);
        if (bytes <= __options.largest_block_size && alignment <= __options.alignment) {
            __free[__bucket(bytes)].push_back(at);
            return;
        }
        for (size_t i = 0; i < __lent.size(); i++) {
            if (__lent[i].at != at) continue;
            __piece piece = __lent[i];
            __lent[i] = __lent.back();
            __lent.pop_back();
            if (__options.cache_oversized) __kept.push_back(piece);
            else __return(piece);
            return;
        }
    }
    void __begin() {
        __free.clear();
        __blocks.clear();
        size_t size = __options.smallest_block_size;
        for (; size < __options.largest_block_size; size *= 2) __free.emplace_back(), __blocks.push_back(__options.min_blocks_per_chunk);
        __free.emplace_back();
        __blocks.push_back(__options.min_blocks_per_chunk);
    }
    int __bucket(size_t bytes) const {
        int k = 0;
        while ((__options.smallest_block_size << k) < bytes) k++;
        return k;
    }
    void __chunk(int k) { // twice as many blocks as the last time
        size_t size = __options.smallest_block_size << k, n = __blocks[k];
        if (n * size < __options.min_bytes_per_chunk) n = (__options.min_bytes_per_chunk + size - 1) / size;
        if (n * size > __options.max_bytes_per_chunk) n = __options.max_bytes_per_chunk / size;
        if (n > __options.max_blocks_per_chunk) n = __options.max_blocks_per_chunk;
        if (!n) n = 1;
        __blocks[k] = 2 * n;
        char *p = (char *)__bytes<pointer>::raw(__up->do_allocate(n * size, __options.alignment));
        __chunks.push_back(__piece{p, n * size, __options.alignment});
        for (size_t i = n; i-- > 0;) __free[k].push_back(p + i * size);
    }
    void *__large(size_t bytes, size_t alignment) {
        for (size_t i = 0; i < __kept.size(); i++) {
            __piece piece = __kept[i];
            if (piece.bytes < bytes || piece.alignment < alignment || piece.bytes / __options.cached_size_cutoff_factor > bytes) continue;
            __kept[i] = __kept.back();
            __kept.pop_back();
            __lent.push_back(piece);
            return piece.at;
        }
        void *p = __bytes<pointer>::raw(__up->do_allocate(bytes, alignment));
        __lent.push_back(__piece{p, bytes, alignment});
        return p;
    }
    void __return(const __piece &p) { __up->do_deallocate(__bytes<pointer>::of(p.at), p.bytes, p.alignment); }
    Upstream *__up;
    pool_options __options;
    std::vector<std::vector<void *>> __free;
    std::vector<size_t> __blocks;
    std::vector<__piece> __chunks, __kept, __lent;
};

// The same with a lock around each call.
template <typename Upstream> struct synchronized_pool_resource : memory_resource<typename Upstream::pointer> {
    typedef unsynchronized_pool_resource<Upstream> __pool_t;
    typedef typename Upstream::pointer pointer;
    static pool_options get_default_options() { return __pool_t::get_default_options(); }
    explicit synchronized_pool_resource(Upstream *upstream, pool_options o = get_default_options()) : __pool(upstream, o) {}
    explicit synchronized_pool_resource(pool_options o = get_default_options()) : __pool(o) {}
    void release() { std::lock_guard<std::mutex> held(__lock); __pool.release(); }
    pointer do_allocate(size_t bytes, size_t alignment = __default_alignment) override { std::lock_guard<std::mutex> held(__lock); return __pool.do_allocate(bytes, alignment); }
    void do_deallocate(pointer p, size_t bytes, size_t alignment = __default_alignment) override { std::lock_guard<std::mutex> held(__lock); __pool.do_deallocate(p, bytes, alignment); }
    std::mutex __lock;
    __pool_t __pool;
};

// Pools that keep what they know outside of the memory that they give, in that of a second resource: here they always do.
template <typename Upstream, typename Bookkeeper> struct disjoint_unsynchronized_pool_resource : unsynchronized_pool_resource<Upstream> {
    typedef unsynchronized_pool_resource<Upstream> __base;
    explicit disjoint_unsynchronized_pool_resource(Upstream *upstream, Bookkeeper *books, pool_options o = __base::get_default_options()) : __base(upstream, o) {}
    explicit disjoint_unsynchronized_pool_resource(pool_options o = __base::get_default_options()) : __base(o) {}
};
template <typename Upstream, typename Bookkeeper> struct disjoint_synchronized_pool_resource : synchronized_pool_resource<Upstream> {
    typedef synchronized_pool_resource<Upstream> __base;
    explicit disjoint_synchronized_pool_resource(Upstream *upstream, Bookkeeper *books, pool_options o = __base::get_default_options()) : __base(upstream, o) {}
    explicit disjoint_synchronized_pool_resource(pool_options o = __base::get_default_options()) : __base(o) {}
};

// A pool of this thread.
template <typename Upstream, typename Bookkeeper = new_delete_resource> inline unsynchronized_pool_resource<Upstream> &tls_pool(Upstream *upstream = nullptr) {
    static thread_local unsynchronized_pool_resource<Upstream> *pool = nullptr;
    if (!pool) pool = new unsynchronized_pool_resource<Upstream>(upstream ? upstream : get_global_resource<Upstream>());
    return *pool;
}
template <typename Upstream, typename Bookkeeper>
inline disjoint_unsynchronized_pool_resource<Upstream, Bookkeeper> &tls_disjoint_pool(Upstream *upstream = nullptr, Bookkeeper *books = nullptr) {
    static thread_local disjoint_unsynchronized_pool_resource<Upstream, Bookkeeper> *pool = nullptr;
    if (!pool) pool = new disjoint_unsynchronized_pool_resource<Upstream, Bookkeeper>(upstream ? upstream : get_global_resource<Upstream>(), books);
    return *pool;
}

// A resource of any type behind a pointer to the general one.
template <typename P> struct polymorphic_adaptor_resource : memory_resource<P> {
    polymorphic_adaptor_resource(memory_resource<P> *upstream) : __up(upstream) {}
    P do_allocate(size_t bytes, size_t alignment = __default_alignment) override { return __up->do_allocate(bytes, alignment); }
    void do_deallocate(P p, size_t bytes, size_t alignment) override { __up->do_deallocate(p, bytes, alignment); }
    memory_resource<P> *__up;
};

}
}
