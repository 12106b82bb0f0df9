// cub::GridQueue: counters in device memory from which blocks take work, and by which they give it.
#pragma once
#include <cub/detail/common.h>

namespace cub {

template <typename OffsetT> class GridQueue {
    OffsetT *__counters; // filled, drained

  public:
    __host__ __device__ static size_t AllocationSize() { return 2 * sizeof(OffsetT); }
    __host__ __device__ GridQueue() : __counters(nullptr) {}
    __host__ __device__ GridQueue(void *d_storage) : __counters((OffsetT *)d_storage) {}
    __host__ __device__ cudaError_t FillAndResetDrain(OffsetT fill_size, cudaStream_t stream = 0) {
#ifdef __CUDA_ARCH__
        __counters[0] = fill_size;
        __counters[1] = 0;
        return cudaSuccess;
#else
        OffsetT values[2] = {fill_size, 0};
        return cudaMemcpyAsync(__counters, values, sizeof values, cudaMemcpyHostToDevice, stream);
#endif
    }
    __host__ __device__ cudaError_t ResetDrain(cudaStream_t stream = 0) { return __reset(1, stream); }
    __host__ __device__ cudaError_t ResetFill(cudaStream_t stream = 0) { return __reset(0, stream); }
    __host__ __device__ cudaError_t FillSize(OffsetT &fill_size, cudaStream_t stream = 0) {
#ifdef __CUDA_ARCH__
        fill_size = __counters[0];
        return cudaSuccess;
#else
        cudaError_t error = cudaMemcpyAsync(&fill_size, __counters, sizeof(OffsetT), cudaMemcpyDeviceToHost, stream);
        return error ? error : cudaStreamSynchronize(stream);
#endif
    }
    __device__ OffsetT Drain(OffsetT num_items) { return atomicAdd(__counters + 1, num_items); }
    __device__ OffsetT Fill(OffsetT num_items) { return atomicAdd(__counters, num_items); }

  private:
    __host__ __device__ cudaError_t __reset(int which, cudaStream_t stream) {
#ifdef __CUDA_ARCH__
        __counters[which] = 0;
        return cudaSuccess;
#else
        return cudaMemsetAsync(__counters + which, 0, sizeof(OffsetT), stream);
#endif
    }
};

template <typename OffsetT> __global__ void FillAndResetDrainKernel(GridQueue<OffsetT> grid_queue, OffsetT num_items) { grid_queue.FillAndResetDrain(num_items); }

} // namespace cub
