// Every call of the CUDA runtime with each of its arguments wrong once while the others are right (cudart_table.py holds this
// file and cudart_calls.cu to that): the code, the last error, and that a failed call has done nothing.
// RUN: file
// CPU-ONLY: limits are those of the CPU as a device
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OK = 0, VALUE = 1, MEMORY = 2, CONFIG = 9, PITCH = 12, SYMBOL = 13, DIRECTION = 21, FUNCTION = 98, DEVICE = 101,
       LIMIT = 215, HANDLE = 400, LARGE = 720 };
static int rows, failures;
static void check(int line, const char *call, int want, int got) {
    int peeked = cudaPeekAtLastError(), last = cudaGetLastError(), after = cudaGetLastError();
    rows++;
    if (got == want && peeked == want && last == want && after == 0) return;
    failures++;
    printf("line %d: %s gives %d instead of %d; last error %d, %d, then %d\n", line, call, got, want, peeked, last, after);
}
#define T(want, ...) check(__LINE__, #__VA_ARGS__, want, __VA_ARGS__)

__device__ int table[4];
__global__ void plain(int *p) { if (p) p[threadIdx.x] = 1; }
static int called;
static void fn(void *p) { called++; }
static void callback(cudaStream_t s, cudaError_t e, void *p) { called++; }
static const size_t HUGE_SIZE = (size_t)1 << 60;
static cudaStream_t s, gone;

static void devices() {
    int n;
    T(OK, cudaDeviceGetAttribute(&n, cudaDevAttrWarpSize, 0));
    T(VALUE, cudaDeviceGetAttribute(NULL, cudaDevAttrWarpSize, 0));
    T(VALUE, cudaDeviceGetAttribute(&n, (cudaDeviceAttr)0, 0));
    T(DEVICE, cudaDeviceGetAttribute(&n, cudaDevAttrWarpSize, 3));
    T(OK, cudaDeviceSetLimit(cudaLimitStackSize, 2048));
    T(LIMIT, cudaDeviceSetLimit((cudaLimit)99, 2048));
    T(OK, cudaInitDevice(0, cudaDeviceScheduleSpin, 1));
    T(VALUE, cudaInitDevice(0, 1u << 20, 1));
    T(OK, cudaDeviceSynchronize());
}

