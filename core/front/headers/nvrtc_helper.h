/* How NVIDIA's samples compile a kernel's file while they run. */
#ifndef COMMON_NVRTC_HELPER_H_
#define COMMON_NVRTC_HELPER_H_
#include <cuda.h>
#include <helper_cuda_drvapi.h>
#include <nvrtc.h>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#define NVRTC_SAFE_CALL(Name, x)                                                                          \
    do {                                                                                                  \
        nvrtcResult __nvrtc_result = x;                                                                          \
        if (__nvrtc_result != NVRTC_SUCCESS) {                                                                   \
            std::cerr << "\nerror: " << Name << " failed with error " << nvrtcGetErrorString(__nvrtc_result);\
            exit(1);                                                                                      \
        }                                                                                                 \
    } while (0)

/* The image of a file: *result is malloc()ed. */
static inline void compileFileToCUBIN(char *filename, int argc, char **argv, char **result, size_t *size, int requiresCGheaders) {
    std::ifstream in(filename ? filename : "");
    if (!in.is_open()) {
        std::cerr << "\nerror: unable to open " << (filename ? filename : "the file") << " for reading!\n";
        exit(1);
    }
    std::stringstream text;
    text << in.rdbuf();
    std::string source = text.str();
    nvrtcProgram program;
    NVRTC_SAFE_CALL("nvrtcCreateProgram", nvrtcCreateProgram(&program, source.c_str(), filename, 0, NULL, NULL));
    int major = 0, minor = 0;
    CUdevice device = findCudaDeviceDRV(argc, (const char **)argv);
    checkCudaErrors(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    checkCudaErrors(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device));
    std::string arch = "--gpu-architecture=sm_" + std::to_string(major) + std::to_string(minor);
    const char *options[] = {arch.c_str()};
    nvrtcResult compiled = nvrtcCompileProgram(program, 1, options);
    size_t log_size;
    NVRTC_SAFE_CALL("nvrtcGetProgramLogSize", nvrtcGetProgramLogSize(program, &log_size));
    std::string log(log_size, 0);
    NVRTC_SAFE_CALL("nvrtcGetProgramLog", nvrtcGetProgramLog(program, &log[0]));
    if (log_size > 1) std::cerr << "\n compilation log ---\n" << log.c_str() << "\n end log ---\n";
    NVRTC_SAFE_CALL("nvrtcCompileProgram", compiled);
    NVRTC_SAFE_CALL("nvrtcGetCUBINSize", nvrtcGetCUBINSize(program, size));
    *result = (char *)malloc(*size);
    NVRTC_SAFE_CALL("nvrtcGetCUBIN", nvrtcGetCUBIN(program, *result));
    NVRTC_SAFE_CALL("nvrtcDestroyProgram", nvrtcDestroyProgram(&program));
}
static inline CUmodule loadCUBIN(char *cubin, int argc, char **argv) {
    CUmodule module;
    CUcontext context;
    CUdevice device = findCudaDeviceDRV(argc, (const char **)argv);
    checkCudaErrors(cuDevicePrimaryCtxRetain(&context, device));
    checkCudaErrors(cuCtxSetCurrent(context));
    checkCudaErrors(cuModuleLoadData(&module, cubin));
    free(cubin);
    return module;
}
#endif
