// Every call of the CUDA runtime: what it returns when all is right, and when each argument is wrong once, with the codes
// that CUDA 13's headers document. A line `T(code, call)` is a row; a row that fails prints itself. After each row the last
// error is looked at too: a failure leaves its code there once, a success leaves nothing. (cudart_table.py checks that
// no call of cudart.def is missing here.)
// RUN: file
// CPU-ONLY: properties and limits are those of the CPU as a device
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { OK = 0, VALUE = 1, MEMORY = 2, CONFIG = 9, PITCH = 12, SYMBOL = 13, DIRECTION = 21, FUNCTION = 98, DEVICE = 101,
       LIMIT = 215, HANDLE = 400, LARGE = 720, PEER = 705, REGISTERED = 712, UNREGISTERED = 713 };

static int rows, failures;
static void check(int line, const char *call, int want, int got) {
    int peeked = cudaPeekAtLastError(), last = cudaGetLastError(), after = cudaGetLastError();
    rows++;
    if (got == want && peeked == want && last == want && after == 0) return;
    failures++;
    printf("line %d: %s gives %d instead of %d; last error %d, %d, then %d\n", line, call, got, want, peeked, last, after);
}
#define T(want, ...) check(__LINE__, #__VA_ARGS__, want, __VA_ARGS__)
#define IS(value, want) is(__LINE__, #value, (double)(value), (double)(want))
static void is(int line, const char *text, double got, double want) {
    rows++;
    if (got == want) return;
    failures++;
    printf("line %d: %s is %g instead of %g\n", line, text, got, want);
}

__device__ int d_table[4];
__constant__ int c_table[2] = {5, 6};
__managed__ int managed_word;
int host_table[4];
__global__ void plain(int *p) { if (p) p[threadIdx.x + blockIdx.x * blockDim.x] += 1; }
__global__ void two(int *p, int value) { *p = value; }
__global__ void __launch_bounds__(128) bounded(int *p) { if (p) p[threadIdx.x] = 3; }
__global__ void with_shared(int *p) { __shared__ int tile[256]; tile[threadIdx.x] = 1; if (p) *p = tile[0]; }
__global__ void dynamic(int *p) { extern __shared__ char bytes[]; bytes[0] = 1; if (p) *p = bytes[0]; }
static int called;
static void host_fn(void *p) { called += *(int *)p; }
static void callback(cudaStream_t s, cudaError_t e, void *p) { called += *(int *)p + (int)e; }

