/* CUDA's <cuda_runtime.h>: dim3, cudaMalloc and all else that it declares are known without a header. */
#define __CUDA_RUNTIME_H__
#include <library_types.h>
