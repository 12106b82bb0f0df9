/* The error checks and device helpers of NVIDIA's samples for the driver API. */
#ifndef COMMON_HELPER_CUDA_DRVAPI_H_
#define COMMON_HELPER_CUDA_DRVAPI_H_
#include <cuda.h>
#include <helper_string.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef checkCudaErrors
#define checkCudaErrors(err) __checkCudaErrors(err, __FILE__, __LINE__)
static inline void __checkCudaErrors(CUresult err, const char *file, const int line) {
    if (err == CUDA_SUCCESS) return;
    const char *name = NULL;
    cuGetErrorName(err, &name);
    fprintf(stderr, "checkCudaErrors() Driver API error = %04d \"%s\" from file <%s>, line %i.\n", (int)err, name, file, line);
    exit(EXIT_FAILURE);
}
#endif
#ifdef getLastCudaDrvErrorMsg
#undef getLastCudaDrvErrorMsg
#endif
#define getLastCudaDrvErrorMsg(msg) ((void)(msg))
static inline int _ConvertSMVer2CoresDRV(int major, int minor) {
    return major == 8 && minor == 0 ? 64 : major == 7 || (major == 6 && minor == 0) ? 64 : 128;
}
static inline int gpuDeviceInitDRV(int argc, const char **argv) {
    int device = getCmdLineArgumentInt(argc, argv, "device=");
    checkCudaErrors(cuInit(0));
    return device < 0 ? 0 : device;
}
static inline int gpuGetMaxGflopsDeviceIdDRV(void) {
    return 0;
}
static inline CUdevice findCudaDeviceDRV(int argc, const char **argv) {
    CUdevice device;
    char name[100];
    int ordinal = checkCmdLineFlag(argc, argv, "device") ? gpuDeviceInitDRV(argc, argv) : 0;
    checkCudaErrors(cuInit(0));
    checkCudaErrors(cuDeviceGet(&device, ordinal));
    checkCudaErrors(cuDeviceGetName(name, 100, device));
    printf("> Using CUDA Device [%d]: %s\n", ordinal, name);
    return device;
}
static inline bool checkCudaCapabilitiesDRV(int major, int minor, int device) {
    int has_major = 0, has_minor = 0;
    checkCudaErrors(cuDeviceGetAttribute(&has_major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    checkCudaErrors(cuDeviceGetAttribute(&has_minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device));
    return has_major > major || (has_major == major && has_minor >= minor);
}
static inline int findIntegratedGPUDrv(void) {
    return 0;
}
#endif
