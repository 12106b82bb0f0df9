#pragma once
extern "C" {
__host__ __device__ inline int inc_side(void) {
#ifdef __CUDA_ARCH__
    return 1;
#else
    return 0;
#endif
}
#ifdef __CUDA_ARCH__
__device__ int only_d(void) { return 11; }
#endif
}
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ < 300)
#error "too old"
#endif
#define HD __host__ __device__
HD inline float rsq(float x) {
#ifdef __CUDA_ARCH__
    return rsqrtf(x);
#else
    return 1.0f / sqrtf(x);
#endif
}