static void memory() {
    void *q;
    size_t pitch;
    T(OK, cudaMallocHost(&q, 4096));
    T(VALUE, cudaMallocHost(NULL, 4096));
    T(MEMORY, cudaMallocHost(&q, HUGE_SIZE));
    T(OK, cudaFreeHost(q));
    T(OK, cudaHostAlloc(&q, 4096, cudaHostAllocMapped));
    T(VALUE, cudaHostAlloc(NULL, 4096, cudaHostAllocMapped));
    T(MEMORY, cudaHostAlloc(&q, HUGE_SIZE, cudaHostAllocMapped));
    T(VALUE, cudaHostAlloc(&q, 4096, 64));
    T(OK, cudaFreeHost(q));
    q = malloc(8192);
    T(VALUE, cudaHostRegister(q, 0, cudaHostRegisterDefault));
    T(VALUE, cudaHostRegister(q, 4096, 1u << 10));
    T(VALUE, cudaHostRegister(NULL, 4096, cudaHostRegisterDefault));
    T(OK, cudaHostRegister(q, 4096, cudaHostRegisterDefault));
    T(OK, cudaHostUnregister(q));
    free(q);
    T(OK, cudaMallocPitch(&q, &pitch, 100, 3));
    T(VALUE, cudaMallocPitch(NULL, &pitch, 100, 3));
    T(VALUE, cudaMallocPitch(&q, NULL, 100, 3));
    T(MEMORY, cudaMallocPitch(&q, &pitch, HUGE_SIZE, 3));
    T(MEMORY, cudaMallocPitch(&q, &pitch, 100, HUGE_SIZE));
    T(OK, cudaFree(q));
    T(OK, cudaMallocAsync(&q, 100, s));
    T(VALUE, cudaMallocAsync(NULL, 100, s));
    T(MEMORY, cudaMallocAsync(&q, HUGE_SIZE, s));
    T(HANDLE, cudaMallocAsync(&q, 100, gone));
    T(HANDLE, cudaFreeAsync(q, gone));
    T(OK, cudaFreeAsync(q, s));
    T(VALUE, cudaFreeAsync(q, s));
    T(VALUE, cudaFreeAsync(&pitch, s));
    T(OK, cudaMallocManaged(&q, 4096));
    T(VALUE, cudaMallocManaged(NULL, 4096));
    T(MEMORY, cudaMallocManaged(&q, HUGE_SIZE));
    T(OK, cudaMemPrefetchAsync(q, 4096, 0, s));
    T(VALUE, cudaMemPrefetchAsync(NULL, 4096, 0, s));
    T(VALUE, cudaMemPrefetchAsync(q, 4097, 0, s));
    T(DEVICE, cudaMemPrefetchAsync(q, 4096, 7, s));
    T(HANDLE, cudaMemPrefetchAsync(q, 4096, 0, gone));
    cudaMemLocation here = {cudaMemLocationTypeDevice, 0}, nowhere = {cudaMemLocationTypeDevice, 5};
    T(OK, cudaMemPrefetchAsync(q, 4096, here, 0, s));
    T(VALUE, cudaMemPrefetchAsync(NULL, 4096, here, 0, s));
    T(VALUE, cudaMemPrefetchAsync(q, 4097, here, 0, s));
    T(DEVICE, cudaMemPrefetchAsync(q, 4096, nowhere, 0, s));
    T(VALUE, cudaMemPrefetchAsync(q, 4096, here, 1, s));
    T(HANDLE, cudaMemPrefetchAsync(q, 4096, here, 0, gone));
    T(OK, cudaMemAdvise(q, 4096, cudaMemAdviseSetPreferredLocation, 0));
    T(VALUE, cudaMemAdvise(NULL, 4096, cudaMemAdviseSetPreferredLocation, 0));
    T(VALUE, cudaMemAdvise(q, 4097, cudaMemAdviseSetPreferredLocation, 0));
    T(VALUE, cudaMemAdvise(q, 4096, (cudaMemoryAdvise)77, 0));
    T(DEVICE, cudaMemAdvise(q, 4096, cudaMemAdviseSetPreferredLocation, 5));
    T(OK, cudaMemAdvise(q, 4096, cudaMemAdviseSetPreferredLocation, here));
    T(DEVICE, cudaMemAdvise(q, 4096, cudaMemAdviseSetPreferredLocation, nowhere));
    cudaPointerAttributes what;
    T(OK, cudaPointerGetAttributes(&what, q));
    T(VALUE, cudaPointerGetAttributes(NULL, q));
    T(OK, cudaStreamAttachMemAsync(s, q, 0, cudaMemAttachSingle));
    T(HANDLE, cudaStreamAttachMemAsync(gone, q, 0, cudaMemAttachSingle));
    T(VALUE, cudaStreamAttachMemAsync(s, NULL, 0, cudaMemAttachSingle));
    T(VALUE, cudaStreamAttachMemAsync(s, q, 7, cudaMemAttachSingle));
    T(VALUE, cudaStreamAttachMemAsync(s, q, 0, 9));
    T(OK, cudaFree(q));
}

