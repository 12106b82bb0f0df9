// cudart: what cudart*.c share. The CUDA runtime API on the CPU device: each function that
// prelude.cu declares is a C function hd_cuda... here, listed in cudart.def. The structs repeat
// prelude.cu's: keep them in step.
//
// Locks: `hd_cudart_lock` guards the tables of allocations, streams and events. It is never held
// while memory of the program is touched or user code is called, because a fault there leaves
// without unlocking.
#ifndef HD_CUDART_H
#define HD_CUDART_H

#include "run/run.h"

enum { // cudaError_t
#define HD_CUDA_ERROR(name, code, text) name = code,
#include "front/names/cuda_errors.def"
};

enum {
    cudaMemcpyHostToHost,
    cudaMemcpyHostToDevice,
    cudaMemcpyDeviceToHost,
    cudaMemcpyDeviceToDevice,
    cudaMemcpyDefault
};

struct cuda_dim3 {
    uint32_t x, y, z;
};
struct cuda_extent {
    size_t width, height, depth;
};
struct cuda_pos {
    size_t x, y, z;
};
struct cuda_pitched {
    void *ptr;
    size_t pitch, xsize, ysize;
};
struct cuda_memcpy3d {
    void *src_array;
    struct cuda_pos src_pos;
    struct cuda_pitched src;
    void *dst_array;
    struct cuda_pos dst_pos;
    struct cuda_pitched dst;
    struct cuda_extent extent;
    int kind;
};
struct cuda_channels {
    int bits[4]; // x, y, z, w
    int kind;    // enum cuda_channel_kind
};
enum cuda_channel_kind { CHANNEL_SIGNED, CHANNEL_UNSIGNED, CHANNEL_FLOAT };
enum cuda_resource_kind { RESOURCE_ARRAY, RESOURCE_MIPMAPS, RESOURCE_LINEAR, RESOURCE_ROWS };
struct cuda_resource {
    int kind;
    union {
        struct cuda_array *array;
        struct cuda_mipmaps *mipmaps;
        struct {
            void *p;
            struct cuda_channels desc;
            size_t size;
        } linear;
        struct {
            void *p;
            struct cuda_channels desc;
            size_t width, height, pitch;
        } rows;
        int reserved[32];
    };
    unsigned flags;
};
struct cuda_texture_desc {
    int address[3], filter, read_mode, srgb;
    float border[4];
    int normalized;
    unsigned anisotropy;
    int level_filter;
    float level_bias, level_least, level_most;
    int no_trilinear, seamless;
};
struct cuda_view {
    int format;
    size_t width, height, depth;
    unsigned first_level, last_level, first_layer, last_layer, reserved[16];
};
#define TEXTURE_LEVELS 16
struct heddle_texture { // __heddle_texture of prelude.cu
    const unsigned char *level[TEXTURE_LEVELS];
    uint64_t pitch, slice;
    int width, height, depth, texel, kind, bits, channels, normalized, filter, address[3], levels,
        level_filter;
    float border[4], level_bias, level_least, level_most;
};
struct cuda_texture_reference { // textureReference of headers/texture_types.h
    int normalized, filter, address[3];
    struct cuda_channels desc;
    int srgb;
    unsigned anisotropy;
    int level_filter;
    float level_bias, level_least, level_most;
    int no_trilinear, read_mode;
    struct heddle_texture state;
};
struct cuda_surface_reference {
    struct cuda_channels desc;
    struct heddle_texture state;
};
struct cuda_kernel_node {
    void *func;
    struct cuda_dim3 grid, block;
    unsigned shared;
    void **params, **extra;
};
struct cuda_memset_node {
    void *dst;
    size_t pitch;
    unsigned value, element_size;
    size_t width, height;
};
struct cuda_host_node {
    void (*fn)(void *);
    void *data;
};
struct graph;
struct user_object;
struct cuda_graph_update {
    int result;
    void *node, *from;
};
struct cuda_location {
    int type, id;
};
struct cuda_access {
    struct cuda_location where;
    int flags;
};
struct cuda_pool_props {
    int type, handles;
    struct cuda_location where;
    void *security;
    size_t most;
    unsigned short usage;
    unsigned char reserved[54];
};
struct cuda_alloc_node { // cudaMemAllocNodeParams
    struct cuda_pool_props pool;
    const struct cuda_access *access;
    size_t naccess, size;
    void *p;
};
struct cuda_condition_node { // cudaConditionalNodeParams
    unsigned long long handle;
    int kind; // enum cudaGraphConditionalNodeType
    unsigned size;
    void **graphs; // out
};
struct cuda_node { // cudaGraphNodeParams
    int type, reserved0[3];
    union {
        long long reserved1[29];
        struct cuda_kernel_node kernel;
        struct {
            int flags, reserved[3];
            struct cuda_memcpy3d copy;
        } memcpy;
        struct cuda_memset_node memset;
        struct cuda_host_node host;
        struct {
            void *graph;
            int ownership;
        } graph;
        void *event;
        struct cuda_alloc_node alloc;
        void *freed;
        struct cuda_condition_node conditional;
    };
    long long reserved2;
};
struct cuda_instantiate { // cudaGraphInstantiateParams
    unsigned long long flags;
    void *stream, *node;
    int result;
};
struct cuda_ipc {
    char reserved[64];
};
struct cuda_attribute_value {
    char bytes[64];
};
struct cuda_pointer_attributes {
    int type, device;
    void *device_pointer, *host_pointer;
};
struct cuda_func_attributes {
    size_t shared_size, const_size, local_size;
    int max_threads, regs, ptx_version, binary_version, cache_mode, max_dynamic_shared, carveout;
};
struct cuda_launch_attribute {
    int id;
    char pad[4];
    union {
        char bytes[64];
        int cooperative;
        uint32_t cluster[3];
    } value;
};
struct cuda_launch_config {
    struct cuda_dim3 grid, block;
    size_t shared;
    void *stream;
    const struct cuda_launch_attribute *attrs;
    unsigned nattrs;
};
struct cuda_device_prop {
    char name[256];
    char uuid[16];
    char luid[8];
    unsigned luidDeviceNodeMask;
    size_t totalGlobalMem, sharedMemPerBlock;
    int regsPerBlock, warpSize;
    size_t memPitch;
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
    size_t totalConstMem;
    int major, minor;
    size_t textureAlignment, texturePitchAlignment;
    int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory,
        computeMode;
    int maxTexture1D, maxTexture1DMipmap, maxTexture1DLinear, maxTexture2D[2],
        maxTexture2DMipmap[2];
    int maxTexture2DLinear[3], maxTexture2DGather[2], maxTexture3D[3], maxTexture3DAlt[3],
        maxTextureCubemap;
    int maxTexture1DLayered[2], maxTexture2DLayered[3], maxTextureCubemapLayered[2];
    int maxSurface1D, maxSurface2D[2], maxSurface3D[3], maxSurface1DLayered[2],
        maxSurface2DLayered[3];
    int maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
    size_t surfaceAlignment;
    int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver,
        asyncEngineCount;
    int unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize;
    int maxThreadsPerMultiProcessor, streamPrioritiesSupported, globalL1CacheSupported,
        localL1CacheSupported;
    size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID,
        hostNativeAtomicSupported;
    int singleToDoublePrecisionPerfRatio, pageableMemoryAccess, concurrentManagedAccess;
    int computePreemptionSupported, canUseHostPointerForRegisteredMem, cooperativeLaunch;
    int cooperativeMultiDeviceLaunch;
    size_t sharedMemPerBlockOptin;
    int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost,
        maxBlocksPerMultiProcessor;
    int accessPolicyMaxWindowSize;
    size_t reservedSharedMemPerBlock;
    int hostRegisterSupported, sparseCudaArraySupported, hostRegisterReadOnlySupported,
        memoryPoolsSupported;
    int clusterLaunch, unifiedFunctionPointers;
};

