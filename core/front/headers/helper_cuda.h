/* The error checks and device helpers of NVIDIA's samples. */
#ifndef COMMON_HELPER_CUDA_H_
#define COMMON_HELPER_CUDA_H_
#include <helper_string.h>
#include <stdio.h>
#include <stdlib.h>

#define checkCudaErrors(val) heddle_check_cuda((val), #val, __FILE__, __LINE__)
#define getLastCudaError(msg) heddle_last_cuda_error(msg, __FILE__, __LINE__, true)
#define printLastCudaError(msg) heddle_last_cuda_error(msg, __FILE__, __LINE__, false)
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif

static inline const char *_cudaGetErrorEnum(cudaError_t error) {
    return cudaGetErrorName(error);
}
#ifdef __heddle_cpp
/* Of the driver and the libraries: the number tells. */
template <typename T> static inline const char *_cudaGetErrorEnum(T error) {
    return "<unknown>";
}
template <typename T> static inline void heddle_check_cuda(T result, const char *what, const char *file, int line)
#else
static inline void heddle_check_cuda(cudaError_t result, const char *what, const char *file, int line)
#endif
{
    if ((int)result == 0) return;
    fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\"\n", file, line, (int)result, _cudaGetErrorEnum(result), what);
    exit(EXIT_FAILURE);
}
static inline void heddle_last_cuda_error(const char *message, const char *file, int line, bool fatal) {
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) return;
    fprintf(stderr, "%s(%d): CUDA error: %s: (%d) %s\n", file, line, message, (int)error, cudaGetErrorString(error));
    if (fatal) exit(EXIT_FAILURE);
}
static inline int _ConvertSMVer2Cores(int major, int minor) {
    static const int cores[][2] = {{0x30, 192}, {0x32, 192}, {0x35, 192}, {0x37, 192}, {0x50, 128}, {0x52, 128}, {0x53, 128}, {0x60, 64}, {0x61, 128},
                                   {0x62, 128}, {0x70, 64}, {0x72, 64}, {0x75, 64}, {0x80, 64}, {0x86, 128}, {0x87, 128}, {0x89, 128}, {0x90, 128}};
    for (size_t i = 0; i < sizeof cores / sizeof cores[0]; i++)
        if (cores[i][0] == (major << 4) + minor) return cores[i][1];
    return 128;
}
static inline const char *_ConvertSMVer2ArchName(int major, int minor) {
    return major == 3   ? "Kepler"
           : major == 5 ? "Maxwell"
           : major == 6 ? "Pascal"
           : major == 7 ? (minor == 5 ? "Turing" : "Volta")
           : major == 8 ? (minor == 9 ? "Ada" : "Ampere")
           : major == 9 ? "Hopper"
                        : "Graphics Device";
}
static inline bool checkCudaCapabilities(int major, int minor) {
    int device, has_major = 0, has_minor = 0;
    checkCudaErrors(cudaGetDevice(&device));
    checkCudaErrors(cudaDeviceGetAttribute(&has_major, cudaDevAttrComputeCapabilityMajor, device));
    checkCudaErrors(cudaDeviceGetAttribute(&has_minor, cudaDevAttrComputeCapabilityMinor, device));
    if (has_major > major || (has_major == major && has_minor >= minor)) {
        printf("  Device %d: <%16s >, Compute SM %d.%d detected\n", device, _ConvertSMVer2ArchName(has_major, has_minor), has_major, has_minor);
        return true;
    }
    printf("  No GPU device was found that can support CUDA compute capability %d.%d.\n", major, minor);
    return false;
}
static inline int findIntegratedGPU(void) {
    return 0;
}
static inline int ftoi(float value) {
    return value >= 0 ? (int)(value + 0.5f) : (int)(value - 0.5f);
}
static inline int findCudaDevice(int argc, const char **argv) {
    int device = getCmdLineArgumentInt(argc, argv, "device");
    checkCudaErrors(cudaSetDevice(device));
    int major = 0, minor = 0;
    checkCudaErrors(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    checkCudaErrors(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
    printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device, _ConvertSMVer2ArchName(major, minor), major, minor);
    return device;
}
static inline int gpuGetMaxGflopsDeviceId(void) {
    return 0;
}
static inline int gpuDeviceInit(int device) {
    checkCudaErrors(cudaSetDevice(device));
    return device;
}
#endif
