// Device memory on the CPU device: the calls that allocate and free it. Where it lies is heap.c's.
#include "run/cudart/heap.h"
#include "run/gpu/gpu.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static HD_VEC(struct allocation) registered; // cudaHostRegister

// ---- a cell that may be run again ---------------------------------------------------------------
// The debugger goes back in host code by running it again (run/debug/host.c). Until it has ended,
// the n-th allocation is where it was the first time, and what is freed keeps its place and pages.

static struct {
    bool on;
    HD_VEC(uint64_t) taken; // bases, since the cell began
    int next;
    HD_VEC(uint64_t) freed;
} noted;

static struct allocation *noted_at(uint64_t base) {
    struct allocation *a = heap_find(base);
    return a && a->base == base && !a->gpu ? a : NULL;
}

static void forbid(struct allocation *a, bool forbidden) {
    a->freed = forbidden;
    if (a->from)
        mprotect((void *)a->from, a->to - a->from, forbidden ? PROT_NONE : PROT_READ | PROT_WRITE);
}

static void release_later(struct allocation *a, hd_loc at) {
    HD_XPUSH(&noted.freed, a->base);
    forbid(a, true);
    a->freed_at = at;
    hd_transfer_change();
}

// Under the lock. The same allocation as last time, in *out; false: there was none, or another.
static bool taken_again(struct allocation *out) {
    struct allocation *a = noted.next < noted.taken.n ? noted_at(noted.taken.v[noted.next]) : NULL;
    if (!a || a->size != out->size || a->kind != out->kind) {
        for (int i = noted.next; i < noted.taken.n; i++) HD_XPUSH(&noted.freed, noted.taken.v[i]);
        noted.taken.n = noted.next;
        return false;
    }
    noted.next++;
    forbid(a, false);
    a->at = out->at;
    heap_fill(a);
    *out = *a;
    return true;
}

static void unfree(void) {
    for (int i = 0; i < noted.freed.n; i++) {
        struct allocation *a = noted_at(noted.freed.v[i]);
        if (a) forbid(a, false);
    }
    noted.freed.n = 0;
}

void hd_cudart_note(bool on) {
    hd_cudart_lock();
    for (int i = noted.next; i < noted.taken.n; i++) HD_XPUSH(&noted.freed, noted.taken.v[i]);
    noted.on = on;
    for (int i = 0; i < noted.freed.n; i++) {
        struct allocation *a = noted_at(noted.freed.v[i]);
        if (!a) continue;
        hd_loc at = a->freed_at;
        forbid(a, false);
        heap_release(a, at);
    }
    HD_FREE_VEC(&noted.freed);
    HD_FREE_VEC(&noted.taken);
    noted.next = 0;
    hd_cudart_unlock();
}

// What was taken since can be used no more until it is taken again.
void hd_cudart_rewind(void) {
    hd_cudart_lock();
    unfree();
    for (int i = 0; i < noted.taken.n; i++) {
        struct allocation *a = noted_at(noted.taken.v[i]);
        if (a) forbid(a, true);
    }
    noted.next = 0;
    hd_cudart_unlock();
}

// ---- allocating ---------------------------------------------------------------------------------

static int allocate(const char *api, void **out, size_t size, enum memory_kind kind,
                    unsigned flags) {
    if (!out) return hd_cudart_fail(cudaErrorInvalidValue);
    if (size == 0) return HD_GIVE(out, NULL);
    struct allocation a = {
        .size = size, .kind = (uint8_t)kind, .flags = flags, .at = hd_cudart_caller()};
    struct hd_gpu_device *gpu = hd_device_current();
    if (gpu) {
        int error = hd_gpu_allocate(gpu, api, kind, size, flags, &a.base);
        if (error) return error;
        a.gpu = (uint8_t)(gpu->number + 1);
        hd_cudart_lock();
        heap_add_gpu(&a);
        hd_cudart_unlock();
        int code = HD_GIVE(out, (void *)a.base);
        if (code) hd_cudaFree((void *)a.base);
        return code;
    }
    if (size > (1ull << 47) || (size >= (16u << 20) && size > hd_cudart_free_memory())) {
        hd_cudart_notice("%s: %zu bytes asked for, %zu are free", api, size,
                         hd_cudart_free_memory());
        return hd_cudart_fail(cudaErrorMemoryAllocation);
    }
    hd_cudart_lock();
    if (noted.on && taken_again(&a)) {
        hd_cudart_unlock();
        return HD_GIVE(out, (void *)a.base);
    }
    bool ok = heap_place(&a);
    if (ok && noted.on) {
        HD_XPUSH(&noted.taken, a.base);
        noted.next = noted.taken.n;
    }
    hd_cudart_unlock();
    if (!ok) return hd_cudart_fail(cudaErrorMemoryAllocation);
    if (kind == MEMORY_DEVICE)
        hd_check_allocated(a.base, size); // host code may set the other kinds
    int code = HD_GIVE(out, (void *)a.base);
    if (code) hd_cudaFree((void *)a.base);
    return code;
}

