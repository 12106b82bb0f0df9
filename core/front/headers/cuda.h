/* CUDA's <cuda.h>, the driver API: devices, contexts, memory, streams and events as calls of the runtime, whose errors have the
   same numbers. There is one context for each device. Modules are images that NVRTC made of source (nvrtc.h): PTX and machine code, which
   other compilers made, are refused. */
#ifndef __cuda_cuda_h__
#define __cuda_cuda_h__
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CUDA_VERSION 13000
#define CUDAAPI
#define CUDA_CB

typedef enum cudaError_enum {
    CUDA_SUCCESS = 0, CUDA_ERROR_INVALID_VALUE = 1, CUDA_ERROR_OUT_OF_MEMORY = 2, CUDA_ERROR_NOT_INITIALIZED = 3,
    CUDA_ERROR_DEINITIALIZED = 4, CUDA_ERROR_NO_DEVICE = 100, CUDA_ERROR_INVALID_DEVICE = 101, CUDA_ERROR_INVALID_IMAGE = 200,
    CUDA_ERROR_INVALID_CONTEXT = 201, CUDA_ERROR_NO_BINARY_FOR_GPU = 209, CUDA_ERROR_INVALID_PTX = 218, CUDA_ERROR_INVALID_SOURCE = 300,
    CUDA_ERROR_FILE_NOT_FOUND = 301, CUDA_ERROR_INVALID_HANDLE = 400, CUDA_ERROR_NOT_FOUND = 500, CUDA_ERROR_NOT_READY = 600,
    CUDA_ERROR_ILLEGAL_ADDRESS = 700, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701, CUDA_ERROR_LAUNCH_FAILED = 719,
    CUDA_ERROR_NOT_PERMITTED = 800, CUDA_ERROR_NOT_SUPPORTED = 801, CUDA_ERROR_UNKNOWN = 999
} CUresult;
typedef int CUdevice;
typedef int CUdevice_v1;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUuuid_st CUuuid;
typedef unsigned int CUdeviceptr_v1; /* what headers beside this one name only */
typedef struct CUarray_st *CUarray;
typedef struct CUmipmappedArray_st *CUmipmappedArray;
typedef struct CUtexref_st *CUtexref;
typedef struct CUsurfref_st *CUsurfref;
typedef struct CUgraphicsResource_st *CUgraphicsResource;
typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphNode_st *CUgraphNode;
typedef struct CUgraphExec_st *CUgraphExec;
typedef struct CUmemPoolHandle_st *CUmemoryPool;
typedef unsigned long long CUtexObject;
typedef unsigned long long CUsurfObject;
typedef enum CUdevice_attribute_enum {
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y = 3,
    CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z = 4, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y = 6,
    CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z = 7, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8, CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY = 9,
    CU_DEVICE_ATTRIBUTE_WARP_SIZE = 10, CU_DEVICE_ATTRIBUTE_MAX_PITCH = 11, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = 12,
    CU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13, CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT = 14, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
    CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT = 17, CU_DEVICE_ATTRIBUTE_INTEGRATED = 18, CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY = 19,
    CU_DEVICE_ATTRIBUTE_COMPUTE_MODE = 20, CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = 31, CU_DEVICE_ATTRIBUTE_ECC_ENABLED = 32,
    CU_DEVICE_ATTRIBUTE_PCI_BUS_ID = 33, CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID = 34, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 36,
    CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 37, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
    CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 39, CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = 40,
    CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = 41, CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID = 50,
    CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
    CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED = 78, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81,
    CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = 82, CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY = 83,
    CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS = 88, CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS = 89,
    CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
    CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 102, CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR = 106,
    CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 115, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH = 120
} CUdevice_attribute;
enum { CU_CTX_SCHED_AUTO = 0, CU_CTX_SCHED_SPIN = 1, CU_CTX_SCHED_YIELD = 2, CU_CTX_SCHED_BLOCKING_SYNC = 4, CU_CTX_MAP_HOST = 8 };
enum { CU_STREAM_DEFAULT = 0, CU_STREAM_NON_BLOCKING = 1, CU_EVENT_DEFAULT = 0, CU_EVENT_BLOCKING_SYNC = 1, CU_EVENT_DISABLE_TIMING = 2,
       CU_MEM_ATTACH_GLOBAL = 1, CU_MEM_ATTACH_HOST = 2, CU_MEMHOSTALLOC_PORTABLE = 1, CU_MEMHOSTALLOC_DEVICEMAP = 2 };

