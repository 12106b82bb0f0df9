/* CUDA's <curand_philox4x32_x.h>: a part of <curand_kernel.h>. */
#define CURAND_PHILOX4X32_X__H_
#include <curand_kernel.h>
