/* CUDA's <cuda_runtime.h>: dim3, cudaMalloc and all else that it declares are known without a header. */
#include <library_types.h>