#define CU_FN static __inline__ __host__ CUresult

/* Prepares the driver; flags must be 0. */
CU_FN cuInit(unsigned int flags) { return flags ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS; }
CU_FN cuDriverGetVersion(int *version) { return (CUresult)cudaDriverGetVersion(version); }
CU_FN cuGetErrorName(CUresult error, const char **text)
{
    static const struct {
        CUresult code;
        const char *name;
    } all[] = {
        {CUDA_SUCCESS, "CUDA_SUCCESS"}, {CUDA_ERROR_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE"},
        {CUDA_ERROR_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY"}, {CUDA_ERROR_NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED"},
        {CUDA_ERROR_DEINITIALIZED, "CUDA_ERROR_DEINITIALIZED"}, {CUDA_ERROR_NO_DEVICE, "CUDA_ERROR_NO_DEVICE"},
        {CUDA_ERROR_INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE"}, {CUDA_ERROR_INVALID_IMAGE, "CUDA_ERROR_INVALID_IMAGE"},
        {CUDA_ERROR_INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT"}, {CUDA_ERROR_NO_BINARY_FOR_GPU, "CUDA_ERROR_NO_BINARY_FOR_GPU"},
        {CUDA_ERROR_INVALID_PTX, "CUDA_ERROR_INVALID_PTX"}, {CUDA_ERROR_INVALID_SOURCE, "CUDA_ERROR_INVALID_SOURCE"},
        {CUDA_ERROR_FILE_NOT_FOUND, "CUDA_ERROR_FILE_NOT_FOUND"}, {CUDA_ERROR_INVALID_HANDLE, "CUDA_ERROR_INVALID_HANDLE"},
        {CUDA_ERROR_NOT_FOUND, "CUDA_ERROR_NOT_FOUND"}, {CUDA_ERROR_NOT_READY, "CUDA_ERROR_NOT_READY"},
        {CUDA_ERROR_ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS"}, {CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"},
        {CUDA_ERROR_LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED"}, {CUDA_ERROR_NOT_PERMITTED, "CUDA_ERROR_NOT_PERMITTED"},
        {CUDA_ERROR_NOT_SUPPORTED, "CUDA_ERROR_NOT_SUPPORTED"}, {CUDA_ERROR_UNKNOWN, "CUDA_ERROR_UNKNOWN"}};
    if (!text) return CUDA_ERROR_INVALID_VALUE;
    *text = NULL;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].code == error) *text = all[i].name;
    if (!*text) *text = cudaGetErrorName((cudaError_t)error);
    return CUDA_SUCCESS;
}
CU_FN cuGetErrorString(CUresult error, const char **text)
{
    *text = cudaGetErrorString((cudaError_t)error);
    return CUDA_SUCCESS;
}

/* ---- devices ---- */
CU_FN cuDeviceGetCount(int *count) { return (CUresult)cudaGetDeviceCount(count); }
CU_FN cuDeviceGet(CUdevice *device, int ordinal)
{
    int count = 0;
    if (!device) return CUDA_ERROR_INVALID_VALUE;
    cudaGetDeviceCount(&count);
    if (ordinal < 0 || ordinal >= count) return CUDA_ERROR_INVALID_DEVICE;
    *device = ordinal;
    return CUDA_SUCCESS;
}
CU_FN cuDeviceGetName(char *name, int len, CUdevice device)
{
    cudaDeviceProp prop;
    if (!name || len <= 0) return CUDA_ERROR_INVALID_VALUE;
    cudaError_t error = cudaGetDeviceProperties(&prop, device);
    if (error) return (CUresult)error;
    strncpy(name, prop.name, len - 1);
    name[len - 1] = 0;
    return CUDA_SUCCESS;
}
CU_FN cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    return (CUresult)cudaDeviceGetAttribute(value, (cudaDeviceAttr)attribute, device);
}
CU_FN cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
    cudaDeviceGetAttribute(minor, cudaDevAttrComputeCapabilityMinor, device);
    return (CUresult)cudaDeviceGetAttribute(major, cudaDevAttrComputeCapabilityMajor, device);
}
CU_FN cuDeviceTotalMem(size_t *bytes, CUdevice device)
{
    cudaDeviceProp prop;
    cudaError_t error = cudaGetDeviceProperties(&prop, device);
    if (!error) *bytes = prop.totalGlobalMem;
    return (CUresult)error;
}
CU_FN cuDeviceGetUuid(CUuuid *uuid, CUdevice device)
{
    cudaDeviceProp prop;
    cudaError_t error = cudaGetDeviceProperties(&prop, device);
    if (!error) *uuid = prop.uuid;
    return (CUresult)error;
}
CU_FN cuDeviceGetPCIBusId(char *id, int len, CUdevice device) { return (CUresult)cudaDeviceGetPCIBusId(id, len, device); }
CU_FN cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer) { return (CUresult)cudaDeviceCanAccessPeer(can, device, peer); }

