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
static inline void heddle_check_cuda(cudaError_t result, const char *what, const char *file, int line) {
    if (result == cudaSuccess) return;
    fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\"\n", file, line, (int)result, cudaGetErrorName(result), what);
    exit(EXIT_FAILURE);
}
static inline void heddle_last_cuda_error(const char *message, const char *file, int line, bool fatal) {
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) return;
    fprintf(stderr, "%s(%d): CUDA error: %s: (%d) %s\n", file, line, message, (int)error, cudaGetErrorString(error));
    if (fatal) exit(EXIT_FAILURE);
}
static inline int findCudaDevice(int argc, const char **argv) {
    int device = getCmdLineArgumentInt(argc, argv, "device");
    checkCudaErrors(cudaSetDevice(device));
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
