// The CPU as a CUDA device: its properties, attributes and limits. There is one device, number 0,
// of compute capability 9.0; a core counts as a multiprocessor.
#include "run/cudart/cudart.h"
#include "run/gpu/gpu.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MAX_THREADS = 1024,
    THREADS_PER_SM = 2048,
    BLOCKS_PER_SM = 32,
    REGISTERS = 65536,
    SHARED_PER_SM = 228 << 10,
    CONSTANT_MEMORY = 64 << 10,
    NATIVE_VERSION = 13000,
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct cuda_device_prop prop;

// The value of the first line "key : value" of /proc/cpuinfo.
static bool cpuinfo(const char *key, char *out, size_t n) {
    FILE *file = fopen("/proc/cpuinfo", "re");
    char line[512];
    bool found = false;
    while (file && !found && fgets(line, sizeof line, file)) {
        if (strncmp(line, key, strlen(key)) != 0) continue;
        const char *value = strchr(line, ':');
        if (!value) continue;
        snprintf(out, n, "%.*s", (int)strcspn(value + 2, "\n"), value + 2);
        found = true;
    }
    if (file) fclose(file);
    return found;
}

static int clock_khz(void) {
    char *text, value[64];
    size_t len;
    if (hd_read_file("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", &text, &len)) {
        int khz = atoi(text);
        free(text);
        if (khz > 0) return khz;
    }
    return cpuinfo("cpu MHz", value, sizeof value) ? (int)(atof(value) * 1000) : 0;
}

static void fill_limits(void) {
    prop.sharedMemPerBlock = HD_MAX_SHARED;
    prop.sharedMemPerBlockOptin = HD_MAX_SHARED_OPTIN;
    prop.sharedMemPerMultiprocessor = SHARED_PER_SM;
    prop.reservedSharedMemPerBlock = 1024;
    prop.regsPerBlock = prop.regsPerMultiprocessor = REGISTERS;
    prop.warpSize = 32;
    prop.memPitch = 0x7fffffff;
    prop.maxThreadsPerBlock = MAX_THREADS;
    memcpy(prop.maxThreadsDim, (int[]){1024, 1024, 64}, sizeof prop.maxThreadsDim);
    memcpy(prop.maxGridSize, (int[]){0x7fffffff, 65535, 65535}, sizeof prop.maxGridSize);
    prop.totalConstMem = CONSTANT_MEMORY;
    prop.major = 9;
    prop.textureAlignment = prop.surfaceAlignment = 512;
    prop.texturePitchAlignment = 32;
    prop.maxThreadsPerMultiProcessor = THREADS_PER_SM;
    prop.maxBlocksPerMultiProcessor = BLOCKS_PER_SM;
    prop.maxTexture1D = prop.maxSurface1D = 131072;
    memcpy(prop.maxTexture2D, (int[]){131072, 65536}, sizeof prop.maxTexture2D);
    memcpy(prop.maxTexture3D, (int[]){16384, 16384, 16384}, sizeof prop.maxTexture3D);
}

static void fill_properties(void) {
    char name[200];
    if (!cpuinfo("model name", name, sizeof name)) snprintf(name, sizeof name, "%s", hd_cpu_name());
    snprintf(prop.name, sizeof prop.name, "%s (CPU)", name);
    memcpy(prop.uuid, "heddle-cpu-dev-0", sizeof prop.uuid);
    prop.totalGlobalMem = hd_cudart_total_memory();
    prop.clockRate = clock_khz();
    prop.multiProcessorCount = hd_cpu_threads();
    long cache = sysconf(_SC_LEVEL3_CACHE_SIZE);
    if (cache <= 0) cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
    prop.l2CacheSize = cache > 0 ? (int)cache : 0;
    fill_limits();
    prop.integrated = prop.canMapHostMemory = prop.unifiedAddressing = prop.managedMemory = 1;
    prop.concurrentKernels = prop.deviceOverlap = prop.asyncEngineCount = 1;
    prop.hostNativeAtomicSupported = prop.pageableMemoryAccess = prop.concurrentManagedAccess = 1;
    prop.canUseHostPointerForRegisteredMem = prop.pageableMemoryAccessUsesHostPageTables = 1;
    prop.directManagedMemAccessFromHost = prop.hostRegisterSupported = prop.cooperativeLaunch =
        prop.clusterLaunch = 1;
    prop.globalL1CacheSupported = prop.localL1CacheSupported = prop.streamPrioritiesSupported = 1;
    prop.computePreemptionSupported = prop.memoryPoolsSupported = prop.unifiedFunctionPointers = 1;
    prop.singleToDoublePrecisionPerfRatio = 2;
}

