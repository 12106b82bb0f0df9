// The driver API as programs use it beside the runtime: devices, contexts, memory, streams, events; modules are refused.
// CPU-ONLY: the device is the CPU
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                          \
    do {                                                                     \
        CUresult r = (call);                                                 \
        const char *name;                                                    \
        if (r != CUDA_SUCCESS) {                                             \
            cuGetErrorName(r, &name);                                        \
            printf("%s: %s\n", #call, name);                                 \
        }                                                                    \
    } while (0)
__global__ void add(int *p) { p[threadIdx.x] += (int)threadIdx.x; }

int main()
{
    CUdevice device, wrong;
    CUcontext context, now;
    CUdeviceptr p;
    CUstream stream;
    CUevent a, b;
    char name[100];
    int n, major, h[32] = {0};
    float ms;
    CHECK(cuInit(0));
    CHECK(cuDeviceGetCount(&n));
    CHECK(cuDeviceGet(&device, 0));
    CHECK(cuDeviceGet(&wrong, 9));
    CHECK(cuDeviceGetName(name, sizeof name, device));
    CHECK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device));
    printf("%d %d %d\n", n, name[0] != 0, major);
    CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CHECK(cuCtxSetCurrent(context));
    CHECK(cuCtxGetCurrent(&now));
    printf("%d\n", now == context);
    CHECK(cuMemAlloc(&p, sizeof h));
    CHECK(cuMemcpyHtoD(p, h, sizeof h));
    CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    CHECK(cuEventCreate(&a, CU_EVENT_DEFAULT));
    CHECK(cuEventCreate(&b, CU_EVENT_DEFAULT));
    CHECK(cuEventRecord(a, stream));
    add<<<1, 32, 0, stream>>>((int *)p);
    CHECK(cuEventRecord(b, stream));
    CHECK(cuStreamSynchronize(stream));
    CHECK(cuEventElapsedTime(&ms, a, b));
    CHECK(cuMemcpyDtoH(h, p, sizeof h));
    printf("%d %d\n", h[31], ms >= 0);
    CHECK(cuMemcpyDtoH(h, p, 1000));
    CUmodule module;
    CHECK(cuModuleLoad(&module, "kernel.ptx"));
    CHECK(cuMemFree(p));
    CHECK(cuStreamDestroy(stream));
    CHECK(cuDevicePrimaryCtxRelease(device));
}
/* OUTPUT:
cuDeviceGet(&wrong, 9): CUDA_ERROR_INVALID_DEVICE
1 1 32
1
31 1
cuMemcpyDtoH(h, p, 1000): CUDA_ERROR_INVALID_VALUE
cuModuleLoad(&module, "kernel.ptx"): CUDA_ERROR_FILE_NOT_FOUND
*/
