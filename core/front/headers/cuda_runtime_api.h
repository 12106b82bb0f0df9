/* CUDA's <cuda_runtime_api.h>: the runtime's functions are known without a header. */
