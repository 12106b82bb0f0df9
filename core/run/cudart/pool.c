// Pools of memory, for allocations in a stream's order. The memory itself is cudaMalloc's and goes
// back at once, so a pool is what the program can see of it: attributes, and how much is in use.
//
// Example: a release threshold of UINT64_MAX is kept and given back, and changes nothing.
#include "run/cudart/cudart.h"
#include "run/gpu/gpu.h"

#include <stdlib.h>
#include <string.h>

enum {
    ATTR_FIRST = 1,
    ATTR_LAST_INT = 3,
    ATTR_RELEASE = 4,
    ATTR_RESERVED = 5,
    ATTR_RESERVED_HIGH = 6,
    ATTR_USED = 7,
    ATTR_USED_HIGH = 8
};
enum { LOCATION_DEVICE = 1, ACCESS_READ_WRITE = 3 };

struct cuda_pool {
    bool live, is_default;
    int device;
    int flags[ATTR_LAST_INT + 1];
    uint64_t release, used, high, most;
};
struct piece {
    void *p;
    size_t size;
    struct cuda_pool *pool;
};

#define MAX_DEVICES 64
static struct cuda_pool defaults[MAX_DEVICES];
static struct cuda_pool *current[MAX_DEVICES]; // NULL: the default one
static HD_VEC(struct cuda_pool *) made;        // all that cudaMemPoolCreate has made; never freed
static HD_VEC(struct piece) pieces;            // what is in use

static int device_count(void) { return hd_device_current() ? hd_gpu.ndevices : 1; }

static struct cuda_pool *default_pool(int device) {
    struct cuda_pool *pool = &defaults[device];
    if (!pool->live)
        *pool = (struct cuda_pool){
            .live = true, .is_default = true, .device = device, .flags = {0, 1, 1, 1}};
    return pool;
}

struct cuda_pool *hd_cudart_pool(void) {
    int device = 0;
    hd_cudaGetDevice(&device);
    if (device < 0 || device >= MAX_DEVICES) device = 0;
    return current[device] ? current[device] : default_pool(device);
}

static bool valid(const struct cuda_pool *pool) {
    bool found = pool >= defaults && pool < defaults + MAX_DEVICES && pool->live;
    hd_cudart_lock();
    for (int i = 0; i < made.n; i++) found = found || (made.v[i] == pool && pool->live);
    hd_cudart_unlock();
    return found;
}

static void count(struct cuda_pool *pool, void *p, size_t size) {
    hd_cudart_lock();
    HD_XPUSH(&pieces, ((struct piece){p, size, pool}));
    pool->used += size;
    if (pool->used > pool->high) pool->high = pool->used;
    hd_cudart_unlock();
}

void hd_cudart_pool_freed(void *p) {
    hd_cudart_lock();
    for (int i = pieces.n - 1; i >= 0; i--)
        if (pieces.v[i].p == p) {
            pieces.v[i].pool->used -= pieces.v[i].size;
            pieces.v[i] = pieces.v[--pieces.n];
            break;
        }
    hd_cudart_unlock();
}

void hd_cudart_pools_reset(void) {
    hd_cudart_lock();
    pieces.n = 0;
    memset(defaults, 0, sizeof defaults);
    memset(current, 0, sizeof current);
    for (int i = 0; i < made.n; i++) made.v[i]->live = false;
    hd_cudart_unlock();
}

// ---- pools --------------------------------------------------------------------------------------

static bool bad_device(int device) {
    return device < 0 || device >= device_count() || device >= MAX_DEVICES;
}

int hd_cudaDeviceGetDefaultMemPool(struct cuda_pool **out, int device) {
    if (!out) return hd_cudart_fail(cudaErrorInvalidValue);
    if (bad_device(device)) return hd_cudart_fail(cudaErrorInvalidDevice);
    return HD_GIVE(out, default_pool(device));
}

int hd_cudaDeviceGetMemPool(struct cuda_pool **out, int device) {
    if (!out) return hd_cudart_fail(cudaErrorInvalidValue);
    if (bad_device(device)) return hd_cudart_fail(cudaErrorInvalidDevice);
    return HD_GIVE(out, current[device] ? current[device] : default_pool(device));
}

int hd_cudaDeviceSetMemPool(int device, struct cuda_pool *pool) {
    if (bad_device(device)) return hd_cudart_fail(cudaErrorInvalidDevice);
    if (!valid(pool) || pool->device != device) return hd_cudart_fail(cudaErrorInvalidValue);
    current[device] = pool;
    return 0;
}

int hd_cudaMemPoolCreate(struct cuda_pool **out, const struct cuda_pool_props *props) {
    struct cuda_pool_props p;
    if (!out || !hd_guard_read(props, &p, sizeof p)) return hd_cudart_fail(cudaErrorInvalidValue);
    if (p.type != 1 || p.where.type != LOCATION_DEVICE || bad_device(p.where.id))
        return hd_cudart_fail(cudaErrorInvalidValue);
    if (p.handles) {
        hd_cudart_notice("cudaMemPoolCreate: memory is not passed on to other programs here; "
                         "set handleTypes to cudaMemHandleTypeNone");
        return hd_cudart_fail(cudaErrorNotSupported);
    }
    struct cuda_pool *pool = hd_xcalloc(1, sizeof *pool);
    *pool = (struct cuda_pool){
        .live = true, .device = p.where.id, .flags = {0, 1, 1, 1}, .most = p.most};
    hd_cudart_lock();
    HD_XPUSH(&made, pool);
    hd_cudart_unlock();
    return HD_GIVE(out, pool);
}