// The program's place that the running call came from; 0: not known.
hd_loc hd_cudart_caller(void);
// What every call that uses the device returns since a kernel has lost it (cudart.c); 0: it is
// there. Launches ask without `notice`: they are not the call that finds it out.
int hd_cudart_lost(bool notice);
void hd_cudart_lock(void);
void hd_cudart_unlock(void);
int hd_cudart_take_error(void); // cudaGetLastError and cudaPeekAtLastError, for ourselves
int hd_cudart_last_error(void);
int hd_cudart_fail(
    int code); // remembers a failure as the thread's last error, and returns it; 0 is fine too
// Writes a result through the program's pointer, which may be bad: 0, or the failure.
int hd_cudart_give(void *to, const void *value, size_t size);
#define HD_GIVE(to, ...) hd_cudart_give((to), &(__typeof__(*(to))){__VA_ARGS__}, sizeof *(to))
// A line on stderr that says what the error code alone does not.
void hd_cudart_notice(const char *fmt, ...) HD_PRINTF(1, 2);

// ---- cudart/memory.c ----------------------------------------------------------------------------

enum memory_kind {
    MEMORY_HOST,
    MEMORY_DEVICE,
    MEMORY_MANAGED,
    MEMORY_PINNED,
    MEMORY_REGISTERED,
    MEMORY_VARIABLE
};
struct memory { // what is known of an address
    enum memory_kind kind;
    uint64_t base;
    size_t size; // 0: not known
    bool freed;
    bool nowhere;   // in the device's range, but in no allocation
    int gpu;        // number of the GPU that it was allocated for, + 1; 0: the CPU
    unsigned flags; // of cudaHostAlloc
    hd_loc at, freed_at;
    const char *name; // MEMORY_VARIABLE
    bool device_variable;
};
void hd_cudart_find(uint64_t addr, struct memory *out);
// The cudaMemcpyKind that these two pointers ask for; -1: one of them points nowhere.
int hd_cudart_direction(const void *dst, const void *src);
// Checks that `size` bytes at p can take part in a copy. side: "destination"; device, host: which
// it must be (both false: either). Reports and returns a code, or 0.
int hd_cudart_check(const char *api, const char *side, const void *p, size_t size, bool device,
                    bool host);