static int free_memory(const char *api, void *p, bool pinned) {
    if (!p) return 0;
    hd_loc at = hd_cudart_caller();
    hd_check_settle();
    hd_cudart_lock();
    struct allocation *a = heap_find((uint64_t)p), copy = {0};
    bool ok = a && !a->freed && a->base == (uint64_t)p && (a->kind == MEMORY_PINNED) == pinned;
    if (a) copy = *a;
    if (ok) heap_visit_margins(a, hd_margins_freed);
    if (ok && noted.on)
        release_later(a, at);
    else if (ok)
        heap_release(a, at);
    hd_cudart_unlock();
    if (ok) hd_cudart_pool_freed(p);
    if (ok && copy.gpu) return hd_gpu_release(copy.gpu - 1, api, copy.kind, copy.base);
    if (ok) {
        hd_transfer_drop(copy.base);
        hd_check_freed(copy.base, copy.size);
        return 0;
    }
    char where[128], there[128];
    memory_place_text(copy.at, where, sizeof where);
    memory_place_text(copy.freed_at, there, sizeof there);
    if (!copy.base)
        hd_cudart_notice("%s: %p was not given by %s", api, p,
                         pinned ? "cudaMallocHost" : "cudaMalloc");
    else if (copy.freed)
        hd_cudart_notice("%s: these %zu bytes were freed before%s (%s%s)", api, copy.size, there,
                         memory_allocator(copy.kind), where);
    else if (copy.base != (uint64_t)p)
        hd_cudart_notice("%s: %p is %zu bytes into an allocation, not its start", api, p,
                         (size_t)((uint64_t)p - copy.base));
    else
        hd_cudart_notice("%s: this memory comes from %s%s, which %s frees", api,
                         memory_allocator(copy.kind), where, pinned ? "cudaFree" : "cudaFreeHost");
    return hd_cudart_fail(cudaErrorInvalidValue);
}

int hd_cudaMalloc(void **out, size_t size) {
    return allocate("cudaMalloc", out, size, MEMORY_DEVICE, 0);
}

int hd_cudaMallocAsync(void **out, size_t size, void *stream) {
    return hd_cudaMallocFromPoolAsync(out, size, hd_cudart_pool(), stream);
}

int hd_cudaMallocManaged(void **out, size_t size, unsigned flags) {
    if (flags != 1 && flags != 2) return hd_cudart_fail(cudaErrorInvalidValue);
    if (size == 0) return hd_cudart_fail(cudaErrorInvalidValue);
    return allocate("cudaMallocManaged", out, size, MEMORY_MANAGED, 0);
}

int hd_cudaMallocHost(void **out, size_t size, unsigned flags) {
    if (flags & ~7u) return hd_cudart_fail(cudaErrorInvalidValue);
    return allocate("cudaMallocHost", out, size, MEMORY_PINNED, flags);
}

int hd_cudaHostAlloc(void **out, size_t size, unsigned flags) {
    if (flags & ~7u) return hd_cudart_fail(cudaErrorInvalidValue);
    return allocate("cudaHostAlloc", out, size, MEMORY_PINNED, flags);
}

int hd_cudaFree(void *p) {
    int code;
    hd_cpu_finish(NULL, false, true); // as CUDA's does
    if (hd_graph_frees(p, &code)) return code;
    return free_memory("cudaFree", p, false);
}