void hd_cpu_properties(struct cuda_device_prop *out) {
    pthread_once(&once, fill_properties);
    prop.multiProcessorCount = hd_cpu_threads();
    *out = prop;
}

// Devices as a program counts them: the GPUs while one of them is current, else the CPU alone.
static int device_count(void) { return hd_device_current() ? hd_gpu.ndevices : 1; }

static int bad_device(int device) {
    return device >= 0 && device < device_count() ? 0 : hd_cudart_fail(cudaErrorInvalidDevice);
}

static struct hd_gpu_device *gpu_numbered(int device) // NULL: the CPU
{
    return hd_device_current() && device >= 0 && device < hd_gpu.ndevices ? &hd_gpu.devices[device]
                                                                          : NULL;
}

int hd_cudaGetDeviceCount(int *count) {
    if (!count) return hd_cudart_fail(cudaErrorInvalidValue);
    return HD_GIVE(count, device_count());
}

int hd_cudaSetDevice(int device) {
    if (bad_device(device)) return cudaErrorInvalidDevice;
    struct hd_gpu_device *now = hd_device_current();
    if (!now || now->number == device) return 0;
    struct hd_buf why = {0};
    struct hd_gpu_device *wanted = hd_device_gpu(device, &why);
    if (wanted)
        hd_device_set(wanted);
    else
        hd_cudart_notice("cudaSetDevice: %s", hd_buf_str(&why));
    hd_buf_finish(&why);
    return wanted ? 0 : hd_cudart_fail(cudaErrorDevicesUnavailable);
}

int hd_cudaGetDevice(int *device) {
    if (!device) return hd_cudart_fail(cudaErrorInvalidValue);
    const struct hd_gpu_device *now = hd_device_current();
    return HD_GIVE(device, now ? now->number : 0);
}

int hd_cudaInitDevice(int device, unsigned device_flags, unsigned flags) {
    if (bad_device(device)) return cudaErrorInvalidDevice;
    enum { FLAGS_ARE_VALID = 1 };
    bool bad = flags > FLAGS_ARE_VALID || (flags == FLAGS_ARE_VALID && device_flags & ~0xffu);
    return bad ? hd_cudart_fail(cudaErrorInvalidValue) : 0;
}

int hd_cudaGetDeviceProperties(struct cuda_device_prop *out, int device) {
    if (!out) return hd_cudart_fail(cudaErrorInvalidValue);
    if (bad_device(device)) return cudaErrorInvalidDevice;
    struct cuda_device_prop p;
    const struct hd_gpu_device *gpu = gpu_numbered(device);
    if (gpu)
        hd_gpu_properties(gpu, &p);
    else
        hd_cpu_properties(&p);
    return hd_cudart_give(out, &p, sizeof p);
}

int hd_cudaChooseDevice(int *device, const struct cuda_device_prop *wanted) {
    if (!device || !wanted) return hd_cudart_fail(cudaErrorInvalidValue);
    return HD_GIVE(device, 0);
}

