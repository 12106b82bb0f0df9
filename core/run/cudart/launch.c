// Launches through the runtime API, their limits, and occupancy. The limits are those of compute
// capability 9.0.
//
// Example: k<<<1, 2048>>>() fails with cudaErrorInvalidConfiguration and the message "a block has
// 2048 threads, the limit is 1024; use more blocks of at most 1024 threads".
#include "run/cudart/cudart.h"
#include "run/gpu/gpu.h"

#include <stdio.h>
#include <string.h>

enum {
    MAX_THREADS = 1024,
    THREADS_PER_SM = 2048,
    BLOCKS_PER_SM = 32,
    SHARED_PER_SM = 228 << 10,
    RESERVED_SHARED = 1024
};
#define OCCUPANCY_FLAGS 1u // cudaOccupancyDisableCachingOverride

_Thread_local bool hd_launch_is_cooperative;
_Thread_local uint32_t hd_launch_cluster[3];

// Dynamic shared memory that cudaFuncSetAttribute allowed, by kernel name (interned) -> bytes + 1.
static struct hd_map opted_in;

static size_t shared_limit(const char *kernel) {
    hd_cudart_lock();
    size_t n = kernel ? (size_t)(uintptr_t)hd_map_get(&opted_in, hd_intern_str(kernel)) : 0;
    hd_cudart_unlock();
    return n ? n - 1 : 0;
}

static bool refuse(int code, char *msg, size_t n, const char *fmt, ...) HD_PRINTF(4, 5);
static bool refuse(int code, char *msg, size_t n, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    vsnprintf(msg, n, fmt, args);
    va_end(args);
    hd_cudart_fail(code);
    return false;
}

bool hd_launch_check(const uint32_t grid[3], const uint32_t block[3], size_t dyn_shared,
                     size_t static_shared, const char *kernel, char *msg, size_t n) {
    static const uint32_t max_block[] = {1024, 1024, 64}, max_grid[] = {0x7fffffff, 65535, 65535};
    static const char axis[] = "xyz";
    const char *name = kernel ? kernel : "the kernel";
    for (int i = 0; i < 3; i++) {
        if (grid[i] == 0)
            return refuse(
                cudaErrorInvalidConfiguration, msg, n,
                "`%s` is launched with a grid of %u x %u x %u blocks; each must be at least 1 "
                "(rounding up, (n + 255) / 256, avoids 0)",
                name, grid[0], grid[1], grid[2]);
        if (block[i] == 0)
            return refuse(
                cudaErrorInvalidConfiguration, msg, n,
                "`%s` is launched with blocks of %u x %u x %u threads; each must be at least 1",
                name, block[0], block[1], block[2]);
    }
    uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
    for (int i = 0; i < 3; i++) {
        if (block[i] > max_block[i])
            return refuse(
                cudaErrorInvalidConfiguration, msg, n,
                "`%s` is launched with blocks of %u x %u x %u threads; the limit for %c is %u; use smaller "
                "blocks and more of them",
                name, block[0], block[1], block[2], axis[i], max_block[i]);
        if (grid[i] > max_grid[i])
            return refuse(
                cudaErrorInvalidConfiguration, msg, n,
                "`%s` is launched with a grid of %u x %u x %u blocks; the limit for %c is %u; use larger "
                "blocks, or x for the long dimension",
                name, grid[0], grid[1], grid[2], axis[i], max_grid[i]);
    }
    if (threads > MAX_THREADS)
        return refuse(
            cudaErrorInvalidConfiguration, msg, n,
            "`%s` is launched with blocks of %u x %u x %u = %llu threads; the limit is %d; use smaller "
            "blocks and more of them",
            name, block[0], block[1], block[2], (unsigned long long)threads, MAX_THREADS);
    size_t allowed = shared_limit(kernel);
    if (static_shared > HD_MAX_SHARED)
        return refuse(
            cudaErrorInvalidValue, msg, n,
            "`%s` declares %zu bytes of __shared__ variables; the limit is %u; use `extern __shared__` and "
            "give the size at the launch",
            name, static_shared, HD_MAX_SHARED);
    size_t limit =
        allowed > HD_MAX_SHARED - static_shared ? allowed : HD_MAX_SHARED - static_shared;
    if (dyn_shared > limit && dyn_shared + static_shared <= HD_MAX_SHARED_OPTIN)
        return refuse(
            cudaErrorInvalidValue, msg, n,
            "`%s` is launched with %zu bytes of shared memory (%zu static, %zu dynamic); the limit is %u; "
            "allow more with cudaFuncSetAttribute(%s, cudaFuncAttributeMaxDynamicSharedMemorySize, %zu)",
            name, static_shared + dyn_shared, static_shared, dyn_shared, HD_MAX_SHARED, name,
            dyn_shared);
    if (dyn_shared > limit)
        return refuse(
            cudaErrorInvalidValue, msg, n,
            "`%s` is launched with %zu bytes of shared memory (%zu static, %zu dynamic); a block can have "
            "at most %u",
            name, static_shared + dyn_shared, static_shared, dyn_shared, HD_MAX_SHARED_OPTIN);
    return true;
}

