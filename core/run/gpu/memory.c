// The runtime API's memory functions on a GPU: allocation, copies, fills, properties. What can be
// checked has been checked by the callers in cudart/memory.c and cudart/copy.c (sizes, directions,
// freed memory); here the host's side of a copy is looked at, for the driver would crash on memory
// that is not there, and session arrays that are elsewhere are fetched.
//
// Example: cudaMemcpy(d, h, n, cudaMemcpyHostToDevice) with d from cuMemAlloc: h is touched page by
// page, then cuMemcpy.
#include "run/cudart/cudart.h"
#include "run/gpu/gpu.h"

#include <stdio.h>
#include <string.h>

static struct hd_gpu_device *device_numbered(int number) {
    for (int i = 0; i < hd_gpu.ndevices; i++)
        if (hd_gpu.devices[i].number == number) return &hd_gpu.devices[i];
    return NULL;
}

static int failed(int error, struct hd_gpu_device *device, const char *api) {
    return error ? hd_gpu_failed(error, device, api, 0) : 0;
}

static int unusable(struct hd_gpu_device *device, const char *api) {
    hd_cudart_notice("%s: %s", api, device->problem);
    return hd_cudart_fail(cudaErrorDevicesUnavailable);
}

// ---- allocation ---------------------------------------------------------------------------------

int hd_gpu_allocate(struct hd_gpu_device *device, const char *api, enum memory_kind kind,
                    size_t size, unsigned flags, uint64_t *at) {
    if (!hd_gpu_use(device)) return unusable(device, api);
    int error = kind == MEMORY_DEVICE    ? hd_cu.cuMemAlloc(at, size)
                : kind == MEMORY_MANAGED ? hd_cu.cuMemAllocManaged(at, size, 1)
                                         : hd_cu.cuMemHostAlloc((void **)at, size, (flags & 7) | 2);
    if (error == HD_CU_OUT_OF_MEMORY) {
        size_t room = 0, total = 0;
        hd_cu.cuMemGetInfo(&room, &total);
        hd_cudart_notice("%s: %zu bytes asked for, %zu of %zu are free on gpu:%d", api, size, room,
                         total, device->number);
        return hd_cudart_fail(cudaErrorMemoryAllocation);
    }
    return failed(error, device, api);
}

int hd_gpu_release(int number, const char *api, int kind, uint64_t at) {
    struct hd_gpu_device *device = device_numbered(number);
    if (!device || !hd_gpu_use(device)) return hd_cudart_fail(cudaErrorInvalidValue);
    if (hd_gpu_flights()) { // cudaFree waits for what runs, interruptibly here
        int error = hd_gpu_finish(NULL, device, true);
        if (error) return failed(error, device, api);
    }
    return failed(kind == MEMORY_PINNED ? hd_cu.cuMemFreeHost((void *)at) : hd_cu.cuMemFree(at),
                  device, api);
}

int hd_gpu_register(struct hd_gpu_device *device, void *p, size_t size, unsigned flags) {
    if (!hd_gpu_use(device)) return unusable(device, "cudaHostRegister");
    hd_transfer_host(p, size, true);
    return failed(hd_cu.cuMemHostRegister(p, size, (flags & 15) | 2), device, "cudaHostRegister");
}

void hd_gpu_unregister(int number, void *p) {
    struct hd_gpu_device *device = device_numbered(number);
    if (device && hd_gpu_use(device)) hd_cu.cuMemHostUnregister(p);
}

bool hd_gpu_has(const void *p) {
    if (!hd_gpu.ndevices || !p || hd_store_contains((uint64_t)p)) return false;
    struct memory m;
    hd_cudart_find((uint64_t)p, &m);
    return m.gpu && m.kind != MEMORY_REGISTERED;
}

// ---- copies -------------------------------------------------------------------------------------