/* ---- contexts: one for each device, its number + 1 ---- */
CU_FN __cu_context(CUcontext *context, CUdevice device)
{
    if (!context) return CUDA_ERROR_INVALID_VALUE;
    cudaError_t error = cudaSetDevice(device);
    if (!error) *context = (CUcontext)(size_t)(device + 1);
    return (CUresult)error;
}
CU_FN cuCtxCreate(CUcontext *context, unsigned int flags, CUdevice device) { return __cu_context(context, device); }
#ifdef __heddle_cpp
typedef struct CUctxCreateParams_st CUctxCreateParams;
CU_FN cuCtxCreate(CUcontext *context, CUctxCreateParams *params, unsigned int flags, CUdevice device) { return __cu_context(context, device); } /* as of CUDA 13 */
#endif
CU_FN cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) { return __cu_context(context, device); }
CU_FN cuDevicePrimaryCtxRelease(CUdevice device) { return CUDA_SUCCESS; }
CU_FN cuCtxDestroy(CUcontext context) { return context ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT; }
CU_FN cuCtxSetCurrent(CUcontext context) { return context ? (CUresult)cudaSetDevice((int)(size_t)context - 1) : CUDA_SUCCESS; }
CU_FN cuCtxPushCurrent(CUcontext context) { return cuCtxSetCurrent(context); }
CU_FN cuCtxGetCurrent(CUcontext *context)
{
    int device;
    cudaError_t error = cudaGetDevice(&device);
    if (!error) *context = (CUcontext)(size_t)(device + 1);
    return (CUresult)error;
}
CU_FN cuCtxPopCurrent(CUcontext *context) { return context ? cuCtxGetCurrent(context) : CUDA_SUCCESS; }
CU_FN cuCtxGetDevice(CUdevice *device) { return (CUresult)cudaGetDevice(device); }
CU_FN cuCtxGetApiVersion(CUcontext context, unsigned int *version)
{
    *version = 3020;
    return CUDA_SUCCESS;
}
CU_FN cuCtxSynchronize(void) { return (CUresult)cudaDeviceSynchronize(); }