bool hd_launch_check_cluster(const uint32_t grid[3], const uint32_t cluster[3], const char *kernel,
                             char *msg, size_t n) {
    uint64_t blocks = (uint64_t)cluster[0] * cluster[1] * cluster[2];
    if (blocks > HD_MOST_IN_CLUSTER)
        return refuse(cudaErrorInvalidClusterSize, msg, n,
                      "`%s` is launched in clusters of %llu blocks; at most %d can be in one",
                      kernel, (unsigned long long)blocks, HD_MOST_IN_CLUSTER);
    for (int i = 0; i < 3 && blocks; i++)
        if (grid[i] % cluster[i])
            return refuse(
                cudaErrorInvalidClusterSize, msg, n,
                "`%s` is launched with a grid of %u x %u x %u blocks, which is no multiple "
                "of its clusters of %u x %u x %u",
                kernel, grid[0], grid[1], grid[2], cluster[0], cluster[1], cluster[2]);
    return true;
}

// ---- kernels by address -------------------------------------------------------------------------

struct kernel {
    const char *name;
    size_t shared; // static
    int max_threads, nparams;
    struct hd_gpu_kernel *gpu; // its code on the current device; NULL: that is the CPU
};

// With a GPU as the current device, what its driver knows of the kernel counts.
static void find_gpu_code(struct hd_sym *sym, struct kernel *out) {
    struct hd_gpu_device *device = hd_device_current();
    struct hd_diags diags = {.arena = hd_engine.arena};
    struct hd_buf why = {0};
    if (device && hd_gpu_use(device)) out->gpu = hd_gpu_kernel_of(sym, device, &diags, &why);
    hd_buf_finish(&why);
    if (!out->gpu) return;
    out->shared = (size_t)out->gpu->static_shared;
    out->max_threads = out->gpu->max_threads;
}

static bool find_kernel_on(const void *func, struct kernel *out, bool compiled) {
    *out = (struct kernel){.max_threads = MAX_THREADS};
    if (!func || !hd_store_contains((uint64_t)func)) return false;
    hd_front_lock();
    struct hd_sym *sym = hd_stub_sym((uint64_t)func);
    const struct hd_func *f = sym && sym->kind == SYM_FUNC ? hd_device_func(sym->func) : NULL;
    bool ok = f && f->is_kernel;
    if (ok) {
        out->name = sym->name;
        out->nparams = f->nparams;
        for (int i = 0; i < f->nshared; i++) {
            const struct hd_sym *var = f->shared[i];
            if (var->storage != ST_SHARED || !var->type->align) continue;
            out->shared = HD_ROUND_UP(out->shared, (size_t)var->type->align) + var->type->size;
        }
        if (f->max_threads > 0 && f->max_threads < MAX_THREADS) out->max_threads = f->max_threads;
    }
    if (ok && compiled) find_gpu_code(sym, out);
    hd_front_unlock();
    return ok;
}

