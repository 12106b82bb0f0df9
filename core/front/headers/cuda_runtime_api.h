/* CUDA's <cuda_runtime_api.h>: the runtime's functions are known without a header. */
#define __CUDA_RUNTIME_API_H__