void hd_cpu_properties(struct cuda_device_prop *out); // of the CPU as a device
size_t hd_cudart_total_memory(void);
// Calls visit for the margins of each live block of the CPU's device memory; true: one was hit.
// (The lock is held.) The other one: of the block that addr is in.
typedef bool hd_margin_visit(const struct memory *m, uint64_t before, uint64_t after);
bool hd_cudart_margins(hd_margin_visit *visit);
bool hd_cudart_margins_at(uint64_t addr, hd_margin_visit *visit);
// Calls visit for what nobody has written of live device memory since it was allocated, as far as
// that shows in it: words that hold what fresh memory was filled with, and pages that were never
// touched. Of blocks that get large pages that is the first megabyte and the end.
void hd_cudart_unset(void (*visit)(uint64_t from, uint64_t size));
// Before such a block goes away (cell/margins.c).
bool hd_margins_freed(const struct memory *m, uint64_t before, uint64_t after);
bool hd_cudart_has_streams(void);      // that programs have made
size_t hd_cudart_managed_memory(void); // bytes of cudaMallocManaged on GPUs
size_t hd_cudart_free_memory(void);
void hd_cudart_memory_reset(void);
void hd_cudart_streams_reset(void);
bool hd_cudart_stream_valid(void *stream);
void hd_cudart_finish_cpu(void *stream); // waits for launches on the CPU that are in flight there
bool hd_cudart_behind(void *stream); // whether such launches hold up what comes on the stream now
// Does run(data) when those that hold it up, and the one of that number, have ended; the number of
// this one. data: malloc's; freed then. Not on the program's thread: no errors, no faults.
uint64_t hd_cudart_later(void (*run)(void *), void *data, void *stream, uint64_t after);
// queue.c. false: nothing holds it up (or CUDA itself would wait here); the caller does it now.
bool hd_cudart_copy_later(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                          size_t rows, void *stream);
bool hd_cudart_fill_later(void *dst, size_t pitch, int value, size_t width, size_t rows,
                          void *stream);
bool hd_cudart_call_later(void (*fn)(void *), void (*callback)(void *, int, void *), void *data,
                          void *stream);