static int attribute(int attr, bool *known) {
    *known = true;
    switch (attr) {
    case 1: return prop.maxThreadsPerBlock;
    case 2:
    case 3:
    case 4: return prop.maxThreadsDim[attr - 2];
    case 5:
    case 6:
    case 7: return prop.maxGridSize[attr - 5];
    case 8: return (int)prop.sharedMemPerBlock;
    case 9: return (int)prop.totalConstMem;
    case 10: return prop.warpSize;
    case 11: return (int)prop.memPitch;
    case 12: return prop.regsPerBlock;
    case 13: return prop.clockRate;
    case 14: return (int)prop.textureAlignment;
    case 15: return prop.deviceOverlap;
    case 16: return hd_cpu_threads();
    case 18: return prop.integrated;
    case 19: return prop.canMapHostMemory;
    case 21: return prop.maxTexture1D;
    case 22:
    case 23: return prop.maxTexture2D[attr - 22];
    case 24:
    case 25:
    case 26: return prop.maxTexture3D[attr - 24];
    case 30: return (int)prop.surfaceAlignment;
    case 31: return prop.concurrentKernels;
    case 38: return prop.l2CacheSize;
    case 39: return prop.maxThreadsPerMultiProcessor;
    case 40: return prop.asyncEngineCount;
    case 41: return prop.unifiedAddressing;
    case 51: return (int)prop.texturePitchAlignment;
    case 75: return prop.major;
    case 76: return prop.minor;
    case 78: return prop.streamPrioritiesSupported;
    case 79:
    case 80: return 1;
    case 81: return (int)prop.sharedMemPerMultiprocessor;
    case 82: return prop.regsPerMultiprocessor;
    case 83: return prop.managedMemory;
    case 86: return prop.hostNativeAtomicSupported;
    case 87: return prop.singleToDoublePrecisionPerfRatio;
    case 88: return prop.pageableMemoryAccess;
    case 89: return prop.concurrentManagedAccess;
    case 90:
    case 91:
    case 95:
    case 99:
    case 100:
    case 101:
    case 115: return 1;
    case 97: return (int)prop.sharedMemPerBlockOptin;
    case 106: return prop.maxBlocksPerMultiProcessor;
    case 111: return (int)prop.reservedSharedMemPerBlock;
    default: *known = attr >= 1 && attr <= 147; return 0;
    }
}

int hd_cudaDeviceGetAttribute(int *value, int attr, int device) {
    if (!value) return hd_cudart_fail(cudaErrorInvalidValue);
    if (bad_device(device)) return cudaErrorInvalidDevice;
    const struct hd_gpu_device *gpu = gpu_numbered(device);
    if (gpu) {
        int answer = 0;
        if (hd_cu.cuDeviceGetAttribute(&answer, attr, gpu->handle))
            return hd_cudart_fail(cudaErrorInvalidValue);
        return HD_GIVE(value, answer);
    }
    pthread_once(&once, fill_properties);
    bool known;
    int v = attribute(attr, &known);
    if (!known) return hd_cudart_fail(cudaErrorInvalidValue);
    return HD_GIVE(value, v);
}

int hd_cudaMemGetInfo(size_t *free_bytes, size_t *total) {
    if (!free_bytes || !total) return hd_cudart_fail(cudaErrorInvalidValue);
    size_t f = hd_cudart_free_memory(), t = hd_cudart_total_memory();
    struct hd_gpu_device *gpu = hd_device_current();
    if (gpu && hd_gpu_use(gpu)) {
        int error = hd_cu.cuMemGetInfo(&f, &t);
        if (error) return hd_gpu_failed(error, gpu, "cudaMemGetInfo", 0);
    }
    int code = HD_GIVE(free_bytes, f);
    return code ? code : HD_GIVE(total, t);
}

// ---- settings: kept, without effect -------------------------------------------------------------

static unsigned device_flags;
static int cache_config, bank_size;
static size_t limits[] = {
    [0] = 1024, [1] = 1 << 20, [2] = 8 << 20, [3] = 2, [4] = 2048, [5] = 64, [6] = 0};

int hd_cudaSetDeviceFlags(unsigned flags) {
    if (flags & ~0xffu) return hd_cudart_fail(cudaErrorInvalidValue);
    device_flags = flags;
    return 0;
}

int hd_cudaGetDeviceFlags(unsigned *flags) {
    if (!flags) return hd_cudart_fail(cudaErrorInvalidValue);
    return HD_GIVE(flags, device_flags);
}

