/* CUDA's <cuda_device_runtime_api.h>: they are known without a header. */
#define __CUDA_DEVICE_RUNTIME_API_H__
