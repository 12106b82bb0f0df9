/* CUDA's <cuda_device_runtime_api.h>: they are known without a header. */
