/* CUDA's <cuda_occupancy.h>: they are known without a header. */