static void copies() {
    char *p, *q, *host = (char *)malloc(4096);
    const cudaMemcpyKind to = cudaMemcpyHostToDevice, wrong = (cudaMemcpyKind)9;
    cudaMalloc(&p, 1000);
    cudaMalloc(&q, 1000);
    memset(host, 1, 4096);
    T(OK, cudaMemcpy(p, host, 100, to));
    T(VALUE, cudaMemcpy(NULL, host, 100, to));
    T(VALUE, cudaMemcpy(p, NULL, 100, to));
    T(VALUE, cudaMemcpy(p, host, 1001, to));
    T(DIRECTION, cudaMemcpy(p, host, 100, wrong));
    T(OK, cudaMemcpyAsync(p, host, 100, to, s));
    T(VALUE, cudaMemcpyAsync(NULL, host, 100, to, s));
    T(VALUE, cudaMemcpyAsync(p, NULL, 100, to, s));
    T(VALUE, cudaMemcpyAsync(p, host, 1001, to, s));
    T(DIRECTION, cudaMemcpyAsync(p, host, 100, wrong, s));
    T(HANDLE, cudaMemcpyAsync(p, host, 100, to, gone));
    T(OK, cudaMemcpyPeer(p, 0, q, 0, 100));
    T(VALUE, cudaMemcpyPeer(NULL, 0, q, 0, 100));
    T(DEVICE, cudaMemcpyPeer(p, 1, q, 0, 100));
    T(VALUE, cudaMemcpyPeer(p, 0, NULL, 0, 100));
    T(DEVICE, cudaMemcpyPeer(p, 0, q, -1, 100));
    T(VALUE, cudaMemcpyPeer(p, 0, q, 0, 1001));
    T(OK, cudaMemcpyPeerAsync(p, 0, q, 0, 100, s));
    T(VALUE, cudaMemcpyPeerAsync(NULL, 0, q, 0, 100, s));
    T(DEVICE, cudaMemcpyPeerAsync(p, 1, q, 0, 100, s));
    T(VALUE, cudaMemcpyPeerAsync(p, 0, NULL, 0, 100, s));
    T(DEVICE, cudaMemcpyPeerAsync(p, 0, q, -1, 100, s));
    T(VALUE, cudaMemcpyPeerAsync(p, 0, q, 0, 1001, s));
    T(HANDLE, cudaMemcpyPeerAsync(p, 0, q, 0, 100, gone));
    T(OK, cudaMemcpy2D(p, 100, host, 50, 40, 3, to));
    T(VALUE, cudaMemcpy2D(NULL, 100, host, 50, 40, 3, to));
    T(PITCH, cudaMemcpy2D(p, 39, host, 50, 40, 3, to));
    T(VALUE, cudaMemcpy2D(p, 100, NULL, 50, 40, 3, to));
    T(PITCH, cudaMemcpy2D(p, 100, host, 39, 40, 3, to));
    T(PITCH, cudaMemcpy2D(p, 100, host, 50, 51, 3, to));
    T(VALUE, cudaMemcpy2D(p, 100, host, 50, 40, 11, to));
    T(DIRECTION, cudaMemcpy2D(p, 100, host, 50, 40, 3, wrong));
    T(OK, cudaMemcpy2DAsync(p, 100, host, 50, 40, 3, to, s));
    T(VALUE, cudaMemcpy2DAsync(NULL, 100, host, 50, 40, 3, to, s));
    T(PITCH, cudaMemcpy2DAsync(p, 39, host, 50, 40, 3, to, s));
    T(VALUE, cudaMemcpy2DAsync(p, 100, NULL, 50, 40, 3, to, s));
    T(PITCH, cudaMemcpy2DAsync(p, 100, host, 39, 40, 3, to, s));
    T(PITCH, cudaMemcpy2DAsync(p, 100, host, 50, 51, 3, to, s));
    T(VALUE, cudaMemcpy2DAsync(p, 100, host, 50, 40, 11, to, s));
    T(DIRECTION, cudaMemcpy2DAsync(p, 100, host, 50, 40, 3, wrong, s));
    T(HANDLE, cudaMemcpy2DAsync(p, 100, host, 50, 40, 3, to, gone));
    cudaMemcpy3DParms box = {0}, odd = {0};
    box.srcPtr = make_cudaPitchedPtr(host, 50, 50, 4);
    box.dstPtr = make_cudaPitchedPtr(p, 50, 50, 4);
    box.extent = make_cudaExtent(40, 3, 2);
    box.kind = to;
    odd = box;
    odd.extent.width = 51;
    T(OK, cudaMemcpy3D(&box));
    T(VALUE, cudaMemcpy3D(NULL));
    T(PITCH, cudaMemcpy3D(&odd));
    T(OK, cudaMemcpy3DAsync(&box, s));
    T(PITCH, cudaMemcpy3DAsync(&odd, s));
    T(HANDLE, cudaMemcpy3DAsync(&box, gone));
    odd = box;
    odd.extent.depth = 6;
    T(VALUE, cudaMemcpy3D(&odd));
    odd = box;
    odd.dstPos.x = 900;
    T(VALUE, cudaMemcpy3D(&odd));
    odd = box;
    odd.srcPtr.ptr = NULL;
    T(VALUE, cudaMemcpy3D(&odd));
    odd = box;
    odd.kind = wrong;
    T(DIRECTION, cudaMemcpy3D(&odd));

    T(OK, cudaMemcpyToSymbol(table, host, 8, 4, to));
    T(SYMBOL, cudaMemcpyToSymbol(p, host, 8, 4, to));
    T(VALUE, cudaMemcpyToSymbol(table, NULL, 8, 4, to));
    T(VALUE, cudaMemcpyToSymbol(table, host, 13, 4, to));
    T(VALUE, cudaMemcpyToSymbol(table, host, 8, 9, to));
    T(DIRECTION, cudaMemcpyToSymbol(table, host, 8, 4, cudaMemcpyDeviceToHost));
    T(OK, cudaMemcpyToSymbolAsync(table, host, 8, 4, to, s));
    T(SYMBOL, cudaMemcpyToSymbolAsync(p, host, 8, 4, to, s));
    T(VALUE, cudaMemcpyToSymbolAsync(table, NULL, 8, 4, to, s));
    T(VALUE, cudaMemcpyToSymbolAsync(table, host, 13, 4, to, s));
    T(VALUE, cudaMemcpyToSymbolAsync(table, host, 8, 9, to, s));
    T(DIRECTION, cudaMemcpyToSymbolAsync(table, host, 8, 4, cudaMemcpyDeviceToHost, s));
    T(HANDLE, cudaMemcpyToSymbolAsync(table, host, 8, 4, to, gone));
    const cudaMemcpyKind from = cudaMemcpyDeviceToHost;
    T(OK, cudaMemcpyFromSymbol(host, table, 8, 4, from));
    T(VALUE, cudaMemcpyFromSymbol(NULL, table, 8, 4, from));
    T(SYMBOL, cudaMemcpyFromSymbol(host, p, 8, 4, from));
    T(VALUE, cudaMemcpyFromSymbol(host, table, 13, 4, from));
    T(VALUE, cudaMemcpyFromSymbol(host, table, 8, 9, from));
    T(DIRECTION, cudaMemcpyFromSymbol(host, table, 8, 4, to));
    T(OK, cudaMemcpyFromSymbolAsync(host, table, 8, 4, from, s));
    T(VALUE, cudaMemcpyFromSymbolAsync(NULL, table, 8, 4, from, s));
    T(SYMBOL, cudaMemcpyFromSymbolAsync(host, p, 8, 4, from, s));
    T(VALUE, cudaMemcpyFromSymbolAsync(host, table, 13, 4, from, s));
    T(VALUE, cudaMemcpyFromSymbolAsync(host, table, 8, 9, from, s));
    T(DIRECTION, cudaMemcpyFromSymbolAsync(host, table, 8, 4, to, s));
    T(HANDLE, cudaMemcpyFromSymbolAsync(host, table, 8, 4, from, gone));
    void *address;
    size_t size;
    T(OK, cudaGetSymbolAddress(&address, table));
    T(VALUE, cudaGetSymbolAddress(NULL, table));
    T(SYMBOL, cudaGetSymbolAddress(&address, p));
    T(OK, cudaGetSymbolSize(&size, table));
    T(VALUE, cudaGetSymbolSize(NULL, table));
    T(SYMBOL, cudaGetSymbolSize(&size, p));

    cudaPitchedPtr pitched = make_cudaPitchedPtr(p, 50, 50, 4), none = make_cudaPitchedPtr(NULL, 50, 50, 4);
    cudaExtent extent = make_cudaExtent(40, 3, 2), wide = make_cudaExtent(51, 3, 2), deep = make_cudaExtent(40, 3, 6);
    T(OK, cudaMemset(p, 7, 100));
    T(VALUE, cudaMemset(NULL, 7, 100));
    T(VALUE, cudaMemset(p, 7, 1001));
    T(OK, cudaMemsetAsync(p, 7, 100, s));
    T(VALUE, cudaMemsetAsync(NULL, 7, 100, s));
    T(VALUE, cudaMemsetAsync(p, 7, 1001, s));
    T(HANDLE, cudaMemsetAsync(p, 7, 100, gone));
    T(OK, cudaMemset2D(p, 100, 7, 40, 3));
    T(VALUE, cudaMemset2D(NULL, 100, 7, 40, 3));
    T(PITCH, cudaMemset2D(p, 39, 7, 40, 3));
    T(PITCH, cudaMemset2D(p, 100, 7, 101, 3));
    T(VALUE, cudaMemset2D(p, 100, 7, 40, 11));
    T(OK, cudaMemset2DAsync(p, 100, 7, 40, 3, s));
    T(VALUE, cudaMemset2DAsync(NULL, 100, 7, 40, 3, s));
    T(PITCH, cudaMemset2DAsync(p, 39, 7, 40, 3, s));
    T(PITCH, cudaMemset2DAsync(p, 100, 7, 101, 3, s));
    T(VALUE, cudaMemset2DAsync(p, 100, 7, 40, 11, s));
    T(HANDLE, cudaMemset2DAsync(p, 100, 7, 40, 3, gone));
    T(OK, cudaMemset3D(pitched, 7, extent));
    T(VALUE, cudaMemset3D(none, 7, extent));
    T(PITCH, cudaMemset3D(pitched, 7, wide));
    T(VALUE, cudaMemset3D(pitched, 7, deep));
    T(OK, cudaMemset3DAsync(pitched, 7, extent, s));
    T(VALUE, cudaMemset3DAsync(none, 7, extent, s));
    T(PITCH, cudaMemset3DAsync(pitched, 7, wide, s));
    T(VALUE, cudaMemset3DAsync(pitched, 7, deep, s));
    T(HANDLE, cudaMemset3DAsync(pitched, 7, extent, gone));
    T(OK, cudaFree(p));
    T(OK, cudaFree(q));
    free(host);
}

