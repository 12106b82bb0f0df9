/* CUDA's <cuda_occupancy.h>, and what of the occupancy calls is a template: shared memory that depends on the block. */
#ifndef __cuda_occupancy_h__
#define __cuda_occupancy_h__

/* The block size that fills the device best, where shared_of(block size) gives the bytes of dynamic shared memory. */
template <class Shared, class Kernel>
static __inline__ __host__ cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *minGridSize, int *blockSize, Kernel func, Shared shared_of, int limit = 0, unsigned int flags = 0)
{
    cudaFuncAttributes attributes;
    int device, processors, best = 0;
    if (!minGridSize || !blockSize) return cudaErrorInvalidValue;
    cudaError_t error = cudaFuncGetAttributes(&attributes, func);
    if (error != cudaSuccess) return error;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    int most = limit > 0 && limit < attributes.maxThreadsPerBlock ? limit : attributes.maxThreadsPerBlock;
    for (int size = most; size > 0; size = size % 32 ? size / 32 * 32 : size - 32) {
        int blocks = 0;
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, func, size, shared_of(size), flags);
        if (error != cudaSuccess) return error;
        if (blocks * size <= best) continue;
        best = blocks * size;
        *blockSize = size;
        *minGridSize = blocks * processors;
    }
    return cudaSuccess;
}
template <class Shared, class Kernel>
static __inline__ __host__ cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *minGridSize, int *blockSize, Kernel func, Shared shared_of, int limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(minGridSize, blockSize, func, shared_of, limit, 0);
}
#endif