static bool find_kernel(const void *func, struct kernel *out) {
    return find_kernel_on(func, out, true);
}

static int processors(void) {
    const struct hd_gpu_device *gpu = hd_device_current();
    return gpu ? gpu->processors : hd_cpu_threads();
}

static int launch(const void *func, struct cuda_dim3 grid, struct cuda_dim3 block, void **args,
                  size_t shared, void *stream, bool cooperative) {
    struct kernel k;
    if (!find_kernel_on(func, &k, false)) return hd_cudart_fail(cudaErrorInvalidDeviceFunction);
    if (!hd_cudart_stream_valid(stream)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    if (k.nparams && !args) return hd_cudart_fail(cudaErrorInvalidValue);
    uint32_t g[3] = {grid.x, grid.y, grid.z}, b[3] = {block.x, block.y, block.z};
    int before = hd_cudart_take_error(), unseen = hd_check_errors();
    hd_launch_is_cooperative = cooperative;
    hd_rt_launch((void *)(uintptr_t)func, g, b, shared, stream, args, 0);
    hd_launch_is_cooperative = false;
    memset(hd_launch_cluster, 0, sizeof hd_launch_cluster);
    int code = hd_cudart_last_error();
    hd_check_errors_returned(unseen);
    if (!code) hd_cudart_fail(before);
    return code;
}

int hd_cudaLaunchKernel(const void *func, struct cuda_dim3 grid, struct cuda_dim3 block,
                        void **args, size_t shared, void *stream) {
    return launch(func, grid, block, args, shared, stream, false);
}

#define LARGE_GPU 132 // multiprocessors of an H100

static int launch_cooperative(const char *api, const void *func, struct cuda_dim3 grid,
                              struct cuda_dim3 block, void **args, size_t shared, void *stream) {
    struct kernel k;
    if (!find_kernel(func, &k)) return hd_cudart_fail(cudaErrorInvalidDeviceFunction);
    int blocks = 0;
    uint64_t threads = (uint64_t)block.x * block.y * block.z;
    if (!threads || threads > MAX_THREADS) // which it says first
        return launch(func, grid, block, args, shared, stream, true);
    hd_cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, func, (int)threads, shared);
    // Blocks are fibers here and need no processor each: what a large GPU has room for is taken, so
    // that grids that were measured for one run.
    uint64_t wanted = (uint64_t)grid.x * grid.y * grid.z,
             most = (uint64_t)(hd_device_current() || processors() > LARGE_GPU ? processors()
                                                                               : LARGE_GPU),
             room = (uint64_t)blocks * most;
    if (wanted > room) {
        hd_cudart_notice("%s: %llu blocks, but only %llu can run at the same time", api,
                         (unsigned long long)wanted, (unsigned long long)room);
        return hd_cudart_fail(cudaErrorCooperativeLaunchTooLarge);
    }
    return launch(func, grid, block, args, shared, stream, true);
}

int hd_cudaLaunchCooperativeKernel(const void *func, struct cuda_dim3 grid, struct cuda_dim3 block,
                                   void **args, size_t shared, void *stream) {
    return launch_cooperative("cudaLaunchCooperativeKernel", func, grid, block, args, shared,
                              stream);
}