int hd_cudaSetValidDevices(int *devices, int len) {
    if (len < 0 || (len > 0 && !devices)) return hd_cudart_fail(cudaErrorInvalidValue);
    for (int i = 0, device; i < len; i++)
        if (!hd_guard_read(&devices[i], &device, sizeof device) || device < 0 ||
            device >= device_count())
            return hd_cudart_fail(cudaErrorInvalidDevice);
    return 0;
}

int hd_cudaDeviceSetLimit(int limit, size_t value) {
    if (limit < 0 || limit >= HD_COUNT(limits)) return hd_cudart_fail(cudaErrorUnsupportedLimit);
    struct hd_gpu_device *gpu = hd_device_current();
    int error = gpu && hd_gpu_use(gpu) ? hd_cu.cuCtxSetLimit(limit, value) : 0;
    if (error == cudaErrorInvalidValue && (limit == 1 || limit == 2)) {
        hd_cudart_notice(
            "cudaDeviceSetLimit: the %s can be set only before the first kernel that uses it is launched; set it at the "
            "start of a session",
            limit == 1 ? "size of printf's buffer" : "size of the heap for malloc in kernels");
        return hd_cudart_fail(error);
    }
    if (error) return hd_gpu_failed(error, gpu, "cudaDeviceSetLimit", 0);
    limits[limit] = value;
    return 0;
}

int hd_cudaDeviceGetLimit(size_t *value, int limit) {
    if (!value) return hd_cudart_fail(cudaErrorInvalidValue);
    if (limit < 0 || limit >= HD_COUNT(limits)) return hd_cudart_fail(cudaErrorUnsupportedLimit);
    struct hd_gpu_device *gpu = hd_device_current();
    size_t now = limits[limit];
    if (gpu && hd_gpu_use(gpu) && hd_cu.cuCtxGetLimit(&now, limit)) now = limits[limit];
    return HD_GIVE(value, now);
}

int hd_cudaDeviceSetCacheConfig(int config) {
    if (config < 0 || config > 3) return hd_cudart_fail(cudaErrorInvalidValue);
    cache_config = config;
    return 0;
}

int hd_cudaDeviceGetCacheConfig(int *config) {
    if (!config) return hd_cudart_fail(cudaErrorInvalidValue);
    return HD_GIVE(config, cache_config);
}

int hd_cudaDeviceSetSharedMemConfig(int config) {
    if (config < 0 || config > 2) return hd_cudart_fail(cudaErrorInvalidValue);
    bank_size = config;
    return 0;
}

int hd_cudaDeviceGetSharedMemConfig(int *config) {
    if (!config) return hd_cudart_fail(cudaErrorInvalidValue);
    return HD_GIVE(config, bank_size);
}

int hd_cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
    int code = least ? HD_GIVE(least, 0) : 0;
    return !code && greatest ? HD_GIVE(greatest, -5) : code;
}

int hd_cudaDeviceGetPCIBusId(char *id, int len, int device) {
    static const char name[] = "0000:00:00.0";
    if (!id || len < 13) return hd_cudart_fail(cudaErrorInvalidValue);
    if (bad_device(device)) return cudaErrorInvalidDevice;
    const struct hd_gpu_device *gpu = gpu_numbered(device);
    return gpu ? hd_cudart_give(id, gpu->bus, 13) : hd_cudart_give(id, name, sizeof name);
}

int hd_cudaDeviceGetByPCIBusId(int *device, const char *id) {
    char text[13];
    if (!device || !hd_guard_read(id, text, sizeof text))
        return hd_cudart_fail(cudaErrorInvalidValue);
    for (int i = 0; hd_device_current() && i < hd_gpu.ndevices; i++)
        if (strncasecmp(text, hd_gpu.devices[i].bus, sizeof text) == 0) return HD_GIVE(device, i);
    if (memcmp(text, "0000:00:00.0", sizeof text) != 0)
        return hd_cudart_fail(cudaErrorInvalidDevice);
    return HD_GIVE(device, 0);
}

