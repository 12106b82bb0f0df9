/* CUDA's <cudaProfiler.h>: what a profiler is to look at. There is none here. */
#ifndef CUDAPROFILER_H
#define CUDAPROFILER_H
#include <cuda.h>
static __inline__ __host__ CUresult cuProfilerStart(void) { return CUDA_SUCCESS; }
static __inline__ __host__ CUresult cuProfilerStop(void) { return CUDA_SUCCESS; }
#endif
