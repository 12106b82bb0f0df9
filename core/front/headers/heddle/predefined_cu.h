/* What is defined besides in cells and .cu files: nvcc's set. The system's own headers do not see __cplusplus: they are read as C. */

#define __cplusplus 201703L

#define _GNU_SOURCE 1

/* <ctype.h> has functions, as in C++, not macros. */
#define __NO_CTYPE 1

/* 1 in C++: what headers of C ask, for .cpp files have no __CUDACC__. */
#define __heddle_cpp 1

/* 1 where CUDA C++ is compiled. */
#define __CUDACC__ 1
#define __NVCC__ 1

/* The version of CUDA that is claimed: 12.0. */
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
#define CUDART_VERSION 12000
#define CUDA_VERSION 12000

/* __align__(16): begins at an address that is a multiple of 16. */
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))

/* Marks of CUDA's own headers, without an effect here. */
#define __device_builtin__
#define __cudart_builtin__
#define __inline_hint__
#define __nv_pure__
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_CB
#define CUDA_CB
#define CUDAAPI

/* Streams that are always there. */
#define cudaStreamLegacy ((cudaStream_t)0x1)
#define cudaStreamPerThread ((cudaStream_t)0x2)

/* Streams of launches from kernels: after the grid and all that it launched; beside it. */
#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)

/* nvcc includes <cuda_runtime.h> by itself: what headers ask of it (helper_cuda.h of NVIDIA's samples does). */
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __DRIVER_FUNCTIONS_H__
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#define __DEVICE_TYPES_H__
#define __DEVICE_FUNCTIONS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__
#define __HOST_DEFINES_H__
#define __CHANNEL_DESCRIPTOR_H__
#define __TEXTURE_TYPES_H__
#define __SURFACE_TYPES_H__
#define __LIBRARY_TYPES_H__
#define __MATH_FUNCTIONS_H__
#define __COMMON_FUNCTIONS_H__