/* ---- memory ---- */
CU_FN cuMemAlloc(CUdeviceptr *p, size_t size)
{
    if (!p || !size) return CUDA_ERROR_INVALID_VALUE;
    return (CUresult)cudaMalloc((void **)p, size);
}
CU_FN cuMemAllocManaged(CUdeviceptr *p, size_t size, unsigned int flags) { return (CUresult)cudaMallocManaged((void **)p, size, flags); }
CU_FN cuMemAllocPitch(CUdeviceptr *p, size_t *pitch, size_t width, size_t height, unsigned int element) { return (CUresult)cudaMallocPitch((void **)p, pitch, width, height); }
CU_FN cuMemFree(CUdeviceptr p) { return (CUresult)cudaFree((void *)p); }
CU_FN cuMemAllocHost(void **p, size_t size) { return (CUresult)cudaMallocHost(p, size); }
CU_FN cuMemHostAlloc(void **p, size_t size, unsigned int flags) { return (CUresult)cudaHostAlloc(p, size, flags); }
CU_FN cuMemFreeHost(void *p) { return (CUresult)cudaFreeHost(p); }
CU_FN cuMemGetInfo(size_t *free, size_t *total) { return (CUresult)cudaMemGetInfo(free, total); }
CU_FN cuMemcpyHtoD(CUdeviceptr dst, const void *src, size_t size) { return (CUresult)cudaMemcpy((void *)dst, src, size, cudaMemcpyHostToDevice); }
CU_FN cuMemcpyDtoH(void *dst, CUdeviceptr src, size_t size) { return (CUresult)cudaMemcpy(dst, (void *)src, size, cudaMemcpyDeviceToHost); }
CU_FN cuMemcpyDtoD(CUdeviceptr dst, CUdeviceptr src, size_t size) { return (CUresult)cudaMemcpy((void *)dst, (void *)src, size, cudaMemcpyDeviceToDevice); }
CU_FN cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t size) { return (CUresult)cudaMemcpy((void *)dst, (void *)src, size, cudaMemcpyDefault); }
CU_FN cuMemcpyHtoDAsync(CUdeviceptr dst, const void *src, size_t size, CUstream s) { return (CUresult)cudaMemcpyAsync((void *)dst, src, size, cudaMemcpyHostToDevice, s); }
CU_FN cuMemcpyDtoHAsync(void *dst, CUdeviceptr src, size_t size, CUstream s) { return (CUresult)cudaMemcpyAsync(dst, (void *)src, size, cudaMemcpyDeviceToHost, s); }
/* The first element, and then what is there as often as there is room for: in log2(n) copies. */
static inline CUresult __cu_fill(CUdeviceptr p, const void *value, size_t size, size_t n, CUstream s)
{
    if (!n) return CUDA_SUCCESS;
    cudaError_t e = cudaMemcpyAsync((void *)p, value, size, cudaMemcpyHostToDevice, s);
    for (size_t done = 1; !e && done < n; done *= 2)
        e = cudaMemcpyAsync((void *)(p + done * size), (void *)p, (n - done < done ? n - done : done) * size, cudaMemcpyDeviceToDevice, s);
    return (CUresult)e;
}
static inline CUresult __cu_fill_rows(CUdeviceptr p, size_t pitch, const void *value, size_t size, size_t width, size_t height, CUstream s)
{
    CUresult r = CUDA_SUCCESS;
    for (size_t y = 0; !r && y < height; y++) r = __cu_fill(p + y * pitch, value, size, width, s);
    return r;
}
CU_FN cuMemsetD16(CUdeviceptr p, unsigned short value, size_t n) { return __cu_fill(p, &value, 2, n, 0); }
CU_FN cuMemsetD32(CUdeviceptr p, unsigned int value, size_t n) { return __cu_fill(p, &value, 4, n, 0); }
CU_FN cuMemsetD8Async(CUdeviceptr p, unsigned char value, size_t n, CUstream s) { return (CUresult)cudaMemsetAsync((void *)p, value, n, s); }
CU_FN cuMemsetD16Async(CUdeviceptr p, unsigned short value, size_t n, CUstream s) { return __cu_fill(p, &value, 2, n, s); }
CU_FN cuMemsetD32Async(CUdeviceptr p, unsigned int value, size_t n, CUstream s) { return __cu_fill(p, &value, 4, n, s); }
CU_FN cuMemsetD2D8(CUdeviceptr p, size_t pitch, unsigned char value, size_t width, size_t height) { return (CUresult)cudaMemset2D((void *)p, pitch, value, width, height); }
CU_FN cuMemsetD2D16(CUdeviceptr p, size_t pitch, unsigned short value, size_t width, size_t height) { return __cu_fill_rows(p, pitch, &value, 2, width, height, 0); }
CU_FN cuMemsetD2D32(CUdeviceptr p, size_t pitch, unsigned int value, size_t width, size_t height) { return __cu_fill_rows(p, pitch, &value, 4, width, height, 0); }
CU_FN cuMemcpyDtoDAsync(CUdeviceptr dst, CUdeviceptr src, size_t size, CUstream s) { return (CUresult)cudaMemcpyAsync((void *)dst, (void *)src, size, cudaMemcpyDeviceToDevice, s); }
CU_FN cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t size, CUstream s) { return (CUresult)cudaMemcpyAsync((void *)dst, (void *)src, size, cudaMemcpyDefault, s); }
CU_FN cuMemAllocAsync(CUdeviceptr *p, size_t size, CUstream s) { return (CUresult)cudaMallocAsync((void **)p, size, s); }
CU_FN cuMemFreeAsync(CUdeviceptr p, CUstream s) { return (CUresult)cudaFreeAsync((void *)p, s); }
CU_FN cuMemHostGetDevicePointer(CUdeviceptr *p, void *host, unsigned int flags) { return (CUresult)cudaHostGetDevicePointer((void **)p, host, flags); }
CU_FN cuMemHostRegister(void *p, size_t size, unsigned int flags) { return (CUresult)cudaHostRegister(p, size, flags); }
CU_FN cuMemHostUnregister(void *p) { return (CUresult)cudaHostUnregister(p); }
CU_FN cuMemsetD8(CUdeviceptr p, unsigned char value, size_t n) { return (CUresult)cudaMemset((void *)p, value, n); }