// The attributes that mean something on the CPU; the rest are wishes. 0, or why there is no launch.
static int read_attributes(const struct cuda_launch_config *c, bool *cooperative,
                           uint32_t *cluster) {
    enum { COOPERATIVE = 2, CLUSTER = 4, LAST = 16, MOST = 64 };
    if (c->nattrs > MOST) return cudaErrorInvalidValue;
    for (unsigned i = 0; i < c->nattrs; i++) {
        struct cuda_launch_attribute a;
        if (!hd_guard_read(&c->attrs[i], &a, sizeof a) || a.id < 0 || a.id > LAST)
            return cudaErrorInvalidValue;
        if (a.id == COOPERATIVE) *cooperative = a.value.cooperative != 0;
        if (a.id == CLUSTER) memcpy(cluster, a.value.cluster, sizeof a.value.cluster);
    }
    return 0;
}

int hd_cudaLaunchKernelExC(const struct cuda_launch_config *config, const void *func, void **args) {
    struct cuda_launch_config c;
    bool cooperative = false;
    if (!hd_guard_read(config, &c, sizeof c)) return hd_cudart_fail(cudaErrorInvalidValue);
    uint32_t cluster[3] = {0};
    int code = read_attributes(&c, &cooperative, cluster);
    if (code) return hd_cudart_fail(code);
    bool several = (uint64_t)cluster[0] * cluster[1] * cluster[2] > 1;
    if (several && (cooperative || hd_graph_captures(c.stream))) {
        hd_cudart_notice("cudaLaunchKernelExC: clusters are not there in %s",
                         cooperative ? "cooperative launches" : "graphs, by an attribute");
        return hd_cudart_fail(cudaErrorNotSupported);
    }
    memcpy(hd_launch_cluster, cluster, sizeof cluster);
    if (cooperative)
        return launch_cooperative("cudaLaunchKernelExC", func, c.grid, c.block, args, c.shared,
                                  c.stream);
    return launch(func, c.grid, c.block, args, c.shared, c.stream, false);
}

// ---- attributes ---------------------------------------------------------------------------------

int hd_cudaFuncGetAttributes(struct cuda_func_attributes *attr, const void *func) {
    struct kernel k;
    if (!attr) return hd_cudart_fail(cudaErrorInvalidValue);
    if (!find_kernel(func, &k)) return hd_cudart_fail(cudaErrorInvalidDeviceFunction);
    size_t allowed = shared_limit(k.name);
    struct cuda_func_attributes a = {
        .shared_size = k.shared,
        .max_threads = k.max_threads,
        .regs = 32,
        .ptx_version = 90,
        .binary_version = 90,
        .max_dynamic_shared = (int)(allowed ? allowed : HD_MAX_SHARED - k.shared),
        .carveout = -1,
    };
    return hd_cudart_give(attr, &a, sizeof a);
}

int hd_cudaFuncSetAttribute(const void *func, int attr, int value) {
    struct kernel k;
    if (!find_kernel(func, &k)) return hd_cudart_fail(cudaErrorInvalidDeviceFunction);
    if (attr == 9) // the preferred carveout: percent, or -1 for the default
        return value < -1 || value > 100 ? hd_cudart_fail(cudaErrorInvalidValue) : 0;
    if (attr >= 10 && attr <= 14) return value < -1 ? hd_cudart_fail(cudaErrorInvalidValue) : 0;
    if (attr != 8 || value < 0 || (size_t)value + k.shared > HD_MAX_SHARED_OPTIN)
        return hd_cudart_fail(cudaErrorInvalidValue);
    hd_cudart_lock();
    hd_map_set(&opted_in, hd_intern_str(k.name), (void *)(uintptr_t)(value + 1));
    hd_cudart_unlock();
    return 0;
}

int hd_cudaFuncSetCacheConfig(const void *func, int config) {
    struct kernel k;
    if (!find_kernel(func, &k)) return hd_cudart_fail(cudaErrorInvalidDeviceFunction);
    return config < 0 || config > 3 ? hd_cudart_fail(cudaErrorInvalidValue) : 0;
}

int hd_cudaFuncSetSharedMemConfig(const void *func, int config) {
    struct kernel k;
    if (!find_kernel(func, &k)) return hd_cudart_fail(cudaErrorInvalidDeviceFunction);
    return config < 0 || config > 2 ? hd_cudart_fail(cudaErrorInvalidValue) : 0;
}

