/* CUDA's <curand_lognormal.h>: a part of <curand_kernel.h>. */
#define CURAND_LOGNORMAL_H_
#include <curand_kernel.h>