/* ---- streams and events ---- */
CU_FN cuStreamCreate(CUstream *s, unsigned int flags) { return (CUresult)cudaStreamCreateWithFlags(s, flags); }
CU_FN cuStreamDestroy(CUstream s) { return (CUresult)cudaStreamDestroy(s); }
CU_FN cuStreamSynchronize(CUstream s) { return (CUresult)cudaStreamSynchronize(s); }
CU_FN cuStreamCreateWithPriority(CUstream *s, unsigned int flags, int priority) { return (CUresult)cudaStreamCreateWithPriority(s, flags, priority); }
CU_FN cuLaunchHostFunc(CUstream s, void (*fn)(void *), void *data) { return (CUresult)cudaLaunchHostFunc(s, fn, data); }
CU_FN cuStreamQuery(CUstream s) { return (CUresult)cudaStreamQuery(s); }
CU_FN cuStreamWaitEvent(CUstream s, CUevent e, unsigned int flags) { return (CUresult)cudaStreamWaitEvent(s, e, flags); }
CU_FN cuEventCreate(CUevent *e, unsigned int flags) { return (CUresult)cudaEventCreateWithFlags(e, flags); }
CU_FN cuEventRecord(CUevent e, CUstream s) { return (CUresult)cudaEventRecord(e, s); }
CU_FN cuEventSynchronize(CUevent e) { return (CUresult)cudaEventSynchronize(e); }
CU_FN cuEventQuery(CUevent e) { return (CUresult)cudaEventQuery(e); }
CU_FN cuEventElapsedTime(float *ms, CUevent a, CUevent b) { return (CUresult)cudaEventElapsedTime(ms, a, b); }
CU_FN cuEventDestroy(CUevent e) { return (CUresult)cudaEventDestroy(e); }