static void streams() {
    cudaStream_t t;
    cudaEvent_t e, dead;
    int one = 1;
    T(OK, cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
    T(VALUE, cudaStreamCreateWithFlags(NULL, cudaStreamNonBlocking));
    T(VALUE, cudaStreamCreateWithFlags(&t, 2));
    T(OK, cudaStreamCreateWithPriority(&t, cudaStreamDefault, -1));
    T(VALUE, cudaStreamCreateWithPriority(NULL, cudaStreamDefault, -1));
    T(VALUE, cudaStreamCreateWithPriority(&t, 4, -1));
    T(OK, cudaStreamAddCallback(s, callback, &one, 0));
    T(HANDLE, cudaStreamAddCallback(gone, callback, &one, 0));
    T(VALUE, cudaStreamAddCallback(s, NULL, &one, 0));
    T(VALUE, cudaStreamAddCallback(s, callback, &one, 1));
    T(OK, cudaLaunchHostFunc(s, fn, &one));
    T(HANDLE, cudaLaunchHostFunc(gone, fn, &one));
    T(VALUE, cudaLaunchHostFunc(s, NULL, &one));
    if (called != 2) failures++, printf("%d callbacks\n", called);
    T(OK, cudaEventCreate(&dead, cudaEventDefault));
    T(VALUE, cudaEventCreate(NULL, cudaEventDefault));
    T(VALUE, cudaEventCreate(&dead, 64));
    T(OK, cudaEventDestroy(dead));
    T(OK, cudaEventCreateWithFlags(&e, cudaEventDefault));
    T(VALUE, cudaEventCreateWithFlags(NULL, cudaEventDefault));
    T(VALUE, cudaEventCreateWithFlags(&e, cudaEventInterprocess));
    T(OK, cudaEventRecordWithFlags(e, s, cudaEventRecordDefault));
    T(HANDLE, cudaEventRecordWithFlags(dead, s, cudaEventRecordDefault));
    T(HANDLE, cudaEventRecordWithFlags(e, gone, cudaEventRecordDefault));
    T(VALUE, cudaEventRecordWithFlags(e, s, 2));
}

static void launches() {
    int *p = NULL, n, grid, block;
    size_t room;
    void *args[] = {&p};
    const void *k = (const void *)plain, *none = (const void *)args;
    cudaFuncAttributes attributes;
    T(OK, cudaLaunchKernel(k, dim3(2), dim3(64), args, 0, s));
    T(FUNCTION, cudaLaunchKernel(none, dim3(2), dim3(64), args, 0, s));
    T(CONFIG, cudaLaunchKernel(k, dim3(0), dim3(64), args, 0, s));
    T(CONFIG, cudaLaunchKernel(k, dim3(2), dim3(1025), args, 0, s));
    T(VALUE, cudaLaunchKernel(k, dim3(2), dim3(64), NULL, 0, s));
    T(VALUE, cudaLaunchKernel(k, dim3(2), dim3(64), args, 1 << 20, s));
    T(HANDLE, cudaLaunchKernel(k, dim3(2), dim3(64), args, 0, gone));
    T(OK, cudaLaunchCooperativeKernel(k, dim3(2), dim3(64), args, 0, s));
    T(FUNCTION, cudaLaunchCooperativeKernel(none, dim3(2), dim3(64), args, 0, s));
    T(CONFIG, cudaLaunchCooperativeKernel(k, dim3(0), dim3(64), args, 0, s));
    T(CONFIG, cudaLaunchCooperativeKernel(k, dim3(2), dim3(0), args, 0, s));
    T(VALUE, cudaLaunchCooperativeKernel(k, dim3(2), dim3(64), NULL, 0, s));
    T(HANDLE, cudaLaunchCooperativeKernel(k, dim3(2), dim3(64), args, 0, gone));
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(2);
    config.blockDim = dim3(64);
    config.stream = s;
    T(OK, cudaLaunchKernelExC(&config, k, args));
    T(VALUE, cudaLaunchKernelExC(NULL, k, args));
    T(FUNCTION, cudaLaunchKernelExC(&config, none, args));
    T(VALUE, cudaLaunchKernelExC(&config, k, NULL));
    config.stream = gone;
    T(HANDLE, cudaLaunchKernelExC(&config, k, args));
    T(OK, cudaFuncGetAttributes(&attributes, k));
    T(VALUE, cudaFuncGetAttributes(NULL, k));
    T(FUNCTION, cudaFuncGetAttributes(&attributes, none));
    T(OK, cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 1000));
    T(FUNCTION, cudaFuncSetAttribute(none, cudaFuncAttributeMaxDynamicSharedMemorySize, 1000));
    T(VALUE, cudaFuncSetAttribute(k, (cudaFuncAttribute)3, 1000));
    T(VALUE, cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20));
    T(OK, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, 256, 0));
    T(VALUE, cudaOccupancyMaxActiveBlocksPerMultiprocessor(NULL, k, 256, 0));
    T(FUNCTION, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, none, 256, 0));
    T(VALUE, cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, 0, 0));
    T(OK, cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&n, k, 256, 0, 0));
    T(VALUE, cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(NULL, k, 256, 0, 0));
    T(FUNCTION, cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&n, none, 256, 0, 0));
    T(VALUE, cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&n, k, -1, 0, 0));
    T(VALUE, cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&n, k, 256, 0, 8));
    T(OK, cudaOccupancyMaxPotentialBlockSize(&grid, &block, k, 0, 0));
    T(VALUE, cudaOccupancyMaxPotentialBlockSize(NULL, &block, k, 0, 0));
    T(VALUE, cudaOccupancyMaxPotentialBlockSize(&grid, NULL, k, 0, 0));
    T(FUNCTION, cudaOccupancyMaxPotentialBlockSize(&grid, &block, none, 0, 0));
    T(VALUE, cudaOccupancyMaxPotentialBlockSize(&grid, &block, k, 1 << 20, 0));
    T(OK, cudaOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, k, 0, 0, 0));
    T(VALUE, cudaOccupancyMaxPotentialBlockSizeWithFlags(NULL, &block, k, 0, 0, 0));
    T(VALUE, cudaOccupancyMaxPotentialBlockSizeWithFlags(&grid, NULL, k, 0, 0, 0));
    T(FUNCTION, cudaOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, none, 0, 0, 0));
    T(VALUE, cudaOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, k, 1 << 20, 0, 0));
    T(VALUE, cudaOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, k, 0, 0, 2));
    T(OK, cudaOccupancyAvailableDynamicSMemPerBlock(&room, k, 2, 64));
    T(VALUE, cudaOccupancyAvailableDynamicSMemPerBlock(NULL, k, 2, 64));
    T(FUNCTION, cudaOccupancyAvailableDynamicSMemPerBlock(&room, none, 2, 64));
    T(VALUE, cudaOccupancyAvailableDynamicSMemPerBlock(&room, k, 0, 64));
    T(VALUE, cudaOccupancyAvailableDynamicSMemPerBlock(&room, k, 2, 0));
}

int main() {
    cudaStreamCreate(&s);
    cudaStreamCreate(&gone);
    cudaStreamDestroy(gone);
    devices();
    memory();
    copies();
    streams();
    launches();
    // CHECK: 0 of 252 rows failed
    printf("%d of %d rows failed\n", failures, rows);
    return failures > 0;
}
