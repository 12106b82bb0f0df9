/* CUDA's <device_launch_parameters.h>: threadIdx, blockIdx, blockDim and gridDim are known without a header. */
