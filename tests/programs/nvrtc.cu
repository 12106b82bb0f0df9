// NVRTC and the driver's modules: text that is compiled while the program runs, by Heddle itself. Functions by plain, lowered and
// mangled names, headers as text, variables, arguments in a block, and what is refused.
#include <nvrtc_helper.h>
#include <nvrtc.h>
#include <cuda.h>
#include <cassert>
#include <cmath>
#include <iostream>
#include <string>
#include <vector>
#include <stdlib.h>
#include <unistd.h>
#undef NVRTC_SAFE_CALL
#define NVRTC_SAFE_CALL(x) do { nvrtcResult result = x; if (result != NVRTC_SUCCESS) { std::cerr << "\nerror: " #x " failed with error " << nvrtcGetErrorString(result) << '\n'; exit(1); } } while (0)
#define CUDA_SAFE_CALL(x) do { CUresult result = x; if (result != CUDA_SUCCESS) { const char *msg; cuGetErrorName(result, &msg); std::cerr << "\nerror: " #x " failed with error " << msg << '\n'; exit(1); } } while (0)
#define NUM_THREADS 128
#define NUM_BLOCKS 32
const char *saxpy = "                                           \n\
extern \"C\" __global__                                         \n\
void saxpy(float a, float *x, float *y, float *out, size_t n)   \n\
{                                                               \n\
  size_t tid = blockIdx.x * blockDim.x + threadIdx.x;           \n\
  if (tid < n) {                                                \n\
    out[tid] = a * x[tid] + y[tid];                             \n\
  }                                                             \n\
}                                                               \n";
const char *gpu_program = R"(
#include "shapes/tri.h"
#include <cuda_fp16.h>
__device__ int V1; // set from host code
static __global__ void f1(int *result) { *result = V1 + 10; }
namespace N1 { namespace N2 { __constant__ int V2; __global__ void f2(int *result) { *result = V2 + 20; } } }
template<typename T> __global__ void f3(int *result) { *result = sizeof(T) * SCALE + tri(3); }
__global__ void plain(half *p, float x) { *p = __float2half(x); }
)";
int main() {
  nvrtcProgram prog;
  NVRTC_SAFE_CALL(nvrtcCreateProgram(&prog, saxpy, "saxpy.cu", 0, NULL, NULL));
  const char *opts[] = {"--gpu-architecture=compute_70", "--fmad=false"};
  nvrtcResult compileResult = nvrtcCompileProgram(prog, 2, opts);
  size_t logSize; NVRTC_SAFE_CALL(nvrtcGetProgramLogSize(prog, &logSize)); char *log = new char[logSize]; NVRTC_SAFE_CALL(nvrtcGetProgramLog(prog, log)); std::cout << log; delete[] log;
  if (compileResult != NVRTC_SUCCESS) exit(1);
  size_t ptxSize; NVRTC_SAFE_CALL(nvrtcGetPTXSize(prog, &ptxSize)); char *ptx = new char[ptxSize]; NVRTC_SAFE_CALL(nvrtcGetPTX(prog, ptx)); NVRTC_SAFE_CALL(nvrtcDestroyProgram(&prog));
  CUdevice cuDevice; CUcontext context; CUmodule module; CUfunction kernel;
  CUDA_SAFE_CALL(cuInit(0)); CUDA_SAFE_CALL(cuDeviceGet(&cuDevice, 0)); CUDA_SAFE_CALL(cuDevicePrimaryCtxRetain(&context, cuDevice)); CUDA_SAFE_CALL(cuCtxSetCurrent(context));
  CUDA_SAFE_CALL(cuModuleLoadDataEx(&module, ptx, 0, 0, 0)); CUDA_SAFE_CALL(cuModuleGetFunction(&kernel, module, "saxpy"));
  size_t n = NUM_THREADS * NUM_BLOCKS, bufferSize = n * sizeof(float); float a = 5.1f; float *hX = new float[n], *hY = new float[n], *hOut = new float[n]; for (size_t i = 0; i < n; ++i) { hX[i] = static_cast<float>(i); hY[i] = static_cast<float>(i * 2); }
  CUdeviceptr dX, dY, dOut; CUDA_SAFE_CALL(cuMemAlloc(&dX, bufferSize)); CUDA_SAFE_CALL(cuMemAlloc(&dY, bufferSize)); CUDA_SAFE_CALL(cuMemAlloc(&dOut, bufferSize)); CUDA_SAFE_CALL(cuMemcpyHtoD(dX, hX, bufferSize)); CUDA_SAFE_CALL(cuMemcpyHtoD(dY, hY, bufferSize));
  void *args[] = {&a, &dX, &dY, &dOut, &n};
  CUDA_SAFE_CALL(cuLaunchKernel(kernel, NUM_BLOCKS, 1, 1, NUM_THREADS, 1, 1, 0, NULL, args, 0)); CUDA_SAFE_CALL(cuCtxSynchronize());
  CUDA_SAFE_CALL(cuMemcpyDtoH(hOut, dOut, bufferSize)); int bad = 0; for (size_t i = 0; i < n; ++i) bad += std::fabs(a * hX[i] + hY[i] - hOut[i]) > 1e-2 * (1 + hOut[i]); CUDA_SAFE_CALL(cuModuleUnload(module));
  // name expressions
  const char *header = "#pragma once\n__device__ inline int tri(int n) { return n * (n + 1) / 2; }\n", *hname = "shapes/tri.h";
  NVRTC_SAFE_CALL(nvrtcCreateProgram(&prog, gpu_program, "prog.cu", 1, &header, &hname)); std::vector<std::string> kernel_name_vec, variable_name_vec; std::vector<int> variable_initial_value, expected_result;
  kernel_name_vec.push_back("&f1"); expected_result.push_back(10 + 100); kernel_name_vec.push_back("N1::N2::f2"); expected_result.push_back(20 + 200); kernel_name_vec.push_back("f3<int>"); expected_result.push_back(sizeof(int) * 3 + 6); kernel_name_vec.push_back("f3<double>"); expected_result.push_back(sizeof(double) * 3 + 6);
  for (auto &k : kernel_name_vec) NVRTC_SAFE_CALL(nvrtcAddNameExpression(prog, k.c_str())); variable_name_vec.push_back("&V1"); variable_initial_value.push_back(100); variable_name_vec.push_back("&N1::N2::V2"); variable_initial_value.push_back(200); for (auto &v : variable_name_vec) NVRTC_SAFE_CALL(nvrtcAddNameExpression(prog, v.c_str()));
  const char *o2[] = {"-DSCALE=3", "-std=c++17"}; NVRTC_SAFE_CALL(nvrtcCompileProgram(prog, 2, o2)); NVRTC_SAFE_CALL(nvrtcGetCUBINSize(prog, &ptxSize)); ptx = new char[ptxSize]; NVRTC_SAFE_CALL(nvrtcGetCUBIN(prog, ptx)); CUDA_SAFE_CALL(cuModuleLoadData(&module, ptx));
  CUdeviceptr dResult; int hResult = 0; CUDA_SAFE_CALL(cuMemAlloc(&dResult, sizeof(hResult)));
  for (size_t i = 0; i < variable_name_vec.size(); ++i) { const char *name; NVRTC_SAFE_CALL(nvrtcGetLoweredName(prog, variable_name_vec[i].c_str(), &name)); int iv = variable_initial_value[i]; CUdeviceptr addr; size_t sz; CUDA_SAFE_CALL(cuModuleGetGlobal(&addr, &sz, module, name)); assert(sz == 4); CUDA_SAFE_CALL(cuMemcpyHtoD(addr, &iv, sizeof(iv))); }
  for (size_t i = 0; i < kernel_name_vec.size(); ++i) { const char *name; NVRTC_SAFE_CALL(nvrtcGetLoweredName(prog, kernel_name_vec[i].c_str(), &name)); CUDA_SAFE_CALL(cuModuleGetFunction(&kernel, module, name)); void *args[] = {&dResult}; CUDA_SAFE_CALL(cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, NULL, args, 0)); CUDA_SAFE_CALL(cuMemcpyDtoH(&hResult, dResult, sizeof(hResult))); if (expected_result[i] != hResult) { std::cout << "Error: expected " << expected_result[i] << " , actual " << hResult << std::endl; bad++; } }
  CUDA_SAFE_CALL(cuModuleGetFunction(&kernel, module, "_Z5plainP6__halff")); struct { CUdeviceptr p; float x; } block = {dResult, 1.5f}; size_t bs = sizeof block; void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &block, CU_LAUNCH_PARAM_BUFFER_SIZE, &bs, CU_LAUNCH_PARAM_END}; CUDA_SAFE_CALL(cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra)); unsigned short h; CUDA_SAFE_CALL(cuMemcpyDtoH(&h, dResult, 2)); bad += h != 0x3e00; if (cuModuleGetFunction(&kernel, module, "nope") != CUDA_ERROR_NOT_FOUND) bad++;
  NVRTC_SAFE_CALL(nvrtcDestroyProgram(&prog)); NVRTC_SAFE_CALL(nvrtcCreateProgram(&prog, "__global__ void k(int *p) { *p = undefined_thing; }", "bad.cu", 0, 0, 0)); nvrtcResult r = nvrtcCompileProgram(prog, 0, 0); nvrtcGetProgramLogSize(prog, &logSize); std::string lg(logSize, ' '); nvrtcGetProgramLog(prog, &lg[0]); std::cout << nvrtcGetErrorString(r) << " " << (lg.find("undefined_thing") != std::string::npos) << "\n"; bad += r != NVRTC_ERROR_COMPILATION;
  // two modules of one image have variables of their own; machine code that is none is refused
  CUmodule other; CUDA_SAFE_CALL(cuModuleLoadData(&other, ptx)); CUdeviceptr one, two; size_t sz; CUDA_SAFE_CALL(cuModuleGetGlobal(&one, &sz, module, "V1")); CUDA_SAFE_CALL(cuModuleGetGlobal(&two, nullptr, other, "V1")); int v = 0; CUDA_SAFE_CALL(cuMemcpyDtoH(&v, two, 4)); bad += one == two || v != 0; CUDA_SAFE_CALL(cuMemcpyDtoH(&v, one, 4)); bad += v != 100;
  CUDA_SAFE_CALL(cuModuleUnload(module)); bad += cuModuleGetFunction(&kernel, module, "f1") != CUDA_ERROR_NOT_FOUND; CUDA_SAFE_CALL(cuModuleGetFunction(&kernel, other, "f1"));
  bad += cuModuleLoadData(&module, ".version 8.0\n.target sm_90\n") != CUDA_ERROR_NOT_SUPPORTED; bad += cuModuleLoad(&module, "/no/such.ptx") != CUDA_ERROR_FILE_NOT_FOUND;
  // linked, and by a file as the samples do
  CUlinkState link; void *linked; CUDA_SAFE_CALL(cuLinkCreate(0, 0, 0, &link)); CUDA_SAFE_CALL(cuLinkAddData(link, CU_JIT_INPUT_PTX, ptx, ptxSize, "prog", 0, 0, 0)); CUDA_SAFE_CALL(cuLinkComplete(link, &linked, &sz)); CUDA_SAFE_CALL(cuModuleLoadData(&module, linked)); CUDA_SAFE_CALL(cuLinkDestroy(link)); CUDA_SAFE_CALL(cuModuleGetFunction(&kernel, module, "f3<double>"));
  char file[] = "/tmp/heddle-test-XXXXXX"; int fd = mkstemp(file); const char text[] = "template <class T> __device__ T twice(T x) { return x + x; }\nextern \"C\" __global__ void k(float *p) { *p = twice(4.5f); }\n"; bad += write(fd, text, sizeof text - 1) < 0; close(fd);
  char *cubin; size_t size; char *argv[] = {(char *)"nvrtc", nullptr}; compileFileToCUBIN(file, 1, argv, &cubin, &size, 0); unlink(file); module = loadCUBIN(cubin, 1, argv); CUDA_SAFE_CALL(cuModuleGetFunction(&kernel, module, "k")); void *one_arg[] = {&dX}; CUDA_SAFE_CALL(cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, 0, one_arg, 0)); float got; CUDA_SAFE_CALL(cuMemcpyDtoH(&got, dX, 4)); bad += got != 9;
  bad += cuLaunchKernel(nullptr, 1, 1, 1, 1, 1, 1, 0, 0, one_arg, 0) != CUDA_ERROR_INVALID_HANDLE; bad += cuLaunchKernel(kernel, 1, 1, 1, 2000, 1, 1, 0, 0, one_arg, 0) != CUDA_ERROR_INVALID_VALUE;
  CUDA_SAFE_CALL(cuMemFree(dX)); CUDA_SAFE_CALL(cuDevicePrimaryCtxRelease(cuDevice)); std::cout << (bad ? "FAIL" : "PASS") << std::endl; return bad;
}
// CHECK: NVRTC_ERROR_COMPILATION 1
// EXIT: 0
// ERROR: cuModuleLoadData: PTX and machine code cannot be loaded here: have NVRTC compile the kernel's source
// CHECK: PASS
