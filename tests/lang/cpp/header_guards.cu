// What headers of CUDA define for those that ask whether they were included, as helper_cuda.h of NVIDIA's samples does.
#include <cuda.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <nvrtc.h>
#include <cublas_v2.h>
#include <cufft.h>
#include <curand.h>
#include <cooperative_groups.h>
#include <cstdio>
#if defined(__DRIVER_TYPES_H__) && defined(__CUDA_RUNTIME_H__) && defined(__CUDA_RUNTIME_API_H__) && defined(__VECTOR_TYPES_H__)
#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)
static const char *_cudaGetErrorEnum(cudaError_t error) { return cudaGetErrorName(error); }
#endif
#ifdef CUBLAS_API_H_
static const char *_cudaGetErrorEnum(cublasStatus_t error) { return error == CUBLAS_STATUS_NOT_INITIALIZED ? "CUBLAS_STATUS_NOT_INITIALIZED" : "<unknown>"; }
#endif
#ifdef _CUFFT_H_
static const char *_cudaGetErrorEnum(cufftResult error) { return error == CUFFT_INVALID_PLAN ? "CUFFT_INVALID_PLAN" : "<unknown>"; }
#endif
#ifdef CURAND_H_
static const char *_cudaGetErrorEnum(curandStatus_t error) { return error == CURAND_STATUS_TYPE_ERROR ? "CURAND_STATUS_TYPE_ERROR" : "<unknown>"; }
#endif
#ifdef __cuda_cuda_h__
static const char *_cudaGetErrorEnum(CUresult error) { static char unknown[] = "<unknown>"; const char *ret = NULL; cuGetErrorName(error, &ret); return ret ? ret : unknown; }
#endif
template <typename T> void check(T result, char const *const func, const char *const file, int const line) {
    if (result) printf("%s: %d %s\n", func, static_cast<unsigned int>(result), _cudaGetErrorEnum(result));
}
int main() {
    checkCudaErrors(cudaErrorInvalidValue);
    checkCudaErrors(cudaSuccess);
    checkCudaErrors(CUBLAS_STATUS_NOT_INITIALIZED);
    checkCudaErrors(CUFFT_INVALID_PLAN);
    checkCudaErrors(CURAND_STATUS_TYPE_ERROR);
    checkCudaErrors(CUDA_ERROR_INVALID_HANDLE);
#if defined(__CUDA_FP16_H__) && defined(__CUDA_BF16_H__) && defined(__NVRTC_H__) && defined(_COOPERATIVE_GROUPS_H_)
    puts("guards");
#endif
}
/* OUTPUT:
cudaErrorInvalidValue: 1 cudaErrorInvalidValue
CUBLAS_STATUS_NOT_INITIALIZED: 1 CUBLAS_STATUS_NOT_INITIALIZED
CUFFT_INVALID_PLAN: 1 CUFFT_INVALID_PLAN
CURAND_STATUS_TYPE_ERROR: 103 CURAND_STATUS_TYPE_ERROR
CUDA_ERROR_INVALID_HANDLE: 400 CUDA_ERROR_INVALID_HANDLE
guards
*/