int hd_cudaMemPoolDestroy(struct cuda_pool *pool) {
    if (!valid(pool) || pool->is_default) return hd_cudart_fail(cudaErrorInvalidValue);
    pool->live = false;
    if (current[pool->device] == pool) current[pool->device] = NULL;
    return 0;
}

int hd_cudaMemPoolSetAttribute(struct cuda_pool *pool, int attr, const void *value) {
    int flag = 0;
    uint64_t number = 0;
    if (!valid(pool) || attr < ATTR_FIRST || attr > ATTR_USED_HIGH)
        return hd_cudart_fail(cudaErrorInvalidValue);
    bool is_flag = attr <= ATTR_LAST_INT;
    if (!hd_guard_read(value, is_flag ? (void *)&flag : &number,
                       is_flag ? sizeof flag : sizeof number))
        return hd_cudart_fail(cudaErrorInvalidValue);
    if (is_flag)
        pool->flags[attr] = flag != 0;
    else if (attr == ATTR_RELEASE)
        pool->release = number;
    else if (number || attr == ATTR_RESERVED || attr == ATTR_USED) // high marks are set to 0 only
        return hd_cudart_fail(cudaErrorInvalidValue);
    else
        pool->high = pool->used;
    return 0;
}

int hd_cudaMemPoolGetAttribute(struct cuda_pool *pool, int attr, void *value) {
    if (!valid(pool) || attr < ATTR_FIRST || attr > ATTR_USED_HIGH || !value)
        return hd_cudart_fail(cudaErrorInvalidValue);
    if (attr <= ATTR_LAST_INT) return HD_GIVE((int *)value, pool->flags[attr]);
    uint64_t number = attr == ATTR_RELEASE                         ? pool->release
                      : attr == ATTR_USED || attr == ATTR_RESERVED ? pool->used
                                                                   : pool->high;
    return HD_GIVE((uint64_t *)value, number);
}

int hd_cudaMemPoolTrimTo(struct cuda_pool *pool, size_t keep) {
    (void)keep; // nothing is kept
    return valid(pool) ? 0 : hd_cudart_fail(cudaErrorInvalidValue);
}

int hd_cudaMemPoolSetAccess(struct cuda_pool *pool, const struct cuda_access *list, size_t count) {
    if (!valid(pool)) return hd_cudart_fail(cudaErrorInvalidValue);
    for (size_t i = 0; i < count; i++) {
        struct cuda_access a;
        if (!hd_guard_read(list + i, &a, sizeof a) || a.where.type != LOCATION_DEVICE ||
            (a.flags & ~ACCESS_READ_WRITE) ||
            (a.where.id == pool->device && a.flags != ACCESS_READ_WRITE))
            return hd_cudart_fail(cudaErrorInvalidValue);
        if (bad_device(a.where.id)) return hd_cudart_fail(cudaErrorInvalidDevice);
    }
    return 0;
}

int hd_cudaMemPoolGetAccess(int *flags, struct cuda_pool *pool, const struct cuda_location *where) {
    struct cuda_location at;
    if (!flags || !valid(pool) || !hd_guard_read(where, &at, sizeof at) ||
        at.type != LOCATION_DEVICE || bad_device(at.id))
        return hd_cudart_fail(cudaErrorInvalidValue);
    return HD_GIVE(flags, ACCESS_READ_WRITE);
}

int hd_cudaMallocFromPoolAsync(void **out, size_t size, struct cuda_pool *pool, void *stream) {
    void *p = NULL;
    if (!hd_cudart_stream_valid(stream)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    if (!out || !valid(pool)) return hd_cudart_fail(cudaErrorInvalidValue);
    if (hd_graph_captures(stream)) return hd_graph_note_alloc(out, size, stream);
    if (pool->most && pool->used + size > pool->most)
        return hd_cudart_fail(cudaErrorMemoryAllocation);
    int code = hd_cudaMalloc(&p, size);
    if (code) return code;
    if (p) count(pool, p, size);
    code = HD_GIVE(out, p);
    if (code) hd_cudaFree(p);
    return code;
}

// ---- other programs' memory ---------------------------------------------------------------------

static int no_other_programs(const char *api) {
    hd_cudart_notice("%s: memory and events are not shared with other programs here", api);
    return hd_cudart_fail(cudaErrorNotSupported);
}

int hd_cudaIpcGetMemHandle(struct cuda_ipc *handle, void *p) {
    if (!handle || !p) return hd_cudart_fail(cudaErrorInvalidValue);
    return no_other_programs("cudaIpcGetMemHandle");
}

int hd_cudaIpcOpenMemHandle(void **out, struct cuda_ipc handle, unsigned flags) {
    (void)handle;
    if (!out || flags != 1) return hd_cudart_fail(cudaErrorInvalidValue);
    return no_other_programs("cudaIpcOpenMemHandle");
}

int hd_cudaIpcCloseMemHandle(void *p) {
    return p ? no_other_programs("cudaIpcCloseMemHandle") : hd_cudart_fail(cudaErrorInvalidValue);
}

int hd_cudaIpcGetEventHandle(struct cuda_ipc *handle, void *event) {
    if (!handle || !event) return hd_cudart_fail(cudaErrorInvalidValue);
    return no_other_programs("cudaIpcGetEventHandle");
}

int hd_cudaIpcOpenEventHandle(void **event, struct cuda_ipc handle) {
    (void)handle;
    return event ? no_other_programs("cudaIpcOpenEventHandle")
                 : hd_cudart_fail(cudaErrorInvalidValue);
}