// ---- occupancy ----------------------------------------------------------------------------------

static int blocks_per_sm(const struct kernel *k, int block_size, size_t dyn_shared) {
    if (k->gpu) {
        int blocks = 0;
        if (block_size < 1 || !hd_gpu_use(k->gpu->device)) return 0;
        return hd_cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, k->gpu->function,
                                                                 block_size, dyn_shared)
                   ? 0
                   : blocks;
    }
    if (block_size < 1 || block_size > k->max_threads) return 0;
    int warps = (block_size + 31) / 32, blocks = THREADS_PER_SM / (warps * 32);
    if (blocks > BLOCKS_PER_SM) blocks = BLOCKS_PER_SM;
    size_t shared = k->shared + dyn_shared;
    if (shared > HD_MAX_SHARED_OPTIN) return 0;
    int by_shared = (int)(SHARED_PER_SM / (HD_ROUND_UP(shared, 128) + RESERVED_SHARED));
    return blocks < by_shared ? blocks : by_shared;
}

int hd_cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *func, int block_size,
                                                     size_t shared) {
    struct kernel k;
    if (!blocks) return hd_cudart_fail(cudaErrorInvalidValue);
    if (!find_kernel(func, &k)) return hd_cudart_fail(cudaErrorInvalidDeviceFunction);
    if (block_size < 1) return hd_cudart_fail(cudaErrorInvalidValue);
    return HD_GIVE(blocks, blocks_per_sm(&k, block_size, shared));
}

int hd_cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *func,
                                                              int block_size, size_t shared,
                                                              unsigned flags) {
    if (flags & ~OCCUPANCY_FLAGS) return hd_cudart_fail(cudaErrorInvalidValue);
    return hd_cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, func, block_size, shared);
}

int hd_cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, const void *func, size_t shared,
                                          int limit) {
    struct kernel k;
    if (!grid || !block) return hd_cudart_fail(cudaErrorInvalidValue);
    if (!find_kernel(func, &k)) return hd_cudart_fail(cudaErrorInvalidDeviceFunction);
    int max = limit > 0 && limit < k.max_threads ? limit : k.max_threads, best = 0,
        best_threads = 0;
    for (int size = max; size > 0; size = (size - 1) / 32 * 32) {
        int threads = blocks_per_sm(&k, size, shared) * size;
        if (threads > best_threads) {
            best_threads = threads;
            best = size;
        }
    }
    if (!best) return hd_cudart_fail(cudaErrorInvalidValue);
    int g = blocks_per_sm(&k, best, shared) * processors();
    int code = HD_GIVE(grid, g);
    return code ? code : HD_GIVE(block, best);
}

int hd_cudaOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, const void *func,
                                                   size_t shared, int limit, unsigned flags) {
    if (flags & ~OCCUPANCY_FLAGS) return hd_cudart_fail(cudaErrorInvalidValue);
    return hd_cudaOccupancyMaxPotentialBlockSize(grid, block, func, shared, limit);
}

int hd_cudaOccupancyAvailableDynamicSMemPerBlock(size_t *shared, const void *func, int blocks,
                                                 int block_size) {
    struct kernel k;
    if (!shared || blocks < 1 || block_size < 1) return hd_cudart_fail(cudaErrorInvalidValue);
    if (!find_kernel(func, &k)) return hd_cudart_fail(cudaErrorInvalidDeviceFunction);
    size_t each = (size_t)(SHARED_PER_SM / blocks), taken = k.shared + RESERVED_SHARED;
    size_t room = each > taken ? each - taken : 0;
    return HD_GIVE(shared,
                   room > HD_MAX_SHARED_OPTIN - k.shared ? HD_MAX_SHARED_OPTIN - k.shared : room);
}