static bool host_side(const char *api, const void *p, size_t size, bool writes) {
    struct memory m;
    hd_cudart_find((uint64_t)p, &m);
    if (m.gpu && m.kind != MEMORY_REGISTERED) return true;
    uint64_t bad = 0;
    if (!hd_guard_reach(p, size, writes, &bad)) {
        hd_cudart_notice("%s: there is no memory at 0x%llx", api, (unsigned long long)bad);
        return false;
    }
    return hd_transfer_host(p, size, writes);
}

// The device that a copy is for: the stream's, or that of the memory.
static struct hd_gpu_device *device_for(const void *dst, const void *src, void *stream,
                                        void **native) {
    struct hd_gpu_device *device = stream ? hd_cudart_stream_device(stream, native) : NULL;
    struct memory m;
    *native = device ? *native : NULL;
    for (int i = 0; i < 2 && !device; i++) {
        hd_cudart_find((uint64_t)(i ? src : dst), &m);
        if (m.gpu) device = device_numbered(m.gpu - 1);
    }
    return device;
}

// What runs before the copy may take for ever: it is waited for here, where an interrupt is
// noticed.
static int settle(struct hd_gpu_device *device, void *native) {
    return hd_gpu_flights() ? hd_gpu_finish(native, device, false) : 0;
}

// Known to the driver, so that a copy does not have to wait; others do, in the driver, where no
// interrupt is noticed.
static bool is_pinned(const void *p) {
    struct memory m;
    hd_cudart_find((uint64_t)p, &m);
    return m.gpu != 0;
}

int hd_gpu_copy(const char *api, void *dst, const void *src, size_t size, void *stream,
                bool async) {
    void *native = NULL;
    struct hd_gpu_device *device = device_for(dst, src, stream, &native);
    if (!size) return 0;
    if (!device || !hd_gpu_use(device)) return hd_cudart_fail(cudaErrorInvalidDevice);
    if (!host_side(api, dst, size, true) || !host_side(api, src, size, false))
        return hd_cudart_fail(cudaErrorInvalidValue);
    if (async && is_pinned(dst) && is_pinned(src))
        return failed(hd_cu.cuMemcpyAsync((uint64_t)dst, (uint64_t)src, size, native), device, api);
    int error = settle(device, native);
    if (!error && async)
        return failed(hd_cu.cuMemcpyAsync((uint64_t)dst, (uint64_t)src, size, native), device, api);
    return failed(error ? error : hd_cu.cuMemcpy((uint64_t)dst, (uint64_t)src, size), device, api);
}

int hd_gpu_copy_2d(const char *api, void *dst, size_t dpitch, const void *src, size_t spitch,
                   size_t width, size_t height, void *stream, bool async) {
    void *native = NULL;
    struct hd_gpu_device *device = device_for(dst, src, stream, &native);
    if (!width || !height) return 0;
    if (!device || !hd_gpu_use(device)) return hd_cudart_fail(cudaErrorInvalidDevice);
    if (!host_side(api, dst, dpitch * (height - 1) + width, true) ||
        !host_side(api, src, spitch * (height - 1) + width, false))
        return hd_cudart_fail(cudaErrorInvalidValue);
    bool to = hd_gpu_has(dst), from = hd_gpu_has(src);
    struct hd_cu_copy_2d copy = {.src_type = from ? 4 : 1,
                                 .src_host = src,
                                 .src = (uint64_t)src,
                                 .src_pitch = spitch,
                                 .dst_type = to ? 4 : 1,
                                 .dst_host = dst,
                                 .dst = (uint64_t)dst,
                                 .dst_pitch = dpitch,
                                 .width = width,
                                 .height = height};
    if (async) return failed(hd_cu.cuMemcpy2DAsync(&copy, native), device, api);
    int error = settle(device, native);
    return failed(error ? error : hd_cu.cuMemcpy2DUnaligned(&copy), device, api);
}