/* ---- modules: images that NVRTC made (nvrtc.h) ---- */
typedef enum CUjit_option_enum {
    CU_JIT_MAX_REGISTERS = 0, CU_JIT_THREADS_PER_BLOCK = 1, CU_JIT_WALL_TIME = 2, CU_JIT_INFO_LOG_BUFFER = 3,
    CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES = 4, CU_JIT_ERROR_LOG_BUFFER = 5, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6, CU_JIT_OPTIMIZATION_LEVEL = 7,
    CU_JIT_TARGET_FROM_CUCONTEXT = 8, CU_JIT_TARGET = 9, CU_JIT_FALLBACK_STRATEGY = 10, CU_JIT_GENERATE_DEBUG_INFO = 11, CU_JIT_LOG_VERBOSE = 12,
    CU_JIT_GENERATE_LINE_INFO = 13, CU_JIT_CACHE_MODE = 14, CU_JIT_LTO = 20, CU_JIT_FTZ = 21, CU_JIT_PREC_DIV = 22, CU_JIT_PREC_SQRT = 23, CU_JIT_FMA = 24
} CUjit_option;
typedef enum CUjitInputType_enum {
    CU_JIT_INPUT_CUBIN = 0, CU_JIT_INPUT_PTX = 1, CU_JIT_INPUT_FATBINARY = 2, CU_JIT_INPUT_OBJECT = 3, CU_JIT_INPUT_LIBRARY = 4, CU_JIT_INPUT_NVVM = 5
} CUjitInputType;
typedef enum CUfunction_attribute_enum {
    CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1, CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES = 2,
    CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3, CU_FUNC_ATTRIBUTE_NUM_REGS = 4, CU_FUNC_ATTRIBUTE_PTX_VERSION = 5, CU_FUNC_ATTRIBUTE_BINARY_VERSION = 6,
    CU_FUNC_ATTRIBUTE_CACHE_MODE_CA = 7, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = 9
} CUfunction_attribute;
typedef enum CUfunc_cache_enum { CU_FUNC_CACHE_PREFER_NONE = 0, CU_FUNC_CACHE_PREFER_SHARED = 1, CU_FUNC_CACHE_PREFER_L1 = 2, CU_FUNC_CACHE_PREFER_EQUAL = 3 } CUfunc_cache;
typedef struct CUlinkState_st *CUlinkState;
typedef struct CUlib_st *CUlibrary;
typedef struct CUkern_st *CUkernel;
#define CU_LAUNCH_PARAM_END ((void *)0x00)
#define CU_LAUNCH_PARAM_BUFFER_POINTER ((void *)0x01)
#define CU_LAUNCH_PARAM_BUFFER_SIZE ((void *)0x02)

/* Of the engine: core/run/program/module.c. */
extern int __heddle_module_load(const char *image);
extern void __heddle_module_unload(int module);
extern void *__heddle_module_find(int module, const char *name, int variable, size_t *size);
extern int __heddle_module_arguments(const void *kernel, char *block, size_t size, void **args, int most);

