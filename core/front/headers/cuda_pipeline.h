/* <cuda_pipeline.h>: copies to shared memory that a thread waits for later. They are made at once. */
#ifndef _CUDA_PIPELINE_H_
#define _CUDA_PIPELINE_H_
/* Copies 4, 8 or 16 bytes, of which the last `zfill` become 0. */
static __device__ __inline__ void __pipeline_memcpy_async(void *dst, const void *src, size_t size, size_t zfill = 0)
{
    size_t copied = size - zfill;
    if (size == 16 && !zfill)
        *(int4 *)dst = *(const int4 *)src;
    else if (size == 8 && !zfill)
        *(int2 *)dst = *(const int2 *)src;
    else if (size == 4 && !zfill)
        *(int *)dst = *(const int *)src;
    else
        for (size_t i = 0; i < size; i++) ((char *)dst)[i] = i < copied ? ((const char *)src)[i] : 0;
}
static __device__ __inline__ void __pipeline_commit(void) {}
static __device__ __inline__ void __pipeline_wait_prior(size_t n) {}
#endif