static void devices() {
    int n, device;
    unsigned flags;
    size_t size, total;
    cudaDeviceProp prop;
    char id[32];
    T(OK, cudaGetDeviceCount(&n));
    IS(n, 1);
    T(VALUE, cudaGetDeviceCount(NULL));
    T(OK, cudaSetDevice(0));
    T(DEVICE, cudaSetDevice(1));
    T(DEVICE, cudaSetDevice(-1));
    device = 7;
    T(OK, cudaGetDevice(&device));
    IS(device, 0);
    T(VALUE, cudaGetDevice(NULL));
    T(OK, cudaInitDevice(0, 0, 0));
    T(DEVICE, cudaInitDevice(1, 0, 0));
    T(VALUE, cudaInitDevice(0, 0, 2));
    T(OK, cudaGetDeviceProperties(&prop, 0));
    IS(prop.warpSize, 32);
    IS(prop.maxThreadsPerBlock, 1024);
    IS(prop.maxThreadsDim[2], 64);
    IS(prop.maxGridSize[1], 65535);
    IS(prop.sharedMemPerBlock, 49152);
    IS(prop.totalConstMem, 65536);
    IS(prop.major, 9);
    T(VALUE, cudaGetDeviceProperties(NULL, 0));
    T(DEVICE, cudaGetDeviceProperties(&prop, 1));
    T(OK, cudaChooseDevice(&device, &prop));
    T(VALUE, cudaChooseDevice(NULL, &prop));
    T(VALUE, cudaChooseDevice(&device, NULL));
    static const struct { cudaDeviceAttr attr; int want; } attributes[] = {
        {cudaDevAttrMaxThreadsPerBlock, 1024}, {cudaDevAttrMaxBlockDimX, 1024}, {cudaDevAttrMaxBlockDimY, 1024},
        {cudaDevAttrMaxBlockDimZ, 64}, {cudaDevAttrMaxGridDimX, 2147483647}, {cudaDevAttrMaxGridDimY, 65535},
        {cudaDevAttrMaxGridDimZ, 65535}, {cudaDevAttrMaxSharedMemoryPerBlock, 49152}, {cudaDevAttrTotalConstantMemory, 65536},
        {cudaDevAttrWarpSize, 32}, {cudaDevAttrMaxRegistersPerBlock, prop.regsPerBlock}, {cudaDevAttrMultiProcessorCount, prop.multiProcessorCount},
        {cudaDevAttrMaxThreadsPerMultiProcessor, 2048}, {cudaDevAttrComputeCapabilityMajor, 9}, {cudaDevAttrComputeCapabilityMinor, 0},
        {cudaDevAttrMaxSharedMemoryPerMultiprocessor, 228 << 10}, {cudaDevAttrMaxSharedMemoryPerBlockOptin, 227 << 10},
        {cudaDevAttrUnifiedAddressing, 1}, {cudaDevAttrManagedMemory, 1}, {cudaDevAttrCooperativeLaunch, 1},
    };
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        T(OK, cudaDeviceGetAttribute(&n, attributes[i].attr, 0));
        IS(n, attributes[i].want);
    }
    T(VALUE, cudaDeviceGetAttribute(NULL, cudaDevAttrWarpSize, 0));
    T(VALUE, cudaDeviceGetAttribute(&n, (cudaDeviceAttr)0, 0));
    T(VALUE, cudaDeviceGetAttribute(&n, (cudaDeviceAttr)9999, 0));
    T(DEVICE, cudaDeviceGetAttribute(&n, cudaDevAttrWarpSize, 1));
    T(OK, cudaDeviceSynchronize());
    T(OK, cudaThreadSynchronize());
    T(OK, cudaSetDeviceFlags(cudaDeviceScheduleSpin));
    T(OK, cudaGetDeviceFlags(&flags));
    IS(flags & cudaDeviceScheduleMask, cudaDeviceScheduleSpin);
    T(VALUE, cudaSetDeviceFlags(1u << 20));
    T(VALUE, cudaGetDeviceFlags(NULL));
    device = 0;
    T(OK, cudaSetValidDevices(&device, 1));
    device = 5;
    T(DEVICE, cudaSetValidDevices(&device, 1));
    T(VALUE, cudaSetValidDevices(NULL, 1));
    T(VALUE, cudaSetValidDevices(&device, -1));
    T(OK, cudaDeviceGetLimit(&size, cudaLimitMallocHeapSize));
    IS(size, 8 << 20);
    T(OK, cudaDeviceGetLimit(&size, cudaLimitPrintfFifoSize));
    IS(size, 1 << 20);
    T(OK, cudaDeviceSetLimit(cudaLimitStackSize, 4096));
    T(OK, cudaDeviceGetLimit(&size, cudaLimitStackSize));
    IS(size, 4096);
    T(LIMIT, cudaDeviceSetLimit((cudaLimit)77, 1));
    T(LIMIT, cudaDeviceGetLimit(&size, (cudaLimit)77));
    T(VALUE, cudaDeviceGetLimit(NULL, cudaLimitStackSize));
    cudaFuncCache cache;
    T(OK, cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
    T(OK, cudaDeviceGetCacheConfig(&cache));
    IS(cache, cudaFuncCachePreferL1);
    T(VALUE, cudaDeviceSetCacheConfig((cudaFuncCache)9));
    T(VALUE, cudaDeviceGetCacheConfig(NULL));
    cudaSharedMemConfig banks;
    T(OK, cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte));
    T(OK, cudaDeviceGetSharedMemConfig(&banks));
    IS(banks, cudaSharedMemBankSizeEightByte);
    T(VALUE, cudaDeviceSetSharedMemConfig((cudaSharedMemConfig)9));
    T(VALUE, cudaDeviceGetSharedMemConfig(NULL));
    int least = 5, greatest = 5;
    T(OK, cudaDeviceGetStreamPriorityRange(&least, &greatest));
    IS(least, 0);
    IS(greatest, -5);
    T(OK, cudaDeviceGetStreamPriorityRange(NULL, NULL));
    T(OK, cudaDeviceGetPCIBusId(id, 32, 0));
    T(OK, cudaDeviceGetByPCIBusId(&device, id));
    IS(device, 0);
    T(VALUE, cudaDeviceGetPCIBusId(NULL, 32, 0));
    T(VALUE, cudaDeviceGetPCIBusId(id, 12, 0));
    T(OK, cudaDeviceGetPCIBusId(id, 13, 0));
    T(DEVICE, cudaDeviceGetPCIBusId(id, 32, 1));
    T(VALUE, cudaDeviceGetByPCIBusId(NULL, id));
    T(VALUE, cudaDeviceGetByPCIBusId(&device, NULL));
    T(DEVICE, cudaDeviceGetByPCIBusId(&device, "0000:ff:00.0"));
    T(OK, cudaDeviceCanAccessPeer(&n, 0, 0));
    IS(n, 0);
    T(VALUE, cudaDeviceCanAccessPeer(NULL, 0, 0));
    T(DEVICE, cudaDeviceCanAccessPeer(&n, 1, 0));
    T(DEVICE, cudaDeviceCanAccessPeer(&n, 0, 1));
    T(DEVICE, cudaDeviceEnablePeerAccess(0, 0));
    T(DEVICE, cudaDeviceEnablePeerAccess(3, 0));
    T(PEER, cudaDeviceDisablePeerAccess(0));
    T(OK, cudaDriverGetVersion(&n));
    T(VALUE, cudaDriverGetVersion(NULL));
    T(OK, cudaRuntimeGetVersion(&n));
    IS(n >= 12000, 1);
    T(VALUE, cudaRuntimeGetVersion(NULL));
    T(OK, cudaProfilerStart());
    T(OK, cudaProfilerStop());
    T(OK, cudaCtxResetPersistingL2Cache());
    T(OK, cudaMemGetInfo(&size, &total));
    IS(size > 0 && size <= total, 1);
    T(VALUE, cudaMemGetInfo(NULL, &total));
    T(VALUE, cudaMemGetInfo(&size, NULL));
    IS(strcmp(cudaGetErrorName(cudaErrorInvalidValue), "cudaErrorInvalidValue"), 0);
    IS(strcmp(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument"), 0);
    IS(strcmp(cudaGetErrorName((cudaError_t)4242), "unrecognized error code"), 0);
    IS(strcmp(cudaGetErrorString((cudaError_t)4242), "unrecognized error code"), 0);
}

static void memory() {
    static int host[64];
    void *p = NULL, *q = NULL, *pinned = NULL, *managed = NULL, *on_heap = malloc(4096);
    size_t pitch, size;
    unsigned flags;
    cudaStream_t gone;
    cudaStreamCreate(&gone);
    cudaStreamDestroy(gone);
    T(OK, cudaMalloc(&p, 1000));
    IS((uintptr_t)p % 256, 0);
    T(VALUE, cudaMalloc((void **)NULL, 1000));
    q = p;
    T(OK, cudaMalloc(&q, 0));
    IS(q == NULL, 1);
    T(MEMORY, cudaMalloc(&q, (size_t)1 << 50));
    T(MEMORY, cudaMalloc(&q, SIZE_MAX));
    T(OK, cudaMallocAsync(&q, 100, 0));
    T(HANDLE, cudaMallocAsync(&q, 100, gone));
    T(OK, cudaFreeAsync(q, 0));
    T(HANDLE, cudaFreeAsync(p, gone));
    T(VALUE, cudaFreeAsync(q, 0)); // again
    T(OK, cudaMallocHost(&pinned, 4096));
    T(VALUE, cudaMallocHost((void **)NULL, 4096));
    T(OK, cudaMallocManaged(&managed, 4096));
    T(VALUE, cudaMallocManaged((void **)NULL, 4096));
    T(VALUE, cudaMallocManaged(&q, 0));
    T(VALUE, cudaMallocManaged(&q, 4096, 3));
    T(OK, cudaMallocManaged(&q, 4096, cudaMemAttachHost));
    T(OK, cudaFree(q));
    // Each kind of memory is given back by its own call.
    T(VALUE, cudaFree(pinned));
    T(VALUE, cudaFreeHost(p));
    T(VALUE, cudaFreeHost(managed));
    T(VALUE, cudaFree(host));
    T(VALUE, cudaFree(on_heap));
    T(VALUE, cudaFree((char *)p + 256));
    T(VALUE, cudaFreeHost(on_heap));
    T(OK, cudaFree(NULL));
    T(OK, cudaFreeHost(NULL));
    T(OK, cudaHostAlloc(&q, 64, cudaHostAllocMapped | cudaHostAllocPortable));
    T(OK, cudaHostGetFlags(&flags, q));
    IS(flags, cudaHostAllocMapped | cudaHostAllocPortable);
    T(VALUE, cudaHostGetFlags(NULL, q));
    T(VALUE, cudaHostGetFlags(&flags, host));
    void *device_side;
    T(OK, cudaHostGetDevicePointer(&device_side, q, 0));
    IS(device_side == q, 1);
    T(VALUE, cudaHostGetDevicePointer((void **)NULL, q, 0));
    T(VALUE, cudaHostGetDevicePointer(&device_side, host, 0));
    T(VALUE, cudaHostGetDevicePointer(&device_side, q, 5));
    T(OK, cudaFreeHost(q));
    T(VALUE, cudaFreeHost(q));
    T(VALUE, cudaHostGetDevicePointer(&device_side, q, 0));
    T(VALUE, cudaHostAlloc((void **)NULL, 64, 0));
    T(VALUE, cudaHostAlloc(&q, 64, 64));
    T(OK, cudaHostRegister(on_heap, 4096, 0));
    T(REGISTERED, cudaHostRegister((char *)on_heap + 64, 64, 0));
    T(VALUE, cudaHostRegister(NULL, 4096, 0));
    T(VALUE, cudaHostRegister(host, 0, 0));
    T(VALUE, cudaHostRegister(host, 64, 1024));
    T(UNREGISTERED, cudaHostUnregister((char *)on_heap + 64));
    T(OK, cudaHostUnregister(on_heap));
    T(UNREGISTERED, cudaHostUnregister(on_heap));
    T(VALUE, cudaHostUnregister(NULL));
    T(OK, cudaMallocPitch(&q, &pitch, 100, 3));
    IS(pitch, 512);
    T(OK, cudaMemset2D(q, pitch, 7, 100, 3));
    T(OK, cudaFree(q));
    T(VALUE, cudaMallocPitch((void **)NULL, &pitch, 100, 3));
    T(VALUE, cudaMallocPitch(&q, NULL, 100, 3));
    T(MEMORY, cudaMallocPitch(&q, &pitch, SIZE_MAX, 3));
    T(MEMORY, cudaMallocPitch(&q, &pitch, (size_t)1 << 40, (size_t)1 << 40));
    cudaPitchedPtr box;
    T(OK, cudaMalloc3D(&box, make_cudaExtent(100, 4, 2)));
    IS(box.pitch, 512);
    IS(box.xsize, 100);
    IS(box.ysize, 4);
    T(VALUE, cudaMalloc3D(NULL, make_cudaExtent(100, 4, 2)));
    T(MEMORY, cudaMalloc3D(&box, make_cudaExtent(SIZE_MAX, 4, 2)));
    T(OK, cudaMemset3D(box, 1, make_cudaExtent(100, 4, 2)));
    T(OK, cudaMemset3DAsync(box, 1, make_cudaExtent(100, 4, 2), 0));
    T(HANDLE, cudaMemset3DAsync(box, 1, make_cudaExtent(100, 4, 2), gone));
    T(PITCH, cudaMemset3D(box, 1, make_cudaExtent(513, 4, 2)));
    T(VALUE, cudaMemset3D(box, 1, make_cudaExtent(100, 4, 3)));
    cudaMemcpy3DParms copy = {0};
    static char host_box[100 * 4 * 2];
    copy.srcPtr = box;
    copy.dstPtr = make_cudaPitchedPtr(host_box, 100, 100, 4);
    copy.extent = make_cudaExtent(100, 4, 2);
    copy.kind = cudaMemcpyDeviceToHost;
    T(OK, cudaMemcpy3D(&copy));
    IS(host_box[0] + host_box[799], 2);
    T(OK, cudaMemcpy3DAsync(&copy, 0));
    T(HANDLE, cudaMemcpy3DAsync(&copy, gone));
    T(VALUE, cudaMemcpy3D(NULL));
    copy.extent.depth = 3;
    T(VALUE, cudaMemcpy3D(&copy));
    copy.extent = make_cudaExtent(600, 4, 2);
    T(PITCH, cudaMemcpy3D(&copy));
    copy.extent = make_cudaExtent(100, 4, 2);
    copy.kind = (cudaMemcpyKind)9;
    T(DIRECTION, cudaMemcpy3D(&copy));
    copy.kind = cudaMemcpyHostToDevice;
    T(VALUE, cudaMemcpy3D(&copy));
    T(OK, cudaFree(box.ptr));
    // Copies: direction, size, memory.
    T(OK, cudaMemcpy(p, host, 256, cudaMemcpyHostToDevice));
    T(OK, cudaMemcpy(p, host, 256, cudaMemcpyDefault));
    T(OK, cudaMemcpy(p, NULL, 0, cudaMemcpyHostToDevice));
    T(DIRECTION, cudaMemcpy(p, host, 256, (cudaMemcpyKind)5));
    T(DIRECTION, cudaMemcpy(p, host, 256, (cudaMemcpyKind)-1));
    T(VALUE, cudaMemcpy(p, host, 256, cudaMemcpyDeviceToHost));
    T(VALUE, cudaMemcpy(p, host, 256, cudaMemcpyHostToHost));
    T(VALUE, cudaMemcpy(p, on_heap, 256, cudaMemcpyDeviceToDevice));
    T(VALUE, cudaMemcpy(p, p, 1001, cudaMemcpyDeviceToDevice));
    T(VALUE, cudaMemcpy((char *)p + 900, host, 101, cudaMemcpyHostToDevice));
    T(OK, cudaMemcpy((char *)p + 900, host, 100, cudaMemcpyHostToDevice));
    T(VALUE, cudaMemcpy(NULL, host, 4, cudaMemcpyHostToDevice));
    T(VALUE, cudaMemcpy(host, NULL, 4, cudaMemcpyDeviceToHost));
    T(OK, cudaMemcpyAsync(p, host, 256, cudaMemcpyHostToDevice, 0));
    T(HANDLE, cudaMemcpyAsync(p, host, 256, cudaMemcpyHostToDevice, gone));
    T(VALUE, cudaMemcpyAsync(p, host, 2000, cudaMemcpyHostToDevice, 0));
    T(OK, cudaMemcpyPeer(p, 0, p, 0, 16));
    T(DEVICE, cudaMemcpyPeer(p, 1, p, 0, 16));
    T(DEVICE, cudaMemcpyPeer(p, 0, p, -1, 16));
    T(VALUE, cudaMemcpyPeer(p, 0, p, 0, 4000));
    T(OK, cudaMemcpyPeerAsync(p, 0, p, 0, 16, 0));
    T(DEVICE, cudaMemcpyPeerAsync(p, 2, p, 0, 16, 0));
    T(HANDLE, cudaMemcpyPeerAsync(p, 0, p, 0, 16, gone));
    T(OK, cudaMemcpy2D(host, 32, p, 64, 32, 4, cudaMemcpyDeviceToHost));
    T(PITCH, cudaMemcpy2D(host, 31, p, 64, 32, 4, cudaMemcpyDeviceToHost));
    T(PITCH, cudaMemcpy2D(host, 32, p, 31, 32, 4, cudaMemcpyDeviceToHost));
    T(VALUE, cudaMemcpy2D(host, 32, p, 500, 32, 4, cudaMemcpyDeviceToHost));
    T(VALUE, cudaMemcpy2D(host, 32, p, 64, 32, 4, cudaMemcpyHostToDevice));
    T(OK, cudaMemcpy2DAsync(host, 32, p, 64, 32, 4, cudaMemcpyDeviceToHost, 0));
    T(HANDLE, cudaMemcpy2DAsync(host, 32, p, 64, 32, 4, cudaMemcpyDeviceToHost, gone));
    T(OK, cudaMemset(p, 1, 1000));
    T(VALUE, cudaMemset(p, 1, 1001));
    T(VALUE, cudaMemset(on_heap, 1, 16));
    T(VALUE, cudaMemset(NULL, 1, 16));
    T(OK, cudaMemsetAsync(p, 1, 1000, 0));
    T(HANDLE, cudaMemsetAsync(p, 1, 1000, gone));
    T(PITCH, cudaMemset2D(p, 16, 1, 17, 2));
    T(VALUE, cudaMemset2D(p, 500, 1, 500, 3));
    T(OK, cudaMemset2DAsync(p, 500, 1, 500, 2, 0));
    T(HANDLE, cudaMemset2DAsync(p, 500, 1, 500, 2, gone));
    // Variables.
    T(OK, cudaMemcpyToSymbol(d_table, host, 16));
    T(VALUE, cudaMemcpyToSymbol(d_table, host, 17));
    T(VALUE, cudaMemcpyToSymbol(d_table, host, 16, 1));
    T(OK, cudaMemcpyToSymbol(d_table, host, 12, 4));
    T(DIRECTION, cudaMemcpyToSymbol(d_table, host, 16, 0, cudaMemcpyDeviceToHost));
    T(OK, cudaMemcpyToSymbolAsync(c_table, host, 8, 0, cudaMemcpyHostToDevice, 0));
    T(HANDLE, cudaMemcpyToSymbolAsync(c_table, host, 8, 0, cudaMemcpyHostToDevice, gone));
    T(OK, cudaMemcpyFromSymbol(host, d_table, 16));
    T(VALUE, cudaMemcpyFromSymbol(host, d_table, 8, 12));
    T(DIRECTION, cudaMemcpyFromSymbol(host, d_table, 16, 0, cudaMemcpyHostToDevice));
    T(OK, cudaMemcpyFromSymbolAsync(host, managed_word, 4, 0, cudaMemcpyDeviceToHost, 0));
    T(HANDLE, cudaMemcpyFromSymbolAsync(host, d_table, 16, 0, cudaMemcpyDeviceToHost, gone));
    T(OK, cudaGetSymbolAddress(&q, d_table));
    T(OK, cudaMemset(q, 0, 16));
    T(VALUE, cudaGetSymbolAddress((void **)NULL, d_table));
    T(OK, cudaGetSymbolSize(&size, d_table));
    IS(size, 16);
    T(VALUE, cudaGetSymbolSize(NULL, d_table));
    // Hints, and what is known of a pointer.
    T(OK, cudaMemPrefetchAsync(managed, 4096, 0));
    T(OK, cudaMemPrefetchAsync(managed, 4096, cudaCpuDeviceId));
    T(DEVICE, cudaMemPrefetchAsync(managed, 4096, 1));
    T(VALUE, cudaMemPrefetchAsync(managed, 4097, 0));
    T(VALUE, cudaMemPrefetchAsync(p, 1000, 0));
    T(HANDLE, cudaMemPrefetchAsync(managed, 4096, 0, gone));
    cudaMemLocation here = {cudaMemLocationTypeDevice, 0}, nowhere = {cudaMemLocationTypeInvalid, 0},
                    other = {cudaMemLocationTypeDevice, 4}, cpu = {cudaMemLocationTypeHost, 0};
    T(OK, cudaMemPrefetchAsync(managed, 4096, here, 0, 0));
    T(OK, cudaMemPrefetchAsync(managed, 4096, cpu, 0, 0));
    T(VALUE, cudaMemPrefetchAsync(managed, 4096, nowhere, 0, 0));
    T(DEVICE, cudaMemPrefetchAsync(managed, 4096, other, 0, 0));
    T(VALUE, cudaMemPrefetchAsync(managed, 4096, here, 1, 0));
    T(OK, cudaMemAdvise(managed, 4096, cudaMemAdviseSetReadMostly, 0));
    T(VALUE, cudaMemAdvise(managed, 4096, (cudaMemoryAdvise)0, 0));
    T(VALUE, cudaMemAdvise(managed, 4096, (cudaMemoryAdvise)7, 0));
    T(DEVICE, cudaMemAdvise(managed, 4096, cudaMemAdviseSetReadMostly, 1));
    T(VALUE, cudaMemAdvise(p, 1000, cudaMemAdviseSetReadMostly, 0));
    T(OK, cudaMemAdvise(managed, 4096, cudaMemAdviseSetPreferredLocation, here));
    T(VALUE, cudaMemAdvise(managed, 4096, cudaMemAdviseSetPreferredLocation, nowhere));
    cudaPointerAttributes what;
    T(VALUE, cudaPointerGetAttributes(NULL, p));
    static const struct { int pointer; cudaMemoryType type; } known[] = {
        {0, cudaMemoryTypeUnregistered}, {1, cudaMemoryTypeDevice}, {2, cudaMemoryTypeHost}, {3, cudaMemoryTypeManaged}};
    void *pointers[] = {host, (char *)p + 17, pinned, managed};
    for (int i = 0; i < 4; i++) {
        T(OK, cudaPointerGetAttributes(&what, pointers[known[i].pointer]));
        IS(what.type, known[i].type);
        IS(what.devicePointer == (i ? pointers[i] : NULL), 1);
        IS(what.hostPointer == (i == 1 ? NULL : pointers[i]), 1);
    }
    T(OK, cudaFree(p));
    T(VALUE, cudaFree(p));
    T(VALUE, cudaMemset(p, 0, 4));
    T(OK, cudaPointerGetAttributes(&what, p));
    IS(what.type, cudaMemoryTypeUnregistered);
    T(OK, cudaFreeHost(pinned));
    T(OK, cudaFree(managed));
    free(on_heap);
}

static void streams_and_events() {
    cudaStream_t s, gone;
    cudaEvent_t a, b, untimed, never, dead;
    int priority = 9, one = 1;
    unsigned flags = 9;
    unsigned long long id, id2;
    float ms = -1;
    T(OK, cudaStreamCreate(&gone));
    T(OK, cudaStreamDestroy(gone));
    T(HANDLE, cudaStreamDestroy(gone));
    T(HANDLE, cudaStreamDestroy(0));
    T(VALUE, cudaStreamCreate(NULL));
    for (int i = 0; i < 64; i++) { // a destroyed handle is nobody's for long
        static cudaStream_t seen[64];
        cudaStreamCreate(&seen[i]);
        for (int k = 0; k < i; k++)
            if (seen[k] == seen[i]) IS(k, i);
        cudaStreamDestroy(seen[i]);
    }
    T(OK, cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
    T(OK, cudaStreamGetFlags(s, &flags));
    IS(flags, cudaStreamNonBlocking);
    T(OK, cudaStreamGetPriority(s, &priority));
    IS(priority, 0);
    T(OK, cudaStreamDestroy(s));
    T(VALUE, cudaStreamCreateWithFlags(&s, 2));
    T(VALUE, cudaStreamCreateWithFlags(NULL, 0));
    T(OK, cudaStreamCreateWithPriority(&s, cudaStreamDefault, -9));
    T(OK, cudaStreamGetPriority(s, &priority));
    IS(priority, -5); // the nearest that there is
    T(VALUE, cudaStreamCreateWithPriority(&s, 4, 0));
    T(VALUE, cudaStreamCreateWithPriority(NULL, 0, 0));
    T(HANDLE, cudaStreamGetPriority(gone, &priority));
    T(VALUE, cudaStreamGetPriority(s, NULL));
    T(HANDLE, cudaStreamGetFlags(gone, &flags));
    T(VALUE, cudaStreamGetFlags(s, NULL));
    T(OK, cudaStreamGetId(s, &id));
    T(OK, cudaStreamGetId(0, &id2));
    IS(id != id2, 1);
    T(HANDLE, cudaStreamGetId(gone, &id));
    T(VALUE, cudaStreamGetId(s, NULL));
    T(OK, cudaStreamSynchronize(s));
    T(OK, cudaStreamSynchronize(0));
    T(HANDLE, cudaStreamSynchronize(gone));
    T(OK, cudaStreamQuery(s));
    T(HANDLE, cudaStreamQuery(gone));
    T(OK, cudaStreamAddCallback(s, callback, &one, 0));
    T(OK, cudaLaunchHostFunc(s, host_fn, &one));
    T(OK, cudaStreamSynchronize(s));
    IS(called, 2);
    T(VALUE, cudaStreamAddCallback(s, NULL, &one, 0));
    T(VALUE, cudaStreamAddCallback(s, callback, &one, 1));
    T(HANDLE, cudaStreamAddCallback(gone, callback, &one, 0));
    T(VALUE, cudaLaunchHostFunc(s, NULL, &one));
    T(HANDLE, cudaLaunchHostFunc(gone, host_fn, &one));
    IS(called, 2);
    void *managed, *device;
    cudaMallocManaged(&managed, 64);
    cudaMalloc(&device, 64);
    T(OK, cudaStreamAttachMemAsync(s, managed, 0, cudaMemAttachSingle));
    T(HANDLE, cudaStreamAttachMemAsync(gone, managed, 0, cudaMemAttachSingle));
    T(VALUE, cudaStreamAttachMemAsync(s, device, 0, cudaMemAttachSingle));
    T(VALUE, cudaStreamAttachMemAsync(s, managed, 0, 3));
    cudaFree(managed);
    cudaFree(device);

    T(OK, cudaEventCreate(&a));
    T(OK, cudaEventCreate(&b, cudaEventBlockingSync));
    T(OK, cudaEventCreate(&never));
    T(OK, cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    T(OK, cudaEventCreate(&dead));
    T(OK, cudaEventDestroy(dead));
    T(HANDLE, cudaEventDestroy(dead));
    T(HANDLE, cudaEventDestroy(0));
    T(VALUE, cudaEventCreate(NULL));
    T(VALUE, cudaEventCreateWithFlags(&dead, 8));
    T(VALUE, cudaEventCreateWithFlags(NULL, 0));
    T(VALUE, cudaEventCreateWithFlags(&dead, cudaEventInterprocess)); // needs DisableTiming
    T(OK, cudaEventRecord(a));
    // The one measurement: at least the 20 ms that lie between, at most what passed around it.
    struct timespec nap = {0, 20000000}, t0, t1;
    clock_gettime(CLOCK_MONOTONIC, &t0);
    T(OK, cudaEventRecord(a, s));
    nanosleep(&nap, NULL);
    T(OK, cudaEventRecordWithFlags(b, s, 0));
    clock_gettime(CLOCK_MONOTONIC, &t1);
    T(OK, cudaEventRecord(untimed, s));
    double around = (t1.tv_sec - t0.tv_sec) * 1e3 + (t1.tv_nsec - t0.tv_nsec) * 1e-6;
    T(HANDLE, cudaEventRecord(dead, s));
    T(HANDLE, cudaEventRecord(a, gone));
    T(HANDLE, cudaEventRecordWithFlags(a, gone, 0));
    T(VALUE, cudaEventRecordWithFlags(a, s, 2));
    T(OK, cudaEventQuery(a));
    T(OK, cudaEventQuery(never));
    T(HANDLE, cudaEventQuery(dead));
    T(OK, cudaEventSynchronize(b));
    T(OK, cudaEventSynchronize(never));
    T(HANDLE, cudaEventSynchronize(dead));
    T(OK, cudaEventElapsedTime(&ms, a, b));
    IS(ms >= 19.99f && ms <= around, 1);
    T(OK, cudaEventElapsedTime(&ms, b, a));
    IS(ms <= -19.99f, 1);
    T(OK, cudaEventElapsedTime(&ms, a, a));
    IS(ms, 0);
    T(VALUE, cudaEventElapsedTime(NULL, a, b));
    T(HANDLE, cudaEventElapsedTime(&ms, dead, b));
    T(HANDLE, cudaEventElapsedTime(&ms, a, dead));
    T(HANDLE, cudaEventElapsedTime(&ms, untimed, b));
    T(HANDLE, cudaEventElapsedTime(&ms, a, untimed));
    T(HANDLE, cudaEventElapsedTime(&ms, never, b));
    T(HANDLE, cudaEventElapsedTime(&ms, a, never));
    T(OK, cudaStreamWaitEvent(s, a, 0));
    T(OK, cudaStreamWaitEvent(s, never));
    T(HANDLE, cudaStreamWaitEvent(gone, a, 0));
    T(HANDLE, cudaStreamWaitEvent(s, dead, 0));
    T(VALUE, cudaStreamWaitEvent(s, a, 2));
    T(OK, cudaEventDestroy(a));
    T(OK, cudaStreamDestroy(s));
}

static void launches() {
    int *p, n = 0, grid = 0, block = 0, value = 77, host[1024];
    size_t size = 0;
    cudaFuncAttributes attr;
    cudaStream_t gone;
    cudaStreamCreate(&gone);
    cudaStreamDestroy(gone);
    cudaMalloc(&p, sizeof host);
    cudaMemset(p, 0, sizeof host);
    void *args[] = {&p, &value};
    T(OK, cudaLaunchKernel((const void *)plain, dim3(2), dim3(64), args, 0, 0));
    T(OK, cudaLaunchKernel((const void *)two, dim3(1), dim3(1), args));
    T(OK, cudaMemcpy(host, p, sizeof host, cudaMemcpyDeviceToHost));
    IS(host[0], 77);
    IS(host[127], 1);
    IS(host[128], 0);
    T(FUNCTION, cudaLaunchKernel(NULL, dim3(1), dim3(1), args, 0, 0));
    T(FUNCTION, cudaLaunchKernel(&value, dim3(1), dim3(1), args, 0, 0));
    T(CONFIG, cudaLaunchKernel((const void *)plain, dim3(0), dim3(1), args, 0, 0));
    T(CONFIG, cudaLaunchKernel((const void *)plain, dim3(1, 65536), dim3(1), args, 0, 0));
    T(CONFIG, cudaLaunchKernel((const void *)plain, dim3(1), dim3(0), args, 0, 0));
    T(CONFIG, cudaLaunchKernel((const void *)plain, dim3(1), dim3(1025), args, 0, 0));
    T(CONFIG, cudaLaunchKernel((const void *)plain, dim3(1), dim3(1, 1, 65), args, 0, 0));
    T(CONFIG, cudaLaunchKernel((const void *)plain, dim3(1), dim3(32, 33), args, 0, 0));
    T(VALUE, cudaLaunchKernel((const void *)dynamic, dim3(1), dim3(1), args, 49153, 0));
    T(OK, cudaLaunchKernel((const void *)dynamic, dim3(1), dim3(1), args, 49152, 0));
    T(VALUE, cudaLaunchKernel((const void *)with_shared, dim3(1), dim3(1), args, 49152 - 1023, 0));
    T(OK, cudaLaunchKernel((const void *)with_shared, dim3(1), dim3(1), args, 49152 - 1024, 0));
    T(HANDLE, cudaLaunchKernel((const void *)plain, dim3(1), dim3(1), args, 0, gone));
    T(OK, cudaLaunchCooperativeKernel((const void *)plain, dim3(1), dim3(64), args, 0, 0));
    T(LARGE, cudaLaunchCooperativeKernel((const void *)plain, dim3(1 << 20), dim3(1024), args, 0, 0));
    T(FUNCTION, cudaLaunchCooperativeKernel(NULL, dim3(1), dim3(64), args, 0, 0));
    T(HANDLE, cudaLaunchCooperativeKernel((const void *)plain, dim3(1), dim3(64), args, 0, gone));
    cudaLaunchConfig_t config = {0};
    config.gridDim = dim3(1);
    config.blockDim = dim3(32);
    T(OK, cudaLaunchKernelExC(&config, (const void *)plain, args));
    T(VALUE, cudaLaunchKernelExC(NULL, (const void *)plain, args));
    T(FUNCTION, cudaLaunchKernelExC(&config, NULL, args));
    cudaLaunchAttribute attribute[2] = {};
    IS(sizeof attribute[0], 72);
    attribute[0].id = cudaLaunchAttributePriority;
    attribute[1].id = cudaLaunchAttributeCooperative;
    attribute[1].val.cooperative = 1;
    config.numAttrs = 2;
    T(VALUE, cudaLaunchKernelExC(&config, (const void *)plain, args));
    config.attrs = attribute;
    T(OK, cudaLaunchKernelExC(&config, (const void *)plain, args));
    T(FUNCTION, cudaLaunchKernelExC(&config, NULL, args));
    config.gridDim = dim3(1 << 20);
    T(LARGE, cudaLaunchKernelExC(&config, (const void *)plain, args));
    attribute[1].val.cooperative = 0;
    config.gridDim = dim3(2);
    T(OK, cudaLaunchKernelExC(&config, (const void *)bounded, args));
    attribute[0].id = (cudaLaunchAttributeID)99;
    T(VALUE, cudaLaunchKernelExC(&config, (const void *)plain, args));
    config.numAttrs = 0;
    config.gridDim = dim3(1);
    config.blockDim = dim3(2000);
    T(CONFIG, cudaLaunchKernelExC(&config, (const void *)plain, args));
    plain<<<1, 1025>>>(p);
    T(CONFIG, cudaPeekAtLastError());
    plain<<<0, 1>>>(p);
    T(CONFIG, cudaPeekAtLastError());
    dynamic<<<1, 1, 1 << 20>>>(p);
    T(VALUE, cudaPeekAtLastError());

    // An error that a call has left survives what succeeds behind it, however it is launched.
    IS(cudaMemset(p, 0, 1 << 20), VALUE);
    IS(cudaLaunchKernel((const void *)plain, dim3(1), dim3(1), args, 0, 0), OK);
    IS(cudaPeekAtLastError(), VALUE);
    plain<<<1, 1>>>(p);
    IS(cudaMemset(p, 0, 4), OK);
    IS(cudaDeviceSynchronize(), OK);
    IS(cudaPeekAtLastError(), VALUE);
    IS(cudaSetDevice(5), DEVICE); // the last one counts
    IS(cudaGetLastError(), DEVICE);
    IS(cudaGetLastError(), OK);

    T(OK, cudaFuncGetAttributes(&attr, (const void *)with_shared));
    IS(attr.sharedSizeBytes, 1024);
    IS(attr.maxThreadsPerBlock, 1024);
    IS(attr.maxDynamicSharedSizeBytes, 49152 - 1024);
    T(OK, cudaFuncGetAttributes(&attr, (const void *)bounded));
    IS(attr.maxThreadsPerBlock, 128);
    T(VALUE, cudaFuncGetAttributes(NULL, (const void *)plain));
    T(FUNCTION, cudaFuncGetAttributes(&attr, NULL));
    T(FUNCTION, cudaFuncGetAttributes(&attr, &value));
    T(OK, cudaFuncSetAttribute((const void *)dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000));
    T(OK, cudaLaunchKernel((const void *)dynamic, dim3(1), dim3(1), args, 100000, 0));
    T(VALUE, cudaLaunchKernel((const void *)dynamic, dim3(1), dim3(1), args, 100001, 0));
    T(OK, cudaFuncSetAttribute((const void *)dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 << 10));
    T(VALUE, cudaFuncSetAttribute((const void *)dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, (227 << 10) + 1));
    T(VALUE, cudaFuncSetAttribute((const void *)dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
    T(VALUE, cudaFuncSetAttribute((const void *)with_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, (227 << 10) - 1023));
    T(OK, cudaFuncSetAttribute((const void *)dynamic, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
    T(VALUE, cudaFuncSetAttribute((const void *)dynamic, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
    T(VALUE, cudaFuncSetAttribute((const void *)dynamic, cudaFuncAttributePreferredSharedMemoryCarveout, -2));
    T(VALUE, cudaFuncSetAttribute((const void *)dynamic, (cudaFuncAttribute)3, 1));
    T(FUNCTION, cudaFuncSetAttribute(NULL, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
    T(OK, cudaFuncSetCacheConfig((const void *)plain, cudaFuncCachePreferShared));
    T(VALUE, cudaFuncSetCacheConfig((const void *)plain, (cudaFuncCache)4));
    T(FUNCTION, cudaFuncSetCacheConfig(NULL, cudaFuncCachePreferShared));
    T(OK, cudaFuncSetSharedMemConfig((const void *)plain, cudaSharedMemBankSizeFourByte));
    T(VALUE, cudaFuncSetSharedMemConfig((const void *)plain, (cudaSharedMemConfig)3));
    T(FUNCTION, cudaFuncSetSharedMemConfig(NULL, cudaSharedMemBankSizeFourByte));

    // Occupancy, by the rules of compute capability 9.0: 2048 threads, 32 blocks and 228 KiB of shared memory (1 KiB of
    // it taken by each block) in a multiprocessor.
    static const struct { int block; size_t shared; int want; } occupancy[] = {
        {1024, 0, 2}, {1000, 0, 2}, {768, 0, 2}, {672, 0, 3}, {256, 0, 8}, {100, 0, 16}, {97, 0, 16}, {65, 0, 21}, {64, 0, 32}, {32, 0, 32}, {1, 0, 32},
        {1025, 0, 0}, {256, 49152, 4}, {256, 100000, 2}, {256, 227 << 10, 1}, {256, (227 << 10) + 1, 0}, {32, 10000, 20}};
    for (size_t i = 0; i < sizeof occupancy / sizeof *occupancy; i++) {
        T(OK, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, plain, occupancy[i].block, occupancy[i].shared));
        if (n != occupancy[i].want) printf("block %d, %zu bytes: ", occupancy[i].block, occupancy[i].shared);
        IS(n, occupancy[i].want);
    }
    T(OK, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, bounded, 129, 0));
    IS(n, 0);
    T(VALUE, cudaOccupancyMaxActiveBlocksPerMultiprocessor(NULL, plain, 256, 0));
    T(VALUE, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, plain, 0, 0));
    T(FUNCTION, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, NULL, 256, 0));
    T(OK, cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&n, plain, 256, 0, cudaOccupancyDisableCachingOverride));
    IS(n, 8);
    T(VALUE, cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&n, plain, 256, 0, 2));
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    T(OK, cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain));
    IS(block, 1024);
    IS(grid, 2 * prop.multiProcessorCount);
    T(OK, cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain, 0, 700));
    IS(block, 512); // 4 blocks fill the multiprocessor; 3 of 672 threads do not
    IS(grid, 4 * prop.multiProcessorCount);
    T(OK, cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain, 49152, 0));
    IS(block, 1024);
    IS(grid, 2 * prop.multiProcessorCount);
    T(OK, cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain, 0, 33));
    IS(block, 33); // 32 blocks fit, as of 32 threads
    IS(grid, 32 * prop.multiProcessorCount);
    T(OK, cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded));
    IS(block, 128);
    IS(grid, 16 * prop.multiProcessorCount);
    T(VALUE, cudaOccupancyMaxPotentialBlockSize((int *)NULL, &block, plain));
    T(VALUE, cudaOccupancyMaxPotentialBlockSize(&grid, (int *)NULL, plain));
    T(OK, cudaOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, plain, 0, 0, 0));
    IS(block, 1024);
    T(VALUE, cudaOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, plain, 0, 0, 2));
    T(OK, cudaOccupancyAvailableDynamicSMemPerBlock(&size, plain, 4, 256));
    IS(size, (228 << 10) / 4 - 1024);
    T(VALUE, cudaOccupancyAvailableDynamicSMemPerBlock(NULL, plain, 4, 256));
    T(VALUE, cudaOccupancyAvailableDynamicSMemPerBlock(&size, plain, 0, 256));
    T(VALUE, cudaOccupancyAvailableDynamicSMemPerBlock(&size, plain, 4, 0));
    T(FUNCTION, cudaOccupancyAvailableDynamicSMemPerBlock(&size, NULL, 4, 256));
    T(OK, cudaFree(p));
}

// What a reset takes away, and that all begins anew.
static void resets() {
    void *p;
    cudaStream_t s;
    cudaMalloc(&p, 64);
    cudaStreamCreate(&s);
    IS(cudaSetDevice(7), DEVICE);
    T(OK, cudaDeviceReset());
    T(VALUE, cudaFree(p));
    T(HANDLE, cudaStreamSynchronize(s));
    T(OK, cudaMalloc(&p, 64));
    T(OK, cudaThreadExit());
    T(VALUE, cudaMemset(p, 0, 64));
}

int main() {
    devices();
    memory();
    streams_and_events();
    launches();
    resets();
    // CHECK: 0 of 561 rows failed
    printf("%d of %d rows failed\n", failures, rows);
    return failures > 0;
}