int hd_gpu_fill(const char *api, void *p, size_t pitch, int value, size_t width, size_t height,
                void *stream, bool async) {
    void *native = NULL;
    struct hd_gpu_device *device = device_for(p, p, stream, &native);
    unsigned char byte = (unsigned char)value;
    if (!width || !height) return 0;
    if (!device || !hd_gpu_use(device)) return hd_cudart_fail(cudaErrorInvalidDevice);
    int error = height == 1
                    ? hd_cu.cuMemsetD8Async((uint64_t)p, byte, width, native)
                    : hd_cu.cuMemsetD2D8Async((uint64_t)p, pitch, byte, width, height, native);
    (void)async; // on a GPU it is asynchronous either way
    return failed(error, device, api);
}

// ---- properties ---------------------------------------------------------------------------------

void hd_gpu_properties(const struct hd_gpu_device *d, struct cuda_device_prop *out) {
    hd_cpu_properties(out); // its limits of textures, which nobody uses here
    const struct {
        int attribute, *to;
    } ints[] = {
        {1, &out->maxThreadsPerBlock},
        {10, &out->warpSize},
        {12, &out->regsPerBlock},
        {13, &out->clockRate},
        {16, &out->multiProcessorCount},
        {17, &out->kernelExecTimeoutEnabled},
        {18, &out->integrated},
        {19, &out->canMapHostMemory},
        {20, &out->computeMode},
        {31, &out->concurrentKernels},
        {32, &out->ECCEnabled},
        {33, &out->pciBusID},
        {34, &out->pciDeviceID},
        {35, &out->tccDriver},
        {36, &out->memoryClockRate},
        {37, &out->memoryBusWidth},
        {38, &out->l2CacheSize},
        {39, &out->maxThreadsPerMultiProcessor},
        {40, &out->asyncEngineCount},
        {41, &out->unifiedAddressing},
        {50, &out->pciDomainID},
        {78, &out->streamPrioritiesSupported},
        {79, &out->globalL1CacheSupported},
        {80, &out->localL1CacheSupported},
        {82, &out->regsPerMultiprocessor},
        {83, &out->managedMemory},
        {84, &out->isMultiGpuBoard},
        {85, &out->multiGpuBoardGroupID},
        {86, &out->hostNativeAtomicSupported},
        {87, &out->singleToDoublePrecisionPerfRatio},
        {88, &out->pageableMemoryAccess},
        {89, &out->concurrentManagedAccess},
        {90, &out->computePreemptionSupported},
        {91, &out->canUseHostPointerForRegisteredMem},
        {95, &out->cooperativeLaunch},
        {96, &out->cooperativeMultiDeviceLaunch},
        {100, &out->pageableMemoryAccessUsesHostPageTables},
        {101, &out->directManagedMemAccessFromHost},
        {106, &out->maxBlocksPerMultiProcessor},
        {115, &out->memoryPoolsSupported},
        {120, &out->clusterLaunch},
    };
    const struct {
        int attribute;
        size_t *to;
    } sizes[] = {
        {8, &out->sharedMemPerBlock},
        {9, &out->totalConstMem},
        {11, &out->memPitch},
        {14, &out->textureAlignment},
        {81, &out->sharedMemPerMultiprocessor},
        {97, &out->sharedMemPerBlockOptin},
        {111, &out->reservedSharedMemPerBlock},
    };
    int value;
    for (int i = 0; i < HD_COUNT(ints); i++)
        if (hd_cu.cuDeviceGetAttribute(&value, ints[i].attribute, d->handle) == 0)
            *ints[i].to = value;
    for (int i = 0; i < HD_COUNT(sizes); i++)
        if (hd_cu.cuDeviceGetAttribute(&value, sizes[i].attribute, d->handle) == 0)
            *sizes[i].to = (size_t)value;
    snprintf(out->name, sizeof out->name, "%s", d->name);
    if (hd_cu.cuDeviceGetUuid) hd_cu.cuDeviceGetUuid(out->uuid, d->handle);
    out->totalGlobalMem = d->memory;
    out->deviceOverlap = out->asyncEngineCount > 0;
    memcpy(out->maxThreadsDim, d->max_block, sizeof out->maxThreadsDim);
    memcpy(out->maxGridSize, d->max_grid, sizeof out->maxGridSize);
    out->major = d->major;
    out->minor = d->minor;
}
