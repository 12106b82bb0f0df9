/* CUDA's <curand_normal.h>: a part of <curand_kernel.h>. */
#define CURAND_NORMAL_H_
#include <curand_kernel.h>