int hd_cudaDeviceCanAccessPeer(int *can, int device, int peer) {
    if (!can) return hd_cudart_fail(cudaErrorInvalidValue);
    if (bad_device(device) || bad_device(peer)) return cudaErrorInvalidDevice;
    const struct hd_gpu_device *a = gpu_numbered(device), *b = gpu_numbered(peer);
    int able = 0;
    if (a && b && hd_cu.cuDeviceCanAccessPeer)
        hd_cu.cuDeviceCanAccessPeer(&able, a->handle, b->handle);
    return HD_GIVE(can, able);
}

int hd_cudaDeviceGetP2PAttribute(int *value, int attr, int from, int to) {
    enum { RANK = 1, ACCESS = 2, ATOMICS = 3, ARRAYS = 4 };
    int able = 0;
    if (!value || attr < RANK || attr > ARRAYS) return hd_cudart_fail(cudaErrorInvalidValue);
    if (bad_device(from) || bad_device(to) || from == to)
        return hd_cudart_fail(cudaErrorInvalidDevice);
    if (attr == ACCESS) return hd_cudaDeviceCanAccessPeer(value, from, to);
    return HD_GIVE(value, able);
}

int hd_cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
    struct hd_gpu_device *now = hd_device_current(), *other = gpu_numbered(peer);
    if (!now || !other || other == now || !hd_cu.cuCtxEnablePeerAccess)
        return hd_cudart_fail(cudaErrorInvalidDevice);
    if (!hd_gpu_use(other) || !hd_gpu_use(now)) return hd_cudart_fail(cudaErrorDevicesUnavailable);
    int error = hd_cu.cuCtxEnablePeerAccess(other->context, flags);
    return error ? hd_gpu_failed(error, now, "cudaDeviceEnablePeerAccess", 0) : 0;
}

int hd_cudaDeviceDisablePeerAccess(int peer) {
    struct hd_gpu_device *now = hd_device_current(), *other = gpu_numbered(peer);
    if (now && other && other->context && hd_gpu_use(now) && hd_cu.cuCtxDisablePeerAccess &&
        hd_cu.cuCtxDisablePeerAccess(other->context) == 0)
        return 0;
    return hd_cudart_fail(cudaErrorPeerAccessNotEnabled);
}

int hd_cudaDriverGetVersion(int *version) {
    if (!version) return hd_cudart_fail(cudaErrorInvalidValue);
    return HD_GIVE(version, hd_device_current() ? hd_gpu.version : NATIVE_VERSION);
}

int hd_cudaRuntimeGetVersion(int *version) { return hd_cudaDriverGetVersion(version); }

int hd_cudaProfilerStart(void) { return 0; }

int hd_cudaProfilerStop(void) { return 0; }

int hd_cudaCtxResetPersistingL2Cache(void) { return 0; }

// ---- hints about memory -------------------------------------------------------------------------

static int check_managed(const char *api, const void *p, size_t size) {
    struct memory m;
    hd_cudart_find((uint64_t)p, &m);
    if (m.kind != MEMORY_MANAGED && m.kind != MEMORY_VARIABLE) {
        hd_cudart_notice("%s: %p is not managed memory", api, p);
        return hd_cudart_fail(cudaErrorInvalidValue);
    }
    return hd_cudart_fail(hd_cudart_check(api, "range", p, size, false, false));
}

enum { LOCATION_DEVICE = 1, LOCATION_HOST_NUMA_CURRENT = 4 }; // enum cudaMemLocationType

static bool is_location(const struct cuda_location *where) {
    return where->type >= LOCATION_DEVICE && where->type <= LOCATION_HOST_NUMA_CURRENT;
}

static int device_of(const struct cuda_location *where) {
    return where->type == LOCATION_DEVICE ? where->id : -1;
}