bool hd_cudart_free_later(void *p, void *stream);
void hd_cudart_release(void *p); // memory.c: cudaFree without waiting
// pool.c: what cudaMallocAsync takes memory from, and that it was given back.
struct cuda_pool *hd_cudart_pool(void);
void hd_cudart_pool_freed(void *p);
void hd_cudart_pools_reset(void);
// The device of a stream that cudaStreamCreate made (or of a default one), and the driver's stream.
// NULL: the CPU.
struct hd_gpu_device *hd_cudart_stream_device(void *stream, void **native);

// ---- cudart/array.c -----------------------------------------------------------------------------

// An array of a texture: this stands before its elements, in one allocation of managed memory. Rows
// follow each other without gaps.
struct cuda_array {
    uint64_t magic;
    struct cuda_channels desc;
    struct cuda_extent extent; // as given: 0 for what it has not
    unsigned flags;
    int texel, bits, channels; // bytes of an element, bits of a channel
    size_t rows, slices;       // at least 1
    size_t pitch;
    unsigned char *data;
    bool is_level; // belongs to mipmaps
};
struct cuda_mipmaps {
    uint64_t magic;
    unsigned levels;
    struct cuda_array *level[TEXTURE_LEVELS];
};
bool hd_cuda_is_array(const struct cuda_array *array); // and alive
bool hd_cuda_are_mipmaps(const struct cuda_mipmaps *mipmaps);
// Bytes of an element, bits and number of its channels; false: no texture has such elements.
bool hd_cuda_channels(const struct cuda_channels *desc, int *texel, int *bits, int *channels);
// Makes of an array that takes part in a copy in boxes plain memory; a code, or 0.
int hd_cuda_array_sides(const char *api, struct cuda_memcpy3d *p);

// ---- cudart/graph.c -----------------------------------------------------------------------------

// Whether the stream's calls are written down as a graph's nodes; then hd_graph_note_... takes
// them.
bool hd_graph_captures(void *stream);
int hd_graph_forbids(void *stream); // a call that waits: the capture has failed. 0: there is none
int hd_graph_note_copy(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                       size_t rows, int kind, void *stream);
int hd_graph_note_copy3d(const struct cuda_memcpy3d *p, void *stream);
int hd_graph_note_fill(void *p, size_t pitch, int value, size_t width, size_t rows, void *stream);
int hd_graph_note_host(void (*fn)(void *), void *data, void *stream);
int hd_graph_note_kernel(const void *func, const uint32_t *grid, const uint32_t *block,
                         size_t shared, void **args, bool cooperative, void *stream);
int hd_graph_note_graph(const struct graph *g, void *stream);
int hd_graph_note_alloc(void **out, size_t size, void *stream);
int hd_graph_note_free(void *p, void *stream);
int hd_graph_note_record(void *event, void *stream);
bool hd_graph_frees(void *p, int *code);                       // false: it is no graph's memory
bool hd_graph_note_wait(void *stream, void *event, int *code); // false: it is no capture's matter
int hd_cudart_fill_elements(const struct cuda_memset_node *p, void *stream); // copy.c

// ---- gpu/memory.c: the same on a GPU. They return a cudaError_t that is the thread's last error
// already ---

int hd_gpu_allocate(struct hd_gpu_device *device, const char *api, enum memory_kind kind,
                    size_t size, unsigned flags, uint64_t *at);
int hd_gpu_release(int number, const char *api, int kind, uint64_t at);
int hd_gpu_register(struct hd_gpu_device *device, void *p, size_t size, unsigned flags);
void hd_gpu_unregister(int number, void *p);
bool hd_gpu_has(const void *p); // memory of a GPU (managed and pinned too)
// One side at least is a GPU's. stream: the program's; async: returns at once.
int hd_gpu_copy(const char *api, void *dst, const void *src, size_t size, void *stream, bool async);
int hd_gpu_copy_2d(const char *api, void *dst, size_t dpitch, const void *src, size_t spitch,
                   size_t width, size_t height, void *stream, bool async);
int hd_gpu_fill(const char *api, void *p, size_t pitch, int value, size_t width, size_t height,
                void *stream, bool async);
void hd_gpu_properties(const struct hd_gpu_device *device, struct cuda_device_prop *out);

#define HD_CUDART(name, params, args) int hd_##name params;
#define HD_CUDART_ANSWER(name, result, params) result hd_##name params;
#include "run/cudart/cudart.def"

#endif