CU_FN __cu_no_module(const char *call, const char *what)
{
    fprintf(stderr, "%s: %s cannot be loaded here: have NVRTC compile the kernel's source (nvrtcCompileProgram), or include it and launch it with <<<...>>>\n", call, what);
    return CUDA_ERROR_NOT_SUPPORTED;
}
CU_FN __cu_load(const char *call, CUmodule *module, const void *image)
{
    if (!module || !image) return CUDA_ERROR_INVALID_VALUE;
    if (strncmp((const char *)image, "//heddle-module ", 16) != 0) return __cu_no_module(call, "PTX and machine code");
    int made = __heddle_module_load((const char *)image);
    if (made <= 0) return CUDA_ERROR_INVALID_IMAGE;
    *module = (CUmodule)(size_t)made;
    return CUDA_SUCCESS;
}
CU_FN cuModuleLoadData(CUmodule *module, const void *image) { return __cu_load("cuModuleLoadData", module, image); }
CU_FN cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned int n, CUjit_option *options, void **values) { return __cu_load("cuModuleLoadDataEx", module, image); }
CU_FN cuModuleLoadFatBinary(CUmodule *module, const void *image) { return __cu_load("cuModuleLoadFatBinary", module, image); }
/* The contents of a file with an end of their own; free()d by the caller. */
static inline char *__cu_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f) return NULL;
    size_t n = 0, room = 4096;
    char *text = (char *)malloc(room + 1);
    for (size_t got; (got = fread(text + n, 1, room - n, f)) > 0;)
        if ((n += got) == room) text = (char *)realloc(text, (room *= 2) + 1);
    fclose(f);
    text[n] = 0;
    return text;
}
CU_FN cuModuleLoad(CUmodule *module, const char *path)
{
    if (!module || !path) return CUDA_ERROR_INVALID_VALUE;
    char *image = __cu_file(path);
    if (!image) return CUDA_ERROR_FILE_NOT_FOUND;
    CUresult r = __cu_load("cuModuleLoad", module, image);
    free(image);
    return r;
}
CU_FN cuModuleUnload(CUmodule module)
{
    if (!module) return CUDA_ERROR_INVALID_HANDLE;
    cudaDeviceSynchronize();
    __heddle_module_unload((int)(size_t)module);
    return CUDA_SUCCESS;
}
CU_FN cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    size_t size;
    if (!function || !name) return CUDA_ERROR_INVALID_VALUE;
    void *found = __heddle_module_find((int)(size_t)module, name, 0, &size);
    if (!found) return CUDA_ERROR_NOT_FOUND;
    *function = (CUfunction)found;
    return CUDA_SUCCESS;
}
CU_FN cuModuleGetGlobal(CUdeviceptr *p, size_t *bytes, CUmodule module, const char *name)
{
    size_t size = 0;
    if (!name) return CUDA_ERROR_INVALID_VALUE;
    void *found = __heddle_module_find((int)(size_t)module, name, 1, &size);
    if (!found) return CUDA_ERROR_NOT_FOUND;
    if (p) *p = (CUdeviceptr)found;
    if (bytes) *bytes = size;
    return CUDA_SUCCESS;
}
CU_FN cuLibraryLoadData(CUlibrary *library, const void *code, CUjit_option *options, void **values, unsigned int n, int *library_options, void **library_values, unsigned int nlibrary)
{
    return __cu_load("cuLibraryLoadData", (CUmodule *)library, code);
}
CU_FN cuLibraryUnload(CUlibrary library) { return cuModuleUnload((CUmodule)library); }
CU_FN cuLibraryGetKernel(CUkernel *kernel, CUlibrary library, const char *name) { return cuModuleGetFunction((CUfunction *)kernel, (CUmodule)library, name); }
CU_FN cuLibraryGetGlobal(CUdeviceptr *p, size_t *bytes, CUlibrary library, const char *name) { return cuModuleGetGlobal(p, bytes, (CUmodule)library, name); }
CU_FN cuLibraryGetModule(CUmodule *module, CUlibrary library)
{
    *module = (CUmodule)library;
    return CUDA_SUCCESS;
}
CU_FN cuKernelGetFunction(CUfunction *function, CUkernel kernel)
{
    *function = (CUfunction)kernel;
    return CUDA_SUCCESS;
}
/* Links what is one image already. */
CU_FN cuLinkCreate(unsigned int n, CUjit_option *options, void **values, CUlinkState *state)
{
    if (!state) return CUDA_ERROR_INVALID_VALUE;
    *state = (CUlinkState)calloc(1, sizeof(char *));
    return CUDA_SUCCESS;
}
CU_FN cuLinkAddData(CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name, unsigned int n, CUjit_option *options, void **values)
{
    char **image = (char **)state;
    if (!state || !data) return CUDA_ERROR_INVALID_VALUE;
    if (*image) return __cu_no_module("cuLinkAddData", "a second image");
    if (strncmp((const char *)data, "//heddle-module ", 16) != 0) return __cu_no_module("cuLinkAddData", "PTX and machine code");
    *image = strdup((const char *)data);
    return CUDA_SUCCESS;
}
CU_FN cuLinkAddFile(CUlinkState state, CUjitInputType type, const char *path, unsigned int n, CUjit_option *options, void **values)
{
    if (!path) return CUDA_ERROR_INVALID_VALUE;
    if (type == CU_JIT_INPUT_LIBRARY) return CUDA_SUCCESS; /* cudadevrt and its kin are there */
    char *image = __cu_file(path);
    if (!image) return CUDA_ERROR_FILE_NOT_FOUND;
    CUresult r = cuLinkAddData(state, type, image, 0, path, 0, NULL, NULL);
    free(image);
    return r;
}
CU_FN cuLinkComplete(CUlinkState state, void **image, size_t *size)
{
    if (!state || !image) return CUDA_ERROR_INVALID_VALUE;
    *image = *(char **)state;
    if (!*image) return CUDA_ERROR_INVALID_IMAGE;
    if (size) *size = strlen(*(char **)state) + 1;
    return CUDA_SUCCESS;
}
CU_FN cuLinkDestroy(CUlinkState state)
{
    if (!state) return CUDA_ERROR_INVALID_HANDLE;
    free(*(char **)state);
    free(state);
    return CUDA_SUCCESS;
}