int hd_cudaMemPrefetchAsync(const void *p, size_t size, int device, void *stream) {
    if (!hd_cudart_stream_valid(stream)) return hd_cudart_fail(cudaErrorInvalidResourceHandle);
    if (device != -1 && bad_device(device)) return cudaErrorInvalidDevice;
    int code = check_managed("cudaMemPrefetchAsync", p, size);
    void *native;
    struct hd_gpu_device *gpu = hd_cudart_stream_device(stream, &native),
                         *to = gpu_numbered(device);
    if (code || !hd_gpu_has(p) || !gpu || !hd_gpu_use(gpu) || !hd_cu.cuMemPrefetchAsync)
        return code;
    int error = hd_cu.cuMemPrefetchAsync((uint64_t)p, size, to ? to->handle : -1, native);
    return error ? hd_gpu_failed(error, gpu, "cudaMemPrefetchAsync", 0) : 0;
}

int hd_cudaMemPrefetchAsync_location(const void *p, size_t size, struct cuda_location where,
                                     unsigned flags, void *stream) {
    if (flags || !is_location(&where)) return hd_cudart_fail(cudaErrorInvalidValue);
    return hd_cudaMemPrefetchAsync(p, size, device_of(&where), stream);
}

int hd_cudaMemAdvise(const void *p, size_t size, int advice, int device) {
    if (advice < 1 || advice > 6) return hd_cudart_fail(cudaErrorInvalidValue);
    if (device != -1 && bad_device(device)) return cudaErrorInvalidDevice;
    int code = check_managed("cudaMemAdvise", p, size);
    struct hd_gpu_device *gpu = hd_device_current(), *to = gpu_numbered(device);
    if (code || !hd_gpu_has(p) || !gpu || !hd_gpu_use(gpu) || !hd_cu.cuMemAdvise) return code;
    int error = hd_cu.cuMemAdvise((uint64_t)p, size, advice, to ? to->handle : -1);
    return error ? hd_gpu_failed(error, gpu, "cudaMemAdvise", 0) : 0;
}

int hd_cudaMemAdvise_location(const void *p, size_t size, int advice, struct cuda_location where) {
    if (!is_location(&where)) return hd_cudart_fail(cudaErrorInvalidValue);
    return hd_cudaMemAdvise(p, size, advice, device_of(&where));
}

int hd_cudaHostGetDevicePointer(void **out, void *host, unsigned flags) {
    struct memory m;
    if (!out || flags) return hd_cudart_fail(cudaErrorInvalidValue);
    hd_cudart_find((uint64_t)host, &m);
    if ((m.kind != MEMORY_PINNED && m.kind != MEMORY_REGISTERED) || m.freed)
        return hd_cudart_fail(cudaErrorInvalidValue);
    return HD_GIVE(out, host);
}

int hd_cudaHostGetFlags(unsigned *flags, void *host) {
    struct memory m;
    if (!flags) return hd_cudart_fail(cudaErrorInvalidValue);
    hd_cudart_find((uint64_t)host, &m);
    if (m.kind != MEMORY_PINNED || m.freed) return hd_cudart_fail(cudaErrorInvalidValue);
    return HD_GIVE(flags, m.flags);
}

int hd_cudaPointerGetAttributes(struct cuda_pointer_attributes *out, const void *p) {
    if (!out) return hd_cudart_fail(cudaErrorInvalidValue);
    struct memory m;
    hd_cudart_find((uint64_t)p, &m);
    struct cuda_pointer_attributes a = {.type = 0, .device = -2};
    void *address = (void *)(uintptr_t)p;
    if (m.freed || m.nowhere || m.kind == MEMORY_HOST ||
        (m.kind == MEMORY_VARIABLE && !m.device_variable)) {
        a.host_pointer = address;
    } else {
        a.device = m.gpu ? m.gpu - 1 : 0;
        a.device_pointer = address;
        a.type = m.kind == MEMORY_MANAGED                               ? 3
                 : m.kind == MEMORY_DEVICE || m.kind == MEMORY_VARIABLE ? 2
                                                                        : 1;
        if (a.type != 2) a.host_pointer = address;
    }
    return hd_cudart_give(out, &a, sizeof a);
}
