/* CUDA's <cuda_profiler_api.h>: they are known without a header. */
#define __CUDA_PROFILER_API_H__
