/* CUDA's <cuda_profiler_api.h>: they are known without a header. */