/* ---- kernels: those of modules, and those of the program, as `&kernel` ---- */
/* The arguments one by one, or in a block as `extra` has it. */
CU_FN __cu_launch(CUfunction f, dim3 grid, dim3 block, unsigned int shared, CUstream s, void **arguments, void **extra, int together)
{
    void *at[1024];
    if (!f) return CUDA_ERROR_INVALID_HANDLE;
    if (!arguments && extra) {
        char *buffer = NULL;
        size_t size = 0;
        for (void **p = extra; *p != CU_LAUNCH_PARAM_END; p += 2) {
            if (*p == CU_LAUNCH_PARAM_BUFFER_POINTER) buffer = (char *)p[1];
            else if (*p == CU_LAUNCH_PARAM_BUFFER_SIZE) size = *(size_t *)p[1];
            else return CUDA_ERROR_INVALID_VALUE;
        }
        if (!__heddle_module_arguments((void *)f, buffer, size, at, 1024)) return CUDA_ERROR_INVALID_VALUE;
        arguments = at;
    }
    cudaError_t e = together ? cudaLaunchCooperativeKernel((const void *)f, grid, block, arguments, shared, (cudaStream_t)s)
                             : cudaLaunchKernel((const void *)f, grid, block, arguments, shared, (cudaStream_t)s);
    if (e) cudaGetLastError(); /* the driver's calls leave no error behind */
    return e == cudaErrorInvalidConfiguration ? CUDA_ERROR_INVALID_VALUE : (CUresult)e;
}
CU_FN cuLaunchKernel(CUfunction f, unsigned int gx, unsigned int gy, unsigned int gz, unsigned int bx, unsigned int by, unsigned int bz,
                     unsigned int shared, CUstream s, void **arguments, void **extra)
{
    dim3 grid = {gx, gy, gz}, block = {bx, by, bz};
    return __cu_launch(f, grid, block, shared, s, arguments, extra, 0);
}
CU_FN cuLaunchCooperativeKernel(CUfunction f, unsigned int gx, unsigned int gy, unsigned int gz, unsigned int bx, unsigned int by, unsigned int bz,
                                unsigned int shared, CUstream s, void **arguments)
{
    dim3 grid = {gx, gy, gz}, block = {bx, by, bz};
    return __cu_launch(f, grid, block, shared, s, arguments, NULL, 1);
}
CU_FN cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction f)
{
    struct cudaFuncAttributes a;
    if (!value) return CUDA_ERROR_INVALID_VALUE;
    cudaError_t e = cudaFuncGetAttributes(&a, (const void *)f);
    if (e) return (CUresult)e;
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = a.maxThreadsPerBlock; break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = (int)a.sharedSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *value = (int)a.constSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *value = (int)a.localSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS: *value = a.numRegs; break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION: *value = a.ptxVersion; break;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *value = a.binaryVersion; break;
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA: *value = a.cacheModeCA; break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: *value = a.maxDynamicSharedSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: *value = a.preferredShmemCarveout; break;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
    return CUDA_SUCCESS;
}
CU_FN cuFuncSetAttribute(CUfunction f, CUfunction_attribute attribute, int value) { return (CUresult)cudaFuncSetAttribute((const void *)f, (enum cudaFuncAttribute)attribute, value); }
CU_FN cuFuncSetCacheConfig(CUfunction f, CUfunc_cache config) { return (CUresult)cudaFuncSetCacheConfig((const void *)f, (enum cudaFuncCache)config); }
CU_FN cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction f, int block_size, size_t shared) { return (CUresult)cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)f, block_size, shared); }
#undef CU_FN
#endif