int hd_cudaFreeAsync(void *p, void *stream) {
    int code;
    if (!hd_cudart_stream_valid(stream)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    if (hd_graph_captures(stream)) return hd_graph_note_free(p, stream);
    if (hd_graph_frees(p, &code)) return code;
    if (hd_cudart_free_later(p, stream)) return 0;
    hd_cudart_finish_cpu(stream);
    return free_memory("cudaFreeAsync", p, false);
}

void hd_cudart_release(void *p) { free_memory("cudaFreeAsync", p, false); }

int hd_cudaFreeHost(void *p) {
    hd_cpu_finish(NULL, false, true);
    return free_memory("cudaFreeHost", p, true);
}

int hd_cudaMallocPitch(void **out, size_t *pitch, size_t width, size_t height) {
    if (!out || !pitch) return hd_cudart_fail(cudaErrorInvalidValue);
    size_t row = HD_ROUND_UP(width, 512), bytes;
    if (row < width || __builtin_mul_overflow(row, height, &bytes))
        return hd_cudart_fail(cudaErrorMemoryAllocation);
    if (HD_GIVE(pitch, row)) return cudaErrorInvalidValue;
    return allocate("cudaMallocPitch", out, bytes, MEMORY_DEVICE, 0);
}

int hd_cudaMalloc3D(struct cuda_pitched *out, struct cuda_extent extent) {
    if (!out) return hd_cudart_fail(cudaErrorInvalidValue);
    size_t row = HD_ROUND_UP(extent.width, 512), bytes;
    if (row < extent.width || __builtin_mul_overflow(row, extent.height, &bytes) ||
        __builtin_mul_overflow(bytes, extent.depth, &bytes))
        return hd_cudart_fail(cudaErrorMemoryAllocation);
    void *p = NULL;
    int code = allocate("cudaMalloc3D", &p, bytes, MEMORY_DEVICE, 0);
    if (!code && (code = HD_GIVE(out, p, row, extent.width, extent.height))) hd_cudaFree(p);
    return code;
}

int hd_cudaHostRegister(void *p, size_t size, unsigned flags) {
    if (!p || !size || (flags & ~15u)) return hd_cudart_fail(cudaErrorInvalidValue);
    struct allocation a = {
        .base = (uint64_t)p, .size = size, .kind = MEMORY_REGISTERED, .flags = flags};
    bool taken = false;
    hd_cudart_lock();
    for (int i = 0; i < registered.n; i++) {
        struct allocation *r = &registered.v[i];
        if (r->base < a.base + size && a.base < r->base + r->size) taken = true;
    }
    struct hd_gpu_device *gpu = hd_device_current();
    if (gpu) a.gpu = (uint8_t)(gpu->number + 1);
    if (!taken) HD_XPUSH(&registered, a);
    hd_cudart_unlock();
    int error = gpu && !taken ? hd_gpu_register(gpu, p, size, flags) : 0;
    if (error) {
        hd_cudaHostUnregister(p);
        return error;
    }
    return taken ? hd_cudart_fail(cudaErrorHostMemoryAlreadyRegistered) : 0;
}

int hd_cudaHostUnregister(void *p) {
    if (!p) return hd_cudart_fail(cudaErrorInvalidValue);
    bool found = false;
    int gpu = 0;
    hd_cudart_lock();
    for (int i = 0; i < registered.n && !found; i++) {
        if (registered.v[i].base != (uint64_t)p) continue;
        gpu = registered.v[i].gpu;
        registered.v[i] = registered.v[--registered.n];
        hd_transfer_change();
        found = true;
    }
    hd_cudart_unlock();
    if (found && gpu) hd_gpu_unregister(gpu - 1, p);
    return found ? 0 : hd_cudart_fail(cudaErrorHostMemoryNotRegistered);
}

const struct allocation *memory_registered(uint64_t addr) {
    for (int i = 0; i < registered.n; i++) {
        const struct allocation *r = &registered.v[i];
        if (addr >= r->base && addr < r->base + r->size) return r;
    }
    return NULL;
}

void hd_cudart_memory_reset(void) {
    hd_cudart_pools_reset();
    const struct allocation *a;
    for (int at = 0; (a = heap_next(&at));) {
        if (a->gpu && !a->freed)
            hd_gpu_release(a->gpu - 1, "cudaDeviceReset", a->kind, a->base);
        else if (!a->freed)
            hd_transfer_drop(a->base);
    }
    hd_cudart_lock();
    heap_reset();
    registered.n = 0;
    hd_cudart_unlock();
}
